"""The one HTTP server of the web applications: `biela show`, the pages of a study, and the studio.

starlette sorts requests, uvicorn carries them, and a guard looks at each of them first. The server listens on loopback only and
answers only requests addressed to it by that name, so that no other site can reach it through the browser. Other users of this
machine can connect, too: the first request carries the token that the command prints, a cookie carries it afterwards, and
requests that change something carry it in a field.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import secrets
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, Self, TypeVar
from urllib.parse import parse_qs

from biela.app.folder import Interrupted
from biela.base.errors import BielaError
from biela.base.surface import setting

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1")
HEAD, BODY = 16_384, 65_536
"""Size limits of the head and of the body of a request [B]."""
ONCE = frozenset((b"content-length", b"cookie", b"host", b"origin", b"x-biela-token"))
"""Fields that a request must not repeat."""
ALWAYS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
"""Fields of every answer."""
CLOSED = "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""Content security policy of all pages: none leads elsewhere or is framed by another page, whose clicks would move the machine."""
THREADS = 4
"""Threads that compute answers; requests that move a machine wait for their turn anyway."""
PING_TIMEOUT = 120.0
"""Time for a window to answer a ping [s]: on a busy computer, browsers take more than the usual twenty seconds."""
MESSAGE_SIZE = 8_000_000
"""Size limit of a message of a window [B]."""
R = TypeVar("R")


class Pages(Protocol):
    """Web application, and what the guard must know of it.

    command : the command that prints its address
    policy : its Content-Security-Policy, to which `CLOSED` is added
    windows : whether its page opens a WebSocket
    """

    command: str
    policy: str
    windows: bool
    token: str

    def application(self) -> ASGIApp:
        """Return the router of its requests."""


def new_token() -> str:
    """Return a token that nobody guesses."""
    return secrets.token_urlsafe(24)


