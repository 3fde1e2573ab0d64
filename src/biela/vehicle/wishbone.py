"""Double wishbone: two arms, an upright, a tie rod: a spatial suspension with closed loops, and a rig to measure it.

             upper arm  o────────o  upper ball
      chassis           │        │  upright ── wheel
             lower arm  o────────o  lower ball         tie rod from the rack to the upright
                          spring between lower arm and chassis

Hard points of a left corner in the drawing pose: x forward, y left (outwards), z up. The right corner mirrors y.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biela.base.array import Array
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError
from biela.element import data, family, numbers
from biela.lie.array import Operand
from biela.mechanism.frame import Body
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State
from biela.vehicle.part import Part
from biela.vehicle.suspension import HUB_SPREAD, Corner, SuspensionSpring, wheel_body

Point = tuple[float, float, float]


def _point(about: str = "") -> Operand:
    return data(numbers("m", 3), about=about)


@family
class HardPoints(Part):
    """Positions of the joints of a double wishbone, on the left side [m]."""

    noun = "the hard points"
    lower_front: Point = _point()
    lower_rear: Point = _point()
    lower_ball: Point = _point()
    upper_front: Point = _point()
    upper_rear: Point = _point()
    upper_ball: Point = _point()
    rack: Point = _point("inner end of the tie rod")
    tie_rod: Point = _point("outer end of the tie rod")
    spring_lower: Point = _point("on the lower arm")
    spring_upper: Point = _point("on the chassis")
    wheel: Point = _point()

    def __post_init__(self) -> None:
        super().__post_init__()
        for a, b in (("lower_front", "lower_rear"), ("upper_front", "upper_rear"), ("lower_ball", "upper_ball"),
                     ("rack", "tie_rod"), ("spring_lower", "spring_upper")):  # fmt: skip
            if np.linalg.norm(np.subtract(getattr(self, a), getattr(self, b))) < 1e-6:
                raise DescriptionError(f"hard points {a!r} and {b!r} coincide: move one of them.")

    def side(self, left: bool) -> HardPoints:
        """Return the points of the left or of the right corner."""
        return self if left else HardPoints(**{name: (x, -y, z) for name, (x, y, z) in vars(self).items()})


@family
class Masses(Part):
    """Masses of the moving parts, and the wheel's spin inertia."""

    noun = "a double wishbone"
    lower_arm: float = data("kg", default=3.0, bound="positive")
    upper_arm: float = data("kg", default=2.0, bound="positive")
    upright: float = data("kg", default=15.0, bound="positive")
    wheel: float = data("kg", default=18.0, bound="positive")
    wheel_inertia: float = data("kg*m^2", default=1.0, bound="positive")


@checked
def double_wishbone(
    m: Mechanism, chassis: Body, rack: Body, name: str, points: HardPoints, spring: SuspensionSpring, masses: Masses, *, left: bool
) -> Corner:  # fmt: skip
    """Add a corner with two arms; the upper ball joint closes the loop and the tie rod ties the upright to the rack.

    `points` are those of the left side. Joints: `name_lower` and `name_upper` (pivots of the arms), `name_lower_ball`,
    `name_upper_ball`, `name_tie_rod`, `name_spin`; spring `name_spring`.
    """
    p = points.side(left)
    lower = _arm(m, f"{name}_lower_arm", masses.lower_arm, p.lower_front, p.lower_rear, p.lower_ball)
    upper = _arm(m, f"{name}_upper_arm", masses.upper_arm, p.upper_front, p.upper_rear, p.upper_ball)
    upright = m.body(f"{name}_hub", mass=masses.upright, inertia=(HUB_SPREAD * masses.upright,) * 3, position=p.wheel)
    wheel = wheel_body(m, name, p.wheel, masses.wheel, masses.wheel_inertia)
    ends = (("lower", lower, p.lower_front, p.lower_rear), ("upper", upper, p.upper_front, p.upper_rear))
    for label, arm, front, rear in ends:
        axis = np.subtract(front, rear)
        m.revolute(f"{name}_{label}", chassis, arm, point=rear, axis=tuple(axis / np.linalg.norm(axis)))
    m.spherical(f"{name}_lower_ball", lower, upright, point=p.lower_ball)
    m.spherical(f"{name}_upper_ball", upper, upright, point=p.upper_ball, cut=True)
    m.rod(f"{name}_tie_rod", _on(rack, "tie_rod_" + name, p.rack), _on(upright, "tie_rod", p.tie_rod))
    m.revolute(f"{name}_spin", upright, wheel, point=p.wheel, axis=(0, 1, 0))
    length = float(np.linalg.norm(np.subtract(p.spring_upper, p.spring_lower)))
    m.spring(
        f"{name}_spring", _on(lower, "spring", p.spring_lower), _on(chassis, f"{name}_spring", p.spring_upper), spring.stiffness,
        spring.damping, free_length=length, preload=-1.0 * spring.preload,
    )  # fmt: skip
    return Corner(name, upright, wheel, (f"{name}_lower", "angle"), None, f"{name}_spin")


