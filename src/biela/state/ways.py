"""Other ways to assemble a machine: how many there are, which one was taken, who chose it, and how to choose another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import LoopNotClosed
from biela.base.locks import cached_property
from biela.base.surface import setting
from biela.state.assemble import assemble
from biela.state.branches import Branches, Places, drawn_there, find_branches, has_loops, label
from biela.state.closing import length_text
from biela.state.functions import functions_of
from biela.state.state import State

QUICK, WORK, LARGE = 60, 900, 90
"""Starts that a check tries at most; starts times coordinates of the machine; coordinates from which it does not look."""
BY = {
    "guess": "the guess", "drawing": "the drawn pose", "state": "the given state", "default": "assembly without a start",
}  # fmt: skip
"""Who chooses a way, in words."""
NAMED = 3
"""Coordinates that a line names at most."""


@dataclass
class Ways:
    """Ways in which the loops of a machine close at the same independent coordinates.

    Attributes
    ----------
    states : one for each way, the one that was taken first
    held : independent coordinates → value [rad, m]
    complete : whether another way is unlikely; else there may be more
    chosen : who chose: "guess", "drawing", "state" (it was given), "default" (no start was asked for), or nobody
    """

    states: list[State]
    held: dict[str, float]
    complete: bool
    chosen: str = ""

    @property
    def taken(self) -> State:
        """The state at which the machine was looked at."""
        return self.states[0]

    @cached_property
    def values(self) -> list[dict[str, float]]:
        """Coordinates that differ, for each way [rad, m]; angles within half a turn of zero."""
        functions = functions_of(self.taken.mechanism)
        joints = [(j, k) for j in self.taken.mechanism.joints.values() for k in range(j.type.n_q)]
        columns = np.array([functions.evaluate("coordinates", *s.arguments())[0] for s in self.states])
        table: list[dict[str, float]] = [{} for _ in self.states]
        for (joint, k), column in zip(joints, columns.T, strict=True):
            if joint.type.quaternion is not None:
                continue
            angle = joint.type.coordinates[k].unit == "rad"
            column = np.angle(np.exp(1j * column)) if angle else column
            apart = np.abs(np.angle(np.exp(1j * (column - column[0]))) if angle else column - column[0])
            if apart.max() > 1e-4 * (1.0 if angle else Places(self.taken).size):
                for row, value in zip(table, column, strict=True):
                    row[label(joint, k)] = float(value)
        return table

    def telling(self, way: int) -> list[str]:
        """Coordinates in which a way differs from the one taken, of that one from the nearest other: the most different first,
        those of hinges and guides before those of universal joints, which have two angles for one direction."""
        mechanism, size = self.taken.mechanism, Places(self.taken).size
        here, there = self.values[way], self.values[0 if way else 1]

        def apart(name: str) -> float:
            change = here[name] - there[name]
            return float(abs(np.sin(change / 2) if self.unit(name) == "rad" else change / size))

        differ = [name for name in here if apart(name) > 1e-4]
        return sorted(differ, key=lambda name: (mechanism.joints[name.partition(".")[0]].type.n_q > 1, -apart(name)))

    def guess(self, way: int) -> dict[str, float]:
        """The fewest coordinates that choose a way when they are given as a guess, besides those that are held."""
        state, order, places = self.states[way], self.telling(way), Places(self.taken)
        given = {} if state.assembly is None else state.assembly.coordinates
        m = state.mechanism
        driven = {label(m.joints[d.joint], d.coordinate) for d in m.drives.values()}
        free = {name: value for name, value in self.held.items() if name not in {*given, *driven} and self.unit(name)}
        parameters = None if state.p is None else dict(zip(state.mechanism.parameters, state.p, strict=True))
        for size in (*range(1, min(NAMED, len(order))), len(order)):
            guess = _rounded(free | {name: self.values[way][name] for name in order[:size]})
            try:
                there = assemble(state.mechanism, given, guess=guess, t=state.t, parameters=parameters)
            except LoopNotClosed:
                continue
            if np.abs(places(there.x) - places(state.x)).max(initial=0.0) < 0.01:
                return guess
        return _rounded(free | self.values[way])

    @property
    def counted(self) -> str:
        """In how many ways, and where: `the loops close in 2 ways at A = 60°`."""
        n = len(self.states)
        at = f" at {self._phrase(self.held)}" if self.held else ""
        return f"the loops close in {'' if self.complete else 'at least '}{'one way' if n == 1 else f'{n} ways'}{at}"

    def line(self) -> str:
        """All in one line."""
        if len(self.states) == 1:
            return f"{self.counted}: no other branch found"
        if self.chosen:
            by = BY[self.chosen]
            mine, other = ({name: v[name] for name in self.telling(1)[:2]} for v in self.values[:2])
            the = "the other" if len(self.states) == 2 else "the nearest other"
            return f"{self.counted}; {by} takes {self._phrase(mine)}, {the} has {self._phrase(other)}"
        mine, other = self.guess(0), self.guess(1)
        key = ", ".join(f"{name}: {self.in_file(name, value)}" for name, value in other.items())
        change = setting("changes", [f"start.guess.{name}={self.in_file(name, value)}" for name, value in other.items()])
        call = ", ".join(f'"{name}": {value:g}' for name, value in other.items())
        return (
            f"{self.counted}, and nothing says which is meant: {self._phrase(mine)} was taken, not {self._phrase(other)}. To "
            f"choose, give a guess: `start: {{guess: {{{key}}}}}` in the file, {change}, or assemble(guess={{{call}}})."
        )

    def _phrase(self, values: Mapping[str, float]) -> str:
        texts = [f"{name} = {self.text(name, value)}" for name, value in list(values.items())[:NAMED]]
        return ", ".join(texts) + (", …" if len(values) > NAMED else "")

    def unit(self, name: str) -> str:
        """Unit of a coordinate that is named: rad or m."""
        joint, _, own = name.partition(".")
        known = self.taken.mechanism.joints.get(joint)
        found = [q.unit for q in known.type.coordinates if q.name == own or not own] if known is not None else []
        return found[0] if found else ""

    def text(self, name: str, value: float) -> str:
        """A value as it is read: degrees, or a length."""
        unit = self.unit(name)
        if abs(value) < 1e-9 * (Places(self.taken).size if unit == "m" else 1.0):
            value = 0.0
        if unit == "m":
            return length_text(value) if value else "0 m"
        return f"{np.degrees(value):.4g}°" if unit == "rad" else f"{value:.4g}"

    def in_file(self, name: str, value: float) -> str:
        """A value as a machine file takes it."""
        unit = self.unit(name)
        return f"{np.degrees(value):.4g} deg" if unit == "rad" else f"{value:.4g} {unit}".strip()

    def as_dict(self) -> dict[str, Any]:
        """For scripts: how many ways, whether these are all, who chose, and the coordinates that differ, of each way; SI."""
        return {
            "found": len(self.states), "complete": self.complete, "chosen": self.chosen, "at": self.held,
            "ways": self.values,
        }  # fmt: skip


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    """To as many digits as a person copies."""
    return {name: float(f"{value:.4g}") for name, value in values.items()}


def chosen(state: State) -> str:
    """Who says in which way the loops close at a state: "guess", "drawing", "state" where it was not assembled, or nobody."""
    if state.assembly is None:
        return "state"
    if state.assembly.guessed:
        return "guess"
    return "drawing" if drawn_there(state) else ""


def ways(state: State, thorough: bool = False) -> Ways | None:
    """The ways in which the loops close at the independent coordinates of a state; None for a machine without loops, or one so
    large that a quick search would not be quick.

    thorough : whether to look until another way is unlikely, however large the machine
    """
    mechanism = state.mechanism
    size = functions_of(mechanism).layout.n_v
    if not has_loops(mechanism) or (size > LARGE and not thorough):
        return None
    found: Branches = find_branches(state) if thorough else find_branches(state, min(QUICK, WORK // size))
    return Ways(found.states, found.held, found.complete, chosen(state))
