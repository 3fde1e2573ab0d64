"""Prescribed motions that lead out of the reach of the loops, as of a crank that cannot turn fully: dead points, and limits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.mechanism.motion import sampled
from biela.mechanism.size import longest_link, machine_size
from biela.state.assemble import guessed
from biela.state.closing import ClosureProblem, close_positions
from biela.state.functions import MachineFunctions, functions_of
from biela.state.held import Held
from biela.state.mobility import Mobility
from biela.state.samples import without_dimension
from biela.state.state import State

STEP = 0.05
"""Largest change of a driven coordinate between two positions that are tried [rad, machine sizes]."""
LIMIT_ERROR = 1e-7
"""Largest error of a limit of the driven coordinate [rad, machine sizes]."""
TIMES, TIMES_OF_SEVERAL = 4000, 100
"""Times at which a single prescribed motion is followed, and several, where every position is a new one."""
MOST_POSITIONS = 400
"""Largest number of positions tried."""
CLOSED = 1e-10
"""Residual of a closed loop [rad, machine sizes]."""


@dataclass(frozen=True)
class DeadPosition:
    """Position beyond which a prescribed motion leads out of the reach of the loops.

    Attributes
    ----------
    t : last time at which the loops can be closed [s]
    x : state there
    joint : joint that moves most when the driven joints stand still
    driven : driven joint → its position, with unit
    """

    t: float
    x: Array
    joint: str
    driven: dict[str, str]

    def __str__(self) -> str:
        at = ", ".join(f"{name} = {text}" for name, text in self.driven.items())
        return f"dead point at t = {self.t:.6g} s, {at}, first in joint {self.joint!r}"


def dead_point(functions: MachineFunctions, t: float, x: Array, p: Array, ahead: float) -> DeadPosition | None:
    """Find the dead point that prescribed motions reach within `ahead` seconds of a closed state; None if the loops close there.

    Loops are closed at trial times, from the nearest closed state; bisection finds the last time at which they can be.
    """
    mechanism = functions.mechanism
    if not mechanism.drives or not np.all(np.isfinite(x)):
        return None

    def closed(time: float, start: Array) -> Array | None:
        attempt = close_positions(functions, time, start, p, iterations=60)
        return attempt.x if attempt.residual < CLOSED else None

    good = closed(t, np.asarray(x, float))
    if good is None or closed(t + ahead, good) is not None:
        return None
    low, high = t, t + ahead
    while high - low > 1e-9 * max(1.0, abs(high)):
        middle = 0.5 * (low + high)
        found = closed(middle, good)
        if found is None:
            high = middle
        else:
            low, good = middle, found
    u = np.zeros(len(mechanism.actuators))
    G = functions.evaluate("closure", low, good, u, p)[2]
    loosest = np.abs(np.linalg.svd(without_dimension(G, mechanism, longest_link(mechanism)))[2][-1]).argmax()
    q, driven = functions.evaluate("coordinates", low, good, u, p)[0], {}
    for drive in mechanism.drives.values():
        value = float(q[functions.layout.coordinates[drive.joint]][drive.coordinate])
        angle = mechanism.joints[drive.joint].type.coordinates[drive.coordinate].unit == "rad"
        driven[drive.joint] = f"{np.degrees(value):.6g}°" if angle else f"{value:.6g} m"
    return DeadPosition(low, good, functions.layout.joint_at(int(loosest)), driven)


def out_of_reach(state: State, mobility: Mobility, duration: float) -> str:
    """Describe where prescribed motions lead out of reach within a time [s]; empty if they do not, or leave degrees of freedom."""
    mechanism, functions = state.mechanism, functions_of(state.mechanism)
    if not mechanism.drives or mobility.measured or functions.n_rows <= len(mechanism.drives):
        return ""
    if (found := _dead_point(functions, state, duration)) is None:
        return ""
    drives = ", ".join(map(repr, mechanism.drives))
    return (
        f"the prescribed motion of {drives} leads beyond a {found}: no run goes on from there.{_limits(state)} Take a motion that "
        "stays within reach."
    )


def _dead_point(functions: MachineFunctions, state: State, duration: float) -> DeadPosition | None:
    """Find the first dead point of a motion that determines the machine.

    The loops depend on the driven coordinates alone. With a single drive only positions beyond those already reached are
    tried, and an angle that has made a whole turn has reached all of them.
    """
    _, x, _, p = state.arguments()
    ends = {False: (0.0, x), True: (0.0, x)}  # how far the drive went back and on, and where the machine is there
    drives, joints = list(functions.mechanism.drives.values()), functions.mechanism.joints
    angle = joints[drives[0].joint].type.coordinates[drives[0].coordinate].unit == "rad"
    repeats = angle and len(drives) == 1 and not ClosureProblem(functions, 0.0, functions.parameters).turns_matter
    before, whole = state.t, 2 * np.pi if repeats else np.inf
    for tried, (t, moved) in enumerate(_path(functions, state, duration)):
        if ends[False][0] <= moved <= ends[True][0]:
            before = t
            continue
        near = ends[moved > 0][1]
        attempt = close_positions(functions, t, near, p, iterations=60)
        if attempt.residual > CLOSED:
            begin = close_positions(functions, before, near, p, iterations=60)
            return dead_point(functions, before, begin.x, p, t - before)
        ends[moved > 0] = moved, attempt.x
        if ends[True][0] - ends[False][0] > whole or tried >= MOST_POSITIONS:
            return None
        before = t
    return None


def _path(functions: MachineFunctions, state: State, duration: float) -> Iterator[tuple[float, float]]:
    """Yield times close enough to be followed, and the distance of the driven coordinate from its start, or for several drives the
    length of their path [rad, machine sizes]."""
    mechanism, size = functions.mechanism, machine_size(functions.mechanism)
    values = dict(zip(mechanism.parameters, map(float, state.arguments()[3]), strict=True))
    drives = list(mechanism.drives.values())
    units = [mechanism.joints[d.joint].type.coordinates[d.coordinate].unit for d in drives]

    def at(times: Array) -> Array:
        columns = [np.ravel(sampled(d.motion, times, values)[0]) for d in drives]
        return np.stack([c if unit == "rad" else c / size for c, unit in zip(columns, units, strict=True)], axis=1)

    if len(drives) > 1:
        times = np.linspace(state.t, state.t + duration, TIMES_OF_SEVERAL + 1)
        steps = np.linalg.norm(np.diff(at(times), axis=0), axis=1)
        yield from ((float(t), float(y)) for t, y, step in zip(times[1:], np.cumsum(steps), steps, strict=True) if step)
        return
    times = np.linspace(state.t, state.t + duration, TIMES + 1)
    y = at(times)[:, 0] - at(times[:1])[0, 0]
    last, ends = 0.0, {int(y.argmin()), int(y.argmax())}
    for k in range(1, len(times)):
        if abs(y[k] - last) < STEP / 2 and k not in ends:
            continue
        pieces = max(1, int(np.ceil(abs(y[k] - y[k - 1]) / STEP)))
        between = np.linspace(times[k - 1], times[k], pieces + 1)[1:]
        for t, value in zip(between, at(between)[:, 0] - at(times[:1])[0, 0], strict=True):
            yield float(t), float(value)
        last = y[k]


def _limits(state: State) -> str:
    """Describe how far a single driven coordinate can go both ways, with its drive taken out."""
    mechanism, functions = state.mechanism, functions_of(state.mechanism)
    drive = next(iter(mechanism.drives.values()))
    kind = mechanism.joints[drive.joint].type.coordinates
    if len(mechanism.drives) > 1 or len(kind) > 1:
        return ""
    free = mechanism.edit()
    free.remove(drive.name)
    without, (t, _, _, p) = functions_of(free), state.arguments()
    q = functions.evaluate("coordinates", *state.arguments())[0]
    guess = {name: np.array(q[at]) for name, at in functions.layout.coordinates.items() if q[at].size}
    begin, first = guessed(without, guess, t, p), float(guess[drive.joint][0])
    angle = kind[0].unit == "rad"
    size = 1.0 if angle else machine_size(mechanism)
    ends = []
    for sign in (-1.0, 1.0):
        x, value, stride = begin, first, sign * STEP * size
        while abs(stride) > LIMIT_ERROR * size and abs(value - first) < 2 * np.pi * size:
            held = Held(free, {drive.joint: value + stride}, "coordinates")
            attempt = ClosureProblem(without, t, p, held).solve(x, iterations=60)
            if attempt.residual < CLOSED:
                x, value = attempt.x, value + stride
            else:
                stride /= 4
        ends.append(f"{np.degrees(value):.4f}°" if angle else f"{value:.6g} m")
    return f" There {drive.joint} can be from {ends[0]} to {ends[1]}."
