"""Films of a run: the machine as the report shows it, drawn without a browser or a display, as MP4 or GIF."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.atomic import write_whole
from biela.base.errors import BielaError
from biela.lie import quaternion
from biela.report.line_solids import line_solids, turned
from biela.report.raster import Canvas
from biela.report.scene import GROUND, Scene, poses
from biela.report.sketch import Sketch
from biela.report.tessellate import face_normals, rgb, triangles
from biela.simulation.history import History

ENDINGS = (".mp4", ".gif")
FINE = 2
"""Pixels drawn for each pixel of the film, along each side; their mean has smooth edges."""
LENS = np.tan(np.radians(18.0))
"""Tangent of half of the field of view, as in the page."""
SKY, FLOOR = np.array([253.0, 253, 254]), np.array([226.0, 233, 241])


class NoFilm(BielaError):
    """Film that cannot be written, for its ending, or for want of a package."""


def write_film(
    history: History, path: Path, *, size: tuple[int, int] = (960, 540), rate: float = 25.0, speed: float | None = None
) -> Path:
    """Write a film of a run; the ending of the file selects the format.

    size : width and height [pixels]; even numbers
    rate : pictures per second
    speed : simulated seconds per second of the film; real time by default, slower or faster for runs that last less than 2 s or
        more than 60 s
    """
    if path.suffix not in ENDINGS:
        raise NoFilm(f"{str(path)!r}: a film ends in .mp4 or .gif.")
    span = float(history.t[-1] - history.t[0])
    if speed is None:
        speed = span / min(max(span, 2.0), 60.0) if span > 0 else 1.0
    count = max(2, round(span / speed * rate) + 1)
    studio = Studio(history, size, SKY if path.suffix == ".gif" else FLOOR)  # 256 colours make bands of a gradient
    if next(studio.solids(0), None) is None:
        raise NoFilm(f"{history.mechanism.name!r} has no bodies: there is nothing to film. Plot its signals instead.")
    wanted = np.linspace(history.t[0], history.t[-1], count)
    chosen = np.clip(np.searchsorted(history.t, wanted - 1e-9 * span), 0, len(history.t) - 1)
    (_gif if path.suffix == ".gif" else _mp4)((studio.picture(int(k)) for k in chosen), path, size, rate)
    return path


class Studio:
    """Machine of a run in front of a camera with the view of the page."""

    def __init__(self, history: History, size: tuple[int, int], floor: Array = FLOOR):
        self.scene = Scene(history, Sketch(history))
        self.data = self.scene.data()
        self.t, self.size = history.t, size
        self.poses = poses(self.scene.sketch)
        self.travel = self.scene._travel
        self.parts = [triangles(body["shapes"], body["colour"]) for body in self.data["bodies"]]
        self.ground = triangles(self.data["ground"], GROUND)
        ends = [[self._place(line[end], 0) for end in ("a", "b")] for line in self.data["lines"]]
        self.lines = [
            line_solids(line, max(float(np.linalg.norm(b - a)), 1e-6), self.data["unit"])
            for line, (a, b) in zip(self.data["lines"], ends, strict=True)
        ]
        up, right = np.array(self.data["up"]), np.array(self.data["right"])
        depth = np.cross(right, up)
        yaw, pitch = self.data["yaw"], self.data["pitch"]
        self.towards = np.cos(pitch) * (np.sin(yaw) * right + np.cos(yaw) * depth) + np.sin(pitch) * up
        self.across = _unit(np.cross(up, self.towards))
        self.above = np.cross(self.towards, self.across)
        margin, half = 4 * self.data["unit"], self.data["half"]
        wide = size[0] / size[1]
        self.distance = 1.16 * max((half[1] + margin) / LENS, (half[0] + margin) / (LENS * wide))
        if self.data["frame"]:  # as `home` of web/src/scene/camera.ts
            self.distance = max(z + 1.06 * max(abs(y) + margin, (abs(x) + margin) / wide) / LENS for x, y, z in self.data["frame"])
        self.light = _unit(0.45 * right + up + 0.7 * depth)
        shade = np.linspace(0, 1, FINE * size[1])[:, None, None]
        sky = np.broadcast_to(SKY + shade * (floor - SKY), (FINE * size[1], FINE * size[0], 3))
        self.canvas = Canvas(sky.astype(np.uint8), FINE)

    def picture(self, k: int) -> NDArray[np.uint8]:
        """Draw the k-th output of the run, (height, width, 3), with its time in the corner."""
        from PIL import Image, ImageDraw, ImageFont

        image = Image.fromarray(self.drawn(k))
        font = ImageFont.load_default(max(14, self.size[1] // 32))
        ImageDraw.Draw(image).text((16, 12), f"{self.t[k]:.2f} s", fill="#1c232c", font=font)
        return np.asarray(image)

    def drawn(self, k: int) -> NDArray[np.uint8]:
        """Draw the k-th output without its time."""
        self.canvas.clear()
        solids = list(self.solids(k))
        corners = np.concatenate([c for _, c in solids])
        if not self.data["planar"]:
            n, at = np.array(self.data["grid"]["n"]), np.array(self.data["grid"]["p"])
            on_ground = corners - ((corners - at) @ n)[..., None] * self.light / float(n @ self.light)  # along the light
            self.canvas.shadow(self._screen(on_ground, k), 0.15)
        base = np.concatenate([np.broadcast_to(rgb(colour), (len(c), 3)) for colour, c in solids])
        normals = face_normals(corners)
        lit = 0.5 + 0.5 * np.clip(normals @ self.light, 0, None) + 0.12 * np.clip(normals @ self.towards, 0, None)
        self.canvas.fill(self._screen(corners, k), np.clip(base * lit[:, None], 0, 255))
        return self.canvas.picture()

    def solids(self, k: int) -> Iterator[tuple[str, Array]]:
        """Yield colour and corners, in ground axes, of everything at an output."""
        yield from self.ground
        for n, parts in enumerate(self.parts):
            R, p = quaternion.to_matrix(self.poses[k, n, :4]), self.poses[k, n, 4:]
            for colour, corners in parts:
                yield colour, corners @ R.T + p
        for line, solids in zip(self.data["lines"], self.lines, strict=True):
            a, b = (self._place(end, k) for end in (line["a"], line["b"]))
            d = b - a
            length = float(np.linalg.norm(d))
            if length < 1e-9:
                continue
            axes = turned(d / length)
            side = self._place([line["a"][0], 0, 1, 0], k) - self._place([line["a"][0], 0, 0, 0], k)
            for part in solids:
                at = a + part.start * axes[:, 2] + part.side * side
                yield part.colour, (part.corners * [1.0, 1.0, part.along(length)]) @ axes.T + at

    def _place(self, end: list[float], k: int) -> Array:
        point = np.array(end[1:], float)
        if end[0] < 0:
            return point
        pose = self.poses[k, int(end[0])]
        return np.asarray(quaternion.to_matrix(pose[:4]) @ point + pose[4:])

    def _screen(self, corners: Array, k: int) -> Array:
        """Return pixel x, pixel y and distance of corners in ground axes."""
        width, height = FINE * self.size[0], FINE * self.size[1]
        rest = corners - (np.array(self.data["centre"]) + self.travel[k])
        away = self.distance - rest @ self.towards
        scale = height / 2 / LENS / (self.distance if self.data["planar"] else np.maximum(away, 1e-6 * self.distance))
        x, y = width / 2 + rest @ self.across * scale, height / 2 - rest @ self.above * scale
        return np.stack([x, y, away + (2 * self.distance if self.data["planar"] else 0.0)], axis=2)


def _unit(v: Array) -> Array:
    return np.asarray(v / np.linalg.norm(v))


def _gif(pictures: Iterator[NDArray[np.uint8]], path: Path, size: tuple[int, int], rate: float) -> None:
    from PIL import Image

    # colours that are far apart, so that small parts keep theirs and the sky does not take all
    frames = [Image.fromarray(p).quantize(128, method=Image.Quantize.MAXCOVERAGE) for p in pictures]
    made = io.BytesIO()
    frames[0].save(made, "GIF", save_all=True, append_images=frames[1:], duration=round(1000 / rate), loop=0)
    write_whole(path, made.getvalue())


def _mp4(pictures: Iterator[NDArray[np.uint8]], path: Path, size: tuple[int, int], rate: float) -> None:
    try:
        import imageio_ffmpeg
    except ImportError:
        raise NoFilm("films in MP4 need ffmpeg: pip install 'biela[film]', or write a .gif.") from None
    with TemporaryDirectory() as folder:  # ffmpeg writes a file of its own; ours appears whole
        made = Path(folder) / "film.mp4"
        writer = imageio_ffmpeg.write_frames(str(made), size, fps=rate, quality=7, macro_block_size=2, ffmpeg_log_level="error")
        writer.send(None)
        count = 0
        try:
            for picture in pictures:
                writer.send(np.ascontiguousarray(picture))
                count += 1
            writer.close()
            # ffmpeg fails in silence, on a full disk for example: its file is checked before it is handed out
            found = imageio_ffmpeg.count_frames_and_secs(str(made))[0]
        except (OSError, RuntimeError) as error:
            found = f"nothing that can be read ({(str(error).splitlines() or [''])[0].strip()})"
        finally:
            writer.close()
        if found != count:
            raise NoFilm(
                f"{path}: ffmpeg made {found}, not {count} pictures, so that nothing was written. Is the disk of temporary files, "
                f"{Path(folder).parent}, full? Make room there, or set TMPDIR."
            )
        write_whole(path, made.read_bytes())
