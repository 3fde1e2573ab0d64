"""Sensors of signals that are there already: the angle of a joint, a pressure, a flow, a force."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element, family
from biela.element.role import data, joint, signal_law, signal_name, signal_names, text
from biela.mechanism.attached import Machine, OnJoint
from biela.mechanism.sensor.base import Output, Sensor


@element("encoder", noun="sensor")
class Encoder(Sensor, OnJoint):
    """Coordinate of a joint."""

    period: float = data(  # type: ignore[misc]
        "rad >= 0", default=0.0, kw_only=True,
        about="the turn after which an absolute one begins anew; 0 if turns are counted",
    )  # fmt: skip
    signal: str = field(default="", kw_only=True)

    def checked(self, machine: Machine) -> Self:
        kind = machine.joints[self.joint].type
        if kind.quaternion is not None:
            raise DescriptionError(f"sensor {self.name!r}: a {kind.kind} joint has no single angle to read.")
        signal = f"{self.joint}.{kind.coordinates[self.coordinate].name}"
        return Sensor.checked(replace(self, signal=signal), machine)

    @property
    def readings(self) -> tuple[str, ...]:
        return (self.signal,)


@element("gauge", noun="sensor")
class Gauge(Sensor):
    """Measures signals by name: pressures, flows, forces and moments of joints (a load cell), speeds."""

    signals: tuple[str, ...] = data(signal_names())
    kind: str = data(text(), default="signal", kw_only=True, about="what it measures, in a word")

    def checked(self, machine: Machine) -> Self:
        if not self.signals:
            raise DescriptionError(f"sensor {self.name!r} reads nothing: name its signals, such as 'boom/head.pressure'.")
        return super().checked(machine)

    @property
    def readings(self) -> tuple[str, ...]:
        return self.signals


@family
class SignalSensor(Sensor):
    """Measures one signal of a network."""

    signal: str = data(signal_name(), about="name of a signal of a network")

    @property
    def readings(self) -> tuple[str, ...]:
        return (self.signal,)


@element("pressure_sensor", noun="sensor")
class PressureSensor(SignalSensor):
    """A pressure of a network [Pa]."""


@element("flow_sensor", noun="sensor")
class FlowSensor(SignalSensor):
    """A flow of a network [m³/s]."""


@element("load_cell", noun="sensor")
class LoadCell(Sensor):
    """A force or moment that a joint carries: any of its signals of reaction or effort."""

    joint: str = data(joint())
    quantity: str = data(text(), default="force_on_child_x", about="name of the signal of the joint")

    @property
    def readings(self) -> tuple[str, ...]:
        return (f"{self.joint}.{self.quantity}",)


@element("user_sensor", noun="sensor")
class UserSensor(Sensor):
    """Any expression of the signals, accelerations and reactions too, as signal `name.value`."""

    law: Any = data(signal_law(), key="value")
    unit: str = data(text(), default="", about="of the value")

    @property
    def outputs(self) -> tuple[Output, ...]:
        return (Output("value", self.unit, None, lambda signals: signals.value(self.law, f"sensor {self.name!r}")),)
