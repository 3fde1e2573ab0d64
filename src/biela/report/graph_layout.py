"""Layout of a graph: stress majorisation of distances along its edges, the long side level.

Reference: Gansner, Koren & North (2005), Graph drawing by stress majorization, Lecture Notes in Computer Science 3383
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from biela.kernel import cache

EDGE = 104.0
"""Length of an edge [px]."""

Points = NDArray[np.float64]


def layout(names: list[str], edges: list[tuple[str, str, float]], halves: list[float]) -> Points:
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


def _placed(D: Points) -> Points:
    """Return positions for distances."""
    first, last = divmod(int(D.argmax()), len(D))
    across = 0.3 * np.random.default_rng(4).standard_normal(len(D))
    return _level(_majorised(D, np.column_stack([(D[first] - D[last]) / 2, across])) * EDGE, first, last)


def _majorised(D: Points, X: Points) -> Points:
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


def _level(X: Points, first: int, last: int) -> Points:
    """Turn positions so that the long side is level, with the beginning of the longest path on the left."""
    _, _, axes = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    X = (X - X.mean(axis=0)) @ axes.T
    return np.asarray(X * np.sign(X[last, 0] - X[first, 0] or 1.0), float)


def free_direction(at: Points, others: list[Points]) -> Points:
    """Return the direction from a symbol that is farthest from those to its neighbours; downwards if it has none."""
    if not others:
        return np.array([0.0, 1.0])
    angles = np.sort([float(np.arctan2(*(p - at)[::-1])) for p in others])
    gaps = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    # downwards or sideways reads best: a small bonus
    best = max(range(len(gaps)), key=lambda k: gaps[k] + 0.35 * np.sin(angles[k] + gaps[k] / 2))
    middle = angles[best] + gaps[best] / 2
    return np.array([np.cos(middle), np.sin(middle)])
