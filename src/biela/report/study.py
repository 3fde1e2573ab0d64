"""Picture of a study of filters: convergence with its intervals, error and spread, resamplings, over the varied quantity."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.report.style import Axes, colour, new_figure, save_figure, style
from biela.study.filters import FilterRow, summaries


def plot_study(rows: Sequence[FilterRow], path: str | Path, name: str = "value") -> Path:
    """Draw three panels over the values, on a logarithmic axis where they span more than a decade."""
    found = summaries(rows)
    if not found:
        raise DescriptionError("plot_study: there are no rows to draw: give what FilterStudy.run returns.")
    x = np.array([s.value for s in found])
    with style():
        figure = new_figure(8.0, 6.5)
        top, middle, bottom = figure.subplots(3, 1, sharex=True)
        for k, mean in enumerate(("linear", "circular")):
            y = 100 * np.array([getattr(s, mean) for s in found])
            low, high = 100 * np.array([getattr(s, f"{mean}_interval") for s in found]).T
            label = f"{mean} mean within 5°"
            top.errorbar(x, y, yerr=[y - low, high - y], marker="o", capsize=3, color=colour(k), label=label)
        branch = 100 * np.array([s.true_branch for s in found])
        if np.isfinite(branch).all():
            top.plot(x, branch, ls="--", color=colour(2), label="true branch")
        _finish(top, "converged [%]")
        middle.plot(x, np.degrees([s.median_error for s in found]), marker="o", color=colour(0), label="median error")
        middle.plot(x, np.degrees([s.spread for s in found]), marker="s", color=colour(1), label="median spread")
        middle.set_yscale("log")
        _finish(middle, "angle [°]")
        bottom.plot(x, [s.resamplings for s in found], marker="o", color=colour(0), label="resamplings a run")
        _finish(bottom, "number")
        bottom.set_xlabel(name)
        if x.min() > 0 and x.max() > 10 * x.min():
            bottom.set_xscale("log")
        return save_figure(figure, Path(path))


def _finish(axis: Axes, label: str) -> None:
    axis.set_ylabel(label)
    axis.legend(loc="center left", bbox_to_anchor=(1.005, 0.5), fontsize=8.5)


guard(__name__)
