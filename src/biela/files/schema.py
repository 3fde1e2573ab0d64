"""What a machine file may say: one pydantic model for each kind of entry, named as the methods of `Mechanism` are.

Fields that hold numbers accept expressions with units; `unit` says what they measure. In the unit of a field on a joint
coordinate, `q` stands for the unit of that coordinate (rad or m) and `f` for that of its effort (N·m or N).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema

from biela.errors import nearest
from biela.files.motion import KINDS
from biela.files.network_schema import NetworkFile, OwnComponent

VERSION = 1
"""Of the format; files say `biela: 1`."""

Number = int | float


# ------------------------------------------------------------------------------------------------ types of single fields


def _value(x: Any) -> Any:
    if isinstance(x, bool) or not isinstance(x, int | float | str):
        raise ValueError("give a number or an expression, such as 0.4, 12 mm or crank/2")
    return x


def _vector(x: Any) -> Any:
    if not isinstance(x, list) or len(x) != 3:
        raise ValueError("give three numbers in brackets, such as [0, 0, 12 mm]")
    return [_value(e) for e in x]


def _direction(x: Any) -> Any:
    if isinstance(x, str):
        if x.lstrip("+-") in ("x", "y", "z") and len(x) <= 2:
            return x
        raise ValueError("give x, y, z, -x, -y, -z, or three numbers in brackets")
    return _vector(x)


def _rotation(x: Any) -> Any:
    if not isinstance(x, list) or len(x) != 3:
        raise ValueError("give roll, pitch and yaw, such as [0, 0, 90 deg], or the three rows of a rotation matrix")
    return [_vector(row) for row in x] if any(isinstance(e, list) for e in x) else _vector(x)


def _inertia(x: Any) -> Any:
    if isinstance(x, dict):
        if len(x) != 1 or next(iter(x)) not in SHAPES:
            raise ValueError(f"give one of {', '.join(SHAPES)}, such as {{rod: {{length: 0.4}}}}")
        shape, sizes = next(iter(x.items()))
        if not isinstance(sizes, dict):
            raise ValueError(f"say the sizes of the {shape}: " + ", ".join(SHAPES[shape]))
        wrong = [k for k in sizes if k not in SHAPES[shape]]
        if wrong:
            raise ValueError(f"a {shape} has no {wrong[0]!r}.{nearest(str(wrong[0]), SHAPES[shape])}".rstrip("."))
        missing = [k for k in SHAPES[shape] if k not in sizes and k != "axis"]
        if missing:
            raise ValueError(f"the {shape} needs {missing[0]!r}")
        return {
            shape: {
                k: _direction(v) if k == "axis" else _vector(v) if k == "size" else _value(v) for k, v in sizes.items()
            }
        }
    if isinstance(x, list) and len(x) == 3:
        return [_vector(row) for row in x] if any(isinstance(e, list) for e in x) else _vector(x)
    raise ValueError(
        "give three principal moments, the three rows of a tensor, or a shape such as {rod: {length: 0.4}}"
    )


SHAPES = {
    "rod": ("length", "axis"), "box": ("size",), "cylinder": ("radius", "length", "axis"), "sphere": ("radius",),
    "hollow_cylinder": ("inner_radius", "outer_radius", "length", "axis"),
}  # fmt: skip


def _place(x: Any) -> Any:
    if isinstance(x, str):
        return x
    if isinstance(x, dict):
        Place.model_validate(x)
        return x
    raise ValueError("name a body (crank), a frame of it (crank.tip), or give {body: crank, position: [0.4, 0, 0]}")


def _six(x: Any) -> Any:
    if isinstance(x, list):
        if len(x) not in (2, 6):
            raise ValueError("give six numbers (angular x y z, linear x y z), two (angular, linear), or one")
        return [_value(e) for e in x]
    return _value(x)


def _share(x: Any) -> Any:
    """A function of time, or the name of a state of a network."""
    if isinstance(x, dict) and set(x) == {"state"}:
        if not isinstance(x["state"], str):
            raise ValueError("name a state of a network: {state: earth/fill.value}")
        return x
    return _function(x)


def _function(x: Any) -> Any:
    """A function of time or of another variable."""
    if isinstance(x, dict):
        if len(x) != 1 or next(iter(x)) not in MOTIONS:
            raise ValueError(
                f"give one of {', '.join(MOTIONS)}, such as {{sine: {{amplitude: 30 deg, period: 2 s}}}}, or an expression"
            )
        kind, sizes = next(iter(x.items()))
        if kind == "polynomial":
            if not isinstance(sizes, list) or not sizes:
                raise ValueError("a polynomial is the list of its coefficients: {polynomial: [60 deg, 2 rad/s]}")
            return {kind: [_value(e) for e in sizes]}
        if kind == "constant":
            return {kind: _value(sizes)}
        if kind == "sum":
            if not isinstance(sizes, list) or not sizes:
                raise ValueError("a sum is the list of its parts: {sum: [{step: …}, {sine: …}]}")
            return {kind: [_function(e) for e in sizes]}
        if not isinstance(sizes, dict):
            raise ValueError(f"say what the {kind} needs: " + ", ".join(MOTIONS[kind]))
        wrong = [k for k in sizes if k not in MOTIONS[kind]]
        if wrong:
            raise ValueError(f"a {kind} has no {wrong[0]!r}: it has {', '.join(MOTIONS[kind])}")
        if kind == "table":
            if not all(isinstance(sizes.get(k), list) for k in ("x", "y")):
                raise ValueError("a table needs two equally long lists, x and y")
            return {kind: {k: [_value(e) for e in v] for k, v in sizes.items()}}
        return {kind: {k: _part(k, v) for k, v in sizes.items()}}
    return _value(x)


def _part(key: str, x: Any) -> Any:
    """A part of a motion: a value, a list of them, or motions."""
    if key == "motion":
        return _function(x)
    if isinstance(x, list):
        return [_function(e) if key == "motions" else _value(e) for e in x]
    return _value(x)


MOTIONS: dict[str, tuple[str, ...]] = {
    "constant": (), "sine": ("amplitude", "period", "frequency", "angular_frequency", "phase", "offset"), "polynomial": (),
    "step": ("after", "before", "start", "rise"), "table": ("x", "y"),
    "cubic": ("after", "before", "start", "duration", "velocities"),
    "trapezoid": ("after", "before", "start", "duration", "ramp"), "sum": (), **KINDS,
}  # fmt: skip


def _functions3(x: Any) -> Any:
    if not isinstance(x, list) or len(x) != 3:
        raise ValueError(
            "give three components in brackets, each a number, an expression of signals and t, or a function of time"
        )
    return [_function(e) for e in x]


def _terms(x: Any) -> Any:
    if not isinstance(x, list) or not x or not all(isinstance(e, dict) for e in x):
        raise ValueError("give a list of terms such as {joint: A, factor: 2}")
    for e in x:
        wrong = [k for k in e if k not in ("joint", "coordinate", "factor")]
        if wrong:
            raise ValueError(f"a term has joint, coordinate and factor, not {wrong[0]!r}")
        if not isinstance(e.get("joint"), str) or "factor" not in e:
            raise ValueError("each term needs a joint and a factor")
        _value(e["factor"])
    return x


_SCALAR = {"anyOf": [{"type": "number"}, {"type": "string"}]}
_LIST = {"type": "array", "items": _SCALAR}
_THREE = {"type": "array", "items": _SCALAR, "minItems": 3, "maxItems": 3}
_THREE_OR_ROWS = {"type": "array", "items": {"anyOf": [*_SCALAR["anyOf"], _THREE]}, "minItems": 3, "maxItems": 3}

Value = Annotated[Any, PlainValidator(_value), WithJsonSchema(_SCALAR)]
Vector = Annotated[Any, PlainValidator(_vector), WithJsonSchema(_THREE)]
Direction = Annotated[
    Any, PlainValidator(_direction), WithJsonSchema({"anyOf": [{"enum": ["x", "y", "z", "-x", "-y", "-z"]}, _THREE]})
]
Rotation = Annotated[Any, PlainValidator(_rotation), WithJsonSchema(_THREE_OR_ROWS)]
Inertia = Annotated[Any, PlainValidator(_inertia), WithJsonSchema({"anyOf": [_THREE_OR_ROWS, {"type": "object"}]})]
Place_ = Annotated[Any, PlainValidator(_place), WithJsonSchema({"anyOf": [{"type": "string"}, {"title": "@Place"}]})]
Six = Annotated[
    Any, PlainValidator(_six), WithJsonSchema({"anyOf": [*_SCALAR["anyOf"], {"type": "array", "items": _SCALAR}]})
]
Motion = Annotated[Any, PlainValidator(_function), WithJsonSchema({"anyOf": [*_SCALAR["anyOf"], {"type": "object"}]})]
Share = Annotated[Any, PlainValidator(_share), WithJsonSchema({"anyOf": [*_SCALAR["anyOf"], {"type": "object"}]})]
Components = Annotated[
    Any, PlainValidator(_functions3), WithJsonSchema({"type": "array", "minItems": 3, "maxItems": 3})
]
Law = Annotated[Any, PlainValidator(_value), WithJsonSchema(_SCALAR)]
Terms = Annotated[
    Any, PlainValidator(_terms), WithJsonSchema({"type": "array", "items": {"type": "object"}, "minItems": 1})
]


def _field(kind: str, unit: str = "1", default: Any = ..., about: str = "") -> Any:
    return Field(default, description=about or None, json_schema_extra={"kind": kind, "unit": unit})


def number(unit: str = "1", default: Any = ..., about: str = "") -> Any:
    """A number, or an expression, measured in `unit`."""
    return _field("number", unit, default, about)


def place(about: str = "") -> Any:
    return _field("place", about=about or "a body, a frame of it (body.frame), or {body, position, rotation}")


class Entry(BaseModel):
    """Refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid")


