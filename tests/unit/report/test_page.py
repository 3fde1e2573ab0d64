"""The report page: what is in it, that it asks for nothing from outside, and that its numbers are those of the run."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import biela
from biela import library
from biela.lie import quaternion
from biela.report.curves import Rows, unpacked
from biela.report.page import BALANCE, PageSubject, groups_of, page
from biela.report.scene import Scene, poses, quaternions
from biela.report.sketch import Sketch


@pytest.fixture(scope="module")
def run() -> biela.History:
    ready = library.get("four-bar")
    m = ready.build()
    return m.simulate(ready.start(m), 1.0)


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def test_page_needs_nothing_from_outside(run: biela.History) -> None:
    text = page(run, PageSubject("four-bar", "a description"))
    assert "default-src 'none'" in text
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!data:)""", text)
    assert "{{" not in text.partition('id="data"')[0]


def test_numbers_of_the_page_are_those_of_the_run(run: biela.History) -> None:
    data = data_of(page(run, PageSubject("four-bar")))
    rows = unpacked(data["table"])
    assert rows[data["t"]] == pytest.approx(run.t, abs=1e-6)
    for name in run.names:
        k = data["names"].index(name)
        assert np.array_equal(rows[data["rows"][k]], run[name].astype("<f4"))  # to the last bit of single precision
        assert data["units"][k] == run.unit(name)
    bodies = [b["name"] for b in data["scene"]["bodies"]]
    motion = rows[data["poses"]].reshape(len(bodies), 7, -1)
    assert motion[bodies.index("coupler"), 4] == pytest.approx(run["coupler.x"], abs=1e-6)
    assert data["scene"]["bodies"][0]["mass"] == 0.4


def test_packed_rows_come_back_bit_by_bit_and_equal_ones_stand_once() -> None:
    values = np.array([[0.0, -0.0, 1e-30], [np.nan, np.inf, -np.inf], [3.5, 3.5, 3.5], [3.5, 3.5, 3.5]], "<f4")
    rows = Rows(3)
    assert [rows.add(v) for v in values] == [0, 1, 2, 2]
    assert unpacked(rows.packed()).tobytes() == values[:3].tobytes()


def test_default_plots_cover_what_a_reader_looks_for(run: biela.History) -> None:
    names = {name for plot in groups_of(run, ()) for name in plot.signals} - {BALANCE}
    for name in ("A.angle", "A.rate", "C.force", "machine.kinetic_energy", "machine.energy", "machine.closure_error"):
        assert name in names
    closure = next(p for p in groups_of(run, ()) if p.signals == ["machine.closure_error"])
    assert closure.data()["log"] is True and closure.data()["tolerance"] == 1e-9
    units = [{run.unit(n) for n in plot.signals} for plot in groups_of(run, ())[:-1]]
    assert all(len(u) == 1 for u in units)  # one unit in one plot
    assert groups_of(run, [["D.angle"]])[0].signals == ["D.angle"]  # what is asked for comes first


def test_names_cannot_break_out_of_the_page() -> None:
    m = biela.Mechanism("</script><script>alert(1)</script>", gravity=(0, -9.81, 0))
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0), child_point=(0, 1, 0))
    text = page(m.simulate({"pivot": 0.5}, 0.2), PageSubject("</script><b>", "<img src=x>", "<i>source</i>", check="<u>"))
    assert text.count("</script>") == 3
    for bad in ("</script><b>", "<img", "<i>source", "<u>", "alert(1)</"):
        assert bad not in text.partition("<script>")[0]


@pytest.mark.parametrize("name", library.names())
def test_every_machine_has_shapes_and_a_view(name: str) -> None:
    ready = library.get(name)
    m = ready.build()
    start = ready.start(m)
    run = m.simulate(start, min(ready.duration, 0.02))
    data = Scene(run).data()
    assert all(body["shapes"] for body in data["bodies"])
    assert len(data["bodies"]) == len(m.bodies) - 1
    json.dumps(data, allow_nan=False)
    assert data["size"] > 0 and data["unit"] > 0


