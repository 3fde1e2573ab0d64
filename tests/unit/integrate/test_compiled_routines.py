"""Compiled routines on disk: never older than the code they are made from."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

from biela.integrate import closure, event, loop
from biela.integrate.access import floats, go
from biela.integrate.method import rk4
from biela.integrate.run_record import at
from biela.kernel import cache, routine_source, routine_to_llvm
from biela.kernel.routine import Pointer, Routine, compiled, fingerprint

FACTOR = 3
TABLE = np.array([1.0, 2.0, 4.0])

SCRIPT = """
import sys
import biela

m = biela.library.four_bar.build()
start = biela.library.four_bar.start(m)
run = m.simulate(start, duration=0.5, method="rk4", step=1e-3)
print(run.x.tobytes().hex()[-1000:], run["coupler.x"][-1], start["B.angle"], run.names, run.unit("machine.energy"))
print(sorted({"scipy", "casadi", "xarray", "pandas"} & set(sys.modules)), file=sys.stderr)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty disk cache."""
    monkeypatch.setenv("BIELA_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("BIELA_CACHE", raising=False)
    return tmp_path


@pytest.fixture
def compilations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the functions that are compiled from now on."""
    names: list[str] = []
    real = routine_to_llvm.routine_text

    def counted(function: FunctionType, checked: bool = False) -> str:
        names.append(function.__name__)
        return real(function, checked)

    monkeypatch.setattr(routine_to_llvm, "routine_text", counted)
    return names


@compiled
def scaled(value: int) -> int:
    return value * FACTOR


@compiled
def scaled_twice(value: int) -> int:
    return scaled(scaled(value))


@compiled
def never(value: int) -> int:
    return scaled_twice(value) if value * 0 else 0


def multiply(run: Pointer) -> None:
    run[0] = scaled(run[1])


def multiply_twice(run: Pointer) -> None:
    run[0] = never(run[1]) + scaled_twice(run[1])


def result(function: object, *given: int) -> int:
    """What a routine made anew of a function leaves in the first place of its table."""
    values = np.array([0, *given], np.int64)
    Routine(function).call(values.ctypes.data)  # type: ignore[arg-type]
    return int(values[0])


def change_text(monkeypatch: pytest.MonkeyPatch, function: object) -> None:
    """Let the file of a function hold another text."""
    real = routine_source.of
    monkeypatch.setattr(routine_source, "of", lambda f: real(f) + ("\n    # changed" if f is function else ""))


# -- fingerprint -----------------------------------------------------------------------------------------------------


def test_fingerprint_repeats() -> None:
    assert fingerprint(event.locate.function) == fingerprint(event.locate.function)
    assert fingerprint(event.locate.function) != fingerprint(event.detect.function)


