"""Networks in machine files: what Python builds is written, read back, and gives the same equations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pytest

import biela
from biela import library
from biela.base.errors import BielaError
from biela.files import loads, read
from biela.files.problem import FileError
from biela.files.results.repeat import from_result
from biela.files.schema import json_schema
from biela.files.write import dumps
from biela.library.machine_file import ready_text
from biela.mechanism.port import BodyPort
from biela.network import (
    GY,
    TF,
    C,
    CField,
    I,
    IField,
    Integrator,
    MatrixTF,
    Mode,
    Network,
    One,
    Output,
    R,
    RField,
    Rule,
    Se,
    Sensor,
    Sf,
    Zero,
    electric,
    rotation,
    spatial,
    translation,
)  # fmt: skip
from biela.network.registry import components
from derived_text import network_text

FILE = """
biela: 1
name: arm with a motor
gravity: [0, -9.81, 0]
parameters:
  ratio: 50
  k: {value: 0.1, free: true}
components:
  supply_line:
    parameters: {resistance: 0.1 ohm, inductance: null}
    components:
      i: {type: One, domain: electric}
      wire: {type: electric.resistor, resistance: resistance}
      coil: {type: electric.inductor, inductance: 2*inductance}
    bonds:
      - [i, wire]
      - [i, coil]
    ports: {in: i, out: i}
bodies:
  arm: {mass: 2 kg, com: [0.5, 0, 0], inertia: {rod: {length: 1}}, frames: {tip: [1, 0, 0]}}
joints:
  A: {type: revolute, parent: ground, child: arm}
networks:
  drive:
    audit: true
    components:
      supply: {type: electric.voltage}
      line: {type: supply_line, inductance: 1 mH}
      motor: {type: electric.dc_motor, resistance: 1 ohm, inductance: 1 mH, constant: k, inertia: 1e-4 kg*m^2}
      gear: {type: rotation.gear, ratio: ratio}
      drag: {type: R, effort: "0.01*flow*abs(flow) + 0.001*A.rate", domain: rotation}
      out: {type: One}
    bonds:
      - [supply, line.in]
      - [line.out, motor.supply]
      - [motor.shaft, gear, out]
      - [out, drag]
    ports: {shaft: out}
    attach: {shaft: A}
start: {coordinates: {A: 0}, states: {drive/line/coil: 1e-5}}
simulation:
  duration: 0.5 s
  inputs: {drive/supply: "24*(1 - A.angle)"}
