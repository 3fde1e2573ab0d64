"""Pressures that hold a machine, and steady flow: a beam on a cylinder, whose statics are known in closed form."""

import numpy as np
import pytest

import biela
from biela.base.errors import InconsistentStart, NoEquilibrium, UnknownName
from biela.network import Network, control
from biela.network import hydraulic as hy
from biela.simulation import hold, steady

OIL = hy.Fluid()
BORE, ROD, MASS = 0.1, 0.06, 1000.0
A_1, A_2 = np.pi / 4 * BORE**2, np.pi / 4 * (BORE**2 - ROD**2)
C_V, PUMP, TANK = 1e-6, 20e6, 1e5
PRESSURES = ("hyd/jack.head_pressure", "hyd/jack.rod_pressure", "hyd/hose.pressure")


def crane(free_joint=False, sleigh=False):
    """A beam hinged at the origin, lifted by a cylinder from a foot below to its middle; the valve is an input."""
    m = biela.Mechanism("crane", gravity=(0, 0, -9.81))
    beam = m.body("beam", mass=MASS, com=(1.5, 0, 0), inertia=biela.rod(MASS, 3.0))
    m.revolute("hinge", m.ground, beam, axis=(0, 1, 0))
    if free_joint:
        hook = m.body("hook", mass=10.0, com=(0.5, 0, 0), inertia=biela.rod(10.0, 1.0))
        m.revolute("loose", beam, hook, parent_point=(3, 0, 0), child_point=(0, 0, 0), axis=(0, 1, 0))
    if sleigh:  # it may be anywhere, and carries a blade that holds it sideways
        plate = m.body("plate", mass=2.0, com=(0.3, 0, 0), inertia=biela.rod(2.0, 1.0))
        m.planar("slide", m.ground, plate, axis=(0, 0, 1))
        m.skate("blade", m.ground, plate)
    net = Network("hyd")
    net.add(
        hy.pressure_source("pump", PUMP),
        hy.tank("tank", TANK),
        hy.directional_valve("valve", OIL, coefficient=C_V, diameter=0.005),
        hy.hose("hose", OIL, length=2, bore=0.01, pressure=5e6),
        hy.orifice("throttle", OIL, coefficient=C_V, diameter=0.005),
        hy.cylinder(
            "jack", OIL, bore=BORE, rod=ROD, stroke=0.8, dead_length=1.0, head_line=hy.Line(1, 0.01),
            rod_line=hy.Line(3, 0.01), friction=None, head_pressure=5e6, rod_pressure=3e6,
        ),
    )  # fmt: skip
    for tail, head in (("pump", "valve.p"), ("valve.t", "tank"), ("valve.a", "hose.a"), ("hose.b", "throttle.a"),
                       ("throttle.b", "jack.head"), ("jack.rod_side", "valve.b")):  # fmt: skip
        net.connect(tail, head)
    net.expose("line", "jack.rod")
    m.attach(net, {"line": (m.ground.point("foot", (0.5, 0, -1.2)), beam.point("pin", (1.0, 0, 0)))})
    return m


def needed(angle):
    """Force of the cylinder that balances the weight: moment of gravity over its lever arm."""
    pin = np.array([np.cos(angle), -np.sin(angle)])
    foot = np.array([0.5, -1.2])
    d = pin - foot
    lever = (pin[0] * d[1] - pin[1] * d[0]) / np.linalg.norm(d)
    return MASS * 9.81 * 1.5 * np.cos(angle) / lever


@pytest.fixture(scope="module")
def machine():
    return crane()


@pytest.fixture(scope="module")
def start(machine):
    return machine.assemble({"hinge": -0.1})


@pytest.mark.parametrize("level", ["nearest", "rod", "mean", "smallest"])
def test_pressures_balance_the_weight_at_any_level(machine, start, level):
    held = hold(start, level=level, lowest=TANK)
    head, rod, hose = (held[name] for name in PRESSURES)
    assert A_1 * head - A_2 * rod == pytest.approx(needed(-0.1), rel=1e-9)
    assert hose == pytest.approx(head, rel=1e-9)
    assert abs(held["hinge.acceleration"]) < 1e-8
    if level == "rod":
        assert rod == pytest.approx(3e6, rel=1e-12)
    if level == "mean":
        assert 0.5 * (head + rod) == pytest.approx(4e6, rel=1e-9)
    if level == "smallest":
        assert rod == pytest.approx(TANK, rel=1e-6)


def test_nearest_changes_least(machine, start):
    near, rod = hold(start), hold(start, level="rod")
    change = [sum((h[n] - start[n]) ** 2 for n in PRESSURES) for h in (near, rod)]
    assert change[0] < change[1]


def test_a_listed_pressure_stays(machine, start):
    held = hold(start, level=["hyd/jack.head_pressure", "hyd/hose.pressure"])
    assert held["hyd/jack.head_pressure"] == pytest.approx(5e6)
    with pytest.raises(UnknownName, match=r"no pressure 'hyd/jack.hed_pressure'. Did you mean 'hyd/jack.head_pressure'"):
        hold(start, level=["hyd/jack.hed_pressure"])


