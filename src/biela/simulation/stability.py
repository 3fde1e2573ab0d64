"""Explicit steps that are too large for the fast poles of a network: found before they spoil a run.

An explicit method multiplies a mode of pole λ by R(hλ) in each step. Where |R| > 1 although the mode decays, the step is
unstable: with smooth laws the run explodes, with orifices and stops it goes on and means nothing.

Reference: Hairer & Wanner (1996), *Solving Ordinary Differential Equations II*, §IV.2
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import StepTooLarge
from biela.base.surface import setting
from biela.integrate.method.base import method_named
from biela.integrate.tableau import RK4
from biela.state.functions import MachineFunctions

Growth = Callable[[Any], Any]
SAMPLES = 8
"""States of a finished run that are looked at: poles move with openings and volumes."""
LOOKS = 3
"""States of a finished run at which its steps are compared with its poles."""
WINDOW = 20
"""Outputs of a mean state."""


def poles(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> tuple[Any, list[str]]:
    """Eigenvalues of ∂ẋ/∂x by differences, and the state of a network that takes most part in each ('' if none does)."""
    layout = functions.layout
    J = slopes(functions, t, x, u, p)
    kept = [j for j in range(len(x)) if np.any(J[:, j] != 0.0)]
    values, vectors = np.linalg.eig(J[np.ix_(kept, kept)])
    labels = []
    for vector in np.abs(vectors).T:
        at = kept[int(vector.argmax())]
        labels.append(layout.entries[at][0] if at >= layout.networks.start else "")
    return values, labels


def slopes(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> Any:
    """∂ẋ/∂x by differences, every state in its size."""
    rates = functions["rates"]
    scale = np.ones(len(x))
    for k, state in enumerate(functions.layout.network_states, functions.layout.networks.start):
        scale[k] = max(1.0, abs(x[k])) if state.name.endswith(".effort") else 1.0
    base = np.ravel(rates(t, x, u, p))
    J = np.empty((len(x), len(x)))
    for j in range(len(x)):
        moved = x.copy()
        moved[j] += 1e-7 * max(abs(x[j]), scale[j])
        J[:, j] = (np.ravel(rates(t, moved, u, p)) - base) / (moved[j] - x[j])
    return J / scale[:, None] * scale


def refuse_unstable(
    functions: MachineFunctions, method: str, step: float, t: float, x: Array, u: Array, p: Array, substeps: int = 1
) -> None:
    """Raise `StepTooLarge` if a decaying mode would grow under a fixed step of an explicit method, or of two rates."""
    kind = method_named(method)[0]
    if kind.takes_networks_apart:
        _refuse_unstable_coupling(functions, step, substeps, t, x, u, p)
    growth = kind.growth
    if not kind.explicit or not _has_pressures(functions) or not np.all(np.isfinite(x)):
        return
    values, labels = poles(functions, t, x, u, p)
    decaying = values.real < -1e-9 * np.abs(values)
    grown = np.where(decaying, growth(step * values), 0.0)
    if not np.any((grown > 1 + 1e-6) & (np.abs(step * values) > 0.3)):
        return
    worst = int(np.argmax(np.where(decaying, np.abs(values), 0.0)))
    limit = _largest_step(growth, values[decaying])
    pole = values[worst]
    said = f"{pole.real:.4g} 1/s" if abs(pole.imag) < 1e-6 * abs(pole) else f"{pole.real:.4g} ± {abs(pole.imag):.4g}i 1/s"
    where = f" (of {labels[worst]!r})" if labels[worst] else ""
    raise StepTooLarge(
        f"the step of {step:g} s is too large for method {method!r}: at t = {t:.6g} s the machine has a pole at {said}{where}, and "
        f"with steps beyond {limit:.3g} s it would grow instead of decay. Take {setting('step', _two_digits(0.8 * limit))}, or "
        f"{setting('method', 'rosenbrock')}, which is stable with any step."
    )


def _two_digits(x: float) -> float:
    return float(f"{x:.2g}")


def _refuse_unstable_coupling(
    functions: MachineFunctions, step: float, substeps: int, t: float, x: Array, u: Array, p: Array
) -> None:
    """The same for a mechanism and its networks with a step each."""
    from biela.simulation.multi_rate_stability import TOLERATED, growth

    J = slopes(functions, t, x, u, p)
    if not np.all(np.isfinite(J)):
        return
    layout, slow = functions.layout, functions.layout.networks.start
    grown = growth(J, layout, step, substeps)
    if not grown > TOLERATED:
        return
    steps = step * np.geomspace(1e-3, 1.0, 100)
    stable = [h for h in steps if growth(J, layout, h, substeps) <= TOLERATED]
    advice = f"Take {setting('step', _two_digits(0.8 * max(stable)))}, or" if stable else "Take"
    alone = np.linalg.eigvals(J[:slow, :slow])
    whose = "in which the mechanism and its networks act on each other"
    if np.max(RK4.growth(step * alone[alone.real < 0]), initial=0.0) > TOLERATED:
        whose = "of the mechanism alone, which is stepped explicitly,"
    raise StepTooLarge(
        f"the step of {step:g} s is too large for method 'multi-rate': at t = {t:.6g} s a mode {whose} would grow by "
        f"{100 * (grown - 1):.2g} % in each step. {advice} {setting('method', 'rosenbrock')}, which is stable with any "
        "step."
    )


def refuse_unstable_run(functions: MachineFunctions, method: str, step: float, history: Any, substeps: int = 1) -> None:
    """Look at samples of a finished run. Where a step chatters about a restriction at rest, its slope is only seen in the mean."""
    t, x = history.t, history.x
    for k in np.linspace(0, len(t) - 1, SAMPLES + 1).astype(int)[1:]:
        window = x[max(k - WINDOW, 0) : k + 1]
        for state in (x[k], window.mean(axis=0)) if method_named(method)[0].explicit else (x[k],):
            refuse_unstable(functions, method, step, float(t[k]), state, history.u, history.p, substeps)


def held_back(history: Any) -> bool:
    """Whether the steps of an explicit method were as long as a mode takes to decay, h|λ| > 1 with a real λ < 0, all along the run.

    No part of the motion changes that fast any more. Steps stay there, since error control answers the first sign of instability.
    """
    step = history.duration / max(history.steps, 1)
    for k in np.linspace(0, len(history.t) - 1, LOOKS + 1).astype(int)[1:]:
        if not decays_within(history.functions, float(history.t[k]), history.x[k], history.u, history.p, step):
            return False
    return True


def decays_within(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array, step: float) -> bool:
    """Whether a mode decays, without vibrating, in less than a step."""
    values, _ = poles(functions, t, x, u, p)
    return bool(np.any((step * np.abs(values) > 1.0) & (values.real < -0.9 * np.abs(values))))


def _has_pressures(functions: MachineFunctions) -> bool:
    """Whether the machine has volumes of fluid. Other networks show a step that is too large by exploding."""
    return any(state.name.endswith(".effort") for state in functions.layout.network_states)


def _largest_step(growth: Growth, values: Any) -> float:
    """The step up to which no decaying mode grows."""
    fastest = float(np.abs(values).max())
    steps = np.geomspace(1e-4, 10.0, 400) / fastest
    stable = np.array([bool(np.all((growth(h * values) <= 1 + 1e-6) | (np.abs(h * values) < 0.3))) for h in steps])
    if stable.all():
        return float(steps[-1])
    return float(steps[max(int(np.argmin(stable)) - 1, 0)])
