"""Good files of every format that biela reads as text, and what reads them."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from biela import library
from biela.estimate.log import Log
from biela.files import read
from biela.identify.dataset import read_data
from biela.study.store import FolderStore

URDF = """<?xml version="1.0"?>
<robot name="arm">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="base"/>
  <link name="rod">
    <inertial><origin xyz="0 0 -0.5" rpy="0 0.1 0"/><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <visual><origin xyz="0 0 -0.5"/><geometry><cylinder radius="0.02" length="1"/></geometry><material name="red"/></visual>
    <visual><geometry><box size="0.1 0.2 0.3"/></geometry></visual>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <link name="fore arm"><visual><geometry><sphere radius="0.1"/></geometry></visual></link>
  <link name="slide"/><link name="plate"/><link name="buoy"/>
  <joint name="pivot" type="revolute"><parent link="base"/><child link="rod"/><origin xyz="0 0 1" rpy="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="1" velocity="1"/><dynamics damping="0.1" friction="0.02"/></joint>
  <joint name="copy" type="continuous"><parent link="rod"/><child link="fore arm"/><axis xyz="0 1 0"/>
    <mimic joint="pivot" multiplier="-2" offset="0.1"/></joint>
  <joint name="push" type="prismatic"><parent link="rod"/><child link="slide"/><axis xyz="1 1 0"/></joint>
  <joint name="table" type="planar"><parent link="base"/><child link="plate"/><axis xyz="0 0 1"/></joint>
  <joint name="flight" type="floating"><parent link="base"/><child link="buoy"/></joint>
  <transmission name="t"/>
</robot>
"""
MJCF = """<mujoco model="linkage">
  <compiler angle="radian" eulerseq="zyx"/>
  <option gravity="0 -9.81 0"/>
  <default><geom rgba="0.8 0.2 0.1 1" density="900"/><default class="stiff"><joint stiffness="3" damping="0.1"/></default></default>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="crank"><joint name="A" axis="0 0 1" class="stiff"/>
      <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.02"/>
      <body name="coupler" pos="0.4 0 0"><joint name="B" axis="0 0 1" range="-1 1" frictionloss="0.1"/>
        <inertial pos="0.5 0 0" mass="1" diaginertia="0.001 0.08333333333333333 0.08333333333333333"/><site name="tip" pos="1 0 0"/></body>
    </body>
    <frame pos="1 0 0" axisangle="0 0 1 0.2"><body name="rocker" euler="0 0 1.04"><joint name="D" axis="0 0 1"/>
      <inertial pos="0.4 0 0" mass="0.8" fullinertia="0.04 0.05 0.06 0.001 0 0"/><site name="end" pos="0.8 0 0" zaxis="0 1 1"/></body></frame>
    <body name="block" pos="2 0 0" quat="1 0 0 0.1"><freejoint/><geom type="box" size="0.1 0.2 0.3" mass="1"/>
      <geom type="ellipsoid" size="0.1 0.2 0.3"/><geom type="cylinder" size="0.1 0.2"/><geom type="sphere" size="0.1"/></body>
    <body name="wrist" pos="3 0 0" xyaxes="1 0 0 0 1 1"><joint type="hinge" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="ball"/>
      <geom size="0.05"/></body>
  </worldbody>
  <equality><connect name="C" site1="tip" site2="end"/><weld body1="block" body2="wrist" relpose="0 0 1 1 0 0 0"/>
    <joint joint1="A" joint2="D" polycoef="0 2 0 0 0"/></equality>
  <actuator><motor name="m" joint="A" gear="5"/><general joint="D"/></actuator>
  <contact/>
</mujoco>
"""
YAML = """\
biela: 1
name: crane
parameters:
  length: 400 mm
  density: {value: 2 kg/m, free: true}
gravity: [0, -9.81 m/s^2, 0]
bodies:
  rod:
    mass: density*length
    com: [length/2, 0, 0]
    inertia: {rod: {length: length}}
    frames: {tip: [length, 0, 0], far: {position: [2*length, 0, 0], rotation: [0, 0, 30 deg]}}
  load: {mass: 3 kg, inertia: [1, 1, 1.5]}
joints:
  pivot: {type: revolute, parent: ground, child: rod}
  hook: {type: spherical, parent: rod.tip, child: load}
loads:
  brake: {type: friction, joint: pivot, viscous: 10 N*mm*s/rad}
  rope: {type: spring, a: ground, b: load, stiffness: 100 N/m, free_length: 1 m}
  wind: {type: wrench, at: load, force: [sin(t) * 5, 2 N, 0]}
actuators:
  motor: {type: motor, joint: pivot}
sensors:
  tip: {type: point_sensor, at: rod.tip}
start:
  coordinates: {pivot: 30 deg}
simulation:
  duration: 2 s
  inputs: {motor: {sine: {amplitude: 3 N*m, period: 2 s}}}
  events: {low: {when: pivot.angle + 0.5, direction: falling, action: stop}}
plots: [pivot.angle, [tip.x, tip.y]]
"""
CSV = "# recorded\ntime [s],A [deg],B.effort [N*m],p\n" + "".join(
    f"{0.1 * k:g},{10 * k},{k}.5e-1,{k % 3}\n" for k in range(12)
)
LOG = "time,gyro.z,tip.x\n" + "".join(f"{0.1 * k:g},{k * 0.25},{'' if k % 4 == 0 else k}\n" for k in range(12))


STUDY = {"study": {"machine": "name: rod", "measures": {"peak": "max(A.rate)"}, "samples": 2, "seed": 3}, "block": 64}


def _machine(path: Path) -> Any:
    case = read(path)
    return case.mechanism.topology


@dataclass(frozen=True)
class Original:
    """A good file: its name, its content and what reads it."""

    file: str
    content: bytes
    read: Callable[[Path], Any]


@cache
def originals() -> dict[str, Original]:
    """Good files by format."""
    ready = {name: library.get(name).machine_file() for name in ("four-bar", "hydraulic-crane", "renault-clio")}
    texts = {
        "machine": ("m.yaml", YAML, _machine), "four-bar": ("f.yaml", ready["four-bar"], _machine),
        "networks": ("h.yaml", ready["hydraulic-crane"], _machine), "car": ("c.yaml", ready["renault-clio"], _machine),
        "urdf": ("r.urdf", URDF, _machine), "mjcf": ("r.xml", MJCF, _machine), "data": ("d.csv", CSV, read_data),
        "log": ("l.csv", LOG, Log.read), "study": ("study.json", json.dumps(STUDY), lambda path: FolderStore.about(path.parent)),
    }  # fmt: skip
    return {name: Original(file, text.encode(), reader) for name, (file, text, reader) in texts.items()}
