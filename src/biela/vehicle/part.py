"""Parts of a car: frozen dataclasses whose fields state unit, sign and meaning once.

    @family
    class Clutch(Part):
        \"\"\"Dry clutch.\"\"\"

        noun = "the clutch"
        capacity: Scalar = data("N*m", default=200.0, bound="positive", about="largest torque")

The data are checked when a part is made. Car files, their schema and their writer follow from the same declarations. A part that
can be chosen by name in a file (a tyre law, a profile of the road) is declared with `@element("word")` instead of `@family`, and
is the value of a field of the role `one_of`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from biela.base.checked import guard, real_array, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.role import Role, data_of
from biela.lie.array import Operand
from biela.mechanism.parameter import scalar, vector


def one_of(section: str, key: str) -> Role:
    """Return the role of a part that is chosen by name: `{law: linear_slip, …}` for the key `law`."""
    return Role("one of", words=(section, key))


@dataclass(frozen=True)
class Part:
    """Part of a car. `noun` is what errors call it, with its name if it has one: "mass of the chassis is -3: …"."""

    noun: ClassVar[str] = "a part"

    def __post_init__(self) -> None:
        for datum in data_of(self):
            value, role = getattr(self, datum.field), datum.role
            if value is not None or datum.default is not None:
                what = role.label or f"{datum.field.replace('_', ' ')} of {self.called}"
                object.__setattr__(self, datum.field, _checked(value, role, what))

    @property
    def called(self) -> str:
        """Name of this one in errors."""
        return f"{self.noun} {self.name!r}" if hasattr(self, "name") else self.noun


def _checked(value: Any, role: Role, what: str) -> Operand:
    """Return the value as the part keeps it; refused by name where it does not fit its role."""
    match role.kind:
        case "number":
            return scalar(value, what, positive=role.bound == "positive", nonnegative=role.bound == "nonnegative")
        case "numbers" if role.bound == "none":
            return tuple(real_array(value, what, finite=False).ravel().tolist())
        case "numbers":
            return vector(value, what, role.size or (len(value) if isinstance(value, list | tuple) else 3))
        case "choice" if not isinstance(value, str) or value not in role.words:
            *first, last = map(repr, role.words)
            raise DescriptionError(f"{what} is {', '.join(first)} or {last}, not {value!r}.")
        case "record" if not isinstance(value, tuple | Mapping) and isinstance(role.build, type):
            if not isinstance(value, role.build):
                raise DescriptionError(f"{what} is {shown(value)}: give {role.build.__name__}(…).")
        case "record" if isinstance(value, tuple | Mapping) and role.build is not None:
            try:
                return role.build(**value) if isinstance(value, Mapping) else role.build(*value)
            except TypeError as error:
                raise DescriptionError(f"{what} cannot be made of {shown(value)}: {error}.") from None
    return value


guard(__name__)
