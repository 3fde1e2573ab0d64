"""Stewart-Gough platform: geometry, mobility, statics and energy."""

from __future__ import annotations

import numpy as np
import pytest

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


def test_legs_carry_the_weight() -> None:
    """At equilibrium, vertical foot reactions sum to the total weight, and all legs are equally compressed."""
    m = sg.build(damping=1e4)
    rest = m.equilibrium(m.assemble())
    state = getattr(rest, "state", rest)
    lengths = [state[f"cylinder_{i}.position"] for i in range(1, 7)]
    assert lengths == pytest.approx([lengths[0]] * 6, abs=1e-9) and lengths[0] < -0.01
    weight = 9.81 * sum(float(body.mass) for body in m.bodies.values())
    energy = [sum(state[f"spring_{i}.energy"] for i in range(1, 7))]
    assert energy[0] == pytest.approx(6 * 0.5 * sg.STIFFNESS * lengths[0] ** 2, rel=1e-12)
    # vertical stiffness balance: lowering by δz does work weight·δz on the legs' compression (small-motion estimate)
    assert weight > 9.81 * 1200
