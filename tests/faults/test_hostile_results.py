"""Damaged and hostile result files: the right numbers or a `BielaError`; nothing crashes, hangs, grows or reads other files."""

from __future__ import annotations

import json
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from originals import signed

import biela
from biela.base.errors import BielaError
from biela.files.results import foreign
from biela.files.results.netcdf import MARK_AT, netcdf_image
from biela.files.results.netcdf_reader import Content, DamagedFile, read_image
from biela.files.results.repeat import from_result
from biela.files.results.save import attributes, variables
from biela.identify.dataset import read_data

T = np.linspace(0.0, 1.0, 20)
VARIABLES = {
    **{f"A{k}.angle": (("time",), np.sin(k + T), {"units": "rad", "long_name": "angle"}) for k in range(4)},
    "state": (("time", "entry"), np.arange(40.0).reshape(20, 2), {}),
    "parameter": (("free_parameter",), np.zeros(0), {}),
}
ABOUT = {"machine": "four-bar", "machine_file": "biela: 1\n" * 4000, "settings": '{"method": "rk4"}', "steps": 20}
IMAGE = netcdf_image({"time": (T, {"units": "s"})}, VARIABLES, ABOUT)


def _is_original(content: Content) -> bool:
    variables, about = content
    return about == ABOUT and all(np.array_equal(variables[name][1], values) for name, (_, values, _) in VARIABLES.items())


# ------------------------------------------------------------------------------------------------------------------ damage


def _flips(count: int, seed: int) -> int:
    """Single bits that changed what is read and were not noticed."""
    rng = np.random.default_rng(seed)
    wrong = 0
    for _ in range(count):
        image = bytearray(IMAGE)
        image[rng.integers(len(image))] ^= 1 << rng.integers(8)
        try:
            wrong += not _is_original(read_image(image))
        except DamagedFile:
            pass
    return wrong


def test_single_bits_are_noticed() -> None:
    assert _is_original(read_image(bytearray(IMAGE)))
    assert _flips(300, seed=1) == 0


def test_ten_thousand_single_bits_are_noticed() -> None:
    assert _flips(10_000, seed=2) == 0


def test_a_file_that_lost_its_mark_is_read_with_a_warning(tmp_path: Path) -> None:
    image = bytearray(IMAGE)
    image[MARK_AT] ^= 1
    (tmp_path / "r.nc").write_bytes(image)
    with pytest.warns(UserWarning, match="has no digest: damage to it would not be noticed"):
        saved = biela.load(tmp_path / "r.nc")
    assert np.array_equal(saved["state"], VARIABLES["state"][1]) and saved.machine_file == ABOUT["machine_file"]


