"""A machine moved by hand: loops stay closed, jumps and positions out of reach are refused, nothing moves then."""

from __future__ import annotations

import numpy as np
import pytest

from biela import deg, library
from biela.studio.model import Bench, Unreachable


@pytest.fixture
def five_bar() -> Bench:
    return Bench(library.get("five-bar"))


def test_sliders_are_the_motors(five_bar: Bench) -> None:
    assert [s.name for s in five_bar.sliders] == ["left_shoulder.angle", "right_shoulder.angle"]


def test_moves_keep_the_loop_closed(five_bar: Bench) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        wanted = {
            "left_shoulder.angle": 120 * deg + 0.4 * rng.uniform(-1, 1),
            "right_shoulder.angle": 60 * deg + 0.4 * rng.uniform(-1, 1),
        }
        picture = five_bar.move(wanted)
        assert picture["closure"] < 1e-12
        assert picture["values"] == pytest.approx(wanted, abs=1e-12)
        tip = np.array([five_bar.state["tip.x"], five_bar.state["tip.y"]])
        for side, base in (("left", 0.0), ("right", 0.1)):
            angle = wanted[f"{side}_shoulder.angle"]
            elbow = np.array([base + 0.04 * np.cos(angle), 0.04 * np.sin(angle)])
            assert np.linalg.norm(tip - elbow) == pytest.approx(0.1, abs=1e-11)
        assert tip[1] > 0  # it never jumps to the other assembly


def test_out_of_reach_is_refused_and_the_reach_is_known() -> None:
    # A-B 0.8, B-C 0.5, D-C 0.5, A-D 1: the crank reaches |BD| = 1, cos A = 0.8² / (2 · 0.8) = 0.4
    from biela.files import loads
    from biela.files.ready import ready_text

    changes = ["crank_length=0.8", "coupler_length=0.5", "rocker_length=0.5", "start.coordinates.A=20 deg"]
    bench = Bench(loads(ready_text(library.get("four-bar")), "rocker.yaml", changes))
    low, high = bench.reach("A.angle")
    assert high == pytest.approx(np.arccos(0.4), abs=0.03)
    assert high < np.arccos(0.4) + 1e-6
    with pytest.raises(Unreachable):
        bench.move({"A.angle": 100 * deg})
    assert bench.picture()["closure"] < 1e-12
    assert bench.values()["A.angle"] < np.arccos(0.4) + 1e-9
    assert bench.reset()["values"]["A.angle"] == pytest.approx(20 * deg)


@pytest.mark.parametrize(
    "wanted",
    [
        {"nothing.angle": 1.0},
        {"left_shoulder.angle": float("nan")},
        {"left_shoulder.angle": 1e9},
        {"left_shoulder.angle": "x"},
    ],
)
def test_nonsense_moves_nothing(five_bar: Bench, wanted: dict[str, float]) -> None:
    before = five_bar.values()
    with pytest.raises(Unreachable):
        five_bar.move(wanted)
    assert five_bar.values() == before


def test_play_starts_where_the_machine_stands(five_bar: Bench) -> None:
    import base64

    five_bar.move({"left_shoulder.angle": 130 * deg})
    motion = five_bar.play()
    first = np.frombuffer(base64.b64decode(motion["signals"]["left_shoulder.angle"]["data"]), "<f4")[0]
    assert first == pytest.approx(130 * deg, abs=1e-6)
    assert motion["closure"] < 1e-9
