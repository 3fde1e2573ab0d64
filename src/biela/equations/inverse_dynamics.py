"""Inverse dynamics: the joint efforts that produce a given motion."""

from __future__ import annotations

import casadi as ca

from biela.equations.kinematics import Kinematics
from biela.equations.model import GROUND
from biela.lie import wrench


def inverse_dynamics(kinematics: Kinematics, vdot: ca.SX | None, applied: dict[int, ca.SX]) -> tuple[ca.SX, list[ca.SX]]:
    """Compute joint efforts by the recursive Newton-Euler algorithm, in body frames.

        F_B = M_B A_B + ad*(V_B) M_B V_B − F_applied + Σ_C Ad*(X_BC) F_C        (1)
        τ   = Sᵀ F_B                                                           (2)

    Gravity enters as an upward acceleration of the ground. The cost is linear in the number of bodies.

    Parameters
    ----------
    vdot : (n_v,) joint accelerations [rad/s², m/s²]; None for zero
    applied : external wrench on a link, in its own frame [N·m, N], by link index

    Returns
    -------
    efforts : (n_v,) joint efforts [N·m for rotation, N for translation]
    wrenches : for each link, the wrench its parent exerts on it through the joint, in the link's frame

    References
    ----------
    Featherstone (2008), ch. 5; Lynch & Park (2017), §8.3
    """
    model = kinematics.model
    A = kinematics.accelerations(vdot, ca.vertcat(ca.SX.zeros(3), -model.gravity))

    F: list[ca.SX] = []
    for i, link in enumerate(model.links):
        V = kinematics.twist(i)
        F_B = link.inertia.apply(A[i]) + wrench.dual_bracket(V, link.inertia.apply(V))  # (1)
        F.append(F_B - applied[i] if i in applied else F_B)

    # inboard: each joint carries everything beyond it
    efforts = [ca.SX(0)] * model.n_v
    for i in reversed(range(len(model.links))):
        link = model.links[i]
        for k in range(link.type.n_v):
            efforts[link.v.start + k] = ca.dot(kinematics.S[i][:, k], F[i])  # (2)
        if link.parent != GROUND:
            F[link.parent] = F[link.parent] + wrench.to_parent(kinematics.X[i], F[i])  # (1)
    if vdot is not None:
        for i, inertia in model.rotors.items():
            efforts[i] = efforts[i] + inertia * vdot[i]
    return (ca.vertcat(*efforts) if efforts else ca.SX(0, 1)), F
