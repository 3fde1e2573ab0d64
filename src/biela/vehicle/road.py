"""The road: height and friction at every point of the ground.

    z = Σ profiles(x, y),      n = (−∂z/∂x, −∂z/∂y, 1) / |·|,      friction factor μ(x, y) of the last patch there

Profiles are added, so that a bump may lie on a slope. Patches do not multiply: a later patch replaces the factor of the road
and of earlier patches where it lies, blending over its edge. A friction factor multiplies what the tyre's data say (1: the
road they were measured on).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, TypeAlias

import numpy as np

from biela.base.checked import Kind, checked, guard, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element import Role, choice, data, element, numbers
from biela.lie import array as xp
from biela.lie.array import Operand, is_operand
from biela.mechanism.parameter import Scalar, scalar
from biela.network.value import clip
from biela.vehicle.part import Part

ANYWHERE = Role("numbers", "m", size=2, bound="none")
"""Two ends, which may be infinite."""


Symbol: TypeAlias = Annotated[
    Any, Kind("a number or a symbol", lambda x: is_operand(x) and getattr(x, "shape", ()) in ((), (1, 1)))
]


@dataclass(frozen=True)
class RoadPart(Part):
    """Profile or patch of the road, chosen by its `type` in files."""

    section: ClassVar[str] = "road"
    noun: ClassVar[str] = "the road"


@dataclass(frozen=True)
class Profile(RoadPart, ABC):
    """Part of the road's height."""

    @abstractmethod
    def height(self, x: Operand, y: Operand) -> Operand:
        """Return z [m] at a point, of numbers, arrays or symbols."""


@element("slope")
class Slope(Profile):
    """Plane (0.1 is 10 %)."""

    grade: Scalar = data("1", default=0.0, about="rise along x")
    bank: Scalar = data("1", default=0.0, about="rise along y")

    def height(self, x: Operand, y: Operand) -> Operand:
        return self.grade * x + self.bank * y


@element("bump")
class Bump(Profile):
    """Cosine hump across the road, z = ½ h (1 − cos 2π(x − start)/length), on both sides or on one (left: y > 0)."""

    noun = "a bump"
    start: Scalar = data("m")
    length: float = data("m", bound="positive")
    peak: Scalar = data("m", key="height", label="height of a bump", about="h; negative is a dip")
    side: str = data(choice("both", "left", "right"), default="both")

    def height(self, x: Operand, y: Operand) -> Operand:
        along = clip((x - self.start) / self.length)
        hump = 0.5 * self.peak * (1.0 - xp.cos(2.0 * math.pi * along))
        if self.side == "both":
            return hump
        sign = 1.0 if self.side == "left" else -1.0
        return hump * 0.5 * (1.0 + xp.tanh(sign * y / 0.05))  # the edge is 5 cm wide


@element("height_table")
class HeightTable(Profile):
    """Heights measured on a grid, bilinear between the points and constant beyond them. `z[i][j]` belongs to (x[i], y[j]).

    Without `y` the road is the same across: `z[i]` belongs to x[i].
    """

    noun = "a height table"
    x: tuple[float, ...] = data(numbers("m"), about="increasing")
    z: Any = data(Role("heights", "m"), about="one for each x, or a row for each x")
    y: tuple[float, ...] = data(numbers("m"), default=(0.0,), about="increasing")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, values in (("x", self.x), ("y", self.y)):
            if not all(b > a for a, b in pairwise(values)):
                raise DescriptionError(f"height table: {name} must increase.")
        try:
            z = np.array(self.z, float).reshape(len(self.x), -1)
        except (TypeError, ValueError, OverflowError):
            z = np.zeros((0, 0))
        if len(self.x) < 2 or z.shape != (len(self.x), len(self.y)) or not np.all(np.isfinite(z)):
            size = f"{len(self.x)} × {len(self.y)} points"
            raise DescriptionError(f"height table: give at least two x and one finite z for each of the {size}.")
        object.__setattr__(self, "z", tuple(tuple(row) for row in z.tolist()))

    def height(self, x: Operand, y: Operand) -> Operand:
        total = 0.0 * x
        across = _tents(self.y, y)
        for along, row in zip(_tents(self.x, x), self.z, strict=True):
            total = total + along * sum(w * z for w, z in zip(across, row, strict=True))
        return total


