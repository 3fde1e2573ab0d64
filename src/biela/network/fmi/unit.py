"""FMUs at work, each in a process of its own: what they answer, and what becomes of one that crashes or hangs."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.network.fmi import child
from biela.network.fmi.description import Description, FmuError

PATIENCE = 30.0
"""Time after which an FMU that does not answer counts as hanging [s]."""


class StepRefused(FmuError):
    """Refusal of a step by an FMU; a shorter one may do."""


class FmuProcess:
    """FMU that runs. Values are in the units of the FMU.

    name : what errors call it
    kind : co-simulation or model-exchange
    inputs, outputs : names of variables, in the order of all vectors
    """

    def __init__(
        self, description: Description, kind: str, name: str, inputs: Sequence[str], outputs: Sequence[str],
        parameters: Mapping[str, Any], span: tuple[float, float], tolerance: float, patience: float = PATIENCE,
    ):  # fmt: skip
        self.description, self.name, self.patience = description, name, patience
        self.rollback = kind in description.rollback or kind == "model-exchange"
        self.t = span[0]
        self._folder = tempfile.TemporaryDirectory(prefix="biela-fmu-", ignore_cleanup_errors=True)
        paths = {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(child.__file__)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env={**os.environ, **paths},
        )  # fmt: skip
        self._answers: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._ask(
                "open", file=os.path.abspath(description.file), folder=self._folder.name, kind=kind, inputs=list(inputs),
                outputs=list(outputs), parameters=dict(parameters), start=span[0], stop=span[1], tolerance=tolerance,
            )  # fmt: skip
        except BaseException:
            self.end()
            raise

    def __enter__(self) -> FmuProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None and self._process.poll() is None:
            with suppress(FmuError):  # its results are there
                self._ask("close")
        self.end()

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with suppress(OSError):  # it had ended before it read everything
                self._process.stdin.close()
        self._folder.cleanup()

    def look(self, inputs: Array) -> Array:
        """Return the outputs at the present time with these inputs."""
        return np.array(self._ask("look", inputs=inputs.tolist())["outputs"], float)

    def begin(self, inputs: Array) -> Array:
        """End the initialisation; return the outputs at the start."""
        return np.array(self._ask("begin", inputs=inputs.tolist())["outputs"], float)

    def keep(self) -> None:
        """Remember the state, to go back to it."""
        self._ask("keep")
        self._kept = self.t

    def restore(self) -> None:
        """Go back to the state that was remembered."""
        self._ask("restore")
        self.t = self._kept

    def step(self, length: float, parts: int, path: Array, last: Array) -> Array:
        """Advance by a step in equal parts; return the outputs at the end of each of them, by rows. `path` holds the inputs
        as (n, 3) coefficients of polynomials of the time since the beginning, `last` those at the end."""
        rows = self._ask("step", length=length, parts=parts, path=path.tolist(), last=last.tolist())["rows"]
        self.t += length
        return np.array(rows, float)

    def _ask(self, do: str, **given: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"do": do, **given}).encode() + b"\n")
            self._process.stdin.flush()
            line = self._line(do)
        except OSError:
            line = b""
        if not line:
            code = self._process.wait()
            how = f"its library crashed (signal {-code})" if code < 0 else f"its process ended with code {code}"
            alone = "biela itself goes on, since FMUs run in processes of their own"
            raise FmuError(f"{self._about(do)}: {how}. Ask its maker; {alone}.")
        said: dict[str, Any] = json.loads(line)
        if "refused" in said:
            raise StepRefused(f"{self._about(do)}: {_with(said, 'refused')}")
        if "failed" in said:
            raise FmuError(f"{self._about(do)}: {_with(said, 'failed')}")
        return said

    def _about(self, do: str) -> str:
        doing = {"open": "loading it", "begin": "its initialisation", "close": "its end"}.get(do, f"the call at t = {self.t:.6g} s")
        return f"FMU {self.name!r} ({self.description.file!r}), {doing}"

    def _listen(self) -> None:
        """Hand over the answers, line by line; an empty one says that there will be no more."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(b"")

    def _line(self, do: str) -> bytes:
        """Return the next answer, within the time that the FMU has."""
        try:
            return self._answers.get(timeout=self.patience)
        except queue.Empty:
            self._process.kill()
            late = f"it did not answer within {self.patience:g} s and was ended"
            raise FmuError(f"{self._about(do)}: {late}. It hangs, or needs more time: give it with `patience`.") from None


def _with(said: Mapping[str, Any], key: str) -> str:
    """Return a message, with what the FMU said last."""
    text = str(said[key]).rstrip(".")
    return f"{text}: {said['said']}" if said.get("said") else f"{text}."
