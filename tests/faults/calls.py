"""Every public call of biela, found by introspection, with good arguments for each; and arguments of every bad kind.

Public is what a room offers in `__all__`, what the documentation and the examples import, and every method, property and
operator of the objects that these calls return. Nothing is listed by hand but what people do not call (`HOOKS`, `INNER`).
"""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import importlib
import inspect
import pkgutil
import random
import re
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from bad_arguments import BAD, KINDS, NEAR
from limits import limited
from pantry import GOOD, STOCK, SUBJECTS, pantry

from biela.base.door import Door
from biela.base.errors import BielaError
from biela.element import Element
from biela.integrate.method.base import Method
from biela.mechanism.joint import JointType
from biela.network.element import Element as NetworkElement
from biela.vehicle.tyre import LateralLaw, LongitudinalLaw

ROOT = Path(__file__).parents[2]
ROOMS = (
    "element", "estimate", "files", "identify", "library", "lie", "mechanism", "network", "report", "simulation", "state",
    "study", "vehicle",
)  # fmt: skip
"""Rooms whose names people write in Python."""
OPERATORS = (
    "__getitem__", "__contains__", "__call__", "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__",
    "__matmul__", "__pow__",
)  # fmt: skip


class Missing(Exception):
    """No good argument is known for a parameter."""


@dataclass(frozen=True)
class Call:
    """A public call and how good arguments for it are found.

    subject : makes the function, bound to its object, anew: some calls change their object
    """

    name: str
    subject: Callable[[], Any]
    signature: inspect.Signature
    example: Any = None

    def good(self) -> dict[str, Any]:
        """A good argument for every parameter that needs one."""
        own = GOOD.get(self.name, GOOD.get(".".join(self.name.split(".")[-2:]), {}))
        given = {}
        for p in self.signature.parameters.values():
            if p.name in own:
                given[p.name] = _made(own[p.name])
            elif self.example is not None and p.name in self.fields:
                given[p.name] = getattr(self.example, p.name)
            elif p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                given[p.name] = self._found(p)
        return given

    @cached_property
    def fields(self) -> set[str]:
        """The fields of a dataclass, which are also its arguments."""
        return {f.name for f in fields(self.example)} if is_dataclass(self.example) else set()

    def _found(self, parameter: inspect.Parameter) -> Any:
        """A good argument by the parameter's name, or an object of the class that it asks for."""
        if self.name.startswith("library.") and parameter.name in ("m", "machine"):
            return importlib.import_module("biela." + self.name.rpartition(".")[0]).build()
        if parameter.name in STOCK:
            return _made(STOCK[parameter.name])
        words = re.findall(r"\w+", str(parameter.annotation))
        for kind, thing in list(FOUND.items()):
            if words[:1] == [kind.__name__] and kind.__name__ not in ("Sequence", "Motion"):
                return thing
        for word, value in (("float", 1.0), ("int", 1), ("str", "n"), ("bool", False), ("Callable", abs)):
            if words[:1] == [word]:
                return value
        raise Missing(f"{self.name}: no good argument is known for {parameter.name!r}: add it to STOCK or GOOD")

    @property
    def slow(self) -> bool:
        """Whether it simulates, designs or writes much."""
        return any(word in self.name for word in SLOW)

    def with_good(self, good: Mapping[str, Any]) -> Any:
        """What the call returns."""
        positional, named = [], {}
        for p in self.signature.parameters.values():
            if p.name not in good:
                continue
            if p.kind is p.POSITIONAL_ONLY:
                positional.append(good[p.name])
            elif p.kind is p.VAR_POSITIONAL:
                positional = [*positional, *named.values(), *good[p.name]]
                named = {}
            elif p.kind is p.VAR_KEYWORD:
                named |= good[p.name]
            else:
                named[p.name] = good[p.name]
        return self.subject()(*positional, **named)

    def bad(self, good: Mapping[str, Any], parameter: str, kind: str) -> Any:
        """A bad argument of a kind; `Missing` if there is none."""
        if kind in BAD:
            return BAD[kind]
        if parameter not in good:
            raise Missing(kind)
        try:
            return NEAR[kind](good[parameter])
        except Exception:
            raise Missing(kind) from None

    def with_bad(self, good: Mapping[str, Any], parameter: str, bad: Any) -> Any:
        """The call with one argument replaced."""
        kind = self.signature.parameters[parameter].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            bad = (bad,)
        elif kind is inspect.Parameter.VAR_KEYWORD:
            bad = bad if isinstance(bad, dict) and all(isinstance(k, str) for k in bad) else {"nobody": bad}
        return self.with_good({**good, parameter: bad})


