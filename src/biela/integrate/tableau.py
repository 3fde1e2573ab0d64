"""Tableaus of one-step methods, and the steps that follow from them.

A method is its table. The step is written out from it, stage by stage with the numbers in place, and then compiled as if it had
been written by hand: no loop over coefficients is left, and zeros cost nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.integrate.access import compiled, floats, part
from biela.kernel import routine_source

COEFFICIENT_TOLERANCE = 1e-9  # tolerance of conditions on the coefficients
Rows = tuple[tuple[float, ...], ...]


def _check(table: Explicit | Linear, names: tuple[str, ...], numbers: Any) -> None:
    """Refuse a table with entries that are not numbers, or with another count of them than it has stages."""
    for name in names:
        size = len(getattr(table, name))
        if size not in (0, table.stages):
            raise ValueError(f"{name} of a tableau has {size} entries: it has {table.stages} stages, and needs one for each")
    if not all(np.isfinite(x) for x in _flat(numbers)):
        raise ValueError("a tableau has an entry that is not a finite number")


def _flat(numbers: Any) -> list[float]:
    return [x for part in numbers for x in _flat(part)] if isinstance(numbers, tuple | list) else [float(numbers)]


def square(rows: Rows) -> Array:
    """Return rows below the diagonal as a matrix."""
    return np.array([[*row, *[0.0] * (len(rows) + 1 - len(row))] for row in ((), *rows)])


@dataclass(frozen=True)
class Explicit:
    """Explicit Runge-Kutta method, after Butcher:

        kᵢ = f(t + cᵢ h, x + h Σⱼ aᵢⱼ kⱼ),      x⁺ = x + h Σᵢ bᵢ kᵢ

    A pair has an error estimate e = h Σᵢ eᵢ kᵢ, the difference to a method of lower order.
    """

    a: Rows  # rows below the diagonal, from the second stage on
    b: tuple[float, ...]
    c: tuple[float, ...] = ()  # times of the stages as parts of the step; the sums of the rows if omitted
    over: float = 1.0  # common divisor of b
    error: tuple[float, ...] = ()
    dense: tuple[float, ...] = ()
    """Weights of the quartic term of the continuous extension, beyond the cubic through both ends and their rates."""

    def __post_init__(self) -> None:
        if any(len(row) != k + 1 for k, row in enumerate(self.a)) or len(self.b) != self.stages:
            raise ValueError("an explicit tableau has rows of 1, 2, … entries, and one weight in b for each stage")
        _check(self, ("c", "error"), (self.a, self.b, self.c, self.error, self.dense, self.over))
        if abs(sum(self.b) / self.over - 1.0) > COEFFICIENT_TOLERANCE:
            raise ValueError(f"the weights b of a tableau add up to {sum(self.b) / self.over:.6g}: their sum must be 1")
        if self.c and any(abs(c - sum(row)) > COEFFICIENT_TOLERANCE for c, row in zip(self.c, ((), *self.a), strict=True)):
            raise ValueError("the times c of a tableau are not the sums of the rows of a: correct either")

    @property
    def stages(self) -> int:
        return len(self.a) + 1

    @property
    def times(self) -> tuple[float, ...]:
        """Times of the stages, as fractions of the step."""
        return self.c or (0.0, *(float(sum(row)) for row in self.a))

    @property
    def first_same_as_last(self) -> bool:
        """The last stage is evaluated at the result, and so serves the next step."""
        return (*self.a[-1:], ()) == (self.b[:-1], ()) and self.b[-1] == 0.0

    @property
    def rows(self) -> Rows:
        """Weights of each stage, and of the result unless it is the last stage."""
        return self.a if self.first_same_as_last else (*self.a, self.b)

    @property
    def order(self) -> int:
        """Order that the table has, as far as 4: Hairer, Nørsett & Wanner (1993), table II.2.1."""
        A, b, c = square(self.a), np.array(self.b) / self.over, np.array(self.times)
        conditions = [
            [(b.sum(), 1)], [(b @ c, 2)], [(b @ c**2, 3), (b @ A @ c, 6)],
            [(b @ c**3, 4), (b * c @ A @ c, 8), (b @ A @ c**2, 12), (b @ A @ A @ c, 24)],
        ]  # fmt: skip
        held = [all(abs(sum_ - 1 / n) < COEFFICIENT_TOLERANCE for sum_, n in group) for group in conditions]
        return (held + [False]).index(False)

    def growth(self, z: Any) -> Array:
        """Return |R(z)|, the factor by which a step changes ẋ = λx, with z = hλ: R = 1 + Σₖ zᵏ⁺¹ bᵀ Aᵏ 1."""
        A, terms, v = square(self.a), [1.0], np.ones(self.stages)
        for _ in range(self.stages):
            terms.append(float(np.array(self.b) @ v) / self.over)
            v = A @ v
        return np.asarray(np.abs(np.polyval(terms[::-1], z)))


RK4 = Explicit(a=((0.5,), (0.0, 0.5), (0.0, 0.0, 1.0)), b=(1.0, 2.0, 2.0, 1.0), over=6.0)
"""Kutta (1901), Zeitschrift für Mathematik und Physik 46, 435-453"""


@dataclass(frozen=True)
class Linear:
    """Linearly implicit (Rosenbrock) method, in the form without products with the Jacobian J = ∂f/∂x:

        (1/(hγ) − J) kᵢ = f(t + cᵢ h, x + Σⱼ aᵢⱼ kⱼ) + Σⱼ (Cᵢⱼ/h) kⱼ + h dᵢ ∂f/∂t,      x⁺ = x + Σᵢ bᵢ kᵢ

    See Hairer & Wanner (1996), Solving Ordinary Differential Equations II, §IV.7.
    """

    gamma: float
    a: Rows  # rows below the diagonal, from the second stage on, as in C
    C: Rows
    b: tuple[float, ...]
    c: tuple[float, ...]
    d: tuple[float, ...]
    error: tuple[float, ...] = ()  # weights of the stages in the error estimate
    dense: Rows = ()  # rows of the continuous extension

    def __post_init__(self) -> None:
        if any(len(row) != k + 1 for rows in (self.a, self.C) for k, row in enumerate(rows)):
            raise ValueError("a linearly implicit table has rows of 1, 2, … entries in a and C")
        _check(self, ("c", "d", "error"), (self.gamma, self.a, self.C, self.b, self.c, self.d, self.error, self.dense))

    @property
    def stages(self) -> int:
        return len(self.b)


# -- writing out ---------------------------------------------------------------------------------------------------------


def total(weights: Sequence[float], name: str = "k{}[i]") -> str:
    """Write Σ weight · k as an expression; neighbours of the same weight are added before they are multiplied."""
    groups: list[tuple[float, list[str]]] = []
    for j, weight in enumerate(weights):
        if weight == 0.0:
            continue
        if groups and groups[-1][0] == weight and weights[j - 1] == weight:
            groups[-1][1].append(name.format(j))
        else:
            groups.append((weight, [name.format(j)]))
    parts = [(w, names[0] if len(names) == 1 else f"({' + '.join(names)})") for w, names in groups]
    return " + ".join(text if weight == 1.0 else f"{weight!r} * {text}" for weight, text in parts)


def by_fours(values: Mapping[str, str], stores: Mapping[str, str], sums: Mapping[str, str]) -> list[str]:
    """Write a loop over `i` below `n`, four entries at a time: all are read before any is written, so that vector instructions
    serve, whatever the addresses and however few the entries.

    values : expressions of vectors at `[i]`, and of values before in braces
    stores : vector → value
    sums   : of an expression of the values
    """

    def body(place: str, own: Sequence[int]) -> Iterator[str]:
        for name, text in values.items():
            for j in own:
                at_j = text.replace("[i]", f"[i + {j}]" if j else "[i]")
                yield f"{place}{name}_{j} = {at_j.format(**{known: f'{known}_{j}' for known in values})}"
        for name, text in sums.items():
            for j in own:
                yield f"{place}{name}_{j} += {text.format(**{known: f'{known}_{j}' for known in values})}"
        for vector, name in stores.items():
            for j in own:
                yield f"{place}{vector}[i + {j}] = {name}_{j}" if j else f"{place}{vector}[i] = {name}_{j}"

    four = range(4)
    return [
        *(f"    {' = '.join(f'{name}_{j}' for j in four)} = 0.0" for name in sums), "    whole = n - n % 4",
        "    for i in range(0, whole, 4):", *body("        ", four), "    for i in range(whole, n):", *body("        ", four[:1]),
        *(f"    {name} = {' + '.join(f'{name}_{j}' for j in four)}" for name in sums),
    ]  # fmt: skip


def made(lines: Sequence[str], **names: Any) -> Callable[..., Any]:
    """Define the function that lines of text say, with the names that they use."""
    space = {"__name__": __name__, "floats": floats, "part": part, **names}
    text = "\n".join(lines)
    file = f"<tableau {hashlib.sha256(text.encode()).hexdigest()[:16]}>"
    routine_source.register(file, list(lines))
    exec(compile(text, file, "exec"), space)
    function: Callable[..., Any] = space[lines[0].split("(")[0].removeprefix("def ")]
    return function


@compiled
def _nothing(run: Any) -> None:
    """Do nothing: there is no tangent to move along."""


def explicit_step(tableau: Explicit, at: Any, evaluate: Any, retract: Any = None) -> Callable[[Any], None]:
    """Write a step as a function of a record, to be compiled: from X at T to XS at TS, with the step HS (HX: of every entry).

    The rates of the first stage are in K already; for the others `evaluate(run, stage, c)` finds them at (TS, XS). The error of a
    pair goes to E, and h‖Δk‖/‖Δx‖ of its last two stages, if both are at the end of the step, to HLAMBDA.

    With `retract`, configurations move along their tangent: `retract(run)` puts q ⊕ XI to XS, and KAPPA holds the rates of ξ
    (Munthe-Kaas 1998, BIT Numerical Mathematics 38, 92-111).

    Names of the fields: LANES, N_X, T, HS, TS, X, XS, HX, K; E and HLAMBDA for pairs; N_Q, N_V, XI, KAPPA with `retract`.
    """
    times, rows, stages = tableau.times, tableau.rows, tableau.stages
    fsal = tableau.first_same_as_last
    compared = bool(tableau.error) and fsal and times[-2:] == (1.0, 1.0)
    out = ["def step(run):", "    W, n, q, v = run[at.LANES], run[at.N_X] * run[at.LANES], 0, 0"]
    out += ["    t, h, ts, x, xs, hx = floats(run, at.T, at.HS, at.TS, at.X, at.XS, at.HX)"]
    out += [f"    k{j} = part(run, at.K, {j})" for j in range(stages)]
    if tableau.error:
        out += ["    e, hlambda = floats(run, at.E, at.HLAMBDA)"]
    if retract is not None:
        out += ["    q, v, xi = run[at.N_Q] * W, run[at.N_V] * W, floats(run, at.XI)"]
        out += [f"    m{j} = part(run, at.KAPPA, {j})" for j in range(stages)]
        out += ["    for i in range(v):", "        m0[i] = x[q + i]"]  # dexp⁻¹ at ξ = 0 is the identity
    for j, row in enumerate(rows, 1):
        time = times[j] if j < stages else 1.0
        if time != times[j - 1]:
            out += ["    for lane in range(W):", f"        ts[lane] = t[lane] + {f'{time!r} * ' if time != 1.0 else ''}h[lane]"]
        over = f"{1.0 / tableau.over!r} * " if j == stages and tableau.over != 1.0 else ""
        out += ["    for i in range(q, n):"]
        if compared and j == stages - 1:
            out += ["        e[i] = xs[i]"]  # the stage before the last, for the estimate of stiffness
        out += [f"        xs[i] = x[i] + hx[i] * {over}({total(row)})"]
        if retract is not None:
            out += ["    for i in range(v):", f"        xi[i] = hx[i] * {over}({total(row, 'm{}[i]')})", "    retract(run)"]
        if j < stages:
            out += [f"    evaluate(run, {j}, {time!r})"]
    if compared:
        out += ["    for lane in range(W):", "        change = distance = 0.0", "        for i in range(lane, n, W):"]
        out += [f"            change += (k{stages - 1}[i] - k{stages - 2}[i]) ** 2", "            distance += (xs[i] - e[i]) ** 2"]
        out += ["        hlambda[lane] = h[lane] * (change / distance) ** 0.5 if distance > 0.0 else 0.0"]
    if tableau.error:
        out += ["    for i in range(n):", f"        e[i] = hx[i] * ({total(tableau.error)})"]
    return made(out, at=at, evaluate=evaluate, retract=retract or _nothing)


def explicit_extension(tableau: Explicit, at: Any, last: int) -> tuple[Callable[[Any], None], Callable[[Any], None]]:
    """Write the continuous extension at the fractions THETA of the step from XO to X, and its defect.

    The first puts x(θ) to XS: the cubic with the rates at both ends, the first and the last in K, and the quartic term of the
    tableau (Hairer, Nørsett & Wanner 1993, §II.6); the second h (ẋ(θ) − f) to E, with f in XN.
    """
    head = ["    x, xo, xs, e, f, hx, theta = floats(run, at.X, at.XO, at.XS, at.E, at.XN, at.HX, at.THETA)"]
    head += [f"    k{j} = part(run, at.K, {j})" for j in range(max(last + 1, len(tableau.dense)))]
    head += ["    for i in range(run[at.N]):", "        a, b = theta[i], 1.0 - theta[i]", "        chord = x[i] - xo[i]"]
    head += ["        left = hx[i] * k0[i] - chord", f"        bend = chord - hx[i] * k{last}[i] - left"]
    quartic = f"(hx[i] * ({total(tableau.dense)}))"
    inside, slope = [*head], [*head, "        slope = chord + (b - a) * left + a * (2.0 * b - a) * bend"]
    if tableau.dense:
        inside += [f"        bend = bend + b * {quartic}"]
        slope += [f"        slope += 2.0 * a * b * (b - a) * {quartic}"]
    inside += ["        xs[i] = xo[i] + a * (chord + b * (left + a * bend))"]
    slope += ["        e[i] = slope - hx[i] * f[i]"]
    return made(["def interpolate(run):", *inside], at=at), made(["def defect(run):", *slope], at=at)


def moment_function(table: Linear) -> Callable[..., Any]:
    """Write ∫ w z over a step h of a linearly implicit method for z: `moment(h, w0, w1, rate, z, k1, k2, …)`, w from w0 to w1. The
    integral is a state with the derivative w z: the same formulas hold for it, and nothing must be solved for."""
    names = [f"k{i}" for i in range(1, table.stages + 1)]
    out = [f"def moment(h, w0, w1, rate, z, {', '.join(names)}):"]
    for i, (a, C) in enumerate(zip(((), *table.a), ((), *table.C), strict=True)):
        weight = {0.0: "w0", 1.0: "w1"}.get(table.c[i], f"(w0 + {table.c[i]!r} * (w1 - w0))")
        state = " + ".join(["z", *([text] if (text := _of(a)) else [])])
        slope = f" + {table.d[i]!r} * h * rate * z" if table.d[i] else ""
        before = f" + {table.gamma!r} * ({text})" if (text := _of(C).replace("k", "m")) else ""
        out += [f"    m{i + 1} = {table.gamma!r} * h * ({weight} * ({state}) + w0 * k{i + 1}{slope}){before}"]
    out += [f"    return {_of(table.b).replace('k', 'm')}"]
    return made(out)


def _of(weights: Sequence[float]) -> str:
    return total((0.0, *weights), "k{}")
