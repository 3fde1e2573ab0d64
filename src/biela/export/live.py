"""A machine with its loops as one module of WebAssembly: what a page needs to run it again, without Python.

The module holds the kernels of the machine, the routines of some methods, and the memory of a run for each of them, ready to start.
Its section `biela` says in JSON what is where; `web/src/live/machine.ts` reads it, and docs/files/live.md describes it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from biela.base.errors import BielaError
from biela.integrate import plan
from biela.integrate import run_record as record
from biela.integrate.image import image, segments
from biela.integrate.plan import LoopPlan, chosen_kernels, chosen_routines
from biela.integrate.run_record import at
from biela.integrate.system import Formulation, system_of
from biela.kernel import cache
from biela.kernel.kernel import Kernel
from biela.kernel.tape_to_llvm import ENTRY
from biela.kernel.wasm.link import Linked, link
from biela.mechanism.foreign import fmus
from biela.mechanism.size import machine_size
from biela.simulation import watch
from biela.simulation.pieces import MOST_STATES
from biela.simulation.plan import LOST_MOTION, Request, keep_closed, request_run
from biela.simulation.settings import Settings
from biela.simulation.watch import Change
from biela.state.coordinates import preferred_coordinates
from biela.state.state import LEVELS, signal_names

if TYPE_CHECKING:
    from biela.kernel.routine import Routine
    from biela.simulation.event import Event
    from biela.simulation.history import History

EXPLICIT, STIFF = "dormand-prince", "rosenbrock"
FIXED, STEPS = "rk4", 2000  # a method of fixed step, and the default number of steps of a run
OVERHEAD, PER_INSTRUCTION = 50_000, 8
"""Bytes of a module besides the kernels of the machine, and for each of their instructions, about."""
CHEAP_INSTRUCTIONS = 3000  # instructions up to which a function is worth having for convenience alone
FIELDS = (
    "X", "XS", "T", "TS", "T0", "T_END", "U", "P", "TIMES", "OUT", "GRID", "N_OUT", "BLOCK", "REASON", "STATUS", "NEXT", "TAKEN",
    "REJECTED", "EVENT", "FRESH", "FIRED", "DIRECTION", "STEP_SIZE", "RTOL", "ATOL", "MIN_STEP", "MAX_STEP", "YIELDS", "R_MAX",
    "EVALUATIONS", "MASK",
)  # fmt: skip
"""Fields of a record that a page reads or writes."""
SECTION = "biela"
OWN = (__file__, plan.__file__, record.__file__)  # files that determine a module besides kernels and routines


class NotLive(BielaError):
    """Run that a page cannot repeat; the text says why."""


class Live(NamedTuple):
    """Module, and what it says of itself."""

    module: bytes
    about: dict[str, Any]


MAX_HAND_INSTRUCTIONS = 40_000
"""Instructions of a function that closes loops, above which a machine is not moved by hand in a page."""


class _Parts:
    """Functions of a module, each with its place in the table: the order in which they were asked for."""

    def __init__(self) -> None:
        self.groups: dict[str, tuple[str, Sequence[bytes]]] = {}
        self.work_size = 0

    def kernel(self, kernel: Kernel, entries: Sequence[int] | None = None) -> int:
        """Return the place of a kernel, all of it or the given entries of its result."""
        if kernel.name not in self.groups:
            objects, work_size = kernel.wasm_objects(entries)
            self.groups[kernel.name] = ENTRY, objects
            self.work_size = max(self.work_size, work_size)
        return list(self.groups).index(kernel.name) + 1

    def routine(self, routine: Routine) -> int:
        key = f"{routine.function.__module__}.{routine.function.__qualname__} {id(routine.function)}"
        if key not in self.groups:
            found = routine.wasm()
            if found is None:
                raise NotLive(f"the method uses a routine of its own, {routine.function.__qualname__}")
            self.groups[key] = found
        return list(self.groups).index(key) + 1


def live_module(
    history: History, settings: Mapping[str, Any], events: Sequence[Event] = (), shown: Sequence[str] = (), full: bool = False
) -> Live:
    """Return the module of a machine, as a run had it; `NotLive`, with the reason, if the run cannot be repeated in a page.

    Parameters
    ----------
    settings : of that run, as `simulate` takes them
    events : those of the user
    shown : signals that must be there; others are if they cost little
    full : with all methods, also those whose functions the run did not need
    """
    if fmus(history.mechanism):
        raise NotLive("the machine contains FMUs, which a page cannot run")
    own = Settings(**{f.name: settings[f.name] for f in fields(Settings) if f.name in settings and f.name != "outputs"})
    own = replace(own, duration=history.duration)
    entry = cache.entry_name(_key(history, own, shown, full), "live", "wasm")
    if stored := cache.load(entry):
        return Live(stored[1][0], stored[0]["about"])
    functions = history.functions
    ready = request_run(history.mechanism, own, dict(functions.laws), float(history.t[0]), list(events))
    parts = _Parts()
    # the run's own method first; stiff ones, which need Jacobians, if the run had them, or on request
    name, stiff = own.method, history.settings.get("method") == "automatic" or own.method == "cvode-bdf"
    stiff = stiff or (full and functions.layout.n_x <= MOST_STATES)
    first = [] if name == "automatic" or name.startswith("cvode") else [name]
    offered = dict.fromkeys([*first, EXPLICIT, FIXED, *([STIFF] if stiff else [])])
    methods = {name: _method(parts, ready, history, name) for name in offered}
    kernels, reconstruct = _signals(parts, history, ready, shown), 0
    if functions.n_rows and ("reconstruct" in parts.groups or functions["reconstruct"].instructions <= CHEAP_INSTRUCTIONS):
        reconstruct = parts.kernel(functions["reconstruct"])
    made = _assembled(link(parts.groups), parts, history, ready, methods, kernels, reconstruct)
    cache.save(entry, {"about": made.about}, [made.module])
    return made


def hand_module(history: History) -> Live:
    """Return a module by which a page moves a machine by hand, its loops closed: no methods, so small and quickly compiled. Raises
    `NotLive` if the loops are too large for it."""
    functions, x = history.functions, history.x[0]
    if functions.n_rows and functions["reconstruct"].instructions > MAX_HAND_INSTRUCTIONS:
        raise NotLive("the loops are too large to be closed in a page")
    entry = cache.entry_name(_key(history, Settings(), (), False), "hand", "wasm")
    if stored := cache.load(entry):
        return Live(stored[1][0], stored[0]["about"])
    parts = _Parts()
    for name in ("reconstruct", "residual") if functions.n_rows else ():
        parts.kernel(functions[name])
    bodies = _bodies(parts, history)
    linked = link(parts.groups)
    about: dict[str, Any] = {
        **_frame(history, parts), "x": x.tolist(), "free": linked.start, **bodies, **_changeable(history),
        **{name: linked.entries.get(name, 0) for name in ("reconstruct", "residual")}, "project": 0,
        "duration": 0.0, "outputs": 0, "layout": {}, "methods": {}, "method": "", "signals": {}, "levels": [], "left_out": 0,
        "events": [], "breaks": [], "watchful": False, "max_step": None, "cannot": [],
    }  # fmt: skip
    linked.own[SECTION] = _deflated(about)
    made = Live(linked.module([], linked.start + (1 << 16)), about)
    cache.save(entry, {"about": about}, [made.module])
    return made


def _frame(history: History, parts: _Parts) -> dict[str, Any]:
    """Describe the machine, its size [m] and that of its state, for every module."""
    layout, machine = history.functions.layout, history.mechanism
    return {
        "format": 1, "machine": machine.name, "t0": float(history.t[0]), "size": machine_size(machine), "work": parts.work_size,
        "sizes": {"x": layout.n_x, "q": layout.n_q, "v": layout.n_v, "work": layout.work},
    }  # fmt: skip


def _key(history: History, settings: Settings, shown: Sequence[str], full: bool) -> str:
    """Return all that determines a module besides the code of biela's kernels."""
    digest = hashlib.sha256(history.functions.key("live").encode())
    for part in (repr(settings), repr(list(shown)), str(full), repr(history.settings)):
        digest.update(part.encode() + b"\0")
    for numbers in (history.x[0], history.u, history.p, history.t):
        digest.update(np.ascontiguousarray(numbers).tobytes() + b"\0")
    digest.update(b"".join(Path(file).read_bytes() for file in OWN))
    return digest.hexdigest()


