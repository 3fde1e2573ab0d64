"""What cannot work is refused where it is declared or first used, with the element, its file and the remedy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import biela
from biela.base.errors import BielaError, DescriptionError, DuplicateName
from biela.cli import verb
from biela.element import data, declared, element
from biela.integrate.method.base import method, method_named
from biela.integrate.method.rk4 import RK4
from biela.integrate.method.rodas3 import TABLE
from biela.integrate.runge_kutta import RungeKutta
from biela.integrate.tableau import Explicit
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.joint.consistency import check_joint
from biela.mechanism.joint.helical import Helical
from biela.mechanism.joint.revolute import Revolute
from biela.mechanism.load import CoordinateLoad, Effort, LineLoad
from biela.mechanism.sensor import POSITION, FrameSensor, Output, Sensor


def load(word: str, **body: Any) -> Any:
    """A load of this word with fields or functions of its own."""
    fields = {"__doc__": "A load.", "__module__": __name__, "act": lambda self, at, signals: Effort(0.0)}
    return element(word)(type("Own", (CoordinateLoad,), fields | body))


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("revolute", "it is a word of joints already"),
        ("friction", "already declared"),
        ("drive", "machines have a method of that name"),
        ("simulate", "machines have a method of that name"),
        ("name", "machines have an attribute of that name"),
        ("gravity", "machines have an attribute of that name"),
        ("lambda", "no word of Python's own"),
    ],
)
def test_words_that_are_taken(word: str, message: str) -> None:
    with pytest.raises(DescriptionError, match=message):
        load(word)
    assert word not in declared("loads") or declared("loads")[word].own
    assert isinstance(biela.Mechanism("x").gravity, tuple)


def test_two_classes_of_one_word() -> None:
    load("twice")
    load("twice")  # the same class, declared again
    with pytest.raises(DuplicateName, match="an element 'twice' is already declared, by Own"):

        @element("twice")
        class Another(CoordinateLoad):
            """Another one."""

            def act(self, at: Any, signals: Any) -> Effort:
                return Effort(0.0)


def test_names_of_methods_and_commands_that_are_taken() -> None:
    with pytest.raises(DescriptionError, match="a method 'rk4' exists already: RK4"):

        @method("rk4")
        class RK4(RungeKutta):
            """Not Kutta's."""

            order = 1
            tableau = Explicit(a=(), b=(1.0,))

    assert method_named("rk4")[0].__module__.startswith("biela.")
    with pytest.raises(BielaError, match="a command 'run' exists already: call run something else"):

        @verb("Compute")
        def run() -> None:
            """Run nothing."""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"__annotations__": {"gain": "float"}, "gain": 2.0}, r"its field 'gain' is not declared; write gain: … = data\(…\)"),
        ({"__annotations__": {"k": "float"}, "k": data("N", bound="posative")}, "'posative'; give one of positive, nonnegative"),
        ({"__annotations__": {"k": "float"}, "k": data("furlong")}, "unit of k: 'furlong' is not a unit that biela knows"),
        ({"__annotations__": {"k": "float"}, "k": data("N", bound="positive", default=-1.0)}, "default of k is -1.0: its bound is"),
        ({"__annotations__": {"k": "float"}, "k": data("N", default="soft")}, "default of k is 'soft': give a finite number"),
        ({"__annotations__": {"type": "float"}, "type": data("N")}, "a field cannot be called 'type'; choose another name"),
        ({"__annotations__": {"joint": "float"}, "joint": data("N")}, "its field 'joint' replaces one of CoordinateLoad"),
    ],
)  # fmt: skip
def test_fields_that_nobody_can_give(body: Any, message: str) -> None:
    with pytest.raises(DescriptionError, match=rf"load \(wrong_field, test_refused.py\): .*{message}"):
        load("wrong_field", **body)


def test_a_class_without_its_law_or_its_word() -> None:
    with pytest.raises(DescriptionError, match=r"load \(lawless, test_refused.py\): it has no act; write `def act"):

        @element("lawless")
        class Lawless(LineLoad):
            """Says nothing."""

    with pytest.raises(DescriptionError, match=r'write @element\("magnet"\) above class Magnet'):

        @element  # type: ignore[arg-type]
        class Magnet(CoordinateLoad):
            """No word."""

    with pytest.raises(DescriptionError, match=r"@element\('magnet'\) is above magnet, which is not a class"):

        @element("magnet")  # type: ignore[arg-type]
        def magnet() -> None:
            """A function."""