def _made(value: Any) -> Any:
    return value(pantry(), folder()) if callable(value) else value


@cache
def _temporary() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


def folder() -> Path:
    """Where good calls put their files."""
    return Path(_temporary().name)


# ----------------------------------------------------------------------------------------------------- names of modules


def _imported() -> dict[str, set[str]]:
    """Module → names that the documentation and the examples import from it."""
    paths = [p for name in ("docs", "examples") for p in (ROOT / name).rglob("*") if p.suffix in (".md", ".py")]
    text = "\n".join(p.read_text("utf-8") for p in paths)
    found: dict[str, set[str]] = {}
    for module, names in re.findall(r"from (biela(?:\.\w+)*) import ([\w, ]+)", text):
        found.setdefault(module, set()).update(n.split(" as ")[0].strip() for n in names.split(",") if n.strip())
    return found


def _in_rooms(module: str) -> bool:
    return module == "biela" or (module.startswith("biela.") and module.split(".")[1] in ROOMS)


@cache
def public() -> dict[str, Any]:
    """What modules offer, by name: functions and classes."""
    found: dict[int, tuple[str, Any]] = {}
    visited: set[str] = set()

    def offered(module: Any) -> list[str]:
        own = [n for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__ and n[0] != "_"]
        return sorted(getattr(module, "__all__", own))

    def visit(name: str, names: Any = None) -> None:
        module = importlib.import_module(name)
        if names is None:
            if name in visited:
                return
            visited.add(name)
            names = offered(module)
            for below in pkgutil.iter_modules(getattr(module, "__path__", ())):
                full = f"{name}.{below.name}"
                if below.ispkg and _in_rooms(full) and hasattr(importlib.import_module(full), "__all__"):
                    visit(full)
        for one in names:
            thing = getattr(module, one, None)
            with suppress(ImportError):
                thing = importlib.import_module(f"{name}.{one}") if thing is None else thing
            enter(f"{name}.{one}", thing)

    def enter(label: str, thing: Any) -> None:
        if isinstance(thing, types.ModuleType):
            if _in_rooms(thing.__name__):
                visit(thing.__name__)
        elif callable(thing) and _in_rooms(str(getattr(thing, "__module__", ""))):
            if not (inspect.isclass(thing) and issubclass(thing, BaseException)):
                found.setdefault(id(thing), (label if label.count(".") == 1 else label.removeprefix("biela."), thing))

    visit("biela")
    for module, names in sorted(_imported().items()):
        if _in_rooms(module):
            visit(module, sorted(names))
    return dict(sorted(found.values(), key=lambda pair: pair[0]))


# ------------------------------------------------------------------------------------------------------------- objects

FOUND: dict[type, Any] = {}
"""An object of each class that public calls return."""
INNER_MODULES = (
    "state.functions", "estimate.cloud", "estimate.record", "network.causality", "network.flat", "study.template", "study.store", "study.place",
    "mechanism.topology", "files.expression", "state.coordinates", "element.declaration", "identify.exact", "state.consistent_motion.ClosedLoops",
    "lie.array", "state.state.Assembly", "mechanism.frame.Lock", "mechanism.frame.Sealed", "study.measure", "element.role.Assumed", "network.fmi.component.FmuNetwork", "identify.base_dynamics",
)  # fmt: skip
"""What biela uses inside: it can be reached, but people do not call it. `lie.array` is arithmetic, with the errors of NumPy."""
HOOKS = (Element, JointType, NetworkElement, Method, LongitudinalLaw, LateralLaw)
"""Classes whose methods are written by people and called by biela."""
INNER = {
    "Uniform.gaussian", "Observability.require", "Observation.base", "InverseRun.at", "EventFunction.__call__", "History.show", "Saved.show", "CompiledFilter.propagate", "CompiledFilter.correct", "ParticleFilter.correct", "Estimator.restore", "KalmanFilter.restore", "ParticleFilter.restore",
    "Study.compute", "Study.outputs", "Study.template", "Trials.compute", "Losses.torque", "EfficiencyFriction.force", "ProportionalFriction.force",
    "StribeckFriction.force", "LiteralFriction.force", "PathFollower.angle", "Expression.present", "Numbers.function", "Piston.net_force", "Piston.rubbing", "Selection.averaged", "Selection.filtered",
}  # fmt: skip
"""Calls that open a browser, or that filters must provide, which `Estimator` calls after its own checks."""


