"""Two rates: order, exchange of energy and impulse, stability of the coupling, and every kind of machine it must take."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela import files
from biela.base.errors import DescriptionError, StepTooLarge
from biela.equations.layout import layout_of
from biela.files.problem import FileError
from biela.integrate.method.rodas3 import moment
from biela.mechanism.mechanism import Mechanism
from biela.network import C, Network, One, R, Zero, electric, rotation
from biela.simulation.stability import coupled_growth, one_step

STIFFNESS, MASS = 9e4, 4.0
OMEGA = (STIFFNESS / MASS) ** 0.5
LIMIT = 2.66
"""ωH of an undamped mode that the coupling tolerates."""
OPEN = {"A": 1.0, "B": -0.6, "D": 1.7}


def spring_of_oil(leak: float | None = None, damping: float = 0.0) -> Mechanism:
    """A mass against a compliance, which loses through a resistance in series with a small one: a fast pole beside the swing."""
    m = biela.Mechanism("oil spring", gravity=(0, 0, 0))
    body = m.body("body", mass=MASS)
    m.prismatic("z", m.ground, body, axis=(0, 0, 1))
    if damping:
        m.joint_spring("damper", "z", damping=damping)
    net = Network("oil")
    net.add(Zero("chamber"), C("bulk", 1 / STIFFNESS))
    net.connect("chamber", "bulk")
    if leak is not None:
        net.add(One("throttle"), R("leak", leak), Zero("hose"), C("walls", 0.02 / STIFFNESS))
        net.connect("chamber", "throttle", "hose", "walls")
        net.connect("throttle", "leak")
    net.expose("rod", "chamber")
    m.attach(net, {"rod": "z"})
    return m


def driven_four_bar(stiffness: float | None = None, volts: float | None = 24.0) -> Mechanism:
    """A motor with its gear turns the crank: rigidly, so that its inertia is reflected to the port, or by a shaft that gives."""
    net = Network("drive")
    net.add(electric.dc_motor("motor", resistance=1.2, inductance=0.02, constant=0.25, inertia=2e-3, friction=5e-4))
    net.add(electric.voltage("battery", volts), rotation.gear("gear", 15.0))
    net.connect("battery", "motor.supply")
    net.connect("motor.shaft", "gear")
    if stiffness is None:
        net.expose("shaft", "gear.b")
    else:
        net.add(Zero("torque"), One("twist"), rotation.shaft("shaft", stiffness), rotation.bearing("give", 60.0))
        net.connect("gear", "torque", "twist", "shaft")
        net.connect("twist", "give")
        net.expose("shaft", "torque")
    m = biela.Mechanism("driven four-bar", gravity=(0, -9.81, 0))
    rods = {
        name: m.body(name, mass=length, com=(length / 2, 0, 0), inertia=biela.rod(length, length))
        for name, length in (("crank", 0.4), ("coupler", 1.0), ("rocker", 0.8))
    }
    m.revolute("A", m.ground, rods["crank"])
    m.revolute("B", rods["crank"], rods["coupler"], parent_point=(0.4, 0, 0))
    m.revolute("D", m.ground, rods["rocker"], parent_point=(1.0, 0, 0))
    m.revolute("C", rods["coupler"], rods["rocker"], parent_point=(1.0, 0, 0), child_point=(0.8, 0, 0))
    m.attach(net, {"shaft": "A"})
    return m


def slope(counts: list[int], errors: list[float]) -> float:
    return float(-np.polyfit(np.log(counts), np.log(errors), 1)[0])


# ------------------------------------------------------------------------------------------------ order, energy, impulse


def test_order_beside_a_fast_pole() -> None:
    """The small steps have order 3, which shows where one of them fills a large one; with four the exchange rules, of order 4."""
    m = spring_of_oil(leak=2e3)
    start = m.assemble({"z": 0.1}, rates={"z": 0.5})
    assert np.abs(np.linalg.eigvals(m.linearise(start).A)).max() > 2000
    duration, counts = 0.4, [160, 320, 640]
    names = ["z.position", "z.rate", "oil/bulk.effort", "oil/walls.effort"]
    exact = m.simulate(start, duration, method="rosenbrock", rtol=1e-13, atol=1e-15, output_step=0.1)
    found = {}
    for substeps in (1, 4):
        errors, energies = [], []
        for count in counts:
            run = m.simulate(start, duration, method="multi-rate", step=duration / count, substeps=substeps, output_step=0.1)
            assert run.steps == count
            errors.append(max(np.abs(run[n] - exact[n]).max() / np.abs(exact[n]).max() for n in names))
            energies.append(run.energy_error / (0.5 * MASS * 0.5**2))
        found[substeps] = errors, energies
    assert slope(counts, found[1][0]) == pytest.approx(3, abs=0.2)
    assert slope(counts, found[1][1]) == pytest.approx(3, abs=0.2)  # energy lost or made between the two sides
    assert slope(counts, found[4][0]) == pytest.approx(4, abs=0.2)
    assert found[4][0][-1] < 3e-5
    assert all(fine < 0.1 * coarse for coarse, fine in zip(found[1][1], found[4][1], strict=True))


@pytest.mark.parametrize("formulation", ["projected", "independent", "baumgarte"])
def test_order_on_a_loop_with_reflected_inertia(formulation: str) -> None:
    m = driven_four_bar()
    start = m.assemble({"A": 1.0}, guess=OPEN)
    exact = m.simulate(start, 0.5, rtol=1e-12, atol=1e-14, output_step=0.1, formulation=formulation)
    counts, errors = [50, 100, 200], []
    for count in counts:
        run = m.simulate(start, 0.5, method="multi-rate", step=0.5 / count, output_step=0.1, formulation=formulation)
        errors.append(np.abs(run["A.angle"] - exact["A.angle"]).max())
        assert run.closure_error < (1e-12 if formulation != "baumgarte" else 1e-5)
    assert slope(counts, errors) == pytest.approx(3.1, abs=0.3)


def test_one_step_is_the_matrix_of_the_stability_check() -> None:
    """The linear machine stepped by the compiled loop, against the same step written with matrices."""
    m = spring_of_oil(leak=2e3)
    base = m.assemble()
    n = len(base.x)
    model = m.linearise(base)
    J = np.zeros((n, n))
    J[: n - 1, : n - 1] = model.A  # z, ż, the two displacements; work stays zero to first order
    step, substeps = 0.7 / OMEGA, 3
    P = one_step(J, layout_of(m), step, substeps)
    for j in range(n - 1):
        x = np.array(base.x)
        x[j] += 1e-3
        run = m.simulate(biela.State(m, x), step, method="multi-rate", step=step, substeps=substeps, output_step=step)
        assert np.allclose(run.x[-1][: n - 1], 1e-3 * P[: n - 1, j], rtol=1e-11, atol=1e-15 * np.abs(P[:, j]).max())


def test_an_undamped_mode_neither_grows_nor_is_accepted_beyond_its_limit() -> None:
    m = spring_of_oil()
    start = m.assemble({"z": 0.0}, rates={"z": 1.0})
    for part in (0.5, 1.0, 2.0, 0.99 * LIMIT):
        step = part / OMEGA
        run = m.simulate(start, 500 * step, method="multi-rate", step=step, substeps=32)
        amplitude = np.hypot(run["z.rate"], OMEGA * run["z.position"])
        assert amplitude[-1] < 1 + 1e-6
        if part == 0.5:  # what one step takes away: (ωH)⁶/360 of the amplitude
            assert 1 - amplitude[-1] == pytest.approx(500 * part**6 / 360, rel=0.1)
    one = m.simulate(start, 500 * 0.2 / OMEGA, method="multi-rate", step=0.2 / OMEGA, substeps=1)
    grown = np.hypot(one["z.rate"], OMEGA * one["z.position"])[-1] - 1
    assert grown == pytest.approx(500 * 0.2**4 / 144, rel=0.1)  # a single small step gives a little
    with pytest.raises(StepTooLarge, match=r"'multi-rate': at t = 0 s a mode .* would grow by .* Take step=0\.0"):
        m.simulate(start, 50 * 1.02 * LIMIT / OMEGA, method="multi-rate", step=1.02 * LIMIT / OMEGA)
    J = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    assert coupled_growth(J, layout_of(m), 0.999 * LIMIT, 4) < 1 + 1e-9
    assert coupled_growth(J, layout_of(m), 1.01 * LIMIT, 4) > 1.01


def test_a_mechanism_too_stiff_for_explicit_steps_is_told_apart() -> None:
    m = spring_of_oil(damping=2e5)
    start = m.assemble({"z": 0.0}, rates={"z": 1.0})
    with pytest.raises(StepTooLarge, match=r"a mode of the mechanism alone, which is stepped explicitly, would grow"):
        m.simulate(start, 0.1, method="multi-rate", step=1e-3)


def test_the_mechanism_gets_the_impulse_of_what_happens_between_its_steps() -> None:
    """Current that swings eight times in each step of a heavy wheel: J ω = k ∫ i dt, where samples of i would be noise."""
    inductance, capacitance, constant, inertia = 1e-3, 1e-4, 1e-3, 50.0
    m = biela.Mechanism("ringing drive")
    wheel = m.body("wheel", mass=1.0, inertia=(inertia, inertia, inertia))
    m.revolute("A", m.ground, wheel)
    net = Network("circuit")
    net.add(electric.dc_motor("motor", resistance=0.01, inductance=inductance, constant=constant))
    net.add(C("charge", capacitance, initial=10 * capacitance, domain=electric.ELECTRIC))
    net.connect("motor.supply", "charge")
    net.expose("shaft", "motor.shaft")
    m.attach(net, {"shaft": "A"})
    start = m.assemble()
    period = 2 * np.pi * (inductance * capacitance) ** 0.5
    exact = m.simulate(start, 32.2 * period, method="rosenbrock", rtol=1e-11, atol=1e-16, output_step=8.05 * period)
    run = m.simulate(start, 32.2 * period, method="multi-rate", step=8.05 * period, substeps=1600)
    assert run.steps == 4
    assert run["circuit/motor/coil.flow"] == pytest.approx(exact["circuit/motor/coil.flow"], abs=1e-3)
    assert run["A.rate"] == pytest.approx(exact["A.rate"], abs=1e-3 * np.abs(exact["A.rate"]).max())


def test_moments_of_a_small_step() -> None:
    """Exact where the integral is a cubic: of a parabola z, and of a straight z with a straight weight."""
    rng = np.random.default_rng(2)
    a, b, z = rng.normal(size=3)
    h, w0, rate = 0.37, -0.4, 1.9

    def stages(b: float) -> tuple[float, float, float, float]:
        """Of Rodas3 for ż = a + b t."""
        k1 = 0.5 * h * (a + 0.5 * h * b)
        k2 = 0.5 * h * (a + 1.5 * h * b) + 2 * k1
        k3 = 0.5 * h * (a + b * h) + 0.5 * (k1 - k2)
        return k1, k2, k3, 0.5 * h * (a + b * h) + 0.5 * (k1 - k2 - 8 / 3 * k3)

    straight = moment.function(h, 1.0, 1.0, 0.0, z, *stages(b))
    assert straight == pytest.approx(z * h + a * h**2 / 2 + b * h**3 / 6, rel=1e-13)
    leaning = moment.function(h, w0, w0 + h * rate, rate, z, *stages(0.0))
    assert leaning == pytest.approx(w0 * z * h + (rate * z + w0 * a) * h**2 / 2 + rate * a * h**3 / 3, rel=1e-13)


# ------------------------------------------------------------------------------------------------------ kinds of machines


def test_lanes_and_single_runs_agree_and_do_not_look_at_each_other() -> None:
    m = driven_four_bar(stiffness=3e3)
    states = [m.assemble({"A": a}, guess=OPEN) for a in np.linspace(0.8, 1.4, 7)]
    options = {"method": "multi-rate", "step": 1e-3, "output_step": 0.05}
    together = m.simulate_batch(states, 0.2, **options)
    fewer = m.simulate_batch(states[2:5], 0.2, **options)
    assert np.array_equal(together.x[:, 2:5], fewer.x)
    assert all(status == "done" for status in together.status)
    for k, state in enumerate(states):
        alone = m.simulate(state, 0.2, **options)
        assert np.abs(together.x[:, k] - alone.x).max() < 1e-11 * max(1.0, np.abs(alone.x).max())


def test_quaternions_lines_and_gravity() -> None:
    """A spherical pendulum on a spring and damper of a network, along a line between two points."""
    m = biela.Mechanism("bob", gravity=(0, 0, -9.81))
    rod = m.body("rod", mass=2.0, com=(0, 0, -0.5), inertia=(0.2, 0.2, 0.01))
    m.spherical("S", m.ground, rod)
    net = Network("strut")
    net.add(Zero("force"), One("rate"), C("spring", 1 / 800.0), R("damper", 20.0), C("seal", 1e-5))
    net.connect("force", "rate", "spring")
    net.connect("rate", "damper")
    net.connect("force", "seal")
    net.expose("line", "force")
    m.attach(net, {"line": (m.ground.frame("wall", (1.0, 0.3, -1.0)), rod.frame("tip", (0, 0, -1.0)))})
    start = m.assemble()
    start = biela.State(m, np.concatenate([start.x[:4], [0.5, -1.0, 3.0], start.x[7:]]))
    exact = m.simulate(start, 1.0, method="rosenbrock", rtol=1e-11, atol=1e-13, output_step=0.1)
    errors = []
    for count in (500, 1000):
        run = m.simulate(start, 1.0, method="multi-rate", step=1.0 / count, output_step=0.1)
        errors.append(np.abs(run.x[:, :7] - exact.x[:, :7]).max())
    assert errors[1] < 1e-5
    assert errors[0] > 7 * errors[1]


def test_events_are_met_inside_a_step() -> None:
    m = spring_of_oil()
    start = m.assemble({"z": 0.0}, rates={"z": 1.0})
    stop = biela.Event("top", lambda s: s["z.rate"], direction="falling", action="stop")
    run = m.simulate(start, 1.0, method="multi-rate", step=0.03 / OMEGA, substeps=16, events=stop)
    assert run.status == "stopped_by_event"
    assert run.t[-1] == pytest.approx(np.pi / 2 / OMEGA, rel=1e-7)


def test_laws_of_signals_of_the_mechanism() -> None:
    """A voltage that follows the motion through an input: what the network sees are then coordinates as such."""
    m = driven_four_bar(stiffness=3e3, volts=None)
    start = m.assemble({"A": 1.0}, guess=OPEN)
    law = {"drive/battery": lambda s: 30 * (2.0 - s["A.angle"]) - 2.0 * s["A.rate"] * s["B.angle"]}
    options = {"inputs": law, "output_step": 0.1}
    exact = m.simulate(start, 0.3, method="rosenbrock", rtol=1e-11, atol=1e-13, **options)
    errors = [
        np.abs(m.simulate(start, 0.3, method="multi-rate", step=h, **options)["A.angle"] - exact["A.angle"]).max()
        for h in (1e-3, 5e-4)
    ]
    assert errors[1] < 1e-6
    assert errors[0] > 7 * errors[1]


# ----------------------------------------------------------------------------------------------------------------- errors


def test_machines_with_one_rate_are_refused() -> None:
    m = biela.Mechanism("pendulum")
    m.revolute("A", m.ground, m.body("rod", mass=1.0, inertia=(1, 1, 1)))
    for run in (m.simulate, m.simulate_batch):
        with pytest.raises(DescriptionError, match=r"'pendulum' has no networks: use method='dormand-prince'"):
            run({"A": 1.0}, 1.0, method="multi-rate", step=1e-3)
    net = Network("tank")
    net.add(Zero("chamber"), C("bulk", 1.0), R("leak", 1.0))
    net.connect("chamber", "bulk")
    net.connect("chamber", "leak")
    with pytest.raises(DescriptionError, match=r"'tank' is a network without a mechanism: use method='rosenbrock'"):
        net.simulate(duration=1.0, method="multi-rate", step=1e-3)


def test_options() -> None:
    m = spring_of_oil()
    with pytest.raises(DescriptionError, match=r"needs a step: give step=0.001"):
        m.simulate(None, 1.0, method="multi-rate")
    for bad in (0, 2.5, True, "4"):
        with pytest.raises(DescriptionError, match="substeps is .*: give a whole number"):
            m.simulate(None, 1.0, method="multi-rate", step=1e-3, substeps=bad)
    with pytest.raises(DescriptionError, match="method 'rk4' has one step for all: leave out substeps"):
        m.simulate(None, 1.0, method="rk4", step=1e-3, substeps=2)


def test_substeps_in_a_machine_file() -> None:
    m = spring_of_oil(leak=2e3)
    start = m.assemble({"z": 0.1}, rates={"z": 0.5})
    settings = {"duration": 0.05, "method": "multi-rate", "step": 1e-3, "substeps": 2}
    machine = files.loads(files.dumps(m, start=start, simulation=settings))
    assert machine.settings["substeps"] == 2
    run, same = machine.simulate(), m.simulate(start, 0.05, method="multi-rate", step=1e-3, substeps=2)
    assert run["z.position"] == pytest.approx(same["z.position"], abs=1e-14)
    assert run.settings["substeps"] == 2
    with pytest.raises(FileError, match=r"simulation\.substeps: 0"):
        files.loads(files.dumps(m).rstrip() + "\nsimulation: {method: multi-rate, step: 1 ms, substeps: 0}\n")
