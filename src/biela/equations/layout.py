"""The layout of the state: the place and unit of each entry of x, and how a configuration moves.

    x = [q; v; hints; networks; work]

| part | entries |
|---|---|
| q | coordinates of the tree joints, in the order the tree grew |
| v | rates of the tree joints, in the same order; shorter than q where there are quaternions |
| hints | one for each angle and quaternion entry of the joints that close loops: they count turns |
| networks | states of the attached networks, network by network |
| work | work done on the machine since the start [J] |

This is the only place that counts offsets. It belongs to the equations because they write x in symbols; it needs no CasADi,
so that numeric code asks the same object, `layout_of(machine)`. Configurations are numbers or symbols alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.locks import cached_property
from biela.base.session import derived
from biela.lie import array as xp
from biela.lie import quaternion
from biela.mechanism.mechanism import Mechanism

NOMINAL = {"Pa": 1e8, "m³": 1e-2, "Pa·s": 1e6, "J": 1e8}
"""Size of a network's state by its unit, one for all others: atol = 1e-8 then keeps a pressure to 1 Pa."""


ACCOUNTS = ("energy", "guess")
"""Quantities of network states that feed nothing back: accounts of energy, and starting values of implicit equations."""


@dataclass(frozen=True)
class NetworkState:
    """One state of an attached network.

    Attributes
    ----------
    network : name under which its network is attached
    prefix : of the signals of that network
    path, quantity : its element, and what the element calls it
    entry : which of the initial values of its element it starts from; None for an account, which starts from zero
    guess : it is solved for: the guess of an implicit equation
    """

    network: str
    prefix: str
    path: str
    quantity: str
    unit: str
    entry: int | None
    guess: bool

    @property
    def name(self) -> str:
        """Signal: `network/element.quantity`."""
        return f"{self.prefix}{self.path}.{self.quantity}"


@dataclass(frozen=True)
class NetworkFacts:
    """Facts about all networks of a machine, known once they were derived.

    Attributes
    ----------
    states : in their order in x
    timed : a network follows a function of time: a reference, a command
    """

    states: tuple[NetworkState, ...] = ()
    timed: bool = False

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"states": [astuple(state) for state in self.states], "timed": self.timed}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> NetworkFacts:
        return cls(tuple(NetworkState(*state) for state in data["states"]), data["timed"])


@derived
def network_facts(mechanism: Mechanism) -> NetworkFacts:
    """Return the facts about the networks of a machine; whoever has them, as the cache on disk does, puts them there first."""
    if not mechanism.networks:
        return NetworkFacts()
    from biela.equations.machine import attached

    networks = attached(mechanism)
    states = (
        NetworkState(a.attachment.name, a.prefix, s.path, s.quantity, s.unit, s.entry, s.initial is None)
        for a in networks for s in a.equations.states
    )  # fmt: skip
    return NetworkFacts(tuple(states), any(a.timed for a in networks))


class Weights(NamedTuple):
    """Weights of errors of states: relative to atol · nominal + rtol · |x| where `counts` is one, ignored where it is zero."""

    nominal: Array
    counts: Array


@dataclass(frozen=True)
class Chart:
    """Chart of the configurations: independent and dependent entries of v, and the active closure rows by which they depend; see
    `biela.equations.reduced`."""

    independent: tuple[int, ...]
    dependent: tuple[int, ...]
    rows: tuple[int, ...]
    states: tuple[int, ...] = ()
    """States of networks, among them all, that anything depends on."""

    @property
    def text(self) -> str:
        """Text that it adds to the key of a kernel."""
        return f"chart {self.independent} {self.dependent} {self.rows} {self.states}"


