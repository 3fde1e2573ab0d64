"""The primitive closures that every joint is made of, with their exact wrenches off the constraint too.

Two frames m (a, the parent) and n (b, the child); R = R_mn, and d the position of n from m in the axes of n. Along the motion
Ṙ = R ω̂, ḋ = v − ω × d with V = [ω; v] the twist of n relative to m, in n:

| | Φ | C with Φ̇ = Cᵀ V | Ċ |
|---|---|---|---|
| linear | u_n · d | [u_n × d; u_n] | [u_n × ḋ; 0] |
| angular | u_n · w, w = Rᵀ u_m | [u_n × w; 0] | [u_n × (−ω × w); 0] |
| screw | d_z − p θ | [ẑ × d − p ∂θ/∂ω; ẑ] | |

The tutorial on parallel robots gives the first two with C of the closed loop, [0; u_n], and evaluates the second once; both
differ as soon as the loop is open. `RECIPES` is its table of cut joints, corrected and completed: the second row of a
revolute joint is (z, x), whose wrench does not turn with the joint; that of a cylindrical one is not (y, x), which would lock
its turning; universal and helical joints are added. biela's joint types close loops with these very rows, differentiated by
machine.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.dataclass import dataclass
from biela.mechanism.joint.base import X, Y, Z

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Linear:
    """n stays, along a direction fixed in n, level with m."""

    u_n: tuple[float, ...]
    unit = "m"

    def residual(self, R: Any, d: Any) -> Any:
        """Φ [m]."""
        return sum(self.u_n[k] * d[k] for k in range(3))

    def wrench(self, R: Array, d: Array) -> Array:
        """C."""
        return np.concatenate([np.cross(self.u_n, d), self.u_n])

    def wrench_rate(self, R: Array, d: Array, V: Array) -> Array:
        """Ċ along the twist V."""
        return np.concatenate([np.cross(self.u_n, V[3:] - np.cross(V[:3], d)), np.zeros(3)])


@dataclass(frozen=True)
class Angular:
    """A direction fixed in m and one fixed in n stay at right angles."""

    u_m: tuple[float, ...]
    u_n: tuple[float, ...]
    unit = "rad"

    def residual(self, R: Any, d: Any) -> Any:
        """Φ: the cosine of the angle between them, the error of a right angle to first order [rad]."""
        return sum(self.u_m[i] * R[i, k] * self.u_n[k] for i in range(3) for k in range(3))

    def wrench(self, R: Array, d: Array) -> Array:
        """C."""
        return np.concatenate([np.cross(self.u_n, R.T @ self.u_m), np.zeros(3)])

    def wrench_rate(self, R: Array, d: Array, V: Array) -> Array:
        """Ċ along the twist V."""
        return np.concatenate([np.cross(self.u_n, -np.cross(V[:3], R.T @ self.u_m)), np.zeros(3)])


@dataclass(frozen=True)
class Screw:
    """n advances along z by p per radian of turning about it; θ is measured, without whole turns."""

    lead: float
    unit = "m"

    def residual(self, R: Any, d: Any) -> Any:
        """Φ = d_z − p θ [m], θ = atan2(R₁₀, R₀₀)."""
        from biela.lie import array as xp

        return d[2] - self.lead * xp.atan2(R[1, 0], R[0, 0])

    def wrench(self, R: Array, d: Array) -> Array:
        """C. The first column x of R turns as ẋ = ω_z y − ω_y z, so that ∂θ/∂ω = (0, −(x × z)₃, (x × y)₃) / |x|²."""
        x, y, z = R[:2, 0], R[:2, 1], R[:2, 2]
        across = lambda a, b: a[0] * b[1] - a[1] * b[0]  # noqa: E731
        slope = np.array([0.0, -across(x, z), across(x, y)]) / (x @ x)
        return np.concatenate([np.cross(Z, d) - self.lead * slope, Z])


Primitive = Linear | Angular | Screw
x, y, z = (tuple(axis) for axis in (X, Y, Z))
TILTS = (Angular(z, y), Angular(z, x))
POINT = (Linear(x), Linear(y), Linear(z))

RECIPES: dict[str, tuple[Primitive, ...]] = {
    "revolute": (*POINT, *TILTS),
    "prismatic": (Linear(x), Linear(y), *TILTS, Angular(y, x)),
    "cylindrical": (Linear(x), Linear(y), *TILTS),
    "spherical": POINT,
    "planar": (Linear(z), *TILTS),
    "universal": (*POINT, Angular(z, y)),
    "fixed": (*POINT, *TILTS, Angular(y, x)),
    "free": (),
}
"""Rows of each joint with its axis along z, in the order of its `closure_rows`; for a helical one see `recipe`."""


def recipe(kind: str, lead: float = 0.0) -> tuple[Primitive, ...]:
    """Primitives of a cut joint, by the name of its type."""
    return (Linear(x), Linear(y), *TILTS, Screw(lead)) if kind == "helical" else RECIPES[kind]
