"""Entrained air: one law of the pressure, compressed and stored in volumes, hoses and cylinders alike."""

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import quad

from biela.base.errors import DescriptionError
from biela.network import Network, Sf
from biela.network import hydraulic as hy
from biela.simulation.watch import WatchWarning

B, P0, X, N = 1.86e9, 1e5, 0.02, 1.4
LIQUID = hy.Fluid(cavitation=None)
FREE = hy.Fluid(cavitation=None, air=X)
DISSOLVING = hy.Fluid(cavitation=None, air=X, dissolving=3e6)
PRESSURES = np.geomspace(2e3, 4e7, 60)


def space(p, x=X, n=N, dissolving=None):
    """Space of a unit of fluid, by hand: liquid, and air that is not dissolved."""
    theta = 1.0
    if dissolving is not None:
        s = np.clip((p - P0) / (dissolving - P0), 0.0, 1.0)
        theta = 1 - 10 * s**3 + 15 * s**4 - 6 * s**5
    return (1 - x) * np.exp(-(p - P0) / B) + x * theta * (P0 / p) ** (1 / n)


def test_without_air_nothing_changes():
    parts = [(2e-3, None), (1e-4, 350e6)]
    for p in PRESSURES:
        assert LIQUID.capacity(parts, p) == pytest.approx(2e-3 / B + 1e-4 / B + 1e-4 / 350e6, rel=1e-15)
        assert LIQUID.modulus(p) == pytest.approx(B, rel=1e-15)
        nearly = hy.Fluid(cavitation=None, air=1e-15)
        assert float(nearly.modulus(p)) == pytest.approx(B, rel=1e-6 if p > 1e5 else 1e-4)


@pytest.mark.parametrize(("fluid", "dissolving"), [(FREE, None), (DISSOLVING, 3e6)])
def test_modulus_is_the_slope_of_the_volume(fluid, dissolving):
    """B = −V dp/dV, by differences of the volume written out by hand."""
    for p in PRESSURES:
        assert float(fluid.filled(p)) == pytest.approx(space(p, dissolving=dissolving), rel=1e-13)
        h = 1e-4 * p
        slope = (space(p + h, dissolving=dissolving) - space(p - h, dissolving=dissolving)) / (2 * h)
        by_hand = -space(p, dissolving=dissolving) / slope
        assert float(fluid.modulus(p)) == pytest.approx(by_hand, rel=1e-4)


def test_limits():
    """At 1 bar nearly the modulus of the air alone, n p/x; under pressure that of the liquid; all dissolved: exactly so."""
    assert float(FREE.modulus(P0)) == pytest.approx(1 / ((1 - X) / B + X / (N * P0)), rel=1e-12)
    assert float(FREE.modulus(P0)) == pytest.approx(N * P0 / X, rel=5e-3)
    approach = [1 - float(FREE.modulus(p)) / B for p in (1e7, 1e8, 1e9)]
    assert approach[0] < 0.1 and approach[1] < 2e-3 and 0 < approach[2] < 1e-4
    for p in (3e6, 1e7, 4e7):
        assert float(DISSOLVING.modulus(p)) == pytest.approx(B, rel=1e-14)
    assert float(DISSOLVING.modulus(P0)) == pytest.approx(float(FREE.modulus(P0)), rel=1e-12)
    assert hy.effective_bulk_modulus(FREE, [(1e-3, 350e6)], 1e6) == pytest.approx(
        1 / (1 / float(FREE.modulus(1e6)) + 1 / 350e6), rel=1e-12
    )


@pytest.mark.parametrize("fluid", [FREE, DISSOLVING])
def test_capacity_is_smooth(fluid):
    """Continuous with its slope: corners would cost an implicit method its order."""
    p = ca.SX.sym("p")
    slope = ca.Function("f", [p], [ca.jacobian(fluid.capacity([(1.0, None)], p), p)])
    for corner in (P0, 3e6):
        below, above = float(slope(corner * (1 - 1e-9))), float(slope(corner * (1 + 1e-9)))
        assert below == pytest.approx(above, rel=1e-5, abs=1e-22)


STROKE, BORE, SPEED = 0.5, 0.1, 0.05
AREA = np.pi / 4 * BORE**2


@pytest.fixture(scope="module")
def squeezed():
    """A cylinder whose closed head is pressed together and let go, and a closed volume that is filled and emptied."""
    net = Network("bench", audit=True)
    net.add(hy.tank("tank"))
    for name, fluid in (("free", FREE), ("dissolving", DISSOLVING)):
        net.add(hy.cylinder(name, fluid, bore=BORE, rod=0.05, stroke=STROKE, friction=None, extension=0.4, dead_volume=1e-5))
        net.add(Sf(f"push_{name}", lambda t: SPEED * ca.sin(2 * np.pi * t), domain="translation"))
        net.connect(f"{name}.rod", f"push_{name}")
        net.connect(f"{name}.rod_side", "tank")
        net.add(hy.pressure_sensor(f"gauge_{name}"))  # closes the head
        net.connect(f"{name}.head", f"gauge_{name}")
    for name, part in (
        ("volume", hy.volume("volume", 1e-3, FREE, modulus=1e9)),
        ("hose", hy.hose("hose", FREE, length=2.0, bore=0.012)),
    ):
        net.add(part, hy.flow_source(f"into_{name}", lambda t: 4e-5 * ca.sin(2 * np.pi * t)))
        net.connect(f"into_{name}", part.name if name == "volume" else "hose.a")
    return net.simulate({}, 1.0, method="rosenbrock", rtol=1e-9, atol=1e-12, output_step=0.01)


