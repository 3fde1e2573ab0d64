"""URDF and MJCF files read by biela and by MuJoCo: the same mass matrix and bias force to 1e-9, the same loops."""

# ruff: noqa: E402, E501 (an engine that is not installed skips the file before anything else is imported)

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")

from compare import relative_error

from biela.files import read
from biela.lie import quaternion
from biela.state.functions import functions_of

pytestmark = pytest.mark.peers
TOLERANCE = 1e-9

TREE = """
<mujoco model="tree">
  <compiler angle="degree" eulerseq="zyx"/>
  <option gravity="0.3 -0.2 -9.7"/>
  <default>
    <geom density="800"/>
    <joint damping="0.2"/>
    <default class="arm"><geom type="capsule" size="0.05" density="2700"/><joint axis="0 1 0" pos="0 0 0.1"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="base" pos="0.1 0.2 0.3" euler="20 -30 40">
      <joint name="turn" axis="1 2 3" pos="0.05 0 -0.02"/>
      <geom type="box" size="0.1 0.2 0.05" pos="0.02 0.01 0" euler="10 20 30"/>
      <geom type="sphere" size="0.07" pos="0 0.1 0.2" mass="1.3"/>
      <body name="upper-arm" childclass="arm" pos="0 0 0.4" quat="0.9 0.1 -0.3 0.2">
        <joint name="shoulder"/>
        <joint name="lift" type="slide" axis="0.2 0 1"/>
        <joint name="twist" axis="0 0 1"/>
        <geom fromto="0 0 0 0.3 0.1 0.5"/>
        <site name="elbow site" pos="0.3 0.1 0.5"/>
        <body name="hand" pos="0.3 0.1 0.5" axisangle="1 1 0 35">
          <joint name="wrist" type="ball" damping="0" pos="0.01 0.02 0.03"/>
          <inertial pos="0.1 0 0.05" mass="0.7" fullinertia="0.02 0.03 0.025 0.001 -0.002 0.003"/>
          <body name="tool" pos="0 0 0.2" xyaxes="0 1 0 -1 0 0.2">
            <geom type="cylinder" size="0.03 0.1"/>
            <geom type="ellipsoid" size="0.05 0.02 0.08" pos="0.1 0 0"/>
          </body>
        </body>
      </body>
      <frame pos="0 0 -0.3" euler="0 90 0"><body name="leg" zaxis="0.2 0.3 1">
        <joint name="hip" axis="1 0 0"/><geom class="arm" fromto="0 0 0 0 0 -0.4"/>
      </body></frame>
    </body>
    <body name="bird" pos="1 2 3" euler="5 6 7">
      <freejoint name="flight"/>
      <inertial pos="0.1 0.2 0.3" quat="0.7 0.1 0.2 0.3" mass="2" diaginertia="0.3 0.4 0.5"/>
      <body name="wing" pos="0 0.3 0"><joint name="flap" axis="1 0 0"/><geom type="box" size="0.1 0.3 0.01"/></body>
    </body>
  </worldbody>
</mujoco>
"""

ROBOT = """
<robot name="arm">
  <link name="base"><inertial><mass value="4"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <link name="one">
    <inertial><origin xyz="0.1 0.02 0.3" rpy="0.1 0.2 0.3"/><mass value="2.5"/>
    <inertia ixx="0.1" ixy="0.01" ixz="-0.02" iyy="0.12" iyz="0.005" izz="0.09"/></inertial>
  </link>
  <link name="two"><inertial><origin xyz="0 0 0.2"/><mass value="1.5"/><inertia ixx="0.05" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.04"/></inertial></link>
  <link name="three"><inertial><mass value="0.5"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.015"/></inertial></link>
  <link name="plate"><inertial><mass value="0.2"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.002" iyz="0" izz="0.0025"/></inertial></link>
  <joint name="j1" type="continuous"><parent link="base"/><child link="one"/>
    <origin xyz="0.1 0.2 0.3" rpy="0.3 -0.2 0.5"/><axis xyz="0 1 1"/></joint>
  <joint name="j2" type="prismatic"><parent link="one"/><child link="two"/><origin xyz="0 0 0.5" rpy="-0.4 0.1 1.2"/>
    <axis xyz="1 0 0.5"/><limit lower="-9" upper="9" effort="10" velocity="1"/></joint>
  <joint name="j3" type="revolute"><parent link="two"/><child link="three"/><origin rpy="0 0.7 0" xyz="0.1 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-9" upper="9" effort="10" velocity="1"/></joint>
  <joint name="j4" type="fixed"><parent link="three"/><child link="plate"/><origin xyz="0.05 0.1 0.2" rpy="1 2 3"/></joint>
</robot>
"""