# ------------------------------------------------------------------------------------------------------------- the parts


class FreeParameter(Entry):
    """A parameter that may stay open: sweeps, identification and filters change it without compiling again."""

    value: Value = _field("number", "any")
    unit: str = ""
    free: bool = False
    share: Share | None = _field(
        "motion",
        "1",
        None,
        about="of a free mass: part of it that is there, a function of time or {state: of a network}; what is dropped or "
        "picked up",
    )


class Place(Entry):
    """A frame on a body, given where it is needed."""

    body: str
    position: Vector = _field("vector", "m", [0, 0, 0])
    rotation: Rotation = _field("rotation", default=None)


class FrameOnBody(Entry):
    """A named frame, `body.name` elsewhere."""

    position: Vector = _field("vector", "m", [0, 0, 0])
    rotation: Rotation = _field("rotation", default=None, about="roll, pitch, yaw, or a matrix by rows")


class Body(Entry):
    mass: Value = number("kg", 0.0)
    com: Vector = _field("vector", "m", [0, 0, 0], "centre of mass in the body frame")
    inertia: Inertia = _field(
        "inertia", "kg*m^2", None, "about the centre of mass: principal moments, tensor, or a shape"
    )
    principal_axes: Rotation = _field("rotation", default=None, about="axes of `inertia`; the body's if omitted")
    position: Vector = _field("vector", "m", [0, 0, 0], "of the body frame in the drawing pose")
    rotation: Rotation = _field("rotation", default=None, about="of the body frame in the drawing pose")
    frames: dict[str, Any] = Field(default_factory=dict, description="points [x, y, z] or frames {position, rotation}")
    impossible: bool = Field(False, description="accept an inertia that no real body has, to repeat published data")


