"""Disk cache of compiled kernels: everything a later process needs to skip derivation and compilation.

An entry is a file named by the hash of all that determines its content, so it never goes stale: what the caller
describes (`key`), all of biela's own source, the versions of CasADi and LLVM, and the processor. The
file says inside what it is (kernel, machine, processor), and holds a checksum over all of it, made with a secret key of
the folder: an entry that was damaged, renamed or written by somebody without the key is removed and built again, never
run. A folder that others may write is not used. Writing is atomic (temporary file, then rename), so processes may share
the folder. Without a writable folder everything works, only slower; a warning says so once.

Place: `BIELA_CACHE_DIR`, or the platform's convention. `BIELA_CACHE=off` switches it off.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import random
import secrets
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from biela.base.interrupt import patient
from biela.kernel import processor

Header = Mapping[str, Any]
Content = tuple[dict[str, Any], list[bytes]]  # header and binary parts of an entry

SIZE_LIMIT = 1 << 30  # bytes; beyond it the entries unused for longest are removed
BYTES_PER_EVICTION = 16 << 20  # written, on average, between two scans of the whole folder, which may hold 100 000 files
MAGIC = b"biela-k2"
KEY_FILE, KEY_SIZE = ".key", 32
SUFFIX = ".kernel"  # of our files; others in the folder are never touched

_warned = False
_keys: dict[Path, bytes] = {}
_trusted: dict[Path, bool] = {}
_aside: ContextVar[bool] = ContextVar("aside", default=False)


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """Neither read nor write the folder meanwhile: for machines that nobody asks for again, as of a half-typed number."""
    token = _aside.set(True)
    try:
        yield
    finally:
        _aside.reset(token)


class Entry(str):
    """Name of a file in the cache; `about` says what the file holds."""

    about: Mapping[str, str]

    @classmethod
    def of(cls, digest: str, **about: str) -> Entry:
        made = cls(digest + SUFFIX)
        made.about = about
        return made


def directory() -> Path | None:
    """Return the folder of the cache, None when switched off."""
    if os.environ.get("BIELA_CACHE", "").lower() in ("off", "0", "no", "false"):
        return None
    if chosen := os.environ.get("BIELA_CACHE_DIR"):
        return Path(chosen).expanduser()
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "biela" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "biela"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "biela"


@cache
def version(package: str) -> str:
    """Return the version of an installed package, from the name of its record: `importlib.metadata` is too slow for a warm run."""
    for folder in sys.path:
        with contextlib.suppress(OSError):
            for name in os.listdir(folder or "."):
                if name.startswith(f"{package}-") and name.endswith(".dist-info"):
                    return name[len(package) + 1 : -10]
    import importlib.metadata

    return importlib.metadata.version(package)


@cache
def _environment() -> str:
    """Describe all that determines code apart from the model: our source, libraries, processor. CasADi is not imported."""
    from biela.kernel import native, package_digest, vector_math

    return json.dumps([
        package_digest.source_hash(),
        *(version(package) for package in ("casadi", "llvmlite")),
        native.host_description(),
        vector_math.available(),
    ])  # fmt: skip


def entry_name(key: str, kernel: str, variant: str) -> Entry:
    """Return the file name of one entry: the hash of everything behind it."""
    digest = hashlib.sha256("\0".join((key, kernel, variant, _environment())).encode()).hexdigest()
    machine = hashlib.sha256(key.encode()).hexdigest()
    return Entry.of(digest, kernel=kernel, variant=variant, machine=machine, processor=processor.description())


def routine_name(fingerprint: str) -> Entry:
    """Return the file name of a compiled routine, see `routine.py`."""
    from biela.kernel import native

    digest = hashlib.sha256("\0".join(("routine", fingerprint, native.host_description())).encode()).hexdigest()
    return Entry.of(digest, routine=fingerprint, processor=processor.description())


def _usable() -> Path | None:
    """Return the folder, unless it is switched off or left aside, or others may write into it."""
    folder = None if _aside.get() else directory()
    if folder is None or sys.platform == "win32":
        return folder
    if folder not in _trusted:
        try:
            status = folder.stat()
        except OSError:  # not there yet: it will be ours
            return folder
        _trusted[folder] = not status.st_mode & 0o022 and status.st_uid in (os.getuid(), 0)
    if not _trusted[folder]:
        _warn(f"biela does not use the cache folder {folder}, because others may write into it, and it holds code that is run. "
              f"Run `chmod go-w {folder}`, or set BIELA_CACHE_DIR to a folder of your own.")  # fmt: skip
        return None
    return folder


def _key(folder: Path, make: bool = False) -> bytes | None:
    """Return the secret with which entries of a folder are signed."""
    if folder in _keys:
        return _keys[folder]
    path, found = folder / KEY_FILE, b""
    with contextlib.suppress(OSError):
        found = path.read_bytes()
    if len(found) != KEY_SIZE:
        if not make:
            return None
        with contextlib.suppress(OSError):
            path.unlink()
        found = _new_key(folder, path)
    _keys[folder] = found
    return found


def _new_key(folder: Path, path: Path) -> bytes:
    """Write the key of a folder; of several processes, the first one decides."""
    mine = folder / f"tmp-{secrets.token_hex(8)}{SUFFIX}"
    try:
        with open(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(KEY_SIZE))
        try:
            os.link(mine, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            os.replace(mine, path)
    finally:
        with contextlib.suppress(OSError):
            mine.unlink()
    return path.read_bytes()


def _checksum(key: bytes, payload: bytes) -> bytes:
    return hashlib.blake2b(payload, digest_size=32, key=key).digest()


def load(name: str) -> Content | None:
    """Read an entry; None when absent, damaged, not what its name says, or switched off."""
    folder = _usable()
    key = None if folder is None else _key(folder)
    if folder is None or key is None:
        return None
    path = folder / name
    try:
        with path.open("rb") as file:
            # machine code written by somebody else is not run
            if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid not in (os.getuid(), 0):
                return None
            content = file.read()
    except OSError:
        return None
    magic, checksum, payload = content[:8], content[8:40], content[40:]
    genuine = magic == MAGIC and hmac.compare_digest(_checksum(key, payload), checksum)
    found = _unpack(payload) if genuine else None
    if found is None or found[0].pop("what", {}) != _what(name):
        with contextlib.suppress(OSError):
            path.unlink()
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # recently used: last to be evicted
    return found


def _what(name: str) -> dict[str, str]:
    """Describe an entry, as its file does."""
    return {"file": str(name), **getattr(name, "about", {})}


def fact(key: str, name: str, derive: Callable[[], Any]) -> Any:
    """Return plain data that follow from what the key stands for: from the disk, or derived and put there."""
    entry = entry_name(key, name, "fact")
    if found := load(entry):
        return found[0]["value"]
    with patient():
        value = derive()
    save(entry, {"value": value})
    return value


def save(name: str, header: Header, parts: Sequence[bytes] = ()) -> None:
    """Write an entry; on a read-only or full disk, warn once and go on."""
    folder = _usable()
    if folder is None:
        return
    text = json.dumps({"header": {"what": _what(name), **header}, "sizes": [len(part) for part in parts]}).encode()
    payload = b"".join([len(text).to_bytes(8, "little"), text, *parts])
    temporary = None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = _key(folder, make=True)
        assert key is not None
        with tempfile.NamedTemporaryFile(dir=folder, prefix="tmp-", suffix=SUFFIX, delete=False) as file:
            temporary = file.name
            file.write(MAGIC + _checksum(key, payload) + payload)
        os.replace(temporary, folder / name)
        temporary = None
        if random.random() * BYTES_PER_EVICTION < len(payload):  # by chance: many short processes scan as often as a long one
            _evict(folder, SIZE_LIMIT)
    except OSError as error:
        _warn(f"biela cannot store compiled kernels in {folder} ({error}); they will be compiled again next time. "
              "Set BIELA_CACHE_DIR to a writable folder, or BIELA_CACHE=off to silence this.")  # fmt: skip
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _evict(folder: Path, limit: int) -> None:
    """Remove the entries unused for longest until the folder holds at most `limit` bytes."""
    entries = []
    for item in os.scandir(folder):
        with contextlib.suppress(OSError):
            if item.name.endswith(SUFFIX):
                status = item.stat()
                entries.append((status.st_mtime_ns, status.st_size, item.path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= limit:
            break
        with contextlib.suppress(OSError):
            os.unlink(path)
            total -= size


def _warn(message: str) -> None:
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(message, RuntimeWarning, stacklevel=3)


def _unpack(payload: bytes) -> Content:
    start = 8 + int.from_bytes(payload[:8], "little")
    content = json.loads(payload[8:start])
    places = pairwise(accumulate(content["sizes"], initial=start))
    return content["header"], [payload[a:b] for a, b in places]
