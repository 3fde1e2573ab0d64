"""Every verb of `Mechanism`, with every argument it takes, goes to a file and comes back as the same machine.

The table is compared with the signatures themselves: a verb or an argument that is added to the description and forgotten
in machine files (or here) fails the first two tests.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np
import pytest

import biela
from biela import files
from biela.base.door import Door
from biela.base.errors import DescriptionError
from biela.element.declaration import declared
from biela.mechanism import motion as motions
from derived_text import machine_text

ELSEWHERE = {
    "joint": "the general form of the verbs for each type",
    "attach": "networks have their own section and tests",
    "contact": "a class written in Python, with any law in it",
    "draw": "shapes have a test of their own",
    "remove": "takes something out again",
    "edit": "makes a copy",
    "names": "lists names",
    "loaded_joints": "lists names",
    "coordinate_names": "lists names",
    "topology": "what is derived",
}
DOORS = {name for name, value in vars(biela.Mechanism).items() if isinstance(value, Door)}


def public_verbs() -> set[str]:
    own = {name for name in dir(biela.Mechanism) if not name.startswith("_") and callable(getattr(biela.Mechanism, name))}
    sections = ("joints", "couplings", "loads", "actuators", "sensors")
    of_users = {word for section in sections for word, d in declared(section).items() if not d.own}  # by other tests
    return own - DOORS - of_users - set(ELSEWHERE)


def arguments(verb: str) -> set[str]:
    return set(inspect.signature(getattr(biela.Mechanism, verb)).parameters) - {"self"}


@dataclass
class Scene:
    """A machine with something to stand on: two hinged bars, a slide, a sleeve, a ball."""

    m: biela.Mechanism = field(default_factory=lambda: biela.Mechanism("m"))

    def __post_init__(self) -> None:
        m = self.m
        self.k, self.l = m.parameter("k", 120.0, "N/m"), m.parameter("l", 0.5, "m")
        self.hook = m.ground.frame("hook", (1, 0, self.l), (0.1, 0.2, 0.3))
        self.bar = m.body("bar", mass=1.0, inertia=(1, 2, 2.5))
        self.block = m.body("block", mass=2.0, inertia=(1, 1, 1), position=(0.3, 0.1, 0), rotation=(0, 0.2, 0.4))
        self.tube = m.body("tube", mass=2.0, inertia=(1, 1, 1))
        self.bob = m.body("bob", mass=2.0, inertia=(1, 1, 1))
        m.revolute("hinge", m.ground, self.bar)
        m.prismatic("slide", m.ground, self.block, axis=(1, 0, 0))
        m.cylindrical("sleeve", m.ground, self.tube)
        m.spherical("ball", self.bar, self.bob, parent_point=(1, 0, 0))
        self.tip = self.bar.point("tip", (self.l, 0, 0))


Case = Callable[[Scene], dict[str, Any]]


def child(s: Scene) -> Any:
    return s.m.body("child", mass=1.0, inertia=(1, 1, 1), position=(0.5, 0, 0.2), rotation=(0.3, 0, 0))


def pinned(s: Scene) -> Any:
    return s.m.revolute("pin", s.bar, child(s), parent_point=(0.3, 0, 0))


def places(second: bool) -> list[Case]:
    """The ways to say where a joint is."""
    ways: list[Case] = [
        lambda s: {"parent": s.m.ground, "child": child(s)},
        lambda s: {"parent": "bar.tip", "child": child(s), "cut": False},
        lambda s: {"parent": s.hook, "child": child(s), "child_point": (0, s.l, 0)},
        lambda s: {"parent": s.bar, "child": child(s), "point": (0.5, 0.1, 0.2), "axis": (1, 2, -3)},
        lambda s: {
            "parent": s.bar, "child": child(s), "parent_point": (s.l / 3, np.sqrt(s.l), 0), "child_point": (0, 0, 1),
            "parent_axis": (0, 1, 0), "child_axis": (1, 0, 1),
        },
        lambda s: {"parent": s.bar, "child": s.block, "parent_point": (1, 0, 0), "axis": (0, -1, 0), "cut": True},
    ]  # fmt: skip
    if second:
        ways.append(lambda s: {"parent": s.bar, "child": child(s), "axis": (0, 0, 1), "second_axis": (1, 1, 0)})
    return ways


def with_lead(case: Case) -> Case:
    return lambda s: {**case(s), "lead": s.l / 100}


MOTIONS: dict[str, Callable[[Scene], Any]] = {
    "constant": lambda s: motions.constant(0.3),
    "constant of a parameter": lambda s: motions.constant(2 * s.l),
    "number": lambda s: 0.25,
    "sine": lambda s: biela.sine(s.l, period=2.0, phase=0.3, offset=1.0),
    "sine by frequency": lambda s: biela.sine(0.2, frequency=3.0),
    "polynomial": lambda s: biela.polynomial(0.1, s.l, -0.3, 0.01),
    "step": lambda s: biela.step(s.l, before=-0.2, start=0.5, rise=0.25),
    "table": lambda s: biela.table([0, 1, 2.5], [0.0, 0.4, -0.1]),
    "cubic": lambda s: motions.cubic(s.l, 1.5, before=0.1, start=0.2, velocities=(0.3, s.l)),
    "quintic": lambda s: motions.quintic(1.0, 1.5, velocities=(0.3, 0), accelerations=(0.1, 0.2)),
    "cycloid": lambda s: motions.cycloid(1.0, 2.0, before=s.l, start=0.5),
    "trapezoid": lambda s: motions.trapezoid(1.0, before=0.2, start=0.1, duration=2.0, acceleration=1.5),
    "fourier": lambda s: motions.fourier(2.0, (0.1, s.l), (0.3,), offset=0.2),
    "spline": lambda s: motions.spline([0, 0.4, 1.0, 2.0], [0, 0.3, 0.1, 0.2], degree=5, ends="natural"),
    "sum": lambda s: motions.spline([0, 0.4, 1.0], [0, 0.3, 0.1]) + biela.sine(0.1, frequency=5.0) + 0.25,
    "scaled": lambda s: 3.0 * biela.sine(s.l, period=2.0),
    "clock": lambda s: motions.Clock(motions.cycloid(1.0, 2.0), 0.5, 0.25),
    "sequence": lambda s: motions.sequence((motions.cycloid(1.0, 2.0), 2.0), (motions.quintic(0.3, 1.0, before=1.0), None)),
    "function": lambda s: lambda t: 0.1 * ca.exp(-t) + ca.if_else(t > 1, 0.2, ca.sin(t)),
}
ERRORS = {"noise": 0.1, "bias": -0.2, "drift": 0.01, "resolution": 1e-3, "delay": 0.02, "rate": 200.0, "dropout": 0.1}
CORRELATED = {"covariance": ((2.0, 0.5), (0.5, 1.0))}
CASES: dict[str, list[Case]] = {
    "parameter": [
        lambda s: {"name": "density", "value": 7.8, "unit": "kg/m³"},
        lambda s: {"name": "odd", "value": -1 / 3, "unit": "apples"},
    ],
    "schedule": [lambda s: {"parameter": "k", "share": biela.step(0.5, before=1.0, start=0.3)}],
    "set_gravity": [lambda s: {"gravity": (0, -s.l, 9.81)}],
    "body": [
        lambda s: {"name": "a"},
        lambda s: {"name": "a", "mass": s.l, "com": (s.l / 2, 0, -0.1), "inertia": biela.rod(s.l, 2 * s.l)},
        lambda s: {"name": "a", "mass": 3.0, "inertia": (0.1, 0.2, 0.25), "principal_axes": (0.1, 0.2, 0.3)},
        lambda s: {"name": "a", "mass": 3.0, "inertia": ((3, 0.1, 0), (0.1, 3, 0.2), (0, 0.2, 3)), "position": (1, s.l, 0)},
        lambda s: {"name": "a", "mass": 3.0, "inertia": biela.box(3.0, (1, 2, 3)), "rotation": (0.5, -0.4, 0.3)},
        lambda s: {"name": "a", "mass": 0.0, "inertia": (1.0, 0.1, 0.1), "impossible": True},
    ],
    **{verb: places(False) for verb in ("revolute", "prismatic", "cylindrical", "planar", "spherical", "free", "fixed")},
    "universal": places(True),
    "helical": [with_lead(case) for case in places(False)],
    "rod": [
        lambda s: {"a": s.hook, "b": s.tip, "length": 3 * s.l},
        lambda s: {"a": s.hook, "b": "bob"},
    ],
    "gear": [
        lambda s: {"driver": "hinge", "driven": "slide", "ratio": -s.l, "offset": 0.2},
        lambda s: {"driver": "hinge", "driven": pinned(s).name, "ratio": -s.l, "carrier": s.bar},
    ],
    "planetary": [
        lambda s: {"sun": pinned(s).child, "ring": s.m.ground, "carrier": "bar", "ratio": 6 * s.l, "offset": 0.2}
    ],
    "rack_and_pinion": [lambda s: {"pinion": "hinge", "rack": "slide", "radius": s.l / 10, "offset": 0.02}],
    "coupling": [
        lambda s: {"terms": [("hinge", 1.0), ("sleeve", "position", -s.l), ("sleeve", 0, 2.0)], "offset": s.l},
    ],
    "point_on_line": [lambda s: {"line": s.hook, "point": s.tip}],
    "point_on_plane": [lambda s: {"plane": s.hook, "point": "bar.tip"}],
    "point_on_surface": [
        lambda s: {"frame": s.hook, "point": s.tip, "surface": lambda x, y, z: ca.sqrt(x**2 + y**2 + z**2) - 2},
    ],
    "point_on_curve": [
        lambda s: {"frame": "ground", "point": s.tip, "first": lambda x, y, z: z - x * y, "second": lambda x, y, z: ca.fmax(x, y)},
    ],
    "linear_closure": [lambda s: {"a": s.hook, "b": s.tip, "direction": (1.0, 2.0, -2.0)}],
    "angular_closure": [
        lambda s: {"a": s.hook, "b": s.tip, "a_direction": (0.0, 3.0, 4.0), "b_direction": (0.0, 0.0, 1.0)},
    ],
    "cam": [
        lambda s: {"driver": "hinge", "driven": "slide", "curve": lambda x: 0.1 * ca.sin(x)},
        lambda s: {"driver": "slide", "driven": "hinge", "curve": biela.table([-1, 0, 2], [-3, 0, 5])},
    ],
    "constant_velocity": [lambda s: {"a": s.hook, "b": s.tip}],
    "rolling": [
        lambda s: {"plane": "ground", "wheel": s.tip, "radius": s.l},
        lambda s: {"plane": s.hook, "wheel": "bar", "radius": 0.3, "axis": (1.0, 0.0, 0.0), "grip": "along", "supported": False},
    ],
    "skate": [
        lambda s: {"plane": "ground", "blade": s.tip},
        lambda s: {"plane": s.hook, "blade": "bar", "direction": (0.0, 3.0, 4.0)},
    ],
    "spring": [
        lambda s: {"a": s.hook, "b": s.tip, "stiffness": s.k, "damping": 2.0, "free_length": s.l, "preload": -1.5},
        lambda s: {"a": s.hook, "b": s.tip, "curve": lambda x: 3 * x**3 - x},
        lambda s: {"a": s.hook, "b": s.tip, "curve": biela.table([-1, 0, 2], [-3, 0, 5])},
    ],
    "joint_spring": [
        lambda s: {"joint": "hinge", "stiffness": s.k * s.l, "damping": 0.1, "rest": 0.2, "preload": s.l},
        lambda s: {"joint": "sleeve", "coordinate": "position", "curve": lambda x: ca.tanh(x)},
        lambda s: {"joint": "ball", "coordinate": "rate_y", "damping": 0.4},
    ],
    "bushing": [
        lambda s: {"a": s.hook, "b": "bob", "stiffness": (10, 1e4), "damping": (0.1, 10, 1, 2, 3, 4), "free": (2, 5)},
        lambda s: {"a": s.hook, "b": "bob", "stiffness": s.k, "damping": 0.2},
    ],
    "general_force": [
        lambda s: {"a": s.hook, "b": s.tip, "force": (1, s.k, biela.sine(2, period=0.5)), "moment": (0, lambda t: 3 * t, 0)},
        lambda s: {"a": "ground", "b": "bob", "force": (lambda v: -s.k * v["hinge.rate"], 0, 0), "axes": "b"},
    ],
    "friction": [
        lambda s: {"joint": "hinge", "viscous": s.l, "coulomb": 0.3, "static": 0.5, "stribeck_speed": 0.2, "smoothing": 0.01},
        lambda s: {"joint": "sleeve", "viscous": 0.1, "coordinate": "angle"},
        lambda s: {"joint": "slide", "coulomb": 0.0, "static": 0.0},
    ],
    "stop": [
        lambda s: {"joint": "slide", "lower": -1.0, "upper": s.l, "stiffness": 1e5, "damping": 0.4},
        lambda s: {"joint": "sleeve", "coordinate": 1, "upper": 0.0, "stiffness": s.k},
    ],
    "rotor": [
        lambda s: {"joint": "hinge", "inertia": s.l / 10},
        lambda s: {"joint": "sleeve", "coordinate": "angle", "inertia": 0.2},
    ],
    "drag": [
        lambda s: {"at": s.tip, "half_edges": (0.1, s.l, 0.3), "density": 1000, "viscosity": s.k, "wind": (1, s.l, 0)},
        lambda s: {"at": "bob", "half_edges": (0.1, 0.2, 0.3)},
    ],
    "wrench": [
        lambda s: {"at": s.tip, "force": (1, s.k, biela.sine(2, period=0.5)), "moment": (0, lambda t: 3 * t, 0), "axes": "frame"},
        lambda s: {"at": "bob", "force": (lambda v: -s.k * v["hinge.rate"], 0, lambda v: v.time * v["bob.x"])},
    ],
    "blade": [
        lambda s: {"at": s.tip, "width": s.l, "density": 1800, "cohesion": 2 * s.k, "friction_angle": 0.5, "tool_friction": 0.3},
        lambda s: {
            "at": s.bob.frame("edge", (0, 0, s.l), (0.1, 0, 0)), "width": 1.5, "density": 1800, "cohesion": 5e3,
            "friction_angle": 0.5, "tool_friction": s.l / 2, "adhesion": 1e3, "surcharge": s.k, "thickness": 0.03,
            "gravity": 1.62, "smoothing": 0.02, "surface": s.hook,
        },
    ],
    "footing": [
        lambda s: {"at": s.tip, "stiffness": s.k},
        lambda s: {"at": "bob", "stiffness": 1e5, "damping": s.l, "friction": 0.6, "smoothing": 2e-3, "surface": s.hook},
    ],
    "user_effort": [
        lambda s: {"joint": "hinge", "law": lambda v: -v.parameter("k") * v["hinge.angle"] ** 3},
        lambda s: {"joint": "sleeve", "law": lambda v: ca.sin(v.time), "coordinate": "position"},
    ],
    "user_force": [lambda s: {"a": s.hook, "b": s.tip, "law": lambda v: ca.if_else(v["hinge.rate"] > 0, 2, v["slide.position"])}],
    "motor": [lambda s: {"joint": "hinge"}, lambda s: {"joint": "sleeve", "coordinate": "position"}],
    "servo": [
        lambda s: {"joint": "hinge", "gain": s.k, "stiffness": s.k, "damping": 2.0, "offset": 0.1, "gear": s.l, "unit": "rad"},
        lambda s: {
            "joint": "sleeve", "coordinate": "position", "also": [("hinge", s.l), ("sleeve", "angle", -2.0)], "input_lower": -1.0,
            "input_upper": 1.0, "force_lower": -s.l, "force_upper": 5.0,
        },
    ],
    "line_servo": [
        lambda s: {"a": s.hook, "b": s.tip, "gain": 3.0, "stiffness": s.k, "damping": 0.2, "offset": 1.0, "gear": 2.0},
        lambda s: {"a": s.hook, "b": s.tip, "input_lower": -1.0, "input_upper": 1.0, "force_lower": -s.l, "unit": "N"},
        lambda s: {"a": s.hook, "b": s.tip, "force_upper": 5.0},
    ],
    "thruster": [lambda s: {"a": s.hook, "b": "bar.tip"}],
    "drive": [
        *((lambda s, make=make: {"joint": "hinge", "motion": make(s)}) for make in MOTIONS.values()),
        lambda s: {"joint": "sleeve", "coordinate": "position", "motion": biela.step(0.3), "name": "feed"},
    ],
    "point_sensor": [
        lambda s: {"at": s.tip, **ERRORS},
        lambda s: {"at": s.bob.frame("eye", (0, 0, s.l), (0.1, 0, 0)), "axes": "xz", **CORRELATED},
    ],
    "position_sensor": [lambda s: {"at": s.tip, "axes": "xy", **ERRORS}, lambda s: {"at": s.tip, "axes": "xy", **CORRELATED}],
    "gyroscope": [lambda s: {"at": s.hook, "axes": "z", **ERRORS}, lambda s: {"at": s.hook, "axes": "yz", **CORRELATED}],
    "accelerometer": [lambda s: {"at": "bar.tip", "axes": "xy", **ERRORS}, lambda s: {"at": s.tip, "axes": "xy", **CORRELATED}],
    "imu": [
        lambda s: {"at": "bar.tip", "axes": "xyz", **ERRORS, "noise": (1, 2, 3, 4, 5, 6)},
        lambda s: {"at": "bar.tip", "axes": "x", **CORRELATED},
    ],
    "distance_sensor": [lambda s: {"a": s.hook, "b": s.tip, **ERRORS}, lambda s: {"a": s.hook, "b": s.tip, "covariance": [[2]]}],
    "relative_sensor": [
        lambda s: {"a": s.hook, "b": s.tip, "axes": "bob", "quantities": "position quaternion", **ERRORS},
        lambda s: {"a": "bar", "b": s.tip, "quantities": "turn", "covariance": [[2, 0, 0], [0, 2, 1], [0, 1, 2]]},
    ],
    "user_sensor": [
        lambda s: {"law": lambda v: v["bob.acceleration_x"] / (1 + ca.fabs(v["hinge.force"])), "unit": "1/kg", **ERRORS},
        lambda s: {"law": lambda v: v["bob.x"], "covariance": [[2]]},
    ],
    "encoder": [
        lambda s: {"joint": "hinge", "period": 2 * np.pi, **ERRORS},
        lambda s: {"joint": "sleeve", "coordinate": "position", "covariance": [[2]]},
    ],
    "gauge": [
        lambda s: {"signals": ["hinge.rate"], "kind": "speed", **ERRORS},
        lambda s: {"signals": ["hinge.force", "ball.force"], **CORRELATED},
    ],
    "pressure_sensor": [lambda s: {"signal": "hinge.angle", **ERRORS}, lambda s: {"signal": "bob.x", "covariance": [[2]]}],
    "flow_sensor": [lambda s: {"signal": "hinge.angle", **ERRORS}, lambda s: {"signal": "bob.x", "covariance": [[2]]}],
    "load_cell": [
        lambda s: {"joint": "hinge", "quantity": "moment_on_child_z", **ERRORS},
        lambda s: {"joint": "hinge", "covariance": [[2]]},
    ],
}  # fmt: skip
NAMED = {"drive": None, "schedule": None, "parameter": None, "set_gravity": None, "body": None}


def test_every_verb_is_in_the_table() -> None:
    # a new element: add a case above
    assert set(CASES) == public_verbs()


@pytest.mark.parametrize("verb", CASES)
def test_every_argument_of_a_verb_is_used(verb: str) -> None:
    used = {"name"} if verb not in NAMED else set()
    for case in CASES[verb]:
        used |= set(case(Scene()))
    unused = {"second_axis"} if "second_axis" in arguments(verb) and verb != "universal" else set()
    assert used == arguments(verb) - unused


@pytest.mark.parametrize(("verb", "number"), [(verb, i) for verb in CASES for i in range(len(CASES[verb]))])
def test_it_comes_back_exactly(verb: str, number: int) -> None:
    scene = Scene()
    given = CASES[verb][number](scene)
    named = given if verb in NAMED else {"name": "new", **given}
    listed = named.pop("signals", [])
    made = getattr(scene.m, verb)(*([named.pop("name"), *listed] if listed else []), **named)
    if verb == "body":
        scene.m.free("flight", scene.m.ground, made)
    text = files.dumps(scene.m)
    again = files.loads(text).mechanism
    assert machine_text(again) == machine_text(scene.m)
    assert files.dumps(again) == text
    assert [(p.name, p.value, p.unit) for p in again.parameters.values()] == [
        (p.name, p.value, p.unit) for p in scene.m.parameters.values()
    ]
    for name, body in scene.m.bodies.items():  # the drawing pose and drawn frames are not in the equations: compare them too
        mine, theirs = body.placement, again.bodies[name].placement
        assert np.array_equal(np.asarray(mine.rotation, float), np.asarray(theirs.rotation, float))
        assert [str(x) for x in mine.position] == [str(x) for x in theirs.position]
        assert list(body.frames) == list(again.bodies[name].frames)


@pytest.mark.parametrize("name", MOTIONS)
def test_motions_serve_as_inputs(name: str) -> None:
    scene = Scene()
    scene.m.motor("motor", "hinge")
    motion = MOTIONS[name](scene)
    text = files.dumps(scene.m, inputs={"motor": motion})
    again = files.loads(text).inputs["motor"]
    for t in (0.0, 0.4, 1.7, 3.0):
        wanted = motions.call(motion, t, {"l": 0.5}) if callable(motion) else motion
        got = motions.call(again, t, {"l": 0.5}) if callable(again) else again
        assert float(ca.DM(got)) == pytest.approx(float(ca.DM(wanted)), rel=1e-14)


def test_every_kind_of_motion_is_in_the_table() -> None:
    kinds = {k for k in vars(motions).values() if inspect.isclass(k) and issubclass(k, motions.Motion)} - {motions.Motion}
    scene = Scene()
    used = {type(motions.function(make(scene), "motion")) for make in MOTIONS.values()}
    assert {k.__name__ for k in kinds} <= {k.__name__ for k in used}


def test_every_shape_comes_back() -> None:
    from biela.mechanism.mesh import Mesh, packed
    from biela.mechanism.shape import Ball, Box, Prism, Telescope, Tube

    m = Scene().m
    m.thruster("jack", m.ground, "bob")
    m.draw("bar", Box((0, 0, 1), (1, 2, 3), (0.1, 0.2, 0.3), "#ff0000"), Ball((0, 0, 0), 0.1))
    m.draw(
        "bar",
        Prism(((0, 0), (1, 0), (1, 1)), 0.2, axis="z", at=0.3, mirror=True),
        Tube((0, 0, 0), (1, 0, 0), 0.1, 0.05),
        Mesh("corner.stl", 0.5, colour="#00ff00", packed=packed(np.eye(4, 3), np.array([[0, 1, 2], [0, 2, 3]]))),
    )
    m.draw("jack", Telescope(0.1, 0.05, 0.6, spread=0.2, rod_colour="#123456"))
    text = files.dumps(m)
    again = files.loads(text).mechanism
    assert again.shapes == m.shapes and machine_text(again) == machine_text(m)
    assert {type(s) for shapes in again.shapes.values() for s in shapes} == {d.cls for d in declared("shapes").values()}
    with_units = text.replace("- {ball: {centre: [0, 0, 0], radius: 0.1}}", "- {ball: {centre: [0, 0, l], radius: 100 mm}}")
    for wrong, message in (
        ("{ball: {centre: [0, 0, 0], radius: 3 kg}}", "it is a mass [kg], where a length [m] is needed"),
        ("{bal: {radius: 1}}", "give one of box, prism, tube, ball, telescope, mesh with its sizes"),
        ("{ball: {radius: 1}}", "a ball needs `centre`."),
        ("{ball: {centre: [0, 0, 0], radios: 1}}", "a ball has no 'radios'. Did you mean 'radius'?"),
        ("{ball: {centre: [0, 0, 0], radius: -1}}", "radius of a ball is -1"),
    ):
        with pytest.raises(files.FileError) as caught:
            files.loads(text.replace("{ball: {centre: [0, 0, 0], radius: 0.1}}", wrong))
        assert message in str(caught.value)
    assert with_units  # expressions serve too
    assert files.loads(with_units).mechanism.shapes["bar"][1].radius == 0.1  # type: ignore[attr-defined]


def test_effort_as_a_function_of_time_comes_back_as_the_law_it_is() -> None:
    scene = Scene()
    scene.m.user_effort("push", "hinge", lambda t: 3 * ca.sin(2 * t))
    law = files.loads(files.dumps(scene.m)).mechanism.loads["push"].law  # type: ignore[union-attr]

    class Signals:
        time = 0.7

    assert float(law(Signals())) == pytest.approx(3 * np.sin(1.4), rel=1e-15)


def test_what_has_no_word_is_refused_by_name() -> None:
    class Strange:
        name = "odd"

    m = Scene().m
    m.loads["odd"] = Strange()  # type: ignore[assignment]
    with pytest.raises(DescriptionError, match="load 'odd' is a Strange: machine files have no word for it"):
        files.dumps(m)
