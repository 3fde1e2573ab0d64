"""Steps without incident are the same to the last digit, whether they are taken in a row or one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from biela.integrate.driver import integrate
from biela.integrate.method.adams_bashforth import AdamsBashforth
from biela.integrate.method.rk4 import RK4
from biela.integrate.plan import make_plan
from biela.integrate.run_record import at
from biela.integrate.system import Closure, Formulation, Status, system_of
from biela.library import n_four_bar
from biela.state.functions import functions_of

NONE = np.zeros(0)
TIMES = 0.007 * np.arange(1, 200)


class OneByOne(RK4):
    """RK4 in the loop alone."""

    routines: ClassVar = {field: routine for field, routine in RK4.routines.items() if field != at.DO_SPRINT}


class AdamsOneByOne(AdamsBashforth):
    """Adams-Bashforth in the loop alone."""

    routines: ClassVar = {field: routine for field, routine in AdamsBashforth.routines.items() if field != at.DO_SPRINT}


PAIRS = [(RK4, OneByOne), (AdamsBashforth, AdamsOneByOne)]


@pytest.fixture(scope="module")
def machine():  # type: ignore[no-untyped-def]
    """Two windows with ten states, so that blocks of four leave a rest; it closes itself anew near its flat positions."""
    m = n_four_bar.build(2)
    return functions_of(m), n_four_bar.start(m).x


def equal(a, b) -> None:  # type: ignore[no-untyped-def]
    for name in ("x", "t_end", "x_end", "steps", "max_residual", "moved", "reached"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)
    assert (a.status, a.evaluations) == (b.status, b.evaluations)


@pytest.mark.parametrize(("whole", "single"), PAIRS)
def test_same_digits(machine, whole, single):  # type: ignore[no-untyped-def]
    functions, x = machine
    system = system_of(functions, whole.kernels)
    runs = [integrate(system, method(step=1e-3), 0.0, x, NONE, NONE, TIMES) for method in (whole, single)]
    assert runs[0].done
    assert runs[0].evaluations > runs[0].steps[0] * (4 if whole is RK4 else 1)  # some steps were corrected
    equal(*runs)
    short = integrate(system, whole(step=1e-3), 0.0, x, NONE, NONE, TIMES, block=13)
    equal(runs[0], short)


@pytest.mark.parametrize(("whole", "single"), PAIRS)
def test_same_digits_in_lanes(machine, whole, single):  # type: ignore[no-untyped-def]
    """Lanes are corrected in different steps."""
    functions, x = machine
    system = system_of(functions, whole.kernels, lanes=True)
    speeds = np.linspace(0.5, 3.0, system.lanes)
    starts = np.concatenate([np.repeat(x[:5, None], system.lanes, 1), x[5:, None] * speeds])
    runs = [integrate(system, method(step=1e-3), 0.0, starts, NONE, NONE, TIMES) for method in (whole, single)]
    assert runs[0].done
    equal(*runs)


@pytest.mark.parametrize(("whole", "single"), PAIRS)
def test_same_end_of_a_run_that_explodes(machine, whole, single):  # type: ignore[no-untyped-def]
    """Half a second is far too long a step; nothing is closed, so that the run goes on until it is no longer finite."""
    functions, x = machine
    system, loose = system_of(functions, whole.kernels), Closure(position=1e200, velocity=1e200)
    times = 0.5 * np.arange(1, 400)
    runs = [integrate(system, method(step=0.5), 0.0, x, NONE, NONE, times, closure=loose) for method in (whole, single)]
    assert runs[0].status == (Status.NOT_FINITE,)
    equal(*runs)


def test_only_where_nothing_else_is_to_be_looked_at(machine) -> None:  # type: ignore[no-untyped-def]
    system = system_of(machine[0], RK4.kernels)

    def sprints(system, formulation=Formulation.PROJECTED, directions=None):  # type: ignore[no-untyped-def]
        plan = make_plan(system, RK4(step=1e-3), 0.0, TIMES, formulation, Closure(), directions)
        return at.DO_SPRINT in plan.addresses

    assert sprints(system)
    assert not sprints(system, Formulation.PLAIN)
    assert not sprints(system, Formulation.EVERY_STAGE)
    assert not sprints(replace(system, fused=0))
    assert not sprints(replace(system, events=system.rates), directions=[])
