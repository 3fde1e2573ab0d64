"""Looks of bodies: shapes drawn on them, for pictures only. Nothing here enters the equations.

    Box        edges along the axes of the body, or turned          Tube        round, from a to b, also a cone
    Prism      a plane outline given a width: plates, beams          Ball
    Mesh       triangles from a file: see `biela.mechanism.mesh`
    Telescope  barrel and rod between the ends of a line element or of a line port, as long as they are apart

Lengths in metres, in the axes of the body they are drawn on.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import element
from biela.element.role import Role, choice, data, fixed, flag, text
from biela.mechanism.frame import rotation_matrix

Point = tuple[float, ...]
POINT = Role("fixed list", "m")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def _floats(x: Any) -> Point:
    try:
        return tuple(map(float, x))
    except (TypeError, ValueError, OverflowError):
        return ()


def _numbers(x: Any, n: int, what: str) -> Point:
    values = _floats(x)
    if len(values) != n or not all(map(math.isfinite, values)):
        raise DescriptionError(f"{what} is {x!r}: give {n} finite numbers.")
    return values


def _positive(x: Any, what: str) -> float:
    values = _floats([x])
    if not values or not 0 < values[0] < math.inf:
        raise DescriptionError(f"{what} is {x!r}: give a positive length.")
    return values[0]


@dataclass(frozen=True)
class Shape:
    """A colour, "#rrggbb", or none: then that of the body."""

    section: ClassVar[str] = "shapes"

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __post_init__(self) -> None:
        colour = getattr(self, "colour", None)
        if colour is not None and not (isinstance(colour, str) and COLOUR.fullmatch(colour)):
            kind = type(self).__name__.lower()
            raise DescriptionError(f"colour {colour!r} of a {kind}: write it as '#rrggbb', such as '#f2b417'.")


@element("box")
class Box(Shape):
    """A block: `size` along its own axes, turned by `rotation` (roll, pitch, yaw) about its centre."""

    centre: Sequence[float] = data(POINT)
    size: Sequence[float] = data(POINT)
    rotation: Sequence[float] = data(Role("fixed list", "rad"), default=(0.0, 0.0, 0.0))
    colour: str | None = data(text(), default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        size, centre, rotation = (_numbers(getattr(self, k), 3, f"{k} of a box") for k in ("size", "centre", "rotation"))
        self._set(centre=centre, size=tuple(_positive(e, "an edge of a box") for e in size), rotation=rotation)
        rotation_matrix(self.rotation, "a box")


@element("prism")
class Prism(Shape):
    """A plane outline given a width.

    outline : corners in the two axes other than `axis`, in the order x, y, z: (x, z) for axis "y"; convex or not
    width : along `axis`, half of it to each side of `at`
    mirror : a second one at −`at`
    """

    outline: Sequence[Sequence[float]] = data(Role("outline", "m"))
    width: float = data(fixed("m"))
    axis: Literal["x", "y", "z"] = data(choice("x", "y", "z"), default="y")
    at: float = data(fixed("m"), default=0.0)
    mirror: bool = data(flag(), default=False)
    colour: str | None = data(text(), default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        corners = tuple(_numbers(p, 2, "a corner of a prism") for p in self.outline)
        if len(corners) < 3:
            raise DescriptionError(f"the outline of a prism has {len(corners)} corners: give three at least.")
        if self.axis not in ("x", "y", "z"):
            raise DescriptionError(f"axis of a prism is {self.axis!r}: use 'x', 'y' or 'z'.")
        self._set(outline=corners, width=_positive(self.width, "width of a prism"))
        self._set(at=_numbers((self.at,), 1, "place of a prism")[0])


@element("tube")
class Tube(Shape):
    """A round bar from `a` to `b`; a cone where it `ends` with another radius."""

    a: Sequence[float] = data(POINT)
    b: Sequence[float] = data(POINT)
    radius: float = data(fixed("m"))
    ends: float | None = data(fixed("m"), default=None)
    colour: str | None = data(text(), default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set(a=_numbers(self.a, 3, "an end of a tube"), b=_numbers(self.b, 3, "an end of a tube"))
        self._set(radius=_positive(self.radius, "radius of a tube"))
        if self.ends is not None:
            self._set(ends=_numbers((self.ends,), 1, "end radius of a tube")[0])


@element("ball")
class Ball(Shape):
    """A sphere."""

    centre: Sequence[float] = data(POINT)
    radius: float = data(fixed("m"))
    colour: str | None = data(text(), default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set(centre=_numbers(self.centre, 3, "centre of a ball"), radius=_positive(self.radius, "radius of a ball"))


@element("telescope")
class Telescope(Shape):
    """A cylinder between two points: a barrel from the first, a rod from the second, sliding into each other.

    bore, rod : diameters [m]
    closed : distance of the points with the rod fully in [m]; the barrel is a little shorter
    spread : distance of the two of a pair, across the line and along the y axis of the first body [m]; one if zero
    """

    bore: float = data(fixed("m"))
    rod: float = data(fixed("m"))
    closed: float = data(fixed("m"))
    spread: float = data(fixed("m"), default=0.0)
    colour: str | None = data(text(), default=None)
    rod_colour: str = data(text(), default="#cfd6dd")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("bore", "rod", "closed"):
            self._set(**{name: _positive(getattr(self, name), f"{name} of a telescope")})
        if self.rod >= self.bore:
            raise DescriptionError(f"a telescope with a rod of {self.rod:g} m in a bore of {self.bore:g} m does not slide.")
        self._set(spread=_numbers((self.spread,), 1, "spread of a telescope")[0])


def stadium(a: Sequence[float], b: Sequence[float], radius: float, end: float | None = None) -> list[Point]:
    """Outline of a flat link about two points of the plane, with round ends of equal or different radius."""
    end = radius if end is None else end
    along = math.atan2(b[1] - a[1], b[0] - a[0])
    lean = math.asin(max(-1.0, min(1.0, (radius - end) / max(math.dist(a, b), 1e-12))))
    half = math.pi / 2 - lean
    sweep = [along - half + 2 * half * k / 12 for k in range(13)]
    back = [along + half + 2 * (math.pi - half) * k / 12 for k in range(13)]
    tip = [(b[0] + end * math.cos(w), b[1] + end * math.sin(w)) for w in sweep]
    return [*tip, *((a[0] + radius * math.cos(w), a[1] + radius * math.sin(w)) for w in back)]


def rounded(corners: Sequence[Sequence[float]], radius: float) -> list[Point]:
    """Return an outline whose corners are arcs of a radius, or of the largest that fits between them."""
    out: list[Point] = []
    for before, here, after in zip([corners[-1], *corners], corners, [*corners[1:], corners[0]], strict=False):
        (ax, ay), (bx, by) = ((p[0] - here[0], p[1] - here[1]) for p in (before, after))
        la, lb = math.hypot(ax, ay), math.hypot(bx, by)
        reach = min(radius, 0.45 * la, 0.45 * lb)
        first = (here[0] + ax / la * reach, here[1] + ay / la * reach)
        last = (here[0] + bx / lb * reach, here[1] + by / lb * reach)
        for s in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):  # a quadratic curve that touches both edges
            weights = ((1 - s) ** 2, 2 * s * (1 - s), s**2)
            out.append(tuple(sum(w * p[i] for w, p in zip(weights, (first, here, last), strict=True)) for i in (0, 1)))
    return out
