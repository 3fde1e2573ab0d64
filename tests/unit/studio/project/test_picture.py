"""A text and its picture: problems at their lines, joints that move numbers, a process that may be ended."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela.base.errors import BielaError
from biela.library import get
from biela.studio.model import MoveRefused
from biela.studio.project.changes import edited
from biela.studio.project.edit import set_value
from biela.studio.project.picture import Pictures
from biela.studio.project.worker import TooSlow, Worker

TEXT = get("four-bar").machine_file()


@pytest.fixture(scope="module")
def pictures() -> Iterator[Pictures]:
    yield Pictures()


def test_a_text_becomes_a_picture_with_an_outline(pictures: Pictures) -> None:
    seen = pictures.look("m.yaml", TEXT)
    lines = TEXT.split("\n")
    assert seen["problems"] == [] and pictures.check("m.yaml", TEXT)["mobility"] == 1
    first, last = seen["outline"]["joints.C"]
    assert lines[first - 1].strip() == "C:" and lines[last - 1].strip().startswith("child_point")
    assert seen["values"]["joints.C.parent_point"] == "[coupler_length, 0, 0]"
    assert {b["name"] for b in seen["show"]["scene"]["bodies"]} == {"crank", "coupler", "rocker"}


def test_texts_on_the_way_leave_nothing_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIELA_CACHE_DIR", str(tmp_path))
    pictures = Pictures()
    pictures.look("m.yaml", TEXT)
    kept = set(tmp_path.iterdir())
    shown = pictures.look("m.yaml", TEXT.replace("base: 1 m", "base: 1.0625 m"))["show"]
    pictures.check("m.yaml", TEXT.replace("base: 1 m", "base: 1.0625 m"))
    assert kept and set(tmp_path.iterdir()) == kept
    assert shown["now"]["forces"] is None and shown["now"]["values"]["A.angle"] == pytest.approx(math.radians(60))
    again = pictures.look("m.yaml", TEXT)["show"]
    assert again["now"] == Pictures().look("m.yaml", TEXT)["show"]["now"]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("parent: crank", "parent: crnk", "B:", "Did you mean 'crank'"),
        ("base: 1 m", "base: 1 kg", "D:", "length"),
        ("base: 1 m", "base: 9 m", "  coordinates:", "start"),
        ("base: 1 m", "base: [1", "density:", "YAML"),
    ],
)
def test_a_problem_has_its_line(pictures: Pictures, old: str, new: str, line: str, words: str) -> None:
    text = TEXT.replace(old, new)
    found = pictures.look("m.yaml", text)["problems"]
    assert any(words in p["message"] and line in "\n".join(text.split("\n")[p["line"] - 1 : p["line"] + 1]) for p in found)


@pytest.mark.parametrize(
    ("joint", "along", "parameter"), [("B", 0.07, "crank_length"), ("C", -0.05, "coupler_length"), ("D", 0.1, "base")]
)
def test_a_joint_that_is_drawn_changes_the_parameter_behind_it(
    pictures: Pictures, joint: str, along: float, parameter: str
) -> None:
    seen = pictures.look("m.yaml", TEXT)
    at = {h["joint"]: np.array(h["at"]) for h in seen["handles"]}
    begin = {"B": np.zeros(3), "C": at["B"], "D": np.zeros(3)}[joint]
    way = (at[joint] - begin) / np.linalg.norm(at[joint] - begin)
    after = edited(TEXT, pictures.place("m.yaml", TEXT, joint, at[joint] + along * way))
    old, new = (pictures.look("m.yaml", text)["values"] for text in (TEXT, after))
    assert old == new  # expressions stay
    length = float(after.split(f"{parameter}: ")[1].split(" m")[0])
    before = float(TEXT.split(f"{parameter}: ")[1].split(" m")[0])
    assert length == pytest.approx(before + along, abs=1e-5)


def test_a_joint_placed_by_numbers_keeps_their_unit_and_its_zeros(pictures: Pictures) -> None:
    text = TEXT.replace("parent_point: [base, 0, 0]", "parent_point: [1000 mm, 0, 0]")
    after = edited(text, pictures.place("n.yaml", text, "D", [1.05, 0.2, 0]))
    assert "parent_point: [1050 mm, 0, 0]" in after


def test_a_joint_without_numbers_says_so(pictures: Pictures) -> None:
    with pytest.raises(BielaError, match="change it in the text"):
        pictures.place("m.yaml", TEXT, "A", [0.1, 0, 0])


def test_a_hand_moves_the_machine_with_its_loop_closed(pictures: Pictures) -> None:
    moved = pictures.hand("m.yaml", TEXT, "move", values={"A.angle": 1.2})
    assert moved["values"]["A.angle"] == pytest.approx(1.2) and moved["closure"] < 1e-9
    with pytest.raises(MoveRefused):
        pictures.hand("m.yaml", TEXT, "fly")


def test_a_worker_that_is_given_up_begins_anew() -> None:
    async def work() -> tuple[str, Any]:
        worker = Worker([])
        try:
            with pytest.raises(TooSlow, match="given up"):
                await worker.ask("look", 0.05, file="m.yaml", text=TEXT)
            with pytest.raises(BielaError, match="change it in the text"):
                await worker.ask("place", file="m.yaml", text=TEXT, joint="A", target=[0.1, 0, 0])
            return "", await worker.ask("check", file="m.yaml", text=TEXT)
        finally:
            await worker.end()

    assert asyncio.run(work())[1]["mobility"] == 1


def chain(links: int) -> str:
    """A machine file with this many links."""
    bodies = "".join(f"  b{k}: {{mass: 1 kg, com: [0.5, 0, 0], inertia: [1, 1, 1]}}\n" for k in range(links))
    joints = "".join(f"  j{k}: {{type: revolute, parent: {f'b{k - 1}' if k else 'ground'}, child: b{k}}}\n" for k in range(links))
    return f"biela: 1\nname: chain\nbodies:\n{bodies}joints:\n{joints}"


@pytest.mark.parametrize(
    ("links", "said"),
    [
        (20_000, "this file has about 360008 values; the studio draws machine files of up to 30000"),
        (800, "this machine has 800 bodies and 800 joint coordinates; the studio draws up to 1500 of them together"),
    ],
)
def test_giants_do_not_occupy_the_process(links: int, said: str) -> None:
    """They are refused before anything is derived, and before most is read; twenty thousand bodies took a minute."""
    text, pictures = chain(links), Pictures()
    began = time.process_time()
    found = pictures.look("giant.yaml", text)
    assert said in found["problems"][0]["message"] and "show" not in found
    assert time.process_time() - began < 10
    if links > 800:
        for act in (pictures.check, pictures.module, pictures.code):
            with pytest.raises(BielaError, match="the studio draws"):
                act("giant.yaml", text)
        with pytest.raises(BielaError, match="the studio draws"):
            set_value(text, ["bodies", "b1", "mass"], "2 kg")
