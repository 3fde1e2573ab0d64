"""Cylinders on a mechanism: a mass on a vertical guide, lifted between two points. Data of a published excavator boom."""

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.network import Network, translation
from biela.network import hydraulic as hy

OIL = hy.Fluid(density=870.0, viscosity=32e-6, bulk_modulus=1.86e9)
PUMP, TANK, C_1, C_2, BORE = 36e6, 1e5, 5e-6, 2e-6, 0.01
A_1, A_2 = np.pi / 4 * 0.3**2, np.pi / 4 * (0.3**2 - 0.2**2)
LOAD = 88.1e3


def hoist(*, command, count=1, load=LOAD, audit=False, bore=0.3, rod_diameter=0.2, **options):
    """A mass guided vertically, on cylinders between the ground and it."""
    m = biela.Mechanism("hoist", gravity=(0, 0, -9.81))
    mass = m.body("mass", mass=abs(load) / 9.81)
    m.prismatic("z", m.ground, mass, axis=(0, 0, 1 if load > 0 else -1))
    net = Network("hyd", audit=audit)
    head, rod = options.pop("head_pressure", 15.54e6), options.pop("rod_pressure", 25.73e6)
    net.add(
        hy.pressure_source("pump", PUMP),
        hy.tank("tank", TANK),
        hy.directional_valve("valve", OIL, coefficient=C_1, diameter=BORE, command=command, count=count),
        hy.hose("hose", OIL, length=4, bore=BORE, modulus=350e6, pressure=head, count=count),
        hy.orifice("throttle", OIL, coefficient=C_2, diameter=BORE, count=count),
        hy.cylinder(
            "boom", OIL, bore=bore, rod=rod_diameter, stroke=1.7, count=count, head_line=hy.Line(2, BORE, 350e6),
            rod_line=hy.Line(8, BORE, 350e6), wall_modulus=21e9, head_pressure=head, rod_pressure=rod, **options,
        ),
    )  # fmt: skip
    for tail, head_end in (("pump", "valve.p"), ("valve.t", "tank"), ("valve.a", "hose.a"), ("hose.b", "throttle.a"),
                           ("throttle.b", "boom.head"), ("boom.rod_side", "valve.b")):  # fmt: skip
        net.connect(tail, head_end)
    net.expose("line", "boom.rod")
    m.attach(net, {"line": (m.ground, mass)})
    return m


STIFF = {"method": "rosenbrock", "rtol": 1e-7, "atol": 1e-9}


def steady_speed(U, F):
    """Closed form of the speed at constant opening, without friction."""
    resist = 1 / (U * C_1) ** 2
    if U > 0:
        return np.sqrt((A_1 * PUMP - A_2 * TANK - F) / (A_1**3 * (resist + 1 / C_2**2) + A_2**3 * resist))
    return -np.sqrt((F + A_2 * PUMP - A_1 * TANK) / (A_1**3 * (resist + 1 / C_2**2) + A_2**3 * resist))


@pytest.fixture(scope="module")
def machine():
    """Input: the command of the valve. No friction."""
    return hoist(command=None, friction=None, audit=True)


@pytest.fixture(scope="module")
def lifting(machine):
    return machine.simulate({"z": 2.4}, 2.0, inputs={"hyd/valve/command": 1.0}, **STIFF)


def test_extension_is_the_length_minus_the_dead_length(machine):
    state = machine.assemble({"z": 2.4})
    assert state["hyd/boom.extension"] == pytest.approx(0.7, abs=1e-12)
    assert state["hyd/boom.force"] == pytest.approx(A_1 * 15.54e6 - A_2 * 25.73e6, rel=1e-12)
    assert state["hyd/boom.head_volume"] == pytest.approx(A_1 * 0.7 + np.pi / 4 * 1e-4 * 2, rel=1e-12)


def test_steady_speed_of_extension_and_retraction(machine, lifting):
    assert lifting["hyd/boom.speed"][-1] == pytest.approx(steady_speed(1.0, LOAD), rel=1e-4)
    assert steady_speed(1.0, LOAD) == pytest.approx(0.153, abs=5e-4)
    half = machine.simulate({"z": 3.0}, 2.0, inputs={"hyd/valve/command": -0.75}, **STIFF)
    assert half["hyd/boom.speed"][-1] == pytest.approx(steady_speed(-0.75, LOAD), rel=1e-4)


def test_published_speed_of_the_bucket_in_closed_form():
    A1, A2 = np.pi / 4 * 0.2**2, np.pi / 4 * (0.2**2 - 0.14**2)
    U, F = -0.75, -10.2e3
    resist = 1 / (U * C_1) ** 2
    v = np.sqrt((F + A2 * PUMP - A1 * TANK) / (A1**3 * (resist + 1 / C_2**2) + A2**3 * resist))
    assert v == pytest.approx(0.2345, abs=1e-4)
    m = hoist(command=U, load=F, bore=0.2, rod_diameter=0.14, friction=None, head_pressure=15e6, rod_pressure=30e6)
    run = m.simulate({"z": 3.2}, 2.0, **STIFF)
    assert run["hyd/boom.speed"][-1] == pytest.approx(-v, rel=1e-3)


