"""Ready machines, one file each: published data and their source on top, `build` and `start` below.

    from biela import library

    case = library.get("four-bar")               # by the name it has on the command line
    run = case.simulate()                        # as published, or:
    m = case.build(crank=0.35)                   # sizes by keyword
    run = m.simulate(case.start(m), case.duration)

    from biela.library import four_bar           # or as a module
    m = four_bar.build()

Knows machines and how they are described in files. Must not know reports or use cases. A machine's file is imported when it is
needed.
"""

from __future__ import annotations

import importlib
import inspect
import re
from functools import cache, partial
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import UnknownName, nearest
from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.files.write import MachineData
    from biela.mechanism.mechanism import Mechanism
    from biela.state.state import State


class _Entry(NamedTuple):
    """Line of the table below.

    file : module with the machine's data, `build` and `start`; called as the machine by default
    options : keywords of `build` that make this variant of the machine
    complete : whether the module has a function `complete(case, **options)`, which adds settings, plots, inputs or outputs
    """

    name: str
    description: str
    duration: float  # s
    signals: tuple[str, ...]
    file: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    complete: bool = False


@dataclass(frozen=True)
class _Build:
    """`build` of a machine's file with the options of a variant; the file is imported on the first call."""

    file: str
    options: tuple[tuple[str, Any], ...]

    def __call__(self, **sizes: Any) -> Mechanism:
        mechanism: Mechanism = _module(self.file).build(**{**dict(self.options), **sizes})
        return mechanism

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(partial(_module(self.file).build, **dict(self.options)))


# fmt: off
_MACHINES = (
    _Entry("pendulum", "point mass on a rod, released level", 10.0, ("pivot.angle", "bob.x", "bob.y")),
    _Entry("double-pendulum", "two point masses, chaotic", 10.0, ("upper_pivot.angle", "lower_pivot.angle")),
    _Entry("n-pendulum", "chain of N point masses on rods", 10.0, ("pivot_1.angle", "pivot_5.angle")),
    _Entry("slider-crank", "crank, connecting rod and piston in a plane", 0.2,
           ("main_bearing.rate", "cylinder.position", "cylinder.rate")),
    _Entry("spatial-slider-crank", "slider-crank whose crank turns about the line of the slider", 5.0,
           ("crank_bearing.angle", "crank_bearing.rate", "guide.position")),
    _Entry("four-bar", "crank, coupler and rocker swing under gravity", 10.0, ("A.angle", "D.angle", "coupler.x", "coupler.y")),
    _Entry("motor-four-bar", "four-bar driven by a direct-current motor through a gear", 3.0,
           ("A.angle", "A.rate", "drive/motor/coil.flow")),
    _Entry("double-crank", "four-bar with a gyroscope whose two grounded links turn full circles", 6.0,
           ("A.angle", "A.rate", "B.angle")),
    _Entry("double-four-bar", "two parallelograms in a row, through their singular flat positions", 10.0,
           ("pivot_0.angle", "B0.x", "B0.y"), "n_four_bar"),
    _Entry("n-four-bar", "N parallelograms in a row, through their singular flat positions", 10.0,
           ("pivot_0.angle", "B0.x", "B0.y"), options=(("windows", 5),)),
    _Entry("five-bar", "planar parallel robot with two motors", 4.0, ("left_shoulder.angle", "right_shoulder.angle", "tip.y"),
           complete=True),
    _Entry("three-rrr", "planar parallel robot: three arms carry a platform", 3.0,
           ("shoulder_1.angle", "elbow_1.angle", "platform.yaw"), complete=True),
    _Entry("spatial-four-bar", "R-S-U-R: crank and rocker in two planes, a coupler between them in space", 60.0,
           ("crank_pivot.angle", "rocker_pivot.angle", "universal.angle_1"), complete=True),
    _Entry("spherical-four-bar", "four hinges whose axes meet in one point", 10.0, ("A.angle", "D.angle")),
    _Entry("bennett", "Bennett's spatial four-bar: overconstrained, yet it moves", 10.0, ("A.angle", "B.angle")),
    _Entry("bricard", "Bricard's six-bar of cube edges: overconstrained, yet it moves", 10.0, ("P3.x", "P3.y", "P3.z")),
    _Entry("stewart-gough", "6-UPS platform on six elastic cylinders", 2.0,
           ("platform.z", "platform.roll", "platform.pitch", "cylinder_1.position")),
    _Entry("andrews-squeezer", "Andrews' squeezing mechanism: seven bodies, three loops, very fast", 0.03,
           ("O.angle", "F.angle", "B.angle")),
    _Entry("heavy-top", "fast top on its tip, nods while it precesses", 2.0, ("top.x", "top.y", "top.z")),
    _Entry("coupled-pendulums", "two pendulums and a weak spring as a bond graph: they exchange their swing", 20.0,
           ("theta_1.value", "theta_2.value"), complete=True),
    _Entry("top", "top as a bond graph, started with spin alone: its centre comes to rest in cusps", 1.0,
           ("tilt.value", "azimuth.value", "top.x", "top.y", "top.z"), complete=True),
    _Entry("top-waves", "top as a bond graph, pushed along its precession: its centre moves in waves", 1.0,
           ("tilt.value", "azimuth.value", "top.x", "top.y", "top.z"), "top", (("path", "waves"),), complete=True),
    _Entry("top-loops", "top as a bond graph, pushed against its precession: its centre moves in loops", 1.0,
           ("tilt.value", "azimuth.value", "top.x", "top.y", "top.z"), "top", (("path", "loops"),), complete=True),
    _Entry("spinning-body", "free body about its middle axis: it flips (Dzhanibekov)", 100.0,
           ("flight.rate_x", "flight.rate_y", "flight.rate_z")),
    _Entry("chain", "open chain in space, hinge axes alternately level and upright", 5.0,
           ("hinge_1.angle", "tip.x", "tip.y", "tip.z")),
    _Entry("planar-chain", "open chain of rods in a plane, pinned at one end", 5.0, ("hinge_1.angle", "tip.x", "tip.y"), "chain",
           (("links", 20), ("planar", True))),
    _Entry("puma-560", "industrial arm of six joints, released from rest", 2.0, ("q1.angle", "q2.angle", "q3.angle", "tip.z")),
    _Entry("hydraulic-crane", "boom, one cylinder, proportional valve and a load on a rope", 12.0,
           ("pin.angle", "rope.angle_1", "lift_cylinder.extension", "lift_cylinder.head_pressure"), complete=True),
    _Entry("wishbone-suspension", "double-wishbone front suspension: 15 bodies, drops onto its springs", 1.5,
           ("E_right.angle", "lower_strut_right.z", "M_right.position", "knuckle_right.yaw")),
    _Entry("quarter-car", "one corner of a car on a road that rises under it", 5.0, ("body.z", "wheel.z", "road.z")),
    _Entry("renault-clio", "small front-driven car: standing start, braking, curves", 40.0,
           ("speed.value", "driveline/flywheel.flow", "chassis.pitch", "front_left.slip"), complete=True),
    _Entry("excavator", "36-tonne hydraulic excavator: lifts, swings, dumps, returns", 26.0,
           ("boom_cylinder.extension", "arm_cylinder.extension", "bucket_cylinder.extension", "swing.angle"), complete=True),
    _Entry("excavator-published", "excavator as published: constant pump pressure, valves without limits", 10.0,
           ("boom_cylinder.extension", "arm_cylinder.extension", "bucket_cylinder.extension", "swing.angle"),
           "excavator", (("variant", "published"),), complete=True),
    _Entry("excavator-levers", "excavator on rolling tracks, driven with levers in `biela show`", 10.0,
           ("boom_cylinder.extension", "arm_cylinder.extension", "bucket_cylinder.extension", "swing.rate", "left_drive.rate",
            "right_drive.rate"), "excavator", (("levers", True), ("tracks", "rolling")), complete=True),
    _Entry("excavator-digging", "excavator on compliant tracks: digs, lifts, swings, dumps, returns", 39.0,
           ("teeth.depth", "teeth.cutting_force", "earth/fill.value", "front_left.load", "undercarriage.pitch"),
           "excavator", (("digging", True), ("tracks", True)), complete=True),
)
# fmt: on
_BY_NAME = {entry.name: entry._replace(file=entry.file or entry.name.replace("-", "_")) for entry in _MACHINES}


