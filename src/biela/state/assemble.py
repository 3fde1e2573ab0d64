"""Assembly: positions, velocities and accelerations at which every loop is closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError, InconsistentStart, LoopNotClosed
from biela.mechanism.mechanism import Mechanism
from biela.state.closing import CLOSED, ClosureProblem, Held
from biela.state.functions import MachineFunctions, functions_of, parameter_values
from biela.state.network_start import network_start
from biela.state.state import State

Vector = NDArray[np.float64]


def assemble(
    mechanism: Mechanism,
    coordinates: Mapping[str, Any] | None = None,
    *,
    rates: Mapping[str, Any] | None = None,
    guess: State | Mapping[str, Any] | None = None,
    t: float = 0.0,
    parameters: Mapping[str, float] | None = None,
    tolerance: float = CLOSED,
) -> State:
    """A state with every loop closed, every coupling and prescribed motion met.

    The given coordinates are held; the others start from the guess and move as little as they must (Levenberg-Marquardt
    steps in joint space). If that fails, the given coordinates are led there in small steps from the guess, which keeps
    the branch; then several other starts are tried.

    Parameters
    ----------
    coordinates : joint name (or `joint.coordinate`) → value [rad, m]; any joint, also one that closes a loop. Other signals of the
        position may be given instead, such as `jack.extension` of a cylinder or `bucket.z`
    rates : joint name (or `joint.rate`) → value [rad/s, m/s]; the rest follows, or is zero
    guess : where to start: a state, or coordinates; zero (the drawing pose) if omitted. It chooses the branch
    t : time, for prescribed motions [s]
    parameters : values of free parameters, nominal if omitted
    tolerance : largest residual of a closed loop: angles [rad], lengths as parts of the machine's size

    Raises
    ------
    LoopNotClosed : with the loop, how far it stays open, and what was asked
    """
    functions = functions_of(mechanism)
    p = parameter_values(mechanism, parameters)
    held = Held(mechanism, coordinates or {}, "coordinates")
    start = guessed(functions, guess, t, p)
    problem = ClosureProblem(functions, held, t, p, tolerance)
    problem.refuse_contradiction()
    problem.refuse_other_signals(start)

    start = problem.wound(start)
    near = start
    if guess is not None and not isinstance(guess, State):
        # the guess as far as loops and given coordinates allow: it counts for joints that close a loop too
        wished = held.also(Held(mechanism, guess, "coordinates"))
        near = ClosureProblem(functions, wished, t, p, tolerance).solve(start).x
    best = problem.solve(near)
    if best.residual > tolerance and near is not start:
        best = min(best, problem.solve(start), key=lambda a: a.residual)
    if best.residual > tolerance:
        best = min(best, problem.lead(near), key=lambda a: a.residual)
    if best.residual > tolerance:
        best = min([best, *(problem.solve(other) for other in problem.other_starts(start))], key=lambda a: a.residual)
    if best.residual > tolerance:
        raise LoopNotClosed(problem.explain(best))
    state = State(mechanism, problem.with_hints(best.x), t, None, p if parameters else None)
    return solve_velocities(state, rates or {})


def branches(
    mechanism: Mechanism,
    coordinates: Mapping[str, Any] | None = None,
    *,
    starts: int = 60,
    seed: int = 1,
    t: float = 0.0,
) -> list[State]:
    """Assemblies that differ, found from many starts: the branches that a machine can be put together in.

    Sorted by how far they are from the drawing pose. More `starts` find rarer branches; none is guaranteed to be found.
    """
    functions = functions_of(mechanism)
    held = Held(mechanism, coordinates or {}, "coordinates")
    problem = ClosureProblem(functions, held, t, functions.parameters, CLOSED)
    problem.refuse_contradiction()
    origin = problem.wound(guessed(functions, None, t, functions.parameters))
    found: list[Vector] = []
    for start in [origin, *problem.other_starts(origin, starts, seed)]:
        result = problem.solve(start)
        if result.residual <= CLOSED and not any(problem.same(result.x, x) for x in found):
            found.append(result.x)
    found.sort(key=lambda x: float(np.linalg.norm(problem.shape(x) - problem.shape(origin))))
    return [solve_velocities(State(mechanism, problem.with_hints(x), t), {}) for x in found]


def with_hints(
    functions: MachineFunctions, x: Vector, t: float, held: Mapping[int, float], p: Vector | None = None
) -> Vector:
    """x with the turn hints of cut joints set: to the held value where one was given, else to the measured angle.

    `held` maps places among the coordinates of all joints to values.
    """
    layout = functions.layout
    if not layout.hint_places:
        return x
    x = x.copy()
    neutral = layout.neutral()[layout.hints]
    x[layout.hints] = [held.get(place, start) for place, start in zip(layout.hint_places, neutral, strict=True)]
    u = np.zeros(len(functions.mechanism.actuators))
    q = functions.evaluate("coordinates", t, x, u, functions.parameters if p is None else p)[0]
    x[layout.hints] = q[layout.hint_places]
    return x


def solve_velocities(state: State, rates: Mapping[str, Any]) -> State:
    """Velocities with the given joint rates and every constraint satisfied; what is left free is as small as possible."""
    functions = functions_of(state.mechanism)
    t, x, u, p = state.arguments()
    held = Held(state.mechanism, rates, "rates")
    n_v, still = functions.layout.n_v, functions.layout.at_rest(x)
    topology = state.mechanism.topology
    A, b = np.zeros((0, n_v)), np.zeros(0)
    if topology.cut or state.mechanism.couplings or state.mechanism.drives:
        _, offset, A, _ = functions.evaluate("closure", t, still, u, p)
        b = -offset
    if held.places:
        J = functions.evaluate("coordinates", t, still, u, p)[2]
        A, b = np.vstack([A, J[held.places]]), np.concatenate([b, held.values])
    v = np.linalg.lstsq(A, b, rcond=1e-11)[0] if b.size and np.any(b) else np.zeros(n_v)
    gap = np.abs(A @ v - b)
    if b.size and gap.max() > 1e-9 * (1.0 + np.abs(b).max()):
        rows = len(b) - len(held.places)
        worst = int(gap.argmax())
        culprit = held.labels[worst - rows] if worst >= rows else functions.dynamics.all_rows[worst].owner
        raise InconsistentStart(
            f"the rates asked for contradict the loops or a prescribed motion: {culprit!r} is missed by {gap[worst]:.3g}. "
            "Give rates for independent joints only."
        )
    moving = still
    moving[functions.layout.v] = v
    return replace(state, x=moving)


def accelerations(state: State) -> Vector:
    """v̇ of the tree joints at a state."""
    return np.array(functions_of(state.mechanism).evaluate("accelerations", *state.arguments())[0])


def guessed(functions: MachineFunctions, guess: State | Mapping[str, Any] | None, t: float, p: Vector) -> Vector:
    """A start configuration from a state, from coordinates, or from the drawing pose."""
    mechanism, layout = functions.mechanism, functions.layout
    if isinstance(guess, State):
        if guess.mechanism is not mechanism:
            raise DescriptionError(f"the guess is a state of {guess.mechanism.name!r}, not of {mechanism.name!r}.")
        return guess.x.copy()
    x = layout.neutral()
    if mechanism.networks:
        x[layout.networks] = network_start(mechanism, p)
    for name, value in (guess or {}).items():
        joint, quantities = Held.find(mechanism, name, "coordinates")
        link_of = mechanism.topology.link_of(joint.name)
        if link_of is None:
            continue  # of a joint that closes a loop: see below
        numbers = np.atleast_1d(np.asarray(value, float))
        if numbers.shape != (len(quantities),):
            raise DescriptionError(f"guess of {name!r}: give {len(quantities)} numbers, not {numbers.size}.")
        for (k, _), number in zip(quantities, numbers, strict=True):
            x[link_of.q.start + k] = number
    if any(mechanism.topology.link_of(name.partition(".")[0]) is None for name in guess or {}):
        # a joint that closes a loop has no coordinate of its own: go where all of the guess is met best
        x = ClosureProblem(functions, Held(mechanism, dict(guess or {}), "coordinates"), t, p, CLOSED).solve(x).x
    return x
