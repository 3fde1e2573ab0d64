"""The three worked mechanisms of "Inverse dynamics of parallel robots: a tutorial with Lie algebra".

Revista Iberoamericana de Automática e Informática industrial. The article's curves are lost and some of its formulas are
misprinted; the tables below were computed independently (adjoint formulation, checked by differences, by power and by a
reduced Lagrangian). Beside them stands the tutorial's own method in NumPy (`lie_tutorial`), which shares nothing with
biela's equations. Symmetric motions hide wrong signs, so each robot also moves asymmetrically, with and without gravity.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import casadi as ca
import numpy as np
import pytest
from lie_tutorial import PLANE, Faults, Trajectory, Tutorial

import biela
from biela import deg
from biela.base.errors import DeadPoint, UnderActuated, UnderDetermined
from biela.library import five_bar, spatial_four_bar, three_rrr
from biela.mechanism.mechanism import Mechanism

G = (0.0, -9.81, 0.0)
SHOULDERS = ("left_shoulder", "right_shoulder")
FIVE_GUESS = dict(zip((*SHOULDERS, "left_elbow", "right_elbow"), np.array([120, 60, -74.46, 74.46]) * deg, strict=True))
MOTORS = ("shoulder_1", "shoulder_2", "shoulder_3")
PASSIVE_ANGLES = ("rocker_pivot.angle", "universal.angle_1", "universal.angle_2")
PASSIVE = ("elbow_1", "wrist_1", "elbow_2", "elbow_3")  # 2, 3, 5, 7 of the article

FIVE_BAR = [
    # t, θ3 [°], θ4 [°], θ̈3, θ̈4 [rad/s²], τ2, τ5 without gravity [µN·m], with gravity [mN·m]
    (0.5, -95.317369, 94.835309, 0.521589, -0.691210, -12.050414, 23.092869, -10.186541, 10.126089),
    (1.0, -109.055467, 105.818308, 0.782939, -0.989450, -29.742747, 41.618403, -11.179303, 10.828876),
]
FOUR_BAR = [
    # t [s], θ4, θ3u, θ3 [°], rates [°/s], accelerations [°/s²], τ [µN·m]
    (0.0, 112.774067, 0, 97.581969, 0, -18.947368, 0, 0.243518, 0, 0.834027, 0),
    (7.5, 119.263159, -65.875528, 108.833753, 1.629411, -2.238135, 1.704637, 0.161202, 0.624825, -0.131390, 3.934287),
    (15.0, 133.982963, -72.428741, 115.916375, 2.0, 0, 0, -0.067378, 0.180834, -0.277491, -1.481190),
    (22.5, 145.788512, -65.875528, 108.833753, 1.050151, 2.238135, -1.704637, -0.148938, 0.624825, -0.131390, -2.750633),
    (30.0, 149.643964, 0, 97.581969, 0, 18.947368, 0, -0.133473, 0, 0.834027, 0),
    (45.0, 133.982963, 72.428741, 115.916375, -2.0, 0, 0, -0.067378, -0.180834, -0.277491, 1.481190),
    (60.0, 112.774067, 0, 97.581969, 0, -18.947368, 0, 0.243518, 0, 0.834027, 0),
]  # fmt: skip
THREE_RRR = [
    # t, elbows [°], wrist_1 [°], rates [°/s], accelerations [°/s²], torque [mN·m]
    (0.0, 120.000000, -150.000000, 0, -27.818182, -3.363773, 9.479725, -0.225189),
    (0.5, 119.624289, -162.960123, -1.435564, -24.401490, -2.537870, 4.844587, -0.048976),
    (1.0, 118.602166, -174.664032, -2.635636, -22.603333, -2.326266, 2.552596, 0.036069),
    (1.5, 116.992300, -185.714776, -3.811810, -21.726771, -2.421500, 1.017944, 0.103499),
    (2.0, 114.771675, -196.508106, -5.100563, -21.561722, -2.781557, -0.371719, 0.184798),
    (2.5, 111.848162, -207.401456, -6.654007, -22.156278, -3.513432, -2.121219, 0.320735),
    (3.0, 108.031031, -218.851777, -8.738509, -23.901747, -5.022668, -5.251851, 0.629369),
]  # fmt: skip
THREE_RRR_ASKEW = [
    # t, platform centre [mm], angle [°], passive accelerations [°/s²], τ without gravity [mN·m], with gravity [N·m]
    (0.0, (0.0, 0.0), 0.0, (-3.016056, 4.863430, -1.036209, -2.995903), (-0.250793, -0.257788, 0.763068),
     (1.238868, -1.920481, 0.681867)),
    (1.0, (-0.320125, 4.035775), -17.907381, (-3.101750, 1.578661, -0.854912, -3.180800),
     (-0.083926, -0.187041, 0.991661), (1.125723, -1.931091, 0.823683)),
    (2.0, (2.441860, 10.630338), -37.354369, (-4.371393, -0.645582, -1.317382, -4.996956),
     (-0.097586, -0.062431, 1.413524), (1.040074, -1.931669, 0.985019)),
]  # fmt: skip

Motion = Callable[[Any], tuple[Any, ...]]


def askew_five(t: Any) -> tuple[Any, ...]:
    return (120 + 30 * ca.sin(t)) * deg, (60 - 20 * ca.sin(1.5 * t)) * deg


def askew_three(t: Any) -> tuple[Any, ...]:
    return (30 + 6 * t) * deg, (30 + 4 * t) * deg, (30 + 5 * t + t**2) * deg


def even_three(t: Any) -> tuple[Any, ...]:
    return (30 + 6 * t) * deg, (30 + 6 * t) * deg, (30 + 6 * t) * deg


ROBOTS: dict[str, Any] = {"five-bar": (SHOULDERS, askew_five, FIVE_GUESS), "3-RRR": (MOTORS, askew_three, three_rrr.GUESS)}


def along(joints: tuple[str, ...], motion: Motion) -> dict[str, Callable[[Any], Any]]:
    """One function of time for each joint."""
    return {joint: (lambda t, k=k: motion(t)[k]) for k, joint in enumerate(joints)}


def derivatives(motion: Motion) -> Callable[[float], tuple[Any, Any, Any]]:
    """Position, rate and acceleration as numbers."""
    t = ca.SX.sym("t")
    q = ca.vertcat(*motion(t))
    f = ca.Function("motion", [t], [q, ca.jacobian(q, t), ca.jacobian(ca.jacobian(q, t), t)])
    return lambda time: tuple(np.array(value).ravel() for value in f(time))  # type: ignore[return-value]


def tutorial(m: Mechanism, joints: tuple[str, ...], faults: Faults | None = None, *, all_rows: bool = False) -> Tutorial:
    plane = {joint.name: PLANE for joint in m.topology.cut if joint.type.kind == "revolute"}
    return Tutorial(m, joints, None if all_rows else plane, faults)


def by_tutorial(method: Tutorial, motion: Motion, t: Any, guess: dict[str, Any]) -> Trajectory:
    start = np.concatenate([np.atleast_1d(guess.get(link.joint.name, np.zeros(link.joint.type.n_v))) for link in method.links])
    return method.run(derivatives(motion), np.asarray(t, float), start.astype(float))


@cache
def askew_run(robot: str, gravity: bool) -> Any:
    if robot == "five-bar":
        m = five_bar.build(gravity=G if gravity else (0, 0, 0))
        return m, m.inverse_dynamics(along(SHOULDERS, askew_five), 1.0, samples=1000, guess=FIVE_GUESS)
    m = three_rrr.build(gravity=G if gravity else (0, 0, 0))
    return m, m.inverse_dynamics(along(MOTORS, askew_three), 2.0, samples=2000, guess=three_rrr.GUESS)


def drives(run: Any, joints: tuple[str, ...]) -> np.ndarray:
    return np.array([run[f"{joint}_drive.effort"] for joint in joints]).T


# ----------------------------------------------------------------------------------------------------- five-bar


def test_five_bar_start_takes_two_corrections() -> None:
    """From the printed angles, 0.08 mm open, to θ3 = −74.427004°, closed to 1e-12 m (the table itself: test_five_bar)."""
    method = tutorial(five_bar.build(), SHOULDERS)
    start = np.array([120, 60, -74.46, 74.46]) * deg
    assert np.linalg.norm(method.at(start, np.zeros(4)).Phi) == pytest.approx(0.08e-3, abs=0.005e-3)
    q, corrections = method.close(start)
    assert corrections <= 3
    assert q[2:] / deg == pytest.approx([-74.427004, 74.427004], abs=1e-6)
    assert np.abs(method.at(q, np.zeros(4)).Phi).max() < 1e-12
    found = five_bar.start(five_bar.build())
    assert found["left_elbow.angle"] == pytest.approx(q[2], abs=1e-12)
    rho = method.rho(method.at(q, np.zeros(4)))
    assert rho == pytest.approx(np.array([[-1.099678, 0.385393], [0.385393, -1.099678]]), abs=1e-6)


@pytest.mark.parametrize("gravity", [False, True])
def test_five_bar_askew(gravity: bool) -> None:
    _, run = askew_run("five-bar", gravity)
    for t, left, right, left_acc, right_acc, *torques in FIVE_BAR:
        k = round(t * 1000)
        assert run.t[k] == pytest.approx(t)
        assert [run["left_elbow.angle"][k] / deg, run["right_elbow.angle"][k] / deg] == pytest.approx([left, right], abs=1e-6)
        found = [run["left_elbow.acceleration"][k], run["right_elbow.acceleration"][k]]
        assert found == pytest.approx([left_acc, right_acc], abs=1e-6)
        expected = np.array(torques[2:]) * 1e-3 if gravity else np.array(torques[:2]) * 1e-6
        assert drives(run, SHOULDERS)[k] == pytest.approx(expected, abs=1e-9 if gravity else 1e-12)


def test_five_bar_over_a_whole_cycle() -> None:
    """2π s of the symmetric motion: ranges of angles and torque."""
    m = five_bar.build()
    motion = along(SHOULDERS, lambda t: ((120 + 30 * ca.sin(t)) * deg, (60 - 30 * ca.sin(t)) * deg))
    run = m.inverse_dynamics(motion, 2 * np.pi, samples=4000, guess=FIVE_GUESS)
    elbow, torque = run["left_elbow.angle"] / deg, drives(run, SHOULDERS)[:, 0] * 1e6
    assert [elbow.min(), elbow.max()] == pytest.approx([-117.8233, -30.0], abs=1e-4)
    assert np.abs(run["left_elbow.rate"]).max() == pytest.approx(0.777691, abs=1e-6)
    assert [torque.min(), torque.max()] == pytest.approx([-31.5395, 12.2418], abs=1e-4)
    assert run["right_elbow.angle"] == pytest.approx(-run["left_elbow.angle"], abs=1e-11)
    # the article's claim that cranks turn fastest holds for the links, not for the joints
    coupler = np.abs(run["left_shoulder.rate"] + run["left_elbow.rate"])
    assert coupler[run.t <= 1].max() == pytest.approx(0.254, abs=1e-3)


def test_five_bar_closed_by_all_five_rows() -> None:
    """The three rows out of the plane are redundant: the pseudo-inverse gives the same ρ and torques (check 11)."""
    m = five_bar.build(gravity=G)
    few, all_five = tutorial(m, SHOULDERS), tutorial(m, SHOULDERS, all_rows=True)
    t = np.linspace(0, 1, 6)
    a, b = (by_tutorial(method, askew_five, t, FIVE_GUESS) for method in (few, all_five))
    assert all_five.at(b.theta[3], b.rate[3]).Phi_theta.shape == (5, 4)
    for k in range(6):
        rho = [method.rho(method.at(r.theta[k], r.rate[k])) for method, r in ((few, a), (all_five, b))]
        assert rho[0] == pytest.approx(rho[1], rel=1e-10, abs=1e-12)
    assert a.efforts == pytest.approx(b.efforts, rel=1e-10)
    _, run = askew_run("five-bar", True)
    assert drives(run, SHOULDERS)[::200] == pytest.approx(b.efforts, rel=1e-7)


def test_too_few_motors_are_refused() -> None:
    """More unknowns than closures: told or actuated by one shoulder alone, the five-bar still moves (check 11)."""
    m = five_bar.build()
    motion = along(SHOULDERS, askew_five)
    with pytest.raises(UnderDetermined, match="1 degree of freedom|elbow|shoulder"):
        m.inverse_dynamics({"left_shoulder": motion["left_shoulder"]}, 1.0, guess=FIVE_GUESS)
    with pytest.raises(UnderActuated, match="elbow|shoulder"):
        m.inverse_dynamics(motion, 1.0, guess=FIVE_GUESS, actuated=["left_shoulder"])


# --------------------------------------------------------------------------------------------------- R-S-U-R four-bar


@cache
def four_bar_run(gravity: tuple[float, float, float]) -> Any:
    m = spatial_four_bar.build(gravity=gravity)
    turn = biela.polynomial(90 * deg, 6 * deg)
    return m.inverse_dynamics({"crank_pivot": turn}, 60.0, samples=6000, guess=spatial_four_bar.GUESS)


def test_four_bar_table() -> None:
    run = four_bar_run((0, 0, 0))
    names = ("rocker_pivot.angle", "universal.angle_1", "universal.angle_2", "rocker_pivot.rate", "universal.rate_1",
             "universal.rate_2", "rocker_pivot.acceleration", "universal.acceleration_1", "universal.acceleration_2")  # fmt: skip
    for t, *values, torque in FOUR_BAR:
        k = round(t * 100)
        assert [run[name][k] / deg for name in names] == pytest.approx(values, abs=1e-6)
        assert run["crank_pivot_drive.effort"][k] * 1e6 == pytest.approx(torque, abs=1e-6)


def test_four_bar_closed_form_at_6000_samples() -> None:
    """25000 + 36000 cos θ4 − 12000 sin θ2 sin θ4 = 0 (mm²), to 1e-9 rad; back at the start after a turn (check 6)."""
    run = four_bar_run((0, 0, 0))
    assert len(run.t) == 6001
    a, b = 36000.0, -12000 * np.sin(run["crank_pivot.angle"])
    expected = np.arctan2(b, a) + np.arccos(-25000 / np.hypot(a, b))
    assert np.abs(run["rocker_pivot.angle"] - expected).max() < 1e-9
    for name in PASSIVE_ANGLES:
        assert run[name][-1] == pytest.approx(run[name][0], abs=1e-9)
    assert run["crank_pivot.angle"][-1] == pytest.approx(450 * deg)


def test_four_bar_peak_torque_is_micronewton_metres() -> None:
    """3.943 µN·m ± 0.1 % at 7.23 s and 52.77 s (check 14). The article's "close to 6 N·m" would be a million times more."""
    run = four_bar_run((0, 0, 0))
    torque = run["crank_pivot_drive.effort"]
    peak = np.abs(torque).argmax()
    assert abs(torque[peak]) == pytest.approx(3.943e-6, rel=1e-3)
    assert abs(torque[peak]) == pytest.approx(3.94284e-6, abs=0.00001e-6)
    assert min(abs(run.t[peak] - 7.23), abs(run.t[peak] - 52.77)) < 0.02
    assert np.trapezoid(torque, run.t) / 60 == pytest.approx(0.0, abs=1e-12)  # a conservative machine
    assert np.abs(run["universal.rate_1"]).max() == pytest.approx(0.330694, abs=1e-6)
    assert np.abs(run["universal.acceleration_1"]).max() == pytest.approx(0.073429, abs=1e-6)
    ranges = ((112.774, 149.644), (-72.429, 72.429), (97.582, 115.916))
    for name, (low, high) in zip(PASSIVE_ANGLES, ranges, strict=True):
        assert [run[name].min() / deg, run[name].max() / deg] == pytest.approx([low, high], abs=1e-3)


