"""Two rates: large explicit steps of the mechanism, small implicit ones of its networks, predicted and corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from biela.base.dataclass import dataclass
from biela.integrate.access import Pointer, Routine, call_kernel, compiled, floats, go, part, record_at, routine
from biela.integrate.loop import retract, stage_at_start, stage_time
from biela.integrate.method import rodas3
from biela.integrate.method.base import FixedStep, method
from biela.integrate.method.rodas3 import advance_networks
from biela.integrate.run_record import END, START, Needs, Record, add_networks, at
from biela.integrate.system import System
from biela.integrate.tableau import RK4, explicit_step

FIRST = RK4.stages  # place of the rates at the start of the step, behind those of the stages


@compiled
def motion(run: Pointer, stage: int) -> None:
    """Put the rates of the mechanism at (TS, XS) to a stage, closed first if the formulation closes stages."""
    go(run, at.DO_CLOSE_STAGE)
    call_kernel(run, at.MOTION, at.ARG, at.TO_K, stage)
    run[at.EVALUATIONS] += 1


@compiled
def show(run: Pointer, stage: int, place: int) -> None:
    """Put y and ẏ, which the networks see at (TS, XS) with the accelerations of a stage, to a place."""
    first, n = run[at.N_Q] * run[at.LANES], run[at.N_V] * run[at.LANES]
    k, xi = part(run, at.K, stage), floats(run, at.XI)
    for i in range(n):
        xi[i] = k[first + i]
    call_kernel(run, at.INTERFACE, at.ARG_TANGENT, at.TO_Y, place)


@routine
def multi_rate_begin(run: Pointer) -> None:
    """Find the rates of the mechanism and the interface at (t, x)."""
    stage_at_start(run)
    motion(run, FIRST)
    show(run, FIRST, START)


@compiled
def predict(run: Pointer) -> None:
    """Predict the end of the step, and the interface there, with constant accelerations."""
    n_q, v0, k = run[at.LANES] * run[at.N_Q], run[at.LANES] * run[at.EXTRA], part(run, at.K, FIRST)
    x, xs, hx, xi = floats(run, at.X, at.XS, at.HX, at.XI)
    for i in range(n_q, v0):
        xi[i - n_q] = hx[i] * (x[i] + 0.5 * hx[i] * k[i])
    retract(run)
    for i in range(n_q, run[at.N]):
        xs[i] = x[i] + hx[i] * k[i]
    stage_time(run, 1.0)
    show(run, FIRST, END)


@compiled
def evaluate(run: Pointer, stage: int, c: float) -> None:
    """Find the rates of the mechanism at a stage, with the states of the networks on their mean line."""
    net = record_at(run, at.NETWORKS)
    m, xs, mean, lean = net[at.N], floats(run, at.XS), floats(net, at.MEAN), floats(net, at.LEAN)
    for i in range(m):
        xs[run[at.N] - m + i] = mean[i] + (2.0 * c - 1.0) * lean[i]
    motion(run, stage)


large_step = compiled(explicit_step(RK4, at, evaluate))


@routine
def multi_rate_step(run: Pointer) -> None:
    net = record_at(run, at.NETWORKS)
    n, m, W = run[at.N], net[at.N], run[at.LANES]
    x, xs, z = floats(run, at.X), floats(run, at.XS), floats(net, at.X)
    predict(run)
    for sweep in range(run[at.PASSES]):
        if sweep > 0:
            motion(run, 0)  # at the end that the pass before found
            show(run, 0, END)
        advance_networks(run, net)
        stage_at_start(run)
        evaluate(run, 0, 0.0)
        large_step(run)
        for i in range(m - W):
            xs[n - m + i] = z[i]
    # work: the networks' part, and that of the mechanism's own loads, which the stages have added up
    for i in range(m - W, m):
        xs[n - m + i] += z[i] - x[n - m + i]


@method("multi-rate")
@dataclass(frozen=True)
class MultiRate(FixedStep):
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

    substeps: int = 4
    passes: int = 2

    order: ClassVar[int] = 3
    needs: ClassVar[Needs] = Needs(stages=RK4.stages + 1)
    routines: ClassVar[Mapping[int, Routine]] = {at.DO_BEGIN: multi_rate_begin, at.DO_STEP: multi_rate_step}
    kernels: ClassVar[tuple[str, ...]] = ("retract", "motion", "interface", "network_rates")
    takes_networks_apart: ClassVar[bool] = True
    for_quaternions: ClassVar[tuple[str, ...]] = ("retract",)
    source: ClassVar[str] = "RK4 for the mechanism, Rodas3 at a smaller step for networks (Sandu et al. 1997, Atmos. Environ. 31)"

    def prepare(self, record: Record, system: System) -> None:
        assert system.networks is not None
        add_networks(record, system.networks, Needs(stages=rodas3.TABLE.stages + 1, jacobian=True), self.closure)
        record[at.SUBSTEPS], record[at.PASSES] = self.substeps, self.passes

    def check(self, system: System) -> None:
        super().check(system)
        system.require(self.name, "motion", "interface", "networks")
        for name, value in (("substeps", self.substeps), ("passes", self.passes)):
            if not value >= 1:
                raise ValueError(f"{name} of {self.name} must be a positive integer, not {value!r}")
