"""Elements from a file of a user.

    biela.element.use("my_elements.py")             in Python; or files.read("machine.yaml", uses=["my_elements.py"])
    biela run machine.yaml --uses my_elements.py    on the command line
    uses: my_elements.py                            in the machine file: it says what the machine needs

A machine file alone never runs code: what it needs must have been allowed in one of the first two ways.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from biela.errors import BielaError, DescriptionError, UnknownName

HOW_TO_WRITE_A_FUNCTION = (
    "It is called once, with symbols: use + - * / **, and sin, sqrt, fmax, where … of biela.lie.array; no function of math, no "
    "`if` on a value."
)
_USED: dict[Path, str] = {}
"""Files that were used in this process, and the modules made of them."""


def use(path: str | Path) -> None:
    """Run a Python file that declares elements. A file is run once; it is run again after it has changed. The script that is
    running is not run a second time.

    Raises
    ------
    BielaError : if there is no such file, or if it fails
    """
    if not isinstance(path, str | Path):
        raise BielaError(f"use needs the name of a Python file, such as 'my_elements.py', and was given {path!r}.")
    file = Path(path).expanduser().resolve()
    if not file.is_file() or file.suffix != ".py":
        raise BielaError(f"{str(path)!r} is not a file of elements: give a Python file, such as my_elements.py.")
    if str(file) == os.path.realpath(getattr(sys.modules["__main__"], "__file__", None) or ""):
        _USED[file] = "__main__"
        return
    name = f"biela_elements_{sha256(str(file).encode() + file.read_bytes()).hexdigest()[:16]}"
    if name in sys.modules:
        _USED[file] = name
        return
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BielaError:
        del sys.modules[name]
        raise
    except Exception as error:  # the file of a user may raise anything
        del sys.modules[name]
        raise BielaError(f"{str(path)!r} cannot be used: {type(error).__name__}: {error}") from error
    _USED[file] = name


def used(name: str) -> bool:
    """Whether a file of this name was allowed in this process, or runs in it already: the script itself, or what it imports."""
    running = (vars(module).get("__file__") for module in list(sys.modules.values()) if hasattr(module, "__dict__"))
    return Path(name).name in {Path(file).name for file in (*_USED, *running) if file}


def source_file(declared: Any) -> str:
    """Name of a user's file that declares a class or function; empty if there is none, as in an interactive session."""
    try:
        file = Path("" if declared.__module__.startswith("biela.") else inspect.getfile(inspect.unwrap(declared)))
    except (TypeError, OSError):
        return ""
    return file.name if file.is_file() else ""


def who(element: Any, name: str = "") -> str:
    """What errors call an element: load 'L' (magnet, my_elements.py)."""
    cls = element if isinstance(element, type) else type(element)
    named = name or getattr(element, "name", "")
    label = ", ".join(part for part in (getattr(cls, "word", "") or cls.__name__, source_file(cls)) if part)
    return f"{getattr(cls, 'section', 'element')[:-1]}{f' {named!r}' if isinstance(named, str) and named else ''} ({label})"


def asked(element: Any, function: str, call: Callable[[], Any], name: str = "") -> Any:
    """What a function of an element returns; an exception becomes an error that names the element."""
    try:
        return call()
    except UnknownName as error:
        raise UnknownName(f"{who(element, name)}: {error}") from None
    except BielaError:
        raise
    except NotImplementedError as error:
        if str(error):
            raise failure(element, function, error, name) from error
        raise DescriptionError(f"{who(element, name)} has no {function}: write `def {function}(self, …)`.") from None
    except Exception as error:  # a user's function may raise anything
        raise failure(element, function, error, name) from error


def failure(element: Any, function: str, error: Exception, name: str = "") -> DescriptionError:
    """The error for a function that raised an exception."""
    reason = (str(error).strip().splitlines() or [""])[0].rstrip(".")
    if isinstance(error, AttributeError) and type(error.obj).__module__.startswith("biela."):
        given = [word for word in dir(error.obj) if not word.startswith("_") and word not in dir(tuple)]
        return DescriptionError(
            f"{who(element, name)}: {function} asks for {error.name!r}; it can have {', '.join(given)}."
        )
    return DescriptionError(
        f"{who(element, name)}: {function} failed with {type(error).__name__}: {reason}. {HOW_TO_WRITE_A_FUNCTION}"
    )