@pytest.mark.parametrize(("axis", "peak", "sample", "value"), [(1, 0.231637, 15.0, -0.231626), (2, 0.122625, 0.0, 0.122625)])
def test_four_bar_against_gravity(axis: int, peak: float, sample: float, value: float) -> None:
    run = four_bar_run(tuple(-9.81 * np.eye(3)[axis]))
    torque = run["crank_pivot_drive.effort"]
    assert [torque.min(), torque.max()] == pytest.approx([-peak, peak], abs=1e-6)
    assert torque[round(sample * 100)] == pytest.approx(value, abs=1e-6)


def test_four_bar_at_two_radians_a_second() -> None:
    m = spatial_four_bar.build()
    run = m.inverse_dynamics({"crank_pivot": biela.polynomial(90 * deg, 2.0)}, 1.0, samples=4, guess=spatial_four_bar.GUESS)
    assert run["crank_pivot_drive.effort"][[1, 2, 4]] * 1e3 == pytest.approx([1.211508, 1.203989, -1.206064], abs=1e-6)


# -------------------------------------------------------------------------------------------------------- 3-RRR


@cache
def even_run(gravity: bool) -> Any:
    m = three_rrr.build(gravity=G if gravity else (0, 0, 0))
    return m.inverse_dynamics(along(MOTORS, even_three), 3.0, samples=3000, guess=three_rrr.GUESS)


