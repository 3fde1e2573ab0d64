"""PID controller: proportional, integral and derivative action with limits, anti-windup, filter and rate limit; and signals on the
way from an operator to a valve: levers, filters, rate limits, dead bands.

    e = r − y
    u₀ = k_p e + k_i ∫ e dt + k_d ė + feed-forward
    u  = u₀ cut off at the limits
"""

from __future__ import annotations

from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.load.user import takes_time
from biela.mechanism.motion import is_motion
from biela.mechanism.parameter import Scalar, nominal, vector
from biela.network import Integrator, Network, Output
from biela.network.context import NetworkSignals
from biela.network.registry import component, numbers, signal, text
from biela.network.value import Value, add_outputs, clip, following, is_constant, or_input, value_of

Limits = tuple[float, float] | None
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


# long: half of it is the signature and the documentation of its data
@component(
    "control.pid", "controller", reference=signal(), measured=signal(), kp="any", ki="any", kd="any", rate=signal(),
    reference_rate=signal(), filter_time="s > 0", initial_error="any", limits=numbers("any", 2), tracking_time="s > 0",
    rate_limit="any > 0", feed_forward=signal(), error_unit=text(),
)  # fmt: skip
def pid(
    name: str, reference: Value, measured: Value, *, kp: Scalar = 0.0, ki: Scalar = 0.0, kd: Scalar = 0.0, rate: Value = None,
    reference_rate: Value = None, filter_time: Scalar | None = None, initial_error: Scalar = 0.0, limits: Limits = None,
    tracking_time: Scalar | None = None, rate_limit: Scalar | None = None, feed_forward: Value = 0.0, error_unit: str = "1",
) -> Network:  # fmt: skip
    """Controller compiled with the machine; its output is the signal `name.output`.

    Parameters
    ----------
    reference : r, a number, a function of time, a law, or a signal's name
    measured : y, usually a signal's name: "boom.extension"
    kp, ki, kd : gains, of e, ∫ e dt and ė
    rate : ẏ, a signal's name: "boom.speed". Without it the derivative needs `filter_time`
    reference_rate : ṙ; follows from a reference that is a function of time, exactly
    filter_time : T of the filtered derivative s/(1 + T s) [s], where there is no `rate`
    initial_error : e at the start, from which that filter begins: else the derivative sees a jump from zero
    limits : (lowest, highest) output
    tracking_time : of the anti-windup [s]: the integral follows what limits of value and rate leave of it,
        İ = k_i e + (u − u₀)/T_t; k_p/k_i if omitted
    rate_limit : largest change of the output [1/s]
    feed_forward : added to the output: a number, function, law or signal

    Signals: `output`, `error`, `reference`, `integral` (where ki is not zero).

    Reference: Åström & Hägglund (2006), *Advanced PID Control*, ch. 3
    """
    what = f"controller {name!r}"
    check_limits(what, limits)
    integral, derivative = nominal(ki) != 0, nominal(kd) != 0
    if derivative and rate is None and filter_time is None:
        needed = 'the measured rate (rate="….speed"), or a filter_time to estimate it with'
        raise DescriptionError(f"{what}: its derivative needs {needed}.")
    exact = derivative and rate is not None
    net = Network(name)
    net.add(Output("reference", lambda s: value_of(reference, s), unit=error_unit))
    net.add(Output("error", lambda s: s["reference.value"] - value_of(measured, s), unit=error_unit))
    if exact:
        net.add(Output("error_rate", lambda s: reference_slope(reference, reference_rate, s, what) - value_of(rate, s)))
    elif derivative:

        def filtered_rate(s: NetworkSignals) -> Operand:
            return (s["error.value"] - s["filtered.value"]) / filter_time

        net.add(Integrator("filtered", filtered_rate, initial=initial_error), Output("error_rate", filtered_rate))

    def unlimited(s: NetworkSignals) -> Operand:
        u = kp * s["error.value"] + value_of(feed_forward, s)
        if derivative:
            u = u + kd * s["error_rate.value"]
        return u + s["integral.value"] if integral else u

    net.add(Output("unlimited", unlimited), Output("limited", lambda s: limited(s["unlimited.value"], limits)))
    result = "limited.value" if rate_limit is None else "output.value"
    if rate_limit is None:
        net.publish("output", result)
    else:
        add_rate_limit(net, "limited.value", rate_limit)
    if integral:
        T_t = tracking_time if tracking_time is not None else kp / ki if nominal(kp) else 1.0
        net.add(Integrator("integral", lambda s: ki * s["error.value"] + (s[result] - s["unlimited.value"]) / T_t))
        net.publish(integral="integral.value")
    net.publish(error="error.value", reference="reference.value")
    return net


def pd(name: str, reference: Value, measured: Value, *, rate: Value, kp: Scalar, kd: Scalar, **options: Value) -> Network:
    """PD controller u = k_p e + k_d ė with the measured rate; options as in `pid`."""
    return pid(name, reference, measured, rate=rate, kp=kp, kd=kd, **options)


def velocity_control(name: str, reference: Value, rate: Value, *, gain: Scalar, limits: Limits = None, unit: str = "1") -> Network:
    """u = gain · (reference rate − measured rate): control of the speed alone. Signals: `output`, `error`, `reference`."""
    return pid(name, reference, rate, kp=gain, limits=limits, error_unit=unit)


def limited(x: Operand, limits: Limits) -> Operand:
    """Return x within the limits."""
    return x if limits is None else clip(x, *limits)


def reference_slope(reference: Value, given: Value, s: NetworkSignals, what: str) -> Operand:
    """Return ṙ: what was given, or the exact derivative of a function of time."""
    if given is not None:
        return value_of(given, s)
    if is_constant(reference):
        return 0.0
    if is_motion(reference) or (callable(reference) and takes_time(reference)):
        return xp.derivative(value_of(reference, s), s.time)
    raise DescriptionError(f"{what}: its reference is a signal, so the rate of it must be said too: reference_rate=….")


def check_limits(what: str, limits: Limits) -> None:
    """Refuse limits that are not in order."""
    if limits is not None:
        low, high = (nominal(x) for x in vector(limits, f"limits of {what}", 2))
        if not low < high:
            raise DescriptionError(f"{what}: limits are {limits!r}; give (lowest, highest).")
