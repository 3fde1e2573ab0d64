"""Bad input to a description: each a named error that says which object is wrong and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import biela
from biela.base.errors import BielaError, DescriptionError, DuplicateName, FrozenMechanism, NotConnected, UnknownName
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.shape import Ball

nan = float("nan")


def machine() -> Mechanism:
    m = Mechanism("machine")
    m.revolute("A", m.ground, m.body("link", mass=1.0, com=(1, 0, 0)))
    m.spherical("S", m.ground, m.body("ball", mass=1.0, inertia=(1, 1, 1)))
    m.universal("U", "ball", m.body("arm", mass=1.0))
    return m


Case = tuple[Callable[[Mechanism], Any], type[BielaError], str]

CASES: dict[str, Case] = {
    # bodies
    "negative mass": (lambda m: m.body("b", mass=-1), DescriptionError, r"mass of body 'b' is -1: it must not be negative"),
    "NaN mass": (lambda m: m.body("b", mass=nan), DescriptionError, r"mass of body 'b' is nan: give a finite number"),
    "infinite mass": (lambda m: m.body("b", mass=np.inf), DescriptionError, "mass of body 'b' is inf"),
    "mass that is no number": (lambda m: m.body("b", mass="heavy"), DescriptionError, "mass of body 'b' is 'heavy': give a number"),
    "NaN centre": (lambda m: m.body("b", com=(0, nan, 0)), DescriptionError, "entry 2 of centre of mass of body 'b' is nan"),
    "short centre": (lambda m: m.body("b", com=(0, 1)), DescriptionError, "centre of mass of body 'b' has 2 entries: give 3"),
    "triangle inequality": (
        lambda m: m.body("b", 1, inertia=(1, 1, 3)),
        DescriptionError,
        "inertia of body 'b': principal moments .* triangle inequality",
    ),
    "negative moment": (lambda m: m.body("b", 1, inertia=(-1, 1, 1)), DescriptionError, "inertia of body 'b'"),
    "asymmetric tensor": (
        lambda m: m.body("b", 1, inertia=[[1, 0.2, 0], [0, 1, 0], [0, 0, 1]]),
        DescriptionError,
        "inertia of body 'b'.*symmetric",
    ),
    "NaN inertia": (lambda m: m.body("b", 1, inertia=(1, nan, 1)), DescriptionError, "inertia of body 'b' is nan"),
    "shape of inertia": (
        lambda m: m.body("b", 1, inertia=(1, 1)),
        DescriptionError,
        "inertia of body 'b': give a 3×3 tensor or three",
    ),
    "principal axes": (
        lambda m: m.body("b", 1, inertia=(1, 1, 1), principal_axes=2 * np.eye(3)),
        DescriptionError,
        "principal axes of body 'b' is not a rotation",
    ),
    "mirrored rotation": (lambda m: m.body("b", rotation=np.diag([1, 1, -1])), DescriptionError, "right-handed"),
    "duplicate body": (lambda m: m.body("link"), DuplicateName, "'machine' already has an object 'link': choose another name"),
    "body named as a joint": (lambda m: m.body("A"), DuplicateName, "already has an object 'A'"),
    "bad name": (lambda m: m.body("1st"), DescriptionError, "'1st' is not a name: use letters"),
    "empty name": (lambda m: m.body(""), DescriptionError, "'' is not a name"),
    "duplicate frame": (
        lambda m: [m.bodies["link"].point("p", (0, 0, 0)) for _ in "ab"],
        DescriptionError,
        "body 'link' already has a frame 'p'",
    ),
    "gravity": (lambda m: Mechanism("m", gravity=(0, 0)), DescriptionError, "gravity of 'm' has 2 entries: give 3"),
    "NaN gravity": (lambda m: Mechanism("m", gravity=(0, 0, nan)), DescriptionError, "entry 3 of gravity of 'm' is nan"),
    # joints
    "joint to itself": (
        lambda m: m.revolute("J", "link", "link"),
        DescriptionError,
        "joint 'J' ties body 'link' to itself: a joint needs two different bodies",
    ),
    "zero axis": (
        lambda m: m.revolute("J", m.ground, "link", axis=(0, 0, 0)),
        DescriptionError,
        "axis of joint 'J' is zero: give a direction",
    ),
    "NaN axis": (
        lambda m: m.revolute("J", m.ground, "link", axis=(0, nan, 1)),
        DescriptionError,
        "entry 2 of axis of joint 'J' is nan",
    ),
    "NaN point": (
        lambda m: m.revolute("J", m.ground, "link", point=(0, 0, nan)),
        DescriptionError,
        "entry 3 of point of joint 'J' is nan",
    ),
    "oblique second axis": (
        lambda m: m.universal("J", m.ground, "link", axis=(0, 0, 1), second_axis=(0, 1, 1)),
        DescriptionError,
        "second axis of joint 'J' must be a direction at right angles to the first",
    ),
    "two ways at once": (
        lambda m: m.revolute("J", m.ground, "link", point=(0, 0, 0), child_point=(1, 0, 0)),
        DescriptionError,
        "joint 'J': give either one point in the drawing pose or a point on each body",
    ),
    "unknown body": (lambda m: m.revolute("J", m.ground, "lnk"), UnknownName, "joint 'J': no body 'lnk'. Did you mean 'link'"),
    "unknown frame": (lambda m: m.revolute("J", m.ground, "link.tip"), UnknownName, "body 'link' has no frame 'tip'"),
    "no body at all": (lambda m: m.revolute("J", m.ground, 3), DescriptionError, "joint 'J': 3 is neither a body nor a frame"),
    "body of another machine": (
        lambda m: m.revolute("J", m.ground, Mechanism("x").body("stranger")),
        UnknownName,
        "body 'stranger' belongs to another mechanism",
    ),
    "duplicate joint": (lambda m: m.revolute("A", m.ground, "ball"), DuplicateName, "'A'"),
    "NaN lead": (lambda m: m.helical("J", m.ground, "link", lead=nan), DescriptionError, "lead of joint 'J' is nan"),
    # couplings
    "rod of no length": (
        lambda m: m.rod("R", "link", "ball", 0.0),
        DescriptionError,
        "length of rod 'R' is 0: it must be above zero",
    ),
    "rod on one body": (lambda m: m.rod("R", "link", "link", 1.0), DescriptionError, "rod 'R' has both ends on body 'link'"),
    "gear of unknown joint": (lambda m: m.gear("G", "A", "B", 2.0), UnknownName, "gear 'G': no joint 'B'"),
    "gear of a ball": (
        lambda m: m.gear("G", "A", "S", 2.0),
        DescriptionError,
        "gear 'G': joint 'S' is spherical; it has no single angle",
    ),
    "gear of a universal": (
        lambda m: m.gear("G", "A", "U", 2.0),
        DescriptionError,
        "gear 'G': joint 'U' has several coordinates; say which: angle_1, angle_2",
    ),
    "NaN ratio": (lambda m: m.gear("G", "A", "A", nan), DescriptionError, "ratio of gear 'G' is nan"),
    # loads
    "negative stiffness": (
        lambda m: m.spring("L", "link", "ball", -1.0),
        DescriptionError,
        "stiffness of spring 'L' is -1: it must not be negative",
    ),
    "negative damping": (lambda m: m.joint_spring("L", "A", damping=-1.0), DescriptionError, "damping of spring 'L' is -1"),
    "spring on one body": (
        lambda m: m.spring("L", "link", "link", 1.0),
        DescriptionError,
        "spring 'L' has both ends on body 'link'",
    ),
    "spring on a ball": (
        lambda m: m.joint_spring("L", "S", 2.0, coordinate="rate_x"),
        DescriptionError,
        "spring 'L': joint 'S' is spherical; use m.bushing",
    ),
    "coordinate not said": (
        lambda m: m.joint_spring("L", "U", 2.0),
        DescriptionError,
        "joint 'U' has several coordinates; say which",
    ),
    "unknown coordinate": (
        lambda m: m.friction("L", "U", 1.0, coordinate="angle_3"),
        UnknownName,
        "joint 'U' has no coordinate 'angle_3'",
    ),
    "coordinate number": (
        lambda m: m.friction("L", "U", 1.0, coordinate=2),
        DescriptionError,
        "joint 'U' has coordinates 0 to 1, not 2",
    ),
    "negative friction": (
        lambda m: m.friction("L", "A", coulomb=-1.0),
        DescriptionError,
        "coulomb coefficient of friction 'L' is -1",
    ),
    "no smoothing": (
        lambda m: m.friction("L", "A", 1.0, smoothing=0.0),
        DescriptionError,
        "smoothing of friction 'L' is 0: it must be above zero",
    ),
    "stop without limit": (
        lambda m: m.stop("L", "A", stiffness=1.0),
        DescriptionError,
        "stop 'L' has no limit: give lower, upper or both",
    ),
    "crossed limits": (
        lambda m: m.stop("L", "A", 1.0, -1.0, stiffness=1.0),
        DescriptionError,
        "stop 'L': lower limit 1 is not below the upper one -1",
    ),
    "NaN limit": (lambda m: m.stop("L", "A", upper=nan, stiffness=1.0), DescriptionError, "upper limit of stop 'L' is nan"),
    "soft stop": (lambda m: m.stop("L", "A", upper=1.0, stiffness=0.0), DescriptionError, "stiffness of stop 'L' is 0"),
    "bushing of seven": (
        lambda m: m.bushing("L", "link", "ball", range(7)),
        DescriptionError,
        "stiffness of bushing 'L' has 7 entries: give six",
    ),
    "free direction": (
        lambda m: m.bushing("L", "link", "ball", 1.0, free=(6,)),
        DescriptionError,
        "bushing 'L': free directions are numbers 0 to 5",
    ),
    "wrench of two": (
        lambda m: m.wrench("L", "link", (1, 2)),
        DescriptionError,
        "force of wrench 'L' has 2 components: give three",
    ),
    "wrench axes": (
        lambda m: m.wrench("L", "link", axes="body"),
        DescriptionError,
        "wrench 'L': axes are 'frame' or 'ground', not 'body'",
    ),
    "NaN force": (lambda m: m.wrench("L", "link", (nan, 0, 0)), DescriptionError, "wrench 'L' is nan"),
    "law that is a number": (
        lambda m: m.user_effort("L", "A", 3.0),
        DescriptionError,
        "law of 'L' is 3.0: give a function of the signals",
    ),
    "force that is a number": (
        lambda m: m.user_force("L", "link", "ball", 3.0),
        DescriptionError,
        "law of 'L' is 3.0: give a function",
    ),
    # drives, actuators, sensors
    "motor on unknown joint": (lambda m: m.motor("M", "B"), UnknownName, "motor 'M': no joint 'B'"),
    "thruster on one body": (
        lambda m: m.thruster("M", "link", "link"),
        DescriptionError,
        "thruster 'M' has both ends on body 'link'",
    ),
    "drive of a ball": (
        lambda m: m.drive("S", 0.0, "rate_x"),
        DescriptionError,
        "drive of joint 'S': a spherical joint has no single coordinate",
    ),
    "driven twice": (
        lambda m: [m.drive("A", 0.0, name=k) for k in ("one", "two")],
        DescriptionError,
        "joint 'A' is driven twice: remove one",
    ),
    "NaN motion": (lambda m: m.drive("A", nan), DescriptionError, "motion of drive 'A_drive' is nan"),
    "sine": (lambda m: biela.sine(1.0), DescriptionError, "sine: give either the period .* or the frequency"),
    "negative period": (lambda m: biela.sine(1.0, period=-1), DescriptionError, "period of a sine is -1: it must be above zero"),
    "table backwards": (lambda m: biela.table([0, 2, 1], [0, 0, 0]), DescriptionError, "table: the first column must increase"),
    "table of NaN": (
        lambda m: biela.table([0, 1], [0, nan]),
        DescriptionError,
        "table: give two equally long lists of finite numbers",
    ),
    "uneven table": (lambda m: biela.table([0, 1], [0]), DescriptionError, "two equally long lists"),
    "instant step": (lambda m: biela.step(1.0, rise=0.0), DescriptionError, "rise time of a step is 0: it must be above zero"),
    "sensor on unknown body": (lambda m: m.gyroscope("G", "lnk"), UnknownName, "sensor 'G': no body 'lnk'. Did you mean 'link'"),
    "sensor law": (lambda m: m.user_sensor("G", "angle"), DescriptionError, "law of 'G' is 'angle': give a function"),
    # the machine itself
    "removing what is not there": (lambda m: m.remove("B"), UnknownName, "'machine' has no object 'B' to remove"),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_input_is_refused_by_name(name: str) -> None:
    act, error, message = CASES[name]
    with pytest.raises(error, match=message):
        act(machine())


def test_unconnected_body() -> None:
    m = machine()
    m.body("stray", mass=1.0)
    m.revolute("pair", "stray", m.body("companion", mass=1.0))
    with pytest.raises(NotConnected, match=r"ties 'stray', 'companion' to the ground\. Add the missing joint, or .*m\.free"):
        m.check()


def test_a_machine_in_use_does_not_change() -> None:
    m = machine()
    m.assemble()
    for change in (lambda: m.body("b"), lambda: m.remove("A"), lambda: m.motor("M", "A"), lambda: m.parameter("p", 1.0)):
        with pytest.raises(FrozenMechanism, match=r"'machine' is already in use and cannot change: take a copy with m\.edit\(\)"):
            change()
    twin = m.edit()
    twin.remove("A")
    twin.prismatic("A", twin.ground, "link")
    assert twin.joints["A"].type.kind == "prismatic"
    assert m.joints["A"].type.kind == "revolute"


def test_errors_are_found_as_biela_errors_and_as_builtin_ones() -> None:
    with pytest.raises(ValueError):
        machine().body("b", mass=-1)
    with pytest.raises(KeyError):
        machine().motor("M", "B")
    with pytest.raises(BielaError):
        machine().motor("M", "B")


@pytest.mark.parametrize("radius", [0.0, -1.0, nan, np.inf, "thick", None])
def test_a_ball_has_a_positive_radius(radius: Any) -> None:
    with pytest.raises(DescriptionError, match=r"radius of a ball is .*: give a positive length"):
        Ball((0, 0, 0), radius)
