"""Windows of parallelograms pass their flat positions at every tolerance, however they are described.

While the uprights stay parallel, their common angle θ from +x obeys (4N + 1)/3 θ̈ = −(3N + 1)/2 (g/l) cos θ.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import biela
from biela.integrate.driver import integrate
from biela.integrate.outcome import Outcome
from biela.library import n_four_bar
from biela.library.parts import slender_rod


def exact(windows: int, duration: float) -> float:
    """θ at the end."""
    factor = (3 * windows + 1) / 2 * 9.81 * 3 / (4 * windows + 1)
    way = solve_ivp(lambda t, y: [y[1], -factor * np.cos(y[0])], (0, duration), [np.pi / 2, -1.0], "DOP853", rtol=1e-13, atol=1e-13)
    return float(way.y[0, -1])


def shuffled(windows: int, order: int) -> biela.Mechanism:
    """The same windows with bodies and joints in another order, so that other joints close the loops."""
    shuffle = np.random.default_rng(order).permutation
    m = biela.Mechanism(f"{windows} windows, order {order}", gravity=(0, -9.81, 0))
    names = [*(f"upright_{i}" for i in range(windows + 1)), *(f"level_{i}" for i in range(1, windows + 1))]
    body = {names[k]: slender_rod(m, names[k], 1.0, 1.0) for k in shuffle(len(names))}
    joints = [(f"pivot_{i}", m.ground, body[f"upright_{i}"], (i, 0, 0), (0, 0, 0)) for i in range(windows + 1)]
    for i in range(1, windows + 1):
        left, level, right = body[f"upright_{i - 1}"], body[f"level_{i}"], body[f"upright_{i}"]
        joints += [(f"left_pin_{i}", left, level, (1, 0, 0), (0, 0, 0))]
        joints += [(f"right_pin_{i}", level, right, (1, 0, 0), (1, 0, 0))]
    for k in shuffle(len(joints)):
        name, parent, child, a, b = joints[k]
        m.revolute(name, parent, child, parent_point=a, child_point=b)
    return m


def passes(machine: biela.Mechanism, windows: int, duration: float, rtol: float, atol: float) -> biela.History:
    run = machine.simulate(n_four_bar.start(machine), duration, rtol=rtol, atol=atol)
    assert run.status == "done"
    # the error of a smooth motion: some rtol in each turn, which a turn later has grown; nothing of the passages is left
    assert abs(run["pivot_0.angle"][-1] - exact(windows, duration)) < 500 * rtol * (duration / 10) ** 3.5 + 1e-10
    others = [run[f"pivot_{i}.angle"] for i in range(1, windows + 1)]
    assert max(np.abs(angle - run["pivot_0.angle"]).max() for angle in others) < 300 * rtol + 1e-9
    assert run.closure_error < 1e-11
    return run


@pytest.mark.parametrize("rtol", [1e-9, 1e-10, 1e-11, 1e-12])
def test_two_windows_at_tight_tolerances(rtol: float) -> None:
    run = passes(n_four_bar.build(2), 2, 10.0, rtol, rtol / 100)
    if rtol == 1e-12:
        assert any("singular positions of the loops were passed at t = 0.7144" in note for note in run.notes)
        assert run.steps < 2500  # and not millions of them towards a pole


def test_outputs_across_a_flat_position_lie_on_the_motion() -> None:
    """Those between the steps that were placed by hand come from a polynomial."""
    m = n_four_bar.build(2)
    run = m.simulate(n_four_bar.start(m), 1.0, rtol=1e-12, atol=1e-14, output_step=1e-3)
    assert any("passed" in note for note in run.notes)
    near = np.abs(run.t - 0.7143555) < 0.02
    energy = run["machine.energy"]
    assert np.abs(energy[near] - energy[0]).max() < 1e-9
    assert np.abs(run["pivot_1.angle"] - run["pivot_0.angle"]).max() < 1e-9


@pytest.mark.parametrize("order", range(4))
def test_order_of_description_does_not_matter(order: int) -> None:
    m = shuffled(2, order)
    for rtol in (1e-9, 1e-10, 1e-12):
        assert passes(m, 2, 10.0, rtol, rtol / 100).status == "done"


def test_many_windows() -> None:
    five, forty = n_four_bar.build(5), n_four_bar.build(40)
    for rtol in (1e-10, 1e-11, 1e-12):
        assert passes(five, 5, 10.0, rtol, rtol / 100).status == "done"
    assert passes(forty, 40, 20.0, 1e-6, 1e-10).status == "done"
    for rtol in (1e-10, 1e-12):
        assert passes(forty, 40, 10.0, rtol, rtol / 100).status == "done"


def test_steps_that_collapse_elsewhere_go_on_as_if_nobody_had_looked() -> None:
    """A hard stop shortens the steps a hundredfold: the run is examined, and continues to the last bit as without that."""
    m = biela.Mechanism("knock", gravity=(0, -9.81, 0))
    a, b = slender_rod(m, "a", 1.0, 1.0), slender_rod(m, "b", 1.0, 1.0)
    c = slender_rod(m, "c", 1.0, 1.5)
    m.revolute("A", m.ground, a)
    m.revolute("B", a, b, parent_point=(1, 0, 0))
    m.revolute("D", m.ground, c, parent_point=(1.2, 0, 0))
    m.revolute("C", b, c, parent_point=(1, 0, 0), child_point=(1.5, 0, 0))
    m.stop("wall", "A", lower=0.9, upper=3.0, stiffness=1e7, damping=0.1)
    from biela.simulation.plan import plan_run, request_run
    from biela.simulation.settings import Settings

    state = m.assemble({"A": 1.2}, guess={"A": 1.2, "B": -1.0, "D": 1.9})
    settings = Settings("dormand-prince", None, 1e-8, 1e-10, "projected", 1.0, None, None, None)
    ready = plan_run(request_run(m, settings, {}, 0.0), state.x, np.zeros(0), np.zeros(0))
    looked: list[float] = []

    def run(**more: object) -> Outcome:
        return integrate(
            ready.system, ready.method, 0.0, state.x, np.zeros(0), np.zeros(0), ready.times, formulation=ready.kept,
            **more,  # type: ignore[arg-type]
        )  # fmt: skip

    def examine(t: float, x: np.ndarray, usual: float) -> bool:
        looked.append(t)
        return False

    plain, examined = run(), run(examine=examine)
    assert looked
    assert np.array_equal(plain.x, examined.x)
