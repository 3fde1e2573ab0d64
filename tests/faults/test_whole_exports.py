"""Exports and films: a kill or a full disk leaves the old file or the new one, and no film that cannot be played."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from limits import small_disk

from biela.app.export import export
from biela.base.atomic import write_whole
from biela.report.film import NoFilm, _mp4
from children import forked, killed

NAMES = ("m.urdf", "m.xml", "m.yaml", "m.json")


def test_kills_while_exporting_leave_whole_files(tmp_path: Path) -> None:
    """Files of two machines, written over each other for ever: after each kill, each is that of one or of the other."""
    whole = {name: set[bytes]() for name in NAMES}
    for machine in ("pendulum", "double-pendulum"):
        for name in NAMES:
            export(machine, tmp_path / name)
            whole[name].add((tmp_path / name).read_bytes())

    def write_for_ever() -> None:
        while True:
            for machine in ("pendulum", "double-pendulum"):
                for name in NAMES:
                    export(machine, tmp_path / name)

    rng = np.random.default_rng(6)
    for _ in range(15):
        killed(forked(write_for_ever), float(rng.uniform(0.01, 0.15)))
        write_whole(tmp_path / "after", b"")
        assert {path.name for path in tmp_path.iterdir()} == {*NAMES, "after"}
        for name in NAMES:
            assert (tmp_path / name).read_bytes() in whole[name]


def test_a_film_that_ffmpeg_could_not_finish_is_not_handed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("imageio_ffmpeg")
    rng = np.random.default_rng(1)
    pictures = [rng.integers(0, 255, (100, 160, 3), np.uint8) for _ in range(6)]  # noise: nothing can be packed
    with small_disk(tmp_path, "20k") as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        with pytest.raises(NoFilm, match=r"not 6 pictures, so that nothing was written\. Is the disk of temporary files, "):
            _mp4(iter(pictures), tmp_path / "run.mp4", (160, 100), 5)
        assert not list(disk.iterdir()) and not (tmp_path / "run.mp4").exists()
