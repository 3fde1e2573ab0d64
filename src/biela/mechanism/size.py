"""Size of a machine: the length that its own lengths are compared with; and how unequal its masses are."""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal

EPS = 2.2e-16


def machine_size(mechanism: Mechanism) -> float:
    """Largest distance of a joint from the origin of a body it is on [m]; 1 if all are zero."""
    frames = [frame for joint in mechanism.joints.values() for frame in (joint.parent, joint.child)]
    largest = max((float(np.linalg.norm(np.asarray(nominal(f.position), float))) for f in frames), default=0.0)
    return largest or 1.0


LIGHT_RATIO = 1e-8
"""Share of the heaviest body's mass below which a body is noted: half of the sixteen digits are left."""


def lightest(mechanism: Mechanism) -> tuple[str, str, float]:
    """Return the lightest body with mass, the heaviest one, and the ratio of their masses; moments count over the size squared."""
    size = machine_size(mechanism)
    weights = {
        name: float(nominal(body.mass)) + float(np.trace(np.asarray(nominal(body.inertia), float))) / size**2
        for name, body in mechanism.bodies.items()
        if not body.is_ground
    }
    weights = {name: weight for name, weight in weights.items() if weight > 0.0}
    if not weights:
        return "", "", 1.0
    light, heavy = min(weights, key=weights.__getitem__), max(weights, key=weights.__getitem__)
    return light, heavy, weights[light] / weights[heavy]


def note_of_light_body(mechanism: Mechanism) -> str:
    """Say what rounding does to a body that is far lighter than those that load it; empty where none is."""
    light, heavy, ratio = lightest(mechanism)
    if not ratio < LIGHT_RATIO:
        return ""
    digits = max(0, int(-np.log10(EPS / ratio)))
    return (
        f"body {light!r} has {ratio:.1g} of the mass of {heavy!r}: where forces of the heavy body go through it, rounding leaves "
        f"about {digits} digits of its own acceleration. Give it more mass, or make it part of a neighbour."
    )


def longest_link(mechanism: Mechanism) -> float:
    """Largest distance between two joints of one moving body [m], at the nominal parameters; of the ground, or the size of
    the machine, where no body has two. Moments are divided by it to be compared with forces."""
    places: dict[str, list[Any]] = {}
    for joint in mechanism.joints.values():
        for frame in (joint.parent, joint.child):
            places.setdefault(frame.body.name, []).append(np.asarray(nominal(frame.position), float))
    ground = places.pop(mechanism.ground.name, [])
    for group in (list(places.values()), [ground]):
        longest = max((float(np.linalg.norm(a - b)) for points in group for a in points for b in points), default=0.0)
        if longest > 0:
            return longest
    return machine_size(mechanism)
