"""Headless Firefox without a network, driven through its own remote control (Marionette): no package, no driver."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

EXECUTABLE = next((found for name in ("firefox-esr", "firefox") if (found := shutil.which(name))), None)
PREFERENCES = {
    "network.proxy.type": 1, "network.proxy.socks": "127.0.0.1", "network.proxy.socks_port": 9, "network.proxy.socks_remote_dns": True,
    "network.proxy.no_proxies_on": "127.0.0.1", "browser.shell.checkDefaultBrowser": False, "webgl.force-enabled": True,
    "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False, "browser.startup.page": 0,
    "toolkit.telemetry.enabled": False, "layout.css.prefers-color-scheme.content-override": 1, "ui.prefersReducedMotion": 0,
    "remote.system-access-check.enabled": False, "extensions.enabledScopes": 0, "browser.download.useDownloadDir": True,
}  # fmt: skip

NAMED = {"Backspace": "\ue003", "Enter": "\ue007", "End": "\ue010"}
"""Keys without a letter, as WebDriver numbers them."""


def _screen() -> tuple[subprocess.Popen[bytes] | None, dict[str, str]]:
    """A screen in memory, where there is Xvfb: Firefox has WebGL there, and none without a screen."""
    if (server := shutil.which("Xvfb")) is None:
        return None, {}
    number, out = os.pipe()
    try:
        display = subprocess.Popen(
            [server, "-displayfd", str(out), "-screen", "0", "1600x1300x24", "-nolisten", "tcp"], pass_fds=(out,),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    finally:
        os.close(out)
    with os.fdopen(number) as told:
        return display, {"DISPLAY": f":{told.readline().strip()}", "LIBGL_ALWAYS_SOFTWARE": "1"}


class Browser:
    """One page; notes errors and what it asks for."""

    name = "firefox"

    def __init__(self) -> None:
        assert EXECUTABLE is not None
        self.profile = Path(tempfile.mkdtemp(prefix="firefox-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        preferences = {**PREFERENCES, "marionette.port": self.port}
        lines = [f'user_pref("{key}", {json.dumps(value)});' for key, value in preferences.items()]
        (self.profile / "user.js").write_text("\n".join(lines), "utf-8")
        self.display, screen = _screen()
        command = [
            EXECUTABLE,
            *([] if screen else ["--headless"]),
            "--marionette",
            "--remote-allow-system-access",
            "--no-remote",
            "--profile",
            str(self.profile),
        ]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "MOZ_HEADLESS_WIDTH": "1440", "MOZ_HEADLESS_HEIGHT": "1000", **screen},
        )
        self.socket, self.buffer, self.count = self._connect(), b"", 0
        self._next()
        self.send("WebDriver:NewSession", capabilities={"alwaysMatch": {"pageLoadStrategy": "none"}})
        self.send("WebDriver:SetTimeouts", script=120_000)

    def _connect(self) -> socket.socket:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                return socket.create_connection(("127.0.0.1", self.port), timeout=120)
            except OSError:
                time.sleep(0.1)
        raise TimeoutError("Firefox does not answer")

    def _next(self) -> Any:
        while b":" not in self.buffer:
            self.buffer += self.socket.recv(1 << 16)
        size, _, self.buffer = self.buffer.partition(b":")
        while len(self.buffer) < int(size):
            self.buffer += self.socket.recv(1 << 20)
        message, self.buffer = self.buffer[: int(size)], self.buffer[int(size) :]
        return json.loads(message)

    def send(self, command: str, **parameters: Any) -> Any:
        """A command and its answer."""
        self.count += 1
        text = json.dumps([0, self.count, command, parameters]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        while True:
            kind, number, error, result = self._next()
            if kind == 1 and number == self.count:
                assert error is None, error
                return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def open(self, address: str, inside: str = "document") -> None:
        """Go to a page and wait until it, or the document `inside` it, says that it is ready."""
        self.send("WebDriver:Navigate", url="about:blank")  # what the last page says about its lost server is not ours
        self._privileged("Services.console.reset(); return 0")
        self.send("WebDriver:Navigate", url=address)
        self.wait(f"location.href !== 'about:blank' && {inside}?.documentElement?.dataset.ready === 'yes'")

    def go(self, address: str) -> None:
        """Go to a page that may never be ready."""
        self.send("WebDriver:Navigate", url=address)

    def run(self, code: str) -> Any:
        """The value of a JavaScript expression."""
        script = f"const done = arguments[0]; Promise.resolve(({code})).then(done)"
        return self.send("WebDriver:ExecuteAsyncScript", script=script, args=[], sandbox=None, newSandbox=False)

    def wait(self, code: str, seconds: float = 120.0) -> None:
        """Until an expression is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.run(f"!!({code})"):
                    return
            except AssertionError:  # the page is still on its way
                pass
            time.sleep(0.1)
        raise TimeoutError(f"never true: {code}; messages: {self.messages[:3]}")

    def _privileged(self, script: str) -> Any:
        self.send("Marionette:SetContext", value="chrome")
        try:
            return self.send("WebDriver:ExecuteScript", script=script, args=[])
        finally:
            self.send("Marionette:SetContext", value="content")

    @property
    def messages(self) -> list[str]:
        """Errors of pages."""
        found = self._privileged(
            "return Services.console.getMessageArray().filter(m => m instanceof Ci.nsIScriptError && !(m.flags & 1) && /^(file|http):/.test(m.sourceName)).map(m => m.message)"
        )
        return [str(message) for message in found]

    @property
    def requests(self) -> list[str]:
        """What the page has asked for since it was opened."""
        return [str(r) for r in self.run("performance.getEntriesByType('resource').map(e => e.name)")]

    def size(self, width: int, height: int) -> None:
        """Make the inside of the window this large."""
        self.send("WebDriver:SetWindowRect", width=max(width, 500) + 40, height=height + 200)
        inside = f"gBrowser.selectedBrowser.style; s.maxWidth = s.minWidth = '{width}px'; s.maxHeight = s.minHeight = '{height}px'"
        self._privileged(f"const s = {inside}; return 0")
        self.wait(f"innerWidth === {width}")

    def dark(self, dark: bool) -> None:
        """Prefer dark or light colours, from the next page on."""
        key = "layout.css.prefers-color-scheme.content-override"
        self._privileged(f"Services.prefs.setIntPref('{key}', {0 if dark else 1}); return 0")

    def picture(self, path: Path | None = None) -> bytes:
        """A screenshot (PNG)."""
        content = base64.b64decode(self.send("WebDriver:TakeScreenshot", full=False))
        if path is not None:
            path.write_bytes(content)
        return content

    def mouse(self, kind: str, x: float, y: float) -> None:
        """A mouse event: mousePressed, mouseMoved or mouseReleased."""
        steps: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}]
        if kind != "mouseMoved":
            steps.append({"type": "pointerDown" if kind == "mousePressed" else "pointerUp", "button": 0})
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.send("WebDriver:PerformActions", actions=[mouse])

    def type(self, text: str) -> None:
        """Type a text where the page has its focus."""
        steps = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.send("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": steps}])

    def press(self, key: str, code: int, ctrl: bool = False) -> None:
        """Press a key and let it go."""
        key = NAMED.get(key, key)
        control = [{"type": kind, "value": "\ue009"} for kind in ("keyDown", "keyUp")] if ctrl else []
        steps = [*control[:1], {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}, *control[1:]]
        self.send("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": steps}])

    def close(self) -> None:
        """End the browser that was started here."""
        self.socket.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        if self.display is not None:
            self.display.kill()
            self.display.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
