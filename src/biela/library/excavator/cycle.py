"""Smooth references of the working excavator: lift, swing, dump and return; dig, lift, swing, dump and return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from biela.library.excavator import data
from biela.mechanism.motion import Motion, cubic, spline, step, trapezoid
from biela.mechanism.motion.combined import total

Moves: TypeAlias = Sequence[tuple[float, float, float]]
"""Moves of a cylinder or of the swing: to [m] or [rad/s], begin and end [s]."""


def extension(cylinder: str) -> Motion:
    """Return the wanted extension of a cylinder over the cycle [m]: moves with constant speed between smooth ends."""
    here, moves = data.WORK_CYCLE[cylinder]
    (to, begin, end), *others = moves
    return total(_move(here, to, begin, end, here), *_moves(to, others))


def digging_extension(cylinder: str) -> Motion:
    """Return the wanted extension of a cylinder over the dig cycle [m]: a spline through the soil, then moves as in `extension`."""
    points, moves = data.DIG_CYCLE[cylinder]
    return total(spline(data.DIG_TIMES, points), *_moves(points[-1], moves))


def _moves(at: float, moves: Moves) -> list[Motion]:
    """Return what each move adds to where the last one ended."""
    return [_move(here, to, begin, end) for here, (to, begin, end) in zip([at, *(m[0] for m in moves)], moves, strict=False)]


def _move(at: float, to: float, begin: float, end: float, before: float = 0.0) -> Motion:
    T = end - begin
    return trapezoid(before + to - at, before=before, start=begin, duration=T, speed=abs(to - at) / (0.75 * T))


def speed(moves: Moves = data.WORK_SWING) -> Motion:
    """Return the wanted speed of the swing over the cycle [rad/s]."""
    before = [0.0, *(m[0] for m in moves)]
    return total(*(cubic(to - at, end - begin, start=begin) for at, (to, begin, end) in zip(before, moves, strict=False)))


def share_in_bucket() -> Motion:
    """Return the share of the load that is still in the bucket."""
    begin, end = data.WORK_DROP
    return step(0.0, before=1.0, start=begin, rise=end - begin)