def test_three_rrr_table() -> None:
    run = even_run(False)
    for t, elbow, wrist, elbow_rate, wrist_rate, elbow_acc, wrist_acc, torque in THREE_RRR:
        k = round(t * 1000)
        levels = ("angle", "rate", "acceleration")
        found = [run[f"{joint}.{what}"][k] / deg for what in levels for joint in ("elbow_1", "wrist_1")]
        assert found == pytest.approx([elbow, wrist, elbow_rate, wrist_rate, elbow_acc, wrist_acc], abs=1e-6)
        assert drives(run, MOTORS)[k] * 1e3 == pytest.approx([torque] * 3, abs=1e-6)


def test_three_rrr_symmetry() -> None:
    """Three legs alike to 1e-10, the centre at rest, the platform turned by −62.820746° (check 7)."""
    run = even_run(False)
    for k in (2, 3):
        for what in ("angle", "rate", "acceleration"):
            assert np.abs(run[f"elbow_{k}.{what}"] - run[f"elbow_1.{what}"]).max() < 1e-10
    torques = drives(run, MOTORS)
    assert np.abs(torques - torques[:, :1]).max() < 1e-10 * np.abs(torques).max()
    assert max(np.abs(run["centre.x"]).max(), np.abs(run["centre.y"]).max()) < 1e-10
    assert run["platform.yaw"][-1] / deg == pytest.approx(-62.820746, abs=1e-6)