def test_truncated_and_longer_files_are_refused(tmp_path: Path) -> None:
    for image in (IMAGE[:-1], IMAGE[: len(IMAGE) // 2], IMAGE + b"\0", IMAGE[:170]):
        (tmp_path / "r.nc").write_bytes(image)
        with pytest.raises(BielaError, match="is not a result of biela, or is damaged: its digest does not match"):
            biela.load(tmp_path / "r.nc")


def test_other_readers_notice_a_changed_number(tmp_path: Path) -> None:
    image = bytearray(IMAGE)
    image[IMAGE.index(VARIABLES["A2.angle"][1].tobytes()) + 50] ^= 4
    (tmp_path / "r.nc").write_bytes(image)
    with h5py.File(tmp_path / "r.nc") as file:
        assert np.array_equal(file["A1.angle"][()], VARIABLES["A1.angle"][1])
        with pytest.raises(OSError, match="filter returned failure during read"):
            file["A2.angle"][()]


# --------------------------------------------------------------------------------------------------- hostile, well signed


WORDS = (0, 1, 8, 96, len(IMAGE), len(IMAGE) - 8, 2**31, 2**32 - 1, 2**63, 2**64 - 1)
"""Sizes and addresses that could mislead."""


def _mutated(rng: np.random.Generator) -> bytearray:
    """A few bytes or words replaced, or a piece moved; with a digest that fits."""
    image = bytearray(IMAGE)
    structure = IMAGE.index(T.tobytes())  # the numbers behind it cannot mislead
    for _ in range(rng.integers(1, 6)):
        place = int(rng.integers(structure))
        match rng.integers(4):
            case 0:
                image[place] = int(rng.integers(256))
            case 1:
                word = WORDS[rng.integers(len(WORDS))]
                image[place & ~7 : (place & ~7) + 8] = word.to_bytes(8, "little")
            case 2:
                other, size = int(rng.integers(structure)), int(rng.integers(1, 64))
                image[place : place + size] = IMAGE[other : other + size]
            case _:
                image = image[:place] + bytes(rng.integers(0, 40)) + image[place:]
    image[44:52] = len(image).to_bytes(8, "little") if rng.random() < 0.8 else image[44:52]
    return signed(image)


def _well_signed(count: int, seed: int) -> int:
    """Mutated files of which something was read; each gives a `DamagedFile`, or no more than it contains."""
    rng = np.random.default_rng(seed)
    read = 0
    for _ in range(count):
        image = _mutated(rng)
        try:
            variables, about = read_image(image)
        except DamagedFile:
            continue
        read += 1
        size = sum(values.nbytes for _, values, _ in variables.values()) + sum(len(str(v)) for v in about.values())
        assert size <= 2 * len(image)
    return read


def test_well_signed_files_are_followed_only_inside() -> None:
    assert 50 < _well_signed(500, seed=3) < 450


def test_a_hundred_thousand_well_signed_files() -> None:
    assert 10_000 < _well_signed(100_000, seed=4) < 90_000


DEEP = "[" * 100_000
SETTINGS = (DEEP, "[1]", "null", "{", '{"method": 1e999}', "", 7, '{"formulation": {"a": []}}', "{" + '"a":{' * 50_000)
CHANGES: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    *(({}, {"settings": value}) for value in SETTINGS),
    ({}, {"machine_file": DEEP}),
    ({}, {"machine_file": 3}),
    ({}, {"machine_file": "a: &a [*a]"}),
    ({"state": (("time",), T, {})}, {}),
    ({"state": (("entry",), np.zeros(0), {})}, {}),
    ({"state": ((), np.array(1.0), {})}, {}),
    ({"parameter": (("time", "free_parameter"), np.zeros((20, 2)), {})}, {}),
)


@pytest.fixture(scope="module")
def four_bar() -> tuple[dict[str, Any], dict[str, Any]]:
    """A result of the four-bar: variables and labels."""
    case = biela.library.get("four-bar")
    run = case.simulate(0.02, step=0.01, method="rk4")
    return {"time": (("time",), run.t, {}), **variables(run, [])[1]}, attributes(run)


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_results_of_nonsense_are_refused(change: Any, four_bar: Any, tmp_path: Path) -> None:
    variables, about = four_bar
    whole = {k: v for k, v in {**variables, **change[0]}.items() if k != "time"}
    (tmp_path / "r.nc").write_bytes(netcdf_image({"time": (variables["time"][1], {})}, whole, {**about, **change[1]}))
    with pytest.raises(BielaError):
        from_result(tmp_path / "r.nc").simulate()


# --------------------------------------------------------------------------------------------------- files of other programs


def _external(file: h5py.File, folder: Path) -> None:
    (folder / "secret").write_bytes(np.full(20, 42.0).tobytes())
    file.create_dataset("time", (20,), "f8", external=[(str(folder / "secret"), 0, 160)])


def _external_link(file: h5py.File, folder: Path) -> None:
    with h5py.File(folder / "secret.h5", "w") as other:
        other["x"] = T
    file["time"] = h5py.ExternalLink(str(folder / "secret.h5"), "x")


def _virtual(file: h5py.File, folder: Path) -> None:
    with h5py.File(folder / "secret.h5", "w") as other:
        other["x"] = T
    layout = h5py.VirtualLayout((20,), "f8")
    layout[:] = h5py.VirtualSource(str(folder / "secret.h5"), "x", (20,))
    file.create_virtual_dataset("time", layout)


def _filter(file: h5py.File, folder: Path) -> None:
    plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plan.set_chunk((20,))
    plan.set_filter(32000, h5py.h5z.FLAG_OPTIONAL, ())
    h5py.h5d.create(file.id, b"time", h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((20,)), plan)


def _giant(file: h5py.File, folder: Path) -> None:
    file.create_dataset("time", (800_000_000,), "f8", chunks=(1000,))


def _compressed(file: h5py.File, folder: Path) -> None:
    file.create_dataset("time", (60_000_000,), "f8", chunks=(1_000_000,), compression="gzip", fillvalue=1.0)[:10] = 0.0


def _soft(file: h5py.File, folder: Path) -> None:
    file["time"] = h5py.SoftLink("/time")


HOSTILE: dict[str, tuple[Callable[[h5py.File, Path], None], str]] = {
    "external": (_external, "are in another file"),
    "external link": (_external_link, "is a link to elsewhere"),
    "virtual": (_virtual, "are in another file"),
    "filter": (_filter, "needs a filter that HDF5 does not contain"),
    "giant": (_giant, "its variables are larger than"),
    "compressed": (_compressed, "its variables are larger than"),
    "soft link": (_soft, "is a link to elsewhere"),
}


SOME = list(HOSTILE)


@pytest.mark.parametrize("kind", SOME)
def test_files_that_lead_elsewhere_or_grow_are_refused(kind: str, tmp_path: Path) -> None:
    make, message = HOSTILE[kind]
    with h5py.File(tmp_path / "x.nc", "w") as file:
        make(file, tmp_path)
    for read in (read_data, biela.load):
        with pytest.raises(BielaError, match=message):
            read(tmp_path / "x.nc")


def test_measurements_of_other_programs_are_read(tmp_path: Path) -> None:
    """As netCDF programs write them: compressed, scaled, with gaps and texts."""
    import xarray

    angle = np.where(np.arange(20) == 7, np.nan, np.round(np.rad2deg(np.sin(T)), 2))
    columns = {
        "A": ("time", angle, {"units": "deg"}),
        "n": ("time", np.arange(20, dtype=">i2")),
        "word": ("time", ["ä"] * 20),
        "map": (("x", "y"), np.ones((2, 3))),
    }
    how = {"A": {"dtype": "i4", "scale_factor": 0.01, "_FillValue": -99_999, "zlib": True, "fletcher32": True}}
    file = tmp_path / "m.nc"
    xarray.Dataset(columns, {"time": ("time", T, {"units": "s"})}).to_netcdf(file, engine="h5netcdf", encoding=how)
    data = read_data(file)
    assert np.allclose(np.rad2deg(data.columns["A"]), angle, atol=1e-9, equal_nan=True)
    assert np.array_equal(data.columns["n"], np.arange(20)) and np.array_equal(data.t, T)
    assert {*data.columns} == {"A", "n"} and data.units["A"] == "rad"


def test_crash_and_hang_of_the_reader_are_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.nc").write_bytes(IMAGE)
    for code, message in (
        ("import os; os.abort()", "the HDF5 library crashed on it"),
        ("import time; time.sleep(60)", "reading it takes more than"),
        ("print('{}')", "its tables are not whole"),
        ("raise SystemExit(1)", "it could not be read"),
    ):
        child = tmp_path / "child.py"
        child.write_text(code)
        monkeypatch.setattr(foreign.foreign_child, "__file__", str(child))
        monkeypatch.setattr(foreign, "SECONDS", 0.05 if "sleep" in code else 60.0)  # a busy computer starts a child slowly
        with pytest.raises(DamagedFile, match=message):
            foreign.read_foreign(tmp_path / "x.nc")


def test_devices_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "x.nc").symlink_to("/dev/zero")
    for read in (biela.load, read_data):
        with pytest.raises(BielaError, match="it is not a regular file"):
            read(tmp_path / "x.nc")


def test_damaged_files_of_other_programs(tmp_path: Path) -> None:
    """HDF5 sees them, in its own process: each is read or refused."""
    with h5py.File(tmp_path / "good.h5", "w", libver="latest") as file:
        file.create_dataset("time", data=T, chunks=(5,), compression="gzip", shuffle=True)
        file["x"] = np.sin(T)
        file["x"].attrs["units"] = "rad"
    good = (tmp_path / "good.h5").read_bytes()
    rng, ends = np.random.default_rng(6), Counter[str]()
    for _ in range(100):
        image = bytearray(good)
        for _ in range(rng.integers(1, 30)):
            image[rng.integers(len(image))] = int(rng.integers(256))
        (tmp_path / "x.h5").write_bytes(image)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                json.dumps(read_data(tmp_path / "x.h5").t.tolist())
                ends["read"] += 1
            except BielaError:
                ends["refused"] += 1
    assert ends.total() == 100 and ends["refused"]
