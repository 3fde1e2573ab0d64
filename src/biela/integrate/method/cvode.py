"""CVODE of SUNDIALS, through scikit-sundae: variable-order BDF and Adams methods, the robust reference.

Its loop is SUNDIALS' own and calls back into Python for every evaluation, so it is slower than the compiled loops. It
knows nothing of constraints: it integrates ẋ = f(P(x)), where P puts a state on them. So the rates never see an open loop, and
what x drifts off changes the motion only by as much as it has drifted. Outputs are P(x).
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Literal

import numpy as np

from biela.base.dataclass import dataclass
from biela.integrate.access import Routine
from biela.integrate.closure import measure
from biela.integrate.method.base import Method, method
from biela.integrate.outcome import AHEAD, WHOLE, Event, Outcome, accumulate
from biela.integrate.plan import constraint_routines
from biela.integrate.run_record import Floats, Needs, at, make_record
from biela.integrate.system import ATOL, RTOL, Closure, Formulation, Status, System

_KERNEL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_STATUS = {-1: Status.TOO_MANY_STEPS}
"""SUNDIALS' return values; the others that are negative mean that no step was small enough."""
RESTART = 1e4
"""Drift off the constraints, in tolerances, at which the run restarts on them. A restart begins at order 1 and costs accuracy."""
SAFETY = {"bdf": 5e-3, "adams": 4e-3}
"""Part of the tolerances that CVODE is given. Its steps err to the same side one after the other, so that a run errs by many times
more than one of dormand-prince with the same tolerances: on the ready machines up to 130 times (BDF) and 70 times (Adams)."""
FINEST = 1e-14  # smallest rtol that CVODE is given: finer ones are rounding
LOOK_AHEAD = 1e-7  # look-ahead at which event functions show where they are heading [s]
AT_KNOT = 1e-6  # distance from a knot, in pieces of the curve, below which a state is at it
WELL_BEFORE = 0.1  # part of the way to the next knot after which a first step ends
NEXT_TO = 1e-14  # part of the time by which an output may lie behind a start for CVODE to refuse the step between them
PATIENCE = 200  # evaluations in a row that may give NaN or infinity before the run is given up


class NotFinite(Exception):
    """Rates that stay NaN or infinite."""


@method("cvode-adams", kind="adams")
@method("cvode-bdf", kind="bdf")
@dataclass(frozen=True)
class CVODE(Method):
    """Variable-order linear multistep methods: BDF of order 1-5 for stiff machines, Adams of order 1-12 for others.

    BDF uses the exact Jacobian. The error of all states counts, also of the extra ones.

    References
    ----------
    Hindmarsh et al. (2005), ACM Transactions on Mathematical Software 31, 363-396
    """

    kind: Literal["bdf", "adams"] = "bdf"
    rtol: float = RTOL
    atol: float = ATOL
    first_step: float | None = None
    max_step: float = np.inf
    max_steps: int = 1_000_000  # between two outputs

    order: ClassVar[int] = 5
    needs: ClassVar[Needs] = Needs(stages=1, jacobian=True, stage_closure=False)
    routines: ClassVar[Mapping[int, Routine]] = {}
    kernels: ClassVar[tuple[str, ...]] = ("jacobian",)
    source: ClassVar[str] = "CVODE of SUNDIALS (Hindmarsh et al. 2005, ACM Trans. Math. Softw. 31)"

    def check(self, system: System) -> None:
        super().check(system)
        if self.kind not in ("bdf", "adams"):
            raise ValueError(f"CVODE knows the kinds 'bdf' and 'adams', not {self.kind!r}")
        if not (np.isfinite(self.rtol) and self.rtol >= 0.0 and np.isfinite(self.atol) and self.atol > 0.0):
            raise ValueError("CVODE needs a tolerance rtol that is not negative, and a positive atol")
        if self.kind == "bdf":
            system.require("CVODE with BDF", "jacobian")
        if system.lanes != 1:
            raise ValueError("CVODE runs one machine at a time: use a system of one lane")

    @property
    def needed(self) -> tuple[str, ...]:
        return self.kernels if self.kind == "bdf" else ()

    def integrate(self, system: System, *arguments: Any) -> Outcome:
        with quiet():
            return integrate_cvode(system, self, *arguments)


