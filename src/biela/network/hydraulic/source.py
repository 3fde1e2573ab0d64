"""Tank, ideal sources and sensors. Pressures are absolute; what a source delivers counts positive; sensors take no power."""

from __future__ import annotations

from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar
from biela.network import HYDRAULIC, Network, Output, Se, Sensor, Sf, Zero
from biela.network.context import NetworkSignals
from biela.network.hydraulic.volume import ATMOSPHERE, require_pressure
from biela.network.registry import component, signal
from biela.network.value import Value, following, is_constant, or_input, value_of


@component("hydraulic.tank", pressure="Pa")
def tank(name: str = "tank", pressure: Scalar = ATMOSPHERE) -> Network:
    """A reservoir at constant pressure [Pa]: takes and gives any flow; port `port`. Signals: `name.flow` (out), `name.power`."""
    return _source(name, Se, pressure, "pressure")


@component("hydraulic.pressure_source", pressure=signal("Pa"))
def pressure_source(name: str, pressure: Value = None) -> Network:
    """A pump that keeps its pressure [Pa] whatever flow is asked for; port `port`. Signals: `name.flow`, `name.power`."""
    return _source(name, Se, pressure, "pressure")


@component("hydraulic.flow_source", flow=signal("m^3/s"))
def flow_source(name: str, flow: Value = None) -> Network:
    """A pump that delivers its flow [m³/s] whatever the pressure; port `port`. Signals: `name.pressure`, `name.power`."""
    return _source(name, Sf, flow, "flow")


def _source(name: str, kind: type[Se] | type[Sf], value: Value, what: str) -> Network:
    if kind is Se and value is not None and is_constant(value):
        require_pressure(value, f"{what} of {name!r}")
    net = Network(name)
    unit = "Pa" if kind is Se else "m³/s"
    value = or_input(net, what, value, unit)
    net.add(Zero("line", domain=HYDRAULIC))
    net.add(kind("source", value if is_constant(value) else lambda s: value_of(value, s), domain=HYDRAULIC))
    net.connect("source", "line")
    net.expose("port", "line")
    net.add(Output("delivery", lambda s: -s["source.flow"], unit="m³/s"))
    net.publish(flow="delivery.value", pressure="line.effort", power="source.power")
    return net


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
