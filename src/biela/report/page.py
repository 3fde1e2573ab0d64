"""The report of a run: one page that needs nothing else, no server and no network.

It holds the machine as shapes, its motion, its signals, what the check says, data, settings and sources. The page forbids
itself every request (content security policy), so it is as private as the file it is.
"""

from __future__ import annotations

import base64
import html
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, fields
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.atomic import write_whole
from biela.dataclass import dataclass
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.report.markup import table
from biela.report.plot import arrange, label
from biela.report.scene import Scene, poses
from biela.report.sketch import Sketch
from biela.simulation.integrator.method import method_source

if TYPE_CHECKING:
    from biela.simulation.history import History

MOST_NUMBERS = 800_000
"""Values of signals inside a page; the rest is in result.nc."""
MOST_FRAMES = 2_000
"""Outputs inside a page."""
CURVES = 8
"""In one plot."""


@dataclass(frozen=True)
class About:
    """What the page says about the machine besides its numbers."""

    title: str
    description: str = ""
    source: str = ""
    plots: Sequence[Any] = ()
    check: str = ""
    file: str = ""
    results: Mapping[str, Any] = field(default_factory=dict)  # of a manoeuvre: name → {value, unit}


def write_page(history: History, path: Path, about: About) -> Path:
    """Write `report.html`, whole or not at all."""
    return write_whole(path, page(history, about).encode())


def bare(history: History) -> About:
    """What is known of a run without the case it belongs to."""
    return About(history.mechanism.name, check=str(history.mechanism.check(history.state(0))))


def write_bare_page(history: History, path: Path) -> Path:
    """The page of a run from its history alone."""
    return write_page(history, path, bare(history))


