"""Friction of a cylinder, as a force against the motion of its rod. Speeds in m/s, forces in N; F_n is the net force
of the pressures, A₁ p_head − A₂ p_rod."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.element.role import data_of
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network.registry import CheckedRecord, choice, data, flag, record


@family
class FrictionLaw(CheckedRecord):
    """Friction law of a cylinder; `law` is its name in files."""

    law = ""
    noun = "a friction law"

    def force(self, v: Operand, net: Operand) -> Operand:
        """Return the force against the motion [N] at a speed [m/s] and a net force of the pressures [N]."""
        raise NotImplementedError


@family
class OfEfficiency(FrictionLaw):
    """Friction law with the efficiency η of the cylinder."""

    efficiency: Scalar = data("1", about="η, 0 … 1")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= nominal(self.efficiency) <= 1:
            raise DescriptionError(f"efficiency of a friction law is {nominal(self.efficiency):g}: it lies between 0 and 1.")


@family
class EfficiencyFriction(OfEfficiency):
    """F_μ = (1 − η) |F_n| tanh(v / v₀): a share of the load, always against the motion."""

    law = "efficiency"
    speed: Scalar = data("m/s > 0", default=0.01, about="v₀, at which three quarters are reached")

    def force(self, v: Operand, net: Operand) -> Operand:
        return (1 - self.efficiency) * xp.fabs(net) * xp.tanh(v / self.speed)


@family
class ProportionalFriction(OfEfficiency):
    """F_μ = (1 − η) F_n v / (1 m/s), as printed in a published excavator model.

    With F_n negative it drives the motion: it **feeds energy** whenever the rod is pulled. Kept to reproduce that model;
    `absolute` takes |F_n| instead, which always dissipates.
    """

    law = "proportional"
    absolute: bool = data(flag(), default=False)

    def force(self, v: Operand, net: Operand) -> Operand:
        return (1 - self.efficiency) * (xp.fabs(net) if self.absolute else net) * v


LiteralFriction = ProportionalFriction
"""Name of that law that says why it is there."""


@family
class StribeckFriction(FrictionLaw):
    """F_μ = [F_C + (F_S − F_C) exp(−(v/v_S)²)] tanh(v/v₀) + b v.

    Reference: Armstrong-Hélouvry, Dupont & Canudas de Wit (1994), Automatica 30(7), 1083-1138
    """

    law = "stribeck"
    coulomb: Scalar = data("N >= 0", default=0.0, about="F_C")
    viscous: Scalar = data("N*s/m >= 0", default=0.0, about="b")
    stiction: Scalar | None = data("N >= 0", default=None, about="F_S ≥ F_C; equal to F_C if omitted")
    stribeck: Scalar = data("m/s > 0", default=0.02, about="v_S, at which the stiction has faded")
    speed: Scalar = data("m/s > 0", default=0.002, about="v₀ of the transition through zero")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stiction is not None and nominal(self.stiction) < nominal(self.coulomb):
            low = f"stiction of a friction law is {nominal(self.stiction):g} N, below its Coulomb friction of"
            raise DescriptionError(f"{low} {nominal(self.coulomb):g} N. Exchange them, or leave it out.")

    def force(self, v: Operand, net: Operand) -> Operand:
        extra = 0.0 if self.stiction is None else (self.stiction - self.coulomb) * xp.exp(-((v / self.stribeck) ** 2))
        return (self.coulomb + extra) * xp.tanh(v / self.speed) + self.viscous * v


LAWS = {c.law: c for c in (EfficiencyFriction, ProportionalFriction, StribeckFriction)}


def friction_law(law: str = "efficiency", **values: Any) -> FrictionLaw:
    """Return a friction law by its name in files: efficiency, proportional or stribeck."""
    try:
        return LAWS[law](**values)
    except TypeError:
        wanted = ", ".join(f.name for f in fields(LAWS[law]))
        raise DescriptionError(f"friction law {law!r} takes {wanted}, not {', '.join(values) or 'nothing'}.") from None


FRICTION = record(friction_law, law=choice(*LAWS), **{d.key: d.role for law in LAWS.values() for d in data_of(law)})
"""Role of a friction law, as files write it."""
