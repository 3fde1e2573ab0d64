"""Hydraulics of the excavator: three cylinder circuits and their controllers.

                    U
    pump ──┬──> P ┌─┴───┐ A ── hose 1 ──)( throttle ── hose 2 ─┐
           │      │ 4/3 │                                    ┌─┴──────┐
    tank <─┴─── T └─────┘ B ─────────── hose 3 ──────────────┤ cylinder ├══ rod
                                                             └────────┘

Controllers compare the extension of a cylinder with its reference: U = K_p e + K_d ė, or time-delay control with the same K_p.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from biela.base.errors import DescriptionError, nearest
from biela.library.excavator import data
from biela.mechanism.motion import Motion, cubic, table
from biela.network import Network, control, rotation
from biela.network import hydraulic as hy
from biela.network.element import Output
from biela.network.hydraulic.friction import FrictionLaw
from biela.network.value import Value

Controller = Literal["pd", "time-delay"]
OIL = hy.Fluid(density=data.OIL_DENSITY, viscosity=data.OIL_VISCOSITY, bulk_modulus=data.OIL_MODULUS)


def supply(net: Network, engine: bool) -> None:
    """Add tank and pumps, which turn at constant speed within a constant power, or behind an engine within what it can give."""
    about, diesel = data.SUPPLY, data.DIESEL
    net.add(hy.tank("tank", data.TANK_PRESSURE))
    driven: dict[str, Any] = {"speed": about.speed, "power_limit": about.power}
    if engine:
        driven = {"power_limit": lambda s: diesel.share * s["engine.full_power"]}
        net.add(rotation.engine(
            "engine", speeds=diesel.speeds, torques=diesel.torques, inertia=diesel.inertia, idle=diesel.idle,
            high=diesel.high, droop=diesel.droop,
        ))  # fmt: skip
    net.add(hy.pump(
        "pump", displacement=about.displacement, pressure_limit=about.pressure, band=about.band, volume=about.volume,
        pressure=about.pressure, fluid=OIL, **driven,
    ))  # fmt: skip
    if engine:
        net.connect("engine.shaft", "pump.shaft")
    net.connect("tank", "pump.a")


def cylinder_circuit(
    net: Network, name: str, *, reference: Value, friction: FrictionLaw, limit: float | None, end_stops: hy.EndStops | None = None,
    leakage: Value = 0.0, pump: str = "pump", tunable: bool = False, lever: bool = False, controller: Controller = "pd",
) -> None:  # fmt: skip
    """Add a cylinder, its controller and its valve between `pump` and `tank`; its rod becomes the port `name` of the network.

    reference : wanted extension [m], a function of time; None leaves the valve as an input of the machine
    lever : let an operator's lever open the valve, `boom_lever/position`, …; then there is no reference
    limit : largest valve opening; None lets the controller open it without limit
    tunable : gains as free parameters of the machine, `boom_kp`, `boom_kd`, …
    controller : "pd", or "time-delay" (see `_time_delay`)
    """
    about = data.CYLINDERS[name]
    first, second, third = (hy.Line(length, data.HOSE_BORE, data.HOSE_MODULUS) for length in about.hoses)
    part = name.removesuffix("_cylinder")
    valve, hose, throttle = (f"{part}_{x}" for x in ("valve", "hose", "throttle"))
    p1, p2, p3 = about.pressures
    sizes: dict[str, Any] = {"diameter": data.HOSE_BORE, "critical_reynolds": data.CRITICAL_REYNOLDS, "count": about.count}
    net.add(hy.cylinder(
        name, OIL, bore=about.bore, rod=about.rod_diameter, stroke=about.stroke, dead_length=data.CLOSED_LENGTH,
        count=about.count, head_line=second, rod_line=third, wall_modulus=data.WALL_MODULUS, friction=friction,
        leakage=leakage, end_stops=end_stops, head_pressure=p2, rod_pressure=p3,
    ))  # fmt: skip
    command = _command(net, name, reference, tunable, lever, controller, limit)
    net.add(
        hy.directional_valve(valve, OIL, coefficient=data.VALVE_COEFFICIENT, command=command, limit=limit, **sizes),
        hy.hose(hose, OIL, length=first.length, bore=first.bore, modulus=first.modulus, pressure=p1, count=about.count),
        hy.orifice(throttle, OIL, coefficient=data.THROTTLE_COEFFICIENT, **sizes),
    )
    net.connect(pump, f"{valve}.p")
    net.connect(f"{valve}.t", "tank")
    net.connect(f"{valve}.a", f"{hose}.a")
    net.connect(f"{hose}.b", f"{throttle}.a")
    net.connect(f"{throttle}.b", f"{name}.head")
    net.connect(f"{valve}.b", f"{name}.rod_side")
    net.expose(name, f"{name}.rod")


def _command(
    net: Network, name: str, reference: Value, tunable: bool, lever: bool, kind: Controller, limit: float | None
) -> str | None:
    """Add what opens the valve, a lever or a controller, and return its signal; None leaves the opening as an input."""
    part = name.removesuffix("_cylinder")
    if lever:
        net.add(control.lever(f"{part}_lever", exponent=1.5))
        return f"{part}_lever.output"
    if reference is None:
        return None
    controller = f"{part}_control"
    kp, kd = data.CYLINDERS[name].gains
    if tunable:
        kp, kd = net.parameter(f"{part}_kp", kp, "1/m"), net.parameter(f"{part}_kd", kd, "s/m")  # type: ignore[assignment]
    if kind == "pd":
        loop = control.pd(controller, reference, f"{name}.extension", rate=f"{name}.speed", kp=kp, kd=kd, error_unit="m")
    elif kind == "time-delay":
        loop = _time_delay(controller, name, reference, kp, limit)
    else:
        raise DescriptionError(f"the excavator has no controller {kind!r}.{nearest(kind, get_args(Controller))}")
    net.add(loop)
    terms = (f"{controller}/error_rate.value", f"{name}.speed")
    net.add(Output(f"{part}_reference_speed", lambda s: s[terms[0]] + s[terms[1]], unit="m/s"))
    return f"{controller}.output"


def _time_delay(controller: str, name: str, reference: Value, kp: Any, limit: float | None) -> Network:
    """Return time-delay control with the stiffness of the PD controller.

    b is the speed of the rod with the valve fully open and half of the pump's pressure across it, b = c √(p/2) / A₁; the error
    decays with K_p b, as under PD control. Nothing else of machine, load or oil is known to it.
    """
    b = data.VALVE_COEFFICIENT * (data.PUMP_PRESSURE / 2) ** 0.5 / data.CYLINDERS[name].piston.head_area
    limits = None if limit is None else (-limit, limit)
    return control.time_delay(
        controller, reference, f"{name}.extension", rate=f"{name}.speed", gain=b, kp=kp * b, delay=data.CONTROL_DELAY,
        limits=limits, error_unit="m",
    )  # fmt: skip


def published_reference(name: str) -> Motion:
    """Return the cubic from start to target of a cylinder; the source's own timing is lost, this one meets its other figures."""
    c = data.CYLINDERS[name]
    return cubic(c.target, c.duration, before=c.extension, start=data.REFERENCE_START)