class Callbacks:
    """Kernels of a system as the functions that scikit-sundae calls, and its constraints."""

    def __init__(
        self, system: System, formulation: Formulation, closure: Closure, u: Floats, p: Floats, directions: Sequence[int] | None
    ) -> None:  # fmt: skip
        # without stages of its own, independent coordinates are projected at outputs like any others
        kept = formulation if formulation is Formulation.PLAIN else Formulation.PROJECTED
        self.record = make_record(system, CVODE.needs, closure)
        self.corrector = constraint_routines(system, kept, False).get(at.DO_CORRECT)
        self._closes = None if self.corrector is measure else self.corrector
        self.record[at.CORRECTION] = system.project
        self.record[at.U], self.record[at.P], self.record[at.LIVE] = u, p, 1
        self._t, self._x = self.record[at.TS], self.record[at.XS][:, 0]
        self._k, self._g = self.record[at.K][0, :, 0], self.record[at.G][:, 0]
        self._jacobian = self.record[at.JAC][:, 0].reshape(system.n_x, system.n_x).T
        tables = ((system.rates, at.TO_K), (system.events, at.TO_G), (system.jacobian, at.TO_JACOBIAN))
        self._rates, self._events, self._jac = (self._caller(address, table) for address, table in tables)
        self._offset = np.zeros_like(self._g)
        # functions that count knots: zero at the next whole number up; behind all others once more, zero at the next one down
        self.directions = None if directions is None else [d if d != WHOLE else 1 for d in directions]
        self._counting = np.flatnonzero(np.array(directions or [], int) == WHOLE)
        self._down = np.zeros(len(self._counting))
        self.watched = [*(self.directions or ()), *[-1] * len(self._counting)]
        self.evaluations = self.steps = 0
        self._last, self._failures = np.nan, 0

    def _caller(self, address: int, table: int) -> Callable[[], None]:
        """Return a function that calls the kernel at an address, with results to the vectors of a table."""
        arg, res, work = (int(self.record.table[field]) for field in (at.ARG, table, at.WORK))
        function = _KERNEL(address)
        return lambda: function(arg, res, work)

    def _place(self, t: float, x: Floats) -> None:
        """Move to P(x) at t."""
        self._t[:], self._x[:] = t, x
        if self._closes is not None:
            self.record[at.LOST] = 0
            self._closes.call(self.record.address)

    def rates(self, t: float, x: Floats, f: Floats) -> None:
        self._place(t, x)
        self._rates()
        f[:] = self._k
        self.evaluations += 1
        if t != self._last:
            self._last = t
            self.steps += 1
        self._failures = 0 if np.all(np.isfinite(f)) else self._failures + 1
        if self._failures > PATIENCE:
            raise NotFinite

    def rates_at(self, t: float, x: Floats) -> Floats:
        """Return f(t, x)."""
        f = np.empty_like(x)
        self.rates(t, x, f)
        return f

    def jacobian(self, t: float, x: Floats, f: Floats, out: Floats) -> None:
        self._place(t, x)
        self._jac()
        out[:, :] = self._jacobian

    def events(self, t: float, x: Floats, g: Floats) -> None:
        self._t[:], self._x[:] = t, x
        self._events()
        g[: len(self._g)] = self._g - self._offset
        g[len(self._g) :] = self._g[self._counting] - self._down

    def begin(self, t: float, x: Floats) -> float:
        """Look for the knots next to (t, x). Return a time that is well before any of them: a step that ends there sees the law
        between two knots."""
        if not self._counting.size:
            return np.inf
        count = self._counts(t, x)
        ahead = self._counts(t + LOOK_AHEAD, x + LOOK_AHEAD * self.rates_at(t, x))
        speed = float(np.abs(ahead - count).max()) / LOOK_AHEAD
        knot, rises = np.rint(count), ahead > count
        near = np.abs(count - knot) <= AT_KNOT  # back to where it is counts a little beyond
        up, down = np.where(rises, knot + 1.0, knot + 2 * AT_KNOT), np.where(rises, knot - 2 * AT_KNOT, knot - 1.0)
        self._offset[self._counting] = np.where(near, up, np.floor(count) + 1.0)
        self._down[:] = np.where(near, down, np.ceil(count) - 1.0)
        return t + WELL_BEFORE / speed if speed > 0.0 else np.inf

    def _counts(self, t: float, x: Floats) -> Floats:
        """Return the knots passed at (t, x)."""
        self._t[:], self._x[:] = t, x
        self._events()
        return np.array(self._g[self._counting])

    def forgive(self, t: float, x: Floats, fired: Any) -> None:
        """Take the functions that fired for exactly zero at (t, x): CVODE locates them only to its tolerance."""
        self._t[:], self._x[:] = t, x
        before = self._g.copy()
        self._events()
        near = np.abs(self._g) <= 1e-6 * (1.0 + np.abs(before))
        self._offset[[i for i in range(len(self._g)) if i not in self._counting]] = 0.0
        self._offset[fired] = np.where(near, self._g, 0.0)[fired]

    def genuine(self, t: float, x: Floats, reported: Any, directions: Sequence[int] | None) -> tuple[list[int], bool]:
        """Return the events among those CVODE reports whose function really moves the way it should, since near a bounce it sees
        noise; and whether a knot was passed."""
        here, ahead, step = np.empty(len(self.watched)), np.empty(len(self.watched)), LOOK_AHEAD
        self.events(t, x, here)
        self.events(t + step, x + step * self.rates_at(t, x), ahead)
        slope = ahead - here
        fired = [int(i) for i in np.flatnonzero(reported[: len(self._g)]) if i not in self._counting]
        knot = bool(np.any(reported[self._counting]) or np.any(reported[len(self._g) :]))
        return [i for i in fired if directions is None or directions[i] * slope[i] >= 0.0], knot

    def signs(self, t: float, x: Floats, fired: Any) -> dict[int, float]:
        """Return the side of zero on which the functions that fired are now."""
        g = np.empty(len(self.watched))
        self.events(t, x, g)
        return {int(i): float(np.sign(g[i])) for i in fired}

    def missed(self, t: float, x: Floats, heading: dict[int, float], directions: Sequence[int] | None) -> bool:
        """Return whether a function that fired has come back through zero within a step, unseen by CVODE."""
        if not heading or directions is None:
            return False
        now = self.signs(t, x, list(heading))
        gone = [i for i, side in heading.items() if side * now[i] < 0 and directions[i] in (0, now[i])]
        for i in [i for i in heading if i not in gone]:
            del heading[i]
        return bool(gone)

    def correct(self, t: float, x: Floats) -> tuple[Floats, float, bool]:
        """Return a state on the constraints, its position residual, and whether that succeeded."""
        if self.corrector is None:
            return x.copy(), 0.0, True
        self._t[:], self._x[:] = t, x
        self.record[at.LOST] = 0
        self.corrector.call(self.record.address)
        return self._x.copy(), float(self.record[at.R][0, 0]), not self.record[at.LOST][0]


