"""The three programs of the published study, with their flags, text files and plots, built on biela.

    python study_programs.py [demo] [--quiet] [--nopause] [--txtwrite] [--time 1.02] [--particles 200] [--plots]
    python study_programs.py number  [--tries 100] [--values 10 20 50 100 200 500 1000 2000]
    python study_programs.py noise   [--tries 100] [--values 0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1]

`demo` writes Angles.txt, Weights.txt and Omegas.txt with --txtwrite (first row: the initial condition); the studies write one
line per value, and a folder from which they resume after an interruption. All random numbers are seeded.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

from biela.estimate.experiment import Experiment
from biela.estimate.sensor_model import read
from biela.estimate.statistics import to_turn
from biela.estimate.truth import simulate_truth
from biela.app.published.particle_filter import MOTION, NUMBERS, SIGMAS, STEP, particle_filter, problem
from biela.study.filters import FilterStudy, summaries, table

model, prior = problem()


def append(name: str, row: str, folder: Path) -> None:
    with (folder / name).open("a", encoding="ascii") as file:
        file.write(row + "\n")


def demo(options: argparse.Namespace) -> None:
    steps = round(options.time / STEP)
    truth = simulate_truth(model, prior, [np.random.default_rng(options.seed)], STEP, steps)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(options.seed + 1))
    filter = particle_filter(options.particles, MOTION, options.seed)
    angle, gyro = float(truth.start[0, model.places[0]]), 0.0
    for k in range(steps + 1):
        values, w = filter.values(), filter.weights
        if options.txtwrite:
            append("Angles.txt", "\t".join(f"{a:.4f}" for a in to_turn([angle, *values[:, 0]])), options.out)
            append("Weights.txt", "".join(f"\t{x:.6f}" for x in w), options.out)
            append("Omegas.txt", "\t".join(f"{x:.3f}" for x in [gyro, *values[:, 1]]), options.out)
        if k == steps:
            break
        before = filter.resamplings
        filter.advance(log.t[k], {"gyro": log.values[k, 0]})
        angle, gyro = truth.values[0, k, 0], log.values[k, 0]
        if not options.quiet:
            for omega, logw, a in zip(
                filter.values()[:, 1], filter.cloud.log_weights, filter.values()[:, 0], strict=True
            ):
                print(f"{omega:9.5f} {logw:10.5f} {float(to_turn(a)):7.3f}")
            print(f"t = {log.t[k]:.3f} s  reference {gyro:9.5f} rad/s {float(to_turn(angle)):7.3f} rad", end="  ")
            print(f"ESS {100 * filter.effective_part:.1f} %")
            if filter.resamplings > before:
                print("resampled")
            if not options.nopause:
                input("Enter for the next iteration ")
    e = filter.estimate()
    found, true = float(to_turn(e["A"])), float(to_turn(angle))
    print(f"estimate {found:.4f} rad, reference {true:.4f} rad, branch {max(e.branches.values()):.3f}")
    if options.plots:
        plots(options.out)


def study(options: argparse.Namespace) -> None:
    number = options.program == "number"
    values = options.values or (NUMBERS if number else SIGMAS)

    def experiment(value: float) -> Experiment:
        count, motion = (int(value), MOTION) if number else (200, value)
        return Experiment(model, prior, lambda seed, x0: particle_filter(count, motion, seed), STEP, 170)

    name, label = ("Fourbar_PtNumberTest", "PtNumber") if number else ("Fourbar_StdDevTest", "StdDev")
    kept = FilterStudy(experiment, values, options.tries, options.seed, label, options.out / f"{name}_Savestate")
    rows = kept.run()
    (options.out / f"{name}.txt").unlink(missing_ok=True)
    for s in summaries(rows):
        line = f"{label}: {s.value:g}  Test time: {s.cpu:.3f} s  {round(s.linear * s.tries)}/{s.tries} success"
        append(f"{name}.txt", line, options.out)
    print(table(rows, label))
    if options.plots:
        from biela.report.study import plot_study

        plot_study(rows, options.out / f"{name}.png", label)


def plots(folder: Path) -> None:
    """The four pictures of the study: angles, angles one history at a time, rates, angles with opacity by weight."""
    from biela.report.style import new_figure, save_figure, style

    angles, omegas = np.loadtxt(folder / "Angles.txt"), np.loadtxt(folder / "Omegas.txt")
    weights = np.array([[float(x) for x in line.split()] for line in (folder / "Weights.txt").read_text().splitlines()])
    k = np.arange(len(angles))
    for name, data in (("Angles", angles), ("AnglesOneByOne", angles), ("Omegas", omegas), ("WeightedAngles", angles)):
        unit = "Angular velocity [rad/s]" if name == "Omegas" else "Angle [rad]"
        with style():
            figure = new_figure(8, 4)
            axis = figure.subplots()
            for i in range(1, data.shape[1], 20 if name == "AnglesOneByOne" else 1):
                alpha = weights[:, i - 1] / weights.max() if name == "WeightedAngles" else 0.3
                axis.scatter(k, data[:, i], s=2, color="tab:blue", alpha=alpha, linewidths=0)
            axis.scatter(k, data[:, 0], s=4, color="tab:red", linewidths=0)
            low, high = (data.min() - 0.5, data.max() + 0.5) if name == "Omegas" else (0, 2 * np.pi)
            axis.set(xlabel="iteration", ylabel=unit, ylim=(low, high))
            save_figure(figure, folder / f"{name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="demo", choices=("demo", "number", "noise"))
    for flag in ("--quiet", "--nopause", "--txtwrite", "--plots"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--time", type=float, default=1.02)
    parser.add_argument("--particles", type=int, default=200)
    parser.add_argument("--tries", type=int, default=100)
    parser.add_argument("--values", type=float, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out"))
    words = sys.argv[1:]
    ours = not words or words[0] in ("demo", "number", "noise", "-h") or words[0].startswith("--")
    options, _ = parser.parse_known_args(words if ours else ["--quiet"])
    options.out.mkdir(parents=True, exist_ok=True)
    if options.program == "demo":
        options.nopause = options.nopause or not sys.stdin.isatty()
        demo(options)
    else:
        study(options)


if __name__ == "__main__":
    main()
