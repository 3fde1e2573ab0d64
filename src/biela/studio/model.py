"""A machine on the bench: it is moved by hand, joint by joint, and its loops stay closed.

Sliders belong to independent coordinates; ball and free joints have three turns (`orientation`). A position is accepted if every
loop closes there and the machine gets there without a jump from where it is; otherwise it is refused, and the machine stays.

At the levers (`Drive`) its inputs are moved while it runs, in real time: the page asks for a few hundredths of a second more, with
the levers where they are now, and gets where the machine is then. Between two answers levers do not move, like a joystick between
two readings.
"""

from __future__ import annotations

import math
import threading
import warnings
from collections.abc import Sequence
from copy import copy
from dataclasses import field, replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from biela.app.folder import Json
from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.element.display import choice_of
from biela.files.start import independent
from biela.mechanism.load.base import CoordinateLoad
from biela.mechanism.parameter import nominal
from biela.mechanism.rows import rolls
from biela.report.levers import levers_of
from biela.report.page import groups_of, run_data
from biela.report.scene import Scene, poses
from biela.report.sketch import Sketch
from biela.simulation.case import Case
from biela.simulation.history import History
from biela.state.functions import functions_of
from biela.studio.orientation import TURNS, along_sliders, turn_between, turned

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.state.state import State


Held = dict[str, float | list[float]]
"""Values of coordinates; of a ball or free joint all of them."""
JUMP = 0.7
"""Change of any angle [rad] (of any length, as part of the machine's size) in one small move that counts as a jump."""
STRIDE = 0.12
"""Maximum change of a slider in one assembly [rad, or parts of the machine's size]."""
CORRECTIONS = 8
"""Number of corrections of turns that loops restrain, before they count as held back."""
TURN_TOLERANCE = 1e-6
"""Error of a turn that loops restrain at which it counts as reached [rad]."""
REACH_TIMEOUT = 1.0
"""Time for finding how far a slider can go, in each direction [s]."""
SPAN = 0.25
"""Maximum time that is integrated for one request [s]: after a pause the machine does not leap."""


class MoveRefused(BielaError):
    """Position that the machine cannot be brought to from where it is."""


@dataclass(frozen=True)
class Slider:
    """Coordinate that a user may move.

    joint, entry : the joint, and the entry of its velocity that the slider changes
    turn : 0, 1, 2 for the turns of a ball or free joint about its own x, y, z; None for a plain coordinate
    """

    name: str
    unit: str
    low: float
    high: float
    joint: str = ""
    entry: int = 0
    turn: int | None = None


@dataclass(frozen=True)
class Knob:
    """Free parameter that a user may change, its value in the description, and the range of its slider."""

    name: str
    unit: str
    value: float
    low: float
    high: float


def knobs_of(mechanism: Mechanism) -> list[Knob]:
    """Return the free parameters: up to twice their value; those that are zero up to a quarter of the machine's mass, or to one."""
    heavy = 0.25 * sum(float(nominal(b.mass)) for b in mechanism.bodies.values())
    free = mechanism.parameters.values()
    ends = [(0.0, 2 * p.value) if p.value else (0.0, heavy) if p.unit == "kg" and heavy else (-1.0, 1.0) for p in free]
    return [Knob(p.name, p.unit, p.value, min(pair), max(pair)) for p, pair in zip(free, ends, strict=True)]


@dataclass(frozen=True)
class Stand:
    """Position of the machine: its state, and the turns of its ball joints since the start."""

    state: State
    turns: dict[str, Array] = field(default_factory=dict)


