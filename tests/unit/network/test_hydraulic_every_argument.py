"""Every number that a hydraulic component takes: what cannot be is refused, with the name of the component and of the value."""

import math

import pytest

from biela.base.errors import DescriptionError
from biela.network import hydraulic as hy
from biela.network.hydraulic.fluid import FLUID
from biela.network.hydraulic.friction import FRICTION
from biela.network.hydraulic.machine import LOSSES
from biela.network.registry import components

EDGE = {"discharge": 0.62, "critical_reynolds": 100.0}
CYLINDER = {"bore": 0.1, "rod": 0.05, "stroke": 0.5, "dead_length": 0.6, "count": 1, "wall_modulus": 2e10, "leakage": 1e-13,
            "head_pressure": 1e6, "rod_pressure": 1e6, "extension": 0.2, "dead_volume": 1e-5}  # fmt: skip
PUMP = {"displacement": 5e-5, "speed": 150.0, "setting": 0.5, "pressure_limit": 2e7, "band": 1e6, "power_limit": 2e4,
        "load_pressure": 1e7, "margin": 2e6, "lag": 0.1, "volume": 1e-3, "pressure": 1e5}  # fmt: skip
DRIVE = {"capacity": 1e-12, "displacement": 9e-5, "setting": 3e7, "gradient": 1e-9, "flow": 1e-4, "leakage": 1e-12}
VALVE = {"command": 0.3, "overlap": 0.1, "dead_band": 0.1, **EDGE}
GIVEN = {
    "accumulator": [{"volume": 1e-3, "precharge": 5e6, "exponent": 1.2, "pressure": 6e6, "dead_volume": 1e-5}],
    "check_valve": [{"conductance": 1e-9, "cracking": 1e5}, {"coefficient": 1e-6, "diameter": 0.004, "cracking": 1e5}],
    "closed_circuit": [
        {**DRIVE, "charge_pressure": 2e6, "make_up": 1e-8, "drain": 1e-13, "pressures": 2e6, "cavitation": 3e4}
    ],
    "compensated_valve": [
        {**VALVE, size: value, "margin": 7e5, "band": 2e5, "size": 3.0, "lag": 0.01, "sensing": 1e-10, "volume": 2e-5,
         "pressure": 1e5}
        for size, value in (("coefficient", 1e-6), ("area", 1e-5), ("diameter", 0.004))
    ],
    "compensator": [
        {**EDGE, size: value, "margin": 7e5, "band": 2e5, "lag": 0.01}
        for size, value in (("coefficient", 1e-6), ("area", 1e-5), ("diameter", 0.004))
    ],
    "counterbalance_valve": [
        {**EDGE, size: value, "setting": 2e7, "ratio": 3.0, "band": 3e6, "cracking": 1e5, "lag": 0.01}
        for size, value in (("coefficient", 1e-6), ("area", 1e-5), ("diameter", 0.004))
    ],
    "cylinder": [CYLINDER],
    "directional_valve": [
        {**VALVE, size: value, "limit": 1.0, "underlap": 0.05, "count": 1, "centre": "tandem"}
        for size, value in (("coefficient", 1e-6), ("area", 1e-5), ("diameter", 0.004))
    ],
    "flow_control_valve": [
        {"flow": 1e-4, "margin": 7e5, "setting": 0.5, "band": 1e5, "size": 3.0, "cracking": 1e5, "lag": 0.01, "volume": 1e-5,
         "pressure": 1e5, "critical_reynolds": 100.0}
    ],
    "flow_sensor": [{"flow": 1e-4, "time_constant": 0.1, "initial": 1e-4}],
    "flow_source": [{"flow": 1e-4}],
    "hose": [{"length": 1.0, "bore": 0.01, "modulus": 3e8, "pressure": 1e5, "count": 1}],
    "laminar_restrictor": [{"conductance": 1e-12}, {"fluid": hy.OIL, "length": 1.0, "bore": 0.001}],
    "motor": [{"displacement": 5e-5}],
    "one_line_drive": [{**DRIVE, "low_pressure": 2e6, "pressure": 3e6}],
    "orifice": [
        {**EDGE, size: value, "opening": 0.5, "count": 1}
        for size, value in (("coefficient", 1e-6), ("area", 1e-5), ("diameter", 0.004))
    ],
    "pilot_check_valve": [
        {**EDGE, size: value, "cracking": 1e5, "ratio": 3.0, "band": 1e5, "lag": 0.01}
        for size, value in (("coefficient", 1e-6), ("area", 1e-5), ("diameter", 0.004))
    ],
    "pipe": [
        {"length": 4.0, "bore": 0.01, "modulus": 2e9, "roughness": 1e-6, "segments": 2, "pressure": 5e6, "flow": 1e-5}
    ],
    "power_sensor": [{"pressure": 1e6, "flow": 1e-4, "time_constant": 0.1, "initial": 10.0}],
    "pressure_sensor": [{"time_constant": 0.1, "initial": 1e5}],
    "pressure_source": [{"pressure": 1e6}],
    "pump": [PUMP],
    "reducing_valve": [
        {**EDGE, size: value, "setting": 4e6, "band": 3e5, "lag": 0.01}
        for size, value in (("coefficient", 1e-6), ("area", 1e-5), ("diameter", 0.004))
    ],
    "relief_valve": [{"setting": 2e7, "gradient": 1e-9}],
    "sequence_valve": [
        {**EDGE, size: value, "setting": 4e6, "band": 3e5, "lag": 0.01}
        for size, value in (("coefficient", 1e-6), ("area", 1e-5), ("diameter", 0.004))
    ],
    "shuttle_valve": [{"conductance": 1e-10, "changeover": 3e4}],
    "tank": [{"pressure": 2e5}],
    "volume": [{"volume": 1e-3, "pressure": 1e5, "modulus": 1e9}],
}  # fmt: skip
"""Every number of every component, in each way that it may be given."""

