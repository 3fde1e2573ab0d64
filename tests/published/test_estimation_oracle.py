"""The particle filter of a general machine against the hand-derived four-bar of one freedom, given the same random numbers."""

from __future__ import annotations

import numpy as np
import pytest

import one_dof_four_bar as oracle
from biela import estimate
from biela.library import double_crank

STEP, STEPS = 0.006, 170


def test_golden_positions_and_accelerations_of_the_oracle_itself() -> None:
    """Table of the study recomputed: q₁ = φ − θ, k, θ̈ of both data sets."""
    for degrees, q1, k, literal, central in (
        (0, -75.522488, 2.000000, -2.450000, -1.653750),
        (90, -92.413449, 0.339905, -0.294631, -0.235438),
        (225, -151.037568, 0.990531, 4.953647, 2.723580),
        (315, -124.147065, 1.771075, -1.950609, -0.830991),
    ):
        theta = np.radians(float(degrees))
        (c, s), ratio = oracle.coupler(theta, 1)
        relative = np.degrees(np.arctan2(s, c)) - degrees
        assert (relative - q1 + 180) % 360 - 180 == pytest.approx(0, abs=1e-6)
        assert ratio == pytest.approx(k, abs=1e-6)
        assert oracle.acceleration(theta, np.array(0.0), 1, True) == pytest.approx(literal, abs=1e-6)
        assert oracle.acceleration(theta, np.array(0.0), 1, False) == pytest.approx(central, abs=1e-6)


@pytest.mark.parametrize("data", ["literal", "central"])
@pytest.mark.parametrize("resampling", ["comb", "systematic"])
def test_every_particle_equals_the_oracle_over_170_steps(data: str, resampling: str) -> None:
    """Angle, rate and log-weight of every particle to 1e-8, resampling and jitter included."""
    N, rng = 61, np.random.default_rng(5)
    m = double_crank.build(data=data)
    up, down = double_crank.start(m, 1.0, 1), double_crank.start(m, -1.0, -1)
    model = estimate.Model(m, [up, down], independent=["A"])
    filter = estimate.ParticleFilter(
        model, estimate.Uniform({"A": (0, 2 * np.pi)}, [up, down], estimate.half_turn()),
        estimate.ProcessNoise(0.02, "angle_per_step"), particles=N, step=STEP, likelihood_scale=10, resampling=resampling,
        jitter={"A.rate": 0.02}, proposal="bootstrap", seed=4,
    )  # fmt: skip
    theta, rate = filter.values().T.copy()
    branch = filter.cloud.signs()[:, 0]
    assert set(branch) == {-1.0, 1.0}

    # readings of a true linkage; random numbers for both
    a, b = np.array([2.0]), np.array([0.0])
    truth = []
    for _ in range(STEPS):
        a, b = oracle.rk4(a, b, 1.0, STEP, data == "literal")
        truth.append(b[0])
    z = np.array(truth) + 0.01 * rng.standard_normal(STEPS)
    normals, jitter = rng.standard_normal((STEPS, N, 1)), rng.standard_normal((STEPS, N, 2))
    uniforms = rng.random(STEPS)
    t = STEP * np.arange(1, STEPS + 1)
    log = estimate.Log.of(t, {"gyro": z})

    logw = np.zeros(N)
    resamplings = 0
    for step in range(STEPS):
        filter.run(
            estimate.Log.of(t[step : step + 1], {"gyro": z[step : step + 1]}),
            normals=normals[step : step + 1], jitter_normals=jitter[step : step + 1], uniforms=uniforms[step : step + 1],
        )  # fmt: skip
        theta, rate = oracle.rk4(theta, rate, branch, STEP, data == "literal")
        theta = theta + 0.02 * normals[step, :, 0]
        logw = logw - 0.5 * ((rate - z[step]) / 0.1) ** 2
        logw -= logw.max()
        w = np.exp(logw)
        w = w / np.cumsum(w)[-1]  # summed in order: the comb's last tooth looks at the last bit
        if 1 / (N * (w**2).sum()) < 0.5:
            if resampling == "comb":
                index = oracle.comb(w)
            else:
                index = np.searchsorted(np.cumsum(w), (np.arange(N) + uniforms[step]) / N)
            theta, rate, branch, logw = (theta[index], rate[index] + 0.02 * jitter[step, :, 1], branch[index], np.zeros(N))
            resamplings += 1
        own = filter.values()
        assert np.abs(own[:, 0] - theta).max() < 1e-8
        assert np.abs(own[:, 1] - rate).max() < 1e-8
        assert np.abs(filter.cloud.log_weights - logw).max() < 1e-8
        assert np.array_equal(filter.cloud.signs()[:, 0], branch)
    assert resamplings == filter.resamplings > 3
    assert len(log) == STEPS
