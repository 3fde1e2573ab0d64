"""Files of results are read by others as they were meant: by h5py and by xarray."""

from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np
import xarray

from biela.files.results.netcdf import netcdf_image
from biela.files.results.netcdf_reader import read_image


def test_other_readers_find_what_was_written(tmp_path: Path, rng: np.random.Generator) -> None:
    time = np.linspace(0.0, 1.0, 5)
    variables = {f"Glied_{k}.länge": (("time",), rng.normal(size=5), {"units": "m/s²", "long_name": ""}) for k in range(3)}
    variables["state"] = (("time", "entry"), rng.normal(size=(5, 3)), {"long_name": "state"})
    variables["parameter"] = (("free_parameter",), np.zeros(0), {})
    about = {"title": "Prüfstand", "machine_file": "name: ä\n" * 20_000, "steps": 12, "closure_error": 1e-9}
    path = tmp_path / "x.nc"
    path.write_bytes(netcdf_image({"time": (time, {"units": "s"})}, variables, about))

    with xarray.open_dataset(path, engine="h5netcdf") as data:
        assert data.attrs == about
        assert dict(data.sizes) == {"time": 5, "entry": 3, "free_parameter": 0}
        assert np.array_equal(data["time"], time) and data["time"].attrs == {"units": "s"}
        for name, (dimensions, values, labels) in variables.items():
            assert data[name].dims == dimensions and data[name].attrs == labels
            assert np.array_equal(data[name].values, values)
    with h5py.File(path) as file:
        assert file["time"].is_scale and file["state"].dims[0][0] == file["time"]
    again, said = read_image(bytearray(path.read_bytes()))
    assert said == about and again.keys() == {*variables, "time"}


def test_names_beyond_one_node_of_the_table() -> None:
    variables = {f"signal_{k}": (("time",), np.array([k, 0.5]), {}) for k in range(1300)}
    again, _ = read_image(bytearray(netcdf_image({"time": (np.zeros(2), {})}, variables, {})))
    assert {name: values[0] for name, (_, values, _) in again.items() if name != "time"} == {f"signal_{k}": k for k in range(1300)}
