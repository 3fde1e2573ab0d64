"""Page of a study: what the measures say, how they spread, what they depend on, which samples failed and why.

Histograms and tornados are small vector pictures; series over time are plots with the band between their quantiles; samples are
pictures that are linked (`web/src/pages/study.ts`): parallel coordinates, a scatter matrix, a heat map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Literal, TypeAlias

import numpy as np

from biela import files
from biela.base.array import Array
from biela.base.errors import BielaError
from biela.report.curves import curves_data, packed
from biela.report.scene import standing
from biela.report.shell import Answer, PageData, minus, number, section, shell, table
from biela.simulation.history import History
from biela.study.result import Sweep

Summary: TypeAlias = Mapping[str, Any]
"""Part of the summary that `biela.app.sweep` writes."""
WIDTH, HEIGHT, EDGE = 340, 190, 20
"""Size of a picture and of its left margin [px]."""
FOOT = 34
"""Room below the axis [px]."""
NAMED = 4
"""Number of measures and probabilities in the answer; the tables have them all."""
MEASURED = ("measure", "mean", "±", "deviation", "5 %", "median", "95 %", "unit")
"""Columns of the table of measures."""
MAX_BAND_SAMPLES = 20_000
"""Maximum number of samples from which the quantiles of a series are taken, evenly thinned."""
MAX_DOTS = 1500
"""Maximum number of samples of the linked pictures, evenly thinned."""


def sweep_page(result: Sweep, summary: Summary, folder: str) -> str:
    """Return the page as text; folder : where its study is, for the commands that the page names."""
    measures = summary["measures"]
    words = [[word for word in reason.split() if not any(c.isdigit() for c in word)] for reason in result.reasons.values()]
    kinds = Counter(" ".join(plain)[:160] for plain in words)  # reasons that differ in numbers alone are counted together
    body = section("Measures", table(MEASURED, measure_rows(measures)))
    if summary["probabilities"]:
        rows = [(k, f"{p['probability']:.4g}", f"{p['low']:.4g} … {p['high']:.4g}") for k, p in summary["probabilities"].items()]
        body += section("Probabilities", table(("condition", "probability", "95 % interval"), rows))
    for name, effects in summary["sensitivity"].items():
        body += section(f"Sensitivity of {name}", bars([(e["name"], e["total"], e["total_interval"]) for e in effects]))
    body += section(
        "Distributions", "".join(histogram(result[n], f"{n} [{m['unit']}]" if m["unit"] else n) for n, m in measures.items())
    )
    linked = _linked(result, measures, folder)
    if linked["names"]:
        body += section("Samples", '<div id="linked"></div>')
    body += _moves(result, measures) if not summary["sensitivity"] else ""
    body += _slopes(summary) + tolerances_of(summary)
    body += _convergence(summary)
    if kinds:
        body += section("Failures by reason", table(("samples", "reason"), [(str(n), why) for why, n in kinds.most_common(30)]))
    about = result.study.samples.about or {}
    how = [(k, str(v)) for k, v in dict(about.get("vary") or {}).items()]
    body += section("What varies", table(("quantity", "values"), how))
    drawn = (str(about.get("sampling", "table")), str(about.get("seed", "–")))
    facts = list(zip(("samples", "sampling", "seed"), (str(len(result)), *drawn), strict=True))
    return shell(
        "study", str(summary.get("machine") or "study"), {**_series(result), "study": linked}, subtitle="a study of many machines",
        facts=facts, answer=_answer(result, summary), body=body,
    )  # fmt: skip


def _answer(result: Sweep, summary: Summary) -> Answer:
    """Return the number of samples that have numbers, and the first measures and probabilities."""
    bad, doubtful, total = result.failed, result.counts.get("doubtful", 0), len(result)
    probabilities, measures = (list(summary[key].items())[:NAMED] for key in ("probabilities", "measures"))
    found = [
        f"{k}: probability {p['probability']:.4g}, {p['low']:.4g} to {p['high']:.4g} with 95 % confidence."
        for k, p in probabilities
    ]
    found += [_found(name, m) for name, m in measures]
    if bad:
        mood: Literal["bad", "doubt"] = "bad" if bad > total / 2 else "doubt"
        return Answer(mood, f"{bad} of {total} samples have no numbers; the rest count.", found)
    if doubtful:
        return Answer("doubt", f"{doubtful} of {total} samples are doubtful: their energy, closure or accuracy is off.", found)
    return Answer("good", f"All {total} samples were computed.", found)


def _found(name: str, m: Summary) -> str:
    """Return a measure in one sentence."""
    low, high = (f"{m['quantiles'][p]['value']:.4g}" for p in ("0.05", "0.95"))
    unit = f" {m['unit']}" if m["unit"] and m["unit"] != "1" else ""
    return f"{name}: {m['mean']:.5g} ± {m['mean_interval']:.2g}{unit} on average; nine in ten samples have {low} to {high}{unit}."


def tolerance_page(summary: Summary) -> str:
    """Return the page of tolerances alone, as text."""
    said = [
        f"{t['measure']}: {t['worst'][0]:.6g} to {t['worst'][1]:.6g} in the worst case, "
        f"{t['interval'][0]:.6g} to {t['interval'][1]:.6g} in 95 % of the machines."
        for t in summary["tolerances"]
    ]  # fmt: skip
    answer = Answer("good", "What the tolerances do to the measures:", said)
    return shell(
        "plain", str(summary["machine"]), {}, subtitle="tolerances of measures", answer=answer, body=tolerances_of(summary)
    )


def _slopes(summary: Summary) -> str:
    """Return slopes of the measures at the machine's own values."""
    rows = [
        (g["measure"], name, f"{slope:.6g}", g.get("units", {}).get(name, ""), "equations" if g["exact"] else "differences")
        for g in summary.get("gradients", []) for name, slope in g["slopes"].items()
    ]  # fmt: skip
    found = table(("measure", "quantity", "slope", "unit", "from"), rows)
    return section("Slopes at the machine's own values", found) if found else ""


