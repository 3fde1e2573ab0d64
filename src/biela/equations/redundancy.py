"""Overconstrained linkages: rows that repeat each other only where the loops are closed.

In a planar loop the surplus rows vanish everywhere and are left out once and for all. In Bennett's linkage no row
vanishes: on the closed loop they depend on each other, but a distance δ away, where a Runge-Kutta stage is evaluated, they
disagree by about δ. Taken literally there, they would lock the machine. So rows are taken in the order of what they
add, and what remains of a row counts only if it is larger than the present gap of the loops explains.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.levenberg_marquardt import levenberg_marquardt
from biela.base.rank import SEARCHED, TINY, contradict_ahead, independent_in_order, rank
from biela.equations.constraints import ConstraintRow, largest
from biela.equations.kinematics import jacobian_matrix
from biela.equations.mass_matrix import SparseRows, dense
from biela.equations.model import MachineModel
from biela.mechanism.size import machine_size

REDUNDANT = 1e-10
"""Square of the remainder of a row on a closed loop, relative to rows of its kind, below which it is rounding."""
CLOSED = 1e-9
"""Residual at which a search for closed configurations stops [rad, machine sizes]."""
SPOILT = 1e-3
"""Ratio of sin² in the mass metric and on the rows themselves below which masses, not geometry, would decide on a row."""
STARTS, ENOUGH_CLOSED = 8, 9
"""Random starts of that search, and closed configurations after which it ends."""
DISAGREEMENT = 10.0
"""Largest disagreement of surplus rows that a gap of one machine size (or one radian) explains."""
TIE = 1e-6
"""Relative difference of what remains of two rows up to which the first is taken. In linkages with symmetries rows are equal but
for rounding, which differs from kernel to kernel. Rates and their derivatives must skip the same rows: off the loops they depend
on that."""


class Pivoted:
    """Factors of A = G M⁻¹ Gᵀ, row by row, each time the one of which most remains; solves A μ = r on its range.

    With w the unit vector of the row chosen (an indicator, since the choice is made when the kernel runs),

        c = A w,   d = wᵀ c,   A ← A − c cᵀ/d                                                            (1)
        y = wᵀ r / d,   r ← r − c y;    backwards   μ ← μ + w (y − cᵀ μ/d)                               (2)

    Steps whose d is explained by the gap are skipped: their multiplier is zero.

    Parameters
    ----------
    A : lower triangle
    rows : whose residuals measure the gap and whose labels say which rows are of one kind
    size : length of the machine, to compare lengths with angles [m]
    rank : no more steps than that
    """

    def __init__(self, A: SparseRows, rows: list[ConstraintRow], size: float, rank: int):
        m = len(A)
        full = [[A[max(i, j)].get(min(i, j), ca.SX(0)) for j in range(m)] for i in range(m)]
        kinds = [_kind(row) for row in rows]
        top = {k: largest(full[i][i] for i in range(m) if kinds[i] == k) for k in set(kinds)}
        self.scale = [1 / ca.sqrt(ca.fmax(top[kind], 1e-300)) for kind in kinds]
        full = [[full[i][j] * self.scale[i] * self.scale[j] for j in range(m)] for i in range(m)]
        units = [size if kind == LENGTH else 1.0 for kind in kinds]
        gap = largest(ca.fabs(row.residual) / unit for row, unit in zip(rows, units, strict=True))
        limit = REDUNDANT + (DISAGREEMENT * gap) ** 2

        self.steps: list[tuple[list[ca.SX], list[ca.SX], ca.SX]] = []  # w, c and 1/d
        self.kept: list[ca.SX] = [ca.SX(0)] * m  # 1 for rows that were believed, 0 for those that add nothing
        for _ in range(min(m, rank)):
            w = _first_largest([full[i][i] for i in range(m)])
            c = [sum((full[i][j] * w[j] for j in range(m)), ca.SX(0)) for i in range(m)]
            d = sum((w[i] * c[i] for i in range(m)), ca.SX(0))
            keep = d > limit
            inverse = ca.if_else(keep, 1 / ca.if_else(keep, d, 1), 0)
            full = [[full[i][j] - c[i] * c[j] * inverse if j <= i else ca.SX(0) for j in range(m)] for i in range(m)]
            full = [[full[max(i, j)][min(i, j)] for j in range(m)] for i in range(m)]
            self.steps.append((w, c, inverse))  # (1)
            self.kept = [before + ca.if_else(keep, here, 0) for before, here in zip(self.kept, w, strict=True)]

    def solve(self, residual: list[ca.SX]) -> list[ca.SX]:
        """Return μ, zero for rows that add nothing."""
        r = [value * s for value, s in zip(residual, self.scale, strict=True)]
        y = []
        for w, c, inverse in self.steps:  # (2)
            y.append(sum((a * b for a, b in zip(w, r, strict=True)), ca.SX(0)) * inverse)
            r = [value - entry * y[-1] for value, entry in zip(r, c, strict=True)]
        mu: list[ca.SX] = [ca.SX(0)] * len(r)
        for (w, c, inverse), value in zip(reversed(self.steps), reversed(y), strict=True):
            step = value - sum((a * b for a, b in zip(c, mu, strict=True)), ca.SX(0)) * inverse
            mu = [entry + a * step for entry, a in zip(mu, w, strict=True)]
        return [value * s for value, s in zip(mu, self.scale, strict=True)]


@dataclass(frozen=True)
class Redundancy:
    """Findings: rows repeat each other wherever the loops are closed; they then disagree a straight step on."""

    repeated: bool
    contradictory: bool


def redundancy(rows: list[ConstraintRow], model: MachineModel) -> Redundancy:
    """Judge how rows depend on each other on closed loops.

    Judged where the loops are closed, as found from the drawing and from random starts: a step along a free direction of
    the joints opens them to second order. (Parallelograms do not disagree even then.)
    """
    if len(rows) < 2:
        return Redundancy(False, False)
    search = _Search(rows, model)
    # the branch it was drawn in may be the only one where rows repeat each other, as in a beam on three parallel cranks
    closed = search.with_neighbours(search.close(search.neutral), np.random.default_rng(8))
    drawn = 0 < max(map(search.rank, closed), default=0) < len(rows)
    rng = np.random.default_rng(7)
    found: list[tuple[int, Array]] = []  # closed configurations with their ranks
    for _ in range(STARTS):
        q = search.close(search.moved(search.neutral, rng.uniform(-1.5, 1.5, model.n_v)))
        found += [(search.rank(x), x) for x in search.with_neighbours(q, rng)]
        if found and max(here for here, _ in found) == len(rows):
            return Redundancy(drawn, False)  # somewhere every row says something of its own
        if len(found) >= ENOUGH_CLOSED:
            break
    generic = max((here for here, _ in found), default=0)
    full = [q for here, q in found if here == generic]
    if any(contradict_ahead(lambda q: search.evaluate(q)[1], search.moved, q, rng) for q in full):
        return Redundancy(True, True)
    return Redundancy(drawn or bool(found), False)


def spoilt_angles(rows: list[ConstraintRow], M: SparseRows, model: MachineModel, samples: int = 6) -> float:
    """Return the largest inertia where angles between rows shrink below a tenth of a percent (squared) in the mass metric, else 0.

    sin² of the angle of each row to those before it, in the metric M⁻¹ and on the rows themselves, around the drawing pose.
    """
    if len(rows) < 2:
        return 0.0
    size = machine_size(model.mechanism)
    at, x, unit = model.layout, model.layout.neutral(), model.layout.rate_lengths(size)
    x[at.networks] = 1.0
    G = jacobian_matrix(rows, model.n_v, [size if row.unit == "m" else 1.0 for row in rows])
    f = ca.Function("angles", [model.t, model.q, model.s, model.p], [ca.densify(G), ca.densify(dense(M))])
    p = [parameter.value for parameter in model.mechanism.parameters.values()]
    rng = np.random.default_rng(23)
    smallest, largest_inertia = 1.0, 0.0
    for _ in range(samples):
        q = np.ravel(at.retract(x[at.q], unit * rng.normal(0.0, 0.5, model.n_v)))
        numbers, inertia = (np.array(value) for value in f(0.0, q, x[at.v.stop :], p))
        numbers, inertia = numbers * unit, inertia * np.outer(unit, unit)
        values, vectors = np.linalg.eigh(inertia)
        largest_inertia = max(largest_inertia, float(values[-1]))
        if values[0] <= 0.0:
            return 0.0  # a body without inertia: see `singular_mass_weight`
        columns = numbers[independent_in_order(numbers, SEARCHED)].T
        ratio = _sines(vectors.T @ columns / np.sqrt(values)[:, None]) / _sines(columns)
        smallest = min(smallest, float(ratio.min(initial=1.0)))
    return 0.0 if smallest > SPOILT else largest_inertia


def _sines(columns: Array) -> Array:
    """Return sin² of the angle of each column to those before it."""
    R = np.linalg.qr(columns, mode="r")
    return np.asarray(np.diag(R) ** 2 / np.maximum(np.sum(columns**2, axis=0), TINY))


def squared_gains(rows: list[ConstraintRow]) -> list[ca.SX]:
    """Return for each row the squared ratio, 1 to 10⁶, by which its residual understates the error of the coordinates.

    Towards a singular position some rows of a joint vanish; a residual Φ then means an error Φ/|G| of the coordinates,
    and that is what may send the machine into another branch. A row is compared with the largest of its kind.
    """
    sizes = [ca.sumsqr(ca.vertcat(*row.jacobian.values())) for row in rows]
    groups = [(row.owner, _kind(row)) for row in rows]
    top = {group: largest(s for s, g in zip(sizes, groups, strict=True) if g == group) for group in set(groups)}
    return [
        ca.fmin(top[group] / ca.fmax(size, 1e-300), 1e6) if groups.count(group) > 1 else ca.SX(1)
        for size, group in zip(sizes, groups, strict=True)
    ]


class _Search:
    """Numbers of the closure rows, and a search for closed configurations."""

    def __init__(self, rows: list[ConstraintRow], model: MachineModel):
        size = machine_size(model.mechanism)  # lengths are measured in it
        units = [size if row.unit == "m" else 1.0 for row in rows]
        residual = ca.vertcat(*(row.residual / unit for row, unit in zip(rows, units, strict=True)))
        self._unit = model.layout.rate_lengths(size)
        G = jacobian_matrix(rows, model.n_v, units) @ ca.diag(self._unit)
        self._rows = ca.Function("rows", [model.q, model.s, model.p, model.t], [residual, G])
        xi = ca.SX.sym("xi", model.n_v)
        self._retract = ca.Function("retract", [model.q, xi], [model.layout.retract(model.q, xi)])
        self._p = [p.value for p in model.mechanism.parameters.values()]
        at, x = model.layout, model.layout.neutral()
        self._s, self.neutral = x[at.v.stop :], x[at.q]

    def moved(self, q: Array, xi: Array) -> Array:
        return np.array(self._retract(q, self._unit * xi)).ravel()

    def evaluate(self, q: Array) -> tuple[Array, Array]:
        residual, G = self._rows(q, self._s, self._p, 0.0)
        return np.array(residual).ravel(), np.array(G)

    def close(self, q: Array) -> Array | None:
        """Find a closed configuration nearby; None where the loops stay open."""
        found, r = levenberg_marquardt(self.evaluate, self.moved, q, CLOSED, 60)
        return found if np.abs(r).max() <= CLOSED else None

    def with_neighbours(self, q: Array | None, rng: np.random.Generator) -> list[Array]:
        """Return closed configurations at q, if any, and next to it: those of larger rank tell that q was momentarily singular."""
        near = [] if q is None else [self.close(self.moved(q, rng.normal(0.0, 0.05, len(self._unit)))) for _ in range(2)]
        return [x for x in (q, *near) if x is not None]

    def rank(self, q: Array) -> int:
        return rank(self.evaluate(q)[1], SEARCHED)


LENGTH, ANGLE, COORDINATE = range(3)


def _kind(row: ConstraintRow) -> int:
    """Return the kind of a row's residual: a length, an angle, or a coordinate of a joint."""
    return COORDINATE if row.wrench is None else ANGLE if row.unit == "rad" else LENGTH


def _first_largest(values: list[ca.SX]) -> list[ca.SX]:
    """Return the indicator of the first of the largest values; those that nearly equal the largest count as equal to it."""
    top = (1 - TIE) * largest(values)
    found = ca.SX(0)
    out = []
    for value in values:
        here = ca.if_else(value >= top, 1 - found, 0)
        out.append(here)
        found = found + here
    return out