def test_fingerprint_repeats_in_another_process() -> None:
    code = (
        "from biela.integrate import event; from biela.kernel.routine import fingerprint;print(fingerprint(event.locate.function))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == fingerprint(event.locate.function)


def test_fingerprint_notices_a_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(closure.choose_dependent.function)
    monkeypatch.setattr(closure, "WORSE", 0.3)
    assert fingerprint(closure.choose_dependent.function) != before


def test_fingerprint_notices_an_entry_of_an_array(monkeypatch: pytest.MonkeyPatch) -> None:
    def pick(run: Pointer) -> None:
        run[0] = int(TABLE[run[1]])

    before = fingerprint(pick)
    monkeypatch.setitem(globals(), "TABLE", np.array([1.0, 2.0, np.nextafter(4.0, 5.0)]))
    assert fingerprint(pick) != before


def test_fingerprint_notices_the_layout_of_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(rk4.RK4.routines[at.DO_STEP].function)
    monkeypatch.setattr(at, "HX", at.HX + 1)
    assert fingerprint(rk4.RK4.routines[at.DO_STEP].function) != before


def test_fingerprint_notices_a_helper_in_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(event.locate.function)
    change_text(monkeypatch, loop.spread_step.function)
    assert fingerprint(event.locate.function) != before


def test_fingerprint_notices_the_code_that_an_intrinsic_emits(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(rk4.RK4.routines[at.DO_STEP].function)
    change_text(monkeypatch, floats.function.__globals__["_vector"])
    assert fingerprint(rk4.RK4.routines[at.DO_STEP].function) != before


def test_fingerprint_notices_a_variable_of_the_function_around() -> None:
    def make(step: int) -> object:
        def add(run: Pointer) -> None:
            run[0] += step

        return add

    assert fingerprint(make(1)) == fingerprint(make(1)) != fingerprint(make(2))  # type: ignore[arg-type]


# -- disk cache ------------------------------------------------------------------------------------------------------


def test_a_warm_run_does_not_derive(folder: Path) -> None:
    def script() -> tuple[str, str]:
        done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr.strip()

    (cold, loaded_cold), (warm, loaded_warm) = script(), script()
    assert "casadi" in loaded_cold
    assert loaded_warm == "[]"
    assert warm == cold  # to the last bit


def test_a_routine_is_compiled_once(compilations: list[str]) -> None:
    assert [result(multiply, 14) for _ in range(2)] == [42, 42]
    assert compilations == ["multiply"]


@pytest.mark.parametrize("damage", ["flip", "truncate", "empty"])
def test_a_damaged_routine_is_rebuilt(folder: Path, compilations: list[str], damage: str) -> None:
    result(multiply, 14)
    (path,) = folder.glob("*.kernel")
    content = bytearray(path.read_bytes())
    if damage == "flip":
        content[len(content) // 2] ^= 1
    path.write_bytes({"flip": bytes(content), "truncate": bytes(content[:-7]), "empty": b""}[damage])
    assert [result(multiply, 14) for _ in range(2)] == [42, 42]
    assert compilations == ["multiply"] * 2


def test_a_changed_constant_of_a_helper_is_compiled_anew(compilations: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert result(multiply, 14) == 42
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "FACTOR", 5)
        assert result(multiply, 14) == 70
    assert result(multiply, 14) == 42
    assert compilations == ["multiply"] * 2


def test_routines_depend_on_compiler_and_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.routine_name("stamp")
    assert cache.routine_name("other stamp") != before
    monkeypatch.setattr("biela.kernel.native.host_description", lambda: "another processor, or another LLVM")
    assert cache.routine_name("stamp") != before
    own = fingerprint(multiply)
    monkeypatch.setattr("biela.kernel.routine._compiler", lambda: "another compiler")
    assert fingerprint(multiply) != own


def test_cache_off(folder: Path, compilations: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIELA_CACHE", "off")
    assert [result(multiply, 14) for _ in range(2)] == [42, 42]
    assert compilations == ["multiply"] * 2
    assert not list(folder.iterdir())


def test_unwritable_cache(tmp_path: Path, compilations: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("BIELA_CACHE_DIR", str(blocked / "cache"))
    monkeypatch.setattr(cache, "_warned", False)
    with pytest.warns(RuntimeWarning, match="BIELA_CACHE_DIR"):
        assert result(multiply, 14) == 42
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert result(multiply, 14) == 42
    assert compilations == ["multiply"] * 2


# -- running ---------------------------------------------------------------------------------------------------------


def test_a_routine_runs_on_the_address_of_a_record() -> None:
    def count(run: Pointer) -> None:
        run[0] += run[1]

    values = np.array([1, 41])
    Routine(count).call(values.ctypes.data)
    assert values[0] == 42


def test_threads_that_ask_at_once_compile_once(compilations: list[str]) -> None:
    one = Routine(multiply)
    together = threading.Barrier(8)

    def ask(_: int) -> int:
        together.wait()
        return one.address

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1
    assert compilations == ["multiply"]


def test_helpers_of_helpers_are_linked_wherever_they_are_called(compilations: list[str]) -> None:
    """Also where the first call of one is in a branch that the optimiser has removed already."""
    assert result(multiply_twice, 7) == 7 * FACTOR**2
    assert compilations == ["multiply_twice"]


def test_python_runs_while_a_routine_does() -> None:
    """The routine waits for Python to write into its table; holding the GIL it would wait in vain."""

    def nothing(run: Pointer) -> None:
        return

    def wait(run: Pointer) -> None:
        while run[0] == 0 and run[1] < 1_000_000_000:
            run[1] += 1
            go(run, 2)  # which could change anything, so that the table is read again

    idle, waiting = Routine(nothing), Routine(wait)
    table = np.array([0, 0, idle.address], np.int64)
    call = waiting.call
    thread = threading.Thread(target=call, args=(table.ctypes.data,))
    thread.start()
    table[0] = 1
    thread.join()
    assert table[1] < 1_000_000_000


def test_helpers_are_not_for_python() -> None:
    with pytest.raises(TypeError, match="compiled into routines"):
        scaled(1)
