"""A document → a machine: every value evaluated, every unit checked, every problem noted with its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from biela.errors import BielaError, nearest
from biela.files import schema
from biela.files.document import Document, Path_
from biela.files.expression import CONSTANTS, FUNCTIONS, ExpressionError, Node, Quantity, parse, plain
from biela.files.law import TIME, TextFunction, TextLaw, TimeFunction
from biela.files.units import NUMBER, Dimension, dimension_of, meaning, remedy
from biela.mechanism import motion as motions
from biela.mechanism.frame import Frame, rotation_matrix
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, nominal, scalar

if TYPE_CHECKING:
    from biela.simulate.event import Event

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
RESERVED = {*TIME, *CONSTANTS, *FUNCTIONS}
STIFFNESSES = {"stiffness": ("N*m/rad", "N/m"), "damping": ("N*m*s/rad", "N*s/m")}


@dataclass
class Built:
    """What a document describes."""

    mechanism: Mechanism
    start: dict[str, dict[str, Any]] = field(default_factory=dict)
    duration: float = 10.0
    settings: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    plots: list[list[str]] = field(default_factory=list)
    description: str = ""
    source: str = ""


class Failed(Exception):
    """A value could not be had; why is already noted."""


def build(document: Document) -> Built:
    """The machine of a document; raises a `FileError` with all problems found."""
    if not isinstance(document.data, dict):
        message = "a machine file is a mapping that begins with `biela: 1` and `name: …`. `biela new four-bar my.yaml` writes one to start from."
        document.blame((), message, "")
        document.refuse()
    try:
        built = _Builder(document).run()
    except Failed:
        built = None
    except RecursionError:  # cannot happen with the limits of the parser; kept so that no other error can leave
        document.blame((), "the description is nested too deeply.", "")
    document.refuse()
    assert built is not None
    return built


class _Builder:
    def __init__(self, document: Document):
        self.document = document
        self.data: dict[str, Any] = document.data
        self.values: dict[str, Quantity] = {}
        self.broken: set[str] = set()  # objects and parameters with a problem: what needs them is not blamed again
        self.used_signals: list[tuple[Path_, str]] = []
        self.m = Mechanism("")

    # ------------------------------------------------------------------------------------------------------- the order

    def run(self) -> Built:
        self.top()
        self.m = Mechanism(str(self.data.get("name") or "machine"))
        self.names()
        self.parameters()
        with_gravity = self.attempt(("gravity",), lambda: self.vector(("gravity",), self.data["gravity"], "m/s^2")) if "gravity" in self.data else None
        if with_gravity is not None:
            self.m.gravity = tuple(with_gravity)
        self.ground_frames()
        self.bodies()
        for section in ("joints", "couplings", "sensors", "loads", "actuators"):
            for name, entry in self.section(section).items():
                self.typed(section, name, entry)
        for name, entry in self.section("drives").items():
            path = ("drives", name)
            model = self.validate(schema.Drive, entry, path, name)
            if model is not None:
                self.attempt(path, lambda: self.m.drive(name=name, **self.resolve(model, path)), name)
        built = Built(self.m, description=str(self.data.get("description") or ""), source=str(self.data.get("source") or ""))
        self.start(built)
        self.simulation(built)
        self.plots(built)
        if not self.document.problems:
            self.connected()
        if not self.document.problems:
            self.signals()
        return built

    def top(self) -> None:
        """Keys of the file itself."""
        known = list(schema.MachineFile.model_fields)
        for key in self.data:
            if key not in known:
                self.document.blame((key,), f"{key!r} is not a part of a machine file.{nearest(str(key), known)}", "")
        version = self.data.get("biela")
        if "biela" not in self.data:
            self.document.blame((), "the file does not say that it is one of ours: begin it with `biela: 1`.", "")
        elif version != schema.VERSION or isinstance(version, bool):
            self.document.blame(("biela",), f"this biela reads files of version {schema.VERSION}: write `biela: {schema.VERSION}`.")
        name = self.data.get("name")
        if not isinstance(name, str) or not name:
            self.document.blame(("name",) if "name" in self.data else (), "the machine has no name: write `name: my machine`.")
        for key in ("description", "source"):
            if key in self.data and not isinstance(self.data[key], str | None):
                self.document.blame((key,), f"{key} is a text.")

    def section(self, key: str) -> dict[str, Any]:
        """A mapping of the file; empty if it is missing or broken."""
        content = self.data.get(key)
        if content is None:
            return {}
        if not isinstance(content, dict):
            self.document.blame((key,), f"`{key}` is a mapping of names: write each entry as `name: …` on a line of its own, indented.")
            self.data[key] = {}
            return {}
        return content

    def names(self) -> None:
        """Every name once in the whole machine, so that `crank.angle` means one thing."""
        seen: dict[str, str] = {"ground": "bodies", "machine": "the machine itself"}
        for key in ("bodies", *schema.SECTIONS, "drives", "parameters"):
            for name in self.section(key):
                if name in seen:
                    where = seen[name] if name not in ("ground", "machine") else "every machine"
                    self.document.blame((key, name), f"{name!r} already names something in {where}: choose another name.", "")
                seen.setdefault(name, key)

    # -------------------------------------------------------------------------------------------------------- parameters

    def parameters(self) -> None:
        trees: dict[str, tuple[Node | Quantity, schema.FreeParameter]] = {}
        entries = self.section("parameters")
        for name, entry in entries.items():
            path: Path_ = ("parameters", name)
            if not name.isidentifier() or "__" in name:
                self.document.blame(path, f"{name!r} is not a name for a parameter: use letters, digits and underscores, not starting with a digit.", "")
                self.broken.add(name)
                continue
            if name in RESERVED:
                self.document.blame(path, f"{name!r} already has a meaning in expressions: choose another name.", "")
                self.broken.add(name)
                continue
            model = self.validate(schema.FreeParameter, entry if isinstance(entry, dict) else {"value": entry}, path, name, strip=not isinstance(entry, dict))
            if model is None:
                continue
            place = (*path, "value") if isinstance(entry, dict) else path
            try:
                trees[name] = (self.tree(place, model.value), model)
            except Failed:
                self.broken.add(name)
        for name in self._ordered({name: tree.names() if isinstance(tree, Node) else set() for name, (tree, _) in trees.items()}):
            tree, model = trees[name]
            place = ("parameters", name, "value") if isinstance(entries[name], dict) else ("parameters", name)
            quantity = self.attempt(place, lambda: self.quantity_of(place, tree), name)
            if quantity is None:
                continue
            if model.free:
                if isinstance(quantity.value, Expression):
                    quantity = Quantity(quantity.value.evaluate(), quantity.dimension, quantity.bare)
                from biela.files.units import symbol

                unit = model.unit or ("" if quantity.bare or quantity.dimension in (None, NUMBER) else symbol(quantity.dimension))
                parameter = self.attempt(place, lambda: self.m.parameter(name, quantity.value, unit), name)
                if parameter is None:
                    continue
                quantity = Quantity(parameter, quantity.dimension, quantity.bare)
            self.values[name] = Quantity(quantity.value, None) if quantity.bare else quantity

    def _ordered(self, needs: dict[str, set[str]]) -> list[str]:
        """Names so that each follows those it needs; circles are noted and left out."""
        order: list[str] = []
        done: set[str] = set()
        for first in needs:
            trail: list[str] = []
            stack = [(first, False)]
            while stack:
                name, finished = stack.pop()
                if finished:
                    trail.pop()
                    if name not in done:
                        done.add(name)
                        order.append(name)
                elif name not in done and name in needs:
                    if name in trail:
                        circle = [*trail[trail.index(name) :], name]
                        if not self.broken & set(circle):
                            self.document.blame(("parameters", name), f"circular: {' → '.join(circle)}. Give one of them a number.")
                        self.broken |= set(circle)
                        continue
                    trail.append(name)
                    stack.append((name, True))
                    stack += [(n, False) for n in sorted(needs[name])]
        return [name for name in order if name not in self.broken]

    # ------------------------------------------------------------------------------------------------------------ objects

    def ground_frames(self) -> None:
        for name, entry in self.section("frames").items():
            self.frame(self.m.ground, name, entry, ("frames", name))

    def bodies(self) -> None:
        for name, entry in self.section("bodies").items():
            path = ("bodies", name)
            model = self.validate(schema.Body, {} if entry is None else entry, path, name)
            if model is None:
                continue
            assert isinstance(model, schema.Body)
            arguments = self.attempt(path, lambda: self.resolve(model, path), name)
            if arguments is None:
                continue
            arguments.pop("frames", None)
            if isinstance(arguments.get("inertia"), Shape):
                shape = arguments["inertia"]
                self.attempt((*path, "mass"), lambda: scalar(arguments.get("mass", 0.0), f"mass of body {name!r}", nonnegative=True), name)
                if name in self.broken:
                    continue
                arguments["inertia"] = self.attempt((*path, "inertia"), lambda: shape.tensor(arguments.get("mass", 0.0)), name)
            if name in self.broken:
                continue
            body = self.attempt(path, lambda: self.m.body(name, **arguments), name)
            for frame, content in model.frames.items() if body is not None else ():
                self.frame(body, frame, content, (*path, "frames", frame))

    def frame(self, body: Any, name: str, entry: Any, path: Path_) -> None:
        model = self.validate(schema.FrameOnBody, {"position": entry} if isinstance(entry, list) else entry, path, strip=isinstance(entry, list))
        if model is not None:
            arguments = self.attempt(path, lambda: self.resolve(model, path, strip=isinstance(entry, list)))
            if arguments is not None:
                if not name.isidentifier():
                    self.document.blame(path, f"{name!r} is not a name for a frame: use letters, digits and underscores.", "")
                    return
                self.attempt(path, lambda: body.frame(name, **arguments))

    def typed(self, section: str, name: str, entry: Any) -> None:
        path = (section, name)
        kinds = schema.SECTIONS[section]
        if not isinstance(entry, dict):
            self.document.blame(path, f"{name!r} needs a type and what belongs to it: {{type: {next(iter(kinds))}, …}}.")
            self.broken.add(name)
            return
        kind = entry.get("type")
        if not isinstance(kind, str) or kind not in kinds:
            said = f"{kind!r} is not a type of {section}.{nearest(str(kind), list(kinds))}" if kind is not None else f"say its type: {', '.join(kinds)}."
            self.document.blame((*path, "type") if "type" in entry else path, said)
            self.broken.add(name)
            return
        model = self.validate(kinds[kind], entry, path, name)
        if model is None:
            return
        arguments = self.attempt(path, lambda: self.resolve(model, path), name)
        if arguments is None:
            return
        arguments.pop("type")
        if kind in ("user_effort", "user_force", "user_sensor"):
            arguments["law"] = arguments.pop({"user_effort": "effort", "user_force": "force", "user_sensor": "value"}[kind])
        if kind == "coupling":
            arguments["terms"] = [tuple(t[k] for k in ("joint", "coordinate", "factor") if k in t) for t in arguments["terms"]]
        self.attempt(path, lambda: getattr(self.m, kind)(name, **arguments), name)

    # --------------------------------------------------------------------------------------------- start, settings, plots

    def start(self, built: Built) -> None:
        model = self.optional(schema.Start, "start")
        if model is None:
            return
        assert isinstance(model, schema.Start)
        for key in ("coordinates", "rates", "guess"):
            found: dict[str, Any] = {}
            for name, entry in getattr(model, key).items():
                path = ("start", key, name)
                value = self.attempt(path, lambda: self.start_value(path, name, entry, key), None)
                if value is not None:
                    found[name] = value
            built.start[key] = found

    def start_value(self, path: Path_, name: str, entry: Any, key: str) -> Any:
        joint, _, coordinate = name.partition(".")
        if joint in self.broken:
            raise Failed
        if joint not in self.m.joints:
            self.document.blame(path, f"no joint {joint!r}.{nearest(joint, list(self.m.joints))}", name)
            raise Failed
        kind = self.m.joints[joint].type
        quantities = kind.rates if key == "rates" else kind.coordinates
        if coordinate:
            quantities = tuple(q for q in quantities if q.name == coordinate)
            if not quantities:
                names = [q.name for q in (kind.rates if key == "rates" else kind.coordinates)]
                self.document.blame(path, f"joint {joint!r} has no {coordinate!r}.{nearest(coordinate, names)}", name)
                raise Failed
        entries = entry if isinstance(entry, list) else [entry]
        if len(entries) != len(quantities):
            self.document.blame(path, f"joint {joint!r} needs {len(quantities)} numbers ({', '.join(q.name for q in quantities)}), not {len(entries)}.")
            raise Failed
        places = [(*path, i) if isinstance(entry, list) else path for i in range(len(entries))]
        numbers = [self.plain_number(p, e, q.unit) for p, e, q in zip(places, entries, quantities, strict=True)]
        return numbers if isinstance(entry, list) else numbers[0]

    def simulation(self, built: Built) -> None:
        model = self.optional(schema.Simulation, "simulation")
        if model is None:
            return
        assert isinstance(model, schema.Simulation)
        for key in ("duration", "step", "rtol", "atol", "output_step"):
            value = getattr(model, key)
            if value is None or key not in model.model_fields_set:
                continue
            path = ("simulation", key)
            unit = "s" if key in ("duration", "step", "output_step") else "1"
            number = self.attempt(path, lambda: self.plain_number(path, value, unit))
            if number is not None and number <= 0:
                self.document.blame(path, f"{key} must be above zero.")
            elif number is not None and key == "duration":
                built.duration = number
            elif number is not None:
                built.settings[key] = number
        for key in ("method", "formulation"):
            if key in model.model_fields_set:
                built.settings[key] = getattr(model, key)
        from biela.simulate.choice import METHODS

        if model.method not in METHODS:
            self.document.blame(("simulation", "method"), f"method {model.method!r} is unknown.{nearest(model.method, list(METHODS))}")
        for name, entry in model.inputs.items():
            path = ("simulation", "inputs", name)
            if name not in self.m.actuators:
                if name not in self.broken:
                    self.document.blame(path, f"no actuator {name!r}.{nearest(name, list(self.m.actuators))}", name)
                continue
            value = self.attempt(path, lambda: self.component(path, self.checked(schema._function, entry, path), self.m.actuators[name].unit))
            if value is not None:
                built.inputs[name] = nominal(value) if isinstance(value, Expression) else value
        for name, event in model.events.items():
            from biela.simulate.event import Event

            path = ("simulation", "events", name, "when")
            law = self.attempt(path, lambda: self.law(path, event.when))
            if law is not None:
                built.events.append(Event(name, law, event.direction, event.action))

    def plots(self, built: Built) -> None:
        content = self.data.get("plots")
        if content is None:
            return
        if not isinstance(content, list):
            self.document.blame(("plots",), "`plots` is a list of signals, or of lists of signals: [A.angle, [C.force, D.force]].")
            return
        for i, entry in enumerate(content):
            group = entry if isinstance(entry, list) else [entry]
            for k, name in enumerate(group):
                path = ("plots", i, k) if isinstance(entry, list) else ("plots", i)
                if not isinstance(name, str):
                    self.document.blame(path, "give the name of a signal, such as A.angle.")
                else:
                    self.used_signals.append((path, name))
            built.plots.append([str(name) for name in group])

    def optional(self, model: type[schema.Entry], key: str) -> BaseModel | None:
        content = self.data.get(key)
        return None if content is None else self.validate(model, content, (key,))

    # ------------------------------------------------------------------------------------------------------- what is left

    def connected(self) -> None:
        try:
            _ = self.m.topology
        except BielaError as error:
            self.document.blame(("joints",) if "joints" in self.data else (), str(error), "")

    def signals(self) -> None:
        """Signals named in laws and plots must exist; the table of them is made only if one is named."""
        if not self.used_signals:
            return
        from biela.simulate.compiled import compiled
        from biela.simulate.state import signal_names

        try:
            known = list(signal_names(compiled(self.m)))
        except BielaError as error:
            self.document.blame((), str(error), "")
            return
        for path, name in self.used_signals:
            if name not in known:
                self.document.blame(path, f"no signal {name!r}.{nearest(name, known)}")

    def validate(self, model: type[schema.Entry], entry: Any, path: Path_, name: str | None = None, strip: bool = False) -> Any:
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
                self.document.blame((*path, *where), _explain(one, model), "" if one["type"] in ("extra_forbidden", "missing") else None)
            if name:
                self.broken.add(name)
            return None

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
            self.document.blame(path, f"it cannot be used: {str(error).splitlines()[0] if str(error) else type(error).__name__}.", "")
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
                return [{**t, "factor": self.number((*path, i, "factor"), t["factor"], "any")} for i, t in enumerate(value)]
        return value

    def tree(self, path: Path_, value: Any) -> Node | Quantity:
        """A number as it is, an expression as its tree."""
        if isinstance(value, int | float):
            return plain(float(value))
        try:
            return parse(value, set(self.section("parameters")))
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
        what = "signal values cannot be used here: only numbers and parameters." if "." in name else f"no parameter {name!r}.{hint}"
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
        return self.several([lambda i=i, e=e: self.number((*path, i), e, unit) for i, e in enumerate(value)])

    @staticmethod
    def several(actions: list[Callable[[], Any]]) -> list[Any]:
        """All outcomes; every failure is noted before one is raised."""
        outcomes, failed = [], False
        for action in actions:
            try:
                outcomes.append(action())
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
        rows = [[nominal(x) for x in self.vector((*path, i), row, "1")] for i, row in enumerate(value)] if isinstance(value[0], list) else [nominal(x) for x in self.vector(path, value, "rad")]
        rotation_matrix(rows, str(path[-2]) if len(path) > 1 else "it")
        return rows

    def inertia(self, path: Path_, value: Any) -> Any:
        if isinstance(value, dict):
            kind, sizes = next(iter(value.items()))
            found: dict[str, Any] = {}
            for key, size in sizes.items():
                place = (*path, kind, key)
                found[key] = self.direction(place, size) if key == "axis" else self.vector(place, size, "m") if key == "size" else self.number(place, size, "m")
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
        return self.several([lambda i=i, e=e, u=u: self.number((*path, i), e, u) for i, (e, u) in enumerate(zip(value, units, strict=True))])

    def place(self, path: Path_, value: Any) -> Any:
        body = value if isinstance(value, str) else value["body"]
        if body.partition(".")[0] in self.broken:
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
        tree = self.tree(path, value)
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
                self.document.blame(path, f"{name!r} is neither a parameter nor a signal.{nearest(name, [*self.section('parameters'), *self.m.names()])}")
                raise Failed
        self.dimensions(path, node, used)
        return TextLaw(str(value), node, used)

    def signal(self, path: Path_, name: str) -> None:
        thing = name.partition(".")[0]
        if thing in self.broken:
            raise Failed
        everything = {"machine", *(n for key in ("bodies", *schema.SECTIONS, "drives") for n in self.section(key))}
        if thing not in everything:
            self.document.blame(path, f"no signal {name!r}: there is no {thing!r} in the machine.{nearest(thing, sorted(everything))}")
            raise Failed
        self.used_signals.append((path, name))

    def dimensions(self, path: Path_, node: Node, used: Mapping[str, Quantity]) -> None:
        """Units inside a law must fit each other; signals have those that are needed."""
        import casadi

        try:
            node.value(lambda name: Quantity(nominal(used[name].value), used[name].dimension, used[name].bare) if name in used else Quantity(casadi.SX.sym("s"), None))
        except ExpressionError as error:
            self.document.blame(path, str(error))
            raise Failed from None

    def function(self, path: Path_, value: Any, variables: tuple[str, ...]) -> TextFunction:
        """An expression of variables and constants."""
        tree = self.tree(path, value)
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
                self.document.blame(path, f"{name!r} is a free parameter: use it in sine, polynomial or step instead, or remove `free`.")
                raise Failed
        self.dimensions(path, node, used)
        named = tuple(v for v in variables if v in node.names()) or variables
        if variables == TIME:
            return TimeFunction(str(value), node, named[:1], used)
        return TextFunction(str(value), node, variables, used)

    def motion(self, path: Path_, value: Any, unit: str, variables: tuple[str, ...]) -> Any:
        """A function of one variable: sine, polynomial, step, table, a number or an expression."""
        if not isinstance(value, dict):
            tree = self.tree(path, value)
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
                return motions.polynomial(*(self.number((*inside, i), c, "any" if unit == "any" else f"{unit}{'/s' * i}") for i, c in enumerate(sizes)))
            case "step":
                if "after" not in sizes:
                    self.document.blame(inside, "a step needs `after`: the value it reaches.")
                    raise Failed
                start, rise = (self.plain_number((*inside, k), sizes[k], "s") if k in sizes else d for k, d in (("start", 0.0), ("rise", 0.1)))
                return motions.step(one("after", unit), before=one("before", unit, 0.0), start=start, rise=rise)
            case "table":
                x, y = ([self.plain_number((*inside, k, i), e, "any") for i, e in enumerate(sizes[k])] for k in ("x", "y"))
                return motions.table(x, y)
        given = [k for k in ("period", "frequency", "angular_frequency") if k in sizes]
        if len(given) != 1 or "amplitude" not in sizes:
            self.document.blame(inside, "a sine needs its amplitude and one of period [s], frequency [Hz] and angular_frequency [rad/s].")
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
        tree = self.tree(path, value)
        if isinstance(tree, Node) and any(n in TIME or "." in n for n in tree.names()):
            free = any(isinstance(self.values[n].value, Expression) for n in tree.names() if n in self.values)
            return self.law(path, value) if free or any("." in n for n in tree.names()) else self.function(path, value, TIME)
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
            return f"{where!r} is not a key here.{nearest(str(where), known)}" + (f" Known: {', '.join(known)}." if len(known) > 12 and not nearest(str(where), known) else "")
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
