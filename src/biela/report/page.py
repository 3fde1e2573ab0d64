"""Report of a run: one page that needs nothing else, no server and no network.

It holds the machine as shapes, its motion, its signals, what the check says, data, settings and sources. The page forbids
itself every request (content security policy), so it is as private as the file it is.
"""

from __future__ import annotations

import html
import math
import re
import tempfile
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, fields
from pathlib import Path
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.atomic import write_whole
from biela.base.checked import fitting
from biela.base.dataclass import dataclass
from biela.element.display import SI, System, choice_of
from biela.integrate.method.base import method_source
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.report.curves import Rows
from biela.report.levers import live_data
from biela.report.plot import arrange, label
from biela.report.scene import Scene, poses
from biela.report.shell import Answer, PageData, minus, number, section, shell, table
from biela.simulation.audit import TIGHT
from biela.simulation.history import History

MAX_NUMBERS = 800_000
"""Maximum number of values of signals inside a page; the rest is in result.nc."""
MAX_FRAMES = 2_000
"""Maximum number of outputs inside a page."""
CURVES = 8
"""Number of curves in one plot."""
CLOSURE, BALANCE = "machine.closure_error", "machine.energy_error"
"""Signals of the errors of a run; that of the energy balance is computed here, |energy − work − their start|."""


@dataclass(frozen=True)
class PageSubject:
    """Subject of a page: what it says about the machine besides its numbers."""

    title: str
    description: str = ""
    source: str = ""
    plots: Sequence[Any] = ()
    check: str = ""
    file: str = ""
    results: Mapping[str, Any] = field(default_factory=dict)  # of a manoeuvre: name → {value, unit}
    units: System = SI  # that the page begins with
    module: bytes = b""  # with which its reader can run the machine again; see `biela.export.live`
    answer: Answer | None = None  # that the page begins with, where it is not about a run
    facts: Sequence[tuple[str, str]] | None = None  # next to the answer
    numbers: int = MAX_NUMBERS  # of signals in the page, at most
    frames: int = MAX_FRAMES  # outputs in the page, at most


def write_page(history: History, path: Path, about: PageSubject) -> Path:
    """Write `report.html`, whole or not at all."""
    return write_whole(path, page(history, about).encode())


def bare(history: History) -> PageSubject:
    """Return the subject of a page about a run without its case: its name and check."""
    return PageSubject(history.mechanism.name, check=str(history.mechanism.check(history.state(0), branches=False)))


def report(history: History, path: str | Path = "run.html") -> Path:
    """Write the report of a run: one page with 3-D playback, plots and data."""
    fitting(report, locals())
    return write_page(history, Path(path), bare(history))


def show(history: History) -> Path:
    """Open the report of a run in the browser; return the page, written to a temporary folder."""
    page = report(history, Path(tempfile.mkdtemp(prefix="biela-")) / "report.html")
    webbrowser.open(page.as_uri())
    return page


def page(history: History, about: PageSubject) -> str:
    """Return the text of the page."""
    data = _data(history, about)
    inside, networks = "", ""
    if about.results:  # of a manoeuvre
        rows = [(name.replace("_", " "), minus(result_text(r["value"])), r["unit"]) for name, r in about.results.items()]
        results = table(("result", "value", "unit"), rows, "Results of the manoeuvre")
        inside = f'<div id="results"><div class=results>{results}</div></div>'
    if history.mechanism.networks:
        from biela.report.networks import networks_section

        networks = networks_section(history)
    body = (
        f"{section('Check', f'<pre>{html.escape(about.check)}</pre>')}{networks}"
        f'{section("Machine", _tables(history, about))}<div class="two">'
        f"{section('Run', _settings(history, about))}{section('Sources', _sources(about, history))}</div>"
    )
    return shell(
        "report", about.title, data, subtitle=about.description,
        facts=_facts(history) if about.facts is None else about.facts,
        answer=answer_of(history) if about.answer is None else about.answer,
        inside=inside, body=body, live=bool(about.module),
    )  # fmt: skip


