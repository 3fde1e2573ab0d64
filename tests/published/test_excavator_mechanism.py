"""The excavator without its hydraulics: geometry, statics, free motion and equilibria, against the source and a second derivation.

Numbers are those of the thesis named in `biela.library.excavator`, and those of an independent rebuild of it
(`excavator_by_hand`): projected Newton-Euler with 12 coordinates and 8 constraints.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import casadi as ca
import numpy as np
import pytest
from excavator_by_hand import PRESSURES, Q_END, X_END, X_START, ByHand
from scipy.integrate import solve_ivp

import biela
from biela.library import excavator
from biela.simulation.formulation import Baumgarte
from biela.state.functions import functions_of
from biela.state.state import State

PINS = ("boom_pin", "arm_pin", "bucket_pin", "rocker_pin", "link_pin")
CYLINDERS = ("boom_cylinder", "arm_cylinder", "bucket_cylinder")
TARGETS = dict(zip(CYLINDERS, X_END, strict=True))


@pytest.fixture(scope="module")
def by_hand() -> ByHand:
    return ByHand(hydraulics=False)


@pytest.fixture(scope="module")
def machine() -> biela.Mechanism:
    """The mechanism with a thrust on each cylinder line and the named points of the source as sensors."""
    m = excavator.mechanism()
    for name in CYLINDERS:
        m.thruster(name, *excavator.line(m, name))
    for sensor, place in {
        "A": "cab.A", "B": "boom.B", "C": "arm.C", "D": "bucket.D", "E": "rocker.E", "F": "bucket.F", "G": "link.G",
        "PCP3": "cab.boom_cylinder_base", "PCP4": "boom.boom_cylinder_rod", "PCB4": "boom.arm_cylinder_base",
        "PCB5": "arm.arm_cylinder_rod", "PCC5": "arm.bucket_cylinder_base",
    }.items():  # fmt: skip
        m.point_sensor(sensor, place)
    return m


@pytest.fixture(scope="module")
def start(machine: biela.Mechanism) -> State:
    return excavator.pose(machine)


@pytest.fixture(scope="module")
def end(machine: biela.Mechanism) -> State:
    return excavator.pose(machine, TARGETS)


def angles(state: State) -> list[float]:
    return [state[f"{pin}.angle"] for pin in PINS]


def coordinates(state: State) -> Any:
    """The state in the 12 coordinates of the source; the base is parked at its origin."""
    return np.array([0, 0, 0, 0, 0, 0, state["swing.angle"], *angles(state)])


def held(state: State) -> tuple[State, Any]:
    """The state with the thrusts that hold it, and these thrusts: accelerations at rest are affine in them."""
    pins = ("boom_pin", "arm_pin", "rocker_pin")

    def accelerations(u: Any) -> Any:
        return np.array([replace(state, u=u)[f"{pin}.acceleration"] for pin in pins])

    at_rest = accelerations(np.zeros(3))
    effect = np.array([accelerations(1e4 * e) - at_rest for e in np.eye(3)]).T / 1e4
    thrusts = np.linalg.solve(effect, -at_rest)
    return replace(state, u=thrusts), thrusts


# ------------------------------------------------------------------------------------------------------------- geometry


def test_loop_and_extensions_at_the_printed_pose(machine: biela.Mechanism, by_hand: ByHand) -> None:
    """The printed angles close the four-bar to 0.2 mm and give the printed extensions to 0.2 mm."""
    printed = np.array([0, 0, 0, 0, 0, 0, 0, -0.5521, 1.4518, 0.0045, -1.3268, 1.9714])
    assert np.abs(by_hand.closure(printed).full()).max() < 2e-4
    state = machine.assemble(guess=excavator.data.START)
    for name, x in zip(CYLINDERS, X_START, strict=True):
        assert excavator.extension(state, name) == pytest.approx(x, abs=2e-4)
    assert machine.check(state).mobility.measured == 4


def test_out_of_plane_row_never_speaks(by_hand: ByHand, rng: np.random.Generator) -> None:
    for _ in range(50):
        q = rng.uniform(-3, 3, 12)
        assert abs(by_hand.all_loop(q).full()[1, 0]) < 1e-12


def test_pose_of_given_extensions(start: State, end: State, by_hand: ByHand) -> None:
    assert angles(start) == pytest.approx([-0.552058, 1.451729, 0.004501, -1.326772, 1.971396], abs=1e-6)
    assert angles(end) == pytest.approx([-0.96809, 1.04279, -1.03414, -2.10852, 2.48187], abs=1e-5)
    assert angles(end) == pytest.approx(by_hand.closed_pose(X_END, Q_END)[7:], abs=1e-10)
    # changes as the source says them, to its two degrees, and as the rebuild has them, to a tenth
    change = np.degrees(np.array(angles(end)) - angles(start))
    assert change == pytest.approx([-25, -25, -60, -45, 30], abs=2)
    assert change == pytest.approx([-23.8, -23.4, -59.5, -44.8, 29.2], abs=0.1)
    rises = [end[f"{p}.z"] - start[f"{p}.z"] for p in ("bucket", "F", "D")]
    assert rises == pytest.approx([5.39, 4.54, 4.03], abs=5e-3)


POINTS = {
    "A": (0, 0.630), "B": (-0.144, 1.450), "PCP3": (1.296, 1.028), "PCP4": (1.3904, 3.4569), "PCB4": (2.1438, 4.3121),
    "C": (5.2216, 4.8985), "PCB5": (4.8202, 6.0712), "arm": (5.9593, 4.4614), "rocker": (7.3348, 3.0999), "D": (7.1215, 2.5202),
    "E": (6.8916, 2.8982), "PCC5": (6.1604, 5.1409), "G": (7.6297, 3.2341), "F": (7.6486, 2.5213), "cab": (-1.538, 1.268),
    "boom": (2.154, 3.508), "bucket": (7.485, 1.7412), "link": (7.6411, 2.8063),
}  # fmt: skip


@pytest.mark.parametrize("point", POINTS)
def test_points_at_the_start(start: State, point: str) -> None:
    assert (start[f"{point}.x"], start[f"{point}.z"]) == pytest.approx(POINTS[point], abs=1e-3)
    assert abs(start[f"{point}.y"]) < 1e-12


def test_points_at_the_end(end: State) -> None:
    wanted = {"C": (3.370, 6.773), "D": (6.407, 6.554), "F": (6.253, 7.059), "G": (5.611, 7.368), "bucket": (7.048, 7.127)}
    for point, place in wanted.items():
        assert (end[f"{point}.x"], end[f"{point}.z"]) == pytest.approx(place, abs=1e-3)


# -------------------------------------------------------------------------------------------------------------- statics


def test_weight_and_reactions_of_the_held_machine(start: State, end: State) -> None:
    state, thrusts = held(start)
    assert thrusts == pytest.approx([176.22e3, -35.47e3, -10.18e3], rel=1e-3)
    assert state["parked.force_on_child_z"] == pytest.approx(356.32e3, rel=5e-4)
    assert state["parked.moment_on_child_y"] == pytest.approx(15.87e3, rel=1e-3)
    # 44.5 mm behind the origin
    assert state["parked.moment_on_child_y"] / state["parked.force_on_child_z"] == pytest.approx(0.0445, abs=1e-4)
    for other in ("force_on_child_x", "force_on_child_y", "moment_on_child_x", "moment_on_child_z"):
        assert abs(state[f"parked.{other}"]) < 1e-6
    assert state["loop_pin.force"] == pytest.approx(7.71e3, rel=1e-3)
    state, thrusts = held(end)
    assert thrusts == pytest.approx([153.2e3, -49.1e3, -12.5e3], rel=3e-3)
    assert state["loop_pin.force"] == pytest.approx(17.26e3, rel=1e-3)
    assert end["machine.gravity_energy"] - start["machine.gravity_energy"] == pytest.approx(129.28e3, rel=1e-4)


def test_published_pressures_carry_the_weight(start: State) -> None:
    """n (A₁ p₂ − A₂ p₃) with the printed pressures is the holding force within their rounding; two cylinders at the boom."""
    _, thrusts = held(start)
    for thrust, about in zip(thrusts, excavator.data.CYLINDERS.values(), strict=True):
        _, p2, p3 = about.pressures
        force = about.count * (about.piston.head_area * p2 - about.piston.rod_area * p3)
        assert force == pytest.approx(thrust, rel=1e-2)


def test_holding_forces_of_the_second_derivation(start: State, end: State, by_hand: ByHand) -> None:
    for state in (start, end):
        ours, theirs = held(state), by_hand.holding_forces(coordinates(state))
        assert ours[1] == pytest.approx(theirs[0], rel=1e-9)
        assert ours[0]["loop_pin.force"] == pytest.approx(np.linalg.norm(theirs[1][6:]), rel=1e-9)


def test_levers_gravity_and_swing_inertia(start: State, end: State, machine: biela.Mechanism, by_hand: ByHand) -> None:
    J = by_hand.lengths(coordinates(start))[1].full()
    assert (J[0, 7], J[1, 8], J[2, 10]) == pytest.approx((-1.4553, 1.2005, 0.7897), abs=1e-4)
    functions = functions_of(machine)
    for state, inertia in ((start, 233867), (end, 182571)):
        M = functions.evaluate("mass_matrix", *state.arguments())[0]
        assert M[0, 0] == pytest.approx(inertia, rel=1e-5)
    gradient = -functions.evaluate("inverse_dynamics", *start.arguments(), np.zeros(6))[0]
    # of the spanning tree, which hangs link and bucket on the arm: as in the source
    order = [link.joint.name for link in machine.topology.links if link.joint.name in PINS]
    wanted = dict(zip(PINS, (-256.45e3, -42.58e3, -4.062e3, -2.300e3, -0.0285e3), strict=True))
    assert -gradient[1:] == pytest.approx([wanted[pin] for pin in order], rel=2e-3)


# ------------------------------------------------------------------------------------------------------ two derivations


def moving(machine: biela.Mechanism, start: State) -> State:
    return start.with_rates({"swing": 0.7, "boom_pin": -0.4, "arm_pin": 0.9, "rocker_pin": -1.1})


def test_accelerations_of_two_derivations(machine: biela.Mechanism, start: State, by_hand: ByHand) -> None:
    """In joint coordinates on a tree (recursive), and projected from Newton-Euler in 12 coordinates (elimination and full
    system): the same to 1e-9, with all rates and thrusts acting."""
    thrusts = np.array([150e3, -20e3, 7e3])
    state = replace(moving(machine, start), u=thrusts)
    ours = np.array([state[f"{joint}.acceleration"] for joint in ("swing", *PINS)])
    q = coordinates(state)
    v = np.array([0] * 6 + [state[f"{joint}.rate"] for joint in ("swing", *PINS)])
    M, Q, C_q, C_d, _ = (x.full() for x in by_hand.parts(q, v, PRESSURES, X_START, np.zeros(3), 0))
    Q = Q.ravel() + by_hand.lengths(q)[1].full().T @ thrusts
    assert np.abs(M - M.T).max() < 1e-9 * np.abs(M).max()
    assert np.linalg.eigvalsh(M).min() > 0
    full = np.linalg.solve(np.block([[M, C_q.T], [C_q, np.zeros((8, 8))]]), np.concatenate([Q, C_d.ravel()]))
    inverse = np.linalg.inv(M)
    pressing = np.linalg.solve(C_q @ inverse @ C_q.T, C_d.ravel() - C_q @ inverse @ Q)
    eliminated = inverse @ (Q + C_q.T @ pressing)
    assert ours == pytest.approx(full[6:12], rel=1e-9)
    assert eliminated[6:] == pytest.approx(ours, rel=1e-9)
    # reactions too: what the ground exerts is −λ of the six rows that park the base
    F = [state[f"parked.{k}"] for k in ("force_on_child_x", "force_on_child_y", "force_on_child_z",
                                        "moment_on_child_x", "moment_on_child_y", "moment_on_child_z")]  # fmt: skip
    assert F == pytest.approx(-full[12:18], rel=1e-8, abs=1e-6)
    # in the plane of the loop; across it the rows repeat each other, and nothing determines their split
    in_plane = np.hypot(state["loop_pin.force_on_child_x"], state["loop_pin.force_on_child_y"])
    assert in_plane == pytest.approx(np.linalg.norm(full[18:]), rel=1e-9)


def test_cylinder_forces_as_length_gradient_and_as_forces_at_the_pins(by_hand: ByHand, rng: np.random.Generator) -> None:
    """(∂ℓ/∂q)ᵀ F is Lᵀ times the pair of forces at the pins."""
    q = ca.SX.sym("q", 12)
    *_, points = ByHand.positions(q)
    for k, (a, b) in enumerate(points["cylinders"]):
        e = (b - a) / ca.norm_2(b - a)
        at_pins = ca.Function("pins", [q], [ca.jacobian(b, q).T @ e - ca.jacobian(a, q).T @ e])
        at = rng.uniform(-1, 1, 12)
        assert at_pins(at).full().ravel() == pytest.approx(by_hand.lengths(at)[1].full()[k], abs=1e-12)


def test_loop_rows_against_differences(machine: biela.Mechanism, start: State) -> None:
    """G is the derivative of the residual, γ that of G v."""
    functions, state = functions_of(machine), moving(machine, start)
    t, x, u, p = state.arguments()
    _, rate, G, gamma = functions.evaluate("closure", t, x, u, p)
    q, v, h = x[:6], x[6:12], 1e-6

    def at(dq: Any) -> Any:
        y = x.copy()
        y[:6] = q + dq
        return functions.evaluate("closure", t, y, u, p)

    for k in range(6):
        slope = (at(h * np.eye(6)[k])[0] - at(-h * np.eye(6)[k])[0]) / (2 * h)
        assert G[:, k] == pytest.approx(slope, abs=1e-8)
    bend = (at(h * v)[2] @ v - at(-h * v)[2] @ v) / (2 * h)
    assert gamma == pytest.approx(-bend, abs=1e-7)
    assert rate == pytest.approx(np.zeros(len(rate)), abs=1e-12)


# ---------------------------------------------------------------------------------------------------------- free motion

ARM_UP = {"boom_pin": 1.64500, "arm_pin": -3.13386, "bucket_pin": -0.14916, "rocker_pin": -1.43660, "link_pin": 2.03224}


@pytest.fixture(scope="module")
def free() -> biela.Mechanism:
    return excavator.mechanism()


@pytest.fixture(scope="module")
def perturbed(free: biela.Mechanism) -> State:
    """Boom down, arm and bucket up, the arm 0.05 rad aside."""
    balanced = free.equilibrium(free.assemble(guess=ARM_UP), stable=False).state
    pins = {pin: balanced[f"{pin}.angle"] for pin in ("boom_pin", "arm_pin", "rocker_pin")}
    return free.assemble({"swing": 0.0, **pins, "arm_pin": pins["arm_pin"] + 0.05}, guess=balanced)


def test_free_motion_keeps_its_energy(free: biela.Mechanism, perturbed: State) -> None:
    run = free.simulate(perturbed, 5.0, rtol=1e-10, atol=1e-12)
    span = np.ptp(run["machine.kinetic_energy"])
    assert run.energy_error < 1e-6 * span
    assert np.abs(run["swing.angle"]).max() < 1e-10
    assert np.ptp(run["arm_pin.angle"]) == pytest.approx(5.61, rel=5e-3)
    assert np.ptp(run["boom_pin.angle"]) == pytest.approx(0.746, rel=5e-3)
    assert run.closure_error < 1e-9


def test_free_motion_with_swing_keeps_energy_and_spin(free: biela.Mechanism, perturbed: State) -> None:
    """Gyroscopic terms at work: energy and angular momentum about the vertical through the swing centre stay."""
    run = free.simulate(
        perturbed.with_rates({"swing": 1.5, "boom_pin": 0.0, "arm_pin": 0.0, "rocker_pin": 0.0}), 5.0, rtol=1e-10, atol=1e-12
    )
    assert run.energy_error < 1e-6 * np.ptp(run["machine.kinetic_energy"])
    spin = run["machine.angular_momentum_z"]
    assert np.ptp(spin) < 1e-8 * abs(spin[0])
    assert np.ptp(run["swing.rate"]) > 0.5  # not a rigid turn: the arm trades spin for reach


def test_balanced_arm_stays_up_for_three_seconds(free: biela.Mechanism) -> None:
    balanced = free.equilibrium(free.assemble(guess=ARM_UP), stable=False).state
    run = free.simulate(balanced, 3.0, rtol=1e-10, atol=1e-13)
    for pin in PINS:
        assert np.ptp(run[f"{pin}.angle"]) < 1e-5


@pytest.mark.filterwarnings("ignore:.*stiff")
def test_stabilisation_keeps_the_loop_closed(free: biela.Mechanism, perturbed: State) -> None:
    """Residuals of the loop at loose tolerance: small with α = β = 100, smaller with 1000, growing without."""
    errors = {}
    for alpha in (0.0, 100.0, 1000.0):
        run = free.simulate(perturbed, 5.0, rtol=1e-3, atol=1e-5, formulation=Baumgarte(alpha, alpha))
        errors[alpha] = run["machine.closure_error"]
    assert errors[100.0].max() < 1e-3
    assert errors[1000.0].max() < errors[100.0].max()
    assert errors[0.0].max() > 10 * errors[100.0].max()
    assert errors[0.0][-1] > 2 * errors[0.0][len(errors[0.0]) // 2] > 0


def test_a_violated_loop_closes_as_the_double_pole_says(free: biela.Mechanism, start: State) -> None:
    """A millimetre of violation decays as (1 + αt) e^(−αt)."""
    alpha = 100.0
    functions = functions_of(free, None, Baumgarte(alpha, alpha))
    state = excavator.pose(free)
    t, x, u, p = state.arguments()
    x = x.copy()
    gap, _, G, _ = functions.evaluate("closure", t, x, u, p)
    push = np.zeros(len(gap))
    push[int(np.abs(G).sum(axis=1).argmax())] = 1e-3
    x[:6] += np.linalg.pinv(G) @ push
    violated = functions.evaluate("closure", t, x, u, p)[0]
    row = int(np.abs(violated).argmax())
    assert abs(violated[row]) == pytest.approx(1e-3, rel=0.05)
    times = np.linspace(0, 0.1, 21)
    run = solve_ivp(lambda t, x: np.ravel(functions["rates"](t, x, u, p)), (0, 0.1), x, "DOP853", times, rtol=1e-10, atol=1e-12)
    gaps = np.array([functions.evaluate("closure", t, y, u, p)[0][row] for y in run.y.T])
    assert gaps == pytest.approx(violated[row] * (1 + alpha * times) * np.exp(-alpha * times), abs=2e-8)


# ----------------------------------------------------------------------------------------------------------- equilibria

POSES = {
    "all hanging": ((1.64500, 0.00773, -0.14916, -1.43660, 2.03224), True),
    "boom down, arm up": ((1.64500, -3.13386, -0.14916, -1.43660, 2.03224), False),
    "boom up, rest hanging": ((-1.4966, -3.1339, -0.1492, -1.4366, 2.0322), False),
    "all up": ((-1.4966, 0.0077, -0.1492, -1.4366, 2.0322), False),
    "mirrored linkage": ((1.6450, -0.0044, -0.2483, 0.3490, -2.0748), True),
    "bucket turned over": ((1.6450, 0.1738, -2.2164, 2.5412, 3.1240), True),
}


@pytest.mark.parametrize("name", POSES)
def test_equilibria(free: biela.Mechanism, name: str) -> None:
    pose, stable = POSES[name]
    guess = {pin: angle + 0.01 * (-1) ** k for k, (pin, angle) in enumerate(zip(PINS, pose, strict=True))}
    near = free.assemble({pin: guess[pin] for pin in ("boom_pin", "arm_pin", "rocker_pin")}, guess=guess)
    found = free.equilibrium(near, stable=False)
    assert angles(found.state) == pytest.approx(pose, abs=1e-4)
    assert found.stable is stable
    rates = found.eigenvalues
    if name == "all hanging":
        assert sorted(w for w in rates.imag if w > 1e-6) == pytest.approx([1.112, 2.639, 4.454], rel=1e-3)
        assert np.abs(rates.real).max() < 1e-6
    if name == "boom down, arm up":
        assert sorted(r for r in rates.real if r > 1e-6) == pytest.approx([1.997, 4.389], rel=1e-3)
    if name == "all up":
        assert sum(r > 1e-6 for r in rates.real) == 3


# ----------------------------------------------------------------------------------------------------------- other data


def test_on_a_slope_the_swing_falls_and_the_ground_carries_the_weight() -> None:
    """Tilted base: the cab is no longer indifferent; six reactions against the second derivation, in axes of the base."""
    roll, pitch = 0.08, -0.05
    m = excavator.mechanism(roll=roll, pitch=pitch)
    by_hand = ByHand(hydraulics=False, base=np.array([0, 0, 0, roll, pitch, 0]))
    state = excavator.pose(m)
    q = coordinates(state)
    q[3:5] = roll, pitch
    vdot, multipliers, _ = by_hand.accelerations(0.0, q, np.zeros(12), PRESSURES)
    assert state["swing.acceleration"] == pytest.approx(vdot[6], rel=1e-9)
    assert abs(vdot[6]) > 5e-3  # the mass centre is 44.5 mm off the axis only
    # ground axes: R times the reaction in axes of the undercarriage
    R = ca.Function("R", [z := ca.SX.sym("z", 12)], [ByHand.positions(z)[1][0]])(q).full()
    force = R @ [state[f"parked.force_on_child_{k}"] for k in "xyz"]
    assert force == pytest.approx(-multipliers[:3], rel=1e-9)
    # at rest, with everything held, it is the weight and nothing else
    locked = excavator.mechanism(roll=roll, pitch=pitch)
    for joint in ("swing", "boom_pin", "arm_pin", "rocker_pin"):
        locked.drive(joint, state[f"{joint}.angle"])
    still = locked.assemble(guess={pin: state[f"{pin}.angle"] for pin in PINS})
    force = R @ [still[f"parked.force_on_child_{k}"] for k in "xyz"]
    assert force == pytest.approx([0, 0, 36322.144 * 9.81], abs=1e-4)
    run = m.simulate(state, 0.5)
    assert abs(run["swing.angle"][-1]) > 2e-4
    assert run.energy_error < 1e-3


def test_a_loaded_bucket_needs_more_force(start: State, machine: biela.Mechanism) -> None:
    """800 kg in the bucket: forces and reactions grow as virtual work says."""
    load = 800.0
    m = excavator.mechanism(load=load)
    for name in CYLINDERS:
        m.thruster(name, *excavator.line(m, name))
    state, thrusts = held(excavator.pose(m))
    _, empty = held(start)
    assert state["parked.force_on_child_z"] == pytest.approx((36322.144 + load) * 9.81, rel=1e-9)
    # virtual work with the boom pin alone: everything beyond it turns as one body
    arm = state["payload.x"] - state["boom.x"] - (-3.036 * np.cos(-0.552058) - 0.547 * np.sin(-0.552058))
    more = load * 9.81 * arm / 1.4553
    assert thrusts[0] - empty[0] == pytest.approx(more, rel=1e-4)
