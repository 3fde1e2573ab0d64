"""Runs that broke down: what happened, when, where, and what to do about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import BielaError, DeadPoint, SimulationError, SingularMass, StepTooLarge, ToleranceNotReached
from biela.base.rank import conditioning, rank
from biela.base.surface import setting
from biela.integrate.method.base import Adaptive, method_named
from biela.simulation.audit import MOST_ENERGY_ERROR, ROUNDING
from biela.simulation.history import History

REFLECTED = " The inertia that a network reflects to a port does not count here: leave a part of it, however small, to the body."


def failure(history: History, status: Any, t: float, x: Array, method: str, step: float | None) -> BielaError:
    """Return the error of a run that broke down: when, where, and what to do."""
    from biela.simulation.diagnose import culprits, massless  # symbols are needed only here

    loose = massless(history.functions, history.state(0)) if status.name == "NOT_FINITE" else []
    if loose:
        return SingularMass(
            f"nothing with inertia resists {', '.join(loose)}, so the acceleration there is undetermined. Give the bodies beyond "
            "these joints mass and inertia (a slender rod needs a small inertia about its own axis to spin)."
            + (REFLECTED if history.mechanism.networks else "")
        )
    if status.name in ("NOT_FINITE", "STEP_TOO_SMALL", "TOO_MANY_STEPS"):
        last = (t, x) if np.all(np.isfinite(x)) else (float(history.t[-1]), history.x[-1])
        if blamed := culprits(history.functions, last[0], last[1], history.u, history.p):
            return SimulationError(f"the machine stops being defined at t = {last[0]:.6g} s: {'; '.join(blamed)}.")
    if history.mechanism.drives and status.name != "EVENTS_ACCUMULATE":
        if (dead := _driven_to_a_dead_point(history, step)) is not None:
            return dead
    culprit = _culprit(history, x)
    match status.name:
        case "NOT_FINITE" if step is not None:
            adaptive = issubclass(method_named(method)[0], Adaptive)
            other = f"omit {setting('step')}" if adaptive else f"use {setting('method', 'dormand-prince')}"
            stiff = "" if method == "rosenbrock" else f", or use {setting('method', 'rosenbrock')} if it is stiff"
            return StepTooLarge(
                f"the motion exploded at t = {t:.6g} s{culprit}: the step of {step:g} s is too large for this machine. "
                f"Halve it, or {other}{stiff}."
            )
        case "NOT_FINITE":
            return SimulationError(f"the motion became infinite at t = {t:.6g} s{culprit}. Check the loads and inputs there.")
        case "STEP_TOO_SMALL" | "TOO_MANY_STEPS" | "CLOSURE_LOST" if _dead_point(history, t, x):
            return _at_a_dead_point(history, t, culprit)
        case "SINGULAR":
            return singular_position(t, history.settings)
        case "EVENTS_ACCUMULATE":
            name = history.events[-1].name if history.events else "an event"
            return SimulationError(
                f"event {name!r} happens again and again at t = {t:.6g} s, as the bounces of a ball that comes to rest. Let its "
                "action end that: stop, or change to a state of rest or contact."
            )
        case "STEP_TOO_SMALL" | "TOO_MANY_STEPS":
            return ToleranceNotReached(
                f"the tolerance could not be met beyond t = {t:.6g} s{culprit}: steps became too small or too many. Loosen "
                f"{setting('rtol')}, look for a jump in a load or input there, or use {setting('method', 'rosenbrock')} if the "
                "machine is stiff."
            )
        case _:
            return SimulationError(
                f"the loops could not be closed again at t = {t:.6g} s{culprit}: a dead point, or a step that is too large. "
                "Take a smaller step, or a motion that stays within reach."
            )


def keep(error: BielaError, history: History) -> None:
    """Attach to an error the sound part of its run, with status and reason."""
    n = _sound(history)
    end = history.t[n - 1]
    events = [event for event in history.events if event.time <= end]
    error.history = replace(
        history, t=history.t[:n], x=history.x[:n], status="failed", reason=str(error), events=events,
        notes=list(history.notes), _levels={},
    )  # fmt: skip
    if n < len(history.t):
        error.history.notes.append(
            f"results end at t = {end:.6g} s: the energy balance of later states was off by more than {MOST_ENERGY_ERROR:.0%} of "
            "the energy that moved."
        )


def _sound(history: History) -> int:
    """Return the number of outputs up to the last one whose energy balance holds, at least one.

    The steps that end a run may leave a state of huge rates, or a closed loop on another branch: there, energy − work jumps.
    """
    found = history.functions["energies"].batch(history.t[:, None], history.x, history.u, history.p)
    kinetic, energy = np.asarray(found).reshape(len(history.t), 2).T
    work = history.x[:, history.functions.layout.work]
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs((energy - work) - (energy[0] - work[0]))
        spans = [np.maximum.accumulate(e) - np.minimum.accumulate(e) for e in (energy, work)]
        moved = np.maximum.reduce([np.maximum.accumulate(kinetic), *spans])
        rounding = ROUNDING * (np.abs(energy) + np.abs(work))
        sound = np.flatnonzero(error <= MOST_ENERGY_ERROR * moved + rounding)
    return int(sound[-1]) + 1 if sound.size else 1


def singular_position(t: float, settings: Any) -> SimulationError:
    """Return the error of loops that nothing keeps on their branch."""
    return SimulationError(
        f"the loops are at a singular position at t = {t:.6g} s: links have come into line, and formulation "
        f"{settings['formulation']!r} with method {settings['method']!r} does not know on which branch they go on. Use "
        f"{setting('formulation', 'projected')}, which closes the loops and keeps the branch."
    )


def _driven_to_a_dead_point(history: History, step: float | None) -> BielaError | None:
    """Return the error of prescribed motions that lead out of the reach of the loops soon after the last sound state."""
    from biela.state.reach import dead_point

    ahead = max(3 * (step or 0.0), 0.01 * float(history.settings.get("duration", 0.0)), 1e-6)
    for k in range(1, min(3, len(history.t)) + 1):
        found = dead_point(history.functions, float(history.t[-k]), history.x[-k], history.p, ahead)
        if found is not None:
            drives = ", ".join(map(repr, history.mechanism.drives))
            return DeadPoint(
                f"the loops are at a {found}: the prescribed motion {drives} leads beyond it, and the motion there is not "
                "determined. Take a motion that stays within reach."
            )
    return None


def _at_a_dead_point(history: History, t: float, culprit: str) -> BielaError:
    """Return the error of loops at a dead point."""
    drives = ", ".join(map(repr, history.mechanism.drives))
    if not drives and str(history.settings["formulation"]) != "projected":
        return singular_position(t, history.settings)
    why, remedy = "links have come into line", "Keep the machine from it with an end stop, a damper or less load."
    if drives:
        why, remedy = f"the prescribed motion {drives} leads beyond it", "Take a motion that stays within reach."
    return DeadPoint(
        f"the loops are at a dead point at t = {t:.6g} s{culprit}: {why}, and the motion there is not determined. {remedy}"
    )


def _dead_point(history: History, t: float, x: Array) -> bool:
    """Return whether the constraints are about to lose a rank that they had at the start."""
    if not history.functions.n_rows or not np.all(np.isfinite(x)):
        return False
    first, last = (
        history.functions.evaluate("constraint_jacobian", time, y, history.u, history.p)[0]
        for time, y in ((float(history.t[0]), history.x[0]), (t, x))
    )
    had = rank(first)
    return had > 0 and conditioning(last, had) < 1e-3 * conditioning(first, had)


def _culprit(history: History, x: Array) -> str:
    """Name the joint that moves fastest in the last sound state."""
    layout = history.functions.layout
    if not (v := np.asarray(x)[layout.v]).size:
        return ""
    return f", first in joint {layout.joint_at(int(np.where(np.isfinite(v), np.abs(v), np.inf).argmax()))!r}"
