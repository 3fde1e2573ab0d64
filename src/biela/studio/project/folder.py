"""The folder of a project: which files a browser may see, and by which names. Nothing outside it, not even through links."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Any

from biela.base.atomic import file_name, write_whole
from biela.base.errors import BielaError
from biela.base.intake import Unreadable
from biela.base.intake import text as read_text
from biela.files.format import YAML, endings, machine_endings

PAGES = (".html", ".png", ".svg", ".json", ".csv", ".nc", ".yaml", ".mp4", ".gif", ".parquet")
"""Endings of results that a browser may fetch."""
LARGEST = 4_000_000
"""Bytes of a machine file."""
RESULTS = "results"
"""The folder of results."""
SKETCH, LARGEST_SKETCH = ".sketch.json", 1_000_000
"""The file of the drawing that the sketcher shows, and its largest size [bytes]."""
MOST, DEEPEST = 2000, 4
"""Files that are listed, and how many folders deep they are searched."""


class Outside(BielaError):
    """A file that does not belong to the project."""


class Folder:
    """A folder of machine files, data and results."""

    def __init__(self, path: Path):
        self.path = path.resolve()
        if not self.path.is_dir():
            raise BielaError(f"{path}: there is no such folder. Make it first, or start `biela studio` inside one.")

    def file(self, name: Any, endings: tuple[str, ...] = ()) -> Path:
        """A file of the project by its name inside the folder; it need not exist."""
        if not isinstance(name, str) or not name or "\0" in name or "\\" in name or len(name) > 500:
            raise Outside(f"{name!r:.60} is not the name of a file in this folder.")
        parts = PurePosixPath(name).parts
        if name.startswith("/") or ":" in parts[0] or any(p == ".." or p.startswith(".") for p in parts):
            raise Outside(f"{name!r:.60} is not the name of a file in this folder.")
        path = self._inside(self.path.joinpath(*parts), name)
        if endings and path.suffix.lower() not in endings:
            raise Outside(f"{name}: a file that ends with {', '.join(endings)} is needed here.")
        return path

    def _inside(self, path: Path, name: str) -> Path:
        """A path, if no link on the way leads out of the folder."""
        if not path.resolve().is_relative_to(self.path):
            raise Outside(f"{name} leads out of this folder: copy the file into it.")
        return path

    def files(self) -> dict[str, list[str]]:
        """Names of machine files and of data, in order."""
        machines, data = [], []
        for name in self._walk(self.path, 0):
            suffix = PurePosixPath(name).suffix.lower()
            if suffix in machine_endings():
                machines.append(name)
            elif suffix in endings("read_log"):
                data.append(name)
        return {"machines": sorted(machines)[:MOST], "data": sorted(data)[:MOST]}

    def _walk(self, folder: Path, depth: int) -> list[str]:
        found: list[str] = []
        try:
            entries = sorted(os.scandir(folder), key=lambda e: e.name)[:MOST]
        except OSError:
            return found
        for entry in entries:
            if entry.name.startswith(".") or entry.is_symlink():
                continue
            if entry.is_dir() and depth < DEEPEST and not (depth == 0 and entry.name in (RESULTS, "out")):
                found += self._walk(Path(entry.path), depth + 1)
            elif entry.is_file():
                found.append(Path(entry.path).relative_to(self.path).as_posix())
        return found

    def create(self, name: str, text: str) -> str:
        """A new machine file; returns its name. An old file is never replaced."""
        path = self.file(name if name.endswith(YAML.endings) else f"{name}{YAML.endings[0]}", YAML.endings)
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
            raise BielaError(f"the text has more than {LARGEST} bytes, the largest size of a machine file.")
        if path.exists():
            raise BielaError(f"{name} exists already: choose another name.")
        write_whole(path, text)
        return path.relative_to(self.path).as_posix()

    def keep_sketch(self, text: str) -> None:
        """Keep the drawing of the sketcher, which is not a machine yet."""
        if len(text) > LARGEST_SKETCH:
            raise BielaError("the drawing is too large to be kept: make it a machine.")
        write_whole(self.path / SKETCH, text)

    def sketch(self) -> str | None:
        """The drawing that was kept, if there is one."""
        try:
            return read_text(self._inside(self.path / SKETCH, SKETCH), LARGEST_SKETCH, "a drawing")
        except (OSError, Unreadable, Outside):
            return None

    def new_result(self, file: str, verb: str) -> str:
        """A folder for the next result of a file, by its name inside the project."""
        stem = file_name(PurePosixPath(file).stem)
        base = self.file(f"{RESULTS}/{stem}")
        base.mkdir(parents=True, exist_ok=True)
        taken = [int(p.name[:4]) for p in base.iterdir() if p.name[:4].isdigit()]
        name = f"{RESULTS}/{stem}/{max(taken, default=0) + 1:04d}-{verb}"
        (self.path / name).mkdir()
        return name