class StateLayout:
    """Places, names, units and sizes of the entries of x, and ⊕, ⊖ on the configuration manifold."""

    def __init__(self, mechanism: Mechanism):
        self._mechanism, self.topology = mechanism, mechanism.topology
        self._moving = [link for link in self.topology.links if link.joint.type.n_q]
        self.n_q, self.n_v = self.topology.n_q, self.topology.n_v
        self.q, self.v = slice(0, self.n_q), slice(self.n_q, self.n_q + self.n_v)
        self.hints = slice(self.v.stop, self.v.stop + len(self.hint_places))

    @property
    def n_s(self) -> int:
        """Entries after q and v."""
        return len(self.hint_places) + len(self.network_states) + 1

    @property
    def n_x(self) -> int:
        return self.n_q + self.n_v + self.n_s

    @cached_property
    def networks(self) -> slice:
        return slice(self.hints.stop, self.hints.stop + len(self.network_states))

    @cached_property
    def work(self) -> int:
        return int(self.networks.stop)

    def rates_of(self, joint: str) -> slice:
        """Return the place in x of the rates of a tree joint."""
        link = self.topology.link_of(joint)
        assert link is not None, f"{joint} closes a loop: its rates are not in x"
        return slice(self.n_q + link.v.start, self.n_q + link.v.stop)

    @cached_property
    def coordinates(self) -> Mapping[str, slice]:
        """Place of each joint, in the tree or cut, among the coordinates of all joints: what the function `coordinates` gives."""
        return self._consecutive("n_q")

    @cached_property
    def rates(self) -> Mapping[str, slice]:
        """Place of each joint among the rates of all joints."""
        return self._consecutive("n_v")

    def _consecutive(self, size: str) -> Mapping[str, slice]:
        places, at = {}, 0
        for joint in self._mechanism.joints.values():
            places[joint.name] = slice(at, at + getattr(joint.type, size))
            at = places[joint.name].stop
        return MappingProxyType(places)

    @cached_property
    def hint_places(self) -> list[int]:
        """Places of the hinted coordinates among the coordinates of all joints."""
        return [self.coordinates[joint.name].start + k for joint in self.topology.cut for k in joint.type.hinted]

    @cached_property
    def network_states(self) -> tuple[NetworkState, ...]:
        """States of the attached networks."""
        return network_facts(self._mechanism).states

    @cached_property
    def entries(self) -> list[tuple[str, str]]:
        """Name and unit of each entry of x, in its order."""
        links, cut = self.topology.links, self.topology.cut
        named = [(link.joint.name, quantity) for link in links for quantity in link.joint.type.coordinates]
        named += [(link.joint.name, quantity) for link in links for quantity in link.joint.type.rates]
        named += [(joint.name, joint.type.coordinates[k]) for joint in cut for k in joint.type.hinted]
        joints = [(f"{joint}.{quantity.name}", quantity.unit) for joint, quantity in named]
        return [*joints, *((state.name, state.unit) for state in self.network_states), ("machine.work", "J")]

    @cached_property
    def rate_names(self) -> list[str]:
        """Short names of the entries of v: the joint's name, with the rate's where it has several."""
        return [
            link.joint.name if link.joint.type.n_v == 1 else f"{link.joint.name}.{rate.name}"
            for link in self.topology.links
            for rate in link.joint.type.rates
        ]

    def joint_at(self, entry: int) -> str:
        """Name of the tree joint that an entry of v belongs to."""
        return next(link.joint.name for link in self.topology.links if link.v.start <= entry < link.v.stop)

    @cached_property
    def responding(self) -> list[int]:
        """Places in x of the network states that feed back."""
        return [self.networks.start + k for k, s in enumerate(self.network_states) if not s.quantity.startswith(ACCOUNTS)]

    def rate_lengths(self, length: float) -> Array:
        """Return the unit of each entry of v if lengths are measured in `length`: that for translations, one for rotations."""
        rates = [rate.unit for link in self.topology.links for rate in link.joint.type.rates]
        return np.array([length if unit == "m/s" else 1.0 for unit in rates])

    @cached_property
    def weights(self) -> Weights | None:
        """Weights of errors; None for a machine without networks, whose states all have nominal size one and count."""
        if not self._mechanism.networks:
            return None
        nominal, counts = np.ones(self.n_x), np.zeros(self.n_x)
        nominal[self.networks] = [NOMINAL.get(state.unit, 1.0) for state in self.network_states]
        counts[: self.v.stop] = 1.0
        counts[self.responding] = 1.0
        return Weights(nominal, counts if counts.any() else np.ones(self.n_x))

    def neutral(self) -> Array:
        """Return x at rest with all joint frames coinciding: coordinates and hints neutral, states of networks and work zero."""
        x = np.zeros(self.n_x)
        for link in self.topology.links:
            x[link.q] = link.joint.type.neutral()
        x[self.hints] = [joint.type.neutral()[k] for joint in self.topology.cut for k in joint.type.hinted]
        return x

    def at_rest(self, x: Array) -> Array:
        """Return a copy of a state (or of states, one per row) with v = 0."""
        still = np.array(x, float)
        still[..., self.v] = 0.0
        return still

    def retract(self, q: Any, xi: Any) -> Any:
        """Return q ⊕ ξ: the configuration after one unit of time at the constant velocity ξ."""
        return _join([link.joint.type.retract(q[link.q], xi[link.v]) for link in self._moving], q)

    def difference(self, q: Any, origin: Any) -> Any:
        """Return q ⊖ q₀: the ξ with q₀ ⊕ ξ = q."""
        return _join([link.joint.type.difference(q[link.q], origin[link.q]) for link in self._moving], q)

    def position_rate(self, q: Any, v: Any) -> Any:
        """Return q̇ = N(q) v; also a small change of q along a tangent vector, to first order."""
        return _join([link.joint.type.position_rate(q[link.q], v[link.v]) for link in self._moving], q)

    def normalise(self, q: Any) -> Any:
        """Return q with quaternions of unit length."""
        parts = []
        for link in self.topology.links:
            own, k = q[link.q], link.joint.type.quaternion
            parts.append(own if k is None else xp.join(own[:k], quaternion.normalise(own[k : k + 4]), own[k + 4 :]))
        return _join(parts, q)


@derived
def layout_of(mechanism: Mechanism) -> StateLayout:
    """Return the layout of a machine's state."""
    return StateLayout(mechanism)


def _join(parts: list[Any], like: Any) -> Any:
    """Stack vectors; return `like` itself, which is empty, where there are none."""
    return xp.join(*parts) if parts else like
