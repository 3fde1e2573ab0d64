"""Place of a joint: its frames on both bodies."""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.lie import so3
from biela.mechanism.frame import Frame, direction, rounded
from biela.mechanism.joint import JointType
from biela.mechanism.parameter import vector
from biela.mechanism.parts import Joint, Parts, Place, Triple


class Placing(Parts):
    """Joints, placed in the drawing pose, on each body, or by frames."""

    def joint(
        self, name: str, type: JointType, parent: Place, child: Place, *, point: Triple | None = None,
        axis: Triple | None = None, second_axis: Triple | None = None, parent_point: Triple | None = None,
        child_point: Triple | None = None, parent_axis: Triple | None = None, child_axis: Triple | None = None,
        cut: bool | None = None,
    ) -> Joint:  # fmt: skip
        """Add a joint of a given type. Its axis is the z axis of both joint frames. Three ways to place it:

        - in the drawing pose: one `point` [m] and one `axis`, in world coordinates (the coordinate is then zero there);
        - on each body: `parent_point`, `child_point` and `axis` (same components on both bodies, or `parent_axis` and
          `child_axis`);
        - by frames: pass frames instead of bodies (their z axes, or the `axis` given in them, become the joint axis).
        """
        what = f"joint {name!r}"
        if not isinstance(type, JointType):
            raise DescriptionError(f"{what}: {type!r} is not a type of joint: use m.revolute, m.prismatic, …")
        if not (cut is None or isinstance(cut, bool)):
            raise DescriptionError(f"{what}: cut is True, False or None, not {cut!r}.")
        P, C = self._frame(parent, what), self._frame(child, what)
        if P.body is C.body:
            raise DescriptionError(f"{what} ties body {P.body.name!r} to itself: a joint needs two different bodies.")
        if parent_axis is not None and child_axis is not None and axis is not None:
            raise DescriptionError(f"{what}: give either axis, or parent_axis and child_axis, not all three.")
        frames: list[Frame] = []
        if point is None:
            places = ((P, parent_point, parent_axis), (C, child_point, child_axis))
            for F, r, own in places:
                at = np.array(vector((0, 0, 0) if r is None else r, f"point of {what}"), dtype=object)
                axes = axes_of(own if own is not None else axis, second_axis, what)
                frames.append(Frame(F.body, name, tuple(F.pose @ at), rounded(F.rotation @ axes)))
        else:
            if any(x is not None for x in (parent_point, child_point, parent_axis, child_axis)):
                raise DescriptionError(f"{what}: give either one point in the drawing pose or a point on each body, not both.")
            if any(F.name != "origin" or F.body.frames.get("origin") is F for F in (P, C)):
                raise DescriptionError(
                    f"{what}: give either a point in the drawing pose, with bodies, or frames on the bodies, not both."
                )
            R = axes_of(axis, second_axis, what)
            at = np.array(vector(point, f"point of {what}"), dtype=object)
            for body, B in ((F.body, F.body.placement) for F in (P, C)):
                frames.append(Frame(body, name, tuple(B.rotation.T @ (at - B.position)), rounded(B.rotation.T @ R)))
        return self._add(self.joints, Joint(name, type, frames[0], frames[1], cut))


def axes_of(axis: Triple | None, second: Triple | None, what: str) -> Array:
    """Rotation whose z column is the axis; its y column the second axis where one is given."""
    z = np.array([0.0, 0.0, 1.0]) if axis is None else direction(axis, f"axis of {what}")
    if np.linalg.norm(z) < 1e-12:
        raise DescriptionError(f"axis of {what} is zero: give a direction.")
    z = z / np.linalg.norm(z)
    if second is None:
        return np.asarray(so3.align(z))
    y = direction(second, f"second axis of {what}")
    if np.linalg.norm(y) < 1e-12 or abs(y @ z) > 1e-9 * np.linalg.norm(y):
        raise DescriptionError(f"second axis of {what} must be a direction at right angles to the first.")
    y = y / np.linalg.norm(y)
    return np.column_stack([np.cross(y, z), y, z])


guard(__name__)
