"""Many evaluations of one kernel: lanes × threads, with no Python inside."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

from biela.base.array import Array
from biela.kernel.pointers import call_kernel, floats, integers
from biela.kernel.routine import Pointer, routine

if TYPE_CHECKING:
    from biela.kernel.kernel import Kernel

WORTH_A_THREAD = 2_000_000
"""Vector instructions that one more thread is started for: about half a millisecond, five times what starting takes."""

# fmt: off
(KERNEL, LANES, FIRST, LAST,     # address, lanes, range of groups
 SAMPLES, INPUTS, OUTPUTS,       # how many
 SOURCES, STRIDES, IN_SIZES,     # of each input: address of its samples, doubles from one to the next, doubles in one
 TARGETS, OUT_SIZES,             # of each output
 ARG, RES, WORK,                 # the kernel's tables, and its scratch memory
 LENGTH) = range(16)
# fmt: on


@routine
def run_groups(run: Pointer) -> None:
    """Run groups FIRST…LAST of LANES samples each: gather, call, scatter. A stride of 0 marks an input shared by all."""
    lanes, first, n = run[LANES], run[FIRST], run[SAMPLES]
    sources, strides, in_sizes = integers(run[SOURCES]), integers(run[STRIDES]), integers(run[IN_SIZES])
    targets, out_sizes = integers(run[TARGETS]), integers(run[OUT_SIZES])
    arg, res = integers(run[ARG]), integers(run[RES])
    for group in range(first, run[LAST]):
        for i in range(run[INPUTS]):
            source, to, stride = floats(sources[i]), floats(arg[i]), strides[i]
            if stride == 0 and group > first:
                continue
            for lane in range(lanes):
                # the last group is filled up with copies of the last sample
                sample = min(group * lanes + lane, n - 1)
                for k in range(in_sizes[i]):
                    to[k * lanes + lane] = source[sample * stride + k]
        call_kernel(run[KERNEL], run[ARG], run[RES], run[WORK])
        for i in range(run[OUTPUTS]):
            found, target, size = floats(res[i]), floats(targets[i]), out_sizes[i]
            for lane in range(min(lanes, n - group * lanes)):
                for k in range(size):
                    target[(group * lanes + lane) * size + k] = found[k * lanes + lane]


def run_batch(kernel: Kernel, inputs: list[Array], n: int, threads: int | None) -> list[Array]:
    """Return the outputs, each (n, size), of n samples. An input of one axis is shared by all of them."""
    lanes, address = kernel.lanes, kernel.address_for(kernel.lanes, -(-n // kernel.lanes))
    outputs = [np.empty((n, size)) for size in kernel.out_sizes]
    sources = np.array([array.ctypes.data for array in inputs], np.int64)
    strides = np.array([array.shape[1] if array.ndim == 2 else 0 for array in inputs], np.int64)
    targets = np.array([array.ctypes.data for array in outputs], np.int64)
    in_sizes, out_sizes = np.array(kernel.in_sizes, np.int64), np.array(kernel.out_sizes, np.int64)
    in_starts = np.cumsum((0, *kernel.in_sizes), dtype=np.int64) * lanes * 8
    out_starts = np.cumsum((0, *kernel.out_sizes), dtype=np.int64) * lanes * 8
    call = run_groups.call

    def run(first: int, last: int) -> None:
        given, result = np.empty(in_sizes.sum() * lanes), np.empty(out_sizes.sum() * lanes)
        work = np.empty(kernel.work_size * lanes)
        arg, res = given.ctypes.data + in_starts, result.ctypes.data + out_starts
        table = np.zeros(LENGTH, np.int64)
        table[:SOURCES] = address, lanes, first, last, n, len(inputs), len(outputs)
        vectors = (sources, strides, in_sizes, targets, out_sizes, arg, res, work)
        table[SOURCES:] = [vector.ctypes.data for vector in vectors]
        call(table.ctypes.data)

    groups = -(-n // lanes)
    worth = groups * (kernel.instructions + 100) // WORTH_A_THREAD
    workers = max(1, min(threads or os.cpu_count() or 1, worth, groups))
    if workers == 1:
        run(0, groups)
    else:
        ends = np.linspace(0, groups, workers + 1).astype(int).tolist()
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(run, ends[:-1], ends[1:]))
    return outputs
