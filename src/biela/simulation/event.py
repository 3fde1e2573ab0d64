"""Events: moments at which an expression of signals passes through zero."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from biela.checked import checked, guard
from biela.dataclass import dataclass
from biela.mechanism.kink import Kinks, pieces_passed
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.session import derived
from biela.simulation.integrator.outcome import WHOLE

if TYPE_CHECKING:
    from biela.state.state import State

_DIRECTIONS = {"rising": 1, "falling": -1, "both": 0}


@checked(own=("direction", "action"))
@dataclass(frozen=True)
class Event:
    """Something that happens when `when(signals)` passes through zero.

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
        from biela.errors import DescriptionError

        if not isinstance(self.direction, str) or self.direction not in _DIRECTIONS:
            raise DescriptionError(
                f"event {self.name!r}: direction is rising, falling or both, not {self.direction!r}."
            )
        if not callable(self.action) and not (isinstance(self.action, str) and self.action in ("record", "stop")):
            raise DescriptionError(
                f"event {self.name!r}: action is 'record', 'stop' or a function, not {self.action!r}."
            )

    @property
    def sign(self) -> int:
        return _DIRECTIONS[self.direction]

    def about(self) -> dict[str, str]:
        """Its settings, as a result keeps them."""
        action = self.action if isinstance(self.action, str) else "function"
        return {"name": self.name, "direction": self.direction, "action": action}

    @cached_property
    def _expression(self) -> Expression:
        return Expression(self.when, f"event {self.name!r}")

    def expression(self) -> Expression:
        """The expression as a function of signals; the same object each time, so that it is compiled once."""
        return self._expression


class Kink(Event):
    """Values of a quantity at which a law is not smooth, as the touch of a stop: a step ends there, and nothing else happens."""

    @property
    def sign(self) -> int:
        return WHOLE


def _kink(name: str, kinks: Kinks) -> Kink:
    quantity, values = kinks
    return Kink(name, lambda s: pieces_passed(quantity(s), values))


@derived
def kink_events(mechanism: Mechanism) -> list[Kink]:
    """Return the kinks of all loads and couplings; kept, so that they are compiled once."""
    elements: list[Any] = [*mechanism.loads.values(), *mechanism.couplings.values()]
    return [_kink(element.name, kinks) for element in elements for kinks in element.kinks(mechanism)]


class Expression:
    """A function of signals that knows what to be called when it is wrong."""

    def __init__(self, when: Callable[[Any], Any] | str, label: str):
        self.when, self.label = when, label

    def __call__(self, signals: Any) -> Any:
        return self.when(signals) if callable(self.when) else signals[self.when]


guard(__name__)
