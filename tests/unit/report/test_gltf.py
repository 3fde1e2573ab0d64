"""glTF files: another program reads them, and finds the machine where it is."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import library
from biela.report.gltf import glb
from command_line import biela_command


def test_a_machine_is_where_it_starts_with_y_up(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    done = biela_command("export", "five-bar", str(tmp_path / "m.glb"))
    assert done.exit_code == 0, done.stderr
    scene = trimesh.load_scene(tmp_path / "m.glb")
    m = library.get("five-bar").build()
    start = library.get("five-bar").start(m)
    X, _ = scene.graph.get("left_coupler")
    assert X[:3, 3] == pytest.approx([start["left_coupler.x"], start["left_coupler.y"], start["left_coupler.z"]], abs=1e-6)
    assert np.linalg.norm(scene.extents) == pytest.approx(0.2, abs=0.1)  # in metres


def test_springs_reach_from_end_to_end_while_they_move() -> None:
    """The far end of a spring is on the body that it holds, at every instant of a run."""
    m = biela.Mechanism("swing", gravity=(0, 0, -9.81))
    bob = m.body("bob", mass=1.0)
    m.revolute("pivot", m.ground, bob, axis=(0, 1, 0), child_point=(0, 0, 1))
    anchor = np.array([2.0, 0.0, 0.5])
    m.spring("spring", m.ground.point("anchor", tuple(anchor)), bob.point("hook", (0, 0, 0)), stiffness=20.0, free_length=1.5)
    run = m.simulate({"pivot": 0.5}, 1.0, output_step=0.05)
    document, numbers = _opened(glb(run))
    animation, names = document["animations"][0], [node["name"] for node in document["nodes"]]
    tracks = {
        (names[c["target"]["node"]], c["target"]["path"]): numbers(animation["samplers"][c["sampler"]]["output"])
        for c in animation["channels"]
    }
    times = numbers(animation["samplers"][0]["input"])[:, 0]
    assert times == pytest.approx(run.t, abs=1e-6)
    bob_at = np.column_stack([run[f"bob.{axis}"] for axis in "xyz"])
    assert tracks["bob", "translation"] == pytest.approx(bob_at, abs=1e-6)
    x, y, z, w = tracks["spring 1", "rotation"].T
    along = np.column_stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])  # third axis of the rotation
    far = anchor + along * tracks["spring 1", "scale"][:, 2:]
    assert far == pytest.approx(bob_at, abs=1e-5)
    X = np.array(document["nodes"][0]["rotation"])  # the root turns z up into y up
    assert biela.lie.quaternion.to_matrix(X[[3, 0, 1, 2]]) @ [0, 0, 1] == pytest.approx([0, 1, 0], abs=1e-12)


def _opened(image: bytes) -> tuple[dict[str, Any], Callable[[int], Any]]:
    """The document of a file, and the numbers of its accessors."""
    assert image[:4] == b"glTF" and struct.unpack("<II", image[4:12]) == (2, len(image))
    size = struct.unpack("<I", image[12:16])[0]
    document, binary = json.loads(image[20 : 20 + size]), image[20 + size + 8 :]
    assert document["buffers"][0]["byteLength"] == len(binary)

    def numbers(k: int) -> Any:
        entry = document["accessors"][k]
        view = document["bufferViews"][entry["bufferView"]]
        raw = binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
        return np.frombuffer(raw, "<f4").reshape(entry["count"], -1)

    return document, numbers


def test_a_result_moves_and_a_ground_stays(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    assert biela_command("run", "pendulum", "--duration", "0.5", "--out", str(tmp_path / "run")).exit_code == 0
    done = biela_command("export", str(tmp_path / "run" / "result.nc"), str(tmp_path / "moves.glb"))
    assert done.exit_code == 0, done.stderr
    assert b'"animations"' in (tmp_path / "moves.glb").read_bytes()
    assert trimesh.load_scene(tmp_path / "moves.glb").geometry
