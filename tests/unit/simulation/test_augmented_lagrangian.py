"""Augmented Lagrangian and penalty: the motion and the reactions of the exact equations, at the rates that theory gives."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import library
from biela.base.errors import DescriptionError
from biela.equations.augmented_lagrangian import penalties
from biela.equations.dynamics import Dynamics
from biela.files.results.repeat import from_result
from biela.library import bennett, bricard, n_four_bar
from biela.mechanism import constant
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import machine_size
from biela.simulation import AugmentedLagrangian, Baumgarte, Compliant, Penalty
from biela.state.functions import functions_of
from closed_forms import block, four_bar
from native_spread import widened

LOOPED = [
    "slider-crank", "spatial-slider-crank", "four-bar", "motor-four-bar", "double-crank", "double-four-bar", "n-four-bar",
    "five-bar", "three-rrr", "spatial-four-bar", "spherical-four-bar", "bennett", "bricard", "stewart-gough",
    "andrews-squeezer", "excavator-published",
    *("wishbone-suspension", "excavator", "excavator-digging"),
]  # fmt: skip
G = 9.80665


@cache
def projected(name: str) -> biela.History:
    """A ready machine for 3 s (or as long as it was published), as the default formulation has it; five states."""
    ready = library.get(name)
    machine = ready.build()
    duration = min(ready.duration, 3.0)
    settings = ready.settings | {"output_step": duration / 4}
    return machine.simulate(ready.start(machine), duration, **settings)


def accelerations(run: biela.History, how: Any, state: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """v̇, Gᵀ λ and the joints' reactions at a state of a run, by another formulation."""
    functions = functions_of(run.mechanism, run.functions.laws, how)
    at = (run.t[state], run.x[state], run.u, run.p)
    vdot, multipliers = functions.evaluate("accelerations", *at)
    jacobian = functions.evaluate("constraint_jacobian", *at)[0]
    return vdot, jacobian.T @ multipliers, functions.evaluate("reactions", *at)[0]


@pytest.mark.parametrize("name", LOOPED)
def test_accelerations_and_reactions_of_every_machine(name: str) -> None:
    """At one and the same state. μ > 10⁴ leaves (1 + μ)⁻³ < 10⁻¹² of a violation, and mostly far less, so rounding decides: that of
    the exact solver, up to 1e-12 for the platform with fifteen rows. Wrenches are compared where the rows determine them."""
    run = projected(name)
    for state in (0, 2, 4):
        exact, penalised = (accelerations(run, how, state) for how in (None, AugmentedLagrangian()))
        repeated = run.functions.dynamics.redundancy.repeated
        scale = np.abs(exact[0]).max() + G / machine_size(run.mechanism)
        assert np.abs(penalised[0] - exact[0]).max() < 1e-12 * scale
        force = np.abs(exact[1]).max() + 1e-9 * np.abs(exact[2]).max()
        assert np.abs(penalised[1] - exact[1]).max() < 1e-11 * force
        if not repeated:
            assert np.abs(penalised[2] - exact[2]).max() < 1e-11 * np.abs(exact[2]).max()


@pytest.mark.parametrize("name", LOOPED)
def test_every_machine_moves_alike(name: str) -> None:
    """With the tolerances of the ready machine; those with their own take other steps at the least rounding, which moves a pressure
    that rings without damping by what tolerances that differ by a thousandth move it."""
    ready = library.get(name)
    run = projected(name)
    duration = min(ready.duration, 1.0)
    settings = ready.settings | {"output_step": duration / 20}

    def simulate(**other: Any) -> Any:
        return run.mechanism.simulate(run.state(0), duration, **settings | other)

    runs = [simulate(formulation=f) for f in ("projected", "augmented-lagrangian")]
    scale = 1 + np.abs(runs[0].x).max()
    near = 50 * ready.settings["rtol"] if "rtol" in ready.settings else 1e-6
    allowed = widened(name, ready.settings, simulate, runs[0], np.full_like(runs[0].x, near * scale))
    assert np.all(np.abs(runs[1].x - runs[0].x) < allowed)
    assert runs[1].closure_error < 1e-10
    moving = max(float(run["machine.kinetic_energy"].max()) for run in (*runs, run))
    assert runs[1].energy_error < 5e-6 * moving