class Bench:
    """Machine that is moved by hand; safe to call from several threads, one at a time."""

    def __init__(self, case: Case):
        settings = {k: v for k, v in case.settings.items() if k != "output_step"}  # the page sets its own
        self.case = replace(case, settings=settings)
        self.mechanism = case.build()
        self.start: State = case.start(self.mechanism)
        self.lock = threading.RLock()
        self.scene = Scene(self._still(self.start))
        self.links = {link.joint.name: link for link in self.mechanism.topology.links}
        self.sliders = self._sliders()
        self.balls = {s.joint for s in self.sliders if s.turn is not None}
        # joints all of whose velocities have a slider: their coordinates are held as a whole
        counts = {name: sum(s.joint == name for s in self.sliders) for name in self.balls}
        self.whole = {name for name, n in counts.items() if n == self.mechanism.joints[name].type.n_v}
        self.knobs = knobs_of(self.mechanism)
        self.parameters: dict[str, float] = {}
        self._first = self.scene
        self.stand = self._begin()
        self.drive = Drive(self)

    @property
    def state(self) -> State:
        """Present state of the machine."""
        return self.stand.state

    def _begin(self) -> Stand:
        return Stand(self.start, {name: np.zeros(3) for name in self.balls})

    def _still(self, *states: State) -> History:
        """Return states as a history, as everything that draws takes it."""
        first = states[0]
        _, _, u, p = first.arguments()
        functions = functions_of(self.mechanism)
        x = functions.layout.at_rest(np.array([s.x for s in states]))
        return History(self.mechanism, functions, np.array([s.t for s in states], float), x, u, p)

    def _sliders(self) -> list[Slider]:
        driven = {(d.joint, d.coordinate) for d in self.mechanism.drives.values()}
        found, q = [], self._coordinates(self.start)
        for joint_name, k in independent(self.start):
            kind = self.mechanism.joints[joint_name].type
            if (joint_name, k) in driven:
                continue
            if kind.quaternion is not None and k < 3:
                name = f"{joint_name}.{TURNS[k]}"
                found.append(Slider(name, "rad", -math.pi, math.pi, joint_name, k, k))
                continue
            coordinate = kind.coordinates[k if kind.quaternion is None else k + 1]
            name = f"{joint_name}.{coordinate.name}"
            here = self._value(q, joint_name, k if kind.quaternion is None else k + 1)
            low, high = self._limits(joint_name, k, coordinate.unit, here)
            found.append(Slider(name, coordinate.unit, low, high, joint_name, k))
        return found

    def _limits(self, joint: str, k: int, unit: str, here: float) -> tuple[float, float]:
        reach = math.pi if unit == "rad" else 0.5 * self.scene.size
        low, high = here - reach, here + reach
        for load in self.mechanism.loads.values():
            if isinstance(load, CoordinateLoad) and (load.joint, load.coordinate) == (joint, k):
                lower, upper = load.limits
                low = low if lower is None else float(nominal(lower))
                high = high if upper is None else float(nominal(upper))
        return low, high

    # -------------------------------------------------------------------------------------------------------------- moves

    def values(self, stand: Stand | None = None) -> dict[str, float]:
        """Return the values of the sliders."""
        stand = stand or self.stand
        found, q = {}, self._coordinates(stand.state)
        for s in self.sliders:
            if s.turn is not None:
                found[s.name] = float(stand.turns[s.joint][s.turn])
            else:
                quaternion = self.mechanism.joints[s.joint].type.quaternion is not None
                found[s.name] = self._value(q, s.joint, s.entry + quaternion)
        return found

    def _coordinates(self, state: State) -> Array:
        """Return the coordinates of all joints; their signals would need equations of their own."""
        return np.asarray(functions_of(self.mechanism).evaluate("coordinates", *state.arguments())[0])

    def _value(self, q: Array, joint: str, k: int) -> float:
        """Return a coordinate of a joint, among all of them."""
        return float(q[functions_of(self.mechanism).layout.coordinates[joint].start + k])

    def move(self, wanted: dict[str, float]) -> Json:
        """Bring coordinates to values, in small moves; raises `MoveRefused` and stays at the last position reached."""
        with self.lock:
            _refuse(wanted, [s.name for s in self.sliders], "slider", 1e6)
            self.drive.park()
            now = self.values()
            target = {**now, **{k: float(v) for k, v in wanted.items()}}
            scale = {s.name: STRIDE * (1.0 if s.unit == "rad" else self.scene.size) for s in self.sliders}
            steps = max(1, math.ceil(max((abs(target[n] - now[n]) / scale[n] for n in target), default=0.0)))
            for i in range(1, min(steps, 400) + 1):
                part = {n: now[n] + (target[n] - now[n]) * i / steps for n in target}
                self.stand = self._reached(self.stand, part)
            return self.picture()

    def _reached(self, stand: Stand, values: dict[str, float]) -> Stand:
        """Find the position with given coordinates, close to another one."""
        held = self._held(values)
        partial = [s for s in self.sliders if s.turn is not None and s.joint not in self.whole]
        found = self._assembled(held, stand.state if not partial else self._foreseen(stand, values, self.sliders))
        turns = self._turns(found, stand.turns)
        for _ in range(CORRECTIONS if partial else 0):
            if all(abs(turns[s.joint][s.turn] - values[s.name]) < TURN_TOLERANCE for s in partial):
                break
            found = self._assembled(held, self._foreseen(Stand(found, turns), values, partial))
            turns = self._turns(found, turns)
        for s in partial:
            if abs(turns[s.joint][s.turn] - values[s.name]) > TURN_TOLERANCE:
                raise MoveRefused(f"the loops hold {s.name} back here.")
        entries = [(link.joint.name, c.unit) for link in self.mechanism.topology.links for c in link.joint.type.coordinates]
        moved = np.abs(found.q - stand.state.q) / [self.scene.size if unit == "m" else 1.0 for _, unit in entries]
        if moved.size and moved.max() > JUMP:
            worst = entries[int(moved.argmax())][0]
            raise MoveRefused(f"the loops would have to jump: {worst} cannot follow. The machine is close to a dead point.")
        return Stand(found, turns)

    def _held(self, values: dict[str, float]) -> Held:
        """Return the coordinates that are given exactly: plain ones, and whole quaternions of joints that no loop restrains."""
        held: Held = {s.name: values[s.name] for s in self.sliders if s.turn is None and s.joint not in self.whole}
        for name in self.whole:
            own = {s.entry: values[s.name] for s in self.sliders if s.joint == name}
            turn = np.array([own[k] for k in range(3)])
            held[name] = [*turned(self.start.q[self.links[name].q][:4], turn), *(own[k] for k in sorted(own) if k > 2)]
        return held

    def _assembled(self, held: Held, guess: State) -> State:
        try:
            parameters = self.parameters or None
            found: State = self.mechanism.assemble(held, guess=guess, parameters=parameters, elsewhere=False)  # no jump
        except BielaError as error:
            raise MoveRefused(str(error)) from None
        return found

    def _foreseen(self, stand: Stand, values: dict[str, float], sliders: list[Slider]) -> State:
        """Predict the position after a move of sliders: turns about axes that loops restrain follow the loops."""
        now = self.values(stand)
        chosen = [self.links[s.joint].v.start + s.entry for s in sliders]
        return along_sliders(stand.state, chosen, np.array([values[s.name] - now[s.name] for s in sliders]))[0]

    def _turns(self, state: State, last: dict[str, Array]) -> dict[str, Array]:
        return {
            name: turn_between(self.start.q[self.links[name].q][:4], state.q[self.links[name].q][:4], last[name])
            for name in self.balls
        }

    def reach(self, name: str, resolution: int = 24) -> tuple[float, float]:
        """Find the range that a slider can reach from the present position while the others are held.

        Nothing waits for it: it works on a copy, and when its time is over it gives what it knows to be reachable.
        """
        slider = next((s for s in self.sliders if s.name == name), None)
        if slider is None:
            raise MoveRefused(f"there is no slider {name!r}.")
        stand = self.stand
        return self._edge(slider, slider.low, resolution, stand), self._edge(slider, slider.high, resolution, stand)

    def _edge(self, slider: Slider, limit: float, resolution: int, stand: Stand) -> float:
        if not self.scene.history.functions.constrained:
            return limit  # no loop can hold it back
        values = self.values(stand)
        here = values[slider.name]
        end = perf_counter() + REACH_TIMEOUT
        stride = (slider.high - slider.low) / resolution * (1 if limit > here else -1)
        while abs(limit - here) > 1e-12:
            step = stride if abs(limit - here) > abs(stride) else limit - here
            try:
                stand = self._reached(stand, {**values, slider.name: here + step})
                here += step
            except MoveRefused:
                if abs(stride) < 0.004 * (slider.high - slider.low) or perf_counter() > end:
                    return here
                stride /= 2
        return limit

    def set(self, wanted: dict[str, float]) -> Json:
        """Change free parameters where the machine stands; its sliders keep their values. Raises `MoveRefused` and changes nothing
        if a loop would open."""
        with self.lock:
            _refuse(wanted, [k.name for k in self.knobs], "parameter", math.inf)
            self.drive.park()
            before, self.parameters = self.parameters, {**self.parameters, **{k: float(v) for k, v in wanted.items()}}
            try:
                stand = self._reached(self.stand, self.values())
            except MoveRefused:
                self.parameters = before
                raise
            self.stand, self.scene = stand, Scene(self._still(stand.state))
            return {**self.picture(), "scene": self.scene.data()}

    def reset(self) -> Json:
        """Go back to the start, and to the parameters of the description."""
        with self.lock:
            self.drive.park()
            self.parameters, self.scene = {}, self._first
            self.stand = self._begin()
            return {**self.picture(), "scene": self.scene.data() if self.knobs else None}

    def standing(self) -> State:
        """Return the start of a run: at rest where the machine was moved to, as described if it was not moved."""
        return self.start if self.state is self.start else self.state.with_rates({})

    def run_on(self, levers: object, seconds: object) -> Json:
        """Run a moment more at the levers; see `Drive`."""
        with self.lock:
            answer = self.drive.advance(levers, seconds)
            assert self.drive.state is not None
            self.stand = Stand(self.drive.state, self._turns(self.drive.state, self.stand.turns))
            return {**answer, "values": self.values()}

    # ----------------------------------------------------------------------------------------------------------- pictures

    def picture(self, forces: bool = True) -> Json:
        """Return the present picture; `forces`: with reactions and the closure error of loops."""
        first = self.state is self.start and self.scene is self._first
        place = self._place(self.scene if first else self._scene(self._still(self.state)))
        more = self._forces(self._still(self.state)) if forces else {"forces": None}
        return {**place, **more, "values": self.values()}

    def drawn(self, history: History) -> Json:
        """Return the picture of the end of a history."""
        return {**self._place(self._scene(history)), **self._forces(history)}

    @staticmethod
    def _place(scene: Scene) -> Json:
        scales = {k: float(size[-1]) for k, size in scene.scales().items()}
        return {"pose": poses(scene.sketch)[-1].ravel().tolist(), "scales": scales}

    def _forces(self, history: History) -> Json:
        """Return reactions and the closure error, which take equations of their own."""
        forces = self._scene(history).reactions()
        closure = float(history["machine.closure_error"][-1]) if history.functions.n_rows else 0.0
        return {"forces": None if forces is None else forces[-1].ravel().tolist(), "closure": closure}

    def _scene(self, history: History) -> Scene:
        """Return the scene of this machine with another history."""
        scene = copy(self.scene)
        scene.history, scene.sketch = history, Sketch(history)
        return scene

    def page_data(self, forces: bool = True) -> Json:
        """Return the data with which the page begins; forces take equations of their own, and may be left out."""
        return {
            "scene": self.scene.data(), "rides": self._rider(), "now": self.picture(forces), "duration": self.case.duration,
            "sliders": [{"name": s.name, "unit": s.unit, "low": s.low, "high": s.high} for s in self.sliders],
            "knobs": [{**vars(k), "rest": k.value, "value": self.parameters.get(k.name, k.value)} for k in self.knobs],
            "levers": [{"name": v.name, "unit": v.unit, "limit": v.limit, "rest": v.rest} for v in self.drive.levers],
            **choice_of(self.case.units),
        }  # fmt: skip

    def _rider(self) -> Json | None:
        """Return the body that the view follows while a machine on wheels is driven: the one whose parent is the ground."""
        if not rolls(self.mechanism):
            return None
        link = max(self.mechanism.topology.links, key=lambda link: link.joint.type.n_v * (link.parent < 0))
        name = link.body.name
        return {"body": self.scene.moving.index(name), "from": self.scene.sketch.positions[name][0].tolist()}

    def play(self) -> Json:
        """Simulate from the present position, at rest; from the start as described if the machine was not moved."""
        with self.lock:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                history = self.case.simulate(start=self.standing())
            groups = groups_of(history, self.case.plots or [self.case.signals])[:4]
            data = run_data(history, groups, self._scene(history))
            return {**data, "scene": None, "closure": history.closure_error, "energy": history.energy_error}


