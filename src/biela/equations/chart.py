"""A chart of a machine's configurations: which coordinates are independent. See `biela.equations.reduced`."""

from __future__ import annotations

from biela.base.dataclass import dataclass


@dataclass(frozen=True)
class Chart:
    """Which entries of v are independent, which follow, and the active closure rows that say how."""

    independent: tuple[int, ...]
    dependent: tuple[int, ...]
    rows: tuple[int, ...]
    states: tuple[int, ...] = ()
    """States of networks, among them all, that anything depends on."""

    @property
    def text(self) -> str:
        """What it adds to the key of a kernel."""
        return f"chart {self.independent} {self.dependent} {self.rows} {self.states}"
