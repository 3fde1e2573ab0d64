"""Elastic joints: each of the six relative degrees of freedom has a stiffness and a damping; free ones have neither."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.element import declared
from biela.lie import quaternion, so3
from biela.lie.array import Operand, Vector
from biela.mechanism.frame import rotation_matrix
from biela.mechanism.joint import JointType
from biela.mechanism.parameter import Scalar, scalar, vector
from biela.network import ROTATION, TRANSLATION, C, CField, Integrator, MatrixTF, Network, One, R, Se, Zero
from biela.network.context import NetworkSignals
from biela.network.registry import choice, component, numbers
from biela.network.registry import rotation as rotation_role
from biela.network.spatial.frame import rotation_of


def elastic_kinds() -> dict[str, tuple[int, ...]]:
    """Return the joint types that can be elastic: word → free directions of [angular x y z, linear x y z] of the joint frame."""
    free = {word: declaration.cls.free_directions for word, declaration in declared(JointType.section).items()}
    return {word: directions for word, directions in free.items() if directions is not None}


@component(
    "spatial.joint", kind=choice(of=elastic_kinds), stiffness="N/m", damping="N*s/m", length="m", axes=rotation_role(),
    along=numbers("any", 2), preload=numbers("any"),
)  # fmt: skip
def joint(
    name: str, kind: str, *, stiffness: float = 1e7, damping: float = 0.0, length: float = 0.1, axes: Any = None,
    along: tuple[float, float] | None = None, between: bool = False, preload: Vector = (0.0,) * 6,
) -> Network:  # fmt: skip
    """Elastic joint by its kind, a joint type with free directions such as spherical or revolute; see `elastic_joint`.

    stiffness, damping : of the stiff translations [N/m, N·s/m]; those of rotations are `length`² times as large
    along : stiffness and damping of the sliding motion of a prismatic joint, which makes it a suspension
    preload : as that of `elastic_joint`
    """
    kinds = elastic_kinds()
    if kind not in kinds:
        raise UnknownName(f"joint {name!r}: no elastic {kind!r} joint.{nearest(kind, list(kinds))}")
    free = kinds[kind]
    scale = [0.0 if i in free else length**2 if i < 3 else 1.0 for i in range(6)]
    k, b = [stiffness * s for s in scale], [damping * s for s in scale]
    if along is not None:
        if free != (5,):
            raise DescriptionError(f"joint {name!r}: only a prismatic joint slides along its axis with a stiffness.")
        k[5], b[5] = along
    return elastic_joint(name, k, b, axes=axes, between=between, preload=preload)


@component(
    "spatial.elastic_joint", stiffness=numbers("any"), damping=numbers("any"), axes=rotation_role(),
    attitude=numbers("1", 4), preload=numbers("any"),
)  # fmt: skip
def elastic_joint(
    name: str, stiffness: Vector, damping: Vector = (0.0,) * 6, *, axes: Any = None, between: bool = False,
    attitude: Vector = (1.0, 0.0, 0.0, 0.0), preload: Vector = (0.0,) * 6,
) -> Network:  # fmt: skip
    """Joint: six pairs of stiffness and damping. Port `child` (6, ground axes), and `parent` (6, ground axes) if `between` bodies.

    Port `turn` is the relative turn about the joint's z axis, for what steers it; leave its stiffness and damping zero then.

        e_k = k_k δ_k + b_k δ̇_k,      k = 1 … 6: [angular x y z; linear x y z]                    (1)

    δ̇ is the motion of the child relative to the parent, in the joint's axes on the parent: with R the attitude of the parent
    and d the gap, both followed,

        δ̇_linear = Rᵀ (v_c − v_p − ω_p × d),      δ̇_angular = Rᵀ (ω_c − ω_p)                      (2)

    Where both tilts are stiff, their displacements are the components (c_x, c_y) of the child's axis, ċ = ω × c, so that the
    stiffness is exact however fast and far the joint turns about its axis.

    stiffness, damping : six values [N·m/rad, N/m; N·m·s/rad, N·s/m]; zero and zero is free
    axes : rotation of the joint's axes in those of the parent (ground if not `between`), or roll-pitch-yaw
    attitude : of the parent body at the start, as a quaternion (with `between`)
    preload : efforts e_k at the start, of displacements that have a stiffness [N·m, N]
    """
    k = [scalar(x, f"stiffness of joint {name!r}", nonnegative=True) for x in _six(stiffness, name)]
    b = [scalar(x, f"damping of joint {name!r}", nonnegative=True) for x in _six(damping, name)]
    e = [scalar(x, f"preload of joint {name!r}") for x in _six(preload, name)]
    A = np.eye(3) if axes is None else rotation_matrix(axes, f"joint {name!r}")
    net = Network(name)
    net.add(One("rate", size=3, domain=ROTATION), One("velocity", size=3, domain=TRANSLATION))
    if between:
        _relative(net, A, attitude)
    else:
        for part, domain, target in (("angular", ROTATION, "rate"), ("linear", TRANSLATION, "velocity")):
            net.add(MatrixTF(f"{part}_turn", A.T, orthogonal=True, domain=domain, domain_b=domain))
            net.connect(f"{part}_turn", target)
        net.expose("child", "angular_turn.a", "linear_turn.a")
    tilting = all(k[i] or b[i] for i in (0, 1))
    if tilting:
        straight = [not k[i] for i in (1, 0)]  # damping alone: the axis is taken as straight
        net.add(MatrixTF("tilting", lambda s: _tilt(s, straight), shape=(2, 3), domain=ROTATION, domain_b=ROTATION))
        net.add(One("tilt", size=2, domain=ROTATION))
        net.connect("rate", "tilting", "tilt")
        for axis, end, stiff in (("x", "1", 1), ("y", "2", 0)):  # c_x grows with a turn about y, c_y falls with one about x
            _dof(net, f"tilt.{end}", f"tilt_{axis}", k[stiff], b[stiff], e[stiff])
    for i in range(2 if tilting else 0, 6):
        axis, (junction, word) = "xyz"[i % 3], ("velocity", "gap") if i >= 3 else ("rate", "turn")
        _dof(net, f"{junction}.{axis}", f"{word}_{axis}", k[i], b[i], e[i], tilting and i == 2)
    net.expose("turn", "rate.z", required=False)
    return net


def _dof(net: Network, at: str, name: str, k: Any, b: Any, preload: Vector = 0.0, joined: bool = False) -> None:
    """Add stiffness and damping of one degree of freedom; only a zero effort if it is free."""
    if k:
        net.add_at(at, C(f"{name}_spring", 1.0 / k, initial=preload / k))
    if b:
        net.add_at(at, R(f"{name}_damper", b))
    if not k and not b and not joined:
        net.add_at(at, Se(f"{name}_free", 0.0))


def _tilt(s: NetworkSignals, straight: list[bool]) -> Operand:
    """Return T of (ċ_x, ċ_y) = T ω for the child's axis c = (c_x, c_y, √(1 − c_x² − c_y²)) in the joint's axes."""
    x, y = (ca.SX(0) if none else s[f"tilt_{axis}_spring.displacement"] for axis, none in zip("xy", straight, strict=True))
    z = ca.sqrt(1 - x * x - y * y)
    return ca.vertcat(ca.horzcat(0, z, -y), ca.horzcat(-z, 0, x))


def _relative(net: Network, A: Any, attitude: Vector) -> None:
    """Add the motion of the child relative to the parent in the joint's axes, (2): 0-junctions that sum what each brings."""
    net.add(One("parent_rate", size=3, domain=ROTATION), One("parent_velocity", size=3, domain=TRANSLATION))
    net.add(One("child_rate", size=3, domain=ROTATION), One("child_velocity", size=3, domain=TRANSLATION))
    q0 = quaternion.normalise(np.asarray(attitude, float))

    def rotation(s: NetworkSignals) -> Operand:
        return ca.SX(rotation_of(s, "attitude")) @ A

    def attitude_rate(s: NetworkSignals) -> Operand:
        R_WP = ca.SX(rotation_of(s, "attitude"))
        return quaternion.rate(s.vector("attitude.value", 4), R_WP.T @ s.vector("parent_rate.flow"))

    def arm(s: NetworkSignals) -> Operand:
        return rotation(s).T @ ca.SX(so3.hat(rotation(s) @ s.vector("gap.value")))

    net.add(Integrator("attitude", attitude_rate, size=4, initial=tuple(q0)))
    net.add(Integrator("gap", lambda s: s.vector("velocity.flow"), size=3, unit="m"))
    net.add(Zero("moment", size=3, domain=ROTATION), Zero("force", size=3, domain=TRANSLATION))
    for label, law, start, end in (
        ("child_angular", lambda s: rotation(s).T, "child_rate", "moment"),
        ("parent_angular", lambda s: -rotation(s).T, "parent_rate", "moment"),
        ("child_linear", lambda s: rotation(s).T, "child_velocity", "force"),
        ("parent_linear", lambda s: -rotation(s).T, "parent_velocity", "force"),
        ("parent_arm", arm, "parent_rate", "force"),
    ):
        net.add(MatrixTF(label, law, shape=(3, 3)))
        net.connect(start, label, end)
    net.connect("moment", "rate")
    net.connect("force", "velocity")
    net.expose("parent", "parent_rate", "parent_velocity")
    net.expose("child", "child_rate", "child_velocity")


