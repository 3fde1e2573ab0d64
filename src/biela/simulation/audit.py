"""Whether a finished run can be believed: its energy balance and its loops, against what its tolerances explain.

Energy − work stays constant in every machine, so that its change is an error of the run. In each step an adaptive method errs by
about rtol·|x| + atol, and so by some rtol of the energy that moves about; over n steps that adds up to n rtol at most, and to a
tenth of it on the machines of the library. What is far beyond has another cause: a method that is unstable or too coarse, a
branch taken at a singular position, loops that gape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.session import derived
from biela.integrate.tolerance import base_tolerance
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

LARGEST = 0.05
"""Part of the energy that moves about beyond which no setting explains an error."""
FEWEST, SHARE = 30.0, 0.5
"""An error is explained up to rtol times the larger of these: a number, and a part of the number of steps."""
KINK, KINKS = 1e4, 1e-4
"""What contacts and stops add, into which steps run without warning: this number times rtol, at most this part."""
ROUNDING = 1e-9
"""Errors below this part of the energies themselves are rounding."""
OPEN = 1e-3
"""Part of the machine's size by which loops may gape."""
TIGHT = 1e-9
"""Loops that gape by less are closed in any machine."""
MANY = 20
"""With fewer outputs the largest kinetic energy may have been missed between them. Twice as many are looked at."""


class DoubtWarning(WatchWarning):
    """The energy or the closure of a run is off by more than its tolerances explain."""


@dataclass(frozen=True)
class Tolerances:
    """What was asked of a run; fixed steps have no tolerances."""

    rtol: float
    atol: float
    fixed: bool

    def of_rates(self, speed: Any) -> Any:
        """Relative error of the rates, given the largest of them."""
        with np.errstate(divide="ignore"):
            return self.rtol + self.atol / np.asarray(speed, float)

    def explained(self, steps: Any, speed: Any) -> Any:
        """Fraction of the energy by which a run may be off, given its number of steps and its largest speed."""
        if self.fixed:
            return LARGEST
        error = self.of_rates(speed)
        kinks = np.minimum(KINKS, KINK * error)
        return np.minimum(LARGEST, error * np.maximum(FEWEST, SHARE * np.asarray(steps)) + kinks)


def tolerances(settings: Any, fixed: bool) -> Tolerances:
    """From the settings of a run."""
    return Tolerances(float(settings.rtol), base_tolerance(settings.atol), fixed)


def doubts(
    functions: MachineFunctions, t: Array, x: Array, u: Array, p: Array, steps: Any, closure: Any, asked: Tolerances,
    threads: int | None = None,
) -> tuple[list[str], Array]:  # fmt: skip
    """For each machine what is wrong with its run, empty where nothing is; and its error as part of the energy that moved.

    Parameters
    ----------
    t, x : (n,) times and (n, N, n_x) states of N machines
    u, p : (N, …) inputs and parameters
    steps, closure : (N,) steps taken, and largest residuals of the loops
    """
    if len(t) > 2 * MANY:
        some = np.linspace(0, len(t) - 1, 2 * MANY).astype(int)
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
        floor = floor + FEWEST * asked.of_rates(speed) * _passed(functions, t, x, *inputs)
        unbalanced = ~(error <= part * moved + floor)
    size = machine_size(functions.mechanism) if gap.max() > TIGHT else np.inf
    bad = np.flatnonzero(unbalanced | (gap > OPEN * size))
    if not bad.size:
        return [""] * N, parts
    why = "its steps are too large" if asked.fixed else f"rtol = {asked.rtol:g} explains {{:.2g}} J"
    remedy = "a smaller step" if asked.fixed else "a smaller rtol"
    tail = f". Do not trust it: take {remedy}, another method or another formulation."
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
    """The energy that moves about in each run, and what rounding explains of its error [J]."""
    moved = np.maximum.reduce([kinetic.max(axis=0), np.ptp(energy, axis=0), np.ptp(work, axis=0)])
    if len(energy) < MANY:
        moved = np.maximum(moved, _weight(mechanism))
    return moved, ROUNDING * (np.abs(energy).max(axis=0) + np.abs(work).max(axis=0))


def _passed(functions: MachineFunctions, t: Array, x: Array, u: Array, p: Array) -> Array:
    """Energy that loads and inputs feed into each machine and take out again [J], which their net work does not show: a motor
    against a brake. Rates that are off by a part are powers that are off by twice that part, each on its own."""
    places = [entry for name, (level, entry, _) in signal_names(functions).items() if level == VELOCITY and _feeds(name)]
    n, N = x.shape[:2]
    if not places or n < 2:
        return np.zeros(N)
    found = functions[LEVELS[VELOCITY]].batch(np.repeat(t, N)[:, None], x.reshape(n * N, -1), u, p)
    powers = np.abs(np.asarray(found).reshape(n, N, -1)[:, :, places]).sum(axis=2)
    return np.asarray(np.trapezoid(powers, t, axis=0))


def _feeds(name: str) -> bool:
    """Whether a signal is the power of a load or an input."""
    return name.endswith(".power") and not name.startswith("machine.")


def energy_moved(history: History) -> tuple[float, float]:
    """The energy that moves about in a run, by which its balance is judged, and what rounding explains of the error [J]."""
    moved, floor = _moved(history.mechanism, *(history[f"machine.{k}"] for k in ("kinetic_energy", "energy", "work")))
    return float(moved), float(floor)


def explained_error(history: History) -> float | None:
    """The error of the energy balance that the tolerances of a run explain [J]; None where it had none."""
    given = history.settings
    if not history.steps or not {"rtol", "atol"} <= given.keys():
        return None
    asked = Tolerances(float(given["rtol"]), base_tolerance(given["atol"]), given.get("step") is not None)
    moved, floor = energy_moved(history)
    speed = np.abs(history.x[:, history.functions.layout.v]).max(initial=0.0)
    explained = float(asked.explained(history.steps, speed) * moved + floor)
    if history.energy_error > explained and not asked.fixed:
        passed = _passed(history.functions, history.t, history.x[:, None], history.u, history.p)
        explained += float(FEWEST * asked.of_rates(speed) * passed[0])
    return explained


def lost_motion(functions: MachineFunctions, x: Array, moved: Any) -> list[str]:
    """For each machine whether closing its loops did more than tidy up after its steps, as it can at a singular position.

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
    """Weight of the machine times its size [J]."""
    mass = sum(float(nominal(body.mass)) for body in mechanism.bodies.values() if not body.is_ground)
    return mass * float(np.linalg.norm(np.asarray(nominal(mechanism.gravity), float))) * machine_size(mechanism)
