"""Functions of one's own as measures: their names, who may run them, and how they are loaded and called.

peak = wear.py:wear        a function of a file, whose text travels to the workers
wear = package.module:wear a function of a module
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Sequence, Sized
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from biela.base.array import Array
from biela.base.errors import nearest
from biela.base.intake import MEGABYTE, Unreadable
from biela.base.intake import text as text_of
from biela.base.surface import setting
from biela.element.uses import NotAllowed, allowed
from biela.study.vary import StudyError

OwnFunction: TypeAlias = Callable[[Any], Any]
"""Function that takes a `Batch` and returns one number per machine."""
MAX_FILE = 10 * MEGABYTE
"""Maximum size of a Python file with measures [bytes]."""


def own_function(text: str, source: str) -> OwnFunction:
    """Load a function of a user, `file.py:function` or `module:function`."""
    place, _, name = text.rpartition(":")
    try:
        module = _module(place, source) if place.endswith(".py") else importlib.import_module(place)
    except Exception as error:  # whatever a user's file raises
        raise StudyError(f"measure {text!r} cannot be used: {type(error).__name__}: {error}") from None
    found = getattr(module, name, None)
    if found is None:
        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        raise StudyError(f"measure {text!r}: {place!r} has no function {name!r}.{nearest(name, known)}")
    if not callable(found):
        raise StudyError(f"measure {text!r}: {name!r} is not a function.")
    return found  # type: ignore[no-any-return]


def _module(place: str, source: str) -> ModuleType:
    """Return the module of a file, made once for each text."""
    key = f"_biela_measures_{hashlib.sha256(f'{place}:{source}'.encode()).hexdigest()[:16]}"
    if key not in sys.modules:
        module = ModuleType(key)
        module.__file__ = place
        sys.modules[key] = module
        try:
            exec(compile(source, place, "exec"), module.__dict__)
        except BaseException:
            del sys.modules[key]
            raise
    return sys.modules[key]


def called(function: OwnFunction, batch: Sized, name: str) -> Array:
    """Call a function of a user; what it raises is reported with its line."""
    try:
        return np.asarray(function(batch), float)
    except Exception as error:
        *_, last = traceback.extract_tb(error.__traceback__)
        raise StudyError(f"measure {name!r}: {type(error).__name__}: {error} ({last.filename}, line {last.lineno})") from None


def source_of(text: str) -> str:
    """Return the text of the file of a function, `file.py:function`, which travels to workers; of one in a module, its own."""
    place, _, name = text.rpartition(":")
    if not place.endswith(".py"):
        try:
            return inspect.getsource(getattr(importlib.import_module(place), name))
        except Exception:  # compiled, or not there: that is said when it is imported
            return ""
    if not Path(place).is_file():
        raise StudyError(f"measure {text!r}: there is no file {place!r}.")
    try:
        return text_of(Path(place), MAX_FILE, "functions")
    except Unreadable as error:
        raise StudyError(f"measure {text!r}: {error}") from None


def importable_name(function: OwnFunction) -> str:
    """Return `module:function` of a function that others can import."""
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    if not name.isidentifier() or module in ("", "__main__") or getattr(sys.modules.get(module), name, None) is not function:
        remedy = "put it into a file of its own and give 'file.py:function', or import it from a module"
        raise StudyError(f"measure {name or function!r}: workers import functions by name, so {remedy}.")
    return f"{name} = {module}:{name}"


def refuse_code(texts: Sequence[str], may_run: Callable[[str], bool] = allowed) -> None:
    """Refuse measures of a file that are functions, unless `may_run` allows their Python files; modules have no file to allow."""
    for text in texts:
        place = function_of(str(text))
        if place and not (place.endswith(".py") and may_run(place)):
            raise not_allowed(parts(str(text).strip())[1])


def function_of(text: str) -> str:
    """Return the file or module of a measure that is a function; an empty text for an expression."""
    body = parts(text.strip())[1]
    return body.rpartition(":")[0] if is_function(body) else ""


def not_allowed(body: str) -> NotAllowed:
    """Return the error for a function that nobody has allowed."""
    place = body.rpartition(":")[0]
    how = f"allow it with {setting('uses', place)}, or " if place.endswith(".py") else ""
    why = f"measure {body!r} would run code from {place!r}, which nobody has allowed"
    never = "a file names it, and files never run code by themselves"
    return NotAllowed(f"{why}: {never}. If you trust its maker, {how}give the measure yourself.")


def parts(text: str) -> tuple[str, str]:
    """Return name and body of a measure: `peak = max(C.force)`; its text is its name if it has none."""
    name, equals, body = text.partition("=")
    if equals and name.strip().replace("_", "a").isalnum() and not body.startswith("="):
        return name.strip(), body.strip()
    return text, text


def is_function(text: str) -> bool:
    """Return whether the body of a measure names a function, `place:function`."""
    head, colon, tail = text.rpartition(":")
    return bool(colon and head) and tail.isidentifier() and not set(head) & set("()+*")
