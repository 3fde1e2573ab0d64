"""The excavator as published, and improved: it lifts, swings, dumps and returns, or digs before, along smooth references."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from biela.base.errors import unknown
from biela.library.excavator import circuits, data, driving, earth, looks
from biela.library.excavator.structure import carry, line, mechanism
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion, cubic, spline, step, trapezoid
from biela.mechanism.motion.combined import total
from biela.mechanism.parameter import Parameter, Scalar, scalar
from biela.network import Network, control
from biela.network import hydraulic as hy
from biela.network.hydraulic.friction import FrictionLaw
from biela.network.value import Value

Friction = Literal["literal", "absolute", "dissipative"]
FRICTIONS: dict[str, Callable[[], FrictionLaw]] = {
    "literal": lambda: hy.LiteralFriction(0.7),
    "absolute": lambda: hy.ProportionalFriction(0.7, absolute=True),
    "dissipative": lambda: hy.EfficiencyFriction(0.7, speed=0.01),
}
Moves: TypeAlias = Sequence[tuple[float, float, float]]
"""Moves of a cylinder or of the swing: to [m] or [rad/s], begin and end [s]."""


def _friction(name: str) -> FrictionLaw:
    if name not in FRICTIONS:
        raise unknown("friction of an excavator", name, list(FRICTIONS))
    return FRICTIONS[name]()


def published(
    *, load: Scalar | None = None, bucket_load: bool = False, swing: bool = True, friction: Friction = "literal",
    closed_loop: bool = True, leakage: float = 0.0, swing_leakage: float = 0.0, swing_ratio: float = data.SWING.ratio,
    audit: bool = False, tunable: bool = False, controller: circuits.Controller = "pd", **pose: Any,
) -> Mechanism:  # fmt: skip
    """Build the machine of the source: constant pump pressure, unlimited valves, no end stops, one-line swing drive.

    load : in the bucket [kg]; an empty bucket if omitted
    bucket_load : make the load a free parameter of that name, zero at first
    swing : False leaves the swing free, with no torque on it
    friction : "literal" as printed (it feeds energy where a rod is pulled), "absolute" the same with |net force|,
        "dissipative" (1 − η) |net force| tanh(speed/v₀)
    closed_loop : False makes the valve openings inputs of the machine
    tunable : gains as free parameters, `boom_kp`, `boom_kd`, …
    controller : of the cylinders: "pd" as published, or "time-delay", which learns the load from the recent past
    leakage, swing_leakage : past each piston, and of pump and motor of the swing [m³/(s Pa)]
    swing_ratio : of the gear between swing motor and cab; lost in the source
    pose : roll, pitch, heading of the ground; see `mechanism`
    """
    m = mechanism(load=load, **pose)
    if bucket_load:
        carry(m, m.parameter("bucket_load", 0.0, "kg"))
    net = Network("hydraulics", audit=audit)
    net.add(hy.pressure_source("pump", data.PUMP_PRESSURE), hy.tank("tank", data.TANK_PRESSURE))
    for name in data.CYLINDERS:
        reference = circuits.published_reference(name) if closed_loop else None
        circuits.cylinder_circuit(
            net, name, reference=reference, friction=_friction(friction), limit=None, leakage=leakage, tunable=tunable,
            controller=controller,
        )  # fmt: skip
    circuits.power_accounts(net)
    ports: dict[str, str | tuple[str, str]] = {name: line(m, name) for name in data.CYLINDERS}
    if swing:
        scalar(swing_ratio, "swing_ratio", positive=True)
        drive = replace(data.SWING, leakage=swing_leakage, ratio=swing_ratio)
        circuits.swing_drive(net, circuits.swing_reference(drive), drive, both_lines=False)
        ports["swing"] = "swing"
    m.attach(net, ports, prefix="")
    for name in data.CYLINDERS:
        m.draw(name, looks.telescope(name))
    return m


def improved(
    *, bucket_load: Scalar = data.PAYLOAD, work: bool = True, digging: bool = False, tracks: bool | Literal["rolling"] = False,
    levers: bool = False, engine: bool = False, swing: bool = True, friction: Friction = "dissipative", audit: bool = False,
    tunable: bool = False, controller: circuits.Controller = "pd", **pose: Any,
) -> Mechanism:  # fmt: skip
    """Build the machine with what the source leaves out: pumps with limited flow and power, valves that end at full opening, end
    stops, friction that always dissipates, a swing drive with both lines, and a load.

    bucket_load : in the bucket [kg], when digging of the full one; a free parameter
    tunable : gains as free parameters, `boom_kp`, `boom_kd`, …
    controller : of the cylinders: "pd" as published, or "time-delay", which learns the load from the recent past
    work : True for the cycle (lift, swing, dump, return), False for the published manoeuvre
    digging : cut soil with the teeth: dig, lift, swing, dump, return; the bucket fills with what it cuts. See `digging`
    tracks : stand on compliant ground instead of being welded to it (see `standing`); or "rolling", to drive (see `driving`)
    engine : a governed diesel drives the pumps, in place of a constant speed; it sags under load
    levers : no cycle: valves, swing and rolling tracks follow levers, inputs of the machine
    pose : roll, pitch, heading of the ground; see `mechanism`
    """
    m = mechanism(name="excavator", tracks=tracks, **pose)
    load = bucket_load if isinstance(bucket_load, Parameter) else m.parameter("bucket_load", float(bucket_load), "kg")  # type: ignore[arg-type]
    carry(m, load)
    if digging:
        earth.cut(m, load)
    net = Network("hydraulics", audit=audit)
    circuits.supply(net, engine)
    wanted = digging_extension if digging else extension if work else circuits.published_reference
    for name in data.CYLINDERS:
        circuits.cylinder_circuit(
            net, name, reference=None if levers else wanted(name), pump="pump.b", lever=levers,
            friction=_friction(friction), limit=1.0, end_stops=hy.EndStops(), tunable=tunable,
            controller=controller,
        )  # fmt: skip
    circuits.power_accounts(net)
    ports: dict[str, str | tuple[str, str]] = {name: line(m, name) for name in data.CYLINDERS}
    if swing:
        drive = replace(data.SWING, leakage=data.SWING_LEAKAGE)
        circuits.swing_drive(net, _swing_speed(net, drive, work, digging, levers), drive, both_lines=True)
        ports["swing"] = "swing"
    m.attach(net, ports, prefix="")
    for name in data.CYLINDERS:
        m.draw(name, looks.telescope(name))
    if tracks == "rolling":
        driving.attach_travel(m)
    if work and not digging and not levers and isinstance(load, Parameter) and m.parameters.get(load.name) is load:
        m.schedule(load, share_in_bucket())
    return m


def _swing_speed(net: Network, drive: data.SwingDrive, work: bool, digging: bool, levers: bool) -> Value:
    """Return the wanted speed of the swing: that of a cycle, of the published manoeuvre, or of a lever."""
    if levers:
        net.add(control.lever("swing_lever", gain=data.SWING_SPEED))
        return "swing_lever.output"
    if work or digging:
        return speed(data.DIG_SWING if digging else data.WORK_SWING)
    return circuits.swing_reference(drive)


def extension(cylinder: str) -> Motion:
    """Return the wanted extension of a cylinder over the cycle [m]: moves with constant speed between smooth ends."""
    here, moves = data.WORK_CYCLE[cylinder]
    (to, begin, end), *others = moves
    return total(_move(here, to, begin, end, here), *_moves(to, others))


def digging_extension(cylinder: str) -> Motion:
    """Return the wanted extension of a cylinder over the dig cycle [m]: a spline through the soil, then moves as in `extension`."""
    points, moves = data.DIG_CYCLE[cylinder]
    return total(spline(data.DIG_TIMES, points), *_moves(points[-1], moves))


def _moves(at: float, moves: Moves) -> list[Motion]:
    """Return the motions that the moves add, each to the end of the last one."""
    return [_move(here, to, begin, end) for here, (to, begin, end) in zip([at, *(m[0] for m in moves)], moves, strict=False)]


def _move(at: float, to: float, begin: float, end: float, before: float = 0.0) -> Motion:
    T = end - begin
    return trapezoid(before + to - at, before=before, start=begin, duration=T, speed=abs(to - at) / (0.75 * T))


def speed(moves: Moves = data.WORK_SWING) -> Motion:
    """Return the wanted speed of the swing over the cycle [rad/s]."""
    before = [0.0, *(m[0] for m in moves)]
    return total(*(cubic(to - at, end - begin, start=begin) for at, (to, begin, end) in zip(before, moves, strict=False)))


def share_in_bucket() -> Motion:
    """Return the share of the load that is still in the bucket."""
    begin, end = data.WORK_DROP
    return step(0.0, before=1.0, start=begin, rise=end - begin)
