"""Damaged files of every format that biela reads: each is read, or refused with words.

Machines (YAML, URDF, MJCF, SDF, Adams), measurements (text, Parquet, MAT, netCDF, HDF5, MDF), results, stores of studies, meshes,
roads, tyres and FMUs, damaged as disks, editors, other programs and attackers do. Each format is read by a child with limits on
memory and time.
"""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

from damaged_files import DEFAULT_NUMBER, NUMBERS, attack_apart
from originals import FORMATS

FILES = 50_000


def attack(quick: bool, seed: int) -> tuple[int, list[str]]:
    """50 000 files, fewer of formats that take long to read; a hundredth of them if it is to be quick."""
    shares = {name: NUMBERS.get(name, DEFAULT_NUMBER) for name in FORMATS}
    part = FILES / sum(shares.values()) / (100 if quick else 1)
    numbers = {name: math.ceil(share * part) for name, share in shares.items()}
    found = list[str]()
    for name, number in numbers.items():
        with tempfile.TemporaryDirectory() as folder:
            found += attack_apart(name, Path(folder), seed, number)
    return sum(numbers.values()), found
