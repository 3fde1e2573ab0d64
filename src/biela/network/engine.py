"""Combustion engine on a shaft: full-load curve, governor, friction, flywheel.

    lever ──>[ governor ]── y ──>[ combustion ]── M_c ──┬──> shaft ω, M
                  ^                           friction ─┤
                  └──────────────── ω ───────────── J ──┘

    M_c = y (M_full + M_d)                 y = 1: the full-load curve M_full(ω) at the shaft;  y = 0: it is dragged, −M_d(ω)
    J ω̇ = M_c − M_d − M
    y   = (1 − ω/ω₀)/δ + ∫ (1 − ω/ω₀)/(δ T) dt,  between 0 and 1

Power that leaves the shaft counts positive. Combustion is a source, friction a resistance, the flywheel a storage.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.motion import Table
from biela.mechanism.parameter import Scalar, nominal, refuse_free, scalar
from biela.network import ROTATION, I, Integrator, Network, Output, R, Se, Watch
from biela.network.context import NetworkSignals
from biela.network.direction import Outward
from biela.network.registry import component, number, numbers, signal
from biela.network.value import Value, add_outputs, between, clip, following, is_constant, or_input, step, value_of

STANDSTILL = 5.0
"""Rate over which the friction of an engine comes to bear, three quarters of it [rad/s]: far below idling."""
HIGH_SPEED_RATIO = 1.2
"""Limit of the high speed, as a multiple of the last speed of the full-load curve."""
LOAD_FACTOR_FLOOR = 0.05
"""Fraction of the largest torque that a load factor is at least divided by, so that it stays finite in an engine that stalls."""
DRAG = 0.1
"""Default friction of an engine, as a fraction of its largest torque."""


# long: half of it is the signature and the documentation of its data
@component(
    "rotation.engine", speeds=numbers("rad/s"), torques=numbers("N*m"), inertia="kg*m^2 > 0",
    idle=number("rad/s > 0", "idle speed"), high=number("rad/s > 0", "high speed"), lever=signal("1"), droop="1 > 0",
    reset_time="s > 0", lag="s > 0", drag="N*m >= 0", drag_rate="N*m*s/rad >= 0", consumption=numbers("kg/J"),
    rate=number("rad/s >= 0", "rate at the start"),
)  # fmt: skip
def engine(
    name: str, *, speeds: Sequence[float], torques: Sequence[float], inertia: Scalar, idle: Scalar, high: Scalar,
    lever: Value = 1.0, droop: Scalar = 0.05, reset_time: Scalar | None = None, lag: Scalar | None = None,
    drag: Scalar | None = None, drag_rate: Scalar = 0.0, consumption: float | Sequence[float] | None = None,
    rate: Scalar | None = None,
) -> Network:  # fmt: skip
    """Governed engine, such as a diesel that drives pumps; port `shaft` (outwards): `connect("engine.shaft", "pump.shaft")`.

    Its governor keeps the speed that the lever asks for, ω₀ = idle + lever · (high − idle). Under load the speed sags by up
    to δ ω₀, from no fuel to full fuel; with a `reset_time` it returns to ω₀. Loads above the full-load curve pull it
    down along that curve, and below the speed at which it still fires it stalls: a run says so. Let pumps take less
    than it can give, `pump(power_limit=lambda s: 0.9 * s["engine.full_power"])`, and it does not.

    Parameters
    ----------
    speeds, torques : points of the full-load curve [rad/s, N·m], net, at the flywheel; straight lines between,
        constant beyond both ends: above the last, usually the rated speed, the governor takes the fuel away
    inertia : J, of engine, flywheel and what is coupled to it rigidly [kg·m²]
    idle, high : speed without load at lever 0 and at lever 1 [rad/s]
    lever : 0 … 1: a number, a function of time, a law, a signal's name, or None for an input
    droop : δ, by which part of ω₀ the speed falls from no fuel to full fuel: 0.03 … 0.1
    reset_time : T of the integral part [s], which holds ω₀ exactly (isochronous); none by default
    lag : time constant with which injection and charge air follow the governor [s]; at once by default
    drag, drag_rate : M_d = drag + drag_rate · ω, what it takes to turn it without fuel [N·m, N·m·s/rad]; a tenth of the
        largest torque if omitted
    consumption : specific, at full load [kg/J]: one number, or one for each speed; 200 g/kWh is 200e-3/3.6e6. At part load
        fuel goes with y, a straight line from what idling takes (Willans)
    rate : speed at the start [rad/s]; that of the lever if omitted, idling where the lever moves

    Signals: `speed`, `torque` (net of friction: what it would deliver at this speed), `shaft_torque` (what leaves it: less
    what speeds up the flywheel), `load_factor` (torque over full-load torque), `power`, `full_power` (full-load torque
    times speed), `rack` (y), `set_speed` (ω₀); with a consumption `fuel_flow` [kg/s] and `fuel` [kg].

    References: Kiencke & Nielsen (2005), *Automotive Control Systems*, ch. 4; Willans (1888), Minutes of the ICE 93
    """
    what = f"engine {name!r}"
    speeds, torques = _curve(what, speeds, torques)
    _check(what, speeds, idle, high, lever, droop)
    drag = DRAG * max(torques) if drag is None else drag
    net = Network(name)
    net.add(Outward("shaft", domain=ROTATION))
    lever = or_input(net, "lever", lever)
    net.add(Output("set_speed", lambda s: idle + clip(value_of(lever, s)) * (high - idle), unit="rad/s"))
    _add_governor(net, droop, reset_time, lag)

    curve = Table(speeds, torques)
    fires = min(float(nominal(idle)), speeds[0])  # from here on; below half of it no more

    def friction(w: Operand) -> Operand:
        return drag * xp.tanh(w / STANDSTILL) + drag_rate * w

    def fired(s: NetworkSignals) -> Operand:
        return step(2 * s["shaft.flow"] / fires - 1)

    def combustion(s: NetworkSignals) -> Operand:
        w = s["shaft.flow"]
        return s["rack.value"] * fired(s) * (curve(w) + friction(w))

    start = rate if rate is not None else idle + lever * (high - idle) if is_constant(lever) else idle
    net.add(Se("combustion", combustion, domain=ROTATION))
    net.connect("combustion", "shaft")
    flywheel = I("flywheel", inertia, initial=inertia * start, domain=ROTATION)
    net.add_at("shaft", R("friction", effort=friction, domain=ROTATION), flywheel)
    net.add(Output("full_torque", lambda s: fired(s) * curve(s["shaft.flow"]), unit="N·m"))
    floor = LOAD_FACTOR_FLOOR * max(torques)
    add_outputs(
        net,
        torque=(lambda s: s["combustion.effort"] - s["friction.effort"], "N·m"),
        shaft_torque=(lambda s: s["torque.value"] - s["flywheel.effort"], "N·m"),
        load_factor=(lambda s: s["torque.value"] / xp.fmax(s["full_torque.value"], floor), "1"),
        power=(lambda s: s["torque.value"] * s["shaft.flow"], "W"),
        full_power=(lambda s: s["full_torque.value"] * s["shaft.flow"], "W"),
    )  # fmt: skip
    said = (
        f"{what} (at {{path}}) stalls at t = {{t:.6g}} s: its speed falls below {0.5 * fires:.4g} rad/s, where it fires no more. "
        'Take less than it can give: pump(power_limit=lambda s: 0.9 * s["….full_power"]), or raise the lever.'
    )
    net.add(Watch("stall", lambda s: 2 * s["shaft.flow"] / fires - 1, message=said))
    net.expose("shaft", "shaft")
    net.publish(speed="shaft.flow", rack="rack.value", set_speed="set_speed.value")
    if consumption is not None:
        _add_fuel(net, what, speeds, consumption)
    return net


def _add_governor(net: Network, droop: Scalar, reset_time: Scalar | None, lag: Scalar | None) -> None:
    """Add the signal `rack.value`: y. At its limits the integral part follows what is possible, so that it does not wind up."""

    def error(s: NetworkSignals) -> Operand:
        return (1 - s["shaft.flow"] / s["set_speed.value"]) / droop

    def asked(s: NetworkSignals) -> Operand:
        return error(s) if reset_time is None else error(s) + s["integral.value"]

    if reset_time is not None:
        net.add(Integrator("integral", lambda s: (error(s) + between(asked(s)) - asked(s)) / reset_time))
    net.add(following("rack", lambda s: between(asked(s)), lag))


def _add_fuel(net: Network, what: str, speeds: Sequence[float], consumption: float | Sequence[float]) -> None:
    """Add the fuel burnt: y times that of full load at the same speed."""
    points = list(consumption) if isinstance(consumption, Sequence | np.ndarray) else [consumption] * len(speeds)
    if len(points) != len(speeds):
        sizes = f"{len(points)} values for {len(speeds)} speeds"
        raise DescriptionError(f"consumption of {what} has {sizes}: give one for all, or one for each.")
    refuse_free(points, f"consumption of {what}")
    for value in points:
        scalar(value, f"consumption of {what}", positive=True)
        if value > 1e-3:
            raise DescriptionError(f"consumption of {what} is {value:g} kg/J: 200 g/kWh is 200e-3/3.6e6 kg/J. Give it in kg/J.")
    specific = Table(tuple(speeds), tuple(map(float, points)))

    def burnt(s: NetworkSignals) -> Operand:
        return s["rack.value"] * specific(s["shaft.flow"]) * xp.fmax(s["full_power.value"], 0.0)

    add_outputs(net, fuel_flow=(burnt, "kg/s"))
    net.add(Integrator("fuel", lambda s: s["fuel_flow.value"], unit="kg"))
    net.publish(fuel="fuel.value")


def _curve(what: str, speeds: Sequence[float], torques: Sequence[float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the points of the full-load curve, checked."""
    for values, label in ((speeds, "speeds"), (torques, "torques")):
        if isinstance(values, str) or not isinstance(values, Sequence | np.ndarray) or len(values) < 2:
            raise DescriptionError(f"{label} of {what} are {values!r}: give at least two points of the full-load curve.")
        refuse_free(values, f"{label} of {what}")
        for value in values:
            scalar(value, f"one of the {label} of {what}", positive=True)
    if len(speeds) != len(torques):
        raise DescriptionError(f"{what} has {len(speeds)} speeds and {len(torques)} torques: give one torque for each speed.")
    for k, (a, b) in enumerate(pairwise(speeds)):
        if not b > a:
            wrong = f"{b:g} rad/s at place {k + 2} does not follow {a:g} rad/s"
            raise DescriptionError(f"speeds of {what}: {wrong}. Sort the points by rising speed.")
    return tuple(map(float, speeds)), tuple(map(float, torques))


def _check(what: str, speeds: Sequence[float], idle: Scalar, high: Scalar, lever: Value, droop: Scalar) -> None:
    top, given = nominal(high), f"high speed of {what} is {nominal(high):g} rad/s"
    if top <= nominal(idle):
        low = f"not above its idle speed of {nominal(idle):g} rad/s"
        raise DescriptionError(f"{given}, {low}: give the speeds without load at lever 1 and at lever 0.")
    if top > HIGH_SPEED_RATIO * speeds[-1]:
        far = f"far beyond its full-load curve, which ends at {speeds[-1]:g} rad/s"
        raise DescriptionError(f"{given}, {far}. Speeds are in rad/s: 2000 rpm is 209.4 rad/s.")
    if nominal(droop) >= 1:
        raise DescriptionError(f"droop of {what} is {nominal(droop):g}: it is a part of the speed, 5 % is 0.05.")
    if lever is not None and is_constant(lever) and not 0 <= nominal(lever) <= 1:
        raise DescriptionError(f"lever of {what} is {nominal(lever):g}: it lies between 0 (idle) and 1 (high).")


guard(__name__)
