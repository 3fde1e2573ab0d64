"""Two rates: large explicit steps of the mechanism, small implicit ones of its networks, predicted and corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from biela.kernel.call import call_kernel
from biela.runtime.system import System

from . import record as at
from .compiled import Pointer, Routine, compiled, floats, go, integers, routine
from .method import Method
from .record import Needs, Record, add_networks
from .rodas3 import LEAN, MEAN, RATES, advance_networks
from .tangent import retract

START, LAST = 0, 4
"""Places among the stages: rates at the start of the step; those of its last stage, and then of its end."""


@compiled
def motion(run: Pointer, stage: int) -> None:
    """Rates of the mechanism at (TS, XS), to a stage; closed first where that is asked."""
    if run[at.DO_CLOSE_STAGE]:
        go(run[at.DO_CLOSE_STAGE], run)
    call_kernel(run[at.MOTION], run[at.ARG], run[at.TO_K] + 8 * stage, run[at.WORK])
    run[at.EVALUATIONS] += 1


@compiled
def show(run: Pointer, stage: int, place: int) -> None:
    """What the networks see at (TS, XS), with the accelerations of a stage: y and ẏ, to a place (0 start, 2 end of the step)."""
    first, n = run[at.N_Q] * run[at.LANES], run[at.N_V] * run[at.LANES]
    k, xi = floats(run[at.K] + 8 * (run[at.N] * stage + first)), floats(run[at.XI])
    for i in range(n):
        xi[i] = k[i]
    call_kernel(run[at.INTERFACE], run[at.ARG_TANGENT], run[at.TO_Y] + 8 * place, run[at.WORK])


@routine
def multi_rate_begin(run: Pointer) -> None:
    """Rates of the mechanism and the interface at (t, x)."""
    t, ts, x, xs = floats(run[at.T]), floats(run[at.TS]), floats(run[at.X]), floats(run[at.XS])
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane]
    for i in range(run[at.N]):
        xs[i] = x[i]
    motion(run, START)
    show(run, START, 0)


@compiled
def predict(run: Pointer) -> None:
    """The end of the step, and what the networks see of it, if the accelerations stay as they are."""
    W, n_q, v0 = run[at.LANES], run[at.LANES] * run[at.N_Q], run[at.LANES] * (run[at.N_Q] + run[at.N_V])
    t, h, ts = floats(run[at.T]), floats(run[at.HS]), floats(run[at.TS])
    x, xs, hx, xi, k = floats(run[at.X]), floats(run[at.XS]), floats(run[at.HX]), floats(run[at.XI]), floats(run[at.K])
    for i in range(n_q, v0):
        xi[i - n_q] = hx[i] * (x[i] + 0.5 * hx[i] * k[i])
    retract(run)
    for i in range(n_q, run[at.N]):
        xs[i] = x[i] + hx[i] * k[i]
    for lane in range(W):
        ts[lane] = t[lane] + h[lane]
    show(run, START, 2)


@compiled
def stage_of(run: Pointer, net: Pointer, part: float, of: int) -> None:
    """To the next stage: rates of the mechanism at x + part·h·k, k those of stage `of`, and on the mean line of the networks."""
    n, m = run[at.N], net[at.N]
    t, h, ts = floats(run[at.T]), floats(run[at.HS]), floats(run[at.TS])
    x, xs, hx, k = floats(run[at.X]), floats(run[at.XS]), floats(run[at.HX]), floats(run[at.K] + 8 * n * of)
    mean, lean = floats(net[at.K] + 8 * m * MEAN), floats(net[at.K] + 8 * m * LEAN)
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane] + part * h[lane]
    for i in range(n - m):
        xs[i] = x[i] + part * hx[i] * k[i]
    for i in range(m):
        xs[n - m + i] = mean[i] + (2.0 * part - 1.0) * lean[i]
    motion(run, of + 1)


@routine
def multi_rate_step(run: Pointer) -> None:
    net = integers(run[at.NETWORKS])
    n, m, W = run[at.N], net[at.N], run[at.LANES]
    x, xs, hx, z = floats(run[at.X]), floats(run[at.XS]), floats(run[at.HX]), floats(net[at.X])
    k1, k2 = floats(run[at.K] + 8 * n), floats(run[at.K] + 16 * n)
    k3, k4 = floats(run[at.K] + 24 * n), floats(run[at.K] + 32 * n)
    predict(run)
    for sweep in range(run[at.PASSES]):
        if sweep > 0:
            motion(run, LAST)  # at the end that the pass before found
            show(run, LAST, 2)
        advance_networks(run, net)
        stage_of(run, net, 0.0, 0)
        stage_of(run, net, 0.5, 1)
        stage_of(run, net, 0.5, 2)
        stage_of(run, net, 1.0, 3)
        for i in range(n):
            xs[i] = x[i] + hx[i] / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])
        for i in range(m - W):
            xs[n - m + i] = z[i]
    # work: the networks' part, and that of the mechanism's own loads, which the stages have added up
    for i in range(m - W, m):
        xs[n - m + i] += z[i] - x[n - m + i]


@dataclass(frozen=True)
class MultiRate(Method):
    """Networks at a small step, their mechanism at a large one; order 3 in both. Works with fixed steps.

    One step H of the mechanism, `passes` times over:

    1. the motion y(t) that the networks see, cubic through y and ẏ at both ends of the step: the end predicted with constant
       accelerations at first, then corrected by the end found in the pass before;
    2. `substeps` steps of the networks along it: Rodas3, L-stable, with their exact block ∂ṡ/∂s (see `rodas3.py`);
    3. the straight line with the mean and the first moment of the states they went through, so that an effort that is linear in
       them gives its true impulse;
    4. one step of RK4 of the mechanism under the efforts along that line.

    The networks never limit the step; the coupling does: an undamped mode of frequency ω in which the mechanism moves against the
    stiffness of a network needs ωH below a limit, see docs/theory/integration.md.

    References
    ----------
    Gear & Wells (1984), Multirate linear multistep methods, BIT 24, 484-502; Busch (2012), Zur effizienten Kopplung von
    Simulationsprogrammen, kassel university press (stability of co-simulation, force and displacement coupling)
    """

    step: float
    """Of the mechanism [s]"""
    substeps: int = 4
    passes: int = 2

    name: ClassVar[str] = "MultiRate"
    order: ClassVar[int] = 3
    needs: ClassVar[Needs] = Needs(stages=5)
    routines: ClassVar[Mapping[int, Routine]] = {at.DO_BEGIN: multi_rate_begin, at.DO_STEP: multi_rate_step}

    def prepare(self, record: Record) -> None:
        add_networks(record, Needs(stages=RATES + 1, jacobian=True), self.closure)
        record.run[[at.SUBSTEPS, at.PASSES]] = self.substeps, self.passes

    def check(self, system: System) -> None:
        super().check(system)
        system.require(self.name, "motion", "interface", "networks")
        if system.has_quaternions:
            system.require(f"{self.name} with quaternions", "retract")
        for name, value in (("substeps", self.substeps), ("passes", self.passes)):
            if not value >= 1:
                raise ValueError(f"{name} of {self.name} must be a whole number from one on, not {value!r}")