# long: the loop of SUNDIALS with its events and restarts, in the order in which they happen
def integrate_cvode(
    system: System, method: CVODE, t0: float, x0: Floats, u: Floats, p: Floats, times: Floats, formulation: Formulation,
    closure: Closure, directions: Sequence[int] | None, terminal: Sequence[bool | None],
    on_event: Callable[[int, float, Floats, int], Floats | None] | None, progress: Callable[[float, int], None] | None,
    examine: Callable[[float, Floats, float], bool] | None,
) -> Outcome:  # fmt: skip
    """`integrate` for CVODE; x0, u, p with one column. `examine` is asked after every step; if it says so, the run ends there."""
    system.promote(always=True)
    calls = Callbacks(system, formulation, closure, u, p, directions)
    directions = calls.directions
    solver = _solver(method, calls, system)
    t, x, status, ahead_to = t0, x0[:, 0].copy(), Status.DONE, t0
    out = np.full((len(times), system.n_x), np.nan)
    events: list[Event] = []
    reached, worst, fresh = -1, 0.0, True
    heading: dict[int, float] = {}  # side on which each function that fired last went on

    try:
        while reached + 1 < len(times) and status is Status.DONE:
            target = float(times[reached + 1])
            happened: Any = []
            if fresh and 0.0 < target - t <= NEXT_TO * max(abs(t), abs(target)):  # CVODE does not start so near
                t, x = target, x + (target - t) * calls.rates_at(t, x)
            if target > t:
                aim = target
                if fresh:
                    aim = min(target, calls.begin(t, x))
                    solver.init_step(t, x)
                    ahead_to = t
                # step by step where somebody looks on, then back to the output inside the last step
                result = None
                while examine is not None and ahead_to < target and aim == target:
                    result = solver.step(float(times[-1]), method="onestep", tstop=float(times[-1]))
                    before, ahead_to = ahead_to, float(result.t)
                    if not result.success or result.status == 2:
                        break
                    if examine(ahead_to, np.array(result.y, dtype=float), ahead_to - before):
                        status = Status.SINGULAR
                        break
                if status is Status.SINGULAR:
                    break
                if result is None or (result.success and result.status != 2):
                    result = solver.step(aim, tstop=float(times[-1]) if aim == target else aim)
                if not result.success:
                    status = _STATUS.get(result.status, Status.STEP_TOO_SMALL)
                    break
                raw = np.array(result.y, dtype=float)
                if not np.all(np.isfinite(raw)):
                    status = Status.NOT_FINITE
                    break
                corrected, residual, closed = calls.correct(float(result.t), raw)
                if not closed:
                    status = Status.CLOSURE_LOST
                    break
                t, x, worst = float(result.t), corrected, max(worst, residual)
                drift = np.abs(x - raw) / (method.atol + method.rtol * np.abs(x))
                fresh = bool(drift.max(initial=0.0) > RESTART)
                if result.status == 2:
                    happened, knot = calls.genuine(t, x, result.i_events[-1], directions)
                    fresh = fresh or knot
                if len(happened) == 0 and calls.missed(t, x, heading, directions):
                    status = Status.EVENTS_ACCUMULATE
                    break
            for index in happened:
                events.append(Event(t, int(index), x.copy(), 0))
                if terminal[index]:
                    status = Status.STOPPED_BY_EVENT
                elif on_event is not None and (changed := on_event(int(index), t, x.copy(), 0)) is not None:
                    x, fresh = np.array(changed, dtype=float), True
            if fresh and len(happened):
                # a step into the new motion too short to matter: the event function must show where it is heading
                calls.forgive(t, x, happened)
                ahead = min(AHEAD * (times[-1] - t0), 0.5 * (target - t))
                t, x = t + ahead, x + ahead * calls.rates_at(t, x)
                heading = calls.signs(t, x, happened)
                if events and accumulate(events, times[-1] - t0):
                    status = Status.EVENTS_ACCUMULATE
            if t >= target:
                reached += 1
                out[reached] = x
            if progress is not None:
                progress(t, calls.steps)
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    except NotFinite:
        status = Status.NOT_FINITE

    return Outcome(
        t=times, x=out, reached=np.array([reached]), status=(status,), t_end=np.array([t]), x_end=x,
        steps=np.array([calls.steps]), rejected=np.zeros(1, np.int64), evaluations=calls.evaluations,
        max_residual=np.array([worst]), moved=np.zeros(1), events=events,
    )  # fmt: skip


