"""Power in = rate of energy, for every load alone and for all together, on joints of the tree and on cut ones."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np
import pytest

import biela
from biela.mechanism import Frame
from biela.mechanism.mechanism import Mechanism
from sample_machines import KINDS, TYPES, Equations, add_body_loads, add_joint_loads, random_loop, random_tree, rate_name

LOOP = ("universal", "prismatic", "spherical", "cylindrical", "planar")
"""A loop with mobility five; `planar_4` is busy and stays in the tree unless it is told to be cut."""


def balance(e: Equations, x: np.ndarray, t: float = 0.0) -> tuple[float, float]:
    """dE/dt along the motion, and the power fed in."""
    d = e.dynamics
    energy = d.kinetic_energy + d.gravity_energy + d.load_builder.stored_energy()
    return float(e.time_derivative(energy, x, t)[0]), float(e.value(d.power, x, t)[0])


def balanced(m: Mechanism, x0: Callable[[Equations], np.ndarray], *, t: float = 0.3) -> tuple[float, float]:
    """Check the balance at a moving state with inputs on; returns dE/dt and the power."""
    rng = np.random.default_rng(5)
    e = Equations(m, u=rng.normal(size=len(m.actuators)))
    x = e.moving(x0(e), rng, t=t)
    slope, power = balance(e, x, t)
    scale = 1.0 + abs(slope) + e.values(["machine.kinetic_energy"], x, t)["machine.kinetic_energy"]
    assert slope == pytest.approx(power, abs=1e-9 * scale)
    return slope, power


JOINT_LOADS: dict[str, Callable[[Mechanism, str, str], object]] = {
    "spring": lambda m, j, c: m.joint_spring("load", j, 3.0, rest=0.2, coordinate=c),
    "preloaded spring": lambda m, j, c: m.joint_spring("load", j, 3.0, preload=2.0, coordinate=c),
    "damper": lambda m, j, c: m.joint_spring("load", j, damping=2.0, coordinate=c),
    "curve": lambda m, j, c: m.joint_spring("load", j, rest=0.1, curve=lambda x: x**3 + 2, coordinate=c),
    "friction": lambda m, j, c: m.friction("load", j, 0.3, 1.0, 2.0, smoothing=0.1, coordinate=c),
    "stop": lambda m, j, c: m.stop("load", j, 0.6, stiffness=50, damping=0.4, coordinate=c),
    "law": lambda m, j, c: m.user_effort("load", j, lambda s: s.time - s[f"{j}.{c}"] * s[f"{j}.{rate_name(m, j, c)}"], c),
    "motor": lambda m, j, c: m.motor("load", j, c),
    "drive": lambda m, j, c: m.drive(j, lambda t: 0.1 * ca.sin(5 * t) + 0.4 * t, c),
}


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("load", JOINT_LOADS)
def test_load_on_a_joint(load: str, cut: bool) -> None:
    """The load on the x coordinate of a planar joint, in the tree and cut: balanced, and doing something."""
    loop = random_loop(LOOP, 3, cut=4 if cut else 2)
    m = loop.mechanism
    JOINT_LOADS[load](m, "planar_4", "x")
    assert (m.topology.link_of("planar_4") is None) == cut
    _, power = balanced(m, lambda e: e.state_of(loop.coordinates))
    assert (power == 0.0) == (load in ("spring", "preloaded spring"))


BODY_LOADS: dict[str, Callable[[Mechanism, Frame, Frame], object]] = {
    "spring": lambda m, a, b: m.spring("load", a, b, 30, free_length=0.3),
    "preloaded spring": lambda m, a, b: m.spring("load", a, b, 30, free_length=0.3, preload=4.0),
    "damper": lambda m, a, b: m.spring("load", a, b, damping=5.0),
    "curve": lambda m, a, b: m.spring("load", a, b, curve=lambda x: ca.exp(x)),
    "bushing": lambda m, a, b: m.bushing("load", a, b, (1, 2, 3, 40, 50, 60)),
    "damped bushing": lambda m, a, b: m.bushing("load", a, b, (1, 2, 3, 4, 5, 6), (3, 2, 1, 6, 5, 4), free=(1, 5)),
    "wrench in the frame": lambda m, a, b: m.wrench("load", b, (1, 2, lambda t: t), (3, -1, 2), axes="frame"),
    "wrench in the ground": lambda m, a, b: m.wrench("load", b, (1, 2, lambda t: t), (3, -1, 2), axes="ground"),
    "law": lambda m, a, b: m.user_force("load", a, b, lambda s: 3 * s["load.length"] - 0.4 * s["load.length_rate"]),
    "thruster": lambda m, a, b: m.thruster("load", a, b),
}


@pytest.mark.parametrize("load", BODY_LOADS)
@pytest.mark.parametrize("place", ["to the ground", "between bodies"])
def test_load_on_bodies(load: str, place: str) -> None:
    loop = random_loop(LOOP, 4)
    m = loop.mechanism
    a = (m.ground if place == "to the ground" else m.bodies["body_0"]).frame("a", (0.3, 0.1, -0.2), (0.4, -0.3, 0.2))
    b = m.bodies["body_2"].frame("b", (-0.1, 0.3, 0.2), (-0.6, 0.5, 0.3))
    BODY_LOADS[load](m, a, b)
    _, power = balanced(m, lambda e: e.state_of(loop.coordinates))
    assert (power == 0.0) == (load in ("spring", "preloaded spring", "bushing"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backwards", [False, True])
def test_all_loads_on_every_kind_of_joint(kind: str, backwards: bool) -> None:
    """Tree joint, forwards and backwards; then the same kind as the joint that closes a loop."""
    tree = random_tree((kind, "spherical"), 5, backwards=backwards, chain=True)
    load_everything(tree, f"{kind}_0")
    _, in_tree = balanced(tree, lambda e: e.random_state(np.random.default_rng(1)))
    loop = random_loop(("universal", "planar", "spherical", kind), 6, cut=3, backwards=(3,) if backwards else ())
    load_everything(loop.mechanism, f"{kind}_3")
    _, in_loop = balanced(loop.mechanism, lambda e: e.state_of(loop.coordinates))
    assert in_tree != 0.0 and in_loop != 0.0  # the balance was one of powers that flow


def load_everything(m: Mechanism, joint: str) -> None:
    kind = m.joints[joint].type
    if kind.quaternion is None:
        for coordinate in kind.coordinates:
            add_joint_loads(m, joint, coordinate.name)
    else:
        for rate in kind.rates:
            m.joint_spring(f"{rate.name}_damper", joint, damping=0.4, coordinate=rate.name)
            m.friction(f"{rate.name}_friction", joint, 0.1, 0.5, smoothing=0.3, coordinate=rate.name)
            m.motor(f"{rate.name}_motor", joint, rate.name)
            m.user_effort(f"{rate.name}_law", joint, lambda s, r=rate: 0.2 - s[f"{joint}.{r.name}"], rate.name)
    add_body_loads(m, m.bodies["body_0"], m.bodies["body_1"], np.random.default_rng(7))
    add_body_loads(m, m.ground, m.bodies["body_1"], np.random.default_rng(8))


def test_drives_feed_exactly_their_effort_times_their_rate() -> None:
    """`machine.power` of a machine moved by two drives alone is Σ effort · rate."""
    for cut in (0, 2, 4):
        loop = random_loop(LOOP, 9, cut=cut)
        m = loop.mechanism
        m.drive("prismatic_1", biela.polynomial(0.0, 0.8), name="push")
        m.drive("planar_4", biela.polynomial(0.0, -1.3), "angle", name="turn")
        e = Equations(m)
        x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(2))
        s = e.signals(x)
        assert s["machine.power"] == pytest.approx(0.8 * s["push.effort"] - 1.3 * s["turn.effort"], rel=1e-10)
        assert s["prismatic_1.rate"] == pytest.approx(0.8)


def test_energy_minus_work_is_constant_along_a_run() -> None:
    """The work state adds up all powers: a loop with every load and a drive, the loaded joint cut."""
    kind = "helical"
    loop = random_loop(("universal", "planar", "spherical", kind), 10, cut=3)
    m = loop.mechanism
    load_everything(m, f"{kind}_3")
    angle = loop["planar_1.angle"]
    m.drive("planar_1", lambda t: angle + 0.2 * ca.sin(4 * t), "angle")
    e = Equations(m)
    x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(3))
    start = biela.State(m, x)
    motor = f"{kind}_3_{TYPES[kind].coordinates[0].name}_motor"
    run = m.simulate(start, 1.0, output_step=0.1, inputs={motor: lambda s: ca.sin(7 * s.time)}, rtol=1e-10, atol=1e-12)
    exchanged = np.abs(np.diff(run["machine.work"])).sum()
    assert exchanged > 1.0
    assert run.energy_error < 1e-7 * exchanged
