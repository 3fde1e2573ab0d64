"""The output-error form of identification: how often 95 % intervals hold the truth, by noise of encoders and efforts.

    python benchmarks/output_error_coverage.py [--quick] [--trials N] [--first SEED] [--machine NAME] [--noise RAD] [--effort PART]

Seeded trials of ten seconds at 200 Hz: a link that turns about an upright axis with friction (two base parameters), a five-bar, a
PUMA 560 with its rotors. White noise of the encoders [rad], and of the efforts, relative to their deviation.
"""

from __future__ import annotations

from time import process_time

import numpy as np

import biela
from _common import arguments, print_summary, print_table
from biela.identify.dataset import Dataset
from biela.identify.feasibility import feasible_estimate
from biela.identify.least_squares import Estimate, estimate
from biela.identify.measurement import Preparation, measured_observation
from biela.identify.output_error import SimulationDiverges, output_error_estimate
from biela.identify.regressor import Regressor
from biela.identify.structure import Structure, base_parameters
from biela.identify.trajectory import Fourier
from identification_coverage import machines

LEVELS = ((0.0002, 0.1), (0.002, 0.01), (0.01, 0.01), (0.05, 0.01))
RATE, SECONDS, SERIES = 200.0, 10.0, Fourier(5, 0.2)


def link() -> Regressor:
    """Its moment about the axis and the friction can be known."""
    m = biela.Mechanism("link", gravity=(0, 0, -9.81))
    m.body("link", mass=2.0, com=(0.3, 0, 0), inertia=(0.01, 0.05, 0.05))
    m.revolute("A", m.ground, "link")
    m.joint_spring("grease", "A", damping=0.3)
    m.motor("motor", "A")
    return Regressor(m, ["A"], parameters=("link", "loads"))


def trial(
    regressor: Regressor, structure: Structure, low: list[float], high: list[float], noise: float, effort: float, seed: int
) -> Estimate:  # fmt: skip
    """One experiment, from the integral form on."""
    rng, t = np.random.default_rng(seed), np.arange(0, SECONDS, 1 / RATE)
    q, v, a = SERIES.evaluate(SERIES.random(len(low), rng, low, high), t)
    tau = regressor.predict(regressor.motion(q, v, a, t))
    columns = {name: own + noise * rng.standard_normal(len(t)) for name, own in zip(regressor.coordinates, q.T, strict=True)}
    for name, own in zip(regressor.coordinates, tau.T, strict=True):
        columns[f"{name}.effort"] = own + effort * own.std() * rng.standard_normal(len(t))
    data, how, base = Dataset(t, columns, "trial"), Preparation(form="output-error"), structure.base
    observation = measured_observation(regressor, data, how)
    own = observation.base(base)
    start = base.combine(feasible_estimate(observation, regressor.columns).values)
    found = estimate(own, "weighted")
    return output_error_estimate(regressor, [data], how, base, own, found, [start], "weighted", [np.inf])


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--trials", type=int, default=0, help="trials of each level (100; 3 with --quick)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first trial")
    parser.add_argument("--machine", action="append", choices=["link", "five-bar", "PUMA"], help="only this one")
    parser.add_argument("--noise", type=float, help="of the encoders [rad], in place of all levels")
    parser.add_argument("--effort", type=float, default=0.01, help="noise of the efforts, with --noise")
    options = parser.parse_args()
    trials = options.trials or (3 if options.quick else 100)
    levels = LEVELS if options.noise is None else ((options.noise, options.effort),)
    rows, figures, cpu = [], {}, process_time()
    for name, (regressor, low, high) in {"link": (link(), [-0.4], [0.4]), **machines()}.items():
        if name not in (options.machine or ["link", "five-bar", "PUMA"]):
            continue
        structure = base_parameters(regressor)
        truth = structure.base.combine(regressor.nominal)
        for noise, effort in levels:
            found, why, begun = [], [], process_time()
            for seed in range(options.first, options.first + trials):
                try:
                    found.append(trial(regressor, structure, low, high, noise, effort, seed))
                except SimulationDiverges as error:
                    why.append(f"{seed}: {error}")
            print(*why, sep="\n", end="\n" if why else "")
            if not found:
                continue
            intervals, error = np.array([f.interval() for f in found]), np.array([f.values for f in found]) - truth
            held = (intervals[:, :, 0] < truth) & (truth < intervals[:, :, 1])
            spread = 1.96 * held.mean(axis=1).std(ddof=1) / np.sqrt(len(held)) if len(held) > 1 else float("nan")
            z = np.sqrt(np.mean((error / np.array([f.deviations for f in found])) ** 2))
            row = [
                name, f"{noise:g} rad, {100 * effort:g} %", f"{held.sum()} of {held.size}",
                f"{100 * held.mean():.1f} ± {100 * spread:.1f} %", f"{z:.2f}", f"{len(why)}",
                f"{(process_time() - begun) / trials:.1f} s",
            ]  # fmt: skip
            print(*row, sep=" | ", flush=True)
            rows.append(row)
            figures[f"{name}_{noise:g}_{effort:g}"] = float(held.mean())
    header = ["machine", "noise", "intervals that hold", "", "rms error / deviation", "refused", "CPU each"]
    print_table("output-error form: 95 % intervals", header, rows)
    print_summary("output_error_coverage", **figures, cpu=process_time() - cpu)


if __name__ == "__main__":
    main()
