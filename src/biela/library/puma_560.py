"""PUMA 560: arm of six joints, the wrist's three axes meet in one point.

          q2 o════════════o q3        upper arm 431.8 mm, axes 2 and 3 parallel
             ║ q1          ╲          forearm 433.1 mm, set back by 20.3 mm; its axis turns with q4
             ║              ╲ q4
        ─────╨─────          o q5     shoulder 243.5 mm next to the axis of the trunk, elbow 93.4 mm back
         trunk                ╲ q6

Joint frames follow the modified rule of Denavit and Hartenberg: from the frame of a link, turn by α about x and go by a along
it, then go by d along the new z, the axis of the next joint. With all angles zero the upper arm is level and the forearm hangs
down. Centres of mass and tensors, about the centre of mass, are given in the frames of the links, which these axes make principal.

Source: B. Armstrong, O. Khatib and J. Burdick (1986), "The explicit dynamic model and inertial parameters of the PUMA 560 arm",
IEEE Int. Conf. Robotics and Automation, 510-518; compared with others by P. Corke and B. Armstrong-Hélouvry (1994), "A search for
consensus among model parameters reported for the PUMA 560 robot", same conference, 1608-1613. Of the trunk they give the moment of
inertia about its axis alone, since nothing else of it matters; its mass and its other moments of inertia are assumed here. The
largest moment of inertia of the forearm was measured as 0.086 kg·m², more than the sum of the other two, 0.0785, which no body can
have: it is 0.078 here. The rotors, seen through their gears (`ROTORS`), are not part of the machine: identification takes them as
parameters `q1_motor_inertia` … (`with_rotors`).
"""

from __future__ import annotations

from biela import deg
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

FRAMES = (  # α [deg], a and d [m], of joint 1 to 6
    (0, 0.0, 0.0), (-90, 0.0, 0.2435), (0, 0.4318, -0.0934), (90, -0.0203, 0.4331), (-90, 0.0, 0.0), (90, 0.0, 0.0),
)  # fmt: skip
LINKS = (  # name, mass [kg], centre of mass [m], moments of inertia [kg·m²]
    ("trunk", 13.0, (0.0, 0.0, 0.0), (0.35, 0.35, 0.35)),  # 0.35 about z is published
    ("upper_arm", 17.40, (0.068, 0.006, -0.016), (0.130, 0.524, 0.539)),
    ("forearm", 4.80, (0.0, -0.070, 0.014), (0.066, 0.0125, 0.078)),  # published: 0.086
    ("wrist", 0.82, (0.0, 0.0, -0.019), (1.8e-3, 1.8e-3, 1.3e-3)),
    ("hand", 0.34, (0.0, 0.0, 0.0), (0.30e-3, 0.30e-3, 0.40e-3)),
    ("flange", 0.09, (0.0, 0.0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3)),
)
ROTORS = (1.14, 4.71, 0.83, 0.200, 0.179, 0.193)  # kg·m²
START = (0.0, -60 * deg, 60 * deg, 0.0, 30 * deg, 0.0)


def build(gravity: tuple[float, float, float] = (0, 0, -9.81)) -> Mechanism:
    """Build the arm with a torque input on each joint."""
    m = Mechanism("PUMA 560", gravity=gravity)
    inner = m.ground
    for k, ((name, mass, com, inertia), (alpha, a, d)) in enumerate(zip(LINKS, FRAMES, strict=True), 1):
        link = m.body(name, mass=mass, com=com, inertia=inertia)
        # the new z axis is (0, −sin α, cos α), and α is a multiple of 90°
        along = {0: (a, 0.0, d), -90: (a, d, 0.0), 90: (a, -d, 0.0)}[alpha]
        m.revolute(f"q{k}", inner.frame(f"seat_{k}", along, (alpha * deg, 0, 0)), link)
        m.motor(f"motor_{k}", f"q{k}")
        inner = link
    m.point_sensor("tip", inner.point("tip", (0.0, 0.0, 0.056)))
    return m


def with_rotors() -> Mechanism:
    """Return the arm with its rotors, for identification."""
    m = build()
    for k, inertia in enumerate(ROTORS, 1):
        m.parameter(f"q{k}_motor_inertia", inertia, "kg*m^2")
    return m


def start(machine: Mechanism) -> State:
    """Start at rest with the upper arm raised by 60° and the forearm level; without torques it falls."""
    return machine.assemble({f"q{k + 1}": angle for k, angle in enumerate(START)})
