"""Andrews' squeezing mechanism against the reference solution of the Test Set for IVP Solvers."""

from __future__ import annotations

from typing import Any

import pytest

from biela.library import andrews_squeezer

FINAL = {
    "O": 15.81077119629904, "F": -15.75637105984298, "B": 0.04082224013073101, "G": -0.5347301163226948,
    "A_upper": 0.5244099658805304, "H": 0.5347301163226948, "A_lower": 1.048080741042263,
}  # fmt: skip
"""Angles at t = 0.03 s."""


def test_first_accelerations() -> None:
    m = andrews_squeezer.build()
    start = andrews_squeezer.start(m)
    for joint, angle in andrews_squeezer.ANGLES.items():
        assert start[f"{joint}.angle"] == pytest.approx(angle, abs=1e-14)
    assert start["O.acceleration"] == pytest.approx(14222.44392, abs=1e-5)
    assert start["F.acceleration"] == pytest.approx(-10666.83294, abs=1e-5)


@pytest.mark.parametrize(
    "options", [{}, {"formulation": "independent"}, {"method": "rk4", "step": 1e-5}], ids=["default", "independent", "rk4"]
)
def test_seven_angles_at_the_end(options: dict[str, Any]) -> None:
    m = andrews_squeezer.build()
    run = m.simulate(andrews_squeezer.start(m), 0.03, **options)
    assert {joint: run[f"{joint}.angle"][-1] for joint in FINAL} == pytest.approx(FINAL, abs=1e-6)
    assert run.closure_error < 1e-10
    assert run.energy_error < 1e-6 * run["machine.kinetic_energy"].max()


def test_pin_e_joins_four_bodies() -> None:
    """Mobility 1; the spring's end and the motor do the work that the energy gains."""
    m = andrews_squeezer.build()
    report = m.check(andrews_squeezer.start(m))
    assert report.ok and report.mobility is not None and report.mobility.measured == 1
    assert len(report.loops) == 3
    run = m.simulate(andrews_squeezer.start(m), 0.03)
    turned = run["O.angle"][-1] - run["O.angle"][0]
    assert run["machine.work"][-1] == pytest.approx(andrews_squeezer.TORQUE * turned, rel=1e-6)
