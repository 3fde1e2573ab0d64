"""Road vehicles, built from mechanisms and networks. A car is an ordinary machine; its axes are x forward, y left, z up.

| file | subject |
|---|---|
| part | how the parts of a car declare their data |
| car | a car from its parts |
| suspension, wishbone | what carries a wheel: a guided hub, a double wishbone and its test rig |
| tyre/ | laws of slip, one file each, and the contact of a wheel with the road |
| road, aerodynamics | what acts on the car from outside |
| driveline | engine, clutch, gearbox, differentials and brakes as power networks |
| driver | pedals, gear and steering as laws of signals |
| manoeuvre, driven | what a test driver does, and the numbers that are reported |
| graph | the same car as one bond graph |
| analysis | loads at rest, directional stability, where the energy went |

This room knows mechanisms, networks and how they are simulated. It must not know files, reports or the machines of the library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from biela.base.lazy import lazy

if TYPE_CHECKING:  # isort: off
    from biela.vehicle.aerodynamics import Aerodynamics as Aerodynamics
    from biela.vehicle.analysis import directional_modes as directional_modes, energy_shares as energy_shares, trim as trim
    from biela.vehicle.car import Axle as Axle, Car as Car, Chassis as Chassis
    from biela.vehicle.driveline import Brakes as Brakes, Clutch as Clutch, Engine as Engine, Gearbox as Gearbox
    from biela.vehicle.driven import drive as drive, follow_path as follow_path, run_manoeuvre as run_manoeuvre
    from biela.vehicle.driver import Driver as Driver, PathFollower as PathFollower, Shifting as Shifting
    from biela.vehicle.driver import SpeedControl as SpeedControl
    from biela.vehicle.graph import bond_graph as bond_graph
    from biela.vehicle.manoeuvre import MANOEUVRES as MANOEUVRES, Manoeuvre as Manoeuvre, top_speed as top_speed
    from biela.vehicle.road import Bump as Bump, FrictionPatch as FrictionPatch, HeightTable as HeightTable, Profile as Profile
    from biela.vehicle.road import Road as Road, Slope as Slope
    from biela.vehicle.suspension import DamperCurve as DamperCurve, SuspensionSpring as SuspensionSpring
    from biela.vehicle.tyre import ExponentialFriction as ExponentialFriction, LateralLaw as LateralLaw, LinearSlip as LinearSlip
    from biela.vehicle.tyre import LinearSlipAngle as LinearSlipAngle, LongitudinalLaw as LongitudinalLaw
    from biela.vehicle.tyre import MagicFormula1987 as MagicFormula1987, Tyre as Tyre, TyreData as TyreData, add_tyre as add_tyre
    from biela.vehicle.wishbone import HardPoints as HardPoints, Masses as Masses, double_wishbone as double_wishbone
    from biela.vehicle.wishbone import suspension_rig as suspension_rig, sweep as sweep

__getattr__, __dir__, __all__ = lazy(__name__)  # noqa: PLE0605
