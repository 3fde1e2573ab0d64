"""The drawing of a network and the audit of its energy, alone and on the report of a run."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela.app.run import summarise
from biela.network import Network, One, R, electric, rotation, spatial
from biela.report.bond_graph import free_direction, layout, svg
from biela.report.page import PageSubject, page
from biela.simulation.energy_audit import LOSS, PORT, SOURCE, STORE, energy_audit

NAMESPACE = "{http://www.w3.org/2000/svg}"


def machine(audit: bool) -> biela.Mechanism:
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    arm = m.body("arm", mass=2.0, com=(0.5, 0, 0), inertia=biela.rod(2.0, 1.0))
    m.revolute("A", m.ground, arm)
    drive = Network("drive", audit=audit)
    drive.add(electric.voltage("supply", 24.0), rotation.gear("gear", 50.0), One("out"), rotation.bearing("drag", 0.5))
    drive.add(electric.dc_motor("motor", resistance=1.0, inductance=1e-3, constant=0.1, inertia=1e-4, friction=1e-4))
    drive.connect("supply", "motor.supply")
    drive.connect("motor.shaft", "gear", "out", "drag")
    drive.expose("shaft", "out")
    m.attach(drive, {"shaft": "A"})
    return m


@pytest.fixture(scope="module", params=[True, False], ids=["accounts", "outputs"])
def run(request: Any) -> Any:
    return machine(request.param).simulate({"A": 0.0}, 0.5, output_step=5e-4)


def elements(drawing: str, kind: str) -> list[Any]:
    return [e for e in ET.fromstring(drawing).iter() if kind in (e.get("class") or "").split()]


def test_every_bond_has_its_half_arrow_and_its_stroke_at_the_right_end() -> None:
    motor = electric.dc_motor("m", resistance=1.0, inductance=0.1, constant=0.3, inertia=1.0)
    net = Network("n")
    net.add(electric.voltage("u", 1.0), motor, rotation.bearing("load", 0.1))
    net.connect("u", "m.supply")
    net.connect("m.shaft", "load")
    drawing = svg(motor, net.causality, "m/")
    assert len(elements(drawing, "half-arrow")) == len(motor.bonds) == len(elements(drawing, "causal"))
    texts = {e.text for e in ET.fromstring(drawing).iter(f"{NAMESPACE}text")}
    assert {"R: winding", "I: coil", "GY: magnets", "I: rotor", "1"} <= texts
    # the stroke of an inertia stands at its own end: it receives the effort
    place = {e.text: np.array([float(e.get("x")), float(e.get("y"))]) for e in ET.fromstring(drawing).iter(f"{NAMESPACE}text")}
    strokes = [np.array([[float(c) for c in p.split(",")] for p in e.get("d")[1:].split("L")]).mean(axis=0)
               for e in elements(drawing, "causal")]  # fmt: skip
    ones = [
        np.array([float(e.get("x")), float(e.get("y"))]) for e in ET.fromstring(drawing).iter(f"{NAMESPACE}text") if e.text == "1"
    ]
    for name in ("I: coil", "I: rotor"):
        nearest = min(strokes, key=lambda s: np.linalg.norm(s - place[name]))
        own = min(np.linalg.norm(nearest - one) for one in ones)
        assert np.linalg.norm(nearest - place[name]) < own


def test_drawing_without_causality_and_signals_without_bonds() -> None:
    from biela.network import Output

    net = Network("n")
    net.add(One("v"), R("r", 1.0), rotation.gear("gear", 2.0), Output("twice", lambda s: 2 * s["v.flow"]))
    net.connect("gear", "v", "r")
    net.expose("port", "gear.a")
    assert not elements(net.draw(), "causal") and "twice" not in net.draw()
    html = net._repr_html_()
    assert "<svg" in html and ":root.dark .bond-graph" in html and "data-jp-theme-light" in html
    assert ET.fromstring(Network("empty").draw()) is not None


def test_layout_keeps_symbols_apart_and_edges_alike() -> None:
    names = [f"n{k}" for k in range(9)]
    edges = [(f"n{k}", f"n{k + 1}", 1.0) for k in range(8)]
    X = layout(names, edges, [10.0] * 9)
    gaps = np.linalg.norm(np.diff(X, axis=0), axis=1)
    assert gaps.min() > 90 and gaps.max() < 120
    assert np.ptp(X[:, 0]) > 5 * np.ptp(X[:, 1])  # a chain is level
    away = free_direction(np.zeros(2), [np.array([1.0, 0.0]), np.array([-1.0, 0.0])])
    assert away @ np.array([0.0, 1.0]) > 0.9  # downwards, on a page


def test_audit_closes(run: Any) -> None:
    (audit,) = energy_audit(run)
    assert audit.total(SOURCE) > 1.0 and audit.total(LOSS) > 0.1
    assert audit.closure_error < (1e-7 if audit.exact else 5e-4 * audit.total(SOURCE))
    by = {a.element: a for a in audit.accounts}
    assert by["motor/coil"].role == STORE and by["port shaft"].role == PORT
    kinetic = run["machine.kinetic_energy"] + run["machine.gravity_energy"]
    assert abs(by["port shaft"].energy - (kinetic[-1] - kinetic[0])) < (1e-6 if audit.exact else 0.02)
    i = run["drive/motor/winding.flow"]
    assert abs(by["motor/winding"].energy - np.trapezoid(i**2, run.t)) < 0.02


def test_report_shows_graph_and_audit(run: Any, tmp_path: Path) -> None:
    text = page(run, PageSubject("arm"))
    assert "<h2>Network drive</h2>" in text and 'class="bond-graph"' in text and "motor: electric.dc_motor" in text
    assert "shaft: A" in text and "motor/winding" in text and "to the mechanism" in text
    summary = summarise(run, "arm")["networks"]["drive"]
    assert summary["elements"]["supply"]["role"] == "source"
    left = summary["supplied"] - summary["dissipated"] - summary["delivered"] - summary["stored"]
    assert abs(left) == pytest.approx(summary["closure_error"], abs=1e-12)


@pytest.mark.parametrize(("junctions", "gyrators"), [("rate", "euler"), ("velocity", "ring")])
def test_eulers_ring_is_drawn_as_a_ring(junctions: str, gyrators: str) -> None:
    """Three 1-junctions and three gyrators alternate on a circle, each junction with its inertia outside."""
    drawing = ET.fromstring(spatial.rigid_body("body", 1.0, (1.0, 2.0, 3.0)).draw())
    texts = [(e.text or "", np.array([float(e.get("x", 0)), float(e.get("y", 0))])) for e in drawing.iter(f"{NAMESPACE}text")]
    ones = [at for text, at in texts if text == "1"]
    names = dict(texts)
    ring = {name: at for name, at in names.items() if f": {gyrators}_" in name}
    for axis in "xyz":  # the symbol that the small name stands next to
        near = names[f"{junctions}_{axis}"]
        ring[axis] = min(ones, key=lambda at: float(np.linalg.norm(at - near)))
    assert len(ring) == 6
    middle = np.mean(list(ring.values()), axis=0)
    distance = {name: float(np.linalg.norm(at - middle)) for name, at in ring.items()}
    assert max(distance.values()) < 1.7 * min(distance.values())
    around = sorted(ring, key=lambda name: float(np.arctan2(*(ring[name] - middle))))
    assert [name in "xyz" for name in around] in ([True, False] * 3, [False, True] * 3)
    word = "inertia" if junctions == "rate" else "mass"
    for axis in "xyz":
        assert np.linalg.norm(names[f"I: {word}_{axis}"] - middle) > 1.3 * distance[axis]
