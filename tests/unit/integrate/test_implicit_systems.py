"""The linear systems of implicit steps: narrow, wide and badly ordered ones, against steps with a dense solver."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hand_machines import half_trusted_oscillator

from biela import library
from biela.integrate.batch import integrate_batch
from biela.integrate.method.rosenbrock import Rosenbrock
from biela.integrate.system import system_of
from biela.network import C, I, Network, One, R, Se, Zero
from biela.state.functions import functions_of


def line(count: int, order: np.ndarray) -> Network:
    """A lossy line, its sections added in any order, so that neighbours need not follow each other in x."""
    net = Network("line", audit=True)
    net.add(Se("u", 1.0))
    for k in order:
        net.add(One(f"i{k}"), I(f"l{k}", 1e-3 * (1 + k % 3)), R(f"r{k}", 0.1 if k % 2 else 1e3))
        net.add(Zero(f"v{k}"), C(f"c{k}", 1e-3 * (1 + k % 4)), R(f"g{k}", 10.0 + k))
    before = "u"
    for k in range(count):
        net.connect(before, f"i{k}", f"v{k}", f"c{k}")
        net.connect(f"i{k}", f"l{k}")
        net.connect(f"i{k}", f"r{k}")
        net.connect(f"v{k}", f"g{k}")
        before = f"v{k}"
    return net


def crossed(count: int) -> Network:
    """Every section coupled with every other by a resistance: full factors."""
    net = line(count, np.arange(count))
    for a in range(0, count, 2):
        for b in range(a + 1, count, 3):
            net.add(One(f"x{a}_{b}"), R(f"y{a}_{b}", 5.0 + a + b))
            net.connect(f"v{a}", f"x{a}_{b}", f"v{b}")
            net.connect(f"x{a}_{b}", f"y{a}_{b}")
    return net


@pytest.mark.parametrize("which", ["in order", "shuffled", "crossed"])
def test_rosenbrock_solves_stiff_networks_of_any_pattern(which: str) -> None:
    count = 12
    order = np.arange(count) if which == "in order" else np.random.default_rng(5).permutation(count)
    net = crossed(count) if which == "crossed" else line(count, order)
    run = net.simulate(duration=0.02, method="rosenbrock", rtol=1e-10, atol=1e-16)
    model = net.linearise()
    # ẋ = A x + b with the constant source: x(t) = A⁻¹ (e^{At} − 1) b
    names = list(model.states)
    first = names.index("l0.momentum")
    b = np.zeros(len(names))
    b[first] = 1.0
    values, V = np.linalg.eig(model.A)
    x = (V @ (((np.exp(values * 0.02) - 1) / values) * np.linalg.solve(V, b.astype(complex)))).real
    got = np.array([run[name][-1] for name in names])
    assert np.abs(got - x).max() < 1e-8 * np.abs(x).max()
    balance = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(balance).max() < 1e-7 * np.abs(run["machine.work"]).max()


def test_lanes_that_cannot_be_trusted_exchange_rows() -> None:
    """Factors of odd lanes are NaN, with a margin that says so: they are found again, by the dense way."""
    lanes, times = 8, np.linspace(0, 1, 5)
    stiffness = np.linspace(1, 30, lanes)[:, None]
    X = np.tile([1.0, 0.0, 0.0], (lanes, 1))
    method = Rosenbrock(rtol=1e-10, atol=1e-12)
    found = integrate_batch(half_trusted_oscillator(lanes), method, 0.0, X, np.zeros((lanes, 0)), stiffness, times)
    assert found.x[:, :, 0] == pytest.approx(np.cos(np.sqrt(stiffness) * times).T, abs=1e-8)


@pytest.mark.parametrize("name", ["stewart-gough", "quarter-car", "hydraulic-crane"])
def test_both_ways_to_factor_agree_in_every_lane(name: str) -> None:
    """The kernel's factors and those with row exchanges, through many steps of machines with loops, contacts and fluid."""
    ready = library.get(name)
    m = ready.build()
    state = ready.start(m)
    f = functions_of(m)
    system = system_of(f, ["jacobian", "factors", "solution"], lanes=True, quick=True)
    assert system.n_factors > 0
    t, x, u, p = state.arguments()
    X = np.tile(x, (3, 1))
    X[:, system.n_q : system.n_q + system.n_v] *= [[1.0], [0.9], [1.1]]
    times, method = np.linspace(t, t + 0.05, 6), Rosenbrock(rtol=1e-9, atol=1e-11)
    ways = (system, dataclasses.replace(system, factors=0, solution=0, n_factors=0))
    a, b = (integrate_batch(s, method, t, X, u, p, times) for s in ways)
    assert a.done and b.done
    size = np.maximum(np.abs(a.x).max(axis=(0, 1)), 1.0)
    assert np.abs((a.x - b.x) / size).max() < 1e-9
