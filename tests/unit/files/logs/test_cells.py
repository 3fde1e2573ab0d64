"""Cell arrays of MAT files: their vectors are columns, and what is left out is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela.files.logs.matlab import read_mat
from biela.files.logs.record import LogRecord, read_record
from biela.files.logs.table import DataError

T = np.arange(40) * 0.01
A, B = np.sin(T), np.cos(T)


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting a process takes a hundred times as long as reading."""
    monkeypatch.setattr("biela.files.logs.record.read_apart", read_mat)


def cells(*rows: Any) -> Any:
    """A cell array: a row, or several of equal length."""
    table = rows if isinstance(rows[0], list) else (list(rows),)
    out = np.empty((len(table), len(table[0])), object)
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            out[i, j] = value
    return out


def seen(tmp_path: Path, **content: Any) -> LogRecord:
    from scipy.io import savemat

    savemat(tmp_path / "run.mat", content)
    return read_record(tmp_path / "run.mat")


WAYS = {
    "cells of vectors, with names": {"data": cells(T, A, B), "names": cells("time", "A", "B")},
    "a matrix with headers, as importdata gives it": {
        "run": {"data": np.column_stack([T, A, B]), "colheaders": cells("time", "A", "B"), "textdata": "x"}
    },
    "rows of name and vector": {"log": cells(["time", T], ["A", A], ["B", B])},
    "name, vector, name, vector": {"log": cells("time", T, "A", A, "B", B)},
    "a table of a spreadsheet": {"raw": cells(["time", "A", "B"], *np.column_stack([T, A, B]).tolist())},
    "numbers in cells": {"time": T, "A": cells(*[[v] for v in A]), "B": B},
    "structures in cells": {"log": cells({"time": T, "A": A}, {"B": B})},
    "names as a matrix of letters": {"data": np.vstack([T, A, B]), "labels": np.array(["time", "A", "B"])},
}


@pytest.mark.parametrize("way", WAYS)
def test_cells_with_vectors_are_columns(way: str, tmp_path: Path) -> None:
    record = seen(tmp_path, **WAYS[way])
    assert record.t == pytest.approx(T) and list(record.columns) == ["A", "B"]
    assert record.columns["A"] == pytest.approx(A) and record.columns["B"] == pytest.approx(B)
    assert not record.unusable and not record.notes


def test_units_in_cells(tmp_path: Path) -> None:
    record = seen(tmp_path, X=np.column_stack([T, A]), names=cells("time", "A"), units=cells("s", "deg"))
    assert record.columns["A"] == pytest.approx(np.deg2rad(A)) and record.units["A"] == "rad"


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    """Texts that name nothing, mixed cells, sparse matrices, vectors of another length: a note for each, and the remedy."""
    from scipy.sparse import csc_array

    record = seen(
        tmp_path, time=T, c=cells(A, "Monday", 3.0), comment=cells("calm", "cold"), gains=np.arange(3.0),
        mass=csc_array(np.eye(3)), empty=cells([], []),
    )  # fmt: skip
    assert list(record.columns) == ["c_1"] and record.columns["c_1"] == pytest.approx(A)
    assert set(record.notes) == {
        "'c' has 2 cells of 3 that are left out, texts or single numbers (save vectors as variables of their own)",
        "'comment' is left out: texts name columns, only if their variable is called `names`, `labels` or `colheaders` and has one "
        "for each column",
        "'mass' is left out: it holds no plain numbers (save `full(…)` of a sparse matrix)",
        "1 variable left out, which 40 samples do not fit: 'gains' (3)",
    }
    with pytest.raises(DataError, match=r"no column of numbers: 'comment' is left out: texts"):
        seen(tmp_path, comment=cells("calm", "cold"))


def test_cells_of_version_7_3(tmp_path: Path) -> None:
    """Cells and arrays of structures refer to what they hold; Octave puts it into groups `_0`, `_1`, …"""
    import h5py

    path = tmp_path / "new.mat"
    with h5py.File(path, "w", userblock_size=512) as file:

        def refer(name: str, values: list[Any], kind: str) -> None:
            file[name] = np.array([[file[f"#refs#/{v}"].ref] for v in values], h5py.ref_dtype)
            file[name].attrs["MATLAB_class"] = np.bytes_(kind)

        for name, values in {"T": T, "A": A, "B": B}.items():
            file[f"#refs#/{name}"] = values[None, :]
            file[f"#refs#/{name}"].attrs["MATLAB_class"] = np.bytes_("double")
        for name in ("time", "A", "B"):
            file[f"#refs#/text_{name}"] = np.array([[ord(c)] for c in name], np.uint16)
            file[f"#refs#/text_{name}"].attrs["MATLAB_class"] = np.bytes_("char")
        refer("data", ["T", "A", "B"], "cell")
        refer("names", ["text_time", "text_A", "text_B"], "cell")
        refer("runs/C", ["A", "B"], "double")
    with path.open("r+b") as raw:
        raw.write(b"MATLAB 7.3 MAT-file".ljust(116) + b"\0" * 8 + b"\x00\x02IM")
    record = read_record(path)
    assert record.t == pytest.approx(T) and set(record.columns) == {"A", "B", "C_1", "C_2"}
    assert record.columns["B"] == pytest.approx(B) and record.columns["C_2"] == pytest.approx(B)
    with h5py.File(tmp_path / "octave.mat", "w") as file:
        file["time/value"], file["c/value/dims"] = T, np.array([1, 2])
        file["c/value/_0/value"], file["c/value/_1/value"] = A, B
    record = read_record(tmp_path / "octave.mat")
    assert list(record.columns) == ["c_1", "c_2"] and record.columns["c_2"] == pytest.approx(B)
