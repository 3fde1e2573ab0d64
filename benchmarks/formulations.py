"""Formulations of closed loops side by side: what each costs, how well it does, and what it passes.

First ready machines with few rows and with many, for 3 s at most: steps, time of the integration, instructions of one evaluation of
the rates, error of the final positions against a tight run. Then rows of one to eight parallelograms, which lose one rank for each
of them whenever they are flat, at fixed steps and at tolerances down to 1e-12: how many of the runs arrive, and how well they keep
their energy. Everything is compiled before any clock starts.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from _common import arguments, print_summary, print_table
from biela import library
from biela.base.errors import BielaError
from biela.library import n_four_bar
from biela.simulation import AugmentedLagrangian

FORMULATIONS: dict[str, Any] = {name: name for name in ("projected", "independent", "baumgarte", "augmented-lagrangian", "penalty")}
MACHINES = ("four-bar", "andrews-squeezer", "bricard", "bennett", "stewart-gough", "wishbone-suspension", "excavator-published")
FLAT: dict[str, Any] = {
    "projected": "projected",
    "independent": "independent",
    "baumgarte": "baumgarte",
    "augmented-lagrangian": "augmented-lagrangian",
    "  with penalty 1e6": AugmentedLagrangian(1e6),
    "  with penalty 1e7": AugmentedLagrangian(1e7),
    "  with penalty 1e10": AugmentedLagrangian(1e10),
    "penalty": "penalty",
}
FIXED, TOLERANCES = (2e-3, 1.25e-3, 1e-3, 7e-4, 5e-4), (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12)


def machine(name: str, repeats: int) -> tuple[list[list[str]], dict[str, float]]:
    """Rows of the table, and seconds by formulation."""
    ready = library.get(name)
    m = ready.build()
    start, duration = ready.start(m), min(ready.duration, 3.0)
    own = {key: value for key, value in ready.settings.items() if key not in ("rtol", "atol", "output_step")}
    options = own | {"output_step": duration}
    tight = m.simulate(start, duration, **options, rtol=1e-11, atol=1e-13)
    n_q = m.topology.n_q
    rows, times = [], {}
    for label, formulation in FORMULATIONS.items():
        usual = {key: value for key, value in ready.settings.items() if key != "output_step"} | {"output_step": duration}
        runs = [m.simulate(start, duration, formulation=formulation, **usual) for _ in range(repeats + 1)]
        run = min(runs[1:], key=lambda r: r.wall_time)
        times[label] = run.wall_time
        error = np.abs(run.x[-1, :n_q] - tight.x[-1, :n_q]).max()
        rows.append(
            [
                name, label, f"{run.steps}", f"{1e3 * run.wall_time:.2f}",
                f"{run.functions['rates'].instructions}", f"{error:.0e}", f"{run.closure_error:.0e}",
            ]
        )  # fmt: skip
    return rows, times


def flat(windows: tuple[int, ...]) -> tuple[list[list[str]], dict[str, int], int]:
    """Rows of the table, runs that arrived by formulation, and how many there were."""
    ways: list[dict[str, Any]] = [{"method": "rk4", "step": h} for h in FIXED]
    ways += [{"rtol": tolerance, "atol": tolerance / 100} for tolerance in TOLERANCES]
    rows, arrived = [], {}
    for label, formulation in FLAT.items():
        passed, worst = [0, 0], [0.0, 0.0]
        for n in windows:
            m = n_four_bar.build(windows=n)
            for way in ways:
                try:
                    run = m.simulate(n_four_bar.start(m), 4.0, formulation=formulation, output_step=0.01, **way)
                except BielaError:
                    continue
                together = max(float(np.abs(run[f"pivot_{k + 1}.angle"] - run["pivot_0.angle"]).max()) for k in range(n))
                if together > 1e-3:  # it has left for another branch
                    continue
                kind = int("rtol" in way)
                passed[kind] += 1
                worst[kind] = max(worst[kind], run.energy_error / float(run["machine.kinetic_energy"].max()))
        arrived[label.strip()] = sum(passed)
        fixed, adaptive = len(windows) * len(FIXED), len(windows) * len(TOLERANCES)
        rows.append([label, "", f"{passed[0]} of {fixed}", f"{worst[0]:.0e}", f"{passed[1]} of {adaptive}", f"{worst[1]:.0e}"])
    return rows, arrived, len(windows) * len(ways)


def main() -> None:
    options = arguments(__doc__).parse_args()
    warnings.simplefilter("ignore")
    machines = MACHINES[:5] if options.quick else MACHINES
    table, ratios = [], {}
    for name in machines:
        rows, times = machine(name, 3 if options.quick else 10)
        table += rows
        ratios[name] = times["augmented-lagrangian"] / times["projected"]
    header = ["machine", "formulation", "steps", "time [ms]", "instructions", "end error", "closure"]
    print_table("Ready machines, default tolerances or their own", header, table)
    rows, arrived, total = flat((2, 5) if options.quick else (1, 2, 3, 5, 8))
    header = ["formulation", "", "fixed steps", "energy error", "adaptive", "energy error"]
    print_table("Through flat positions, 4 s: runs that arrive, and the worst energy error of these", header, rows)
    print_summary(
        "formulations",
        **{f"{name.replace('-', '_')}_ratio": ratio for name, ratio in ratios.items()},
        flat_runs=total,
        **{f"flat_{name.replace('-', '_').replace(' ', '_')}": count for name, count in arrived.items()},
    )


if __name__ == "__main__":
    main()
