"""Physical domains with the units of effort and flow. Effort × flow is always a power [W]."""

from __future__ import annotations

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import UnknownName, nearest
from biela.element.units import typed


@dataclass(frozen=True)
class Domain:
    """Physical domain: units of effort e, flow f, and their time integrals, momentum p = ∫ e dt, displacement q = ∫ f dt."""

    name: str
    effort: str
    flow: str
    momentum: str
    displacement: str

    def unit(self, quantity: str) -> str:
        """Return the unit of `effort`, `flow`, `momentum` or `displacement`."""
        if quantity not in QUANTITIES:
            raise UnknownName(f"a domain has no {quantity!r}.{nearest(quantity, QUANTITIES)}")
        return str(getattr(self, quantity))

    def __repr__(self) -> str:
        return f"<Domain {self.name}>"


QUANTITIES = ("effort", "flow", "momentum", "displacement")
TRANSLATION = Domain("translation", "N", "m/s", "N·s", "m")
ROTATION = Domain("rotation", "N·m", "rad/s", "N·m·s", "rad")
HYDRAULIC = Domain("hydraulic", "Pa", "m³/s", "Pa·s", "m³")
ELECTRIC = Domain("electric", "V", "A", "V·s", "C")
THERMAL = Domain("thermal", "K", "W/K", "K·s", "J/K")
NEUTRAL = Domain("neutral", "1", "1", "1", "1")
"""Domain of elements that belong to no domain and are connected to none."""

DOMAINS = {d.name: d for d in (TRANSLATION, ROTATION, HYDRAULIC, ELECTRIC, THERMAL)}


def plain(unit: str) -> str:
    """Return a unit as files write it: `N*m` for N·m, `A*s` for C."""
    return {"C": "A*s"}.get(unit, typed(unit))


def domain(which: Domain | str | None) -> Domain | None:
    """Return a domain by name; None stays None: it follows from the connection."""
    if which is None or isinstance(which, Domain):
        return which
    if not isinstance(which, str) or which not in DOMAINS:
        raise UnknownName(f"no domain {which!r}.{nearest(which, list(DOMAINS))} Make one with Domain(…).")
    return DOMAINS[which]


guard(__name__)
