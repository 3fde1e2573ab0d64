"""The functions of a machine that are compiled, by name. All take (t, x, u, p) and, some, extra vectors.

| name | extras | outputs |
|---|---|---|
| rates | | ẋ |
| fused | | ẋ, and what `residual` gives |
| residual | | largest |Φ| (with quaternion norm errors), largest |Φ̇|; rows that nearly vanish count more |
| project | | x after one Newton step of position and velocity projection in the mass metric |
| reconstruct | mask | x after one Newton step that moves only the masked (dependent) coordinates |
| constraint_jacobian | | G |
| closure | | Φ, Φ̇, G and γ of all rows, also those that carry no equation |
| retract | ξ | q ⊕ ξ |
| tangent_rate | ξ, η | dexp⁻¹ |
| jacobian | | ∂ẋ/∂x, ∂ẋ/∂t, and ẋ |
| factors | J, d | L and U of d − J, and how far their pivots can be trusted; no entries where that would be too long |
| solution | factors, b | k with L U k = b |
| motion | | ẋ of the mechanism alone, states of networks at rest; see `biela.equations.interface` for this and the next |
| interface | v̇ | y, which the networks see of the mechanism, and ẏ |
| network_rates | y | ż of the networks alone; their z takes the place of x |
| network_jacobian | y, ẏ | ∂ż/∂z, dż/dt at fixed z, and ż |
| network_factors, network_solution | | as factors and solution, of ∂ż/∂z |
| network_guess | | solutions of the implicit equations of networks, from their guesses |
| input_jacobian | | ∂ẋ/∂u |
| tangent | | N of q̇ = N v, Ṅ, G and ∂Φ̇/∂q; 1 for rows with a residual, 0 for those that constrain velocities alone |
| mass_matrix | | M |
| accelerations | | v̇, λ |
| coordinates | | coordinates of all joints, tree and cut, in the order of the description; their rates; Jacobian of the rates |
| events | | event functions |
| bodies | | one column per body: its rotation (column-major) and position in the ground, and its twist, in its own axes |
| inverse_dynamics | v̇ | tree efforts τ that produce v̇, loads included |
| reactions | | for each joint and coupling of two frames: its wrench as the solver has it, its two frames; T and G of all rows |
| energies | | kinetic energy, and all energy that the machine holds |
| position, velocity, dynamics | | all signals of that level |
| directional | seed of (x, u, p, t) | derivatives of ẋ and of all signals, level by level, in that direction |
| adjoint | seeds of ẋ and of the signals | (∂(ẋ, signals)/∂(x, u, p))ᵀ times them |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import casadi as ca

from biela.equations.augmented_lagrangian import AugmentedSolver
from biela.equations.constraints import coordinate
from biela.equations.dynamics import Dynamics
from biela.equations.forward_dynamics import ConstrainedSolver
from biela.equations.kinematics import jacobian_matrix, jacobian_row
from biela.equations.loads import law_value
from biela.equations.mass_matrix import dense
from biela.equations.model import column
from biela.equations.redundancy import squared_gains
from biela.equations.signals import SignalView
from biela.equations.sparse_factors import SparseFactors
from biela.mechanism.load.user import takes_time
from biela.mechanism.sensor import DYNAMICS

Built = tuple[dict[str, ca.SX], dict[str, ca.SX]]
"""Extra inputs, and outputs, by name."""


def function(dynamics: Dynamics, name: str, events: Sequence[Callable[[SignalView], ca.SX]] = ()) -> ca.Function:
    """Return the CasADi function of that name; `events`: functions of signals whose sign changes are events."""
    extras, outputs = _events(dynamics, events) if name == "events" else BUILDERS[name](dynamics)
    return dynamics.model.function(name, outputs, extras)


def _residual(d: Dynamics) -> ca.SX:
    position = velocity = ca.SX(0)
    for row, gain in zip(d.rows, squared_gains(d.rows), strict=True):
        position = ca.fmax(position, gain * row.residual**2)
        velocity = ca.fmax(velocity, gain * row.rate**2)
    position, velocity = ca.sqrt(position), ca.sqrt(velocity)
    for link in d.model.links:
        if link.type.quaternion is not None:
            q = d.model.q[link.q][link.type.quaternion : link.type.quaternion + 4]
            position = ca.fmax(position, ca.fabs(ca.dot(q, q) - 1))
    return ca.vertcat(position, velocity)


def _reconstruct(d: Dynamics) -> Built:
    mask = ca.SX.sym("mask", d.model.n_v)
    solver = ConstrainedSolver(None, [r.jacobian for r in d.rows], mask, d.pivoting, [r.owner for r in d.rows])
    return {"mask": mask}, {"x_new": _corrected(d, solver)}


def _corrected(d: Dynamics, solver: AugmentedSolver | ConstrainedSolver | None) -> ca.SX:
    """Return x with positions moved by −(∂Φ)⁺ Φ, velocities by −G⁺ Φ̇, quaternions normalised."""
    m = d.model
    q, v = m.q, m.v
    if solver is not None:
        dq = ca.vertcat(*solver.correction([-row.residual for row in d.rows]))
        dv = ca.vertcat(*solver.correction([-row.rate for row in d.rows]))
        q, v = q + m.layout.position_rate(m.q, dq), v + dv * solver.trust
    return ca.vertcat(m.layout.normalise(q), v, m.s)


def _of_tangent(d: Dynamics, name: str, outputs: Callable[[ca.SX], dict[str, ca.SX]]) -> Built:
    """Build a function that takes an extra vector of the size of v."""
    vector = ca.SX.sym(name, d.model.n_v)
    return {name: vector}, outputs(vector)


def _closure(d: Dynamics) -> Built:
    residual, rate, gamma = (column(getattr(r, part) for r in d.all_rows) for part in ("residual", "rate", "gamma"))
    return {}, {"residual": residual, "rate": rate, "G": jacobian_matrix(d.all_rows, d.model.n_v), "gamma": gamma}


def _tangent_rate(d: Dynamics) -> Built:
    xi, eta = ca.SX.sym("xi", d.model.n_v), ca.SX.sym("eta", d.model.n_v)
    parts = [link.type.tangent_rate(xi[link.v], eta[link.v]) for link in d.model.links if link.type.n_v]
    return {"xi": xi, "eta": eta}, {"rate": ca.vertcat(*parts)}


def _factors(slopes: ca.SX) -> Built:
    n = slopes.size1()
    J, shift = ca.SX.sym("J", n, n), ca.SX.sym("d")
    plan = SparseFactors(slopes.sparsity())
    if not plan.worthwhile:
        return {"J": J, "d": shift}, {"factors": ca.SX(0, 1), "margin": ca.SX(0)}
    entries = slopes + 0  # a copy: constants as such, what varies from the kernel of the Jacobian
    for k, (i, j) in enumerate(zip(*slopes.sparsity().get_triplet(), strict=True)):
        if not slopes.nz[k].is_constant():
            entries[i, j] = J[i, j]
    factors, margin = plan.factor(entries, shift)
    return {"J": J, "d": shift}, {"factors": factors, "margin": margin}


def _solution(slopes: ca.SX) -> Built:
    n = slopes.size1()
    plan = SparseFactors(slopes.sparsity())
    factors, b = ca.SX.sym("factors", plan.count if plan.worthwhile else 0), ca.SX.sym("b", n)
    return {"factors": factors, "b": b}, {"k": plan.solve(factors, b) if plan.worthwhile else b}


def _of_networks(d: Dynamics, build: Callable[[ca.SX], Built]) -> Built:
    """Build a function of the networks alone; their states take the place of x."""
    extras, outputs = build(d.interface.jacobian)
    return {"x": d.interface.z, **extras}, outputs


def _network_jacobian(d: Dynamics) -> Built:
    cut, ydot = d.interface, ca.SX.sym("ydot", d.interface.y.numel())
    return {"x": cut.z, "y": cut.y, "ydot": ydot}, {"dx": cut.jacobian, "dt": cut.slope(ydot), "zdot": cut.rates}


def _tangent(d: Dynamics) -> Built:
    m = d.model
    qdot = d.kinematics.position_rate()
    N = ca.jacobian(qdot, m.v)
    Ndot = ca.reshape(ca.jtimes(ca.vec(N), m.q, qdot), N.shape)
    slopes = ca.jacobian(column(row.rate for row in d.rows), m.q)
    holonomic = column(ca.SX(float(row.holonomic)) for row in d.rows)
    return {}, {"N": N, "Ndot": Ndot, "G": jacobian_matrix(d.rows, m.n_v), "D": slopes, "holonomic": holonomic}


def _coordinates(d: Dynamics) -> Built:
    m = d.model
    motions, rows = [], []
    for joint in m.mechanism.joints.values():
        if not joint.type.n_q:
            continue  # an empty part of one single coordinate would count as a row
        motions.append(d.joint_motion(joint.name))
        of_rates = (coordinate(d.kinematics, d.cut, joint.name, k)[2] for k in range(joint.type.n_v))
        rows += [jacobian_row(row, m.n_v) for row in of_rates]
    q, v = (ca.vertcat(*parts) for parts in zip(*motions, strict=True)) if motions else (ca.SX(), ca.SX())
    return {}, {"q": q, "v": v, "J": ca.vertcat(*rows)}


def _reactions(d: Dynamics) -> Built:
    r = d.reactions
    wrenches = ca.horzcat(*(r.solved_wrenches.get(name, ca.SX.zeros(6)) for name in r.carriers))
    units = [ca.vertcat(*(unit.get(name, ca.SX(6, 1)) for name in r.carriers)) for unit in r.unit_wrenches]
    T, G = ca.horzcat(ca.SX(6 * len(r.carriers), 0), *units), jacobian_matrix(d.all_rows, d.model.n_v)
    return {}, {"wrenches": wrenches, "parents": r.frames(0), "children": r.frames(1), "T": T, "G": G}


def _events(d: Dynamics, events: Sequence[Callable[[SignalView], ca.SX]]) -> Built:
    view = SignalView(d, DYNAMICS)
    values = []
    for event in events:
        when = getattr(event, "when", None)
        law = when if callable(when) and takes_time(when) else event
        values.append(law_value(d.model, law, view, getattr(event, "label", "event")))
    return {}, {"g": ca.vertcat(*values)}


def _signals(d: Dynamics, *levels: int) -> Any:
    return ca.vertcat(*(signal.value() for level in levels for signal in d.signals.values() if signal.level == level))


def _directional(d: Dynamics) -> Built:
    m, values = d.model, _signals(d, 0, 1, 2)
    known = ca.vertcat(m.x, m.u, m.p, m.t)
    seed = ca.SX.sym("seed", known.numel())
    both = ca.jtimes(ca.vertcat(d.rates, values), known, seed)
    return {"seed": seed}, {"xdot": both[: m.x.numel()], "signals": both[m.x.numel() :]}


def _adjoint(d: Dynamics) -> Built:
    m, values = d.model, _signals(d, 0, 1, 2)
    of_rates, of_signals = ca.SX.sym("of_rates", m.x.numel()), ca.SX.sym("of_signals", values.numel())
    known, unknown = ca.vertcat(m.x, m.u, m.p), ca.vertcat(d.rates, values)
    result = ca.jtimes(unknown, known, ca.vertcat(of_rates, of_signals), True)
    return {"of_rates": of_rates, "of_signals": of_signals}, {"result": result}


BUILDERS: dict[str, Callable[[Dynamics], Built]] = {
    "rates": lambda d: ({}, {"xdot": d.rates}),
    "fused": lambda d: ({}, {"xdot": d.rates, "residual": _residual(d)}),
    "residual": lambda d: ({}, {"residual": _residual(d)}),
    "project": lambda d: ({}, {"x_new": _corrected(d, d.corrector)}),
    "reconstruct": _reconstruct,
    "constraint_jacobian": lambda d: ({}, {"G": jacobian_matrix(d.rows, d.model.n_v)}),
    "closure": _closure,
    "retract": lambda d: _of_tangent(d, "xi", lambda xi: {"q_new": d.model.layout.retract(d.model.q, xi)}),
    "tangent_rate": _tangent_rate,
    "jacobian": lambda d: ({}, {"dx": d.state_jacobian, "dt": ca.jacobian(d.rates, d.model.t), "xdot": d.rates}),
    "factors": lambda d: _factors(d.state_jacobian),
    "solution": lambda d: _solution(d.state_jacobian),
    "motion": lambda d: ({}, {"xdot": d.interface.motion}),
    "interface": lambda d: _of_tangent(d, "vdot", lambda a: {"y": d.interface.values, "ydot": d.interface.y_rate(a)}),
    "network_rates": lambda d: ({"x": d.interface.z, "y": d.interface.y}, {"zdot": d.interface.rates}),
    "network_jacobian": _network_jacobian,
    "network_factors": lambda d: _of_networks(d, _factors),
    "network_solution": lambda d: _of_networks(d, _solution),
    "network_guess": lambda d: ({}, {"guess": d.networks.guesses}),
    "input_jacobian": lambda d: ({}, {"du": ca.jacobian(d.rates, d.model.u)}),
    "tangent": _tangent,
    "mass_matrix": lambda d: ({}, {"M": dense(d.mass_matrix)}),
    "accelerations": lambda d: ({}, {"vdot": d.vdot, "multipliers": column(d.multipliers)}),
    "inverse_dynamics": lambda d: _of_tangent(d, "vdot", lambda a: {"efforts": d.efforts_for(a)}),
    "coordinates": _coordinates,
    "bodies": lambda d: ({}, {"motion": d.body_motions()}),
    "reactions": _reactions,
    "energies": lambda d: ({}, {"energies": column(d.signals[f"machine.{name}"].value() for name in ("kinetic_energy", "energy"))}),
    "position": lambda d: ({}, {"signals": _signals(d, 0)}),
    "velocity": lambda d: ({}, {"signals": _signals(d, 1)}),
    "dynamics": lambda d: ({}, {"signals": _signals(d, 2)}),
    "directional": _directional,
    "adjoint": _adjoint,
}
