"""Motions made of motions: sums, multiples, other clocks, one after the other."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element import role
from biela.element.declaration import function_element
from biela.element.role import Role
from biela.lie.array import Operand
from biela.mechanism.motion.base import Function, Motion, Values, call, sampled, select
from biela.mechanism.motion.elementary import Constant
from biela.mechanism.parameter import Expression, Scalar, evaluate, nominal, scalar


@checked
@dataclass(frozen=True)
class Sum(Motion):
    """f = Σ parts."""

    parts: tuple[Function, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise DescriptionError("a sum of no motions: give one at least.")

    def __call__(self, t: Operand, values: Values = None) -> Operand:
        return reduce(add, (call(part, t, values) for part in self.parts))

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(sorted({b for part in self.parts for b in getattr(part, "breaks", ())}))

    @property
    def end(self) -> float | None:
        ends = [end for part in self.parts if (end := getattr(part, "end", None)) is not None]
        return max(ends) if len(ends) == len(self.parts) else None


@checked
@dataclass(frozen=True)
class Scaled(Motion):
    """f = factor · motion(t)."""

    motion: Function
    factor: Scalar

    def __call__(self, t: Operand, values: Values = None) -> Operand:
        return evaluate(self.factor, values) * call(self.motion, t, values)

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(getattr(self.motion, "breaks", ()))

    @property
    def end(self) -> float | None:
        return getattr(self.motion, "end", None)


@checked
@dataclass(frozen=True)
class Clock(Motion):
    """f = motion(rate · t + offset): later, slower, or backwards."""

    motion: Function
    rate: float
    offset: float  # [s]

    def __call__(self, t: Operand, values: Values = None) -> Operand:
        return call(self.motion, self.rate * t + self.offset, values)

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(sorted((b - self.offset) / self.rate for b in getattr(self.motion, "breaks", ())))

    @property
    def end(self) -> float | None:
        if self.rate < 0:
            return self.offset / -self.rate
        end = getattr(self.motion, "end", None)
        return None if end is None else (end - self.offset) / self.rate


@checked
@dataclass(frozen=True)
class Sequence(Motion):
    """One after the other: parts[k] on its own clock from starts[k] until starts[k+1]."""

    parts: tuple[Function, ...]
    starts: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.parts or len(self.parts) != len(self.starts):
            raise DescriptionError("a sequence has as many starts as motions, one at least.")

    @property
    def motions(self) -> tuple[Any, ...]:
        """The parts."""
        return self.parts

    def __call__(self, t: Operand, values: Values = None) -> Operand:
        result = call(self.parts[0], t - self.starts[0], values)
        for part, start in zip(self.parts[1:], self.starts[1:], strict=True):
            result = select(t >= start, call(part, t - start, values), result)
        return result

    @property
    def breaks(self) -> tuple[float, ...]:
        spans = zip(self.parts, self.starts, (*self.starts[1:], float("inf")), strict=True)
        inner = {s + b for part, s, stop in spans for b in getattr(part, "breaks", ()) if s <= s + b <= stop}
        return tuple(sorted(inner | set(self.starts[1:])))

    @property
    def end(self) -> float | None:
        end = getattr(self.parts[-1], "end", None)
        return None if end is None else self.starts[-1] + end


@function_element("motions", "sum", parts=Role("motions", "y"))
def total(*parts: Any) -> Sum:
    """The sum of motions, functions of time and numbers."""
    flat: list[Any] = []
    for part in parts:
        if isinstance(part, Sum):
            flat += part.parts
        elif isinstance(part, Motion) or (callable(part) and not isinstance(part, Expression)):
            flat.append(part)
        else:
            flat.append(Constant(scalar(part, "what is added to a motion")))
    return Sum(tuple(flat))


@function_element("motions", "scaled", motion=role.motion("y"), factor="any")
def scaled(motion: Any, factor: Any) -> Scaled:
    """A multiple of a motion."""
    if isinstance(factor, Motion):
        raise DescriptionError("two motions are not multiplied: write their product as a function, lambda t: f(t) * g(t).")
    own = scalar(factor, "what a motion is multiplied with")
    return Scaled(motion.motion, motion.factor * own) if isinstance(motion, Scaled) else Scaled(motion, own)


@function_element("motions", "clock", motion=role.motion("y"), rate=role.fixed(), offset=role.fixed("s"))
def clock(motion: Any, rate: float = 1.0, offset: float = 0.0) -> Clock:
    """A motion on another clock."""
    if isinstance(motion, Clock):
        return Clock(motion.motion, motion.rate * rate, motion.rate * offset + motion.offset)
    return Clock(motion, rate, offset)


@function_element("motions", "sequence", motions=Role("motions", "y"), starts=Role("fixed list", "s"))
def sequence_from(motions: Any, starts: Any) -> Sequence:
    """Motions one after the other, each from its own start [s]."""
    return Sequence(tuple(motions), tuple(map(float, starts)))


def sequence(*parts: tuple[Any, float | None]) -> Sequence:
    """Motions one after the other, each with its duration [s]; the last one may have none.

    Where one begins the value must be the one the other ended with: a jump of the value is refused.
    """
    motions, starts, t = list[Any](), list[float](), 0.0
    for k, given in enumerate(parts):
        if not (isinstance(given, tuple | list) and len(given) == 2):
            raise DescriptionError(f"sequence: {given!r} is not a pair of a motion and its duration: write (motion, 1.5), … [s].")
        part, duration = given
        if isinstance(part, Sequence) and not starts:
            motions, starts = list(part.parts), list(part.starts)
        else:
            motions.append(part)
            starts.append(t)
        if duration is None and k < len(parts) - 1:
            raise DescriptionError("sequence: give the duration of every motion but the last [s].")
        t += 0.0 if duration is None else float(nominal(scalar(duration, "duration of a motion", nonnegative=True)))
    made = Sequence(tuple(motions), tuple(starts))
    for k, start in enumerate(starts[1:], 1):
        before = float(sampled(motions[k - 1], [start - starts[k - 1]])[0][0])
        after = float(sampled(motions[k], [0.0])[0][0])
        if abs(before - after) > 1e-9 * (1.0 + abs(before)):
            gap = f"at {start:g} s one motion ends at {before:.6g} and the next begins at {after:.6g}"
            raise DescriptionError(f"sequence: {gap}. Add what is missing: next + {before - after:.6g}.")
    return made
