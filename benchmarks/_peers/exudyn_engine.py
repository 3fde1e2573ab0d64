"""Exudyn: absolute planar coordinates and implicit solvers for loops, a kinematic tree and Runge-Kutta 4 for the chain.

How it is called: `SolveDynamic`, one call for the whole run, in its compiled module without range checks
(`exudynFast`), with one thread, nothing written.

Settings, chosen by measuring:

- Loops: `ObjectRigidBody2D` with `ObjectJointRevolute2D`. A kinematic tree closed by constraints is two to three times
  slower, and explicit Runge-Kutta 4 with spring-dampers in place of the loop joints is neither faster nor accurate
  enough (1e6 N/m: 2e-4 m on the four-bar, 6e-2 m on the double four-bar).
- Index-2 trapezoidal rule: modified Newton that renews its Jacobian early (contractivity 0.03), tolerance 1e-7; a
  looser one (1e-6) is 8 % faster with almost thrice the error. The method fails on the double four-bar, with either
  kind of Newton iteration: in its flat positions the constraint Jacobian loses rank.
- Generalised-α (index 3): spectral radius 0.98 (at 1 it fails), full Newton with a dense Eigen factorisation, tolerance
  1e-6: a tenth faster than a modified Newton of the same error.
- Chain: accelerations at the end of a step are not needed (20 % less time); dense Eigen factorisation (30 % less).
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import numpy as np

from _common import measure

from .machines import DURATION, GRAVITY, Machine, Vector, direction
from .outcome import Outcome, failure, judge

sys.exudynFast = True  # type: ignore[attr-defined]  # how Exudyn's own documentation selects its fast module
with redirect_stdout(io.StringIO()):  # it announces itself
    import exudyn as exu
    import exudyn.itemInterface

items: Any = exudyn.itemInterface

SETTINGS = {
    "trapezoidal, index 2": "planar bodies, modified Newton, 1e-7",
    "generalised-α": "planar bodies, full Newton, 1e-6, radius 0.98",
    "RK4": "kinematic tree, dense Eigen",
}


def run(machine: Machine, step: float, repeats: int) -> list[Outcome]:
    """Implicit methods for loops, Runge-Kutta 4 for a tree."""
    if machine.loops:
        return [
            _run(machine, step, repeats, "trapezoidal, index 2", _planar_bodies, _trapezoidal),
            _run(machine, step, repeats, "generalised-α", _planar_bodies, _generalised_alpha),
        ]
    return [_run(machine, step, repeats, "RK4", _kinematic_tree, _runge_kutta)]


def _trapezoidal(settings: Any) -> Any:
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.newton.modifiedNewtonContractivity = 0.03
    settings.timeIntegration.newton.relativeTolerance = 1e-7
    return exu.DynamicSolverType.TrapezoidalIndex2


def _generalised_alpha(settings: Any) -> Any:
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.98
    settings.timeIntegration.newton.useModifiedNewton = False
    settings.timeIntegration.newton.relativeTolerance = 1e-6
    settings.linearSolver.solverType = exu.LinearSolverType.EigenDense
    return exu.DynamicSolverType.GeneralizedAlpha


def _runge_kutta(settings: Any) -> Any:
    settings.timeIntegration.explicit.computeEndOfStepAccelerations = False
    settings.linearSolver.solverType = exu.LinearSolverType.EigenDense
    return exu.DynamicSolverType.RK44


def _run(
    machine: Machine,
    step: float,
    repeats: int,
    method: str,
    build: Callable[[Any, Machine], Callable[[], tuple[Vector, Vector]]],
    choose: Callable[[Any], Any],
) -> Outcome:
    steps = round(DURATION / step)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = DURATION
    settings.timeIntegration.adaptiveStep = False
    settings.timeIntegration.automaticStepSize = False
    settings.solution.file.write = False
    settings.solution.sensors.active = False
    settings.parallel.numberOfThreads = 1
    solver = choose(settings)

    def start() -> tuple[Any, Any, Callable[[], tuple[Vector, Vector]]]:
        container = exu.SystemContainer()
        system = container.AddSystem()
        final = build(system, machine)
        system.Assemble()
        return container, system, final

    def work(built: tuple[Any, Any, Any]) -> None:
        built[1].SolveDynamic(settings, solverType=solver, showHints=False)

    try:
        with redirect_stdout(io.StringIO()):  # a failing solver explains itself at length
            timing, (_, _, final) = measure(start, work, repeats)
    except exu.SolverError as error:
        return failure("Exudyn", method, str(error))
    return judge("Exudyn", method, machine, timing, steps, *final(), SETTINGS[method])


def _planar_bodies(system: Any, machine: Machine) -> Callable[[], tuple[Vector, Vector]]:
    """Three coordinates for every rod (centre and angle), two constraint rows for every hinge."""
    angles, rates = machine.angles, machine.rates
    ground = system.AddObject(items.ObjectGround())
    bodies = []
    for i, rod in enumerate(machine.rods):
        centre = machine.start(i, angles) + rod.length / 2 * direction(angles[i])
        velocity = machine.centre_velocity(i, angles, rates)
        node = system.AddNode(
            items.NodeRigidBody2D(referenceCoordinates=[*centre, angles[i]], initialVelocities=[*velocity, rates[i]])
        )
        body = system.AddObject(items.ObjectRigidBody2D(mass=rod.mass, inertia=rod.inertia, nodeNumber=node))
        weight = system.AddMarker(items.MarkerBodyMass(bodyNumber=body))
        system.AddLoad(items.LoadMassProportional(markerNumber=weight, loadVector=[0, -GRAVITY, 0]))
        bodies.append(body)

    def point(body: int, x: float, y: float = 0.0) -> int:
        return int(system.AddMarker(items.MarkerBodyPosition(bodyNumber=body, localPosition=[x, y, 0])))

    def tip(i: int) -> int:
        return point(bodies[i], machine.rods[i].length / 2)

    def hinge(first: int, second: int) -> None:
        system.AddObject(items.ObjectJointRevolute2D(markerNumbers=[first, second]))

    for body, rod in zip(bodies, machine.rods, strict=True):
        hinge(point(ground, *rod.pivot) if rod.parent is None else tip(rod.parent), point(body, -rod.length / 2))
    for a, b in machine.loops:
        hinge(tip(a), tip(b))

    def final() -> tuple[Vector, Vector]:
        q, v = system.systemData.GetODE2Coordinates(), system.systemData.GetODE2Coordinates_t()
        return angles + np.array(q)[2::3], np.array(v)[2::3]  # coordinates count from the reference pose

    return final


def _kinematic_tree(system: Any, machine: Machine) -> Callable[[], tuple[Vector, Vector]]:
    """One coordinate for every rod, one object for the whole tree."""
    rods = machine.rods
    node = system.AddNode(
        items.NodeGenericODE2(
            referenceCoordinates=[0.0] * len(rods),
            initialCoordinates=list(machine.relative(machine.angles)),
            initialCoordinates_t=list(machine.relative(machine.rates)),
            numberOfODE2Coordinates=len(rods),
        )
    )
    offsets, centres = exu.Vector3DList(), exu.Vector3DList()
    tensors, rotations = exu.Matrix3DList(), exu.Matrix3DList()
    for rod in rods:
        offsets.Append([*rod.pivot, 0.0] if rod.parent is None else [rods[rod.parent].length, 0.0, 0.0])
        centres.Append([rod.length / 2, 0.0, 0.0])
        tensors.Append(np.diag([0.0, rod.inertia, rod.inertia]))
        rotations.Append(np.eye(3))
    system.AddObject(
        items.ObjectKinematicTree(
            nodeNumber=node,
            gravity=[0.0, -GRAVITY, 0.0],
            jointTypes=[exu.JointType.RevoluteZ] * len(rods),
            linkParents=[-1 if rod.parent is None else rod.parent for rod in rods],
            jointTransformations=rotations,
            jointOffsets=offsets,
            linkInertiasCOM=tensors,
            linkCOMs=centres,
            linkMasses=[rod.mass for rod in rods],
        )
    )

    def final() -> tuple[Vector, Vector]:
        q, v = system.systemData.GetODE2Coordinates(), system.systemData.GetODE2Coordinates_t()
        return machine.absolute(np.array(q)), machine.absolute(np.array(v))

    return final
