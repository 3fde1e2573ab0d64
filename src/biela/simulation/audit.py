"""Whether a finished run can be believed: its energy balance and its loops, against what its tolerances explain.

Energy − work stays constant in every machine, so that its change is an error of the run. In each step an adaptive method errs by
about rtol·|x| + atol, and so by some rtol of the energy that moves about; over n steps that adds up to n rtol at most, and to a
tenth of it on the machines of the library. What is far beyond has another cause: a method that is unstable or too coarse, a
branch taken at a singular position, loops that gape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.parameter import nominal
from biela.mechanism.size import machine_size
from biela.runtime.tolerance import base_tolerance
from biela.simulation.watch import WatchWarning
from biela.state.functions import MachineFunctions

Array = NDArray[np.float64]
LARGEST = 0.05
"""Part of the energy that moves about beyond which no setting explains an error."""
FEWEST, SHARE = 30.0, 0.5
"""An error is explained up to rtol times the larger of these: a number, and a part of the number of steps."""
ROUNDING = 1e-9
"""Errors below this part of the energies themselves are rounding."""
OPEN = 1e-3
"""Part of the machine's size by which loops may gape."""
MANY = 20
"""With fewer outputs the largest kinetic energy may have been missed between them."""


class DoubtWarning(WatchWarning):
    """The energy or the closure of a run is off by more than its tolerances explain."""


@dataclass(frozen=True)
class Tolerances:
    """What was asked of a run; fixed steps have no tolerances."""

    rtol: float
    atol: float
    fixed: bool

    def explained(self, steps: Any, speed: Any) -> Any:
        """Part of the energy by which a run may be off, after so many steps at a largest speed."""
        if self.fixed:
            return LARGEST
        with np.errstate(divide="ignore"):
            error = self.rtol + self.atol / np.asarray(speed, float)
        return np.minimum(LARGEST, error * np.maximum(FEWEST, SHARE * np.asarray(steps)))


def tolerances(settings: Any, fixed: bool) -> Tolerances:
    """From the settings of a run."""
    return Tolerances(float(settings.rtol), base_tolerance(settings.atol), fixed)


def doubts(
    functions: MachineFunctions, t: Array, x: Array, u: Array, p: Array, steps: Any, closure: Any, asked: Tolerances
) -> list[str]:
    """For each machine what is wrong with its run; empty where nothing is.

    Parameters
    ----------
    t, x : (n,) times and (n, N, n_x) states of N machines
    u, p : (N, …) inputs and parameters
    steps, closure : (N,) steps taken, and largest residuals of the loops
    """
    n, N = x.shape[:2]
    flat = np.repeat(t, N)[:, None], x.reshape(n * N, -1), np.tile(u, (n, 1)), np.tile(p, (n, 1))
    kinetic, energy = np.asarray(functions["energies"].batch(*flat)).reshape(n, N, 2).transpose(2, 0, 1)
    work = x[:, :, functions.layout.work]
    balance = energy - work
    error = np.abs(balance - balance[0]).max(axis=0)
    moved = np.maximum.reduce([kinetic.max(axis=0), np.ptp(energy, axis=0), np.ptp(work, axis=0)])
    if n < MANY:
        moved = np.maximum(moved, _weight(functions))
    speed = np.abs(x[:, :, functions.layout.v]).max(axis=(0, 2), initial=0.0)
    part = np.broadcast_to(asked.explained(steps, speed), (N,))
    floor = ROUNDING * (np.abs(energy).max(axis=0) + np.abs(work).max(axis=0))
    size = machine_size(functions.mechanism)
    why = "its steps are too large" if asked.fixed else f"rtol = {asked.rtol:g} explains {{:.2g}} J"
    remedy = "a smaller step" if asked.fixed else "a smaller rtol"
    tail = f". Do not trust it: take {remedy}, another method or another formulation."
    found = []
    for k in range(N):
        said = []
        if not error[k] <= part[k] * moved[k] + floor[k]:
            said.append(
                f"the energy balance is off by {error[k]:.3g} J, where {moved[k]:.3g} J move about and "
                f"{why.format(part[k] * moved[k])}"
            )
        if closure[k] > OPEN * size:
            said.append(f"the loops gape by {closure[k]:.3g}, in a machine of {size:.3g} m")
        found.append("the run is doubtful: " + "; ".join(said) + tail if said else "")
    return found


def _weight(functions: MachineFunctions) -> float:
    """Weight of the machine times its size [J]."""
    m = functions.mechanism
    mass = sum(float(nominal(body.mass)) for body in m.bodies.values() if not body.is_ground)
    return mass * float(np.linalg.norm(np.asarray(nominal(m.gravity), float))) * machine_size(m)
