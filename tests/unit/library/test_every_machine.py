"""What every ready machine must do: pass its check, start as published, keep closure and energy, equal its batch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from biela import library
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case as Run
from biela.state.state import State

NAMES = library.names()
LOOPED = [
    "slider-crank", "spatial-slider-crank", "four-bar", "double-four-bar", "n-four-bar", "five-bar", "bennett",
    "bricard", "stewart-gough", "andrews-squeezer", "three-rrr", "spatial-four-bar", "spherical-four-bar",
    "excavator", "excavator-published", "excavator-digging", "excavator-levers", "motor-four-bar", "wishbone-suspension",
]  # fmt: skip
GRAPHS = ["coupled-pendulums", "top", "top-waves", "top-loops"]
"""Bond graphs alone: bodies and joints are elements of a network."""
MOBILITY = {
    **dict.fromkeys(GRAPHS, 0),
    "pendulum": 1, "double-pendulum": 2, "n-pendulum": 5, "five-bar": 2, "stewart-gough": 6, "heavy-top": 3,
    "spinning-body": 6, "chain": 10, "planar-chain": 20, "three-rrr": 3, "puma-560": 6,
    "excavator": 4, "excavator-published": 4, "excavator-digging": 10, "excavator-levers": 6, "hydraulic-crane": 3,
    "wishbone-suspension": 5, "quarter-car": 2, "renault-clio": 14,
}  # fmt: skip
"""Of the others: 1."""


@dataclass(frozen=True)
class Case:
    ready: Run
    machine: Mechanism
    start: State

    @property
    def short(self) -> float:
        """A time over which even a chaotic machine repeats."""
        return min(self.ready.duration, 1.0)

    def agreement(self, usual: float) -> float:
        """How well two runs agree: of a machine with its own tolerance, within some of its steps' errors, since the
        least rounding makes it take other steps."""
        return 50 * self.ready.settings["rtol"] if "rtol" in self.ready.settings else usual


@cache
def case(name: str) -> Case:
    ready = library.get(name)
    machine = ready.build()
    return Case(ready, machine, ready.start(machine))


@pytest.mark.parametrize("name", NAMES)
def test_checks_well(name: str) -> None:
    c = case(name)
    report = c.machine.check(c.start)
    assert report.ok and not report.warnings
    assert report.mobility is not None and report.mobility.measured == MOBILITY.get(name, 1)
    assert bool(report.loops) == (name in LOOPED)
    assert len(report.parts) == (name not in GRAPHS)


@pytest.mark.parametrize("name", NAMES)
def test_runs_and_keeps_its_energy(name: str) -> None:
    """The published run with its own settings, which the audit must not doubt; error relative to the largest kinetic energy."""
    c = case(name)
    run = c.machine.simulate(c.start, c.ready.duration, inputs=c.ready.inputs or None, **c.ready.settings)
    assert run.status == "done" and not run.notes
    for signal in c.ready.signals:
        assert np.all(np.isfinite(run[signal])) and np.ptp(run[signal]) > 1e-3
    moving = run["machine.energy"] if name in GRAPHS else run["machine.kinetic_energy"]
    assert run.energy_error < 5e-6 * moving.max()
    assert run.closure_error < 1e-10


@pytest.mark.parametrize("name", LOOPED)
@pytest.mark.parametrize("formulation", ["projected", "independent"])
def test_loops_stay_closed(name: str, formulation: str) -> None:
    c = case(name)
    run = c.machine.simulate(c.start, c.short, formulation=formulation, **c.ready.settings)
    assert run.closure_error < 1e-10
    assert run["machine.closure_error"].max() < 1e-10


@pytest.mark.parametrize("name", LOOPED)
def test_formulations_agree(name: str) -> None:
    c = case(name)
    runs = [c.machine.simulate(c.start, c.short, formulation=f, **c.ready.settings) for f in ("projected", "independent")]
    scale = 1 + np.abs(runs[0].x).max()
    assert np.abs(runs[0].x - runs[1].x).max() < c.agreement(1e-6) * scale


@pytest.mark.parametrize("name", NAMES)
def test_batch_equals_single_runs(name: str) -> None:
    """To 1e-10, wherever in the batch, at a fixed step and at the default method."""
    c = case(name)
    own = {key: value for key, value in c.ready.settings.items() if key != "output_step"}
    other = c.machine.simulate(c.start, c.short / 7, **own).final.at(0.0)
    starts = [c.start, other, c.start]
    for options in ({"method": "rk4", "step": c.short / 500}, {}) if not own else (own,):
        batch = c.machine.simulate_batch(starts, c.short, output_step=c.short / 4, **options)
        assert batch.status == ["done"] * 3
        assert np.array_equal(batch.x[:, 0], batch.x[:, 2])
        for k in (0, 1):
            alone = c.machine.simulate(starts[k], c.short, output_step=c.short / 4, **options)
            scale = 1 + np.abs(alone.x).max()
            assert np.abs(batch.x[:, k] - alone.x).max() < c.agreement(1e-10) * scale
