"""check(): mobility and why it differs from the count, loops, redundancy, conflicts, masses, in plain words."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.base.errors import LoopNotClosed
from biela.mechanism.mechanism import Mechanism
from biela.state.functions import functions_of
from closed_forms import four_bar, pendulum
from sample_machines import KINDS, TYPES, add_body, add_joint, random_loop, random_pose, random_tree


def bennett(twist_error: float = 0.0) -> Mechanism:
    """Bennett's linkage: a₁ sin α₂ = a₂ sin α₁; four skew hinges that move although six counts against them."""
    a, b, alpha = 0.4, 0.8, np.pi / 6
    beta = np.pi / 2 + twist_error
    m = Mechanism("Bennett")
    links = [
        m.body(name, mass=1.0, com=(x / 2, 0, 0), inertia=(0.1, 0.1, 0.1))
        for name, x in (("crank", a), ("coupler", b), ("rocker", a))
    ]
    ends = [body.frame("end", (x, 0, 0), (t, 0, 0)) for body, x, t in zip(links, (a, b, a), (alpha, beta, alpha), strict=True)]
    foot = m.ground.frame("foot", (-b, 0, 0), (-np.pi / 2, 0, 0))
    m.revolute("A", m.ground, links[0])
    m.revolute("B", ends[0], links[1])
    m.revolute("C", ends[1], links[2])
    m.revolute("D", ends[2], foot)
    return m


def test_planar_four_bar() -> None:
    machine = four_bar()
    report = machine.check(machine.assemble({"A": 1.0}, guess={"D": 1.4}))
    m = report.mobility
    assert m is not None
    assert (m.counted, m.measured, m.nearby) == (-2, 1, 1)
    assert len(m.redundant) == len(m.vanishing) == 3
    assert report.ok
    text = str(report)
    assert text.startswith("four-bar: 3 bodies, 4 joints, one loop\n")
    assert "mobility 1 (Grübler's count gives -2: 3 constraints too many, since 3 rows repeat other rows)" in text
    assert "3 redundant closure rows (planar or parallel axes: they hold at every position):" in text
    closing = next(iter(report.loops))
    assert f"{closing}: z, {closing}: tilt x, {closing}: tilt y" in text
    assert "redundancy is handled" in text
    assert text.endswith("no conflict found")
    assert set(report.loops[closing]) == set("ABCD")


def test_overconstrained_linkage() -> None:
    """Bennett: rows depend on each other although none vanishes; the reason given is another one."""
    report = bennett().check({"A": 1.0})
    m = report.mobility
    assert m is not None
    assert (m.counted, m.measured, m.nearby) == (-2, 1, 1)
    assert len(m.redundant) == 2 or len(m.redundant) == 3
    assert not m.vanishing
    assert "dependent here" in str(report)
    assert report.ok


def test_a_badly_made_bennett_is_a_structure_or_cannot_close() -> None:
    report = bennett(twist_error=0.1).check({"A": 1.0})
    assert not report.ok or (report.mobility is not None and report.mobility.measured == 0)
    assert "stays open" in str(report) or "mobility 0: a structure" in str(report)


def test_bodies_in_different_planes() -> None:
    m = four_bar().edit()
    m.remove("C")
    m.revolute("C", "coupler", "rocker", parent_point=(1.0, 0, 0.05), child_point=(0.8, 0, 0))
    report = m.check({"A": 1.0})
    assert not report.ok
    assert "problem: loop 'C' stays open by 50 mm along 'z', and no joint of the loop can close it" in str(report)
    assert report.mobility is None


def test_misaligned_axis() -> None:
    m = four_bar().edit()
    m.remove("C")
    m.revolute(
        "C", "coupler", "rocker", parent_point=(1, 0, 0), child_point=(0.8, 0, 0), parent_axis=(0, 0.1, 1), child_axis=(0, 0, 1)
    )
    assert "problem: loop" in str(m.check({"A": 1.0}))


