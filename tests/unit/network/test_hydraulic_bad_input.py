"""What is wrong in a circuit is said by name, with a remedy."""

import re

import pytest

import biela
from biela.base.errors import DescriptionError, InconsistentStart
from biela.network import Network, control
from biela.network import hydraulic as hy
from biela.simulation.watch import WatchWarning

OIL = hy.Fluid()
BOOM = {"bore": 0.1, "rod": 0.06, "stroke": 0.5}


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda: hy.Fluid(viscosity=32.0), r"viscosity of the fluid is 32 m²/s, a million times that of oil.*32e-6"),
        (lambda: hy.volume("v", 0.0, OIL), r"volume 'v' has 0 m³.*positive size, or leave it out and connect its neighbours"),
        (lambda: hy.volume("v", -1e-3, OIL), r"volume 'v' has -0.001 m³"),
        (lambda: hy.volume("v", 1e-3, OIL, pressure=-1e5), r"initial pressure of volume 'v' is -100000 Pa: pressures are absolute"),
        (lambda: hy.orifice("o", OIL, area=0.0), r"area of orifice 'o' is 0: nothing would ever flow. Leave orifice 'o' out"),
        (lambda: hy.orifice("o", OIL, coefficient=1e-6, opening=1.2), r"opening of orifice 'o' is 1.2: it must lie above 0"),
        (
            lambda: hy.reducing_valve("v", OIL, setting=1e6, area=0.0),
            r"Leave reducing valve 'v' out \(what it joins is then separate\), or",
        ),
        (lambda: hy.orifice("o", OIL), r"orifice 'o': give either the coefficient C_v, or the area, or the diameter"),
        (lambda: hy.cylinder("c", OIL, bore=0.1, rod=0.2, stroke=1.0), r"cylinder 'c': its rod of 0.2 m does not fit into"),
        (lambda: hy.cylinder("c", OIL, bore=0.1, rod=0.05, stroke=-1.0), r"stroke of cylinder 'c' is -1: it must be above zero"),
        (lambda: hy.cylinder("c", OIL, **BOOM, count=0), r"count of cylinder 'c' is 0: give a whole number"),
        (
            lambda: hy.directional_valve("v", OIL, coefficient=1e-6, command=1.5),
            r"command of directional valve 'v' is 1.5, outside −1 … 1.*limit=None",
        ),
        (lambda: hy.directional_valve("v", OIL, coefficient=1e-6, centre="blocked"), r"its centre is 'closed', 'open'"),
        (lambda: hy.directional_valve("v", OIL, coefficient=1e-6, overlap=1.5), r"overlap of directional valve 'v' is 1.5"),
        (lambda: hy.Spool(), r"spool: give either its time constant"),
        (lambda: hy.EfficiencyFriction(1.2), r"efficiency of a friction law is 1.2"),
        (lambda: hy.accumulator("a", volume=1e-3, precharge=1e6, exponent=3), r"exponent of accumulator 'a' is 3"),
        (lambda: hy.pump("p", displacement=50.0, speed=100.0), r"displacement of pump 'p' is 50 m³ per revolution.*100e-6"),
        (lambda: hy.pump("p", displacement=5e-5, speed=1.0, margin=-1e6), r"margin of pump 'p' is -1e\+06"),
        (lambda: hy.pilot_check_valve("v", ratio=3.0), r"pilot check valve 'v': give either the coefficient C_v, or the area"),
        (lambda: hy.pilot_check_valve("v", diameter=0.004, ratio=-1.0), r"ratio of pilot check valve 'v' is -1"),
        (lambda: hy.counterbalance_valve("v", diameter=0.004, setting=0.0, ratio=3.0), r"setting of counterbalance valve 'v' is 0"),
        (lambda: hy.counterbalance_valve("v", diameter=0.0, setting=1e7, ratio=3.0), r"diameter of .* is 0: nothing would ever"),
        (lambda: hy.reducing_valve("v", diameter=0.004, setting=-1e6), r"setting of reducing valve 'v' is -1e\+06"),
        (lambda: hy.sequence_valve("v", diameter=0.004, setting=1e6, band=0.0), r"band of sequence valve 'v' is 0"),
        (lambda: hy.sequence_valve("v", diameter=0.004, setting=1e6, lag=-0.1), r"lag of .* 'v' is -0.1"),
        (lambda: hy.compensator("v", diameter=0.004, margin=float("nan")), r"margin of compensator 'v'"),
        (lambda: hy.flow_control_valve("v", flow=0.0), r"flow of flow control valve 'v' is 0"),
        (lambda: hy.flow_control_valve("v", flow=1e-4, setting=1.5), r"setting of flow control valve 'v' is 1.5: it lies above 0"),
        (lambda: hy.flow_control_valve("v", flow=1e-4, margin=1e5, band=1e6), r"band of .* twice its margin.*a tenth of it"),
        (lambda: hy.flow_control_valve("v", flow=1e-4, volume=0.0), r"volume of flow control valve 'v' has 0 m³"),
        (lambda: hy.compensated_valve("v", coefficient=1e-6, command=2.0), r"command of compensated valve 'v' is 2, outside −1"),
        (lambda: hy.compensated_valve("v", coefficient=1e-6, sensing=0.0), r"sensing of compensated valve 'v' is 0"),
        (lambda: hy.shuttle_valve("v", conductance=-1.0), r"conductance of shuttle valve 'v' is -1"),
        (lambda: hy.check_valve("c"), r"check valve 'c': give either a conductance or a coefficient"),
        (lambda: control.pid("c", 1.0, "x.y", kp=1.0, kd=1.0), r"controller 'c': its derivative needs .*filter_time to estimate"),
        (lambda: control.pid("c", 1.0, "x.y", kp=1.0, limits=(1, -1)), r"controller 'c': limits are \(1, -1\)"),
    ],
)  # fmt: skip
def test_components_refuse(build, text):
    with pytest.raises(DescriptionError, match=text):
        build()


