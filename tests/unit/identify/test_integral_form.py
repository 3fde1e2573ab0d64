"""The integral form of the equations of motion: no accelerations, the same parameters, less hurt by noise of the motion."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("sympy")
pytest.importorskip("clarabel")

import biela  # noqa: E402
from biela import library  # noqa: E402
from biela.base.errors import DescriptionError  # noqa: E402
from biela.files.logs.table import DataError  # noqa: E402
from biela.identify.dataset import Dataset  # noqa: E402
from biela.identify.filtering import automatic_filter, lost_accelerations  # noqa: E402
from biela.identify.identification import identify  # noqa: E402
from biela.identify.integral_form import integral_observation  # noqa: E402
from biela.identify.least_squares import estimate  # noqa: E402
from biela.identify.measurement import Form, Preparation, measured_observation  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.trajectory import Fourier  # noqa: E402

T = np.arange(0, 10.0, 0.005)
TRUTH = np.array([0.05 + 2.0 * 0.09, 0.3])


def arm() -> biela.Mechanism:
    """A link that turns about an upright axis with viscous friction: its moment about the axis and the friction can be known."""
    m = biela.Mechanism("arm", gravity=(0, 0, -9.81))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.joint_spring("grease", "A", damping=0.3)
    m.motor("motor", "A")
    return m


@pytest.fixture(scope="module")
def link() -> Regressor:
    return Regressor(arm(), ["A"], parameters=("link", "loads"), channels=["motor"])


def log(regressor: Regressor, seed: int, noise: float, rate_noise: float | None = None) -> Dataset:
    """A motion up to 1 Hz, mostly of 0.2 Hz, from a noisy encoder; efforts with 1 % of noise."""
    rng = np.random.default_rng(seed)
    k, phase = np.arange(1, 6), rng.uniform(0, 2 * np.pi, 5)
    omega, size = 2 * np.pi * 0.2 * k, 0.3 / k**2
    q, v, a = ((size * omega**n * np.sin(omega * T[:, None] + phase + n * np.pi / 2)).sum(1)[:, None] for n in (0, 1, 2))
    u = regressor.predict(regressor.motion(q, v, a, T))[:, 0]
    columns = {"A": q[:, 0] + noise * rng.standard_normal(T.size)}
    columns["motor"] = u + 0.01 * u.std() * rng.standard_normal(T.size)
    if rate_noise is not None:
        columns["A.rate"] = v[:, 0] + rate_noise * rng.standard_normal(T.size)
    return Dataset(T, columns, "log")


def moments(regressor: Regressor, form: Form, seeds: range, **noise: Any) -> tuple[np.ndarray, np.ndarray]:
    """Values and deviations of the moment of inertia and the friction, trial by trial."""
    found = []
    for seed in seeds:
        observation = measured_observation(regressor, log(regressor, seed, **noise), Preparation(form=form))
        found.append(estimate(observation.only(["link.Izz", "grease.damping"]), "weighted"))
    return np.array([f.values for f in found]), np.array([f.deviations for f in found])


def test_means_over_windows_obey_the_equations_of_loops() -> None:
    """Five-bar under gravity, with friction, by joints and by motors: the described values explain mean efforts exactly."""
    case = library.get("five-bar")
    machine = case.build(gravity=(0, -9.81, 0)).edit()
    machine.joint_spring("grease", "left_elbow", stiffness=0.2, damping=0.05)
    names, series, t = ["left_shoulder", "right_shoulder"], Fourier(4, 0.3), np.arange(0, 4.0, 0.005)
    q, v, a = series.evaluate(series.random(2, np.random.default_rng(1), [1.7, 0.6], [2.5, 1.4]), t)
    for parameters in (("inertia", "loads", "motor_inertia"), ("right_coupler",)):  # the others are known
        for channels in (None, ["left_motor", "right_motor"]):
            regressor = Regressor(machine, names, parameters=parameters, channels=channels, start=case.start(machine))
            values = regressor.nominal + 1e-3 * np.arange(len(regressor.names))  # rotors too
            tau = regressor.predict(regressor.motion(q, v, a, t), values)
            means = integral_observation(regressor, q, v, t, tau, 20)
            left = (means.W @ values - means.tau)[20:-20]
            assert np.abs(left).max() < 1e-6 * np.abs(means.tau).max()


def test_noise_of_the_motion_hurts_less_and_intervals_hold_the_truth(link: Regressor) -> None:
    """30 benches with 0.01 rad of encoder noise: less than half the bias, less scatter, errors as large as deviations or below."""
    plain, _ = moments(link, "differential", range(30), noise=0.01)
    means, deviations = moments(link, "integral", range(30), noise=0.01)
    bias = [abs(x[:, 0].mean() / TRUTH[0] - 1) for x in (plain, means)]
    assert bias[1] < max(0.5 * bias[0], 1e-3) and means[:, 0].std() < 0.8 * plain[:, 0].std()
    assert np.abs(means / TRUTH - 1).max() < 0.03
    held = np.abs(means - TRUTH) < 1.96 * deviations
    assert held.mean() > 0.92


def test_measured_rates_are_enough(link: Regressor) -> None:
    """A tachometer beside a poor encoder: nothing is differentiated."""
    means, deviations = moments(link, "integral", range(10), noise=0.01, rate_noise=0.01)
    assert np.abs(means / TRUTH - 1).max() < 0.02 and (np.abs(means - TRUTH) < 3 * deviations).mean() > 0.9


def test_the_report_says_the_form_and_offers_it(link: Regressor) -> None:
    data = log(link, 1, 0.002)
    found = identify(arm(), data, coordinates=["A"], channels=["motor"], preparation=Preparation(form="integral"))
    assert found.estimate["link.Izz"] == pytest.approx(TRUTH[0], rel=0.01)
    assert "efforts as means over 0.4" in str(found) and "s, without accelerations" in str(found)
    lost = automatic_filter(Dataset(T, {"A": 1e-3 * np.random.default_rng(1).standard_normal(T.size)}), ["A"])
    assert "(form='integral' or" in lost_accelerations(lost)[0] and "rate of 'A'" in lost_accelerations(lost, 1)[0]
    with pytest.raises(DescriptionError, match="'integral' or 'output-error'"):
        Preparation(form="weak")  # type: ignore[arg-type]
    with pytest.raises(DataError, match="hold no window of 40 intervals"):
        q = np.zeros((30, 1))
        integral_observation(link, q, q, T[:30], q, 20)


def test_instruments_take_the_bias_of_a_poor_filter_from_integrals_too(link: Regressor) -> None:
    """A cut-off far too high: least squares is 4 % off, instruments less than half a percent; so is the physical machine."""
    off = {}
    for estimator in ("weighted", "instrumental"):
        found = [
            identify(
                arm(), log(link, seed, 0.002), coordinates=["A"], channels=["motor"], estimator=estimator, confirm=False,
                preparation=Preparation(form="integral", cutoff=10.0),
            )
            for seed in range(4)
        ]  # fmt: skip
        off[estimator] = np.array([f.estimate["link.Izz"] for f in found]) / TRUTH[0] - 1.0
    assert np.all(off["weighted"] < -0.02) and np.abs(off["instrumental"]).max() < 0.005
    assert found[0].feasible["link.Izz"] == pytest.approx(found[0].estimate["link.Izz"], rel=1e-4)
    z = [(f.estimate["link.Izz"] - TRUTH[0]) / f.estimate.deviations[f.estimate.names.index("link.Izz")] for f in found]
    assert np.abs(z).max() < 2.5
