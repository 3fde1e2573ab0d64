"""Good files of every format that biela reads, and what reads them."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import biela
from biela import files, library
from biela.base.errors import DescriptionError
from biela.estimate.log import Log
from biela.files import read
from biela.files.crg import read_crg
from biela.files.results.netcdf import DIGEST_AT, HEAP
from biela.files.results.repeat import from_result
from biela.files.tir import read_tir
from biela.identify.dataset import read_data
from biela.mechanism.mesh import Mesh
from biela.network import fmi
from biela.study.result import open_sweep
from biela.study.store import FolderStore
from road_text import CRG, DATA

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
  <option gravity="0 -9.81 0" density="1.2" viscosity="1e-5" wind="1 0 0"><flag limit="enable"/></option>
  <default><geom rgba="0.8 0.2 0.1 1" density="900"/><position kp="3"/><default class="stiff"><joint stiffness="3" damping="0.1"/></default></default>
  <asset><mesh name="wedge" inertia="exact" scale="1 1 2" vertex="0 0 0 .2 0 0 0 .3 0 0 0 .4" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="crank" gravcomp="0.5"><joint name="A" axis="0 0 1" class="stiff" armature="0.1" springdamper="0.1 1"/>
      <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.02"/>
      <body name="coupler" pos="0.4 0 0"><joint name="B" axis="0 0 1" range="-1 1" frictionloss="0.1"/>
        <inertial pos="0.5 0 0" mass="1" diaginertia="0.001 0.08333333333333333 0.08333333333333333"/><site name="tip" pos="1 0 0"/></body>
    </body>
    <frame pos="1 0 0" axisangle="0 0 1 0.2"><body name="rocker" euler="0 0 1.04"><joint name="D" axis="0 0 1"/>
      <inertial pos="0.4 0 0" mass="0.8" fullinertia="0.04 0.05 0.06 0.001 0 0"/><site name="end" pos="0.8 0 0" zaxis="0 1 1"/></body></frame>
    <body name="block" pos="2 0 0" quat="1 0 0 0.1"><freejoint/><geom type="box" size="0.1 0.2 0.3" mass="1"/>
      <geom type="ellipsoid" size="0.1 0.2 0.3"/><geom type="cylinder" size="0.1 0.2"/><geom type="sphere" size="0.1"/></body>
    <body name="wrist" pos="3 0 0" xyaxes="1 0 0 0 1 1"><joint type="hinge" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="ball"/>
      <geom size="0.05" shellinertia="true"/><geom type="mesh" mesh="wedge"/></body>
  </worldbody>
  <equality><connect name="C" site1="tip" site2="end"/><weld body1="block" body2="wrist" relpose="0 0 1 1 0 0 0"/>
    <joint joint1="A" joint2="D" polycoef="0 2 0 0 0"/></equality>
  <tendon><spatial name="wire" stiffness="5" damping="1" springlength="0.1 0.2"><site site="tip"/><site site="end"/></spatial>
    <fixed name="pair" stiffness="2"><joint joint="A" coef="0.5"/><joint joint="D" coef="-1"/></fixed></tendon>
  <actuator><motor name="m" joint="A" gear="5"/><general joint="D"/><position name="p" tendon="pair" dampratio="1" forcerange="-1 1"/>
    <velocity tendon="wire" kv="2" ctrlrange="-1 1"/></actuator>
  <sensor><jointpos joint="A" noise="0.1"/><gyro site="tip"/><framepos objtype="site" objname="end"/><actuatorfrc actuator="p"/></sensor>
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
ADM = """a dataset
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=0,0,1, REULER=90D,90D,0
PART/2, MASS=2, CM=20, IP=0.1,0.2,0.3, QG=0,0,0, VX=1
MARKER/20, PART=2, QP=0,0,0.5
MARKER/21, PART=2, ZP=1,0,1
PART/3
MARKER/30, PART=3, QP=0,0,1
MARKER/31, PART=3, QP=0,1,0.5
MARKER/22, PART=2, QP=0,1,0.5
ACCGRAV/KGRAV=-9.81
JOINT/1, SPHERICAL, I=11, J=30
JOINT/2, SPHERICAL, I=31, J=22
PART/5, MASS=1, CM=50, IP=1,1,1
MARKER/50, PART=5
JOINT/3, REVOLUTE, I=50, J=10
MOTION/1, JOINT=3, ROTATION, FUNCTION=STEP(TIME,1,2,3,6)+2*SIN(TIME)
SFORCE/1, ROT, I=50, J=10, FUNCTION=IF(TIME-1: 5, 6, 7)*AZ(50,10), ACTIONONLY
SPRINGDAMPER/1, TRANSLATION, I=20, J=10, K=100, C=1, L=0.5
REQUEST/1, D, I=22
REQUEST/2, F2=JOINT(1,0,3,0)\\F3=DM(20,10)
END
"""
SDF = """<sdf version="1.9"><world name="w"><gravity>0 0 -9.81</gravity><model name="bars">
<link name="crank"><pose>0 0 0 0 0 0</pose><inertial><pose>0 0 0.5 0 0 0</pose><mass>1</mass><inertia><ixx>0.1</ixx><ixy>0</ixy><ixz>0.01</ixz><iyy>0.12</iyy><iyz>0</iyz><izz>0.08</izz></inertia></inertial></link>
<link name="coupler"><pose>0 0 1 0 0 0</pose><inertial><mass>2</mass></inertial><visual name="v"><geometry><box><size>1 2 3</size></box></geometry></visual></link>
<link name="rocker"><pose relative_to="top">0 0 -1.5 0 0 0</pose><inertial><mass>3</mass></inertial></link>
<frame name="top" attached_to="coupler"><pose>2 0 0.5 0 0 0</pose></frame>
<joint name="A" type="revolute"><parent>world</parent><child>crank</child><axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit><dynamics><damping>0.1</damping></dynamics></axis></joint>
<joint name="B" type="revolute"><parent>crank</parent><child>coupler</child><axis><xyz expressed_in="top">0 1 0</xyz></axis></joint>
<joint name="D" type="universal"><parent>world</parent><child>rocker</child><axis><xyz>0 1 0</xyz></axis><axis2><xyz>1 0 0</xyz></axis2></joint>
<joint name="C" type="revolute"><parent>coupler</parent><child>rocker</child><pose relative_to="top"/><axis><xyz>0 1 0</xyz><mimic joint="A"><multiplier>2</multiplier><offset>0</offset><reference>0</reference></mimic></axis></joint>
</model></world></sdf>
"""
TIR = """[MDI_HEADER]
FILE_TYPE = 'tir'                              $ comment
[UNITS]
LENGTH = 'meter'
FORCE = 'newton'
ANGLE = 'radians'
[MODEL]
PROPERTY_FILE_FORMAT = 'PAC2002'
FITTYP = 6
[DIMENSION]
UNLOADED_RADIUS = 0.30
[VERTICAL]
VERTICAL_STIFFNESS = 2.0e5
FNOMIN = 3000
BREFF = 8.4
[LONGITUDINAL_COEFFICIENTS]
PCX1 = 1.6
PDX1 = 1.1
PKX1 = 21.5
RBX1 = 12.3
RCX1 = 1.09
[LATERAL_COEFFICIENTS]
PCY1 = 1.3
PDY1 = 0.9
PKY1 = -15
PKY2 = 1.7
RCY1 = 1.0
[SCALING_COEFFICIENTS]
LMUX = 0.9
"""
CSV = "# recorded\ntime [s],A [deg],B.effort [N*m],p\n" + "".join(f"{0.1 * k:g},{10 * k},{k}.5e-1,{k % 3}\n" for k in range(12))
LOG = "time,gyro.z,tip.x\n" + "".join(f"{0.1 * k:g},{k * 0.25},{'' if k % 4 == 0 else k}\n" for k in range(12))


STUDY = {"study": {"machine": "name: rod", "measures": {"peak": "max(A.rate)"}, "samples": 2, "seed": 3}, "block": 64}


def _machine(path: Path) -> Any:
    case = read(path)
    return case.mechanism.topology


def _containers() -> dict[str, tuple[str, bytes, Callable[[Path], Any]]]:
    """Measurements in binary files."""
    import asammdf
    import pandas
    import scipy.io
    import xarray

    t = np.linspace(0.0, 1.0, 30)
    columns = {"time": t, "A": np.sin(t), "motor": np.cos(t)}
    table = xarray.Dataset({name: ("time", x) for name, x in columns.items() if name != "time"}, {"time": t})
    mdf = asammdf.MDF(version="4.10")
    mdf.append([asammdf.Signal(columns["A"], t, unit="deg", name="A")])
    writers: dict[str, Callable[[Path], Any]] = {
        "l.parquet": pandas.DataFrame(columns).to_parquet, "l.mat": lambda path: scipy.io.savemat(path, {"run": columns}),
        "l.nc": lambda path: table.to_netcdf(path, engine="scipy"), "l.mf4": mdf.save,
    }  # fmt: skip
    found = {}
    with TemporaryDirectory() as folder:
        for name, write in writers.items():
            write(Path(folder) / name)
            found[name[2:]] = (name, (Path(folder) / name).read_bytes(), read_data)
    return found


def _results() -> dict[str, tuple[str, bytes, Callable[[Path], Any]]]:
    """A result of biela, damaged; the same with a digest that fits; and measurements of another program in HDF5."""
    import h5py

    case = files.loads(YAML)
    with TemporaryDirectory() as folder:
        image = case.simulate(0.02, step=0.01, method="rk4").save(Path(folder) / "r.nc").read_bytes()
        with h5py.File(Path(folder) / "l.h5", "w") as file:
            file["time"], file["A"] = np.arange(9.0), np.ones(9)
            file["A"].attrs["units"] = "deg"
        log = (Path(folder) / "l.h5").read_bytes()

    def read_signed(path: Path) -> Any:
        path.write_bytes(signed(bytearray(path.read_bytes().ljust(HEAP, b"\0"))))
        return from_result(path)

    return {"result": ("r.nc", image, from_result), "signed": ("s.nc", image, read_signed), "h5": ("l.h5", log, read_data)}


def signed(image: bytearray) -> bytearray:
    """Give a result a digest that fits: whoever makes a file can do this."""
    image[DIGEST_AT : DIGEST_AT + 32] = bytes(32)
    image[DIGEST_AT : DIGEST_AT + 32] = hashlib.sha256(image).digest()
    return image


def _meshes() -> dict[str, tuple[str, bytes, Callable[[Path], Any]]]:
    """Looks of bodies."""
    import trimesh

    box = trimesh.creation.box((0.1, 0.2, 0.3))
    ascii_stl = box.export(file_type="stl_ascii").encode()
    images = {
        "b.stl": box.export(file_type="stl"),
        "a.stl": ascii_stl,
        "m.obj": box.export(file_type="obj").encode(),
        "m.glb": box.export(file_type="glb"),
        "m.gltf": _embedded(box.export(file_type="gltf")),
    }
    return {name: (name, image, _mesh) for name, image in images.items()}


def _embedded(parts: dict[str, bytes]) -> bytes:
    """A glTF file with its numbers inside instead of in a second file."""
    about = json.loads(parts["model.gltf"])
    for buffer in about["buffers"]:
        buffer["uri"] = "data:application/octet-stream;base64," + base64.b64encode(parts[buffer["uri"]]).decode()
    return json.dumps(about).encode()


def _mesh(path: Path) -> Any:
    mesh = Mesh(str(path))
    with suppress(DescriptionError):  # one that is not closed any more
        mesh.solid(density=1000.0)
    return mesh


def _sweep_files() -> dict[str, tuple[str, bytes, Callable[[Path], Any]]]:
    """The folder of a sweep that is done, of which one file is damaged at a time."""
    machine = YAML.split("simulation:")[0] + "simulation: {duration: 0.01 s}\n"
    with TemporaryDirectory() as name:
        folder = Path(name)
        case = files.loads(machine.replace("density: {value: 2 kg/m, free: true}", "density: 2 kg/m"))
        biela.sweep(case, {"rod.mass": [1.0, 2.0]}, ["max(pivot.angle)"], out=folder)
        whole = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    def reader(damaged: str) -> Callable[[Path], Any]:
        def read_sweep(path: Path) -> Any:
            folder = path.parent / "sweep"
            for name, content in whole.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(path.read_bytes() if name == damaged else content)
            found = open_sweep(folder)
            return found["max(pivot.angle)"], found.status, found.reasons, found.store.done()

        return read_sweep

    names = {
        "study.json": "sweep",
        "samples.parquet": "samples",
        "blocks/0.json": "block",
        "results.zarr/max_pivot_angle/zarr.json": "arrays",
    }
    return {label: (label + ".x", whole[name], reader(name)) for name, label in names.items()}


FMU = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="motor" guid="{1}" numberOfEventIndicators="1">
<ModelExchange modelIdentifier="motor" canGetAndSetFMUstate="true"/>
<CoSimulation modelIdentifier="motor" canInterpolateInputs="true" canHandleVariableCommunicationStepSize="true"/>
<UnitDefinitions><Unit name="rpm"><BaseUnit rad="1" s="-1" factor="0.10471975511965977"/></Unit>
<Unit name="N.m"><BaseUnit kg="1" m="2" s="-2"/></Unit></UnitDefinitions>
<TypeDefinitions><SimpleType name="Rate"><Real unit="rpm" nominal="100"/></SimpleType>
<SimpleType name="Gear"><Enumeration><Item name="first" value="1"/><Item name="second" value="2"/></Enumeration></SimpleType></TypeDefinitions>
<DefaultExperiment startTime="0" stopTime="1" stepSize="0.001" tolerance="1e-6"/>
<ModelVariables>
<ScalarVariable name="w" valueReference="0" causality="input" variability="continuous"><Real declaredType="Rate" start="0"/></ScalarVariable>
<ScalarVariable name="tau" valueReference="1" causality="output" variability="continuous"><Real unit="N.m"/></ScalarVariable>
<ScalarVariable name="x" valueReference="2" causality="local"><Real/></ScalarVariable>
<ScalarVariable name="der(x)" valueReference="3" causality="local"><Real derivative="3"/></ScalarVariable>
<ScalarVariable name="R" valueReference="4" causality="parameter" variability="tunable"><Real start="0.5"/></ScalarVariable>
<ScalarVariable name="gear" valueReference="5" causality="parameter" variability="fixed"><Enumeration declaredType="Gear" start="1"/></ScalarVariable>
<ScalarVariable name="on" valueReference="6" causality="input" variability="discrete"><Boolean start="true"/></ScalarVariable>
</ModelVariables>
<ModelStructure><Outputs><Unknown index="2" dependencies="1 7"/></Outputs><Derivatives><Unknown index="4"/></Derivatives>
<InitialUnknowns><Unknown index="2"/></InitialUnknowns></ModelStructure>
</fmiModelDescription>
"""


