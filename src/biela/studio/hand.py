"""Requests of a page for a machine that is moved by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from biela.app.folder import Json
from biela.base.array import Array
from biela.report.sketch import Sketch
from biela.studio.model import Bench, MoveRefused
from biela.studio.orientation import along_sliders

MOVES = ("move", "drag", "reach", "reset")
"""Acts that pose a machine."""
ACTS = (*MOVES, "set", "run", "drive")
PROBE = 1e-5
"""Change of a slider by which slopes are measured [rad, or parts of the machine's size]."""
DAMPING = 0.02
"""λ, as part of the largest slope."""
STEP = 0.35
"""Maximum change of a slider at once [rad, or parts of the machine's size]."""


def by_hand(bench: Bench, act: str, given: Mapping[str, object]) -> Json:
    """Pose a machine, change its parameters, or run it; `given` is what a client sent, anything at all."""
    values = given.get("values")
    values = values if isinstance(values, dict) else {}
    match act:
        case "move":
            return bench.move(values)
        case "set":
            return bench.set(values)
        case "drag":
            return drag(bench, given.get("body"), given.get("point"), given.get("target"))
        case "reach":
            low, high = bench.reach(str(given.get("name", "")))
            return {"low": low, "high": high}
        case "reset":
            return bench.reset()
        case "run":
            return bench.play()
        case "drive":
            return bench.run_on(given.get("levers"), given.get("seconds"))
    raise MoveRefused(f"the machine cannot {act!r:.40}.")


def drag(bench: Bench, body: object, point: object, target: object) -> Json:
    """Move the machine so that a point of a body, in its axes, comes to a target in ground axes, or as near as one step gets."""
    if body not in bench.scene.moving:
        raise MoveRefused(f"there is no body {body!r} to drag.")
    local, wanted = _point(point), _point(target)
    with bench.lock:
        state, sliders = bench.state, bench.sliders
        if not sliders:
            raise MoveRefused("this machine has no joint that can be moved by hand.")
        scale = np.array([1.0 if s.unit == "rad" else bench.scene.size for s in sliders])
        chosen = [bench.links[s.joint].v.start + s.entry for s in sliders]
        probes = along_sliders(state, chosen, *np.diag(PROBE * scale))
        sketch = Sketch(bench._still(state, *probes))
        at = sketch.rotations[body] @ local + sketch.positions[body]
        J = (at[1:] - at[0]).T / PROBE
        damping = DAMPING * max(float(np.abs(J).max()), 1e-12)
        step = np.linalg.solve(J.T @ J + damping**2 * np.eye(len(sliders)), J.T @ (wanted - at[0]))
        step *= min(1.0, STEP / max(float(np.abs(step).max()), 1e-12))
        now = bench.values()
        moved = {s.name: min(max(now[s.name] + float(d), s.low), s.high) for s, d in zip(sliders, step * scale, strict=True)}
        return bench.move(moved)


def _point(given: object) -> Array:
    numbers = given if isinstance(given, list) and len(given) == 3 else []
    if not numbers or not all(isinstance(x, int | float) and math.isfinite(x) and abs(x) < 1e9 for x in numbers):
        raise MoveRefused(f"a point is three numbers, not {given!r}.")
    return np.array(numbers, float)
