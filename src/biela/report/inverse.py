"""What `biela inverse` does: the efforts of a motion, on one page, in one object, in a file.

A motion is told as in a machine file: `left_shoulder=120 deg + 30 deg*sin(t)`, or of a frame `platform.z=2 m + 0.1 m*sin(t)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.errors import BielaError, UnknownName, nearest

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.simulation.inverse import InverseRun

COMPONENTS = {"x": "m", "y": "m", "z": "m", "roll": "rad", "pitch": "rad", "yaw": "rad"}


def told(mechanism: Mechanism, texts: Sequence[str], option: str = "--motion") -> dict[str, Any]:
    """Motions from `NAME=EXPRESSION`: of joints, of their coordinates, of places (`PLACE.x`, …, `PLACE.yaw`)."""
    from biela.files.motion import motion_from_text
    from biela.mechanism.motion import pose

    joints: dict[str, Any] = {}
    places: dict[str, dict[str, Any]] = {}
    for text in texts:
        name, equals, expression = text.partition("=")
        name = name.strip()
        if not equals or not name or not expression.strip():
            raise BielaError(f"{option} {text!r}: write NAME=MOTION, such as {_example(mechanism)}.")
        base, _, part = name.rpartition(".")
        what = f"{option} {name}"
        if name.partition(".")[0] in mechanism.joints:
            joint = mechanism.joints[name.partition(".")[0]]
            own = {c.name: c.unit for c in joint.type.coordinates}
            unit = own.get(part, next(iter(own.values()), "1"))
            joints[name] = motion_from_text(expression, unit, what)
        elif part in COMPONENTS and (base.partition(".")[0] in mechanism.bodies or base in mechanism.sensors):
            places.setdefault(base, {})[part] = motion_from_text(expression, COMPONENTS[part], what)
        else:
            known = [*mechanism.joints, *(f"{b}.x" for b in mechanism.bodies), *(f"{s}.x" for s in mechanism.sensors)]
            raise UnknownName(f"{option} {text!r}: no joint or place {name!r}.{nearest(name, known)}")
    return {**joints, **{place: pose(**parts) for place, parts in places.items()}}


def _example(mechanism: Mechanism) -> str:
    joint = next(iter(mechanism.joints), "A")
    return f"'{joint}=30 deg + 10 deg*sin(t)'"


def inverse_run(
    machine: Any,
    texts: Sequence[str],
    *,
    duration: float | None,
    samples: int,
    actuated: Sequence[str],
    method: str,
    weights: Sequence[str] = (),
) -> InverseRun:
    """Inverse dynamics of a ready machine or one from a file, along motions told as text or published with it."""
    from biela.simulation.inverse import inverse_dynamics

    mechanism = machine.build()
    motion = told(mechanism, texts) if texts else machine.motion
    if not motion:
        raise BielaError(
            f"{machine.name!r} comes without a motion: tell one with --motion, such as --motion {_example(mechanism)}."
        )
    start = machine.start(mechanism)
    return inverse_dynamics(
        mechanism, motion, machine.duration if duration is None else duration, samples=samples, method=method,
        actuated=[n for text in actuated for n in text.replace(",", " ").split()] or None, weights=_weights(weights),
        guess=start,
    )  # fmt: skip


def driven(mechanism: Mechanism, start: Any, texts: Sequence[str]) -> tuple[Mechanism, Any]:
    """A copy with motions of joints prescribed, and its start: what `biela run --motion` runs."""
    from biela.simulation.inverse import coordinates_of
    from biela.state.assemble import assemble

    motions = told(mechanism, texts)
    machine = mechanism.edit()
    for name, f in motions.items():
        joint, _, coordinate = name.partition(".")
        if joint not in machine.joints:
            raise BielaError(
                f"--motion of {name!r}: `run` prescribes joints. For the motion of a place use `biela inverse`."
            )
        machine.drive(joint, f, coordinate or None)
    guess = coordinates_of(start)
    held = {name.partition(".")[0] for name in motions}
    rest = {name: value for name, value in guess.items() if name not in held}
    return machine, assemble(machine, guess=rest)


def _weights(texts: Sequence[str]) -> dict[str, float] | None:
    out: dict[str, float] = {}
    for text in texts:
        name, _, number = text.partition("=")
        try:
            out[name.strip()] = float(number)
        except ValueError:
            raise BielaError(f"--weight {text!r}: write NAME=NUMBER, such as left_shoulder=2.") from None
    return out or None


def summary(run: InverseRun, name: str) -> dict[str, Any]:
    """What `biela inverse --json` prints: keys are added, never renamed.

    | key | meaning |
    |---|---|
    | machine, duration, samples, method, actuated | what was done |
    | efforts | by actuator: at the start, at the end, largest, when, root mean square [N·m or N]; unit |
    | powers | by actuator: largest and least [W], work done [J] |
    | reactions | by joint: largest force [N] and moment [N·m] |
    | conditioning | smallest over the motion and when: 0 at a dead point |
    | energy_error | largest |energy − start − work| [J] |
    | closure_error, wall_time, notes, files | |
    """
    efforts, powers = {}, {}
    for k, actuator in enumerate(run.actuated):
        u, power = run.effort[:, k], run[f"{actuator}.power"]
        at = int(np.abs(u).argmax())
        efforts[actuator] = {
            "start": float(u[0]), "end": float(u[-1]), "largest": float(u[at]), "time": float(run.t[at]),
            "root_mean_square": float(np.sqrt(np.mean(u**2))), "unit": run.mechanism.actuators[actuator].unit,
        }  # fmt: skip
        powers[actuator] = {
            "largest": float(power.max()), "least": float(power.min()), "work": float(np.trapezoid(power, run.t)),
        }  # fmt: skip
    reactions = {
        joint: {"force": float(run[f"{joint}.force"].max()), "moment": float(run[f"{joint}.moment"].max())}
        for joint in run.mechanism.joints
        if f"{joint}.force" in run
    }
    worst = int(run.conditioning.argmin())
    return {
        "machine": name, "duration": run.duration, "samples": len(run.t), "method": run.method, "actuated": list(run.actuated),
        "efforts": efforts, "powers": powers, "reactions": reactions,
        "conditioning": {"smallest": float(run.conditioning[worst]), "time": float(run.t[worst])},
        "energy_error": run.energy_error, "closure_error": run.closure_error, "wall_time": run.wall_time,
        "notes": list(run.notes), "files": [],
    }  # fmt: skip


def write(run: InverseRun, folder: Path, machine: Any, about: dict[str, Any]) -> list[Path]:
    """Write result.nc, report.html and summary.json into a folder."""
    from biela.atomic import write_whole
    from biela.report.folder import to_json
    from biela.report.page import About, write_page
    from biela.simulation.inverse import CONDITIONING

    reactions = [f"{j}.force" for j in run.mechanism.joints if f"{j}.force" in run]
    plots = [
        [f"{name}.effort" if f"{name}.effort" in run else f"{name}.force" for name in run.actuated],
        [f"{name}.power" for name in run.actuated], list(machine.signals), reactions, [CONDITIONING],
    ]  # fmt: skip
    text = f"Inverse dynamics ({run.method}): efforts that make it move as told."
    checked = str(run.mechanism.check(run.state(0)))
    page = About(machine.name, text, "", plots, checked, machine.file)
    files = [run.save(folder / "result.nc"), write_page(run, folder / "report.html", page), folder / "summary.json"]
    about["files"] = [str(file) for file in files]
    write_whole(files[-1], (to_json(about) + "\n").encode())
    return files


def show(run: InverseRun, about: dict[str, Any], files: Sequence[Path]) -> None:
    """A table for people."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print(
        f"[bold]{about['machine']}[/]  {about['duration']:.6g} s, {about['samples']} samples, {about['method']}"
    )
    for name, e in about["efforts"].items():
        work = about["powers"][name]["work"]
        console.print(
            f"{name}: {e['start']:.5g} to {e['end']:.5g} {e['unit']}, largest {e['largest']:.5g} at {e['time']:.4g} s, "
            f"work {work:.4g} J",
            soft_wrap=True,
        )
    c = about["conditioning"]
    console.print(f"conditioning {c['smallest']:.2g} at its worst, at {c['time']:.4g} s (0: dead point)")
    console.print(f"energy balance {about['energy_error']:.2g} J, loops closed to {about['closure_error']:.2g} m, rad")
    console.print(f"{about['wall_time'] * 1e6 / about['samples']:.3g} µs a sample")
    console.print(f"[dim]files in {files[0].parent}:[/] " + ", ".join(file.name for file in files), soft_wrap=True)