SIGNED = {
    "closed_circuit.flow", "one_line_drive.flow", "flow_sensor.flow", "flow_sensor.initial", "flow_source.flow",
    "power_sensor.pressure", "power_sensor.flow", "power_sensor.initial", "pressure_sensor.initial", "pipe.flow", "pump.speed",
    "pump.setting", "pump.load_pressure", "compensated_valve.command", "directional_valve.command",
}  # fmt: skip
"""What may be negative: flows, speeds, commands and readings."""
ZERO = SIGNED | {
    "accumulator.dead_volume", "check_valve.cracking", "closed_circuit.leakage", "closed_circuit.drain", "closed_circuit.pressures",
    "closed_circuit.cavitation", "closed_circuit.charge_pressure", "compensated_valve.dead_band", "compensated_valve.overlap",
    "compensated_valve.pressure", "cylinder.rod", "cylinder.dead_length", "cylinder.leakage", "cylinder.head_pressure",
    "cylinder.rod_pressure", "cylinder.dead_volume", "cylinder.extension", "directional_valve.overlap",
    "directional_valve.dead_band", "flow_control_valve.pressure", "hose.pressure", "one_line_drive.leakage",
    "one_line_drive.low_pressure", "one_line_drive.pressure", "pipe.roughness", "pressure_source.pressure",
    "pump.pressure", "tank.pressure", "volume.pressure", "accumulator.pressure",
}  # fmt: skip
"""What may be zero: besides these, pressures (absolute), leakages, laps and what is left out."""

WORDS = {
    "dead_length": "dead length", "pressure_limit": "pressure limit", "power_limit": "power limit", "dead_band": "dead band",
    "time_constant": "time constant", "low_pressure": "low pressure", "charge_pressure": "charge pressure",
    "critical_reynolds": "critical Reynolds number", "dead_volume": "dead volume", "wall_modulus": "wall modulus",
    "make_up": "make up", "load_pressure": "load pressure", "head_pressure": "head", "rod_pressure": "rod",
}  # fmt: skip
"""How a value is called in messages, where not by its own name."""