def test_pump_without_a_way_to_a_tank_is_explained():
    net = Network("n")
    net.add(hy.flow_source("pump", 1e-4), hy.volume("closed", 1e-3, OIL))
    net.connect("pump", "closed")
    with pytest.raises(
        DescriptionError,
        match=r"pump 'pump' delivers 0.0001 m³/s into 'closed', which has no way to a tank: the pressure would rise",
    ):
        net.simulate({}, 0.1)


def test_joined_volumes_must_start_from_one_pressure():
    net = Network("n")
    net.add(hy.volume("one", 1e-3, OIL, pressure=1e6), hy.volume("two", 1e-3, OIL, pressure=2e6))
    net.connect("one", "two")
    with pytest.raises(
        DescriptionError, match=r"'one' starts at 1e\+06 Pa and 'two' at 2e\+06 Pa, but they are joined without a restriction"
    ):
        net.simulate({}, 0.1)


def on_a_line(start, **options):
    m = biela.Mechanism("guide", gravity=(0, 0, -9.81))
    body = m.body("body", mass=100.0)
    m.prismatic("z", m.ground, body, axis=(0, 0, 1))
    net = Network("hyd")
    net.add(hy.cylinder("jack", OIL, **BOOM, **options))
    net.add(hy.tank("tank"), hy.laminar_restrictor("drain", conductance=1e-9), hy.laminar_restrictor("feed", conductance=1e-9))
    net.connect("tank", "drain.a")
    net.connect("drain.b", "jack.head")
    net.connect("tank", "feed.a")
    net.connect("feed.b", "jack.rod_side")
    net.expose("line", "jack.rod")
    m.attach(net, {"line": (m.ground, body)})
    return m, m.assemble({"z": start})


def test_stroke_exceeded_at_the_start_and_on_the_way():
    m, state = on_a_line(1.2)
    with pytest.raises(InconsistentStart, match=r"at the start already \(by 0.2 m\): cylinder 'jack' .*dead length"):
        m.simulate(state, 0.1, method="rosenbrock")
    with pytest.warns(
        WatchWarning, match=r"cylinder 'jack' \(at 'hyd/jack'\) reaches the end of its stroke of 0.5 m at t = .*end_stops"
    ):
        run = m.simulate(m.assemble({"z": 0.6}), 20.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
    assert run.status == "stopped_by_event"
    assert run.final["hyd/jack.extension"] == pytest.approx(0.0, abs=1e-8)


def test_coinciding_pins():
    m, state = on_a_line(0.0)
    with pytest.raises(InconsistentStart, match=r"pins of port 'line' of network 'hyd' .* coincide at the start"):
        m.simulate(state, 0.1, method="rosenbrock")


def test_rod_connected_the_wrong_way_round():
    from biela.network import translation

    net = Network("n")
    net.add(hy.cylinder("jack", OIL, **BOOM), translation.mass("load", 10.0), hy.tank("tank"))
    net.connect("load", "jack.rod")
    net.connect("tank", "jack.head")
    net.connect("tank", "jack.rod_side")
    with pytest.raises(
        DescriptionError, match=r"the rod of 'jack' is the head of the bond from 'load'.*other way round, connect\(\"jack.rod\""
    ):
        net.simulate({}, 0.1)


def test_cavitation_is_reported_once_with_time_and_chamber():
    """A flow drawn out of a closed volume: the pressure stays near the floor, and the run says where and when."""
    net = Network("n")
    net.add(hy.flow_source("suction", lambda t: -1e-6 + 0 * t), hy.volume("closed", 1e-3, OIL, pressure=1e5))
    net.connect("suction", "closed")
    with pytest.warns(WatchWarning) as caught:
        run = net.simulate({}, 1.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
    said = [str(w.message) for w in caught if "cavitation" in str(w.message)]
    assert len(said) == 1
    assert "cavitation in volume 'closed'" in said[0]
    # 70 kPa at Q/C = 1e-6 · 1.86e9 / 1e-3 = 1.86 MPa/s, a little later since vapour grows already
    time = float(re.search(r"at t = ([\d.]+) s", said[0]).group(1))
    assert 7e4 / 1.86e6 < time < 1.2 * 7e4 / 1.86e6
    assert 1e4 < run["closed.pressure"][-1] < 3e4


def test_pressure_that_runs_away_is_reported():
    net = Network("n")
    net.add(hy.flow_source("pump", lambda t: 1e-4 + 0 * t), hy.volume("closed", 1e-3, OIL))
    net.connect("pump", "closed")
    with pytest.warns(WatchWarning, match=r"the pressure in volume 'closed' .* runs away: it passes 150 MPa.*relief valve"):
        net.simulate({}, 1.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
