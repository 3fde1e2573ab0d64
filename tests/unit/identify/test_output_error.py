"""The output-error form: the simulated machine is fitted to the readings; nothing is differentiated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("sympy")
pytest.importorskip("clarabel")

import biela  # noqa: E402
from biela import library  # noqa: E402
from biela.base.errors import DescriptionError  # noqa: E402
from biela.identify.base_dynamics import base_rates  # noqa: E402
from biela.identify.dataset import Dataset  # noqa: E402
from biela.identify.identification import Identification, identify  # noqa: E402
from biela.identify.measurement import Form, Preparation  # noqa: E402
from biela.identify.output_error import SimulationDiverges  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402
from biela.identify.trajectory import Fourier  # noqa: E402
from biela.identify.virtual_bench import simulate_measurement  # noqa: E402
from biela.mechanism.sensor.base import Errors  # noqa: E402

T = np.arange(0, 6.0, 0.01)
COARSE = 2 * np.pi / 60
"""Step of an encoder with six levels in the range of the motion [rad]."""


def pendulum() -> biela.Mechanism:
    """A pendulum with viscous friction and a motor: first moments, moment about the axis and friction can be known."""
    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.joint_spring("grease", "A", damping=0.3)
    m.motor("motor", "A")
    return m


TRUTH = {"link.mx": 0.6, "link.my": 0.0, "link.Izz": 0.05 + 2.0 * 0.09, "grease.damping": 0.3}
SIZE = np.array([0.6, 0.6, 0.23, 0.3])


def torque(t: Any, seed: int = 1) -> Any:
    """[N·m], up to 0.9 Hz."""
    phase = np.random.default_rng(seed).uniform(0, 6.28, 3)
    parts = zip((0.4, 0.3, 0.2), (1.9, 5.0, 5.7), phase, strict=True)
    return sum(size * np.sin(omega * t + own) for size, omega, own in parts)


def record(seed: int = 1, noise: float = 0.0, quantum: float = 0.0, effort: float = 0.005) -> Dataset:
    """A run by biela's integrator, which the fit does not use; noise and step of the readings [rad], noise of the torque [N·m]."""
    rng = np.random.default_rng(seed)
    run = pendulum().simulate(
        {"A": -1.5}, float(T[-1]), inputs={"motor": lambda t: torque(t, seed)}, output_step=0.01, rtol=1e-10, atol=1e-12
    )
    angle = np.asarray(run["A.angle"]) + noise * rng.standard_normal(T.size)
    angle = np.round(angle / quantum) * quantum if quantum else angle
    return Dataset(T, {"A": angle, "motor": torque(T, seed) + effort * rng.standard_normal(T.size)}, "record")


def identified(data: Dataset, form: Form = "output-error", **options: Any) -> Identification:
    return identify(
        pendulum(), data, coordinates=["A"], channels=["motor"], preparation=Preparation(form=form), confirm=False, **options
    )


def errors(found: Identification) -> np.ndarray:
    """Errors of the four base parameters, relative to their size."""
    return np.array([found.estimate[name] - truth for name, truth in TRUTH.items()]) / SIZE


def test_base_parameters_move_the_machine_as_all_of_them_do() -> None:
    """Five-bar with friction: accelerations of base parameters are those of the simulated machine; derivatives are differences."""
    case = library.get("five-bar")
    machine = case.build(gravity=(0, -9.81, 0)).edit()
    machine.joint_spring("grease", "left_elbow", stiffness=0.2, damping=0.05)
    names = ["left_shoulder", "right_shoulder"]
    regressor = Regressor(machine, names, start=case.start(machine)).of_coordinates
    base = base_parameters(regressor, confirm=False).base
    x = base.combine(regressor.nominal)
    rng = np.random.default_rng(3)
    middle = regressor.start[list(regressor.loops.places.q)]
    z = np.hstack([middle + 0.2 * rng.standard_normal((5, 2)), rng.standard_normal((5, 2))])
    push = {"left_motor": 1e-3 * rng.standard_normal(5), "right_motor": 1e-3 * rng.standard_normal(5)}
    t = np.zeros(5)
    rates = base_rates(regressor, base, z, t, push, x)
    motion = regressor.motion(z[:, :2], z[:, 2:], np.zeros((5, 2)))
    twin, first = regressor.functions, regressor.functions.layout.v.start
    for k in range(5):
        u = np.array([push[name][k] for name in regressor.mechanism.actuators])
        own = twin.evaluate("rates", 0.0, motion.x[k], u, twin.parameters)[0]
        expected = own[[first + place for place in regressor.loops.places.v]]
        assert rates.f[k, 2:] == pytest.approx(expected, rel=1e-8, abs=1e-8)
    step = 1e-5
    for k in range(len(x)):
        dx = np.zeros(len(x))
        dx[k] = 1e-4 * max(abs(x[k]), 1e-5)
        slope = (base_rates(regressor, base, z, t, push, x + dx).f - base_rates(regressor, base, z, t, push, x - dx).f) / (
            2 * dx[k]
        )
        assert rates.by_parameters[:, :, k] == pytest.approx(slope, rel=1e-4, abs=1e-4 * np.abs(slope).max())
    for k in range(4):
        dz = step * np.eye(4)[k]
        slope = (base_rates(regressor, base, z + dz, t, push, x).f - base_rates(regressor, base, z - dz, t, push, x).f) / (2 * step)
        assert rates.by_state[:, :, k] == pytest.approx(slope, rel=1e-5, abs=1e-5 * np.abs(slope).max())