def test_three_rrr_even_motion_against_gravity() -> None:
    torques = drives(even_run(True), MOTORS)
    assert torques[0] == pytest.approx([1.238894, -1.920448, 0.680879], abs=1e-6)
    assert torques[-1] == pytest.approx([1.039390, -2.117045, 1.079543], abs=1e-6)


@pytest.mark.parametrize("gravity", [False, True])
def test_three_rrr_askew(gravity: bool) -> None:
    _, run = askew_run("3-RRR", gravity)
    for t, centre, angle, accelerations, light, heavy in THREE_RRR_ASKEW:
        k = round(t * 1000)
        assert [run["centre.x"][k] * 1e3, run["centre.y"][k] * 1e3] == pytest.approx(centre, abs=1e-6)
        assert run["platform.yaw"][k] / deg == pytest.approx(angle, abs=1e-6)
        assert [run[f"{j}.acceleration"][k] / deg for j in PASSIVE] == pytest.approx(accelerations, abs=1e-6)
        expected, rounding = (np.array(heavy), 1e-6) if gravity else (np.array(light) * 1e-3, 1e-9)
        assert drives(run, MOTORS)[k] == pytest.approx(expected, abs=rounding)


# ------------------------------------------------------------------------------------------- every robot, askew


@pytest.mark.parametrize("robot", ["five-bar", "3-RRR"])
@pytest.mark.parametrize("gravity", [False, True])
def test_two_formulations_agree(robot: str, gravity: bool) -> None:
    """biela's multipliers against the tutorial's virtual power, to 1e-7 relative (check 10)."""
    m, run = askew_run(robot, gravity)
    joints, motion, guess = ROBOTS[robot]
    other = by_tutorial(tutorial(m, joints), motion, run.t[::100], guess)
    torques = drives(run, joints)[::100]
    assert np.abs(torques - other.efforts).max() < 1e-7 * np.abs(other.efforts).max()
    for k, name in enumerate(other.names):
        assert run[f"{name}.acceleration"][::100] == pytest.approx(other.acceleration[:, k], abs=1e-7)


