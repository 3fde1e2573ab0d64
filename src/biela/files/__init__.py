"""Machine files: YAML with units and arithmetic, checked line by line; see docs/files/machine_files.md.

machine = biela.files.read("my.yaml")
run = machine.simulate()

text = biela.files.dumps(mechanism)          # and back: biela.files.loads(text).mechanism
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from biela.files.machine import loads as loads
    from biela.files.machine import read as read
    from biela.files.machine import save as save
    from biela.files.problem import FileError as FileError
    from biela.files.problem import Problem as Problem
    from biela.files.result import from_result as from_result
    from biela.files.schema import json_schema as json_schema
    from biela.files.write import dumps as dumps

_HOME = {
    "loads": "machine", "read": "machine", "save": "machine", "FileError": "problem",
    "Problem": "problem", "json_schema": "schema", "dumps": "write", "from_result": "result",
}  # fmt: skip
__all__ = ["FileError", "Problem", "dumps", "from_result", "json_schema", "loads", "read", "save"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(importlib.import_module(f"biela.files.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"biela.files has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
