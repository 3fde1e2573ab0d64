"""Meshes: the mass, centre and inertia of the solid inside, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import files
from biela.base.errors import DescriptionError
from biela.lie import so3
from biela.mechanism.mesh import TRIANGLES_DRAWN, Mesh

trimesh = pytest.importorskip("trimesh")


@pytest.fixture
def block(tmp_path: Path) -> Any:
    """2 × 3 × 4 units about (1, 2, 3), as STL, OBJ, GLB and glTF."""
    made = trimesh.creation.box((2, 3, 4))
    made.apply_translation((1, 2, 3))
    for ending in ("stl", "obj", "glb", "gltf"):
        made.export(tmp_path / f"block.{ending}")
    return tmp_path


@pytest.mark.parametrize("ending", ["stl", "obj", "glb", "gltf"])
def test_a_block_has_the_mass_and_inertia_of_its_closed_form(block: Path, ending: str) -> None:
    solid = Mesh(str(block / f"block.{ending}"), scale=0.1).solid(density=500.0)
    assert solid["mass"] == pytest.approx(500 * 0.2 * 0.3 * 0.4, rel=1e-7)
    assert solid["com"] == pytest.approx((0.1, 0.2, 0.3), rel=1e-7)
    assert np.array(solid["inertia"]) == pytest.approx(np.array(biela.box(12.0, (0.2, 0.3, 0.4))), rel=1e-6)


def test_a_mesh_that_is_turned_and_moved_keeps_its_principal_moments(tmp_path: Path) -> None:
    ring = trimesh.creation.torus(0.6, 0.18, major_sections=48, minor_sections=24)
    ring.export(tmp_path / "ring.stl")
    angles = (0.3, -0.5, 1.1)
    plain = Mesh(str(tmp_path / "ring.stl")).solid(mass=2.0)
    moved = Mesh(str(tmp_path / "ring.stl"), position=(1, -2, 3), rotation=angles).solid(mass=2.0)
    R = np.asarray(so3.from_roll_pitch_yaw(np.array(angles)), float)
    assert moved["com"] == pytest.approx((1, -2, 3), abs=1e-6)
    assert np.array(moved["inertia"]) == pytest.approx(R @ np.array(plain["inertia"]) @ R.T, abs=1e-6)
    # the torus itself: m (4 R² + 3 r²)/4 about its axis, of which the polygons have a little less
    assert plain["inertia"][2][2] == pytest.approx(2.0 * (4 * 0.6**2 + 3 * 0.18**2) / 4, rel=0.02)
    ring.density = 2.0 / ring.volume
    assert np.array(plain["inertia"]) == pytest.approx(ring.moment_inertia, rel=1e-5, abs=1e-6)


def test_triangles_that_all_face_inwards_enclose_the_same_solid(block: Path) -> None:
    made = trimesh.load(block / "block.stl")
    made.invert()
    made.export(block / "inside_out.stl")
    one, other = (Mesh(str(block / f"{name}.stl")).solid(density=1.0) for name in ("block", "inside_out"))
    assert other["mass"] == pytest.approx(one["mass"]) and other["com"] == pytest.approx(one["com"])
    assert np.array(other["inertia"]) == pytest.approx(np.array(one["inertia"]))


def test_what_is_no_solid_is_refused_with_its_file_and_the_reason(block: Path) -> None:
    made = trimesh.load(block / "block.stl")
    made.update_faces(np.arange(len(made.faces)) != 3)
    made.export(block / "open.stl")
    assert len(Mesh(str(block / "open.stl")).faces) == 11  # pictures may be open
    with pytest.raises(DescriptionError, match=r"open\.stl.*not closed \(3 edges"):
        Mesh(str(block / "open.stl")).solid(density=1.0)
    turned = trimesh.load(block / "block.stl")
    turned.faces[0] = turned.faces[0][::-1]
    turned.export(block / "turned.stl")
    with pytest.raises(DescriptionError, match="face the other way"):
        Mesh(str(block / "turned.stl")).solid(density=1.0)
    for wrong in ({}, {"density": 1.0, "mass": 1.0}):
        with pytest.raises(DescriptionError, match="density of its matter, or the mass"):
            Mesh(str(block / "block.stl")).solid(**wrong)


def test_files_that_are_no_meshes_are_refused(tmp_path: Path) -> None:
    contents = {"empty.stl": b"\0" * 84, "words.stl": b"hello world", "points.obj": b"v 0 0 0\nv 1 0 0\n", "bad.glb": b"glTF" * 9}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DescriptionError, match=rf"{name}.*(no mesh|not a mesh)"):
            Mesh(str(tmp_path / name))
    with pytest.raises(DescriptionError, match=r"gone\.stl.*no such file"):
        Mesh(str(tmp_path / "gone.stl"))
    with pytest.raises(DescriptionError, match=r"part\.ply.*\.stl, \.obj"):
        Mesh("part.ply")
    (tmp_path / "far.obj").write_text("v 0 0 0\nv 1e9 0 0\nv 0 1e9 0\nf 1 2 3\n")
    with pytest.raises(DescriptionError, match="scale"):
        Mesh(str(tmp_path / "far.obj"))
    (tmp_path / "part.gltf").write_text('{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 9, "uri": "../block.bin"}]}')
    with pytest.raises(DescriptionError, match="not next to it"):
        Mesh(str(tmp_path / "part.gltf"))


def test_more_triangles_than_a_page_can_draw_are_refused(tmp_path: Path) -> None:
    n = int(np.sqrt(TRIANGLES_DRAWN / 2)) + 2
    x, y = np.meshgrid(np.arange(n + 1.0), np.arange(n + 1.0))
    corners = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
    a = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    faces = np.concatenate([np.stack([a, a + 1, a + n + 1], axis=1), np.stack([a + 1, a + n + 2, a + n + 1], axis=1)])
    trimesh.Trimesh(corners, faces, process=False).export(tmp_path / "huge.stl")
    m = biela.Mechanism("m")
    with pytest.raises(DescriptionError, match=rf"huge\.stl.*{len(faces)} triangles.*decimate"):
        m.draw("ground", Mesh(str(tmp_path / "huge.stl"), scale=1e-3))


FILE = """
biela: 1
name: block
bodies:
  block:
    inertia: {mesh: {file: block.stl, scale: 100 mm}, density: 500 kg/m^3}
    draw: {mesh: {file: block.stl, scale: 100 mm, colour: "#3f6fd1"}}
