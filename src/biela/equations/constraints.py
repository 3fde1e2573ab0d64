"""Constraints: loop closures, couplings and prescribed motions, as rows Φ = 0.

Every row depends on the relative pose (R, d) of two frames, or on joint coordinates and time. With V the relative twist,

    Φ̇ = C(R, d)ᵀ V + Φ_t            C: the constraint wrench, exact off the manifold too
    Φ̈ = Cᵀ V̇ + Ċᵀ V + Φ_tt  =  G v̇ − γ

C and Ċ come from differentiating Φ along the motion Ṙ = R ω̂, ḋ = v − ω × d, so that a new joint or coupling only has
to state its residuals. A coupling that constrains velocities alone (rolling) states C itself; its Φ is zero everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

import casadi as ca
import numpy as np

from biela.base.dataclass import dataclass
from biela.base.locks import cached_property
from biela.equations.answer import covectors_of, residuals_of
from biela.equations.kinematics import Kinematics, Pair
from biela.lie import so3
from biela.mechanism.coupling import CoordinateCoupling, PairCoupling
from biela.mechanism.joint import JointType
from biela.mechanism.motion import call
from biela.mechanism.parameter import resolving
from biela.mechanism.parts import Joint


@dataclass(frozen=True)
class ConstraintRow:
    """One constraint: residual, rate, Jacobian row and the part γ of the acceleration equation G v̇ = γ."""

    owner: str  # joint, coupling or drive it belongs to
    label: str
    residual: ca.SX
    rate: ca.SX
    jacobian: dict[int, ca.SX]
    gamma: ca.SX
    time_rate: ca.SX  # Φ_t
    unit: str  # of the residual: "m" or "rad"
    wrench: ca.SX | None = None  # constraint wrench on frame b, in b (pair constraints)
    holonomic: bool = True  # False: it constrains the velocity alone, and its residual is zero everywhere


def largest_residual(rows: Iterable[ConstraintRow], length: float = 1.0) -> ca.SX:
    """Return the largest |Φ|, lengths divided by `length`."""
    return largest(ca.fabs(row.residual) / (length if row.unit == "m" else 1.0) for row in rows)


def largest(values: Iterable[ca.SX]) -> ca.SX:
    """Return the largest of expressions that are not negative; zero of none."""
    return reduce(ca.fmax, values, ca.SX(0))


class CutJoint:
    """Joint that closes a loop, with the coordinates, rates and efforts it would have inside the tree."""

    def __init__(self, kinematics: Kinematics, joint: Joint):
        self.joint = joint
        self.type: JointType = kinematics.model.resolve(joint.type)
        self.pair = Pair(kinematics, joint.parent, joint.child)
        self.hint = kinematics.model.hint(joint)

    @cached_property
    def coordinates(self) -> ca.SX:
        """q measured on the relative pose; turns are counted by the hint."""
        return ca.SX(self.type.measure(self.pair.R, self.pair.d, self.hint)) if self.type.n_q else ca.SX(0, 1)

    @cached_property
    def _rate_map(self) -> tuple[ca.SX, ca.SX]:
        """K with v = K V, and K̇ V."""
        constant = self.type.conjugate(self.pair.R, self.pair.d, None)
        if constant is not None:
            return ca.SX(constant), ca.SX.zeros(self.type.n_v)
        return along_motion(lambda R, d: ca.SX(self.type.measure(R, d, None)), self.pair)

    @cached_property
    def rates(self) -> ca.SX:
        """v of the joint."""
        return self._rate_map[0] @ self.pair.twist if self.type.n_v else ca.SX(0, 1)

    def effort_wrench(self, efforts: ca.SX) -> ca.SX:
        """Return the wrench on the child frame whose power is effortsᵀ v."""
        return self._rate_map[0].T @ efforts

    def acceleration_row(self, k: int) -> tuple[dict[int, ca.SX], ca.SX]:
        """Return row and bias of v̇_k = row · v̇_tree + bias."""
        K, Kdot_V = self._rate_map
        return self.pair.row(K[k, :].T), ca.dot(K[k, :].T, self.pair.bias) + Kdot_V[k]

    @cached_property
    def hint_rates(self) -> list[ca.SX]:
        """Time derivatives of the hinted coordinates."""
        if not self.type.hinted:
            return []
        rate = self.type.position_rate(self.hint, self.rates)
        return [rate[k] for k in self.type.hinted]

    def rows(self) -> list[ConstraintRow]:
        """Return the closure rows of the joint; none where a bushing replaces them."""
        if not self.type.closure_rows or self.joint.elastic:
            return []

        def residuals(R: ca.SX, d: ca.SX) -> Any:
            q = self.type.measure(R, d, None if self.type.quaternion is None else self.hint)
            return ca.vertcat(*self.type.closure(R, d, q))

        values = ca.vertcat(*self.type.closure(self.pair.R, self.pair.d, self.coordinates))
        labels = tuple(zip(self.type.closure_rows, self.type.closure_units, strict=True))
        return _covector_rows(self.joint.name, labels, values, *along_motion(residuals, self.pair), self.pair)


def _covector_rows(
    owner: str, labels: Sequence[tuple[str, str]], values: Any, C: ca.SX, Cdot_V: ca.SX, pair: Pair, holonomic: bool = True
) -> list[ConstraintRow]:
    """Return the rows Cᵀ V = 0 with their residuals; `labels` are their names and units."""
    rows = []
    for k, (label, unit) in enumerate(labels):
        covector = C[k, :].T
        rate, gamma = ca.dot(covector, pair.twist), -(ca.dot(covector, pair.bias) + Cdot_V[k])
        row = pair.row(covector)
        rows.append(ConstraintRow(owner, label, values[k], rate, row, gamma, ca.SX(0), unit, covector, holonomic))
    return rows


def constraint_rows(kinematics: Kinematics, cut: dict[str, CutJoint]) -> list[ConstraintRow]:
    """Return all rows of a machine: closures of cut joints, couplings, prescribed motions."""
    mechanism = kinematics.model.mechanism
    rows = [row for joint in cut.values() for row in joint.rows()]
    for coupling in map(kinematics.model.resolve, mechanism.couplings.values()):
        if isinstance(coupling, PairCoupling):
            rows += _pair_coupling(kinematics, coupling)
        else:
            tie = _curved_coupling if coupling.curved else _linear_coupling
            rows.append(tie(kinematics, cut, coupling))
    return rows + [_drive(kinematics, cut, drive) for drive in mechanism.drives.values()]


def coordinate(kinematics: Kinematics, cut: dict[str, CutJoint], joint: str, k: int) -> tuple[Any, Any, dict[int, ca.SX], ca.SX]:
    """Return the coordinate, rate, Jacobian row and bias of v̇ of any joint, in the tree or cut."""
    model = kinematics.model
    link = model.topology.link_of(joint)
    if link is None:
        closing = cut[joint]
        q = closing.coordinates[k] if closing.type.quaternion is None else None
        return q, closing.rates[k], *closing.acceleration_row(k)
    i = link.v.start + k
    q = model.q[link.q.start + k] if link.joint.type.quaternion is None else None
    return q, model.v[i], {i: ca.SX(1)}, ca.SX(0)


def _pair_coupling(kinematics: Kinematics, coupling: PairCoupling) -> list[ConstraintRow]:
    pair, model = Pair(kinematics, coupling.a, coupling.b), kinematics.model

    def residuals(R: ca.SX, d: ca.SX) -> Any:
        remedy = f"name a row for each residual: its rows are {', '.join(map(repr, coupling.rows))}"
        with resolving(model.values, model.mechanism.parameters):
            entries = residuals_of(coupling, "residuals", lambda: coupling.residuals(R, d), len(placed), remedy)
        return ca.vertcat(*entries)

    kinds = list(zip(coupling.rows, coupling.units, coupling.holonomic, strict=True))
    placed = [(row, unit) for row, unit, holonomic in kinds if holonomic]
    speeds = [(row, unit) for row, unit, holonomic in kinds if not holonomic]
    rows: list[ConstraintRow] = []
    if placed:
        values, along = residuals(pair.R, pair.d), along_motion(residuals, pair)
        rows += _covector_rows(coupling.name, placed, values, *along, pair)
    if speeds:  # c(R, d)ᵀ V = 0 without residual
        moving = _Moving()
        covectors = covectors_of(coupling, len(speeds), moving.R, moving.d)
        C = ca.vertcat(*(ca.horzcat(*map(ca.SX, row)) for row in covectors))
        along = moving.at(pair, C, C @ moving.V)
        rows += _covector_rows(coupling.name, speeds, [ca.SX(0)] * len(speeds), *along, pair, holonomic=False)
    return rows


def _linear_coupling(kinematics: Kinematics, cut: dict[str, CutJoint], coupling: CoordinateCoupling) -> ConstraintRow:
    residual, rate, gamma = -kinematics.model.resolve(coupling.offset), ca.SX(0), ca.SX(0)
    jacobian: dict[int, ca.SX] = {}
    for joint, k, factor in coupling.terms:
        c = kinematics.model.resolve(factor)
        q, v, row, bias = coordinate(kinematics, cut, joint, k)
        residual, rate, gamma = residual + c * q, rate + c * v, gamma - c * bias
        for i, value in row.items():
            jacobian[i] = jacobian.get(i, 0) + c * value
    unit = _unit(kinematics, *coupling.terms[0][:2])
    return ConstraintRow(coupling.name, "ratio", residual, rate, jacobian, gamma, ca.SX(0), unit)


def _curved_coupling(kinematics: Kinematics, cut: dict[str, CutJoint], coupling: Any) -> ConstraintRow:
    """Return the row of y − f(x) = 0:  ẏ − f′ ẋ = 0,  ÿ − f′ ẍ = f″ ẋ²."""
    model = kinematics.model
    tied = [coordinate(kinematics, cut, joint, k) for joint, k, _ in coupling.terms]
    (y, y_rate, y_row, y_bias), (x, x_rate, x_row, x_bias) = tied
    at = ca.SX.sym("x")
    f = ca.SX(model.number(lambda: call(coupling.curve, at, model.values), f"curve of cam {coupling.name!r}"))
    slope = ca.jacobian(f, at)
    f, slope, bend = (ca.substitute(part, at, x) for part in (f, slope, ca.jacobian(slope, at)))
    jacobian = dict(y_row)
    for i, value in x_row.items():
        jacobian[i] = jacobian.get(i, 0) - slope * value
    unit = _unit(kinematics, *coupling.terms[0][:2])
    bias = bend * x_rate**2 - y_bias + slope * x_bias
    return ConstraintRow(coupling.name, "curve", y - f, y_rate - slope * x_rate, jacobian, bias, ca.SX(0), unit)


def _drive(kinematics: Kinematics, cut: dict[str, CutJoint], drive: Any) -> ConstraintRow:
    model = kinematics.model
    q, v, row, bias = coordinate(kinematics, cut, drive.joint, drive.coordinate)
    f = model.number(lambda: call(drive.motion, model.t, model.values), f"motion of drive {drive.name!r}")
    fdot = ca.jacobian(f, model.t)
    fddot = ca.jacobian(fdot, model.t)
    unit = _unit(kinematics, drive.joint, drive.coordinate)
    return ConstraintRow(drive.name, "motion", q - f, v - fdot, row, fddot - bias, -fdot, unit)


def _unit(kinematics: Kinematics, joint: str, k: int) -> str:
    return kinematics.model.mechanism.joints[joint].type.coordinates[k].unit


def along_motion(residuals: Callable[[ca.SX, ca.SX], ca.SX], pair: Pair) -> tuple[ca.SX, ca.SX]:
    """Return C (one row a residual, 6 columns) and Ċ V at the pair's pose and twist."""
    moving = _Moving()
    rate = ca.jtimes(ca.SX(residuals(moving.R, moving.d)), moving.pose, moving.pose_rate)  # linear in V
    return moving.at(pair, ca.jacobian(rate, moving.V), rate)


