"""A description as text: the same machine gives the same text, any change that matters gives another.

It keys the cache of compiled kernels, so everything that shapes the equations must be in it. Python functions written
by users (laws, curves, surfaces) are called once with symbols, and the expressions they return are written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from biela.errors import DescriptionError
from biela.lie.se3 import Pose
from biela.mechanism.frame import Body, Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, Parameter


def laws_text(laws: Mapping[str, Any]) -> str:
    """Text of input laws, by actuator name."""
    return "\n".join(f"law {name} {_text(law)}" for name, law in sorted(laws.items()))


def canonical(mechanism: Mechanism) -> str:
    """Text of everything that shapes the equations of a machine."""
    parts = [
        _text(mechanism.gravity),
        *(_text(b) for b in mechanism.bodies.values()),
        *(_text(j) for j in mechanism.joints.values()),
        *(
            _named(x)
            for store in ("couplings", "loads", "actuators", "drives", "sensors")
            for x in getattr(mechanism, store).values()
        ),
        *(f"parameter {p.name} {p.value!r}" for p in mechanism.parameters.values()),
    ]
    if mechanism.networks:
        from biela.equations.machine import network_text

        parts += [_text(port) for network in mechanism.networks.values() for port in network.ports]
        parts.append(network_text(mechanism))
    return "\n".join(parts)


def _named(x: Any) -> str:
    """Text of an object; what is wrong with a function inside it is said with its name."""
    try:
        return _text(x)
    except DescriptionError as error:
        raise DescriptionError(f"{x.name!r}: {error}") from None


def _text(x: Any) -> str:
    match x:
        case None | bool() | str() | Expression():
            return repr(x) if not isinstance(x, Parameter) else f"parameter:{x.name}"
        case int() | float() | np.floating() | np.integer():
            return repr(float(x) + 0.0)  # 1 and 1.0, 0 and −0, of Python or NumPy: one number, one text
        case np.ndarray():
            return _text(tuple(x.tolist()))
        case tuple() | list():
            return "(" + ",".join(_text(e) for e in x) + ")"
        case Pose():
            return f"pose{_text(x.rotation)}{_text(x.position)}"
        case Frame():
            return f"frame {x.body.name}{_text(x.position)}{_text(x.rotation)}"
        case Body():
            return f"body {x.name}{_text((x.mass, x.com, x.inertia))}"
    if is_dataclass(x) and not isinstance(x, type):
        inside = ",".join(f"{f.name}={_text(getattr(x, f.name))}" for f in fields(x))
        return f"{type(x).__name__}({inside})"
    if callable(x):
        return traced(x)
    raise DescriptionError(f"{x!r} cannot be part of a description.")


class _Names:
    """Stands for the signals while a law is traced: every name becomes a symbol."""

    def __init__(self) -> None:
        import casadi

        self._new = casadi.SX.sym
        self.symbols: dict[str, Any] = {}
        self.time = self["time"]

    def __getitem__(self, name: str) -> Any:
        return self.symbols.setdefault(name, self._new(name))

    def parameter(self, name: str) -> Any:
        return self[f"parameter {name}"]


def traced(function: Any) -> str:
    """The expression a user's function returns, as text. Tried as a law of signals, of one variable, of three."""
    import casadi

    names = _Names()
    attempts: list[tuple[tuple[Any, ...], list[Any]]] = [((names,), [])]
    for n in (1, 3):
        symbols = [casadi.SX.sym(f"x{i}") for i in range(n)]
        attempts.append((tuple(symbols), symbols))
    problem: Exception | None = None
    for arguments, symbols in attempts:
        try:
            returned = function(*arguments)
        except Exception as error:  # a user's function may raise anything when called with the wrong arguments
            problem = problem or error
            continue
        try:
            value = casadi.SX(returned)
        except Exception:  # casadi's own words are a page long, and it may raise a SystemError
            problem = problem or TypeError(f"it returned {returned!r}")
            continue
        inputs = symbols or list(names.symbols.values())
        labels = ",".join(names.symbols) if not symbols else f"{len(symbols)} variables"
        return f"{labels}:{casadi.Function('traced', inputs, [value]).serialize()}"
    raise DescriptionError(
        f"the function {getattr(function, '__name__', function)!r} cannot be used in a description: {problem}. "
        "It must return an expression of its arguments: arithmetic and casadi functions, no branches on values."
    )
