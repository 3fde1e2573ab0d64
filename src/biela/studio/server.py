"""The page of `biela show`, served to this machine alone.

A small server of the standard library: one page, and five requests that carry JSON. It listens on loopback unless asked
otherwise, answers only requests addressed to it by that name (so that no other site can reach it through the browser), and
moves nothing without the token that only its own page knows.
"""

from __future__ import annotations

import errno
import json
import secrets
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from biela.app.folder import Interrupted, to_json
from biela.errors import BielaError
from biela.report.shell import asset, shell
from biela.simulation.case import Case
from biela.studio.model import Bench, Unreachable

PORT = 8723
LARGEST = 65_536
"""Bytes of a request."""
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'"
"""What the page may do: its own script and style, pictures inside it, requests to this server."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Server(ThreadingHTTPServer):
    """Serves one machine."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, bench: Bench, host: str, port: int):
        self.bench, self.token = bench, secrets.token_urlsafe(16)
        super().__init__((host, port), _Handler)
        self.names = {f"{name}:{self.server_port}" for name in (host, *LOOPBACK)} if host in LOOPBACK else None

    @property
    def address(self) -> str:
        """Where the page is."""
        host = str(self.server_address[0])
        return f"http://{host if host not in ('0.0.0.0', '::') else '127.0.0.1'}:{self.server_port}/"

    def page(self) -> bytes:
        """The page, with the machine in it."""
        case = self.bench.case
        data = {**self.bench.page_data(), "token": self.token}
        facts = [("loop closure", '<span id="closure">–</span>')]
        text = shell(
            "show", case.name, data, subtitle=case.description, facts=facts, inside=asset("show.html"), policy=False
        )
        return text.encode()


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        """The page itself."""
        if not self._addressed_to_us():
            return
        if urlsplit(self.path).path == "/":
            self._send(200, self.server.page(), "text/html; charset=utf-8")
        else:
            self._answer(404, {"message": "there is nothing here."})

    def do_POST(self) -> None:
        """A move, the reach of a slider, a reset, a simulation, or a moment more at the levers."""
        if not self._addressed_to_us():
            return
        if not secrets.compare_digest(self.headers.get("X-Biela-Token", ""), self.server.token):
            self._answer(403, {"message": "only the page of this view may move the machine."})
            return
        try:
            length = int(self.headers.get("Content-Length", "0"))
            body = json.loads(self.rfile.read(length)) if 0 < length <= LARGEST else {}
            self._answer(200, self._do(urlsplit(self.path).path, body if isinstance(body, dict) else {}))
        except Unreachable as error:
            self._answer(409, {"message": str(error), **self.server.bench.picture()})
        except BielaError as error:
            self._answer(422, {"message": str(error)})
        except ValueError:
            self._answer(400, {"message": "the request is not JSON."})

    def _do(self, path: str, body: dict[str, Any]) -> Any:
        bench = self.server.bench
        match path:
            case "/move":
                return bench.move(body.get("values", {}) if isinstance(body.get("values"), dict) else {})
            case "/reach":
                low, high = bench.reach(str(body.get("name", "")))
                return {"low": low, "high": high}
            case "/reset":
                return bench.reset()
            case "/run":
                return bench.play()
            case "/drive":
                return bench.run_on(body.get("levers"), body.get("seconds"))
        raise Unreachable("there is nothing here.")

    def _addressed_to_us(self) -> bool:
        if self.server.names is None or self.headers.get("Host", "") in self.server.names:
            return True
        self._answer(403, {"message": "this view answers only to its own address."})
        return False

    def _answer(self, code: int, content: Any) -> None:
        self._send(code, to_json(content).encode(), "application/json")

    def _send(self, code: int, content: bytes, kind: str) -> None:
        try:
            self.send_response(code)
            for key, value in {
                "Content-Type": kind, "Content-Length": str(len(content)), "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff", "Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer",
            }.items():  # fmt: skip
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(content)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is logged."""


def open_server(case: Case, host: str = "127.0.0.1", port: int | None = None) -> Server:
    """A server that listens; `serve_forever` answers. Without a port, the usual one, or a free one if that is taken."""
    bench = Bench(case)
    try:
        return Server(bench, host, PORT if port is None else port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and port is None:
            return Server(bench, host, 0)
        if error.errno == errno.EADDRINUSE:
            raise OSError(
                errno.EADDRINUSE,
                f"port {port} is already taken: choose another with --port, or any free one with --port 0",
            ) from None
        if (
            error.errno in (errno.EADDRNOTAVAIL, errno.EACCES)
            or "getaddrinfo" in str(error)
            or error.errno is None
            or error.errno < 0
        ):
            raise OSError(
                errno.EADDRNOTAVAIL, f"cannot listen on {host}, port {port}: {error.strerror or error}"
            ) from None
        raise
    except OverflowError:
        raise BielaError(f"port {port} is not a port: use 0 to 65535.") from None


def serve(case: Case, host: str, port: int | None, browser: bool, say: Callable[[str], None]) -> None:
    """Serve the view of a machine until Ctrl-C."""
    with open_server(case, host, port) as server:
        whom = (
            "only this machine can see it"
            if host in LOOPBACK
            else "EVERYONE who can reach this machine can see and move it"
        )
        say(f"{case.name} on {server.address} ({whom}); Ctrl-C ends")
        if browser:
            import threading
            import webbrowser

            threading.Timer(0.3, webbrowser.open, [server.address]).start()
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            raise Interrupted("the view is closed") from None
