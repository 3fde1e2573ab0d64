"""The improved excavator at work: lift, swing, dump and return within the limits of its pumps; and other machines by data alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from biela import files, library
from biela.library import excavator
from biela.library.excavator import data
from biela.library.machine_file import ready_text
from biela.simulation.history import History

PARTS = ("boom", "arm", "bucket")


@pytest.fixture(scope="module")
def work() -> History:
    m = excavator.build()
    return m.simulate(excavator.start(m), data.WORK_DURATION, **excavator.SETTINGS)


def test_starts_at_rest_and_follows_the_cycle(work: History) -> None:
    for part in PARTS:
        assert np.ptp(work[f"{part}_cylinder.extension"][work.t < 0.9]) < 1e-6
        _, moves = data.WORK_CYCLE[f"{part}_cylinder"]
        assert work[f"{part}_cylinder.extension"][-1] == pytest.approx(moves[-1][0], abs=0.02)
    assert np.degrees(work["swing.angle"].max()) == pytest.approx(100, abs=3)
    assert abs(work["swing.angle"][-1]) < 0.02
    assert not work.notes and work.closure_error < 1e-10


def test_pumps_and_valves_keep_their_limits(work: History) -> None:
    supply = data.SUPPLY
    assert work["pump.power"].max() <= supply.power * (1 + 1e-9)
    assert work["pump.power"].max() > 0.99 * supply.power  # and the engine is what limits the lift
    assert work["pump.flow"].max() <= supply.flow * (1 + 1e-9)
    assert work["pump.pressure"].max() < supply.pressure + data.TANK_PRESSURE + 0.1 * supply.band
    for part in PARTS:
        assert np.abs(work[f"{part}_valve.opening"]).max() <= 1.0


def test_swing_lines_stay_between_charge_and_relief(work: History) -> None:
    s = data.SWING
    motor = s.motor_displacement * s.ratio * np.abs(work["swing.rate"]).max() / (2 * np.pi)
    pump = s.pump_displacement * s.pump_speed
    highest = s.relief_pressure + (pump + motor) / s.relief_gain
    for line in "ab":
        p = work[f"swing_drive.pressure_{line}"]
        assert p.min() > 1e5 and p.max() < highest
    brakes = (work["swing.rate"] > 0.05) & (work["swing.effort"] < -1e4)
    assert brakes.any() and (work["swing_drive.pressure_b"] > work["swing_drive.pressure_a"])[brakes].all()


def test_dropped_load_leaves_the_ground_reaction(work: History) -> None:
    weight = work["parked.force_on_child_z"]
    assert weight[work.t < 0.9] == pytest.approx((36322.144 + data.PAYLOAD) * 9.81, rel=1e-6)
    assert weight[-1] == pytest.approx(36322.144 * 9.81, rel=2e-3)  # still coming to rest
    gap = work["machine.energy"] - work["machine.energy"][0] - work["machine.work"]
    assert np.abs(gap).max() < 1e-6 * np.ptp(work["machine.gravity_energy"])


def test_power_goes_where_the_accounts_say(work: History) -> None:
    from biela.simulation.energy_audit import energy_audit

    (audit,) = energy_audit(work)
    lost = np.trapezoid(work["power_orifices.value"] + work["power_friction.value"], work.t)
    swing = sum(a.energy for a in audit.accounts if a.role == "resistance" and a.element.startswith("swing_drive"))
    assert lost + swing == pytest.approx(audit.total("resistance"), rel=2e-3)
    assert work["power_friction.value"].min() > -1e-6
    assert work["power_orifices.value"].min() > -1e-3


@pytest.mark.filterwarnings("ignore:.*cut off")
def test_an_engine_behind_the_pumps_sags_as_its_governor_says(work: History) -> None:
    """At full load the rack is at y = (0.95 M + M_d)/(M + M_d), and the speed at ω₀ (1 − δ y); the cycle hardly notices."""
    m = excavator.build(engine=True)
    run = m.simulate(excavator.start(m), data.WORK_DURATION, **excavator.SETTINGS)
    diesel, speed = data.DIESEL, run["engine.speed"]
    full, drag = float(np.interp(speed.min(), diesel.speeds, diesel.torques)), 0.1 * max(diesel.torques)
    rack = (diesel.share * full + drag) / (full + drag)
    assert speed.min() == pytest.approx(diesel.high * (1 - diesel.droop * rack), rel=1e-4)
    assert speed.max() < diesel.high
    assert run["engine.load_factor"].max() == pytest.approx(diesel.share, rel=1e-3)
    for part in PARTS:
        name = f"{part}_cylinder.extension"
        assert run[name] == pytest.approx(work[name], abs=5e-3)
    assert run.energy_error < 1e-6 * np.abs(run["machine.work"]).max()


def test_swing_saturates_and_is_relieved() -> None:
    """The published trapezoid asks for more than the drive has: the pump ends, the relief valve opens, 0.4 rad/s come late."""
    m = excavator.improved(work=False, bucket_load=0.0)
    run = m.simulate(excavator.pose(m), 4.0, **excavator.SETTINGS)
    s = data.SWING
    cap = s.relief_pressure + s.pump_displacement * s.pump_speed / s.relief_gain
    assert cap == pytest.approx(31.07e6, rel=1e-3)
    assert 0.98 * cap < run["swing_drive.pressure_a"].max() < 1.005 * cap
    assert np.abs(run["swing_control.output"]).max() == pytest.approx(s.pump_stroke)
    reached = run.t[(run["swing.rate"] > 0.395).argmax()]
    assert 1.8 < reached < 2.6


# ------------------------------------------------------------------------------------------------ other machines, by data


@pytest.fixture(scope="module")
def text() -> str:
    return ready_text(library.get("excavator"))


def forces(machine: Any) -> dict[str, float]:
    state = machine.start()
    return {part: state[f"{part}_cylinder.net_force"] for part in PARTS} | {
        "weight": state["parked.force_on_child_z"],
        "head": state["boom_cylinder.head_pressure"],
    }


def test_file_of_the_excavator_carries_another_load(text: str) -> None:
    """`--set bucket.load=800`: the boom's force falls in proportion to the load, by virtual work."""
    full, less, none = (forces(files.loads(text, "excavator.yaml", [f"bucket.load={kg}"])) for kg in (data.PAYLOAD, 800.0, 0.0))
    assert less["weight"] == pytest.approx((36322.144 + 800) * 9.81, rel=1e-9)
    for part in PARTS:
        share = (less[part] - none[part]) / (full[part] - none[part])
        assert share == pytest.approx(800 / data.PAYLOAD, rel=1e-6)