plots: [A.angle, drive/motor/coil.flow]
"""


def same(net: Network, **ports: Any) -> str:
    """Text of a machine with the network, after asserting that it comes back with the same equations."""
    m = biela.Mechanism("m")
    body = m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0))
    m.free("J", m.ground, body)
    m.attach(net, ports)
    text = dumps(m)
    again = loads(text)
    assert network_text(m) == network_text(again.mechanism)
    assert dumps(again.mechanism) == text
    return text


def elements() -> Network:
    """Every kind of element with every kind of value."""
    net = Network("all", audit=True)
    k = net.parameter("k", 3.0, "N/m")
    net.add(Se("push", lambda t: ca.sin(2 * t), domain="translation"), One("v"), I("m", 2.0 * k, initial=0.1))
    net.add(C("hard", law=lambda q: k * q + 0.5 * q**3), C("deep", energy=lambda q: ca.cosh(q), initial=0.2))
    net.add(R("drag", effort=lambda f: 2 * f * ca.fabs(f)), R("leak", lambda s: 1 + s["angle.value"] ** 2))
    net.add(R("curve", effort=biela.table([-1.0, 0.0, 1.0], [-2.0, 0.0, 3.0])))
    net.add(R("brake", effort=lambda f, s: s["hard.effort"] * f))
    net.connect("push", "v")
    for part in ("m", "hard", "deep", "drag", "leak", "curve", "brake"):
        net.connect("v", part)
    net.add(Integrator("angle", lambda s: s["v.flow"], unit="rad"), Output("twice", lambda s: 2 * s["angle.value"]))
    net.add(Integrator("pair", lambda s: ca.vertcat(s["v.flow"], s.time), size=2, initial=(0.1, 0.2)))
    net.add(Sensor("speed", "flow"), Sensor("way", "displacement", initial=0.3))
    net.connect("v", "speed")
    net.connect("v", "way")
    net.add(TF("gear", lambda s: 2 + ca.cos(s["angle.value"])), One("w"), GY("motor", 0.5), One("i"), R("coil", 1.0))
    net.connect("v", "gear", "w", "motor", "i", "coil")
    net.add(Sf("pump", biela.sine(0.2, period=3.0)), Zero("p"), R("valve", flow=lambda e: ca.tanh(e)))
    net.connect("pump", "p", "valve")
    net.add(One("x", size=3), I("mass", 2.0, size=3, initial=(0.1, 0.2, 0.3)), Se("field", (lambda s: s["field_law.value"])))
    net.add(Output("field_law", lambda s: s["v.flow"]), One("y"), R("end", 1.0))
    net.connect("x", "mass")
    net.connect("field", "y", "end")
    net.add(MatrixTF("turn", lambda s: ca.vertcat(ca.horzcat(s["angle.value"], 1, 0), ca.horzcat(0, 2, s.time)), shape=(2, 3)))
    net.add(MatrixTF("fixed", [[0.0, 1.0], [-1.0, 0.0]], orthogonal=True), One("u", size=2), One("z", size=2))
    net.connect("x", "turn", "u")
    net.connect("u", "fixed", "z")
    net.add(CField("frame", [[5.0, -1.0], [-1.0, 3.0]]), RField("loss", law=lambda f: ca.vertcat(f[0] ** 3, f[0] + f[1]), size=2))
    net.connect("z", "frame")
    net.connect("u", "loss")
    net.add(IField("coils", energy=lambda p: p[0] ** 2 + 0.2 * p[0] * p[1] + p[1] ** 2, size=2), One("a"), One("b"))
    net.add(R("ra", 1.0, causality="effort"), R("rb", -0.1, active=True))
    net.connect("a", "coils.1")
    net.connect("b", "coils.2")
    net.connect("a", "ra")
    net.connect("b", "rb")
    net.add(One("copy"), I("shadow", 1.0, causality="integral"), R("shade", 1.0))
    net.connect("p", "copy", activated="effort")
    net.connect("copy", "shadow")
    net.connect("copy", "shade")
    net.add(Mode("stage", initial=1.0, rules=(Rule(lambda s: s["v.flow"] - 2.0, lambda s: s["stage.value"] + 1),)))
    return net


def test_every_element_and_every_kind_of_value() -> None:
    text = same(elements())
    assert 'effort: "2*flow*abs(flow)"' in text or "effort: 2*flow*abs(flow)" in text
    assert "{type: MatrixTF" in text and "activated: effort" in text


SAMPLES: dict[str, tuple[Any, dict[str, Any]]] = {
    "translation.mass": (translation.mass, {"mass": 2.0, "velocity": 0.1}),
    "translation.spring": (translation.spring, {"stiffness": 30.0, "elongation": 0.01}),
    "translation.damper": (translation.damper, {"damping": lambda v: 3 * v**3}),
    "translation.force": (translation.force, {"value": lambda t: t**2}),
    "translation.velocity": (translation.velocity, {"value": 0.3}),
    "translation.lever": (translation.lever, {"ratio": 2.0}),
    "translation.rack": (translation.rack, {"radius": 0.05}),
    "rotation.inertia": (rotation.inertia, {"inertia": 0.2, "rate": 1.0}),
    "rotation.shaft": (rotation.shaft, {"stiffness": 400.0, "twist": 0.01}),
    "rotation.bearing": (rotation.bearing, {"friction": 0.02}),
    "rotation.torque": (rotation.torque, {"value": biela.step(2.0)}),
    "rotation.rate": (rotation.rate, {}),
    "rotation.gear": (rotation.gear, {"ratio": -3.0}),
    "rotation.clutch": (rotation.clutch, {"capacity": 20.0, "engaged": lambda t: ca.fmin(t, 1), "smoothing": 0.2}),
    "rotation.engine": (
        rotation.engine,
        {"speeds": (100.0, 200.0), "torques": (900.0, 800.0), "inertia": 3.0, "idle": 85.0, "high": 205.0, "droop": 0.08,
         "lever": biela.step(0.8), "reset_time": 0.5, "lag": 0.1, "drag": 50.0, "drag_rate": 0.1, "rate": 150.0,
         "consumption": (5.6e-8, 6e-8)},
    ),
    "electric.resistor": (electric.resistor, {"resistance": 4.0}),
    "electric.inductor": (electric.inductor, {"inductance": 0.1, "current": 0.2}),
    "electric.capacitor": (electric.capacitor, {"capacitance": 1e-3, "voltage": 5.0}),
    "electric.voltage": (electric.voltage, {}),
    "electric.current": (electric.current, {"value": 2.0}),
    "electric.transformer": (electric.transformer, {"ratio": 0.1}),
    "electric.dc_motor": (
        electric.dc_motor, {"resistance": 1.0, "inductance": 1e-3, "constant": 0.1, "inertia": 1e-4, "friction": 1e-5},
    ),
}  # fmt: skip


@pytest.mark.parametrize("type", SAMPLES)
def test_every_component_of_one_or_two_ports(type: str) -> None:
    build, values = SAMPLES[type]
    component = build("thing", **values)
    net = Network("n")
    net.add(component)
    domain = type.partition(".")[0]
    own_names = {"electric.dc_motor": ["supply", "shaft"], "rotation.engine": ["shaft"]}
    names = own_names.get(type, ["a", "b"])
    two = isinstance(component, Network | TF)
    for k, side in enumerate(names if two else [""]):
        source = component.kind in ("Se", "Sf") if isinstance(component, Se | Sf) else False
        own = component.port_domains()[k].name if isinstance(component, TF) else domain
        own = "rotation" if side == "shaft" else own
        net.add(One(f"j{k}", domain=own), R(f"r{k}", 2.0), I(f"i{k}", 1.0))
        net.connect(f"j{k}", f"r{k}")
        end = f"thing.{side}" if two else "thing"
        tail = source or (two and k == len(names) - 1)
        net.connect(end, f"j{k}") if tail else net.connect(f"j{k}", end)
        net.connect(f"j{k}", f"i{k}")
    assert f"type: {type}" in same(net)


def test_bodies_in_space() -> None:
    net = Network("space")
    net.add(spatial.body("top", 1.0, (0.01, 0.01, 0.02), rotation=(0.1, 0.2, 0.3), rate=(0, 0, 30.0), points={"tip": (0, 0, -0.1)}))
    net.add(spatial.joint("pivot", "spherical", stiffness=1e5, damping=20.0, axes=(0, 0, 0.5)))
    net.add(spatial.body("bob", 0.5, (0.01, 0.02, 0.03), position=(0, 0, 1.0), points={"eye": (0, 0, 0.1), "other": (0, 0.1, 0)}))
    net.add(spatial.spring_between("spring", 10.0, 0.3, (0, 0, 1.0)))
    net.add(spatial.elastic_joint("bush", (1.0, 2.0, 3.0, 40.0, 50.0, 60.0), (0.1,) * 6, between=True))
    net.connect("top.tip", "pivot.child")
    net.connect("top.linear", "spring.a")
    net.connect("spring.b", "bob.linear")
    net.connect("top.centre", "bush.parent")
    net.connect("bob.eye", "bush.child")
    net.add(spatial.frame_change("axes", (0.1, 0.0, 0.2)), spatial.point("arm", (0.1, 0.2, 0.3)))
    net.add(spatial.rigid_body("rotor", 0.3, (0.1, 0.2, 0.3), rate=(1.0, 0.0, 0.0)))
    net.connect("bob.other", "axes.a")
    net.connect("axes.b", "arm.a")
    net.add(spatial.joint("stud", "fixed", stiffness=1e3, between=True), spatial.frame_rotation("turn", (1.0, 0.1, 0.0, 0.0)))
    net.connect("arm.b", "stud.parent")
    net.connect("rotor.motion", "turn.local")
    net.connect("turn.ground", "stud.child")
    text = same(net)
    for type in ("body", "joint", "spring_between", "elastic_joint", "frame_change", "point", "rigid_body", "frame_rotation"):
        assert f"type: spatial.{type}" in text
    covered = {f"spatial.{t}" for t in ("body", "joint", "spring_between", "elastic_joint", "frame_change", "point", "rigid_body",
                                        "frame_rotation", "turned")}  # fmt: skip
    libraries = ("translation", "rotation", "electric", "spatial")
    assert {t for t in components() if t.partition(".")[0] in libraries} == covered | set(SAMPLES)


def test_what_a_component_made_and_somebody_changed_is_written_in_place() -> None:
    motor = electric.dc_motor("motor", resistance=1.0, inductance=1e-3, constant=0.1)
    motor.add(rotation.bearing("extra", 0.1))
    motor.connect("rate", "extra")
    net = Network("n")
    net.add(motor, electric.voltage("u"), rotation.inertia("load", 1.0))
    net.connect("u", "motor.supply")
    net.connect("motor.shaft", "load")
    text = same(net)
    assert "type: network" in text and "extra: {type: rotation.bearing, friction: 0.1 N*m*s/rad}" in text


@pytest.mark.parametrize("part,axes", [("all", "frame"), ("linear", "ground"), ("angular", "frame")])
def test_ports_on_frames(part: Any, axes: Any) -> None:
    size = 6 if part == "all" else 3
    net = Network("n")
    for k in range(size):
        net.add(One(f"v{k}"), R(f"r{k}", 1.0 + k))
        net.connect(f"v{k}", f"r{k}")
    net.expose("at", *(f"v{k}" for k in range(size)))
    m = biela.Mechanism("m")
    body = m.body("b", mass=1.0, inertia=(1.0, 2.0, 3.0))
    m.free("J", m.ground, body)
    m.attach(net, {"at": BodyPort("at", body.frame("tip", (0.1, 0.2, 0.3)), axes=axes, part=part)})
    text = dumps(m)
    again = loads(text).mechanism
    assert network_text(m) == network_text(again) and dumps(again) == text
    a, b = again.networks["n"].ports[0], m.networks["n"].ports[0]
    assert (a.axes, a.part, a.frame.position) == (b.axes, b.part, b.frame.position)  # type: ignore[union-attr]


def test_lines_and_joints() -> None:
    net = Network("n")
    net.add(One("v"), translation.damper("d", 30.0), One("w"), rotation.bearing("f", 0.1))
    net.connect("v", "d")
    net.connect("w", "f")
    net.expose("line", "v")
    net.expose("pin", "w")
    m = biela.Mechanism("m")
    body = m.body("b", mass=1.0, inertia=(1.0, 2.0, 3.0))
    m.cylindrical("J", m.ground, body)
    m.attach(net, {"line": (m.ground.frame("eye", (1.0, 0, 0)), body.frame("pin", (0.2, 0, 0.1))), "pin": ("J", "angle")})
    text = dumps(m)
    assert "{joint: J, coordinate: angle}" in text
    again = loads(text).mechanism
    assert network_text(m) == network_text(again) and dumps(again) == text


# ---------------------------------------------------------------------------------------------------------- a whole file


@pytest.fixture(scope="module")
def machine() -> Any:
    return loads(FILE)


def test_file_with_its_own_component_runs(machine: Any, tmp_path: Path) -> None:
    run = machine.simulate()
    assert np.abs(run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]).max() < 1e-7
    # L di/dt = u − R i − k ω with both coils and both resistances in series
    assert run["drive/line/coil.momentum"][0] == 1e-5
    L, Rr, k = 3e-3, 1.1, 0.1
    i, u, w = (run[f"drive/{n}"] for n in ("line/i.flow", "supply.effort", "motor/rate.flow"))
    assert np.abs(run["drive/motor/coil.effort"] + run["drive/line/coil.effort"] - (u - Rr * i - k * w)).max() < 1e-9
    assert np.abs(run["drive/line/coil.effort"] - 2 / 3 * (u - Rr * i - k * w)).max() < 1e-9 and L == 3e-3
    assert np.abs(w - 50 * run["A.rate"]).max() < 1e-9
    run.save(tmp_path / "r.nc")
    again = from_result(tmp_path / "r.nc")
    other = again.simulate()
    assert np.array_equal(other["A.angle"], run["A.angle"])
    assert np.array_equal(other["drive/motor/coil.flow"], run["drive/motor/coil.flow"])


def test_parameters_of_a_file_reach_its_networks(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text(FILE)
    changed = read(tmp_path / "m.yaml", ["ratio=25", "drive.components.motor.resistance=2 ohm"])
    entries = changed.mechanism.networks["drive"].network.components
    assert entries["gear"].ratio == 1 / 25 and entries["motor"].components["winding"].resistance == 2.0  # type: ignore[union-attr]


def test_schema_knows_components() -> None:
    schema = json_schema()
    types = {o.get("title") for o in schema["$defs"]["NetworkComponent"]["anyOf"]}
    assert {"I", "electric.dc_motor", "spatial.body"} <= types
    assert schema["$defs"]["MachineFile"]["properties"]["networks"]["additionalProperties"]["$ref"] == "#/$defs/NetworkFile"


@pytest.mark.parametrize(
    "old,new,line,said",
    [
        ("electric.dc_motor", "electric.dc_moter", 28, "is not a type of component. Did you mean 'electric.dc_motor'"),
        ("ratio: ratio", "ratios: ratio", 29, "'ratios' is not a key here. Did you mean 'ratio'"),
        ("ratio: ratio", "ratios: ratio", 29, "'ratio' is missing"),
        ("motor.shaft", "motor.shft", 35, "component 'motor' has no port 'shft'. Did you mean 'shaft'"),
        ("resistance: 1 ohm", "resistance: 3 mm", 28, "it is a length [m], where a resistance"),
        ("A.rate", "B.rate", 30, "no signal 'B.rate'"),
        ("[out, drag]", "[drag, drag]", 36, "a loop of zero length"),
        ("attach: {shaft: A}", "attach: {shaft: B}", 38, "no joint or body 'B'"),
        ("    attach: {shaft: A}\n", "", 23, "required port 'shaft' of network 'drive' is not attached"),
        ("states: {drive/line", "states: {drive/lne", 39, "no state 'drive/lne/coil' of a network. Did you mean"),
        ("line: {type: supply_line, inductance: 1 mH}", "line: {type: supply_line}", 27, "'inductance' is missing"),
        ("flow*abs(flow)", "flaw*abs(flow)", 30, "'flaw' is neither a parameter nor a signal. Did you mean 'flow'"),
        ("      - [out, drag]\n", "", 30, "R 'drag' dangles"),
        ("[i, wire]", "[i, wires]", 15, "has no component 'wires'. Did you mean 'wire'"),
        ("resistance: 1 ohm", "resistance: -1 ohm", 28, "resistance of R 'winding' is -1"),
        ("type: One, domain: electric", "type: One, domain: rotation", 27, "'line/i' is rotation [N·m, rad/s]"),
        ("type: One, domain: electric", "type: One, domain: magic", 11, "give one of translation, rotation"),
        ("{type: One}", "{type: supply_line, inductance: 1 H}", 36, "component 'out' has no port ''. Known: in, out"),
        ("{in: i, out: i}", "{in: i, out: [i, 3]}", 17, "say where the port leads"),
        ("- [i, coil]", "- [i]", 16, "a bond is a list of two or more ends"),
        ("supply_line:\n", "network:\n", 8, "'network' cannot name a component of the file"),
        ("type: electric.resistor, resistance: resistance", "type: supply_line, inductance: 1", 12, "contains itself"),
        ("inductance: 1 mH}", "inductance: 1 mH, colour: red}", 27, "component 'supply_line' has no parameter 'colour'"),
        ("audit: true", "audit: maybe", 24, "true or false"),
        ("drive/supply:", "drive/suply:", 42, "no actuator 'drive/suply'. Did you mean 'drive/supply'"),
    ],
)  # fmt: skip
def test_bad_networks_are_refused_at_their_line(old: str, new: str, line: int, said: str) -> None:
    assert old in FILE
    with pytest.raises(FileError) as caught:
        loads(FILE.lstrip("\n").replace(old, new, 1))
    found = [(p.line, p.message) for p in caught.value.problems]
    assert any(at == line and said in message for at, message in found), found


def test_all_problems_of_a_file_at_once() -> None:
    text = (
        FILE.replace("resistance: 1 ohm", "resistance: 3 mm")
        .replace("ratio: ratio", "ratio: nothing")
        .replace("[i, wire]", "[i, wires]")
    )
    with pytest.raises(FileError) as caught:
        loads(text)
    assert len(caught.value.problems) == 3


def test_a_choice_cannot_be_null() -> None:
    text = ready_text(library.get("hydraulic-crane")).replace("law: efficiency", "law: null")
    with pytest.raises(FileError, match=r"friction.law: null\n    give one of efficiency, proportional, stribeck"):
        loads(text)


def test_laws_that_have_no_words() -> None:
    net = Network("n")
    net.add(Se("u", lambda s: s["no.such"].strange()), One("v"), R("r", 1.0))
    net.connect("u", "v", "r")
    m = biela.Mechanism("m")
    m.attach(net)
    with pytest.raises(BielaError, match="value of Se 'u' cannot be written as an expression"):
        dumps(m)
