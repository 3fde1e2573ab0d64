"""The dead point that a prescribed motion runs into: where it leads out of the reach of the loops."""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.mechanism.size import longest_link
from biela.state.closing import close_positions
from biela.state.functions import MachineFunctions
from biela.state.samples import without_dimension


@dataclass(frozen=True)
class DeadPosition:
    """Where a prescribed motion leads out of the reach of the loops.

    Attributes
    ----------
    t : last time at which the loops can be closed [s]
    x : the state there
    joint : the one that moves most when the driven joints stand still
    driven : driven joint → its position, with unit
    """

    t: float
    x: Array
    joint: str
    driven: dict[str, str]

    def __str__(self) -> str:
        at = ", ".join(f"{name} = {text}" for name, text in self.driven.items())
        return f"dead point at t = {self.t:.6g} s, {at}, first in joint {self.joint!r}"


def dead_point(functions: MachineFunctions, t: float, x: Array, p: Array, ahead: float) -> DeadPosition | None:
    """The dead point that the prescribed motions of a machine reach within `ahead` seconds of a closed state; None if the loops
    can still be closed then.

    The loops are closed at trial times, from the nearest closed state; bisection finds the last time at which they can be.
    """
    mechanism = functions.mechanism
    if not mechanism.drives or not np.all(np.isfinite(x)):
        return None

    def closed(time: float, start: Array) -> Array | None:
        attempt = close_positions(functions, time, start, p, iterations=60)
        return attempt.x if attempt.residual < 1e-10 else None

    good = closed(t, np.asarray(x, float))
    if good is None or closed(t + ahead, good) is not None:
        return None
    low, high = t, t + ahead
    while high - low > 1e-9 * max(1.0, abs(high)):
        middle = 0.5 * (low + high)
        found = closed(middle, good)
        if found is None:
            high = middle
        else:
            low, good = middle, found
    return DeadPosition(low, good, _loosest(functions, low, good, p), _driven(functions, low, good, p))


def _loosest(functions: MachineFunctions, t: float, x: Array, p: Array) -> str:
    """The tree joint that moves most along the motion that loops and drives hardly resist."""
    mechanism = functions.mechanism
    G = functions.evaluate("closure", t, x, np.zeros(len(mechanism.actuators)), p)[2]
    motion = np.abs(np.linalg.svd(without_dimension(G, mechanism, longest_link(mechanism)))[2][-1])
    return functions.layout.joint_at(int(motion.argmax()))


def _driven(functions: MachineFunctions, t: float, x: Array, p: Array) -> dict[str, str]:
    mechanism = functions.mechanism
    q = functions.evaluate("coordinates", t, x, np.zeros(len(mechanism.actuators)), p)[0]
    out = {}
    for drive in mechanism.drives.values():
        value = float(q[functions.layout.coordinates[drive.joint]][drive.coordinate])
        angle = mechanism.joints[drive.joint].type.coordinates[drive.coordinate].unit == "rad"
        out[drive.joint] = f"{np.degrees(value):.6g}°" if angle else f"{value:.6g} m"
    return out
