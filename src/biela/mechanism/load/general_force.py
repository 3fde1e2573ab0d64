"""General force: a force and a moment between two frames, each component a function of time or of signals.

a ─┤        ├─ b      force f and moment m on b, at the origin of b; the opposite of both on the body of a, at the same point
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from biela.element.declaration import element
from biela.element.role import choice, components, data
from biela.lie import array as xp
from biela.mechanism.attached import Signals
from biela.mechanism.load.base import Effort, PairLoad, PairView
from biela.mechanism.parameter import Expression


@element("general_force")
class GeneralForce(PairLoad):
    """Force and moment on b at its origin, opposite on the body of a at the same point; components in the axes of a or of b.

    Entries are numbers, expressions of parameters, functions of time (the argument is called `t` or `time`), or functions of
    signals (any other name of the argument). Signals `name.force_x` …, `name.moment_x` … on b, in the axes of b.
    """

    force: tuple[Any, ...] = data(components("N"), default=(0.0, 0.0, 0.0))
    moment: tuple[Any, ...] = data(components("N*m"), default=(0.0, 0.0, 0.0))
    axes: Literal["a", "b"] = data(choice("a", "b"), default="a", about="the frame whose axes the components are in")

    look: ClassVar[str] = "nothing"

    @property
    def functions(self) -> tuple[Any, ...]:
        return tuple(c for c in (*self.force, *self.moment) if callable(c) and not isinstance(c, Expression))

    def act(self, at: PairView, signals: Signals) -> Effort:
        what = f"law of {self.name!r}"
        m, f = (xp.stack(*(signals.value(c, what) for c in part)) for part in (self.moment, self.force))
        if self.axes == "a":
            m, f = xp.matmul(at.R.T, m), xp.matmul(at.R.T, f)  # R = R_ab
        return Effort(xp.join(m, f))
