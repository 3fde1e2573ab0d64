"""Running a machine in time."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from biela.errors import (
    BielaError,
    DescriptionError,
    InconsistentStart,
    SimulationError,
    SingularMass,
    StepTooLarge,
    ToleranceNotReached,
)
from biela.mechanism.mechanism import Mechanism
from biela.simulate.compiled import Compiled, compiled, parameter_values, split_inputs
from biela.simulate.event import Event
from biela.simulate.formulation import Baumgarte, Compliant, compliant_twin
from biela.simulate.history import Happening, History
from biela.simulate.redundancy import stages_disagree
from biela.simulate.state import State

Vector = NDArray[np.float64]
FormulationName = Literal["projected", "independent", "baumgarte", "compliant"]
METHODS = (
    "dormand-prince",
    "rk4",
    "semi-implicit-euler",
    "munthe-kaas",
    "adams-bashforth",
    "rosenbrock",
    "cvode-bdf",
    "cvode-adams",
)


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
    atol: float = 1e-10,
    output_step: float | None = None,
    formulation: FormulationName | Baumgarte | Compliant = "projected",
    inputs: Mapping[str, Any] | None = None,
    parameters: Mapping[str, float] | None = None,
    events: Sequence[Event] = (),
    progress: Callable[[float, int], None] | None = None,
) -> History:
    """Integrate a machine from a start state.

    Parameters
    ----------
    start : a state, or coordinates to assemble from; the assembled drawing pose if omitted
    duration : simulated time [s]
    method : one of "dormand-prince" (adaptive, the default), "rk4", "adams-bashforth", "semi-implicit-euler",
        "munthe-kaas" (fixed step), "rosenbrock" (stiff, exact Jacobians), "cvode-bdf", "cvode-adams" (SUNDIALS)
    step : fixed step [s]; needed by the fixed-step methods, possible for dormand-prince and rosenbrock
    rtol, atol : tolerances of adaptive methods
    output_step : distance of outputs [s]; a thousandth of the duration if omitted (each step if steps are fixed and few)
    formulation : how loops are kept closed: "projected" (default), "independent" (minimal coordinates), "baumgarte" or
        `Baumgarte(alpha, beta)`, "compliant" or `Compliant(stiffness, damping, joints)`
    inputs : actuator name → number, function of time (`biela.sine(…)`, `biela.table(…)`, `lambda t: …`) or law of
        signals (`lambda s: -3 * s["A.rate"]`); compiled with the machine
    parameters : values of free parameters, nominal if omitted
    events : see `Event`
    progress : called with (time, steps) now and then

    Returns
    -------
    History; when interrupted with Ctrl-C, the part computed so far with status "interrupted"

    Raises
    ------
    StepTooLarge, ToleranceNotReached, SimulationError : with the time, the culprit and a remedy
    """
    if not (np.isfinite(duration) and duration > 0):
        raise DescriptionError(f"duration is {duration}: give a positive number of seconds.")
    machine, start_state = _prepare(mechanism, start, formulation, parameters)
    u, laws = split_inputs(machine, inputs)
    p = start_state.arguments()[3] if parameters is None else parameter_values(machine, parameters)
    baumgarte = (
        Baumgarte() if formulation == "baumgarte" else formulation if isinstance(formulation, Baumgarte) else None
    )
    functions = compiled(machine, laws, baumgarte, tuple(event.expression() for event in events))
    _refuse_inconsistent(functions, start_state, u, p)

    method_object, needs = choose_method(method, step, rtol, atol, duration, output_step)
    independent = formulation == "independent" or (
        formulation == "projected" and stages_disagree(functions, start_state.t, start_state.x, u, p)
    )
    if independent:
        needs = [*needs, "reconstruct", "constraint_jacobian"]
    if events:
        needs = [*needs, "events"]
    system = functions.system(needs)
    times, method_object = output_times(start_state.t, duration, method_object, output_step)

    from biela.simulate.integrator.driver import integrate
    from biela.simulate.integrator.plan import make_plan
    from biela.simulate.integrator.system import Formulation, Status

    kept = Formulation.INDEPENDENT if independent and functions.n_rows else Formulation.PROJECTED
    if baumgarte is not None or not functions.n_rows:
        kept = Formulation.PLAIN
    watch: dict[str, Any] = {}
    if events:
        watch = {
            "directions": [event.sign for event in events],
            "terminal": [event.action == "stop" for event in events],
            "on_event": _actions(functions, events, u, p),
        }
        if hasattr(method_object, "max_step"):  # a long step could pass through an event and back unseen
            method_object = replace(method_object, max_step=min(method_object.max_step, duration / max(len(times) - 1, 100)))
    if method_object.routines:  # the compiled loops are loaded before the clock starts
        make_plan(system, method_object, start_state.t, times, kept, method_object.closure, watch.get("directions")).loop.call  # noqa: B018
    began = time.perf_counter()
    outcome = integrate(
        system, method_object, start_state.t, start_state.x, u, p, times, formulation=kept, progress=progress, **watch
    )
    wall = time.perf_counter() - began

    status = outcome.status[0]
    reached = int(outcome.reached[0]) + 1
    t, x = outcome.t[:reached], outcome.x[:reached]
    if (
        status is not Status.DONE
        and outcome.t_end[0] > (t[-1] if reached else -np.inf)
        and np.all(np.isfinite(outcome.x_end))
    ):
        t, x = np.append(t, outcome.t_end[0]), np.vstack([x, outcome.x_end])
    happenings = [Happening(events[e.index].name, e.time, State(machine, e.x, e.time, u, p, laws)) for e in outcome.events]
    history = History(
        machine, functions, t, x, u, p, status.name.lower(), int(outcome.steps[0]), int(outcome.rejected[0]),
        int(outcome.evaluations), wall, float(outcome.max_residual[0]), happenings,
        settings={"method": method, "step": step, "rtol": rtol, "atol": atol, "formulation": str(formulation)},
    )  # fmt: skip
    if status not in (Status.DONE, Status.STOPPED_BY_EVENT, Status.INTERRUPTED):
        raise failure(history, status, float(outcome.t_end[0]), outcome.x_end, method, step)
    if kept is Formulation.PROJECTED:
        _refuse_lost_motion(history, float(outcome.moved[0]), step)
    if outcome.stiff:
        history.notes.append(
            "the machine is stiff: stability, not accuracy, dictated the step. method='rosenbrock' will be faster."
        )
        warnings.warn(f"{mechanism.name!r}: {history.notes[-1]}", StiffWarning, stacklevel=2)
    return history


def _refuse_lost_motion(history: History, moved: float, step: float | None) -> None:
    """Closing the loops may tidy up after a step, but must not stop the machine, as it can at a singular position."""
    n_q, n_v = history.functions.sizes.n_q, history.functions.sizes.n_v
    fastest = float(np.abs(history.x[:, n_q : n_q + n_v]).max(initial=0.0))
    if moved <= 0.05 * (1.0 + fastest):
        return
    message = (
        f"closing the loops changed the velocities by {moved:.3g} in all, beside a largest rate of {fastest:.3g}: the motion is not "
        "to be trusted. The machine may stand at a singular position, or the steps are too large. Take smaller steps, another "
        "tolerance, or a start aside of the singular position"
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
    from biela.simulate.assemble import assemble

    if formulation not in ("projected", "independent", "baumgarte", "compliant") and not isinstance(
        formulation, Baumgarte | Compliant
    ):
        raise DescriptionError(
            f"formulation {formulation!r} is unknown: use 'projected', 'independent', 'baumgarte', 'compliant', Baumgarte(…) or Compliant(…)."
        )
    if not isinstance(start, State):
        start = assemble(mechanism, start, parameters=parameters)
    if start.mechanism is not mechanism:
        raise DescriptionError(f"the start state belongs to {start.mechanism.name!r}, not to {mechanism.name!r}.")
    if formulation == "compliant" or isinstance(formulation, Compliant):
        return compliant_twin(start, Compliant() if formulation == "compliant" else formulation)
    return mechanism, start


def _refuse_inconsistent(functions: Compiled, start: State, u: Vector, p: Vector) -> None:
    """A start that contradicts loops or prescribed motions is an error, not something to repair silently."""
    if not np.all(np.isfinite(start.x)):
        raise InconsistentStart("the start state contains NaN or infinite values.")
    if not functions.n_rows:
        return
    residual, rate, _, _ = functions.evaluate("closure", start.t, start.x, u, p)
    for values, what in ((residual, "position"), (rate, "velocity")):
        worst = int(np.abs(values).argmax())
        if abs(values[worst]) > 1e-6:
            row = functions.dynamics.all_rows[worst]
            raise InconsistentStart(
                f"the start {what} contradicts {row.owner!r} by {abs(values[worst]):.3g} ({row.label}): start from "
                "m.assemble(…), which meets loops and prescribed motions."
            )


def choose_method(
    name: str, step: float | None, rtol: float, atol: float, duration: float, output_step: float | None
) -> tuple[Any, list[str]]:
    """The integrator and the kernels it needs besides the rates."""
    fixed = {"rk4": ("rk4", "RK4", ["fused"]), "semi-implicit-euler": ("semi_implicit_euler", "SemiImplicitEuler", ["retract", "fused"]),
             "munthe-kaas": ("munthe_kaas", "MuntheKaas", ["retract", "tangent_rate", "fused"]),
             "adams-bashforth": ("adams_bashforth", "AdamsBashforth", ["fused"])}  # fmt: skip
    adaptive = {
        "dormand-prince": ("dormand_prince", "DormandPrince", []),
        "rosenbrock": ("rosenbrock", "Rosenbrock", ["jacobian"]),
    }
    import importlib

    if step is not None and not (np.isfinite(step) and step > 0):
        raise DescriptionError(f"step is {step}: give a positive number of seconds.")
    for value, label in ((rtol, "rtol"), (atol, "atol")):
        if not (np.isfinite(value) and value >= 0) or rtol + atol <= 0:
            raise DescriptionError(f"{label} is {value}: tolerances are positive numbers.")
    if name in fixed:
        if step is None:
            raise DescriptionError(f"method {name!r} needs a step: simulate(…, method={name!r}, step=1e-3).")
        module, label, needs = fixed[name]
        return getattr(importlib.import_module(f"biela.simulate.integrator.{module}"), label)(step=step), needs
    if name not in fixed and step is None and rtol < 1e-14 and atol < 1e-14:
        raise ToleranceNotReached(
            f"rtol = {rtol:g} with atol = {atol:g} is finer than the sixteen digits of a number: no method reaches it. "
            "Use rtol of 1e-13 or more."
        )
    if name in adaptive:
        module, label, needs = adaptive[name]
        cls = getattr(importlib.import_module(f"biela.simulate.integrator.{module}"), label)
        return cls(rtol=rtol, atol=atol, step=step), needs
    if name in ("cvode-bdf", "cvode-adams"):
        from biela.simulate.integrator.cvode import CVODE

        return CVODE(rtol=rtol, atol=atol, kind=name.removeprefix("cvode-")), [
            "jacobian"
        ] if name == "cvode-bdf" else []  # type: ignore[call-arg]
    from biela.errors import nearest

    raise DescriptionError(f"method {name!r} is unknown.{nearest(name, list(METHODS))}")


def output_times(t0: float, duration: float, method: Any, output_step: float | None) -> tuple[Vector, Any]:
    """Times of the outputs, the start among them. A fixed step is shortened, if need be, so that outputs fall on steps."""
    h = method.fixed_step if hasattr(method, "fixed_step") else None
    if output_step is not None and not (np.isfinite(output_step) and output_step > 0):
        raise DescriptionError(f"output_step is {output_step}: give a positive number of seconds.")
    if output_step is not None:
        count = max(1, round(duration / output_step))
    elif h is not None and duration / h <= 2000:
        count = max(1, round(duration / h))
    else:
        count = 1000
    if h is not None:
        interval = duration / count
        per_output = max(1, int(np.ceil(interval / h - 1e-9)))
        method = replace(method, step=interval / per_output)
    return t0 + duration * np.arange(count + 1) / count, method


def _actions(
    functions: Compiled, events: Sequence[Event], u: Vector, p: Vector
) -> Callable[[int, float, Vector], Vector | None]:
    machine = functions.mechanism

    def act(index: int, t: float, x: Vector) -> Vector | None:
        action, name = events[index].action, events[index].name
        if not callable(action):
            return None
        changed = action(State(machine, x, t, u, p, functions.laws))
        if changed is None:
            return None
        if not isinstance(changed, State) or changed.mechanism is not machine:
            raise SimulationError(f"event {name!r} must return a state of the machine, or None.")
        try:
            _refuse_inconsistent(functions, replace(changed, t=t), u, p)
        except InconsistentStart as error:
            raise SimulationError(
                f"event {name!r} returned a state that opens the loops: {str(error).replace('the start ', 'its ')} "
                "Change rates with state.with_rates(…), positions with m.assemble(…, guess=state)."
            ) from None
        return np.array(changed.x)

    return act


def failure(history: History, status: Any, t: float, x: Vector, method: str, step: float | None) -> BielaError:
    """The error for a run that broke down: when, where, and what to do."""
    loose = _massless(history) if status.name == "NOT_FINITE" else []
    if loose:
        return SingularMass(
            f"nothing with inertia resists {', '.join(loose)}, so the acceleration there is undetermined. Give the bodies beyond "
            "these joints mass and inertia (a slender rod needs a small inertia about its own axis to spin)."
        )
    culprit = _culprit(history, x)
    match status.name:
        case "NOT_FINITE" if step is not None:
            return StepTooLarge(
                f"the motion exploded at t = {t:.6g} s{culprit}: the step of {step:g} s is too large for this machine. "
                f"Halve it, or use method='dormand-prince', or 'rosenbrock' if it is stiff."
            )
        case "NOT_FINITE":
            return SimulationError(
                f"the motion became infinite at t = {t:.6g} s{culprit}. Check the loads and inputs there."
            )
        case "STEP_TOO_SMALL" | "TOO_MANY_STEPS" if _dead_point(history, t, x):
            drives = ", ".join(map(repr, history.mechanism.drives))
            why = f"the prescribed motion {drives} leads beyond it" if drives else "links have come into line"
            return SimulationError(
                f"the loops are at a dead point at t = {t:.6g} s{culprit}: {why}, and the motion there is not determined. "
                "Take a motion that stays within reach."
            )
        case "EVENTS_ACCUMULATE":
            name = history.events[-1].name if history.events else "an event"
            return SimulationError(
                f"event {name!r} happens again and again at t = {t:.6g} s, as the bounces of a ball that comes to rest. Let its "
                "action end that: stop, or change to a state of rest or contact."
            )
        case "STEP_TOO_SMALL" | "TOO_MANY_STEPS":
            return ToleranceNotReached(
                f"the tolerance could not be met beyond t = {t:.6g} s{culprit}: steps became too small or too many. Loosen rtol, "
                "look for a jump in a load or input there, or use method='rosenbrock' if the machine is stiff."
            )
        case _:
            return SimulationError(
                f"the loops could not be closed again at t = {t:.6g} s{culprit}: a dead point, or a step that is too large. "
                "Take a smaller step, or a motion that stays within reach."
            )


def _dead_point(history: History, t: float, x: Vector) -> bool:
    """Whether the constraints are about to lose a rank that they had at the start."""
    if not history.functions.n_rows or not np.all(np.isfinite(x)):
        return False
    first, last = (
        np.linalg.svd(history.functions.evaluate("constraint_jacobian", time, y, history.u, history.p)[0], compute_uv=False)
        for time, y in ((float(history.t[0]), history.x[0]), (t, x))
    )
    rank = int(np.sum(first > 1e-9 * first[0]))
    return bool(rank > 0 and last[rank - 1] / last[0] < 1e-3 * first[rank - 1] / first[0])


def _massless(history: History) -> list[str]:
    """Joints that move nothing with inertia, at the start."""
    from biela.analysis.check import massless_coordinates

    start = history.state(0)
    accelerations = np.asarray(history.functions["rates"](*start.arguments()))
    return [] if np.all(np.isfinite(accelerations)) else massless_coordinates(start)


def _culprit(history: History, x: Vector) -> str:
    """The joint that moves fastest in the last sound state."""
    mechanism = history.mechanism
    n_q, n_v = mechanism.topology.n_q, mechanism.topology.n_v
    v = np.asarray(x)[n_q : n_q + n_v]
    if not n_v:
        return ""
    worst = int(np.nanargmax(np.where(np.isfinite(v), np.abs(v), np.inf)))
    joint = next(link.joint.name for link in mechanism.topology.links if link.v.start <= worst < link.v.stop)
    return f", first in joint {joint!r}"
