"""Narrow laws that a step may leap over: force against a coordinate, time or distance, smooth and kinked."""

from __future__ import annotations

from narrow_laws import cases, missed

SEED = 2026


def attack(quick: bool) -> tuple[int, list[str]]:
    tried = cases(40 if quick else 1000, SEED)
    return len(tried), missed(tried)
