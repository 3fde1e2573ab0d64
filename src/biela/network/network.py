"""The builder: add elements, connect them by bonds, expose ports. Networks are components of other networks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from biela.base.checked import checked, guard, shown
from biela.base.dataclass import dataclass
from biela.base.door import Door
from biela.base.errors import DescriptionError, DuplicateName, FrozenMechanism, UnknownName, nearest
from biela.base.locks import cached_property
from biela.base.session import Session
from biela.lie.array import Operand
from biela.mechanism.parameter import Parameter
from biela.network.element import Element, Field, MatrixTF, One, Signal, TwoPort, Zero, check_name

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.mechanism.port import Attachment
    from biela.network.causality import Causality
    from biela.network.flat import Graph
    from biela.report.bond_graph import draw as _draw
    from biela.simulation.history import History
    from biela.state.linearise import Linearisation

Activated = Literal["effort", "flow"] | None


@dataclass(frozen=True)
class End:
    """End of a scalar bond: an element by its path, and which of its ports; None at a junction."""

    path: str
    port: int | None

    def inside(self, component: str) -> End:
        return End(f"{component}/{self.path}", self.port)


@dataclass(frozen=True)
class Exposed:
    """Port of a network: the ends inside that a bond from outside leads to."""

    ends: tuple[End, ...]
    required: bool
    said: tuple[str, ...] = ()  # as it was given


class Network:
    """Bond graph: elements and sub-networks, bonds, exposed ports. It freezes on first use.

        net = Network("oscillator")
        net.add(One("v"), I("mass", 2.0), C("spring", 1 / 50), R("damper", 0.4), Se("push", 1.0))
        net.connect("push", "v")            # power flows from tail to head
        for part in ("mass", "spring", "damper"):
            net.connect("v", part)

    name : what to call it; the path of its elements begins with it where it is a component
    audit : keep a running account of the energy of every source, resistance and port (one more state each)
    """

    def __init__(self, name: str, *, audit: bool = False):
        check_name(name)
        self.name, self.audit = name, audit
        self.components: dict[str, Element | Network] = {}
        self.bonds: list[tuple[End, End, Activated]] = []
        self.exposed: dict[str, Exposed] = {}
        self.published: dict[str, str] = {}
        self.parameters: dict[str, Parameter] = {}
        self.said: list[tuple[str, str, Activated]] = []  # bonds as they were given
        self.made_by: Any = None  # the component it came from; see `biela.network.registry`
        self._frozen = False
        self._session = Session()

    @checked
    def parameter(self, name: str, value: float, unit: str = "") -> Parameter:
        """Declare a free parameter; use it, or arithmetic with it, wherever a number is asked for."""
        self._refuse_if_frozen()
        if name in self.parameters:
            raise DuplicateName(f"network {self.name!r} already has a parameter {name!r}: choose another name.")
        self.parameters[name] = Parameter(name, value, unit)
        return self.parameters[name]

    @checked
    def add(self, *components: Element | Network, name: str | None = None) -> Operand:
        """Add elements or sub-networks; returns the (last) one. `name` renames a single component."""
        self._refuse_if_frozen()
        if not components or (name is not None and len(components) != 1):
            raise DescriptionError("add: a name goes with one component." if components else "add: give a component.")
        if name is not None:
            check_name(name)
        for component in components:
            own = name or component.name
            if own in self.components:
                raise DuplicateName(f"network {self.name!r} already has a component {own!r}: choose another name.")
            if isinstance(component, Network):
                if component is self or self in component.networks():
                    raise DescriptionError(f"network {self.name!r} cannot contain itself.")
                component._frozen = True
            elif not isinstance(component, Element):
                raise DescriptionError(f"network {self.name!r}: {component!r} is neither an element nor a network.")
            elif name is not None:
                component = replace_name(component, name)
            self.components[own] = component
        return components[-1]

    @checked
    def add_at(self, junction: str, *components: Element | Network) -> None:
        """Add components, with a bond from the junction to each."""
        self.add(*components)
        for component in components:
            self.connect(junction, component)

    def connect(self, tail: Any, head: Any, *more: Any, activated: Activated = None) -> None:
        """Add a bond whose half arrow points from tail to head; with more than two, a chain of bonds.

        An end is an element, its name, or `name.port`: a transformer or gyrator has ports `a` (taken where it is the head)
        and `b` (where it is the tail), a field `1`, `2`, …, a sub-network what it exposes. Vector ports connect
        component by component; one of them is `velocity.x`, `gear.a2` or, of a sub-network's port, `body.motion4`.

        activated : "effort" or "flow": the bond carries that variable only, as a signal, and no power at its tail
        """
        self._refuse_if_frozen()
        if activated is not None and not (isinstance(activated, str) and activated in ("effort", "flow")):
            raise DescriptionError(f"connect: a bond is activated by 'effort' or 'flow', not {shown(activated)}.")
        tails, heads = self.ends(tail, "b"), self.ends(head, "a")
        if len(tails) != len(heads):
            sizes = f"{_name(tail)!r} has {len(tails)} components and {_name(head)!r} {len(heads)}"
            raise DescriptionError(f"network {self.name!r}: {sizes}: connect ports of equal size.")
        for a, b in zip(tails, heads, strict=True):
            if a.path == b.path:
                raise DescriptionError(
                    f"network {self.name!r}: a bond from {a.path!r} to itself is a loop of zero length. Leave it out."
                )
            self.bonds.append((a, b, activated))
        self.said.append((_name(tail), _name(head), activated))
        if more:
            self.connect(head, *more, activated=activated)

    @checked
    def expose(self, port: str, *inside: Any, required: bool = True) -> None:
        """Make a port: bonds from outside lead to what is inside (a junction, or a port that is still free). Several targets make a
        vector port. A required port must be connected by whoever uses the network."""
        self._refuse_if_frozen()
        check_name(port)
        if port in self.exposed:
            raise DuplicateName(f"network {self.name!r} already has a port {port!r}: choose another name.")
        if not inside:
            raise DescriptionError(f"port {port!r} of network {self.name!r} leads nowhere: say what it exposes.")
        ends = tuple(end for target in inside for end in self.ends(target, None))
        self.exposed[port] = Exposed(ends, required, tuple(map(_name, inside)))

    @checked
    def publish(self, name: str = "", signal: str = "", /, **signals: str) -> None:
        """Give a signal inside a name of the network itself: `net.publish("extension", "position.value")`, or for several
        `net.publish(extension="position.value", …)`, makes `cylinder.extension` of a component called `cylinder`."""
        self._refuse_if_frozen()
        for own, inside in (({name: signal} if name or not signals else {}) | signals).items():
            check_name(own)
            if own in self.published:
                raise DuplicateName(f"network {self.name!r} already publishes {own!r}: choose another name.")
            self.published[own] = inside

    def networks(self) -> list[Network]:
        """Return all sub-networks, at every depth."""
        direct = [c for c in self.components.values() if isinstance(c, Network)]
        return [n for sub in direct for n in (sub, *sub.networks())]

    def all_parameters(self) -> dict[str, Parameter]:
        """Return the free parameters of this network and of all inside it."""
        found = dict(self.parameters)
        for sub in self.networks():
            for name, parameter in sub.parameters.items():
                if found.setdefault(name, parameter) is not parameter:
                    raise DuplicateName(f"parameter {name!r} is declared twice inside {self.name!r}: choose another name.")
        return found

    @checked
    def ends(self, where: Any, default_port: str | None) -> list[End]:
        """Return the scalar ends that a name, an element or `name.port` stands for."""
        label = where.name if isinstance(where, Element | Network) else where
        if not isinstance(label, str):
            raise DescriptionError(f"network {self.name!r}: {where!r} is not an end of a bond; give an element or a name.")
        name, _, port = label.partition(".")
        if name not in self.components:
            raise UnknownName(f"network {self.name!r} has no component {name!r}.{nearest(name, list(self.components))}")
        component = self.components[name]
        if isinstance(where, Element) and component is not where and type(component) is not type(where):
            raise UnknownName(f"network {self.name!r}: {name!r} is another component; add this one first.")
        if isinstance(component, Network):
            if not port and len(component.exposed) == 1:
                port = next(iter(component.exposed))
            base = port.rstrip("0123456789")
            place = int(port[len(base) :] or 0)
            if port not in component.exposed and base in component.exposed and 1 <= place <= len(component.exposed[base].ends):
                return [component.exposed[base].ends[place - 1].inside(name)]
            if port not in component.exposed:
                hint = nearest(port, list(component.exposed))
                raise UnknownName(f"network {self.name!r}: component {name!r} has no port {port!r}.{hint}")
            return [end.inside(name) for end in component.exposed[port].ends]
        return _element_ends(component, name, port, default_port, self.name)

    @cached_property
    def graph(self) -> Graph:
        """Flat graph of scalar bonds, checked. Asking for it freezes the network."""
        return self.flat()

    @checked
    def flat(self, connected: Mapping[str, Sequence[str]] | None = None) -> Graph:
        """Return the flat graph with exposed ports connected to something outside, whose domains are given."""
        from biela.network.flat import flatten

        for port, domains in (connected or {}).items():
            if port not in self.exposed or len(domains) != len(self.exposed[port].ends):
                hint = nearest(port, list(self.exposed))
                raise UnknownName(f"network {self.name!r} exposes no port {port!r} with {len(domains)} bonds.{hint}")
        self._frozen = True
        return flatten(self, connected)

    @property
    def causality(self) -> Causality:
        """Computational causality of every bond; see `biela.network.causality`."""
        return self.graph.causality

    def check(self) -> str:
        """Return elements, states, causality and its remarks, in plain words."""
        return self.causality.report()

    def equations(self) -> str:
        """Return the state equations in readable form."""
        from biela.network.text import equations

        return equations(self)

    @checked
    def attach_to(
        self, mechanism: Mechanism, ports: Mapping[str, Any] | None = None, name: str | None = None, prefix: str | None = None
    ) -> Attachment:
        """Attach it to a mechanism; see `Mechanism.attach`."""
        from biela.network.attach import attach

        return attach(self, mechanism, ports, name, prefix)

    @checked
    def simulate(self, start: Mapping[str, Any] | None = None, duration: float = 10.0, **options: Any) -> History:
        """Run the network alone; options as in `biela.simulate`. `start` gives initial states by path: `{"spring": 0.1}`."""
        from biela.network.attach import alone

        machine = alone(self)
        return machine.simulate(machine.assemble().with_states(start or {}), duration, **options)

    @checked
    def linearise(
        self, start: Mapping[str, Any] | None = None, *, inputs: Mapping[str, float] | None = None, outputs: Sequence[str] = ()
    ) -> Linearisation:
        """Return A, B, C, D about a state, with frequency response and transfer functions; `start` as that of `simulate`."""
        from biela.network.attach import alone

        machine = alone(self)
        return machine.linearise(machine.assemble().with_states(start or {}), inputs=inputs, outputs=outputs)

    if TYPE_CHECKING:
        draw = _repr_svg_ = _draw
    else:
        draw = _repr_svg_ = Door("biela.report.bond_graph", "draw")

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x:auto">{self.draw()}</div>'

    def __repr__(self) -> str:
        return f"<Network {self.name!r}: {len(self.components)} components, {len(self.bonds)} bonds, ports {list(self.exposed)}>"

    def _refuse_if_frozen(self) -> None:
        if self._frozen:
            raise FrozenMechanism(f"network {self.name!r} is already in use and cannot change: build another one.")
        self.made_by = None  # what is changed is no longer what a component made


COMPONENTS = "xyz"


def copies(element: Element) -> list[str]:
    """Return the names of the scalar copies of a vector element: `force_x`, `force_y`, `force_z`; numbered if not three."""
    if element.size == 1 or not element.vector:
        return [element.name]
    marks = list(COMPONENTS) if element.size == 3 else [str(k + 1) for k in range(element.size)]
    return [f"{element.name}_{mark}" for mark in marks]


def _element_ends(element: Element, name: str, port: str, default_port: str | None, network: str) -> list[End]:
    """Return the ends of an element: those of a port by its name, `a`, or one of its components, `a2`, `ax`, `x`."""
    names = copies(replace_name(element, name))
    match element:
        case Signal():
            raise DescriptionError(f"network {network!r}: {element.kind} {name!r} is a signal; it takes no bond.")
        case MatrixTF():
            n_b, n_a = element.shape  # type: ignore[misc]
            port, only = _one_of(port or default_port or "", n_a if port.startswith("a") else n_b)
            sides = {"a": range(n_a), "b": range(n_a, n_a + n_b)}
            found = {side: [End(name, k) for k in places][only] for side, places in sides.items()}
        case Field():
            found = {"": [End(name, k) for k in range(element.size)]}
            found |= {str(k + 1): [End(name, k)] for k in range(element.size)}
        case TwoPort():
            port, only = _one_of(port or default_port or "", len(names))
            found = {side: [End(n, k) for n in names][only] for k, side in enumerate("ab")}
        case _:
            place = None if isinstance(element, Zero | One) else 0
            found = {n.removeprefix(name).removeprefix("_"): [End(n, place)] for n in names}
            found[""] = [End(n, place) for n in names]
    if port not in found:
        known = ", ".join(filter(None, found)) if isinstance(element, TwoPort | Field | MatrixTF) else ""
        raise UnknownName(f"network {network!r}: {element.kind} {name!r} has no port {port!r}. It has {known or 'none'}.")
    return found[port]


def _one_of(port: str, size: int) -> tuple[str, slice]:
    """Return `a` and all its components, or of `a2`, `ax`: `a` and the one."""
    mark = port[1:]
    place = int(mark) - 1 if mark.isdigit() else COMPONENTS.find(mark) if len(mark) == 1 and size == 3 else -1
    return (port[:1], slice(place, place + 1)) if mark and 0 <= place < size else (port, slice(None))


def replace_name(element: Element, name: str) -> Element:
    """Return the element under another name."""
    if element.name == name:
        return element
    other = replace(element, name=name)
    object.__setattr__(other, "made_by", element.made_by)
    return other


def _name(end: Any) -> str:
    return end if isinstance(end, str) else str(end.name)


guard(__name__)
