"""What varies, and the table of samples drawn from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from biela.cli.sweep import from_options
from biela.study.samples import draw
from biela.study.vary import StudyError, variation


def test_texts() -> None:
    assert np.allclose(variation("a", "40mm..60mm:5").values, [0.04, 0.045, 0.05, 0.055, 0.06], rtol=1e-15)
    assert np.allclose(variation("a", "1..1000:4 log").values, [1, 10, 100, 1000], rtol=1e-14)
    assert np.allclose(variation("a", "10 deg, 20 deg").values, np.radians([10, 20]), rtol=1e-15)
    assert list(variation("method", "rk4, dormand-prince").values) == ["rk4", "dormand-prince"]
    given = ["friction~lognormal(0.1,0.3)", "crank=40mm..60mm:25"]
    assert from_options(given) == {"friction": "~lognormal(0.1,0.3)", "crank": "40mm..60mm:25"}


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("~uniform(2, 5)", stats.uniform(2, 3)),
        ("~normal(1, 0.5)", stats.norm(1, 0.5)),
        ("~normal(1, 0.5, 0, 2)", stats.truncnorm(-2, 2, 1, 0.5)),
        ("~lognormal(0.1, 0.3)", stats.lognorm(0.3, scale=0.1)),
        ("~triangular(0, 1, 4)", stats.triang(0.25, 0, 4)),
        ("~exponential(3)", stats.expon(scale=3)),
        ("~weibull(2, 1.5)", stats.weibull_min(1.5, scale=2)),
    ],
)
def test_distributions_have_their_quantiles(text: str, same: object) -> None:
    p = np.linspace(0.01, 0.99, 21)
    assert np.allclose(variation("x", text).quantile(p), same.ppf(p), rtol=1e-12)
    assert np.allclose(variation("x", same).quantile(p), same.ppf(p), rtol=1e-15)


def test_grids_are_crossed_and_every_point_has_its_own_draws() -> None:
    table = draw({"a": [1, 2, 3], "b": "10, 20", "c": "~normal(0, 1)"}, 4, seed=3)
    assert len(table) == 24 and len(np.unique(table.columns["c"])) == 24
    pairs = list(zip(table.columns["a"], table.columns["b"], strict=True))
    assert pairs[:4] == [(1, 10)] * 4 and pairs[4:8] == [(1, 20)] * 4 and len(set(pairs)) == 6
    same = draw({"a": [1, 2, 3], "b": "10, 20", "c": "~normal(0, 1)"}, 4, seed=3)
    assert np.array_equal(same.columns["c"], table.columns["c"])
    other = draw({"c": "~normal(0, 1)"}, 24, seed=4)
    assert not np.array_equal(other.columns["c"], table.columns["c"])


def test_a_latin_hypercube_has_one_value_in_every_interval() -> None:
    table = draw({"x": "~uniform(0, 1)", "y": "~uniform(0, 1)"}, 50, sampling="latin")
    for name in "xy":
        assert sorted((table.columns[name] * 50).astype(int)) == list(range(50))


def test_a_sobol_sequence_is_more_even_than_chance() -> None:
    """Integral of x y over the unit square: 1/4."""
    errors = {}
    for sampling in ("random", "sobol"):
        t = draw({"x": "~uniform(0, 1)", "y": "~uniform(0, 1)"}, 1024, sampling=sampling, seed=5)
        errors[sampling] = abs(np.mean(t.columns["x"] * t.columns["y"]) - 0.25)
    assert errors["sobol"] < 1e-3 < errors["random"]


def test_correlations_are_those_of_the_normal_variables() -> None:
    t = draw({"x": "~normal(1, 2)", "y": "~lognormal(1, 0.5)"}, 20_000, seed=1, correlate={("x", "y"): 0.8})
    r = np.corrcoef(t.columns["x"], np.log(t.columns["y"]))[0, 1]
    assert abs(r - 0.8) < 0.01  # deviation of r: (1 − r²)/√n = 0.0025


def test_tables(tmp_path: Path) -> None:
    file = tmp_path / "samples.csv"
    file.write_text("crank, method\n0.1, rk4\n0.2, rosenbrock\n")
    table = draw({"mass": "1, 2, 3"}, table=file)
    assert len(table) == 6 and list(table.columns["method"][:2]) == ["rk4", "rosenbrock"]
    assert np.array_equal(table.columns["crank"], [0.1, 0.2] * 3)


def test_tables_have_units_and_may_be_parquet(tmp_path: Path) -> None:
    import pandas

    (tmp_path / "a.csv").write_text("crank [mm],angle,mass\n40,10 deg,1\n60,20 deg,2\n")
    found = draw({}, table=tmp_path / "a.csv").columns
    assert np.allclose(found["crank"], [0.04, 0.06]) and np.allclose(found["angle"], np.radians([10, 20]))
    pandas.DataFrame({"crank": [0.1, 0.2], "mass": [1.0, 2.0]}).to_parquet(tmp_path / "a.parquet")
    assert np.array_equal(draw({}, table=tmp_path / "a.parquet").columns["mass"], [1, 2])
    (tmp_path / "c.csv").write_text("crank [mm],mass\n40,1\n,2\n")
    with pytest.raises(StudyError, match="not finite"):
        draw({}, table=tmp_path / "c.csv")
    (tmp_path / "b.csv").write_text("crank [furlongs]\n40\n")
    with pytest.raises(StudyError, match=r"column 'crank \[furlongs\]'"):
        draw({}, table=tmp_path / "b.csv")


@pytest.mark.parametrize(
    ("vary", "options", "message"),
    [
        ({"a": "1..2"}, {}, "say how many values, 1..2:25, or draw them, a~uniform"),
        ({"a": "~gauss(1, 2)"}, {"samples": 3}, "no distribution 'gauss'"),
        ({"a": "~normal(1, -2)"}, {"samples": 3}, "deviations above 0"),
        ({"a": "~normal(1, 2)"}, {}, "something is drawn at random, so say how often: samples=1000"),
        ({"a": "1, 2"}, {"samples": 3}, "nothing is drawn"),
        ({"a": [1, float("nan")]}, {}, "not finite"),
        ({"a": "1 m, 2 kg"}, {}, "measure"),
        ({}, {}, "nothing varies"),
        ({"a": "~normal(0, 1)"}, {"samples": 3, "sampling": "soboll"}, "Did you mean 'sobol'"),
        ({"a": "~normal(0, 1)"}, {"samples": 3, "correlate": {("a", "b"): 0.5}}, "'b' is not drawn"),
        ({"a": "~normal(0, 1)", "b": "1, 2"}, {"samples": 4, "sampling": "saltelli"}, "independent distributions alone"),
        ({"a": "-1..1:3 log"}, {}, "limits above zero"),
        ({"a": "1", "b": "~normal(0, 1)"}, {"samples": 10**9}, "more than"),
    ],
)
def test_what_cannot_be_drawn_is_refused(vary: dict, options: dict, message: str) -> None:
    with pytest.raises(StudyError, match=message):
        draw(vary, **options)


def test_correlations_must_fit_together() -> None:
    names = dict.fromkeys("abc", "~normal(0, 1)")
    with pytest.raises(StudyError, match="contradict each other"):
        draw(names, 5, correlate={("a", "b"): 0.9, ("b", "c"): 0.9, ("a", "c"): -0.9})


@pytest.mark.parametrize("vary", [{"x": "0..1:1000000000000"}, {"x": "0..1:1000000", "y": "0..1:1000000"}])
def test_a_study_that_nobody_would_wait_for_is_refused_with_its_size_and_cost(vary: dict[str, str]) -> None:
    with pytest.raises(StudyError, match=r"samples are more than 1e\+08: .* 8e\+03 GB .* 1\.16e\+03 days"):
        draw(vary)


@pytest.mark.parametrize(("cells", "message"), [
    (["0.7", "abc"], "the cell of sample 1 is 'abc', which is not a number"),
    (["", "0.7 kg", "abc"], "the cell of sample 0 is empty"),
])  # fmt: skip
def test_cells_that_are_no_numbers_are_named(cells: list[str], message: str, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("\n".join(["crank,rod.mass", *(f"1,{cell}" for cell in cells)]))
    with pytest.raises(StudyError, match=f"column 'rod.mass' of the table: {message}"):
        draw({}, table=path)


def test_what_varies_twice_is_refused() -> None:
    assert from_options(["a=1, 2", "b~normal(0, 1)"]) == {"a": "1, 2", "b": "~normal(0, 1)"}
    with pytest.raises(StudyError, match="--vary a is there twice: give all its values in one, a=A, B, C"):
        from_options(["a=1", "b=2", "a=3"])
