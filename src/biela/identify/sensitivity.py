"""Exact derivatives of anything computed from the regressor, with respect to the independent motion.

For f(W) with W = Nᵀ K(q, v, v̇) on the constraints G N = 0, G v = 0, G v̇ = γ, and W̄ = ∂f/∂W, the chain rule through the loops is
an adjoint calculation with the same matrices that solve the loops:

    Λ = G_d⁻ᵀ (K W̄ᵀ)_d,      ℓ(q, v, v̇) = Σ_f N_fᵀ K W̄_fᵀ − Λ_fᵀ G(q) N_f          N, W̄, Λ held             (1)
    μ_a = G_d⁻ᵀ ℓ_a,d,        ℓ_q, ℓ_v += ∂ [ μ_aᵀ (γ(q, v) − G(q) v̇) ]                                      (2)
    μ_v = G_d⁻ᵀ ℓ_v,d,        ℓ_q += ∂ [ −μ_vᵀ G(q) v ]                                                      (3)
    ∂f/∂q_i = Nᵀ ℓ_q,         ∂f/∂v_i = Nᵀ ℓ_v,        ∂f/∂a_i = Nᵀ ℓ_a                                       (4)

Two compiled functions, all samples at once: the gradient costs a few evaluations of the regressor, however many coefficients
the motion has.
"""

from __future__ import annotations

import hashlib

import casadi as ca
import numpy as np

from biela.base.array import Array
from biela.base.locks import cached_property
from biela.identify.multiprecision import function_inputs
from biela.identify.regressor import Regressor
from biela.kernel.kernel import Kernel, compile_kernels
from biela.state.consistent_motion import ConsistentMotion


