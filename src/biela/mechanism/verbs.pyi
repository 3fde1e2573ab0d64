# fmt: off
"""Written by tests/unit/element/generate.py from the declarations of the elements: run it after one has changed."""

from collections.abc import Callable
from typing import Any

from biela.mechanism.actuator import JointActuator, LineActuator
from biela.mechanism.coupling.cam import Cam
from biela.mechanism.coupling.closure import AngularClosure, LinearClosure
from biela.mechanism.coupling.constant_velocity import ConstantVelocity
from biela.mechanism.coupling.gear import Gear, LinearCoupling, RackAndPinion
from biela.mechanism.coupling.planetary import Planetary
from biela.mechanism.coupling.point import PointOnCurve, PointOnLine, PointOnPlane, PointOnSurface
from biela.mechanism.coupling.rod import Rod
from biela.mechanism.coupling.rolling import Rolling, Skate
from biela.mechanism.load.blade import Blade
from biela.mechanism.load.bushing import Bushing
from biela.mechanism.load.drag import Drag
from biela.mechanism.load.footing import Footing
from biela.mechanism.load.friction import JointFriction
from biela.mechanism.load.rotor import Rotor
from biela.mechanism.load.spring_damper import JointSpring, LineSpring
from biela.mechanism.load.stop import Stop
from biela.mechanism.load.user import UserEffort, UserForce
from biela.mechanism.load.wrench import AppliedWrench, GeneralForce
from biela.mechanism.parameter import Scalar
from biela.mechanism.parts import Joint, Parts, Place, Triple
from biela.mechanism.sensor.frame import Accelerometer, DistanceSensor, Gyroscope, Imu, PointSensor, PositionSensor
from biela.mechanism.sensor.relative import RelativeSensor
from biela.mechanism.sensor.signal import Encoder, FlowSensor, Gauge, LoadCell, PressureSensor, UserSensor
from biela.mechanism.servo import JointServo, LineServo

WRITTEN_BY_HAND: tuple[str, ...]

