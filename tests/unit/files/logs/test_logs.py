"""Files of measurements as they come: every way of writing the same numbers gives the same record, or says what is wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from biela.files.logs.record import read_record
from biela.files.logs.table import DataError
from biela.files.logs.units import to_si

T = np.arange(200) * 0.002
ANGLE = 30.0 + 20.0 * np.sin(3.0 * T)
TORQUE = -1.5 + 40.0 * np.cos(2.0 * T)


def text(separator: str = ",", decimal: str = ".", head: str = "time,A [deg],motor [Nm]", t: np.ndarray = T) -> str:
    rows = [head.replace(",", separator)]
    for row in zip(t, ANGLE, TORQUE, strict=True):
        rows.append(separator.join(f"{v:.9f}" for v in row).replace(".", decimal))
    return "\n".join(rows) + "\n"


WAYS = {
    "commas": text().encode(),
    "semicolons and decimal commas": text(";", ",").encode(),
    "tabs and decimal commas": text("\t", ",").encode(),
    "tabs": text("\t").encode(),
    "bars": text("|").encode(),
    "bars between blanks": text(" | ").encode(),
    "bars between blanks, decimal commas": text(" | ", ",").encode(),
    "bars between blanks, units below": text(" | ", head="time,A,motor\ns,deg,Nm").encode(),
    "semicolons between blanks": text(" ; ").encode(),
    "bars around and a rule": "".join(
        f"| {line} |\n{'|------|---|:---|' * (k == 0)}{chr(10) * (k == 0)}" for k, line in enumerate(text(" | ").splitlines())
    ).encode(),
    "a rule with crosses": text(" | ").replace("\n", "\n-----+---------+-----------\n", 1).encode(),
    "a rule below units": text(" | ", head="time,A,motor\ns,deg,Nm").replace("Nm\n", "Nm\n----+----+----\n").encode(),
    "units with blanks": text(head="time (s),A (deg),motor (N m)").encode(),
    "a table of facts before the names": b"Log file 2\nOperator;Y\nDate;2024-01-01\n\n" + text(";").encode(),
    "days first": ("time;A [deg];motor [Nm]\n" + "".join(
        f"{['29.02.2024 23:59:59', '01.03.2024 00:00:00'][k >= 100]}.{round(1e6 * (t + 0.8) % 1e6):06d};{a:.9f};{m:.9f}\n"
        for k, (t, a, m) in enumerate(zip(T, ANGLE, TORQUE, strict=True)))).encode(),
    "blanks": text(" ", head="time,A[deg],motor[Nm]").encode(),
    "byte order mark": b"\xef\xbb\xbf" + text().encode(),
    "points between thousands": ("Zeit;A [deg];motor [mN·m]\n" + "".join(
        f"{t:.3f};{a:.9f};{1e3 * m:,.6f}\n".translate(str.maketrans(",.", ".,")) for t, a, m in zip(T, ANGLE, TORQUE, strict=True)
    )).encode(),
    "UTF-16": text(";").encode("utf-16"),
    "not UTF-8": text(";", ",", "time,A [°],motor [N·m],").replace("motor [N·m];", "motor [N·m]").encode("cp1252"),
    "round brackets": text(head="Time (s),A (deg),motor (N*m)").encode(),
    "points in units": text(head="time (s),A (deg),motor (N.m)").encode(),
    "another language": text(";", ",", "Zeit,A [°],motor [Nm]").encode(),
    "a line of units": text(head="time,A,motor\ns,deg,Nm").encode(),
    "quotes": text(head='"time","A [deg]","motor [N.m]"').replace("N.m", "Nm").encode(),
    "milliseconds": text(head="time [ms],A [deg],motor [kN·m]", t=1e3 * T).encode(),
    "lines before the names": b"Recorder 7; unit 3\n# a comment\n\n" + text(";").encode(),
    "Windows": text().replace("\n", "\r\n").encode(),
    "a separator at the end": text().replace("\n", ",\n").encode(),
    "seconds since 1970": text(t=1.7e9 + T).encode(),
    "dates": ("time,A [deg],motor [Nm]\n" + "".join(
        f"{np.datetime64('2024-03-01T10:00:00') + np.timedelta64(round(1e6 * t), 'us')},{a:.9f},{m:.9f}\n"
        for t, a, m in zip(T, ANGLE, TORQUE, strict=True))).encode(),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_writing_gives_the_same_numbers(way: str, tmp_path: Path) -> None:
    file = tmp_path / "run.csv"
    file.write_bytes(WAYS[way])
    record = read_record(file)
    torque = TORQUE * (1e3 if way == "milliseconds" else 1.0)
    assert record.t == pytest.approx(T, abs=2e-7) and list(record.columns) == ["A", "motor"]
    assert record.columns["A"] == pytest.approx(np.deg2rad(ANGLE), abs=1e-10)
    assert record.columns["motor"] == pytest.approx(torque, rel=1e-9)
    assert record.units == {"A": "rad", "motor": "N·m"}
    if way in ("seconds since 1970", "dates", "days first"):
        assert any("time is counted from the first sample" in note for note in record.notes)
        assert np.ptp(np.diff(record.t)) < 1e-6


def test_containers_give_the_same_numbers(tmp_path: Path) -> None:
    scipy_io = pytest.importorskip("scipy.io")
    columns = {"time": T, "A": ANGLE, "motor": TORQUE}
    scipy_io.savemat(tmp_path / "flat.mat", columns)
    scipy_io.savemat(tmp_path / "nested.mat", {"run": columns, "name": "arm"})
    import h5py

    with h5py.File(tmp_path / "new.mat", "w", userblock_size=512) as file:
        for name, values in columns.items():
            file["run/" + name] = values[None, :]
    with (tmp_path / "new.mat").open("r+b") as raw:
        raw.write(b"MATLAB 7.3 MAT-file".ljust(116) + b"\0" * 8 + b"\x00\x02IM")
    for name in ("flat.mat", "nested.mat", "new.mat"):
        record = read_record(tmp_path / name, {"A": "deg"})
        assert record.t == pytest.approx(T) and record.columns["A"] == pytest.approx(np.deg2rad(ANGLE))
        assert record.columns["motor"] == pytest.approx(TORQUE)
    with pytest.raises(DataError, match="'A' is to be column 'Axis', which is not there"):
        read_record(tmp_path / "flat.mat", names={"A": "Axis"})
    assert set(read_record(tmp_path / "flat.mat", names={"shoulder": "A"}).columns) == {"shoulder", "motor"}


def test_an_mdf_file_with_two_rates(tmp_path: Path) -> None:
    asammdf = pytest.importorskip("asammdf")
    file = asammdf.MDF(version="4.10")
    file.append([asammdf.Signal(ANGLE, T, unit="deg", name="A")])
    file.append([asammdf.Signal(TORQUE[::4], T[::4], unit="Nm", name="motor")])
    file.save(tmp_path / "run.mf4")
    file.close()
    record = read_record(tmp_path / "run.mf4")
    assert record.columns["A"] == pytest.approx(np.deg2rad(ANGLE)) and record.t == pytest.approx(T)
    assert record.columns["motor"][::4] == pytest.approx(TORQUE[::4]) and np.isnan(record.columns["motor"]).sum() == 150


def test_files_as_other_tools_write_them(tmp_path: Path) -> None:
    """Time as CF conventions have it, packed integers, decimals, durations, Simulink's structures, one matrix alone."""
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    import xarray as xr
    from scipy.io import savemat

    content = xr.Dataset({"A": ("time", ANGLE, {"units": "degree"}), "motor": ("time", TORQUE, {"units": "N m"})})
    content = content.assign_coords(time=("time", T, {"units": "seconds since 2024-03-01 10:00:00"}))
    packed = {"A": {"dtype": "int32", "scale_factor": 1e-7, "_FillValue": -1}}
    content.to_netcdf(tmp_path / "classic.nc", engine="scipy", encoding=packed)
    content.to_netcdf(tmp_path / "hdf5.nc", engine="h5netcdf", encoding=packed)
    dates = np.datetime64("2024-03-01T10:00:00.000000") + np.round(1e6 * T).astype("m8[us]")
    content.assign_coords(time=dates).to_netcdf(tmp_path / "dates.nc", engine="h5netcdf")  # in milliseconds
    whole = pa.array(np.round(1e9 * T).astype("m8[ns]"))
    decimals = pa.array(np.round(ANGLE, 7)).cast(pa.decimal128(20, 7))
    pq.write_table(pa.table({"time": whole, "A": decimals, "motor": TORQUE}), tmp_path / "exact.parquet")
    scope = {"time": T, "signals": {"values": ANGLE[:, None], "label": "A", "dimensions": 1.0}}
    savemat(tmp_path / "simulink.mat", {"out": {"tout": T, "A": scope, "motor": {"Time": T, "Data": TORQUE}}})
    savemat(tmp_path / "matrix.mat", {"data": np.column_stack([T, ANGLE, TORQUE])})
    columns = {"time": "data_1", "A": "data_2", "motor": "data_3"}
    for name in ("classic.nc", "hdf5.nc", "dates.nc", "exact.parquet", "simulink.mat", "matrix.mat"):
        units = {} if name.endswith(".nc") else {"A": "deg"}
        record = read_record(tmp_path / name, units, columns if name == "matrix.mat" else None)
        assert record.t == pytest.approx(T, abs=1e-9), name
        assert record.columns["A"] == pytest.approx(np.deg2rad(ANGLE), abs=1e-8), name
        assert record.columns["motor"] == pytest.approx(TORQUE), name
    with pytest.raises(DataError, match="its columns are data_1, data_2, data_3. Name the one"):
        read_record(tmp_path / "matrix.mat")


