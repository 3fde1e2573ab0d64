"""Agreement of a filter with others: other starts that its prior allows must lead to the same estimate.

A Kalman filter linearises about its own mean. If the prior is wide, its first corrections may be wrong by more than the covariance
that they leave, and innovations of sensors that do not see the error stay as expected: consistency of innovations alone does not
notice. Filters that start at opposite points of the prior, x₀ ⊕ δ and x₀ ⊕ (−δ) with δ_i = ± 1.5 σ_i, do: in a linear filter the
difference of two starts decays as the uncertainty of the start does, so that their estimates m at the end differ by no more than
the filter says it does not know yet,

    |m_i − m₀_i| < limit · √P_ii                                                                               (1)

A state of a network that no sensor sees may run away instead: where the model bends (a relief valve, a controller at its limit),
the slope at one point, taken for all of a wide distribution, makes a deviation at the end that is far larger than what the start
and the walk of the state explain. The deviation is then as wrong as the mean, and (1) holds.

Particles: a cloud that has lost its variety claims too little spread in what no sensor sees, and its innovations do not show it.
A second cloud does, drawn with another seed. With the same readings, the two differ only by the chance of their particles, which an
honest spread contains:

    mean_t ((m_i − m'_i)² + P'_ii)/P_ii < limit²                                                               (2)

The left-hand side is 1 for many particles, and 3 if their chance is all that the spread contains.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from biela.base.surface import setting

from .cloud import Cloud
from .estimator import EstimationError, Estimator, Track
from .log import Log
from .model import Model
from .noise import ProcessNoise
from .prior import About, Prior
from .statistics import wrapped

START_DISTANCE = 1.5
"""Distance of the other starts, in standard deviations of the prior."""
DISAGREEMENT = 5.0
"""Standard deviations by which estimates of other starts may differ: more than chance, and more than curvature does."""
CLOUD_DISTANCE = 1.8
"""Root mean square distance of the particles of a second cloud from the mean of the first, in its standard deviations."""
RUNAWAY_GROWTH = 5.0
"""Deviation of a state at the end over that of its start and its walk together, from which it has run away."""


def start_complaints(
    model: Model, prior: About, log: Log, track: Track, make: Callable[[Prior], Estimator], *, seed: int = 0
) -> list[str]:
    """Name entries whose estimate at the end depends on the start.

    Parameters
    ----------
    track : of the filter that starts at the prior's own state
    make : the same filter on another prior
    """
    x, P = prior.gaussian(model)
    delta = START_DISTANCE * np.sqrt(np.diag(P)) * np.random.default_rng(seed).choice([-1.0, 1.0], model.n)
    worst = np.zeros(model.n)
    for side in (1.0, -1.0):
        cloud = Cloud(model, 1, threads=1)
        cloud.set_states(x[None, :])
        cloud.move(np.zeros((1, model.n)), prior.state.t)
        cloud.move(side * delta[None, :], prior.state.t)
        other = About(model.state(cloud.states()[0], prior.state.t), prior.sigma)
        try:
            found = make(other).run(log)
        except EstimationError as error:
            return [f"another start that the prior allows fails: {error}"]
        away = np.abs(found.mean[-1] - track.mean[-1]) / np.maximum(track.spread[-1], 1e-300)
        worst = np.fmax(worst, np.where(np.isfinite(away), away, 0.0))
    what = "{}: another start that the prior allows leads {:.0f} standard deviations away (over-confident filter)"
    return [what.format(model.names[i], worst[i]) for i in np.argsort(-worst)[:3] if worst[i] > DISAGREEMENT]


def cloud_complaints(model: Model, log: Log, track: Track, other: Estimator) -> list[str]:
    """Name entries in which a second cloud differs by more than the spread of the first.

    The first tenth of the log does not count.

    Parameters
    ----------
    track : of a particle filter
    other : the same filter before the log, with another seed; for one with `proposal="bootstrap"`, a regularised one
    """
    try:
        second = other.run(log)
    except EstimationError as error:
        return [f"the same filter with another seed fails: {error}"]
    apart = track.mean - second.mean
    apart[:, model.angles > 0] = wrapped(apart[:, model.angles > 0])
    squares = (apart**2 + second.spread**2) / np.maximum(track.spread, 1e-300) ** 2
    away = np.sqrt(np.mean(squares[len(track.t) // 10 :], axis=0))
    away[model.tangent] = 0.0
    what = "{}: particles of another seed are {:.1f} standard deviations away (its spread is too small: too few particles)"
    return [what.format(model.names[i], away[i]) for i in np.argsort(-away)[:3] if not away[i] <= CLOUD_DISTANCE]


def runaway_complaints(model: Model, prior: About, track: Track, noise: ProcessNoise) -> list[str]:
    """Name states of networks whose deviation grew beyond what their start and their walk explain."""
    _, P = prior.gaussian(model)
    L = noise.matrix(model, 1.0)
    explained = np.sqrt(np.diag(P) + float(track.t[-1] - prior.state.t) * np.sum(L**2, axis=1))
    grown = track.spread[-1] / np.maximum(explained, 1e-300)
    states = range(2 * model.k, 2 * model.k + len(model.chart.states))
    return [
        f"{model.names[i]}: its deviation grew to {track.spread[-1, i]:.2g}, {grown[i]:.0f} times what start and noise explain: no "
        "sensor holds it, and its estimate means nothing (over-confident filter). Measure it, or use "
        f"{setting('filter', 'particle')}"
        for i in sorted(states, key=lambda i: -grown[i])[:3]
        if not grown[i] <= RUNAWAY_GROWTH
    ]
