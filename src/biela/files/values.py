"""Values of a machine file: expressions evaluated, units checked, laws and functions of time made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from biela.errors import BielaError, nearest
from biela.files import motion as file_motion
from biela.files import schema
from biela.files.document import Document, Path_
from biela.files.expression import CONSTANTS, ExpressionError, Node, Quantity, plain
from biela.files.law import TIME, TextFunction, TextLaw, TimeFunction
from biela.files.parser import parse
from biela.files.units import NUMBER, Dimension, dimension_of, meaning, remedy
from biela.mechanism import motion as motions
from biela.mechanism.frame import Frame, rotation_matrix
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, nominal

if TYPE_CHECKING:
    pass

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
STIFFNESSES = {"stiffness": ("N*m/rad", "N/m"), "damping": ("N*m*s/rad", "N*s/m")}


class Failed(Exception):
    """A value could not be had; why is already noted."""


class Values:
    """Values of a document: numbers, places, laws and functions of time, with every problem noted at its line."""

    def __init__(self, document: Document):
        self.document = document
        self.data: dict[str, Any] = document.data
        self.values: dict[str, Quantity] = {}
        self.broken: set[str] = set()  # objects and parameters with a problem: what needs them is not blamed again
        self.used_signals: list[tuple[Path_, str]] = []
        self.m = Mechanism("")

    def section(self, key: str) -> dict[str, Any]:
        """A mapping of the file; empty if it is missing or broken."""
        content = self.data.get(key)
        if content is None:
            return {}
        if not isinstance(content, dict):
            self.document.blame(
                (key,), f"`{key}` is a mapping of names: write each entry as `name: …` on a line of its own, indented."
            )
            self.data[key] = {}
            return {}
        return content

    def validate(
        self, model: type[schema.Entry], entry: Any, path: Path_, name: str | None = None, strip: bool = False
    ) -> Any:
        """An entry checked by its model; problems are noted at their own lines. `strip`: the entry is its only field."""
        if not isinstance(entry, dict):
            self.document.blame(path, f"{path[-1]!r} needs its data as `key: value` lines or {{key: value}}.")
            self.broken.add(name or "")
            return None
        try:
            return model.model_validate(entry)
        except ValidationError as error:
            for one in error.errors():
                where = tuple(one["loc"])[1:] if strip else tuple(one["loc"])
                self.document.blame(
                    (*path, *where), _explain(one, model), "" if one["type"] in ("extra_forbidden", "missing") else None
                )
            if name:
                self.broken.add(name)
            self._try_the_rest(model, entry, {one["loc"][0] for one in error.errors() if one["loc"]}, path, strip)
            return None

    def _try_the_rest(self, model: type[schema.Entry], entry: Any, wrong: set[Any], path: Path_, strip: bool) -> None:
        """Of an entry that is not used, what is left is looked at too: all problems of a file are shown at once."""
        rest = {k: v for k, v in entry.items() if k in model.model_fields and k not in wrong}
        try:
            self.resolve(model.model_construct(set(rest), **rest), path, strip)
        except Failed:
            pass
        except (BielaError, ValueError, TypeError, ArithmeticError) as error:
            self.document.blame(path, str(error).splitlines()[0] if str(error) else type(error).__name__, "")

    def checked(self, validator: Callable[[Any], Any], entry: Any, path: Path_) -> Any:
        try:
            return validator(entry)
        except ValueError as error:
            self.document.blame(path, f"{error}.")
            raise Failed from None

    def attempt(self, path: Path_, action: Callable[[], Any], name: str | None = None) -> Any:
        """The outcome of an action, or None with the problem noted."""
        try:
            return action()
        except Failed:
            pass
        except BielaError as error:
            self.document.blame(path, str(error), "")
        except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
            self.document.blame(
                path, f"it cannot be used: {str(error).splitlines()[0] if str(error) else type(error).__name__}.", ""
            )
        if name:
            self.broken.add(name)
        return None

    # ------------------------------------------------------------------------------------------------------------- values

    def resolve(self, model: BaseModel, path: Path_, strip: bool = False) -> dict[str, Any]:
        """Fields that were given, as arguments for a method of `Mechanism`. All are tried before one fails."""
        units = self._joint_units(model)
        arguments: dict[str, Any] = {}
        failed = False
        for key, about in type(model).model_fields.items():
            if key not in model.model_fields_set:
                continue
            value, place = getattr(model, key), path if strip else (*path, key)
            extra = about.json_schema_extra if isinstance(about.json_schema_extra, dict) else {}
            if value is None:
                continue
            if key in ("joint", "driver", "driven", "pinion", "rack") and value in self.broken:
                failed = True
                continue
            try:
                unit = str(extra.get("unit", "1"))
                arguments[key] = self.field(place, value, str(extra.get("kind", "")), units(unit))
            except Failed:
                failed = True
            except ExpressionError as error:
                self.document.blame(place, str(error))
                failed = True
        if failed:
            raise Failed
        return arguments

    def _joint_units(self, model: BaseModel) -> Callable[[str], str]:
        """Units with q and f replaced by those of the joint's coordinate; `any` if the joint is not known."""
        joint = self.m.joints.get(str(getattr(model, "joint", "")))
        q = f = None
        if joint is not None:
            try:
                i = joint.coordinate(getattr(model, "coordinate", None), "")
                rate, f = joint.type.rates[i].unit, joint.type.efforts[i].unit.replace("·", "*")
                q = rate.removesuffix("/s")
            except BielaError:
                q = f = None
        table = {"q": q, "f": f}

        def unit(text: str) -> str:
            if not any(part in table for part in text.replace("*", "/").split("/")):
                return text
            if q is None or f is None:
                return "any"
            above = {"f/q": f"{f}/{q}", "f*s/q": f"{f}*s/{q}", "q": q, "f": f, "q/s": f"{q}/s", "s/q": f"s/{q}"}
            return above[text]

        return unit

    def field(self, path: Path_, value: Any, kind: str, unit: str) -> Any:
        match kind:
            case "number":
                return self.number(path, value, unit)
            case "vector":
                return self.vector(path, value, unit)
            case "direction":
                return self.direction(path, value)
            case "rotation":
                return self.rotation(path, value)
            case "inertia":
                return self.inertia(path, value)
            case "place":
                return self.place(path, value)
            case "six":
                return self.six(path, value, unit)
            case "law":
                return self.law(path, value)
            case "readings":
                if not isinstance(value, list):
                    return self.plain_number(path, value, unit)
                return self.several(value, lambda i: self.plain_number((*path, i), value[i], unit))
            case "rows":
                return [
                    [self.plain_number((*path, i, k), e, unit) for k, e in enumerate(row)]
                    for i, row in enumerate(value)
                ]
            case "signals":
                names = value if isinstance(value, list) else [value]
                self.used_signals += [((*path, i) if isinstance(value, list) else path, n) for i, n in enumerate(names)]
                return value
            case "surface":
                return self.function(path, value, ("x", "y", "z"))
            case "curve":
                return self.motion(path, value, "any", ("x",))
            case "motion":
                return self.motion(path, value, unit, TIME)
            case "components":
                return [self.component((*path, i), e, unit) for i, e in enumerate(value)]
            case "terms":
                if any(t["joint"] in self.broken for t in value):
                    raise Failed
                return [
                    {**t, "factor": self.number((*path, i, "factor"), t["factor"], "any")} for i, t in enumerate(value)
                ]
        return value

    def tree(self, path: Path_, value: Any, variables: Sequence[str] = ()) -> Node | Quantity:
        """A number as it is, an expression as its tree; `variables` are names that are no units there."""
        if isinstance(value, int | float):
            return plain(float(value))
        try:
            return parse(value, set(self.section("parameters")), set(variables))
        except ExpressionError as error:
            self.document.blame(path, str(error))
            raise Failed from None

    def lookup(self, name: str) -> Quantity:
        if name in self.values:
            return self.values[name]
        if name in self.broken:
            raise Failed
        known = [*self.section("parameters"), *CONSTANTS]
        hint = nearest(name, known) if known != list(CONSTANTS) else " The file declares no parameters."
        what = (
            "signal values cannot be used here: only numbers and parameters."
            if "." in name
            else f"no parameter {name!r}.{hint}"
        )
        raise ExpressionError(what)

    def quantity_of(self, path: Path_, tree: Node | Quantity) -> Quantity:
        if isinstance(tree, Quantity):
            return tree
        try:
            quantity = tree.value(self.lookup)
        except ExpressionError as error:
            self.document.blame(path, str(error))
            raise Failed from None
        except (OverflowError, ZeroDivisionError):
            self.document.blame(path, "the result is not a finite number.")
            raise Failed from None
        value = nominal(quantity.value)
        if not isinstance(value, int | float) or not abs(value) < float("inf"):
            self.document.blame(path, "the result is not a finite number.")
            raise Failed
        return quantity

    def number(self, path: Path_, value: Any, unit: str) -> Any:
        quantity = self.quantity_of(path, self.tree(path, value))
        self.fits(path, quantity, unit)
        return quantity.value

    def plain_number(self, path: Path_, value: Any, unit: str) -> float:
        """A number; free parameters count with their nominal values."""
        self.checked(schema._value, value, path)
        return float(nominal(self.number(path, value, unit)))

    def fits(self, path: Path_, quantity: Quantity, unit: str) -> None:
        if unit == "any" or quantity.bare or quantity.dimension is None:
            return
        wanted = _dimension(unit)
        if quantity.dimension != wanted:
            extra = ""
            if quantity.dimension == dimension_of("Hz"):
                extra = " A frequency in Hz is not a rate: write rpm, rad/s, or 2*pi times the number."
            said = f"it is {meaning(quantity.dimension)}, where {meaning(wanted)} is needed. {remedy(wanted)}{extra}"
            self.document.blame(path, said)
            raise Failed

    def vector(self, path: Path_, value: Any, unit: str) -> list[Any]:
        self.checked(schema._vector, value, path)
        return self.several(value, lambda i: self.number((*path, i), value[i], unit))

    @staticmethod
    def several(entries: list[Any], action: Callable[[int], Any]) -> list[Any]:
        """All outcomes; every failure is noted before one is raised."""
        outcomes, failed = [], False
        for i in range(len(entries)):
            try:
                outcomes.append(action(i))
            except Failed:
                failed = True
        if failed:
            raise Failed
        return outcomes

    def direction(self, path: Path_, value: Any) -> Any:
        if isinstance(value, str):
            sign = -1.0 if value.startswith("-") else 1.0
            return tuple(sign * x + 0.0 for x in AXES[value.lstrip("+-")])
        return [float(nominal(x)) for x in self.vector(path, value, "any")]

    def rotation(self, path: Path_, value: Any) -> Any:
        rows = (
            [[nominal(x) for x in self.vector((*path, i), row, "1")] for i, row in enumerate(value)]
            if isinstance(value[0], list)
            else [nominal(x) for x in self.vector(path, value, "rad")]
        )
        rotation_matrix(rows, str(path[-2]) if len(path) > 1 else "it")
        return rows

    def inertia(self, path: Path_, value: Any) -> Any:
        if isinstance(value, dict):
            kind, sizes = next(iter(value.items()))
            found: dict[str, Any] = {}
            for key, size in sizes.items():
                place = (*path, kind, key)
                found[key] = (
                    self.direction(place, size)
                    if key == "axis"
                    else self.vector(place, size, "m")
                    if key == "size"
                    else self.number(place, size, "m")
                )
            return Shape(kind, found)
        if isinstance(value[0], list):
            return [self.vector((*path, i), row, "kg*m^2") for i, row in enumerate(value)]
        moments = self.vector(path, value, "kg*m^2")
        return [[moments[i] if i == j else 0.0 for j in range(3)] for i in range(3)]

    def six(self, path: Path_, value: Any, unit: str) -> Any:
        angular, linear = STIFFNESSES[unit]
        if not isinstance(value, list):
            return self.number(path, value, "any")
        units = [angular, linear] if len(value) == 2 else [angular] * 3 + [linear] * 3
        return self.several(value, lambda i: self.number((*path, i), value[i], units[i]))

    def place(self, path: Path_, value: Any) -> Any:
        body = value if isinstance(value, str) else value["body"]
        if body.partition(".")[0] in self.broken:
            raise Failed
        bodies = ["ground", *self.section("bodies")]
        if body.partition(".")[0] not in bodies:
            where = path if isinstance(value, str) else (*path, "body")
            self.document.blame(where, f"no body {body!r}.{nearest(body, bodies)}")
            raise Failed
        try:
            frame = self.m._frame(body, "")
        except BielaError as error:
            self.document.blame(path if isinstance(value, str) else (*path, "body"), str(error).removeprefix(": "))
            raise Failed from None
        if isinstance(value, str):
            return frame
        arguments = self.resolve(schema.Place.model_validate(value), path)
        R = rotation_matrix(arguments.get("rotation", frame.rotation), f"frame on {body!r}")
        return Frame(frame.body, str(path[-1]), tuple(arguments.get("position", (0.0, 0.0, 0.0))), R)

    # --------------------------------------------------------------------------------------------------- laws and motions

    def law(self, path: Path_, value: Any) -> TextLaw:
        """An expression of signals, time and parameters."""
        tree = self.tree(path, value, TIME)
        node = tree if isinstance(tree, Node) else parse(str(float(value)))
        used: dict[str, Quantity] = {}
        for name in sorted(node.names()):
            if name in TIME:
                continue
            if name in self.section("parameters"):
                used[name] = self.lookup(name)
            elif "." in name:
                self.signal(path, name)
            else:
                self.document.blame(
                    path,
                    f"{name!r} is neither a parameter nor a signal.{nearest(name, [*self.section('parameters'), *self.m.names()])}",
                )
                raise Failed
        self.dimensions(path, node, used)
        return TextLaw(str(value), node, used)

    def signal(self, path: Path_, name: str) -> None:
        thing = name.partition(".")[0].partition("/")[0]  # `network/element.quantity` is of the network
        if thing in self.broken:
            raise Failed
        everything = {
            "machine",
            *(n for key in ("bodies", *schema.SECTIONS, "drives", "networks") for n in self.section(key)),
        }
        if thing not in everything:
            self.document.blame(
                path, f"no signal {name!r}: there is no {thing!r} in the machine.{nearest(thing, sorted(everything))}"
            )
            raise Failed
        self.used_signals.append((path, name))

    def dimensions(self, path: Path_, node: Node, used: Mapping[str, Quantity]) -> None:
        """Units inside a law must fit each other; signals have those that are needed."""
        import casadi

        try:
            node.value(
                lambda name: (
                    Quantity(nominal(used[name].value), used[name].dimension, used[name].bare)
                    if name in used
                    else Quantity(casadi.SX.sym("s"), None)
                )
            )
        except ExpressionError as error:
            self.document.blame(path, str(error))
            raise Failed from None

    def function(self, path: Path_, value: Any, variables: tuple[str, ...]) -> TextFunction:
        """An expression of variables and constants."""
        tree = self.tree(path, value, variables)
        node = tree if isinstance(tree, Node) else parse(str(float(value)))
        used: dict[str, Quantity] = {}
        for name in sorted(node.names()):
            if name in variables:
                continue
            try:
                used[name] = self.lookup(name)
            except ExpressionError as error:
                self.document.blame(path, f"{error} It is a function of {', '.join(variables)}.")
                raise Failed from None
            if isinstance(used[name].value, Expression):
                self.document.blame(
                    path, f"{name!r} is a free parameter: use it in sine, polynomial or step instead, or remove `free`."
                )
                raise Failed
        self.dimensions(path, node, used)
        named = tuple(v for v in variables if v in node.names()) or variables
        if variables == TIME:
            return TimeFunction(str(value), node, named[:1], used)
        return TextFunction(str(value), node, variables, used)

    def motion(self, path: Path_, value: Any, unit: str, variables: tuple[str, ...]) -> Any:
        """A function of one variable: sine, polynomial, step, table, a number or an expression."""
        if not isinstance(value, dict):
            tree = self.tree(path, value, variables)
            if isinstance(tree, Quantity) or not tree.names() & set(variables):
                return motions.constant(self.number(path, value, unit))
            return self.function(path, value, variables)
        kind, sizes = next(iter(value.items()))
        inside = (*path, kind)

        def one(key: str, measure: str, default: Any = None) -> Any:
            return self.number((*inside, key), sizes[key], measure) if key in sizes else default

        match kind:
            case "constant":
                return motions.constant(self.number(inside, sizes, unit))
            case "polynomial":
                return motions.polynomial(
                    *(
                        self.number((*inside, i), c, "any" if unit == "any" else f"{unit}{'/s' * i}")
                        for i, c in enumerate(sizes)
                    )
                )
            case "step":
                if "after" not in sizes:
                    self.document.blame(inside, "a step needs `after`: the value it reaches.")
                    raise Failed
                start, rise = (
                    self.plain_number((*inside, k), sizes[k], "s") if k in sizes else d
                    for k, d in (("start", 0.0), ("rise", 0.1))
                )
                return motions.step(one("after", unit), before=one("before", unit, 0.0), start=start, rise=rise)
            case "sum":
                return motions.Sum(
                    tuple(self.motion((*inside, i), part, unit, variables) for i, part in enumerate(sizes))
                )
            case "cubic" | "trapezoid":
                needed = ("after", "duration") if kind == "cubic" else ("after", "duration", "ramp")
                missing = [k for k in needed if k not in sizes]
                if missing:
                    self.document.blame(inside, f"a {kind} needs `{missing[0]}`.")
                    raise Failed
                times = {
                    k: self.plain_number((*inside, k), sizes[k], "s") for k in (*needed[1:], "start") if k in sizes
                }
                refuse = [k for k in needed[1:] if not times[k] > 0]
                if refuse or times.get("ramp", 0.0) > times["duration"] / 2 * (1 + 1e-12):
                    self.document.blame(
                        inside, f"a {kind} needs a positive duration, and a ramp of at most half of it."
                    )
                    raise Failed
                ends: dict[str, Any] = {"before": one("before", unit, 0.0), "after": one("after", unit)}
                if "velocities" in sizes:
                    speeds = sizes["velocities"] if isinstance(sizes["velocities"], list) else []
                    if len(speeds) != 2:
                        self.document.blame((*inside, "velocities"), "give two, at the beginning and at the end.")
                        raise Failed
                    per = "any" if unit == "any" else f"{unit}/s"
                    for i, key in enumerate(("velocity_before", "velocity_after")):
                        ends[key] = self.number((*inside, "velocities", i), speeds[i], per)
                make = motions.Cubic if kind == "cubic" else motions.Trapezoid
                return make(**ends, **times)
            case "table":
                x, y = (
                    [self.plain_number((*inside, k, i), e, "any") for i, e in enumerate(sizes[k])] for k in ("x", "y")
                )
                return motions.table(x, y)
        if kind in file_motion.KINDS:
            return file_motion.build(self, inside, kind, sizes, unit, variables)
        given = [k for k in ("period", "frequency", "angular_frequency") if k in sizes]
        if len(given) != 1 or "amplitude" not in sizes:
            self.document.blame(
                inside,
                "a sine needs its amplitude and one of period [s], frequency [Hz] and angular_frequency [rad/s].",
            )
            raise Failed
        amplitude, phase, offset = one("amplitude", unit), one("phase", "rad", 0.0), one("offset", unit, 0.0)
        if given[0] == "angular_frequency":
            return motions.Sine(amplitude, one("angular_frequency", "rad/s"), phase, offset)
        cycles = one(given[0], "s" if given[0] == "period" else "Hz")
        return motions.sine(amplitude, phase=phase, offset=offset, **{given[0]: cycles})

    def component(self, path: Path_, value: Any, unit: str) -> Any:
        """A component of a wrench, or an input: a number, a function of time, or a law."""
        unit = unit.replace("·", "*")
        if isinstance(value, dict):
            return self.motion(path, value, unit, TIME)
        tree = self.tree(path, value, TIME)
        if isinstance(tree, Node) and any(n in TIME or "." in n for n in tree.names()):
            free = any(isinstance(self.values[n].value, Expression) for n in tree.names() if n in self.values)
            return (
                self.law(path, value)
                if free or any("." in n for n in tree.names())
                else self.function(path, value, TIME)
            )
        return self.number(path, value, unit)


