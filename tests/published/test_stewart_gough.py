"""Stewart-Gough platform: geometry, mobility, statics and energy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from biela.library import stewart_gough as sg


@pytest.fixture(scope="module")
def machine():  # type: ignore[no-untyped-def]
    m = sg.build()
    return m, sg.start(m)


def test_mobility_is_six(machine) -> None:  # type: ignore[no-untyped-def]
    m, start = machine
    report = m.check(start)
    assert report.ok and report.mobility is not None
    assert (report.mobility.measured, report.mobility.counted, report.mobility.redundant) == (6, 6, ())
    assert len(report.loops) == 5


def test_start_is_the_published_one(machine) -> None:  # type: ignore[no-untyped-def]
    """Leg 1 extends, the others do not: the platform's twist obeys Jᵀ with Plücker lines of the legs as rows."""
    m, start = machine
    feet, heads = sg.joints(3.0, 1.0, 2.0)
    assert np.linalg.norm(feet[0] - feet[1]) == pytest.approx(2 * 3.0 * np.sin(np.radians(2.5)))
    assert np.linalg.norm(heads[1] - heads[2]) == pytest.approx(2 * 1.0 * np.sin(np.radians(10)))
    directions = (heads - feet) / np.linalg.norm(heads - feet, axis=1)[:, None]
    lines = np.hstack([np.cross(heads - (0, 0, 2.0), directions), directions])
    twist = np.linalg.solve(lines, [0.5, 0, 0, 0, 0, 0])
    found = [start[f"platform.{name}_{axis}"] for name in ("rate", "velocity") for axis in "xyz"]
    assert found == pytest.approx(twist, abs=1e-9)


def test_energy_is_kept(machine) -> None:  # type: ignore[no-untyped-def]
    m, start = machine
    for formulation in ("projected", "independent"):
        run = m.simulate(start, 1.0, formulation=formulation)
        assert run.closure_error < 1e-10
        assert run.energy_error < 1e-6 * run["machine.kinetic_energy"].max()
    assert np.ptp(run["platform.roll"]) > 1e-3 and np.ptp(run["platform.yaw"]) > 1e-4


def test_rests_on_its_springs_where_energy_is_smallest(machine) -> None:  # type: ignore[no-untyped-def]
    """Straight down by symmetry, to the height that makes gravity's and the springs' energy smallest."""
    m, _ = machine
    feet, heads = sg.joints(3.0, 1.0, 2.0)
    across = np.linalg.norm((heads - feet)[0, :2])
    length = np.hypot(across, 2.0)
    plate, tube, rod = (float(m.bodies[name].mass) for name in ("platform", "tube_1", "rod_1"))
    half = sg.SHARE * length / 2  # mass centres of tube and rod from their ends

    def energy(z: float) -> float:
        slope = z / np.hypot(across, z)
        legs = 6 * (tube * half * slope + rod * (z - half * slope))
        return 9.81 * (plate * z + legs) + 3 * sg.STIFFNESS * (np.hypot(across, z) - length) ** 2

    height = minimize_scalar(energy, bounds=(1.5, 2.0), method="bounded", options={"xatol": 1e-11}).x
    assert height < 1.99
    shorter = np.hypot(across, height) - length
    rest = m.assemble({f"cylinder_{i}": shorter for i in range(1, 7)})
    assert rest["platform.z"] == pytest.approx(height, abs=1e-9)
    found = [rest[f"platform.acceleration_{axis}"] for axis in "xyz"]
    assert found == pytest.approx([0, 0, 0], abs=1e-5)
    assert m.assemble()["platform.acceleration_z"] < -5.0  # unstressed springs let it fall
