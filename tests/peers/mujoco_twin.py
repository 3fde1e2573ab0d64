"""The machine in MuJoCo: every body with the elementary joints of its chain, its frame at the end of the chain.

MuJoCo has no screw (here a hinge and a slide that move together) and lets only bodies of the world fly (here three
slides and a ball). The velocity of a ball is in body axes, quaternions are (w, x, y, z).
"""

from __future__ import annotations

from xml.etree import ElementTree

import mujoco
import numpy as np
from machine_data import FREEDOMS, GROUND, Array, MachineData, X, Y, Z, inverse, pose
from unrolled import Step, unrolled


class MujocoTwin:
    """MuJoCo's model of a tree at the configuration of the description; vectors by joint, in its order.

    Its velocities are v' = T v and its accelerations v̇' = T v̇ + c, so that M = Tᵀ M' T and h = Tᵀ (h' + M' c).
    """

    def __init__(self, machine: MachineData):
        self.machine = machine
        self.steps = unrolled(machine)
        self.model = mujoco.MjModel.from_xml_string(self._description())
        self.data = mujoco.MjData(self.model)
        self.T = np.zeros((self.model.nv, sum(FREEDOMS[joint.kind] for joint in machine.joints)))
        for step in self.steps:
            if step.motions:
                first = self.model.joint(f"{step.joint.name}_0")
                values, rows = _placed(step, machine.q[step.joint.name])
                self.data.qpos[first.qposadr[0] :][: len(values)] = values
                self.T[first.dofadr[0] :, machine.freedoms[step.joint.name]][: len(rows)] = rows

    def _description(self) -> str:
        root = ElementTree.Element("mujoco")
        ElementTree.SubElement(root, "compiler", angle="radian")
        ElementTree.SubElement(root, "option", gravity=_text(self.machine.gravity))
        elements = {GROUND: ElementTree.SubElement(root, "worldbody")}
        ends = {GROUND: np.eye(4)}  # where the chain that carries a body ends, in the body
        for step in self.steps:
            start = inverse(ends[step.inner]) @ step.X_inner
            body = ElementTree.SubElement(elements[step.inner], "body", _where(start))
            for kind, axis in _joints(step):
                ElementTree.SubElement(body, "joint", name=f"{step.joint.name}_{len(body)}", type=kind, axis=_text(axis))
            data = self.machine.bodies[step.outer]
            central = inverse(step.X_outer) @ pose(data.axes, data.com)
            ElementTree.SubElement(body, "inertial", _where(central), mass=repr(data.mass), diaginertia=_text(data.moments))
            elements[step.outer], ends[step.outer] = body, step.X_outer
        return ElementTree.tostring(root, encoding="unicode")

    def mass_matrix(self) -> Array:
        mujoco.mj_forward(self.model, self.data)
        return self.T.T @ self._times_mass(self.T)

    def bias_force(self, v: Array) -> Array:
        """Efforts that hold v̇ = 0 against gravity and inertia."""
        self.data.qvel[:] = self.T @ v
        mujoco.mj_forward(self.model, self.data)
        c = np.zeros(self.model.nv)
        for step in self.steps:
            if step.joint.kind == "free":  # r' = R v':  r̈' = R v̇' + R (ω' × v')
                q = self.machine.q[step.joint.name]
                V = step.twist_map(q) @ v[self.machine.freedoms[step.joint.name]]
                at = self.model.joint(f"{step.joint.name}_0").dofadr[0]
                c[at : at + 3] = step.pose(q)[:3, :3] @ np.cross(V[:3], V[3:])
        return self.T.T @ (self.data.qfrc_bias + self._times_mass(c[:, None])[:, 0])

    def _times_mass(self, columns: Array) -> Array:
        out = np.zeros_like(columns)
        for k, column in enumerate(columns.T):
            product = np.zeros(self.model.nv)
            mujoco.mj_mulM(self.model, self.data, product, np.ascontiguousarray(column))
            out[:, k] = product
        return out


def _joints(step: Step) -> list[tuple[str, Array]]:
    """MuJoCo's joints of a chain: type and axis."""
    joints: list[tuple[str, Array]] = []
    for motion in step.motions:
        match motion.kind:
            case "turn":
                joints += [("hinge", motion.axis)]
            case "slide":
                joints += [("slide", motion.axis)]
            case "screw":
                joints += [("hinge", motion.axis), ("slide", motion.axis)]
            case "ball":
                joints += [("ball", Z)]
            case "fly":
                joints += [("slide", X), ("slide", Y), ("slide", Z), ("ball", Z)]
    return joints


def _placed(step: Step, q: Array) -> tuple[list[float], list[Array]]:
    """Coordinates of MuJoCo's joints of a chain, and their rows of T."""
    values: list[float] = []
    rows: list[Array] = []
    for motion in step.motions:
        if motion.kind in ("ball", "fly"):
            V, X_step = step.twist_map(q), step.pose(q)  # V: [angular; linear] in the axes of the chain's end
            values += [*(X_step[:3, 3] if motion.kind == "fly" else []), *_quaternion(X_step)]
            rows += [*(X_step[:3, :3] @ V[3:] if motion.kind == "fly" else []), *V[:3]]
        else:
            for factor in (1.0, step.joint.lead) if motion.kind == "screw" else (1.0,):
                values.append(factor * q[motion.entry])
                rows.append(factor * np.eye(FREEDOMS[step.joint.kind])[motion.entry])
    return values, rows


def _where(X_AB: Array) -> dict[str, str]:
    return {"pos": _text(X_AB[:3, 3]), "quat": _text(_quaternion(X_AB))}


def _quaternion(X_AB: Array) -> Array:
    q = np.zeros(4)
    mujoco.mju_mat2Quat(q, np.ascontiguousarray(X_AB[:3, :3]).ravel())
    return q / np.linalg.norm(q)


def _text(numbers: Array) -> str:
    return " ".join(repr(float(x)) for x in numbers)
