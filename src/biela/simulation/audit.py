"""Audit of a finished run: its energy balance and its loops, against what its tolerances explain.

Energy − work stays constant in every machine, so that its change is an error of the run. In each step an adaptive method errs by
about rtol·|x| + atol, and so by some rtol of the energy that moves about; over n steps that adds up to n rtol at most, and to a
tenth of it on the machines of the library. What is far beyond has another cause: a method that is unstable or too coarse, a
branch taken at a singular position, loops that gape.

A run integrates the work of its loads and inputs along with the motion, at the stages of its steps. A force that the steps leapt
over is missing in both alike, and the energy balance holds. So the power is evaluated again, from the states alone: at every output
and at one time between each two, which no step has seen. With θ the place of that time and P the power,

    ∫ P dt ≈ Δt (w₀ P₀ + w P(θ) + w₁ P₁),     w = 1/(6 θ(1 − θ)),   w₀ = ½ − 1/(6θ),   w₁ = ½ − 1/(6(1 − θ))            (1)

is exact for parabolas. States between outputs follow from the cubic with the states and rates of both. Where (1) and the trapezoid
rule differ, or where the run saw more than (1), outputs are too far apart for the power, and the interval is not judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.session import derived
from biela.integrate.system import base_tolerance
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.sensor import VELOCITY
from biela.mechanism.size import machine_size
from biela.simulation.plan import LOST_MOTION
from biela.simulation.watch import WatchWarning
from biela.state.functions import MachineFunctions
from biela.state.state import LEVELS, signal_names

if TYPE_CHECKING:
    from biela.simulation.history import History

MOST_ENERGY_ERROR = 0.05
"""Largest error of the energy balance that any setting explains, as part of the energy that moves about."""
FEWEST_STEPS, STEPS_SHARE = 30.0, 0.5
"""An error is explained up to rtol times the larger of these: a number, and a part of the number of steps."""
KINK, KINKS = 1e4, 1e-4
"""Error that contacts and stops add, into which steps run without warning: this number times rtol, at most this part."""
ROUNDING = 1e-9
"""Largest error from rounding, as part of the energies themselves."""
OPEN = 1e-3
"""Largest gap of loops, as part of the machine's size."""
TIGHT = 1e-9
"""Gap at which loops are closed in any machine [m, rad]."""
FEW_OUTPUTS = 20
"""Number of outputs below which the largest kinetic energy may lie between them. Twice as many are evaluated."""


GOLDEN = 0.6180339887498949
"""Increment of the places between outputs, so that nothing periodic meets all of them at one phase."""
CERTAIN = 10.0
"""Smallest difference to the run's own account that counts, over the differences of the two rules there and next to it."""
MOST_INTERVALS = 50
"""Largest number of intervals between outputs that are judged, spread over the run."""
NEIGHBOURS = 2
"""Number of intervals on each side whose differences count, too: that of one alone may vanish by chance."""


class DoubtWarning(WatchWarning):
    """The energy or the closure of a run is off by more than its tolerances explain."""


@dataclass(frozen=True)
class Tolerances:
    """Tolerances of a run; fixed steps have none."""

    rtol: float
    atol: float
    fixed: bool

    def of_rates(self, speed: Any) -> Any:
        """Return the relative error of the rates, given the largest of them."""
        with np.errstate(divide="ignore"):
            return self.rtol + self.atol / np.asarray(speed, float)

    def explained(self, steps: Any, speed: Any) -> Any:
        """Return the part of the energy by which a run may be off, given its number of steps and its largest speed."""
        if self.fixed:
            return MOST_ENERGY_ERROR
        error = self.of_rates(speed)
        kinks = np.minimum(KINKS, KINK * error)
        return np.minimum(MOST_ENERGY_ERROR, error * np.maximum(FEWEST_STEPS, STEPS_SHARE * np.asarray(steps)) + kinks)


def tolerances(settings: Any, fixed: bool) -> Tolerances:
    """Return the tolerances in the settings of a run."""
    return Tolerances(float(settings.rtol), base_tolerance(settings.atol), fixed)


