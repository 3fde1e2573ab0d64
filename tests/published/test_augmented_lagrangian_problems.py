"""Singular positions, redundant rows, fast small bodies: published problems by the augmented Lagrangian with projections.

References
----------
Bayo & Ledesma (1996), Nonlinear Dynamics 9, 113-130; problems A02 and A04 of González, Dopico, Lugrís & Cuadrado (2006),
Multibody System Dynamics 16, 179-190; Test Set for IVP Solvers (squeezer)
"""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.library import andrews_squeezer, bennett, bricard, n_four_bar

FORMULATION = "augmented-lagrangian"


@pytest.mark.parametrize("options", [{}, {"method": "rk4", "step": 1e-3}, {"rtol": 1e-11, "atol": 1e-13}])
def test_double_four_bar(options: dict[str, float | str]) -> None:
    """A02: 10 s through ten flat positions, where a rank is lost."""
    m = n_four_bar.build()
    run = m.simulate(n_four_bar.start(m), 10.0, formulation=FORMULATION, **options)  # type: ignore[arg-type]
    assert (run["B0.x"][-1], run["B0.y"][-1]) == pytest.approx((0.328458111533, 0.944518538181), abs=1e-5)
    assert np.sum(np.diff(np.sign(np.sin(run["pivot_0.angle"]))) != 0) == 10
    assert run.energy_error < 1e-5
    assert run.closure_error < 1e-10


def test_andrews_squeezer() -> None:
    """Crank angle at 0.03 s; masses of 7 to 70 g, and penalties of six rows that differ by a factor of thirty."""
    m = andrews_squeezer.build()
    run = m.simulate(andrews_squeezer.start(m), 0.03, formulation=FORMULATION)
    assert run["O.angle"][-1] == pytest.approx(15.81077119629904, abs=1e-6)
    assert run.closure_error < 1e-10


def test_bricard() -> None:
    """A04: cos φ cos ψ = cos φ + cos ψ for 10 s, through the flat triangle; one of its five rows always repeats the others."""
    m = bricard.build()
    run = m.simulate(bricard.start(m), 10.0, formulation=FORMULATION)
    cosines = [np.cos(np.pi / 2 + run[f"hinge_{i}.angle"]) for i in range(1, 7)]
    assert cosines[0] * cosines[1] == pytest.approx(cosines[0] + cosines[1], abs=1e-9)
    assert run["hinge_1.angle"].max() == pytest.approx(np.pi, abs=1e-3)
    assert run.energy_error < 1e-6 * run["machine.kinetic_energy"].max()
    assert run.closure_error < 1e-10


def test_bennett() -> None:
    """tan(θ/2) tan(φ/2) is constant; two of five rows repeat the others, and contradict them where the loop gapes."""
    m = bennett.build()
    run = m.simulate(bennett.start(m), 10.0, formulation=FORMULATION)
    half = [np.array([np.sin(run[f"{joint}.angle"] / 2), np.cos(run[f"{joint}.angle"] / 2)]) for joint in "AB"]
    ratio = np.sin(60 * biela.deg) / np.sin(30 * biela.deg)
    assert half[0][0] * half[1][0] == pytest.approx(ratio * half[0][1] * half[1][1], abs=1e-10)
    assert run.energy_error < 1e-5 * run["machine.kinetic_energy"].max()
    assert run.closure_error < 1e-10
