"""Events: moments at which an expression of signals passes through zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.base.locks import cached_property

if TYPE_CHECKING:
    from biela.state.state import State

_DIRECTIONS = {"rising": 1, "falling": -1, "both": 0}


@checked(own=("direction", "action"))
@dataclass(frozen=True)
class Event:
    """Event at each passage of `when(signals)` through zero.

    Parameters
    ----------
    name : how it appears in the results
    when : expression of signals: `lambda s: s["A.angle"] - 1.0`, or a signal name
    direction : count rising, falling or both passages
    action : "record" notes time and state and goes on; "stop" ends the run; a function `change(state) -> State | None`
        is called with the state and may return another one to go on from
    """

    name: str
    when: Callable[[Any], Any] | str
    direction: Literal["rising", "falling", "both"] = "both"
    action: Literal["record", "stop"] | Callable[[State], State | None] = "record"

    def __post_init__(self) -> None:
        if not isinstance(self.direction, str) or self.direction not in _DIRECTIONS:
            raise DescriptionError(f"event {self.name!r}: direction is rising, falling or both, not {self.direction!r}.")
        if not callable(self.action) and not (isinstance(self.action, str) and self.action in ("record", "stop")):
            raise DescriptionError(f"event {self.name!r}: action is 'record', 'stop' or a function, not {self.action!r}.")

    @property
    def sign(self) -> int:
        return _DIRECTIONS[self.direction]

    def about(self) -> dict[str, str]:
        """Return its settings, as a result keeps them."""
        action = self.action if isinstance(self.action, str) else "function"
        return {"name": self.name, "direction": self.direction, "action": action}

    @cached_property
    def expression(self) -> EventFunction:
        """Expression as a function of signals; the same object each time, so that it is compiled once."""
        return EventFunction(self.when, f"event {self.name!r}")


@dataclass(frozen=True, eq=False)
class EventFunction:
    """A function of signals, with a label for messages."""

    when: Callable[[Any], Any] | str
    label: str

    def __call__(self, signals: Any) -> Any:
        return self.when(signals) if callable(self.when) else signals[self.when]


guard(__name__)