def tolerances_of(summary: Summary) -> str:
    """Return worst case, linear and Monte-Carlo side by side, and which tolerance moves the measure by how much."""
    out = ""
    for t in summary.get("tolerances", []):
        unit = f" {t['unit']}" if t.get("unit", "") not in ("", "1") else ""
        ways = (
            ("worst case", "worst", ""), ("linear", "linear_worst", "linear_deviation"),
            ("Monte-Carlo, 95 %", "interval", "deviation"),
        )  # fmt: skip
        rows = [
            (way, f"{t[ends][0]:.8g} … {t[ends][1]:.8g}{unit}", f"{t[deviation]:.4g}{unit}" if deviation else "")
            for way, ends, deviation in ways
        ]
        part = sorted(((name, abs(s) * t["sizes"][name], 0.0) for name, s in t["slopes"].items()), key=lambda r: -r[1])
        head = f"<h3>change over each tolerance{unit and f' [{unit.strip()}]'}</h3>"
        title = f"Tolerance of {t['measure']}, nominally {t['nominal']:.8g}{unit}"
        out += section(title, table(("way", "range", "deviation"), rows) + head + bars(part))
    return out


def measure_rows(measures: Summary) -> list[tuple[str, ...]]:
    """Return a row for each measure, as text."""
    rows = []
    for name, m in measures.items():
        quantiles = [f"{m['quantiles'][p]['value']:.6g}" for p in ("0.05", "0.5", "0.95")]
        rows.append((name, f"{m['mean']:.6g}", f"{m['mean_interval']:.2g}", f"{m['deviation']:.4g}", *quantiles, m["unit"]))
    return rows


