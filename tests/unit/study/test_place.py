"""Studies in object stores: the digits of a folder, gone on with, and clear words where a store does not answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from study_machine import FILE

import biela
from biela import files
from biela.base.errors import BielaError
from biela.base.intake import is_address
from biela.cli import main
from biela.study.place import Bucket, StudyFolder, is_store, place_of
from biela.study.result import Sweep, open_sweep
from biela.study.run import sweep
from biela.study.vary import StudyError

fsspec = pytest.importorskip("fsspec")
VARY, MEASURES = {"length": "0.3..0.6:150"}, ["peak = max(A.rate)"]


@pytest.fixture
def store() -> Iterator[str]:
    """An object store in the memory of this process."""
    memory = fsspec.filesystem("memory")
    yield "memory://bucket/study"
    memory.store.clear()
    memory.pseudo_dirs[:] = [""]


@pytest.fixture(scope="module")
def case() -> biela.Case:
    return files.loads(FILE)


@pytest.fixture(scope="module")
def whole(case: biela.Case) -> Sweep:
    return sweep(case, VARY, MEASURES, series=["A.angle"], points=5, duration=0.05)


def _swept(case: biela.Case, out: str, **more: object) -> Sweep:
    return sweep(case, VARY, MEASURES, series=["A.angle"], points=5, duration=0.05, out=out, **more)


def _same(a: Sweep, b: Sweep) -> bool:
    return all(np.array_equal(a[name], b[name]) for name in ("peak", "A.angle")) and a.status == b.status


def test_addresses_and_folders(tmp_path: Path) -> None:
    assert is_store("s3://bucket/study") and is_store("simplecache::s3://b/x") and not is_store("out/study")
    assert not is_store(f"file://{tmp_path}") and not is_store("C:\\out")
    assert is_address(Path("s3://bucket")) and is_address(Path("file:///tmp")) and not is_address(Path("C:/out"))
    local = place_of(f"file://{tmp_path}")
    assert isinstance(local, StudyFolder) and local.path == tmp_path and place_of(local) is local
    assert isinstance(place_of("memory://a/b/"), Bucket) and place_of("memory://a/b/").address == "memory://a/b"


def test_a_store_has_the_digits_of_memory_and_goes_on(store: str, case: biela.Case, whole: Sweep) -> None:
    """What is lost or damaged is computed again, and nothing else; another study is refused, or moved away."""
    assert _same(_swept(case, store), whole)
    memory = fsspec.filesystem("memory")
    memory.rm_file("/bucket/study/blocks/1.json")
    memory.pipe_file("/bucket/study/results.zarr/peak/c/0", b"damaged")
    totals: list[int] = []
    assert _same(_swept(case, store, progress=lambda p: totals.append(p.total)), whole) and set(totals) == {128}
    assert _same(open_sweep(store), whole) and open_sweep(store).case(3).name == "sample-3"
    with pytest.raises(StudyError, match="'memory://bucket/study' holds the results of another study"):
        sweep(case, {"length": [0.4]}, MEASURES, duration=0.05, out=store)
    assert len(sweep(case, {"length": [0.4]}, MEASURES, duration=0.05, out=store, again=True)) == 1
    assert _same(open_sweep(f"{store}/generations/1"), whole) and len(open_sweep(store)) == 1


def test_a_cache_in_front_of_a_store(store: str, case: biela.Case, whole: Sweep) -> None:
    assert _same(_swept(case, f"simplecache::{store}"), whole) and _same(open_sweep(store), whole)


def test_xarray_and_pandas_open_it(store: str, case: biela.Case, whole: Sweep) -> None:
    import pandas
    import xarray

    _swept(case, store)
    found = xarray.open_zarr(f"{store}/results.zarr", consolidated=False, chunks=None)
    assert np.array_equal(found["peak"], whole["peak"])
    assert np.array_equal(pandas.read_parquet(f"{store}/samples.parquet")["length"], whole["length"])


def test_the_command_line(store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Page and summary go where the results are; a sample there is a machine to run."""
    (tmp_path / "rod.yaml").write_text(FILE)
    vary = ["--vary", "length=0.4 m, 0.5 m", "--measure", "max(A.rate)", "--duration", "0.05"]
    main(["sweep", str(tmp_path / "rod.yaml"), *vary, "--out", store])
    assert f"files in {store}: report.html, results.zarr, samples.parquet, summary.json" in capsys.readouterr().out
    memory = fsspec.filesystem("memory")
    assert memory.cat_file("/bucket/study/report.html").startswith(b"<!doctype html>")
    assert f'"{store}/summary.json"' in memory.cat_file("/bucket/study/summary.json").decode()
    main(["run", f"{store}#1", "--out", str(tmp_path / "one")])
    assert (tmp_path / "one" / "summary.json").exists()


def test_other_commands_do_not_take_an_address_for_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["run", "four-bar", "--duration", "0.01", "--out", "s3://bucket/run"])
    said = capsys.readouterr().err
    assert "only `biela sweep` writes there" in said and not list(tmp_path.iterdir())
    with pytest.raises(SystemExit):
        main(["show", "s3://bucket/study"])
    assert "A sample of a study there is 's3://bucket/study#0'; to show the study, copy it" in capsys.readouterr().err


@pytest.mark.parametrize(("address", "message"), [
    ("nonsense://bucket", "'nonsense://bucket' is not a place for results: Protocol not known: nonsense"),
    ("github://org:repo@main/x", "github"),
    ("x" * 5000, "xxx… cannot be a folder of results: File name too long"),
])  # fmt: skip
def test_a_place_that_is_none_is_refused_by_name(address: str, message: str, case: biela.Case) -> None:
    with pytest.raises(BielaError, match=message):
        _swept(case, address)


def test_a_store_that_does_not_answer_leaves_a_study_that_goes_on(
    store: str, case: biela.Case, whole: Sweep, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = type(fsspec.filesystem("memory"))
    pipe, written = memory.pipe_file, [0]

    def silent(self: object, path: str, value: bytes, **more: object) -> None:
        written[0] += 1
        if written[0] > 12:
            raise RuntimeError("503 slow down")
        pipe(self, path, value, **more)

    with monkeypatch.context() as patch:
        patch.setattr(memory, "pipe_file", silent)
        with pytest.raises(BielaError, match="was not written .*503 slow down.* to resume it"):
            _swept(case, store)
    with monkeypatch.context() as patch:
        patch.setattr(memory, "pipe_file", silent)
        with pytest.raises(StudyError, match="cannot be used .*503 slow down.*check its name and your rights"):
            _swept(case, "memory://bucket/other")
    assert _same(_swept(case, store), whole)
