"""Assembly: positions, velocities and accelerations at which every loop is closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biela.base.array import Array
from biela.base.checked import fitting
from biela.base.errors import DescriptionError, LoopNotClosed
from biela.mechanism.drawing import drawing
from biela.mechanism.mechanism import Mechanism
from biela.state.closing import CLOSED, ROUNDED, Attempt, ClosureProblem, accepted_gap
from biela.state.functions import MachineFunctions, functions_of, parameter_values
from biela.state.held import Held
from biela.state.network_start import network_start
from biela.state.state import Assembly, State


def assemble(
    mechanism: Mechanism,
    coordinates: Mapping[str, Any] | None = None,
    *,
    rates: Mapping[str, Any] | None = None,
    guess: State | Mapping[str, Any] | None = None,
    t: float = 0.0,
    parameters: Mapping[str, float] | None = None,
    tolerance: float = ROUNDED,
    elsewhere: bool = True,
) -> State:
    """Find a state with every loop closed, every coupling and prescribed motion met.

    The given coordinates are held; the others start from the guess and move as little as they must (Levenberg-Marquardt
    steps in joint space). If that fails, the given coordinates are led there in small steps from the guess, which keeps
    the branch; then several other starts are tried.

    Parameters
    ----------
    coordinates : joint name (or `joint.coordinate`) → value [rad, m]; any joint, also one that closes a loop. Other signals of the
        position may be given instead, such as `jack.extension` of a cylinder or `bucket.z`
    rates : joint name (or `joint.rate`) → value [rad/s, m/s]; the rest follows, or is zero
    guess : where to start: a state, or coordinates; the drawing pose if omitted. It chooses the branch
    t : time, for prescribed motions [s]
    parameters : values of free parameters, nominal if omitted
    tolerance : largest gap of a loop that no joint can close, taken for rounding of the data: angles [rad], lengths as parts of
        the machine's size. Whatever joints can close is closed to 1e-12; runs allow the gap that is left
    elsewhere : whether to try the other starts; without them a position out of reach is refused ten times sooner

    Raises
    ------
    LoopNotClosed : with the loop, how far it stays open, and what was asked
    """
    fitting(assemble, locals(), positive=("tolerance",))
    functions = functions_of(mechanism)
    p = parameter_values(mechanism, parameters)
    held = Held(mechanism, coordinates or {}, "coordinates")
    start = guessed(functions, guess, t, p)
    problem = ClosureProblem(functions, t, p, held, tolerance)
    problem.refuse_contradiction()
    problem.refuse_other_signals(start)
    near = start = problem.wound(start)
    if guess is not None and not isinstance(guess, State):
        # the guess as far as loops and given coordinates allow: it counts for joints that close a loop too
        wished = held.also(Held(mechanism, guess, "coordinates"))
        near = ClosureProblem(functions, t, p, wished, tolerance).solve(start).x
    best = _search(problem, near, start, elsewhere)
    if best.residual > tolerance:
        raise LoopNotClosed(*problem.explain(best))
    if best.residual > CLOSED and functions.constrained:
        accepted_gap(mechanism).add(problem, best.x)
    said = guess.assembly is None or guess.assembly.guessed if isinstance(guess, State) else bool(guess)
    assembly = Assembly(dict(coordinates or {}), said)
    state = State(mechanism, problem.with_hints(best.x), t, None, p if parameters else None, assembly=assembly)
    return state.with_rates(rates or {})


def _search(problem: ClosureProblem, near: Array, start: Array, elsewhere: bool) -> Attempt:
    """Return the best attempt of those near the guess, by leading the given coordinates there, and from other starts."""
    best = problem.solve(near)
    if best.residual > problem.tolerance and near is not start:
        best = min(best, problem.solve(start), key=lambda a: a.residual)
    if best.residual > problem.tolerance:
        best = min(best, problem.lead(near), key=lambda a: a.residual)
    if best.residual > problem.tolerance and elsewhere:
        best = problem.best_of(best, problem.other_starts(start))
    return best


def start_state(
    mechanism: Mechanism, start: State | Mapping[str, Any] | None, parameters: Mapping[str, float] | None = None
) -> State:
    """Return a start given as a state of the machine or as coordinates to assemble from; the assembled drawing pose if omitted."""
    if start is None or isinstance(start, Mapping):
        return assemble(mechanism, start, parameters=parameters)
    if not isinstance(start, State):
        raise DescriptionError(f"start is {start!r}: give a state, or coordinates to assemble from such as {{'A': 0.5}}.")
    if start.mechanism is not mechanism:
        raise DescriptionError(f"the start state belongs to {start.mechanism.name!r}, not to {mechanism.name!r}.")
    return start


def guessed(functions: MachineFunctions, guess: State | Mapping[str, Any] | None, t: float, p: Array) -> Array:
    """Return a start configuration from a state, from coordinates, or from the drawing pose."""
    mechanism, layout = functions.mechanism, functions.layout
    if isinstance(guess, State):
        if guess.mechanism is not mechanism:
            raise DescriptionError(f"the guess is a state of {guess.mechanism.name!r}, not of {mechanism.name!r}.")
        return guess.x.copy()
    x, drawn = layout.neutral(), drawing(mechanism, dict(zip(mechanism.parameters, map(float, p), strict=True)))
    for link in mechanism.topology.links:
        x[link.q] = drawn.coordinates[link.joint.name]
    if mechanism.networks:
        x[layout.networks] = network_start(mechanism, p)
    wished = Held(mechanism, guess or {}, "coordinates")
    own = {layout.coordinates[link.joint.name].start + k: link.q.start + k
           for link in mechanism.topology.links for k in range(link.joint.type.n_q)}  # fmt: skip
    for place, value in zip(wished.places, wished.values, strict=True):
        if place in own:
            x[own[place]] = value
    if wished.signals or not own.keys() >= set(wished.places):
        # neither a joint that closes a loop nor a signal has a coordinate in x: go where all of the guess is met best
        x = ClosureProblem(functions, t, p, wished).solve(x).x
    return x
