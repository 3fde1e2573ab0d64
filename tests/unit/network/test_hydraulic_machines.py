"""Pumps, motors and sensors against closed forms: leakage, limits both ways, efficiencies, directions of shafts."""

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.network import I, Network, R, rotation
from biela.network import hydraulic as hy

IDEAL = hy.Fluid(cavitation=None)
STIFF = {"method": "rosenbrock", "rtol": 1e-8, "atol": 1e-12}
ATM = 1e5
V, OMEGA = 100e-6, 150.0
D = V / (2 * np.pi)
G = 1e-11


def wired(net, *pairs):
    for tail, head in pairs:
        net.connect(tail, head)
    return net


# ----------------------------------------------------------------------------------------------------------------- pumps


@pytest.fixture(scope="module")
def pumps():
    """One network of pumps side by side, each over a relief valve or against a capillary; forwards and backwards."""
    net = Network("bench", audit=True)
    net.add(hy.tank("tank", ATM))
    losses = hy.Losses(leakage=G, viscous=0.02, pressure=0.05)
    net.add(hy.pump("leaky", displacement=V, speed=OMEGA, losses=losses, pressure=ATM, fluid=IDEAL))
    net.add(hy.relief_valve("relief", setting=20e6, gradient=1e-8))
    wired(net, ("tank", "leaky.a"), ("leaky.b", "relief.a"), ("relief.b", "tank"))
    for sign, name in ((1, "forward"), (-1, "backward")):
        for kind, limit in (("strong", {"power_limit": 1e3}), ("held", {"pressure_limit": 10e6, "band": 1e6})):
            own, load = f"{kind}_{name}", f"load_{kind}_{name}"
            net.add(hy.pump(own, displacement=V, speed=OMEGA, setting=sign * 0.8, pressure=ATM, fluid=IDEAL, **limit))
            net.add(hy.laminar_restrictor(load, conductance=2e-12 if kind == "held" else 1e-11))
            low, high = (f"{own}.a", f"{own}.b") if sign > 0 else (f"{own}.b", f"{own}.a")
            if sign < 0:  # the delivery at a needs oil of its own
                net.add(hy.volume(f"line_{own}", 1e-3, IDEAL))
                net.connect(f"line_{own}", high)
            wired(net, ("tank", low), (high, f"{load}.a"), (f"{load}.b", "tank"))
    return net.simulate({}, 2.0, **STIFF)


def test_pump_delivers_what_passes_through_the_next_component(pumps):
    """Q = α D ω − G Δp (8), and no more: what leaks back inside is not delivered."""
    drop = pumps["leaky.pressure"][-1] - ATM
    assert drop > 20e6
    assert pumps["leaky.flow"][-1] == pytest.approx(D * OMEGA - G * drop, rel=1e-9)
    assert pumps["leaky.flow"][-1] == pytest.approx(pumps["relief.flow"][-1], rel=1e-6)
    assert pumps["leaky.power"][-1] == pytest.approx(pumps["relief.loss"][-1], rel=1e-6)
    assert pumps["leaky.flow"][-1] < 0.93 * D * OMEGA


def test_shaft_of_a_pump_gives_what_is_delivered_and_lost(pumps):
    drop = pumps["leaky.pressure"][-1] - ATM
    torque = D * drop * 1.05 + 0.02 * OMEGA
    assert pumps["leaky.torque"][-1] == pytest.approx(torque, rel=1e-9)
    assert pumps["leaky.speed"][-1] == OMEGA
    assert pumps["leaky.shaft_power"][-1] == pytest.approx(torque * OMEGA, rel=1e-9)
    assert np.allclose(pumps["leaky.shaft_power"], pumps["leaky/drive.power"], rtol=1e-9)
    lost = pumps["leaky/leakage.power"][-1] + pumps["leaky/friction.power"][-1]
    assert pumps["leaky.shaft_power"][-1] - pumps["leaky.power"][-1] == pytest.approx(lost, rel=1e-9)


