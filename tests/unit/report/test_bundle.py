"""The code of the pages: what is committed is what `make web` builds, its licences are listed, and it is small."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from biela.report.shell import asset

WEB = Path(__file__).parents[3] / "web"


def test_committed_code_is_what_web_builds(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules").is_dir():
        pytest.skip("no Node or no web/node_modules here: `make web` installs and builds")
    subprocess.run([node, "build.mjs", str(tmp_path)], cwd=WEB, check=True, capture_output=True)
    for name in ("shared.js", *(f"{page}.{ending}" for page in ("page", "studio") for ending in ("js", "css", "licences.txt"))):
        same = asset(name) == (tmp_path / name).read_text("utf-8")
        assert same, "web/ has changed: run `make web` and commit the assets"


def test_code_is_small_and_its_licences_are_listed() -> None:
    assert len((asset("shared.js") + asset("page.js")).encode()) <= 900_000
    for words in ("three", "uplot", "MIT", "Copyright"):
        assert words in asset("page.licences.txt")
    for words in ("@codemirror/view", "@lezer/common", "three", "MIT"):
        assert words in asset("studio.licences.txt")
