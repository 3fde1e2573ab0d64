"""Free parameters: where they serve, and where they are refused by name instead of being frozen silently."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Parameter

ANGLE = 0.3


def arm() -> tuple[Mechanism, Parameter]:
    m = Mechanism("arm", gravity=(0, 0, 0))
    k = m.parameter("k", 3.0)
    m.revolute("A", m.ground, m.body("link", mass=1.0, com=(1, 0, 0)))
    return m, k


AXES: dict[str, Callable[[Mechanism, Parameter], Any]] = {
    "axis": lambda m, k: m.revolute("B", "link", m.body("b"), axis=(0, k, 1)),
    "axis in the drawing": lambda m, k: m.revolute("B", "link", m.body("b"), point=(0, 0, 0), axis=(0, k, 1)),
    "axis of the parent": lambda m, k: m.revolute("B", "link", m.body("b"), parent_axis=(k, 0, 0)),
    "second axis": lambda m, k: m.universal("B", "link", m.body("b"), axis=(0, 0, 1), second_axis=(0, 1 + k, 0)),
    "angles of a frame": lambda m, k: m.bodies["link"].frame("f", rotation=(0, 0, k)),
    "matrix of a frame": lambda m, k: m.bodies["link"].frame("f", rotation=k * np.eye(3)),
    "rotation of a body": lambda m, k: m.body("b", rotation=(0, 0, 2 * k)),
    "principal axes": lambda m, k: m.body("b", 1.0, inertia=(1, 1, 1), principal_axes=(k, 0, 0)),
}


@pytest.mark.parametrize("what", AXES)
def test_directions_refuse_free_parameters(what: str) -> None:
    m, k = arm()
    with pytest.raises(DescriptionError, match="(axis|rotation|axes) of .* depends on the free parameter 'k': axes and rotations"):
        AXES[what](m, k)


FOREIGN: dict[str, Callable[[Mechanism, Parameter], Any]] = {
    "mass": lambda m, k: m.fixed("w", "link", m.body("b", mass=k)),
    "centre": lambda m, k: m.fixed("w", "link", m.body("b", com=(0, 2 * k, 0))),
    "inertia": lambda m, k: m.fixed("w", "link", m.body("b", mass=1, inertia=(k, k, k))),
    "placement": lambda m, k: m.fixed("w", "link", m.body("b", position=(k, 0, 0)), point=(0, 0, 0)),
    "point of a joint": lambda m, k: m.fixed("w", "link", m.body("b"), parent_point=(0, 0, k)),
    "drawn point": lambda m, k: m.bodies["link"].point("p", (k, 0, 0)),
    "lead": lambda m, k: m.helical("w", "link", m.body("b"), lead=k),
    "ratio": lambda m, k: m.coupling("w", [("A", k)]),
    "stiffness": lambda m, k: m.joint_spring("w", "A", stiffness=k),
    "bushing": lambda m, k: m.bushing("w", m.ground, "link", k),
    "force": lambda m, k: m.wrench("w", "link", (0, k, 0)),
    "motion": lambda m, k: m.drive("A", biela.sine(k, 1.0), name="w"),
    "gravity": lambda m, k: m.set_gravity((0, -k, 0)),
    "law": lambda m, k: m.user_effort("w", "A", lambda s: k * s["A.rate"]),
    "law from the right": lambda m, k: m.user_effort("w", "A", lambda s: s["A.rate"] - k),
    "sensor": lambda m, k: m.user_sensor("w", lambda s: k * s["A.rate"]),
    "surface": lambda m, k: m.point_on_surface("w", m.ground, "link", lambda x, y, z: z - k),
}


@pytest.mark.parametrize("name", ["k", "stranger"], ids=["same name", "other name"])
@pytest.mark.parametrize("what", FOREIGN)
def test_a_parameter_of_another_machine_is_refused(what: str, name: str) -> None:
    """Also one that is called as one of our own."""
    m, _ = arm()
    FOREIGN[what](m, Mechanism("other").parameter(name, 2.0))
    with pytest.raises(DescriptionError, match=rf"parameter '{name}' belongs to another mechanism: it would silently stay at 2"):
        m.assemble()


def test_laws_of_inputs_refuse_parameters_of_another_machine() -> None:
    m, _ = arm()
    m.motor("motor", "A")
    k = Mechanism("other").parameter("k", 2.0)
    with pytest.raises(DescriptionError, match="parameter 'k' belongs to another mechanism"):
        m.simulate(duration=0.1, inputs={"motor": lambda s: -k * s["A.rate"]})


LAWS: dict[str, tuple[Callable[[Parameter], Callable[[Any], Any]], Callable[[float], float]]] = {
    "k * s": (lambda k: lambda s: k * s["A.angle"], lambda k: k * ANGLE),
    "s * k": (lambda k: lambda s: s["A.angle"] * k, lambda k: k * ANGLE),
    "-k * s": (lambda k: lambda s: -k * s["A.angle"], lambda k: -k * ANGLE),
    "s / k": (lambda k: lambda s: s["A.angle"] / k, lambda k: ANGLE / k),
    "k / s": (lambda k: lambda s: k / s["A.angle"], lambda k: k / ANGLE),
    "k - s": (lambda k: lambda s: k - s["A.angle"], lambda k: k - ANGLE),
    "s - k": (lambda k: lambda s: s["A.angle"] - k, lambda k: ANGLE - k),
    "k + s": (lambda k: lambda s: k + s["A.angle"], lambda k: k + ANGLE),
    "k ** s": (lambda k: lambda s: k ** s["A.angle"], lambda k: k**ANGLE),
    "s ** k": (lambda k: lambda s: s["A.angle"] ** k, lambda k: ANGLE**k),
    "2 ** k": (lambda k: lambda s: 2**k, lambda k: 2**k),
    "expression": (lambda k: lambda s: (2 * k + 1) * s["A.angle"], lambda k: (2 * k + 1) * ANGLE),
    "alone": (lambda k: lambda s: k, lambda k: k),
    "function of k": (lambda k: lambda s: np.sin(k) * s["A.angle"], lambda k: np.sin(k) * ANGLE),
    "casadi": (lambda k: lambda s: ca.sin(k * s["A.angle"]) + ca.cos(k), lambda k: np.sin(k * ANGLE) + np.cos(k)),
    "numpy": (lambda k: lambda s: k * np.sin(s["A.angle"]), lambda k: k * np.sin(ANGLE)),
    "numpy of two": (lambda k: lambda s: np.maximum(s["A.angle"], k), lambda k: max(ANGLE, k)),
    "by name": (lambda k: lambda s: s.parameter("k") * s["A.angle"], lambda k: k * ANGLE),
    "time": (lambda k: lambda t: k * np.cos(3 * t), lambda k: k * np.cos(1.5)),
}


@pytest.mark.parametrize("what", LAWS)
def test_parameters_and_numpy_functions_serve_inside_laws(what: str) -> None:
    """They stay free: another value needs no other machine. CasADi's remark on NumPy is not passed on."""
    make, expected = LAWS[what]
    m, k = arm()
    m.user_effort("effort", "A", make(k))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for value in (3.0, 0.7):
            state = m.assemble({"A": ANGLE}, t=0.5, parameters={"k": value})
            assert state["effort.effort"] == pytest.approx(expected(value), rel=1e-13)


