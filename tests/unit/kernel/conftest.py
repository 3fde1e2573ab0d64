"""Kernels under test keep their disk cache to themselves."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("kernel-cache")
    monkeypatch.setenv("BIELA_CACHE_DIR", str(folder))
    monkeypatch.delenv("BIELA_CACHE", raising=False)
    return folder