def swing_reference(drive: data.SwingDrive = data.SWING) -> Motion:
    """Return the speed of the swing [rad/s]: up, constant, down."""
    return table(drive.times, (0.0, drive.speed, drive.speed, 0.0))


def swing_drive(net: Network, reference: Value, drive: data.SwingDrive, *, both_lines: bool) -> None:
    """Add the swing drive, port `swing`. As published one line has a pressure that changes; with both lines there are also relief
    both ways, make-up, and a pump that reaches its end. x_s = K_d (reference − speed) is the position of the pump's actuator [m],
    V₁ n₁ x_s / x₁ its flow [m³/s]."""
    limits = (-drive.pump_stroke, drive.pump_stroke) if both_lines else None
    net.add(control.velocity_control("swing_control", reference, "swing.rate", gain=drive.gain, limits=limits, unit="rad/s"))
    gain = drive.pump_displacement * drive.pump_speed / drive.pump_stroke
    how: dict[str, Any] = {
        "capacity": drive.capacity, "displacement": drive.motor_displacement, "setting": drive.relief_pressure,
        "gradient": drive.relief_gain, "leakage": drive.leakage, "flow": lambda s: gain * s["swing_control.output"],
    }  # fmt: skip
    if both_lines:
        net.add(hy.closed_circuit("swing_drive", charge_pressure=drive.charge_pressure, **how))
    else:
        net.add(hy.one_line_drive("swing_drive", low_pressure=drive.charge_pressure, **how))
    net.add(rotation.gear("swing_gear", drive.ratio))
    net.connect("swing_drive.shaft", "swing_gear")
    net.expose("swing", "swing_gear.b")


def power_accounts(net: Network) -> None:
    """Add signals of where the power of the cylinder circuits goes [W]: orifices, friction, compression, mechanism."""
    parts = {name.removesuffix("_cylinder"): c.count for name, c in data.CYLINDERS.items()}
    oil = tuple(f"{p}_{x}" for p in parts for x in ("cylinder/head_oil", "cylinder/rod_oil", "hose/oil"))
    rods = tuple((n, f"{p}_cylinder") for p, n in parts.items())

    def orifices(s: Any) -> Any:
        return sum(s[f"{p}_valve.loss"] + s[f"{p}_throttle.drop"] * s[f"{p}_throttle.flow"] for p in parts)

    net.add(
        Output("power_orifices", orifices, unit="W"),
        Output("power_friction", lambda s: sum(n * s[f"{c}.friction"] * s[f"{c}.speed"] for n, c in rods), unit="W"),
        Output("power_compression", lambda s: sum(s[f"{x}.effort"] * s[f"{x}.flow"] for x in oil), unit="W"),
        Output("power_mechanism", lambda s: sum(n * s[f"{c}.force"] * s[f"{c}.speed"] for n, c in rods), unit="W"),
    )
