"""Narrow laws that a step may leap over: force against a coordinate, time or distance, smooth and kinked."""

from __future__ import annotations

from narrow_laws import cases, missed


def attack(quick: bool, seed: int) -> tuple[int, list[str]]:
    tried = cases(40 if quick else 1000, seed) + cases(40 if quick else 1000, seed, fixed=True)
    return len(tried), missed(tried)
