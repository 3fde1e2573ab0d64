"""Motion of a body at another point, or in other axes: r × for moments, R for flows, Rᵀ for efforts."""

from __future__ import annotations

from typing import Any

from biela.base.checked import real_array
from biela.lie import quaternion, so3
from biela.lie.array import Operand, Vector
from biela.mechanism.frame import rotation_matrix
from biela.mechanism.parameter import vector
from biela.network import ROTATION, TRANSLATION, Domain, Integrator, MatrixTF, Network, One, Output, Zero
from biela.network.context import NetworkSignals
from biela.network.registry import component, numbers, text
from biela.network.registry import rotation as rotation_role


@component("spatial.frame_rotation", attitude=numbers("1", 4))
def frame_rotation(name: str, attitude: Vector = (1.0, 0.0, 0.0, 0.0)) -> Network:
    """From body axes (port `local`, 6) to ground axes (ports `ground` 6, `angular` 3, `linear` 3).

        V_ground = R(q) V_local,      F_local = R(q)ᵀ F_ground,      q̇ = ½ q ∘ (0, ω_local)       (1)

    The attitude is a quaternion, without singular positions; roll, pitch and yaw are the signals `angles.value_1…3`. R is taken
    from q/|q|, so that it is a rotation to the last digit whatever the integrator does.
    """
    q0 = quaternion.normalise(real_array(attitude, f"attitude of frame {name!r}"))
    net = Network(name)
    net.add(One("rate", size=3, domain=ROTATION))

    def attitude_rate(s: NetworkSignals) -> Operand:
        return quaternion.rate(s.vector("attitude.value", 4), s.vector("rate.flow"))

    net.add(Integrator("attitude", attitude_rate, size=4, initial=tuple(q0)), *_rotations("attitude"))
    net.add(Output("angles", lambda s: so3.roll_pitch_yaw(rotation_of(s, "attitude")), unit="rad"))
    net.connect("rate", "angular_turn")
    net.expose("local", "rate", "linear_turn.a", required=False)
    net.expose("ground", "angular_turn.b", "linear_turn.b", required=False)
    net.expose("angular", "angular_turn.b", required=False)
    net.expose("linear", "linear_turn.b", required=False)
    return net


@component("spatial.turned", attitude=text())
def turned(name: str, attitude: str) -> Network:
    """Rotation for another point of a body, with the attitude of a `frame_rotation`, given by its path."""
    net = Network(name)
    net.add(*_rotations(attitude))
    net.expose("local", "angular_turn.a", "linear_turn.a")
    net.expose("ground", "angular_turn.b", "linear_turn.b")
    return net


@component("spatial.frame_change", rotation=rotation_role())
def frame_change(name: str, rotation: Any) -> Network:
    """Constant rotation, from body axes to the axes of a joint. Ports `a`, `b` (6): V_b = Rᵀ V_a, with R the axes of b in a."""
    R = rotation_matrix(rotation, f"frame change {name!r}")
    net = Network(name)
    net.add(MatrixTF("angular_turn", R.T, orthogonal=True, domain=ROTATION, domain_b=ROTATION))
    net.add(MatrixTF("linear_turn", R.T, orthogonal=True, domain=TRANSLATION, domain_b=TRANSLATION))
    net.expose("a", "angular_turn.a", "linear_turn.a")
    net.expose("b", "angular_turn.b", "linear_turn.b")
    return net


def _rotations(attitude: str) -> tuple[MatrixTF, MatrixTF]:
    """Return the transformers of rates and of velocities from body axes to ground axes."""

    def turn(name: str, domain: Domain) -> MatrixTF:
        return MatrixTF(name, lambda s: rotation_of(s, attitude), shape=(3, 3), orthogonal=True, domain=domain, domain_b=domain)

    return turn("angular_turn", ROTATION), turn("linear_turn", TRANSLATION)


def rotation_of(s: NetworkSignals, attitude: str) -> Operand:
    """Return R of a quaternion among the signals, an integrator `attitude`; a rotation to the last digit."""
    return quaternion.to_matrix(quaternion.normalise(s.vector(f"{attitude}.value", 4)))


@component("spatial.point", offset=numbers("m", 3))
def point(name: str, offset: Vector) -> Network:
    """From point a to point b of a body, in body axes. Ports `a` and `b` (6: [angular; linear]).

        v_b = v_a + ω × r,  ω_b = ω_a,      t_a = t_b + r × F_b,  F_a = F_b                    (1)

    A 1-junction with the angular rate, a 0-junction with the force, and a transformer with the six entries ±x, ±y, ±z of
    ω × r between them. Power in at a equals power out at b.

    offset : r, from a to b [m]
    """
    x, y, z = vector(offset, f"offset of point {name!r}")
    net = Network(name)
    net.add(One("rate", size=3, domain=ROTATION), Zero("force", size=3, domain=TRANSLATION))
    net.add(MatrixTF("arm", ((0.0, z, -y), (-z, 0.0, x), (y, -x, 0.0)), domain=ROTATION, domain_b=TRANSLATION))
    net.connect("rate", "arm", "force")
    net.expose("a", "rate", "force")
    net.expose("b", "rate", "force")
    return net
