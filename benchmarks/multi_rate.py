"""Networks at a small step beside their mechanism at a large one (`multi-rate`), against all of it at one step.

First the excavator's ten seconds under control: its pressures are stiff, but as smooth as its motion, so that one implicit method
takes long steps through everything. Then a chain of twenty links turned by a chopped voltage: nothing is stiff, but the current
ripples at 2 kHz, and one step for all must evaluate the whole chain at that rate. Errors are the largest over the run against a
tight one. Times are those of the integration; everything is compiled before any clock starts.

`multi-rate` differs from `rosenbrock` in two things, the two rates and the formula of its small steps (Rodas3, order 3, in place of
Rodas5P, order 5). To tell them apart, Rodas3 is also run on the whole machine, at the small step; in Python, for its errors only.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np

import biela
from _common import arguments, print_summary, print_table
from biela.library import excavator
from biela.mechanism.mechanism import Mechanism
from biela.network import Network, electric
from biela.simulation.history import History
from biela.state.functions import functions_of
from excavator import DURATION, EXTENSIONS, OUTPUT, pressures

LINKS, RIPPLE = 20, 2000.0
CONTROL = 1.25e-3
"""Step of Rodas3 on the whole machine: the small step of 5 ms / 4 [s]"""
ROWS_EXCAVATOR: list[tuple[str, dict[str, Any]]] = [
    ("rosenbrock, rtol 1e-4", {"method": "rosenbrock", "rtol": 1e-4, "atol": 1e-6}),
    ("rosenbrock, rtol 1e-6", {"method": "rosenbrock", "rtol": 1e-6, "atol": 1e-8}),
    ("rosenbrock, 5 ms", {"method": "rosenbrock", "step": 5e-3}),
    ("rosenbrock, 1 ms", {"method": "rosenbrock", "step": 1e-3}),
    ("multi-rate, 5 ms / 4", {"method": "multi-rate", "step": 5e-3}),
    ("multi-rate, 2.5 ms / 4", {"method": "multi-rate", "step": 2.5e-3}),
    ("multi-rate, 1 ms / 4", {"method": "multi-rate", "step": 1e-3}),
    ("multi-rate, 0.5 ms / 4", {"method": "multi-rate", "step": 5e-4}),
]
ROWS_CHAIN: list[tuple[str, dict[str, Any]]] = [
    ("rosenbrock, rtol 1e-6", {"method": "rosenbrock", "rtol": 1e-6, "atol": 1e-8}),
    ("dormand-prince, rtol 1e-6", {"method": "dormand-prince", "rtol": 1e-6, "atol": 1e-8}),
    ("rk4, 50 µs", {"method": "rk4", "step": 5e-5}),
    ("multi-rate, 5 ms / 100", {"method": "multi-rate", "step": 5e-3, "substeps": 100}),
    ("multi-rate, 2 ms / 40", {"method": "multi-rate", "step": 2e-3, "substeps": 40}),
    ("multi-rate, 1 ms / 20", {"method": "multi-rate", "step": 1e-3, "substeps": 20}),
]


@dataclass(frozen=True)
class Found:
    """One way through one manoeuvre."""

    time: float
    """Of the integration [s]"""
    cpu: float
    """Of the whole call [s]"""
    motion: float
    network: float
    energy: float
    """Energy that appeared from nowhere, at most [J]"""


def main() -> None:
    warnings.simplefilter("ignore")  # the improved machine's valves reach their ends, and say so
    repeats = 3 if arguments(__doc__).parse_args().quick else 7
    summary: dict[str, float] = {}
    for label, m in (
        ("published", excavator.published(swing=False)),
        ("improved", excavator.improved(work=False, bucket_load=0.0)),
    ):
        found = excavators(m, repeats)
        rows = [
            [label, name, *times(f, DURATION), f"{f.motion:.1e}", f"{f.network:.1e}", f"{f.energy:.1e}"]
            for name, f in found.items()
        ]
        head = ["excavator", "method", "ms", "CPU ms, whole call", "× real time", "mm", "pressure", "energy J"]
        print_table(f"excavator, {label}, {DURATION:g} s closed loop", head, rows)
        one, two = found["rosenbrock, rtol 1e-6"], found["multi-rate, 1 ms / 4"]
        summary |= {f"{label}_mm": two.motion, f"{label}_pressure": two.network, f"{label}_speed_ratio": one.time / two.time}
    found = chains(repeats)
    rows = [["chain", name, *times(f, 1.0), f"{f.motion:.1e}", f"{f.network:.1e}", f"{f.energy:.1e}"] for name, f in found.items()]
    head = ["machine", "method", "ms", "CPU ms, whole call", "× real time", "rad", "ampere", "energy J"]
    print_table(f"{LINKS} links and a motor on a voltage that ripples at {RIPPLE / 1e3:g} kHz, 1 s", head, rows)
    best = min(f.time for name, f in found.items() if not name.startswith("multi-rate"))
    print_summary("multi_rate", **summary, chain_speed_ratio=best / found["multi-rate, 2 ms / 40"].time)


def times(f: Found, duration: float) -> list[str]:
    if np.isnan(f.time):
        return ["", "", ""]
    return [f"{1e3 * f.time:.1f}", f"{1e3 * f.cpu:.1f}", f"{duration / f.time:.0f}"]


def excavators(m: Mechanism, repeats: int) -> dict[str, Found]:
    state = excavator.pose(m)
    exact = m.simulate(state, DURATION, method="rosenbrock", rtol=1e-10, atol=1e-12, output_step=OUTPUT)
    chambers = [n for n in pressures(m) if n in exact]

    def errors(run: Any) -> tuple[float, float]:
        mm = max(np.abs(run[n] - exact[n]).max() for n in EXTENSIONS) * 1e3
        share = max(np.abs(run[n] - exact[n]).max() / np.abs(exact[n]).max() for n in chambers)
        return float(mm), float(share)

    found = {
        name: measured(lambda o=options: m.simulate(state, DURATION, output_step=OUTPUT, **o), errors, repeats)
        for name, options in ROWS_EXCAVATOR
    }
    whole = History(m, exact.functions, exact.t, rodas3_for_all(m, state, CONTROL), exact.u, exact.p)
    return found | {f"Rodas3 for all, {1e3 * CONTROL:g} ms": Found(np.nan, np.nan, *errors(whole), float(whole.energy_error))}


def rodas3_for_all(m: Mechanism, state: Any, step: float) -> Any:
    """States at the outputs: the formulas of `integrate/method/rodas3.py` on the whole machine, projected after each step."""
    f = functions_of(m)
    _, x, u, p = state.arguments()
    x, n, h = np.array(x, float), len(x), step
    kept = [x]
    for k in range(round(DURATION / h)):
        t = k * h
        slopes, drift, _ = (np.asarray(a) for a in f["jacobian"](t, x, u, p))
        rate = lambda t, x: np.ravel(f["rates"](t, x, u, p))  # noqa: E731
        solve = np.linalg.inv(2 / h * np.eye(n) - slopes.reshape(n, n))
        k1 = solve @ (rate(t, x) + h / 2 * drift.ravel())
        k2 = solve @ (rate(t, x) + 3 * h / 2 * drift.ravel() + 4 / h * k1)
        k3 = solve @ (rate(t + h, x + 2 * k1) + (k1 - k2) / h)
        k4 = solve @ (rate(t + h, x + 2 * k1 + k3) + (k1 - k2 - 8 / 3 * k3) / h)
        x = x + 2 * k1 + k3 + k4
        for _ in range(2):
            x = np.ravel(f["project"](t + h, x, u, p))
        if (k + 1) % round(OUTPUT / h) == 0:
            kept.append(x)
    return np.array(kept)


def chains(repeats: int) -> dict[str, Found]:
    m = chain()
    state = m.assemble({"J0": 0.3})
    voltage = {"drive/chopper": lambda t: 6.0 * np.sin(2 * np.pi * t) + 24.0 * np.sin(2 * np.pi * RIPPLE * t)}
    run = lambda **o: m.simulate(state, 1.0, inputs=voltage, output_step=OUTPUT, **o)  # noqa: E731
    exact = run(rtol=1e-11, atol=1e-13)

    def errors(run: Any) -> tuple[float, float]:
        rad = max(np.abs(run[f"J{k}.angle"] - exact[f"J{k}.angle"]).max() for k in range(LINKS))
        current = np.abs(run["drive/motor/coil.flow"] - exact["drive/motor/coil.flow"]).max()
        return float(rad), float(current)

    return {name: measured(lambda o=options: run(**o), errors, repeats) for name, options in ROWS_CHAIN}


def chain() -> Mechanism:
    """Links with crossed axes, the first one turned by a motor."""
    m = biela.Mechanism("chain", gravity=(0, 0, -9.81))
    last: Any = m.ground
    for k in range(LINKS):
        link = m.body(f"link{k}", mass=0.5, com=(0, 0, -0.1), inertia=(2e-3, 2e-3, 1e-4))
        axis = (1, 0, 0) if k % 2 else (0, 1, 0)
        m.revolute(f"J{k}", last, link, axis=axis, parent_point=(0, 0, -0.2) if k else (0, 0, 0))
        last = link
    net = Network("drive")
    net.add(electric.dc_motor("motor", resistance=1.0, inductance=2e-3, constant=0.5), electric.voltage("chopper"))
    net.connect("chopper", "motor.supply")
    net.expose("shaft", "motor.shaft")
    m.attach(net, {"shaft": "J0"})
    return m


def measured(work: Callable[[], Any], errors: Callable[[Any], tuple[float, float]], repeats: int) -> Found:
    """Best times of some runs, after one that pays for what is made once."""
    result = work()
    inner, whole = [], []
    for _ in range(repeats):
        cpu = process_time()
        result = work()
        whole.append(process_time() - cpu)
        inner.append(result.wall_time)
    return Found(min(inner), min(whole), *errors(result), float(result.energy_error))


if __name__ == "__main__":
    main()
