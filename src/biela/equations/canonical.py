"""A description as text: the same machine gives the same text, any change that matters gives another.

It keys the cache of compiled kernels, so everything that shapes the equations must be in it. Python functions written
by users (laws, curves, surfaces) are called once with symbols, and what they do is written down (`biela.lie.traced`): without
CasADi where that can be done, else as the expression that CasADi makes of them.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from biela.base.errors import DescriptionError
from biela.element.uses import HOW_TO_WRITE_A_FUNCTION, failure, who
from biela.lie.se3 import Pose
from biela.lie.traced import TextTape
from biela.mechanism.frame import Body, Frame
from biela.mechanism.joint import JointType
from biela.mechanism.load.user import HOW_TO_WRITE_A_LAW, takes_time
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion.pieces import curves_met
from biela.mechanism.parameter import ByName, Expression, Parameter, presenting, resolving
from biela.mechanism.sensor import Errors


def laws_text(laws: Mapping[str, Any]) -> str:
    """Return the text of input laws, by actuator name."""
    return "\n".join(f"law {name} {_text(law)}" for name, law in sorted(laws.items()))


def canonical(mechanism: Mechanism) -> str:
    """Return the text of everything that shapes the equations of a machine."""
    with resolving({}, mechanism.parameters):
        networks = (f"network {a.name} {a.prefix}{_text(a.ports)}{a.graph.text(_text)}" for a in mechanism.networks.values())
        return "\n".join([*_parts(mechanism, traced), *networks])


def _parts(mechanism: Mechanism, trace: Trace) -> list[str]:
    """Return the text of all but the networks; `trace` writes the functions of users."""
    stores = ("couplings", "loads", "actuators", "drives", "sensors")
    return [
        _text(mechanism.gravity),
        *(_text(b, trace) for b in mechanism.bodies.values()),
        *(_named(j, trace) for j in mechanism.joints.values()),
        *(_named(x, trace) for store in stores for x in getattr(mechanism, store).values()),
        *(f"parameter {p.name} {p.value!r}" for p in mechanism.parameters.values()),
        *(f"schedule {name} {_text(share, trace)}" for name, share in mechanism.schedules.items()),
    ]


def _named(x: Any, trace: Trace) -> str:
    """Return the text of an object; an error in one of its functions names the object."""
    try:
        return _text(x, trace)
    except DescriptionError as error:
        raise DescriptionError(f"{x.name!r}: {error}") from None


def _text(x: Any, trace: Trace | None = None) -> str:
    trace = trace or traced
    match x:
        case None | bool() | str():
            return repr(x)
        case Expression():
            return x.canonical() if not isinstance(x, Parameter) else f"parameter:{x.name}"
        case int() | float() | np.floating() | np.integer():
            return repr(float(x) + 0.0)  # 1 and 1.0, 0 and −0, of Python or NumPy: one number, one text
        case np.ndarray():
            return _text(tuple(x.tolist()), trace)
        case tuple() | list():
            return "(" + ",".join(_text(e, trace) for e in x) + ")"
        case Pose():
            return f"pose{_text(x.rotation)}{_text(x.position)}"
        case Frame():
            return f"frame {x.body.name}{_text(x.position)}{_text(x.rotation)}"
        case Errors():
            return ""  # how well a signal is read does not shape it
        case Body():
            return f"body {x.name}{_text((x.mass, x.com, x.inertia))}"
    if is_dataclass(x) and not isinstance(x, type):
        law = _behaviour(x) if _foreign(x) else ""
        inside = ",".join(f"{f.name}={_text(getattr(x, f.name), trace)}" for f in fields(x))
        return f"{type(x).__name__}({inside}){law}"
    if callable(x):
        return trace(x)
    raise DescriptionError(f"{x!r} cannot be part of a description.")


Trace = Callable[[Any], str]
VECTORS = (2, 3, 4, 6)
"""Sizes of a vector that a law of a network may be a function of."""


class _Names:
    """Stands for the signals while a law is traced: every name becomes a symbol."""

    def __init__(self, new: Callable[..., Any]) -> None:
        self._new = new
        self.symbols: dict[str, Any] = {}
        self.time = self["time"]

    def __getitem__(self, name: str) -> Any:
        return self.symbols.setdefault(name, self._new(name))

    def parameter(self, name: str) -> Any:
        return self[f"parameter {name}"]

    def vector(self, name: str, size: int = 3) -> Any:
        return self.symbols.setdefault(f"vector {name}", self._new(f"vector {name}", size))

    def value(self, law: Any, what: str) -> Any:
        """Call a function of signals or of time; a number or an expression of parameters is returned as it is."""
        if isinstance(law, Expression) or not callable(law):
            return law
        return law(self.time) if takes_time(law) else law(self)


def _attempts(function: Any, names: _Names, new: Callable[..., Any]) -> list[tuple[Any, ...]]:
    """Return the arguments that a function may take: signals, one variable, three; a variable and signals, a vector.

    Arguments with a default are not given: `lambda x, s, k=k: k * x` has two.
    """
    x, y, z = (new(f"x{i}") for i in range(3))
    attempts = [(names,), (x,), (x, y, z), (x, names), *((new(f"x{n}", n),) for n in VECTORS)]
    if takes_time(function):
        attempts[:2] = attempts[1::-1]
    with suppress(TypeError, ValueError):
        own = inspect.signature(function).parameters.values()
        needed = sum(p.default is p.empty for p in own)
        if all(p.kind is p.POSITIONAL_OR_KEYWORD for p in own):
            return [a for a in attempts if len(a) == needed] or attempts
    return attempts


def traced(function: Any) -> str:
    """Write what a user's function does: its operations one by one, or its expression if those cannot be written down."""
    tape = TextTape()
    names = _Names(tape.symbol)
    for number, arguments in enumerate(_attempts(function, names, tape.symbol)):
        # a user's function may raise anything when called with the wrong arguments; CasADi's attempts say what is wrong
        with suppress(Exception), presenting(ByName(names.parameter)):
            result = tape.text(function(*arguments))
            return f"traced {number}:{tape}:{result}"
    return casadi_text(function)


