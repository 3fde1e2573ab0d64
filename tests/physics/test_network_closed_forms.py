"""Small networks against closed forms: RLC, two tanks, quarter car, and laws that are not linear."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import biela
from biela.network import (
    HYDRAULIC,
    C,
    CField,
    I,
    IField,
    Network,
    One,
    R,
    RField,
    Se,
    Sensor,
    Sf,
    Zero,
    electric,
    rotation,
    translation,
)


def star(name: str, source: object, *parts: object, junction: object = None) -> Network:
    """Elements around one junction, fed by a source."""
    net = Network(name)
    net.add(junction or One("j"), source, *parts)
    net.connect(source, "j")
    for part in parts:
        net.connect("j", part)
    return net


def test_rlc_circuit() -> None:
    """Charge after a step of voltage: underdamped response."""
    R_, L, C_, U = 2.0, 0.05, 1e-3, 5.0
    net = star("rlc", electric.voltage("u", U), electric.resistor("r", R_), electric.inductor("l", L), electric.capacitor("c", C_))
    run = net.simulate(duration=0.5, output_step=0.01, rtol=1e-11, atol=1e-13)
    a, w = R_ / (2 * L), np.sqrt(1 / (L * C_) - (R_ / (2 * L)) ** 2)
    t = run.t
    voltage = U * (1 - np.exp(-a * t) * (np.cos(w * t) + a / w * np.sin(w * t)))
    assert np.abs(run["c.effort"] - voltage).max() < 1e-8 * U
    assert run["c.effort"][0] == 0.0
    assert np.abs(run["machine.energy"] - run["machine.work"]).max() < 1e-10


def test_two_tanks() -> None:
    """Linear outflow: levels are sums of two exponentials, here through the matrix exponential by eigenvalues."""
    c_1, c_2, r_1, r_2 = 2e-4, 3e-4, 4e4, 6e4
    net = Network("tanks")
    net.add(Zero("p1", domain=HYDRAULIC), Zero("p2"), One("pipe"), C("tank1", c_1, initial=c_1 * 2e4), C("tank2", c_2))
    net.add(R("valve", r_1), R("outlet", r_2), Sf("pump", 0.1))
    net.connect("pump", "p1", "pipe", "p2", "outlet")
    net.connect("p1", "tank1")
    net.connect("p2", "tank2")
    net.connect("pipe", "valve")
    run = net.simulate(duration=60.0, output_step=1.0, rtol=1e-11, atol=1e-9)
    A = np.array([[-1 / (r_1 * c_1), 1 / (r_1 * c_1)], [1 / (r_1 * c_2), -(1 / r_1 + 1 / r_2) / c_2]])
    steady = -np.linalg.solve(A, [0.1 / c_1, 0.0])
    values, V = np.linalg.eig(A)
    p = steady[:, None] + V @ (np.linalg.solve(V, np.array([2e4, 0.0]) - steady)[:, None] * np.exp(np.outer(values, run.t)))
    assert np.abs(run["tank1.effort"] - p[0]).max() < 1e-8 * p.max()
    assert np.abs(run["tank2.effort"] - p[1]).max() < 1e-8 * p.max()
    assert net.causality.derivative == []


def test_tank_that_drains_by_torricelli() -> None:
    """Outflow as the root of the pressure: the level falls as a parabola."""
    c, k, p_0 = 1e-4, 1e-5, 1e4
    net = Network("tank")
    net.add(Zero("p"), C("tank", c, initial=c * p_0), R("hole", flow=lambda p: k * ca.sqrt(ca.fmax(p, 0.0))), Sf("closed", 0.0))
    net.connect("closed", "p")
    net.connect("p", "tank")
    net.connect("p", "hole")
    t_empty = 2 * c * np.sqrt(p_0) / k
    run = net.simulate(duration=0.9 * t_empty, output_step=t_empty / 20)
    assert np.abs(np.sqrt(run["tank.effort"] / p_0) - (1 - run.t / t_empty)).max() < 1e-8


def quarter_car() -> Network:
    """Body on spring and damper on wheel on tyre on road."""
    net = Network("quarter_car")
    net.add(translation.velocity("road"), Zero("tyre_force"), translation.spring("tyre", 150e3))
    net.add(One("wheel_speed"), translation.mass("wheel", 38.42), Zero("strut_force"), One("strut"))
    net.add(
        translation.spring("spring", 14.9e3),
        translation.damper("damper", 475.0),
        One("body_speed"),
        translation.mass("body", 250.0),
    )
    net.connect("road", "tyre_force", "wheel_speed", "strut_force", "body_speed", "body")
    net.connect("tyre_force", "tyre")
    net.connect("wheel_speed", "wheel")
    net.connect("strut_force", "strut")
    net.connect("strut", "spring")
    net.connect("strut", "damper")
    return net


def test_bode_of_the_quarter_car() -> None:
    """Body and wheel speed over road speed against the transfer functions of the equations of motion."""
    model = quarter_car().linearise(outputs=["body.flow", "wheel.flow"])
    w = np.logspace(-1, 3, 300)
    m_w, m_b, k_t, k, b = 38.42, 250.0, 150e3, 14.9e3, 475.0
    s = 1j * w
    strut = b * s + k
    den = (m_w * s**2 + strut + k_t) * (m_b * s**2 + strut) - strut**2
    for output, numerator in (("body.flow", k_t * strut), ("wheel.flow", k_t * (m_b * s**2 + strut))):
        G = numerator / den
        assert np.abs(model.response(w, output) / G - 1).max() < 1e-9
        magnitude, phase = model.bode(w, output)
        assert np.allclose(magnitude, 20 * np.log10(np.abs(G)), atol=1e-8)
        assert np.allclose(np.exp(1j * phase), G / np.abs(G), atol=1e-9)
        above, below = model.transfer_function(output)
        assert np.abs(np.polyval(above, s) / np.polyval(below, s) / G - 1).max() < 1e-6
        figure = model.plot_bode(w, output)
        drawn = [axes.lines[0].get_ydata() for axes in figure.axes]
        assert np.array_equal(drawn[0], magnitude) and np.array_equal(drawn[1], np.rad2deg(phase))


def test_hardening_spring_by_law_by_energy_and_by_table() -> None:
    """Three ways to say the same law: the period of a Duffing oscillator."""
    law = {"law": lambda x: 4 * x + 3 * x**3}, {"energy": lambda x: 2 * x**2 + 0.75 * x**4}
    ends = []
    for spring in law:
        net = star("duffing", Se("none", 0.0), I("mass", 1.5), C("spring", initial=0.8, **spring))
        run = net.simulate(duration=5.0, rtol=1e-11, atol=1e-12)
        assert np.abs(run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]).max() < 1e-8
        ends.append(run["spring.displacement"][-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    reference = solve_ivp(
        lambda t, y: [y[1], -(4 * y[0] + 3 * y[0] ** 3) / 1.5], (0, 5), [0.8, 0], "DOP853", rtol=1e-12, atol=1e-13
    )
    assert ends[0] == pytest.approx(reference.y[0, -1], abs=1e-8)
    table = biela.table([-1, 0, 1], [-7, 0, 7])
    net = star("table", Se("none", 0.0), I("mass", 1.5), C("spring", initial=0.8, law=table))
    run = net.simulate(duration=1.0)
    assert run["spring.displacement"][-1] == pytest.approx(0.8 * np.cos(np.sqrt(7 / 1.5)), abs=1e-7)


def test_law_used_backwards_is_solved_at_every_instant() -> None:
    """A diode-like resistance in series with another, fed by a voltage: current from an implicit equation."""
    net = Network("diode")
    net.add(Se("u", lambda t: 2 + ca.sin(3 * t)), One("i"), R("r", 0.7), R("diode", effort=lambda i: ca.asinh(i / 1e-2) * 0.05))
    net.add(Zero("n"), C("c", 0.4))
    net.connect("u", "i", "n", "c")
    net.connect("i", "r")
    net.connect("i", "diode")
    assert any("diode" in remark or "'r'" in remark for remark in net.causality.remarks())
    run = net.simulate(duration=3.0, output_step=0.1, rtol=1e-10)

    def current(v: float) -> float:
        return brentq(lambda i: 0.7 * i + 0.05 * np.arcsinh(i / 1e-2) - v, -50, 50, xtol=1e-15, rtol=1e-14)

    y = solve_ivp(lambda t, q: [current(2 + np.sin(3 * t) - q[0] / 0.4)], (0, 3), [0.0], "DOP853", run.t, rtol=1e-11, atol=1e-13).y[
        0
    ]
    assert np.abs(run["c.displacement"] - y).max() < 1e-8
    i = [current(2 + np.sin(3 * t) - q / 0.4) for t, q in zip(run.t, run["c.displacement"], strict=True)]
    assert np.abs(run["diode.flow"] - i).max() < 1e-12


def test_non_linear_storage_in_derivative_causality() -> None:
    """A charge-dependent capacitor across another: its rate follows from the law's inverse."""
    net = Network("parallel")
    net.add(Se("u", 1.0), One("i"), R("r", 2.0), Zero("v"), C("a", 0.5), C("b", law=lambda q: 3 * q + 2 * q**3))
    net.connect("u", "i", "v", "a")
    net.connect("i", "r")
    net.connect("v", "b")
    assert [n.path for n in net.causality.derivative] == ["b"]
    run = net.simulate(duration=2.0, output_step=0.1, rtol=1e-10)

    def rates(t: float, y: np.ndarray) -> list[float]:
        v = y[0]
        q = brentq(lambda q: 3 * q + 2 * q**3 - v, -5, 5, xtol=1e-15, rtol=1e-14)
        return [(1.0 - v) / 2.0 / (0.5 + 1 / (3 + 6 * q * q))]

    v = solve_ivp(rates, (0, 2), [0.0], "DOP853", run.t, rtol=1e-11, atol=1e-13).y[0]
    assert np.abs(run["a.effort"] - v).max() < 1e-8


