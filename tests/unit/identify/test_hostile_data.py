"""Data with spikes, wrong signs and units, and what is said of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("clarabel")

import biela  # noqa: E402
from biela import files  # noqa: E402
from biela.base.errors import DescriptionError  # noqa: E402
from biela.files.logs.table import DataError  # noqa: E402
from biela.files.write import dumps  # noqa: E402
from biela.identify.dataset import Dataset, read_data  # noqa: E402
from biela.identify.identification import Identification, identify  # noqa: E402
from biela.identify.least_squares import estimate  # noqa: E402
from biela.identify.measurement import Preparation  # noqa: E402
from biela.identify.observation import Observation, PoorData  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.trajectory import Fourier  # noqa: E402
from biela.identify.validation import validate  # noqa: E402
from biela.identify.virtual_bench import Errors, simulate_measurement  # noqa: E402
from biela.mechanism.mechanism import Mechanism  # noqa: E402
from identification_checks import two_links  # noqa: E402

T = np.arange(0, 10.0, 0.005)


@pytest.fixture(scope="module")
def arm() -> Mechanism:
    """Two links under gravity, with viscous friction."""
    m = two_links()
    for joint, damping in (("A", 0.8), ("B", 0.4)):
        m.motor(f"motor_{joint}", joint)
        m.joint_spring(f"damper_{joint}", joint, damping=damping)
    return m


@pytest.fixture(scope="module")
def data(arm: Mechanism) -> Dataset:
    series = Fourier(5, 0.3)
    c = series.random(2, np.random.default_rng(2), [-1.2, -1.0], [1.2, 1.0])
    regressor = Regressor(arm, ["A", "B"], channels=["motor_A", "motor_B"])
    motion = series.evaluate(c, T)
    return simulate_measurement(regressor, T, *motion, encoder=Errors(noise=1e-5), effort=Errors(noise=0.2), seed=3)


def found(arm: Mechanism, data: Any, **more: Any) -> Identification:
    return identify(arm, data, coordinates=["A", "B"], channels=["motor_A", "motor_B"], confirm=False, **more)


def changed(data: Dataset, **columns: Any) -> Dataset:
    return replace(data, columns={**data.columns, **columns})


def errors(result: Identification, clean: Identification) -> np.ndarray:
    return np.abs(result.estimate.values - clean.estimate.values) / np.linalg.norm(clean.estimate.values)


@pytest.fixture(scope="module")
def clean(arm: Mechanism, data: Dataset) -> Identification:
    return found(arm, data)


def test_a_spike_is_left_out_and_listed(arm: Mechanism, data: Dataset, clean: Identification) -> None:
    """500 N·m at one sample, and a glitch of an encoder: the values do not move, and the times are said."""
    torque, angle = data["motor_A"].copy(), data["B"].copy()
    torque[700] += 500.0
    angle[[310, 311]] += 1.0
    result = found(arm, changed(data, motor_A=torque, B=angle))
    assert errors(result, clean).max() < 0.002
    said = " ".join(result.findings)
    assert f"motor_A: 1 outlier at t = {T[700]:g} s" in said and f"B: 2 outliers at t = {T[310]:g}, {T[311]:g} s" in said
    assert not any("outlier" in text for text in clean.findings)


def test_a_collision_counts_less(arm: Mechanism, data: Dataset, clean: Identification) -> None:
    """0.15 s of 60 N·m: too long for a spike. Huber's and Student's losses bound it, and are chosen by themselves."""
    torque = data["motor_A"].copy()
    torque[900:930] += 60.0
    hit = changed(data, motor_A=torque)
    plain, huber, student = (found(arm, hit, estimator=name) for name in ("weighted", "auto", "student"))
    assert "Huber" in huber.estimate.method and "Student" in student.estimate.method
    assert errors(huber, clean).max() < 0.35 * errors(plain, clean).max()
    assert errors(student, clean).max() < 0.2 * errors(plain, clean).max()
    assert any("far from all others at t = 4.4" in text or "far from all others at t = 4.5" in text for text in huber.findings)
    with pytest.raises(DescriptionError, match="'median'.*huber"):
        found(arm, hit, estimator="median")


def test_instruments_remove_the_bias_of_noise_in_the_motion(arm: Mechanism, data: Dataset, clean: Identification) -> None:
    """Accelerations of noisy angles draw inertias towards zero; the simulated machine knows nothing of that noise."""
    rng = np.random.default_rng(5)
    noisy = changed(data, **{n: data[n] + 2e-3 * rng.standard_normal(len(T)) for n in ("A", "B")})
    how = Preparation(cutoff=20.0)
    plain = found(arm, noisy, estimator="weighted", preparation=how)
    better = found(arm, noisy, estimator="instrumental", preparation=how)
    assert "simulated machine" in better.estimate.method
    assert errors(better, clean).max() < 0.35 * errors(plain, clean).max()
    z = (better.estimate.values - clean.estimate.values) / better.estimate.deviations
    assert np.sqrt(np.mean(z**2)) < 2.5


def test_wrong_signs_and_units_are_said(arm: Mechanism, data: Dataset, clean: Identification) -> None:
    other = changed(data, motor_A=-data["motor_A"], motor_B=-data["motor_B"])
    said = " ".join(found(arm, other).findings)
    assert "'motor_A' are opposite" in said and "negative: efforts may have the wrong sign or unit" in said
    said = " ".join(found(arm, changed(data, motor_A=1e3 * data["motor_A"])).findings)
    assert "'motor_A' are 1e+03 times" in said and "N·m or mN·m; units=…" in said
    assert not any("wrong" in text for text in clean.findings)


def test_a_current_is_no_torque(arm: Mechanism, data: Dataset, clean: Identification, tmp_path: Path) -> None:
    """A column in ampere is refused, also where channels are not named; with what one ampere exerts it is a torque."""
    rows = ["time;A [deg];B [deg];motor_A [A];motor_B [A]"]
    for t, a, b, x, y in zip(T, *(data[n] for n in ("A", "B", "motor_A", "motor_B")), strict=True):
        rows.append(f"{t:.6g};{np.degrees(a):.7g};{-np.degrees(b):.7g};{x / 12.5:.7g};{y / 4:.7g}".replace(".", ","))
    (tmp_path / "log.csv").write_text("\n".join(rows))
    log = read_data(tmp_path / "log.csv", units={"B": "-deg"})
    with pytest.raises(DataError, match="'motor_A' was read in a unit of A.*units={'motor_A': '12.5 N·m'}"):
        identify(arm, log, coordinates=["A", "B"], confirm=False)
    log = read_data(tmp_path / "log.csv", units={"B": "-deg", "motor_A": "12.5 N·m", "motor_B": "4 Nm"})
    assert errors(found(arm, log), clean).max() < 1e-3


def test_friction_that_nobody_described(arm: Mechanism, data: Dataset) -> None:
    """`friction` adds it to all joints; the identified machine has it, and a next identification starts from it."""
    bare = arm.edit()
    bare.remove("damper_A")
    bare.friction("grease", "B", viscous=0.1)
    rates = {n: np.gradient(data[n], T) for n in ("A", "B")}
    dry = {f"motor_{n}": data[f"motor_{n}"] + size * np.sign(rates[n]) for n, size in (("A", 3.0), ("B", 1.5))}
    result = found(bare, changed(data, **dry), parameters=("inertia", "friction"))
    assert result.estimate["A_friction.coulomb"] == pytest.approx(3.0, rel=0.05)
    assert result.estimate["A_friction.viscous"] == pytest.approx(0.8, rel=0.15)
    assert result.estimate["grease.coulomb"] == pytest.approx(1.5, rel=0.05)
    assert "A_friction" not in bare.loads and "B_friction" not in result.machine.loads
    again = files.loads(dumps(result.machine)).build()
    assert again.loads["A_friction"].coulomb == pytest.approx(result.feasible["A_friction.coulomb"])


def test_degrees_without_a_unit_are_said(arm: Mechanism, data: Dataset, clean: Identification) -> None:
    result = found(arm, replace(changed(data, B=np.degrees(data["B"])), units={}))
    assert any("'B' has no unit" in text and "units={'B': 'deg'}" in text for text in result.findings)
    assert not any("'A' has no unit" in text for text in result.findings)
    assert not any("has no unit" in text for text in clean.findings)


def test_validation_that_cannot_judge_is_said(arm: Mechanism, data: Dataset, clean: Identification) -> None:
    assert any("among the data and among the validation" in text for text in found(arm, data, validation=data).findings)
    still = {n: np.full(len(T), v[0]) for n, v in data.columns.items()}
    noise = {n: still[n] + 0.01 * np.random.default_rng(1).standard_normal(len(T)) for n in ("motor_A", "motor_B")}
    result = found(arm, data, validation=changed(data, **{**still, **noise}))
    assert any("stands still in the validation data" in text for text in result.findings)
    noise |= {n: still[n] + 1e-4 * np.random.default_rng(2).standard_normal(len(T)) for n in ("A", "B")}
    spike = noise["motor_A"].copy()
    spike[500] += 400.0
    result = found(arm, data, validation=replace(changed(data, **(noise | {"motor_A": spike})), name="still"))
    assert any("stands still in the validation data" in text for text in result.findings)  # noise is not motion
    assert any(text.startswith("still: motor_A: 1 outlier") for text in result.findings)
    part = replace(data, t=T[700:1400], columns={n: v[700:1400] for n, v in data.columns.items()})
    assert any("among the data and among the validation" in text for text in found(arm, data, validation=part).findings)
    assert not any("validation" in text for text in clean.findings)
    with pytest.raises(DataError, match="'A', 'B' are constant: a machine that does not move"):
        found(arm, changed(data, **still))


def test_an_offset_adds_to_the_effort(arm: Mechanism, data: Dataset) -> None:
    """τ_measured = τ + offset, as in the literature; a correction within the deviations is no alarm."""
    shifted = changed(data, motor_A=data["motor_A"] + 1.5)
    result = identify(
        arm, shifted, coordinates=["A", "B"], channels=["motor_A", "motor_B"], parameters=("inertia", "loads", "offset"),
        confirm=False,
    )  # fmt: skip
    assert result.estimate["A.offset"] == pytest.approx(1.5, abs=0.1)
    assert not any("edge of what a real body" in text for text in result.findings)
    assert any("has A_offset, B_offset as parameters" in text for text in result.findings)
    again = files.loads(dumps(result.machine)).build()
    assert again.parameters["A_offset"].value == pytest.approx(result.feasible["A.offset"])
    regressor = Regressor(again, ["A", "B"], parameters=("offset", "motor_inertia"))
    assert dict(zip(regressor.names, regressor.nominal, strict=True))["A.offset"] == again.parameters["A_offset"].value


def test_a_joint_without_a_motor_is_identified_from_its_motion() -> None:
    """Only the upper link is driven: no effort acts on the other, which is known and no broken sensor. One on a held joint is."""
    m = two_links()
    m.motor("motor", "A")

    def torque(t: Any) -> Any:
        return 6 * np.sin(1.7 * t) + 4 * np.sin(2.9 * t)

    run = m.simulate({"A": -1.5, "B": 0.3}, 9.995, inputs={"motor": torque}, output_step=0.005)
    noise = 1e-5 * np.random.default_rng(1).standard_normal((2, T.size))
    columns = {n: np.asarray(run[f"{n}.angle"]) + e for n, e in zip("AB", noise, strict=True)}
    data = Dataset(T, columns | {"motor": torque(T)}, "run")
    result = identify(m, data, coordinates=["A", "B"], confirm=False)
    truth = result.structure.base.combine(result.regressor.nominal)
    errors = {name: error.total for name, error in result.errors.items()}
    assert result.regressor.passive == ("B",) and errors["base parameters"] < 1.1 * errors["described values"] < 5.0
    assert result.estimate.values == pytest.approx(truth, abs=0.01 * np.linalg.norm(truth))
    with pytest.raises(PoorData, match="'A' is zero throughout"):
        identify(m, changed(data, motor=0 * T), coordinates=["A", "B"], confirm=False)


@pytest.mark.parametrize("method", ["ordinary", "weighted", "huber", "ridge"])
def test_what_a_motion_does_not_show_is_not_known(method: Any) -> None:
    """A column of zeros: no value, no deviation, and the others are known as if it were not there."""
    W = np.random.default_rng(1).standard_normal((50, 1, 3))
    W[:, :, 1] = 0.0
    seen = Observation(W, W @ np.array([1.0, 5.0, 2.0]), ("a", "b", "c"), ("A",), ("N·m",))
    reference = {"reference": [1.1, 7.0, 2.1]} if method == "ridge" else {}
    found = estimate(seen, method, **reference)
    assert found.values == pytest.approx([1.0, 7.0 if reference else 0.0, 2.0], rel=1e-3)
    assert "does not show b" in found.findings[0] and found.unknown == ("b",) and np.isnan(found["b"])
    assert np.isinf(found.deviations).tolist() == [False, True, False] and np.isinf(found.interval()[1]).all()
    assert found.table().splitlines()[2].split() == ["b", "not", "known"] and found.scaled_condition < 2.0
    moved = replace(seen, W=np.ones_like(W))
    assert np.isinf(found.prediction_deviation(moved)).all() and np.isfinite(found.prediction_deviation(seen)).all()
    with pytest.raises(PoorData, match="shows none of the parameters"):
        estimate(replace(seen, W=0.0 * W), method, **reference)


@pytest.mark.parametrize(("every", "later"), [(2, 3e-4), (8, 0.0)])
def test_efforts_with_a_clock_of_their_own(arm: Mechanism, data: Dataset, clean: Identification, every: int, later: float) -> None:
    """As MDF files have them: efforts less often than angles, never at the same time, or at few of the same times."""
    slow = T[::every][:-1] + later
    t = np.unique(np.concatenate([T, slow]))
    columns = {n: np.full(t.size, np.nan) for n in data.columns}
    for name, values in data.columns.items():
        at, own = (T, values) if name in ("A", "B") else (slow, np.interp(slow, T, values))
        columns[name][np.searchsorted(t, at)] = own
    result = found(arm, replace(data, t=t, columns=columns))
    assert errors(result, clean).max() < 0.01
    assert any("clocks of their own, interpolated at the times of A (every 5 ms)" in text for text in result.findings)
    apart = {n: np.where((t < 5.0) == (n in ("A", "B")), v, np.nan) for n, v in columns.items()}
    with pytest.raises(DataError, match="do not overlap in time"):
        found(arm, replace(data, t=t, columns=apart))


def test_a_trembling_clock_and_gaps(arm: Mechanism, data: Dataset, clean: Identification) -> None:
    """Stamps that tremble by 2 %, ten samples missing here, forty there: resampled, filled, cut; the values stay."""
    rng = np.random.default_rng(4)
    t = T + 1e-4 * rng.standard_normal(len(T))
    keep = np.ones(len(T), bool)
    keep[500:503] = keep[1200:1240] = False
    smooth = {n: np.interp(t, T, v) for n, v in data.columns.items()}
    cut = replace(data, t=t[keep], columns={n: v[keep] for n, v in smooth.items()})
    result = found(arm, cut)
    assert errors(result, clean).max() < 0.01
    said = " ".join(result.findings)
    assert "resampled to equal ones" in said and "cut at 1 gap into 2 parts" in said


RECORDS = {
    "stribeck": (0.10, "follow the direction of 'A' (83 % of their square): dry friction of about 1.5 N·m"),
    "elastic": (0.05, "something the model lacks, such as friction or elasticity"),
    "late": (0.05, "recorded 17 ms after the motion"),
    "ripple": (0.03, "are not white"),
    "clipped": (0.02, "motor stays at its largest or smallest value for"),
}
"""Records of `tests/records/generate.py`: error of the weight, relative to it, and what must be said."""


@pytest.mark.parametrize("name", RECORDS)
def test_hostile_records(name: str) -> None:
    """Recorded by another integrator, with friction, elasticity, delays, ripple, drift and limits that the model lacks."""
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.motor("motor", "A")
    m.joint_spring("damper", "A", damping=0.3)
    data = read_data(Path(__file__).parents[2] / "records" / f"{name}.csv")
    result = identify(m, data, confirm=False)
    limit, words = RECORDS[name]
    assert result.estimate["link.mx"] == pytest.approx(0.6, rel=limit)
    assert any(words in text for text in result.findings)
    fixed = [identify(m, data, confirm=False, preparation=Preparation(cutoff=f)) for f in (2.5, 5.0, 10.0)]
    off = [abs(found.estimate["link.mx"] - 0.6) for found in (result, *fixed)]
    place = result.estimate.names.index("link.mx")
    assert off[0] <= 1.3 * min(off[1:]) + max(0.006, float(result.estimate.deviations[place]))
    held = result.validation.base(result.structure.base)
    best = min(validate(held, f.estimate.names, f.estimate.values).total for f in fixed)
    assert result.errors["base parameters"].total <= 1.3 * best
    assert ("follow the direction" in " ".join(result.findings)) == (name == "stribeck")
    assert not result.findings[0].startswith("residuals") and "semicolons, decimal commas" in result.findings[0]


def test_friction_that_is_named_and_added_predicts() -> None:
    """The record with Stribeck's friction, on a machine that has dry friction: a fifth of the error, and nothing left to name."""
    m = biela.Mechanism("arm", gravity=(0, -9.81, 0))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.motor("motor", "A")
    m.friction("dry", "A", viscous=0.3, coulomb=1.0)
    result = identify(m, read_data(Path(__file__).parents[2] / "records" / "stribeck.csv"), confirm=False)
    assert result.estimate["dry.coulomb"] == pytest.approx(1.5, rel=0.05)
    assert result.estimate["link.mx"] == pytest.approx(0.6, rel=0.005)
    assert result.errors["base parameters"].total < 10.0
    assert not any("follow the direction" in text for text in result.findings)
