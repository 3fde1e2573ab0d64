"""Components of rotation: torque [N·m] and angular rate [rad/s]. Each function gives one element; `engine` is a network."""

from __future__ import annotations

from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal
from biela.network import ROTATION, TF, C, I, R
from biela.network.context import NetworkSignals
from biela.network.engine import engine as engine
from biela.network.registry import component, law, signal
from biela.network.value import sources, value_of


@component("rotation.inertia", inertia="kg*m^2", rate="rad/s")
def inertia(name: str, inertia: Scalar, *, rate: Scalar = 0.0) -> I:
    """Moment of inertia [kg·m²] with its initial rate [rad/s]."""
    return I(name, inertia, initial=inertia * rate, domain=ROTATION)


@component("rotation.shaft", stiffness="N*m/rad > 0", twist="rad")
def shaft(name: str, stiffness: Scalar, *, twist: Scalar = 0.0) -> C:
    """Torsional stiffness [N·m/rad] with its initial twist [rad]."""
    return C(name, 1.0 / stiffness, initial=twist, domain=ROTATION)


@component("rotation.bearing", friction=law("rate", "N*m*s/rad"))
def bearing(name: str, friction: Scalar) -> R:
    """Viscous friction [N·m·s/rad], or a law of the rate."""
    return R.of(name, friction, ROTATION)


torque, rate = sources(ROTATION, "torque", "rate")


@component("rotation.gear", ratio="1")
def gear(name: str, ratio: Scalar) -> TF:
    """Gear reduction: the shaft at a turns `ratio` times as fast as that at b (negative: the other way)."""
    if nominal(ratio) == 0:
        raise DescriptionError(f"ratio of gear {name!r} is 0: give how many times as fast the shaft at a turns.")
    return TF(name, 1.0 / ratio, domain=ROTATION, domain_b=ROTATION)


@component("rotation.clutch", capacity="N*m > 0", engaged=signal("1"), smoothing="rad/s")
def clutch(name: str, capacity: Scalar, *, engaged: Scalar = 1.0, smoothing: float = 0.1) -> R:
    """Friction clutch: torque = engaged · capacity · tanh(slip / smoothing), for a 0-junction between two shafts.

    capacity : largest torque [N·m]
    engaged : 0 (open) … 1 (closed): a number, a function of time `lambda t: …` or a law of signals `lambda s: …`
    smoothing : slip rate at which three quarters of the torque are reached [rad/s]
    """

    def effort(slip: Operand, s: NetworkSignals) -> Operand:
        return value_of(engaged, s) * capacity * xp.tanh(slip / smoothing)

    return R(name, effort=effort, domain=ROTATION)


guard(__name__)
