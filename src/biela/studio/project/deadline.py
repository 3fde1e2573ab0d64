"""Connections whose question does not come to its end are closed: uvicorn alone would wait for ever, and its places run out."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0
"""Time for a question, from its first byte, or from the connection, to its end [s]."""


class Prompt(H11Protocol):  # type: ignore[misc]
    """uvicorn's own reader of requests, with a deadline."""

    deadline: asyncio.TimerHandle | None = None
    window: bool = False

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.window:
            return  # the reader has handed the connection over; what it holds still looks like half a question
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
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
