"""The server of the view: hostile, slow and many clients get an answer or are dropped; it goes on and says nothing."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

import biela
from biela.base.errors import BielaError
from biela.studio import prompt
from biela.studio.model import Bench
from biela.studio.server import HEAD, Server, open_server
from biela.studio.view import PORT, MachineView


@contextmanager
def running(server: Server) -> Iterator[Server]:
    with server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(10)
            assert not thread.is_alive()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    view = MachineView(biela.library.get("pendulum"))
    with running(open_server(lambda: view, "127.0.0.1", 0, PORT)) as server:
        view.page()
        yield server


END = b"Connection: close\r\n"


def _connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.server_port), timeout=20)


def _bench(server: Server) -> Bench:
    assert isinstance(server.pages, MachineView)
    return server.pages.bench


def _take(client: socket.socket) -> tuple[int, bytes]:
    """Code and body of an answer; 0 if the connection was dropped."""
    data = b""
    try:
        while piece := client.recv(1 << 20):
            data += piece
    except ConnectionError:
        pass
    head, _, body = data.partition(b"\r\n\r\n")
    return (int(head.split()[1]) if head else 0), body


def _raw(server: Server, data: bytes) -> tuple[int, bytes]:
    with _connect(server) as client:
        try:
            client.sendall(data)
            if END in data:
                return _take(client)
            client.shutdown(socket.SHUT_WR)
        except ConnectionError:
            pass
        return _take(client)


def _post(server: Server, path: str, body: bytes, token: str | None = None, more: str = "") -> tuple[int, Any]:
    given = server.token if token is None else token
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\nX-Biela-Token: {given}\r\nConnection: close\r\n{more}"
    code, answer = _raw(server, (head + f"Content-Length: {len(body)}\r\n\r\n").encode("latin-1") + body)
    return code, json.loads(answer) if code and answer.startswith(b"{") else answer


def _get(server: Server, path: str = "/", host: str | None = None, cookie: str | None = None, more: str = END.decode()) -> bytes:
    """A request for a page, by somebody who has its cookie unless another one is given."""
    given = f"{server.cookie}={server.token}" if cookie is None else cookie
    head = f"GET {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{server.server_port}'}\r\n"
    return f"{head}{f'Cookie: {given}' if given else 'X: y'}\r\n{more}\r\n".encode()


def test_the_page_and_its_requests(server: Server) -> None:
    code, page = _raw(server, _get(server, "/?x=1"))
    assert code == 200 and server.token.encode() in page
    name = _bench(server).sliders[0].name
    code, moved = _post(server, "/move", json.dumps({"values": {name: 0.3}}).encode())
    assert code == 200 and moved["values"][name] == pytest.approx(0.3)
    assert str(moved["values"][name]).encode() in _raw(server, _get(server))[1]  # the page is that of the moved machine
    code, moved = _post(server, "/move", json.dumps({"values": {name: 0}}).encode())
    assert code == 200 and moved["values"][name] == pytest.approx(0.0, abs=1e-12)
    assert _post(server, "/reset", b"")[0] == 200


DIGITS = b"1" * 400
BODIES = (
    (b"[" * 60_000, 400), (b'{"values":' * 5000, 400), (b"{", 400), (b"\xff\xfe", 400), (b"\x00", 400), (b"nan", 400),
    (b"7" * 5000, 200), (b"null", 200), (b'{"values": 3}', 200), (b'{"values": {"NAME": ' + DIGITS + b"}}", 409),
    (b'{"values": {"NAME": NaN}}', 409), (b'{"values": {"NAME": 1e999}}', 409), (b'{"values": {"NAME": [[]]}}', 409),
    (b'{"values": {"NAME": "\\ud800"}}', 409), (b'{"values": {"\\ud800": 1}}', 409), (b'{"values": {"": null}}', 409),
)  # fmt: skip


@pytest.mark.parametrize(("body", "code"), BODIES, ids=range(len(BODIES)))
def test_bodies(server: Server, body: bytes, code: int) -> None:
    name = _bench(server).sliders[0].name.encode()
    found, answer = _post(server, "/move", body.replace(b"NAME", name))
    assert found == code and isinstance(answer, dict)


@pytest.mark.parametrize("body", [b'{"levers": 1}', b'{"seconds": ' + DIGITS + b"}", b'{"levers": {"x": 1}}', b'{"seconds": []}'])
def test_levers(server: Server, body: bytes) -> None:
    assert _post(server, "/drive", body)[0] == 422


@pytest.mark.parametrize("token", ["", "é", "\xff" * 100, "x" * 22, "a, b"])
def test_tokens(server: Server, token: str) -> None:
    code, answer = _post(server, "/move", b"{}", token)
    assert code == 403 and "only the page" in answer["message"]


@pytest.mark.parametrize(
    ("path", "cookie"),
    [
        ("/", ""), ("/", "COOKIE="), ("/", "COOKIE=wrong"), ("/", "other=TOKEN"), ("/", "COOKIE=TOKENx"), ("/", "COOKIETOKEN"),
        ("/?token=", ""), ("/?token=wrong", ""), ("/?token=wrong", "COOKIE=TOKEN"), ("/?tokens=TOKEN", ""), ("/nothing", ""),
    ],
)  # fmt: skip
def test_nobody_gets_the_page_without_its_token(server: Server, path: str, cookie: str) -> None:
    """Other users of this computer may connect, too."""
    given = cookie.replace("COOKIE", server.cookie).replace("TOKEN", server.token)
    code, answer = _raw(server, _get(server, path.replace("TOKEN", server.token), cookie=given))
    assert code == 403 and server.token.encode() not in answer
    assert "biela show" in json.loads(answer)["message"]


def test_the_token_in_the_address_becomes_a_cookie(server: Server) -> None:
    with _connect(server) as client:
        client.sendall(_get(server, f"//elsewhere.example?token={server.token}", cookie=""))
        head = client.recv(1 << 16).decode()
    assert head.startswith("HTTP/1.1 303") and "\r\nlocation: /\r\n" in head
    assert f"set-cookie: {server.cookie}={server.token}; HttpOnly; Path=/; SameSite=strict\r\n" in head


def test_pages_of_others_get_nothing_and_show_nothing(server: Server) -> None:
    """Neither requests from another origin, with the right cookie, nor frames around the page."""
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.server_port + 1}"):
        assert _raw(server, _get(server, more=f"{END.decode()}Origin: {origin}\r\n"))[0] == 403
        assert _post(server, "/reset", b"", more=f"Origin: {origin}\r\n")[0] == 403
    own = f"Origin: http://127.0.0.1:{server.server_port}\r\n"
    assert _post(server, "/reset", b"", more=own)[0] == 200
    with _connect(server) as client:
        client.sendall(_get(server))
        head = client.recv(1 << 16).split(b"\r\n\r\n")[0].decode()
    for rule in ("frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "default-src 'none'"):
        assert rule in head


def test_requests_that_are_none(server: Server) -> None:
    host = f"Host: 127.0.0.1:{server.server_port}\r\n".encode()
    token = f"X-Biela-Token: {server.token}\r\n".encode()
    ours = host + token + END
    post = b"POST /move HTTP/1.1\r\n" + ours
    for data, codes in (
        (b"GET http://[ HTTP/1.1\r\n" + ours + b"\r\n", {403, 404}),
        (b"GET / HTTP/9.9\r\n\r\n", {400}),
        (b"DELETE / HTTP/1.1\r\n" + ours + b"\r\n", {405}),
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", {400}),
        (b"GET /\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost 127\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\n: x\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\n" + host + host + b"\r\n", {400}),
        (post + token + b"\r\n", {400}),
        (post + b"Content-Length: -1\r\n\r\n", {400}),
        (post + b"Content-Length: 1_0\r\n\r\n", {400}),
        (post + b"Content-Length: \xb2\r\n\r\n", {400}),
        (post + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", {400}),
        (post + b"Content-Length: " + b"9" * 400 + b"\r\n\r\n", {400, 413}),
        (post + b"Content-Length: 99999999\r\n\r\n", {413}),
        (post + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", {400}),
        (b"GET /" + b"x" * 2 * HEAD + b" HTTP/1.1\r\n" + ours + b"\r\n", {431, 400, 0}),
        (b"GET / HTTP/1.1\r\n" + ours + b"a: b\r\n" * 10_000 + b"\r\n", {431, 400, 0}),
        (b"GET / HTTP/1.1\r\n\r\n", {400}),
        (b"GET / HTTP/1.0\r\n" + END + b"\r\n", {403}),
        (_get(server, host="evil.example"), {403}),
        (_get(server, "/etc/passwd"), {404}),
        (_get(server, "/../../etc/passwd"), {404}),
        (b"", {0}),
        (post.replace(END, b"") + b"Content-Length: 50\r\n\r\nshort", {0}),
        (_get(server, more="Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n"), {0, 200}),
    ):
        assert _raw(server, data)[0] in codes, data[:60]
    assert _raw(server, _get(server))[0] == 200


def test_a_connection_is_kept_for_further_requests(server: Server) -> None:
    """Requests one after the other on one connection; a refusal ends it."""
    with _connect(server) as client:
        page, refused = _get(server, more=""), _get(server, cookie="", more="")
        client.sendall(page + page + refused + page)  # what follows a refusal is not read
        data = b""
        while piece := client.recv(1 << 20):
            data += piece
    assert [data.count(f"HTTP/1.1 {code} ".encode()) for code in (200, 403)] == [2, 1]


def test_answers_leave_at_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """No packet waits until the one before is confirmed: that takes a client up to 40 ms."""
    receive, delayed = prompt.Prompt.data_received, list[bool]()

    def watched(self: Any, data: bytes) -> None:
        delayed.append(not self.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        receive(self, data)

    monkeypatch.setattr(prompt.Prompt, "data_received", watched)
    assert _post(server, "/reset", b"{}")[1]["closure"] == 0.0
    assert delayed and not any(delayed)


def test_a_mistake_inside_is_an_answer(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_bench(server), "reset", lambda: 1 / 0)
    code, answer = _post(server, "/reset", b"{}")
    assert code == 500 and "ZeroDivisionError" in answer["message"]


def _many(server: Server, count: int) -> int:
    """How many of so many requests at once are answered."""
    with ExitStack() as all_of_them:
        clients = [all_of_them.enter_context(_connect(server)) for _ in range(count)]
        for client in clients:
            client.sendall(_get(server, "/nothing"))
        return sum(_take(client)[0] == 404 for client in clients)


def test_many_requests_at_once(server: Server) -> None:
    assert _many(server, 200) == 200


def test_a_thousand_requests_and_pages_at_once(server: Server) -> None:
    assert _many(server, 1000) == 1000
    found = []
    threads = [threading.Thread(target=lambda: found.append(_raw(server, _get(server))[0])) for _ in range(1000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [200] * 1000


def test_slow_clients_hold_no_threads_and_give_way(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "places", lambda: 40)
    assert _raw(server, _get(server))[0] == 200  # the server has the threads that it needs
    before = threading.active_count()
    with ExitStack() as all_of_them:
        slow = [all_of_them.enter_context(_connect(server)) for _ in range(60)]
        for client in slow:
            client.sendall(b"GET / HT")
        assert _raw(server, _get(server))[0] == 200
        assert threading.active_count() == before
        slow[0].settimeout(10)
        assert _take(slow[0])[0] == 0  # the first gave way


def test_slow_clients_run_out_of_time(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "SECONDS", 0.1)
    with _connect(server) as client:
        client.sendall(b"GET / HTTP/1.1\r\n")
        assert _take(client)[0] == 0


def test_clients_that_do_not_read(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "SECONDS", 0.2)
    monkeypatch.setattr(server.pages, "page", lambda: "x" * 30_000_000)
    with _connect(server) as client:
        client.sendall(_get(server))
        end = time.monotonic() + 10
        while (open_ := server._uvicorn.server_state.connections) and time.monotonic() < end:
            time.sleep(0.02)
        assert not open_


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "", "example.org"])
def test_only_this_machine(host: str) -> None:
    with pytest.raises(BielaError, match="the view is for this machine alone"):
        open_server(lambda: MachineView(biela.library.get("pendulum")), host, 0, PORT)


def test_heads_of_nonsense(server: Server) -> None:
    import numpy as np

    rng = np.random.default_rng(8)
    good = f"POST /reset HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\nX-Biela-Token: abc\r\n\r\n".encode()
    for _ in range(1000):
        head = bytearray(good)
        for _ in range(rng.integers(1, 5)):
            place = int(rng.integers(len(head)))
            head[place : place + int(rng.integers(0, 3))] = rng.bytes(int(rng.integers(0, 4)))
        assert _raw(server, bytes(head))[0] in (0, 400, 403, 405)
    assert _raw(server, _get(server))[0] == 200
