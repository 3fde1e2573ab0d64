"""The studio is killed at random moments while somebody types: nothing that it had accepted is lost, at most a second of typing."""

from __future__ import annotations

import http.client
import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets")
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

SECOND = 1.0
"""How much typing may be lost [s]."""


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
        self.socket = connect(f"ws://{host}/line", origin=f"http://{host}", additional_headers={"Cookie": cookie})
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
        changes = [*([size] if size else []), [0, line, ""]]
        given = {
            "file": "m.yaml",
            "version": self.version,
            "epoch": self.epoch,
            "updates": [{"by": "w", "changes": changes}],
        }
        try:
            assert self.ask("push", **given)["taken"]
        except (ConnectionClosed, OSError, TimeoutError):
            return False
        self.text += f"{line}\n"
        self.version += 1
        return True


def killed(folder: Path, moments: random.Random) -> tuple[list[str], list[str]]:
    """Type until the studio is killed, which happens up to three seconds later: lines accepted, and lines typed."""
    typist = Typist(folder)
    accepted, tried, end = (
        typist.text.splitlines(),
        typist.text.splitlines(),
        time.monotonic() + moments.uniform(0.0, 1.5),
    )
    killer = subprocess.Popen(["sleep", str(max(0.0, end - time.monotonic()))])
    while True:
        if killer.poll() is not None and typist.process.poll() is None:
            typist.process.kill()  # in the middle of whatever it does
        line = f"# line {len(tried)}"
        tried.append(line)
        if not typist.type(line):
            break
        accepted.append(line)
        time.sleep(moments.uniform(0.0, 0.03))
    killer.wait()
    typist.process.wait()
    return accepted, tried


@pytest.mark.parametrize(
    "kills", [pytest.param(3, marks=pytest.mark.slow(15)), pytest.param(200, marks=pytest.mark.slow(600))]
)
def test_a_killed_server_loses_nothing_that_it_had_accepted(tmp_path: Path, kills: int) -> None:
    moments = random.Random(kills)
    file = tmp_path / "m.yaml"
    file.write_text("", "utf-8")
    lost = 0
    for _ in range(kills):
        accepted, tried = killed(tmp_path, moments)
        again = Typist(tmp_path)
        found = again.text.splitlines()
        assert found[: len(accepted)] == accepted and found == tried[: len(found)]
        lost += len(tried) - len(found)
        again.process.kill()
        again.process.wait()
        if len(found) > 400:
            file.write_text("", "utf-8")
            (tmp_path / ".m.yaml.journal").unlink(missing_ok=True)
    assert lost <= kills  # the one line that was on its way
