"""Forces that act in a short part of the way: no adaptive method leaps over them, by default, and no fixed step in silence."""

from __future__ import annotations

import pytest
from narrow_laws import cases, missed

import biela


def test_a_sample_of_narrow_laws() -> None:
    assert not missed(cases(12, 1))


def test_a_sample_of_narrow_laws_with_fixed_steps() -> None:
    assert not missed(cases(20, 1, fixed=True))


@pytest.mark.parametrize("method", ["rk4", "adams-bashforth", "semi-implicit-euler", "dormand-prince"])
@pytest.mark.filterwarnings("ignore")
def test_a_fixed_step_that_leaps_over_knots_is_marked(method: str) -> None:
    m = biela.Mechanism("slider", gravity=(0, 0, 0))
    m.prismatic("P", m.ground, m.body("mass", mass=1.0, inertia=(1, 1, 1)), axis=(1, 0, 0))
    m.joint_spring("bump", "P", curve=biela.table([-1, 4.99, 5, 5.01, 20], [0, 0, 40, 0, 0]))
    start = m.assemble({"P": 0.013}, rates={"P": 1.0})
    truth = m.simulate(start, 10.0)["P.position"][-1]
    assert truth == pytest.approx(0.013 + 4.987 + (10 - 4.987) * 0.2**0.5, abs=0.02)  # ½·40·0.02 of ½ m v² is lost for ever

    run = m.simulate(start, 10.0, method=method, step=0.05)
    assert abs(run["P.position"][-1] - truth) > 1.0
    assert run.status == "doubtful" and "knots of 'bump'" in run.accuracy.text
    batch = m.simulate_batch([start, start], 10.0, method=method, step=0.05)
    assert list(batch.status) == ["doubtful"] * 2
    fine = m.simulate(start, 10.0, method=method, step=5e-4)
    assert fine.status == "done" and fine["P.position"][-1] == pytest.approx(truth, abs=0.05)


def test_many_narrow_laws_with_fixed_steps() -> None:
    assert not missed(cases(100, 6, fixed=True))


@pytest.mark.parametrize("seed", range(2, 6))
def test_many_narrow_laws(seed: int) -> None:
    assert not missed(cases(100, seed))