def test_structures_of_one_name_are_all_there(tmp_path: Path) -> None:
    """A structure array of two runs, signals with names, groups of HDF5: the last one does not replace the others."""
    import h5py
    from scipy.io import savemat

    runs = np.array([(T, ANGLE, TORQUE), (T + 1.0, 2 * ANGLE, TORQUE)], [(n, object) for n in ("time", "A", "motor")])
    signals = np.array([("A", ANGLE), ("motor", TORQUE)], [("name", object), ("data", object)])
    savemat(tmp_path / "runs.mat", {"runs": runs})
    savemat(tmp_path / "signals.mat", {"t": T, "log": signals, "gains": np.arange(3.0)})
    with h5py.File(tmp_path / "groups.h5", "w") as file:
        for name, values in {"time": T, "A": ANGLE, "motor": TORQUE}.items():
            file[f"first/{name}"], file[f"second/{name}"] = values, 2 * values
    for name in ("runs.mat", "signals.mat", "groups.h5"):
        record = read_record(tmp_path / name)
        assert record.t == pytest.approx(T) and record.columns["A"] == pytest.approx(ANGLE), name
        assert record.columns["motor"] == pytest.approx(TORQUE), name
        if name == "signals.mat":
            assert record.unusable["gains"] == "has 3 values, where most columns have 200"
        else:
            assert record.columns["A (2)"] == pytest.approx(2 * ANGLE)
            assert any("'A' is there 2 times" in note for note in record.notes)


