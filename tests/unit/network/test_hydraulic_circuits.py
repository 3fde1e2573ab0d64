"""Small circuits against closed forms. One network holds them all, side by side, so that one compilation serves."""

import numpy as np
import pytest

from biela.network import Network
from biela.network import hydraulic as hy

IDEAL = hy.Fluid(cavitation=None)
V, B = 1e-3, 1.86e9
CAPACITY = V / B
ATM = 1e5
ACCUMULATOR = {"volume": 1e-3, "precharge": 5e6, "exponent": 1.3}
TURN = 0.5  # [s] at which the flow into the accumulator reverses


def bench():
    net = Network("bench", audit=True)
    net.add(hy.tank("tank", ATM), hy.pressure_source("supply", 20e6))

    def between(tail, part, head):
        net.add(part)
        net.connect(tail, f"{part.name}.a")
        net.connect(f"{part.name}.b", head)

    # a volume filled through a laminar gap, and one through an orifice
    net.add(hy.volume("slow", V, IDEAL, pressure=ATM), hy.volume("fast", V, IDEAL, pressure=ATM))
    between("supply", hy.laminar_restrictor("gap", conductance=1e-12), "slow")
    between("supply", hy.orifice("hole", IDEAL, coefficient=1e-9, diameter=1e-4, critical_reynolds=20), "fast")
    # an orifice between constant pressures, and three of them
    between("supply", hy.orifice("open", IDEAL, coefficient=2e-6, diameter=0.01), "tank")
    between("supply", hy.orifice("three", IDEAL, coefficient=2e-6, diameter=0.01, opening=0.5, count=3), "tank")
    # a flow over a relief valve; a check valve each way
    net.add(hy.flow_source("flow", 1e-3), hy.volume("guarded", V, IDEAL, pressure=ATM))
    net.connect("flow", "guarded")
    between("guarded", hy.relief_valve("relief", setting=18e6, gradient=1e-9), "tank")
    between("supply", hy.check_valve("forward", cracking=5e5, conductance=1e-10), "tank")
    between("tank", hy.check_valve("backward", cracking=5e5, conductance=1e-10), "supply")
    # pumps: power limit, pressure compensator, losses
    rpm = 2 * np.pi / 60
    for name, options in {
        "strong": {"power_limit": 20e3},
        "compensated": {"pressure_limit": 25e6, "band": 2e6},
        "lossy": {"losses": hy.Losses.from_efficiencies(50e-6, 1500 * rpm, 20e6, 0.93, 0.9)},
    }.items():
        net.add(hy.pump(name, displacement=50e-6, speed=1500 * rpm, pressure=15e6, fluid=IDEAL, **options))
        net.connect("tank", f"{name}.a")
    between("strong.b", hy.relief_valve("load_1", setting=30e6 - ATM, gradient=1e-6), "tank")
    between("compensated.b", hy.laminar_restrictor("load_2", conductance=1e-11), "tank")
    between("lossy.b", hy.relief_valve("load_3", setting=20e6, gradient=1.0), "tank")
    # an accumulator filled and emptied
    net.add(hy.accumulator("gas", **ACCUMULATOR, pressure=6e6, fluid=IDEAL, dead_volume=1e-9))
    net.add(hy.flow_source("pulse", lambda t: 4e-4 * np.pi / TURN * 0.5 * _sine(2 * np.pi * t / (2 * TURN))))
    net.connect("pulse", "gas")
    return net


def _sine(x):
    import casadi as ca

    return ca.sin(x)


@pytest.fixture(scope="module")
def run():
    return bench().simulate({}, duration=2 * TURN, method="rosenbrock", rtol=1e-8, atol=1e-12, output_step=0.005)


def test_volume_fills_exponentially_through_a_laminar_gap(run):
    expected = 20e6 - (20e6 - ATM) * np.exp(-run.t * 1e-12 / CAPACITY)
    assert np.allclose(run["slow.pressure"], expected, rtol=1e-6)


def test_volume_fills_along_a_parabola_through_an_orifice(run):
    root = np.sqrt(20e6 - ATM) - 1e-9 * run.t / (2 * CAPACITY)
    turbulent = root > np.sqrt(1e6)
    assert turbulent.sum() > 100
    assert np.allclose(run["fast.pressure"][turbulent], 20e6 - root[turbulent] ** 2, rtol=1e-6)


