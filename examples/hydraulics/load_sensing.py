"""Two cylinders on one pump, one with a heavy and one with a light load: what load sensing saves compared with constant pressure.

Both circuits have the same compensated valves and move in the same way; only the pressure of the pump differs.
"""

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np

import biela
from biela.simulation.energy_audit import LOSS, SOURCE, energy_audit
from biela.network import I, Network, R
from biela.network import hydraulic as hy

rpm = 2 * np.pi / 60
PUMP = {"displacement": 63e-6, "speed": 1500 * rpm, "band": 5e5}
MARGIN = 2e6  # of the load-sensing pump above the highest load [Pa]
LOADS = {"heavy": 60e3, "light": 12e3}  # force against each cylinder, in both directions [N]
LEVERS = {
    "heavy": biela.table([0.0, 0.5, 1.0, 2.5, 3.0, 5.0, 5.5, 7.0, 7.5, 9.0], [0, 0, 0.6, 0.6, 0, 0, -0.6, -0.6, 0, 0]),
    "light": biela.table([0.0, 0.5, 1.0, 4.0, 4.5, 5.0, 5.5, 8.0, 8.5, 9.0], [0, 0, 0.5, 0.5, 0, 0, -0.5, -0.5, 0, 0]),
}


def against(force: float) -> Callable[[Any], Any]:
    """A force against the motion, as of soil that is pushed aside."""
    return lambda v: force * ca.tanh(v / 0.01)


def circuit(kind: str) -> Network:
    """Pump, two valve sections, their shuttle valve, two cylinders; every joule accounted for."""
    net = Network(kind, audit=True)
    control = {"load_pressure": "shuttle.pressure", "margin": MARGIN} if kind == "load_sensing" else {}
    net.add(hy.tank("tank"), hy.pump("pump", **PUMP, pressure_limit=21e6, pressure=2e6, **control))
    net.add(hy.shuttle_valve("shuttle", conductance=1e-10), hy.hose("ls_line", length=2.0, bore=0.006))
    net.add(hy.laminar_restrictor("bleed", conductance=2e-13))
    for tail, head in (("tank", "pump.a"), ("shuttle.out", "ls_line.a"), ("ls_line.b", "bleed.a"), ("bleed.b", "tank")):
        net.connect(tail, head)
    for (name, force), port in zip(LOADS.items(), "ab", strict=True):
        net.add(
            hy.compensated_valve(f"{name}_valve", coefficient=8e-7, command=LEVERS[name]),
            hy.cylinder(name, bore=0.08, rod=0.045, stroke=1.0, extension=0.1),
            I(f"{name}_mass", 800.0, domain="translation"),
            R(f"{name}_load", effort=against(force), domain="translation"),
        )
        for tail, head in (
            ("pump.b", f"{name}_valve.p"), (f"{name}_valve.t", "tank"), (f"{name}_valve.a", f"{name}.head"),
            (f"{name}_valve.b", f"{name}.rod_side"), (f"{name}_valve.ls", f"shuttle.{port}"),
            (f"{name}.rod", f"{name}_mass"), (f"{name}.rod", f"{name}_load"),
        ):  # fmt: skip
            net.connect(tail, head)
    return net


runs = {
    kind: circuit(kind).simulate({}, 9.0, method="rosenbrock", rtol=1e-6, atol=1e-8, output_step=0.01)
    for kind in ("constant_pressure", "load_sensing")
}

print("kind                 made    work  orifices  share lost  pump pressure, heavy and light pushing")
shares = {}
for kind, run in runs.items():
    (audit,) = energy_audit(run)
    energy = {account.element: account.energy for account in audit.accounts if account.role == LOSS}
    work = sum(energy[f"{name}_load"] + energy[f"{name}/friction"] for name in LOADS)
    made = audit.total(SOURCE)
    orifices = audit.total(LOSS) - work
    shares[kind] = orifices / made
    both, alone = (run["pump.pressure"][(run.t > a) & (run.t < b)].mean() / 1e6 for a, b in ((1.5, 2.5), (3.5, 4.0)))
    print(
        f"{kind:18} {made / 1e3:5.1f} kJ {work / 1e3:5.1f} kJ {orifices / 1e3:5.1f} kJ {100 * shares[kind]:8.0f} %"
        f"     {both:4.1f} MPa together, {alone:4.1f} MPa light alone"
    )
    assert audit.closure_error < 1e-4 * made

# both circuits make the same strokes
ends = [[run[f"{name}.extension"].max() for name in LOADS] for run in runs.values()]
print(f"strokes: {ends[0][0]:.3f} and {ends[0][1]:.3f} m, with load sensing {ends[1][0]:.3f} and {ends[1][1]:.3f} m")
assert np.allclose(ends[0], ends[1], rtol=0.03)
assert shares["load_sensing"] < 0.85 * shares["constant_pressure"]

# the pump follows the higher load
run = runs["load_sensing"]
above = run["pump.pressure"] - run["shuttle.pressure"]
moving = (run.t > 1.2) & (run.t < 2.4)
print(f"pump {above[moving].min() / 1e6:.2f} … {above[moving].max() / 1e6:.2f} MPa above the higher load")