@pytest.mark.parametrize(("name", "sign"), [("forward", 1), ("backward", -1)])
def test_limits_hold_both_ways(pumps, name, sign):
    """Power: Q Δp = P with Q = G_load Δp. Compensator: α₀ D ω (p_max − Δp)/band = G_load Δp."""
    drop = pumps[f"load_strong_{name}.drop"][-1]
    assert drop == pytest.approx(np.sqrt(1e3 / 1e-11), rel=1e-6)
    assert pumps[f"strong_{name}.power"][-1] == pytest.approx(1e3, rel=1e-6)
    assert pumps[f"strong_{name}.setting"][-1] == pytest.approx(sign * 1e3 / (D * OMEGA * drop), rel=1e-6)
    assert pumps[f"strong_{name}.flow"][-1] == pytest.approx(sign * 1e-11 * drop, rel=1e-6)
    full = 0.8 * D * OMEGA
    held = full * 10e6 / (full + 2e-12 * 1e6)
    assert pumps[f"load_held_{name}.drop"][-1] == pytest.approx(held, rel=1e-6)
    assert pumps[f"held_{name}.flow"][-1] == pytest.approx(sign * 2e-12 * held, rel=1e-6)


def test_setting_that_changes_sign_is_limited_on_both_sides():
    """A lever that swings: |α| D ω Δp never exceeds the limit, though the delivery changes sides."""
    net = Network("n")
    net.add(hy.pump("pump", displacement=V, speed=OMEGA, setting=biela.sine(1.0, period=2.0), power_limit=5e3, fluid=IDEAL))
    net.add(hy.volume("line", 1e-3, IDEAL), hy.laminar_restrictor("load", conductance=2e-11))
    net.add(hy.tank("tank"), hy.laminar_restrictor("drain", conductance=1e-9))
    wired(net, ("pump.a", "line"), ("pump.b", "load.a"), ("load.b", "line"), ("line", "drain.a"), ("drain.b", "tank"))
    run = net.simulate({}, 2.0, method="rosenbrock", rtol=1e-7, atol=1e-10, output_step=0.01)
    power = run["pump.power"]
    unlimited = (D * OMEGA) ** 2 / 2e-11
    assert unlimited > 5 * 5e3
    assert power.max() == pytest.approx(5e3, rel=1e-4)
    first, second = run.t < 1.0, run.t > 1.0
    assert power[first].max() == pytest.approx(power[second].max(), rel=1e-4)
    for moment, sign in ((0.5, 1), (1.5, -1)):  # the lever at its ends: Q = √(P G)
        assert np.interp(moment, run.t, run["pump.flow"]) == pytest.approx(sign * np.sqrt(5e3 * 2e-11), rel=1e-3)


def test_power_limit_may_be_a_signal():
    net = Network("n")
    net.add(hy.pump("pump", displacement=V, speed=OMEGA, power_limit=lambda t: 1e3 + 500 * t, fluid=IDEAL), hy.tank("tank"))
    net.add(hy.relief_valve("load", setting=20e6, gradient=1e-6))
    wired(net, ("tank", "pump.a"), ("pump.b", "load.a"), ("load.b", "tank"))
    run = net.simulate({}, 2.0, **STIFF)
    late = run.t > 1.0
    assert np.allclose(run["pump.power"][late], 1e3 + 500 * run.t[late], rtol=1e-5)


# ------------------------------------------------------------------------------------------------- losses, and motors