class Sensitivity:
    """Regressor and its derivatives along the independent motion. The stacked tree matrix is [K, B, τ_known]: parameters, then
    actuators (and channels), then known efforts."""

    def __init__(self, regressor: Regressor):
        self.regressor, self.loops = regressor, regressor.loops
        self.n_v, self._rows = self.loops.n_v, self.loops.n_rows

    def forward(self, motion: ConsistentMotion) -> tuple[Array, Array, Array]:
        """Return W (N, F, P) and τ_known (N, F) of the channels, and the stacked tree matrix."""
        K, known, B = tree = self.regressor.tree(motion)
        W, rest = self.regressor.projected(motion, tree)
        return W, rest, np.concatenate([K, B, known[:, :, None]], axis=2)

    def gradient(
        self, motion: ConsistentMotion, stacked: Array, W: Array, known: Array, W_bar: Array,
        known_bar: Array | None = None,
    ) -> tuple[Array, Array, Array]:  # fmt: skip
        """Return ∂f/∂q_i, ∂f/∂v_i, ∂f/∂a_i (N, F each) from ∂f/∂W and ∂f/∂τ_known."""
        n, F, P = W.shape
        bar = np.zeros((n, F, stacked.shape[2]))
        rest_bar = np.zeros((n, F)) if known_bar is None else known_bar
        columns = self.regressor.channel_places
        if columns is None:
            bar[:, :, :P], bar[:, :, -1] = W_bar, rest_bar
        else:  # W_channels = C⁻¹ W with C = Nᵀ B
            places = [P + k for k in columns]
            C = motion.basis.swapaxes(1, 2) @ stacked[:, :, places]
            inverse = np.linalg.inv(C).swapaxes(1, 2)
            own, rest = inverse @ W_bar, (inverse @ rest_bar[:, :, None])[:, :, 0]
            bar[:, :, :P], bar[:, :, -1] = own, rest
            bar[:, :, places] = -(own @ W.swapaxes(1, 2)) - rest[:, :, None] * known[:, None, :]
        return self._chain(motion, stacked, bar)

    def loop_gradient(self, motion: ConsistentMotion, left: Array, right: Array) -> Array:
        """Return ∂/∂q_i of leftᵀ G(q) right, with left (N, rows) and right (N, n_v) held."""
        n, F = len(motion), self.regressor.dof
        N, Lam = np.zeros((n, self.n_v, F)), np.zeros((n, self._rows, F))
        N[:, :, 0], Lam[:, :, 0] = right, -left
        g_q, _, _ = self._first(motion, N, np.zeros((n, F, self._width)), Lam)
        return np.asarray(np.einsum("nvf,nv->nf", motion.basis, g_q))

    def _chain(self, motion: ConsistentMotion, stacked: Array, bar: Array) -> tuple[Array, Array, Array]:
        n, F, loops = len(motion), self.regressor.dof, self.loops
        transposed = motion.basis.swapaxes(1, 2)
        project = lambda g: (transposed @ g[:, :, None])[:, :, 0]  # noqa: E731
        Lam = np.zeros((n, self._rows, F))
        if loops.dependent:
            square = loops.dependent_jacobian(motion.x).swapaxes(1, 2)
            Y = stacked @ bar.swapaxes(1, 2)
            Lam[:, loops.rows, :] = np.linalg.solve(square, Y[:, loops.dependent, :])
        g_q, g_v, g_a = self._first(motion, motion.basis, bar, Lam)  # (1)
        if loops.dependent:
            mu_a, mu_v = np.zeros((n, self._rows)), np.zeros((n, self._rows))
            mu_a[:, loops.rows] = np.linalg.solve(square, g_a[:, loops.dependent, None])[:, :, 0]
            g_v = g_v + self._second(motion, mu_a, mu_v)[1]  # (2)
            mu_v[:, loops.rows] = np.linalg.solve(square, g_v[:, loops.dependent, None])[:, :, 0]
            g_q = g_q + self._second(motion, mu_a, mu_v)[0]  # (2) and (3)
        return project(g_q), project(g_v), project(g_a)  # (4)

    @property
    def _width(self) -> int:
        return len(self.regressor.columns) + len(self.regressor.sources) + 1

    def _first(self, motion: ConsistentMotion, N: Array, bar: Array, Lam: Array) -> tuple[Array, Array, Array]:
        n = len(motion)
        flat = lambda A: A.swapaxes(1, 2).reshape(n, -1)  # noqa: E731  column-major
        inputs = motion.t, motion.x, self.loops.u, self.loops.p, motion.vdot, flat(N), flat(bar)
        out = self._kernels["regressor_adjoint"].batch(*inputs, *([flat(Lam)] if self._rows else []))
        g_q, g_v, g_a = (np.asarray(g).reshape(n, self.n_v) for g in out)
        return g_q, g_v, g_a

    def _second(self, motion: ConsistentMotion, mu_a: Array, mu_v: Array) -> tuple[Array, Array]:
        inputs = motion.t, motion.x, self.loops.u, self.loops.p, motion.vdot, mu_a, mu_v
        g_q, g_v = (np.asarray(g).reshape(len(motion), self.n_v) for g in self._kernels["closure_adjoint"].batch(*inputs))
        return g_q, g_v

    @cached_property
    def _kernels(self) -> dict[str, Kernel]:
        names = ["regressor_adjoint", "closure_adjoint"] if self._rows else ["regressor_adjoint"]
        text = f"{self.regressor.functions.key('adjoint')} {self.regressor.names} {self.regressor.parameter_channels}"
        key = hashlib.sha256(text.encode()).hexdigest()
        return compile_kernels(self._functions, key=key, names=names)

    def _functions(self) -> dict[str, ca.Function]:
        linear = self.regressor.linear_model
        model, dynamics = linear.model, linear.dynamics
        F = self.regressor.dof
        N, bar = ca.SX.sym("N", self.n_v, F), ca.SX.sym("bar", F, self._width)
        Lam = ca.SX.sym("Lam", self._rows, F)
        stacked = ca.horzcat(linear.matrix, linear.inputs, linear.known)
        head = {"t": model.t, "x": model.x, "u": model.u, "p": model.p, "vdot": linear.vdot}
        loss = ca.trace(N.T @ stacked @ bar.T)
        tangent = ca.jacobian(dynamics.kinematics.position_rate(), model.v)
        out = {}
        if self._rows:
            _, _, G, gamma = function_inputs(dynamics)
            loss = loss - ca.trace(Lam.T @ G @ N)
            mu_a, mu_v = ca.SX.sym("mu_a", self._rows), ca.SX.sym("mu_v", self._rows)
            second = ca.dot(mu_a, gamma - G @ linear.vdot)
            third = -ca.dot(mu_v, G @ model.v)
            results = {"g_q": tangent.T @ ca.gradient(second + third, model.q), "g_v": ca.gradient(second, model.v)}
            out["closure_adjoint"] = _function("closure_adjoint", {**head, "mu_a": mu_a, "mu_v": mu_v}, results)
        by = {"g_q": model.q, "g_v": model.v, "g_a": linear.vdot}
        results = {name: ca.gradient(loss, x) for name, x in by.items()}
        results["g_q"] = tangent.T @ results["g_q"]
        inputs = {**head, "N": N, "bar": bar} | ({"Lam": Lam} if self._rows else {})
        out["regressor_adjoint"] = _function("regressor_adjoint", inputs, results)
        return out


def _function(name: str, inputs: dict[str, ca.SX], results: dict[str, ca.SX]) -> ca.Function:
    dense = [ca.densify(r) for r in results.values()]
    return ca.Function(name, list(inputs.values()), dense, list(inputs), list(results))
