"""Every public call with arguments of every bad kind: it works, or ends in a named error with words; never in a raw one."""

from __future__ import annotations

import inspect
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from calls import BAD, Call, Pantry, calls, pantry
from limits import limited

import biela
from biela.checked import checked, kind_of
from biela.errors import BielaError, DescriptionError, LoopNotClosed

SECONDS = 10.0
"""CPU time of one call."""


def raw(call: Call, good: dict[str, Any], parameter: str, kind: str) -> str:
    """What is wrong with the answer to a bad argument; nothing if it is an error with words, or if the call works."""
    try:
        with limited(SECONDS):
            call.with_bad(good, parameter, BAD[kind])
    except BielaError as error:
        return "" if len(str(error)) > 15 else f"{error!r} says nothing"
    except OSError as error:  # files that cannot be written say so
        return "" if "was not written" in str(error) else repr(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def attack(some: list[Call], folder: Path, every: int) -> tuple[int, list[str]]:
    """Number of bad calls, and what was raw; of all combinations each `every`-th is tried."""
    count, tried, found = 0, 0, []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for call in some:
            chosen = []
            for parameter in call.signature.parameters:
                for kind in BAD:
                    count += 1
                    if count % every == 0:
                        chosen.append((parameter, kind))
            good = call.good(pantry(), folder) if chosen else {}
            for parameter, kind in chosen:
                tried += 1
                if answer := raw(call, good, parameter, kind):
                    found.append(f"{call.name}({parameter}=<{kind}>): {answer}")
    return tried, found


CHEAP = (
    "biela.box", "biela.rod", "mechanism", "network", "lie", "Body", "Network.add", "vehicle.Axle", "State", "biela.assemble",
    "biela.read",
)  # fmt: skip


def test_a_sample_of_bad_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    some = [call for call in calls() if call.name.startswith(CHEAP)]
    tried, found = attack(some, tmp_path, every=23)
    assert tried > 400
    assert not found, "\n".join(found)


@pytest.mark.slow(25)
@pytest.mark.parametrize("fifth", range(5))
def test_all_bad_calls(fifth: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried, found = attack(list(calls())[fifth::5], tmp_path, every=1)
    assert tried > 10_000
    assert not found, f"{len(found)} of {tried} are raw:\n" + "\n".join(found[:100])


# ---------------------------------------------------------------------------------------------- silently wrong until now


def test_a_tolerance_that_is_not_a_number_is_refused() -> None:
    machine = biela.library.get("four-bar").build()
    for wrong in (float("nan"), -1.0, 0.0, "small", b"1"):
        with pytest.raises(DescriptionError, match="assemble: tolerance is .*: give a finite number above zero"):
            machine.assemble({"A": 1.0}, tolerance=wrong)  # type: ignore[arg-type]
    with pytest.raises(LoopNotClosed):
        biela.assemble(machine, {"A": 1.0, "B": 3.0})


def test_complex_and_byte_values_are_refused_not_converted() -> None:
    machine = Pantry.machine()
    for wrong in (1j, np.complex128(0.3 + 1j), b"1", [1j], np.array(["0.3"])):
        with pytest.raises(DescriptionError, match="coordinates of 'A' is .*: give real numbers"):
            machine.assemble({"A": wrong})
    for wrong in (b"1.0", bytearray(b"1"), np.complex128(1 + 1j)):
        with pytest.raises(DescriptionError, match="mass of body 'b' is .*: give a number"):
            biela.Mechanism("m").body("b", mass=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["step", "max_step"])
def test_steps_that_are_too_short_are_refused_with_their_number(name: str) -> None:
    options: dict[str, Any] = {name: 1e-12, "method": "rk4" if name == "step" else "dormand-prince"}
    with pytest.raises(DescriptionError, match=rf"{name} is 1e-12 s: a run of 10 s would have 1e\+13 steps, more than"):
        pantry().m.simulate(None, 10.0, **options)
    with pytest.raises(BielaError, match=r"1e\+13 outputs.*increase output_step"):
        pantry().m.simulate(None, 10.0, output_step=1e-12)


def test_functions_of_users_that_fail_are_named() -> None:
    with pytest.raises(DescriptionError, match="your function progress fails: ZeroDivisionError"):
        biela.sweep(pantry().case, {"simulation.rtol": [1e-6]}, "max(A.angle)", progress=lambda p: 1 / 0)  # type: ignore[arg-type]


def test_a_time_far_ahead_is_refused_and_leaves_the_filter_where_it_was() -> None:
    filter = Pantry().filter  # one of its own: the walk over all calls moves the shared one
    before = filter.step(0.1, {"angle": 0.3})
    with pytest.raises(
        DescriptionError, match=r"time 1e\+30 s of the readings is 1e\+30 s after the last: give it in seconds"
    ):
        filter.step(1e30, {"angle": 0.2})
    assert filter.t == 0.1 and np.array_equal(filter.estimate().mean, before.mean)


# ------------------------------------------------------------------------------------------------------ the checks themselves


@pytest.mark.parametrize(
    ("annotation", "good", "bad"),
    [
        (float, [1, 0.5, np.float32(1), np.array(2.0)], [np.nan, np.inf, "1", b"1", 1j, True, None, 1e200, np.zeros(1)]),
        (int, [1, np.int64(2)], [1.0, True, "1", 2**64]),
        (bool, [True, np.bool_(False)], [1, "yes", None]),
        (float | None, [None, 1.0], ["", np.nan]),
        (list[str], [["a"], ("a", "b"), {"a": 1}], ["a", [1], None, iter("a"), np.zeros(0)]),
        (dict[str, float], [{}, {"a": 1.0}], [{"a": "x"}, {1: 1.0}, [], None]),
        (tuple[float, float], [(1, 2), [1.0, 2.0]], [(1,), (1, np.nan), 1.0]),
        (list[float], [[1.0], (1, 2), np.ones(2)], [{1.0: 2}, {1.0, 2.0}, np.zeros(0), "1"]),
        (slice, [slice(None), slice(0, 3)], [slice("a"), slice(0, 3, 0), slice(0.5), 3, None]),
        (type[np.float64 | np.float32], [np.float32], [dict, float, np.float64(1), "float32"]),
        (str | Path, ["a", Path("a")], [1, b"a", "a\0b", "", "\ud800"]),
    ],
)  # fmt: skip
def test_what_annotations_ask_for(annotation: Any, good: list[Any], bad: list[Any]) -> None:
    kind = kind_of(annotation)
    assert kind is not None
    assert [x for x in good if not kind.fits(x)] == []
    assert [x for x in bad if kind.fits(x)] == []


def test_a_checked_function_keeps_its_signature_and_names_the_culprit() -> None:
    @checked(positive=("b",))
    def area(a: float, b: float = 2.0, *, unit: str = "m") -> float:
        """Product."""
        return a * b

    assert (
        area(3.0) == 6.0
        and area.__doc__ == "Product."
        and list(inspect.signature(area).parameters) == ["a", "b", "unit"]
    )
    with pytest.raises(DescriptionError, match=r"^area: b is -1: give a finite number above zero\.$"):
        area(1.0, -1)
    with pytest.raises(TypeError, match=r"area\(\) missing 1 required positional argument: 'a'"):
        area()  # type: ignore[call-arg]
