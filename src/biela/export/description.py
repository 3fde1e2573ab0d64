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

import itertools
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as xml

from biela.export.prepared import Export
from biela.files.robot_tree import xml_text
from biela.network.fmi.standard import BASE, Variable, base_unit

CAN = {
    2: {"canGetAndSetFMUstate": "true", "canSerializeFMUstate": "true", "providesDirectionalDerivative": "true"},
    3: {
        "canGetAndSetFMUState": "true", "canSerializeFMUState": "true", "providesDirectionalDerivatives": "true",
        "providesAdjointDerivatives": "true",
    },
}  # fmt: skip
CATEGORIES = ("logStatusError", "logStatusDiscard", "logEvents")


def variables(export: Export) -> list[Variable]:
    """Return all variables, in the order of their value references."""
    out: list[Variable] = []
    references = itertools.count()

    def add(name: str, unit: str, causality: str, variability: str = "continuous", **more: Any) -> None:
        out.append(Variable(name, next(references), causality, variability, unit, **more))

    add("time", "s", "independent", description="time")
    for k, s in enumerate(export.states):
        add(f"state.{s.name}", s.unit, "local", initial="exact", start=s.start, description=f"entry {k} of the state")
    for k, s in enumerate(export.states):
        add(f"der(state.{s.name})", f"{s.unit}/s", "local", initial="calculated", derivative=1 + k)
    for u in export.inputs:
        if u.name in export.laws:  # its reference stays free
            next(references)
        else:
            add(u.name, u.unit, "input", start=u.start, description="input")
    for p in export.parameters:
        add(p.name, p.unit, "parameter", "tunable", initial="exact", start=p.start, description="free parameter")
    main = set(export.main_signals)
    for y in export.signals:
        add(y.name, y.unit, "output" if y.name in main else "local", initial="calculated", description="signal")
    seen: set[str] = set()
    for place, v in enumerate(out):
        names = (f"{v.name}#{k}" if k > 1 else v.name for k in itertools.count(1))
        out[place] = v._replace(name=next(name for name in names if name not in seen))
        seen.add(out[place].name)
    return out


def dependencies(export: Export, found: Sequence[Variable]) -> dict[int, list[int]]:
    """Return value reference of each derivative and output → those of states and inputs that it depends on, from sparsity."""
    import casadi as ca

    d = export.ready.functions.dynamics
    model, n_x = d.model, len(export.states)
    outputs = [v for v in found if v.causality == "output"]
    values = ca.vertcat(d.rates, *(d.signals[v.name.partition("#")[0]].value() for v in outputs))
    pattern = ca.jacobian_sparsity(values, ca.vertcat(model.x, model.u))
    rows: dict[int, list[int]] = {}
    unknown = [1 + n_x + k for k in range(n_x)] + [v.reference for v in outputs]
    inputs = {v.reference for v in found if v.causality == "input"}
    for row, column in zip(*pattern.get_triplet(), strict=True):
        reference = 1 + column if column < n_x else 1 + 2 * n_x + (column - n_x)
        if column < n_x or reference in inputs:
            rows.setdefault(unknown[row], []).append(reference)
    return {r: sorted(rows.get(r, [])) for r in unknown}


def model_description(export: Export, version: int, identifier: str, token: str, sources: Sequence[str]) -> bytes:
    """Return the document."""
    found = variables(export)
    root, depends = _root(export, version, token), dependencies(export, found)
    _interfaces(root, version, identifier, sources)
    _units(root, found)
    log = xml.SubElement(root, "LogCategories")
    for category in CATEGORIES:
        xml.SubElement(log, "Category", {"name": category})
    times = export.ready.times
    step = (times[-1] - times[0]) / (len(times) - 1)
    experiment = {"startTime": times[0], "stopTime": times[-1], "tolerance": 1e-8, "stepSize": step}
    xml.SubElement(root, "DefaultExperiment", {k: repr(float(v)) for k, v in experiment.items()})
    place = {v.reference: k if version == 2 else v.reference for k, v in enumerate(found, 1)}
    _variables(root, version, found, place)
    _structure(root, version, found, depends, place)
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
    """Write model exchange and co-simulation, with what they can do."""
    exchange = {"modelIdentifier": identifier, **CAN[version]}
    simulation = exchange | {"canHandleVariableCommunicationStepSize": "true", "maxOutputDerivativeOrder": "1"}
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
        if (found_unit := base_unit(unit)) is not None:
            dimension, factor = found_unit
            own = {name: str(e) for name, e in zip(BASE, dimension, strict=True) if e}
            xml.SubElement(element, "BaseUnit", own | ({"factor": repr(factor)} if factor != 1.0 else {}))


def _variables(root: Any, version: int, found: Sequence[Variable], place: Mapping[int, int]) -> None:
    """Write the variables; `place` is how the version refers to another one: by its place from 1 on, or by its reference."""
    table = xml.SubElement(root, "ModelVariables")
    for v in found:
        own = {"name": v.name, "valueReference": str(v.reference), "causality": v.causality, "variability": v.variability}
        own |= {key: word for key, word in (("initial", v.initial), ("description", v.description)) if word}
        value = {"unit": v.unit}
        value |= {"start": repr(v.start)} if v.has_start else {}
        value |= {"derivative": str(place[v.derivative])} if v.derivative is not None else {}
        if version == 2:
            xml.SubElement(xml.SubElement(table, "ScalarVariable", own), "Real", value)
        else:
            xml.SubElement(table, v.type, own | value)


def _structure(
    root: Any, version: int, found: Sequence[Variable], depends: Mapping[int, Sequence[int]], place: Mapping[int, int]
) -> None:
    """Write which unknowns there are, and what they depend on: in lists with FMI 2.0, one after the other with 3.0."""
    structure = xml.SubElement(root, "ModelStructure")
    outputs, rates = [v for v in found if v.causality == "output"], [v for v in found if v.derivative is not None]
    start = [*rates, *outputs] if version == 2 else [*outputs, *rates]
    for name, group in (("Output", outputs), ("Derivative", rates), ("InitialUnknown", start)):
        lists = xml.SubElement(structure, f"{name}s") if version == 2 and group else structure
        each = "Unknown" if version == 2 else "ContinuousStateDerivative" if name == "Derivative" else name
        for v in sorted(group, key=lambda v: place[v.reference]) if version == 2 else group:
            own = {"index" if version == 2 else "valueReference": str(place[v.reference])}
            if name != "InitialUnknown":
                own["dependencies"] = " ".join(str(place[r]) for r in depends[v.reference])
            xml.SubElement(lists, each, own)
