"""Explicit Runge-Kutta methods from their tableaus: at a fixed step, or as pairs with an error estimate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.integrate.access import Pointer, Routine, compiled, floats, inlined, integers, part, routine
from biela.integrate.closure import rates
from biela.integrate.loop import first_stage
from biela.integrate.method.base import Adaptive, FixedStep
from biela.integrate.run_record import Needs, at
from biela.integrate.sprint import sprint
from biela.integrate.tableau import Explicit, explicit_extension, explicit_step


@compiled
def evaluate(run: Pointer, stage: int, c: float) -> None:
    """Find the rates of a stage."""
    rates(run, stage)


def pair_routines(tableau: Explicit) -> dict[int, Routine]:
    """Make the routines of an adaptive run: the rates at the end of the step, for interpolation and for the next step."""
    kept = tableau.first_same_as_last
    last = tableau.stages - 1 if kept else tableau.stages

    @routine
    def finish(run: Pointer) -> None:
        """Let the last rates in K be those at the new state; where the step was rejected, those are still the first ones."""
        if run[at.CHANGED] or not kept:
            rates(run, last)
            return
        first, end, live = part(run, at.K, 0), part(run, at.K, last), integers(run, at.LIVE)
        for lane in range(run[at.LANES]):
            if live[lane] == 0:
                for i in range(lane, run[at.N], run[at.LANES]):
                    end[i] = first[i]

    @routine
    def carry_over(run: Pointer) -> None:
        """Take the last rates for the first ones of the next step."""
        first, end = part(run, at.K, 0), part(run, at.K, last)
        for i in range(run[at.N]):
            first[i] = end[i]

    inside, defect = map(routine, explicit_extension(tableau, at, last))
    return {at.DO_FINISH: finish, at.DO_INTERPOLATE: inside, at.DO_DEFECT: defect, at.DO_CARRY_OVER: carry_over}


def steps_on(tableau: Explicit) -> Routine:
    """Make the routine of steps without incident; see `sprint`."""
    step = compiled(explicit_step(tableau, at, evaluate))

    @inlined
    def always(run: Pointer) -> bool:
        return True

    @inlined
    def advance(run: Pointer) -> float:
        x, xs, k, carry = floats(run, at.X), floats(run, at.XS), part(run, at.K, 0), floats(run, at.CARRY)
        for i in range(run[at.N]):
            x[i] = xs[i]
            k[i] = carry[i]
        step(run)
        size = 0.0
        for i in range(run[at.N]):
            size += abs(xs[i])
        return size

    return sprint(always, advance)


class Tabulated:
    """Explicit method that follows from its tableau: its routines, its memory, its stability."""

    tableau: ClassVar[Explicit]
    needs: ClassVar[Needs]
    routines: ClassVar[Mapping[int, Routine]]
    explicit: ClassVar[bool] = True
    sprints: ClassVar[bool] = False
    """Compile steps of a fixed size without incident into a routine of their own: a tenth faster, and a second more to compile."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "tableau" not in vars(cls):
            return
        tableau, order = cls.tableau, getattr(cls, "order", None)
        if not isinstance(order, int) or min(order, 4) != tableau.order:
            said = f"order is {order}, and its tableau has order" if order is not None else "state `order`; its tableau has"
            raise DescriptionError(f"method {cls.__name__}: {said} {tableau.order}{' or more' if tableau.order == 4 else ''}.")
        parts: dict[int, Routine] = {at.DO_BEGIN: first_stage, at.DO_STEP: routine(explicit_step(tableau, at, evaluate))}
        cls.needs = Needs(stages=tableau.stages + (bool(tableau.error) and not tableau.first_same_as_last))
        if tableau.error:
            parts |= pair_routines(tableau)
        elif cls.sprints:
            parts[at.DO_SPRINT] = steps_on(tableau)
        cls.routines = parts

    @property
    def stage_times(self) -> tuple[float, ...]:
        return (*self.tableau.times, 1.0)

    @classmethod
    def growth(cls, z: Any) -> Any:
        return cls.tableau.growth(z)


@dataclass(frozen=True)
class RungeKutta(Tabulated, FixedStep):
    """Explicit method at a fixed step: a class with its `order` and `tableau`."""

    kernels: ClassVar[tuple[str, ...]] = ("fused",)


@dataclass(frozen=True)
class EmbeddedRungeKutta(Tabulated, Adaptive):
    """Explicit pair, whose tableau has an `error`; adaptive unless `step` is given."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "exponent" not in vars(cls):
            cls.exponent = 1.0 / cls.order