def test_file_of_the_excavator_becomes_a_smaller_machine(text: str) -> None:
    """Masses, a bore and the pumps changed in the file: no code."""
    changes = [
        "bucket.load=400 kg", "undercarriage.mass=6000 kg", "cab.mass=8000 kg", "boom.mass=1500 kg", "arm.mass=600 kg",
        "bucket.mass=500 kg", "networks.hydraulics.components.boom_cylinder.bore=0.2",
        "networks.hydraulics.components.boom_cylinder.rod=0.12", "networks.hydraulics.components.pump.power_limit=90000",
        "simulation.duration=3 s",
    ]  # fmt: skip
    small = files.loads(text, "small.yaml", changes)
    held = forces(small)
    assert held["weight"] == pytest.approx((6000 + 8000 + 1500 + 600 + 500 + 96.438 + 255.775 + 400) * 9.81, rel=1e-9)
    A1, A2 = np.pi / 4 * 0.2**2, np.pi / 4 * (0.2**2 - 0.12**2)
    state = small.start()
    rod = state["boom_cylinder.rod_pressure"]
    assert A1 * held["head"] - A2 * rod == pytest.approx(held["boom"], rel=1e-6)
    run = small.mechanism.simulate(state, 3.0, **small.settings)
    assert run["pump.power"].max() <= 90e3 * (1 + 1e-9)
    early = run.t < 0.9  # nothing is asked of it yet: the file's pressures are found anew for its own weights
    assert np.ptp(run["boom_cylinder.extension"][early]) < 1e-6 and np.ptp(run["bucket_cylinder.extension"][early]) < 1e-6
    assert run["boom_cylinder.extension"][-1] > run["boom_cylinder.extension"][0] + 0.02