def test_parameters_serve_in_surfaces_and_motions() -> None:
    m = Mechanism("bead", gravity=(0, 0, -1))
    height = m.parameter("height", 0.5)
    m.free("flight", m.ground, m.body("bead", mass=1.0, inertia=(1, 1, 1)))
    m.point_on_surface("shelf", m.ground, "bead", lambda x, y, z: z - height)
    assert m.assemble()["bead.z"] == pytest.approx(0.5)
    assert m.assemble(parameters={"height": 0.8})["bead.z"] == pytest.approx(0.8)
    arm_, k = arm()
    arm_.drive("A", lambda t: k * t**2)
    assert arm_.assemble(t=2.0, parameters={"k": 0.1})["A.rate"] == pytest.approx(0.4)


def test_free_gravity() -> None:
    """A pendulum's acceleration −g/l sin θ with g an input of the compiled functions."""
    m = Mechanism("pendulum")
    g = m.parameter("g", 9.81, "m/s²")
    m.set_gravity((0, -g, 0))
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0), child_point=(0, 2, 0))
    for value in (9.81, 1.62):
        state = m.assemble({"pivot": 0.5}, parameters={"g": value})
        assert state["pivot.acceleration"] == pytest.approx(-value / 2 * np.sin(0.5), rel=1e-12)


def test_a_parameter_outside_a_law_meets_no_symbol() -> None:
    _, k = arm()
    with pytest.raises(DescriptionError, match="k meets a symbol outside a law"):
        k * ca.SX.sym("x")


def test_a_value_that_has_no_nominal_is_named() -> None:
    m = Mechanism("machine")
    k = m.parameter("k", 0.0)
    with pytest.raises(DescriptionError, match="mass of body 'b' is .* no value at the nominal parameters: .*zero"):
        m.body("b", mass=1 / k)
