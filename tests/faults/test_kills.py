"""Commands that are killed while they write leave whole files, and run again over what is left."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from kills import Command, commands, prepared


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    prepared(folder)
    return folder


@pytest.mark.parametrize(
    ("name", "kills"),
    [
        ("new", 4),
        ("urdf", 4),
        *((name, 8) for name in ("run", "c", "inverse", "identify", "estimate")),
        *((name, 8) for name in ("plot", "film", "sweep", "yaml", "mjcf", "glb")),
    ],
)
def test_a_killed_command_leaves_whole_files(name: str, kills: int, inputs: Path, tmp_path: Path) -> None:
    command, rng = Command(name, commands(inputs)[name], tmp_path / "out"), np.random.default_rng(len(name))
    assert not [line for _ in range(kills) for line in command.killed(rng)]
    assert not command.finished()
