"""Options that keep the accelerations from opening the loops. Plain data: no symbols are needed to state them."""

from __future__ import annotations

from numbers import Integral

from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.mechanism.parameter import scalar


@checked(nonnegative=("alpha", "beta"))
@dataclass(frozen=True)
class Baumgarte:
    """Stabilised accelerations G v̇ = γ − 2α Φ̇ − β² Φ; α, β [1/s]. Reference: Baumgarte (1972)."""

    alpha: float = 20.0
    beta: float = 20.0

    projected = False
    """True if every step is projected onto the constraints."""

    @property
    def gains(self) -> tuple[float, float]:
        """Factors of Φ̇ and Φ."""
        return 2 * self.alpha, self.beta**2


@dataclass(frozen=True)
class AugmentedLagrangian:
    """Penalty on Φ̈ + 2ξω Φ̇ + ω² Φ, with multipliers that remove its error; see `biela.equations.augmented_lagrangian`.

    Parameters
    ----------
    penalty : β, ratio of the penalty to the inertia that the row moves; α = β · (inertia behind the row)
    iterations : number of multiplier iterations, at least 1; one iteration is the penalty formulation
    omega, xi : natural frequency ω [1/s] and damping ratio ξ with which a violation vibrates and decays
    projected : project every step onto the constraints, in position and velocity, by the same iterations (1996); otherwise
        ω alone keeps the loops closed (1988)

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
        if not isinstance(self.projected, bool):
            raise DescriptionError(f"projected of AugmentedLagrangian is {self.projected!r}: give True or False.")
        _check_gains(self, "AugmentedLagrangian", "turn projections on")
        if isinstance(self.iterations, bool) or not isinstance(self.iterations, Integral) or self.iterations < 1:
            remedy = "give a whole number, at least 1 (1 is a pure penalty)"
            raise DescriptionError(f"iterations of AugmentedLagrangian are {self.iterations!r}: {remedy}.")

    @property
    def gains(self) -> tuple[float, float]:
        """Factors of Φ̇ and Φ."""
        return 2 * self.xi * self.omega, self.omega**2


@dataclass(frozen=True)
class Penalty:
    """One such iteration without projection: the violation Φ̈ + 2ξω Φ̇ + ω² Φ = λ/α remains, and falls as 1/α.

    Parameters
    ----------
    penalty, omega, xi : as in `AugmentedLagrangian`
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

LARGEST_PENALTY = 1e12
"""Penalty above which fewer than four digits of an acceleration are left."""


def _check_gains(options: Penalised, name: str, remedy: str) -> None:
    scalar(options.penalty, f"penalty of {name}", positive=True)
    scalar(options.omega, f"omega of {name}", nonnegative=True)
    scalar(options.xi, f"xi of {name}", nonnegative=True)
    if options.penalty > LARGEST_PENALTY:
        raise DescriptionError(
            f"penalty of {name} is {options.penalty:g}: above {LARGEST_PENALTY:g} times the inertia behind a constraint, "
            "rounding leaves no correct digits. Use 1e5 to 1e9, and more iterations where that is not enough."
        )
    if not options.projected and options.omega == 0:
        drift = "is 0 and nothing is projected: the loops would drift open"
        raise DescriptionError(f"omega of {name} {drift}. Give omega, or {remedy}.")
