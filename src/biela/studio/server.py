"""The page of `biela show`, served to this machine alone.

One page, and seven requests that carry JSON; `transport.py` carries them. It listens on loopback only and answers only requests
addressed to it by that name, so that no other site can reach it through the browser. Other users of this machine can connect,
too: the first request carries the token that `biela show` prints, a cookie carries it afterwards, and requests of the page
carry it in a field.
"""

from __future__ import annotations

import errno
import json
import secrets
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs

from biela.app.folder import Interrupted, to_json
from biela.base.errors import BielaError, count
from biela.mechanism.size import machine_size
from biela.report.shell import Answer, asset, shell
from biela.simulation.audit import TIGHT
from biela.simulation.case import Case
from biela.studio.drag import drag
from biela.studio.model import Bench, Unreachable
from biela.studio.transport import Listener, Reply, Request

PORT = 8723
CLOSED = "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""What no page of a view may do: lead elsewhere, or stand inside another page, whose clicks would move the machine."""
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'"
"""What the page may do: its own script and style, pictures inside it, requests to this server."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


ALWAYS = {
    "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
}  # fmt: skip
"""Fields of every answer."""


class View(Listener):
    """Page on this machine; it answers to its own address, and to those who know its token."""

    def __init__(self, host: str, port: int, policy: str = POLICY):
        self.host, self.token = host, secrets.token_urlsafe(24)
        super().__init__(host, port, self.answer, {**ALWAYS, "Content-Security-Policy": policy + CLOSED})
        self.names = {f"{name}:{self.server_port}" for name in (host, *LOOPBACK, "[::1]")}
        self.cookie = f"biela-show-{self.server_port}"

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.server_port}/"

    @property
    def link(self) -> str:
        """The address with the token, to open the page with."""
        return f"{self.address}?token={self.token}"

    def answer(self, request: Request) -> Reply:
        """Return what a request gets, whatever it is."""
        try:
            return self._refusal(request) or self.reply(request)
        except Exception as error:  # a mistake of ours: the view goes on
            return _json(500, {"message": f"this went wrong inside the view: {type(error).__name__}: {error}"[:500]})

    def reply(self, request: Request) -> Reply:
        """Return what a request with the token gets."""
        raise NotImplementedError

    def _refusal(self, request: Request) -> Reply | None:
        """Refuse strangers; turn a token in the address into a cookie."""
        fields = request.fields
        if fields.get("host", "") not in self.names:
            return _json(403, {"message": "this view answers only to its own address."})
        if fields.get("origin", f"http://{fields['host']}") != f"http://{fields['host']}":
            return _json(403, {"message": "this view answers only to its own page, not to those of others."})
        if request.method != "GET":
            known = self._is_token(fields.get("x-biela-token", ""))
            return None if known else _json(403, {"message": "only the page of this view may move the machine."})
        asked = parse_qs(request.query).get("token", [])
        if asked and self._is_token(asked[0]):
            cookie = f"{self.cookie}={self.token}; HttpOnly; SameSite=Strict; Path=/"
            return Reply(303, b"", "text/plain", {"Location": "/", "Set-Cookie": cookie})
        pairs = (part.strip().partition("=") for part in fields.get("cookie", "").split(";"))
        if not asked and any(name == self.cookie and self._is_token(value) for name, _, value in pairs):
            return None
        said = "open the view with the address that `biela show` printed: it holds a token."
        return _json(403, {"message": said})

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.token.encode())


V = TypeVar("V", bound=View)


class Server(View):
    """Serves one machine."""

    def __init__(self, bench: Bench, host: str, port: int):
        self.bench = bench
        self._page: tuple[Any, bytes] = None, b""
        self._page_lock = threading.Lock()
        super().__init__(host, port)

    def page(self) -> bytes:
        """The page, with the machine in it; the same until the machine moves."""
        with self._page_lock:
            stand, page = self.bench.stand, self._page[1]
            if stand is not self._page[0]:
                page = self._new_page()
                self._page = stand, page
            return page

    def _new_page(self) -> bytes:
        case = self.bench.case
        data = {**self.bench.page_data(), "token": self.token}
        facts = [("loop closure", '<span id="closure">–</span>')]
        text = shell(
            "show", case.name, data, subtitle=case.description, facts=facts, answer=self._stands(data), inside=asset("show.html"),
            policy=False,
        )  # fmt: skip
        return text.encode()

    def _stands(self, data: dict[str, Any]) -> Answer:
        """How the machine stands: what can be moved, and how well its loops are closed relative to its size."""
        mechanism, closure = self.bench.mechanism, float(data["now"]["closure"])
        free = count(len(data["sliders"]), "independent coordinate")
        loops = len(mechanism.topology.cut) + len(mechanism.couplings)
        if not loops:
            return Answer("good", f"The machine stands as described: {free}, no loops.")
        size = machine_size(mechanism)
        closed = f"{free}; loops closed to {closure:.0e} m or rad, in a machine with links of up to {size:.2g} m."
        if closure <= TIGHT:
            return Answer("good", f"The machine is put together: {closed}")
        return Answer("doubt", f"The loops of the machine gape: {closed}")

    def reply(self, request: Request) -> Reply:
        """Return the page, or what came of a request of it."""
        if request.method != "GET":
            return self._posted(request)
        if request.path != "/":
            return _json(404, {"message": "there is nothing here."})
        return Reply(200, self.page(), "text/html; charset=utf-8")

    def _posted(self, request: Request) -> Reply:
        """A move, other parameters, the reach of a slider, a reset, a simulation, or a moment more at the levers."""
        try:
            body = json.loads(request.body or b"{}", parse_int=float)
        except (ValueError, RecursionError):
            return _json(400, {"message": "the request is not JSON."})
        try:
            done = self._do(request.path, body if isinstance(body, dict) else {})
        except Unreachable as error:
            return _json(409, {"message": str(error), **self.bench.picture()})
        except BielaError as error:
            return _json(422, {"message": str(error)})
        return _json(200, done) if done is not None else _json(404, {"message": "there is nothing here."})

    def _do(self, path: str, body: dict[str, Any]) -> Any:
        bench = self.bench
        match path:
            case "/move":
                return bench.move(body.get("values", {}) if isinstance(body.get("values"), dict) else {})
            case "/set":
                return bench.set(body.get("values", {}) if isinstance(body.get("values"), dict) else {})
            case "/drag":
                return drag(bench, body.get("body"), body.get("point"), body.get("target"))
            case "/reach":
                low, high = bench.reach(str(body.get("name", "")))
                return {"low": low, "high": high}
            case "/reset":
                return bench.reset()
            case "/run":
                return bench.play()
            case "/drive":
                return bench.run_on(body.get("levers"), body.get("seconds"))
        return None


def _json(code: int, content: Any) -> Reply:
    return Reply(code, to_json(content).encode("utf-8", "replace"), "application/json")


def open_server(case: Case, host: str = "127.0.0.1", port: int | None = None) -> Server:
    """A server that listens; `serve_forever` answers. Without a port, the usual one, or a free one if that is taken."""
    refuse_far(host, port)
    return listening(partial(Server, Bench(case)), host, port)


def refuse_far(host: str, port: int | None) -> None:
    """A view is for this machine alone."""
    if host not in LOOPBACK:
        raise BielaError(
            f"--host {host}: the view is for this machine alone and listens on 127.0.0.1, localhost or ::1. From another computer "
            f"use a tunnel: ssh -L {port or PORT}:127.0.0.1:{port or PORT} THIS-COMPUTER."
        )


def listening(make: Callable[[str, int], V], host: str, port: int | None) -> V:
    """A view on a port: the one that is given, else the usual one, or a free one if that is taken."""
    try:
        return make(host, PORT if port is None else port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and port is None:
            return make(host, 0)
        if error.errno == errno.EADDRINUSE:
            raise OSError(
                errno.EADDRINUSE, f"port {port} is already taken: choose another with --port, or any free one with --port 0"
            ) from None
        if (
            error.errno in (errno.EADDRNOTAVAIL, errno.EACCES)
            or "getaddrinfo" in str(error)
            or error.errno is None
            or error.errno < 0
        ):
            raise OSError(errno.EADDRNOTAVAIL, f"cannot listen on {host}, port {port}: {error.strerror or error}") from None
        raise
    except OverflowError:
        raise BielaError(f"port {port} is not a port: use 0 to 65535.") from None


def serve(case: Case, host: str, port: int | None, browser: bool, say: Callable[[str], None]) -> None:
    """Serve the view of a machine until Ctrl-C."""
    attend(open_server(case, host, port), case.name, browser, say)


def attend(view: View, name: str, browser: bool, say: Callable[[str], None]) -> None:
    """Answer until Ctrl-C."""
    with view as server:
        say(f"{name} on {server.link} (only this machine can see it); Ctrl-C ends")
        if browser:
            import webbrowser

            threading.Timer(0.3, webbrowser.open, [server.link]).start()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            raise Interrupted("the view is closed") from None
