"""Networks as plain data: what is written comes back as the same equations."""

from __future__ import annotations

import json

import numpy as np
import pytest

from biela.errors import DescriptionError, UnknownName
from biela.network import GY, TF, C, CField, I, MatrixTF, Network, One, R, Se, Sensor, Zero, electric, rotation
from biela.network.description import from_dict, to_dict


def rich() -> Network:
    """Sub-networks, vectors, fields, sensors, activated bonds."""
    net = Network("rich", audit=True)
    net.add(
        electric.dc_motor("motor", resistance=1.0, inductance=0.1, constant=0.3, inertia=0.2, friction=0.01),
        electric.voltage("u"),
    )
    net.connect("u", "motor.supply")
    net.add(
        rotation.gear("gear", 3.0),
        One("w", size=3),
        I("mass", 2.0, size=3, initial=(0.1, 0.2, 0.3)),
        R("loss", 0.5, size=3),
    )
    net.add(
        MatrixTF("turn", [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], orthogonal=True),
        One("z", size=3),
        Zero("t"),
    )
    net.add(
        CField("frame", [[50.0, -10.0, 0.0], [-10.0, 30.0, 0.0], [0.0, 0.0, 20.0]]),
        C("shaft", 0.01),
        Sensor("speed", "flow"),
    )
    net.connect("motor.shaft", "gear", "t", "w.x")
    net.connect("t", "shaft")
    net.connect("w", "mass")
    net.connect("w", "loss")
    net.connect("w", "turn", "z", "frame")
    net.connect("w.y", "speed")
    net.add(One("copy"), I("shadow", 1.0), R("drag", 1.0))
    net.connect("t", "copy", activated="effort")
    net.connect("copy", "shadow")
    net.connect("copy", "drag")
    return net


def test_plain_data_come_back_as_the_same_equations() -> None:
    net = rich()
    data = json.loads(json.dumps(to_dict(net)))
    again = from_dict(data)
    assert json.loads(json.dumps(to_dict(again))) == data
    assert again.audit
    a, b = (
        net.linearise(outputs=["speed.value", "shaft.effort"]),
        again.linearise(outputs=["speed.value", "shaft.effort"]),
    )
    assert a.states == b.states
    for name in "ABCD":
        assert np.array_equal(getattr(a, name), getattr(b, name))


def test_ports_come_back() -> None:
    net = electric.dc_motor("motor", resistance=1.0, inductance=0.1, constant=0.3, inertia=0.2)
    again = from_dict(to_dict(net))
    assert again.exposed == net.exposed


def test_functions_go_through_the_format() -> None:
    net = Network("n")
    k = net.parameter("k", 2.0, "N·s/m")
    net.add(Se("u", lambda t: 3 * t), One("i"), R("r", 2 * k), I("l", 1.0))
    net.connect("u", "i", "l")
    net.connect("i", "r")
    with pytest.raises(DescriptionError, match="value of Se 'u'.*cannot be written"):
        to_dict(net)
    data = to_dict(net, write=lambda value, what: f"text of {what}")
    assert data["components"][0]["value"] == "text of value of Se 'u'"
    assert data["parameters"] == {"k": {"value": 2.0, "unit": "N·s/m"}}
    back = from_dict(data, read=lambda value, what: 4.0 if isinstance(value, str) else value)
    assert back.linearise().A == pytest.approx(np.array([[-4.0]]))


def test_wrong_data_are_named() -> None:
    for data, words in (
        ({"name": "n", "components": [{"kind": "Q", "name": "q"}]}, "no element of kind 'Q'"),
        ({"name": "n", "components": [{"kind": "R", "name": "r", "resistence": 1.0}]}, "R 'r' has no 'resistence'"),
        ({"name": "n", "bond": []}, "unknown entry 'bond'"),
        (
            {"name": "n", "components": [{"kind": "R", "name": "r", "resistance": 1.0}], "bonds": [["r", "x"]]},
            "no component 'x'",
        ),
    ):
        with pytest.raises(UnknownName, match=words):
            from_dict(data)
    with pytest.raises(DescriptionError, match="needs a name"):
        from_dict({})


def test_one_component_of_a_vector_port() -> None:
    net = Network("n")
    net.add(TF("t", 2.0, size=3), GY("g", 2.0, size=2))
    assert [e.path for e in net.ends("t.ay", None)] == ["t_y"]
    assert [e.path for e in net.ends("g.b2", None)] == ["g_2"]
    with pytest.raises(UnknownName, match="has no port 'a4'"):
        net.ends("t.a4", None)
