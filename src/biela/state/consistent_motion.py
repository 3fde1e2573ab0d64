"""Motion with all loops closed: from independent coordinates and their two derivatives to every other one, sample by sample
but all samples at once.

    Φ(q) = 0,      G v = 0,      G v̇ = γ(q, v)

A loose closure creates rank that is not there: the exact dependencies between columns of the regressor hold on the
constraints only. Positions are therefore led from a known assembly to every sample in small common steps (which keeps the
branch), then refined by Newton steps to the last digit; velocities and accelerations follow by linear solves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.checked import guard, shown
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError, LoopNotClosed
from biela.base.rank import pivoted_columns
from biela.state.coordinates import tangent_bases
from biela.state.functions import MachineFunctions

STEP = 0.12
"""Largest common step of an independent coordinate on the way to the samples [rad, m]."""
CLOSED = 1e-11
"""Largest residual of a closed sample [m, rad], for a machine of the size of a metre or less."""


class SingularPosition(BielaError):
    """The independent coordinates do not determine the others at a sample."""


@dataclass(frozen=True)
class ConsistentMotion:
    """Consistent states and accelerations of N samples.

    Attributes
    ----------
    t : (N,) time [s]
    x : (N, n_x) states
    vdot : (N, n_v) accelerations of the tree's coordinates
    basis : (N, n_v, F) motions that keep the loops closed: v = basis · v_i
    """

    t: Array
    x: Array
    vdot: Array
    basis: Array

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, samples: slice | Array | NDArray[np.intp]) -> ConsistentMotion:
        if not isinstance(samples, slice) and np.ndim(samples) == 0:
            raise DescriptionError(f"{shown(samples)} is one sample: give a slice, or a list of whole numbers.")
        try:
            return ConsistentMotion(self.t[samples], self.x[samples], self.vdot[samples], self.basis[samples])
        except IndexError:
            raise DescriptionError(
                f"no samples {shown(samples)}: there are {len(self)}, counted from 0. Give a slice, or whole numbers."
            ) from None


@dataclass(frozen=True)
class CoordinatePlaces:
    """Places of the independent coordinates in q (entries of the state) and in v, and of quaternions among them."""

    q: tuple[int, ...]
    v: tuple[int, ...]
    quaternions: tuple[int, ...] = ()  # first columns, among the independent ones, of unit quaternions


class ClosedLoops:
    """Closure of a machine, solved for many samples at once.

    Parameters
    ----------
    functions : compiled functions of the machine
    places : its independent coordinates
    start : an assembled state to lead the samples from
    p : values of the free parameters
    """

    def __init__(self, functions: MachineFunctions, places: CoordinatePlaces, start: Array, p: Array):
        self.functions, self.places, self.start, self.p = functions, places, start, p
        self.u = np.zeros(len(functions.mechanism.actuators))
        self.layout, self.n_v = functions.layout, functions.layout.n_v
        self.n_rows = int(functions["closure"].out_sizes[0])
        self.dependent = [k for k in range(self.n_v) if k not in places.v]
        self.mask = np.zeros(self.n_v)
        self.mask[self.dependent] = 1.0
        self.rows: list[int] = []
        if self.dependent:
            G = self._closure(start[None])[2][0]
            self.rows = sorted(pivoted_columns(G[:, self.dependent].T, len(self.dependent)))

    def motion(self, q: Array, v: Array, a: Array, t: Array) -> ConsistentMotion:
        """Return states and accelerations for independent coordinates, rates and accelerations, one row per sample."""
        return self.at(self.positions(q, t), v, a, t)

    def positions(self, q: Array, t: Array) -> Array:
        """Return (N, n_x) states at rest with the loops closed."""
        x, q = np.repeat(self.layout.at_rest(self.start)[None], len(q), axis=0), np.array(q, float)
        places, parts = list(self.places.q), [slice(first, first + 4) for first in self.places.quaternions]
        origin = self.start[places]
        for part in parts:  # with the sign that is nearest to the start's
            q[:, part] *= np.where(q[:, part] @ origin[part] < 0, -1.0, 1.0)[:, None]
        if not self.dependent:
            x[:, places] = q
            return x
        steps = int(np.clip(np.ceil(np.abs(q - origin).max(initial=0.0) / STEP), 1, 200))
        with np.errstate(all="ignore"):
            for fraction in np.linspace(0.0, 1.0, steps + 1)[1:]:
                there = origin + fraction * (q - origin)
                for part in parts:
                    there[:, part] /= np.linalg.norm(there[:, part], axis=1, keepdims=True)
                x[:, places] = there
                for _ in range(2):
                    x = self._newton(x)
                if self.layout.hint_places:  # turns are counted on the way
                    measured = np.asarray(self.functions["coordinates"].batch(np.zeros(len(x)), x, self.u, self.p)[0])
                    x[:, self.layout.hints] = measured[:, self.layout.hint_places]
            for _ in range(4):
                x = self._newton(x)
            x = self._refined(x)
        self._refuse_open(x, q, t)
        return x

    def at(self, x: Array, v: Array, a: Array, t: Array) -> ConsistentMotion:
        """Add velocities and accelerations to closed positions; v and a are those of the independent coordinates."""
        x, vdot = x.copy(), np.zeros((len(x), self.n_v))
        independent, velocity = list(self.places.v), self.layout.v
        vdot[:, independent] = a
        if not self.dependent:
            x[:, [velocity.start + k for k in independent]] = v
            basis = np.repeat(np.eye(self.n_v)[None][:, :, independent], len(x), axis=0)
            return ConsistentMotion(t, x, vdot, basis)
        _, _, G, _ = self._closure(x)
        reduced = G[:, self.rows, :]
        square = reduced[:, :, self.dependent]
        pivots = np.abs(np.linalg.det(square / np.abs(square).max(axis=(1, 2), keepdims=True)))
        if np.linalg.cond(square[n := int(pivots.argmin())]) > 1e12:
            raise SingularPosition(
                f"sample {n} (t = {t[n]:.6g} s): at this position {', '.join(self._names)} do not determine the rest of the "
                "machine (a dead point). Choose other independent coordinates, or keep the motion away from it."
            )
        basis = tangent_bases(reduced, independent)
        x[:, velocity] = np.einsum("nvf,nf->nv", basis, v)
        gamma = self._closure(x)[3][:, self.rows]
        rest = gamma - np.einsum("nri,ni->nr", reduced[:, :, independent], a)
        vdot[:, self.dependent] = np.linalg.solve(square, rest[:, :, None])[:, :, 0]
        return ConsistentMotion(t, x, vdot, basis)

    def jacobian(self, x: Array) -> Array:
        """Return G of all rows, (N, rows, n_v)."""
        return self._closure(x)[2]

    def dependent_jacobian(self, x: Array) -> Array:
        """Return the regular square part of G that determines the dependent rates, (N, dependent, dependent)."""
        return self.jacobian(x)[:, self.rows, :][:, :, self.dependent]

    def _closure(self, x: Array) -> tuple[Array, Array, Array, Array]:
        residual, rate, G, gamma = map(np.asarray, self.functions["closure"].batch(np.zeros(len(x)), x, self.u, self.p))
        return residual, rate, G.reshape(len(x), -1, self.n_v), gamma

    def _newton(self, x: Array) -> Array:
        return np.asarray(self.functions["reconstruct"].batch(np.zeros(len(x)), x, self.u, self.p, self.mask))

    def _refined(self, x: Array) -> Array:
        """Take Newton steps on the chosen rows themselves, not on their normal equations, for the last digits."""
        best, smallest = x, np.full(len(x), np.inf)
        for _ in range(3):
            residual, _, G, _ = self._closure(x)
            worst = np.abs(residual).max(axis=1)
            better = worst < smallest
            best = np.where(better[:, None], x, best)
            smallest = np.where(better, worst, smallest)
            square = G[:, self.rows, :][:, :, self.dependent]
            if not np.isfinite(square).all():
                break
            try:
                step = np.linalg.solve(square, -residual[:, self.rows, None])[:, :, 0]
            except np.linalg.LinAlgError:
                break
            xi = np.zeros((len(x), self.n_v))
            xi[:, self.dependent] = step
            moved = np.asarray(self.functions["retract"].batch(np.zeros(len(x)), x, self.u, self.p, xi))
            x = np.concatenate([moved.reshape(len(x), -1), x[:, self.layout.q.stop :]], axis=1)
        residual = np.abs(self._closure(x)[0]).max(axis=1)
        return np.where((residual < smallest)[:, None], x, best)

    def _refuse_open(self, x: Array, q: Array, t: Array) -> None:
        residual = np.abs(self._closure(x)[0])
        worst = np.where(np.isfinite(residual).all(axis=1), residual.max(axis=1), np.inf)
        size = 1.0 + np.abs(x[:, self.layout.q]).max(axis=1)
        if np.all(worst <= CLOSED * size):
            return
        n = int(worst.argmax())
        row = self.functions.dynamics.all_rows[int(np.nan_to_num(residual[n], nan=np.inf).argmax())]
        where = ", ".join(f"{name} = {value:.4g}" for name, value in zip(self._names, q[n], strict=True))
        gap = f"{worst[n]:.3g} {row.unit}" if np.isfinite(worst[n]) else "more than the links can reach"
        raise LoopNotClosed(
            f"sample {n} (t = {t[n]:.6g} s): loop {row.owner!r} stays open by {gap} at {where}. The measured coordinates leave the "
            "range in which the machine can be assembled, or they start from another branch: check their units, signs and zeros, "
            "or give start=…"
        )

    @property
    def _names(self) -> list[str]:
        """Names of the independent coordinates, entry by entry."""
        return [self.layout.entries[place][0] for place in self.places.q]


guard(__name__)