LOOPS = """
<mujoco model="loops">
  <compiler angle="radian"/>
  <worldbody>
    <body name="crank"><joint name="A" axis="0 0 1"/><geom type="capsule" size="0.02" fromto="0 0 0 0.4 0 0"/>
      <body name="coupler" pos="0.4 0 0" euler="0 0 0.5"><joint name="B" axis="0 0 1"/><geom type="capsule" size="0.02" fromto="0 0 0 1 0 0"/></body>
    </body>
    <body name="rocker" pos="1 0 0" euler="0 0 1.2"><joint name="D" axis="0 0 1"/><joint name="tilt" axis="1 0 0"/>
      <geom type="capsule" size="0.02" fromto="0 0 0 0.8 0 0"/></body>
    <body name="plate" pos="1.5 0.5 0.1"><joint name="P1" type="slide" axis="1 0 0"/><joint name="P2" axis="0 0 1"/><joint name="P3" axis="0 1 0"/>
      <geom type="box" size="0.1 0.1 0.02"/></body>
  </worldbody>
  <equality>
    {equality}
  </equality>
</mujoco>
"""


class Pair:
    """One file in both engines, in the same state."""

    def __init__(self, path: Path, seed: int):
        self.machine = read(path)
        self.m = self.machine.mechanism
        self.model = mujoco.MjModel.from_xml_path(str(path))
        self.data = mujoco.MjData(self.model)
        self.functions = functions_of(self.m)
        rng = np.random.default_rng(seed)
        topology = self.m.topology
        self.x = np.zeros(self.functions.layout.n_x)
        self.T = np.zeros((self.model.nv, topology.n_v))  # MuJoCo's velocities from biela's
        self.c = np.zeros(self.model.nv)
        v = rng.normal(size=topology.n_v)
        self.x[topology.n_q : topology.n_q + topology.n_v] = v
        for link in topology.links:
            kind, name = link.joint.type, link.joint.name
            if not kind.n_v:
                continue
            q = kind.neutral() if kind.quaternion is not None else rng.normal(size=kind.n_q)
            if kind.quaternion is not None:
                q[:4] = rng.normal(size=4)
                q[:4] /= np.linalg.norm(q[:4])
                q[4:] = rng.normal(size=kind.n_q - 4)
            self.x[link.q] = q
            joint = self.model.joint(name)
            at, dof = joint.qposadr[0], joint.dofadr[0]
            self._place(kind.kind, link, q, at, dof, v)
        self.data.qvel[:] = self.T @ v
        mujoco.mj_forward(self.model, self.data)

    def _place(self, kind: str, link: Any, q: Any, at: int, dof: int, v: Any) -> None:
        if kind == "free":
            P = link.joint.parent
            R0 = np.asarray(P.rotation, float)
            R = R0 @ np.asarray(quaternion.to_matrix(q[:4]), float)
            self.data.qpos[at : at + 3] = np.asarray(P.position, float) + R0 @ q[4:]
            self.data.qpos[at + 3 : at + 7] = np.asarray(quaternion.from_matrix(R), float)
            self.T[dof : dof + 3, link.v][:, 3:] = R
            self.T[dof + 3 : dof + 6, link.v][:, :3] = np.eye(3)
            V = v[link.v]
            self.c[dof : dof + 3] = R @ np.cross(V[:3], V[3:])
        elif kind == "spherical":
            self.data.qpos[at : at + 4] = q
            self.T[dof : dof + 3, link.v] = np.eye(3)
        else:
            self.data.qpos[at] = q[0]
            self.T[dof, link.v] = 1.0

    def mujoco_mass(self) -> Any:
        columns = np.zeros((self.model.nv, self.model.nv))
        for k, unit in enumerate(np.eye(self.model.nv)):
            out = np.zeros(self.model.nv)
            mujoco.mj_mulM(self.model, self.data, out, unit)
            columns[:, k] = out
        return columns

    def compare(self) -> tuple[float, float]:
        arguments = (0.0, self.x, np.zeros(len(self.m.actuators)), self.functions.parameters)
        (M,) = self.functions.evaluate("mass_matrix", *arguments)
        still = self.x.copy()
        (bias,) = self.functions.evaluate("inverse_dynamics", 0.0, still, arguments[2], arguments[3], np.zeros(self.T.shape[1]))
        theirs = self.mujoco_mass()
        wanted = self.T.T @ (self.data.qfrc_bias - self.data.qfrc_passive + theirs @ self.c)
        return relative_error(M, self.T.T @ theirs @ self.T), relative_error(np.asarray(bias).ravel(), wanted)


