"""What is wrong with a network is said in words, with the path of the element."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, DuplicateName, FrozenMechanism, UnknownName
from biela.network import (
    GY,
    TF,
    C,
    CField,
    I,
    Integrator,
    Network,
    One,
    R,
    RField,
    Se,
    Sensor,
    Zero,
    electric,
    rotation,
    translation,
)
from biela.network.solve import Undetermined


def inner() -> Network:
    """An engine with a shaft that must be connected."""
    engine = Network("engine")
    engine.add(One("w"), I("crank", 0.1), TF("shaft", 2.0))
    engine.connect("w", "crank")
    engine.connect("w", "shaft")
    engine.expose("output", "shaft.b")
    return engine


def test_dangling_bond() -> None:
    net = Network("n")
    net.add(One("v"), I("mass", 1.0), R("r", 1.0), TF("gear", 2.0))
    net.connect("v", "mass")
    net.connect("v", "r")
    net.connect("v", "gear")
    with pytest.raises(DescriptionError, match="port 'b' of TF 'gear' dangles"):
        net.check()
    alone = Network("n")
    alone.add(One("v"), I("mass", 1.0), R("r", 1.0), C("c", 1.0))
    alone.connect("v", "mass")
    alone.connect("v", "r")
    with pytest.raises(DescriptionError, match="C 'c' dangles"):
        alone.check()


def test_unconnected_required_port_of_a_nested_network_shows_the_path() -> None:
    car = Network("car")
    front = Network("front")
    front.add(inner())
    car.add(front)
    with pytest.raises(DescriptionError, match=r"required port 'front/engine.output' .*front/engine/shaft"):
        car.check()


def test_unconnected_required_port_at_a_junction() -> None:
    sub = Network("pump")
    sub.add(One("q"), R("r", 1.0), C("c", 1.0))
    sub.connect("q", "r")
    sub.connect("q", "c")
    sub.expose("out", "q")
    net = Network("n")
    net.add(sub)
    with pytest.raises(DescriptionError, match=r"required port 'pump.out' .*pump/q"):
        net.check()


def test_unattached_port_of_the_outermost_network() -> None:
    with pytest.raises(DescriptionError, match=r"port 'output' of network 'engine' .*m\.attach"):
        inner().check()
    m = biela.Mechanism("m")
    with pytest.raises(DescriptionError, match="required port 'output'.*is not attached"):
        m.attach(inner())


def test_wrong_domain_is_refused_through_junctions() -> None:
    net = Network("n")
    net.add(electric.voltage("battery", 12.0), One("j"), translation.mass("load", 1.0))
    net.connect("battery", "j", "load")
    with pytest.raises(
        DescriptionError, match=r"I 'load' is translation \[N, m/s\].*'battery', which is electric \[V, A\].*gyrator"
    ):
        net.check()


def test_gyrator_joins_domains() -> None:
    net = Network("n")
    net.add(electric.voltage("battery", 12.0), One("i"), electric.resistor("r", 1.0), One("w"), rotation.inertia("rotor", 1.0))
    net.add(GY("motor", 0.1, domain="electric", domain_b="rotation"))
    net.connect("battery", "i", "motor", "w", "rotor")
    net.connect("i", "r")
    assert net.causality.graph.by_path["rotor"].element.domain.name == "rotation"  # type: ignore[union-attr]
    with pytest.raises(UnknownName, match="no domain 'elektric'"):
        GY("x", 1.0, domain="elektric")


@pytest.mark.parametrize(
    "make",
    [
        lambda: R("r", -5.0), lambda: I("mass", 0.0), lambda: C("c", -1.0), lambda: TF("t", 0.0), lambda: R("r", float("nan")),
        lambda: I("m", lambda t: t), lambda: RField("f", np.diag([1.0, -1.0])), lambda: CField("f", [[1.0, 0.5], [0.2, 1.0]]),
        lambda: translation.spring("s", 0.0), lambda: Se("u", float("inf")), lambda: I("m", 1.0, law=lambda p: p),
        lambda: R("r"), lambda: Sensor("s", "speed"), lambda: I("m", 1.0, size=0), lambda: I("1", 1.0),
        lambda: CField("f", np.eye(2), initial=(1.0,)), lambda: Integrator("x", lambda s: 0, initial=float("nan")),
    ],
)  # fmt: skip
def test_values_that_cannot_be(make: object) -> None:
    with pytest.raises(DescriptionError):
        make()  # type: ignore[operator]


def test_a_sensor_names_what_it_can_measure() -> None:
    with pytest.raises(DescriptionError, match="it can measure effort, flow, momentum or displacement"):
        Sensor("s", "speed")  # type: ignore[arg-type]


def test_negative_resistance_is_possible_when_meant() -> None:
    with pytest.raises(DescriptionError, match="resistance of R 'r' is -5.*active=True"):
        R("r", -5.0)
    net = Network("n")
    net.add(One("j"), R("r", -5.0, active=True), I("l", 1.0))
    net.connect("j", "r")
    net.connect("j", "l")
    assert net.linearise().A == pytest.approx(np.array([[5.0]]))


def test_loop_of_zero_length() -> None:
    net = Network("n")
    net.add(One("v"), R("r", 1.0))
    with pytest.raises(DescriptionError, match="from 'v' to itself is a loop of zero length"):
        net.connect("v", "v")


def test_ring_of_junctions_without_elements() -> None:
    net = Network("n")
    net.add(Zero("a"), One("b"), Zero("c"), One("d"), Se("u", 1.0), R("r", 1.0), One("e"))
    net.connect("u", "e", "a")
    net.connect("e", "r")
    net.connect("a", "b", "c", "d", "a")
    with pytest.raises((Undetermined, DescriptionError), match="ring|conflict|independent"):
        net.linearise()


def test_junction_with_one_bond() -> None:
    net = Network("n")
    net.add(One("v"), One("lonely"), I("m", 1.0), R("r", 1.0))
    net.connect("v", "m")
    net.connect("v", "r")
    net.connect("v", "lonely")
    with pytest.raises(DescriptionError, match="1-junction 'lonely' has one bond"):
        net.check()


def test_port_with_two_bonds() -> None:
    net = Network("n")
    net.add(One("v"), One("w"), I("m", 1.0))
    net.connect("v", "m")
    net.connect("w", "m")
    with pytest.raises(DescriptionError, match="I 'm' carries two bonds.*junction"):
        net.check()


def test_names() -> None:
    net = Network("n")
    net.add(One("v"), I("m", 1.0))
    with pytest.raises(DuplicateName, match="already has a component 'm'"):
        net.add(R("m", 1.0))
    with pytest.raises(UnknownName, match="no component 'mas'"):
        net.connect("v", "mas")
    with pytest.raises(UnknownName, match="has no port 'c'"):
        net.add(TF("gear", 2.0))
        net.connect("v", "gear.c")
    with pytest.raises(DuplicateName, match="'m_x' is the name of two"):
        clash = Network("n")
        clash.add(I("m", 1.0, size=3), I("m_x", 1.0))
        clash.check()
    with pytest.raises(DescriptionError, match="not a name"):
        Network("two words")
    net.parameter("k", 1.0)
    with pytest.raises(DuplicateName, match="parameter 'k'"):
        net.parameter("k", 2.0)
    with pytest.raises(DescriptionError, match="cannot contain itself"):
        net.add(net, name="again")


def test_sizes_that_do_not_fit() -> None:
    net = Network("n")
    net.add(One("v", size=3), I("m", 1.0, size=2))
    with pytest.raises(DescriptionError, match="'v' has 3 components and 'm' 2"):
        net.connect("v", "m")


def test_laws_that_are_no_laws() -> None:
    def net(law: object) -> Network:
        n = Network("n")
        n.add(Se("u", law), One("i"), R("r", 1.0), I("l", 1.0))
        n.connect("u", "i", "l")
        n.connect("i", "r")
        return n

    with pytest.raises(UnknownName, match="law of Se 'u'.*no signal"):
        net(lambda s: s["nothing.effort"]).linearise()
    with pytest.raises(UnknownName, match="has no signal 'speed'"):
        net(lambda s: s["l.speed"]).linearise()
    with pytest.raises(DescriptionError, match="law of Se 'u'"):
        net(lambda s: "text").linearise()
    with pytest.raises(DescriptionError, match="law of Se 'u' returned 3 numbers"):
        net(lambda s: ca.vertcat(1, 2, 3)).linearise()


def test_network_in_use_cannot_change() -> None:
    net = Network("n")
    net.add(Se("u", 1.0), One("i"), R("r", 1.0), I("l", 1.0))
    net.connect("u", "i", "l")
    net.connect("i", "r")
    net.check()
    with pytest.raises(FrozenMechanism, match="already in use"):
        net.add(R("r2", 1.0))


def test_attachments_that_do_not_fit() -> None:
    m = biela.Mechanism("m")
    body = m.body("b", mass=1.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground, body)
    net = inner()
    with pytest.raises(UnknownName, match="has no port 'shaft'"):
        m.attach(net, {"shaft": "A"})
    with pytest.raises(UnknownName, match="no body 'Q'"):
        m.attach(net, {"output": "Q"})
    with pytest.raises(DescriptionError, match="has 1 components, what it is attached to has 6"):
        m.attach(net, {"output": body})
    wire = Network("wire")
    wire.add(electric.resistor("r", 1.0), One("i"), electric.inductor("l", 1.0))
    wire.connect("i", "r")
    wire.connect("i", "l")
    wire.expose("end", "i")
    with pytest.raises(DescriptionError, match=r"port 'port end' is rotation .* which is electric"):
        m.attach(wire, {"end": "A"})
    m.attach(net, {"output": "A"})
    with pytest.raises(DuplicateName):
        m.attach(inner(), {"output": "A"})


def test_states_and_inputs_by_wrong_names() -> None:
    net = Network("n")
    net.add(Se("u"), One("i"), R("r", 1.0), I("coil", 1.0))
    net.connect("u", "i", "coil")
    net.connect("i", "r")
    with pytest.raises(UnknownName, match="no state 'spool'"):
        net.simulate({"spool": 1.0}, 1.0)
    with pytest.raises(UnknownName, match="no input 'v'"):
        net.simulate(duration=1.0, inputs={"v": 1.0})
    with pytest.raises(UnknownName, match="no signal 'coil.speed'"):
        net.linearise(outputs=["coil.speed"])
