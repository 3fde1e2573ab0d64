"""Base parameters of a machine: rules for what cannot be seen, exact algebra, and a judge in many digits.

base_parameters(machine)                                    # automatic
base_parameters(machine, convergence=["knuckle"])           # gather everything on that body
base_parameters(machine, dependent=["rod.mass", …])         # this set, or an error that says why not
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, LoopNotClosed, UnknownName, count, nearest
from biela.base.rank import independent_in_order
from biela.identify.base_set import BaseSet, from_null_vectors
from biela.identify.exact import Element, Numbers, decimal
from biela.identify.multiprecision import Decomposition, MpNumber, Multiprecision, StructuralRank, UnclearRank, echelon, many
from biela.identify.regressor import Regressor
from biela.identify.transfers import Transfer, TransferRules
from biela.mechanism.mechanism import Mechanism
from biela.state.consistent_motion import SingularPosition

POINTS = 8
"""Other lengths at which a combination is looked at, to find how it depends on a length."""
SIMPLE = 10**8
"""Largest denominator of a simple fraction."""
# within a body, the parameter that is given up first: masses move most easily, first moments least
GIVEN_UP = ("mass", "Izz", "Iyy", "Ixx", "Ixy", "Ixz", "Iyz", "mx", "my", "mz")


@dataclass(frozen=True)
class Structure:
    """Parameters of a machine that can be known, and those that cannot.

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
        if found := len(self.transfers) - self.by_rules:
            lines[-1] += f", {count(found, 'combination')} that no rule sees, found in many digits"
        if self.rank is not None:
            lines.append(f"confirmed: {self.rank}")
        if not self.base.exact and not self.base.nominal:
            lines.append("directions that are not simple fractions were rounded in the twelfth digit or beyond")
        return "\n".join(lines)


@one_thread("scipy.linalg")
@checked
def base_parameters(
    machine: Mechanism | Regressor, *, convergence: Sequence[str] | None = None,
    dependent: Sequence[str] | None = None, symbolic: bool = True, confirm: bool = True,
) -> Structure:  # fmt: skip
    """Find base parameters by transfer of inertial properties, in exact numbers.

    Parameters
    ----------
    machine : a machine (its regressor with default choices is made), or a regressor
    convergence : bodies on which parameters are gathered; those with most joints if omitted
    dependent : exactly this set of dependent parameters
    symbolic : keep free parameters of the geometry as symbols in the coefficients
    confirm : check the rank in many digits, and find what no rule sees
    """
    regressor = machine if isinstance(machine, Regressor) else Regressor(machine, parameters=("inertia",))
    if not regressor.columns or not regressor.dof:
        raise DescriptionError(f"{regressor.original.name!r} has no body that moves: there is nothing to identify.")
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
            differ = f"the rules leave {base.rank} base parameters, the rank in {rank.digits} digits is {rank.rank}"
            near = "Some dimensions are within a hair of a special position (axes almost parallel?)"
            raise UnclearRank(f"{regressor.original.name!r}: {differ}. {near}: make them exactly so, or clearly not.")
        if rank.rank < base.rank:
            for v in _combinations(judge, base, numbers, (rank, beta, first, second)):
                bodies = " and ".join(sorted({name.partition(".")[0] for name in v}))
                transfers.append(Transfer("combination", bodies, "nothing", "restricted motion", v))
            base = from_null_vectors(regressor.names, [t.vector for t in transfers], order, numbers)
    if numbers.symbols and not _holds_nearby(transfers, regressor, numbers):
        lengths, free = numbers, numbers.symbols
        numbers = Numbers(regressor.mechanism, symbolic=False)
        at_nominal = [{k: numbers.rational(lengths.value(x)) for k, x in t.vector.items()} for t in transfers]
        transfers = [replace(t, vector=vector) for t, vector in zip(transfers, at_nominal, strict=True)]
        base = from_null_vectors(regressor.names, at_nominal, order, numbers, exact=False, nominal=free)
    if dependent is not None:
        base = base.switch(dependent)
    return Structure(base, tuple(transfers), rank, numbers)