@pytest.mark.parametrize("seed", range(3))
def test_mjcf_tree(tmp_path: Path, seed: int) -> None:
    (tmp_path / "tree.xml").write_text(TREE)
    mass, bias = Pair(tmp_path / "tree.xml", seed).compare()
    assert mass < TOLERANCE and bias < TOLERANCE


@pytest.mark.parametrize("seed", range(3))
def test_urdf_tree(tmp_path: Path, seed: int) -> None:
    (tmp_path / "arm.urdf").write_text(ROBOT)
    mass, bias = Pair(tmp_path / "arm.urdf", seed).compare()
    assert mass < TOLERANCE and bias < TOLERANCE


@pytest.mark.parametrize(
    "equality",
    [
        '<connect name="C" body1="coupler" body2="rocker" anchor="1 0 0"/>',
        '<connect name="C" body1="plate" anchor="0.1 0.05 0"/>',
        '<weld name="W" body1="coupler" body2="plate"/>',
        '<weld name="W" body1="rocker" body2="plate" relpose="0.3 0.1 0 0.9 0.1 0.2 0.3"/>',
        '<joint name="J" joint1="A" joint2="D" polycoef="0.1 -2"/>',
    ],
)
def test_loops_constrain_the_same_motions(tmp_path: Path, equality: str) -> None:
    """The rows of both engines span the same space, at the configuration in which MuJoCo sees the constraint met or not."""
    (tmp_path / "loops.xml").write_text(LOOPS.format(equality=equality))
    pair = Pair(tmp_path / "loops.xml", 1)
    pair.x[:] = 0.0
    pair.data.qpos[:] = 0.0
    mujoco.mj_forward(pair.model, pair.data)
    theirs = np.zeros((pair.data.nefc, pair.model.nv))
    theirs[:] = pair.data.efc_J.reshape(pair.data.nefc, -1) if pair.data.efc_J.size == theirs.size else _dense(pair)
    (G,) = pair.functions.evaluate("constraint_jacobian", 0.0, pair.x, np.zeros(len(pair.m.actuators)), pair.functions.parameters)
    mine, yours = np.asarray(G), theirs[: pair.data.ne] @ pair.T  # contacts come after the equalities
    if "relpose" not in equality:  # where the loop is closed, both say the same
        assert np.linalg.matrix_rank(mine, 1e-8) == np.linalg.matrix_rank(yours, 1e-8)
        assert _projector(mine) == pytest.approx(_projector(yours), abs=1e-9)
    (residual,) = pair.functions.evaluate("residual", 0.0, pair.x, np.zeros(len(pair.m.actuators)), pair.functions.parameters)
    if "relpose" in equality:
        assert np.abs(residual).max() > 0.01 and np.abs(pair.data.efc_pos[: pair.data.ne]).max() > 0.01
    elif "joint1" not in equality:
        assert np.abs(residual).max() < 1e-12


def _dense(pair: Pair) -> Any:
    J = np.zeros((pair.data.nefc, pair.model.nv))
    for row in range(pair.data.nefc):
        first, n = pair.data.efc_J_rowadr[row], pair.data.efc_J_rownnz[row]
        J[row, pair.data.efc_J_colind[first : first + n]] = pair.data.efc_J.ravel()[first : first + n]
    return J


def _projector(J: Any) -> Any:
    _, s, Vt = np.linalg.svd(J)
    V = Vt[: int((s > 1e-9 * s[0]).sum())]
    return V.T @ V
