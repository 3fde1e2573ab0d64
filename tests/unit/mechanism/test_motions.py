"""Functions of time: exact derivatives on numbers and symbols, end conditions, continuity, combinations, corners."""

from __future__ import annotations

import warnings
from typing import Any

import casadi as ca
import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.mechanism import motion
from biela.mechanism.motion import VelocityJump, jumps, sampled

POINTS = ([0.0, 0.3, 0.7, 1.2, 1.5], [0.1, 0.9, -0.4, 0.3, 0.5])
MOTIONS = {
    "constant": motion.constant(0.7),
    "sine": motion.sine(0.4, 1.3, phase=0.2, offset=0.1),
    "polynomial": motion.polynomial(0.3, -0.2, 0.5, 0.7),
    "fourier": motion.fourier(1.4, [0.2, -0.1], [0.3, 0.05, 0.02], offset=0.6),
    "step": motion.step(1.0, before=0.2, start=0.3, rise=0.8),
    "cubic": motion.cubic(1.2, 1.1, before=-0.3, start=0.2),
    "quintic": motion.quintic(1.2, 1.1, before=-0.3, start=0.2),
    "trapezoid": motion.trapezoid(1.0, before=0.2, speed=1.2, acceleration=3.0, start=0.1),
    "cycloid": motion.cycloid(1.0, 1.2, before=0.2, start=0.15),
    "spline": motion.spline(*POINTS),
    "quintic spline": motion.spline(*POINTS, degree=5),
    "natural spline": motion.spline(*POINTS, ends="natural"),
    "sum": motion.cubic(1.2, 1.1) + 0.3 * motion.sine(0.5, 0.7) - 0.2,
    "delayed": motion.cycloid(1.0, 0.8).delayed(0.25).slower(1.2),
    "mirrored": motion.quintic(0.8, 1.0).mirrored(about=0.1),
    "sequence": motion.quintic(0.8, 0.6).then(motion.cycloid(0.1, 0.7, before=0.8)),
    "there and back": motion.quintic(0.8, 0.6).then(motion.quintic(0.8, 0.6).backwards()),
    "user": lambda t: 0.3 * np.sin(2 * t) ** 2 / (1 + t**2) - np.exp(-t) * np.sqrt(1 + t),
}
TIMES = np.linspace(0.013, 1.6, 97)


def symbolic(f: Any) -> ca.Function:
    t = ca.SX.sym("t")
    value = ca.SX(motion.call(f, t))
    slope = ca.jacobian(value, t)
    return ca.Function("f", [t], [value, slope, ca.jacobian(slope, t)])


@pytest.mark.filterwarnings("ignore:.*numpy function:FutureWarning")
@pytest.mark.parametrize("name", MOTIONS)
def test_numbers_symbols_and_jets_agree(name: str) -> None:
    """One definition, evaluated three ways: value and both derivatives are the same to rounding, on knots too."""
    f = MOTIONS[name]
    times = np.sort(np.concatenate([TIMES, getattr(f, "breaks", ())]))
    levels = sampled(f, times)
    exact = np.array([[float(x) for x in symbolic(f)(t)] for t in times]).T
    for order in range(3):
        assert levels[order] == pytest.approx(exact[order], abs=2e-12 * (1 + np.abs(exact[order]).max()))
    plain = np.array([float(np.asarray(motion.call(f, t))) for t in times])
    assert plain == pytest.approx(levels[0], abs=1e-14)


@pytest.mark.parametrize("name", MOTIONS)
def test_derivatives_against_differences(name: str) -> None:
    f, h = MOTIONS[name], 1e-5
    breaks = np.array(getattr(f, "breaks", ()))
    times = np.array([t for t in TIMES if not breaks.size or np.abs(breaks - t).min() > 2 * h])
    before, here, after = (sampled(f, times + s) for s in (-h, 0.0, h))
    for order in (0, 1):
        slope = (after[order] - before[order]) / (2 * h)
        assert here[order + 1] == pytest.approx(slope, abs=1e-5 * (1 + np.abs(here[2]).max()))


