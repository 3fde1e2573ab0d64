"""Fixed steps that are too large for the fast poles of a network: found before they spoil a run.

An explicit method multiplies a mode of pole λ by R(hλ) in each step. Where |R| > 1 although the mode decays, the step is
unstable: with smooth laws the run explodes, with orifices and stops it goes on and means nothing.

The multi-rate method steps a mechanism and its networks apart. On the linearised machine ẋ = J x one step is a matrix, x⁺ = P x.
Networks alone never make it grow, being L-stable; the mechanism alone is as stable as RK4; the exchange of both has a limit of its
own, about ωH < 2.66 for an undamped mode in which the mechanism swings against the stiffness of a network.

Reference: Hairer & Wanner (1996), *Solving Ordinary Differential Equations II*, §IV.2
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import StepTooLarge
from biela.base.surface import setting
from biela.equations.layout import StateLayout
from biela.integrate.method.base import method_named
from biela.integrate.tableau import RK4
from biela.state.functions import MachineFunctions

SAMPLES = 8
"""Number of states of a finished run whose poles are checked: poles move with openings and volumes."""
STIFF_SAMPLES = 3
"""Number of states of a finished run at which its steps are compared with its poles."""
WINDOW = 20
"""Number of outputs of a mean state."""
TOLERATED = 1.01
"""Largest growth in a step, beyond that of the machine itself, that is accepted: rounding in J makes some."""
MOST_SUBSTEPS = 2
"""Largest number of small steps computed: with more of them the limit of the exchange stays the same."""
SQUARINGS = 12
"""P to the power of 2 to this number shows whether a mode grows."""


def poles(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> tuple[Any, list[str]]:
    """Return eigenvalues of ∂ẋ/∂x, and the network state that takes most part in each ('' if none does)."""
    layout = functions.layout
    J = slopes(functions, t, x, u, p)
    kept = [j for j in range(len(x)) if np.any(J[:, j] != 0.0)]
    values, vectors = np.linalg.eig(J[np.ix_(kept, kept)])
    largest = [kept[k] for k in np.abs(vectors).argmax(axis=0)]
    return values, [layout.entries[k][0] if k >= layout.networks.start else "" for k in largest]


def slopes(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> Any:
    """Return ∂ẋ/∂x by differences, every state in its size."""
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
    # other networks than volumes of fluid show a step that is too large by exploding
    fluid = any(state.name.endswith(".effort") for state in functions.layout.network_states)
    if not kind.explicit or not fluid or not np.all(np.isfinite(x)):
        return
    values, labels = poles(functions, t, x, u, p)
    decaying = values.real < -1e-9 * np.abs(values)
    grown = np.where(decaying, growth(step * values), 0.0)
    if not np.any((grown > 1 + 1e-6) & (np.abs(step * values) > 0.3)):
        return
    worst = int(np.argmax(np.where(decaying, np.abs(values), 0.0)))
    steps = np.geomspace(1e-4, 10.0, 400) / float(np.abs(values[worst]))
    modes = [h * values[decaying] for h in steps]
    stable = np.array([np.all((growth(z) <= 1 + 1e-6) | (np.abs(z) < 0.3)) for z in modes])
    limit = float(steps[-1 if stable.all() else max(int(np.argmin(stable)) - 1, 0)])
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
    """Raise `StepTooLarge` if a mode would grow under the multi-rate method."""
    J = slopes(functions, t, x, u, p)
    if not np.all(np.isfinite(J)):
        return
    layout, slow = functions.layout, functions.layout.networks.start
    grown = coupled_growth(J, layout, step, substeps)
    if not grown > TOLERATED:
        return
    steps = step * np.geomspace(1e-3, 1.0, 100)
    stable = [h for h in steps if coupled_growth(J, layout, h, substeps) <= TOLERATED]
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
    """Check samples of a finished run. Where a step chatters about a restriction at rest, its slope shows only in the mean."""
    t, x = history.t, history.x
    for k in np.linspace(0, len(t) - 1, SAMPLES + 1).astype(int)[1:]:
        window = x[max(k - WINDOW, 0) : k + 1]
        for state in (x[k], window.mean(axis=0)) if method_named(method)[0].explicit else (x[k],):
            refuse_unstable(functions, method, step, float(t[k]), state, history.u, history.p, substeps)


def held_back(history: Any) -> bool:
    """Return whether steps of an explicit method were as long as a mode takes to decay, h|λ| > 1 with real λ < 0, all the time.

    No part of the motion changes that fast any more. Steps stay there, since error control answers the first sign of instability.
    """
    step, samples = history.duration / max(history.steps, 1), np.linspace(0, len(history.t) - 1, STIFF_SAMPLES + 1).astype(int)[1:]
    return all(decays_within(history.functions, float(history.t[k]), history.x[k], history.u, history.p, step) for k in samples)


def decays_within(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array, step: float) -> bool:
    """Return whether a mode decays, without vibrating, in less than a step."""
    values, _ = poles(functions, t, x, u, p)
    return bool(np.any((step * np.abs(values) > 1.0) & (values.real < -0.9 * np.abs(values))))


def one_step(J: Array, layout: StateLayout, step: float, substeps: int, passes: int = 2) -> Array:
    """Return P of the multi-rate method: states of networks take the small step, those before them the large one."""
    slow = layout.networks.start
    A, D, E = J[:slow], J[slow:, :slow], J[slow:, slow:]
    x = np.eye(len(J))
    rate = A @ x
    end, end_rate = x[:slow] + step * rate, rate
    if layout.n_q == layout.n_v:
        end[layout.q] += 0.5 * step**2 * rate[layout.v]
    z = x[slow:]
    for sweep in range(passes):
        if sweep:
            end_rate = A @ np.vstack([end, z])
        z, mean, lean = _networks(D, E, x, rate, end, end_rate, step, substeps)
        k: list[Array] = []
        for row, c in zip(((), *RK4.a), RK4.times, strict=True):
            k.append(A @ np.vstack([x[:slow] + step * _sum(row, k), mean + (2 * c - 1) * lean]))
        end = x[:slow] + step * _sum(RK4.b, k) / RK4.over
    return np.vstack([end, z])


def _networks(
    D: Array, E: Array, x: Array, rate: Array, end: Array, end_rate: Array, step: float, substeps: int
) -> tuple[Array, Array, Array]:
    """Step networks by Rodas3 along the cubic through both ends: states at the end, mean and lean; see `method/rodas3.py`."""
    from biela.integrate.method.rodas3 import TABLE, moment  # compiled code, needed only here

    slow, h = len(end), step / substeps
    start, z = x[:slow], x[slow:]
    mean, lean = np.zeros_like(z), np.zeros_like(z)
    inverse = np.linalg.inv(np.eye(len(E)) / (TABLE.gamma * h) - E)
    integral: Any = moment.function  # type: ignore[attr-defined]

    def seen(s: float) -> Array:
        a, b, c = s * s * (3 - 2 * s), s * (1 - s) ** 2, s * s * (s - 1)
        return start + a * (end - start) + step * (b * rate + c * end_rate)

    for k in range(substeps):
        s0, s1 = k / substeps, (k + 1) / substeps
        a, b, c = 6 * s0 * (1 - s0), (1 - s0) * (1 - 3 * s0), s0 * (3 * s0 - 2)
        slope = D @ (a * (end - start) / step + b * rate + c * end_rate)
        K: list[Array] = []
        for row, C, at, d in zip(((), *TABLE.a), ((), *TABLE.C), TABLE.c, TABLE.d, strict=True):
            rate_there = E @ (z + _sum(row, K)) + D @ seen(s0 + at / substeps)
            K.append(inverse @ (rate_there + _sum(C, K) / h + h * d * slope))
        mean = mean + integral(1 / substeps, 1.0, 1.0, 0.0, z, *K)
        lean = lean + 3 * integral(1 / substeps, 2 * s0 - 1, 2 * s1 - 1, 2.0, z, *K)
        z = z + _sum(TABLE.b, K)
    return z, mean, lean


def _sum(weights: Sequence[float], K: list[Array]) -> Any:
    return sum((w * k for w, k in zip(weights, K, strict=False)), 0.0)


def coupled_growth(J: Array, layout: StateLayout, step: float, substeps: int) -> float:
    """Return the factor by which a mode grows in a step, relative to the growth of the machine itself; at most one if stable."""
    P = power = one_step(J, layout, step, min(substeps, MOST_SUBSTEPS))
    with np.errstate(all="ignore"):  # many steps nearly always show, quicker than eigenvalues, that no mode grows
        for _ in range(SQUARINGS):
            power = power @ power
        if np.abs(power).max() < TOLERATED ** (2**SQUARINGS):
            return 1.0
    own = np.exp(step * np.linalg.eigvals(J).real.max(initial=0.0))
    return float(np.abs(np.linalg.eigvals(P)).max() / max(1.0, own))
