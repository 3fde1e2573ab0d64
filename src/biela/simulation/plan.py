"""From a request to a plan: what is asked for, and then how loops are kept closed and which compiled loop steps through it.

    settings ─▶ request ─▶ plan ─▶ outcome ─▶ history

A request is made from a description and settings alone, so that a bad start is refused before anything is compiled. A plan adds
what depends on the start. Neither ever changes: another method, or other outputs, are another plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, cast

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, count
from biela.base.memory import refuse_too_large
from biela.base.surface import setting
from biela.equations.layout import network_facts
from biela.equations.stabilisation import Penalised
from biela.integrate.method.base import Method
from biela.integrate.plan import make_plan
from biela.integrate.system import Closure, Formulation, System, system_of
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import warn_of_jumps
from biela.simulation.event import Event
from biela.simulation.formulation import stabilisation
from biela.simulation.kink_events import Kink, breakpoints, kink_events
from biela.simulation.settings import Settings, output_times, refuse_one_rate
from biela.simulation.watch import mode_events, stopping
from biela.state.closing import accepted_gap
from biela.state.functions import MachineFunctions, functions_of
from biela.state.mobility import rows_repeat, stages_disagree

LOST_MOTION = 0.05
"""Largest change of velocities that closing the loops may make after a step, as part of 1 + the largest velocity."""
FINE_RTOL = 1e-7
"""Relative tolerance below which a linearly implicit method gets `FINE_PART` of it."""
FINE_PART = 0.2
"""On linkages that a linearly implicit method could step over with long steps, the error reaches 260 × rtol; with this part of the
tolerances it stays below 100 × rtol."""
ROUGH_PART = 0.1
"""Part of the tolerances that a linearly implicit method gets where it errs by more than it estimates: where every stage is closed,
which its Jacobian ignores, and where compliant joints vibrate."""
FEWEST_OUTPUTS = 100
"""Smallest number of outputs assumed where their distance bounds steps and samples."""
QUICK_BATCH = 32
"""Largest batch that starts in the interpreter, as a single run does, to the same digits."""


@dataclass(frozen=True, eq=False)
class Request:
    """Run that is asked for, of one machine or of many alike.

    Attributes
    ----------
    laws : inputs that are functions of time or signals
    asked : user's events
    machines : number of machines that run at once
    method : integrator, its steps bounded by what may happen between outputs
    times : (n,) outputs, start and end among them [s]
    kinks : known places where a law is not smooth
    events : all that is watched: modes of networks, those asked for, ends of strokes, and for adaptive steps kinks
    breaks : times at which a function of time is not smooth [s]
    """

    machine: Mechanism
    settings: Settings
    laws: Mapping[str, Any]
    t0: float
    asked: Sequence[Event]
    machines: int
    method: Any
    times: Array
    kinks: Sequence[Kink]
    events: Sequence[Event]
    functions: MachineFunctions
    breaks: Array

    @property
    def directions(self) -> list[int] | None:
        """Passages through zero that count, for each event."""
        return [event.sign for event in self.events] or None

    @property
    def terminal(self) -> list[bool | None] | None:
        """For each event, whether it ends the run; None: only a step ends there."""
        return [None if isinstance(event, Kink) else event.action == "stop" for event in self.events] or None

    @property
    def fixed_step(self) -> float | None:
        """Fixed step [s]; None of adaptive methods."""
        return cast(float | None, self.method.fixed_step)

    @property
    def substeps(self) -> int:
        """Steps of the networks in one of the mechanism."""
        return int(getattr(self.method, "substeps", 1))

    def about(self) -> dict[str, Any]:
        """Return the settings that a result keeps; if no other method took over, 'automatic' was dormand-prince."""
        own = self.settings.about(self.asked)  # without those that the machine brings itself: modes, watches, kinks
        return own if self.settings.method != "automatic" or not self.method.yields else {**own, "method": "dormand-prince"}

    def corners(self, p: Array) -> list[str]:
        """Return remarks on prescribed motions whose velocity jumps; those whose value jumps are refused."""
        values = dict(zip(self.machine.parameters, map(float, p), strict=True))
        span, drives = (self.t0, float(self.times[-1])), self.machine.drives.values()
        return [text for d in drives for text in warn_of_jumps(d.motion, f"motion of drive {d.name!r}", *span, values)]


@dataclass(frozen=True, eq=False)
class Plan(Request):
    """Request with all that depends on its start: ready to run.

    Attributes
    ----------
    kept : how loops are kept closed
    closure : when a loop counts as closed
    system : kernels that the loop integrates
    lanes : whether several machines run in the lanes of one loop
    smooth : whether no prescribed velocity jumps
    """

    kept: Formulation
    closure: Closure
    system: System
    lanes: bool
    smooth: bool

    @property
    def passing(self) -> MachineFunctions | None:
        """Functions by which steps may be placed by hand around singular positions; see `singular.py`."""
        return self.functions if _is_watched(self, self.kept, self.smooth) else None


def request_run(
    machine: Mechanism, settings: Settings, laws: Mapping[str, Any], t0: float, events: Sequence[Event] = (), machines: int = 1
) -> Request:
    """Make a request; unknown settings and runs that do not fit into memory are refused."""
    refuse_one_rate(settings.integrator, settings.method, machine)
    watched = [*mode_events(machine), *events]
    times, method = output_times(t0, settings.duration, settings.integrator, settings.output_step, settings.outputs)
    method = _watchful(method, machine, laws, watched, times)
    kinks = kink_events(machine, laws)
    watched += [*stopping(machine), *(kinks if method.fixed_step is None else [])]  # neither shortens steps
    functions = functions_of(machine, laws, stabilisation(settings.formulation), tuple(event.expression for event in watched))
    what = f"a run of {count(machines, 'machine')} with {len(times)} outputs of {functions.layout.n_x} states"
    # the states, and the copies that are made while they are checked
    size = 24 * machines * len(times) * functions.layout.n_x
    refuse_too_large(size, what, lambda: f"increase {setting('output_step')}, or run fewer machines at once.")
    longest = getattr(method, "max_step", np.inf)
    adaptive = method.fixed_step is None and np.isfinite(longest)
    breaks = breakpoints(machine, laws, (t0, float(times[-1]), longest) if adaptive else None)
    return Request(machine, settings, laws, t0, events, machines, method, times, kinks, watched, functions, breaks)


def plan_run(request: Request, x: Array, u: Array, p: Array, *, lanes: bool = False, smooth: bool = True) -> Plan:
    """Plan a run from a start: choose how loops are kept closed, and compile before any clock starts."""
    method, functions, settings = request.method, request.functions, request.settings
    stepped = method.fixed_step is not None
    kept = keep_closed(functions, settings.formulation, method, request.t0, x, u, p)
    closure = method.closure
    if _is_watched(request, kept, smooth):
        closure = replace(closure, jump=LOST_MOTION)
    if gap := accepted_gap(request.machine).size:  # what no joint can close stays, and may grow a little on the way
        closure = replace(closure, position=max(closure.position, 3.0 * gap))
    if hasattr(method, "table") and not stepped:
        rough = kept is Formulation.EVERY_STAGE or settings.compliant
        part = ROUGH_PART if rough else FINE_PART if settings.rtol < FINE_RTOL else 1.0
        method = replace(method, rtol=part * settings.integrator.rtol, atol=part * settings.integrator.atol)
    needs = [*method.needed, *(["events"] if request.events else [])]
    needs += ["reconstruct", "constraint_jacobian"] if kept is Formulation.INDEPENDENT else []
    system = system_of(functions, needs, lanes=lanes, quick=request.machines <= QUICK_BATCH, atol=settings.atol)
    if method.routines:
        times = request.times if not stepped else np.array([request.t0 + method.step])
        loop = make_plan(system, method, request.t0, times, kept, closure, request.directions)
        loop.loop.call  # noqa: B018 (loads it)
    own = {f.name: getattr(request, f.name) for f in fields(Request)}
    return Plan(**{**own, "method": method}, kept=kept, closure=closure, system=system, lanes=lanes, smooth=smooth)


def with_method(plan: Plan, name: str, x: Array, u: Array, p: Array) -> Plan:
    """Plan the rest of a run with another adaptive method."""
    longest = getattr(plan.method, "max_step", np.inf)
    settings = replace(plan.settings, method=name, max_step=longest if np.isfinite(longest) else None)
    method = replace(settings.integrator, sampling=plan.method.sampling)
    return plan_run(replace(plan, method=method), x, u, p, smooth=plan.smooth)


def adaptive_plan(plan: Plan, rtol: float, times: Array, X: Array, U: Array, P: Array, **changed: Any) -> Plan:
    """Plan a run again with adaptive steps, which see known kinks and forces between outputs; of some of its machines, with some
    settings changed."""
    stiff = bool(plan.machine.networks) or hasattr(plan.method, "table")
    method = "rosenbrock" if stiff else "dormand-prince" if plan.lanes else "automatic"
    settings = replace(
        plan.settings, method=method, step=None, rtol=rtol, atol=0.01 * rtol, output_step=None, max_step=None, substeps=None,
        outputs=times[1:-1], **changed,
    )  # fmt: skip
    request = request_run(plan.machine, settings, plan.functions.laws, plan.t0, plan.asked, len(X))
    return plan_run(request, X[0], U[0], P[0], lanes=plan.lanes, smooth=plan.smooth)


def _is_watched(request: Request, kept: Formulation, smooth: bool) -> bool:
    """Return whether steps may be placed by hand, and large velocity corrections are refused."""
    own_loop = not request.method.routines and request.functions.n_rows > 0
    return request.fixed_step is None and smooth and (kept is Formulation.PROJECTED or own_loop)


def keep_closed(
    functions: MachineFunctions, formulation: Any, method: Method, t: float, x: Array, u: Array, p: Array
) -> Formulation:
    """Choose how the loop keeps this machine closed; see `stages_disagree` for why a projected one may close every stage."""
    stabilised, fixed = functions.stabilisation, method.fixed_step is not None
    if not functions.n_rows:
        return Formulation.PLAIN
    if stabilised is not None and not stabilised.projected:
        if fixed and isinstance(stabilised, Penalised) and stages_disagree(functions, t, x, u, p):
            raise DescriptionError(
                f"a penalty would lock {functions.mechanism.name!r}: where its loops gape, as between fixed steps, rows that "
                f"repeat each other contradict each other. Use {setting('formulation', 'augmented-lagrangian')}, which closes "
                "every stage, or an adaptive method."
            )
        return Formulation.PLAIN
    if stabilised is not None:
        every_stage = method.needs.stage_closure and rows_repeat(functions, t, x, u, p)
        return Formulation.EVERY_STAGE if every_stage else Formulation.PROJECTED
    if stages_disagree(functions, t, x, u, p):
        return Formulation.INDEPENDENT if method.needs.stage_closure else Formulation.EVERY_STAGE
    return Formulation.INDEPENDENT if formulation == "independent" and method.routines else Formulation.PROJECTED


def _watchful(method: Any, machine: Mechanism, laws: Mapping[str, Any], events: Sequence[Event], times: Array) -> Any:
    """Let an adaptive method inspect its long steps, and bound them by the distance of outputs where its error estimate may miss
    something: events, inputs and loads that depend on time or are written by users, prescribed motions. A method with a loop of its
    own cannot inspect: its steps are bounded by the distance of the samples."""
    if not hasattr(method, "max_step") or method.fixed_step is not None:
        return method
    apart = float(times[-1] - times[0]) / max(len(times) - 1, FEWEST_OUTPUTS)
    sampling = apart / 2
    if not method.routines:
        return replace(method, max_step=min(method.max_step, sampling))
    surprising = events or laws or machine.drives or any(load.functions for load in machine.loads.values())
    longest = min(method.max_step, apart) if surprising or network_facts(machine).timed else method.max_step
    return replace(method, max_step=longest, sampling=sampling)
