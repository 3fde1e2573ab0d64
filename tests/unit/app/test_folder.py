"""Files of a run: whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from biela.app.folder import to_json
from biela.base.atomic import write_whole


def test_write_makes_the_folder_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file.txt"
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    write_whole(path, b"old")

    def full_disk(*arguments: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(OSError, match="No space left on device; this file was not written: .*file.txt"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_json_has_no_numbers_that_json_does_not_know() -> None:
    text = to_json({"a": float("nan"), "b": [float("inf"), 1.5], "c": {"d": -float("inf")}, "e": True, "unit": "N·m"})
    assert json.loads(text) == {"a": None, "b": [None, 1.5], "c": {"d": None}, "e": True, "unit": "N·m"}
