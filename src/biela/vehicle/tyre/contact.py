"""A tyre on a road: from the motion of a wheel to the wrench on it.

              a  axle (y of the wheel's frame, to the left)        e_x = a × n / |·|   along the wheel
    e_y  n        n  normal of the road                            e_y = n × e_x       across it
      ╲  │        ρ  from the centre down, in the wheel's plane    ρ = −(n − (n·a) a) / |·|
       ╲ │
        ╲│___ e_x                                δ  how deep the rim of radius R₀ would sink into the road

    F_z = k δ + c δ̇  (never negative)            along n, at the lowest point R₀ ρ of the wheel
    F_x = F_x(κ, α, F_z)                         at the centre along e_x, with the moment −F_x R_e about the axle
    F_y = F_y(α, κ, F_z)                         along e_y, at the foot of the perpendicular on the road
    M   = −f F_z R_e tanh(ω / ω₀)                about the axle: rolling resistance, f = f₀ + k_v v²

The longitudinal force turns the wheel with the effective rolling radius R_e, the same that slip is measured with: its
power is then F_x (v_x − ω R_e). Rolling steadily it is never positive. While the slip changes, the deflected patch takes
up energy and gives it back, so that the power may be positive for a moment; over any cycle of the patch energy is lost.

Slip is not computed from velocities but by two deflections u of the contact patch (relaxation length σ):

    u̇_x = (ω R_e − v_x) − |v| u_x / σ,    κ = u_x / σ,        |v| = max(|ω R_e|, |v_x|, |v_y|)
    u̇_y = −v_y           − |v| u_y / σ,    α = arctan(u_y / σ)

Rolling steadily this is the usual slip; standing still the patch is a spring that holds a parked car without creeping,
through zero speed everything stays smooth. A little damping that fades with speed calms the car on its patches,

    D = −μ F_z d e^(−(|v|/v₀)²) v_slip,     F = μ F_law + r tanh(D / r),     r = μ F_peak ∓ μ F_law  for D ≷ 0

where r is the grip that the law leaves in the sense of D: the sum is smooth and never exceeds the law's peak. The friction
factor μ of the road scales all of it.

A wheel that slides to a stop leaves its patch deflected by σ, far more than grip can hold. Below v₀ what exceeds
u_s = 4 σ F_peak / (∂F/∂κ) slips back within T (a patch of bristles slides as a whole at three times, Pacejka §7.2; at four
the rounder laws are at their peak, too); below u_s nothing creeps:

    u̇ = … − e^(−(|v|/v₀)²) sign(u) e² / ((e + u_s) T),        e = max(|u| − u_s, 0)

Reference: Pacejka (2012), *Tire and Vehicle Dynamics*, §7.2 (relaxation, standstill)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import casadi as ca

from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.element.declaration import Figure
from biela.lie.array import Operand
from biela.mechanism.load.contact import Action, Contact, FrameMotion
from biela.mechanism.mechanism import Mechanism
from biela.vehicle.road import FLAT, Road
from biela.vehicle.tyre.data import TyreData


@dataclass(frozen=True)
class Tyre(TyreData, Contact):
    """Tyre on a wheel; see `biela.vehicle.tyre.contact` for its equations and signs, and `TyreData` for its data.

    frame : on the wheel, at its centre, y along the axle and to the left of the car
    mirrored : the data belong to a tyre of the other side of the car
    """

    mirrored: bool = False
    road: Road = FLAT

    outputs: ClassVar[Mapping[str, str]] = {
        "load": "N", "longitudinal_force": "N", "lateral_force": "N", "slip": "1", "slip_angle": "rad", "camber": "rad",
        "deflection": "m", "slip_power": "W", "rolling_power": "W", "damping_power": "W",
        "patch_rate_x": "m/s", "patch_rate_y": "m/s",
    }  # fmt: skip

    @property
    def figures(self) -> tuple[Figure, ...]:
        return (Figure("wheel", self.frame, radius=self.radius),)

    @property
    def called(self) -> str:
        return f"tyre {self.name!r}"

    @property
    def sense(self) -> float:
        return -1.0 if self.mirrored else 1.0

    @property
    def memory(self) -> str:
        """Name of the network that holds the deflections of the patch."""
        return f"{self.name}_patch"

    def act(self, motion: FrameMotion, signals: Operand) -> Action:
        axle = motion.rotation[:, 1]
        foot, normal, depth, depth_rate = self._contact(motion)
        tilt = ca.dot(normal, axle)
        forward = _unit(ca.cross(axle, normal))
        left = ca.cross(normal, forward)
        down = -_unit(normal - tilt * axle)

        load = ca.if_else(depth > 0, ca.fmax(self.stiffness * depth + self.damping * depth_rate, 0), 0)
        spin = ca.dot(motion.angular_velocity, axle)
        arm = foot - motion.position
        v_x = ca.dot(forward, motion.velocity)
        v_y = ca.dot(left, motion.velocity + ca.cross(motion.angular_velocity, arm))
        rolling = spin * self.rolling_radius
        u_x, u_y = (signals[f"{self.memory}/{axis}.value"] for axis in ("longitudinal", "lateral"))
        friction = self.road.friction_factor(motion.position[0], motion.position[1])
        grip = self.grip(v_x, v_y, rolling, load, (u_x, u_y), friction, ca.asin(tilt))
        F_x, F_y, resistance = grip.along, grip.across, self.resistance(v_x, spin, load)
        along, across, up = F_x * forward, F_y * left, load * normal
        moment = ca.cross(self.radius * down, up) + ca.cross(arm, across) - (F_x * self.rolling_radius + resistance) * axle
        elastic = self.stiffness * ca.fmax(depth, 0)
        powers = F_x * (v_x - rolling) + F_y * v_y, -resistance * spin, -(load - elastic) * depth_rate
        values = (load, F_x, F_y, grip.slip, grip.slip_angle, ca.asin(tilt), depth, *powers, *grip.rates)
        return Action(
            along + across + up,
            moment,
            energy=0.5 * elastic * ca.fmax(depth, 0),
            energy_rate=elastic * depth_rate,
            outputs=dict(zip(self.outputs, values, strict=True)),
        )

    def _contact(self, motion: FrameMotion) -> tuple[Operand, Operand, Operand, Operand]:
        """Return the foot of the perpendicular on the road, normal there, depth δ and its rate, differentiated exactly."""
        p, R = ca.SX.sym("p", 3), ca.SX.sym("R", 3, 3)
        height, normal = self.road.surface(p[0], p[1])
        distance = (p[2] - height) * normal[2]
        down = -(normal - ca.dot(normal, R[:, 1]) * R[:, 1])
        depth = -ca.dot(normal, self.radius * _unit(down)) - distance
        foot = p - distance * normal
        v, turning = ca.SX.sym("v", 3), ca.SX.sym("R_rate", 3, 3)
        rate = ca.jtimes(depth, p, v) + ca.jtimes(depth, ca.vec(R), ca.vec(turning))
        own = {"p", "R", "v", "R_rate"}
        free = [s for s in ca.symvar(ca.vertcat(depth, foot, rate)) if s.name().rsplit("_", 1)[0] not in own]
        f = ca.Function("contact", [p, R, v, turning, *free], [foot, normal, depth, rate])
        spin = ca.skew(motion.angular_velocity) @ motion.rotation
        return tuple(f(motion.position, motion.rotation, motion.velocity, spin, *free))  # type: ignore[return-value]


@checked
def add_tyre(mechanism: Mechanism, tyre: Tyre) -> Tyre:
    """Put a tyre on its wheel: the contact, and the network that remembers how the patch is deflected.

    Signals of a tyre named `front_left`: `front_left.load`, `.slip`, `.slip_angle`, `.longitudinal_force`,
    `.lateral_force`, `.camber`, `.deflection`, and the powers lost in slip, rolling and damping.
    """
    from biela.network import Integrator, Network

    net = Network(tyre.memory)
    for axis, name in (("x", "longitudinal"), ("y", "lateral")):
        net.add(Integrator(name, lambda s, rate=f"{tyre.name}.patch_rate_{axis}": s[rate], unit="m"))
    added = mechanism.contact(tyre)
    mechanism.attach(net)
    return added  # type: ignore[return-value]


def _unit(x: Operand) -> Operand:
    return x / ca.sqrt(ca.dot(x, x))
