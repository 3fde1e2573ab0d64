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

from typing import TYPE_CHECKING

from biela.lazy import lazy

if TYPE_CHECKING:
    from biela.vehicle.aerodynamics import Aerodynamics as Aerodynamics
    from biela.vehicle.analysis import directional_modes as directional_modes
    from biela.vehicle.analysis import energy_shares as energy_shares
    from biela.vehicle.analysis import trim as trim
    from biela.vehicle.car import Axle as Axle
    from biela.vehicle.car import Car as Car
    from biela.vehicle.car import Chassis as Chassis
    from biela.vehicle.driveline import Brakes as Brakes
    from biela.vehicle.driveline import Clutch as Clutch
    from biela.vehicle.driveline import Engine as Engine
    from biela.vehicle.driveline import Gearbox as Gearbox
    from biela.vehicle.driven import drive as drive
    from biela.vehicle.driven import follow_path as follow_path
    from biela.vehicle.driven import run_manoeuvre as run_manoeuvre
    from biela.vehicle.driver import Driver as Driver
    from biela.vehicle.driver import PathFollower as PathFollower
    from biela.vehicle.driver import Shifting as Shifting
    from biela.vehicle.driver import SpeedControl as SpeedControl
    from biela.vehicle.manoeuvre import MANOEUVRES as MANOEUVRES
    from biela.vehicle.manoeuvre import Manoeuvre as Manoeuvre
    from biela.vehicle.manoeuvre import top_speed as top_speed
    from biela.vehicle.road import Bump as Bump
    from biela.vehicle.road import FrictionPatch as FrictionPatch
    from biela.vehicle.road import HeightTable as HeightTable
    from biela.vehicle.road import Profile as Profile
    from biela.vehicle.road import Road as Road
    from biela.vehicle.road import Slope as Slope
    from biela.vehicle.suspension import DamperCurve as DamperCurve
    from biela.vehicle.suspension import SuspensionSpring as SuspensionSpring
    from biela.vehicle.tyre import ExponentialFriction as ExponentialFriction
    from biela.vehicle.tyre import LateralLaw as LateralLaw
    from biela.vehicle.tyre import LinearSlip as LinearSlip
    from biela.vehicle.tyre import LinearSlipAngle as LinearSlipAngle
    from biela.vehicle.tyre import LongitudinalLaw as LongitudinalLaw
    from biela.vehicle.tyre import MagicFormula1987 as MagicFormula1987
    from biela.vehicle.tyre import Tyre as Tyre
    from biela.vehicle.tyre import TyreData as TyreData
    from biela.vehicle.tyre import add_tyre as add_tyre
    from biela.vehicle.wishbone import HardPoints as HardPoints
    from biela.vehicle.wishbone import Masses as Masses
    from biela.vehicle.wishbone import double_wishbone as double_wishbone
    from biela.vehicle.wishbone import suspension_rig as suspension_rig
    from biela.vehicle.wishbone import sweep as sweep

__getattr__, __dir__, __all__ = lazy(  # noqa: PLE0605
    __name__,
    {
        "biela.vehicle.aerodynamics": "Aerodynamics",
        "biela.vehicle.analysis": "directional_modes energy_shares trim",
        "biela.vehicle.car": "Axle Car Chassis",
        "biela.vehicle.driveline": "Brakes Clutch Engine Gearbox",
        "biela.vehicle.driven": "drive follow_path run_manoeuvre",
        "biela.vehicle.driver": "Driver PathFollower Shifting SpeedControl",
        "biela.vehicle.manoeuvre": "MANOEUVRES Manoeuvre top_speed",
        "biela.vehicle.road": "Bump FrictionPatch HeightTable Profile Road Slope",
        "biela.vehicle.suspension": "DamperCurve SuspensionSpring",
        "biela.vehicle.tyre": "ExponentialFriction LateralLaw LinearSlip LinearSlipAngle LongitudinalLaw MagicFormula1987 "
        "Tyre TyreData add_tyre",
        "biela.vehicle.wishbone": "HardPoints Masses double_wishbone suspension_rig sweep",
    },
)
