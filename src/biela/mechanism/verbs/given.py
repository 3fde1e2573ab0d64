"""What users give to verbs, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from biela.errors import DescriptionError
from biela.mechanism.frame import direction
from biela.mechanism.parameter import Expression


def text(x: Any, what: str) -> str:
    if not isinstance(x, str):
        raise DescriptionError(f"{what} is {x!r}: give some text.")
    return x


def listed(x: Any, what: str) -> tuple[Any, ...]:
    if isinstance(x, str | Mapping):
        raise DescriptionError(f"{what}: {x!r} is not a list.")
    try:
        return tuple(x)
    except TypeError:
        raise DescriptionError(f"{what}: {x!r} is not a list.") from None


def unit_direction(v: Any, what: str) -> tuple[float, ...]:
    """A direction of unit length."""
    d = direction(v, what)
    size = float(np.linalg.norm(d))
    if not np.isfinite(size) or size == 0.0:
        raise DescriptionError(f"{what} is {v!r}: give a direction, which is not zero.")
    return tuple(float(x) for x in (d if abs(size - 1.0) < 1e-12 else d / size))


def law_of_signals(law: Any, name: str) -> Callable[[Any], Any]:
    if not callable(law) or isinstance(law, Expression):
        raise DescriptionError(
            f"law of {name!r} is {law!r}: give a function of the signals, such as lambda s: -2 * s[…]."
        )
    return law  # type: ignore[no-any-return]