def test_power_balance_at_every_instant(lifting):
    """Pump − tank = orifices + Σ p C ṗ + F v, and what is stored and done adds up over the run."""
    supplied, lost = lifting["hyd.supplied_power"], lifting["hyd.dissipated_power"]
    compression = sum(lifting[f"hyd/{name}.power"] for name in ("hose/oil", "boom/head_oil", "boom/rod_oil"))
    mechanical = lifting["hyd/boom.force"] * lifting["hyd/boom.speed"]
    assert np.abs(supplied - lost - compression - mechanical).max() < 1e-6 * supplied.max()
    closure = lifting["machine.energy"] - lifting["machine.energy"][0] - lifting["machine.work"]
    assert np.abs(closure).max() < 1e-6 * np.abs(lifting["machine.work"]).max()


def test_fluid_is_conserved(machine):
    """∫ Q dt into the head = swept volume + compression."""
    lifting = machine.simulate({"z": 2.4}, 0.2, inputs={"hyd/valve/command": lambda t: 5 * t}, output_step=2e-5, **STIFF)
    t = lifting.t
    inflow = lifting["hyd/throttle.flow"]
    C = lifting["hyd/boom.head_volume"] / 1.86e9 + A_1 * lifting["hyd/boom.extension"] / 21e9 + np.pi / 4 * 1e-4 * 2 / 350e6
    compressed = np.trapezoid(C * np.gradient(lifting["hyd/boom.head_pressure"], t), t)
    swept = A_1 * (lifting["hyd/boom.extension"][-1] - lifting["hyd/boom.extension"][0])
    assert np.trapezoid(inflow, t) == pytest.approx(swept + compressed, rel=1e-6)
    assert abs(compressed) > 1e-3 * swept


def test_every_dissipative_term_is_positive(lifting):
    for name in ("valve/pa", "valve/pb", "valve/at", "valve/bt", "throttle/restriction"):
        assert lifting[f"hyd/{name}.power"].min() >= 0.0


def test_blocked_port_stiffness(machine):
    """With the valve closed and the throttle's hose in front, the chambers are springs: k = A₁²/C₂ + A₂²/C₃."""
    state = machine.assemble({"z": 1.7 + 0.7307})
    x = 0.7307
    C2 = (A_1 * x + np.pi / 4 * 1e-4 * 2) / 1684.1e6
    C3 = (A_2 * (1.7 - x) + np.pi / 4 * 1e-4 * 8) / 1585.1e6
    expected = A_1**2 / C2 + A_2**2 / C3
    assert expected == pytest.approx(2.26e8, rel=5e-3)
    model = machine.linearise(state, inputs={"hyd/valve/command": 0.0})
    fast = np.sqrt(expected / (LOAD / 9.81))
    # the hose behind the throttle adds its own compliance at low frequency, so look at the stiffness in A itself
    i = {name: k for k, name in enumerate(model.states)}
    n = len(model.coordinates)
    A = model.A
    head, rod = 2 * n + i["hyd/boom/head_oil.effort"], 2 * n + i["hyd/boom/rod_oil.effort"]
    squared = -(A[n, head] * A[head, n] + A[n, rod] * A[rod, n])
    assert np.sqrt(squared) == pytest.approx(fast, rel=1e-4)


def test_two_cylinders_are_one_with_twice_everything(lifting):
    pair = hoist(command=1.0, count=2, load=2 * LOAD, friction=None)
    run = pair.simulate({"z": 2.4}, 2.0, **STIFF)
    assert np.allclose(run["hyd/boom.extension"], lifting["hyd/boom.extension"], atol=1e-7)
    assert np.allclose(run["hyd/boom.force"], lifting["hyd/boom.force"], rtol=1e-4)


def test_end_stops_hold_the_load_and_only_take_energy():
    m = hoist(command=-1.0, friction=hy.EfficiencyFriction(0.7), end_stops=hy.EndStops(), leakage=1e-12)
    run = m.simulate({"z": 1.72}, 3.0, **STIFF)
    assert run.status == "done"
    pressed = LOAD + A_2 * run["hyd/boom.rod_pressure"][-1] - A_1 * run["hyd/boom.head_pressure"][-1]
    assert 2e8 * -run["hyd/boom.extension"][-1] == pytest.approx(pressed, rel=1e-3)
    assert abs(run["hyd/boom.speed"][-1]) < 1e-4
    for name in ("friction", "stop_damping", "leakage"):
        assert run[f"hyd/boom/{name}.power"].min() >= 0.0
    closure = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(closure).max() < 1e-5 * np.abs(run["machine.work"]).max()


