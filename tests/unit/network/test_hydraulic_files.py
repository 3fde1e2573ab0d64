"""A hydraulic machine as a file: every value of its components comes back, and the machine runs the same."""

import numpy as np
import pytest

import biela
import biela.files
from biela.network import I, Network, R, control
from biela.network import hydraulic as hy
from biela.network.registry import components
from derived_text import network_text

OIL = hy.Fluid(density=860.0)


def crane():
    m = biela.Mechanism("crane", gravity=(0, 0, -9.81))
    beam = m.body("beam", mass=1000.0, com=(1.5, 0, 0), inertia=biela.rod(1000.0, 3.0))
    m.revolute("hinge", m.ground, beam, axis=(0, 1, 0))
    reference = biela.step(0.5, before=0.4, start=0.5, rise=1.0)
    net = Network("hyd")
    net.add(
        hy.pump("pump", displacement=40e-6, speed=157.0, pressure_limit=20e6, power_limit=15e3, pressure=19e6),
        hy.tank("tank"),
        control.pid("loop", reference, "jack.extension", rate="jack.speed", kp=10.0, kd=0.5, ki=1.0, limits=(-1, 1)),
        hy.directional_valve(
            "valve", OIL, coefficient=1e-6, diameter=0.005, command="loop.output", spool=hy.Spool(time_constant=0.02),
            dead_band=0.02, centre="float",
        ),
        hy.cylinder(
            "jack", OIL, bore=0.1, rod=0.06, stroke=0.8, dead_length=1.0, head_line=hy.Line(1, 0.01),
            rod_line=hy.Line(3, 0.01, 350e6), friction=hy.StribeckFriction(coulomb=100.0, viscous=500.0),
            end_stops=hy.EndStops(), head_pressure=5e6, rod_pressure=3e6, count=2, leakage=1e-13,
        ),
        hy.accumulator("acc", volume=1e-3, precharge=3e6, pressure=5e6),
        hy.orifice("damp", OIL, diameter=2e-3),
        hy.relief_valve("relief", setting=25e6, gradient=1e-9),
    )  # fmt: skip
    for tail, head in (("tank", "pump.a"), ("pump.b", "valve.p"), ("valve.t", "tank"), ("valve.a", "jack.head"),
                       ("jack.rod_side", "valve.b"), ("jack.head", "damp.a"), ("damp.b", "acc"), ("pump.b", "relief.a"),
                       ("relief.b", "tank")):  # fmt: skip
        net.connect(tail, head)
    net.expose("line", "jack.rod")
    m.attach(net, {"line": (m.ground.point("foot", (0.5, 0, -1.2)), beam.point("pin", (1.0, 0, 0)))})
    return m


def test_round_trip():
    m = crane()
    text = biela.files.dumps(m)
    assert "type: hydraulic.cylinder" in text
    again = biela.files.loads(text).mechanism
    assert biela.files.dumps(again) == text
    options = {"method": "rosenbrock", "rtol": 1e-6, "atol": 1e-8}
    first, second = (machine.simulate({"hinge": -0.1}, 2.0, **options) for machine in (m, again))
    for name in ("hyd/jack.extension", "hyd/pump.pressure", "hyd/acc.pressure"):
        assert np.array_equal(first[name], second[name])
    assert first["hyd/jack.extension"][-1] > first["hyd/jack.extension"][0] + 0.05  # the controller lifts it