def own(x: Any) -> bool:
    """An object of a public class."""
    module = type(x).__module__
    if isinstance(x, type | BaseException) or not _in_rooms(module) or type(x).__name__.startswith("_"):
        return False
    names = (module.removeprefix("biela."), f"{module.removeprefix('biela.')}.{type(x).__name__}")
    return not any(name in INNER_MODULES for name in names)


def enter(x: Any, depth: int = 0) -> None:
    """Note an object, and what can be reached from it."""
    if type(x) in (list, tuple, dict):
        for one in list(x.values() if isinstance(x, dict) else x)[:3]:
            enter(one, depth + 1)
    elif own(x) and type(x) not in FOUND and depth <= 6:
        FOUND[type(x)] = x
        if isinstance(x, HOOKS):
            return
        for name in [n for n in {**dict.fromkeys(dir(type(x))), **getattr(x, "__dict__", {})} if n[0] != "_"]:
            static = inspect.getattr_static(type(x), name, None)
            if not callable(static):
                with suppress(Exception), limited(5.0):
                    enter(getattr(x, name), depth + 1)


@cache
def failures() -> dict[str, str]:
    """Walk: make every public call with its good arguments and note what comes out. What is left are calls that refuse them."""
    for name in SUBJECTS:
        enter(SUBJECTS[name]())
    left: dict[str, str] = {}
    while True:
        before = len(FOUND)
        left = {}
        for call in [*_functions(), *_classes(), *_members()]:
            if call.name in _DONE:
                continue
            try:
                with limited(60.0):
                    enter(call.with_good(call.good()))
                _DONE.add(call.name)
            except Exception as error:
                left[call.name] = f"{type(error).__name__}: {error}"
        if len(FOUND) == before:
            return left


_DONE: set[str] = set()
REFUSING = {
    "network.fmi.component.Border",
    "network.fmi.component.Connected",
    "network.fmi.component.FmuCoupling",
    "network.fmi.component.FmuNetwork",
    "mechanism.motion.call",
    "simulation.hold",
    "simulation.steady",
    "network.element.Storage",
    "network.element.Field",
    "network.element.StoringField",
    "mechanism.motion.Motion",
}
"""What classes are derived from; and what needs a machine with hydraulics."""


def _signature(thing: Any) -> inspect.Signature:
    """The parameters of a call; those of the class above where a class hands all of them on."""
    found = inspect.signature(thing)
    handed = inspect.isclass(thing) and all(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in found.parameters.values())
    return _signature(thing.__mro__[1]) if handed and found.parameters else found


def _functions() -> Iterator[Call]:
    for label, thing in public().items():
        if inspect.isclass(thing) and (inspect.isabstract(thing) or getattr(thing, "_is_protocol", False)):
            continue
        if label in REFUSING or thing.__module__.removeprefix("biela.") in INNER_MODULES:
            continue
        yield Call(label, lambda thing=thing: thing, _signature(thing), FOUND.get(thing) if inspect.isclass(thing) else None)  # type: ignore[misc]


def _classes() -> Iterator[Call]:
    """Classes of objects that calls return, which no module offers."""
    offered = set(map(id, public().values()))
    for kind, thing in list(FOUND.items()):
        if id(kind) not in offered and not issubclass(kind, HOOKS):
            yield Call(f"{kind.__module__.removeprefix('biela.')}.{kind.__name__}", lambda kind=kind: kind, _signature(kind), thing)  # type: ignore[misc]


