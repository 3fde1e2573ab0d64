"""Bond graph as SVG: laid out by itself, half arrows, causal strokes, names, in light and dark.

Drawn as the network was built: elements and junctions by their letters, sub-networks as boxes with their ports, vector
bonds as double lines, what a port is attached to in italics. A vector junction whose components are joined with each other, as
by the gyrators of a rigid body, is drawn component by component: Euler's ring is a ring. A half arrow points where power counts
positive. The causal stroke is at the end that receives the effort. The layout is stress majorisation of distances along the bonds,
the long side level (Gansner, Koren & North 2005, Graph drawing by stress majorization, Lecture Notes in Computer Science 3383).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.kernel import cache
from biela.network.causality import Causality
from biela.network.element import Element, is_function
from biela.network.flat import HEAD, TAIL
from biela.network.network import End, Network

MARGIN, FONT, LABEL_FONT = 34.0, 15.0, 10.0
"""Margin and sizes of letters [px]."""
BOND_DISTANCE = 20.0
"""Distance of bonds between the same two symbols [px]."""
OUTSIDE = "\N{RIGHTWARDS ARROW} "
"""Prefix of the name of a port in the drawing."""

_LIGHT = {"ink": "#1f2933", "faint": "#5b6775", "stroke": "#c2410c", "box": "#eef2f6", "paper": "#ffffff"}
_DARK = {"ink": "#e6ebf1", "faint": "#a3b0c0", "stroke": "#ff9a62", "box": "#2a333f", "paper": "#1b2129"}
EDGE = 104.0
"""Length of an edge [px]."""


def _rules(colours: Mapping[str, str], where: str) -> str:
    c = colours
    rules = {
        ".paper": f"fill:{c['paper']}", ".bond": f"stroke:{c['ink']}", ".signal": f"stroke:{c['faint']}",
        ".causal": f"stroke:{c['stroke']}",
        ".name": f"fill:{c['ink']};stroke:{c['paper']}", ".small": f"fill:{c['faint']};stroke:{c['paper']}",
        ".box": f"fill:{c['box']};stroke:{c['faint']}", ".inside": f"fill:{c['ink']};stroke:{c['box']}",
    }  # fmt: skip
    return "".join(f"{place} .bond-graph {name}{{{text}}}" for place in where.split(",") for name, text in rules.items())


STYLE = _rules(_LIGHT, ":root") + _rules(_DARK, ':root.dark,[data-jp-theme-light="false"],body.vscode-dark')
"""Colours of the drawing; those of a dark page where it says so."""


Symbol: TypeAlias = Element | Network | str
"""Element, sub-network, or the words for what is outside."""


@dataclass
class BondLine:
    """Bonds between the same two components at the same ports, drawn as one."""

    tail: str
    head: str
    size: int
    strokes: set[int | None]
    activated: bool
    labels: tuple[str, str]

    @property
    def ends(self) -> frozenset[str]:
        """Return both components."""
        return frozenset((self.tail, self.head))


def draw(network: Network) -> str:
    """Return the bond graph of a network as SVG."""
    return svg(network)


def svg(network: Network, causality: Causality | None = None, path: str = "", attached: Mapping[str, str] | None = None) -> str:
    """Return the drawing as a complete SVG document.

    causality : needed for a network that is part of a larger one or attached to a machine; its own by default
    path : its place in the larger one, `boom/motor/`
    attached : exposed port → what it is attached to
    """
    split = _split(network)
    lines = _lines(network, _strokes(network, causality, path), split)
    for port in attached or {}:  # what is outside gives the flow, so that the network computes the effort there
        ends = network.exposed[port].ends
        owner = _owner(network, ends[0].path, split)
        lines.append(BondLine(owner, f"{OUTSIDE}{port}", len(ends), {TAIL}, False, (_port(network, ends[0], owner), "")))
    bonded = {name for line in lines for name in (line.tail, line.head)}
    components = network.components.items()
    symbols: dict[str, Symbol] = {n: c for n, c in components if n not in split and (n in bonded or getattr(c, "ports", True))}
    symbols |= {part: c for n, c in components if n in split for part in sorted(bonded) if _of(part, n)}
    symbols |= {f"{OUTSIDE}{port}": f"{port}: {where}" if where else port for port, where in (attached or {}).items()}
    counts = Counter(line.ends for line in lines)
    edges = [(x.tail, x.head, (1.25 if counts[x.ends] > 1 else 1.0) + 0.15 * sum(map(bool, x.labels))) for x in lines]
    positions = layout(list(symbols), edges, [_half(c, n)[0] for n, c in symbols.items()])
    place = dict(zip(symbols, positions, strict=True))
    low, size = _frame(symbols, place)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bond-graph" width="{size[0]:.0f}" height="{size[1]:.0f}" '
        f'viewBox="{low[0]:.1f} {low[1]:.1f} {size[0]:.1f} {size[1]:.1f}" font-family="Helvetica, Arial, sans-serif" '
        f'role="img" aria-label="bond graph of {escape(network.name)}">',
        f"<title>bond graph of {escape(network.name)}</title><style>{STYLE}</style>",
        f'<rect class="paper" x="{low[0]:.1f}" y="{low[1]:.1f}" width="{size[0]:.1f}" height="{size[1]:.1f}" rx="8"/>',
    ]
    drawn: Counter[frozenset[str]] = Counter()
    for line in lines:
        shift = (drawn[line.ends] - (counts[line.ends] - 1) / 2) * BOND_DISTANCE
        drawn[line.ends] += 1
        parts += _bond(line, place, symbols, shift if line.tail < line.head else -shift)
    for name, symbol in symbols.items():
        near = [place[b if a == name else a] for a, b, _ in edges if name in (a, b)]
        parts += _symbol(name, symbol, place[name], near)
    return "\n".join([*parts, "</svg>"])


def _frame(symbols: Mapping[str, Symbol], place: Mapping[str, Array]) -> tuple[Array, Array]:
    """Return lower corner and size of the drawing, with room for its symbols."""
    if not place:
        return np.array([-MARGIN, -MARGIN]), np.array([2 * MARGIN, 2 * MARGIN])
    half = np.array([_half(symbols[n], n) for n in place])
    xy = np.array(list(place.values()))
    low = (xy - half).min(axis=0) - MARGIN
    return low, (xy + half).max(axis=0) - low + MARGIN


def _lines(network: Network, strokes: Mapping[int, int | None], split: set[str]) -> list[BondLine]:
    """Return the bonds of this level, vector bonds gathered; with strokes where causality is known."""
    entries = []
    for i, (tail, head, activated) in enumerate(network.bonds):
        a, b = _owner(network, tail.path, split), _owner(network, head.path, split)
        labels = tuple(_port(network, end, name) for end, name in ((tail, a), (head, b)))
        entries.append((a, b, labels, activated is not None, strokes.get(i)))
    out = []
    for (a, b, labels, activated), group in groupby(entries, key=lambda e: e[:4]):
        members = list(group)
        out.append(BondLine(a, b, len(members), {m[4] for m in members}, activated, labels))  # type: ignore[arg-type]
    return out


def _strokes(network: Network, causality: Causality | None, path: str) -> dict[int, int | None]:
    """Return bond of this level → end that computes the effort; nothing where the graph is not complete by itself."""
    try:
        bonds = (causality or network.causality).graph.bonds
    except DescriptionError:
        return {}
    by_ends = {(bond.tail.path, bond.head.path): bond.effort_by for bond in bonds}
    return {i: by_ends.get((path + tail.path, path + head.path)) for i, (tail, head, _) in enumerate(network.bonds)}


def _split(network: Network) -> set[str]:
    """Return vector junctions with a two-port between two of their components, and the vector elements attached to them."""
    neighbours: dict[str, set[tuple[str, str]]] = {}
    hanging: set[tuple[str, str]] = set()
    for tail, head, _ in network.bonds:
        a, b = _owner(network, tail.path), _owner(network, head.path)
        neighbours.setdefault(a, set()).add((b, head.path))
        neighbours.setdefault(b, set()).add((a, tail.path))
        hanging |= {(a, b), (b, a)}
    rings: set[str] = set()
    for name, near in neighbours.items():
        if getattr(network.components[name], "ports", ()) == ("a", "b") and len(near) == 2 and len({j for j, _ in near}) == 1:
            rings |= {j for j, _ in near if isinstance(network.components[j], Element)}
    return rings | {b for a, b in hanging if a in rings and getattr(network.components[b], "size", 1) > 1}


def _of(part: str, name: str) -> bool:
    """Return whether a name, `rate_x`, is a component of another, `rate`."""
    return part.rpartition("_")[0] == name


def _owner(network: Network, path: str, split: set[str] | frozenset[str] = frozenset()) -> str:
    """Return the component of this level that an end belongs to; one of its own components where it is split."""
    first = path.partition("/")[0]
    if first in network.components:
        return first
    owner = next(n for n, c in network.components.items() if isinstance(c, Element) and _of(first, n))
    return first if owner in split else owner


def _port(network: Network, end: End, owner: str) -> str:
    """Return the name of a sub-network's port."""
    component = network.components.get(owner)
    if not isinstance(component, Network):
        return ""
    inside = end.path.partition("/")[2]
    ports = [n for n, e in component.exposed.items() if any(x.path == inside and x.port == end.port for x in e.ends)]
    return ports[0] if ports else ""


