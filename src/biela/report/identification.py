"""What `biela identify` does: from data to a page, tables and a machine file; or from limits to an experiment."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.atomic import write_whole
from biela.errors import BielaError, DescriptionError, nearest
from biela.report.folder import to_json

if TYPE_CHECKING:
    from biela.identify.excitation import Excitation
    from biela.identify.identification import Identification


def assignments(texts: Sequence[str], option: str) -> dict[str, str]:
    """`NAME=VALUE` arguments."""
    out = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BielaError(f"{option} {text!r}: write NAME=VALUE.")
        out[name.strip()] = value.strip()
    return out


def run(
    machine: Any, data: Sequence[Path], *, validation: Sequence[Path] = (), coordinates: Sequence[str] = (),
    channels: Sequence[str] = (), parameters: Sequence[str] = (), units: Sequence[str] = (),
    period: float | None = None, cutoff: float | None = None,
    decimation: int = 1,
) -> Identification:  # fmt: skip
    """Identify a machine of a file or of the library from data files."""
    from biela.identify.dataset import read_data
    from biela.identify.identification import identify
    from biela.identify.measurement import Preparation

    given = assignments(units, "--unit")
    mechanism = machine.build()
    experiments = [read_data(path, given) for path in data]
    held = [read_data(path, given) for path in validation]
    return identify(
        mechanism, experiments, coordinates=list(coordinates) or None, channels=list(channels) or None,
        parameters=tuple(parameters) or ("inertia", "loads"), start=machine.start(mechanism), validation=held or None,
        preparation=Preparation(period=period, cutoff="auto" if cutoff is None else cutoff, decimation=decimation),
    )  # fmt: skip


def summary(found: Identification, name: str) -> dict[str, Any]:
    """One object for scripts."""
    base = found.structure.base
    interval = found.estimate.interval()
    return {
        "machine": name,
        "parameters": len(found.regressor.columns),
        "base_parameters": base.rank,
        "without_effect": list(base.null),
        "condition": found.estimate.condition,
        "scaled_condition": found.estimate.scaled_condition,
        "samples": found.data.samples,
        "values": {n: float(v) for n, v in zip(found.estimate.names, found.estimate.values, strict=True)},
        "intervals": {n: [float(a), float(b)] for n, (a, b) in zip(found.estimate.names, interval, strict=True)},
        "feasible": {n: float(v) for n, v in zip(found.feasible.names, found.feasible.values, strict=True)},
        "prediction_error": {k: {"sum": e.total, "mean": e.mean} for k, e in found.errors.items()},
        "findings": list(found.findings),
    }


def write(found: Identification, folder: Path, machine: Any, about: dict[str, Any]) -> list[Path]:
    """`report.html`, `parameters.csv`, `machine.yaml` and `summary.json`, each whole or not at all."""
    from biela.files.write import dumps

    files = [folder / "report.html", folder / "parameters.csv", folder / "machine.yaml", folder / "summary.json"]
    new = found.machine
    about["files"] = [str(f) for f in files]
    write_whole(files[0], page(found, machine.name).encode())
    write_whole(files[1], table(found).encode())
    write_whole(files[2], dumps(new, start=_start(machine, new), description=f"{machine.name}, identified").encode())
    write_whole(files[3], (to_json(about) + "\n").encode())
    return files


def _start(machine: Any, new: Any) -> Any:
    """The machine's own start, on the new one; the drawing pose if that does not fit."""
    try:
        return machine.start(new)
    except BielaError:
        return None


def table(found: Identification) -> str:
    """All parameters as CSV: described, feasible, and how they are known."""
    base = found.structure.base
    expressions = base.expressions()
    values = dict(zip(found.estimate.names, found.estimate.values, strict=True))
    deviations = dict(zip(found.estimate.names, found.estimate.deviations, strict=True))
    lines = ["parameter,unit,described,feasible,role,base_expression,base_value,base_deviation"]
    for column, feasible in zip(found.regressor.columns, found.feasible.values, strict=True):
        n = column.name
        role = "without effect" if n in base.null else "dependent" if n in base.dependent else "base"
        text = expressions.get(n, "")
        lines.append(
            f'{n},{column.unit},{column.nominal!r},{float(feasible)!r},{role},"{text}",{values.get(n, "")},{deviations.get(n, "")}'
        )
    return "\n".join(lines) + "\n"