def archive(description: bytes) -> bytes:
    """An FMU with this description, and with a library for every platform that is none."""
    image = io.BytesIO()
    with zipfile.ZipFile(image, "w") as file:
        file.writestr("modelDescription.xml", description)
        for platform in ("linux64", "linux32", "win64", "darwin64", "x86_64-linux", "aarch64-linux"):
            file.writestr(f"binaries/{platform}/motor.so", b"no library")
    return image.getvalue()


def _fmus() -> dict[str, tuple[str, bytes, Callable[[Path], Any]]]:
    """An FMU of another tool, of which the description or the archive is damaged."""

    def packed(path: Path) -> Any:
        target = path.with_suffix(".fmu")
        target.write_bytes(archive(path.read_bytes()))
        return _unit(target)

    return {"fmu": ("m.fmu", archive(FMU.encode()), _unit), "fmu.xml": ("m.xml", FMU.encode(), packed)}


def _unit(path: Path) -> Any:
    return fmi.unit("motor", str(path), inputs={"w": 1.0}, outputs=["tau"], parameters={"R": 2.0})


@dataclass(frozen=True)
class Original:
    """A good file: its name, its content and what reads it."""

    file: str
    content: bytes
    read: Callable[[Path], Any]


def _texts() -> dict[str, tuple[str, bytes, Callable[[Path], Any]]]:
    """Machine files, those of other programs, and measurements in text."""
    ready = {name: library.get(name).machine_file() for name in ("four-bar", "hydraulic-crane", "renault-clio")}
    texts: dict[str, tuple[str, str, Callable[[Path], Any]]] = {
        "machine": ("m.yaml", YAML, _machine), "four-bar": ("f.yaml", ready["four-bar"], _machine),
        "networks": ("h.yaml", ready["hydraulic-crane"], _machine), "car": ("c.yaml", ready["renault-clio"], _machine),
        "urdf": ("r.urdf", URDF, _machine), "mjcf": ("r.xml", MJCF, _machine), "sdf": ("r.sdf", SDF, _machine), "adams": ("r.adm", ADM, _machine),
        "tyre": ("t.tir", TIR, read_tir), "road": ("r.crg", CRG + DATA, read_crg), "data": ("d.csv", CSV, read_data),
        "log": ("l.csv", LOG, Log.read), "study": ("study.json", json.dumps(STUDY), lambda path: FolderStore.about(path.parent)),
    }  # fmt: skip
    return {name: (file, text.encode(), reader) for name, (file, text, reader) in texts.items()}


FORMATS: dict[str, Callable[[], dict[str, tuple[str, bytes, Callable[[Path], Any]]]]] = {
    **dict.fromkeys(
        ("machine", "four-bar", "networks", "car", "urdf", "mjcf", "sdf", "adams", "tyre", "road", "data", "log", "study"), cache(_texts)
    ),
    **dict.fromkeys(("parquet", "mat", "nc", "mf4"), cache(_containers)),
    **dict.fromkeys(("sweep", "samples", "block", "arrays"), cache(_sweep_files)),
    **dict.fromkeys(("fmu", "fmu.xml"), cache(_fmus)),
    **dict.fromkeys(("b.stl", "a.stl", "m.obj", "m.glb", "m.gltf"), cache(_meshes)),
    **dict.fromkeys(("result", "signed", "h5"), cache(_results)),
}  # fmt: skip
"""Formats, and what makes good files of them when one is first asked for."""


def original(name: str) -> Original:
    """A good file of a format."""
    return Original(*FORMATS[name]()[name])
