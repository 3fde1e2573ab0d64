"""Reduction to relevant parameters: which of the base parameters are worth estimating.

A machine of low mobility has an observation matrix of condition 1e10 and worse: all base parameters together cannot be
estimated from noisy efforts, but few of them carry nearly all of the effort. Three ways to choose:

- **Khalil and Dombre**: drop parameters whose relative deviation exceeds ten times the smallest one, estimate again, repeat. It
  rests on the covariance, and is meaningless where that is.
- **Dynamic contribution** from identified values: ζ_j = ‖W_j x_j‖² / ‖τ‖². With noise and a bad condition the identified values,
  and so the order, are random.
- **Dynamic contribution from the drawing** (CAD) values of the base parameters, through their symbolic expressions: it needs
  rough values only, since an error of a factor two moves few parameters across the line.

Elimination removes the smallest contribution, one at a time; condition number and prediction error along the way show where to
stop.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import checked, guard, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.identify.least_squares import HOPELESS, Method, estimate
from biela.identify.observation import Observation
from biela.identify.validation import validate

CEILING = 1e5
"""Condition number above which no more parameters are taken (the only figure the literature gives for such machines)."""


@checked(ndim={"values": (1,)})
def contribution(observation: Observation, values: ArrayLike) -> Array:
    """Return ζ of each parameter [%], channel by channel relative to the effort of that channel, summed over channels."""
    x = np.asarray(values, float)
    if x.shape != (len(observation.names),):
        raise DescriptionError(f"give {len(observation.names)} values, one for each parameter, not {x.size}.")
    terms = ((observation.W * x) ** 2).sum(axis=0)
    power = (observation.tau**2).sum(axis=0)
    power = np.maximum(np.where(power > 0.0, power, terms.sum(axis=1)), 1e-300)  # of a joint without effort: its terms
    return np.asarray(100.0 * (terms / power[:, None]).sum(axis=0))


def contribution_of_all(observation: Observation, values: ArrayLike) -> Array:
    """Return ζ of each parameter [%] over all channels in one norm, as published: forces and torques are mixed in it."""
    W, tau = observation.stacked
    given = np.asarray(values, float)
    if given.shape != W.shape[1:]:
        raise DescriptionError(f"values have shape {given.shape}: give one for each of {W.shape[1]} parameters.")
    return np.asarray(100.0 * ((W * given) ** 2).sum(axis=0) / float(tau @ tau))


@dataclass(frozen=True)
class ReducedModel:
    """A model with some of the parameters."""

    names: tuple[str, ...]
    condition: float
    error: float  # E_p on the data it was estimated from [%]
    validation: float  # E_p on other data [%]; NaN if there are none
    values: Array

    @property
    def size(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Elimination:
    """Models along the way, from all parameters down to one; the order in which they go, and the one that was chosen."""

    order: tuple[str, ...]  # most important first
    steps: tuple[ReducedModel, ...]
    chosen: ReducedModel
    reason: str

    def of_size(self, size: int) -> ReducedModel:
        """Return the model with that many parameters."""
        found = next((step for step in self.steps if step.size == size), None)
        if found is None:
            sizes = [step.size for step in self.steps]
            raise DescriptionError(f"no model with {shown(size)} parameters: give a number from {min(sizes)} to {max(sizes)}.")
        return found

    def __str__(self) -> str:
        lines = ["parameters   condition      E_p %   validation %"]
        for step in self.steps:
            mark = "  ←" if step is self.chosen else ""
            lines.append(f"{step.size:10d}   {step.condition:9.2g}   {step.error:8.4g}   {step.validation:12.4g}{mark}")
        return "\n".join([*lines, self.reason])


@one_thread("scipy.linalg")
@checked(ndim={"index": (1,)})
def eliminate(
    observation: Observation, index: ArrayLike, *, validation: Observation | None = None,
    sizes: Sequence[int] | None = None, ceiling: float = CEILING, method: Method = "ordinary",
) -> Elimination:  # fmt: skip
    """Eliminate parameters by increasing index.

    The model chosen is the smallest one whose error is within 10 % of the best among those below the condition ceiling, on
    validation data if there are some. Where all models below the ceiling predict badly, the ceiling gives way, and the reason
    says so.
    """
    zeta = np.asarray(index, float)
    if len(zeta) != len(observation.names):
        raise DescriptionError(f"index has {len(zeta)} entries: give one for each of {len(observation.names)} parameters.")
    order, steps = tuple(observation.names[k] for k in np.argsort(-zeta, kind="stable")), []
    wanted = set(range(1, len(order) + 1)) if sizes is None else set(sizes)
    if not wanted or not wanted <= set(range(1, len(order) + 1)):
        raise DescriptionError(f"sizes are {sizes!r}: give numbers of parameters, 1 to {len(order)}.")
    for size in sorted(wanted, reverse=True):
        names, part = order[:size], observation.only(order[:size])
        found = estimate(part, method)
        error = validate(observation, names, found.values).total
        other = validate(validation, names, found.values).total if validation is not None else float("nan")
        steps.append(ReducedModel(names, part.condition(), error, other, found.values))
    judged = {id(s): s.validation if validation is not None else s.error for s in steps}
    usable = [s for s in steps if s.condition <= ceiling]
    best = min(judged.values())
    limit = f"a condition number below {ceiling:.0e}"
    if not usable or min(judged[id(s)] for s in usable) > 1.5 * best:
        limit = f"any condition number (those below {ceiling:.0e} predict worse than 1.5 times the best)"
        usable = steps
    best = min(judged[id(s)] for s in usable)
    chosen = min((s for s in usable if judged[id(s)] <= 1.1 * best), key=lambda s: s.size)
    where = "on validation data" if validation is not None else "on the data themselves"
    fewest = f"the fewest whose error {where} is within 10 % of the best ({best:.3g} %)"
    reason = f"{chosen.size} of {len(order)} parameters: {fewest} among models with {limit}"
    return Elimination(order, tuple(steps), chosen, reason)


@dataclass(frozen=True)
class KhalilDombre:
    """Result of dropping parameters by their relative deviation."""

    names: tuple[str, ...]
    dropped: tuple[str, ...]
    values: Array
    trustworthy: bool
    reason: str


@one_thread("scipy.linalg")
@checked(positive=("factor",))
def khalil_dombre(observation: Observation, factor: float = 10.0, method: Method = "ordinary") -> KhalilDombre:
    """Drop the parameter with the largest %σ while it exceeds `factor` times the smallest; estimate again."""
    names = list(observation.names)
    dropped: list[str] = []
    first = estimate(observation, method)
    trustworthy = first.scaled_condition < HOPELESS
    while True:
        found = estimate(observation.only(names), method)
        deviation = found.relative_deviations
        worst = int(deviation.argmax())
        if len(names) == 1 or deviation[worst] <= factor * deviation.min():
            break
        dropped.append(names.pop(worst))
    reason = f"%σ between {deviation.min():.2g} and {deviation.max():.2g}"
    if not trustworthy:
        size = f"{first.scaled_condition:.1e}"
        reason = f"the scaled condition number of the full model is {size}: its covariance is rounding, not statistics"
    return KhalilDombre(tuple(names), tuple(dropped), found.values, trustworthy, reason)


guard(__name__)
