"""Networks in files: what is written comes back as the same equations."""

from __future__ import annotations

import numpy as np
import pytest

from biela import Mechanism
from biela.base.errors import UnknownName
from biela.files import loads
from biela.files.write import dumps
from biela.network import GY, TF, C, CField, I, MatrixTF, Network, One, R, Sensor, Zero, electric, rotation


def rich() -> Network:
    """Sub-networks, vectors, fields, sensors, activated bonds."""
    net = Network("rich", audit=True)
    net.add(
        electric.dc_motor("motor", resistance=1.0, inductance=0.1, constant=0.3, inertia=0.2, friction=0.01), electric.voltage("u")
    )
    net.connect("u", "motor.supply")
    net.add(rotation.gear("gear", 3.0), One("w", size=3), I("mass", 2.0, size=3, initial=(0.1, 0.2, 0.3)), R("loss", 0.5, size=3))
    net.add(MatrixTF("turn", [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], orthogonal=True), One("z", size=3), Zero("t"))
    net.add(CField("frame", [[50.0, -10.0, 0.0], [-10.0, 30.0, 0.0], [0.0, 0.0, 20.0]]), C("shaft", 0.01), Sensor("speed", "flow"))
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


def test_a_network_comes_back_from_its_file_as_the_same_equations() -> None:
    net, machine = rich(), Mechanism("machine")
    machine.attach(rich())
    again = loads(dumps(machine)).mechanism.networks["rich"].network
    assert again.audit
    outputs = ["speed.value", "shaft.effort"]
    a, b = net.linearise(outputs=outputs), again.linearise(outputs=outputs)
    assert a.states == b.states
    for name in "ABCD":
        assert np.array_equal(getattr(a, name), getattr(b, name))


def test_one_component_of_a_vector_port() -> None:
    net = Network("n")
    net.add(TF("t", 2.0, size=3), GY("g", 2.0, size=2))
    assert [e.path for e in net.ends("t.ay", None)] == ["t_y"]
    assert [e.path for e in net.ends("g.b2", None)] == ["g_2"]
    with pytest.raises(UnknownName, match="has no port 'a4'"):
        net.ends("t.a4", None)
