"""The Clio as one bond graph, five rigid bodies with elastic joints, against the same car as a tree of bodies with exact joints."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.library import renault_clio
from biela.report.bond_graph import svg
from biela.vehicle import MANOEUVRES, Driver, PathFollower, bond_graph, run_manoeuvre

CAR = renault_clio.car()
STRAIGHT = ("chassis.x", "speed.value", "chassis.pitch", "front_left.load", "rear_left.load", "front_left.slip")
LATERAL = (
    "chassis.x", "chassis.y", "chassis.yaw", "chassis.roll", "front_left.load", "front_left.slip_angle", "rear_right.slip_angle",
)  # fmt: skip


@cache
def driven(name: str) -> tuple[biela.History, biela.History]:
    """The manoeuvre as graph and as mechanism."""
    manoeuvre = MANOEUVRES[name]
    options = manoeuvre.values({})
    net = bond_graph(CAR, manoeuvre.driver(CAR, options), speed=options.get("speed", 0.0))
    graph = net.simulate(duration=manoeuvre.duration, method="rk4", step=5e-4, output_step=0.02)
    return graph, run_manoeuvre(CAR, name).history


@pytest.mark.parametrize(("name", "signals"), [("standing-start", STRAIGHT), ("curve", LATERAL), ("zig-zag", LATERAL)])
def test_graph_drives_as_the_mechanism_does(name: str, signals: tuple[str, ...]) -> None:
    """Within 1 % of the largest value, all along the way; joints give by less than a quarter of a millimetre."""
    graph, tree = driven(name)
    for signal in (*signals, "driveline/flywheel.flow"):
        assert np.abs(graph[signal] - tree[signal]).max() < 0.01 * np.abs(tree[signal]).max(), signal
    assert 1e-6 < max(graph[f"{wheel}.give"].max() for wheel in ("front_left", "rear_left")) < 2.5e-4


def test_gears_of_the_graph_change_when_those_of_the_mechanism_do() -> None:
    graph, tree = driven("standing-start")
    assert [e.name for e in graph.events] == [e.name for e in tree.events]
    assert [e.time for e in graph.events] == pytest.approx([e.time for e in tree.events], abs=2e-3)
    assert np.interp(100 / 3.6, graph["speed.value"], graph.t) == pytest.approx(17.0, abs=0.1)


def test_graph_keeps_the_account_of_its_energy() -> None:
    """What the sources give is stored or lost: nothing appears in the junction structure."""
    graph, _ = driven("curve")
    balance = graph["machine.energy"] - graph["machine.work"]
    assert np.abs(balance - balance[0]).max() < 1e-4 * graph["machine.energy"][0]


def test_graph_is_made_of_network_elements_alone() -> None:
    net = bond_graph(CAR, Driver(gear=0))
    bodies = [sub for sub in net.networks() if "inertia" in sub.components and "frame" in sub.components]
    assert len(bodies) == 5
    assert not net.causality.derivative
    assert ">suspension<" in svg(net.components["front_left"], net.causality, "front_left/")
    assert all(f">{name}<" in net.draw() for name in ("chassis", "front_left", "rear_right", "driveline", "brakes", "air"))


def test_what_the_graph_does_not_know_is_refused() -> None:
    with pytest.raises(DescriptionError, match="function of time"):
        bond_graph(CAR, Driver(steering=PathFollower((0.0, 10.0), (0.0, 1.0))))
    with pytest.raises(DescriptionError, match=r"Use Car\.build"):
        bond_graph(renault_clio.car(front=biela.vehicle.Axle(**{**vars(CAR.front), "anti_roll": 1e4})))