def test_singular_start() -> None:
    """A parallelogram lying flat: two freedoms for an instant."""
    m = Mechanism("parallelogram", gravity=(0, -9.81, 0))
    for name, length in (("left", 0.5), ("top", 1.0), ("right", 0.5)):
        m.body(name, mass=1.0, com=(length / 2, 0, 0), inertia=biela.rod(mass=1.0, length=length))
    m.revolute("A", m.ground, "left")
    m.revolute("B", "left", "top", parent_point=(0.5, 0, 0))
    m.revolute("D", m.ground, "right", parent_point=(1, 0, 0))
    m.revolute("C", "top", "right", parent_point=(1, 0, 0), child_point=(0.5, 0, 0))
    flat = m.check()
    assert flat.mobility is not None
    assert (flat.mobility.measured, flat.mobility.nearby) == (2, 1)
    assert flat.mobility.singular
    assert "warning: the position is singular: mobility 2 here, 1 close by. Two branches meet; start a little aside" in str(flat)
    upright = m.check({"A": 1.0, "D": 1.0})
    assert not upright.warnings


def test_massless_bodies() -> None:
    """Harmless where something heavy hangs on them; a problem where nothing does."""
    m = pendulum().edit()
    m.fixed("weld", "bob", m.body("paint"))
    report = m.check()
    assert report.ok
    assert "warning: no mass: paint. That is fine where a heavy body hangs on them." in str(report)
    m = pendulum().edit()
    m.revolute("loose", "bob", m.body("feather"), child_axis=(0, 1, 0), parent_axis=(0, 1, 0))
    report = m.check()
    assert not report.ok
    assert "problem: nothing with inertia resists loose: the acceleration there is undetermined." in str(report)
    assert "Give the bodies beyond these joints mass and inertia" in str(report)


def test_a_rod_without_thickness_that_spins() -> None:
    """Ball joints at both ends: the rod may spin about itself, where a slender rod has no inertia."""
    m = Mechanism("rod", gravity=(0, -9.81, 0))
    m.spherical("ball", m.ground, m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=biela.rod(mass=1.0, length=1.0)))
    report = m.check()
    assert not report.ok
    assert "resists ball" in str(report)


def test_a_massless_link_in_a_loop_is_carried_by_the_loop() -> None:
    """The coupler has no mass, but cannot move without the rocker: nothing is undetermined, and it runs."""
    m = four_bar().edit()
    m.bodies["coupler"] = m.body("light_coupler")
    for name in ("B", "C"):
        m.remove(name)
    m.bodies.pop("coupler")
    m.revolute("B", "crank", "light_coupler", parent_point=(0.4, 0, 0))
    m.revolute("C", "light_coupler", "rocker", parent_point=(1.0, 0, 0), child_point=(0.8, 0, 0))
    start = m.assemble({"A": 1.0}, guess={"D": 1.5})
    report = m.check(start)
    assert report.ok, str(report)
    run = m.simulate(start, 0.5)
    assert run.energy_error < 1e-6


def test_independent_parts() -> None:
    m = Mechanism("two machines")
    for name in ("a", "b", "c", "d"):
        m.body(name, mass=1.0, com=(1, 0, 0))
    m.revolute("J1", m.ground, "a")
    m.revolute("J2", "a", "b")
    m.revolute("J3", m.ground, "c", parent_point=(5, 0, 0))
    m.revolute("J4", m.ground, "d", parent_point=(9, 0, 0))
    assert "3 independent parts: a, b; c; d" in str(m.check())
    tied = m.edit()
    tied.spring("spring", "b", "c", 10.0)
    tied.gear("gear", "J3", "J4", 2.0)
    assert len(tied.check().parts) == 1


def test_a_structure_is_called_one() -> None:
    m = Mechanism("truss")
    m.body("bar", mass=1.0, com=(0.5, 0, 0), inertia=(0, 0.1, 0.1))
    m.revolute("A", m.ground, "bar")
    m.rod("strut", m.ground.point("wall", (0, 1, 0)), m.bodies["bar"].point("tip", (1, 0, 0)), np.sqrt(2))
    report = m.check()
    assert report.mobility is not None
    assert report.mobility.measured == 0
    assert "mobility 0: a structure, nothing can move" in str(report)


