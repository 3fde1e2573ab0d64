"""Errors of encoders that count lines, and what they make of the efforts: known but for where the lines are.

A reading that is rounded to multiples of Δ errs by a sawtooth of the angle. Where the machine moves fast, its teeth pass in numbers
and a filter takes them out; where the motion turns round, they last, and go through. So the error of an acceleration is large where
accelerations are, comes again with every period of the motion, and falls neither with faster sampling nor, as noise would, with
repetition. A spectrum, in which errors are equally large at all times, may show far too little of its variance in the parameters.

Its law is known: the smoothed motion is rounded again with lines elsewhere, at equally likely places within Δ, and the error takes
the way of the readings: the filter, differences, the equations of motion to first order,

    δτ = ∂τ/∂q δq + ∂τ/∂v δv + ∂τ/∂v̇ δv̇                                                                          (1)

and the filter of the efforts. `coloured.py` takes its variance in place of what the spectrum shows of it. Each encoder is a source
of its own. Readings with noise of half a line or more are rounded evenly at all times: their errors are left to the spectrum.

Reference: Widrow & Kollár (2008), Quantization Noise, ch. 3 and 5, for the sawtooth and for the noise that makes it white
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from biela.base.array import Array
from biela.base.locks import cached_property
from biela.identify.base_dynamics import DIFFERENCE_STEP
from biela.identify.base_set import BaseSet
from biela.identify.dataset import Dataset, central, without_ringing, zero_phase
from biela.identify.filtering import rounding_noise, spectrum_of
from biela.identify.least_squares import Estimate, Method, estimate
from biela.identify.measurement import ORDER, Preparation, differentiated_columns, measured_coordinates
from biela.identify.observation import Observation
from biela.identify.regressor import Regressor
from biela.state.consistent_motion import ConsistentMotion

PLACES = 16
"""Places of the lines within Δ that are looked at."""
EVEN = 0.5
"""Noise of a reading, in lines, that spreads the error of rounding evenly."""


def with_rounding(
    found: Estimate, method: Method, own: Observation, regressor: Regressor, experiments: Sequence[Dataset],
    how: Preparation, base: BaseSet, samples: slice = slice(None),
) -> Estimate:  # fmt: skip
    """Return an estimate whose variances count the errors of encoders as they are; unchanged where no reading is rounded.

    samples : those of all experiments that belong to `own`, the observation in base parameters
    """
    parts = [_Experiment(regressor, data, how) for data in experiments]
    names = [name for name in regressor.coordinates if any(name in part.rounded for part in parts)]
    if not names:
        return found
    parameters = base.spread(found.values)

    def errors() -> Iterator[Array]:
        for name in names:
            yield np.concatenate([part.errors(name, parameters) for part in parts], axis=1)[:, samples]

    return estimate(own, method, known=errors)


class _Experiment:
    """One experiment; `rounded` has the step and the column of each coordinate that is rounded."""

    def __init__(self, regressor: Regressor, data: Dataset, how: Preparation):
        self.regressor, self.how, self.chosen = regressor, how, how.selection(regressor, data)
        self.data, self.found, self.rounded = data.filled(), self.chosen.filtering, {}
        if self.found.coordinates is None or len(regressor.loops.places.q) != regressor.dof:
            return  # nothing is filtered, so that nothing repeats; or quaternions
        for name, column in differentiated_columns(regressor, self.data).items():
            spectrum = next((s for s in self.found.spectra if s.column == column), None) or spectrum_of(self.data, column)
            noise = spectrum.noise - rounding_noise(self.data[column], spectrum.quantum)
            if spectrum.quantum > 0.0 and noise <= (EVEN * spectrum.quantum) ** 2:
                self.rounded[name] = spectrum.quantum, column

    def errors(self, name: str, parameters: Array) -> Array:
        """Return errors of the efforts for each place of the lines of a coordinate, (PLACES, samples that are used, channels)."""
        if name not in self.rounded:
            return np.zeros((PLACES, len(self.chosen.keep), self.regressor.dof))
        errors, step = self._readings(*self.rounded[name]), self.chosen.step
        parts = errors, central(errors, step), central(central(errors, step), step)
        slopes = self._slopes(self.regressor.coordinates.index(name), parameters)
        effort = sum(own[:, :, None] * slope[:, None, :] for own, slope in zip(parts, slopes, strict=True))
        passed = self.chosen.filtered if self.how.form == "differential" else self.chosen.averaged
        return passed(np.asarray(effort)).swapaxes(0, 1)

    def _readings(self, line: float, column: str) -> Array:
        """Return smoothed errors of a reading, (evaluated samples, PLACES)."""
        from scipy.ndimage import uniform_filter1d

        cutoff, every, step = self.found.coordinates, self.chosen.every, self.chosen.step
        assert cutoff is not None
        motion = self.data.smoothed(cutoff, [column], ORDER)[column]
        places = motion[:, None] + np.arange(PLACES) / PLACES * line
        errors = np.round(places / line) * line - places
        if every > 1:  # a mean over as many samples has no power where it would be folded into the pass band
            errors = uniform_filter1d(errors, every, axis=0)[::every]
        return without_ringing(errors, zero_phase(errors, cutoff, step, ORDER), cutoff, step, ORDER)

    def _slopes(self, k: int, parameters: Array) -> tuple[Array, Array, Array]:
        """Return derivatives of (1) along a coordinate, (evaluated samples, channels) each."""
        regressor, motion = self.regressor, self._motion
        (q, v, a), unit = regressor.independent(motion), DIFFERENCE_STEP * np.eye(regressor.dof)[k]
        here = regressor.predict(motion, parameters)
        pushed = replace(motion, vdot=motion.vdot + motion.basis[:, :, k])  # efforts are linear in accelerations
        moved = (regressor.motion(q + unit, v, a, motion.t), regressor.motion(q, v + unit, a, motion.t))
        along_q, along_v = ((regressor.predict(other, parameters) - here) / DIFFERENCE_STEP for other in moved)
        return along_q, along_v, regressor.predict(pushed, parameters) - here

    @cached_property
    def _motion(self) -> ConsistentMotion:
        return measured_coordinates(self.regressor, self.data, self.how, self.chosen.every, self.found)