def doubts(
    functions: MachineFunctions, t: Array, x: Array, u: Array, p: Array, steps: Any, closure: Any, asked: Tolerances,
    threads: int | None = None,
) -> tuple[list[str], Array]:  # fmt: skip
    """Return for each machine what is wrong with its run, empty if nothing is, and its error as part of the energy that moved.

    Parameters
    ----------
    t, x : (n,) times and (n, N, n_x) states of N machines
    u, p : (N, …) inputs and parameters
    steps, closure : (N,) steps taken, and largest residuals of the loops
    """
    if len(t) > 2 * FEW_OUTPUTS:
        some = np.linspace(0, len(t) - 1, 2 * FEW_OUTPUTS).astype(int)
        t, x = t[some], x[some]
    n, N = x.shape[:2]
    inputs = (u[0], p[0]) if N == 1 else (np.tile(u, (n, 1)), np.tile(p, (n, 1)))
    found = functions["energies"].batch(np.repeat(t, N)[:, None], x.reshape(n * N, -1), *inputs, threads=1 if N == 1 else threads)
    kinetic, energy = np.asarray(found).reshape(n, N, 2).transpose(2, 0, 1)
    work = x[:, :, functions.layout.work]
    balance = energy - work
    error = np.abs(balance - balance[0]).max(axis=0)
    speed = np.abs(x[:, :, functions.layout.v]).max(axis=(0, 2), initial=0.0)
    part = np.broadcast_to(asked.explained(steps, speed), (N,))
    moved, floor = _moved(functions.mechanism, kinetic, energy, work)
    parts = np.maximum(error - floor, 0.0) / np.maximum(moved, 1e-300)
    unbalanced, gap = ~(error <= part * moved + floor), np.asarray(closure, float)
    if unbalanced.any() and not asked.fixed:  # a light arm passes on far more than it ever holds
        floor = floor + FEWEST_STEPS * asked.of_rates(speed) * _passed(functions, t, x, *inputs)
        unbalanced = ~(error <= part * moved + floor)
    size = machine_size(functions.mechanism) if gap.max() > TIGHT else np.inf
    bad = np.flatnonzero(unbalanced | (gap > OPEN * size))
    if not bad.size:
        return [""] * N, parts
    why = "its steps are too large" if asked.fixed else f"rtol = {asked.rtol:g} explains {{:.2g}} J"
    tail = f". Do not trust it: take a smaller {'step' if asked.fixed else 'rtol'}, another method or another formulation."
    texts = [""] * N
    for k in bad:
        said = []
        if unbalanced[k]:
            said.append(
                f"the energy balance is off by {error[k]:.3g} J, where {moved[k]:.3g} J move about and "
                f"{why.format(part[k] * moved[k])}"
            )
        if gap[k] > OPEN * size:
            said.append(f"the loops gape by {gap[k]:.3g}, in a machine of {size:.3g} m")
        texts[k] = "the run is doubtful: " + "; ".join(said) + tail
    return texts, parts


def _moved(mechanism: Mechanism, kinetic: Array, energy: Array, work: Array) -> tuple[Array, Array]:
    """Return the energy that moves about in each run, and the part of its error that rounding explains [J]."""
    moved = np.maximum.reduce([kinetic.max(axis=0), np.ptp(energy, axis=0), np.ptp(work, axis=0)])
    if len(energy) < FEW_OUTPUTS:
        moved = np.maximum(moved, _weight(mechanism))
    return moved, ROUNDING * (np.abs(energy).max(axis=0) + np.abs(work).max(axis=0))


def _passed(functions: MachineFunctions, t: Array, x: Array, u: Array, p: Array) -> Array:
    """Return the energy that loads and inputs feed into each machine and take out again [J], which their net work does not show: a
    motor against a brake. An error of the rates is twice that error of each power."""
    table = signal_names(functions).items()
    powers_of = [(name, entry) for name, (level, entry, _) in table if level == VELOCITY and name.endswith(".power")]
    places = [entry for name, entry in powers_of if not name.startswith("machine.")]
    n, N = x.shape[:2]
    if not places or n < 2:
        return np.zeros(N)
    found = functions[LEVELS[VELOCITY]].batch(np.repeat(t, N)[:, None], x.reshape(n * N, -1), u, p)
    powers = np.abs(np.asarray(found).reshape(n, N, -1)[:, :, places]).sum(axis=2)
    return np.asarray(np.trapezoid(powers, t, axis=0))


def energy_moved(history: History) -> tuple[float, float]:
    """Return the energy that moves about in a run, by which its balance is judged, and the error that rounding explains [J]."""
    moved, floor = _moved(history.mechanism, *(history[f"machine.{k}"] for k in ("kinetic_energy", "energy", "work")))
    return float(moved), float(floor)


def explained_error(history: History) -> float | None:
    """Return the error of the energy balance that the tolerances of a run explain [J]; None if it had none."""
    given = history.settings
    if not history.steps or not {"rtol", "atol"} <= given.keys():
        return None
    asked = Tolerances(float(given["rtol"]), base_tolerance(given["atol"]), given.get("step") is not None)
    moved, floor = energy_moved(history)
    speed = np.abs(history.x[:, history.functions.layout.v]).max(initial=0.0)
    explained = float(asked.explained(history.steps, speed) * moved + floor)
    if history.energy_error > explained and not asked.fixed:
        passed = _passed(history.functions, history.t, history.x[:, None], history.u, history.p)
        explained += float(FEWEST_STEPS * asked.of_rates(speed) * passed[0])
    return explained