class _Joint(Entry):
    parent: Place_ = place()
    child: Place_ = place()
    point: Vector = _field("vector", "m", None, "in the drawing pose, world axes")
    axis: Direction = _field("direction", default=None)
    second_axis: Direction = _field("direction", default=None)
    parent_point: Vector = _field("vector", "m", None, "on the parent, its axes")
    child_point: Vector = _field("vector", "m", None, "on the child, its axes")
    parent_axis: Direction = _field("direction", default=None)
    child_axis: Direction = _field("direction", default=None)
    cut: bool | None = Field(None, description="true: close a loop here; false: never")


class Revolute(_Joint):
    type: Literal["revolute"]


class Prismatic(_Joint):
    type: Literal["prismatic"]


class Cylindrical(_Joint):
    type: Literal["cylindrical"]


class Universal(_Joint):
    type: Literal["universal"]


class Spherical(_Joint):
    type: Literal["spherical"]


class Helical(_Joint):
    type: Literal["helical"]
    lead: Value = number("m/rad", about="advance per radian")


class Planar(_Joint):
    type: Literal["planar"]


class Free(_Joint):
    type: Literal["free"]


class Fixed(_Joint):
    type: Literal["fixed"]


class _Line(Entry):
    a: Place_ = place()
    b: Place_ = place()


