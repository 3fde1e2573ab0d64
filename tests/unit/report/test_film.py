"""Films without a browser: the machine is where the run says, pictures follow each other, other files are refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import biela
from biela import library
from biela.app.film import film, recorded
from biela.report.film import FINE, Studio
from biela.report.tessellate import triangles
from command_line import biela_command

pytest.importorskip("PIL")


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    ready = library.get("four-bar")
    m = ready.build()
    return m.simulate(ready.start(m), 1.0).save(tmp_path_factory.mktemp("film") / "result.nc")


def test_recorded_run_has_the_signals_of_its_file(result: Path) -> None:
    saved, again = biela.load(result), recorded(result)
    np.testing.assert_array_equal(again["coupler.x"], saved["coupler.x"])


def test_bodies_are_drawn_where_the_run_says(result: Path) -> None:
    history = recorded(result)
    studio = Studio(history, (320, 200))
    coupler = [b["name"] for b in studio.data["bodies"]].index("coupler")
    for k in (0, 40):
        middle = studio._place([coupler, 0.5, 0.0, 0.0], k)
        x, y, _ = (studio._screen(middle[None, None], k)[0, 0] / FINE).tolist()
        r, g, b = studio.picture(k)[round(y), round(x)].astype(float)
        assert r > 1.8 * b and r > 1.5 * g  # the coupler is orange
    assert not np.array_equal(studio.picture(0), studio.picture(40))


def test_shapes_are_closed_surfaces_with_their_faces_outwards() -> None:
    # volume from the divergence theorem: a sixth of the sum of the triple products of the corners
    shapes = [
        ({"k": "box", "p": [1, 2, 3], "s": [1, 2, 3]}, 6.0),
        ({"k": "cyl", "a": [1, 0, 0], "b": [1, 0, 2], "r": 0.5}, np.pi * 0.25 * 2),
        ({"k": "ball", "p": [0, 0, 5], "r": 1.0}, 4 / 3 * np.pi),
        ({"k": "rod", "a": [0, 0, 0], "b": [0, 3, 0], "r": 0.5}, np.pi * 0.25 * 3 + 4 / 3 * np.pi * 0.125),
        ({"k": "bar", "a": [0, 0, 0], "b": [3, 0, 0], "n": [0, 0, 1], "w": 0.5, "t": 0.2}, 0.2 * (3 + np.pi * 0.25)),
        ({"k": "plate", "points": [[0, 0, 0], [2, 0, 0], [2, 2, 0], [1, 0.5, 0], [0, 2, 0]], "n": [0, 0, 1], "t": 0.1}, 0.25),
    ]  # fmt: skip
    for shape, volume in shapes:
        ((_, corners),) = triangles([shape])
        found = float(np.einsum("ni,ni->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))) / 6
        assert found == pytest.approx(volume, rel=0.03), shape["k"]


def test_film_has_its_pictures(result: Path, tmp_path: Path) -> None:
    from PIL import Image

    made = film(result, tmp_path / "run.gif", size=(160, 100), rate=10, speed=1.0)
    with Image.open(made) as picture:
        assert picture.n_frames == 11 and picture.size == (160, 100)  # type: ignore[attr-defined]


def test_command_line_writes_mp4_and_refuses_other_files(result: Path, tmp_path: Path) -> None:
    pytest.importorskip("imageio_ffmpeg")
    import imageio_ffmpeg

    target = tmp_path / "run.mp4"
    size = ["--width", "160", "--height", "100", "--rate", "5", "--speed", "1"]
    done = biela_command("film", str(result), str(target), *size)
    assert done.exit_code == 0, done.stderr
    assert imageio_ffmpeg.count_frames_and_secs(str(target))[0] == 6
    assert [f.name for f in tmp_path.iterdir()] == ["run.mp4"]  # nothing half written is left
    wrong = biela_command("film", str(result), str(tmp_path / "run.avi"))
    assert wrong.exit_code == 1 and "a film ends in .mp4 or .gif" in wrong.stderr


def test_a_machine_without_bodies_cannot_be_filmed(tmp_path: Path) -> None:
    """A bond graph: there is a result, and nothing to see."""
    path = library.get("top").simulate(0.05).save(tmp_path / "result.nc")
    called = biela_command("film", path, tmp_path / "film.gif")
    assert called.exit_code == 1 and "'top' has no bodies: there is nothing to film." in called.stderr
    assert not (tmp_path / "film.gif").exists()
