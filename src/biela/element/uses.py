"""Code of others: elements from a file of a user, and which files may run code at all.

    biela.element.use("my_elements.py")     in Python; or files.read("machine.yaml", uses=["my_elements.py"])
    uses: my_elements.py                    in the machine file: it says what the machine needs

A machine file, a study or a result alone never runs code: Python files and FMUs that it names must have been allowed in the first
way, by an option of the command line, or by the call in Python that names them. `docs/files/trust.md` is the whole rule.
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

from biela.base.checked import is_text, shown
from biela.base.errors import BielaError, DescriptionError, UnknownName
from biela.base.surface import setting

FMU = ".fmu"
"""Ending of FMUs, whose library is a program."""

HOW_TO_WRITE_A_FUNCTION = (
    "It is called once, with symbols: use + - * / **, and sin, sqrt, fmax, where … of biela.lie.array; no function of math, no "
    "`if` on a value."
)
_USED: dict[Path, str] = {}
"""Files that may run code in this process, and the modules made of them; an empty name for an FMU."""


class NotAllowed(BielaError):
    """Code that a file names and nobody has allowed."""


def use(path: str | Path) -> None:
    """Allow a file to run code: a Python file of elements, which is run, or an FMU, which machines may then load.

    A Python file is run once; it is run again after it has changed. The script that is running is not run a second time.

    Raises
    ------
    BielaError : if there is no such file, or if it fails
    """
    if not isinstance(path, str | Path):
        raise BielaError(f"use needs the name of a Python file, such as 'my_elements.py', and was given {shown(path)}.")
    if not is_text(str(path)) or "\0" in str(path):
        raise BielaError(f"{str(path)!r} is not the name of a file: give a Python file, such as my_elements.py.")
    file = Path(path).expanduser().resolve()
    if len(file.name) > 255 or not file.is_file() or file.suffix not in (".py", FMU):
        raise BielaError(
            f"{str(path)!r} is not a file of elements: give a Python file, such as my_elements.py, or an FMU, such as motor.fmu."
        )
    if file.suffix == FMU:
        allow(file)
        return
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
    except Exception as error:  # the file of a user may raise anything
        del sys.modules[name]
        if isinstance(error, BielaError):
            raise
        raise BielaError(f"{str(path)!r} cannot be used: {type(error).__name__}: {error}") from error
    _USED[file] = name


def allow(path: str | Path) -> None:
    """Note that a file may run code in this process."""
    _USED.setdefault(Path(path).expanduser().resolve(), "")


def allowed(path: str | Path) -> bool:
    """Return whether this very file may run code in this process."""
    return Path(path).expanduser().resolve() in _USED


def refuse_unallowed(path: str | Path, what: str) -> None:
    """Refuse to run code of a file that a description names.

    what : what would run it, such as "FMU 'motor'"

    Raises
    ------
    NotAllowed : if nobody has allowed it
    """
    if not allowed(path):
        raise NotAllowed(
            f"{what} would run code from {str(path)!r}, which nobody has allowed: what a file describes never runs code by itself. "
            f"If you trust its maker, allow it with {setting('uses', str(path))}."
        )


def used(name: str) -> bool:
    """Return whether a file of this name was allowed in this process, or runs in it: the script itself, or what it imports."""
    running = (vars(module).get("__file__") for module in list(sys.modules.values()) if hasattr(module, "__dict__"))
    return Path(name).name in {Path(file).name for file in (*_USED, *running) if file}


def source_file(declared: Any) -> str:
    """Name of a user's file that declares a class or function; empty if there is none, as in an interactive session."""
    try:
        file = Path("" if declared.__module__.startswith("biela.") else inspect.getfile(inspect.unwrap(declared)))
    except (TypeError, OSError):
        return ""
    return file.name if file.is_file() else ""


def who(element: object, name: str = "") -> str:
    """Name an element as errors do: load 'L' (magnet, my_elements.py)."""
    cls = element if isinstance(element, type) else type(element)
    named = name or getattr(element, "name", "")
    label = ", ".join(part for part in (getattr(cls, "word", "") or cls.__name__, source_file(cls)) if part)
    return f"{getattr(cls, 'section', 'element')[:-1]}{f' {named!r}' if isinstance(named, str) and named else ''} ({label})"


def asked(element: object, function: str, call: Callable[[], Any], name: str = "") -> Any:
    """Call a function of an element; an exception becomes an error that names the element."""
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


def failure(element: object, function: str, error: Exception, name: str = "") -> DescriptionError:
    """Return the error for a function that raised an exception."""
    reason = (str(error).strip().splitlines() or [""])[0].rstrip(".")
    if isinstance(error, AttributeError) and type(error.obj).__module__.startswith("biela."):
        given = [word for word in dir(error.obj) if not word.startswith("_") and word not in dir(tuple)]
        return DescriptionError(f"{who(element, name)}: {function} asks for {error.name!r}; it can have {', '.join(given)}.")
    return DescriptionError(
        f"{who(element, name)}: {function} failed with {type(error).__name__}: {reason}. {HOW_TO_WRITE_A_FUNCTION}"
    )