def show(found: Identification, files: Sequence[Path]) -> None:
    """The result for people."""
    print(found)
    print("\nwrote " + ", ".join(str(f) for f in files))


# ------------------------------------------------------------------------------------------------------------ the page


def page(found: Identification, name: str) -> str:
    """A page that stands alone: values with intervals, what cannot be known, predicted against measured efforts."""
    from biela.report.page import asset

    base = found.structure.base
    head = [
        ("parameters", str(len(found.regressor.columns))), ("can be known", str(base.rank)),
        ("without effect", str(len(base.null))),
        ("samples", str(found.data.samples)), ("condition number", f"{found.estimate.condition:.2g}"),
        ("columns scaled", f"{found.estimate.scaled_condition:.2g}"),
    ]  # fmt: skip
    facts = "".join(f"<div><dt>{escape(k)}</dt><dd>{escape(v)}</dd></div>" for k, v in head)
    sections = [
        _section("What the efforts say", _findings(found)),
        _section("Predicted against measured efforts", _picture(found) + _errors(found)),
        _section("Base parameters", _base_table(found)),
        _section("All parameters, every body physical", _feasible_table(found)),
        _section("What cannot be known, and why", _unknown(found)),
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(name)}: identification</title><style>{asset('page.css')}\nimg {{ max-width: 100%; }}</style></head><body>"
        f"<header><h1>{escape(name)}</h1><p>identification</p><dl>{facts}</dl></header>{''.join(sections)}</body></html>"
    )


def _section(title: str, body: str) -> str:
    return f'<section class="card"><h2>{escape(title)}</h2>{body}</section>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(h)}</th>" for h in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{top}</tr>{body}</table></div>'


def _findings(found: Identification) -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in found.findings) or "<li>nothing suspicious</li>"
    reduced = f"<p>{escape(found.reduced.reason)}</p>" if found.reduced is not None else ""
    return f"<ul>{items}</ul>{reduced}"


def _errors(found: Identification) -> str:
    channels = next(iter(found.errors.values())).channels
    rows = [[k, *(f"{v:.3g} %" for v in e.each), f"{e.total:.3g} %"] for k, e in found.errors.items()]
    return "<h3>errors on data that were not used</h3>" + _table(["model", *channels, "sum"], rows)


def _base_table(found: Identification) -> str:
    base, e = found.structure.base, found.estimate
    text, interval = base.expressions(), e.interval()
    reference = base.combine(found.regressor.nominal)
    rows = [
        [
            text[n], f"{reference[k]:.5g}", f"{e.values[k]:.5g}", f"{interval[k, 0]:.4g} … {interval[k, 1]:.4g}",
            f"{e.relative_deviations[k]:.2g} %",
        ]
        for k, n in enumerate(e.names)
    ]  # fmt: skip
    note = f"<p>{escape(e.method)}; condition number {e.condition:.2g}, columns scaled {e.scaled_condition:.2g}</p>"
    return note + _table(["base parameter", "described", "identified", "95 % interval", "relative deviation"], rows)


def _feasible_table(found: Identification) -> str:
    rows = [
        [c.name, c.unit, f"{c.nominal:.5g}", f"{v:.5g}"]
        for c, v in zip(found.regressor.columns, found.feasible.values, strict=True)
    ]
    return _table(["parameter", "unit", "described", "feasible"], rows)


def _unknown(found: Identification) -> str:
    base = found.structure.base
    rows = [[str(t.kind), t.source, t.target, t.where] for t in found.structure.transfers]
    null = f"<p>without effect: {escape(', '.join(base.null)) or 'none'}</p>"
    null += f"<p>dependent: {escape(', '.join(base.dependent)) or 'none'}</p>"
    return (
        null
        + "<h3>what can be moved between bodies without any effort showing it</h3>"
        + _table(["what", "from", "to", "at"], rows)
    )


