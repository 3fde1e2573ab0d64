"""Slopes of measures from the equations themselves: how a measure changes with what varies, without runs of other machines.

With the motion ẋ = f(t, x, u, p) and S = ∂x/∂p, the slopes of a measure m of the signals y(t, x, u, p) are

    Ṡ = ∂f/∂x S + ∂f/∂u ∂u/∂p + ∂f/∂p,        dm/dp = ∂m/∂y (∂y/∂x S + ∂y/∂u ∂u/∂p + ∂y/∂p)

The derivatives of f and y are compiled from the symbolic equations; S starts from the slopes of the assembled state (differences of
fourth order, the loops closed at each point). Loops need no more: Φ = 0 holds along ẋ = f, and its derivative along S.

They exist where the motion depends smoothly on what varies: not at events, for methods of stiff machines, for readings of sensors
and for functions of one's own. There differences serve; see `biela.study.tolerance`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import BielaError
from biela.simulation.history import History
from biela.simulation.run import simulate
from biela.state.state import LEVELS, State, signal_names
from biela.study.definition import Study

TOLERANCE = 1e-10
"""Relative tolerance of S and of the motion along which it is integrated."""
MAX_DIFFERENCE = 1e-5
"""Maximum difference from the run itself, relative to its largest values; beyond, there are no slopes."""
START_STEP = 1e-3
"""Part of a value over which the slopes of an assembled state are taken."""
FORMULA_STEP = 1e-5
"""Part of a signal over which the slope of a formula is taken."""
MAX_EVALUATIONS = 20_000
"""Maximum number of evaluations; a machine that needs more is stiff."""
STIFF = ("rosenbrock", "cvode", "radau", "multi", "implicit", "trbdf")
"""Methods of stiff machines."""


def exact_slopes(study: Study, sizes: Mapping[str, float]) -> Array | None:
    """Return ∂measure/∂what varies at the first sample, (quantities, measures); NaN for measures without one, None for none.

    sizes : what varies → how far it may, which sets its scale
    """
    template, names = study.first, list(study.samples.columns)
    method = str(template.settings.get("method", ""))
    if study.structure or study.readings or template.events or method.startswith(STIFF) or template.mechanism.networks:
        return None
    columns = {name: np.asarray(x[:1], float) for name, x in study.samples.columns.items()}
    scale = np.array([sizes[name] for name in names])
    try:
        starts = _start_slopes(study, columns, scale)
        own = {k: float(x[0]) if isinstance(x, np.ndarray) else x for k, x in template.own_inputs(columns).items()}
        P = template.parameters(columns, 1)
        X, _ = template.starts(columns, P)
        start = State(template.mechanism, X[0], 0.0, None, P[0] if P.size else None)
        settings = {**template.settings, **study.outputs(template), "rtol": TOLERANCE}
        settings = {k: x for k, x in settings.items() if k not in ("method", "step")}
        run = simulate(template.mechanism, start, template.duration, inputs=own or None, **settings)
    except BielaError:
        return None
    if starts is None or run.status not in ("done", "doubtful"):
        return None
    inputs, parameters = list(run.mechanism.actuators), list(run.mechanism.parameters)
    seeds = np.zeros((len(names), run.u.size + run.p.size + 1))  # ∂(u, p, t)/∂(quantity/scale); none moves time
    for k, name in enumerate(names):
        if name in study.plan.parameters:
            seeds[k, run.u.size + parameters.index(study.plan.parameters[name])] = scale[k]
        elif name in study.plan.inputs:
            seeds[k, inputs.index(study.plan.inputs[name])] = scale[k]
    S = _along(run, starts, seeds)
    return None if S is None else _of_measures(study, run, columns, names, S, seeds, scale) / scale[:, None]


def _start_slopes(study: Study, columns: Mapping[str, Array], scale: Array) -> Array | None:
    """Return ∂x₀/∂(quantity/scale), (quantities, n_x): (8 (x₁ − x₋₁) − (x₂ − x₋₂))/12h."""
    names, template = list(columns), study.first
    nominal = np.array([columns[name][0] for name in names])
    h = START_STEP * np.maximum(np.abs(nominal), scale)
    rows = np.concatenate([nominal + k * np.diag(h) for k in (1.0, -1.0, 2.0, -2.0)])
    table = {name: rows[:, k] for k, name in enumerate(names)}
    X, reasons = template.starts(table, template.parameters(table, len(rows)))
    if reasons:
        return None
    a, b, c, d = np.split(X, 4)
    return np.asarray((8 * (a - b) - (c - d)) / (12 * h[:, None]) * scale[:, None])


def _along(run: History, starts: Array, seeds: Array) -> Array | None:
    """Return S at the outputs, (n, quantities, n_x); None where it cannot be integrated."""
    from scipy.integrate import solve_ivp

    (d, n), calls = starts.shape, itertools.count(1)
    rates, directional = run.functions["rates"], run.functions["directional"]

    def rate(t: float, y: Array) -> Array:
        if next(calls) > MAX_EVALUATIONS:
            raise _Stiff
        x, S = y[:n], y[n:].reshape(d, n)
        both: Any = directional.batch([t], x, run.u, run.p, np.concatenate([S, seeds], axis=1), threads=1)
        return np.concatenate([np.asarray(rates([t], x, run.u, run.p)).ravel(), np.asarray(both[0]).ravel()])

    size = np.abs(run.x).max(axis=0) + 1e-3
    reach = np.abs(starts).max(axis=1) + np.abs(seeds).max(axis=1)
    atol = np.concatenate([TOLERANCE * size, (TOLERANCE * (reach[:, None] + 1e-9) * size).ravel()])
    first = np.concatenate([run.x[0], starts.ravel()])
    try:
        found = solve_ivp(rate, (run.t[0], run.t[-1]), first, "DOP853", run.t, rtol=TOLERANCE, atol=atol)
    except _Stiff:
        return None
    if not found.success or np.abs(found.y[:n].T - run.x).max() > MAX_DIFFERENCE * size.max() or not np.isfinite(found.y).all():
        return None
    return np.asarray(found.y[n:].T.reshape(len(run.t), d, n))


class _Stiff(Exception):
    """Machine that needs too many evaluations."""


def _of_measures(
    study: Study, run: History, columns: Mapping[str, Array], names: Sequence[str], S: Array, seeds: Array, scale: Array
) -> Array:
    """Return ∂measure/∂(quantity/scale), (quantities, measures)."""
    table, (n, d, _) = signal_names(run.functions), S.shape
    levels = np.cumsum([0, *(int(sum(run.functions[name].out_sizes)) for name in LEVELS)])
    rows = np.concatenate([S, np.broadcast_to(seeds, (n, *seeds.shape))], axis=2).reshape(n * d, -1)
    both: Any = run.functions["directional"].batch(np.repeat(run.t, d)[:, None], np.repeat(run.x, d, axis=0), run.u, run.p, rows)
    along = np.asarray(both[1]).reshape(n, d, -1)
    slopes = {name: along[:, :, levels[table[name][0]] + table[name][1]] for name in study.signals}
    values = {name: np.asarray(run[name]) for name in study.signals}
    out = np.full((d, len(study.measures)), np.nan)
    for k in range(d):
        far = max((np.abs(dy[:, k]).max() / max(np.abs(values[name]).max(), 1e-12) for name, dy in slopes.items()), default=0.0)
        h = FORMULA_STEP / max(far, scale[k] / max(abs(columns[names[k]][0]), scale[k]), 1e-12)

        def tilted(name: str, step: float, k: int = k) -> Array:
            if name in columns:
                return np.asarray(columns[name] + step * scale[k] * (name == names[k]))
            return np.asarray((values[name] + step * slopes[name][:, k])[:, None])

        for j, m in enumerate(study.measures):
            if m.tree is not None:
                up, down = (m.evaluate(run.t, partial(tilted, step=side), range(1))[0] for side in (h, -h))
                out[k, j] = (up - down) / (2 * h)
    return out
