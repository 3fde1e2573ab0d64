"""A filter of a machine as the commands configure it: how much is known at the start, and what walks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from biela.app.folder import Json, numbers
from biela.base.errors import BielaError
from biela.base.surface import setting
from biela.estimate.estimator import Estimator
from biela.estimate.model import Model
from biela.estimate.noise import ProcessNoise
from biela.estimate.prior import About
from biela.estimate.registry import filter_class, make_filter, options_of
from biela.simulation.case import Case

WALK = 0.05
"""Part of its value by which a state of a network walks in a second, unmodelled [1/√s]."""
CREEP = 0.02
"""Part of its spread at the start by which a parameter walks in a second [1/√s]."""


def spreads(model: Model, x: NDArray[np.float64], given: Mapping[str, float]) -> dict[str, float]:
    """Return standard deviations at the start: 0.2 rad and 0.2 rad/s, 0.05 m and 0.05 m/s, a tenth of the value of states and
    parameters, unless given."""
    values, sigma = model.values(x), {}
    for i, name in enumerate(model.names):
        angular = i < 2 * model.k and (model.angles[i % model.k] > 0 or bool(model.tangent[i % model.k]))
        sigma[name] = 0.2 if angular else 0.05 if i < 2 * model.k else 0.1 * max(abs(values[i]), 1e-3)
    return {**sigma, **given}


def random_walks(model: Model, sigma: Mapping[str, float]) -> Json:
    """Return the random walks of networks' states and of parameters, as `ProcessNoise` takes them."""
    first = 2 * model.k + len(model.chart.states)
    return {"states": WALK, "parameters": {name: CREEP * sigma[name] for name in model.names[first:]}}


def configured_filter(
    case: Case, filter: str, *, noise: float | None = None, spread: Sequence[str] = (), parameters: Sequence[str] = (),
    sensors: Sequence[str] | None = None, longest_step: float = 0.01, integrator: str = "rk4", gate: float | None = None,
    scale: float = 1.0,
) -> Estimator:  # fmt: skip
    """Return the filter of a machine before its first sample; see `estimate`, whose `step` is the `longest_step`."""
    if noise is None:
        raise BielaError(
            f"a filter needs {setting('noise')}, the process noise on accelerations [rad/s^1.5]; `biela estimate` finds what fits "
            "a log."
        )
    mechanism = case.build()
    begin = case.start(mechanism)
    model = Model(mechanism, begin, sensors=sensors, estimate=parameters, inputs=case.inputs)
    sigma = spreads(model, begin.x, numbers(spread, setting("spread"), "A=0.1"))
    wanted = {"step": longest_step, "integrator": integrator, "t": begin.t, "gate": gate, "likelihood_scale": scale}
    options = {name: value for name, value in wanted.items() if name in options_of(filter_class(filter))}
    return make_filter(filter, model, About(begin, sigma), ProcessNoise(noise, **random_walks(model, sigma)), **options)
