"""Reactions: what joints, couplings and drives transmit, also where rigid bodies alone do not determine it.

Constraint k acts with −C_k λ_k on its frame b and with the opposite on a; what that does to the joints of the tree follows
inwards by equilibrium. All wrenches together are linear in the multipliers of all rows,

    W = W₀ + T λ                                                                                       (1)

λ is unique up to self-stresses z with Gᵀ z = 0: rows that carry no equation (out of the plane of a planar loop), and
rows that repeat each other on the closed loops (Bennett's linkage). A self-stress loads the joints of a loop against each
other and moves nothing. Among all λ that the motion allows, the one reported makes the wrenches smallest,

    min Σ |f|² + |m|²/ℓ²   over all joints and couplings,  λ = λ₀ + Z y                                  (2)

with m about the origin of the child's joint frame and ℓ the longest link. The minimum does not depend on λ₀, and so not on
which joint was cut nor on which rows were believed. Z has the unit vector of each row without equation, and for each
row k that depends on others what the solver leaves of it, e_k − A⁺A e_k with A = G M⁻¹ Gᵀ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from biela.base.locks import cached_property
from biela.equations.inverse_dynamics import inverse_dynamics
from biela.equations.kinematics import Pair
from biela.equations.mass_matrix import SparseRows, back_solve, factorise, half_solve
from biela.equations.model import GROUND
from biela.lie import wrench
from biela.lie.symbol import as_symbol
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.rows import carriers
from biela.mechanism.size import longest_link

if TYPE_CHECKING:
    from biela.equations.constraints import ConstraintRow, CutJoint
    from biela.equations.dynamics import Dynamics

Wrenches = dict[str, ca.SX]


class ReactionEquations:
    """Wrenches and efforts of all constraints of a machine, at the symbols of its model."""

    def __init__(self, dynamics: Dynamics):
        self.dynamics = dynamics
        self.model, self.kinematics = dynamics.model, dynamics.kinematics
        self.mechanism = dynamics.model.mechanism
        self.length, self.carriers = longest_link(self.mechanism), carriers(self.mechanism)

    @cached_property
    def solved(self) -> list[ca.SX]:
        """λ₀ of all rows: those of the solver, which skips dependent rows; zero for rows without equation."""
        solved = iter(self.dynamics.multipliers)
        return [next(solved) if active else ca.SX(0) for active in self.dynamics.active]

    @cached_property
    def multipliers(self) -> list[ca.SX]:
        """λ of all rows, with the smallest wrenches (2)."""
        columns, idle = self._self_stresses
        if not columns:
            return self.solved
        base, T = self.solved_wrenches, self.unit_wrenches
        weight = ca.SX(np.array([1 / self.length] * 3 + [1.0] * 3))
        # wrenches of each self-stress, and of λ₀, in the metric of (2)
        stresses: list[Wrenches] = []
        for z in columns:
            total: Wrenches = {}
            for k, value in z.items():
                for name, unit in T[k].items():
                    total[name] = total.get(name, 0) + weight * unit * value
            stresses.append(total)
        powers = [-sum((ca.dot(F, weight * base[name]) for name, F in total.items()), ca.SX(0)) for total in stresses]
        rest = {i: value for i, value in enumerate(powers) if not as_symbol(value).is_zero()}
        if not rest:  # a planar machine, loaded in its plane
            return self.solved
        H: SparseRows = [{} for _ in stresses]
        for i, a in enumerate(stresses):
            for j, b in enumerate(stresses[: i + 1]):
                shared = [ca.dot(a[name], b[name]) for name in a if name in b]
                entry = sum(shared, idle[i] if i == j else ca.SX(0))
                if shared and not ca.SX(entry).is_zero():
                    H[i][j] = entry
        factors = factorise(H)
        y = back_solve(factors, half_solve(factors, rest))
        out = list(self.solved)
        for z, amount in zip(columns, y, strict=True):
            for k, value in z.items():
                out[k] = out[k] + value * amount
        return out

    @cached_property
    def _self_stresses(self) -> tuple[list[dict[int, ca.SX]], list[ca.SX]]:
        """Columns of Z, row → entry; and for each 1 where the column is empty after all, else 0."""
        active = self.dynamics.active
        columns: list[dict[int, ca.SX]] = [{k: ca.SX(1)} for k, on in enumerate(active) if not on]
        idle: list[ca.SX] = [ca.SX(0)] * len(columns)
        if not self.dynamics.redundancy.repeated:
            return columns, idle
        places = [k for k, on in enumerate(active) if on]
        solver = self.dynamics.solver
        for k, kept in enumerate(solver.kept):
            gone = solver.multipliers(solver.column(k))
            column = {places[i]: -(1 - kept) * value for i, value in enumerate(gone) if i != k}
            columns.append({**column, places[k]: (1 - kept) * (1 - gone[k])})
            idle.append(kept)
        return columns, idle

    @cached_property
    def unit_wrenches(self) -> list[Wrenches]:
        """T: for each row, the wrenches in joints and couplings that a multiplier of one raises (1)."""
        return [self._unit_wrenches(row) for row in self.dynamics.all_rows]

    def _unit_wrenches(self, row: ConstraintRow) -> Wrenches:
        out: Wrenches = {}
        for name, pair, F in self._acting(row):
            out[name] = out.get(name, ca.SX.zeros(6)) + F
            for link, on in pair.wrenches(F):
                carried = -on
                while link != pair.common:
                    own = self._through(link, carried)
                    joint = self.model.links[link].joint.name
                    out[joint] = out.get(joint, ca.SX.zeros(6)) + own
                    carried, link = wrench.to_parent(self.kinematics.X[link], carried), self.model.links[link].parent
        return out

    def _acting(self, row: ConstraintRow) -> list[tuple[str, Pair, ca.SX]]:
        """Return joint or coupling, its two frames, and the wrench on the second for a multiplier of one; none inside the tree."""
        if row.wrench is not None:
            cut = self.dynamics.cut.get(row.owner)
            return [(row.owner, cut.pair if cut else self._pair(row.owner), -row.wrench)]
        acting = []
        for joint, k, factor in self._coordinate_terms(row.owner):
            cut = self.dynamics.cut.get(joint)
            if cut is not None:
                efforts = ca.SX.zeros(cut.type.n_v)
                efforts[k] = -factor
                acting.append((joint, cut.pair, cut.effort_wrench(efforts)))
        return acting

    def _pair(self, coupling: str) -> Pair:
        thing = self.mechanism.couplings[coupling]
        assert isinstance(thing, PairCoupling)
        return Pair(self.kinematics, thing.a, thing.b)

    @cached_property
    def solved_wrenches(self) -> Wrenches:
        """Wrenches at λ₀: on the child of each joint, on frame b of each coupling of two frames."""
        return self._wrenches(self.solved)

    @cached_property
    def joint_wrenches(self) -> Wrenches:
        """Wrench that each joint's parent exerts on its child through the joint, at the child's joint frame, in its axes;
        and that of each coupling of two frames on its frame b."""
        return self.solved_wrenches if self.multipliers is self.solved else self._wrenches(self.multipliers)

    def _wrenches(self, multipliers: Sequence[ca.SX]) -> Wrenches:
        """Compute wrenches: of tree joints by inverse dynamics at the actual accelerations with every constraint's wrench applied;
        of cut joints the constraint's wrench plus that of the loads on their coordinates."""
        constraint = self._constraint_wrenches(multipliers)
        applied = dict(self.dynamics.loads.wrenches)

        def apply(pair: Pair, on_b: ca.SX) -> None:
            for body, on in pair.wrenches(on_b):
                if body != GROUND:
                    applied[body] = applied.get(body, 0) + on

        cut = self.dynamics.cut
        for joint in cut.values():
            apply(joint.pair, self._cut_wrench(joint, multipliers, constraint, loads=False))
        for name in self.mechanism.couplings:
            if name in constraint:
                apply(self._pair(name), constraint[name])
        _, F = inverse_dynamics(self.kinematics, self.dynamics.vdot, applied)
        wrenches = {link.joint.name: self._through(i, F[i]) for i, link in enumerate(self.model.links)}
        wrenches |= {name: self._cut_wrench(joint, multipliers, constraint, loads=True) for name, joint in cut.items()}
        return wrenches | {name: F for name, F in constraint.items() if name not in cut}

    @cached_property
    def constraint_wrenches(self) -> Wrenches:
        """For each cut joint or coupling of two frames: the wrench of its constraint on its frame b (child), in b: −C λ."""
        return self._constraint_wrenches(self.multipliers)

    def _constraint_wrenches(self, multipliers: Sequence[ca.SX]) -> Wrenches:
        out: Wrenches = {}
        for row, multiplier in zip(self.dynamics.all_rows, multipliers, strict=True):
            if row.wrench is not None:
                out[row.owner] = out.get(row.owner, ca.SX.zeros(6)) - row.wrench * multiplier
        return out

    def _cut_wrench(self, joint: CutJoint, multipliers: Sequence[ca.SX], constraint: Wrenches, *, loads: bool) -> Any:
        """Return the wrench on the child of a cut joint: closure, drives and couplings of its coordinates, and its loads."""
        name, given = joint.joint.name, self.dynamics.loads
        total = constraint.get(name, ca.SX.zeros(6))
        efforts = [ca.SX(0)] * joint.type.n_v
        if loads and name in given.cut_efforts:
            efforts = list(given.cut_efforts[name])
        if loads and joint.joint.elastic:
            total = given.single[name]
        for row, multiplier in zip(self.dynamics.all_rows, multipliers, strict=True):
            for owner, k, factor in self._coordinate_terms(row.owner):
                if owner == name:
                    efforts[k] = efforts[k] - factor * multiplier
        return total + joint.effort_wrench(ca.vertcat(*efforts)) if efforts else total

    def _through(self, link: int, F: ca.SX) -> Any:
        """Return the wrench F on a link through its joint, in the link's frame, as parent on child at the child's joint frame."""
        if not self.model.links[link].reversed:
            return F
        # the child is the inner body: relative to its joint frame, the outer frame has the pose X_J
        X_J = self.model.links[link].X_PJ.inverse() @ self.kinematics.X[link]
        return -wrench.to_parent(X_J, F)

    @cached_property
    def drive_efforts(self) -> dict[str, ca.SX]:
        """Effort of each prescribed motion and of each coupling of coordinates, on its first coordinate."""
        efforts: dict[str, ca.SX] = {name: ca.SX(0) for name in (*self.mechanism.drives, *self.mechanism.couplings)}
        for row, multiplier in zip(self.dynamics.all_rows, self.multipliers, strict=True):
            for _, _, factor in self._coordinate_terms(row.owner)[:1]:
                efforts[row.owner] = -factor * multiplier
        return efforts

    @cached_property
    def joint_efforts(self) -> dict[str, list[ca.SX]]:
        """Total effort on every joint coordinate: loads, inputs, drives and couplings."""
        loads = self.dynamics.loads
        efforts = {link.joint.name: list(loads.efforts[link.v]) for link in self.model.links}
        for name, joint in self.dynamics.cut.items():
            efforts[name] = list(loads.cut_efforts.get(name, [ca.SX(0)] * joint.type.n_v))
        for row, multiplier in zip(self.dynamics.all_rows, self.multipliers, strict=True):
            for joint_name, k, factor in self._coordinate_terms(row.owner):
                efforts[joint_name][k] = efforts[joint_name][k] - factor * multiplier
        return efforts

    def _coordinate_terms(self, owner: str) -> list[tuple[str, int, Any]]:
        """Return the joint coordinates that a drive or a linear coupling acts on, with their factors."""
        if owner in self.mechanism.drives:
            drive = self.mechanism.drives[owner]
            return [(drive.joint, drive.coordinate, 1.0)]
        terms = getattr(self.mechanism.couplings.get(owner), "terms", ())
        return [(joint, k, self.model.resolve(factor)) for joint, k, factor in terms]

    def frames(self, which: int) -> ca.SX:
        """Return the poses in the ground of the first (0) or second (1) frames of carriers: rotation (column-major), position."""
        columns = []
        for name in self.carriers:
            joint, coupling = self.mechanism.joints.get(name), self.mechanism.couplings.get(name)
            at = ((joint.parent, joint.child) if joint else (coupling.a, coupling.b))[which]  # type: ignore[union-attr]
            X = self.kinematics.pose(self.model.body_index(at)) @ self.model.frame_pose(at)
            columns.append(ca.vertcat(ca.vec(ca.SX(X.rotation)), ca.SX(X.position)))
        return ca.horzcat(*columns)
