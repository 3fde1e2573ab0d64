"""Adams datasets against the tables that Adams itself printed for them.

The models and the numbers, in `adams_joints.json`, are those of Project Chrono, data/testing/joints, with results by MSC Adams: a
body of 1 kg on one joint, five seconds under gravity. Positions, velocities, accelerations, Euler parameters and reactions agree
within 1e-4 of the largest entry of their table.

Two of the tables carry more error than that. A ball or a Hooke joint leaves this pendulum in the same plane as a hinge, so all
three must print the same motion; Adams' tables for the two lose 8 mJ of energy in five seconds and lag by up to 4.6e-4 rad, its
table for the hinge loses 0.1 mJ. We compare the three with the table of the hinge, and with their own up to 0.9 s. The acceleration
of the inclined slide, a constant, is off by 1.1e-4 of itself in Adams' row at 4.9 s, which is not among the rows here.

The tables of the spring do not belong to the model of the same name there (k = 100 N/m, c = 1 N·s/m, from y = 2 m): they start at
the origin, and fit a spring of 10 N/m and 0.5 N·s/m, free over the 2 m at which it begins. That model is used here.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from biela.files.adams.reader import loads_adams

BOOK = json.loads(Path(__file__).with_name("adams_joints.json").read_text())
TABLES = BOOK["tables"]
TILT = ", REULER = 180D, 45D, 180D"
TURN = ", REULER = 180D, 90D, 180D"
FLAT = ", REULER = 0D, 90D, 0D"
JOINT = r"F2=JOINT(1,0,2,0)\F3=JOINT(1,0,3,0)\F4=JOINT(1,0,4,0)\F6=JOINT(1,0,6,0)\F7=JOINT(1,0,7,0)\F8=JOINT(1,0,8,0)"
MODELS = {
    "Revolute_Case01": ("2,0,0", "0,0,0", TURN, "0.04, 0.1, 0.1", "JOINT/1, REVOLUTE, I=12, J=22"),
    "Spherical_Case01": ("2,0,0", "0,0,0", "", "0.04, 0.1, 0.1", "JOINT/1, SPHERICAL, I=12, J=22"),
    "Universal_Case01": ("0,2,0", "0,0,0", FLAT, "0.1, 0.1, 0.04", "JOINT/1, HOOKE, I=12, J=22"),
    "Cylindrical_Case01": ("2,0,0", "0,0,0", "", "0.04, 0.1, 0.1", "JOINT/1, CYLINDRICAL, I=12, J=22"),
    "Prismatic_Case01": ("2,0,0", "0,0,0", "", "0.04, 0.1, 0.1", "JOINT/1, TRANSLATIONAL, I=12, J=22"),
    "Prismatic_Case02": ("3,2,3", "1,2,3", TILT, "0.04, 0.1, 0.1", "JOINT/1, TRANSLATIONAL, I=12, J=22"),
    "TranSpring_Case01": (
        "0,0,0", "0,0,2", "", "0.04, 0.1, 0.1", "SFORCE/1, TRANS, I=12, J=22, FUNCTION = -10*(DM(12,22) - 2)\n, - 0.5*VR(12,22)"
    ),
    "Distance_Case01": ("0,2,0", "0,0,0", "", "0.04, 0.1, 0.1", "GCON/1, I=12, FUNCTION = DM(22, 12) - 2"),
}  # fmt: skip
SIGNALS = {
    "Pos": [f"request_1.{a}" for a in "xyz"],
    "Vel": [f"request_2.velocity_{a}" for a in "xyz"],
    "Acc": [f"request_3.acceleration_{a}" for a in "xyz"],
    "Quat": [f"request_4_f{k}.value" for k in (2, 3, 4, 6)],
    "Avel": [f"request_2.rate_{a}" for a in "xyz"],
    "Aacc": [f"request_3.angular_acceleration_{a}" for a in "xyz"],
    "Rforce": [f"request_5_f{k}.value" for k in (2, 3, 4)],
    "Rtorque": [f"request_5_f{k}.value" for k in (6, 7, 8)],
}


def dataset(name: str) -> str:
    """The model as an Adams dataset, in our own words."""
    centre, place, turned, inertia, joint = MODELS[name]
    line = not joint.startswith("JOINT")
    on_part = centre if line else place
    asked = "F, I=12, J=22, RM=11" if line else JOINT
    orient = r"\ ".join(f"F{k}=ORIENT(27,{e},20,11)" for e, k in enumerate((2, 3, 4, 6), 1))
    return f"""pendulum on one joint
UNITS/ FORCE = NEWTON, MASS = KILOGRAM
, LENGTH = METER, TIME = SECOND
PART/1, GROUND
MARKER/11, PART = 1
MARKER/12, PART = 1, QP = {place} {turned}
PART/2, MASS = 1, CM = 20, IP = {inertia}
MARKER/20, PART = 2, QP = {centre} {turned}
MARKER/22, PART = 2, QP = {on_part} {turned}
{joint}
ACCGRAV/ KGRAV = -9.80665
REQUEST/1, DISPLACEMENT, I = 20, J = 11
REQUEST/2, V, I = 20, J = 11
REQUEST/3, A, I = 20, J = 11
REQUEST/4, {orient}
REQUEST/5, {asked}
END
"""


@cache
def run(name: str):
    case = loads_adams(dataset(name), f"{name}.adm")
    times = [row[0] for row in TABLES[name]["Pos"]["rows"]]
    return case.simulate(5.0, outputs=times[1:])


@pytest.mark.parametrize("quantity", SIGNALS)
@pytest.mark.parametrize("name", MODELS)
def test_what_adams_printed(name: str, quantity: str) -> None:
    table, history = TABLES[name][quantity], run(name)
    rows = np.array(table["rows"])
    if name in ("Spherical_Case01", "Universal_Case01"):
        rows = rows[rows[:, 0] <= 0.9]
    found = np.array([history[signal][[int(np.argmin(abs(history.t - t))) for t in rows[:, 0]]] for signal in SIGNALS[quantity]])
    assert np.abs(found.T - rows[:, 1:]).max() <= 1e-4 * max(table["range"], 1e-3)


@pytest.mark.parametrize("name", ["Spherical_Case01", "Universal_Case01"])
def test_ball_and_hooke_joint_swing_as_the_hinge_that_adams_printed(name: str) -> None:
    rows = np.array(TABLES["Revolute_Case01"]["Pos"]["rows"])
    along = "request_1.x" if name == "Spherical_Case01" else "request_1.y"
    history = run(name)
    at = [int(np.argmin(abs(history.t - t))) for t in rows[:, 0]]
    assert np.abs(history[along][at] - rows[:, 1]).max() <= 1e-5
    assert np.abs(history["request_1.z"][at] - rows[:, 3]).max() <= 1e-5
