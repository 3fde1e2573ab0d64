"""Resistance of a fluid around a body, which counts as a box."""

from __future__ import annotations

import math
from typing import Self

from biela.base.errors import DescriptionError
from biela.element.declaration import element
from biela.element.role import data, numbers, vector
from biela.lie import array as xp
from biela.mechanism.attached import Machine, Signals
from biela.mechanism.load.base import Action, FrameLoad, FrameMotion
from biela.mechanism.parameter import Scalar, nominal


@element("drag")
class Drag(FrameLoad):
    """Drag of a box in a fluid at rest or in wind; the frame is in its middle, with its axes.

    With half edges r, velocity v relative to the fluid and angular velocity ω, both in the axes of the frame, i, j, k cyclic:

        f_i = −2 ρ r_j r_k |v_i| v_i − 6 π β r̄ v_i                    M_i = −½ ρ r_i (r_j⁴ + r_k⁴) |ω_i| ω_i − 8 π β r̄³ ω_i

    with r̄ the mean of the half edges: pressure on the faces, and Stokes' law of the sphere of that radius.

    Reference: MuJoCo documentation, "Computation: fluid forces", inertia model.
    """

    half_edges: tuple[Scalar, ...] = data(numbers("m", 3), about="r: half the edges of the box")
    density: Scalar = data("kg/m^3 >= 0", default=0.0, about="ρ of the fluid")
    viscosity: Scalar = data("Pa*s >= 0", default=0.0, about="β of the fluid")
    wind: tuple[Scalar, ...] = data(vector("m/s"), default=(0.0, 0.0, 0.0), about="velocity of the fluid, in ground axes")

    def checked(self, machine: Machine) -> Self:
        if any(nominal(r) < 0 for r in self.half_edges):
            raise DescriptionError(f"drag {self.name!r}: half_edges are {self.half_edges}: give lengths above zero.")
        return self

    def act(self, motion: FrameMotion, signals: Signals) -> Action:
        R = motion.rotation
        v = R.T @ (motion.velocity - xp.stack(*self.wind))
        w = R.T @ motion.angular_velocity
        r, mean = self.half_edges, sum(self.half_edges) / 3
        force, moment = [], []
        for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            pressed = 2 * self.density * r[j] * r[k]
            turned = self.density * r[i] * (r[j] ** 4 + r[k] ** 4) / 2
            force.append(-(pressed * xp.fabs(v[i]) + 6 * math.pi * self.viscosity * mean) * v[i])
            moment.append(-(turned * xp.fabs(w[i]) + 8 * math.pi * self.viscosity * mean**3) * w[i])
        return Action(xp.stack(*force), xp.stack(*moment), axes="frame")
