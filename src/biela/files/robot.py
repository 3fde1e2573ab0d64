"""Machines from robot files, URDF, SDF and MJCF: what the readers share.

Whatever such a file says and biela does not import is listed: see `Robot.left`, and `markup.not_imported` for all that no reader
asked for.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import MAX_MAGNITUDE
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, count
from biela.files.document import read_text
from biela.files.format import Impossible
from biela.files.markup import Markup, parse
from biela.files.problem import SHOWN, FileError, Problem
from biela.files.reflected import Reflected
from biela.files.write import MachineData, machine_data
from biela.lie import so3
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose
from biela.mechanism.frame import Body, Frame
from biela.mechanism.mechanism import ACCEPT, Mechanism, nearest_possible
from biela.mechanism.shape import Ball, Box, Shape, Tube
from biela.mechanism.size import machine_size
from biela.simulation.case import Case
from biela.state.fit import fit_loops
from biela.state.state import State

Element = Markup
Sizes = Callable[[Markup, str], str | None]
"""A shape and a key → the text of one of its sizes."""
ROUNDED_DIGITS = 4
"""Numbers with fewer significant digits are taken for exact: 0.35, 12.5."""
NUMBERS_IN_A_LOOP = 10.0
"""Rounding of a loop, over that of one number: some ten numbers add up in it."""
MIN_ROUNDING, MAX_ROUNDING = 1e-9, 1e-4
"""Bounds of what is taken for rounding, as parts of a machine's size; a larger gap is a real one."""
_NUMBER = re.compile(r"(?<![\w.])[-+]?(\d*)\.?(\d*)(?:[eE]([-+]?\d{1,3}))?(?![\w.])")


@dataclass(frozen=True)
class Limit:
    """End stops of a joint coordinate."""

    lower: float
    upper: float
    time: float = 0.02  # time constant with which a stop gives way [s]
    ratio: float = 1.0  # damping ratio of the same, at the inertia that the joint sees
    stiffness: float | None = None  # instead of the time, where the file gives it [N·m/rad or N/m]


