"""Assembly: closed loops from coordinates of any joints, branches, velocities, and clear failure."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, InconsistentStart, LoopNotClosed, UnknownName
from biela.lie import quaternion
from biela.mechanism.mechanism import Mechanism
from biela.simulation import branches
from sample_machines import Equations, random_loop


def four_bar(cut: str = "C", crank: float = 0.4) -> Mechanism:
    """Pivots A (0, 0) and D (1, 0); crank 0.4 m, coupler 1 m, rocker 0.8 m, drawn with all angles from the x axis."""
    m = Mechanism("four-bar", gravity=(0, -9.81, 0))
    for name, length in (("crank", crank), ("coupler", 1.0), ("rocker", 0.8)):
        m.body(name, mass=length, com=(length / 2, 0, 0), inertia=biela.rod(mass=length, length=length))
    m.revolute("A", m.ground, "crank", cut=cut == "A")
    m.revolute("B", "crank", "coupler", parent_point=(crank, 0, 0), cut=cut == "B")
    m.revolute("D", m.ground, "rocker", parent_point=(1, 0, 0), cut=cut == "D")
    m.revolute("C", "coupler", "rocker", parent_point=(1.0, 0, 0), child_point=(0.8, 0, 0), cut=cut == "C")
    m.point_sensor("tip", m.bodies["rocker"].point("end", (0.8, 0, 0)))
    return m


def rocker_angle(crank_angle: float, branch: int) -> float:
    """Angle of the rocker DC from the x axis: law of cosines in the triangle B, C, D; branch +1 has C above BD."""
    B = 0.4 * np.array([np.cos(crank_angle), np.sin(crank_angle)])
    d = np.array([1.0, 0.0]) - B
    diagonal = np.linalg.norm(d)
    inner = np.arccos((0.8**2 + diagonal**2 - 1.0) / (2 * 0.8 * diagonal))
    return float(np.arctan2(*(-d)[::-1]) - branch * inner)


@pytest.mark.parametrize("cut", "ABCD")
@pytest.mark.parametrize("angle", [0.2, 2.0, -1.0])
def test_four_bar_by_its_closed_form(cut: str, angle: float) -> None:
    """The crank is given, tree joint or cut; the guess chooses the branch whichever joint it is for."""
    m = four_bar(cut)
    for branch in (1, -1):
        expected = rocker_angle(angle, branch)
        s = m.assemble({"A": angle}, guess={"D": expected + 0.2})
        assert s["A.angle"] == pytest.approx(angle, abs=1e-11)
        assert np.angle(np.exp(1j * (s["D.angle"] - expected))) == pytest.approx(0.0, abs=1e-10)
        assert s["machine.closure_error"] < 1e-12


@pytest.mark.parametrize("cut", "ACD")
def test_branches_are_all_found(cut: str) -> None:
    m = four_bar(cut)
    found = branches(m, {"A": 1.0})
    tips = sorted(float(s["tip.y"]) for s in found)
    expected = sorted(0.8 * np.sin(rocker_angle(1.0, branch)) for branch in (1, -1))
    assert tips == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("cut", "ACD")
def test_given_turns_are_kept(cut: str) -> None:
    """An angle beyond one turn is that angle, not its remainder."""
    s = four_bar(cut).assemble({"A": 2.0 + 4 * np.pi}, guess={"D": 1.5})
    assert s["A.angle"] == pytest.approx(2.0 + 4 * np.pi, abs=1e-11)


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("angle", [0.3, 5.0, -9.0])
def test_a_screw_is_assembled_at_any_turn(cut: bool, angle: float) -> None:
    """Its advance counts whole turns: position = lead · angle, also where the screw closes the loop."""
    m = Mechanism("jack")
    m.revolute("spindle", m.ground, m.body("screw", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    m.prismatic("slide", m.ground, m.body("nut", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    m.helical("thread", "nut", "screw", lead=-0.1, cut=cut)
    s = m.assemble({"spindle": angle})
    assert s["slide.position"] == pytest.approx(0.1 * angle, abs=1e-11)
    assert s["thread.angle"] == pytest.approx(angle, abs=1e-11)
    s = m.assemble({"thread": angle})
    assert s["spindle.angle"] == pytest.approx(angle, abs=1e-11)
    assert s["slide.position"] == pytest.approx(0.1 * angle, abs=1e-11)


def test_a_free_body_is_put_where_it_is_told() -> None:
    """Quaternion and position of a free joint, far from the drawing pose."""
    m = Mechanism("body")
    m.free("flight", m.ground, m.body("body", mass=1.0, inertia=(1, 1, 1)))
    q = np.array([0.1, -0.7, 0.5, 0.3])
    q /= np.linalg.norm(q)
    s = m.assemble({"flight": [*q, 3.0, -4.0, 5.0]})
    assert [s[f"body.{k}"] for k in "xyz"] == pytest.approx([3, -4, 5], abs=1e-11)
    got = np.array([s[f"flight.quaternion_{k}"] for k in "wxyz"])
    assert np.asarray(quaternion.to_matrix(got)) == pytest.approx(np.asarray(quaternion.to_matrix(q)), abs=1e-10)
    s = m.assemble({"flight.x": 2.0, "flight.z": 1.0}, guess={"flight": [*q, 0, 0, 0]})
    assert (s["body.x"], s["body.z"]) == pytest.approx((2.0, 1.0), abs=1e-11)


@pytest.mark.parametrize("cut", [0, 1, 2, 3, 4])
def test_spatial_loop_from_a_far_guess(cut: int) -> None:
    """Coordinates of three joints are given; the loop closes there whichever joint is cut."""
    loop = random_loop(("revolute", "universal", "spherical", "prismatic", "cylindrical"), 72, cut=cut)
    m = loop.mechanism
    given = {name: loop[name] for name in ("revolute_0.angle", "prismatic_3.position", "cylindrical_4.angle")}
    start = biela.State(m, Equations(m).state_of(loop.coordinates))
    s = m.assemble({name: value + 0.1 for name, value in given.items()}, guess=start)
    for name, value in given.items():
        assert s[name] == pytest.approx(value + 0.1, abs=1e-10)
    assert s["machine.closure_error"] < 1e-12


def test_least_motion_from_the_guess() -> None:
    """What is free stays where the guess has it."""
    m = Mechanism("pair")
    for name in "ab":
        m.revolute(f"J{name}", m.ground, m.body(name, mass=1.0, com=(1, 0, 0)))
    s = m.assemble({"Ja": 1.0}, guess={"Jb": 0.7})
    assert (s["Ja.angle"], s["Jb.angle"]) == pytest.approx((1.0, 0.7))


@pytest.mark.parametrize("cut", "ABCD")
def test_velocities_follow_from_independent_ones(cut: str) -> None:
    """Four-bar: given the crank's rate, the rocker's by the instant centre; given the rocker's, the crank's."""
    m = four_bar(cut)
    s = m.assemble({"A": 1.1}, guess={"D": rocker_angle(1.1, 1)}, rates={"A": 2.0})
    h = 1e-6
    slope = (rocker_angle(1.1 + h, 1) - rocker_angle(1.1 - h, 1)) / (2 * h)
    assert s["D.rate"] == pytest.approx(2.0 * slope, rel=1e-8)
    back = s.with_rates({"D": s["D.rate"]})
    assert back["A.rate"] == pytest.approx(2.0, rel=1e-10)
    assert m.assemble({"A": 1.1}, guess=s)["D.rate"] == 0.0


def test_loop_that_cannot_close_says_by_how_much_and_where() -> None:
    """Rocker and coupler 0.8 + 1.0 m reach 1.8 m; the crank of 3 m at 0 puts B 2 m from D: open by 0.2 m."""
    m = four_bar(crank=3.0)
    with pytest.raises(LoopNotClosed) as caught:
        m.assemble({"A": 0.0})
    text = str(caught.value)
    assert "loop 'C' stays open by" in text
    assert "A = 0" in text
    assert "another start with guess=…" in text and text == f"{caught.value.cause} {caught.value.remedy}"
    gap = float(text.split("stays open by ")[1].split(" ")[0]) * (1e-3 if "mm" in text else 1.0)
    assert gap == pytest.approx(0.2, abs=0.01)


def test_impossible_rod_is_called_a_constraint() -> None:
    m = Mechanism("slide")
    m.prismatic("slide", m.ground, m.body("block", mass=1.0), axis=(1, 0, 0))
    m.rod("strut", m.ground.point("pin", (0, 2, 0)), "block", 1.0)
    with pytest.raises(LoopNotClosed, match=r"constraint 'strut' stays open by .* \(distance\).*too short or too long"):
        m.assemble()


def test_bodies_in_different_planes_are_told_so() -> None:
    m = four_bar().edit()
    m.remove("C")
    m.revolute("C", "coupler", "rocker", parent_point=(1.0, 0, 0.03), child_point=(0.8, 0, 0))
    with pytest.raises(
        LoopNotClosed, match=r"loop '\w' stays open by 30 mm along 'z', and no joint of the loop can close it.*planes"
    ):
        m.assemble({"A": 1.0})


def test_start_that_contradicts_a_prescribed_motion() -> None:
    """Positions and velocities: the drive is named, and its value there."""
    m = four_bar()
    m.drive("A", biela.polynomial(0.5, 2.0))
    with pytest.raises(InconsistentStart, match=r"'A_drive'.*0\.5"):
        m.assemble({"A": 1.0}, guess={"D": 1.5})
    with pytest.raises(InconsistentStart, match="rates asked for contradict.*'A'|'A_drive'"):
        m.assemble(guess={"D": 1.5}, rates={"A": 3.0})
    s = m.assemble(guess={"D": 1.5}, t=0.25)
    assert (s["A.angle"], s["A.rate"]) == pytest.approx((1.0, 2.0), abs=1e-11)
    with pytest.raises(InconsistentStart, match=r"start position contradicts 'A_drive' by 0\.5.*m\.assemble"):
        m.simulate(s.at(0.0), 1.0)


def test_start_with_open_loops_is_refused() -> None:
    m = four_bar()
    s = m.assemble({"A": 1.0}, guess={"D": 1.5})
    x = s.x.copy()
    x[0] += 1e-3
    with pytest.raises(InconsistentStart, match=r"start position contradicts 'C' by 0\.000\d+ \([xy]\): start from m\.assemble"):
        m.simulate(biela.State(m, x), 1.0)
    x = s.x.copy()
    x[3] += 1.0
    with pytest.raises(InconsistentStart, match="start velocity contradicts 'C'"):
        m.simulate(biela.State(m, x), 1.0)
    x[0] = np.nan
    with pytest.raises(InconsistentStart, match="the start state contains NaN"):
        m.simulate(biela.State(m, x), 1.0)


def test_bad_requests_are_named() -> None:
    m = four_bar()
    with pytest.raises(UnknownName, match="coordinates: no joint 'E'"):
        m.assemble({"E": 1.0})
    with pytest.raises(UnknownName, match="joint 'A' has no 'angel'. Did you mean 'angle'"):
        m.assemble({"A.angel": 1.0})
    with pytest.raises(DescriptionError, match="coordinates of 'A': nan is not finite"):
        m.assemble({"A": float("nan")})
    with pytest.raises(DescriptionError, match="coordinates of 'A': give 1 numbers, not 2"):
        m.assemble({"A": [1.0, 2.0]})
    with pytest.raises(InconsistentStart, match="'[ABCD]' is missed by.*independent joints only"):
        m.assemble({"A": 1.0}, guess={"D": 1.5}, rates={"A": 1.0, "D": 5.0})
    with pytest.raises(DescriptionError, match="guess is a state of 'four-bar'"):
        four_bar().assemble(guess=m.assemble({"A": 1.0}))


def test_single_freedom_behind_a_weld_is_found() -> None:
    m = biela.Mechanism("welded", gravity=(0, 0, -9.81))
    base = m.body("base")
    m.fixed("weld", m.ground, base)
    m.revolute("pivot", base, m.body("rod", mass=2.0, com=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1)), axis=(0, 1, 0))
    assert m.assemble({"pivot": 0.3})["pivot.angle"] == pytest.approx(0.3, abs=1e-12)


def test_other_signals_of_the_position_can_be_held() -> None:
    """A cylinder's extension, the height of a body: anything that the position determines."""
    from biela import library

    crane = library.get("hydraulic-crane").build()
    state = crane.assemble({"lift_cylinder.extension": 0.3, "rope": (0.0, 0.0)})
    assert state["lift_cylinder.extension"] == pytest.approx(0.3, abs=1e-11)
    digger = library.get("excavator").build()
    wanted = {f"{part}_cylinder.extension": x for part, x in (("boom", 0.5), ("arm", 1.1), ("bucket", 0.9))}
    from biela.library.excavator import data

    state = digger.assemble({"swing": 0.4, **wanted}, guess=data.START)
    for name, value in wanted.items():
        assert state[name] == pytest.approx(value, abs=1e-11)
    assert state["swing.angle"] == pytest.approx(0.4)


