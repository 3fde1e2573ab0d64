"""Disk cache of compiled kernels: everything a later process needs to skip derivation and compilation.

An entry is a file named by the hash of all that determines its content, so it never goes stale: what the caller
describes (`key`), biela's own source where it shapes code, the versions of CasADi and LLVM, and the processor. The
file holds a checksum of its payload; an entry that fails it is removed and built again, never trusted. Writing is
atomic (temporary file, then rename), so processes may share the folder. Without a writable folder everything works,
only slower; that is said once.

Place: `BIELA_CACHE_DIR`, or the platform's convention. `BIELA_CACHE=off` switches it off.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

SIZE_LIMIT = 1 << 30  # bytes; beyond it the entries unused for longest go
PACE = 16 << 20  # bytes written, on average, between two looks at the whole folder: it may hold 100 000 files
MAGIC = b"biela-k1"
SUFFIX = ".kernel"  # of our files; others in the folder are never touched
CODE_FOLDERS = ("lie", "element", "mechanism", "network", "equations", "kernel")  # whose source determines a kernel
WITHOUT_EFFECT = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_THREADING_LAYER")  # on the code of a routine

_warned = False


def directory() -> Path | None:
    """Folder of the cache, None when switched off."""
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
def source_hash() -> str:
    """Hash of the source files that determine a kernel's code."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for folder in CODE_FOLDERS:
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.relative_to(package).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def version(package: str) -> str:
    """Version of an installed package, from the name of its record: `importlib.metadata` takes longer than a warm run may."""
    for folder in sys.path:
        with contextlib.suppress(OSError):
            for name in os.listdir(folder or "."):
                if name.startswith(f"{package}-") and name.endswith(".dist-info"):
                    return name[len(package) + 1 : -10]
    import importlib.metadata

    return importlib.metadata.version(package)


@cache
def _environment() -> str:
    """All that determines code apart from the model: our source, libraries, processor. CasADi is not imported."""
    from biela.kernel import native, vector_math

    return json.dumps([
        source_hash(),
        *(version(package) for package in ("casadi", "llvmlite")),
        native.host_description(),
        vector_math.available(),
    ])  # fmt: skip


def entry_name(key: str, kernel: str, variant: str) -> str:
    """File name of one entry: the hash of everything behind it."""
    return hashlib.sha256("\0".join((key, kernel, variant, _environment())).encode()).hexdigest() + SUFFIX


@cache
def _toolchain() -> str:
    """All that determines the code of a routine apart from its Python code. Numba is not imported."""
    from biela.kernel import native

    settings = {k: v for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in WITHOUT_EFFECT}
    return json.dumps([
        Path(__file__).with_name("jit.py").read_text(),
        *(version(package) for package in ("numba", "llvmlite")),
        sys.version,
        native.host_description(),
        sorted(settings.items()),
    ])  # fmt: skip


def routine_name(fingerprint: str) -> str:
    """File name of a compiled routine, see `routine.py`."""
    return hashlib.sha256("\0".join(("routine", fingerprint, _toolchain())).encode()).hexdigest() + SUFFIX


def load(name: str) -> tuple[dict[str, Any], list[bytes]] | None:
    """Header and binary parts of an entry; None when absent, damaged or switched off."""
    folder = directory()
    if folder is None:
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
    if magic != MAGIC or hashlib.sha256(payload).digest() != checksum:
        with contextlib.suppress(OSError):
            path.unlink()
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # recently used: last to be evicted
    return _unpack(payload)


def fact(key: str, name: str, derive: Callable[[], Any]) -> Any:
    """Plain data that follow from what the key stands for: from the disk, or derived and put there."""
    entry = entry_name(key, name, "fact")
    if found := load(entry):
        return found[0]["value"]
    value = derive()
    save(entry, {"value": value})
    return value


def save(name: str, header: Mapping[str, Any], parts: Sequence[bytes] = ()) -> None:
    """Write an entry; on a read-only or full disk, warn once and go on."""
    folder = directory()
    if folder is None:
        return
    payload = _pack(header, parts)
    temporary = None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix="tmp-", suffix=SUFFIX, delete=False) as file:
            temporary = file.name
            file.write(MAGIC + hashlib.sha256(payload).digest() + payload)
        os.replace(temporary, folder / name)
        if random.random() * PACE < len(payload):  # by chance, so that many short processes look as often as a long one
            _evict(folder, SIZE_LIMIT)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        _warn(f"biela cannot store compiled kernels in {folder} ({error}); they will be compiled again next time. "
              "Set BIELA_CACHE_DIR to a writable folder, or BIELA_CACHE=off to silence this.")  # fmt: skip


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


def _pack(header: Mapping[str, Any], parts: Sequence[bytes]) -> bytes:
    text = json.dumps({"header": header, "sizes": [len(part) for part in parts]}).encode()
    return b"".join([len(text).to_bytes(8, "little"), text, *parts])


def _unpack(payload: bytes) -> tuple[dict[str, Any], list[bytes]]:
    start = 8 + int.from_bytes(payload[:8], "little")
    content = json.loads(payload[8:start])
    parts = []
    for size in content["sizes"]:
        parts.append(payload[start : start + size])
        start += size
    return content["header"], parts
