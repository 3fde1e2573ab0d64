"""Runs of CVODE that fail say so in words of biela: SUNDIALS prints nothing, and what others print is printed."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from biela.base.errors import ToleranceNotReached
from biela.integrate.method.cvode import quiet
from closed_forms import pendulum


@pytest.mark.parametrize("method", ["cvode-bdf", "cvode-adams"])
def test_a_run_that_cannot_begin_prints_nothing(method: str, capfd: pytest.CaptureFixture[str]) -> None:
    m, stream = pendulum(), sys.stdout
    with pytest.raises(ToleranceNotReached):
        m.simulate(m.assemble({next(iter(m.joints)): 0.3}), 1e-300, method=method)
    assert tuple(capfd.readouterr()) == ("", "")
    assert sys.stdout is stream


def test_everything_else_is_printed_also_from_other_threads(capfd: pytest.CaptureFixture[str]) -> None:
    """And the stream is given back when the last of several runs is over."""
    stream = sys.stdout

    def run(k: int) -> None:
        with quiet():
            print(f"law {k}")
            print(f"\n[CVode, Error: -{k}] At t = 0 and h = 1e-17, the error test failed repeatedly.\n")
            print("\n[my, note] this is mine\n")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(run, range(200)))
    out = capfd.readouterr().out
    assert "Error" not in out
    assert out.count("this is mine") == 200
    assert all(f"law {k}" in out for k in range(200))
    assert sys.stdout is stream
