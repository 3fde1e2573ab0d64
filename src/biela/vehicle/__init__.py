"""Road vehicles, built from mechanisms and networks. A car is an ordinary machine; its axes are x forward, y left, z up.

| file | subject |
|---|---|
| part | how the parts of a car declare their data |
| car, look | a car from its parts, and what it looks like |
| suspension, wishbone | what carries a wheel: a guided hub, a double wishbone and its test rig |
| tyre/ | laws of slip, one file each, and the contact of a wheel with the road |
| road, aerodynamics | what acts on the car from outside |
| driveline, dry_friction | engine, clutch, gearbox, differentials and brakes as power networks |
| driver | pedals, gear and steering as laws of signals |
| manoeuvre, driven | what a test driver does, and the numbers that are reported |
| analysis | loads at rest, directional stability, where the energy went |

This room knows mechanisms, networks and how they are simulated. It must not know files, reports or the machines of the library.
"""

from __future__ import annotations

import importlib
from typing import Any

_WHERE = {
    "aerodynamics": ("Aerodynamics",),
    "analysis": ("directional_modes", "energy_shares", "trim"),
    "car": ("Axle", "Car", "Chassis"),
    "driveline": ("Brakes", "Clutch", "Engine", "Gearbox"),
    "driven": ("drive",),
    "driver": ("Driver", "PathFollower", "Shifting", "SpeedControl"),
    "manoeuvre": ("MANOEUVRES", "Manoeuvre", "follow_path", "run_manoeuvre", "top_speed"),
    "road": ("Bump", "FrictionPatch", "HeightTable", "Profile", "Road", "Slope"),
    "suspension": ("DamperCurve", "SuspensionSpring"),
    "tyre": (
        "ExponentialFriction", "LateralLaw", "LinearSlip", "LinearSlipAngle", "LongitudinalLaw", "MagicFormula1987", "Tyre",
        "TyreData", "add_tyre",
    ),
    "wishbone": ("HardPoints", "Masses", "double_wishbone", "suspension_rig", "sweep"),
}  # fmt: skip
_FILE = {name: file for file, names in _WHERE.items() for name in names}


def __getattr__(name: str) -> Any:
    """Names of the package; a file is read when one of its names is first asked for."""
    if name in _FILE:
        return getattr(importlib.import_module(f"biela.vehicle.{_FILE[name]}"), name)
    raise AttributeError(f"biela.vehicle has no {name!r}")


def __dir__() -> list[str]:
    return sorted(_FILE)
