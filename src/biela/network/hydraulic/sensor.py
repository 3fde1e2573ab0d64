"""Sensors: pressure, flow and power as signals, with the lag of a real instrument if asked for. They take no power."""

from __future__ import annotations

from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar
from biela.network.context import NetworkSignals
from biela.network.domain import HYDRAULIC
from biela.network.element import Sensor, Zero
from biela.network.network import Network
from biela.network.registry import component, signal
from biela.network.value import Value, following, value_of


@component("hydraulic.pressure_sensor", time_constant="s > 0", initial="Pa")
def pressure_sensor(name: str, *, time_constant: Scalar | None = None, initial: Scalar = 0.0) -> Network:
    """Pressure gauge at a line; port `port`. Signal: `name.value` [Pa]."""
    net = Network(name)
    net.add(Zero("line", domain=HYDRAULIC))
    net.add_at("line", Sensor("gauge", "effort"))
    net.expose("port", "line")
    return _reading(net, "gauge.value", time_constant, initial, "Pa")


@component("hydraulic.flow_sensor", flow=signal("m^3/s"), time_constant="s > 0", initial="m^3/s")
def flow_sensor(name: str, flow: Value, *, time_constant: Scalar | None = None, initial: Scalar = 0.0) -> Network:
    """Flow meter: reads the flow of a component, `flow="throttle.flow"`. Signal: `name.value` [m³/s]."""
    return _reading(Network(name), flow, time_constant, initial, "m³/s")


@component("hydraulic.power_sensor", pressure=signal("Pa"), flow=signal("m^3/s"), time_constant="s > 0", initial="W")
def power_sensor(name: str, pressure: Value, flow: Value, *, time_constant: Scalar | None = None, initial: Scalar = 0.0) -> Network:
    """Hydraulic power p Q of two signals. Signal: `name.value` [W]."""

    def power(s: NetworkSignals) -> Operand:
        return value_of(pressure, s) * value_of(flow, s)

    return _reading(Network(name), power, time_constant, initial, "W")


def _reading(net: Network, measured: Value, time_constant: Scalar | None, initial: Scalar, unit: str) -> Network:
    net.add(following("reading", lambda s: value_of(measured, s), time_constant, initial=initial, unit=unit))
    net.publish(value="reading.value")
    return net