@pytest.mark.parametrize("name", ["four-bar", "spatial-four-bar", "bricard"])
def test_reactions_along_the_run(name: str) -> None:
    """Forces and moments of all joints as reported, also where rows repeat each other and the smallest are chosen."""
    ready = library.get(name)
    machine = ready.build()
    runs = [
        machine.simulate(ready.start(machine), 1.0, output_step=0.05, rtol=1e-11, atol=1e-13, formulation=f)
        for f in ("projected", "augmented-lagrangian")
    ]
    for joint in machine.joints:
        for quantity in ("force", "moment"):
            a, b = (run[f"{joint}.{quantity}"] for run in runs)
            assert b == pytest.approx(a, abs=1e-7 * max(np.abs(runs[0][f"{j}.force"]).max() for j in machine.joints))


def test_iterations_converge_as_predicted() -> None:
    """(1 + α^½ G M⁻¹ Gᵀ α^½)⁻ᵏ of the violation that the free acceleration has, along every direction at once."""
    machine = four_bar()
    start = machine.assemble({"A": 1.0}, guess={"D": 1.5}, rates={"A": 2.0})
    at = start.arguments()
    exact = functions_of(machine)
    M, G_ = exact.evaluate("mass_matrix", *at)[0], exact.evaluate("constraint_jacobian", *at)[0]
    vdot, multipliers = exact.evaluate("accelerations", *at)
    d = Dynamics(machine)
    alpha = np.array(penalties(d.rows, d.mass_matrix, d.model, 3.0))
    root = np.sqrt(alpha)
    shrink = np.linalg.inv(np.eye(2) + root[:, None] * (G_ @ np.linalg.solve(M, G_.T)) * root)
    free = vdot + np.linalg.solve(M, G_.T @ multipliers)
    violation = root * (G_ @ (free - vdot))
    for k in range(1, 7):
        violation = shrink @ violation
        found, shares = functions_of(machine, None, AugmentedLagrangian(3.0, k)).evaluate("accelerations", *at)
        assert root * (G_ @ (found - vdot)) == pytest.approx(violation, rel=1e-9, abs=1e-13)
        # M (v̇_k − v̇) = Gᵀ (λ − λ_k): the multipliers come at the same rate
        assert M @ (found - vdot) == pytest.approx(G_.T @ (multipliers - shares), abs=1e-12)
    assert 0.2 < np.linalg.eigvalsh(shrink).max() < 0.8  # slow enough to be seen


def test_penalty_error_falls_as_one_over_the_penalty() -> None:
    machine = four_bar()
    start = machine.assemble({"A": 1.0}, guess={"D": 1.5})
    options: dict[str, Any] = {"output_step": 0.1, "rtol": 1e-11, "atol": 1e-13}
    exact = machine.simulate(start, 1.0, **options)
    runs = [machine.simulate(start, 1.0, formulation=Penalty(beta), **options) for beta in (1e3, 1e4, 1e5)]
    for quantity in (lambda run: run.closure_error, lambda run: np.abs(run["A.angle"] - exact["A.angle"]).max()):
        errors = [quantity(run) for run in runs]
        assert errors[0] > 1e-6
        assert errors[1] / errors[0] == pytest.approx(0.1, rel=0.05)
        assert errors[2] / errors[1] == pytest.approx(0.1, rel=0.05)
    # one more iteration, and the error is that of the penalty squared
    twice = machine.simulate(start, 1.0, formulation=AugmentedLagrangian(1e3, 2, omega=20.0, projected=False), **options)
    assert 1e-11 < twice.closure_error < 5e-3 * runs[0].closure_error