def _members() -> Iterator[Call]:
    """Methods, properties and operators of all objects that were found; one that several classes inherit once for each."""
    for kind, thing in list(FOUND.items()):
        if issubclass(kind, HOOKS):
            continue
        room = kind.__module__.split(".")[1]
        make = SUBJECTS.get(f"{room}.{kind.__name__}", SUBJECTS.get(kind.__name__, lambda thing=thing: thing))  # type: ignore[misc]
        for name in dir(kind):
            if name[0] == "_" and name not in OPERATORS:
                continue
            home = next((c for c in kind.__mro__ if name in vars(c)), object)
            static = inspect.getattr_static(kind, name)
            declaration = getattr(static, "declaration", None)  # of a verb; other tests declare elements of their own
            if (
                not getattr(declaration, "cls", home).__module__.startswith("biela.")
                or f"{home.__name__}.{name}" in INNER
                or f"{kind.__name__}.{name}" in INNER
            ):
                continue
            label = f"{room}.{kind.__name__}.{name}"
            if isinstance(static, property | cached_property):
                yield Call(label, lambda make=make, name=name: lambda: getattr(make(), name), inspect.Signature())  # type: ignore[misc]
            elif callable(bound := getattr(thing, name, None)) and not isinstance(bound, type):
                if isinstance(static, Callable | classmethod | staticmethod | Door):
                    yield Call(label, lambda make=make, name=name: getattr(make(), name), inspect.signature(bound))  # type: ignore[misc]


@cache
def calls() -> list[Call]:
    """All public calls."""
    failures()
    return [*_functions(), *_classes(), *_members()]


# ------------------------------------------------------------------------------------------------------------- attack

SECONDS = 10.0
"""CPU time of one call."""
SLOW = (
    "sweep",
    "manoeuvre",
    "design_excitation",
    "identify.identify",
    "follow_path",
    "run_trials",
    "FilterStudy",
    "simulate",
    "branches",
    "plot",
    "report",
    "excavator",
)
_OF_PYTHON = re.compile(
    r"unexpected keyword|missing \d+ required|takes .* positional|multiple values|unsupported operand type|cannot use operands"
)
"""What Python says, by name, of an argument that is missing, unknown or too much, and of an operator without a meaning."""


def chosen(number: int, seed: int, *, slow: bool = False) -> list[tuple[Call, str, str]]:
    """Random combinations of a call, a parameter and a bad kind: every call once before one is tried again.

    slow : also of calls that take long
    """
    rng, some = random.Random(seed), [call for call in calls() if call.signature.parameters and (slow or not call.slow)]
    rng.shuffle(some)
    picked = [some[k % len(some)] for k in range(number)]
    return [(call, rng.choice(list(call.signature.parameters)), rng.choice(KINDS)) for call in picked]


def raw(call: Call, good: Mapping[str, Any], parameter: str, bad: Any) -> str:
    """What is wrong with the answer to a bad argument; nothing if it is an error with words, or if the call works."""
    try:
        with limited(SECONDS):
            call.with_bad(good, parameter, bad)
    except BielaError as error:
        return "" if len(str(error)) > 15 else f"{error!r} says nothing"
    except OSError as error:  # files that cannot be written say so
        return "" if "was not written" in str(error) else repr(error)
    except Exception as error:
        operator = "__" in call.name or "unsupported operand" not in str(error)
        of_python = isinstance(error, TypeError) and operator and _OF_PYTHON.search(str(error))
        return "" if of_python else f"{type(error).__name__}: {error}"
    return ""


def attack(some: Iterable[tuple[Call, str, str]]) -> tuple[int, list[str]]:
    """Number of bad calls, and what was raw."""
    tried, found = 0, []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for call, parameter, kind in some:
            good = call.good()
            try:
                bad = call.bad(good, parameter, kind)
            except Missing:
                continue
            tried += 1
            if answer := raw(call, good, parameter, bad):
                found.append(f"{call.name}({parameter}=<{kind}>): {answer}")
    return tried, found
