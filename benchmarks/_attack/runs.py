"""Runs with coarse and fine settings: every method, formulation, step and tolerance; more than 1 % off without a word.

Runs that are marked or refused, marked though they are right (false alarms), and those whose sharp runs disagree are counted too.
"""

from __future__ import annotations

from collections import Counter

from coarse_runs import verdicts


def attack(quick: bool, seed: int) -> tuple[int, list[str]]:
    """2 000 runs; 60 of them if it is to be quick."""
    counts: Counter[str] = Counter()
    late, found = 0, []
    for name, setting, verdict in verdicts(60 if quick else 2000, seed):
        counts[verdict.word] += 1
        late += verdict.word == "marked" and not verdict.at_once
        if verdict.word == "silent":
            found.append(f"{name}, {setting}: off by {100 * verdict.error:.3g} % of the amplitude; {verdict.text}")
    print(f"runs: {dict(counts)}; marked only when accuracy is asked for: {late}")
    return sum(counts.values()), found