class Verbs(Parts):
    def cylindrical(
        self, name: str, parent: Place, child: Place, *, point: Triple | None = None, axis: Triple | None = None,
        second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None = None,
        parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """Turns about an axis and slides along it: q = (θ, z), R = R_z(θ), r = (0, 0, z)."""

    def fixed(
        self, name: str, parent: Place, child: Place, *, point: Triple | None = None, axis: Triple | None = None,
        second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None = None,
        parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """A weld: P and C coincide."""

    def spherical(
        self, name: str, parent: Place, child: Place, *, point: Triple | None = None, axis: Triple | None = None,
        second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None = None,
        parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """Turns freely about a point: q = (w, x, y, z), R = R(q), v = ω in the axes of C, q̇ = ½ q ∘ (0, ω)."""

    def free(
        self, name: str, parent: Place, child: Place, *, point: Triple | None = None, axis: Triple | None = None,
        second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None = None,
        parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """No constraint: a body that flies."""

    def helical(
        self, name: str, parent: Place, child: Place, lead: Scalar, *, point: Triple | None = None, axis: Triple | None
        = None, second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None =
        None, parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """A screw: R = R_z(θ), r = (0, 0, p θ) with p the advance per radian, S = (0, 0, 1, 0, 0, p)."""

    def planar(
        self, name: str, parent: Place, child: Place, *, point: Triple | None = None, axis: Triple | None = None,
        second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None = None,
        parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """Slides in a plane with normal `axis` and turns about it: q = (x, y, θ), v = q̇, R = R_z(θ), r = (x, y, 0)."""

    def prismatic(
        self, name: str, parent: Place, child: Place, *, point: Triple | None = None, axis: Triple | None = None,
        second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None = None,
        parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """Slides along one axis: r = (0, 0, q), S = (0, 0, 0, 0, 0, 1)."""

    def revolute(
        self, name: str, parent: Place, child: Place, *, point: Triple | None = None, axis: Triple | None = None,
        second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None = None,
        parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """Turns about one axis: R = R_z(θ), S = (0, 0, 1, 0, 0, 0)."""

    def universal(
        self, name: str, parent: Place, child: Place, *, point: Triple | None = None, axis: Triple | None = None,
        second_axis: Triple | None = None, parent_point: Triple | None = None, child_point: Triple | None = None,
        parent_axis: Triple | None = None, child_axis: Triple | None = None, cut: bool | None = None
    ) -> Joint:
        """Two crossed axes: `axis` fixed in the parent, then `second_axis` fixed in the child."""

    def coupling(self, name: str, terms: Any, offset: Scalar = 0.0) -> LinearCoupling:
        """Σ factor · coordinate = offset; `terms` are (joint, factor) or (joint, coordinate, factor)."""

    def gear(
        self, name: str, driver: Joint | str, driven: Joint | str, ratio: Scalar, offset: Scalar = 0.0, *, carrier:
        Place | None = None
    ) -> Gear:
        """Gear pair: angle of `driven` = ratio · angle of `driver` + offset (negative ratio: outside gears)."""

    def rack_and_pinion(
        self, name: str, pinion: Joint | str, rack: Joint | str, radius: Scalar, offset: Scalar = 0.0
    ) -> RackAndPinion:
        """Rack and pinion: position of the rack = radius · angle of the pinion + offset."""

    def cam(self, name: str, driver: Joint | str, driven: Joint | str, curve: Any) -> Cam:
        """Coordinate of `driven` = curve(coordinate of `driver`): a cam and its follower, a drawn transmission."""

    def linear_closure(self, name: str, a: Place, b: Place, direction: Triple) -> LinearClosure:
        """Along a direction fixed in b, b stays level with a: one of the two rows that all joints are made of."""

    def angular_closure(self, name: str, a: Place, b: Place, a_direction: Triple, b_direction: Triple) -> AngularClosure:
        """A direction fixed in a and one fixed in b stay at right angles: the other row that joints are made of."""

    def constant_velocity(self, name: str, a: Place, b: Place) -> ConstantVelocity:
        """The shafts along z of a and b turn equally: Φ = ½ (x_a · y_b − y_a · x_b) = 0, with R = R_ab: ½ (R_12 −
        R_21)."""

    def planetary(self, name: str, sun: Place, ring: Place, carrier: Place, ratio: Scalar, offset: Scalar = 0.0) -> Planetary:
        """Planetary gear set: (ω_sun − ω_carrier) + k (ω_ring − ω_carrier) = 0, with k = teeth of the ring / teeth of
        the sun."""

    def point_on_line(self, name: str, line: Place, point: Place) -> PointOnLine:
        """A point stays on the z axis of a frame."""

    def point_on_plane(self, name: str, plane: Place, point: Place) -> PointOnPlane:
        """A point stays in the x-y plane of a frame."""

    def point_on_surface(self, name: str, frame: Place, point: Place, surface: Callable[..., Any]) -> PointOnSurface:
        """A point stays on the surface f(x, y, z) = 0 drawn in a frame; f should be a length, a signed distance at
        best."""

    def point_on_curve(
        self, name: str, frame: Place, point: Place, first: Callable[..., Any], second: Callable[..., Any]
    ) -> PointOnCurve:
        """A point stays on the curve f = g = 0, where two surfaces drawn in a frame meet."""

    def rod(self, name: str, a: Place, b: Place, length: Scalar | None = None) -> Rod:
        """Massless rod of constant length L between two points: Φ = (|d|² − L²) / 2L, a length to first order."""

    def rolling(
        self, name: str, plane: Place, wheel: Place, radius: Scalar, *, axis: Triple = (0.0, 1.0, 0.0), grip: str =
        'both', supported: bool = True
    ) -> Rolling:
        """A wheel rolls on the x-y plane of a frame without sliding; its centre is the point `wheel`, its axis fixed
        there."""

    def skate(self, name: str, plane: Place, blade: Place, direction: Triple = (1.0, 0.0, 0.0)) -> Skate:
        """A blade, or the middle of a track: a point moves along a direction fixed in its body, never across it."""

    def blade(
        self, name: str, at: Place, *, width: Scalar, density: Scalar, cohesion: Scalar, friction_angle: Scalar,
        tool_friction: Scalar, adhesion: Scalar = 0.0, surcharge: Scalar = 0.0, thickness: Scalar = 0.02, gravity:
        Scalar = 9.81, smoothing: Scalar = 0.01, surface: Place = 'ground'
    ) -> Blade:
        """A blade or bucket that cuts soil (fundamental equation of earth moving)."""

    def bushing(self, name: str, a: Place, b: Place, stiffness: Any, damping: Any = 0.0, free: Any = ()) -> Bushing:
        """Six springs and dampers between frame a and frame b, ordered [angular; linear], in the axes of b."""

    def drag(
        self, name: str, at: Place, half_edges: Any, density: Scalar = 0.0, viscosity: Scalar = 0.0, wind: Triple =
        (0.0, 0.0, 0.0)
    ) -> Drag:
        """Drag of a box in a fluid at rest or in wind; the frame is in its middle, with its axes."""

    def footing(
        self, name: str, at: Place, *, stiffness: Scalar, damping: Scalar = 0.0, friction: Scalar = 0.0, smoothing:
        Scalar = 0.001, surface: Place = 'ground'
    ) -> Footing:
        """A point that stands on compliant ground: spring and damper that only push, and friction."""

    def friction(
        self, name: str, joint: Joint | str, viscous: Scalar = 0.0, coulomb: Scalar = 0.0, static: Scalar | None = None,
        stribeck_speed: Scalar = 0.1, smoothing: Scalar = 0.001, coordinate: str | int | None = None
    ) -> JointFriction:
        """Viscous, smooth Coulomb and Stribeck friction on a joint coordinate."""

    def rotor(self, name: str, joint: Joint | str, inertia: Scalar, coordinate: str | int | None = None) -> Rotor:
        """Inertia J on a joint coordinate: kinetic energy ½ J v², effort −J v̇ on the joint (armature, reflected
        inertia)."""

    def spring(
        self, name: str, a: Place, b: Place, stiffness: Scalar = 0.0, damping: Scalar = 0.0, free_length: Scalar = 0.0,
        preload: Scalar = 0.0, curve: Any = None
    ) -> LineSpring:
        """Spring-damper between two points: T = preload + k (l − l₀) + c dl/dt, or T = curve(l − l₀) + c dl/dt."""

    def joint_spring(
        self, name: str, joint: Joint | str, stiffness: Scalar = 0.0, damping: Scalar = 0.0, rest: Scalar = 0.0,
        preload: Scalar = 0.0, curve: Any = None, coordinate: str | int | None = None
    ) -> JointSpring:
        """Spring-damper on a joint coordinate: effort = −[preload + k (x − rest) + c ẋ]."""

    def stop(
        self, name: str, joint: Joint | str, lower: Scalar | None = None, upper: Scalar | None = None, coordinate: str |
        int | None = None, *, stiffness: Scalar, damping: Scalar = 0.0
    ) -> Stop:
        """Compliant end stops of a joint coordinate."""

    def user_effort(
        self, name: str, joint: Joint | str, law: Callable[[Any], Any], coordinate: str | int | None = None
    ) -> UserEffort:
        """Effort on a joint coordinate, any expression of the signals: `lambda s: -k * s["A.angle"] ** 3`."""

    def user_force(self, name: str, a: Place, b: Place, law: Callable[[Any], Any]) -> UserForce:
        """Tension between two points, any expression of the signals; positive pulls them together."""

    def wrench(
        self, name: str, at: Place, force: Any = (0.0, 0.0, 0.0), moment: Any = (0.0, 0.0, 0.0), axes: str = 'ground'
    ) -> AppliedWrench:
        """Force and moment at the origin of a frame, in the axes of that frame or of the ground."""

    def general_force(
        self, name: str, a: Place, b: Place, force: Any = (0.0, 0.0, 0.0), moment: Any = (0.0, 0.0, 0.0), axes: str =
        'a'
    ) -> GeneralForce:
        """Force and moment on b at its origin, opposite on the body of a at the same point; components in the axes of a
        or of b."""

    def motor(self, name: str, joint: Joint | str, coordinate: str | int | None = None) -> JointActuator:
        """An input: effort on a joint coordinate [N·m or N]; positive drives the coordinate up."""

    def thruster(self, name: str, a: Place, b: Place) -> LineActuator:
        """An input: thrust between two points [N]; positive pushes them apart (a cylinder that extends)."""

    def servo(
        self, name: str, joint: Joint | str, coordinate: str | int | None = None, *, unit: str = '', gain: Scalar = 1.0,
        stiffness: Scalar = 0.0, damping: Scalar = 0.0, offset: Scalar = 0.0, input_lower: Scalar | None = None,
        input_upper: Scalar | None = None, force_lower: Scalar | None = None, force_upper: Scalar | None = None, gear:
        Scalar = 1.0, also: Any = None
    ) -> JointServo:
        """An input: set point of a servo on a joint coordinate q, or on several through a gear train or tendon."""

    def line_servo(
        self, name: str, a: Place, b: Place, *, unit: str = '', gain: Scalar = 1.0, stiffness: Scalar = 0.0, damping:
        Scalar = 0.0, offset: Scalar = 0.0, input_lower: Scalar | None = None, input_upper: Scalar | None = None,
        force_lower: Scalar | None = None, force_upper: Scalar | None = None, gear: Scalar = 1.0
    ) -> LineServo:
        """An input: set point of a servo between two points; l is gear times their distance, and F > 0 pushes them
        apart."""

    def point_sensor(
        self, name: str, at: Place, axes: str = 'xyz', *, noise: Any = None, covariance: Any = None, bias: Any = None,
        drift: Any = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout:
        Scalar | None = None
    ) -> PointSensor:
        """Position, velocity and acceleration of a point, in ground axes; the position is what it measures."""

    def position_sensor(
        self, name: str, at: Place, axes: str = 'xyz', *, noise: Any = None, covariance: Any = None, bias: Any = None,
        drift: Any = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout:
        Scalar | None = None
    ) -> PositionSensor:
        """Position of a point in ground axes, as satellites or a camera give it."""

    def gyroscope(
        self, name: str, at: Place, axes: str = 'xyz', *, noise: Any = None, covariance: Any = None, bias: Any = None,
        drift: Any = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout:
        Scalar | None = None
    ) -> Gyroscope:
        """Angular velocity in the axes of the frame."""

    def accelerometer(
        self, name: str, at: Place, axes: str = 'xyz', *, noise: Any = None, covariance: Any = None, bias: Any = None,
        drift: Any = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout:
        Scalar | None = None
    ) -> Accelerometer:
        """Specific force, acceleration minus gravity, in the axes of the frame."""

    def imu(
        self, name: str, at: Place, axes: str = 'xyz', *, noise: Any = None, covariance: Any = None, bias: Any = None,
        drift: Any = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout:
        Scalar | None = None
    ) -> Imu:
        """Gyroscope and accelerometer in one: rates first, then accelerations; errors have one entry for all, or for
        each."""

    def distance_sensor(
        self, name: str, a: Place, b: Place, *, noise: Any = None, covariance: Any = None, bias: Any = None, drift: Any
        = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout: Scalar | None
        = None
    ) -> DistanceSensor:
        """Distance between two points and its rate; the distance is measured (a cable, a laser)."""

    def relative_sensor(
        self, name: str, a: Place, b: Place, *, noise: Any = None, covariance: Any = None, bias: Any = None, drift: Any
        = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout: Scalar | None
        = None, axes: Place = 'ground', quantities: str = 'position velocity'
    ) -> RelativeSensor:
        """Pose, velocity and acceleration of frame b relative to a; vectors are in the axes of a third frame, the
        ground by default."""

    def encoder(
        self, name: str, joint: Joint | str, coordinate: str | int | None = None, *, noise: Any = None, covariance: Any
        = None, bias: Any = None, drift: Any = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar |
        None = None, dropout: Scalar | None = None, period: Scalar = 0.0
    ) -> Encoder:
        """Coordinate of a joint."""

    def gauge(
        self, name: str, *signals: str, noise: Any = None, covariance: Any = None, bias: Any = None, drift: Any = None,
        resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout: Scalar | None = None,
        kind: str = 'signal'
    ) -> Gauge:
        """Measures signals by name: pressures, flows, forces and moments of joints (a load cell), speeds."""

    def pressure_sensor(
        self, name: str, signal: str, *, noise: Any = None, covariance: Any = None, bias: Any = None, drift: Any = None,
        resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout: Scalar | None = None
    ) -> PressureSensor:
        """A pressure of a network [Pa]."""

    def flow_sensor(
        self, name: str, signal: str, *, noise: Any = None, covariance: Any = None, bias: Any = None, drift: Any = None,
        resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None, dropout: Scalar | None = None
    ) -> FlowSensor:
        """A flow of a network [m³/s]."""

    def load_cell(
        self, name: str, joint: Joint | str, quantity: str = 'force_on_child_x', *, noise: Any = None, covariance: Any =
        None, bias: Any = None, drift: Any = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar |
        None = None, dropout: Scalar | None = None
    ) -> LoadCell:
        """A force or moment that a joint carries: any of its signals of reaction or effort."""

    def user_sensor(
        self, name: str, law: Callable[[Any], Any], unit: str = '', *, noise: Any = None, covariance: Any = None, bias:
        Any = None, drift: Any = None, resolution: Any = None, delay: Scalar | None = None, rate: Scalar | None = None,
        dropout: Scalar | None = None
    ) -> UserSensor:
        """Any expression of the signals, accelerations and reactions too, as signal `name.value`."""
