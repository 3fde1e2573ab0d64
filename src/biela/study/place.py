"""Place of the files of a study: a folder, or a place of an object store (`s3://bucket/study`) that fsspec knows.

A file in a folder is written whole or not at all; so is an object, by the stores themselves. Servers of files, which have folders
that must be made (FTP, SFTP), are not object stores and are refused when the study begins.
"""

from __future__ import annotations

import errno
import io
import itertools
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeAlias

from biela.base.atomic import move, write_whole
from biela.base.checked import shown
from biela.base.errors import BielaError
from biela.base.intake import MISSING, Unreadable, content, is_address
from biela.study.vary import StudyError

LOCAL = ("file://", "local://")
"""Beginnings of addresses of folders of this computer."""
PROBE = ".biela/try"
"""Object that is written and removed to prove that the store is writable."""
REQUEST_SIZE = 256
"""Number of objects in one request."""


def is_store(where: object) -> bool:
    """Return whether this is the address of a store, not the path or the address of a folder."""
    return isinstance(where, str) and is_address(where) and not where.startswith(LOCAL)


def place_of(where: str | Path | Place) -> Place:
    """Return the place that a path or an address means."""
    if isinstance(where, StudyFolder | Bucket):
        return where
    text = str(where)
    if is_store(text):
        return Bucket(text.rstrip("/"))
    return StudyFolder(Path(next((text.removeprefix(begin) for begin in LOCAL if text.startswith(begin)), text)))


class StudyFolder:
    """Files of a folder of this computer, by name; names of files in folders inside have slashes."""

    def __init__(self, path: Path):
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    @property
    def address(self) -> str:
        """Return the path for processes elsewhere: from it, `place_of` makes this place again."""
        return str(self.path.resolve())

    def path_of(self, name: str) -> Path:
        """Return the path of a file, for people and for pyarrow, which reads tables from it."""
        return self.path / name

    opened = path_of

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:  # a name that is too long, a folder that may not be entered
            raise StudyError(f"{shown(str(self.path))} cannot be a folder of results: {error.strerror}.") from None

    def make(self) -> None:
        """Make sure that files can be written."""
        with self._usable():
            self.path.mkdir(parents=True, exist_ok=True)

    def has(self, name: str) -> bool:
        """Return whether there is such a file."""
        with self._usable():
            return (self.path / name).exists()

    def read(self, name: str, largest: int, what: str = "files") -> bytes:
        """Return the content of a file, up to a number of bytes; raise `Unreadable` where there is none."""
        return content(self.path / name, largest, what)

    def read_several(self, names: Sequence[str], largest: int) -> Iterator[tuple[str, bytes]]:
        """Yield names and contents of those files that can be read."""
        for name in names:
            with suppress(Unreadable):
                yield name, self.read(name, largest)

    def write(self, name: str, data: bytes | str) -> None:
        """Write a file whole or not at all."""
        write_whole(self.path / name, data)

    def arrays(self, name: str, writing: bool) -> Path:
        """Return the folder in which Zarr keeps a group."""
        return self.path / name

    def whole(self) -> AbstractContextManager[None]:
        """Return a context in which whatever a store raises becomes an `OSError`."""
        return nullcontext()

    def move_away(self, names: Sequence[str], to: str) -> None:
        """Move files and folders into the first of the folders `to`/1, `to`/2 … that does not exist."""
        old = self.path / to
        old.mkdir(exist_ok=True)
        number = 1 + max((int(p.name) for p in old.iterdir() if p.name.isdigit()), default=0)
        (old / str(number)).mkdir()
        for name in names:
            if (self.path / name).exists():
                move(self.path / name, old / str(number) / name)


class Bucket:
    """Files of an object store, by name; its methods are those of `StudyFolder`."""

    def __init__(self, url: str):
        self.url = url
        try:
            import fsspec
        except ImportError:
            raise BielaError(f"{url!r} needs fsspec: install biela with the extra `remote`.") from None
        try:
            self._files, self._root = fsspec.core.url_to_fs(url)
        except ImportError as error:  # a package for this kind of store
            raise BielaError(f"{url!r}: {error}.") from None
        except ValueError as error:
            raise StudyError(f"{url!r} is not a place for results: {error}.") from None
        except Exception as error:  # whatever a store says about its address
            raise self._unusable(error) from None

    def __str__(self) -> str:
        return self.url

    address = property(__str__)

    def _unusable(self, error: Exception) -> StudyError:
        return StudyError(f"{self.url!r} cannot be used ({type(error).__name__}: {error}): check its name and your rights.")

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except BielaError:
            raise
        except Exception as error:  # each store has errors of its own
            raise self._unusable(error) from None

    def path_of(self, name: str) -> str:
        return f"{self.url}/{name}"

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def make(self) -> None:
        """Write an object to see whether it can be, without a folder of its own; no bucket is made."""
        with self._usable():
            self._files.pipe_file(self._path(PROBE), b"")
            self._files.rm_file(self._path(PROBE))

    def has(self, name: str) -> bool:
        with self._usable():
            self._files.invalidate_cache()
            return bool(self._files.exists(self._path(name)))

    def read(self, name: str, largest: int, what: str = "files") -> bytes:
        with self._usable():
            try:
                size = self._files.size(self._path(name)) or 0
                if size > largest:
                    raise Unreadable(f"it has {size} bytes: {what} of up to {largest} are read.")
                return bytes(self._files.cat_file(self._path(name)))
            except FileNotFoundError:
                raise Unreadable(MISSING) from None

    def read_several(self, names: Sequence[str], largest: int) -> Iterator[tuple[str, bytes]]:
        for first in range(0, len(names), REQUEST_SIZE):
            own = {self._path(name): name for name in names[first : first + REQUEST_SIZE]}
            found: dict[str, bytes] = {}
            with self._usable(), suppress(FileNotFoundError):  # which one object alone raises
                found = self._files.cat(list(own), on_error="omit") if len(own) > 1 else {p: self._files.cat_file(p) for p in own}
            yield from ((own[path], data) for path, data in found.items() if len(data) <= largest)

    def opened(self, name: str) -> io.BytesIO:
        return io.BytesIO(self.read(name, 2**40))

    def write(self, name: str, data: bytes | str) -> None:
        with self.whole():
            self._files.pipe_file(self._path(name), data.encode() if isinstance(data, str) else data)

    def arrays(self, name: str, writing: bool) -> Any:
        from zarr.storage import FsspecStore

        return FsspecStore.from_url(self.path_of(name), read_only=not writing)

    @contextmanager
    def whole(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OSError(error.errno or errno.EIO, f"{error.strerror or error}; this was not written", self.url) from None
        except Exception as error:  # each store has errors of its own
            raise OSError(errno.EIO, f"{type(error).__name__}: {error}; this was not written", self.url) from None

    def move_away(self, names: Sequence[str], to: str) -> None:
        number = next(k for k in itertools.count(1) if not self.has(f"{to}/{k}"))
        with self.whole():
            old = [path for name in names for path in self._files.find(self._path(name))]  # study.json comes first
            for path in old:
                self._files.copy(path, self._path(f"{to}/{number}{path.removeprefix(self._root)}"))
            for path in old:
                self._files.rm_file(path)


Place: TypeAlias = StudyFolder | Bucket
"""Folder or object store that holds the files of a study."""