def _refuse(wanted: dict[str, float], known: Sequence[str], what: str, limit: float) -> None:
    """Refuse values of what is not there, and what is not a number, or beyond a limit."""
    for name, value in wanted.items():
        if name not in known:
            raise MoveRefused(f"there is no {what} {name!r}.")
        if not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > limit:
            raise MoveRefused(f"{name} cannot be {value!r}.")


class NotDrivable(BielaError):
    """Levers that a machine does not have, or values that are none."""


class Drive:
    """Machine that runs while its inputs are moved; `Bench` holds its lock."""

    def __init__(self, bench: Bench):
        self.bench = bench
        self.laws = dict(bench.case.inputs)
        self.levers = levers_of(bench.mechanism, self.laws, bench.scene.size)
        self.state: State | None = None
        """State of the machine; None while it is not driven."""

    def park(self) -> None:
        """Begin the next request anew from the machine's present position."""
        self.state = None

    def advance(self, wanted: object, seconds: object) -> Json:
        """Run on for some seconds with levers at given values; levers not named are at rest."""
        inputs = {lever.name: lever.rest for lever in self.levers}
        for name, value in (wanted if isinstance(wanted, dict) else {}).items():
            if name not in inputs:
                raise NotDrivable(f"there is no lever {name!r}.")
            inputs[name] = self._finite(value, name)
        span = min(max(self._finite(seconds, "time"), 1e-3), SPAN)
        begin = self.bench.standing() if self.state is None else self.state
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            history = self.bench.case.simulate(span, start=begin, inputs=inputs or None, output_step=span)
        self.state = history.final
        names = [name for name in self.bench.case.signals if name in history]
        return {
            **self.bench.drawn(history), "time": self.state.t, "warnings": sorted({str(warning.message) for warning in said}),
            "signals": {name: {"unit": history.unit(name), "value": float(history[name][-1])} for name in names},
        }  # fmt: skip

    @staticmethod
    def _finite(value: object, what: str) -> float:
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise NotDrivable(f"{what} cannot be {value!r}.")
        return float(value)