def expected_size(history: History) -> int:
    """Return bytes of the module of a run, about, before anything is compiled for it."""
    functions = history.functions
    names = ["rates"] if not functions.n_rows else ["rates", "project", "residual"]
    if history.settings.get("method") in ("automatic", STIFF):
        names += ["jacobian", "factors", "solution"]
    return OVERHEAD + PER_INSTRUCTION * sum(functions[name].instructions for name in names)


class _Prepared(NamedTuple):
    """Method with the functions that it calls by their places."""

    plan: LoopPlan
    loop: int
    rough: bool


def _method(parts: _Parts, ready: Request, history: History, name: str) -> _Prepared:
    """Return a method made ready: its routines and kernels put into the table."""
    functions, t0, x, u, p = history.functions, ready.t0, history.x[0], history.u, history.p
    same = name == ready.settings.method
    fixed = name == FIXED or (same and ready.method.fixed_step is not None)
    step = (ready.settings.step or history.duration / STEPS) if fixed else None
    own = replace(ready.settings, method=name, step=step, substeps=ready.settings.substeps if same else None)
    method = own.integrator
    kept = keep_closed(functions, own.formulation, method, t0, x, u, p)
    passing = not fixed and kept is Formulation.PROJECTED and not ready.corners(p)
    closure = replace(method.closure, jump=LOST_MOTION) if passing else method.closure
    wanted = [n for n in method.needed if n != "fused"]
    wanted += ["reconstruct", "constraint_jacobian"] if kept is Formulation.INDEPENDENT else []
    wanted += ["events"] if ready.events else []
    system = system_of(functions, wanted, address=parts.kernel, atol=own.atol)
    loop, routines = chosen_routines(system, method, kept, ready.directions)
    addresses = {field: parts.routine(routine) for field, routine in routines.items()}
    addresses |= {field: getattr(system, kernel) for field, kernel in chosen_kernels(system, method, kept).items()}
    directions = np.zeros(system.n_g, np.int64) if ready.directions is None else np.array(ready.directions, np.int64)
    times = np.array([t0, t0 + history.duration])
    plan = LoopPlan(system, method, closure, t0, times, np.zeros(0, np.int64), loop, addresses, directions)
    return _Prepared(plan, parts.routine(loop), kept is Formulation.EVERY_STAGE or own.compliant)


