"""modelDescription.xml of an FMU: variables with units, dependencies and what the FMU can do; FMI 2.0 and 3.0.

| value references | variable |
|---|---|
| 0 | time |
| 1 … n_x | `state.…`: entries of x |
| then n_x | their derivatives |
| then n_u, n_p | inputs and parameters by their names |
| then all signals | by their names; the most important ones are outputs |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from xml.etree import ElementTree as xml

from biela.element.units import BASE, parse_unit
from biela.export.prepared import Export
from biela.files.xml_text import xml_text

CAN = {
    2: {"canGetAndSetFMUstate": "true", "canSerializeFMUstate": "true", "providesDirectionalDerivative": "true"},
    3: {
        "canGetAndSetFMUState": "true", "canSerializeFMUState": "true", "providesDirectionalDerivatives": "true",
        "providesAdjointDerivatives": "true",
    },
}  # fmt: skip
CATEGORIES = ("logStatusError", "logStatusDiscard", "logEvents")


class Variable(NamedTuple):
    """A variable of the FMU."""

    name: str
    reference: int
    unit: str
    causality: str
    variability: str
    initial: str = ""
    start: float | None = None
    derivative: int | None = None
    """Value reference of the state that it is the derivative of."""
    description: str = ""


def variables(export: Export) -> list[Variable]:
    """All variables, in the order of their value references."""
    n_x, n_u, n_p = len(export.states), len(export.inputs), len(export.parameters)
    out = [Variable("time", 0, "s", "independent", "continuous", description="time")]
    for k, s in enumerate(export.states):
        about = f"entry {k} of the state"
        out.append(Variable(f"state.{s.name}", 1 + k, s.unit, "local", "continuous", "exact", s.start, None, about))
    for k, s in enumerate(export.states):
        unit = "1" if s.unit == "1" else s.unit
        rate = f"{unit}/s" if unit != "1" else "1/s"
        name = f"der(state.{s.name})"
        out.append(Variable(name, 1 + n_x + k, rate, "local", "continuous", "calculated", None, 1 + k))
    for k, u in enumerate(export.inputs):
        if u.name not in export.laws:
            out.append(Variable(u.name, 1 + 2 * n_x + k, u.unit, "input", "continuous", "", u.start, None, "input"))
    for k, p in enumerate(export.parameters):
        first = 1 + 2 * n_x + n_u
        out.append(Variable(p.name, first + k, p.unit, "parameter", "tunable", "exact", p.start, None, "free parameter"))
    main = set(export.main_signals)
    for k, y in enumerate(export.signals):
        cause = "output" if y.name in main else "local"
        first = 1 + 2 * n_x + n_u + n_p
        out.append(Variable(y.name, first + k, y.unit, cause, "continuous", "calculated", None, None, "signal"))
    return _named_once(out)


def _named_once(given: list[Variable]) -> list[Variable]:
    seen: set[str] = set()
    out = []
    for v in given:
        name, k = v.name, 1
        while name in seen:
            k += 1
            name = f"{v.name}#{k}"
        seen.add(name)
        out.append(v._replace(name=name))
    return out


def base_unit(text: str) -> dict[str, str] | None:
    """Exponents and factor of a unit such as `N·m/rad`; None where it is not made of known ones."""
    found = parse_unit(text or "1")
    if found is None or any(e != int(e) for e in found.dimension):
        return None
    out = {name: str(int(e)) for name, e in zip(BASE, found.dimension, strict=True) if e and name != "cycle"}
    out |= {"rad": str(found.angle)} if found.angle else {}
    return out | ({"factor": repr(found.factor)} if found.factor != 1.0 else {})


def dependencies(export: Export, found: Sequence[Variable]) -> dict[int, list[int]]:
    """Value reference of each derivative and output → those of the states and inputs that it depends on, from sparsity."""
    import casadi as ca

    d = export.ready.functions.dynamics
    model, n_x = d.model, len(export.states)
    outputs = [v for v in found if v.causality == "output"]
    values = ca.vertcat(d.rates, *(d.signals[_signal(v.name)].value() for v in outputs))
    pattern = ca.jacobian_sparsity(values, ca.vertcat(model.x, model.u))
    rows: dict[int, list[int]] = {}
    unknown = [1 + n_x + k for k in range(n_x)] + [v.reference for v in outputs]
    inputs = {v.reference for v in found if v.causality == "input"}
    for row, column in zip(*pattern.get_triplet(), strict=True):
        reference = 1 + column if column < n_x else 1 + 2 * n_x + (column - n_x)
        if column < n_x or reference in inputs:
            rows.setdefault(unknown[row], []).append(reference)
    return {r: sorted(rows.get(r, [])) for r in unknown}


def _signal(name: str) -> str:
    return name.partition("#")[0]


def model_description(export: Export, version: int, identifier: str, token: str, sources: Sequence[str]) -> bytes:
    """The document."""
    found = variables(export)
    depends = dependencies(export, found)
    root = _root(export, version, token)
    _interfaces(root, version, identifier, sources)
    _units(root, found)
    log = xml.SubElement(root, "LogCategories")
    for category in CATEGORIES:
        xml.SubElement(log, "Category", {"name": category})
    times = export.ready.times
    experiment = {
        "startTime": times[0],
        "stopTime": times[-1],
        "tolerance": 1e-8,
        "stepSize": (times[-1] - times[0]) / (len(times) - 1),
    }
    xml.SubElement(root, "DefaultExperiment", {k: repr(float(v)) for k, v in experiment.items()})
    (_variables_2 if version == 2 else _variables_3)(root, found)
    (_structure_2 if version == 2 else _structure_3)(root, found, depends)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{xml_text(root)}\n'.encode()


def _root(export: Export, version: int, token: str) -> Any:
    own = {
        "fmiVersion": "2.0" if version == 2 else "3.0", "modelName": export.name, "generationTool": "biela",
        "description": f"{export.case.description} ({', '.join(export.notes)})", "variableNamingConvention": "flat",
        "guid" if version == 2 else "instantiationToken": token,
    }  # fmt: skip
    if version == 2:
        own["numberOfEventIndicators"] = str(export.ready.system.n_g)
    return xml.Element("fmiModelDescription", own)


def _interfaces(root: Any, version: int, identifier: str, sources: Sequence[str]) -> None:
    """Model exchange and co-simulation, with what they can do."""
    exchange, simulation = ({"modelIdentifier": identifier, **CAN[version]}, {"modelIdentifier": identifier, **CAN[version]})
    simulation |= {"canHandleVariableCommunicationStepSize": "true", "maxOutputDerivativeOrder": "1"}
    if version == 2:
        exchange["completedIntegratorStepNotNeeded"] = "false"
        for own in (exchange, simulation):
            own["canNotUseMemoryManagementFunctions"] = "true"
    else:
        exchange["needsCompletedIntegratorStep"] = "true"
        simulation |= {
            "providesIntermediateUpdate": "true", "mightReturnEarlyFromDoStep": "true",
            "canReturnEarlyAfterIntermediateUpdate": "true",
        }  # fmt: skip
    for name, own in (("ModelExchange", exchange), ("CoSimulation", simulation)):
        element = xml.SubElement(root, name, own)
        if version == 2 and sources:
            files = xml.SubElement(element, "SourceFiles")
            for file in sources:
                xml.SubElement(files, "File", {"name": file})


def _units(root: Any, found: Sequence[Variable]) -> None:
    table = xml.SubElement(root, "UnitDefinitions")
    for unit in sorted({v.unit for v in found}):
        element = xml.SubElement(table, "Unit", {"name": unit})
        if (base := base_unit(unit)) is not None:
            xml.SubElement(element, "BaseUnit", base)


def _about(v: Variable) -> dict[str, str]:
    out = {"name": v.name, "valueReference": str(v.reference), "causality": v.causality, "variability": v.variability}
    return out | ({"initial": v.initial} if v.initial else {}) | ({"description": v.description} if v.description else {})


def _variables_2(root: Any, found: Sequence[Variable]) -> None:
    table = xml.SubElement(root, "ModelVariables")
    index = {v.reference: k for k, v in enumerate(found, 1)}
    for v in found:
        real = {"unit": v.unit}
        real |= {"start": repr(v.start)} if v.start is not None else {}
        real |= {"derivative": str(index[v.derivative])} if v.derivative is not None else {}
        xml.SubElement(xml.SubElement(table, "ScalarVariable", _about(v)), "Real", real)


def _variables_3(root: Any, found: Sequence[Variable]) -> None:
    table = xml.SubElement(root, "ModelVariables")
    for v in found:
        own = {**_about(v), "unit": v.unit}
        own |= {"start": repr(v.start)} if v.start is not None else {}
        own |= {"derivative": str(v.derivative)} if v.derivative is not None else {}
        xml.SubElement(table, "Float64", own)


def _structure_2(root: Any, found: Sequence[Variable], depends: dict[int, list[int]]) -> None:
    index = {v.reference: k for k, v in enumerate(found, 1)}
    structure = xml.SubElement(root, "ModelStructure")
    outputs = [v for v in found if v.causality == "output"]
    rates = [v for v in found if v.derivative is not None]
    for name, group in (("Outputs", outputs), ("Derivatives", rates), ("InitialUnknowns", [*rates, *outputs])):
        if not group:
            continue
        element = xml.SubElement(structure, name)
        for v in sorted(group, key=lambda v: index[v.reference]):
            own = {"index": str(index[v.reference])}
            if name != "InitialUnknowns":
                own["dependencies"] = " ".join(str(index[r]) for r in depends[v.reference])
            xml.SubElement(element, "Unknown", own)


def _structure_3(root: Any, found: Sequence[Variable], depends: dict[int, list[int]]) -> None:
    structure = xml.SubElement(root, "ModelStructure")
    outputs = [v for v in found if v.causality == "output"]
    rates = [v for v in found if v.derivative is not None]
    for name, group in (("Output", outputs), ("ContinuousStateDerivative", rates)):
        for v in group:
            own = {"valueReference": str(v.reference), "dependencies": " ".join(map(str, depends[v.reference]))}
            xml.SubElement(structure, name, own)
    for v in [*outputs, *rates]:
        xml.SubElement(structure, "InitialUnknown", {"valueReference": str(v.reference)})
