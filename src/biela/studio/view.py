"""Pages of `biela show`, served to this machine alone: a machine, moved by sliders, by dragging or by levers (one page, and seven
requests with JSON), or a study, in which a click on a sample runs its machine and shows it in 3-D."""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from biela.app.folder import Json, to_json
from biela.app.run import run
from biela.base.errors import BielaError, count
from biela.base.surface import command
from biela.mechanism.size import machine_size
from biela.report.shell import LIVE, POLICY, Answer, asset, shell
from biela.simulation.audit import TIGHT
from biela.simulation.case import Case
from biela.studio.hand import ACTS, by_hand
from biela.studio.model import Bench, MoveRefused
from biela.studio.server import Computing, attend, new_token, open_server, said
from biela.study.result import open_sweep
from biela.study.store import FolderStore
from biela.study.vary import StudyError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Router


PORT = 8723
CACHED_PAGES = 8
"""Maximum number of pages of samples that are kept."""


class MachineView:
    """Page of one machine."""

    command, windows = "show", False
    policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'"
    """Content security policy of the page: its own script and style, pictures inside it, requests to this server."""

    def __init__(self, case: Case):
        self.bench, self.token = Bench(case), new_token()
        self._page: tuple[object, str] = None, ""
        self._page_lock = threading.Lock()

    def application(self) -> Router:
        """Return the page and its requests as an application."""
        from starlette.responses import HTMLResponse
        from starlette.routing import Route, Router

        computing = Computing()

        async def first(request: Request) -> Response:
            return HTMLResponse(await computing(self.page))

        async def posted(request: Request) -> Response:
            body = await request.body()
            return await computing(lambda: self._done(request.url.path[1:], body))

        return Router(routes=[Route("/", first), *(Route(f"/{act}", posted, methods=["POST"]) for act in ACTS)])

    def page(self) -> str:
        """Return the page with the machine in it; the same until the machine moves."""
        with self._page_lock:
            stand, page = self.bench.stand, self._page[1]
            if stand is not self._page[0]:
                case, data = self.bench.case, {**self.bench.page_data(), "token": self.token}
                page = shell(
                    "show", case.name, data, subtitle=case.description, facts=[("loop closure", '<span id="closure">–</span>')],
                    answer=self._stands(data), inside=asset("show.html"), policy=False,
                )  # fmt: skip
                self._page = stand, page
            return page

    def _stands(self, data: Json) -> Answer:
        """Say what can be moved, and how well loops are closed relative to the size of the machine."""
        mechanism, closure = self.bench.mechanism, float(data["now"]["closure"])
        free = count(len(data["sliders"]), "independent coordinate")
        if not (mechanism.topology.cut or mechanism.couplings):
            return Answer("good", f"The machine stands as described: {free}, no loops.")
        size = machine_size(mechanism)
        closed = f"{free}; loops closed to {closure:.0e} m or rad, in a machine with links of up to {size:.2g} m."
        if closure <= TIGHT:
            return Answer("good", f"The machine is put together: {closed}")
        return Answer("doubt", f"The loops of the machine gape: {closed}")

    def _done(self, act: str, text: bytes) -> Response:
        try:
            body = json.loads(text or b"{}", parse_int=float)
        except (ValueError, RecursionError):
            return said(400, "the request is not JSON.")
        try:
            return _json(200, by_hand(self.bench, act, body if isinstance(body, dict) else {}))
        except MoveRefused as error:
            return _json(409, {"message": str(error), **self.bench.picture()})
        except BielaError as error:
            return _json(422, {"message": str(error)})


def _json(code: int, content: Json) -> Response:
    from starlette.responses import Response

    return Response(to_json(content).encode("utf-8", "replace"), code, media_type="application/json")


def serve(case: Case, host: str, port: int | None, browser: bool, say: Callable[[str], None]) -> None:
    """Serve the view of a machine until Ctrl-C."""
    attend(open_server(lambda: MachineView(case), host, port, PORT), case.name, browser, say)


class StudyPages:
    """Report of a study, and reports of its samples."""

    command, windows = "show", False
    policy = POLICY + LIVE  # samples are reports that can be run again

    def __init__(self, folder: Path):
        self.report, self.sweep, self.token = folder / "report.html", open_sweep(folder), new_token()
        if not self.report.is_file():
            sweep = command("sweep", "biela.app.sweep.sweep(…)")
            raise StudyError(f"the study in {str(folder)!r} has no report yet: finish it with {sweep}.")
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
