"""Machines with networks: coefficients of cylinders and motors from pressures and flows, and the efforts that they exert.

A component that declares what it is linear in (`biela.network.balance`) enters in two steps:

1. *flows*: where pressures and a flow were measured, areas, displacements and leakage follow by weighted least squares from

       Q = A v + G Δp + κ C ṗ                                                                                 (1)

   The speed v and the extension come from the measured motion of the machine, the capacity C of the oil from the description. κ is
   the softness of a chamber relative to it.
2. *efforts*: what the component exerts, A₁ p_h − A₂ p_r less dry friction, with the areas of the first step (or those described,
   if no flow was measured), is the effort of an actuator of the machine without its networks. Viscous friction at the port is a
   load of this machine, `PORT_friction.damping`, and is identified with masses and inertias.

Each step is linear. In one step it would not be well posed: efforts that are all proportional to unknown areas leave the scale of
the masses open, which flows alone fix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.base.surface import command, setting
from biela.files.logs.table import DataError
from biela.identify.dataset import Dataset, central
from biela.identify.feasibility import FeasibleEstimate
from biela.identify.least_squares import Estimate, estimate
from biela.identify.measurement import Preparation, measured_coordinates, motion_columns, thinned
from biela.identify.observation import Observation
from biela.identify.observed_motion import ObservedMotion
from biela.identify.regressor import Regressor
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.port import Attachment, BodyPort, JointPort, LinePort, Port
from biela.network.balance import Balance, LinearBalances, linear_of
from biela.network.made import rebuilt
from biela.network.network import Network
from biela.state.consistent_motion import ConsistentMotion

Found = Mapping[str, Estimate]
"""Estimated coefficients of components, by path."""
Damping = Mapping[str, float]
"""Viscous friction, by port."""


@dataclass(frozen=True)
class LinearPart:
    """A component with linear coefficients: its path, which begins the names of its columns, its place on the machine, its network
    and its path there."""

    path: str
    linear: LinearBalances
    port: Port | None
    network: str
    own: str


@dataclass(frozen=True)
class RemovedNetworks:
    """The networks of a machine, taken off.

    machine : the machine with them
    bare : without them; every port has an actuator, and a load `PORT_friction`
    parts : components with linear coefficients
    actuators : port → its actuator, of the same name, or `PORT_port` where that is taken
    others : paths of components that declare none, with their types
    """

    machine: Mechanism
    bare: Mechanism
    parts: tuple[LinearPart, ...]
    actuators: Mapping[str, str]
    others: Mapping[str, str]

    def used_columns(self, regressor: Regressor, data: Dataset) -> list[str]:
        """Return the columns of an experiment that an observation uses: of the motion, of parts, and what ports exert."""
        own = [f"{part.path}.{key}" for part in self.parts for key in part.linear.units]
        named = dict.fromkeys([*own, *(x for port in self.actuators for x in self.efforts(port))])
        return [*motion_columns(regressor, data), *(name for name in named if name in data)]

    def efforts(self, port: str) -> tuple[str, ...]:
        """Return columns that may say what a port exerts."""
        return self.actuators[port], f"{self.actuators[port]}.effort", f"{port}.effort"


def without_networks(machine: Mechanism) -> RemovedNetworks:
    """Take the networks off a machine; see `RemovedNetworks`."""
    bare = machine.edit()
    parts, ports, others = list[LinearPart](), list[Port](), dict[str, str]()
    for attachment in machine.networks.values():
        bare.remove(attachment.name)
        if whole := [port.name for port in attachment.ports if isinstance(port, BodyPort)]:
            remedy = "Identify a copy without that network (m.edit(), then remove) and give what it exerts as loads"
            raise DescriptionError(f"port {whole[0]!r} of the network {attachment.name!r} is a whole body. {remedy}.")
        ports += attachment.ports
        found, rest = _parts(attachment)
        parts += found
        others |= rest
    friction = {p.port.name: p.linear.viscous for p in parts if p.port is not None}
    taken = bare.names()
    actuators = {port.name: f"{port.name}_port" if port.name in taken else port.name for port in ports}
    for port in ports:
        own, viscous = actuators[port.name], friction.get(port.name, 0.0)
        if isinstance(port, LinePort):
            bare.thruster(own, *_ends(port))
        elif isinstance(port, JointPort):
            bare.motor(own, port.joint, port.coordinate)
        if viscous or friction_name(port.name) not in bare.loads:  # one of an earlier identification is identified again
            add_friction(bare, port, viscous)
    return RemovedNetworks(machine, bare, tuple(parts), actuators, others)


def friction_name(port: str) -> str:
    """Name the load that is the viscous friction at a port."""
    return f"{port}_friction"


def add_friction(machine: Mechanism, port: Port, viscous: float) -> None:
    """Add viscous friction at a port as a load of the machine."""
    label = friction_name(port.name)
    if isinstance(port, LinePort):
        machine.spring(label, *_ends(port), damping=viscous)
    elif isinstance(port, JointPort):
        machine.joint_spring(label, port.joint, coordinate=port.coordinate, damping=viscous)


def _ends(port: LinePort) -> tuple[str, str]:
    a, b = (f"{f.body.name}.{f.name}" if f.name in f.body.frames else f.body.name for f in (port.a, port.b))
    return a, b


def _parts(attachment: Attachment) -> tuple[list[LinearPart], dict[str, str]]:
    """Return components with linear coefficients at any depth, and the types of the others."""
    where = {attachment.network.exposed[port.name].ends[0].path: port for port in attachment.ports}
    parts, others = list[LinearPart](), dict[str, str]()

    def walk(network: Network, path: str) -> None:
        for name, component in network.components.items():
            own, linear = f"{path}{name}", linear_of(component)
            if linear is not None and isinstance(component, Network):
                inside = component.exposed[linear.port].ends[0].path if linear.port else ""
                port = where.get(f"{own}/{inside}")
                parts.append(LinearPart(f"{attachment.prefix}{own}", linear, port, attachment.name, own))
            elif (made := getattr(component, "made_by", None)) is not None:
                others[f"{attachment.prefix}{own}"] = made.type
            elif isinstance(component, Network):
                walk(component, f"{own}/")

    walk(attachment.network, "")
    return parts, others


def network_estimates(
    networks: RemovedNetworks, regressor: Regressor, experiments: Sequence[Dataset], how: Preparation
) -> dict[str, Estimate]:
    """Step one: return coefficients of every part whose pressures and flows were measured, by its path; of all experiments."""
    found = {}
    for part in networks.parts:
        whole = [row for data in experiments if (row := _flow_rows(part, regressor, data, how)) is not None]
        if alike := [row for row in whole if row.channels == whole[0].channels]:
            found[part.path] = estimate(alike[0].joined(*alike[1:]), "weighted")
    return found


def _flow_rows(part: LinearPart, regressor: Regressor, data: Dataset, how: Preparation) -> Observation | None:
    """Return the equation (1) of the flows that were measured, both sides filtered alike."""
    measured = [b for b in part.linear.flows if _has(data, part, (b.name, *b.needs))]
    if part.port is None or not measured:
        return None
    chosen = how.selection(regressor, data)
    signals = port_signals(part, regressor, data, how, chosen.every)
    names = [c for c in part.linear.coefficients if any(c in b.factors for b in measured)]
    shape = (len(chosen.t), len(measured))
    W, tau = np.zeros((*shape, len(names))), np.zeros(shape)
    for k, balance in enumerate(measured):
        tau[:, k] = _column(data, part, balance.name, chosen.every) - balance.known(signals)
        for j, name in enumerate(names):
            if name in balance.factors:
                W[:, k, j] = balance.factors[name](signals)
    labels, channels = (tuple(f"{part.path}.{name}" for name in own) for own in (names, [b.name for b in measured]))
    units = tuple(b.unit for b in measured)
    return Observation(chosen.filtered(W), chosen.filtered(tau), labels, channels, units, t=chosen.t[chosen.keep])


def port_signals(part: LinearPart, regressor: Regressor, data: Dataset, how: Preparation, every: int = 1) -> dict[str, Array]:
    """Return signals of a part at one sample in `every`: motion of its port, pressures and their rates."""
    data = data.filled()
    motion = measured_coordinates(regressor, data, how, every)
    assert part.port is not None
    at, rate = _port_motion(regressor, part.port, motion)
    signals = {"extension": at - part.linear.offset, "speed": rate, "angle": at, "rate": rate}
    for key in part.linear.units:
        if _has(data, part, (key,)):
            signals[key] = _column(data, part, key, every)
            signals[f"{key}.rate"] = thinned(central(data[f"{part.path}.{key}"], data.step), data.step, every)
    return signals


def _port_motion(regressor: Regressor, port: Port, motion: ConsistentMotion) -> tuple[Array, Array]:
    """Return length and its rate, or a joint's coordinate and its rate."""
    layout = regressor.functions.layout
    if isinstance(port, JointPort):
        link = regressor.mechanism.topology.link_of(port.joint)
        if link is None:
            raise DescriptionError(f"port {port.name!r} is on joint {port.joint!r}, which closes a loop: give it as a coordinate.")
        q, v = link.q.start + port.coordinate, layout.v.start + link.v.start + port.coordinate
        return motion.x[:, q], motion.x[:, v]
    assert isinstance(port, LinePort)
    seen = ObservedMotion(regressor.functions, motion, regressor.loops.p)
    (a, va), (b, vb) = (seen.point(f.body.name, np.asarray(nominal(f.position), float)) for f in (port.a, port.b))
    length = np.linalg.norm(b - a, axis=1)
    return length, np.einsum("ni,ni->n", b - a, vb - va) / length


