"""Public names of a package that are imported when they are first used, so that importing the package itself stays quick.

    if TYPE_CHECKING:
        from biela.lie.inertia import box as box, rod as rod
        from biela import files as files

    __getattr__, __dir__, __all__ = lazy(__name__)

The imports that type checkers read are the table: `lazy` reads them from the source of the package, and makes each when its name
is asked for.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

_IMPORT = re.compile(r"    from (\S+) import (.+)")


def lazy(
    package: str, here: Sequence[str] = (), elsewhere: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package, from the imports below its `if TYPE_CHECKING:`.

    Parameters
    ----------
    here : names that the package defines itself
    elsewhere : module → names that one might look for here, separated by blanks: the error says where they are
    """
    with open(str(sys.modules[package].__file__), encoding="utf-8") as file:
        block = file.read().partition("\nif TYPE_CHECKING:")[2].partition("\n\n")[0]
    home = {word.split(" as ")[-1]: module for module, names in _IMPORT.findall(block) for word in names.split(", ")}
    public = sorted({*home, *here})

    def find(name: str) -> Any:
        if name in home:
            own = home[name] == package  # a module of the package
            value = import_module(f"{package}.{name}") if own else getattr(import_module(home[name]), name)
            setattr(sys.modules[package], name, value)
            return value
        others = (module for module, names in (elsewhere or {}).items() if name in names.split())
        raise AttributeError(f"{package} has no {name!r}" + "".join(f" here: from {module} import {name}" for module in others))

    return find, lambda: [*public, "__version__"] if "." not in package else public, public
