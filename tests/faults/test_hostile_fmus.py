"""FMUs that were made to do harm before their library runs: paths out of their folder, bombs, entities, depth, encryption."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest
from limits import limited
from originals import FMU, archive

from biela.base.errors import BielaError
from biela.network import fmi
from biela.network.fmi import description as checks

pytest.importorskip("fmpy")


def refusal(path: Path, image: bytes) -> str:
    """What is said of an FMU; nothing was written beside it."""
    path.write_bytes(image)
    with limited(10), pytest.raises(BielaError) as caught:
        fmi.unit("motor", str(path), outputs=["tau"])
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    return str(caught.value)


def with_file(name: str, content: bytes) -> bytes:
    """A good FMU with one file more."""
    image = io.BytesIO(archive(FMU.encode()))
    with zipfile.ZipFile(image, "a", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, content)
    return image.getvalue()


@pytest.mark.parametrize("name", ["../x.so", "resources/../../x", "/x", "c:/x", "binaries\\..\\x"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    assert "is outside its own folder" in refusal(tmp_path / "m.fmu", with_file(name, b"x"))


def test_an_archive_that_unpacks_to_gigabytes_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "BOMB_BYTES", 1_000_000)
    said = refusal(tmp_path / "m.fmu", with_file("resources/zeros", bytes(3_000_000)))
    assert "would unpack to 3 MB" in said and "times its size: that is not an FMU" in said
    monkeypatch.setattr(checks, "DESCRIPTION_BYTES", 1000)
    assert f"modelDescription.xml has {len(FMU)} bytes" in refusal(tmp_path / "m.fmu", archive(FMU.encode()))


def test_a_lie_about_a_size_does_not_fill_the_memory(tmp_path: Path) -> None:
    """A directory that says 100 bytes where a gigabyte of zeros is packed: what is beyond them is not unpacked."""
    image = io.BytesIO()
    with zipfile.ZipFile(image, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("modelDescription.xml", b" " * 50_000_000)
    lied = image.getvalue().replace(struct.pack("<L", 50_000_000), struct.pack("<L", 100))
    assert "damaged" in refusal(tmp_path / "m.fmu", lied)


LAUGHS = "".join(f'<!ENTITY l{k + 1} "{f"&l{k};" * 10}">' for k in range(12))
DOCUMENT_TYPES = {
    "a billion laughs": f'<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]>',
    "a file of the computer": '<!DOCTYPE x [<!ENTITY l12 SYSTEM "file:///etc/hostname">]>',
}


@pytest.mark.parametrize("kind", DOCUMENT_TYPES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_not_expanded(tmp_path: Path, kind: str, encoding: str) -> None:
    text = FMU.replace("<fmiModel", DOCUMENT_TYPES[kind] + "<fmiModel", 1).replace('"motor"', '"&l12;"', 1)
    text = text.replace("UTF-8", encoding.upper())
    assert "defines a document type" in refusal(tmp_path / "m.fmu", archive(text.encode(encoding)))


def test_depth_doubles_and_passwords_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.fmu"
    deep = FMU.replace("<ModelVariables>", "<ModelVariables>" + "<x>" * 100_000 + "</x>" * 100_000)
    assert "nested more than 100 deep" in refusal(path, archive(deep.encode()))
    with pytest.warns(UserWarning, match="Duplicate name"):
        double = with_file("modelDescription.xml", b"<x/>")
    assert "contains 2 files modelDescription.xml" in refusal(path, double)
    locked = bytearray(archive(FMU.encode()))
    locked[6] |= 1  # in the header of the first file
    locked[locked.index(b"PK\x01\x02") + 8] |= 1  # and in the directory
    assert "password" in refusal(path, bytes(locked))
    assert "contains 0 files" in refusal(path, b"PK\x05\x06" + bytes(18))
