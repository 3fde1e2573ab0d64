"""Damaged and hostile text files: each is read, or refused with words; nothing else comes out, nothing hangs, nothing is run."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from limits import limited
from mutation import mutated
from originals import FORMATS, URDF, original

from biela.errors import BielaError
from biela.estimate.log import Log
from biela.files import FileError, read
from biela.identify.dataset import read_data
from biela.logs import apart
from children import ended, forked

DEAR = ("networks", "block", "arrays")
"""Formats whose files take long to read."""
SECONDS, GIGABYTES = 10.0, 2.0
"""CPU time of one file, and memory of the whole process."""


def _forked_reader(reader: str, path: Path) -> Any:
    """`read_apart` by a child that has its libraries already: importing them takes a hundred times as long as reading."""
    out, said = path.with_suffix(".table"), path.with_suffix(".said")
    taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()

    def read() -> None:
        with out.open("wb") as file, said.open("wb") as words:
            os.dup2(file.fileno(), 1)
            os.dup2(words.fileno(), 2)
            apart._child(reader, str(path), str(apart.MEMORY + taken), str(apart.SECONDS))

    code = ended(forked(read))
    return apart.table_of(code, io.BytesIO(out.read_bytes()), said.read_bytes(), path)


@pytest.fixture(autouse=True)
def nothing_is_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever would run a program fails loudly, except biela's own reader of MAT and MDF files, which is a process by design."""
    if "fmu" in request.node.name:
        pytest.importorskip("fmpy")  # asks a program of the system for libraries, once

    def caught(*arguments: Any, **more: Any) -> None:
        raise AssertionError(f"executed: {arguments}")

    class Guarded(subprocess.Popen[bytes]):
        def __init__(self, command: Any, **more: Any) -> None:
            if command[:4] != [sys.executable, "-P", "-m", "biela.logs.apart"] or more.get("shell"):
                caught(command)
            super().__init__(command, **more)

    monkeypatch.setattr(subprocess, "Popen", Guarded)
    for name in ("system", "popen"):
        monkeypatch.setattr(os, name, caught)


def attack(name: str, path: Path, number: int, seed: int) -> tuple[int, int]:
    """How many of the damaged files were read, and how many refused."""
    good, rng = original(name), np.random.default_rng(seed)
    path = path / good.file
    path.write_bytes(good.content)
    good.read(path)
    found = [0, 0]
    for k in range(number):
        path.write_bytes(mutated(good.content, rng))
        try:
            with limited(SECONDS), pytest.MonkeyPatch.context() as patch:
                if Path("/proc/self/statm").exists():
                    patch.setattr("biela.logs.record.read_apart", _forked_reader)
                good.read(path)
            found[0] += 1
        except BielaError as error:
            assert len(str(error)) > 20, f"{name} {k}: {error!r} says nothing"
            found[1] += 1
        except Exception as error:
            pytest.fail(f"mutation {k} of {name} (seed {seed}) ends in {type(error).__name__}: {error}")
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9
    assert used < GIGABYTES, f"{used:.1f} GB"
    return found[0], found[1]


@pytest.mark.family("name")
@pytest.mark.parametrize("name", FORMATS)
def test_a_sample_of_damaged_files(name: str, tmp_path: Path) -> None:
    read_, refused = attack(name, tmp_path, 8 if name in DEAR else 20, seed=1)
    assert read_ + refused and (refused or name == "block")  # a damaged block is computed anew


PARTS = 5
"""So that no test takes minutes"""


@pytest.mark.slow(25)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", FORMATS)
def test_thousands_of_damaged_files(name: str, part: int, tmp_path: Path) -> None:
    dear = {
        "networks": 1000,
        "sweep": 2000,
        "block": 500,
        "arrays": 500,
        "car": 3000,
        "machine": 4000,
        "four-bar": 4000,
        "mjcf": 5000,
        "adams": 3000,
    }
    number = dear.get(name, 7000) // PARTS
    read_, refused = attack(name, tmp_path, number, seed=2 + part)
    assert read_ + refused == number and (refused or name == "block")


# ------------------------------------------------------------------------------------------------------------- single faults


