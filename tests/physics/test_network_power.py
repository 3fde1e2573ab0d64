"""Power in networks: junction structures neither make nor lose any; ports pass it on; the audit closes."""

from __future__ import annotations

from fractions import Fraction

import casadi as ca
import numpy as np
import pytest

import biela
from biela.kernel.tape import Tape, read_tape
from biela.mechanism.port import BodyPort
from biela.network import GY, TF, C, I, Network, One, R, Se, Sf, Zero, spatial
from biela.network.text import standalone

RNG = np.random.default_rng(5)


def powers(net: Network, names: list[str]) -> np.ndarray:
    """Values of signals at random states and inputs."""
    equations, u, p = standalone(net)
    f = ca.Function("powers", [equations.context.t, equations.x, u, p], [ca.vertcat(*(equations.signals[n] for n in names))])
    return np.array(f(0.3, RNG.normal(size=equations.x.shape[0]), RNG.normal(size=u.shape[0]), []), float).ravel()


@pytest.mark.parametrize("ring", ["ring", "euler"])
def test_gyrator_rings_pass_all_power_on(ring: str) -> None:
    net = Network("n")
    net.add(spatial.rigid_body("body", 2.0, (1.0, 2.0, 3.0)))
    pairs = ("yx", "zy", "xz") if ring == "ring" else ("xy", "yz", "zx")
    for _ in range(20):
        signals = [f"body/{ring}_{p}.{q}_{side}" for p in pairs for side in "ab" for q in ("effort", "flow")]
        v = powers(net, signals).reshape(3, 2, 2)
        through = v[:, :, 0] * v[:, :, 1]  # in at a, out at b
        total = through[:, 0].sum() - through[:, 1].sum()
        assert abs(total) < 1e-12 * np.abs(through).max()
        assert np.abs(through).max() > 0


def six(name: str, angular: object, linear: object, outward: bool) -> Network:
    """Two 1-junctions with an element each, behind one port of six components."""
    net = Network(name)
    net.add(One("w", size=3), One("v", size=3), angular, linear)  # type: ignore[arg-type]
    for junction, element in (("w", angular), ("v", linear)):
        net.connect(junction, element) if outward else net.connect(element, junction)
    net.expose("motion", "w", "v")
    return net


@pytest.mark.parametrize("block", ["point", "frame", "change"])
def test_point_and_rotation_pass_all_power_on(block: str) -> None:
    """Flows from inertias on one side, random efforts on the other."""
    net = Network("n")
    net.add(six("inside", I("spin", 2.0, size=3), I("mass", 3.0, size=3), True))
    net.add(six("outside", Se("moment", size=3), Se("force", size=3), False))
    ports = {"point": ("a", "b"), "frame": ("local", "ground"), "change": ("a", "b")}[block]
    net.add(
        {
            "point": spatial.point("block", (0.3, -0.7, 0.2)),
            "frame": spatial.frame_rotation("block", (0.5, -0.1, 0.7, 0.2)),
            "change": spatial.frame_change("block", (0.3, 0.2, 0.1)),
        }[block]
    )
    net.connect("inside.motion", f"block.{ports[0]}")
    net.connect(f"block.{ports[1]}", "outside.motion")
    stored = [f"inside/{n}_{a}.power" for n in ("spin", "mass") for a in "xyz"]
    supplied = [f"outside/{n}_{a}.power" for n in ("moment", "force") for a in "xyz"]
    for _ in range(20):
        P = powers(net, stored + supplied)
        assert abs(P[:6].sum() - P[6:].sum()) < 1e-12 * np.abs(P).max()


def test_point_moves_velocities_and_moments_as_vectors_say() -> None:
    r, m, J = np.array([0.3, -0.7, 0.2]), 3.0, 2.0
    net = Network("n")
    net.add(six("inside", I("spin", J, size=3), I("mass", m, size=3), True), spatial.point("arm", r))
    net.add(six("outside", Se("moment", 0.0, size=3), Se("force", size=3), False))
    net.connect("inside.motion", "arm.a")
    net.connect("arm.b", "outside.motion")
    wanted = [
        ("inside/w", "flow"),
        ("inside/v", "flow"),
        ("outside/v", "flow"),
        ("inside/spin", "effort"),
        ("outside/force", "effort"),
    ]
    names = [f"{element}_{axis}.{quantity}" for element, quantity in wanted for axis in "xyz"]
    w, v, v_b, moment, force = powers(net, names).reshape(5, 3)
    assert np.allclose(v_b, v + np.cross(w, r), rtol=1e-14, atol=1e-14)
    assert np.allclose(moment, np.cross(r, force), rtol=1e-14, atol=1e-14)  # the force acts on the body at b


