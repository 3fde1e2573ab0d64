"""Archives of FMUs, examined before anything is unpacked or parsed: sizes, paths and the form of the description."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from pathlib import PurePosixPath
from typing import Any
from xml.parsers import expat

from biela.base.errors import BielaError
from biela.base.intake import MEGABYTE
from biela.base.memory import in_bytes
from biela.network.fmi.standard import DESCRIPTION

FMU_BYTES = 2000 * MEGABYTE
"""Limit of the size of an FMU, packed or unpacked."""
DESCRIPTION_BYTES = 100 * MEGABYTE
"""Limit of the size of its description."""
FILES = 20_000
"""Limit of the number of files in it."""
BOMB_BYTES, BOMB_RATIO = 100 * MEGABYTE, 100
"""An archive that unpacks to more than this many bytes, and to more than this many times its size, is a bomb."""
NESTING = 100
"""Limit of the depth of elements within each other; the standard has less than ten."""


class FmuError(BielaError):
    """Error of an FMU that cannot be read, cannot run here, or failed; the text says which, and what to do."""


def examined(path: str) -> list[str]:
    """Return the names of all files in an archive that can be unpacked and parsed without harm.

    Raises
    ------
    FmuError : it would unpack outside its folder, or to more than fits, or its description defines entities or never ends
    zipfile.BadZipFile : it is not an archive
    """
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        names = [entry.filename for entry in entries]
        for name in names:
            if "\\" in name or ":" in name or name.startswith("/") or ".." in PurePosixPath(name).parts:
                raise FmuError(f"{path!r}: the archive contains {name!r}, which is outside its own folder. Do not use it.")
        _refuse_bombs(path, [entry.file_size for entry in entries], sum(entry.compress_size for entry in entries))
        if names.count(DESCRIPTION) != 1:
            raise FmuError(f"{path!r} is not an FMU, or is damaged: it contains {names.count(DESCRIPTION)} files {DESCRIPTION}.")
        size = archive.getinfo(DESCRIPTION).file_size
        if size > DESCRIPTION_BYTES:
            raise FmuError(f"{path!r}: {DESCRIPTION} has {size} bytes; up to {DESCRIPTION_BYTES} are read.")
        _examine(path, archive.read(DESCRIPTION))
    return names


def _refuse_bombs(path: str, sizes: list[int], packed: int) -> None:
    """Refuse what unpacks to more than an FMU contains, or than the disk takes."""
    total = sum(sizes)
    if len(sizes) > FILES:
        raise FmuError(f"{path!r} contains {len(sizes)} files; up to {FILES} are unpacked.")
    if total > FMU_BYTES or (total > BOMB_BYTES and total > BOMB_RATIO * packed):
        times = f"{total / max(packed, 1):.0f} times its size"
        raise FmuError(f"{path!r} would unpack to {in_bytes(total)}, {times}: that is not an FMU. Do not use it.")
    free = shutil.disk_usage(tempfile.gettempdir()).free
    if total > free:
        raise FmuError(
            f"{path!r} unpacks to {in_bytes(total)}, and {in_bytes(free)} are free in {tempfile.gettempdir()!r}: make room."
        )


def _examine(path: str, text: bytes) -> None:
    """Refuse a description with a document type, whose entities may expand without end, and one that is nested too deep."""
    depth = 0

    def doctype(*_: Any) -> None:
        raise FmuError(f"{path!r}: {DESCRIPTION} defines a document type, which no FMU needs. Do not use it.")

    def begin(*_: Any) -> None:
        nonlocal depth
        depth += 1
        if depth > NESTING:
            raise FmuError(f"{path!r}: the elements of {DESCRIPTION} are nested more than {NESTING} deep.")

    def end(*_: Any) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler, parser.StartElementHandler, parser.EndElementHandler = doctype, begin, end
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise FmuError(f"{path!r}: {DESCRIPTION} is damaged: {error}.") from None
