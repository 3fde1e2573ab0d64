"""Pose, velocity and acceleration of one frame relative to another, in the axes of a third."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self

from biela.base.errors import DescriptionError, nearest
from biela.element.declaration import element
from biela.element.role import data, place, text
from biela.lie import array as xp
from biela.mechanism.attached import Machine
from biela.mechanism.frame import Frame
from biela.mechanism.sensor.base import DYNAMICS, POSITION, VELOCITY, Output, Sensor

COINCIDENT = 1e-15
"""Points nearer than this coincide: the line between them has no direction [m]."""


def _length(see: Any) -> xp.Operand:
    return xp.sqrt(xp.dot(see.position, see.position))


def _turn(k: int) -> Callable[[Any], xp.Operand]:
    """Angle about axis k of a, from the axes j and i of b (i, j, k cyclic): atan2(−e_j · a_i, e_j · a_j)."""
    i, j = (k + 1) % 3, (k + 2) % 3
    return lambda see: xp.atan2(-see.rotation[i, j], see.rotation[j, j])


def _quaternion(k: int) -> Callable[[Any], xp.Operand]:
    """Entry k of the unit quaternion of R with w ≥ 0: |e| from the diagonal, the sign from the skew part."""

    def value(see: Any) -> xp.Operand:
        R = see.rotation
        if k == 0:
            return 0.5 * xp.sqrt(xp.fmax(1.0 + R[0, 0] + R[1, 1] + R[2, 2], 0.0))
        i, j = k % 3, (k + 1) % 3
        size = 0.5 * xp.sqrt(xp.fmax(1.0 + R[k - 1, k - 1] - R[i, i] - R[j, j], 0.0))
        return xp.where(R[j, i] - R[i, j] < 0.0, -size, size)

    return value


def _cosine(i: int, k: int) -> Callable[[Any], xp.Operand]:
    return lambda see: see.rotation[i, k]


EULER_ANGLES: dict[str, Callable[[Any], xp.Operand]] = {
    "psi": lambda see: xp.atan2(see.rotation[0, 2], -see.rotation[1, 2]),
    "theta": lambda see: xp.atan2(xp.sqrt(see.rotation[0, 2] ** 2 + see.rotation[1, 2] ** 2), see.rotation[2, 2]),
    "phi": lambda see: xp.atan2(see.rotation[2, 0], see.rotation[2, 1]),
}
"""Body-fixed 3-1-3 angles: R = R_z(ψ) R_x(θ) R_z(φ)."""
QUANTITIES: dict[str, tuple[Output, ...]] = {
    "position": (Output("", "m", POSITION, lambda see: see.position, vector=True), Output("length", "m", POSITION, _length)),
    "velocity": (
        Output("velocity_", "m/s", VELOCITY, lambda see: see.velocity, vector=True),
        Output(
            "length_rate", "m/s", VELOCITY, lambda see: xp.dot(see.position, see.velocity) / xp.fmax(_length(see), COINCIDENT)
        ),  # fmt: skip
    ),
    "acceleration": (Output("acceleration_", "m/s²", DYNAMICS, lambda see: see.acceleration, vector=True),),
    "rate": (Output("rate_", "rad/s", VELOCITY, lambda see: see.angular_velocity, vector=True),),
    "angular_acceleration": (
        Output("angular_acceleration_", "rad/s²", DYNAMICS, lambda see: see.angular_acceleration, vector=True),
    ),
    "turn": tuple(Output(f"turn_{'xyz'[k]}", "rad", POSITION, _turn(k)) for k in range(3)),
    "euler": tuple(Output(name, "rad", POSITION, angle) for name, angle in EULER_ANGLES.items()),
    "quaternion": tuple(Output(f"quaternion_{'wxyz'[k]}", "1", POSITION, _quaternion(k)) for k in range(4)),
    "cosine": tuple(Output(f"cosine_{'xyz'[i]}{'xyz'[k]}", "1", POSITION, _cosine(i, k)) for i in range(3) for k in range(3)),
}
"""Quantity → its signals."""


@element("relative_sensor", noun="sensor")
class RelativeSensor(Sensor):
    """Pose, velocity and acceleration of frame b relative to a; vectors are in the axes of a third frame, the ground by default.

    `quantities` chooses what it reads, in one text:

    | quantity | signals |
    |---|---|
    | position | `x`, `y`, `z` from a to b, `length` |
    | velocity | `velocity_x` …: v_b − v_a; `length_rate` |
    | acceleration | `acceleration_x` …: of b minus that of a |
    | rate | `rate_x` …: ω_b − ω_a |
    | angular_acceleration | `angular_acceleration_x` …: of b minus that of a |
    | turn | `turn_x`, `turn_y`, `turn_z`: angle of b about each axis of a, −π to π |
    | euler | `psi`, `theta`, `phi`: R_ab = R_z(ψ) R_x(θ) R_z(φ) |
    | quaternion | `quaternion_w` …, of R_ab, w ≥ 0 |
    | cosine | `cosine_xx` … `cosine_zz`: the entries of R_ab, axis of a first |

    Velocities and accelerations are differences of those in the ground: an observer who turns with a sees other ones.
    """

    a: Frame = data(place())
    b: Frame = data(place())
    axes: Frame = data(place(), default="ground", kw_only=True, about="vectors are in the axes of this frame")
    quantities: str = data(text(), default="position velocity", kw_only=True, about="what it reads; see above")

    view: ClassVar[str] = "relative"

    def checked(self, machine: Machine) -> Self:
        words = self.quantities.split()
        for word in words or [""]:
            if word not in QUANTITIES:
                raise DescriptionError(
                    f"sensor {self.name!r} cannot read {word!r}: `quantities` takes some of {' '.join(QUANTITIES)}."
                    f"{nearest(word, list(QUANTITIES))}"
                )
        return super().checked(machine)

    @property
    def marks(self) -> tuple[Frame, ...]:
        return (self.b,)

    @property
    def outputs(self) -> tuple[Output, ...]:  # type: ignore[override]
        return tuple(o for word in dict.fromkeys(self.quantities.split()) for o in QUANTITIES[word])
