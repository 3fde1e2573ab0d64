"""Public names of a package that are imported when they are first used, so that importing the package itself stays quick."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def lazy(
    package: str,
    homes: Mapping[str, str],
    modules: Sequence[str] = (),
    here: Sequence[str] = (),
    elsewhere: Mapping[str, str] | None = None,
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a package, from one table.

    Parameters
    ----------
    homes : module → the names in it that the package offers, separated by blanks
    modules : modules of the package that are offered as they are
    here : names that the package defines itself
    elsewhere : module → names that one might look for here: the error says where they are
    """
    home = {name: module for module, names in homes.items() for name in names.split()}
    public = sorted({*home, *modules, *here})

    def find(name: str) -> Any:
        if name in home:
            value = getattr(importlib.import_module(home[name]), name)
            setattr(sys.modules[package], name, value)
            return value
        if name in modules:
            return importlib.import_module(f"{package}.{name}")
        for module, names in (elsewhere or {}).items():
            if name in names.split():
                raise AttributeError(f"{package} has no {name!r} here: from {module} import {name}")
        raise AttributeError(f"{package} has no {name!r}")

    return find, lambda: [*public, "__version__"] if "." not in package else public, public
