"""Lowering an overrunning load: a counterbalance valve lets it sink only as fast as oil is pumped, and what its pilot costs."""

import casadi as ca
import numpy as np

import biela
from biela.network import Network
from biela.network import hydraulic as hy
from biela.simulation import hold

MASS, FLOW = 6000.0, 2e-4  # kg on the piston, m³/s into the rod side
HEAD, ROD = np.pi / 4 * 0.1**2, np.pi / 4 * (0.1**2 - 0.056**2)
LOAD = MASS * 9.81 / HEAD  # pressure that carries it, above the tank


def lift(valve: Network) -> biela.Mechanism:
    """A mass on a cylinder; oil is pumped into the rod side, and leaves the head by way of `valve`."""
    m = biela.Mechanism("lift", gravity=(0, 0, -9.81))
    table = m.body("table", mass=MASS)
    m.prismatic("guide", m.ground, table, axis=(0, 0, 1))
    net = Network("hydraulics", audit=True)
    jack = hy.cylinder(
        "jack", bore=0.1, rod=0.056, stroke=0.8, dead_length=1.0, rod_line=hy.Line(3.0, 0.02, 200e6), friction=None
    )
    net.add(jack, valve, hy.tank("tank"), hy.flow_source("pump", lambda t: FLOW * ca.fmin(t / 0.5, 1.0)))
    for a, b in (("pump", "jack.rod_side"), ("jack.head", "valve.b"), ("valve.a", "tank")):
        net.connect(a, b)
    if "pilot" in valve.exposed:
        net.connect("jack.rod_side", "valve.pilot")
    net.expose("line", "jack.rod")
    m.attach(net, {"line": (m.ground, table)}, prefix="")
    return m


print(f"the load needs {LOAD / 1e6:.2f} MPa; wanted speed {1e3 * FLOW / ROD:.1f} mm/s")
for ratio in (1.5, 3.0):
    valve = hy.counterbalance_valve("valve", setting=1.3 * LOAD, ratio=ratio, coefficient=2e-7)
    m = lift(valve)
    run = m.simulate(
        hold(m.assemble({"guide": 1.7}), level="smallest", lowest=1e5), 6.0, method="rosenbrock", rtol=1e-6, atol=1e-8
    )
    late = run.t > 4.0
    speed, pilot = run["jack.speed"][late], run["jack.rod_pressure"][late].mean()
    print(
        f"counterbalance valve, ratio {ratio}: {-1e3 * speed.mean():.1f} mm/s, pilot pressure {pilot / 1e6:.2f} MPa,",
        end=" ",
    )
    print(f"{pilot * FLOW:.0f} W from the pump to lower it")
    assert np.allclose(speed, -FLOW / ROD, rtol=0.02)
