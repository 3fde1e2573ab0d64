"""The two main flows are as docs/architecture.md shows them: traced, and none of their hops points backwards."""

from __future__ import annotations

import pytest
from hops import FLOWS, PAGE, followed, marked, table

MAX_HOPS = {"run": 24, "simulate": 13}
"""Hops of a flow: files of other rooms that a reader opens who follows it."""


@pytest.mark.parametrize("flow", FLOWS)
def test_a_flow_takes_the_hops_of_the_page_and_none_backwards(flow: str) -> None:
    rows, backwards = followed(flow)
    assert not backwards
    assert len(rows) <= MAX_HOPS[flow]
    page = PAGE.read_text("utf-8")
    begin, end = marked(flow, page)
    shown = [line.split("|")[2:4] for line in page[begin:end].splitlines()]
    assert shown == [line.split("|")[2:4] for line in table(rows).splitlines()], "run `python tests/architecture/hops.py --write`"
