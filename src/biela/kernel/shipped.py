"""Routines that come with biela: machine code for the usual levels of processors, so that a first run need not compile them.

One file per routine in `loops/<system>-<level>/`, named by the routine's stamp (`routine.stamp`): all that it is compiled
from, so that a file is never stale, only missing. What is missing is compiled on demand. All code is strict about
rounding, so that the digits are the same on every level; `make loops` writes the files (`ship.py`).

A file is run only if its SHA-256 is one that `make loops` recorded in the source (`built.py`): a damaged or forged one is
reported, and its routine is compiled from the source instead.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import warnings
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from biela.kernel import native, processor
from biela.kernel.built import BUILT

FOLDER = Path(__file__).with_name("loops")
SUFFIX = ".loop"
MAGIC = b"biela-l1"
WASM = "wasm32"
"""Folder of the routines for WebAssembly, which every platform can put into a page."""


@cache
def folder() -> Path | None:
    """Where the code for this processor is; None where none is shipped for it."""
    level = processor.level()
    found = FOLDER / f"{processor.platform_name()}-{level}"
    return found if level is not None and found.is_dir() else None


def load(stamp: str | None) -> tuple[dict[str, Any], list[bytes]] | None:
    """Header and object code of a routine; None where it is not shipped, or is not what was built."""
    found = _read(folder(), stamp)
    return found if found and set(found[0]["calls"]) <= native.linkable() else None


def load_wasm(stamp: str | None) -> tuple[dict[str, Any], list[bytes]] | None:
    """The same for WebAssembly."""
    return _read(FOLDER / WASM, stamp)


def _read(place: Path | None, stamp: str | None) -> tuple[dict[str, Any], list[bytes]] | None:
    if stamp is None or place is None:
        return None
    path = place / f"{stamp}{SUFFIX}"
    with contextlib.suppress(OSError):
        data = path.read_bytes()
        found = unpack(data) if digest(data) in BUILT else ({}, b"")
        if (found[0].get("stamp"), found[0].get("processor")) == (stamp, place.name):
            return found[0], [found[1]]
        _report_forged(path)
    return None


def digest(data: bytes) -> str:
    """Return the digest under which `built.py` records the content of a file."""
    return hashlib.sha256(data).hexdigest()


@cache
def _report_forged(path: Path) -> None:
    """Warn, once for each file, that a shipped loop is not the one that was built."""
    warnings.warn(
        f"{path} is not the compiled loop that this biela was built with: it was damaged or replaced, and is not run. The loop is "
        "compiled from its source instead, which takes some seconds. Install biela again.",
        RuntimeWarning,
        stacklevel=2,
    )


def pack(header: dict[str, Any], code: bytes) -> bytes:
    """Content of a file: header and object code, compressed, after a checksum."""
    content = zlib.compress(json.dumps(header).encode() + b"\n" + code, 9)
    return MAGIC + hashlib.sha256(content).digest() + content


def unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and object code of a file; its digest is in `built.py`, so it is whole."""
    header, _, code = zlib.decompress(data[40:]).partition(b"\n")
    return json.loads(header), code


@cache
def note_missing() -> None:
    """Say once, where routines are compiled because the processor is below every level, why that takes time."""
    if folder() is None and any(FOLDER.glob(f"{processor.platform_name()}-*")):
        warnings.warn(
            f"biela ships no compiled loops for this processor ({processor.description()}): they are compiled when first "
            "needed, which takes some seconds, and kept in the cache.",
            RuntimeWarning,
            stacklevel=2,
        )