@pytest.mark.parametrize(("volumetric", "mechanical"), [(0.9, 0.9), (0.97, 0.85), (1.0, 1.0)])
def test_efficiencies_come_back_for_pumps_and_motors(volumetric, mechanical):
    drop, swept = 20e6, D * OMEGA
    pump = hy.Losses.from_efficiencies(V, OMEGA, drop, volumetric, mechanical)
    assert (swept - pump.leakage * drop) / swept == pytest.approx(volumetric, rel=1e-12)
    assert D * drop / (D * drop + float(pump.torque(OMEGA, drop, D))) == pytest.approx(mechanical, rel=1e-12)
    motor = hy.Losses.from_efficiencies(V, OMEGA, drop, volumetric, mechanical, machine="motor")
    assert swept / (swept + motor.leakage * drop) == pytest.approx(volumetric, rel=1e-12)
    assert (D * drop - float(motor.torque(OMEGA, drop, D))) / (D * drop) == pytest.approx(mechanical, rel=1e-12)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"volumetric": 1.2}, r"volumetric efficiency for the losses of a motor is 1.2: it lies above 0 and up to 1"),
        ({"mechanical": 90}, r"mechanical efficiency .* is 90: .*90 % is 0.9"),
        ({"mechanical": 0.0}, r"mechanical efficiency .* is 0"),
        ({"drop": -1e6}, r"rated pressure .* is -1e\+06"),
        ({"speed": 0.0}, r"rated speed .* is 0"),
        ({"machine": "turbine"}, r"'pump' or a 'motor', not of 'turbine'"),
    ],
)
def test_efficiencies_that_cannot_be(change, text):
    good = {"displacement": V, "speed": 100.0, "drop": 2e7, "volumetric": 0.9, "mechanical": 0.9, "machine": "motor"}
    with pytest.raises(DescriptionError, match=text):
        hy.Losses.from_efficiencies(**good | change)


def with_motor(flow, losses, load=2.0, inertia=0.5):
    """A flow through a motor that turns a mass against viscous friction."""
    net = Network("n", audit=True)
    net.add(hy.flow_source("source", flow), hy.volume("line", 1e-3, IDEAL, pressure=10e6), hy.tank("tank", 10e6))
    net.add(hy.motor("motor", displacement=V, losses=losses))
    net.add(I("mass", inertia, domain="rotation"), R("load", load, domain="rotation"))
    wired(net, ("source", "line"), ("line", "motor.a"), ("motor.b", "tank"), ("motor.shaft", "mass"), ("motor.shaft", "load"))
    return net


@pytest.mark.parametrize("sign", [1, -1])
def test_motor_turns_with_what_does_not_leak_and_pushes_with_what_does_not_rub(sign):
    """Steady: D ω = Q − G Δp, D Δp − viscous ω − k D |Δp| sgn ω = load ω; both ways round."""
    losses = hy.Losses(leakage=G, viscous=0.05, pressure=0.06)
    Q, load = 2e-3, 2.0
    run = with_motor(sign * Q, losses, load).simulate({}, 3.0, **STIFF)
    drop = Q / (G + D * D * (1 - 0.06) / (load + 0.05))
    omega = D * (1 - 0.06) * drop / (load + 0.05)
    assert run["motor.rate"][-1] == pytest.approx(sign * omega, rel=1e-6)
    assert run["line.pressure"][-1] - 10e6 == pytest.approx(sign * drop, rel=1e-6)
    assert run["motor.flow"][-1] == pytest.approx(sign * Q, rel=1e-6)
    assert run["motor.torque"][-1] == pytest.approx(sign * load * omega, rel=1e-6)
    assert run["motor.power"][-1] == pytest.approx(load * omega**2, rel=1e-6)
    lost = run["motor/leakage.power"][-1] + run["motor/friction.power"][-1]
    assert drop * Q == pytest.approx(run["motor.power"][-1] + lost, rel=1e-6)
    closure = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(closure).max() < 1e-5 * drop * Q


def test_motor_and_line_swing_with_their_natural_frequency():
    """ω² = D²/(J C) of a lossless motor against a closed volume."""
    net = Network("n")
    net.add(hy.volume("line", 1e-3, IDEAL, pressure=10e6), hy.tank("tank", 10e6), hy.motor("motor", displacement=V))
    net.add(I("mass", 0.5, domain="rotation"))
    wired(net, ("line", "motor.a"), ("motor.b", "tank"), ("motor.shaft", "mass"))
    poles = net.linearise({}).eigenvalues
    assert np.abs(poles.imag).max() == pytest.approx(D / np.sqrt(0.5 * 1e-3 / 1.86e9), rel=1e-9)


def test_losses_of_a_motor_give_its_efficiencies():
    drop, omega = 20e6, 150.0
    losses = hy.Losses.from_efficiencies(V, omega, drop, 0.9, 0.92, machine="motor")
    torque = 0.92 * D * drop
    run = with_motor(D * omega / 0.9, losses, torque / omega).simulate({}, 3.0, **STIFF)
    assert run["motor.rate"][-1] == pytest.approx(omega, rel=1e-6)
    assert run["motor.torque"][-1] == pytest.approx(torque, rel=1e-6)
    assert run["motor.power"][-1] / (drop * run["motor.flow"][-1]) == pytest.approx(0.9 * 0.92, rel=1e-6)