@pytest.mark.parametrize("reader", [read_data, Log.read])
def test_logs_in_another_encoding_are_read_and_what_is_no_number_is_refused(tmp_path: Path, reader: Any) -> None:
    path = tmp_path / "log.csv"
    path.write_bytes("time,gyro,température\n0,1,20\n0.1,2,21\n".encode("latin-1"))
    assert reader(path)["température"].tolist() == [20.0, 21.0]
    path.write_bytes("time,gyro\n0,1\n0.1,2 \xe9\n".encode("latin-1"))
    with pytest.raises(BielaError, match="'gyro' holds something that is not a number: '2 é' in line 3"):
        reader(path)["gyro"]


@pytest.mark.parametrize("name", ["m.yaml", "m.urdf", "m.xml", "d.csv", "l.csv"])
def test_devices_pipes_and_giants_are_refused_before_they_are_read(tmp_path: Path, name: str) -> None:
    reader = {"d.csv": read_data, "l.csv": Log.read}.get(name, read)
    path = tmp_path / name
    path.symlink_to("/dev/zero")
    with limited(5), pytest.raises(BielaError, match="it is not a regular file, but a device, a pipe or a socket"):
        reader(path)
    path.unlink()
    os.mkfifo(path)
    with limited(5), pytest.raises(BielaError, match="it is not a regular file"):
        reader(path)
    path.unlink()
    with path.open("wb") as file:
        file.truncate(3_000_000_000)  # takes no place on the disk
    with limited(5), pytest.raises(BielaError, match="it has 3000000000 bytes: .* are read"):
        reader(path)
    with pytest.raises(BielaError, match="it cannot be opened: File name too long"):
        reader(tmp_path / ("x" * 300 + path.suffix))


def test_a_circle_beside_the_root_of_a_robot_is_not_dropped(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    joint = '<joint name="{0}{1}" type="fixed"><parent link="{0}"/><child link="{1}"/></joint>'
    circle = '<link name="p"/><link name="q"/>' + joint.format("p", "q") + joint.format("q", "p")
    path.write_text(URDF.replace("</robot>", f"{circle}</robot>"), "utf-8")
    with pytest.raises(FileError, match="links 'p', 'q' hang on each other in a circle, not on the root link 'base'"):
        read(path)
    path.write_text(URDF.replace("</robot>", '<link name="rod"/></robot>'), "utf-8")
    with pytest.raises(FileError, match="two links are called 'rod'"):
        read(path)


NESTED = "<body><joint/><geom size='0.1'/>" * 5000 + "</body>" * 5000
MJCF_FAULTS = {
    f"<worldbody>{NESTED}</worldbody>": "elements are nested more than 200 deep",
    "<worldbody><body quat='0 0 0 0'/></worldbody>": "quat of body 'body_1' is zero: give a direction",
    "<worldbody><body xyaxes='1 0 0 2 0 0'/></worldbody>": "y axis of body 'body_1', across its x axis, is zero",
    "<worldbody><body><geom type='capsule' size='1' fromto='0 0 0 0 0 0'/></body></worldbody>": "fromto of a capsule, from end to end, is zero",
    "<worldbody><body><geom size='1e200'/></body></worldbody>": "size of a sphere is '1e200': give 0 to 3 finite numbers, of size up to 1e+75",
    "<worldbody><body><geom size='-1'/></body></worldbody>": "its sizes must be above zero",
    "<worldbody><body pos='1 2 3 4'/></worldbody>": "pos of body 'body_1' is '1 2 3 4': give 3 finite numbers",
    "<compiler eulerseq='xyw'/>": "eulerseq of <compiler> is 'xyw': give x, y and z in some order",
}


@pytest.mark.parametrize("content", MJCF_FAULTS, ids=lambda text: text[:40])
def test_faults_of_mjcf_have_words(tmp_path: Path, content: str) -> None:
    path = tmp_path / "r.xml"
    path.write_text(f"<mujoco>{content}</mujoco>", "utf-8")
    with pytest.raises(FileError) as caught:
        read(path)
    assert MJCF_FAULTS[content] in str(caught.value)
