"""Hydraulic components on power networks: pressure [Pa, absolute] and volume flow [m³/s].

    from biela.network import Network, hydraulic as hy

Hydraulic ports are lines (0-junctions): connect them in any direction, as many as meet. Mechanical ports have a
direction: a rod and the shaft of a motor point outwards, what drives a pump points to its shaft. Components with one port
are called by their name alone.
"""

from biela.base.checked import guard
from biela.network.hydraulic.cylinder import Cushion, EndStops, cylinder
from biela.network.hydraulic.directional_valve import Spool, directional_valve
from biela.network.hydraulic.flow_control import compensated_valve, flow_control_valve
from biela.network.hydraulic.fluid import OIL, Fluid, effective_bulk_modulus, wall_bulk_modulus
from biela.network.hydraulic.friction import EfficiencyFriction, LiteralFriction, ProportionalFriction, StribeckFriction
from biela.network.hydraulic.machine import Losses, motor, pump
from biela.network.hydraulic.orifice import laminar_restrictor, orifice
from biela.network.hydraulic.pipe import pipe, wave_speed
from biela.network.hydraulic.source import flow_sensor, flow_source, power_sensor, pressure_sensor, pressure_source, tank
from biela.network.hydraulic.transmission import closed_circuit, one_line_drive
from biela.network.hydraulic.valve import (
    check_valve,
    compensator,
    counterbalance_valve,
    pilot_check_valve,
    reducing_valve,
    relief_valve,
    sequence_valve,
    shuttle_valve,
)
from biela.network.hydraulic.volume import Line, accumulator, hose, volume

__all__ = [
    "OIL", "Cushion", "EfficiencyFriction", "EndStops", "Fluid", "Line", "LiteralFriction", "Losses", "ProportionalFriction",
    "Spool", "StribeckFriction", "accumulator", "check_valve", "closed_circuit", "compensated_valve", "compensator",
    "counterbalance_valve", "cylinder", "directional_valve", "effective_bulk_modulus", "flow_control_valve", "flow_sensor",
    "flow_source", "hose", "laminar_restrictor", "motor", "one_line_drive", "orifice", "pilot_check_valve", "pipe",
    "power_sensor", "pressure_sensor", "pressure_source", "pump", "reducing_valve", "relief_valve", "sequence_valve",
    "shuttle_valve", "tank", "volume", "wall_bulk_modulus", "wave_speed",
]  # fmt: skip

guard(__name__)
