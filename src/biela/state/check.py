"""Findings about a machine at its start, in plain words: its degrees of freedom, and what is suspicious."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

import numpy as np

from biela.base.blas import one_thread
from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.door import Door
from biela.base.errors import LoopNotClosed, SingularMass, count
from biela.base.rank import null_space
from biela.equations.layout import layout_of
from biela.mechanism.coupling.base import PairCoupling
from biela.mechanism.drawing import drawing, is_drawn
from biela.mechanism.gear_train import trains
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.size import note_of_light_body
from biela.state.assemble import start_state
from biela.state.assumed import assumed, assumes_gravity
from biela.state.branches import Ways, chosen, has_loops, ways
from biela.state.closing import accepted_gap, length_text
from biela.state.fit import poses
from biela.state.functions import functions_of
from biela.state.mobility import Mobility, massless_coordinates, mobility
from biela.state.reach import out_of_reach
from biela.state.state import State

LEVEL = 1e-9
"""Sine of the angle up to which a direction counts as at right angles to another, or as parallel."""


@dataclass(repr=False)
class Check:
    """Findings about a machine; `print(m.check())` reads as a report.

    Attributes
    ----------
    mobility : degrees of freedom, counted and measured; None if the machine cannot be assembled
    loops : joint that closes it → names of the joints of the loop
    closing : coupling that closes a loop between two bodies → its kind
    parts : groups of bodies that move independently of each other
    problems : what prevents a simulation
    warnings : what is allowed but suspicious
    networks : states of each attached network, and remarks on its causality
    notes : remarks on some of its parts
    assumed : defaults that results depend on and nobody gave
    branches : ways in which the loops close at the same independent coordinates; None if not searched
    """

    machine: str
    bodies: int
    joints: int
    mobility: Mobility | None = None
    loops: dict[str, list[str]] = field(default_factory=dict)
    closing: dict[str, str] = field(default_factory=dict)
    parts: list[list[str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    networks: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    branches: Ways | None = None

    @property
    def ok(self) -> bool:
        """True if the machine can be simulated."""
        return not self.problems

    @checked
    def ask_which_way(self, start: State) -> None:
        """Warn if the loops of a start close in several ways and nothing chose one; quick if something did."""
        found = ways(start) if has_loops(start.mechanism) and not chosen(start) else None
        if found is not None and len(found.states) > 1:
            self.warnings.append(found.line())

    def __str__(self) -> str:
        size = f"{count(self.bodies, 'body', 'bodies')}, {count(self.joints, 'joint')}, {_count(len(self.loops), 'loop')}"
        if self.closing:
            more = "closes one" if len(self.closing) == 1 else "close others"
            size += f" of joints; {_count(len(self.closing), 'coupling')} {more}"
        lines = [f"{self.machine}: {size}"]
        m = self.mobility
        if m is not None:
            driven = f", {m.driven} driven" if m.driven else ""
            again = f"{_count(len(m.redundant), 'row')} {'repeats' if len(m.redundant) == 1 else 'repeat'} other rows"
            too_many = f"{_count(m.measured - m.counted, 'constraint')} too many, since {again}"
            why = "agrees" if m.counted == m.measured else f"gives {m.counted + m.driven}: {too_many}"
            lines.append(f"  mobility {m.total}{driven} (Grübler's count {why})")
        if m is not None and m.rolling:
            total = m.measured + m.rolling
            lines.append(f"  degrees of freedom with rolling: {m.measured} of velocity, {total} of position")
        lines += [f"  loop closed by {closing}: " + " – ".join(loop) for closing, loop in self.loops.items()]
        lines += [f"  loop closed by {name} ({what})" for name, what in self.closing.items()]
        if (found := self.branches) is not None and (found.chosen or len(found.states) == 1):  # else it is a warning
            lines.append(f"  {found.line()}")
        if m is not None and m.redundant:
            planar = len(m.vanishing) == len(m.redundant)
            reason = "planar or parallel axes: they hold at every position" if planar else "dependent here"
            lines.append(f"  {_count(len(m.redundant), 'redundant closure row')} ({reason}): " + ", ".join(m.redundant))
            lines.append("  redundancy is handled; only the split of reactions among these rows is not determined")
        if len(self.parts) > 1:
            lines.append(f"  {len(self.parts)} independent parts: " + "; ".join(", ".join(part) for part in self.parts))
        lines += [f"  {n}" for n in (*self.networks, *self.notes)]
        lines += [f"  assumed: {a}" for a in self.assumed]
        lines += [f"  warning: {w}" for w in self.warnings] + [f"  problem: {p}" for p in self.problems]
        if not self.problems and not self.warnings:
            lines.append("  no conflict found")
        return "\n".join(lines)

    __repr__ = __str__
    _repr_html_ = Door("biela.report.notebook", "check_html")


def look(
    mechanism: Mechanism, start: Any, inputs: Mapping[str, Any] | None, duration: float | None, branches: bool, thorough: bool
) -> tuple[Check, State | None]:
    """Check a machine and its start; return the findings and the start, if the loops close there. See `biela.check`."""
    report = _described(mechanism)
    report.assumed = assumed(mechanism, inputs)
    try:
        state = start_state(mechanism, start)
    except LoopNotClosed as error:
        if not report.problems:  # couplings that contradict each other are named already
            report.problems.append(str(error))
        return report, None
    with one_thread():
        report.notes += [note for note in (accepted_gap(mechanism).note,) if note]
        report.mobility = mobility(state)
        _look_at_position(mechanism, report.mobility, report)
        if across := _gravity_across(state):
            (report.warnings if assumes_gravity(mechanism) else report.notes).append(across)
        _look_at_masses(mechanism, state, report)
        if duration is not None and (beyond := out_of_reach(state, report.mobility, duration)):
            report.problems.append(beyond)
        report.branches = found = ways(state, thorough) if branches else None
    if found is not None and not found.chosen and start is None:
        found.chosen = "default"
    if found is not None and len(found.states) > 1 and not found.chosen:
        report.warnings.append(found.line())
    return report, state


def _described(mechanism: Mechanism) -> Check:
    """Return the findings that the description alone gives."""
    topology = mechanism.topology
    report = Check(mechanism.name, len(topology.links), len(mechanism.joints))
    report.loops = {joint.name: topology.loop(joint) for joint in topology.cut if not joint.elastic}
    report.closing = {
        name: type(coupling).__dict__.get("word", "coupling").replace("_", " ")
        for name, coupling in mechanism.couplings.items()
        if isinstance(coupling, PairCoupling)
    }
    report.parts = _parts(mechanism)
    remarks = [joint.type.remark(joint.name) for joint in mechanism.joints.values()]
    remarks += [coupling.remark for coupling in mechanism.couplings.values()]
    report.notes = [remark for remark in remarks if remark]
    doubts = [coupling.doubt(mechanism) for coupling in mechanism.couplings.values()]
    report.warnings = [*(doubt for doubt in doubts if doubt), *_drawn_elsewhere(mechanism)]
    for network in mechanism.networks.values():
        own = f"network {network.name!r}: "
        states = [s for s in layout_of(mechanism).network_states if s.network == network.name]
        report.networks.append(f"{own}{_count(len(states), 'state')}")
        report.networks += [own + remark for remark in network.graph.causality.remarks()]
    for train in trains(mechanism.couplings):
        names, joints = ", ".join(map(repr, train.couplings)), ", ".join(map(repr, train.joints))
        if train.contradictory:
            report.problems.append(f"couplings {names} contradict each other: no position of {joints} satisfies them all.")
        elif train.locked:
            report.warnings.append(f"couplings {names} lock {joints}: going round, their ratios do not give one.")
    return report


def _look_at_position(mechanism: Mechanism, m: Mobility, report: Check) -> None:
    """Report singular positions, close decisions of rank, and structures."""
    if m.singular:
        report.warnings.append(
            f"the position is singular: mobility {m.measured} here, {m.nearby} close by. "
            "Two branches meet; start a little aside to choose one."
        )
    if m.close:
        report.warnings.append(
            f"a close decision: hardly anything remains of {', '.join(m.close)} beyond the other rows. The "
            "position is nearly singular, or the rows repeat each other but for digits that the description lacks."
        )
    alone = mechanism.networks and not mechanism.joints  # nothing but networks: what moves is inside them
    if m.measured == 0 and not mechanism.drives and not alone:
        report.warnings.append("mobility 0: a structure, nothing can move.")


def _drawn_elsewhere(mechanism: Mechanism) -> list[str]:
    """Return warnings of bodies whose drawn position a joint cannot hold, and which is then ignored."""
    found = []
    for name, (gap, unit) in drawing(mechanism).contradicted.items():
        joint = mechanism.joints[name]
        bodies = [repr(frame.body.name) for frame in (joint.child, joint.parent) if is_drawn(frame.body)]
        found.append(
            f"joint {name!r} does not hold {' and '.join(bodies)} where position and rotation draw them: it is given on each body, "
            f"and is off by {length_text(gap) if unit == 'm' else f'{gap:.3g} rad'}. The drawn pose counts for nothing. Give the "
            "joint one point in the drawing pose, or correct the position."
        )
    return found


def _look_at_masses(mechanism: Mechanism, state: State, report: Check) -> None:
    """Report bodies without mass, and coordinates that move nothing with mass."""
    light = [
        name
        for name, body in mechanism.bodies.items()
        if not body.is_ground and nominal(body.mass) == 0 and not np.any(nominal(body.inertia))
    ]
    if light:
        report.warnings.append("no mass: " + ", ".join(light) + ". That is fine where a heavy body hangs on them.")
    if note := note_of_light_body(mechanism):
        report.warnings.append(note)
    loose = massless_coordinates(state)
    if light and not loose:
        try:
            functions_of(mechanism).dynamics.solver  # noqa: B018 (refuses what moves no mass, driven or not)
        except SingularMass as error:
            report.problems.append(str(error))
    if loose:
        report.problems.append(
            "nothing with inertia resists " + ", ".join(loose) + ": the acceleration there is undetermined. Give the bodies "
            "beyond these joints mass and inertia (a slender rod needs a small inertia about its own axis to spin)."
        )


def _parts(mechanism: Mechanism) -> list[list[str]]:
    """Return groups of moving bodies tied to each other otherwise than through the ground."""
    group = {name: name for name in mechanism.bodies if name != "ground"}

    def root(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    ties = [(j.parent.body.name, j.child.body.name) for j in mechanism.joints.values()]
    things = [*mechanism.couplings.values(), *mechanism.loads.values(), *mechanism.actuators.values()]
    pairs = [thing.ends for thing in things if getattr(thing, "ends", ())]
    ties += [(a.body.name, b.body.name) for a, b in pairs]
    for coupling in mechanism.couplings.values():
        bodies = [mechanism.joints[term[0]].child.body.name for term in coupling.terms]
        ties += list(zip(bodies, bodies[1:], strict=False))
    for a, b in ties:
        if "ground" not in (a, b):
            group[root(a)] = root(b)
    parts: dict[str, list[str]] = {}
    for name in group:
        parts.setdefault(root(name), []).append(name)
    return list(parts.values())


def _gravity_across(state: State) -> str:
    """Return a remark if all bodies move at right angles to gravity, so that a machine meant to stand upright lies flat.

    Every joint then turns about the direction of gravity and slides at right angles to it, as far as the loops allow: ω × g = 0 and
    v · g = 0. A machine that only slides along one line is not mentioned: a track is level in most books.
    """
    mechanism = state.mechanism
    g = np.asarray(nominal(mechanism.gravity), float)
    if not np.any(g):
        return ""
    omega, v = _relative_twists(state)
    down, size = g / np.linalg.norm(g), max(np.abs(v).max(initial=0.0), 1e-300)
    level = np.abs(np.cross(omega, down)).max(initial=0.0) < LEVEL and np.abs(v @ down).max(initial=0.0) < LEVEL * size
    in_a_plane = np.abs(omega).max(initial=0.0) > LEVEL or np.linalg.matrix_rank(v, LEVEL * size) > 1
    if not (level and in_a_plane):
        return ""

    def vector(entries: np.ndarray) -> str:
        return f"[{', '.join(f'{x:.4g}' for x in entries + 0.0)}] m/s²"

    said = f"gravity, {vector(g)}, is at right angles to the plane in which everything moves: no joint feels it."
    if not assumes_gravity(mechanism):
        return said
    upright = np.array([0.0, g[2], 0.0])  # what is assumed is along z
    return (
        f"{said} It is assumed, since none is given: give {vector(upright)} if the machine stands upright, "
        f"or {vector(g)} if it lies flat."
    )


def _relative_twists(state: State) -> tuple[np.ndarray, np.ndarray]:
    """Return angular and linear velocities across the tree joints in ground axes, one row for each allowed motion of each joint."""
    mechanism, topology = state.mechanism, state.mechanism.topology
    functions = functions_of(mechanism)
    allowed = np.eye(topology.n_v)
    if functions.constrained:
        rows = functions.evaluate("closure", *state.arguments())[2]
        allowed = null_space(rows[: len(rows) - len(mechanism.drives)])  # what is prescribed may move
    omega, v = [np.zeros(3)], [np.zeros(3)]
    X = poses(topology, {link.joint.name: state.x[link.q] for link in topology.links})
    for link in topology.links:
        child = link.joint.child
        R_C = X[child.body.name].rotation @ np.asarray(child.rotation, float)
        S = np.asarray(nominal(np.asarray(link.joint.type.motion(state.x[link.q]), dtype=object)), float).reshape(6, -1)
        twist = S @ allowed[link.v]
        omega += list((R_C @ twist[:3]).T)
        v += list((R_C @ twist[3:]).T)
    return np.array(omega), np.array(v)


def _count(n: int, noun: str) -> str:
    words = {0: "no", 1: "one"}
    return f"{words.get(n, n)} {noun}" + ("" if n == 1 else "s")