@dataclass
class Robot:
    """A machine being read from a robot file."""

    file: str
    m: Mechanism
    impossible: Impossible = False  # accept inertias that no real body has, or take the "nearest" possible ones
    unreal: list[str] = field(default_factory=list)  # what is wrong with impossible bodies, if they are not accepted
    left: list[str] = field(default_factory=list)  # what the file says and the machine has not, in words
    start: dict[str, Any] = field(default_factory=dict)  # coordinates at the start, where the file gives them
    rates: dict[str, float] = field(default_factory=dict)  # of coordinates at the start, where the file gives them
    inputs: dict[str, float] = field(default_factory=dict)  # values at the start, where the file gives them
    limits: dict[str, Limit] = field(default_factory=dict)  # end stops of joints, added when all inertias are known
    text: str = ""  # of the file and of those that it includes
    _taken: set[str] = field(default_factory=lambda: {"ground", "machine", "time", "t"})
    _names: dict[tuple[str, str], str] = field(default_factory=dict)

    def name(self, kind: str, wanted: str) -> str:
        """Return the name of an object here: letters, digits and underscores, each once in the whole machine."""
        if (kind, wanted) in self._names:
            return self._names[kind, wanted]
        base = re.sub(r"\W", "_", wanted) or kind
        base = base if base[0].isalpha() or base[0] == "_" else f"{kind}_{base}"
        names = itertools.chain((base, f"{base}_{kind}"), (f"{base}_{kind}_{n}" for n in itertools.count(2)))
        found = next(name for name in names if name not in self._taken)
        self._taken.add(found)
        self._names[kind, wanted] = found
        if found != wanted and wanted:
            self.left.append(f"{kind} {wanted!r} is called {found!r} here.")
        return found

    def known(self, kind: str, wanted: str) -> str | None:
        """Return the name here of an object that was read, if it was."""
        return self._names.get((kind, wanted))

    def find(self, kind: str, wanted: object, owner: str) -> str:
        """Return the name here of an object that another one names; it must be in the file."""
        known = self.known(kind, str(wanted))
        if known is None:
            raise BielaError(f"{owner} names {kind} {wanted!r}, which is not in the file.")
        return known

    def body(self, kind: str, label: str, placement: Pose, **inertia: Any) -> Body:
        """Add a body; one that no real body can be is noted, so that all of them are named at once."""
        name = self.name(kind, label)
        own = SpatialInertia(*(inertia.get(k, d) for k, d in (("mass", 0.0), ("com", (0, 0, 0)), ("inertia", np.zeros((3, 3))))))
        try:
            own.check()
        except ValueError as error:
            if not np.isfinite(own.tensor).all() or not own.mass >= 0:
                raise BielaError(f"{kind} {label!r}: {error}") from None
            if self.impossible is False:
                self.unreal.append(f"inertia of {kind} {label!r}: {error} {nearest_possible(own)}")
            else:
                kept = "it is kept as it is" if self.impossible is True else "the nearest possible one is taken"
                self.left.append(f"inertia of {kind} {label!r}: {error} Here {kept}.")
        at, R = tidy(placement.position), placement.rotation
        return self.m.body(name, **inertia, position=at, rotation=R, impossible=self.impossible or True)

    def add_limits(self, seen: Reflected) -> None:
        """Add the end stops; coordinates at which the machine would start beyond one start at it.

        A stop with k = J / (T ζ)² gives way with the time T and the damping ratio ζ at the inertia J that the joint sees; its
        damping is that of a linear damper 2 ζ J / T where a blow of 1 rad/s (1 m/s) goes in deepest.
        """
        outside, soft = [], []
        for joint, limit in self.limits.items():
            stiffness = limit.stiffness
            if stiffness is None:
                stiffness = seen.of_joint(joint) / (limit.time * limit.ratio) ** 2
                soft.append(joint)
            if not stiffness > 0:
                self.left.append(f"not imported: limits of joint {joint!r}, which moves no mass.")
                continue
            damping = 4 / 3 * limit.ratio**2
            self.m.stop(self.name("stop", f"{joint}_stop"), joint, limit.lower, limit.upper, stiffness=stiffness, damping=damping)
            if joint not in self.start and not limit.lower <= 0.0 <= limit.upper:
                self.start[joint] = limit.lower if limit.lower > 0 else limit.upper
                outside.append(joint)
        if soft:
            self.left.append(f"limits of {shown(soft)} are stops that give way as a spring on the inertia of the joint does.")
        if outside:
            self.left.append(f"{shown(outside)} would be beyond a limit at zero: the start is at the limit.")

    def draw(self, body: Body, shape: Shape) -> None:
        """Draw a shape on a body, for pictures."""
        if not body.is_ground:
            self.m.draw(body, shape)

    def look(self, body: Body, visual: Markup, X: Pose, said: Sizes, colour: str | None = None) -> None:
        """Draw the box, cylinder or sphere of a <visual> at a pose."""
        shape, what = next(iter(visual.find("geometry") or ()), None), f"visual of {body.name!r}"
        if shape is None:
            return
        match shape.tag:
            case "box":
                size = tidy(numbers(said(shape, "size"), 3, None, what))
                self.draw(body, Box(tidy(X.position), size, tidy(so3.roll_pitch_yaw(X.rotation)), colour))
            case "cylinder":
                radius, length = (number(said(shape, key), None, what) for key in ("radius", "length"))
                a, b = (tidy(X @ np.array([0.0, 0.0, s * length / 2])) for s in (-1, 1))
                self.draw(body, Tube(a, b, radius, colour=colour))
            case "sphere":
                self.draw(body, Ball(tidy(X.position), number(said(shape, "radius"), None, what), colour))
            case tag:
                visual.skip()
                self.left.append(f"visual shapes of kind {tag!r} are not drawn: bodies get simple ones.")

    def summary(self) -> list[str]:
        """Return the remarks, equal ones once with their number."""
        return [text if n == 1 else f"{text} ({n} times)" for text, n in Counter(self.left).items()]


