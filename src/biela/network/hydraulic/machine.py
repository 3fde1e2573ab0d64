"""Displacement machines: pumps and motors, fixed and variable, with losses.

             shaft ω, M
                │
    p_a ──> Q ──◯── p_b          Q = α D ω − leakage,       M = α D (p_b − p_a) + friction     (pump)
                                 ω D = Q − leakage,         M = D (p_a − p_b) − friction       (motor)
D = V/2π, with V the displacement per revolution
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import casadi as ca

from biela.errors import DescriptionError
from biela.mechanism.parameter import nominal, scalar
from biela.network.domain import HYDRAULIC, ROTATION
from biela.network.element import TF, Command, Integrator, One, Output, R, Sf, Zero
from biela.network.hydraulic.cylinder import Outward
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid
from biela.network.hydraulic.opening import opening
from biela.network.hydraulic.volume import ATMOSPHERE, add_oil, require_volume
from biela.network.network import Network
from biela.network.registry import component, record, signal
from biela.network.value import Value, is_constant, value_of


@dataclass(frozen=True)
class Losses:
    """Losses of a displacement machine.

    leakage : from high to low pressure [m³/(s Pa)]
    viscous : friction torque per rate [N·m·s/rad]
    coulomb : friction torque [N·m]
    pressure : friction torque as a share of D |Δp|

    Reference: Wilson (1946), *Rotary-pump theory*, Trans. ASME 68
    """

    leakage: Any = 0.0
    viscous: Any = 0.0
    coulomb: Any = 0.0
    pressure: Any = 0.0

    def __post_init__(self) -> None:
        for name in ("leakage", "viscous", "coulomb", "pressure"):
            scalar(getattr(self, name), f"{name} loss", nonnegative=True)

    @staticmethod
    def from_efficiencies(
        displacement: float, speed: float, drop: float, volumetric: float, mechanical: float
    ) -> Losses:
        """Leakage and pressure friction that give these efficiencies at a rated speed [rad/s] and pressure drop [Pa]."""
        D = displacement / (2 * math.pi)
        return Losses(leakage=(1 - volumetric) * D * speed / drop, pressure=1 / mechanical - 1)

    def torque(self, rate: Any, drop: Any, D: Any) -> Any:
        """Friction torque against the rotation [N·m]."""
        return self.viscous * rate + (self.coulomb + self.pressure * D * ca.fabs(drop)) * ca.tanh(rate)

    @property
    def has_friction(self) -> bool:
        return any(nominal(x) > 0 for x in (self.viscous, self.coulomb, self.pressure))


LOSSLESS = Losses()
LOSSES = record(Losses, leakage="m^3/s/Pa", viscous="N*m*s/rad", coulomb="N*m", pressure="1")


@component(
    "hydraulic.pump", displacement="m^3", speed=signal("rad/s"), setting=signal("1"), losses=LOSSES, pressure_limit="Pa",
    band="Pa", power_limit="W", load_pressure=signal("Pa"), margin="Pa", lag="s", volume="m^3", pressure="Pa", fluid=FLUID,
)  # fmt: skip
def pump(
    name: str,
    *,
    displacement: Any,
    speed: Value = None,
    setting: Value = 1.0,
    losses: Losses = LOSSLESS,
    pressure_limit: Any = None,
    band: Any = 1e6,
    power_limit: Any = None,
    load_pressure: Value = None,
    margin: Any = 2e6,
    lag: Any = None,
    volume: Any = 1e-3,
    pressure: Any = ATMOSPHERE,
    fluid: Fluid = OIL,
) -> Network:
    """Pump, fixed or variable; ports `a` (suction), `b` (delivery), and `shaft` where no speed is given.

        Q = α D ω − G (p_b − p_a),      α = min(setting, pressure compensation, power limit)

    Parameters
    ----------
    displacement : V [m³ per revolution]; 100 cm³ is 100e-6
    speed : of its shaft [rad/s]; None leaves the shaft open, for an engine or motor to be connected: `connect(…, "pump.shaft")`
    setting : α, −1 … 1: a number, a function of time, a law, a signal's name, or None for an input
    pressure_limit : pressure compensator: α falls to zero over the last `band` before this pressure difference [Pa]
    power_limit : α is held so that α D ω Δp stays below [W]
    load_pressure : load sensing: α falls to zero over the last `band` before the delivery is `margin` [Pa] above this pressure,
        as setting · h((p_load + margin − p_b)/band); usually that of a shuttle valve: "shuttle.pressure"
    lag : time constant with which α follows [s]; at once by default
    volume : of oil at the delivery [m³], and its `pressure` at the start

    Signals: `flow`, `pressure` (of b), `setting` (α), `power` (hydraulic, delivered), `shaft_power` (where the speed is given).
    """
    what = f"pump {name!r}"
    D = _per_radian(displacement, what)
    require_volume(volume, f"delivery of {what}")
    net = Network(name)
    net.add(Zero("line_a", domain=HYDRAULIC), Zero("line_b", domain=HYDRAULIC), One("through", domain=HYDRAULIC))
    net.add(One("shaft", domain=ROTATION), TF("conversion", _Scaled(D), domain=ROTATION, domain_b=HYDRAULIC))
    net.connect("shaft", "conversion.a")
    net.connect("conversion.b", "through")
    net.connect("line_a", "through", "line_b")
    add_oil(net, "delivery", "line_b", fluid, lambda s: [(volume, None)], pressure, f"the delivery of {what}")
    scalar(margin, f"margin of {what}", positive=True)
    sensing = None if load_pressure is None else (load_pressure, margin)
    _add_setting(net, what, setting, D, pressure_limit, band, power_limit, lag, sensing)
    _add_losses(net, losses, D, lambda s: s["line_b.effort"] - s["line_a.effort"])
    if speed is None:
        net.expose("shaft", "shaft")
    else:
        net.add(Sf("drive", speed if is_constant(speed) else lambda s: value_of(speed, s), domain=ROTATION))
        net.connect("drive", "shaft")
        net.publish("shaft_power", "drive.power")
    net.add(
        Output("flow", lambda s: s["through.flow"], unit="m³/s"),
        Output("power", lambda s: s["through.flow"] * (s["line_b.effort"] - s["line_a.effort"]), unit="W"),
    )
    net.expose("a", "line_a")
    net.expose("b", "line_b")
    net.publish("flow", "flow.value")
    net.publish("power", "power.value")
    net.publish("pressure", "delivery.effort")
    net.publish("setting", "setting.value")
    return net


class _Scaled:
    """Ratio of the conversion: the setting times D."""

    def __init__(self, D: Any):
        self.D = D

    def __call__(self, s: Any) -> Any:
        return self.D * s["setting.value"]


def _add_setting(
    net: Network, what: str, setting: Value, D: Any, limit: Any, band: Any, power: Any, lag: Any, sensing: Any
) -> None:
    if setting is None:
        net.add(Command("input"))
        setting = "input.value"
    elif is_constant(setting):
        scalar(setting, f"setting of {what}")
        if abs(nominal(setting)) > 1:
            raise DescriptionError(f"setting of {what} is {nominal(setting):g}: it lies between −1 and 1.")
    for value, label in ((limit, "pressure limit"), (power, "power limit"), (band, "band"), (lag, "lag")):
        if value is not None:
            scalar(value, f"{label} of {what}", positive=True)

    def wanted(s: Any) -> Any:
        alpha = value_of(setting, s)
        if not is_constant(setting):
            alpha = ca.fmin(ca.fmax(alpha, -1.0), 1.0)
        drop = s["line_b.effort"] - s["line_a.effort"]
        if limit is not None:
            alpha = alpha * ca.fmin(ca.fmax((limit - drop) / band, 0.0), 1.0)
        if sensing is not None:
            alpha = alpha * opening((value_of(sensing[0], s) + sensing[1] - s["line_b.effort"]) / band)
        if power is not None:
            flow = D * ca.fabs(s["shaft.flow"])
            alpha = ca.fmin(alpha, power / ca.fmax(flow * drop, 1e-6 * power))
        return alpha

    if lag is None:
        net.add(Output("setting", wanted))
    else:
        start = nominal(setting) if is_constant(setting) else 0.0
        net.add(Integrator("setting", lambda s: (wanted(s) - s["setting.value"]) / lag, initial=start))


@component("hydraulic.motor", displacement="m^3", losses=LOSSES)
def motor(name: str, *, displacement: Any, losses: Losses = LOSSLESS) -> Network:
    """Motor of fixed displacement; ports `a`, `b` (hydraulic) and `shaft` (mechanical, outwards). Runs both ways.

        ω D = Q − G (p_a − p_b),      M = D (p_a − p_b) − friction

    displacement : V [m³ per revolution]

    Signals: `rate`, `torque` (delivered), `flow`.
    """
    D = _per_radian(displacement, f"motor {name!r}")
    net = Network(name)
    net.add(Zero("line_a", domain=HYDRAULIC), Zero("line_b", domain=HYDRAULIC), One("through", domain=HYDRAULIC))
    net.add(Outward("shaft", domain=ROTATION), TF("conversion", D, domain=ROTATION, domain_b=HYDRAULIC))
    net.connect("line_a", "through", "line_b")
    net.connect("through", "conversion.b")
    net.connect("conversion.a", "shaft")
    _add_losses(net, losses, D, lambda s: s["line_a.effort"] - s["line_b.effort"])

    def torque(s: Any) -> Any:
        drop = s["line_a.effort"] - s["line_b.effort"]
        return D * drop - (s["friction.effort"] if losses.has_friction else 0.0)

    net.add(Output("torque", torque, unit="N·m"))
    net.expose("a", "line_a")
    net.expose("b", "line_b")
    net.expose("shaft", "shaft")
    net.publish("rate", "shaft.flow")
    net.publish("torque", "torque.value")
    net.publish("flow", "through.flow")
    return net


def _per_radian(displacement: Any, what: str) -> Any:
    scalar(displacement, f"displacement of {what}", positive=True)
    if nominal(displacement) > 0.1:
        raise DescriptionError(
            f"displacement of {what} is {nominal(displacement):g} m³ per revolution: give cubic metres (100 cm³ is 100e-6)."
        )
    return displacement / (2 * math.pi)


def _add_losses(net: Network, losses: Losses, D: Any, drop: Any) -> None:
    if nominal(losses.leakage) > 0:
        net.add(One("leak_flow", domain=HYDRAULIC), R("leakage", 1.0 / losses.leakage, domain=HYDRAULIC))
        net.connect("line_b", "leak_flow", "line_a")
        net.connect("leak_flow", "leakage")
    if losses.has_friction:
        net.add(R("friction", effort=lambda rate, s: losses.torque(rate, drop(s), D), domain=ROTATION))
        net.connect("shaft", "friction")
