"""The page of a study, served to this machine alone: a click on a sample runs its machine and shows it in 3-D."""

from __future__ import annotations

import re
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from biela.app.run import run
from biela.base.errors import BielaError
from biela.report.shell import LIVE, POLICY, Answer, shell
from biela.studio.server import View, attend, listening, refuse_far
from biela.studio.transport import Reply, Request
from biela.study.result import open_sweep
from biela.study.store import FolderStore
from biela.study.vary import StudyError

SAMPLE = re.compile(r"/sample/([0-9]{1,9})")
KEPT = 8
"""Pages of samples that are kept."""


class StudyView(View):
    """Serves the report of a study, and reports of its samples."""

    def __init__(self, folder: Path, host: str, port: int):
        self.report, self.sweep = folder / "report.html", open_sweep(folder)
        if not self.report.is_file():
            raise StudyError(f"the study in {str(folder)!r} has no report yet: finish it with biela sweep.")
        self._pages: dict[int, bytes] = {}
        self._one_at_a_time = threading.Lock()
        super().__init__(host, port, POLICY + LIVE)  # samples are reports that can be run again

    def reply(self, request: Request) -> Reply:
        """Return the report, or that of a sample, computed when it is asked for."""
        sample = SAMPLE.fullmatch(request.path)
        if request.method == "GET" and request.path == "/":
            return Reply(200, self.report.read_bytes(), HTML)
        if request.method != "GET" or sample is None or int(sample[1]) >= len(self.sweep):
            return Reply(404, _page("nothing here", "There is no such page."), HTML)
        return Reply(200, self.sample(int(sample[1])), HTML)

    def sample(self, number: int) -> bytes:
        """The report of a sample."""
        with self._one_at_a_time:
            if number not in self._pages:
                while len(self._pages) >= KEPT:
                    self._pages.pop(next(iter(self._pages)))
                self._pages[number] = self._run(number)
            return self._pages[number]

    def _run(self, number: int) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            try:
                run(self.sweep.case(number), folder)
            except BielaError as error:
                return _page(f"sample {number}", str(error))
            return (Path(folder) / "report.html").read_bytes()


HTML = "text/html; charset=utf-8"


def _page(title: str, said: str) -> bytes:
    return shell("plain", title, {}, answer=Answer("bad", said)).encode()


def is_study(name: str) -> bool:
    """Whether a name is that of a folder with a study."""
    folder = Path(name)
    return folder.is_dir() and FolderStore.about(folder) is not None


def serve_study(folder: str, host: str, port: int | None, browser: bool, say: Callable[[str], None]) -> None:
    """Serve the page of a study until Ctrl-C."""
    refuse_far(host, port)
    attend(listening(partial(StudyView, Path(folder)), host, port), folder, browser, say)
