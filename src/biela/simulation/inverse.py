"""Inverse dynamics: the efforts that produce a prescribed motion."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import field
from numbers import Real
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import fitting, guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, LoopNotClosed, UnknownName, Unreachable, WrongBranch, nearest
from biela.base.locks import cached_property
from biela.base.memory import refuse_too_large
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import sampled, spline
from biela.simulation.history import History
from biela.simulation.trajectory.methods import METHODS, efforts
from biela.simulation.trajectory.task import Task, actuate, release
from biela.simulation.trajectory.tracking import Tracker
from biela.state.assemble import assemble, guessed
from biela.state.closing import ClosureProblem, close_positions
from biela.state.functions import functions_of, parameter_values, split_inputs
from biela.state.held import Held
from biela.state.state import State

CONDITIONING = "machine.conditioning"
ANOTHER_BRANCH = 0.6
"""Smallest distance of a joint from its guess on another branch [rad, machine sizes]."""
LED = 40
"""Number of steps in which the branch of a guess is followed to the start of a motion."""
MOST_SAMPLES = 10_000_000
"""Largest number of samples of a motion."""


@dataclass(repr=False)
class InverseRun(History):
    """A motion with the efforts that make it: all signals by name, as of a run.

    `run["A_drive.effort"]` is the effort of the motor that was put on joint A, `run["A_drive.power"]` its power, and
    `run.effort` the table of all efforts.

    Attributes
    ----------
    actuated : names of the inputs that supply the effort
    effort : (n, actuators) [N·m, N]
    vdot : (n, n_v) accelerations of the tree joints
    conditioning : ratio of the smallest to the largest pivot of the kinematic equations; 0 at a dead point
    method : the way the efforts were found
    """

    actuated: tuple[str, ...] = ()
    effort: Array = field(default_factory=lambda: np.zeros((0, 0)), repr=False)
    vdot: Array = field(default_factory=lambda: np.zeros((0, 0)), repr=False)
    conditioning: Array = field(default_factory=lambda: np.zeros(0), repr=False)
    method: str = "tree_multipliers"

    def __getitem__(self, name: str) -> Array:
        if isinstance(name, str) and name in ("machine.work", CONDITIONING):
            return self._work if name == "machine.work" else self.conditioning
        return super().__getitem__(name)

    @property
    def names(self) -> list[str]:
        """All signal names."""
        return [*super().names, CONDITIONING]

    def unit(self, name: str) -> str:
        """Return the unit of a signal."""
        return "1" if name == CONDITIONING else super().unit(name)

    def __contains__(self, name: object) -> bool:
        return (isinstance(name, str) and name == CONDITIONING) or super().__contains__(name)

    @cached_property
    def _work(self) -> Array:
        """Work of loads and efforts since the start, from the power at the samples by a spline of degree five."""
        rates = np.asarray(self.functions["rates"].batch(self.t[:, None], self.x, self.u, self.p))
        power, h = rates.reshape(len(self.t), -1)[:, -1], np.diff(self.t)
        if len(h) < 6:
            steps = 0.5 * (power[1:] + power[:-1]) * h
        else:
            rows = np.asarray(spline(self.t.tolist(), power.tolist(), degree=5, ends="smooth").rows, float)
            steps = sum((rows[:, k] * h ** (k + 1) / (k + 1) for k in range(rows.shape[1])), np.zeros(len(h)))
        return np.concatenate([[0.0], np.cumsum(steps)])

    def state(self, index: int = -1) -> State:
        """Return the state at a sample, with the efforts as inputs there."""
        u = self.u[index] if self.u.ndim == 2 else self.u
        return State(self.mechanism, self.x[index].copy(), float(self.t[index]), u, self.p, self.functions.laws)

    def at(self, t: float | Sequence[float] | Array) -> State | History:
        """Refused: a motion of inverse dynamics is known at its samples; take `run.state(index)`."""
        raise DescriptionError(
            "at: a motion of inverse dynamics is known at its samples: take run.state(index), or give more samples."
        )

    def power(self, name: str) -> Array:
        """Return the power of an actuator [W]."""
        return self[f"{name}.power"]

    def laws(self, degree: int = 5) -> dict[str, Any]:
        """Return the efforts as functions of time for `simulate(inputs=…)`: splines through the samples."""
        ends = "smooth" if len(self.t) > 2 else "rest"
        return {
            name: spline(self.t, self.effort[:, k], degree=degree, ends=ends)  # type: ignore[arg-type]
            for k, name in enumerate(self.actuated)
        }


# long: the signature and its description
def inverse_dynamics(
    mechanism: Mechanism,
    motion: Mapping[str, Any],
    duration: float,
    *,
    start_time: float = 0.0,
    samples: int = 1000,
    actuated: Sequence[str] | None = None,
    method: str = "tree_multipliers",
    weights: Mapping[str, float] | None = None,
    guess: State | Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    parameters: Mapping[str, float] | None = None,
) -> InverseRun:
    """Find efforts, reactions and all other signals along a prescribed motion of joints or frames.

    At every sample: position with all loops closed, velocity, acceleration, efforts; each sample starts from the one
    before and stays on its branch. The whole motion is one compiled call.

    Parameters
    ----------
    motion : what moves. Joint (or `joint.coordinate`) → function of time, such as `biela.sine(0.5, period=2.0)`;
        body, `body.frame` or point sensor → `motion.pose(x=…, y=…, yaw=…)`. All degrees of freedom must be prescribed. The
        motion of a joint takes the place of a drive that the machine has there
    duration, start_time, samples : times from start_time to start_time + duration, `samples` of them after the first [s]
    actuated : joints (they get a motor `JOINT_drive`) and actuators that supply the effort. Default: the prescribed joints; if
        frames are prescribed, all motors and thrusters of the machine
    method : "tree_multipliers" (compiled with the rest), "virtual_power", "projected" or "absolute"; see
        `biela.simulation.trajectory.methods`. They agree
    weights : of the actuators, if there are more than degrees of freedom: the efforts minimise Σ weight · effort²; default 1
    guess : chooses the branch at the start, see `assemble`
    inputs : of the other actuators
    parameters : values of free parameters, nominal if omitted

    Raises
    ------
    UnderDetermined : the motion leaves degrees of freedom undetermined
    UnderActuated : the actuators leave degrees of freedom uncontrolled
    DeadPoint : the motion leaves what the machine can reach: time and joint
    Unreachable, LoopNotClosed : it cannot begin there: how far
    WrongBranch : no assembly is near the guess
    """
    fitting(inverse_dynamics, locals())
    if method not in METHODS:
        raise DescriptionError(f"no method {method!r} of inverse dynamics.{nearest(method, METHODS)}")
    times = _times(float(start_time), float(duration), samples, mechanism.topology.n_v)
    machine = mechanism.edit()
    if machine.networks:
        name = next(iter(machine.networks))
        raise DescriptionError(
            f"{machine.name!r} has a network, {name!r}, whose states depend on what went before: remove it (m.edit().remove), or "
            "prescribe the motion with m.drive and simulate."
        )
    notes = release(machine, motion)
    p = parameter_values(machine, parameters)
    values = dict(zip(machine.parameters, map(float, p), strict=True))
    task = Task(machine, motion, values)
    names = actuate(machine, actuated, task)
    u, laws = split_inputs(machine, inputs)
    notes += task.corners(float(times[0]), float(times[-1]))
    functions = functions_of(machine, laws)
    tracker = Tracker(machine, task.outputs, names, _weights(names, weights), functions)
    wish = coordinates_of(guess) if isinstance(guess, State) else guess  # a state may be one of the machine that was copied
    x0 = _start(machine, task, float(times[0]), wish, p)
    tracker.load()
    began = time.perf_counter()
    path = tracker.track(times, task.targets, x0, u, p)
    wall = time.perf_counter() - began
    found, gaps = efforts(tracker, path, u, p, method), np.zeros(1)
    if functions.n_rows:
        gaps = np.abs(np.asarray(functions["closure"].batch(times[:, None], path.x, u, p)[0]))
    table = np.tile(u, (len(times), 1))
    table[:, tracker.places] = found
    settings = {"duration": float(duration), "samples": samples, "method": method, "actuated": names}
    return InverseRun(
        machine, functions, times, path.x, table, p, steps=len(times), evaluations=path.evaluations, wall_time=wall,
        closure_error=float(gaps.max(initial=0.0)), notes=notes, settings=settings, actuated=tuple(names),
        effort=found, vdot=path.vdot, conditioning=path.conditioning, method=method,
    )  # fmt: skip


def _times(start: float, duration: float, samples: int, n_v: int) -> Array:
    if not (np.isfinite(duration) and duration > 0 and np.isfinite(start)):
        raise DescriptionError(f"a motion takes a positive time, not {duration!r} s.")
    if not 1 <= samples <= MOST_SAMPLES:
        raise DescriptionError(f"samples is the number of them after the first, 1 to {MOST_SAMPLES:g}, not {samples!r}.")
    size = 8.0 * samples * (10 * n_v + 10)  # motion, efforts, loops and what is computed from them
    refuse_too_large(size, f"a motion with {samples} samples", "use fewer samples.")
    return np.linspace(start, start + duration, int(samples) + 1)


def _weights(names: list[str], given: Mapping[str, float] | None) -> Array:
    out = np.ones(len(names))
    for name, value in (given or {}).items():
        label = name if name in names else name.replace(".", "_") + "_drive"
        if label not in names:
            raise UnknownName(f"weights: {name!r} is not actuated.{nearest(name, names)}")
        if not (np.isfinite(value) and value > 0):
            raise DescriptionError(f"weights: that of {name!r} is {value!r}; give a positive number.")
        out[names.index(label)] = value
    return out


def coordinates_of(state: State) -> dict[str, Any]:
    """Return the coordinates of all joints at a state, by name: a guess for another copy of the machine."""
    functions = functions_of(state.mechanism)
    q = functions.evaluate("coordinates", *state.arguments())[0]
    own = {name: np.array(q[at]) for name, at in functions.layout.coordinates.items()}
    return {name: float(values[0]) if values.size == 1 else values for name, values in own.items() if values.size}


def _start(machine: Mechanism, task: Task, t: float, guess: Mapping[str, Any] | None, p: Array) -> Array:
    """Return the state at the first sample, on the branch of the guess."""
    given = {name: float(sampled(f, [t], task.values)[0][0]) for name, f in task.joints.items()}
    if task.poses:
        x = _posed(machine, task, t, guess, p, given)
    else:  # prescribed coordinates have their prescribed values, whatever the guess says
        wish = None if guess is None else {**guess, **given}
        x = assemble(machine, given, guess=wish, t=t, parameters=task.values or None).x
    try:
        _refuse_other_branch(machine, x, guess, given, t, p)
    except WrongBranch:
        if task.poses or (led := _led(machine, guess or {}, given, t, p)) is None:
            raise
        x = led.x
    return x


def _led(machine: Mechanism, guess: Mapping[str, Any], given: Mapping[str, float], t: float, p: Array) -> State | None:
    """Follow the branch of a guess while the prescribed coordinates go over to their values.

    None where the branch ends on the way, or where the guess leaves a prescribed coordinate open.
    """
    begin = {name: guess[name] for name in given if isinstance(guess.get(name), Real)}
    if len(begin) < len(given):
        return None
    parameters = dict(zip(machine.parameters, map(float, p), strict=True)) or None
    state = None
    try:
        for part in np.linspace(0.0, 1.0, LED + 1)[1:]:
            here = {name: (1 - part) * begin[name] + part * value for name, value in given.items()}
            state = assemble(machine, here, guess={**guess, **here}, t=t, parameters=parameters)
            _refuse_other_branch(machine, state.x, guess, here, t, p)
            guess = coordinates_of(state)
    except (LoopNotClosed, WrongBranch):
        return None
    return state


def _posed(machine: Mechanism, task: Task, t: float, guess: Any, p: Array, given: dict[str, float]) -> Array:
    from biela.simulation.inverse_kinematics import PoseProblem

    functions = functions_of(machine)
    y, at = task.targets(np.array([t]))[0][0], np.cumsum([0, *(sum(o.size for o in entry.outputs) for entry in task.prescribed)])
    posed = [k for k, entry in enumerate(task.prescribed) if entry.name in task.poses]
    target = np.concatenate([y[at[k] : at[k + 1]] for k in posed])
    outputs = [o for k in posed for o in task.prescribed[k].outputs]
    problem = PoseProblem(functions, Held(machine, given, "coordinates"), t, p, outputs, target)
    start = problem.wound(guessed(functions, guess, t, p))
    if guess is not None:
        start = close_positions(functions, t, start, p).x
    best = problem.search(start)
    if best.residual > 1e-12:
        raise Unreachable(f"at t = {t:g} s " + problem.explain_pose(best))
    return problem.with_hints(best.x)


def _refuse_other_branch(
    machine: Mechanism, x: Array, guess: Mapping[str, Any] | None, given: Mapping[str, float], t: float, p: Array
) -> None:
    """Refuse a guess from which the search ran off to another branch, and say where the joint is there."""
    if not guess:
        return
    functions = functions_of(machine)
    problem = ClosureProblem(functions, t, p)
    q = problem.coordinates(x)
    held = Held(machine, {k: v for k, v in guess.items() if k not in given}, "coordinates")
    worst, gap = -1, ANOTHER_BRANCH
    for k, (place, value, angle) in enumerate(zip(held.places, held.values, held.angles, strict=True)):
        joint, entry = problem.joint_at[place]
        if joint.type.coordinates[entry].unit == "1":
            continue
        off = q[place] - value
        off = abs(np.arctan2(np.sin(off), np.cos(off))) if angle else abs(off) / problem.size
        if off > gap:
            worst, gap = k, off
    if worst < 0:
        return
    place, label = held.places[worst], held.labels[worst]
    scale, unit = (180 / np.pi, "°") if held.angles[worst] else (1.0, " m")
    raise WrongBranch(
        f"the guess puts {label!r} at {held.values[worst] * scale:.4g}{unit}, and the nearest assembly found has it at "
        f"{q[place] * scale:.4g}{unit}: it is on no branch of the start of this motion. Begin the motion nearer to it, or guess "
        "another one: machine.branches({…}) with the prescribed joints lists them, and start.coordinates of a machine file "
        "chooses one."
    )


__all__ = ["InverseRun", "LoopNotClosed", "inverse_dynamics"]

guard(__name__)