def with_port_efforts(networks: RemovedNetworks, regressor: Regressor, data: Dataset, how: Preparation, found: Found) -> Dataset:
    """Step two: return the experiment with a column for what each port exerts: measured, or from pressures."""
    columns, units = dict(data.columns), dict(data.units)
    by_port = {p.port.name: p for p in networks.parts if p.port is not None}
    for port, own in networks.actuators.items():
        part = by_port.get(port)
        balance = None if part is None else part.linear.effort
        measured = [name for name in networks.efforts(port) if name in data]
        if part is not None and balance is not None and _has(data, part, balance.needs):
            signals = port_signals(part, regressor, data, how)
            columns[own], units[own] = _effort(part, balance, signals, found.get(part.path)), balance.unit
        elif measured:
            columns[own] = data[measured[0]]
        else:
            needs = [] if part is None or balance is None else [f"{part.path}.{n}" for n in balance.needs]
            remedy = f"give {', '.join(needs) + ', or ' if needs else ''}its effort as a column {port}.effort"
            name = setting("names", {[*needs, f"{port}.effort"][0]: "COLUMN"})
            raise DataError(f"{data.name} does not say what the port {port!r} exerts: {remedy}. Name one with {name}.")
    return replace(data, columns=columns, units=units)


def _effort(part: LinearPart, balance: Balance, signals: Mapping[str, Array], found: Estimate | None) -> Array:
    described = {name: float(nominal(c.value)) for name, c in part.linear.coefficients.items()}
    values = described | _known(part, found)
    return np.asarray(sum((values[k] * by(signals) for k, by in balance.factors.items()), balance.known(signals)), float)


