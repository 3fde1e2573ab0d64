"""Engine, clutch, gearbox, differentials and brakes as a power network.

    engine ──▶ crank ──▶ clutch ──▶ input ──▶ gearbox ──▶ shaft ──▶ final drive ──▶ axle ──▶ left wheel
                 │          │                               │                        └────▶ right wheel
              flywheel   dry friction                    losses                        (equal torques)

Engine torque, blended by the pedal A between the full-throttle curve and the drag curve:

    T(ω) = A T_p(ω) + (1 − A) T_r(ω),   0 ≤ A ≤ 1                                                        (10)

Gearbox and final drive: ω_in = i ω_out, T_out = i T_in. An open differential is a junction of equal torque:
ω_in = i (ω_L + ω_R)/2, T_L = T_R = i T_in/2. Losses: (1 − η) of the torque through the gearbox, against the motion.

Source: equation (10) and the ratios, a study of the Renault Clio RL 1.1 by bond graphs
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

import casadi as ca

from biela import rpm
from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.element import data, family, numbers
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.lie.array import Scalar as Symbol
from biela.mechanism.motion import Table
from biela.mechanism.parameter import Scalar, scalar
from biela.network import TF, I, Integrator, Law, Network, One, R, Se, Zero
from biela.network.context import NetworkSignals
from biela.network.value import clip
from biela.vehicle.part import Part


@family
class Engine(Part):
    """Engine: torque curves and inertia. The full-throttle curve is a table over increasing speeds; the drag torque is
    T_r = −(drag + drag_rate · ω)."""

    noun = "the engine"
    speed: tuple[float, ...] = data(numbers("rad/s"), about="speeds of the full-throttle curve")
    torque: tuple[float, ...] = data(numbers("N*m"), about="full-throttle torque at each speed")
    drag: Scalar = data("N*m", default=5.0, bound="nonnegative", label="drag torque of the engine")
    drag_rate: Scalar = data("N*m*s/rad", default=0.02, bound="nonnegative", label="rate of the drag torque of the engine")
    inertia: Scalar = data("kg*m^2", default=0.08, bound="positive", about="of engine and flywheel")
    idle: float = data("rad/s", default=800 * rpm, about="speed that the idle governor holds")

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.speed) < 2 or len(self.speed) != len(self.torque):
            raise DescriptionError("torque curve: give at least two speeds, and one finite torque for each.")
        for k, (a, b) in enumerate(pairwise(self.speed)):
            if not b > a:
                wrong = f"torque curve: speed {b / rpm:.6g} rpm at place {k + 2} does not follow {a / rpm:.6g} rpm"
                raise DescriptionError(f"{wrong}: speeds must increase. Sort the table, or remove the repeated line.")

    def full(self, speed: Operand) -> Operand:
        """Return T_p [N·m]; below the table it falls to zero at standstill, above it to zero within 10 %."""
        return Table((0.0, *self.speed, 1.1 * self.speed[-1]), (0.0, *self.torque, 0.0))(speed)

    def resisting(self, speed: Operand) -> Operand:
        """Return T_r [N·m]; it vanishes at standstill."""
        return -(self.drag + self.drag_rate * speed) * xp.tanh(speed / 5.0)

    def effort(self, speed: Operand, pedal: Operand) -> Operand:
        """Return T [N·m] (10)."""
        governor = clip((self.idle - speed) / (0.15 * self.idle))
        A = xp.fmax(clip(pedal), 0.5 * governor)
        return A * self.full(speed) + (1 - A) * self.resisting(speed)


@family
class Gearbox(Part):
    """Gearbox: ratios of the gears 1, 2, …; gear 0 is neutral, gear −1 reverse."""

    noun = "the gearbox"
    ratios: tuple[float, ...] = data(numbers("1"), about="one for each forward gear")
    reverse: float = data("1", bound="positive", label="ratio of the reverse gear", about="a positive number")
    final: float = data("1", bound="positive", label="ratio of the final drive")
    efficiency: Scalar = data("1", default=0.94, bound="positive", about="at most 1")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.ratios:
            raise DescriptionError("gearbox: give the ratio of at least one gear.")
        for ratio in self.ratios:
            scalar(ratio, "gear ratio", positive=True)
        if isinstance(self.efficiency, float) and self.efficiency > 1:
            raise DescriptionError(f"efficiency of the gearbox is {self.efficiency:g}: it is at most 1.")

    def check(self, gear: int, what: str = "gear") -> int:
        """Return the gear, if the box has it."""
        if gear not in range(-1, len(self.ratios) + 1):
            gears = f"−1 (reverse), 0 (neutral) and 1 to {len(self.ratios)}"
            raise DescriptionError(f"{what} {gear!r} is not in the gearbox: it has {gears}.")
        return int(gear)

    def ratio(self, gear: Symbol) -> Operand:
        """Return i of a gear, also of a symbol."""
        if isinstance(gear, int):
            return {-1: -self.reverse, 0: 0.0}.get(self.check(gear), self.ratios[gear - 1] if gear > 0 else 0.0)
        total = -self.reverse * (gear < -0.5)
        for k, ratio in enumerate(self.ratios, start=1):
            total = total + ratio * ca.logic_and(gear > k - 0.5, gear < k + 0.5)
        return total


@family
class Clutch(Part):
    """Dry clutch."""

    noun = "the clutch"
    capacity: Scalar = data("N*m", default=200.0, bound="positive", about="largest torque")
    angle: float = data("rad", default=0.02, bound="positive", about="wind-up at which it begins to slip")


Differential = Literal["open", "locked"]


def driveline(
    engine: Engine, gearbox: Gearbox, clutch: Clutch, axles: Mapping[str, Differential], *, pedal: Law, engaged: Law, gear: Law,
    start_speed: float, name: str = "driveline",
) -> Network:  # fmt: skip
    """Return the network from the engine to the driven wheels.

    axles : driven axles, "front" and/or "rear", and how their differential is; with two of them an open centre differential
        shares the torque
    pedal, engaged, gear : laws of signals: accelerator 0…1, clutch 0 (open) … 1 (closed), gear −1, 0, 1, …
    start_speed : of the engine [rad/s]

    Ports: `front_left`, `front_right`, … of the driven wheels [rad/s, N·m].
    """
    if not axles:
        raise DescriptionError("driveline: no axle is driven. Give {'front': 'open'}, {'rear': 'open'} or both.")
    net = Network(name)
    net.add(One("crank"), Zero("coupling"), One("input"), One("shaft"))
    net.add_at("crank", I("flywheel", engine.inertia, initial=engine.inertia * start_speed, domain="rotation"))
    net.add(Se("engine", lambda s: engine.effort(s["flywheel.flow"], pedal(s)), domain="rotation"))
    net.add(TF("gearbox", lambda s: gearbox.ratio(gear(s)), domain="rotation"))
    net.connect("engine", "crank", "coupling", "input")

    def closed(s: NetworkSignals) -> Operand:
        """Return the torque that the clutch can carry; none in neutral, where the shaft behind it turns with the engine."""
        return clutch.capacity * clip(engaged(s)) * (ca.fabs(gear(s)) > 0.5)

    dry_friction(net, "clutch", "coupling", closed, angle=clutch.angle, time=5e-3, damping=6e-3)
    net.connect("input", "gearbox.b")
    net.connect("gearbox.a", "shaft")

    def lost(rate: Operand, s: NetworkSignals) -> Operand:
        """Return the losses of the gears: a part of the torque that they carry, against the motion."""
        return (1.0 - gearbox.efficiency) * ca.fabs(s["clutch.effort"] * gearbox.ratio(gear(s))) * ca.tanh(rate / 0.5)

    net.add_at("shaft", R("losses", effort=lost, domain="rotation"))
    _add_axles(net, gearbox, axles)
    return net


def _add_axles(net: Network, gearbox: Gearbox, axles: Mapping[str, Differential]) -> None:
    """Add final drive and differentials, down to the ports of the driven wheels."""
    wheels = [f"{axle}_{side}" for axle in axles for side in ("left", "right")]
    net.add(TF("final_drive", gearbox.final / len(wheels), domain="rotation"), Zero("differential"))
    net.connect("shaft", "final_drive.b")
    net.connect("final_drive.a", "differential")
    for wheel in wheels:
        net.add(One(wheel))
        net.connect("differential", wheel)
        net.expose(f"{wheel}_hub", wheel)
    for axle, kind in axles.items():
        if kind == "locked":  # both wheels turn alike: stiff friction between them that never slides
            net.add(Zero(f"{axle}_lock"))
            net.connect(f"{axle}_left", f"{axle}_lock", f"{axle}_right")
            dry_friction(net, f"{axle}_locking", f"{axle}_lock", 5000.0, angle=0.05, damping=0.02)
        elif kind != "open":
            raise DescriptionError(f"differential of the {axle} axle is 'open' or 'locked', not {kind!r}.")


@family
class Brakes(Part):
    """Largest brake torques of one wheel, at full pedal."""

    noun = "the brakes"
    front: Scalar = data("N*m", default=900.0, bound="nonnegative", label="front brake torque")
    rear: Scalar = data("N*m", default=450.0, bound="nonnegative", label="rear brake torque")
    hand: Scalar = data("N*m", default=600.0, bound="nonnegative", label="hand brake torque", about="of a rear wheel")


def brake_network(brakes: Brakes, wheels: Sequence[str], *, pedal: Law, hand: Law, name: str = "brakes") -> Network:
    """Return the friction on every wheel; it holds at standstill. Ports `front_left_hub`, …; `pedal` and `hand` are laws, 0…1."""
    net = Network(name)

    def torque(front: bool) -> Law:
        foot, by_hand = (brakes.front, 0.0) if front else (brakes.rear, brakes.hand)
        return lambda s: foot * clip(pedal(s)) + by_hand * clip(hand(s))

    for wheel in wheels:
        net.add(One(wheel))
        dry_friction(net, f"{wheel}_brake", wheel, torque(wheel.startswith("front")), angle=0.01, damping=6e-3)
        net.expose(f"{wheel}_hub", wheel)
    return net


def dry_friction(
    net: Network, name: str, junction: str, capacity: Any, *, angle: float = 2e-3, time: float = 2e-3, damping: float = 3e-3
) -> None:  # fmt: skip
    """Add dry friction that truly sticks, on a junction of rotation: the rate of a 1-junction, the slip across a 0-junction.

    A deflection ξ between −1 and 1, first a spring, then a slider:

        ξ̇ = (ω − |ω| ξ) / (θ₀ + |ω| τ),      T = capacity · (ξ + d ξ̇)

    Sliding, ξ → ±1 and the torque is the capacity; at rest any torque below the capacity is held by the spring of
    stiffness capacity/θ₀, so that nothing creeps. τ keeps the fast slider from becoming stiff: it reaches ±1 within τ.
    Nothing switches, so nothing chatters, and a lock-up is an ordinary zero of the slip that an event may record.

    capacity : torque at which it slides [N·m]: a number or a law of signals; never negative
    angle : deflection of the spring when it begins to slide, θ₀ [rad]
    time, damping : τ and d [s]

    Signals: `name.effort` [N·m], `name.flow` (slip) [rad/s], `name_deflection.value` (ξ).

    Reference: Dahl (1968), *A solid friction model*, Aerospace Corporation TOR-0158(3107-18)-1
    """
    if not callable(capacity):
        scalar(capacity, f"capacity of friction {name!r}", nonnegative=True)
    for value, what in ((angle, "angle"), (time, "time")):
        scalar(value, f"{what} of friction {name!r}", positive=True)
    scalar(damping, f"damping of friction {name!r}", nonnegative=True)
    state = f"{name}_deflection"

    def rate(slip: Operand, s: NetworkSignals) -> Operand:
        speed = ca.fabs(slip)
        return (slip - speed * s[f"{state}.value"]) / (angle + speed * time)

    def torque(slip: Operand, s: NetworkSignals) -> Operand:
        limit = ca.fmax(capacity(s) if callable(capacity) else capacity, 0)
        return limit * (s[f"{state}.value"] + damping * rate(slip, s))

    net.add_at(junction, R(name, effort=torque, domain="rotation"))
    net.add(Integrator(state, lambda s: rate(s[f"{name}.flow"], s)))


guard(__name__)
