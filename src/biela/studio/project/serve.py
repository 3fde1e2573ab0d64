"""Serve a project to this machine until Ctrl-C."""

from __future__ import annotations

import logging
import secrets
import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from biela.app.folder import Interrupted
from biela.base.errors import BielaError
from biela.studio.project.folder import Folder
from biela.studio.project.jobs import Command

PORT = 8724
PLACES = 200
"""Connections at a time."""
IDLE = 10
"""Time after which an idle connection is closed [s]."""
PATIENT = 120.0
"""Time for a window to answer that it is there [s]: on a busy computer, browsers take more than the usual twenty seconds."""


def serve(
    folder: Path, commands: Sequence[Command], port: int | None, browser: bool, say: Callable[[str], None], uses: Sequence[str] = ()
) -> None:
    """Open the studio of a folder and serve it until Ctrl-C."""
    try:
        import uvicorn
        import websockets  # noqa: F401  (what uvicorn speaks to windows with)
        from starlette.applications import Starlette  # noqa: F401
    except ImportError as error:
        raise BielaError(f'the studio needs {error.name}: install it with `pip install "biela[studio]"`.') from None
    from biela.studio.project.application import LONGEST, application
    from biela.studio.project.deadline import Prompt

    project = Folder(folder)
    listening = _listen(port)
    number = int(listening.getsockname()[1])
    token = secrets.token_urlsafe(24)
    names = {f"{host}:{number}" for host in ("127.0.0.1", "localhost")}
    config = uvicorn.Config(
        application(project, commands, names, token, uses), ws_max_size=LONGEST, ws_ping_timeout=PATIENT, limit_concurrency=PLACES,
        timeout_keep_alive=IDLE, http=Prompt, log_level="error", access_log=False, server_header=False, timeout_graceful_shutdown=2,
    )  # fmt: skip
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    address = f"http://127.0.0.1:{number}/?token={token}"
    say(f"studio of {project.path.name} on {address} (only this machine can see it); Ctrl-C ends")
    if browser:
        import webbrowser

        threading.Timer(0.5, webbrowser.open, [address]).start()
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    raise Interrupted("the studio is closed; every text is saved")


def _is_news(record: logging.LogRecord) -> bool:
    """Return whether a message of the server is worth printing: uvicorn reports every window that was refused as an error."""
    return "handshake" not in record.getMessage()


def _listen(port: int | None) -> socket.socket:
    try:
        return socket.create_server(("127.0.0.1", PORT if port is None else port))
    except OSError as error:
        if port is None:
            return socket.create_server(("127.0.0.1", 0))
        raise OSError(
            error.errno, f"port {port} cannot be used: choose another with --port, or any free one with --port 0"
        ) from None
