"""Loads of a machine: springs, friction, stops, forces, contacts, soil."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from biela.errors import DescriptionError
from biela.mechanism.frame import Frame
from biela.mechanism.load import (
    AppliedWrench,
    Blade,
    Bushing,
    Contact,
    Footing,
    Friction,
    JointSpring,
    Spring,
    Stop,
    UserEffort,
    UserForce,
)
from biela.mechanism.load.bushing import six
from biela.mechanism.load.spring_damper import Law
from biela.mechanism.motion import function
from biela.mechanism.parameter import Expression, Scalar, nominal, scalar
from biela.mechanism.verbs.given import law_of_signals, listed
from biela.mechanism.verbs.parts import Joint, Parts, Place


class LoadVerbs(Parts):
    """Verbs that add loads."""

    def spring(
        self, name: str, a: Place, b: Place, stiffness: Scalar = 0.0, damping: Scalar = 0.0, free_length: Scalar = 0.0,
        preload: Scalar = 0.0, curve: Any = None,
    ) -> Spring:  # fmt: skip
        """Spring-damper between two points [N/m, N·s/m, m, N]; `curve` is tension against elongation, T(l − l₀)."""
        A, B = self._pair(a, b, f"spring {name!r}")
        return self._add(self.loads, Spring(name, A, B, _law(name, stiffness, damping, free_length, preload, curve)))

    def joint_spring(
        self, name: str, joint: Joint | str, stiffness: Scalar = 0.0, damping: Scalar = 0.0, rest: Scalar = 0.0,
        preload: Scalar = 0.0, curve: Any = None, coordinate: str | int | None = None,
    ) -> JointSpring:  # fmt: skip
        """Spring-damper on a joint coordinate: effort = −[preload + k (x − rest) + c ẋ]."""
        J, i = self._coordinate(joint, coordinate, f"spring {name!r}")
        if J.type.quaternion is not None and (stiffness != 0 or preload != 0 or curve is not None):
            raise DescriptionError(
                f"spring {name!r}: joint {J.name!r} is {J.type.kind}; use m.bushing for a rotational spring there."
            )
        return self._add(self.loads, JointSpring(name, J.name, i, _law(name, stiffness, damping, rest, preload, curve)))

    def bushing(self, name: str, a: Place, b: Place, stiffness: Any, damping: Any = 0.0, free: Any = ()) -> Bushing:
        """Six springs and dampers between two frames, angular first; `free` lists directions that carry nothing (0 to 5)."""
        what = f"bushing {name!r}"
        k = tuple(scalar(x, f"stiffness of {what}", nonnegative=True) for x in six(stiffness, f"stiffness of {what}"))
        c = tuple(scalar(x, f"damping of {what}", nonnegative=True) for x in six(damping, f"damping of {what}"))
        free = listed(free, f"free directions of {what}")
        if any(not isinstance(i, int | np.integer) or isinstance(i, bool) or i not in range(6) for i in free):
            raise DescriptionError(
                f"{what}: free directions are numbers 0 to 5 (angular x y z, linear x y z), not {free!r}."
            )
        return self._add(self.loads, Bushing(name, *self._pair(a, b, what), k, c, tuple(i in free for i in range(6))))

    def friction(
        self, name: str, joint: Joint | str, viscous: Scalar = 0.0, coulomb: Scalar = 0.0, static: Scalar | None = None,
        stribeck_speed: Scalar = 0.1, smoothing: Scalar = 1e-3, coordinate: str | int | None = None,
    ) -> Friction:  # fmt: skip
        """Viscous + smooth Coulomb/Stribeck friction on a joint coordinate; see `Friction`."""
        J, i = self._coordinate(joint, coordinate, f"friction {name!r}")
        for value, label in ((viscous, "viscous"), (coulomb, "coulomb"), (0.0 if static is None else static, "static")):
            scalar(value, f"{label} coefficient of friction {name!r}", nonnegative=True)
        for value, label in ((stribeck_speed, "stribeck_speed"), (smoothing, "smoothing")):
            scalar(value, f"{label} of friction {name!r}", positive=True)
        return self._add(self.loads, Friction(name, J.name, i, viscous, coulomb, static, stribeck_speed, smoothing))

    def stop(
        self, name: str, joint: Joint | str, lower: Scalar | None = None, upper: Scalar | None = None, *, stiffness: Scalar,
        damping: Scalar = 0.0, coordinate: str | int | None = None,
    ) -> Stop:  # fmt: skip
        """Compliant end stops of a joint coordinate; see `Stop`."""
        J, i = self._coordinate(joint, coordinate, f"stop {name!r}")
        if lower is None and upper is None:
            raise DescriptionError(f"stop {name!r} has no limit: give lower, upper or both.")
        for value, label in ((lower, "lower"), (upper, "upper")):
            if value is not None:
                scalar(value, f"{label} limit of stop {name!r}")
        if lower is not None and upper is not None and nominal(lower) >= nominal(upper):
            raise DescriptionError(
                f"stop {name!r}: lower limit {nominal(lower):g} is not below the upper one {nominal(upper):g}."
            )
        scalar(stiffness, f"stiffness of stop {name!r}", positive=True)
        scalar(damping, f"damping of stop {name!r}", nonnegative=True)
        return self._add(self.loads, Stop(name, J.name, i, lower, upper, stiffness, damping))

    def wrench(
        self, name: str, at: Place, force: Any = (0.0, 0.0, 0.0), moment: Any = (0.0, 0.0, 0.0),
        axes: Literal["frame", "ground"] = "ground",
    ) -> AppliedWrench:  # fmt: skip
        """Force [N] and moment [N·m] on a body; entries are numbers, functions of time (the argument is called `t` or
        `time`), or functions of signals (any other name of the argument, `lambda s: -2 * s["A.rate"]`)."""
        what = f"wrench {name!r}"
        entries = [_components(v, f"{label} of {what}") for v, label in ((force, "force"), (moment, "moment"))]
        if not isinstance(axes, str) or axes not in ("frame", "ground"):
            raise DescriptionError(f"{what}: axes are 'frame' or 'ground', not {axes!r}.")
        return self._add(self.loads, AppliedWrench(name, self._frame(at, what), entries[0], entries[1], axes))

    def user_effort(
        self, name: str, joint: Joint | str, law: Callable[[Any], Any], coordinate: str | int | None = None
    ) -> UserEffort:
        """Effort on a joint coordinate, any expression of the signals: `lambda s: -k * s["A.angle"] ** 3`.

        A function whose argument is called `t` or `time` receives the time instead.
        """
        J, i = self._coordinate(joint, coordinate, f"effort {name!r}")
        return self._add(self.loads, UserEffort(name, J.name, i, law_of_signals(law, name)))

    def user_force(self, name: str, a: Place, b: Place, law: Callable[[Any], Any]) -> UserForce:
        """Tension between two points, any expression of the signals; positive pulls them together.

        A function whose argument is called `t` or `time` receives the time instead.
        """
        return self._add(self.loads, UserForce(name, *self._pair(a, b, f"force {name!r}"), law_of_signals(law, name)))

    def contact(self, law: Contact) -> Contact:
        """Contact of a body with its surroundings (a tyre, a foot): a law that sees how its frame stands and moves."""
        if not isinstance(law, Contact):
            raise DescriptionError(f"{law!r} is no contact: give an object of a class derived from `Contact`.")
        return self._add(self.loads, replace(law, frame=self._frame(law.frame, f"contact {law.name!r}")))

    def blade(
        self, name: str, at: Place, *, width: Scalar, density: Scalar, cohesion: Scalar, friction_angle: Scalar,
        tool_friction: Scalar, adhesion: Scalar = 0.0, surcharge: Scalar = 0.0, thickness: Scalar = 0.02,
        gravity: Scalar = 9.81, smoothing: Scalar = 0.01, surface: Place = "ground",
    ) -> Blade:  # fmt: skip
        """A blade or bucket that cuts soil (fundamental equation of earth moving); for equations and signs see `Blade`.

        Parameters
        ----------
        at : frame at the middle of the cutting edge: x along the blade and out of the edge, y along the edge, z out of its face
        width, thickness : of the edge [m]
        density, cohesion, friction_angle : ρ [kg/m³], c [Pa] and φ [rad] of the soil
        tool_friction, adhesion : δ [rad] and c_a [Pa] between soil and blade
        surcharge : q on the surface [Pa]
        gravity : that makes the soil heavy [m/s²]
        smoothing : speed v₀ of the blade at which the soil resists nearly in full [m/s]
        surface : frame on the ground: its origin lies on the surface of the soil, its z axis is the normal
        """
        what = f"blade {name!r}"
        above = {"width": width, "density": density, "friction_angle": friction_angle, "thickness": thickness,
                 "smoothing": smoothing}  # fmt: skip
        others = {"cohesion": cohesion, "tool_friction": tool_friction, "adhesion": adhesion, "surcharge": surcharge,
                  "gravity": gravity}  # fmt: skip
        data = {key: scalar(x, f"{key} of {what}", positive=True) for key, x in above.items()}
        data |= {key: scalar(x, f"{key} of {what}", nonnegative=True) for key, x in others.items()}
        for key in ("friction_angle", "tool_friction"):
            if nominal(data[key]) > np.pi / 3:
                raise DescriptionError(
                    f"{key} of {what} is {nominal(data[key]):g} rad: soils have less than 60°. Multiply degrees by biela.deg."
                )
        return self._add(self.loads, Blade(name, self._frame(at, what), surface=self._surface(surface, what), **data))

    def footing(
        self, name: str, at: Place, *, stiffness: Scalar, damping: Scalar = 0.0, friction: Scalar = 0.0,
        smoothing: Scalar = 1e-3, surface: Place = "ground",
    ) -> Footing:  # fmt: skip
        """A point that stands on compliant ground: spring and damper that only push, and friction; see `Footing`.

        Parameters
        ----------
        at : the point that touches the ground
        stiffness, damping : k [N/m], and e [s/m] of k δ (1 + 3/2 e δ̇)
        friction : μ [1];  smoothing : sliding speed v₀ below which it is viscous [m/s]
        surface : frame on the ground: its origin lies on the plane, its z axis is the normal
        """
        what = f"footing {name!r}"
        scalar(stiffness, f"stiffness of {what}", positive=True)
        scalar(smoothing, f"smoothing of {what}", positive=True)
        for key, x in (("damping", damping), ("friction", friction)):
            scalar(x, f"{key} of {what}", nonnegative=True)
        plane = self._surface(surface, what)
        return self._add(
            self.loads, Footing(name, self._frame(at, what), stiffness, plane, damping, friction, smoothing)
        )

    def _surface(self, where: Place, what: str) -> Frame:
        """A frame on the ground, whose z axis is the normal of a surface."""
        frame = self._frame(where, f"surface of {what}")
        if not frame.body.is_ground:
            raise DescriptionError(f"surface of {what} is on body {frame.body.name!r}: it must be on the ground.")
        return frame


def _components(v: Any, what: str) -> tuple[Any, ...]:
    """Three components, each a number or a function."""
    if callable(v) and not isinstance(v, Expression):
        raise DescriptionError(f"{what} is one function: give three components, such as (0, lambda t: 5 * t, 0).")
    entries = listed(v, what)
    if len(entries) != 3:
        raise DescriptionError(f"{what} has {len(entries)} components: give three.")
    return tuple(x if callable(x) and not isinstance(x, Expression) else scalar(x, what) for x in entries)


def _law(name: str, stiffness: Scalar, damping: Scalar, rest: Scalar, preload: Scalar, curve: Any) -> Law:
    scalar(stiffness, f"stiffness of spring {name!r}", nonnegative=True)
    scalar(damping, f"damping of spring {name!r}", nonnegative=True)
    scalar(rest, f"rest position of spring {name!r}")
    scalar(preload, f"preload of spring {name!r}")
    return Law(
        stiffness, damping, rest, preload, None if curve is None else function(curve, f"curve of spring {name!r}")
    )
