"""Time-delay control of the excavator beside the published PD control, over the work cycle with its load."""

from __future__ import annotations

import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.library import excavator
from biela.library.excavator import data

PARTS = ("boom", "arm", "bucket")


@pytest.fixture(scope="module")
def cycles() -> dict[str, dict[str, np.ndarray]]:
    """Errors of extension [m] and valve openings of both controllers."""
    found = {}
    for kind in ("pd", "time-delay"):
        m = excavator.build(controller=kind)
        run = m.simulate(excavator.start(m), data.WORK_DURATION, **excavator.SETTINGS)
        found[kind] = {f"{part} {x}": run[f"{part}_control.{x}"] for part in PARTS for x in ("error", "output")}
    return found


def test_time_delay_control_follows_closer(cycles: dict[str, dict[str, np.ndarray]]) -> None:
    """The table of docs/machines/excavator.md: peak errors in millimetres."""
    peaks = {kind: [1e3 * np.abs(run[f"{part} error"]).max() for part in PARTS] for kind, run in cycles.items()}
    assert peaks["pd"] == pytest.approx([93.8, 87.4, 100.0], abs=0.1)
    assert peaks["time-delay"] == pytest.approx([20.0, 9.8, 11.6], abs=0.1)


def test_it_does_not_shake_the_valves(cycles: dict[str, dict[str, np.ndarray]]) -> None:
    """Travel of the spools over the cycle, in full openings: no more than three, since three moves need about two each way."""
    travel = {part: np.abs(np.diff(cycles["time-delay"][f"{part} output"])).sum() for part in PARTS}
    assert max(travel.values()) < 3.0


def test_error_rate_is_the_derivative_of_the_error() -> None:
    m = excavator.build(controller="time-delay")
    run = m.simulate(excavator.start(m), 6.0, output_step=1e-3, **excavator.SETTINGS)
    slope = np.gradient(run["boom_control.error"], run.t)
    rate = run["boom_reference_speed.value"] - run["boom_cylinder.speed"]
    assert slope[1:-1] == pytest.approx(rate[1:-1], abs=2e-4)


def test_unknown_controller_is_named() -> None:
    with pytest.raises(DescriptionError, match="no controller 'tdc'"):
        excavator.build(controller="tdc")
