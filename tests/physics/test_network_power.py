"""Power in networks: junction structures neither make nor lose any; ports pass it on; the audit closes."""

from __future__ import annotations

from fractions import Fraction

import casadi as ca
import numpy as np
import pytest

import biela
from biela.kernel.tape import Tape
from biela.mechanism.port import BodyPort
from biela.network import GY, TF, C, I, Network, One, R, Se, Sf, Zero, spatial
from biela.network.linear import standalone
from biela.network.spatial.frame import frame_rotation

RNG = np.random.default_rng(5)


def powers(net: Network, names: list[str]) -> np.ndarray:
    """Values of signals at random states and inputs."""
    equations, u, p = standalone(net)
    f = ca.Function("powers", [equations.context.t, equations.x, u, p], [ca.vertcat(*(equations.signals[n] for n in names))])
    return np.array(f(0.3, RNG.normal(size=equations.x.shape[0]), RNG.normal(size=u.shape[0]), []), float).ravel()


@pytest.mark.parametrize("ring", ["ring", "euler"])
def test_gyrator_rings_pass_all_power_on(ring: str) -> None:
    net = Network("n")
    net.add(spatial.rigid_body("body", 2.0, (1.0, 2.0, 3.0)))
    pairs = ("yx", "zy", "xz") if ring == "ring" else ("xy", "yz", "zx")
    for _ in range(20):
        signals = [f"body/{ring}_{p}.{q}_{side}" for p in pairs for side in "ab" for q in ("effort", "flow")]
        v = powers(net, signals).reshape(3, 2, 2)
        through = v[:, :, 0] * v[:, :, 1]  # in at a, out at b
        total = through[:, 0].sum() - through[:, 1].sum()
        assert abs(total) < 1e-12 * np.abs(through).max()
        assert np.abs(through).max() > 1e-3


def six_sources(net: Network, name: str) -> None:
    net.add(Se(f"{name}_moment", size=3), Se(f"{name}_force", size=3))


@pytest.mark.parametrize("block", ["point", "frame"])
def test_point_and_rotation_pass_all_power_on(block: str) -> None:
    """Flows from inertias on one side, random efforts on the other."""
    net = Network("n")
    net.add(I("spin", 2.0, size=3), I("mass", 3.0, size=3), One("w", size=3), One("v", size=3))
    net.connect("w", "spin")
    net.connect("v", "mass")
    net.add(spatial.point("block", (0.3, -0.7, 0.2)) if block == "point" else frame_rotation("block", (0.5, -0.1, 0.7, 0.2)))
    six_sources(net, "out")
    net.add(Network("io"))
    inner, outer = ("a", "b") if block == "point" else ("local", "ground")
    net.components.pop("io")
    net.add(One("w_out", size=3), One("v_out", size=3))
    joined = Network("whole")
    for name, component in net.components.items():
        joined.add(component, name=name)
    joined.connect("w", "spin")
    joined.connect("v", "mass")
    six = Network("six")
    six.add(One("w", size=3), One("v", size=3))
    del six
    for k, axis in enumerate("xyz"):
        pass
    ends_in, ends_out = joined.ends(f"block.{inner}", None), joined.ends(f"block.{outer}", None)
    for k, axis in enumerate("xyz"):
        joined.bonds.append((joined.ends(f"w.{axis}", None)[0], ends_in[k], None))
        joined.bonds.append((joined.ends(f"v.{axis}", None)[0], ends_in[3 + k], None))
        joined.bonds.append((ends_out[k], joined.ends(f"w_out.{axis}", None)[0], None))
        joined.bonds.append((ends_out[3 + k], joined.ends(f"v_out.{axis}", None)[0], None))
    joined.connect("out_moment", "w_out")
    joined.connect("out_force", "v_out")
    for _ in range(20):
        into = powers(joined, [f"{n}_{a}.power" for n in ("spin", "mass") for a in "xyz"])
        supplied = powers(joined, [f"{n}_{a}.power" for n in ("out_moment", "out_force") for a in "xyz"])
        del into, supplied
        both = powers(joined, [f"{n}_{a}.power" for n in ("spin", "mass", "out_moment", "out_force") for a in "xyz"])
        assert abs(both[:6].sum() - both[6:].sum()) < 1e-12 * np.abs(both).max()
