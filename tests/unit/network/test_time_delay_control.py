"""Time-delay control against its own error equation, and on a cylinder whose load it does not know."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from biela import Mechanism, files
from biela.base.errors import DescriptionError
from biela.mechanism.motion import quintic, sequence
from biela.network import Network, control
from biela.network import hydraulic as hy
from biela.network.element import Integrator, Output
from biela.simulation import hold

B, LAG, KP, KD = 2.5, 0.02, 4.0, 3.0


def load(t):
    """What the controller does not know."""
    return 1.0 + 0.5 * ca.sin(3 * t) if isinstance(t, ca.SX) else 1.0 + 0.5 * np.sin(3 * t)


def closed_loop(order: int, gain: float = B, reference=0.2, limits=None):
    """x⁽ⁿ⁾ = load(t) + B u."""
    net = Network("plant")
    push = Output("push", lambda s: load(s.time) + B * s["c.output"])
    if order == 1:
        net.add(push, Integrator("x", lambda s: s["push.value"]))
        rate = "push.value"
    else:
        net.add(push, Integrator("v", lambda s: s["push.value"]), Integrator("x", lambda s: s["v.value"]))
        rate = "v.value"
    kd = KD if order == 2 else 0.0
    net.add(
        control.time_delay("c", reference, "x.value", rate=rate, gain=gain, kp=KP, kd=kd, delay=LAG, order=order, limits=limits)
    )
    return net.simulate({}, 3.0, method="rosenbrock", rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("order", [1, 2])
def test_error_follows_its_equation(order: int) -> None:
    """e⁽ⁿ⁾ + k_d ė + k_p e = −(h − h_L), with L ḣ_L = h − h_L: nothing else of the load is left."""
    run = closed_loop(order)

    def error_equation(t: float, y: np.ndarray) -> list[float]:
        *e, lagged = y
        unknown = load(t) - lagged
        if order == 1:
            return [-KP * e[0] - unknown, unknown / LAG]
        return [e[1], -KD * e[1] - KP * e[0] - unknown, unknown / LAG]

    start = [0.2] + [0.0] * order
    found = solve_ivp(error_equation, (0, 3), start, "Radau", run.t, rtol=1e-9, atol=1e-11)
    assert run["c.error"] == pytest.approx(found.y[0], abs=1e-7)


def test_a_moving_reference_is_followed_with_its_exact_derivatives() -> None:
    """With e = 0 and no load at the start, only L ḣ of the changing load is left of it."""
    run = closed_loop(2, reference=quintic(0.7, 2.0))
    late = run.t > 0.5
    assert np.abs(run["c.error"][late]).max() < 1.2 * LAG * 1.5 / KP


def test_a_wrong_gain_only_moves_a_pole() -> None:
    for gain in (0.4 * B, 3 * B):
        run = closed_loop(1, gain)
        assert abs(run["c.error"][-1]) < 3 * LAG * 1.5 / KP * max(1.0, gain / B)


def test_limits_do_not_wind_up() -> None:
    """While the output is cut off the error grows; then it returns along its exponential, without overshoot."""
    run = closed_loop(1, reference=3.0, limits=(-1.0, 1.0))
    assert run["c.output"].max() == pytest.approx(1.0)
    assert run["c.error"].min() > -LAG * 1.5


def lift(controller: Network):
    """A table of two tonnes on a cylinder; held at the start."""
    oil = hy.Fluid(density=870.0, viscosity=32e-6, bulk_modulus=1.86e9)
    m = Mechanism("lift", gravity=(0, 0, -9.81))
    table = m.body("table", mass=2000.0)
    m.prismatic("guide", m.ground, table, axis=(0, 0, 1))
    net = Network("hyd")
    net.add(hy.pressure_source("pump", 16e6), hy.tank("tank"), controller)
    net.add(hy.directional_valve("valve", oil, coefficient=4e-7, diameter=0.006, command="loop.output"))
    net.add(hy.cylinder("jack", oil, bore=0.08, rod=0.045, stroke=0.6, dead_length=0.8))
    for a, b in (("pump", "valve.p"), ("tank", "valve.t"), ("valve.a", "jack.head"), ("valve.b", "jack.rod_side")):
        net.connect(a, b)
    net.expose("line", "jack.rod")
    m.attach(net, {"line": (m.ground, table)}, prefix="")
    return hold(m.assemble({"guide": 0.9}), level="smallest", lowest=1e5)


def test_a_cylinder_is_followed_without_knowing_its_load() -> None:
    """Up and down: the valve passes more one way than the other, and the controller knows neither load nor oil spring."""
    way = sequence((quintic(0.35, 4.0, before=0.1, start=0.1), 4.2), (quintic(0.15, 4.0, before=0.35), None))
    gain = 0.15  # about the speed of the rod with the valve fully open [m/s]
    ways = {
        "proportional": control.pid("loop", way, "jack.extension", kp=8.0 / gain, limits=(-1, 1)),
        "time delay": control.time_delay(
            "loop", way, "jack.extension", rate="jack.speed", kp=8.0, gain=gain, delay=0.1, limits=(-1, 1)
        ),
    }
    errors = {}
    for name, controller in ways.items():
        start = lift(controller)
        run = start.mechanism.simulate(start, 9.0, method="rosenbrock", rtol=1e-7, atol=1e-9)
        errors[name] = np.abs(run["loop.error"]).max()
    assert errors["time delay"] < 0.1 * errors["proportional"]


@pytest.mark.parametrize(
    "options, message",
    [
        ({"order": 3}, "order is 1 .* or 2"),
        ({"order": 2}, "needs kd"),
        ({"kd": 1.0}, "no use for kd"),
        ({"gain": -1.0}, "gain of controller 'c'"),
        ({"delay": 0.0}, "delay of controller 'c'"),
        ({"limits": (1.0, 1.0)}, "limits are"),
    ],
)
def test_bad_input(options: dict, message: str) -> None:
    given = {"rate": "v.value", "gain": 1.0, "kp": 1.0} | options
    with pytest.raises(DescriptionError, match=message):
        control.time_delay("c", 0.0, "x.value", **given)


def test_as_a_file() -> None:
    controller = control.time_delay(
        "loop", quintic(0.3, 1.0, before=0.1), "jack.extension", rate="jack.speed", kp=8.0, gain=0.15, delay=0.1, limits=(-1, 1)
    )
    m = lift(controller).mechanism
    text = files.dumps(m)
    assert "type: control.time_delay" in text
    again = files.loads(text).mechanism
    assert files.dumps(again) == text
    runs = [machine.simulate({"guide": 0.9}, 0.2, method="rosenbrock", rtol=1e-6) for machine in (m, again)]
    assert np.array_equal(runs[0]["loop.output"], runs[1]["loop.output"])
