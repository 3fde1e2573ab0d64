"""The slow tests gate changes: a part of about a minute each time, all of them in as many commits as there are parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from biela import library
from rotation import BRIEF, FAMILY, PART, SHARES, brief_turns, chosen, comes_now, parts, turn

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", range(5))
def test_successive_commits_run_every_slow_test(seed: int) -> None:
    seconds = np.random.default_rng(seed).gamma(1.0, 20.0, 150).tolist()
    count = len(parts(seconds))
    assert count < 2 * sum(seconds) / PART + 2
    for first in (0, 7, 1000):
        run = [i for number in range(first, first + count) for i in chosen(seconds, number)]
        assert sorted(run) == list(range(150))
    for part in parts(seconds):
        assert len(part) == 1 or sum(seconds[i] for i in part) <= PART
    assert len(parts([])) == 1 and not chosen([], 3)


def test_every_brief_slow_test_has_its_turn_and_turns_are_as_long_as_each_other() -> None:
    rng = np.random.default_rng(2)
    seconds = {Path(f"test_{k}.py"): float(s) for k, s in enumerate(rng.gamma(1.0, BRIEF, 60))}
    turns = brief_turns(seconds)
    assert turns.keys() == seconds.keys() and set(turns.values()) == set(range(SHARES))
    totals = [sum(seconds[file] for file in seconds if turns[file] == k) for k in range(SHARES)]
    assert max(totals) - min(totals) <= min(seconds.values()) + 0.1 * max(seconds.values())
    assert brief_turns(dict(reversed(seconds.items()))) == turns and brief_turns({}) == {}


def test_every_value_of_a_family_has_its_turn() -> None:
    names = library.names()
    for first in (0, 11):
        turns = [[name for name in names if comes_now(name, number)] for number in range(first, first + FAMILY)]
        assert sorted(sum(turns, [])) == sorted(names)
        assert all(len(names) / 5 < len(turn) < len(names) / 2 for turn in turns)


def test_the_number_of_commits_chooses() -> None:
    assert turn("12") == 12
    assert turn("commit") == turn("commit") > 0


def test_what_must_pass_before_a_change_lands_runs_a_part() -> None:
    assert "make test\n" in (ROOT / ".ci" / "run").read_text("utf-8")
    recipe = (ROOT / "Makefile").read_text("utf-8").split("\ntest:")[1].split("\n\n")[0]
    assert '-m "not peers" --rotate=commit' in recipe
