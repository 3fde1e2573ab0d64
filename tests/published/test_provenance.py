"""What is called printed or published is printed in its source; what is our own, or cannot be verified, says so."""

from __future__ import annotations

import re
from pathlib import Path

from biela.library.excavator import data

ROOT = Path(__file__).parents[2]
PRINTED = {"5100", "3000", "17", "38", "146", "10"}
"""Axle loads [N], 0-100 km/h and 0-1000 m [s], top speed [km/h], fourth gear near 10 s: all that the source prints."""


def test_the_printed_column_of_the_car_holds_what_its_source_prints() -> None:
    text = (ROOT / "docs/theory/vehicles.md").read_text("utf-8")
    table = re.search(r"^\|(.*our reference.*)\|\n\|[-|]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table is not None
    column = [cell.strip() for cell in table[1].split("|")].index("printed")
    cells = [row.strip("|\n").split("|")[column] for row in table[2].splitlines()]
    found = {number for cell in cells for number in re.findall(r"\d+(?:\.\d+)?", cell)}
    assert found == PRINTED
    assert not re.search(r"\|\s*published\s*\|", text)


def test_references_of_our_own_are_not_called_published() -> None:
    for name in ("test_bond_graphs.py", "test_renault_clio.py"):
        assert "published" not in (ROOT / "tests/published" / name).read_text("utf-8").lower(), name


def test_figures_that_cannot_be_verified_are_marked() -> None:
    """The half-length of the tracks, 1.98 m, conflicts with 4.04 m between the centres of the end rollers."""
    assert data.TRACKS.half_length == 1.98
    assert "Not verified: `half_length`" in (data.Tracks.__doc__ or "")
    assert "4.04 m" in (data.Tracks.__doc__ or "")