def test_ends_of_point_to_point_motions() -> None:
    f = motion.quintic(2.0, 1.5, before=-1.0, start=0.5, velocities=(0.3, -0.4), accelerations=(1.1, 0.7))
    x, v, a = sampled(f, [0.5, 2.0])
    assert x == pytest.approx([-1, 2], abs=1e-12)
    assert v == pytest.approx([0.3, -0.4], abs=1e-12)
    assert a == pytest.approx([1.1, 0.7], abs=1e-11)
    x, v, _ = sampled(motion.cubic(2.0, 1.5, before=-1.0, velocities=(0.3, -0.4)), [0.0, 1.5])
    assert (*x, *v) == pytest.approx((-1, 2, 0.3, -0.4), abs=1e-12)
    x, v, a = sampled(motion.cycloid(3.0, 2.0), [0.0, 1.0, 2.0])
    assert x == pytest.approx([0, 1.5, 3])
    assert v == pytest.approx([0, 3.0, 0], abs=1e-12)  # twice the mean speed in the middle
    assert a == pytest.approx([0, 0, 0], abs=1e-11)


def test_trapezoid_keeps_its_limits() -> None:
    """2 m at 1 m/s and 2 m/s²: half a second each for speeding up and braking, 2.5 s in all; short ways are triangles."""
    f = motion.trapezoid(2.0, speed=1.0, acceleration=2.0)
    assert (f.duration, f.ramp) == pytest.approx((2.5, 0.5))
    x, v, a = sampled(f, [0.25, 1.25, 2.25])
    assert v == pytest.approx([0.5, 1.0, 0.5])
    assert a == pytest.approx([2.0, 0.0, -2.0])
    assert x[1] == pytest.approx(1.0)
    triangle = motion.trapezoid(-0.5, speed=10.0, acceleration=2.0)
    assert (triangle.duration, 2 * triangle.ramp) == pytest.approx((1.0, 1.0))
    assert sampled(triangle, [0.5 - 1e-9])[1][0] == pytest.approx(-1.0)
    same = motion.trapezoid(2.0, duration=2.5, acceleration=2.0)
    assert same.ramp == pytest.approx(0.5)
    assert motion.trapezoid(2.0, duration=2.5, speed=1.0).ramp == pytest.approx(0.5)
    with pytest.raises(DescriptionError, match=r"needs an acceleration of 8 at least, not 3\. Take longer"):
        motion.trapezoid(2.0, duration=1.0, acceleration=3.0)
    with pytest.raises(DescriptionError, match="two of duration"):
        motion.trapezoid(2.0, speed=1.0)


@pytest.mark.parametrize("ends", ["rest", "natural", "smooth", "periodic"])
@pytest.mark.parametrize(("degree", "continuous"), [(3, 2), (5, 4)])
def test_splines_are_smooth(degree: int, continuous: int, ends: Any) -> None:
    """A spline of degree 3 has two continuous derivatives, one of degree 5 four; measured on its coefficients."""
    y = [*POINTS[1][:-1], POINTS[1][0]] if ends == "periodic" else POINTS[1]
    f = motion.spline(POINTS[0], y, degree=degree, ends=ends)
    assert sampled(f, POINTS[0])[0] == pytest.approx(y, abs=1e-13)
    pieces = [np.polynomial.Polynomial(row) for row in f.rows]
    pairs = list(zip(pieces[:-1], pieces[1:], np.diff(f.t)[:-1], strict=True))
    if ends == "periodic":
        pairs.append((pieces[-1], pieces[0], np.diff(f.t)[-1]))
    for k in range(1, continuous + 1):
        scale = max(float(abs(p.deriv(k)(0.0))) for p in pieces)
        for left, right, h in pairs:
            assert left.deriv(k)(h) == pytest.approx(right.deriv(k)(0.0), abs=1e-11 * (1 + scale))
    if ends == "rest":
        assert sampled(f, [0.0, 1.5])[1] == pytest.approx([0, 0], abs=1e-13)


