"""Experiments: a true machine, its sensors, and a filter with a (wrong) model that must find its state.

A *trial* is one seeded run: the true machine starts somewhere and runs, its sensors are read with their errors, and a filter that
has its own model of the machine (other gravity, masses, friction, lengths, start) follows. Trials are repeated on all cores and
counted, with confidence intervals. The random numbers of a trial follow from the seed of the experiment and the number of the
trial: it can be repeated alone, and an interrupted study goes on where it stopped with the same result.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import checked
from biela.base.dataclass import dataclass

from .consistency import nees
from .estimator import Estimator
from .log import Log
from .model import Model
from .noise import ProcessNoise
from .particle import ParticleFilter
from .prior import Prior
from .sensor_model import read
from .statistics import linear_mean_of_wrapped, to_turn, wrapped
from .truth import Truth, simulate_truth

FIVE_DEGREES = np.radians(5.0)


@dataclass(frozen=True)
class Trial:
    """The result of one run of a filter.

    Attributes
    ----------
    number : together with the seed of the experiment it determines all random numbers
    error : (S, n) estimate − truth, angles wrapped
    spread : (S, n) standard deviation that the filter claims
    true_branch : probability of the true branch at the end; NaN where the filter has no branches
    document_error : |truth − linear mean of wrapped angles| of the first entry at the end [rad]; the published criterion
    wall, cpu : time of the filter alone [s]
    """

    number: int
    t: Array
    error: Array
    spread: Array
    true_branch: float = float("nan")
    document_error: float = float("nan")
    nees: Array = field(default_factory=lambda: np.zeros(0))
    nis: Array = field(default_factory=lambda: np.zeros(0))
    ess: Array = field(default_factory=lambda: np.zeros(0))
    resamplings: int = 0
    wall: float = 0.0
    cpu: float = 0.0

    @property
    def final(self) -> Array:
        return np.asarray(self.error[-1])

    def rmse(self, entry: int = 0, since: float = 0.0) -> float:
        """Return the root mean square error of an entry from a time on."""
        return float(np.sqrt(np.mean(self.error[self.t >= since, entry] ** 2)))

    def time_to_convergence(self, limit: float = FIVE_DEGREES, entry: int = 0) -> float:
        """Return the time after which the error stays within a limit; infinite if it never does [s]."""
        outside = np.flatnonzero(~(np.abs(self.error[:, entry]) <= limit))
        if not outside.size:
            return 0.0
        return float(self.t[outside[-1] + 1]) if outside[-1] + 1 < self.t.size else float("inf")

    def converged(self, limit: float = FIVE_DEGREES, entry: int = 0) -> bool:
        """Tell whether the circular estimate ends within a limit of the truth."""
        return bool(abs(self.error[-1, entry]) <= limit)

    @property
    def converged_as_published(self) -> bool:
        """Linear mean of wrapped angles within 5° of the truth, or beyond 355°."""
        return bool(self.document_error <= FIVE_DEGREES or self.document_error >= 2 * np.pi - FIVE_DEGREES)


@dataclass(frozen=True)
class Experiment:
    """Truth, sensors, filter.

    Attributes
    ----------
    truth : model of the machine that is observed
    truth_prior : where it starts
    make : function of a seed and of the true start (n_x,) that returns a new filter; the filter may use another machine
    step, steps : interval of the samples [s], and their number
    truth_noise : process noise of the truth; defaults to none
    max_step : longest step of the integrator of the truth [s]
    """

    truth: Model
    truth_prior: Prior
    make: Callable[[int, Array], Estimator]
    step: float
    steps: int
    truth_noise: ProcessNoise | None = None
    max_step: float | None = None

    @checked(nonnegative=("seed",))
    def simulate(self, numbers: Sequence[int], seed: int) -> tuple[Truth, list[Log]]:
        """Return true runs and their readings, for some trials."""
        rngs = [np.random.default_rng([seed, number]) for number in numbers]
        how: dict[str, Any] = {"noise": self.truth_noise, "max_step": self.max_step}
        truth = simulate_truth(self.truth, self.truth_prior, rngs, self.step, self.steps, **how)
        return truth, [read(self.truth, truth.t, truth.signals[i], rng) for i, rng in enumerate(rngs)]

    @one_thread()
    @checked(positive=("threads",), nonnegative=("tries", "seed"))
    def run(self, tries: int | Sequence[int], seed: int = 0, threads: int | None = None) -> list[Trial]:
        """Return trials 0 … tries − 1, or those with the given numbers."""
        numbers = list(tries) if isinstance(tries, Sequence) else list(range(int(tries)))
        if not numbers:
            return []
        truth, logs = self.simulate(numbers, seed)
        with ThreadPoolExecutor(min(threads or os.cpu_count() or 1, len(numbers))) as pool:
            return list(pool.map(lambda i: self._trial(numbers[i], seed, truth, i, logs[i]), range(len(numbers))))

    def _trial(self, number: int, seed: int, truth: Truth, i: int, log: Log) -> Trial:
        filter = self.make(int(np.random.default_rng([seed, number, 1]).integers(2**62)), truth.start[i])
        wall, cpu = time.perf_counter(), time.thread_time()
        track = filter.run(log)
        extra: dict[str, Any] = {"wall": time.perf_counter() - wall, "cpu": time.thread_time() - cpu}
        n = min(track.mean.shape[1], truth.values.shape[2])
        angles = (filter.model.angles > 0)[:n]
        error = track.mean[:, :n] - truth.values[i][:, :n]
        error[:, angles] = wrapped(error[:, angles])
        if isinstance(filter, ParticleFilter):
            w, signs = filter.weights, filter.cloud.signs()
            if signs.shape[1]:
                extra["true_branch"] = float(w[(signs == truth.signs[i]).all(axis=1)].sum())
            if angles.size and angles[0]:
                linear = linear_mean_of_wrapped(filter.values()[:, 0], w)
                extra["document_error"] = abs(float(to_turn(truth.values[i][-1, 0])) - linear)
            extra["ess"], extra["resamplings"] = track.extras["ess"], int(track.extras["resampled"].sum())
        if track.covariance is not None:
            extra["nees"] = nees(error, track.covariance[:, :n, :n], angles)
        return Trial(number, track.t, error, track.spread[:, :n], nis=track.nis, **extra)
