"""How many samples make a block: enough that lanes are full and that it lasts about a second."""

from __future__ import annotations

import time
import warnings
from math import ceil
from typing import TYPE_CHECKING

from biela.study.block import LANES, Block, alone, bytes_of_outputs, compute_block
from biela.study.vary import StudyError

if TYPE_CHECKING:
    from biela.study.definition import Study

SECONDS = 1.0
"""Time that a block should last [s]."""
LARGEST = 200e6
"""Bytes that the outputs of a block may take."""
FEW, TRIED = 8, 256
"""Numbers of samples with which the time of one more is measured."""
TRIALS = 3
"""Times that it is measured: the shortest counts, since other programs only make it longer."""


def block_size(study: Study, workers: int) -> int:
    """Samples of a block: as many as take about a second, fit in memory, and leave work for everyone.

    The machine is compiled on the way. Results do not depend on it.
    """
    count, template = len(study), study.first
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if any(m.tree is None for m in study.measures):
            _refuse_broken_functions(study, compute_block(study, 0, min(FEW, count)))
    least, most = 1 if alone(template) else LANES, max(len(study) / (2 * workers), 1.0)
    if most < 2 * least:  # too few for larger blocks, however fast they are
        return least
    tried = min(TRIED, count)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compute_block(study, 0, min(FEW, count))
        few, many = (_seconds(study, min(number, count)) for number in (FEW, TRIED))
    each = max(many / tried if tried <= FEW else (many - few) / (tried - FEW), 1e-9)
    size = min(SECONDS / each, LARGEST / bytes_of_outputs(study, template), most)
    rounds = ceil(count / (workers * size))  # so that all workers end together
    return max(least, -(-count // (rounds * workers * least)) * least)


def _refuse_broken_functions(study: Study, block: Block) -> None:
    """A function of a user that fails with each of the first samples would fail with all of them, hours later."""
    for measure in study.measures:
        begin = f"measure {measure.name!r}"
        said = [reason for reason in block.reasons.values() if reason.startswith(begin)]
        if measure.tree is None and len(said) == len(block.status):
            raise StudyError(
                f"{said[0].rstrip('.')}. It fails with each of the first {len(said)} samples: mend the function, or leave "
                "the measure out. Nothing was computed."
            )


def _seconds(study: Study, samples: int) -> float:
    shortest = SECONDS
    for _ in range(TRIALS):
        began = time.perf_counter()
        compute_block(study, 0, samples)
        elapsed = time.perf_counter() - began
        if elapsed > SECONDS / TRIALS:  # long enough that nothing disturbs it much
            return elapsed
        shortest = min(shortest, elapsed)
    return shortest
