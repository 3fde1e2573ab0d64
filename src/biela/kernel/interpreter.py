from __future__ import annotations
from typing import Any
def load(tape: Any, lanes: int) -> tuple[Any, int]:
    raise NotImplementedError
