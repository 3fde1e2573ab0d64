"""Rows of a tape that compute the same, and places of its values, against the same in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from biela.kernel.optimise import ALONE, NAMED, ORDERED, TURNS, first_of_equals, places


@pytest.mark.parametrize("n", [0, 1, 7, 400])
def test_the_first_of_equals(n: int, rng: np.random.Generator) -> None:
    """Few operations on few values: many rows are equal, some only once the equality of their operands is known."""
    operation = rng.integers(0, 3, n)
    kind = rng.choice([ALONE, NAMED, ORDERED, TURNS], n, p=[0.1, 0.2, 0.3, 0.4])
    counts = rng.integers(1, 4, n)
    counts[kind == TURNS] = np.maximum(counts[kind == TURNS], 2)
    keys = np.array([[rng.integers(max(0, k - 6), k + 1) for _ in range(3)] for k in range(n)], np.int64).reshape(n, 3)
    keys = np.where(np.arange(3) < counts[:, None], np.minimum(keys, np.arange(n)[:, None] - 1), -1)
    keys[kind == NAMED] = rng.integers(-1, 1, (int(np.sum(kind == NAMED)), 3)) * 2**61  # bits of constants

    known: dict[tuple[int, ...], int] = {}
    expected = list(range(n))
    for k in range(n):
        values = keys[k].tolist()
        if kind[k] != NAMED:
            values = [expected[v] if v >= 0 else v for v in values]
            if kind[k] == TURNS:
                values[:2] = sorted(values[:2])
        if kind[k] != ALONE:
            expected[k] = known.setdefault((int(operation[k]), *values), k)
    assert first_of_equals(np.arange(n), operation, keys.copy(), kind).tolist() == expected
    assert n < 400 or len(set(expected)) < 0.9 * n


def test_a_value_keeps_its_place_until_its_last_use(rng: np.random.Generator) -> None:
    n = 500
    counts, writes = rng.integers(0, 4, n), rng.random(n) < 0.9
    counts[0], writes[0] = 0, True
    with_value = np.flatnonzero(writes)
    given = np.array([[rng.choice(with_value[with_value < max(k, 1)][-12:]) for _ in range(3)] for k in range(n)])
    last = np.zeros(n, np.int64)
    for k in range(n):
        last[given[k, : counts[k]]] = k
    found, size = places(given, counts, last, writes)
    memory = np.full(size, -1)
    for k in range(n):
        assert [memory[found[row]] for row in given[k, : counts[k]]] == given[k, : counts[k]].tolist()
        if writes[k]:
            memory[found[k]] = k
    alive = max(int(np.sum((with_value < k) & (last[with_value] > k))) for k in range(n))
    never = int(np.sum(last[with_value] == 0))
    assert alive <= size <= alive + never + 2