def pendulum() -> Any:
    m = biela.Mechanism("pendulum")
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0), axis=(0, 1, 0), child_point=(0, 0, 1))
    return m


def test_signals_of_a_load() -> None:
    """A unit that nobody knows, a name that every load of its kind has, and a law that asks for what is not there."""

    def signals(law: Any, outputs: Any) -> None:
        load("own_signals", outputs=outputs, act=lambda self, at, signals: law(at, signals))
        m = pendulum()
        m.own_signals("L", "pivot")
        m.simulate({"pivot": 0.1}, duration=0.01)

    with pytest.raises(DescriptionError, match=r"load 'L' \(own_signals, .*\): unit of output 'x': 'furlong' is not"):
        signals(lambda at, s: Effort(0.0, outputs={"x": 1.0}), {"x": "furlong"})
    with pytest.raises(DescriptionError, match="every such load has a signal 'power'; name the output otherwise"):
        signals(lambda at, s: Effort(0.0, outputs={"power": 1.0}), {"power": "W"})
    with pytest.raises(DescriptionError, match=r"load 'L' \(own_signals, .*\): no signal 'pivott.angle'. Did you mean"):
        signals(lambda at, s: Effort(s["pivott.angle"]), {})
    with pytest.raises(DescriptionError, match="act asks for 'angle'; it can have position, rate"):
        signals(lambda at, s: Effort(at.angle), {})


@pytest.mark.parametrize(
    ("rows", "units", "message"),
    [
        ("y", ("m",), "rows is 'y'; give different names in a tuple"),
        (("y", "y"), ("m", "m"), "give different names"),
        ((), (), "give different names"),
        (("y",), ("furlong",), r"units is \('furlong',\); give 'm' or 'rad' for each of its rows"),
        (("y",), ("m", "m"), "for each of its rows"),
    ],
)
def test_rows_of_a_coupling(rows: Any, units: Any, message: str) -> None:
    fields = {"__doc__": "A coupling.", "__module__": __name__, "rows": rows, "units": units}
    element("odd_rows")(type("OddRows", (PairCoupling,), fields | {"residuals": lambda self, R, d: [d[1]]}))
    m = pendulum()
    with pytest.raises(DescriptionError, match=rf"coupling 'c' \(odd_rows, .*\): .*{message}"):
        m.odd_rows("c", m.ground, "bob")


def test_a_sensor_sees_what_the_level_of_its_output_says() -> None:
    too_low = Output("speed", "m/s", POSITION, lambda f: f.velocity[0])
    fields = {"__doc__": "A sensor.", "__module__": __name__, "outputs": (too_low,)}
    element("low_sensor")(type("Low", (FrameSensor,), fields))
    m = pendulum()
    m.low_sensor("s", "bob")
    with pytest.raises(DescriptionError, match="output 'speed' has the level POSITION and uses velocity; .* with VELOCITY"):
        m.simulate({"pivot": 0.1}, duration=0.01)["s.speed"]


def test_sensors_of_what_does_not_exist() -> None:
    with pytest.raises(DescriptionError, match=r"view is 'lien'; give one of frame, line, relative, signals"):

        class Lien(Sensor):
            """Sees nothing."""

            view = "lien"

    def machine(**body: Any) -> None:
        fields = {"__doc__": "A sensor.", "__module__": __name__}
        element("odd_sensor")(type("Odd", (FrameSensor,), fields | body))
        m: Any = biela.Mechanism("x")
        m.odd_sensor("s", m.ground)

    good = Output("height", "m", POSITION, lambda f: f.position[2])
    with pytest.raises(DescriptionError, match=r"sensor 's' \(odd_sensor, .*\): it reads 's.x', which.*gives s.height"):
        machine(outputs=(good,), measured=("x",))
    with pytest.raises(DescriptionError, match="unit of output 'height': 'furlong' is not a unit"):
        machine(outputs=(replace(good, unit="furlong"),))
    with pytest.raises(DescriptionError, match="it has two outputs 'height'; name each once"):
        machine(outputs=(good, good))
    with pytest.raises(DescriptionError, match="level of output 'height' is None; give POSITION, VELOCITY or DYNAMICS"):
        machine(outputs=(replace(good, level=None),))


