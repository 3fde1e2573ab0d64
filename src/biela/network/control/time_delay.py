"""Time-delay control: what the machine did a moment ago tells all that no model knows.

For a plant x⁽ⁿ⁾ = h + b u only a rough b is known; h contains loads, friction, coupling, leakage and everything else. If h hardly
changes within a short delay L, it is what was left over a moment ago, h ≈ x⁽ⁿ⁾(t − L) − b u(t − L), and

    u(t) = u(t − L) + (v − x⁽ⁿ⁾(t − L)) / b,       v = ṙ + k_p e   (n = 1),       v = r̈ + k_d ė + k_p e   (n = 2)

makes the error follow ė + k_p e = 0, or ë + k_d ė + k_p e = 0, whatever h is.

The delayed signals here are lagged ones, L u̇_L = u − u_L and L ẏ = x⁽ⁿ⁾ − y: smooth, so that the controller is compiled with the
machine. With the right b what is left is exact,

    e⁽ⁿ⁾ + … + k_p e = −(h − h_L),

so that a steady load leaves no error, and one that changes leaves about L ḣ of itself. u_L follows the output after its limits,
so that the controller does not wind up. It is the integral action of a PID controller with a reason for its gains.

References: Youcef-Toumi & Ito (1990), A time delay controller for systems with unknown dynamics, J. Dyn. Syst. Meas. Control 112;
Chang & Lee (2002), A straight-line motion tracking control of hydraulic excavator system, Mechatronics 12, 119-138
"""

from __future__ import annotations

from typing import Literal

from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network import Integrator, Network, Output
from biela.network.context import NetworkSignals
from biela.network.control.pid import Limits, check_limits, limited, reference_slope
from biela.network.registry import component, count, numbers, signal, text
from biela.network.value import Value, value_of


@component(
    "control.time_delay", "controller", reference=signal(), measured=signal(), rate=signal(), gain="any > 0",
    kp="any > 0", kd="1/s", delay="s > 0", order=count(), reference_rate=signal(), reference_acceleration=signal(),
    limits=numbers("any", 2), error_unit=text(),
)  # fmt: skip
def time_delay(
    name: str, reference: Value, measured: Value, *, rate: Value, gain: Scalar, kp: Scalar, kd: Scalar = 0.0, delay: Scalar = 0.01,
    order: Literal[1, 2] = 1, reference_rate: Value = None, reference_acceleration: Value = None, limits: Limits = None,
    error_unit: str = "1",
) -> Network:  # fmt: skip
    """Controller compiled with the machine; its output is the signal `name.output`.

    Parameters
    ----------
    reference : r, a function of time, a number, a law, or a signal's name
    measured, rate : x and ẋ, signals: "boom.extension", "boom.speed". The machine starts at rest
    gain : b, what one unit of output does to ẋ (order 1: a valve that lets fluid into a cylinder) or ẍ (order 2: a torque on an
        inertia). A wrong b moves one pole from −1/L to −(true b)/(b L): too large a b learns h slowly. (A digital controller, whose
        delay is a true one, rings with b below half of the true one.)
    kp, kd : of the wanted error, 1/s with order 1, 1/s² and 1/s with order 2
    delay : L [s]. What the plant x⁽ⁿ⁾ = h + b u leaves out must be quicker: on a cylinder L is longer than the period of its
        oil spring
    reference_rate, reference_acceleration : ṙ and r̈; follow from a reference that is a function of time, exactly
    limits : (lowest, highest) output

    Signals: `output`, `error`, `reference`.
    """
    what = f"controller {name!r}"
    check_limits(what, limits)
    if order not in (1, 2):
        raise DescriptionError(f"{what}: its order is 1 (output makes speed) or 2 (output makes acceleration), not {order!r}.")
    if (order == 2) != (nominal(kd) != 0):
        raise DescriptionError(f"{what}: of order {order} it {'needs kd' if order == 2 else 'has no use for kd'}.")

    def slope(s: NetworkSignals) -> Operand:
        return reference_slope(reference, reference_rate, s, what)

    net = Network(name)
    net.add(Output("reference", lambda s: value_of(reference, s), unit=error_unit))
    net.add(Output("error", lambda s: s["reference.value"] - value_of(measured, s), unit=error_unit))
    net.add(Output("error_rate", lambda s: slope(s) - value_of(rate, s)))
    net.add(Integrator("lagged_rate", lambda s: (value_of(rate, s) - s["lagged_rate.value"]) / delay))

    def wanted(s: NetworkSignals) -> Operand:
        """Return v less what the machine did a moment ago."""
        if order == 1:
            return slope(s) + kp * s["error.value"] - s["lagged_rate.value"]
        did = (value_of(rate, s) - s["lagged_rate.value"]) / delay
        if reference_acceleration is None:  # of a function of time it is exact
            bend = xp.derivative(reference_slope(reference, None, s, what), s.time)
        else:
            bend = value_of(reference_acceleration, s)
        return bend + kd * s["error_rate.value"] + kp * s["error.value"] - did

    net.add(Output("limited", lambda s: limited(s["lagged_output.value"] + wanted(s) / gain, limits)))
    net.add(Integrator("lagged_output", lambda s: (s["limited.value"] - s["lagged_output.value"]) / delay))
    net.publish(output="limited.value", error="error.value", reference="reference.value")
    return net
