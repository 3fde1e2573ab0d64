"""Base of functions of time: each is called with numbers, symbols or jets, and can be combined."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.errors import DescriptionError
from biela.element.declaration import declared
from biela.lie import array as xp
from biela.mechanism.motion.jet import Jet, choose
from biela.mechanism.parameter import Expression, Scalar, resolving, scalar

Values: TypeAlias = Mapping[str, Any] | None
"""Values of free parameters by name; nominal ones if None."""
HOW_TO_WRITE_A_FUNCTION = (
    "Write it with arithmetic and functions of NumPy or CasADi, such as lambda t: np.cos(t), not with those of `math`, or take a "
    "motion: biela.sine(…), biela.motion.spline([0, 1, 2], [0, 0.3, 0.1])."
)


class Motion:
    """A function of time (or of any other variable), written once for numbers, arrays, symbols and jets.

    a + b,  a − b,  2 * a,  −a          sums and multiples; a number is a constant
    a.delayed(0.5)                      a(t − 0.5)
    a.slower(2)                         a(t / 2)
    a.mirrored(about=c)                 2 c − a(t)
    a.backwards(end)                    a(end − t)
    a.then(b)                           a until its end, then b from its own beginning
    """

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        raise DescriptionError(f"{type(self).__name__} has no value: write `def __call__(self, t, values=None)` in its class.")

    @property
    def breaks(self) -> tuple[float, ...]:
        """Times at which it may not be smooth [s]."""
        return ()

    @property
    def end(self) -> float | None:
        """Time from which it no longer changes [s]; None if it never comes to rest."""
        return None

    def written(self) -> tuple[str, dict[str, Any]] | None:
        """Its word in machine files, and the arguments of the function that makes it; None if files have no word for it."""
        word = type(self).__name__.lower()
        declaration = declared("motions").get(word)
        if declaration is None or not type(self).__module__.startswith("biela."):
            return None
        return word, {d.key: getattr(self, d.key, None) for d in declaration.data}

    def __add__(self, other: Function | Scalar) -> combined.Sum:
        return combined.total(self, other)

    __radd__ = __add__

    def __sub__(self, other: Function | Scalar) -> combined.Sum:
        if callable(other) and not isinstance(other, Expression):
            return self.__add__(combined.scaled(other, -1.0))
        return self.__add__((-1.0) * scalar(other, "what is taken from a motion"))

    def __rsub__(self, other: Function | Scalar) -> combined.Sum:
        return (-self).__add__(other)

    def __neg__(self) -> combined.Scaled:
        return self.__mul__(-1.0)

    def __mul__(self, factor: Scalar) -> combined.Scaled:
        return combined.scaled(self, factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Scalar) -> combined.Scaled:
        if not isinstance(divisor, Expression) and scalar(divisor, "what a motion is divided by") == 0.0:
            raise DescriptionError("a motion is not divided by zero: give another number.")
        return self.__mul__(1.0 / divisor)

    def delayed(self, delay: float) -> combined.Clock:
        """f(t − delay): the same, later by `delay` [s]."""
        return combined.clock(self, 1.0, -float(delay))

    def slower(self, factor: float) -> combined.Clock:
        """f(t / factor): the same, `factor` times as long."""
        if not factor > 0:
            raise DescriptionError(f"slower: a factor of {factor:g} turns time round or stops it. Give a positive one.")
        return combined.clock(self, 1.0 / float(factor), 0.0)

    def backwards(self, end: float | None = None) -> combined.Clock:
        """f(end − t): from what it is at `end` (its own end if omitted) back to its beginning."""
        return combined.clock(self, -1.0, self._end(end, "backwards"))

    def mirrored(self, about: float = 0.0) -> combined.Sum:
        """2 · about − f."""
        return (-self).__add__(2.0 * about)

    def then(self, other: Motion, at: float | None = None) -> combined.Sequence:
        """f until the time `at` (its own end if omitted), then the other one, on its own clock."""
        return combined.sequence((self, self._end(at, "then")), (other, None))

    def _end(self, given: float | None, what: str) -> float:
        end = self.end if given is None else float(given)
        if end is None:
            raise DescriptionError(f"{what}: a {type(self).__name__.lower()} has no end of its own. Give the time [s].")
        return end


Function: TypeAlias = Motion | Callable[[Any], Any]


def is_motion(x: Any) -> bool:
    """Return whether x is one of the functions of this package."""
    return isinstance(x, Motion)


def call(f: Function, t: xp.Operand, values: Values = None) -> xp.Operand:
    """Value of f at t, with the parameters inside replaced by `values`."""
    value = f(t, values) if isinstance(f, Motion) else f(t)
    return value.evaluate(values) if isinstance(value, Expression) else value


def select(condition: Any, yes: Any, no: Any) -> Any:
    """`yes` where the condition holds, else `no`: for numbers, arrays, symbols and jets."""
    if isinstance(yes, Jet) or isinstance(no, Jet):
        return choose(condition, yes, no)
    if xp.is_symbolic(condition, yes, no):
        return xp.where(condition, yes, no)
    return np.where(condition, yes, no)[()]


def sampled(f: Function, t: ArrayLike, values: Values = None) -> tuple[Array, Array, Array]:
    """f, ḟ and f̈ at times t [s], exact to rounding.

    Functions that know neither jets nor NumPy (written with CasADi's own) are differentiated as expressions.
    """
    times = np.atleast_1d(np.asarray(t, float))
    try:
        jet = call(f, Jet.of(times), values)
        parts = (jet.x, jet.v, jet.a) if isinstance(jet, Jet) else (np.asarray(jet, float), 0.0, 0.0)
        x, v, a = (np.array(np.broadcast_to(part, times.shape), float) for part in parts)
    except (TypeError, ValueError, NotImplementedError, AttributeError, ArithmeticError):
        return _differentiated(f, times, values)
    return x, v, a


def _differentiated(f: Function, times: Array, values: Any) -> tuple[Array, Array, Array]:
    import casadi as ca

    t = ca.SX.sym("t")
    try:
        with resolving({}):
            value = ca.SX(call(f, t, values))
        slope = ca.jacobian(value, t)
        table = ca.Function("f", [t], [value, slope, ca.jacobian(slope, t)]).map(len(times))(times[None, :])
    except Exception as error:  # a user's function may raise anything
        reason = f"{error}".strip().partition("\n")[0] or type(error).__name__
        problem = f"{getattr(f, '__name__', repr(f))!r} cannot be evaluated and differentiated: {reason}"
        raise DescriptionError(f"the function {problem}. {HOW_TO_WRITE_A_FUNCTION}") from None
    x, v, a = (np.array(ca.DM(entry), float).ravel() for entry in table)
    if np.isnan(x).all():
        raise DescriptionError(
            f"the function {getattr(f, '__name__', f)!r} returns NaN: a number was taken from a symbol, as the functions of `math` "
            f"do. {HOW_TO_WRITE_A_FUNCTION}"
        )
    return x, v, a


from biela.mechanism.motion import combined  # noqa: E402  (which is made of motions)
