"""Rigid bodies in free rotation and on a tip."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.library import heavy_top, spinning_body
from biela.simulation.history import History


def vector(run: History, name: str) -> Any:
    return np.array([run[f"{name}{axis}"] for axis in "xyz"])


@pytest.mark.parametrize(
    "options",
    [{"rtol": 1e-10, "atol": 1e-12}, {"method": "munthe-kaas", "step": 5e-3}, {"method": "rk4", "step": 5e-3}],
    ids=["dormand-prince", "munthe-kaas", "rk4"],
)
def test_middle_axis_keeps_energy_and_momentum_while_it_flips(options: dict[str, Any]) -> None:
    """Moments 1, 2, 3 kg·m², 2 rad/s about the middle axis: 1e-8 relative over 100 s."""
    m = spinning_body.build()
    run = m.simulate(spinning_body.start(m), 100.0, **options)
    energy, momentum = run["machine.energy"], vector(run, "machine.angular_momentum_")
    assert np.abs(energy / energy[0] - 1).max() < 1e-8
    assert np.linalg.norm(momentum - momentum[:, :1], axis=0).max() < 1e-8 * np.linalg.norm(momentum[:, 0])
    flips = np.sum(np.diff(np.sign(run["flight.rate_y"])) != 0)
    assert flips >= 8
    norm = sum(run[f"flight.quaternion_{k}"] ** 2 for k in "wxyz")
    assert np.abs(norm - 1).max() < 1e-12


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_tumbling_a_full_turn_about_any_axis(axis: int) -> None:
    """Steady spin about a principal axis: q = (cos ωt/2, e sin ωt/2), through 360° and on to 720°, where q returns."""
    m = spinning_body.build()
    rates = np.zeros(3)
    rates[axis] = 2.0
    run = m.simulate(spinning_body.start(m, rates), 2 * np.pi, output_step=np.pi / 100)
    assert run["flight.quaternion_w"] == pytest.approx(np.cos(run.t), abs=1e-7)
    assert run[f"flight.quaternion_{'xyz'[axis]}"] == pytest.approx(np.sin(run.t), abs=1e-7)
    assert np.all(np.isfinite(run["body.pitch"])) and np.all(np.isfinite(run["body.yaw"]))
    assert vector(run, "flight.rate_").T == pytest.approx(np.tile(rates, (len(run.t), 1)), abs=1e-9)


@pytest.mark.parametrize("tilt", [60.0, 80.0, 90.0, 110.0])
def test_top_precesses_steadily(tilt: float) -> None:
    """A Ω² cos θ − C s Ω + m g l = 0: the centre goes round a level circle at Ω."""
    m = heavy_top.build()
    angle = np.radians(tilt)
    start, precession = heavy_top.steady(m, angle, spin=200.0)
    axial, across = 0.46875, 0.234375 + 15.0
    assert across * precession**2 * np.cos(angle) - axial * 200.0 * precession + 15 * 9.81 == pytest.approx(0, abs=1e-9)
    run = m.simulate(start, 2.0, rtol=1e-10, atol=1e-12)
    assert run["top.z"] == pytest.approx(np.full(len(run.t), np.cos(angle)), abs=1e-7)
    assert run["top.x"] == pytest.approx(-np.sin(angle) * np.sin(precession * run.t), abs=1e-6)
    assert run["top.y"] == pytest.approx(np.sin(angle) * np.cos(precession * run.t), abs=1e-6)


def test_nodding_top_keeps_what_a_top_keeps() -> None:
    """Brüls & Cardona's start: energy, momentum about the vertical and spin about the axis stay."""
    m = heavy_top.build()
    run = m.simulate(heavy_top.start(m), 2.0, rtol=1e-10, atol=1e-12)
    assert np.ptp(run["top.z"]) > 0.1  # it does nod
    assert run.energy_error < 1e-8 * run["machine.kinetic_energy"][0]
    assert run["machine.angular_momentum_z"] == pytest.approx(run["machine.angular_momentum_z"][0], rel=1e-7)
    assert run["tip.rate_y"] == pytest.approx(150.0, rel=1e-9)


def test_slow_top_cannot_precess_steadily() -> None:
    with pytest.raises(DescriptionError, match="must spin at"):
        heavy_top.steady(heavy_top.build(), tilt=0.3, spin=50.0)
