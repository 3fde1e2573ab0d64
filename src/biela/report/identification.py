"""Page of an identification: values with intervals, what cannot be known, predicted against measured efforts."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from html import escape

import numpy as np

from biela.identify.filtering import Spectrum
from biela.identify.identification import Identification
from biela.identify.least_squares import NOT_KNOWN
from biela.report.curves import curves_data
from biela.report.scene import standing
from biela.report.shell import Answer, PageData, image, number, section, shell, table
from biela.report.style import NoPictures, colour, new_figure, style
from biela.simulation.history import History
from biela.state.state import State

ROUNDING = 1e-12
"""Part of the largest value with the same unit below which a value is zero to rounding."""


def page(found: Identification, name: str, start: State | None = None) -> str:
    """Return a page that needs no other file. The machine moves as it was measured.

    start : where the machine is drawn if the motion is not known; without it there is no picture
    """
    base = found.structure.base
    head = [
        ("parameters", str(len(found.regressor.columns))), ("can be known", str(base.rank)),
        ("without effect", str(len(base.null))),
        ("samples", str(found.data.samples)), ("condition number", f"{found.estimate.condition:.2g}"),
        ("columns scaled", f"{found.estimate.scaled_condition:.2g}"),
    ]  # fmt: skip
    channels = next(iter(found.errors.values())).channels
    errors = [[k, *(f"{v:.3g} %" for v in e.each), f"{e.total:.3g} %"] for k, e in found.errors.items()]
    sections = [
        section("Errors on data that were not used", table(["model", *channels, "sum"], errors)),
        section("Base parameters", _base_table(found)),
        section("How the motion was filtered", _filters(found)),
        section("All parameters, every body physical", _feasible_table(found)),
        section("What cannot be known, and why", _unknown(found)),
    ]
    return shell(
        "report", name, _efforts(found, start), subtitle="identification from measured efforts", facts=head, answer=_answer(found),
        body="".join(sections),
    )  # fmt: skip


def _answer(found: Identification) -> Answer:
    """Return the error with which the model predicts unused efforts, and the findings against it."""
    best, error = min(found.errors.items(), key=lambda item: item[1].total)
    count = len(found.estimate.names) - len(found.estimate.unknown)
    text = f"{count} combinations of parameters found. With {best}, unused efforts are predicted to {error.total:.3g} %."
    reasons = [*found.findings, *([found.reduced.reason] if found.reduced is not None else [])]
    return Answer("doubt" if found.findings else "good", text, reasons)


def _efforts(found: Identification, start: State | None) -> PageData:
    """Return measured and predicted efforts of the data that were not used, one plot per channel."""
    held = found.validation
    base = held.base(found.structure.base)
    predicted = base.W @ found.estimate.values - (held.tau - held.reference)
    signals: PageData = {}
    plots = []
    for k, (channel, unit) in enumerate(zip(held.channels, held.units, strict=True)):
        names = f"{channel} measured", f"{channel} predicted"
        signals |= {names[0]: (held.reference[:, k], unit), names[1]: (predicted[:, k], unit)}
        group = "Measured and predicted efforts, on data that were not used"
        plots.append({"title": channel, "signals": list(names), "group": group})
    t, machine = held.t, None if start is None else standing(start)
    if t is None or len(t) != len(predicted) or not np.all(np.diff(t) > 0):  # several experiments, one after the other
        return curves_data(np.arange(float(len(predicted))), signals, plots, axis="samples", machine=machine)
    if held.x is not None and len(t) > 1:
        r = found.regressor
        machine = History(r.mechanism, r.functions, t, held.x, np.zeros(len(r.mechanism.actuators)), r.functions.parameters)
    return {**curves_data(t - t[0], signals, plots, machine=machine), "start": float(t[0])}


def _base_table(found: Identification) -> str:
    base, e = found.structure.base, found.estimate
    text, interval = base.expressions(), e.interval()
    reference = base.combine(found.regressor.nominal)
    rows = [
        [
            text[n], number(reference[k], 5), number(e.values[k], 5), f"{number(interval[k, 0])} … {number(interval[k, 1])}",
            f"{e.relative_deviations[k]:.2g} %",
        ] if n not in e.unknown else [text[n], number(reference[k], 5), NOT_KNOWN, "—", "—"]
        for k, n in enumerate(e.names)
    ]  # fmt: skip
    note = f"<p>{escape(e.method)}; condition number {e.condition:.2g}, columns scaled {e.scaled_condition:.2g}</p>"
    return note + table(["base parameter", "described", "identified", "95 % interval", "relative deviation"], rows)


def _filters(found: Identification) -> str:
    """Return spectra of the coordinates with the cut-off, and what half and twice of it does to the base parameters."""
    text = "".join(f"<p>{escape(name)}: {escape(f.reason)}</p>" for name, f in found.filters.items())
    spectra = [(name, f.cutoff, s) for name, f in found.filters.items() for s in f.spectra if s.power[1:].any()]
    if spectra:
        text += _spectra(spectra)
    e = found.estimate
    rows = [
        [n, *(f"{(x[k] - e.values[k]) / max(e.deviations[k], 1e-300):+.1f}" for x in found.moved.values())]
        for k, n in enumerate(e.names)
        if n not in e.unknown
    ]
    if found.moved:
        text += "<h3>change of each base parameter with the cut-off, in deviations</h3>"
        text += table(["base parameter", *(f"cut-off × {factor:g}" for factor in found.moved)], rows)
    return text


def _spectra(spectra: Sequence[tuple[str, float | None, Spectrum]]) -> str:
    """Return a picture of the spectra, or why there is none."""
    try:
        with style():
            figure = new_figure(9.0, 1.0 + 1.8 * len(spectra))
            axes = figure.subplots(len(spectra), 1, sharex=True, squeeze=False)[:, 0]
            for axis, (name, cutoff, s) in zip(axes, spectra, strict=True):
                axis.loglog(s.frequency[1:], s.power[1:], color=colour(0), linewidth=0.8, label="spectrum")
                axis.axhline(s.noise, color=colour(1), linewidth=1.0, label="noise")
                if cutoff is not None:
                    axis.axvline(cutoff, color=colour(2), linewidth=1.2, label="cut-off")
                axis.set_ylabel(f"{s.column}\n{name}")
            axes[0].legend(loc="upper right")
            axes[-1].set_xlabel("frequency [Hz]")
            picture = io.BytesIO()
            figure.savefig(picture, format="png", dpi=110)
            return image(picture.getvalue(), "spectra of the coordinates")
    except NoPictures as error:
        return f"<p>{escape(str(error))}</p>"


def _feasible_table(found: Identification) -> str:
    pairs = [(c, float(v)) for c, v in zip(found.regressor.columns, found.feasible.values, strict=True)]
    sizes: dict[str, float] = {}
    for c, v in pairs:
        sizes[c.unit] = max(sizes.get(c.unit, 0.0), abs(c.nominal), abs(v))

    def text(value: float, unit: str) -> str:
        return "0" if abs(value) <= ROUNDING * sizes[unit] else number(value, 5)

    rows = [[c.name, c.unit, text(c.nominal, c.unit), text(v, c.unit)] for c, v in pairs]
    return table(["parameter", "unit", "described", "feasible"], rows)


def _unknown(found: Identification) -> str:
    """Return parameters without effect and dependent ones, body by body, and what can be moved between bodies, joint by joint."""
    base = found.structure.base
    moved: dict[tuple[str, str, str], Counter[str]] = {}
    for t in found.structure.transfers:
        moved.setdefault((t.source, t.target, t.where), Counter())[str(t.kind)] += 1
    rows = [[*way, ", ".join(kind if n == 1 else f"{n} {kind}s" for kind, n in kinds.items())] for way, kinds in moved.items()]
    return (
        _by_owner("without effect on any motion", base.null)
        + _by_owner("not shown by this motion", found.estimate.unknown)
        + _by_owner("known only together with others", base.dependent)
        + table(["from", "to", "at", "what"], rows, "what can be moved between bodies without any effort showing it")
    )


def _by_owner(title: str, names: Sequence[str]) -> str:
    """Return names `crank.mass` as a table: crank, and its entries."""
    owned: dict[str, list[str]] = {}
    for name in names:
        owner, _, entry = name.rpartition(".")
        owned.setdefault(owner or entry, []).append(entry if owner else "")
    return table(["of", "parameters"], [[owner, ", ".join(filter(None, own))] for owner, own in owned.items()], title)
