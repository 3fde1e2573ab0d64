"""Deliberate faults must be noticed: each of them breaks a named check that the sound method passes (check 13).

Twice: in the tutorial's method as written out in `lie_tutorial`, and in biela's own equations, where the fault is put in by
replacing a function. The latter are evaluated by CasADi's interpreter: nothing faulty ever reaches the cache of kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np
import pytest
from lie_tutorial import Faults, Trajectory
from test_lie_robots import (
    FIVE_BAR,
    FIVE_GUESS,
    FOUR_BAR,
    MOTORS,
    SHOULDERS,
    THREE_RRR_ASKEW,
    G,
    along,
    askew_five,
    askew_three,
    by_tutorial,
    even_three,
    tutorial,
)

from biela import deg
from biela.library import five_bar, spatial_four_bar, three_rrr
from biela.lie import twist, wrench
from biela.mechanism.joint import Universal
from biela.simulation.trajectory import methods
from sample_machines import Equations

STEP = 1e-3


def five(faults: Faults, t: Any, gravity: Any = (0, 0, 0)) -> Trajectory:
    return by_tutorial(tutorial(five_bar.build(gravity=gravity), SHOULDERS, faults), askew_five, t, FIVE_GUESS)


def four(faults: Faults, t: Any) -> Trajectory:
    """The spatial four-bar at 2 rad/s, so that velocity terms count."""
    motion = lambda t: (90 * deg + 2.0 * t,)  # noqa: E731
    return by_tutorial(tutorial(spatial_four_bar.build(), ("crank_pivot",), faults), motion, t, spatial_four_bar.GUESS)


def three(faults: Faults, motion: Any, t: Any) -> Trajectory:
    return by_tutorial(tutorial(three_rrr.build(), MOTORS, faults), motion, t, three_rrr.GUESS)


def around(*times: float) -> np.ndarray:
    """Samples beside the wanted times, for differences."""
    return np.array([t + k * STEP for t in times for k in (-1, 0, 1)])


def symmetry(faults: Faults) -> float:
    """Check 7: the three legs of the 3-RRR in its even motion, accelerations and torques."""
    run = three(faults, even_three, [0.0, 0.5, 1.0])
    elbows = run.acceleration[:, [run.names.index(f"elbow_{k}") for k in (1, 2, 3)]]
    gap = max(np.ptp(elbows, axis=1).max() / np.abs(elbows).max(), np.ptp(run.efforts, axis=1).max() / np.abs(run.efforts).max())
    return float(gap) / 1e-10


def consistency(faults: Faults) -> float:
    """Check 8: accelerations are the derivatives of rates, and those of angles, in all three mechanisms."""
    worst = 0.0
    times = around(0.4, 0.9)
    for run in (five(faults, times), four(faults, times), three(faults, askew_three, times)):
        for below, above in ((run.theta, run.rate), (run.rate, run.acceleration)):
            slope = (below[2::3] - below[::3]) / (2 * STEP)
            worst = max(worst, float(np.abs(slope - above[1::3]).max() / np.abs(above).max()))
    return worst / 1e-5


def power(faults: Faults) -> float:
    """Check 9: power of the motors against the rate of energy, five-bar askew, with gravity."""
    worst = 0.0
    for gravity in (G, (0, 0, 0)):
        run = five(faults, around(0.3, 0.8), gravity)
        slope = (run.energy[2::3] - run.energy[::3]) / (2 * STEP)
        fed = (run.efforts * run.rate[:, :2]).sum(axis=1)[1::3]
        worst = max(worst, float(np.abs(slope - fed).max() / np.abs(fed).max()))
    return worst / 1e-5


def independent(faults: Faults) -> float:
    """Check 10: torques of the asymmetric cases against the published tables, to their last digit."""
    run = five(faults, [0.0, 0.25, 0.5, 0.75, 1.0])
    gap = np.abs(run.efforts[[2, 4]] * 1e6 - [row[5:7] for row in FIVE_BAR]).max()
    run = three(faults, askew_three, [0.0, 0.5, 1.0, 1.5, 2.0])
    return float(max(gap, np.abs(run.efforts[::2] * 1e3 - [row[4] for row in THREE_RRR_ASKEW]).max())) / 1e-6


CHECKS: dict[str, Callable[[Faults], float]] = {
    "symmetry": symmetry, "consistency": consistency, "power": power, "independent": independent,
}  # fmt: skip
"""Each gives the error in units of what it allows."""
FAULTS = {
    "sign of rho": (Faults(rho_sign=1.0), ("power", "independent")),
    "velocity term of the bodies dropped": (Faults(velocity_term=0.0), ("power", "independent")),
    "velocity term of the closures dropped": (Faults(gamma_velocity=0.0), ("consistency",)),
    "axis rate doubled": (Faults(axis_rate=2.0), ("consistency",)),
    "gyroscopic term dropped": (Faults(gyroscopic=0.0), ("independent",)),  # Vᵀ ad*(V) M V = 0: power cannot see it
    "sign of gravity": (Faults(gravity_sign=-1.0), ("power",)),
}


@pytest.mark.parametrize("check", CHECKS)
def test_sound_method_passes(check: str) -> None:
    assert CHECKS[check](Faults()) < 1.0


@pytest.mark.parametrize(("fault", "check"), [(fault, check) for fault, (_, checks) in FAULTS.items() for check in checks])
def test_fault_is_noticed(fault: str, check: str) -> None:
    assert CHECKS[check](FAULTS[fault][0]) > 30.0


# -------------------------------------------------------------------------------------------- biela's own equations


@pytest.fixture(scope="module")
def oracle() -> tuple[Trajectory, Trajectory]:
    """Positions and rates by the tutorial's method, computed before any fault: five-bar at 1 s, R-S-U-R at 7.5 s."""
    motion = lambda t: (90 * deg + 6 * deg * t,)  # noqa: E731
    method = tutorial(spatial_four_bar.build(), ("crank_pivot",))
    return five(Faults(), [0.0, 0.5, 1.0]), by_tutorial(method, motion, np.linspace(0, 7.5, 6), spatial_four_bar.GUESS)