# ----------------------------------------------------------------------------------------------------------- directions


def on_a_shaft(*bonds, parts=()):
    net = Network("n")
    net.add(hy.pump("pump", displacement=V, fluid=IDEAL, pressure=ATM), hy.tank("tank"), *parts)
    net.add(hy.relief_valve("relief", setting=10e6, gradient=1e-8))
    return wired(net, ("tank", "pump.a"), ("pump.b", "relief.a"), ("relief.b", "tank"), *bonds)


def test_shaft_of_a_pump_is_driven_the_right_way_round():
    run = on_a_shaft(("engine", "pump.shaft"), parts=[rotation.rate("engine", OMEGA)]).simulate({}, 0.5, **STIFF)
    assert run["pump.flow"][-1] == pytest.approx(D * OMEGA, rel=1e-6)
    for bond, parts, text in (
        (("pump.shaft", "engine"), [rotation.rate("engine", OMEGA)], r"Sf 'engine' .*connect\(\"engine\", \"pump.shaft\"\)"),
        (("pump.shaft", "engine"), [rotation.torque("engine", 50.0)], r"Se 'engine' is the head .* backwards"),
        (("wheel", "pump.shaft"), [rotation.inertia("wheel", 1.0, rate=OMEGA)],
         r"I 'wheel' is the tail .*connect\(\"pump.shaft\", \"wheel\"\)"),
        (("pump.shaft", "motor.shaft"), [hy.motor("motor", displacement=V)], r"the shaft of 'motor' is the head"),
    ):  # fmt: skip
        more = [("motor.a", "tank"), ("motor.b", "tank")] if "motor.shaft" in bond else []
        with pytest.raises(DescriptionError, match=text):
            on_a_shaft(bond, *more, parts=parts).simulate({}, 0.1)


def test_direction_is_followed_through_gears():
    gear, engine = rotation.gear("gear", 2.0), rotation.rate("engine", OMEGA)
    run = on_a_shaft(("engine", "gear"), ("gear", "pump.shaft"), parts=[gear, engine]).simulate({}, 0.5, **STIFF)
    assert run["pump.flow"][-1] == pytest.approx(D * OMEGA / 2, rel=1e-6)
    with pytest.raises(DescriptionError, match=r"Sf 'engine' is the head of the bond from 'gear'"):
        on_a_shaft(("pump.shaft", "gear"), ("gear", "engine"), parts=[gear, engine]).simulate({}, 0.1)


def test_flywheel_on_the_shaft_runs_down_by_what_the_pump_takes():
    """½ J ω² goes over the relief valve: the mass is pointed to, and drives all the same."""
    net = on_a_shaft(("pump.shaft", "wheel"), parts=[rotation.inertia("wheel", 2.0, rate=OMEGA)])
    run = net.simulate({}, 0.5, **STIFF)
    rate = run["pump.speed"]
    assert rate[0] == OMEGA
    drop = run["pump.pressure"] - ATM
    late = run.t > 0.2
    slope = np.gradient(rate[late], run.t[late])
    assert np.allclose(slope[1:-1], -D * drop[late][1:-1] / 2.0, rtol=1e-4)


def test_joint_of_a_mechanism_drives_a_pump():
    """A rotor that runs down: its energy goes through the pump, and the torque on the joint is −D Δp."""
    m = biela.Mechanism("rotor")
    m.revolute("axle", m.ground, m.body("rotor", mass=1.0, inertia=(2.0, 2.0, 2.0)), axis=(0, 0, 1))
    net = on_a_shaft()
    net.expose("shaft", "pump.shaft")
    m.attach(net, {"shaft": "axle"}, prefix="")
    run = m.simulate(m.assemble({"axle": 0.0}, rates={"axle": OMEGA}), 0.5, **STIFF)
    assert run["pump.speed"][0] == pytest.approx(OMEGA)
    assert run["pump.flow"][0] == pytest.approx(D * OMEGA)
    late = run.t > 0.2
    slope = np.gradient(run["axle.rate"][late], run.t[late])
    assert np.allclose(slope[1:-1], -D * (run["pump.pressure"][late][1:-1] - ATM) / 2.0, rtol=1e-4)


