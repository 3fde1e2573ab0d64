"""Lift, swing, dump and return: smooth references of the working excavator."""

from __future__ import annotations

from typing import Any

from biela.library.excavator import data
from biela.mechanism.motion import cubic, step, trapezoid
from biela.mechanism.motion.combined import total


def extension(cylinder: str) -> Any:
    """Wanted extension of a cylinder over the cycle [m]: moves with constant speed between smooth ends."""
    here, moves = data.WORK_CYCLE[cylinder]
    parts, at = [], here
    for k, (to, begin, end) in enumerate(moves):
        T, origin = end - begin, 0.0 if k == 0 else at  # the first move brings the start along, the others add to it
        way = abs(to - at) / (0.75 * T)
        parts.append(trapezoid(to - origin, before=at - origin, start=begin, duration=T, speed=way))
        at = to
    return total(*parts)


def speed() -> Any:
    """Wanted speed of the swing over the cycle [rad/s]."""
    parts, at = [], 0.0
    for to, begin, end in data.WORK_SWING:
        parts.append(cubic(to - at, end - begin, start=begin))
        at = to
    return total(*parts)


def share_in_bucket() -> Any:
    """Share of the load that is still in the bucket."""
    begin, end = data.WORK_DROP
    return step(0.0, before=1.0, start=begin, rise=end - begin)
