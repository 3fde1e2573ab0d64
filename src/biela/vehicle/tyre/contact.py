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
from typing import ClassVar, Literal, NamedTuple

import casadi as ca

from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element import choice, data, family
from biela.element.declaration import Figure
from biela.element.uses import asked, who
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.load.contact import Action, Contact, FrameMotion
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Scalar, nominal
from biela.vehicle.part import Part, one_of
from biela.vehicle.road import FLAT, Road
from biela.vehicle.tyre.exponential import ExponentialFriction
from biela.vehicle.tyre.law import LateralLaw, LongitudinalLaw, TyreLaw
from biela.vehicle.tyre.magic_formula import MagicFormula1987

STANDING_SPEED = 1.0
"""Speed at which the damping of the standing patch has faded to a third [m/s]."""
SLIDING = 4.0
"""Slip at which the whole patch slides, in units of peak / slope."""
RELEASE = 0.01
"""Time T in which a standing patch lets go of what it cannot hold [s]."""
GRAVITY = 9.81


class Grip(NamedTuple):
    """Forces of the patch on the wheel, its slip, and the rates of its deflections."""

    along: Operand  # F_x [N]
    across: Operand  # F_y [N]
    slip: Operand  # κ
    slip_angle: Operand  # α [rad]
    rates: tuple[Operand, Operand]  # of u_x and u_y [m/s]


@family
class TyreData(Part):
    """Data that all tyres share; see `biela.vehicle.tyre.contact` for the equations.

    `combined` slip is "independent" (κ and α do not affect each other) or "ellipse" (both forces are scaled back to the friction
    ellipse). The coupling of the exponential law is a setting of that law.
    """

    noun = "the tyres"
    radius: Scalar = data("m", bound="positive", about="unloaded radius R₀")
    rolling_radius: Scalar = data("m", bound="positive", about="effective radius R_e")
    stiffness: Scalar = data("N/m", bound="positive", about="vertical stiffness k")
    damping: Scalar = data("N*s/m", default=100.0, bound="nonnegative", about="vertical damping c")
    longitudinal: LongitudinalLaw = data(one_of(LongitudinalLaw.section, "law"), default=ExponentialFriction())
    lateral: LateralLaw = data(one_of(LateralLaw.section, "law"), default=MagicFormula1987())
    combined: Literal["independent", "ellipse"] = data(choice("independent", "ellipse"), default="independent")
    rolling_resistance: Scalar = data("1", default=0.013, bound="nonnegative", about="f₀")
    rolling_resistance_speed: Scalar = data("s^2/m^2", default=6.5e-6, bound="nonnegative", about="k_v")
    relaxation_length: Scalar = data("m", default=0.1, bound="positive", about="σ")
    standing_damping: Scalar = data("1", default=0.7, bound="nonnegative", about="damping ratio of the standing patch")

    def __post_init__(self) -> None:
        super().__post_init__()
        if nominal(self.rolling_radius) > 1.1 * nominal(self.radius):
            radii = f"rolling radius of {self.called} is {nominal(self.rolling_radius):g} m, its radius {nominal(self.radius):g} m"
            raise DescriptionError(f"{radii}: the rolling radius is a little smaller than the radius.")

    @property
    def sense(self) -> float:
        """−1 for a tyre of the other side of the car than the data belong to."""
        return -1.0 if getattr(self, "mirrored", False) else 1.0

    @checked  # CasADi crashes on lists that hold themselves, and on long doubles
    def grip(
        self, v_x: Operand, v_y: Operand, rolling: Operand, load: Operand, deflection: tuple[Operand, Operand],
        friction: Operand = 1.0, camber: Operand = 0.0,
    ) -> Grip:  # fmt: skip
        """Return the grip of a patch deflected by (u_x, u_y) [m]; v_x, v_y and the rolling speed ω R_e are the wheel's [m/s]."""
        speed = ca.fmax(ca.fmax(ca.fabs(rolling), ca.fabs(v_x)), ca.fabs(v_y))
        u_x, u_y = deflection
        slip, slip_angle = u_x / self.relaxation_length, ca.atan(u_y / self.relaxation_length)
        F_x, F_y = self.forces(slip, slip_angle, load, camber)
        slow = ca.exp(-((speed / STANDING_SPEED) ** 2))
        D_x = load * slow * self._standing(self.longitudinal.stiffness(1000.0)) * (rolling - v_x)
        D_y = -(load * slow) * self._standing(self.lateral.stiffness(1000.0)) * v_y
        F_x = _within(F_x, D_x, self.longitudinal.peak(load))
        F_y = _within(F_y, D_y, self.lateral.peak(load))
        F_x, F_y = (friction * F for F in self._combine(F_x, F_y, load))
        rates = (
            rolling - v_x - speed * slip - slow * self._release(u_x, self.longitudinal),
            -v_y - speed * u_y / self.relaxation_length - slow * self._release(u_y, self.lateral),
        )
        return Grip(F_x, F_y, slip, slip_angle, rates)

    def resistance(self, v_x: Operand, spin: Operand, load: Operand) -> Operand:
        """Return the moment of rolling resistance about the axle [N·m], against the spin [rad/s]."""
        f = self.rolling_resistance + self.rolling_resistance_speed * v_x * v_x
        return f * load * self.rolling_radius * xp.tanh(spin / 0.1)

    def forces(self, slip: Operand, slip_angle: Operand, load: Operand, camber: Operand = 0.0) -> tuple[Operand, Operand]:
        """Return F_x and F_y [N] of slip, slip angle [rad], load [N] and camber [rad]: numbers, arrays or symbols."""
        lean = self.sense * camber
        F_x = _force(self.longitudinal, slip, slip_angle, load, camber=lean)
        F_y = self.sense * _force(self.lateral, self.sense * slip_angle, slip, load, camber=lean)
        return self._combine(F_x, F_y, load)

    def _combine(self, F_x: Operand, F_y: Operand, load: Operand) -> tuple[Operand, Operand]:
        """Return both forces, scaled back to the friction ellipse where the tyre has one."""
        if self.combined == "independent":
            return F_x, F_y
        floor = 1e-6
        part_x, part_y = (F / (law.peak(load) + floor) for F, law in ((F_x, self.longitudinal), (F_y, self.lateral)))
        excess = xp.fmax(xp.sqrt(part_x * part_x + part_y * part_y + 1e-16), 1.0)
        return F_x / excess, F_y / excess

    def _standing(self, stiffness: Operand) -> Operand:
        """Return the damping of the standing patch per newton of load: ζ of critical for the mass that the load stands for."""
        return 2.0 * self.standing_damping * ca.sqrt(stiffness / (1000.0 * self.relaxation_length * GRAVITY))

    def _release(self, u: Operand, law: TyreLaw) -> Operand:
        """Return the rate at which a standing patch gives up the part of its deflection that is beyond all grip [m/s]."""
        held = SLIDING * self.relaxation_length * law.peak(1000.0) / law.stiffness(1000.0)
        excess = ca.fmax(ca.fabs(u) - held, 0)
        return ca.sign(u) * excess * excess / ((excess + held) * RELEASE)


