"""Narrow laws that a step may leap over: force against a coordinate, time or distance, smooth and kinked.

A mass or a flywheel moves freely but for a force that acts in a short part of its way. Its end is compared with a fixed-step
integration of the same formula in NumPy, fine enough for the width. A case gets through if it ends more than 1 % of its amplitude
off and the run says nothing. Laws that declare their knots are down to a hundredth of the sampling distance wide; those that a user
writes act for at least two sampling distances, which is what docs/theory/integration.md guarantees.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import biela
from biela.base.errors import BielaError

KINDS = ("coordinate", "time", "distance", "angle")
SHAPES = ("triangle", "spline", "gauss", "cosine", "box", "hat")
KNOWN = ("triangle", "spline")
"""Shapes given as a table or a spline, whose knots biela knows."""
SAMPLES = 2000
"""Sampling distances in a run with the default outputs."""
METHODS = ("automatic", "dormand-prince", "rosenbrock", "cvode-bdf", "cvode-adams", "batch")
FIXED = ("rk4", "munthe-kaas", "adams-bashforth", "semi-implicit-euler", "dormand-prince", "rosenbrock", "batch")
"""Methods with fixed steps; "batch" stands for rk4 in a batch."""
OFF = 1e-2
"""Largest error, as part of the amplitude."""


@dataclass(frozen=True)
class Case:
    kind: str
    shape: str
    method: str
    rtol: float
    duration: float
    speed: float
    centre: float
    half: float
    height: float
    aside: float
    """Distance of the fixed point of a line from the way."""
    step: float | None = None

    def __str__(self) -> str:
        seen = 2 * self.half / self.speed / sampling(self.duration, self.step)
        how = f"rtol {self.rtol:g}" if self.step is None else f"step {self.step:g}"
        return f"{self.shape} against {self.kind}, {self.method}, {how}, {seen:.3g} samples wide: {self!r}"


def sampling(duration: float, step: float | None) -> float:
    """Return half the distance of the default outputs: a thousandth of the run, or one step of few."""
    return duration / SAMPLES if step is None or step < duration / SAMPLES else step / 2


def profile(shape: str, half: float, height: float, np_: Any = np) -> Callable[[Any], Any]:
    """Force against the distance y from the centre, written for numbers and symbols; (nearly) zero beyond ± half."""

    def inside(y: Any) -> Any:
        return (np_.fabs(y) < half) * 1.0

    return {
        "triangle": lambda y: height * np_.fmax(1.0 - np_.fabs(y) / half, 0.0),
        "hat": lambda y: height * np_.fmax(1.0 - np_.fabs(y) / half, 0.0),
        "gauss": lambda y: height * np_.exp(-((2.15 * y / half) ** 2)),  # 1 % of the height at ± half
        "cosine": lambda y: height * inside(y) * (0.5 + 0.5 * np_.cos(np.pi * y / half)),
        "box": lambda y: height * inside(y),
    }[shape]


def curve(case: Case) -> Any:
    """The law against the distance from the centre, as a user would give it."""
    b, h = case.half, case.height
    if case.shape == "triangle":
        return biela.table([-10 * b, -b, 0.0, b, 10 * b], [0.0, 0.0, h, 0.0, 0.0])
    if case.shape == "spline":
        return biela.motion.spline([-b, -b / 2, 0.0, b / 2, b], [0.0, h / 2, h, h / 2, 0.0])
    import casadi

    return profile(case.shape, b, h, casadi)


def machine(case: Case) -> tuple[biela.Mechanism, str]:
    """A mass on a rail or a flywheel, and the name of its coordinate."""
    m = biela.Mechanism("narrow", gravity=(0, 0, 0))
    body = m.body("body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    law = curve(case)
    if case.kind == "angle":
        m.revolute("J", m.ground, body)
        m.joint_spring("law", "J", rest=case.centre, curve=law)
        return m, "J.angle"
    m.prismatic("J", m.ground, body, axis=(1, 0, 0))
    if case.kind == "coordinate":
        m.joint_spring("law", "J", rest=case.centre, curve=law)
    elif case.kind == "time":
        at, speed = case.centre / case.speed, case.speed
        if case.shape in KNOWN:
            m.user_effort("law", "J", -1.0 * law.slower(1 / speed).delayed(at))
        else:
            m.user_effort("law", "J", lambda t: -law((t - at) * speed))
    else:
        m.spring("law", m.ground.point("pin", (case.centre, case.aside, 0)), body, free_length=FREE * case.aside, curve=law)
    return m, "J.position"


FREE = 1.25
"""Length of a line at the middle of its law, in units of its shortest length."""


def force(case: Case) -> Callable[[Any, Any], Any]:
    """The force on the coordinate at (t, x), in NumPy."""
    if case.shape == "spline":
        spline = curve(case)

        def law(y: Any) -> Any:
            return np.asarray(spline(np.asarray(y, float)))
    else:
        law = profile(case.shape, case.half, case.height)
    if case.kind == "time":
        return lambda t, x: -law(t * case.speed - case.centre)
    if case.kind == "distance":

        def pull(t: Any, x: Any) -> Any:
            away = x - case.centre
            length = np.hypot(away, case.aside)
            return -law(length - FREE * case.aside) * away / length

        return pull
    return lambda t, x: -law(x - case.centre)


def truth(case: Case) -> float:
    """Where it ends: RK4 with short steps where the law acts, and long ones elsewhere."""
    f, t, x, v = force(case), 0.0, 0.0, case.speed
    parts = 4000 if case.shape == "box" else 240  # steps lose their order at a jump
    fine = min(2 * case.half / case.speed / parts, case.duration / 2000)
    while t < case.duration:
        h = min(_free(case, t, x, v) or fine, case.duration - t)
        k1 = f(t, x)
        k2 = f(t + h / 2, x + h / 2 * v)
        k3 = f(t + h / 2, x + h / 2 * v + h * h / 4 * k1)
        k4 = f(t + h, x + h * v + h * h / 2 * k2)
        x, v = x + h * v + h * h / 6 * (k1 + k2 + k3), v + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t += h
    return float(x)


def _free(case: Case, t: float, x: float, v: float) -> float:
    """Time for which no force can act from here on [s]; 0 if one may."""
    reach = 1.8 * case.half
    if case.kind == "time":
        begin, end = (case.centre - reach) / case.speed, (case.centre + reach) / case.speed
        return begin - t if t < begin else 1e9 if t > end else 0.0
    if case.kind == "distance":
        far, near = (FREE * case.aside + reach), max(FREE * case.aside - reach, case.aside)
        out, inn = np.sqrt(far**2 - case.aside**2), np.sqrt(near**2 - case.aside**2)
        away = x - case.centre
        gaps = [(a, b) for a, b in ((-out, -inn), (inn, out))]
    else:
        away, gaps = x - case.centre, [(-reach, reach)]
    if any(a <= away <= b for a, b in gaps):
        return 0.0
    ahead = [((a if v > 0 else b) - away) / v for a, b in gaps if v != 0 and ((a if v > 0 else b) - away) / v > 0]
    return max(min(ahead), 1e-12) if ahead else 1e9


def cases(count: int, seed: int, fixed: bool = False) -> list[Case]:
    """Random cases, with adaptive or fixed steps; forces that nearly stop the motion are left out, since their end is not
    determined."""
    rng = np.random.default_rng(seed)
    found: list[Case] = []
    while len(found) < count:
        kind, shape, method = (str(rng.choice(options)) for options in (KINDS, SHAPES, FIXED if fixed else METHODS))
        rtol = float(rng.choice([1e-8, 1e-8, 1e-8, 1e-6, 1e-5]))
        duration, speed = float(rng.uniform(2, 20)), float(rng.uniform(0.5, 2))
        step = duration / int(np.exp(rng.uniform(np.log(50), np.log(20_000)))) if fixed else None
        way, sample = duration * speed, sampling(duration, step) * speed
        # a law of distance is passed obliquely: slower in the length than on the way
        wide = sample * float(np.exp(rng.uniform(np.log(0.01 if shape in KNOWN else 2.0), np.log(100.0))))
        centre, aside = float(rng.uniform(0.15, 0.7)) * way, float(rng.uniform(0.02, 0.1)) * way
        if kind == "distance":
            wide = min(wide, 0.2 * aside)
        half = wide / 2
        area = {"triangle": half, "hat": half, "spline": half, "gauss": half * 0.825, "cosine": half, "box": 2 * half}[shape]
        if kind == "time":
            height = float(rng.uniform(-0.9, 0.9)) * speed**2 / area
        else:
            part = float(rng.choice([rng.uniform(0.05, 0.8), rng.uniform(1.3, 5), -rng.uniform(0.05, 3)]))
            height = part * 0.5 * speed**2 / area
        found.append(Case(kind, shape, method, rtol, duration, speed, centre, half, height, aside, step))
    return found


def end(case: Case) -> tuple[float, float, bool]:
    """Return where a run ends, its amplitude, and whether it says that something is wrong."""
    m, coordinate = machine(case)
    start = m.assemble({"J": 0.0}, rates={"J": case.speed})
    if case.method == "batch":
        how: dict[str, Any] = {"rtol": case.rtol} if case.step is None else {"method": "rk4", "step": case.step}
        batch = m.simulate_batch(start, case.duration, threads=1, **how)
        x, status = batch[coordinate][:, 0], batch.status[0]
        return float(x[-1]), float(np.ptp(x)) / 2, status != "done"
    run = m.simulate(start, case.duration, method=case.method, rtol=case.rtol, step=case.step)
    x = run[coordinate]
    return float(x[-1]), float(np.ptp(x)) / 2, run.status != "done"


def missed(tried: list[Case]) -> list[str]:
    """Return a line for each case that ends wrong and says nothing."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in tried:
            try:
                x, size, said = end(case)
            except BielaError:
                continue
            off = abs(x - truth(case)) / size
            if not off < OFF and not said:
                found.append(f"{off:.2g} of its amplitude off: {case}")
    return found
