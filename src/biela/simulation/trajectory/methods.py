"""Four ways to the efforts of a motion, which must agree.

| method | |
|---|---|
| tree_multipliers | Q of the tree by recursive Newton-Euler; Q = B u − Gᵀ λ solved with A = [G; J]: the compiled loop |
| virtual_power | the tutorial's: τ = Σ J_iᵀ (M_i A_i + ad* M_i V_i − F_i) with link Jacobians of the actuated rates |
| projected | independent coordinates: Nᵀ (M v̇ + h) = Nᵀ B u with the null space N of G |
| absolute | every body free, every joint a closure: multipliers of all joints and efforts from 6 equations per body |

The last three are evaluated for all samples at once with matrices per sample.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError
from biela.base.rank import null_space, rank
from biela.kernel.kernel import compile_kernels
from biela.mechanism.mechanism import Mechanism
from biela.simulation.trajectory.tracking import Path, Tracker
from biela.state.functions import functions_of

MOST_COMPILED = 3000
"""Largest number of instructions with which a function is compiled; a larger one is interpreted, being evaluated once a run."""
METHODS = ("tree_multipliers", "virtual_power", "projected", "absolute")


def efforts(tracker: Tracker, path: Path, u: Array, p: Array, method: str) -> Array:
    """Return (n, actuators) efforts along a path by one of the methods."""
    if method == "tree_multipliers":
        return path.effort
    still = u.copy()
    still[tracker.places] = 0.0
    way = {"virtual_power": _virtual_power, "projected": _projected, "absolute": _absolute}[method]
    return way(tracker, path, still, p)


def _kernel(tracker: Tracker, name: str, build: Callable[[], Any]) -> Any:
    key = tracker.functions.key(name)
    kernel = compile_kernels(lambda: {name: build()}, key=key, names=[name])[name]
    if kernel.instructions <= MOST_COMPILED:
        return kernel
    return compile_kernels(lambda: {name: build()}, key=f"{key} interpreted", names=[name], backend="interpreter")[name]


def _tree(tracker: Tracker, path: Path, u: Array, p: Array) -> tuple[Array, Array]:
    """Return G of the closure rows and B of the actuators, sample by sample."""
    position, effort = tracker.kernels["task_position"], tracker.kernels["task_effort"]
    n_v, n = len(tracker.unit), len(path.t)
    y = np.zeros((n, tracker.n_y))
    own = tracker.rows - tracker.n_d
    A = np.asarray(position.batch(path.t[:, None], path.x, u, p, y)[1]).reshape(n, tracker.rows, n_v)
    B = np.asarray(effort.batch(path.t[:, None], path.x, u, p, path.vdot)[1]).reshape(n, n_v, len(tracker.places))
    return A[:, :own] / tracker.unit, B / tracker.unit[:, None]


def shared(E: Array, f: Array, weights: Array) -> Array:
    """Return u of the smallest Σ weight · u² with E u = f, sample by sample."""
    scaled = E / np.sqrt(weights)
    z = np.linalg.pinv(scaled, rcond=1e-12) @ f[..., None]
    return np.asarray(z[..., 0] / np.sqrt(weights))


def _virtual_power(tracker: Tracker, path: Path, u: Array, p: Array) -> Array:
    from biela.equations.virtual_power import virtual_power_function

    kernel = _kernel(tracker, "virtual_power", lambda: virtual_power_function(tracker.functions.dynamics))
    n, n_v, n_a = len(path.t), len(tracker.unit), len(tracker.places)
    F, J, loads = kernel.batch(path.t[:, None], path.x, u, p, path.vdot)
    F = np.asarray(F).reshape(n, 6, -1)
    J = np.asarray(J).reshape(n, F.shape[2], 6, n_v)
    G, B = _tree(tracker, path, u, p)
    # v = K θ̇ with θ̇ = Bᵀ v the rates of the actuators: the passive ones follow, ρ of the tutorial among the rows of K
    A = np.concatenate([G, np.swapaxes(B, 1, 2)], axis=1)
    K = np.linalg.pinv(A, rcond=1e-11)[:, :, -n_a:]
    links = np.einsum("nikv,nva->nika", J, K)
    tau = np.einsum("nika,nki->na", links, F) - np.einsum("nva,nv->na", K, np.asarray(loads).reshape(n, n_v))
    N = null_space(G, of_rank=rank(G[0]))
    if N.shape[2] == n_a:
        return np.asarray(tau)
    # more actuators than degrees of freedom: their rates depend on each other, and only the power on possible ones is known
    rates = np.swapaxes(B, 1, 2) @ N
    E = np.swapaxes(rates, 1, 2)
    return shared(E, np.einsum("nda,na->nd", E, tau), tracker.weights)


def _projected(tracker: Tracker, path: Path, u: Array, p: Array) -> Array:
    from biela.equations.virtual_power import projected_function

    kernel = _kernel(tracker, "projected", lambda: projected_function(tracker.functions.dynamics))
    n, n_v = len(path.t), len(tracker.unit)
    M, bias = kernel.batch(path.t[:, None], path.x, u, p)
    G, B = _tree(tracker, path, u, p)
    N = np.swapaxes(null_space(G, of_rank=rank(G[0])), 1, 2)
    # the same in independent accelerations: v̇ = N z + v̇₀, M̄ z + h̄ = B̄ u with M̄ = Nᵀ M N
    z = np.einsum("ndv,nv->nd", N, path.vdot)
    rest = path.vdot - np.einsum("ndv,nd->nv", N, z)
    M = np.asarray(M).reshape(n, n_v, n_v)
    reduced = N @ M @ np.swapaxes(N, 1, 2)
    h = np.einsum("ndv,nv->nd", N, np.einsum("nij,nj->ni", M, rest) + np.asarray(bias).reshape(n, n_v))
    return shared(N @ B, np.einsum("nij,nj->ni", reduced, z) + h, tracker.weights)


def absolute_twin(mechanism: Mechanism) -> Mechanism:
    """Return the machine with every body free and every joint a closure."""
    twin = mechanism.edit()
    for name, joint in list(twin.joints.items()):
        twin.joints[name] = replace(joint, cut=True)
    for body in mechanism.bodies:
        if body != mechanism.ground.name:
            label = f"{body}_free"
            while any(label in store for store in (twin.joints, twin.loads, twin.actuators, twin.sensors, twin.bodies)):
                label += "_"
            twin.free(label, twin.ground, twin.bodies[body], parent_point=(0, 0, 0), child_point=(0, 0, 0), cut=False)
    return twin


def _absolute(tracker: Tracker, path: Path, u: Array, p: Array) -> Array:
    from biela.equations.virtual_power import body_motion_function

    if rotors := [load.name for load in tracker.mechanism.loads.values() if load.view == "inertia"]:
        raise DescriptionError(
            f"method 'absolute' knows the inertia of bodies alone, and {rotors[0]!r} is a rotor: take another method."
        )
    kernel = _kernel(tracker, "body_motion", lambda: body_motion_function(tracker.functions.dynamics))
    twin = absolute_twin(tracker.mechanism)
    own = Tracker(twin, (), tracker.actuators, tracker.weights, functions_of(twin), backend="interpreter")
    n = len(path.t)
    motion = np.asarray(kernel.batch(path.t[:, None], path.x, u, p, path.vdot)).reshape(n, 24, -1)
    x, vdot = _absolute_states(tracker, path, u, p, twin, motion)
    moved = Path(path.t, x, vdot, path.effort, path.force, path.conditioning)
    G, B = _tree(own, moved, u, p)
    Q = np.asarray(own.kernels["task_effort"].batch(path.t[:, None], x, u, p, vdot)[0]).reshape(n, -1) / own.unit
    n_a = len(tracker.places)
    N = np.swapaxes(null_space(G, of_rank=rank(G[0])), 1, 2)
    if N.shape[1] != n_a:
        return shared(N @ B, np.einsum("ndv,nv->nd", N, Q), tracker.weights)
    # Q = B u − Gᵀ λ in all 6 equations of every body; lengths in G have been taken care of by scaling its rows
    size = np.linalg.norm(G, axis=2, keepdims=True)
    system = np.concatenate([B, -np.swapaxes(G / np.maximum(size, 1e-300), 1, 2)], axis=2)
    scale = np.abs(B).max(axis=(1, 2), keepdims=True)
    unknown = np.linalg.pinv(system / scale, rcond=1e-11) @ Q[..., None]
    return np.asarray(unknown[:, :n_a, 0] / scale[:, :, 0])


def _absolute_states(tracker: Tracker, path: Path, u: Array, p: Array, twin: Mechanism, motion: Array) -> tuple[Array, Array]:
    """Return states and accelerations of the twin from poses, twists and accelerations of the bodies."""
    layout = functions_of(twin).layout
    n = len(path.t)
    x, vdot = np.zeros((n, layout.n_x)), np.zeros((n, layout.n_v))
    index = tracker.mechanism.topology.index
    for link in twin.topology.links:
        columns = motion[:, :, index[link.body.name]]
        R = columns[:, :9].reshape(n, 3, 3).transpose(0, 2, 1)
        x[:, link.q] = np.hstack([_quaternions(R), columns[:, 9:12]])
        x[:, layout.rates_of(link.joint.name)] = columns[:, 12:18]
        vdot[:, link.v] = columns[:, 18:24]
    # turns of every joint, as the tree has counted them
    values = tracker.functions["coordinates"].batch(path.t[:, None], path.x, u, p)[0]
    place = tracker.functions.layout.coordinates
    hints = [place[joint.name].start + k for joint in twin.topology.cut for k in joint.type.hinted]
    x[:, layout.hints] = np.asarray(values).reshape(n, -1)[:, hints]
    return x, vdot


def _quaternions(R: Array) -> Array:
    """Return (n, 4) quaternions of rotation matrices, from the column of q qᵀ with the largest diagonal entry."""
    xx, yy, zz = R[:, 0, 0], R[:, 1, 1], R[:, 2, 2]
    products = np.empty((len(R), 4, 4))
    products[:, range(4), range(4)] = np.stack([1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz], axis=1)
    for i, j, value in (
        (0, 1, R[:, 2, 1] - R[:, 1, 2]), (0, 2, R[:, 0, 2] - R[:, 2, 0]), (0, 3, R[:, 1, 0] - R[:, 0, 1]),
        (1, 2, R[:, 1, 0] + R[:, 0, 1]), (1, 3, R[:, 0, 2] + R[:, 2, 0]), (2, 3, R[:, 2, 1] + R[:, 1, 2]),
    ):  # fmt: skip
        products[:, i, j] = products[:, j, i] = value
    largest = products[:, range(4), range(4)].argmax(axis=1)
    columns = products[np.arange(len(R)), :, largest]
    return np.asarray(columns / np.linalg.norm(columns, axis=1, keepdims=True))
