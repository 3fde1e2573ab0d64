"""Forces and moments whose components are functions of time or of signals: on a body, or between two frames.

a ─┤        ├─ b      between two: force f and moment m on b, at the origin of b; the opposite of both on the body of a, there
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from biela.element.declaration import element, family
from biela.element.role import choice, components, data
from biela.lie import array as xp
from biela.mechanism.attached import Signals
from biela.mechanism.load.base import Action, Effort, FrameLoad, FrameMotion, Load, PairLoad, PairView
from biela.mechanism.parameter import Expression


@family
class _GivenForce(Load):
    """Load whose components are given, one by one."""

    force: tuple[Any, ...] = data(components("N"), default=(0.0, 0.0, 0.0))
    moment: tuple[Any, ...] = data(components("N*m"), default=(0.0, 0.0, 0.0))

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        return tuple(c for c in (*self.force, *self.moment) if callable(c) and not isinstance(c, Expression))

    def values(self, signals: Signals, turn: xp.Matrix3 | None) -> tuple[xp.Vector3, xp.Vector3]:
        """Return moment and force, turned if need be."""
        what = f"law of {self.name!r}"
        m, f = (xp.stack(*(signals.value(c, what) for c in part)) for part in (self.moment, self.force))
        return (m, f) if turn is None else (xp.matmul(turn, m), xp.matmul(turn, f))


@element("wrench")
class AppliedWrench(_GivenForce, FrameLoad):
    """Force and moment at the origin of a frame, in the axes of that frame or of the ground.

    Entries are numbers, expressions of parameters, functions of time (the argument is called `t` or `time`), or functions of
    signals (any other name of the argument, `lambda s: -2 * s["A.rate"]`). Signal `name.power`.
    """

    axes: Literal["frame", "ground"] = data(choice("frame", "ground"), default="ground")

    shown: ClassVar[bool] = False

    def act(self, motion: FrameMotion, signals: Signals) -> Action:
        m, f = self.values(signals, motion.rotation.T if self.axes == "ground" else None)
        return Action(f, m, axes="frame")


@element("general_force")
class GeneralForce(_GivenForce, PairLoad):
    """Force and moment on b at its origin, opposite on the body of a at the same point; components in the axes of a or of b.

    Entries are numbers, expressions of parameters, functions of time (the argument is called `t` or `time`), or functions of
    signals (any other name of the argument). Signals `name.force_x` …, `name.moment_x` … on b, in the axes of b.
    """

    axes: Literal["a", "b"] = data(choice("a", "b"), default="a", about="the frame whose axes the components are in")

    look: ClassVar[str] = "nothing"

    def act(self, at: PairView, signals: Signals) -> Effort:
        return Effort(xp.join(*self.values(signals, at.R.T if self.axes == "a" else None)))  # R = R_ab
