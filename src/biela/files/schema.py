"""Schema of machine files. Elements declare their own part (see `biela.element`); here is what belongs to files alone: bodies,
frames, parameters, the start, the run, and the file as a whole."""

from __future__ import annotations

from biela.element import schema
from biela.element.declaration import declared, family, function_element
from biela.element.display import QUANTITIES, SYSTEMS
from biela.element.role import (
    Datum,
    Role,
    choice,
    data,
    data_of,
    direction,
    fixed,
    flag,
    record,
    rotation,
    signal_law,
    text,
    vector,
)
from biela.element.schema import FORMS, TEXT, Form, Json, entries, mapping
from biela.lie import inertia
from biela.mechanism import mechanism as _declares_all_elements  # noqa: F401
from biela.simulation.formulation import NAMES

VERSION = 1
"""Version of the format; files say `biela: 1`."""
TYPED = ("joints", "couplings", "loads", "actuators", "sensors")
"""Sections whose entries have a `type`."""
NAME = Role("name")
SIZES: dict[str, str | Role] = {
    "length": "m", "radius": "m", "inner_radius": "m", "outer_radius": "m", "size": vector("m"), "axis": direction(),
}  # fmt: skip
for _shape in (inertia.rod, inertia.box, inertia.cylinder, inertia.sphere, inertia.hollow_cylinder):
    function_element("inertias", _shape.__name__, **SIZES)(_shape)


def _inertia(role: Role, x: object) -> None:
    if isinstance(x, dict) and "mesh" in x:
        if set(x) - {"mesh", "density"}:
            raise ValueError("a mesh takes a density, nothing else: {mesh: crank.stl, density: 7850 kg/m^3}")
    elif isinstance(x, dict):
        known = declared("inertias")
        if len(x) != 1 or next(iter(x)) not in known:
            raise ValueError(f"give one of {', '.join([*known, 'mesh'])}, such as {{rod: {{length: 0.4}}}}")
        schema.variant(known[next(iter(x))], next(iter(x.values())))
    elif isinstance(x, list) and len(x) == 3:
        for row in x if any(isinstance(e, list) for e in x) else [x]:
            schema.fits(vector(), row)
    else:
        raise ValueError("give three principal moments, the three rows of a tensor, or a shape such as {rod: {length: 0.4}}")


def _share(role: Role, x: object) -> None:
    """Check a function of time, or the name of a state of a network."""
    if not (isinstance(x, dict) and set(x) == {"state"}):
        schema.function(role, x)
    elif not isinstance(x["state"], str):
        raise ValueError("name a state of a network: {state: earth/fill.value}")


def _impossible(role: Role, x: object) -> None:
    if not isinstance(x, bool) and x != "nearest":
        raise ValueError("it must be true, false or nearest")


def _hold(role: Role, x: object) -> None:
    if not isinstance(x, list):
        schema.fits(choice("nearest", "rod", "mean", "smallest"), x)


_TEXTS = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
_UNITS = {"anyOf": [{"enum": list(SYSTEMS)}, {"type": "object", "propertyNames": {"enum": list(QUANTITIES)}}]}
FORMS["inertia"] = Form(_inertia, lambda role: {"anyOf": [schema.ROWS, schema.OBJECT]})
FORMS["looks"] = Form(lambda role, x: None, lambda role: {"anyOf": [schema.OBJECT, schema.ARRAY]})
FORMS["units"] = Form(lambda role, x: None, lambda role: _UNITS)
FORMS["uses"] = Form(lambda role, x: None, lambda role: _TEXTS)
FORMS["share"] = Form(_share, FORMS["motion"].json)
FORMS["impossible"] = Form(_impossible, lambda role: {"enum": [True, False, "nearest"]})
FORMS["hold"] = Form(_hold, lambda role: _TEXTS)
FORMS["method"] = Form(FORMS["name"].fits, lambda role: {"enum": _methods()})
FORMS["parameter"] = Form(lambda role, x: None, lambda role: {"anyOf": [*schema.NUMBER["anyOf"], _ref("FreeParameter")]})
FORMS["body"] = Form(lambda role, x: None, lambda role: {"anyOf": [_ref("BodyEntry"), {"type": "null"}]})
FORMS["element"] = Form(lambda role, x: None, lambda role: _ref(role.words[0]))


