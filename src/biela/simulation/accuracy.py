"""The error of a run, estimated from companions: the same run with other steps or tolerances.

Let x be a run with step h, and x_k its companion with step k h. A method of order one or more errs at least k times as much there:

    |x − x_k| ≥ (k − 1) |error of x|                                                                                  (1)

A companion of long steps is cheap and certifies most runs: those that agree with it. Where it does not, finer companions are run
until the run agrees with one of them, or two of them with each other: the difference from the finest is the error. Tolerances are
treated alike; the error of an adaptive run is taken to follow the square root of rtol at least. A penalty errs whatever the steps:
what it holds together is compared with a companion of rigid loops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, warn
from biela.base.surface import setting
from biela.simulation.audit import DoubtWarning
from biela.simulation.companion import Companion, Repeatable
from biela.simulation.leaps import Leap, knots_leapt, leaps, rates_jump

if TYPE_CHECKING:
    from biela.simulation.history import History

MARKED = 0.008
"""Smallest estimated error of a marked run, as part of an amplitude: errors of 1 % or more are beyond it."""
SURE = 0.005
"""Largest error of a certified run, which recommended settings aim at."""
ASYMPTOTIC = 0.3
"""Largest error that follows the order of a method."""
MOST_WORK = 200_000
"""Largest number of steps of a finer companion; a batch may take as many as it has taken."""
SAMPLE = 8
"""Number of machines of a batch that are estimated first."""
ALIKE = 0.02
"""Other machines of a batch err by less than one over this times as much as the worst of these."""
COARSE_RTOL = 1e-5
"""Smallest rtol of a run that is estimated when it ends."""
LESS_COARSE_RTOL, LARGE_BATCH = 1e-6, 16
"""Smallest rtol of a batch of this number of machines or more, of which a sample costs little."""
FEW_STEPS = 2000
"""Largest number of fixed steps of a run that is estimated when it ends."""
MOST_KNOTS = 2000
"""Largest number of knots passed for which a run with fixed steps is compared with an adaptive one, whose steps end at each."""
UNBALANCED = 1e-5
"""Smallest error of the energy balance, as part of the energy that moved, of a run that is estimated when it ends."""


@dataclass(frozen=True)
class Accuracy:
    """Estimated error of a run.

    error : largest error of a coordinate at the outputs, as part of its amplitude; None if it is not known
    signal, difference : that coordinate, and its error in SI units
    compared : setting of the companion: {"step": 0.002} or {"rtol": 1e-6}
    advice : sufficient setting, where the run is marked
    text : the estimate in words
    """

    error: float | None = None
    signal: str = ""
    difference: float = 0.0
    compared: Mapping[str, float] = field(default_factory=dict)
    advice: Mapping[str, float] = field(default_factory=dict)
    text: str = ""

    @property
    def marked(self) -> bool:
        """True if the error is larger than a reader would assume, or infinite."""
        return self.error is not None and not self.error <= MARKED

    @property
    def percent(self) -> str:
        """Error as a percentage: '0.7 %'."""
        if self.error is None or not np.isfinite(self.error):
            return "∞ %"
        return f"{100 * self.error:.2g} %" if self.error < 0.995 else f"{100 * self.error:.0f} %"

    def as_dict(self) -> dict[str, Any]:
        """Return the estimate for JSON."""
        finite = self.error is not None and bool(np.isfinite(self.error))
        return {
            "error": self.error if finite else None, "marked": self.marked, "signal": self.signal,
            "difference": self.difference if finite else None, "compared": dict(self.compared), "advice": dict(self.advice),
            "text": self.text,
        }  # fmt: skip


def unknown(reason: str) -> Accuracy:
    """Return the estimate of a run that cannot be repeated."""
    return Accuracy(text=f"accuracy is not known: {reason}")


def judge(history: History) -> None:
    """Estimate the error of a run, and mark it where that is large."""
    run = history._again
    history._accuracy = found = unknown(run) if isinstance(run, str) else estimate(run, [0])[0]
    if not found.marked:
        return
    history.status = "doubtful" if history.status == "done" else history.status
    history.notes.append(found.text)
    warn(f"{history.mechanism.name!r}: {found.text}", DoubtWarning)


def is_suspect(run: Repeatable | str, part: float) -> bool:
    """Return whether a run is estimated when it ends, unasked: for coarse settings, low order, knots that its fixed steps may have
    leapt over, rates that jump, or an energy balance that is off by a part of the energy that moved."""
    if isinstance(run, str):
        return False
    if run.step is None:
        coarse = COARSE_RTOL if len(run.steps) < LARGE_BATCH else LESS_COARSE_RTOL
        return bool(run.plan.settings.rtol >= coarse or part > UNBALANCED)
    if int(run.steps.max(initial=0)) <= FEW_STEPS or run.order <= 2 or part > UNBALANCED:
        return True
    every = np.arange(len(run.steps))
    return any(rates_jump(run, every)) or any(knots_leapt(run, every))


def estimate_some(run: Repeatable, machines: NDArray[np.intp], parts: Array) -> dict[int, Accuracy]:
    """Estimate the error of a batch from some of its machines: those with the worst energy balance, and others. All of them are
    estimated where one of these is not certain."""
    some = {int(k) for k in np.linspace(0, len(machines) - 1, SAMPLE // 2).astype(int)}
    some |= {int(k) for k in np.argsort(-parts)[: SAMPLE // 2]}
    some |= {k for k, leap in enumerate(knots_leapt(run, machines)) if leap}
    chosen = machines[sorted(some)]
    found = dict(zip(map(int, chosen), estimate(run, chosen), strict=True))
    if any(accuracy.error is None or accuracy.error > ALIKE * SURE for accuracy in found.values()):
        rest = np.array([k for k in machines if int(k) not in found], np.intp)
        found |= dict(zip(map(int, rest), estimate(run, rest), strict=True))
    return found


def estimate(run: Repeatable, machines: Sequence[int] | NDArray[np.intp]) -> list[Accuracy]:
    """Estimate the error of some machines of a run."""
    found: dict[int, Accuracy] = {}
    left = np.asarray(machines, np.intp)
    try:
        leapt = _compare_sharp(run, left, found)
        left = np.array([k for k in left if int(k) not in found], np.intp)
        _refine(run, np.intersect1d(left, leapt), {}, found)
        left, coarse = _certify(run, left, found)
        _refine(run, left, coarse, found)
        if run.soft:
            _compare_rigid(run, found)
    except BielaError as error:
        found = {int(k): unknown(f"the run could not be repeated with other steps: {error}") for k in machines} | found
    return [found[int(k)] for k in machines]


def _compare_sharp(run: Repeatable, machines: NDArray[np.intp], found: dict[int, Accuracy]) -> NDArray[np.intp]:
    """Compare machines whose fixed steps may have leapt over something with adaptive runs. Return all such machines."""
    every = dict(zip(map(int, machines), leaps(run, machines), strict=True))
    what = {k: leap for k, leap in every.items() if leap is not None}
    some = np.array([k for k, leap in what.items() if leap.knots <= MOST_KNOTS], np.intp)
    if some.size:
        sharp = run.sharp(some)
        errors, sizes = run.differences(some, run.own(some), sharp), run.sizes(some, sharp)
        for k in map(int, np.flatnonzero(sharp.fine)):
            judged = _judged(run, errors[k], sizes[k], sharp.factor)
            found[int(some[k])] = _leapt(run, judged, some, k, sharp, what[int(some[k])]) if judged.marked else judged
    return np.array(list(what), np.intp)


def _leapt(run: Repeatable, found: Accuracy, some: NDArray[np.intp], k: int, sharp: Companion, leap: Leap) -> Accuracy:
    """Return a marked estimate of a machine that leapt over something, with the longest step that does not."""
    one, own, advice = sharp.some([k]), some[k : k + 1], dict[str, float]()
    for factor in run.finer():
        if run.work(own, factor) > MOST_WORK:
            break
        finer = run.again(own, factor)
        good = run.differences(own, one, finer).max(initial=0.0) <= SURE
        advice = (advice or run.advice(finer.factor)) if good else {}  # a longer step may do by chance
    return _told(run, found, advice, leap=leap)


def _compare_rigid(run: Repeatable, found: dict[int, Accuracy]) -> None:
    """Compare machines whose loops a penalty holds, and whose steps are fine enough, with rigid ones."""
    some = np.array([k for k, own in found.items() if own.error is not None and not own.marked], np.intp)
    if not some.size:
        return
    for k in map(int, some):
        del found[k]  # unknown, should the rigid run be refused
    rigid, projected = run.sharp(some), setting("formulation", "projected")
    errors, sizes = run.differences(some, run.own(some), rigid), run.sizes(some, rigid)
    for k, machine in enumerate(map(int, some)):
        if not rigid.fine[k]:
            found[machine] = unknown(f"the same run with {projected} did not reach the end.")
            continue
        own = _judged(run, errors[k], sizes[k], rigid.factor)
        text = f"{own.text}, {projected}"
        if own.marked:
            text = (
                f"the run is doubtful: its penalty is too soft. {_off(run, own)}, compared with {projected}. Take that, "
                f"{setting('formulation', 'augmented-lagrangian')} or a larger penalty."
            )
        found[machine] = replace(own, text=text)


def _certify(run: Repeatable, left: NDArray[np.intp], found: dict[int, Accuracy]) -> tuple[NDArray[np.intp], dict[float, Array]]:
    """Try coarse companions, the cheapest first. Return the machines that disagree, and their differences by factor."""
    seen: dict[float, Array] = {}
    for asked in run.coarser():
        if not left.size:
            break
        companion = run.again(left, asked)
        gaps = run.differences(left, run.own(left), companion)
        safety = companion.factor - 1 if run.step is not None else np.sqrt(companion.factor) - 1
        errors = gaps / max(safety, 1e-9)
        good = gaps.max(axis=1, initial=0.0) <= SURE  # at singular positions longer steps need not err more
        sizes = run.sizes(left, companion)
        for k in map(int, np.flatnonzero(good)):
            both = {f: table[k] for f, table in (*seen.items(), (companion.factor, gaps))}
            likely = gaps[k] / (companion.factor ** _observed(both, run.order) - 1) if len(both) > 1 else errors[k]
            found[int(left[k])] = _judged(run, likely, sizes[k], companion.factor)
        seen = {factor: table[~good] for factor, table in seen.items()}
        if good.all():
            return left[~good], {}
        left, seen[companion.factor] = left[~good], gaps[~good]
    return left, seen


def _refine(run: Repeatable, left: NDArray[np.intp], coarse: dict[float, Array], found: dict[int, Accuracy]) -> None:
    """Try finer companions until the run agrees with one, or two of them with each other. Many steps are taken only where coarse
    companions tell nothing."""
    limit = max(MOST_WORK, float(run.steps.sum()) if len(run.steps) > 1 else 0.0)
    ladder: list[Companion] = []
    for factor in run.finer():
        told = bool(ladder) or any(np.isfinite(table).all() for table in coarse.values())
        if not left.size or (told and run.work(left, factor) > limit):
            break
        ladder.append(run.again(left, factor))
        finest = ladder[-1]
        if not finest.fine.any():
            break
        errors = _errors(run, left, finest)
        settled = errors.max(axis=1, initial=0.0) <= MARKED
        if len(ladder) > 1:
            settled |= run.differences(left, ladder[-2], finest).max(axis=1, initial=0.0) <= SURE
        for k in map(int, np.flatnonzero(settled)):
            found[int(left[k])] = _settled(run, left, k, ladder)
        left, coarse = left[~settled], {f: table[~settled] for f, table in coarse.items()}
        ladder = [companion.some(~settled) for companion in ladder]
    for k in range(len(left)):
        found[int(left[k])] = _unsettled(run, left, k, [c for c in ladder if c.fine[k]], coarse)


def _errors(run: Repeatable, left: NDArray[np.intp], finest: Companion) -> Array:
    """Return errors from differences to a finer companion, which itself errs by its factor at order one, the order where closing
    loops limits the accuracy."""
    return run.differences(left, run.own(left), finest) / (1 - finest.factor)


def _settled(run: Repeatable, left: NDArray[np.intp], k: int, ladder: list[Companion]) -> Accuracy:
    """Return the estimate of a machine whose motion is known from its finest companion."""
    finest, factor = ladder[-1], ladder[-1].factor
    errors = _errors(run, left, finest)[k]
    found = _judged(run, errors, run.sizes(left, finest)[k], factor)
    if not found.marked:
        return found
    tried = [(1.0, float(errors.max()))]
    tried += [(c.factor, float(run.differences(left, c, finest)[k].max())) for c in ladder[:-1]]
    for before, error in tried:  # the first that errs by little tells how much smaller it must be
        if error <= ASYMPTOTIC:
            exponent = 1 / run.order if run.step is not None else 1.0
            factor = max(finest.factor, before * min(1.0, (SURE / error) ** exponent if error > 0 else 1.0))
            break
    return _told(run, found, run.advice(factor))


def _unsettled(run: Repeatable, left: NDArray[np.intp], k: int, ladder: list[Companion], coarse: dict[float, Array]) -> Accuracy:
    """Return the estimate of a machine for which no companion is conclusive."""
    if ladder:
        finest = ladder[-1]
        errors = _errors(run, left, finest)[k]
        found = _judged(run, errors, run.sizes(left, finest)[k], finest.factor)
        apart = error = float(errors.max())
        if len(ladder) > 1:  # errors of companions fall as their steps do, unless the motion depends on every digit
            apart = float(run.differences(left, ladder[-2], finest)[k].max())
            if apart > 0.5 * error:
                return _told(run, found, {}, sensitive=True)
        before = ladder[-2].factor if len(ladder) > 1 else 1.0
        exponent = 1 / run.order if run.step is not None else 1.0
        return _told(run, found, run.advice(before * (SURE / max(apart, SURE)) ** exponent))
    known = {f: table[k] for f, table in coarse.items() if np.all(np.isfinite(table[k]))}
    if not known:
        return unknown("no run with other steps reached the end.")
    factor = min(known)
    gaps = known[factor]
    order = _observed(known, run.order) if run.step is not None else 0.5
    errors = gaps if gaps.max() > ASYMPTOTIC else gaps / (factor**order - 1)
    found = _judged(run, errors, run.sizes(left, run.own(left))[k], factor)
    smaller = (SURE / max(float(errors.max()), SURE)) ** (1 / order)
    return _told(run, found, run.advice(smaller)) if found.marked else found


def _observed(gaps: dict[float, Array], largest: int) -> float:
    """Return the observed order of a method, from the differences to two coarser companions; between one and its own."""
    sizes = sorted((factor, float(table.max(initial=0.0))) for factor, table in gaps.items())
    if len(sizes) < 2:
        return 1.0
    (small, a), (large, b) = sizes[:2]
    if not (0 < a and 0 < b < ASYMPTOTIC):
        return 1.0
    orders = np.linspace(1.0, largest, 61)
    expected = (large**orders - 1) / (small**orders - 1)
    return float(orders[np.abs(np.log(expected * a / b)).argmin()])


def _judged(run: Repeatable, errors: Array, sizes: Array, factor: float) -> Accuracy:
    """Return the estimate of one machine from the errors of its coordinates."""
    if not errors.size:
        return Accuracy(0.0, compared=run.setting(factor), text="nothing moves")
    worst = int(errors.argmax())
    error = float(errors[worst])
    signal = run.plan.functions.layout.entries[run.part.start + worst][0]
    found = Accuracy(error, signal, error * float(sizes[worst]), run.setting(factor))
    other = _listed(found.compared)
    return replace(found, text=f"estimated error {found.percent} of the amplitude of {signal}, compared with {other}")


def _listed(settings: Mapping[str, float]) -> str:
    return ", ".join(f"{key}={value:g}" for key, value in settings.items())


def _told(
    run: Repeatable, found: Accuracy, advice: dict[str, float], sensitive: bool = False, leap: Leap | None = None
) -> Accuracy:
    """Add advice and text to a marked estimate."""
    if not found.marked:
        return found
    cause = f" for {leap.what}" if leap else ""
    what = "steps are" if run.step is not None else "tolerance is"
    text = (
        f"the run is doubtful: its {what} too coarse{cause}. {_off(run, found)}, with {_listed(run.setting(1.0))} compared with "
        f"{'adaptive steps, ' if leap else ''}{_listed(found.compared)}."
    )
    if sensitive and run.step is not None and run.order == 1:
        text += " Finer steps differ as much: take a method of higher order, such as 'rk4'."
    elif sensitive:
        text += " Finer ones differ as much: the motion depends on every digit. Trust a shorter duration only."
    elif advice:
        text += " Take " + ", ".join(setting(name, float(f"{value:g}")) for name, value in advice.items())
        text += ", or an adaptive method, such as 'automatic'." if leap else "."
    elif leap:
        text += " Take an adaptive method, such as 'automatic'."
    return replace(found, advice=advice, text=text)


def _off(run: Repeatable, found: Accuracy) -> str:
    """Describe how far a marked run is off."""
    units = dict(run.plan.functions.layout.entries)
    unit = f" {units[found.signal]}" if units.get(found.signal, "1") not in ("", "1") else ""
    return f"{found.signal} is off by {found.difference:.3g}{unit}, {found.percent} of its amplitude"
