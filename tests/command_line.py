"""`biela …` as a user types it, inside the process of the tests."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from typing import Any

from biela.cli import main


@dataclass(frozen=True)
class Called:
    """How a command ended, and what it printed."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        """Both streams."""
        return self.stdout + self.stderr


def biela_command(*words: Any) -> Called:
    """Run `biela words…`; an error that is not a message for users fails the test."""
    code: Any = 0
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as said:
        try:
            main([str(word) for word in words])
        except SystemExit as end:
            code = end.code
    return Called(code or 0, out.getvalue(), said.getvalue())