def _methods() -> list[str]:
    """Return integrators by name, those of users too."""
    from biela.integrate.method.base import method_names  # most files are read without the schema

    return method_names()


def _ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


@family
class FreeParameter:
    """A parameter that may stay open: sweeps, identification and filters change it without compiling again."""

    value: object = data("any")
    unit: str = data(text(), default="")
    free: bool = data(flag(), default=False)
    share: object = data(Role("share"), default=None, about="of a free mass: part of it present, a function of time or {state: …}")


@family
class Place:
    """A frame on a body, given where it is needed."""

    body: str = data(NAME)
    position: object = data(vector("m"), default=(0, 0, 0))
    rotation: object = data(rotation(), default=None)


@family
class FrameOnBody:
    """A named frame, `body.name` elsewhere."""

    position: object = data(vector("m"), default=(0, 0, 0))
    rotation: object = data(rotation(), default=None, about="roll, pitch, yaw, or a matrix by rows")


@family
class BodyEntry:
    """A rigid body."""

    mass: object = data("kg >= 0", default=0.0, label="mass")
    com: object = data(vector("m"), default=(0, 0, 0), about="centre of mass in the body frame")
    inertia: object = data(Role("inertia", "kg*m^2"), default=None, about="about the centre of mass: moments, tensor, shape, mesh")
    principal_axes: object = data(rotation(), default=None, about="axes of `inertia`; the body's if omitted")
    position: object = data(vector("m"), default=(0, 0, 0), about="of the body frame in the drawing pose")
    rotation: object = data(rotation(), default=None, about="of the body frame in the drawing pose")
    frames: object = data(mapping(), default=None, about="points [x, y, z] or frames {position, rotation}")
    draw: object = data(Role("looks"), default=None, about="shapes: {mesh: crank.stl}, or a list; see `shapes`")
    impossible: object = data(Role("impossible"), default=False, about="true: keep one that no real body has; nearest: mend it")


@family
class Start:
    """Start of a run; loops are closed from here."""

    coordinates: object = data(mapping(), default=None, about="held: joint, or joint.coordinate → value")
    rates: object = data(mapping(), default=None, about="joint, or joint.rate → value; the rest follows")
    guess: object = data(mapping(), default=None, about="near here: it chooses between ways to assemble")
    states: object = data(mapping(), default=None, about="of networks: network/element → value, SI")
    tolerance: object = data(fixed("1 > 0"), default=None, about="gap of a loop taken for rounding [rad, parts of machine size]")
    hold: object = data(Role("hold"), default=None, about="pressures that hold it: nearest, rod, mean, smallest, or what stays")


@family
class FileEvent:
    """An event of a run."""

    when: object = data(signal_law(), about="expression of signals that passes through zero")
    direction: str = data(choice("rising", "falling", "both"), default="both")
    action: str = data(choice("record", "stop"), default="record")


@family
class Simulation:
    """Settings of a run."""

    duration: object = data(fixed("s > 0"), default=10.0)
    method: str = data(Role("method"), default="automatic", about="integrator; see `biela list methods`")
    step: object = data(fixed("s > 0"), default=None)
    rtol: object = data(fixed("1 > 0"), default=None)
    atol: object = data(fixed("1 > 0"), default=None)
    output_step: object = data(fixed("s > 0"), default=None)
    max_step: object = data(fixed("s > 0"), default=None, about="longest step of an adaptive method")
    substeps: int | None = data(Role("count", size=1), default=None, about="of multi-rate: network steps in one of the mechanism")
    formulation: str = data(choice(*NAMES), default="projected")
    inputs: object = data(mapping(), default=None, about="actuator → number, law of signals, or function of time")
    events: object = data(mapping(record(FileEvent)), default=None)


