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
"""Residual above which a sample counts as open [m, rad], for a machine of the size of a metre or less."""


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
class Places:
    """Where the independent coordinates are: in q (entries of the state) and in v; which entries of q are quaternions."""

    q: tuple[int, ...]
    v: tuple[int, ...]
    quaternions: tuple[int, ...] = ()  # first columns, among the independent ones, of unit quaternions


class ClosedLoops:
    """Solves the closure of a machine for many samples.

    Parameters
    ----------
    functions : compiled functions of the machine
    places : its independent coordinates
    start : an assembled state to lead the samples from
    p : values of the free parameters
    """

    def __init__(self, functions: MachineFunctions, places: Places, start: Array, p: Array):
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
        """Everything from independent coordinates, rates and accelerations, one row per sample."""
        x = self.positions(q, t)
        return self.at(x, v, a, t)

    def positions(self, q: Array, t: Array) -> Array:
        """(N, n_x) states at rest with the loops closed."""
        x = np.repeat(self.layout.at_rest(self.start)[None], len(q), axis=0)
        places = list(self.places.q)
        origin = self.start[places]
        q = self._same_sign(q, origin)
        if not self.dependent:
            x[:, places] = q
            return x
        steps = int(np.clip(np.ceil(np.abs(q - origin).max(initial=0.0) / STEP), 1, 200))
        with np.errstate(all="ignore"):
            for fraction in np.linspace(0.0, 1.0, steps + 1)[1:]:
                x[:, places] = self._normalised(origin + fraction * (q - origin))
                for _ in range(2):
                    x = self._newton(x)
                self._count_turns(x)
            for _ in range(4):
                x = self._newton(x)
            x = self._refined(x)
        self._refuse_open(x, q, t)
        return x

    def at(self, x: Array, v: Array, a: Array, t: Array) -> ConsistentMotion:
        """Velocities and accelerations on closed positions; v and a are those of the independent coordinates."""
        x = x.copy()
        independent = list(self.places.v)
        velocity = self.layout.v
        if not self.dependent:
            x[:, [velocity.start + k for k in independent]] = v
            vdot = np.zeros((len(x), self.n_v))
            vdot[:, independent] = a
            basis = np.repeat(np.eye(self.n_v)[None][:, :, independent], len(x), axis=0)
            return ConsistentMotion(t, x, vdot, basis)
        _, _, G, _ = self._closure(x)
        reduced = G[:, self.rows, :]
        self._refuse_singular(reduced, t)
        basis = tangent_bases(reduced, independent)
        x[:, velocity] = np.einsum("nvf,nf->nv", basis, v)
        gamma = self._closure(x)[3][:, self.rows]
        vdot = np.zeros((len(x), self.n_v))
        vdot[:, independent] = a
        rest = gamma - np.einsum("nri,ni->nr", reduced[:, :, independent], a)
        vdot[:, self.dependent] = np.linalg.solve(reduced[:, :, self.dependent], rest[:, :, None])[:, :, 0]
        return ConsistentMotion(t, x, vdot, basis)

    def jacobian(self, x: Array) -> Array:
        """G of all rows, (N, rows, n_v)."""
        return self._closure(x)[2]

    def dependent_jacobian(self, x: Array) -> Array:
        """The regular square part of G that determines the dependent rates, (N, dependent, dependent)."""
        return self.jacobian(x)[:, self.rows, :][:, :, self.dependent]

    # ------------------------------------------------------------------------------------------------------- internal

    def _closure(self, x: Array) -> tuple[Array, Array, Array, Array]:
        kernel = self.functions["closure"]
        outputs = kernel.batch(np.zeros(len(x)), x, self.u, self.p)
        residual, rate, G, gamma = (np.asarray(part) for part in outputs)
        return residual, rate, G.reshape(len(x), -1, self.n_v), gamma

    def _newton(self, x: Array) -> Array:
        return np.asarray(self.functions["reconstruct"].batch(np.zeros(len(x)), x, self.u, self.p, self.mask))

    def _refined(self, x: Array) -> Array:
        """Newton steps on the chosen rows themselves, not on their normal equations: the last digits."""
        best = x
        smallest = np.full(len(x), np.inf)
        for _ in range(3):
            residual, _, G, _ = self._closure(x)
            worst = np.abs(residual).max(axis=1)
            better = worst < smallest
            best = np.where(better[:, None], x, best)
            smallest = np.where(better, worst, smallest)
            square = G[:, self.rows, :][:, :, self.dependent]
            fit = np.isfinite(square).all(axis=(1, 2))
            if not fit.all():
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

    def _count_turns(self, x: Array) -> None:
        if self.layout.hint_places:
            q = np.asarray(self.functions["coordinates"].batch(np.zeros(len(x)), x, self.u, self.p)[0])
            x[:, self.layout.hints] = q[:, self.layout.hint_places]

    def _normalised(self, q: Array) -> Array:
        for first in self.places.quaternions:
            q[:, first : first + 4] /= np.linalg.norm(q[:, first : first + 4], axis=1, keepdims=True)
        return q

    def _same_sign(self, q: Array, origin: Array) -> Array:
        """Quaternions with the sign that is nearest to the start's."""
        q = np.array(q, float)
        for first in self.places.quaternions:
            part = slice(first, first + 4)
            q[:, part] *= np.where(q[:, part] @ origin[part] < 0, -1.0, 1.0)[:, None]
        return q

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

    def _refuse_singular(self, reduced: Array, t: Array) -> None:
        square = reduced[:, :, self.dependent]
        scale = np.abs(square).max(axis=(1, 2))
        pivots = np.abs(np.linalg.det(square / scale[:, None, None]))
        n = int(pivots.argmin())
        if np.linalg.cond(square[n]) > 1e12:
            raise SingularPosition(
                f"sample {n} (t = {t[n]:.6g} s): at this position {', '.join(self._names)} do not determine the rest of the "
                "machine (a dead point). Choose other independent coordinates, or keep the motion away from it."
            )

    @property
    def _names(self) -> list[str]:
        """Names of the independent coordinates, entry by entry."""
        return [self.layout.entries[place][0] for place in self.places.q]


guard(__name__)
