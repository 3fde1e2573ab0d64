"""A chart of a machine's configurations: which coordinates are independent. See `biela.equations.reduced`."""

from __future__ import annotations

from biela.base.dataclass import dataclass


@dataclass(frozen=True)
class Chart:
    """Independent and dependent entries of v, and the active closure rows by which they depend."""

    independent: tuple[int, ...]
    dependent: tuple[int, ...]
    rows: tuple[int, ...]
    states: tuple[int, ...] = ()
    """States of networks, among them all, that anything depends on."""

    @property
    def text(self) -> str:
        """Text that it adds to the key of a kernel."""
        return f"chart {self.independent} {self.dependent} {self.rows} {self.states}"
