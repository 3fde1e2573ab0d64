"""Massless spring between two points."""

from __future__ import annotations

import casadi as ca

from biela.lie.array import Operand, Vector
from biela.mechanism.parameter import Scalar, vector
from biela.network.domain import TRANSLATION
from biela.network.element import CField, One, Zero
from biela.network.network import Network
from biela.network.registry import component, numbers


@component("spatial.spring_between", "spring", stiffness="N/m > 0", free_length="m >= 0", gap=numbers("m", 3))
def spring_between(name: str, stiffness: Scalar, free_length: Scalar, gap: Vector) -> Network:
    """Linear spring between points a and b. Ports `a`, `b` (3: velocities in ground axes).

    A three-port C with d = p_b − p_a as displacement and the energy U = ½ k (|d| − L)².

    Parameters
    ----------
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