def test_fields_couple_ports() -> None:
    """Coupled coils and a frame with two stiffnesses: frequencies of the matrices."""
    L, K = np.array([[2.0, 0.6], [0.6, 1.0]]), np.array([[50.0, -10.0], [-10.0, 30.0]])
    net = Network("fields")
    net.add(IField("coils", L), CField("frame", K, initial=(0.1, 0.0)), RField("loss", 0.02 * np.array([[2.0, 1.0], [-1.0, 1.0]])))
    for k in "12":
        net.add(One(f"f{k}"))
        for part in ("coils", "frame", "loss"):
            net.connect(f"f{k}", f"{part}.{k}")
    model = net.linearise()
    inverse = np.linalg.inv(L)
    D = 0.02 * np.array([[2.0, 1.0], [-1.0, 1.0]])
    expected = np.linalg.eigvals(np.block([[-D @ inverse, -K], [inverse, np.zeros((2, 2))]]))
    assert np.allclose(np.sort_complex(model.eigenvalues), np.sort_complex(expected), rtol=1e-10)
    run = net.simulate(duration=3.0, rtol=1e-10)
    assert np.abs(run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]).max() < 1e-8


def test_sensors_and_activated_bonds_take_no_power() -> None:
    net = Network("amplifier")
    net.add(Se("u", 3.0), One("i"), R("r", 2.0), C("c", 0.1), Zero("v"))
    net.add(Sensor("current", "flow"), Sensor("charge", "displacement"), Sensor("voltage", "effort"), Sensor("flux", "momentum"))
    net.connect("u", "i", "v", "c")
    net.connect("i", "r")
    net.connect("i", "current")
    net.connect("i", "charge")
    net.connect("v", "voltage")
    net.connect("v", "flux")
    net.add(One("copy"), I("load", 0.5), R("sink", 1.0))
    net.connect("v", "copy", activated="effort")
    net.connect("copy", "load")
    net.connect("copy", "sink")
    run = net.simulate(duration=1.0, output_step=0.05, rtol=1e-11, atol=1e-12)
    tau = 0.2
    assert np.abs(run["c.effort"] - 3 * (1 - np.exp(-run.t / tau))).max() < 1e-9  # nothing is drawn by the copy
    assert np.abs(run["current.value"] - 1.5 * np.exp(-run.t / tau)).max() < 1e-9
    assert np.abs(run["charge.value"] - run["c.displacement"]).max() < 1e-9
    assert np.abs(run["flux.value"] - 3 * (run.t - tau * (1 - np.exp(-run.t / tau)))).max() < 1e-9
    load = solve_ivp(lambda t, p: 3 * (1 - np.exp(-t / tau)) - p / 0.5, (0, 1), [0.0], t_eval=run.t, rtol=1e-11, atol=1e-13).y[0]
    assert np.abs(run["load.momentum"] - load).max() < 1e-8


