"""Results of ready and random machines, saved, read back and run again: none differs.

The ready machines, and random machines with loads, inputs, events, parameters and settings of all kinds.
"""

from __future__ import annotations

from read_back import random_differences, ready

from biela import library

FEW = ("pendulum", "four-bar", "motor-four-bar", "hydraulic-crane", "renault-clio")


def attack(quick: bool, seed: int) -> tuple[int, list[str]]:
    """All ready machines and 500 random ones; a few of each if it is to be quick."""
    names, seeds = FEW if quick else library.names(), range(seed, seed + (8 if quick else 500))
    found = [line for name in names for line in ready(name)] + [line for s in seeds for line in random_differences(s)]
    return len(names) + len(seeds), found