def test_links_reach_from_joint_to_joint(run: biela.History) -> None:
    scene = Scene(run)
    bar = next(s for s in scene.shapes("coupler") if s["k"] == "bar")
    assert bar["a"] == pytest.approx([0, 0, 0])
    assert bar["b"] == pytest.approx([1.0, 0, 0])


def test_disc_has_the_inertia_of_the_body() -> None:
    m = biela.Mechanism("wheel")
    m.revolute("axle", m.ground, m.body("disc", mass=3.0, inertia=biela.cylinder(3.0, 0.4, 0.1)))
    disc = next(s for s in Scene(m.simulate(duration=0.1)).shapes("disc") if s["k"] == "cyl" and s["r"] > 0.3)
    assert disc["r"] == pytest.approx(0.4)
    assert np.linalg.norm(np.subtract(disc["b"], disc["a"])) == pytest.approx(0.1)


def test_quaternions_of_every_kind_of_rotation() -> None:
    rng = np.random.default_rng(4)
    q = rng.normal(size=(500, 4))
    q[:5] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1e-9, 1, 1, 0]]  # no turn, half turns
    q /= np.linalg.norm(q, axis=1)[:, None]
    R = np.array([np.asarray(quaternion.to_matrix(x), float) for x in q])
    found = quaternions(R)
    assert np.abs(np.abs((found * q).sum(axis=1)) - 1).max() < 1e-14


def test_poses_are_those_of_the_signals(run: biela.History) -> None:
    moving = [n for n in Sketch(run).bodies if n != "ground"]
    motion = poses(Sketch(run))
    assert motion[:, moving.index("rocker"), 4] == pytest.approx(run["rocker.x"], abs=1e-12)


def test_reaction_arrows_are_forces_in_ground_axes() -> None:
    m = biela.Mechanism("hanging", gravity=(0, -9.81, 0))
    m.revolute("pivot", m.ground, m.body("bob", mass=2.0), child_point=(0, 1, 0))
    arrows = Scene(m.simulate({"pivot": 0.0}, 0.1)).reactions()
    assert arrows is not None
    assert arrows[0, 0] == pytest.approx([0, 2 * 9.81, 0], abs=1e-9)  # the ground holds the bob up


def test_report_of_a_run_in_a_file_in_the_browser_and_in_a_notebook(
    run: biela.History, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import webbrowser

    assert "mobility 1" in run.report(tmp_path / "r.html").read_text("utf-8")
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert opened == [] and run.show().exists() and opened[0].startswith("file://")
    inside = run._repr_html_()
    assert inside.startswith("<iframe srcdoc=") and "<script>" not in inside  # escaped: it cannot leave its frame


def test_energy_is_compared_with_what_the_audit_compares_it_with() -> None:
    """Two cranks that turn evenly: kinetic energy is there but does not change, and an error of rounding is no third of it."""
    from biela.report.page import answer_of
    from biela.simulation.audit import energy_moved

    run = biela.library.get("five-bar").simulate(duration=0.5)
    moved, _ = energy_moved(run)
    assert moved >= run["machine.kinetic_energy"].max() > 0
    assert f"({run.energy_error / moved:.0e} of the energy that moved)" in answer_of(run).reasons[0]
    assert run.energy_error < 1e-6 * moved


def test_page_begins_with_whether_the_run_is_to_be_believed(run: biela.History) -> None:
    from dataclasses import replace

    from biela.report.page import answer_of

    good = answer_of(run)
    assert good.mood == "good" and f"{run.energy_error:.2g} J" in good.reasons[0] and "loops closed" in good.reasons[0]
    doubtful = answer_of(replace(run, status="doubtful", notes=["the run is doubtful: why"]))
    assert doubtful.mood == "bad" and "not to be believed" in doubtful.text and "the run is doubtful: why" in doubtful.reasons
    failed = answer_of(replace(run, status="failed", reason="the loops are at a dead point"))
    assert failed.mood == "bad" and "The run failed" in failed.text and failed.reasons[0] == "the loops are at a dead point"
    early = answer_of(replace(run, status="interrupted"))
    assert early.mood == "doubt" and "interrupted" in early.html() and "!" in early.html()
