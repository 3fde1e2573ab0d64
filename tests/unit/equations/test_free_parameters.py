"""Free parameters: a kernel given other values equals the machine rebuilt with those values, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np
import pytest

import biela
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Scalar
from sample_machines import Equations, random_rotation

NOMINAL = {
    "gravity": 9.81, "mass": 1.3, "length": 0.7, "inertia": 0.05, "offset": 0.02, "lead": 0.11, "stiffness": 35.0,
    "damping": 1.4, "rest": 0.3, "preload": 0.8, "friction": 0.6, "limit": 0.15, "ratio": -1.6, "force": 2.3,
    "amplitude": 0.25, "frequency": 1.3, "gain": 3.1, "slope": 0.9,
}  # fmt: skip

Value = Callable[[str], Scalar]


def machine(value: Value, cut: bool) -> Mechanism:
    """A machine with a parameter in every place that takes one; a screw in the tree or cut."""
    v = value
    m = Mechanism("parameters", gravity=(0.3 * v("gravity"), -v("gravity"), 1.0))
    R = random_rotation(np.random.default_rng(1))
    a = m.body(
        "a", mass=v("mass"), com=(v("length") / 2, v("offset"), 0.1), inertia=(v("inertia"), 2 * v("inertia"), 0.1),
        principal_axes=R,
    )  # fmt: skip
    b = m.body("b", mass=2 * v("mass") + 0.1, com=(0, v("length") ** 2, 0.2), inertia=(0.1, 0.1 + v("inertia"), 0.15))
    c = m.body("c", mass=0.9, com=(0.1, 0.2, v("offset")), inertia=np.sqrt(v("inertia")) * np.eye(3))
    m.universal("A", m.ground, a, parent_point=(v("offset"), 0, 0.1))
    m.helical("B", a, b, lead=v("lead"), parent_point=(v("length"), 0, 0), axis=(1, 2, 2), cut=cut)
    m.spherical("C", b, c, parent_point=(0, v("length"), 0), child_point=(0.1, v("offset"), 0))
    m.planar("D", m.ground, c, parent_axis=(0, 1, 1), child_axis=(1, 0, 1), parent_point=(1, v("length"), 0))
    m.prismatic("slide", m.ground, m.body("rack", mass=v("mass")), axis=(0, 1, 0))
    m.revolute("spin", m.ground, m.body("wheel", mass=1.0, inertia=(0.1, 0.1, v("inertia"))))
    anchor = m.ground.point("anchor", (0.2, v("length"), -0.4))
    hook = b.frame("hook", (0.1, v("offset"), 0.3), (0.3, 0.2, 0.1))
    m.rod("rod", m.ground.point("pin", (2, 2, 2)), c.point("eye", (0, 0, v("length"))), 1.1 + v("length"))
    m.rack_and_pinion("rack_gear", "spin", "slide", radius=v("length"), offset=v("offset"))
    m.coupling("belt", [("A", "angle_1", 1.0), ("spin", v("ratio"))], v("offset"))
    m.spring("spring", anchor, hook, v("stiffness"), v("damping"), v("rest"), v("preload"))
    curve = biela.polynomial(v("preload"), 2.0, v("stiffness"))
    m.spring("curved", anchor, hook, free_length=v("rest"), curve=curve)
    m.joint_spring("joint_spring", "B", v("stiffness"), v("damping"), v("rest"), v("preload"))
    m.joint_spring("joint_curve", "A", rest=v("rest"), curve=biela.polynomial(0, v("slope")), coordinate=1)
    m.bushing("bushing", anchor, hook, (1, 2, v("stiffness"), 4, 5, v("damping")), (v("damping"), 2, 3, 4, 5, 6))
    m.friction("friction", "B", v("damping"), v("friction"), 2 * v("friction"), v("rest"), v("limit"))
    m.stop("stop", "B", -v("limit"), v("limit"), stiffness=v("stiffness"), damping=v("limit"))
    push = biela.sine(v("amplitude"), frequency=v("frequency"), phase=v("offset"), offset=v("rest"))
    m.wrench("wrench", hook, (v("force"), 2 * v("force"), push), (v("preload"), biela.step(v("rest"), before=v("offset")), 0))
    m.user_effort("law", "B", lambda s: -parameter(s, v, "gain") * s["B.angle"])
    m.drive("D", biela.sine(v("amplitude"), frequency=v("frequency"), offset=v("rest")), "x")
    return m


def parameter(signals: object, value: Value, name: str) -> object:
    """The parameter as a law reads it, or the constant."""
    v = value(name)
    return v if isinstance(v, float) else signals.parameter(name)  # type: ignore[attr-defined]


def free_machine(cut: bool, values: dict[str, float]) -> tuple[Mechanism, np.ndarray]:
    """The machine with all its constants free, at given values."""
    holder = Mechanism("holder")
    declared = {name: holder.parameter(name, value) for name, value in NOMINAL.items()}
    m = machine(lambda name: declared[name], cut)
    m.parameters.update(declared)
    return m, np.array([values[name] for name in m.parameters])


@pytest.mark.parametrize("cut", [False, True])
def test_other_values_equal_a_rebuilt_machine(cut: bool) -> None:
    rng = np.random.default_rng(2)
    values = {name: value * rng.uniform(0.7, 1.4) for name, value in NOMINAL.items()}
    m, p = free_machine(cut, values)
    rebuilt = machine(lambda name: values[name], cut)
    free, fixed = Equations(m, p=p), Equations(rebuilt)
    x = fixed.random_state(rng)
    for kernel in ("closure", "mass_matrix", "rates", "coordinates"):
        for got, expected in zip(free(kernel, x, t=0.05), fixed(kernel, x, t=0.05), strict=True):
            assert got == pytest.approx(expected, rel=1e-9, abs=1e-9), kernel
    got, expected = free.signals(x, t=0.05), fixed.signals(x, t=0.05)
    for name, number in expected.items():
        assert got[name] == pytest.approx(number, rel=1e-9, abs=1e-8), name


def test_every_parameter_matters() -> None:
    """Each value alone changes the rates: none was frozen at its nominal value on the way."""
    m, p = free_machine(False, NOMINAL)
    e = Equations(m, p=p)
    x = e.random_state(np.random.default_rng(3))
    rates = e.dynamics.rates
    slope = ca.Function("slope", [e.model.t, e.model.x, e.model.u, e.model.p], [ca.jacobian(rates, e.model.p)])
    J = np.array(slope(0.05, x, e.u, e.p))
    for k, name in enumerate(m.parameters):
        assert np.abs(J[:, k]).max() > 1e-6, name


def test_a_row_that_vanishes_at_the_nominal_value_alone_is_kept() -> None:
    """A screw of lead zero cannot leave its plane, and the row that forbids it says nothing; with a lead it does."""

    def build(lead: Scalar) -> Mechanism:
        m = Mechanism("loop")
        link, nut = (m.body(k, mass=1.0, com=(0.1, 0.2, 0.1), inertia=(0.1, 0.1, 0.1)) for k in ("link", "nut"))
        m.revolute("A", m.ground, link)
        m.helical("H", link, nut, lead=lead, parent_point=(1, 0, 0))
        m.planar("P", nut, m.ground, cut=True)
        return m

    lead = Mechanism("holder").parameter("lead", 0.0)
    free = build(lead)
    free.parameters["lead"] = lead
    e, fixed = Equations(free, p=[0.3]), Equations(build(0.3))
    assert [row.label for row in e.dynamics.rows] == [row.label for row in fixed.dynamics.rows] == ["z"]
    x = fixed.random_state(np.random.default_rng(1))
    assert e("rates", x)[0] == pytest.approx(fixed("rates", x)[0], rel=1e-9)


def test_runs_and_batches_take_parameters() -> None:
    """Period of a pendulum of any length, from one compiled machine."""
    m = Mechanism("pendulum", gravity=(0, -9.81, 0))
    length = m.parameter("length", 1.0, "m")
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0, com=(0, -length, 0)))
    for value in (0.5, 2.0):
        period = 2 * np.pi * np.sqrt(value / 9.81)
        run = m.simulate({"pivot": 1e-4}, period, parameters={"length": value}, output_step=period / 4)
        assert run["pivot.angle"] == pytest.approx(1e-4 * np.array([1, 0, -1, 0, 1]), abs=1e-10)
        assert run["bob.velocity_x"] is not None


def test_parameter_is_read_by_assembly_and_state() -> None:
    """A rod whose length is free: the loop closes at the length given, not at the nominal one."""
    m = Mechanism("rod")
    reach = m.parameter("reach", 1.0, "m")
    m.prismatic("slide", m.ground, m.body("block", mass=1.0), axis=(1, 0, 0))
    m.rod("rod", m.ground.point("pin", (0, 0.6, 0)), "block", reach)
    for value in (1.0, 0.75):
        s = m.assemble(guess={"slide": 0.5}, parameters={"reach": value})
        assert s["slide.position"] == pytest.approx(np.sqrt(value**2 - 0.36), abs=1e-12)


def test_unknown_and_bad_parameters_are_named() -> None:
    from biela.base.errors import DescriptionError, UnknownName

    m = Mechanism("pendulum")
    m.parameter("length", 1.0)
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0, com=(0, 1, 0)))
    with pytest.raises(UnknownName, match=r"no free parameter 'lenght'.*'length'.*m\.parameter"):
        m.simulate({"pivot": 1.0}, 1.0, parameters={"lenght": 2.0})
    with pytest.raises(DescriptionError, match="parameters is {'length': nan}: give .* a finite number"):
        m.assemble(parameters={"length": float("nan")})
    with pytest.raises(DescriptionError, match="parameter 'width' is inf"):
        Mechanism("x").parameter("width", float("inf"))
