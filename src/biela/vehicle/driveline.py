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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import casadi as ca
import numpy as np

from biela import rpm
from biela.errors import DescriptionError
from biela.mechanism.motion import Table
from biela.mechanism.parameter import Scalar, scalar
from biela.network import TF, I, Network, One, R, Se, Zero
from biela.vehicle.dry_friction import dry_friction


@dataclass(frozen=True)
class Engine:
    """Torque curves and inertia.

    Parameters
    ----------
    speed : of the full-throttle curve [rad/s], increasing
    torque : full-throttle torque there [N·m]
    drag, drag_rate : T_r = −(drag + drag_rate · ω) [N·m, N·m·s/rad]
    inertia : of engine and flywheel [kg·m²]
    idle : speed that an idle governor holds [rad/s]
    """

    speed: tuple[float, ...]
    torque: tuple[float, ...]
    drag: Scalar = 5.0
    drag_rate: Scalar = 0.02
    inertia: Scalar = 0.08
    idle: float = 800 * rpm

    def __post_init__(self) -> None:
        speed, torque = (tuple(float(x) for x in values) for values in (self.speed, self.torque))
        if len(speed) < 2 or len(speed) != len(torque) or not np.all(np.isfinite([*speed, *torque])):
            raise DescriptionError("torque curve: give at least two speeds, and one finite torque for each.")
        for k, (a, b) in enumerate(zip(speed, speed[1:], strict=False)):
            if not b > a:
                raise DescriptionError(
                    f"torque curve: speed {b / rpm:.6g} rpm at place {k + 2} does not follow {a / rpm:.6g} rpm: speeds must "
                    "increase. Sort the table, or remove the repeated line."
                )
        object.__setattr__(self, "speed", speed)
        object.__setattr__(self, "torque", torque)
        scalar(self.inertia, "inertia of the engine", positive=True)
        for value, what in ((self.drag, "drag torque"), (self.drag_rate, "rate of the drag torque")):
            scalar(value, f"{what} of the engine", nonnegative=True)

    def full(self, speed: Any) -> Any:
        """T_p [N·m]; below the table it falls to zero at standstill, above it to zero within 10 %."""
        curve = Table((0.0, *self.speed, 1.1 * self.speed[-1]), (0.0, *self.torque, 0.0))
        return curve(speed)

    def resisting(self, speed: Any) -> Any:
        """T_r [N·m]; it vanishes at standstill."""
        return -(self.drag + self.drag_rate * speed) * ca.tanh(speed / 5.0)

    def effort(self, speed: Any, pedal: Any) -> Any:
        """T [N·m] (10)."""
        A = ca.fmin(ca.fmax(pedal, 0), 1)
        governor = ca.fmin(ca.fmax((self.idle - speed) / (0.15 * self.idle), 0), 1)
        A = ca.fmax(A, 0.5 * governor)
        return A * self.full(speed) + (1 - A) * self.resisting(speed)


@dataclass(frozen=True)
class Gearbox:
    """Ratios of the gears 1, 2, …; reverse as a positive number; gear 0 is neutral, gear −1 reverse."""

    ratios: tuple[float, ...]
    reverse: float
    final: float
    efficiency: Scalar = 0.94

    def __post_init__(self) -> None:
        ratios = tuple(float(scalar(r, "gear ratio", positive=True)) for r in self.ratios)  # type: ignore[arg-type]
        if not ratios:
            raise DescriptionError("gearbox: give the ratio of at least one gear.")
        object.__setattr__(self, "ratios", ratios)
        scalar(self.reverse, "ratio of the reverse gear", positive=True)
        scalar(self.final, "ratio of the final drive", positive=True)
        efficiency = scalar(self.efficiency, "efficiency of the gearbox", positive=True)
        if isinstance(efficiency, float) and efficiency > 1:
            raise DescriptionError(f"efficiency of the gearbox is {efficiency:g}: it is at most 1.")

    @property
    def gears(self) -> range:
        """−1 (reverse), 0 (neutral), 1, …"""
        return range(-1, len(self.ratios) + 1)

    def check(self, gear: int, what: str = "gear") -> int:
        """The gear, if the box has it."""
        if gear not in self.gears:
            raise DescriptionError(
                f"{what} {gear!r} is not in the gearbox: it has −1 (reverse), 0 (neutral) and 1 to {len(self.ratios)}."
            )
        return int(gear)

    def ratio(self, gear: Any) -> Any:
        """i of a gear, also of a symbol."""
        if isinstance(gear, int):
            return {-1: -self.reverse, 0: 0.0}.get(self.check(gear), self.ratios[gear - 1] if gear > 0 else 0.0)
        total = -self.reverse * (gear < -0.5)
        for k, ratio in enumerate(self.ratios, start=1):
            total = total + ratio * ca.logic_and(gear > k - 0.5, gear < k + 0.5)
        return total


@dataclass(frozen=True)
class Clutch:
    """Largest torque [N·m], and the wind-up at which it begins to slip [rad]."""

    capacity: Scalar = 200.0
    angle: float = 0.02

    def __post_init__(self) -> None:
        scalar(self.capacity, "capacity of the clutch", positive=True)


