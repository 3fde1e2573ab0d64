"""Applied wrench: a force and a moment on a body, each component a function of time or of signals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from biela.mechanism.frame import Frame


@dataclass(frozen=True)
class AppliedWrench:
    """Force [N] and moment [N·m] at the origin of a frame, in the axes of that frame or of the ground.

    Components are numbers, expressions of parameters, functions of time, or user laws (functions of signals).
    """

    name: str
    frame: Frame
    force: tuple[Any, ...]
    moment: tuple[Any, ...]
    axes: Literal["frame", "ground"] = "ground"
