"""Suspensions: what carries a wheel.

`guided_corner` is the simplest: the hub slides along the chassis' vertical axis on a spring and a damper, and turns
about it where the wheel is steered.
"""

from __future__ import annotations

from itertools import pairwise

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element import data, family, numbers, record
from biela.mechanism.frame import Body
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Table
from biela.mechanism.parameter import Scalar, scalar
from biela.network import C, Network, One, Zero
from biela.vehicle.part import Part

WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
"""Names of the four corners."""
HUB_SPREAD = 0.01
"""Moment of inertia of a hub per mass: that of something of 10 cm [m²]."""


@family
class DamperCurve(Part):
    """Force of a damper over its speed; bump (hub upwards) positive."""

    noun = "a damper curve"
    speed: tuple[float, ...] = data(numbers("m/s"), about="increasing")
    force: tuple[float, ...] = data(numbers("N"), about="one for each speed")

    def __post_init__(self) -> None:
        super().__post_init__()
        speed, force = self.speed, self.force
        if len(speed) != len(force) or any(b <= a for a, b in pairwise(speed)):
            raise DescriptionError("damper curve: give increasing speeds, and one force for each.")
        if any(v * f < 0 for v, f in zip(speed, force, strict=True)):
            raise DescriptionError("damper curve: a force against the sense of its speed would feed energy.")


@family
class SuspensionSpring(Part):
    """Spring and damper of a corner, at the wheel.

    A damper curve, given as (speeds, forces) or as a `DamperCurve`, replaces `damping`. Travel up and down from the drawing pose to
    the stops is not limited if `bump` and `rebound` are omitted.
    """

    noun = "a suspension spring"
    stiffness: Scalar = data("N/m", bound="positive")
    damping: Scalar = data("N*s/m", default=0.0, bound="nonnegative", label="damping of a suspension")
    preload: Scalar = data("N", default=0.0, about="force in the drawing pose")
    damper_curve: DamperCurve | None = data(record(DamperCurve), default=None)
    bump: float | None = data("m", default=None, about="travel up to the stop")
    rebound: float | None = data("m", default=None, about="travel down to the stop")
    stop_stiffness: float = data("N/m", default=300e3, about="of the stops")
    stop_damping: float = data("N*s/m", default=1500.0, about="of the stops")


@dataclass(frozen=True)
class Corner:
    """Corner of a car: the names of its parts."""

    name: str
    hub: Body
    wheel: Body
    travel: tuple[str, str]  # joint and coordinate of the stroke, positive when the wheel moves up
    steer: tuple[str, str] | None
    spin: str


def wheel_body(m: Mechanism, name: str, centre: tuple[float, float, float], mass: Scalar, spin_inertia: Scalar) -> Body:
    """Add a wheel, its axle along y; half the spin inertia about its diameters."""
    inertia = (0.5 * spin_inertia, spin_inertia, 0.5 * spin_inertia)
    return m.body(f"{name}_wheel", mass=mass, inertia=inertia, position=centre)


def guided_corner(
    m: Mechanism, chassis: Body, name: str, centre: tuple[float, float, float], spring: SuspensionSpring, *, hub_mass: Scalar,
    wheel_mass: Scalar, wheel_inertia: Scalar, steered: bool,
) -> Corner:  # fmt: skip
    """Add a hub that slides along z of the chassis, through the wheel's centre; steered, it also turns about that line. Joints:
    `name_slide` (`.position` up, and `.angle` if steered), `name_spin`."""
    hub = m.body(f"{name}_hub", mass=hub_mass, inertia=(HUB_SPREAD * hub_mass,) * 3, position=centre)
    wheel = wheel_body(m, name, centre, wheel_mass, wheel_inertia)
    joint = f"{name}_slide"
    (m.cylindrical if steered else m.prismatic)(joint, chassis, hub, point=centre, axis=(0, 0, 1))
    m.revolute(f"{name}_spin", hub, wheel, point=centre, axis=(0, 1, 0))
    add_spring(m, name, joint, spring)
    return Corner(name, hub, wheel, (joint, "position"), (joint, "angle") if steered else None, f"{name}_spin")


def add_spring(m: Mechanism, name: str, joint: str, spring: SuspensionSpring) -> None:
    """Add spring, damper and stops to the stroke `joint.position`; the spring pushes the hub down."""
    curve = spring.damper_curve
    m.joint_spring(
        f"{name}_spring", joint, spring.stiffness, spring.damping if curve is None else 0.0, preload=spring.preload,
        coordinate="position",
    )  # fmt: skip
    if curve is not None:
        table = Table(curve.speed, curve.force)
        rate = next(r.name for r in m.joints[joint].type.rates if r.unit == "m/s")
        signal = f"{joint}.{rate}"
        m.user_effort(f"{name}_damper", joint, lambda s: -table(s[signal]), coordinate="position")
    if spring.bump is not None or spring.rebound is not None:
        m.stop(
            f"{name}_stops", joint, None if spring.rebound is None else -spring.rebound, spring.bump,
            stiffness=spring.stop_stiffness, damping=spring.stop_damping, coordinate="position",
        )  # fmt: skip


def anti_roll_bar(m: Mechanism, name: str, left: tuple[str, str], right: tuple[str, str], stiffness: Scalar) -> None:
    """Add a bar that resists unequal strokes: force = stiffness · (stroke left − stroke right) [N/m], at both wheels."""
    scalar(stiffness, f"stiffness of anti-roll bar {name!r}", positive=True)
    net = Network(name)
    net.add(One("left"), Zero("bar"), One("right"), C("twist", 1.0 / stiffness, domain="translation"))
    net.connect("left", "bar", "right")
    net.connect("bar", "twist")
    net.expose("left_wheel", "left")
    net.expose("right_wheel", "right")
    m.attach(net, {"left_wheel": left, "right_wheel": right})


guard(__name__)