def test_closed_valve_holds_the_load(machine):
    state = machine.assemble({"z": 2.4})
    need = (LOAD + A_2 * 10e6) / A_1
    held = {"hyd/boom.head_pressure": need, "hyd/boom.rod_pressure": 10e6, "hyd/hose.pressure": need}
    state = state.with_states(held)
    run = machine.simulate(state, 2.0, inputs={"hyd/valve/command": 0.0}, **STIFF)
    assert np.abs(run["hyd/boom.extension"] - 0.7).max() < 1e-9


def oscillator(**options):
    """A mass between two closed chambers."""
    net = Network("net")
    net.add(
        hy.cylinder("jack", OIL, bore=0.1, rod=0.06, stroke=0.5, extension=0.2, friction=None, **options),
        translation.mass("mass", 300.0),
    )
    net.connect("jack.rod", "mass")
    net.add(hy.volume("plug", 1e-12, OIL), hy.volume("cap", 1e-12, OIL))
    net.connect("jack.head", "plug")
    net.connect("jack.rod_side", "cap")
    return net


def test_each_side_has_a_dead_volume_of_its_own():
    """ω² = B (A₁²/V₁ + A₂²/V₂)/m with V₁ = A₁ x + V_d1 and V₂ = A₂ (h − x) + V_d2."""
    area, ring = np.pi / 4 * 0.1**2, np.pi / 4 * (0.1**2 - 0.06**2)
    V_1, V_2 = area * 0.2 + 4e-4, ring * 0.3 + 1e-4
    wanted = np.sqrt(OIL.bulk_modulus * (area**2 / V_1 + ring**2 / V_2) / 300.0)
    model = oscillator(dead_volume=(4e-4, 1e-4)).linearise(outputs=["jack.head_volume", "jack.rod_volume"])
    assert np.abs(model.eigenvalues.imag).max() == pytest.approx(wanted, rel=1e-6)
    swapped = oscillator(dead_volume=(1e-4, 4e-4)).linearise()
    assert np.abs(swapped.eigenvalues.imag).max() != pytest.approx(wanted, rel=1e-2)


@pytest.mark.parametrize(("side", "sign"), [("head", -1.0), ("rod", 1.0)])
def test_a_cushion_slows_the_piston_down_before_the_end(side, sign):
    """v = v₀ exp(−A³ (s₀ − s)/(m C_b²)) behind the taper."""
    stiff = hy.Fluid(density=870.0, viscosity=1e-7, bulk_modulus=2e10, cavitation=None)  # turbulent throughout
    bore, hole, mass, length = 0.05, 6e-3, 50.0, 0.03
    net = Network("net")
    cushion = {f"{side}_cushion": hy.Cushion(length, hole, port=bore, taper=0.1)}
    still = {"head_pressure": 0.0, "rod_pressure": 0.0, "extension": 0.1, "friction": None}
    net.add(
        hy.cylinder("jack", stiff, bore=bore, rod=0.0, stroke=0.2, **still, **cushion),
        hy.tank("sump", 0.0), hy.tank("tank", 0.0), translation.mass("mass", mass, velocity=sign * 0.5),
    )  # fmt: skip
    net.connect("jack.rod", "mass")
    net.connect("jack.head", "sump")
    net.connect("jack.rod_side", "tank")
    run = net.simulate(duration=0.35, method="rosenbrock", rtol=1e-6)
    left = run["jack.extension"] if side == "head" else 0.2 - run["jack.extension"]
    speed = np.abs(run["jack.speed"])
    A, C_b = np.pi / 4 * bore**2, 0.62 * np.pi / 4 * hole**2 * np.sqrt(2 / 870.0)
    outside, inside = left > length, (left < 0.85 * length) & (left > 0.4 * length)
    assert speed[outside].min() > 0.45  # the open port takes little
    assert inside.sum() > 10
    slope = np.polyfit(left[inside], np.log(speed[inside]), 1)[0]
    assert slope == pytest.approx(A**3 / (mass * C_b**2), rel=0.02)
    assert left.min() > 0.0
    with pytest.raises(DescriptionError, match="cushion of cylinder 'c' is 0.6 m long, and its stroke 0.5 m"):
        hy.cylinder("c", bore=0.1, rod=0.05, stroke=0.5, head_cushion=hy.Cushion(0.6, 1e-3))


def test_the_check_valve_of_a_cushion_lets_the_piston_go():
    """At the end Q = C_b √Δp out of the chamber, and (C_b + C_p) √Δp into it; before the cushion both ways are open."""
    thin = hy.Fluid(viscosity=1e-9)
    jack = hy.cylinder("jack", thin, bore=0.1, rod=0.05, stroke=0.5, rod_cushion=hy.Cushion(0.05, 3e-3, port=0.02))
    C_b, C_p = (0.62 * np.pi / 4 * d**2 * np.sqrt(2 / 870.0) for d in (3e-3, 0.02))
    law = jack.components["rod_side_cushion"].flow
    for extension, drop, wanted in ((0.5, 1e5, C_b), (0.5, -1e5, -C_b - C_p), (0.44, 1e5, C_b + C_p)):
        assert law(drop, {"position.value": extension}) == pytest.approx(wanted * np.sqrt(1e5), rel=1e-9)
