"""Ways to assemble a machine, counted by other means: circles that meet, mirror images, closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

import biela
from biela import deg, library
from biela.library import n_four_bar, three_rrr
from biela.mechanism.mechanism import Mechanism
from biela.state.branches import find_branches
from biela.state.state import State


@pytest.mark.parametrize("name, joint", [("four-bar", "D.angle"), ("slider-crank", "cylinder.position")])
def test_a_four_bar_and_a_slider_crank_close_in_two_ways(name: str, joint: str) -> None:
    start = library.get(name).start()
    found = find_branches(start)
    assert found.complete
    assert len(found.states) == 2
    assert found.states[0] is start
    one, two = (state[joint] for state in found.states)
    assert abs(one - two) > 0.1
    for state in found.states:
        assert state["machine.closure_error"] < 1e-12
        for held, value in found.held.items():
            assert state[f"{held}.angle"] == pytest.approx(value, abs=1e-12)


def test_a_five_bar_closes_in_two_ways_that_mirror_its_tip() -> None:
    """The tip is where circles of equal radius about the elbows meet: mirrored about the line between these."""
    start = library.get("five-bar").start()
    found = find_branches(start)
    assert set(found.held) == {"left_shoulder", "right_shoulder"}
    assert len(found.states) == 2
    tips = [np.array(s.values("tip.x", "tip.y")) for s in found.states]
    assert np.linalg.norm(tips[0] - tips[1]) > 0.05


def platforms(elbows: np.ndarray, wrists: np.ndarray, link: float) -> int:
    """Poses of a platform whose wrists are a link's length away from given elbows.

    At a turn φ of the platform its reference point lies on three circles about e_k − R(φ) w_k. Two of them meet in two points; the
    number of turns at which one of these is on the third is counted by changes of sign.
    """
    phi = np.linspace(0.0, 2 * np.pi, 40_001)
    c, s = np.cos(phi), np.sin(phi)
    centres = [np.stack([e[0] - c * w[0] + s * w[1], e[1] - s * w[0] - c * w[1]]) for e, w in zip(elbows, wrists, strict=True)]
    between = centres[1] - centres[0]
    d = np.linalg.norm(between, axis=0)
    half = link**2 - d**2 / 4
    count = 0
    for side in (1.0, -1.0):
        across = side * np.sqrt(np.where(half > 0, half, np.nan)) / d * np.stack([-between[1], between[0]])
        miss = np.linalg.norm((centres[0] + centres[1]) / 2 + across - centres[2], axis=0) - link
        count += int(np.sum(miss[1:] * miss[:-1] < 0))
    return count


@pytest.mark.parametrize(
    "angles, link, radius, count",
    [
        ((30, 30, 30), 0.2, 0.055, 2), ((190, 110, 100), 0.23, 0.07, 4), ((10, 270, 80), 0.26, 0.2, 6),
        ((160, 80, 50), 0.4, 0.18, 6),
    ],
)  # fmt: skip
def test_a_three_rrr_closes_as_often_as_three_circles_meet(
    angles: tuple[float, ...], link: float, radius: float, count: int
) -> None:
    m = three_rrr.build(link=link, platform_radius=radius)
    given = {f"shoulder_{k + 1}": a * deg for k, a in enumerate(angles)}
    r, turns = three_rrr.BASE_RADIUS, np.radians([0, 120, 240])
    ways = turns + np.radians(angles)
    elbows = r * np.stack([np.sin(turns), -np.cos(turns)], 1) + link * np.stack([np.cos(ways), np.sin(ways)], 1)
    side = math.sqrt(3) * radius
    wrists = np.array([(0.0, 0.0), *((side * math.sin(a), side * math.cos(a)) for a in (30 * deg, -30 * deg))])
    assert platforms(elbows, wrists, link) == count
    assert len(m.branches(given)) == count


def parallelogram(angle: float = 60 * deg, crank: float = 0.3, ground: float = 0.5) -> State:
    m = Mechanism("parallelogram", gravity=(0, 0, 0))
    bars = [m.body(name, mass=1, com=(0.1, 0, 0), inertia=(0.01,) * 3) for name in ("crank", "coupler", "rocker")]
    m.revolute("A", m.ground, bars[0])
    m.revolute("B", bars[0], bars[1], parent_point=(crank, 0, 0))
    m.revolute("D", m.ground, bars[2], parent_point=(ground, 0, 0))
    m.revolute("C", bars[1], bars[2], parent_point=(ground, 0, 0), child_point=(crank, 0, 0))
    return m.assemble({"A": angle}, guess={"A": angle, "B": -angle, "D": angle})


@pytest.mark.parametrize("angle", [60 * deg, -100 * deg, 2 * deg])
def test_a_parallelogram_also_closes_crossed(angle: float) -> None:
    """B and D stay where they are: C is mirrored about the line through them."""
    start = parallelogram(angle)
    ways = find_branches(start).states
    assert len(ways) == 2
    a, d = 0.3, 0.5
    assert ways[0]["D.angle"] == pytest.approx(angle, abs=1e-10)
    B, D = a * np.exp(1j * angle), d + 0j
    C = D + a * np.exp(1j * angle)
    axis = (D - B) / abs(D - B)
    crossed = B + axis * np.conj((C - B) / axis)
    assert np.exp(1j * ways[1]["D.angle"]) == pytest.approx((crossed - D) / a, abs=1e-9)


def test_branches_are_found_from_a_flat_position_where_two_of_them_meet() -> None:
    """Flat, the rows that close the loop depend on each other; the machine has one degree of freedom all the same."""
    m = parallelogram().mechanism
    flat = m.assemble({"A": 0.0}, guess={"A": 0.0, "B": 0.0, "D": 0.0})
    assert set(find_branches(flat).held) == {"A"}


def test_squares_in_a_row_close_in_one_more_way_than_there_are() -> None:
    """Folded, a square leaves the next crank flat, and from there on every square closes in one way only."""
    start = n_four_bar.start(n_four_bar.build(4))
    assert len(find_branches(start).states) == 5


def test_a_plane_platform_on_a_plane_base_closes_in_mirrored_pairs() -> None:
    """Legs of the same length carry the platform above and below its base; no leg counts again for a half turn of its joints."""
    start = library.get("stewart-gough").start()
    found = find_branches(start).states
    balls = [j.child for n, j in start.mechanism.joints.items() if n.startswith("ball")]
    assert len(balls) == 6
    assert len(found) >= 8
    assert len(found) % 2 == 0
    feet = [j.parent.position for n, j in start.mechanism.joints.items() if n.startswith("foot")]
    normal = np.linalg.svd(np.array(feet, float) - np.mean(np.array(feet, float), axis=0))[2][2]

    def corners(state: State) -> np.ndarray:
        from biela.state.fit import poses

        X = poses(state.mechanism.topology, {k.joint.name: state.q[k.q] for k in state.mechanism.topology.links})
        points = [X[f.body.name].rotation @ np.array(f.position, float) + X[f.body.name].position for f in balls]
        return np.array(points) - np.mean(np.array(feet, float), axis=0)

    seen = [corners(state) for state in found]
    for points in seen:
        mirrored = points - 2 * np.outer(points @ normal, normal)
        assert min(np.abs(mirrored - other).max() for other in seen) < 1e-6


def test_what_is_given_is_held_also_where_it_closes_a_loop() -> None:
    """A slider-crank by its stroke: the crank is on either side."""
    m = library.get("slider-crank").build()
    given = library.get("slider-crank").start(m)["cylinder.position"] - 0.05
    ways = m.branches({"cylinder": given})
    assert len(ways) == 2
    for state in ways:
        assert state["cylinder.position"] == pytest.approx(given, abs=1e-10)
    one, two = (state["main_bearing.angle"] for state in ways)
    assert math.cos(one) == pytest.approx(math.cos(two), abs=1e-9)
    assert math.sin(one) == pytest.approx(-math.sin(two), abs=1e-9)


def test_a_branch_is_chosen_by_giving_it_as_a_guess() -> None:
    m = library.get("four-bar").build()
    for state in m.branches({"A": 1.0}):
        again = m.assemble({"A": 1.0}, guess=state)
        assert again["D.angle"] == pytest.approx(state["D.angle"], abs=1e-10)


def test_a_machine_out_of_reach_has_no_branches() -> None:
    m = three_rrr.build(link=0.05)
    assert m.branches({"shoulder_1": 0.0, "shoulder_2": 0.0, "shoulder_3": 0.0}) == []
    tree = library.get("double-pendulum")
    assert len(biela.branches(tree.mechanism, tree.start())) == 1
