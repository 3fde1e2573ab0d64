"""Ready machines as machine files, with their sizes as named parameters.

`build` of a library machine is called with parameters instead of numbers, so that the file says `com: [crank/2, 0, 0]` and
not `[0.02, 0, 0]`. Sizes for which that is impossible (counts, directions, sizes that shape a drawing) stay numbers.
"""

from __future__ import annotations

import inspect
import re

from biela.files.car import car_data
from biela.files.machine import run_of
from biela.files.start import describe_start
from biela.files.write import MachineData, machine_data
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Parameter
from biela.simulation.case import Case

UNITS = {
    "density": "kg/m", "gravity": "m/s^2", "mass": "kg", "load": "kg", "pressure": "Pa", "stiffness": "N/m", "damping": "N*s/m",
    "torque": "N*m",
}  # fmt: skip
"""Units of the sizes of library machines by their names; all others are lengths."""


def ready_text(case: Case) -> str:
    """Return the text of the machine file of a ready machine."""
    return ready_data(case).text()


def ready_data(case: Case) -> MachineData:
    """Return the machine file of a ready machine as data."""
    if case.subject is not None:
        data = car_data(case, described=True)
    else:
        mechanism, names = _parametric(case)
        simulation, inputs = run_of(case)
        start = describe_start(case.start(case.build())) | {"hold": case.hold or None}
        data = machine_data(
            mechanism, start=start, simulation=simulation, inputs=inputs, plots=case.signals, units=case.units,
            description=case.description, source=case.source, constants=set(names),
        )  # fmt: skip
    data.comment = (
        f"# {case.description[0].upper()}{case.description[1:]}.\n"
        "# Change a number, then:  biela check FILE   biela run FILE   biela show FILE\n"
        "# Numbers may have units (40 mm, 30 deg, 1200 rpm) and be arithmetic with parameters (crank/2);\n"
        "# without unit they are SI.\n"
    )
    return data


def _parametric(case: Case) -> tuple[Mechanism, list[str]]:
    """Return the machine with as many of its sizes as possible as parameters."""
    plain = case.build()
    sizes = {
        name: p.default
        for name, p in inspect.signature(case.make).parameters.items()
        if isinstance(p.default, float) and name not in plain.parameters
    }
    taken = set(plain.names())
    used: dict[str, Parameter] = {}
    for name, value in sizes.items():
        label = name if name not in taken else f"{name}_length"
        unit = next((unit for word, unit in UNITS.items() if word in name), "m")
        trial = {**used, name: Parameter(label, value, unit)}
        try:
            if re.search(rf"\b{label}\b", str(machine_data(case.build(**trial)))):
                used = trial
        except Exception:  # a size that must be a number
            continue
    mechanism = case.build(**used)
    mechanism.parameters = mechanism.parameters | {p.name: p for p in used.values()}
    return mechanism, [p.name for p in used.values()]
