"""A measure of rounding errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from biela.kernel.tape import CONST, INPUT, OUTPUT, Tape, trace


def largest_intermediate(tape: Tape, inputs: Sequence[Sequence[float]]) -> tuple[NDArray[np.float64], ...]:
    """For every element of every output, the largest magnitude among the values it was computed from.

    Rounding errors are measured relative to it: after a cancellation the result itself says nothing about them.
    """
    largest = np.zeros(tape.n_slots)
    outputs = tuple(np.zeros(size) for size in tape.signature.out_sizes)
    for (operation, target, a, b, _), value in zip(tape.code.tolist(), trace(tape, inputs), strict=True):
        if operation == OUTPUT:
            outputs[target][b] = largest[a]
        elif operation in (INPUT, CONST):
            largest[target] = abs(value)
        else:
            largest[target] = np.fmax(abs(value), np.fmax(largest[a], largest[b]))
    return outputs
