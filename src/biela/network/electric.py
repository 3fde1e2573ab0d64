"""Electric components: voltage [V] and current [A]."""

from __future__ import annotations

from biela.base.checked import guard
from biela.mechanism.parameter import Scalar
from biela.network import ELECTRIC, GY, ROTATION, TF, C, I, Network, One, R, rotation
from biela.network.registry import component, law, signal
from biela.network.value import sources


@component("electric.resistor", resistance=law("current", "ohm"))
def resistor(name: str, resistance: Scalar) -> R:
    """Resistance [Ω], or a law of the current."""
    return R.of(name, resistance, ELECTRIC)


@component("electric.inductor", inductance="H", current="A")
def inductor(name: str, inductance: Scalar, *, current: Scalar = 0.0) -> I:
    """Inductance [H] with its initial current [A]."""
    return I(name, inductance, initial=inductance * current, domain=ELECTRIC)


@component("electric.capacitor", capacitance="F", voltage="V")
def capacitor(name: str, capacitance: Scalar, *, voltage: Scalar = 0.0) -> C:
    """Capacitance [F] with its initial voltage [V]."""
    return C(name, capacitance, initial=capacitance * voltage, domain=ELECTRIC)


voltage, current = sources(ELECTRIC, "voltage", "current")


@component("electric.transformer", ratio=signal("1"))
def transformer(name: str, ratio: Scalar) -> TF:
    """Ideal transformer: the current at b is `ratio` times that at a."""
    return TF(name, ratio, domain=ELECTRIC, domain_b=ELECTRIC)


@component(
    "electric.dc_motor", resistance=law("current", "ohm"), inductance="H", constant="V*s/rad", inertia="kg*m^2",
    friction=law("rate", "N*m*s/rad"),
)  # fmt: skip
def dc_motor(
    name: str, *, resistance: Scalar, inductance: Scalar, constant: Scalar, inertia: Scalar | None = None,
    friction: Scalar | None = None,
) -> Network:  # fmt: skip
    """Direct-current motor with permanent magnets: ports `supply` (electric) and `shaft` (rotation).

        L di/dt = u − R i − k ω,      J dω/dt = k i − b ω − M

    resistance, inductance : of the armature [Ω, H]
    constant : torque constant k, also of the back voltage [N·m/A = V·s/rad]
    inertia, friction : of the rotor [kg·m², N·m·s/rad]; left out if not given
    """
    net = Network(name)
    net.add(One("current", domain=ELECTRIC), GY("magnets", constant, domain=ELECTRIC, domain_b=ROTATION))
    net.add(One("rate", domain=ROTATION))
    net.add_at("current", resistor("winding", resistance), inductor("coil", inductance))
    net.connect("current", "magnets", "rate")
    if inertia is not None:
        net.add_at("rate", rotation.inertia("rotor", inertia))
    if friction is not None:
        net.add_at("rate", rotation.bearing("friction", friction))
    net.expose("supply", "current")
    net.expose("shaft", "rate")
    return net


guard(__name__)
