"""The methods of `Mechanism` that add elements, made of the declarations: one for each load, coupling, actuator, sensor and joint.

`verbs.pyi` next to this file says the same to type checkers and editors; a test holds both together.
"""

from __future__ import annotations

from typing import Any

from biela.base.checked import guarded
from biela.base.errors import DuplicateName, nearest
from biela.element.declaration import Declaration, listen
from biela.element.method import documentation, signature
from biela.mechanism.argument import Arguments
from biela.mechanism.joint.consistency import check_joint
from biela.mechanism.parts import Parts

WRITTEN_BY_HAND = ("drive",)
"""Elements whose method is written by hand, in `Mechanism`."""


class Verbs(Parts):
    """Methods that add elements."""


def _method(declaration: Declaration) -> Any:
    own = signature(declaration, "Joint" if declaration.section == "joints" else "")

    def add(self: Verbs, *args: Any, **kwargs: Any) -> Any:
        try:
            bound = own.bind(self, *args, **kwargs)
        except TypeError as error:
            wrong = next((key for key in kwargs if key not in own.parameters), None)
            hint = "" if wrong is None else nearest(wrong, [p for p in own.parameters if p != "self"])
            raise TypeError(f"m.{declaration.word}(…): {error}.{hint}") from None
        bound.apply_defaults()
        given = bound.arguments
        name = given.pop("name")
        del given["self"]
        if declaration.section != "joints":
            return self._declare(declaration, name, given)
        arguments = Arguments(self, declaration, name)
        data = {d.field: arguments.value(d, given.pop(d.argument)) for d in declaration.own_data}
        kind = declaration.cls(**data)
        if not declaration.own:
            check_joint(kind, name)
        return self.joint(name, kind, **given)

    add.__name__, add.__qualname__ = declaration.word, f"Mechanism.{declaration.word}"
    add.__doc__ = documentation(declaration)
    add.__signature__ = own  # type: ignore[attr-defined]
    add.declaration = declaration  # type: ignore[attr-defined]
    return guarded(add)


def _serve(declaration: Declaration) -> None:
    """Give `Mechanism` the method of an element."""
    sections = ("joints", "couplings", "loads", "actuators", "sensors")
    word = declaration.word
    if declaration.section not in sections or (word in WRITTEN_BY_HAND and declaration.own):
        return
    machine: Any = next(iter(Verbs.__subclasses__()), Verbs)
    method = getattr(machine, word, None)
    known = getattr(method, "declaration", None)
    if known is not None and known.section != declaration.section:
        raise DuplicateName(f"an element cannot be called {word!r}: it is a word of {known.section} already.")
    method_taken = method is not None and known is None
    # what every machine has by name, such as its gravity, is seen on an object only
    if method_taken or (not declaration.own and machine is not Verbs and word in vars(machine("machine"))):
        taken = "a method" if method_taken else "an attribute"
        raise DuplicateName(f"an element cannot be called {word!r}: machines have {taken} of that name already.")
    setattr(Verbs, word, _method(declaration))


listen(_serve)
