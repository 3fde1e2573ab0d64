"""The studio: slow clients give way, and hands that ask for the impossible get words."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

uvicorn = pytest.importorskip("uvicorn")

from biela.library import get  # noqa: E402
from biela.studio.project import deadline  # noqa: E402
from biela.studio.project.folder import Folder  # noqa: E402
from biela.studio.project.hub import Hub  # noqa: E402

PLACES = 20


async def _page(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})


def _get(port: int) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return client.recv(100).split(b"\r\n")[0]


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab"])
def test_slow_clients_do_not_lock_the_studio(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "SECONDS", 0.5)
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(_page, http=deadline.Prompt, limit_concurrency=PLACES, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    port = listening.getsockname()[1]
    try:
        with ExitStack() as clients:
            slow = [clients.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(2 * PLACES)]
            for client in slow:
                client.sendall(begun)
            end = time.monotonic() + 20
            while (answer := _get(port)) != b"HTTP/1.1 200 OK" and time.monotonic() < end:
                time.sleep(0.1)
            assert answer == b"HTTP/1.1 200 OK"
            slow[0].settimeout(20)
            while slow[0].recv(1000):  # whatever it was told, its connection is closed
                pass
    finally:
        server.should_exit = True
        thread.join(20)
    assert not thread.is_alive()


HANDS: tuple[tuple[str, Any, str], ...] = (
    ("fly", {}, "the machine cannot 'fly'"),
    ("move", {"values": {"nothing": 1}}, "there is no slider 'nothing'"),
    ("move", {"values": {"pivot.angle": 1e300}}, "pivot.angle cannot be 1e+300"),
    ("move", {"values": {"pivot.angle": [[]]}}, "pivot.angle cannot be [[]]"),
    ("drag", {"body": "bob", "point": [0, 0, 0], "target": ["a"]}, "a point is three numbers"),
    ("drag", {"body": "../x", "point": [], "target": []}, "there is no body '../x' to drag"),
    ("reach", {"name": "\ud800"}, ""),
    ("move", {"what": "x", "patience": 1}, "this question cannot be understood"),
)


def test_the_machine_moves_by_hand_and_nonsense_gets_words(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(get("pendulum").machine_file(), "utf-8")

    async def ask() -> list[dict[str, Any]]:
        hub = Hub(Folder(tmp_path), [])
        try:
            wanted = [
                ("move", {"values": {"pivot.angle": 0.5}}),
                *((what, given) for what, given, _ in HANDS),
                ("reset", {}),
            ]
            return [
                await hub.answer({"do": "hand", "file": "p.yaml", "what": what, "given": given})
                for what, given in wanted
            ]
        finally:
            await hub.end()

    moved, *refused, reset = asyncio.run(ask())
    assert moved["picture"]["values"]["pivot.angle"] == pytest.approx(0.5)
    assert reset["ok"] and reset["picture"]["values"]["pivot.angle"] != pytest.approx(0.5)
    for (what, given, message), answer in zip(HANDS, refused, strict=True):
        assert not answer["ok"] and message in answer["message"], (what, given, answer)
        assert "went wrong inside" not in answer["message"]
