"""What elements of users answer: energies are counted once, and mistakes are told with the element, its file and the remedy."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.element import data, element
from biela.lie import array as xp
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.joint.revolute import Revolute
from biela.mechanism.load import Action, CoordinateLoad, Effort, FrameLoad, LineLoad, PairLoad
from biela.mechanism.sensor import POSITION, FrameSensor, Output
from biela.simulation.audit import DoubtWarning


def pendulum() -> Any:
    m = biela.Mechanism("pendulum", gravity=(0, 0, -9.81))
    m.revolute("A", m.ground, m.body("bob", mass=1.0), axis=(0, 1, 0), child_point=(0, 0, 1))
    return m


def test_an_energy_that_is_given_is_stored_and_the_balance_closes() -> None:
    """A cubic spring with a damper on a coordinate, one on a line, and a magnetic field on a frame: nobody states a power."""

    @element("cubic_spring")
    class CubicSpring(CoordinateLoad):
        """τ = −k x³ − c ẋ, U = k x⁴ / 4."""

        k: float = data("1")
        c: float = data("1", default=0.0)
        wrong: float = data("1", default=1.0)

        def act(self, at: Any, signals: Any) -> Effort:
            return Effort(-self.k * at.position**3 - self.c * at.rate, self.wrong * self.k * at.position**4 / 4)

    @element("cord")
    class Cord(LineLoad):
        """T = k l, U = k l² / 2."""

        k: float = data("N/m")

        def act(self, line: Any, signals: Any) -> Effort:
            return Effort(self.k * line.length, 0.5 * self.k * line.length**2)

    @element("field")
    class Field(FrameLoad):
        """A force k z upwards, U = −k z² / 2."""

        k: float = data("N/m")

        def act(self, motion: Any, signals: Any) -> Action:
            z = motion.position[2]
            return Action(xp.stack(0.0, 0.0, self.k * z), xp.stack(0.0, 0.0, 0.0), energy=-0.5 * self.k * z**2)

    def run(wrong: float) -> Any:
        m = pendulum()
        m.cubic_spring("L", "A", k=5.0, wrong=wrong)
        m.cubic_spring("damped", "A", k=1.0, c=0.3)
        m.cord("cord", m.ground.frame("top", (1, 0, 1)), "bob", k=3.0)
        m.field("field", "bob", k=2.0)
        return m.simulate({"A": 1.0}, duration=1.0, rtol=1e-10)

    right = run(1.0)
    assert right.energy_error < 1e-7
    for name in ("L", "cord", "field"):
        assert np.abs(right[f"{name}.power"]).max() < 1e-12
    assert right["damped.power"] == pytest.approx(-0.3 * right["A.rate"] ** 2, abs=1e-12)
    stored = sum(right[f"{name}.energy"] for name in ("L", "damped", "cord", "field"))
    assert right["machine.stored_energy"] == pytest.approx(stored, abs=1e-12)
    assert np.abs(run(1.5)["L.power"]).max() > 0.1  # an energy that does not fit the effort shows as power


def test_the_balance_shows_an_energy_that_does_not_fit_the_power() -> None:
    @element("stated_spring")
    class StatedSpring(CoordinateLoad):
        """A spring that says it dissipates nothing."""

        wrong: float = data("1")

        def act(self, at: Any, signals: Any) -> Effort:
            return Effort(-5.0 * at.position, 0.5 * 5.0 * self.wrong * at.position**2, 0.0)

    def error(wrong: float) -> float:
        m = pendulum()
        m.stated_spring("L", "A", wrong=wrong)
        return float(m.simulate({"A": 1.0}, duration=0.5, rtol=1e-10).energy_error)

    assert error(1.0) < 1e-8
    with pytest.warns(DoubtWarning, match="the energy balance is off"):
        assert error(1.1) > 0.01


def test_an_energy_of_velocities_needs_its_rate() -> None:
    @element("moving_store")
    class MovingStore(CoordinateLoad):
        """An energy that depends on the rate."""

        def act(self, at: Any, signals: Any) -> Effort:
            return Effort(0.0, at.rate**2)

    m = pendulum()
    m.moving_store("L", "A")
    message = r"load 'L' \(moving_store, test_answers.py\): its energy depends on more than the configuration.*give power too"
    with pytest.raises(DescriptionError, match=message):
        m.simulate({"A": 1.0}, duration=0.1)


def _fails() -> Any:
    raise RuntimeError("no such table")


@pytest.mark.parametrize(
    ("base", "act", "message"),
    [
        (LineLoad, lambda at: None, r"act returned None; return Effort\(…\)"),
        (LineLoad, lambda at: 2.0 * at.length, r"act returned SX; return Effort\(…\)"),
        (LineLoad, lambda at: Effort(at.vector), r"the value of Effort has shape \(3, 1\); give one number"),
        (LineLoad, lambda at: Effort(at.length, at.vector), r"the energy of Effort has shape \(3, 1\)"),
        (LineLoad, lambda at: _fails(), r"act failed with RuntimeError: no such table\. It is called once, with symbols"),
        (LineLoad, lambda at: Effort(1.0 if at.length > 1 else 0.0), r"act failed with .*no `if` on a value"),
        (LineLoad, lambda at: Effort(math.sin(at.length)), r"returns NaN.*biela\.lie\.array; no function of math"),
        (PairLoad, lambda at: Effort(at.d), r"the value of Effort has shape \(3, 1\); give 6 numbers"),
        (FrameLoad, lambda at: Action(1.0, at.position), r"the force of Action has shape \(1, 1\); give 3 numbers"),
        (FrameLoad, lambda at: Effort(1.0), r"act returned Effort; return Action\(…\)"),
    ],
)  # fmt: skip
def test_a_load_that_answers_wrongly_is_named(base: Any, act: Any, message: str) -> None:
    @element("boom")
    class Boom(base):  # type: ignore[misc]
        """Answers wrongly."""

        def act(self, at: Any, signals: Any) -> Any:
            return act(at)

    m = pendulum()
    m.boom("L", *(["bob"] if base is FrameLoad else [m.ground.frame("top", (1, 0, 1)), "bob"]))
    with pytest.raises(DescriptionError, match=rf"load 'L' \(boom, test_answers.py\):? {message}"):
        m.assemble({"A": 1.0})
        m.simulate({"A": 1.0}, duration=0.01)


@pytest.mark.parametrize(
    ("residuals", "message"),
    [
        (lambda d: [d[0], d[1]], r"residuals returned 2 entries for 1 rows; name a row for each residual: its rows are 'distance'"),
        (lambda d: d[0], r"residuals returned SX; return a list"),
        (lambda d: None, r"residuals returned None; return a list"),
        (lambda d: [d], r"entry 0 of residuals returned shape \(3, 1\): it must return one number"),
        (lambda d: [_fails()], r"residuals failed with RuntimeError: no such table"),
    ],
)  # fmt: skip
def test_a_coupling_that_answers_wrongly_is_named(residuals: Any, message: str) -> None:
    @element("tie")
    class Tie(PairCoupling):
        """Answers wrongly."""

        def residuals(self, R: Any, d: Any) -> Any:
            return residuals(d)

    m = pendulum()
    m.tie("c", m.ground, "bob")
    with pytest.raises(DescriptionError, match=rf"coupling 'c' \(tie, test_answers.py\): {message}"):
        m.assemble({})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (lambda f: None, r"output 'height' is None; give one number"),
        (lambda f: f.position, r"output 'height' has shape \(3, 1\); give one number"),
        (lambda f: f.hight, r"output 'height' asks for 'hight'; it can have .*position"),
        (lambda f: math.sin(f.position[2]), r"returns NaN"),
    ],
)
def test_a_sensor_that_answers_wrongly_is_named(value: Any, message: str) -> None:
    @element("odd_level")
    class OddLevel(FrameSensor):
        """Answers wrongly."""

        outputs = (Output("height", "m", POSITION, value),)

    m = pendulum()
    m.odd_level("s", "bob")
    with pytest.raises(DescriptionError, match=rf"sensor 's' \(odd_level, test_answers.py\):? {message}"):
        m.assemble({"A": 1.0})["s.height"]


def test_a_tyre_law_and_a_filter_that_answer_nothing_are_named() -> None:
    from biela import estimate
    from biela.vehicle.tyre import LateralLaw, TyreData

    @element("slippery")
    class Slippery(LateralLaw):
        """Gives nothing."""

        def force(self, slip_angle: Any, slip: Any, load: Any) -> Any:
            return None

        def stiffness(self, load: Any) -> Any:
            return 1.0

        def peak(self, load: Any) -> Any:
            return 1.0

    with pytest.raises(DescriptionError, match=r"lateral tyre law \(slippery, test_answers.py\): force returned None"):
        TyreData.forces(SimpleNamespace(longitudinal=Slippery(), lateral=Slippery(), sense=1.0), 0.0, 0.0, 1.0)  # type: ignore[arg-type]
    with pytest.raises(DescriptionError, match="there is a filter 'unscented' already"):
        estimate.filter("unscented")(type("Own", (estimate.Estimator,), {"__module__": __name__}))
    silent = SimpleNamespace(estimate=lambda: None, name="silent")
    with pytest.raises(DescriptionError, match=r"filter 'silent': estimate returned None; return Estimate\(…\)"):
        estimate.Estimator._known(silent)  # type: ignore[arg-type]


def test_velocity_rows_and_joints_that_fail_with_symbols_are_named() -> None:
    @element("half_skate")
    class HalfSkate(PairCoupling):
        """A row of three entries."""

        rows = ("sideways",)
        holonomic = (False,)

        def covectors(self, R: Any, d: Any) -> Any:
            return [[0.0, 1.0, 0.0]]

    @element("branching_hinge")
    class BranchingHinge(Revolute):
        """Looks at the value of its angle."""

        def pose(self, q: Any) -> Any:
            return super().pose(q if q[0] < 10.0 else -q)

    m = pendulum()
    m.half_skate("c", m.ground, "bob")
    message = r"coupling 'c' \(half_skate, test_answers.py\): covectors returned rows of sizes \[3\]; return 1 of 6 entries"
    with pytest.raises(DescriptionError, match=message):
        m.assemble({})
    m = pendulum()
    m.branching_hinge("B", "bob", m.body("next", mass=1.0))
    with pytest.raises(DescriptionError, match=r"'B': joint \(branching_hinge, test_answers.py\): .* failed with .*no `if`"):
        m.assemble({})
