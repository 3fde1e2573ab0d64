"""Pinocchio: joint coordinates; articulated bodies for trees, proximal constrained dynamics for loops.

How it is called: Pinocchio offers accelerations, not a time loop, so the Runge-Kutta 4 loop is Python. It is kept as
thin as numpy allows: the rows of one work matrix W are q, v and the four stage accelerations, and each stage is one
small matrix product into a preallocated array. A third of the time of the four-bar is still this loop.

Settings, chosen by measuring:

- `aba` in world convention (10 % faster on the chain than the local one); `constraintDynamics` for loops. Its rival
  `lcaba` takes the same time but ignores the Baumgarte terms, and loses the double four-bar at its flat positions.
- Loops close with a 3-D point constraint. Its row along z is empty in a planar machine and the flat positions lose
  rank, so a proximal term μ is needed: with μ = 1e-12 one iteration suffices (three with 1e-8: 10 % slower).
- Baumgarte gains 400 and 40 (critical, 20 rad/s): without them the double four-bar drifts off its branch; much
  stiffer ones cost accuracy on the four-bar (1e-7 m becomes 1e-6 m at 10⁴ and 200).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pinocchio as pin

from _common import measure

from .machines import DURATION, GRAVITY, Machine, Vector
from .outcome import Outcome, judge

Acceleration = Callable[[Vector, Vector], Vector]


def run(machine: Machine, step: float, repeats: int) -> list[Outcome]:
    """Runge-Kutta 4 on Pinocchio's accelerations."""
    accelerate = _constrained(machine) if machine.loops else _free(machine)
    steps = round(DURATION / step)

    def start() -> Vector:
        work = np.zeros((6, len(machine.rods)))
        work[0], work[1] = machine.relative(machine.angles), machine.relative(machine.rates)
        return work

    timing, work = measure(start, lambda work: _runge_kutta(accelerate, work, step, steps), repeats)
    settings = "constraintDynamics, μ 1e-12, 1 iteration, Baumgarte 20 rad/s" if machine.loops else "aba, world convention"
    angles, rates = machine.absolute(work[0]), machine.absolute(work[1])
    return [judge("Pinocchio", "RK4", machine, timing, steps, angles, rates, settings)]


def _runge_kutta(accelerate: Acceleration, work: Vector, h: float, steps: int) -> None:
    """Classical Runge-Kutta 4 for q̈ = a(q, q̇), stage velocities eliminated.

    With W = [q; v; a₁; a₂; a₃; a₄] each stage state [q; v]ᵢ is a constant 2 × 6 matrix times W:

        q₂ = q + h/2 v                  v₂ = v + h/2 a₁
        q₃ = q + h/2 v + h²/4 a₁        v₃ = v + h/2 a₂
        q₄ = q + h v + h²/2 a₂          v₄ = v + h a₃
        q₊ = q + h v + h²/6 (a₁+a₂+a₃)  v₊ = v + h/6 (a₁ + 2 a₂ + 2 a₃ + a₄)
    """
    hh = h * h
    to_2 = np.array([[1, h / 2, 0, 0, 0, 0], [0, 1, h / 2, 0, 0, 0]])
    to_3 = np.array([[1, h / 2, hh / 4, 0, 0, 0], [0, 1, 0, h / 2, 0, 0]])
    to_4 = np.array([[1, h, 0, hh / 2, 0, 0], [0, 1, 0, 0, h, 0]])
    to_end = np.array([[1, h, hh / 6, hh / 6, hh / 6, 0], [0, 1, h / 6, h / 3, h / 3, h / 6]])
    stage = np.empty((2, work.shape[1]))
    state, q, v = work[:2], stage[0], stage[1]
    dot = np.dot
    stage[:] = state
    for _ in range(steps):
        work[2] = accelerate(q, v)
        dot(to_2, work, stage)
        work[3] = accelerate(q, v)
        dot(to_3, work, stage)
        work[4] = accelerate(q, v)
        dot(to_4, work, stage)
        work[5] = accelerate(q, v)
        dot(to_end, work, stage)
        state[:] = stage


def _free(machine: Machine) -> Acceleration:
    model = _model(machine)
    data, effort, aba, world = model.createData(), np.zeros(model.nv), pin.aba, pin.Convention.WORLD
    return lambda q, v: aba(model, data, q, v, effort, world)


def _constrained(machine: Machine) -> Acceleration:
    model = _model(machine)
    data, effort = model.createData(), np.zeros(model.nv)
    loops, loop_data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for a, b in machine.loops:
        tips = [pin.SE3(np.eye(3), np.array([machine.rods[i].length, 0.0, 0.0])) for i in (a, b)]
        loop = pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, model, a + 1, tips[0], b + 1, tips[1], pin.ReferenceFrame.LOCAL)
        loop.setBaumgarteCorrectorParameters(pin.BaumgarteCorrectorParameters(400.0, 40.0))
        loops.append(loop)
        loop_data.append(loop.createData())
    pin.initConstraintDynamics(model, data, loops, loop_data)
    settings = pin.ProximalSettings(1e-14, 1e-12, 1)  # accuracy, μ, iterations
    dynamics = pin.constraintDynamics
    return lambda q, v: dynamics(model, data, q, v, effort, loops, loop_data, settings)


def _model(machine: Machine) -> Any:
    """Joint i + 1 carries rod i (0 is the ground)."""
    model = pin.Model()
    model.gravity.linear = np.array([0.0, -GRAVITY, 0.0])
    for rod in machine.rods:
        if rod.parent is None:
            parent, offset = 0, np.array([*rod.pivot, 0.0])
        else:
            parent, offset = rod.parent + 1, np.array([machine.rods[rod.parent].length, 0.0, 0.0])
        joint = model.addJoint(parent, pin.JointModelRZ(), pin.SE3(np.eye(3), offset), rod.name)
        centre, tensor = np.array([rod.length / 2, 0.0, 0.0]), np.diag([0.0, rod.inertia, rod.inertia])
        model.appendBodyToJoint(joint, pin.Inertia(rod.mass, centre, tensor), pin.SE3.Identity())
    return model
