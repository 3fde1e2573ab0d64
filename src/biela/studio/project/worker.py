"""A process that derives machines and draws them, one request after the other; whoever waits too long may end it.

Requests and answers are lines of JSON on its standard streams.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from biela.base.errors import BielaError
from biela.base.surface import spelling
from biela.studio.project.form import as_field

PATIENCE = 60.0
"""Time for one request [s]; a machine that takes longer is given up, with words."""
ANSWER_SIZE = 256_000_000
"""Size limit of an answer [B]."""


class TooSlow(BielaError):
    """Request that was given up."""


class Worker:
    """Process, seen from outside; it runs in a folder, from which machine files name others."""

    def __init__(self, uses: list[str], folder: Path | None = None):
        self.uses, self.folder = uses, folder
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    async def ask(self, what: str, patience: float | None = None, **given: Any) -> Any:
        """Answer a request, which gets a minute unless a patience is given [s].

        Raises
        ------
        TooSlow : the time is over, or the process died; the next request begins with a new one
        BielaError : what the request did wrong
        """
        patience = PATIENCE if patience is None else patience
        async with self._turn:
            process = await self._started()
            assert process.stdin is not None and process.stdout is not None
            try:
                process.stdin.write(json.dumps({"request": what, "given": given}).encode() + b"\n")
                async with asyncio.timeout(patience):
                    line = await process.stdout.readline()
            except (TimeoutError, OSError, ValueError):
                await self.end()
                raise TooSlow(
                    f"this took longer than {patience:g} s and was given up: make the machine smaller, or use `biela run` for it."
                ) from None
            except asyncio.CancelledError:
                await self.end()  # its answer would be taken for that of the next request
                raise
            if not line:
                await self.end()
                raise TooSlow("the process that derives machines ended: it may have run out of memory. Try again.")
        answer = json.loads(line)
        if "error" in answer:
            raise BielaError(answer["error"])
        return answer["answer"]

    async def _started(self) -> asyncio.subprocess.Process:
        if self._closed:
            raise TooSlow("the studio is closing.")
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "biela.studio.project.worker", *self.uses,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=ANSWER_SIZE, cwd=self.folder,
            )  # fmt: skip
        return self._process

    async def allow(self, files: list[str]) -> None:
        """Let files run code from the next request on, in a new process."""
        async with self._turn:
            self.uses += files
            await self.end()

    async def close(self) -> None:
        """End the process for good: requests that wait for their turn do not begin another one."""
        self._closed = True
        await self.end()

    async def end(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def serve(uses: list[str]) -> None:
    """Answer requests until the input ends."""
    import os

    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints is not an answer
    from biela.app.folder import to_json
    from biela.element.uses import use
    from biela.studio.project.picture import Pictures

    refused = ""
    for file in uses:
        try:
            use(file)
        except BielaError as error:  # the file of a user may fail: every answer says so
            refused = str(error)
    pictures = Pictures()
    answers_to: dict[str, Callable[..., Any]] = {
        "look": pictures.look, "check": pictures.check, "hand": pictures.hand, "place": pictures.place, "module": pictures.module,
        "code": pictures.code,
    }  # fmt: skip
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if refused:
                raise BielaError(refused)
            done = answers_to[asked["request"]](**asked["given"])
            answer = to_json({"answer": done}, indent=None)
        except BielaError as error:
            answer = json.dumps({"error": str(error)})
        except KeyboardInterrupt:
            return
        except Exception as error:  # a mistake of ours: the next request is answered all the same
            answer = json.dumps({"error": f"this went wrong inside biela: {type(error).__name__}: {error}"[:500]})
        answers.write(answer + "\n")
        answers.flush()


if __name__ == "__main__":
    with spelling(as_field):
        serve(sys.argv[1:])
