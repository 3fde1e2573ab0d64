"""Every public call with arguments of every bad kind: it works, or ends in a named error with words; never in a raw one."""

from __future__ import annotations

import inspect
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bad_arguments import BAD
from calls import KINDS, attack, calls, chosen, failures
from pantry import Pantry, pantry

import biela
from biela import files
from biela.base.checked import checked, guard, guarded, kind_of
from biela.base.errors import BielaError, DescriptionError, LoopNotClosed, UnknownName


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # what a call writes does not stay


def test_every_public_call_works_with_good_arguments() -> None:
    """Only then does a bad argument reach what it is meant to attack."""
    assert failures() == {}
    assert len(calls()) > 1200


def test_the_walk_reaches_methods_operators_and_helpers() -> None:
    names = {call.name for call in calls()}
    assert names >= {
        "vehicle.Car.axle", "vehicle.Car.load", "vehicle.Car.build", "files.Saved.__getitem__", "state.State.__contains__",
        "network.hydraulic.wave_speed", "network.hydraulic.effective_bulk_modulus", "network.hydraulic.wall_bulk_modulus",
        "mechanism.motion.Spline", "mechanism.Spline.then", "study.Study", "simulation.State", "lie.se3.exp",
        "state.singularity.singularity",
        "estimate.consistency.health", "simulation.simulate", "mechanism.Mechanism.simulate", "mechanism.mesh.Mesh",
    }  # fmt: skip


def test_a_sample_of_bad_calls() -> None:
    tried, found = attack(chosen(1500, seed=1))
    assert tried > 1000
    assert not found, "\n".join(found)


@pytest.mark.parametrize("part", range(10))
def test_all_bad_calls(part: int) -> None:
    every = [(call, parameter, kind) for call in calls() for parameter in call.signature.parameters for kind in KINDS]
    tried, found = attack(every[part::10])
    assert tried > 15_000
    assert not found, f"{len(found)} of {tried} are raw:\n" + "\n".join(found[:100])


# ---------------------------------------------------------------------------------------------- silently wrong until now


def test_a_tolerance_that_is_not_a_number_is_refused() -> None:
    machine = biela.library.get("four-bar").build()
    for wrong in (float("nan"), -1.0, 0.0, "small", b"1"):
        with pytest.raises(DescriptionError, match="assemble: tolerance is .*: give a finite number above zero"):
            machine.assemble({"A": 1.0}, tolerance=wrong)  # type: ignore[arg-type]
    with pytest.raises(LoopNotClosed):
        biela.assemble(machine, {"A": 1.0, "B": 3.0})


def test_complex_and_byte_values_are_refused_not_converted() -> None:
    machine = Pantry.machine()
    for wrong in (1j, np.complex128(0.3 + 1j), b"1", [1j], np.array(["0.3"])):
        with pytest.raises(DescriptionError, match="coordinates of 'A' is .*: give real numbers"):
            machine.assemble({"A": wrong})
    for wrong in (b"1.0", bytearray(b"1"), np.complex128(1 + 1j)):
        with pytest.raises(DescriptionError, match="mass of body 'b' is .*: give a number"):
            biela.Mechanism("m").body("b", mass=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["step", "max_step"])
def test_steps_that_are_too_short_are_refused_with_their_number(name: str) -> None:
    options: dict[str, Any] = {name: 1e-12, "method": "rk4" if name == "step" else "dormand-prince"}
    with pytest.raises(DescriptionError, match=rf"{name} is 1e-12 s: a run of 10 s would have 1e\+13 steps, more than"):
        pantry().m.simulate(None, 10.0, **options)
    with pytest.raises(BielaError, match=r"1e\+13 outputs.*increase output_step"):
        pantry().m.simulate(None, 10.0, output_step=1e-12)


def test_functions_of_users_that_fail_are_named() -> None:
    with pytest.raises(DescriptionError, match="your function progress fails: ZeroDivisionError"):
        biela.sweep(pantry().case, {"simulation.rtol": [1e-6]}, "max(A.angle)", progress=lambda p: 1 / 0)  # type: ignore[arg-type]


