"""The networks of a machine on its report: the bond graph of each, of what is inside it, and where the energy went."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from biela.mechanism.port import BodyPort, JointPort
from biela.network.network import Network
from biela.report.bond_graph import svg
from biela.report.energy_flow import sankey
from biela.report.markup import SCROLL
from biela.simulation.energy_audit import LOSS, PORT, SOURCE, STORE, NetworkAudit, energy_audit

if TYPE_CHECKING:
    from biela.simulation.history import History

MOST_DRAWINGS = 24
"""Largest number of drawings of sub-networks; each kind is drawn once."""
MOST_ROWS = 40
"""Elements in the table of energies, the largest first."""
_HEADINGS = {SOURCE: "supplied", LOSS: "dissipated", PORT: "to the mechanism", STORE: "stored"}


def networks_section(history: History) -> str:
    """A part of the page; empty without networks."""
    if not history.mechanism.networks:
        return ""
    audits = {audit.name: audit for audit in energy_audit(history)}
    return "".join(_network(a, audits[a.name]) for a in history.mechanism.networks.values())


def _network(a: Any, audit: NetworkAudit) -> str:
    network, causality = a.network, a.graph.causality
    places = {port.name: _where(port) for port in a.ports}
    name = html.escape(a.name)
    inside = "".join(
        f"<details><summary>{html.escape(label)}</summary>{SCROLL}{drawing}</div></details>"
        for label, drawing in _inside(network, causality)
    )
    return (
        f'<section class="card"><h2>Energy of {name}</h2>{SCROLL}{sankey(a, audit)}</div></section>'
        f'<section class="card"><h2>Network {name}</h2>{SCROLL}{svg(network, causality, "", places)}</div>'
        f"{inside}{_table(audit)}</section>"
    )


def _where(port: Any) -> str:
    match port:
        case JointPort():
            return str(port.joint)
        case BodyPort():
            return str(port.frame.body.name)
    return f"{port.a.body.name} – {port.b.body.name}"


def _inside(network: Network, causality: Any) -> list[tuple[str, str]]:
    """Drawings of sub-networks, one per component type, and one for each network without a type."""
    seen: set[Any] = set()
    out: list[tuple[str, str]] = []
    todo: list[tuple[str, Network]] = [(n, c) for n, c in network.components.items() if isinstance(c, Network)]
    while todo and len(out) < MOST_DRAWINGS:
        path, sub = todo.pop(0)
        kind = sub.made_by.type if sub.made_by is not None else id(sub)
        todo += [(f"{path}/{n}", c) for n, c in sub.components.items() if isinstance(c, Network)]
        if kind not in seen:
            seen.add(kind)
            label = f"{path}: {sub.made_by.type}" if sub.made_by is not None else path
            out.append((label, svg(sub, causality, f"{path}/")))
    return out


def _table(audit: NetworkAudit) -> str:
    def number(x: float) -> str:
        return f"{x:.6g}".replace("-", "−")

    accounts = sorted(audit.accounts, key=lambda a: -abs(a.energy))
    rows = "".join(
        f"<tr><td>{html.escape(a.element)}</td><td>{a.kind}</td><td>{_HEADINGS[a.role]}</td><td>{number(a.energy)}</td></tr>"
        for a in accounts[:MOST_ROWS]
    )
    left = len(accounts) - MOST_ROWS
    rows += f"<tr><td>{left} more, smaller</td><td></td><td></td><td></td></tr>" if left > 0 else ""
    sums = ", ".join(f"{word} {number(audit.total(role))} J" for role, word in _HEADINGS.items())
    how = "integrated with the states" if audit.exact else "powers integrated over the outputs; `audit: true` keeps exact accounts"
    return (
        f"<h3>Energy: {sums}; left over {audit.closure_error:.2g} J ({html.escape(how)})</h3>{SCROLL}<table><thead><tr>"
        f"<th>element</th><th>kind</th><th></th><th>energy [J]</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
