"""From one value to another: steps, cubics, quintics, trapezoids of velocity, cycloids. At rest before and after."""

from __future__ import annotations

import math
from typing import Any

from biela.dataclass import dataclass
from biela.element.declaration import function_element
from biela.element.role import Role, fixed, numbers
from biela.errors import DescriptionError
from biela.lie import array as xp
from biela.mechanism.motion.base import Motion, select
from biela.mechanism.motion.pieces import piecewise
from biela.mechanism.parameter import Scalar, evaluate, nominal, refuse_free, scalar


class Timed(Motion):
    """A motion that begins at `start` and takes `duration`; by default it breaks at both ends."""

    start: float
    duration: float

    @property
    def breaks(self) -> tuple[float, ...]:
        return (self.start, self.end)

    @property
    def end(self) -> float:
        return self.start + self.duration


@dataclass(frozen=True)
class Step(Motion):
    """From `before` to `after` at t = start, within `rise` by the quintic 10 s³ − 15 s⁴ + 6 s⁵ (twice differentiable)."""

    before: Scalar
    after: Scalar
    start: float = 0.0
    rise: float = 0.1

    def __call__(self, t: Any, values: Any = None) -> Any:
        before, after = evaluate(self.before, values), evaluate(self.after, values)
        s = xp.fmin(xp.fmax((t - self.start) / self.rise, 0.0), 1.0)
        return before + (after - before) * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)

    @property
    def breaks(self) -> tuple[float, ...]:
        return (self.start, self.start + self.rise)

    @property
    def end(self) -> float:
        return self.start + self.rise


@dataclass(frozen=True)
class Cubic(Timed):
    """From `before` to `after` within `duration` by a cubic with given velocities at its ends.

    With s = (t − start)/T and Hermite's polynomials

        f = before (1 − 3 s² + 2 s³) + after (3 s² − 2 s³) + T v₀ (s − 2 s² + s³) + T v₁ (s³ − s²)

    The acceleration jumps at both ends.
    """

    before: Scalar
    after: Scalar
    duration: float
    start: float = 0.0
    velocity_before: Scalar = 0.0
    velocity_after: Scalar = 0.0

    @property
    def velocities(self) -> tuple[Scalar, Scalar]:
        """At the beginning and at the end."""
        return self.velocity_before, self.velocity_after

    def __call__(self, t: Any, values: Any = None) -> Any:
        a, b, v0, v1 = (
            evaluate(x, values) for x in (self.before, self.after, self.velocity_before, self.velocity_after)
        )
        T = self.duration
        row = [a, v0, (3 * (b - a) / T - 2 * v0 - v1) / T, (v0 + v1 - 2 * (b - a) / T) / T**2]
        return piecewise(t, self.breaks, [row])


@dataclass(frozen=True)
class Quintic(Timed):
    """From `before` to `after` within `duration` by a quintic with given velocities and accelerations at its ends.

    With Δ = after − before − v₀ T − a₀ T²/2 what is left for the three highest powers:

        c₃ T³ = 10 Δ − 4 T δ + T² ε/2,   c₄ T⁴ = −15 Δ + 7 T δ − T² ε,   c₅ T⁵ = 6 Δ − 3 T δ + T² ε/2
        δ = v₁ − v₀ − a₀ T,   ε = a₁ − a₀
    """

    before: Scalar
    after: Scalar
    duration: float
    start: float = 0.0
    velocity_before: Scalar = 0.0
    velocity_after: Scalar = 0.0
    acceleration_before: Scalar = 0.0
    acceleration_after: Scalar = 0.0

    @property
    def velocities(self) -> tuple[Scalar, Scalar]:
        """At the beginning and at the end."""
        return self.velocity_before, self.velocity_after

    @property
    def accelerations(self) -> tuple[Scalar, Scalar]:
        """At the beginning and at the end."""
        return self.acceleration_before, self.acceleration_after

    def __call__(self, t: Any, values: Any = None) -> Any:
        given = (
            self.before, self.after, self.velocity_before, self.velocity_after, self.acceleration_before,
            self.acceleration_after,
        )  # fmt: skip
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


@dataclass(frozen=True)
class Trapezoid(Timed):
    """From `before` to `after` within `duration`: constant acceleration for `ramp`, constant speed, constant braking.

    ḟ_max = (after − before)/(T − ramp),   f̈ = ± ḟ_max/ramp
    """

    before: Scalar
    after: Scalar
    duration: float
    ramp: float
    start: float = 0.0

    def __call__(self, t: Any, values: Any = None) -> Any:
        a, b = evaluate(self.before, values), evaluate(self.after, values)
        speed = (b - a) / (self.duration - self.ramp)
        half = 0.5 * speed / self.ramp
        brake = self.duration - 2 * self.ramp
        rows = [[a, 0.0, half], [a + half * self.ramp**2, speed], [b - half * self.ramp**2, speed, -half]]
        if brake <= 1e-12 * self.duration:
            del rows[1]
        return piecewise(t, self.breaks, rows)

    @property
    def breaks(self) -> tuple[float, ...]:
        t0, t3 = self.start, self.start + self.duration
        inner = (t0 + self.ramp, t3 - self.ramp)
        return (t0, *(inner if inner[1] - inner[0] > 1e-12 * self.duration else inner[:1]), t3)


