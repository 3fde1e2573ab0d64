"""Machine files: YAML with units and arithmetic, checked line by line; see docs/files/machine_files.md.

Knows text, units, expressions and what declarations say of their data. Must not know ready machines, reports or use cases.

machine = biela.files.read("my.yaml")
run = machine.simulate()

text = biela.files.dumps(mechanism)          # and back: biela.files.loads(text).mechanism
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from biela.base.lazy import lazy

if TYPE_CHECKING:
    from biela.files.machine import loads as loads
    from biela.files.machine import read as read
    from biela.files.machine import save as save
    from biela.files.problem import FileError as FileError
    from biela.files.problem import Problem as Problem
    from biela.files.results.repeat import from_result as from_result
    from biela.files.schema import json_schema as json_schema
    from biela.files.write import dumps as dumps

__getattr__, __dir__, __all__ = lazy(__name__)  # noqa: PLE0605
