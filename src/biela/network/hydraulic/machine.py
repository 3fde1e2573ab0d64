"""Displacement machines: pumps and motors, fixed and variable, with losses.

             shaft ω, M
                │
    p_a ──> Q ──◯── p_b          Q = α D ω − leakage,       M = α D (p_b − p_a) + friction     (pump)
                                 ω D = Q − leakage,         M = D (p_a − p_b) − friction       (motor)
D = V/2π, with V the displacement per revolution
"""

from __future__ import annotations

import math
from typing import Any, Literal

from biela.dataclass import dataclass
from biela.errors import DescriptionError
from biela.lie import array as xp
from biela.mechanism.parameter import nominal, scalar
from biela.network.direction import Inward, Outward
from biela.network.domain import HYDRAULIC, ROTATION
from biela.network.element import TF, Command, One, Output, R, Sf, Zero
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid
from biela.network.hydraulic.opening import opening
from biela.network.hydraulic.volume import ATMOSPHERE, add_oil, require_volume
from biela.network.lag import following
from biela.network.network import Network
from biela.network.registry import component, record, signal
from biela.network.value import Value, is_constant, require_value, value_of

STANDSTILL = 1.0
"""Rate over which dry friction of a machine comes to bear, three quarters of it [rad/s]: a hundredth of usual speeds."""
LEAST_POWER = 1e-3
"""Below it a pump is not limited: what it takes is divided by [W]."""


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
        displacement: float,
        speed: float,
        drop: float,
        volumetric: float,
        mechanical: float,
        machine: Literal["pump", "motor"] = "pump",
    ) -> Losses:
        """Leakage and pressure friction that give these efficiencies at a rated speed and pressure.

            pump    η_v = Q/(D ω) = 1 − G Δp/(D ω),          η_m = D Δp/M = 1/(1 + k)
            motor   η_v = D ω/Q = 1/(1 + G Δp/(D ω)),        η_m = M/(D Δp) = 1 − k

        Parameters
        ----------
        displacement : V [m³ per revolution];  speed : of the shaft [rad/s];  drop : |Δp| [Pa]
        volumetric, mechanical : η_v and η_m there, above 0 and up to 1
        machine : what it is used as, since a pump loses flow and gains torque where a motor gains flow and loses torque
        """
        what = f"losses of a {machine}"
        if machine not in ("pump", "motor"):
            raise DescriptionError(f"losses are those of a 'pump' or a 'motor', not of {machine!r}.")
        for value, label in ((displacement, "displacement"), (speed, "rated speed"), (drop, "rated pressure")):
            scalar(value, f"{label} for the {what}", positive=True)
        for value, label in ((volumetric, "volumetric"), (mechanical, "mechanical")):
            scalar(value, f"{label} efficiency for the {what}", positive=True)
            if value > 1:
                raise DescriptionError(
                    f"{label} efficiency for the {what} is {value:g}: it lies above 0 and up to 1 (90 % is 0.9)."
                )
        swept = displacement / (2 * math.pi) * speed
        lost, friction = (1 - volumetric, 1 / mechanical - 1)
        if machine == "motor":
            lost, friction = (1 / volumetric - 1, 1 - mechanical)
        return Losses(leakage=lost * swept / drop, pressure=friction)

    def torque(self, rate: Any, drop: Any, D: Any) -> Any:
        """Friction torque against the rotation [N·m]."""
        return self.viscous * rate + (self.coulomb + self.pressure * D * xp.fabs(drop)) * xp.tanh(rate / STANDSTILL)

    @property
    def has_friction(self) -> bool:
        return any(nominal(x) > 0 for x in (self.viscous, self.coulomb, self.pressure))


LOSSLESS = Losses()
LOSSES = record(Losses, leakage="m^3/s/Pa", viscous="N*m*s/rad", coulomb="N*m", pressure="1")


# long: half of it is the signature and the documentation of its data
@component(
    "hydraulic.pump", displacement="m^3", speed=signal("rad/s"), setting=signal("1"), losses=LOSSES, pressure_limit="Pa",
    band="Pa", power_limit=signal("W"), load_pressure=signal("Pa"), margin="Pa", lag="s", volume="m^3", pressure="Pa", fluid=FLUID,
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
    power_limit: Value = None,
    load_pressure: Value = None,
    margin: Any = 2e6,
    lag: Any = None,
    volume: Any = 1e-3,
    pressure: Any = ATMOSPHERE,
    fluid: Fluid = OIL,
) -> Network:
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
    net.add(Zero("line_a", domain=HYDRAULIC), Zero("line_b", domain=HYDRAULIC), One("through", domain=HYDRAULIC))
    limited = pressure_limit is not None or load_pressure is not None
    ratio = Displacement(D, nominal(setting) if is_constant(setting) and setting is not None and not limited else None)
    net.add(Inward("shaft", domain=ROTATION), TF("conversion", ratio, domain=ROTATION, domain_b=HYDRAULIC))
    net.connect("shaft", "conversion.a")
    net.connect("conversion.b", "through")
    net.connect("line_a", "through", "line_b")
    add_oil(net, "delivery", "line_b", fluid, lambda s: [(volume, None)], pressure, f"the delivery of {what}")
    scalar(margin, f"margin of {what}", positive=True)
    require_value(load_pressure, f"load pressure of {what}")
    sensing = None if load_pressure is None else (load_pressure, margin)
    _add_setting(net, what, setting, D, pressure_limit, band, power_limit, lag, sensing)
    _add_losses(net, losses, D, lambda s: s["line_b.effort"] - s["line_a.effort"])
    if speed is None:
        net.expose("shaft", "shaft")
    else:
        require_value(speed, f"speed of {what}")
        net.add(Sf("drive", speed if is_constant(speed) else lambda s: value_of(speed, s), domain=ROTATION))
        net.connect("drive", "shaft")

    def torque(s: Any) -> Any:
        ideal = D * s["setting.value"] * (s["line_b.effort"] - s["line_a.effort"])
        return ideal + (s["friction.effort"] if losses.has_friction else 0.0)

    net.add(
        Output("power", lambda s: s["flow.value"] * (s["line_b.effort"] - s["line_a.effort"]), unit="W"),
        Output("torque", torque, unit="N·m"),
        Output("shaft_power", lambda s: s["torque.value"] * s["shaft.flow"], unit="W"),
    )
    net.expose("a", "line_a")
    net.expose("b", "line_b")
    for own in ("flow", "power", "setting", "torque", "shaft_power"):
        net.publish(own, f"{own}.value")
    net.publish("pressure", "delivery.effort")
    net.publish("speed", "shaft.flow")
    return net