class RodCoupling(_Line):
    type: Literal["rod"]
    length: Value = number("m", None, "that of the drawing pose if omitted")


class Gear(Entry):
    type: Literal["gear"]
    driver: str
    driven: str
    ratio: Value = number()
    offset: Value = number("rad", 0.0)


class RackAndPinion(Entry):
    type: Literal["rack_and_pinion"]
    pinion: str
    rack: str
    radius: Value = number("m")
    offset: Value = number("m", 0.0)


class LinearCoupling(Entry):
    type: Literal["coupling"]
    terms: Terms = _field("terms", "any")
    offset: Value = number("any", 0.0)


class PointOnLine(Entry):
    type: Literal["point_on_line"]
    line: Place_ = place("the z axis of this frame")
    point: Place_ = place()


class PointOnPlane(Entry):
    type: Literal["point_on_plane"]
    plane: Place_ = place("the x-y plane of this frame")
    point: Place_ = place()


class PointOnSurface(Entry):
    type: Literal["point_on_surface"]
    frame: Place_ = place()
    point: Place_ = place()
    surface: Law = _field("surface", about="expression of x, y, z that vanishes on the surface [m]")


class PointOnCurve(Entry):
    type: Literal["point_on_curve"]
    frame: Place_ = place()
    point: Place_ = place()
    first: Law = _field("surface", about="the curve is where this and `second`, expressions of x, y, z, vanish")
    second: Law = _field("surface")


class LinearClosure(_Line):
    type: Literal["linear_closure"]
    direction: Direction = _field("direction", about="fixed in b; along it b stays level with a")


class AngularClosure(_Line):
    type: Literal["angular_closure"]
    a_direction: Direction = _field("direction", about="fixed in a; stays at right angles to b_direction")
    b_direction: Direction = _field("direction", about="fixed in b")


class Rolling(Entry):
    type: Literal["rolling"]
    plane: Place_ = place("the x-y plane of this frame")
    wheel: Place_ = place("its centre")
    radius: Value = number("m")
    axis: Direction = _field("direction", default=[0, 1, 0], about="of the wheel, fixed in its body")
    grip: Literal["both", "along", "across"] = "both"
    supported: bool = True


class Skate(Entry):
    type: Literal["skate"]
    plane: Place_ = place("the x-y plane of this frame")
    blade: Place_ = place()
    direction: Direction = _field("direction", default=[1, 0, 0], about="in which it moves, fixed in its body")


class Spring(_Line):
    type: Literal["spring"]
    stiffness: Value = number("N/m", 0.0)
    damping: Value = number("N*s/m", 0.0)
    free_length: Value = number("m", 0.0)
    preload: Value = number("N", 0.0)
    curve: Motion = _field("curve", default=None, about="tension against elongation: a function of x")


class _OnJoint(Entry):
    joint: str
    coordinate: str | int | None = None


class JointSpring(_OnJoint):
    type: Literal["joint_spring"]
    stiffness: Value = number("f/q", 0.0)
    damping: Value = number("f*s/q", 0.0)
    rest: Value = number("q", 0.0)
    preload: Value = number("f", 0.0)
    curve: Motion = _field("curve", default=None, about="effort against deflection: a function of x")


