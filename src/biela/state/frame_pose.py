"""Where frames are in a position of the machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.frame import Frame
from biela.mechanism.parameter import evaluate
from biela.state.functions import MachineFunctions

Array = NDArray[np.float64]
Pose = tuple[Array, Array]


def frame_poses(functions: MachineFunctions, t: float, x: Any, u: Any, p: Any) -> Callable[[Frame], Pose]:
    """Function of a frame: its rotation and position in the ground, at one state."""
    mechanism = functions.mechanism
    motion = np.asarray(functions.evaluate("bodies", t, x, u, p)[0])
    values = dict(zip(mechanism.parameters, p, strict=True))

    def pose(frame: Frame) -> Pose:
        R, r = np.asarray(frame.rotation, float), np.asarray(evaluate(frame.position, values), float)
        link = mechanism.topology.index[frame.body.name]
        if link < 0:
            return R, r
        R_B = motion[:9, link].reshape(3, 3).T
        return R_B @ R, R_B @ r + motion[9:12, link]

    return pose
