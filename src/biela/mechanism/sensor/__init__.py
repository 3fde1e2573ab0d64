"""Sensors: what is measured, and how well."""

from biela.mechanism.sensor.base import DYNAMICS, POSITION, VELOCITY, Errors, Output, Sensor
from biela.mechanism.sensor.frame import Accelerometer, DistanceSensor, FrameSensor, Gyroscope, Imu, PointSensor, PositionSensor
from biela.mechanism.sensor.relative import RelativeSensor
from biela.mechanism.sensor.signal import Encoder, FlowSensor, Gauge, LoadCell, PressureSensor, SignalSensor, UserSensor

__all__ = [
    "DYNAMICS", "POSITION", "VELOCITY", "Accelerometer", "DistanceSensor", "Encoder", "Errors", "FlowSensor", "FrameSensor",
    "Gauge", "Gyroscope", "Imu", "LoadCell", "Output", "PointSensor", "PositionSensor", "PressureSensor", "RelativeSensor",
    "Sensor", "SignalSensor", "UserSensor",
]  # fmt: skip
