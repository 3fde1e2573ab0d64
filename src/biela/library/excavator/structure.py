"""The excavator as a mechanism: seven bodies, one closed loop, four degrees of freedom."""

from __future__ import annotations

from typing import Literal

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError, unknown
from biela.library.excavator import data, driving, standing
from biela.library.excavator.looks import draw, heap
from biela.lie import so3
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Scalar
from biela.state.state import State

PAYLOAD_AT = (0.06, 0.0, -0.19)
"""Middle of the heap in the bucket, in its axes from its mass centre [m]; chosen here: between the pins and the teeth."""


def mechanism(
    load: Scalar | None = None, roll: float = 0.0, pitch: float = 0.0, heading: float = 0.0, gravity: Scalar = data.GRAVITY,
    name: str = "excavator", tracks: bool | Literal["rolling"] = False, anchored: bool = False,
) -> Mechanism:  # fmt: skip
    """Return bodies, joints and named points, without what drives them.

    load : mass in the bucket [kg], a point at `PAYLOAD_AT`; an empty bucket if omitted
    roll, pitch, heading : of the ground it is parked on [rad]: R = R_z(heading) R_x(roll) R_y(pitch), as in the source
    tracks : stand on compliant ground with the corners of both tracks, instead of being welded to it (see `standing`); or
        "rolling" (see `driving`)
    anchored : let the base move freely and hold it by six closure equations, as in the source; its reactions are the same
    """
    m = Mechanism(name, gravity=(0, 0, -gravity))
    for body, mass in data.MASSES.items():
        heavy = m.body(body, mass=mass, inertia=tensor(*data.INERTIAS[body]))
        for point, (x, z) in data.POINTS[body].items():
            heavy.point(point, (x, 0.0, z))
    R = so3.exp(heading * np.eye(3)[2]) @ so3.exp(roll * np.eye(3)[0]) @ so3.exp(pitch * np.eye(3)[1])
    site = m.ground.frame("site", rotation=R)
    if tracks:
        if roll or pitch:
            raise DescriptionError("the excavator on tracks stands on level ground: leave out roll and pitch, or tracks.")
        (driving if tracks == "rolling" else standing).place(m, site)
    else:
        if anchored:
            m.free("base", site, "undercarriage")
        m.fixed("parked", site, "undercarriage", cut=anchored)
    for joint, (parent, child, point, axis) in data.JOINTS.items():
        m.revolute(joint, f"{parent}.{point}", f"{child}.{point}", axis=axis, cut=joint == "loop_pin")
    draw(m)
    if load is not None:
        carry(m, load)
    return m


def carry(m: Mechanism, load: Scalar) -> None:
    """Put a load in the bucket [kg]."""
    m.body("payload", mass=load)
    m.fixed("heap", m.bodies["bucket"].point("heap", PAYLOAD_AT), "payload")
    m.draw("payload", *heap())


def tensor(xx: float, yy: float, zz: float, xy: float, xz: float, yz: float) -> Array:
    """Return the inertia tensor from its six entries."""
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def line(m: Mechanism, cylinder: str) -> tuple[str, str]:
    """Return pins of a cylinder, base and rod, as places on the machine."""
    about = _about(cylinder)
    return ".".join(about.base), ".".join(about.rod)


def pose(m: Mechanism, extensions: dict[str, float] | None = None) -> State:
    """Return the machine at rest with given extensions of its cylinders [m]; the published start if omitted.

    The three pin angles are found by Newton's method on the pin distances: ℓ(θ) = closed length + extension.
    """
    given = {name: value for name, value in (extensions or {}).items() if _about(name)}
    wanted = {name: c.extension for name, c in data.CYLINDERS.items()} | given
    free = ("boom_pin", "arm_pin", "rocker_pin")
    angles = np.array([data.START[j] for j in free])
    state = m.assemble({"swing": 0.0}, guess=data.START)
    for _ in range(30):
        state = m.assemble({"swing": 0.0, **dict(zip(free, angles, strict=True))}, guess=state)
        gaps = np.array([extension(state, c) - wanted[c] for c in wanted])
        if np.abs(gaps).max() < 1e-12:
            break
        angles = angles - gaps / np.array([_lever(state, c, j) for c, j in zip(wanted, free, strict=True)])
    return state


def _about(cylinder: str) -> data.Cylinder:
    """Return the data of a cylinder, by its name."""
    if cylinder not in data.CYLINDERS:
        raise unknown("cylinder", cylinder, list(data.CYLINDERS))
    return data.CYLINDERS[cylinder]


def extension(state: State, cylinder: str) -> float:
    """Return the extension of a cylinder [m]."""
    a, b = (place(state, where) for where in (_about(cylinder).base, _about(cylinder).rod))
    return float(np.linalg.norm(b - a)) - data.CLOSED_LENGTH


def _lever(state: State, cylinder: str, joint: str) -> float:
    """Return ∂ℓ/∂θ [m] of a cylinder that spans one pin: n · (r × e) about the pin's axis n."""
    about = data.CYLINDERS[cylinder]
    a, b = place(state, about.base), place(state, about.rod)
    parent, _, point, _ = data.JOINTS[joint]
    pin = place(state, (parent, point))
    n = _rotation(state, parent)[:, 1]
    return float(n @ np.cross(b - pin, (b - a) / np.linalg.norm(b - a)))


def place(state: State, where: tuple[str, str]) -> Array:
    """Return a named point of a body, in ground axes [m]."""
    body, point = where
    x, z = data.POINTS[body][point]
    return np.asarray(state.values(*(f"{body}.{k}" for k in "xyz")) + _rotation(state, body) @ np.array([x, 0.0, z]))


def _rotation(state: State, body: str) -> Array:
    return np.asarray(so3.from_roll_pitch_yaw(state.values(*(f"{body}.{k}" for k in ("roll", "pitch", "yaw")))), float)
