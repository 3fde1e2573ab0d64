"""HTTP for one page on this machine: strict about what it reads, bounded in time, in bytes and in connections.

One loop reads all connections, so that a client that sends slowly holds a socket but no thread; a few threads answer. A
connection carries one request, or several one after the other if the client asks to keep it and they are answered. When all
places are taken, the connection that has been silent for longest gives way.

A request that is not plain HTTP/1 with a `Content-Length` is refused. Reference: RFC 9112, sections 2, 3 and 6.
"""

from __future__ import annotations

import asyncio
import queue
import re
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import field
from http import HTTPStatus
from typing import Any, Self

from biela.base.dataclass import dataclass

HEAD, BODY = 16_384, 65_536
"""Most bytes of the head and of the body of a request."""
SECONDS = 10.0
"""Time for sending a request, and for each piece of an answer to be taken [s]."""
PIECE = 65_536
"""Bytes of an answer that are handed over at once."""
PLACES = 1200
"""Most connections at a time."""
OTHERS = 200
"""Files that the process has open besides."""
THREADS = 4
"""Threads that answer; what moves the machine waits for its turn anyway."""
LINE = re.compile(rb"(GET|POST) (/[!-~]*) HTTP/1\.[01]")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00\r\n]*?)[ \t]*")
ONCE = ("content-length", "cookie", "host", "origin", "x-biela-token")
"""Fields that a request has once at most."""


@dataclass(frozen=True)
class Request:
    """What a client asks for; names of fields are in lower case."""

    method: str
    path: str
    fields: Mapping[str, str]
    body: bytes = b""
    query: str = ""


@dataclass(frozen=True)
class Reply:
    """What it gets; `fields` are those of this answer alone."""

    code: int
    content: bytes
    kind: str
    fields: Mapping[str, str] = field(default_factory=dict)


class Refused(Exception):
    """A request that is not answered, with the code of HTTP."""

    def __init__(self, code: int):
        super().__init__(code)
        self.code = code


def parse_head(head: bytes) -> tuple[Request, int]:
    """A request from its first lines, without its body, and the size of that."""
    first, *rest = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    asked = LINE.fullmatch(first)
    if asked is None:
        raise Refused(400)
    fields: dict[str, str] = {}
    for line in rest:
        found = FIELD.fullmatch(line)
        if found is None:
            raise Refused(400)
        name = found[1].decode().lower()
        if name in fields and name in ONCE:
            raise Refused(400)
        fields[name] = found[2].decode("latin-1")
    length = fields.get("content-length", "0")
    if "transfer-encoding" in fields or not re.fullmatch(r"[0-9]{1,18}", length):
        raise Refused(400)
    if int(length) > BODY:
        raise Refused(413)
    path, _, query = asked[2].decode().partition("?")
    return Request(asked[1].decode(), path, fields, query=query), int(length)


class Listener:
    """Listens on an address; `serve_forever` answers with `answer`, in threads."""

    def __init__(self, host: str, port: int, answer: Callable[[Request], Reply], always: Mapping[str, str]):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family, backlog=PLACES)
        self.server_port = int(self._socket.getsockname()[1])
        self._answer, self._always, self._places = answer, always, _places()
        self._waiting: dict[asyncio.StreamWriter, None] = {}  # who has not sent a whole request, the longest first
        self._open, self._answering = 0, set[asyncio.Task[Any]]()
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop, self._ready, self._done = asyncio.Event(), threading.Event(), threading.Event()
        for _ in range(THREADS):
            threading.Thread(target=self._work, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._socket.close()
        for _ in range(THREADS):
            self._jobs.put(_end)

    def serve_forever(self, poll_interval: float = 0.0) -> None:
        """Answer until `shutdown`, or Ctrl-C in the main thread."""
        try:
            asyncio.run(self._serve())
        finally:
            self._done.set()

    def shutdown(self) -> None:
        """End `serve_forever`, which another thread runs."""
        self._ready.wait(SECONDS)
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._stop.set)
        self._done.wait(SECONDS)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(lambda loop, about: None)  # clients may go away at any time
        server = await asyncio.start_server(self._connected, sock=self._socket, limit=HEAD, backlog=PLACES)
        self._ready.set()
        await self._stop.wait()
        server.close()
        for writer in list(self._waiting):
            writer.transport.abort()
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS / 2):
                await asyncio.gather(*self._answering)  # who has sent a request gets an answer

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        with suppress(OSError):  # an answer leaves at once: it must not wait until the client has confirmed the one before
            writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if task := asyncio.current_task():
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        try:
            if self._open > self._places and self._waiting:
                next(iter(self._waiting)).transport.abort()
            again = False
            while await self._served(reader, writer, again) and not self._stop.is_set():
                again = True
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            writer.transport.abort()
        finally:
            self._open -= 1
            self._waiting.pop(writer, None)
            writer.close()

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, again: bool) -> bool:
        """Answer a request, or one more; whether the connection stays for another."""
        self._waiting[writer] = None
        keep = False
        try:
            request = await self._request(reader, writer)
            reply = await self._in_a_thread(request)
            keep = reply.code == 200 and request.fields.get("connection", "").lower() == "keep-alive"
        except Refused as refused:
            if again and refused.code == HTTPStatus.REQUEST_TIMEOUT:
                return False  # silence between requests needs no answer
            reply = Reply(refused.code, HTTPStatus(refused.code).phrase.encode(), "text/plain")
        await self._send(writer, reply, keep)
        return keep

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Request:
        """A whole request, within the time for it."""
        try:
            async with asyncio.timeout(SECONDS):
                try:
                    request, length = parse_head(await reader.readuntil(b"\r\n\r\n"))
                except asyncio.LimitOverrunError:
                    raise Refused(431) from None
                body = await reader.readexactly(length)
        except TimeoutError:
            raise Refused(408) from None
        finally:
            self._waiting.pop(writer, None)
        return Request(request.method, request.path, request.fields, body, request.query)

    async def _send(self, writer: asyncio.StreamWriter, reply: Reply, keep: bool) -> None:
        """An answer in pieces, each of which must be taken in time; a short one is a single piece, its head included."""
        fields = {
            "Content-Type": reply.kind,
            "Content-Length": str(len(reply.content)),
            "Connection": "keep-alive" if keep else "close",
            **self._always,
            **reply.fields,
        }
        head = f"HTTP/1.1 {reply.code} {HTTPStatus(reply.code).phrase}\r\n"
        lines = (head + "".join(f"{k}: {v}\r\n" for k, v in fields.items()) + "\r\n").encode("latin-1")
        for start in range(0, max(len(reply.content), 1), PIECE):
            piece = reply.content[start : start + PIECE]
            writer.write(piece if start else lines + piece)
            async with asyncio.timeout(SECONDS):
                await writer.drain()
        if not keep:
            async with asyncio.timeout(SECONDS):
                writer.close()
                await writer.wait_closed()

    async def _in_a_thread(self, request: Request) -> Reply:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Reply] = loop.create_future()

        def job() -> None:
            reply = self._answer(request)
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(lambda: None if future.done() else future.set_result(reply))

        self._jobs.put(job)
        return await future

    def _work(self) -> None:
        while (job := self._jobs.get()) is not _end:
            job()


def _places() -> int:
    """Connections for which this process may have a socket each, besides its files."""
    try:
        import resource
    except ImportError:
        return 400  # Windows waits for 512 sockets at a time
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = PLACES + OTHERS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(resource.getrlimit(resource.RLIMIT_NOFILE)[0] - OTHERS, 16)
    return PLACES


def _end() -> None:
    """What ends a thread."""
