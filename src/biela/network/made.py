"""Components as they were made: a network with other values of one, and the functions of time that they were given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from biela.base.errors import DescriptionError
from biela.base.session import Session
from biela.network import Network, Source
from biela.network.registry import find


def rebuilt(network: Network, path: str, arguments: Mapping[str, Any]) -> Network:
    """Return a copy in which the component at a path, `name` or `network/name`, is built again with other arguments. It is in use,
    as the network was; the other components are shared."""
    name, _, rest = path.partition("/")
    inner = network.components[name]
    made = inner.made_by
    if rest:
        assert isinstance(inner, Network)
        new: Any = rebuilt(inner, rest, arguments)
    elif made is None:
        raise DescriptionError(f"network {network.name!r}: {name!r} was not made by a component with arguments.")
    else:
        new = find(made.type).build(inner.name, **{**made.arguments, **arguments})
    if isinstance(new, Network):
        new._frozen = True
    twin = copy(network)
    twin.components = {**network.components, name: new}
    twin.made_by = None
    twin._session = Session()
    return twin


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
