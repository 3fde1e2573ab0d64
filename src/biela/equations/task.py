"""A task: quantities of a machine whose motion is prescribed (joint coordinates, points, orientations), and its actuators.

With Φ the closure rows and y the outputs, the position, velocity and acceleration that the task asks for solve

    Φ(q) = 0,  y(q) = y_d                     [G; J] v = [−Φ_t; ẏ_d]                [G; J] v̇ = [γ; ÿ_d − J̇ v]      (1)

and the efforts u of the actuators, whose generalised forces are B u, satisfy with the inverse dynamics Q(q, v, v̇) of the tree

    Q = B u − Gᵀ λ                                                                                                (2)

Lengths are divided by the size of the machine, in rows and in unknowns alike: A = [G; J] is then dimensionless.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from biela.base.dataclass import dataclass
from biela.equations.constraints import ConstraintRow, coordinate
from biela.equations.dynamics import Dynamics
from biela.equations.kinematics import Pair, jacobian_matrix
from biela.equations.model import column
from biela.mechanism.size import machine_size
from biela.mechanism.task import JointOutput, OrientationOutput, Output, PointOutput


@dataclass(frozen=True)
class OutputRow:
    """One output: difference to its target, Jacobian row, and bias J̇ v."""

    residual: ca.SX
    jacobian: dict[int, ca.SX]
    bias: ca.SX
    unit: str


def output_rows(d: Dynamics, outputs: Sequence[Output], target: ca.SX) -> list[OutputRow]:
    """Return the rows of the outputs; `target` holds their prescribed values (`Output.size` numbers)."""
    rows: list[OutputRow] = []
    at = 0
    for output in outputs:
        y = target[at : at + output.size]
        at += output.size
        match output:
            case JointOutput():
                q, _, row, bias = coordinate(d.kinematics, d.cut, output.joint, output.coordinate)
                unit = d.model.mechanism.joints[output.joint].type.coordinates[output.coordinate].unit
                rows.append(OutputRow(q - y, row, bias, unit))
            case PointOutput():
                rows.append(_point(Pair(d.kinematics, output.seen_from, output.frame), output.axis, y))
            case OrientationOutput():
                rows += _orientation(Pair(d.kinematics, output.seen_from, output.frame), ca.reshape(y, 3, 3))
    return rows


def _point(pair: Pair, axis: int, y: ca.SX) -> OutputRow:
    """Return a component of the position p = R d of b in the axes of a:  ṗ = R v,  p̈ = R (v̇ + ω × v)."""
    R, V = pair.R, pair.twist
    direction = R[axis, :].T
    bias = ca.dot(direction, pair.bias[3:] + ca.cross(V[:3], V[3:]))
    position = ca.SX(pair.X_ab.position)[axis]
    return OutputRow(position - y, pair.row(ca.vertcat(ca.SX.zeros(3), direction)), bias, "m")


def _orientation(pair: Pair, R_d: ca.SX) -> list[OutputRow]:
    """Return the rotation from the target to b as 2 tan(θ/2) times its axis, in the axes of b; its rate is ω at the target."""
    E = R_d.T @ pair.R
    half = ca.fmax(1 + ca.trace(E), 1e-9) / 4  # cos²(θ/2)
    error = ca.vertcat(E[2, 1] - E[1, 2], E[0, 2] - E[2, 0], E[1, 0] - E[0, 1]) / (4 * half) * 2
    axes = ca.horzsplit(ca.densify(ca.SX.eye(6)))
    return [OutputRow(error[k], pair.row(axes[k]), pair.bias[k], "rad") for k in range(3)]


def task_functions(d: Dynamics, outputs: Sequence[Output], actuators: Sequence[int]) -> dict[str, ca.Function]:
    """Return the CasADi functions of a task, all of (t, x, u, p) and extras.

    | name | extras | outputs |
    |---|---|---|
    | task_position | y | residuals of closure rows and outputs; A; what A v must be for the closures; hints of cut joints |
    | task_acceleration | | γ of the closure rows, −J̇ v of the outputs |
    | task_effort | v̇ | Q, B |
    """
    m = d.model
    target = ca.SX.sym("y", sum(output.size for output in outputs))
    own = output_rows(d, outputs, target)
    size = machine_size(m.mechanism)
    columns = m.layout.rate_lengths(size)
    every: list[ConstraintRow | OutputRow] = [*d.rows, *own]
    units = [size if row.unit == "m" else 1.0 for row in every]
    scale = ca.diag(ca.DM(columns)) if m.n_v else ca.SX(0, 0)

    def divided(values: list[ca.SX]) -> ca.SX:
        return column(value / unit for value, unit in zip(values, units, strict=True))

    position = {
        "residual": divided([row.residual for row in every]),
        "A": jacobian_matrix(every, m.n_v, units) @ scale,
        "drift": divided([-row.time_rate for row in d.rows] + [ca.SX(0)] * len(own)),
        "hints": column(joint.coordinates[k] for joint in d.cut.values() for k in joint.type.hinted),
    }
    acceleration = {"gamma": divided([row.gamma for row in d.rows] + [-row.bias for row in own])}
    vdot = ca.SX.sym("vdot", m.n_v)
    Q = d.efforts_for(vdot)
    B = -ca.jacobian(Q, m.u)[:, list(actuators)] if actuators else ca.SX(m.n_v, 0)
    if ca.depends_on(B, m.u):
        B = ca.substitute(B, m.u, ca.SX.zeros(m.u.shape))
    return {
        "task_position": m.function("task_position", position, {"y": target}),
        "task_acceleration": m.function("task_acceleration", acceleration),
        "task_effort": m.function("task_effort", {"Q": scale @ Q, "B": scale @ B}, {"vdot": vdot}),
    }
