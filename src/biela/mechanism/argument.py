"""Arguments of the methods of `Mechanism`, checked by their role: the value that the element keeps, or an error that names it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from biela.base.checked import is_text, shown
from biela.base.errors import BielaError, DescriptionError
from biela.element.declaration import Declaration
from biela.element.role import Datum, Role
from biela.mechanism.frame import Frame, direction, rotation_matrix
from biela.mechanism.motion import Function, function
from biela.mechanism.parameter import Expression, Scalar, nominal, scalar, vector

if TYPE_CHECKING:
    from biela.mechanism.parts import Joint, Parts


def text(x: object, what: str) -> str:
    """Some text."""
    if not isinstance(x, str) or not is_text(x):
        raise DescriptionError(f"{what} is {shown(x)}: give some text.")
    return x


def listed(x: Any, what: str) -> tuple[Any, ...]:
    """Return the entries of a list."""
    if isinstance(x, str | Mapping) or not hasattr(x, "__iter__"):
        raise DescriptionError(f"{what}: {x!r} is not a list.")
    return tuple(x)


def is_function(x: object) -> TypeGuard[Callable[..., Any]]:
    """Return whether x is called with an argument, and is not an expression of parameters."""
    return callable(x) and not isinstance(x, Expression)


class Arguments:
    """Checks the arguments of one element; `machine` is the mechanism it joins."""

    def __init__(self, machine: Parts, declaration: Declaration, name: object):
        self.machine, self.declaration, self.name = machine, declaration, name
        self.what = f"{declaration.noun} {shown(name)}"
        self.joint: Joint | None = None  # the joint given last, for its coordinate

    def fields(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Values of the fields of the element."""
        return {
            datum.field: {k: given[k] for k in datum.role.roles if given.get(k) is not None}
            if datum.role.kind == "inline"
            else self.value(datum, given[datum.argument])
            for datum in self.declaration.data
        }

    def value(self, datum: Datum, x: object) -> Any:
        """Return a value in its role; None only where that is the default."""
        role = datum.role
        if x is None and datum.default is None and role.kind != "coordinate":
            return None
        label = role.label or datum.argument
        check: Callable[[Role, object, str], Any] = getattr(self, f"_{role.kind.replace(' ', '_')}")
        try:
            return check(role, x, f"{label} of {self.what}")
        except BielaError:
            raise
        except Exception as error:  # whatever a value that nobody thought of makes of it
            said = " ".join(f"{type(error).__name__}: {error}".split())
            raise DescriptionError(
                f"{label} of {self.what} is {shown(x)}, which cannot be used ({said[:100]}): "
                f"see help(Mechanism.{self.declaration.word})."
            ) from error

    def _number(self, role: Role, x: object, what: str) -> Scalar:
        return scalar(x, what, positive=role.bound == "positive", nonnegative=role.bound == "nonnegative")

    def _numbers(self, role: Role, x: object, what: str) -> tuple[Scalar, ...]:
        return vector(x, what, role.size or len(listed(x, what)))

    def _vector(self, role: Role, x: object, what: str) -> tuple[Scalar, ...]:
        return vector(x, what)

    def _direction(self, role: Role, x: object, what: str) -> tuple[float, ...]:
        d = direction(x, what)
        size = float(np.linalg.norm(d))
        if not np.isfinite(size) or size == 0.0:
            raise DescriptionError(f"{what} is {x!r}: give a direction, which is not zero.")
        return tuple(float(e) for e in (d if abs(size - 1.0) < 1e-12 else d / size))

    def _rotation(self, role: Role, x: object, what: str) -> tuple[tuple[float, ...], ...]:
        return tuple(map(tuple, rotation_matrix(x, what).tolist()))

    def _place(self, role: Role, x: object, what: str) -> Frame:
        return self.machine._frame(x, self.what)

    def _joint(self, role: Role, x: Any, what: str) -> str:
        self.joint = self.machine._joint(x, self.what)
        return self.joint.name

    def _coordinate(self, role: Role, x: Any, what: str) -> int:
        assert self.joint is not None  # given before its coordinate
        return self.joint.coordinate(x, self.what)

    def _six(self, role: Role, x: object, what: str) -> tuple[Scalar, ...]:
        values = np.atleast_1d(np.asarray(x, dtype=object))
        repeat = {1: 6, 2: 3, 6: 1}.get(values.size)
        if repeat is None:
            raise DescriptionError(
                f"{what} has {values.size} entries: give six (angular x y z, linear x y z), or (angular, linear)."
            )
        return tuple(self._number(role, entry, what) for entry in np.repeat(values.ravel(), repeat).tolist())

    def _counts(self, role: Role, x: object, what: str) -> tuple[int, ...]:
        entries, (least, most) = listed(x, what), map(int, role.words)
        wrong = [i for i in entries if not isinstance(i, int | np.integer) or isinstance(i, bool) or not least <= i <= most]
        if wrong:
            label = role.label or "its entries"
            raise DescriptionError(f"{self.what}: {label} are numbers {least} to {most}, not {entries!r}.")
        return tuple(sorted(map(int, entries)))

    def _count(self, role: Role, x: object, what: str) -> int:
        if isinstance(x, bool) or not isinstance(x, int | np.integer):
            raise DescriptionError(f"{what} is {x!r}: give a whole number.")
        return int(x)

    def _flag(self, role: Role, x: object, what: str) -> bool:
        if not isinstance(x, bool | np.bool_):
            raise DescriptionError(f"{what} is {x!r}: give True or False.")
        return bool(x)

    def _text(self, role: Role, x: object, what: str) -> str:
        return text(x, what)

    _signal_name = _text

    def _fixed(self, role: Role, x: object, what: str) -> float:
        return nominal(self._number(role, x, what))  # type: ignore[no-any-return]

    def _signal_names(self, role: Role, x: object, what: str) -> tuple[str, ...]:
        return tuple(text(e, f"an entry of {what}") for e in listed(x, what))

    def _choice(self, role: Role, x: object, what: str) -> str:
        if not isinstance(x, str) or x not in role.words:
            words = ", ".join(map(repr, role.words[:-1])) + f" or {role.words[-1]!r}"
            label = what.removesuffix(f" of {self.what}")
            raise DescriptionError(f"{self.what}: {label} {'are' if label[-1] == 's' else 'is'} {words}, not {x!r}.")
        return x

    def _signal_law(self, role: Role, x: object, what: str) -> Callable[..., Any]:
        if not is_function(x):
            raise DescriptionError(f"law of {self.name!r} is {x!r}: give a function of the signals, such as lambda s: -2 * s[…].")
        return x

    def _components(self, role: Role, x: object, what: str) -> tuple[Any, ...]:
        if is_function(x):
            raise DescriptionError(f"{what} is one function: give three components, such as (0, lambda t: 5 * t, 0).")
        entries = listed(x, what)
        if len(entries) != 3:
            raise DescriptionError(f"{what} has {len(entries)} components: give three.")
        return tuple(e if is_function(e) else scalar(e, what) for e in entries)

    def _motion(self, role: Role, x: object, what: str) -> Function:
        return function(x, what)

    _curve = _motion

    def _terms(self, role: Role, x: object, what: str) -> tuple[tuple[str, int, Scalar], ...]:
        """(joint, factor) or (joint, coordinate, factor) for each coordinate."""
        full = []
        for term in listed(x, what):
            if not isinstance(term, tuple | list) or len(term) not in (2, 3):
                raise DescriptionError(f"{self.what}: {term!r} is not a term: give (joint, factor) or (joint, coordinate, factor).")
            joint = self.machine._joint(term[0], self.what)
            which = None if len(term) == 2 else term[1]
            full.append((joint.name, joint.coordinate(which, self.what), scalar(term[-1], f"factor of {self.what}")))
        if not full:
            raise DescriptionError(f"{self.what} has no terms: give (joint, factor) for each coordinate.")
        return tuple(full)

    def _surface(self, role: Role, x: object, what: str) -> Callable[..., Any]:
        if not is_function(x):
            raise DescriptionError(f"{self.what}: {x!r} is not a surface: give a function of x, y, z that is zero on it.")
        return x
