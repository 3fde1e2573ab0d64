"""The methods of `Mechanism` that add elements, made of the declarations: one for each load, coupling, actuator, sensor and joint.

`verbs.pyi` next to this file says the same to type checkers and editors; a test holds both together.
"""

from __future__ import annotations

from typing import Any

from biela.element.declaration import Declaration, listen
from biela.element.method import documentation, signature
from biela.errors import DuplicateName
from biela.mechanism.argument import Arguments
from biela.mechanism.placing import Placing

WRITTEN = ("drive",)
"""Elements whose method is written by hand, in `Mechanism`."""


class Verbs(Placing):
    """Methods that add elements."""


def _method(declaration: Declaration) -> Any:
    own = signature(declaration, "Joint" if declaration.section == "joints" else "")

    def add(self: Verbs, *args: Any, **kwargs: Any) -> Any:
        bound = own.bind(self, *args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        name = given.pop("name")
        del given["self"]
        if declaration.section != "joints":
            return self._declare(declaration, name, given)
        arguments = Arguments(self, declaration, name)
        data = {d.field: arguments.value(d, given.pop(d.argument)) for d in declaration.own_data}
        return self.joint(name, declaration.cls(**data), **given)

    add.__name__, add.__qualname__ = declaration.word, f"Mechanism.{declaration.word}"
    add.__doc__ = documentation(declaration)
    add.__signature__ = own  # type: ignore[attr-defined]
    add.declaration = declaration  # type: ignore[attr-defined]
    return add


def _serve(declaration: Declaration) -> None:
    """Give `Mechanism` the method of an element."""
    sections = ("joints", "couplings", "loads", "actuators", "sensors")
    word = declaration.word
    if declaration.section not in sections or word in WRITTEN:
        return
    known = [getattr(cls, word, None) for cls in (Verbs, *Verbs.__subclasses__())]
    if any(method is not None and not hasattr(method, "declaration") for method in known):
        raise DuplicateName(f"an element cannot be called {word!r}: machines have a method of that name already.")
    setattr(Verbs, word, _method(declaration))


listen(_serve)
