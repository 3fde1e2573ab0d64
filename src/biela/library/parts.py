"""Parts that several machines are made of."""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.checked import guard
from biela.lie.inertia import rod
from biela.mechanism.frame import Body
from biela.mechanism.mechanism import Mechanism


def slender_rod(machine: Mechanism, name: str, mass: float, length: float) -> Body:
    """Return a uniform slender rod from the origin of its frame along x: m l²/12 about its centre."""
    return machine.body(name, mass=mass, com=(length / 2, 0, 0), inertia=rod(mass, length))


def flat(moment: float) -> Array:
    """Return the central tensor of a flat body in the x-y plane whose moment about z is given [kg·m²]: I_x + I_y = I_z."""
    return np.diag([moment / 2, moment / 2, moment])


guard(__name__)
