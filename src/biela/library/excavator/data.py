"""Numbers of the excavator: bodies, points, cylinders, fluid, valves, swing drive, gains. SI units.

Source of everything not marked otherwise: the Spanish engineering thesis named in `biela.library.excavator`. Marked
*found* are values it does not print but that follow from its own numbers; marked *corrected* are misprints
(`docs/machines/excavator.md` shows how each was found).
"""

from __future__ import annotations

import math

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.network.hydraulic.cylinder import Piston

GRAVITY = 9.81  # m/s², found: reproduces the printed weight of 356.3 kN

MASSES = {  # kg; the cab is the upper structure with its counterweight, the bucket is empty
    "undercarriage": 13019.89, "cab": 17506.977, "boom": 3029.87, "arm": 1274.076, "bucket": 1139.118, "rocker": 96.438,
    "link": 255.775,
}  # fmt: skip

INERTIAS = {
    # about the mass centre, body axes [kg·m²]: xx, yy, zz, xy, xz, yz, entries of the tensor as printed
    "undercarriage": (18921.239, 21975.593, 38119.584, 0.0, 0.0, 0.0),
    "cab": (15918.865, 30432.515, 40501.375, -1068.892, -1490.856, 476.218),
    "boom": (494.064, 10285.189, 10008.860, 0.0, -125.700, 0.0),
    "arm": (161.665, 1766.645, 1687.027, 0.0, -219.003, 0.0),
    "bucket": (388.548, 387.406, 304.194, 0.0, -85.207, 0.0),
    "rocker": (4.571, 6.318, 10.422, 0.0, 0.0, 0.0),
    "link": (6.882, 22.575, 26.464, 0.0, 0.0, 0.0),
}

POINTS = {
    # x, z in the axes of the body, from its mass centre [m]; y = 0
    "undercarriage": {"A": (0.0, 0.630)},
    "cab": {"A": (1.538, -0.638), "B": (1.394, 0.182), "boom_cylinder_base": (2.834, -0.240)},
    "boom": {"B": (-3.036, -0.547), "C": (3.341, -0.425), "boom_cylinder_rod": (-0.677, 0.357), "arm_cylinder_base": (0.413, 0.69)},
    "arm": {"C": (-0.801, -0.306), "D": (2.243, -0.297), "E": (1.804, -0.242), "arm_cylinder_rod": (-1.969, 0.109),
            "bucket_cylinder_base": (-0.407, 0.580)},
    "bucket": {"D": (-0.837, 0.196), "F": (-0.512, 0.611)},
    "rocker": {"E": (-0.487, 0.0), "G": (0.324, 0.0)},  # G: rocker, link and rod of the bucket cylinder
    "link": {"G": (-0.428, 0.0), "F": (0.285, 0.0)},
}  # fmt: skip

JOINTS = {
    # name: parent, child, point, axis
    "swing": ("undercarriage", "cab", "A", (0, 0, 1)),
    "boom_pin": ("cab", "boom", "B", (0, 1, 0)),
    "arm_pin": ("boom", "arm", "C", (0, 1, 0)),
    "bucket_pin": ("arm", "bucket", "D", (0, 1, 0)),
    "rocker_pin": ("arm", "rocker", "E", (0, 1, 0)),
    "link_pin": ("rocker", "link", "G", (0, 1, 0)),
    "loop_pin": ("bucket", "link", "F", (0, 1, 0)),  # closes the four-bar
}

START = {"swing": 0.0, "boom_pin": -0.5521, "arm_pin": 1.4518, "bucket_pin": 0.0045,
         "rocker_pin": -1.3268, "link_pin": 1.9714}  # fmt: skip
"""The printed start pose [rad]: ψ₃, θ₄ … θ₈."""

CLOSED_LENGTH = 1.7  # m, pin to pin with the rod fully in; found: pin distances minus printed extensions


@dataclass(frozen=True)
class Cylinder:
    """Cylinder with its hoses, its gains and its part of the manoeuvre.

    base, rod : (body, point) of the pins
    count : equal cylinders side by side; two at the boom, found: one would carry half of the weight only
    bore, rod_diameter, stroke : [m]
    hoses : lengths [m] valve to throttle, throttle to piston side, valve to rod side
    pressures : at the start [Pa]: hose before the throttle, piston side, rod side
    extension, target : at the start and at the end of the manoeuvre [m]
    gains : K_p [1/m], K_d [s/m] of the valve opening
    duration : of the reference [s]; the source's is lost, this one meets its other figures
    """

    base: tuple[str, str]
    rod: tuple[str, str]
    count: int
    bore: float
    rod_diameter: float
    hoses: tuple[float, float, float]
    pressures: tuple[float, float, float]
    extension: float
    target: float
    gains: tuple[float, float]
    duration: float
    stroke: float = 1.7
    efficiency: float = 0.7

    @property
    def piston(self) -> Piston:
        """Return the piston of one of them."""
        return Piston(self.bore, self.rod_diameter, self.stroke)


