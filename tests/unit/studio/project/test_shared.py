"""Texts that windows, a file and other programs share: nothing that was accepted is lost, and nothing is overwritten."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from biela.studio.project.changes import BadChanges, apply, between, edited, specs, units
from biela.studio.project.shared import SharedText, Update
from children import ended, forked

TEXT = "a: 1\nb: 2\nc: 3\nd: 4\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "m.yaml"
    path.write_text(TEXT, "utf-8")
    return path


def typed(shared: SharedText, old: str, new: str) -> None:
    """What a window does that replaces a word."""
    assert shared.push(shared.version, [Update("w", between(shared.text, shared.text.replace(old, new)))])


# ------------------------------------------------------------------------------------------------------------------ changes


@pytest.mark.parametrize(
    ("old", "new"),
    [("", "x\n"), ("a\nb\n", "a\nc\nb\n"), ("ä😀b\nc", "ä😀\n\nd"), ("x", ""), ("a\nb\nc", "c"), ("s", "s"), ("😀\n", "😁\n")],
)  # fmt: skip
def test_changes_between_two_texts_lead_from_one_to_the_other(old: str, new: str) -> None:
    assert apply(old, between(old, new)) == new


def test_changes_count_as_browsers_do() -> None:
    assert units("a😀") == 3
    assert apply("a😀b", [3, [1, "x", "y"]]) == "a😀x\ny"
    assert specs("😀ab", [(1, 2, "z")]) == [{"from": 2, "to": 3, "insert": "z"}]
    assert edited("abc", [(2, 3, "Z"), (0, 1, "X")]) == "XbZ"


@pytest.mark.parametrize("bad", [None, [], [2], [9], [[1]], ["x"], [-1], [True, [3]], [[1, 2], 2], {"a": 1}, [1, [1], None]])
def test_changes_that_do_not_fit_are_refused(bad: object) -> None:
    with pytest.raises(BadChanges):
        apply("abc", bad)


def test_half_a_character_cannot_be_removed() -> None:
    with pytest.raises(BadChanges):
        apply("😀", [1, [1]])


# ------------------------------------------------------------------------------------------------------------------ windows


def test_a_window_that_is_behind_gets_what_it_missed(file: Path) -> None:
    shared = SharedText(file)
    typed(shared, "1", "10")
    assert not shared.push(0, [Update("other", between(TEXT, TEXT + "e: 5\n"))])
    missed = shared.since(0)
    assert missed is not None and [u.by for u in missed] == ["w"]
    assert apply(TEXT, missed[0].changes) == shared.text
    assert shared.since(7) is None and shared.since(-3) is None


def test_a_text_is_saved_as_it_was_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\n# kept\r\nb: 2\r\n")
    shared = SharedText(path)
    assert shared.text == "a: 1\n# kept\nb: 2\n"
    typed(shared, "b: 2", "b: 3")
    assert shared.save()
    assert path.read_bytes() == b"\xef\xbb\xbfa: 1\r\n# kept\r\nb: 3\r\n"


# --------------------------------------------------------------------------------------------------------------------- disk


def test_changes_of_another_program_are_taken(file: Path) -> None:
    shared = SharedText(file)
    file.write_text(TEXT.replace("4", "44"), "utf-8")
    assert shared.look()
    assert shared.text == TEXT.replace("4", "44") and shared.version == 1 and not shared.unsaved


def test_changes_of_other_lines_are_merged(file: Path) -> None:
    shared = SharedText(file)
    typed(shared, "a: 1", "a: 10")
    file.write_text(TEXT.replace("d: 4", "d: 40"), "utf-8")
    assert shared.save()
    assert shared.text == file.read_text("utf-8") == "a: 10\nb: 2\nc: 3\nd: 40\n"


def test_changes_of_the_same_line_wait_for_a_choice(file: Path) -> None:
    shared = SharedText(file)
    typed(shared, "a: 1", "a: 10")
    theirs = TEXT.replace("a: 1", "a: 99")
    file.write_text(theirs, "utf-8")
    assert not shared.save()
    assert shared.theirs == theirs and file.read_text("utf-8") == theirs  # never overwritten
    assert shared.text.startswith("a: 10\n")
    typed(shared, "b: 2", "b: 20")  # typing goes on, saving waits
    assert not shared.save() and file.read_text("utf-8") == theirs
    shared.choose(shared.text)
    assert shared.save() and file.read_text("utf-8") == "a: 10\nb: 20\nc: 3\nd: 4\n"


def test_a_file_that_vanished_comes_back_with_the_next_change(file: Path) -> None:
    shared = SharedText(file)
    file.unlink()
    assert not shared.look()
    typed(shared, "a: 1", "a: 7")
    assert shared.save() and file.read_text("utf-8").startswith("a: 7\n")


# ------------------------------------------------------------------------------------------------------------------ journal


def test_what_was_typed_survives_the_process(file: Path) -> None:
    typed(SharedText(file), "a: 1", "a: 8")
    again = SharedText(file)
    assert again.text.startswith("a: 8\n") and again.recovered
    assert file.read_text("utf-8") == TEXT


def test_a_journal_and_another_program_are_merged(file: Path) -> None:
    typed(SharedText(file), "a: 1", "a: 8")
    file.write_text(TEXT.replace("d: 4", "d: 5"), "utf-8")
    assert SharedText(file).text == "a: 8\nb: 2\nc: 3\nd: 5\n"


def test_a_journal_and_another_program_that_disagree_wait_for_a_choice(file: Path) -> None:
    typed(SharedText(file), "a: 1", "a: 8")
    file.write_text(TEXT.replace("a: 1", "a: 9"), "utf-8")
    again = SharedText(file)
    assert again.theirs is not None and again.theirs.startswith("a: 9") and again.text.startswith("a: 8")


def test_a_torn_line_of_a_journal_was_never_accepted(file: Path) -> None:
    shared = SharedText(file)
    typed(shared, "a: 1", "a: 8")
    with open(shared.journal.path, "a") as journal:
        journal.write("[4, [1, ")
    assert SharedText(file).text.startswith("a: 8\n")


def test_a_closed_text_leaves_no_journal(file: Path) -> None:
    shared = SharedText(file)
    typed(shared, "a: 1", "a: 8")
    shared.close()
    assert os.listdir(file.parent) == ["m.yaml"] and file.read_text("utf-8").startswith("a: 8")


def type_lines(path: Path, mouth: int) -> None:
    """Type without an end, and say which lines were accepted."""
    shared = SharedText(path)
    k = int(shared.text.split()[-1]) if shared.text.strip() else 0
    while True:
        k += 1
        size = len(shared.text)
        shared.push(shared.version, [Update("w", [*([size] if size else []), [0, f"line {k}", ""]])])
        os.write(mouth, f"{k}\n".encode())
        if k % 3 == 0:
            shared.save()


def killed(path: Path, moments: random.Random) -> int:
    """Kill a process that types, at a random moment; the last line that it had accepted."""
    ear, mouth = os.pipe()
    typist = forked(lambda: type_lines(path, mouth))
    os.close(mouth)
    with os.fdopen(ear) as said:
        lines = [said.readline() for _ in range(moments.randint(1, 40))]
        os.kill(typist, signal.SIGKILL)
        lines += said.read().splitlines(keepends=True)
    assert ended(typist) == -signal.SIGKILL
    return int([line for line in lines if line.endswith("\n")][-1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("kills", [4, 200])
def test_a_killed_studio_loses_nothing_that_it_accepted(tmp_path: Path, kills: int) -> None:
    path, moments = tmp_path / "m.yaml", random.Random(kills)
    path.write_text("", "utf-8")
    for _ in range(kills):
        accepted = killed(path, moments)
        shared = SharedText(path)
        lines = shared.text.splitlines()
        assert len(lines) >= accepted  # one more may have been accepted and not yet said
        assert lines == [f"line {k + 1}" for k in range(len(lines))]
        shared.close()
        assert path.read_text("utf-8").splitlines() == lines
    assert os.listdir(tmp_path) == ["m.yaml"]
