"""A bond graph as SVG: laid out by itself, half arrows, causal strokes, names.

Drawn as the network was built: elements and junctions by their letters, sub-networks as boxes with their ports, vector
bonds as double lines. A half arrow points where power counts positive. The causal stroke stands at the end that receives the
effort.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError
from biela.network.element import Element, Integrator, Output, is_function
from biela.network.flat import HEAD, TAIL
from biela.network.network import Network

EDGE = 96.0
"""Length of a bond [px]."""
MARGIN, FONT = 56.0, 15.0
INK, FAINT, STROKE, BOX = "#1f2933", "#6b7785", "#c2410c", "#eef2f6"

Points = NDArray[np.float64]


@dataclass
class Line:
    """Bonds between the same two components at the same ports, drawn as one."""

    tail: str
    head: str
    size: int
    strokes: set[int | None]
    activated: bool
    labels: tuple[str, str]


def svg(network: Network) -> str:
    """The drawing, as a complete SVG document."""
    names = [n for n, c in network.components.items() if not isinstance(c, Integrator | Output)]
    lines = _lines(network)
    halves = [_half(network.components[n], n)[0] for n in names]
    place = dict(zip(names, _layout(names, [(x.tail, x.head) for x in lines], halves), strict=True))
    xy = np.array(list(place.values())) if place else np.zeros((1, 2))
    low = xy.min(axis=0) - MARGIN
    width, height = xy.max(axis=0) - low + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{low[0]:.1f} {low[1]:.1f} {width:.1f} {height:.1f}" font-family="Helvetica, Arial, sans-serif">',
        f"<title>bond graph of {escape(network.name)}</title>",
        f'<rect x="{low[0]:.1f}" y="{low[1]:.1f}" width="{width:.1f}" height="{height:.1f}" fill="white"/>',
    ]
    counts: dict[frozenset[str], int] = {}
    for line in lines:
        pair = frozenset((line.tail, line.head))
        counts[pair] = counts.get(pair, 0) + 1
        shift = (counts[pair] // 2) * (9.0 if counts[pair] % 2 else -9.0)
        parts += _bond(line, place, network, shift if line.tail < line.head else -shift)
    for name in names:
        parts += _component(name, network.components[name], place[name])
    return "\n".join([*parts, "</svg>"])


def _lines(network: Network) -> list[Line]:
    """Bonds of this level, vector bonds gathered; with strokes where causality is known."""
    strokes = _strokes(network)
    entries = []
    for i, (tail, head, activated) in enumerate(network.bonds):
        a, b = _owner(network, tail.path), _owner(network, head.path)
        labels = tuple(_port(network, end, name) for end, name in ((tail, a), (head, b)))
        entries.append((a, b, labels, activated is not None, strokes.get(i)))
    out = []
    for (a, b, labels, activated), group in groupby(entries, key=lambda e: e[:4]):
        members = list(group)
        out.append(Line(a, b, len(members), {m[4] for m in members}, activated, labels))  # type: ignore[arg-type]
    return out


def _strokes(network: Network) -> dict[int, int | None]:
    """Bond of this level → end that computes the effort; nothing where the graph is not complete by itself."""
    try:
        bonds = network.causality.graph.bonds
    except DescriptionError:
        return {}
    by_ends = {(bond.tail.path, bond.head.path): bond.effort_by for bond in bonds}
    return {i: by_ends.get((tail.path, head.path)) for i, (tail, head, _) in enumerate(network.bonds)}


def _owner(network: Network, path: str) -> str:
    """Component of this level that an end belongs to."""
    first = path.partition("/")[0]
    if first in network.components:
        return first
    return next(n for n, c in network.components.items() if isinstance(c, Element) and first.rpartition("_")[0] == n)


def _port(network: Network, end: Any, owner: str) -> str:
    """Name of a sub-network's port."""
    component = network.components[owner]
    if not isinstance(component, Network):
        return ""
    inside = end.path.partition("/")[2]
    ports = [n for n, e in component.exposed.items() if any(x.path == inside and x.port == end.port for x in e.ends)]
    return ports[0] if ports else ""