Differential = Literal["open", "locked"]


def driveline(
    engine: Engine,
    gearbox: Gearbox,
    clutch: Clutch,
    axles: Mapping[str, Differential],
    *,
    pedal: Callable[[Any], Any],
    engaged: Callable[[Any], Any],
    gear: Callable[[Any], Any],
    start_speed: float,
    name: str = "driveline",
) -> Network:
    """The network from the engine to the driven wheels.

    Parameters
    ----------
    axles : driven axles, "front" and/or "rear", and how their differential is; with two of them an open centre differential
        shares the torque
    pedal, engaged, gear : laws of signals: accelerator 0…1, clutch 0 (open) … 1 (closed), gear −1, 0, 1, …
    start_speed : of the engine [rad/s]

    Ports: `front_left`, `front_right`, … of the driven wheels [rad/s, N·m].
    """
    if not axles:
        raise DescriptionError("driveline: no axle is driven. Give {'front': 'open'}, {'rear': 'open'} or both.")
    net = Network(name)
    net.add(One("crank"), I("flywheel", engine.inertia, initial=engine.inertia * start_speed, domain="rotation"))
    net.add(Se("engine", lambda s: engine.effort(s["flywheel.flow"], pedal(s)), domain="rotation"))
    net.add(Zero("coupling"), One("input"), TF("gearbox", lambda s: gearbox.ratio(gear(s)), domain="rotation"))
    net.connect("engine", "crank")
    net.connect("crank", "flywheel")
    net.connect("crank", "coupling", "input")
    capacity = clutch.capacity

    def closed(s: Any) -> Any:
        """Torque that the clutch can carry; none in neutral, where the shaft behind it turns with the engine."""
        return capacity * ca.fmin(ca.fmax(engaged(s), 0), 1) * (ca.fabs(gear(s)) > 0.5)

    dry_friction(net, "clutch", "coupling", closed, angle=clutch.angle, time=5e-3, damping=6e-3)
    net.connect("input", "gearbox.b")
    net.add(One("shaft"))
    net.connect("gearbox.a", "shaft")
    # what the gears lose: a part of the torque that they carry, against the motion
    loss = 1.0 - gearbox.efficiency
    net.add(
        R(
            "losses",
            effort=lambda rate, s: loss * ca.fabs(s["clutch.effort"] * gearbox.ratio(gear(s))) * ca.tanh(rate / 0.5),
            domain="rotation",
        )
    )
    net.connect("shaft", "losses")
    wheels = [f"{axle}_{side}" for axle in axles for side in ("left", "right")]
    net.add(TF("final_drive", gearbox.final / len(wheels), domain="rotation"), Zero("differential"))
    net.connect("shaft", "final_drive.b")
    net.connect("final_drive.a", "differential")
    for wheel in wheels:
        net.add(One(wheel))
        net.connect("differential", wheel)
        net.expose(f"{wheel}_hub", wheel)
    for axle, kind in axles.items():
        if kind == "locked":
            _lock(net, axle)
        elif kind != "open":
            raise DescriptionError(f"differential of the {axle} axle is 'open' or 'locked', not {kind!r}.")
    return net


def _lock(net: Network, axle: str) -> None:
    """A differential that lets both wheels turn alike: stiff friction between them that never slides."""
    net.add(Zero(f"{axle}_lock"))
    net.connect(f"{axle}_left", f"{axle}_lock", f"{axle}_right")
    dry_friction(net, f"{axle}_locking", f"{axle}_lock", 5000.0, angle=0.05, damping=0.02)


@dataclass(frozen=True)
class Brakes:
    """Largest brake torque of a front and of a rear wheel [N·m], at full pedal."""

    front: Scalar = 900.0
    rear: Scalar = 450.0
    hand: Scalar = 600.0  # of a rear wheel, by the hand brake

    def __post_init__(self) -> None:
        for name in ("front", "rear", "hand"):
            scalar(getattr(self, name), f"{name} brake torque", nonnegative=True)


def brake_network(
    brakes: Brakes,
    wheels: Sequence[str],
    *,
    pedal: Callable[[Any], Any],
    hand: Callable[[Any], Any],
    name: str = "brakes",
) -> Network:
    """Friction on every wheel; it holds at standstill. Ports `front_left_hub`, …

    Parameters
    ----------
    pedal, hand : laws of signals, 0…1
    """
    net = Network(name)

    def torque(front: bool) -> Callable[[Any], Any]:
        foot = brakes.front if front else brakes.rear
        by_hand = 0.0 if front else brakes.hand
        return lambda s: foot * ca.fmin(ca.fmax(pedal(s), 0), 1) + by_hand * ca.fmin(ca.fmax(hand(s), 0), 1)

    for wheel in wheels:
        net.add(One(wheel))
        dry_friction(net, f"{wheel}_brake", wheel, torque(wheel.startswith("front")), angle=0.01, damping=6e-3)
        net.expose(f"{wheel}_hub", wheel)
    return net
