"""Rigid body: Newton and Euler in the body's own axes, as two rings of gyrators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.base.errors import DescriptionError
from biela.lie import quaternion
from biela.lie.array import Vector
from biela.mechanism.frame import rotation_matrix
from biela.mechanism.parameter import Scalar, vector
from biela.network import GY, ROTATION, TRANSLATION, I, Integrator, Network, One, Se
from biela.network.registry import component, numbers, points
from biela.network.registry import rotation as rotation_role
from biela.network.spatial.frame import frame_rotation, point, turned


@component("spatial.rigid_body", mass="kg", inertia=numbers("kg*m^2", 3), velocity=numbers("m/s", 3), rate=numbers("rad/s", 3))
def rigid_body(name: str, mass: Scalar, inertia: Vector, *, velocity: Vector = (0, 0, 0), rate: Vector = (0, 0, 0)) -> Network:
    """Rigid body about its centre of mass, in principal axes fixed to it. Ports `linear`, `angular` (3), `motion` (6).

        f = m v̇ + ω × m v,      t = J ω̇ + ω × J ω                                        (1)

    Six 1-junctions with the velocities, six inertias, and two rings of three modulated gyrators ("Euler junction
    structure") whose net power is zero:

        v_x–v_y: m ω_z    v_y–v_z: m ω_x    v_z–v_x: m ω_y
        ω_x–ω_y: J_z ω_z  ω_y–ω_z: J_x ω_x  ω_z–ω_x: J_y ω_y

    inertia : three principal moments [kg·m²], above zero
    velocity, rate : at the start, in body axes [m/s, rad/s]

    Reference: Karnopp, Margolis & Rosenberg (2012), ch. 9
    """
    J = vector(inertia, f"inertia of body {name!r}")
    v, w = vector(velocity, f"velocity of body {name!r}"), vector(rate, f"rate of body {name!r}")
    net = Network(name)
    net.add(One("velocity", size=3, domain=TRANSLATION), One("rate", size=3, domain=ROTATION))
    net.add_at("velocity", I("mass", mass, size=3, initial=tuple(mass * x for x in v)))
    for axis, moment, start in zip("xyz", J, w, strict=True):
        net.add_at(f"rate.{axis}", I(f"inertia_{axis}", moment, initial=moment * start))
    for a, b, modulus in ("yxz", "zyx", "xzy"):
        ring = net.add(GY(f"ring_{a}{b}", lambda s, k=modulus: mass * s[f"rate_{k}.flow"]))
        net.connect(f"velocity.{a}", ring, f"velocity.{b}")
    for a, b, modulus in ("xyz", "yzx", "zxy"):
        ring = net.add(GY(f"euler_{a}{b}", lambda s, k=modulus: s[f"inertia_{k}.momentum"]))
        net.connect(f"rate.{a}", ring, f"rate.{b}")
    for port, inside in (("linear", ("velocity",)), ("angular", ("rate",)), ("motion", ("rate", "velocity"))):
        net.expose(port, *inside, required=False)
    return net


@component(
    "spatial.body", mass="kg", inertia=numbers("kg*m^2", 3), gravity=numbers("m/s^2", 3), position=numbers("m", 3),
    rotation=rotation_role(), velocity=numbers("m/s", 3), rate=numbers("rad/s", 3), points=points("m"),
)  # fmt: skip
def body(
    name: str, mass: Scalar, inertia: Vector, *, gravity: Vector = (0.0, 0.0, -9.81), position: Vector = (0, 0, 0),
    rotation: Any = None, velocity: Vector = (0, 0, 0), rate: Vector = (0, 0, 0), points: Mapping[str, Any] | None = None,
) -> Network:  # fmt: skip
    """Rigid body in space: gyrator rings, rotation to ground axes, weight, position and attitude.

    Ports: `centre` (6, ground axes), `local` (6, body axes), `linear`, `angular` (3, ground axes), and one of six components in
    ground axes for each of `points`. Signals: `x`, `y`, `z`, `roll`, `pitch`, `yaw`, `velocity_x`, … in ground axes, `rate_x`, …
    in body axes.

    Parameters
    ----------
    gravity : in ground axes [m/s²]
    position, rotation : of the centre of mass and of the body axes at the start (3×3, or roll-pitch-yaw)
    velocity : of the centre of mass, ground axes [m/s]
    rate : in body axes [rad/s]
    points : name → position in body axes from the centre of mass [m]
    """
    R = np.eye(3) if rotation is None else rotation_matrix(rotation, f"body {name!r}")
    v_body = R.T @ np.array(vector(velocity, f"velocity of body {name!r}"), float)
    net = Network(name)
    net.add(rigid_body("inertia", mass, inertia, velocity=v_body, rate=rate), frame_rotation("frame", quaternion.from_matrix(R)))
    net.add(One("velocity", size=3, domain=TRANSLATION), One("rate", size=3, domain=ROTATION))
    net.connect("inertia.motion", "frame.local")
    net.connect("frame.angular", "rate")
    net.connect("frame.linear", "velocity")
    for axis, g in zip("xyz", vector(gravity, f"gravity of body {name!r}"), strict=True):
        if not (isinstance(g, float) and g == 0.0):
            net.add(Se(f"weight_{axis}", mass * g))
            net.connect(f"weight_{axis}", f"velocity.{axis}")
    start = vector(position, f"position of body {name!r}")
    net.add(Integrator("position", lambda s: s.vector("velocity.flow"), size=3, initial=start, unit="m"))
    for label, place in (points or {}).items():
        if label in net.components:
            raise DescriptionError(f"body {name!r}: a point cannot be called {label!r}; choose another name.")
        net.add(point(f"to_{label}", place), turned(label, "frame/attitude"))
        net.connect("inertia.motion", f"to_{label}.a")
        net.connect(f"to_{label}.b", f"{label}.local")
        net.expose(label, f"{label}.ground", required=True)
    ports = {"centre": ("rate", "velocity"), "linear": ("velocity",), "angular": ("rate",), "local": ("inertia.motion",)}
    for port, inside in ports.items():
        net.expose(port, *inside, required=False)
    for k, (axis, angle) in enumerate(zip("xyz", ("roll", "pitch", "yaw"), strict=True), start=1):
        net.publish(**{axis: f"position.value_{k}", angle: f"frame/angles.value_{k}"})
        net.publish(**{f"velocity_{axis}": f"velocity_{axis}.flow", f"rate_{axis}": f"inertia/rate_{axis}.flow"})
    return net
