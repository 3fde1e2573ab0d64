"""What is known of the networks of a machine once they were derived: their states, and whether they follow time.

`network_facts(machine)` derives the networks to find out. Whoever has the facts from an earlier derivation, as the cache on disk
does, puts them there first, so that nothing is derived. This module needs no CasADi.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from biela.base.dataclass import dataclass
from biela.base.session import derived
from biela.mechanism.mechanism import Mechanism

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

    @property
    def feeds_back(self) -> bool:
        """True if anything depends on it."""
        return not self.quantity.startswith(ACCOUNTS)


@dataclass(frozen=True)
class NetworkFacts:
    """Facts about all networks of a machine.

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
    """Return the facts about the networks of a machine."""
    if not mechanism.networks:
        return NetworkFacts()
    from biela.equations.machine import attached

    networks = attached(mechanism)
    states = (
        NetworkState(a.attachment.name, a.prefix, s.path, s.quantity, s.unit, s.entry, s.initial is None)
        for a in networks for s in a.equations.states
    )  # fmt: skip
    return NetworkFacts(tuple(states), any(a.timed for a in networks))
