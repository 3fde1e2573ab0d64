"""The excavator at its levers, on tracks that roll: it drives where its tracks turn, and works as the levers say.

    left track  ──●── sprocket: rolls along, may slide sideways
    middle      ──▲── never moves sideways: where a track would have to scrub, the ground holds it
    right track ──●──

Four levers open the valves of the cylinders and set the speed of the swing; two more set the speeds of the tracks, each by a
motor that is as strong as the drawbar pull asks for.
"""

from __future__ import annotations

from typing import Any

from biela.library.excavator import data
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import table
from biela.network import Network, control, rotation

SIDES = {"left": 1.0, "right": -1.0}
LEVERS = {
    f"{name}_lever/position": table(*zip(*points, strict=True))
    for name, points in {
        "left": ((0.0, 0.0), (0.5, 0.0), (1.0, 0.9), (4.0, 0.9), (4.5, 0.2), (6.5, 0.2), (7.0, 0.0)),
        "right": ((0.0, 0.0), (0.5, 0.0), (1.0, 0.9), (6.5, 0.9), (7.0, 0.0)),
        "boom": ((0.0, 0.0), (1.0, 0.0), (1.5, 0.9), (5.0, 0.9), (5.5, 0.0)),
        "arm": ((0.0, 0.0), (3.0, 0.0), (3.5, -0.7), (7.0, -0.7), (7.5, 0.0)),
        "bucket": ((0.0, 0.0), (6.0, 0.0), (6.5, -0.8), (9.0, -0.8), (9.5, 0.0)),
        "swing": ((0.0, 0.0), (4.0, 0.0), (5.0, -0.6), (8.0, -0.6), (9.0, 0.0)),
    }.items()
}
"""Levers of a run over time: ahead while the boom rises, a turn to the left, the house to the right, arm out, bucket open."""


def place(m: Mechanism, site: Frame) -> None:
    """Set the undercarriage on rolling tracks at a site: joint `base`, sprockets, and what the ground allows them."""
    t, drive = data.TRACKS, data.TRAVEL
    m.planar("base", site, "undercarriage", axis=(0, 0, 1))
    surface = m.ground.frame("surface", (0.0, 0.0, t.height), site.rotation)
    for side, y in SIDES.items():
        disc = (drive.inertia / 2, drive.inertia, drive.inertia / 2)
        sprocket = m.body(f"{side}_sprocket", mass=drive.mass, inertia=disc)
        at = m.bodies["undercarriage"].point(f"{side}_track", (0.0, y * t.half_gauge, t.height + drive.radius))
        m.revolute(f"{side}_drive", at, sprocket, axis=(0, 1, 0))
        m.rolling(f"{side}_track", surface, sprocket, drive.radius, grip="along", supported=False)
    m.skate("sideways", surface, m.bodies["undercarriage"].point("middle", (0.0, 0.0, t.height)))


def attach_travel(m: Mechanism) -> None:
    """Add levers and motors of the tracks."""
    drive = data.TRAVEL
    torque = drive.pull / 2 * drive.radius
    net = Network("travel")
    for side in SIDES:
        lever, loop = f"{side}_lever", f"{side}_speed"
        how: dict[str, Any] = {"gain": drive.gain, "limits": (-torque, torque), "unit": "rad/s"}
        net.add(control.lever(lever, gain=drive.speed / drive.radius))
        net.add(control.velocity_control(loop, f"{lever}.output", f"{side}_drive.rate", **how))
        net.add(rotation.torque(f"{side}_motor", lambda s, name=f"{loop}.output": s[name]))
        net.expose(f"{side}_drive", f"{side}_motor")
    m.attach(net, {f"{side}_drive": f"{side}_drive" for side in SIDES}, prefix="")
