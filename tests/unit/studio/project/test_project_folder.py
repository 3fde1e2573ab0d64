"""Files of a project: nothing outside the folder, nothing replaced."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from biela.base.errors import BielaError
from biela.studio.project.folder import OutsideProject, Project


@pytest.fixture
def folder(tmp_path: Path) -> Project:
    inside = tmp_path / "project"
    (inside / "sub").mkdir(parents=True)
    for name in ("a.yaml", "sub/b.yml", "log.csv", ".hidden.yaml", "notes.md"):
        (inside / name).write_text("biela: 1\n", "utf-8")
    (tmp_path / "secret.yaml").write_text("secret", "utf-8")
    os.symlink(tmp_path / "secret.yaml", inside / "link.yaml")
    os.symlink(tmp_path, inside / "up")
    return Project(inside)


def test_machines_and_data_are_listed_and_links_are_not(folder: Project) -> None:
    assert folder.files() == {"machines": ["a.yaml", "sub/b.yml"], "data": ["log.csv"]}


@pytest.mark.parametrize(
    "name",
    ["../secret.yaml", "/etc/passwd", "sub/../../secret.yaml", "link.yaml", "up/secret.yaml", ".hidden.yaml", "", None, 3,
     "a\0.yaml", "C:\\x.yaml", "C:/x.yaml", "x" * 600, ["a.yaml"]],
)  # fmt: skip
def test_files_outside_are_refused(folder: Project, name: Any) -> None:
    with pytest.raises(OutsideProject):
        folder.file(name)


def test_another_kind_of_file_is_refused(folder: Project) -> None:
    with pytest.raises(OutsideProject, match="ends with"):
        folder.file("notes.md", (".yaml",))


def test_a_new_file_never_replaces_one(folder: Project) -> None:
    assert folder.create("new", "biela: 1\n") == "new.yaml"
    with pytest.raises(BielaError, match="exists already"):
        folder.create("a", "x")
    assert (folder.path / "a.yaml").read_text("utf-8") == "biela: 1\n"
    with pytest.raises(OutsideProject):
        folder.create("../x", "x")


def test_results_are_numbered(folder: Project) -> None:
    assert folder.new_result("a.yaml", "run") == "results/a/0001-run"
    assert folder.new_result("sub/a.yaml", "sweep") == "results/a/0002-sweep"


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BielaError, match="no such folder"):
        Project(tmp_path / "nowhere")
