"""Part of a tape: what some entries of its first output need, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biela.kernel.fuse import COUNT, operands, rows_of
from biela.kernel.tape import OUTPUT, Tape


def only(tape: Tape, entries: Sequence[int]) -> Tape:
    """The tape without the instructions that the given entries do not depend on; the others are not written."""
    code = rows_of(tape)
    given, counts = operands(code).tolist(), COUNT[code[:, 0]].tolist()
    results = code[:, 0] == OUTPUT
    needed = (results & ((code[:, 1] != 0) | np.isin(code[:, 3], entries))).tolist()
    for k in range(len(needed) - 1, -1, -1):
        if needed[k]:
            for source in given[k][: counts[k]]:
                needed[source] = True
    return Tape(tape.signature, code[needed], tape.constants, tape.n_slots, tape.sparse)