def test_body_equations_are_newtons_and_eulers_exactly() -> None:
    """Equal to (3), (4) of the literature as rational functions: exact arithmetic at many random points."""
    m, J = Fraction(7, 3), [Fraction(1, 2), Fraction(2), Fraction(5, 3)]
    net = Network("n")
    mass, a, b, c = (net.parameter(n, v) for n, v in (("m", 2.0), ("a", 1.0), ("b", 1.5), ("c", 0.7)))
    net.add(spatial.rigid_body("b", mass, (a, b, c)), six("outside", Se("t", size=3), Se("f", size=3), False))
    net.connect("outside.motion", "b.motion")
    equations, u, p = standalone(net)
    tape = read_tape(ca.Function("rates", [equations.x, u, p], [equations.xdot]))
    names = [s.name for s in equations.states]
    inputs = ["t_x", "t_y", "t_z", "f_x", "f_y", "f_z"]
    assert len(names) == 6
    rng = np.random.default_rng(3)
    for _ in range(40):
        number = lambda: Fraction(int(rng.integers(-50, 50)), int(rng.integers(1, 40)))  # noqa: E731
        v, w, t, f = ([number() for _ in range(3)] for _ in range(4))
        values = [m, *J]
        state = [m * x for x in v] + [j * x for j, x in zip(J, w, strict=True)]
        x = [
            state[["mass_x", "mass_y", "mass_z", "inertia_x", "inertia_y", "inertia_z"].index(n.split("/")[1].split(".")[0])]
            for n in names
        ]
        force = dict(zip(inputs, [*t, *f], strict=True))
        u_values = [force[path.split("/")[1]] for path in _inputs(net)]
        rates = evaluate(tape, [x, u_values, values])
        expected_v = [
            f[0] - m * w[1] * v[2] + m * w[2] * v[1],
            f[1] - m * w[2] * v[0] + m * w[0] * v[2],
            f[2] - m * w[0] * v[1] + m * w[1] * v[0],
        ]
        expected_w = [
            t[0] - w[1] * J[2] * w[2] + w[2] * J[1] * w[1],
            t[1] - w[2] * J[0] * w[0] + w[0] * J[2] * w[2],
            t[2] - w[0] * J[1] * w[1] + w[1] * J[0] * w[0],
        ]
        wanted = dict(
            zip(["mass_x", "mass_y", "mass_z", "inertia_x", "inertia_y", "inertia_z"], expected_v + expected_w, strict=True)
        )
        assert rates == [wanted[n.split("/")[1].split(".")[0]] for n in names]


def _inputs(net: Network) -> list[str]:
    return list(net.graph.inputs())


def evaluate(tape: Tape, arguments: list[list[Fraction]]) -> list[Fraction]:
    """Run a tape of sums, products and quotients in rational numbers."""
    from biela.kernel.operation import NAMES

    work: dict[int, Fraction] = {}
    out: dict[int, Fraction] = {}
    for operation, target, a, b, _ in tape.code:
        name = NAMES[operation]
        match name:
            case "input":
                work[target] = arguments[a][b]
            case "const":
                work[target] = Fraction(float(tape.constants[a]))
            case "output":
                out[b] = work[a]
            case "add":
                work[target] = work[a] + work[b]
            case "sub":
                work[target] = work[a] - work[b]
            case "mul":
                work[target] = work[a] * work[b]
            case "div":
                work[target] = work[a] / work[b]
            case "neg":
                work[target] = -work[a]
            case "assign":
                work[target] = work[a]
            case "sq":
                work[target] = work[a] * work[a]
            case "inv":
                work[target] = 1 / work[a]
            case "twice":
                work[target] = 2 * work[a]
            case _:
                raise AssertionError(name)
    return [out[k] for k in sorted(out)]