def _bond(line: BondLine, place: Mapping[str, Array], symbols: Mapping[str, Symbol], shift: float) -> list[str]:
    a, b = place[line.tail], place[line.head]
    u = (b - a) / (float(np.linalg.norm(b - a)) or 1.0)
    n = np.array([-u[1], u[0]])
    start = a + u * _reach(symbols[line.tail], line.tail, u, n * shift) + n * shift
    end = b - u * _reach(symbols[line.head], line.head, -u, n * shift) + n * shift
    kind = f'class="{"signal" if line.activated else "bond"}" stroke-width="1.6" fill="none"'
    parts = []
    for offset in (-1.7, 1.7) if line.size > 1 else (0.0,):
        parts.append(f'<path d="M{_xy(start + n * offset)}L{_xy(end + n * offset)}" {kind}/>')
    if line.activated:  # a full arrow: a signal
        parts.append(f'<path d="M{_xy(end - 9 * u + 5 * n)}L{_xy(end)}L{_xy(end - 9 * u - 5 * n)}" {kind}/>')
    else:
        half = kind.replace('class="', 'class="half-arrow ')
        parts.append(f'<path d="M{_xy(end)}L{_xy(end - 11 * u - 7 * n)}" {half}/>')
        if line.strokes in ({TAIL}, {HEAD}):
            at = end if line.strokes == {TAIL} else start
            parts.append(f'<path class="stroke causal" d="M{_xy(at - 8 * n)}L{_xy(at + 8 * n)}" stroke-width="2.4" fill="none"/>')
    side = n if shift >= 0 else -n  # outside of a pair
    for text, at in ((line.labels[0], start + 20 * u), (line.labels[1], end - 22 * u)):
        if text:
            beside = at + side * (8 + 0.26 * LABEL_FONT * len(text) * abs(side[0]))
            parts.append(_text(text, beside, LABEL_FONT, "small"))
    return parts


