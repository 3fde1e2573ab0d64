"""Machines that are observed: many runs at once, their states and what perfect sensors would show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError

from . import record as at
from .cloud import Cloud, choose_integrator
from .implicit import prepare_implicit
from .model import Model
from .noise import ProcessNoise
from .prior import Prior, PriorOutOfReach
from .propagate import advance_groups

Array = NDArray[np.float64]


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


def simulate_truth(
    model: Model,
    prior: Prior,
    generators: Sequence[np.random.Generator],
    step: float,
    steps: int,
    *,
    noise: ProcessNoise | None = None,
    max_step: float | None = None,
    keep_states: bool = False,
    integrator: str = "rk4",
    threads: int | None = None,
) -> Truth:
    """Run a machine from starts drawn from a prior, one for each generator; with process noise where it is given.

    What a run does depends on its own generator alone, not on how many others there are.
    """
    if not steps > 0 or not step > 0:
        raise DescriptionError(f"{steps} steps of {step} s: both must be positive.")
    runs = len(generators)
    drawn = [prior.draw(model, 1, rng) for rng in generators]
    X, delta = np.concatenate([x for x, _ in drawn]), np.concatenate([d for _, d in drawn])
    cloud = Cloud(model, runs, threads)
    choose_integrator(cloud, integrator)
    cloud.set_states(X)
    cloud.move(np.zeros_like(delta))
    cloud.move(delta)
    if cloud.table[at.RECOVERED] or cloud.table[at.FAILED]:
        raise PriorOutOfReach(
            "a true start cannot be put together: the prior of the truth is outside the reachable set."
        )
    start = cloud.states()
    L = noise.matrix(model, step) if noise is not None else np.zeros((model.n, 0))
    cloud._keep(at.NOISE_MAP, np.ascontiguousarray(L) if L.size else np.zeros(1))
    times = cloud._keep(at.TIMES, step * np.arange(1, steps + 1))
    w = L.shape[1]
    if w:
        given = cloud._keep(
            at.GIVEN_NOISE, np.stack([rng.standard_normal((steps, w)) for rng in generators], axis=1).copy()
        )
        assert given.shape == (steps, runs, w)
    cloud.option[at.STEP_SIZE] = step
    count = max(1, int(np.ceil(step / (max_step or step) - 1e-9)))
    values, signals = np.zeros((runs, steps, model.n)), np.zeros((runs, steps, len(model.channels)))
    states = np.zeros((runs, steps, model.n_x)) if keep_states else None
    cloud.table[at.N_W], cloud.table[at.SUBSTEPS], cloud.table[at.DO_ADVANCE] = w, count, 1
    places = model.places
    for k in range(steps):
        cloud.table[at.STEP] = k
        if integrator == "implicit":
            prepare_implicit.call(cloud.table.ctypes.data)
        cloud.spread_out(advance_groups)
        now, p = cloud.states(), cloud.parameters()
        values[:, k] = np.column_stack([now[:, i] if i >= 0 else p[:, -1 - i] for i in places])
        signals[:, k] = cloud.predictions()
        if states is not None:
            states[:, k] = now
    if cloud.table[at.FAILED]:
        raise DescriptionError("a true run left its chart (a singular position): choose other independent coordinates.")
    return Truth(times.copy(), values, signals, cloud.signs(), start, cloud.states(), states)
