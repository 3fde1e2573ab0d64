"""Trajectories for experiments: each linear in its coefficients, so that limits are linear and gradients exact.

    q(t) = Q(t) c,     v(t) = Q̇(t) c,     a(t) = Q̈(t) c

| kind | q(t) | coefficients |
|---|---|---|
| Fourier | A₀ + Σ_j a_j/(jω) sin jωt − b_j/(jω) cos jωt | 2 H + 1; periodic: repetitions can be averaged, derivatives are exact |
| Spline | quintic B-splines on equal intervals | number of splines |
| Quintic | quintic steps between points at rest | number of points |

Reference: Swevers et al. (1997), "Optimal robot excitation and identification", for the Fourier series.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import checked, guard, real_array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError


class Trajectory(ABC):
    """A family of functions of time, linear in coefficients."""

    duration: float
    periodic: bool = False

    @checked(positive=("samples",), most={"samples": 1e9})
    def times(self, samples: int) -> Array:
        """Return times at equal intervals; the end of a period is its beginning and is left out."""
        return np.linspace(0.0, self.duration, samples, endpoint=not self.periodic)

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of coefficients."""

    @abstractmethod
    def basis(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """Return Q, Q̇, Q̈ at times, (N, size) each."""

    def evaluate(self, coefficients: ArrayLike, t: ArrayLike) -> tuple[Array, Array, Array]:
        """Return q, v, a at times, for (coordinates, size) coefficients: (N, coordinates) each."""
        c = np.atleast_2d(np.asarray(coefficients, float))
        if c.ndim != 2 or c.shape[1] != self.size:
            wrong = f"{type(self).__name__}: coefficients have shape {np.shape(coefficients)}"
            raise DescriptionError(f"{wrong}: give {self.size} for each coordinate.")
        Q, V, A = (B @ c.T for B in self.basis(t))
        return Q, V, A

    @checked(positive=("coordinates", "fill"), most={"coordinates": 1e6})
    def random(self, coordinates: int, rng: np.random.Generator, lower: ArrayLike, upper: ArrayLike, fill: float = 0.85) -> Array:
        """Draw coefficients, (coordinates, size): motions about the middle whose peak is that part of the way to a limit."""
        Q, _, _ = self.basis(np.linspace(0.0, self.duration, 400))
        lo, hi = (_limit(x, coordinates, name) for x, name in ((lower, "lower"), (upper, "upper")))
        out = rng.normal(size=(coordinates, self.size))
        for k in range(coordinates):
            out[k] -= (Q @ out[k]).mean() * self.constant()
            gain = fill * (hi[k] - lo[k]) / 2 / max(float(np.abs(Q @ out[k]).max()), 1e-12)
            out[k] = gain * out[k] + (hi[k] + lo[k]) / 2 * self.constant()
        return out

    def constant(self) -> Array:
        """Return coefficients of q(t) = 1."""
        return np.ones(self.size)


def _times(t: ArrayLike) -> Array:
    """Return times as a list, also one alone."""
    return np.atleast_1d(np.asarray(t, float)).ravel()


def _limit(given: ArrayLike, coordinates: int, name: str) -> Array:
    """Return a limit of each coordinate; one alone holds for all."""
    limit = real_array(given, f"{name} limit")
    if limit.shape not in ((), (1,), (coordinates,)):
        wanted = f"give one number, or one for each of {coordinates} coordinates"
        raise DescriptionError(f"{name} limit has shape {limit.shape}: {wanted}.")
    return np.broadcast_to(limit, (coordinates,))


@checked
@dataclass(frozen=True)
class Fourier(Trajectory):
    """Fourier series of `harmonics` terms at multiples of `frequency` [Hz]; one period long."""

    harmonics: int = 5
    frequency: float = 0.1
    periodic = True

    def __post_init__(self) -> None:
        if self.harmonics < 1 or not self.frequency > 0:
            raise DescriptionError("a Fourier series needs at least one harmonic and a frequency above zero.")

    @property
    def duration(self) -> float:  # type: ignore[override]
        return 1.0 / self.frequency

    @property
    def size(self) -> int:
        return 2 * self.harmonics + 1

    def basis(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        w = 2 * np.pi * self.frequency * np.arange(1, self.harmonics + 1)
        phase = np.multiply.outer(_times(t), w)
        s, c, one = np.sin(phase), np.cos(phase), np.ones((len(phase), 1))
        return np.hstack([one, s / w, -c / w]), np.hstack([0 * one, c, s]), np.hstack([0 * one, -s * w, c * w])

    def constant(self) -> Array:
        return np.asarray(np.eye(self.size)[0])


class _Counted(Trajectory):
    """A family that lasts as long as it is asked to, with a number of coefficients: the name of that datum, and what it needs."""

    datum: ClassVar[str]
    least: ClassVar[int]
    needs: ClassVar[str]

    def __post_init__(self) -> None:
        if self.size < self.least or not self.duration > 0:
            raise DescriptionError(f"{self.needs} and a duration above zero.")

    @property
    def size(self) -> int:
        return int(getattr(self, self.datum))


@checked
@dataclass(frozen=True)
class Spline(_Counted):
    """Quintic B-splines, continuous in the fourth derivative; starts and ends wherever its coefficients say."""

    duration: float = 10.0
    splines: int = 12
    datum, least, needs = "splines", 6, "a quintic spline needs at least six coefficients"

    def basis(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        from scipy.interpolate import BSpline

        inner = np.linspace(0.0, self.duration, self.splines - 4)
        knots = np.concatenate([np.zeros(5), inner, np.full(5, self.duration)])
        curve = BSpline(knots, np.eye(self.splines), 5)
        t = _times(t)
        return np.asarray(curve(t)), np.asarray(curve.derivative(1)(t)), np.asarray(curve.derivative(2)(t))


@checked
@dataclass(frozen=True)
class Quintic(_Counted):
    """Points visited one after the other at equal intervals, at rest in each: q = q_k + (q_{k+1} − q_k)(10 s³ − 15 s⁴ + 6 s⁵)."""

    duration: float = 10.0
    points: int = 8
    datum, least, needs = "points", 2, "a quintic path needs at least two points"

    def basis(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        t = _times(t)
        step = self.duration / (self.points - 1)
        k = np.clip((t / step).astype(int), 0, self.points - 2)
        s = t / step - k
        rise = np.polynomial.Polynomial([0, 0, 0, 10, -15, 6])
        Q, V, A = np.zeros((3, len(t), self.points))
        for order, B in enumerate((Q, V, A)):
            shape = rise.deriv(order)(s) / step**order
            B[np.arange(len(t)), k], B[np.arange(len(t)), k + 1] = (order == 0) - shape, shape
        return Q, V, A


guard(__name__)