def test_a_time_far_ahead_is_refused_and_leaves_the_filter_where_it_was() -> None:
    filter = Pantry().filter  # one of its own: the walk over all calls moves the shared one
    before = filter.step(0.1, {"angle": 0.3})
    with pytest.raises(DescriptionError, match=r"time 1e\+30 s of the readings is 1e\+30 s after the last: give it in seconds"):
        filter.step(1e30, {"angle": 0.2})
    assert filter.t == 0.1 and np.array_equal(filter.estimate().mean, before.mean)


# ------------------------------------------------------------------------------------------------------ the checks themselves


@pytest.mark.parametrize(
    ("annotation", "good", "bad"),
    [
        (float, [1, 0.5, np.float32(1), np.array(2.0)], [np.nan, np.inf, "1", b"1", 1j, True, None, 1e200, np.zeros(1)]),
        (int, [1, np.int64(2)], [1.0, True, "1", 2**64]),
        (bool, [True, np.bool_(False)], [1, "yes", None]),
        (float | None, [None, 1.0], ["", np.nan]),
        (list[str], [["a"], ("a", "b"), {"a": 1}], ["a", [1], None, iter("a"), np.zeros(0)]),
        (dict[str, float], [{}, {"a": 1.0}], [{"a": "x"}, {1: 1.0}, [], None]),
        (tuple[float, float], [(1, 2), [1.0, 2.0]], [(1,), (1, np.nan), 1.0]),
        (list[float], [[1.0], (1, 2), np.ones(2)], [{1.0: 2}, {1.0, 2.0}, np.zeros(0), "1"]),
        (slice, [slice(None), slice(0, 3)], [slice("a"), slice(0, 3, 0), slice(0.5), 3, None]),
        (type[np.float64 | np.float32], [np.float32], [dict, float, np.float64(1), "float32"]),
        (str | Path, ["a", Path("a")], [1, b"a", "a\0b", "", "\ud800"]),
    ],
)  # fmt: skip
def test_what_annotations_ask_for(annotation: Any, good: list[Any], bad: list[Any]) -> None:
    kind = kind_of(annotation)
    assert kind is not None
    assert [x for x in good if not kind.fits(x)] == []
    assert [x for x in bad if kind.fits(x)] == []


def test_a_checked_function_keeps_its_signature_and_names_the_culprit() -> None:
    @checked(positive=("b",))
    def area(a: float, b: float = 2.0, *, unit: str = "m") -> float:
        """Product."""
        return a * b

    assert area(3.0) == 6.0 and area.__doc__ == "Product." and list(inspect.signature(area).parameters) == ["a", "b", "unit"]
    with pytest.raises(DescriptionError, match=r"^area: b is -1: give a finite number above zero\.$"):
        area(1.0, -1)
    with pytest.raises(TypeError, match=r"area\(\) missing 1 required positional argument: 'a'"):
        area()  # type: ignore[call-arg]


def test_a_guarded_module_names_the_argument_that_made_a_call_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    import types

    home = types.ModuleType("home")
    exec(
        "def area(a: float, b: float = 2.0) -> float:\n    return a * b + 0.0\n"
        "def twice(a: float) -> float:\n    return area(a) + area(a)\n"
        "class Bar:\n    def long(self, a: float) -> float:\n        return a / 1.0\n"
        "    def __getitem__(self, name: str) -> str:\n        return name.upper()\n",
        vars(home),
    )
    monkeypatch.setitem(sys.modules, "home", home)
    for thing in (home.area, home.twice, home.Bar):
        thing.__module__ = "home"
    guard("home")
    assert home.twice(3.0) == 12.0
    for call, words in (
        (lambda: home.area("x"), "area: a is 'x': give a finite number"),
        (lambda: home.twice("x"), "twice: a is 'x'"),  # the one that the user called, not the one that failed
        (lambda: home.Bar().long(None), "Bar.long: a is None"),
        (lambda: home.Bar()[3], "Bar[…]: name is 3: give some text"),
    ):
        with pytest.raises(DescriptionError) as caught:
            call()
        assert words in str(caught.value) and caught.value.__cause__ is not None
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        home.area()


