"""A valve at the end of a long pipe closes: the pressure rises by ρ a v, and air in the oil softens the blow.

The rise is a little more than ρ a v: the pressure drop that friction caused before is added to it.
"""

import casadi as ca
import numpy as np

from biela.network import Network
from biela.network import hydraulic as hy

LENGTH, BORE, SPEED, SUPPLY = 30.0, 0.02, 2.0, 5e6  # m, m, m/s, Pa
AREA = np.pi / 4 * BORE**2
CLOSING = 0.03  # s, less than the 0.041 s round trip of a wave


def closed(t: object) -> object:
    s = ca.fmin(ca.fmax((t - 0.01) / CLOSING, 0.0), 1.0)
    return s**3 * (10 - 15 * s + 6 * s * s)


def line(oil: hy.Fluid, segments: int) -> Network:
    """Reservoir, pipe with oil in motion, and a valve that stops it."""
    net = Network("line", audit=True)
    net.add(hy.pressure_source("reservoir", SUPPLY), hy.flow_source("valve", lambda t: -SPEED * AREA * (1 - closed(t))))
    pipe = hy.pipe("pipe", oil, length=LENGTH, bore=BORE, segments=segments, pressure=SUPPLY, flow=SPEED * AREA)
    net.add(pipe)
    net.connect("reservoir", "pipe.a")
    net.connect("valve", "pipe.b")
    return net


pure = hy.Fluid(viscosity=10e-6)
a = hy.wave_speed(pure)
print(
    f"waves run at {a:.0f} m/s: there and back in {1e3 * 2 * LENGTH / a:.1f} ms, so Δp = ρ a v = {870 * a * SPEED / 1e6:.2f} MPa"
)

for label, oil, segments in (
    ("pure oil, 6 sections", pure, 6),
    ("pure oil, 12 sections", pure, 12),
    ("pure oil, 24 sections", pure, 24),
    ("1 % of air, 12 sections", hy.Fluid(viscosity=10e-6, air=0.01), 12),
):
    run = line(oil, segments).simulate({}, 0.15, method="rosenbrock", rtol=1e-6, atol=1e-9, output_step=2e-4)
    p = run["pipe.pressure_b"]
    plateau = p[(run.t > 0.01 + 1.05 * CLOSING) & (run.t < 0.01 + 0.95 * 2 * LENGTH / a)].mean()
    print(
        f"{label:>24}: plateau {(plateau - p[0]) / 1e6:5.2f} MPa, highest {(p.max() - p[0]) / 1e6:5.2f} MPa above the start"
    )
    closure = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(closure).max() < 1e-4 * 0.5 * 870 * AREA * LENGTH * SPEED**2
