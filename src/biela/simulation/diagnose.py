"""Diagnosis of rates that are not finite: a law, a load, a prescribed motion, or missing inertia."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import casadi as ca
import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.session import derived
from biela.element.declaration import declaration_of
from biela.element.role import data_of
from biela.equations.dynamics import Dynamics
from biela.equations.kinematics import Pair
from biela.mechanism.load import Load
from biela.mechanism.load.spring_damper import COINCIDENT
from biela.mechanism.sensor import VELOCITY
from biela.network.element import is_function
from biela.state.functions import MachineFunctions
from biela.state.mobility import massless_coordinates
from biela.state.state import State

AHEAD = (0.0, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2)
"""Times after a state at which laws are evaluated [s]: a law may fail between two sound states."""
OF_A_LAW = (
    ": its law divides by zero there, or takes a root or a logarithm of what is negative. Keep it finite, for instance with "
    "x/(x**2 + 1e-6) in place of 1/x"
)
POLE = 1e6
"""Ratio of a law near a pole to its value a hundredth of a second later."""
EXPLODED = 1e9
"""Size of coordinates and rates that have grown without bound: whatever overflows there is a consequence, not a cause."""


def culprits(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> list[str]:
    """Find loads, laws, inputs and prescribed motions that are not finite at a state, or a little further on.

    Each is a phrase with the name in it: "load 'brake' is nan", "spring 's' has both its ends at one point". Empty if the
    state itself has exploded, or nothing is to blame.
    """
    if not np.all(np.isfinite(x)) or np.abs(x).max(initial=0.0) > EXPLODED:
        return []
    audit = _audit(functions)
    rates = np.ravel(functions["rates"](t, x, u, p))
    for h in AHEAD if np.all(np.isfinite(rates)) else AHEAD[:1]:
        found = audit.found(t + h, x + h * rates if h else x, u, p)
        if found:
            return found
    return audit.poles(t, x, u, p, rates)


def has_law(load: Load) -> bool:
    """Return whether a user's function defines a load."""
    return any(d.role.kind in ("signal law", "components") for d in data_of(load)) and bool(load.functions)


def not_finite(functions: MachineFunctions, state: State) -> list[str]:
    """Find loads, laws and prescribed motions that are not finite at a state; raise `DescriptionError` for an impossible law."""
    return _audit(functions).found(*state.arguments())


def massless(functions: MachineFunctions, state: State) -> list[str]:
    """Find joints that move nothing with inertia, if the rates at a state are undetermined."""
    rates = np.asarray(functions["rates"](*state.arguments()))
    return [] if np.all(np.isfinite(rates)) else massless_coordinates(state)


@dataclass(frozen=True)
class _Suspect:
    """Expressions of one object, and the phrase for it if their values are bad."""

    values: Any
    phrase: Callable[[Array], str | None]
    law: str = ""  # what to call it, if a user wrote it


@derived
def _audit(functions: MachineFunctions) -> _Audit:
    return _Audit(functions.dynamics)


class _Audit:
    """Values of every quantity that a user's description puts into the equations."""

    def __init__(self, dynamics: Dynamics):
        self.suspects = [*_lines(dynamics), *_loads(dynamics), *_motions(dynamics), *_networks(dynamics)]
        m = dynamics.model
        outputs = [ca.densify(ca.SX(s.values)) for s in self.suspects]
        self._function = ca.Function("audit", [m.t, m.x, m.u, m.p], outputs)

    def poles(self, t: float, x: Array, u: Array, p: Array, rates: Array) -> list[str]:
        """Find laws that pass through infinity where a run came to a stop: a little further on they are small again."""
        if not np.all(np.isfinite(rates)):
            return []
        here, ahead = (self._function.call([t + h, x + h * rates, u, p]) for h in (0.0, AHEAD[-1]))
        found = []
        for suspect, near, far in zip(self.suspects, here, ahead, strict=True):
            size, later = (float(np.abs(np.array(value, float)).max(initial=0.0)) for value in (near, far))
            if suspect.law and size > POLE * (later + 1e-9):
                found.append(f"{suspect.law} grows without bound, to {size:.3g}{OF_A_LAW}")
        return found

    def found(self, t: float, x: Array, u: Array, p: Array) -> list[str]:
        """Return phrases of the suspects that are not finite."""
        values = self._function.call([t, x, u, p]) if self.suspects else []
        phrases = [s.phrase(np.array(value, float).ravel()) for s, value in zip(self.suspects, values, strict=True)]
        return [phrase for phrase in phrases if phrase is not None]


def _lines(dynamics: Dynamics) -> list[_Suspect]:
    """Return elements that act along a line, which has no direction where their ends coincide."""

    def phrase(name: str, kind: str) -> Callable[[Array], str | None]:
        text = f"{kind} {name!r} has both its ends at one point, where its force has no direction"
        return lambda length: text if length[0] <= COINCIDENT else None

    mechanism, out = dynamics.model.mechanism, []
    things: dict[str, Any] = {**mechanism.loads, **mechanism.actuators}
    for name, load in things.items():
        if getattr(load, "view", "") == "line" and not load.smooth:
            d = Pair(dynamics.kinematics, *load.ends).d
            declaration = declaration_of(load)
            kind = "line element" if declaration is None else declaration.noun
            out.append(_Suspect(ca.sqrt(ca.dot(d, d)), phrase(name, kind)))
    return out


def _loads(dynamics: Dynamics) -> list[_Suspect]:
    loads, mechanism = dynamics.loads, dynamics.model.mechanism
    out = []
    values = {**loads.tensions, **loads.single, **loads.powers}
    values |= loads.single | loads.tensions  # a force along a line without direction is nan too: the tension alone is the law's own
    for name, value in values.items():
        kind = "load" if name in mechanism.loads else "input" if name in mechanism.actuators else "network"
        what = f"{kind} {name!r}"
        law = name in mechanism.loads and has_law(mechanism.loads[name])
        out.append(_Suspect(value, _not_finite(what, law), what if law else ""))
    return out


def _networks(dynamics: Dynamics) -> list[_Suspect]:
    """Return signals of the elements of networks whose value is a function: sources, resistances and outputs with a law."""
    table = dynamics.networks.signals()
    out = []
    for a in dynamics.networks.attached:
        for node in a.graph.nodes:
            if any(is_function(getattr(node.element, f.name)) for f in fields(node.element)):
                own = [n for n in table if n.rpartition(".")[0] == f"{a.prefix}{node.path}" and table[n].level == VELOCITY]
                if own:
                    values = ca.vertcat(*(table[n].value() for n in own))
                    what = f"the law of {node.kind} {a.prefix + node.path!r}"
                    out.append(_Suspect(values, _not_finite(what, True), what))
    return out


def _motions(dynamics: Dynamics) -> list[_Suspect]:
    """Return residuals, rates and γ of prescribed motions and couplings."""
    mechanism = dynamics.model.mechanism
    out = []
    for row in dynamics.all_rows:
        if row.owner in mechanism.drives or row.owner in mechanism.couplings:
            kind = "prescribed motion" if row.owner in mechanism.drives else "coupling"
            values = ca.vertcat(row.residual, row.rate, row.gamma)
            out.append(_Suspect(values, _not_finite(f"{kind} {row.owner!r}")))
    return out


def _not_finite(what: str, law: bool = False) -> Callable[[Array], str | None]:
    def phrase(values: Array) -> str | None:
        bad = values[~np.isfinite(values)]
        return f"{what} is {bad[0]}{OF_A_LAW if law else ''}" if bad.size else None

    return phrase
