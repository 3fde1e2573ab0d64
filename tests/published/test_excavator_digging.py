"""The excavator digs, and stands on compliant tracks: forces of the soil, filling, energy; statics and tipping by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from biela.library import excavator
from biela.library.excavator import data
from biela.library.excavator.standing import CORNERS, mass_centre
from biela.simulate.history import History
from biela.simulate.state import State

REACH = {"boom_cylinder": 0.55, "arm_cylinder": 0.5, "bucket_cylinder": 1.25}
WEIGHT = sum(data.MASSES.values()) * data.GRAVITY


@pytest.fixture(scope="module")
def dig() -> History:
    m = excavator.build(digging=True, tracks=True)
    return m.simulate(excavator.start(m), data.DIG_DURATION, **excavator.SETTINGS)


def loads(state: Any) -> Any:
    """Of the corners: front left, front right, rear left, rear right [N]."""
    return np.array([state[f"{corner}.load"] for corner in CORNERS])


# ------------------------------------------------------------------------------------------------------------- digging


def test_bucket_fills_with_what_the_teeth_sweep_and_pours_it_out(dig: History) -> None:
    swept = np.concatenate([[0.0], np.cumsum(np.diff(dig.t) * (dig["teeth.swept_rate"][1:] + dig["teeth.swept_rate"][:-1]) / 2)])
    fill = dig["earth/fill.value"]
    digging = (dig.t > 4) & (fill < 0.5) & (dig.t < 12)  # later the heap overflows a little: 1 − fill⁸
    assert fill[digging] == pytest.approx(swept[digging] / data.DIGGING.capacity, abs=2e-3)
    lifted = (dig.t > 14) & (dig.t < 23)
    assert 0.8 < fill[lifted].min() and np.ptp(fill[lifted]) < 1e-6  # full, and nothing is lost on the way
    assert fill[-1] < 1e-3
    # the swept volume is the area under the path of the teeth times their width, apart from the rounded entry
    x = np.hypot(dig["bucket.x"], dig["bucket.y"]) * 0  # the path lies in the plane y = 0 while it digs
    assert np.abs(dig["bucket.y"][dig.t < 14]).max() < 0.01 and not x.any()


def test_weight_of_the_load_arrives_at_the_ground(dig: History) -> None:
    """While it neither digs nor moves much: sum of the footings = machine + load."""
    total = sum(dig[f"{corner}.load"] for corner in CORNERS)
    i = np.searchsorted(dig.t, 22.9)
    assert total[i] == pytest.approx(WEIGHT + data.PAYLOAD * data.GRAVITY * dig["earth/fill.value"][i], rel=5e-3)
    assert total[0] == pytest.approx(WEIGHT, rel=1e-9)
    assert total[-1] == pytest.approx(WEIGHT, rel=2e-3)


def test_soil_forces_are_those_of_the_machine_class(dig: History) -> None:
    """Well below the 200 kN or so with which machines of 36 t break out, well above what a shovel would feel; never driving."""
    force = np.sqrt(sum(dig[f"teeth.force_{k}"] ** 2 for k in "xyz"))
    assert 80e3 < force.max() < 200e3
    assert dig["teeth.power"].max() <= 0.0
    pulls = dig["teeth.cutting_force"] > 20e3
    assert dig["teeth.force_x"][pulls].min() > 0.0  # the teeth move towards the machine, the soil pulls them away
    assert not force[dig["teeth.depth"] <= 0].any()
    taken = -np.trapezoid(dig["teeth.power"], dig.t)
    pump = np.trapezoid(dig["pump.power"], dig.t)
    assert 0.03 * pump < taken < 0.3 * pump
    # energy per cubic metre: force over width and depth, some 100 to 500 kJ/m³ in stiff clay
    assert 1e5 < taken / (data.DIGGING.capacity * dig["earth/fill.value"].max()) < 5e5


def test_energy_closes_through_soil_footings_and_a_growing_mass(dig: History) -> None:
    gap = dig["machine.energy"] - dig["machine.energy"][0] - dig["machine.work"]
    assert np.abs(gap).max() < 1e-6 * np.ptp(dig["machine.gravity_energy"])
    assert not dig.notes and dig.closure_error < 1e-10


def test_machine_rocks_and_hardly_slides(dig: History) -> None:
    front = dig["front_left.load"] + dig["front_right.load"]
    assert front.min() < 0.5 * front[0]  # teeth pressed into the ground lift the front
    assert 0.3 < np.degrees(np.ptp(dig["undercarriage.pitch"])) < 3.0
    assert np.degrees(np.ptp(dig["undercarriage.roll"])) > 0.3  # and the load on the side tilts it
    left = (dig["front_left.load"] + dig["rear_left.load"])[(dig.t > 22) & (dig.t < 25)]
    assert left.min() > 0.55 * WEIGHT
    assert np.hypot(dig["undercarriage.x"], dig["undercarriage.y"]).max() < 0.02
    assert all(dig[f"{corner}.power"].max() <= 0.0 for corner in CORNERS)


def test_other_solver_agrees(dig: History) -> None:
    m = dig.mechanism
    other = m.simulate(excavator.start(m), 13.0, method="cvode", rtol=1e-8, atol=1e-10)
    for signal, scale in (("teeth.depth", 0.4), ("earth/fill.value", 1.0), ("undercarriage.pitch", 0.01)):
        ours = np.interp(other.t, dig.t, dig[signal])
        assert np.abs(ours - other[signal]).max() < 2e-3 * scale


# -------------------------------------------------------------------------------------------------------------- standing


def standing(load: float, extensions: dict[str, float]) -> State:
    m = excavator.improved(tracks=True, bucket_load=load)
    return excavator.settled(excavator.pose(m, extensions))


@pytest.mark.parametrize("load", [0.0, 2520.0])
def test_corners_share_the_weight_as_statics_say(load: float) -> None:
    state = standing(load, REACH)
    t = data.TRACKS
    mass, (x, y, z) = mass_centre(state)
    assert mass * data.GRAVITY == pytest.approx(WEIGHT + load * data.GRAVITY, rel=1e-12)
    # by hand from the table of masses: levers about the swing axis, upper parts in the drawing plane
    hand = sum(m * state[f"{name}.x"] for name, m in data.MASSES.items()) + load * state["payload.x"]
    pitch = state["undercarriage.pitch"]
    assert hand / mass == pytest.approx(x * np.cos(pitch) + z * np.sin(pitch), abs=1e-9)
    a = t.half_length * np.cos(pitch) + t.height * np.sin(pitch), t.half_length * np.cos(pitch) - t.height * np.sin(pitch)
    level = hand / mass
    front = mass * data.GRAVITY * (level + a[1]) / (a[0] + a[1])  # moments about the rear corners
    assert loads(state) == pytest.approx([front / 2, front / 2, mass * 9.81 / 2 - front / 2, mass * 9.81 / 2 - front / 2], rel=1e-9)
    held = excavator.start(state.mechanism)
    assert loads(held).sum() == pytest.approx(mass * data.GRAVITY, rel=1e-9)
    assert abs(held["undercarriage.velocity_z"]) == 0.0


def test_it_tips_where_the_moments_say() -> None:
    """Load at full reach that brings the mass centre over the front corners: Σ m (x − a) + load (x_p − a) = 0, level."""
    upright = excavator.pose(excavator.improved(tracks=True, bucket_load=0.0), REACH)
    a = data.TRACKS.half_length
    tip = sum(m * (a - upright[f"{name}.x"]) for name, m in data.MASSES.items()) / (upright["payload.x"] - a)
    assert 5e3 < tip < 15e3
    less = [0.5, 0.7, 0.9]
    rear = [loads(standing(share * tip, REACH))[2] for share in less]
    assert np.all(np.diff(rear) < 0) and rear[-1] > 0.0
    # N_rear = (W/4 + load/4)(1 − x/a) is a hyperbola's numerator: linear in the load; it meets zero at the tipping load
    slope, offset = np.polyfit(np.array(less) * tip, rear, 1)
    assert -offset / slope == pytest.approx(tip, rel=0.02)  # tilted forward by 1.5°, it reaches a little further


def test_beyond_the_tipping_load_it_goes_over() -> None:
    upright = excavator.pose(excavator.improved(tracks=True, bucket_load=0.0), REACH)
    a = data.TRACKS.half_length
    tip = sum(m * (a - upright[f"{name}.x"]) for name, m in data.MASSES.items()) / (upright["payload.x"] - a)
    ends = []
    for share in (0.85, 1.15):
        m = excavator.mechanism(load=share * tip, tracks=True)
        for joint in ("boom_pin", "arm_pin", "swing"):
            m.joint_spring(f"{joint}_lock", joint, stiffness=1e9, damping=1e7, rest=upright[f"{joint}.angle"])
        m.joint_spring("bucket_lock", "rocker_pin", stiffness=1e8, damping=1e6, rest=upright["rocker_pin.angle"])
        start = excavator.settled(excavator.pose(m, REACH)) if share < 1 else excavator.pose(m, REACH)
        ends.append(m.simulate(start, 1.5, method="rosenbrock", rtol=1e-6, atol=1e-8))
    assert np.degrees(ends[0]["undercarriage.pitch"][-1]) < 3.0 and loads(ends[0]).min() > 0.0
    assert np.degrees(ends[1]["undercarriage.pitch"][-1]) > 3.0 and ends[1]["rear_left.load"][-1] == 0.0


def test_natural_frequencies_are_those_of_a_block_on_springs() -> None:
    """With the valves shut: bounce √(4k/m) = 21 rad/s, and rocking below it; all damped."""
    m = excavator.build(digging=True, tracks=True)
    rates = m.linearise(excavator.start(m)).eigenvalues
    slow = np.sort([x.imag for x in rates if 3.0 < x.imag < 40.0])
    mass = sum(data.MASSES.values())
    assert np.abs(slow - np.sqrt(4 * data.TRACKS.stiffness / mass)).min() < 2.0
    assert 1.0 < slow[0] / (2 * np.pi) < 3.0  # a machine of this size rocks at some 2 Hz
