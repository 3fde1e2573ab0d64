"""The folder of a project: which files a browser may see, and by which names. Nothing outside it, not even through links."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from biela.base.atomic import file_name, write_whole
from biela.base.errors import BielaError
from biela.base.intake import Unreadable
from biela.base.intake import text as read_text
from biela.files.format import YAML, endings, machine_endings

PAGES = (".html", ".png", ".svg", ".json", ".csv", ".nc", ".yaml", ".mp4", ".gif", ".parquet")
"""Endings of results that a browser may fetch."""
FILE_SIZE = 4_000_000
"""Size limit of a machine file [B]."""
RESULTS = "results"
"""The folder of results."""
SKETCH, SKETCH_SIZE = ".sketch.json", 1_000_000
"""File of the drawing that the sketcher shows, and its size limit [B]."""
LISTED_FILES, DEPTH = 2000, 4
"""Maximum number of files that are listed, and of folders inside each other that are searched."""


class OutsideProject(BielaError):
    """File that does not belong to the project."""


class Project:
    """Folder of machine files, data and results."""

    def __init__(self, path: Path):
        self.path = path.resolve()
        if not self.path.is_dir():
            raise BielaError(f"{path}: there is no such folder. Make it first, or start the studio inside one.")

    def file(self, name: object, endings: tuple[str, ...] = ()) -> Path:
        """Return a file of the project by its name inside the folder; it need not exist."""
        if not isinstance(name, str) or not name or "\0" in name or "\\" in name or len(name) > 500:
            raise OutsideProject(f"{name!r:.60} is not the name of a file in this folder.")
        parts = PurePosixPath(name).parts
        if name.startswith("/") or ":" in parts[0] or any(p == ".." or p.startswith(".") for p in parts):
            raise OutsideProject(f"{name!r:.60} is not the name of a file in this folder.")
        path = self._inside(self.path.joinpath(*parts), name)
        if endings and path.suffix.lower() not in endings:
            raise OutsideProject(f"{name}: a file that ends with {', '.join(endings)} is needed here.")
        return path

    def _inside(self, path: Path, name: str) -> Path:
        """Return a path if no link on the way leads out of the folder."""
        if not path.resolve().is_relative_to(self.path):
            raise OutsideProject(f"{name} leads out of this folder: copy the file into it.")
        return path

    def files(self) -> dict[str, list[str]]:
        """Return the names of machine files and of data, in order."""
        machines, data = [], []
        for name in self._walk(self.path, 0):
            suffix = PurePosixPath(name).suffix.lower()
            if suffix in machine_endings():
                machines.append(name)
            elif suffix in endings("read_log"):
                data.append(name)
        return {"machines": sorted(machines)[:LISTED_FILES], "data": sorted(data)[:LISTED_FILES]}

    def _walk(self, folder: Path, depth: int) -> list[str]:
        found: list[str] = []
        try:
            entries = sorted(os.scandir(folder), key=lambda e: e.name)[:LISTED_FILES]
        except OSError:
            return found
        for entry in entries:
            if entry.name.startswith(".") or entry.is_symlink():
                continue
            if entry.is_dir() and depth < DEPTH and not (depth == 0 and entry.name in (RESULTS, "out")):
                found += self._walk(Path(entry.path), depth + 1)
            elif entry.is_file():
                found.append(Path(entry.path).relative_to(self.path).as_posix())
        return found

    def create(self, name: str, text: str) -> str:
        """Create a machine file and return its name. An old file is never replaced."""
        path = self.file(name if name.endswith(YAML.endings) else f"{name}{YAML.endings[0]}", YAML.endings)
        if len(text.encode("utf-8", "surrogatepass")) > FILE_SIZE:
            raise BielaError(f"the text has more than {FILE_SIZE} bytes, the largest size of a machine file.")
        if path.exists():
            raise BielaError(f"{name} exists already: choose another name.")
        write_whole(path, text)
        return path.relative_to(self.path).as_posix()

    def keep_sketch(self, text: str) -> None:
        """Keep the drawing of the sketcher, which is not a machine yet."""
        if len(text) > SKETCH_SIZE:
            raise BielaError("the drawing is too large to be kept: make it a machine.")
        write_whole(self.path / SKETCH, text)

    def sketch(self) -> str | None:
        """Return the drawing that was kept, if there is one."""
        try:
            return read_text(self._inside(self.path / SKETCH, SKETCH), SKETCH_SIZE, "a drawing")
        except (OSError, Unreadable, OutsideProject):
            return None

    def new_result(self, file: str, verb: str) -> str:
        """Create the folder for the next result of a file; return its name inside the project."""
        stem = file_name(PurePosixPath(file).stem)
        base = self.file(f"{RESULTS}/{stem}")
        base.mkdir(parents=True, exist_ok=True)
        taken = [int(p.name[:4]) for p in base.iterdir() if p.name[:4].isdigit()]
        name = f"{RESULTS}/{stem}/{max(taken, default=0) + 1:04d}-{verb}"
        (self.path / name).mkdir()
        return name
