"""Moving along the tangent of the configuration: q ⊕ ξ, and the rate of ξ that a velocity asks for."""

from __future__ import annotations

from biela.integrate.access import Pointer, call_kernel, compiled, floats, part
from biela.integrate.run_record import at


@compiled
def retract(run: Pointer) -> None:
    """Configuration part of XS = q ⊕ XI, from the configuration q of X; without quaternions that is a sum."""
    n = run[at.N_Q] * run[at.LANES]
    x, xs, xn, xi = floats(run, at.X, at.XS, at.XN, at.XI)
    if run[at.RETRACT]:
        for i in range(n):
            xs[i] = x[i]
        call_kernel(run, at.RETRACT, at.ARG_TANGENT, at.TO_XN)
        for i in range(n):
            xs[i] = xn[i]
    else:
        for i in range(n):
            xs[i] = x[i] + xi[i]


@compiled
def tangent_rate(run: Pointer, stage: int) -> None:
    """Stage of KAPPA = dexp⁻¹_XI ETA: the rate of ξ with which q ⊕ ξ moves at the velocity ETA."""
    n = run[at.N_V] * run[at.LANES]
    if run[at.TANGENT_RATE]:
        call_kernel(run, at.TANGENT_RATE, at.ARG_TANGENT, at.TO_KAPPA, stage)
    else:
        eta, kappa = floats(run, at.ETA), part(run, at.KAPPA, stage)
        for i in range(n):
            kappa[i] = eta[i]
