"""Components of translation: force [N] and velocity [m/s]. Each function gives one element."""

from __future__ import annotations

from biela.base.checked import guard
from biela.mechanism.parameter import Scalar
from biela.network import ROTATION, TF, TRANSLATION, C, I, R
from biela.network.registry import component, law, signal
from biela.network.value import sources


@component("translation.mass", mass="kg", velocity="m/s")
def mass(name: str, mass: Scalar, *, velocity: Scalar = 0.0) -> I:
    """Mass [kg] with its initial velocity [m/s]."""
    return I(name, mass, initial=mass * velocity, domain=TRANSLATION)


@component("translation.spring", stiffness="N/m > 0", elongation="m")
def spring(name: str, stiffness: Scalar, *, elongation: Scalar = 0.0) -> C:
    """Spring [N/m] with its initial elongation [m]."""
    return C(name, 1.0 / stiffness, initial=elongation, domain=TRANSLATION)


@component("translation.damper", damping=law("velocity", "N*s/m"))
def damper(name: str, damping: Scalar) -> R:
    """Viscous damper [N·s/m], or a law of the velocity."""
    return R.of(name, damping, TRANSLATION)


force, velocity = sources(TRANSLATION, "force", "velocity")


@component("translation.lever", ratio=signal("1"))
def lever(name: str, ratio: Scalar) -> TF:
    """Lever with arms b : a = ratio; v_b = ratio · v_a."""
    return TF(name, ratio, domain=TRANSLATION, domain_b=TRANSLATION)


@component("translation.rack", radius=signal("m/rad"))
def rack(name: str, radius: Scalar) -> TF:
    """Pinion (port a) on a rack (port b): v = radius · ω [m]."""
    return TF(name, radius, domain=ROTATION, domain_b=TRANSLATION)


guard(__name__)