def last_state(e: Equations, run: Trajectory) -> np.ndarray:
    return e.with_hints(np.concatenate([run.theta[-1], run.rate[-1], np.zeros(e.model.s.numel())]))


def torques_of_the_five_bar(run: Trajectory) -> float:
    """Check 10 on biela's equations: asymmetric torques at t = 1 s without gravity, error in units of the last digit."""
    m = five_bar.build()
    for joint, motion in along(SHOULDERS, askew_five).items():
        m.drive(joint, motion)
    e = Equations(m)
    signals = e.signals(last_state(e, run), t=1.0)
    found = np.array([signals[f"{joint}_drive.effort"] for joint in SHOULDERS]) * 1e6
    return float(np.abs(found - FIVE_BAR[1][5:7]).max() / 1e-6)


def accelerations_of_the_four_bar(run: Trajectory) -> float:
    """Check 8 on biela's equations: the table of the R-S-U-R at t = 7.5 s, error in units of the last digit [°/s²]."""
    m = spatial_four_bar.build()
    m.drive("crank_pivot", lambda t: 90 * deg + 6 * deg * t)
    e = Equations(m)
    signals = e.signals(last_state(e, run), t=7.5)
    names = ("rocker_pivot.acceleration", "universal.acceleration_1", "universal.acceleration_2")
    return float(np.abs(np.array([signals[name] for name in names]) / deg - FOUR_BAR[1][7:10]).max() / 1e-6)


def test_sound_equations_pass(oracle: tuple[Trajectory, Trajectory]) -> None:
    assert torques_of_the_five_bar(oracle[0]) < 1.0
    assert accelerations_of_the_four_bar(oracle[1]) < 1.0


def test_dropped_gyroscopic_term_breaks_the_torques(oracle: tuple[Trajectory, Trajectory], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrench, "dual_bracket", lambda V, F: ca.SX.zeros(6))
    assert torques_of_the_five_bar(oracle[0]) > 1e3


def test_dropped_velocity_term_breaks_torques_and_accelerations(
    oracle: tuple[Trajectory, Trajectory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twist, "bracket", lambda V, W: ca.SX.zeros(6))
    assert torques_of_the_five_bar(oracle[0]) > 1e3
    assert accelerations_of_the_four_bar(oracle[1]) > 1e3


def test_doubled_axis_rate_breaks_the_accelerations(oracle: tuple[Trajectory, Trajectory], monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Universal.motion_rate
    monkeypatch.setattr(Universal, "motion_rate", lambda self, q, v: 2 * ca.SX(sound(self, q, v)))
    assert accelerations_of_the_four_bar(oracle[1]) > 1e3


def test_wrong_sign_of_rho_breaks_virtual_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """ρ → −ρ is what the actuated columns of G with the wrong sign give; the other methods do not share it."""
    m = five_bar.build()
    motion = along(SHOULDERS, askew_five)

    def torques(method: str) -> np.ndarray:
        return np.asarray(m.inverse_dynamics(motion, 1.0, samples=4, guess=FIVE_GUESS, method=method).effort[-1] * 1e6)

    expected = np.array(FIVE_BAR[1][5:7])
    assert torques("virtual_power") == pytest.approx(expected, abs=1e-6)
    sound = methods._tree

    def faulty(*given: Any) -> Any:
        Gs, B = sound(*given)
        actuated = np.abs(B[0]).max(axis=1) > 0
        return np.where(actuated, -Gs, Gs), B

    monkeypatch.setattr(methods, "_tree", faulty)
    assert np.abs(torques("virtual_power") - expected).max() > 1.0
    assert torques("tree_multipliers") == pytest.approx(expected, abs=1e-6)
