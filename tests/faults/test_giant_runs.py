"""Runs, batches and clouds that would not fit into memory are refused with a number, before the memory is taken."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest

import biela
from biela.base import memory
from biela.base.errors import BielaError
from biela.base.memory import TooLarge, free_memory, in_bytes, refuse_too_large
from biela.estimate.cloud import Cloud
from biela.files.results import save as provenance


@pytest.fixture(scope="module")
def machine() -> biela.Mechanism:
    return biela.library.get("pendulum").build()


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer with 200 MB left, and a check that no more than 100 MB of them are taken."""
    monkeypatch.setattr(memory, "free_memory", lambda: 2e8)
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1e8


def test_runs_with_too_many_outputs(machine: biela.Mechanism, little: None) -> None:
    for output_step in (1e-12, 1e-300, 1e-6):
        with pytest.raises(
            TooLarge, match=r"outputs.* would need [\d.e+]+ .B of memory, and 180 MB are free: increase output_step"
        ):
            machine.simulate(duration=10.0, output_step=output_step)


def test_batches(machine: biela.Mechanism, little: None) -> None:
    x = machine.assemble().x
    with pytest.raises(TooLarge, match="a run of 5000 machines with 1001 outputs of 3 states would need 360 MB of memory"):
        machine.simulate_batch(np.tile(x, (5000, 1)), duration=1.0)


def test_inverse_runs(machine: biela.Mechanism, little: None) -> None:
    with pytest.raises(TooLarge, match="a motion with 10000000 samples would need 1.6 GB of memory, .*: use fewer samples"):
        machine.inverse_dynamics({"pivot": biela.sine(0.1, 1.0)}, 1.0, samples=10_000_000)


def test_signals_of_a_batch(machine: biela.Mechanism, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = machine.simulate_batch(
        np.tile(machine.assemble().x, (3000, 1)), duration=0.01, output_step=0.0001, step=0.0001, method="rk4"
    )
    name = next(iter(machine.simulate(duration=0.01)))
    monkeypatch.setattr(memory, "free_memory", lambda: 1e7)
    monkeypatch.setattr(memory, "UNCHECKED_SIZE", 1e6)
    with pytest.raises(TooLarge, match="with all signals computed with it, of 3000 machines at 101 outputs would need"):
        batch[name]


def test_signals_and_files_of_a_run(machine: biela.Mechanism, monkeypatch: pytest.MonkeyPatch) -> None:
    run = machine.simulate(duration=1.0, output_step=0.0001)
    name = run.names[-1]
    monkeypatch.setattr(memory, "free_memory", lambda: 1e5)
    monkeypatch.setattr(memory, "UNCHECKED_SIZE", 1e4)
    with pytest.raises(TooLarge, match=r"with all signals computed with it, at 10001 outputs would need .*run\.at"):
        run[name]
    monkeypatch.undo()
    [run[name] for name in run.names]
    monkeypatch.setattr(memory, "free_memory", lambda: 1e6)
    monkeypatch.setattr(memory, "UNCHECKED_SIZE", 1e4)
    with pytest.raises(TooLarge, match="the file of .* signals at 10001 outputs would need"):
        provenance.netcdf(run)


def test_clouds(little: None) -> None:
    """The prediction is the size of the record itself, from those of 500 and 1000 groups."""
    from biela.estimate.record import at
    from biela.integrate.record import size_of

    sizes = {
        "lanes": 4, "groups": 0, "count": 0, "n_points": 0, "stages": 4, "n_x": 6, "n_p": 0, "n_u": 1, "n_y": 2, "n_d": 4, "n_k": 2,
        "n_r": 2, "n_e": 0, "n_c": 0, "n_b": 1, "work_size": 100,
    }  # fmt: skip
    some, more, many = (size_of(at, sizes | {"groups": k, "count": 4 * k}) for k in (500, 1000, 5000))
    assert abs(more + 8 * (more - some) - many) < 0.002 * many
    model = SimpleNamespace(n_x=6, n=4, p=np.zeros(0))
    cloud = SimpleNamespace(groups=2_500_000, W=4, N=10_000_000, model=model)
    with pytest.raises(
        TooLarge, match="a cloud of 10000000 particles would need .* GB of memory, and 180 MB are free: use fewer particles"
    ):
        Cloud._refuse_many(cloud, sizes | {"groups": 2_500_000, "count": 10_000_000})  # type: ignore[arg-type]


def test_what_is_free_is_known_and_small_things_are_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1e6 < free_memory() < 1e15
    monkeypatch.setattr(memory, "free_memory", lambda: 0.0)
    refuse_too_large(1e6, "a megabyte", "")
    with pytest.raises(BielaError, match="nan"):
        refuse_too_large(float("nan"), "nonsense", "")
    assert [in_bytes(x) for x in (12, 3.2e9, 4e18)] == ["0.012 kB", "3.2 GB", "4e+03 PB"]