def _known(part: LinearPart, found: Estimate | None) -> dict[str, float]:
    """Return the coefficients of a part that were identified, by their own names."""
    return {} if found is None else {n.removeprefix(f"{part.path}."): found[n] for n in found.names if n not in found.unknown}


def _has(data: Dataset, part: LinearPart, keys: Sequence[str]) -> bool:
    return all(f"{part.path}.{key}" in data for key in keys)


def _column(data: Dataset, part: LinearPart, key: str, every: int) -> Array:
    name = f"{part.path}.{key}"
    data.require_unit(name, part.linear.units[key])
    return thinned(data.filled()[name], data.step, every)


def damping_at_ports(networks: RemovedNetworks, feasible: FeasibleEstimate) -> dict[str, float]:
    """Return the identified viscous friction of ports whose component has one of its own, or none at all."""
    values, loads = dict(zip(feasible.names, feasible.values, strict=True)), networks.machine.loads
    own = {port: f"{friction_name(port)}.damping" for port in networks.actuators if friction_name(port) not in loads}
    return {port: float(values[name]) for port, name in own.items() if name in values}


def with_coefficients(machine: Mechanism, networks: RemovedNetworks, found: Found, damping: Damping) -> Mechanism:
    """Put the identified coefficients into the networks of an open machine. Viscous friction that a component cannot hold becomes a
    load `PORT_friction` of the machine, which exerts the same."""
    for part, (arguments, cannot) in _written(networks, found, damping):
        attachment = machine.networks[part.network]
        if arguments:
            changed = rebuilt(attachment.network, part.own, arguments)
            machine.networks[part.network] = replace(attachment, network=changed)
        if part.port is not None and "viscous" in cannot and damping[part.port.name] > 0.0:
            add_friction(machine, part.port, damping[part.port.name])
    return machine


