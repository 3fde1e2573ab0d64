"""The registry: names as on the command line, read only when asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import biela
from biela import library
from biela.base.errors import UnknownName


def test_names_lead_to_machines() -> None:
    for name in library.names():
        ready = library.get(name)
        assert ready.name == name and len(ready.description) < 90 and ready.duration > 0
        assert library.get(name.replace("-", "_")) is ready
        assert isinstance(ready.build(), biela.Mechanism)


def test_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'four-bar'|Did you mean 'four-bar'"):
        library.get("four-bra")


def test_files_are_read_when_asked_for() -> None:
    code = (
        "import sys, biela.library as L; L.names(); L.get('chain')\n"
        "assert not [m for m in sys.modules if m.startswith('biela.library.')], 'read too early'\n"
        "assert 'casadi' not in sys.modules\n"
        "L.four_bar.build()\n"
        "assert 'biela.library.four_bar' in sys.modules and 'biela.library.chain' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_missing_attribute() -> None:
    with pytest.raises(AttributeError, match="has no 'excavator_arm'"):
        library.excavator_arm  # noqa: B018
    assert "four_bar" in dir(library) and "get" in dir(library)


def test_variants_keep_their_options() -> None:
    assert len(library.get("n-four-bar").build().bodies) - 1 == 11
    assert len(library.get("n-four-bar").build(windows=3).bodies) - 1 == 7
    assert len(library.get("planar-chain").build().bodies) - 1 == 20
