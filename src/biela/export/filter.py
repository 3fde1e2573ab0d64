"""A Kalman filter → C99: the loop over the samples that filters logs here, for one machine, its sensors and its noise."""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.base.surface import setting
from biela.estimate.estimator import Estimator
from biela.estimate.kalman.extended import ExtendedKalmanFilter
from biela.estimate.kalman.update import record_mean
from biela.estimate.record import BAD_COVARIANCE, GOOD, LEFT_THE_CHART, at
from biela.export.expression import RECORD
from biela.export.prepared import Export, NamedQuantity, NotExportable
from biela.export.program import SINGLE, c_string, filled, indices, initialised, remark, source_file
from biela.export.translate import Machine, Program
from biela.kernel.routine_value import TypedValue
from biela.kernel.tape_to_c import NumberFormat

DRIVEN = (
    "U", "U_ONE", "TIMES", "READINGS", "STEP_SIZE", "SUBSTEPS", "DO_ADVANCE", "DO_UPDATE", "STATUS", "MEAN", "COVARIANCE", "Q",
    "OUT_MEAN", "OUT_SPREAD", "OUT_Y", "OUT_YVAR", "OUT_NIS", "OUT_COUNT", "P", "PARAMETERS", "STATES",
)  # fmt: skip
"""Fields that the driver uses."""
BAD_TIME = LEFT_THE_CHART + 1
MAX_STEPS = 1_000_000  # steps of the integrator between two readings, at most
STEP_TOLERANCE = 1e-9  # relative difference of lengths of steps that are equal but for rounding


