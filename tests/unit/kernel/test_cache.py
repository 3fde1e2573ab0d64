"""The disk cache: what it saves, and what it must never do."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

import casadi
import pytest

from biela.kernel import cache, package_digest, processor
from biela.kernel.kernel import Kernel, compile_kernels

SCRIPT = """
import sys
from biela.kernel.kernel import compile_kernels

def build():
    import casadi
    x = casadi.SX.sym("x", 2)
    print("built")
    return {"f": casadi.Function("f", [x], [casadi.sin(x[0]) * x[1]], ["x"], ["y"])}

kernel = compile_kernels(build, key="pendulum", names=["f"], backend=sys.argv[1])["f"]
print(repr(float(kernel([0.5, 2.0])[0])), repr(float(kernel.batch([[0.5, 2.0]])[0, 0])))
print(*(name for name in ("casadi", "scipy") if name in sys.modules))
"""


class Counter:
    """A derivation that counts how often it runs."""

    def __init__(self, factor: float = 2.0) -> None:
        self.calls, self.factor = 0, factor

    def __call__(self) -> dict[str, casadi.Function]:
        self.calls += 1
        x = casadi.SX.sym("x")
        return {"f": casadi.Function("f", [x], [self.factor * casadi.exp(x)])}


def compiled(build: Counter, key: str = "machine") -> Kernel:
    return compile_kernels(build, key=key, names=["f"])["f"]


@pytest.mark.parametrize("backend", ["native", "interpreter"])
def test_another_process_neither_derives_nor_imports_casadi(backend: str) -> None:
    def script() -> list[str]:
        result = subprocess.run([sys.executable, "-c", SCRIPT, backend], capture_output=True, text=True, check=True)
        return result.stdout.split("\n")

    first, second = script(), script()
    assert first[0] == "built"
    assert "casadi" in first[2]
    assert second[0] == first[1]
    assert second[1] == ""


def test_hit_skips_the_derivation(cache_folder: Path) -> None:
    first, second = Counter(), Counter()
    assert compiled(first)(0.0) == compiled(second)(0.0) == 2.0
    assert (first.calls, second.calls) == (1, 0)
    # the version with lanes is made from the tape on the disk
    assert compiled(second).batch([[0.0], [0.0]]).tolist() == [[2.0], [2.0]]
    assert compiled(second).lane_address and second.calls == 0
    assert not [path for path in cache_folder.iterdir() if path.name.startswith("tmp-")]


def test_key_tells_machines_apart() -> None:
    assert compiled(Counter(2.0), "two")(0.0) == 2.0
    assert compiled(Counter(3.0), "three")(0.0) == 3.0


def test_entries_depend_on_source_versions_and_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    name = cache.entry_name("machine", "f", "native 1")
    cache._environment.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(package_digest, "source_hash", lambda: "edited")
        assert cache.entry_name("machine", "f", "native 1") != name
        cache._environment.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(cache, "version", lambda package: "0")
        assert cache.entry_name("machine", "f", "native 1") != name
        cache._environment.cache_clear()
    assert cache.entry_name("machine", "f", "native 1") == name


@pytest.mark.parametrize("damage", ["flip", "truncate", "empty", "foreign"])
@pytest.mark.parametrize("key", ["key as well", "key stays"])
def test_damaged_entry_is_rebuilt(cache_folder: Path, damage: str, key: str) -> None:
    assert compiled(Counter())(0.0) == 2.0
    cache._keys.clear()
    for path in cache_folder.iterdir() if key == "key as well" else cache_folder.glob("*.kernel"):
        content = bytearray(path.read_bytes())
        if damage == "flip":
            content[-5] ^= 1
        path.write_bytes({"flip": bytes(content), "truncate": bytes(content[:-7]), "empty": b"", "foreign": b"#!/bin/sh"}[damage])
    again, after = Counter(), Counter()
    assert compiled(again)(0.0) == 2.0
    assert again.calls == 1
    assert compiled(after)(0.0) == 2.0
    assert after.calls == 0


def entries(folder: Path) -> dict[str, Path]:
    """The files of a folder by what they say they are."""
    found = {}
    for path in folder.glob("*.kernel"):
        payload = path.read_bytes()[40:]
        header = json.loads(payload[8 : 8 + int.from_bytes(payload[:8], "little")])["header"]
        found[header["what"]["variant"]] = path
    return found


def test_entries_say_what_they_are(cache_folder: Path) -> None:
    compiled(Counter()).address  # noqa: B018
    path = entries(cache_folder)["native 1"]
    payload = path.read_bytes()[40:]
    what = json.loads(payload[8 : 8 + int.from_bytes(payload[:8], "little")])["header"]["what"]
    assert what["kernel"] == "f" and what["file"] == path.name and what["processor"] == processor.description()
    assert what["machine"] == hashlib.sha256(b"machine").hexdigest()


def test_a_swapped_entry_is_rebuilt(cache_folder: Path) -> None:
    """Code of another machine under the name of this one, complete and signed."""
    first, second = compiled(Counter(2.0), "two"), compiled(Counter(3.0), "three")
    assert first.address and second.address
    paths = [path for path in cache_folder.glob("*.kernel") if b'"variant": "native 1"' in path.read_bytes()]
    one, two = (path.read_bytes() for path in paths)
    paths[0].write_bytes(two)
    paths[1].write_bytes(one)
    for factor, key in ((2.0, "two"), (3.0, "three")):
        kernel = compiled(Counter(factor), key)
        assert kernel.address and kernel(0.0)[0] == factor


def test_a_forged_entry_is_rebuilt(cache_folder: Path) -> None:
    """Other code with the right name and a checksum, from somebody who does not have the key of the folder."""
    assert compiled(Counter()).address
    path = entries(cache_folder)["native 1"]
    content = path.read_bytes()
    payload = content[40:-20] + bytes(20)
    for checksum in (hashlib.sha256(payload), hashlib.blake2b(payload, digest_size=32, key=bytes(32))):
        path.write_bytes(content[:8] + checksum.digest() + payload)
        again = compiled(Counter())
        assert again.address and again(0.0)[0] == 2.0
        assert path.read_bytes()[40:] != payload


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions exist on POSIX only")
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o702])
def test_a_folder_that_others_may_write_is_not_used(cache_folder: Path, monkeypatch: pytest.MonkeyPatch, mode: int) -> None:
    cache_folder.chmod(mode)
    monkeypatch.setattr(cache, "_warned", False)
    with pytest.warns(RuntimeWarning, match="others may write into it.*chmod go-w"):
        assert compiled(Counter())(0.0) == 2.0
    assert not list(cache_folder.iterdir())


def test_off(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIELA_CACHE", "off")
    for _ in range(2):
        build = Counter()
        assert compiled(build)(0.0) == 2.0
        assert build.calls == 1
    assert not list(cache_folder.iterdir())


def test_no_key_writes_nothing(cache_folder: Path) -> None:
    assert compile_kernels(Counter(), key=None, names=["f"])["f"](0.0) == 2.0
    assert not list(cache_folder.iterdir())


def test_unwritable_folder_warns_once_and_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in place of the folder: nobody, not even root, can write into it."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("BIELA_CACHE_DIR", str(blocked / "cache"))
    monkeypatch.setattr(cache, "_warned", False)
    with pytest.warns(RuntimeWarning, match="BIELA_CACHE_DIR"):
        assert compiled(Counter())(0.0) == 2.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compiled(Counter())(0.0) == 2.0


def test_full_disk_leaves_nothing_behind(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache.os, "replace", full)
    monkeypatch.setattr(cache, "_warned", False)
    with pytest.warns(RuntimeWarning, match="No space left"):
        assert compiled(Counter())(0.0) == 2.0
    assert [path.name for path in cache_folder.iterdir()] == [cache.KEY_FILE]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="file owners exist on POSIX only")
def test_code_of_another_user_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(Counter())(0.0)
    monkeypatch.setattr(cache.os, "getuid", lambda: 12345)
    real = os.fstat
    monkeypatch.setattr(cache.os, "fstat", lambda fd: os.stat_result([*real(fd)[:4], 54321, *real(fd)[5:]]))
    build = Counter()
    assert compiled(build)(0.0) == 2.0
    assert build.calls == 1


def test_oldest_entries_go_first(cache_folder: Path) -> None:
    (cache_folder / "somebody's file").write_bytes(bytes(100_000))
    for k in range(5):
        cache.save(f"{k}.kernel", {"k": k}, [bytes(1000)])
        os.utime(cache_folder / f"{k}.kernel", ns=(k * 10**9, k * 10**9))
    cache.load("0.kernel")  # used again: now the youngest
    cache._evict(cache_folder, 3500)
    assert sorted(path.name for path in cache_folder.iterdir()) == [
        cache.KEY_FILE, "0.kernel", "3.kernel", "4.kernel", "somebody's file",
    ]  # fmt: skip


def test_the_folder_stays_small_however_much_is_written(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at every file takes time, so that not every entry does; the folder exceeds its limit by what is written between."""
    monkeypatch.setattr(cache, "SIZE_LIMIT", 20_000)
    monkeypatch.setattr(cache, "BYTES_PER_EVICTION", 5_000)
    looks: list[int] = []
    evict = cache._evict
    monkeypatch.setattr(cache, "_evict", lambda *given: (looks.append(1), evict(*given)))
    cache.random.seed(3)
    for k in range(300):
        cache.save(f"{k}.kernel", {"k": k}, [bytes(1000)])
    assert 30 < len(looks) < 120
    assert sum(path.stat().st_size for path in cache_folder.iterdir()) < 20_000 + 10 * 5_000


