"""Options of the equations that need no symbols to be stated: how accelerations are kept from opening the loops."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

from biela.errors import DescriptionError
from biela.mechanism.parameter import scalar


@dataclass(frozen=True)
class Baumgarte:
    """Stabilised accelerations G v̇ = γ − 2α Φ̇ − β² Φ; α, β [1/s]. Reference: Baumgarte (1972)."""

    alpha: float = 20.0
    beta: float = 20.0

    @property
    def gains(self) -> tuple[float, float]:
        """Factors of Φ̇ and Φ."""
        return 2 * self.alpha, self.beta**2

    @property
    def projected(self) -> bool:
        """Whether every step is put back on the constraints."""
        return False


@dataclass(frozen=True)
class AugmentedLagrangian:
    """A penalty on Φ̈ + 2ξω Φ̇ + ω² Φ whose error multipliers take away; see `biela.equations.augmented_lagrangian`.

    Parameters
    ----------
    penalty : β, how many times heavier a violated row is than what it moves; α = β · (inertia behind the row)
    iterations : of the multipliers, at least 1; the first alone is the penalty formulation
    omega, xi : ω [1/s] and ξ of the violation, which the penalty lets vibrate and decay
    projected : put every step back on the constraints, in position and velocity, by the same iterations (1996); if not, ω
        alone keeps the loops closed (1988)

    References
    ----------
    Bayo, García de Jalón & Serna (1988); Bayo & Ledesma (1996)
    """

    penalty: float = 1e8
    iterations: int = 3
    omega: float = 0.0
    xi: float = 1.0
    projected: bool = True

    def __post_init__(self) -> None:
        _check_gains(self, "AugmentedLagrangian", "turn projections on")
        if isinstance(self.iterations, bool) or not isinstance(self.iterations, Integral) or self.iterations < 1:
            raise DescriptionError(
                f"iterations of AugmentedLagrangian are {self.iterations!r}: give a whole number from 1 (a mere penalty)."
            )
        if not isinstance(self.projected, bool):
            raise DescriptionError(f"projected of AugmentedLagrangian is {self.projected!r}: give True or False.")

    @property
    def gains(self) -> tuple[float, float]:
        """Factors of Φ̇ and Φ."""
        return 2 * self.xi * self.omega, self.omega**2


@dataclass(frozen=True)
class Penalty:
    """The first of these iterations alone, without projection: Φ̈ + 2ξω Φ̇ + ω² Φ = λ/α stays, and falls as 1/α.

    Parameters
    ----------
    penalty, omega, xi : as of `AugmentedLagrangian`
    """

    penalty: float = 1e7
    omega: float = 20.0
    xi: float = 1.0

    def __post_init__(self) -> None:
        _check_gains(self, "Penalty", "use 'augmented-lagrangian'")

    iterations = 1
    projected = False

    @property
    def gains(self) -> tuple[float, float]:
        """Factors of Φ̇ and Φ."""
        return 2 * self.xi * self.omega, self.omega**2


Penalised = AugmentedLagrangian | Penalty
Stabilisation = Baumgarte | AugmentedLagrangian | Penalty

LARGEST = 1e12
"""Penalty above which four digits of an acceleration are left."""


def _check_gains(options: Penalised, name: str, remedy: str) -> None:
    scalar(options.penalty, f"penalty of {name}", positive=True)
    scalar(options.omega, f"omega of {name}", nonnegative=True)
    scalar(options.xi, f"xi of {name}", nonnegative=True)
    if options.penalty > LARGEST:
        raise DescriptionError(
            f"penalty of {name} is {options.penalty:g}: beyond {LARGEST:g} times the inertia behind a constraint nothing is left "
            "of the sixteen digits of a number. Take 1e5 to 1e9, and more iterations where that is not enough."
        )
    if not options.projected and options.omega == 0:
        raise DescriptionError(
            f"omega of {name} is 0 and nothing is projected: the loops would drift apart. Give omega, or {remedy}."
        )
