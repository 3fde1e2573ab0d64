"""Sensitivity against functions whose indices are known; tolerances against geometry."""

from __future__ import annotations

import numpy as np
import pytest
from study_machine import FILE

from biela import files
from biela.study.samples import unit_design
from biela.study.sensitivity import effects
from biela.study.tolerance import tolerance_analysis
from biela.study.vary import StudyError


def ishigami(u: np.ndarray) -> np.ndarray:
    """sin x₁ + 7 sin² x₂ + 0.1 x₃⁴ sin x₁, x in (−π, π) (Ishigami and Homma 1990)."""
    x = (2 * u - 1) * np.pi
    return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])


def test_sobol_indices_of_ishigami() -> None:
    """S1 and ST from the variance integrals: V = 7²/8 + 0.1 π⁴/5 + 0.01 π⁸/18 + 1/2."""
    V = 49 / 8 + 0.1 * np.pi**4 / 5 + 0.01 * np.pi**8 / 18 + 0.5
    first = {"a": 0.5 * (1 + 0.1 * np.pi**4 / 5) ** 2 / V, "b": 49 / 8 / V, "c": 0.0}
    both = 0.01 * np.pi**8 * (1 / 18 - 1 / 50) / V
    total = {"a": first["a"] + both, "b": first["b"], "c": both}
    n = 16_384
    for e in effects("saltelli", ["a", "b", "c"], n, 3, ishigami(unit_design("saltelli", 3, n, 3))):
        assert abs(e.first - first[e.name]) < 0.01 and abs(e.total - total[e.name]) < 0.01
        assert 0 < e.total_interval < 0.02


def test_failed_runs_take_their_groups_with_them() -> None:
    y = ishigami(unit_design("saltelli", 3, 1024, 3))
    y[::97] = np.nan
    found = {e.name: e.total for e in effects("saltelli", ["a", "b", "c"], 1024, 3, y)}
    assert found["b"] == pytest.approx(0.44, abs=0.06)
    with pytest.raises(StudyError, match="groups of runs are complete"):
        effects("saltelli", ["a", "b", "c"], 1024, 3, np.full_like(y, np.nan))


def test_morris_screening_of_a_linear_function() -> None:
    """µ* is the slope times the central 99 % of the range, σ zero where nothing interacts."""
    u = unit_design("morris", 3, 20, 1)
    found = {e.name: e for e in effects("morris", ["a", "b", "c"], 20, 1, u @ np.array([2.0, -1.0, 0.0]))}
    assert [found[n].total for n in "abc"] == pytest.approx([2 * 0.99, 0.99, 0.0], abs=1e-9)
    assert found["b"].first == pytest.approx(-0.99) and found["a"].spread < 1e-9
    with pytest.raises(StudyError, match="4 samples are too few for Morris screening: give samples=8 or more"):
        unit_design("morris", 3, 4, 1)


def test_tolerances_of_a_rod() -> None:
    """x = L cos φ: slopes cos φ and −L sin φ; corners from the function itself."""
    found = tolerance_analysis(
        files.loads(FILE), {"length": "± 2 mm", "start.coordinates.A": "0.5 deg"}, ["initial(tip.x)"], 4000, duration=1e-3
    )[0]
    L, phi, dL, dphi = 0.5, np.radians(-80), 2e-3, np.radians(0.5)
    assert found.nominal == pytest.approx(L * np.cos(phi), rel=1e-12)
    assert found.slopes["length"] == pytest.approx(np.cos(phi), rel=1e-7)
    assert found.slopes["start.coordinates.A"] == pytest.approx(-L * np.sin(phi), rel=1e-7)
    corners = [(L + a * dL) * np.cos(phi + b * dphi) for a in (-1, 1) for b in (-1, 1)]
    assert found.worst == pytest.approx((min(corners), max(corners)), rel=1e-12)
    reach = np.cos(phi) * dL + L * abs(np.sin(phi)) * dphi
    assert found.linear_worst == pytest.approx((found.nominal - reach, found.nominal + reach), rel=1e-7)
    # a normal distribution cut at 3 σ has 0.9866 of its deviation; that of the estimate from 4 000 samples is 1.1 %
    assert found.deviation == pytest.approx(0.9866 * found.linear_deviation, rel=0.035)


def test_what_has_no_number_has_no_tolerance() -> None:
    with pytest.raises(StudyError, match="give one size above zero"):
        tolerance_analysis(files.loads(FILE), {"length": "-1 mm"}, ["initial(tip.x)"])
    with pytest.raises(StudyError, match="what it is computed from"):
        tolerance_analysis(files.loads(FILE), {"rod.mass": "1 g"}, ["initial(tip.x)"])


def test_intervals_of_sobol_indices_cover() -> None:
    """A linear function of normal variables: S1 = slope² / Σ slope².

    95 % intervals over 100 seeds, three indices each: the deviation of their coverage is 1.3 %.
    """
    from scipy.stats import norm

    slopes, hits = np.array([1.0, 2.0, 3.0]), 0
    shares = slopes**2 / (slopes**2).sum()
    for seed in range(100):
        u = unit_design("saltelli", 3, 512, seed)
        for e in effects("saltelli", ["0", "1", "2"], 512, seed, norm.ppf(u) @ slopes):
            hits += abs(e.first - shares[int(e.name)]) <= e.first_interval
    assert 0.91 < hits / 300 < 0.99


def test_every_number_settles_with_the_samples() -> None:
    """x = L cos φ with L uniform: mean, deviation, quantiles and a probability are known, and intervals shrink as 1/√n."""
    from biela.study.run import sweep
    from biela.study.sensitivity import settling

    found = sweep(files.loads(FILE), {"length": "~uniform(0.4, 0.6)"}, ["x = initial(tip.x)"], 1024, duration=1e-3)
    c = np.cos(np.radians(80))
    exact = {"mean": 0.5 * c, "deviation": 0.2 * c / np.sqrt(12), "5 % quantile": 0.41 * c, "median": 0.5 * c,
             "95 % quantile": 0.59 * c, "probability": 0.25}  # fmt: skip
    numbers = {s.number: s.points for s in settling(found, [f"x > {0.55 * c}"])}
    assert set(numbers) == set(exact)
    for name, points in numbers.items():
        assert [p[0] for p in points] == [8, 16, 32, 64, 128, 256, 512, 1024]
        _, value, low, high = points[-1]
        assert low <= value <= high and abs(value - exact[name]) < 2 * (high - low)
        if "%" not in name:  # the tails of 32 samples end at the least and the largest of them
            assert high - low < 0.5 * (points[2][3] - points[2][2])


@pytest.mark.parametrize("sampling", ["saltelli", "morris"])
def test_sensitivities_settle(sampling: str) -> None:
    from biela.study.run import sweep
    from biela.study.sensitivity import settling

    vary = {"length": "~uniform(0.4, 0.6)", "mass": "~uniform(1, 2)"}
    found = sweep(files.loads(FILE), vary, ["x = initial(tip.x)"], 64, sampling=sampling, duration=1e-3)  # type: ignore[arg-type]
    (length,) = (s.points for s in settling(found) if s.number == "total effect of length")
    size = 4 if sampling == "saltelli" else 3
    assert [p[0] for p in length] == [8 * size, 16 * size, 32 * size, 64 * size][-len(length) :] and len(length) > 2
    wanted = 1.0 if sampling == "saltelli" else 0.2 * 0.99 * np.cos(np.radians(80))
    assert length[-1][1] == pytest.approx(wanted, rel=0.15)
