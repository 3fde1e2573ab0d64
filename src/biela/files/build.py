"""A document → a machine: every value evaluated, every unit checked, every problem noted with its line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from biela.errors import BielaError, nearest
from biela.files import schema
from biela.files.document import Document, Path_
from biela.files.expression import CONSTANTS, FUNCTIONS, Node, Quantity
from biela.files.law import TIME
from biela.files.units import NUMBER
from biela.files.values import Failed, Shape, Values
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, nominal, scalar

if TYPE_CHECKING:
    from biela.simulation.event import Event

RESERVED = {*TIME, *CONSTANTS, *FUNCTIONS}


@dataclass
class Built:
    """What a document describes."""

    mechanism: Mechanism
    start: dict[str, Any] = field(default_factory=dict)
    duration: float = 10.0
    settings: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    plots: list[list[str]] = field(default_factory=list)
    description: str = ""
    source: str = ""


def build(document: Document) -> Built:
    """The machine of a document; raises a `FileError` with all problems found."""
    if not isinstance(document.data, dict):
        message = (
            "a machine file is a mapping that begins with `biela: 1` and `name: …`. "
            "`biela new four-bar my.yaml` writes one to start from."
        )
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


class _Builder(Values):
    """Builds the machine, section by section."""

    # ------------------------------------------------------------------------------------------------------- the order

    def run(self) -> Built:
        self.top()
        self.m = Mechanism(str(self.data.get("name") or "machine"))
        self.names()
        self.parameters()
        with_gravity = (
            self.attempt(("gravity",), lambda: self.vector(("gravity",), self.data["gravity"], "m/s^2"))
            if "gravity" in self.data
            else None
        )
        if with_gravity is not None:
            self.m.gravity = tuple(with_gravity)
        self.ground_frames()
        self.bodies()
        self.shares()
        for section in ("joints", "couplings", "sensors", "loads", "actuators"):
            for name, entry in self.section(section).items():
                self.typed(section, name, entry)
        for name, entry in self.section("drives").items():
            path = ("drives", name)
            model = self.validate(schema.Drive, entry, path, name)
            if model is not None:
                self.attempt(path, lambda: self.m.drive(name=name, **self.resolve(model, path)), name)
        networks = self.networks()
        if "shapes" in self.data:
            from biela.files.shapes import read_shapes

            read_shapes(self)
        built = Built(
            self.m, description=str(self.data.get("description") or ""), source=str(self.data.get("source") or "")
        )
        self.start(built)
        self.simulation(built)
        self.plots(built)
        if not self.document.problems:
            self.connected()
        if networks is not None and not self.document.problems:
            networks()
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
            self.document.blame(
                ("biela",), f"this biela reads files of version {schema.VERSION}: write `biela: {schema.VERSION}`."
            )
        name = self.data.get("name")
        if not isinstance(name, str) or not name:
            self.document.blame(
                ("name",) if "name" in self.data else (), "the machine has no name: write `name: my machine`."
            )
        for key in ("description", "source"):
            if key in self.data and not isinstance(self.data[key], str | None):
                self.document.blame((key,), f"{key} is a text.")

    def names(self) -> None:
        """Every name once in the whole machine, so that `crank.angle` means one thing."""
        seen: dict[str, str] = {"ground": "bodies", "machine": "the machine itself"}
        for key in ("bodies", *schema.SECTIONS, "drives", "parameters", "networks"):
            for name in self.section(key):
                if name in seen:
                    where = seen[name] if name not in ("ground", "machine") else "every machine"
                    self.document.blame(
                        (key, name), f"{name!r} already names something in {where}: choose another name.", ""
                    )
                seen.setdefault(name, key)

    # -------------------------------------------------------------------------------------------------------- parameters

    def parameters(self) -> None:
        trees: dict[str, tuple[Node | Quantity, schema.FreeParameter]] = {}
        entries = self.section("parameters")
        for name, entry in entries.items():
            path: Path_ = ("parameters", name)
            if not name.isidentifier() or "__" in name:
                self.document.blame(
                    path,
                    f"{name!r} is not a name for a parameter: use letters, digits and underscores, not starting with a digit.",
                    "",
                )
                self.broken.add(name)
                continue
            if name in RESERVED:
                self.document.blame(path, f"{name!r} already has a meaning in expressions: choose another name.", "")
                self.broken.add(name)
                continue
            model = self.validate(
                schema.FreeParameter,
                entry if isinstance(entry, dict) else {"value": entry},
                path,
                name,
                strip=not isinstance(entry, dict),
            )
            if model is None:
                continue
            place = (*path, "value") if isinstance(entry, dict) else path
            try:
                trees[name] = (self.tree(place, model.value), model)
            except Failed:
                self.broken.add(name)
        for name in self._ordered(
            {name: tree.names() if isinstance(tree, Node) else set() for name, (tree, _) in trees.items()}
        ):
            tree, model = trees[name]
            place = ("parameters", name, "value") if isinstance(entries[name], dict) else ("parameters", name)
            quantity = self.attempt(place, lambda: self.quantity_of(place, tree), name)
            if quantity is None:
                continue
            if model.free:
                if isinstance(quantity.value, Expression):
                    quantity = Quantity(quantity.value.evaluate(), quantity.dimension, quantity.bare)
                from biela.files.units import symbol

                unit = model.unit or (
                    "" if quantity.bare or quantity.dimension in (None, NUMBER) else symbol(quantity.dimension)
                )
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
                            self.document.blame(
                                ("parameters", name), f"circular: {' → '.join(circle)}. Give one of them a number."
                            )
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
                self.attempt(
                    (*path, "mass"),
                    lambda: scalar(arguments.get("mass", 0.0), f"mass of body {name!r}", nonnegative=True),
                    name,
                )
                if name in self.broken:
                    continue
                arguments["inertia"] = self.attempt(
                    (*path, "inertia"), lambda: shape.tensor(arguments.get("mass", 0.0)), name
                )
            if name in self.broken:
                continue
            body = self.attempt(path, lambda: self.m.body(name, **arguments), name)
            for frame, content in model.frames.items() if body is not None else ():
                self.frame(body, frame, content, (*path, "frames", frame))

    def shares(self) -> None:
        """Masses that come and go: `share` of a free parameter."""
        for name, entry in self.section("parameters").items():
            if isinstance(entry, dict) and entry.get("share") is not None and name in self.m.parameters:
                path: Path_ = ("parameters", name, "share")
                share = self.attempt(path, lambda: self.share(path, entry["share"]), name)
                if share is not None:
                    self.attempt(path, lambda: self.m.schedule(name, share), name)

    def share(self, path: Path_, entry: Any) -> Any:
        """A function of time, or {state: name of a state of a network}."""
        if isinstance(entry, dict) and set(entry) == {"state"} and isinstance(entry["state"], str):
            return entry["state"]
        return self.motion(path, entry, "1", TIME)

    def frame(self, body: Any, name: str, entry: Any, path: Path_) -> None:
        model = self.validate(
            schema.FrameOnBody,
            {"position": entry} if isinstance(entry, list) else entry,
            path,
            strip=isinstance(entry, list),
        )
        if model is not None:
            arguments = self.attempt(path, lambda: self.resolve(model, path, strip=isinstance(entry, list)))
            if arguments is not None:
                if not name.isidentifier():
                    self.document.blame(
                        path, f"{name!r} is not a name for a frame: use letters, digits and underscores.", ""
                    )
                    return
                self.attempt(path, lambda: body.frame(name, **arguments))

    def typed(self, section: str, name: str, entry: Any) -> None:
        path = (section, name)
        kinds = schema.SECTIONS[section]
        if not isinstance(entry, dict):
            self.document.blame(
                path, f"{name!r} needs a type and what belongs to it: {{type: {next(iter(kinds))}, …}}."
            )
            self.broken.add(name)
            return
        kind = entry.get("type")
        if not isinstance(kind, str) or kind not in kinds:
            said = (
                f"{kind!r} is not a type of {section}.{nearest(str(kind), list(kinds))}"
                if kind is not None
                else f"say its type: {', '.join(kinds)}."
            )
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
            arguments["law"] = arguments.pop(
                {"user_effort": "effort", "user_force": "force", "user_sensor": "value"}[kind]
            )
        if kind == "coupling":
            arguments["terms"] = [
                tuple(t[k] for k in ("joint", "coordinate", "factor") if k in t) for t in arguments["terms"]
            ]
        listed = arguments.pop("signals", [])
        self.attempt(path, lambda: getattr(self.m, kind)(name, *listed, **arguments), name)

    def networks(self) -> Callable[[], None] | None:
        """Power networks, attached; the action that derives them once the machine is complete."""
        if "networks" not in self.data and "components" not in self.data:
            return None
        from biela.files.network_read import NetworkReader, derive

        reader = NetworkReader(self)
        reader.run()
        return lambda: derive(self, reader)

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
        states = {n: self.attempt(("start", "states", n), lambda: self.plain_number(("start", "states", n), e, "any"))
                  for n, e in model.states.items()}  # fmt: skip
        built.start["states"] = {n: x for n, x in states.items() if x is not None}
        if model.hold is not None:
            built.start["hold"] = model.hold

    def start_value(self, path: Path_, name: str, entry: Any, key: str) -> Any:
        joint, _, coordinate = name.partition(".")
        if joint in self.broken:
            raise Failed
        if joint not in self.m.joints and coordinate and key == "coordinates":  # another signal of the position
            return self.plain_number(path, entry, "any")
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
            self.document.blame(
                path,
                f"joint {joint!r} needs {len(quantities)} numbers ({', '.join(q.name for q in quantities)}), not {len(entries)}.",
            )
            raise Failed
        places = [(*path, i) if isinstance(entry, list) else path for i in range(len(entries))]
        numbers = [self.plain_number(p, e, q.unit) for p, e, q in zip(places, entries, quantities, strict=True)]
        return numbers if isinstance(entry, list) else numbers[0]

    def simulation(self, built: Built) -> None:
        model = self.optional(schema.Simulation, "simulation")
        if model is None:
            return
        assert isinstance(model, schema.Simulation)
        for key in ("duration", "step", "rtol", "atol", "output_step", "max_step"):
            value = getattr(model, key)
            if value is None or key not in model.model_fields_set:
                continue
            path = ("simulation", key)
            unit = "1" if key in ("rtol", "atol") else "s"
            number = self.attempt(path, lambda: self.plain_number(path, value, unit))
            if number is not None and number <= 0:
                self.document.blame(path, f"{key} must be above zero.")
            elif number is not None and key == "duration":
                built.duration = number
            elif number is not None:
                built.settings[key] = number
        for key in ("method", "formulation", "substeps"):
            if key in model.model_fields_set:
                built.settings[key] = getattr(model, key)
        from biela.simulation.integrator.method import method_named

        self.attempt(("simulation", "method"), lambda: method_named(model.method))
        self.inputs(built, model)
        for name, event in model.events.items():
            from biela.simulation.event import Event

            place: Path_ = ("simulation", "events", name, "when")
            law = self.attempt(place, lambda: self.law(place, event.when))
            if law is not None:
                built.events.append(Event(name, law, event.direction, event.action))

    def inputs(self, built: Built, model: schema.Simulation) -> None:
        for name, entry in model.inputs.items():
            path: Path_ = ("simulation", "inputs", name)
            if name not in self.m.actuators:
                if name not in self.broken and name.partition("/")[0] not in self.broken:
                    self.document.blame(path, f"no actuator {name!r}.{nearest(name, list(self.m.actuators))}", name)
                continue
            value = self.attempt(
                path,
                lambda: self.component(path, self.checked(schema._function, entry, path), self.m.actuators[name].unit),
            )
            if value is not None:
                built.inputs[name] = nominal(value) if isinstance(value, Expression) else value

    def plots(self, built: Built) -> None:
        content = self.data.get("plots")
        if content is None:
            return
        if not isinstance(content, list):
            self.document.blame(
                ("plots",), "`plots` is a list of signals, or of lists of signals: [A.angle, [C.force, D.force]]."
            )
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
        from biela.state.functions import functions_of
        from biela.state.state import signal_names

        try:
            known = list(signal_names(functions_of(self.m)))
        except BielaError as error:
            self.document.blame((), str(error), "")
            return
        for path, name in self.used_signals:
            if name not in known:
                self.document.blame(path, f"no signal {name!r}.{nearest(name, known)}")