def preference(regressor: Regressor, convergence: Sequence[str] | None = None) -> list[str]:
    """Return all parameters, those to be given up first in front: far from the convergence bodies, masses before first moments."""
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
    if strange := [name for name in convergence if name not in moving]:
        raise UnknownName(f"convergence: no moving body {strange[0]!r}.{nearest(strange[0], moving)}")
    distance = dict.fromkeys(convergence, 0)
    frontier = list(convergence)
    for body in frontier:  # which grows meanwhile: breadth first
        new = [other for other in neighbours[body] if other not in distance and other in moving]
        distance |= dict.fromkeys(new, distance[body] + 1)
        frontier += new
    far = 1 + max(distance.values(), default=0)
    kept = [c.name for c in regressor.columns if c.kind != "inertia"]
    inertial = [c for c in regressor.columns if c.kind == "inertia"]
    inertial.sort(key=lambda c: (-distance.get(c.owner, far), moving.index(c.owner), GIVEN_UP.index(c.entry)))
    return [*(c.name for c in inertial), *kept]


def _true(found: list[Transfer], regressor: Regressor, numbers: Numbers) -> list[Transfer]:
    """Keep transfers that hold on a motion the rules have not seen."""
    W = regressor.matrix_at_random(12, seed=23, spread=0.5)
    T = _matrix(found, regressor.names, numbers)
    terms = np.abs(W) @ np.abs(T)  # what cancels
    return [t for t, ok in zip(found, np.abs(W @ T).max(axis=0) <= 1e-8 * terms.max(axis=0) + 1e-13, strict=True) if ok]


def _independent(found: list[Transfer], names: Sequence[str], numbers: Numbers) -> list[Transfer]:
    """Keep transfers that do not follow from the ones before: exactly, or to nine digits where directions were rounded."""
    if not found:
        return []
    if not numbers.exact:
        T = _matrix(found, names, numbers)
        return [found[j] for j in independent_in_order((T / np.linalg.norm(T, axis=0)).T)]
    rows = [{j: t.vector[name] for j, t in enumerate(found) if name in t.vector} for name in names]
    return [found[j] for j in numbers.echelon(rows, len(found))[1]]


def _matrix(found: list[Transfer], names: Sequence[str], numbers: Numbers, lengths: Mapping[str, Fraction] | None = None) -> Array:
    """Return vectors of transfers as columns of floats."""
    at = {name: k for k, name in enumerate(names)}
    T = np.zeros((len(at), len(found)))
    for j, transfer in enumerate(found):
        for name, value in transfer.vector.items():
            T[at[name], j] = float(numbers.value(value, lengths))
    return T


def _holds_nearby(found: list[Transfer], regressor: Regressor, numbers: Numbers) -> bool:
    """Tell whether the transfers, as functions of the free lengths, hold at other lengths near the nominal ones. Each parameter
    changes by a share of its own: lengths that are equal by chance, or zero, do not stay so."""
    nominal = {name: p.value for name, p in regressor.mechanism.parameters.items()}
    plain = Numbers(regressor.mechanism, symbolic=False)
    frames = [f for joint in regressor.mechanism.joints.values() for f in (joint.parent, joint.child)]
    reach = max(abs(float(plain.value(x))) for f in frames for x in plain.vector(f.position)) or 1.0  # of a body [m]
    for share in (-0.03, 0.02):
        each = np.linspace(share, share / 2, len(nominal))
        lengths = {name: x + r * (abs(x) or reach) for (name, x), r in zip(nominal.items(), each, strict=True)}
        exact = {name: decimal(value) for name, value in lengths.items()}
        try:
            W = regressor.at(lengths).matrix_at_random(12, seed=29)
        except (LoopNotClosed, SingularPosition):
            return False
        T = _matrix(found, regressor.names, numbers, exact)
        if np.any(np.abs(W @ T).max(axis=0) > 1e-8 * (np.abs(W) @ np.abs(T)).max(axis=0) + 1e-13):
            return False
    return True


Lengths = Mapping[str, Fraction]