def test_clutch_synchronises_two_shafts() -> None:
    """A clutch closes: momentum is kept, and the slip goes to zero in the time the torque needs."""
    net = Network("clutch")
    net.add(One("a"), One("b"), Zero("t"), rotation.inertia("engine", 0.2, rate=100.0), rotation.inertia("car", 0.3))
    net.add(rotation.clutch("clutch", 50.0, engaged=lambda t: ca.fmin(1, t / 0.1), smoothing=0.5))
    net.connect("a", "engine")
    net.connect("b", "car")
    net.connect("a", "t", "b")
    net.connect("t", "clutch")
    run = net.simulate(duration=1.0, output_step=0.01, method="rosenbrock")
    total = run["engine.momentum"] + run["car.momentum"]
    assert np.abs(total - 20.0).max() < 1e-9
    assert run["engine.flow"][-1] == pytest.approx(40.0, abs=1e-3)
    slip = run["engine.flow"] - run["car.flow"]
    locked = run.t[np.argmax(slip < 1.0)]
    assert locked == pytest.approx(0.05 + 100 / (50 * (1 / 0.2 + 1 / 0.3)), abs=0.02)


@pytest.mark.filterwarnings("ignore:.*stiff")
def test_stiff_network_with_every_integrator() -> None:
    net = star(
        "stiff", electric.voltage("u", 1.0), electric.resistor("r", 1.0), electric.inductor("l", 1e-5), electric.capacitor("c", 0.1)
    )
    for method in ("dormand-prince", "rosenbrock", "cvode-bdf"):
        run = net.simulate(duration=0.02, method=method, output_step=0.01)
        assert run["c.effort"][-1] == pytest.approx(1 - np.exp(-0.2), abs=1e-4)
