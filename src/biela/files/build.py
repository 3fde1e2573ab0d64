"""A document → a machine: every value evaluated, every unit checked, every problem noted with its line."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from typing import TYPE_CHECKING, Any

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, nearest
from biela.base.surface import command
from biela.element.declaration import Declaration, declared
from biela.element.display import SI, System, table
from biela.element.role import Role, data_of, vector
from biela.element.units import NUMBER, symbol
from biela.files import schema
from biela.files.document import Document, Entry, Path_
from biela.files.expression import CONSTANTS, FUNCTIONS, ExpressionNode, UnitValue
from biela.files.law import TIME
from biela.files.reading import Reader
from biela.files.shapes import InertiaShape, MeshSolid, draw, read_shapes
from biela.files.values import Failed
from biela.files.whole import check_whole
from biela.mechanism.frame import refuse_bad_name
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, nominal, scalar

if TYPE_CHECKING:
    from biela.simulation.event import Event

RESERVED = {*TIME, *CONSTANTS, *FUNCTIONS}
OTHER_WORDS = {
    "loads": "forces springs dampers spring_dampers contacts", "couplings": "constraints gears closures loops",
    "actuators": "motors inputs controls", "bodies": "links parts masses", "drives": "motions prescribed",
    "parameters": "variables constants sizes", "start": "initial initial_conditions state",
    "simulation": "solver settings integrator",
}  # fmt: skip
"""Parts of a machine file → words for them in other programs."""


@dataclass
class Built:
    """Machine and run that a document describes."""

    mechanism: Mechanism
    start: Entry = field(default_factory=dict)
    duration: float = 10.0
    settings: Entry = field(default_factory=dict)
    inputs: Entry = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    study: Entry = field(default_factory=dict)
    plots: list[Any] = field(default_factory=list)
    units: System = SI
    description: str = ""
    source: str = ""


def build(document: Document) -> Built:
    """Read the machine of a document; raises a `FileError` with all problems found."""
    if not isinstance(document.data, dict):
        message = "a machine file is a mapping that begins with `biela: 1` and `name: …`."
        new = command("new", "biela.save(biela.library.get('four-bar'), 'my.yaml')", "four-bar", "my.yaml")
        document.blame((), f"{message} {new} writes one to start from.", "")
        document.refuse()
    built = None
    with suppress(Failed):
        built = _Builder(document).run()
    document.refuse()
    assert built is not None
    return built


class _Builder(Reader):
    """Builds the machine, section by section."""

    def run(self) -> Built:
        self.top()
        self.uses()
        self.m = Mechanism(str(self.data.get("name") or "machine"))
        self.names()
        self.parameters()
        if "gravity" in self.data:
            at = ("gravity",)
            gravity = self.attempt(at, lambda: self.read(at, self.data["gravity"], vector("m/s^2")))
            self.m.gravity = self.m.gravity if gravity is None else tuple(gravity)
        for name, entry in self.section("frames").items():
            self.frame(self.m.ground, name, entry, ("frames", name))
        self.bodies()
        self.shares()
        for section in ("joints", "couplings", "sensors", "loads", "actuators"):
            for name, entry in self.section(section).items():
                self.typed(section, name, entry)
        drive = declared("drives")["drive"]
        for name, entry in self.section("drives").items():
            path = ("drives", name)
            given = self.entry(drive.data, entry, path, name)
            if given is not None:
                self.attempt(path, lambda: self.m.drive(name=name, **given), name)
        networks = self.networks()
        if "shapes" in self.data:
            read_shapes(self)
        built = Built(self.m, description=str(self.data.get("description") or ""), source=str(self.data.get("source") or ""))
        self.start(built)
        self.simulation(built)
        built.study = self.optional(schema.StudyFile, "study")
        self.plots(built)
        self.units(built)
        check_whole(self, networks)
        return built

    def top(self) -> None:
        """Check the keys of the file itself."""
        known = list(schema.keys(schema.MachineFile))
        for key in self.data:
            if key not in known:
                own = next((part for part, words in OTHER_WORDS.items() if str(key).lower() in words.split()), "")
                hint = f" Write {own!r}." if own else nearest(str(key), known)
                self.document.blame((key,), f"{key!r} is not a part of a machine file.{hint}", "")
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

    def names(self) -> None:
        """Blame bad names, and names that are used twice: `crank.angle` means one thing in the whole machine."""
        seen: dict[str, str] = {"ground": "bodies", "machine": "the machine itself"}
        for key in ("bodies", *schema.TYPED, "drives", "parameters", "networks"):
            for name in self.section(key):
                if name in seen:
                    where = seen[name] if name not in ("ground", "machine") else "every machine"
                    self.document.blame((key, name), f"{name!r} already names something in {where}: choose another name.", "")
                seen.setdefault(name, key)
                if key not in ("parameters", "networks"):  # these have rules of their own
                    try:
                        refuse_bad_name(name)
                    except DescriptionError as error:
                        self.document.blame((key, name), str(error), "")

    def parameters(self) -> None:
        trees: dict[str, tuple[ExpressionNode, Entry]] = {}
        entries = self.section("parameters")
        for name, entry in entries.items():
            path: Path_ = ("parameters", name)
            wrong = f"{name!r} already has a meaning in expressions: choose another name." if name in RESERVED else ""
            if not name.isidentifier() or "__" in name:
                wrong = f"{name!r} is not a name for a parameter: use letters, digits and underscores, not starting with a digit."
            if wrong:
                self.document.blame(path, wrong, "")
                self.broken.add(name)
                continue
            given = entry if isinstance(entry, dict) else {"value": entry}
            place = (*path, "value") if isinstance(entry, dict) else path
            rest = [d for d in data_of(schema.FreeParameter) if d.key not in ("value", "share")]
            others = self.entry(rest, {k: x for k, x in given.items() if k not in ("value", "share")}, path, name)
            try:
                if "value" not in given:
                    raise self.refuse((*path, "value"), "'value' is missing: add it.", "")
                if given.get("share") is not None:
                    self.form(Role("share"), given["share"], (*path, "share"))
                tree = self.node(place, given["value"])
                if others is not None:
                    trees[name] = (tree, others)
            except Failed:
                self.broken.add(name)
        for name in self._ordered({name: tree.names() for name, (tree, _) in trees.items()}):
            tree, others = trees[name]
            place = ("parameters", name, "value") if isinstance(entries[name], dict) else ("parameters", name)
            quantity = self.attempt(place, lambda: self.quantity_of(place, tree), name)
            if quantity is None:
                continue
            if others.get("free"):
                if isinstance(quantity.value, Expression):
                    quantity = UnitValue(quantity.value.evaluate(), quantity.dimension, quantity.bare)
                unknown = quantity.bare or quantity.dimension in (None, NUMBER)
                unit = others.get("unit") or ("" if unknown else symbol(quantity.dimension))
                parameter = self.attempt(place, lambda: self.m.parameter(name, quantity.value, unit), name)
                if parameter is None:
                    continue
                quantity = UnitValue(parameter, quantity.dimension, quantity.bare)
            self.values[name] = UnitValue(quantity.value, None) if quantity.bare else quantity

    def _ordered(self, needs: dict[str, set[str]]) -> list[str]:
        """Return names so that each follows those it needs; circles are noted and left out."""
        order: list[str] = []
        done: set[str] = set()
        for first in needs:
            trail: dict[str, None] = {}
            stack = [(first, False)]
            while stack:
                name, finished = stack.pop()
                if finished:
                    trail.popitem()
                    if name not in done:
                        done.add(name)
                        order.append(name)
                elif name not in done and name in needs:
                    if name in trail:
                        way = list(trail)
                        circle = [*way[way.index(name) :], name]
                        if not self.broken & set(circle):
                            shown = circle if len(circle) <= 12 else [*circle[:6], "…", *circle[-5:]]
                            self.document.blame(("parameters", name), f"circular: {' → '.join(shown)}. Give one of them a number.")
                        self.broken |= set(circle)
                        continue
                    trail[name] = None
                    stack.append((name, True))
                    stack += [(n, False) for n in sorted(needs[name])]
        return [name for name in order if name not in self.broken]

    def bodies(self) -> None:
        role, given = Role("impossible"), self.data.get("impossible", False)
        impossible = self.attempt(("impossible",), lambda: self.read(("impossible",), given, role)) or False
        for name, entry in self.section("bodies").items():
            path = ("bodies", name)
            arguments = self.entry(data_of(schema.BodyEntry), {} if entry is None else entry, path, name)
            if arguments is None:
                continue
            frames, looks = arguments.pop("frames", {}), arguments.pop("draw", None)
            if isinstance(arguments.get("inertia"), MeshSolid):
                solid = arguments.pop("inertia")
                arguments = self.attempt((*path, "inertia"), lambda: solid.given(arguments), name)
            if arguments is not None and isinstance(arguments.get("inertia"), InertiaShape):
                shape, mass = arguments["inertia"], arguments.get("mass", 0.0)
                self.attempt((*path, "mass"), lambda: scalar(mass, f"mass of body {name!r}", nonnegative=True), name)
                if name in self.broken:
                    continue
                arguments["inertia"] = self.attempt((*path, "inertia"), lambda: shape.tensor(mass), name)
            if name in self.broken:
                continue
            arguments.setdefault("impossible", impossible)
            body = self.attempt(path, lambda: self.m.body(name, **arguments), name)
            for frame, content in frames.items() if body is not None else ():
                self.frame(body, frame, content, (*path, "frames", frame))
            if looks is not None and body is not None:
                draw(self, (*path, "draw"), name, looks)

    def shares(self) -> None:
        """Read masses that come and go: `share` of a free parameter."""
        for name, entry in self.section("parameters").items():
            if isinstance(entry, dict) and entry.get("share") is not None and name in self.m.parameters:
                path: Path_ = ("parameters", name, "share")
                share = self.attempt(path, lambda: self.read(path, entry["share"], Role("share")), name)
                if share is not None:
                    self.attempt(path, lambda: self.m.schedule(name, share), name)

    def frame(self, body: Any, name: str, entry: Any, path: Path_) -> None:
        bare = isinstance(entry, list)
        given = self.entry(data_of(schema.FrameOnBody), {"position": entry} if bare else entry, path, bare=bare)
        if given is None:
            return
        if not name.isidentifier():
            self.document.blame(path, f"{name!r} is not a name for a frame: use letters, digits and underscores.", "")
            return
        self.attempt(path, lambda: body.frame(name, **given))

    def typed(self, section: str, name: str, entry: Any) -> None:
        path = (section, name)
        kinds = declared(section)
        if not isinstance(entry, dict):
            self.document.blame(path, f"{name!r} needs a type and what belongs to it: {{type: {next(iter(kinds))}, …}}.")
            self.broken.add(name)
            return
        kind = entry.get("type")
        if not isinstance(kind, str) or kind not in kinds:
            said = f"{kind!r} is not a type of {section}.{nearest(str(kind), list(kinds))}"
            said = f"say its type: {', '.join(kinds)}." if kind is None else said
            self.document.blame((*path, "type") if "type" in entry else path, said)
            self.broken.add(name)
            return
        declaration = kinds[kind]
        given = self.entry(declaration.data, entry, path, name)
        if given is not None:
            self.attempt(path, lambda: self._add(declaration, name, given), name)

    def _add(self, declaration: Declaration, name: str, given: Entry) -> None:
        """Call the method of an element; what the file calls by its key is called by the argument there."""
        arguments = {d.key: d.argument for d in declaration.data}
        listed = [n for d in declaration.data if d.role.kind == "signal names" for n in given.pop(d.key)]
        named = {arguments.get(key, key): value for key, value in given.items()}
        getattr(self.m, declaration.word)(name, *listed, **named)

    def networks(self) -> Callable[[], None] | None:
        """Return power networks, attached; the action that derives them once the machine is complete."""
        if "networks" not in self.data and "components" not in self.data:
            return None
        from biela.files.network_read import NetworkReader, derive

        reader = NetworkReader(self)
        reader.run()
        return lambda: derive(self, reader)

    def start(self, built: Built) -> None:
        given = self.optional(schema.Start, "start")
        for key in ("coordinates", "rates", "guess", "states"):
            found: Entry = {}
            for name, entry in given.get(key, {}).items():
                path = ("start", key, name)
                value = self.attempt(path, lambda: self.start_value(path, name, entry, key))
                if value is not None:
                    found[name] = value
            if given:
                built.start[key] = found
        if given.get("tolerance") is not None:
            where = ("start", "tolerance")
            value = self.attempt(where, lambda: self.plain_number(where, given["tolerance"], "1"))
            if value is not None and value <= 0:
                self.document.blame(where, "tolerance must be above zero.")
            built.start["tolerance"] = value
        if "hold" in given:
            built.start["hold"] = given["hold"]

    def start_value(self, path: Path_, name: str, entry: Any, key: str) -> Any:
        if key == "states":
            return self.plain_number(path, entry, "any")
        joint, _, coordinate = name.partition(".")
        joints = self.section("joints")
        if joint not in joints and coordinate and key == "coordinates":  # another signal of the position
            return self.start_number(path, entry, "any")
        if joint not in joints:
            raise self.refuse(path, f"no joint {joint!r}.{nearest(joint, list(joints))}", name)
        kind = self.needed(self.joint_type(joint))
        quantities = kind.rates if key == "rates" else kind.coordinates
        names = [q.name for q in quantities]
        if coordinate and coordinate not in names:
            raise self.refuse(path, f"joint {joint!r} has no {coordinate!r}.{nearest(coordinate, names)}", name)
        quantities = [q for q in quantities if coordinate in ("", q.name)]
        entries = entry if isinstance(entry, list) else [entry]
        if len(entries) != len(quantities):
            said = f"{len(quantities)} numbers ({', '.join(q.name for q in quantities)})"
            raise self.refuse(path, f"joint {joint!r} needs {said}, not {len(entries)}.")
        places = [(*path, i) if isinstance(entry, list) else path for i in range(len(entries))]
        numbers = [self.start_number(p, e, q.unit) for p, e, q in zip(places, entries, quantities, strict=True)]
        return numbers if isinstance(entry, list) else numbers[0]

    def start_number(self, path: Path_, value: Any, unit: str) -> Any:
        """Return a number, or an expression of free parameters."""
        self.form(Role("number"), value, path)
        return self.number(path, value, unit)

    def simulation(self, built: Built) -> None:
        data = {k: d for k, d in schema.keys(schema.Simulation).items() if k not in ("inputs", "events")}
        content = self.data.get("simulation")
        own = {k: x for k, x in content.items() if k not in ("inputs", "events")} if isinstance(content, dict) else content
        given = {} if content is None else self.entry(data.values(), own, ("simulation",)) or {}
        built.duration = given.pop("duration", built.duration)
        built.settings = given
        from biela.integrate.method.base import method_named

        inner = content if isinstance(content, dict) else {}
        if isinstance(method := inner.get("method"), str):
            self.attempt(("simulation", "method"), lambda: method_named(method))
        for key, action in (("inputs", self.input), ("events", self.event)):
            entries = inner.get(key) or {}
            if not isinstance(entries, dict):
                self.document.blame(("simulation", key), "write each entry as `name: …` on a line of its own, indented.")
                continue
            for name, entry in entries.items():
                action(built, name, entry)

    def event(self, built: Built, name: str, entry: Any) -> None:
        """Read an event of the run."""
        from biela.simulation.event import Event

        given = self.entry(data_of(schema.FileEvent), entry, ("simulation", "events", name))
        if given is not None:
            built.events.append(Event(name, given.pop("when"), **given))

    def input(self, built: Built, name: str, entry: Any) -> None:
        """Read an input of the run: a number, a law of signals, or a function of time."""
        path: Path_ = ("simulation", "inputs", name)
        if name not in self.m.actuators:
            if name not in self.broken and name.partition("/")[0] not in self.broken:
                self.document.blame(path, f"no actuator {name!r}.{nearest(name, list(self.m.actuators))}", name)
            return

        def value() -> Any:
            self.form(Role("motion"), entry, path)
            return self.component(path, entry, self.m.actuators[name].unit)

        found = self.attempt(path, value)
        if found is not None:
            built.inputs[name] = nominal(found) if isinstance(found, Expression) else found

    def optional(self, cls: Any, key: str) -> Entry:
        content = self.data.get(key)
        return {} if content is None else self.entry(data_of(cls), content, (key,)) or {}

    def plots(self, built: Built) -> None:
        """Read the signals to show, over time or over each other."""
        content = self.data.get("plots")
        if content is None:
            return
        if not isinstance(content, list):
            self.document.blame(("plots",), "`plots` is a list of signals, or of lists of signals: [A.angle, [C.force, D.force]].")
            return
        for i, entry in enumerate(content):
            if isinstance(entry, dict):
                self.plot_over(built, entry, ("plots", i))
                continue
            group = entry if isinstance(entry, list) else [entry]
            for k, name in enumerate(group):
                path = ("plots", i, k) if isinstance(entry, list) else ("plots", i)
                if not isinstance(name, str):
                    self.document.blame(path, "give the name of a signal, such as A.angle.")
                else:
                    self.used_signals.append((path, name))
            built.plots.append([str(name) for name in group])

    def plot_over(self, built: Built, entry: Entry, path: Path_) -> None:
        """Read a plot of y over x."""
        known = {"x": str, "y": (str, list), "title": str}
        wrong = next((key for key in entry if key not in known or not isinstance(entry[key], known[key])), None)  # type: ignore[arg-type]
        if wrong is not None or "x" not in entry or "y" not in entry:
            at = (*path, wrong) if wrong in known else path
            self.document.blame(at, "a plot of y over x names its signals: {x: cylinder.volume, y: cylinder.pressure}.")
            return
        names = entry["y"] if isinstance(entry["y"], list) else [entry["y"]]
        self.used_signals += [((*path, "x"), entry["x"]), *(((*path, "y"), str(name)) for name in names)]
        built.plots.append({**entry, "y": [str(name) for name in names]})

    def units(self, built: Built) -> None:
        """Read the units in which the file wants numbers to be shown."""
        given = self.data.get("units")
        if given is None:
            return
        if not isinstance(given, str | dict):
            self.document.blame(("units",), "`units` is SI, engineering, or names units: {pressure: bar, length: mm}.")
            return
        for path, part in [(("units",), given)] if isinstance(given, str) else [(("units", k), {k: v}) for k, v in given.items()]:
            self.attempt(path, lambda: table(part))
        built.units = given
