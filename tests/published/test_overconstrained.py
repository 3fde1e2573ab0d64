"""Overconstrained linkages: they move although Grübler's count forbids it, and along their closed-form curves."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.equations.dynamics import Dynamics
from biela.equations.redundancy import redundancy
from biela.library import bennett, bricard, four_bar, n_four_bar, stewart_gough
from biela.mechanism.mechanism import Mechanism
from biela.simulation import Baumgarte


def mobility(m: Mechanism, state: biela.State) -> tuple[int, int]:
    found = m.check(state).mobility
    assert found is not None
    return found.measured, found.counted


@pytest.mark.parametrize("formulation", ["projected", "independent"])
def test_bennett_moves_along_its_curve(formulation: str) -> None:
    """tan(θ/2) tan(φ/2) = sin((β+α)/2)/sin((β−α)/2); opposite angles equal (Bennett 1903, Hunt 1978)."""
    m = bennett.build()
    start = bennett.start(m)
    assert mobility(m, start) == (1, -2)
    run = m.simulate(start, 10.0, formulation=formulation)
    assert run.closure_error < 1e-10
    assert run.energy_error < 1e-5 * run["machine.kinetic_energy"].max()
    assert np.ptp(run["A.angle"]) > 5.0  # it swings through 300°
    half = [np.array([np.sin(run[f"{joint}.angle"] / 2), np.cos(run[f"{joint}.angle"] / 2)]) for joint in "AB"]
    ratio = np.sin(60 * biela.deg) / np.sin(30 * biela.deg)
    assert half[0][0] * half[1][0] == pytest.approx(ratio * half[0][1] * half[1][1], abs=1e-10)
    for one, other in (("A", "C"), ("B", "D")):
        assert np.cos(run[f"{one}.angle"] + run[f"{other}.angle"]) == pytest.approx(1.0, abs=1e-10)


def test_bennett_formulations_agree() -> None:
    m = bennett.build(short_twist=50 * biela.deg, long_twist=70 * biela.deg)
    start = bennett.start(m, 100 * biela.deg)
    runs = [m.simulate(start, 3.0, formulation=f) for f in ("projected", Baumgarte(50, 50))]
    assert runs[0]["A.angle"][-1] == pytest.approx(runs[1]["A.angle"][-1], abs=1e-5)


def test_bennett_of_wrong_length_is_a_structure() -> None:
    """With sin α/a ≠ sin β/b four skew hinges lock: mobility 0, or no assembly at all."""
    m = bennett.build()
    wrong = m.edit()
    wrong.remove("B")
    crank = wrong.bodies["crank"]
    wrong.revolute("B", crank.frame("B_long", (0.45, 0, 0), (30 * biela.deg, 0, 0)), wrong.bodies["coupler"])
    try:
        state = wrong.assemble(guess={"A": 60 * biela.deg, "B": 143 * biela.deg, "D": -143 * biela.deg})
    except biela.base.errors.LoopNotClosed:
        return
    assert mobility(wrong, state)[0] == 0


@pytest.mark.parametrize("formulation", ["projected", "independent"])
def test_bricard_moves_along_its_curve(formulation: str) -> None:
    """cos φ cos ψ = cos φ + cos ψ for the inner angles, alternate ones equal (Bricard 1897)."""
    m = bricard.build()
    start = bricard.start(m)
    assert mobility(m, start) == (1, 0)
    assert (start["P3.x"], start["P3.y"], start["P3.z"]) == (1.0, -1.0, 1.0)
    run = m.simulate(start, 10.0, formulation=formulation)
    assert run.closure_error < 1e-10
    assert run.energy_error < 1e-6 * run["machine.kinetic_energy"].max()
    cosines = [np.cos(np.pi / 2 + run[f"hinge_{i}.angle"]) for i in range(1, 7)]
    for i in range(4):
        assert cosines[i] == pytest.approx(cosines[i + 2], abs=1e-9)
    assert cosines[0] * cosines[1] == pytest.approx(cosines[0] + cosines[1], abs=1e-9)
    # the inner angle between bars 1 and 2 is the one meant
    bars = [np.array([run[f"bar_{i}.{axis}"] for axis in "xyz"]) for i in (1, 2)]
    corner = 2 * bars[0]  # bar 1 starts at the origin
    inner = np.sum((bars[0] - corner) * (bars[1] - corner), axis=0) / 0.25
    assert inner == pytest.approx(cosines[1], abs=1e-9)
    # it falls through the flat triangle, where bars 2 and 3 are in line, into the mirrored cube
    assert run["hinge_1.angle"].max() == pytest.approx(np.pi, abs=1e-3)
    assert run["hinge_2.angle"].min() == pytest.approx(-np.pi / 6, abs=1e-3)


def test_who_is_overconstrained() -> None:
    """Rows that disagree away from the closed loop are found in Bennett's linkage and nowhere else."""
    for build, expected in (
        (bennett.build, True), (four_bar.build, False), (n_four_bar.build, False), (stewart_gough.build, False)
    ):  # fmt: skip
        dynamics = Dynamics(build())
        assert redundancy(dynamics.rows, dynamics.model).contradictory is expected
