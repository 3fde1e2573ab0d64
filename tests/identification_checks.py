"""What tests of identification share: an arm of two links, errors of force sensors and drawings, and how well loops are closed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import biela
from biela.mechanism.mechanism import Mechanism

Array = NDArray[np.float64]


def two_links() -> Mechanism:
    """Under gravity, without motors."""
    m = biela.Mechanism("two links", gravity=(0, -9.81, 0))
    m.body("upper", mass=3.0, com=(0.4, 0, 0), inertia=(0.01, 0.08, 0.08))
    m.body("fore", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "upper")
    m.revolute("B", "upper", "fore", parent_point=(0.8, 0, 0))
    return m


def force_error(efforts: Array, size: float, seed: int, kind: str = "uniform") -> Array:
    """Efforts with multiplicative errors: uniform within ± size, or normal with 3 σ = size."""
    rng = np.random.default_rng(seed)
    error = rng.uniform(-size, size, efforts.shape) if kind == "uniform" else rng.normal(0.0, size / 3, efforts.shape)
    return efforts * (1.0 + error)


def cad_error(values: Array, size: float, seed: int, additive: Array | None = None) -> Array:
    """Drawing values with uniform multiplicative errors; zeros stay zero unless typical sizes to be wrong by are given."""
    rng = np.random.default_rng(seed + 1_000_003)  # a stream of its own, apart from that of the forces
    out = values * (1.0 + rng.uniform(-size, size, values.shape))
    if additive is not None:
        out = out + np.where(values == 0.0, additive * rng.uniform(-size, size, values.shape), 0.0)
    return out


def closure_errors(loops: Any, motion: Any) -> tuple[float, float, float]:
    """Largest residual of position, velocity and acceleration over all rows, also those that were left out."""
    residual, rate, G, gamma = loops._closure(motion.x)
    acceleration = np.einsum("nrv,nv->nr", G, motion.vdot) - gamma
    position, velocity, rest = (float(np.abs(part).max(initial=0.0)) for part in (residual, rate, acceleration))
    return position, velocity, rest
