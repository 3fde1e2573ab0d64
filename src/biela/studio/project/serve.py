"""Serve a project to this machine until Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from biela.base.errors import BielaError
from biela.studio.project.application import Site
from biela.studio.project.folder import Project
from biela.studio.project.form import CommandForm
from biela.studio.server import attend, open_server

PORT = 8724


def serve(
    path: Path, forms: Sequence[CommandForm], port: int | None, browser: bool, say: Callable[[str], None], uses: Sequence[str] = ()
) -> None:
    """Open the studio of a folder and serve it until Ctrl-C."""
    for package in ("websockets", "merge3"):
        if find_spec(package) is None:
            raise BielaError(f'the studio needs {package}: install it with `pip install "biela[studio]"`.')
    project = Project(path)
    server = open_server(lambda: Site(project, forms, uses), "127.0.0.1", port, PORT)
    attend(server, f"studio of {project.path.name}", browser, say, "the studio is closed; every text is saved")
