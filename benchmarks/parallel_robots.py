"""From positions to efforts along a trajectory: parallel robots, whole trajectories in one compiled call.

    python benchmarks/parallel_robots.py [--quick]

At each sample: positions with all loops closed (Newton's method from the sample before), velocities, accelerations and
motor efforts. Beside it, where the package is installed, Pinocchio and MuJoCo do the equivalent work on the same machine
in this same run:

- Pinocchio on the 3-RRR: the tree, positions by Newton steps on its constraint Jacobian, velocities and accelerations from
  the same Jacobian, `rnea`, and the projection onto the motors; its C++ functions, NumPy for the small linear systems.
- MuJoCo on the 3-RRR: the tree with `connect` constraints, `mj_inverse` at the positions, velocities and accelerations that
  biela found. Its constraints are soft: positions cannot be found by it, and the efforts are those of the tree; they are
  projected with the constraint Jacobian. So it does less work, and is shown for scale.

Both are driven from Python, as they are used; CPU time a sample.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices: threads of a linear algebra library only wait

from collections.abc import Callable
from typing import Any

import numpy as np

from _common import arguments, measure, print_table
from biela import deg
from biela.library import five_bar, stewart_gough, three_rrr
from biela.mechanism import motion
from biela.mechanism.mechanism import Mechanism
from biela.simulation.inverse import _start
from biela.simulation.trajectory.task import Task, actuate
from biela.simulation.trajectory.tracking import Tracker

GRAVITY = (0.0, -9.81, 0.0)


def compiled_case(machine: Mechanism, told: dict[str, Any], guess: Any) -> tuple[Any, ...]:
    """A tracker ready to go: everything derived and compiled, the start assembled."""
    machine = machine.edit()
    task = Task(machine, told)
    names = actuate(machine, None, task)
    tracker = Tracker(machine, task.outputs, names)
    start = _start(machine, task, 0.0, guess, np.zeros(0))
    return tracker, task, start, np.zeros(len(machine.actuators)), np.zeros(0)


def time_biela(case: tuple[Any, ...], duration: float, samples: int, repeats: int) -> tuple[Any, Any]:
    tracker, task, start, u, p = case
    t = np.linspace(0.0, duration, samples + 1)
    told = task.targets(t)
    paths: list[Any] = []

    def work(_: None) -> None:
        paths[:] = [tracker.track(t, lambda times: told if times is t else task.targets(times), start, u, p)]

    work(None)  # warm
    timing, _ = measure(lambda: None, work, repeats)
    return timing.per(samples + 1), paths[0]


def pinocchio_rrr(path: Any, samples: int) -> tuple[Callable[[None], None], list[Any]] | None:
    """The same trajectory of the 3-RRR with Pinocchio."""
    try:
        import pinocchio as pin
    except ImportError:
        return None
    model = pin.Model()
    model.gravity.linear = np.array(GRAVITY)
    side = np.sqrt(3) * three_rrr.PLATFORM_RADIUS
    L = three_rrr.LINK
    arm = pin.Inertia(three_rrr.LINK_MASS, np.array([L / 2, 0, 0]), np.diag(three_rrr.LINK_INERTIA))
    plate = pin.Inertia(three_rrr.PLATFORM_MASS, np.array([0, three_rrr.PLATFORM_RADIUS, 0]), np.diag(three_rrr.PLATFORM_INERTIA))
    ends = []
    order = []
    for k in range(3):
        turn = k * 120 * deg
        at = three_rrr.BASE_RADIUS * np.array([np.sin(turn), -np.cos(turn), 0.0])
        R = pin.utils.rotate("z", turn)
        first = model.addJoint(0, pin.JointModelRZ(), pin.SE3(R, at), f"shoulder_{k + 1}")
        model.appendBodyToJoint(first, arm, pin.SE3.Identity())
        second = model.addJoint(first, pin.JointModelRZ(), pin.SE3(np.eye(3), np.array([L, 0, 0])), f"elbow_{k + 1}")
        model.appendBodyToJoint(second, arm, pin.SE3.Identity())
        order += [f"shoulder_{k + 1}", f"elbow_{k + 1}"]
        ends.append(second)
        if k == 0:
            wrist = model.addJoint(second, pin.JointModelRZ(), pin.SE3(np.eye(3), np.array([L, 0, 0])), "wrist_1")
            model.appendBodyToJoint(wrist, plate, pin.SE3.Identity())
            order.append("wrist_1")
    tip = pin.SE3(np.eye(3), np.array([L, 0, 0]))
    tips = [model.addFrame(pin.Frame(f"tip_{k}", ends[k], tip, pin.FrameType.OP_FRAME)) for k in (1, 2)]
    corners = [
        model.addFrame(
            pin.Frame(
                f"corner_{k}", wrist, pin.SE3(np.eye(3), side * np.array([np.sin(a), np.cos(a), 0.0])), pin.FrameType.OP_FRAME
            )
        )
        for k, a in ((1, 30 * deg), (2, -30 * deg))
    ]
    data = model.createData()
    motors = [order.index(f"shoulder_{k}") for k in (1, 2, 3)]
    passive = [i for i in range(7) if i not in motors]
    W = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    columns = [path["order"].index(name) for name in order]
    q0 = path["q"][0][columns]
    told, rate, curve = path["told"]

    def rows(q: Any) -> tuple[Any, Any]:
        pin.computeJointJacobians(model, data, q)
        pin.updateFramePlacements(model, data)
        gap = np.concatenate([(data.oMf[c].translation - data.oMf[f].translation)[:2] for c, f in zip(corners, tips, strict=True)])
        G = np.vstack(
            [
                (pin.getFrameJacobian(model, data, c, W) - pin.getFrameJacobian(model, data, f, W))[:2]
                for c, f in zip(corners, tips, strict=True)
            ]
        )
        return gap, G

    out: list[Any] = []

    def work(_: None) -> None:
        out.clear()
        q, v, a = q0.copy(), np.zeros(7), np.zeros(7)
        h = path["t"][1] - path["t"][0]
        for k in range(samples + 1):
            if k:
                q = q + h * v + 0.5 * h * h * a
            q[motors] = told[k]
            for _attempt in range(8):
                gap, G = rows(q)
                if np.abs(gap).max() < 1e-13:
                    break
                q[passive] -= np.linalg.solve(G[:, passive], gap)
            v, a = np.zeros(7), np.zeros(7)
            v[motors] = rate[k]
            v[passive] = -np.linalg.solve(G[:, passive], G[:, motors] @ rate[k])
            pin.forwardKinematics(model, data, q, v, a)
            drift = np.concatenate(
                [
                    (
                        pin.getFrameClassicalAcceleration(model, data, c, W).linear
                        - pin.getFrameClassicalAcceleration(model, data, f, W).linear
                    )[:2]
                    for c, f in zip(corners, tips, strict=True)
                ]
            )
            a[motors] = curve[k]
            a[passive] = -np.linalg.solve(G[:, passive], drift + G[:, motors] @ curve[k])
            tau = pin.rnea(model, data, q, v, a)
            forces = np.linalg.solve(G[:, passive].T, tau[passive])
            out.append(tau[motors] - G[:, motors].T @ forces)

    return work, out


def mujoco_rrr(path: Any, samples: int) -> tuple[Callable[[None], None], list[Any]] | None:
    """Tree inverse dynamics by mj_inverse and projection of the closure, at motions that are given."""
    try:
        import mujoco
    except ImportError:
        return None
    side = np.sqrt(3) * three_rrr.PLATFORM_RADIUS
    L, m, i = three_rrr.LINK, three_rrr.LINK_MASS, " ".join(map(str, three_rrr.LINK_INERTIA))
    inertial = f'<inertial pos="{L / 2} 0 0" mass="{m}" diaginertia="{i}"/>'
    plate = " ".join(map(str, three_rrr.PLATFORM_INERTIA))
    legs, order = "", []
    for k in range(3):
        turn = 120.0 * k
        x, y = three_rrr.BASE_RADIUS * np.array([np.sin(np.radians(turn)), -np.cos(np.radians(turn))])
        order += [f"shoulder_{k + 1}", f"elbow_{k + 1}"]
        platform = ""
        if k == 0:
            order.append("wrist_1")
            corners = "".join(
                f'<site name="corner_{n}" pos="{side * np.sin(a)} {side * np.cos(a)} 0"/>'
                for n, a in ((1, 30 * deg), (2, -30 * deg))
            )
            platform = (
                f'<body name="platform" pos="{L} 0 0"><joint name="wrist_1" axis="0 0 1"/><inertial pos="0 '
                f'{three_rrr.PLATFORM_RADIUS} 0" mass="{three_rrr.PLATFORM_MASS}" diaginertia="{plate}"/>{corners}</body>'
            )
        legs += (
            f'<body pos="{x} {y} 0" euler="0 0 {turn}"><joint name="shoulder_{k + 1}" axis="0 0 1"/>{inertial}'
            f'<body pos="{L} 0 0"><joint name="elbow_{k + 1}" axis="0 0 1"/>{inertial}<site name="tip_{k}" pos="{L} 0 0"/>'
            f"{platform}</body></body>"
        )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="degree" autolimits="true"/><option gravity="0 -9.81 0"/><worldbody>{legs}</worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    columns = [path["order"].index(name) for name in order]
    motors = [order.index(f"shoulder_{k}") for k in (1, 2, 3)]
    passive = [i for i in range(7) if i not in motors]
    q, v, a = (path[key][:, columns] for key in ("q", "v", "a"))
    sites = [(model.site(f"corner_{n}").id, model.site(f"tip_{n}").id) for n in (1, 2)]
    out: list[Any] = []
    J1, J2 = np.zeros((3, 7)), np.zeros((3, 7))

    def work(_: None) -> None:
        out.clear()
        for k in range(samples + 1):
            data.qpos[:], data.qvel[:], data.qacc[:] = q[k], v[k], a[k]
            mujoco.mj_inverse(model, data)
            rows = []
            for corner, tip in sites:
                mujoco.mj_jacSite(model, data, J1, None, corner)
                mujoco.mj_jacSite(model, data, J2, None, tip)
                rows.append((J1 - J2)[:2])
            G = np.vstack(rows)
            tau = data.qfrc_inverse
            forces = np.linalg.solve(G[:, passive].T, tau[passive])
            out.append(tau[motors] - G[:, motors].T @ forces)

    return work, out


def main() -> None:
    parser = arguments(__doc__)
    quick = parser.parse_args().quick
    samples, repeats = (2000, 5) if quick else (20000, 9)
    rrr = three_rrr.build(gravity=GRAVITY)
    turning = {
        "shoulder_1": motion.polynomial(30 * deg, 6 * deg), "shoulder_2": motion.polynomial(30 * deg, 4 * deg),
        "shoulder_3": motion.polynomial(30 * deg, 5 * deg, 1 * deg),
    }  # fmt: skip
    told = {
        "platform": motion.pose(
            x=motion.sine(0.1, 2.0), y=motion.sine(0.05, 1.3), z=2.0 + motion.sine(0.1, 1.5), roll=motion.sine(0.1, 1.2),
            pitch=motion.sine(0.05, 0.9), yaw=motion.sine(0.05, 1.0),
        )
    }  # fmt: skip
    legs = {f"cylinder_{i}": motion.sine(0.05, 1 + 0.1 * i) for i in range(1, 7)}
    five = {"left_shoulder": 120 * deg + motion.sine(30 * deg, 2 * np.pi), "right_shoulder": 60 * deg - motion.sine(20 * deg, 4.2)}
    elbows = {"left_elbow": -75 * deg, "right_elbow": 75 * deg}
    table, numbers = [], {}
    cases = (
        ("five_bar", "five-bar, cranks told", five_bar.build(gravity=GRAVITY), five, elbows, 2.0),
        ("three_rrr", "3-RRR, shoulders told", rrr, turning, three_rrr.GUESS, 2.0),
        ("stewart_gough", "Stewart-Gough, platform told", stewart_gough.build(), told, None, 1.0),
        ("stewart_gough_legs", "Stewart-Gough, legs told", stewart_gough.build(), legs, None, 1.0),
    )  # fmt: skip
    kept: Any = None
    for key, label, machine, how, guess, duration in cases:
        case = compiled_case(machine, how, guess)
        timing, path = time_biela(case, duration, samples, repeats)
        numbers[f"{key}_us"] = timing.cpu * 1e6
        per = f"{path.evaluations / (samples + 1):.2f}"
        table.append([label, "biela", f"{timing.cpu * 1e6:.2f}", f"{timing.wall * 1e6:.2f}", per, ""])
        if key == "three_rrr":
            kept = (case, path)
    (tracker, task, *_), path = kept
    links = tracker.mechanism.topology.links
    order = [link.joint.name for link in links]
    n_q = len(order)
    few = min(samples, 2000)
    stored = {
        "t": path.t, "q": path.x[:, :n_q], "v": path.x[:, n_q : 2 * n_q], "a": path.vdot, "order": order,
        "told": task.targets(path.t),
    }  # fmt: skip
    for name, make in (("pinocchio", pinocchio_rrr), ("mujoco", mujoco_rrr)):
        made = make(stored, few)
        if made is None:
            table.append(["3-RRR, shoulders told", name, "not installed", "", "", ""])
            continue
        work, out = made
        timing, _ = measure(lambda: None, work, 2 if quick else 3)
        each = timing.per(few + 1)
        error = np.abs(np.array(out) - path.effort[: few + 1]).max() / np.abs(path.effort).max()
        numbers[f"{name}_three_rrr_us"] = each.cpu * 1e6
        numbers[f"{name}_difference"] = error
        what = "3-RRR, shoulders told" if name == "pinocchio" else "3-RRR, motion given"
        table.append([what, name, f"{each.cpu * 1e6:.2f}", f"{each.wall * 1e6:.2f}", "", f"{error:.1e}"])
    header = ["trajectory", "by", "CPU [µs/sample]", "wall [µs/sample]", "evaluations", "efforts differ"]
    print_table(f"Position to effort, {samples + 1} samples", header, table)
    print("\nparallel_robots: " + " ".join(f"{key}={value:.4g}" for key, value in numbers.items()))


if __name__ == "__main__":
    main()
