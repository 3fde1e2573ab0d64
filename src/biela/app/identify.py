"""Identify a machine from measurements, or design an experiment for it: a page, tables and a machine file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.app.folder import Outcome, assignments, intervals, refuse_unwritable, write_summary, writing
from biela.base.atomic import write_whole
from biela.base.errors import BielaError, DescriptionError, nearest
from biela.base.surface import setting
from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.identify.excitation import Excitation
    from biela.identify.identification import Identification

PARAMETERS = ("inertia", "loads")
"""Parameters that are identified by default."""


def identify(
    case: Case, folder: str | Path, data: Sequence[Path], *, validation: Sequence[Path] = (), coordinates: Sequence[str] = (),
    channels: Sequence[str] = (), parameters: Sequence[str] = (), units: Sequence[str] = (), columns: Sequence[str] = (),
    period: float | None = None, cutoff: float | None = None, decimation: int = 1, estimator: Any = "auto",
    form: Any = "differential",
) -> Outcome[Identification]:  # fmt: skip
    """Identify the machine of a case from data files and write the results.

    data, validation : files with measurements; those of `validation` judge, the last fifth of the data by default
    coordinates, channels, parameters : see `biela.identify.identify`
    units, columns : `COLUMN=UNIT` and `NAME=COLUMN`; see `biela.files.logs.record`
    period, cutoff, decimation, form : see `biela.identify.Preparation`
    estimator : see `biela.identify.identify`
    """
    from biela.identify import identification
    from biela.identify.dataset import read_data
    from biela.identify.measurement import Preparation

    folder = refuse_unwritable(folder)
    if not data:
        raise BielaError(f"name a file with measurements, or design an experiment ({setting('design', True)}).")
    given = assignments(units, setting("units"), "A=deg"), assignments(columns, setting("columns"), "A=ch3")
    mechanism = case.build()
    held = [read_data(path, *given) for path in validation]
    found = identification.identify(
        mechanism, [read_data(path, *given) for path in data], coordinates=list(coordinates) or None,
        channels=list(channels) or None, parameters=tuple(parameters) or PARAMETERS, start=case.start(mechanism),
        validation=held or None, estimator=estimator,
        preparation=Preparation(period=period, cutoff="auto" if cutoff is None else cutoff, decimation=decimation, form=form),
    )  # fmt: skip
    with writing(folder):
        summary = summarise(found, case.name)
        files = _write(found, folder, case, summary)
    return Outcome(found, summary, files)


def summarise(found: Identification, name: str) -> dict[str, Any]:
    """Return one object for scripts."""
    from biela.identify.network_rows import values_of

    base, e = found.structure.base, found.estimate
    interval = e.interval()
    return {
        "machine": name, "parameters": len(found.regressor.columns), "base_parameters": base.rank, "samples": found.data.samples,
        "without_effect": list(base.null), "not_known": list(e.unknown), "condition": e.condition,
        "scaled_condition": e.scaled_condition, "estimator": e.method, "findings": list(found.findings),
        "values": {n: None if n in e.unknown else float(v) for n, v in zip(e.names, e.values, strict=True)},
        "intervals": {n: None if n in e.unknown else [float(a), float(b)] for n, (a, b) in zip(e.names, interval, strict=True)},
        "feasible": {n: float(v) for n, v in zip(found.feasible.names, found.feasible.values, strict=True)},
        "prediction_error": {k: {"sum": error.total, "mean": error.mean} for k, error in found.errors.items()},
        "networks": values_of(found.of_networks),
        "filters": {n: {"cutoff": f.cutoff, "reason": f.reason} for n, f in found.filters.items()},
    }  # fmt: skip


def _write(found: Identification, folder: Path, case: Case, summary: dict[str, Any]) -> list[Path]:
    from biela.files.write import dumps
    from biela.report.identification import page

    try:
        start = case.start(found.machine)
    except BielaError:  # the machine cannot start there any more: the drawing pose
        start = None
    texts = {
        "report.html": page(found, case.name, start),
        "parameters.csv": table(found),
        "machine.yaml": dumps(found.machine, start=start, description=f"{case.name}, identified"),
    }
    return write_summary(folder, summary, [write_whole(folder / name, text) for name, text in texts.items()])


def table(found: Identification) -> str:
    """Write all parameters as CSV: described, feasible, and how they are known; then coefficients of networks."""
    from biela.identify.network_rows import rows

    base = found.structure.base
    where = f" (at the nominal {', '.join(base.nominal)})" if base.nominal else ""
    expressions = {name: text + where for name, text in base.expressions().items()}
    e = found.estimate
    shown = zip(e.names, e.values, e.deviations, strict=True)
    numbers = {n: f"{value},{deviation}" for n, value, deviation in shown if n not in e.unknown}
    lines = ["parameter,unit,described,feasible,role,base_expression,base_value,base_deviation"]
    for column, feasible in zip(found.regressor.columns, found.feasible.values, strict=True):
        n = column.name
        role = "without effect" if n in base.null else "dependent" if n in base.dependent else "base"
        role = "not known" if n in e.unknown else role
        text = expressions.get(n, "")
        lines.append(f'{n},{column.unit},{column.nominal!r},{float(feasible)!r},{role},"{text}",{numbers.get(n, ",")}')
    for row in [] if found.networks is None else rows(found.networks, found.of_networks):
        found_ones = "," if row.value is None else f"{row.value!r},{row.deviation!r}"
        lines.append(f"{row.name},{row.unit},{row.described!r},,network,,{found_ones}")
    return "\n".join(lines) + "\n"


def design(
    case: Case, folder: str | Path, *, coordinates: Sequence[str] = (), parameters: Sequence[str] = (), limits: Sequence[str] = (),
    frequency: float = 0.2, harmonics: int = 5, velocity: float | None = None, acceleration: float | None = None,
    samples: int = 200, progress: Callable[[str], None] | None = None, seed: int = 1,
) -> Outcome[Excitation]:  # fmt: skip
    """Design an experiment for the machine of a case and write excitation.csv.

    limits : `COORDINATE=LOWER:UPPER` [rad, m], one for each coordinate
    frequency, harmonics : base frequency [Hz] and number of harmonics of the Fourier series
    velocity, acceleration : largest allowed ones
    """
    from biela.identify.design import Limits
    from biela.identify.excitation import design_excitation
    from biela.identify.regressor import Regressor
    from biela.identify.structure import base_parameters
    from biela.identify.trajectory import Fourier

    folder = refuse_unwritable(folder)
    mechanism = case.build()
    regressor = Regressor(
        mechanism, list(coordinates) or None, parameters=tuple(parameters) or PARAMETERS, start=case.start(mechanism)
    )
    bounds = _bounds(regressor.coordinates, intervals(limits, setting("limits"), "A=-0.5:0.5"))
    structure = base_parameters(regressor)  # rules alone may miss a combination, and rounding would be optimised
    found = design_excitation(
        regressor, structure.base, Fourier(harmonics, frequency),
        Limits(([b[0] for b in bounds], [b[1] for b in bounds]), velocity, acceleration), samples=samples,
        progress=progress, seed=seed,
    )  # fmt: skip
    with writing(folder):
        file = write_whole(folder / "excitation.csv", found.table().to_csv(index=False))
    summary = {
        "machine": case.name, "coordinates": list(found.coordinates), "base_parameters": structure.base.rank,
        "duration": found.trajectory.duration, "condition": found.condition, "scaled_condition": found.scaled_condition,
        "random_starts": list(found.starts), "files": [str(file)],
    }  # fmt: skip
    return Outcome(found, summary, [file])


def _bounds(coordinates: Sequence[str], given: Mapping[str, tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the limits in the order of the coordinates; each needs one."""
    for name in given:
        if name not in coordinates:
            near = nearest(name, list(coordinates))
            raise DescriptionError(f"{setting('limits', {name: None})}: no independent coordinate of that name.{near}")
    for name in coordinates:
        if name not in given:
            limit = setting("limits", {name: "LOWER:UPPER"})
            raise DescriptionError(f"a design needs a limit for each coordinate: add {limit} (rad or m).")
    return [given[name] for name in coordinates]
