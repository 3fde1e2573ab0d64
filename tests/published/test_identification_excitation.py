"""Optimal excitation of the suspension, base set T1: arms within 0.35 rad, rack within 50 mm, five harmonics of 0.5 Hz."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sympy")

from biela.identify.design import (
    Design,  # noqa: E402
    Limits,
)
from biela.identify.excitation import _starts, design_excitation  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402
from biela.identify.trajectory import Fourier  # noqa: E402
from biela.library import wishbone_suspension as suspension  # noqa: E402


def wheel(phase):
    """50° sin(2πft), f = 0.5 Hz."""
    A, w = np.deg2rad(50), np.pi
    return lambda t: (A * np.sin(w * t + phase), A * w * np.cos(w * t + phase), -A * w * w * np.sin(w * t + phase))


def test_thirty_times_below_the_median_of_random_motions():
    machine = suspension.build()
    regressor = Regressor(
        machine, suspension.COORDINATES, parameters=("inertia",), channels=suspension.CHANNELS, start=suspension.start(machine)
    )
    base = base_parameters(regressor, dependent=suspension.dependent("T1"), confirm=False).base
    limits = Limits(([-0.35, -0.35, -0.05], [0.35, 0.35, 0.05]))
    fixed = {"K_right": wheel(0.0), "K_left": wheel(0.3)}
    found = design_excitation(regressor, base, Fourier(5, 0.5), limits, samples=200, fixed=fixed, starts=20, runs=1, iterations=120)
    starts = np.array(found.starts)  # they fill 0.85 of the way to the limits: peaks of 0.3 rad and 43 mm
    assert len(starts) == 20
    assert found.scaled_condition < np.median(starts) / 30 and found.scaled_condition < starts.min() / 3
    design = Design(regressor, base, Fourier(5, 0.5), limits, samples=200, fixed=fixed)
    assert max(design.violations(found.coefficients.ravel()).values()) <= 0.0  # between samples too
    raw = [design.conditions(x)[0] for _, x in _starts(design, 20, 1)]
    assert found.condition < np.median(raw) / 10 and found.condition > 1e6  # better, and still far from good
