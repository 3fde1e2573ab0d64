"""Laws of hydraulic components by themselves: orifice, bulk modulus, friction. Numbers of a published 36-tonne excavator."""

import casadi as ca
import numpy as np
import pytest

from biela.network import hydraulic as hy
from biela.network.hydraulic.orifice import flow_coefficient, transition_pressure, turbulent

OIL = hy.Fluid(density=870.0, viscosity=32e-6, bulk_modulus=1.86e9)


def curve(transition):
    x = ca.SX.sym("x")
    y = turbulent(x, transition)
    return ca.Function("f", [x], [y, ca.jacobian(y, x)])


def test_orifice_is_smooth_odd_and_has_the_slope_of_the_chord_at_zero():
    c = 14.55e3
    f = curve(c)
    for dp in (1e2, 0.3 * c, c, 5 * c):
        assert float(f(-dp)[0]) == pytest.approx(-float(f(dp)[0]), rel=1e-14)
    value, slope = f(0.0)
    assert float(value) == 0.0
    assert float(slope) == pytest.approx(1 / np.sqrt(c), rel=1e-14)
    below, above = f(c * (1 - 1e-9)), f(c * (1 + 1e-9))
    assert float(below[0]) == pytest.approx(np.sqrt(c), rel=1e-8)
    assert float(below[1]) == pytest.approx(0.5 / np.sqrt(c), rel=1e-6)
    assert float(above[1]) == pytest.approx(0.5 / np.sqrt(c), rel=1e-6)
    s = 0.37
    assert float(f(s * c)[0]) == pytest.approx(np.sqrt(c) * (s + 0.5 * s**2 - 0.5 * s**3), rel=1e-13)
    assert float(f(4 * c)[0]) == pytest.approx(2 * np.sqrt(c), rel=1e-14)
    slopes = [float(f(dp)[1]) for dp in np.linspace(-3 * c, 3 * c, 301)]
    assert min(slopes) > 0  # monotone


def test_transition_pressures_of_the_published_valves():
    assert transition_pressure(5e-6, 0.01, OIL) == pytest.approx(14.55e3, rel=1e-3)
    assert transition_pressure(2e-6, 0.01, OIL) == pytest.approx(90.96e3, rel=1e-3)
    assert flow_coefficient(1e-4, OIL, 0.6) == pytest.approx(0.6e-4 * np.sqrt(2 / 870))


@pytest.mark.parametrize(
    ("chamber", "line", "expected"),
    [(0.0, 4, 294.6e6), (0.0706858 * 0.7307, 2, 1684.1e6), (0.0392699 * (1.7 - 0.7307), 8, 1585.1e6)],
)
def test_effective_bulk_modulus_of_the_published_boom_circuit(chamber, line, expected):
    hose = hy.Line(line, 0.01, 350e6)
    parts = [(chamber, 21e9), (hose.volume, hose.modulus)]
    assert hy.effective_bulk_modulus(OIL, parts) == pytest.approx(expected, abs=0.06e6)
    volume = chamber + hose.volume
    assert OIL.capacity(parts, 1e7) == pytest.approx(volume / expected, rel=2e-4)


def test_effective_bulk_modulus_limits():
    assert hy.effective_bulk_modulus(OIL, [(1e-3, None)]) == pytest.approx(1.86e9)
    assert hy.effective_bulk_modulus(OIL, [(1e-3, 21e9)]) == pytest.approx(1 / (1 / 1.86e9 + 1 / 21e9))
    assert hy.effective_bulk_modulus(OIL, [(1e-3, 1e30), (2e-3, None)]) == pytest.approx(1.86e9)
    assert hy.wall_bulk_modulus(0.3, 0.03) == pytest.approx(21e9)


def test_capacity_grows_without_bound_below_the_cavitation_pressure():
    liquid, vapour = OIL.capacity([(1e-3, None)], 1e5), OIL.capacity([(1e-3, None)], 0.0)
    assert liquid == pytest.approx(1e-3 / 1.86e9, rel=1e-6)
    assert vapour > 1e4 * liquid
    ideal = hy.Fluid(cavitation=None)
    assert ideal.capacity([(1e-3, None)], -1e8) == pytest.approx(1e-3 / 1.86e9)


@pytest.mark.parametrize(
    "law",
    [
        hy.EfficiencyFriction(0.7, speed=1e-3),
        hy.ProportionalFriction(0.7, absolute=True),
        hy.StribeckFriction(coulomb=100.0, stiction=150.0, viscous=50.0),
    ],
)
def test_friction_always_opposes_the_motion(law):
    for v in (-0.3, -1e-4, 1e-4, 0.3):
        for net in (-4e4, 8e4):
            assert float(law.force(v, net)) * v > 0


def test_friction_laws_by_hand():
    assert float(hy.EfficiencyFriction(0.7, speed=1e-3).force(0.1, -1e4)) == pytest.approx(3e3)
    assert hy.LiteralFriction(0.7).force(0.1, -1e4) == pytest.approx(-300.0)  # with the motion: it feeds energy
    stribeck = hy.StribeckFriction(coulomb=100.0, stiction=160.0, viscous=50.0, stribeck=0.02, speed=1e-4)
    assert float(stribeck.force(0.02, 0.0)) == pytest.approx(100 + 60 * np.exp(-1) + 1.0)
    assert float(stribeck.force(1.0, 0.0)) == pytest.approx(150.0)
