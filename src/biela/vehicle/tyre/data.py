"""Data of a tyre, as the four wheels of a car share them, and the grip of its patch, which follows from them."""

from __future__ import annotations

from typing import Literal, NamedTuple

import casadi as ca

from biela.base.checked import checked
from biela.base.errors import DescriptionError
from biela.element import choice, data, family
from biela.element.uses import asked, who
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.vehicle.part import Part, one_of
from biela.vehicle.tyre.exponential import ExponentialFriction
from biela.vehicle.tyre.law import LateralLaw, LongitudinalLaw, TyreLaw
from biela.vehicle.tyre.magic_formula import MagicFormula1987

SLOW = 1.0
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
            raise DescriptionError(
                f"rolling radius of {self.called} is {nominal(self.rolling_radius):g} m, its radius {nominal(self.radius):g} m: "
                "the rolling radius is a little smaller than the radius."
            )

    @property
    def sense(self) -> float:
        """−1 for a tyre of the other side of the car than the data belong to."""
        return 1.0

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
        slow = ca.exp(-((speed / SLOW) ** 2))
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
