"""Balances that are linear in data of a component, between quantities that can be measured at it.

    y = Σ c_k φ_k(s) + known(s)                                                                               (1)

y is a flow or an effort, c_k are coefficients (an area, a leakage), φ_k and `known` are functions of the component's signals s: its
published ones, `NAME.rate` for the time derivative of one, and those of its mechanical port, `extension` and `speed` (`angle` and
`rate` of a shaft). Identification uses these balances where the signals were measured. A component declares them in its file:

    @balances("hydraulic.cylinder")
    def of_cylinder(given) -> LinearBalances: …                    # given["bore"], given["leakage"], …, defaults included

What is not declared is not linear, or not measurable from outside.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, TypeVar

from biela.base.dataclass import dataclass
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar
from biela.network.registry import find

Signals = Mapping[str, Operand]
Given = Mapping[str, Any]


@dataclass(frozen=True)
class BalanceCoefficient:
    """Coefficient that enters linearly: its described value and its unit."""

    value: Scalar
    unit: str


@dataclass(frozen=True)
class Balance:
    """Balance (1) of one quantity.

    name, unit : of y: a signal that is measured, or the effort of a mechanical port
    factors : coefficient → φ
    known : the rest, at described values
    needs : signals that factors and `known` read, besides those of the mechanical port
    """

    name: str
    unit: str
    factors: Mapping[str, Callable[[Signals], Operand]]
    known: Callable[[Signals], Operand]
    needs: tuple[str, ...]


@dataclass(frozen=True)
class LinearBalances:
    """Balances of a component that are linear in its data.

    flows : balances whose left side is measured at the component
    port : its mechanical port; `effort` is the balance of what it exerts there
    viscous : friction per rate at that port, which `effort` leaves out: it is a load of the machine
    offset : displacement of the port where `extension` is zero
    units : columns → SI units
    fixed : what is taken as described, since it does not enter linearly, and how to find it otherwise
    written : values of some coefficients, and of `viscous`, → arguments of the component that describe them; and what its
        arguments cannot describe, with the reason
    """

    coefficients: Mapping[str, BalanceCoefficient]
    flows: tuple[Balance, ...]
    port: str = ""
    effort: Balance | None = None
    viscous: float = 0.0
    offset: float = 0.0
    units: Mapping[str, str] = field(default_factory=dict)
    fixed: str = ""
    written: Callable[[Mapping[str, float]], tuple[dict[str, object], dict[str, str]]] = lambda values: (
        {},
        dict.fromkeys(values, "its component does not say how"),
    )


_LINEAR: dict[str, Callable[[Given], LinearBalances]] = {}
F = TypeVar("F", bound=Callable[[Given], LinearBalances])


def balances(type: str) -> Callable[[F], F]:
    """Declare the balances of a component of this type."""

    def register(function: F) -> F:
        _LINEAR[type] = function
        return function

    return register


def linear_of(component: Any) -> LinearBalances | None:
    """Return the balances of an element or network, if the component it was made by declares them."""
    made = getattr(component, "made_by", None)
    if made is None or (known := find(made.type)).type not in _LINEAR:
        return None
    parameters = inspect.signature(known.build).parameters
    defaults = {n: p.default for n, p in parameters.items() if p.default is not p.empty}
    return _LINEAR[made.type]({**defaults, **made.arguments})
