"""Shapes drawn on bodies and lines: what the 3-D view receives, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela import files
from biela.base.errors import DescriptionError, UnknownName
from biela.mechanism.shape import Ball, Box, Prism, Telescope, Tube, rounded, stadium
from biela.report.scene import Scene
from biela.report.shapes import corners, view_shapes


def machine() -> biela.Mechanism:
    m = biela.Mechanism("arm", gravity=(0, 0, -9.81))
    arm = m.body("arm", mass=2.0, com=(0.5, 0, 0), inertia=(0.01, 0.2, 0.2))
    m.revolute("pin", m.ground, arm, axis=(0, 1, 0))
    m.thruster("jack", m.ground.point("foot", (0.3, 0, -0.5)), arm.point("eye", (0.6, 0, 0)))
    return m


def area(outline: list[tuple[float, ...]]) -> float:
    x, y = np.array(outline).T
    return float(0.5 * np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


def test_drawn_machine_in_the_view() -> None:
    m = machine()
    m.draw("arm", Box((0.5, 0, 0), (1.0, 0.1, 0.1), colour="#f0b323"), Ball((1, 0, 0), 0.05))
    m.draw("jack", Telescope(0.08, 0.05, 0.4, spread=0.2))
    data = Scene(m.simulate({"pin": 0.2}, 0.1)).data()
    (body,) = data["bodies"]
    assert [s["k"] for s in body["shapes"]] == ["box", "ball"] and body["shapes"][0]["c"] == "#f0b323"
    (line,) = data["lines"]
    assert (line["kind"], line["closed"], line["spread"]) == ("telescope", 0.4, 0.2)
    assert data["shadow"] and not data["planar"]


def test_prisms_turn_left_whatever_way_they_are_written() -> None:
    square = [(0, 0), (1, 0), (1, 1), (0, 1)]
    for axis in "xyz":
        for outline in (square, square[::-1]):
            (plate,) = view_shapes([Prism(outline, 0.2, axis)])
            n = plate["n"]
            turn = np.cross(plate["points"], np.roll(plate["points"], -1, axis=0)).sum(axis=0) @ n
            assert turn == pytest.approx(2.0)
    assert len(view_shapes([Prism(square, 0.2, at=0.5, mirror=True)])) == 2


def test_corners_reach_as_far_as_the_shapes() -> None:
    shapes = [Box((0, 0, 1), (2, 4, 6)), Tube((0, 0, 0), (5, 0, 0), 1.0), Ball((0, -9, 0), 1.0)]
    found = corners(shapes)
    assert found.min(axis=0) == pytest.approx((-1, -10, -2)) and found.max(axis=0) == pytest.approx((5, 2, 4))


def test_outlines() -> None:
    link = stadium((0, 0), (2, 0), 0.5)
    assert area(link) == pytest.approx(2.0 + np.pi / 4, rel=0.02)
    soft = rounded([(0, 0), (1, 0), (1, 1), (0, 1)], 0.1)
    assert 0.97 < area(soft) < 1.0


def test_shapes_come_back_from_a_file() -> None:
    m = machine()
    m.draw("arm", Prism([(0, 0), (1, 0), (1, 0.2)], 0.1, mirror=True, at=0.3, colour="#123456"))
    m.draw("jack", Telescope(0.08, 0.05, 0.4))
    again = files.loads(files.dumps(m)).mechanism
    assert again.shapes == m.shapes
    assert m.edit().shapes == m.shapes


@pytest.mark.parametrize(
    ("name", "shape", "error", "says"),
    [
        ("amr", Box((0, 0, 0), (1, 1, 1)), UnknownName, "arm"),
        ("arm", Telescope(0.2, 0.1, 1.0), DescriptionError, "telescope cannot be drawn on 'arm'"),
        ("jack", Box((0, 0, 0), (1, 1, 1)), DescriptionError, "lines take telescopes"),
        ("arm", "box", DescriptionError, "not a shape"),
    ],
)
def test_wrong_drawings_are_refused(name: str, shape: object, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        machine().draw(name, shape)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Box((0, 0), (1, 1, 1)), lambda: Box((0, 0, 0), (1, -1, 1)), lambda: Prism([(0, 0), (1, 0)], 1.0),
        lambda: Prism([(0, 0), (1, 0), (0, 1)], 0.0), lambda: Tube((0, 0, 0), (1, 0, 0), float("nan")),
        lambda: Ball((0, 0, 0), 1.0, colour="yellow"), lambda: Telescope(0.1, 0.2, 1.0),
    ],
)  # fmt: skip
def test_wrong_shapes_are_refused(wrong: object) -> None:
    with pytest.raises(DescriptionError):
        wrong()  # type: ignore[operator]
