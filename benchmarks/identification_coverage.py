"""Identification with default settings: how often 95 % intervals hold the truth, and how far efforts are off, by kind of noise.

    python benchmarks/identification_coverage.py [--quick] [--trials N] [--first SEED] [--machine NAME] [--kind NOISE]

Seeded trials of a five-bar, a PUMA 560 with its rotors and a 3-RRR: ten seconds of motion up to 1 Hz, base parameters that the data
can tell. White noise of 1e-4 rad and 1 % of the effort; encoders of 12 to 16 bit at 0.5 to 5 kHz; coloured noise of the efforts
(ρ = 0.98); spikes of ten times the largest effort; a drift of 2 % of the effort.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

import numpy as np
from scipy.interpolate import CubicSpline

from _common import arguments, print_summary, print_table
from biela import library
from biela.identify.dataset import Dataset
from biela.identify.identification import default_estimate
from biela.identify.measurement import Preparation, measured_observation
from biela.identify.regressor import Regressor
from biela.identify.robust import without_spikes
from biela.identify.rounding import with_rounding
from biela.identify.structure import Structure, base_parameters
from biela.identify.trajectory import Fourier
from biela.library import puma_560

KINDS = ("white", "quantised", "coloured", "spikes", "drift")
SERIES = Fourier(5, 0.2)
SECONDS = 10.0
LIMIT = 0.02
"""Error of the efforts, relative to them, above which trials are counted."""
COARSE = 500.0
"""Rate at which efforts are computed [Hz]; a spline gives those of faster encoders (1e-7 of the effort)."""


def machines() -> dict[str, tuple[Regressor, list[float], list[float]]]:
    """Regressors, and the ranges of their coordinates."""
    bar = library.get("five-bar")
    m = bar.build(gravity=(0, -9.81, 0))
    shoulders = ["left_shoulder", "right_shoulder"]
    five = Regressor(m, shoulders, parameters=("inertia",), start=bar.start(m))
    case = library.get("three-rrr")
    rrr = case.build()
    start = case.start(rrr)
    names = [f"shoulder_{k}" for k in (1, 2, 3)]
    three = Regressor(rrr, names, parameters=("inertia",), start=start)
    axes = [f"q{k}" for k in range(1, 7)]
    arm = Regressor(puma_560.with_rotors(), axes, parameters=("inertia", "motor_inertia"))
    middle = np.array([start[f"{name}.angle"] for name in names])
    return {
        "five-bar": (five, [1.7, 0.6], [2.5, 1.4]),
        "PUMA": (arm, list(np.array(puma_560.START) - 1.0), list(np.array(puma_560.START) + 1.0)),
        "3-RRR": (three, list(middle - 0.1), list(middle + 0.1)),
    }


def noisy(kind: str, clean: Dataset, joints: list[str], efforts: list[str], rng: np.random.Generator) -> Dataset:
    """The same experiment with errors of a kind."""
    n, columns = len(clean), {k: v.copy() for k, v in clean.columns.items()}
    for name in joints:
        if kind == "quantised":
            quantum = 2 * np.pi / 2 ** int(rng.choice([12, 14, 16]))
            phase = rng.uniform(0, quantum)  # of the lines of the encoder; its zero is known
            columns[name] = np.round((columns[name] + phase) / quantum) * quantum - phase
        else:
            columns[name] += 1e-4 * rng.standard_normal(n)
    for name in efforts:
        size = columns[name].std()
        noise = 0.01 * size * rng.standard_normal(n)
        if kind == "coloured":
            from scipy.signal import lfilter

            noise = lfilter([np.sqrt(1 - 0.98**2)], [1, -0.98], noise)
        columns[name] = columns[name] + noise
        if kind == "spikes":
            columns[name][rng.integers(50, n - 50, 3)] += 10 * np.abs(columns[name]).max()
        if kind == "drift":
            columns[name] += 0.02 * size * np.cumsum(rng.standard_normal(n)) / np.sqrt(n)
    return Dataset(clean.t, columns, "trial")


@dataclass(frozen=True)
class Trial:
    """Errors of the base parameters over their deviations, which intervals hold the truth, error of efforts relative to them."""

    z: np.ndarray
    held: np.ndarray
    off: float


def trial(regressor: Regressor, structure: Structure, low: list[float], high: list[float], kind: str, seed: int) -> Trial:
    """One experiment, identified with default settings."""
    base, rng = structure.base, np.random.default_rng(seed)
    truth = base.combine(regressor.nominal)
    joints, efforts = list(regressor.coordinates), [f"{name}.effort" for name in regressor.coordinates]
    rate = float(rng.choice([500.0, 1000.0, 2000.0, 5000.0])) if kind == "quantised" else 200.0
    t, coefficients = np.arange(0, SECONDS, 1 / rate), SERIES.random(len(low), rng, low, high)
    coarse = np.arange(0, SECONDS, 1 / min(rate, COARSE))
    tau = regressor.predict(regressor.motion(*SERIES.evaluate(coefficients, coarse), coarse))
    tau = CubicSpline(coarse, tau)(t)
    q = SERIES.evaluate(coefficients, t)[0]
    clean = Dataset(t, {**dict(zip(joints, q.T, strict=True)), **dict(zip(efforts, tau.T, strict=True))})
    data = without_spikes(noisy(kind, clean, joints, efforts, rng))
    observation = measured_observation(regressor, data, Preparation()).base(base)
    found = with_rounding(*default_estimate(observation), observation, regressor, [data], Preparation(), base)
    a, b = found.interval().T
    W, error = observation.W, found.values - truth
    off = float(np.linalg.norm(W @ error) / np.linalg.norm(W @ truth))
    return Trial(error / found.deviations, (a < truth) & (truth < b), off)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--trials", type=int, default=0, help="trials of each kind (200; 5 with --quick)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first trial, to go on where another run ended")
    parser.add_argument("--machine", action="append", choices=["five-bar", "PUMA", "3-RRR"], help="only this one")
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind of noise")
    options = parser.parse_args()
    trials = options.trials or (5 if options.quick else 200)
    rows, figures, cpu = [], {}, process_time()
    for name, (regressor, low, high) in machines().items():
        if name not in (options.machine or [name]):
            continue
        structure = base_parameters(regressor)
        for kind in options.kind or KINDS:
            seeds = range(options.first, options.first + trials)
            done = [trial(regressor, structure, low, high, kind, seed) for seed in seeds]
            parts = np.array([t.held.mean() for t in done])
            held, off = float(parts.mean()), [t.off for t in done]
            spread = 1.96 * float(parts.std(ddof=1)) / np.sqrt(trials) if trials > 1 else float("nan")
            z = np.sqrt(np.mean([t.z**2 for t in done], axis=0))
            row = [
                f"{100 * held:.1f} ± {100 * spread:.1f} %",
                f"{100 * np.median(off):.2f} %",
                f"{100 * max(off):.2f} %",
                f"{sum(x > LIMIT for x in off)} of {trials}",
            ]
            rows.append([name, kind, *row, f"{z.min():.2f} to {z.max():.2f}"])
            figures[f"{name.replace('-', '_').lower()}_{kind}"] = held
    cpu = process_time() - cpu
    head = [
        "machine",
        "noise",
        "intervals that hold the truth",
        "error of efforts: median",
        "largest",
        f"above {100 * LIMIT:g} %",
        "error / deviation",
    ]
    print_table(f"Identification with default settings, {trials} trials each", head, rows)
    print_summary("identification_coverage", trials=trials, cpu=cpu, **figures)


if __name__ == "__main__":
    main()
