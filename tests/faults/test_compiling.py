"""Ctrl-C while a machine is derived and compiled, and caches that lie: it ends, and wrong code never runs."""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and owners of POSIX")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="capabilities of Linux")
COMMAND = "import sys; print('ready', flush=True); from biela.cli import main; main()"
INTERRUPTED = 130
POINT = """
from biela import library
case = library.get("four-bar")
print(case.simulate(duration=0.3).x.tobytes().hex())
"""


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "BIELA_CACHE_DIR": str(folder), "BIELA_CACHE": "", "OMP_NUM_THREADS": "1"}


def interrupt(folder: Path, out: Path, after: float) -> tuple[int, str]:
    """Exit code and last words of a first run that is interrupted after some seconds of its own CPU time."""
    command = [sys.executable, "-c", COMMAND, "run", "hydraulic-crane", "--duration", "500000", "--out", str(out)]
    run = subprocess.Popen(
        command, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # jobs in the background inherit that it is ignored
    )  # fmt: skip
    assert run.stdout is not None
    run.stdout.readline()
    ticks = os.sysconf("SC_CLK_TCK")
    while run.poll() is None:
        spent = Path(f"/proc/{run.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        if sum(map(int, spent)) / ticks >= after:
            break
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, words = run.communicate(timeout=120)
    return run.returncode, words.strip().splitlines()[-1] if words.strip() else ""


def check_interruptions(tmp_path: Path, moments: list[float]) -> None:
    for k, moment in enumerate(moments):
        folder = tmp_path / f"cache-{k}"
        folder.mkdir(mode=0o700)
        code, words = interrupt(folder, tmp_path / f"out-{k}", moment)
        assert code == INTERRUPTED and "interrupted" in words, f"after {moment:.2f} s: exit code {code}, {words!r}"
        assert not list(folder.glob("tmp-*")), f"after {moment:.2f} s: files left behind"


@posix
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="CPU time of another process")
def test_ctrl_c_while_deriving_ends_the_command(tmp_path: Path) -> None:
    check_interruptions(tmp_path, [0.9])


@posix
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="CPU time of another process")
def test_ctrl_c_at_any_moment_ends_the_command(tmp_path: Path) -> None:
    dice = random.Random(22)
    check_interruptions(tmp_path, [dice.uniform(0.4, 2.0) for _ in range(20)])


@posix
def test_ctrl_c_waits_for_a_library_and_a_second_one_does_not() -> None:
    from biela.base.interrupt import patient

    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        done = []
        with pytest.raises(KeyboardInterrupt):
            with patient():
                os.kill(os.getpid(), signal.SIGINT)
                done.append("work")
        assert done == ["work"]
        with pytest.raises(KeyboardInterrupt):
            with patient():
                os.kill(os.getpid(), signal.SIGINT)
                os.kill(os.getpid(), signal.SIGINT)
                done.append("never")
        assert done == ["work"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def end_of_a_run(folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", POINT], env=environment(folder), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The cache of a first run, and what it printed."""
    folder = tmp_path_factory.mktemp("filled") / "cache"
    folder.mkdir(mode=0o700)
    return folder, end_of_a_run(folder)


def spoil(folder: Path, dice: random.Random, count: int) -> None:
    """Swap entries, forge them, damage them."""
    from biela.kernel import cache

    paths = sorted(folder.glob("*.kernel"))
    for _ in range(count):
        one, other = dice.sample(paths, 2)
        content, kind = one.read_bytes(), dice.choice(["swap", "forge", "flip", "cut"])
        if kind == "swap":
            one.write_bytes(other.read_bytes())
        elif kind == "forge":
            payload = content[40:-8] + bytes(8)
            one.write_bytes(cache.MAGIC + cache._checksum(dice.randbytes(32), payload) + payload)
        elif kind == "flip" and content:
            place = dice.randrange(len(content))
            one.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        else:
            one.write_bytes(content[: len(content) // 2])


@pytest.mark.parametrize("rounds", [1, 20])
def test_a_spoiled_cache_changes_no_digit(first: tuple[Path, str], tmp_path: Path, rounds: int) -> None:
    folder = shutil.copytree(first[0], tmp_path / "cache")
    dice = random.Random(10)
    for _ in range(rounds):
        spoil(folder, dice, 10)
        assert end_of_a_run(folder) == first[1]


def obey_permissions() -> None:
    """The child may write only where the permissions allow it, even if it belongs to root."""
    PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def no_room() -> None:
    """The child can make files, but nothing fits into them."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def said_once(folder: Path, words: str, limit: Callable[[], None]) -> str:
    """What a first run prints where nothing can be kept; it says why, once."""
    done = subprocess.run(
        [sys.executable, "-c", POINT], env=environment(folder), capture_output=True, text=True,
        preexec_fn=limit,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("RuntimeWarning") == 1 and words in done.stderr, done.stderr
    return done.stdout


@linux
def test_a_cache_that_takes_nothing_gives_the_same_digits_and_one_warning(first: tuple[Path, str], tmp_path: Path) -> None:
    """Read-only, empty and filled; and full."""
    closed, full = tmp_path / "closed", tmp_path / "full"
    for folder in (closed, full):
        folder.mkdir(mode=0o700)
    filled, expected = shutil.copytree(first[0], tmp_path / "filled"), first[1]
    before = sorted(filled.iterdir())
    assert before
    closed.chmod(0o500)
    assert said_once(closed, "Permission denied", obey_permissions) == expected
    assert said_once(full, "biela cannot store compiled kernels", no_room) == expected
    assert not [*closed.iterdir(), *full.glob("*.kernel")]
    for path in (*before, filled):
        path.chmod(path.stat().st_mode & ~0o222)
    # what is there is used, and what the second run would add is not kept
    done = subprocess.run(
        [sys.executable, "-c", POINT], env=environment(filled), capture_output=True, text=True, preexec_fn=obey_permissions
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout == expected, done.stderr
    assert done.stderr.count("RuntimeWarning") <= 1 and sorted(filled.iterdir()) == before


@linux
def test_a_package_that_cannot_be_written_gives_the_same_digits(first: tuple[Path, str], tmp_path: Path) -> None:
    """As installed by an administrator: no file beside the modules, neither bytecode nor loops."""
    import biela

    source, package = Path(biela.__file__).parent, tmp_path / "site" / "biela"
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__", "assets"))
    for path in (*package.rglob("*"), package, package.parent):
        path.chmod(path.stat().st_mode & ~0o222)
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    script = POINT + "import biela; print(biela.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**environment(folder), "PYTHONPATH": str(package.parent)}, cwd=tmp_path,
        capture_output=True, text=True, preexec_fn=obey_permissions,
    )  # fmt: skip
    assert done.returncode == 0 and not done.stderr, done.stderr
    digits, place = done.stdout.split()
    assert Path(place).parent == package and not list(package.rglob("__pycache__"))
    assert digits == first[1].strip()


def test_an_entry_of_another_processor_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shared folder holds code of several processors: each finds its own by name, and says so inside."""
    from biela.kernel import cache, processor

    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("BIELA_CACHE_DIR", str(folder))
    mine = cache.entry_name("machine", "f", "native 1")
    cache.save(mine, {}, [b"code"])
    assert cache.load(mine) is not None
    with monkeypatch.context() as patch:
        patch.setattr(processor, "description", lambda: "another processor")
        theirs = cache.entry_name("machine", "f", "native 1")
        (folder / mine).rename(folder / theirs)
        assert cache.load(theirs) is None
    assert not list(folder.glob("*.kernel"))
