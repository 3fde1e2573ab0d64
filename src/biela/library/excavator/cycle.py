"""Smooth references of the working excavator: lift, swing, dump and return; dig, lift, swing, dump and return."""

from __future__ import annotations

from typing import Any

from biela.library.excavator import data
from biela.mechanism.motion import cubic, spline, step, trapezoid
from biela.mechanism.motion.combined import total


def extension(cylinder: str) -> Any:
    """Wanted extension of a cylinder over the cycle [m]: moves with constant speed between smooth ends."""
    here, moves = data.WORK_CYCLE[cylinder]
    (to, begin, end), *others = moves
    return total(_move(here, to, begin, end, here), *_moves(to, others))


def digging_extension(cylinder: str) -> Any:
    """Wanted extension of a cylinder over the dig cycle [m]: a spline through the soil, then moves as in `extension`."""
    points, moves = data.DIG_CYCLE[cylinder]
    return total(spline(data.DIG_TIMES, points), *_moves(points[-1], moves))


def _moves(at: float, moves: Any) -> list[Any]:
    """What each move adds to where the last one ended."""
    parts = []
    for to, begin, end in moves:
        parts.append(_move(at, to, begin, end))
        at = to
    return parts


def _move(at: float, to: float, begin: float, end: float, before: float = 0.0) -> Any:
    T = end - begin
    return trapezoid(before + to - at, before=before, start=begin, duration=T, speed=abs(to - at) / (0.75 * T))


def speed(moves: Any = data.WORK_SWING) -> Any:
    """Wanted speed of the swing over the cycle [rad/s]."""
    parts, at = [], 0.0
    for to, begin, end in moves:
        parts.append(cubic(to - at, end - begin, start=begin))
        at = to
    return total(*parts)


def share_in_bucket() -> Any:
    """Share of the load that is still in the bucket."""
    begin, end = data.WORK_DROP
    return step(0.0, before=1.0, start=begin, rise=end - begin)
