"""A hydrostatic drive starts and stops a rotating mass, modelled with one line and with two.

In the one-line model of the literature the pressure falls below zero while the drive brakes. With two lines, the other line
takes over, relief valves limit its pressure, and a charge circuit replaces the oil that is lost.
"""

import numpy as np

import biela
from biela.network import Network, control, rotation
from biela.network import hydraulic as hy

RATIO, STROKE, PUMP = 120.0, 0.04362, 71e-6 * 28.0  # gear, actuator of the pump [m], its full flow [m³/s]
LINES = {"capacity": 8.125e-13, "displacement": 90e-6, "setting": 30e6, "gradient": 1.85e-9, "leakage": 1e-12}


def flow(s: object) -> object:
    """Flow of the pump, in proportion to the position of its actuator."""
    return PUMP / STROKE * s["loop.output"]


def turntable(drive: Network) -> biela.Mechanism:
    """A mass of 234 t·m² on a swing bearing, under speed control."""
    m = biela.Mechanism("turntable")
    cab = m.body("cab", mass=30e3, inertia=np.diag([150e3, 150e3, 233_867.0]))
    m.revolute("swing", m.ground, cab, axis=(0, 0, 1))
    net = Network("drive_train")
    wanted = biela.table([0, 2, 4, 6], [0, 0.4, 0.4, 0])
    net.add(control.velocity_control("loop", wanted, "swing.rate", gain=200.0, limits=(-STROKE, STROKE)))
    net.add(drive, rotation.gear("gear", RATIO))
    net.connect("drive.shaft", "gear")
    net.expose("joint", "gear.b")
    m.attach(net, {"joint": "swing"}, prefix="")
    return m


one = hy.one_line_drive("drive", **LINES, low_pressure=2e6, flow=flow)
two = hy.closed_circuit("drive", **LINES, charge_pressure=2e6, flow=flow)
for name, drive, lines in (("one line", one, ["pressure"]), ("two lines", two, ["pressure_a", "pressure_b"])):
    run = turntable(drive).simulate({"swing": 0.0}, 7.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
    print(f"{name}: turned {np.degrees(run['swing.angle'][-1]):.1f}°, at the end {run['swing.rate'][-1]:+.5f} rad/s")
    for line in lines:
        p = run[f"drive.{line}"] / 1e6
        print(f"  {line}: {p.min():6.1f} … {p.max():5.1f} MPa")
    low = min(run[f"drive.{line}"].min() for line in lines)
    assert (low < 0) == (name == "one line")
    assert abs(run["swing.angle"][-1] - 1.6) < 0.05
