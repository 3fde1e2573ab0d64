"""Power variables moved between two points of one body."""

from __future__ import annotations

from biela.lie.array import Vector
from biela.mechanism.parameter import vector
from biela.network.domain import ROTATION, TRANSLATION
from biela.network.element import MatrixTF, One, Zero
from biela.network.network import Network
from biela.network.registry import component, numbers


@component("spatial.point", offset=numbers("m", 3))
def point(name: str, offset: Vector) -> Network:
    """From point a to point b of a body, in body axes. Ports `a` and `b` (6: [angular; linear]).

        v_b = v_a + ω × r,  ω_b = ω_a,      t_a = t_b + r × F_b,  F_a = F_b                    (1)

    A 1-junction with the angular rate, a 0-junction with the force, and a transformer with the six entries ±x, ±y, ±z of
    ω × r between them. Power in at a equals power out at b.

    Parameters
    ----------
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
