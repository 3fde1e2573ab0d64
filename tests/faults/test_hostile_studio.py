"""The studio: slow clients give way, and hands that ask for the impossible get words."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from limits import limited
from mutation import mutated

uvicorn = pytest.importorskip("uvicorn")

from biela.library import get  # noqa: E402
from biela.studio import prompt  # noqa: E402
from biela.studio.project import journal as journal_of  # noqa: E402
from biela.studio.project.folder import Project  # noqa: E402
from biela.studio.project.hub import Hub  # noqa: E402
from biela.studio.project.shared import SharedText, Update  # noqa: E402

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
    monkeypatch.setattr(prompt, "SECONDS", 0.5)
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(_page, http=prompt.Prompt, limit_concurrency=PLACES, lifespan="off", log_level="critical")
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


def test_a_window_stays_open_beyond_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline is for questions: the line of a window, quiet or not, is not one."""
    import websockets
    from websockets.sync.client import connect

    async def echo(scope: Any, receive: Any, send: Any) -> None:
        while (news := await receive())["type"] != "websocket.disconnect":
            if news["type"] == "websocket.connect":
                await send({"type": "websocket.accept"})
            else:
                await send({"type": "websocket.send", "text": news["text"]})

    monkeypatch.setattr(prompt, "SECONDS", 0.3)
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(echo, http=prompt.Prompt, lifespan="off", log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        with connect(f"ws://127.0.0.1:{listening.getsockname()[1]}/") as window:
            with pytest.raises(TimeoutError):
                window.recv(timeout=1.0)  # nothing is said, and nothing is broken
            assert window.state is websockets.State.OPEN
            window.send("still here")
            assert window.recv(timeout=20) == "still here"
    finally:
        server.should_exit = True
        thread.join(20)
    assert not thread.is_alive()


TEXT = "a: 1\nb: 2\n"


def _journal(tmp_path: Path, changed: int = 3) -> tuple[Path, Path, list[str]]:
    """A file with a journal of some changes, as a process that died leaves it; and the texts along it."""
    file = tmp_path / "m.yaml"
    file.write_text(TEXT, "utf-8")
    shared, texts = SharedText(file), [TEXT]
    for k in range(changed):
        shared.push(shared.version, [Update("w", [len(shared.text), [0, f"line {k}", ""]])])
        texts.append(shared.text)
    shared.journal.close()
    return file, shared.journal.path, texts


def test_no_damage_of_a_journal_changes_a_text_or_is_hidden(tmp_path: Path, rng: np.random.Generator) -> None:
    """Every text that comes back was typed; what could not be read is kept and said."""
    file, path, texts = _journal(tmp_path)
    whole, lost = path.read_bytes(), 0
    for _ in range(300):
        damaged = mutated(whole, rng)
        path.write_bytes(damaged)
        with limited(5):
            shared = SharedText(file)
        assert shared.text in texts
        torn = b"\n" in damaged and not damaged.endswith(b"\n")  # a last line that is not whole was never accepted
        assert shared.damaged or shared.text == texts[-1] or torn
        if shared.damaged:
            lost += 1
            kept = tmp_path / shared.damaged
            assert kept.read_bytes() == damaged
            kept.unlink()
        shared.journal.remove()
    assert lost > 200


def test_typing_goes_on_after_a_torn_line(tmp_path: Path) -> None:
    """What is accepted after a crash survives the next one, although the journal ended in half a line."""
    file, path, texts = _journal(tmp_path)
    with path.open("ab") as journal:
        journal.write(b"[4, [1, ")
    shared = SharedText(file)
    assert shared.text == texts[-1] and shared.recovered
    shared.push(shared.version, [Update("w", [len(shared.text), [0, "after", ""]])])
    shared.journal.close()
    assert SharedText(file).text == texts[-1] + "after\n"


def test_a_journal_that_unrolls_to_terabytes_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_of, "WORK", 1_000_000)
    file, path, _ = _journal(tmp_path)
    shared = SharedText(file)
    text = "x" * 10_000
    shared.journal.begin(text, *([len(text)] for _ in range(500)))
    again = SharedText(file)
    assert again.damaged == ".m.yaml.journal.damaged"


STRANGE: tuple[Any, ...] = (
    None, -1, 10**300, "../x", "\x00\ud800", [[]], {"a": {}}, [None],
)  # fmt: skip
QUESTIONS: dict[str, dict[str, Any]] = {
    "list": {}, "open": {}, "push": {"version": 0, "updates": [{"by": "w", "changes": [1]}], "epoch": ""},
    "rejoin": {"version": 0, "epoch": "", "base": "a", "text": "b"}, "set": {"path": ["bodies", "bob", "mass"], "value": "1"},
    "remove": {"path": ["bodies", "bob"]}, "choose": {"text": "x"}, "new": {"name": "n", "machine": "pendulum", "text": ""},
    "start": {"command": "run", "given": {}}, "cancel": {"job": "x"}, "restore": {"job": "x"}, "compare": {"jobs": ["x", "y"]},
    "keep_sketch": {"text": "x"}, "place": {"joint": "pivot", "target": [0, 0, 0]},
}  # fmt: skip


