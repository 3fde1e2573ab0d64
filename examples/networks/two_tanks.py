"""Two tanks and a pump: levels, the effect of a square-root outlet, and where the energy goes."""

import casadi as ca
import numpy as np

from biela.network import HYDRAULIC, C, Network, One, R, Sf, Zero


def tanks(outlet: R) -> Network:
    """A pump fills the first tank, a pipe leads to the second, an outlet empties it."""
    net = Network("tanks", audit=True)
    net.add(Sf("pump", 0.02, domain=HYDRAULIC), Zero("p1"), C("tank1", 2e-4), One("pipe"), R("friction", 4e4))
    net.add(Zero("p2"), C("tank2", 3e-4), outlet)
    net.connect("pump", "p1", "pipe", "p2", outlet)
    net.connect("p1", "tank1")
    net.connect("pipe", "friction")
    net.connect("p2", "tank2")
    return net


for outlet in (R("outlet", 6e4), R("outlet", flow=lambda p: 5.8e-4 * ca.sqrt(ca.fmax(p, 0.0) + 1e-9))):
    run = tanks(outlet).simulate(duration=200.0)
    end = [run[f"tank{k}.effort"][-1] / 1e3 for k in (1, 2)]
    used = [run[f"{part}.energy"][-1] for part in ("pump", "friction", "outlet")]
    stored = run["tanks.stored_energy"][-1]
    print(f"pressures {end[0]:.3f} and {end[1]:.3f} kPa")
    print(f"pump {used[0]:.1f} J = friction {used[1]:.1f} + outlet {used[2]:.1f} + stored {stored:.1f} J")
    assert np.isclose(used[0], used[1] + used[2] + stored, rtol=1e-6)