def test_files_of_octave(tmp_path: Path) -> None:
    """`save -hdf5` puts each variable into a group with its type; `save -text` is refused with the remedy."""
    import h5py

    for name in ("run.mat", "run.h5"):
        with h5py.File(tmp_path / name, "w") as file:
            for column, values in {"time": T, "A": ANGLE, "motor": TORQUE}.items():
                file[f"{column}/type"], file[f"{column}/value"] = np.bytes_("matrix"), values[None, :]
        record = read_record(tmp_path / name)
        assert record.t == pytest.approx(T) and record.columns["motor"] == pytest.approx(TORQUE)
    (tmp_path / "text.mat").write_text("# Created by Octave 7.3.0\n# name: time\n# type: matrix\n")
    with pytest.raises(DataError, match="Octave's own text format: save it with `save -v7`"):
        read_record(tmp_path / "text.mat")


def test_mdf_files_with_doubled_names_other_clocks_and_conversions(tmp_path: Path) -> None:
    """Two channels of one name, groups whose stamps differ by nanoseconds, counts with a scale, states in words, MDF 3."""
    asammdf = pytest.importorskip("asammdf")
    Signal = asammdf.Signal
    words = {"val_0": 0, "val_1": 1, "text_0": "off", "text_1": "on"}
    for version, name in (("3.30", "old.mdf"), ("4.10", "new.mf4")):
        file = asammdf.MDF(version=version)
        counts = np.round(ANGLE / 1e-3).astype(np.int32)
        file.append([Signal(counts, T, unit="deg", name="A", conversion={"a": 1e-3, "b": 0.0})])
        file.append([Signal(TORQUE, T + 1e-9, unit="Nm", name="motor")])
        file.append([Signal(-TORQUE, T, unit="Nm", name="motor")])
        file.append([Signal((T > 0.2).astype(np.uint8), T, name="state", conversion=words)])
        file.save(tmp_path / name)
        file.close()
        record = read_record(tmp_path / name)
        assert record.t == pytest.approx(T, abs=1e-8) and list(record.columns) == ["A", "motor", "motor (2)"]
        assert record.columns["A"] == pytest.approx(np.deg2rad(ANGLE), abs=1e-5)
        assert record.columns["motor"] == pytest.approx(TORQUE) and "state" in record.unusable
        assert "'motor' is there 2 times: the others are called 'motor (2)' …" in record.notes


