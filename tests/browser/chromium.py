"""Headless Chromium without a network, driven through its debugging pipe: no package, no driver, no port."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

EXECUTABLE = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome", "chrome") if (found := shutil.which(name))), None
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-default-apps", "--no-first-run", "--mute-audio", "--disable-extensions",
    "--disable-dev-shm-usage", "--window-size=1440,1000", "--remote-debugging-pipe", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    # the lists below the address bar are pages too, and take as much time in each new window as a page of ours
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup", "--no-startup-window",
)  # fmt: skip


class Browser:
    """One page; notes every request, console message and error."""

    name = "chromium"

    def __init__(self) -> None:
        assert EXECUTABLE is not None
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        to_read, self.out = os.pipe()
        self.inn, to_write = os.pipe()
        script = f'exec "$@" 3<&{to_read} 4>&{to_write}'
        command = ["bash", "-c", script, "chromium", EXECUTABLE, *FLAGS, f"--user-data-dir={self.profile}"]
        self.process = subprocess.Popen(
            command, pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        os.close(to_read)
        os.close(to_write)
        self.buffer, self.count, self.session = b"", 0, ""
        self.requests: list[str] = []
        self.messages: list[str] = []
        self.context = ""
        self.renew()

    def leave(self) -> None:
        """Close the page."""
        self.session, context, self.context = "", self.context, ""
        if context:
            self.send("Target.disposeBrowserContext", browserContextId=context)

    def renew(self) -> None:
        """A new page that remembers nothing of the one before."""
        self.leave()
        self.context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def as_begun(self) -> None:
        """The window, colours and medium with which it begins."""
        self.send("Emulation.clearDeviceMetricsOverride")
        self.send("Emulation.setEmulatedMedia", media="", features=[])

    def send(self, method: str, **parameters: Any) -> Any:
        """A command and its answer; events that come meanwhile are noted."""
        self.count += 1
        message: dict[str, Any] = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        number, end = self.count, time.monotonic() + 60
        while time.monotonic() < end:
            answer = self._next(end)
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
        raise TimeoutError(method)

    def _next(self, end: float) -> dict[str, Any]:
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.inn], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser is silent")
            part = os.read(self.inn, 1 << 20)
            if not part:
                raise ConnectionError("the browser ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        if message.get("sessionId", "") != self.session:
            return {}  # of a page that is gone
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            case "Runtime.consoleAPICalled" if message["params"]["type"] in ("error", "warning", "assert"):
                self.messages.append(str(message["params"]["args"]))
            case "Runtime.exceptionThrown":
                self.messages.append(str(message["params"]["exceptionDetails"]))
            case "Log.entryAdded" if message["params"]["entry"]["level"] == "error":
                self.messages.append(str(message["params"]["entry"]))
        return message

    def open(self, address: str, inside: str = "document") -> None:
        """Go to a page and wait until it, or the document `inside` it, says that it is ready."""
        self.send("Page.navigate", url="about:blank")  # what the last page says about its lost server is not ours
        self.requests, self.messages = [], []
        self.send("Page.navigate", url=address)
        self.wait(f"{inside}?.documentElement?.dataset.ready === 'yes'")

    def go(self, address: str) -> None:
        """Go to a page that may never be ready."""
        self.send("Page.navigate", url=address)

    def run(self, code: str) -> Any:
        """The value of a JavaScript expression."""
        answer = self.send("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, code: str, seconds: float = 120.0) -> None:
        """Until an expression is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"!!({code})"):
                return
            time.sleep(0.05)
        raise TimeoutError(f"never true: {code}; messages: {self.messages}")

    def size(self, width: int, height: int) -> None:
        """Make the inside of the window this large."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)

    def dark(self, dark: bool) -> None:
        """Prefer dark or light colours, from the next page on."""
        wish = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[wish])

    def picture(self, path: Path | None = None) -> bytes:
        """A screenshot (PNG)."""
        content = base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])
        if path is not None:
            path.write_bytes(content)
        return content

    def mouse(self, kind: str, x: float, y: float) -> None:
        """A mouse event: mousePressed, mouseMoved or mouseReleased."""
        self.send(
            "Input.dispatchMouseEvent",
            type=kind,
            x=x,
            y=y,
            button="left",
            buttons=0 if kind == "mouseReleased" else 1,
            clickCount=1,
        )

    def type(self, text: str) -> None:
        """Type a text where the page has its focus."""
        self.send("Input.insertText", text=text)

    def press(self, key: str, code: int, ctrl: bool = False) -> None:
        """Press a key and let it go; `code` is its number in Windows' list."""
        for kind in ("rawKeyDown", "keyUp"):
            self.send(
                "Input.dispatchKeyEvent", type=kind, key=key, code=f"Key{key.upper()}" if len(key) == 1 else key,
                windowsVirtualKeyCode=code,
                modifiers=2 if ctrl else 0,
            )  # fmt: skip

    def close(self) -> None:
        """End the browser that was started here."""
        import signal

        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.out)
        os.close(self.inn)
        shutil.rmtree(self.profile, ignore_errors=True)
