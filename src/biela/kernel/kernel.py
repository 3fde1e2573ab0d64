"""Kernels: CasADi functions in, callables and addresses of machine code out.

`compile_kernels` returns a `Kernel` for every name at once and compiles nothing yet. Each version of each kernel
(one number, or several lanes) is compiled, or read from the disk cache, when its address is first asked for.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.base.array import Array
from biela.base.locks import WORK
from biela.kernel import processor
from biela.kernel.builder import Backend, KernelBuilder, Linked
from biela.kernel.tape_to_llvm import OVER_ZEROS

if TYPE_CHECKING:
    import casadi

    from biela.kernel.interpreter import Trampoline
    from biela.kernel.tape import Tape

INTERPRETED = 5000
"""Evaluations that are interpreted before a kernel is compiled: they take about a third of the time of compiling."""
INTERPRETED_AGAIN = 50  # the same for a kernel that an earlier process interpreted: somebody comes back to this machine

POINTERS = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


def compile_kernels(
    build: Callable[[], Mapping[str, casadi.Function]], *, key: str | None, names: Sequence[str], backend: Backend = "auto",
    on_compile: Callable[[str, int], None] | None = None,
) -> dict[str, Kernel]:  # fmt: skip
    """Return kernels of the named functions. They own their code: an address is valid only while its kernel lives.

    Parameters
    ----------
    build : derives the functions; called only when the disk cache lacks something
    key : text that determines what `build` returns, such as a hash of the machine's description; None: no disk cache
    backend : `native` compiles; `interpreter` walks the tape (some twenty times slower, ready at once); `auto` interprets until a
        kernel was evaluated often enough to be worth compiling, and always beyond 1 000 000 instructions. All give the same digits
    on_compile : called with (kernel name, number of instructions) before each compilation
    """
    builder = KernelBuilder(build, key, backend, on_compile)
    return {name: Kernel(name, builder) for name in names}


class Kernel:
    """Function in machine code: callable from Python, and by its address from compiled loops.

    Attributes
    ----------
    name : its name
    in_names, in_sizes : of the input vectors
    out_names, out_sizes, out_shapes : of the outputs, column-major
    work_size : doubles of scratch memory a call needs (times `lanes` for the version with lanes)
    instructions : length of the tape it was made from
    backend : `native`, `interpreter`, or `auto`: the one after the other
    lanes : W, how many evaluations the version with lanes does at once; entry i of lane l is at index i·W + l
    """

    def __init__(self, name: str, builder: KernelBuilder) -> None:
        self.name, self._builder, self._facts = name, builder, builder.facts(name)
        facts, signature = self._facts, self._facts.signature
        self._code: dict[int, Linked] = {}  # by lanes
        self._interpreted: dict[int, tuple[Trampoline, int]] = {}  # lanes → trampoline, evaluations until compiling
        self.in_names, self.in_sizes = signature.in_names, signature.in_sizes
        self.out_names, self.out_sizes, self.out_shapes = signature.out_names, signature.out_sizes, signature.out_shapes
        self.work_size, self.instructions, self.backend = facts.work_size, facts.instructions, facts.backend
        self.lanes = processor.lanes()
        self._in_slices, self._in_offsets = _consecutive(self.in_sizes)
        self._out_slices, self._out_offsets = _consecutive(self.out_sizes)
        self._spare: list[_CallMemory] = []  # of calls that are over

    def __repr__(self) -> str:
        inputs = ", ".join(f"{name}[{size}]" for name, size in zip(self.in_names, self.in_sizes, strict=True))
        outputs = ", ".join(f"{name}[{size}]" for name, size in zip(self.out_names, self.out_sizes, strict=True))
        return f"<Kernel {self.name}({inputs}) -> {outputs}: {self.instructions} instructions, {self.backend}>"

    @property
    def tape(self) -> Tape:
        """Tape that it is compiled from."""
        return self._builder.tape(self.name)

    @property
    def address(self) -> int:
        """Address of the version for one number, `void k(const double *const *arg, double *const *res, double *work)`. Outputs and
        work must not overlap the inputs."""
        return self.compiled(1)

    @property
    def lane_address(self) -> int:
        """Address of the version for `lanes` evaluations at once."""
        return self.compiled(self.lanes)

    def over_zeros(self, address: int) -> int:
        """Return the entry of the same code for results whose structural zeros are in memory already."""
        owner = next((owner for owner, own in self._code.values() if own == address), None)
        return (owner and owner.address(OVER_ZEROS)) or address

    def promote(self, always: bool = False) -> None:
        """Compile the versions that were interpreted often, or `always` all of them; addresses stay valid."""
        for lanes, (trampoline, limit) in list(self._interpreted.items()):
            if lanes not in self._code and self.backend != "interpreter" and (always or trampoline.calls > limit):
                self.compiled(lanes)

    def wasm_objects(self, entries: Sequence[int] | None = None) -> tuple[list[bytes], int]:
        """Return the kernel for WebAssembly: objects to be linked (`biela.kernel.wasm`), and doubles of scratch memory.

        entries : those of its first output that are wanted, and computed; all by default
        """
        return self._builder.wasm(self._facts, entries)

    def compiled(self, lanes: int) -> int:
        """Return the address of the version for that many evaluations at once: in machine code, unless it is always interpreted."""
        if self.backend == "interpreter":
            return self.address_for(lanes, 0)
        if lanes not in self._code:
            with WORK:  # a second thread waits for the first one's result
                if lanes not in self._code:
                    self._code[lanes] = code = self._builder.code(self._facts, lanes)
                    if interpreted := self._interpreted.get(lanes):
                        interpreted[0].redirect(code[1])
        return self._code[lanes][1]

    def address_for(self, lanes: int, evaluations: int) -> int:
        """Return an address for some evaluations: compiled code if there is any or it is worth compiling, else the interpreter,
        which is ready at once; its address leads to compiled code after `promote` has compiled it."""
        if lanes in self._code or self.backend == "native":
            return self.compiled(lanes)
        if lanes not in self._interpreted:
            with WORK:
                if lanes in self._code:  # another thread was faster; a second copy would free the one that it runs
                    return self._code[lanes][1]
                if lanes not in self._interpreted:
                    stored = None if self.backend == "interpreter" else self._builder.stored(self._facts, lanes)
                    if stored:
                        self._code[lanes] = stored
                        return stored[1]
                    trampoline, known = self._builder.interpreted(self._facts, lanes)
                    self._interpreted[lanes] = trampoline, INTERPRETED_AGAIN if known else INTERPRETED
        trampoline, limit = self._interpreted[lanes]
        if self.backend != "interpreter" and trampoline.calls + evaluations > limit:
            return self.compiled(lanes)
        return trampoline.address

    def __call__(self, *inputs: ArrayLike) -> Array | tuple[Array, ...]:
        """Return the outputs for one set of inputs: vectors (n,), or matrices where the function has them; a single one bare."""
        try:
            memory = self._spare.pop()
        except IndexError:  # the first call, or others are under way
            memory = _CallMemory(self)
        for i, (place, value) in enumerate(zip(memory.inputs, self._counted(inputs), strict=True)):
            # most are vectors as they should be: looking closer takes longer than a small kernel
            fits = type(value) is np.ndarray and value.dtype == np.float64 and value.shape == place.shape
            place[:] = value if fits else self._vector(i, value)
        result = memory.evaluate(self.address_for(1, 1))
        self._spare.append(memory)
        return self._shaped(result[part] for part in self._out_slices)

    def batch(self, *inputs: ArrayLike, threads: int | None = None) -> Array | tuple[Array, ...]:
        """Return the outputs for N sets of inputs at once, with N as leading axis.

        Each input is (N, n), or (n,) when all samples share it. Lanes and threads divide the work; the results are
        the same to the last bit whatever N, the place in the batch and the number of threads, by default that of processors.
        """
        from biela.kernel.batch import run_batch

        vectors = [self._samples(i, value) for i, value in enumerate(self._counted(inputs))]
        counts = {len(vector): self.in_names[i] for i, vector in enumerate(vectors) if vector.ndim == 2}
        if not counts:
            raise ValueError(f"kernel '{self.name}': no input has a sample axis; give at least one of them as (N, n)")
        if len(counts) > 1:
            differ = ", ".join(f"'{name}' has {count}" for count, name in counts.items())
            raise ValueError(f"kernel '{self.name}': the inputs differ in number of samples: {differ}")
        return self._shaped(run_batch(self, vectors, next(iter(counts)), threads))

    def _counted(self, inputs: Sequence[ArrayLike]) -> Sequence[ArrayLike]:
        if len(inputs) != len(self.in_names):
            names = ", ".join(self.in_names)
            raise TypeError(f"kernel '{self.name}' takes {len(self.in_names)} inputs ({names}), {len(inputs)} given")
        return inputs

    def _vector(self, i: int, value: ArrayLike) -> Array:
        vector = np.asarray(value, np.float64)
        if vector.size != self.in_sizes[i]:
            given = f"{vector.size} given (shape {vector.shape})"
            raise ValueError(f"kernel '{self.name}': input '{self.in_names[i]}' needs {self.in_sizes[i]} numbers, {given}")
        return vector.ravel(order="F") if vector.ndim > 1 else vector

    def _samples(self, i: int, value: ArrayLike) -> Array:
        """Return one input of a batch: (n,) shared, or (N, n), contiguous."""
        size, samples = self.in_sizes[i], np.asarray(value, np.float64)
        if samples.ndim < 2 and (size == 1 and samples.size != 1):
            samples = samples.reshape(-1, 1)  # N numbers for an input of one
        if samples.ndim == 2 and samples.shape[1] == size:
            return np.ascontiguousarray(samples)
        if samples.ndim < 2 and samples.size == size:
            return np.ascontiguousarray(samples.reshape(size))
        raise ValueError(
            f"kernel '{self.name}': input '{self.in_names[i]}' needs shape (N, {size}), or ({size},) when shared; "
            f"{samples.shape} given"
        )

    def _shaped(self, outputs: Iterable[Array]) -> Array | tuple[Array, ...]:
        """Reshape column-major vectors (with or without leading sample axis) to vectors and matrices."""
        shaped = []
        for (rows, columns), output in zip(self.out_shapes, outputs, strict=True):
            if columns != 1:
                output = output.reshape(*output.shape[:-1], columns, rows).swapaxes(-1, -2)
            shaped.append(output)
        return shaped[0] if len(shaped) == 1 else tuple(shaped)


class _CallMemory:
    """Vectors of one call with the tables that point to them: made once, because making them takes longer than a small kernel."""

    def __init__(self, kernel: Kernel) -> None:
        given, work = np.empty(sum(kernel.in_sizes)), np.empty(kernel.work_size)
        self.inputs = [given[part] for part in kernel._in_slices]
        self.result = np.empty(sum(kernel.out_sizes))
        arg, res = given.ctypes.data + kernel._in_offsets, self.result.ctypes.data + kernel._out_offsets
        self._kept = given, work, arg, res
        self._pointers = arg.ctypes.data, res.ctypes.data, work.ctypes.data
        self._address, self._call = 0, POINTERS()

    def evaluate(self, address: int) -> Array:
        """Return the results of the code at an address, in an array of their own."""
        if address != self._address:
            self._address, self._call = address, POINTERS(address)
        self._call(*self._pointers)
        return self.result.copy()


def _consecutive(sizes: Sequence[int]) -> tuple[list[slice], NDArray[np.intp]]:
    """Return slices, and offsets in bytes, of vectors of these sizes one after the other in memory."""
    ends = np.cumsum((0, *sizes))
    slices = [slice(int(a), int(b)) for a, b in zip(ends[:-1], ends[1:], strict=True)]
    return slices, (8 * ends[:-1]).astype(np.intp)