def test_doubled_stamps_gaps_and_a_cut_off_line_are_said(tmp_path: Path) -> None:
    file = tmp_path / "run.csv"
    file.write_text("time,A,B\n0.0,1,\n0.0,,5\n0.1,2,6\n0.1,3,\n0.2,4,7\n0.3,4,7\n0.4,4,7\n2.0,4,7\n;,,\n".replace(";", ""))
    record = read_record(file)
    assert record.t.tolist() == [0.0, 0.1, 0.2, 0.3, 0.4, 2.0]
    assert record.columns["A"][:3].tolist() == [1, 3, 4] and record.columns["B"][:3].tolist() == [5, 6, 7]
    said = "; ".join(record.notes)
    assert "1 empty row left out" in said and "2 doubled time stamps" in said
    assert "1 gap in time, the first of 1.6 s after 0.4 s" in said
    file.write_text("time,A,B\n0.0,1,2\n0.1,1,2\n0.2,1")
    record = read_record(file)
    assert record.t.tolist() == [0.0, 0.1] and "cut off" in record.notes[0]


CLOCKS = {
    "12:30:05.2 12:30:05.7 12:30:06.25": ([0.0, 0.5, 1.05], "12:30:05.2"),
    "23:59:59.5 00:00:00 00:00:00.5": ([0.0, 0.5, 1.0], "23:59:59.5, and passes midnight"),
    "11:59:59 12:00:00 12:00:01 13:00:00": ([0.0, 1.0, 2.0, 3601.0], "11:59:59"),
    "11:59:59pm 12:00:00AM 1:00:00am": ([0.0, 1.0, 3601.0], "23:59:59, and passes midnight"),
    "11:59:59AM 12:00:00PM 1:00:00PM": ([0.0, 1.0, 3601.0], "11:59:59"),
    "23:59:00 24:00:00 25:00:00": ([0.0, 60.0, 3660.0], "23:59:00"),
    "9:58 9:59 10:00": ([0.0, 60.0, 120.0], "09:58:00"),
    "12:30:05,2 12:30:05,7": ([0.0, 0.5], "12:30:05.2"),
    "2024-02-29T23:59:59 2024-03-01T00:00:01": ([0.0, 2.0], "2024-02-29T23:59:59.000"),
}


@pytest.mark.parametrize("times", CLOCKS)
def test_times_of_day_have_no_date(times: str, tmp_path: Path) -> None:
    """Nobody recorded the day, so no day is shown; a record that passes midnight goes on."""
    expected, first = CLOCKS[times]
    file = tmp_path / "run.csv"
    file.write_text("time;A\n" + "".join(f"{t};{k}\n" for k, t in enumerate(times.split())) + ";\n")
    record = read_record(file)
    assert record.t.tolist() == pytest.approx(expected, abs=1e-9)
    assert f"time is counted from the first sample, {first}" in record.notes
    assert "1 empty row left out" in record.notes


