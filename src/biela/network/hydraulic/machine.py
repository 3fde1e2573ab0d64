"""Displacement machines: pumps and motors, fixed and variable, with losses.

             shaft ω, M
                │
    p_a ──> Q ──◯── p_b          Q = α D ω − leakage,       M = α D (p_b − p_a) + friction     (pump)
                                 ω D = Q − leakage,         M = D (p_a − p_b) − friction       (motor)
D = V/2π, with V the displacement per revolution
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import family
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal, scalar
from biela.network import HYDRAULIC, ROTATION, TF, Law, Network, One, R, Sf
from biela.network.balance import Balance, BalanceCoefficient, Given, LinearBalances, Signals, balances
from biela.network.context import NetworkSignals
from biela.network.direction import Inward, Outward
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid
from biela.network.hydraulic.volume import ATMOSPHERE, add_leakage, add_lines, add_oil, require_volume
from biela.network.registry import CheckedRecord, component, data, record, signal
from biela.network.value import Value, add_outputs, clip, following, is_constant, or_input, step, value_of

STANDSTILL = 1.0
"""Rate over which dry friction of a machine comes to bear, three quarters of it [rad/s]: a hundredth of usual speeds."""
POWER_FLOOR = 1e-3
"""Power below which a pump is not limited: what it takes is divided by at least this [W]."""


@family
class Losses(CheckedRecord):
    """Losses of a displacement machine. Reference: Wilson (1946), *Rotary-pump theory*, Trans. ASME 68."""

    noun = "the losses"
    leakage: Scalar = data("m^3/s/Pa >= 0", default=0.0, about="from high to low pressure")
    viscous: Scalar = data("N*m*s/rad >= 0", default=0.0, about="friction torque per rate")
    coulomb: Scalar = data("N*m >= 0", default=0.0, about="friction torque")
    pressure: Scalar = data("1 >= 0", default=0.0, about="friction torque as a share of D |Δp|")

    @staticmethod
    def from_efficiencies(
        displacement: float, speed: float, drop: float, volumetric: float, mechanical: float,
        machine: Literal["pump", "motor"] = "pump",
    ) -> Losses:  # fmt: skip
        """Leakage and pressure friction that give these efficiencies at a rated speed and pressure.

            pump    η_v = Q/(D ω) = 1 − G Δp/(D ω),          η_m = D Δp/M = 1/(1 + k)
            motor   η_v = D ω/Q = 1/(1 + G Δp/(D ω)),        η_m = M/(D Δp) = 1 − k

        displacement : V [m³ per revolution];  speed : of the shaft [rad/s];  drop : |Δp| [Pa]
        volumetric, mechanical : η_v and η_m there, above 0 and up to 1
        machine : what it is used as, since a pump loses flow and gains torque where a motor gains flow and loses torque
        """
        what = f"losses of a {machine}"
        if machine not in ("pump", "motor"):
            raise DescriptionError(f"losses are those of a 'pump' or a 'motor', not of {machine!r}.")
        shares = {"volumetric efficiency": volumetric, "mechanical efficiency": mechanical}
        sizes = {"displacement": displacement, "rated speed": speed, "rated pressure": drop}
        for label, value in (sizes | shares).items():
            scalar(value, f"{label} for the {what}", positive=True)
            if label in shares and value > 1:
                raise DescriptionError(f"{label} for the {what} is {value:g}: it lies above 0 and up to 1 (90 % is 0.9).")
        swept, pump = displacement / (2 * math.pi) * speed, machine == "pump"
        lost, friction = (1 - volumetric, 1 / mechanical - 1) if pump else (1 / volumetric - 1, 1 - mechanical)
        return Losses(leakage=lost * swept / drop, pressure=friction)

    def torque(self, rate: Operand, drop: Operand, D: Scalar) -> Operand:
        """Friction torque against the rotation [N·m]."""
        return self.viscous * rate + (self.coulomb + self.pressure * D * xp.fabs(drop)) * xp.tanh(rate / STANDSTILL)

    @property
    def has_friction(self) -> bool:
        return any(nominal(x) > 0 for x in (self.viscous, self.coulomb, self.pressure))


LOSSLESS = Losses()
LOSSES = record(Losses)


# long: half of it is the signature and the documentation of its data
@component(
    "hydraulic.pump", displacement="m^3 > 0", speed=signal("rad/s"), setting=signal("1"), losses=LOSSES,
    pressure_limit="Pa > 0", band="Pa > 0", power_limit=signal("W > 0"), load_pressure=signal("Pa"), margin="Pa > 0",
    lag="s > 0", volume="m^3", pressure="Pa", fluid=FLUID,
)  # fmt: skip
def pump(
    name: str, *, displacement: Scalar, speed: Value = None, setting: Value = 1.0, losses: Losses = LOSSLESS,
    pressure_limit: Scalar | None = None, band: Scalar = 1e6, power_limit: Value = None, load_pressure: Value = None,
    margin: Scalar = 2e6, lag: Scalar | None = None, volume: Scalar = 1e-3, pressure: Scalar = ATMOSPHERE, fluid: Fluid = OIL,
) -> Network:  # fmt: skip
    """Pump, fixed or variable; ports `a` (suction), `b` (delivery), and `shaft` where no speed is given.

        Q = α D ω − G (p_b − p_a),      M = α D (p_b − p_a) + friction
        |α| = min(|setting| k_p k_s, P/(D |ω| Δp)),      sgn α = sgn setting

    with the pressure compensator k_p = (p_max − Δp)/band between 0 and 1, load sensing k_s = h((p_load + margin − p)/band),
    and Δp = ±(p_b − p_a), p = p_b or p_a: a negative setting delivers at a, and is limited there just as well.

    Parameters
    ----------
    displacement : V [m³ per revolution]; 100 cm³ is 100e-6
    speed : of its shaft [rad/s]; None leaves the shaft open, for an engine or motor that drives it: `connect("engine.shaft",
        "pump.shaft")`. Masses and further pumps hang on it: `connect("pump.shaft", "flywheel")`
    setting : −1 … 1: a number, a function of time, a law, a signal's name, or None for an input
    pressure_limit : p_max of the compensator: α falls to zero over the last `band` before it [Pa]
    power_limit : P: |α| D |ω| Δp stays below [W]; a number, a function of time, a law, or a signal's name. A share of
        what the engine can give at its speed keeps it from stalling: `lambda s: 0.9 * s["engine.full_power"]`
    load_pressure : p_load, usually that of a shuttle valve: "shuttle.pressure"; the delivery stays `margin` [Pa] above it
    lag : time constant with which α follows [s]; at once by default
    volume : of oil at the delivery b [m³], and its `pressure` at the start

    Signals: `flow` (from a to b, without the leakage that returns), `pressure` (of b), `setting` (α), `power` (hydraulic,
    delivered), `speed`, `torque` (taken from the shaft), `shaft_power`.
    """
    what = f"pump {name!r}"
    D = _per_radian(displacement, what)
    require_volume(volume, f"delivery of {what}")
    net = Network(name)
    add_lines(net, "a", "b")
    net.add(One("through", domain=HYDRAULIC))
    limited = pressure_limit is not None or load_pressure is not None
    ratio = Displacement(D, nominal(setting) if is_constant(setting) and setting is not None and not limited else None)
    net.add(Inward("shaft", domain=ROTATION), TF("conversion", ratio, domain=ROTATION, domain_b=HYDRAULIC))
    net.connect("shaft", "conversion", "through")
    net.connect("line_a", "through", "line_b")
    add_oil(net, "delivery", "line_b", fluid, [(volume, None)], pressure, f"the delivery of {what}")
    sensing = None if load_pressure is None else (load_pressure, margin)
    _add_setting(net, what, setting, D, pressure_limit, band, power_limit, lag, sensing)
    _add_losses(net, losses, D, lambda s: s["line_b.effort"] - s["line_a.effort"])
    if speed is None:
        net.expose("shaft", "shaft")
    else:
        net.add(Sf("drive", speed if is_constant(speed) else lambda s: value_of(speed, s), domain=ROTATION))
        net.connect("drive", "shaft")

    def torque(s: NetworkSignals) -> Operand:
        ideal = D * s["setting.value"] * (s["line_b.effort"] - s["line_a.effort"])
        return ideal + (s["friction.effort"] if losses.has_friction else 0.0)

    add_outputs(net, power=(lambda s: s["flow.value"] * (s["line_b.effort"] - s["line_a.effort"]), "W"))
    add_outputs(net, torque=(torque, "N·m"), shaft_power=(lambda s: s["torque.value"] * s["shaft.flow"], "W"))
    net.publish(setting="setting.value", pressure="delivery.effort", speed="shaft.flow")
    return net


@dataclass(frozen=True)
class Displacement:
    """Ratio of a pump: the setting times D. `steady` is the setting, if it is a number that no pressure lowers: such a pump
    delivers into whatever it is connected to."""

    D: Scalar
    steady: float | None

    def __call__(self, s: NetworkSignals) -> Operand:
        return self.D * s["setting.value"]


def _add_setting(
    net: Network, what: str, setting: Value, D: Scalar, limit: Scalar | None, band: Scalar, power: Value, lag: Scalar | None,
    sensing: tuple[Value, Scalar] | None,
) -> None:  # fmt: skip
    """Add the signal `setting.value`: α after all limits."""
    if setting is not None and is_constant(setting) and abs(nominal(setting)) > 1:
        raise DescriptionError(f"setting of {what} is {nominal(setting):g}: it lies between −1 and 1.")
    setting = or_input(net, "input", setting)

    def wanted(s: NetworkSignals) -> Operand:
        alpha = value_of(setting, s)
        if not is_constant(setting):
            alpha = clip(alpha, -1.0, 1.0)
        side = math.copysign(1.0, alpha) if isinstance(alpha, int | float) else xp.sign(alpha)
        size = side * alpha
        p_a, p_b = s["line_a.effort"], s["line_b.effort"]
        drop = side * (p_b - p_a)
        if limit is not None:
            size = size * clip((limit - drop) / band)
        if sensing is not None:
            delivery = 0.5 * (p_a + p_b + drop)
            size = size * step((value_of(sensing[0], s) + sensing[1] - delivery) / band)
        if power is not None:
            allowed = power if is_constant(power) else xp.fmax(value_of(power, s), 0.0)
            taken = D * xp.fabs(s["shaft.flow"]) * drop
            size = xp.fmin(size, allowed / xp.fmax(taken, POWER_FLOOR))
        return side * size

    net.add(following("setting", wanted, lag, initial=nominal(setting) if is_constant(setting) else 0.0))


@component("hydraulic.motor", displacement="m^3 > 0", losses=LOSSES)
def motor(name: str, *, displacement: Scalar, losses: Losses = LOSSLESS) -> Network:
    """Motor of fixed displacement; ports `a`, `b` (hydraulic) and `shaft` (mechanical, outwards). Runs both ways.

        ω D = Q − G (p_a − p_b),      M = D (p_a − p_b) − friction

    displacement : V [m³ per revolution]

    Signals: `rate`, `torque` (delivered), `flow` (from a to b, leakage included), `power` (delivered by the shaft).
    """
    D = _per_radian(displacement, f"motor {name!r}")
    net = Network(name)
    add_lines(net, "a", "b")
    net.add(One("through", domain=HYDRAULIC))
    net.add(Outward("shaft", domain=ROTATION), TF("conversion", D, domain=ROTATION, domain_b=HYDRAULIC))
    net.connect("line_a", "through", "line_b")
    net.connect("through", "conversion.b")
    net.connect("conversion.a", "shaft")
    _add_losses(net, losses, D, lambda s: s["line_a.effort"] - s["line_b.effort"])

    def torque(s: NetworkSignals) -> Operand:
        return D * (s["line_a.effort"] - s["line_b.effort"]) - (s["friction.effort"] if losses.has_friction else 0.0)

    net.expose("shaft", "shaft")
    net.publish(rate="shaft.flow")
    add_outputs(net, torque=(torque, "N·m"), power=(lambda s: s["torque.value"] * s["shaft.flow"], "W"))
    return net


@balances("hydraulic.motor")
def of_motor(given: Given) -> LinearBalances:
    """Q = V ω/2π + G (p_a − p_b) and M = V (p_a − p_b)/2π − friction, without its viscous part."""
    losses, V = given["losses"], given["displacement"]
    D, viscous = V / (2 * math.pi), nominal(losses.viscous)

    def drop(s: Signals) -> Operand:
        return s["a_pressure"] - s["b_pressure"]

    def dry(s: Signals) -> Operand:
        return viscous * s["rate"] - losses.torque(s["rate"], drop(s), D)

    flow = {"displacement": lambda s: s["rate"] / (2 * math.pi), "leakage": drop}
    pressures = ("a_pressure", "b_pressure")
    effort = Balance("torque", "N·m", {"displacement": lambda s: drop(s) / (2 * math.pi)}, dry, pressures)
    return LinearBalances(
        {"displacement": BalanceCoefficient(V, "m³"), "leakage": BalanceCoefficient(losses.leakage, "m³/(s·Pa)")},
        (Balance("flow", "m³/s", flow, lambda s: 0.0 * s["rate"], pressures),), port="shaft", effort=effort, viscous=viscous,
        units={"a_pressure": "Pa", "b_pressure": "Pa", "flow": "m³/s"}, fixed="dry friction and friction by pressure",
        written=lambda values: _written(losses, values),
    )  # fmt: skip


def _written(losses: Losses, values: Mapping[str, float]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return displacement and losses of identified values; what cannot be described, with the reason."""
    out = {"displacement": values["displacement"]} if values.get("displacement", 0.0) > 0.0 else {}
    own = {name: values[name] for name in ("leakage", "viscous") if values.get(name, -1.0) >= 0.0}
    cannot = {name: "it is not positive" for name in values if name not in out and name not in own}
    return out | ({"losses": replace(losses, **own)} if own else {}), cannot


def _per_radian(displacement: Scalar, what: str) -> Operand:
    if nominal(displacement) > 0.1:
        size = f"{nominal(displacement):g} m³ per revolution"
        raise DescriptionError(f"displacement of {what} is {size}: give cubic metres (100 cm³ is 100e-6).")
    return displacement / (2 * math.pi)


def _add_losses(net: Network, losses: Losses, D: Scalar, drop: Law) -> None:
    """Add leakage between the lines, friction of the shaft, and the signal `flow`: what passes from a to b in all."""
    leaking = nominal(losses.leakage) > 0
    if leaking:
        add_leakage(net, "line_b", "line_a", losses.leakage)
    add_outputs(net, flow=(lambda s: s["through.flow"] - (s["leakage.flow"] if leaking else 0.0), "m³/s"))
    if losses.has_friction:
        net.add_at("shaft", R("friction", effort=lambda rate, s: losses.torque(rate, drop(s), D), domain=ROTATION))
