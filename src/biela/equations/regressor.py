"""The regressor: efforts as a linear function of masses, first moments, inertias and coefficients of loads.

    K(q, v, v̇) Φ  =  τ_known + B u − Gᵀ λ                                                     (1)

Φ holds ten numbers for each body, [m, m c, I about the body's own frame origin, in its own axes], then coefficients in which
the loads are linear. Nothing is derived anew: a body's column is the inverse dynamics of a body that has a one in that
place and zeros elsewhere, and a coefficient's column is the derivative of the same loads that the simulation uses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as ca
import numpy as np

from biela.base.errors import DescriptionError
from biela.base.locks import cached_property
from biela.equations.constraints import coordinate
from biela.equations.dynamics import Dynamics
from biela.equations.inertia import InertialParameters
from biela.equations.model import column
from biela.lie import twist, wrench

TEN = ("mass", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
"""The parameters of a body: m, m c_x, …, and the entries of the tensor about the body frame's origin (I_xy = −∫ x y dm)."""
TEN_UNITS = ("kg", "kg·m", "kg·m", "kg·m", *("kg·m²",) * 6)


class RegressorEquations:
    """Equation (1) of a machine, in symbols.

    Parameters
    ----------
    dynamics : equations of the machine
    coefficients : free parameters of the machine that are columns; the efforts must be linear in them
    motor_inertias, offsets : joint coordinates (joint, number) with an inertia of their own, with a constant effort
    channels : free parameters of the machine that are efforts to be measured, besides its actuators
    names : what errors call a coefficient, where its symbol is not its name
    bodies : those with columns; all moving bodies if omitted. What the others need to move is among the known efforts
    """

    def __init__(
        self, dynamics: Dynamics, coefficients: Sequence[str] = (), motor_inertias: Sequence[tuple[str, int]] = (),
        offsets: Sequence[tuple[str, int]] = (), channels: Sequence[str] = (), *,
        bodies: Sequence[str] | None = None, names: Mapping[str, str] | None = None,
    ):  # fmt: skip
        self.dynamics = dynamics
        self.model = dynamics.model
        moving = [name for name, body in self.model.mechanism.bodies.items() if not body.is_ground]
        self.bodies = moving if bodies is None else list(bodies)
        self.others = [name for name in moving if name not in self.bodies]
        self.coefficients, self.names = tuple(coefficients), names or {}
        self.motor_inertias, self.offsets = tuple(motor_inertias), tuple(offsets)
        values = self.model.values
        self.input_symbols = ca.vertcat(self.model.u, *(values[name] for name in channels))
        self.vdot = ca.SX.sym("vdot", self.model.n_v)

    @cached_property
    def matrix(self) -> ca.SX:
        """K, n_v × parameters: bodies, coefficients, motor inertias, offsets."""
        columns = [self._column(row) for name in self.bodies for row in self._body(name)]
        if self.coefficients:
            columns += ca.horzsplit(-self._coefficient_jacobian)
        columns += [self._column(self._motor_inertia(*place)) for place in self.motor_inertias]
        kinematics, cut = self.dynamics.kinematics, self.dynamics.cut
        columns += [self._column(coordinate(kinematics, cut, *place)[2]) for place in self.offsets]
        return ca.horzcat(*columns)

    @cached_property
    def load_efforts(self) -> ca.SX:
        """Generalised efforts of all loads and inputs on the tree's coordinates; those of rotors at given accelerations."""
        efforts = list(self.dynamics.loads.efforts)
        for i, inertia in self.model.rotors.items():
            efforts[i] = efforts[i] - inertia * self.vdot[i]
        total = column(efforts)
        for link, F in self.dynamics.loads.wrenches.items():
            total = total + self._column(self.dynamics.kinematics.generalised_force(link, F))
        return total

    @cached_property
    def known(self) -> ca.SX:
        """τ_known: what loads exert whose coefficients are not columns, without inputs."""
        zeroed = ca.vertcat(self._symbols, self.input_symbols)
        known = ca.substitute(self.load_efforts, zeroed, ca.SX.zeros(zeroed.numel()))
        for name in self.others:
            i = self.model.topology.index[name]
            own = self.model.links[i].inertia.to_parent(self.model.links[i].X_BJ).parameters()
            for k, row in enumerate(self._body(name)):
                known = known - self._column(row) * own[k]
        return known

    @cached_property
    def inputs(self) -> ca.SX:
        """B: generalised efforts of a unit of each actuator, then of each channel."""
        B = ca.jacobian(self.load_efforts, self.input_symbols)
        if ca.depends_on(B, self.input_symbols):
            raise DescriptionError("an input acts through a law that is not linear in it: its effort cannot be a measurement.")
        return B

    @property
    def _symbols(self) -> ca.SX:
        return column(self.model.values[name] for name in self.coefficients)

    @cached_property
    def _coefficient_jacobian(self) -> ca.SX:
        J = ca.jacobian(self.load_efforts, self._symbols)
        for k, name in enumerate(self.coefficients):
            if ca.depends_on(J[:, k], self._symbols):
                raise DescriptionError(
                    f"the efforts are not linear in {self.names.get(name, name)!r}: it cannot be a column of the regressor. Fix "
                    "its value, or fit it by simulation; a class that declares it with linear=True is wrong."
                )
        return J

    @cached_property
    def _accelerations(self) -> list[ca.SX]:
        ground = ca.vertcat(ca.SX.zeros(3), -self.model.gravity)
        return self.dynamics.kinematics.accelerations(self.vdot, ground)

    def _body(self, name: str) -> list[dict[int, ca.SX]]:
        """Return the generalised efforts of the ten unit bodies in place of a body."""
        kinematics = self.dynamics.kinematics
        i = self.model.topology.index[name]
        X_BJ = self.model.links[i].X_BJ
        V, acceleration = twist.to_parent(X_BJ, kinematics.twist(i)), twist.to_parent(X_BJ, self._accelerations[i])
        rows = []
        for k in range(10):
            unit = InertialParameters.from_parameters(ca.SX(np.eye(10)[k]))
            F = unit.apply(acceleration) + wrench.dual_bracket(V, unit.apply(V))
            rows.append(kinematics.generalised_force(i, wrench.to_child(X_BJ, ca.densify(ca.SX(F)))))
        return rows

    def _motor_inertia(self, joint: str, k: int) -> dict[int, ca.SX]:
        """Return J q̈ on one coordinate, carried to the tree's coordinates where the joint closes a loop."""
        _, _, row, bias = coordinate(self.dynamics.kinematics, self.dynamics.cut, joint, k)
        acceleration = bias + sum((value * self.vdot[i] for i, value in row.items()), ca.SX(0))
        return {i: value * acceleration for i, value in row.items()}

    def _column(self, row: dict[int, ca.SX]) -> ca.SX:
        out = ca.SX.zeros(self.model.n_v)
        for i, value in row.items():
            out[i] = value
        return out

    def function(self) -> ca.Function:
        """Return (t, x, u, p, v̇) → K, τ_known, B."""
        results = {"K": self.matrix, "known": self.known, "B": self.inputs}
        return self.model.function("regressor", results, {"vdot": self.vdot})
