"""Model that the readers of statements share: units, parts, markers, and the sensors that functions of Adams measure with."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.files.adams.statement import AdamsError, Statement
from biela.files.law import TextLaw, TimeFunction, number_text
from biela.files.parser import parse
from biela.files.robot import STILL, Robot, pose, tidy
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.frame import Body, Frame
from biela.mechanism.mechanism import Mechanism

INCH, POUND = 0.0254, 0.45359237
UNITS = {
    "LENGTH": {"METER": 1.0, "MILLIMETER": 1e-3, "CENTIMETER": 1e-2, "KILOMETER": 1e3, "INCH": INCH, "FOOT": 12 * INCH, "MM": 1e-3,
               "CM": 1e-2, "KM": 1e3, "IN": INCH, "FT": 12 * INCH, "M": 1.0},
    "MASS": {"KILOGRAM": 1.0, "GRAM": 1e-3, "POUND_MASS": POUND, "SLUG": 14.593902937206364, "KPOUND_MASS": 1e3 * POUND,
             "OUNCE_MASS": POUND / 16, "MEGAGRAM": 1e3, "TONNE": 1e3, "SLINCH": 175.12683524647636, "KG": 1.0, "LBM": POUND},
    "FORCE": {"NEWTON": 1.0, "KILONEWTON": 1e3, "MILLINEWTON": 1e-3, "CENTINEWTON": 1e-2, "MEGANEWTON": 1e6, "DYNE": 1e-5,
              "POUND_FORCE": POUND * 9.80665, "KPOUND_FORCE": 1e3 * POUND * 9.80665, "OUNCE_FORCE": POUND * 9.80665 / 16,
              "KILOGRAM_FORCE": 9.80665, "KNEWTON": 1e3, "LBF": POUND * 9.80665, "KGF": 9.80665, "N": 1.0},
    "TIME": {"SECOND": 1.0, "MILLISECOND": 1e-3, "MINUTE": 60.0, "HOUR": 3600.0, "MS": 1e-3},
}  # fmt: skip
"""Units of a dataset in SI units."""
SYSTEMS = {
    "MKS": ("METER", "KILOGRAM", "NEWTON", "SECOND"), "CGS": ("CENTIMETER", "GRAM", "DYNE", "SECOND"),
    "IPS": ("INCH", "SLINCH", "POUND_FORCE", "SECOND"), "FPS": ("FOOT", "SLUG", "POUND_FORCE", "SECOND"),
    "MMKS": ("MILLIMETER", "KILOGRAM", "NEWTON", "SECOND"),
}  # fmt: skip
NOTHING = ("0", "0", "0")
"""Components of a force that is not there."""


@dataclass(frozen=True)
class Units:
    """Units of the dataset in SI units."""

    length: float = 1.0
    mass: float = 1.0
    force: float = 1.0
    time: float = 1.0

    @property
    def torque(self) -> float:
        return self.force * self.length

    @staticmethod
    def text(signal: str, unit: float) -> str:
        """Return a signal in SI units, counted in a unit of the dataset."""
        return signal if unit == 1.0 else f"({signal}/{number_text(unit)})"

    def of(self, signal: str, dimension: str) -> str:
        """Return a signal counted in units of the dataset; `dimension` is a product such as "L/T"."""
        factors = {"L": self.length, "T": self.time, "F": self.force, "M": self.torque, "1": 1.0}
        above, _, below = dimension.partition("/")
        unit = factors[above]
        for letter in below:
            unit /= factors[letter]
        return self.text(signal, unit)


def read_units(statement: Statement) -> Units:
    """Read UNITS/."""
    found = {}
    system = statement.arguments.get("SYSTEM", "").upper()
    if system and system not in SYSTEMS:
        raise AdamsError(f"SYSTEM is {system!r}: give one of {', '.join(SYSTEMS)}.")
    for key, default in zip(("LENGTH", "MASS", "FORCE", "TIME"), SYSTEMS[system or "MKS"], strict=True):
        word = statement.arguments.get(key, default).strip().upper()
        known = UNITS[key]
        full = word if word in known else next((k for k in known if k.startswith(word)), None)
        if full is None:
            raise AdamsError(f"{key} is {word!r}: give one of {', '.join(k for k in known if len(k) > 3)}.")
        found[key.lower()] = known[full]
    return Units(**found)


@dataclass(frozen=True)
class Marker:
    """A frame of the dataset: the part it is on and its pose there."""

    number: int
    part: int
    pose: Pose


@dataclass(frozen=True)
class Wrench:
    """Force and moment of an element on its marker I: entries are signals [N, N·m] in the axes of the marker `frame`, about I.

    `tension` instead, for an element on the line of its markers, is the signal that is positive where it pulls them together.
    """

    i: int
    j: int
    frame: int = 0
    force: tuple[str, ...] = NOTHING
    moment: tuple[str, ...] = NOTHING
    tension: str = ""


@dataclass
class AdamsModel:
    """A machine being read from a dataset."""

    robot: Robot
    units: Units = field(default_factory=Units)
    statements: dict[tuple[str, int], Statement] = field(default_factory=dict)
    bodies: dict[int, Body] = field(default_factory=dict)
    markers: dict[int, Marker] = field(default_factory=dict)
    joints: dict[int, str] = field(default_factory=dict)
    wrenches: dict[tuple[str, int], list[Wrench]] = field(default_factory=dict)
    start: dict[str, Any] = field(default_factory=dict)
    rates: dict[str, float] = field(default_factory=dict)
    sensors: dict[tuple[int, int, int], tuple[str, list[str]]] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    _open: list[int] = field(default_factory=list)

    @property
    def m(self) -> Mechanism:
        return self.robot.m

    def name(self, statement: Statement) -> str:
        """Return the name of what a statement describes: that of Adams View, or `joint_3`."""
        kind = statement.word.lower()
        return self.robot.name(kind, (statement.name or f"{kind}_{statement.number}").lower().replace(".", "_").replace(" ", "_"))

    def marker(self, number: int, what: str) -> Marker:
        if number not in self.markers:
            raise AdamsError(f"{what} is {number}: there is no MARKER/{number}. Add it, or name another one.")
        return self.markers[number]

    def pair(self, statement: Statement, i: str = "I", j: str = "J") -> tuple[Marker, Marker]:
        """Return markers I and J of a statement, on two parts."""
        a, b = (self.marker(statement.id(key), key) for key in (i, j))
        if a.part == b.part:
            raise AdamsError(f"markers {i} = {a.number} and {j} = {b.number} are both on PART/{a.part}: give markers of two parts.")
        return a, b

    def turned(self, marker: Marker, R: Array) -> Marker:
        """Return a marker of our own at the place of another one, turned by R; its number is negative."""
        number = -next(n for n in range(1, len(self.markers) + 2) if -n not in self.markers)
        self.markers[number] = Marker(number, marker.part, marker.pose @ pose(R, np.zeros(3)))
        return self.markers[number]

    def frame(self, number: int) -> Frame:
        """Return the frame of a marker, drawn on its body; 0 is the ground."""
        if number == 0:
            return Frame(self.m.ground, "origin")
        marker = self.marker(number, "marker")
        name, body = f"marker_{_word(number)}", self.bodies[marker.part]
        if name not in body.frames:
            body.frame(name, tidy(marker.pose.position), np.asarray(marker.pose.rotation, float))
        return body.frames[name]

    def drawn(self, number: int) -> Pose:
        """Return the pose of a marker in the ground, as the dataset draws it."""
        if number == 0:
            return STILL
        marker = self.marker(number, "marker")
        return self.bodies[marker.part].placement @ marker.pose  # type: ignore[no-any-return]

    def seen(self, i: int, j: int, axes: int, quantity: str) -> str:
        """Return the name of the sensor of marker I relative to marker J, in the axes of a marker."""
        for number in {i, j, axes} - {0}:
            self.marker(number, "marker")
        key = (i, j, axes)
        if key not in self.sensors:
            words = [f"m{_word(i)}", f"m{_word(j)}" if j else "ground", *([f"in_m{_word(axes)}"] if axes else [])]
            self.sensors[key] = (self.robot.name("sensor", "_".join(words)), [])
        name, quantities = self.sensors[key]
        if quantity not in quantities:
            quantities.append(quantity)
        return name

    def value_sensor(self, text: str) -> str:
        """Return a signal that has the value of an expression."""
        if text not in self.values:
            self.values[text] = self.robot.name("sensor", f"value_{len(self.values) + 1}")
            self.m.user_sensor(self.values[text], law(text))
        return f"{self.values[text]}.value"

    def variable(self, number: int) -> str:
        """Return VARVAL(id), the function of a variable."""
        from biela.files.adams.function import translate

        statement = self.statements.get(("VARIABLE", number))
        if statement is None:
            raise AdamsError(f"there is no VARIABLE/{number}: add it.")
        if number in self._open:
            circle = " → ".join(f"VARIABLE/{k}" for k in [*self._open[self._open.index(number) :], number])
            raise AdamsError(f"circular: {circle}. Give one of them a function of its own.")
        self._open.append(number)
        try:
            return f"({translate(statement.get('FUNCTION'), self, f'FUNCTION of {statement}')})"
        finally:
            self._open.pop()

    def spline(self, number: int, word: str) -> tuple[Array, Array, Array]:
        """Return points of a SPLINE statement, and slopes there."""
        from scipy.interpolate import Akima1DInterpolator, CubicSpline

        statement = self.statements.get(("SPLINE", number))
        if statement is None:
            raise AdamsError(f"there is no SPLINE/{number}: add it.")
        if statement.has("FILE", "Z"):
            raise AdamsError(f"SPLINE/{number} takes its points from a file, or has two variables: give X and Y.")
        x, y = (np.array(statement.numbers(key)) for key in ("X", "Y"))
        if len(x) != len(y) or len(x) < 4 or not np.all(np.diff(x) > 0):
            raise AdamsError(f"SPLINE/{number} has {len(x)} x and {len(y)} y: give at least four points with rising x.")
        curve = Akima1DInterpolator(x, y) if word == "AKISPL" else CubicSpline(x, y, bc_type="natural")
        return x, y, np.asarray(curve.derivative()(x), float)


def coordinates(type_: Any, X: Pose) -> Any:
    """Return coordinates of a joint whose frames stand like this: a number, or a list."""
    R = np.asarray(X.rotation, float)
    hint = type_.neutral() if type_.quaternion is not None else None
    q = np.asarray(type_.measure(R, R.T @ np.asarray(X.position, float), hint), float).ravel()
    return [float(x) for x in q] if len(q) > 1 else float(q[0])


def _word(number: int) -> str:
    return str(number) if number >= 0 else f"turned_{-number}"


def law(text: str) -> TextLaw | TimeFunction:
    """Return an expression as a law of signals, or as a function of time where it names nothing else."""
    node = parse(text, variables={"t"})
    return TextLaw(text, node, {}) if node.names() - {"t"} else TimeFunction(text, node, ("t",), {})


def names_in(text: str) -> set[str]:
    """Return signals that an expression uses."""
    return set(parse(text, variables={"t"}).names())


def orientation(statement: Statement, at: Array, z_key: str, x_key: str, use_x: bool = False, unit: float = 1.0) -> Array:
    """Return the rotation from REULER (body-fixed 3-1-3), or from points on the z axis and in the x-z plane."""
    if statement.has("REULER"):
        a, b, c = statement.numbers("REULER", count=3)
        return np.asarray(so3.rotation_z(a) @ so3.rotation_x(b) @ so3.rotation_z(c), float)
    if not statement.has(z_key, x_key):
        return np.eye(3)
    ends = {key: unit * np.array(statement.numbers(key, count=3)) - at for key in (z_key, x_key) if statement.has(key)}
    first, second = (x_key, z_key) if use_x or z_key not in ends else (z_key, x_key)
    e = _unit(ends[first], first)
    other = ends.get(second, np.eye(3)[0 if first == z_key else 2])
    across = other - (other @ e) * e
    if np.linalg.norm(across) < 1e-10 * max(1.0, float(np.linalg.norm(other))):
        if second in ends:
            raise AdamsError(f"{second} lies on the axis through {first}: give a point off it.")
        across = np.eye(3)[1] - (np.eye(3)[1] @ e) * e
    f = _unit(across, second)
    x, z = (f, e) if first == z_key else (e, f)
    return np.column_stack([x, np.cross(z, x), z])


def _unit(v: Array, key: str) -> Array:
    length = float(np.linalg.norm(v))
    if length < 1e-12:
        raise AdamsError(f"{key} is the origin itself: give a point at some distance.")
    return np.asarray(v / length)
