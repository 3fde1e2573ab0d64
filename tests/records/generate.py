"""Hostile records of an arm, made by an integrator of their own: nothing of biela is used.

    python tests/records/generate.py          writes the .csv files beside this one

A link of 2 kg, 0.3 m to its centre, on a joint with viscous and, in some records, Stribeck friction, under gravity; moved by a
controller along a sum of sines. Each record spoils the measurement in a way of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

MOMENT, WEIGHT, VISCOUS = 0.05 + 2.0 * 0.09, 2.0 * 9.81 * 0.3, 0.3  # kg·m², N·m, N·m·s
STEP, FINE, SECONDS = 0.01, 20, 10.0
ROTOR, STIFFNESS, LOSS = 0.05, 400.0, 0.5  # of the elastic joint: kg·m², N·m/rad, N·m·s


def reference(t: Any) -> Any:
    """Angle and rate that the controller is asked for."""
    sines = ((0.5, 0.2, 0.0), (0.3, 0.5, 1.0), (0.15, 1.1, 2.0))
    angle = sum(a * np.sin(2 * np.pi * f * t + p) for a, f, p in sines) - 1.2
    rate = sum(a * 2 * np.pi * f * np.cos(2 * np.pi * f * t + p) for a, f, p in sines)
    return angle, rate


def friction(rate: float, stribeck: bool) -> float:
    """Viscous; with Stribeck's curve 1.5 N·m of Coulomb's and 2.4 N·m of static friction."""
    dry = (1.5 + 0.9 * np.exp(-((rate / 0.1) ** 2))) * np.tanh(rate / 0.005) if stribeck else 0.0
    return VISCOUS * rate + dry


def record(stribeck: bool = False, elastic: bool = False) -> dict[str, Any]:
    """Time, motor angle and torque of ten seconds, by Runge-Kutta 4 with steps of half a millisecond."""

    def torque(t: float, y: Any) -> float:
        angle, rate = reference(t)
        return float(150.0 * (angle - y[0]) + 15.0 * (rate - y[1]))

    def rates(t: float, y: Any) -> Any:
        u = torque(t, y)
        if not elastic:
            return np.array([y[1], (u - WEIGHT * np.cos(y[0]) - friction(y[1], stribeck)) / MOMENT, 0.0, 0.0])
        twist = STIFFNESS * (y[0] - y[2]) + LOSS * (y[1] - y[3])
        motor = (u - twist - friction(y[1], stribeck)) / ROTOR
        return np.array([y[1], motor, y[3], (twist - WEIGHT * np.cos(y[2])) / MOMENT])

    t = np.arange(round(SECONDS / STEP)) * STEP
    angle, rate = reference(0.0)
    y, rows, h = np.array([angle, rate, angle, rate]), [], STEP / FINE
    for now in t:
        rows.append((y[0], torque(now, y)))
        for k in range(FINE):
            s = now + k * h
            a = rates(s, y)
            b = rates(s + h / 2, y + h / 2 * a)
            c = rates(s + h / 2, y + h / 2 * b)
            y = y + h / 6 * (a + 2 * b + 2 * c + rates(s + h, y + h * c))
    q, tau = np.array(rows).T
    return {"time": t, "A": q, "motor": tau}


def records() -> dict[str, dict[str, Any]]:
    """All records by name; readings have 5e-5 rad and 0.05 N·m of noise besides."""
    rng = np.random.default_rng(7)

    def noisy(r: dict[str, Any]) -> dict[str, Any]:
        angle, torque = (r[name] + size * rng.standard_normal(1000) for name, size in (("A", 5e-5), ("motor", 0.05)))
        return {"time": r["time"], "A": angle, "motor": torque}

    rigid = noisy(record())
    t, quantum = rigid["time"], 2 * np.pi / 2**12
    ripple = 0.3 * np.sin(40 * rigid["A"]) + 0.02 * t
    late = {**rigid, "A": np.round(rigid["A"] / quantum) * quantum, "motor": np.roll(rigid["motor"], 2)}
    limit = 0.8 * np.abs(rigid["motor"]).max()
    tremble = t + 0.02 * STEP * rng.standard_normal(1000)
    return {
        "stribeck": noisy(record(stribeck=True)), "elastic": noisy(record(elastic=True)), "late": late,
        "ripple": {**rigid, "motor": rigid["motor"] + ripple},
        "clipped": {"time": np.sort(tremble), "A": rigid["A"], "motor": np.clip(rigid["motor"], -limit, limit)},
    }  # fmt: skip


def main() -> None:
    for name, columns in records().items():
        rows = ["time [s];A [deg];motor [Nm]"]
        for t, q, tau in zip(columns["time"], np.rad2deg(columns["A"]), columns["motor"], strict=True):
            rows.append(f"{t:.5f};{q:.4f};{tau:.3f}".replace(".", ","))
        (Path(__file__).parent / f"{name}.csv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