@pytest.mark.parametrize("kind", KINDS)
def test_mobility_of_trees_and_loops_of_every_kind(kind: str) -> None:
    """Where no row is redundant the count and the rank agree, and no warning is given."""
    tree = random_tree((kind, "revolute"), 91).check()
    assert tree.mobility is not None
    assert tree.mobility.counted == tree.mobility.measured == TYPES[kind].n_v + 1
    assert "(Grübler's count agrees)" in str(tree)
    loop = random_loop(("universal", "planar", "spherical", kind), 92, cut=3)
    state = biela.State(loop.mechanism, _closed(loop))
    report = loop.mechanism.check(state)
    assert report.mobility is not None
    assert report.mobility.counted == report.mobility.measured == 8 + TYPES[kind].n_v - 6
    assert not report.mobility.redundant


def _closed(loop: object) -> np.ndarray:
    from sample_machines import Equations

    return Equations(loop.mechanism).state_of(loop.coordinates)  # type: ignore[attr-defined]


def test_drives_take_freedom_away() -> None:
    m = four_bar().edit()
    m.drive("A", biela.polynomial(1.0, 1.0))
    report = m.check(m.assemble(guess={"D": 1.4}))
    assert report.mobility is not None
    assert (report.mobility.counted, report.mobility.measured) == (-3, 0)
    assert not report.warnings


def test_couplings_are_counted() -> None:
    rng = np.random.default_rng(3)
    m = Mechanism("coupled")
    for name in "ab":
        body = add_body(m, name, rng)
        add_joint(m, "planar", f"P{name}", m.ground, body, (random_pose(rng), random_pose(rng)))
    m.rod("rod", "a", "b", 1.0)
    m.coupling("belt", [("Pa", "angle", 1.0), ("Pb", "angle", 2.0)])
    mobility = m.check().mobility
    assert mobility is not None
    assert mobility.counted == mobility.measured == 4


def spatial_slider(cut: str | None) -> Mechanism:
    """R-S-U-P: crank, slender rod between ball and universal joint, slider. The rod cannot spin about itself: U holds it."""
    m = Mechanism("R-S-U-P", gravity=(0, 0, -9.81))
    m.body("crank", mass=1.0, com=(0, 0.05, 0), inertia=(1e-3, 1e-3, 1e-3))
    m.body("rod", mass=1.0, com=(0.15, 0, 0), inertia=biela.rod(mass=1.0, length=0.3))
    m.body("slider", mass=1.0)
    cuts = {name: (name == cut if cut else None) for name in "RSUP"}
    m.revolute("R", m.ground, "crank", axis=(1, 0, 0), cut=cuts["R"])
    m.spherical("S", "crank", "rod", parent_point=(0, 0.1, 0), cut=cuts["S"])
    m.prismatic("P", m.ground, "slider", axis=(1, 0, 0), cut=cuts["P"])
    m.universal("U", "rod", "slider", parent_point=(0.3, 0, 0), axis=(0, 1, 0), second_axis=(0, 0, 1), cut=cuts["U"])
    return m


@pytest.mark.parametrize("cut", [None, "U"])
def test_a_slender_rod_that_the_loop_holds_is_no_problem(cut: str | None) -> None:
    """With S in the tree the tree's own mass matrix is singular; on the motions that the loop allows it is not."""
    m = spatial_slider(cut)
    report = m.check({"R": 0.5})
    assert report.ok, report.problems
    assert report.mobility is not None
    assert report.mobility.measured == 1
    if cut == "U":
        state = m.assemble({"R": 0.5})
        M = functions_of(m).evaluate("mass_matrix", *state.arguments())[0]
        assert np.linalg.eigvalsh(M)[0] < 1e-12  # what the test is about


