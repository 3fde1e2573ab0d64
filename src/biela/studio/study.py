"""The page of a study, served to this machine alone: a click on a sample runs its machine and shows it in 3-D."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from biela.app.run import run
from biela.base.errors import BielaError
from biela.report.shell import LIVE, POLICY, Answer, shell
from biela.studio.server import Computing, attend, new_token, open_server
from biela.studio.view import PORT
from biela.study.result import open_sweep
from biela.study.store import FolderStore
from biela.study.vary import StudyError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Router

CACHED_PAGES = 8
"""Maximum number of pages of samples that are kept."""


class StudyPages:
    """Report of a study, and reports of its samples."""

    command, windows = "show", False
    policy = POLICY + LIVE  # samples are reports that can be run again

    def __init__(self, folder: Path):
        self.report, self.sweep, self.token = folder / "report.html", open_sweep(folder), new_token()
        if not self.report.is_file():
            raise StudyError(f"the study in {str(folder)!r} has no report yet: finish it with biela sweep.")
        self._pages: dict[int, str] = {}
        self._one_at_a_time = threading.Lock()

    def application(self) -> Router:
        """Return the report, and that of each sample, computed when it is asked for, as an application."""
        from starlette.responses import HTMLResponse
        from starlette.routing import Route, Router

        computing = Computing()

        async def first(request: Request) -> Response:
            return HTMLResponse(self.report.read_bytes())

        async def sample(request: Request) -> Response:
            number = request.path_params["number"]
            if number >= len(self.sweep):
                return HTMLResponse(_page("nothing here", "There is no such page."), 404)
            return HTMLResponse(await computing(lambda: self.sample(number)))

        return Router(routes=[Route("/", first), Route("/sample/{number:int}", sample)])

    def sample(self, number: int) -> str:
        """Return the report of a sample."""
        with self._one_at_a_time:
            if number not in self._pages:
                while len(self._pages) >= CACHED_PAGES:
                    self._pages.pop(next(iter(self._pages)))
                self._pages[number] = self._run(number)
            return self._pages[number]

    def _run(self, number: int) -> str:
        with tempfile.TemporaryDirectory() as folder:
            try:
                run(self.sweep.case(number), folder)
            except BielaError as error:
                return _page(f"sample {number}", str(error))
            return (Path(folder) / "report.html").read_text("utf-8")


def _page(title: str, said: str) -> str:
    return shell("plain", title, {}, answer=Answer("bad", said))


def is_study(name: str) -> bool:
    """Return whether a name is that of a folder with a study."""
    folder = Path(name)
    return folder.is_dir() and FolderStore.about(folder) is not None


def serve_study(folder: str, host: str, port: int | None, browser: bool, say: Callable[[str], None]) -> None:
    """Serve the page of a study until Ctrl-C."""
    attend(open_server(lambda: StudyPages(Path(folder)), host, port, PORT), folder, browser, say)
