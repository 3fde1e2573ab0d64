"""The studio is killed at random moments while somebody types: nothing that it had accepted is lost, at most a second of typing."""

from __future__ import annotations

import http.client
import json
import random
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets")
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Typist:
    """A window that types line after line, as fast as a very fast hand, and notes when each was typed and accepted."""

    def __init__(self, folder: Path):
        command = [sys.executable, "-m", "biela.cli", "studio", str(folder), "--port", "0", "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        host, token = re.search(r"http://([^/]+)/\?token=(\S+)", self.process.stdout.readline()).groups()  # type: ignore[union-attr]
        page = http.client.HTTPConnection(host)
        page.request("GET", f"/?token={token}")
        cookie = page.getresponse().headers["Set-Cookie"].partition(";")[0]
        page.close()
        line = connect(f"ws://{host}/line", origin=f"http://{host}", additional_headers={"Cookie": cookie})
        self.socket = line.__enter__()  # until the studio is killed
        self.count = 0
        answer = self.ask("open", file="m.yaml")
        self.text, self.version, self.epoch = answer["text"], answer["version"], answer["epoch"]

    def ask(self, do: str, **given: Any) -> dict[str, Any]:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "do": do, **given}))
        while True:
            answer: dict[str, Any] = json.loads(self.socket.recv(timeout=30))
            if answer.get("id") == self.count:
                return answer

    def type(self, line: str) -> bool:
        """Type a line at the end; False if the studio is gone."""
        size = len(self.text)
        try:
            self.push([*([size] if size else []), [0, line, ""]])
        except (ConnectionClosed, OSError, TimeoutError):
            return False
        self.text += f"{line}\n"
        return True

    def clear(self) -> None:
        """Remove the whole text."""
        self.push([[len(self.text)]])
        self.text = ""

    def push(self, changes: list[Any]) -> None:
        update = {"by": "w", "changes": changes}
        answer = self.ask("push", file="m.yaml", version=self.version, epoch=self.epoch, updates=[update])
        assert answer["taken"], answer
        self.version += 1


def killed(typist: Typist, moments: random.Random) -> tuple[list[str], list[str]]:
    """Type until the studio is killed, up to a second and a half later: lines accepted, and lines typed."""
    accepted, tried = typist.text.splitlines(), typist.text.splitlines()
    end = time.monotonic() + moments.uniform(0.0, 1.5)
    killer = threading.Timer(end - time.monotonic(), typist.process.kill)  # in the middle of whatever it does
    killer.start()
    while True:
        line = f"# line {len(tried)}"
        tried.append(line)
        if not typist.type(line):
            break
        accepted.append(line)
        time.sleep(moments.uniform(0.0, 0.03))
    killer.join()
    typist.process.wait()
    return accepted, tried


AT_ONCE = 4
"""Studios that are attacked together, each with a folder of its own: most of the time they wait for typing hands."""


def attacked(folder: Path, kills: int, moments: random.Random) -> int:
    """Kill the studio of a folder again and again; lines that were lost on their way."""
    lost = 0
    folder.mkdir()
    (folder / "m.yaml").write_text("", "utf-8")
    typist = Typist(folder)
    for _ in range(kills):
        accepted, tried = killed(typist, moments)
        typist = Typist(folder)  # the next studio finds what the last one left
        found = typist.text.splitlines()
        assert found[: len(accepted)] == accepted and found == tried[: len(found)]
        lost += len(tried) - len(found)
        if len(found) > 400:
            typist.clear()
    typist.process.kill()
    typist.process.wait()
    return lost


@pytest.mark.parametrize(("kills", "seed"), [
    (4, 0),
    *((20, seed) for seed in range(10)),
])  # fmt: skip
def test_a_killed_server_loses_nothing_that_it_had_accepted(tmp_path: Path, kills: int, seed: int) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        attacks = [
            pool.submit(attacked, tmp_path / str(k), kills // AT_ONCE, random.Random(AT_ONCE * seed + k)) for k in range(AT_ONCE)
        ]
    lost = sum(attack.result() for attack in attacks)
    assert lost <= kills  # the one line that was on its way
    print(f"{kills} kills, {lost} of the lines on their way were lost")
