"""Commands that write files, killed at random moments: every file is the old one or the new one, and nothing else is left."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any
from xml.etree import ElementTree

import numpy as np

import biela
from biela.cli import main
from biela.study.result import open_sweep
from children import ended, forked, killed
from command_line import biela_command

ROD = """biela: 1
name: rod
gravity: [0, -9.81, 0]
bodies: {rod: {mass: 2 kg, com: [0.3, 0, 0], inertia: [0.01, 0.07, 0.07]}}
joints: {A: {type: revolute, parent: ground, child: rod}}
actuators: {motor: {type: motor, joint: A}}
sensors: {encoder: {type: encoder, joint: A, noise: 0.01}}
start: {coordinates: {A: 0}}
simulation: {duration: 0.5 s}
"""


def prepared(folder: Path) -> None:
    """Files that commands read: a machine, a record of its motion, a result."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rod.yaml").write_text(ROD)
    t = np.arange(0, 2.0, 0.01)
    angle, acceleration = 0.8 * np.sin(3 * t), -7.2 * np.sin(3 * t)
    torque = (0.07 + 2 * 0.09) * acceleration + 2 * 9.81 * 0.3 * np.cos(angle)
    noise = np.random.default_rng(1).normal(size=len(t))
    rows = zip(t, angle, torque, angle + 0.01 * noise, strict=True)
    lines = [",".join(map(repr, map(float, row))) for row in rows]
    (folder / "log.csv").write_text("\n".join(["time,A,motor,encoder", *lines]) + "\n")
    assert biela_command("run", folder / "rod.yaml", "--out", folder / "result").exit_code == 0


def commands(folder: Path) -> dict[str, list[Any]]:
    """Commands by name, as words; `{}` is where they write."""
    rod, log, result = (folder / name for name in ("rod.yaml", "log.csv", "result"))
    return {
        "run": ["run", rod, "--pictures", "--out", "{}"],
        "new": ["new", "four-bar", "{}/m.yaml", "--force"],
        "yaml": ["export", "four-bar", "{}/m.yaml"],
        "urdf": ["export", rod, "{}/m.urdf"],
        "mjcf": ["export", rod, "{}/m.xml"],
        "glb": ["export", rod, "{}/m.glb"],
        "c": ["export", rod, "{}/c", "--c"],
        "fmu": ["export", rod, "{}/m.fmu"],
        "inverse": ["inverse", rod, "--motion", "A=sin(3*t)", "--duration", "0.5", "--out", "{}"],
        "identify": ["identify", rod, log, "--parameter", "inertia", "--out", "{}"],
        "estimate": ["estimate", rod, log, "--out", "{}"],
        "plot": ["plot", result, "A.angle", "--out", "{}/p.png"],
        "film": ["film", result, "{}/f.gif", "--width", "120", "--height", "80"],
        "sweep": ["sweep", rod, "--vary", "rod.mass=1..3:24", "--measure", "final(A.angle)", "--duration", "0.2", "--out", "{}"],
    }  # fmt: skip


def _json(path: Path) -> None:
    json.loads(path.read_text("utf-8"))


def _page(path: Path) -> None:
    assert path.read_text("utf-8").rstrip().endswith("</html>")


def _table(path: Path) -> None:
    text = path.read_text("utf-8")
    rows = [row for row in csv.reader(text.splitlines()) if row and not row[0].startswith("#")]
    assert text.endswith("\n") and len({len(row) for row in rows}) == 1


def _ends(begin: bytes, end: bytes) -> Callable[[Path], None]:
    def check(path: Path) -> None:
        data = path.read_bytes()
        assert data.startswith(begin) and data.endswith(end)

    return check


def _glb(path: Path) -> None:
    data = path.read_bytes()
    assert data[:4] == b"glTF" and int.from_bytes(data[8:12], "little") == len(data)


def _archive(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None


WHOLE: dict[str, Callable[[Path], Any]] = {
    ".nc": biela.load, ".json": _json, ".html": _page, ".yaml": biela.read, ".csv": _table, ".glb": _glb, ".fmu": _archive,
    ".urdf": ElementTree.parse, ".xml": ElementTree.parse, ".png": _ends(b"\x89PNG", b"IEND\xaeB`\x82"),
    ".gif": _ends(b"GIF8", b";"), ".parquet": _ends(b"PAR1", b"PAR1"),
}  # fmt: skip
"""How a file shows that it is whole, by its ending. Others are compared with those that a whole command wrote."""


@dataclass
class Command:
    """A command, what it writes when nobody kills it, and how long that takes."""

    name: str
    words: list[Any]
    folder: Path
    usual: float = 0.0
    content: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._clear()
        assert ended(forked(self._go)) == 0, self.name  # loads what later children need, too
        self.content = {str(path.relative_to(self.folder)): path.read_bytes() for path in self._files()}
        began = monotonic()
        assert ended(forked(self._go)) == 0, self.name
        self.usual = monotonic() - began

    def _go(self) -> None:
        words = [str(word).replace("{}", str(self.folder)) for word in self.words]
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            main(words)

    def _clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def _files(self) -> Iterator[Path]:
        return (path for path in sorted(self.folder.rglob("*")) if path.is_file())

    def killed(self, rng: np.random.Generator) -> list[str]:
        """Kill it once at a random moment, over old files or into an empty folder: a line for each file that is not whole."""
        if rng.random() < 0.5:
            self._clear()
        early = rng.random() < 0.3  # files are mostly written towards the end
        code = killed(forked(self._go), float(rng.uniform(0.0 if early else 0.6, 1.05)) * self.usual)
        if code not in (0, -signal.SIGKILL):
            return [f"{self.name}: over what an earlier kill left, it ends with code {code}"]
        return self.wrong()

    def wrong(self) -> list[str]:
        """What is wrong with the files that are there."""
        found = []
        for path in self._files():
            name = str(path.relative_to(self.folder))
            if name not in self.content:
                found.append(f"{self.name}: {name} was left behind")
            elif "zarr" not in name and not self._is_whole(path, self.content[name]):
                found.append(f"{self.name}: {name} is half written")
        return found + (self._study() if self.name == "sweep" else [])

    def _is_whole(self, path: Path, usual: bytes) -> bool:
        if path.suffix not in WHOLE:
            return path.read_bytes() == usual
        try:
            WHOLE[path.suffix](path)
        except Exception:
            return False
        return True

    def _study(self) -> list[str]:
        """A study that was killed is not there yet, or opens, and goes on."""
        if not (self.folder / "study.json").exists():
            return []
        try:
            open_sweep(self.folder)
        except Exception as error:
            return [f"{self.name}: its folder does not open: {error}"]
        return []

    def finished(self) -> list[str]:
        """Run it to its end over what the kills left."""
        return self.wrong() if ended(forked(self._go)) == 0 else [f"{self.name}: it does not run over what was left"]
