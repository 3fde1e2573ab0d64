"""A first cylinder: a proportional valve lifts a mass to a height, and every watt of the pump is accounted for."""

import numpy as np

import biela
from biela.network import Network, control
from biela.network import hydraulic as hy
from biela.simulation import hold

oil = hy.Fluid(density=870.0, viscosity=32e-6, bulk_modulus=1.86e9)

# a mass of two tonnes on a vertical guide
m = biela.Mechanism("lift", gravity=(0, 0, -9.81))
table = m.body("table", mass=2000.0)
m.prismatic("guide", m.ground, table, axis=(0, 0, 1))

# pump ── valve ══ cylinder, under position control
net = Network("hydraulics", audit=True)
net.add(
    hy.pressure_source("pump", 16e6),
    hy.tank("tank"),
    control.pd("control", biela.step(0.5, before=0.1, start=0.2, rise=3.0), "jack.extension", rate="jack.speed", kp=10.0, kd=0.5),
    hy.directional_valve("valve", oil, coefficient=4e-7, diameter=0.006, command="control.output"),
    hy.cylinder(
        "jack", oil, bore=0.08, rod=0.045, stroke=0.6, dead_length=0.8, head_line=hy.Line(3.0, 0.012, 350e6),
        rod_line=hy.Line(3.0, 0.012, 350e6), friction=hy.StribeckFriction(coulomb=200.0, stiction=300.0, viscous=800.0),
    ),
)  # fmt: skip
for a, b in (("pump", "valve.p"), ("tank", "valve.t"), ("valve.a", "jack.head"), ("valve.b", "jack.rod_side")):
    net.connect(a, b)
net.expose("line", "jack.rod")
m.attach(net, {"line": (m.ground, table)})

# pressures that hold the mass are not unique: keep them as low as the tank allows
start = hold(m.assemble({"guide": 0.9}), level="smallest", lowest=1e5)
below, above = (start[f"hydraulics/jack.{side}_pressure"] / 1e6 for side in ("head", "rod"))
print(f"held by {below:.2f} MPa below and {above:.2f} MPa above the piston")

run = m.simulate(start, 5.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
print(f"extension {run['hydraulics/jack.extension'][-1]:.4f} m, fastest {run['hydraulics/jack.speed'].max():.3f} m/s")

given = run["hydraulics/pump/source.energy"][-1] + run["hydraulics/tank/source.energy"][-1]
lost = sum(run[f"hydraulics/valve/{edge}.energy"][-1] for edge in ("pa", "pb", "at", "bt"))
rubbed = run["hydraulics/jack/friction.energy"][-1]
lifted = run["machine.gravity_energy"][-1] - run["machine.gravity_energy"][0]
pressed = run["hydraulics.stored_energy"][-1] - run["hydraulics.stored_energy"][0]
moving = run["machine.kinetic_energy"][-1]
print(f"pump and tank gave {given / 1e3:.2f} kJ: {lost / 1e3:.2f} lost in the valve, {rubbed / 1e3:.2f} in friction,")
print(f"{lifted / 1e3:.2f} lifted the table, {pressed / 1e3:.2f} are pressed into the oil")
assert np.isclose(given, lost + rubbed + lifted + pressed + moving, rtol=1e-5)