def read_robot(path: str | Path, impossible: Impossible = False) -> Case:
    """Return the machine of a URDF, SDF or MJCF file; its `notes` say what was not imported."""
    path = Path(path)
    text = read_text(path)
    root = parse(text, str(path))
    name = root.get("model" if root.tag == "mujoco" else "name") or "robot"
    robot = Robot(str(path), Mechanism(name), impossible, text=text)
    if root.tag == "robot":
        from biela.files.urdf import UrdfReader as Reader
    elif root.tag == "mujoco":
        from biela.files.mjcf.reader import MjcfReader as Reader  # type: ignore[assignment]
    elif root.tag == "sdf":
        from biela.files.sdf import SdfReader as Reader  # type: ignore[assignment]
    else:
        said = "the file is neither URDF (<robot>) nor MJCF (<mujoco>) nor SDF (<sdf>): give one of these."
        raise FileError(str(path), [Problem(0, "", root.tag, said)])
    try:
        Reader(robot, root).run()
    except BielaError as error:
        raise FileError(str(path), [Problem(0, "", "", str(error))]) from None
    if robot.unreal:
        robot.unreal[-1] += f" {ACCEPT}"
        raise FileError(str(path), [Problem(0, "", "", text) for text in robot.unreal])
    m, start, rates = robot.m, robot.start, robot.rates
    robot.left += fit_loops(m, rounding(robot.text, machine_size(m)), start)

    def begin(mechanism: Mechanism) -> State:
        return mechanism.assemble(guess=start or None, rates=rates or None)

    def data(case: Case) -> MachineData:
        own = case.start(m) if start else None
        return machine_data(m, start=own, inputs=dict(case.inputs), description=f"from {Path(case.file).name}")

    return Case(path.stem, lambda: m, begin, file=str(path), notes=robot.summary(), text=data, inputs=robot.inputs)


def shown(names: Sequence[str]) -> str:
    """Return names of joints, the first of many."""
    return ", ".join(map(repr, names[:6])) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def beside(file: str, *names: str) -> Path:
    """Return the path of a file that another one names, relative to that one."""
    return Path(Path(file).parent, *(name.replace("\\", "/") for name in names))


def numbers(text: str | None, least: int, default: Sequence[float] | None, what: str, most: int = 0) -> Array:
    """Return numbers of an attribute: `least` of them, or up to `most`."""
    if text is None:
        if default is None:
            raise BielaError(f"{what} is missing: add it.")
        return np.array(default, float)
    shown = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
    try:
        values = np.array([float(word) for word in text.split()])
    except ValueError:
        raise BielaError(f"{what} is {shown!r}: give numbers.") from None
    if not least <= len(values) <= max(least, most) or not np.all(np.abs(values) <= MAX_MAGNITUDE):
        wanted = count(least, "finite number") if most <= least else f"{least} to {most} finite numbers"
        raise BielaError(f"{what} is {shown!r}: give {wanted}, of size up to {MAX_MAGNITUDE:g}.")
    return values


def number(text: str | None, default: float | None, what: str) -> float:
    """Return the number of an attribute; it must be there if it has no default."""
    return float(numbers(text, 1, None if default is None else (default,), what)[0])


def unit(v: ArrayLike, what: str) -> Array:
    """Return the direction of a vector, or the unit quaternion, which must not be zero."""
    largest = float(np.max(np.abs(v)))
    if not 0.0 < largest < np.inf:
        raise BielaError(f"{what} is zero: give a direction.")
    v = np.asarray(v, float) / largest
    return np.asarray(v / np.linalg.norm(v))


def turned_tensor(moments: Sequence[float], R: ArrayLike) -> Array:
    """Return the tensor of (xx, yy, zz, xy, xz, yz) given in axes R; exactly symmetric."""
    xx, yy, zz, xy, xz, yz = moments
    R = np.asarray(R, float)
    tensor = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
    return np.asarray((tensor + tensor.T) / 2)


def turned_frame(body: Body, at: Pose, axis: Array) -> Frame:
    """Return a joint frame on a body: its z axis is `axis` of the pose `at`."""
    R = np.asarray(at.rotation, float) @ np.asarray(so3.align(unit(axis, f"axis of a joint of body {body.name!r}")), float)
    return Frame(body, "axis", tuple(float(x) for x in at.position), R)


def pose(R: ArrayLike, p: ArrayLike) -> Pose:
    return Pose(np.asarray(R, float), np.asarray(p, float))


STILL = pose(np.eye(3), np.zeros(3))


def tidy(x: Any) -> tuple[float, ...]:
    return tuple(float(e) for e in x)


def resolution(text: str) -> float:
    """Return the unit of the last printed digit, of most of the long numbers in a text; 0 where there are none."""
    long = [found for found in _NUMBER.findall(text) if found[1] and len((found[0] + found[1]).lstrip("0")) >= ROUNDED_DIGITS]
    return 10.0 ** median(int(exponent or 0) - len(part) for _, part, exponent in long) if long else 0.0


def rounding(text: str, size: float) -> float:
    """Return the gap of a loop that the printed digits explain, in sizes of the machine and radians."""
    return min(max(MIN_ROUNDING, NUMBERS_IN_A_LOOP * resolution(text) / min(size, 1.0)), MAX_ROUNDING)
