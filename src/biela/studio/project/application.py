"""The web application of a project: one page, one line of messages per window, and the pages of results.

It listens on loopback only and answers only requests that are addressed to it by that name. The first request carries the
token that `biela studio` prints; a cookie carries it afterwards. Windows open their line only from this very page (Origin).
Pages of results are shown as documents of no origin, so that whatever they hold cannot speak for the user.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from biela.base.errors import BielaError
from biela.report.shell import asset, shell
from biela.studio.project.folder import PAGES, RESULTS, Folder
from biela.studio.project.hub import Hub
from biela.studio.project.jobs import NOT_OFFERED, Command

COOKIE = "biela-studio"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; "
    "style-src 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SEALED = "sandbox allow-scripts allow-downloads allow-popups; frame-ancestors 'self'"
"""Policy of pages of results: scripts run, but for no origin."""
ALWAYS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
SHOWN = {".html": "text/html; charset=utf-8", ".png": "image/png", ".svg": "image/svg+xml"}
"""Files that a browser shows."""
LONGEST = 8_000_000
"""Bytes of a message."""
WINDOWS = 32
"""Windows at a time."""
WAITING = 200
"""Messages that wait for a window before it counts as gone."""


def application(folder: Folder, commands: Sequence[Command], names: set[str], token: str, uses: Sequence[str] = ()) -> Any:
    """The ASGI application; `names` are the addresses (`host:port`) to which it answers."""
    from starlette.applications import Starlette
    from starlette.routing import Route, WebSocketRoute

    site = Site(folder, commands, names, token, uses)
    routes = [Route("/", site.page), Route("/result/{name:path}", site.result), WebSocketRoute("/line", site.window)]
    return Starlette(routes=routes, lifespan=site.life)


class Site:
    """What the addresses of a studio answer, and to whom."""

    def __init__(self, folder: Folder, commands: Sequence[Command], names: set[str], token: str, uses: Sequence[str] = ()):
        self.folder, self.names, self.token = folder, names, token
        self.hub = Hub(folder, commands, uses)
        self.data = {"schema": schema_text(), "commands": [_about(c) for c in commands]}

    def _refusal(self, fields: Any, given: str) -> str:
        """Why a request is refused; empty if it is not."""
        if fields.get("host", "") not in self.names:
            return "this studio answers only to its own address."
        if "origin" in fields and not self._own(fields["origin"]):
            return "this studio answers only to its own page, not to those of others."
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return "open the studio with the address that `biela studio` printed: it holds a token."
        return ""

    def _own(self, origin: str) -> bool:
        scheme, _, name = origin.partition("://")
        return scheme == "http" and name in self.names

    async def page(self, request: Any) -> Any:
        """The page; a token in the address becomes a cookie."""
        from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

        asked = request.query_params.get("token")
        given = asked if asked is not None else request.cookies.get(COOKIE, "")
        if why := self._refusal(request.headers, given):
            return JSONResponse({"message": why}, 403, ALWAYS)
        if asked is not None:
            answer = RedirectResponse("/", 303, ALWAYS)
            answer.set_cookie(COOKIE, self.token, httponly=True, samesite="strict", path="/")
            return answer
        text = shell("studio", self.folder.path.name, self.data, inside=asset("studio.html"), policy=False, bundle="studio")
        return HTMLResponse(text, headers={**ALWAYS, "Content-Security-Policy": POLICY})

    async def result(self, request: Any) -> Any:
        """A file of a result: pages and pictures to look at, others to save."""
        from starlette.responses import FileResponse, JSONResponse

        if why := self._refusal(request.headers, request.cookies.get(COOKIE, "")):
            return JSONResponse({"message": why}, 403, ALWAYS)
        path: Path | None = None
        with suppress(BielaError):
            path = self.folder.file(f"{RESULTS}/{request.path_params['name']}", PAGES)
        if path is None or not path.is_file():
            return JSONResponse({"message": "there is no such result."}, 404, ALWAYS)
        kind = SHOWN.get(path.suffix.lower())
        fields = {**ALWAYS, "Content-Security-Policy": SEALED}
        if kind is None:
            fields["Content-Disposition"] = f'attachment; filename="{path.name.encode("ascii", "replace").decode()}"'
        return FileResponse(path, media_type=kind or "application/octet-stream", headers=fields)

    async def window(self, socket: Any) -> None:
        """The line of a window of this very page."""
        from starlette.responses import JSONResponse

        why = self._refusal(socket.headers, socket.cookies.get(COOKIE, ""))
        if not why and "origin" not in socket.headers:
            why = "windows of this studio are opened by its own page."
        if not why and len(self.hub.windows) >= WINDOWS:
            why = f"{WINDOWS} windows are open already: close one."
        if why:
            await socket.send_denial_response(JSONResponse({"message": why}, 403, ALWAYS))
            return
        await socket.accept()
        await attend_window(self.hub, socket)

    @asynccontextmanager
    async def life(self, app: Any) -> AsyncIterator[None]:
        """From the first request to the last."""
        watching = asyncio.create_task(self.hub.watch())
        try:
            yield
        finally:
            watching.cancel()
            await self.hub.end()


async def attend_window(hub: Hub, socket: Any) -> None:
    """Carry messages of one window until it goes away."""
    from starlette.websockets import WebSocketDisconnect

    waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue(WAITING)

    def tell(news: dict[str, Any]) -> None:
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


def schema_text() -> Any:
    """The schema of machine files, for completion, help and forms."""
    from biela.files.schema import json_schema

    return json_schema()


def _about(command: Command) -> dict[str, Any]:
    options = [
        {k: getattr(o, k) for k in ("name", "flag", "kind", "help", "several", "metavar", "default", "needed")}
        for o in command.options
        if o.flag not in NOT_OFFERED
    ]
    return {"name": command.name, "help": command.help, "options": options}
