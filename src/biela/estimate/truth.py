"""True runs of a machine, many at once: their states, and what perfect sensors would read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biela.base.array import Array
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError

from .cloud import Cloud, Integrator
from .model import Model
from .noise import ProcessNoise
from .prior import Prior, PriorOutOfReach
from .record import at

ACCURACY = 1e-3
"""Error of implicit steps, over a value or over one; see `SHARE` in `implicit.py`."""


@dataclass(frozen=True)
class Truth:
    """True runs.

    Attributes
    ----------
    t : (S,) times after each step [s]; the start is at 0
    values : (runs, S, n) entries of ξ
    signals : (runs, S, readings) without errors
    signs : (runs, blocks) branches
    start, end : (runs, n_x) states
    """

    t: Array
    values: Array
    signals: Array
    signs: Array
    start: Array
    end: Array
    states: Array | None = None


@checked(positive=("step", "steps", "max_step", "threads"), most={"steps": 1e8})
def simulate_truth(
    model: Model, prior: Prior, generators: Sequence[np.random.Generator], step: float, steps: int, *,
    noise: ProcessNoise | None = None, max_step: float | None = None, keep_states: bool = False,
    integrator: Integrator = "rk4", threads: int | None = None,
) -> Truth:  # fmt: skip
    """Run a machine from starts drawn from a prior, one per generator; with process noise if given.

    A run depends on its own generator alone, not on the number of runs.
    """
    if max_step is not None and not step / max_step < 1e9:
        raise DescriptionError(f"max_step is {max_step!r} s: a step of {step:g} s would have more than 1e9 parts.")
    runs = len(generators)
    if not runs:
        raise DescriptionError("simulate_truth: generators is empty: give one for each run.")
    drawn = [prior.draw(model, 1, rng) for rng in generators]
    X, delta = np.concatenate([x for x, _ in drawn]), np.concatenate([d for _, d in drawn])
    stiff = integrator == "implicit"
    cloud = Cloud(model, runs, integrator=integrator, threads=1 if stiff else threads)
    r = cloud.record
    r[at.ALONE] = int(stiff)
    cloud.set_states(X)
    cloud.move(np.zeros_like(delta))
    cloud.move(delta)
    if r[at.RECOVERED] or r[at.FAILED]:
        raise PriorOutOfReach("a true start cannot be assembled: the prior of the truth is outside the reachable set.")
    start = cloud.states()
    L = noise.matrix(model, step) if noise is not None else np.zeros((model.n, 0))
    times = np.asarray(float(step) * np.arange(1, steps + 1), float)
    r.bind(at.NOISE_MAP, np.ascontiguousarray(L))
    r.bind(at.TIMES, times)
    if L.shape[1]:
        numbers = [rng.standard_normal((steps, L.shape[1])) for rng in generators]
        cloud.give(at.GIVEN_NOISE, np.stack(numbers, axis=1))
    r[at.STEP_SIZE], r[at.SUBSTEPS] = step, max(1, int(np.ceil(step / (max_step or step) - 1e-9)))
    r[at.N_W], r[at.DO_ADVANCE] = L.shape[1], 1
    r[at.COVARIANCE] = np.diag(ACCURACY * np.maximum(1.0, np.nan_to_num(np.abs(model.values(start[0]))))) ** 2
    values, signals = np.zeros((runs, steps, model.n)), np.zeros((runs, steps, len(model.channels)))
    states = np.zeros((runs, steps, model.n_x)) if keep_states else None
    for k in range(steps):
        cloud.advance(k)
        values[:, k], signals[:, k] = cloud.values(), cloud.predictions()
        if states is not None:
            states[:, k] = cloud.states()
    if r[at.FAILED]:
        raise DescriptionError("a true run left its chart (a singular position): choose other independent coordinates.")
    return Truth(times, values, signals, cloud.signs(), start, cloud.states(), states)


guard(__name__)
