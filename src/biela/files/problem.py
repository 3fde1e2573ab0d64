"""Problems of a machine file: each with its line, the offending text and the remedy; all of a file at once."""

from __future__ import annotations

from biela.base.dataclass import dataclass
from biela.base.errors import BielaError

SHOWN = 60
"""Characters of the offending text that a message repeats."""


@dataclass(frozen=True)
class Problem:
    """One thing to mend.

    Attributes
    ----------
    line : counted from 1; 0 where no line is to blame
    path : where in the description, `bodies.crank.mass`
    text : what is written there
    message : what is wrong with it, and the remedy
    """

    line: int
    path: str
    text: str
    message: str

    def __str__(self) -> str:
        shown = " ".join(self.text.split())
        shown = shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + "…"
        head = ": ".join(part for part in (f"line {self.line}" if self.line else "", self.path, shown) if part)
        return f"{head}\n    {self.message}" if head else self.message


class FileError(BielaError, ValueError):
    """A machine file that cannot be used; `problems` holds all that was found."""

    def __init__(self, file: str, problems: list[Problem]):
        self.file, self.problems = file, sorted(problems, key=lambda p: p.line)
        count = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{file}: {count}\n" + "\n".join(f"  {p}" for p in self.problems))
