"""Networks of a machine on its report: bond graphs of each and of its sub-networks, and energies."""

from __future__ import annotations

import html

from biela.mechanism.port import Attachment, BodyPort, JointPort, LinePort
from biela.network.causality import Causality
from biela.network.network import Network
from biela.report.bond_graph import svg
from biela.report.energy_flow import sankey
from biela.report.markup import SCROLL, number, section, table
from biela.simulation.energy_audit import LOSS, PORT, SOURCE, STORE, NetworkAudit, energy_audit
from biela.simulation.history import History

MAX_DRAWINGS = 24
"""Maximum number of drawings of sub-networks; each kind is drawn once."""
MAX_ROWS = 40
"""Maximum number of elements in the table of energies, the largest first."""
_HEADINGS = {SOURCE: "supplied", LOSS: "dissipated", PORT: "to the mechanism", STORE: "stored"}


def networks_section(history: History) -> str:
    """Return the part of the page about networks; empty without any."""
    if not history.mechanism.networks:
        return ""
    audits = {audit.name: audit for audit in energy_audit(history)}
    return "".join(_network(a, audits[a.name]) for a in history.mechanism.networks.values())


def _network(a: Attachment, audit: NetworkAudit) -> str:
    causality = a.graph.causality
    inside = "".join(
        f"<details><summary>{html.escape(label)}</summary>{SCROLL}{drawing}</div></details>"
        for label, drawing in _inside(a.network, causality)
    )
    drawn = svg(a.network, causality, "", {port.name: _where(port) for port in a.ports})
    energies = section(f"Energy of {a.name}", f"{SCROLL}{sankey(a, audit)}</div>")
    return energies + section(f"Network {a.name}", f"{SCROLL}{drawn}</div>{inside}{_table(audit)}")


def _where(port: BodyPort | JointPort | LinePort) -> str:
    match port:
        case JointPort():
            return str(port.joint)
        case BodyPort():
            return str(port.frame.body.name)
    return f"{port.a.body.name} – {port.b.body.name}"


def _inside(network: Network, causality: Causality) -> list[tuple[str, str]]:
    """Draw sub-networks, one per component type, and each network without a type."""
    seen: set[str | int] = set()
    out: list[tuple[str, str]] = []
    todo: list[tuple[str, Network]] = [(n, c) for n, c in network.components.items() if isinstance(c, Network)]
    while todo and len(out) < MAX_DRAWINGS:
        path, sub = todo.pop(0)
        kind = sub.made_by.type if sub.made_by is not None else id(sub)
        todo += [(f"{path}/{n}", c) for n, c in sub.components.items() if isinstance(c, Network)]
        if kind not in seen:
            seen.add(kind)
            label = f"{path}: {sub.made_by.type}" if sub.made_by is not None else path
            out.append((label, svg(sub, causality, f"{path}/")))
    return out


def _table(audit: NetworkAudit) -> str:
    """Return the table of energies, the largest first."""
    accounts = sorted(audit.accounts, key=lambda a: -abs(a.energy))
    rows = [(a.element, a.kind, _HEADINGS[a.role], number(a.energy, 6)) for a in accounts[:MAX_ROWS]]
    left = len(accounts) - MAX_ROWS
    rows += [(f"{left} more, smaller", "", "", "")] if left > 0 else []
    sums = ", ".join(f"{word} {number(audit.total(role), 6)} J" for role, word in _HEADINGS.items())
    how = "integrated with the states" if audit.exact else "powers integrated over the outputs; `audit: true` keeps exact accounts"
    title = f"Energy: {sums}; left over {audit.closure_error:.2g} J ({how})"
    return table(("element", "kind", "", "energy [J]"), rows, title) or f"<h3>{html.escape(title)}</h3>"
