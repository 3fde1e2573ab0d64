"""Steps see what acts between their stages: knots that laws declare, and the defect where they declare none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import library
from biela.mechanism.kink import pieces_passed
from biela.network import C, Network, One, R, Se
from biela.simulation import plan
from biela.simulation.audit import work_unaccounted
from biela.state.functions import functions_of
from command_line import biela_command

ADAPTIVE = ("automatic", "dormand-prince", "rosenbrock", "cvode-bdf", "cvode-adams")
DETENT = (-1, 4.75, 5, 5.25, 20), (0, 0, 8, 0, 0)
TURNED_BACK = 0.055360367
"""End of a mass of 1 kg at 1 m/s after 10 s [m]: the detent stores up to 2 J and sends its 0.5 J back. In its rising flank, 32 N/m
steep, it stays for half a period π/√32 s, so that it ends at 2·4.75 + π/√32 − 10."""


def slider(curve: Any = None, **load: Any) -> biela.Mechanism:
    m = biela.Mechanism("slider", gravity=(0, 0, 0))
    m.prismatic("P", m.ground, m.body("b", mass=1.0, inertia=(1, 1, 1)), axis=(1, 0, 0))
    if curve is not None:
        m.joint_spring("detent", "P", curve=curve, **load)
    return m


def start(m: biela.Mechanism) -> Any:
    return m.assemble({"P": 0.0}, rates={"P": 1.0})


def test_the_reference_is_the_closed_form() -> None:
    assert TURNED_BACK == pytest.approx(2 * 4.75 + np.pi / np.sqrt(32) - 10, abs=1e-8)


@pytest.mark.parametrize("method", ADAPTIVE)
def test_a_detent_turns_a_slider_back(method: str) -> None:
    m = slider(biela.table(*DETENT))
    run = m.simulate(start(m), 10.0, method=method)
    assert run.status == "done"
    assert run["P.position"][-1] == pytest.approx(TURNED_BACK, abs=2e-7)


def test_a_batch_sees_the_detent() -> None:
    m = slider(biela.table(*DETENT))
    batch = m.simulate_batch([m.assemble({"P": 0.0}, rates={"P": v}) for v in (1.0, 2.5)], 10.0)
    assert batch["P.position"][-1, 0] == pytest.approx(TURNED_BACK, abs=2e-7)
    assert batch["P.position"][-1, 1] > 15.0  # 3.1 J pass it


def test_the_command_line_sees_the_detent(tmp_path: Path) -> None:
    file = tmp_path / "detent.yaml"
    file.write_text(
        "biela: 1\nname: detent\ngravity: [0, 0, 0]\nbodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints: {P: {type: prismatic, parent: ground, child: b, axis: [1, 0, 0]}}\n"
        "loads: {d: {type: joint_spring, joint: P, curve: {table: {x: [-1, 4.75, 5, 5.25, 20], y: [0, 0, 8, 0, 0]}}}}\n"
        "start: {rates: {P: 1}}\n"
    )
    called = biela_command("run", file, "--json", "--out", tmp_path / "out")
    assert json.loads(called.stdout)["final"]["P.position"] == pytest.approx(TURNED_BACK, abs=2e-7)


@pytest.mark.parametrize("method", ADAPTIVE)
def test_a_law_without_knots_is_seen_by_its_defect(method: str) -> None:
    """A bump that a user writes, passed in five outputs. 2 ∫F dx = 0.64 J leave the kinetic energy as it was, and a time that the
    same bump as a fine table costs as well."""
    wide = 0.05
    bump = slider(lambda x: 8.0 * np.exp(-((x / wide) ** 2)), rest=5.0)
    x = np.linspace(-5 * wide, 5 * wide, 801)
    table = slider(biela.table(x, 8.0 * np.exp(-((x / wide) ** 2))), rest=5.0)
    expected = table.simulate(start(table), 10.0, method="rk4", step=1e-4, output_step=1.0)["P.position"][-1]
    assert bump.simulate(start(bump), 10.0, method=method)["P.position"][-1] == pytest.approx(expected, abs=1e-5)


def test_knots_end_steps_however_narrow_they_are() -> None:
    """A spike of a ten-thousandth of the run, as a table: 0.5 J against 2 J."""
    m = slider(biela.table([-1, 5, 5.0005, 5.001, 20], [0, 0, 4000, 0, 0]))
    run = m.simulate(start(m), 10.0)
    # in the flank of 8e6 N/m for half a period
    assert run["P.position"][-1] == pytest.approx(2 * 5.0 + np.pi / np.sqrt(8e6) - 10, abs=1e-6)


def test_a_line_spring_and_a_cam_declare_their_knots() -> None:
    m = slider()
    body, other = m.bodies["b"], m.body("follower", mass=1.0, inertia=(1, 1, 1))
    curve = biela.table([0, 1, 2], [0, 1, 0])
    line = m.spring("line", m.ground.point("pin", (0, 1, 0)), body, free_length=1.0, curve=curve)
    m.prismatic("Q", m.ground, other, axis=(0, 1, 0))
    cam = m.cam("cam", "P", "Q", curve=curve)
    for element, signals, at in ((line, {"line.length": 2.5}, 1.5), (cam, {"P.position": 1.5}, 1.5)):
        (kinks,) = element.kinks(m)
        assert kinks.values == (0.0, 1.0, 2.0)
        assert kinks.quantity(signals) == at


def test_pieces_are_counted_through_whole_numbers_at_the_knots_alone() -> None:
    knots = (-2.0, 0.5, 3.0)
    x = np.linspace(-50, 50, 20_001)
    count = pieces_passed(x, knots)
    assert np.all(np.diff(count) > 0)
    assert [float(pieces_passed(np.float64(k), knots)) for k in knots] == [0.0, 1.0, 2.0]
    assert count[0] > -0.5 and count[-1] < 2.5


def test_a_touch_inside_a_step_is_found() -> None:
    """A ball thrown up under a ceiling that it touches for 20 ms near the top of its flight: both ends of a long step see nothing.
    An elastic ceiling sends it back earlier by what is left of the ascent, twice."""
    m = biela.Mechanism("ball", gravity=(0, 0, -9.81))
    m.prismatic("z", m.ground, m.body("ball", mass=1.0, inertia=(1, 1, 1)), axis=(0, 0, 1))
    v, g, k = 9.81, 9.81, 1e9
    ceiling = 0.5 * v * v / g - 0.5 * g * 0.01**2
    m.stop("ceiling", "z", upper=ceiling, stiffness=k)
    run = m.simulate(m.assemble({"z": 0.0}, rates={"z": v}), 1.9)
    # it arrives with g·10 ms, 10 ms before the top, and leaves with the same speed downwards
    fall = 1.9 - (v / g - 0.01)
    assert run["z.position"][-1] == pytest.approx(ceiling - g * 0.01 * fall - 0.5 * g * fall**2, abs=1e-3)


@pytest.mark.parametrize("name", ["pendulum", "double-crank", "three-rrr", "wishbone-suspension"])
def test_smooth_machines_take_the_same_steps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is rejected where nothing is missed: the defect of a good step is far below its limit."""
    inspected = library.get(name).simulate()
    monkeypatch.setattr(plan, "FEWEST_OUTPUTS", 1)
    plain = library.get(name).simulate(output_step=float(inspected.t[-1]) / 2)
    assert (inspected.steps, inspected.rejected) == (plain.steps, plain.rejected)


