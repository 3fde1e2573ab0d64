"""Damaged and hostile text files: each is read, or refused with words; nothing else comes out, nothing hangs, nothing is run."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from damaged_files import DEFAULT_NUMBER, NUMBERS, attack, attack_apart
from limits import limited
from originals import FORMATS, URDF, Original

from biela.base.errors import BielaError
from biela.estimate.log import Log
from biela.files import FileError, read
from biela.identify.dataset import read_data

DEAR = ("networks", "block", "arrays", "h5", "result")
"""Formats whose files take long to read."""


@pytest.mark.parametrize("name", FORMATS)
def test_a_sample_of_damaged_files(name: str, tmp_path: Path) -> None:
    read_, refused, found = attack(name, tmp_path, 1, range(8 if name in DEAR else 20))
    assert not found, "\n".join(found)
    assert read_ + refused and (refused or name == "block")  # a damaged block is computed anew


PARTS = 5
"""So that no test takes minutes"""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", FORMATS)
def test_thousands_of_damaged_files(name: str, part: int, tmp_path: Path) -> None:
    number = NUMBERS.get(name, DEFAULT_NUMBER) // PARTS
    assert attack_apart(name, tmp_path, 2 + part, number) == []


def test_a_reader_that_crashes_or_hangs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends does not end the attack: the next one goes on with the next file."""

    def killed(path: Path) -> None:
        os.kill(os.getpid(), signal.SIGKILL) if path.read_bytes()[:1] == b"x" else None

    monkeypatch.setattr("damaged_files.original", lambda name: Original("file.x", b"good", killed))
    monkeypatch.setattr("damaged_files.damaged", lambda name, seed, k: b"x" if k in (1, 3) else b"y")
    assert attack_apart("files", tmp_path, 7, 5) == [f"files, seed 7, file {k}: ends its process with SIGKILL" for k in (1, 3)]


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
