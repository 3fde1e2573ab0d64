"""Base of couplings: constraints that are not joints."""

from __future__ import annotations

from typing import Any, ClassVar

from biela.element.declaration import Element, MakeSymbol, family
from biela.lie import array as xp
from biela.mechanism.attached import Between, Machine, Signals
from biela.mechanism.kink import Kinks


@family
class Coupling(Element):
    """A constraint that is not a joint.

    Attributes
    ----------
    rows : names of its constraint rows
    terms : (joint, coordinate, factor) of a coupling of coordinates; none for one between two frames
    outputs : further signals, besides force and moment
    """

    section: ClassVar[str] = "couplings"
    home: ClassVar[str] = "biela.mechanism.mechanism"
    rows: ClassVar[Any] = ()
    terms: ClassVar[Any] = ()
    outputs: ClassVar[Any] = ()

    def kinks(self, machine: Machine) -> tuple[Kinks, ...]:
        """Quantities and their values at which its constraint is not smooth: adaptive steps end there."""
        return ()

    @property
    def remark(self) -> str:
        """Remark of `check` about it; empty for most."""
        return ""

    def doubt(self, machine: Machine) -> str:
        """Return the warning of `check`, where it may not be what its author meant; nothing for most."""
        return ""


@family
class PairCoupling(Coupling, Between):
    """A constraint between two frames a and b; its residuals depend on their relative pose.

    `residuals(R, d)` receives R_ab and the position of b from a *in the axes of b*, and returns lengths or angles that
    vanish when the coupling holds. Signals `name.force`, `name.force_x` … of its wrench on b, in the axes of b.
    """

    rows: ClassVar[Any] = ("distance",)

    @property
    def units(self) -> tuple[str, ...]:
        """Units of the residuals."""
        return ("m",) * len(self.rows)

    def flaws(self) -> list[str]:
        rows, units = self.rows, self.units
        if isinstance(rows, str) or not rows or len(set(rows)) != len(rows):
            return [f"rows is {rows!r}; give different names in a tuple, such as ('distance',)"]
        if isinstance(units, str) or len(units) != len(rows) or not set(units) <= {"m", "rad"}:
            return [f"units is {units!r}; give 'm' or 'rad' for each of its rows, such as ('m',)"]
        return []

    @property
    def holonomic(self) -> tuple[bool, ...]:
        """True for rows that have a residual; those without one come last, with a covector each (see `rolling`)."""
        return (True,) * len(self.rows)

    def expressions(self, symbol: MakeSymbol, signals: Signals) -> list[xp.Operand] | None:
        pose = symbol("R", 3, 3), symbol("d", 3)
        return [*self.residuals(*pose), *(entry for row in self.covectors(*pose) for entry in row)]

    def normal(self, R: xp.Matrix3) -> list[xp.Operand]:
        """Direction, in the axes of b, in which its real counterpart pushes b and cannot pull. A coupling that has one has the
        output `normal_force`, and a run notes where that turns negative."""
        raise NotImplementedError

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        """Lengths or angles that vanish when the coupling holds."""
        raise NotImplementedError

    def covectors(self, R: xp.Matrix3, d: xp.Vector3) -> list[list[xp.Operand]]:
        """c of the rows cᵀ V = 0 without a residual, V = [ω; v] the twist of b relative to a, in b."""
        return []
