"""Networks of a machine on its report: bond graphs of each and of its sub-networks, and energies.

The energy flow is a Sankey diagram; widths are energies of the whole run.

sources ─┐                    ┌─ losses, by the kind of component
         ├── what is supplied ┼─ what is stored
given back                    └─ ports to the mechanism
"""

from __future__ import annotations

import re
from html import escape

from biela.mechanism.port import Attachment, BodyPort, JointPort, LinePort
from biela.network.causality import Causality
from biela.network.network import Network
from biela.report.bond_graph import svg
from biela.report.shell import SCROLL, number, section, table
from biela.simulation.energy_audit import LOSS, PORT, SOURCE, STORE, NetworkAudit, energy_audit
from biela.simulation.history import History

MAX_DRAWINGS = 24
"""Maximum number of drawings of sub-networks; each kind is drawn once."""
MAX_ROWS = 40
"""Maximum number of elements in the table of energies, the largest first."""
_HEADINGS = {SOURCE: "supplied", LOSS: "dissipated", PORT: "to the mechanism", STORE: "stored"}
MIN_SHARE = 0.002
"""Share of the whole below which flows are drawn together as "other"."""
WIDTH, HEIGHT, GAP, BAR = 960.0, 300.0, 13.0, 14.0
INK = {SOURCE: "#3d7fd0", LOSS: "#d0633d", STORE: "#8a63c9", PORT: "#3d9a50"}
Flow = tuple[str, str, float]


def networks_section(history: History) -> str:
    """Return the part of the page about networks."""
    audits = {audit.name: audit for audit in energy_audit(history)}
    return "".join(_network(a, audits[a.name]) for a in history.mechanism.networks.values())


def _network(a: Attachment, audit: NetworkAudit) -> str:
    causality = a.graph.causality
    inside = "".join(
        f"<details><summary>{escape(label)}</summary>{SCROLL}{drawing}</div></details>"
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
    return table(("element", "kind", "", "energy [J]"), rows, title) or f"<h3>{escape(title)}</h3>"


def flows(attachment: Attachment, audit: NetworkAudit) -> tuple[list[Flow], list[Flow]]:
    """Return (name, role, energy [J]) of what comes in and of what goes out; equal parts of components are one flow."""
    totals: dict[tuple[str, str], float] = {}
    for account in audit.accounts:
        key = _label(attachment.network, account.element, account.role), account.role
        totals[key] = totals.get(key, 0.0) + (account.energy if account.role == SOURCE else -account.energy)
    comes = [(name, role, e) for (name, role), e in totals.items() if e > 0]
    goes = [(name, role, -e) for (name, role), e in totals.items() if e < 0]
    return _large(comes), _large(goes)


def _label(network: Network, path: str, role: str) -> str:
    """Return the name of a flow: a source and a port by name, losses by the type of their component."""
    first, _, rest = path.partition("/")
    component = network.components.get(first)
    made = getattr(component, "made_by", None)
    element = rest.rpartition("/")[2] or first
    if role == STORE and path.startswith("compressible"):
        return "compression"
    if role in (SOURCE, STORE) or made is None:
        return (first if role == SOURCE else element).replace("_", " ").removeprefix("port ")
    kind = str(made.type).rpartition(".")[2].replace("_", " ")
    plain = len(element) <= 2 or element == "restriction"
    return kind + "s" if plain else f"{kind}: {re.sub('_[ab]$', '', element).replace('_', ' ')}"


def _large(found: list[Flow]) -> list[Flow]:
    """Sort flows by size, the small ones together."""
    whole = sum(e for _, _, e in found) or 1.0
    kept = sorted((f for f in found if f[2] >= MIN_SHARE * whole), key=lambda f: -f[2])
    rest = sum(e for _, _, e in found) - sum(e for _, _, e in kept)
    return [*kept, ("other", STORE, rest)] if rest > 1e-9 * whole and len(kept) < len(found) else kept


def sankey(attachment: Attachment, audit: NetworkAudit) -> str:
    """Return the diagram as SVG; empty where nothing flowed."""
    comes, goes = flows(attachment, audit)
    whole = max(sum(e for _, _, e in comes), sum(e for _, _, e in goes))
    if whole <= 0:
        return ""
    scale = (HEIGHT - GAP * (max(len(comes), len(goes)) - 1)) / whole
    middle, left, right = WIDTH / 2 - BAR / 2, 250.0, WIDTH - 260.0
    parts = [f'<rect x="{middle:.1f}" y="{_top(whole * scale):.1f}" width="{BAR}" height="{whole * scale:.1f}" fill="#8893a0"/>']
    for side, found in ((-1, comes), (1, goes)):
        inner = _top(whole * scale)
        outer = _top(sum(e for _, _, e in found) * scale + GAP * (len(found) - 1))
        for name, role, energy in found:
            h = max(energy * scale, 1.0)
            x, edge = (left, middle) if side < 0 else (right, middle + BAR)
            x0, x1 = (x + BAR, edge) if side < 0 else (edge, x)
            y0, y1 = (outer, inner) if side < 0 else (inner, outer)
            bend = (x0 + x1) / 2
            top = f"M{x0:.1f},{y0:.1f}C{bend:.1f},{y0:.1f} {bend:.1f},{y1:.1f} {x1:.1f},{y1:.1f}"
            back = f"v{h:.1f}C{bend:.1f},{y1 + h:.1f} {bend:.1f},{y0 + h:.1f} {x0:.1f},{y0 + h:.1f}z"
            parts.append(
                f'<path d="{top}{back}" fill="{INK[role]}" opacity="0.38"/>'
                f'<rect x="{x:.1f}" y="{outer:.1f}" width="{BAR}" height="{h:.1f}" fill="{INK[role]}"/>'
            )
            at, anchor = (x - 6, "end") if side < 0 else (x + BAR + 6, "start")
            parts.append(
                f'<text x="{at:.1f}" y="{outer + h / 2 + 4:.1f}" text-anchor="{anchor}" font-size="12" fill="currentColor">'
                f"{escape(name)} {_energy(energy)}, {100 * energy / whole:.3g} %</text>"
            )
            inner, outer = inner + energy * scale, outer + h + GAP
    return (
        f'<svg viewBox="0 -10 {WIDTH:.0f} {HEIGHT + 20:.0f}" width="100%" style="max-width:{WIDTH:.0f}px" role="img" '
        f'aria-label="energy flow of {escape(audit.name)}" font-family="sans-serif">{"".join(parts)}</svg>'
    )


def _top(height: float) -> float:
    return (HEIGHT - height) / 2


def _energy(x: float) -> str:
    found = next(((unit, size) for unit, size in (("MJ", 1e6), ("kJ", 1e3), ("J", 1.0)) if x >= size), None)
    return f"{x:.2g} J" if found is None else f"{x / found[1]:.3g} {found[0]}"
