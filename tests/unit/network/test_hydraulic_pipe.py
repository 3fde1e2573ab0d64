"""Pipes: friction in every regime, resonance and water hammer against the closed forms of the line."""

import casadi as ca
import numpy as np
import pytest
from scipy.optimize import brentq

from biela.base.errors import DescriptionError
from biela.network import Network
from biela.network import hydraulic as hy
from biela.network.hydraulic.pipe import friction_factor, pipe_loss, wave_speed

OIL = hy.Fluid(cavitation=None)
THIN = hy.Fluid(viscosity=1e-12, cavitation=None)  # without friction worth mentioning
RHO, NU, B = 870.0, 32e-6, 1.86e9
LENGTH, BORE = 10.0, 0.02
AREA = np.pi / 4 * BORE**2
SPEED = np.sqrt(B / RHO)


def loss_at(reynolds, d=0.01, length=3.0, **options):
    """(Δp, mean velocity) of a pipe at a Reynolds number."""
    v = reynolds * NU / d
    return float(pipe_loss(v * np.pi / 4 * d**2, length, d, OIL, **options)), v


def colebrook(reynolds, epsilon):
    def equation(x):  # x = 1/√λ
        return x + 2 * np.log10(epsilon / 3.7 + 2.51 * x / reynolds)

    return brentq(equation, 1.0, 30.0, xtol=1e-12) ** -2


@pytest.mark.parametrize("reynolds", [1e-3, 10.0, 1000.0, 1999.0])
def test_laminar_loss_is_that_of_hagen_and_poiseuille(reynolds):
    dp, v = loss_at(reynolds)
    assert dp == pytest.approx(32 * RHO * NU * 3.0 * v / 0.01**2, rel=1e-13)
    assert dp == pytest.approx(64 / reynolds * 3.0 / 0.01 * 0.5 * RHO * v**2, rel=1e-13)


@pytest.mark.parametrize("roughness", [0.0, 1.5e-6, 1e-4])
@pytest.mark.parametrize("reynolds", [4001.0, 1e4, 1e5, 1e7])
def test_turbulent_loss_is_near_that_of_colebrook(reynolds, roughness):
    dp, v = loss_at(reynolds, roughness=roughness)
    factor = dp / (3.0 / 0.01 * 0.5 * RHO * v**2)
    assert factor == pytest.approx(float(friction_factor(reynolds, roughness / 0.01)), rel=1e-12)
    assert factor == pytest.approx(colebrook(reynolds, roughness / 0.01), rel=0.025)
    if roughness == 0 and reynolds <= 1e5:
        assert factor == pytest.approx(0.3164 * reynolds**-0.25, rel=0.035)  # Blasius


def test_loss_is_odd_rises_and_has_no_corner():
    Q = ca.SX.sym("Q")
    dp = pipe_loss(Q, 3.0, 0.01, OIL, 1e-6)
    f = ca.Function("f", [Q], [dp, ca.jacobian(dp, Q)])
    scale = np.pi / 4 * 0.01 * NU
    for reynolds in (0.0, 2000.0, 4000.0):
        below, above = (float(f(scale * (reynolds + h))[1]) for h in (-1e-4, 1e-4))
        assert below == pytest.approx(above, rel=1e-5)
    for reynolds in np.linspace(0.0, 8000.0, 321):
        value, slope = f(scale * reynolds)
        assert float(slope) > 0
        assert float(f(-scale * reynolds)[0]) == -float(value)


def open_and_closed(segments):
    """One end at a reservoir, the other closed: natural frequencies [rad/s], lowest first."""
    net = Network("line")
    net.add(hy.pressure_source("source", 5e6))
    net.add(hy.pipe("pipe", THIN, length=LENGTH, bore=BORE, segments=segments, pressure=5e6))
    net.connect("source", "pipe.a")
    poles = net.linearise({}).eigenvalues
    return np.sort(poles.imag[poles.imag > 1.0])


def test_natural_frequencies_are_those_of_the_chain_and_tend_to_those_of_the_line():
    """Chain in closed form: ω_k = (2 n a/l) sin((2 k − 1) π/(4 n)); line: quarter wave and its odd overtones."""
    errors = []
    for n in (2, 4, 8, 16):
        found = open_and_closed(n)
        k = np.arange(1, n + 1)
        assert len(found) == n
        assert np.allclose(found, 2 * n * SPEED / LENGTH * np.sin((2 * k - 1) * np.pi / (4 * n)), rtol=1e-6)
        errors.append(1 - found[0] / (np.pi * SPEED / (2 * LENGTH)))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert np.all(np.abs(orders - 2.0) < 0.06)
    assert 0 < errors[-1] < 5e-4


@pytest.mark.parametrize("bore", [0.004, 0.02])
def test_modes_at_rest_decay_as_laminar_friction_says(bore):
    """Each section: I s² + R s + 1/C = 0 in every mode, so Re s = −R/2I = −16 ν/d², whatever the number of sections."""
    for n in (1, 4):
        net = Network("line")
        net.add(hy.pressure_source("source", 5e6))
        net.add(hy.pipe("pipe", OIL, length=LENGTH, bore=bore, segments=n, pressure=5e6, roughness=1e-5))
        net.connect("source", "pipe.a")
        poles = net.linearise({}).eigenvalues
        modes = poles[np.abs(poles.imag) > 1.0]
        assert len(modes) == 2 * n
        assert np.allclose(modes.real, -16 * NU / bore**2, rtol=1e-8)
        k = np.arange(1, n + 1)
        natural = 2 * n * SPEED / LENGTH * np.sin((2 * k - 1) * np.pi / (4 * n))
        assert np.allclose(np.unique(np.round(np.abs(modes), 6)), natural, rtol=1e-7)


