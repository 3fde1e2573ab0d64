"""Renault Clio RL 1.1: a small front-driven car, standing start and curves.

Source: a study of the car by bond graphs (manufacturer's data, derived data and assumed data as printed there):

    drag coefficient 0.33, frontal area 1.86 m²         weight 8100 N, axle loads 5100 / 3000 N, wheelbase 2.472 m
    78.5 N·m at 2500 rpm, 48 CV at 5250 rpm             gears 3.731 2.049 1.321 0.967 0.795, reverse and final drive 3.571
    tyres 145/70 R13, circumference 1.650 m             centre of mass 0.6 m high
    assumed: unsprung 38.42 kg a wheel, tyre 150 kN/m, wheel 1.95 kg·m², damper 475 N·s/m, spring 14.9 kN/m,
             roll, pitch and yaw inertia of the sprung mass 637.26, 2443.26, 2345.53 kg·m²

Not printed, and chosen: torque curve through both printed points with its power maximum at 5250 rpm, drag torque
5 + 0.02 ω N·m, track 1.36 and 1.33 m, tyre damping 100 N·s/m, clutch 200 N·m, brakes; lateral tyre law of 1987 (its
coefficients are lost in the source). Calibrations of the standing start, tuned to 17 s and 38 s, not confirmations of it:

    (i)   efficiency 0.94, engine inertia 0.08 kg·m², rolling resistance 0.013, shifts at 5500 rpm, no time
    (ii)  efficiency 1, hardly any engine inertia (0.01 kg·m²), a quarter of the wheels' inertia, 0.010, shifts at the road
          speed of 3800 rpm. Fourth gear near 10 s and fifth gear, as in the source; wheels spin at launch. Parts this light
          need a softer clutch: it begins to slip at 0.2 rad of wind-up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from biela import rpm
from biela.base.errors import DescriptionError
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case
from biela.state.state import State
from biela.vehicle.car import Axle, Car, Chassis
from biela.vehicle.driveline import Brakes, Clutch, Engine, Gearbox
from biela.vehicle.driven import drive
from biela.vehicle.driver import Driver, Shifting
from biela.vehicle.road import FLAT, Road
from biela.vehicle.suspension import SuspensionSpring
from biela.vehicle.tyre import TyreData

GRAVITY = 9.81
WHEELBASE, HEIGHT = 2.472, 0.6  # m
FRONT_LOAD, REAR_LOAD = 5100.0, 3000.0  # N
UNSPRUNG = 38.42  # kg, of one corner
HUB = 18.42  # kg of it that do not turn; only the sum is printed
SPEED = [1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5250, 5500, 6000]  # rpm
TORQUE = [65.0, 72.5, 77.0, 78.5, 78.2, 77.0, 74.9, 71.7, 67.1, 64.2, 61.0, 53.2]  # N·m
RADIUS, ROLLING_RADIUS = 0.2666, 1.650 / (2 * 3.141592653589793)  # m
TYRE_STIFFNESS = 150e3  # N/m


def car(calibration: Literal["i", "ii"] = "i", **changes: Any) -> Car:
    """Return the car's data; keywords replace parts of it (`drive="rear"`, `ackermann=True`, …)."""
    if calibration not in ("i", "ii"):
        raise DescriptionError(f"calibration of the standing start is 'i' or 'ii', not {calibration!r}.")
    first = calibration == "i"
    mass = (FRONT_LOAD + REAR_LOAD) / GRAVITY
    sprung = mass - 4 * UNSPRUNG
    sprung_front = FRONT_LOAD - 2 * UNSPRUNG * GRAVITY
    behind = WHEELBASE * (1 - sprung_front / (sprung * GRAVITY))  # of the front axle: 0.8423 m
    height = (mass * HEIGHT - 4 * UNSPRUNG * RADIUS) / sprung  # 0.6762 m
    axle = Axle(
        distance=behind, track=1.36, spring=SuspensionSpring(14900.0, 475.0), hub_mass=HUB, wheel_mass=UNSPRUNG - HUB,
        wheel_inertia=1.95 if first else 1.95 / 4,
    )  # fmt: skip
    values: dict[str, Any] = {
        "name": "renault-clio",
        "chassis": Chassis(sprung, (637.26, 2443.26, 2345.53), height),
        "front": axle,
        "rear": replace(axle, distance=WHEELBASE - behind, track=1.33),
        "tyre": TyreData(RADIUS, ROLLING_RADIUS, TYRE_STIFFNESS, 100.0, rolling_resistance=0.013 if first else 0.010),
        "engine": Engine(tuple(n * rpm for n in SPEED), tuple(TORQUE), drag=5.0, drag_rate=0.02, inertia=0.08 if first else 0.01),
        "gearbox": Gearbox((3.731, 2.049, 1.321, 0.967, 0.795), 3.571, 3.571, 0.94 if first else 1.0),
        "clutch": Clutch(200.0) if first else Clutch(200.0, angle=0.2),
        "brakes": Brakes(),
        "drag_area": 0.33 * 1.86,
    }
    return Car(**{**values, **changes})


def standing_start(calibration: Literal["i", "ii"] = "i") -> Driver:
    """Return a driver at full throttle, whose clutch holds 2500 rpm until it grips, then through the gears."""
    first = calibration == "i"
    shifting = Shifting(up=5500 * rpm if first else 3800 * rpm, down=900 * rpm, by_road=not first)
    return Driver(throttle=1.0, gear=1, launch=2500 * rpm, shifting=shifting)


def build(calibration: Literal["i", "ii"] = "i", driver: Driver | None = None, road: Road = FLAT) -> Mechanism:
    """Build the car with a driver; by default one who starts at full throttle."""
    return car(calibration).build(standing_start(calibration) if driver is None else driver, road)


def start(machine: Mechanism) -> State:
    """Start standing on level ground."""
    return car().start(machine)


def complete(case: Case) -> Case:
    """Return the car with its own manoeuvre, the standing start."""
    driven = drive(car(), "standing-start")
    return replace(
        driven, name=case.name, description=case.description, source=case.source, text=case.text, signals=case.signals,
        make=lambda **sizes: build(**sizes) if sizes else driven.build(),
    )  # fmt: skip