def test_a_weight_on_a_penalty_sinks_by_g_over_beta_omega_squared() -> None:
    """(m + α) ẍ = −m g − α (2ξω ẋ + ω² x) with α = β m: from rest, with ξ = 1, in closed form. The drive carries m (g + ẍ)."""
    machine = block(gravity=G, mass=3.0)
    machine.drive("rail", constant(0.0), name="hold")
    beta, omega = 50.0, 8.0
    run = machine.simulate(None, 1.5, formulation=Penalty(beta, omega), rtol=1e-11, atol=1e-14, output_step=0.05)
    # the mass takes its share: r² + c (2ω r + ω²) = 0
    c = beta / (1 + beta)
    roots = np.roots([1.0, 2 * c * omega, c * omega**2]).astype(complex)
    end = -G / (beta * omega**2)
    a = -end * roots[1] / (roots[1] - roots[0])
    b = -end - a
    motion = (end + a * np.exp(roots[0] * run.t) + b * np.exp(roots[1] * run.t)).real
    rates = (a * roots[0] * np.exp(roots[0] * run.t) + b * roots[1] * np.exp(roots[1] * run.t)).real
    second = -(2 * c * omega * rates + c * omega**2 * motion) - G / (1 + beta)
    assert run["rail.position"] == pytest.approx(motion, abs=1e-10)
    assert run["hold.effort"] == pytest.approx(3.0 * (second + G), rel=1e-7)
    assert run["hold.effort"][-1] == pytest.approx(3.0 * G, rel=1e-3)


def test_violations_decay_with_omega() -> None:
    """Without projection Φ̈ + 2ξω Φ̇ + ω² Φ = 0: an open loop closes as (1 + ω t) e^(−ω t), as with Baumgarte's terms."""
    machine = four_bar()
    x = machine.assemble({"A": 1.0}, guess={"D": 1.5}).x.copy()
    x[0] += 5e-7
    how = AugmentedLagrangian(omega=20.0, projected=False)
    runs = [
        machine.simulate(biela.State(machine, x), 0.4, output_step=0.1, rtol=1e-12, atol=1e-15, formulation=f)
        for f in (how, Baumgarte(20.0, 20.0))
    ]
    assert runs[0]["machine.closure_error"][0] > 1e-8
    assert runs[0]["machine.closure_error"] == pytest.approx(runs[1]["machine.closure_error"], abs=1e-12)


@pytest.mark.parametrize(("length", "mass"), [(1e-3, 1e-9), (10.0, 1e4)])
def test_a_watch_and_an_excavator_have_the_same_default(length: float, mass: float) -> None:
    """A four-bar of another size, in the time √length: the same angles, and penalties in proportion to the masses."""

    def build(length: float, mass: float) -> Mechanism:
        m = Mechanism("four-bar", gravity=(0, -G, 0))
        for rod, own in (("crank", 0.4 * length), ("coupler", length), ("rocker", 0.8 * length)):
            m.body(rod, mass=mass, com=(own / 2, 0, 0), inertia=biela.rod(mass=mass, length=own))
        m.revolute("A", m.ground, "crank")
        m.revolute("B", "crank", "coupler", parent_point=(0.4 * length, 0, 0))
        m.revolute("D", m.ground, "rocker", parent_point=(length, 0, 0))
        m.revolute("C", "coupler", "rocker", parent_point=(length, 0, 0), child_point=(0.8 * length, 0, 0))
        return m

    angles, weights = [], []
    for size, weight in ((1.0, 1.0), (length, mass)):
        m = build(size, weight)
        d = Dynamics(m)
        weights.append(penalties(d.rows, d.mass_matrix, d.model, 1e7))
        time = np.sqrt(size)
        for f in ("projected", "augmented-lagrangian"):
            run = m.simulate(m.assemble({"A": 1.0}, guess={"D": 1.5}), time, formulation=f, output_step=time / 10, rtol=1e-10)
            angles.append(run["A.angle"])
    assert np.array(weights[1]) == pytest.approx(mass * np.array(weights[0]), rel=1e-9)
    for other in angles[1:]:
        assert other == pytest.approx(angles[0], abs=1e-7)


