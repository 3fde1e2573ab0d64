"""Shapes of the excavator. Outlines of the source are lost; these follow the proportions of the Caterpillar 336D L
(Specalog AEHQ5945: track 5.04 m long and 2.59 m apart, tail swing 3.5 m, cab height 3.2 m) around the pins of the data."""

from __future__ import annotations

import math

from biela.library.excavator import data
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.shape import Ball, Box, Prism, Shape, Telescope, Tube, rounded, stadium

YELLOW, DARK, STEEL, BLACK, GLASS, PALE, EARTH, SOIL = (
    "#f0b323", "#3a3f45", "#7b848d", "#23272b", "#2c3e4c", "#d9dde1", "#7a5a3a", "#a08a6c",
)  # fmt: skip
BACK, DOWN = (0.618, 0.786), (0.786, -0.618)  # away from the machine and down at the start pose, in axes of the bucket

Flat = tuple[float, ...]


def draw(m: Mechanism) -> None:
    """Draw shapes on every body and cylinder."""
    m.draw("undercarriage", *undercarriage())
    m.draw("cab", *platform(), *operators_cab())
    for shapes in (boom, arm, bucket, rocker, link):
        m.draw(shapes.__name__, *shapes())


def telescope(cylinder: str) -> Telescope:
    """Return barrel and rod of a cylinder; the boom has one on each side."""
    c = data.CYLINDERS[cylinder]
    scale = 0.72 if c.count == 2 else 0.95  # the bores of the data are indicative and larger than the real ones
    return Telescope(scale * c.bore, scale * c.rod_diameter, data.CLOSED_LENGTH, 0.86 if c.count == 2 else 0.0, DARK)


def undercarriage() -> list[Shape]:
    """Return tracks with shoes, rollers, sprocket and idler, and the car body under the turntable."""
    end = data.TRACKS.half_length
    a, b, r = (-end, -0.08), (end, -0.08), 0.46
    shapes: list[Shape] = [Prism(_shoes(a, b, r), 0.70, at=1.295, mirror=True, colour=BLACK)]
    shapes.append(Prism(stadium((-1.9, -0.08), (1.9, -0.08), 0.30), 0.76, at=1.295, mirror=True, colour=DARK))
    for y in (-1.295, 1.295):
        side = 0.39 * math.copysign(1, y)
        shapes += [Tube((x, y, -0.08), (x, y + side, -0.08), 0.34, colour=STEEL) for x in (-end, end)]
        shapes += [Tube((x, y, -0.08), (x, y + 1.06 * side, -0.08), 0.16, colour=YELLOW) for x in (-end, end)]
        shapes += [Tube((-1.4 + 0.4 * k, y, -0.42), (-1.4 + 0.4 * k, y + side, -0.42), 0.09, colour=STEEL) for k in range(8)]
        shapes += [Tube((x, y, 0.24), (x, y + 0.9 * side, 0.24), 0.07, colour=STEEL) for x in (-0.7, 0.7)]
    shapes += [
        Box((0, 0, 0.05), (1.9, 2.2, 0.42), colour=DARK),
        Box((0, 0, -0.02), (1.1, 2.6, 0.34), colour=DARK),
        Tube((0, 0, 0.2), (0, 0, 0.52), 0.78, colour=DARK),
        Tube((0, 0, 0.52), (0, 0, 0.66), 0.86, colour=STEEL),
    ]
    return shapes


def _shoes(a: Flat, b: Flat, r: float) -> list[Flat]:
    """Return the outline of a track: a stadium with a tooth for each shoe."""
    straight, count = b[0] - a[0], 48
    length = 2 * straight + 2 * math.pi * r
    shoe = ((0.0, 0.0), (0.62, 0.0), (0.66, 0.045), (0.9, 0.045), (0.94, 0.0))
    return [_on_stadium(a, b, r, rise, (k + s) / count * length, straight) for k in range(count) for s, rise in shoe]


def _on_stadium(a: Flat, b: Flat, r: float, rise: float, s: float, straight: float) -> Flat:
    arc = math.pi * r
    if s < straight:
        return (a[0] + s, a[1] - r - rise)
    if s < straight + arc:
        w = -math.pi / 2 + (s - straight) / r
        return (b[0] + (r + rise) * math.cos(w), b[1] + (r + rise) * math.sin(w))
    if s < 2 * straight + arc:
        return (b[0] - (s - straight - arc), b[1] + r + rise)
    w = math.pi / 2 + (s - 2 * straight - arc) / r
    return (a[0] + (r + rise) * math.cos(w), a[1] + (r + rise) * math.sin(w))


