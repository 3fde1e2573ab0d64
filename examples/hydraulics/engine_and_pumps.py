"""A diesel engine drives two pumps: how far its speed drops under load, and how a power limit keeps it from stalling.

A main pump works against 28 MPa, twice: with half and with full displacement. At full displacement it demands more than
the engine can deliver. Without a limit the engine stalls. If the power of the pump is limited to a share of the engine's power at
its present speed, the pump reduces its displacement instead.
"""

import warnings
from typing import Any

import numpy as np

import biela
from biela.network import Network, rotation
from biela.network import hydraulic as hy
from biela.simulation.watch import WatchWarning

rpm = 2 * np.pi / 60
ENGINE: dict[str, Any] = {  # a diesel of 150 kW class: 2000 rpm rated, 2100 rpm without load
    "speeds": np.array([900, 1200, 1400, 1700, 2000]) * rpm,
    "torques": [640.0, 800.0, 840.0, 800.0, 715.0],
    "consumption": [6.1e-8, 5.8e-8, 5.6e-8, 5.7e-8, 6.0e-8],  # 202 … 220 g/kWh
    "inertia": 2.5, "idle": 900 * rpm, "high": 2100 * rpm, "droop": 0.05, "lag": 0.08, "drag": 60.0, "drag_rate": 0.25,
}  # fmt: skip
WORK = biela.table([0.0, 1.0, 1.2, 3.0, 3.2, 6.0, 6.2, 9.0], [0.0, 0.0, 0.5, 0.5, 1.0, 1.0, 0.0, 0.0])


def power_pack(limit: Any) -> Network:
    """Engine, main pump over a load of 28 MPa, pilot pump over 4 MPa; every joule accounted for."""
    net = Network("pack", audit=True)
    net.add(rotation.engine("engine", **ENGINE, lever=1.0), hy.tank("tank"))
    leaking = hy.Losses.from_efficiencies(210e-6, 2000 * rpm, 28e6, volumetric=0.95, mechanical=0.94)
    net.add(hy.pump("main", displacement=210e-6, setting=WORK, losses=leaking, power_limit=limit, lag=0.05))
    net.add(hy.pump("pilot", displacement=16e-6))
    net.add(
        hy.relief_valve("load", setting=28e6, gradient=2e-8),
        hy.relief_valve("pilot_relief", setting=4e6, gradient=2e-8),
    )
    for name, valve in (("main", "load"), ("pilot", "pilot_relief")):
        for tail, head in (
            ("engine.shaft", f"{name}.shaft"), ("tank", f"{name}.a"), (f"{name}.b", f"{valve}.a"), (f"{valve}.b", "tank"),
        ):  # fmt: skip
            net.connect(tail, head)
    return net


def run_of(limit: Any) -> Any:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", WatchWarning)
        run = power_pack(limit).simulate({}, 9.0, method="rosenbrock", rtol=1e-7, atol=1e-9, output_step=0.01)
    for warning in said:
        if "stalls" in str(warning.message):
            print(f"  {warning.message}")
    return run


for title, limit in (
    ("without a limit", None),
    ("main pump limited to 85 % of the engine's power", lambda s: 0.85 * s["engine.full_power"]),
):
    print(title)
    run = run_of(limit)
    print("   time   speed  torque  load  rack   power  pump setting   flow     fuel")
    for t in (0.9, 2.8, 5.8, 8.8):
        k = int(np.searchsorted(run.t, t))
        print(
            f"  {t:4.1f} s {run['engine.speed'][k] / rpm:6.0f} {run['engine.torque'][k]:6.0f} N·m "
            f"{run['engine.load_factor'][k]:5.2f} {run['engine.rack'][k]:5.2f} {run['engine.power'][k] / 1e3:6.1f} kW "
            f"{run['main.setting'][k]:8.2f} "
            f"{run['main.flow'][k] * 6e4:7.0f} l/min {run['engine.fuel_flow'][k] * 3600:5.1f} kg/h"
        )
    burnt = run["engine/combustion.energy"][-1]
    closure = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    print(f"  combustion {burnt / 1e3:.0f} kJ, energy closes within {np.abs(closure).max() / burnt:.1e} of it")
    assert np.abs(closure).max() < 1e-5 * burnt

# with the limit the engine keeps its speed: the droop at half load in closed form
half = int(np.searchsorted(run.t, 2.8))
w, y = run["engine.speed"][half], run["engine.rack"][half]
assert abs(w - 2100 * rpm * (1 - 0.05 * y)) < 1e-3 * w
assert run["engine.speed"].min() > 1350 * rpm
print(f"fuel of the limited run: {1e3 * run['engine.fuel'][-1]:.1f} g")
