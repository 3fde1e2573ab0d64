"""A hydraulic machine as a file: every value of its components comes back, and the machine runs the same."""

import numpy as np

import biela
import biela.files
from biela.network import Network, control
from biela.network import hydraulic as hy

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
