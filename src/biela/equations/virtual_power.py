"""Parts of the other ways to inverse dynamics: link Jacobians for virtual power, mass matrix and bias, motion of the bodies.

Virtual power (the way of the tutorial): with the twists V_i = J_i θ̇ of all links as functions of the actuated rates θ̇,

    τ = Σ_i J_iᵀ (M_i A_i + ad*(V_i) M_i V_i − F_i)                                                                  (1)

where A_i is the acceleration of link i and F_i the wrench on it, its weight included: here gravity is a load like others,
not an acceleration of the ground.
"""

from __future__ import annotations

import casadi as ca

from biela.equations.dynamics import Dynamics
from biela.equations.kinematics import jacobian_row
from biela.equations.mass_matrix import dense
from biela.lie import wrench


def virtual_power_function(d: Dynamics) -> ca.Function:
    """Return (t, x, u, p, v̇) → F (6 × links): what each link needs; J (6 links × n_v): its Jacobian; efforts of loads on joints."""
    m = d.model
    vdot = ca.SX.sym("vdot", m.n_v)
    A = d.kinematics.accelerations(vdot, ca.SX.zeros(6))
    wrenches, jacobians = [], []
    for i, link in enumerate(m.links):
        V, inertia = d.kinematics.twist(i), link.inertia
        g = ca.SX(d.kinematics.pose(i).rotation).T @ m.gravity
        weight = ca.vertcat(ca.cross(ca.SX(inertia.moment), g), inertia.mass * g)  # m Rᵀ g at the centre of mass
        needed = inertia.apply(A[i]) + wrench.dual_bracket(V, inertia.apply(V)) - weight
        wrenches.append(needed - d.loads.wrenches[i] if i in d.loads.wrenches else needed)
        # J_i of the tree: V_i = J_i v, column by column Ad(X_ij) S_j for the joints j that carry link i
        units = ca.horzsplit(ca.densify(ca.SX.eye(6)))
        jacobians += [jacobian_row(d.kinematics.generalised_force(i, unit), m.n_v) for unit in units]
    efforts = list(d.loads.efforts)
    for i, rotor in m.rotors.items():
        efforts[i] = efforts[i] - rotor * vdot[i]
    results = {"F": ca.horzcat(*wrenches), "links": ca.vertcat(*jacobians), "loads": ca.vertcat(*efforts)}
    return m.function("virtual_power", results, {"vdot": vdot})


def projected_function(d: Dynamics) -> ca.Function:
    """Return (t, x, u, p) → M, h − τ: mass matrix and bias force, loads included."""
    bias = d.bias_force - ca.vertcat(*d.loads.efforts)
    return d.model.function("projected", {"M": dense(d.mass_matrix), "bias": bias})


def body_motion_function(d: Dynamics) -> ca.Function:
    """Return (t, x, u, p, v̇) → `Dynamics.body_motions`."""
    vdot = ca.SX.sym("vdot", d.model.n_v)
    return d.model.function("body_motion", {"motion": d.body_motions(vdot)}, {"vdot": vdot})
