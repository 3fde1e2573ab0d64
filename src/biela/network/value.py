"""Values that components take: numbers, functions of time, laws of signals, or names of signals; signals that follow them; and
limits, steps and ramps of them. Those without corners let implicit methods keep their order and their step.

    u ──>[ 1/(1 + T s) ]──> y          T ẏ = u − y
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.load.user import takes_time
from biela.mechanism.motion import call, is_motion
from biela.mechanism.parameter import Scalar
from biela.network import Command, Integrator, Law, Network, Output, Se, Sf, is_function
from biela.network.context import NetworkSignals
from biela.network.domain import Domain, plain
from biela.network.registry import component, signal

Value: TypeAlias = Any
"""Number or expression of parameters; function of time (`biela.step(…)`, `lambda t: …`); law (`lambda s: …`); name of a signal."""


def is_constant(x: Value) -> bool:
    """Return True for a number or an expression of free parameters, which do not change in a run."""
    return not is_function(x) and not isinstance(x, str)


def value_of(x: Value, s: NetworkSignals) -> Operand:
    """Return the value as a law with signals `s` sees it."""
    if isinstance(x, str):
        return s[x]
    if not is_function(x):
        return x
    return call(x, s.time) if is_motion(x) or takes_time(x) else x(s)


def or_input(net: Network, name: str, value: Value, unit: str = "1") -> Value:
    """Return the value, or the signal of a new input `name` of the machine where it is None."""
    if value is not None:
        return value
    net.add(Command(name, unit=unit))
    return f"{name}.value"


def add_outputs(net: Network, **laws: tuple[Law, str]) -> None:
    """Add signals (law, unit) and publish each under its name."""
    net.add(*(Output(name, law, unit=unit) for name, (law, unit) in laws.items()))
    net.publish(**{name: f"{name}.value" for name in laws})


def following(
    name: str, wanted: Law, time_constant: Scalar | None, *, initial: Scalar = 0.0, unit: str = "1"
) -> Output | Integrator:  # fmt: skip
    """Return a signal `name.value` that follows a law: at once if `time_constant` is None, else with that lag [s], from
    `initial`."""
    if time_constant is None:
        return Output(name, wanted, unit=unit)
    return Integrator(name, lambda s: (wanted(s) - s[f"{name}.value"]) / time_constant, initial=initial, unit=unit)


def sources(domain: Domain, effort: str, flow: str) -> tuple[Callable[..., Se], Callable[..., Sf]]:
    """Return the components `domain.effort` and `domain.flow`: (name, value), an input of the machine if the value is omitted."""
    return _source(Se, domain, effort, domain.effort), _source(Sf, domain, flow, domain.flow)


def _source(kind: type[Any], domain: Domain, word: str, unit: str) -> Callable[..., Any]:
    def source(name: str, value: Operand = None) -> Operand:
        return kind(name, value, domain=domain)

    source.__name__ = source.__qualname__ = word
    source.__doc__ = f"{word.capitalize()} [{unit}] that is given: a number, a function, or an input if omitted."
    return component(f"{domain.name}.{word}", value=signal(plain(unit)))(source)


def clip(x: Operand, low: Operand = 0.0, high: Operand = 1.0) -> Operand:
    """Return x cut off at `low` and `high`."""
    return xp.fmin(xp.fmax(x, low), high)


def positive(x: Operand) -> Operand:
    """Return max(x, 0); its derivative at zero is the mean of both sides."""
    return 0.5 * (x + xp.fabs(x))


def step(x: Operand) -> Operand:
    """Return h(x): 0 below 0, 1 above 1, s² (3 − 2 s) between; ½ at ½."""
    s = clip(x)
    return s * s * (3 - 2 * s)


def ramp(x: Operand, width: float) -> Operand:
    """Return max(x, 0) without its corner: x²/2w up to w, then x − w/2."""
    s = clip(x, 0.0, width)
    return s * (x - 0.5 * s) / width


def between(x: Operand, width: float = 0.02) -> Operand:
    """Return x cut off at 0 and 1, each corner rounded over `width`; exactly x from w/2 to 1 − w/2."""
    return ramp(x + 0.5 * width, width) - ramp(x + 0.5 * width - 1.0, width)
