"""The excavator digs: teeth that cut soil, and a bucket that fills with it and pours it out.

    fill˙ = V̇/V₀ (1 − fill⁸) − fill/τ · open · clear,       mass in the bucket = bucket_load · fill

V̇ is what the teeth cut loose [m³/s], V₀ the soil, as it lies, that fills the bucket. `open` rises from 0 to 1 as the mouth of
the bucket turns from facing up to facing sideways, `clear` as the teeth rise above the ground, which otherwise holds the heap.

The earth joins the bucket with the bucket's velocity: its weight and inertia count, the force that sets it in motion is the
N_a term of the blade. Its heap sits at one point whatever the filling.
"""

from __future__ import annotations

import math
from typing import Any

from biela.library.excavator import data
from biela.library.excavator.looks import TEETH, TOOTH, soil
from biela.lie import array as xp
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Scalar
from biela.network import Integrator, Network


def cut(m: Mechanism, load: Scalar) -> None:
    """Let the teeth of the bucket cut the ground the machine stands on; `load` is the mass of the full bucket [kg].

    The cohesion of the soil is a free parameter, `soil_cohesion`.
    """
    about = data.DIGGING
    cohesion = m.parameter("soil_cohesion", about.cohesion, "Pa")
    (x, z), dx, dz = TEETH, math.cos(TOOTH), math.sin(TOOTH)
    teeth = m.bodies["bucket"].frame("teeth", (x, 0.0, z), ((dx, 0.0, dz), (0.0, -1.0, 0.0), (dz, 0.0, -dx)))
    if "surface" not in m.ground.frames:
        m.ground.frame("surface", (0.0, 0.0, data.TRACKS.height))
    m.blade(
        "teeth", teeth, width=about.width, thickness=about.thickness, density=about.density, cohesion=cohesion,
        adhesion=about.adhesion, friction_angle=about.friction_angle, tool_friction=about.tool_friction,
        gravity=data.GRAVITY, surface=m.ground.frames["surface"],
    )  # fmt: skip
    m.draw("ground", *soil())
    net = Network("earth")
    net.add(Integrator("fill", _filling, unit="1"))
    m.attach(net)
    m.schedule(load, "earth/fill.value")  # type: ignore[arg-type]


def _filling(s: Any) -> Any:
    about, swept, fill = data.DIGGING, s["teeth.swept_rate"], s["fill.value"]
    facing = xp.sin(about.mouth - s["teeth.rake"])  # up-component of the normal of the bucket's mouth
    open_ = 1 / (1 + xp.exp((facing - 0.1) / 0.05))
    clear = 1 / (1 + xp.exp((s["teeth.depth"] + about.pouring_height) / 0.05))
    return swept / about.capacity * (1 - fill**8) - fill / about.pouring_time * open_ * clear