def test_every_question_with_a_wrong_field_is_answered(tmp_path: Path) -> None:
    """Each field of each question holds, in turn, what it should not, or is missing: there is an answer, and it can be sent."""
    (tmp_path / "p.yaml").write_text(get("pendulum").machine_file(), "utf-8")
    before = {path.name for path in tmp_path.parent.iterdir()}

    async def ask() -> int:
        hub, count = Hub(Project(tmp_path), []), 0
        try:
            for do, fields in QUESTIONS.items():
                good = {"do": do, "file": "p.yaml", **fields}
                for name in good:
                    wrong = [{**good, name: value} for value in STRANGE]
                    for question in [*wrong, {k: v for k, v in good.items() if k != name}]:
                        answer = await asyncio.wait_for(hub.answer(question), 20)
                        json.dumps(answer, allow_nan=False)
                        assert answer["ok"] or len(answer["message"]) > 10, question
                        count += 1
            for nothing in (*STRANGE, [["do", "list"]]):
                assert not (await hub.answer(nothing))["ok"]
            return count
        finally:
            await hub.end()

    assert asyncio.run(ask()) > 400
    assert {path.name for path in tmp_path.parent.iterdir()} == before


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
        hub = Hub(Project(tmp_path), [])
        try:
            wanted = [("move", {"values": {"pivot.angle": 0.5}}), *((what, given) for what, given, _ in HANDS), ("reset", {})]
            return [await hub.answer({"do": "hand", "file": "p.yaml", "what": what, "given": given}) for what, given in wanted]
        finally:
            await hub.end()

    moved, *refused, reset = asyncio.run(ask())
    assert moved["picture"]["values"]["pivot.angle"] == pytest.approx(0.5)
    assert reset["ok"] and reset["picture"]["values"]["pivot.angle"] != pytest.approx(0.5)
    for (what, given, message), answer in zip(HANDS, refused, strict=True):
        assert not answer["ok"] and message in answer["message"], (what, given, answer)
        assert "went wrong inside" not in answer["message"]


KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def _window(port: int, token: str, *, origin: str = "OWN", host: str = "OWN", path: str = "/line", more: bytes = b"") -> bytes:
    """The request of a window, and what it sends at once."""
    own = f"127.0.0.1:{port}"
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {host.replace('OWN', own)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\nOrigin: {origin.replace('OWN', f'http://{own}')}\r\n"
        f"Cookie: biela-studio-{port}={token}\r\n\r\n"
    )
    return head.encode() + more


def test_clients_that_are_refused_print_nothing(tmp_path: Path) -> None:
    """Neither windows of strangers, nor nonsense, nor more windows than there are places."""
    command = [sys.executable, "-m", "biela.cli", "studio", str(tmp_path), "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://127.0.0.1:(\d+)/\?token=(\S+)", process.stdout.readline())
        assert found is not None
        port, token = int(found[1]), found[2]

        def answer(data: bytes, listen: bool = True) -> bytes:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                client.sendall(data)
                return client.recv(100).split(b"\r\n")[0] if listen else b""

        good = _window(port, token)
        for refused in (
            _window(port, ""), _window(port, "wrong"), _window(port, token, origin="http://evil.example"),
            _window(port, token, origin="null"), _window(port, token, host="evil.example"), _window(port, token, path="/nothing"),
            _window(port, token, path="/"),
        ):  # fmt: skip
            assert answer(refused) == b"HTTP/1.1 403 Forbidden"
            answer(refused, listen=False)
        for nonsense in (
            good.replace(b"Version: 13", b"Version: 99"), good.replace(KEY.encode(), b"x"), b"\x16\x03\x01\r\n\r\n",
            good.replace(b"Upgrade: websocket", b"Upgrade: h2c"),
        ):  # fmt: skip
            assert answer(nonsense).split()[1] in (b"400", b"404")
        for sent in (
            b"\xff\xff\xff\xff",
            b"\x81\x05hello",
            b"\x82\x81\0\0\0\0x",
            b"\x81\x81\0\0\0\0\xff",
            b"\x81\xff\0\0\0\x01\0\0\0\0",
        ):
            assert answer(good + sent) == b"HTTP/1.1 101 Switching Protocols"
        with ExitStack() as clients:
            many = [clients.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20)) for _ in range(40)]
            for client in many:
                client.sendall(good)
            assert {client.recv(100).split()[1] for client in many} == {b"101", b"403"}
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert said.splitlines() == ["interrupted: the studio is closed; every text is saved"]
    finally:
        process.kill()