def test_orifice_flow(run):
    assert run["open.flow"][-1] == pytest.approx(2e-6 * np.sqrt(20e6 - ATM), rel=1e-12)
    assert run["three.flow"][-1] == pytest.approx(1.5 * run["open.flow"][-1], rel=1e-12)
    assert run["open.loss"][-1] == pytest.approx(run["open.flow"][-1] * (20e6 - ATM), rel=1e-12)


def test_relief_valve_holds_setting_plus_flow_over_gradient(run):
    assert run["guarded.pressure"][-1] == pytest.approx(ATM + 18e6 + 1e-3 / 1e-9, rel=1e-6)
    assert run["relief.flow"][0] == 0.0


def test_check_valves_pass_one_way_alone(run):
    assert run["forward.flow"][-1] == pytest.approx(1e-10 * (20e6 - ATM - 5e5), rel=1e-12)
    assert np.all(run["backward.flow"] == 0.0)


def test_pump_at_its_power_limit(run):
    assert run["strong.pressure"][-1] == pytest.approx(30e6, rel=1e-3)
    assert run["strong.power"][-1] == pytest.approx(20e3, rel=1e-6)
    assert run["strong.shaft_power"][-1] == pytest.approx(20e3, rel=1e-6)
    ideal = 50e-6 * 25 * (run["strong.pressure"][-1] - ATM)
    assert ideal > 1.5 * 20e3  # it would take that without a limit


def test_pressure_compensator_balances_its_consumer(run):
    Q0, G = 50e-6 * 25, 1e-11
    drop = 25e6 * Q0 / (Q0 + G * 2e6)  # of Q0 (25e6 − drop)/2e6 = G drop
    assert run["compensated.pressure"][-1] - ATM == pytest.approx(drop, rel=1e-6)
    assert 23e6 < drop < 25e6


def test_losses_give_the_efficiencies_they_were_made_from(run):
    assert run["lossy.pressure"][-1] == pytest.approx(20e6 + ATM, rel=1e-4)
    assert run["load_3.flow"][-1] == pytest.approx(0.93 * 50e-6 * 25, rel=1e-5)
    assert run["load_3.loss"][-1] / run["lossy.shaft_power"][-1] == pytest.approx(0.93 * 0.9, rel=1e-4)


def test_accumulator_follows_its_polytropic_and_returns(run):
    n, p0, V0 = ACCUMULATOR["exponent"], ACCUMULATOR["precharge"], ACCUMULATOR["volume"]
    start = V0 * (p0 / 6e6) ** (1 / n)
    pushed = 4e-4 * 0.5 * (1 - np.cos(np.pi * run.t / TURN))
    assert np.allclose(run["gas.pressure"], p0 * (V0 / (start - pushed)) ** n, rtol=1e-5)
    assert np.allclose(run["gas.oil_volume"], V0 - start + pushed, atol=1e-9)
    assert run["gas.pressure"][-1] == pytest.approx(6e6, rel=1e-5)
    work = run["gas/gas.energy"]
    middle = len(run.t) // 2
    V1, V2 = start, start - 4e-4
    closed_form = 6e6 * V1 / (n - 1) * ((V1 / V2) ** (n - 1) - 1)
    assert work[middle] == pytest.approx(closed_form, rel=1e-5)
    assert abs(work[-1]) < 1e-4 * closed_form


def test_fluid_is_conserved(run):
    """Into each volume flows what it holds more: ∫ Q dt = C Δp."""
    passed = np.trapezoid(run["gap.flow"], run.t)
    assert passed == pytest.approx(CAPACITY * (run["slow.pressure"][-1] - ATM), rel=1e-5)


def test_power_balance_and_dissipation(run):
    """Sources give what resistances take and volumes store, at every instant; no resistance ever gives."""
    error = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    supplied = np.abs(run["bench.supplied_power"]).max()
    assert np.abs(error).max() < 1e-7 * supplied
    for name in run.names:
        if name.endswith((".restriction.power", "/restriction.power", "/leakage.power", "/friction.power")):
            assert run[name].min() >= -1e-9, name
