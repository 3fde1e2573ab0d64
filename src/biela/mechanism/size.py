"""How large a machine is: the length that its own lengths are compared with."""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal


def machine_size(mechanism: Mechanism) -> float:
    """Largest distance of a joint from the origin of a body it is on [m]; 1 if all are zero."""
    frames = [frame for joint in mechanism.joints.values() for frame in (joint.parent, joint.child)]
    largest = max((float(np.linalg.norm(np.asarray(nominal(f.position), float))) for f in frames), default=0.0)
    return largest or 1.0


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