@family
class StudyFile:
    """A study of the machine: `biela sweep FILE`."""

    vary: object = data(mapping(), default=None, about="what varies → LOW..HIGH:COUNT, a list, or ~normal(MEAN, DEVIATION)")
    tolerances: object = data(mapping(), default=None, about="what varies → its tolerance, to either side")
    measures: object = data(entries(), default=None, about="what each run is reduced to: max(C.force), A.angle at 2s")
    series: object = data(entries(), default=None, about="signals that are kept over time")
    limits: object = data(entries(), default=None, about="conditions whose probability is asked for: peak > 3")
    samples: int | None = data(Role("count", size=1), default=None, about="random draws for each point of the grid")
    sampling: str = data(NAME, default="random", about="random, latin, sobol, or for sensitivities saltelli, morris")
    seed: int | None = data(Role("count", size=0), default=None)
    correlate: object = data(mapping(), default=None, about="pairs of what is drawn, 'a, b' → correlation")
    table: str | None = data(text(), default=None, about="CSV or Parquet file with samples, one column for each quantity")


def _section(name: str) -> Role:
    return mapping(Role("element", words=(name,)))


@family
class MachineFile:
    """A machine file of biela."""

    biela: int = data(Role("count", size=1), about="version of the format")
    name: str = data(text())
    description: str = data(text(), default="")
    source: str = data(text(), default="", about="where the data come from")
    uses: object = data(Role("uses"), default="", about="files of Python elements that it needs; whoever reads it allows them")
    parameters: object = data(mapping(Role("parameter")), default=None, about="crank: 40 mm, or {value: 40 mm, free: true}")
    gravity: object = data(vector("m/s^2"), default=(0, 0, -9.81))
    impossible: object = data(Role("impossible"), default=False, about="of all bodies that do not say it themselves")
    bodies: object = data(mapping(Role("body")), default=None)
    joints: object = data(_section("Joint"), default=None)
    couplings: object = data(_section("Coupling"), default=None)
    loads: object = data(_section("Load"), default=None)
    actuators: object = data(_section("Actuator"), default=None)
    drives: object = data(_section("Drive"), default=None)
    sensors: object = data(_section("Sensor"), default=None)
    components: object = data(_section("OwnComponent"), default=None, about="component types of this file")
    networks: object = data(_section("NetworkFile"), default=None, about="power networks; see the page on them")
    start: object = data(record(Start), default=None)
    simulation: object = data(record(Simulation), default=None)
    study: object = data(record(StudyFile), default=None, about="of many such machines; see `biela sweep`")
    plots: object = data(entries(), default=None, about="signals, lists of them for one panel each, or {x: NAME, y: NAME}")
    units: object = data(Role("units"), default=None, about="of what is shown: SI, engineering, or {pressure: bar, length: mm}")
    frames: object = data(mapping(), default=None, about="points and frames drawn on the ground")
    shapes: object = data(mapping(entries()), default=None, about="body, or line element → box, prism, tube, ball, mesh, telescope")


def json_schema() -> Json:
    """Return the JSON Schema of machine files and car files, for editors that complete and check while one types."""
    from biela.files.car import car_definitions
    from biela.files.network_schema import network_definitions

    def of(cls: type) -> Json:
        return schema.of_data(data_of(cls), cls.__doc__ or "")

    definitions = {cls.__name__: of(cls) for cls in (FreeParameter, Place, BodyEntry, MachineFile)}
    definitions["MachineFile"]["properties"]["biela"] = {"const": VERSION}
    for section in TYPED:
        definitions[section[:-1].capitalize()] = {"anyOf": [schema.of_declaration(d) for d in declared(section).values()]}
    definitions["Drive"] = schema.of_data(declared("drives")["drive"].data, "a prescribed motion")
    definitions |= network_definitions() | car_definitions()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "biela machine file", "type": "object",
        "if": {"required": ["car"]}, "then": _ref("CarFile"), "else": _ref("MachineFile"), "$defs": definitions,
    }  # fmt: skip


def keys(cls: type) -> dict[str, Datum]:
    """Return the keys of an entry."""
    return {d.key: d for d in data_of(cls)}
