"""A machine as a folder of C99: header, source, an example and what builds it."""

from __future__ import annotations

import json

from biela.export.prepared import Export
from biela.export.program import MachineText, identifier, source_file


def c_files(export: Export, single: bool = False) -> dict[str, str]:
    """File name → text."""
    text = MachineText(export, single=single)
    return {
        "machine.h": text.header(),
        "machine.c": text.source(),
        "main.c": _main(export, text),
        "Makefile": source_file("Makefile.txt"),
        "CMakeLists.txt": source_file("CMakeLists.txt"),
    }


def _main(export: Export, text: MachineText) -> str:
    """The example, which prints the most important signals."""
    used: set[str] = set()
    index = {s.name: (identifier(f"SIGNAL_{s.name}", used), s.unit) for s in export.signals}
    shown = [(name, *index[name]) for name in export.main_signals]
    headings = json.dumps("".join(f",{name} [{unit}]" for name, _, unit in shown), ensure_ascii=False)[1:-1].replace(
        "%", "%%"
    )
    times, literal = export.ready.times, text.numbers.literal
    marks = {
        "@NAME@": export.name, "@HEADINGS@": headings, "@START@": literal(float(times[0])), "@STOP@": literal(float(times[-1])),
        "@STEPS@": str(len(times) - 1),
        "@PRINTS@": "\n".join(f'        printf(",%.17g", (double)m.signal[{i}]);' for _, i, _ in shown),
    }  # fmt: skip
    out = source_file("main.c")
    for mark, value in marks.items():
        out = out.replace(mark, value)
    return out