class Guard:
    """Refusal of strangers in front of an application, and the fields of all its answers."""

    def __init__(self, pages: Pages, names: set[str], cookie: str):
        self.pages, self.names, self.cookie, self.inside = pages, names, cookie, pages.application()
        fields = {**ALWAYS, "Content-Security-Policy": pages.policy + CLOSED}
        self._fields = [(name.lower().encode(), value.encode()) for name, value in fields.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or carry one window."""
        from starlette.websockets import WebSocket

        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"].endswith("response.start"):
                started = True
                own = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(field for field in self._fields if field[0] not in own)]
            await send(message)

        refusal = None if scope["type"] == "lifespan" else self._refusal(scope)
        if refusal is not None and scope["type"] == "websocket":
            await WebSocket(scope, receive, send_guarded).send_denial_response(refusal)
        elif refusal is not None:
            await refusal(scope, receive, send_guarded)
        else:
            try:
                await self.inside(scope, receive, send_guarded)
            except Exception as error:  # a mistake of ours: the server goes on
                if started or scope["type"] != "http":
                    raise
                message = f"this went wrong inside the page: {type(error).__name__}: {error}"
                await said(500, message[:500])(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """Refuse strangers; turn a token in the address into a cookie."""
        from starlette.requests import HTTPConnection
        from starlette.responses import RedirectResponse

        request = HTTPConnection(scope)
        fields, names = request.headers, [name for name, _ in scope["headers"]]
        size = sum(len(name) + len(value) for name, value in scope["headers"]) + len(scope["raw_path"]) + len(scope["query_string"])
        method, length = scope.get("method", "GET"), fields.get("content-length", "0")
        if size > HEAD:
            return said(431, "the head of this request is too long.")
        repeated = any(name in ONCE and names.count(name) > 1 for name in names)
        plain = scope.get("http_version", "1.1") in ("1.0", "1.1") and "transfer-encoding" not in fields and length.isdecimal()
        if repeated or not plain:
            return said(400, "this request is not plain HTTP with one length.")
        if int(length[:20]) > BODY:
            return said(413, f"the body of a request has at most {BODY} bytes.")
        if fields.get("host", "") not in self.names:
            return said(403, "this page answers only to its own address.")
        if fields.get("origin", f"http://{fields['host']}") != f"http://{fields['host']}":
            return said(403, "this page answers only to its own requests, not to those of others.")
        if scope["type"] == "websocket" and "origin" not in fields:
            return said(403, "windows are opened by the page itself only.")
        if method == "POST":
            known = self._is_token(fields.get("x-biela-token", ""))
            return None if known else said(403, "only the page of this view may move the machine.")
        if method != "GET":
            return said(405, "this page is read, or asked with POST.")
        asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True).get("token")
        if asked is None and self._is_token(request.cookies.get(self.cookie, "")):
            return None
        if asked is None or not self._is_token(asked[0]) or scope["type"] == "websocket":
            return said(403, f"open the page with the address that `biela {self.pages.command}` printed: it holds a token.")
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self.cookie, self.pages.token, httponly=True, samesite="strict", path="/")
        return answer

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.pages.token.encode())


def said(code: int, message: str) -> Response:
    """Return a refusal in words, which ends the connection."""
    from starlette.responses import Response

    return Response(json.dumps({"message": message}), code, {"Connection": "close"}, "application/json")


class Server:
    """Pages on a port of this machine; they are answered between `serve_forever` and `shutdown`."""

    def __init__(self, pages: Pages, host: str, port: int):
        import uvicorn

        from biela.studio.prompt import Prompt

        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family)
        self.pages, self.host, self.server_port = pages, host, int(self._socket.getsockname()[1])
        self.token, self.cookie = pages.token, f"biela-{pages.command}-{self.server_port}"
        self.names = {f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        self.guard = Guard(pages, self.names, self.cookie)
        logging.getLogger("uvicorn.error").addFilter(_is_news)
        config = uvicorn.Config(
            self.guard, http=Prompt, ws="auto" if pages.windows else "none", ws_max_size=MESSAGE_SIZE, ws_ping_timeout=PING_TIMEOUT,
            h11_max_incomplete_event_size=HEAD, timeout_graceful_shutdown=2, log_level="error", access_log=False,
            server_header=False, proxy_headers=False,
        )  # fmt: skip
        self._uvicorn, self._done = uvicorn.Server(config), threading.Event()

    @property
    def address(self) -> str:
        """Address of the page."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.server_port}/"

    @property
    def link(self) -> str:
        """Address with the token, to open the page with."""
        return f"{self.address}?token={self.token}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._socket.close()

    def serve_forever(self) -> None:
        """Answer until `shutdown`, or Ctrl-C in the main thread."""
        try:
            self._uvicorn.run(sockets=[self._socket])
        finally:
            self._done.set()

    def shutdown(self) -> None:
        """End `serve_forever`, which another thread runs."""
        self._uvicorn.should_exit = True
        self._done.wait(10)


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether a message of uvicorn is worth printing: it reports every refused window as an error."""
    return "handshake" not in record.getMessage()


def open_server(make: Callable[[], Pages], host: str, port: int | None, usual: int) -> Server:
    """Return a server that listens on a port: the given one, else the usual one, or a free one if that is taken."""
    if host not in LOOPBACK:
        far = port or usual
        raise BielaError(
            f"{setting('host', host)}: the view is for this machine alone and listens on 127.0.0.1, localhost or ::1. From another "
            f"computer use a tunnel: ssh -L {far}:127.0.0.1:{far} THIS-COMPUTER."
        )
    pages = make()
    try:
        return Server(pages, host, usual if port is None else port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and port is None:
            return Server(pages, host, 0)
        reason = "it is already taken" if error.errno == errno.EADDRINUSE else error.strerror or error
        raise OSError(
            error.errno or errno.EADDRNOTAVAIL,
            f"cannot listen on {host}, port {port}: {reason}; choose another with {setting('port')}, "
            f"or any free one with {setting('port', 0)}",
        ) from None
    except OverflowError:
        raise BielaError(f"port {port} is not a port: use 0 to 65535.") from None


def attend(server: Server, name: str, browser: bool, say: Callable[[str], None], closing: str = "the view is closed") -> None:
    """Answer until Ctrl-C."""
    with server:
        say(f"{name} on {server.link} (only this machine can see it); Ctrl-C ends")
        if browser:
            import webbrowser

            threading.Timer(0.3, webbrowser.open, [server.link]).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
    raise Interrupted(closing)


class Computing:
    """Few threads that compute answers; they end with the process, whatever they are at."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(THREADS)

    async def __call__(self, compute: Callable[[], R]) -> R:
        """Compute in a thread."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[R] = loop.create_future()

        def settle(result: R | None, problem: Exception | None) -> None:
            if not future.done():
                future.set_exception(problem) if problem is not None else future.set_result(result)  # type: ignore[arg-type]

        def work() -> None:
            result, problem = None, None
            try:
                result = compute()
            except Exception as error:
                problem = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, result, problem)

        async with self._free:
            threading.Thread(target=work, daemon=True).start()
            return await future
