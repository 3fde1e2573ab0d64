"""What moves a machine and what is measured on it: motors, thrusters, prescribed motions, sensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Unpack

from biela.errors import DescriptionError
from biela.mechanism.actuator import Drive, JointActuator, LineActuator
from biela.mechanism.motion import function
from biela.mechanism.parameter import nominal, scalar
from biela.mechanism.sensor import (
    DistanceSensor,
    Errors,
    FrameSensor,
    Imperfect,
    SignalSensor,
    UserSensor,
    checked_axes,
)
from biela.mechanism.verbs.given import law_of_signals, text
from biela.mechanism.verbs.parts import Joint, Parts, Place


class SensorVerbs(Parts):
    """Verbs that add actuators, drives and sensors."""

    def motor(self, name: str, joint: Joint | str, coordinate: str | int | None = None) -> JointActuator:
        """An input: effort on a joint coordinate [N·m or N]."""
        J, i = self._coordinate(joint, coordinate, f"motor {name!r}")
        return self._add(self.actuators, JointActuator(name, J.name, i, J.type.efforts[i].unit))

    def thruster(self, name: str, a: Place, b: Place) -> LineActuator:
        """An input: thrust between two points [N]; positive pushes them apart."""
        return self._add(self.actuators, LineActuator(name, *self._pair(a, b, f"thruster {name!r}")))

    def drive(
        self, joint: Joint | str, motion: Any, coordinate: str | int | None = None, name: str | None = None
    ) -> Drive:
        """Prescribe a joint coordinate as a function of time; the driving effort becomes the signal `name.effort`."""
        J, i = self._coordinate(joint, coordinate, "drive")
        if J.type.quaternion is not None:
            raise DescriptionError(
                f"drive of joint {J.name!r}: a {J.type.kind} joint has no single coordinate to prescribe."
            )
        name = f"{J.name}_drive" if name is None else name
        if any(d.joint == J.name and d.coordinate == i for d in self.drives.values()):
            raise DescriptionError(f"joint {J.name!r} is driven twice: remove one drive.")
        return self._add(self.drives, Drive(name, J.name, i, function(motion, f"motion of drive {name!r}")))

    def point_sensor(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Position, velocity and acceleration of a point, in ground axes; for the errors of sensors see `Errors`."""
        return self._add(self.sensors, self._at_frame(name, at, "point", axes, errors))

    def position_sensor(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Position of a point in ground axes, as satellites or a camera give it."""
        return self._add(self.sensors, self._at_frame(name, at, "position", axes, errors))

    def gyroscope(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Angular velocity in the axes of the frame."""
        return self._add(self.sensors, self._at_frame(name, at, "gyroscope", axes, errors))

    def accelerometer(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Acceleration minus gravity in the axes of the frame."""
        return self._add(self.sensors, self._at_frame(name, at, "accelerometer", axes, errors))

    def imu(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Gyroscope and accelerometer in one: rates first, then accelerations; errors have one entry for all, or for each."""
        return self._add(self.sensors, self._at_frame(name, at, "imu", axes, errors))

    def _at_frame(self, name: str, at: Place, kind: Any, axes: str, errors: Any) -> FrameSensor:
        count = len(checked_axes(axes, name)) * (2 if kind == "imu" else 1)
        return FrameSensor(name, self._frame(at, f"sensor {name!r}"), kind, axes, Errors.of(name, count, errors))

    def distance_sensor(self, name: str, a: Place, b: Place, **errors: Unpack[Imperfect]) -> DistanceSensor:
        """Distance between two points and its rate: a cable, a laser."""
        own = Errors.of(name, 1, errors)
        return self._add(self.sensors, DistanceSensor(name, *self._pair(a, b, f"sensor {name!r}"), own))

    def user_sensor(
        self, name: str, law: Callable[[Any], Any], unit: str = "", **errors: Unpack[Imperfect]
    ) -> UserSensor:
        """Any expression of the signals, accelerations and reactions too, as signal `name.value`."""
        own = Errors.of(name, 1, errors)
        return self._add(
            self.sensors, UserSensor(name, law_of_signals(law, name), text(unit, f"unit of sensor {name!r}"), own)
        )

    def encoder(
        self, name: str, joint: Joint | str, coordinate: str | int | None = None, *, period: float = 0.0,
        **errors: Unpack[Imperfect],
    ) -> SignalSensor:  # fmt: skip
        """Coordinate of a joint; `period` is the turn after which an absolute one begins anew [rad], 0 if turns are counted."""
        J, i = self._coordinate(joint, coordinate, f"sensor {name!r}")
        if J.type.quaternion is not None:
            raise DescriptionError(f"sensor {name!r}: a {J.type.kind} joint has no single angle to read.")
        turn = scalar(period, f"period of sensor {name!r}", nonnegative=True)
        signal = f"{J.name}.{J.type.coordinates[i].name}"
        return self._add(
            self.sensors, SignalSensor(name, (signal,), "encoder", nominal(turn), Errors.of(name, 1, errors))
        )

    def gauge(self, name: str, *signals: str, kind: str = "signal", **errors: Unpack[Imperfect]) -> SignalSensor:
        """Measures signals by name: pressures, flows, forces and moments of joints (a load cell), speeds."""
        for signal in signals:
            text(signal, f"signal of sensor {name!r}")
        if not signals:
            raise DescriptionError(f"sensor {name!r} reads nothing: name its signals, such as 'boom/head.pressure'.")
        own = Errors.of(name, len(signals), errors)
        return self._add(self.sensors, SignalSensor(name, signals, kind, 0.0, own))

    def pressure_sensor(self, name: str, signal: str, **errors: Unpack[Imperfect]) -> SignalSensor:
        """A pressure of a network [Pa]."""
        return self.gauge(name, signal, kind="pressure", **errors)

    def flow_sensor(self, name: str, signal: str, **errors: Unpack[Imperfect]) -> SignalSensor:
        """A flow of a network [m³/s]."""
        return self.gauge(name, signal, kind="flow", **errors)

    def load_cell(
        self, name: str, joint: Joint | str, quantity: str = "force_on_child_x", **errors: Unpack[Imperfect]
    ) -> SignalSensor:
        """A force or moment that a joint carries: any of its signals of reaction or effort."""
        return self.gauge(name, f"{self._joint(joint, f'sensor {name!r}').name}.{quantity}", kind="force", **errors)