def lost_motion(functions: MachineFunctions, x: Array, moved: Any) -> list[str]:
    """Return for each machine a message if closing its loops changed the motion, as it can at a singular position; else empty.

    x : (n, N, n_x) states; moved : (N,) sums of the largest velocity corrections
    """
    found = [""] * x.shape[1]
    for k in np.flatnonzero(np.asarray(moved) > LOST_MOTION):
        fastest = float(np.nanmax(np.abs(x[:, k, functions.layout.v]), initial=0.0))
        if moved[k] > LOST_MOTION * (1.0 + fastest):
            found[k] = (
                f"closing the loops changed the velocities by {moved[k]:.3g} in all, with a largest rate of {fastest:.3g}: the "
                "motion is not to be trusted. The machine may be at a singular position, or the steps are too large. Take "
                "smaller steps, another tolerance, or a start aside of the singular position"
            )
    return found


@derived
def _weight(mechanism: Mechanism) -> float:
    """Return the weight of the machine times its size [J]."""
    mass = sum(float(nominal(body.mass)) for body in mechanism.bodies.values() if not body.is_ground)
    return mass * float(np.linalg.norm(np.asarray(nominal(mechanism.gravity), float))) * machine_size(mechanism)


def work_unaccounted(functions: MachineFunctions, t: Array, x: Array, u: Array, p: Array, events: Sequence[float] = ()) -> float:
    """Return the largest difference between the work a run accounts for and its power, integrated anew [J].

    Parameters
    ----------
    t, x : (n,) outputs [s], and (n, n_x) states there
    events : times at which states may have changed [s]; intervals with one are left out
    """
    m, work = functions.mechanism, functions.layout.work
    if len(t) < 2 * NEIGHBOURS + 2 or not (m.loads or m.actuators or m.drives or m.networks):
        return 0.0

    def rates(times: Array, states: Array) -> Array:
        return np.asarray(functions["rates"].batch(times[:, None], states, u, p, threads=1))

    k = np.unique(np.linspace(0, len(t) - 2, min(MOST_INTERVALS, len(t) - 1)).astype(int))
    h: Array = t[k + 1] - t[k]
    theta: Array = np.asarray(0.25 + 0.5 * (GOLDEN * np.arange(1, len(k) + 1) % 1.0), float)
    before, after = np.split(rates(np.append(t[k], t[k + 1]), np.append(x[k], x[k + 1], axis=0)), 2)
    between = _cubic(theta[:, None], h[:, None], x[k], x[k + 1], before, after)
    begin, inner, end = before[:, work], rates(t[k] + theta * h, between)[:, work], after[:, work]
    first, last = 0.5 - 1 / (6 * theta), 0.5 - 1 / (6 * (1 - theta))
    parabola = h * (first * begin + inner / (6 * theta * (1 - theta)) + last * end)  # (1)
    unsure = np.abs(parabola - 0.5 * h * (begin + end))
    unsure = np.max([np.roll(unsure, k) for k in range(-NEIGHBOURS, NEIGHBOURS + 1)], axis=0)
    known = x[k + 1, work] - x[k, work]
    missing = parabola - known
    judged = np.isfinite(missing) & (np.abs(missing) > CERTAIN * unsure) & (np.abs(known) < 0.5 * np.abs(parabola))
    judged &= ~np.isin(k, np.searchsorted(t, np.asarray(events, float)) - 1)
    return float(np.abs(np.cumsum(np.where(judged, missing, 0.0))).max()) * (len(t) - 1) / len(k)


def note_of_missed_force(history: History) -> str:
    """Return a note if the steps of a run leapt over a force; else empty."""
    times = [happening.time for happening in history.events]
    missing = work_unaccounted(history.functions, history.t, history.x, history.u, history.p, times)
    if missing == 0.0 or missing <= (explained_error(history) or 0.0):
        return ""
    return (
        f"the run is doubtful: along its outputs, loads and inputs do {missing:.3g} J of work that its steps have not seen. They "
        "leapt over a force that acts for a short time: take a smaller step or max_step."
    )


def _cubic(a: Array, h: Array, x: Array, x_next: Array, rates: Array, rates_next: Array) -> Array:
    """Interpolate states at the parts a between outputs: the cubic with the states and rates of both."""
    chord = x_next - x
    left = h * rates - chord
    return np.asarray(x + a * (chord + (1 - a) * (left + a * (chord - h * rates_next - left))))
