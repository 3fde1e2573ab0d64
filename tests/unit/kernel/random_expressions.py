"""Random functions of all operations, and how well each of their values is determined.

A value behind a cancellation, or beside a switching point, may differ between two correct computations. `certain`
follows the rounding errors through the tape and tells which outputs can be compared.
"""

from __future__ import annotations

import itertools
import math

import casadi
import numpy as np
from hypothesis import strategies as st

from biela.kernel.arithmetic import arithmetic
from biela.kernel.operation import ARITY, NAMES
from biela.kernel.tape import CONST, INPUT, OUTPUT, Tape, trace

N_INPUTS = 4
EPS = np.finfo(float).eps

UNARY = {
    name: getattr(casadi, name)
    for name in (
        "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
        "exp", "log", "log1p", "expm1", "fabs", "sign", "floor", "ceil", "erf",
    )
} | {
    "neg": lambda x: -x, "inv": lambda x: 1 / x, "sq": lambda x: x**2, "twice": lambda x: 2 * x,
    "not": casadi.logic_not, "constpow": lambda x: x**2.5, "cube": lambda x: x**3, "scale": lambda x: 0.3 * x,
}  # fmt: skip
BINARY = {
    name: getattr(casadi, name) for name in ("atan2", "fmod", "remainder", "copysign", "fmin", "fmax", "hypot")
} | {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y,
    "pow": lambda x, y: x**y, "lt": lambda x, y: x < y, "le": lambda x, y: x <= y, "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y, "and": casadi.logic_and, "or": casadi.logic_or,
    "if_else_zero": lambda x, y: casadi.if_else(x, y, 0), "if_else": lambda x, y: casadi.if_else(x > y, x, y),
    "table": lambda x, y: casadi.pw_lin(x, casadi.DM([-1, 0, 2]), casadi.DM([3, -1, 4])) + 0 * y,
}  # fmt: skip
ALL = UNARY | BINARY
PERIODIC = {"fmod", "remainder"}
# operations that do not round
EXACT = set("lt le eq ne and or not sign floor ceil fabs neg twice fmin fmax if_else_zero copysign".split())


@st.composite
def functions(draw: st.DrawFn, size: int = 30) -> casadi.Function:
    """Each step applies an operation to two earlier values; every value is an output."""
    x = casadi.SX.sym("x", N_INPUTS)
    pool = [x[i] for i in range(N_INPUTS)]
    for _ in range(draw(st.integers(1, size))):
        name = draw(st.sampled_from(sorted(ALL)))
        operands = [pool[draw(st.integers(0, len(pool) - 1))] for _ in range(2 if name in BINARY else 1)]
        pool.append(ALL[name](*operands))
    return casadi.Function("random", [x], [casadi.vertcat(*pool[N_INPUTS:])], ["x"], ["y"])


def samples(rows: int) -> st.SearchStrategy[np.ndarray]:
    """Inputs: ordinary numbers mostly, now and then an infinity, NaN, zero, or an extreme."""
    ordinary = st.floats(-4, 4, allow_subnormal=False)
    special = st.sampled_from([0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 1e12, -3e9, 1e-9])
    number = st.one_of(ordinary, ordinary, ordinary, special)
    row = st.lists(number, min_size=N_INPUTS, max_size=N_INPUTS)
    return st.lists(row, min_size=rows, max_size=rows).map(np.array)


def certain(tape: Tape, inputs: list[np.ndarray], limit: float = 1e-12) -> tuple[np.ndarray, np.ndarray]:
    """Which elements of the single output are determined to `limit` of the largest value behind them; that value."""
    functions = arithmetic(float).operations
    size = tape.signature.out_sizes[0]
    determined, scale = np.ones(size, bool), np.ones(size)
    value, spread, largest = ([0.0] * tape.n_slots for _ in range(3))
    with np.errstate(all="ignore"):
        for (operation, target, a, b, _), result in zip(tape.code.tolist(), trace(tape, inputs), strict=True):
            if operation == OUTPUT:
                finite = math.isfinite(largest[a])
                scale[b] = largest[a] if finite else max(1.0, abs(result) if math.isfinite(result) else 1.0)
                determined[b] = spread[a] <= 0.1 * limit * scale[b]
                continue
            if operation in (INPUT, CONST):
                value[target], spread[target], largest[target] = result, 0.0, abs(result)
                continue
            operands = [a, b][: ARITY[NAMES[operation]]]
            function = functions[NAMES[operation]]
            results = [function(*c) for c in itertools.product(*(_candidates(value[o], spread[o]) for o in operands))]
            error = _spread(result, results)
            if NAMES[operation] not in EXACT and math.isfinite(result):
                error += 8 * EPS * abs(result)
            overflow = math.isinf(result) and all(math.isfinite(value[o]) for o in operands)
            if overflow or 0 < abs(result) < 1e-280:
                error = math.inf  # a·b + c in one rounding, or x·(1/y), may stay in range
            if NAMES[operation] in PERIODIC and spread[a] + spread[b] > 0 and not abs(value[a]) < 1e6 * abs(value[b]):
                error = math.inf  # the operand's error spans periods
            magnitudes = [abs(result), *(largest[o] for o in operands)]
            value[target], spread[target] = result, error
            largest[target] = np.nanmax(magnitudes) if not np.all(np.isnan(magnitudes)) else 0.0
    return determined, scale


EDGES = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
"""Numbers at and between the ends of what functions are defined for."""


def _candidates(x: float, error: float) -> list[np.float64]:
    """What another correct computation may have found in place of x. The signs of zero and of NaN are free.

    An error that is not small may reach over the end of a function's domain: of exp(±12), acos has a value for one sign only.
    """
    if not error < math.inf:
        return [np.float64(s) for s in (x, math.nan, *EDGES)]
    if math.isnan(x):
        return [np.float64(math.nan), np.float64(-math.nan)]
    if x == 0:
        return [np.float64(s) for s in (0.0, -0.0, error, -error, *(s for s in EDGES if abs(s) <= error))]
    between = [s for s in EDGES if abs(s - x) <= error]
    return [np.float64(s) for s in ((x, x + error, x - error, *between) if error else (x,))]


def _spread(result: float, results: list[float]) -> float:
    if not math.isfinite(result):
        alike = all(math.isnan(r) if math.isnan(result) else r == result for r in results)
        return 0.0 if alike else math.inf
    if not all(math.isfinite(r) for r in results):
        return math.inf
    return max(abs(r - result) for r in results)


def differences(tape: Tape, x: np.ndarray, computed: np.ndarray, expected: np.ndarray, limit: float = 1e-12) -> list[str]:
    """Outputs that differ, in words, where comparison means something."""
    determined, scale = certain(tape, [x], limit)
    out = []
    for k in np.flatnonzero(determined):
        one, two = computed[k], expected[k]
        alike = abs(one - two) <= limit * scale[k] if math.isfinite(two) else np.array_equal(one, two, equal_nan=True)
        if not alike:
            out.append(f"output {k}: {one!r} instead of {two!r}, x = {x!r}")
    return out
