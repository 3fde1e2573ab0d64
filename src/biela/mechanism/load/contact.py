"""Contact of a body with its surroundings: a force law of the pose and velocity of a frame.

Tyres, feet, hulls and shovels differ in their laws only; the equations ask every one of them the same question:

    frame F on a body:  R_GF, p (where it is), ω, v (how it moves), all in ground axes
    answer:             force f and moment m on the body at the origin of F, in ground axes

    d/dt U = dU_dt            energy stored in the contact [J], and its rate [W], which follows from U unless it is given
    power into the machine besides what is stored:  f·v + m·ω + dU_dt

A law with memory (a bristle, a relaxation length) keeps its states in a network attached to the machine and reads them as signals.
"""

from __future__ import annotations

from typing import Any, ClassVar

from biela.element.declaration import family
from biela.mechanism.load.base import Action, FrameLoad, FrameMotion


@family
class Contact(FrameLoad):
    """A law of contact. A subclass is a frozen dataclass with its own data; see `biela.mechanism.load.contact`.

    Signals of a contact named `tyre`: `tyre.force_x`, …, `tyre.moment_x`, …, `tyre.power`, `tyre.energy`, and its `outputs`.
    """

    stores: ClassVar[bool] = True

    @property
    def functions(self) -> tuple[Any, ...]:
        return (self.act,)


__all__ = ["Action", "Contact", "FrameLoad", "FrameMotion"]
