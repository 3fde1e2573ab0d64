"""Longitudinal friction that rises exponentially to a peak and falls again."""

from __future__ import annotations

import math

import numpy as np

from biela.base.locks import cached_property
from biela.element import data, element, flag
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.network.value import clip
from biela.vehicle.tyre.law import LongitudinalLaw, coefficient

LAW = "the longitudinal tyre law"
SLIP_ROUNDING = 1e-6
"""Slip below which |κ| is rounded, so that the law has its slope at rest."""


@element("exponential")
class ExponentialFriction(LongitudinalLaw):
    """μ = sign(κ) [A (1 − e^(−B|κ|)) + C κ² − D |κ|],  F_x = μ F_z,  B = (K / d)^(1/n).

    With `coupled`, B = (K / (|α| + d))^(1/n) with α in degrees: sliding sideways takes grip away lengthwise.

    Data of a 145/70 R13 tyre: A 1.12, C 0.625, D 1, K 46, d 5, n 0.6; peak 1.0066 at κ = 0.0976.

    Reference: De Wit & Tsiotras type of curve, eq. (11) of a study of the Renault Clio RL 1.1 by bond graphs
    """

    A: float = coefficient("A", LAW, 1.12, "positive")
    C: float = coefficient("C", LAW, 0.625, "nonnegative")
    D: float = coefficient("D", LAW, 1.0, "nonnegative")
    K: float = coefficient("K", LAW, 46.0, "positive")
    d: float = coefficient("d", LAW, 5.0, "positive")
    n: float = coefficient("n", LAW, 0.6, "positive")
    coupled: bool = data(flag(), default=False, about="a slip angle takes grip away")

    def rate(self, slip_angle: Operand = 0.0) -> Operand:
        """Return B."""
        if not self.coupled:
            return (self.K / self.d) ** (1.0 / self.n)
        degrees = xp.sqrt(slip_angle * slip_angle + 1e-12) * (180.0 / math.pi)
        return (self.K / (degrees + self.d)) ** (1.0 / self.n)

    def friction(self, slip: Operand, slip_angle: Operand = 0.0) -> Operand:
        """Return μ_x; odd in the slip, which counts as ±1 beyond ±1."""
        kappa = clip(slip, -1.0, 1.0)
        size = xp.sqrt(kappa * kappa + SLIP_ROUNDING**2)
        grip = self.A * (1.0 - xp.exp(-self.rate(slip_angle) * size)) / size + self.C * size - self.D
        return kappa * grip

    def force(self, slip: Operand, slip_angle: Operand, load: Operand) -> Operand:
        return self.friction(slip, slip_angle) * load

    def stiffness(self, load: Operand) -> Operand:
        return (self.A * self.rate(0.0) - self.D) * load

    @cached_property
    def _peak(self) -> float:
        return float(np.max(self.friction(np.linspace(0.0, 1.0, 20001))))

    def peak(self, load: Operand) -> Operand:
        return self._peak * load
