"""A machine cut in two where networks meet the mechanism, for methods that give each side a step of its own.

The networks see the mechanism only through the interface y: displacements and flows of their ports, and the signals their laws
ask for. The mechanism sees the networks only through their states s, which its port efforts are computed from:

    networks       ṡ = g(t, s, y, u, p)              y = φ(t, q, v)
    mechanism      q̇, v̇ = f(t, q, v, s, u, p)

Where an expression of the networks mixes y with coordinates (a law of signals of both sides, inertia reflected to a port), those
coordinates join y as they are. Power is counted on the side that gives it: of sources and resistances with the networks, of
loads, motors and prescribed motions with the mechanism.
"""

from __future__ import annotations

import casadi as ca

from biela.base.locks import cached_property
from biela.equations.dynamics import Dynamics
from biela.equations.model import column
from biela.lie.symbol import as_symbol


class Interface:
    """Two sides of a machine, in the symbols of its equations and of y.

    Attributes
    ----------
    y : symbols of the interface
    values : what they stand for, in t, q and v
    z : states of the networks, and the work done on the machine
    """

    def __init__(self, dynamics: Dynamics) -> None:
        self.dynamics = dynamics
        model = dynamics.model
        self.z: ca.SX = ca.vertcat(model.s_network, model.s_work)
        self._symbols: list[ca.SX] = []
        self._values: list[ca.SX] = []
        # the same equations again, in which the networks are to be given symbols in place of what they see
        twin = Dynamics(model.mechanism, model.laws, dynamics.stabilisation, model=model)
        networks = twin.networks
        if not any(a.rated for a in networks.attached):
            for a in networks.attached:
                given = networks.given_anyway(a)
                first = 3 + len(a.displacements)
                places = [*range(3, first), *range(first + len(a.inputs), len(given))]
                for place, label in zip(places, [*a.displacements, *a.flows], strict=True):
                    given[place] = self._symbol(label, given[place])
            for name in (name for a in networks.attached for name in a.asked):
                networks.asked[name] = self._symbol(name, networks.ask(name))
        powers = [networks.in_machine(a, [a.equations.supplied - a.equations.dissipated])[0] for a in networks.attached]
        self.rates: ca.SX = ca.vertcat(networks.rates, sum(powers, ca.SX(0)))
        used = {symbol.element_hash() for symbol in ca.symvar(self.rates)}
        coordinates = ca.vertsplit(ca.vertcat(model.q, model.v, model.s_hint))
        if left := [symbol for symbol in coordinates if symbol.element_hash() in used]:
            own = [self._symbol("coordinate", symbol) for symbol in left]
            self.rates = ca.substitute(self.rates, ca.vertcat(*left), ca.vertcat(*own))
        self.y: ca.SX = column(self._symbols)
        self.values: ca.SX = column(self._values)

    def _symbol(self, name: str, value: ca.SX) -> ca.SX:
        """Add an entry to y; return its symbol, or the value itself if it does not move with the mechanism."""
        model = self.dynamics.model
        moving = ca.vertcat(model.q, model.v, model.s_hint)
        fast = ca.vertcat(self.z, *self._symbols)
        if not ca.depends_on(as_symbol(value), moving) or ca.depends_on(as_symbol(value), fast):
            return value
        self._symbols.append(ca.SX.sym(name))
        self._values.append(as_symbol(value))
        return self._symbols[-1]

    @cached_property
    def jacobian(self) -> ca.SX:
        """∂ż/∂z, without entries that vanish identically."""
        return ca.sparsify(ca.jacobian(self.rates, self.z))

    def slope(self, y_rate: ca.SX) -> ca.SX:
        """Return dż/dt at fixed z: ∂ż/∂t + ∂ż/∂y ẏ."""
        total = ca.jtimes(self.rates, self.dynamics.model.t, ca.SX(1))
        return total + ca.jtimes(self.rates, self.y, y_rate) if self.y.numel() else total

    def y_rate(self, vdot: ca.SX) -> ca.SX:
        """Return ẏ of a mechanism with accelerations v̇."""
        d = self.dynamics
        total = d.kinematics.rate(self.values, vdot)
        hints = [rate for joint in d.cut.values() for rate in joint.hint_rates]
        return total + ca.jtimes(self.values, d.model.s_hint, ca.vertcat(*hints)) if hints else total

    @property
    def motion(self) -> ca.SX:
        """ẋ of the mechanism alone: states of networks stand still, and work is that of the mechanism's own loads."""
        d = self.dynamics
        networks = {a.attachment.name for a in d.networks.attached}
        own = {name: power for name, power in d.loads.powers.items() if name not in networks}
        return ca.vertcat(d.rates[: d.model.layout.networks.start], ca.SX.zeros(d.model.s_network.numel()), d.power_with(own))
