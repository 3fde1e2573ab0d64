"""An accumulator supports a small pump: it stores oil while nothing moves and returns it at peak demand."""

import numpy as np

from biela.network import Network
from biela.network import hydraulic as hy

DEMAND = 1.1e-3  # [m³/s], during 0.5 s of every 2 s
rpm = 2 * np.pi / 60


def press(volume: float) -> Network:
    """Pump with check valve and relief, accumulator, and a consumer that opens now and then."""
    net = Network("press", audit=True)
    net.add(
        hy.tank("tank"),
        hy.pump("pump", displacement=20e-6, speed=1450 * rpm, pressure=15e6),
        hy.relief_valve("relief", setting=20e6, gradient=1e-9),
        hy.check_valve("check", conductance=1e-8),
        hy.accumulator("accumulator", volume=volume, precharge=9e6, exponent=1.3, pressure=15e6),
    )
    net.add(hy.flow_source("demand", lambda t: -DEMAND * _open(t)))
    for a, b in (("tank", "pump.a"), ("pump.b", "relief.a"), ("relief.b", "tank"), ("pump.b", "check.a")):
        net.connect(a, b)
    net.connect("check.b", "accumulator")
    net.connect("accumulator", "demand")
    return net


def _open(t: object) -> object:
    """1 during a quarter of each period, with soft edges."""
    import casadi as ca

    return 0.5 * (1 + ca.tanh(40 * (ca.cos(np.pi * t) - np.cos(np.pi / 4))))


for volume in (1e-3, 2e-3, 8e-3):
    run = press(volume).simulate({}, 10.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
    late = run.t > 4.0
    p = run["accumulator.pressure"][late] / 1e6
    spilled = np.trapezoid(np.maximum(run["relief.flow"], 0)[late], run.t[late]) * 1e3
    print(
        f"{volume * 1e3:4.1f} litres: pressure {p.min():5.2f} … {p.max():5.2f} MPa, {spilled:.3f} litres over the relief valve"
    )

# what went in came out or is still there
closure = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
assert np.abs(closure).max() < 1e-4 * np.abs(run["machine.work"]).max()
