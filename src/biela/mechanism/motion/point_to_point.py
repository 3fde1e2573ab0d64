"""From one value to another: steps, cubics, quintics, trapezoids of velocity, cycloids. At rest before and after."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import element, family, function_element
from biela.element.role import data, data_of, fixed, numbers
from biela.lie import array as xp
from biela.mechanism.motion.base import Motion, Values, select
from biela.mechanism.motion.pieces import piecewise
from biela.mechanism.parameter import Scalar, evaluate, nominal, refuse_free, scalar


@family
class DeclaredMotion(Motion):
    """A motion that is described by its fields: they are checked by their roles."""

    section: ClassVar[str] = "motions"
    word: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for d in data_of(self):
            what, x = f"{d.role.label or d.field} of a {self.word}", getattr(self, d.field)
            if xp.is_symbolic(*(x if isinstance(x, tuple) else (x,))):
                continue  # a copy whose parameters have become symbols; the description was checked
            if d.role.kind == "numbers":
                x = _two(x, what)
            elif d.role.kind == "number":
                x = scalar(x, what)
            else:
                refuse_free((x,), what)
                x = scalar(x, what, positive=d.role.bound == "positive")
            object.__setattr__(self, d.field, x)

    @property
    def breaks(self) -> tuple[float, ...]:
        return (self.start, self.end)  # type: ignore[attr-defined]

    @property
    def end(self) -> float:
        return self.start + self.duration  # type: ignore[attr-defined, no-any-return]


@element("step")
class Step(DeclaredMotion):
    """From `before` to `after` at t = start, within `rise` by the quintic 10 s³ − 15 s⁴ + 6 s⁵ (twice differentiable)."""

    before: Scalar = data("y", default=0.0, kw_only=True)
    after: Scalar = data("y")
    start: float = data(fixed("s"), default=0.0, kw_only=True)
    rise: float = data(fixed("s > 0"), default=0.1, kw_only=True, label="rise time")

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        before, after = evaluate(self.before, values), evaluate(self.after, values)
        s = xp.fmin(xp.fmax((t - self.start) / self.rise, 0.0), 1.0)
        return before + (after - before) * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)

    @property
    def end(self) -> float:
        return self.start + self.rise


@family
class Timed(DeclaredMotion):
    """From `before` to `after`; it begins at `start` and takes `duration`."""

    before: Scalar = data("y", default=0.0, kw_only=True)
    after: Scalar = data("y")
    duration: float = data(fixed("s > 0"))
    start: float = data(fixed("s"), default=0.0, kw_only=True)


@element("cubic")
class Cubic(Timed):
    """From `before` to `after` by a cubic, at rest at both ends unless `velocities` are given there.

    With s = (t − start)/T and Hermite's polynomials

        f = before (1 − 3 s² + 2 s³) + after (3 s² − 2 s³) + T v₀ (s − 2 s² + s³) + T v₁ (s³ − s²)

    The acceleration jumps at both ends.
    """

    velocities: tuple[Scalar, Scalar] = data(numbers("y/s", 2), default=(0, 0), kw_only=True)

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        a, b, v0, v1 = (evaluate(x, values) for x in (self.before, self.after, *self.velocities))
        T = self.duration
        row = [a, v0, (3 * (b - a) / T - 2 * v0 - v1) / T, (v0 + v1 - 2 * (b - a) / T) / T**2]
        return piecewise(t, self.breaks, [row])


@element("quintic")
class Quintic(Timed):
    """From `before` to `after` by a quintic, at rest at both ends unless `velocities` or `accelerations` are given there.

    With Δ = after − before − v₀ T − a₀ T²/2 what is left for the three highest powers:

        c₃ T³ = 10 Δ − 4 T δ + T² ε/2,   c₄ T⁴ = −15 Δ + 7 T δ − T² ε,   c₅ T⁵ = 6 Δ − 3 T δ + T² ε/2
        δ = v₁ − v₀ − a₀ T,   ε = a₁ − a₀
    """

    velocities: tuple[Scalar, Scalar] = data(numbers("y/s", 2), default=(0, 0), kw_only=True)
    accelerations: tuple[Scalar, Scalar] = data(numbers("y/s/s", 2), default=(0, 0), kw_only=True)

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        given = (self.before, self.after, *self.velocities, *self.accelerations)
        a, b, v0, v1, a0, a1 = (evaluate(x, values) for x in given)
        T = self.duration
        gap, delta, epsilon = b - a - v0 * T - 0.5 * a0 * T**2, v1 - v0 - a0 * T, a1 - a0
        row = [
            a, v0, 0.5 * a0,
            (10 * gap - 4 * T * delta + 0.5 * T**2 * epsilon) / T**3,
            (-15 * gap + 7 * T * delta - T**2 * epsilon) / T**4,
            (6 * gap - 3 * T * delta + 0.5 * T**2 * epsilon) / T**5,
        ]  # fmt: skip
        return piecewise(t, self.breaks, [row])


@element("cycloid")
class Cycloid(Timed):
    """From `before` to `after` by s − sin(2π s)/2π: acceleration a full sine, zero at both ends."""

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        a, b = evaluate(self.before, values), evaluate(self.after, values)
        s = (t - self.start) / self.duration
        moving = a + (b - a) * (s - xp.sin(2 * math.pi * s) / (2 * math.pi))
        moving = select(t < self.start, a + 0.0 * s, moving)
        return select(t > self.start + self.duration, b + 0.0 * s, moving)


step, cubic, quintic, cycloid = Step, Cubic, Quintic, Cycloid


@checked(positive=("duration", "ramp"))
@dataclass(frozen=True)
class Trapezoid(Motion):
    """From `before` to `after` within `duration`: constant acceleration for `ramp`, constant speed, constant braking.

    ḟ_max = (after − before)/(T − ramp),   f̈ = ± ḟ_max/ramp
    """

    before: Scalar
    after: Scalar
    duration: float
    ramp: float
    start: float = 0.0

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        a, b = evaluate(self.before, values), evaluate(self.after, values)
        speed = (b - a) / (self.duration - self.ramp)
        half, steady = 0.5 * speed / self.ramp, self.duration - 2 * self.ramp > 1e-12 * self.duration
        cruise = [[a + half * self.ramp**2, speed]] if steady else []
        return piecewise(t, self.breaks, [[a, 0.0, half], *cruise, [b - half * self.ramp**2, speed, -half]])

    @property
    def breaks(self) -> tuple[float, ...]:
        t0, t3 = self.start, self.start + self.duration
        inner = (t0 + self.ramp, t3 - self.ramp)
        return (t0, *(inner if inner[1] - inner[0] > 1e-12 * self.duration else inner[:1]), t3)

    @property
    def end(self) -> float:
        return self.start + self.duration


@function_element("motions", "trapezoid", after="y", before="y", start=fixed("s"), duration=fixed("s"), ramp=fixed("s"))
def trapezoid(
    after: float, *, before: float = 0.0, start: float = 0.0, duration: float | None = None, speed: float | None = None,
    acceleration: float | None = None, ramp: float | None = None,
) -> Trapezoid:  # fmt: skip
    """From `before` to `after` with a trapezoid of velocity; give two of duration [s], speed and acceleration, or the duration
    and the time `ramp` [s] in which it reaches its speed.

    Speed and acceleration are limits: where the way is too short for the speed, the velocity is a triangle.
    """
    if ramp is not None:
        refuse_free((duration, start), "duration or start of a trapezoid")
        T = float(scalar(duration or 0.0, "duration of a trapezoid", positive=True))  # type: ignore[arg-type]
        t0, rise = float(scalar(start, "start of a trapezoid")), float(nominal(scalar(ramp, "ramp of a trapezoid")))  # type: ignore[arg-type]
        if not 0 < rise <= T / 2 * (1 + 1e-12):
            raise DescriptionError("a trapezoid needs a positive duration, and a ramp of at most half of it.")
        return Trapezoid(*_two((before, after), "value at an end of a trapezoid"), T, rise, t0)
    given = {"duration": duration, "speed": speed, "acceleration": acceleration}
    refuse_free((before, after, start, *(x for x in given.values() if x is not None)), "a trapezoid")
    if sum(x is not None for x in given.values()) != 2:
        raise DescriptionError("trapezoid: give two of duration [s], speed and acceleration; the third follows.")
    number = {k: float(scalar(x, f"{k} of a trapezoid", positive=True)) for k, x in given.items() if x is not None}  # type: ignore[arg-type]
    a, b = float(scalar(before, "value before a trapezoid")), float(scalar(after, "value after a trapezoid"))  # type: ignore[arg-type]
    way = abs(b - a)
    if way == 0.0:
        T = number.get("duration", 1.0)
        return Trapezoid(a, b, T, T / 2, float(start))
    if duration is None:
        v = min(number["speed"], math.sqrt(way * number["acceleration"]))
        ramp = v / number["acceleration"]
        T = way / v + ramp
    elif speed is not None:
        T, v = number["duration"], number["speed"]
        ramp = T - way / v
        if not 0 < ramp <= T / 2 * (1 + 1e-12):
            between = f"between {way / T:.6g} (not reached) and {2 * way / T:.6g} (a triangle), not {v:g}"
            raise DescriptionError(f"trapezoid: {way:g} in {T:g} s needs a speed {between}. Change the duration or the speed.")
    else:
        T, acc = number["duration"], number["acceleration"]
        if acc * T**2 < 4 * way * (1 - 1e-12):
            needed = f"{way:g} in {T:g} s needs an acceleration of {4 * way / T**2:.6g} at least, not {acc:g}"
            raise DescriptionError(f"trapezoid: {needed}. Take longer, or accelerate more.")
        ramp = 0.5 * (T - math.sqrt(max(T**2 - 4 * way / acc, 0.0)))
    return Trapezoid(a, b, T, min(ramp, T / 2), float(scalar(start, "start of a trapezoid")))  # type: ignore[arg-type]


def _two(values: Any, what: str) -> tuple[Scalar, Scalar]:
    try:
        first, second = values
    except (TypeError, ValueError):
        raise DescriptionError(f"{what}: give two, at the beginning and at the end.") from None
    return scalar(first, what), scalar(second, what)
