"""A prepared run → C99: header and source of one machine."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.export.expression import RECORD
from biela.export.prepared import Export, NamedQuantity, NotExportable
from biela.export.translate import Machine, Program
from biela.integrate.driver import CROWDED
from biela.integrate.outcome import ACCUMULATED, CROWD
from biela.integrate.plan import chosen_kernels, chosen_routines, make_plan
from biela.integrate.run_record import at
from biela.integrate.system import Closure, Status
from biela.kernel.routine_value import TypedValue
from biela.kernel.tape_to_c import NumberFormat, c_function, work_size
from biela.simulation.watch import Change

DRIVEN = (
    "T", "TS", "X", "XS", "U", "P", "T0", "FRESH", "N_OUT", "ALL_LANES", "OUT_LANES", "STATUS", "NEXT", "BLOCK", "REASON", "OUT",
    "WORK", "EVENT", "FIRED", "DIRECTION", "TIMES",
)  # fmt: skip
"""Fields that the driver uses."""
OWN = {True: ("GRID", "STEP", "STEP_SIZE", "T_END"), False: ("T_END", "MIN_STEP", "TAKEN", "ACCEPTED", "TO", "XO", "K")}
"""Further ones of fixed and of adaptive steps."""
RECORD_ACTION, STOP, KINK, CHANGE = range(4)
STARTED = ("number", "real", "floats")  # kinds of fields that a run starts with
LEVELS = ("position", "velocity", "dynamics")
LONGEST_NAME = 100  # characters of a name: it also names files
SINGLE = 1e-6  # tolerance of closed loops in single precision [m, rad]; tolerances of steps are ten times that at least


def source_file(name: str) -> str:
    """Return a file of C that is the same for all machines."""
    return (files("biela.export") / "c" / name).read_text("utf-8")


class MachineText:
    """The C of one machine; `derivatives` are functions of `machine.h` in files of their own, instead of the Jacobians."""

    def __init__(self, export: Export, single: bool = False, derivatives: tuple[str, ...] = ()):
        self.export, self.ready, self.system = export, export.ready, export.ready.system
        self.single, self.derivatives, self.numbers = single, derivatives, NumberFormat(single)
        self.fixed = self.ready.method.fixed_step is not None
        self.program = self._program()
        # kernels that users call, besides those of the loop
        used, names = {name for name, _ in self.program.machine.kernels.values()}, ["rates", *LEVELS]
        names += () if derivatives else ("jacobian", "input_jacobian", "inverse_dynamics")
        names += ["residual", "project"] if self.has_closure else []
        self.extra = {name: self.ready.functions[name].tape for name in names if name not in used}
        self.separate = {name: self.ready.functions[name].tape for name in derivatives}

    def _program(self) -> Program:
        ready, system = self.ready, self.system
        loop, routines = chosen_routines(system, ready.method, ready.kept, ready.directions)
        kernels: dict[int, tuple[str, Any]] = {
            field: (name, system.owner[name].tape) for name, field in at.kernels.items() if name in system.owner
        }
        kernels.pop(at.FUSED, None)
        for field, name in chosen_kernels(system, ready.method, ready.kept).items():
            if name in system.owner:
                kernels[field] = (name, system.owner[name].tape)
        own = ("n_q", "n_v", "n_x", "n_u", "n_p", "n_g", "m", "n_y", "n_factors")
        sizes = {name: getattr(system, name) for name in own} | {"lanes": 1, "work_size": 1}
        sizes |= {"stages": ready.method.needs.stages, "jacobian": int(ready.method.needs.jacobian)}
        outside: dict[int, int] = {at.OUT: system.n_x, at.TIMES: 1, at.GRID: 2}
        program = Program(Machine(at, sizes, kernels, routines, outside, self.numbers, whole=(at.GRID,)))
        sizes["work_size"] = program.work()
        program.function(loop.function, [TypedValue(RECORD, "run")])
        for name in (*DRIVEN, *OWN[self.fixed]):
            program.use(at.fields[name])
        return program

    @property
    def has_closure(self) -> bool:
        layout = self.ready.functions.layout
        return bool(self.ready.functions.n_rows) or layout.n_q > layout.n_v

    def header(self) -> str:
        """Return names, indices and units, the memory of a machine, and what it can be asked for."""
        e = self.export
        sizes = {
            "N_X": len(e.states), "N_U": len(e.inputs), "N_P": len(e.parameters), "N_SIGNALS": len(e.signals),
            "N_G": self.system.n_g, "N_V": self.ready.functions.layout.n_v,
        }  # fmt: skip
        work = max([self.program.work(), *(work_size(t) for t in (self.extra | self.separate).values())])
        marks = {
            "@NAME@": remark(e.name),
            "@ABOUT@": remark(f"{e.case.description} ({self.ready.settings.method}, {self.ready.settings.formulation})"),
            "@REAL@": "float" if self.single else "double", "@SINGLE@": "#define MACHINE_SINGLE" if self.single else "",
            "@SIZES@": "\n".join(f"#define {k} {v}" for k, v in sizes.items()),
            "@INDICES@": "\n".join(
                indices(kind, named) for kind, named in (
                    ("STATE", e.states), ("INPUT", e.inputs), ("PARAMETER", e.parameters), ("SIGNAL", e.signals),
                )
            ),
            "@RUN@": self.program.struct(), "@WORK@": str(max(work, 1)), "@CROWD@": str(CROWD),
            "@STATUS@": "\n".join(f"#define {s.name} {s.value}" for s in Status),
            "@DERIVATIVES@": "\n".join(f"#define WITH_{name.upper()}" for name in self.derivatives or ("jacobian",)),
        }  # fmt: skip
        return filled(source_file("machine.h"), marks)

    def source(self) -> str:
        """Return kernels, loops, and what calls them."""
        kernels = "\n".join(c_function(tape, f"k_{name}", self.numbers) for name, tape in self.extra.items())
        first, start, rest = source_file("machine.c").partition("void machine_start")
        return "\n".join([
            f"/* {remark(self.export.name)}: written by biela. */", '#include "machine.h"', "", source_file("support.h"),
            self.program.constants(), self.program.kernels(), kernels, *self.program.texts, self._facts(), self._initialise(),
            self._signals(), self._changes(), first, source_file("fixed.c" if self.fixed else "adaptive.c"), start + rest,
        ])  # fmt: skip

    def derivative_sources(self) -> dict[str, str]:
        """Return file name → source of each derivative, apart from the rest: large, seldom called, and compiled side by side."""
        head = f'/* {remark(self.export.name)}: written by biela. */\n#include "machine.h"\n'
        kernels = {name: c_function(tape, f"k_{name}", self.numbers) for name, tape in self.separate.items()}
        start = f"{head}\n{source_file('support.h')}"
        return {f"{name}.c": "\n".join([start, kernel, source_file(f"{name}.c")]) for name, kernel in kernels.items()}

    def _facts(self) -> str:
        ready, e, literal = self.ready, self.export, self.numbers.literal
        breaks = [] if self.fixed else [float(b) for b in ready.breaks]
        actions = [self._action(k) for k in range(self.system.n_g)]
        step = ready.method.fixed_step or float(ready.times[1] - ready.times[0])
        lines = [
            "enum { FINISHED, PAUSED, STOPPED };", "enum { RECORD_ACTION, STOP, KINK, CHANGE };",
            f"#define DURATION {literal(e.case.duration)}", f"#define STEP {literal(step)}", f"#define CROWDED {literal(CROWDED)}",
            f"#define CROWD {CROWD}", f"#define ACCUMULATED {literal(ACCUMULATED)}", f"#define HAS_CLOSURE {int(self.has_closure)}",
            f"#define CLOSED {literal(self._closure().position)}",
            f"#define NEARLY_CLOSED {literal(1e-3 if self.single else 1e-8)}",
            f"#define N_BREAKS {len(breaks)}", f"#define CARRIES_OVER {int(at.DO_CARRY_OVER in self.program.machine.routines)}",
            self._vector("BREAKS", breaks) if not self.fixed else "", self._vector("START_X", e.x), self._vector("START_U", e.u),
            self._vector("START_P", e.p),
        ]  # fmt: skip
        if actions:
            lines.append(f"static const int ACTION[N_G] = {{{', '.join(map(str, actions))}}};")
        return "\n".join([*lines, ""])

    def _vector(self, name: str, values: Sequence[float] | Array) -> str:
        items = ", ".join(self.numbers.literal(float(v)) for v in values) or "0"
        return f"static const real {name}[{max(len(values), 1)}] = {{{items}}};"

    def _action(self, event: int) -> int:
        """Return the action at an event."""
        terminal, own = (self.ready.terminal or [])[event], self.ready.events[event]
        if isinstance(own.action, Change):
            return CHANGE
        if callable(own.action):
            raise NotExportable(f"event {own.name!r} calls a Python function: it has no form in C. Use a mode of a network.")
        return KINK if terminal is None else STOP if terminal else RECORD_ACTION

    def _initialise(self) -> str:
        """Return the record at the start of a run, as the loop in biela has it."""
        ready, method = self.ready, self.ready.method
        if self.single and not self.fixed:  # tolerances that the numbers can reach
            method = replace(method, rtol=max(method.rtol, 10 * SINGLE), atol=max(method.atol, 10 * SINGLE))
        times = np.array([ready.t0 + method.step]) if self.fixed else ready.times
        plan = make_plan(self.system, method, ready.t0, times, ready.kept, self._closure(), ready.directions)
        record = plan.make_record()
        record[at.DIRECTION], record[at.H] = plan.directions[:, None], record[at.FIRST_STEP]
        values = {name: record[field] for name, field in self.program.fields.items() if field.declared.kind in STARTED}
        return initialised(self.program, values, self.numbers)

    def _closure(self) -> Closure:
        """Return when loops count as closed; single precision reaches less."""
        if not self.single:
            return self.ready.closure
        return replace(self.ready.closure, position=SINGLE, velocity=10 * SINGLE, acceptable=100.0)

    def _signals(self) -> str:
        """Return all signals of a state."""
        lines = ["static void signals(real t, const real *x, const real *u, const real *p, real *y, real *work)", "{"]
        lines += ["    (void)x; (void)u; (void)p; (void)y; (void)work;"]
        offset = 0
        for level in LEVELS:
            size = sum(self.ready.functions[level].out_sizes)
            lines += [f"    k_{level}(&t, x, u, p, y + {offset}, work);" if size else f"    (void)k_{level};"]
            offset += size
        return "\n".join([*lines, "    (void)t;", "}", ""])

    def _places(self, name: str, change: Change) -> list[tuple[int, str]]:
        """Return entries of x that an event of a network sets, with the signals of their values."""
        states, first = self.ready.functions.layout.network_states, self.ready.functions.layout.networks.start
        sets = change.places(self.ready.machine)
        touched = {states[place - first].network for place, _ in sets}
        if any(state.guess and state.network in touched for state in states):
            raise NotExportable(
                f"event {name!r} changes a network with implicit equations, which would have to be solved again there: it has no "
                "form in C. Put a small inertia or compliance where net.check() names the loop."
            )
        return sets

    def _changes(self) -> str:
        """Write the changes of the state at events."""
        if not self.system.n_g:
            return ""
        names = [signal.name for signal in self.export.signals]
        cases = []
        for k, event in enumerate(self.ready.events[: self.system.n_g]):
            if isinstance(event.action, Change):
                sets = self._places(event.name, event.action)
                cases += [f"    case {k}:", *(f"        x[{i}] = m->signal[{names.index(s)}];" for i, s in sets), "        break;"]
        head = ["static void change_state(Machine *m, int event, real *x)", "{", "    memcpy(x, m->run.x, sizeof m->x);"]
        if not cases:
            return "\n".join([*head, "    (void)event;", "}", ""])
        energy, work = f"m->signal[{names.index('machine.energy')}]", f"x[{self.ready.functions.layout.work}]"
        # what the change puts into the machine is work done on it
        here = "    signals(m->run.t[0], x, m->u, m->p, m->signal, m->work);"
        lines = [
            here, f"    const real before = {energy};", "    switch (event) {", *cases, "    default:", "        return;", "    }",
            here, f"    {work} = {work} + {energy} - before;",
        ]  # fmt: skip
        return "\n".join([*head, *lines, "}", ""])


def initialised(
    program: Program, values: Mapping[str, Any], numbers: NumberFormat, record: str = "Run", vectors: Sequence[str] = ("floats",)
) -> str:
    """Return a function of C that gives a record its values at the start, in vectors of the kinds that are named."""
    lines = []
    for name, field in sorted(program.fields.items()):
        kind, value, place = field.declared.kind, values.get(name, 0), f"    run->{name.lower()}"
        write = numbers.literal if kind == "real" or np.asarray(value).dtype.kind == "f" else str
        if kind in ("number", "real"):
            lines += [f"{place} = {write(value)};"] if value else []
        elif kind in vectors:
            lines += [f"{place}[{k}] = {write(v)};" for k, v in enumerate(np.ravel(value).tolist()) if v]
    start = [f"static void initialise({record} *run)", "{", "    memset(run, 0, sizeof *run);"]
    return "\n".join([*start, *lines, "}", ""])


def indices(kind: str, named: Sequence[NamedQuantity]) -> str:
    """Return an enumeration of names, with units."""
    used, lines = set[str](), [f"enum {{ /* {kind.lower()}s */"]
    for k, n in enumerate(named):
        lines.append(f"    {identifier(f'{kind}_{n.name}', used)} = {k}, /* [{remark(n.unit)}] {remark(n.name)} */")
    return "\n".join([*lines, f"    {kind}S_END = {len(named)}", "};"])


def filled(text: str, marks: Mapping[str, str]) -> str:
    """Return a text with its @MARKS@ replaced, in one pass: what is put in is never searched again."""
    return re.sub(r"@[A-Z]+@", lambda found: marks[found.group()], text)


def remark(text: str) -> str:
    """Return a text of somebody else inside a remark of C: in one line, and it cannot end the remark."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.replace("*/", "* /").replace("/*", "/ *").split())


def c_string(text: str) -> str:
    """Return a text of somebody else between the quotes of a string of C, whatever it contains."""
    return "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else f"\\{b:03o}" for b in text.encode("utf-8", "replace"))


def identifier(text: str, used: set[str]) -> str:
    """Return a name of C that is not used yet."""
    name = base = re.sub(r"\W|^(?=\d)", "_", text, flags=re.ASCII)[:LONGEST_NAME] or "_"
    k = 1
    while name in used:
        k += 1
        name = f"{base}_{k}"
    used.add(name)
    return name
