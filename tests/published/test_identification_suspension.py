"""The study of the suspension: ambiguous numerical rank, noise-free and noisy identification, order of contributions, T1 to T5.

Trajectories as in the reference study: five harmonics of 0.5 Hz, lower arms up to 0.3 rad, rack 50 mm, wheels 50° sin(2πft)
with 0.3 rad of phase between the sides; 5 % uniform error of the measured forces; inertial parameters only, springs and
dampers known.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sympy")

from biela.identify.least_squares import estimate  # noqa: E402
from biela.identify.numeric_rank import null_columns, numeric_base, rank_report  # noqa: E402
from biela.identify.observation import observe  # noqa: E402
from biela.identify.reduction import contribution_of_all, eliminate, khalil_dombre  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402
from biela.identify.trajectory import Fourier  # noqa: E402
from biela.identify.validation import validate  # noqa: E402
from biela.library import wishbone_suspension as suspension  # noqa: E402
from identification_checks import cad_error, force_error  # noqa: E402

SHORT = {
    suspension.parameter(f"{e}{n}"): f"{e}{n}"
    for n in range(1, 16)
    for e in ("m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
}


def trajectory(seed, amplitude=1.0, samples=250):
    """Random five-harmonic motion of arms and rack about the middle, and the wheels' own."""
    series, w = Fourier(5, 0.5), np.pi
    t = series.times(samples)
    rng = np.random.default_rng(seed)
    peak = amplitude * np.array([0.3, 0.3, 0.05])
    parts = series.evaluate(series.random(3, rng, -peak, peak, fill=1.0), t)
    wheels = []
    for k, part in enumerate(parts):
        phases = [w * t + phase + k * np.pi / 2 for phase in (0.0, 0.3)]
        wheels.append(np.hstack([part, *(np.deg2rad(50) * w**k * np.sin(p)[:, None] for p in phases)]))
    return t, *wheels


@pytest.fixture(scope="module")
def regressor():
    machine = suspension.build()
    return Regressor(
        machine, suspension.COORDINATES, parameters=("inertia",), channels=suspension.CHANNELS, start=suspension.start(machine)
    )


@pytest.fixture(scope="module")
def base(regressor):
    return base_parameters(regressor, dependent=suspension.dependent("T1"), confirm=False).base


@pytest.fixture(scope="module")
def motions(regressor, base):
    """Identification: the best conditioned of eight; validation: another one of smaller amplitude."""
    candidates = []
    for seed in range(8):
        t, q, v, a = trajectory(seed)
        candidates.append(regressor.motion(q, v, a, t))
    W = [base.columns(regressor.matrix(m)).reshape(-1, 83) for m in candidates]
    best = candidates[int(np.argmin([np.linalg.cond(w) for w in W]))]
    t, q, v, a = trajectory(100, amplitude=0.8)
    return best, regressor.motion(q, v, a, t)


@pytest.fixture(scope="module")
def observations(regressor, motions):
    """Exact, with 5 % error, and exact on the validation trajectory."""
    exact = regressor.predict(motions[0])
    return (
        observe(regressor, motions[0], exact),
        observe(regressor, motions[0], force_error(exact, 0.05, seed=1)),
        observe(regressor, motions[1], regressor.predict(motions[1])),
    )


def test_rank_is_ambiguous_in_double_and_single_precision(regressor):
    """All eight trajectories, none left out. The reference study has 75 to 85 in double and 55 to 62 in single precision; here
    three of the eight have 63 in single precision, one more than its range."""
    singles = []
    for seed in range(8):
        t, q, v, a = trajectory(seed)
        W = regressor.matrix(regressor.motion(q, v, a, t))
        null = set(null_columns(W, regressor.names))
        W = W[:, :, [k for k, name in enumerate(regressor.names) if name not in null]].reshape(-1, 115)
        double, single = rank_report(W), rank_report(W, precision=np.float32)
        assert 75 <= double.rank <= 85 and double.ambiguous
        assert single.ambiguous
        assert "AMBIGUOUS: no gap" in str(double) and "Decide by the structure" in str(double)
        singles.append(single.rank)
    assert 55 <= min(singles) and max(singles) <= 63
    assert sum(rank > 62 for rank in singles) == 3  # outside the range of the reference study: said, not hidden


@pytest.mark.parametrize("name", ["T1", "T2", "T3", "T4"])
def test_noise_free_identification_predicts_exactly_although_hopelessly_conditioned(base, observations, name):
    own = base.switch(suspension.dependent(name))
    found = estimate(observations[0].base(own))
    assert found.condition > 1e11 and found.scaled_condition > 1e11
    assert validate(observations[2].base(own), found.names, found.values).total < 1e-6


