"""A contact law written by a user: a spring-damper floor under a ball, and a wheel that slips on it."""

from dataclasses import dataclass
from typing import Any, ClassVar

import casadi as ca
import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.mechanism.load import Action, Contact, FrameMotion


@dataclass(frozen=True)
class Floor(Contact):
    """f_z = k δ where δ = radius − z > 0; sliding and spinning resisted by c (v + ω × r)."""

    radius: Any = 0.1
    stiffness: Any = 1e4
    drag: float = 0.0

    outputs: ClassVar = {"depth": "m"}

    def act(self, motion: FrameMotion, signals: Any) -> Action:
        depth = ca.fmax(0, self.radius - motion.position[2])
        arm = ca.vertcat(0, 0, -self.radius)
        slip = motion.velocity + ca.cross(motion.angular_velocity, arm)
        force = ca.vertcat(-self.drag * slip[0], -self.drag * slip[1], self.stiffness * depth)
        return Action(
            force,
            ca.cross(arm, ca.vertcat(force[0], force[1], 0)),
            energy=0.5 * self.stiffness * depth**2,
            energy_rate=-self.stiffness * depth * motion.velocity[2],
            outputs={"depth": depth},
        )


def ball(**law: Any) -> biela.Mechanism:
    m = biela.Mechanism("ball", gravity=(0, 0, -10.0))
    body = m.body("ball", mass=1.0, inertia=(0.004, 0.004, 0.004))
    m.free("flight", m.ground, body)
    # the frame is turned against the body: laws speak ground axes all the same
    hub = body.frame("hub", rotation=[[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    m.contact(Floor("floor", hub, **law))
    return m


def test_bouncing_keeps_energy_and_has_the_period_of_a_spring():
    m = ball(radius=0.1, stiffness=1000.0)
    run = m.simulate(m.assemble({"flight": (1, 0, 0, 0, 0, 0, 0.105)}), 3.0, rtol=1e-10)
    energy = run["machine.energy"]
    assert np.ptp(energy) < 1e-7
    assert run["floor.depth"].max() > 0.01
    # from rest at 5 mm: up and down on the spring, ω² = k/m, joined to free fall
    drop, v, w, g = 0.005, np.sqrt(2 * 10 * 0.005), np.sqrt(1000.0), 10.0
    touching = 2 * (np.pi - np.arctan(v * w / g)) / w  # the spring's time below the point of touch
    period = 2 * np.sqrt(2 * drop / g) + touching
    z = run["ball.z"]
    tops = run.t[1:-1][(z[1:-1] > z[:-2]) & (z[1:-1] >= z[2:])]
    assert np.median(np.diff(tops)) == pytest.approx(period, rel=5e-3)


def test_power_balance_of_a_slipping_wheel():
    m = ball(stiffness=1e4, drag=3.0)
    start = m.assemble({"flight": (1, 0, 0, 0, 0, 0, 0.0990)}).with_rates({"flight": (1, 5, 2, 2.0, -1.0, 0)})
    run = m.simulate(start, 2.0, rtol=1e-10)
    balance = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(balance).max() < 1e-8
    assert np.all(run["floor.power"] <= 1e-12)
    assert run["floor.power"].min() < -1.0
    # it ends rolling: the point of contact rests
    assert run["ball.velocity_x"][-1] == pytest.approx(0.1 * run["ball.rate_y"][-1], abs=1e-6)


def test_contact_follows_parameters_and_code():
    from biela.equations.canonical import canonical

    def described(factor: float) -> biela.Mechanism:
        @dataclass(frozen=True)
        class Soft(Floor):
            def act(self, motion: FrameMotion, signals: Any) -> Action:
                action = super().act(motion, signals)
                return Action(factor * action.force, action.moment, outputs=action.outputs)

        m = biela.Mechanism("ball", gravity=(0, 0, -10.0))
        body = m.body("ball", mass=1.0, inertia=(0.004, 0.004, 0.004))
        m.free("flight", m.ground, body)
        m.contact(Soft("floor", body.origin, stiffness=m.parameter("k", 1e4)))
        return m

    a, b = described(1.0), described(2.0)
    assert canonical(a) == canonical(described(1.0))
    assert canonical(a) != canonical(b)
    state = a.assemble({"flight": (1, 0, 0, 0, 0, 0, 0.09)}, parameters={"k": 2e4})
    assert state["floor.force_z"] == pytest.approx(200.0)


def test_wrong_contacts_are_refused_by_name():
    m = biela.Mechanism("ball")
    body = m.body("ball", mass=1.0, inertia=(1, 1, 1))
    m.free("flight", m.ground, body)
    with pytest.raises(DescriptionError, match="is not a contact"):
        m.contact("floor")  # type: ignore[arg-type]

    @dataclass(frozen=True)
    class Silent(Floor):
        def act(self, motion: FrameMotion, signals: Any) -> Action:
            return Action(ca.SX.zeros(3), ca.SX.zeros(3))

    m.contact(Silent("floor", body.origin))
    with pytest.raises(DescriptionError, match="load 'floor' .*`outputs` declares"):
        m.simulate(duration=0.1)
