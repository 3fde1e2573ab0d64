"""Base parameters of a machine: rules for what cannot be seen, exact algebra, and a judge in many digits.

base_parameters(machine)                                    # automatic
base_parameters(machine, convergence=["knuckle"])           # gather everything on that body
base_parameters(machine, dependent=["rod.mass", …])         # this set, or an error that says why not
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.dataclass import dataclass
from biela.equations.rank import independent_in_order
from biela.errors import UnknownName, count, nearest
from biela.identify.base_set import BaseSet, from_null_vectors
from biela.identify.echelon import UnclearRank, echelon
from biela.identify.exact import Numbers
from biela.identify.multiprecision import Multiprecision, StructuralRank
from biela.identify.regressor import Regressor
from biela.identify.transfers import Transfer, TransferRules
from biela.mechanism.mechanism import Mechanism

# within a body, the parameter that is given up first: masses move most easily, first moments least
GIVEN_UP = ("mass", "Izz", "Iyy", "Ixx", "Ixy", "Ixz", "Iyz", "mx", "my", "mz")


@dataclass(frozen=True)
class Structure:
    """What can be known of a machine, and what cannot.

    Attributes
    ----------
    base : the base parameters
    transfers : independent null vectors, each with the rule it comes from
    rank : the confirmation in many digits; None if it was not asked for
    numbers : the exact numbers the algebra was done in
    """

    base: BaseSet
    transfers: tuple[Transfer, ...]
    rank: StructuralRank | None
    numbers: Numbers

    @property
    def by_rules(self) -> int:
        """Transfers that follow from the rules; the others were found by numbers."""
        return sum(t.kind != "combination" for t in self.transfers)

    def __str__(self) -> str:
        lines = [str(self.base), f"{count(self.by_rules, 'transfer')} by rules"]
        found = len(self.transfers) - self.by_rules
        if found:
            lines[-1] += (
                f", {count(found, 'combination')} that no rule sees, found in many digits at the nominal dimensions"
            )
        if self.rank is not None:
            lines.append(f"confirmed: {self.rank}")
        if not self.base.exact:
            lines.append("directions that are not simple fractions were rounded in the twelfth digit or beyond")
        return "\n".join(lines)


def base_parameters(
    machine: Mechanism | Regressor, *, convergence: Sequence[str] | None = None,
    dependent: Sequence[str] | None = None, symbolic: bool = True, confirm: bool = True,
) -> Structure:  # fmt: skip
    """Base parameters by transfer of inertial properties, in exact numbers.

    Parameters
    ----------
    machine : a machine (its regressor with default choices is made), or a regressor
    convergence : bodies on which parameters are gathered; those with most joints if omitted
    dependent : exactly this set of dependent parameters
    symbolic : keep free parameters of the geometry as symbols in the coefficients
    confirm : check the rank in many digits, and find what no rule sees
    """
    regressor = machine if isinstance(machine, Regressor) else Regressor(machine, parameters=("inertia",))
    numbers = Numbers(regressor.mechanism, symbolic)
    rules = TransferRules(regressor, numbers)
    transfers = _independent(_true(rules.all(), regressor, numbers), regressor.names, numbers)
    order = preference(regressor, convergence)
    base = from_null_vectors(regressor.names, [t.vector for t in transfers], order, numbers)
    rank = None
    if confirm:
        judge = Multiprecision(regressor)
        rank, beta, first, second = judge.decomposition(expected=base.rank)
        if rank.rank > base.rank:
            raise UnclearRank(
                f"{regressor.original.name!r}: the rules leave {base.rank} base parameters, the rank in {rank.digits} digits "
                f"is {rank.rank}. Some dimensions are within a hair of a special position (axes almost parallel?): make them "
                "exactly so, or clearly not."
            )
        if rank.rank < base.rank:
            more = _unseen(base, numbers, rank, beta, first, second)
            transfers = [*transfers, *more]
            base = from_null_vectors(regressor.names, [t.vector for t in transfers], order, numbers)
    if dependent is not None:
        base = base.switch(dependent)
    return Structure(base, tuple(transfers), rank, numbers)


def preference(regressor: Regressor, convergence: Sequence[str] | None = None) -> list[str]:
    """All parameters, those to be given up first in front: far from the convergence bodies, masses before first moments."""
    mechanism = regressor.mechanism
    neighbours: dict[str, set[str]] = {name: set() for name in mechanism.bodies}
    for joint in mechanism.joints.values():
        a, b = joint.parent.body.name, joint.child.body.name
        neighbours[a].add(b)
        neighbours[b].add(a)
    moving = [name for name, body in mechanism.bodies.items() if not body.is_ground]
    if convergence is None:
        most = max((len(neighbours[name]) for name in moving), default=0)
        convergence = [name for name in moving if len(neighbours[name]) == most]
    for name in convergence:
        if name not in moving:
            raise UnknownName(f"convergence: no moving body {name!r}.{nearest(name, moving)}")
    distance = dict.fromkeys(convergence, 0)
    frontier = list(convergence)
    while frontier:
        body = frontier.pop(0)
        for other in neighbours[body]:
            if other not in distance and other in moving:
                distance[other] = distance[body] + 1
                frontier.append(other)
    far = 1 + max(distance.values(), default=0)
    kept = [c.name for c in regressor.columns if c.kind != "inertia"]
    inertial = [c for c in regressor.columns if c.kind == "inertia"]
    inertial.sort(key=lambda c: (-distance.get(c.owner, far), moving.index(c.owner), GIVEN_UP.index(c.entry)))
    return [*(c.name for c in inertial), *kept]


def _true(found: list[Transfer], regressor: Regressor, numbers: Numbers) -> list[Transfer]:
    """Those that hold on a motion the rules have not seen."""
    W = regressor.matrix(regressor.random_motion(12, seed=23, spread=0.5)).reshape(-1, len(regressor.names))
    T = _matrix(found, regressor.names, numbers)
    terms = np.abs(W) @ np.abs(T)  # what cancels
    return [t for t, ok in zip(found, np.abs(W @ T).max(axis=0) <= 1e-8 * terms.max(axis=0) + 1e-13, strict=True) if ok]


def _independent(found: list[Transfer], names: Sequence[str], numbers: Numbers) -> list[Transfer]:
    """Those that do not follow from the ones before: exactly, or to nine digits where directions were rounded."""
    if not found:
        return []
    if not numbers.exact:
        T = _matrix(found, names, numbers)
        return [found[j] for j in independent_in_order((T / np.linalg.norm(T, axis=0)).T)]
    rows: list[dict[int, Any]] = [{} for _ in names]
    at = dict(zip(names, rows, strict=True))
    for j, transfer in enumerate(found):
        for name, value in transfer.vector.items():
            at[name][j] = value
    return [found[j] for j in numbers.echelon(rows, len(found))[1]]


def _matrix(found: list[Transfer], names: Sequence[str], numbers: Numbers) -> NDArray[np.float64]:
    """Vectors of transfers as columns of floats."""
    at = {name: k for k, name in enumerate(names)}
    T = np.zeros((len(at), len(found)))
    for j, transfer in enumerate(found):
        for name, value in transfer.vector.items():
            T[at[name], j] = float(numbers.value(value))
    return T


def _unseen(
    base: BaseSet, numbers: Numbers, rank: StructuralRank, beta: Any, first: list[str], second: list[str]
) -> list[Transfer]:
    """Null vectors of the judge that the rules do not span, at the nominal dimensions."""
    import mpmath

    with mpmath.workdps(rank.digits):
        vectors = [{name: mpmath.mpf(1)} for name in rank.null]
        vectors += [
            {name: mpmath.mpf(1)} | {own: -beta[i, j] for i, own in enumerate(first)} for j, name in enumerate(second)
        ]
        known = {}
        for vector, name in zip(base.null_vectors(), [*base.null, *base.dependent], strict=True):
            known[name] = {k: _many(numbers.value(x)) for k, x in vector.items()}
        rest = base.independent
        at = {name: k for k, name in enumerate(rest)}
        rows = np.full((len(vectors), len(rest)), mpmath.mpf(0), dtype=object)
        for i, vector in enumerate(vectors):
            for name, value in vector.items():
                parts = {name: mpmath.mpf(1)} if name in at else {k: -x for k, x in known[name].items() if k in at}
                for k, x in parts.items():
                    rows[i, at[k]] += value * x
        rows, pivots, others = echelon(rows, scaled=False).beta(base.rank - rank.rank)
        smallest = mpmath.mpf(10) ** (-rank.digits // 3)
        out = []
        for pivot, row in zip(pivots, rows, strict=True):  # in echelon form they are readable
            entries = {rest[pivot]: numbers.rational(1)}
            entries |= {rest[k]: _recognised(x, numbers) for k, x in zip(others, row, strict=True) if abs(x) > smallest}
            bodies = sorted({name.partition(".")[0] for name in entries})
            out.append(Transfer("combination", " and ".join(bodies), "nothing", "restricted motion", entries))
    return out


def _many(x: Fraction) -> Any:
    import mpmath

    return mpmath.mpf(x.numerator) / x.denominator


def _recognised(x: Any, numbers: Numbers) -> Any:
    """A number of many digits as a simple fraction, if it is one; else rounded to thirty digits."""
    import mpmath

    exact = Fraction(str(mpmath.nstr(x, 40)))
    simple = exact.limit_denominator(10**6)
    if abs(simple - exact) < Fraction(1, 10**20):
        return numbers.rational(simple)
    numbers.exact = False
    return numbers.rational(Fraction(str(mpmath.nstr(x, 30))))