class Bushing(_Line):
    type: Literal["bushing"]
    stiffness: Six = _field("six", "stiffness")
    damping: Six = _field("six", "damping", 0.0)
    free: list[int] = Field(default_factory=list, description="directions 0 to 5 that carry nothing")


class Friction(_OnJoint):
    type: Literal["friction"]
    viscous: Value = number("f*s/q", 0.0)
    coulomb: Value = number("f", 0.0)
    static: Value = number("f", None)
    stribeck_speed: Value = number("q/s", 0.1)
    smoothing: Value = number("q/s", 1e-3)


class Stop(_OnJoint):
    type: Literal["stop"]
    lower: Value = number("q", None)
    upper: Value = number("q", None)
    stiffness: Value = number("f/q")
    damping: Value = number("s/q", 0.0)


class Wrench(Entry):
    type: Literal["wrench"]
    at: Place_ = place()
    force: Components = _field(
        "components", "N", [0, 0, 0], "numbers, expressions of signals and t, or functions of time"
    )
    moment: Components = _field("components", "N*m", [0, 0, 0])
    axes: Literal["frame", "ground"] = "ground"


class Blade(Entry):
    type: Literal["blade"]
    at: Place_ = place("middle of the cutting edge: x out of the edge, y along it, z out of the face")
    width: Value = number("m")
    density: Value = number("kg/m^3")
    cohesion: Value = number("Pa")
    friction_angle: Value = number("rad")
    tool_friction: Value = number("rad", about="angle of friction between soil and blade")
    adhesion: Value = number("Pa", 0.0)
    surcharge: Value = number("Pa", 0.0)
    thickness: Value = number("m", 0.02, "of the edge")
    gravity: Value = number("m/s^2", 9.81)
    smoothing: Value = number("m/s", 0.01, "speed at which the soil resists nearly in full")
    surface: Place_ = _field("place", default="ground", about="frame on the ground: z is the normal of the surface")


class Footing(Entry):
    type: Literal["footing"]
    at: Place_ = place()
    stiffness: Value = number("N/m")
    damping: Value = number("s/m", 0.0)
    friction: Value = number("1", 0.0)
    smoothing: Value = number("m/s", 1e-3, "sliding speed below which friction is viscous")
    surface: Place_ = _field("place", default="ground", about="frame on the ground: z is the normal of the plane")


class UserEffort(_OnJoint):
    type: Literal["user_effort"]
    effort: Law = _field("law", about="expression of signals and t, such as -k*A.angle**3")


class UserForce(_Line):
    type: Literal["user_force"]
    force: Law = _field("law", about="tension, an expression of signals and t")


class Motor(_OnJoint):
    type: Literal["motor"]


class Thruster(_Line):
    type: Literal["thruster"]


class Drive(_OnJoint):
    motion: Motion = _field("motion", "q", about="function of time: expression of t, or sine, polynomial, step, table")


def _readings(x: Any) -> Any:
    """One number for all readings of a sensor, or one for each."""
    return [_value(e) for e in x] if isinstance(x, list) else _value(x)


def _rows(x: Any) -> Any:
    if not isinstance(x, list) or not all(isinstance(row, list) for row in x):
        raise ValueError("give the rows of a matrix: [[1, 0], [0, 1]]")
    return [[_value(e) for e in row] for row in x]


Readings = Annotated[Any, PlainValidator(_readings), WithJsonSchema({"anyOf": [*_SCALAR["anyOf"], _LIST]})]
Rows = Annotated[Any, PlainValidator(_rows), WithJsonSchema({"type": "array", "items": _LIST})]


class _Errors(Entry):
    """How well a sensor reads; one number for all its readings, or a list with one for each."""

    noise: Readings = _field("readings", "any", None, "standard deviation of one sample")
    covariance: Rows = _field("rows", "any", None, "of the readings of one sample, instead of `noise`")
    bias: Readings = _field("readings", "any", None, "constant offset")
    drift: Readings = _field("readings", "any", None, "random walk of the offset, per square root of a second")
    resolution: Readings = _field("readings", "any", None, "step it is rounded to")
    delay: Value = number("s", None, "age of what it reads")
    rate: Value = number("Hz", None, "samples per second; one in every step of a filter if omitted")
    dropout: Value = number("1", None, "part of the samples that are lost")


