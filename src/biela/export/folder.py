"""A machine as a folder of C99: header, source, an example and what builds it."""

from __future__ import annotations

import hashlib

from biela.export.prepared import Export
from biela.export.program import MachineText, c_string, filled, identifier, remark, source_file


def c_files(export: Export, single: bool = False) -> dict[str, str]:
    """File name → text. Files of two exports do not compile together: one that was interrupted may leave some of both."""
    text = MachineText(export, single=single)
    header, source, main = text.header(), text.source(), _main(export, text)
    token = f"0x{hashlib.sha256((header + source + main).encode()).hexdigest()[:7]}"
    include = '#include "machine.h"\n'
    check = f'{include}#if MACHINE_EXPORT != {token}\n#error "these files are of two exports: export the machine again"\n#endif\n'
    return {
        "machine.h": header.replace("#define MACHINE_H\n", f"#define MACHINE_H\n#define MACHINE_EXPORT {token}\n", 1),
        "machine.c": source.replace(include, check, 1),
        "main.c": main.replace(include, check, 1),
        "Makefile": source_file("Makefile.txt"),
        "CMakeLists.txt": source_file("CMakeLists.txt"),
    }


def _main(export: Export, text: MachineText) -> str:
    """The example, which prints the most important signals."""
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