@pytest.mark.parametrize("method", ["dormand-prince", "rk4"])
@pytest.mark.parametrize("windows", [2, 5])
def test_passes_flat_positions_with_its_energy(windows: int, method: str) -> None:
    """The row of parallelograms loses a rank at each flat position and stays one pendulum, whatever the tolerance."""
    m = n_four_bar.build(windows=windows)
    for option in (1e-9, 1e-11) if method == "dormand-prince" else (1e-3, 5e-4):
        steps = {"rtol": option, "atol": option / 100} if method == "dormand-prince" else {"step": option}
        run = m.simulate(n_four_bar.start(m), 4.0, method=method, formulation="augmented-lagrangian", output_step=0.01, **steps)
        flat = np.sum(np.diff(np.sign(np.sin(run["pivot_0.angle"]))) != 0)
        assert flat == 4
        for pivot in range(1, windows + 1):
            assert np.abs(run[f"pivot_{pivot}.angle"] - run["pivot_0.angle"]).max() < 1e-6
        assert run.energy_error < 1e-7 * run["machine.kinetic_energy"].max()
        assert run.closure_error < 1e-10


@pytest.mark.parametrize("build", [bennett, bricard])
@pytest.mark.parametrize("options", [{}, {"method": "rk4", "step": 0.01}, {"method": "rosenbrock"}, {"method": "cvode-bdf"}])
def test_rows_that_repeat_each_other_do_not_brake(build: Any, options: dict[str, Any]) -> None:
    """A penalty believes every row a little; energy tells. The exact formulation beside it, from rest."""
    m = build.build()
    start = build.start(m)
    tight = m.simulate(start, 1.0, output_step=0.1, rtol=1e-11, atol=1e-13)
    run = m.simulate(start, 1.0, output_step=0.1, formulation="augmented-lagrangian", **options)
    assert run.energy_error < 1e-6 * run["machine.kinetic_energy"].max()
    assert np.abs(run.x - tight.x).max() < (5e-6 if "cvode-bdf" in options.values() else 1e-6)
    assert run.closure_error < 1e-10


def test_batch_equals_single_runs() -> None:
    m = four_bar()
    starts = [m.assemble({"A": angle}, guess={"D": 1.5}) for angle in (0.9, 1.0, 1.1)]
    for formulation in ("augmented-lagrangian", "penalty", AugmentedLagrangian(1e6, 4), Penalty(1e5, 30.0)):
        batch = m.simulate_batch(starts, 1.0, output_step=0.25, formulation=formulation)
        assert batch.status == ["done"] * 3
        for k, start in enumerate(starts):
            alone = m.simulate(start, 1.0, output_step=0.25, formulation=formulation)
            assert batch.x[:, k] == pytest.approx(alone.x, abs=1e-10)
    with pytest.raises(DescriptionError, match="'compliant' is not available in a batch: use 'projected'"):
        m.simulate_batch(starts, 1.0, formulation="compliant")
    with pytest.raises(DescriptionError, match=r"Compliant\(.* is not available in a batch"):
        m.simulate_batch(starts, 1.0, formulation=Compliant())


@pytest.mark.parametrize("formulation", ["augmented-lagrangian", "penalty", AugmentedLagrangian(1e6, 4), Penalty(1e6)])
def test_a_saved_result_repeats_itself(formulation: Any, tmp_path: Path) -> None:
    m = four_bar()
    run = m.simulate(m.assemble({"A": 1.0}, guess={"D": 1.5}), 0.5, formulation=formulation)
    again = from_result(run.save(tmp_path / "run.nc")).simulate()
    assert np.array_equal(again.x, run.x)
    assert again.settings["formulation"] == str(formulation)


def test_in_a_machine_file() -> None:
    m = four_bar()
    text = biela.files.dumps(
        m, simulation={"duration": 0.2, "formulation": "augmented-lagrangian"}, start=m.assemble({"A": 1.0}, guess={"D": 1.5})
    )
    machine = biela.files.loads(text)
    assert machine.settings["formulation"] == "augmented-lagrangian"
    run = machine.simulate()
    assert run.settings["formulation"] == "augmented-lagrangian" and run.closure_error < 1e-12


