"""Reactions of redundant machines: which components are determinate, the smallest distribution, no trace of the cut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import biela
from biela import deg
from biela.base.errors import DescriptionError, UnknownName
from biela.library import bennett, spherical_four_bar, three_rrr
from biela.lie import twist, wrench
from biela.lie.se3 import Pose
from biela.mechanism.mechanism import Mechanism
from biela.state.functions import functions_of
from biela.state.reactions import COMPONENTS, Reactions, reactions
from biela.state.state import State
from sample_machines import Equations

G = 9.81


def cut_at(m: Mechanism, *names: str) -> Mechanism:
    """The same machine with these joints closing its loops."""
    twin = m.edit()
    for name in twin.joints:
        twin.joints[name] = replace(twin.joints[name], cut=name in names)
    return twin


def planar_four_bar() -> Mechanism:
    """Parallel axes, tilted in space; centres of mass out of the plane, so that the redundant rows carry load."""
    R = np.asarray(Pose.identity().rotation) @ np.array([[0.6, -0.8, 0], [0.48, 0.36, -0.8], [0.64, 0.48, 0.6]])
    m = Mechanism("four-bar", gravity=(0.0, 0.0, -G))
    points = {"A": (0, 0, 0), "B": (0.2, 0.35, 0.02), "C": (0.9, 0.8, -0.03), "D": (1, 0, 0.05)}
    at = {name: R @ np.array(point, float) for name, point in points.items()}
    for k, name in enumerate(("crank", "coupler", "rocker")):
        m.body(name, mass=1.0 + k, com=(0.1, 0.2, 0.3 - 0.1 * k), inertia=(0.1, 0.2, 0.15))
    axis = R @ (0.0, 0.0, 1.0)
    for name, a, b in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("C", "coupler", "rocker"),
                       ("D", "rocker", "ground")):  # fmt: skip
        m.revolute(name, a, b, point=at[name], axis=axis)
    return m


def three_cranks(rod: bool = False) -> Mechanism:
    """A beam on three equal parallel cranks: rows that carry equations repeat each other too. The last may be a mere rod."""
    m = Mechanism("three cranks", gravity=(0.3, -G, 1.2))
    beam = m.body("beam", mass=2.0, com=(0.7, 0.1, 0.1), inertia=(0.1, 0.4, 0.4), position=(0, 0.5, 0))
    for k, x in enumerate((0.0, 0.5) if rod else (0.0, 0.5, 1.2)):
        crank = m.body(f"crank_{k}", mass=0.5, com=(0, 0.25, 0.02), inertia=(0.02, 0.001, 0.02), position=(x, 0, 0))
        m.revolute(f"foot_{k}", m.ground, crank, point=(x, 0, 0))
        m.revolute(f"head_{k}", crank, beam, point=(x, 0.5, 0))
    if rod:
        m.rod("rod", m.ground.point("pin", (1.2, 0, 0)), beam.point("eye", (1.2, 0, 0)), 0.5)
    return m


CASES: dict[str, tuple[Callable[[], Mechanism], dict[str, float], dict[str, float], list[tuple[str, ...]], int]] = {
    # machine, coordinates, rates, cuts, independent self-stresses
    "planar four-bar": (planar_four_bar, {"A": 0.1}, {"A": 2.0}, [("A",), ("B",), ("C",)], 3),
    "Bennett": (bennett.build, {"A": 60 * deg}, {"A": 1.5}, [("B",), ("D",)], 3),
    "spherical": (spherical_four_bar.build, {"A": 60 * deg}, {"A": 1.5}, [("A",), ("C",)], 3),
    "three cranks": (three_cranks, {"foot_0": 0.4}, {"foot_0": 1.5},
                     [("head_1", "head_2"), ("foot_0", "foot_1")], 7),
    "crank and rod": (partial(three_cranks, rod=True), {"foot_0": 0.4}, {"foot_0": 1.5}, [("head_1",), ("foot_0",)], 4),
}  # fmt: skip
BENNETT = {"B": 143 * deg, "D": -143 * deg, "C": -60 * deg}
GUESSES = {"Bennett": BENNETT, "spherical": {"B": 185.5 * deg, "C": -88.3 * deg, "D": -125.2 * deg}}


def state_of(name: str, m: Mechanism) -> State:
    _, coordinates, rates, _, _ = CASES[name]
    return m.assemble(coordinates, rates=rates, guess={**coordinates, **GUESSES.get(name, {})})


def pose(state: State, body: str) -> Pose:
    """Of a body frame in the ground."""
    if body == "ground":
        return Pose.identity()
    motion = functions_of(state.mechanism).evaluate("bodies", *state.arguments())[0]
    column = motion[:, state.mechanism.topology.index[body]]
    return Pose(column[:9].reshape(3, 3).T, column[9:12])


class Equilibrium:
    """All bodies, six equations each; all reaction components of all joints and couplings unknown. By hand, from poses."""

    def __init__(self, state: State):
        m = state.mechanism
        bodies = [name for name in m.bodies if name != "ground"]
        columns, self.places, effects = [], [], []
        things = {**m.joints, **m.couplings}
        for k, (name, thing) in enumerate(things.items()):
            a, b = (thing.parent, thing.child) if name in m.joints else (thing.a, thing.b)  # type: ignore[union-attr]
            X_a, X_b = (pose(state, f.body.name) @ Pose(f.rotation, np.array(f.position, float)) for f in (a, b))
            X = X_a.relative(X_b)
            if name in m.joints:
                q = thing.type.measure(X.rotation, X.rotation.T @ X.position, thing.type.neutral())  # type: ignore[union-attr]
                S = np.asarray(thing.type.motion(q), float)  # type: ignore[union-attr]
                basis = np.linalg.svd(S.T)[2][S.shape[1] :].T  # wrenches that do no work on the joint's motion
            else:
                d = X.rotation.T @ X.position
                basis = np.concatenate([np.zeros(3), d / np.linalg.norm(d)])[:, None]
            for F in basis.T:
                column = np.zeros((len(bodies), 6))
                in_ground = np.asarray(wrench.to_parent(X_b, F))
                if b.body.name != "ground":
                    column[bodies.index(b.body.name)] += in_ground
                if a.body.name != "ground":
                    column[bodies.index(a.body.name)] -= in_ground
                columns.append(column.ravel())
                effect = np.zeros((len(things), 6))
                effect[k] = F
                effects.append(effect)
        self.E = np.array(columns).T
        self.effects = np.array(effects)  # (unknowns, joints, 6)

    def self_stresses(self) -> np.ndarray:
        """(modes, joints, 6)."""
        scale = np.abs(self.E).max()
        _, s, V = np.linalg.svd(self.E / scale)
        rank = int(np.sum(s > 1e-8 * s[0]))
        return np.tensordot(V[rank:], self.effects, axes=1)


@pytest.fixture(scope="module", params=list(CASES))
def case(request: pytest.FixtureRequest) -> tuple[str, list[tuple[State, Reactions]]]:
    name = request.param
    build, _, _, cuts, _ = CASES[name]
    states = [state_of(name, cut_at(build(), *cut)) for cut in cuts]
    return name, [(state, reactions(state)) for state in states]


def test_the_cut_does_not_show(case: tuple[str, list[tuple[State, Reactions]]]) -> None:
    """Every reaction, every mark and every signal of forces, whichever joints close the loops."""
    name, found = case
    (first, expected), *others = found
    size = np.abs(expected.wrenches).max()
    assert size > 1.0
    for cut, (state, got) in zip(CASES[name][3][1:], others, strict=True):
        assert {joint.name for joint in state.mechanism.topology.cut} == set(cut)
        assert got.wrenches == pytest.approx(expected.wrenches, abs=1e-8 * size)
        assert np.array_equal(got.fixed, expected.fixed)
        for joint in state.mechanism.joints:
            for part in COMPONENTS:
                kind, axis = part.split("_")
                signal = f"{joint}.{kind}_on_child_{axis}"
                assert state[signal] == pytest.approx(first[signal], abs=1e-7 * size), signal


def test_signals_are_the_smallest_distribution(case: tuple[str, list[tuple[State, Reactions]]]) -> None:
    _, found = case
    for state, got in found:
        size = np.abs(got.wrenches).max()
        for joint in state.mechanism.joints:
            assert state[f"{joint}.force"] == pytest.approx(got[f"{joint}.force"][0], abs=1e-7 * size)
            assert state[f"{joint}.moment"] == pytest.approx(got[f"{joint}.moment"][0], abs=1e-7 * size)


def test_marks_and_minimum_against_the_whole_equilibrium(case: tuple[str, list[tuple[State, Reactions]]]) -> None:
    """Null space of all 6 n equations: its size, which components it touches, and that it is orthogonal to the answer."""
    name, found = case
    for state, got in found:
        modes = Equilibrium(state).self_stresses()
        assert len(modes) == CASES[name][4] == got.redundancy[0]
        scale = np.array([1 / got.length] * 3 + [1.0] * 3)
        touched = np.abs(modes * scale).max(axis=0) > 1e-7
        assert np.array_equal(~touched, got.fixed[0])
        overlap = np.tensordot(modes * scale, got.wrenches[0] * scale, axes=2)
        assert overlap == pytest.approx(np.zeros(len(modes)), abs=1e-8 * np.abs(got.wrenches).max())


def test_reactions_carry_weight_and_inertia(case: tuple[str, list[tuple[State, Reactions]]]) -> None:
    """Wrenches of the ground plus the weight are the rate of momentum."""
    _, found = case
    state = found[0][0]
    m = state.mechanism
    origin = reactions(state, frame=m.ground.origin)
    total = np.zeros(6)
    for name, thing in {**m.joints, **m.couplings}.items():
        ends = (thing.parent, thing.child) if name in m.joints else (thing.a, thing.b)  # type: ignore[union-attr]
        total += origin.wrench(name)[0] * (ends[0].body.is_ground - 1.0 * ends[1].body.is_ground)
    for name, body in m.bodies.items():
        if not body.is_ground:
            force = float(body.mass) * np.array(m.gravity, float)
            total += np.concatenate([np.cross(pose(state, name) @ np.array(body.com, float), force), force])
    e = Equations(m)
    expected = e.time_derivative(e.dynamics.momentum, state.x)
    assert total == pytest.approx(expected, abs=1e-8 * np.abs(origin.wrenches).max())


def door(h: float, width: float) -> Mechanism:
    m = Mechanism("door", gravity=(0, 0, -G))
    leaf = m.body("leaf", mass=20.0, com=(width / 2, 0, 0), inertia=(1.0, 2.0, 2.0))
    m.revolute("top", m.ground, leaf, point=(0, 0, h), axis=(0, 0, 1))
    m.revolute("bottom", m.ground, leaf, point=(0, 0, -h), axis=(0, 0, 1))
    return m


@pytest.mark.parametrize("length", [None, 0.3])
def test_door_on_two_hinges(length: float | None) -> None:
    """K = 2 h F + 2 M with least F² + M²/ℓ²: F = K h / 2(h² + ℓ²), M = K ℓ² / 2(h² + ℓ²); half the weight on each."""
    h, width = 0.8, 0.9
    found = reactions(door(h, width).assemble(), length=length)
    ell = 2 * h if length is None else length
    assert found.length == ell and found.redundancy[0] == 5
    K = 20.0 * G * width / 2
    F, M = K * h / (2 * (h**2 + ell**2)), K * ell**2 / (2 * (h**2 + ell**2))
    assert found["top.force_x"] == pytest.approx([-F], rel=1e-9)
    assert found["bottom.force_x"] == pytest.approx([F], rel=1e-9)
    for hinge in ("top", "bottom"):
        assert found[f"{hinge}.moment_y"] == pytest.approx([-M], rel=1e-9)
        assert found[f"{hinge}.force_z"] == pytest.approx([20.0 * G / 2], rel=1e-9)
        assert not found.determinate[f"{hinge}.force"][0] and not found.determinate[f"{hinge}.moment_x"][0]
        assert found.determinate[f"{hinge}.moment_z"][0]  # a hinge carries none
    assert "not determined: moment_x, moment_y, force_x, force_y, force_z" in str(found)


def test_planar_robot_in_its_plane() -> None:
    """Forces in the plane are determinate, those across it not; loaded in its plane, the robot has none of them."""
    m = three_rrr.build(gravity=(0, -G, 0))
    run = m.inverse_dynamics(
        {name: biela.polynomial(30 * deg, 6 * deg) for name in three_rrr.START}, 1.0, samples=20, guess=three_rrr.GUESS
    )
    found = reactions(run)
    assert found.redundancy.tolist() == [6] * 21
    for joint in m.joints:
        for part in COMPONENTS:
            across = part in ("force_z", "moment_x", "moment_y")
            assert found.determinate[f"{joint}.{part}"].all() == (not across)
            assert not across or np.abs(found[f"{joint}.{part}"]).max() < 1e-12
        assert found[f"{joint}.force"] == pytest.approx(run[f"{joint}.force"], rel=1e-9)
    # the torque of a motor is the moment about its axis
    assert found["shoulder_1.moment_z"] == pytest.approx(run["shoulder_1_drive.effort"], rel=1e-9)


def test_frames() -> None:
    """At the parent, in the ground, at any frame: one wrench, so that its power on any twist is the same."""
    m = bennett.build()
    spot = m.bodies["coupler"].frame("spot", (0.3, 0.1, -0.2), (0.3, -0.5, 0.9))
    state = bennett.start(m)
    at_child = reactions(state).wrench("B")[0]
    joint = m.joints["B"]
    X_WC = pose(state, "coupler") @ joint.child.pose
    X_WP, X_WS = pose(state, "crank") @ joint.parent.pose, pose(state, "coupler") @ spot.pose
    V = np.random.default_rng(1).normal(size=6)  # a twist in the ground
    for frame, X in (("parent", X_WP), (spot, X_WS), ("ground", Pose(np.eye(3), X_WC.position))):
        F = reactions(state, frame=frame).wrench("B")[0]  # type: ignore[arg-type]
        X = Pose(X.rotation, np.array(X.position, float))
        X_c = Pose(X_WC.rotation, np.array(X_WC.position, float))
        assert F @ twist.to_child(X, V) == pytest.approx(at_child @ twist.to_child(X_c, V), rel=1e-12)


def test_single_state_and_run_agree_along_a_motion() -> None:
    m = cut_at(planar_four_bar(), "B")
    run = m.simulate({"A": 0.1}, 0.5, output_step=0.1)
    found = reactions(run, frame="ground", length=0.4)
    for k in (0, 3, 5):
        alone = reactions(run.state(k), frame="ground", length=0.4)
        assert found.wrenches[k] == pytest.approx(alone.wrenches[0], rel=1e-12, abs=1e-12)
    assert found["C.force_z"].shape == (6,) and len(found) == 8 * 4
    assert set(found) == {f"{j}.{c}" for j in "ABCD" for c in (*COMPONENTS, "moment", "force")}


def test_bad_requests() -> None:
    state = door(0.5, 0.5).assemble()
    with pytest.raises(DescriptionError, match="length above zero"):
        reactions(state, length=0.0)
    with pytest.raises(DescriptionError, match="'child', 'parent', 'ground'"):
        reactions(state, frame="world")  # type: ignore[arg-type]
    with pytest.raises(DescriptionError, match="on no body of 'door'"):
        reactions(state, frame=door(1.0, 1.0).ground.point("p", (0, 0, 0)))
    with pytest.raises(UnknownName, match="Did you mean 'top'"):
        reactions(state)["topp.force"]
    with pytest.raises(UnknownName, match="top.force_x"):
        reactions(state)["top.force_w"]
