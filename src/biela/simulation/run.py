"""Running a machine in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import fitting, guard
from biela.base.errors import BielaError, DescriptionError, SimulationError, warn
from biela.base.surface import setting
from biela.equations.stabilisation import Stabilisation
from biela.integrate.outcome import Outcome
from biela.integrate.system import ATOL, RTOL, Formulation, Status
from biela.mechanism.foreign import fmus
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import note_of_light_body
from biela.simulation import watch
from biela.simulation.accuracy import is_suspect
from biela.simulation.audit import DoubtWarning, doubts, lost_motion, note_of_missed_force, tolerances
from biela.simulation.case import Case
from biela.simulation.companion import Repeatable
from biela.simulation.event import Event
from biela.simulation.failure import failure, keep
from biela.simulation.formulation import Compliant, FormulationName, compliant_twin, is_compliant
from biela.simulation.history import Happening, History
from biela.simulation.pieces import Completed, integrate_or_yield
from biela.simulation.plan import Plan, plan_run, request_run
from biela.simulation.settings import Settings
from biela.simulation.singular import as_asked, is_unwatched, look_closer, note_of_dead_point, note_of_passage, note_of_penalty
from biela.simulation.stability import held_back, refuse_unstable, refuse_unstable_run
from biela.simulation.start import refuse_inconsistent, watching
from biela.state.assemble import start_state
from biela.state.closing import accepted_gap
from biela.state.functions import parameter_values, split_inputs
from biela.state.state import State


class ClosureWarning(UserWarning):
    """Closing the loops changed velocities by more than the error of the steps."""


class StiffWarning(UserWarning):
    """The machine proved stiff for an explicit method."""


# long: the signature and its description
def simulate(
    mechanism: Mechanism,
    start: State | Mapping[str, Any] | None = None,
    duration: float = 10.0,
    *,
    method: str = "automatic",
    step: float | None = None,
    rtol: float = RTOL,
    atol: float | Mapping[str, float] = ATOL,
    output_step: float | None = None,
    outputs: Sequence[float] | None = None,
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
    method : one of "automatic" (the default: dormand-prince, and rosenbrock from where the machine proves stiff), "dormand-prince"
        (adaptive), "rk4", "adams-bashforth", "semi-implicit-euler", "munthe-kaas" (fixed step), "rosenbrock" (stiff, exact
        Jacobians), "multi-rate" (networks at a smaller step), "cvode-bdf", "cvode-adams" (SUNDIALS)
    step : fixed step [s]; needed by the fixed-step methods, possible for dormand-prince and rosenbrock
    rtol, atol : tolerances of adaptive methods; atol of states of size one, a pressure counts in 10⁸ Pa. Others by unit or
        name: `atol={"": 1e-9, "Pa": 10.0}`
    output_step : distance of outputs [s]; a thousandth of the duration if omitted (each step if steps are fixed and few). The end
        is always an output
    outputs : times of the outputs instead [s], besides start and end; see also `History.at`
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
    progress : called regularly with (time, steps)

    Returns
    -------
    History; when interrupted with Ctrl-C, the part computed so far with status "interrupted"

    Raises
    ------
    StepTooLarge, ToleranceNotReached, SimulationError : with the time, the culprit and a remedy; `error.history` is the part
        computed before, with status "failed"
    """
    if isinstance(mechanism, Case):
        raise DescriptionError(f"{mechanism.name!r} is a case, with a start and settings of its own: write case.simulate(…).")
    fitting(simulate, locals(), own=("formulation",))
    settings = Settings(method, step, rtol, atol, formulation, duration, output_step, max_step, substeps, outputs)
    settings.integrator  # noqa: B018 (refuses what is unknown)
    machine, state = mechanism, start_state(mechanism, start, parameters)
    if is_compliant(formulation):
        machine, state = compliant_twin(state, formulation if isinstance(formulation, Compliant) else Compliant())
    u, laws = split_inputs(machine, inputs, state.u)
    p = parameter_values(machine, parameters, state.p)
    own = [events] if isinstance(events, Event) else list(events)
    request = request_run(machine, settings, laws, state.t, own)
    corners = request.corners(p)
    refuse_inconsistent(request.functions, request.t0, state.x, u, p)
    watch.refuse_bad_start(request.functions, request.t0, state.x, u, p)
    if (fixed := request.fixed_step) is not None and machine.networks:
        refuse_unstable(request.functions, method, fixed, request.t0, state.x, u, p, request.substeps)
    plan = plan_run(request, state.x, u, p, smooth=not corners)
    began = time.perf_counter()
    partners, (closer, every) = None, (plan, 1)
    if fmus(machine):
        from biela.simulation.exchange import Exchange

        partners = Exchange(plan, u, p, {"progress": progress, **watching(plan, u, p)})
        done = partners.run(state.x)
    else:
        closer, every = look_closer(plan)
        done = integrate_or_yield(closer, state.x, u, p, progress=progress, **watching(plan, u, p))
    history = _history(done, as_asked(done.outcome, every), u, p, time.perf_counter() - began)
    history._again = _repeatable(plan, done, state.x, as_asked(done.outcome, every), history)
    try:
        if partners is not None and partners.broken is not None:
            raise partners.broken
        part = _look_back(done, history, corners)
    except BielaError as error:
        keep(error, history)
        raise
    if partners is not None:
        partners.report(history)
    if is_suspect(history._again, part):
        history.accuracy  # noqa: B018 (marks it)
    return history


