"""Massless rod between two points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np

from biela.element.declaration import element
from biela.element.role import Assumed, data
from biela.lie import array as xp
from biela.mechanism.attached import Machine
from biela.mechanism.coupling.base import PairCoupling
from biela.mechanism.frame import Frame
from biela.mechanism.parameter import Scalar, scalar


@element("rod")
class Rod(PairCoupling):
    """Massless rod of constant length L between two points: Φ = (|d|² − L²) / 2L, a length to first order."""

    length: Scalar | None = data("m > 0", default=None, about="length of the drawing pose if omitted", assumed="as drawn")

    look: ClassVar[str] = "rod"

    def checked(self, machine: Machine) -> Self:
        if self.length is not None:
            return self
        gap = _in_drawing(self.b) - _in_drawing(self.a)
        length = scalar(np.sqrt(gap @ gap), f"length of rod {self.name!r}", positive=True)
        return replace(self, length=Assumed(length) if isinstance(length, float) else length)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        L: Any = self.length
        return [(d[0] ** 2 + d[1] ** 2 + d[2] ** 2 - L**2) / (2 * L)]


def _in_drawing(frame: Frame) -> Any:
    """Position of a frame in the drawing pose."""
    return frame.body.placement @ np.array(frame.position, dtype=object)