def _reach(symbol: Symbol, name: str, u: Array, off: Array) -> float:
    """Return the distance from a point near the middle of a symbol to its border, along u, with some air."""
    ways = [
        abs(np.copysign(half, d) - shift) / abs(d)
        for half, d, shift in zip(_half(symbol, name), u, off, strict=True)
        if abs(d) > 1e-9
    ]
    return float(min(ways)) + 4.0


def _half(symbol: Symbol, name: str) -> tuple[float, float]:
    """Return half width and half height of a symbol."""
    if isinstance(symbol, str):
        return 0.27 * 12.5 * len(symbol) + 4, 10.0
    if isinstance(symbol, Network):
        return 0.29 * FONT * max(len(name), 6) + 10, 17.0
    if symbol.kind in ("0-junction", "1-junction"):
        return 9.0, 11.0
    return 0.28 * FONT * len(_label(symbol, name)) + 4, 11.0


def _label(element: Element, name: str) -> str:
    value = next((getattr(element, k) for k in ("ratio", "resistance", "value", "effort", "flow") if hasattr(element, k)), None)
    modulated = is_function(value) and element.kind in ("Se", "Sf", "TF", "GY", "R")
    return f"{'M' if modulated else ''}{element.kind}: {name}"


def _symbol(name: str, symbol: Symbol, at: Array, near: list[Array]) -> list[str]:
    if isinstance(symbol, str):
        return [_text(symbol, at, 12.5, "small", ' font-style="italic"')]
    if isinstance(symbol, Network):
        w, h = _half(symbol, name)
        box = f'<rect class="box" x="{at[0] - w:.1f}" y="{at[1] - h:.1f}" width="{2 * w:.1f}" height="{2 * h:.1f}" rx="6"/>'
        return [box, _text(name, at, FONT, "inside")]
    if symbol.kind in ("0-junction", "1-junction"):
        away = free_direction(at, near)
        beside = at + away * (17 + 0.27 * LABEL_FONT * len(name) * abs(away[0]))
        return [_text(symbol.kind[0], at, FONT + 3, "name", ' font-weight="bold"'), _text(name, beside, LABEL_FONT, "small")]
    return [_text(_label(symbol, name), at, FONT, "name")]