def _signals(parts: _Parts, history: History, ready: Request, shown: Sequence[str]) -> dict[str, Any]:
    """Return kernels of signals and poses: places in the table, and which signals they give."""
    functions, table = history.functions, signal_names(history.functions)
    needed = {*shown, "machine.energy", "machine.work"}
    for event in ready.events:
        needed |= {signal for _, signal in event.action.sets} if isinstance(event.action, Change) else set()
    found: dict[str, Any] = {"signals": {}, "levels": []}
    for level, name in enumerate(LEVELS):
        own = {n: place for n, (where, place, _) in table.items() if where == level}
        kernel = functions[name]
        kept = {n: i for n, i in own.items() if kernel.instructions <= CHEAP_INSTRUCTIONS or n in needed}
        if not kept:
            found["levels"].append(None)
            continue
        entries = None if len(kept) == len(own) else sorted(kept.values())
        found["levels"].append([parts.kernel(kernel, entries), sum(kernel.out_sizes)])
        found["signals"] |= {n: [level, i, table[n][2]] for n, i in kept.items()}
    found |= _bodies(parts, history)
    found["left_out"] = len(table) - len(found["signals"])
    return found


def _bodies(parts: _Parts, history: History) -> dict[str, Any]:
    """Return the place of the kernel of poses, of which a page takes rotation and origin, and the size of its result."""
    links = len(history.mechanism.topology.links)
    entries = [18 * i + r for i in range(links) for r in range(12)]
    return {"bodies": [parts.kernel(history.functions["bodies"], entries), 18 * links]} if links else {}