def test_exact_readings_give_exact_parameters() -> None:
    """What is left is the interpolation of the efforts between samples."""
    assert np.abs(errors(identified(record(effort=0.0)))).max() < 1e-5


def test_noisy_readings_serve_where_differences_fail() -> None:
    """0.05 rad of noise on a motion of 0.5 rad: clearly less error than in the other forms, and intervals hold the truth."""
    off: dict[Form, list[np.ndarray]] = {"differential": [], "integral": [], "output-error": []}
    held = []
    for seed in range(4):
        data = record(seed, noise=0.05)
        for form, own in off.items():
            found = identified(data, form)
            own.append(errors(found))
        truth = np.array([TRUTH[name] for name in found.estimate.names])
        interval = found.estimate.interval()
        held.append((interval[:, 0] < truth) & (truth < interval[:, 1]))
    size = {form: float(np.sqrt(np.mean(np.square(own)))) for form, own in off.items()}
    assert size["output-error"] < 0.03 and size["output-error"] < 0.7 * min(size["differential"], size["integral"])
    assert np.mean(held) > 0.85
    assert "output error, with errors of readings A 0.0" in str(found)
    assert found.feasible["link.Izz"] == pytest.approx(found.estimate["link.Izz"], rel=1e-3)


def test_six_levels_are_enough() -> None:
    """Readings that stay the same for a while are not taken for a machine that does."""
    data = record(3, quantum=COARSE)
    assert len(np.unique(data["A"])) < 8
    found = identified(data)
    assert np.abs(errors(found)).max() < 0.05 and "readings are multiples of 0.105" in str(found)


def test_loops_with_light_links() -> None:
    """Five-bar, eleven base parameters, 0.002 rad of noise: efforts are predicted to a percent; masses of grams lose no digits."""
    case = library.get("five-bar")
    machine = case.build(gravity=(0, -9.81, 0))
    names, series, t = ["left_shoulder", "right_shoulder"], Fourier(3, 0.4), np.arange(0, 4.0, 0.01)
    regressor = Regressor(machine, names, parameters=("inertia",), start=case.start(machine))
    motion = series.evaluate(series.random(2, np.random.default_rng(1), [1.7, 0.6], [2.5, 1.4]), t)
    data = simulate_measurement(regressor, t, *motion, encoder=Errors(noise=0.002), effort=Errors(noise=1e-4))
    found = identify(
        machine, data, coordinates=names, parameters=("inertia",), start=case.start(machine), confirm=False,
        preparation=Preparation(form="output-error"),
    )  # fmt: skip
    base = found.structure.base
    W = base.columns(regressor.matrix(regressor.motion(*motion, t)))
    truth = base.combine(regressor.nominal)
    off = np.linalg.norm(W @ (found.estimate.values - truth), axis=0) / np.linalg.norm(W @ truth, axis=0)
    assert off.max() < 0.01
    assert np.sqrt(np.mean(((found.estimate.values - truth) / found.estimate.deviations) ** 2)) < 2.0


def test_efforts_of_the_wrong_sign_are_refused() -> None:
    data = record(noise=0.01)
    with pytest.raises(SimulationDiverges, match=r"cannot be simulated along its measurements: .* Wrong signs"):
        identified(Dataset(T, {"A": data["A"], "motor": -data["motor"]}, "record"))
    with pytest.raises(DescriptionError, match="needs no instruments"):
        identified(data, estimator="instrumental")
