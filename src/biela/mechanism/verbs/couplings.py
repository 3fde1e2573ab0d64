"""Couplings of a machine: constraints that are no joints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from biela.errors import DescriptionError
from biela.mechanism.coupling import (
    AngularClosure,
    LinearClosure,
    LinearCoupling,
    PointOnCurve,
    PointOnLine,
    PointOnSurface,
    Rod,
)
from biela.mechanism.frame import Frame
from biela.mechanism.parameter import Expression, Scalar, scalar
from biela.mechanism.rolling import Grip, Rolling, Skate
from biela.mechanism.verbs.given import listed, unit_direction
from biela.mechanism.verbs.parts import Joint, Parts, Place, Triple


class CouplingVerbs(Parts):
    """Verbs that add couplings."""

    def rod(self, name: str, a: Place, b: Place, length: Scalar | None = None) -> Rod:
        """Massless rod of constant length between two points; the length of the drawing pose if omitted."""
        A, B = self._pair(a, b, f"rod {name!r}")
        if length is None:
            gap = _in_drawing(B) - _in_drawing(A)
            length = np.sqrt(gap @ gap)
        return self._add(self.couplings, Rod(name, A, B, scalar(length, f"length of rod {name!r}", positive=True)))

    def gear(
        self, name: str, driver: Joint | str, driven: Joint | str, ratio: Scalar, offset: Scalar = 0.0
    ) -> LinearCoupling:
        """Gear pair: angle of `driven` = ratio · angle of `driver` + offset (negative ratio: outside gears).

        Signal `name.effort`: what the pair exerts on the driven joint [N·m].
        """
        return self.coupling(name, [(driven, 1.0), (driver, -scalar(ratio, f"ratio of gear {name!r}"))], offset)

    def rack_and_pinion(
        self, name: str, pinion: Joint | str, rack: Joint | str, radius: Scalar, offset: Scalar = 0.0
    ) -> LinearCoupling:
        """Position of the rack = radius [m] · angle of the pinion + offset. Signal `name.effort`: force on the rack [N]."""
        return self.coupling(
            name, [(rack, 1.0), (pinion, -scalar(radius, f"radius of rack and pinion {name!r}"))], offset
        )

    def coupling(self, name: str, terms: Sequence[tuple[Any, ...]], offset: Scalar = 0.0) -> LinearCoupling:
        """Σ factor · coordinate = offset; `terms` are (joint, factor) or (joint, coordinate, factor).

        Signal `name.effort`: what it exerts on the first of its coordinates.
        """
        what = f"coupling {name!r}"
        full: list[tuple[str, int, Scalar]] = []
        for term in listed(terms, f"terms of {what}"):
            if not isinstance(term, tuple | list) or len(term) not in (2, 3):
                raise DescriptionError(
                    f"{what}: {term!r} is no term: give (joint, factor) or (joint, coordinate, factor)."
                )
            which, factor = (None, term[1]) if len(term) == 2 else (term[1], term[2])
            joint = self._joint(term[0], what)
            if joint.type.quaternion is not None:
                raise DescriptionError(
                    f"{what}: joint {joint.name!r} is {joint.type.kind}; it has no single angle to couple."
                )
            full.append((joint.name, joint.coordinate(which, what), scalar(factor, f"factor of {what}")))
        if not full:
            raise DescriptionError(f"{what} has no terms: give (joint, factor) for each coordinate.")
        return self._add(self.couplings, LinearCoupling(name, tuple(full), scalar(offset, f"offset of {what}")))

    def point_on_line(self, name: str, line: Place, point: Place) -> PointOnLine:
        """A point stays on the z axis of a frame."""
        return self._add(self.couplings, PointOnLine(name, *self._pair(line, point, f"coupling {name!r}")))

    def point_on_plane(self, name: str, plane: Place, point: Place) -> PointOnSurface:
        """A point stays in the x-y plane of a frame."""
        return self._add(self.couplings, PointOnSurface(name, *self._pair(plane, point, f"coupling {name!r}")))

    def point_on_surface(
        self, name: str, frame: Place, point: Place, surface: Callable[[Any, Any, Any], Any]
    ) -> PointOnSurface:
        """A point stays on f(x, y, z) = 0, drawn in a frame; f should be a length."""
        pair = self._pair(frame, point, f"coupling {name!r}")
        return self._add(self.couplings, PointOnSurface(name, *pair, _shape(surface, name)))

    def point_on_curve(
        self, name: str, frame: Place, point: Place, first: Callable[..., Any], second: Callable[..., Any]
    ) -> PointOnCurve:
        """A point stays on the curve f = g = 0, drawn in a frame."""
        pair = self._pair(frame, point, f"coupling {name!r}")
        return self._add(self.couplings, PointOnCurve(name, *pair, (_shape(first, name), _shape(second, name))))

    def linear_closure(self, name: str, a: Place, b: Place, direction: Triple) -> LinearClosure:
        """Along a direction fixed in b, b stays level with a: one of the two rows that all joints are made of."""
        what = f"coupling {name!r}"
        along = unit_direction(direction, f"direction of {what}")
        return self._add(self.couplings, LinearClosure(name, *self._pair(a, b, what), along))

    def angular_closure(
        self, name: str, a: Place, b: Place, a_direction: Triple, b_direction: Triple
    ) -> AngularClosure:
        """A direction fixed in a and one fixed in b stay at right angles: the other row that joints are made of."""
        what = f"coupling {name!r}"
        ends = (
            unit_direction(a_direction, f"a_direction of {what}"),
            unit_direction(b_direction, f"b_direction of {what}"),
        )
        return self._add(self.couplings, AngularClosure(name, *self._pair(a, b, what), *ends))

    def rolling(
        self,
        name: str,
        plane: Place,
        wheel: Place,
        radius: Scalar,
        *,
        axis: Triple = (0.0, 1.0, 0.0),
        grip: Grip = "both",
        supported: bool = True,
    ) -> Rolling:
        """A wheel rolls on the x-y plane of a frame without sliding; its centre is the point `wheel`, its axis fixed there.

        Turning forwards about its axis it moves along axis × normal. The constraint is one of velocities: every place and
        direction on the plane can be reached, none of them sideways.

        Parameters
        ----------
        grip : "both"; "along" where it may slide sideways (rollers of a track), "across" where it may spin
        supported : False where something else keeps its height

        Signals `name.force_x` …: force of the plane on the wheel, in the wheel's axes [N].
        """
        what = f"rolling {name!r}"
        if grip not in ("both", "along", "across"):
            raise DescriptionError(f"{what}: grip is 'both', 'along' or 'across', not {grip!r}.")
        r = scalar(radius, f"radius of {what}", positive=True)
        along = unit_direction(axis, f"axis of {what}")
        return self._add(
            self.couplings, Rolling(name, *self._pair(plane, wheel, what), r, along, grip, bool(supported))
        )

    def skate(self, name: str, plane: Place, blade: Place, direction: Triple = (1.0, 0.0, 0.0)) -> Skate:
        """A blade, or the middle of a track: a point moves along a direction fixed in its body, never across it.

        Signals `name.force_x` …: force of the plane on the blade, in its own axes [N].
        """
        what = f"skate {name!r}"
        along = unit_direction(direction, f"direction of {what}")
        return self._add(self.couplings, Skate(name, *self._pair(plane, blade, what), along))


def _shape(f: Any, name: str) -> Callable[[Any, Any, Any], Any]:
    if not callable(f) or isinstance(f, Expression):
        raise DescriptionError(
            f"coupling {name!r}: {f!r} is no surface: give a function of x, y, z that is zero on it."
        )
    return f  # type: ignore[no-any-return]


def _in_drawing(frame: Frame) -> Any:
    """Position of a frame in the drawing pose."""
    return frame.body.placement @ np.array(frame.position, dtype=object)
