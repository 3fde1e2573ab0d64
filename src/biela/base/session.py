"""Results derived from a description, kept with it: topology, equations, compiled functions, events.

A description never changes by being used. Rooms keep what they derive from it in its session, each under a key of its own: the
function that derives it.

    @derived
    def watches(mechanism: Mechanism) -> list[Watched]: ...

is computed at the first call for a machine and the same object afterwards. A machine holds its session rather than a table
holding both: results refer to their machine, so such a table would keep every machine ever used in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, Protocol, TypeVar

from biela.base.locks import WORK


class Session:
    """Results derived from one description, by the function that derives them. Copies and files start an empty one."""

    def __init__(self) -> None:
        self.results: dict[Any, Any] = {}

    def __reduce__(self) -> tuple[type[Session], tuple[()]]:
        return Session, ()


class Described(Protocol):
    """Anything with a session: a mechanism, a network, the functions of a machine."""

    _session: Session


D = TypeVar("D", bound=Described)
T = TypeVar("T")


class Derived(Generic[D, T]):
    """Decorator: a function of a description, computed once for each and kept in its session. Threads that ask together get the
    same object."""

    def __init__(self, derive: Callable[[D], T]) -> None:
        self.derive = derive
        update_wrapper(self, derive)

    def __call__(self, description: D) -> T:
        session = description._session
        if self not in session.results:
            with WORK:
                if self not in session.results:
                    session.results[self] = self.derive(description)
        return session.results[self]  # type: ignore[no-any-return]

    def put(self, description: D, result: T) -> None:
        """Keep a result that was derived elsewhere."""
        description._session.results[self] = result


derived = Derived
