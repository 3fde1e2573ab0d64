"""Hydraulic crane: one boom on a pillar, one cylinder under it, a proportional valve, a load that hangs from the tip.

              ___________________ tip
       pin  o____________________o
           /|   o rod pin        |  rope
          / |  /                 |
    pillar  | / cylinder        [ ] load
            |o base pin

The valve is opened by hand: up, hold, a little down. The load swings as the boom starts and stops.

Source: lift boom and hydraulics of the PATU 655 loader crane, in the public models of Q. Khadim (University of Oulu, LUT
University and University of Innsbruck, 2023; github.com/qkhadim22): pillar, boom, pins, cylinder 100/56 mm with a stroke of
535 mm, 10 MPa supply, valve of 18 L/min at 3.5 MPa, hoses of 12.7 mm and 1.5 m. Chosen here: a load of 300 kg on 1.5 m of
rope, closed length of the cylinder, hose modulus, friction, transition of the valve, and how the lever is moved.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import table
from biela.mechanism.parameter import nominal
from biela.mechanism.shape import Ball, Box, Prism, Telescope, Tube, rounded, stadium
from biela.network import Network
from biela.network import hydraulic as hy
from biela.simulation.case import Case
from biela.state.holding import hold
from biela.state.state import State

PIN, BASE = (-0.09, 0.0, 1.4261), (0.17, 0.0, 0.386113)  # of boom and cylinder on the pillar [m]
ROD, TIP = (0.3025, 0.0, -0.1049), (2.89, 0.0, 0.0246)  # on the boom, from its pin [m]
BOOM_MASS, BOOM_COM = 143.66, (1.229248, 0.0, 0.055596)  # kg, m
BOOM_INERTIA = ((1.055433, 0.0, 1.442440), (0.0, 67.053707, 0.0), (1.442440, 0.0, 66.577004))  # kg·m²
BORE, ROD_DIAMETER, STROKE = 0.100, 0.056, 0.535  # m
CLOSED = 0.80  # m; the source's start pose has 0.809 m between the pins
SUPPLY, TANK = 10e6, 0.1e6  # Pa
VALVE = 18e-3 / 60 / math.sqrt(3.5e6)  # m³/(s √Pa), from the rated flow at its pressure drop
VALVE_DIAMETER, VALVE_REYNOLDS = 2.7e-3, 100.0  # m of an edge with that flow; where its flow turns turbulent
HOSE_BORE, HOSE_LENGTH, HOSE_MODULUS = 12.7e-3, 1.5, 350e6  # m, m, Pa
OIL = hy.Fluid(density=870.0, viscosity=46e-6, bulk_modulus=1.65e9)
LOAD, ROPE = 300.0, 1.5  # kg, m
START = -0.30  # rad; positive angles lower the boom
LEVER = ((0.0, 0.0), (1.0, 0.0), (1.3, 0.7), (3.0, 0.7), (3.3, 0.0), (6.0, 0.0), (6.3, -0.35), (7.5, -0.35), (7.8, 0.0))

SETTINGS = {"method": "rosenbrock", "rtol": 1e-7, "atol": 1e-9}
PLOTS = [
    ("boom angle", ["pin.angle"]),
    ("rope angles", ["rope.angle_1", "rope.angle_2"]),
    ("cylinder: extension", ["lift_cylinder.extension"]),
    ("cylinder: pressures", ["lift_cylinder.head_pressure", "lift_cylinder.rod_pressure"]),
    ("cylinder: force", ["lift_cylinder.force"]),
    ("valve opening", ["valve.opening"]),
    ("load height", ["load.z"]),
    ("pillar: force of the boom on it", ["pin.force"]),
]


def build(
    load_mass: float = LOAD, rope_length: float = ROPE, supply_pressure: float = SUPPLY,
    lever: Sequence[tuple[float, float]] | None = LEVER,
) -> Mechanism:  # fmt: skip
    """Build the crane with its valve.

    lever : points (t [s], opening −1 … 1) with straight lines between; None makes the opening an input of the machine
    """
    m = Mechanism("hydraulic crane", gravity=(0, 0, -9.81))
    boom = m.body("boom", mass=BOOM_MASS, com=BOOM_COM, inertia=BOOM_INERTIA)
    boom.point("rod", ROD)
    boom.point("tip", TIP)
    m.ground.point("base", BASE)
    m.revolute("pin", m.ground, boom, parent_point=PIN, axis=(0, 1, 0))
    m.body("load", mass=load_mass, inertia=(0.01 * load_mass,) * 3)
    m.universal("rope", "boom.tip", "load", axis=(0, 1, 0), second_axis=(1, 0, 0), child_point=(0, 0, rope_length))

    net = Network("hydraulics")
    net.add(hy.pressure_source("pump", supply_pressure), hy.tank("tank", TANK))
    hose = hy.Line(HOSE_LENGTH, HOSE_BORE, HOSE_MODULUS)
    net.add(hy.cylinder(
        "lift_cylinder", OIL, bore=BORE, rod=ROD_DIAMETER, stroke=STROKE, dead_length=CLOSED, head_line=hose, rod_line=hose,
        friction=hy.EfficiencyFriction(0.9, speed=0.005), end_stops=hy.EndStops(), head_pressure=4e6, rod_pressure=2e6,
    ))  # fmt: skip
    opening = None if lever is None else table(*zip(*lever, strict=True))
    edges: dict[str, Any] = {"coefficient": VALVE, "diameter": VALVE_DIAMETER, "critical_reynolds": VALVE_REYNOLDS}
    net.add(hy.directional_valve("valve", OIL, command=opening, **edges))
    net.connect("pump", "valve.p")
    net.connect("valve.t", "tank")
    net.connect("valve.a", "lift_cylinder.head")
    net.connect("valve.b", "lift_cylinder.rod_side")
    net.expose("lift_cylinder", "lift_cylinder.rod")
    m.attach(net, {"lift_cylinder": ("ground.base", "boom.rod")}, prefix="")
    _draw(m, float(nominal(rope_length)))
    return m


def start(machine: Mechanism) -> State:
    """Start at rest, the load hanging straight down, with pressures that hold it."""
    return hold(machine.assemble({"pin": START, "rope": (-START, 0.0)}), level="rod")


def complete(case: Case) -> Case:
    """Add settings and plots; the rod pressures of the start stay as described, the head pressures hold the machine."""
    return replace(case, settings=SETTINGS, plots=PLOTS, hold="rod", units={"pressure": "bar"})


def _draw(m: Mechanism, rope: float) -> None:
    red, dark, steel = "#c8442f", "#3a3f45", "#7b848d"
    foot = rounded([(-0.24, 0.0), (0.30, 0.0), (0.26, 0.5), (0.05, 0.9), (0.02, 1.50), (-0.20, 1.50), (-0.22, 0.8)], 0.08)
    beam = rounded(
        [(-0.12, -0.10), (0.30, -0.20), (1.2, -0.12), (2.95, -0.05), (2.97, 0.09), (1.4, 0.20), (0.2, 0.16), (-0.12, 0.1)], 0.1
    )
    m.draw(
        "ground", Box((0.0, 0.0, -0.06), (1.2, 1.2, 0.12), colour=dark), Prism(foot, 0.05, at=0.13, mirror=True, colour=dark),
        Box((0.0, 0.0, 0.3), (0.3, 0.24, 0.6), colour=dark),
        Tube((PIN[0], -0.2, PIN[2]), (PIN[0], 0.2, PIN[2]), 0.04, colour=steel),
        Tube((BASE[0], -0.2, BASE[2]), (BASE[0], 0.2, BASE[2]), 0.04, colour=steel),
    )  # fmt: skip
    lug = stadium((ROD[0], ROD[2]), (ROD[0], 0.0), 0.08)
    m.draw(
        "boom", Prism(beam, 0.18, colour=red), Prism(lug, 0.03, at=0.10, mirror=True, colour=red),
        Tube((TIP[0], -0.12, TIP[2]), (TIP[0], 0.12, TIP[2]), 0.035, colour=steel),
    )  # fmt: skip
    m.draw(
        "load", Tube((0, 0, 0.24), (0, 0, rope), 0.012, colour=dark), Ball((0, 0, rope), 0.04, colour=steel),
        Box((0, 0, 0), (0.5, 0.5, 0.42), colour="#8a8f98"), Tube((0, 0, 0.2), (0, 0, 0.3), 0.05, 0.015, colour=dark),
    )  # fmt: skip
    m.draw("lift_cylinder", Telescope(0.8 * BORE, 0.8 * ROD_DIAMETER, CLOSED, colour=dark))
