"""The drawing pose: coordinates at which bodies are where their position and rotation say.

A joint that is given by one point in the drawing pose has coordinate zero there. One that is given by points or frames on its
bodies, or that leaves a body free, has the coordinate that its bodies are drawn at, where they have a position or rotation of their
own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.session import derived
from biela.lie.se3 import Pose
from biela.mechanism.frame import Body
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.mechanism.parts import Joint
from biela.mechanism.size import machine_size

ROUGH = 1e-3
"""Gap of a joint in the drawing pose up to which it counts as drawn [rad, machine sizes]."""


@dataclass(frozen=True)
class Drawing:
    """Coordinates of joints that follow from the poses of the bodies.

    Attributes
    ----------
    coordinates : of all joints, as drawn; neutral ones where nothing is drawn
    contradicted : joints that cannot hold their bodies as drawn → gap [m, or rad]
    """

    coordinates: dict[str, Array]
    contradicted: dict[str, tuple[float, str]]


def drawing(mechanism: Mechanism, values: Mapping[str, float] | None = None) -> Drawing:
    """Return the drawing pose of a machine, at given (or the nominal) parameters."""
    if values is None or all(values[name] == parameter.value for name, parameter in mechanism.parameters.items()):
        return _nominal(mechanism)
    return _drawing(mechanism, values)


@derived
def _nominal(mechanism: Mechanism) -> Drawing:
    return _drawing(mechanism, None)


def _drawing(mechanism: Mechanism, values: Mapping[str, float] | None) -> Drawing:
    coordinates = {name: joint.type.neutral() for name, joint in mechanism.joints.items()}
    contradicted: dict[str, tuple[float, str]] = {}
    size = machine_size(mechanism)
    for name, joint in mechanism.joints.items():
        if not any(is_drawn(frame.body, values) for frame in (joint.parent, joint.child)):
            continue
        q, gaps = _measured(joint, values)
        worst = max(gaps, key=lambda gap: gap[0] / (size if gap[1] == "m" else 1.0), default=(0.0, "m"))
        if worst[0] > ROUGH * (size if worst[1] == "m" else 1.0):
            contradicted[name] = worst
        else:
            coordinates[name] = q
    return Drawing(coordinates, contradicted)


def is_drawn(body: Body, values: Mapping[str, float] | None = None) -> bool:
    """Return whether a body has a position or rotation of its own."""
    X = _number(body.placement, values)
    return bool(not body.is_ground and (np.any(X.position) or np.any(X.rotation != np.eye(3))))


def _measured(joint: Joint, values: Mapping[str, float] | None) -> tuple[Array, list[tuple[float, str]]]:
    """Coordinates of a joint in the drawing pose, and the gaps that are left, with their units."""
    P, C = (_number(frame.body.placement, values) @ _number(frame.pose, values) for frame in (joint.parent, joint.child))
    between, kind = P.inverse() @ C, joint.type
    R = np.asarray(between.rotation, float)
    d = R.T @ np.asarray(between.position, float)
    q = np.asarray(kind.measure(R, d, kind.neutral()), float).ravel() if kind.n_q else np.zeros(0)
    gaps = np.abs(np.asarray(evaluate(np.array(kind.closure(R, d, q), dtype=object), values), float)).ravel()
    return q, list(zip(map(float, gaps), kind.closure_units, strict=True))


def _number(X: Any, values: Mapping[str, float] | None) -> Pose:
    return Pose(np.asarray(X.rotation, float), np.array([float(evaluate(x, values)) for x in X.position]))