CYLINDERS = {
    "boom_cylinder": Cylinder(
        ("cab", "boom_cylinder_base"), ("boom", "boom_cylinder_rod"), 2, 0.3, 0.2, (4, 2, 8),
        (15.54e6, 15.54e6, 25.73e6), 0.7307, 1.3, (3.0, 0.2), 2.0,
    ),
    "arm_cylinder": Cylinder(
        ("boom", "arm_cylinder_base"), ("arm", "arm_cylinder_rod"), 1, 0.2, 0.14, (6, 4, 10),
        (13.90e6, 13.90e6, 29.46e6), 1.5027, 1.0, (1.5, 0.08), 2.5,
    ),
    "bucket_cylinder": Cylinder(
        ("arm", "bucket_cylinder_base"), ("rocker", "G"), 1, 0.2, 0.14, (8, 6, 14),
        (15.04e6, 15.04e6, 30.13e6), 0.7072, 0.1, (5.0, 0.2), 3.0,
    ),
}  # fmt: skip
REFERENCE_START = 1.0  # s

# fluid, supply and valves
PUMP_PRESSURE, TANK_PRESSURE = 36e6, 0.1e6  # Pa
HOSE_BORE = 0.01  # m
HOSE_MODULUS = 350e6  # Pa
WALL_MODULUS = 21000e6  # Pa, of the cylinder barrel; corrected: printed as that of the oil
OIL_DENSITY = 870.0  # kg/m³
OIL_MODULUS = 1860e6  # Pa
OIL_VISCOSITY = 32e-6  # m²/s; corrected: printed without the factor 1e-6
CRITICAL_REYNOLDS = 2400.0
VALVE_COEFFICIENT = 5e-6  # m³/(s √Pa), fully open
THROTTLE_COEFFICIENT = 2e-6  # m³/(s √Pa)

CONTROL_DELAY = 0.2  # s, of time-delay control; chosen here: about two periods of the slowest oil spring, 57 rad/s


@dataclass(frozen=True)
class SwingDrive:
    """Hydrostatic transmission of the swing: variable pump, fixed motor, relief valve, charge pressure."""

    capacity: float = 8.125e-13  # m³/Pa, of the high line
    relief_gain: float = 1.85e-9  # m³/(s Pa); corrected unit
    relief_pressure: float = 30e6  # Pa
    charge_pressure: float = 2e6  # Pa
    pump_displacement: float = 71e-6  # m³ per turn
    pump_speed: float = 1680 / 60  # turns per second
    pump_stroke: float = 43.62e-3  # m, of the actuator at full displacement
    motor_displacement: float = 90e-6  # m³ per turn
    ratio: float = 120.0  # motor to cab; found: 117 needed for 0.4 rad/s within 2 s, 347 allowed by the flow
    gain: float = 200.0  # m per rad/s, of the speed error
    speed: float = 0.4  # rad/s
    times: tuple[float, float, float, float] = (0.0, 2.0, 8.0, 10.0)  # s: speed up, hold, slow down, stop
    leakage: float = 0.0  # m³/(s Pa) from the high to the low line; about 1e-12 makes the ripple decay as published


SWING = SwingDrive()


@dataclass(frozen=True)
class Supply:
    """Pumps and engine of the Caterpillar 336D L, in place of a constant pressure with unlimited flow.

    Sources: Caterpillar, *336D L Hydraulic Excavator*, brochure AEHQ5945 (C9 engine of 200 kW net, main pumps 2 × 280 L/min,
    35 MPa, 36 MPa with heavy lift, 1800 rpm); Caterpillar, *330D, 336D and 340D Excavators: Hydraulic System*, testing and
    adjusting (main relief valve 35 and 36 MPa; test load in the bucket of the 336D 2520 kg).
    """

    flow: float = 2 * 280e-3 / 60  # m³/s
    speed: float = 1800 / 60 * 2 * math.pi  # rad/s
    pressure: float = 36e6  # Pa
    power: float = 200e3  # W
    volume: float = 5e-3  # m³, of the delivery lines; chosen here
    band: float = 1e6  # Pa, over which the pumps swing back; chosen here

    @property
    def displacement(self) -> float:
        """Return the displacement of both pumps together [m³ per revolution]."""
        return self.flow / self.speed * 2 * math.pi


SUPPLY = Supply()


@dataclass(frozen=True)
class Diesel:
    """Engine behind the pumps: 200 kW at 1800 rpm, as `Supply` has it; torque rise, governor and flywheel usual for its size,
    chosen here."""

    speeds: tuple[float, ...] = tuple(n / 60 * 2 * math.pi for n in (800, 1100, 1400, 1600, 1800, 2000))  # rad/s
    torques: tuple[float, ...] = (950.0, 1250.0, 1330.0, 1220.0, 1061.0, 880.0)  # N·m
    inertia: float = 4.0  # kg·m²
    idle: float = 900 / 60 * 2 * math.pi  # rad/s
    high: float = 1890 / 60 * 2 * math.pi  # rad/s, without load; under full load 1800 rpm
    droop: float = 0.05
    share: float = 0.95  # of its power that the pumps may take


