"""Values as symbols of CasADi."""

from __future__ import annotations

from typing import Any

from casadi import SX


def as_symbol(value: Any) -> Any:
    """Return a value as `SX`: itself where it is one. CasADi would copy it, and first ask what it is."""
    return value if type(value) is SX else SX(value)
