"""From joints to a spanning tree and cut joints: loops found, cuts well chosen, wishes obeyed."""

from __future__ import annotations

import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.mechanism.mechanism import Mechanism
from sample_machines import Equations


def bodies(m: Mechanism, names: str) -> None:
    for name in names.split():
        m.body(name, mass=1.0, com=(0.1, 0.2, 0), inertia=(0.1, 0.1, 0.1))


def four_bar(**cuts: bool | None) -> Mechanism:
    m = Mechanism("four-bar")
    bodies(m, "crank coupler rocker")
    for name, a, b, x in (("A", "ground", "crank", 0), ("B", "crank", "coupler", 1), ("C", "coupler", "rocker", 2),
                          ("D", "ground", "rocker", 3)):  # fmt: skip
        m.revolute(name, a, b, point=(x, 0, 0), cut=cuts.get(name))
    return m


def cut_names(m: Mechanism) -> list[str]:
    return [joint.name for joint in m.topology.cut]


def test_a_tree_has_no_loops_and_parents_come_first() -> None:
    m = Mechanism("tree")
    bodies(m, "a b c d")
    m.revolute("J4", "c", "d")
    m.revolute("J3", "b", "c")
    m.revolute("J2", m.ground, "b")
    m.revolute("J1", "a", "b")
    t = m.topology
    assert not t.cut
    assert all(link.parent < i for i, link in enumerate(t.links))
    assert {link.joint.name: link.reversed for link in t.links} == {"J1": True, "J2": False, "J3": False, "J4": False}
    assert t.n_q == t.n_v == 4


def test_one_joint_of_a_loop_is_cut() -> None:
    m = four_bar()
    (cut,) = cut_names(m)
    assert set(m.topology.loop(m.joints[cut])) == set("ABCD")


@pytest.mark.parametrize("wish", "ABCD")
def test_the_wish_of_the_user_is_obeyed(wish: str) -> None:
    assert cut_names(four_bar(**{wish: True})) == [wish]
    others = {name: False for name in "ABCD" if name != wish}
    assert cut_names(four_bar(**others)) == [wish]


def test_impossible_wishes_are_refused_by_name() -> None:
    with pytest.raises(DescriptionError, match="joint '[ABCD]' cannot be cut: without it a part of the machine hangs loose"):
        _ = four_bar(A=True, B=True).topology
    with pytest.raises(DescriptionError, match="joint '[ABCD]' must be cut: every other joint of its loop must stay"):
        _ = four_bar(A=False, B=False, C=False, D=False).topology


def test_the_joint_with_most_freedom_is_cut() -> None:
    """A cut costs 6 − f rows and saves f coordinates."""
    m = Mechanism("RSUR")
    bodies(m, "crank coupler rocker")
    m.revolute("R1", m.ground, "crank")
    m.spherical("S", "crank", "coupler")
    m.universal("U", "coupler", "rocker")
    m.revolute("R2", m.ground, "rocker")
    assert cut_names(m) == ["S"]
    assert m.topology.n_v == 4


def test_a_loaded_joint_stays_in_the_tree() -> None:
    for loaded in "ABCD":
        m = four_bar()
        m.motor("motor", loaded)
        assert loaded not in cut_names(m)


def test_loops_that_share_bodies() -> None:
    """Two loops through one coupler: two cuts, each loop listed with its own joints."""
    m = four_bar()
    bodies(m, "strut")
    m.revolute("E", "coupler", "strut", point=(1.5, 0, 0))
    m.revolute("F", m.ground, "strut", point=(4, 0, 0), cut=True)
    assert len(cut_names(m)) == 2
    loops = {joint.name: m.topology.loop(joint) for joint in m.topology.cut}
    assert {"E", "F"} <= set(loops["F"])
    assert all(name not in loops[next(k for k in loops if k != "F")] for name in "EF")


def test_parallel_joints_between_two_bodies_are_a_loop() -> None:
    m = Mechanism("door")
    bodies(m, "door")
    m.revolute("upper", m.ground, "door", point=(0, 0, 2))
    m.revolute("lower", m.ground, "door", point=(0, 0, 0))
    assert len(m.topology.cut) == 1
    assert len(m.topology.links) == 1


def test_ancestor_is_the_outermost_common_carrier() -> None:
    m = Mechanism("tree")
    bodies(m, "trunk left right tip")
    m.revolute("J1", m.ground, "trunk")
    m.revolute("J2", "trunk", "left")
    m.revolute("J3", "trunk", "right")
    m.revolute("J4", "right", "tip")
    t, at = m.topology, m.topology.index
    assert t.ancestor(at["left"], at["tip"]) == at["trunk"]
    assert t.ancestor(at["right"], at["tip"]) == at["right"]
    assert t.ancestor(at["ground"], at["tip"]) == -1
    assert t.path(at["tip"]) == [at["trunk"], at["right"], at["tip"]]


def test_three_ways_to_place_a_joint_are_the_same_machine() -> None:
    """One point and axis in the drawing; a point and axis on each body; frames: same signals in the same state."""
    placed = []
    for way in ("drawing", "bodies", "frames"):
        m = Mechanism("placed", gravity=(0.3, -9.0, 2.0))
        R = np.asarray(_rotation((0.3, -0.2, 0.5)))
        at, axis = np.array([0.4, 0.5, 0.6]), np.array([1.0, 2.0, 2.0]) / 3
        body = m.body("body", mass=1.0, com=(0.1, 0.2, 0.3), inertia=(0.1, 0.12, 0.15), position=(1, 0, 0.5), rotation=R)
        own_point, own_axis = R.T @ (at - (1, 0, 0.5)), R.T @ axis
        if way == "drawing":
            m.revolute("J", m.ground, body, point=at, axis=axis)
        elif way == "bodies":
            m.revolute("J", m.ground, body, parent_point=at, child_point=own_point, parent_axis=axis, child_axis=own_axis)
        else:
            frames = m.ground.frame("a", at), body.frame("b", own_point, R.T)
            m.revolute("J", *frames, axis=axis)
        e = Equations(m)
        s = e.signals(np.array([0.7, 1.1, 0.0]))
        placed.append((s["J.acceleration"], s["machine.kinetic_energy"], s["J.force"]))
        if way != "bodies":  # there the two frames are aligned by each axis alone: the zero of the angle may differ
            zero = e.signals(np.zeros(3))
            assert [zero[f"body.{k}"] for k in "xyz"] == pytest.approx((1, 0, 0.5), abs=1e-12)
    assert placed[2] == pytest.approx(placed[0], rel=1e-12)
    assert placed[1][1] == pytest.approx(placed[0][1], rel=1e-12)


def _rotation(angles: tuple[float, float, float]) -> np.ndarray:
    from biela.lie import so3

    return np.asarray(so3.from_roll_pitch_yaw(np.array(angles)))
