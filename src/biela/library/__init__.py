"""Ready machines, one file each: published data and their source on top, `build` and `start` below.

    from biela import library

    machine = library.get("four-bar")            # by the name it has on the command line
    m = machine.build(crank=0.35)                # sizes by keyword; the published ones if omitted
    run = m.simulate(machine.start(m), machine.duration)
    run[machine.signals[0]]

    from biela.library import four_bar           # or as a module
    m = four_bar.build()

Nothing is built, and no machine's file is read, before it is asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from biela.errors import DescriptionError, UnknownName, nearest

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.state.state import State


@dataclass(frozen=True, repr=False)
class Ready:
    """A ready machine.

    Attributes
    ----------
    name : as on the command line
    description : one line
    duration : long enough to see what the machine does, short enough to stay meaningful [s]
    signals : the ones to look at first
    options : keywords of `build` that make this variant of the file's machine
    played : name of what its file does with the inputs of the machine in a run, if anything
    """

    name: str
    description: str
    duration: float
    signals: tuple[str, ...]
    file: str
    options: tuple[tuple[str, Any], ...] = ()
    played: str = ""

    def __repr__(self) -> str:
        return f"<ready machine {self.name!r}: {self.description}>"

    @property
    def settings(self) -> dict[str, Any]:
        """Of a run, where the machine's file has its own: method and tolerances."""
        return dict(getattr(self.module, "SETTINGS", {}))

    @property
    def inputs(self) -> dict[str, Any]:
        """Of a run, where the machine has inputs and its file moves them: functions of time."""
        return dict(getattr(self.module, self.played)) if self.played else {}

    @property
    def plots(self) -> list[Any]:
        """Groups of signals to look at, where the machine's file names them; a group may be (title, signals)."""
        extra = getattr(self.module, "EXTRA_PLOTS", {})
        own = [group for option in self.options for group in extra.get(option, ())]
        return [*own, *getattr(self.module, "PLOTS", ())]

    @property
    def module(self) -> Any:
        """The file with the machine's data, `build` and `start`."""
        return importlib.import_module(f"biela.library.{self.file}")

    def driven(self, manoeuvre: str) -> Any:
        """A car with a manoeuvre; other machines have none."""
        if not hasattr(self.module, "car"):
            raise DescriptionError(f"{self.name!r} is no car: it has no manoeuvres. Leave --manoeuvre out.")
        from biela.vehicle.driven import drive

        return drive(self.module.car(), manoeuvre)

    def build(self, **sizes: Any) -> Mechanism:
        """The machine, still open: add to it, or use it as it is. Keywords change its published sizes."""
        mechanism: Mechanism = self.module.build(**{**dict(self.options), **sizes})
        return mechanism

    def start(self, mechanism: Mechanism) -> State:
        """The published start of a machine made by `build`."""
        state: State = self.module.start(mechanism)
        return state

    def held(self, mechanism: Mechanism) -> str | None:
        """What `start` says to `biela.simulation.hold`, where it lets pressures hold the machine."""
        level: Callable[[Mechanism], str | None] = getattr(self.module, "held", lambda _: None)
        return level(mechanism)


