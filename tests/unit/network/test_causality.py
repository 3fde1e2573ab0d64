"""Causality: the textbook cases, each reported by name and with remedies; strokes; cost."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from biela.network import GY, TF, C, I, Network, One, R, Se, Sf, Zero
from biela.network.causality import CausalConflict, assign
from biela.network.flat import flatten


def star(junction: object, *parts: object, source: object | None = None) -> Network:
    net = Network("n")
    net.add(junction, *parts, *([source] if source else []))
    if source:
        net.connect(source, junction)
    for part in parts:
        net.connect(junction, part)
    return net


def strokes(net: Network) -> dict[str, str]:
    """Element → what it computes."""
    c = net.causality
    return {n.path: "effort" if c.gives_effort(n, 0) else "flow" for n in c.graph.nodes if not n.is_junction and len(n.bonds) == 1}


def test_mass_spring_damper() -> None:
    net = star(One("v"), I("mass", 1.0), C("spring", 1.0), R("damper", 1.0), source=Se("force", 1.0))
    assert strokes(net) == {"force": "effort", "mass": "flow", "spring": "effort", "damper": "effort"}
    assert net.causality.remarks() == []
    assert "causality complete" in net.check()


def motor(second: bool) -> Network:
    net = Network("motor")
    net.add(
        Se("u", 1.0),
        One("i"),
        R("winding", 1.0),
        I("coil", 1.0),
        GY("magnets", 0.3),
        One("w"),
        I("rotor", 1.0),
        TF("gear", 0.2),
        One("out"),
    )
    net.connect("u", "i", "magnets", "w", "gear", "out")
    for at, part in (("i", "winding"), ("i", "coil"), ("w", "rotor")):
        net.connect(at, part)
    net.add(I("load", 2.0) if second else R("load", 2.0))
    net.connect("out", "load")
    return net


def test_motor_with_gear_is_complete_with_a_resistance_and_dependent_with_an_inertia() -> None:
    assert motor(False).causality.remarks() == []
    dependent = motor(True).causality
    assert [n.path for n in dependent.derivative] == ["load"]
    (remark,) = dependent.remarks()
    assert "derivative causality" in remark and "'load'" in remark and "'rotor'" in remark and "compliance" in remark


def test_two_rigidly_coupled_inertias() -> None:
    net = star(One("v"), I("a", 1.0), I("b", 2.0), source=Se("f", 1.0))
    assert [n.path for n in net.causality.derivative] == ["b"]
    assert net.linearise(outputs=["a.flow"]).A.shape == (1, 1)


def test_preference_decides_which_storage_is_independent() -> None:
    net = star(One("v"), I("a", 1.0), I("b", 2.0, causality="integral"), source=Se("f", 1.0))
    assert [n.path for n in net.causality.derivative] == ["a"]
    net = star(One("v"), I("a", 1.0, causality="derivative"), I("b", 2.0), source=Se("f", 1.0))
    assert [n.path for n in net.causality.derivative] == ["a"]


def test_two_resistances_on_one_junction_make_an_algebraic_loop() -> None:
    net = Network("n")
    net.add(Se("u", 1.0), One("i"), R("first", 1.0), Zero("v"), R("second", 2.0))
    net.connect("u", "i", "v", "second")
    net.connect("i", "first")
    (remark,) = net.causality.remarks()
    assert "algebraic loop" in remark and "'first'" in remark and "inertia or compliance" in remark


def test_resistance_computes_what_is_wished() -> None:
    for wish in ("effort", "flow"):
        net = Network("n")
        net.add(Se("u", 1.0), One("i"), R("first", 1.0, causality=wish), Zero("v"), R("second", 2.0))  # type: ignore[arg-type]
        net.connect("u", "i", "v", "second")
        net.connect("i", "first")
        assert strokes(net)["first"] == wish


def test_storage_on_a_source_depends_on_it() -> None:
    net = star(One("v"), I("mass", 2.0), source=Sf("speed", lambda t: 3 * t * t))
    assert [n.path for n in net.causality.derivative] == ["mass"]
    run = net.simulate(duration=1.0)
    assert run["mass.effort"][-1] == pytest.approx(12.0, rel=1e-9)  # the derivative of the source


def test_bridge_circuit_needs_more_than_propagation() -> None:
    """Five resistances in a bridge: the sequential procedure alone may close a ring of junctions."""
    net = Network("bridge")
    net.add(Se("u", 1.0), Zero("a"), Zero("b"), Zero("c"), One("feed"))
    net.connect("u", "feed", "a")
    ohms = {"ab": 1.0, "ac": 2.0, "bc": 3.0, "b": 4.0, "c": 5.0}
    for name, value in ohms.items():
        net.add(One(f"j_{name}"), R(f"r_{name}", value))
        net.connect(name[0], f"j_{name}", f"r_{name}")
        if len(name) == 2:
            net.connect(f"j_{name}", name[1])
    run = net.simulate(duration=0.1)
    import numpy as np

    G = np.array([[1 / 1 + 1 / 3 + 1 / 4, -1 / 3], [-1 / 3, 1 / 2 + 1 / 3 + 1 / 5]])
    v = np.linalg.solve(G, [1 / 1, 1 / 2])
    assert run["r_b.effort"][-1] == pytest.approx(v[0], rel=1e-12)
    assert run["r_bc.flow"][-1] == pytest.approx((v[0] - v[1]) / 3, rel=1e-12)


@pytest.mark.parametrize(("junction", "source", "word"), [(Zero, Se, "effort"), (One, Sf, "flow")])
def test_two_sources_that_fight_are_named(junction: type, source: type, word: str) -> None:
    net = Network("n")
    net.add(junction("j"), source("first", 1.0), source("second", 2.0), R("r", 1.0))
    net.connect("first", "j")
    net.connect("second", "j")
    net.connect("j", "r")
    with pytest.raises(CausalConflict, match=f"'j'.*'first'.*'second' both dictate its {word}.*Put a resistance"):
        net.check()


def ladder(n: int) -> Network:
    net = Network("ladder")
    net.add(Se("u", 1.0))
    before = "u"
    for k in range(n // 2):
        net.add(One(f"i{k}"), I(f"l{k}", 1.0), Zero(f"v{k}"), C(f"c{k}", 1.0))
        net.connect(before, f"i{k}", f"v{k}")
        net.connect(f"i{k}", f"l{k}")
        net.connect(f"v{k}", f"c{k}")
        before = f"v{k}"
    net.add(R("end", 1.0))
    net.connect(before, "end")
    return net


def test_cost_grows_linearly() -> None:
    """Counted in calls of functions: a clock would depend on what else the machine does."""

    def cost(n: int) -> float:
        graph, calls = flatten(ladder(n)), 0

        def count(frame: FrameType, event: str, argument: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            assign(graph)
        finally:
            sys.setprofile(None)
        return calls / n

    assert cost(4000) < 1.1 * cost(500)
