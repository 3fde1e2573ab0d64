"""The excavator digs, and stands on compliant tracks: forces of the soil, filling, energy; statics and tipping by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from biela.base.errors import DescriptionError
from biela.library import excavator
from biela.library.excavator import data
from biela.library.excavator.looks import TEETH
from biela.library.excavator.standing import CORNERS
from biela.lie import so3
from biela.mechanism.mechanism import Mechanism
from biela.simulation.history import History
from biela.state.state import State

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
    assert 0.8 < fill[lifted].min() and np.ptp(fill[lifted]) < 1e-5  # full, and nothing is lost on the way
    assert fill[-1] < 1e-3
    # volume = width × area between the surface and the path of the teeth, where they point down
    x, z = TEETH
    R = [so3.from_roll_pitch_yaw(a) for a in np.column_stack([dig[f"bucket.{k}"] for k in ("roll", "pitch", "yaw")])]
    teeth = np.column_stack([dig[f"bucket.{k}"] for k in "xyz"]) + np.array(R) @ [x, 0.0, z]
    down = np.where(dig["teeth.rake"] > np.radians(15), np.maximum(data.TRACKS.height - teeth[:, 2], 0.0), 0.0)
    area = -np.sum((down[1:] + down[:-1]) / 2 * np.minimum(np.diff(teeth[:, 0]), 0.0))
    assert swept[-1] == pytest.approx(data.DIGGING.width * area, rel=0.12)  # flatter teeth cut less and less


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
    other = m.simulate(excavator.start(m), 13.65, method="cvode-bdf", rtol=1e-8, atol=1e-10, output_step=0.039)
    n = len(other.t)
    assert other.t == pytest.approx(dig.t[:n])
    for signal, scale in (("teeth.depth", 0.4), ("earth/fill.value", 1.0), ("undercarriage.pitch", 0.01)):
        assert np.abs(dig[signal][:n] - other[signal]).max() < 1e-3 * scale


# -------------------------------------------------------------------------------------------------------------- standing


@pytest.fixture(scope="module")
def stiff_limbs() -> Mechanism:
    """On its tracks, with a free load in the bucket and springs in place of the cylinders."""
    m = excavator.mechanism(tracks=True)
    excavator.carry(m, m.parameter("load", 0.0, "kg"))
    angles = excavator.pose(excavator.mechanism(), REACH)
    for joint in ("swing", "boom_pin", "arm_pin", "rocker_pin"):
        m.joint_spring(f"{joint}_lock", joint, stiffness=1e9, damping=1e7, rest=angles[f"{joint}.angle"])
    return m


def reaching(m: Mechanism, load: float) -> State:
    """Level, with a load, not yet sunk in."""
    return replace(excavator.pose(m, REACH), p=np.array([load]))


def tipping_load(state: State) -> float:
    """By hand: Σ m (x − a) + load (x_p − a) = 0 about the front corners [kg]."""
    a = data.TRACKS.half_length
    return sum(m * (a - state[f"{name}.x"]) for name, m in data.MASSES.items()) / (state["payload.x"] - a)


@pytest.mark.parametrize("load", [0.0, 2520.0])
def test_corners_share_the_weight_as_statics_say(stiff_limbs: Mechanism, load: float) -> None:
    """Moments about the rear corners, all levers in level ground axes, from the table of masses."""
    state = excavator.settled(reaching(stiff_limbs, load))
    weight = WEIGHT + load * data.GRAVITY
    moment = data.GRAVITY * (sum(m * state[f"{name}.x"] for name, m in data.MASSES.items()) + load * state["payload.x"])
    t, pitch = data.TRACKS, state["undercarriage.pitch"]
    fore, aft = (s * t.half_length * np.cos(pitch) + t.height * np.sin(pitch) for s in (1, -1))
    front = (moment - weight * aft) / (fore - aft)
    assert loads(state) == pytest.approx([front / 2, front / 2, (weight - front) / 2, (weight - front) / 2], rel=1e-9)
    simple = weight / 4 * (1 + moment / weight / t.half_length)  # level: W/4 (1 + x/a)
    assert loads(state)[0] == pytest.approx(simple, rel=0.02)


def test_held_machine_stays_as_it_stands() -> None:
    m = excavator.build(tracks=True)
    state = excavator.start(m)
    assert loads(state).sum() == pytest.approx(WEIGHT + data.PAYLOAD * data.GRAVITY, rel=1e-9)
    run = m.simulate(state, 0.9, **excavator.SETTINGS)  # before the cycle begins
    assert np.ptp(run["front_left.load"]) < 1.0 and np.ptp(run["undercarriage.z"]) < 1e-7


def test_tracks_ask_for_level_ground() -> None:
    with pytest.raises(DescriptionError, match="stands on level ground"):
        excavator.mechanism(tracks=True, pitch=0.1)


def test_it_tips_where_the_moments_say(stiff_limbs: Mechanism) -> None:
    """The load that takes the rear corners off the ground. By hand: everything then stands on the front corners, which sink in by
    W/2k and lean the machine by θ; its moment about them vanishes."""
    level, t = reaching(stiff_limbs, 0.0), data.TRACKS
    places = {name: (m, level[f"{name}.x"], level[f"{name}.z"]) for name, m in data.MASSES.items()}

    def moment(load: float) -> float:
        theta = np.arcsin((WEIGHT / data.GRAVITY + load) * data.GRAVITY / (2 * t.stiffness) / (2 * t.half_length))
        parts = [*places.values(), (load, level["payload.x"], level["payload.z"])]
        return sum(m * ((x - t.half_length) * np.cos(theta) + (z - t.height) * np.sin(theta)) for m, x, z in parts)

    hand = float(brentq(moment, 1e3, 2e4))
    assert 5e3 < 0.95 * tipping_load(level) < hand < tipping_load(level)  # leaning, it tips a little earlier than level
    near = np.array([0.98, 0.99]) * hand
    rear = [loads(excavator.settled(replace(level, p=np.array([load]))))[2] for load in near]
    assert rear[0] > rear[1] > 0.0
    assert near[1] + (near[1] - near[0]) * rear[1] / (rear[0] - rear[1]) == pytest.approx(hand, rel=1e-4)


@pytest.mark.parametrize("share", [0.85, 1.15])
def test_beyond_the_tipping_load_it_goes_over(stiff_limbs: Mechanism, share: float) -> None:
    start = reaching(stiff_limbs, 0.0)
    start = replace(start, p=np.array([share * tipping_load(start)]))
    run = stiff_limbs.simulate(excavator.settled(start) if share < 1 else start, 2.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
    pitch = np.degrees(run["undercarriage.pitch"][-1])
    if share < 1:
        assert pitch < 2.0 and np.ptp(run["undercarriage.pitch"]) < 3e-3 and run["rear_left.load"].min() > 1e3
    else:
        assert pitch > 4.0 and run["rear_left.load"][-1] == 0.0


def test_natural_frequencies_are_those_of_a_block_on_springs() -> None:
    """With the valves shut: bounce √(4k/m) = 21 rad/s, and rocking below it."""
    m = excavator.build(digging=True, tracks=True)
    rates = m.linearise(excavator.start(m)).eigenvalues
    slow = np.sort([x.imag for x in rates if 3.0 < x.imag < 40.0])
    mass = sum(data.MASSES.values())
    assert np.abs(slow - np.sqrt(4 * data.TRACKS.stiffness / mass)).min() < 2.0
    assert 1.0 < slow[0] / (2 * np.pi) < 3.0  # a machine of this size rocks at some 2 Hz