@pytest.mark.parametrize(("name", "dissolving"), [("free", None), ("dissolving", 3e6)])
def test_closed_chamber_keeps_its_fluid(squeezed, name, dissolving):
    """V/V₁ = σ(p)/σ(p₁), though the equation that is integrated is C ṗ = −A v."""
    V = AREA * squeezed[f"{name}.extension"] + 1e-5
    p = squeezed[f"{name}.head_pressure"]
    assert p.max() > 5e6
    assert np.allclose(V / V[0], space(p, dissolving=dissolving) / space(P0, dissolving=dissolving), rtol=1e-7)


@pytest.mark.parametrize(("name", "dissolving"), [("free", None), ("dissolving", 3e6)])
def test_stored_energy_is_the_integral_of_p_dv(squeezed, name, dissolving):
    """∫ p (−dV) in closed form where the air stays free: liquid, and the polytropic work of the air; all comes back."""
    stored = squeezed[f"{name}/head_oil.energy"]
    p, V0 = squeezed[f"{name}.head_pressure"], AREA * 0.4 + 1e-5
    top = int(np.argmax(p))
    liquid = (1 - X) * (P0 + B - (p[top] + B) * np.exp(-(p[top] - P0) / B))
    air = X * P0 / (N - 1) * ((p[top] / P0) ** (1 - 1 / N) - 1)
    expected = V0 * (liquid + air)
    if dissolving is not None:
        work, _ = quad(lambda q: space(q, dissolving=dissolving), P0, p[top], points=[1e6, 3e6], epsrel=1e-11)
        expected = V0 * (P0 * 1.0 - p[top] * space(p[top], dissolving=dissolving) + work)
    assert stored[top] == pytest.approx(expected, rel=1e-6)
    assert abs(stored[-1]) < 1e-6 * stored[top]


def test_air_alike_in_volume_and_hose(squeezed):
    """∫ C dp = what flowed in, with the capacity of fluid and wall at every pressure."""
    passed = 4e-5 / (2 * np.pi) * (1 - np.cos(np.pi))
    for name, parts in (("volume", [(1e-3, 1e9)]), ("hose", [(np.pi / 4 * 0.012**2 * 2.0, 350e6)])):
        top = squeezed[f"{name}.pressure"].max()
        taken, _ = quad(lambda p, parts=parts: float(FREE.capacity(parts, p)), P0, top, points=[3e5, 1e6], epsrel=1e-10)
        assert taken == pytest.approx(passed, rel=1e-6)


def test_energy_is_accounted_for(squeezed):
    error = squeezed["machine.energy"] - squeezed["machine.energy"][0] - squeezed["machine.work"]
    assert np.abs(error).max() < 1e-8 * np.abs(squeezed["machine.energy"]).max()


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"air": -0.01}, r"air in the fluid is -0.01"),
        ({"air": 0.5}, r"air in the fluid is 0.5: it is a share of the volume at 1 bar"),
        ({"air": 0.01, "air_exponent": 2.5}, r"exponent of the air in the fluid is 2.5: a gas has 1"),
        ({"air": 0.01, "dissolving": 30.0}, r"dissolved at 30 Pa.*30e5 is usual"),
    ],
)
def test_air_that_cannot_be(values, text):
    with pytest.raises(DescriptionError, match=text):
        hy.Fluid(**values)


def joined(of):
    """Two volumes that share one pressure, filled through a gap; `of` says what a number of the fluid is."""
    net = Network("n")
    oil = hy.Fluid(
        bulk_modulus=of(net, "modulus", 1.5e9),
        air=of(net, "air", 0.01),
        air_exponent=of(net, "exponent", 1.2),
        dissolving=of(net, "dissolving", 4e6),
    )
    net.add(hy.pressure_source("supply", 1e7), hy.laminar_restrictor("gap", conductance=1e-11))
    net.add(hy.volume("one", 1e-3, oil), hy.hose("two", oil, length=1.0, bore=0.02))
    for tail, head in (("supply", "gap.a"), ("gap.b", "one"), ("one", "two.a")):
        net.connect(tail, head)
    return net.simulate({}, 0.5, method="rosenbrock", rtol=1e-8, atol=1e-10)


def test_fluid_with_free_parameters_is_the_same_fluid():
    fixed, free = joined(lambda net, name, x: x), joined(lambda net, name, x: net.parameter(name, x))
    assert fixed["one.pressure"][-1] > 3e6
    assert np.allclose(fixed["one.pressure"], free["one.pressure"], rtol=1e-9)


def test_air_and_cavitation_together_keep_the_pressure_above_zero():
    """Oil is drawn out until twice the volume is gone: the pressure falls towards zero and never through it."""
    net = Network("n")
    net.add(hy.flow_source("suction", lambda t: -2e-3 + 0 * t), hy.volume("closed", 1e-3, hy.Fluid(air=0.02)))
    net.connect("suction", "closed")
    with pytest.warns(WatchWarning, match="cavitation in volume 'closed'"):
        run = net.simulate({}, 1.0, method="rosenbrock", rtol=1e-6, atol=1e-9)
    p = run["closed.pressure"]
    assert np.all(np.diff(p) < 0) and 1e3 < p[-1] < 3e4