def test_platform_conventions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BIELA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr(cache.sys, "platform", "linux")
    assert cache.directory() == tmp_path / "xdg" / "biela"
    monkeypatch.setattr(cache.sys, "platform", "win32")
    assert cache.directory() == tmp_path / "local" / "biela" / "Cache"
    monkeypatch.setattr(cache.sys, "platform", "darwin")
    assert cache.directory() == Path.home() / "Library" / "Caches" / "biela"


def test_key_that_does_not_determine_the_function_is_refused(cache_folder: Path) -> None:
    """The cache knows the sizes of another function under this key: its callers' memory would not fit."""

    def other() -> dict[str, casadi.Function]:
        x = casadi.SX.sym("x", 3)
        return {"f": casadi.Function("f", [x], [x])}

    compiled(Counter())(0.0)
    for path in cache_folder.iterdir():  # the facts stay, the tape goes
        if b'"variant": "tape"' in path.read_bytes():
            path.unlink()
    kernel = compile_kernels(other, key="machine", names=["f"])["f"]
    with pytest.raises(RuntimeError, match="the key must determine it"):
        _ = kernel.lane_address


def test_versions_are_those_of_the_installed_packages() -> None:
    import importlib.metadata

    for package in ("casadi", "llvmlite", "numpy"):
        assert cache.version(package) == importlib.metadata.version(package)