def names() -> list[str]:
    """Return names of all ready machines, from simple to complex."""
    return list(_BY_NAME)


def descriptions() -> dict[str, str]:
    """Return the descriptions of all ready machines, one line each, by name."""
    return {entry.name: entry.description for entry in _MACHINES}


@checked
def get(name: str) -> Case:
    """Return a ready machine by its name, with its published start, settings and plots; `four-bar` and `four_bar` are the same."""
    wanted = name.replace("_", "-")
    if wanted not in _BY_NAME:
        raise UnknownName(f"the library has no machine {name!r}.{nearest(wanted, names())}")
    return _case(_BY_NAME[wanted])


@cache
def _case(entry: _Entry) -> Case:
    case = Case(
        entry.name, _Build(entry.file, entry.options), partial(_start, entry.file), entry.duration, signals=entry.signals,
        description=entry.description, source=_source(entry.file), text=_data,
    )  # fmt: skip
    completed: Case = _module(entry.file).complete(case, **dict(entry.options)) if entry.complete else case
    return completed


def _module(file: str) -> Any:
    module = importlib.import_module(f"biela.library.{file}")
    guard(module.__name__)
    return module


def _start(file: str, mechanism: Mechanism) -> State:
    state: State = _module(file).start(mechanism)
    return state


def _data(case: Case) -> MachineData:
    from biela.library.machine_file import ready_data

    return ready_data(case)


def _source(file: str) -> str:
    """Return the paragraph of a machine's file that names its source, in one line."""
    place = resources.files("biela.library")
    text = (place / file / "__init__.py" if (place / file).is_dir() else place / f"{file}.py").read_text("utf-8")
    found = re.search(r"Source: (.*?)(?:\n\n|\"\"\")", text, re.DOTALL)
    return " ".join(found.group(1).split()) if found else ""


def __getattr__(name: str) -> Any:
    """Return the module of a machine, `library.four_bar`, imported when first used."""
    if name in {entry.file for entry in _BY_NAME.values()}:
        return _module(name)
    raise AttributeError(f"biela.library has no {name!r}")


def __dir__() -> list[str]:
    return ["descriptions", "get", "names", *sorted({entry.file for entry in _BY_NAME.values()})]
