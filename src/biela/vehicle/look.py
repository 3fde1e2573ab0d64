"""Look of a car in pictures and in the 3-D view: a hatchback with four wheels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.shape import Box, Prism, Tube
from biela.vehicle.suspension import WHEELS

if TYPE_CHECKING:
    from biela.vehicle.car import Car


def draw_car(m: Mechanism, car: Car) -> None:
    """Draw a hatchback: sides as outlines in x and z, wheels with rims."""
    width, low = 0.92 * car.front.track, 0.16 - car.chassis.height
    nose, front, rear = car.front.distance + 0.62, car.front.distance, -car.rear.distance
    tail, sill, belt, roof = rear - 0.42, low, low + 0.62, low + 1.20
    tyre = float(nominal(car.tyre.radius))
    radius = 1.12 * tyre
    arch = 0.30 * radius
    over = sill + arch + 0.12
    body = [(tail, sill + 0.1)]
    for axle in (rear, front):  # the sill, with an arch over each wheel
        body += [(axle - radius, sill), (axle - 0.75 * radius, over), (axle + 0.75 * radius, over), (axle + radius, sill)]
    body += [(nose, sill + 0.08), (nose + 0.02, sill + 0.38), (nose - 0.12, belt - 0.08), (front - 0.25, belt + 0.04)]
    body += [(tail + 0.02, belt + 0.06), (tail - 0.02, sill + 0.35)]
    cabin = [
        (front - 0.22, belt + 0.03), (front - 0.85, roof - 0.02), (front - 1.2, roof + 0.02), (rear - 0.1, roof - 0.04),
        (tail + 0.08, belt + 0.06),
    ]  # fmt: skip
    m.draw(
        "chassis",
        Prism(body, width, colour="#b3262e"),
        Prism(cabin, 0.86 * width, colour="#2c3a47"),
        Box(
            (0.5 * (front - 0.85 + rear - 0.1), 0, roof + 0.01),
            (0.72 * (front - 0.85 - rear), 0.84 * width, 0.04),
            colour="#b3262e",
        ),
        *(Box((nose - 0.02, y, sill + 0.42), (0.06, 0.22, 0.12), colour="#f4f1d0") for y in (-0.36 * width, 0.36 * width)),
    )
    for wheel in WHEELS:
        half = 0.0725
        m.draw(
            f"{wheel}_wheel",
            Tube((0, -half, 0), (0, half, 0), tyre, colour="#1d1f22"),
            Tube((0, -1.04 * half, 0), (0, 1.04 * half, 0), 0.62 * tyre, colour="#b9c0c8"),
            Box((0, 0, 0), (1.1 * tyre, 2.14 * half, 0.035), colour="#6f7780"),
            Box((0, 0, 0), (0.035, 2.14 * half, 1.1 * tyre), colour="#6f7780"),
        )
        inward = -1.0 if wheel.endswith("left") else 1.0
        m.draw(f"{wheel}_hub", Tube((0, 0, 0), (0, inward * 0.18, 0), 0.04, colour="#565d66"))
