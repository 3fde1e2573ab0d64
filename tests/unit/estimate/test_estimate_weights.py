"""Weights, effective sample size, resampling: the algebra that every particle filter rests on (checks A1, A2 of the study)."""

from __future__ import annotations

import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.estimate.resampling import METHODS, effective_part, normalised, resample


def test_effective_part_of_equal_dominant_and_graded_weights() -> None:
    assert effective_part(np.zeros(7)) == pytest.approx(1.0, abs=1e-15)
    assert effective_part([0.0, -800.0, -800.0, -800.0]) == pytest.approx(0.25, abs=1e-15)
    w = np.log([0.5, 0.25, 0.125, 0.125])
    assert 4 * effective_part(w) == pytest.approx(2.9091, abs=5e-5)
    assert effective_part(w) == pytest.approx(0.72727, abs=5e-6)
    assert effective_part([-np.inf, -np.inf]) == 0.0


@pytest.mark.parametrize("shift", [1e5, -1e5])
def test_a_shift_of_log_weights_changes_nothing(shift: float) -> None:
    w = np.log([0.5, 0.25, 0.125, 0.125])
    assert normalised(w + shift) == pytest.approx([0.5, 0.25, 0.125, 0.125], rel=1e-10)
    assert effective_part(w + shift) == pytest.approx(effective_part(w), rel=1e-10)
    assert normalised([-np.inf, -np.inf]).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("weights", "chosen"),
    [([0.25] * 4, [1, 2, 3, 3]), ([0.1, 0.2, 0.3, 0.4], [2, 3, 3, 3]), ([0.5, 0.25, 0.125, 0.125], [0, 1, 3, 3])],
)
def test_the_comb_repeats_the_published_choices(weights: list[float], chosen: list[int]) -> None:
    assert resample(weights, "comb").tolist() == chosen


def test_systematic_resampling_of_equal_weights_is_the_identity() -> None:
    for draw in range(20):
        assert resample(np.ones(50), "systematic", seed=3, draw=draw).tolist() == list(range(50))


@pytest.mark.parametrize("method", ["multinomial", "stratified", "systematic", "residual"])
def test_expected_copies_are_proportional_to_weights(method: str) -> None:
    """Over 2500 resamplings the mean number of copies of each particle is N w within four standard errors."""
    w = np.array([0.3, 0.05, 0.0, 0.21, 0.14, 0.17, 0.13])
    counts = np.array([np.bincount(resample(w, method, 11, k), minlength=7) for k in range(2500)])
    assert (counts.sum(axis=1) == 7).all()
    error = np.abs(counts.mean(axis=0) - 7 * w)
    assert (error <= 4 * np.maximum(counts.std(axis=0), 1e-12) / 50).all()
    # copies of one particle scatter most when chosen one by one, and hardly when the comb has one random offset
    multinomial = 7 * w * (1 - w)
    if method == "multinomial":
        assert counts.var(axis=0) == pytest.approx(multinomial, rel=0.08, abs=0.01)
    else:
        assert counts.var(axis=0).sum() < 0.6 * multinomial.sum()


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_single_particle_and_a_dominant_one(method: str) -> None:
    assert resample([1.0], method).tolist() == [0]
    assert set(resample([0.0, 1.0, 0.0], method, 5)) <= {1, 2}


def test_weights_that_are_none_are_refused() -> None:
    for bad in ([], [0.0, 0.0], [1.0, -1.0], [np.nan, 1.0]):
        with pytest.raises(DescriptionError, match="not all zero"):
            resample(bad)
    with pytest.raises(DescriptionError, match="systematic"):
        resample([1.0], "sistematic")
