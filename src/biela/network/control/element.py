"""Signals on the way from an operator to a valve: levers, filters, rate limits, dead bands."""

from __future__ import annotations

from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar
from biela.network.context import NetworkSignals
from biela.network.element import Integrator
from biela.network.network import Network
from biela.network.registry import component, signal
from biela.network.value import Value, add_outputs, clip, following, or_input, value_of

LAG = 1e-3
"""Time constant with which a rate limiter follows a signal that is slow enough [s]."""


@component("control.lever", position=signal("1"), dead_band="1", exponent="1", gain="any")
def lever(name: str, position: Value = None, *, dead_band: float = 0.05, exponent: float = 1.0, gain: Scalar = 1.0) -> Network:
    """Lever of an operator, −1 … 1: dead band around the middle, progressive beyond. Signal: `name.output`.

        y = gain · sgn(u) ((|u| − b) / (1 − b))ⁿ

    position : a number, a function of time, a law, or None for an input `name/position` of the machine
    """
    if not 0 <= dead_band < 1 or exponent <= 0:
        raise DescriptionError(f"lever {name!r}: dead_band lies in 0 … 1 and the exponent above 0.")
    net = Network(name)
    position = or_input(net, "position", position)

    def shaped(s: NetworkSignals) -> Operand:
        u = clip(value_of(position, s), -1.0, 1.0)
        beyond = xp.fmax(xp.fabs(u) - dead_band, 0.0) / (1 - dead_band)
        return gain * xp.sign(u) * (beyond if exponent == 1.0 else beyond**exponent)

    add_outputs(net, output=(shaped, "1"))
    return net


@component("control.low_pass", "filter", signal=signal(), time_constant="s > 0", initial="any")
def low_pass(name: str, signal: Value, time_constant: Scalar, *, initial: Scalar = 0.0, unit: str = "1") -> Network:
    """First-order filter T ẏ = u − y. Signal: `name.output`."""
    net = Network(name)
    net.add(following("output", lambda s: value_of(signal, s), time_constant, initial=initial, unit=unit))
    net.publish("output", "output.value")
    return net


@component("control.rate_limiter", signal=signal(), rate="any > 0", initial="any", lag="s > 0")
def rate_limiter(name: str, signal: Value, rate: Scalar, *, initial: Scalar = 0.0, lag: float = LAG) -> Network:
    """Limiter: follows a signal no faster than `rate` [1/s]; within `lag` [s] where it is slow enough. Signal: `name.output`."""
    net = Network(name)
    add_rate_limit(net, signal, rate, initial, lag)
    return net


def add_rate_limit(net: Network, signal: Value, rate: Scalar, initial: Scalar = 0.0, lag: float = LAG) -> None:
    """Add the signal `output`, which follows another no faster than `rate` [1/s]."""

    def change(s: NetworkSignals) -> Operand:
        return clip((value_of(signal, s) - s["output.value"]) / lag, -rate, rate)

    net.add(Integrator("output", change, initial=initial))
    net.publish("output", "output.value")
