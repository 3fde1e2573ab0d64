"""Figures of published works: comparison with what the source says, pictures, page, command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from biela.app import published as figures
from biela.app.figures import figures as write_figures
from biela.app.published.figure import Curve, Panel, Progress, PublishedFigure, Work, number, words
from biela.base.errors import UnknownName
from biela.cli import main

pytest.importorskip("matplotlib")


def compute(progress: Progress) -> Iterator[PublishedFigure]:
    progress("a line")
    x = np.linspace(1, 10, 5000)
    panel = Panel([Curve(x, x**2, "square"), Curve.through([(1, 1), (10, 100)], "chord", "dashes")], y="[m²]", log="xy")
    yield PublishedFigure(
        "2-1", "A <square>", [panel, panel], [number("end", "100", 100.0, 100.5), words("bend", "upwards", 2.0, True)]
    )
    yield PublishedFigure("2-2", "Another", [panel], [number("middle", "30.2", 30.2, 31.0)], "Chosen here.")


def animate(folder: Path) -> dict[Path, str]:
    page = folder / "moving.html"
    page.write_text("a page", "utf-8")
    return {page: "A square that <grows>"}


WORK = Work(
    "squares", "On squares", "A book", compute, machines=("four-bar",), missing=(("2-3", "its data are lost"),), animate=animate
)  # fmt: skip


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "names", lambda: ["squares"])
    monkeypatch.setattr(figures, "_load", lambda name: WORK)


def test_numbers_agree_within_what_their_digits_allow() -> None:
    assert number("x", "3", 3.0, 3.02).agrees
    assert not number("x", "3", 3.0, 3.04).agrees
    assert number("x", "-25", -25.0, -26.0, within=0.05).apart == pytest.approx(0.04)
    assert words("x", "grows", 1.0, np.bool_(False)).agrees is False


@pytest.mark.usefixtures("works")
def test_page_pictures_and_numbers(tmp_path: Path) -> None:
    said: list[str] = []
    done = write_figures("squares", tmp_path, said.append)
    assert said == ["a line"]
    assert done.summary == {"work": "squares", "figures": ["2-1", "2-2"], "missing": ["2-3"], "agree": 2, "differ": 1}
    assert {p.name for p in tmp_path.iterdir()} == {
        "figure_2_1.svg", "figure_2_2.svg", "figures.html", "moving.html", "numbers.json"
    }  # fmt: skip
    page = (tmp_path / "figures.html").read_text("utf-8")
    link = 'href="moving.html">A square that &lt;grows&gt;'
    for text in ("2 of 3 numbers and statements", "A &lt;square&gt;", "differs", "its data are lost", "2.6 %", link):
        assert text in page
    assert page.count("<svg") == 2 and 'http-equiv="Content-Security-Policy"' in page
    rows = json.loads((tmp_path / "numbers.json").read_text("utf-8"))["numbers"]
    assert [row["agrees"] for row in rows] == [True, True, False]


@pytest.mark.usefixtures("works")
def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["figures"])
    assert "On squares" in capsys.readouterr().out
    main(["figures", "four-bar", "--out", str(tmp_path)])
    out = capsys.readouterr().out
    assert "2 figures; 2 of 3 numbers and statements agree." in out and str(tmp_path / "figures.html") in out


def test_unknown_work_is_named_before_anything_is_computed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownName, match="no published work 'excavador'"):
        figures.work("excavador")
    with pytest.raises(SystemExit):
        main(["run", "pendulum", "--figures", "--out", str(tmp_path / "run")])
    assert "no published work 'pendulum'" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_every_work_has_figures_and_a_source() -> None:
    for name in figures.names():
        found = figures.work(name)
        assert found.name == name and found.title and found.source
