"""Friction of a cylinder, as a force against the motion of its rod. Speeds in m/s, forces in N; F_n is the net force
of the pressures, A₁ p_head − A₂ p_rod."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from biela.dataclass import dataclass
from biela.errors import DescriptionError
from biela.lie import array as xp
from biela.mechanism.parameter import nominal, scalar
from biela.network.registry import choice, flag, record


class Friction:
    """A friction law of a cylinder; `law` is its name in files."""

    law = ""

    def force(self, v: Any, net: Any) -> Any:
        """Force against the motion [N] at a speed [m/s] and a net force of the pressures [N]."""
        raise NotImplementedError


@dataclass(frozen=True)
class EfficiencyFriction(Friction):
    """F_μ = (1 − η) |F_n| tanh(v / v₀): a share of the load, always against the motion.

    efficiency : η, 0 … 1
    speed : v₀, at which three quarters are reached [m/s]
    """

    law = "efficiency"
    efficiency: Any
    speed: Any = 0.01

    def __post_init__(self) -> None:
        require_efficiency(self.efficiency)
        scalar(self.speed, "speed of a friction law", positive=True)

    def force(self, v: Any, net: Any) -> Any:
        return (1 - self.efficiency) * xp.fabs(net) * xp.tanh(v / self.speed)


@dataclass(frozen=True)
class ProportionalFriction(Friction):
    """F_μ = (1 − η) F_n v / (1 m/s), as printed in a published excavator model.

    With F_n negative it drives the motion: it **feeds energy** whenever the rod is pulled. Kept to reproduce that model;
    `absolute` takes |F_n| instead, which always dissipates.
    """

    law = "proportional"
    efficiency: Any
    absolute: bool = False

    def __post_init__(self) -> None:
        require_efficiency(self.efficiency)

    def force(self, v: Any, net: Any) -> Any:
        return (1 - self.efficiency) * (xp.fabs(net) if self.absolute else net) * v


LiteralFriction = ProportionalFriction
"""The same law, by the name that says why it is there."""


@dataclass(frozen=True)
class StribeckFriction(Friction):
    """F_μ = [F_C + (F_S − F_C) exp(−(v/v_S)²)] tanh(v/v₀) + b v.

    Parameters
    ----------
    coulomb : F_C [N]
    stiction : F_S ≥ F_C [N]; equal to F_C if omitted
    viscous : b [N·s/m]
    stribeck : v_S, at which the stiction has faded [m/s]
    speed : v₀ of the transition through zero [m/s]

    Reference: Armstrong-Hélouvry, Dupont & Canudas de Wit (1994), Automatica 30(7), 1083-1138
    """

    law = "stribeck"
    coulomb: Any = 0.0
    viscous: Any = 0.0
    stiction: Any = None
    stribeck: Any = 0.02
    speed: Any = 0.002

    def __post_init__(self) -> None:
        for name in ("coulomb", "viscous", "stiction"):
            value = getattr(self, name)
            if value is not None and nominal(scalar(value, f"{name} of a friction law")) < 0:
                raise DescriptionError(f"{name} of a friction law is {nominal(value):g}: it would drive the motion.")
        if self.stiction is not None and nominal(self.stiction) < nominal(self.coulomb):
            raise DescriptionError(
                f"stiction of a friction law is {nominal(self.stiction):g} N, below its Coulomb friction of "
                f"{nominal(self.coulomb):g} N: breaking loose takes at least as much as sliding. Exchange them, or leave it out."
            )
        for name in ("stribeck", "speed"):
            scalar(getattr(self, name), f"{name} of a friction law", positive=True)

    def force(self, v: Any, net: Any) -> Any:
        extra = 0.0 if self.stiction is None else (self.stiction - self.coulomb) * xp.exp(-((v / self.stribeck) ** 2))
        return (self.coulomb + extra) * xp.tanh(v / self.speed) + self.viscous * v


LAWS = {c.law: c for c in (EfficiencyFriction, ProportionalFriction, StribeckFriction)}


def friction_law(law: str = "efficiency", **values: Any) -> Friction:
    """A friction law by its name in files: efficiency, proportional or stribeck."""
    try:
        return LAWS[law](**values)
    except TypeError:
        wanted = ", ".join(f.name for f in fields(LAWS[law]))
        raise DescriptionError(f"friction law {law!r} takes {wanted}, not {', '.join(values) or 'nothing'}.") from None


FRICTION = record(
    friction_law, law=choice(*LAWS), efficiency="1", speed="m/s", absolute=flag(), coulomb="N", viscous="N*s/m", stiction="N",
    stribeck="m/s",
)  # fmt: skip
"""How a friction law is written in files."""


def require_efficiency(value: Any) -> None:
    scalar(value, "efficiency of a friction law")
    if not 0 <= nominal(value) <= 1:
        raise DescriptionError(f"efficiency of a friction law is {nominal(value):g}: it lies between 0 and 1.")
