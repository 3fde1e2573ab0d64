"""FMU files: archives examined before anything is unpacked or parsed; what an FMU says of itself, read with FMPy and cached."""

from __future__ import annotations

import importlib.util
import math
import shutil
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any
from xml.parsers import expat

from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, nearest
from biela.base.intake import MEGABYTE, Unreadable, regular
from biela.base.memory import in_bytes
from biela.network.fmi.standard import BASE, CO_SIMULATION, DESCRIPTION, MODEL_EXCHANGE, Variable

FMU_BYTES = 2000 * MEGABYTE
"""Limit of the size of an FMU, packed or unpacked."""
DESCRIPTION_BYTES = 100 * MEGABYTE
"""Limit of the size of its description."""
MAX_FILES = 20_000
"""Limit of the number of files in it."""
BOMB_BYTES, BOMB_RATIO = 100 * MEGABYTE, 100
"""An archive that unpacks to more than this many bytes, and to more than this many times its size, is a bomb."""
MAX_NESTING = 100
"""Limit of the depth of elements within each other; the standard has less than ten."""


class FmuError(BielaError):
    """Error of an FMU that cannot be read, cannot run here, or failed; the text says which, and what to do."""


def examined(path: str) -> list[str]:
    """Return the names of all files in an archive that can be unpacked and parsed without harm.

    Raises FmuError where it would unpack outside its folder, or to more than fits, or its description defines entities or never
    ends, and zipfile.BadZipFile where it is not an archive.
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
    if len(sizes) > MAX_FILES:
        raise FmuError(f"{path!r} contains {len(sizes)} files; up to {MAX_FILES} are unpacked.")
    if total > FMU_BYTES or (total > BOMB_BYTES and total > BOMB_RATIO * packed):
        times = f"{total / max(packed, 1):.0f} times its size"
        raise FmuError(f"{path!r} would unpack to {in_bytes(total)}, {times}: that is not an FMU. Do not use it.")
    folder = tempfile.gettempdir()
    free = shutil.disk_usage(folder).free
    if total > free:
        raise FmuError(f"{path!r} unpacks to {in_bytes(total)}, and {in_bytes(free)} are free in {folder!r}: make room.")


def _examine(path: str, text: bytes) -> None:
    """Refuse a description with a document type, whose entities may expand without end, and one that is nested too deep."""
    depth = 0

    def doctype(*_: Any) -> None:
        raise FmuError(f"{path!r}: {DESCRIPTION} defines a document type, which no FMU needs. Do not use it.")

    def begin(*_: Any) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_NESTING:
            raise FmuError(f"{path!r}: the elements of {DESCRIPTION} are nested more than {MAX_NESTING} deep.")

    def end(*_: Any) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler, parser.StartElementHandler, parser.EndElementHandler = doctype, begin, end
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise FmuError(f"{path!r}: {DESCRIPTION} is damaged: {error}.") from None


@dataclass(frozen=True)
class Description:
    """Description of an FMU.

    file, name, version : where it is, what it calls itself, "2.0" or "3.0"
    variables : by name
    kinds : co-simulation, model-exchange, as far as it has them
    rollback : those of them whose state can be kept and restored
    interpolates : whether co-simulation takes derivatives of inputs
    step : communication step that it suggests [s], 0 if it does not
    depends : output → inputs on which it depends directly, as it says; absent where it says nothing
    """

    file: str
    name: str
    version: str
    variables: dict[str, Variable]
    kinds: tuple[str, ...]
    rollback: tuple[str, ...]
    interpolates: bool
    step: float
    depends: dict[str, frozenset[str]]

    def variable(self, name: str, causality: tuple[str, ...], what: str) -> Variable:
        """Return a variable that must exist and have one of these causalities."""
        known = {n: v for n, v in self.variables.items() if v.causality in causality}
        if name in known:
            return known[name]
        if name in self.variables:
            own = self.variables[name].causality
            raise FmuError(f"{what}: {name!r} of {self.file!r} is {_article(own)}, not {_article(causality[0])}.")
        listed = ", ".join(list(known)[:8]) + " …" * (len(known) > 8) or "none"
        raise FmuError(f"{what}: {self.file!r} has no {causality[0]} {name!r}.{nearest(name, list(known))} It has {listed}.")

    def named(self, causality: str) -> list[str]:
        """Return the names of all variables of a causality."""
        return [n for n, v in self.variables.items() if v.causality == causality]


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def read_description(path: str | Path) -> Description:
    """Return the description of an FMU file; FmuError if it is missing, damaged, no FMU, of FMI 1.0, or not for this platform."""
    try:
        regular(path, FMU_BYTES, "FMUs")
    except Unreadable as error:
        raise FmuError(f"FMU {str(path)!r}: {error}") from None
    about = Path(path).stat()
    return _read(str(path), about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=32)
def _read(path: str, changed: int, size: int) -> Description:
    if importlib.util.find_spec("fmpy") is None:
        raise FmuError("FMUs are read and run with the package FMPy: pip install 'biela[fmi]'.")
    import fmpy

    try:
        files = examined(path)
        found = fmpy.read_model_description(path, validate=False)
        if str(found.fmiVersion).startswith(("2.", "3.")):
            _refuse_other_platforms(path, files)
            return _described(path, found)
    except FmuError:
        raise
    except zipfile.BadZipFile:
        raise FmuError(f"{path!r} is not an FMU, or is damaged: an FMU is a zip archive.") from None
    except Exception as error:  # of a parser that trusts its file
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise FmuError(f"{path!r} is not an FMU, or is damaged: {said}") from None
    raise FmuError(f"{path!r} is an FMU of FMI {found.fmiVersion}: export it again for FMI 2.0 or 3.0.")


def _refuse_other_platforms(path: str, files: list[str]) -> None:
    """Refuse an FMU without a library for this platform."""
    import fmpy

    here = {fmpy.platform, getattr(fmpy, "platform_tuple", fmpy.platform)}
    have = sorted({f.split("/")[1] for f in files if f.startswith("binaries/") and f.count("/") >= 2})
    if here & set(have):
        return
    if any(f.startswith("sources/") for f in files):
        remedy = f"it contains sources: compile them with `fmpy compile {Path(path).name}`."
    else:
        remedy = "export it for this platform, or run biela where it belongs."
    raise FmuError(f"{path!r} has no library for {' or '.join(sorted(here))}, but for {', '.join(have) or 'none'}: {remedy}")


def _described(path: str, found: Any) -> Description:
    units = {u.name: u.baseUnit for u in found.unitDefinitions or ()}
    variables = {v.name: _variable(v, units) for v in found.modelVariables if not v.dimensions}
    interfaces = {CO_SIMULATION: found.coSimulation, MODEL_EXCHANGE: found.modelExchange}
    kinds = tuple(kind for kind, own in interfaces.items() if own is not None)
    if not kinds:
        raise FmuError(f"{path!r} has neither co-simulation nor model exchange: export it with one of them.")
    rollback = tuple(kind for kind in kinds if getattr(interfaces[kind], "canGetAndSetFMUstate", False))
    simulation, experiment = found.coSimulation, found.defaultExperiment
    depends = {
        o.variable.name: frozenset(d.name for d in o.dependencies if d.causality == "input")
        for o in found.outputs
        if o.dependencies is not None
    }
    return Description(
        path, str(found.modelName), str(found.fmiVersion), variables, kinds, rollback,
        bool(simulation and simulation.canInterpolateInputs),
        _number(getattr(experiment, "stepSize", None)), depends,
    )  # fmt: skip


def _variable(v: Any, units: dict[str, Any]) -> Variable:
    """Return a variable with its unit; its declared type says what it does not say itself."""
    own = v.declaredType
    unit = v.unit or (own.unit if own is not None else None) or ""
    base = units.get(unit)
    factor, offset = (float(base.factor), float(base.offset)) if base is not None else (1.0, 0.0)
    dimension = tuple(int(getattr(base, name)) for name in BASE) if base is not None else None
    return Variable(
        v.name, int(v.valueReference), str(v.causality), str(v.variability), unit, str(v.type), _number(v.start), factor or 1.0,
        offset, dimension, _number(v.nominal),
    )  # fmt: skip


def _number(text: Any) -> float:
    """Return a number of the description; 0 where there is none."""
    try:
        value = float({"true": 1.0, "false": 0.0}.get(str(text), text))
    except (TypeError, ValueError):
        return 0.0
    return value if math.isfinite(value) else 0.0