def _picture(found: Identification) -> str:
    """Measured and predicted efforts of the data that were not used, one panel a channel."""
    from biela.report.style import NoPictures, colour, new_figure, style

    held = found.validation
    base = held.base(found.structure.base)
    known = held.tau - held.reference
    predicted = base.W @ found.estimate.values - known
    try:
        with style():
            figure = new_figure(9.0, 1.0 + 1.8 * len(held.channels))
            axes = figure.subplots(len(held.channels), 1, sharex=True, squeeze=False)[:, 0]
            for k, axis in enumerate(axes):
                axis.plot(held.reference[:, k], color=colour(0), label="measured", linewidth=1.0)
                axis.plot(predicted[:, k], color=colour(1), label="predicted", linewidth=1.2)
                axis.set_ylabel(f"{held.channels[k]}\n[{held.units[k]}]")
            axes[0].legend(loc="upper right")
            axes[-1].set_xlabel("sample")
            picture = io.BytesIO()
            figure.savefig(picture, format="png", dpi=110)
    except NoPictures as error:
        return f"<p>{escape(str(error))}</p>"
    return f'<img alt="measured and predicted efforts" src="data:image/png;base64,{base64.b64encode(picture.getvalue()).decode()}">'


# -------------------------------------------------------------------------------------------------------- experiments


def design(
    machine: Any, *, coordinates: Sequence[str] = (), parameters: Sequence[str] = (), limits: Sequence[str] = (),
    frequency: float = 0.2, harmonics: int = 5, velocity: float | None = None, acceleration: float | None = None,
    samples: int = 200,
    progress: Callable[[str], None] | None = None, seed: int = 1,
) -> Excitation:  # fmt: skip
    """An experiment for a machine; `limits` are `COORDINATE=LOWER:UPPER` [rad, m]."""
    from biela.identify.design import Limits
    from biela.identify.excitation import design_excitation
    from biela.identify.regressor import Regressor
    from biela.identify.structure import base_parameters
    from biela.identify.trajectory import Fourier

    mechanism = machine.build()
    regressor = Regressor(
        mechanism,
        list(coordinates) or None,
        parameters=tuple(parameters) or ("inertia", "loads"),
        start=machine.start(mechanism),
    )
    bounds = _bounds(regressor.coordinates, assignments(limits, "--limit"))
    structure = base_parameters(regressor, confirm=False)
    return design_excitation(
        regressor, structure.base, Fourier(harmonics, frequency),
        Limits(([b[0] for b in bounds], [b[1] for b in bounds]), velocity, acceleration), samples=samples,
        progress=progress, seed=seed,
    )  # fmt: skip


def _bounds(coordinates: Sequence[str], given: Mapping[str, str]) -> list[tuple[float, float]]:
    for name in given:
        if name not in coordinates:
            raise DescriptionError(
                f"--limit {name}: no independent coordinate of that name.{nearest(name, list(coordinates))}"
            )
    out = []
    for name in coordinates:
        if name not in given:
            raise DescriptionError(
                f"--design needs a limit for each coordinate: add --limit {name}=LOWER:UPPER (rad or m)."
            )
        lower, colon, upper = given[name].partition(":")
        try:
            pair = float(lower), float(upper)
        except ValueError:
            colon = ""
        if not colon:
            raise DescriptionError(f"--limit {name}={given[name]}: write LOWER:UPPER, such as -0.5:0.5.")
        out.append(pair)
    return out


def write_design(found: Excitation, folder: Path) -> list[Path]:
    """`excitation.csv`: time, then position, rate and acceleration of each coordinate."""
    text = found.table().to_csv(index=False)
    return [write_whole(folder / "excitation.csv", text.encode())]


def show_design(found: Excitation, files: Sequence[Path]) -> None:
    """The experiment for people."""
    starts = np.array(found.starts)
    print(
        f"{len(found.moved)} coordinates over {found.trajectory.duration:g} s: condition number "
        f"{found.condition:.3g} (columns scaled "
        f"{found.scaled_condition:.3g}; {len(starts)} random starts had {starts.min():.3g} to {starts.max():.3g}), "
        f"{found.seconds:.1f} s"
    )
    print("wrote " + ", ".join(str(f) for f in files))