AERATED = hy.Fluid(air=0.01, air_exponent=1.2, dissolving=3e6)
MODELS = {
    "accumulator": hy.accumulator("c", volume=1e-3, precharge=5e6),
    "check_valve": hy.check_valve("c", conductance=1e-9, cracking=1e5),
    "closed_circuit": hy.closed_circuit(
        "c", capacity=1e-12, displacement=9e-5, charge_pressure=2e6, setting=3e7, gradient=1e-9, flow=biela.sine(1e-4, period=2.0)
    ),
    "compensated_valve": hy.compensated_valve(
        "c", AERATED, coefficient=8e-7, command=biela.sine(0.5, period=2.0), overlap=0.05, spool=hy.Spool(time_constant=0.02),
        margin=8e5, band=1e5, size=4.0, lag=0.01, sensing=2e-10, volume=1e-5, pressure=2e5,
    ),
    "compensator": hy.compensator("c", diameter=0.004, margin=8e5, band=1e5, lag=0.01),
    "counterbalance_valve": hy.counterbalance_valve("c", diameter=0.004, setting=2e7, ratio=3.0, band=3e6, vented=True, lag=0.01),
    "cylinder": hy.cylinder("c", AERATED, bore=0.1, rod=0.05, stroke=0.5, rod_line=hy.Line(1.0, 0.01)),
    "directional_valve": hy.directional_valve("c", AERATED, diameter=0.004, command=0.3, centre="tandem"),
    "flow_control_valve": hy.flow_control_valve(
        "c", AERATED, flow=1e-4, margin=8e5, setting=biela.sine(0.5, period=2.0), band=8e4, size=4.0, bypass=True, lag=0.01
    ),
    "flow_sensor": hy.flow_sensor("c", lambda s: s["gap.flow"], time_constant=0.01),
    "flow_source": hy.flow_source("c", 1e-4),
    "hose": hy.hose("c", AERATED, length=1.0, bore=0.01),
    "laminar_restrictor": hy.laminar_restrictor("c", conductance=1e-12),
    "motor": hy.motor("c", displacement=5e-5),
    "one_line_drive": hy.one_line_drive(
        "c", capacity=1e-12, displacement=9e-5, low_pressure=2e6, setting=3e7, gradient=1e-9, flow=1e-4
    ),
    "orifice": hy.orifice("c", AERATED, diameter=0.001, opening=biela.sine(0.5, period=2.0)),
    "pilot_check_valve": hy.pilot_check_valve("c", diameter=0.004, cracking=1e5, ratio=4.0, band=1e5, lag=0.01),
    "pipe": hy.pipe("c", AERATED, length=4.0, bore=0.01, modulus=2e9, roughness=2e-6, segments=3, pressure=5e6, flow=1e-5),
    "power_sensor": hy.power_sensor("c", lambda s: s["gap.drop"], lambda s: s["gap.flow"]),
    "pressure_sensor": hy.pressure_sensor("c", time_constant=0.01),
    "pressure_source": hy.pressure_source("c", 1e6),
    "pump": hy.pump(
        "c", displacement=5e-5, speed=150.0, load_pressure=lambda s: s["gap.drop"], margin=2e6, band=3e5, lag=0.05, power_limit=2e4
    ),
    "reducing_valve": hy.reducing_valve("c", diameter=0.004, setting=4e6, band=3e5, relieving=True, lag=0.01),
    "relief_valve": hy.relief_valve("c", setting=2e7, gradient=1e-9),
    "sequence_valve": hy.sequence_valve("c", diameter=0.004, setting=4e6, band=3e5, lag=0.01),
    "shuttle_valve": hy.shuttle_valve("c", conductance=1e-10, changeover=3e4),
    "tank": hy.tank("c", 2e5),
    "volume": hy.volume("c", 1e-3, AERATED),
}  # fmt: skip
"""Every component of the library, with more than its defaults."""


def test_every_component_is_tried():
    assert {f"hydraulic.{kind}" for kind in MODELS} == {t for t in components() if t.startswith("hydraulic.")}


def test_what_is_left_out_on_purpose_stays_out():
    """None where the default is a number: a fluid without cavitation, in a file and back."""
    m = biela.Mechanism("m")
    m.revolute("J", m.ground, m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    net = Network("n")
    net.add(hy.volume("v", 1e-3, hy.Fluid(cavitation=None)), hy.laminar_restrictor("gap", conductance=1e-12), hy.tank("tank"))
    net.connect("v", "gap.a")
    net.connect("gap.b", "tank")
    m.attach(net, {})
    text = biela.files.dumps(m)
    assert "cavitation: null" in text
    assert network_text(biela.files.loads(text).mechanism) == network_text(m)


@pytest.mark.parametrize("kind", MODELS)
def test_component_comes_back_from_its_file(kind):
    """Each port behind a gap of its own to a tank: the equations after writing and reading are the same, to the letter."""
    part = MODELS[kind]
    net = Network("n")
    net.add(part, hy.tank("end"), hy.laminar_restrictor("gap", conductance=1e-12), hy.tank("far", 3e5))
    net.connect("far", "gap.a")
    net.connect("gap.b", "end")
    for port, exposed in part.exposed.items():
        if port in ("rod", "shaft"):
            domain = "translation" if port == "rod" else "rotation"
            net.add(R(f"drag_{port}", 100.0, domain=domain), I(f"mass_{port}", 10.0, domain=domain))
            net.connect(f"c.{port}", f"drag_{port}")
            net.connect(f"c.{port}", f"mass_{port}")
        elif exposed.required:
            net.add(hy.laminar_restrictor(f"gap_{port}", conductance=1e-12))
            net.connect(f"c.{port}", f"gap_{port}.a")
            net.connect(f"gap_{port}.b", "end")
    m = biela.Mechanism("m")
    m.revolute("J", m.ground, m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    m.attach(net, {})
    text = biela.files.dumps(m)
    assert f"type: hydraulic.{kind}" in text
    again = biela.files.loads(text).mechanism
    assert network_text(again) == network_text(m)
    assert biela.files.dumps(again) == text
