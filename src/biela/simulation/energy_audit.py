"""Energy balance of the networks of a run, element by element.

    stored at the end − stored at the start = supplied by sources − dissipated in resistances − delivered at ports        (1)

A network with `audit` integrates these energies with its states, so that (1) holds to the error of the integrator; of
others the powers are integrated over the outputs of the run (trapezoidal rule), which is as good as the outputs are dense.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.network.element import R, RField, Source
from biela.network.flat import OutsidePort

if TYPE_CHECKING:
    from biela.simulation.history import History

SOURCE, LOSS, PORT, STORE = "source", "resistance", "port", "storage"


@dataclass(frozen=True)
class Account:
    """Energy of one element.

    Attributes
    ----------
    energy : supplied by a source, dissipated in a resistance, delivered at a port, gained by a storage [J]
    end : stored at the end of the run, of a storage [J]
    """

    element: str
    kind: str
    role: str
    energy: float
    end: float = 0.0


@dataclass(frozen=True)
class NetworkAudit:
    """All elements of a network, their sums, and the error of (1)."""

    name: str
    exact: bool
    accounts: list[Account] = field(default_factory=list)

    def total(self, role: str) -> float:
        """Return the energy of all elements of a role [J]."""
        return sum(a.energy for a in self.accounts if a.role == role)

    @property
    def closure_error(self) -> float:
        """|stored − supplied + dissipated + delivered| [J]."""
        return abs(self.total(STORE) - self.total(SOURCE) + self.total(LOSS) + self.total(PORT))

    def as_dict(self) -> dict[str, Any]:
        """Return the balance for the summary of a run."""
        return {
            "stored": self.total(STORE), "supplied": self.total(SOURCE), "dissipated": self.total(LOSS),
            "delivered": self.total(PORT), "closure_error": self.closure_error, "exact": self.exact,
            "elements": {a.element: {"role": a.role, "energy": a.energy} for a in self.accounts},
        }  # fmt: skip


def energy_audit(history: History) -> list[NetworkAudit]:
    """Return the audit of every network of a run; none without networks."""
    return [_network(history, a) for a in history.mechanism.networks.values()]


def _network(history: History, a: Any) -> NetworkAudit:
    accounts = []
    for node in a.graph.nodes:
        roles = ((Source, SOURCE), (R, LOSS), (RField, LOSS), (OutsidePort, PORT))
        role = next((role for kind, role in roles if isinstance(node.element, kind)), STORE)
        signal = f"{a.prefix}{node.path}"
        if f"{signal}.energy" in history and (role == STORE or a.graph.audit):
            E = history[f"{signal}.energy"]
            accounts.append(Account(node.path, node.kind, role, float(E[-1] - E[0]), float(E[-1]) if role == STORE else 0.0))
        elif role != STORE:
            passed = float(np.trapezoid(history[f"{signal}.power"], history.t))
            accounts.append(Account(node.path, node.kind, role, passed))
    known = sum(x.energy for x in accounts if x.role == STORE)
    H = history[f"{a.name}.stored_energy"]
    rest = float(H[-1] - H[0]) - known
    if abs(rest) > 1e-12 * max(1.0, float(np.abs(H).max())):  # storages that share one account
        accounts.append(Account("compressible volumes together", "C", STORE, rest, float(H[-1])))
    return NetworkAudit(a.name, bool(a.graph.audit), accounts)


guard(__name__)
