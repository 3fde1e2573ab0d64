"""Functions of time in networks: values of sources, and commands of components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from biela.network.element.source import Source
from biela.network.network import Network
from biela.network.registry import find

TIMED = ("signal", "motion")
"""Roles of parameters that may be functions of time."""


def time_functions(component: Any) -> Iterator[Any]:
    """Yield what sources and components of a network were given where a function of time is possible, a number as well."""
    if isinstance(component, Source):
        yield component.value
    if (made := component.made_by) is not None:
        roles = find(made.type).roles
        for key, value in made.arguments.items():
            if key in roles and roles[key].kind in TIMED:
                yield from value if isinstance(value, tuple | list) else (value,)
    for inner in component.components.values() if isinstance(component, Network) else ():
        yield from time_functions(inner)
