"""Many evaluations of one kernel: lanes × threads, with no Python inside."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from biela.kernel.call import call_kernel

if TYPE_CHECKING:
    from biela.kernel.kernel import Kernel

Array = NDArray[np.float64]
WORTH_A_THREAD = 2_000_000  # vector instructions, about half a millisecond; starting a thread takes a fifth of it


@intrinsic  # type: ignore[untyped-decorator]
def _load(typingctx: Any, address: Any, index: Any) -> Any:
    """_load(address, index): the double at that place."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        base = builder.inttoptr(arguments[0], ir.DoubleType().as_pointer())
        return builder.load(builder.gep(base, [arguments[1]], source_etype=ir.DoubleType()), typ=ir.DoubleType())

    return types.float64(types.intp, types.intp), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _store(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
    """_store(address, index, value)."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        base = builder.inttoptr(arguments[0], ir.DoubleType().as_pointer())
        builder.store(arguments[2], builder.gep(base, [arguments[1]], source_etype=ir.DoubleType()))
        return context.get_dummy_value()

    return types.void(types.intp, types.intp, types.float64), codegen


@njit(cache=True, nogil=True)
def _run_groups(  # type: ignore[no-untyped-def]
    kernel, lanes, first, last, n, sources, strides, in_sizes, targets, out_sizes, arg, res, given, result, work
):
    """Groups first…last of `lanes` samples each: gather, call, scatter.

    `arg` and `res` are the kernel's tables, into the buffers `given` and `result`; `sources` and `targets` the
    addresses of the sample arrays; a stride of 0 marks an input that all samples share.
    """
    for group in range(first, last):
        for i in range(len(sources)):
            size = in_sizes[i]
            if strides[i] == 0 and group > first:
                continue
            for lane in range(lanes):
                # the last group is filled up with copies of the last sample
                sample = min(group * lanes + lane, n - 1)
                for k in range(size):
                    _store(arg[i], k * lanes + lane, _load(sources[i], sample * strides[i] + k))
        call_kernel(kernel, arg.ctypes.data, res.ctypes.data, work.ctypes.data)
        for i in range(len(targets)):
            size = out_sizes[i]
            for lane in range(min(lanes, n - group * lanes)):
                for k in range(size):
                    _store(targets[i], (group * lanes + lane) * size + k, _load(res[i], k * lanes + lane))
    # the buffers are seen by the kernel through their addresses only: name them, so that they live until here
    return given.size + result.size + work.size


def run_batch(kernel: Kernel, inputs: list[Array], n: int, threads: int | None) -> list[Array]:
    """Outputs, each (n, size), of n samples. An input of one axis is shared by all of them."""
    lanes, address = kernel.lanes, kernel.lane_address
    outputs = [np.empty((n, size)) for size in kernel.out_sizes]
    sources = np.array([array.ctypes.data for array in inputs], np.intp)
    strides = np.array([array.shape[1] if array.ndim == 2 else 0 for array in inputs], np.intp)
    targets = np.array([array.ctypes.data for array in outputs], np.intp)
    in_sizes, out_sizes = np.array(kernel.in_sizes, np.intp), np.array(kernel.out_sizes, np.intp)
    in_starts = np.cumsum((0, *kernel.in_sizes)) * lanes * 8
    out_starts = np.cumsum((0, *kernel.out_sizes)) * lanes * 8

    def run(first: int, last: int) -> None:
        given, result = np.empty(in_sizes.sum() * lanes), np.empty(out_sizes.sum() * lanes)
        work = np.empty(kernel.work_size * lanes)
        arg, res = given.ctypes.data + in_starts, result.ctypes.data + out_starts
        _run_groups(
            address, lanes, first, last, n, sources, strides, in_sizes, targets, out_sizes,
            arg, res, given, result, work,
        )  # fmt: skip

    groups = -(-n // lanes)
    worth = groups * (kernel.instructions + 100) // WORTH_A_THREAD
    workers = max(1, min(threads or os.cpu_count() or 1, worth, groups))
    if workers == 1:
        run(0, groups)
    else:
        ends = np.linspace(0, groups, workers + 1).astype(int).tolist()
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(run, ends[:-1], ends[1:]))
    return outputs
