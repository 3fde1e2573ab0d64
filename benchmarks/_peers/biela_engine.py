"""biela on the machines of the comparison: fixed steps of 1 ms, loops closed by projection, one call for all steps."""

from __future__ import annotations

import numpy as np

import biela
from _common import measure
from biela.integrate.driver import integrate
from biela.integrate.method.base import choose_method
from biela.integrate.system import Formulation, system_of
from biela.state.functions import functions_of

from .machines import DURATION, GRAVITY, Machine
from .outcome import Outcome, judge

METHODS = ("rk4", "adams-bashforth")


def build(machine: Machine) -> biela.Mechanism:
    """The rods as bodies along x, hinged about z; loops close between the tips of two rods."""
    m = biela.Mechanism(machine.name, gravity=(0.0, -GRAVITY, 0.0))
    bodies = [
        m.body(rod.name, mass=rod.mass, com=(rod.length / 2, 0, 0), inertia=biela.rod(rod.mass, rod.length)) for rod in machine.rods
    ]
    for i, rod in enumerate(machine.rods):
        carrier, place = (m.ground, (*rod.pivot, 0.0)) if rod.parent is None else (bodies[rod.parent], tip(machine, rod.parent))
        m.revolute(f"hinge_{i}", carrier, bodies[i], parent_point=place)
    for a, b in machine.loops:
        m.revolute(f"closure_{a}_{b}", bodies[a], bodies[b], parent_point=tip(machine, a), child_point=tip(machine, b), cut=True)
    return m


def tip(machine: Machine, i: int) -> tuple[float, float, float]:
    return (machine.rods[i].length, 0.0, 0.0)


def run(machine: Machine, step: float, repeats: int) -> list[Outcome]:
    """Cost and error of each method on one machine."""
    m = build(machine)
    angles, rates = machine.relative(machine.angles), machine.relative(machine.rates)
    names = [f"hinge_{i}" for i in range(len(machine.rods))]
    start = m.assemble(guess=dict(zip(names, angles, strict=True))).with_rates(dict(zip(names, rates, strict=True)))
    functions = functions_of(m)
    order = [next(k for k, link in enumerate(m.topology.links) if link.joint.name == name) for name in names]
    steps = round(DURATION / step)
    outcomes = []
    for name in METHODS:
        method = choose_method(name, step)
        system = system_of(functions, list(method.needed))
        kept = Formulation.PROJECTED if functions.n_rows else Formulation.PLAIN
        empty, end = np.zeros(0), np.array([DURATION])

        def work(_: None, system=system, method=method, kept=kept, empty=empty, end=end) -> object:  # type: ignore[no-untyped-def]
            run.last = integrate(system, method, 0.0, start.x, empty, empty, end, formulation=kept)  # type: ignore[attr-defined]
            return run.last  # type: ignore[attr-defined]

        work(None)  # the loops are compiled once for all machines, and kept on disk
        timing, _ = measure(lambda: None, work, repeats)
        x = run.last.x[-1]  # type: ignore[attr-defined]
        n = len(machine.rods)
        end_angles, end_rates = machine.absolute(x[:n][order]), machine.absolute(x[n : 2 * n][order])
        outcomes.append(judge("biela", name, machine, timing, steps, end_angles, end_rates, kept.name.lower()))
    return outcomes