@pytest.mark.parametrize("how", [Baumgarte(), Penalty(), AugmentedLagrangian(omega=20.0, projected=False)])
def test_what_is_not_projected_only_normalises_quaternions(how: Any) -> None:
    """The six-bar of a platform opened by 1 mm stays open; its quaternion gets unit length."""
    ready = library.get("stewart-gough")
    m = ready.build()
    start = ready.start(m)
    link = next(link for link in m.topology.links if link.joint.type.quaternion is not None)
    x = start.x.copy()
    other = next(i for i in range(m.topology.n_q) if not link.q.start <= i < link.q.stop)
    x[other] += 1e-3
    x[link.q] *= 1.0 + 1e-6
    t, _, u, p = start.arguments()
    after = functions_of(m, None, how).evaluate("project", t, x, u, p)[0]
    k = link.q.start + (link.joint.type.quaternion or 0)
    assert np.linalg.norm(after[k : k + 4]) == pytest.approx(1.0, abs=1e-15)
    assert after[other] == x[other]
    assert np.abs(after - x).max() < 1e-5
    assert np.abs(functions_of(m).evaluate("project", t, x, u, p)[0] - x).max() > 1e-5


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"penalty": 0.0}, "penalty of AugmentedLagrangian is 0: it must be above zero"),
        ({"penalty": -1e7}, "it must be above zero"),
        ({"penalty": "stiff"}, "give a number"),
        ({"penalty": float("nan")}, "give a finite number"),
        ({"penalty": 1e15}, r"above 1e\+12 times the inertia .* Use 1e5 to 1e9"),
        ({"iterations": 0}, "iterations of AugmentedLagrangian are 0: give a whole number, at least 1"),
        ({"iterations": 2.5}, "give a whole number"),
        ({"iterations": True}, "give a whole number"),
        ({"omega": -1.0}, "omega of AugmentedLagrangian is -1: it must not be negative"),
        ({"xi": -1.0}, "xi of AugmentedLagrangian is -1"),
        ({"projected": 1}, "projected of AugmentedLagrangian is 1: give True or False"),
        ({"projected": False}, "nothing is projected: the loops would drift open. Give omega, or turn projections on"),
    ],
)
def test_impossible_options_are_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(DescriptionError, match=words):
        AugmentedLagrangian(**options)


def test_impossible_penalties_are_named() -> None:
    with pytest.raises(DescriptionError, match="Give omega, or use 'augmented-lagrangian'"):
        Penalty(omega=0.0)
    with pytest.raises(DescriptionError, match="penalty of Penalty is -1"):
        Penalty(-1.0)
    m = bennett.build()
    with pytest.raises(DescriptionError, match="a penalty would lock 'Bennett linkage'.*closes every stage"):
        m.simulate(bennett.start(m), 1.0, method="rk4", step=0.01, formulation="penalty")
    with pytest.raises(DescriptionError, match="'augmented lagrangian' is unknown. Did you mean 'augmented-lagrangian'"):
        m.simulate(bennett.start(m), 1.0, formulation="augmented lagrangian")  # type: ignore[arg-type]


def test_rows_that_constrain_velocities_alone() -> None:
    """A sleigh on a blade: Φ̇ = 0 has no Φ to close, and nothing else changes."""
    m = Mechanism("sleigh", gravity=(0, 0, 0))
    plate = m.body("plate", mass=2.0, com=(0.3, 0, 0), inertia=(0.5, 0.5, 0.5))
    m.planar("slide", m.ground, plate, axis=(0, 0, 1))
    m.skate("blade", m.ground, plate)
    start = m.assemble({"slide": (0.0, 0.0, 0.0)}, rates={"slide": (0.4, 0.0, 2.0)})
    options: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-12, "output_step": 0.2}
    exact, run, penalised = (
        m.simulate(start, 4.0, formulation=f, **options) for f in ("projected", "augmented-lagrangian", "penalty")
    )
    assert run.x == pytest.approx(exact.x, abs=1e-7)
    assert run["blade.force_y"] == pytest.approx(exact["blade.force_y"], abs=1e-7)
    assert penalised.x == pytest.approx(exact.x, abs=1e-5)
    assert np.abs(exact["blade.force_y"]).max() > 0.5
