"""Rank without rounding errors: the same equations, evaluated in fifty digits or more on exactly closed states.

In double precision the observation matrix of a machine of low mobility has no gap in its singular values: the columns that
depend on each other differ from those that nearly do only in more digits. The instruction tapes of the compiled functions
are therefore run over `mpmath` numbers. Lengths and rotations of the description enter as the exact fractions of
`biela.identify.exact`: a rotation of doubles is orthogonal to sixteen digits only, and the dependencies would hold no better.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.base.locks import cached_property
from biela.equations.dynamics import Dynamics
from biela.equations.model import MachineModel
from biela.identify.exact import decimal, rational_rotation, require_sympy
from biela.identify.regressor import Regressor
from biela.kernel.tape import Tape, evaluate, read_tape
from biela.lie.se3 import Pose
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, nominal

DIGITS, MAX_DIGITS = 60, 480
"""Precision of the first decision and of the last attempt."""
MpNumber = Any
"""A number of `mpmath`, which has no types."""
MpArray = NDArray[MpNumber]
"""An array of multi-precision numbers."""
MARGIN = 15
"""Digits lost at most between the precision of the numbers and that of a pivot which is zero."""
GUARD = 64
"""Bits below the last digit of a number in which errors of an elimination may grow"""


class UnclearRank(BielaError):
    """Even many digits show no gap."""


@dataclass(frozen=True)
class StructuralRank:
    """Rank of the observation matrix of a machine, over all motions.

    rank : number of base parameters
    pivots : log10 of the pivots of an elimination with complete pivoting, relative to the first
    gap : orders of magnitude between the last pivot that counts and the next one
    digits : precision it was decided in
    names : columns it is about
    null : columns that are zero
    """

    rank: int
    pivots: tuple[float, ...]
    gap: float
    digits: int
    names: tuple[str, ...]
    null: tuple[str, ...]

    def __str__(self) -> str:
        return f"rank {self.rank} of {len(self.names)}: the pivots fall by 10^{self.gap:.0f} after it, in {self.digits} digits"


Decomposition = tuple[StructuralRank, MpArray, list[str], list[str]]
"""Rank, and β of W_2 = W_1 β with the names of its rows and columns."""


class _ExactModel(MachineModel):
    """A model whose lengths and rotations are symbols, to be given as exact fractions."""

    def __init__(self, mechanism: Mechanism):
        self.lengths, self.rotations = dict[float, ca.SX](), dict[bytes, ca.SX]()
        self.symbols, self.values_of_symbols = list[ca.SX](), list[Fraction]()
        super().__init__(mechanism)
        if not any(isinstance(g, Expression) for g in mechanism.gravity):
            entries = [self._symbol(g) if g else 0.0 for g in exact_gravity(mechanism)]
            self.gravity = ca.vertcat(*(ca.SX(g) for g in entries))

    def drawn(self, frame: Frame) -> Pose:
        entries = [self.resolve(x) if isinstance(x, Expression) else self._length(float(x)) for x in frame.position]
        return Pose(self._rotation(frame.rotation), ca.vertcat(*(ca.SX(e) for e in entries)))

    def _length(self, x: float) -> ca.SX | float:
        if not x.is_integer() and x not in self.lengths:
            self.lengths[x] = self._symbol(decimal(x))
        return self.lengths.get(x, x)

    def _rotation(self, R: Array) -> ca.SX | Array:
        if np.all(np.isin(R, (-1.0, 0.0, 1.0))):
            return R
        key = np.asarray(R, float).tobytes()
        if key not in self.rotations:
            entries, _ = rational_rotation(R)
            rows = [[self._symbol(x) if x.denominator != 1 else float(x) for x in row] for row in entries]
            self.rotations[key] = ca.vertcat(*(ca.horzcat(*(ca.SX(x) for x in row)) for row in rows))
        return self.rotations[key]

    def _symbol(self, value: Fraction) -> ca.SX:
        symbol = ca.SX.sym(f"exact_{len(self.symbols)}")
        self.symbols.append(symbol)
        self.values_of_symbols.append(value)
        return symbol


def exact_gravity(mechanism: Mechanism) -> list[Fraction]:
    """Return gravity in fractions: exactly along, or exactly across, an axis of a joint at the ground where its doubles are."""
    g = [decimal(float(nominal(x))) for x in mechanism.gravity]
    size = float(np.linalg.norm([float(x) for x in g]))
    if size == 0.0:
        return g
    for joint in mechanism.joints.values():
        for frame in (joint.parent, joint.child):
            if not frame.body.is_ground:
                continue
            R, _ = rational_rotation(frame.rotation)
            for k in range(3):
                axis = [row[k] for row in R]
                along = sum((a * b for a, b in zip(g, axis, strict=True)), Fraction(0))
                if abs(abs(float(along)) - size) < 1e-12 * size:
                    return [along * a for a in axis]
                if abs(float(along)) < 1e-12 * size:
                    g = [x - along * a for x, a in zip(g, axis, strict=True)]
    return g


class Multiprecision:
    """The regressor of a machine in many digits; `seed` is that of the random states."""

    @checked(nonnegative=("seed",))
    def __init__(self, regressor: Regressor, seed: int = 11):
        require_sympy()  # mpmath comes with it
        self.regressor, self.seed = regressor, seed
        self.layout, self.loops = regressor.functions.layout, regressor.loops

    def at(self, parameters: Mapping[str, float]) -> Multiprecision:
        """Return the same regressor at other values of free parameters."""
        other = copy(self)
        other.regressor = self.regressor.at(parameters)
        other.loops = other.regressor.loops
        return other

    @cached_property
    def _tapes(self) -> tuple[Tape, Tape, Tape, list[Fraction]]:
        """Closure, q̇ of a velocity, tree regressor; and the values of the symbols."""
        model = _ExactModel(self.regressor.mechanism)
        dynamics = Dynamics(self.regressor.mechanism, model=model)
        linear = self.regressor.linear_in(dynamics)
        extra = ca.vertcat(*model.symbols) if model.symbols else ca.SX(0, 1)
        head = [model.t, model.x, model.u, model.p, extra]
        closure = ca.Function("closure", head, [ca.densify(c) for c in function_inputs(dynamics)])
        rate = ca.Function("rate", [model.q, model.v], [ca.densify(dynamics.kinematics.position_rate())])
        regressor = ca.Function("regressor", [*head, linear.vdot], [linear.matrix])
        return read_tape(closure), read_tape(rate), read_tape(regressor), model.values_of_symbols

    def matrix(self, samples: int, digits: int) -> MpArray:
        """Return W (samples · F, parameters) at random closed states, in that many digits."""
        import mpmath

        motion = self.regressor.random_motion(samples, seed=self.seed)
        with mpmath.workdps(digits):
            blocks = [self._sample(motion.x[n], motion.vdot[n]) for n in range(samples)]
        return np.vstack(blocks)

    def _sample(self, x: Array, vdot: Array) -> MpArray:
        import mpmath

        closure, rate, regressor, exact = self._tapes
        mpf = mpmath.mpf
        n_q, n_v, velocity = self.layout.n_q, self.layout.n_v, self.layout.v
        fractions, p = list(map(many, exact)), [many(decimal(x)) for x in self.loops.p]
        u = [mpf(0)] * len(self.regressor.mechanism.actuators)
        state = [mpf(float(value)) for value in x]
        independent, dependent, rows = list(self.loops.places.v), self.loops.dependent, self.loops.rows
        self._normalise(state)

        def close() -> tuple[MpArray, MpArray, MpArray, MpArray]:
            residual, speed, G, gamma = evaluate(closure, [[mpf(0)], state, u, p, fractions], mpf)
            return residual, speed, G.reshape(n_v, -1).T, gamma

        still = state[velocity]
        if dependent:
            state[velocity] = [mpf(0)] * n_v
            for _ in range(60):
                residual, _, G, _ = close()
                if max(abs(residual[k]) for k in rows) < mpf(10) ** (8 - mpmath.mp.dps):
                    break
                step = solve(G[np.ix_(rows, dependent)], -residual[rows])
                xi = [mpf(0)] * n_v
                for k, value in zip(dependent, step, strict=True):
                    xi[k] = value
                move = evaluate(rate, [state[:n_q], xi], mpf)[0]
                state[:n_q] = [a + b for a, b in zip(state[:n_q], move, strict=True)]
                self._normalise(state)
            else:
                raise UnclearRank("a state could not be closed in many digits: it is near a dead point.")
        acceleration = [mpf(float(value)) for value in vdot]
        N = np.full((n_v, len(independent)), mpf(0), dtype=object)
        for column, k in enumerate(independent):
            N[k, column] = mpf(1)
        state[velocity] = still
        if dependent:
            _, _, G, _ = close()
            square = G[np.ix_(rows, dependent)]
            N[dependent, :] = -solve(square, G[np.ix_(rows, independent)])
            own = np.array([still[k] for k in independent], dtype=object)
            state[velocity] = list(N @ own)
            gamma = close()[3]
            given = np.array([acceleration[k] for k in independent], dtype=object)
            rest = solve(square, gamma[rows] - G[np.ix_(rows, independent)] @ given)
            for k, value in zip(dependent, rest, strict=True):
                acceleration[k] = value
        K = evaluate(regressor, [[mpf(0)], state, u, p, fractions, acceleration], mpf)[0].reshape(-1, n_v).T
        W: MpArray = N.T @ K
        return W

    def _normalise(self, state: list[MpNumber]) -> None:
        import mpmath

        for link in self.regressor.mechanism.topology.links:
            if (first := link.joint.type.quaternion) is not None:
                at = slice(link.q.start + first, link.q.start + first + 4)
                norm = mpmath.sqrt(sum(value * value for value in state[at]))
                state[at] = [value / norm for value in state[at]]

    def decomposition(self, digits: int = DIGITS, expected: int | None = None) -> Decomposition:
        """Return the rank, and β; `expected` bounds the rank: one below it is believed only if more samples confirm it."""
        samples = self._samples(expected)
        found, before = self._decomposition(digits, samples), expected
        while found[0].rank != before:
            samples, before = samples + max(4, samples // 2), found[0].rank
            found = self._decomposition(found[0].digits, samples)
        return found

    def _samples(self, expected: int | None) -> int:
        """Return a number of samples enough for the rank: columns that act in few channels have only those equations."""
        regressor = self.regressor
        W = np.abs(regressor.matrix(regressor.random_motion(8, seed=self.seed + 1))).max(axis=0)
        seen = W.T > 1e-12 * W.max()
        supports = {tuple(row) for row in seen if row.any()}
        unions = {frozenset(np.flatnonzero(s)) for s in supports}
        for a in list(unions):
            unions |= {a | b for b in list(unions)} if len(unions) < 200 else set()
        share = 1.0 if expected is None else min(1.0, 1.2 * expected / max(1, sum(row.any() for row in seen)))
        needed = 4
        for union in unions:
            inside = sum(row.any() and set(np.flatnonzero(row)) <= union for row in seen)
            needed = max(needed, int(np.ceil((share * inside + 6) / len(union))))
        return needed

    def _decomposition(self, digits: int, samples: int) -> Decomposition:
        import mpmath

        names = self.regressor.names
        while digits <= MAX_DIGITS:
            with mpmath.workdps(digits):
                W = self.matrix(samples, digits)
                found = echelon(W)
                pivots = [float(mpmath.log10(p)) if p > 0 else -np.inf for p in found.pivots]
                kept = sum(p > -digits / 2 for p in pivots)
                last = pivots[kept - 1] if kept else 0.0
                after = max(*pivots[kept:], -digits) if pivots[kept:] else MARGIN - digits
                if after <= MARGIN - digits:
                    null = tuple(n for n, zero in zip(names, found.zero, strict=True) if zero)
                    rank = StructuralRank(kept, tuple(pivots[: kept + 4]), last - after, digits, tuple(names), null)
                    beta, rows, columns = found.beta(kept)
                    return rank, beta, [names[k] for k in rows], [names[k] for k in columns]
            digits *= 2
        raise UnclearRank(f"no clear gap in the pivots of {self.regressor.original.name!r} up to {MAX_DIGITS} digits.")


def function_inputs(dynamics: Dynamics) -> list[ca.SX]:
    """Return Φ, Φ̇, G and γ of all rows, as the compiled function of that name has them."""
    from biela.equations.functions import BUILDERS

    return list(BUILDERS["closure"](dynamics)[1].values())


@dataclass
class EchelonForm:
    """Rows of W after elimination with complete pivoting."""

    rows: MpArray
    order: list[int]  # columns, pivots first
    pivots: list[MpNumber]
    zero: list[bool]
    scale: MpArray

    def beta(self, rank: int) -> tuple[MpArray, list[int], list[int]]:
        """Return β of W_2 = W_1 β, the columns of W_1 and those of W_2 (without those that are zero)."""
        first, rest = self.order[:rank], [k for k in self.order[rank:] if not self.zero[k]]
        U = self.rows[:rank][:, first]
        B = self.rows[:rank][:, rest].copy()
        for i in reversed(range(rank)):  # back substitution
            B[i] = (B[i] - (U[i, i + 1 :] @ B[i + 1 :] if i + 1 < rank else 0)) / U[i, i]
        for i, a in enumerate(first):
            for j, b in enumerate(rest):
                B[i, j] = B[i, j] * self.scale[b] / self.scale[a]
        return B, first, rest


def echelon(W: MpArray, scaled: bool = True) -> EchelonForm:
    """Eliminate with complete pivoting, by default with columns scaled to one.

    It calculates with integers, multiples of a unit far below the last digit of the smallest number: as no factor is above one,
    an error of one unit does not grow, and integers are ten times faster than `mpmath` numbers.
    """
    import mpmath
    from mpmath.libmp import to_fixed

    (n, m), one = W.shape, mpmath.mpf(1)
    largest = [max(abs(x) for x in W[:, k]) for k in range(m)]
    zero = [x <= (max(largest) or one) * mpmath.mpf(10) ** (MARGIN - mpmath.mp.dps) for x in largest]
    scale = np.array([x if scaled and not z else one for x, z in zip(largest, zero, strict=True)], dtype=object)
    # multiples of 2^unit, `GUARD` bits below the last digit of the smallest number that counts
    prec, sizes = mpmath.mp.prec, [mpmath.mag(x) for x in (W / scale).ravel() if x]
    bits = prec + GUARD
    unit = max(min(sizes, default=0), max(sizes, default=0) - prec) - bits
    A = np.array([[int(to_fixed(x._mpf_, -unit)) for x in row] for row in W / scale], dtype=object).reshape(n, m)
    order = sorted(range(m), key=lambda k: zero[k])
    live = sum(not z for z in zero)
    pivots = []
    for k in range(min(n, live)):
        part = np.abs(A[k:][:, order[k:live]])
        row, column = (int(at) for at in np.unravel_index(int(part.argmax()), part.shape))
        pivots.append(part[row, column])
        if part[row, column] == 0:
            break
        A[[k, row + k]] = A[[row + k, k]]
        order[k], order[column + k] = order[column + k], order[k]
        columns = order[k + 1 : live]
        if not columns:
            break
        factors = (A[k + 1 :, order[k]] << bits) // A[k, order[k]]
        A[k + 1 :, columns] -= factors[:, None] * A[k, columns] >> bits
        A[k + 1 :, order[k]] = 0
    first = mpmath.mpf(pivots[0]) if pivots else one
    rows = np.array([[mpmath.ldexp(mpmath.mpf(x), unit) for x in row] for row in A[: len(pivots)]], dtype=object)
    return EchelonForm(rows.reshape(-1, m), order, [mpmath.mpf(p) / first for p in pivots], zero, scale)


def many(x: Fraction) -> MpNumber:
    """Return a fraction in the present number of digits."""
    import mpmath

    return mpmath.mpf(x.numerator) / x.denominator


def solve(A: MpArray, b: MpArray) -> MpArray:
    """Return x with A x = b, by elimination with partial pivoting."""
    n = len(A)
    M = np.concatenate([A, b.reshape(n, -1)], axis=1)
    for k in range(n):
        i = k + int(np.abs(M[k:, k]).argmax())
        if M[i, k] == 0:
            raise UnclearRank("a system of equations is singular: a state at a dead point.")
        M[[k, i]] = M[[i, k]]
        for row in range(k + 1, n):
            if M[row, k] != 0:
                M[row, k:] = M[row, k:] - M[k, k:] * (M[row, k] / M[k, k])
    x = M[:, n:]
    for k in reversed(range(n)):
        x[k] = (x[k] - (M[k, k + 1 : n] @ x[k + 1 :] if k + 1 < n else 0)) / M[k, k]
    return x.reshape(b.shape)


guard(__name__)