def test_signals_that_cannot_be_held_are_named() -> None:
    from biela import library
    from biela.base.errors import DescriptionError, LoopNotClosed, UnknownName

    crane = library.get("hydraulic-crane").build()
    with pytest.raises(UnknownName, match="no joint and no signal 'lift_cylinder.extenson'.*extension"):
        crane.assemble({"lift_cylinder.extenson": 0.3})
    with pytest.raises(DescriptionError, match="'lift_cylinder.speed' depends on more than the position"):
        crane.assemble({"lift_cylinder.speed": 0.3})
    with pytest.raises(LoopNotClosed, match="lift_cylinder.extension = 5"):
        crane.assemble({"lift_cylinder.extension": 5.0})


def tilted_four_bar(shift: float) -> Mechanism:
    """A four-bar in a tilted plane, whose last pin is `shift` [m] beside that plane: no joint can close it."""
    R = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    R *= np.sign(np.linalg.det(R))
    A, B, C, D = (R @ np.array(p) for p in ((0, 0, 0), (0.1, 0.3, 0), (0.6, 0.45, 0), (0.5, 0, 0)))
    n = R[:, 2]
    m = Mechanism("tilted four-bar")
    for name, inner, outer in (("crank", A, B), ("coupler", B, C), ("rocker", D, C)):
        m.body(name, mass=1.0, com=(outer - inner) / 2, inertia=(0.01, 0.01, 0.01), position=inner)
    m.revolute("A", m.ground, "crank", parent_point=A, axis=n)
    m.revolute("B", "crank", "coupler", parent_point=B - A, axis=n)
    m.revolute("D", m.ground, "rocker", parent_point=D, axis=n)
    m.spherical("C", "coupler", "rocker", parent_point=C - B, child_point=C - D + shift * n, cut=True)
    return m