def test_smooth_splines_converge_with_their_order() -> None:
    """Errors of a cubic fall as h⁴, of a quintic as h⁶ (on data, ends included)."""
    for degree, order in ((3, 4), (5, 6)):
        errors = []
        for n in (21, 41):
            t = np.linspace(0, 2, n)
            f = motion.spline(t, np.sin(3 * t), degree=degree, ends="smooth")
            fine = np.linspace(0, 2, 997)
            errors.append(np.abs(sampled(f, fine)[0] - np.sin(3 * fine)).max())
        assert np.log2(errors[0] / errors[1]) > order - 0.5


def test_long_splines_take_the_banded_way() -> None:
    t = np.linspace(0, 5, 400)
    for degree in (3, 5):
        f = motion.spline(t, np.cos(t), degree=degree, ends="smooth")
        assert sampled(f, t[:-1] + 0.003)[1] == pytest.approx(-np.sin(t[:-1] + 0.003), abs=1e-7)


def test_a_table_has_one_slope_on_its_points() -> None:
    """Exactly on a point the slope is that of the line which begins there, not the sum of both."""
    f = motion.table([0, 1, 2], [0, 2, 4])
    assert sampled(f, [0.0, 1.0, 2.0])[1] == pytest.approx([2, 2, 2])
    assert float(symbolic(f)(1.0)[1]) == pytest.approx(2.0)


def test_jumps_are_found_and_measured() -> None:
    kinked = motion.table([0, 1, 2], [0, 2, 1])
    assert [(j.time, j.order, j.size) for j in jumps(kinked, 0, 2)] == [(1.0, 1, pytest.approx(-3.0))]
    assert jumps(0.5 * kinked.delayed(1.0) + motion.sine(1, 1), 0, 3)[0].time == pytest.approx(1.0)
    for name in ("cubic", "quintic", "trapezoid", "spline", "sequence", "there and back", "step", "cycloid", "user"):
        assert jumps(MOTIONS[name], 0.0, 3.0) == [], name
    assert jumps(lambda t: abs(np.sin(2 * t)), 0.1, 2.0)[0].time == pytest.approx(np.pi / 2, abs=2e-3)
    early = motion.cubic(1.0, 1.0, velocities=(0, 0.5)).then(motion.constant(1.0))
    with pytest.warns(VelocityJump, match=r"motion of 'A' changes its velocity by -0.5 at t = 1 s in no time"):
        motion.warn_of_jumps(early, "motion of 'A'", 0, 2)
    with pytest.raises(DescriptionError, match=r"jumps by .* at t = "):
        motion.warn_of_jumps(lambda t: ca.if_else(t > 0.5, 1.0, 0.0), "motion of 'A'", 0, 2)


def test_parts_of_a_sequence_must_meet() -> None:
    with pytest.raises(DescriptionError, match=r"at 1 s one motion ends at 0.5 and the next begins at 0\. .*next \+ 0.5"):
        motion.quintic(0.5, 1.0).then(motion.sine(1.0, 1.0))
    with pytest.raises(DescriptionError, match="a sine has no end of its own"):
        motion.sine(1.0, 1.0).then(motion.constant(0.0))


def test_a_drive_with_a_corner_is_told() -> None:
    """A kinked table as a prescribed motion: the warning names joint and time; a rounded one passes without a word."""

    def machine(f: Any) -> biela.Mechanism:
        m = biela.Mechanism("slider", gravity=(0, 0, 0))
        m.prismatic("slide", m.ground, m.body("block", mass=1.0))
        m.drive("slide", f)
        return m

    points = ([0.0, 0.5, 1.0], [0.0, 0.3, 0.1])
    with pytest.warns(VelocityJump, match=r"motion of drive 'slide_drive' changes its velocity by -1 at t = 0.5 s") as told:
        machine(motion.table(*points)).simulate(None, 1.0)
    assert {warning.filename for warning in told} == {__file__}  # at the caller's line, also the doubt about the run
    with warnings.catch_warnings():
        warnings.simplefilter("error", VelocityJump)
        run = machine(motion.spline(*points)).simulate(None, 1.0)
    assert run["slide.position"][-1] == pytest.approx(0.1, abs=1e-9)
    assert run["slide_drive.effort"] == pytest.approx(sampled(motion.spline(*points), run.t)[2], abs=1e-9)