class FilterText:
    """C of one filter: an extended or error-state one, at its prior, which shares the header of the exported machine."""

    def __init__(self, estimator: Estimator, export: Export, single: bool = False):
        if not isinstance(estimator, ExtendedKalmanFilter):
            use = f"use {setting('filter', 'extended')}, or error-state where bodies turn freely"
            raise NotExportable(f"the {estimator.name} filter has no form in C: {use}.")
        self.filter, self.model, self.export, self.single = estimator, estimator.model, export, single
        if self.model.functions.layout.entries != export.ready.functions.layout.entries:
            use, asked = setting("formulation", "projected"), export.ready.settings.formulation
            raise NotExportable(f"formulation {asked!r} changes the machine, which filters do not follow: use {use}.")
        self.numbers = NumberFormat(single)
        self.record = estimator.cloud.record
        self.program = self._program()

    def _program(self) -> Program:
        r, n, n_y = self.record, self.model.n, len(self.model.channels)
        implicit, turning = int(r[at.IMPLICIT]), int(r[at.N_ROTATIONS])
        names = ["stage", "close", "move", "linear", "measure_linear", *([] if implicit else ["rates"])]
        kernels: dict[int, Any] = {at.kernels[name]: (name, self.model.kernel(name).tape) for name in names}
        sizes = dict(r.sizes) | {"work_size": 1}
        outside: dict[int, int] = {
            at.TIMES: 1, at.READINGS: n_y, at.OUT_MEAN: n, at.OUT_SPREAD: n, at.OUT_Y: n_y, at.OUT_YVAR: n_y, at.OUT_NIS: 1,
            at.OUT_COUNT: 1, at.OUT_COVARIANCE: n * n, at.ROTATIONS: turning,
        }  # fmt: skip
        whole = (at.OUT_COUNT, at.ROTATIONS)
        fixed: dict[int, int] = {at.IMPLICIT: implicit, at.N_ROTATIONS: turning, at.STEPS: 1}
        program = Program(Machine(at, sizes, kernels, {}, outside, self.numbers, whole, fixed, "FilterRun"))
        sizes["work_size"] = program.work()
        for function in (self.filter.routine.function, record_mean.function):
            program.function(function, [TypedValue(RECORD, "run")])
        for name in DRIVEN:
            program.use(at.fields[name])
        return program

    @property
    def estimates(self) -> list[NamedQuantity]:
        """Entries of ξ, with their units."""
        model, entries = self.model, self.model.functions.layout.entries
        units = ["rad" if turns else entries[i][1] for i, turns in zip(model.places, model.tangent, strict=False)]
        parameters = list(self.model.mechanism.parameters.values())
        units += [parameters[i].unit or "1" for i in model.estimated]
        return [NamedQuantity(name, unit, 0.0) for name, unit in zip(model.names, units, strict=True)]

    @property
    def readings(self) -> list[NamedQuantity]:
        return [NamedQuantity(c.name, c.unit, 0.0) for c in self.model.channels]

    def header(self) -> str:
        """Return names, indices and units, the memory of a filter, and what it can be asked for."""
        marks = {
            "@NAME@": remark(self.export.name), "@FILTER@": self.filter.name, "@ESTIMATES@": str(self.model.n),
            "@READINGS@": str(len(self.model.channels)),
            "@INDICES@": "\n".join([indices("ESTIMATE", self.estimates), indices("READING", self.readings)]),
            "@GOOD@": str(GOOD), "@BADCOVARIANCE@": str(BAD_COVARIANCE), "@LEFT@": str(LEFT_THE_CHART), "@BADTIME@": str(BAD_TIME),
            "@RUN@": self.program.struct(),
        }  # fmt: skip
        return filled(source_file("filter.h"), marks)

    def source(self) -> str:
        """Return kernels, loops, and what calls them."""
        program, literal = self.program, self.numbers.literal
        u = ", ".join(literal(float(v)) for v in self.filter.u) or "0"
        facts = [
            f"#define LONGEST_STEP {literal(self.filter.max_step)}", f"#define MOST_STEPS {MAX_STEPS}",
            f"#define SAME {literal(1e-6 if self.single else STEP_TOLERANCE)}",
            f"static const real START_U[SIZE_(N_U)] = {{{u}}};", "",
        ]  # fmt: skip
        parts = [
            f"/* {remark(self.export.name)}: {self.filter.name} Kalman filter, written by biela. */", '#include "filter.h"', "",
            source_file("support.h"), program.constants(), program.kernels(), *program.texts, *facts, self._noise(),
            initialised(program, self._start(), self.numbers, "FilterRun", ("floats", "integers", "outside")),
            source_file("filter.c"),
        ]  # fmt: skip
        return "\n".join(parts)

    def _start(self) -> dict[str, Any]:
        """Return values of the record before the first sample."""
        values = {name: self.record[field] for name, field in self.program.fields.items() if field.declared.kind != "outside"}
        if self.single:
            values["TOLERANCE"] = max(float(values["TOLERANCE"]), SINGLE * max(1.0, self.model.size))
        if "ROTATIONS" in self.program.fields:
            values["ROTATIONS"] = self.record[at.ROTATIONS]
        return values | {"STEP_SIZE": 0.0, "SUBSTEPS": 0, "HS": 0.0}

    def _noise(self) -> str:
        """Return the covariance of the process noise of a step, entry by entry."""
        literal = self.numbers.literal
        lines = ["static void set_noise(FilterRun *run, real h)", "{", "    (void)run; (void)h;"]
        a, b, c, d = (np.ravel(part) for part in self.filter.noise.growth(self.model))
        for i in np.flatnonzero(np.abs([a, b, c, d]).sum(axis=0)):
            inner = f"h * ({literal(c[i])} + h * {literal(d[i])})"
            lines.append(f"    run->q[{i}] = {literal(a[i])} + h * ({literal(b[i])} + {inner});")
        return "\n".join([*lines, "}", ""])

    def example(self) -> str:
        """Return a program that filters a table."""
        quoted = lambda names: ", ".join(f'"{c_string(n)}"' for n in names) or "NULL"  # noqa: E731
        heads = "".join(f",{e.name},{e.name}_sigma" for e in self.estimates)
        marks = {
            "@NAME@": remark(self.export.name), "@READINGNAMES@": quoted(r.name for r in self.readings),
            "@INPUTNAMES@": quoted(i.name for i in self.export.inputs), "@HEADINGS@": c_string(heads).replace("%", "%%"),
            "@START@": self.numbers.literal(self.filter.t),
        }  # fmt: skip
        return filled(source_file("estimate.c"), marks)
