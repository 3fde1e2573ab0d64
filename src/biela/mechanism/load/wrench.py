"""Applied wrench: a force and a moment on a body, each component a function of time or of signals."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from biela.element.declaration import element
from biela.element.role import choice, components, data
from biela.lie import array as xp
from biela.mechanism.attached import Signals
from biela.mechanism.load.base import Action, FrameLoad, FrameMotion
from biela.mechanism.parameter import Expression


@element("wrench")
class AppliedWrench(FrameLoad):
    """Force and moment at the origin of a frame, in the axes of that frame or of the ground.

    Entries are numbers, expressions of parameters, functions of time (the argument is called `t` or `time`), or functions of
    signals (any other name of the argument, `lambda s: -2 * s["A.rate"]`). Signal `name.power`.
    """

    force: tuple[Any, ...] = data(components("N"), default=(0.0, 0.0, 0.0))
    moment: tuple[Any, ...] = data(components("N*m"), default=(0.0, 0.0, 0.0))
    axes: Literal["frame", "ground"] = data(choice("frame", "ground"), default="ground")

    shown: ClassVar[bool] = False

    @property
    def functions(self) -> tuple[Any, ...]:
        return tuple(c for c in (*self.force, *self.moment) if callable(c) and not isinstance(c, Expression))

    def act(self, motion: FrameMotion, signals: Signals) -> Action:
        what = f"law of {self.name!r}"
        M, f = (xp.stack(*(signals.value(c, what) for c in part)) for part in (self.moment, self.force))
        if self.axes == "ground":
            M, f = motion.rotation.T @ M, motion.rotation.T @ f
        return Action(f, M, axes="frame")