def _six(x: Operand, name: str) -> list[Any]:
    values = list(x) if isinstance(x, list | tuple) or isinstance(x, np.ndarray) and x.ndim else [x] * 6
    if len(values) != 6:
        raise DescriptionError(f"joint {name!r}: give six values [angular x y z, linear x y z], not {len(values)}.")
    return values


@component("spatial.spring_between", "spring", stiffness="N/m > 0", free_length="m >= 0", gap=numbers("m", 3))
def spring_between(name: str, stiffness: Scalar, free_length: Scalar, gap: Vector) -> Network:
    """Linear spring between points a and b. Ports `a`, `b` (3: velocities in ground axes).

    A three-port C with d = p_b − p_a as displacement and the energy U = ½ k (|d| − L)².

    stiffness, free_length : k [N/m], L [m]
    gap : d at the start, in ground axes [m]
    """

    def energy(d: Operand) -> Operand:
        return 0.5 * stiffness * (ca.norm_2(d) - free_length) ** 2

    start = vector(gap, f"gap of spring {name!r}")
    net = Network(name)
    net.add(Zero("tension", size=3, domain=TRANSLATION))
    net.add_at("tension", CField("spring", energy=energy, size=3, initial=start))
    net.add(*(One(end, size=3, domain=TRANSLATION) for end in "ab"))
    net.connect("b", "tension", "a")
    net.expose("a", "a")
    net.expose("b", "b")
    return net
