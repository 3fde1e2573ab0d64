"""Parts of elements that no body shows: rails, pads, rollers, wheels, feet, springs about a joint. Each is drawn on the body that
carries its frame; see `Figure` in `biela.element.declaration`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.element.declaration import Element, Figure
from biela.mechanism.mechanism import Mechanism
from biela.report.sketch import Sketch

Array = NDArray[np.float64]
RUBBER, STEEL, GREY = "#33383f", "#8d97a3", "#aeb7c2"


def figures_of(mechanism: Mechanism) -> list[Figure]:
    """Return what elements draw besides bodies and lines; those on a joint are at its child frame."""
    stores = (mechanism.couplings, mechanism.loads, mechanism.actuators)
    found = [f for store in stores for x in store.values() if isinstance(x, Element) for f in x.figures]
    joints = mechanism.joints
    return [
        f._replace(frame=joints[f.frame].child) if isinstance(f.frame, str) else f
        for f in found
        if not (isinstance(f.frame, str) and joints[f.frame].type.look == "slide")  # a line of its own
    ]


def details(sketch: Sketch, name: str, unit: float, number: Callable[[Any], Array]) -> Iterator[dict[str, Any]]:
    """Yield the shapes of the figures on a body, in its axes; `number` evaluates expressions of parameters."""
    for figure in figures_of(sketch.mechanism):
        if figure.frame.body.name == name:
            yield from _shapes(figure, sketch, unit, number)


def _shapes(figure: Figure, sketch: Sketch, u: float, number: Callable[[Any], Array]) -> list[dict[str, Any]]:
    p, R = number(figure.frame.position), np.asarray(figure.frame.rotation, float)
    z = R[:, 2]
    match figure.kind:
        case "rail":
            low, high = _travel(figure, sketch)[2]
            return [{"k": "cyl", "a": p + (low - 5 * u) * z, "b": p + (high + 5 * u) * z, "r": 0.5 * u, "c": GREY}]
        case "pad":
            spans = np.array(_travel(figure, sketch)[:2])
            size = np.array([*(np.ptp(spans, axis=1) + 8 * u), 0.4 * u])
            return [{"k": "box", "p": p + R @ np.array([*spans.mean(axis=1), -0.9 * u]), "R": R.ravel(), "s": size, "c": GREY}]
        case "wheel":
            axis = np.asarray(figure.axis, float) / np.linalg.norm(figure.axis)
            r, half = float(number(figure.radius)), 0.12 * float(number(figure.radius)) * axis
            return [{"k": "cyl", "a": p - half, "b": p + half, "r": r, "c": RUBBER},
                    {"k": "cyl", "a": p - 1.1 * half, "b": p + 1.1 * half, "r": 0.62 * r, "c": GREY}]  # fmt: skip
        case "coil":
            turns = (-1.2, -0.4, 0.4, 1.2)
            return [{"k": "cyl", "a": p + (s - 0.22) * u * z, "b": p + (s + 0.22) * u * z, "r": 2.1 * u, "c": STEEL} for s in turns]
    return [{"k": "ball", "p": p, "r": 0.9 * u, "c": STEEL}]  # a roller, or a foot


def _travel(figure: Figure, sketch: Sketch) -> list[tuple[float, float]]:
    """Return from where to where the other end moves, along each axis of the frame."""
    R = sketch.rotations[figure.frame.body.name] @ np.asarray(figure.frame.rotation, float)
    way = np.einsum("nji,nj->ni", R, sketch.place(figure.other) - sketch.place(figure.frame))
    return [(float(x.min()), float(x.max())) for x in way.T]
