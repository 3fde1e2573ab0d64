"""Motions written as text, in the words of machine files.

left_shoulder=120 deg + 30 deg*sin(t)        a joint
platform.z=2 m + 0.1 m*sin(t)                a place
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from biela.base.errors import BielaError, UnknownName, nearest
from biela.base.surface import command, setting

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.state.state import State

COMPONENTS = {"x": "m", "y": "m", "z": "m", "roll": "rad", "pitch": "rad", "yaw": "rad"}


def read_motions(mechanism: Mechanism, texts: Sequence[str]) -> dict[str, Any]:
    """Read motions from `NAME=EXPRESSION`. A name is a joint, one of its coordinates, or a place: `PLACE.x`, …, `PLACE.yaw`."""
    from biela.files.reading import motion_from_text
    from biela.mechanism.motion import pose

    joints: dict[str, Any] = {}
    places: dict[str, dict[str, Any]] = {}
    for text in texts:
        name, equals, expression = text.partition("=")
        name = name.strip()
        if not equals or not name or not expression.strip():
            raise BielaError(f"{setting('motions')} {text!r}: write NAME=MOTION, such as {example(mechanism)}.")
        base, _, part = name.rpartition(".")
        what = f"{setting('motions')} {name}"
        if name.partition(".")[0] in mechanism.joints:
            joint = mechanism.joints[name.partition(".")[0]]
            own = {c.name: c.unit for c in joint.type.coordinates}
            unit = own.get(part, next(iter(own.values()), "1"))
            joints[name] = motion_from_text(expression, unit, what)
        elif part in COMPONENTS and (base.partition(".")[0] in mechanism.bodies or base in mechanism.sensors):
            places.setdefault(base, {})[part] = motion_from_text(expression, COMPONENTS[part], what)
        else:
            known = [*mechanism.joints, *(f"{b}.x" for b in mechanism.bodies), *(f"{s}.x" for s in mechanism.sensors)]
            raise UnknownName(f"{setting('motions')} {text!r}: no joint or place {name!r}.{nearest(name, known)}")
    return {**joints, **{place: pose(**parts) for place, parts in places.items()}}


def example(mechanism: Mechanism) -> str:
    """Return an example of a motion of this machine."""
    return f"'{next(iter(mechanism.joints), 'A')}=30 deg + 10 deg*sin(t)'"


def prescribed(mechanism: Mechanism, start: State, texts: Sequence[str]) -> tuple[Mechanism, State]:
    """Return a copy of the machine with motions of joints prescribed, and its start."""
    from biela.simulation.inverse import coordinates_of
    from biela.simulation.trajectory.task import release
    from biela.state.assemble import assemble

    motions = read_motions(mechanism, texts)
    copy = mechanism.edit()
    release(copy, motions)
    for name, f in motions.items():
        joint, _, coordinate = name.partition(".")
        if joint not in copy.joints:
            use = command("inverse", "biela.inverse_dynamics(…)")
            raise BielaError(f"{setting('motions')} {name}: `run` prescribes joints; use {use} for the motion of a place.")
        copy.drive(joint, f, coordinate or None)
    held = {name.partition(".")[0] for name in motions}
    rest = {name: value for name, value in coordinates_of(start).items() if name not in held}
    return copy, assemble(copy, guess=rest)
