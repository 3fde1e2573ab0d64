"""Common part of filters with compiled loops: a cloud, its record, and calls for some steps of equal length."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from biela.base.array import Array
from biela.simulation.outputs import refuse_too_many

from .cloud import Cloud
from .estimator import Estimator
from .model import Model
from .noise import ProcessNoise
from .prior import Prior
from .record import at


class CompiledFilter(Estimator):
    """A filter whose loop over the samples is compiled.

    Attributes
    ----------
    outputs : fields that the loop records after each step, each with the sizes of what is recorded
    """

    outputs: ClassVar[dict[int, tuple[str, ...]]]

    def __init__(self, model: Model, prior: Prior, noise: ProcessNoise | None, step: float, scale: float, t: float, memory: float):
        super().__init__(model, t, memory)
        self.prior, self.noise = prior, noise or ProcessNoise()
        self.max_step, self.scale = float(step), float(scale)
        self._room, self._noise_step = (0, -1.0), 0.0
        self.cloud: Cloud

    def propagate(self, t: float) -> None:
        self._go(np.array([t]), np.full((1, len(self.model.channels)), np.nan), t - self.t, update=False)

    def correct(self, z: Array) -> None:
        self._go(np.array([self.t]), z[None, :], 0.0, update=True)

    def _can_reach(self, t: float) -> None:
        super()._can_reach(t)
        refuse_too_many(t - self.t, "step", self.max_step)

    def _advance(self, t: float, z: Array) -> None:
        """Predict and update in one call."""
        if not t > self.t:
            super()._advance(t, z)
            return
        h, self.t = t - self.t, t
        self._go(np.array([t]), z[None, :], h, update=True)

    def _go(self, t: Array, z: Array, h: float, *, update: bool) -> None:
        """Do steps of length h to the times t, with the readings z."""
        raise NotImplementedError

    def inputs_changed(self) -> None:
        self.cloud.set_inputs(self.u)

    def _prepare(self, t: Array, z: Array, h: float, *, update: bool) -> None:
        """Prepare the record for some steps of the same length h; 0: the readings are of the present time."""
        h, r = float(f"{h:.12g}"), self.cloud.record  # differences of times that are equal but for rounding
        if self._room != (t.size, h):
            self._make_room(t.size, h)
        r[at.TIMES], r[at.READINGS] = t, z
        r[at.DO_ADVANCE], r[at.DO_UPDATE] = int(h > 0), int(update)

    def _make_room(self, steps: int, h: float) -> None:
        """Allocate arrays for a number of steps, and set what depends on their length."""
        r, n_y = self.cloud.record, len(self.model.channels)
        if self._room[0] != steps:
            r.bind(at.TIMES, np.zeros(steps))
            r.bind(at.READINGS, np.zeros((steps, n_y)))
            for field, sizes in self.outputs.items():
                kind = np.int64 if field in (at.OUT_COUNT, at.OUT_RESAMPLED) else np.float64
                r.bind(field, np.zeros((steps, *(r.sizes[size] for size in sizes)), kind))
        refuse_too_many(h, "step", self.max_step)
        r[at.STEP_SIZE] = h
        r[at.SUBSTEPS] = max(1, int(np.ceil(h / self.max_step - 1e-9)))
        self._room = (steps, h)
        if h > 0 and h != self._noise_step:
            self._set_noise(h)
            self._noise_step = h

    def _set_noise(self, h: float) -> None:
        """Set the process noise of a step of length h."""
        raise NotImplementedError

    def _recorded(self, steps: int) -> list[Array]:
        """Return copies of what the last call recorded of its first steps."""
        return [self.cloud.record[field][:steps].copy() for field in self.outputs]