class _At(_Errors):
    at: Place_ = place()
    axes: str = Field("xyz", description="which of x, y, z it reads")


class PointSensor(_At):
    type: Literal["point_sensor"]


class PositionSensor(_At):
    type: Literal["position_sensor"]


class Gyroscope(_At):
    type: Literal["gyroscope"]


class Accelerometer(_At):
    type: Literal["accelerometer"]


class Imu(_At):
    type: Literal["imu"]


class DistanceSensor(_Errors):
    type: Literal["distance_sensor"]
    a: Place_ = place()
    b: Place_ = place()


class UserSensor(_Errors):
    type: Literal["user_sensor"]
    value: Law = _field("law", about="expression of signals and t")
    unit: str = ""


class Encoder(_Errors):
    type: Literal["encoder"]
    joint: str
    coordinate: str | int | None = None
    period: Value = number("rad", 0.0, "the turn after which an absolute one begins anew; 0 if turns are counted")


class Gauge(_Errors):
    type: Literal["gauge"]
    signals: list[str] = _field("signals", about="names of signals")
    kind: str = "signal"


class PressureSensor(_Errors):
    type: Literal["pressure_sensor"]
    signal: str = _field("signals", about="name of a pressure of a network")


class FlowSensor(_Errors):
    type: Literal["flow_sensor"]
    signal: str = _field("signals", about="name of a flow of a network")


class LoadCell(_Errors):
    type: Literal["load_cell"]
    joint: str
    quantity: str = "force_on_child_x"


class Start(Entry):
    """Where a run starts; loops are closed from here."""

    coordinates: dict[str, Any] = Field(default_factory=dict, description="held: joint, or joint.coordinate → value")
    rates: dict[str, Any] = Field(default_factory=dict, description="joint, or joint.rate → value; the rest follows")
    guess: dict[str, Any] = Field(default_factory=dict, description="near here: it chooses between ways to assemble")
    states: dict[str, Any] = Field(default_factory=dict, description="of networks: network/element → value, SI")
    hold: Literal["nearest", "rod", "mean", "smallest"] | list[str] | None = Field(
        default=None,
        description="find pressures that hold the machine at rest here; which stay as they are, see biela.simulation.hold",
    )


class FileEvent(Entry):
    when: Law = _field("law", about="expression of signals that passes through zero")
    direction: Literal["rising", "falling", "both"] = "both"
    action: Literal["record", "stop"] = "record"


class Simulation(Entry):
    duration: Value = number("s", 10.0)
    method: str = "dormand-prince"
    step: Value = number("s", None)
    rtol: Value = number("1", None)
    atol: Value = number("1", None)
    output_step: Value = number("s", None)
    max_step: Value = number("s", None, "longest step of an adaptive method")
    substeps: int | None = Field(
        default=None, ge=1, description="of multi-rate: steps of the networks in one of the mechanism"
    )
    formulation: Literal["projected", "independent", "baumgarte", "augmented-lagrangian", "penalty", "compliant"] = (
        "projected"
    )
    inputs: dict[str, Any] = Field(
        default_factory=dict, description="actuator → number, law of signals, or function of time"
    )
    events: dict[str, FileEvent] = Field(default_factory=dict)


JOINTS = (Revolute, Prismatic, Cylindrical, Universal, Spherical, Helical, Planar, Free, Fixed)
COUPLINGS = (
    RodCoupling,
    Gear,
    RackAndPinion,
    LinearCoupling,
    PointOnLine,
    PointOnPlane,
    PointOnSurface,
    PointOnCurve,
    LinearClosure,
    AngularClosure,
    Rolling,
    Skate,
)
LOADS = (Spring, JointSpring, Bushing, Friction, Stop, Wrench, Blade, Footing, UserEffort, UserForce)
ACTUATORS = (Motor, Thruster)
SENSORS = (
    PointSensor, PositionSensor, Gyroscope, Accelerometer, Imu, DistanceSensor, UserSensor, Encoder, Gauge, PressureSensor,
    FlowSensor, LoadCell,
)  # fmt: skip