def _look_back(done: Completed, history: History, corners: list[str]) -> float:
    """Refuse a failed run; note what is suspicious about another. Return its error as part of the energy that moved, infinite where
    its formulation may have lost digits."""
    outcome, plan = done.outcome, done.plan
    settings = plan.settings
    if outcome.status[0] not in (Status.DONE, Status.STOPPED_BY_EVENT, Status.INTERRUPTED):
        reached = float(outcome.t_end[0])
        raise failure(history, outcome.status[0], reached, outcome.x_end, settings.method, settings.step)
    if (step := plan.fixed_step) is not None and plan.machine.networks:
        refuse_unstable_run(plan.functions, settings.method, step, history, plan.substeps)
    if plan.kept is Formulation.PROJECTED and not corners:  # at a corner of a prescribed motion velocities must change
        (message,) = lost_motion(history.functions, history.x[:, None, :], outcome.moved)
        if message and settings.step is None:
            raise SimulationError(f"{message}.")
        if message:
            history.notes.append(message)
            warn(f"{history.mechanism.name!r}: {message}.", ClosureWarning)
    history.notes += corners
    history.notes += [n for n in (accepted_gap(plan.machine).note, note_of_light_body(plan.machine)) if n]
    if outcome.singular:
        when = ", ".join(f"{t:.4g}" for t in outcome.singular[:5]) + (" …" if len(outcome.singular) > 5 else "")
        whose = "" if plan.method.routines else " of dormand-prince"
        history.notes.append(f"singular positions of the loops were passed at t = {when} s, by steps{whose} placed around them.")
    seen = slice(int(outcome.reached[0]) + 1)
    passage, dead = "", note_of_dead_point(plan.functions, outcome.t[seen], outcome.x[seen], outcome.singular)
    if is_unwatched(plan):
        passage, dead = note_of_passage(plan, outcome.t[seen], outcome.x[seen], history.u, history.p)
        notes = note_of_penalty(plan), "" if dead else passage
        history.notes += [note for note in notes if note]
    _mark(history, dead)
    watch.report(history)
    part = _audit(plan, history)
    if done.yielded is not None:
        history.notes.append(
            f"the machine is stiff: stability, not accuracy, dictated the steps of dormand-prince, so that rosenbrock took over at "
            f"t = {done.yielded:.4g} s."
        )
    elif outcome.stiff or (np.any(outcome.suspect) and held_back(history)):
        history.notes.append(
            f"the machine is stiff: stability, not accuracy, dictated the step. {setting('method', 'rosenbrock')} will be faster."
        )
        warn(f"{plan.machine.name!r}: {history.notes[-1]}", StiffWarning)
    return np.inf if passage else part


def _audit(plan: Plan, history: History) -> float:
    """Mark a run whose energy or closure is off by more than its tolerances explain, or whose steps missed a force."""
    asked = tolerances(plan.settings, plan.fixed_step is not None)
    x, closure = history.x[:, None, :], [history.closure_error]
    (doubt,), (part,) = doubts(history.functions, history.t, x, history.u[None], history.p[None], [history.steps], closure, asked)
    _mark(history, doubt or note_of_missed_force(history))
    return float(part)


def _mark(history: History, doubt: str) -> None:
    """Mark a run as doubtful, if there is a reason."""
    if doubt:
        history.status = "doubtful" if history.status == "done" else history.status
        history.notes.append(doubt)
        warn(f"{history.mechanism.name!r}: {doubt}", DoubtWarning)


def _repeatable(plan: Plan, done: Completed, x: Array, outcome: Outcome, history: History) -> Repeatable | str:
    """Return the run, as first planned, to be repeated with other steps; or why it cannot be."""
    if outcome.status[0] not in (Status.DONE, Status.STOPPED_BY_EVENT):
        return "the run did not reach its end."
    if fmus(plan.machine):
        return "its FMUs are not run a second time. Compare with a run of smaller steps."
    if own := [event.name for event in plan.asked if callable(event.action)]:
        return f"the action of event {own[0]!r} is a function, which is not called again. Compare with a run of smaller steps."

    def go(plan: Plan, X: Array, U: Array, P: Array) -> Outcome:
        return integrate_or_yield(plan, X[0], U[0], P[0], **watching(plan, U[0], P[0])).outcome

    return Repeatable(
        plan, x[None], history.u[None], history.p[None], go, outcome.t, outcome.x[:, None], np.asarray(outcome.t_end),
        np.asarray(outcome.steps), done.yielded is not None,
    )  # fmt: skip


def _history(done: Completed, outcome: Outcome, u: Array, p: Array, wall: float) -> History:
    """Make a history of an outcome; the last state of a run that ended early is its last output."""
    plan = done.plan
    functions, reached = plan.functions, int(outcome.reached[0]) + 1
    t, x = outcome.t[:reached], outcome.x[:reached]
    further = outcome.t_end[0] > (t[-1] if reached else -np.inf)
    if outcome.status[0] is not Status.DONE and further and np.all(np.isfinite(outcome.x_end)):
        t, x = np.append(t, outcome.t_end[0]), np.vstack([x, outcome.x_end])
    states = [State(plan.machine, e.x, e.time, u, p, functions.laws) for e in outcome.events]
    happenings = [Happening(plan.events[e.index].name, e.time, state) for e, state in zip(outcome.events, states, strict=True)]
    return History(
        plan.machine, functions, t, x, u, p, outcome.status[0].name.lower(), int(outcome.steps[0]), int(outcome.rejected[0]),
        int(outcome.evaluations), wall, float(outcome.max_residual[0]), happenings, settings=plan.about(),
    )  # fmt: skip


guard(__name__)
