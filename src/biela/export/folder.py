"""A machine as a folder of C99: header, source, an example and what builds it."""

from __future__ import annotations

import hashlib

from biela.estimate.estimator import Estimator
from biela.export.prepared import Export
from biela.export.program import MachineText, c_string, filled, identifier, remark, source_file

MACHINE_H, FILTER_H = "machine.h", "filter.h"
FILTER_SOURCES = ("filter.c", "estimate.c")


def c_files(export: Export, single: bool = False, estimator: Estimator | None = None) -> dict[str, str]:
    """Return file name → text. Files of two exports do not compile together: one that was interrupted may leave some of both."""
    text = MachineText(export, single=single)
    files = {"machine.h": text.header(), "machine.c": text.source(), "main.c": _main(export, text)}
    if estimator is not None:
        files |= _filter(estimator, export, single)
    token = f"0x{hashlib.sha256(''.join(files.values()).encode()).hexdigest()[:7]}"
    check = f'#if MACHINE_EXPORT != {token}\n#error "these files are of two exports: export the machine again"\n#endif\n'
    for name in files:
        include = f'#include "{FILTER_H if name in FILTER_SOURCES else MACHINE_H}"\n'
        files[name] = files[name].replace(include, include + check, 1)
    begin = "#define MACHINE_H\n"
    files[MACHINE_H] = files[MACHINE_H].replace(begin, f"{begin}#define MACHINE_EXPORT {token}\n", 1)
    builds = ("" if estimator is None else source_file(f"filter.{kind}") for kind in ("Makefile", "CMakeLists"))
    for name, build in zip(("Makefile", "CMakeLists.txt"), builds, strict=True):
        plain = source_file(f"{name.removesuffix('.txt')}.txt")
        files[name] = filled(plain, {"@PROGRAMS@": "machine" if estimator is None else "machine estimate", "@FILTER@": build})
    return files


def _filter(estimator: Estimator, export: Export, single: bool) -> dict[str, str]:
    """Return a filter of the machine, and a program that uses it."""
    from biela.export.filter import FilterText

    text = FilterText(estimator, export, single)
    return {FILTER_H: text.header(), "filter.c": text.source(), "estimate.c": text.example()}


def _main(export: Export, text: MachineText) -> str:
    """Return the example, which prints the most important signals."""
    used: set[str] = set()
    index = {s.name: (identifier(f"SIGNAL_{s.name}", used), s.unit) for s in export.signals}
    shown = [(name, *index[name]) for name in export.main_signals]
    headings = c_string("".join(f",{name} [{unit}]" for name, _, unit in shown)).replace("%", "%%")
    times, literal = export.ready.times, text.numbers.literal
    marks = {
        "@NAME@": remark(export.name), "@HEADINGS@": headings,
        "@START@": literal(float(times[0])), "@STOP@": literal(float(times[-1])), "@STEPS@": str(len(times) - 1),
        "@PRINTS@": "\n".join(f'        printf(",%.17g", (double)m.signal[{i}]);' for _, i, _ in shown),
    }  # fmt: skip
    return filled(source_file("main.c"), marks)