def casadi_text(function: Any) -> str:
    """Return the expression a user's function returns, as text."""
    import casadi

    names = _Names(casadi.SX.sym)
    problem: Exception | None = None
    for arguments in _attempts(function, names, casadi.SX.sym):
        symbols = [x for x in arguments if x is not names]
        try:
            with resolving(ByName(names.parameter)):
                value = casadi.SX(function(*arguments))
        except DescriptionError:
            raise
        except Exception as error:  # a user's function may raise anything when called with the wrong arguments
            # casadi's own words are a page long, and it may raise a SystemError
            short = isinstance(error, NotImplementedError | SystemError)
            problem = problem or (TypeError("it returned no expression") if short else error)
            continue
        # the order in which a law happens to ask for its signals says nothing
        known = dict(sorted(names.symbols.items()))
        if len(symbols) == len(arguments):
            known = {name: symbol for name, symbol in known.items() if name.startswith("parameter ")}
        f = casadi.Function("traced", [*symbols, *known.values()], [value])
        _refuse_nan(f, f"the function {getattr(function, '__name__', function)!r}")
        return f"{len(symbols)} variables {list(known)}:{f.serialize()}"
    raise DescriptionError(
        f"the function {getattr(function, '__name__', function)!r} cannot be used in a description: {problem}. "
        f"It must return an expression of its arguments. {HOW_TO_WRITE_A_LAW}"
    )


def _foreign(x: Any) -> bool:
    """Return whether a class outside biela takes part in an object: what it does must then be in the text, not only its name."""
    if not is_dataclass(x) or isinstance(x, type) or isinstance(x, Frame):
        return False
    own = type(x).__module__.startswith("biela.")
    return not own or any(_foreign(getattr(x, f.name)) for f in fields(x))


