"""FMUs: valid, equal to biela's own run, with exact derivatives; wrong calls are answered with an error."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import zipfile
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela import library
from biela.app.export import export
from biela.base.errors import BielaError
from biela.export.description import dependencies, variables
from biela.export.prepared import prepare
from biela.kernel.arithmetic import NUMPY, Arithmetic, common
from biela.kernel.tape import evaluate
from biela.network.fmi.standard import base_unit

fmpy = pytest.importorskip("fmpy")
pytest.importorskip("ziglang")

OK, DISCARD, ERROR = 0, 2, 3
SECONDS = 1.0


@pytest.fixture(scope="module", params=[2, 3])
def four_bar(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fmu") / f"four_bar_{request.param}.fmu"
    how = {"duration": SECONDS, "method": "dormand-prince", "sources": True}
    return export("four-bar", path, fmi=request.param, **how).path


def test_fmpy_finds_nothing_wrong(four_bar: Path) -> None:
    from fmpy.validation import validate_fmu

    assert validate_fmu(str(four_bar)) == []


def test_co_simulation_is_biela_s_own_run(four_bar: Path) -> None:
    case = library.get("four-bar")
    history = case.simulate(SECONDS, method="dormand-prince")
    step = SECONDS / (len(history.t) - 1)
    got = fmpy.simulate_fmu(
        str(four_bar), stop_time=SECONDS, output_interval=step, fmi_type="CoSimulation", output=list(case.signals)
    )
    for name in case.signals:
        assert np.abs(got[name] - history[name]).max() < 1e-12, name


def test_model_exchange_agrees(four_bar: Path) -> None:
    case = library.get("four-bar")
    history = case.simulate(SECONDS, method="dormand-prince")
    got = fmpy.simulate_fmu(
        str(four_bar),
        stop_time=SECONDS,
        output_interval=0.1,
        fmi_type="ModelExchange",
        relative_tolerance=1e-8,
        output=list(case.signals),
    )
    last = got[-1]
    for name in case.signals:
        assert abs(last[name] - history[name][-1]) < 1e-6 * max(1.0, np.abs(history[name]).max()), name


@pytest.mark.skipif(shutil.which("gcc") is None, reason="compiles with gcc")
def test_sources_build_with_a_bare_compiler(four_bar: Path, tmp_path: Path) -> None:
    """The four-bar has no inputs: nothing may reach into their place."""
    with zipfile.ZipFile(four_bar) as archive:
        archive.extractall(tmp_path)
    warn = ["-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    files = sorted(path.name for path in (tmp_path / "sources").glob("*.c"))
    subprocess.run(["gcc", *warn, "-fPIC", "-shared", *files, "-lm", "-o", "own.so"], cwd=tmp_path / "sources", check=True)
    version = 2 if "_2" in four_bar.name else 3
    assert hasattr(ctypes.CDLL(str(tmp_path / "sources" / "own.so")), f"fmi{version}DoStep")


class Two:
    """An instance of FMI 2, called through ctypes."""

    def __init__(self, path: Path, folder: Path, co_simulation: bool = True):
        with zipfile.ZipFile(path) as archive:
            name = next(n for n in archive.namelist() if n.startswith("binaries/linux64/"))
            archive.extract(name, folder)
        self.library = ctypes.CDLL(str(folder / name))
        self.description = fmpy.read_model_description(str(path))
        self.kind = int(co_simulation)
        self.callbacks = (ctypes.c_void_p * 5)()
        self.library.fmi2Instantiate.restype = ctypes.c_void_p

    def new(self) -> ctypes.c_void_p:
        made = self.library.fmi2Instantiate(b"it", self.kind, self.description.guid.encode(), b"", self.callbacks, 0, 0)
        assert made
        return ctypes.c_void_p(made)


def calls(n_x: int) -> dict[str, tuple[Any, ...]]:
    """Every function of FMI 2 that takes an instance, with arguments that would do."""
    d, z, s = ctypes.c_double, ctypes.c_size_t, lambda n: (ctypes.c_double * n)()
    one, kept, place = (ctypes.c_uint * 1)(1), ctypes.c_void_p(), (ctypes.c_double * 8)()
    by = ctypes.byref
    get = {f"fmi2{verb}{kind}": (one, z(0), s(1)) for verb in ("Get", "Set") for kind in ("Integer", "Boolean", "String")}
    return get | {
        "fmi2SetDebugLogging": (1, z(0), None), "fmi2SetupExperiment": (0, d(0), d(0), 1, d(1)), "fmi2EnterInitializationMode": (),
        "fmi2ExitInitializationMode": (), "fmi2Terminate": (), "fmi2Reset": (), "fmi2GetReal": (one, z(1), s(1)),
        "fmi2SetReal": (one, z(1), s(1)), "fmi2GetFMUstate": (by(kept),), "fmi2SetFMUstate": (None,),
        "fmi2FreeFMUstate": (by(kept),),
        "fmi2SerializedFMUstateSize": (None, by(z())), "fmi2SerializeFMUstate": (None, None, z(0)),
        "fmi2DeSerializeFMUstate": (None, z(0), by(kept)), "fmi2GetDirectionalDerivative": (one, z(1), one, z(1), s(1), s(1)),
        "fmi2EnterEventMode": (), "fmi2NewDiscreteStates": (place,), "fmi2EnterContinuousTimeMode": (),
        "fmi2CompletedIntegratorStep": (1, place, place), "fmi2SetTime": (d(0),), "fmi2SetContinuousStates": (s(n_x), z(n_x)),
        "fmi2GetDerivatives": (s(n_x), z(n_x)), "fmi2GetEventIndicators": (s(1), z(0)), "fmi2GetContinuousStates": (s(n_x), z(n_x)),
        "fmi2GetNominalsOfContinuousStates": (s(n_x), z(n_x)), "fmi2SetRealInputDerivatives": (one, z(0), one, s(1)),
        "fmi2GetRealOutputDerivatives": (one, z(0), one, s(1)), "fmi2DoStep": (d(0), d(0.01), 1), "fmi2CancelStep": (),
        "fmi2GetStatus": (0, place), "fmi2GetRealStatus": (2, place), "fmi2GetIntegerStatus": (0, place),
        "fmi2GetBooleanStatus": (3, place), "fmi2GetStringStatus": (1, place),
    }  # fmt: skip


def test_every_pair_of_calls_is_answered(four_bar: Path, tmp_path: Path) -> None:
    if "_2" not in four_bar.name:
        pytest.skip("see test_fmu_calls.py for FMI 3")
    for co_simulation in (True, False):
        it = Two(four_bar, tmp_path / str(co_simulation), co_simulation)
        every = calls(len(it.description.derivatives))
        answers = set()
        for first, second in product(every, every):
            instance = it.new()
            for name in (first, second):
                answer = getattr(it.library, name)(instance, *every[name])
                assert answer in (OK, DISCARD, ERROR), (first, second)
                answers.add((name, answer))
            it.library.fmi2FreeInstance(instance)
            assert getattr(it.library, first)(None, *every[first]) == ERROR
        assert ("fmi2DoStep", ERROR) in answers and ("fmi2DoStep", OK) not in answers  # never right after a start
        assert ("fmi2EnterInitializationMode", OK) in answers


def test_directional_derivatives_are_those_of_the_complex_step(four_bar: Path, tmp_path: Path) -> None:
    ready = prepare(library.get("four-bar"), method="dormand-prince")
    n = len(ready.states)
    tape = ready.ready.functions["rates"].tape
    assert tape.signature.in_names[1] == "x"
    unpacked = fmpy.extract(str(four_bar), str(tmp_path / "fmu"))
    description = fmpy.read_model_description(unpacked)
    instance = fmpy.instantiate_fmu(unpacked, description, "CoSimulation")
    three = description.fmiVersion == "3.0"
    if not three:
        instance.setupExperiment()
    instance.enterInitializationMode()
    seed = np.cos(np.arange(n))
    known, unknown = list(range(1, n + 1)), list(range(n + 1, 2 * n + 1))
    got = np.array(instance.getDirectionalDerivative(unknown, known, list(seed)))
    numbers = Arithmetic(complex, common(complex) | NUMPY | FUSED, complex)
    expected = rates(tape, ready, ready.x + 1e-30j * seed, numbers).imag / 1e-30
    assert np.abs(got - expected).max() < 1e-9 * max(1.0, float(np.abs(expected).max()))
    if three:
        weight = np.sin(1 + np.arange(n))
        back = np.array(instance.getAdjointDerivative(unknown, known, list(weight)))
        assert weight @ got == pytest.approx(back @ seed, rel=1e-10)
    instance.freeInstance()


FUSED = {"fma": lambda a, b, c: a * b + c, "fms": lambda a, b, c: a * b - c, "fnma": lambda a, b, c: c - a * b}


def rates(tape: Any, ready: Any, x: np.ndarray, numbers: Arithmetic) -> np.ndarray:
    """ẋ at a complex state, by walking the tape."""
    from biela.kernel.tape import read_tape

    plain = read_tape(ready.ready.functions._function("rates"))
    return np.asarray(evaluate(plain, [[0.0], x, ready.u, ready.p], numbers)[0])


def test_derivatives_depend_on_what_moves_them() -> None:
    """A state's rate depends on its velocity; nothing depends on the work done."""
    ready = prepare(library.get("double-pendulum"), method="dormand-prince", duration=1.0)
    found = variables(ready)
    names = {v.reference: v.name for v in found}
    depends = {names[k]: {names[r] for r in v} for k, v in dependencies(ready, found).items()}
    angle, rate = ready.states[0].name, ready.states[2].name
    assert depends[f"der(state.{angle})"] == {f"state.{rate}"}
    assert all("state.machine.work" not in v for v in depends.values())
    assert len({v.name for v in found}) == len(found)


def test_units_are_made_of_base_units() -> None:
    assert base_unit("N·m/rad") == ((1, 2, -2, 0, 0, 0, 0, -1), 1.0)
    assert base_unit("m/s²") == ((0, 1, -2, 0, 0, 0, 0, 0), 1.0)
    assert base_unit("bar") == ((1, -1, -2, 0, 0, 0, 0, 0), 1e5)
    assert base_unit("parsec") is None


def test_bad_requests_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    for options, said in (({"platforms": "amiga"}, "platform 'amiga' is unknown"), ({"fmi": 4}, "FMI 4 is unknown")):
        with pytest.raises(BielaError, match=said):
            export("pendulum", tmp_path / "x.fmu", method="dormand-prince", duration=1.0, **options)
    assert not list(tmp_path.iterdir())


def test_without_a_compiler_the_remedy_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BielaError, match=r"pip install 'biela\[fmi\]'"):
        export("pendulum", tmp_path / "x.fmu", method="dormand-prince", duration=1.0)
    assert not list(tmp_path.iterdir())
