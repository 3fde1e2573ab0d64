"""A car and two multibody examples by bond graphs: coupled pendulums, the top, standing start, curve and zig-zag of a Renault Clio.

A Spanish article on the dynamics of vehicles by bond graphs, and its author's thesis.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from biela.app.published.figure import Agreement, Curve, Panel, Progress, PublishedFigure, Work, number, words
from biela.library import coupled_pendulums, get, renault_clio
from biela.library.top import STARTS
from biela.simulation.history import History
from biela.vehicle.driven import ManoeuvreResult, run_manoeuvre

RPM = 30 / np.pi


def compute(progress: Progress) -> Iterator[PublishedFigure]:
    """Compute figures 9 and 12 to 29."""
    progress("coupled pendulums and top")
    yield _pendulums()
    yield from _top()
    progress("standing start")
    yield from _start(run_manoeuvre(renault_clio.car(), "standing-start", duration=30.0))
    for first, name in ((20, "curve"), (25, "zig-zag")):
        progress(name)
        yield from _steered(first, run_manoeuvre(renault_clio.car(), name))


def _pendulums() -> PublishedFigure:
    run = get("coupled-pendulums").simulate()
    free, coupling = 9.81 / coupled_pendulums.ROD, 2 * coupled_pendulums.SPRING / coupled_pendulums.MASS
    one, two = np.sqrt(free), np.sqrt(free + coupling)
    panels, worst = [], 0.0
    for k, sign in ((1, -1.0), (2, 1.0)):
        exact = coupled_pendulums.ANGLE / 2 * (np.cos(one * run.t) + sign * np.cos(two * run.t))
        found = run[f"theta_{k}.value"]
        worst = max(worst, float(np.abs(found - exact).max() / coupled_pendulums.ANGLE))
        curves = [Curve(run.t, found, "bond graph"), Curve(run.t, exact, "small angles, exact", "dashes")]
        panels.append(Panel(curves, y=f"θ{'₁₂'[k - 1]} [rad]"))
    said = words("largest difference from the exact solution", "satisfactory", worst, worst < 0.01, "of the start")
    return PublishedFigure("9", "Coupled pendulums", panels, [said])


def _top() -> Iterator[PublishedFigure]:
    runs = {path: get("top").sized(path=path).simulate() for path in STARTS}
    panels = [Panel([Curve(run["top.x"], run["top.y"])], "x [m]", "y [m]", path, equal=True) for path, run in runs.items()]
    run = runs["cusps"]
    lowest, start = float(run["top.z"].min()), float(run["top.z"][0])
    note = "The article shows the third start only, spin alone: cusps. Seen from above."
    yield PublishedFigure("12", "Path of the centre of the top", panels, note=note)
    rise = float(run["top.z"].max()) / start
    falls = words("highest point over the start", "falls and returns to its start", rise, rise < 1.001)
    yield _single("13", "Height of the centre of the top", run, run["top.z"], "z [m]", [falls], f"Lowest {lowest:.4f} m.")


def _start(result: ManoeuvreResult) -> Iterator[PublishedFigure]:
    run = result.history
    rpm = RPM * run["driveline/flywheel.flow"]
    fast = result.outputs["time_to_100_kmh"]
    gear = np.round(run["driver/gear.value"])
    fourth = float(run.t[gear >= 4][0])
    highest = words("highest", "rises and falls with the gears", rpm.max(), rpm.max() < 6000, "rpm")
    yield _single("14", "Speed of the engine", run, rpm, "[rpm]", [highest])
    yield _single("15", "Slip of a driven tyre", run, run["front_left.slip"], "σ")
    hundred = number("0 to 100 km/h", "17 s", 17.0, fast, "s", 0.03)
    yield _single("16", "Speed of the car", run, run["speed.value"], "ẋ [m/s]", [hundred])
    yield _single("17", "Load of a driven tyre", run, run["front_left.load"], "[N]")
    pitch = run["chassis.pitch"]
    late = float(pitch[(run.t > fourth + 3) & (run.t < 30)].mean())
    yield _single("18", "Pitch of the chassis", run, pitch, "[rad]", [
        words("fourth gear", "after some 10 s", fourth, 8 < fourth < 12, "s"),
        words("mean pitch in fourth and fifth", "settles at a negative value: nose up", late, late < 0, "rad"),
    ], "Calibration i shifts at 5500 rpm; calibration ii has the fourth gear near 10 s.")  # fmt: skip
    yield _single("19", "Load of a rear tyre", run, run["rear_left.load"], "[N]")


def _steered(first: int, result: ManoeuvreResult) -> Iterator[PublishedFigure]:
    run, name = result.history, result.manoeuvre.name
    steer = run["front_left_slide.angle"]
    back = float(abs(steer[-1]) / np.abs(steer).max())
    yield _single(str(first), f"Angle of the steered wheels, {name}", run, steer, "δ [rad]", [
        number("largest", "one degree", np.pi / 180, np.abs(steer).max(), "rad", 0.01),
        words("at the end, over the largest", "returns to zero", back, back < 1e-6),
    ])  # fmt: skip
    yield _single(str(first + 1), f"Slip angle of a front wheel, {name}", run, run["front_left.slip_angle"], "α [rad]")
    path = Panel([Curve(run["chassis.x"], run["chassis.y"])], "x [m]", "y [m]", equal=True)
    yield PublishedFigure(str(first + 2), f"Path, {name}", [path])
    yield _single(str(first + 3), f"Slip angle of a rear wheel, {name}", run, run["rear_left.slip_angle"], "α [rad]")
    rate = run["car.rate_z"]
    calm = float(abs(rate[-1]) / np.abs(rate).max())
    yield _single(str(first + 4), f"Yaw, {name}", run, np.unwrap(run["chassis.yaw"]), "ψ [rad]", [
        words("yaw rate at the end, over the largest", "directional stability is satisfactory", calm, calm < 0.01)
    ], f"{result.outputs['final_yaw']:.4f} rad at the end.")  # fmt: skip


def _single(
    which: str, title: str, run: History, y: object, label: str, said: list[Agreement] | None = None, note: str = ""
) -> PublishedFigure:
    return PublishedFigure(which, title, [Panel([Curve(run.t, np.asarray(y, float))], y=label)], said or [], note)


WORK = Work(
    "bond-graph-car", "Dynamics of vehicles by bond graphs",
    "A Spanish article with its author's thesis: two multibody examples and a Renault Clio RL 1.1. The curves are lost; what the "
    "text says about them is compared.",
    compute, machines=("renault-clio", "coupled-pendulums", "top"),
    missing=(("1 to 8, 10, 11", "drawings and bond graphs: the report of `biela run coupled-pendulums` or `top` draws the graph"),),
)  # fmt: skip
