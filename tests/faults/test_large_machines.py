"""Machines and files that are very large: refused or announced at once, with an estimate."""

from __future__ import annotations

import warnings

import pytest

import biela
from biela import files
from biela.state.functions import LargeMachineWarning, functions_of
from biela.state.mobility import massless_coordinates


def test_a_file_of_very_many_keys_is_refused_at_once() -> None:
    text = "biela: 1\n" + "".join(f"k{i}: 1\n" for i in range(200_000))
    with pytest.raises(files.FileError, match="about 400002 values, which would take 28 s to read: machine files of up to 150000"):
        files.loads(text)


def chain(links: int, **last: object) -> biela.Mechanism:
    m = biela.Mechanism("chain", gravity=(0, -9.81, 0))
    inner = m.ground
    for i in range(links):
        data = {"mass": 1.0, "com": (0.5, 0, 0), "inertia": (0.1, 0.1, 0.1)} if i < links - 1 or not last else last
        body = m.body(f"body_{i}", **data)  # type: ignore[arg-type]
        m.revolute(f"joint_{i}", inner, body, parent_point=(1.0 if i else 0.0, 0, 0))
        inner = body
    return m


def test_the_equations_of_a_large_machine_are_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biela.state.functions.LARGE_MACHINE", 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        functions_of(chain(2)).dynamics  # noqa: B018
    with pytest.warns(LargeMachineWarning, match="'chain' has 3 bodies: its equations take about 0 s to derive"):
        functions_of(chain(3)).dynamics  # noqa: B018


def test_massless_coordinates_are_found_with_and_without_the_mass_matrix() -> None:
    """A chain of solid bodies has none, and no mass matrix is derived to see that; a last link without mass is found."""
    solid = chain(3)
    assert massless_coordinates(solid.assemble()) == []
    assert "mass_matrix" not in functions_of(solid)._kernels
    assert massless_coordinates(chain(3, mass=0.0).assemble()) == ["joint_2"]
