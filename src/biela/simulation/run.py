"""Running a machine in time."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.equations.network_facts import network_facts
from biela.equations.stabilisation import Penalised, Stabilisation
from biela.errors import DescriptionError, InconsistentStart, SimulationError
from biela.mechanism.mechanism import Mechanism
from biela.runtime.system import Formulation, Status, system_of
from biela.runtime.tolerance import base_tolerance, with_tolerances
from biela.simulation import watch
from biela.simulation.choice import choose_method, output_times, refuse_one_rate
from biela.simulation.event import Event
from biela.simulation.failure import failure
from biela.simulation.formulation import Compliant, FormulationName, compliant_twin, refuse_unknown, stabilisation
from biela.simulation.history import Happening, History
from biela.simulation.mode import mode_events
from biela.simulation.pieces import breakpoints, integrate_pieces, is_law
from biela.simulation.stability import refuse_unstable, refuse_unstable_run
from biela.state.functions import MachineFunctions, functions_of, parameter_values, split_inputs
from biela.state.redundancy import rows_repeat, stages_disagree
from biela.state.state import State

Vector = NDArray[np.float64]


class ClosureWarning(UserWarning):
    """Closing the loops did more than tidy up after the steps."""


class StiffWarning(UserWarning):
    """The machine proved stiff for an explicit method."""


def simulate(
    mechanism: Mechanism,
    start: State | Mapping[str, Any] | None = None,
    duration: float = 10.0,
    *,
    method: str = "dormand-prince",
    step: float | None = None,
    rtol: float = 1e-8,
    atol: float | Mapping[str, float] = 1e-10,
    output_step: float | None = None,
    formulation: FormulationName | Stabilisation | Compliant = "projected",
    inputs: Mapping[str, Any] | None = None,
    parameters: Mapping[str, float] | None = None,
    events: Event | Sequence[Event] = (),
    max_step: float | None = None,
    substeps: int | None = None,
    progress: Callable[[float, int], None] | None = None,
) -> History:
    """Integrate a machine from a start state.

    Parameters
    ----------
    start : a state, or coordinates to assemble from; the assembled drawing pose if omitted
    duration : simulated time [s]
    method : one of "dormand-prince" (adaptive, the default), "rk4", "adams-bashforth", "semi-implicit-euler",
        "munthe-kaas" (fixed step), "rosenbrock" (stiff, exact Jacobians), "multi-rate" (networks at a smaller step), "cvode-bdf",
        "cvode-adams" (SUNDIALS)
    step : fixed step [s]; needed by the fixed-step methods, possible for dormand-prince and rosenbrock
    rtol, atol : tolerances of adaptive methods; atol of states of size one, a pressure counts in 10⁸ Pa. Others by unit or
        name: `atol={"": 1e-9, "Pa": 10.0}`
    output_step : distance of outputs [s]; a thousandth of the duration if omitted (each step if steps are fixed and few)
    formulation : how loops are kept closed: "projected" (default), "independent" (minimal coordinates), "baumgarte" or
        `Baumgarte(alpha, beta)`, "augmented-lagrangian" or `AugmentedLagrangian(penalty, iterations)`, "penalty" or
        `Penalty(penalty, omega)`, "compliant" or `Compliant(stiffness, damping, joints)`
    inputs : actuator name → number, function of time (`biela.sine(…)`, `biela.table(…)`, `lambda t: …`) or law of
        signals (`lambda s: -3 * s["A.rate"]`); compiled with the machine
    parameters : values of free parameters, nominal if omitted
    events : see `Event`
    max_step : longest step of an adaptive method [s]; where inputs, loads or events depend on time or are written by
        users, a step is never longer than the outputs are apart
    substeps : of multi-rate, steps of the networks in each step of the mechanism, 4 if omitted
    progress : called with (time, steps) now and then

    Returns
    -------
    History; when interrupted with Ctrl-C, the part computed so far with status "interrupted"

    Raises
    ------
    StepTooLarge, ToleranceNotReached, SimulationError : with the time, the culprit and a remedy
    """
    events = [*([events] if isinstance(events, Event) else events)]
    method_object, needs = choose_method(method, step, rtol, base_tolerance(atol), max_step, substeps)
    machine, start_state = _prepare(mechanism, start, formulation, parameters)
    refuse_one_rate(method, machine)
    events = [*mode_events(machine), *events]
    u, laws = split_inputs(machine, inputs, start_state.u)
    p = parameter_values(machine, parameters, start_state.p)
    times, method_object = output_times(start_state.t, duration, method_object, output_step)
    method_object = watchful(method_object, machine, laws, events, times)
    events = [*events, *watch.stopping(machine)]
    functions = functions_of(machine, laws, stabilisation(formulation), tuple(event.expression() for event in events))
    remarks = _corners(machine, start_state.t, times, p)
    refuse_inconsistent(functions, start_state.t, start_state.x, u, p)
    watch.refuse_bad_start(functions, start_state.t, start_state.x, u, p)

    fixed = method_object.fixed_step if machine.networks else None
    if fixed is not None:
        parts = getattr(method_object, "substeps", 1)
        refuse_unstable(functions, method, fixed, start_state.t, start_state.x, u, p, parts)
    stepped = method_object.fixed_step is not None
    kept = keep_closed(functions, formulation, stepped, start_state.t, start_state.x, u, p)
    if kept is Formulation.INDEPENDENT:
        needs = [*needs, "reconstruct", "constraint_jacobian"]
    system = with_tolerances(system_of(functions, [*needs, "events"] if events else needs), machine, atol)
    looking: dict[str, Any] = {}
    if events:
        looking = {
            "directions": [event.sign for event in events],
            "terminal": [event.action == "stop" for event in events],
            "on_event": event_actions(functions, events, u, p),
        }
    load_loops(system, method_object, start_state.t, times, kept, looking.get("directions"))
    began = time.perf_counter()
    outcome = integrate_pieces(
        system, method_object, start_state.t, start_state.x, u, p, times, breakpoints(machine, laws), formulation=kept,
        progress=progress, **looking,
    )  # fmt: skip
    wall = time.perf_counter() - began

    settings = {
        "method": method, "step": step, "rtol": rtol, "atol": dict(atol) if isinstance(atol, Mapping) else atol,
        "formulation": str(formulation), "duration": float(duration), "output_step": output_step, "max_step": max_step,
        "substeps": substeps, "events": [event.about() for event in events],
    }  # fmt: skip
    history = _history(functions, outcome, events, u, p, wall, settings)
    if outcome.status[0] not in (Status.DONE, Status.STOPPED_BY_EVENT, Status.INTERRUPTED):
        raise failure(history, outcome.status[0], float(outcome.t_end[0]), outcome.x_end, method, step)
    if fixed is not None:
        refuse_unstable_run(functions, method, fixed, history, parts)
    if kept is Formulation.PROJECTED and not remarks:  # at a corner of a prescribed motion velocities must change
        _refuse_lost_motion(history, float(outcome.moved[0]), step)
    history.notes += remarks
    watch.report(history)
    if outcome.stiff:
        history.notes.append(
            "the machine is stiff: stability, not accuracy, dictated the step. method='rosenbrock' will be faster."
        )
        warnings.warn(f"{mechanism.name!r}: {history.notes[-1]}", StiffWarning, stacklevel=2)
    return history


def _history(
    functions: MachineFunctions,
    outcome: Any,
    events: Sequence[Event],
    u: Vector,
    p: Vector,
    wall: float,
    settings: dict[str, Any],
) -> History:
    """What a loop left, up to where it came: the last state of a run that ended early is its last output."""
    machine, reached = functions.mechanism, int(outcome.reached[0]) + 1
    t, x = outcome.t[:reached], outcome.x[:reached]
    further = outcome.t_end[0] > (t[-1] if reached else -np.inf)
    if outcome.status[0] is not Status.DONE and further and np.all(np.isfinite(outcome.x_end)):
        t, x = np.append(t, outcome.t_end[0]), np.vstack([x, outcome.x_end])
    happenings = [
        Happening(events[e.index].name, e.time, State(machine, e.x, e.time, u, p, functions.laws))
        for e in outcome.events
    ]
    return History(
        machine, functions, t, x, u, p, outcome.status[0].name.lower(), int(outcome.steps[0]), int(outcome.rejected[0]),
        int(outcome.evaluations), wall, float(outcome.max_residual[0]), happenings, settings=settings,
    )  # fmt: skip


def _corners(machine: Mechanism, t0: float, times: Vector, p: Vector) -> list[str]:
    """What is to be said of prescribed motions whose velocity jumps; those whose value jumps are refused."""
    from biela.mechanism.motion import warn_of_jumps

    values = dict(zip(machine.parameters, map(float, p), strict=True))
    drives = machine.drives.values()
    return [
        text
        for d in drives
        for text in warn_of_jumps(d.motion, f"motion of drive {d.name!r}", t0, float(times[-1]), values)
    ]


def keep_closed(
    functions: MachineFunctions, formulation: Any, fixed: bool, t: float, x: Vector, u: Vector, p: Vector
) -> Formulation:
    """How the loop keeps this machine closed; see `stages_disagree` for why a projected one may close every stage."""
    stabilised = functions.stabilisation
    if not functions.n_rows:
        return Formulation.PLAIN
    if stabilised is not None and not stabilised.projected:
        if fixed and isinstance(stabilised, Penalised) and stages_disagree(functions, t, x, u, p):
            raise DescriptionError(
                f"a penalty would lock {functions.mechanism.name!r}: where its loops gape, as between fixed steps, rows that "
                "repeat each other contradict each other. Use formulation='augmented-lagrangian', which closes every stage, or "
                "an adaptive method."
            )
        return Formulation.PLAIN
    if stabilised is not None:
        return Formulation.EVERY_STAGE if rows_repeat(functions, t, x, u, p) else Formulation.PROJECTED
    if formulation == "independent" or stages_disagree(functions, t, x, u, p):
        return Formulation.INDEPENDENT
    return Formulation.PROJECTED


def load_loops(system: Any, method: Any, t0: float, times: Vector, kept: Formulation, directions: Any = None) -> None:
    """Load (or compile) the loops before any clock starts."""
    from biela.simulation.integrator.plan import make_plan

    if method.routines:
        make_plan(system, method, t0, times, kept, method.closure, directions).loop.call  # noqa: B018


def watchful(method: Any, machine: Mechanism, laws: Mapping[str, Any], events: Sequence[Event], times: Vector) -> Any:
    """Adaptive steps no longer than the outputs are apart, where something may happen that the error estimate cannot
    foresee: events, inputs and loads that depend on time or are written by users, prescribed motions."""
    surprising = bool(events) or bool(laws) or bool(machine.drives) or any(is_law(x) for x in machine.loads.values())
    surprising = surprising or network_facts(machine).timed
    if not surprising or not hasattr(method, "max_step") or method.fixed_step is not None:
        return method
    return replace(method, max_step=min(method.max_step, (times[-1] - times[0]) / max(len(times) - 1, 100)))


def _refuse_lost_motion(history: History, moved: float, step: float | None) -> None:
    """Closing the loops may tidy up after a step, but must not stop the machine, as it can at a singular position."""
    fastest = float(np.abs(history.x[:, history.functions.layout.v]).max(initial=0.0))
    if moved <= 0.05 * (1.0 + fastest):
        return
    message = (
        f"closing the loops changed the velocities by {moved:.3g} in all, beside a largest rate of {fastest:.3g}: the motion "
        "is not to be trusted. The machine may stand at a singular position, or the steps are too large. Take smaller "
        "steps, another tolerance, or a start aside of the singular position"
    )
    if step is None:
        raise SimulationError(f"{message}.")
    history.notes.append(message)
    warnings.warn(f"{history.mechanism.name!r}: {message}.", ClosureWarning, stacklevel=3)


def _prepare(
    mechanism: Mechanism,
    start: State | Mapping[str, Any] | None,
    formulation: Any,
    parameters: Mapping[str, float] | None,
) -> tuple[Mechanism, State]:
    """The machine to integrate (its elastic twin for `compliant`) and a consistent start state of it."""
    from biela.state.assemble import assemble

    refuse_unknown(formulation)
    if start is not None and not isinstance(start, State | Mapping):
        raise DescriptionError(
            f"start is {start!r}: give a state, or coordinates to assemble from such as {{'A': 0.5}}."
        )
    if not isinstance(start, State):
        start = assemble(mechanism, start, parameters=parameters)
    if start.mechanism is not mechanism:
        raise DescriptionError(f"the start state belongs to {start.mechanism.name!r}, not to {mechanism.name!r}.")
    if formulation == "compliant" or isinstance(formulation, Compliant):
        return compliant_twin(start, Compliant() if formulation == "compliant" else formulation)
    return mechanism, start


def refuse_inconsistent(functions: MachineFunctions, t: float, x: Vector, u: Vector, p: Vector) -> None:
    """A start that contradicts loops or prescribed motions is an error, not something to repair silently."""
    if not np.all(np.isfinite(x)):
        raise InconsistentStart("the start state contains NaN or infinite values.")
    if not functions.n_rows:
        return
    residual, rate, _, _ = functions.evaluate("closure", t, x, u, p)
    for values, what in ((residual, "position"), (rate, "velocity")):
        worst = int(np.abs(values).argmax())
        if abs(values[worst]) > 1e-6:
            row = functions.dynamics.all_rows[worst]
            raise InconsistentStart(
                f"the start {what} contradicts {row.owner!r} by {abs(values[worst]):.3g} ({row.label}): start from "
                "m.assemble(…), which meets loops and prescribed motions."
            )


def event_actions(
    functions: MachineFunctions, events: Sequence[Event], u: Vector, p: Vector
) -> Callable[[int, float, Vector, int], Vector | None]:
    """What the integrator calls at an event: the state that its action returns, checked and with the work it does."""
    machine = functions.mechanism

    def act(index: int, t: float, x: Vector, lane: int = 0) -> Vector | None:
        action, name = events[index].action, events[index].name
        if not callable(action):
            return None
        changed = action(State(machine, x, t, u, p, functions.laws))
        if changed is None:
            return None
        if not isinstance(changed, State) or changed.mechanism is not machine:
            raise SimulationError(f"event {name!r} must return a state of the machine, or None.")
        try:
            refuse_inconsistent(functions, t, changed.x, u, p)
        except InconsistentStart as error:
            raise SimulationError(
                f"event {name!r} returned a state that opens the loops: {str(error).replace('the start ', 'its ')} "
                "Change rates with state.with_rates(…), positions with m.assemble(…, guess=state)."
            ) from None
        for old, new, what in ((u, changed.u, "inputs"), (p, changed.p, "parameters")):
            if new is not None and not np.array_equal(old, new):
                raise SimulationError(f"event {name!r} changes {what}: stop the run there, and go on with another one.")
        after = np.array(changed.x)
        # what the action puts into the machine is work done on it
        before, now = (State(machine, y, t, u, p, functions.laws)["machine.energy"] for y in (x, after))
        after[-1] = x[-1] + now - before
        return after

    return act
