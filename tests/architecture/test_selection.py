"""One tree has one verdict: which tests run depends on the tests and on their measured seconds, on nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import selection

ROOT = Path(__file__).parents[2]
TESTS = {
    "tests/unit/state/test_a.py::test_quick": 0.2, "tests/unit/state/test_a.py::test_long": 9.0,
    "tests/published/test_b.py::test_longer": 30.0, "tests/published/test_b.py::test_brief": 4.0,
    "tests/unit/kernel/test_d.py::test_new": 0.0, "tests/unit/kernel/test_d.py::test_medium": 50.0,
}  # fmt: skip


def test_the_fixed_set_has_all_quick_tests_and_one_of_each_file() -> None:
    found = selection.fixed(TESTS, TESTS)
    assert {name.partition("::")[2] for name in found} == {"test_quick", "test_brief", "test_new"}
    assert selection.fixed(reversed(list(TESTS)), TESTS) == found


def test_the_near_set_begins_with_the_rooms_that_changed_and_ends_in_time() -> None:
    for rooms, expected in (
        (("kernel",), {"test_medium"}),
        (("state",), {"test_long", "test_longer"}),
        ((), {"test_longer", "test_long"}),
    ):
        found = selection.near(TESTS, TESTS, frozenset(rooms), longest=50.0)
        assert {name.partition("::")[2] for name in found} == expected
        assert not found & selection.fixed(TESTS, TESTS)


def test_rooms_of_the_near_set_take_turns() -> None:
    tests = {f"tests/{room}/test_a.py::test_{k}": 2.0 for room in ("faults", "physics", "published") for k in range(9)}
    tests |= {f"tests/{room}/test_a.py::test_quick": 0.1 for room in ("faults", "physics", "published")}
    found = selection.near(tests, tests, frozenset(), longest=12.0)
    assert {name.split("/")[1] for name in found} == {"faults", "physics", "published"} and len(found) == 6


def test_measurements_that_differ_little_are_not_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "DURATIONS", tmp_path / "durations.json")
    selection.write({"tests/a.py::test_x[1::2]": 4.04, "tests/a.py::test_y": 0.1})
    assert selection.known() == {"tests/a.py::test_x[1::2]": 4.0}
    selection.write({"tests/a.py::test_x[1::2]": 5.0, "tests/b.py::test_z": 2.0})
    assert selection.known() == {"tests/a.py::test_x[1::2]": 4.0, "tests/b.py::test_z": 2.0}
    selection.write({"tests/a.py::test_x[1::2]": 7.0})
    assert selection.known() == {"tests/a.py::test_x[1::2]": 7.0}


def test_a_file_without_a_short_test_is_refused() -> None:
    with pytest.raises(ValueError, match=r"test_c.py: its quickest test takes 400 s"):
        selection.fixed(["tests/faults/test_c.py::test_hours"], {"tests/faults/test_c.py::test_hours": 400.0})


def test_what_must_pass_before_a_change_lands_runs_both_sets() -> None:
    steps = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "make test\n" in steps and "make test-near\n" in steps
    recipes = (ROOT / "Makefile").read_text("utf-8")
    assert '-m "not peers" --set=fixed' in recipes.split("\ntest:")[1].split("\n\n")[0]
    assert '-m "not peers" --set=near' in recipes.split("\ntest-near:")[1].split("\n\n")[0]
