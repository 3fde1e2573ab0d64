"""Pipe with the compressibility, inertia and friction of the oil in it, in sections.

  Q_a ──>──┬──[ I, R ]──┬──[ I, R ]──┬──>── Q_b     I Q̇ = p₁ − p₂ − Δp(Q),    I = ρ l/(n A)
  p_a      ╧ C/2        ╧ C          ╧ C/2   p_b    C ṗ = Q₁ − Q₂,            C = A l/(n B_e)

n sections have the waves of the line up to their own length: between an open and a closed end the natural frequencies are
ω_k = (2 n a/l) sin((2 k − 1) π/(4 n)), which tend to those of the line, (2 k − 1) π a/(2 l), as n² grows; a = √(B_e/ρ).
"""

from __future__ import annotations

import math

from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, nominal, scalar
from biela.network import HYDRAULIC, I, Network, One, R, Zero
from biela.network.hydraulic.fluid import FLUID, OIL, Fluid, circle
from biela.network.hydraulic.volume import ATMOSPHERE, Line, add_oil, require_pressure, whole_number
from biela.network.registry import component
from biela.network.value import add_outputs, step

LAMINAR, TURBULENT = 2000.0, 4000.0
"""Reynolds numbers up to which the flow in a pipe is laminar, and from which it is turbulent."""


def friction_factor(reynolds: Operand, roughness: Scalar = 0.0) -> Operand:
    """Return λ of turbulent flow, Haaland's explicit form of Colebrook's equation (within 2 %).

        1/√λ = −1.8 log₁₀[(ε/3.7)^1.11 + 6.9/Re],      ε : height of the roughness over the bore

    Reference: Haaland (1983), *Simple and explicit formulas for the friction factor in turbulent pipe flow*, J. Fluids
    Engineering 105(1)
    """
    return (-1.8 / math.log(10) * xp.log((roughness / 3.7) ** 1.11 + 6.9 / reynolds)) ** -2


def pipe_loss(Q: Operand, length: Scalar, bore: Scalar, fluid: Fluid, roughness: Scalar = 0.0) -> Operand:
    """Return Δp of a pipe [Pa], odd in the flow and continuous with its slope.

        laminar     Δp = 128 μ l Q/(π d⁴)                     (Hagen-Poiseuille), λ = 64/Re
        turbulent   Δp = λ (l/d) ½ ρ v |v|                    (Darcy-Weisbach), λ of Haaland

    From Re = 2000 to 4000 the one goes over into the other along w = s² (3 − 2 s), so that Δp rises all the way.

    Reference: Idelchik (2008), *Handbook of Hydraulic Resistance*, ch. 2
    """
    laminar = 128 * fluid.dynamic_viscosity * length / (math.pi * bore**4) * Q
    reynolds = xp.fabs(Q) * 4 / (math.pi * bore * fluid.viscosity)
    turbulent = step((reynolds - LAMINAR) / (TURBULENT - LAMINAR))
    fast = xp.fmax(reynolds, LAMINAR)
    return laminar * (1 + turbulent * (friction_factor(fast, roughness / bore) * fast / 64 - 1))


@component("hydraulic.pipe", fluid=FLUID, length="m", bore="m", modulus="Pa", roughness="m >= 0", pressure="Pa", flow="m^3/s")
def pipe(
    name: str, fluid: Fluid = OIL, *, length: Scalar, bore: Scalar, modulus: Scalar | None = None, roughness: Scalar = 0.0,
    segments: int = 1, pressure: Scalar = ATMOSPHERE, flow: Scalar = 0.0,
) -> Network:  # fmt: skip
    """Pipe or long hose; ports `a`, `b`. Pressure waves need several sections: n of them follow waves longer than 6 l/n.

    Parameters
    ----------
    length, bore : [m]
    modulus : bulk modulus of the wall [Pa]; None if rigid
    roughness : height of the roughness of the wall [m]: 1.5e-6 drawn tube, 45e-6 steel pipe; 0 smooth
    segments : n, sections of equal length
    pressure : at the start, at a [Pa]; what it is connected to without a restriction must start from it too
    flow : at the start [m³/s], from a to b; the pressure then falls along the pipe by what friction takes

    Signals: `flow` (leaving at b), `inflow` (entering at a), `pressure_a`, `pressure_b`, `loss` (of all sections).

    Reference: Merritt (1967), *Hydraulic Control Systems*, ch. 3
    """
    line = Line(length, bore, modulus)
    what = f"pipe {name!r}"
    whole_number(segments, f"segments of {what}")
    require_pressure(pressure, f"initial pressure of {what}")
    if nominal(roughness) > 0.05 * nominal(bore):
        rough = f"roughness of {what} is {nominal(roughness):g} m, more than a twentieth of its bore of {nominal(bore):g} m"
        raise DescriptionError(f"{rough}: give its height in metres (drawn tube 1.5e-6).")
    net = Network(name)
    part = length / segments
    inertance = fluid.density * part / circle(bore)
    falls = 0.0
    if nominal(flow) != 0:
        numbers = Fluid(density=nominal(fluid.density), viscosity=nominal(fluid.viscosity))
        falls = float(pipe_loss(nominal(flow), nominal(part), nominal(bore), numbers, nominal(roughness)))
    for k in range(segments + 1):
        share = line.volume / segments * (0.5 if k in (0, segments) else 1.0)
        net.add(Zero(f"node_{k}", domain=HYDRAULIC))
        start = pressure - k * falls if falls else pressure
        add_oil(net, f"oil_{k}", f"node_{k}", fluid, [(share, modulus)], start, what)
    for k in range(segments):
        net.add(One(f"flow_{k}", domain=HYDRAULIC))
        net.connect(f"node_{k}", f"flow_{k}", f"node_{k + 1}")
        friction = R(f"friction_{k}", effort=lambda Q: pipe_loss(Q, part, bore, fluid, roughness), domain=HYDRAULIC)
        net.add_at(f"flow_{k}", I(f"inertia_{k}", inertance, initial=inertance * flow, domain=HYDRAULIC), friction)
    add_outputs(net, loss=(lambda s: sum(s[f"friction_{k}.effort"] * s[f"flow_{k}.flow"] for k in range(segments)), "W"))
    net.expose("a", "node_0")
    net.expose("b", f"node_{segments}", required=False)
    net.publish(flow=f"flow_{segments - 1}.flow", inflow="flow_0.flow")
    net.publish(pressure_a="oil_0.effort", pressure_b=f"oil_{segments}.effort")
    return net


def wave_speed(fluid: Fluid, modulus: Scalar | None = None, pressure: Operand | None = None) -> Operand:
    """Return a = √(B_e/ρ) of the waves in a pipe with a wall of that modulus [m/s]; `pressure` where the fluid holds air."""
    softness = 1 / fluid.bulk_modulus if pressure is None else fluid.softness(pressure)
    if modulus is not None:
        softness = softness + 1 / scalar(modulus, "bulk modulus of the wall", positive=True)
    return (1 / (softness * fluid.density)) ** 0.5
