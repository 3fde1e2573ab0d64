"""Motion of a planar machine in one picture: its links at a few instants, and the paths of its points."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.mechanism.parameter import evaluate
from biela.report.body import lines_of
from biela.report.sketch import BodySketch, Sketch, view
from biela.report.style import GREY, INK, Axes, Figure, colour, new_figure, save_figure, style
from biela.simulation.history import History

INSTANTS = 10
"""Positions drawn between the start and the end of the first swing or turn."""
WIDTH, MAX_HEIGHT = 8.0, 8.5  # inches
MAX_LABELS = 8
"""Number of bodies beyond which all have one colour and no labels."""


def draw_motion(history: History, path: Path) -> Path | None:
    """Write a picture of the motion; None, and no picture, for a machine that moves in space."""
    sketch = Sketch(history)
    if sketch.normal is None:
        return None
    with style():
        return save_figure(_Drawing(history, sketch).figure, path)


class _Drawing:
    """Picture under construction, with everything projected on the plane, (right, up) [m]."""

    def __init__(self, history: History, sketch: Sketch):
        assert sketch.normal is not None
        mechanism = history.mechanism
        values = dict(zip(mechanism.parameters, history.p, strict=True))
        gravity = np.asarray(evaluate(mechanism.gravity, values), float)
        self.sketch, self.t, self.mechanism = sketch, sketch.t, mechanism
        self.axes = np.array(view(sketch.normal, gravity)).T
        self.moving = {name: body for name, body in sketch.bodies.items() if name != "ground"}
        self.colours = {name: colour(k if len(self.moving) <= MAX_LABELS else 0) for k, name in enumerate(self.moving)}
        self.last = swing_end(sketch)
        bodies = sketch.bodies.values()
        points = [p for body in bodies for p in (*body.outline, *body.marks)]
        points += [body.mass_centre for body in bodies if body.mass_centre is not None]
        everything = self.flat(np.concatenate(points))
        low, high = everything.min(axis=0), everything.max(axis=0)
        margin = 0.09 * max(high - low) + 1e-9
        self.low, self.high = low - margin, high + margin
        self.unit = 0.022 * float(max(self.high - self.low))  # size of symbols [m]
        self.figure = self._draw()

    def flat(self, points: Array) -> Array:
        """Project points in space on the picture."""
        return np.asarray(points @ self.axes)

    def _draw(self) -> Figure:
        size = self.high - self.low
        height = min(max((WIDTH - 0.8) * size[1] / size[0], 2.0), MAX_HEIGHT)
        figure = new_figure(WIDTH, height + 1.1)
        axis = figure.add_subplot(aspect="equal")
        self._paths(axis)
        instants = np.unique(np.linspace(0, self.last, INSTANTS + 2).round().astype(int))
        for k, i in enumerate(instants[1:-1]):
            self._pose(axis, int(i), ghost=0.16 + 0.22 * k / max(len(instants) - 2, 1))
        self._ground(axis)
        self._pose(axis, int(self.last), ghost=0.65)
        self._pose(axis, 0, ghost=None)
        self._names(axis)
        self._labels(axis, len(instants) - 2)
        return figure

    def _paths(self, axis: Axes) -> None:
        """Draw where joints, ends and marked points go during the whole run."""
        drawn: list[Array] = []
        last = list(self.moving)[-1]
        for name, body in self.moving.items():
            points = [*body.outline, *body.marks] if len(self.moving) <= MAX_LABELS or name == last else body.marks
            for p in points:
                moves = np.ptp(p, axis=0).max() > 1e-6 * self.sketch.size
                if moves and not any(np.abs(p - other).max() < 1e-6 * self.sketch.size for other in drawn):
                    axis.plot(*self.flat(p).T, color=self.colours[name], linewidth=0.8, alpha=0.6, zorder=1)
                    drawn.append(p)

    def _pose(self, axis: Axes, i: int, ghost: float | None) -> None:
        """Draw all bodies at an instant; `ghost` is the opacity of one that is not the start."""
        alpha = 1.0 if ghost is None else ghost
        width = (5.0 if ghost is None else 2.6) * (1.0 if len(self.moving) <= MAX_LABELS else 0.6)
        layer = 5 if ghost is None else 2 + alpha
        for name, body in self.moving.items():
            self._body(axis, body, i, self.colours[name], width, alpha, layer)
        if ghost is None:
            self._lines(axis, i)
            ring = {"color": "white", "markeredgecolor": INK, "markersize": 0.9 * width + 1, "zorder": layer + 2}
            for body in self.moving.values():
                for p in body.joints:
                    axis.plot(*self.flat(p[i]), "o", **ring)
                for p in body.marks:
                    axis.plot(*self.flat(p[i]), "o", color=INK, markersize=3.5, zorder=layer + 3)

    def _body(self, axis: Axes, body: BodySketch, i: int, ink: str, width: float, alpha: float, layer: float) -> None:
        points = np.array([self.flat(p[i]) for p in body.outline])
        heavy_end = body.end is not None and body.mass_centre is not None and np.allclose(body.end[i], body.mass_centre[i])
        if len(points) >= 3:
            rest = points - points.mean(axis=0)
            outline = points[np.argsort(np.arctan2(rest[:, 1], rest[:, 0]))]  # in the order of their angle about the middle
            axis.fill(*outline.T, color=ink, alpha=0.25 * alpha, linewidth=0, zorder=layer)
            points = np.vstack([outline, outline[:1]])
        if len(points) >= 2:
            axis.plot(*points.T, color=ink, alpha=alpha, linewidth=width, solid_joinstyle="round", zorder=layer)
        if body.slides:
            self._block(axis, body, i, ink, alpha, layer)
        elif heavy_end or (len(points) < 2 and body.mass_centre is not None):
            at = body.end if body.end is not None else body.mass_centre
            assert at is not None
            axis.plot(*self.flat(at[i]), "o", color=ink, alpha=alpha, markersize=2.6 * width, markeredgewidth=0, zorder=layer + 1)

    def _block(self, axis: Axes, body: BodySketch, i: int, ink: str, alpha: float, layer: float) -> None:
        """Draw a slider: a rectangle along its guide."""
        joint = next(j for j in self.mechanism.joints.values() if j.type.look == "slide" and j.child.body.name == body.name)
        along = self.flat(self.sketch.direction(joint.child)[i])
        if np.linalg.norm(along) < 1e-6:
            return
        along = along / np.linalg.norm(along) * 1.6 * self.unit
        across = np.array([-along[1], along[0]]) * 0.65
        centre = self.flat(self.sketch.place(joint.child)[i])
        corners = centre + np.array([along + across, -along + across, -along - across, along - across])
        axis.fill(*corners.T, facecolor=ink, alpha=alpha, edgecolor="white", linewidth=0.6, zorder=layer)

    def _lines(self, axis: Axes, i: int) -> None:
        """Draw springs, cylinders and massless rods, at an instant."""
        for line in lines_of(self.mechanism):
            if line.port:
                continue
            a, b = (self.flat(self.sketch.place(frame)[i]) for frame in (line.a, line.b))
            points = _coil(a, b, 0.6 * self.unit) if line.look in ("spring", "strut") else np.array([a, b])
            axis.plot(*points.T, color=GREY, linewidth=1.2, zorder=6)
            for frame, end in ((line.a, a), (line.b, b)):
                if frame.body.is_ground:
                    axis.plot(*end, "s", color=INK, markersize=4, zorder=7)

    def _ground(self, axis: Axes) -> None:
        """Draw fixed pivots as triangles on a line, guides as lines."""
        for joint in self.mechanism.joints.values():
            ends = [f for f in (joint.parent, joint.child) if f.body.is_ground]
            if not ends:
                continue
            place = self.flat(self.sketch.place(ends[0])[0])
            if joint.type.look == "slide":
                other = joint.child if joint.parent.body.is_ground else joint.parent
                track = self.flat(self.sketch.place(other))
                along = self.flat(self.sketch.direction(ends[0])[0])
                reach = (track - place) @ along
                guide = place + np.outer([reach.min() - 4 * self.unit, reach.max() + 4 * self.unit], along)
                axis.plot(*guide.T, color=GREY, linewidth=1.0, dashes=(6, 3), zorder=1.5)
            elif joint.type.look != "nothing":
                foot = place + self.unit * np.array([[0.0, 0.0], [-1.1, -1.7], [1.1, -1.7]])
                axis.fill(*foot.T, facecolor="white", edgecolor=INK, linewidth=1.0, zorder=4)
                axis.plot(*(place + self.unit * np.array([[-1.7, -1.7], [1.7, -1.7]])).T, color=INK, linewidth=1.4, zorder=4)

    def _names(self, axis: Axes) -> None:
        """Write the names of the bodies, next to their start positions."""
        if len(self.moving) > MAX_LABELS:
            return
        for name, body in self.moving.items():
            points = np.array([self.flat(p[0]) for p in body.outline] or [self.flat(self.sketch.positions[name][0])])
            middle, along = points.mean(axis=0), points[-1] - points[0]
            length = float(np.linalg.norm(along))
            across = np.array([-along[1], along[0]]) / length if length > 1e-9 else np.array([0.0, 1.0])
            across = across if across[1] > 1e-9 or (abs(across[1]) <= 1e-9 and across[0] > 0) else -across
            if body.slides or length <= 1e-9:
                across = np.array([0.0, 1.4])
            ha = "left" if across[0] > 0.3 else "right" if across[0] < -0.3 else "center"
            axis.annotate(
                name.replace("_", " "), middle + 1.3 * self.unit * across, color=self.colours[name], ha=ha, fontsize=9,
                va="bottom" if across[1] > 0.3 else "center", fontweight="bold", zorder=9,
                bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.7},
            )  # fmt: skip

    def _labels(self, axis: Axes, between: int) -> None:
        right, up = (_axis_name(self.axes[:, k], "xy"[k]) for k in range(2))
        axis.set_xlim(self.low[0], self.high[0])
        axis.set_ylim(self.low[1], self.high[1])
        axis.set_xlabel(f"{right} [m]")
        axis.set_ylabel(f"{up} [m]")
        axis.grid(True)
        until, whole = self.t[self.last] - self.t[0], self.t[-1] - self.t[0]
        axis.set_title(self.mechanism.name, loc="left", fontweight="bold", pad=20)
        axis.annotate(
            f"bold: start · pale: {between} positions on the way to {until:.3g} s · thin: paths over {whole:.3g} s",
            (0.0, 1.0), (0.0, 6.0), xycoords="axes fraction", textcoords="offset points", fontsize=8.5, color=GREY,
        )  # fmt: skip


def swing_end(sketch: Sketch) -> int:
    """Return the index of the output at which the first swing (from rest) or the first turn (in motion) ends.

    A swing ends where all points are slow again. A turn ends where d, the mean distance of all points from where they
    started, has grown and is small again. Without either, the motion is shown until d first stops growing, and in any
    case only for as long as no point has gone four times across the picture.
    """
    points = [p for name, body in sketch.bodies.items() if name != "ground" for p in (*body.outline, *body.marks)]
    if not points or len(sketch.t) < 3:
        return len(sketch.t) - 1
    P = np.stack(points, axis=1)
    gone = np.linalg.norm(np.diff(P, axis=0), axis=2).cumsum(axis=0).max(axis=1)
    limit = max(1, int(np.searchsorted(gone, 4.0 * sketch.size)))
    speed = np.linalg.norm(np.gradient(P, sketch.t, axis=0), axis=2).max(axis=1)
    d = np.sqrt(((P - P[0]) ** 2).sum(axis=2).mean(axis=1))
    ends = _dips(speed, 0.5, 0.1) if speed[0] < 0.05 * speed.max() else _dips(d, 0.6, 0.35)
    if not ends.size:
        ends = np.flatnonzero((d[1:-1] > 0.2 * d.max()) & (d[2:] < d[1:-1])) + 1
    return min(int(ends[0]) if ends.size else limit, limit)


def _dips(x: Array, high: float, low: float) -> NDArray[np.intp]:
    """Return the places where x has a minimum below `low`, after it was above `high`, both as parts of its largest value."""
    x = x / max(float(x.max()), 1e-300)
    grown = int((x > high).argmax())
    return np.flatnonzero((x[1:-1] <= x[:-2]) & (x[1:-1] < x[2:]) & (x[1:-1] < low) & (np.arange(1, len(x) - 1) > grown)) + 1


def _coil(a: Array, b: Array, radius: float, turns: int = 7) -> Array:
    """Return a zigzag from a to b."""
    along = b - a
    length = float(np.linalg.norm(along))
    if length < 1e-12:
        return np.array([a, b])
    across = np.array([-along[1], along[0]]) / length
    s = np.concatenate([[0.0, 0.15], np.linspace(0.2, 0.8, 2 * turns), [0.85, 1.0]])
    side = np.concatenate([[0, 0], [1.0, -1.0] * turns, [0, 0]])
    return np.asarray(a + np.outer(s, along) + np.outer(side * radius, across))


def _axis_name(direction: Array, otherwise: str) -> str:
    """Return x, y or z when the direction is one of them, or −x, −y, −z."""
    signed = [(sign + name, side * e) for name, e in zip("xyz", np.eye(3), strict=True) for sign, side in (("", 1), ("−", -1))]
    return next((name for name, e in signed if np.abs(direction - e).max() < 1e-9), f"{otherwise} of the plane")