def page(history: History, about: About) -> str:
    """The text of the page."""
    sketch = Sketch(history)
    scene = Scene(history, sketch)
    every = max(1, int(np.ceil(len(history.t) / MOST_FRAMES)))
    kept = sorted({*range(0, len(history.t), every), len(history.t) - 1})
    groups = plots_of(history, about.plots)
    names = list(dict.fromkeys(name for _, group in groups for name in group))
    more = [n for n in history.names if n not in names][: max(0, MOST_NUMBERS // len(kept) - len(names))]
    reactions = scene.reactions()
    data = {
        "scene": scene.data(),
        "t": encode(history.t[kept] - history.t[0]),
        "start": float(history.t[0]),
        "poses": encode(poses(sketch)[kept]),
        "reactions": None if reactions is None else encode(reactions[kept]),
        "scales": {str(k): encode(size[kept]) for k, size in scene.scales().items()},
        "signals": {n: {"unit": history.unit(n), "data": encode(history[n][kept])} for n in (*names, *more)},
        "plots": [{"title": title, "signals": group} for title, group in groups],
        "left_out": len(history.names) - len(names) - len(more),
    }
    return fill("report.html", {
        "title": html.escape(about.title), "subtitle": html.escape(about.description), "facts": _facts(history),
        "data": script_json(data), "check": html.escape(about.check), "tables": _tables(history, about),
        "networks": _networks(history), "results": _results(about),
        "settings": _settings(history, about), "sources": _sources(about, history), "style": asset("page.css"),
        "code": "".join(asset(name) for name in ("viewer.js", "plot.js", "player.js", "report.js")),
    })  # fmt: skip


# ------------------------------------------------------------------------------------------------------ pieces of pages


@cache
def asset(name: str) -> str:
    """Text of a file of the page."""
    return resources.files("biela.report").joinpath("assets", name).read_text("utf-8")


def fill(template: str, parts: dict[str, str]) -> str:
    """A template with its {{marks}} replaced, in one pass: what is put in is never searched again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda m: parts[m.group(1)], asset(template))


def encode(x: Any) -> str:
    """Numbers as base64 of little-endian 32-bit floats."""
    return base64.b64encode(np.ascontiguousarray(x, dtype="<f4").tobytes()).decode()


def script_json(x: Any) -> str:
    """JSON that can stand inside a script element."""
    return (
        json.dumps(x, allow_nan=False).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    )


def result_text(value: float) -> str:
    """A result of a manoeuvre; a dash where there is none."""
    return f"{value:.5g}" if math.isfinite(value) else "–"


def _results(about: About) -> str:
    """What a manoeuvre is driven for, where there is one."""
    if not about.results:
        return ""
    rows = [
        (name.replace("_", " "), result_text(result["value"]).replace("-", "−"), result["unit"])
        for name, result in about.results.items()
    ]
    return f"<div class=results>{table(('result', 'value', 'unit'), rows, 'Results of the manoeuvre')}</div>"


def _networks(history: History) -> str:
    """Bond graphs and energies, where there are networks."""
    if not history.mechanism.networks:
        return ""
    from biela.report.networks import networks_section

    return networks_section(history)


# ---------------------------------------------------------------------------------------------------------------- plots


def plots_of(history: History, wanted: Sequence[Any]) -> list[tuple[str, list[str]]]:
    """(title, signals) of each plot: those asked for, then coordinates, rates, efforts, reactions, energies, closure."""
    joints = list(history.mechanism.joints.values())
    driven = {
        getattr(x, "joint", None) for x in [*history.mechanism.actuators.values(), *history.mechanism.drives.values()]
    }

    def of(attribute: str) -> list[str]:
        return [
            f"{j.name}.{q.name}"
            for j in joints
            for q in getattr(j.type, attribute)
            if not q.name.startswith("quaternion")
        ]

    efforts = [
        n for n in of("efforts") if n in history and history[n].any() and (not driven or n.partition(".")[0] in driven)
    ]
    efforts += [f"{d}.effort" for d in history.mechanism.drives]
    energies = [f"machine.{k}" for k in ("kinetic_energy", "gravity_energy", "stored_energy", "work", "energy")]
    defaults = [
        of("coordinates"), of("rates"), efforts, [f"{j.name}.force" for j in joints if j.type.kind != "free"],
        [n for n in energies if n in history and (n == "machine.energy" or history[n].any())],
        ["machine.closure_error"] if history.functions.n_rows else [],
    ]  # fmt: skip
    groups: list[tuple[str, list[str]]] = []
    seen: set[tuple[str, ...]] = set()
    for group in [*wanted, *defaults]:
        title, names = _named(group)
        names = [n for n in names if n in history]
        for panel in arrange(history, names):
            for k in range(0, min(len(panel), 3 * CURVES), CURVES):
                part = panel[k : k + CURVES]
                if tuple(part) not in seen:
                    seen.add(tuple(part))
                    groups.append((title or _title(history, part), part))
    return groups


def _named(group: Any) -> tuple[str, list[str]]:
    """A group of signals, with its title where it is (title, signals)."""
    if len(group) == 2 and isinstance(group[0], str) and not isinstance(group[1], str):
        return group[0][:1].upper() + group[0][1:], list(group[1])
    return "", list(group)


def _title(history: History, names: list[str]) -> str:
    text = label("", names).replace("\n", " ")
    if not text:
        things = list(dict.fromkeys(name.partition(".")[0] for name in names))
        text = things[0].replace("_", " ") if len(things) == 1 else "signals"
    return text if len(text.split(",")[0]) < 3 else text[0].upper() + text[1:]


# --------------------------------------------------------------------------------------------------------------- tables


def _facts(history: History) -> str:
    facts = [
        ("simulated", f"{history.duration:.4g} s"),
        ("energy balance", f"{history.energy_error:.1e} J"),
        ("loop closure", f"{history.closure_error:.1e}" if history.functions.n_rows else "no loops"),
        ("steps", f"{history.steps}"),
        ("speed", f"{history.real_time_factor:,.0f} × real time".replace(",", " ")),
    ]
    if history.status != "done":
        facts.insert(0, ("status", history.status.replace("_", " ")))
    red = ' class="doubtful"' if history.status == "doubtful" else ""
    return "".join(f"<div{red if k == 'status' else ''}><dt>{k}</dt><dd>{html.escape(v)}</dd></div>" for k, v in facts)


def _tables(history: History, about: About) -> str:
    shown = dict.fromkeys(name for _, group in plots_of(history, about.plots)[:6] for name in group)
    finals = [
        (n, f"{x[0]:.8g}", f"{x[-1]:.8g}", f"{x.min():.6g}", f"{x.max():.6g}", history.unit(n))
        for n, x in ((n, history[n]) for n in shown)
    ]
    rows = [(n, *(text.replace("-", "−") for text in numbers), unit) for n, *numbers, unit in finals]
    values = dict(zip(history.mechanism.parameters, history.p, strict=True))
    return table(("name", "start", "end", "least", "largest", "unit"), rows, "Signals") + _parts(
        history.mechanism, values
    )


def _parts(m: Mechanism, values: Mapping[str, Any]) -> str:
    """What the machine is made of."""

    def number(x: Any) -> str:
        return f"{float(evaluate(x, values)):.6g}".replace("-", "−")

    def vector(x: Any) -> str:
        return ", ".join(number(e) for e in x)

    def place(f: Any) -> str:
        return f"{f.body.name} ({vector(f.position)})"

    bodies = [
        (b.name, number(b.mass), vector(b.com), "; ".join(vector(row) for row in b.inertia))
        for b in m.bodies.values()
        if not b.is_ground
    ]
    closing = {j.name for j in m.topology.cut}
    joints = [
        (j.name, j.type.kind, place(j.parent), place(j.child), vector(np.asarray(j.parent.rotation, float)[:, 2]),
         "closes a loop" if j.name in closing else "")
        for j in m.joints.values()
    ]  # fmt: skip
    parameters = [(p.name, number(p), p.unit) for p in m.parameters.values()]
    return "".join((
        table(("name", "mass [kg]", "centre of mass [m]", "inertia about it [kg·m²]"), bodies, "Bodies"),
        table(("name", "type", "parent (point [m])", "child (point [m])", "axis on parent", ""), joints, "Joints"),
        table(("name", "type", "where"), others(m, place), "Couplings, loads, actuators, sensors"),
        table(("name", "value", "unit"), parameters, "Free parameters"),
        table(("x, y, z [m/s²]",), [(vector(m.gravity),)], "Gravity"),
    ))  # fmt: skip


def others(m: Mechanism, place: Callable[[Any], str]) -> list[tuple[str, str, str]]:
    """Name, type and place of everything besides bodies and joints."""
    stores = (m.couplings, m.loads, m.actuators, m.drives, m.sensors)
    return [
        (x.name, re.sub(r"(?<!^)(?=[A-Z])", " ", type(x).__name__).lower(), _where(x, place))
        for store in stores
        for x in store.values()
    ]


def _where(x: Any, place: Callable[[Any], str]) -> str:
    data = {f.name: getattr(x, f.name) for f in fields(x)}
    frames = [place(data[k]) for k in ("a", "b", "frame") if k in data]
    return " – ".join(frames) if frames else str(data.get("joint", ""))


def _settings(history: History, about: About) -> str:
    from biela.simulation.provenance import versions

    shown = {k.replace("_", " "): v for k, v in history.settings.items() if v not in (None, [], "")}
    work = {
        "steps": history.steps,
        "rejected steps": history.rejected,
        "evaluations": history.evaluations,
        "wall time": f"{history.wall_time:.3g} s",
        "outputs": len(history.t),
        "status": history.status,
    }
    events = [(e.name, f"{e.time:.8g} s") for e in history.events[:50]]
    rows = [
        (k, str(v)) for k, v in {**shown, **work, **{k.replace("_", " "): v for k, v in versions().items()}}.items()
    ]
    if about.file:
        rows.insert(0, ("machine file", about.file))
    notes = [(n,) for n in history.notes]
    return (
        table(("", ""), rows, "Settings and versions")
        + table(("event", "time"), events, "Events")
        + table(("",), notes, "Notes")
    )


def _sources(about: About, history: History) -> str:
    own = about.source or "The description of the machine names no source."
    method = method_source(history.settings.get("method"))
    theory = "Equations: recursive algorithms over bodies (Featherstone 2008, Rigid Body Dynamics Algorithms)."
    lines = [
        own,
        theory + (f" Integration: {method}." if method else ""),
        "Made with biela; to cite it, see CITATION.cff in its repository.",
    ]
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)
