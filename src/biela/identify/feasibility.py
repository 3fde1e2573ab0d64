"""Physically feasible estimation: parameters that some real body has.

The ten parameters of a body are those of a distribution of positive mass if and only if its pseudo-inertia is positive
semidefinite,

    J = ⎡ ½ tr(I) 1 − I   d ⎤ ⪰ 0                                                               (1)
        ⎣      dᵀ         m ⎦

which is linear in them. Least squares under (1), one cone for each body, and non-negative stiffnesses, dampings, frictions
and motor inertias, is a convex problem with one solution; the mass matrix is then positive definite at every pose, whatever
the noise. What the data do not determine (the null space of the base parameters) is put as near to the drawing values as the
cones allow.

References: Wensing, Kim & Slotine (2018), "Linear matrix inequalities for physically consistent inertial parameter identification";
Traversaro et al. (2016). Solver: Clarabel (interior point).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import Named, checked, guard, real_array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError, unknown
from biela.equations.regressor import TEN
from biela.identify.base_set import BaseSet
from biela.identify.columns import Column
from biela.identify.exact import MissingLibrary
from biela.identify.least_squares import Estimate, channel_weights
from biela.identify.observation import Observation, check

POSITIVE_ENTRIES = ("stiffness", "damping", "viscous", "coulomb", "static")


class NoFeasibleSolution(BielaError):
    """The semidefinite problem was not solved."""


@dataclass(frozen=True)
class FeasibleEstimate(Named):
    """Estimated parameters of all bodies and loads, each physical.

    Attributes
    ----------
    names, values : of all parameters of the regressor
    residuals : (N, F)
    active : bodies that the data pull to the boundary of what is physical, where the reference is not
    status : what the solver says
    """

    names: tuple[str, ...]
    values: Array
    residuals: Array
    active: tuple[str, ...]
    status: str

    def __getitem__(self, name: str) -> float:
        if name not in self:
            raise unknown("parameter", name, list(self.names))
        return float(self.values[self.names.index(name)])


def pseudo_inertia(ten: ArrayLike) -> Array:
    """Return J of [m, d, I_xx, I_xy, I_xz, I_yy, I_yz, I_zz] (1)."""
    m, dx, dy, dz, xx, xy, xz, yy, yz, zz = np.asarray(ten, float)
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    J = np.zeros((4, 4))
    J[:3, :3] = 0.5 * np.trace(inertia) * np.eye(3) - inertia
    J[:3, 3] = J[3, :3] = dx, dy, dz
    J[3, 3] = m
    return J


@checked(ndim={"values": (1,)})
def infeasible_bodies(columns: Sequence[Column], values: ArrayLike, tolerance: float = 1e-9) -> dict[str, str]:
    """Return bodies whose parameters no real body has, and why."""
    x = real_array(values, "values")
    if x.shape != (len(columns),):
        raise DescriptionError(f"there are {len(columns)} parameters and {x.size} values: give one for each.")
    out = {}
    for body, places in _bodies(columns).items():
        J = pseudo_inertia(x[places])
        smallest, mass = float(np.linalg.eigvalsh(J)[0]), x[places[0]]
        if smallest < -tolerance * max(float(np.abs(J).max()), 1e-300):
            why = f"no distribution of positive mass has this inertia (pseudo-inertia has the eigenvalue {smallest:.3g})"
            out[body] = f"its mass is negative ({mass:.3g} kg)" if mass < 0 else why
    return out


@one_thread("scipy.linalg")
@checked
def feasible_estimate(
    observation: Observation, columns: Sequence[Column], reference: ArrayLike | None = None, *,
    weights: ArrayLike | None = None, attachment: float = 1e-6, margin: float = 1e-8,
) -> FeasibleEstimate:  # fmt: skip
    """Estimate all parameters by weighted least squares, each body physical.

    Parameters
    ----------
    observation : in the regressor's own parameters (not base parameters)
    columns : of the regressor
    reference : drawing values; those of the columns if omitted
    weights : of the channels; one over their residual's deviation if omitted
    attachment : how strongly parameters are held to the reference, relative to what the data say: small enough not to bias what can
        be known, large enough to fix what cannot
    margin : smallest eigenvalue of a pseudo-inertia, relative to its size in the reference
    """
    try:
        import clarabel
    except ImportError:
        raise MissingLibrary("feasible estimation needs Clarabel:  pip install 'biela[identify]'") from None
    if tuple(c.name for c in columns) != observation.names:
        raise DescriptionError("feasible estimation works on all parameters: give the regressor's observation and its columns.")
    if observation.samples * len(observation.channels) < 2:
        raise DescriptionError("feasible estimation needs data.")
    x0 = np.array([c.nominal for c in columns]) if reference is None else np.asarray(reference, float)
    if x0.shape != (len(columns),):
        raise DescriptionError(f"reference has shape {x0.shape}: give one value for each of {len(columns)} columns.")
    w = _channel_weights(observation) if weights is None else np.asarray(weights, float)
    W, tau = observation.weighted(w).stacked
    scale = _scales(columns, x0, W, tau)
    A = W * scale
    # normal equations through QR keep the digits; the objective is ½ zᵀ P z + qᵀ z in z = x / scale
    _, R = np.linalg.qr(np.column_stack([A, tau]))
    R, y = R[:, :-1], R[:, -1]
    strength = attachment * np.linalg.norm(A, 2) ** 2
    P = R.T @ R + strength * np.eye(len(scale))
    q = -(R.T @ y) - strength * (x0 / scale)
    z, status = _minimised(P, q, _cones(columns, scale, margin, clarabel), clarabel)
    # what the data do not show is exactly as described, where the body stays physical
    values, shown = z * scale, np.any(observation.W, axis=(0, 1))
    as_described, bodies = np.where(shown, values, x0), _bodies(columns)
    for places in bodies.values():
        if _on_edge(as_described[places]):
            as_described[places] = values[places]
    values = as_described
    active = tuple(body for body, ten in bodies.items() if _on_edge(values[ten]) and not _on_edge(x0[ten]))
    return FeasibleEstimate(observation.names, values, observation.tau - observation.W @ values, active, status)


def feasible_near(base: BaseSet, found: Estimate, observation: Observation, columns: Sequence[Column]) -> FeasibleEstimate:
    """Return all parameters, each body physical, as near to estimated base parameters as their covariance V says.

    min (β x − x̂)ᵀ V⁻¹ (β x − x̂), with β x the base parameters of x: for estimates that are not least squares of the observation,
    whose residuals the result has.
    """
    known = found.known
    covariance = found.covariance[np.ix_(known, known)]
    size = np.sqrt(np.maximum(np.diag(covariance), 1e-300))
    vectors, V = np.linalg.eigh(covariance / np.outer(size, size))[::-1]
    root = (vectors / np.sqrt(np.maximum(V, 1e-12))).T / size
    matrix, values = base.matrix[known], found.values[known]
    near = Observation((root @ matrix)[:, None, :], (root @ values)[:, None], base.names, ("",), ("1",))
    feasible = feasible_estimate(near, columns, weights=[1.0])
    return replace(feasible, residuals=observation.tau - observation.W @ feasible.values)


def _minimised(P: Array, q: Array, constraints: tuple[Array, Array, list[object]], clarabel: ModuleType) -> tuple[Array, str]:
    """Return the smallest ½ zᵀ P z + qᵀ z within the cones, and what the solver says."""
    from scipy import sparse

    rows, bounds, cones = constraints
    if not cones:
        return np.asarray(np.linalg.lstsq(P, -q)[0], np.float64), "Solved: nothing is bounded"
    size = max(float(np.abs(P).max()), 1e-300)
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    for name in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
        setattr(settings, name, 1e-10)
    upper, rows = sparse.csc_matrix(np.triu(P / size)), sparse.csc_matrix(rows)
    solution = clarabel.DefaultSolver(upper, q / size, rows, bounds, cones, settings).solve()
    if "Solved" not in str(solution.status):
        raise NoFeasibleSolution(f"the semidefinite problem was not solved: {solution.status}. Are there data for every body?")
    return np.asarray(solution.x), str(solution.status)


def _bodies(columns: Sequence[Column]) -> dict[str, list[int]]:
    """Return the places of the ten parameters of each body among the columns."""
    at = {c.name: k for k, c in enumerate(columns)}
    bodies = dict.fromkeys(c.owner for c in columns if c.kind == "inertia")
    return {body: [at[f"{body}.{entry}"] for entry in TEN] for body in bodies}


def _on_edge(ten: Array) -> bool:
    eigenvalues = np.linalg.eigvalsh(pseudo_inertia(ten))
    return bool(eigenvalues[0] < 1e-5 * eigenvalues[-1])


def _channel_weights(observation: Observation) -> Array:
    """Find weights from the residuals of the part of the model that the data determine."""
    W, _ = observation.stacked
    norms = np.linalg.norm(W, axis=0)
    live = norms > 0
    _, s, Vt = np.linalg.svd(W[:, live] / norms[live], full_matrices=False)
    kept = Vt[s > 1e-9 * s[0]].T / norms[live][:, None]
    combined = Observation(
        observation.W[:, :, live] @ kept, observation.tau, tuple(map(str, range(kept.shape[1]))), observation.channels,
        observation.units, observation.measured, passive=observation.passive,
    )  # fmt: skip
    check(combined)
    return channel_weights(combined)


def _scales(columns: Sequence[Column], x0: Array, W: Array, tau: Array) -> Array:
    """Find typical sizes: of a body from its mass and size, of others from their own value, or a tenth of what alone would explain
    the efforts: a friction that is described as zero must not be held there."""
    norms = np.linalg.norm(W, axis=0)
    alone = 0.1 * np.divide(np.linalg.norm(tau), norms, out=np.zeros_like(norms), where=norms > 0)
    typical = np.maximum(np.abs(x0), alone)
    scale = np.array([1.0 if c.kind == "inertia" else x or 1.0 for c, x in zip(columns, typical, strict=True)])
    for places in _bodies(columns).values():
        ten = x0[places]
        mass = abs(ten[0]) or 1.0
        length = float(np.sqrt(max(np.abs(ten[4:]).max() / mass, (np.abs(ten[1:4]).max() / mass) ** 2, 1e-6)))
        scale[places] = [mass] + [mass * length] * 3 + [mass * length**2] * 6
    return scale


def _cones(columns: Sequence[Column], scale: Array, margin: float, clarabel: ModuleType) -> tuple[Array, Array, list[object]]:
    """Return rows, bounds and cones of  A z + s = b,  s in the cones."""
    positive = [k for k, c in enumerate(columns) if c.kind == "motor_inertia" or c.entry.partition("_")[0] in POSITIVE_ENTRIES]
    rows, bounds = [-np.eye(len(columns))[positive]], [np.zeros(len(positive))]
    cones: list[object] = [clarabel.NonnegativeConeT(len(positive))] if positive else []
    basis = [pseudo_inertia(np.eye(10)[k]) for k in range(10)]
    upper = [(i, j) for j in range(4) for i in range(j + 1)]  # column by column
    factor = np.array([1.0 if i == j else np.sqrt(2.0) for i, j in upper])
    for places in _bodies(columns).values():
        # lengths in units of the body's own: the congruence D J D keeps the sign of the eigenvalues
        mass = scale[places[0]]
        length = float(np.sqrt(scale[places[4]] / mass))
        D = np.diag([1 / length, 1 / length, 1 / length, 1.0]) / np.sqrt(mass)
        block = np.zeros((10, len(columns)))
        for k, place in enumerate(places):
            J = D @ (basis[k] * scale[place]) @ D
            block[:, place] = -factor * np.array([J[i, j] for i, j in upper])
        rows.append(block)
        bounds.append(-margin * factor * np.array([1.0 if i == j else 0.0 for i, j in upper]))
        cones.append(clarabel.PSDTriangleConeT(4))
    return np.vstack(rows), np.concatenate(bounds), cones


guard(__name__)