def test_prescribed_motions_are_counted_apart() -> None:
    m = four_bar()
    m.drive("A", biela.polynomial(1.0, 0.1))
    report = m.check()
    assert report.mobility is not None
    assert (report.mobility.measured, report.mobility.driven) == (0, 1)
    assert "mobility 1, 1 driven" in str(report)
    assert "four-bar: 3 bodies, 4 joints, one loop" in str(report)
    assert "structure" not in str(report)


def gear_train(ratio: float, offset: float = 0.0) -> Mechanism:
    m = Mechanism("gears", gravity=(0, 0, 0))
    for k, name in enumerate("ABC"):
        m.revolute(name, m.ground, m.body(f"wheel_{name}", mass=1, inertia=(1, 1, 1)), parent_point=(k, 0, 0))
    m.gear("first", "A", "B", -2.0)
    m.gear("second", "B", "C", -1.0)
    m.gear("third", "A", "C", ratio, offset)
    return m


def test_gears_in_a_ring_that_contradict_each_other() -> None:
    """C = 2 A by the first two; the third says C = 2 A + ½, or C = 3 A, or just the same."""
    report = gear_train(2.0, 0.5).check()
    assert report.problems == [
        "couplings 'first', 'second', 'third' contradict each other: no position of 'B', 'A', 'C' satisfies them all."
    ]
    with pytest.raises(LoopNotClosed, match="couplings 'first', 'second', 'third' cannot hold together: '.*' is missed by .* rad"):
        gear_train(2.0, 0.5).assemble()
    locked = gear_train(3.0).check()
    assert locked.ok
    assert (
        locked.warnings[0] == "couplings 'first', 'second', 'third' lock 'B', 'A', 'C': going round, their ratios do not give one."
    )
    with pytest.raises(LoopNotClosed, match="couplings 'first', 'second', 'third' cannot hold together at A = 1"):
        gear_train(3.0).assemble({"A": 1.0})
    assert gear_train(2.0).check().warnings == []


def test_one_body_is_not_bodies() -> None:
    assert str(pendulum().check()).startswith("pendulum: 1 body, 1 joint, no loops")


def parallelogram(angle: float, turned: float = 0.7) -> Mechanism:
    """Two equal cranks, at an angle to the line of their pivots; flat at zero, where both closure rows become one."""
    R = np.array([[np.cos(turned), -np.sin(turned), 0], [np.sin(turned), np.cos(turned), 0], [0, 0, 1]])
    tip, across = 0.3 * np.array([np.cos(angle), np.sin(angle), 0]), np.array([0.5, 0, 0])
    points = [R @ p for p in (np.zeros(3), tip, tip + across, across)]
    m = Mechanism("parallelogram", gravity=(0, -9.81, 0))
    names = ("crank", "coupler", "rocker")
    links = [m.body(n, mass=1.0, com=p, inertia=(0.01,) * 3) for n, p in zip(names, points[1:], strict=True)]
    bodies = [m.ground, *links, m.ground]
    for k, name in enumerate("ABCD"):
        m.revolute(name, bodies[k], bodies[k + 1], point=points[k], axis=(0, 0, 1))
    return m


def test_a_close_decision_about_a_row_is_said() -> None:
    assert not parallelogram(0.01).check().warnings
    (warning,) = parallelogram(3e-6).check().warnings
    assert warning.startswith("a close decision: hardly anything remains of")


def test_a_law_that_cannot_be_is_found_before_a_run() -> None:
    """A law of an acceleration would depend on itself; one that divides by zero has no value at the start."""
    for law, said in (
        (lambda s: s["pivot.acceleration"], "law of 'own': signal 'pivot.acceleration' depends on accelerations"),
        (lambda s: s["pivot.angel"], "law of 'own': no signal 'pivot.angel'. Did you mean"),
        (lambda s: 1 / s["pivot.angle"], "no run can start here: load 'own' is inf: its law divides by zero there"),
    ):
        m = pendulum()
        m.user_effort("own", "pivot", law)
        report = m.check()
        assert not report.ok and said in str(report), str(report)
    assert m.check({"pivot": 1.0}).ok