# ------------------------------------------------------------------------------------------------------- single calls


def test_a_state_of_another_length_is_refused() -> None:
    m, x = pantry().m, pantry().state.x
    assert np.array_equal(biela.State(m, x.tolist()).x, x)
    with pytest.raises(DescriptionError, match=r"State: x of 'small' has shape \(4,\): give 5 numbers"):
        biela.State(m, x[:-1])
    with pytest.raises(DescriptionError, match=r"State: p of 'small' has shape \(3,\): give 1 numbers"):
        biela.State(m, x, p=np.zeros(3))
    with pytest.raises(DescriptionError, match="State: mechanism is 'four-bar': give a Mechanism"):
        biela.State("four-bar", x)  # type: ignore[arg-type]


def test_what_holds_signals_says_which(tmp_path: Path) -> None:
    pantry().run.save(tmp_path / "run.nc")
    for thing in (pantry().state, pantry().run, pantry().batch, biela.load(tmp_path / "run.nc")):
        assert "A.angle" in thing and "A.angel" not in thing and 3 not in thing and "A.angle" in list(thing)
    assert "A" in pantry().track and "angle" in pantry().log and "peak" in pantry().sweep


def test_parts_that_are_not_there_are_named() -> None:
    for m in (Pantry.machine(), pantry().m, pantry().m.edit()):
        with pytest.raises(UnknownName, match=r"no part 'linc'\. Did you mean 'link'"):
            m.bodies["linc"]
        assert m.joints.get("nobody") is None and "nobody" not in m.joints


def test_a_wheel_that_a_car_does_not_have_is_refused() -> None:
    for call in (pantry().car.axle, pantry().car.load, pantry().car.sprung_load, pantry().car.centre):
        with pytest.raises(UnknownName, match="no wheel 'middle'. Known: front_left"):
            call("middle")


def test_a_network_at_resonance_says_so() -> None:
    with pytest.raises(DescriptionError, match="resonates at 1 rad/s, where its response is infinite"):
        pantry().linear.response([1.0], "mass.flow")


def test_objects_that_fail_when_they_are_looked_at_are_named() -> None:
    """Neither a message nor a check may fail over the value that it is about."""
    m, deep, fails, tyre = Pantry.machine(), BAD["deep mapping"], BAD["fails"], pantry().wheel()[1]
    for call, words in (
        (lambda: m.bushing("b", m.ground, "link", stiffness=BAD["symbols"]), "stiffness of bushing 'b' is SX"),
        (lambda: m.motor(fails, "A"), "is not a name: use letters"),
        (lambda: m.universal("U", m.ground, "link", second_axis=fails), "second_axis is an object of Failing"),
        (lambda: m.contact(deep), "an object of dict is not a contact"),
        (lambda: biela.network.Network("n").expose("p", deep), "Network.expose: inside is an object of dict: give a value that"),
        (lambda: biela.lie.so3.hat(BAD["list of itself"]), "hat: a is [[...]]: give three numbers"),
        (lambda: biela.lie.so3.rotation_z(BAD["timedelta"]), "rotation_z: angle is datetime.timedelta"),
        (lambda: biela.lie.so3.rotation_z(BAD["decimal"]), "rotation_z: angle is Decimal('1.5'): give a number or a symbol"),
        (lambda: biela.lie.inertia.sphere(1.0, BAD["symbols"]), "sphere: radius is SX([z_0, z_1, z_2]): give a number or a"),
        (lambda: pantry().dataset.scatter(period=BAD["fraction"]), "period is Fraction(1, 3): give a float"),
        (lambda: biela.vehicle.Road().surface(0.0, BAD["symbols"]), "surface: y is SX([z_0, z_1, z_2]): give a number or a"),
        (lambda: tyre.grip(1.0, 0.0, BAD["list of itself"], 1e3, (0.0, 0.0)), "grip: rolling is [[...]]: give a number"),
        (lambda: tyre.grip(1.0, 0.0, BAD["long double"], 1e3, (0.0, 0.0)), "grip: rolling is "),
        (lambda: biela.vehicle.Road().surface(np.longdouble(1.0), 0.0), "surface: x is np.longdouble('1.0'): give a number or a"),
        (lambda: biela.vehicle.Road().surface(0.0, np.longdouble([[1.0]])), "surface: y is array([[1.]], dtype=float128)"),
        (lambda: files.dumps(m, simulation=deep), "dumps: simulation is an object of dict: give a value that Python can print"),
    ):  # fmt: skip
        with pytest.raises(DescriptionError) as caught:
            call()
        assert words in str(caught.value)


