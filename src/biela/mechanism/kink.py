"""Kinks: values of a quantity at which a law is not smooth, such as the knots of a curve or the touch of a stop.

An element that knows its kinks declares them (`kinks`), so that adaptive steps end there, however narrow the law is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from biela.lie import array as xp
from biela.mechanism.attached import Machine
from biela.mechanism.motion import Function
from biela.mechanism.motion.pieces import piecewise


class Kinks(NamedTuple):
    """A quantity and the values of it at which a law is not smooth."""

    quantity: Callable[[Any], Any]  # function of the signals
    values: tuple[float, ...]  # in increasing order


def coordinate_signal(machine: Machine, joint: str, coordinate: int = 0) -> str:
    """Return the name of the signal of a joint coordinate."""
    return f"{joint}.{machine.joints[joint].type.coordinates[coordinate].name}"


def knots(curve: Function | None, quantity: Callable[[Any], Any]) -> tuple[Kinks, ...]:
    """Return the knots of a curve of a quantity; a user's function declares none."""
    values = tuple(getattr(curve, "breaks", ()))
    return (Kinks(quantity, values),) if values else ()


def pieces_passed(x: xp.Operand, values: Sequence[float]) -> xp.Operand:
    """Count the pieces between increasing values, continuously: 0 at the first, k at the k-th, in between in proportion.

    Beyond both ends the count goes on by less than a half, so that whole numbers are reached at the values alone.
    """
    first, last = values[0], values[-1]
    scale = last - first or 1.0
    below, above = xp.fmax(first - x, 0.0), xp.fmax(x - last, 0.0)
    beyond = 0.5 * above / (scale + above) - 0.5 * below / (scale + below)
    if len(values) == 1:
        return beyond
    rows = [[float(k), 1.0 / (b - a)] for k, (a, b) in enumerate(zip(values[:-1], values[1:], strict=True))]
    return piecewise(x, values, rows) + beyond