@dataclass(frozen=True)
class Displacement:
    """Ratio of a pump: the setting times D.

    steady : the setting, if it is a number that no pressure lowers: such a pump delivers into whatever it is connected to
    """

    D: Any
    steady: float | None

    def __call__(self, s: Any) -> Any:
        return self.D * s["setting.value"]


def _add_setting(
    net: Network, what: str, setting: Value, D: Any, limit: Any, band: Any, power: Value, lag: Any, sensing: Any
) -> None:
    """Signal `setting.value`: α after all limits."""
    if setting is None:
        net.add(Command("input"))
        setting = "input.value"
    elif is_constant(setting):
        scalar(setting, f"setting of {what}")
        if abs(nominal(setting)) > 1:
            raise DescriptionError(f"setting of {what} is {nominal(setting):g}: it lies between −1 and 1.")
    for value, label in ((limit, "pressure limit"), (power, "power limit"), (band, "band")):
        require_value(value, f"{label} of {what}", positive=True)

    def wanted(s: Any) -> Any:
        alpha = value_of(setting, s)
        if not is_constant(setting):
            alpha = xp.fmin(xp.fmax(alpha, -1.0), 1.0)
        side = math.copysign(1.0, alpha) if isinstance(alpha, int | float) else xp.sign(alpha)
        size = side * alpha
        p_a, p_b = s["line_a.effort"], s["line_b.effort"]
        drop = side * (p_b - p_a)
        if limit is not None:
            size = size * xp.fmin(xp.fmax((limit - drop) / band, 0.0), 1.0)
        if sensing is not None:
            delivery = 0.5 * (p_a + p_b + drop)
            size = size * opening((value_of(sensing[0], s) + sensing[1] - delivery) / band)
        if power is not None:
            allowed = value_of(power, s)
            allowed = allowed if is_constant(power) else xp.fmax(allowed, 0.0)
            taken = D * xp.fabs(s["shaft.flow"]) * drop
            size = xp.fmin(size, allowed / xp.fmax(taken, LEAST_POWER))
        return side * size

    start = nominal(setting) if is_constant(setting) else 0.0
    net.add(following("setting", wanted, lag, f"lag of {what}", initial=start))


@component("hydraulic.motor", displacement="m^3", losses=LOSSES)
def motor(name: str, *, displacement: Any, losses: Losses = LOSSLESS) -> Network:
    """Motor of fixed displacement; ports `a`, `b` (hydraulic) and `shaft` (mechanical, outwards). Runs both ways.

        ω D = Q − G (p_a − p_b),      M = D (p_a − p_b) − friction

    displacement : V [m³ per revolution]

    Signals: `rate`, `torque` (delivered), `flow` (from a to b, leakage included), `power` (delivered by the shaft).
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

    net.add(
        Output("torque", torque, unit="N·m"), Output("power", lambda s: s["torque.value"] * s["shaft.flow"], unit="W")
    )
    net.expose("a", "line_a")
    net.expose("b", "line_b")
    net.expose("shaft", "shaft")
    net.publish("rate", "shaft.flow")
    for own in ("torque", "flow", "power"):
        net.publish(own, f"{own}.value")
    return net


def _per_radian(displacement: Any, what: str) -> Any:
    scalar(displacement, f"displacement of {what}", positive=True)
    if nominal(displacement) > 0.1:
        raise DescriptionError(
            f"displacement of {what} is {nominal(displacement):g} m³ per revolution: give cubic metres (100 cm³ is 100e-6)."
        )
    return displacement / (2 * math.pi)


def _add_losses(net: Network, losses: Losses, D: Any, drop: Any) -> None:
    """Leakage between the lines and friction of the shaft; signal `flow.value`, what passes from a to b in all."""
    leaking = nominal(losses.leakage) > 0
    if leaking:
        net.add(One("leak_flow", domain=HYDRAULIC), R("leakage", 1.0 / losses.leakage, domain=HYDRAULIC))
        net.connect("line_b", "leak_flow", "line_a")
        net.connect("leak_flow", "leakage")
    net.add(Output("flow", lambda s: s["through.flow"] - (s["leakage.flow"] if leaking else 0.0), unit="m³/s"))
    if losses.has_friction:
        net.add(R("friction", effort=lambda rate, s: losses.torque(rate, drop(s), D), domain=ROTATION))
        net.connect("shaft", "friction")
