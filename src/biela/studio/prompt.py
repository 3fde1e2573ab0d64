"""Connections that hold a place without using it are closed: uvicorn alone would wait for ever, and its places run out.

A request must come to its end within a time, and a client must keep taking its answer. When all places are taken, the
connection that has been silent for longest gives way.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0
"""Time for a request, from its first byte, or from the connection, to its end, and for a client to take a part of an answer [s]."""
PLACES = 1200
"""Maximum number of connections."""
OTHER_FILES = 200
"""Files that the process has open besides connections."""


class Prompt(H11Protocol):  # type: ignore[misc]
    """uvicorn's own reader of requests, with deadlines."""

    deadline: asyncio.TimerHandle | None = None
    taking: asyncio.TimerHandle | None = None
    window: bool = False

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        with suppress(OSError):  # an answer leaves at once: it must not wait until the client has confirmed the one before
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wait()
        if len(self.connections) > places():
            silent = {c.deadline.when(): c for c in self.connections if isinstance(c, Prompt) and c.deadline is not None}
            silent[min(silent)].transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.window:
            return  # the reader has handed the connection over; what it holds still looks like half a request
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._rest()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch()
        if self.conn.their_state is h11.IDLE:
            self._wait()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._let_go()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.window = True  # from here on it stays open as long as it likes
        self._rest()
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        if self.deadline is None:
            self.deadline = self.loop.call_later(SECONDS, self.transport.close)

    def _rest(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _watch(self) -> None:
        if self.taking is None:
            self.taking = self.loop.call_later(SECONDS, self._look, self.transport.get_write_buffer_size())

    def _let_go(self) -> None:
        if self.taking is not None:
            self.taking.cancel()
            self.taking = None

    def _look(self, before: int) -> None:
        """Drop a client that took nothing of its answer since the last look."""
        self.taking, left = None, self.transport.get_write_buffer_size()
        if left >= before:
            self.transport.abort()
        elif left:
            self._watch()


def places() -> int:
    """Return the number of connections for which this process may have a socket each, besides its files."""
    try:
        import resource
    except ImportError:
        return 400  # Windows waits for 512 sockets at a time
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = PLACES + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return PLACES
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
    return max(min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], wanted) - OTHER_FILES, 16)