def _behaviour(x: Any) -> str:
    """Write what an object of a user's class does: what its class states, and its functions called with symbols.

    What cannot be traced gets a text that never comes again: its functions are compiled anew, and nothing stale is found.
    """
    tape = TextTape()
    names = _Names(tape.symbol)
    with suppress(Exception), presenting(ByName(names.parameter)):
        parts = [part for part in x.expressions(tape.symbol, names) if part is not None]
        return f"{_stated(x)}traced {tape.text(parts)}:{tape}"
    if not hasattr(x, "expressions"):
        return _source(type(x))
    import casadi

    names = _Names(casadi.SX.sym)
    try:
        with resolving(ByName(names.parameter)):
            parts = x.expressions(casadi.SX.sym, names)
        if parts is None:
            return _stated(x)
        values = casadi.vertcat(*(casadi.vec(casadi.SX(part)) for part in parts if part is not None))
    except Exception as error:  # a user's function may raise anything
        if isinstance(x, JointType):
            raise failure(x, "one of its functions", error) from error
        # the error is raised where the equations need it
        return f"untraced {os.urandom(16).hex()}"
    symbols = casadi.symvar(values)
    traced = casadi.Function("element", symbols, [values])
    _refuse_nan(traced, who(x), HOW_TO_WRITE_A_FUNCTION)
    return f"{_stated(x)}{[s.name() for s in symbols]}{traced.serialize()}"


def _stated(x: Any) -> str:
    """Return the plain data that a class states besides its fields: names, units and rows of what it gives."""
    own = {f.name for f in fields(x)}
    stated = ((name, getattr(x, name, None)) for name in dir(type(x)) if name[0] != "_" and name not in own)
    return repr([(name, value) for name, value in stated if value is not None and _plain(value)])


def _plain(value: Any) -> bool:
    if isinstance(value, Mapping):
        return _plain(tuple(value.items()))
    return isinstance(value, str | int | float | None) or isinstance(value, tuple | list) and all(map(_plain, value))


def _source(cls: type) -> str:
    """Return the text of the file that a class is written in; of an interactive session one that never comes again."""
    try:
        return inspect.getsource(sys.modules[cls.__module__])
    except (KeyError, OSError, TypeError):
        return f"untraced {os.urandom(16).hex()}"


def _refuse_nan(traced: Any, what: str, remedy: str = HOW_TO_WRITE_A_LAW) -> None:
    """Refuse NaN, into which functions of `math` silently turn a symbol."""
    import casadi

    constants = (k for k in range(traced.n_instructions()) if traced.instruction_id(k) == casadi.OP_CONST)
    if any(np.isnan(traced.instruction_constant(k)) for k in constants):
        raise DescriptionError(f"{what} returns NaN: a number was taken from a symbol, as the functions of `math` do. {remedy}")


def signals_of(function: Any, law: Any = None) -> list[str]:
    """List the signals that a function of signals asks for; none if `law`, which it calls, is one of time."""
    import casadi

    names = _Names(casadi.SX.sym)
    if not takes_time(law):
        with suppress(Exception), resolving(ByName(names.parameter)):
            function(names)
    return [name for name in names.symbols if name != "time" and not name.startswith("parameter ")]


def curves_in(law: Any) -> list[tuple[float, ...]]:
    """List the knots of the curves that a law of signals calls, in the order of the calls: `lambda s: table(s["A.angle"])`."""
    tape = TextTape()
    names = _Names(tape.symbol)
    with suppress(Exception), presenting(ByName(names.parameter)), curves_met() as met:  # an error is raised where it is derived
        law(names)
        return [knots for _, knots in met]
    return []


def stores(load: Any) -> bool:
    """Return whether a load stores energy: its class says so, or it gives an energy when it is shown symbols."""
    import casadi

    names = _Names(casadi.SX.sym)
    stated = bool(getattr(load, "stores", False))
    if not stated and hasattr(load, "traced_view"):
        with suppress(Exception), resolving(ByName(names.parameter)):  # the error is raised where the load is derived
            return load.act(load.traced_view(casadi.SX.sym), names).energy is not None
    return stated
