"""Ready machines as machine files, with their sizes as named parameters.

`build` of a library machine is called with parameters instead of numbers, so that the file says `com: [crank/2, 0, 0]` and
not `[0.02, 0, 0]`. Sizes for which that is impossible (counts, directions, sizes that shape a drawing) stay numbers.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

from biela.files.start import describe_start
from biela.files.write import dumps
from biela.mechanism.parameter import Parameter

if TYPE_CHECKING:
    from biela.library import Ready
    from biela.mechanism.mechanism import Mechanism

UNITS = {
    "density": "kg/m",
    "gravity": "m/s^2",
    "mass": "kg",
    "load": "kg",
    "pressure": "Pa",
    "stiffness": "N/m",
    "damping": "N*s/m",
    "torque": "N*m",
}
"""Units of the sizes of library machines by their names; all others are lengths."""


def ready_text(machine: Ready) -> str:
    """The machine file of a ready machine."""
    if hasattr(machine.module, "car"):
        from biela.files.car import car_text

        driven = machine.driven("standing-start")
        driven.source = " ".join(source(machine).split())
        return car_text(driven, _header(machine))
    mechanism, names = _parametric(machine)
    plain = machine.build()
    start = describe_start(machine.start(plain)) | {"hold": machine.held(plain)}
    return _header(machine) + dumps(
        mechanism,
        start=start,
        simulation={"duration": machine.duration, **machine.settings},
        inputs=machine.inputs or None,
        plots=machine.signals,
        description=machine.description,
        source=source(machine),
        constants=set(names),
    )


def _parametric(machine: Ready) -> tuple[Mechanism, list[str]]:
    """The machine with as many of its sizes as possible as parameters."""
    options = dict(machine.options)
    plain = machine.build()
    sizes = {
        name: p.default
        for name, p in inspect.signature(machine.module.build).parameters.items()
        if isinstance(p.default, float) and name not in options and name not in plain.parameters
    }
    taken = set(plain.names())
    used: dict[str, Parameter] = {}
    for name, value in sizes.items():
        label = name if name not in taken else f"{name}_length"
        trial = {**used, name: Parameter(label, value, _unit(name))}
        try:
            if _appears(machine.build(**trial), label):
                used = trial
        except Exception:  # a size that must be a number
            continue
    mechanism = machine.build(**used)
    mechanism.parameters = mechanism.parameters | {p.name: p for p in used.values()}
    return mechanism, [p.name for p in used.values()]


def _unit(name: str) -> str:
    return next((unit for word, unit in UNITS.items() if word in name), "m")


def _appears(mechanism: Mechanism, name: str) -> bool:
    """Whether the parameter is somewhere in the description."""
    return bool(re.search(rf"\b{name}\b", dumps(mechanism)))


def _header(machine: Ready) -> str:
    return (
        f"# {machine.description[0].upper()}{machine.description[1:]}.\n"
        "# Change a number, then:  biela check FILE   biela run FILE   biela show FILE\n"
        "# Numbers may have units (40 mm, 30 deg, 1200 rpm) and be arithmetic with parameters (crank/2);\n"
        "# without unit they are SI.\n"
    )


def source(machine: Ready) -> str:
    """The paragraph of the machine's file that names its source, in one line."""
    text: Any = machine.module.__doc__ or ""
    found = re.search(r"Source: (.*?)(?:\n\n|\Z)", text, re.DOTALL)
    return " ".join(found.group(1).split()) if found else ""
