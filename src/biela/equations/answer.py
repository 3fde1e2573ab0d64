"""Answers of elements to the equations: mistakes in them are reported with the element, its file and the remedy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.base.errors import DescriptionError
from biela.element.uses import asked, who
from biela.lie.symbol import as_symbol
from biela.mechanism.load import Action, Effort
from biela.mechanism.sensor.base import needs

SIZES: dict[str, dict[str, int]] = {
    "coordinate": {"value": 1}, "inertia": {"value": 1},
    "line": {"value": 1, "pull": 3}, "pair": {"value": 6}, "frame": {"force": 3, "moment": 3},
}  # fmt: skip
"""Entries of what a load answers, by its view; energies, powers and outputs are one number."""


def effort_of(load: Any, call: Callable[[], Any]) -> Any:
    """Return the action of a load or an actuator, checked for kind and size."""
    wanted: Any = Action if load.view == "frame" else Effort
    action = asked(load, "act", call)
    if not isinstance(action, wanted):
        what = "None" if action is None else type(action).__name__
        raise DescriptionError(f"{who(load)}: act returned {what}; return {wanted.__name__}(…).")
    sizes = {**SIZES[load.view], "energy": 1, "power": 1, "energy_rate": 1}
    answers = [(f"the {key} of {wanted.__name__}", getattr(action, key, None), n) for key, n in sizes.items()]
    for what, value, size in (*answers, *((f"output {key!r}", x, 1) for key, x in action.outputs.items())):
        if value is not None or what.startswith("output"):
            sized(load, value, size, what)
    if set(action.outputs) != set(load.outputs):
        raise DescriptionError(
            f"{who(load)}: `outputs` declares {sorted(load.outputs)} and act returns {sorted(action.outputs)}; make them equal."
        )
    return action


def output_of(sensor: Any, output: Any, view: Any) -> Any:
    """Return the reading of a sensor: one number, or three."""
    own = type(sensor).__module__.startswith("biela.")
    seen = view if own or sensor.view == "signals" else _Seen(sensor, output, view)
    value = asked(sensor, f"output {output.name!r}", lambda: output.value(seen))
    sized(sensor, value, 3 if output.vector else 1, f"output {output.name!r}")
    return value


class _Seen:
    """View of a user's sensor, up to the level that the output declares."""

    def __init__(self, sensor: Any, output: Any, view: Any):
        self._sensor, self._output, self._view = sensor, output, view

    def __getattr__(self, quantity: str) -> Any:
        value = getattr(self._view, quantity)
        if needs(quantity) > self._output.level:
            levels = ("POSITION", "VELOCITY", "DYNAMICS")
            raise DescriptionError(
                f"{who(self._sensor)}: output {self._output.name!r} has the level {levels[self._output.level]} and uses "
                f"{quantity}; declare it with {levels[needs(quantity)]}."
            )
        return value


def sized(element: Any, value: Any, size: int, what: str, name: str = "", form: str = "has shape {}; give {}") -> Any:
    """Return a value as a column of as many entries as wanted, or refuse it."""
    wanted = "one number" if size == 1 else f"{size} numbers, such as biela.lie.array.stack(…)"
    try:
        column = as_symbol(value)
    except Exception:  # casadi raises what it likes, a SystemError too
        given = f"of type {type(value).__name__}" if value is not None else "None"
        raise DescriptionError(f"{who(element, name)}: {what} is {given}; give {wanted}.") from None
    if column.shape != (size, 1):
        raise DescriptionError(f"{who(element, name)}: {what} {form.format(column.shape, wanted)}.")
    return column


def residuals_of(element: Any, function: str, call: Callable[[], Any], count: int, remedy: str, name: str = "") -> list[Any]:
    """Return the residuals of a coupling or a joint, one for each row."""
    found = asked(element, function, call, name)
    if not isinstance(found, list | tuple):
        what = "None" if found is None else type(found).__name__
        raise DescriptionError(f"{who(element, name)}: {function} returned {what}; return a list, one entry for each row.")
    if len(found) != count:
        raise DescriptionError(f"{who(element, name)}: {function} returned {len(found)} entries for {count} rows; {remedy}.")
    form = "returned shape {}: it must return {}"
    return [sized(element, x, 1, f"entry {k} of {function}", name, form) for k, x in enumerate(found)]


def covectors_of(coupling: Any, count: int, R: Any, d: Any) -> list[list[Any]]:
    """Return the rows of a coupling that constrains velocities, of six entries each."""
    found: list[list[Any]] = asked(coupling, "covectors", lambda: coupling.covectors(R, d))
    sizes = [len(row) for row in found] if isinstance(found, list | tuple) else found
    if sizes != [6] * count:
        raise DescriptionError(f"{who(coupling)}: covectors returned rows of sizes {sizes}; return {count} of 6 entries each.")
    return found