@dataclass(frozen=True)
class Cycloid(Timed):
    """From `before` to `after` within `duration` by s − sin(2π s)/2π: acceleration a full sine, zero at both ends."""

    before: Scalar
    after: Scalar
    duration: float
    start: float = 0.0

    def __call__(self, t: Any, values: Any = None) -> Any:
        a, b = evaluate(self.before, values), evaluate(self.after, values)
        s = (t - self.start) / self.duration
        moving = a + (b - a) * (s - xp.sin(2 * math.pi * s) / (2 * math.pi))
        moving = select(t < self.start, a + 0.0 * s, moving)
        return select(t > self.start + self.duration, b + 0.0 * s, moving)


_ENDS: dict[str, str | Role] = {"after": "y", "before": "y", "start": fixed("s"), "duration": fixed("s")}


@function_element("motions", "step", after="y", before="y", start=fixed("s"), rise=fixed("s"))
def step(after: Scalar, *, before: Scalar = 0.0, start: float = 0.0, rise: float = 0.1) -> Step:
    """A smooth step; see `Step`."""
    for value, what in ((start, "start"), (rise, "rise time")):
        refuse_free((value,), f"{what} of a step")
    before, after = scalar(before, "value before a step"), scalar(after, "value after a step")
    begin, width = scalar(start, "start of a step"), scalar(rise, "rise time of a step", positive=True)
    return Step(before, after, float(begin), float(width))  # type: ignore[arg-type]


@function_element("motions", "cubic", **_ENDS, velocities=numbers("y/s", 2))
def cubic(
    after: Scalar,
    duration: float,
    *,
    before: Scalar = 0.0,
    start: float = 0.0,
    velocities: tuple[Scalar, Scalar] = (0, 0),
) -> Cubic:
    """From `before` to `after` by a cubic, at rest at both ends unless velocities are given; see `Cubic`."""
    T, t0 = _times(duration, start, "a cubic")
    ends = _two((before, after), "value at an end of a cubic")
    return Cubic(*ends, T, t0, *_two(velocities, "velocities of a cubic"))


@function_element("motions", "quintic", **_ENDS, velocities=numbers("y/s", 2), accelerations=numbers("y/s/s", 2))
def quintic(
    after: Scalar,
    duration: float,
    *,
    before: Scalar = 0.0,
    start: float = 0.0,
    velocities: tuple[Scalar, Scalar] = (0, 0),
    accelerations: tuple[Scalar, Scalar] = (0, 0),
) -> Quintic:
    """From `before` to `after` by a quintic, at rest at both ends unless velocities or accelerations are given; see `Quintic`."""
    T, t0 = _times(duration, start, "a quintic")
    ends = _two((before, after), "value at an end of a quintic")
    v, a = _two(velocities, "velocities of a quintic"), _two(accelerations, "accelerations of a quintic")
    return Quintic(*ends, T, t0, *v, *a)


@function_element("motions", "cycloid", **_ENDS)
def cycloid(after: Scalar, duration: float, *, before: Scalar = 0.0, start: float = 0.0) -> Cycloid:
    """From `before` to `after` by a cycloid: the acceleration begins and ends at zero; see `Cycloid`."""
    T, t0 = _times(duration, start, "a cycloid")
    return Cycloid(scalar(before, "value before a cycloid"), scalar(after, "value after a cycloid"), T, t0)


@function_element("motions", "trapezoid", **_ENDS, ramp=fixed("s"))
def trapezoid(
    after: float,
    *,
    before: float = 0.0,
    start: float = 0.0,
    duration: float | None = None,
    speed: float | None = None,
    acceleration: float | None = None,
    ramp: float | None = None,
) -> Trapezoid:
    """From `before` to `after` with a trapezoid of velocity; give two of duration [s], speed and acceleration, or the duration
    and the time `ramp` [s] in which it reaches its speed.

    Speed and acceleration are limits: where the way is too short for the speed, the velocity is a triangle.
    """
    if ramp is not None:
        (T, t0), rise = _times(duration or 0.0, start, "a trapezoid"), float(nominal(ramp))
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
            raise DescriptionError(
                f"trapezoid: {way:g} in {T:g} s needs a speed between {way / T:.6g} (not reached) and {2 * way / T:.6g} "
                f"(a triangle), not {v:g}. Change the duration or the speed."
            )
    else:
        T, acc = number["duration"], number["acceleration"]
        if acc * T**2 < 4 * way * (1 - 1e-12):
            raise DescriptionError(
                f"trapezoid: {way:g} in {T:g} s needs an acceleration of {4 * way / T**2:.6g} at least, not {acc:g}. Take "
                "longer, or accelerate more."
            )
        ramp = 0.5 * (T - math.sqrt(max(T**2 - 4 * way / acc, 0.0)))
    return Trapezoid(a, b, T, min(ramp, T / 2), float(scalar(start, "start of a trapezoid")))  # type: ignore[arg-type]


def _times(duration: float, start: float, what: str) -> tuple[float, float]:
    refuse_free((duration, start), f"duration or start of {what}")
    T, t0 = scalar(duration, f"duration of {what}", positive=True), scalar(start, f"start of {what}")
    return float(T), float(t0)  # type: ignore[arg-type]


def _two(values: Any, what: str) -> tuple[Scalar, Scalar]:
    try:
        first, second = values
    except (TypeError, ValueError):
        raise DescriptionError(f"{what}: give two, at the beginning and at the end.") from None
    return scalar(first, what), scalar(second, what)
