"""The machine in Pinocchio: joints as chains of its elementary joints, loops welded through a body cut in two.

Pinocchio orders twists [linear; angular] and quaternions (x, y, z, w). A loop is closed in its own terms: the child of
the closing joint is cut in two, one part stays in the tree, the other hangs on the closing joint, and a weld (6-D
constraint) joins them again. Every joint, the closing one included, then has coordinates and accelerations to compare.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pinocchio as pin
from machine_data import GROUND, Array, MachineData, inverse
from unrolled import Motion, Step, part_name, shares, unrolled

ANGULAR_FIRST = [3, 4, 5, 0, 1, 2]
"""Reorders [linear; angular] to [angular; linear], and back."""

GROUND_PART = pin.Inertia(1.0, np.array([0.1, -0.2, 0.3]), np.diag([0.2, 0.3, 0.4]))
"""Of a part cut off the ground: welded to it again, its inertia is never felt, but the free part must have one."""


class PinocchioTwin:
    """Pinocchio's model of a machine. Velocities and efforts are by joint, in the order of the description."""

    def __init__(self, machine: MachineData):
        self.machine = machine
        self.model = pin.Model()
        self.model.gravity.linear = machine.gravity
        self.steps = unrolled(machine)
        self.places: dict[str, tuple[int, Any]] = {GROUND: (0, pin.SE3.Identity())}  # body → joint, pose in its frame
        self.joints: dict[str, list[int]] = {}  # Pinocchio's joints of every joint of ours
        for step in self.steps:
            self._add(step)
        self.data = self.model.createData()
        self.q = self._configuration()
        self.T = self._velocity_map()
        pin.forwardKinematics(self.model, self.data, self.q)
        pin.computeJointJacobians(self.model, self.data, self.q)
        self.welds = [
            (*self._frame(part_name(joint), joint.X_child), *self._frame(joint.child, joint.X_child)) for joint in machine.closing
        ]

    def _add(self, step: Step) -> None:
        joint, offset = self._frame(step.inner, step.X_inner)
        chain = []
        for motion in step.motions:
            joint = self.model.addJoint(joint, _joint_model(motion, step.joint.lead), offset, f"{step.joint.name}_{len(chain)}")
            offset = pin.SE3.Identity()
            chain.append(joint)
        self.joints[step.joint.name] = chain
        self.places[step.outer] = joint, offset * pin.SE3(inverse(step.X_outer))
        self.model.appendBodyToJoint(joint, self._inertia(step), self.places[step.outer][1])

    def _inertia(self, step: Step) -> Any:
        """Of the outer body, or of the part of it that is left or cut off."""
        whole = step.joint.child if step.joint.closes else step.outer
        if whole == GROUND:
            return GROUND_PART
        body, share = self.machine.bodies[whole], shares(self.machine)[step.outer]
        return pin.Inertia(share * body.mass, body.com, share * body.tensor)

    def _frame(self, body: str, X_body: Array) -> tuple[int, Any]:
        """Joint that carries a body, and the pose of a frame of the body in it."""
        joint, X_joint = self.places[body]
        return joint, X_joint * pin.SE3(X_body)

    def _configuration(self) -> Array:
        q = pin.neutral(self.model)
        for step in self.steps:
            X_step = step.pose(self.machine.q[step.joint.name])
            for motion, joint in zip(step.motions, self.joints[step.joint.name], strict=True):
                at = self.model.idx_qs[joint]
                if motion.kind == "fly":
                    q[at : at + 7] = pin.SE3ToXYZQUAT(pin.SE3(X_step))
                elif motion.kind == "ball":
                    q[at : at + 4] = pin.Quaternion(X_step[:3, :3]).coeffs()
                else:
                    q[at] = self.machine.q[step.joint.name][motion.entry]
        return q

    def _velocity_map(self) -> Array:
        """T with v_pinocchio = T v; accelerations map alike."""
        T = np.zeros((self.model.nv, self.model.nv))
        for step in self.steps:
            columns = self.machine.freedoms[step.joint.name]
            for motion, joint in zip(step.motions, self.joints[step.joint.name], strict=True):
                at = self.model.idx_vs[joint]
                if motion.kind == "fly":
                    T[at : at + 6, columns] = step.twist_map(self.machine.q[step.joint.name])[ANGULAR_FIRST]
                elif motion.kind == "ball":
                    T[at : at + 3, columns] = step.twist_map(self.machine.q[step.joint.name])
                else:
                    T[at, columns.start + motion.entry] = 1.0
        return T

    # trees ---------------------------------------------------------------------------------------------------------

    def mass_matrix(self) -> Array:
        upper = np.triu(pin.crba(self.model, self.data, self.q))
        return self.T.T @ (upper + np.triu(upper, 1).T) @ self.T

    def inverse_dynamics(self, v: Array, vdot: Array) -> Array:
        return self.T.T @ pin.rnea(self.model, self.data, self.q, self.T @ v, self.T @ vdot)

    def forward_dynamics(self, v: Array, efforts: Array) -> Array:
        tau = np.linalg.solve(self.T.T, efforts)
        return np.linalg.solve(self.T, pin.aba(self.model, self.data, self.q, self.T @ v, tau))

    # loops ---------------------------------------------------------------------------------------------------------

    def weld_jacobian(self) -> Array:
        """Twist [linear; angular] of each cut-off part relative to its body, in the frame of the closing joint."""
        rows = []
        for part, X_part, body, X_body in self.welds:
            J = [
                X.toActionMatrixInverse() @ pin.getJointJacobian(self.model, self.data, joint, pin.LOCAL)
                for joint, X in ((part, X_part), (body, X_body))
            ]
            rows.append(J[0] - J[1])
        return np.vstack(rows)

    @property
    def redundancy(self) -> int:
        """Weld rows that say nothing new."""
        s = self._singular_values()
        return len(s) - int(np.count_nonzero(s > 1e-9))

    @property
    def is_regular(self) -> bool:
        """Whether all weld rows are well independent: near a singular position any engine loses digits, as cond(J)²."""
        s = self._singular_values()
        return bool(s[-1] > 1e-2 * s[0])

    def _singular_values(self) -> Array:
        J = self.weld_jacobian() @ self.T
        return np.linalg.svd(np.vstack([J.T, np.zeros((max(0, len(J) - J.shape[1]), len(J)))]), compute_uv=False)

    def admissible(self, v: Array) -> Array:
        """The nearest velocities that keep the loops closed."""
        _, s, Vt = np.linalg.svd(self.weld_jacobian() @ self.T)
        free = Vt[np.count_nonzero(s > 1e-9) :]
        return free.T @ (free @ v)

    def constrained_dynamics(self, v: Array, efforts: Array, mu: float = 1e-9, iterations: int = 20) -> Array:
        """Accelerations with the welds closed, by the proximal solver, which copes with redundant welds.

        Each iteration shrinks the error by μ/(μ + λ), with λ > 0 the least non-zero eigenvalue of J M⁻¹ Jᵀ: far fewer
        than twenty are needed when λ is well above μ. Reference: Carpentier, Budhiraja & Mansard (2021), *Proximal and
        sparse resolution of constrained dynamic equations*, Robotics: Science and Systems.
        """
        models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        for part, X_part, body, X_body in self.welds:
            weld = pin.RigidConstraintModel(pin.ContactType.CONTACT_6D, self.model, part, X_part, body, X_body, pin.LOCAL)
            models.append(weld)
            datas.append(weld.createData())
        data, settings = self.model.createData(), pin.ProximalSettings(1e-14, mu, iterations)
        pin.initConstraintDynamics(self.model, data, models, datas)
        tau = np.linalg.solve(self.T.T, efforts)
        vdot = pin.constraintDynamics(self.model, data, self.q, self.T @ v, tau, models, datas, settings)
        return np.linalg.solve(self.T, vdot)

    def joint_wrenches(self, v: Array, vdot: Array, efforts: Array) -> dict[str, Array]:
        """Wrench [moment; force] of every joint on its child, at the child's joint frame; welds must not be redundant.

        The welds carry what inverse dynamics at the true accelerations leaves over, Jᵀ λ = M v̇ + h − τ; with λ applied
        to the parts and −λ to their bodies, the recursion's wrenches are those of the joints.
        """
        v, vdot, tau = self.T @ v, self.T @ vdot, np.linalg.solve(self.T.T, efforts)
        left_over = pin.rnea(self.model, self.data, self.q, v, vdot) - tau
        multipliers = np.linalg.lstsq(self.weld_jacobian().T, left_over, rcond=None)[0].reshape(-1, 6)
        external = [pin.Force.Zero() for _ in range(self.model.njoints)]
        for (part, X_part, body, X_body), multiplier in zip(self.welds, multipliers, strict=True):
            external[part] += X_part.act(pin.Force(multiplier))
            external[body] -= X_body.act(pin.Force(multiplier))
        forces = pin.StdVec_Force()
        forces.extend(external)
        pin.rnea(self.model, self.data, self.q, v, vdot, forces)
        wrenches = {}
        for step in self.steps:
            if step.motions:
                on_outer = self.data.f[self.joints[step.joint.name][-1]]
                on_child = on_outer if step.outward else -pin.SE3(step.pose(self.machine.q[step.joint.name])).act(on_outer)
                wrenches[step.joint.name] = on_child.vector[ANGULAR_FIRST]
        return wrenches


def _joint_model(motion: Motion, lead: float) -> Any:
    match motion.kind:
        case "turn":
            return pin.JointModelRevoluteUnaligned(motion.axis)
        case "slide":
            return pin.JointModelPrismaticUnaligned(motion.axis)
        case "screw":
            return pin.JointModelHelicalUnaligned(motion.axis, lead)
        case "ball":
            return pin.JointModelSpherical()
        case "fly":
            return pin.JointModelFreeFlyer()
    raise ValueError(motion.kind)
