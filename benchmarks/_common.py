"""What every benchmark shares: timing in CPU and wall time, a table for people, a last line for scripts, `--quick`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import TypeVar

from biela.kernel import processor

T = TypeVar("T")


@dataclass(frozen=True)
class Timing:
    """The best of several runs [s]. CPU time counts every thread of the process."""

    cpu: float
    wall: float

    def per(self, count: float) -> Timing:
        """The time of one of `count` equal parts."""
        return Timing(self.cpu / count, self.wall / count)

    def best(self, other: Timing) -> Timing:
        return Timing(min(self.cpu, other.cpu), min(self.wall, other.wall))


def measure(prepare: Callable[[], T], work: Callable[[T], object], repeats: int) -> tuple[Timing, T]:
    """Time `work(prepare())`, the preparation left out; return the best timing and the last prepared object.

    The best of several runs is the one least disturbed by other programs, and pays for no cold cache.
    """
    timings = []
    for _ in range(repeats):
        subject = prepare()
        cpu, wall = process_time(), perf_counter()
        work(subject)
        timings.append(Timing(process_time() - cpu, perf_counter() - wall))
    best = timings[0]
    for timing in timings[1:]:
        best = best.best(timing)
    return best, subject


def arguments(description: str | None) -> argparse.ArgumentParser:
    """A parser with the option all benchmarks have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--quick", action="store_true", help="fewer repeats: done in less than a minute")
    return parser


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as their widest cell; the first two to the left, the rest (numbers) to the right."""
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]
    rule = "  ".join("─" * width for width in widths)
    print(f"\n{title}")
    for row in (header, None, *rows):
        if row is None:
            print(rule)
            continue
        cells = [c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        print("  ".join(cells).rstrip())


def print_summary(name: str, **values: float) -> None:
    """The last line of a benchmark: `NAME: key=value … target=PROCESSOR`, four significant digits."""
    figures = " ".join(f"{key}={value:.4g}" for key, value in values.items())
    print(f"\n{name}: {figures} target={processor.description()}")
