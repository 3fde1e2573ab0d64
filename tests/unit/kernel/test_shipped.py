"""Loops that come with biela: found by their text, the same digits on every level, and never needed."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from biela import library
from biela.kernel import jit, processor, ship, shipped, source_text
from biela.kernel.call import floats
from biela.kernel.routine import Pointer, Routine, compiled, stamp
from biela.simulation.integrator.adaptive import control
from biela.simulation.integrator.closure import measure

HERE = [level for level, features in processor.LEVELS.items() if features and processor._has(level)]
linux = pytest.mark.skipif(not HERE or not sys.platform.startswith("linux"), reason="shipped for Linux on x86-64")


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Routines forget their code, before and after."""

    def forget() -> None:
        for routine in ship.routines().values():
            routine._address = 0
            vars(routine).pop("call", None)
        shipped.note_missing.cache_clear()

    forget()
    yield monkeypatch
    forget()


def end() -> bytes:
    """The last state of a run, to the last bit."""
    case = library.get("four-bar")
    return bytes(case.simulate(duration=0.5).x.tobytes())


def test_every_loop_is_shipped_as_it_is_written() -> None:
    """If this fails: `make loops`."""
    done = subprocess.run([sys.executable, "-m", "biela.kernel.ship", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@linux
def test_a_first_run_neither_compiles_loops_nor_imports_numba(tmp_path: Path) -> None:
    script = "import sys; from biela import library; library.get('pendulum').simulate(); print('numba' in sys.modules)"
    environment = {**os.environ, "BIELA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


@linux
def test_all_levels_give_the_same_digits(anew: pytest.MonkeyPatch) -> None:
    found = set()
    for level in HERE:
        anew.setattr(shipped, "folder", lambda level=level: shipped.FOLDER / f"linux-{level}")
        for routine in ship.routines().values():
            routine._address = 0
            vars(routine).pop("call", None)
        found.add(end())
    assert len(found) == 1


@linux
@pytest.mark.slow(20)
def test_loops_compiled_here_give_the_same_digits(anew: pytest.MonkeyPatch) -> None:
    before = end()
    for routine in ship.routines().values():
        routine._address = 0
        vars(routine).pop("call", None)
    anew.setattr(shipped, "load", lambda stamp: None)
    assert end() == before


def test_a_processor_below_every_level_compiles_and_says_so_once(anew: pytest.MonkeyPatch) -> None:
    anew.setattr(shipped, "folder", lambda: None)
    with pytest.warns(RuntimeWarning, match="no compiled loops for this processor"):
        assert measure.address
    measure._address = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert measure.address


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of all shipped files."""
    return Path(shutil.copytree(shipped.FOLDER, tmp_path / "loops"))


def forge(path: Path) -> None:
    """Double the constants of a routine, and pack it with a checksum that fits."""
    header, code = shipped.unpack(path.read_bytes())
    changed = bytearray(code)
    for name, start, length in sections(code):
        for k in range(start, start + length, 8) if name.startswith(".rodata.cst8") else ():
            (value,) = struct.unpack_from("<d", code, k)
            struct.pack_into("<d", changed, k, 2 * value)
    assert changed != code
    path.write_bytes(shipped.pack(header, bytes(changed)))


@linux
@pytest.mark.parametrize("damage", ["flip", "truncate", "empty", "swap", "forge", "other level"])
def test_damaged_and_forged_files_are_not_used(copied: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    own = stamp(control.function)
    assert shipped.load(own) is not None
    level = shipped.folder()
    assert level is not None
    folder = copied / level.name
    path = folder / f"{own}{shipped.SUFFIX}"
    content = bytearray(path.read_bytes())
    content[-3] ^= 4
    if damage == "forge":
        forge(path)
    elif damage == "swap":
        shutil.copy(next(other for other in folder.iterdir() if other != path), path)
    elif damage == "other level":
        shutil.copy(copied / "linux-aarch64" / path.name, path)
    else:
        path.write_bytes({"flip": bytes(content), "truncate": bytes(content[:-7]), "empty": b""}[damage])
    monkeypatch.setattr(shipped, "folder", lambda: folder)
    with pytest.warns(RuntimeWarning, match="not the compiled loop that this biela was built with"):
        assert shipped.load(own) is None


@linux
def test_a_forged_loop_is_compiled_from_its_source(anew: pytest.MonkeyPatch, copied: Path) -> None:
    """The constants of the step control change where a run ends."""
    before = end()
    for routine in ship.routines().values():
        routine._address = 0
        vars(routine).pop("call", None)
    level = shipped.folder()
    assert level is not None
    forge(copied / level.name / f"{stamp(control.function)}{shipped.SUFFIX}")
    anew.setattr(shipped, "folder", lambda: copied / level.name)
    with pytest.warns(RuntimeWarning, match="damaged or replaced, and is not run"):
        assert end() == before


def checked_in(folder: Path) -> subprocess.CompletedProcess[str]:
    """`python -m biela.kernel.ship --check` of another folder."""
    script = (
        "import sys; from pathlib import Path; from biela.kernel import ship, shipped\n"
        "shipped.FOLDER = Path(sys.argv.pop()); ship.main()"
    )
    command = [sys.executable, "-c", script, "--check", str(folder)]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_forged_loop_fails_the_check(copied: Path) -> None:
    forge(copied / "linux-x86-64-v3" / f"{stamp(control.function)}{shipped.SUFFIX}")
    done = checked_in(copied)
    assert done.returncode == 1
    assert "1 files of shipped loops differ" in done.stderr


def test_a_digest_without_its_file_fails_the_check(copied: Path) -> None:
    """Otherwise a line of the source could vouch for a file that nobody sees."""
    shutil.rmtree(copied / "linux-aarch64")
    assert checked_in(copied).returncode == 1


def sections(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Names, places and lengths of code and constants in an ELF object."""
    (table,) = struct.unpack_from("<Q", data, 0x28)
    count, names = struct.unpack_from("<HH", data, 0x3C)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, table + 64 * k) for k in range(count)]
    for at, kind, _, _, start, length, *_ in headers:
        place = headers[names][4] + at
        name = data[place : data.index(b"\0", place)].decode()
        if kind == 1 and not name.startswith((".note", ".debug", ".comment")):  # SHT_PROGBITS
            yield name, start, length


def contents(data: bytes) -> list[tuple[str, bytes]]:
    """Code and constants of an ELF object: the rest are names, which numba numbers differently each time."""
    return sorted((name, data[start : start + length]) for name, start, length in sections(data))


@pytest.mark.parametrize("level", [name for name in ship.TARGETS if name.startswith("linux")])
@pytest.mark.slow(50)
def test_shipped_loops_are_what_their_source_compiles_to(level: str) -> None:
    """Every routine is compiled again, in a process of its own, and compared."""
    script = (
        "import sys; from biela.kernel import jit, ship, shipped\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r}); from test_shipped import contents\n"
        f"jit.aim(*ship.TARGETS[{level!r}])\n"
        "for key, routine in ship.routines().items():\n"
        f"    path = shipped.FOLDER / {level!r} / (key + shipped.SUFFIX)\n"
        "    same = contents(shipped.unpack(path.read_bytes())[1]) == contents(jit.object_code(routine.function)[1])\n"
        "    print(routine.function.__qualname__, same)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) > 40
    assert [line for line in lines if not line.endswith("True")] == []


FACTOR = 3.0


@compiled
def scaled(x: float) -> float:
    return FACTOR * x


@Routine
def scale(run: Pointer) -> None:
    """One number times a constant."""
    at = floats(run[0])
    at[0] = scaled(at[0])


def test_stamps_follow_text_helpers_and_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    before = stamp(scale.function)
    assert before is not None and stamp(scale.function) == before
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "FACTOR", 4.0)
        assert stamp(scale.function) != before
    with monkeypatch.context() as patch:
        texts = source_text.of
        patch.setattr(source_text, "of", lambda f: str(texts(f)).replace("FACTOR * x", "FACTOR + x"))
        assert stamp(scale.function) != before


def test_text_changed_since_is_not_trusted(tmp_path: Path) -> None:
    path = tmp_path / "changed.py"
    path.write_text("def f(\n    run,\n):\n    return 1\n\n\ng = 2\n")
    space: dict[str, object] = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    function = space["f"]
    assert source_text.of(function) is None  # type: ignore[arg-type]
    os.utime(path, (0, 0))
    source_text._lines.cache_clear()
    assert source_text.of(function) == "def f(\n    run,\n):\n    return 1"  # type: ignore[arg-type]


@pytest.mark.slow(1)
def test_code_for_another_processor(tmp_path: Path) -> None:
    """In a process of its own: numba's generator aims at one processor."""
    script = (
        "from biela.kernel import jit, ship; from biela.simulation.integrator.closure import measure\n"
        "jit.aim(*ship.TARGETS['linux-aarch64'])\n"
        "entry, code = jit.object_code(measure.function)\n"
        "print(code[:4] == b'\\x7fELF', int.from_bytes(code[18:20], 'little'))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "183"]  # EM_AARCH64


def test_a_routine_compiled_here_is_the_one_that_is_shipped() -> None:
    """Same text, same entry: what the files hold can be made again from the source."""
    found = shipped.load(stamp(measure.function))
    if found is not None:
        assert found[0]["entry"].split("measure")[0] == jit.compile_function(measure.function).entry.split("measure")[0]
        assert found[0]["routine"] == "biela.simulation.integrator.closure.measure"