def _tents(points: Sequence[float], x: Operand) -> list[Operand]:
    """Return the weights of linear interpolation: 1 at its own point, 0 at the others; constant beyond the ends."""
    if len(points) == 1:
        return [1.0]
    parts = [clip((x - a) / (b - a)) for a, b in pairwise(points)]
    return [rising - falling for rising, falling in zip([1.0, *parts], [*parts, 0.0], strict=True)]


@element("friction_patch")
class FrictionPatch(RoadPart):
    """Rectangle with another friction factor."""

    noun = "a friction patch"
    factor: Scalar = data("1", bound="nonnegative", label="friction factor")
    x: tuple[float, float] = data(ANYWHERE, default=(-math.inf, math.inf), about="from, to")
    y: tuple[float, float] = data(ANYWHERE, default=(-math.inf, math.inf), about="from, to")
    edge: float = data("m", default=0.1, bound="positive", about="width of its edges")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, ends in (("x", self.x), ("y", self.y)):
            if len(ends) != 2:
                raise DescriptionError(f"friction patch: {name} is {shown(ends)}; give where it begins and ends.")
            low, high = ends
            if not low < high:
                raise DescriptionError(f"friction patch: {name} goes from {low:g} to {high:g}; the first must be smaller.")

    def share(self, x: Operand, y: Operand) -> Operand:
        """Return 1 inside, 0 outside."""
        inside = 1.0 + 0.0 * x
        for value, (low, high) in ((x, self.x), (y, self.y)):
            if math.isfinite(low):
                inside = inside * 0.5 * (1.0 + xp.tanh(2.0 * (value - low) / self.edge))
            if math.isfinite(high):
                inside = inside * 0.5 * (1.0 - xp.tanh(2.0 * (value - high) / self.edge))
        return inside


@dataclass(frozen=True)
class Road:
    """Profiles that add up, and patches of other friction; flat with friction factor 1 if nothing is given."""

    profiles: tuple[Profile, ...] = ()
    patches: tuple[FrictionPatch, ...] = ()
    friction: Scalar = 1.0

    def __post_init__(self) -> None:
        scalar(self.friction, "friction factor of the road", nonnegative=True)
        for name, parts in (("profiles", self.profiles), ("patches", self.patches)):
            if not isinstance(parts, tuple | list):
                raise DescriptionError(f"{name} of the road are {shown(parts)}: give a list of parts.")
            object.__setattr__(self, name, tuple(parts))
        for thing in (*self.profiles, *self.patches):
            if not isinstance(thing, RoadPart):
                raise DescriptionError(f"{thing!r} is not a part of a road: use Slope, Bump, HeightTable or FrictionPatch.")

    def height(self, x: Operand, y: Operand) -> Operand:
        """Return z [m]."""
        return sum((profile.height(x, y) for profile in self.profiles), 0.0 * x)

    def friction_factor(self, x: Operand, y: Operand) -> Operand:
        """Return μ as a factor of the tyre's data."""
        factor = self.friction + 0.0 * x
        for patch in self.patches:
            share = patch.share(x, y)
            factor = factor * (1.0 - share) + patch.factor * share
        return factor

    @checked  # CasADi crashes on long doubles
    def surface(self, x: Symbol, y: Symbol) -> tuple[Operand, Operand]:
        """Return height and unit normal, of symbols."""
        import casadi as ca

        u, w = ca.SX.sym("x"), ca.SX.sym("y")
        z = ca.SX(self.height(u, w))
        slope = ca.jacobian(z, ca.vertcat(u, w))
        normal = ca.vertcat(-slope[0], -slope[1], 1)
        parameters = [s for s in ca.symvar(ca.vertcat(z, normal)) if s.name() not in ("x", "y")]
        f = ca.Function("surface", [u, w, *parameters], [z, normal / ca.norm_2(normal)])
        return tuple(f(x, y, *parameters))  # type: ignore[return-value]


FLAT = Road()
"""A level road at z = 0."""

guard(__name__)
