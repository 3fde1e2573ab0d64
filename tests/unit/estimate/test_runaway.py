"""A state of a network whose deviation grows beyond what start and noise explain is called out."""

from __future__ import annotations

import numpy as np

from biela import library
from biela.estimate.agreement import runaway_complaints
from biela.estimate.estimator import Track
from biela.estimate.model import Model
from biela.estimate.noise import ProcessNoise
from biela.estimate.prior import About


def test_a_state_that_runs_away_is_named() -> None:
    """5 s of a pressure that walks by 5 % in a second: ten times that is more than chance, four times is not."""
    case = library.get("hydraulic-crane")
    machine = case.build()
    start = case.start(machine)
    model = Model(machine, start, sensors=[])
    first = 2 * model.k
    sigma = dict.fromkeys(model.names, 0.01) | dict.fromkeys(model.names[first:], 1e5)
    prior, noise = About(start, sigma), ProcessNoise(0.05, states=dict.fromkeys(model.names[first:], 2e5))
    explained = np.sqrt(1e5**2 + 5.0 * 2e5**2)
    spread = np.full((2, model.n), 1.0)  # coordinates may spread: their noise is integrated twice
    spread[:, first:] = 4.0 * explained
    nothing = np.zeros((2, 0))
    t = start.t + np.array([0.01, 5.0])

    def track(spread: np.ndarray) -> Track:
        return Track(model.names, (), t, 0 * spread, spread, nothing, nothing, nothing, np.zeros(2), np.zeros(2, int))

    assert runaway_complaints(model, prior, track(spread), noise) == []
    spread[1, first + 1] = 10.0 * explained
    (said,) = runaway_complaints(model, prior, track(spread), noise)
    assert (
        said.startswith(f"{model.names[first + 1]}: its deviation grew to") and "10 times what start and noise" in said
    )
