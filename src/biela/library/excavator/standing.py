"""The excavator on compliant tracks: a free undercarriage on four footings, one at each end of each track.

      x
▭─────┼─────▭      corners at (±a, ±b) of the undercarriage, each a spring that only pushes;
│     A     │  y   loads at rest, mass centre at (x, y):  N = W/4 (1 ± x/a) (1 ± y/b)
▭───────────▭      for small tilts; a corner lifts where its N would be negative
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.base.array import Array
from biela.library.excavator import data
from biela.lie import quaternion, so3
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import call
from biela.mechanism.parameter import evaluate
from biela.state.state import State

CORNERS = {"front_left": (1, 1), "front_right": (1, -1), "rear_left": (-1, 1), "rear_right": (-1, -1)}


def place(m: Mechanism, site: Frame) -> None:
    """Set the undercarriage on the ground at a site: joint `tracks`, footings `front_left`, …"""
    t = data.TRACKS
    m.free("tracks", site, "undercarriage")
    up = np.asarray(site.rotation, float)[:, 2]
    surface = m.ground.frame("surface", tuple(t.height * up), site.rotation)
    for name, (x, y) in CORNERS.items():
        corner = m.bodies["undercarriage"].point(name, (x * t.half_length, y * t.half_gauge, t.height))
        m.footing(
            name, corner, stiffness=t.stiffness, damping=t.damping, friction=t.friction, smoothing=t.smoothing,
            surface=surface,
        )  # fmt: skip


def mass_centre(state: State) -> tuple[float, Array]:
    """Return the mass [kg] of the machine with its load, and its centre in the axes of the undercarriage [m]."""
    m = state.mechanism
    names = [name for name in m.bodies if name != "ground"]
    values = _parameters(state)
    for parameter, share in m.schedules.items():  # as they are then
        values[parameter] *= state[share] if isinstance(share, str) else float(call(share, state.t, values))
    masses = np.array([float(evaluate(m.bodies[name].mass, values)) for name in names])
    places = np.array([[state[f"{name}.{k}"] for k in "xyz"] for name in names])  # body frames are at mass centres
    R = so3.from_roll_pitch_yaw([state[f"undercarriage.{k}"] for k in ("roll", "pitch", "yaw")])
    return float(masses.sum()), (masses @ places / masses.sum() - places[names.index("undercarriage")]) @ np.asarray(R)


def _parameters(state: State) -> dict[str, float]:
    return dict(zip(state.mechanism.parameters, map(float, state.arguments()[3]), strict=True))


def settled(state: State) -> State:
    """Sink and tilt the machine so that the footings carry the weight: level ground, parts held against each other.

    Newton's method on the three balances, Σ N = W and Σ N (r − c) = 0 in both level directions, for heave, roll and pitch.
    """
    m, t = state.mechanism, data.TRACKS
    mass, centre = mass_centre(state)
    weight = mass * data.GRAVITY
    corners = np.array([(x * t.half_length, y * t.half_gauge, t.height) for x, y in CORNERS.values()])

    def unbalance(heave: float, roll: float, pitch: float) -> Array:
        R = np.asarray(so3.from_roll_pitch_yaw([roll, pitch, 0.0]), float)
        feet = corners @ R.T
        N = t.stiffness * np.maximum(t.height - heave - feet[:, 2], 0.0)
        lever = feet - R @ centre
        return np.array([N.sum() / weight - 1.0, *(N @ lever[:, :2] / weight)])

    u = np.array([-weight / (4 * t.stiffness), 0.0, 0.0])
    for _ in range(50):
        f = unbalance(*u)
        J = np.column_stack([(unbalance(*(u + h)) - unbalance(*(u - h))) / 2e-6 for h in 1e-6 * np.eye(3)])
        step = np.linalg.solve(J, -f)
        u = u + step
        if np.abs(step).max() < 1e-15:
            break
    q = quaternion.from_matrix(np.asarray(so3.from_roll_pitch_yaw([u[1], u[2], 0.0]), float))
    joints = {name: state[f"{name}.angle"] for name in ("swing", "boom_pin", "arm_pin", "rocker_pin")}
    base: dict[str, Any] = {"tracks": (*np.asarray(q, float), 0.0, 0.0, u[0])}
    return m.assemble(joints | base, guess=state, parameters=_parameters(state))