def _series(result: Sweep) -> PageData:
    """Return median and the band between the 5 % and 95 % quantiles of each series."""
    signals: dict[str, tuple[Array, str]] = {}
    plots = []
    for name in result.study.series:
        values, unit = result.store.array(name, -(-len(result) // MAX_BAND_SAMPLES)), result.study.units[name]
        known = np.isfinite(values).any(axis=0)
        low, middle, high = (np.full(values.shape[1], np.nan) for _ in range(3))
        low[known], middle[known], high[known] = np.nanquantile(values[:, known], (0.05, 0.5, 0.95), axis=0)
        median, band, half = f"{name} median", f"{name} 5 … 95 %", f"{name} half of 5 … 95 %"
        signals |= {median: (middle, unit), band: ((low + high) / 2, unit), half: ((high - low) / 2, unit)}
        plots.append({"title": name, "signals": [median, band], "bands": {band: half}, "group": "Over time"})
    times = result.t if result.study.series else np.zeros(1)
    return curves_data(times, signals, plots, machine=_machine(result))


def _machine(result: Sweep) -> History | None:
    """Return the machine that the samples vary, at its start; none where it cannot be assembled as described."""
    try:
        case = files.loads(next(iter(result.study.machines.values()), result.study.text))
        return standing(case.start(case.build()))
    except BielaError:
        return None


def _varied(result: Sweep) -> dict[str, Array]:
    """Return the numbers that vary."""
    columns = result.study.samples.columns.items()
    return {name: np.asarray(x, float) for name, x in columns if x.dtype != object and len(np.unique(x)) > 1}


def _linked(result: Sweep, measures: Summary, folder: str) -> PageData:
    """Return the data of the linked pictures: numbers that vary, then measures, of samples that are evenly thinned."""
    varied, shown = _varied(result), [name for name, m in measures.items() if m["max"] > m["min"]]
    chosen = np.unique(np.linspace(0, len(result) - 1, min(MAX_DOTS, len(result))).astype(int))
    columns = [*varied.values(), *(result[name] for name in shown)]
    names, bits = [*varied, *shown], [np.ascontiguousarray(x[chosen], "<f4") for x in columns]
    units = [*(result.study.varied_units[name] for name in varied), *(measures[name]["unit"] for name in shown)]
    return {
        "names": names, "units": units, "varied": len(varied),
        "table": packed(np.array(bits) if bits else np.zeros((0, 1), "<f4")), "samples": chosen.tolist(), "folder": folder,
    }  # fmt: skip


def _moves(result: Sweep, measures: Summary) -> str:
    """Return tornados by rank correlation: how closely a measure follows each quantity, whatever the scale."""
    from scipy.stats import rankdata

    out, varied = "", _varied(result)
    for name in measures:
        y = result[name]
        good = np.isfinite(y)
        if good.sum() < 8 or np.ptp(y[good]) == 0.0:
            continue
        ranks = rankdata(y[good])
        rows = [(q, float(np.corrcoef(rankdata(x[good]), ranks)[0, 1])) for q, x in varied.items() if np.ptp(x[good])]
        out += f"<h3>{escape(name)}</h3>" + bars([(q, r, 0.0) for q, r in sorted(rows, key=lambda row: -abs(row[1]))])
    return section("What moves the measures: rank correlation", out) if out else ""


def _convergence(summary: Summary) -> str:
    """Return each number over the samples that it is from, with its 95 % interval."""
    known = [c for c in summary["convergence"] if len(c["points"]) > 1]
    out = ""
    for of in dict.fromkeys(c["of"] for c in known):
        mine = [settled(c["points"], c["number"]) for c in known if c["of"] == of]
        out += f"<details{' open' * (not out)}><summary>{escape(of)}</summary>{''.join(mine)}</details>"
    return section("Convergence with the samples", out) if out else ""


def _frame(x: tuple[float, float], y: tuple[float, float], inside: str, x_label: str, y_label: str) -> str:
    """Return a picture with axes, their limits and labels; it takes its colours from the page."""
    bottom, right = HEIGHT - FOOT, WIDTH - 8
    texts = (
        (EDGE, bottom + 14, "start", f"{x[0]:.4g}"), (right, bottom + 14, "end", f"{x[1]:.4g}"),
        ((EDGE + right) / 2, bottom + 28, "middle", x_label), (EDGE + 4, 24, "start", f"{y[1]:.4g} {y_label}".strip()),
        (EDGE + 4, bottom - 4, "start", "" if y[0] == 0 else f"{y[0]:.4g}"),
    )  # fmt: skip
    labels = "".join(
        f'<text x="{a:.1f}" y="{b:.1f}" text-anchor="{c}" font-size="11" fill="currentColor">{escape(d)}</text>'
        for a, b, c, d in texts
    )
    title = escape(f"{y_label} over {x_label}" if y_label else x_label)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" style="max-width:100%" role="img" aria-label="{title}">'
        f'<path d="M{EDGE} 12V{bottom}H{right}" fill="none" stroke="currentColor" stroke-opacity=".5"/>{inside}{labels}</svg>'
    )


def _limits(values: Array) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    return (low, high) if high > low else (low - 0.5 * (abs(low) or 1.0), high + 0.5 * (abs(high) or 1.0))


def histogram(values: Array, label: str) -> str:
    """Draw how often each value occurs; the number of bars by Sturges' rule."""
    values = values[np.isfinite(values)]
    if not len(values):
        return ""
    x = _limits(values)
    counts, _ = np.histogram(values, bins=int(np.ceil(np.log2(len(values)) + 1)) if len(values) > 1 else 1, range=x)
    wide, high = (WIDTH - 8 - EDGE) / len(counts), HEIGHT - FOOT - 28
    bars_ = "".join(
        f'<rect x="{EDGE + k * wide + 0.5:.2f}" y="{HEIGHT - FOOT - high * n / counts.max():.2f}" width="{max(wide - 1, 0.5):.2f}" '
        f'height="{high * n / counts.max():.2f}" fill="#0072b2"/>' for k, n in enumerate(counts)
    )  # fmt: skip
    return _frame(x, (0.0, float(counts.max())), bars_, label, "samples")


def settled(points: Sequence[tuple[int, float, float, float]], label: str) -> str:
    """Draw a number over the samples that it is from, on a logarithmic scale, in the band of its interval."""
    n, value, low, high = np.array(points, float).T
    known = np.concatenate([low, high, value])
    bottom, top = _limits(known[np.isfinite(known)])
    x = EDGE + (WIDTH - 8 - EDGE) * (np.log(n) - np.log(n[0])) / np.log(n[-1] / n[0])

    def y(v: Array) -> Array:
        return np.asarray(HEIGHT - FOOT - (HEIGHT - FOOT - 28) * (v - bottom) / (top - bottom))

    def path(a: Array, b: Array) -> str:
        return "L".join(f"{p:.1f} {q:.1f}" for p, q in zip(a, b, strict=True))

    band = path(np.concatenate([x, x[::-1]]), np.concatenate([y(low), y(high)[::-1]]))
    inside = (
        f'<path d="M{band}Z" fill="#0072b2" fill-opacity=".2"/>'
        f'<path d="M{path(x, y(value))}" fill="none" stroke="#0072b2" stroke-width="2"/>'
    )
    picture = _frame((n[0], n[-1]), (bottom, top), inside, "samples", "")
    return f'<figure style="display:inline-block;margin:0"><figcaption>{escape(label)}</figcaption>{picture}</figure>'


def bars(rows: Sequence[tuple[str, float, float]], name_of: str = "sensitivities") -> str:
    """Draw a tornado: the largest first, each with its interval; those that lower the measure have the second colour."""
    top = max((abs(v) + (w if np.isfinite(w) else 0.0) for _, v, w in rows), default=1.0) or 1.0
    line, wide, name = 22, 240, min(180, 16 + 7 * max((len(label) for label, _, _ in rows), default=0))
    parts = []
    for k, (label, value, half) in enumerate(rows):
        y, length = k * line + 4, wide * abs(value) / top
        half = half if np.isfinite(half) else 0.0
        a, b = (name + wide * np.clip(v, 0.0, top) / top for v in (abs(value) - half, abs(value) + half))
        parts.append(
            f'<text x="{name - 8}" y="{y + 12}" text-anchor="end" font-size="12" fill="currentColor">{escape(label[:26])}</text>'
            f'<rect x="{name}" y="{y}" width="{length:.1f}" height="15" fill="{"#0072b2" if value >= 0 else "#d55e00"}"/>'
            f'<path d="M{a:.1f} {y + 7.5}H{b:.1f}" stroke="currentColor" stroke-width="2"/>'
            f'<text x="{b + 6:.1f}" y="{y + 12}" font-size="12" fill="currentColor">{_plain(value)}</text>'
        )
    size = f'viewBox="0 0 {name + wide + 70} {len(rows) * line + 8}" width="{name + wide + 70}"'
    return f'<svg {size} style="max-width:100%" role="img" aria-label="{escape(name_of)}">{"".join(parts)}</svg>'


def _plain(value: float) -> str:
    """Return three digits; what is only rounding is zero."""
    if abs(value) <= 1e-9:
        return "0"
    return minus(f"{value:.0f}") if 1e3 <= abs(value) < 1e6 else number(value, 3)
