"""A machine that has been used cannot change; its copies share nothing with it; all of them can be written to a file."""

from __future__ import annotations

import copy
import gc
import pickle
import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from biela.base.errors import FrozenMechanism, NotConnected, UnknownName
from biela.base.session import derived
from biela.mechanism.mechanism import Mechanism
from biela.state.functions import functions_of
from closed_forms import four_bar


def machine() -> Mechanism:
    """A pendulum with a free length, a spring between drawn points and a wrench."""
    m = Mechanism("machine", gravity=(0, -9.81, 0))
    length = m.parameter("length", 1.5, "m")
    bob = m.body("bob", mass=2.0, com=(0.1, 0, 0), inertia=(0.1, 0.2, 0.2))
    m.revolute("pivot", m.ground, bob, child_point=(0, length, 0))
    m.spring("spring", m.ground.point("hook", (1, 0, 0)), bob.point("eye", (0.2, 0, 0)), 30.0, free_length=0.5)
    m.wrench("push", bob.frames["eye"], force=(1.0, 0, 0))
    m.point_sensor("tip", bob.frames["eye"])
    return m


CHANGES: dict[str, Callable[[Mechanism], Any]] = {
    "a method": lambda m: m.body("other"),
    "a removal": lambda m: m.remove("spring"),
    "an attribute": lambda m: setattr(m, "gravity", (0, 0, 0)),
    "its gravity": lambda m: m.set_gravity((0, 0, 0)),
    "its name": lambda m: setattr(m, "name", "other"),
    "a new attribute": lambda m: setattr(m, "mass", 3.0),
    "a dictionary": lambda m: m.loads.clear(),
    "an entry": lambda m: m.joints.__setitem__("pivot", None),
    "a deletion": lambda m: m.sensors.__delitem__("tip"),
    "an update": lambda m: m.parameters.update({}),
    "a frame on a body": lambda m: m.bodies["bob"].frame("late"),
    "a point on the ground": lambda m: m.ground.point("late", (0, 0, 0)),
    "the frames of a body": lambda m: m.bodies["bob"].frames.pop("eye"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_used_machine_refuses(what: str) -> None:
    m = machine()
    m.topology  # noqa: B018
    with pytest.raises(FrozenMechanism, match=r"already in use and cannot change: take a copy with m\.edit\(\)"):
        CHANGES[what](m)


def test_a_failed_first_use_leaves_the_machine_open() -> None:
    """What is missing can be added."""
    m = Mechanism("machine")
    m.body("bob", mass=1.0, inertia=(1, 1, 1))
    with pytest.raises(NotConnected):
        m.check()
    m.free("flight", m.ground, "bob")
    assert m.check().ok


def test_a_copy_shares_nothing() -> None:
    """Bodies, frames and what refers to them are the copy's own; changing it leaves the first machine as it was."""
    m = machine()
    twin = m.edit()
    own = set(map(id, twin.bodies.values()))
    things = [*twin.joints.values(), *twin.loads.values(), *twin.sensors.values()]
    frames = [getattr(x, k) for x in things for k in ("parent", "child", "a", "b", "frame") if hasattr(x, k)]
    assert len(frames) == 6
    assert all(id(frame.body) in own for frame in frames)
    assert all(frame.body is body for body in twin.bodies.values() for frame in body.frames.values())
    assert twin.loads["spring"].a is twin.ground.frames["hook"]  # type: ignore[union-attr]
    assert not own & set(map(id, m.bodies.values()))

    before = m.assemble({"pivot": 0.3})
    twin.bodies["bob"].frame("late")
    twin.remove("spring")
    twin.set_gravity((0, 0, 0))
    assert "late" not in m.bodies["bob"].frames
    assert "spring" in m.loads
    assert m.assemble({"pivot": 0.3})["pivot.acceleration"] == before["pivot.acceleration"]


def test_a_copy_moves_as_the_machine() -> None:
    m = machine()
    q = {"pivot": 0.4}
    assert m.edit().assemble(q)["pivot.acceleration"] == pytest.approx(m.assemble(q)["pivot.acceleration"], rel=1e-14)


def test_a_joint_frame_with_the_name_of_a_drawn_frame_stays_itself() -> None:
    """Body frame `A` lies elsewhere than joint `A`: the copy must not mix them up."""
    m = Mechanism("machine")
    link = m.body("link", mass=1.0, com=(1, 0, 0), inertia=(1, 1, 1))
    link.frame("A", (5, 0, 0))
    m.revolute("A", m.ground, link, child_point=(0.25, 0, 0))
    assert m.edit().joints["A"].child.position == m.joints["A"].child.position


def test_objects_of_the_first_machine_stand_for_those_of_the_copy() -> None:
    m = machine()
    bob, eye = m.bodies["bob"], m.bodies["bob"].frames["eye"]
    twin = m.edit().edit()
    tie = twin.spring("tie", twin.ground, eye, 1.0, free_length=0.1)
    assert tie.b is twin.bodies["bob"].frames["eye"]
    assert twin.gyroscope("gyro", bob).frame.body is twin.bodies["bob"]
    twin.motor("motor", m.joints["pivot"])
    stranger = four_bar()
    with pytest.raises(UnknownName, match="sensor 'late': body 'crank' belongs to another mechanism"):
        twin.gyroscope("late", stranger.bodies["crank"])
    other = machine()
    with pytest.raises(UnknownName, match="motor 'late': joint 'pivot' belongs to another mechanism"):
        twin.motor("late", other.joints["pivot"])


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["deepcopy", "pickle"])
def test_machines_states_and_histories_are_copied_and_written(duplicate: Callable[[Any], Any]) -> None:
    m = four_bar()
    m.parameter("k", 2.0)
    open_copy = duplicate(m)
    open_copy.body("late")
    start = m.assemble({"A": 1.0}, guess={"D": 1.5}, rates={"A": 2.0})
    run = m.simulate(start, 0.1, output_step=0.05)

    twin = duplicate(m)
    assert twin is not m
    with pytest.raises(FrozenMechanism):
        twin.body("late")
    assert twin.joints["C"].child.body is twin.bodies["rocker"]
    assert twin.assemble({"A": 1.0}, guess={"D": 1.5})["C.angle"] == start["C.angle"]

    state = duplicate(start)
    assert state.mechanism is not m
    np.testing.assert_array_equal(state.x, start.x)
    assert state["B.rate"] == start["B.rate"]

    history = duplicate(run)
    np.testing.assert_array_equal(history["C.angle"], run["C.angle"])
    assert history.functions.mechanism is history.mechanism
    onward = history.mechanism.simulate(history.final, 0.05)
    np.testing.assert_array_equal(onward.final.x, m.simulate(run.final, 0.05).final.x)
    assert history.accuracy.error is not None or "pickled before its error was estimated" in history.accuracy.text
    error = run.accuracy.error
    assert error is not None and duplicate(run).accuracy.error == error
    batch = duplicate(m.simulate_batch([start, start], 0.1))
    assert list(batch.status) == ["done", "done"]


def test_frames_alone_are_copied_with_their_bodies() -> None:
    m = machine()
    m.topology  # noqa: B018
    frames = pickle.loads(pickle.dumps(m.bodies["bob"].frames))
    assert frames["eye"].body.frames is frames or frames["eye"].body.frames["eye"] is frames["eye"]


def test_a_machine_that_was_used_is_freed_with_all_that_was_derived_from_it() -> None:
    m = machine()
    m.simulate(duration=0.01)
    description = set(vars(m))
    watch = weakref.ref(m)
    assert description == set(vars(machine()))
    del m
    gc.collect()
    assert watch() is None


def test_threads_that_ask_together_get_the_same_result() -> None:
    m, calls = machine(), []

    @derived
    def slow(mechanism: Mechanism) -> object:
        calls.append(mechanism)
        time.sleep(0.02)
        return object()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: slow(m), range(8)))
        functions = list(pool.map(lambda k: functions_of(m, {"push": lambda t: t} if k % 2 else None), range(8)))
    assert len(set(map(id, found))) == len(calls) == 1
    assert len(set(map(id, functions))) == 2
