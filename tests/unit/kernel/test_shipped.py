"""Loops that come with biela: found by what they are compiled from, the same when built again, and never needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from biela import library
from biela.base.errors import Untranslatable
from biela.integrate.adaptive import control
from biela.integrate.closure import measure
from biela.kernel import native, processor, routine_source, ship, shipped
from biela.kernel.pointers import floats
from biela.kernel.routine import Pointer, Routine, compiled, fingerprint
from biela.kernel.routine_to_llvm import routine_text

HERE = [level for level, features in processor.LEVELS.items() if features and processor._has(level)]
linux = pytest.mark.skipif(not HERE or not sys.platform.startswith("linux"), reason="shipped for Linux on x86-64")


def forget() -> None:
    """Routines forget their code."""
    for routine in ship.routines().values():
        routine._address = 0
        vars(routine).pop("call", None)
    for cached in (shipped.opened, shipped.note_missing, shipped._report_damaged):
        cached.cache_clear()


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Routines forget their code, before and after."""
    forget()
    yield monkeypatch
    monkeypatch.undo()
    forget()


def end() -> bytes:
    """The last state of a run, to the last bit."""
    case = library.get("four-bar")
    return bytes(case.simulate(duration=0.5).x.tobytes())


@linux
def test_a_first_run_compiles_no_loops(tmp_path: Path) -> None:
    script = "import sys; from biela import library; library.get('pendulum').simulate()\n"
    script += "print('biela.kernel.routine_to_llvm' in sys.modules)"
    environment = {**os.environ, "BIELA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


def test_loops_are_the_same_when_they_are_built_again() -> None:
    """To the last bit, in another process with other hashes."""
    command = [sys.executable, "-m", "biela.kernel.ship", "--check"]
    done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@linux
def test_all_levels_give_the_same_digits(anew: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = set()
    anew.setattr(shipped, "FOLDER", tmp_path)
    for level in HERE:
        name = f"linux-{level}"
        (tmp_path / f"{name}{shipped.SUFFIX}").write_bytes(ship.archive(name))
        anew.setattr(shipped, "host", lambda name=name: name)
        forget()
        found.add(end())
    assert len(found) == 1


@linux
def test_loops_compiled_here_give_the_same_digits(anew: pytest.MonkeyPatch) -> None:
    before = end()
    forget()
    anew.setattr(shipped, "load", lambda fingerprint: None)
    assert end() == before


def test_a_processor_below_every_level_compiles_and_says_so_once(anew: pytest.MonkeyPatch) -> None:
    anew.setattr(shipped, "host", lambda: None)
    with pytest.warns(RuntimeWarning, match="no compiled loops for this processor"):
        assert measure.address
    measure._address = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert measure.address


def archived(fingerprint: str) -> tuple[bytes, int, int]:
    """The archive of this processor, and where the code of a routine begins and ends in it."""
    data = (shipped.FOLDER / f"{shipped.host()}{shipped.SUFFIX}").read_bytes()
    head = 48 + int.from_bytes(data[8:16], "little")
    facts = json.loads(data[48:head])["routines"][fingerprint]
    return data, head + facts["start"], head + facts["start"] + facts["size"]


@linux
@pytest.mark.parametrize("damage", ["flip", "truncate", "empty", "manifest", "other code", "other level"])
def test_damaged_archives_are_not_used(anew: pytest.MonkeyPatch, tmp_path: Path, damage: str) -> None:
    own, name = fingerprint(control.function), shipped.host()
    assert shipped.load(own) is not None
    data, first, last = archived(own)
    content = bytearray(data)
    if damage == "flip":
        content[last - 3] ^= 4
    elif damage == "other code":  # as long as before, and well compressed
        content[first:last] = zlib.compress(b"no code")[:8].ljust(last - first, b"\0")
    elif damage == "manifest":
        content[200] ^= 1
    elif damage == "other level":
        content = bytearray(data.replace(str(name).encode(), b"x" * len(str(name))))
    else:
        del content[0 if damage == "empty" else last - 7 :]
    (tmp_path / f"{name}{shipped.SUFFIX}").write_bytes(content)
    anew.setattr(shipped, "FOLDER", tmp_path)
    shipped.opened.cache_clear()
    with pytest.warns(RuntimeWarning, match="damaged or replaced"):
        assert shipped.load(own) is None


@linux
def test_a_damaged_loop_is_compiled_from_its_source(anew: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = end()
    data, _, last = archived(fingerprint(control.function))
    (tmp_path / f"{shipped.host()}{shipped.SUFFIX}").write_bytes(data[: last - 3] + b"\0" + data[last - 2 :])
    anew.setattr(shipped, "FOLDER", tmp_path)
    forget()
    with pytest.warns(RuntimeWarning, match="damaged or replaced"):
        assert end() == before


def forged(routine: Routine, data: bytes, first: int, last: int) -> bytes:
    """An archive in which the code of a routine is that of another one, with digests that fit."""
    head = 48 + int.from_bytes(data[8:16], "little")
    manifest, rest = json.loads(data[48:head]), data[head:]
    own = manifest["routines"][fingerprint(routine.function)]
    other = manifest["routines"][fingerprint(measure.function)]
    own |= {key: other[key] for key in ("start", "size", "sha256")}
    codes = {k: zlib.decompress(rest[f["start"] : f["start"] + f["size"]]) for k, f in manifest["routines"].items()}
    return shipped.packed(manifest, codes)


@linux
def test_a_forged_archive_fails_the_check(tmp_path: Path) -> None:
    """Whoever can write into the package can run code; `--check` shows that the code is not that of the source."""
    data, first, last = archived(fingerprint(control.function))
    (tmp_path / f"{shipped.host()}{shipped.SUFFIX}").write_bytes(forged(control, data, first, last))
    command = [sys.executable, "-m", "biela.kernel.ship", "--check", "--into", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"differ from their source: {shipped.host()}" in done.stderr


FACTOR = 3.0


@compiled
def scaled(x: float) -> float:
    return FACTOR * x


@Routine
def scale(run: Pointer) -> None:
    """One number times a constant."""
    at = floats(run[0])
    at[0] = scaled(at[0])


def test_fingerprints_follow_text_helpers_and_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(scale.function)
    assert fingerprint(scale.function) == before
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "FACTOR", 4.0)
        assert fingerprint(scale.function) != before
    with monkeypatch.context() as patch:
        texts = routine_source.of
        patch.setattr(routine_source, "of", lambda f: str(texts(f)).replace("FACTOR * x", "FACTOR + x"))
        assert fingerprint(scale.function) != before


def imported(path: Path, text: str) -> dict[str, object]:
    path.write_text(text)
    space: dict[str, object] = {}
    exec(compile(text, str(path), "exec"), space)
    routine_source._lines.cache_clear()
    return space


def test_text_of_a_file_that_was_changed_after_its_import_is_refused(tmp_path: Path) -> None:
    text = "def f(\n    run,\n):\n    return 1\n\n\ng = 2\n"
    function = imported(tmp_path / "changed.py", text)["f"]
    assert routine_source.of(function) == "def f(\n    run,\n):\n    return 1"  # type: ignore[arg-type]
    (tmp_path / "changed.py").write_text(text.replace("1", "2"))
    routine_source._lines.cache_clear()
    import linecache

    linecache.clearcache()
    with pytest.raises(Untranslatable, match="changed after it was imported"):
        routine_source.of(function)  # type: ignore[arg-type]


def test_text_of_a_function_inside_another_one_is_recognised(tmp_path: Path) -> None:
    text = "def outer(n):\n    def f(run):\n        run[0] = n\n    return f\n"
    outer = imported(tmp_path / "closure.py", text)["outer"]
    assert routine_source.of(outer(3)) == "def f(run):\n    run[0] = n"  # type: ignore[operator]


def test_a_function_without_source_is_refused_in_words() -> None:
    space: dict[str, object] = {}
    exec("def f(run):\n    run[0] = 1", space)
    with pytest.raises(Untranslatable, match="Put the function into a file"):
        Routine(space["f"]).call(0)  # type: ignore[arg-type]


def test_code_for_another_processor() -> None:
    code = native.compile_module(
        routine_text(measure.function), lambda: native.machine_for(*ship.TARGETS["linux-aarch64"]), native.LOOPS
    )
    assert (code[:4], int.from_bytes(code[18:20], "little")) == (b"\x7fELF", 183)  # EM_AARCH64


@linux
def test_the_manifest_names_routine_compiler_and_digest() -> None:
    archive = shipped.opened(shipped.FOLDER / f"{shipped.host()}{shipped.SUFFIX}")
    assert archive is not None
    facts = archive.manifest["routines"][fingerprint(measure.function)]
    assert facts["routine"] == "biela.integrate.closure.measure"
    assert len(facts["sha256"]) == 64
    assert archive.manifest["llvm"].count(".") == 2
