"""Massless spring between two points."""

from __future__ import annotations

from typing import Any

import casadi as ca

from biela.mechanism.parameter import scalar, vector
from biela.network.domain import TRANSLATION
from biela.network.element import CField, Zero
from biela.network.network import Network
from biela.network.registry import component, numbers


@component("spatial.spring_between", stiffness="N/m", free_length="m", gap=numbers("m", 3))
def spring_between(name: str, stiffness: Any, free_length: Any, gap: Any) -> Network:
    """Linear spring between points a and b. Ports `a`, `b` (3: velocities in ground axes).

    A three-port C with d = p_b − p_a as displacement and the energy U = ½ k (|d| − L)².

    Parameters
    ----------
    stiffness, free_length : k [N/m], L [m]
    gap : d at the start, in ground axes [m]
    """
    k = scalar(stiffness, f"stiffness of spring {name!r}", positive=True)
    L = scalar(free_length, f"free length of spring {name!r}", nonnegative=True)
    net = Network(name)
    net.add(Zero("tension", size=3, domain=TRANSLATION))
    net.add(
        CField(
            "spring",
            energy=lambda d: 0.5 * k * (ca.norm_2(d) - L) ** 2,
            size=3,
            initial=vector(gap, f"gap of spring {name!r}"),
        )
    )
    net.connect("tension", "spring")
    net.add(_through("a"), _through("b"))
    net.connect("b", "tension")
    net.connect("tension", "a")
    net.expose("a", "a")
    net.expose("b", "b")
    return net


def _through(name: str) -> Any:
    from biela.network.element import One

    return One(name, size=3, domain=TRANSLATION)
