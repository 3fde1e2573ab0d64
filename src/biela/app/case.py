"""Find a case by what a user calls it: the name of a ready machine, a file, a result, or a sample of a study."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from biela import library
from biela.base.errors import BielaError
from biela.base.intake import is_address
from biela.base.surface import command, setting
from biela.files.format import RESULT, Impossible
from biela.simulation.case import Case


def find_case(
    name: str, changes: Sequence[str] = (), manoeuvre: str | None = None, given: IO[bytes] | None = None,
    impossible: Impossible = False,
) -> Case:  # fmt: skip
    """Find the case of a ready machine, a file, a result or a sample of a study (`out/study#17`), with values changed
    (`path=value`); of a car with a manoeuvre. `given` is a stream with a machine file, read instead; `impossible` inertias in files
    are refused, kept, or replaced by the nearest possible ones."""
    path, (folder, mark, sample) = Path(name), name.rpartition("#")
    if given is not None:
        case = _of_stream(given, changes, impossible)
    elif mark and sample.isdigit() and (Path(folder).is_dir() or is_address(folder)):
        from biela.study.result import open_sweep

        case = open_sweep(folder).case(int(sample), changes)
    elif is_address(name):
        raise BielaError(
            f"{name!r} is an address: machines and results are read from files. A sample of a study there is '{name}#0'; to show "
            "the study, copy it to a folder."
        )
    elif path.suffix == RESULT:
        from biela.files.results.repeat import from_result

        if changes:
            machine = command("export", f"biela.app.export.target.export({name!r}, Path('my.yaml'))", name, "my.yaml")
            raise BielaError(f"{setting('changes')} works on machines and machine files: {machine} gets the machine of a result.")
        case = from_result(path)
    elif path.suffix or len(path.parts) > 1 or path.is_file():
        from biela.files.machine import read

        case = read(path, changes, impossible=impossible)
    else:
        case = library.get(name)
        if changes:
            from biela.files.machine import changed

            case = replace(changed(case, changes, f"{case.name} with {setting('changes')}"), file="")
    if manoeuvre is None:
        return case
    from biela.vehicle.driven import driven

    return driven(case, manoeuvre)


def _of_stream(stream: IO[bytes], changes: Sequence[str], impossible: Impossible) -> Case:
    from biela.files.document import MAX_BYTES
    from biela.files.machine import loads

    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BielaError(f"the standard input has more than {MAX_BYTES} bytes: machine files of up to that size are read.")
    try:
        return loads(data.decode("utf-8-sig"), "standard input", changes, impossible=impossible)
    except UnicodeDecodeError:
        raise BielaError("the standard input is not UTF-8 text: give a machine file (.yaml).") from None
