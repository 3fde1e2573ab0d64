"""Packages that biela needs: each has bounds, and `make test-versions` tests both ends."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
NEEDED = [*PROJECT["dependencies"], *(one for extra in PROJECT["optional-dependencies"].values() for one in extra)]


def test_every_package_has_a_lower_and_an_upper_bound() -> None:
    others = [one for one in NEEDED if not one.startswith("biela[")]
    assert not [one for one in others if not re.fullmatch(r"[\w.-]+(\[\w+\])?>=[\d.]+,<[\d.]+", one)]


def test_a_package_has_one_pair_of_bounds() -> None:
    names = [re.split(r"[>\[]", one)[0] for one in NEEDED if not one.startswith("biela[")]
    assert len(names) == len(set(names)), "an extra that needs the packages of another one names that: biela[…]"
