"""Every method of a description, given anything at all, answers with a named error that has words in it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import biela
from biela.base.errors import BielaError, DescriptionError, UnknownName
from biela.element.declaration import declared
from biela.mechanism import constant
from biela.mechanism.load import Action, Contact, FrameMotion
from biela.mechanism.mechanism import Mechanism


def machine() -> Mechanism:
    m = Mechanism("machine")
    m.revolute("A", m.ground, m.body("link", mass=1.0, com=(1, 0, 0), inertia=(1, 1, 1)))
    m.prismatic("P", m.ground, m.body("block", mass=1.0))
    m.revolute("S", m.ground, m.body("spider", mass=1.0, inertia=(1, 1, 1)))
    return m


class Air(Contact):
    """A contact that does nothing."""

    def act(self, motion: FrameMotion, signals: Any) -> Action:
        return Action(0 * motion.velocity, 0 * motion.velocity)


GOOD: dict[str, dict[str, Any]] = {
    "parameter": {"name": "n", "value": 1.0, "unit": "m"},
    "set_gravity": {"gravity": (0, 0, -1)},
    "body": {
        "name": "n",
        "mass": 1.0,
        "com": (0, 0, 0),
        "inertia": (1, 1, 1),
        "principal_axes": (0, 0, 0),
        "position": (0, 0, 0),
        "rotation": (0, 0, 0),
    },
    "joint": {"name": "n", "type": biela.mechanism.joint.Revolute(), "parent": "link", "child": "block", "cut": None},
    **{
        kind: {
            "name": "n",
            "parent": "link",
            "child": "block",
            "parent_point": (0, 0, 0),
            "child_point": (0, 0, 0),
            "axis": (0, 0, 1),
        }
        for kind in ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "free", "fixed")
    },
    "helical": {"name": "n", "parent": "link", "child": "block", "lead": 0.1, "point": (0, 0, 0), "axis": (0, 0, 1)},
    "rod": {"name": "n", "a": "link", "b": "block", "length": 1.0},
    "gear": {"name": "n", "driver": "A", "driven": "P", "ratio": 2.0, "offset": 0.0},
    "planetary": {"name": "n", "sun": "link", "ring": "ground", "carrier": "spider", "ratio": 3.0, "offset": 0.0},
    "rack_and_pinion": {"name": "n", "pinion": "A", "rack": "P", "radius": 0.1, "offset": 0.0},
    "coupling": {"name": "n", "terms": [("A", 1.0), ("P", 2.0)], "offset": 0.0},
    "point_on_line": {"name": "n", "line": "link", "point": "block"},
    "point_on_plane": {"name": "n", "plane": "link", "point": "block"},
    "point_on_surface": {"name": "n", "frame": "link", "point": "block", "surface": lambda x, y, z: z},
    "point_on_curve": {"name": "n", "frame": "link", "point": "block", "first": lambda x, y, z: z, "second": lambda x, y, z: x},
    "cam": {"name": "n", "driver": "A", "driven": "P", "curve": lambda x: 0.1 * x**2},
    "general_force": {"name": "n", "a": "link", "b": "block", "force": (1.0, 0.0, 0.0), "moment": (0.0, 0.0, 1.0), "axes": "a"},
    "constant_velocity": {"name": "n", "a": "link", "b": "block"},
    "relative_sensor": {"name": "n", "a": "link", "b": "block", "axes": "ground", "quantities": "position velocity"},
    "linear_closure": {"name": "n", "a": "link", "b": "block", "direction": (1, 0, 0)},
    "rolling": {"name": "n", "plane": "link", "wheel": "block", "radius": 0.3, "axis": (0, 1, 0)},
    "skate": {"name": "n", "plane": "link", "blade": "block", "direction": (1, 0, 0)},
    "angular_closure": {"name": "n", "a": "link", "b": "block", "a_direction": (1, 0, 0), "b_direction": (0, 1, 0)},
    "contact": {"law": Air("n", "link")},
    "spring": {
        "name": "n",
        "a": "link",
        "b": "block",
        "stiffness": 1.0,
        "damping": 1.0,
        "free_length": 1.0,
        "preload": 0.0,
        "curve": 1.0,
    },
    "joint_spring": {"name": "n", "joint": "A", "stiffness": 1.0, "damping": 1.0, "rest": 0.0, "preload": 0.0, "coordinate": 0},
    "bushing": {"name": "n", "a": "link", "b": "block", "stiffness": 1.0, "damping": 1.0, "free": (1,)},
    "friction": {
        "name": "n",
        "joint": "A",
        "viscous": 1.0,
        "coulomb": 1.0,
        "static": 2.0,
        "stribeck_speed": 0.1,
        "smoothing": 1e-3,
        "coordinate": "angle",
    },
    "rotor": {"name": "n", "joint": "A", "inertia": 1.0, "coordinate": 0},
    "drag": {"name": "n", "at": "link", "half_edges": (1, 1, 1), "density": 1.0, "viscosity": 1.0, "wind": (0, 0, 0)},
    "servo": {"name": "n", "joint": "A", "coordinate": 0, "gain": 1.0, "stiffness": 1.0, "gear": 1.0, "also": [("P", 2.0)]},
    "line_servo": {"name": "n", "a": "link", "b": "block", "gain": 1.0, "damping": 1.0, "gear": 1.0, "input_lower": -1.0},
    "stop": {"name": "n", "joint": "A", "lower": -1.0, "upper": 1.0, "stiffness": 1.0, "damping": 0.1, "coordinate": 0},
    "wrench": {"name": "n", "at": "link", "force": (1, 0, 0), "moment": (0, 0, 0), "axes": "ground"},
    "blade": {
        "name": "n",
        "at": "link",
        "width": 1.0,
        "density": 1800.0,
        "cohesion": 1e4,
        "friction_angle": 0.5,
        "tool_friction": 0.3,
        "adhesion": 1e3,
        "surcharge": 0.0,
        "thickness": 0.02,
        "gravity": 9.81,
        "smoothing": 0.01,
        "surface": "ground",
    },
    "footing": {
        "name": "n",
        "at": "link",
        "stiffness": 1e5,
        "damping": 0.1,
        "friction": 0.5,
        "smoothing": 1e-3,
        "surface": "ground",
    },
    "user_effort": {"name": "n", "joint": "A", "law": lambda s: s["A.angle"], "coordinate": 0},
    "user_force": {"name": "n", "a": "link", "b": "block", "law": lambda s: s["A.angle"]},
    "motor": {"name": "n", "joint": "A", "coordinate": 0},
    "thruster": {"name": "n", "a": "link", "b": "block"},
    "drive": {"joint": "A", "motion": 1.0, "coordinate": 0, "name": "n"},
    "point_sensor": {"name": "n", "at": "link"},
    "position_sensor": {"name": "n", "at": "link", "noise": (1.0, 1.0, 3.0), "rate": 10.0, "delay": 0.1},
    "gyroscope": {"name": "n", "at": "link", "axes": "z", "noise": 0.01, "bias": 0.1, "drift": 1e-3, "dropout": 0.1},
    "accelerometer": {"name": "n", "at": "link", "axes": "xy", "covariance": ((2.0, 1.0), (1.0, 2.0))},
    "imu": {"name": "n", "at": "link", "axes": "x", "noise": (0.01, 0.1)},
    "distance_sensor": {"name": "n", "a": "link", "b": "block", "resolution": 1e-3},
    "user_sensor": {"name": "n", "law": lambda s: s["A.angle"], "unit": "m", "noise": 1.0},
    "encoder": {"name": "n", "joint": "A", "coordinate": 0, "period": 6.28, "resolution": 0.01},
    "gauge": {"name": "n", "kind": "force", "noise": 1.0},
    "pressure_sensor": {"name": "n", "signal": "a.pressure", "noise": 1.0},
    "flow_sensor": {"name": "n", "signal": "a.flow", "noise": 1.0},
    "load_cell": {"name": "n", "joint": "A", "quantity": "force", "noise": 1.0},
    "remove": {"name": "A"},
}
BAD: list[Any] = [
    object(), "nonsense", "1.0", 1.5, -7, None, True, float("nan"), [], [1, 2], [[1, 2], [3]], (1, "x", 3), {"a": 1},
    lambda s: None, np.zeros((2, 3)), np.array(["a", "b", "c"]), 1j, b"abc", range(3), Mechanism("other").ground,
]  # fmt: skip


def test_every_describing_method_is_here() -> None:
    """A new method of `Mechanism` that adds something has to join this list."""
    adding = {name for name, f in inspect.getmembers(Mechanism, inspect.isfunction) if "self._add(" in inspect.getsource(f)}
    sections = ("joints", "couplings", "loads", "actuators", "drives", "sensors")
    adding |= {word for section in sections for word, d in declared(section).items() if d.own}
    assert adding - {"_add", "_declare"} <= set(GOOD)


@pytest.mark.parametrize("method", GOOD)
def test_anything_at_all_is_accepted_or_refused_by_name(method: str) -> None:
    """Each argument in turn replaced by things it is not made for: no bare TypeError, IndexError, …"""
    if method != "gauge":  # its signals have no name
        getattr(machine(), method)(**GOOD[method])
    for argument in GOOD[method]:
        for bad in BAD:
            try:
                getattr(machine(), method)(**{**GOOD[method], argument: bad})
            except BielaError as error:
                assert len(str(error)) > 20
            except Exception as error:
                pytest.fail(f"m.{method}({argument}={bad!r}) raised {type(error).__name__}: {error}")


MOTIONS: dict[str, Callable[[Any], Any]] = {
    "amplitude": lambda x: biela.sine(x, 1.0),
    "period": lambda x: biela.sine(1.0, x),
    "phase": lambda x: biela.sine(1.0, 1.0, phase=x),
    "coefficient": lambda x: biela.polynomial(1.0, x),
    "after": lambda x: biela.step(x),
    "start": lambda x: biela.step(1.0, start=x),
    "rise": lambda x: biela.step(1.0, rise=x),
    "before": lambda x: biela.step(1.0, before=x),
    "constant": lambda x: constant(x),
    "table x": lambda x: biela.table(x, [1, 2]),
    "table y": lambda x: biela.table([1, 2], x),
}


@pytest.mark.parametrize("what", MOTIONS)
def test_functions_of_time_too(what: str) -> None:
    for bad in BAD:
        try:
            MOTIONS[what](bad)
        except BielaError as error:
            assert len(str(error)) > 20
        except Exception as error:
            pytest.fail(f"{what} = {bad!r} raised {type(error).__name__}: {error}")


def test_words_of_some_of_them() -> None:
    m = machine()
    link = m.bodies["link"]
    tip = link.frame("tip", (1, 0, 0))
    with pytest.raises(DescriptionError, match="force of wrench 'w' is one function: give three components"):
        m.wrench("w", "link", force=lambda t: t)  # type: ignore[arg-type]
    with pytest.raises(DescriptionError, match="joint 'B': give either a point in the drawing pose, with bodies, or frames"):
        m.revolute("B", tip, "block", point=(1, 0, 0), axis=(0, 0, 1))
    with pytest.raises(DescriptionError, match="joint 'B': give either axis, or parent_axis and child_axis, not all three"):
        m.revolute("B", "link", "block", axis=(0, 0, 1), parent_axis=(0, 0, 1), child_axis=(1, 0, 0))
    for name in ("machine", "time", "t"):
        with pytest.raises(DescriptionError, match=f"'{name}' is a name that signals already have"):
            m.body(name)
    with pytest.raises(DescriptionError, match="'link' is a body: others may be attached to it, so it stays"):
        m.remove("link")
    with pytest.raises(DescriptionError, match="point of joint 'B' is <Frame"):
        m.revolute("B", "link", "block", point=tip)  # type: ignore[arg-type]
    m.friction("rub", "A", 0.1)
    m.remove("A")
    with pytest.raises(UnknownName, match="'rub' sits on joint 'A', which is not there: remove it too"):
        m.check()


LAWS: dict[str, tuple[Any, str]] = {
    "signals taken for a number": (
        lambda x: 2 * x,
        r"unsupported operand.*An argument called t or time receives the time; any other",
    ),
    "nothing returned": (lambda s: None, "cannot be used in a description: it returned no expression"),
    "an error of its own": (lambda s: {}["gear"], "cannot be used in a description: 'gear'"),
    "functions of math": (
        lambda s: 1 + np.float64(float(s["A.angle"])),
        r"returns NaN: a number was taken from a symbol, as the functions",
    ),
}


@pytest.mark.parametrize("what", LAWS)
def test_laws_that_are_none(what: str) -> None:
    law, message = LAWS[what]
    m = machine()
    m.user_effort("effort", "A", law)
    with pytest.raises(DescriptionError, match=f"'effort'.*{message}"):
        m.assemble()["effort.effort"]


def test_counts_are_grammatical() -> None:
    m = Mechanism("one")
    m.revolute("A", m.ground, m.body("link", mass=1.0, com=(1, 0, 0)))
    assert repr(m) == "<Mechanism 'one': 1 body, 1 joint, 0 loads>"