def platform() -> list[Shape]:
    """Return deck, counterweight, engine hood, tank, brackets of boom and boom cylinders."""
    x0 = 1.538  # of the swing centre
    tail = [(x0 + 3.5 * math.cos(w), 3.5 * math.sin(w)) for w in [math.pi + 0.44 * (k / 10 - 1) for k in range(21)]]
    plan = [p for p in tail if abs(p[1]) <= 1.5] + [(-0.9, -1.49), (-0.9, 1.49)]
    hood = rounded([(-0.92, -0.30), (0.72, -0.30), (0.72, 0.78), (0.5, 0.93), (-0.92, 0.93)], 0.12)
    bracket = rounded([(0.95, -0.45), (3.02, -0.45), (3.02, -0.16), (2.72, -0.05), (1.75, 0.38), (1.2, 0.42), (1.05, 0.1)], 0.14)
    return [
        Box((0.55, 0, -0.45), (2.95, 2.98, 0.26), colour=DARK),
        Box((2.35, 0, -0.45), (1.1, 2.2, 0.26), colour=DARK),
        Prism(plan, 1.30, "z", at=0.15, colour=DARK),
        Prism(plan, 0.10, "z", at=0.83, colour=YELLOW),
        Prism(hood, 2.94, colour=YELLOW),
        *(Box((-0.1, y, 0.40), (1.3, 0.02, 0.55), colour=DARK) for y in (1.48, -1.48)),  # louvres
        Box((-0.1, -0.25, 0.96), (1.2, 1.5, 0.07), colour=YELLOW),
        Tube((0.35, -0.85, 0.9), (0.35, -0.85, 1.42), 0.08, colour=BLACK),
        Prism(rounded([(0.72, -0.32), (2.95, -0.32), (2.95, 0.05), (2.2, 0.30), (0.72, 0.30)], 0.1), 0.84, at=-1.07, colour=YELLOW),
        Prism(bracket, 0.09, at=0.33, mirror=True, colour=YELLOW),
        *_pin("cab", "B", 0.44),
        *_pin("cab", "boom_cylinder_base", 0.60),
        *_rail([(0.8, -1.46, 0.30), (0.8, -1.46, 0.85), (2.0, -1.46, 0.85), (2.0, -1.46, 0.30)]),
    ]


def operators_cab() -> list[Shape]:
    """Return the operator's cab on the left, with windows."""
    side = rounded([(1.30, -0.34), (2.95, -0.34), (3.06, 0.25), (2.78, 1.42), (2.6, 1.54), (1.38, 1.54), (1.30, 1.42)], 0.1)
    door = rounded([(1.46, 0.42), (2.02, 0.42), (2.02, 1.38), (1.48, 1.38)], 0.08)
    front = rounded([(2.12, 0.12), (2.88, 0.12), (2.92, 0.30), (2.68, 1.38), (2.12, 1.38)], 0.08)
    screen = math.atan2(2.78 - 3.06, 1.42 - 0.25)
    return [
        Prism(side, 0.90, at=1.05, colour=YELLOW),
        Prism(door, 0.93, at=1.05, colour=GLASS),
        Prism(front, 0.93, at=1.05, colour=GLASS),
        Box((2.935, 1.05, 0.86), (0.03, 0.76, 1.02), (0, screen, 0), colour=GLASS),
        Box((1.295, 1.05, 0.95), (0.03, 0.70, 0.75), colour=GLASS),
        Box((2.0, 1.05, 1.56), (1.2, 0.8, 0.05), colour=DARK),
        *(Box((2.62, y, 1.60), (0.14, 0.2, 0.1), colour=PALE) for y in (0.78, 1.32)),  # lamps
        *_rail([(3.0, 1.52, -0.3), (3.1, 1.52, 0.3), (2.86, 1.52, 1.3)]),
    ]


