"""Machines with hydraulics: areas, leakage and softness from flows, masses and friction from pressures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import biela
from biela import files
from biela.base.errors import DescriptionError
from biela.files.logs.table import DataError
from biela.files.write import dumps
from biela.identify import identify
from biela.identify.dataset import Dataset
from biela.identify.measurement import Preparation
from biela.identify.network_rows import network_estimates, without_networks
from biela.identify.regressor import Regressor
from biela.library.excavator import data as excavator
from biela.lie import array as xp
from biela.network import Network
from biela.network import hydraulic as hy
from biela.network.made import rebuilt

LEAKAGE = 5e-11
"""Of each cylinder of the excavator [m³/(s Pa)]."""
NOISE = {"pin": 1e-5, "head_pressure": 1e4, "rod_pressure": 1e4, "head_flow": 1e-6, "rod_flow": 1e-6}


def opening(t):  # type: ignore[no-untyped-def]
    return 0.35 * xp.sin(2 * np.pi * 0.25 * t) + 0.15 * xp.sin(2 * np.pi * 0.7 * t)


def boom(leakage: float, bore: float, viscous: float, mass: float = 300.0) -> biela.Mechanism:
    m = biela.Mechanism("boom", gravity=(0, 0, -9.81))
    link = m.body("boom", mass=mass, com=(1.2, 0, 0.05), inertia=(5.0, 120.0, 120.0))
    link.point("rod", (0.5, 0, -0.1))
    m.ground.point("base", (0.3, 0, -1.0))
    m.revolute("pin", m.ground, link, axis=(0, 1, 0))
    net = Network("hydraulics")
    net.add(
        hy.pressure_source("pump", 15e6), hy.tank("tank", 1e5),
        hy.cylinder(
            "lift", bore=bore, rod=0.04, stroke=0.6, friction=hy.StribeckFriction(coulomb=200.0, viscous=viscous),
            leakage=leakage, end_stops=hy.EndStops(), head_pressure=4e6, rod_pressure=3e6,
        ),
        hy.directional_valve("valve", coefficient=2.5e-7, diameter=3e-3, critical_reynolds=100.0, command=opening),
    )  # fmt: skip
    for a, b in (("pump", "valve.p"), ("valve.t", "tank"), ("valve.a", "lift.head"), ("valve.b", "lift.rod_side")):
        net.connect(a, b)
    net.expose("lift", "lift.rod")
    m.attach(net, {"lift": ("ground.base", "boom.rod")}, prefix="")
    return m


@pytest.fixture(scope="module")
def log() -> Dataset:
    """Ten seconds at 500 Hz of a boom whose cylinder differs from the drawing, with noise."""
    true = boom(4e-12, 0.08, 4000.0)
    run = true.simulate(true.assemble({"pin": -0.2}), duration=10.0, output_step=0.002, method="rosenbrock")
    columns = {
        "pin": run["pin.angle"], "lift.head_pressure": run["lift.head_pressure"], "lift.rod_pressure": run["lift.rod_pressure"],
        "lift.head_flow": run["valve.flow_a"], "lift.rod_flow": -run["valve.flow_b"],
    }  # fmt: skip
    rng = np.random.default_rng(1)
    noisy = {k: v + NOISE[k.removeprefix("lift.")] * rng.standard_normal(len(v)) for k, v in columns.items()}
    return Dataset(run.t, noisy, "log")


def test_areas_leakage_and_friction_of_a_cylinder(log: Dataset) -> None:
    """Pressures and flows show areas, leakage and softness; with these areas, pressures show the weight and viscous friction."""
    found = identify(boom(1e-12, 0.085, 2000.0, mass=280.0), log, start={"pin": -0.2}, confirm=False)
    own = found.of_networks["lift"]
    A_1, A_2 = np.pi / 4 * 0.08**2, np.pi / 4 * (0.08**2 - 0.04**2)
    for name, value, rel in (("head_area", A_1, 1e-3), ("rod_area", A_2, 1e-3), ("leakage", 4e-12, 0.02)):
        assert own[f"lift.{name}"] == pytest.approx(value, rel=rel)
    assert own["lift.head_softness"] == pytest.approx((0.08 / 0.085) ** 2, rel=0.05)  # of the volume that was drawn
    assert found.estimate["boom.mx"] == pytest.approx(360.0, rel=0.01)
    assert found.estimate["lift_friction.damping"] == pytest.approx(4000.0, rel=0.06)
    said = "\n".join(found.findings)
    assert "lift.leakage = " in said and "valve (hydraulic.directional_valve)" in said and "dry friction" in said
    assert list(found.machine.networks) == ["hydraulics"]  # the machine that comes back is whole
    cylinder = arguments(files.loads(dumps(found.machine)).build(), "hydraulics", "lift")
    assert (cylinder["bore"], cylinder["rod"]) == (pytest.approx(0.08, rel=1e-3), pytest.approx(0.04, rel=2e-3))
    assert cylinder["leakage"] == pytest.approx(4e-12, rel=0.02)
    assert cylinder["friction"].viscous == pytest.approx(4000.0, rel=0.06) and cylinder["friction"].coulomb == 200.0
    assert "lift.head_softness is not in the machine file: bulk moduli" in said


def arguments(machine: biela.Mechanism, network: str, component: str) -> dict[str, Any]:
    """What a component of a machine was made with."""
    return dict(machine.networks[network].network.components[component].made_by.arguments)


def winch(displacement: float, losses: hy.Losses) -> biela.Mechanism:
    """A lever on the shaft of a hydraulic motor, swung by a valve."""
    m = biela.Mechanism("winch", gravity=(0, 0, -9.81))
    m.revolute("axle", m.ground, m.body("lever", mass=40.0, com=(0.2, 0, 0), inertia=(1, 6, 6)), axis=(0, 1, 0))
    net = Network("hydraulics")
    net.add(
        hy.pressure_source("pump", 15e6), hy.tank("tank", 1e5), hy.motor("drive", displacement=displacement, losses=losses),
        hy.volume("a", 2e-4, pressure=5e6), hy.volume("b", 2e-4, pressure=4e6),
        hy.directional_valve("valve", coefficient=2.5e-7, diameter=3e-3, critical_reynolds=100.0, command=opening),
    )  # fmt: skip
    for tail, head in (("pump", "valve.p"), ("valve.t", "tank"), ("valve.a", "a"), ("valve.b", "b")):
        net.connect(tail, head)
    net.connect("a", "drive.a")
    net.connect("drive.b", "b")
    net.expose("drive", "drive.shaft")
    m.attach(net, {"drive": "axle"}, prefix="")
    return m


def test_displacement_leakage_and_friction_of_a_motor() -> None:
    """A motor drawn 10 % too large, without leakage and with a third of its friction: found, and in the machine file."""
    true = winch(200e-6, hy.Losses(leakage=2e-11, viscous=15.0, coulomb=5.0))
    run = true.simulate(true.assemble({"axle": 0.1}), duration=8.0, output_step=0.002, method="rosenbrock")
    columns = {
        "axle": run["axle.angle"], "drive.a_pressure": run["a.pressure"], "drive.b_pressure": run["b.pressure"],
        "drive.flow": run["drive.flow"],
    }  # fmt: skip
    rng = np.random.default_rng(3)
    size = {"axle": 1e-5, "drive.a_pressure": 1e4, "drive.b_pressure": 1e4, "drive.flow": 1e-6}
    noisy = {k: v + size[k] * rng.standard_normal(len(v)) for k, v in columns.items()}
    drawn = winch(220e-6, hy.Losses(viscous=5.0, coulomb=5.0))
    found = identify(drawn, Dataset(run.t, noisy, "log"), start={"axle": 0.1}, confirm=False)
    motor = arguments(files.loads(dumps(found.machine)).build(), "hydraulics", "drive")
    assert motor["displacement"] == pytest.approx(200e-6, rel=2e-3)
    assert motor["losses"].leakage == pytest.approx(2e-11, rel=0.02)
    assert motor["losses"].viscous == pytest.approx(15.0, rel=0.05) and motor["losses"].coulomb == 5.0
    assert found.estimate["lever.mx"] == pytest.approx(8.0, rel=0.01)


def test_friction_that_a_component_cannot_hold_is_a_load(log: Dataset) -> None:
    """A cylinder whose law of friction has no viscous part: the machine gets it as a load, and is identified again with it."""
    plain = boom(4e-12, 0.08, 4000.0)
    changed = rebuilt(plain.networks["hydraulics"].network, "lift", {"friction": None})
    drawn = plain.edit()
    drawn.networks["hydraulics"] = replace(plain.networks["hydraulics"], network=changed)
    short = log.only(["pin", "lift.head_pressure", "lift.rod_pressure"])
    found = identify(drawn, short, start={"pin": -0.2}, confirm=False)
    assert any("viscous friction of lift is a load 'lift_friction'" in text for text in found.findings)
    new = found.machine
    assert new.loads["lift_friction"].damping == pytest.approx(found.feasible["lift_friction.damping"])
    again = identify(new, short, start={"pin": -0.2}, confirm=False)
    assert again.machine.loads["lift_friction"].damping == pytest.approx(new.loads["lift_friction"].damping, rel=1e-3)


def test_without_flows_the_areas_are_those_described(log: Dataset) -> None:
    short = log.only(["pin", "lift.head_pressure", "lift.rod_pressure"])
    found = identify(boom(4e-12, 0.08, 4000.0), short, start={"pin": -0.2}, confirm=False)
    assert found.estimate["boom.mx"] == pytest.approx(360.0, rel=0.01)
    assert not found.of_networks and any("since no flow was measured (lift.head_flow" in x for x in found.findings)


def test_a_port_whose_effort_nobody_measured_is_named(log: Dataset) -> None:
    with pytest.raises(DataError, match=r"port 'lift' exerts: give lift.head_pressure, lift.rod_pressure, or"):
        identify(boom(4e-12, 0.08, 4000.0), log.only(["pin"]), start={"pin": -0.2}, confirm=False)


def test_ports_on_bodies_are_refused() -> None:
    m = biela.Mechanism("raft")
    m.body("raft", mass=1.0, inertia=(1, 1, 1))
    m.free("free", m.ground, "raft")
    net = Network("air")
    from biela.network.element import R
    from biela.network.element.junction import One

    net.add(*(One(f"v{k}") for k in range(6)))
    for k in range(6):
        net.add_at(f"v{k}", R(f"drag{k}", 1.0))
    net.expose("body", *(f"v{k}" for k in range(6)))
    m.attach(net, {"body": "raft"})
    with pytest.raises(DescriptionError, match="is a whole body"):
        without_networks(m)


def test_cylinders_of_the_excavator() -> None:
    """A working cycle: areas of all cylinders, and the leakage that each was given, from the flows of their valves."""
    from biela import library

    case = library.get("excavator")
    machine = case.build(variant="published", leakage=LEAKAGE)
    start = case.start(machine)
    networks = without_networks(machine)
    run = machine.simulate(start, duration=8.0, output_step=0.005, method="rosenbrock", rtol=1e-6, atol=1e-8)
    joints = ["swing", "boom_pin", "arm_pin", "bucket_pin"]
    columns = {name: run[f"{name}.angle"] for name in joints}
    for part in ("boom", "arm", "bucket"):
        for side in ("head", "rod"):
            columns[f"{part}_cylinder.{side}_pressure"] = run[f"{part}_cylinder.{side}_pressure"]
        columns[f"{part}_cylinder.rod_flow"] = -run[f"{part}_valve.flow_b"]  # the head side has a throttle and a hose
    regressor = Regressor(networks.bare, joints, start=start)
    found = network_estimates(networks, regressor, [Dataset(run.t, columns)], Preparation())
    for part in ("boom", "arm", "bucket"):
        about = excavator.CYLINDERS[f"{part}_cylinder"]
        area = about.count * np.pi / 4 * (about.bore**2 - about.rod_diameter**2)
        own = found[f"{part}_cylinder"]
        assert own[f"{part}_cylinder.rod_area"] == pytest.approx(area, rel=0.01)
        assert own[f"{part}_cylinder.leakage"] == pytest.approx(about.count * LEAKAGE, rel=0.05)