def _within(force: Operand, extra: Operand, peak: Operand) -> Operand:
    """Return force + extra, where the extra takes only the grip left in its own sense: r tanh(extra / r), of slope 1 at 0."""
    left = ca.fmax(peak - ca.if_else(extra > 0, force, -force), 1e-9)
    return force + left * ca.tanh(extra / left)


def _force(law: LongitudinalLaw | LateralLaw, *arguments: Operand, camber: Operand) -> Operand:
    """Return the force of a law; an error in a user's law names the law."""
    arguments = (*arguments, camber) if law.cambered else arguments
    force = asked(law, "force", lambda: law.force(*arguments))
    if force is None:
        raise DescriptionError(f"{who(law)}: force returned None; return the force [N].")
    return force


@dataclass(frozen=True)
class Tyre(TyreData, Contact):
    """Tyre on a wheel; see `biela.vehicle.tyre.contact` for its equations and signs, and `TyreData` for its data.

    frame : on the wheel, at its centre, y along the axle and to the left of the car
    mirrored : the data belong to a tyre of the other side of the car
    """

    noun: ClassVar[str] = "tyre"
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
        outputs = dict(zip(self.outputs, values, strict=True))
        energy, rate = 0.5 * elastic * ca.fmax(depth, 0), elastic * depth_rate
        return Action(along + across + up, moment, energy=energy, energy_rate=rate, outputs=outputs)

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