def boom() -> list[Shape]:
    """Return the curved box beam, lugs of the arm cylinder, pins."""
    beam = rounded([
        (-3.34, -0.52), (-3.12, -0.83), (-2.86, -0.80), (-2.1, -0.36), (-1.2, -0.04), (-0.45, 0.10), (0.35, 0.08), (1.4, -0.18),
        (2.5, -0.50), (3.25, -0.70), (3.60, -0.52), (3.52, -0.18), (2.5, 0.06), (1.4, 0.36), (0.6, 0.58), (-0.1, 0.68),
        (-0.75, 0.64), (-1.5, 0.36), (-2.4, -0.12), (-3.0, -0.32),
    ], 0.35)  # fmt: skip
    lug = rounded([(0.05, 0.50), (0.75, 0.42), (0.62, 0.80), (0.42, 0.88), (0.26, 0.82)], 0.12)
    return [
        Prism(beam, 0.46, colour=YELLOW),
        Prism(stadium((-3.036, -0.547), (-2.6, -0.35), 0.27), 0.56, colour=YELLOW),
        Prism(stadium((3.341, -0.425), (2.7, -0.24), 0.24), 0.62, colour=YELLOW),
        Prism(lug, 0.07, at=0.17, mirror=True, colour=YELLOW),
        *(Box((1.75, y, 0.02), (1.3, 0.012, 0.2), (0, 0.29, 0), colour=DARK) for y in (0.235, -0.235)),
        Tube((-0.677, -0.56, 0.357), (-0.677, 0.56, 0.357), 0.13, colour=STEEL),
        *_pin("boom", "C", 0.40),
        *_pin("boom", "arm_cylinder_base", 0.24),
        *(Tube((-2.2, y, -0.02), (0.1, y, 0.78), 0.025, colour=BLACK) for y in (0.16, -0.16)),  # lines to the arm cylinder
    ]


def arm() -> list[Shape]:
    """Return the tapering box beam with its tail, lugs of the bucket cylinder, pins."""
    beam = rounded([
        (-2.16, 0.10), (-2.08, -0.08), (-1.5, -0.30), (-1.02, -0.58), (-0.55, -0.58), (0.2, -0.50), (1.4, -0.46), (2.2, -0.46),
        (2.42, -0.30), (2.3, -0.12), (1.7, -0.06), (0.6, 0.16), (-0.25, 0.36), (-0.8, 0.38), (-1.4, 0.32), (-2.05, 0.26),
    ], 0.25)  # fmt: skip
    lug = rounded([(-0.72, 0.28), (-0.05, 0.24), (-0.24, 0.68), (-0.42, 0.75), (-0.58, 0.66)], 0.12)
    return [
        Prism(beam, 0.38, colour=YELLOW),
        Prism(stadium((-0.801, -0.306), (-0.801, -0.10), 0.27), 0.48, colour=YELLOW),
        Prism(stadium((2.243, -0.297), (1.8, -0.26), 0.19), 0.46, colour=YELLOW),
        Prism(lug, 0.06, at=0.16, mirror=True, colour=YELLOW),
        *_pin("arm", "E", 0.34),
        *_pin("arm", "arm_cylinder_rod", 0.24),
        *_pin("arm", "bucket_cylinder_base", 0.23),
    ]


def _in_bucket(*points: Flat) -> list[Flat]:
    """Return points (back, down) about pin D in the axes of the bucket."""
    x, z = data.POINTS["bucket"]["D"]
    return [(x + b * BACK[0] + d * DOWN[0], z + b * BACK[1] + d * DOWN[1]) for b, d in points]


SHELL = [
    (0.62, -0.16), (0.80, 0.12), (0.93, 0.48), (0.94, 0.82), (0.82, 1.14), (0.58, 1.38), (0.26, 1.52), (-0.12, 1.58),
    (-0.55, 1.60),
]  # fmt: skip
"""Back of the bucket from pin F to the lip, (back, down) about pin D [m]."""


_LIP, _TIP = (-0.46, 1.565), (-0.86, 1.60)  # middle of the teeth, (back, down) about pin D
TEETH = tuple(_in_bucket(_TIP)[0])
"""Tips of the teeth in the axes of the bucket [m]."""
TOOTH = math.atan2(*(a - b for a, b in zip(_in_bucket(_TIP)[0][::-1], _in_bucket(_LIP)[0][::-1], strict=True)))
"""Direction of the teeth: angle from the x axis of the bucket towards z [rad]."""