def test_held_machine_stays(machine, start):
    run = machine.simulate(hold(start), 2.0, method="rosenbrock", rtol=1e-7, atol=1e-9)
    assert np.abs(run["hyd/jack.extension"] - start["hyd/jack.extension"]).max() < 1e-9


def test_a_chamber_that_would_have_to_pull_is_refused(machine, start):
    low = _with_head(start, 1e5)
    with pytest.raises(InconsistentStart, match=r"hyd/jack.rod_pressure would have to be -.* a liquid bears no tension. Raise"):
        hold(low, level=["hyd/jack.head_pressure", "hyd/hose.pressure"])


def _with_head(state, pressure):
    return state.with_states({"hyd/jack.head_pressure": pressure, "hyd/hose.pressure": pressure})


def test_open_valve_and_loose_joint_are_explained(machine, start):
    with pytest.raises(NoEquilibrium, match=r"no pressures hold 'crane' here|do not balance"):
        hold(start, inputs={"hyd/valve/command": 1.0})
    loose = crane(free_joint=True)
    with pytest.raises(NoEquilibrium, match=r"joint 'loose' accelerates at .* whatever they are. A cylinder or motor must"):
        hold(loose.assemble({"hinge": -0.1, "loose": 0.0}))


def test_steady_speed_agrees_with_its_closed_form(machine, start):
    """Three orifices in series with the load: v² = (A₁ p_p − A₂ p_T − F) / (2 A₁³/C² + A₂³/C²)."""
    moving = steady(start, inputs={"hyd/valve/command": 1.0})
    v = moving["hyd/jack.speed"]
    F = moving["hyd/jack.force"]
    assert v == pytest.approx(np.sqrt((A_1 * PUMP - A_2 * TANK - F) * C_V**2 / (2 * A_1**3 + A_2**3)), rel=1e-6)
    assert v > 0.05


def lift(controller=None, **valve):
    """A mass on a vertical cylinder."""
    m = biela.Mechanism("lift", gravity=(0, 0, -9.81))
    table = m.body("table", mass=MASS)
    m.prismatic("guide", m.ground, table, axis=(0, 0, 1))
    net = Network("hyd")
    net.add(hy.pressure_source("pump", PUMP), hy.tank("tank", TANK), *([controller] if controller else []))
    net.add(hy.directional_valve("valve", OIL, coefficient=C_V, diameter=0.005, **valve))
    net.add(hy.cylinder("jack", OIL, bore=BORE, rod=ROD, stroke=0.8, dead_length=1.0))
    for tail, head in (("pump", "valve.p"), ("valve.t", "tank"), ("valve.a", "jack.head"), ("jack.rod_side", "valve.b")):
        net.connect(tail, head)
    net.expose("line", "jack.rod")
    m.attach(net, {"line": (m.ground, table)}, prefix="")
    return m.assemble({"guide": 1.4})


def drift(state):
    run = state.mechanism.simulate(state, 1.0, method="rosenbrock", rtol=1e-8, atol=1e-10)
    return np.ptp(run["guide.position"])


def test_a_spool_comes_to_rest_too():
    """Its valve was told to open, its spool had not moved yet: nothing that is held may begin to move later."""
    spool = hy.Spool(time_constant=1.0)
    with pytest.raises(NoEquilibrium, match="oil keeps flowing|accelerates"):
        hold(lift(command=0.5, spool=spool))
    closed = hold(lift(command=0.0, spool=spool), level="rod")
    assert drift(closed) < 1e-8


def test_a_controller_that_goes_on_integrating_is_not_held():
    loop = control.pid("loop", 0.5, "jack.extension", kp=1.0, ki=2.0)
    with pytest.raises(NoEquilibrium, match=r"loop/integral.*keeps changing.*references of the controllers"):
        hold(lift(loop, command="loop.output"))
    at_its_reference = control.pid("loop", 0.4, "jack.extension", kp=1.0, ki=2.0)
    assert drift(hold(lift(at_its_reference, command="loop.output"), level="rod")) < 1e-8


def test_smallest_pressures_do_not_cavitate():
    state = hold(lift(command=0.0), level="smallest")
    assert state["jack.rod_pressure"] == pytest.approx(1e5)
    assert drift(state) < 1e-8


def test_a_blade_that_skates_does_no_harm(machine):
    """Constraints of velocities hold at rest: the pressures are those without the sleigh."""
    m = crane(sleigh=True)
    held, without = (hold(m.assemble(at), level="rod") for m, at in (
        (m, {"hinge": -0.1, "slide.angle": 0.4}), (machine, {"hinge": -0.1}),
    ))  # fmt: skip
    for name in PRESSURES:
        assert held[name] == pytest.approx(without[name], rel=1e-9)
    assert abs(held["slide.x_acceleration"]) < 1e-9 and held["slide.angle"] == pytest.approx(0.4)
