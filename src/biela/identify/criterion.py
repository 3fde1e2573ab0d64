"""Criteria of an experiment: how well its observation matrix determines the parameters, with their gradients.

| name | f(W) | small means |
|---|---|---|
| `condition` | log κ(W) = log s₁/s_r | errors of all sizes are amplified little |
| `scaled` | log κ of W with columns of length one | the same, whatever the units of the parameters |
| `A` | log tr (WᵀW)⁻¹ = log Σ s⁻² | small mean variance |
| `D` | −Σ log s² | small volume of the confidence ellipsoid |
| `E` | −log s_r² | small largest variance |
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Name = Literal["condition", "scaled", "A", "D", "E"]


def criterion(W: Array, name: Name = "scaled", power: float | None = None) -> tuple[float, Array]:
    """f and ∂f/∂W of a matrix (rows, parameters).

    A condition number has a corner wherever its smallest singular values cross. With a `power` p it is replaced by the smooth bound

        log κ ≤ (1/p) log Σ s^p + (1/p) log Σ s^−p

    which approaches it as p grows.
    """
    if name == "scaled":  # columns of length one; the gradient along a column's own direction drops out
        norms = np.maximum(np.linalg.norm(W, axis=0), 1e-300)
        unit = W / norms
        value, bar = criterion(unit, "condition", power)
        return value, (bar - unit * (bar * unit).sum(axis=0)) / norms
    U, s, Vt = np.linalg.svd(W, full_matrices=False)
    s = np.maximum(s, 1e-300)
    if name == "condition" and power is not None:
        up, down = (s / s[0]) ** power, (s[-1] / s) ** power
        value = float(np.log(s[0] / s[-1]) + (np.log(up.sum()) + np.log(down.sum())) / power)
        ds = up / up.sum() / s - down / down.sum() / s
    elif name == "condition":
        value, ds = float(np.log(s[0] / s[-1])), np.zeros_like(s)
        ds[0], ds[-1] = 1 / s[0], -1 / s[-1]
    elif name == "A":
        total = float((s**-2).sum())
        value, ds = float(np.log(total)), -2 * s**-3 / total
    elif name == "D":
        value, ds = float(-2 * np.log(s).sum()), -2 / s
    else:
        value, ds = float(-2 * np.log(s[-1])), np.zeros_like(s)
        ds[-1] = -2 / s[-1]
    return value, (U * ds) @ Vt
