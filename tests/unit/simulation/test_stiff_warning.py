"""dormand-prince says so where a stiff part of the machine dictates its steps, and only there; the default changes its method."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import biela
from biela import library
from biela.simulation.run import StiffWarning


def flyball_governor(stiffness: float, damping: float) -> biela.Mechanism:
    """A shaft with two arms, whose balls lift a sleeve by rods that are stiff springs with damping."""
    m = biela.Mechanism("governor", gravity=(0, -9.81, 0))
    shaft, sleeve = (m.body("shaft", mass=200.0, inertia=(25, 50, 25)), m.body("sleeve", mass=10.0, inertia=(0.1, 0.2, 0.1)))
    m.revolute("spin", m.ground, shaft, axis=(0, 1, 0))
    m.prismatic("slide", shaft, sleeve, axis=(0, 1, 0))
    for name, side in (("left", -1), ("right", 1)):
        arm = m.body(name, mass=6.0, com=(side * 0.9, 0, 0), inertia=(0.01, 0.1, 0.1))
        m.revolute(f"{name}_hinge", shaft, arm, axis=(0, 0, 1), parent_point=(side * 0.05, 1, 0))
        half = arm.point(f"{name}_half", (side * 0.5, 0, 0))
        m.spring(f"{name}_rod", half, sleeve.origin, stiffness=stiffness, damping=damping, free_length=0.5)
    return m


def test_stiff_governor_is_warned_of() -> None:
    """Its rods decay at some 3000 1/s, and it turns once a second: accuracy would allow steps ten times as long."""
    m = flyball_governor(8e5, 4e4)
    start = m.assemble({"left_hinge": 0.7, "right_hinge": -0.7, "slide": 0.5}, rates={"spin": 2 * np.pi})
    with pytest.warns(StiffWarning, match="'governor': the machine is stiff"):
        run = m.simulate(start, 2.0, method="dormand-prince")
    implicit = m.simulate(start, 2.0, method="rosenbrock")
    assert implicit.steps < 0.5 * run.steps and not implicit.notes

    # the default goes over by itself, says so, and repeats to the last digit
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chosen, again = m.simulate(start, 2.0), m.simulate(start, 2.0)
    assert chosen.steps < 0.6 * run.steps and np.array_equal(chosen.x, again.x)
    assert chosen.settings["method"] == "automatic"
    assert ["rosenbrock took over at t = 0.4" in note for note in chosen.notes] == [True]
    sharp = m.simulate(start, 2.0, method="rosenbrock", rtol=1e-11, atol=1e-13)
    assert np.abs(chosen.x - sharp.x).max() < 100 * 1e-8


def test_default_is_dormand_prince_where_nothing_is_stiff() -> None:
    case = library.get("four-bar")
    chosen, named = case.simulate(2.0), case.simulate(2.0, method="dormand-prince")
    assert np.array_equal(chosen.x, named.x) and chosen.settings == named.settings


@pytest.mark.parametrize("name", ["pendulum", "double-pendulum", "four-bar", "spinning-body"])
def test_other_machines_are_not(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert library.get(name).simulate().status == "done"