class _Moving:
    """Symbols of a relative pose and its twist, and how the pose moves with it: Ṙ = R ω̂, ḋ = v − ω × d."""

    def __init__(self) -> None:
        self.R, self.d, self.V = ca.SX.sym("R", 3, 3), ca.SX.sym("d", 3), ca.SX.sym("V", 6)
        w, v = self.V[:3], self.V[3:]
        self.pose = ca.vertcat(ca.vec(self.R), self.d)
        self.pose_rate = ca.vertcat(ca.vec(self.R @ ca.SX(so3.hat(w))), v - ca.cross(w, self.d))

    def at(self, pair: Pair, C: ca.SX, rate: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Return C and d/dt of the rate C V with V held, at the pair's pose and twist."""
        Cdot_V = ca.jtimes(rate, self.pose, self.pose_rate)
        own = ca.symvar(ca.vertcat(self.pose, self.V))
        used = ca.symvar(ca.vertcat(ca.vec(C), Cdot_V))
        extra = [s for s in used if not any(s.name() == o.name() and ca.is_equal(s, o) for o in own)]
        f = ca.Function("along_motion", [self.R, self.d, self.V, *extra], [C, Cdot_V])
        C, Cdot_V = f(pair.R, pair.d, pair.twist, *extra)
        return C, Cdot_V


def structurally_active(rows: list[ConstraintRow], kinematics: Kinematics, samples: int = 4) -> list[bool]:
    """Judge at random configurations off the manifold which rows have a Jacobian that is not identically zero.

    The out-of-plane rows of a planar loop vanish everywhere; they carry no equation and are left out of the kernels.
    """
    if not rows:
        return []
    model = kinematics.model
    entries = ca.vertcat(*(ca.sumsqr(ca.vertcat(*row.jacobian.values())) if row.jacobian else ca.SX(0) for row in rows))
    f = ca.Function("rows", [model.t, model.q, model.s, model.p], [entries])
    rng = np.random.default_rng(20)
    sizes = np.zeros(len(rows))
    nominal = np.array([p.value for p in model.mechanism.parameters.values()])
    for k in range(samples):
        q, s, p = rng.uniform(-1.5, 1.5, model.n_q), rng.uniform(-1.5, 1.5, model.s.numel()), nominal
        if k % 2:  # a row may vanish at the nominal parameters alone: half of the samples have others
            p = nominal * rng.uniform(0.9, 1.1, nominal.size) + rng.uniform(0.01, 0.1, nominal.size)
        sizes = np.fmax(sizes, np.abs(np.array(f(0.37, q, s, p)).ravel()))
    return [bool(x > 1e-24) for x in sizes]