def write_live_page(history: History, path: Path, about: PageSubject) -> Path:
    """Write the page of a machine alone: its view, its plots, and all that can be changed."""
    sources = section("Sources", _sources(about, history))
    text = shell("report", about.title, _data(history, about), subtitle=about.description, body=sources, live=True)
    return write_whole(path, text.encode())


def _data(history: History, about: PageSubject) -> PageData:
    """Return the data that the code of the page reads: the run, units, and the module where there is one."""
    shown = run_data(history, groups_of(history, about.plots), numbers=about.numbers, frames=about.frames)
    return {**shown, **choice_of(about.units), **({"live": live_data(history, about.module)} if about.module else {})}


def run_data(
    history: History, groups: Sequence[Plot], scene: Scene | None = None, *, numbers: int = MAX_NUMBERS, frames: int = MAX_FRAMES
) -> PageData:
    """Return the data with which a page draws a run and moves its machine: the scene, and one table of numbers over time."""
    scene = Scene(history) if scene is None else scene
    every = max(1, int(np.ceil(len(history.t) / frames)))
    kept = np.unique(np.append(np.arange(0, len(history.t), every), len(history.t) - 1))
    shown = dict.fromkeys(name for plot in groups for name in (*plot.signals, *((plot.x,) if plot.x else ())))
    names = list(shown) + [n for n in history.names if n not in shown][: max(0, numbers // len(kept) - len(shown))]
    rows = Rows(len(kept))
    reactions = scene.reactions()
    return {
        "scene": scene.data(), "start": float(history.t[0]), "t": rows.add(history.t[kept] - history.t[0]), "names": names,
        "units": ["J" if n == BALANCE else history.unit(n) for n in names],
        "rows": [rows.add((_imbalance(history) if n == BALANCE else history[n])[kept]) for n in names],
        "poses": rows.add_all(poses(scene.sketch)[kept]), "reactions": None if reactions is None else rows.add_all(reactions[kept]),
        "scales": {str(k): rows.add(size[kept]) for k, size in scene.scales().items()},
        "plots": [plot.data() for plot in groups], "left_out": len(set(history.names) - set(names)), "table": rows.packed(),
    }  # fmt: skip


def result_text(value: float) -> str:
    """Return a result of a manoeuvre; a dash where there is none."""
    return f"{value:.5g}" if math.isfinite(value) else "–"


@dataclass(frozen=True)
class Plot:
    """Signals in one frame: over time, or over the signal `x`.

    group : heading of the plot
    log, tolerance : a logarithmic scale, and the bound of the values
    """

    title: str
    signals: list[str]
    group: str = ""
    x: str = ""
    log: bool = False
    tolerance: float | None = None

    def data(self) -> PageData:
        """Return the plot as the page reads it: only what differs from a plain one."""
        given = {"group": self.group, "x": self.x, "log": self.log, "tolerance": self.tolerance}
        return {"title": self.title, "signals": self.signals, **{k: v for k, v in given.items() if v}}


def groups_of(history: History, wanted: Sequence[Any]) -> list[Plot]:
    """Return the plots of a run: those asked for, then coordinates, rates, efforts, reactions, energies, closure."""
    joints = list(history.mechanism.joints.values())
    driven = {getattr(x, "joint", None) for x in [*history.mechanism.actuators.values(), *history.mechanism.drives.values()]}

    def of(attribute: str) -> list[str]:
        return [f"{j.name}.{q.name}" for j in joints for q in getattr(j.type, attribute) if not q.name.startswith("quaternion")]

    efforts = [n for n in of("efforts") if n in history and history[n].any() and (not driven or n.partition(".")[0] in driven)]
    efforts += [f"{d}.effort" for d in history.mechanism.drives]
    energies = [f"machine.{k}" for k in ("kinetic_energy", "gravity_energy", "stored_energy", "work", "energy")]
    defaults = {
        "Coordinates": of("coordinates"), "Rates": of("rates"), "Efforts": efforts,
        "Reactions": [f"{j.name}.force" for j in joints if j.type.closure_rows],
        "Energy and closure": [n for n in energies if n in history and (n == "machine.energy" or history[n].any())],
    }  # fmt: skip
    groups: list[Plot] = []
    seen: set[tuple[str, ...]] = set()
    asked = [("Main signals", group) for group in wanted]
    closure = [("Energy and closure", [CLOSURE])] if history.functions.n_rows else []
    for heading, group in [*asked, *defaults.items(), *closure]:
        if isinstance(group, Mapping):
            names = [group["y"]] if isinstance(group["y"], str) else list(group["y"])
            title = group.get("title") or _title(history, names)
            groups += [Plot(title, names, heading, x=group["x"])] if all(n in history for n in (*names, group["x"])) else []
            continue
        title, names = _named(group)
        names = [n for n in names if n in history]
        for panel in arrange(history, names):
            for k in range(0, min(len(panel), 3 * CURVES), CURVES):
                part = panel[k : k + CURVES]
                if tuple(part) not in seen:
                    seen.add(tuple(part))
                    tight = TIGHT if part == [CLOSURE] else None
                    groups.append(Plot(title or _title(history, part), part, heading, log=bool(tight), tolerance=tight))
    limit = history.explained_error
    return [*groups, Plot("Error of the energy balance", [BALANCE], "Energy and closure", log=True, tolerance=limit)]


def _imbalance(history: History) -> Array:
    balance = history["machine.energy"] - history["machine.work"]
    return np.asarray(np.abs(balance - balance[0]))


def _named(group: Any) -> tuple[str, list[str]]:
    """Return title and signals of a group; the title is empty unless the group is (title, signals)."""
    if len(group) == 2 and isinstance(group[0], str) and not isinstance(group[1], str):
        return group[0][:1].upper() + group[0][1:], list(group[1])
    return "", list(group)


def _title(history: History, names: list[str]) -> str:
    text = label("", names).replace("\n", " ")
    if not text:
        things = list(dict.fromkeys(name.partition(".")[0] for name in names))
        text = things[0].replace("_", " ") if len(things) == 1 else "signals"
    return text if len(text.split(",")[0]) < 3 else text[0].upper() + text[1:]


def _facts(history: History) -> list[tuple[str, str]]:
    error = history.accuracy.error
    return [
        ("simulated", f"{history.duration:.4g} s"),
        ("energy balance", f"{history.energy_error:.1e} J"),
        ("loop closure", f"{history.closure_error:.1e}" if history.functions.n_rows else "no loops"),
        ("estimated error", "not known" if error is None else f"{history.accuracy.percent} of an amplitude"),
        ("steps", f"{history.steps}"),
        ("speed", f"{history.real_time_factor:,.0f} × real time".replace(",", " ")),
    ]


def answer_of(history: History) -> Answer:
    """Return the outcome of a run, and whether it is to be believed: energy and closure, each relative to what matters."""
    accuracy = history.accuracy  # marks a run that is off
    status = history.status.replace("_", " ")
    moved, rounding = history.energy_moved
    part = "no energy moved" if moved <= rounding else f"{history.energy_error / moved:.0e} of the energy that moved"
    closed = f"; loops closed to {history.closure_error:.0e} m or rad" if history.functions.n_rows else ""
    reasons = [f"Energy balanced to {history.energy_error:.2g} J ({part}){closed}.", *history.notes[:4]]
    if not accuracy.marked:  # of a marked run, a note says it
        reasons.insert(1, accuracy.text[:1].upper() + accuracy.text[1:].removesuffix(".") + ".")
    match history.status:
        case "done":
            return Answer("good", f"The run reached its end, {history.duration:.4g} s, and its audit found nothing wrong.", reasons)
        case "doubtful":
            return Answer("bad", "The run reached its end, but is not to be believed as it stands.", reasons)
        case "failed":
            text = f"The run failed: what is shown was computed before, until {history.t[-1]:.6g} s."
            return Answer("bad", text, [history.reason, *reasons])
    return Answer("doubt", f"The run ended early, after {history.duration:.4g} s: {status}.", reasons)


def _tables(history: History, about: PageSubject) -> str:
    shown = dict.fromkeys(n for plot in groups_of(history, about.plots)[:6] for n in plot.signals if n != BALANCE)
    rows = [
        (n, number(x[0], 8), number(x[-1], 8), number(x.min(), 6), number(x.max(), 6), history.unit(n))
        for n, x in ((n, history[n]) for n in shown)
    ]
    values = dict(zip(history.mechanism.parameters, history.p, strict=True))
    return table(("name", "start", "end", "least", "largest", "unit"), rows, "Signals") + _parts(history.mechanism, values)


def _parts(m: Mechanism, values: Mapping[str, Any]) -> str:
    """Return the tables of the parts of the machine."""

    def value(x: Any) -> str:
        return number(float(evaluate(x, values)), 6)

    def vector(x: Any) -> str:
        return ", ".join(map(value, x))

    def place(f: Frame) -> str:
        return f"{f.body.name} ({vector(f.position)})"

    bodies = [
        (b.name, value(b.mass), vector(b.com), "; ".join(vector(row) for row in b.inertia))
        for b in m.bodies.values()
        if not b.is_ground
    ]
    closing = {j.name for j in m.topology.cut}
    joints = [
        (j.name, j.type.kind, place(j.parent), place(j.child), vector(np.asarray(j.parent.rotation, float)[:, 2]),
         "closes a loop" if j.name in closing else "")
        for j in m.joints.values()
    ]  # fmt: skip
    parameters = [(p.name, value(p), p.unit) for p in m.parameters.values()]
    return "".join((
        table(("name", "mass [kg]", "centre of mass [m]", "inertia about it [kg·m²]"), bodies, "Bodies"),
        table(("name", "type", "parent (point [m])", "child (point [m])", "axis on parent", ""), joints, "Joints"),
        table(("name", "type", "where"), others(m, place), "Couplings, loads, actuators, sensors"),
        table(("name", "value", "unit"), parameters, "Free parameters"),
        table(("x, y, z [m/s²]",), [(vector(m.gravity),)], "Gravity"),
    ))  # fmt: skip


def others(m: Mechanism, place: Callable[[Frame], str]) -> list[tuple[str, str, str]]:
    """Return name, type and place of everything besides bodies and joints."""
    stores = (m.couplings, m.loads, m.actuators, m.drives, m.sensors)
    return [
        (x.name, re.sub(r"(?<!^)(?=[A-Z])", " ", type(x).__name__).lower(), _where(x, place))
        for store in stores
        for x in store.values()
    ]


def _where(x: Any, place: Callable[[Frame], str]) -> str:
    data = {f.name: getattr(x, f.name) for f in fields(x)}
    frames = [place(data[k]) for k in ("a", "b", "frame") if k in data]
    return " – ".join(frames) if frames else str(data.get("joint", ""))


def _settings(history: History, about: PageSubject) -> str:
    from biela.files.results.save import versions

    shown = {k: v for k, v in history.settings.items() if v not in (None, [], "")}
    work = {
        "steps": history.steps, "rejected steps": history.rejected, "evaluations": history.evaluations,
        "wall time": f"{history.wall_time:.3g} s", "outputs": len(history.t), "status": history.status,
    }  # fmt: skip
    named = {"machine file": about.file} if about.file else {}
    rows = [(k.replace("_", " "), str(v)) for k, v in {**named, **shown, **work, **versions()}.items()]
    events = [(e.name, f"{e.time:.8g} s") for e in history.events[:50]]
    notes = table(("",), [(n,) for n in history.notes], "Notes")
    return table(("", ""), rows, "Settings and versions") + table(("event", "time"), events, "Events") + notes


def _sources(about: PageSubject, history: History) -> str:
    own = about.source or "The description of the machine names no source."
    method = method_source(history.settings.get("method"))
    theory = "Equations: recursive algorithms over bodies (Featherstone 2008, Rigid Body Dynamics Algorithms)."
    lines = (
        own, theory + (f" Integration: {method}." if method else ""),
        "Made with biela; to cite it, see CITATION.cff in its repository.",
    )  # fmt: skip
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)