@dataclass(frozen=True)
class Shape:
    """An inertia by shape: needs the mass of its body."""

    kind: str
    sizes: dict[str, Any]

    def tensor(self, mass: Any) -> Any:
        from biela.lie import inertia

        sizes = dict(self.sizes)
        if "axis" in sizes:
            components = [abs(round(x)) for x in sizes["axis"]]
            if sorted(components) != [0, 0, 1]:
                raise ExpressionError("the axis of a shape is x, y or z; turn it with principal_axes.")
            sizes["axis"] = "xyz"[components.index(1)]
        return getattr(inertia, self.kind)(mass, **sizes)


def _dimension(unit: str) -> Dimension:
    return NUMBER if unit in ("1", "rad", "") else dimension_of(unit)


def _explain(error: Any, model: type[BaseModel]) -> str:
    """A message of pydantic in our words."""
    where = error["loc"][-1] if error["loc"] else ""
    known = list(model.model_fields)
    match error["type"]:
        case "extra_forbidden":
            if ")" in str(where):
                return f"{where!r} is not a key here: inside {{ }} an expression with a comma stands in quotes."
            return f"{where!r} is not a key here.{nearest(str(where), known)}" + (
                f" Known: {', '.join(known)}." if len(known) > 12 and not nearest(str(where), known) else ""
            )
        case "missing":
            return f"{where!r} is missing: add it."
        case "value_error":
            return str(error["msg"]).removeprefix("Value error, ").rstrip(".") + "."
        case "literal_error":
            return f"it must be {error['ctx']['expected']}."
        case "bool_type" | "bool_parsing":
            return "it must be true or false."
        case "string_type":
            return "it must be a name or a text."
    return str(error["msg"]).replace("Input should", "it should").rstrip(".") + "."
