"""Hydraulic excavator of 36 tonnes: undercarriage, cab, boom, arm, bucket with its four-bar linkage; three cylinder circuits,
hydrostatic swing drive, position control.

    ground ══ undercarriage ──A (swing, z)── cab ──B── boom ──C── arm ──D── bucket
                                                                   │          │F closes the loop
                                                                   └─E─ rocker ─G─ link

x points forward and z up; B to G are pins along y, and a positive angle tilts the x axis of the child down. Mobility 4: swing,
boom, arm, bucket. Body frames are at the mass centres.

Source: a Spanish engineering thesis on the simulation of a backhoe in MATLAB (three-dimensional multibody mechanism, lumped
hydraulics, PD control), machine patterned on the Caterpillar 336D L; misprints corrected and missing values found as
docs/machines/excavator.md says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from biela.base.checked import guard
from biela.base.errors import DescriptionError, nearest
from biela.library.excavator import data
from biela.library.excavator.driving import LEVERS
from biela.library.excavator.standing import CORNERS, settled
from biela.library.excavator.structure import carry, extension, line, mechanism, pose
from biela.library.excavator.variant import improved, published
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case
from biela.state.holding import hold
from biela.state.state import State

__all__ = [
    "EXTRA_PLOTS", "LEVERS", "PLOTS", "build", "carry", "data", "extension", "improved", "line", "mechanism", "pose", "published",
    "settled", "start",
]  # fmt: skip

SETTINGS = {"method": "rosenbrock", "rtol": 1e-6, "atol": 1e-8}
"""Settings of a run: pressures of small volumes are stiff."""
PINS = ("boom_pin", "arm_pin", "bucket_pin", "rocker_pin", "link_pin")


def build(variant: str = "improved", bucket_load: float | None = None, *, audit: bool = True, **options: Any) -> Mechanism:
    """Build the excavator with its hydraulics and control.

    variant : "improved" (see `improved`) or "published" (see `published`)
    bucket_load : [kg]; if omitted, that of the work cycle, and an empty bucket as published
    audit : keep an account of the energy of every element
    options : options of the variant: `digging=True, tracks=True` makes the improved one dig and rock on its tracks
    """
    if variant == "published":
        return published(load=bucket_load, audit=audit, **options)
    if variant != "improved":
        raise DescriptionError(f"the excavator has no variant {variant!r}.{nearest(variant, ['improved', 'published'])}")
    return improved(bucket_load=data.PAYLOAD if bucket_load is None else bucket_load, audit=audit, **options)


def start(machine: Mechanism) -> State:
    """Start at rest: the published pose and pressures, or the begin of a cycle with pressures that hold the machine. Tracks have
    sunk in."""
    begin: dict[str, float] | None = None
    if "teeth" in machine.loads:
        begin = {name: points[0] for name, (points, _) in data.DIG_CYCLE.items()}
    elif machine.schedules or "boom_lever/position" in machine.actuators:  # pressures hold it; as published they do not
        begin = {name: x for name, (x, _) in data.WORK_CYCLE.items()}
    state = pose(machine, begin)
    if "tracks" in machine.joints:
        state = settled(state)
    return state if begin is None else hold(state, level="rod")


def complete(case: Case, **options: Any) -> Case:
    """Add the settings, plots and lever movements of a variant."""
    extra = [plot for option in options.items() for plot in EXTRA_PLOTS.get(option, ())]
    return replace(
        case, settings=SETTINGS, plots=[*extra, *PLOTS], inputs=LEVERS if "levers" in options else {},
        hold="" if "variant" in options else "rod", units={"pressure": "bar"},
    )  # fmt: skip


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


guard(__name__)