def _arm(m: Mechanism, name: str, mass: float, front: Point, rear: Point, ball: Point) -> Body:
    """Add a triangular arm as a plate between its three points."""
    corners = np.array([front, rear, ball])
    centre = corners.mean(axis=0)
    spread = corners - centre
    # a uniform triangle has the inertia of twelve parts of its mass at the corners and nine at the middle
    inertia = mass / 12.0 * sum(np.dot(r, r) * np.eye(3) - np.outer(r, r) for r in spread)
    return m.body(name, mass=mass, inertia=inertia + 1e-4 * mass * np.eye(3), position=tuple(centre))


def _on(body: Body, name: str, point: Point) -> Operand:
    """Return a point of the drawing pose on a body."""
    R, origin = np.asarray(body.placement.rotation), np.array(body.placement.position, float)
    return body.point(name, tuple(R.T @ (np.array(point) - origin)))


@dataclass(frozen=True)
class SuspensionSweep:
    """Measurements of a rig, one value for each wheel travel.

    travel : of the wheel's centre, up positive [m]
    camber : top of the wheel outwards positive [rad]
    toe : front of the wheel inwards positive [rad]
    track : sideways shift of the wheel's centre, outwards positive [m]
    force, rate : vertical force of the spring at the wheel [N], and its slope, the wheel rate [N/m]
    """

    travel: Array
    camber: Array
    toe: Array
    track: Array
    force: Array
    rate: Array


@checked
def suspension_rig(points: HardPoints, spring: SuspensionSpring, masses: Masses | None = None) -> Mechanism:
    """Return one left corner on a body that stands still, with a rack that may be moved: joints `corner_lower` and `rack_guide`."""
    m = Mechanism("suspension-rig", gravity=(0, 0, 0))
    rack = m.body("rack", mass=2.0, inertia=(0.1, 0.1, 0.1), position=points.rack)
    m.prismatic("rack_guide", m.ground, rack, point=points.rack, axis=(0, 1, 0))
    double_wishbone(m, m.ground, rack, "corner", points, spring, masses or Masses(), left=True)
    return m


@checked
def sweep(m: Mechanism, travel: Sequence[float], *, rack: float = 0.0) -> SuspensionSweep:
    """Move the wheel of a rig up and down, the rack held, and measure; unreachable travel is refused with how far it goes."""
    wanted = np.sort(np.asarray(travel, float))
    if wanted.size < 3 or not np.all(np.isfinite(wanted)) or not wanted[0] < 0 < wanted[-1]:
        raise DescriptionError("sweep: give at least three travels, on both sides of zero.")
    centre = m.assemble({"rack_guide": rack, "corner_lower": 0.0})
    zero = centre["corner_wheel.z"]
    above = m.assemble({"rack_guide": rack, "corner_lower": 1e-3}, guess=centre)
    step = 0.01 * float(np.sign(above["corner_wheel.z"] - zero))  # of the arm's angle [rad]; positive lifts the wheel
    rows = []
    for sense in (1.0, -1.0):
        state, angle, reached = centre, 0.0, 0.0
        end = wanted[-1] if sense > 0 else wanted[0]
        while reached < abs(end) + 0.012:  # a little further, for slopes at the ends
            angle += sense * step
            reason = "there it turns back"
            try:
                state = m.assemble({"rack_guide": rack, "corner_lower": angle}, guess=state)
            except BielaError as error:
                reason = str(error)
            now = sense * (state["corner_wheel.z"] - zero)
            if now <= reached and reached >= abs(end):
                break
            if now <= reached:
                ends = f"gets to {sense * reached:+.4g} m, not to {end:+.4g} m"
                raise DescriptionError(f"the wheel of the rig {ends}: {reason}. Ask for less travel.")
            reached = now
            rows.append(_measured(state, zero))
    rows.append(_measured(centre, zero))
    z, camber, toe, y, energy = np.array(sorted(rows)).T
    force = np.gradient(energy, z)
    return SuspensionSweep(wanted, *(np.interp(wanted, z, values) for values in (camber, toe, y, force, np.gradient(force, z))))


def _measured(state: State, zero: float) -> tuple[float, ...]:
    """Return travel, camber, toe, track, energy of the spring."""
    roll, yaw = state["corner_hub.roll"], state["corner_hub.yaw"]
    return state["corner_wheel.z"] - zero, -roll, -yaw, state["corner_wheel.y"], state["corner_spring.energy"]


guard(__name__)
