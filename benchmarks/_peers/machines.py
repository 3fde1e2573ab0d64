"""The three machines of the comparison, described once for every engine.

A machine is a set of uniform slender rods in the xy plane, hinged about z. Each rod starts at a fixed pivot or at the
tip of its parent; a loop closes where two tips must meet:

          C                    rod          from        to
         / \\                   crank        pivot A     B
    B---/   \\                  coupler      tip B       C
    |        \\                 rocker       pivot D     C
    A         D                loops        tip of coupler = tip of rocker

Angles are absolute, from +x, counter-clockwise positive; gravity 9.81 m/s² along −y. Engines hand back the absolute
angle and rate of every rod, and the error of a run is judged here, by the same few lines for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import acos, atan2, cos, hypot, pi, radians, sin

import numpy as np
import numpy.typing as npt

GRAVITY = 9.81  # m/s²
DURATION = 10.0  # s
STEP = 1e-3  # s

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rod:
    """A uniform slender rod, hinged at its start."""

    name: str
    length: float  # m
    mass: float  # kg
    angle: float  # absolute angle at t = 0 [rad]
    rate: float = 0.0  # absolute rate at t = 0 [rad/s]
    parent: int | None = None  # rod whose tip carries this one; None: a pivot on the ground
    pivot: tuple[float, float] = (0.0, 0.0)  # of a rod on the ground [m]

    @property
    def inertia(self) -> float:
        """About the centre of mass [kg·m²]: m l²/12."""
        return self.mass * self.length**2 / 12


@dataclass(frozen=True)
class Machine:
    """Rods (parents before children), the loops that close them, and how a run is judged."""

    name: str
    rods: tuple[Rod, ...]
    loops: tuple[tuple[int, int], ...] = ()  # pairs of rods whose tips coincide
    reference: tuple[float, float] | None = None  # tip of rod 0 at DURATION [m]; None: judged by energy drift
    limit: float = 1e-4  # largest error of a peer that may be compared with [m, or J for the drift]

    @property
    def unit(self) -> str:
        return "J" if self.reference is None else "m"

    @cached_property
    def chains(self) -> tuple[tuple[int, ...], ...]:
        """For each rod, the rods from the ground up to and including itself."""
        out: list[tuple[int, ...]] = []
        for i, rod in enumerate(self.rods):
            out.append((*(() if rod.parent is None else out[rod.parent]), i))
        return tuple(out)

    @property
    def angles(self) -> Vector:
        """Absolute angles at t = 0 [rad]."""
        return np.array([rod.angle for rod in self.rods])

    @property
    def rates(self) -> Vector:
        """Absolute rates at t = 0 [rad/s]."""
        return np.array([rod.rate for rod in self.rods])

    def relative(self, absolute: Vector) -> Vector:
        """Joint angles (or rates) from absolute ones."""
        carried: Vector = np.array([0.0 if rod.parent is None else absolute[rod.parent] for rod in self.rods])
        return absolute - carried

    def absolute(self, relative: Vector) -> Vector:
        """Absolute angles (or rates) from joint ones."""
        return np.array([sum(relative[j] for j in chain) for chain in self.chains])

    def start(self, i: int, angles: Vector) -> Vector:
        """Where rod `i` is hinged [m]."""
        *carriers, _ = chain = self.chains[i]
        point: Vector = np.array(self.rods[chain[0]].pivot)
        for j in carriers:
            point = point + self.rods[j].length * direction(angles[j])
        return point

    def tip(self, i: int, angles: Vector) -> Vector:
        """Far end of rod `i` [m]."""
        return self.start(i, angles) + self.rods[i].length * direction(angles[i])

    def centre_velocity(self, i: int, angles: Vector, rates: Vector) -> Vector:
        """Velocity of the centre of mass of rod `i` [m/s]: each rod of its chain turns everything beyond it."""
        *carriers, last = self.chains[i]
        velocity: Vector = self.rods[last].length / 2 * rates[last] * normal(angles[last])
        for j in carriers:
            velocity = velocity + self.rods[j].length * rates[j] * normal(angles[j])
        return velocity

    def energy(self, angles: Vector, rates: Vector) -> float:
        """Kinetic plus potential energy [J]: Σ ½ m |v_G|² + ½ I ω² + m g y_G."""
        total = 0.0
        for i, rod in enumerate(self.rods):
            velocity = self.centre_velocity(i, angles, rates)
            height = self.start(i, angles)[1] + rod.length / 2 * sin(angles[i])
            total += rod.mass * velocity @ velocity / 2 + rod.inertia * rates[i] ** 2 / 2 + rod.mass * GRAVITY * height
        return float(total)

    def error(self, angles: Vector, rates: Vector) -> float:
        """Distance of rod 0's tip from the reference [m]; without a reference the energy drift [J]."""
        if self.reference is None:
            return abs(self.energy(angles, rates) - self.energy(self.angles, self.rates))
        return float(np.linalg.norm(self.tip(0, angles) - self.reference))