def _assembled(
    linked: Linked, parts: _Parts, history: History, ready: Request, methods: Mapping[str, _Prepared],
    kernels: Mapping[str, Any], reconstruct: int,
) -> Live:  # fmt: skip
    """Return memory behind the code, and what the module says of itself."""
    functions, x = history.functions, history.x[0]
    memory: list[tuple[int, bytes]] = []
    free, records = linked.start, {}
    for name, prepared in methods.items():
        record = prepared.plan.make_record()
        table = np.zeros((1, 1, functions.layout.n_x))
        prepared.plan.start(record, x[:, None], history.u[:, None], history.p[:, None], table)
        made, method = image(record, free), prepared.plan.method
        memory += segments(made.memory, free)
        records[name] = {
            "record": made.address, "base": free, "bytes": len(made.memory), "loop": prepared.loop, "step": method.fixed_step,
            "careful": hasattr(method, "table"), "rough": prepared.rough, "rtol": getattr(method, "rtol", None),
            "atol": getattr(method, "atol", None),
        }  # fmt: skip
        free += len(made.memory)
    about: dict[str, Any] = {
        **_frame(history, parts), "t0": ready.t0, "duration": history.duration, "outputs": len(history.t) - 1,
        "layout": {name: int(getattr(at, name)) for name in FIELDS}, "x": x.tolist(), "methods": records,
        "method": "automatic" if ready.settings.method == "automatic" and STIFF in records else next(iter(records)),
        "free": free, **{name: linked.entries.get(name, 0) for name in ("project", "residual")},
        "reconstruct": reconstruct, **kernels, **_changeable(history), "events": _happenings(ready, history),
        "breaks": [float(t) for t in ready.breaks], "watchful": bool(np.isfinite(getattr(ready.method, "max_step", np.inf))),
        "max_step": ready.settings.max_step, "cannot": _cannot(history, ready, reconstruct),
    }  # fmt: skip
    linked.own[SECTION] = _deflated(about)
    return Live(linked.module(memory, free + (1 << 16)), about)


def _deflated(about: Mapping[str, Any]) -> bytes:
    """Compress the description of a module, mostly repeated names, as a page reads it."""
    return zlib.compress(json.dumps(about, allow_nan=False, separators=(",", ":")).encode(), 9)


def _changeable(history: History) -> dict[str, Any]:
    """Return inputs, parameters and start values that a page may change."""
    machine, functions, layout = history.mechanism, history.functions, history.functions.layout
    driven = {(d.joint, d.coordinate) for d in machine.drives.values()}
    entries, partition, places = layout.entries, preferred_coordinates(history.state(0), functions), []
    for body in machine.topology.links:
        for k, i in enumerate(range(body.v.start, body.v.stop)):
            if i not in partition.independent or (body.joint.name, k) in driven:
                continue
            places += [] if body.joint.type.quaternion is not None else [body.q.start + k]
            places.append(layout.n_q + i)
    places += range(layout.networks.start, layout.networks.stop)
    starts = [{"name": entries[j][0], "unit": entries[j][1], "entry": j} for j in places]
    mask = np.zeros(layout.n_v)
    mask[partition.dependent] = 1.0
    inputs = [
        {"name": name, "unit": a.unit, "value": float(history.u[k]), "law": name in functions.laws}
        for k, (name, a) in enumerate(machine.actuators.items())
    ]
    parameters = [{"name": q.name, "unit": q.unit, "value": float(history.p[k])} for k, q in enumerate(machine.parameters.values())]
    return {"inputs": inputs, "parameters": parameters, "starts": starts, "mask": mask.tolist()}


def _happenings(ready: Request, history: History) -> list[dict[str, Any]]:
    """Return events, and what a page does when they happen."""
    texts = {w.event.name: w.message(0.0).replace("t = 0 s", "t = {t} s") for w in watch.watches(history.mechanism)}
    events = []
    for k, event in enumerate(ready.events):
        ends = ready.terminal[k] if ready.terminal else None
        action: Any = "touch" if ends is None else "stop" if ends else "record"
        if isinstance(event.action, Change):
            action = [list(place) for place in event.action.places(history.mechanism)]
        elif callable(event.action):
            action = "function"
        events.append({"name": event.name, "action": action, "text": texts.get(event.name, "")})
    return events


def _cannot(history: History, ready: Request, reconstruct: int) -> list[str]:
    """List what the page cannot change."""
    said = ["numbers of the machine that are not free parameters: lengths, masses and laws are part of the compiled code"]
    if history.functions.laws:
        levers = "in a page of `biela export`, those that follow a function of time are levers"
        said.append(f"inputs that follow a law: {', '.join(history.functions.laws)}; {levers}")
    if ready.machine.drives:
        said.append(f"prescribed motions: {', '.join(ready.machine.drives)}")
    if history.functions.n_rows and not reconstruct:
        said.append("positions and rates at the start: the loops are too large to be closed again here")
    if any(callable(e.action) and not isinstance(e.action, Change) for e in ready.events):
        said.append("events whose action is a Python function: they are recorded only")
    if ready.machine.networks:
        said.append("pressures that hold the machine at its start: they stay as they were, also if a load changes")
    if history.functions.n_rows:
        said.append("the way across singular positions: a run ends where steps collapse at one")
    if str(history.settings.get("method", "")).startswith("cvode"):
        said.append("the method: SUNDIALS is not here; dormand-prince and rosenbrock are")
    return said