# fmt: off
_MACHINES = (
    Ready("pendulum", "point mass on a rod, released level", 10.0, ("pivot.angle", "bob.x", "bob.y"), "pendulum"),
    Ready("double-pendulum", "two point masses, chaotic", 10.0, ("upper_pivot.angle", "lower_pivot.angle"),
          "double_pendulum"),
    Ready("n-pendulum", "chain of N point masses on rods", 10.0, ("pivot_1.angle", "pivot_5.angle"), "n_pendulum"),
    Ready("slider-crank", "crank, connecting rod and piston in a plane", 0.2,
          ("main_bearing.rate", "cylinder.position", "cylinder.rate"), "slider_crank"),
    Ready("spatial-slider-crank", "slider-crank whose crank turns about the line of the slider", 5.0,
          ("crank_bearing.angle", "crank_bearing.rate", "guide.position"), "spatial_slider_crank"),
    Ready("four-bar", "crank, coupler and rocker swing under gravity", 10.0,
          ("A.angle", "D.angle", "coupler.x", "coupler.y"), "four_bar"),
    Ready("motor-four-bar", "four-bar driven by a direct-current motor through a gear", 3.0,
          ("A.angle", "A.rate", "drive/motor/coil.flow"), "motor_four_bar"),
    Ready("double-crank", "four-bar with a gyroscope whose two grounded links turn full circles", 6.0,
          ("A.angle", "A.rate", "B.angle"), "double_crank"),
    Ready("double-four-bar", "two parallelograms in a row, through their singular flat positions", 10.0,
          ("pivot_0.angle", "B0.x", "B0.y"), "n_four_bar"),
    Ready("n-four-bar", "N parallelograms in a row, through their singular flat positions", 10.0,
          ("pivot_0.angle", "B0.x", "B0.y"), "n_four_bar", (("windows", 5),)),
    Ready("five-bar", "planar parallel robot with two motors", 4.0,
          ("left_shoulder.angle", "right_shoulder.angle", "tip.y"), "five_bar"),
    Ready("three-rrr", "planar parallel robot: three arms carry a platform", 3.0,
          ("shoulder_1.angle", "elbow_1.angle", "platform.yaw"), "three_rrr"),
    Ready("spatial-four-bar", "R-S-U-R: crank and rocker in two planes, a coupler between them in space", 60.0,
          ("crank_pivot.angle", "rocker_pivot.angle", "universal.angle_1"), "spatial_four_bar"),
    Ready("spherical-four-bar", "four hinges whose axes meet in one point", 10.0, ("A.angle", "D.angle"),
          "spherical_four_bar"),
    Ready("bennett", "Bennett's spatial four-bar: overconstrained, yet it moves", 10.0, ("A.angle", "B.angle"),
          "bennett"),
    Ready("bricard", "Bricard's six-bar of cube edges: overconstrained, yet it moves", 10.0,
          ("P3.x", "P3.y", "P3.z"), "bricard"),
    Ready("stewart-gough", "6-UPS platform on six elastic cylinders", 2.0,
          ("platform.z", "platform.roll", "platform.pitch", "cylinder_1.position"), "stewart_gough"),
    Ready("andrews-squeezer", "Andrews' squeezing mechanism: seven bodies, three loops, very fast", 0.03,
          ("O.angle", "F.angle", "B.angle"), "andrews_squeezer"),
    Ready("heavy-top", "fast top on its tip, nods while it precesses", 2.0, ("top.x", "top.y", "top.z"), "heavy_top"),
    Ready("spinning-body", "free body about its middle axis: it flips (Dzhanibekov)", 100.0,
          ("flight.rate_x", "flight.rate_y", "flight.rate_z"), "spinning_body"),
    Ready("chain", "open chain in space, hinge axes alternately level and upright", 5.0,
          ("hinge_1.angle", "tip.x", "tip.y", "tip.z"), "chain"),
    Ready("planar-chain", "open chain of rods in a plane, pinned at one end", 5.0, ("hinge_1.angle", "tip.x", "tip.y"),
          "chain", (("links", 20), ("planar", True))),
    Ready("hydraulic-crane", "boom, one cylinder, proportional valve and a load on a rope", 12.0,
          ("pin.angle", "rope.angle_1", "lift_cylinder.extension", "lift_cylinder.head_pressure"), "hydraulic_crane"),
    Ready("wishbone-suspension", "double-wishbone front suspension: 15 bodies, drops onto its springs", 1.5,
          ("E_right.angle", "lower_strut_right.z", "M_right.position", "knuckle_right.yaw"), "wishbone_suspension"),
    Ready("quarter-car", "one corner of a car on a road that rises under it", 5.0,
          ("body.z", "wheel.z", "road.z"), "quarter_car"),
    Ready("renault-clio", "small front-driven car: standing start, braking, curves", 40.0,
          ("speed.value", "driveline/flywheel.flow", "chassis.pitch", "front_left.slip"), "renault_clio"),
    Ready("excavator", "36-tonne hydraulic excavator: lifts, swings, dumps, returns", 26.0,
          ("boom_cylinder.extension", "arm_cylinder.extension", "bucket_cylinder.extension", "swing.angle"), "excavator"),
    Ready("excavator-published", "the same as its source has it: constant pump pressure, valves without limit", 10.0,
          ("boom_cylinder.extension", "arm_cylinder.extension", "bucket_cylinder.extension", "swing.angle"), "excavator",
          (("variant", "published"),)),
    Ready("excavator-levers", "the same on rolling tracks, to be driven: biela show", 10.0,
          ("boom_cylinder.extension", "arm_cylinder.extension", "bucket_cylinder.extension", "swing.rate", "left_drive.rate",
           "right_drive.rate"), "excavator",
          (("levers", True), ("tracks", "rolling")), played="LEVERS"),
    Ready("excavator-digging", "the same on compliant tracks: digs, lifts, swings, dumps, returns", 39.0,
          ("teeth.depth", "teeth.cutting_force", "earth/fill.value", "front_left.load", "undercarriage.pitch"), "excavator",
          (("digging", True), ("tracks", True))),
)
# fmt: on
_BY_NAME = {machine.name: machine for machine in _MACHINES}


def names() -> list[str]:
    """Names of all ready machines, from simple to complex."""
    return list(_BY_NAME)


def get(name: str) -> Ready:
    """A ready machine by its name; `four-bar` and `four_bar` are the same."""
    wanted = name.replace("_", "-")
    if wanted not in _BY_NAME:
        raise UnknownName(f"the library has no machine {name!r}.{nearest(wanted, names())}")
    return _BY_NAME[wanted]


def __getattr__(name: str) -> Any:
    """`library.four_bar` is the file of that machine, read when first asked for."""
    if name in {machine.file for machine in _MACHINES}:
        return importlib.import_module(f"biela.library.{name}")
    raise AttributeError(f"biela.library has no {name!r}")


def __dir__() -> list[str]:
    return ["Ready", "get", "names", *sorted({machine.file for machine in _MACHINES})]
