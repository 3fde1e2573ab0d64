"""Values of a machine file: expressions evaluated, units checked, laws and functions made, with every problem noted at its
line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from biela.base.errors import BielaError, nearest
from biela.element import schema as forms
from biela.element.declaration import declared
from biela.element.role import Role
from biela.element.units import NUMBER, meaning, remedy
from biela.files.document import Document, Entry, Path_
from biela.files.expression import CONSTANTS, ExpressionError, ExpressionNode, Number, UnitValue, plain
from biela.files.law import TIME, TextFunction, TextLaw, TimeFunction
from biela.files.parser import dimension_of, parse
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, nominal

SIGNALLING = ("bodies", "joints", "couplings", "loads", "actuators", "sensors", "drives", "networks")
"""Sections whose entries have signals."""
ANGLES = frozenset({"rad", "mrad", "deg", "°", "rev", "rpm", "pi"})
SHARES = frozenset({"%", "percent"})
"""Words that name an angle in an expression."""


class Failed(Exception):
    """A value could not be read; the reason is already noted."""


class Values:
    """Values of a document: numbers, laws and functions, with every problem noted at its line."""

    def __init__(self, document: Document):
        self.document = document
        self.data: Entry = document.data
        self.values: dict[str, UnitValue] = {}
        self.broken: set[str] = set()  # objects and parameters with a problem: what needs them is not blamed again
        self.used_signals: list[tuple[Path_, str]] = []
        self.named: list[tuple[Path_, str]] = []  # signals in laws of networks, known once the network is complete
        self.m = Mechanism("machine")

    def section(self, key: str) -> Entry:
        """Return a mapping of the file; empty if it is missing or broken."""
        content = self.data.get(key)
        if content is None:
            return {}
        if not isinstance(content, dict):
            said = f"`{key}` is a mapping of names: write each entry as `name: …` on a line of its own, indented."
            self.document.blame((key,), said)
            self.data[key] = {}
            return {}
        return content

    def refuse(self, path: Path_, message: str, text: str | None = None) -> Failed:
        """Note a problem; what is returned is to be raised."""
        self.document.blame(path, message, text)
        return Failed()

    def form(self, role: Role, value: object, path: Path_) -> None:
        """Note a value that has not the form of its role."""
        try:
            forms.fits(role, value)
        except ValueError as error:
            raise self.refuse((*path, *getattr(error, "path", ())), sentence(error)) from None

    def attempt(self, path: Path_, action: Callable[[], Any], name: str | None = None) -> Any:
        """Return the outcome of an action, or None with the problem noted."""
        try:
            return action()
        except Failed:
            pass
        except BielaError as error:
            self.document.blame(path, str(error), "")
        except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
            said = str(error).splitlines()[0] if str(error) else type(error).__name__
            self.document.blame(path, f"it cannot be used: {said}.", "")
        if name:
            self.broken.add(name)
        return None

    @staticmethod
    def needed(found: Any) -> Any:
        """Return a value that was found; raise if it is None, for which the reason is noted."""
        if found is None:
            raise Failed
        return found

    def tree(self, path: Path_, value: Any, variables: Sequence[str] = ()) -> ExpressionNode:
        """Return the tree of a number or an expression; `variables` are names that are not units there."""
        if isinstance(value, int | float):
            return Number(plain(float(value)))
        try:
            return parse(value, self.section("parameters").keys(), set(variables))
        except ExpressionError as error:
            raise self.refuse(path, str(error)) from None

    def lookup(self, name: str) -> UnitValue:
        if name in self.values:
            return self.values[name]
        if name in self.broken:
            raise Failed
        known = [*self.section("parameters"), *CONSTANTS]
        hint = nearest(name, known) if known != list(CONSTANTS) else " The file declares no parameters."
        what = "signal values cannot be used here: only numbers and parameters." if "." in name else f"no parameter {name!r}.{hint}"
        raise ExpressionError(what)

    def quantity_of(self, path: Path_, tree: ExpressionNode) -> UnitValue:
        if isinstance(tree, Number):
            return tree.quantity
        try:
            quantity = tree.value(self.lookup)
        except ExpressionError as error:
            raise self.refuse(path, str(error)) from None
        except (OverflowError, ZeroDivisionError):
            raise self.refuse(path, "the result is not a finite number.") from None
        value = nominal(quantity.value)
        if not isinstance(value, int | float) or not abs(value) < float("inf"):
            raise self.refuse(path, "the result is not a finite number.")
        return quantity

    def number(self, path: Path_, value: object, unit: str, per_angle: bool = False) -> Any:
        """Return the value in SI units; one that is `per_angle` and has a unit must name the angle."""
        quantity = self.quantity_of(path, self.tree(path, value))
        self.fits(path, quantity, unit)
        unitless = quantity.bare or quantity.dimension is None
        if unitless or not (per_angle or unit.startswith("rad")):
            return quantity.value
        words = self.words(value)
        if per_angle and not words & ANGLES:
            said = "it does not say per which angle: write it per turn, such as 5 mm/rev, or per radian, such as 0.8 mm/rad."
            raise self.refuse(path, said)
        if words & SHARES and not words & ANGLES:
            raise self.refuse(path, "it is a share in percent, where an angle is needed. Write it in rad, deg or rev.")
        return quantity.value

    def words(self, value: object) -> set[str]:
        """Return units and names in an expression, and in the parameters that it contains."""
        parameters, words, waiting = self.section("parameters"), set[str](), [value]
        while waiting:
            entry = waiting.pop()
            text = entry.get("value") if isinstance(entry, dict) else entry
            found = set(re.findall(r"[^\W\d]\w*|[°%]", text)) if isinstance(text, str) else set()
            waiting += [parameters[name] for name in found - words if name in parameters]
            words |= found
        return words

    def plain_number(self, path: Path_, value: object, unit: str) -> float:
        """Return a number; free parameters count with their nominal values."""
        self.form(Role("number"), value, path)
        return float(nominal(self.number(path, value, unit)))

    def fits(self, path: Path_, quantity: UnitValue, unit: str) -> None:
        if unit == "any" or quantity.bare or quantity.dimension is None:
            return
        wanted = NUMBER if unit in ("1", "rad", "") else dimension_of(unit)
        if quantity.dimension != wanted:
            frequency = " A frequency in Hz is not a rate: write rpm, rad/s, or 2*pi times the number."
            extra = frequency if quantity.dimension == dimension_of("Hz") else ""
            said = f"it is {meaning(quantity.dimension)}, where {meaning(wanted)} is needed. {remedy(wanted)}{extra}"
            raise self.refuse(path, said)

    def joint_type(self, name: str) -> Any:
        """Return the type of a joint; its class where the joint has a mistake, and None where it has no type."""
        if name in self.m.joints:
            return self.m.joints[name].type
        entry = self.section("joints").get(name)
        kind = declared("joints").get(str(entry.get("type"))) if isinstance(entry, dict) else None
        return kind.cls if kind is not None and isinstance(kind.cls.coordinates, tuple) else None

    def refuse_beyond(self, path: Path_, value: Any, role: Role) -> None:
        """Note a number beyond the bound of its role."""
        if role.kind not in ("number", "fixed") or not role.bound or value is None:
            return
        number, positive = nominal(value), role.bound == "positive"
        if number > 0 or (number == 0 and not positive):
            return
        wanted = "be above zero" if positive else "not be negative"
        raise self.refuse(path, f"{role.label or path[-1]} is {number:g}: it must {wanted}.")

    @staticmethod
    def several(entries: Sequence[Any], action: Callable[[int], Any]) -> list[Any]:
        """Return all outcomes; every failure is noted before one is raised."""
        outcomes = []
        for i in range(len(entries)):
            with suppress(Failed):
                outcomes.append(action(i))
        if len(outcomes) < len(entries):
            raise Failed
        return outcomes

    @contextmanager
    def scope(self, own: Mapping[str, UnitValue]) -> Iterator[None]:
        """Look for parameters in a component before the file, while it is built."""
        outer = self.values
        self.values = {**outer, **own}
        try:
            yield
        finally:
            self.values = outer

    def law(self, path: Path_, value: Any) -> TextLaw:
        """Return an expression of signals, time and parameters."""
        node = self.tree(path, value, TIME)
        used: dict[str, UnitValue] = {}
        for name in sorted(node.names() - set(TIME)):
            if name in self.section("parameters"):
                used[name] = self.lookup(name)
            elif "." in name:
                self.signal(path, name)
            else:
                hint = nearest(name, [*self.section("parameters"), *self.m.names()])
                raise self.refuse(path, f"{name!r} is neither a parameter nor a signal.{hint}")
        self.dimensions(path, node, used)
        return TextLaw(str(value), node, used)

    def signal(self, path: Path_, name: str) -> None:
        thing = name.partition(".")[0].partition("/")[0]  # `network/element.quantity` is of the network
        if thing in self.broken:
            raise Failed
        everything = {"machine", *(n for key in SIGNALLING for n in self.section(key))}
        if thing not in everything:
            hint = nearest(thing, sorted(everything))
            raise self.refuse(path, f"no signal {name!r}: there is no {thing!r} in the machine.{hint}")
        self.used_signals.append((path, name))

    def dimensions(self, path: Path_, node: ExpressionNode, used: Mapping[str, UnitValue]) -> None:
        """Refuse a law whose units do not fit each other; signals have those that are needed."""
        import casadi

        known = {name: UnitValue(nominal(own.value), own.dimension, own.bare) for name, own in used.items()}
        try:
            node.value(lambda name: known.get(name) or UnitValue(casadi.SX.sym("s"), None))
        except ExpressionError as error:
            raise self.refuse(path, str(error)) from None

    def function(self, path: Path_, value: Any, variables: tuple[str, ...]) -> TextFunction:
        """Return an expression of variables and constants."""
        node = self.tree(path, value, variables)
        used: dict[str, UnitValue] = {}
        for name in sorted(node.names() - set(variables)):
            try:
                used[name] = self.lookup(name)
            except ExpressionError as error:
                raise self.refuse(path, f"{error} It is a function of {', '.join(variables)}.") from None
            if isinstance(used[name].value, Expression):
                said = f"{name!r} is a free parameter: use it in sine, polynomial or step instead, or remove `free`."
                raise self.refuse(path, said)
        self.dimensions(path, node, used)
        named = tuple(v for v in variables if v in node.names()) or variables
        if variables == TIME:
            return TimeFunction(str(value), node, named[:1], used)
        return TextFunction(str(value), node, variables, used)


def sentence(error: ValueError) -> str:
    """Return the message of an error as a sentence."""
    return str(error) if str(error).endswith("?") else f"{error}."
