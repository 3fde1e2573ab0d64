"""Analysis of a car: loads at rest, directional stability, and where its energy went.

Eigenvalues come from the full 3-D car, linearised by exact derivatives at a steady speed. Those of the standing car (heave, pitch,
roll, wheel hop) are `m.linearise(car.start(m)).modes`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.lie.array import Operand
from biela.simulation.history import History
from biela.vehicle.car import Car
from biela.vehicle.driver import Driver, SpeedControl
from biela.vehicle.road import FLAT, Road
from biela.vehicle.suspension import WHEELS

SIDEWAYS = ("car.velocity_y", "car.rate_z")
"""Rates of the chassis that straight running does not couple to the others."""


@dataclass(frozen=True)
class Trim:
    """Loads and pose of a car at rest on its wheels."""

    loads: dict[str, float]  # of the tyres [N]
    strokes: dict[str, float]  # of the suspensions from the drawing pose, up positive [m]
    pitch: float  # [rad]
    roll: float  # [rad]
    height: float  # of the chassis' centre of mass [m]


@checked(positive=("settle",))
def trim(car: Car, road: Road = FLAT, *, settle: float = 20.0) -> Trim:
    """Return the position in which the car rests on a road, held by its hand brake, after some seconds."""
    m = car.build(Driver(gear=0, hand_brake=1.0), road)
    run = m.simulate(car.start(m, road=road), settle, method="rk4", step=1e-3, output_step=settle)
    state = run.state(-1)
    loads, strokes = ({w: state[f"{w}{signal}"] for w in WHEELS} for signal in (".load", "_slide.position"))
    return Trim(loads, strokes, state["chassis.pitch"], state["chassis.roll"], state["chassis.z"])


@checked(positive=("speed",))
def directional_modes(car: Car, speed: float, *, gear: int = 3) -> NDArray[np.complex128]:
    """Return the eigenvalues [1/s] of sideways motion and yaw of the full car running straight on at a speed [m/s].

    The car is driven until it runs steadily, and its equations are linearised there. Those of lateral velocity, yaw rate and the
    lateral deflections of the tyres are kept, which straight running does not couple to the others. The two slowest modes that
    the chassis takes part in are the directional ones: negative real parts mean that disturbances die out.
    """
    hold = SpeedControl(speed, initial=car.cruising_pedal(speed, gear))
    m = car.build(Driver(speed=hold, gear=gear))
    run = m.simulate(car.start(m, speed, gear), 5.0, method="rk4", step=1e-3, output_step=5.0)
    J = np.asarray(run.functions["jacobian"](*run.state(-1).arguments())[0])
    names = [name for name, _ in run.functions.layout.entries]
    keep = [i for i, name in enumerate(names) if name in SIDEWAYS or name.endswith("_patch/lateral.value")]
    values, vectors = np.linalg.eig(J[np.ix_(keep, keep)])
    chassis = [k for k, i in enumerate(keep) if names[i] in SIDEWAYS]
    share = np.abs(vectors[chassis]).max(axis=0)
    slow = [v for v, part in sorted(zip(values, share, strict=True), key=lambda pair: abs(pair[0])) if part > 0.05]
    return np.array(slow[:2])


@checked
def energy_shares(run: History) -> dict[str, float]:
    """Return the shares of the engine's work during a run, by where it went [J]; `left over` is what the account misses."""

    def work(power: Operand) -> float:
        return float(np.trapezoid(power, run.t))

    def lost(element: str) -> float:
        return work(run[f"{element}.effort"] * run[f"{element}.flow"])

    engine = work(run["driveline/engine.effort"] * run["driveline/flywheel.flow"])

    def taken(signal: str) -> float:
        return -sum(work(run[f"{w}{signal}"]) for w in WHEELS)

    shares = {
        "energy of the car": float(run["machine.energy"][-1] - run["machine.energy"][0]),
        "air": -work(run["air.power"]),
        "rolling resistance": taken(".rolling_power"),
        "slip of the tyres": taken(".slip_power"),
        "damping of the tyres": taken(".damping_power"),
        "dampers": taken("_spring.power"),
        "clutch": lost("driveline/clutch"),
        "gears": lost("driveline/losses"),
        "shifts": _shift_losses(run),
        "brakes": sum(lost(f"brakes/{w}_brake") for w in WHEELS),
    }
    return {"engine": engine, **shares, "left over": engine - sum(shares.values())}


def _shift_losses(run: History) -> float:
    """Return the energy that the flywheel gives up where a shift sets it to the speed of the new gear."""
    total = 0.0
    for event in run.events:
        key = f"driver/gear.set_{event.name.rpartition('.')[2]}_1"
        if event.name.startswith("driver/gear") and key in run.names:
            before = event.state["driveline/flywheel.momentum"]
            inertia = before / event.state["driveline/flywheel.flow"]
            total += 0.5 * (before**2 - event.state[key] ** 2) / inertia
    return total


guard(__name__)
