"""Passing singular positions: steps placed so that no stage of the method comes near one.

Where links come into line, the constraint Jacobian G loses rank for a moment, and its smallest singular value passes through
zero as σ ≈ s·(t − t*). What the closure has left of the velocities, |G v| = c ≈ 1e-15, is felt there as an error c/σ of the
velocities and c/σ² of the accelerations: a pole at t*. The motion itself is smooth. A method that chooses its steps by their
error takes ever shorter ones towards the pole, where there is nothing but rounding; one usual step across it, with t* in the
widest gap between its stages, meets errors of some c/h only.

So a run whose steps collapse is looked at: σ is sampled on the way, t* extrapolated, and the steps around it are laid out by
hand, with the size that was usual before. Outputs among them come from the polynomial through states and rates of these steps.

CVODE has no stages that could be placed, and its steps need not collapse: it may take another branch without noticing. So σ is
watched at each of its steps, and where it falls towards zero dormand-prince takes over until the position is passed.

A run that does not close its loops in every step does not notice a singular position: a penalty loses the branch there, other
formulations lose digits. It is inspected afterwards, at more times than a user may have asked for.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.rank import ALONG_A_RUN, ASSEMBLED, TINY
from biela.base.surface import setting
from biela.equations.stabilisation import Penalised, Penalty
from biela.integrate.driver import integrate
from biela.integrate.method.dormand_prince import DormandPrince
from biela.integrate.outcome import Outcome, joined
from biela.integrate.system import Closure, Formulation, Status, System
from biela.simulation.failure import singular_position
from biela.simulation.plan import Plan
from biela.state.functions import MachineFunctions

STUCK = (Status.SINGULAR, Status.CLOSURE_LOST, Status.STEP_TOO_SMALL)
SUSPECT_RATIO = 0.2
"""A position may be singular if the smallest singular value is below this part of the largest one found on the way there."""
USUALLY = 0.05
"""Smallest singular value, relative to the largest, of a loop that is well away from a singular position."""
SAMPLES, SAMPLES_PER_STEP = 48, 4
"""Number of samples of σ on the way to a singular position, and in a usual step."""
FITTED = 6
"""Number of samples of the parabola that is extrapolated to σ = 0."""
MOST_TRIES = 5
"""Largest number of passages tried in one piece of a run."""
AROUND = 2
"""Number of steps before and behind the one that passes."""
ROOM = 5.0
"""Distance from the singular position at which dormand-prince takes over, as multiple of the detection distance."""
CARE = 0.1
"""Part of the tolerances with which it does so."""
MOST_REMEMBERED = 1000
"""Number of steps among which the place to take over is chosen."""
CLOSINGS = 3
"""Number of Newton steps that put a drifted state on the constraints."""
MOST_UNCHECKED = 20
"""Largest number of unchecked steps."""
TOUCHED = 1e-3
"""Part of the largest σ below which a run was at a singular position. It may have turned back there, onto another branch."""
INSPECTED_TIMES = 1000
"""Smallest number of times at which a run is inspected."""
ASIDE, PEAK = 20, 3.0
"""Number of outputs from a singular position to where rates are compared, and how many times larger they are at a dead point."""
MOST_BYTES = 4e8
"""Largest memory for that; larger batches are inspected at fewer times."""


class Passage(NamedTuple):
    """Steps across a singular position: t* [s], and the outcome from the start of the piece to the end of the passage."""

    time: float
    piece: Outcome


@dataclass(frozen=True)
class Guide:
    """A piece of a run: its start, and the arguments of `integrate` for it."""

    functions: MachineFunctions
    system: System
    method: Any
    t0: float
    x0: Array
    u: Array
    p: Array
    times: Array
    options: Mapping[str, Any]

    def integrate(self, method: Any, t0: float, x0: Array, times: Array, **more: Any) -> Outcome:
        """Integrate one machine; a system of lanes repeats it in each."""
        options = {**self.options, **more}
        if self.system.lanes == 1:
            return integrate(self.system, method, t0, x0, self.u, self.p, times, **options)
        x, u, p = (np.repeat(np.asarray(a)[:, None], self.system.lanes, axis=1) for a in (x0, self.u, self.p))
        many = integrate(self.system, method, t0, x, u, p, times, **options)
        per_machine = ("reached", "status", "t_end", "steps", "rejected", "max_residual", "moved", "stiff", "suspect")
        first = {name: getattr(many, name)[:1] for name in per_machine}
        events = [event for event in many.events if event.lane == 0]
        return replace(many, x=many.x[:, :, 0], x_end=many.x_end[:, 0], events=events, **first)

    @property
    def led(self) -> bool:
        """True if loops are closed, so that the run can be led across. A loop that gapes has no definite branch."""
        return self.options.get("formulation") is not Formulation.PLAIN

    def spectrum(self, t: float, x: Array) -> tuple[int, Array]:
        """Return the rank of G, and its singular values relative to the largest."""
        s = np.linalg.svd(self.functions.evaluate("constraint_jacobian", t, x, self.u, self.p)[0], compute_uv=False)
        s = np.asarray(s / max(float(s[0]), TINY))
        return int(np.sum(s > ASSEMBLED)), s

    def closed(self, t: float, x: Array) -> Array:
        """Put a state that has drifted a little back on the constraints."""
        for _ in range(CLOSINGS):
            x = np.ravel(self.functions["project"](t, x, self.u, self.p))
        return x

    def passage(self, t_stuck: float, usual: float) -> Passage | None:
        """Take steps across the singular position near t_stuck, `usual` long; None if there is none, or they fail too."""
        back = t_stuck - usual * np.arange(SAMPLES, 1, -1) / SAMPLES_PER_STEP
        samples = back[back > self.t0]
        if len(samples) < FITTED:
            return None
        own = self.times[self.times <= samples[-1]]
        careful = replace(self.method, yields=False, max_steps=int(20 * (t_stuck - self.t0) / usual) + 1000)
        way = self.integrate(careful, self.t0, self.x0, np.array(sorted({*own.tolist(), *samples.tolist()})))
        found = [k for k in range(int(way.reached[0]) + 1) if way.t[k] in samples]
        where = self._vanishes([float(way.t[k]) for k in found], [way.x[k] for k in found], t_stuck + 2 * usual)
        if where is None:
            return None
        # a sample from which AROUND usual steps and the part of one before the gap lead to t*
        stages = np.unique(self.method.stage_times)
        widest = int(np.diff(stages).argmax())
        gap = float(stages[widest] + stages[widest + 1]) / 2  # its middle, as a part of the step
        room = [k for k in found if where - way.t[k] > 0.8 * (AROUND + gap) * usual]
        if not room:
            return None
        first, t_a = room[-1], float(way.t[room[-1]])
        h = (where - t_a) / (AROUND + gap)
        nodes: Array = np.array([t_a + h * k for k in range(1, 2 * AROUND + 2)])
        if nodes[-1] >= self.times[-1]:
            return None
        across = self.integrate(replace(self.method, step=h), t_a, way.x[first], nodes, closure=Closure())
        if across.status[0] is not Status.DONE or across.events:
            return None
        return Passage(where, self._piece(own, way, first, across))

    def _vanishes(self, t: list[float], x: list[Array], latest: float) -> float | None:
        """Return when σ, given at samples, goes through zero next, by a parabola through the last of them."""
        if len(t) < FITTED:
            return None
        values = [self.spectrum(a, b) for a, b in zip(t, x, strict=True)]
        had = max(r for r, _ in values)
        sigma = np.array([s[had - 1] for _, s in values]) if had else np.zeros(0)
        if not sigma.size or sigma[-1] > SUSPECT_RATIO * sigma.max():
            return None
        ahead = np.array(t[-FITTED:]) - t[-1]
        roots = np.roots(np.polyfit(ahead, sigma[-FITTED:], 2))
        real = [float(r.real) for r in roots if abs(r.imag) < 0.1 * abs(r.real) and r.real > 0]
        return t[-1] + min(real) if real and t[-1] + min(real) < latest else None

    def _piece(self, own: Array, way: Outcome, first: int, across: Outcome) -> Outcome:
        """Join the outcome from the start of the piece with that of the steps across."""
        t_a, t_b = float(way.t[first]), float(across.t[-1])
        before = [k for k in range(first + 1) if way.t[k] in own]
        inside = self.times[(self.times > t_a) & (self.times <= t_b)]
        x = np.concatenate([way.x[before], self._between(np.append(t_a, across.t), np.vstack([way.x[first], across.x]), inside)])
        return replace(
            across, t=np.concatenate([way.t[before], inside]), x=x, reached=np.array([len(x) - 1]), steps=way.steps + across.steps,
            rejected=way.rejected, evaluations=way.evaluations + across.evaluations,
            max_residual=np.maximum(way.max_residual, across.max_residual), moved=across.moved,
            events=[e for e in way.events if e.time <= t_a],
        )  # fmt: skip

    def _between(self, t: Array, x: Array, wanted: Array) -> Array:
        """Interpolate states at times among the steps, by the polynomial with their values and rates."""
        if not wanted.size:
            return np.zeros((0, x.shape[1]))
        from scipy.interpolate import KroghInterpolator

        rates = [np.ravel(self.functions["rates"](a, b, self.u, self.p)) for a, b in zip(t, x, strict=True)]
        values = np.stack([x, np.array(rates)], axis=1).reshape(2 * len(t), -1)
        return np.asarray(KroghInterpolator(np.repeat(t - t[0], 2), values)(wanted - t[0]))


def integrate_through(
    system: System, method: Any, t0: float, x0: Array, u: Array, p: Array, times: Array, *,
    passing: MachineFunctions | None = None, **options: Any,
) -> Outcome:  # fmt: skip
    """Integrate one machine, led across the singular positions on its way; `passing` are the functions of the machine."""
    if passing is not None and not method.routines:
        return _relayed(Guide(passing, system, method, t0, np.asarray(x0), u, p, times, options))
    total: Outcome | None = None
    t, x, left = t0, np.asarray(x0), times
    while True:
        found: Passage | None = None
        if passing is None:
            piece = integrate(system, method, t, x, u, p, left, **options)
        else:
            piece, found = _watched(Guide(passing, system, method, t, x, u, p, left, options))
        if found is None:
            return piece if total is None else joined(total, piece)
        piece = replace(found.piece, singular=[found.time])
        total = piece if total is None else joined(total, piece)
        t, x = float(found.piece.t_end[0]), found.piece.x_end
        left = left[left > t]


def _watched(guide: Guide) -> tuple[Outcome, Passage | None]:
    """Integrate until the end, or until steps collapse at a singular position; return then also how to pass it."""
    found: list[Passage] = []
    tries = 0

    def examine(t: float, x: Array, usual: float) -> bool:
        nonlocal tries
        if tries >= MOST_TRIES or not np.all(np.isfinite(x)):
            return False
        (r0, s0), (r, s) = guide.spectrum(guide.t0, guide.x0), guide.spectrum(t, x)
        had = max(r0, r)  # σ must be far below its value at the start of the piece, or the usual one
        if not had or not s[had - 1] < SUSPECT_RATIO * max(s0[had - 1], USUALLY):
            return False
        tries += 1
        passage = guide.passage(t, usual)
        found.extend([] if passage is None else [passage])
        return passage is not None

    outcome = guide.integrate(guide.method, guide.t0, guide.x0, guide.times, examine=examine)
    if not found and outcome.status[0] in STUCK and outcome.steps[0]:
        t_end = float(outcome.t_end[0])
        examine(t_end, outcome.x_end, (t_end - guide.t0) / int(outcome.steps[0]))
    return outcome, found[0] if found else None


def turns(sigma: Any, largest: float) -> NDArray[np.intp]:
    """Return places at which σ ≥ 0 has gone through zero along a run: a minimum with sides so steep that zero lies between its
    neighbours, or one that is tiny."""
    s = np.asarray(sigma, float)
    low = (s[1:-1] <= s[:-2]) & (s[1:-1] < s[2:])
    steep = s[1:-1] <= np.maximum(s[:-2], s[2:]) - s[1:-1]
    near = s[1:-1] < SUSPECT_RATIO * largest
    return np.flatnonzero(low & ((steep & near) | (s[1:-1] < TOUCHED * largest))) + 1


def singular_times(functions: MachineFunctions, t: Array, x: Array, u: Array, p: Array) -> Array:
    """Return times of a finished run at which its loops came through a singular position, or to one and stayed, by its outputs."""
    kernel = functions["constraint_jacobian"]
    G = kernel.batch(t[:, None], x, u, p, threads=1)
    s = np.linalg.svd(np.asarray(G).reshape(len(t), *kernel.out_shapes[0]), compute_uv=False)
    s /= np.maximum(s[:, :1], TINY)
    had = int(np.sum(s[0] > ALONG_A_RUN))
    if not had:
        return t[:0]
    sigma, largest = s[:, had - 1], float(s[:, had - 1].max())
    touched = np.flatnonzero(sigma < TOUCHED * largest)[:1]
    return t[np.union1d(turns(sigma, largest), touched)]


class Approach:
    """Watch of σ at the steps of a run: it returns True when σ falls towards zero."""

    def __init__(self, guide: Guide):
        self._guide, self._rank, self._largest = guide, 0, 0.0
        self.follow()

    def follow(self) -> None:
        """Begin a run, or go on elsewhere."""
        self._steps: deque[tuple[float, Array, float]] = deque(maxlen=MOST_REMEMBERED)
        self._pause = self._skipped = 0

    def __call__(self, t: float, x: Array, h: float) -> bool:
        self._skipped += 1
        if self._skipped < self._pause or (self._steps and t <= self._steps[-1][0]):
            return False
        self._skipped = 0
        rank, s = self._guide.spectrum(t, x)
        self._rank = max(self._rank, rank)
        sigma = float(s[self._rank - 1]) if self._rank else 1.0
        self._largest = max(self._largest, sigma)
        self._steps.append((t, x, sigma))
        if len(self._steps) == 1:
            return False
        before, _, was = self._steps[-2]
        rate, room = abs(was - sigma) / (t - before), sigma - SUSPECT_RATIO * self._largest
        # far away, the next look can wait for a part of the steps that lead there
        self._pause = int(min(max(0.2 * room / max(rate * h, TINY), 1), MOST_UNCHECKED))
        if not self._guide.led:
            passed = turns([step[2] for step in list(self._steps)[-3:]], self._largest).size
            return bool(passed) or sigma < TOUCHED * self._largest
        near = room < 0 or 3 * sigma < 2 * was  # two more such steps lead beyond it
        self._distance = sigma / max(rate, TINY)
        return near and sigma < was

    def take_over(self) -> tuple[float, Array, float]:
        """Return time and state at which dormand-prince takes over, and the time of the singular position [s]."""
        now = self._steps[-1][0]
        far = [step for step in self._steps if step[0] <= now - (ROOM - 1) * self._distance]
        t, x, _ = far[-1] if far else self._steps[0]
        return t, self._guide.closed(t, x), now + self._distance


def _relayed(guide: Guide) -> Outcome:
    """Integrate by a method with a loop of its own; dormand-prince carries it across singular positions."""
    method, end, options = guide.method, float(guide.times[-1]), guide.options
    careful = DormandPrince(CARE * method.rtol, CARE * method.atol, max_step=method.max_step)
    closure = replace(careful.closure, jump=options["closure"].jump)
    watch, t, x, left = Approach(guide), guide.t0, guide.x0, guide.times
    total: Outcome | None = None
    while True:
        watch.follow()
        watch(t, x, 0.0)
        piece = guide.integrate(method, t, x, left, examine=watch)
        if piece.status[0] is not Status.SINGULAR or not guide.led:
            return piece if total is None else joined(total, piece)
        t_a, x_a, where = watch.take_over()
        piece = until(piece, t_a, x_a)
        total = piece if total is None else joined(total, piece)
        left = left[left > t_a]
        t_b = min(2 * where - t_a, end)
        own = left[left <= t_b]
        extra = not own.size or own[-1] < t_b
        across = integrate_through(
            guide.system, careful, t_a, x_a, guide.u, guide.p, np.append(own, t_b) if extra else own,
            passing=guide.functions, **{**options, "closure": closure},
        )  # fmt: skip
        if extra:
            across = replace(across, t=own, x=across.x[:-1], reached=np.minimum(across.reached, len(own) - 1))
        total = joined(total, replace(across, singular=across.singular or [where]))
        t, x, left = float(across.t_end[0]), across.x_end, left[left > t_b]
        if not across.done or not left.size:
            return total


def until(piece: Outcome, t: float, x: Array) -> Outcome:
    """Return the outcome of a run cut at one of its steps."""
    kept = int(np.sum(piece.t <= t))
    return replace(
        piece, t=piece.t[:kept], x=piece.x[:kept], reached=np.array([kept - 1]), status=(Status.DONE,), t_end=np.array([t]),
        x_end=x, events=[event for event in piece.events if event.time <= t],
    )  # fmt: skip


def is_unwatched(plan: Plan) -> bool:
    """Return whether there are loops that the steps do not close."""
    return bool(plan.functions.n_rows) and plan.kept not in (Formulation.PROJECTED, Formulation.EVERY_STAGE)


def look_closer(plan: Plan) -> tuple[Plan, int]:
    """Add outputs to a plan that is unwatched, or whose method may pass a dead point; return also their number per output asked."""
    if not is_unwatched(plan) and plan.method.routines:
        return plan, 1
    intervals = np.diff(plan.times)
    room = MOST_BYTES / (8 * plan.machines * plan.functions.layout.n_x * len(intervals))
    every = max(1, min(math.ceil(INSPECTED_TIMES / len(intervals)), int(room)))
    if (step := plan.fixed_step) is not None:  # steps stay as they are: outputs are a part of them
        steps = int(np.gcd.reduce(np.maximum(np.rint(intervals / step).astype(int), 1)))
        every = max(k for k in range(1, every + 1) if steps % k == 0)
    parts = plan.times[:-1, None] + intervals[:, None] * (np.arange(every) / every)
    return replace(plan, times=np.append(parts.ravel(), plan.times[-1])), every


def as_asked(outcome: Outcome, every: int) -> Outcome:
    """Return the outcome at the requested outputs only."""
    if every == 1:
        return outcome
    return replace(outcome, t=outcome.t[::every], x=outcome.x[::every], reached=np.asarray(outcome.reached) // every)


def note_of_dead_point(functions: MachineFunctions, t: Array, x: Array, singular: Sequence[float]) -> str:
    """Return a note if a run came through a dead point at one of the singular positions on its way; else empty.

    Where links come into line and the motion is smooth, rates are as elsewhere. At a dead point the machine arrives at the end of
    its reach with a speed: heavy bodies must stop, and rates of light links grow as one over the distance.
    """
    if not len(singular):
        return ""
    speed = np.abs(x[:, functions.layout.v]).max(axis=1, initial=0.0)
    usual = float(np.median(speed))
    for when in singular:
        k = int(np.abs(t - when).argmin())
        sides = [speed[max(k + a, 0) : max(k + b, 0)] for a, b in ((-ASIDE - 5, -ASIDE + 5), (ASIDE - 5, ASIDE + 5))]
        around = max((float(np.median(side)) for side in sides if side.size), default=usual)
        peak = float(speed[max(k - 1, 0) : k + 2].max())
        if peak > PEAK * max(usual, around):
            return (
                f"the run is doubtful: the loops came to a dead point at t = {when:.4g} s with a speed, where rates grow to "
                f"{peak / max(usual, 1e-300):.2g} times the usual ones. What comes after it is not determined: clearances and "
                "elasticity decide it. Keep the machine from it with an end stop, a damper or less load."
            )
    return ""


def note_of_penalty(plan: Plan) -> str:
    """Return a note if a penalty errs by more than the tolerance; else empty."""
    stabilised = plan.functions.stabilisation
    if not isinstance(stabilised, Penalty) or plan.method.fixed_step or 1 / stabilised.penalty <= plan.settings.rtol:
        return ""
    return (
        f"formulation 'penalty' leaves about 1/penalty = {1 / stabilised.penalty:.1g} of each acceleration to the gaps of the "
        f"loops, more than rtol = {plan.settings.rtol:g} asks for: use 'augmented-lagrangian', or a larger penalty."
    )


def note_of_passage(plan: Plan, t: Array, x: Array, u: Array, p: Array) -> tuple[str, str]:
    """Return notes on a run that came through a singular position, and through a dead point, at one of these times; else empty.

    Raises
    ------
    SimulationError : it did, and nothing kept its branch
    """
    found = singular_times(plan.functions, t, x, u, p)
    if not found.size:
        return "", ""
    settings = plan.settings.about([])
    if isinstance(plan.functions.stabilisation, Penalised):
        raise singular_position(float(found[0]), settings)
    passage = (
        f"the loops came through a singular position near t = {found[0]:.4g} s, where formulation "
        f"{settings['formulation']!r} loses digits: compare with {setting('formulation', 'projected')}."
    )
    return passage, note_of_dead_point(plan.functions, t, x, list(found))