def _layout(names: list[str], edges: list[tuple[str, str]], halves: list[float]) -> Points:
    """Positions by stress majorisation of distances along bonds, begun with the longest path on a level line.

    halves : half widths of the symbols, which the bonds between them are lengthened by
    """
    n = len(names)
    if n < 2:
        return np.zeros((n, 2))
    index = {name: i for i, name in enumerate(names)}
    D = np.full((n, n), np.inf)
    np.fill_diagonal(D, 0.0)
    for a, b in edges:
        if a != b:
            i, j = index[a], index[b]
            D[i, j] = D[j, i] = 1.0 + 0.8 * max(0.0, halves[i] + halves[j] - 36.0) / EDGE
    for k in range(n):  # shortest paths
        D = np.minimum(D, D[:, k : k + 1] + D[k : k + 1, :])
    D[~np.isfinite(D)] = np.sqrt(n) + 2
    first, last = divmod(int(D.argmax()), n)
    along = (D[first] - D[last]) / 2
    rng = np.random.default_rng(4)
    X = np.column_stack([along, 0.3 * rng.standard_normal(n)]) * EDGE
    with np.errstate(divide="ignore"):
        W = np.where(D > 0, 1.0 / D**2, 0.0)
    V = np.diag(W.sum(axis=1)) - W
    V_inverse = np.linalg.pinv(V)
    target = D * EDGE
    for _ in range(200):
        gap = np.linalg.norm(X[:, None] - X[None, :], axis=2)
        B = -np.where(gap > 1e-9, W * target / np.where(gap > 1e-9, gap, 1.0), 0.0)
        np.fill_diagonal(B, 0.0)
        np.fill_diagonal(B, -B.sum(axis=1))
        X = V_inverse @ (B @ X)
    # the long side level
    _, _, axes = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    X = (X - X.mean(axis=0)) @ axes.T
    return np.asarray(X * np.sign(X[last, 0] - X[first, 0] or 1.0), float)


def _bond(line: Line, place: dict[str, Points], network: Network, shift: float) -> list[str]:
    a, b = place[line.tail], place[line.head]
    length = float(np.linalg.norm(b - a)) or 1.0
    u = (b - a) / length
    n = np.array([-u[1], u[0]])
    start = a + u * _reach(network.components[line.tail], line.tail, u) + n * shift
    end = b - u * _reach(network.components[line.head], line.head, u) + n * shift
    style = f'stroke="{FAINT if line.activated else INK}" stroke-width="1.6" fill="none"'
    parts = []
    for offset in (-1.7, 1.7) if line.size > 1 else (0.0,):
        p, q = start + n * offset, end + n * offset
        parts.append(f'<path d="M{_xy(p)}L{_xy(q)}" {style}/>')
    if line.activated:  # a full arrow: a signal
        parts.append(f'<path d="M{_xy(end - 9 * u + 5 * n)}L{_xy(end)}L{_xy(end - 9 * u - 5 * n)}" {style}/>')
    else:
        parts.append(f'<path class="half-arrow" d="M{_xy(end)}L{_xy(end - 11 * u - 7 * n)}" {style}/>')
        if line.strokes in ({TAIL}, {HEAD}):
            at = end if line.strokes == {TAIL} else start
            parts.append(
                f'<path class="stroke" d="M{_xy(at - 8 * n)}L{_xy(at + 8 * n)}" stroke="{STROKE}" stroke-width="2.4" fill="none"/>'
            )
    for text, at in ((line.labels[0], start + 14 * u - 9 * n), (line.labels[1], end - 16 * u + 12 * n)):
        if text:
            parts.append(_text(text, at, 9.5, FAINT))
    return parts


def _reach(component: Any, name: str, u: Points) -> float:
    """From the middle of a symbol to its border, along u, with some air."""
    half = _half(component, name)
    return float(min(half[k] / abs(u[k]) for k in range(2) if abs(u[k]) > 1e-9)) + 4.0


def _half(component: Any, name: str) -> tuple[float, float]:
    """Half width and half height of a symbol."""
    if isinstance(component, Network):
        return 0.29 * FONT * max(len(name), 4) + 8, 15.0
    if component.kind in ("0-junction", "1-junction"):
        return 9.0, 11.0
    return 0.28 * FONT * len(_label(component, name)) + 4, 11.0


def _label(component: Element, name: str) -> str:
    value = next(
        (getattr(component, k) for k in ("ratio", "resistance", "value", "effort", "flow") if hasattr(component, k)),
        None,
    )
    modulated = is_function(value) and component.kind in ("Se", "Sf", "TF", "GY", "R")
    return f"{'M' if modulated else ''}{component.kind}: {name}"


def _component(name: str, component: Any, at: Points) -> list[str]:
    if isinstance(component, Network):
        w, h = _half(component, name)
        box = (
            f'<rect x="{at[0] - w:.1f}" y="{at[1] - h:.1f}" width="{2 * w:.1f}" height="{2 * h:.1f}" rx="5" '
            f'fill="{BOX}" stroke="{FAINT}"/>'
        )
        return [box, _text(name, at, FONT, INK).replace('stroke="white"', f'stroke="{BOX}"')]
    if component.kind in ("0-junction", "1-junction"):
        return [
            _text(component.kind[0], at, FONT + 3, INK, bold=True),
            _text(name, at + np.array([0.0, 19.0]), 9.5, FAINT),
        ]
    return [_text(_label(component, name), at, FONT, INK)]


def _text(text: str, at: Points, size: float, colour: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:g}" fill="{colour}" text-anchor="middle" '
        f'dominant-baseline="central" paint-order="stroke" stroke="white" stroke-width="3"{weight}>{escape(text)}</text>'
    )


def _xy(p: Points) -> str:
    return f"{p[0]:.1f},{p[1]:.1f}"
