"""Weights, effective sample size and resampling, compiled; and functions that apply them to any weights.

With cumulative weights C_j, particle i of the new generation is a copy of the first j with u_i ≤ C_j:

| method | u_i, i = 1 … N |
|---|---|
| multinomial | N sorted uniform numbers |
| stratified | (i − 1 + υ_i)/N, υ_i uniform |
| systematic | (i − 1 + υ)/N, one υ: the default; lowest variance, expected copies N w_j |
| residual | ⌊N w_j⌋ copies of each, the rest multinomial |
| comb | 0.99999 i/(N − 1), the last 1: no random number; biased at both ends, kept to repeat a published filter |

References
----------
Kitagawa (1996), J. Comput. Graph. Stat. 5, 1-25; Liu & Chen (1998), JASA 93, 1032-1044; Douc, Cappé & Moulines (2005)
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array, Integers
from biela.base.errors import DescriptionError, nearest
from biela.integrate.access import Pointer, compiled, floats, integers, reals, routine
from biela.integrate.record import Record

from .random import CHOICE, PER_STEP, uniform
from .record import COMB, MULTINOMIAL, RESIDUAL, SIZES, STRATIFIED, SYSTEMATIC, at

METHODS = {
    "multinomial": MULTINOMIAL, "stratified": STRATIFIED, "systematic": SYSTEMATIC, "residual": RESIDUAL, "comb": COMB,
}  # fmt: skip
MINUS_INFINITY = float("-inf")
ROUNDING = 1e-12
"""Weight below which a last particle counts as none: the last tooth of the comb is at 1 exactly."""


def method_number(name: str) -> int:
    """Return the number of a method of resampling by its name."""
    if name not in METHODS:
        raise DescriptionError(f"no resampling {name!r}.{nearest(str(name), list(METHODS))}")
    return METHODS[name]


def normalised(log_weights: ArrayLike) -> Array:
    """Return weights that sum to one; the largest is taken out first, so that nothing under- or overflows. All zero: all zero."""
    logs = np.asarray(log_weights, float)
    largest = logs.max(initial=-np.inf)
    if not np.isfinite(largest):
        return np.zeros(logs.shape)
    w = np.exp(logs - largest)
    return np.asarray(w / w.sum())


def effective_part(log_weights: ArrayLike) -> float:
    """Return the effective sample size as a part of the number of particles: (Σ w)²/(N Σ w²); 0 where all weights are zero."""
    w = normalised(log_weights)
    return float(w.sum() ** 2 / (w.size * (w**2).sum())) if w.any() else 0.0


def resample(weights: ArrayLike, method: str = "systematic", seed: int = 0, draw: int = 0) -> Integers:
    """Choose the particles that the new generation copies, by the compiled code that filters use.

    Parameters
    ----------
    weights : not negative, not all zero; they need not sum to one
    seed, draw : which random numbers; `draw` counts the resamplings of a run
    """
    w = np.array(weights, float)
    if w.ndim != 1 or not w.size or not np.all(np.isfinite(w)) or w.min() < 0 or w.sum() <= 0:
        raise DescriptionError("weights to resample must be finite, not negative, and not all zero.")
    record = Record(at, dict.fromkeys(SIZES, 0) | {"groups": w.size, "count": w.size})
    record[at.METHOD], record[at.SEED], record[at.COUNTER] = method_number(method), seed, draw
    record[at.WEIGHT] = (w / w.sum())[:, None]
    choose.call(record.address)
    return np.asarray(record[at.INDEX])


@compiled
def find_weights(run: Pointer) -> float:
    """Find linear weights that sum to one, and shift log-weights so that the largest is 0. Return the effective part, or −1."""
    N, logw, w, option = run[at.N], floats(run, at.LOGW), floats(run, at.WEIGHT), reals(run)
    largest = MINUS_INFINITY
    for i in range(N):
        largest = max(largest, logw[i])
    if not largest > MINUS_INFINITY:
        return -1.0
    total = squares = 0.0
    for i in range(N):
        logw[i] -= largest
        w[i] = math.exp(logw[i])
        total += w[i]
        squares += w[i] * w[i]
    for i in range(N):
        w[i] /= total
    option[at.EVIDENCE] = largest + math.log(total) - option[at.LOG_SUM]
    option[at.LOG_SUM] = math.log(total)
    return total * total / (N * squares)  # type: ignore[no-any-return]


@routine
def choose(run: Pointer) -> None:
    """Choose INDEX by the method asked for, from WEIGHT."""
    choose_index(run)


@compiled
def choose_index(run: Pointer) -> None:
    N, method, seed = run[at.N], run[at.METHOD], run[at.SEED]
    w, c, index = floats(run, at.WEIGHT), floats(run, at.CUMULATIVE), integers(run, at.INDEX)
    base = run[at.COUNTER] * PER_STEP + CHOICE
    first = 0
    if method == RESIDUAL:  # whole copies first; what is left of each weight stays in the cumulative sum
        total = 0.0
        for j in range(N):
            copies = int(N * w[j])
            for _ in range(copies):
                if first < N:
                    index[first] = j
                    first += 1
            total += N * w[j] - copies
            c[j] = total
        if first == N:
            return
        for j in range(N):
            c[j] /= total
    else:
        total = 0.0
        for j in range(N):
            total += w[j]
            c[j] = total
    c[N - 1] = 1.1  # rounding never runs off the end
    left = N - first
    offset = 0.0
    if method == SYSTEMATIC:
        given = run[at.GIVEN_UNIFORM] != 0
        offset = floats(run, at.GIVEN_UNIFORM)[run[at.STEP]] if given else uniform(seed, base)
    # sorted uniform numbers, from the largest down to the smallest exponential spacings: sums of −ln u
    span = 0.0
    if method == MULTINOMIAL or method == RESIDUAL:
        for i in range(left + 1):
            span -= math.log(uniform(seed, base + i))
    reached = 0.0
    slack = ROUNDING if method == COMB else 0.0
    j = 0
    for i in range(left):
        if method == SYSTEMATIC:
            u = (i + offset) / N
        elif method == STRATIFIED:
            u = (i + uniform(seed, base + i)) / N
        elif method == COMB:
            u = 0.99999 * (i + 1) / (N - 1) if i < N - 1 else 1.0
        else:
            reached -= math.log(uniform(seed, base + i))
            u = reached / span
        while u > c[j] + slack:
            j += 1
        index[first + i] = j
