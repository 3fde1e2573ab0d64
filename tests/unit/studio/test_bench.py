"""A machine moved by hand: loops stay closed, jumps and positions out of reach are refused, nothing moves then."""

from __future__ import annotations

import numpy as np
import pytest

from biela import deg, files, library
from biela.report.curves import unpacked
from biela.simulation.case import Case
from biela.state.closing import ClosureProblem
from biela.studio.model import Bench, MoveRefused


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


def test_out_of_reach_is_refused_and_the_reach_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    # A-B 0.8, B-C 0.5, D-C 0.5, A-D 1: the crank reaches |BD| = 1, cos A = 0.8² / (2 · 0.8) = 0.4
    from biela.files import loads
    from biela.library.machine_file import ready_text

    changes = ["crank_length=0.8", "coupler_length=0.5", "rocker_length=0.5", "start.coordinates.A=20 deg"]
    bench = Bench(loads(ready_text(library.get("four-bar")), "rocker.yaml", changes))
    # another branch would be a jump: to look for one takes most of the time of a refusal
    monkeypatch.setattr(ClosureProblem, "other_starts", lambda *_: pytest.fail("looks for other branches"))
    low, high = bench.reach("A.angle")
    assert high == pytest.approx(np.arccos(0.4), abs=0.03)
    assert high < np.arccos(0.4) + 1e-6
    with pytest.raises(MoveRefused):
        bench.move({"A.angle": 100 * deg})
    assert bench.picture()["closure"] < 1e-12
    assert bench.values()["A.angle"] < np.arccos(0.4) + 1e-9
    assert bench.reset()["values"]["A.angle"] == pytest.approx(20 * deg)


@pytest.mark.parametrize(
    "wanted",
    [{"nothing.angle": 1.0}, {"left_shoulder.angle": float("nan")}, {"left_shoulder.angle": 1e9}, {"left_shoulder.angle": "x"}],
)
def test_nonsense_moves_nothing(five_bar: Bench, wanted: dict[str, float]) -> None:
    before = five_bar.values()
    with pytest.raises(MoveRefused):
        five_bar.move(wanted)
    assert five_bar.values() == before


def test_play_starts_where_the_machine_stands(five_bar: Bench) -> None:
    five_bar.move({"left_shoulder.angle": 130 * deg})
    motion = five_bar.play()
    first = unpacked(motion["table"])[motion["rows"][motion["names"].index("left_shoulder.angle")]][0]
    assert first == pytest.approx(130 * deg, abs=1e-6)
    assert motion["closure"] < 1e-9


def test_ball_joint_turns_about_its_own_axes_and_stays_a_rotation() -> None:
    from biela.lie import so3

    bench = Bench(library.get("heavy-top"))
    assert [s.name for s in bench.sliders] == ["tip.turn_x", "tip.turn_y", "tip.turn_z"]
    body = next(b for b in bench.mechanism.bodies if b != "ground")

    def attitude() -> np.ndarray:
        return np.asarray(so3.from_roll_pitch_yaw([bench.state[f"{body}.{k}"] for k in ("roll", "pitch", "yaw")]), float)

    before = attitude()
    for turn in ((0.4, -0.3, 1.1), (2.9, 2.8, -2.7), (-3.1, 0, 3.1), (0, 0, 0)):
        wanted = dict(zip((s.name for s in bench.sliders), turn, strict=True))
        picture = bench.move(wanted)
        assert picture["values"] == pytest.approx(wanted, abs=1e-9)  # also beyond half a turn
        assert attitude() == pytest.approx(before @ np.asarray(so3.exp(np.array(turn)), float), abs=1e-9)
        assert np.linalg.norm(bench.state.q[:4]) == pytest.approx(1.0, abs=1e-12)


def test_free_body_has_six_sliders() -> None:
    bench = Bench(library.get("spinning-body"))
    wanted = {"flight.turn_x": 0.5, "flight.turn_y": -1.0, "flight.turn_z": 2.0, "flight.x": 0.1, "flight.y": 0.2}
    picture = bench.move(wanted)
    assert {k: picture["values"][k] for k in wanted} == pytest.approx(wanted, abs=1e-9)
    assert picture["values"]["flight.z"] == pytest.approx(bench.start["flight.z"], abs=1e-12)