def direction(angle: float) -> Vector:
    return np.array([cos(angle), sin(angle)])


def normal(angle: float) -> Vector:
    return np.array([-sin(angle), cos(angle)])


def _four_bar() -> Machine:
    """Grashof four-bar from rest, crank at 60°, C above the line BD; 1 kg per metre."""
    crank, coupler, rocker, ground = 0.4, 1.0, 0.8, 1.0
    b_x, b_y = crank * cos(radians(60)), crank * sin(radians(60))
    # triangle B-C-D: law of cosines at B, C on the left of the way from B to D
    diagonal = hypot(ground - b_x, b_y)
    to_d = atan2(-b_y, ground - b_x)
    coupler_angle = to_d + acos((coupler**2 + diagonal**2 - rocker**2) / (2 * coupler * diagonal))
    c_x, c_y = b_x + coupler * cos(coupler_angle), b_y + coupler * sin(coupler_angle)
    return Machine(
        "four_bar",
        rods=(
            Rod("crank", crank, crank, radians(60)),
            Rod("coupler", coupler, coupler, coupler_angle, parent=0),
            Rod("rocker", rocker, rocker, atan2(c_y, c_x - ground), pivot=(ground, 0.0)),
        ),
        loops=((1, 2),),
        # hand-derived Lagrangian in the crank angle, DOP853 at relative tolerance 1e-13
        reference=(0.36408574331, -0.16565497733),
    )


def _double_four_bar() -> Machine:
    """Three uprights joined by two level rods, all 1 m and 1 kg; passes flat positions where the closure loses rank."""
    return Machine(
        "double_four_bar",
        rods=(
            Rod("upright_0", 1.0, 1.0, pi / 2, -1.0),
            Rod("level_1", 1.0, 1.0, 0.0, parent=0),
            Rod("upright_1", 1.0, 1.0, pi / 2, -1.0, pivot=(1.0, 0.0)),
            Rod("level_2", 1.0, 1.0, 0.0, parent=2),
            Rod("upright_2", 1.0, 1.0, pi / 2, -1.0, pivot=(2.0, 0.0)),
        ),
        loops=((1, 2), (3, 4)),
        # on the parallel branch 3 θ̈ = −3.5 g cos θ: DOP853 at relative tolerance 1e-13
        reference=(0.32845811154, 0.94451853818),
    )


def _chain(rods: int = 20) -> Machine:
    """Chain of 1 m, 1 kg rods from rest, straight along +x. Chaotic, so judged by its energy."""
    links = tuple(Rod(f"rod_{i}", 1.0, 1.0, 0.0, parent=i - 1 if i else None) for i in range(rods))
    return Machine("chain20", links, limit=0.01)


MACHINES: tuple[Machine, ...] = (_four_bar(), _double_four_bar(), _chain())
