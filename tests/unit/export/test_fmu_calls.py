"""FMI 3 by hand: all pairs of calls, steps that the importer ends early, derivatives of outputs, written states."""

from __future__ import annotations

import ctypes
import zipfile
from collections.abc import Callable
from ctypes import byref, c_bool, c_double, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela import library
from biela.app.export import export

fmpy = pytest.importorskip("fmpy")
pytest.importorskip("ziglang")

OK, DISCARD, ERROR = 0, 2, 3
SECONDS = 1.0
TYPES = ("Float32", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Boolean", "String")
UPDATE = ctypes.CFUNCTYPE(
    None, c_void_p, c_double, c_bool, c_bool, c_bool, c_bool, ctypes.POINTER(c_bool), ctypes.POINTER(c_double)
)


@pytest.fixture(scope="module")
def four_bar(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fmu") / "four_bar.fmu"
    return export("four-bar", path, fmi=3, duration=SECONDS, method="dormand-prince").path


class Three:
    """The library of an FMU of FMI 3, called through ctypes."""

    def __init__(self, path: Path, folder: Path):
        with zipfile.ZipFile(path) as archive:
            name = next(n for n in archive.namelist() if n.startswith("binaries/x86_64-linux/"))
            archive.extract(name, folder)
        self.library = ctypes.CDLL(str(folder / name))
        self.description = fmpy.read_model_description(str(path))
        self.token = self.description.guid.encode()
        for kind in ("ModelExchange", "CoSimulation"):
            getattr(self.library, f"fmi3Instantiate{kind}").restype = c_void_p

    def exchange(self) -> c_void_p:
        new = self.library.fmi3InstantiateModelExchange
        return c_void_p(new(b"it", self.token, b"", c_bool(False), c_bool(False), None, None))

    def simulation(self, update: Any = None, early: bool = False) -> c_void_p:
        new, no = self.library.fmi3InstantiateCoSimulation, c_bool(False)
        made = new(b"it", self.token, b"", no, no, no, c_bool(early), None, c_size_t(0), None, None, update)
        assert made
        return c_void_p(made)

    def begin(self, it: c_void_p) -> None:
        no, zero = c_bool(False), c_double(0.0)
        assert self.library.fmi3EnterInitializationMode(it, no, zero, zero, no, zero) == OK
        assert self.library.fmi3ExitInitializationMode(it) == OK

    def step(self, it: c_void_p, t: float, h: float) -> tuple[int, bool, float]:
        """Status, whether the step ended early, and where it ended."""
        events, ends, early, last = c_bool(), c_bool(), c_bool(), c_double()
        places = (byref(events), byref(ends), byref(early), byref(last))
        status = self.library.fmi3DoStep(it, c_double(t), c_double(h), c_bool(True), *places)
        return status, early.value, last.value

    def get(self, it: c_void_p, name: str) -> float:
        value, one = c_double(), (c_uint32 * 1)(self.reference(name))
        assert self.library.fmi3GetFloat64(it, one, c_size_t(1), byref(value), c_size_t(1)) == OK
        return value.value

    def reference(self, name: str) -> int:
        return int(next(v.valueReference for v in self.description.modelVariables if v.name == name))


def calls(n_x: int) -> dict[str, tuple[Any, ...]]:
    """Every function of FMI 3 that takes an instance, with arguments that would do."""
    z, no, t, one, kept = c_size_t, c_bool(False), c_double(0.0), (c_uint32 * 1)(1), c_void_p()
    some, flags, x = (c_double * 4)(), [byref(c_bool()) for _ in range(5)], (c_double * n_x)()
    out: dict[str, tuple[Any, ...]] = {f"fmi3{verb}{kind}": (one, z(0), some, z(0)) for verb in ("Get", "Set") for kind in TYPES}
    clock = {
        "GetIntervalDecimal": 2, "GetIntervalFraction": 3, "GetShiftDecimal": 1, "GetShiftFraction": 2, "SetIntervalDecimal": 1,
        "SetIntervalFraction": 2, "SetShiftDecimal": 1, "SetShiftFraction": 2, "GetClock": 1, "SetClock": 1,
    }  # fmt: skip
    out |= {f"fmi3{name}": (one, z(0), *[some] * count) for name, count in clock.items()}
    derivative = (one, z(1), one, z(1), some, z(1), some, z(1))
    return out | {
        "fmi3SetDebugLogging": (no, z(0), None), "fmi3EnterInitializationMode": (no, t, t, no, t), "fmi3ExitInitializationMode": (),
        "fmi3EnterEventMode": (), "fmi3Terminate": (), "fmi3Reset": (), "fmi3GetFloat64": (one, z(1), some, z(1)),
        "fmi3SetFloat64": (one, z(1), some, z(1)), "fmi3GetBinary": (one, z(0), some, some, z(0)),
        "fmi3SetBinary": (one, z(0), some, some, z(0)), "fmi3GetNumberOfVariableDependencies": (c_uint32(1), byref(z())),
        "fmi3GetVariableDependencies": (c_uint32(1), some, one, some, some, z(1)), "fmi3GetFMUState": (byref(kept),),
        "fmi3SetFMUState": (None,), "fmi3FreeFMUState": (byref(kept),), "fmi3SerializedFMUStateSize": (None, byref(z())),
        "fmi3SerializeFMUState": (None, None, z(0)), "fmi3DeserializeFMUState": (None, z(0), byref(kept)),
        "fmi3GetDirectionalDerivative": derivative, "fmi3GetAdjointDerivative": derivative, "fmi3EnterConfigurationMode": (),
        "fmi3ExitConfigurationMode": (), "fmi3EvaluateDiscreteStates": (),
        "fmi3UpdateDiscreteStates": (*flags, byref(c_double())), "fmi3EnterContinuousTimeMode": (),
        "fmi3CompletedIntegratorStep": (no, *flags[:2]), "fmi3SetTime": (t,), "fmi3SetContinuousStates": (x, z(n_x)),
        "fmi3GetContinuousStateDerivatives": (x, z(n_x)), "fmi3GetEventIndicators": (some, z(0)),
        "fmi3GetContinuousStates": (x, z(n_x)), "fmi3GetNominalsOfContinuousStates": (x, z(n_x)),
        "fmi3GetNumberOfEventIndicators": (byref(z()),),
        "fmi3GetNumberOfContinuousStates": (byref(z()),), "fmi3EnterStepMode": (),
        "fmi3GetOutputDerivatives": (one, z(0), one, some, z(0)),
        "fmi3DoStep": (t, c_double(0.01), no, *flags[:3], byref(c_double())), "fmi3ActivateModelPartition": (c_uint32(1), t),
    }  # fmt: skip


def exported(path: Path) -> set[str]:
    """Names of FMI functions that the library of an FMU gives."""
    with zipfile.ZipFile(path) as archive:
        image = archive.read(next(n for n in archive.namelist() if n.startswith("binaries/")))
    words = image.replace(b"\0", b" ").split()
    return {w.decode() for w in words if w.startswith(b"fmi3") and w.isalnum()}


def test_every_pair_of_calls_is_answered(four_bar: Path, tmp_path: Path) -> None:
    it = Three(four_bar, tmp_path)
    every = calls(len(it.description.derivatives))
    assert exported(four_bar) - {n for n in exported(four_bar) if "Instantiate" in n} == {
        *every, "fmi3GetVersion", "fmi3FreeInstance",
    }  # fmt: skip
    for new in (it.simulation, it.exchange):
        answers = set()
        for first, second in product(every, every):
            instance = new()
            for name in (first, second):
                answer = getattr(it.library, name)(instance, *every[name])
                assert answer in (OK, DISCARD, ERROR), (first, second)
                answers.add((name, answer))
            it.library.fmi3FreeInstance(instance)
        for name in every:
            assert getattr(it.library, name)(None, *every[name]) == ERROR, name
        assert ("fmi3DoStep", ERROR) in answers and ("fmi3DoStep", OK) not in answers  # never right after a start
        assert ("fmi3EnterInitializationMode", OK) in answers


def follow(it: Three, early: bool, wish: Callable[[float], float | None]) -> tuple[list[float], list[float], Any, Any]:
    """One step over the whole run: times of the updates, a signal there, how it ended, the instance."""
    times: list[float] = []
    values: list[float] = []
    signal = library.get("four-bar").signals[0]

    def update(_: Any, t: float, sets: bool, gets: bool, done: bool, may: bool, wants: Any, when: Any) -> None:
        assert gets and done and not sets
        times.append(t)
        values.append(it.get(instance, signal))
        it.library.fmi3FreeInstance(instance)  # is refused inside a step
        if (end := wish(t)) is not None:
            wants[0], when[0] = True, end

    held = UPDATE(update)
    instance = it.simulation(held, early)
    it.begin(instance)
    return times, values, it.step(instance, 0.0, SECONDS), (instance, held)


def test_the_importer_follows_the_steps_inside_and_ends_them_early(four_bar: Path, tmp_path: Path) -> None:
    it = Three(four_bar, tmp_path)
    case = library.get("four-bar")
    signal = case.signals[0]
    times, values, (status, early, last), _ = follow(it, False, lambda t: 0.1)
    assert (status, early, last) == (OK, False, SECONDS)  # early returns were not allowed
    assert len(times) > 5 and times == sorted(set(times)) and times[-1] == SECONDS
    own = case.simulate(SECONDS, method="dormand-prince", rtol=1e-11, atol=1e-12)
    expected = np.interp(times[-1], own.t, own[signal])
    assert abs(values[-1] - expected) < 1e-6 * max(1.0, np.abs(own[signal]).max())
    # a step that is ended early is a part of the same run
    times, values, (status, early, last), (instance, _) = follow(it, True, lambda t: 0.4 if t >= 0.1 else None)
    assert (status, early, last) == (OK, True, 0.4)
    assert times[-1] == 0.4
    plain = it.simulation()
    it.begin(plain)
    assert it.step(plain, 0.0, 0.4)[0] == OK
    assert it.get(plain, signal) == pytest.approx(it.get(instance, signal), abs=1e-12)
    # one that is to end in the past ends at once
    _, _, (status, early, last), (instance, _) = follow(it, True, lambda t: -1.0)
    assert (status, early) == (OK, True) and 0.0 < last < SECONDS
    assert it.step(instance, last, SECONDS - last)[0] == OK


def test_outputs_have_their_derivatives(four_bar: Path, tmp_path: Path) -> None:
    it = Three(four_bar, tmp_path)
    signal, h = library.get("four-bar").signals[0], 1e-4
    instance = it.simulation()
    it.begin(instance)
    assert it.step(instance, 0.0, 0.3)[0] == OK
    slope, one, first = c_double(), (c_uint32 * 1)(it.reference(signal)), (c_int32 * 1)(1)
    given = (one, c_size_t(1), first, byref(slope), c_size_t(1))
    before = it.get(instance, signal)
    assert it.library.fmi3GetOutputDerivatives(instance, *given) == OK
    assert it.step(instance, 0.3, h)[0] == OK
    middle = slope.value
    assert it.library.fmi3GetOutputDerivatives(instance, *given) == OK
    rise = (it.get(instance, signal) - before) / h
    assert rise == pytest.approx(0.5 * (middle + slope.value), rel=1e-6)
    first[0] = 2
    assert it.library.fmi3GetOutputDerivatives(instance, *given) == ERROR


def test_a_damaged_state_is_refused(four_bar: Path, tmp_path: Path) -> None:
    it = Three(four_bar, tmp_path)
    instance, state, again, size = it.simulation(), c_void_p(), c_void_p(), c_uint64()
    it.begin(instance)
    assert it.library.fmi3GetFMUState(instance, byref(state)) == OK
    assert it.library.fmi3SerializedFMUStateSize(instance, state, byref(size)) == OK
    image = (ctypes.c_uint8 * size.value)()
    assert it.library.fmi3SerializeFMUState(instance, state, image, size) == OK
    assert it.library.fmi3DeserializeFMUState(instance, image, size, byref(again)) == OK
    assert it.library.fmi3SetFMUState(instance, again) == OK
    image[size.value // 2] ^= 1
    assert it.library.fmi3DeserializeFMUState(instance, image, size, byref(again)) == ERROR
