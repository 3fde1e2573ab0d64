"""The three mechanisms of a tutorial on inverse dynamics with Lie algebra: five-bar, spatial four-bar (R-S-U-R), 3-RRR.

"Inverse dynamics of parallel robots: a tutorial with Lie algebra", Revista Iberoamericana de Automática e Informática industrial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from biela.app.published.figure import Agreement, Curve, Panel, Progress, PublishedFigure, Work, words
from biela.library import five_bar, spatial_four_bar, three_rrr

DEG = 180 / np.pi
UNITS = {"angle": ("[°]", DEG), "rate": ("[rad/s]", 1.0), "acceleration": ("[rad/s²]", 1.0)}


def compute(progress: Progress) -> Iterator[PublishedFigure]:
    """Compute figures 4 to 7, 9 to 12 and 14 to 17: angles, rates, accelerations and torques of each mechanism."""
    progress("five-bar")
    yield from _five_bar()
    progress("spatial four-bar")
    yield from _four_bar()
    progress("3-RRR")
    yield from _three_rrr()


def _five_bar() -> Iterator[PublishedFigure]:
    machine = five_bar.build()
    run = machine.inverse_dynamics(five_bar.motion(), 2 * np.pi, samples=2000, guess=five_bar.start(machine))
    joints = {
        "2 left crank": "left_shoulder",
        "3 left coupler": "left_elbow",
        "4 right coupler": "right_elbow",
        "5 right crank": "right_shoulder",
    }
    angles = {label: run[f"{joint}.angle"] for label, joint in joints.items()}
    mirrored = max(np.abs(np.diff(sum(x))).max() for x in (list(angles.values())[::3], list(angles.values())[1:3]))
    yield _over_time("4", "Positions of the five-bar", run.t, angles, "angle", [
        words("change of θ₂ + θ₅ and of θ₃ + θ₄", "the motion is symmetric", DEG * mirrored, mirrored < 1e-9, "°")
    ])  # fmt: skip
    rates, bends = (_absolute(run, kind) for kind in ("rate", "acceleration"))
    crank, coupler = (max(np.abs(rates[x]).max() for x in pair) for pair in (("2", "5"), ("3", "4")))
    yield _over_time("5", "Rates of the links of the five-bar", run.t, rates, "rate", [
        words("largest rate of the cranks over that of the couplers", "ω₂ and ω₅ are largest", crank / coupler, crank > coupler)
    ], "Absolute rates of the links; relative to the cranks, the couplers turn faster.")  # fmt: skip
    gap = max(np.abs(bends[a] + bends[b]).max() for a, b in (("2", "5"), ("3", "4")))
    yield _over_time("6", "Accelerations of the links of the five-bar", run.t, bends, "acceleration", [
        words("sum of those of 2 and 5, of 3 and 4", "equal and opposite", gap, gap < 1e-9, "rad/s²")
    ])  # fmt: skip
    left, right = (1e6 * run[f"{side}_shoulder_drive.effort"] for side in ("left", "right"))
    gap = np.abs(left + right).max() / np.abs(left).max()
    torques = Panel([Curve(run.t, left, "τ₂"), Curve(run.t, right, "τ₅")], y="τ [µN·m]")
    yield PublishedFigure("7", "Torques of the motors of the five-bar", [torques], [
        words("τ₂ + τ₅ over the peak", "τ₂ = −τ₅ at all times", gap, gap < 1e-9)
    ], "Without gravity.")  # fmt: skip


def _absolute(run: Any, kind: str) -> dict[str, Any]:
    """Return rates or accelerations of the links, from those of the joints."""
    left, elbow, right, other = (
        run[f"{joint}.{kind}"] for joint in ("left_shoulder", "left_elbow", "right_shoulder", "right_elbow")
    )
    return {"2": left, "3": left + elbow, "4": right + other, "5": right}


def _four_bar() -> Iterator[PublishedFigure]:
    machine = spatial_four_bar.build()
    run = machine.inverse_dynamics(spatial_four_bar.motion(), 60.0, samples=3000, guess=spatial_four_bar.GUESS)
    names = {"θ₄ rocker": "rocker_pivot.{}", "θ₃ᵤ universal, first": "universal.{}_1", "θ₃ universal, second": "universal.{}_2"}
    said = {"angle": "widest excursion", "rate": "largest rate", "acceleration": "largest acceleration"}
    titles = {"angle": "Positions", "rate": "Rates", "acceleration": "Accelerations"}
    for number, kind in zip(("9", "10", "11"), titles, strict=True):
        curves = {label: run[name.format(kind)] for label, name in names.items()}
        sizes = [np.ptp(y) if kind == "angle" else np.abs(y).max() for y in curves.values()]
        first = words("first axis of the universal joint over the next", said[kind], sizes[1] / max(sizes[0], sizes[2]),
                      sizes[1] == max(sizes))  # fmt: skip
        yield _over_time(number, f"{titles[kind]} of the spatial four-bar", run.t, curves, kind, [first])
    torque = 1e6 * run["crank_pivot_drive.effort"]
    peak = np.abs(torque).max()
    note = (
        "6 N·m cannot be right: with these masses at 1 rpm inertial torques are of the order m L² ω² ≈ 6e-5 N·m at most. In kg, "
        "mm and s the unit of torque is 1 µN·m, and the peak is 3.94; mean over the turn 0, as it must be without friction."
    )
    panel = Panel([Curve(run.t, torque, "τ₂")], y="τ [µN·m]")
    yield PublishedFigure("12", "Torque of the motor of the spatial four-bar", [panel], [
        words("peak", "close to 6 N·m", peak, False, "µN·m"),
    ], note)  # fmt: skip


def _three_rrr() -> Iterator[PublishedFigure]:
    machine = three_rrr.build()
    run = machine.inverse_dynamics(three_rrr.motion(), 3.0, samples=600, guess=three_rrr.GUESS)
    for number, kind, title in (("14", "angle", "Position"), ("15", "rate", "Rate"), ("16", "acceleration", "Acceleration")):
        legs = {f"elbow {k}": run[f"elbow_{k}.{kind}"] for k in (1, 2, 3)}
        y = list(legs.values())
        gap = max(np.abs(y[0] - other).max() for other in y[1:])
        same = words("elbows 2 and 3 (links 5 and 7), apart from elbow 1", "the same as link 2", gap, gap < 1e-9, UNITS[kind][0])
        yield _over_time(number, f"{title} of link 2 of the 3-RRR", run.t, {"elbow 1 (link 2)": y[0]}, kind, [same])
    motors = {k: 1e3 * run[f"shoulder_{k}_drive.effort"] for k in (1, 2, 3)}
    gap = max(np.abs(motors[1] - motors[k]).max() for k in (2, 3)) / np.abs(motors[1]).max()
    yield PublishedFigure("17", "Torque of motor 1 of the 3-RRR", [Panel([Curve(run.t, motors[1], "τ₁")], y="τ [mN·m]")], [
        words("motors 2 and 3 apart from motor 1, over the peak", "alike", gap, gap < 1e-9)
    ], "Without gravity, which would make them differ.")  # fmt: skip


def _over_time(
    number: str, title: str, t: Any, curves: Mapping[str, Any], kind: str, said: list[Agreement], note: str = ""
) -> PublishedFigure:
    unit, scale = UNITS[kind]
    return PublishedFigure(number, title, [Panel([Curve(t, scale * y, label) for label, y in curves.items()], y=unit)], said, note)


WORK = Work(
    "parallel-robots", "Inverse dynamics of parallel robots: a tutorial with Lie algebra",
    "Revista Iberoamericana de Automática e Informática industrial. The curves are lost; what the text says is compared.",
    compute, machines=("five-bar", "spatial-four-bar", "three-rrr"),
    missing=(("1 to 3, 8, 13", "drawings of frames and mechanisms: see `biela show five-bar`, `spatial-four-bar`, `three-rrr`"),),
)  # fmt: skip