DIESEL = Diesel()
PAYLOAD = 2520.0  # kg, the maker's test load
SWING_LEAKAGE = 3.6e-12  # m³/(s Pa), of pump and motor: 5 % of the pump's flow at 28 MPa, usual for piston units; chosen here

WORK_CYCLE = {
    # cylinder: extension at the start [m], then moves (to [m], begin [s], end [s]); chosen here
    "boom_cylinder": (0.30, ((0.76, 1.0, 10.5), (0.34, 16.0, 24.0))),
    "arm_cylinder": (1.30, ((1.08, 7.0, 11.0), (1.30, 16.0, 20.0))),
    "bucket_cylinder": (1.29, ((0.58, 11.0, 15.5), (0.80, 17.0, 20.0))),
}
WORK_SWING = ((0.35, 3.0, 6.5), (0.0, 8.0, 11.5), (-0.35, 15.5, 19.0), (0.0, 20.5, 24.0))
"""Speed of the swing: to [rad/s], begin, end [s]."""
WORK_DROP = (12.3, 14.3)  # s: the load slides out of the bucket
WORK_DURATION = 26.0  # s


@dataclass(frozen=True)
class Tracks:
    """Tracks that carry the machine, and the ground under them.

    Places: centres of idler and sprocket, gauge of the Caterpillar 336D L (brochure AEHQ5945), as drawn. The ground is chosen
    here: firm soil, on which the machine bounces at 3.4 Hz with a tenth of critical damping.

    Not verified: `half_length`, measured on a drawing of the brochure. It conflicts with 4.04 m between the centres of the end
    rollers, as printed for this undercarriage, which is a half-length of 2.02 m. The brochure itself is not at hand.
    """

    half_length: float = 1.98  # m, along x; not verified, see above
    half_gauge: float = 1.295  # m, along y
    height: float = -0.60  # m, from the mass centre of the undercarriage to the ground
    stiffness: float = 4e6  # N/m, of each corner
    damping: float = 0.21  # s/m, see `Footing`
    friction: float = 0.7
    smoothing: float = 2e-4  # m/s


TRACKS = Tracks()


@dataclass(frozen=True)
class Travel:
    """Drive of the tracks: speed and drawbar pull as usual for a machine of this size; sprockets and gain chosen here."""

    speed: float = 1.4  # m/s, 5 km/h
    pull: float = 300e3  # N, of both tracks
    radius: float = 0.45  # m, from the middle of a sprocket to the ground
    mass: float = 250.0  # kg, of what turns on each side
    inertia: float = 40.0  # kg·m²
    gain: float = 1.2e5  # N·m·s/rad, of the speed control


TRAVEL = Travel()
SWING_SPEED = 0.8
"""At the end of the lever [rad/s]"""


@dataclass(frozen=True)
class Digging:
    """Bucket and soil. Width of the bucket as drawn; stiff clay, from the usual ranges of soil mechanics; chosen here."""

    width: float = 1.5  # m
    thickness: float = 0.025  # m, of the edge with its teeth
    capacity: float = 1.4  # m³ of soil as it lies, that fill the bucket: with 1800 kg/m³ the maker's test load
    density: float = 1800.0  # kg/m³
    cohesion: float = 50e3  # Pa
    adhesion: float = 15e3  # Pa
    friction_angle: float = math.radians(28.0)
    tool_friction: float = math.radians(18.0)
    mouth: float = math.radians(16.0)  # from the teeth to the normal of the opening
    pouring_time: float = 0.5  # s, in which most of an open bucket pours out
    pouring_height: float = 0.5  # m, of the teeth above ground; below it the ground holds the heap


DIGGING = Digging()

DIG_TIMES = (1.0, 3.5, 5.4, 7.9, 10.4, 12.3, 14.2, 16.0)  # s
DIG_CYCLE = {
    # cylinder: extensions at DIG_TIMES [m], then moves (to [m], begin [s], end [s]); chosen here: 0.4 m deep, 2.9 m long
    "boom_cylinder": ((0.289, 0.212, 0.239, 0.320, 0.343, 0.385, 0.430, 0.500), ((0.64, 16.0, 21.0), (0.289, 29.0, 37.0))),
    "arm_cylinder": ((0.796, 0.827, 0.996, 1.254, 1.362, 1.400, 1.400, 1.400), ((1.15, 19.0, 23.5), (0.796, 30.0, 35.0))),
    "bucket_cylinder": ((0.305, 0.289, 0.310, 0.333, 0.469, 0.750, 1.050, 1.250), ((0.55, 23.0, 27.0), (0.305, 28.5, 32.0))),
}
DIG_SWING = ((0.35, 15.5, 19.0), (0.0, 20.5, 24.0), (-0.35, 28.0, 31.5), (0.0, 33.0, 36.5))
DIG_DURATION = 39.0  # s


guard(__name__)
