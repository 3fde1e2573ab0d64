"""Run a study of a case: results in a resumable folder, and summary.json."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.app.check import check, said
from biela.app.folder import Interrupted, Json, Outcome, refuse_unwritable, to_json
from biela.base.surface import setting
from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.study.cluster import Cluster
    from biela.study.place import Place
    from biela.study.result import Sweep
    from biela.study.run import Report

DRAWING = ("samples", "sampling", "seed", "correlate", "table")


# long: half of it is the signature and the documentation of its arguments
def sweep(
    case: Case, folder: str | Path, *, vary: Mapping[str, Any] | None = None, tolerances: Mapping[str, Any] | None = None,
    measures: Sequence[str] = (), series: Sequence[str] = (), limits: Sequence[str] = (), duration: float | None = None,
    again: bool = False, cluster: Cluster | None = None, progress: Report | None = None,
    drawing: Mapping[str, Any] | None = None, settings: Mapping[str, Any] | None = None, gradients: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> Outcome[Sweep]:  # fmt: skip
    """Run a study, or resume it. What is not given is taken from the `study:` of the machine file.

    folder : of the results, or a place of an object store such as s3://bucket/study
    vary, tolerances : what varies → how, and what has a tolerance → its size
    measures, series, limits : what is computed of each run, kept over time, and asked for its probability
    drawing : samples, sampling, seed, correlate, table; see `biela.study.samples.draw`
    settings : of the runs: method, step, rtol, output_step
    gradients : also find the slopes of the measures at the machine's own values
    say : called with what is worth knowing before the study runs

    Returns
    -------
    The results; a summary with the keys `machine`, `samples`, `status`, `measures`, `probabilities`,
    `sensitivity`, `gradients`, `tolerances`, `convergence`
    """
    from biela.study.definition import study_of
    from biela.study.own_function import refuse_code
    from biela.study.place import StudyFolder, place_of
    from biela.study.run import StudyWarning, run_study
    from biela.study.samples import draw
    from biela.study.vary import variation

    place = place_of(folder)
    if isinstance(place, StudyFolder):
        refuse_unwritable(place.path)
    own = dict(case.study)
    if vary or tolerances:  # what the user gives replaces what the file says of it
        replaced = ["vary", "tolerances", "table", "correlate"]
        if not any(variation(name, given).random for name, given in (vary or {}).items()):
            replaced += ["samples", "sampling"]
        own = {k: x for k, x in own.items() if k not in replaced}
    if measures:
        own.pop("limits", None)
    wanted: Json = {
        "vary": dict(vary or {}) or own.get("vary") or {}, "tolerances": dict(tolerances or {}) or own.get("tolerances") or {},
        "measures": list(measures) or own.get("measures") or [], "series": list(series) or own.get("series") or [],
        "limits": list(limits) or own.get("limits") or [],
    }  # fmt: skip
    if not measures:
        refuse_code(wanted["measures"])
    how = {k: own[k] for k in DRAWING if own.get(k)} | {k: v for k, v in (drawing or {}).items() if v is not None}
    how["correlate"] = _pairs(how.get("correlate") or {})
    summary: Json = {"machine": case.name}
    if wanted["tolerances"]:
        summary["tolerances"] = _tolerances(case, wanted, how, duration, settings)
    if not wanted["vary"] and not how.get("table") and wanted["tolerances"]:
        from biela.report.sweep import tolerance_page

        return Outcome(None, summary, _written(place, tolerance_page(summary), summary))  # type: ignore[arg-type]
    study = study_of(
        case, draw(wanted["vary"], **how), wanted["measures"], wanted["series"], duration=duration, settings=dict(settings or {})
    )
    for text in study.impossible():
        say(f"{text} Such samples fail, the others count; give limits that hold.")
    summary |= said(case, check(case).result)
    for text in summary["warnings"]:
        say(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", StudyWarning)
            result = run_study(study, place, again=again, cluster=cluster, progress=progress)
    except KeyboardInterrupt:
        raise Interrupted(f"blocks that are done stay in {place}: the same command resumes from there") from None
    summary |= summarise(result, wanted["limits"])
    if gradients:
        summary["gradients"] = _gradients(case, result, duration, settings)
    from biela.report.sweep import sweep_page

    page = sweep_page(result, summary, str(place))
    return Outcome(result, summary, _written(place, page, summary, "results.zarr", "samples.parquet"))


def _written(place: Place, page: str, summary: Json, *others: str) -> list[Any]:
    """Write the page and `summary.json`, which names all files, and return them all."""
    files = [place.path_of(name) for name in ("report.html", *others, "summary.json")]
    summary["files"] = list(map(str, files))
    place.write("report.html", page)
    place.write("summary.json", to_json(summary) + "\n")
    return files


def _tolerances(case: Case, wanted: Json, how: Json, duration: float | None, settings: Mapping[str, Any] | None) -> list[Json]:
    from dataclasses import asdict

    from biela.study.tolerance import tolerance_analysis

    options = {"duration": duration, **dict(settings or {})}
    found = tolerance_analysis(
        case, wanted["tolerances"], wanted["measures"], int(how.get("samples") or 2000), seed=int(how.get("seed") or 0), **options
    )
    return [asdict(t) | {"slope_units": {name: _per(t.unit, t.units[name]) for name in t.slopes}} for t in found]


def _gradients(case: Case, result: Sweep, duration: float | None, settings: Mapping[str, Any] | None) -> list[Json]:
    """Return the slopes of the measures over all numbers that vary without making another machine."""
    from dataclasses import asdict

    from biela.study.tolerance import gradients

    plan, measures = result.study.plan, [m for m in result.study.measures if m.tree is not None]
    names = [*plan.parameters, *plan.starts, *plan.inputs]
    if not names or not measures:
        return []
    found = gradients(case, names, [m.definition for m in measures], duration=duration, **dict(settings or {}))
    over, units = result.study.varied_units, result.study.units
    return [{**asdict(g), "units": {name: _per(units.get(g.measure, ""), over.get(name, "")) for name in g.slopes}} for g in found]


def _per(unit: str, over: str) -> str:
    """Return the unit of a slope: one unit per another."""
    above, below = ("" if u == "1" else u for u in (unit, over))
    if not below:
        return above
    return f"{above or 1}/{f'({below})' if '/' in below or '·' in below or ' ' in below else below}"


def summarise(result: Sweep, limits: Sequence[str] = ()) -> Json:
    """Return the summary of a study for scripts."""
    from biela.study.samples import DESIGNS
    from biela.study.sensitivity import sensitivity, settling

    measures, effects = {}, {}
    design = (result.study.samples.about or {}).get("sampling") in DESIGNS
    for m in result.study.measures:
        if not any(abs(x) < float("inf") for x in result[m.name]):
            continue
        s = result.summary(m.name)
        measures[m.name] = {
            "unit": result.study.units[m.name], "count": s.count, "mean": s.mean, "mean_interval": float(s.uncertainty),
            "deviation": s.deviation, "min": s.low, "max": s.high,
            "quantiles": {f"{p:g}": {"value": v, "low": a, "high": b} for p, (v, a, b) in s.quantiles.items()},
        }  # fmt: skip
        if design:
            effects[m.name] = [
                {"name": e.name, "first": e.first, "first_interval": e.first_interval, "total": e.total,
                 "total_interval": e.total_interval, "spread": e.spread} for e in sensitivity(result, m.name)
            ]  # fmt: skip
    chances = {limit: dict(zip(("probability", "low", "high"), result.probability(limit), strict=True)) for limit in limits}
    return {
        "samples": len(result), "status": result.counts, "measures": measures, "probabilities": chances, "sensitivity": effects,
        "failures": [{"sample": k, "reason": reason} for k, reason in list(result.reasons.items())[:20]],
        "convergence": [s._asdict() for s in settling(result, limits)],
    }  # fmt: skip


def _pairs(given: Mapping[str | tuple[str, str], float]) -> dict[tuple[str, str], float]:
    """Read correlations: 'a, b' → r."""
    from biela.study.vary import StudyError

    found = {}
    for key, r in given.items():
        names = key if isinstance(key, tuple) else tuple(part.strip() for part in str(key).split(","))
        try:
            a, b = names
            found[(a, b)] = float(r)
        except (TypeError, ValueError):
            raise StudyError(f"{setting('correlate')} {key}={r}: write two names and a number, such as crank,rod=0.8.") from None
    return found
