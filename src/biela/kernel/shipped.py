"""Routines that are shipped with biela: machine code for the usual levels of processors, so that a first run compiles none.

The build of the package writes one archive per level into `loops/` (`ship.py`): a manifest that names every routine, its
fingerprint, the compiler and the SHA-256 of its code; then the code. A routine is found by its fingerprint, the digest of all
that it is compiled from, so that an archive is never stale, only incomplete. What is missing is compiled on demand. All code is
strict about rounding, so that the digits are the same on every level. Code that is not what the manifest says is not run.
"""

from __future__ import annotations

import hashlib
import json
import warnings
import zlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from biela.kernel import native, processor

FOLDER = Path(__file__).with_name("loops")
SUFFIX = ".loops"
MAGIC = b"biela-l2"
Manifest = dict[str, Any]
WASM = "wasm32"  # name of the archive of routines for WebAssembly, which every platform can put into a page


class Archive(NamedTuple):
    """Archive that has been opened; `content` is all code, one routine after the other."""

    content: bytes
    manifest: Manifest


def host() -> str | None:
    """Name the archive for this processor; None where biela is built without one."""
    level = processor.level()
    return None if level is None else f"{processor.platform_name()}-{level}"


def load(fingerprint: str) -> bytes | None:
    """Return the object code of a routine for this processor; None where it is not shipped, or is not what was built."""
    name = host()
    found = stored(name, fingerprint) if name else None
    return found[1] if found and set(found[0]["calls"]) <= native.linkable() else None


def stored(name: str, fingerprint: str) -> tuple[Manifest, bytes] | None:
    """Return the facts and the object code of a routine in an archive; None where it is not there, or is not what was built."""
    path = FOLDER / f"{name}{SUFFIX}"
    archive = opened(path)
    facts = archive.manifest["routines"].get(fingerprint) if archive else None
    if archive is None or facts is None:
        return None
    packed = archive.content[facts["start"] : facts["start"] + facts["size"]]
    if digest(packed) != facts["sha256"]:
        _report_damaged(path)
        return None
    return facts, zlib.decompress(packed)


@cache
def opened(path: Path) -> Archive | None:
    """Open an archive; None where there is none, or its manifest is damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    length = int.from_bytes(data[8:16], "little")
    text = data[48 : 48 + length]
    if data[:8] != MAGIC or digest(text) != data[16:48].hex() or json.loads(text)["target"] != path.stem:
        _report_damaged(path)
        return None
    return Archive(data[48 + length :], json.loads(text))


def packed(manifest: Manifest, codes: dict[str, bytes]) -> bytes:
    """Return the content of an archive: `manifest["routines"]` gets the place and the digest of each code."""
    content = b""
    for fingerprint, code in codes.items():
        part = zlib.compress(code, 9)
        manifest["routines"][fingerprint] |= {"start": len(content), "size": len(part), "sha256": digest(part)}
        content += part
    text = json.dumps(manifest, indent=0).encode()
    return MAGIC + len(text).to_bytes(8, "little") + bytes.fromhex(digest(text)) + text + content


def digest(data: bytes) -> str:
    """Return the SHA-256 in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


@cache
def _report_damaged(path: Path) -> None:
    """Warn, once for each archive, that it is not what was built."""
    why = f"{path} does not hold the compiled loops that biela was built with: it was damaged or replaced. Loops are compiled"
    warnings.warn(f"{why} from their source instead, which takes some seconds. Install biela again.", RuntimeWarning, stacklevel=2)


@cache
def note_missing() -> None:
    """Warn once that routines are compiled because the processor is below every level, which takes time."""
    name = host()
    if (name is None or not (FOLDER / f"{name}{SUFFIX}").exists()) and any(FOLDER.glob(f"{processor.platform_name()}-*")):
        why = f"biela ships no compiled loops for this processor ({processor.description()}): they are compiled when first needed"
        warnings.warn(f"{why}, which takes some seconds, and kept in the cache.", RuntimeWarning, stacklevel=2)