joints:
  A: {type: revolute, parent: ground, child: block, axis: y}
simulation: {duration: 10 ms}
"""


def test_a_machine_file_takes_mass_and_looks_from_a_mesh_and_keeps_them(block: Path) -> None:
    (block / "block.yaml").write_text(FILE)
    case = files.read(block / "block.yaml")
    body, (drawn,) = case.mechanism.bodies["block"], case.mechanism.shapes["block"]
    assert float(body.mass) == pytest.approx(12.0, rel=1e-7)
    assert body.com == pytest.approx((0.1, 0.2, 0.3), rel=1e-7)
    again = files.loads(files.dumps(case.mechanism), "elsewhere/again.yaml").mechanism  # without the file
    assert again.shapes["block"] == (drawn,)
    assert np.array_equal(again.shapes["block"][0].vertices, drawn.vertices)
    assert np.array(again.bodies["block"].inertia) == pytest.approx(np.array(body.inertia), rel=1e-12)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("density: 500 kg/m^3", "density: 500 kg", "kg/m"),
        (", density: 500 kg/m^3", "", "density.*or the `mass`"),
        ("    draw", "    mass: 2 kg\n    draw", "density.*or the `mass`"),
        ("    draw", "    com: [0, 0, 1]\n    draw", "com follows from the mesh"),
        ("density: 500 kg/m^3", "weight: 3", "a mesh takes a density"),
        ("block.stl, scale: 100 mm}, d", "gone.stl}, d", r"gone\.stl.*no such file"),
        ('colour: "#3f6fd1"', "packed: 3 1 AAAA", "`packed` triangles are damaged"),
    ],
)
def test_what_a_machine_file_says_wrongly_about_a_mesh_is_named(block: Path, old: str, new: str, said: str) -> None:
    (block / "block.yaml").write_text(FILE.replace(old, new, 1))
    with pytest.raises(files.FileError, match=f"(?s)bodies.block.*{said}"):
        files.read(block / "block.yaml")


def test_a_free_mass_carries_its_inertia_along(block: Path) -> None:
    text = FILE.replace(", density: 500 kg/m^3", "").replace("    draw", "    mass: load\n    draw", 1)
    (block / "free.yaml").write_text(text.replace("bodies:", "parameters: {load: {value: 3 kg, free: true}}\nbodies:", 1))
    m = files.read(block / "free.yaml").mechanism
    tensor = m.bodies["block"].inertia
    assert tensor[0][0].evaluate({"load": 6.0}) == pytest.approx(biela.box(6.0, (0.2, 0.3, 0.4))[0][0], rel=1e-6)


def test_films_and_pages_draw_the_mesh(block: Path) -> None:
    from biela.report.scene import Scene
    from biela.report.tessellate import triangles

    (block / "block.yaml").write_text(FILE)
    run = files.read(block / "block.yaml").simulate()
    data = Scene(run).data()
    ((colour, corners),) = triangles(data["bodies"][0]["shapes"])
    assert colour == "#3f6fd1" and corners.shape == (12, 3, 3)
    assert corners.min(axis=(0, 1)) == pytest.approx((0.0, 0.05, 0.1), abs=1e-6)
    assert corners.max(axis=(0, 1)) == pytest.approx((0.2, 0.35, 0.5), abs=1e-6)