def test_ports_have_the_same_power_on_both_sides() -> None:
    """Joint, line and body ports: what the network gives, the mechanism gets, at random states."""
    m = biela.Mechanism("arm", gravity=(0.3, -9.81, 1.0))
    upper = m.body("upper", mass=1.0, com=(0.4, 0, 0), inertia=(0.1, 0.2, 0.3))
    lower = m.body("lower", mass=0.7, com=(0.2, 0.1, 0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, upper, axis=(0, 0, 1))
    m.universal("B", upper, lower, parent_point=(1, 0, 0), axis=(0, 1, 0), second_axis=(0, 0, 1))
    tip = lower.frame("tip", (0.5, 0.1, 0.2), (0.3, 0.2, 0.1))
    for kind, where in {
        "joint": ("shaft", "A"), "line": ("rod", (m.ground.point("g", (1.0, 1.0, 0.3)), tip)), "body": ("hub", tip),
        "ground": ("hub", BodyPort("any", lower.origin, axes="ground", part="linear")),
    }.items():  # fmt: skip
        size = {"body": 6, "ground": 3}.get(kind, 1)
        net = Network(f"{kind}_net")
        net.add(Zero("e", size=size), C("c", 0.02, size=size, initial=0.1), R("r", 3.0, size=size))
        net.connect("e", "c")
        net.connect("e", "r")
        net.expose(where[0], "e")
        m.attach(net, {where[0]: where[1]})
    start = m.assemble({"A": 0.4, "B": (0.3, -0.5)}, rates={"A": 1.1, "B": (0.7, -2.0)})
    run = m.simulate(start, duration=0.5)
    balance = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(balance).max() < 1e-7
    # at each instant: change of energy of the mechanism = power of weights' potential + ports
    mechanical = run["machine.kinetic_energy"] + run["machine.gravity_energy"]
    assert np.ptp(mechanical) > 0.1
    functions = run.functions
    d = functions.dynamics
    model = d.model
    power_in = ca.jtimes(d.kinetic_energy + d.gravity_energy, model.q, d.kinematics.position_rate()) + ca.jtimes(
        d.kinetic_energy, model.v, d.vdot
    )
    ports = sum(
        (-(d.signals[f"{k}_net/{n}_{mark}.power" if mark else f"{k}_net/{n}.power"].value()))
        for k, marks in (("joint", [""]), ("line", [""]), ("body", "123456"), ("ground", "xyz"))
        for mark in marks
        for n in ("c", "r")
    )
    weight = ca.jtimes(d.gravity_energy, model.q, d.kinematics.position_rate())
    f = ca.Function("power", [model.t, model.x, model.u, model.p], [power_in, ports, weight])
    for k in range(0, len(run.t), 100):
        gained, given, lifted = (float(x) for x in f(run.t[k], run.x[k], [], []))
        assert abs(gained - given) < 1e-12 * max(1.0, abs(given), abs(lifted))


def test_audit_of_every_element_closes() -> None:
    net = Network("n", audit=True)
    net.add(
        Se("battery", 12.0),
        One("i"),
        R("wire", 0.5),
        I("coil", 0.02),
        GY("motor", 0.3),
        One("w"),
        I("rotor", 0.01),
        R("bearing", 0.01),
    )
    net.add(TF("gear", 0.1), C("spring", 0.05), Sf("drift", lambda t: 0.1 * ca.sin(t)), Zero("mid"))
    net.connect("battery", "i", "motor", "w", "gear", "mid")
    for junction, element in (("i", "wire"), ("i", "coil"), ("w", "rotor"), ("w", "bearing"), ("mid", "spring")):
        net.connect(junction, element)
    net.connect("drift", "mid")
    run = net.simulate(duration=3.0, rtol=1e-10)
    stored = sum(run[f"{n}.energy"] for n in ("coil", "rotor", "spring"))
    supplied = run["battery.energy"] + run["drift.energy"]
    dissipated = run["wire.energy"] + run["bearing.energy"]
    assert np.abs(stored - stored[0] - supplied + dissipated).max() < 1e-8 * np.abs(supplied).max()
    assert np.abs(run["machine.work"] - supplied + dissipated).max() < 1e-8 * np.abs(supplied).max()
    assert np.all(np.diff(run["wire.energy"]) >= -1e-12)
