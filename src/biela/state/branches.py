"""Branches: the ways in which the loops of a machine close at the same independent coordinates, and how to choose among them.

Starts are spread over the dependent coordinates and closed with the independent ones where they are. Two closures are the same
branch if all joints have their points and axes in the same places: whole turns do not count, nor does a rod that spins between two
balls, nor a universal joint turned by half a turn on itself.

No search of this kind is sure to find every branch. It ends when another one is unlikely: if n starts have closed in w different
ways, w (n − 1)/(n − w − 2) ways are to be expected, and that is less than half a way more.

References
----------
Boender & Rinnooy Kan (1987), Bayesian stopping rules for multistart global optimization methods, Mathematical Programming 37
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import fitting
from biela.base.dataclass import dataclass
from biela.base.errors import LoopNotClosed
from biela.base.locks import cached_property
from biela.base.rank import SEARCHED, rank
from biela.base.surface import Written, setting
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.drawing import ROUGH
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.state.assemble import assemble, guessed, start_state
from biela.state.closing import ROUNDED, ClosureProblem, length_text
from biela.state.coordinates import preferred_columns
from biela.state.fit import poses
from biela.state.functions import functions_of
from biela.state.held import Held
from biela.state.state import State

STARTS, LEAST_CLOSED = 400, 40
"""Largest number of starts, and smallest number of them that close before a search counts as complete."""
QUICK_STARTS, QUICK_WORK, QUICK_COORDINATES = 60, 900, 90
"""Limits of a quick search: starts, starts times coordinates of the machine, and coordinates."""
PARTED = 1e-4
"""Smallest distance of points [machine sizes] and of directions between two different closures."""
ITERATIONS = 60
"""Largest number of steps from a start."""
MOST_NAMED = 3
"""Largest number of coordinates that a line names."""
CHOSEN_BY = {
    "guess": "the guess", "drawing": "the drawn pose", "state": "the given state", "default": "assembly without a start",
}  # fmt: skip
"""Origin of the choice of a branch, in words."""


@dataclass
class Ways:
    """Branches of a machine at the independent coordinates of a state.

    Attributes
    ----------
    states : one for each branch, the given state first, the others by their distance from it
    held : independent coordinates of the loops → value [rad, m]
    complete : whether another branch is unlikely; else there may be more
    chosen : origin of the choice: "guess", "drawing", "state" (it was given), "default" (no start was asked for), or none
    """

    states: list[State]
    held: dict[str, float]
    complete: bool
    chosen: str = ""

    @property
    def taken(self) -> State:
        """State whose branches these are."""
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
            if apart.max() > 1e-4 * (1.0 if angle else JointPlaces(self.taken).size):
                for row, value in zip(table, column, strict=True):
                    row[label(joint, k)] = float(value)
        return table

    def telling(self, way: int) -> list[str]:
        """Return coordinates in which a way differs from the one taken (that one from the nearest other): the most different first,
        those of hinges and guides before those of universal joints, which have two angles for one direction."""
        mechanism, size = self.taken.mechanism, JointPlaces(self.taken).size
        here, there = self.values[way], self.values[0 if way else 1]

        def apart(name: str) -> float:
            change = here[name] - there[name]
            return float(abs(np.sin(change / 2) if self.unit(name) == "rad" else change / size))

        differ = [name for name in here if apart(name) > 1e-4]
        return sorted(differ, key=lambda name: (mechanism.joints[name.partition(".")[0]].type.n_q > 1, -apart(name)))

    def guess(self, way: int) -> dict[str, float]:
        """Return the fewest coordinates that choose a way when they are given as a guess, besides those that are held."""
        state, order, places = self.states[way], self.telling(way), JointPlaces(self.taken)
        given = {} if state.assembly is None else state.assembly.coordinates
        m = state.mechanism
        driven = {label(m.joints[d.joint], d.coordinate) for d in m.drives.values()}
        free = {name: value for name, value in self.held.items() if name not in {*given, *driven} and self.unit(name)}
        parameters = None if state.p is None else dict(zip(state.mechanism.parameters, state.p, strict=True))
        for size in (*range(1, min(MOST_NAMED, len(order))), len(order)):
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
        """Number of ways, and where: `the loops close in 2 ways at A = 60°`."""
        n = len(self.states)
        at = f" at {self._phrase(self.held)}" if self.held else ""
        return f"the loops close in {'' if self.complete else 'at least '}{'one way' if n == 1 else f'{n} ways'}{at}"

    def line(self) -> str:
        """Return the findings in one line."""
        if len(self.states) == 1:
            return f"{self.counted}: no other branch found"
        if self.chosen:
            mine, other = ({name: v[name] for name in self.telling(1)[:2]} for v in self.values[:2])
            the = "the other" if len(self.states) == 2 else "the nearest other"
            return f"{self.counted}; {CHOSEN_BY[self.chosen]} takes {self._phrase(mine)}, {the} has {self._phrase(other)}"
        mine, other = self.guess(0), self.guess(1)
        choose = setting("guess", {name: Written(value, self.in_file(name, value)) for name, value in other.items()})
        return (
            f"{self.counted}, and nothing says which is meant: {self._phrase(mine)} was taken, not {self._phrase(other)}. To "
            f"choose, give a guess: {choose}."
        )

    def _phrase(self, values: Mapping[str, float]) -> str:
        texts = [f"{name} = {self.text(name, value)}" for name, value in list(values.items())[:MOST_NAMED]]
        return ", ".join(texts) + (", …" if len(values) > MOST_NAMED else "")

    def unit(self, name: str) -> str:
        """Return the unit of a named coordinate: rad, m, or nothing."""
        joint, _, own = name.partition(".")
        known = self.taken.mechanism.joints.get(joint)
        found = [q.unit for q in known.type.coordinates if q.name == own or not own] if known is not None else []
        return found[0] if found else ""

    def text(self, name: str, value: float) -> str:
        """Return a value for people: degrees, or a length."""
        unit = self.unit(name)
        if abs(value) < 1e-9 * (JointPlaces(self.taken).size if unit == "m" else 1.0):
            value = 0.0
        if unit == "m":
            return length_text(value) if value else "0 m"
        return f"{np.degrees(value):.4g}°" if unit == "rad" else f"{value:.4g}"

    def in_file(self, name: str, value: float) -> str:
        """Return a value as a machine file takes it."""
        unit = self.unit(name)
        return f"{np.degrees(value):.4g} deg" if unit == "rad" else f"{value:.4g} {unit}".strip()

    def as_dict(self) -> dict[str, Any]:
        """Return the findings for scripts: number of ways, whether complete, origin of the choice, coordinates that differ; SI."""
        return {
            "found": len(self.states), "complete": self.complete, "chosen": self.chosen, "at": self.held, "ways": self.values,
        }  # fmt: skip


def branches(
    mechanism: Mechanism,
    coordinates: State | Mapping[str, Any] | None = None,
    *,
    starts: int = STARTS,
    seed: int = 1,
    t: float = 0.0,
) -> list[State]:
    """Find the ways to assemble a machine with the same independent coordinates: its branches.

    `assemble(guess=…)` with one of them as the guess chooses it. They are sorted by how far they are from the drawing pose. None is
    guaranteed to be found: the search ends when another one is unlikely, or after as many `starts`.

    Parameters
    ----------
    coordinates : joint → value [rad, m], or a state; what they leave free stays as it is assembled
    starts : number of starts at most, spread over the dependent coordinates
    seed : of the starts
    t : time, for prescribed motions [s]; of a state its own
    """
    fitting(branches, locals(), nonnegative=("starts", "seed"), most={"starts": 1e6})
    try:
        given = isinstance(coordinates, State)
        state = start_state(mechanism, coordinates) if given else assemble(mechanism, coordinates, t=t)  # type: ignore[arg-type]
    except LoopNotClosed:
        return []
    found = find_branches(state, starts, seed).states
    drawn = JointPlaces(state)(guessed(functions_of(mechanism), None, state.t, state.arguments()[3]))
    return sorted(found, key=lambda s: float(np.linalg.norm(JointPlaces(s)(s.x) - drawn)))


def has_loops(mechanism: Mechanism) -> bool:
    """Return whether joints or couplings of two bodies close loops."""
    cut = any(joint.type.closure_rows and not joint.elastic for joint in mechanism.topology.cut)
    return cut or any(isinstance(c, PairCoupling) and any(c.holonomic) for c in mechanism.couplings.values())


def find_branches(state: State, starts: int = STARTS, seed: int = 1) -> Ways:
    """Find the branches of a machine at the independent coordinates of a state.

    Held are the coordinates from which the state was assembled, those prescribed, and of the others those that a user would turn by
    hand.
    """
    if not has_loops(state.mechanism):
        return Ways([state], {}, True)
    search = _Search(state)
    if not search.spread.any():
        return Ways([state], search.labels(), True)
    complete = search.run(starts, np.random.default_rng(seed))
    return Ways([state, *search.others()], search.labels(), complete)


def drawn_there(state: State) -> bool:
    """Return whether the drawing pose chooses the branch: its loops close, no two branches meet there, and leading the coordinates
    from there to those of the state ends in the state."""
    search = _Search(state)
    problem, functions = search.problem, search.problem.functions
    start = problem.wound(guessed(functions, None, state.t, problem.p))
    loops, gap = search.loops, problem.residual(start, problem.targets)[0]
    if np.abs(gap[:loops] / problem.row_unit[:loops]).max(initial=0.0) > ROUGH:
        return False
    x = start
    for part in np.linspace(1.0, 0.0, max(2, int(np.ceil(np.abs(gap / problem.row_unit).max(initial=0.0) / 0.1)) + 1)):
        found = problem.solve(x, iterations=30, open_by=part * gap * (np.arange(len(gap)) >= loops))
        if found.residual > 1e-6:
            return False
        x = found.x
        if part == 1.0 and rank(problem.residual(x, problem.targets)[1], SEARCHED) < search.rank:
            return False
    return search.same(search.places(x), search.here)


class _Search:
    """A search for branches from one of them."""

    def __init__(self, state: State):
        self.state, m = state, state.mechanism
        functions, (t, x, _, p) = functions_of(m), state.arguments()
        given = {} if state.assembly is None else state.assembly.coordinates
        self.problem = problem = ClosureProblem(functions, t, p, Held(m, given, "coordinates"))
        gap = np.abs(problem.residual(x, problem.targets)[0] / problem.row_unit).max(initial=0.0)
        problem.tolerance = max(ROUNDED, 2.0 * float(gap))
        extra = len(problem.held.places) + len(problem.held.signals) + len(m.drives)
        self.loops = len(problem.row_unit) - extra  # rows that close loops; what is given and prescribed follows them
        # where branches meet, rows depend on each other that do not close by
        near = [x, *ClosureProblem(functions, t, p).nearby(x, np.random.default_rng(3), 2)]
        jacobians = [problem.residual(y, problem.targets)[1] for y in near]
        ranks = [rank(J, SEARCHED) for J in jacobians]
        self.rank = max(ranks)
        self.J = jacobians[ranks.index(self.rank)]
        self.independent, dependent = preferred_columns(functions, self.J)
        self.spread = np.zeros(problem.n_v)
        self.spread[dependent] = 1.0
        problem.moving = self.spread.copy()
        for place in problem.wanted:  # already in place
            joint, k = problem.joint_at[place]
            link = m.topology.link_of(joint.name)
            if link is not None and joint.type.quaternion is None:
                self.spread[link.v.start + k] = 0.0
        self.places = JointPlaces(state)
        self.here = self.places(x)
        self.found: list[tuple[Array, Array]] = []  # x and places of the others

    def run(self, starts: int, rng: np.random.Generator) -> bool:
        """Search for others; return whether more of them are unlikely."""
        problem, layout, closed = self.problem, self.problem.layout, 1
        reach = np.where(layout.rate_lengths(0.0) > 0, np.pi, problem.size) * self.spread
        loose = self._loose(self.state.x, self.here)
        for _ in range(starts):
            start = problem.moved(self.state.x, reach * rng.uniform(-1.0, 1.0, problem.n_v))
            end = problem.solve(start, iterations=ITERATIONS, patient=False)
            if end.residual > problem.tolerance:
                continue
            closed += 1
            there = self.places(end.x)
            if not any(self.same(there, other) for other in (self.here, *(p for _, p in self.found))):
                again = self._loose(end.x, there)
                if not (loose and again):
                    self.found.append((end.x, there))
                loose = loose or again
            ways = 1 + len(self.found)
            if closed >= max(LEAST_CLOSED, ways + 3) and ways * (closed - 1) < (ways + 0.5) * (closed - ways - 2):
                return True
        return False

    def same(self, a: Array, b: Array) -> bool:
        return bool(np.abs(a - b).max(initial=0.0) < PARTED)

    def _loose(self, x: Array, there: Array) -> bool:
        """Return whether the dependent coordinates can move there, as in a folded rhombus: a branch met in all its places."""
        problem = self.problem
        J = problem.residual(x, problem.targets)[1][:, problem.moving > 0]
        if rank(J, SEARCHED) >= J.shape[1]:
            return False
        step = np.zeros(problem.n_v)
        step[problem.moving > 0] = 0.05 * np.linalg.svd(J * problem.step_unit[problem.moving > 0])[2][-1]
        aside = problem.solve(problem.moved(x, problem.step_unit * step), iterations=ITERATIONS)
        moved = float(np.abs(self.places(aside.x) - there).max(initial=0.0))
        return aside.residual <= problem.tolerance and moved > 100 * PARTED

    def others(self) -> list[State]:
        """Return the branches found, the nearest first, at rest."""
        s = self.state
        ordered = sorted(self.found, key=lambda pair: float(np.linalg.norm(pair[1] - self.here)))
        return [replace(s, x=self._unwound(x)).with_rates({}) for x, _ in ordered]

    def _unwound(self, x: Array) -> Array:
        """Return x without the whole turns that a search has made; with screws or gears every turn moves something."""
        x = x.copy()
        if not self.problem.turns_matter:
            for link in self.state.mechanism.topology.links:
                angles = np.array([coordinate.unit == "rad" for coordinate in link.joint.type.coordinates])
                turns = np.round((x[link.q] - self.state.x[link.q]) / (2 * np.pi))
                x[link.q] -= 2 * np.pi * turns * angles
            x[self.problem.hints] = self.state.x[self.problem.hints]
        return self.problem.with_hints(x)

    def labels(self) -> dict[str, float]:
        """Return the independent coordinates on which the loops depend: given, prescribed, or left as they are."""
        problem, topology = self.problem, self.state.mechanism.topology
        entries: dict[int, int] = {}  # of v, by place among the coordinates of all joints
        for link in topology.links:
            first = problem.layout.coordinates[link.joint.name].start
            if link.joint.type.quaternion is None:
                entries |= {first + k: link.v.start + k for k in range(link.joint.type.n_q)}
        free = {place: entry for place, entry in entries.items() if entry in self.independent}
        q, named = problem.coordinates(self.state.x), {}
        for place in dict.fromkeys((*problem.wanted, *free)):
            joint, k = problem.joint_at[place]
            tied = place not in entries or np.abs(self.J[: self.loops, entries[place]]).max(initial=0.0) > SEARCHED
            if joint.type.quaternion is None and tied:
                named[label(joint, k)] = float(q[place])
        return named | dict(problem.held.signals)


def label(joint: Any, k: int) -> str:
    """Return the name of a coordinate as `assemble` takes it: of its joint, with its own where there are several."""
    return joint.name if joint.type.n_q == 1 else f"{joint.name}.{joint.type.coordinates[k].name}"


class JointPlaces:
    """Places of the points and axes of all joints: lengths in sizes of the machine, and directions.

    A body without ball or universal joints counts with its directions. Of others, which may spin, only the axes of their hinges
    and guides do.
    """

    def __init__(self, state: State):
        self.mechanism = m = state.mechanism
        self.size = ClosureProblem(functions_of(m), state.t, state.arguments()[3]).size
        balls = [j for j in m.joints.values() if sum(rate.unit == "rad/s" for rate in j.type.rates) > 1]
        self.loose = {frame.body.name for j in balls for frame in (j.parent, j.child)} - {"ground"}

    def __call__(self, x: Array) -> Array:
        """Return one vector for a configuration."""
        m = self.mechanism
        X = poses(m.topology, {link.joint.name: x[link.q] for link in m.topology.links})
        parts: list[Array] = [np.ravel(pose.rotation) for name, pose in X.items() if name not in self.loose]
        joints = [(f, j) for j in m.joints.values() for f in (j.parent, j.child)]
        ends = [(f, None) for c in m.couplings.values() for f in getattr(c, "ends", ())]
        for frame, joint in (*joints, *ends):
            R, r = X[frame.body.name].rotation, X[frame.body.name].position
            parts.append((r + R @ np.asarray(nominal(frame.position), float)) / self.size)
            if joint is not None and sum(rate.unit == "rad/s" for rate in joint.type.rates) < 2:
                parts.append(R @ np.asarray(frame.rotation, float)[:, 2])
        return np.concatenate(parts) if parts else np.zeros(0)


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    """Round to as many digits as a person copies."""
    return {name: float(f"{value:.4g}") for name, value in values.items()}


def chosen(state: State) -> str:
    """Return the origin of the branch of a state: "guess", "drawing", "state" where it was not assembled, or "" if nothing did."""
    if state.assembly is None:
        return "state"
    if state.assembly.guessed:
        return "guess"
    return "drawing" if drawn_there(state) else ""


def ways(state: State, thorough: bool = False) -> Ways | None:
    """Find the branches at the independent coordinates of a state; None without loops, or if too large for a quick search.

    thorough : whether to search until another way is unlikely, however large the machine
    """
    size = functions_of(state.mechanism).layout.n_v
    if not has_loops(state.mechanism) or (size > QUICK_COORDINATES and not thorough):
        return None
    found = find_branches(state) if thorough else find_branches(state, min(QUICK_STARTS, QUICK_WORK // size))
    found.chosen = chosen(state)
    return found