EVERY = ("five-bar, weightless", "five-bar, heavy", "3-RRR, weightless", "3-RRR, heavy", "R-S-U-R", "R-S-U-R, heavy")


def each_run() -> dict[str, tuple[Any, tuple[str, ...]]]:
    runs = {f"{robot}, {'heavy' if g else 'weightless'}": (askew_run(robot, g)[1], joints)
            for robot, joints in (("five-bar", SHOULDERS), ("3-RRR", MOTORS)) for g in (False, True)}  # fmt: skip
    return runs | {"R-S-U-R": (four_bar_run((0, 0, 0)), ("crank_pivot",)), "R-S-U-R, heavy": (four_bar_run(G), ("crank_pivot",))}


@pytest.mark.parametrize("name", ["five-bar, heavy", "3-RRR, weightless", "R-S-U-R"])
def test_rates_and_accelerations_are_derivatives(name: str) -> None:
    """Against central differences of the level before; the error falls as h² (check 8)."""
    run, _ = each_run()[name]
    step = float(run.t[1] - run.t[0])
    for joint in run.mechanism.joints.values():
        if joint.type.quaternion is not None:
            continue
        for q, v in zip(joint.type.coordinates, joint.type.rates, strict=True):
            for below, above in ((q.name, v.name), (v.name, v.name.replace("rate", "acceleration"))):
                values, slope = run[f"{joint.name}.{below}"], run[f"{joint.name}.{above}"]
                errors = []
                for n in (1, 2, 4):
                    difference = (values[2 * n :] - values[: -2 * n]) / (2 * n * step)
                    errors.append(np.abs(difference - slope[n:-n]).max())
                assert errors[0] < 3e-6 * max(1.0, np.abs(slope).max())
                assert errors[0] < 1e-8 or errors[2] / errors[1] == pytest.approx(4.0, rel=0.1), joint.name