def test_calls_name_the_method() -> None:
    m: Any = biela.Mechanism("x")
    with pytest.raises(TypeError, match=r"m\.spring\(…\): missing a required argument: 'a'"):
        m.spring("s")
    with pytest.raises(TypeError, match=r"m\.spring\(…\): got an unexpected keyword argument 'stifness'. Did you mean 'stiffness'"):
        m.spring("s", m.ground, m.ground, stifness=3)


# ---------------------------------------------------------------------------------------------------------------------- joints


def test_every_joint_of_biela_is_consistent() -> None:
    kinds = [d.cls() if d.cls is not Helical else Helical(0.1) for d in declared("joints").values() if d.own]
    for kind in kinds:
        check_joint(kind, "A")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"motion": lambda self, q: 2.0 * np.eye(6)[:, 2:3]}, r"motion S\(q\) is not the derivative of pose"),
        ({"pose": lambda self, q: Pose(so3.rotation_z(-q[0]), xp.zeros(3))}, r"motion S\(q\) is not the derivative of pose"),
        ({"motion_rate": lambda self, q, v: np.ones((6, 1))}, "motion_rate is not the derivative of motion"),
        ({"closure": lambda self, R, d, q: [d[0], d[1], d[2], R[0, 0], R[0, 1]]}, "closure does not vanish at pose"),
        ({"closure": lambda self, R, d, q: [d[0], d[1], d[2], R[2, 0], R[2, 0]]}, "closure holds 4 directions where 5 are needed"),
        ({"closure": lambda self, R, d, q: [d[0], d[1]]}, "closure returns 2 residuals and closure_rows names 5"),
        ({"measure": lambda self, R, d, hint: -1.0 * hint}, "measure.* does not give back the q"),
    ],
)  # fmt: skip
def test_joints_that_contradict_themselves(changes: Any, message: str) -> None:
    fields = {"__doc__": "A joint.", "__module__": __name__}
    element("odd_hinge")(type("OddHinge", (Revolute,), fields | changes))
    m: Any = biela.Mechanism("x")
    with pytest.raises(DescriptionError, match=rf"joint 'A' \(odd_hinge, test_refused.py\): {message}"):
        m.odd_hinge("A", m.ground, m.body("b", mass=1.0))


# -------------------------------------------------------------------------------------------------------------------- tableaus


def test_order_of_tableaus() -> None:
    assert RK4.tableau.order == 4
    assert Explicit(a=((0.5,),), b=(0.0, 1.0)).order == 2
    assert Explicit(a=((1 / 3,), (0.0, 2 / 3)), b=(0.25, 0.0, 0.75)).order == 3


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (lambda: Explicit(a=((1.0,),), b=(0.5, 0.6)), "add up to 1.1: their sum must be 1"),
        (lambda: Explicit(a=((1.0,),), b=(0.5, float("nan"))), "not a finite number"),
        (lambda: Explicit(a=((1.0,),), b=(0.5, 0.5), c=(0.0,)), "c of a tableau has 1 entries: it has 2 stages"),
        (lambda: Explicit(a=((1.0,),), b=(0.5, 0.5), c=(0.0, 0.5)), "not the sums of the rows"),
        (lambda: Explicit(a=((1.0,),), b=(0.5, 0.5), error=(0.5, 0.5, 1.0)), "error of a tableau has 3 entries"),
        (lambda: replace(TABLE, gamma=float("nan")), "not a finite number"),
        (lambda: replace(TABLE, d=(0.5,)), "d of a tableau has 1 entries"),
    ],
)
def test_tableaus_that_are_none(table: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        table()


def test_orders_that_a_table_does_not_have() -> None:
    heun = Explicit(a=((1.0,),), b=(0.5, 0.5))
    for body, message in (({"order": 3}, "order is 3, and its tableau has order 2"), ({}, "state `order`; its tableau has 2")):
        with pytest.raises(DescriptionError, match=f"method Heun: {message}"):
            type("Heun", (RungeKutta,), {"tableau": heun} | body)
