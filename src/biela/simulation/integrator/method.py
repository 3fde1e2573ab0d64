"""What all integration methods share: their options, and the routines they are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from biela.runtime.system import Closure, System

from .record import Needs, Record

if TYPE_CHECKING:
    from .compiled import Routine


@dataclass(frozen=True)
class Method:
    """A way of stepping in time. Concrete methods are final: one file, one class each."""

    name: ClassVar[str]
    order: ClassVar[int]
    needs: ClassVar[Needs]
    routines: ClassVar[Mapping[int, Routine]]
    """What the method is made of, by the slot of a run's record (`DO_…`); none if it has a loop of its own."""

    @property
    def closure(self) -> Closure:
        """When the method takes a constraint for closed, unless told otherwise."""
        return Closure()

    @property
    def fixed_step(self) -> float | None:
        """Size of the step if it is always the same [s], else None."""
        return getattr(self, "step", None)

    def prepare(self, record: Record) -> None:
        """Options that only this method knows, and memory of a kind that others do not need."""

    def check(self, system: System) -> None:
        """Raise `ValueError` if the options make no sense, or the system lacks what the method needs."""
        step = self.fixed_step
        if step is not None and not (np.isfinite(step) and step > 0.0):
            raise ValueError(f"the step of {self.name} must be positive and finite, not {step!r}")


@dataclass(frozen=True)
class Adaptive(Method):
    """A method with an embedded error estimate, which chooses its steps unless `step` is given.

    A step is accepted when

        err² = mean over i of w_i (e_i / (atol·n_i + rtol·max(|x_i|, |x_i⁺|)))²  ≤ 1      (n_i: nominal size of a state)

    and the next one follows from err by a PI controller (Hairer, Nørsett & Wanner 1993, §IV.2 of volume II):
    h⁺ = h · safety · err^(−exponent) · err_before^memory.
    """

    rtol: float = 1e-8
    atol: float = 1e-10
    step: float | None = None
    """A fixed step instead of the adaptive one [s]."""
    first_step: float | None = None
    max_step: float = np.inf
    max_steps: int = 10_000_000
    """Steps tried, accepted or not, before the run ends with `TOO_MANY_STEPS`."""
    weights: NDArray[np.float64] | None = field(default=None, compare=False)
    """w, of size n_x: 1 for q, v and states of networks, 0 for other extra states unless given."""

    @property
    def closure(self) -> Closure:
        """Tight for steps that are chosen: near a singular position what is left open is felt many times over in the
        accelerations, and the error estimate would answer it with ever smaller steps. The steps are long enough to pay."""
        return Closure(position=1e-15, velocity=1e-14, acceptable=1e8) if self.step is None else Closure()

    safety: ClassVar[float] = 0.9
    exponent: ClassVar[float]
    memory: ClassVar[float]
    stiff_limit: ClassVar[float] = np.inf
    """|hλ| beyond which a step is held back by stability and not by accuracy."""

    def check(self, system: System) -> None:
        super().check(system)
        for name in ("rtol", "atol"):
            value = getattr(self, name)
            if not (np.isfinite(value) and value >= 0.0):
                raise ValueError(f"{name} of {self.name} must be zero or positive and finite, not {value!r}")
        if self.rtol + self.atol == 0.0:
            raise ValueError(f"{self.name} needs a tolerance: rtol and atol are both zero")
        if not self.max_step > 0.0 or (self.first_step is not None and not self.first_step > 0.0):
            raise ValueError(f"first_step and max_step of {self.name} must be positive")
        if self.weights is not None and np.shape(self.weights) != (system.n_x,):
            raise ValueError(f"weights of {self.name} must have {system.n_x} entries, one for each state")

    def error_weights(self, system: System) -> NDArray[np.float64]:
        """w, scaled to a sum of one."""
        if self.weights is None:
            weights = np.ones(system.n_x) if system.counts is None else np.array(system.counts)
            if system.counts is None and system.n_q + system.n_v > 0:
                weights[system.n_q + system.n_v :] = 0.0
        else:
            weights = np.asarray(self.weights, float)
        total = float(weights.sum())
        if not total > 0.0 or weights.min() < 0.0:
            raise ValueError(f"weights of {self.name} must not be negative, and not all be zero")
        return weights / total