def test_a_failing_call_blames_what_does_not_fit_then_what_is_odd_then_what_is_unusual() -> None:
    def fail(a: Any, b: Any, c: float = 0.0) -> None:
        raise ZeroDivisionError

    parameter, call = BAD["other parameter"], guarded(fail)
    for arguments, words in (
        ((1e-300, 2**70, "x"), "fail: c is 'x': give a finite number."),
        ((1e-300, 2**70), f"fail: b is {2**70}: give a float: 1.18059e+21."),
        ((-(10**400), 1.0), "give a number of a size up to 1e+75."),
        ((Fraction(1, 3), 1.0), "fail: a is Fraction(1, 3): give a float."),
        ((1.0, np.bool_(True)), "give a float."),
        ((1.0, [{"x": np.longdouble(1)}]), "give a float."),
        ((1.0, BAD["series"]), "give an array of NumPy, such as ….to_numpy()."),
        ((1.0, BAD["masked"]), "give an array without a mask, such as ….filled(np.nan)."),
        ((BAD["graph"], 1.0), "fail: a is MX(z): give numbers, or one symbol (SX)."),
        ((1.0, BAD["mapping of itself"]), "fail: b is {'A': {...}}: give a value that does not contain itself."),
        ((1e-300, 1.0), "fail: a is 1e-300: give a number of a size from 1e-75."),
        ((1.0, -np.inf), "fail: b is -inf: give a finite number."),
        ((1.0, 1e200), "fail: b is 1e+200: give a finite number, of a size up to 1e+75."),
        ((parameter, 1.0), "fail: a is p: give a number instead of a symbol or an expression of parameters."),
        (({"A": BAD["symbol"]}, 1.0), "give a number instead of a symbol or an expression of parameters."),
        ((np.zeros((2, 2, 2)), 1.0), "give an array of two dimensions at most."),
    ):
        with pytest.raises(DescriptionError) as caught:
            call(*arguments)
        assert str(caught.value).endswith(words)
    for ordinary in (1.0, 2**63, np.float32(1), "x", None, np, dict, [1, (2.0, {"a": True})], np.zeros((2, 3)), abs):
        with pytest.raises(ZeroDivisionError):
            call(ordinary, 1.0)


def test_what_is_odd_has_the_name_that_the_user_gave_it() -> None:
    @guarded
    def inner(length: Any) -> None:
        raise ZeroDivisionError

    @guarded
    def outer(first: Any, x: Any) -> None:
        inner(x)

    with pytest.raises(DescriptionError, match=r"outer: x is Fraction\(1, 3\): give a float\."):
        outer(2**70, Fraction(1, 3))


def test_whole_numbers_of_any_size_and_lists_are_numbers() -> None:
    assert np.allclose(biela.lie.so3.rotation_z(2**70), biela.lie.so3.rotation_z(float(2**70)))
    pendulum = biela.library.get("pendulum").mechanism
    held = pendulum.inverse_dynamics({"pivot": lambda t: 0.1 + 0.0 * t}, 2**70, samples=4)
    assert held.t[-1] == 2.0**70
    rows = np.random.default_rng(1).normal(size=(100, 2))
    assert np.array_equal(biela.identify.whiteness(rows.tolist()), biela.identify.whiteness(rows))


def test_motions_subtract_functions_too() -> None:
    f = biela.sine(1.0, period=1.0) - (lambda t: t)
    assert f(0.25) == pytest.approx(0.75)
