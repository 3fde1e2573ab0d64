"""Results that run again: ready machines and random ones with loads, inputs, events and settings of all kinds are run, saved, read
back and run again; what differs is told."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
from random_machines import STYLES, random_machine

import biela
from biela import library
from biela.app.film import recorded
from biela.base.errors import BielaError
from biela.files.results.repeat import from_result
from biela.simulation.case import Case
from sample_machines import add_body_loads, add_joint_loads

ROUNDING = 1e-12
"""Part of a column's size by which two runs may differ: a law written in Python rounds in another order than its text."""
INPUTS: tuple[Any, ...] = (
    0.7, -3.0, biela.sine(2.0, 0.3), biela.step(1.5, start=0.01, rise=0.02), biela.table([0, 0.02, 1], [0, 1, -1]),
    lambda t: 2 * t, lambda t: ca.cos(9 * t),
)  # fmt: skip
METHODS: tuple[dict[str, Any], ...] = (
    {}, {"rtol": 1e-6, "atol": 1e-9}, {"method": "rk4", "step": 2e-4}, {"method": "rosenbrock"}, {"method": "dormand-prince"},
    {"method": "semi-implicit-euler", "step": 1e-4}, {"method": "rk4", "step": 5e-4, "output_step": 5e-3},
    {"atol": {"": 1e-9}}, {"max_step": 1e-3}, {"outputs": [0.011, 0.0123456789]}, {"method": "rk4", "step": 0.025},
)  # fmt: skip
FORMULATIONS = (
    "projected", "projected", "baumgarte", biela.Baumgarte(30.0, 20.0), "independent", "augmented-lagrangian",
)  # fmt: skip


def ready(name: str, duration: float = 0.2) -> list[str]:
    """A ready machine."""
    case = library.get(name)
    return differences(name, case, {"duration": min(duration, case.duration)})


def random_run(seed: int) -> tuple[Case, dict[str, Any]]:
    """A random machine as a case, and options of its run."""
    rng = np.random.default_rng(seed)
    style = rng.choice([0, 1, 2, 0, 1, 2, 3, 5])
    sample = random_machine(int(style) + len(STYLES) * int(rng.integers(10**6)))
    m = sample.machine
    joints = [j.name for j in m.joints.values() if j.type.n_v == 1 and j.type.quaternion is None]
    bodies = [b for b in m.bodies.values() if not b.is_ground]
    if joints and rng.random() < 0.6:
        add_joint_loads(m, str(rng.choice(joints)), scale=float(rng.uniform(0.2, 2)))
    if rng.random() < 0.4:
        add_body_loads(m, m.ground, bodies[int(rng.integers(len(bodies)))], rng)
    parameters: dict[str, float] = {}
    if joints and rng.random() < 0.5:
        k = m.parameter("stiffness", 5.0, "N*m/rad")
        m.joint_spring("free_spring", joints[0], stiffness=2 * k)
        parameters = {"stiffness": float(rng.uniform(1, 9))}
    if joints:
        m.motor("extra", joints[0])
    if joints and sample.style == "tree" and rng.random() < 0.3:
        m.drive(joints[-1], lambda t: 0.1 * ca.exp(-t) * ca.sin(7 * t))
    rate = f"{joints[0]}.rate" if joints else "machine.kinetic_energy"
    choices = (*INPUTS, lambda s: -0.5 * s[rate] + ca.sin(s.time))
    inputs = {name: choices[int(rng.integers(len(choices)))] for name in m.actuators if rng.random() < 0.7}
    events = [
        biela.Event("quick", lambda s: s["machine.kinetic_energy"] - 0.3, "rising", str(rng.choice(["record", "stop"])))  # type: ignore[arg-type]
    ]
    settings = dict(METHODS[int(rng.integers(len(METHODS)))])
    loops = bool(m.topology.cut)
    adaptive = settings.get("method") in (None, "dormand-prince")
    if loops and adaptive:
        settings["formulation"] = FORMULATIONS[int(rng.integers(len(FORMULATIONS)))]
    start = _start(sample, parameters, rng)
    if "outputs" in settings:
        settings["outputs"] = [start.t + t for t in settings["outputs"]]
    case = Case.of(m, start, 0.05, inputs=inputs, settings=settings, events=events if rng.random() < 0.5 else ())
    return case, {"parameters": parameters or None}


def _start(sample: Any, parameters: dict[str, float], rng: np.random.Generator) -> Any:
    """The drawn coordinates of all joints, assembled; sometimes with velocities."""
    from sample_machines import Equations

    equations = Equations(sample.machine)
    x = equations.state_of(sample.coordinates)
    if equations.n_v and rng.random() < 0.7:
        x = equations.moving(x, rng, speed=0.5)
    values = np.array([parameters.get(name, p.value) for name, p in sample.machine.parameters.items()], float)
    t = float(rng.choice([0.0, 0.0, 0.25]))
    return biela.State(sample.machine, x, t, None, values if len(values) else None)


def random_differences(seed: int) -> list[str]:
    """A random machine; what cannot be run at all counts as equal."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            case, options = random_run(seed)
    except BielaError:
        return []
    return differences(f"random {seed}", case, options)


def differences(name: str, case: Case, options: dict[str, Any]) -> list[str]:
    """Run, save, read back, run again: a line for each way in which the second run is another one."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = _run(case, **options)
        if run is None:
            return []
        try:
            path = run.save(Path(folder) / "result.nc")
            again = from_result(path)
            twin, shown = _run(again), recorded(path)
        except BielaError as error:
            return [f"{name}: {str(error).splitlines()[0]}"]
    if twin is None:
        return [f"{name}: its result does not run"]
    said = {
        "status": run.status == twin.status, "reason": run.reason == twin.reason, "outputs": np.array_equal(run.t, twin.t),
        "states": _equal(run.x, twin.x), "parameters": np.array_equal(run.p, twin.p), "film": np.array_equal(run.x, shown.x),
        "events": [(e.name, e.time) for e in run.events] == [(e.name, e.time) for e in twin.events],
        "steps": (run.steps, run.rejected) == (twin.steps, twin.rejected), "signals": run.names == twin.names,
    }  # fmt: skip
    return [f"{name}: {what} of the second run differ" for what, same in said.items() if not same]


def _run(case: Case, **options: Any) -> biela.History | None:
    """The history of a run, also of one that fails on its way; None if it cannot begin."""
    try:
        return case.simulate(**options)
    except BielaError as error:
        return error.history  # type: ignore[no-any-return]


def _equal(a: Any, b: Any) -> bool:
    return a.shape == b.shape and bool(np.all(np.abs(a - b) <= ROUNDING * (1e-3 + np.abs(a).max(axis=0, initial=0.0))))
