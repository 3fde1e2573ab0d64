"""The web application of a project: one page, one line of messages per window, and the pages of results.

`studio/server.py` refuses strangers. Pages of results are shown as documents of no origin, so that whatever they hold cannot
speak for the user.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from biela.app.folder import Json
from biela.base.errors import BielaError
from biela.files.schema import json_schema
from biela.report.shell import asset, shell
from biela.studio.project.folder import PAGES, RESULTS, Project
from biela.studio.project.form import CommandForm
from biela.studio.project.hub import Hub
from biela.studio.server import attend, new_token, open_server, said

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Router
    from starlette.websockets import WebSocket


SEALED = "sandbox allow-scripts allow-downloads allow-popups; frame-ancestors 'self'"
"""Policy of pages of results: scripts run, but for no origin."""
SHOWN = {".html": "text/html; charset=utf-8", ".png": "image/png", ".svg": "image/svg+xml"}
"""Files that a browser shows."""
WINDOWS = 32
"""Maximum number of windows."""
WAITING = 200
"""Messages that wait for a window before it counts as gone."""
PORT = 8724


class Site:
    """Pages of a studio, and the line of each window."""

    command, windows = "studio", True
    policy = (
        "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'"
    )

    def __init__(self, folder: Project, commands: Sequence[CommandForm], uses: Sequence[str] = ()):
        self.folder, self.token = folder, new_token()
        self.hub = Hub(folder, commands, uses)
        self.data = {"schema": json_schema(), "commands": [command.about() for command in commands]}

    def application(self) -> Router:
        """Return the page, the results and the line of windows as an application."""
        from starlette.routing import Route, Router, WebSocketRoute

        routes = [Route("/", self.page), Route("/result/{name:path}", self.result), WebSocketRoute("/line", self.window)]
        return Router(routes=routes, lifespan=self.life)

    async def page(self, request: Request) -> Response:
        """Return the page."""
        from starlette.responses import HTMLResponse

        inside = asset("studio.html")
        return HTMLResponse(shell("studio", self.folder.path.name, self.data, inside=inside, policy=False, bundle="studio"))

    async def result(self, request: Request) -> Response:
        """Return a file of a result: pages and pictures to look at, others to save."""
        from starlette.responses import FileResponse

        path: Path | None = None
        with suppress(BielaError):
            path = self.folder.file(f"{RESULTS}/{request.path_params['name']}", PAGES)
        if path is None or not path.is_file():
            return said(404, "there is no such result.")
        kind = SHOWN.get(path.suffix.lower())
        fields = {"Content-Security-Policy": SEALED}
        if kind is None:
            fields["Content-Disposition"] = f'attachment; filename="{path.name.encode("ascii", "replace").decode()}"'
        return FileResponse(path, media_type=kind or "application/octet-stream", headers=fields)

    async def window(self, socket: WebSocket) -> None:
        """Carry the line of a window of this very page."""
        if len(self.hub.windows) >= WINDOWS:
            await socket.send_denial_response(said(403, f"{WINDOWS} windows are open already: close one."))
            return
        await socket.accept()
        await attend_window(self.hub, socket)

    @asynccontextmanager
    async def life(self, app: Router) -> AsyncIterator[None]:
        """Watch the files from the first request to the last."""
        watching = asyncio.create_task(self.hub.watch())
        try:
            yield
        finally:
            watching.cancel()
            await self.hub.end()


async def attend_window(hub: Hub, socket: WebSocket) -> None:
    """Carry messages of one window until it goes away."""
    from starlette.websockets import WebSocketDisconnect

    waiting: asyncio.Queue[Json] = asyncio.Queue(WAITING)

    def tell(news: Json) -> None:
        with suppress(asyncio.QueueFull):
            waiting.put_nowait(news)

    async def send() -> None:
        while True:
            news = await waiting.get()
            try:
                text = json.dumps(news, allow_nan=False)
            except (ValueError, TypeError, RecursionError):  # the line goes on
                text = json.dumps({"id": news.get("id"), "ok": False, "message": "the answer cannot be sent."})
            await socket.send_text(text)

    async def take(text: str) -> None:
        try:
            question = json.loads(text, parse_constant=lambda name: None)
        except (ValueError, RecursionError):
            question = None
        answer = await hub.answer(question)
        number = question.get("id") if isinstance(question, dict) else None
        await waiting.put({"id": number if isinstance(number, int) else None, **answer})

    hub.windows[socket] = tell
    sending = asyncio.create_task(send())
    tasks = set[asyncio.Task[None]]()
    try:
        while True:
            text = await socket.receive_text()
            if len(tasks) > WAITING:
                break  # it asks faster than anybody could
            task = asyncio.create_task(take(text))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass
    finally:
        del hub.windows[socket]
        sending.cancel()
        for task in tasks:
            task.cancel()


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
