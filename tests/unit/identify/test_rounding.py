"""Errors of encoders repeat with the motion and are large where it turns round: intervals count them as they are."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sympy")

import biela  # noqa: E402
from biela.identify.base_set import BaseSet  # noqa: E402
from biela.identify.coloured import coloured_covariance  # noqa: E402
from biela.identify.dataset import Dataset, central  # noqa: E402
from biela.identify.identification import default_estimate  # noqa: E402
from biela.identify.measurement import Preparation, measured_observation  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.rounding import with_rounding  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402

LINE = 2 * np.pi / 2**12
T = np.arange(0, 10, 1e-3)
FAST = 2 * np.pi * np.array([0.2, 0.6, 1.0])


def motion() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angle, rate and acceleration, two periods of 5 s."""
    size = np.array([0.12, 0.06, 0.04])[:, None]
    angle = FAST[:, None] * T + np.array([0.0, 2.0, 1.0])[:, None]
    return (
        (size * np.sin(angle)).sum(axis=0),
        (size * FAST[:, None] * np.cos(angle)).sum(axis=0),
        -(size * FAST[:, None] ** 2 * np.sin(angle)).sum(axis=0),
    )


@pytest.fixture(scope="module")
def link() -> tuple[Regressor, BaseSet]:
    m = biela.Mechanism("link", gravity=(0, -9.81, 0))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.motor("motor", "A")
    regressor = Regressor(m, ["A"], parameters=("inertia",))
    return regressor, base_parameters(regressor, confirm=False).base


def test_intervals_count_errors_of_an_encoder(link: tuple[Regressor, BaseSet]) -> None:
    """Lines at 16 places, the same motion: errors over deviations are about one; with the spectrum alone, two."""
    regressor, base = link
    q, v, a = motion()
    tau = regressor.predict(regressor.motion(q[:, None], v[:, None], a[:, None], T))[:, 0]
    truth, rng, how = base.combine(regressor.nominal), np.random.default_rng(5), Preparation()
    known, spectrum = [], []
    for place in LINE * (np.arange(16) + 0.5) / 16:
        angle = np.round((q + place) / LINE) * LINE - place
        data = Dataset(T, {"A": angle, "A.effort": tau + 1e-3 * rng.standard_normal(T.size)})
        own = measured_observation(regressor, data, how).base(base)
        found, method = default_estimate(own)
        spectrum.append((found.values - truth) / found.deviations)
        found = with_rounding(found, method, own, regressor, [data], how, base)
        known.append((found.values - truth) / found.deviations)
    with_law, without = (np.sqrt(np.mean(np.square(z), axis=0)).max() for z in (known, spectrum))
    assert with_law < 1.4 and without > 1.8


def test_readings_that_are_not_rounded_change_nothing(link: tuple[Regressor, BaseSet]) -> None:
    regressor, base = link
    q, v, a = motion()
    tau = regressor.predict(regressor.motion(q[:, None], v[:, None], a[:, None], T))[:, 0]
    rng = np.random.default_rng(1)
    data = Dataset(T, {"A": q + 1e-4 * rng.standard_normal(T.size), "A.effort": tau})
    own = measured_observation(regressor, data, Preparation()).base(base)
    found, method = default_estimate(own)
    assert with_rounding(found, method, own, regressor, [data], Preparation(), base) is found


def test_errors_of_known_law_count_as_they_are() -> None:
    """Errors that are large where the regressor is: (4) has their variance, the spectrum half of it."""
    rng, t = np.random.default_rng(3), np.arange(800) / 80
    W = np.sin(2 * np.pi * 0.4 * t)[:, None, None] * np.ones((1, 1, 1))
    bread = np.linalg.inv(W[:, 0].T @ W[:, 0])
    bump = np.exp(-((np.abs(W[:, 0, 0]) - 1.0) ** 2) / 0.01) * np.sign(W[:, 0, 0])
    draws = rng.standard_normal((400, 1)) * bump  # one number moves the whole record
    stated = []
    for e in draws[:50]:
        x = bread @ W[:, 0].T @ e
        stated.append(coloured_covariance(W, (e - W[:, 0] @ x)[:, None], bread, [draws[:, :, None]])[0][0, 0])
    true = float(np.mean((draws @ W[:, 0] @ bread) ** 2))
    assert 0.9 < np.mean(stated) / true < 1.6


def test_filters_do_not_ring_at_the_ends() -> None:
    """Accelerations two periods of the cut-off from an end are as good as those in the middle."""
    q, _, a = motion()
    smooth = Dataset(T, {"A": q}).smoothed(1.6, ["A"], 8)["A"]
    off = np.abs(central(central(smooth, 1e-3), 1e-3) - a) / np.std(a)
    ends, middle = np.concatenate([off[1250:2000], off[-2000:-1250]]), off[4000:6000]
    assert ends.max() < 2.0 * middle.max() < 0.02
