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
from biela.library.excavator.plots import EXTRA_PLOTS, PLOTS
from biela.library.excavator.standing import settled
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


guard(__name__)