@pytest.mark.parametrize("value", [0.8, -0.8])
def test_setting_and_limits_may_be_free_parameters(value):
    net = Network("n")
    setting = net.parameter("setting", value)
    limit = net.parameter("limit", 1e3, "W")
    net.add(hy.pump("pump", displacement=V, speed=OMEGA, setting=setting, power_limit=limit, fluid=IDEAL), hy.tank("tank"))
    net.add(hy.volume("line", 1e-3, IDEAL), hy.laminar_restrictor("load", conductance=1e-11))
    low, high = ("a", "b") if value > 0 else ("b", "a")
    wired(net, ("tank", f"pump.{low}"), (f"pump.{high}", "line"), ("line", "load.a"), ("load.b", "tank"))
    run = net.simulate({}, 1.0, **STIFF)
    assert run["load.drop"][-1] == pytest.approx(np.sqrt(1e3 / 1e-11), rel=1e-5)
    assert run["pump.power"][-1] == pytest.approx(1e3, rel=1e-5)


# ------------------------------------------------------------------------------------------------- circuits that cannot be


@pytest.mark.parametrize("setting", [1.0, -1.0])
@pytest.mark.parametrize("losses", [hy.Losses(), hy.Losses(leakage=1e-12)])
def test_pump_into_a_closed_volume_is_refused(setting, losses):
    net = Network("n")
    net.add(hy.pump("pump", displacement=V, speed=OMEGA, setting=setting, losses=losses), hy.tank("tank"))
    net.add(hy.volume("closed", 1e-3))
    low, high = ("a", "b") if setting > 0 else ("b", "a")
    wired(net, ("tank", f"pump.{low}"), (f"pump.{high}", "closed"))
    text = r"pump 'pump' keeps delivering into 'closed', which has no way to a tank.*relief valve.*pressure_limit"
    with pytest.raises(DescriptionError, match=text):
        net.simulate({}, 0.1)


def test_two_pumps_on_one_drive_are_no_way_out_for_each_other():
    net = Network("n")
    net.add(*(hy.pump(f"pump_{k}", displacement=V, losses=hy.Losses(leakage=1e-12)) for k in (1, 2)), hy.tank("tank"))
    net.add(hy.volume("closed", 1e-3), rotation.rate("engine", OMEGA))
    wired(net, ("engine", "pump_1.shaft"), ("pump_1.shaft", "pump_2.shaft"))
    wired(net, *((("tank", f"pump_{k}.a")) for k in (1, 2)), *((f"pump_{k}.b", "closed") for k in (1, 2)))
    with pytest.raises(DescriptionError, match=r"pump 'pump_[12]' keeps delivering into .*'closed'"):
        net.simulate({}, 0.1)


@pytest.mark.parametrize("options", [{"pressure_limit": 20e6}, {"load_pressure": 10e6}, {"setting": lambda t: 0.0 * t}])
def test_pump_that_something_stops_may_be_closed(options):
    net = Network("n")
    net.add(hy.pump("pump", displacement=V, speed=OMEGA, **options), hy.tank("tank"), hy.volume("closed", 1e-3))
    wired(net, ("tank", "pump.a"), ("pump.b", "closed"))
    run = net.simulate({}, 0.5, method="rosenbrock", rtol=1e-6, atol=1e-8)
    assert run["pump.pressure"][-1] < 21e6


def test_torque_into_a_closed_volume_holds_its_pressure():
    """A shaft with a torque is no runaway: it stops at M = D Δp."""
    net = Network("n")
    net.add(hy.pump("pump", displacement=V, losses=hy.Losses(viscous=0.5)), hy.tank("tank"), hy.volume("closed", 1e-3))
    net.add(rotation.torque("hand", 50.0), rotation.inertia("wheel", 0.1))
    wired(net, ("tank", "pump.a"), ("pump.b", "closed"), ("hand", "pump.shaft"), ("pump.shaft", "wheel"))
    run = net.simulate({}, 5.0, method="rosenbrock", rtol=1e-7, atol=1e-9)
    assert run["pump.pressure"][-1] == pytest.approx(ATM + 50.0 / D, rel=1e-5)


