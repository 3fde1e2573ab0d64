"""A machine as a functional mock-up unit: description, libraries and sources in one file."""

from __future__ import annotations

import hashlib
import io
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from biela.base.atomic import file_name, write_whole
from biela.base.errors import BielaError
from biela.base.surface import setting
from biela.export.compiler import library, platform
from biela.export.description import model_description
from biela.export.prepared import Export
from biela.export.program import MachineText, identifier, source_file
from biela.network.fmi.standard import DESCRIPTION

CLOSED = 1e-6
"""Gap of loops, between steps of another integrator, at which the FMU asks for an event to close them; less where that integrator
has a tolerance below a hundredth of this."""


def fmu(
    export: Export, version: int = 2, platforms: Sequence[str] = ("linux64",), sources: bool = False, portable: bool = False
) -> bytes:
    """Return the bytes of an FMU.

    Parameters
    ----------
    version : of the standard, 2 or 3
    platforms : names, see `compiler.PLATFORMS`
    sources : put the C code into it, too
    portable : do without instructions that old processors lack
    """
    if version not in (2, 3):
        raise BielaError(f"FMI {version} is unknown: give {setting('fmi', 2)} or 3.")
    chosen = [platform(name) for name in platforms]
    name = identifier(export.name, set())
    text = MachineText(export, derivatives=("directional",) if version == 2 else ("directional", "adjoint"))
    files = {"machine.h": text.header(), "machine.c": text.source(), "fmu.h": source_file("fmu.h"), "fmu.c": source_file("fmu.c")}
    derivatives = text.derivative_sources()
    files |= {**derivatives, f"fmi{version}.c": source_file(f"fmi{version}.c")}
    token = hashlib.sha256("".join(files.values()).encode()).hexdigest()[:32]
    files["fmu_facts.h"], files["fmu_facts.c"] = _facts(export, text, token)
    compiled = [n for n in files if n.endswith(".c")]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, tempfile.TemporaryDirectory() as folder:
        archive.writestr(DESCRIPTION, model_description(export, version, name, token, compiled if sources else ()))
        for file, content in files.items():
            write_whole(Path(folder) / file_name(file), content)
            if sources:
                archive.writestr(f"sources/{file}", content)
        if sources and version == 3:
            archive.writestr("sources/buildDescription.xml", _build_description(name, compiled))
        for where in chosen:
            binary = f"{name}{where.ending}"
            library(where, compiled, ["machine.c"], list(derivatives), binary, Path(folder), portable)
            place = where.folder_2 if version == 2 else where.folder_3
            archive.writestr(f"binaries/{place}/{binary}", (Path(folder) / file_name(binary)).read_bytes())
    return out.getvalue()


def _facts(export: Export, text: MachineText, token: str) -> tuple[str, str]:
    """Return header and source of what the code of FMUs must know of the machine."""
    literal, times = text.numbers.literal, export.ready.times
    n_x, n_g = len(export.states), export.ready.system.n_g
    nominal = export.ready.system.nominal
    breaks = [] if text.fixed else list(map(float, export.ready.breaks))
    vectors = {
        "FMU_NOMINAL": np.ones(n_x) if nominal is None else np.asarray(nominal), "FMU_BREAK": np.array(breaks),
        "FMU_DIRECTION": np.array(export.ready.directions or [], float)[:n_g],
    }  # fmt: skip
    header = [
        "#ifndef FMU_FACTS_H", "#define FMU_FACTS_H", f'#define FMU_TOKEN "{token}"', f"#define FMU_BREAKS {len(breaks)}",
        f"#define FMU_START {literal(float(times[0]))}", f"#define FMU_STOP {literal(float(times[-1]))}",
        f"#define FMU_CLOSED {literal(CLOSED)}",
        *(f"extern const real {name}[{max(len(v), 1)}];" for name, v in vectors.items()), "#endif", "",
    ]  # fmt: skip
    source = ['#include "machine.h"', '#include "fmu_facts.h"']
    for name, values in vectors.items():
        items = ", ".join(literal(float(x)) for x in values) or "0"
        source.append(f"const real {name}[{max(len(values), 1)}] = {{{items}}};")
    return "\n".join(header), "\n".join([*source, ""])


def _build_description(name: str, files: Sequence[str]) -> str:
    lines = "\n".join(f'      <SourceFile name="{file}"/>' for file in files)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<fmiBuildDescription fmiVersion="3.0">\n'
        f'  <BuildConfiguration modelIdentifier="{name}">\n    <SourceFileSet language="C99">\n{lines}\n'
        '    </SourceFileSet>\n    <Library name="m"/>\n  </BuildConfiguration>\n</fmiBuildDescription>\n'
    )