def test_the_audit_integrates_power_on_points_of_its_own() -> None:
    """A motion that ignores the detent: its own account of work is zero, the power along its outputs is not."""
    m = slider(biela.table(*DETENT))
    functions = functions_of(m)
    t = np.linspace(0, 10, 1001)
    x = np.zeros((len(t), functions.layout.n_x))
    x[:, 0], x[:, 1] = t, 1.0
    # ∫ 8 N · (triangle of 0.5 m) = 2 J; intervals next to a knot are not judged
    assert work_unaccounted(functions, t, x, np.zeros(0), np.zeros(0)) == pytest.approx(2.0, rel=0.4)
    x[:, 0] = 0.2 * t  # never gets there
    x[:, 1] = 0.2
    assert work_unaccounted(functions, t, x, np.zeros(0), np.zeros(0)) == 0.0


NARROW = biela.table((-1, 4.999, 5, 5.001, 20), (0, 0, 300, 0, 0))
"""A detent of 2 mm, passed in a fifth of an output interval, that takes 0.3 of 0.5 J for a while."""


def in_network(name: str, **given: Any) -> biela.Mechanism:
    """A slider with one element of a network on it."""
    m = slider()
    net = Network("n")
    net.add(One("v", domain="translation"), {"C": C, "R": R, "Se": Se}[name]("element", **given))
    net.connect("v", "element") if name != "Se" else net.connect("element", "v")
    net.expose("p", "v")
    m.attach(net, {"p": "P"})
    return m


@pytest.mark.parametrize("method", ["automatic", "rosenbrock", "cvode-bdf"])
@pytest.mark.parametrize("where", ["load", "input", "network", "sensor", "sensor of an input"])
def test_knots_of_curves_inside_laws_are_known(where: str, method: str) -> None:
    """A table ends steps at its knots wherever it is called: in a law of a load or of an input, or in a network."""
    reference = slider(NARROW)
    expected = reference.simulate(start(reference), 10.0, method=method)["P.position"][-1]
    assert expected == pytest.approx(5 + 5 * np.sqrt(0.4), abs=5e-3)
    m, inputs = slider(), {}
    if where == "load":
        m.user_effort("detent", "P", lambda s: -NARROW(s["P.position"]))
    elif where == "input":
        m.motor("motor", "P")
        inputs = {"motor": lambda s: -NARROW(s["P.position"])}
    elif where == "network":
        m = in_network("C", law=NARROW)
    else:
        m.user_sensor("table", lambda s: NARROW(s["P.position"]))
        m.user_sensor("pull", lambda s: -s["table.value"])
        if where == "sensor":
            m.user_effort("detent", "P", lambda s: s["pull.value"])
        else:
            m.motor("motor", "P")
            inputs = {"motor": lambda s: s["pull.value"]}
    run = m.simulate(start(m), 10.0, method=method, inputs=inputs)
    assert run["P.position"][-1] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("method", ["automatic", "rosenbrock", "cvode-bdf"])
def test_knots_of_a_resistance_in_a_network_are_known(method: str) -> None:
    """A motor of 1 N cannot pass a resistance of 2 N at 6 m/s, however narrow it is."""
    m = in_network("R", effort=biela.table((0, 5.99999, 6, 6.00001, 20), (0, 0, 2, 0, 0)))
    m.user_effort("pull", "P", lambda t: 1.0)
    run = m.simulate(start(m), 10.0, method=method)
    assert run["P.rate"][-1] == pytest.approx(5.999995, abs=1e-6)


@pytest.mark.parametrize("method", ["automatic", "rosenbrock", "cvode-bdf"])
def test_a_pulse_of_a_source_in_a_network_is_seen(method: str) -> None:
    """0.5 N·s within 0.2 ms."""
    m = in_network("Se", value=biela.table((0, 5.0001, 5.0002, 5.0003, 20), (0, 0, -5000, 0, 0)))
    assert m.simulate(start(m), 10.0, method=method)["P.position"][-1] == pytest.approx(10 - 0.5 * 4.9998, abs=1e-6)
