"""All equations of one machine: each quantity is derived when it is first asked for, and kept.

    M v̇ + h + Gᵀ λ = τ,      G v̇ = γ

with h the inverse dynamics at v̇ = 0 (gravity, inertia, wrenches of loads), τ the efforts of loads and inputs on tree
joints, and one row of G for each constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import casadi as ca

from biela.base.errors import SingularMass
from biela.base.locks import cached_property
from biela.equations.augmented_lagrangian import REPEATED, REPEATED_RATES, AugmentedSolver, penalties, trust
from biela.equations.constraints import ConstraintRow, CutJoint, constraint_rows, structurally_active
from biela.equations.forward_dynamics import ConstrainedSolver, RefinedSolver, tree_forward_dynamics
from biela.equations.inverse_dynamics import inverse_dynamics
from biela.equations.kinematics import Kinematics
from biela.equations.loads import LoadBuilder, Loads
from biela.equations.machine import AttachedNetworks
from biela.equations.mass_matrix import SparseRows, augmented, mass_matrix, singular_mass_weight
from biela.equations.model import MachineModel
from biela.equations.reactions import ReactionEquations
from biela.equations.redundancy import Pivoted, Redundancy, redundancy, spoilt_angles
from biela.equations.signals import MachineSignal, SignalView, signal_table
from biela.equations.stabilisation import Penalised, Stabilisation
from biela.equations.state_jacobian import state_jacobian
from biela.lie import twist, wrench
from biela.lie.symbol import as_symbol
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import machine_size

if TYPE_CHECKING:
    from biela.equations.interface import Interface


class Dynamics:
    """Symbolic equations of a machine.

    Parameters
    ----------
    mechanism : the machine
    laws : inputs given as functions of time or signals, by actuator name
    stabilisation : of the acceleration equation, instead of projection or in addition to it; None for the exact equation
    model : symbols and resolved links; made from the mechanism and the laws if omitted
    """

    def __init__(
        self, mechanism: Mechanism, laws: Mapping[str, Any] | None = None, stabilisation: Stabilisation | None = None, *,
        model: MachineModel | None = None,
    ):  # fmt: skip
        self.model = MachineModel(mechanism, laws) if model is None else model
        self.stabilisation = stabilisation
        self.kinematics = Kinematics(self.model)
        self.cut = {joint.name: CutJoint(self.kinematics, joint) for joint in self.model.topology.cut}
        self.networks = AttachedNetworks(self)
        self.asked_signals: list[str] = []  # those that laws are being derived for, innermost last

    @cached_property
    def signals(self) -> dict[str, MachineSignal]:
        """All signals by name; see `biela.equations.signals`."""
        return signal_table(self)

    @cached_property
    def load_builder(self) -> LoadBuilder:
        """Derives single loads; laws of users may ask it for the force of other loads."""
        return LoadBuilder(self.kinematics, self.cut, SignalView(self))

    @cached_property
    def loads(self) -> Loads:
        """Loads and inputs, summed."""
        self.networks.apply(self.load_builder)
        return self.load_builder.build()

    def joint_motion(self, name: str) -> tuple[ca.SX, ca.SX]:
        """Return the coordinates and the rates of a joint, in the tree or cut."""
        link, m = self.model.topology.link_of(name), self.model
        return (m.q[link.q], m.v[link.v]) if link is not None else (self.cut[name].coordinates, self.cut[name].rates)

    @cached_property
    def all_rows(self) -> list[ConstraintRow]:
        """Every constraint row, also those that carry no equation."""
        return constraint_rows(self.kinematics, self.cut)

    @cached_property
    def active(self) -> list[bool]:
        """True for each of `all_rows` that carries an equation."""
        return structurally_active(self.all_rows, self.kinematics)

    @cached_property
    def rows(self) -> list[ConstraintRow]:
        """Rows that carry an equation."""
        return [row for row, active in zip(self.all_rows, self.active, strict=True) if active]

    @cached_property
    def mass_matrix(self) -> SparseRows:
        """Lower triangle of M."""
        return mass_matrix(self.kinematics)

    @cached_property
    def bias_force(self) -> ca.SX:
        """h: efforts that hold v̇ = 0 against gravity, inertia and the wrenches of loads."""
        return inverse_dynamics(self.kinematics, None, self.loads.wrenches)[0]

    @cached_property
    def stiffening(self) -> float:
        """Weight w of M + w Gᵀ G where the tree's own M is singular (a rod that spins about itself without inertia), else 0.

        On the constraints the added term changes nothing: the same w Gᵀ γ is added to the forces.
        """
        return singular_mass_weight(self.model, self.mass_matrix) if self.rows else 0.0

    @cached_property
    def state_jacobian(self) -> ca.SX:
        """∂ẋ/∂x, without entries that vanish identically."""
        return state_jacobian(self)

    def with_solution(self, vdot: ca.SX, multipliers: list[ca.SX]) -> Dynamics:
        """Return the machine with symbols for v̇ and λ; what does not depend on them is shared."""
        other = Dynamics(self.model.mechanism, stabilisation=self.stabilisation, model=self.model)
        for name in ("kinematics", "cut", "all_rows", "active", "rows"):
            setattr(other, name, getattr(self, name))
        other._solution = (vdot, multipliers)
        return other

    @cached_property
    def interface(self) -> Interface:
        """Mechanism and networks apart; see `biela.equations.interface`."""
        from biela.equations.interface import Interface

        return Interface(self)

    @cached_property
    def solver(self) -> ConstrainedSolver:
        """Mass metric and constraint rows, factorised."""
        rows, owners = [row.jacobian for row in self.rows], [row.owner for row in self.rows]
        weight = 0.0 if self.stiffening else spoilt_angles(self.rows, self.mass_matrix, self.model)
        if weight:
            size = machine_size(self.model.mechanism)
            units = [size if row.unit == "m" else 1.0 for row in self.rows]
            lengths = self.model.layout.rate_lengths(size)
            return RefinedSolver(self.mass_matrix, rows, self.pivoting, owners, units, lengths, weight)
        metric = self.mass_matrix if self.stiffening == 0.0 else augmented(self.mass_matrix, rows, self.stiffening)
        for link in self.model.links:
            if any(k not in metric[k] for k in range(link.v.start, link.v.stop)):  # it has no acceleration
                what = f"joint {link.joint.name!r} moves no mass, and no loop determines its motion"
                raise SingularMass(f"{what}: give the bodies that it moves a mass.")
        return ConstrainedSolver(metric, rows, pivoted=self.pivoting, owners=owners)

    @cached_property
    def augmented(self) -> AugmentedSolver | None:
        """Solver of the penalised equations, in an augmented-Lagrangian or penalty formulation."""
        how = self.stabilisation
        if not isinstance(how, Penalised) or not self.rows:
            return None
        gentle = how.projected and self.redundancy.repeated
        return self._penalised(min(how.penalty, REPEATED_RATES) if gentle else how.penalty)

    def _penalised(self, penalty: float, trust: ca.SX | float = 1.0) -> AugmentedSolver:
        assert isinstance(self.stabilisation, Penalised)
        G = [row.jacobian for row in self.rows]
        alpha = penalties(self.rows, self.mass_matrix, self.model, penalty)
        return AugmentedSolver(self.mass_matrix, G, alpha, self.stabilisation.iterations, trust)

    @cached_property
    def corrector(self) -> AugmentedSolver | ConstrainedSolver | None:
        """Solver that projects a state onto the constraints; None where states are not projected."""
        if not self.rows or (self.stabilisation is not None and not self.stabilisation.projected):
            return None
        if self.augmented is None:
            return self.solver
        if not self.redundancy.repeated:
            return self.augmented
        assert isinstance(self.stabilisation, Penalised)
        believed = trust(self.rows, machine_size(self.model.mechanism))
        return self._penalised(min(self.stabilisation.penalty, REPEATED), believed)

    @cached_property
    def redundancy(self) -> Redundancy:
        """Redundancy of the rows that carry an equation, on closed loops."""
        return redundancy(self.rows, self.model)

    @cached_property
    def pivoting(self) -> Callable[[SparseRows], Pivoted] | None:
        """Factorisation of G M⁻¹ Gᵀ for overconstrained linkages; None for the ordinary, quicker one."""
        if not self.redundancy.contradictory:
            return None
        size, rank = machine_size(self.model.mechanism), self.model.n_v
        return lambda A: Pivoted(A, self.rows, size, rank)

    @cached_property
    def gamma(self) -> list[ca.SX]:
        """Right-hand side of the acceleration equation."""
        if self.stabilisation is None:
            return [row.gamma for row in self.rows]
        a, b = self.stabilisation.gains
        return [row.gamma - a * row.rate - b * row.residual for row in self.rows]

    @cached_property
    def _solution(self) -> tuple[ca.SX, list[ca.SX]]:
        efforts = self.loads.efforts
        if not self.rows:
            return tree_forward_dynamics(self.kinematics, efforts, self.loads.wrenches), []
        force = [efforts[i] - self.bias_force[i] for i in range(self.model.n_v)]
        vdot, multipliers = self.accelerations(force, self.gamma)
        return ca.vertcat(*vdot), multipliers

    def accelerations(self, force: list[ca.SX], gamma: list[ca.SX]) -> tuple[list[ca.SX], list[ca.SX]]:
        """Return v̇ and λ of  M v̇ + Gᵀ λ = force,  G v̇ = γ, for a machine with constraints."""
        if self.augmented is not None:
            return self.augmented.accelerations(force, gamma)
        force = list(force)
        if self.stiffening:
            for row, right in zip(self.rows, gamma, strict=True):
                for i, value in row.jacobian.items():
                    force[i] = force[i] + self.stiffening * value * right
        return self.solver.accelerations(force, gamma)

    @property
    def vdot(self) -> ca.SX:
        """Joint accelerations v̇."""
        return self._solution[0]

    @cached_property
    def link_accelerations(self) -> list[ca.SX]:
        """A of every link, gravity apart."""
        return self.kinematics.accelerations(self.vdot, ca.SX.zeros(6))

    def body_motions(self, vdot: ca.SX | None = None) -> Any:
        """Return a column per body: rotation (column-major) and position in the ground; in its axes twist and, for given v̇, A."""
        twists = [[self.kinematics.twist(i) for i in range(len(self.model.links))]]
        twists += [] if vdot is None else [self.kinematics.accelerations(vdot, ca.SX.zeros(6))]
        columns = []
        for i, link in enumerate(self.model.links):
            X = self.kinematics.pose(i) @ link.X_BJ.inverse()
            parts = (twist.to_parent(link.X_BJ, V[i]) for V in twists)
            columns.append(ca.vertcat(ca.vec(as_symbol(X.rotation)), as_symbol(X.position), *parts))
        return ca.horzcat(*columns)

    def efforts_for(self, vdot: ca.SX) -> ca.SX:
        """Return the efforts on tree joints, besides those of the loads, that produce v̇."""
        return inverse_dynamics(self.kinematics, vdot, self.loads.wrenches)[0] - ca.vertcat(*self.loads.efforts)

    @property
    def multipliers(self) -> list[ca.SX]:
        """λ, one for each active row."""
        return self._solution[1]

    @cached_property
    def reactions(self) -> ReactionEquations:
        """Wrenches and efforts of joints, couplings and drives."""
        return ReactionEquations(self)

    @cached_property
    def kinetic_energy(self) -> ca.SX:
        """½ Σ Vᵀ M V."""
        moving = ((self.kinematics.twist(i), link.inertia) for i, link in enumerate(self.model.links))
        total = sum((0.5 * ca.dot(V, inertia.apply(V)) for V, inertia in moving), ca.SX(0))
        return sum((0.5 * inertia * self.model.v[i] ** 2 for i, inertia in self.model.rotors.items()), total)

    @cached_property
    def gravity_energy(self) -> ca.SX:
        """−Σ m g · r."""
        total = ca.SX(0)
        for i, link in enumerate(self.model.links):
            X = self.kinematics.pose(i)
            first_moment = as_symbol(X.rotation) @ link.inertia.moment + link.inertia.mass * as_symbol(X.position)
            total = total - ca.dot(self.model.gravity, first_moment)
        return total

    @cached_property
    def momentum(self) -> ca.SX:
        """Spatial momentum of all bodies about the ground's origin, in ground axes: [angular; linear]."""
        own = (link.inertia.apply(self.kinematics.twist(i)) for i, link in enumerate(self.model.links))
        return sum((wrench.to_parent(self.kinematics.pose(i), p) for i, p in enumerate(own)), ca.SX.zeros(6))

    @cached_property
    def power(self) -> ca.SX:
        """Power fed into the machine by loads (besides what they store), inputs and prescribed motions."""
        return self.power_with(self.loads.powers)

    def power_with(self, powers: Mapping[str, ca.SX]) -> ca.SX:
        """Return the power fed into the machine by these loads, and by prescribed motions."""
        total = sum(powers.values(), ca.SX(0))
        for row, multiplier in zip(self.rows, self.multipliers, strict=True):
            total = total + multiplier * row.time_rate  # −λ · ḟ with Φ_t = −ḟ
        if self.model.mechanism.schedules:  # what masses that change bring along or take away
            held = self.kinetic_energy + self.gravity_energy
            total = total + ca.jtimes(held, self.model.t, ca.SX(1))
            if any(isinstance(share, str) for share in self.model.mechanism.schedules.values()):
                total = total + ca.jtimes(held, self.model.s_network, self.networks.rates)
        return total

    @property
    def conservative(self) -> bool:
        """True if nothing feeds or drains energy, so that the work state stays zero."""
        return not (self.loads.powers or self.model.mechanism.drives or self.model.mechanism.schedules)

    @cached_property
    def rates(self) -> ca.SX:
        """ẋ."""
        hints = [rate for joint in self.cut.values() for rate in joint.hint_rates]
        work = ca.SX(0) if self.conservative else self.power
        return ca.densify(ca.vertcat(self.kinematics.position_rate(), self.vdot, *hints, self.networks.rates, work))
