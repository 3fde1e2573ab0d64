"""Plots show the signals they are asked for, with their units."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import biela
from biela import library
from biela.base.errors import UnknownName
from biela.report.plot import arrange, coordinates, label, plot, plot_run


@pytest.fixture(scope="module")
def run() -> biela.History:
    machine = library.get("four-bar")
    m = machine.build()
    return m.simulate(machine.start(m), 1.0)


def test_one_panel_for_each_unit_with_the_signals_in_it(run: biela.History, tmp_path: Path) -> None:
    names = ("A.angle", "C.force", "D.angle", "A.rate")
    figure = plot(run, *names, path=tmp_path / "plot.png")
    axes = figure.get_axes()
    assert [axis.get_ylabel() for axis in axes] == ["angle\n[rad]", "force\n[N]", "rate\n[rad/s]"]
    curves = {line.get_label(): line for axis in axes for line in axis.get_lines() if line.get_label() in names}
    assert set(curves) == set(names)
    for name, line in curves.items():
        np.testing.assert_array_equal(line.get_xdata(), run.t)
        np.testing.assert_array_equal(line.get_ydata(), run[name])
    assert axes[-1].get_xlabel() == "time [s]"
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("ending", "magic"), [("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_ending_says_the_format(run: biela.History, tmp_path: Path, ending: str, magic: bytes) -> None:
    path = tmp_path / f"plot.{ending}"
    run.plot("A.angle", path=path)
    assert path.read_bytes().startswith(magic)


def test_without_names_the_coordinates_are_drawn(run: biela.History, tmp_path: Path) -> None:
    assert coordinates(run) == ["A.angle", "B.angle", "C.angle", "D.angle"]
    (axis,) = run.plot(path=tmp_path / "plot.png").get_axes()
    assert [text.get_text() for text in axis.get_legend().get_texts()] == coordinates(run)


def test_result_read_back_from_its_file_is_plotted_too(run: biela.History, tmp_path: Path) -> None:
    saved = biela.load(run.save(tmp_path / "run.nc"))
    (axis,) = plot(saved, "A.angle", path=tmp_path / "plot.png").get_axes()
    np.testing.assert_array_equal(axis.get_lines()[0].get_ydata(), run["A.angle"])


def test_unknown_signal_is_named_and_nothing_written(run: biela.History, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"no signal 'A\.angel'.*A\.angle"):
        run.plot("A.angel", path=tmp_path / "plot.png")
    assert not list(tmp_path.iterdir())


def test_picture_of_a_run_ends_with_energies_that_add_up(run: biela.History, tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    drawn: list[Figure] = []
    save = Figure.savefig
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", lambda self, *a, **k: (drawn.append(self), save(self, *a, **k)))
        plot_run(run, ["A.angle"], tmp_path / "plots.png")
    energy = drawn[0].get_axes()[-1]
    assert energy.get_ylabel() == "energy\n[J]"
    curves = {line.get_label(): line.get_ydata() for line in energy.get_lines()}
    total = curves["machine.kinetic_energy"] + curves["machine.gravity_energy"]
    np.testing.assert_allclose(total, curves["machine.energy"], atol=1e-12)
    assert "machine.stored_energy" not in curves  # it has no spring


def test_signals_far_apart_get_panels_of_their_own() -> None:
    machine = library.get("stewart-gough")
    m = machine.build()
    run = m.simulate(machine.start(m), 0.5)
    names = ["platform.z", "platform.roll", "cylinder_1.position", "cylinder_2.position", "platform.pitch"]
    # the plate is 2 m up and moves by centimetres, as the cylinders do about zero
    assert arrange(run, names) == [
        ["platform.z"],
        ["cylinder_1.position", "cylinder_2.position"],
        ["platform.roll", "platform.pitch"],
    ]


def test_rounding_of_constants_gets_no_panel() -> None:
    machine = library.get("spinning-body")
    m = machine.build()
    run = m.simulate(machine.start(m), 5.0)
    energies = ["machine.kinetic_energy", "machine.gravity_energy", "machine.energy"]
    assert 0 < np.ptp(run["machine.energy"]) < 1e-6  # not exactly constant
    assert arrange(run, energies) == [energies]


@pytest.mark.parametrize(
    ("unit", "signals", "text"),
    [
        ("rad", ["A.angle", "B.angle"], "angle\n[rad]"),
        ("m", ["P.x", "P.y"], "x, y\n[m]"),
        ("m", ["P.x", "P.y", "P.z"], "[m]"),
        ("J", ["machine.kinetic_energy", "machine.energy"], "energy\n[J]"),
        ("1", ["q.quaternion_w"], "quaternion w"),
    ],
)
def test_axis_label(unit: str, signals: list[str], text: str) -> None:
    assert label(unit, signals) == text


def test_units_change_what_is_drawn_and_not_the_run(run: biela.History, tmp_path: Path) -> None:
    before = run["A.angle"].copy()
    figure = run.plot("A.angle", "C.force", path=tmp_path / "plot.png", units={"angle": "deg", "force": "kN"})
    angle, force = figure.get_axes()
    assert (angle.get_ylabel(), force.get_ylabel()) == ("angle\n[deg]", "force\n[kN]")
    np.testing.assert_allclose(angle.get_lines()[0].get_ydata(), np.degrees(before), rtol=1e-14)
    np.testing.assert_allclose(force.get_lines()[0].get_ydata(), run["C.force"] / 1000, rtol=1e-14)
    np.testing.assert_array_equal(run["A.angle"], before)


def test_y_over_x(run: biela.History, tmp_path: Path) -> None:
    (axis,) = run.plot("coupler.y", path=tmp_path / "path.svg", over="coupler.x", units="engineering").get_axes()
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("coupler.x [mm]", "y\n[mm]")
    np.testing.assert_allclose(axis.get_lines()[0].get_xdata(), 1000 * run["coupler.x"])
    np.testing.assert_allclose(axis.get_lines()[0].get_ydata(), 1000 * run["coupler.y"])


def test_units_and_plots_of_a_machine_file(tmp_path: Path) -> None:
    from biela import files
    from biela.library.machine_file import ready_text
    from biela.report.page import groups_of

    text = ready_text(library.get("four-bar"))
    start = text.index("plots:")
    own = "plots: [A.angle, {x: coupler.x, y: coupler.y, title: coupler curve}]\nunits: {angle: deg, length: mm}\n"
    case = files.loads(text[:start] + own, "own.yaml")
    assert case.units == {"angle": "deg", "length": "mm"} and case.signals == ("A.angle",)
    m = case.build()
    drawn = groups_of(m.simulate(case.start(m), 0.1), case.plots)[1]
    assert (drawn.title, drawn.x, drawn.signals) == ("coupler curve", "coupler.x", ["coupler.y"])
    for bad, words in (
        ("plots: [{x: coupler.x}]\n", r"plots\.0\s+a plot of y over x names its signals"),
        ("plots: [{x: coupler.x, y: coupler.w}]\n", "no signal 'coupler.w'"),
        ("units: {pressure: mm}\n", r"units\.pressure[\s\S]*does not measure it"),
        ("units: metric\n", "use 'SI' or 'engineering'"),
    ):
        with pytest.raises(files.FileError, match=words):
            files.loads(text[:start] + bad, "own.yaml")


def test_command_line_draws_in_units_and_over_a_signal(run: biela.History, tmp_path: Path) -> None:
    from command_line import biela_command

    run.save(tmp_path / "result.nc")
    done = biela_command(
        "plot", str(tmp_path), "coupler.y", "--over", "coupler.x", "--units", "length=mm", "--out", str(tmp_path / "p.svg")
    )
    assert done.exit_code == 0, done.stderr
    assert (tmp_path / "p.svg").exists()
    wrong = biela_command("plot", str(tmp_path), "--units", "length=bar")
    assert wrong.exit_code == 1 and "does not measure it" in wrong.stderr