@pytest.mark.parametrize("method", ["dormand-prince", "rk4", "rosenbrock"])
def test_a_gap_below_any_physical_length_is_closed_and_said(method: str) -> None:
    exact, rounded = tilted_four_bar(0.0), tilted_four_bar(0.07e-9)
    step = {"step": 1e-3} if method == "rk4" else {}
    true = exact.simulate(exact.assemble(), 0.5, method=method, **step)
    run = rounded.simulate(rounded.assemble(), 0.5, method=method, **step)
    assert run.status == "done" and run["A.angle"][-1] == pytest.approx(true["A.angle"][-1], abs=1e-8)
    said = "loop 'C' is closed but for 0.0"
    assert any(note.startswith(said) and "taken for rounding" in note for note in run.notes)
    assert any(note.startswith(said) for note in rounded.check().notes)
    assert not true.notes


def test_a_real_gap_names_the_tolerance_that_would_allow_it() -> None:
    with pytest.raises(LoopNotClosed, match=r"loop 'C' stays open by .* µm .*tolerance=2e-05") as refused:
        tilted_four_bar(1e-5).assemble()
    m = tilted_four_bar(1e-5)
    allowed = dict(refused.value.settings)["tolerance"]
    run = m.simulate(m.assemble(tolerance=allowed), 0.2)
    assert run.status == "done" and 1e-6 < run.closure_error < 1e-4


def test_what_joints_can_close_is_closed_whatever_the_tolerance() -> None:
    s = four_bar().assemble({"A": 0.7}, guess={"D": 1.5}, tolerance=1e-3)
    assert s["machine.closure_error"] < 1e-12
