"""The excavator's filter with a prior ten times too wide: does its covariance tell its errors, or its verdict that it does not?

    python benchmarks/estimation_prior.py [--quick] [--trials N] [--first SEED] [--filter NAME] [--swing] [--wide FACTOR] [--crane]

Encoders of the swing and the three pins (0.002 rad), pressures of the chambers of all cylinders (2 bar), every 10 ms; with
--swing also the pressures of both lines of the swing drive. The machine starts 0.01 rad, 0.02 rad/s and 3 % of its pressures
(1 bar at least) from the described start, and is disturbed as the filter believes (0.05 rad/s^1.5; pressures walk by 5 % in a
second). The filter takes its start to be ten times worse known. NEES of all 20 states 5 s later, against the 95 % band of χ² with
20 degrees of freedom. --crane: the hydraulic crane with an encoder of its pin, whose filter should be healthy; with --wide 1, the
right prior, a complaint is a false alarm.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np
from scipy.stats import chi2

from _common import arguments, print_summary, print_table
from biela.estimate.agreement import runaway_complaints, start_complaints
from biela.estimate.consistency import health, nees
from biela.estimate.estimator import EstimationError
from biela.estimate.model import Model
from biela.estimate.noise import ProcessNoise
from biela.estimate.prior import About
from biela.estimate.registry import make_filter
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.library import excavator, hydraulic_crane

STEP, SECONDS, LONGEST = 0.01, 5.0, 0.0025
WIDE = 10.0
NOISE = ProcessNoise(0.05, states=0.05)


def make(swing: bool) -> tuple[Model, Any]:
    """The excavator with its sensors."""
    m = excavator.build().edit()
    for joint in ("swing", "boom_pin", "arm_pin", "bucket_pin"):
        m.encoder(f"{joint}_encoder", joint, noise=0.002)
    for part in ("boom", "arm", "bucket"):
        for side in ("head", "rod"):
            m.pressure_sensor(f"{part}_{side}", f"{part}_cylinder/{side}_oil.effort", noise=2e5)
    for line in ("a", "b") if swing else ():
        m.pressure_sensor(f"swing_{line}", f"swing_drive/oil_{line}.effort", noise=2e5)
    start = excavator.start(m)
    return Model(m, start), start


def make_crane() -> tuple[Model, Any]:
    """The crane with an encoder."""
    m = hydraulic_crane.build().edit()
    m.encoder("pin_encoder", "pin", noise=0.002)
    start = hydraulic_crane.start(m)
    return Model(m, start), start


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--trials", type=int, default=0, help="runs (100; 3 with --quick)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first run")
    parser.add_argument("--filter", default="extended", help="name of the filter")
    parser.add_argument("--wide", type=float, default=WIDE, help="deviations of the prior over the right ones")
    parser.add_argument("--swing", action="store_true", help="measure the pressures of the swing drive too")
    parser.add_argument("--crane", action="store_true", help="the hydraulic crane in place of the excavator")
    options = parser.parse_args()
    trials = options.trials or (3 if options.quick else 100)
    model, start = make_crane() if options.crane else make(options.swing)
    k, values = model.k, model.values(start.x)
    sigma = {name: 0.01 if i < k else 0.02 if i < 2 * k else max(0.03 * abs(values[i]), 1e5) for i, name in enumerate(model.names)}
    wide = About(start, {name: options.wide * s for name, s in sigma.items()})
    low, high = chi2.ppf([0.025, 0.975], model.n)
    how: dict[str, Any] = {"step": LONGEST, "integrator": "implicit"}
    found, said, failed, away, cpu = [], [], 0, 0, process_time()
    for seed in range(options.first, options.first + trials):
        rng = np.random.default_rng(seed)
        truth = simulate_truth(
            model, About(start, sigma), [rng], STEP, round(SECONDS / STEP), noise=NOISE, max_step=LONGEST,
            integrator="implicit",
        )  # fmt: skip
        log = read(model, truth.t, truth.signals[0], rng)
        try:
            track = make_filter(options.filter, model, wide, NOISE, **how).run(log)
        except EstimationError as error:
            failed += 1
            print(f"run {seed}: {error}", flush=True)
            continue
        assert track.covariance is not None
        error = track.mean[-1] - truth.values[0][-1]
        value = float(nees(error, track.covariance[-1], model.angles > 0))
        verdict = health(track).with_complaints(runaway_complaints(model, wide, track, NOISE))
        if verdict.healthy:
            again = lambda other: make_filter(options.filter, model, other, NOISE, **how)  # noqa: E731
            verdict = verdict.with_complaints(start_complaints(model, wide, log, track, again, seed=seed))
        found.append(value)
        said.append(verdict.healthy)
        away += bool(runaway_complaints(model, wide, track, NOISE))
        z = np.abs(error) / track.spread[-1]
        worst = int(np.argmax(z))
        print(
            f"run {seed}: NEES {value:.1f} (band {low:.1f} to {high:.1f}), healthy {verdict.healthy}, {model.names[worst]} "
            f"{z[worst]:.1f} deviations off, {process_time() - cpu:.0f} s CPU {'; '.join(verdict.complaints)[:120]}",
            flush=True,
        )
    value, healthy = np.array(found), np.array(said, bool)
    inside, below = (value > low) & (value < high), value <= low
    rows = [
        ["in the band", f"{inside.sum()}"], ["below it (cautious)", f"{below.sum()}"], ["above it", f"{(value >= high).sum()}"],
        ["above it while healthy", f"{((value >= high) & healthy).sum()}"], ["unhealthy", f"{(~healthy).sum()}"],
        ["of these, runaway", f"{away}"], ["refused with an error", f"{failed}"],
    ]  # fmt: skip
    print_table(
        f"{'Crane' if options.crane else 'Excavator'}, prior {options.wide:g} times as wide as the start, {options.filter} filter, "
        f"{trials} runs",
        ["NEES after 5 s", "runs"],
        rows,
    )
    print_summary(
        "estimation_prior", trials=trials, inside=int(inside.sum()), above_while_healthy=int(((value >= high) & healthy).sum()),
        unhealthy=int((~healthy).sum()), runaway=away, failed=failed, cpu=process_time() - cpu,
    )  # fmt: skip


if __name__ == "__main__":
    main()
