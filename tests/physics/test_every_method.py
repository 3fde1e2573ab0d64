"""Every ready machine with every method and formulation: right within 100 tolerances, or marked, or refused."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela import library
from biela.base.errors import BielaError
from biela.simulation.case import Case
from biela.simulation.formulation import NAMES
from yardstick import BOUND, Yardstick

METHODS = ("automatic", "dormand-prince", "rosenbrock", "cvode-bdf", "cvode-adams")
FIXED = ("rk4", "adams-bashforth", "munthe-kaas", "semi-implicit-euler", "multi-rate")
TREES = {
    "pendulum", "double-pendulum", "n-pendulum", "heavy-top", "coupled-pendulums", "top", "top-waves", "top-loops", "spinning-body",
    "chain", "planar-chain", "puma-560", "hydraulic-crane", "quarter-car", "renault-clio",
}  # fmt: skip
"""Machines without loops, for which all formulations are one."""
PARTS = {
    "spatial-four-bar": 0.1, "spinning-body": 0.1, "coupled-pendulums": 0.2, "top": 0.2, "top-waves": 0.2, "top-loops": 0.2,
    "chain": 0.2, "planar-chain": 0.2, "puma-560": 0.2, "hydraulic-crane": 0.1, "excavator-published": 0.02, "excavator": 0.01,
    "excavator-levers": 0.02, "excavator-digging": 0.01, "wishbone-suspension": 0.1, "stewart-gough": 0.1, "renault-clio": 0.01,
}  # fmt: skip
"""Part of its duration for which an expensive machine is run."""
SMALL = ("pendulum", "slider-crank", "four-bar", "double-four-bar", "n-four-bar", "bennett", "spherical-four-bar")


def sampled(count: int, seed: int) -> list[tuple[str, str, str]]:
    rng = np.random.default_rng(seed)
    return [(str(rng.choice(SMALL)), str(rng.choice(METHODS)), str(rng.choice(NAMES[:-1]))) for _ in range(count)]


@pytest.mark.parametrize(("name", "method", "formulation"), sampled(6, 22))
def test_some_of_them(name: str, method: str, formulation: str) -> None:
    verdict = Yardstick(library.get(name), 0.2).judge(method, formulation, 1e-8)
    assert verdict.word != "wrong", verdict


@pytest.mark.parametrize(
    ("name", "formulation"), [(name, f) for name in library.names() for f in (NAMES[:1] if name in TREES else NAMES)]
)
def test_all_of_them(name: str, formulation: str) -> None:
    case = library.get(name)
    assert (name in TREES) == (not case.mechanism.topology.cut and not case.mechanism.couplings)
    rule = Yardstick(case, PARTS.get(name, 1.0), "compliant" if formulation == "compliant" else "projected")
    try:
        rule.sharp  # noqa: B018
    except BielaError:  # a machine that refuses even that has nothing to be compared with
        pytest.skip("no run to compare with")
    found = {method: rule.judge(method, formulation, 1e-8) for method in METHODS}
    found |= {method: rule.judge(method, formulation, 1e-8, rule.usual_step) for method in FIXED}
    assert not {method: verdict for method, verdict in found.items() if verdict.word == "wrong"}


def test_the_measure_knows_chaos_from_error() -> None:
    """A double pendulum amplifies any change ten-thousandfold in ten seconds; a run at a hundred times the tolerance is still told
    from a right one."""
    rule = Yardstick(library.get("double-pendulum"))
    assert rule.amplification > 1e4
    right, loose = rule.judge("dormand-prince", "projected", 1e-8), rule.run("dormand-prince", "projected", 1e-4)
    assert right.word == "right" and right.error < 10
    assert rule.distance(loose) / (1e-8 * rule.amplification) > BOUND


@pytest.mark.parametrize("cart", [1e-2, 1e-6])
def test_a_light_cart_under_a_heavy_pole(cart: float) -> None:
    """Where the pole hangs, cart and pole turn round in next to no time; the bob's speed is a small difference of large ones."""
    m = biela.Mechanism("cart-pole", gravity=(0, -9.81, 0))
    pole = m.body("pole", mass=1.0, com=(1, 0, 0), inertia=(1e-9, 1e-9, 1e-9))
    m.prismatic("slide", m.ground, m.body("cart", mass=cart), axis=(1, 0, 0))
    m.revolute("hinge", m.bodies["cart"], pole, axis=(0, 0, 1))
    verdict = Yardstick(Case.of(m, {"hinge": 0.3}, 5.0)).judge("dormand-prince", "projected", 1e-8)
    assert verdict.word == "right", verdict