def _text(text: str, at: Array, size: float, kind: str, more: str = "") -> str:
    return (
        f'<text class="{kind}" x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:g}" text-anchor="middle" '
        f'dominant-baseline="central" paint-order="stroke" stroke-width="3"{more}>{escape(text)}</text>'
    )


def _xy(p: Array) -> str:
    return f"{p[0]:.1f},{p[1]:.1f}"


def layout(names: list[str], edges: list[tuple[str, str, float]], halves: list[float]) -> Array:
    """Return positions of the symbols [px].

    edges : (a, b, how much longer than usual)
    halves : half widths of the symbols, which the edges between them are lengthened by
    """
    n = len(names)
    if n < 2:
        return np.zeros((n, 2))
    index = {name: i for i, name in enumerate(names)}
    D = np.full((n, n), np.inf)
    np.fill_diagonal(D, 0.0)
    for a, b, longer in edges:
        if a != b:
            i, j = index[a], index[b]
            D[i, j] = D[j, i] = longer * (1.0 + 0.8 * max(0.0, halves[i] + halves[j] - 36.0) / EDGE)
    for k in range(n):  # shortest paths
        D = np.minimum(D, D[:, k : k + 1] + D[k : k + 1, :])
    D[~np.isfinite(D)] = np.sqrt(n) + 2
    # cached on disk by the distances and this file: they take longer than the rest of the drawing
    key = f"{hashlib.sha256(D.tobytes()).hexdigest()} {hashlib.sha256(Path(__file__).read_bytes()).hexdigest()}"
    return np.array(cache.fact(key, "graph layout", lambda: _placed(D).tolist()))


def _placed(D: Array) -> Array:
    """Return positions for distances."""
    first, last = divmod(int(D.argmax()), len(D))
    across = 0.3 * np.random.default_rng(4).standard_normal(len(D))
    X = EDGE * _majorised(D, np.column_stack([(D[first] - D[last]) / 2, across]))
    X -= X.mean(axis=0)
    X = X @ np.linalg.svd(X, full_matrices=False)[2].T  # the long side level, the beginning of the longest path on the left
    return np.asarray(X * np.sign(X[last, 0] - X[first, 0] or 1.0), float)


def _majorised(D: Array, X: Array) -> Array:
    """Return positions whose distances come close to D, from a start."""
    with np.errstate(divide="ignore"):
        W = np.where(D > 0, 1.0 / D**2, 0.0)
    inverse = np.linalg.pinv(np.diag(W.sum(axis=1)) - W)
    for _ in range(200):
        gap = np.linalg.norm(X[:, None] - X[None, :], axis=2)
        B = -np.where(gap > 1e-9, W * D / np.where(gap > 1e-9, gap, 1.0), 0.0)
        np.fill_diagonal(B, 0.0)
        np.fill_diagonal(B, -B.sum(axis=1))
        X = inverse @ (B @ X)
    return X


def free_direction(at: Array, others: list[Array]) -> Array:
    """Return the direction from a symbol that is farthest from those to its neighbours; downwards if it has none."""
    if not others:
        return np.array([0.0, 1.0])
    angles = np.sort([float(np.arctan2(*(p - at)[::-1])) for p in others])
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    # downwards or sideways reads best: a small bonus
    best = max(range(len(gaps)), key=lambda k: gaps[k] + 0.35 * np.sin(angles[k] + gaps[k] / 2))
    middle = angles[best] + gaps[best] / 2
    return np.array([np.cos(middle), np.sin(middle)])