def test_times_of_day_in_parquet(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    times = pa.array([86_399_500, 0, 500]).cast(pa.int32()).cast(pa.time32("ms"))
    pq.write_table(pa.table({"time": times, "A": [1.0, 2.0, 3.0], "other": times}), tmp_path / "run.parquet")
    record = read_record(tmp_path / "run.parquet")
    assert record.t.tolist() == [0.0, 0.5, 1.0] and "moments in time" in record.unusable["other"]
    assert record.notes == ("time is counted from the first sample, 23:59:59.5, and passes midnight",)


WRONG = {
    "time,A\n12:30:05,1\n11:30:05,2\n": "time goes back from 0 s .* to -3600 s",
    "time,A\n30:05.2,1\n30:05.4,2\n": "'time' holds something that is not a number: '30:05.2' in line 2",
    "time,A\n12:30:05:200,1\n12:30:05:400,2\n": "'time' holds something that is not a number: '12:30:05:200' in line 2",
    "time,A\n2024-03-01 12:30:05,1\n12:30:06,2\n": "'time' holds something that is not a number: '2024-03-01 12:30:05'",
    "time,A\n": "a line of names, but no rows",
    "": "is empty",
    "0.0,1\n0.1,2\n": "no table of numbers below a line of names",
    "t0,A\n0.0,1\n0.1,2\n": "no column 'time'",
    "time,A\n0.0,1\n0.2,2\n0.1,3\n": "time goes back from 0.2 s .* to 0.1 s",
    "time,A\n1.7e12,1\n1.7000001e12,2\n": r"in ms, us or ns\? Give its unit, units={'time': 'ms'}",
    "time,A\n0.0,1\n0.1,2,3\n": "line 3 has 3 columns, not 2",
    "time,A\n0.0,1\n,2\n": "time of sample 1 is missing",
    "time,A\nmorning,1\nnoon,2\n": "'time' holds something that is not a number: 'morning' in line 2",
}


@pytest.mark.parametrize("content", WRONG)
def test_files_that_cannot_be_read_say_why(content: str, tmp_path: Path) -> None:
    file = tmp_path / "run.csv"
    file.write_text(content)
    with pytest.raises(DataError, match=WRONG[content]):
        read_record(file)


def test_a_damaged_container_is_refused_by_name(tmp_path: Path) -> None:
    for ending in ("parquet", "nc", "mat", "mf4"):
        (tmp_path / f"run.{ending}").write_bytes(b"not what it says it is" * 40)
        with pytest.raises(DataError, match=f"run.{ending}"):
            read_record(tmp_path / f"run.{ending}")


def test_numbers_in_brackets_are_no_units(tmp_path: Path) -> None:
    """`q[2]` is the third entry of q, `A (2)` the second A; neither is doubled. ` [1]` is a pure number."""
    file = tmp_path / "run.csv"
    file.write_text("time,q[0],q[1],q[2],A,A (2),slip [1]\n0.0,1,2,3,4,5,6\n0.1,1,2,3,4,5,6\n")
    record = read_record(file)
    assert {name: values[0] for name, values in record.columns.items()} == {
        "q[0]": 1, "q[1]": 2, "q[2]": 3, "A": 4, "A (2)": 5, "slip": 6,
    }  # fmt: skip
    assert not record.unusable


def test_columns_that_no_one_needs_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "run.csv"
    file.write_text("time,A,mode,oil [°C]\n0.0,1,AUTO,20\n0.1,2,MANUAL,21\n")
    record = read_record(file)
    assert list(record.columns) == ["A"]
    assert "'AUTO' in line 2" in record.unusable["mode"] and "'°C', which is unknown" in record.unusable["oil"]


def test_units() -> None:
    assert to_si("deg/s²") == ("rad/s²", pytest.approx(np.pi / 180)) and to_si("rpm") == ("rad/s", pytest.approx(np.pi / 30))
    assert to_si("12.5 N·m") == ("N·m", 12.5) and to_si("2e-3Nm") == ("N·m", 2e-3) and to_si("4 ms") == ("s", 4e-3)
    assert to_si("-deg") == ("rad", pytest.approx(-np.pi / 180)) and to_si("-0.5 mm") == ("m", -5e-4)
    assert to_si("0.5 furlong") is None and to_si("0 deg") is None and to_si("1/min") == to_si("U/min") == to_si("rpm")
    assert to_si("mN·m") == ("N·m", 1e-3) and to_si("kN·m") == ("N·m", 1e3) and to_si("Nm") == ("N·m", 1.0)
    assert (
        to_si("bar") == ("Pa", 1e5) and to_si("l/min") == ("m³/s", pytest.approx(1e-3 / 60)) and to_si("mm/s^2") == ("m/s²", 1e-3)
    )
    assert to_si("") == ("", 1.0) and to_si("furlong") is None and to_si("kN") == ("N", 1e3) and to_si("us") == ("s", 1e-6)


def test_a_missing_cell_between_bars_and_blanks_stays_in_its_column(tmp_path: Path) -> None:
    """Split at blanks alone, the row was shifted: the column lost all its numbers, and the next one a reading."""
    file = tmp_path / "run.csv"
    file.write_text("time | A | B\n0.0 | 1.0 | 5.0\n0.1 |  | 6.0\n0.2 | 3.0 | 7.0\n", encoding="utf-8")
    record = read_record(file)
    assert record.columns["A"][[0, 2]].tolist() == [1.0, 3.0]
    assert np.isnan(record.columns["A"][1])
    assert record.columns["B"].tolist() == [5.0, 6.0, 7.0]
    assert not record.unusable