def cases():
    for kind, ways in GIVEN.items():
        tried = set()
        for way in ways:
            for key, value in way.items():
                if key not in tried and isinstance(value, int | float):
                    tried.add(key)
                    yield kind, way, key, value


def build(kind, values):
    return getattr(hy, kind)("thing", **values)


def test_every_number_of_every_component_is_tried():
    for type, entry in components().items():
        if type.startswith("hydraulic."):
            kind = type.partition(".")[2]
            kinds = ("number", "numbers", "signal", "count")
            numbers = {k for k, role in entry.roles.items() if role.kind in kinds and not role.size}
            given = {k for way in GIVEN[kind] for k, v in way.items() if isinstance(v, int | float)}
            assert given == numbers, kind


@pytest.mark.parametrize("kind", GIVEN)
def test_good_values_are_taken(kind):
    for way in GIVEN[kind]:
        assert build(kind, way) is not None


@pytest.mark.parametrize(("kind", "way", "key", "value"), list(cases()), ids=lambda x: x if isinstance(x, str) else "")
def test_what_cannot_be_is_refused_by_name(kind, way, key, value):
    name = f"{kind}.{key}"
    bad = [math.nan, math.inf]
    bad += [] if name in SIGNED else [-value]
    bad += [] if name in ZERO else [0 if isinstance(value, int) else 0.0]
    for x in bad:
        with pytest.raises(DescriptionError) as caught:
            build(kind, {**way, key: x})
        said = str(caught.value)
        if key not in ("length", "bore", "modulus") or kind not in ("hose", "pipe"):  # these are those of "a line"
            assert "thing" in said, said
        assert WORDS.get(key, key) in said or f"{key} " in said, said
    for x in ([0.0] if name in ZERO else []) + ([-value] if name in SIGNED else []):
        build(kind, {**way, key: x})


RECORDS = [
    (hy.Fluid, FLUID, {"density": 870.0, "viscosity": 32e-6, "bulk_modulus": 1.9e9, "cavitation": 3e4, "air": 0.01,
                       "air_exponent": 1.2, "dissolving": 3e6}, {"air", "cavitation"}),
    (hy.Line, None, {"length": 1.0, "bore": 0.01, "modulus": 3e8}, set()),
    (hy.Losses, LOSSES, {"leakage": 1e-12, "viscous": 0.01, "coulomb": 1.0, "pressure": 0.05},
     {"leakage", "viscous", "coulomb", "pressure"}),
    (hy.EndStops, None, {"stiffness": 1e8, "damping": 5.0}, {"damping"}),
    (hy.Cushion, None, {"length": 0.05, "diameter": 3e-3, "port": 0.02, "taper": 0.2}, set()),
    (hy.Spool, None, {"time_constant": 0.1, "rate": 5.0}, set()),
    (hy.Spool, None, {"frequency": 100.0, "damping": 0.8, "rate": 5.0}, set()),
    (hy.EfficiencyFriction, FRICTION, {"efficiency": 0.9, "speed": 0.01}, {"efficiency"}),
    (hy.ProportionalFriction, FRICTION, {"efficiency": 0.9}, {"efficiency"}),
    (hy.StribeckFriction, FRICTION, {"coulomb": 100.0, "viscous": 50.0, "stiction": 150.0, "stribeck": 0.02, "speed": 0.01},
     {"coulomb", "viscous"}),
]  # fmt: skip


@pytest.mark.parametrize(("make", "role", "values", "may_vanish"), RECORDS, ids=lambda x: getattr(x, "__name__", ""))
def test_records_refuse_too(make, role, values, may_vanish):
    make(**values)
    for key, value in values.items():
        for x in (math.nan, math.inf, -value, *([] if key in may_vanish else [0.0])):
            with pytest.raises(DescriptionError):
                make(**{**values, key: x})
        if key in may_vanish:
            make(**{**values, key: 0.0})
