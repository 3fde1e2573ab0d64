"""Runs with coarse settings: every method × formulation × step or tolerance, against a sharp run of the same machine.

Random four-bars, chains of four-bars, random machines with loops and ready machines run for some seconds. A run is *silent* if a
coordinate is off by more than 1 % of its amplitude at an output, and the run neither is an error nor says so: its status is "done"
after its accuracy has been asked for, as status line, page and JSON do.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from random_machines import random_machine

import biela
from biela import library
from biela.base.errors import BielaError
from biela.mechanism.mechanism import Mechanism
from biela.simulation.history import History
from biela.state.state import State
from sample_machines import Equations

SILENT = 0.01
"""Error of a coordinate, as part of its amplitude, above which a run must say something."""
OUTPUTS = 40
FIXED = ("rk4", "adams-bashforth", "semi-implicit-euler", "munthe-kaas", "dormand-prince", "rosenbrock", "multi-rate")
ADAPTIVE = ("automatic", "dormand-prince", "rosenbrock", "cvode-bdf", "cvode-adams")
FORMULATIONS = ("projected", "independent", "baumgarte", "augmented-lagrangian", "penalty", "compliant")
STEPS = (5e-2, 2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 1e-4)
TOLERANCES = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
READY = (
    "pendulum", "double-pendulum", "slider-crank", "four-bar", "motor-four-bar", "double-crank", "double-four-bar", "n-four-bar",
    "five-bar", "three-rrr", "spatial-four-bar", "spherical-four-bar", "bennett", "heavy-top", "spinning-body", "chain",
    "planar-chain", "puma-560", "hydraulic-crane", "coupled-pendulums", "quarter-car", "stewart-gough",
)  # fmt: skip
SHARP = (1e-12, 1e-11)
"""Tolerances of the two runs that give the truth, where they agree."""
EACH = 20
"""Settings tried on each machine."""


@dataclass(frozen=True)
class Setting:
    method: str
    formulation: str
    step: float | None
    rtol: float | None

    @property
    def options(self) -> dict[str, Any]:
        own: dict[str, Any] = {"method": self.method, "formulation": self.formulation}
        return own | ({"step": self.step} if self.rtol is None else {"rtol": self.rtol, "atol": self.rtol / 100})

    def __str__(self) -> str:
        return ", ".join(f"{key}={value}" for key, value in self.options.items() if key != "atol")


@dataclass
class Subject:
    """A machine, how it is run, and its sharp runs."""

    name: str
    run: Callable[..., History]
    duration: float
    loops: bool
    networks: bool


@dataclass(frozen=True)
class Verdict:
    """word : "right", "marked", "false alarm", "silent", "unknown", "refused" or "undetermined" (sharp runs disagree)."""

    word: str
    error: float
    at_once: bool
    """Whether the run was marked when it ended, before its accuracy was asked for."""
    text: str


def random_four_bar(rng: np.random.Generator) -> tuple[str, Mechanism, list[State]]:
    """A four-bar of random lengths, with starts at rest at 30 angles; some of them may not close."""
    while True:
        a, b, c = rng.uniform(0.15, 0.6), rng.uniform(0.6, 1.3), rng.uniform(0.5, 1.2)
        m = biela.Mechanism("four_bar", gravity=(0, -9.81, 0))
        bodies = [m.body(n, mass=1.0, com=(x / 2, 0, 0), inertia=biela.rod(1.0, x)) for n, x in zip("abc", (a, b, c), strict=True)]
        m.revolute("A", m.ground, bodies[0])
        m.revolute("B", bodies[0], bodies[1], parent_point=(a, 0, 0))
        m.revolute("D", m.ground, bodies[2], parent_point=(1.0, 0, 0))
        m.revolute("C", bodies[1], bodies[2], parent_point=(b, 0, 0), child_point=(c, 0, 0))
        starts = []
        for angle in rng.uniform(0, 2 * np.pi, 30):
            with suppress(BielaError):
                starts.append(m.assemble({"A": angle}, guess={"A": angle, "D": 1.2}))
        if starts:
            return f"four-bar {a:.4f} {b:.4f} {c:.4f}", m, starts


def four_bar(rng: np.random.Generator) -> Subject:
    """A four-bar, released from rest."""
    name, m, starts = random_four_bar(rng)
    return Subject(f"{name} {starts[0]['A.angle']:.4f}", partial(m.simulate, starts[0]), 4.0, True, False)


def random_loop(rng: np.random.Generator) -> Subject:
    """A random machine of joints of all kinds, moving."""
    while True:
        seed = int(rng.integers(10_000))
        sample = random_machine(seed)
        if sample.style not in ("tree", "loop", "planar loop"):
            continue
        m = sample.machine
        equations = Equations(m)
        if not equations.n_v:
            continue
        x = equations.moving(equations.state_of(sample.coordinates), rng, speed=1.0)
        if not np.all(np.isfinite(x)):
            continue
        return Subject(f"random {seed}", partial(m.simulate, State(m, x, 0.0)), 2.0, sample.style != "tree", False)


def ready(name: str, sizes: dict[str, Any] | None = None) -> Subject:
    """A ready machine, for up to four seconds."""
    case = library.get(name).sized(**(sizes or {}))
    m: Mechanism = case.mechanism

    def run(duration: float, **options: Any) -> History:
        kept = {k: v for k, v in case.settings.items() if k == "max_step"}
        return m.simulate(case.start(), duration, inputs=dict(case.inputs) or None, events=case.events, **kept, **options)

    loops = bool(m.topology.cut or m.couplings)
    return Subject(f"{name} {sizes or ''}".strip(), run, min(case.duration, 4.0), loops, bool(m.networks))


def subjects(count: int, seed: int) -> Iterator[Subject]:
    """Machines in turn: four-bars, random machines, ready machines."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        kind = k % 5
        if kind in (0, 1):
            yield four_bar(rng)
        elif kind in (2, 3):
            yield random_loop(rng)
        else:
            name = READY[(k // 5) % len(READY)]
            yield ready(name, {"windows": int(rng.integers(2, 6))} if name == "n-four-bar" else None)


def settings(subject: Subject, rng: np.random.Generator, count: int = EACH) -> list[Setting]:
    """Random settings, coarse and fine."""
    found: set[Setting] = set()
    while len(found) < count:
        fixed = bool(rng.random() < 0.55)
        method = str(rng.choice(FIXED if fixed else ADAPTIVE))
        if method == "multi-rate" and not subject.networks:
            continue
        formulation = str(rng.choice(FORMULATIONS)) if subject.loops and rng.random() < 0.6 else "projected"
        step = float(rng.choice(STEPS)) if fixed else None
        found.add(Setting(method, formulation, step, None if fixed else float(rng.choice(TOLERANCES))))
    return sorted(found, key=str)


class Truth:
    """The sharp runs of a machine; one that formulations change is only comparable with itself."""

    def __init__(self, subject: Subject):
        self.subject = subject
        self._known: dict[str, Any] = {}

    def of(self, formulation: str) -> tuple[np.ndarray, np.ndarray] | None:
        """(n, m) coordinates at the outputs and their amplitudes; None if sharp runs disagree."""
        basis = "compliant" if formulation == "compliant" else "projected"
        if basis not in self._known:
            self._known[basis] = self._find(basis)
        return self._known[basis]  # type: ignore[no-any-return]

    def _find(self, basis: str) -> Any:
        runs = []
        stiff = basis == "compliant" or self.subject.networks
        for rtol in SHARP:
            try:
                runs.append(quietly(
                    self.subject, method="rosenbrock" if stiff else "dormand-prince", formulation=basis, rtol=rtol, atol=rtol / 100
                ))  # fmt: skip
            except BielaError:
                return None
        a, b = (coordinates(run) for run in runs)
        sizes = amplitudes(runs[0])
        same = a.shape == b.shape and bool((np.abs(a - b) / sizes).max() < 0.2 * SILENT)
        return (a, sizes) if same else None


def quietly(subject: Subject, **options: Any) -> History:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return subject.run(subject.duration, output_step=subject.duration / OUTPUTS, **options)


def coordinates(run: History) -> np.ndarray:
    layout = run.functions.layout
    return np.asarray(run.x[:, layout.q if layout.n_q else layout.networks])


def amplitudes(run: History) -> np.ndarray:
    """Half the range of each coordinate; where next to nothing moves, a thousandth of the largest. States of networks without a
    mechanism are measured by the largest of the same unit."""
    layout = run.functions.layout
    half = np.ptp(coordinates(run), axis=0) / 2
    if not layout.n_q:
        units = [unit for _, unit in layout.entries[layout.networks]]
        return np.array([max(h for h, u in zip(half, units, strict=True) if u == unit) + 1e-9 for unit in units])
    return np.maximum(half, 1e-3 * half.max() + 1e-9)


def judge(truth: Truth, setting: Setting) -> Verdict:
    """Run with a setting, and compare with the sharp run."""
    try:
        run = quietly(truth.subject, **setting.options)
    except BielaError as error:
        return Verdict("refused", np.inf, True, str(error))
    at_once = run.status != "done"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        accuracy = run.accuracy
    said = run.status != "done"
    known = truth.of(setting.formulation)
    if known is None:
        return Verdict("undetermined", np.nan, at_once, accuracy.text)
    q = coordinates(run)
    same = q.shape == known[0].shape
    error = float((np.abs(q - known[0]) / known[1]).max()) if same else np.inf
    if said:
        word = "marked" if error > 0.8 * SILENT else "false alarm"
    elif error <= SILENT:
        word = "right"
    else:
        word = "unknown" if accuracy.error is None else "silent"
    return Verdict(word, error, at_once, accuracy.text or "; ".join(run.notes))


def verdicts(count: int, seed: int) -> Iterator[tuple[str, Setting, Verdict]]:
    """Try about `count` runs, `EACH` on each machine."""
    rng = np.random.default_rng(seed)
    for subject in subjects(-(-count // EACH), seed):
        truth = Truth(subject)
        for setting in settings(subject, rng):
            yield subject.name, setting, judge(truth, setting)


BATCHES: tuple[dict[str, Any], ...] = (
    {"method": "rk4", "step": 0.02}, {"method": "rk4", "step": 0.01}, {"method": "adams-bashforth", "step": 0.005},
    {"method": "semi-implicit-euler", "step": 1e-4}, {"rtol": 1e-3, "atol": 1e-5}, {"rtol": 1e-5, "atol": 1e-7},
    {"rtol": 1e-6, "atol": 1e-8}, {"method": "rosenbrock", "rtol": 1e-4, "atol": 1e-6},
)  # fmt: skip


def silent_in_batches(count: int, seed: int) -> list[str]:
    """Machines of batches that are off without a word, of `count` four-bars with many starts each."""
    rng, found, duration = np.random.default_rng(seed), [], 4.0
    for _ in range(count):
        name, m, starts = random_four_bar(rng)
        run = partial(m.simulate_batch, starts, duration, output_step=duration / OUTPUTS)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            sharp = run(rtol=1e-12, atol=1e-14)
            for options in BATCHES:
                batch = run(**options)
                for k in range(len(starts)):
                    q = batch.functions.layout.q
                    sizes = amplitudes(sharp.history(k))
                    error = float((np.abs(batch.x[:, k, q] - sharp.x[:, k, q]) / sizes).max())
                    if error > SILENT and batch.status[k] == sharp.status[k] == "done":
                        found.append(f"{name}, {options}, machine {k}: off by {error:.3g}")
    return found
