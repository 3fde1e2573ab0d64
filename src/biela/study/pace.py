"""Size of a block: enough samples that lanes are full and that it lasts about a second."""

from __future__ import annotations

import time
import warnings
from math import ceil
from typing import TYPE_CHECKING

from biela.study.block import LANES, Block, alone, bytes_of_outputs, compute_block
from biela.study.vary import StudyError

if TYPE_CHECKING:
    from biela.study.definition import Study

BLOCK_SECONDS = 1.0
"""Time that a block should last [s]."""
BLOCK_BYTES = 200e6
"""Maximum size of the outputs of a block [bytes]."""
SHORT_RUN, LONG_RUN = 8, 256
"""Numbers of samples of the two runs whose difference gives the time of a sample."""
TRIALS = 3
"""Repetitions of each measurement: the shortest counts, since other programs only make it longer."""


def block_size(study: Study, workers: int) -> int:
    """Return the number of samples that take about a second, fit in memory, and leave work for all workers.

    The machine is compiled on the way. Results do not depend on the size.
    """
    count, template = len(study), study.first
    least, most = 1 if alone(template) else LANES, max(count / (2 * workers), 1.0)
    short, long = min(SHORT_RUN, count), min(LONG_RUN, count)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if any(m.tree is None for m in study.measures):
            _refuse_broken_functions(study, compute_block(study, 0, short))
        if most < 2 * least:  # too few samples for larger blocks, however fast they are
            return least
        compute_block(study, 0, short)
        begin, whole = _seconds(study, short), _seconds(study, long)
    each = max(whole / long if long <= SHORT_RUN else (whole - begin) / (long - SHORT_RUN), 1e-9)
    size = min(BLOCK_SECONDS / each, BLOCK_BYTES / bytes_of_outputs(study, template), most)
    rounds = ceil(count / (workers * size))  # so that all workers end together
    return max(least, -(-count // (rounds * workers * least)) * least)


def _refuse_broken_functions(study: Study, block: Block) -> None:
    """Refuse a user's function that fails with each of the first samples: it would fail with all of them, hours later."""
    for measure in study.measures:
        begin = f"measure {measure.name!r}"
        said = [reason for reason in block.reasons.values() if reason.startswith(begin)]
        if measure.tree is None and len(said) == len(block.status):
            raise StudyError(
                f"{said[0].rstrip('.')}. It fails with each of the first {len(said)} samples: mend the function, or leave "
                "the measure out. Nothing was computed."
            )


def _seconds(study: Study, samples: int) -> float:
    """Return the shortest of several computing times of the first samples."""
    shortest = BLOCK_SECONDS
    for _ in range(TRIALS):
        began = time.perf_counter()
        compute_block(study, 0, samples)
        elapsed = time.perf_counter() - began
        if elapsed > BLOCK_SECONDS / TRIALS:  # long enough that nothing disturbs it much
            return elapsed
        shortest = min(shortest, elapsed)
    return shortest
