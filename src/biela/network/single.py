"""Sources of a domain as components, each by its own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.lie.array import Operand
from biela.network.domain import Domain, plain
from biela.network.element import Se, Sf
from biela.network.registry import component, signal


def sources(domain: Domain, effort: str, flow: str) -> tuple[Callable[..., Se], Callable[..., Sf]]:
    """Return the components `domain.effort` and `domain.flow`: (name, value), an input of the machine if the value is omitted."""
    return _source(Se, domain, effort, domain.effort), _source(Sf, domain, flow, domain.flow)


def _source(kind: type[Any], domain: Domain, word: str, unit: str) -> Callable[..., Any]:
    def source(name: str, value: Operand = None) -> Operand:
        return kind(name, value, domain=domain)

    source.__name__ = source.__qualname__ = word
    source.__doc__ = f"{word.capitalize()} [{unit}] that is given: a number, a function, or an input if omitted."
    return component(f"{domain.name}.{word}", value=signal(plain(unit)))(source)