def bucket() -> list[Shape]:
    """Return curved shell, side plates, ears at the pins, teeth."""
    inner = [(b * 0.94 - 0.02, d * 0.955 - 0.01) for b, d in SHELL]
    side = [(-0.05, 0.18), *SHELL, (-0.50, 1.50), (-0.30, 0.85)]
    ear = [(-0.20, 0.02), (-0.02, -0.20), (0.30, -0.16), (0.55, -0.20), (0.74, -0.02), (0.80, 0.25), (0.10, 0.30), (-0.10, 0.22)]
    tooth = [(-0.46, 1.50), (-0.46, 1.63), (-0.86, 1.60)]
    shapes: list[Shape] = [
        Prism(_in_bucket(*SHELL, *reversed(inner)), 1.52, colour=DARK),
        Prism(_in_bucket(*side), 0.05, at=0.74, mirror=True, colour=DARK),
        Prism(_in_bucket(*[(b * 1.015, d * 1.015) for b, d in SHELL[2:7]], *[(b * 1.05, d * 1.05) for b, d in SHELL[2:7][::-1]]),
              0.12, at=0.45, mirror=True, colour=BLACK),
        Prism(rounded(_in_bucket(*ear), 0.1), 0.07, at=0.30, mirror=True, colour=DARK),
        Prism(_in_bucket((0.02, 0.12), (0.70, -0.02), (0.80, 0.14), (0.08, 0.28)), 1.46, colour=DARK),
        *_pin("bucket", "D", 0.38),
        *_pin("bucket", "F", 0.38),
    ]  # fmt: skip
    shapes += [Prism(_in_bucket(*tooth), 0.11, at=y, colour=STEEL) for y in (-0.68, -0.34, 0.0, 0.34, 0.68)]
    return shapes


def rocker() -> list[Shape]:
    """Return two guide links at the sides of the arm."""
    return [
        Prism(stadium((-0.487, 0), (0.324, 0), 0.13, 0.11), 0.07, at=0.28, mirror=True, colour=DARK),
        *_pin("rocker", "G", 0.34),
    ]


def link() -> list[Shape]:
    """Return the power link from the cylinder to the bucket."""
    return [
        Prism(stadium((-0.428, 0), (0.285, 0), 0.12), 0.08, at=0.20, mirror=True, colour=DARK),
        Prism(rounded([(-0.22, -0.09), (0.16, -0.09), (0.16, 0.09), (-0.22, 0.09)], 0.05), 0.36, colour=DARK),
    ]


def heap() -> list[Shape]:
    """Return earth in the bucket, struck level with a crown; in axes of the payload, which are those of the bucket."""
    from biela.library.excavator.structure import PAYLOAD_AT

    inside = [(b * 0.93 - 0.02, d * 0.945 - 0.01) for b, d in SHELL[1:]]
    crown = [(-0.58, 1.28), (-0.60, 0.95), (-0.46, 0.58), (-0.14, 0.26), (0.30, 0.08)]
    outline = [(x - PAYLOAD_AT[0], z - PAYLOAD_AT[2]) for x, z in _in_bucket(*inside, *crown)]
    return [Prism(outline, 1.40, colour=EARTH)]


def soil() -> list[Shape]:
    """Return the ground it digs in, with the trench as the teeth leave it."""
    top, bottom = data.TRACKS.height, data.TRACKS.height - 0.75
    level, depth = (top + bottom) / 2, top - bottom
    trench = [(6.35, bottom), (9.3, bottom), (9.3, top), (9.25, top), (9.1, -0.78), (8.85, -0.93), (8.6, -0.99), (7.7, -1.05),
              (7.2, -1.08), (6.95, -1.02), (6.7, -0.86), (6.42, top), (6.35, top)]  # fmt: skip
    return [
        Box((1.175, 2.7, level), (10.35, 12.0, depth), colour=SOIL),
        Box((10.1, 2.7, level), (1.6, 12.0, depth), colour=SOIL),
        Box((7.825, 4.8, level), (2.95, 7.8, depth), colour=SOIL),
        Box((7.825, -2.1, level), (2.95, 2.4, depth), colour=SOIL),
        Prism(trench, 1.8, colour=EARTH),
    ]


def _pin(body: str, point: str, half: float) -> list[Shape]:
    """Return a pin across the machine."""
    x, z = data.POINTS[body][point]
    return [Tube((x, -half, z), (x, half, z), 0.09, colour=STEEL)]


def _rail(points: list[Flat]) -> list[Shape]:
    """Return a handrail through points."""
    tubes: list[Shape] = [Tube(a, b, 0.022, colour=BLACK) for a, b in zip(points[:-1], points[1:], strict=True)]
    return [*tubes, *(Ball(p, 0.022, colour=BLACK) for p in points)]
