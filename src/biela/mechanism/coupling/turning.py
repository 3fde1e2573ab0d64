"""Angle of a body relative to another, as a sum of joint coordinates.

Between two bodies there is such a sum where the joints on the way turn about one direction only:

    carrier ──C── ground ──S── sun        θ_sun − θ_carrier = θ_S − θ_C

Joints that do not turn (sliders, welds) may lie on the way.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError
from biela.mechanism.attached import Machine

Terms = tuple[tuple[str, int, Any], ...]
"""(joint, coordinate, factor)."""
PARALLEL = 1e-6
"""Sine of the angle up to which two axes count as parallel."""


def turn(machine: Machine, base: str, body: str, axis: Array | None = None, without: str = "") -> tuple[Array, Terms] | None:
    """Angle of a body relative to another: the axis, in the axes of `base`, and the coordinates that it is the sum of.

    Parameters
    ----------
    axis : that the angle is about, in the axes of `base`; that of the first joint on the way that turns if omitted
    without : a joint that is not on the way

    Returns
    -------
    None if no way from one body to the other turns about a single direction
    """
    ways = deque([_Way(base, np.eye(3), axis, axis, ())])
    seen = set[Any]()
    while ways:
        way = ways.popleft()
        if way.body == body and way.first is not None:
            return way.first, way.terms
        for joint in machine.joints.values():
            if joint.name == without or way.body not in (joint.parent.body.name, joint.child.body.name):
                continue
            beyond = _across(joint, way)
            key = None if beyond is None else (beyond.body, None if beyond.now is None else tuple(beyond.now.round(6)))
            if beyond is not None and key not in seen:
                seen.add(key)
                ways.append(beyond)
    return None


class _Way(NamedTuple):
    """A way as far as a body: its attitude relative to the base while nothing turns, the axis in the axes of the base and of the
    body, and the coordinates passed."""

    body: str
    attitude: Array
    first: Array | None
    now: Array | None
    terms: Terms


def _across(joint: Any, way: _Way) -> _Way | None:
    """Return a way over one more joint; None where that turns otherwise."""
    outwards = joint.parent.body.name == way.body
    near, far = (joint.parent, joint.child) if outwards else (joint.child, joint.parent)
    R_near, R_far = np.asarray(near.rotation, float), np.asarray(far.rotation, float)
    turning = [k for k, coordinate in enumerate(joint.type.coordinates) if coordinate.unit == "rad"]
    if joint.type.quaternion is not None or len(turning) > 1:
        return None
    if not turning:  # a slider or a weld: both frames keep the same attitude
        R = R_far @ R_near.T
        return _Way(far.body.name, R @ way.attitude, way.first, None if way.now is None else R @ way.now, way.terms)
    axis = R_near[:, 2]
    now = axis if way.now is None else way.now
    if np.linalg.norm(np.cross(now, axis)) > PARALLEL:
        return None
    sign = float(np.sign(now @ axis))
    first = way.attitude.T @ axis if way.first is None else way.first
    term = joint.name, turning[0], sign if outwards else -sign
    return _Way(far.body.name, way.attitude, first, sign * R_far[:, 2], (*way.terms, term))


def wheel_angle(machine: Machine, joint: str, carrier: str, what: str) -> Terms:
    """Angle of the wheel on a joint relative to a carrier, positive as the coordinate of the joint is; that comes first.

    The wheel is the body of the joint that is neither the carrier nor on the way to it.
    """
    J = machine.joints[joint]
    own = next((k for k, c in enumerate(J.type.coordinates) if c.unit == "rad"), None)
    # the wheel is the child, as in most descriptions, or the parent
    for inner, sign in sorted(((J.parent, 1.0), (J.child, -1.0)), key=lambda end: end[0].body.name != carrier):
        found = turn(machine, inner.body.name, carrier, np.asarray(inner.rotation, float)[:, 2], joint)
        if own is not None and found is not None:
            # sign · coordinate is the wheel relative to the inner body, of which the carrier's own turning is taken away
            return (joint, own, 1.0), *((name, k, -sign * factor) for name, k, factor in found[1])
    raise DescriptionError(
        f"{what}: the wheel on joint {joint!r} and its carrier {carrier!r} are not connected by joints that turn about one "
        "direction, so there is no angle between them. Put both on revolute joints with parallel axes."
    )


def total(*sums: tuple[Any, Terms]) -> Terms:
    """Σ factor · sum, with each coordinate once, in the order in which they occur."""
    factors: dict[tuple[str, int], Any] = {}
    for factor, terms in sums:
        for joint, k, own in terms:
            factors[joint, k] = factors.get((joint, k), 0.0) + own * factor
    return tuple((joint, k, factor) for (joint, k), factor in factors.items())
