"""What a page may ask of a machine that is moved by hand."""

from __future__ import annotations

from collections.abc import Mapping

from biela.app.folder import Json
from biela.studio.drag import drag
from biela.studio.model import Bench, MoveRefused

MOVES = ("move", "drag", "reach", "reset")
"""Acts that pose a machine."""
ACTS = (*MOVES, "set", "run", "drive")


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
