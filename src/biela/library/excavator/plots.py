"""What to look at: the figures of the source, by name."""

from __future__ import annotations

from typing import Any

from biela.library.excavator.standing import CORNERS

PINS = ("boom_pin", "arm_pin", "bucket_pin", "rocker_pin", "link_pin")


def _cylinder(part: str) -> list[tuple[str, list[str]]]:
    cylinder = f"{part}_cylinder"
    return [
        (f"{part} cylinder: extension and reference", [f"{cylinder}.extension", f"{part}_control.reference"]),
        (f"{part} cylinder: speed and reference", [f"{cylinder}.speed", f"{part}_reference_speed.value"]),
        (f"{part} cylinder: pressures", [f"{part}_hose.pressure", f"{cylinder}.head_pressure", f"{cylinder}.rod_pressure"]),
    ]


EXTRA_PLOTS: dict[tuple[str, Any], list[tuple[str, list[str]]]] = {
    ("digging", True): [
        ("teeth: forces on the bucket", [f"teeth.force_{k}" for k in "xyz"]),
        ("teeth: cutting and edge force", ["teeth.cutting_force", "teeth.edge_force"]),
        ("teeth: depth", ["teeth.depth"]),
        ("teeth: rake, failure angle", ["teeth.rake", "teeth.failure_angle"]),
        ("teeth: power", ["teeth.power"]),
        ("bucket: filling", ["earth/fill.value"]),
    ],
    ("tracks", True): [
        ("tracks: loads of the corners", [f"{corner}.load" for corner in CORNERS]),
        ("tracks: grip of the corners", [f"{corner}.grip" for corner in CORNERS]),
        ("base: rocking", ["undercarriage.roll", "undercarriage.pitch"]),
        ("base: heave and slip", ["undercarriage.x", "undercarriage.y", "undercarriage.z"]),
    ],
    ("tracks", "rolling"): [
        ("base: place", ["base.x", "base.y"]),
        ("base: heading", ["base.angle"]),
        ("tracks: speeds of the sprockets", ["left_drive.rate", "right_drive.rate"]),
        ("tracks: torques of the motors", ["left_speed.output", "right_speed.output"]),
    ],
}
"""Before the others, for variants with these options of `build`."""
PLOTS: list[tuple[str, list[str]]] = [
    *_cylinder("boom"),
    *_cylinder("arm"),
    *_cylinder("bucket"),
    ("valve openings", ["boom_valve.opening", "arm_valve.opening", "bucket_valve.opening"]),
    ("swing: speed and reference", ["swing.rate", "swing_control.reference"]),
    ("swing: angle", ["swing.angle"]),
    ("swing: pressures", ["swing_drive.pressure", "swing_drive.pressure_a", "swing_drive.pressure_b"]),
    ("swing: actuator of the pump", ["swing_control.output"]),
    ("swing: torque on the cab", ["swing.effort"]),
    ("engine: speed", ["engine.speed"]),
    ("engine: load", ["engine.load_factor"]),
    ("pump: power", ["pump.power"]),
    ("pump: pressure", ["pump.pressure"]),
    ("cylinder forces (of each)", ["boom_cylinder.force", "arm_cylinder.force", "bucket_cylinder.force"]),
    ("boom angle", ["boom_pin.angle"]),
    ("arm angle", ["arm_pin.angle"]),
    ("bucket linkage angles", [f"{pin}.angle" for pin in PINS[2:]]),
    ("reaction of the loop pin", ["loop_pin.force"]),
    ("ground: forces on the machine", [f"parked.force_on_child_{k}" for k in "xyz"]),
    ("ground: moments on the machine", [f"parked.moment_on_child_{k}" for k in "xyz"]),
    ("where the power goes", ["power_orifices.value", "power_friction.value", "power_compression.value", "power_mechanism.value"]),
    ("energy since the start", ["machine.kinetic_energy", "machine.gravity_energy", "machine.stored_energy", "machine.work"]),
    ("loop closure", ["machine.closure_error"]),
]  # fmt: skip