@pytest.mark.parametrize(
    ("valve", "ports"),
    [
        (hy.relief_valve("valve", setting=1e7, gradient=1e-9), ("a", "b")),
        (hy.check_valve("valve", conductance=1e-9), ("a", "b")),
        (hy.sequence_valve("valve", diameter=0.005, setting=1e6), ("a", "b")),
        (hy.counterbalance_valve("valve", diameter=0.005, setting=1e7, ratio=3.0), ("b", "a")),
        (hy.directional_valve("valve", diameter=0.005, command=lambda t: t), ("p", "t")),
    ],
    ids=["relief", "check", "sequence", "counterbalance", "directional"],
)
def test_line_without_a_volume_is_named_with_the_remedy(valve, ports):
    net = Network("n")
    net.add(hy.flow_source("supply", 1e-3), valve, hy.tank("tank"))
    wired(net, ("supply", f"valve.{ports[0]}"), (f"valve.{ports[1]}", "tank"))
    for port in valve.exposed:
        if port not in ports:
            net.connect(f"valve.{port}", "tank")
    with pytest.raises(DescriptionError, match=r"pressure of the line at 'supply', 'valve': where 'valve.*' closes.*add a volume"):
        net.simulate({}, 0.1)


def test_line_without_a_volume_works_where_something_stays_open():
    net = Network("n")
    net.add(hy.flow_source("supply", 1e-3), hy.relief_valve("valve", setting=1e7, gradient=1e-9), hy.tank("tank"))
    net.add(hy.laminar_restrictor("leak", conductance=1e-10))
    wired(net, ("supply", "valve.a"), ("valve.b", "tank"), ("supply", "leak.a"), ("leak.b", "tank"))
    run = net.simulate({}, 0.1, **STIFF)
    assert run["supply.pressure"][-1] == pytest.approx(ATM + 1e-3 / 1e-10, rel=1e-6)


# --------------------------------------------------------------------------------------------------------------- sensors


def test_sensors_read_what_is_there_and_follow_with_their_lag():
    """A ramp of pressure r t over a capillary G: readings at once, and T behind it as r (t − T (1 − e^−t/T))."""
    r, G_c, T = 1e6, 1e-10, 0.2
    net = Network("n", audit=True)
    net.add(hy.pressure_source("source", lambda t: ATM + r * t), hy.tank("tank", ATM))
    net.add(hy.laminar_restrictor("gap", conductance=G_c), hy.pressure_sensor("gauge"))
    net.add(hy.pressure_sensor("slow_gauge", time_constant=T, initial=ATM))
    net.add(hy.flow_sensor("meter", "gap.flow"), hy.flow_sensor("slow_meter", "gap.flow", time_constant=T))
    net.add(hy.power_sensor("power", "gap.drop", "gap.flow"))
    net.add(hy.power_sensor("slow_power", "gap.drop", "gap.flow", time_constant=T))
    wired(net, ("source", "gap.a"), ("gap.b", "tank"), ("source", "gauge"), ("source", "slow_gauge"))
    run = net.simulate({}, 1.0, **STIFF)
    t = run.t
    behind = t - T * (1 - np.exp(-t / T))
    assert np.allclose(run["gauge.value"], ATM + r * t, rtol=1e-12)
    assert np.allclose(run["slow_gauge.value"], ATM + r * behind, rtol=1e-6)
    assert np.allclose(run["meter.value"], G_c * r * t, rtol=1e-12)
    assert np.allclose(run["slow_meter.value"], G_c * r * behind, atol=1e-6 * G_c * r)
    assert np.allclose(run["power.value"], G_c * (r * t) ** 2, rtol=1e-12)
    squared = t**2 - 2 * T * behind  # T ẏ = t² − y
    assert np.allclose(run["slow_power.value"], G_c * r**2 * squared, atol=1e-6 * G_c * r**2)
    assert np.allclose(run["source.flow"], run["gap.flow"], rtol=1e-12)  # they take nothing
