"""Figures of the source that no plot over time shows: poses, paths in the plane of the arm, plan view, forces on the boom.

    import excavator_figures as figures
    figures.draw(run, Path("out/figures"))

Needs the extra `report`. Everything else the source shows is a plot of signals: see `plots.PLOTS`, and `biela plot`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.library.excavator import data
from biela.report.sketch import Sketch
from biela.report.style import GREY, INK, colour, new_figure, save_figure, style
from biela.simulation.history import History

Array = NDArray[np.float64]
STICKS = (
    ("undercarriage", ("A",)),
    ("cab", ("A", "B", "boom_cylinder_base")),
    ("boom", ("B", "boom_cylinder_rod", "arm_cylinder_base", "C")),
    ("arm", ("arm_cylinder_rod", "C", "bucket_cylinder_base", "E", "D")),
    ("bucket", ("D", "F")),
    ("rocker", ("E", "G")),
    ("link", ("G", "F")),
)
PATHS = {
    "C": ("arm", "C"),
    "D": ("bucket", "D"),
    "F": ("bucket", "F"),
    "G": ("rocker", "G"),
    "bucket": ("bucket", None),
}


def draw(run: History, folder: Path) -> list[Path]:
    """Write all figures as PNG; returns their paths."""
    made = {"poses": poses, "paths": paths, "plan": plan, "forces_on_the_boom": boom_forces_figure}
    with style():
        return [save_figure(figure(run), folder / f"{name}.png") for name, figure in made.items()]


def points(run: History, body: str, point: str | None) -> Array:
    """A point over time, (n, 3) in ground axes [m]; the mass centre if none is named."""
    sketch = Sketch(run)
    x, z = (0.0, 0.0) if point is None else data.POINTS[body][point]
    return np.asarray(sketch.rotations[body] @ np.array([x, 0.0, z]) + sketch.positions[body])


def in_arm_plane(run: History, where: Array) -> Array:
    """(forward, up) of points in the plane of the arm, which swings with the cab [m]."""
    sketch = Sketch(run)
    forward = sketch.rotations["cab"][:, :, 0]
    return np.stack([np.einsum("nk,nk->n", where, forward), where[:, 2]], axis=1)


def poses(run: History) -> Any:
    """Stick figure of the start and of the end, over each other."""
    figure = new_figure(8.0, 5.2)
    axis = figure.add_subplot(aspect="equal")
    for k, ink, label in ((0, GREY, "start"), (-1, colour(0), "end")):
        for n, (body, names) in enumerate(STICKS):
            line = np.array([in_arm_plane(run, points(run, body, name))[k] for name in names])
            axis.plot(*line.T, "o-", color=ink, linewidth=2.5, markersize=4, label=label if n == 1 else None)
        for cylinder in data.CYLINDERS.values():
            ends = np.array([in_arm_plane(run, points(run, *end))[k] for end in (cylinder.base, cylinder.rod)])
            axis.plot(*ends.T, color=ink, linewidth=1.0, linestyle="--")
    return _finished(figure, axis, "forward [m]", "up [m]")


def paths(run: History) -> Any:
    """Paths of pins and of the bucket's mass centre in the plane of the arm."""
    figure = new_figure(8.0, 5.2)
    axis = figure.add_subplot(aspect="equal")
    for k, (label, (body, point)) in enumerate(PATHS.items()):
        path = in_arm_plane(run, points(run, body, point))
        axis.plot(*path.T, color=colour(k), label=label)
        axis.plot(*path[0], "o", color=colour(k), markersize=4)
    return _finished(figure, axis, "forward [m]", "up [m]")


def plan(run: History) -> Any:
    """Seen from above: path of the bucket, and the boom at a few instants."""
    figure = new_figure(6.4, 6.0)
    axis = figure.add_subplot(aspect="equal")
    foot, tip = points(run, "boom", "B"), points(run, "bucket", None)
    axis.plot(tip[:, 0], tip[:, 1], color=colour(0), label="bucket")
    for i in np.linspace(0, len(run.t) - 1, 9).astype(int):
        axis.plot([foot[i, 0], tip[i, 0]], [foot[i, 1], tip[i, 1]], color=GREY, linewidth=1.0)
    axis.plot(0, 0, "o", color=INK, label="swing centre")
    return _finished(figure, axis, "x [m]", "y [m]")


def boom_forces(run: History) -> dict[str, Array]:
    """Generalised forces on the angle of the boom [N·m]: gravity, velocity terms, cylinders, and their sum.

    From the inverse dynamics of the tree: ID(q, v, 0) = velocity terms + weight − loads, ID(q, 0, 0) the same without velocities.
    """
    layout, kernel = run.functions.layout, run.functions["inverse_dynamics"]
    row, still = layout.rate_names.index("boom_pin"), layout.at_rest(run.x)
    t, zero = run.t[:, None], np.zeros((len(run.t), layout.n_v))
    whole, resting = (
        np.asarray(kernel.batch(t, x, run.u, run.p, zero)).reshape(len(t), -1)[:, row] for x in (run.x, still)
    )
    about = data.CYLINDERS["boom_cylinder"]
    sketch = Sketch(run)
    pin, a, b = (points(run, *p) for p in (("boom", "B"), about.base, about.rod))
    e = (b - a) / np.linalg.norm(b - a, axis=1, keepdims=True)
    lever = np.einsum("nk,nk->n", np.cross(b - pin, e), sketch.rotations["cab"][:, :, 1])
    force = about.count * run["boom_cylinder.force"]
    # friction depends on speed: the loads of the resting machine have none
    free = about.count * run["boom_cylinder.net_force"]
    gravity = -(resting + lever * free)
    cylinder = lever * force
    velocity = -whole - gravity - cylinder
    return {"gravity": gravity, "velocity terms": velocity, "cylinders": cylinder, "sum": -whole}


def boom_forces_figure(run: History) -> Any:
    """Generalised forces on the angle of the boom over time."""
    figure = new_figure(8.0, 4.0)
    axis = figure.add_subplot()
    for k, (label, values) in enumerate(boom_forces(run).items()):
        axis.plot(run.t, 1e-3 * values, color=colour(k), label=label)
    return _finished(figure, axis, "t [s]", "on the boom angle [kN·m]")


def _finished(figure: Any, axis: Any, right: str, up: str) -> Any:
    axis.set_xlabel(right)
    axis.set_ylabel(up)
    axis.grid(True)
    axis.legend(loc="best", fontsize=8.5)
    return figure