def test_noisy_full_model_fails_and_twenty_parameters_serve(regressor, base, observations):
    exact, noisy, other = observations
    for name in ("T1", "T2", "T3", "T4"):
        own = base.switch(suspension.dependent(name))
        cad = own.combine(regressor.nominal)
        full = estimate(noisy.base(own))
        wrong = np.abs(full.values - cad) / np.maximum(np.abs(cad), 1e-3)
        assert wrong.max() > 1e3  # identified values are nonsense
        assert "too large for the deviations to mean anything" in full.table()
        index = contribution_of_all(noisy.base(own), cad)
        path = eliminate(noisy.base(own), index, validation=other.base(own), sizes=[20, 83])
        twenty, all_of_them = path.of_size(20), path.of_size(83)
        assert twenty.validation <= 17.0
        assert all_of_them.validation >= 3 * twenty.validation
        assert twenty.condition < 1e6 < all_of_them.condition


def test_the_error_of_twenty_parameters_hangs_on_motion_and_noise(regressor, base, observations):
    """The thesis prints about 16 %, of one motion and one noise. Over eight motions and two noises, none left out, twenty
    parameters of T1 err by 4.7 to 26.7 %, the median is 10 % (T1 to T4: 2.7 to 26.7 %); all 83 by 40 to 250 %."""
    other, cad = observations[2].base(base), base.combine(regressor.nominal)
    errors = []
    for seed in range(8):
        t, q, v, a = trajectory(seed)
        motion = regressor.motion(q, v, a, t)
        exact = regressor.predict(motion)
        for noise in (1, 2):
            noisy = observe(regressor, motion, force_error(exact, 0.05, seed=noise)).base(base)
            path = eliminate(noisy, contribution_of_all(noisy, cad), validation=other, sizes=[20, 83])
            errors.append([path.of_size(20).validation, path.of_size(83).validation])
    twenty, full = np.array(errors).T
    assert 4.6 < twenty.min() < 5.0 and 25.0 < twenty.max() < 27.0 and 8.0 < np.median(twenty) < 11.0
    assert np.all(full > 3 * twenty) and full.min() > 40.0 and full.max() > 200.0
    told = (Path(__file__).parents[2] / "docs/theory/identification.md").read_text("utf-8")
    assert "| 2.7 to 26.7 %, median 10 % |" in told and "10 to 16 %" not in told


def test_truncation_hides_the_failure(regressor, base, observations):
    """Outside the range of the data the full model explodes; an automatic cut-off hides it. Both are there, by name."""
    noisy = observations[1].base(base)
    t, q, v, a = trajectory(100, amplitude=1.15)
    motion = regressor.motion(q, v, a, t)
    outside = observe(regressor, motion, regressor.predict(motion)).base(base)
    honest, cut = estimate(noisy), estimate(noisy, "truncated", cut=1e-10)
    assert "nothing cut off" in honest.method and "truncated" in cut.method
    lifts = [validate(outside, e.names, e.values).each[:2].max() for e in (honest, cut)]
    assert lifts[1] < lifts[0] / 5 and lifts[0] > 50.0


def test_invalid_set_t5_is_reproducible_and_much_worse(regressor, base, observations, motions):
    """Built through an almost singular V₂₂, as the source did; with twenty parameters at least twice as bad."""
    _, noisy, other = observations
    W = regressor.matrix(motions[0])
    forced = numeric_base(W, regressor.names, rank=83, dependent=suspension.dependent("T5"), forced=True)
    assert forced.condition > 1e12 and forced.base.forced
    errors = {}
    for name, own in (("T1", base), ("T5", forced.base)):
        index = contribution_of_all(noisy.base(own), own.combine(regressor.nominal))
        errors[name] = eliminate(noisy.base(own), index, validation=other.base(own), sizes=[20]).of_size(20).validation
    assert errors["T5"] >= 2 * errors["T1"]


def test_order_of_contributions(regressor, base, observations):
    noisy = observations[1]
    order = {}
    for name in ("T1", "T2", "T3"):
        own = base.switch(suspension.dependent(name))
        index = contribution_of_all(noisy.base(own), own.combine(regressor.nominal))
        order[name] = [SHORT[own.independent[k]] for k in np.argsort(-index)]
    assert set(order["T1"][:2]) == {"m3", "m11"}
    assert set(order["T2"][:4]) == {"mx1", "mx9", "Iyy1", "Iyy9"}
    assert {"m1", "m9", "m2", "m10"} <= set(order["T3"][:6])


def test_order_survives_errors_of_the_drawing_but_not_noisy_identified_values(regressor, base, observations):
    from scipy.stats import spearmanr

    noisy = observations[1].base(base)
    cad = base.combine(regressor.nominal)
    index = contribution_of_all(noisy, cad)
    first = set(np.argsort(-index)[:20])
    for seed in range(5):
        rough = base.combine(cad_error(regressor.nominal, 0.6, seed))
        again = contribution_of_all(noisy, rough)
        assert len(first & set(np.argsort(-again)[:20])) >= 16
    identified = contribution_of_all(noisy, estimate(noisy).values)
    relevant = index > 0
    assert abs(spearmanr(index[relevant], identified[relevant])[0]) < 0.5


def test_khalil_and_dombre_say_that_their_rule_is_meaningless_here(observations, base):
    small = observations[1].base(base)
    names = list(small.names)[::4]  # a part of the columns keeps the test short; it is as badly conditioned
    found = khalil_dombre(small.only([n for n in small.names if n not in names]))
    assert not found.trustworthy and "rounding, not statistics" in found.reason
