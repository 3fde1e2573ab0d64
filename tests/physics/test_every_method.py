"""Every ready machine with every adaptive method and formulation: right within 100 tolerances, or marked, or refused."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela import library
from biela.analysis.accuracy import BOUND, Yardstick
from biela.errors import BielaError
from biela.simulation.case import Case
from biela.simulation.formulation import NAMES

METHODS = ("dormand-prince", "rosenbrock", "cvode-bdf", "cvode-adams")
LARGE = {"renault-clio", "excavator", "excavator-published", "excavator-levers", "excavator-digging", "chain"}
"""Machines of which only a part of the duration is run, with the default formulation."""
SMALL = (
    "pendulum",
    "slider-crank",
    "four-bar",
    "double-four-bar",
    "n-four-bar",
    "bennett",
    "spherical-four-bar",
)


def sampled(count: int, seed: int) -> list[tuple[str, str, str]]:
    rng = np.random.default_rng(seed)
    return [(str(rng.choice(SMALL)), str(rng.choice(METHODS)), str(rng.choice(NAMES[:-1]))) for _ in range(count)]


@pytest.mark.parametrize(("name", "method", "formulation"), sampled(6, 22))
def test_some_of_them(name: str, method: str, formulation: str) -> None:
    verdict = Yardstick(library.get(name), 0.2).judge(method, formulation, 1e-8)
    assert verdict.word != "wrong", verdict


@pytest.mark.slow(60)
@pytest.mark.parametrize("name", library.names())
def test_all_of_them(name: str) -> None:
    case, part = library.get(name), 0.02 if name in LARGE else 1.0
    loops = bool(case.mechanism.topology.cut or case.mechanism.couplings) and name not in LARGE
    wrong = []
    for formulation in NAMES if loops else ("projected",):
        rule = Yardstick(case, part, "compliant" if formulation == "compliant" else "projected")
        try:
            rule.sharp  # noqa: B018
        except BielaError:  # a machine that refuses even that has nothing to be compared with
            continue
        for method in METHODS:
            verdict = rule.judge(method, formulation, 1e-8)
            if verdict.word == "wrong":
                wrong.append((method, formulation, verdict))
    assert not wrong


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
