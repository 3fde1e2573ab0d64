"""Pipe with the compressibility, inertia and friction of the oil in it, in segments.

a ──┬──[ I, R ]──┬──[ I, R ]──┬── b       I Q̇ = p₁ − p₂ − R(Q) Q,      I = ρ l/A
    ╧ C/2        ╧ C          ╧ C/2       C = A l/B_e
"""

from __future__ import annotations

import math
from typing import Any

import casadi as ca

from biela.mechanism.parameter import scalar
from biela.network.domain import HYDRAULIC
from biela.network.element import I, One, R, Zero
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid, circle
from biela.network.hydraulic.volume import ATMOSPHERE, Line, add_oil, whole_number
from biela.network.network import Network
from biela.network.registry import component


def pipe_loss(Q: Any, length: Any, bore: Any, fluid: Fluid) -> Any:
    """Δp of a smooth pipe [Pa]: the larger of the laminar and of Blasius' turbulent loss.

        Δp = λ (l/d) ½ ρ v²,      λ = 64/Re,  or 0.3164 Re^−¼

    Reference: Idelchik (2008), *Handbook of Hydraulic Resistance*, ch. 2
    """
    laminar = 128 * fluid.dynamic_viscosity * length / (math.pi * bore**4) * Q
    v = ca.fabs(Q) / circle(bore)
    reynolds = ca.fmax(v * bore / fluid.viscosity, 1.0)
    turbulent = 0.3164 * reynolds**-0.25 * length / bore * 0.5 * fluid.density * v * v
    return ca.sign(Q) * ca.fmax(ca.fabs(laminar), turbulent)


@component("hydraulic.pipe", fluid=FLUID, length="m", bore="m", modulus="Pa", pressure="Pa")
def pipe(
    name: str,
    fluid: Fluid = OIL,
    *,
    length: Any,
    bore: Any,
    modulus: Any = None,
    segments: int = 1,
    pressure: Any = ATMOSPHERE,
) -> Network:
    """Pipe or long hose; ports `a`, `b`. Pressure waves need several segments: n of them follow waves longer than 6 l/n.

    Parameters
    ----------
    length, bore : [m]
    modulus : bulk modulus of the wall [Pa]; None if rigid
    pressure : at the start [Pa]; what it is connected to without a restriction must start from it too

    Signals: `flow` (into the last segment), `loss`.
    """
    line = Line(length, bore, modulus)
    what = f"pipe {name!r}"
    whole_number(segments, f"segments of {what}")
    scalar(pressure, f"pressure of {what}")
    net = Network(name)
    part = length / segments
    inertance = fluid.density * part / circle(bore)
    for k in range(segments + 1):
        share = line.volume / segments * (0.5 if k in (0, segments) else 1.0)
        net.add(Zero(f"node_{k}", domain=HYDRAULIC))
        add_oil(net, f"oil_{k}", f"node_{k}", fluid, lambda s, V=share: [(V, modulus)], pressure, what)
    for k in range(segments):
        net.add(
            One(f"flow_{k}", domain=HYDRAULIC),
            I(f"inertia_{k}", inertance, domain=HYDRAULIC),
            R(f"friction_{k}", effort=lambda Q: pipe_loss(Q, part, bore, fluid), domain=HYDRAULIC),
        )
        net.connect(f"node_{k}", f"flow_{k}", f"node_{k + 1}")
        net.connect(f"flow_{k}", f"inertia_{k}")
        net.connect(f"flow_{k}", f"friction_{k}")
    net.expose("a", "node_0")
    net.expose("b", f"node_{segments}", required=False)
    net.publish("flow", f"flow_{segments - 1}.flow")
    net.publish("loss", f"friction_{segments - 1}.power")
    return net