@pytest.mark.parametrize("name", EVERY)
def test_power_of_the_motors_is_the_rate_of_energy(name: str) -> None:
    """τᵀ θ̇ = d(T + U)/dt, by central differences of fourth order (check 9)."""
    run, joints = each_run()[name]
    step = float(run.t[1] - run.t[0])
    power = sum(run[f"{joint}_drive.effort"] * run[f"{joint}.rate"] for joint in joints)
    e = run["machine.energy"]
    slope = (8 * (e[3:-1] - e[1:-3]) - (e[4:] - e[:-4])) / (12 * step)
    noise = 4e-16 * np.abs(e).max() / step
    assert np.abs(slope - power[2:-2]).max() < 1e-6 * np.abs(power).max() + noise


@pytest.mark.parametrize("robot", ["five-bar", "3-RRR"])
@pytest.mark.parametrize("how", ["trajectory", "run"])
def test_dead_points_stop_the_motion(robot: str, how: str) -> None:
    """Driven beyond their reach the robots stop there, and say where; a pseudo-inverse alone returns garbage (check 12)."""
    if robot == "3-RRR":  # stretched at 23.0888°, after 1.152 s
        m, dead, guess, joint = three_rrr.build(), 1.15187, three_rrr.GUESS, "wrist_1"
        motion = {name: biela.polynomial(30 * deg, -6 * deg) for name in MOTORS}
    else:  # cranks fall outwards until the couplers are in line: 2 · 0.1 = 0.15 + 2 · 0.04 cos θ_right
        m, guess, joint = five_bar.build(base=0.15), FIVE_GUESS, "elbow"
        dead = (60 - np.degrees(np.arccos((0.2 - 0.15) / 0.08))) / 10
        rates = {"left_shoulder": (120 * deg, 10 * deg), "right_shoulder": (60 * deg, -10 * deg)}
        motion = {name: biela.polynomial(*rates[name]) for name in SHOULDERS}
    with pytest.raises(DeadPoint, match=rf"dead point.*{joint}") as error:
        if how == "trajectory":
            m.inverse_dynamics(motion, 3.0, guess=guess)
        else:
            for name, function in motion.items():
                m.drive(name, function)
            m.simulate(m.assemble(guess=guess), 3.0)
    stopped = float(str(error.value).split("t = ")[1].split(" s")[0])
    assert stopped == pytest.approx(dead, abs=2e-5)