def test_rod_between_balls_spins_about_itself_while_its_loop_stays_closed() -> None:
    # crank – ball – coupler – ball – rocker: the coupler may spin about the line of its balls, which is no axis of its frame
    import biela

    m = biela.Mechanism("RSSR", gravity=(0, 0, -9.81))
    crank, coupler, rocker = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("crank", "coupler", "rocker"))
    m.revolute("A", m.ground, crank, point=(0, 0, 0), axis=(0, 0, 1))
    m.spherical("B", crank, coupler, point=(0.3, 0, 0))
    m.revolute("D", m.ground, rocker, point=(1, 0.2, 0), axis=(1, 0, 0))
    m.spherical("C", coupler, rocker, point=(1, 0.2, 0.9))

    bench = Bench(Case("RSSR", lambda: m, lambda mechanism: mechanism.assemble({"A": 0.0}), 1.0, signals=("A.angle",)))
    turns = [s.name for s in bench.sliders if s.turn is not None]
    assert len(turns) == 1 and len(bench.sliders) == 2
    before = {k: bench.state[k] for k in ("A.angle", "D.angle", "coupler.roll")}
    for value in (0.3, 1.0, -0.8):
        picture = bench.move({turns[0]: value})
        assert picture["closure"] < 1e-11
        assert picture["values"][turns[0]] == pytest.approx(value, abs=1e-5)
        assert bench.state["A.angle"] == pytest.approx(before["A.angle"], abs=1e-9)
        assert bench.state["D.angle"] == pytest.approx(before["D.angle"], abs=1e-6)  # an idle freedom: nothing else moves
    assert abs(bench.state["coupler.roll"] - before["coupler.roll"]) > 0.1
    assert bench.move({"A.angle": 0.5})["closure"] < 1e-11


def test_a_dragged_point_comes_to_where_the_hand_is() -> None:
    from biela.studio.hand import drag

    bench = Bench(library.get("five-bar"))
    body = bench.scene.moving.index("left_coupler")
    local = [0.05, 0.0, 0.0]

    def place() -> np.ndarray:  # type: ignore[type-arg]
        pose = np.array(bench.picture()["pose"]).reshape(-1, 7)[body]
        w, x, y, z = pose[:4]
        along = np.array([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)])  # first column of R
        return local[0] * along + pose[4:]

    target = place() + np.array([0.01, -0.008, 0.0])
    for _ in range(4):
        answer = drag(bench, "left_coupler", local, target.tolist())
        assert answer["closure"] < 1e-9
    assert place() == pytest.approx(target, abs=1e-6)
    for wrong in (("nothing", local, [0, 0, 0]), ("left_crank", [1, 2], [0, 0, 0]), ("left_crank", local, [float("nan")] * 3)):
        with pytest.raises(MoveRefused):
            drag(bench, *wrong)
    for _ in range(10):  # far outside of the reach it comes as near as it can, or stays: always closed
        try:
            drag(bench, "left_coupler", local, [5.0, 5.0, 0.0])
        except MoveRefused:
            pass
        assert bench.picture()["closure"] < 1e-9


def test_parameters_change_where_the_machine_stands() -> None:
    text = library.get("four-bar").machine_file().replace("crank_length: 0.4 m", "crank_length: {value: 0.4 m, free: true}")
    bench = Bench(files.loads(text))
    (knob,) = bench.page_data()["knobs"]
    assert (knob["name"], knob["unit"], knob["value"], knob["low"], knob["high"]) == ("crank_length", "m", 0.4, 0.0, 0.8)
    crank, angle = ([s["b"] for s in bench.scene.data()["bodies"][0]["shapes"] if s["k"] == "bar"], bench.state["A.angle"])
    answer = bench.set({"crank_length": 0.3})
    assert answer["closure"] < 1e-9 and bench.state["A.angle"] == pytest.approx(angle)
    assert np.hypot(bench.state["coupler.x"], bench.state["coupler.y"]) == pytest.approx(0.3)
    assert [s["b"] for s in answer["scene"]["bodies"][0]["shapes"] if s["k"] == "bar"] != crank  # a shorter crank is drawn
    with pytest.raises(MoveRefused):
        bench.set({"crank_length": 5.0})
    assert np.hypot(bench.state["coupler.x"], bench.state["coupler.y"]) == pytest.approx(0.3)
    for nonsense in ({"crank": 1.0}, {"crank_length": float("nan")}):
        with pytest.raises(MoveRefused):
            bench.set(nonsense)
    bench.move({"A.angle": angle + 0.1})  # the sliders know the new length
    assert np.hypot(bench.state["coupler.x"], bench.state["coupler.y"]) == pytest.approx(0.3)
    assert bench.case.simulate(start=bench.standing(), duration=0.01).p == pytest.approx([0.3])
    bench.reset()
    assert np.hypot(bench.state["coupler.x"], bench.state["coupler.y"]) == pytest.approx(0.4)