def _written(
    networks: RemovedNetworks, found: Found, damping: Damping
) -> Iterator[tuple[LinearPart, tuple[dict[str, Any], dict[str, str]]]]:
    """Yield every part with new arguments of its component, and what they cannot say."""
    for part in networks.parts:
        values = _known(part, found.get(part.path))
        if part.port is not None and part.port.name in damping:
            values["viscous"] = damping[part.port.name]
        if values:
            yield part, part.linear.written(values)


@dataclass(frozen=True)
class CoefficientRow:
    """An identified coefficient of a network; value and deviation are None where the motion does not show it."""

    name: str
    unit: str
    described: float
    value: float | None
    deviation: float | None


def rows(networks: RemovedNetworks, found: Found) -> list[CoefficientRow]:
    """Return all identified coefficients of the networks."""
    out = []
    for part in networks.parts:
        if own := found.get(part.path):
            for name, value, deviation in zip(own.names, own.values, own.deviations, strict=True):
                c = part.linear.coefficients[name.removeprefix(f"{part.path}.")]
                numbers = (None, None) if name in own.unknown else (float(value), float(deviation))
                out.append(CoefficientRow(name, c.unit, float(nominal(c.value)), *numbers))
    return out


def findings(networks: RemovedNetworks, found: Found, feasible: FeasibleEstimate) -> list[str]:
    """Report the coefficients of the networks, what could not be identified, and what the machine file cannot hold."""
    out = [
        f"{r.name} is not known from this motion (described: {r.described:.4g} {r.unit})"
        if r.value is None
        else f"{r.name} = {r.value:.4g} ± {r.deviation:.1g} {r.unit} (described: {r.described:.4g})"
        for r in rows(networks, found)
    ]
    for part in networks.parts:
        if part.path in found:
            out.append(f"{part.path}: {part.linear.fixed} do not enter linearly and are taken as described")
            continue
        flows, names = (" or ".join(f"{part.path}.{b.name}" for b in part.linear.flows), ", ".join(part.linear.coefficients))
        out.append(f"{part.path}: {names} are those described, since no flow was measured ({flows})")
    if networks.others:
        names = ", ".join(f"{path} ({kind})" for path, kind in networks.others.items())
        vary = f"make the coefficient a free parameter and let {command('sweep', 'biela.sweep(…)')} vary it"
        remedy = f"Compare runs with the measurements instead: {vary}"
        out.append(f"not linear in their coefficients, or not measured from outside: {names}. {remedy}")
    damping = damping_at_ports(networks, feasible)
    for part, (_, cannot) in _written(networks, found, damping):
        for name, why in cannot.items():
            if name != "viscous" or part.port is None:
                out.append(f"{part.path}.{name} is not in the machine file: {why}")
            elif damping[part.port.name] > 0.0:
                load = friction_name(part.port.name)
                out.append(f"viscous friction of {part.path} is a load {load!r} of the machine file: {why}")
    return out


def values_of(found: Found) -> dict[str, Any]:
    """Return value and interval by name, for scripts; None where the motion does not show it."""
    out: dict[str, Any] = {}
    for own in found.values():
        for name, value, interval in zip(own.names, own.values.tolist(), own.interval().tolist(), strict=True):
            known = name not in own.unknown
            out[name] = {"value": value if known else None, "interval": interval if known else None}
    return out