def hammer(segments, closing):
    """The flow at b stops within `closing` [s]; reservoir at a."""
    v = 2.0
    net = Network("line", audit=True)
    net.add(hy.pressure_source("source", 10e6))
    pipe = hy.pipe("pipe", THIN, length=LENGTH, bore=BORE, modulus=4e9, segments=segments, pressure=10e6, flow=v * AREA)
    net.add(pipe, hy.flow_source("valve", lambda t: -v * AREA * _falling(t / closing)))
    net.connect("source", "pipe.a")
    net.connect("valve", "pipe.b")
    return net.simulate({}, 0.06, method="rosenbrock", rtol=1e-7, atol=1e-10, output_step=2e-5), v


def _falling(s):
    s = ca.fmin(ca.fmax(s, 0.0), 1.0)
    return 1 - s**3 * (10 - 15 * s + 6 * s * s)


def test_water_hammer_rises_by_what_joukowsky_says():
    """Δp = ρ a Δv while the wave runs to the reservoir and back, then as much below, with the period 4 l/a."""
    a = float(wave_speed(THIN, 4e9))
    assert a == pytest.approx(np.sqrt(1 / (1 / B + 1 / 4e9) / RHO), rel=1e-12)
    journey = 2 * LENGTH / a
    closing = 0.5 * journey
    errors = []
    for n in (6, 12, 24):
        run, v = hammer(n, closing)
        joukowsky = RHO * a * v
        p = run["pipe.pressure_b"] - 10e6
        high = (run.t > 1.25 * closing) & (run.t < 0.9 * journey)
        low = (run.t > journey + 1.25 * closing) & (run.t < 1.9 * journey)
        errors.append(max(np.abs(p[high] / joukowsky - 1).max(), np.abs(p[low] / joukowsky + 1).max()))
        crossings = run.t[1:][(p[1:] > 0) & (p[:-1] <= 0) & (run.t[1:] > journey)]
        assert crossings[0] - closing / 2 == pytest.approx(2 * journey, rel=0.03 if n == 6 else 0.01)
    assert errors[0] > 4 * errors[1] > 16 * errors[2]
    assert errors[2] < 5e-3


def test_water_hammer_keeps_the_energy():
    """Without friction the motion of the oil becomes pressure and back: ½ ρ A l v² is never lost."""
    run, v = hammer(8, 0.005)
    error = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(error).max() < 1e-5 * 0.5 * RHO * AREA * LENGTH * v**2


def test_steady_flow_falls_by_the_loss_and_stays_steady():
    """A start with flow is a steady state: nothing moves, and the loss is Q Δp over all sections."""
    Q = 4e-4  # Re about 800
    net = Network("line")
    falls = 128 * RHO * NU * LENGTH / (np.pi * BORE**4) * Q
    net.add(hy.pressure_source("source", 5e6), hy.flow_source("draw", -Q))
    net.add(hy.pipe("pipe", OIL, length=LENGTH, bore=BORE, segments=5, pressure=5e6, flow=Q))
    net.connect("source", "pipe.a")
    net.connect("draw", "pipe.b")
    run = net.simulate({}, 0.1, method="rosenbrock", rtol=1e-8, atol=1e-10)
    assert np.allclose(run["pipe.pressure_b"], 5e6 - falls, rtol=1e-9)
    assert np.allclose(run["pipe.loss"], falls * Q, rtol=1e-7)
    assert np.allclose(run["pipe.inflow"], Q, rtol=1e-7)


def test_friction_only_takes():
    """Ends driven at random: no section ever gives energy."""
    random = np.random.default_rng(3)
    net = Network("line", audit=True)
    net.add(hy.pipe("pipe", OIL, length=2.0, bore=0.008, segments=3, pressure=5e6, roughness=1e-5))
    for side in "ab":
        w, phase = random.uniform(20, 120, 4), random.uniform(0, 6, 4)
        net.add(hy.flow_source(f"flow_{side}", lambda t, w=w, phase=phase: 3e-4 * ca.sum1(ca.sin(ca.DM(w) * t + ca.DM(phase)))))
        net.connect(f"flow_{side}", f"pipe.{side}")
    net.add(hy.tank("tank", 5e6), hy.laminar_restrictor("way", conductance=1e-10))
    net.connect("tank", "way.a")
    net.connect("way.b", "pipe.b")
    run = net.simulate({}, 1.0, method="rosenbrock", rtol=1e-6, atol=1e-8, output_step=1e-3)
    powers = np.array([run[f"pipe/friction_{k}.power"] for k in range(3)])
    assert powers.min() >= 0.0
    assert np.allclose(powers.sum(axis=0), run["pipe.loss"], rtol=1e-9)
    reynolds = 4 * np.abs(run["pipe.flow"]) / (np.pi * 0.008 * NU)
    assert reynolds.max() > 3000 and reynolds.min() < 100
    error = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(error).max() < 1e-5 * run["pipe/friction_1.energy"][-1]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"bore": -0.01}, r"bore of a line is -0.01"),
        ({"segments": 0}, r"segments of pipe 'p' is 0: give a whole number"),
        ({"roughness": 1.5}, r"roughness of pipe 'p' is 1.5 m, more than a twentieth of its bore"),
        ({"pressure": -1e5}, r"initial pressure of pipe 'p' is -100000 Pa"),
        ({"pressure": 1e5, "flow": 1.0}, r"initial pressure of pipe 'p' is .*pressures are absolute"),
    ],
)
def test_pipes_that_cannot_be(options, text):
    with pytest.raises(DescriptionError, match=text):
        hy.pipe("p", OIL, **{"length": 3.0, "bore": 0.01} | options)