def _solver(method: CVODE, calls: Callbacks, system: System) -> Any:
    """Make CVODE with the options of the method."""
    from sksundae.cvode import CVODE as Solver

    part = SAFETY[method.kind]
    options: dict[str, Any] = {
        "method": {"bdf": "BDF", "adams": "Adams"}[method.kind], "rtol": min(method.rtol, max(part * method.rtol, FINEST)),
        "atol": part * method.atol * (1.0 if system.nominal is None else np.asarray(system.nominal)),
        "first_step": method.first_step or 0.0, "max_step": 0.0 if np.isinf(method.max_step) else method.max_step,
        "max_num_steps": method.max_steps,
    }  # fmt: skip
    if method.kind == "bdf":
        options["jacfn"] = lambda t, x, f, out: calls.jacobian(t, x, f, out)
    if calls.directions is not None:

        def watch(t: float, x: Floats, g: Floats) -> None:
            calls.events(t, x, g)

        watch.terminal = [True] * len(calls.watched)  # type: ignore[attr-defined]
        watch.direction = calls.watched  # type: ignore[attr-defined]
        options |= {"eventsfn": watch, "num_events": len(calls.watched)}
    return Solver(lambda t, x, f: calls.rates(t, x, f), **options)


# -- messages of SUNDIALS -------------------------------------------------------------------------------------------------

MESSAGE = re.compile(r"\n\[\w+, (Error|Warning): -?\d+\] .*\n", re.DOTALL)
WARNINGS = "SUNLOGGER_WARNING_FILENAME"  # SUNDIALS' name of the file for warnings
_lock = threading.Lock()
_inside = 0
_before: Any = None


@contextmanager
def quiet() -> Iterator[None]:
    """Keep messages of SUNDIALS from the terminal while a run lasts: biela says the reason itself.

    scikit-sundae prints them with Python's `print`, and has no setting for them, so they are taken out of `sys.stdout`; other
    output passes. Warnings of SUNDIALS itself go where its environment variables say, if the user has set them.
    """
    global _inside, _before
    with _lock:
        _inside += 1
        if _inside == 1 and sys.stdout is not None:
            _before, sys.stdout = sys.stdout, _Sieve(sys.stdout)
        if _inside == 1 and WARNINGS not in os.environ:
            os.environ[WARNINGS] = os.devnull
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0 and os.environ.get(WARNINGS) == os.devnull:
                del os.environ[WARNINGS]
            if _inside == 0 and isinstance(sys.stdout, _Sieve):  # else somebody has put another stream there, who puts it back
                sys.stdout = _before


class _Sieve:
    """Stream without the messages of SUNDIALS."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._mine = threading.local()

    def write(self, text: str) -> int:
        """Write a text unless it is a message, or the end of the line that `print` writes behind one."""
        ended, self._mine.ended = getattr(self._mine, "ended", False), bool(MESSAGE.fullmatch(text))
        if self._mine.ended or (ended and text == "\n"):
            return len(text)
        written: int = self._stream.write(text)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