def by_type(models: tuple[type[Entry], ...]) -> dict[str, type[Entry]]:
    """type → model."""
    return {m.model_fields["type"].annotation.__args__[0]: m for m in models}  # type: ignore[union-attr]


SECTIONS: dict[str, dict[str, type[Entry]]] = {
    "joints": by_type(JOINTS), "couplings": by_type(COUPLINGS), "loads": by_type(LOADS), "actuators": by_type(ACTUATORS),
    "sensors": by_type(SENSORS),
}  # fmt: skip
"""Sections whose entries have a `type`."""

_Parameter = Annotated[Any, WithJsonSchema({"anyOf": [*_SCALAR["anyOf"], {"title": "@FreeParameter"}]})]


def _union(models: tuple[type[Entry], ...]) -> Any:
    return Annotated[Union[models], Field(discriminator="type")]  # noqa: UP007


class MachineFile(Entry):
    """A machine file of biela."""

    biela: Literal[1] = Field(description="version of the format")
    name: str
    description: str = ""
    source: str = Field("", description="where the data come from")
    parameters: dict[str, _Parameter] = Field(
        default_factory=dict, description="named numbers: crank: 40 mm, or {value: 40 mm, free: true}"
    )
    gravity: Vector = _field("vector", "m/s^2", [0, 0, -9.81])
    bodies: dict[str, Body] = Field(default_factory=dict)
    joints: dict[str, _union(JOINTS)] = Field(default_factory=dict)  # type: ignore[valid-type]
    couplings: dict[str, _union(COUPLINGS)] = Field(default_factory=dict)  # type: ignore[valid-type]
    loads: dict[str, _union(LOADS)] = Field(default_factory=dict)  # type: ignore[valid-type]
    actuators: dict[str, _union(ACTUATORS)] = Field(default_factory=dict)  # type: ignore[valid-type]
    drives: dict[str, Drive] = Field(default_factory=dict)
    sensors: dict[str, _union(SENSORS)] = Field(default_factory=dict)  # type: ignore[valid-type]
    components: dict[str, OwnComponent] = Field(default_factory=dict, description="component types of this file")
    networks: dict[str, NetworkFile] = Field(default_factory=dict, description="power networks; see the page on them")
    start: Start = Field(default_factory=Start)
    simulation: Simulation = Field(default_factory=Simulation)
    plots: list[Any] = Field(
        default_factory=list, description="signals to look at: names, or lists of names for one panel each"
    )
    frames: dict[str, Any] = Field(default_factory=dict, description="points and frames drawn on the ground")
    shapes: dict[str, list[Any]] = Field(
        default_factory=dict, description="looks: body, or line element → list of box, prism, tube, ball, telescope"
    )


def json_schema() -> dict[str, Any]:
    """JSON Schema of machine files and car files, for editors that complete and check while one types."""
    from pydantic import create_model

    from biela.files.car_schema import car_definitions
    from biela.files.network_schema import component_definitions

    both = create_model("Both", file=(MachineFile, ...), place=(Place, ...), parameter=(FreeParameter, ...))
    definitions = both.model_json_schema()["$defs"] | component_definitions() | car_definitions()
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "biela machine file",
        "type": "object",
        "if": {"required": ["car"]},
        "then": {"$ref": "#/$defs/CarFile"},
        "else": {"$ref": "#/$defs/MachineFile"},
        "$defs": definitions,
    }
    linked: dict[str, Any] = _linked(whole)
    return linked


def _linked(x: Any) -> Any:
    """Marks `@Name` become references to the definition of that name."""
    if isinstance(x, dict):
        title = x.get("title")
        if isinstance(title, str) and title.startswith("@"):
            return {"$ref": f"#/$defs/{title[1:]}"}
        return {key: _linked(value) for key, value in x.items()}
    return [_linked(e) for e in x] if isinstance(x, list) else x