def _combinations(judge: Multiprecision, base: BaseSet, numbers: Numbers, judged: Decomposition) -> list[dict[str, Element]]:
    """Return null vectors that no rule sees: functions of the free length if there is one, else numbers at the nominal lengths."""
    nominal = _unseen(base, numbers, judged)
    if found := _fitted(judge, base, numbers, judged, nominal):
        return found
    numbers.exact = numbers.exact and all(x.denominator <= SIMPLE for vector in nominal for x in vector.values())
    return [{entry: numbers.rational(x) for entry, x in vector.items()} for vector in nominal]


def _fitted(
    judge: Multiprecision, base: BaseSet, numbers: Numbers, judged: Decomposition, nominal: list[dict[str, Fraction]]
) -> list[dict[str, Element]]:
    """Fit them by quotients of polynomials of the only free length, through their numbers at several lengths; else none. Two
    lengths more than a quotient has coefficients must agree with it."""
    parameters = judge.regressor.mechanism.parameters
    if len(numbers.symbols) != 1 or numbers.symbols[0] not in parameters:
        return []
    (name,), points = numbers.symbols, []
    for k in range(-POINTS // 2, POINTS // 2 + 1):
        length = decimal(parameters[name].value) * (1 + Fraction(k, 40))
        try:
            other = judge.at({name: float(length)}).decomposition(expected=judged[0].rank)
        except (UnclearRank, LoopNotClosed, SingularPosition):
            return []
        same = other[0].rank == judged[0].rank
        vectors = _unseen(base, numbers, other, {name: length}) if same else []
        if [(next(iter(v)), set(v)) for v in vectors] != [(next(iter(v)), set(v)) for v in nominal]:
            return []  # another pivot, or other entries
        points.append((length, vectors))
    out = [{entry: _quotient([(x, v[i][entry]) for x, v in points], name) for entry in vector} for i, vector in enumerate(nominal)]
    if any(value is None for vector in out for value in vector.values()):
        return []
    return [{entry: numbers.function(value) for entry, value in vector.items()} for vector in out]


def _quotient(points: list[tuple[Fraction, Fraction]], name: str) -> Element | None:
    """Return the quotient of polynomials of lowest degree through points, if it has two points fewer than there are; else None."""
    from sympy import Rational, Symbol, cancel
    from sympy.polys.polyfuncs import rational_interpolate

    x = Symbol(name)
    exact = [tuple(Rational(v.numerator, v.denominator) for v in point) for point in points]
    for degree in range(len(exact) - 2):
        for top in range(degree, -1, -1):
            try:
                found = cancel(rational_interpolate(exact[: degree + 1], top, X=x))
                if all(found.subs(x, a) == b for a, b in exact):
                    return found
            except (ValueError, ZeroDivisionError, TypeError, IndexError):
                continue
    return None


def _unseen(base: BaseSet, numbers: Numbers, judged: Decomposition, lengths: Lengths | None = None) -> list[dict[str, Fraction]]:
    """Return null vectors of the judge that the rules do not span, at the nominal lengths or at others."""
    import mpmath

    rank, beta, first, second = judged
    with mpmath.workdps(rank.digits):
        vectors = [{name: mpmath.mpf(1)} for name in rank.null]
        vectors += [{name: mpmath.mpf(1)} | {own: -beta[i, j] for i, own in enumerate(first)} for j, name in enumerate(second)]
        own = zip([*base.null, *base.dependent], base.null_vectors(), strict=True)
        known = {name: {k: many(numbers.value(x, lengths)) for k, x in vector.items()} for name, vector in own}
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
        return [  # in echelon form they are readable
            {rest[pivot]: Fraction(1)} | {rest[k]: _recognised(x) for k, x in zip(others, row, strict=True) if abs(x) > smallest}
            for pivot, row in zip(pivots, rows, strict=True)
        ]


def _recognised(x: MpNumber) -> Fraction:
    """Return a number of many digits as a simple fraction, if it is one; else rounded to thirty digits."""
    import mpmath

    exact = Fraction(str(mpmath.nstr(x, 40)))
    simple = exact.limit_denominator(SIMPLE)
    return simple if abs(simple - exact) < Fraction(1, 10**26) else Fraction(str(mpmath.nstr(x, 30)))


guard(__name__)
