"""Calling kernels from Python and from compiled loops; compiling lazily and once."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import casadi
import numpy as np
import pytest

from biela.kernel import builder
from biela.kernel.kernel import compile_kernels
from biela.kernel.pointers import call_kernel, floats
from biela.kernel.routine import Pointer, Routine
from biela.kernel.tape import UnsupportedFunction


def functions() -> dict[str, casadi.Function]:
    t, x, p = casadi.SX.sym("t"), casadi.SX.sym("x", 3), casadi.SX.sym("p", 0)
    rates = casadi.vertcat(x[1], -casadi.sin(x[0]) * x[2], casadi.cos(t))
    names = ["t", "x", "p"]
    return {
        "rates": casadi.Function("rates", [t, x, p], [rates], names, ["xdot"]),
        "jacobian": casadi.Function(
            "jacobian", [t, x, p], [casadi.jacobian(rates, x), casadi.jacobian(rates, t)], names, ["A", "b"]
        ),
    }


def test_outputs_have_their_shapes_and_structural_zeros() -> None:
    kernels = compile_kernels(functions, key=None, names=["rates", "jacobian"])
    t, x = 0.3, np.array([0.5, -1.0, 2.0])
    xdot = kernels["rates"](t, x, [])
    np.testing.assert_allclose(xdot, [-1.0, -2 * np.sin(0.5), np.cos(0.3)], rtol=1e-15)
    A, b = kernels["jacobian"](t, x, [])
    np.testing.assert_allclose(A, [[0, 1, 0], [-2 * np.cos(0.5), 0, -np.sin(0.5)], [0, 0, 0]], rtol=1e-15)
    np.testing.assert_allclose(b, [0, 0, -np.sin(0.3)], rtol=1e-15)
    assert kernels["jacobian"].out_shapes == ((3, 3), (3, 1))
    batch_A, batch_b = kernels["jacobian"].batch(t, np.tile(x, (5, 1)), [])
    assert batch_A.shape == (5, 3, 3)
    assert batch_b.shape == (5, 3)
    np.testing.assert_allclose(batch_A[4], A, rtol=1e-15)


def test_metadata() -> None:
    kernel = compile_kernels(functions, key=None, names=["rates"])["rates"]
    assert (kernel.in_names, kernel.in_sizes) == (("t", "x", "p"), (1, 3, 0))
    assert (kernel.out_names, kernel.out_sizes) == (("xdot",), (3,))
    assert kernel.lanes in (2, 4, 8)
    assert kernel.backend == "auto"
    assert "t[1], x[3], p[0]" in repr(kernel)


def test_sparse_inputs_are_dense() -> None:
    M = casadi.SX.sym("M", casadi.Sparsity.lower(2))
    function = casadi.Function("f", [M], [casadi.mtimes(M, M.T)], ["M"], ["S"])
    kernel = compile_kernels(lambda: {"f": function}, key=None, names=["f"])["f"]
    lower = np.array([[2.0, 0.0], [3.0, 4.0]])
    assert kernel.in_sizes == (4,)
    np.testing.assert_allclose(kernel(lower), lower @ lower.T)


def test_matrix_functions_are_expanded() -> None:
    A = casadi.MX.sym("A", 2, 3)
    function = casadi.Function("f", [A], [casadi.mtimes(A, A.T)])
    kernel = compile_kernels(lambda: {"f": function}, key=None, names=["f"])["f"]
    value = np.arange(6.0).reshape(2, 3)
    np.testing.assert_allclose(kernel(value), value @ value.T)


def test_wrong_inputs_are_named() -> None:
    kernel = compile_kernels(functions, key=None, names=["rates"])["rates"]
    with pytest.raises(ValueError, match=r"kernel 'rates': input 'x' needs 3 numbers, 2 given"):
        kernel(0.0, [1.0, 2.0], [])
    with pytest.raises(TypeError, match=r"takes 3 inputs \(t, x, p\), 2 given"):
        kernel(0.0, [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match=r"input 'x' needs shape \(N, 3\)"):
        kernel.batch(0.0, np.zeros((5, 2)), [])
    with pytest.raises(ValueError, match="differ in number of samples: 't' has 4, 'x' has 5"):
        kernel.batch(np.zeros((4, 1)), np.zeros((5, 3)), [])
    with pytest.raises(ValueError, match="no input has a sample axis"):
        kernel.batch(0.0, np.zeros(3), [])


def test_functions_that_cannot_be_compiled() -> None:
    x, y = casadi.SX.sym("x"), casadi.SX.sym("y")
    with pytest.raises(UnsupportedFunction, match="'f' depends on y"):
        loose = casadi.Function("f", [x], [x * y], {"allow_free": True})
        compile_kernels(lambda: {"f": loose}, key=None, names=["f"])
    with pytest.raises(UnsupportedFunction, match="erfinv"):
        compile_kernels(lambda: {"f": casadi.Function("f", [x], [casadi.erfinv(x)])}, key=None, names=["f"])
    with pytest.raises(KeyError, match="no function 'speed'"):
        compile_kernels(functions, key=None, names=["speed"])


def test_compilation_is_lazy_and_by_version() -> None:
    compiled: list[str] = []
    kernels = compile_kernels(functions, key=None, names=["rates", "jacobian"], on_compile=lambda name, _: compiled.append(name))
    assert compiled == []
    assert kernels["rates"].address == kernels["rates"].address != 0
    assert compiled == ["rates"]
    assert kernels["rates"].lane_address != kernels["rates"].address
    assert compiled == ["rates", "rates"]


def test_threads_compile_once() -> None:
    compiled: list[str] = []
    built: list[int] = []
    start = threading.Barrier(8)

    def build() -> dict[str, casadi.Function]:
        built.append(1)
        return functions()

    kernels = compile_kernels(build, key="threads", names=["jacobian"], on_compile=lambda name, _: compiled.append(name))

    def ask(_: int) -> int:
        start.wait()
        return kernels["jacobian"].address

    with ThreadPoolExecutor(8) as pool:
        addresses = set(pool.map(ask, range(8)))
    assert len(addresses) == len(compiled) == len(built) == 1


def test_threads_load_a_stored_kernel_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second copy would free the code that another thread is running."""
    names = ["jacobian"]
    compile_kernels(functions, key="stored once", names=names)["jacobian"].address  # noqa: B018 (kept on disk)
    loaded: list[int] = []
    start, original = threading.Barrier(8), builder.KernelBuilder.stored

    def slowly(self: Any, facts: Any, lanes: int) -> Any:
        loaded.append(lanes)
        time.sleep(0.02)
        return original(self, facts, lanes)

    monkeypatch.setattr(builder.KernelBuilder, "stored", slowly)
    kernel = compile_kernels(functions, key="stored once", names=names)["jacobian"]

    def ask(_: int) -> int:
        start.wait()
        return kernel.address_for(1, 1)

    with ThreadPoolExecutor(8) as pool:
        addresses = set(pool.map(ask, range(8)))
    assert len(addresses) == 1 and loaded == [1]


def test_auto_interprets_enormous_tapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "INTERPRETED_FROM", 10)
    kernels = compile_kernels(functions, key=None, names=["rates", "jacobian"])
    assert {k.backend for k in kernels.values()} == {"interpreter"}
    native = compile_kernels(functions, key=None, names=["rates", "jacobian"], backend="native")
    state = (0.3, np.array([0.5, -1.0, 2.0]), [])
    for name in kernels:
        for one, two in zip(kernels[name](*state), native[name](*state), strict=True):
            np.testing.assert_allclose(one, two, rtol=1e-14)


def euler(run: Pointer) -> None:
    """Steps of explicit Euler: address of the kernel, its tables, state, rates, number and length of the steps."""
    x, xdot, h = floats(run[4]), floats(run[5]), floats(run[7])
    for _ in range(run[6]):
        call_kernel(run[0], run[1], run[2], run[3])
        for i in range(3):
            x[i] += h[0] * xdot[i]


def test_call_from_a_compiled_loop() -> None:
    kernel = compile_kernels(functions, key=None, names=["rates"])["rates"]
    t, x, p, h = np.zeros(1), np.array([0.5, 0.0, 1.0]), np.zeros(0), np.array([0.01])
    xdot, work = np.zeros(3), np.zeros(kernel.work_size)
    expected = x.copy()
    arg, res = (np.array([a.ctypes.data for a in arrays]) for arrays in ((t, x, p), (xdot,)))
    places = [a.ctypes.data for a in (arg, res, work, x, xdot)]
    table = np.array([kernel.address, *places, 100, h.ctypes.data], np.int64)
    Routine(euler).call(table.ctypes.data)
    for _ in range(100):
        expected = expected + 0.01 * kernel(0.0, expected, [])
    np.testing.assert_allclose(x, expected, rtol=1e-13)


@pytest.mark.parametrize("backend", ["native", "interpreter"])
def test_batch_is_independent_of_size_place_and_threads(backend: str) -> None:
    """To the last bit, with infinities, NaN and enormous angles in neighbouring lanes."""
    x = casadi.SX.sym("x", 4)
    y = casadi.vertcat(
        casadi.sin(x[0]) * x[1], casadi.exp(x[1]) / x[2], casadi.atan2(x[2], x[3]), casadi.fabs(x[3]) ** x[0],
        casadi.if_else(x[0] < x[1], casadi.log(x[2]), casadi.sqrt(x[3])), casadi.tanh(x[0] * x[3]), casadi.cos(x[2]),
    )  # fmt: skip
    kernel = compile_kernels(
        lambda: {"f": casadi.Function("f", [x], [y])},
        key=None,
        names=["f"],
        backend=backend,  # type: ignore[arg-type]
    )["f"]
    rng = np.random.default_rng(0)
    X = rng.standard_normal((2003, 4))
    X[rng.integers(0, 2003, 200), rng.integers(0, 4, 200)] = rng.choice([0, np.inf, -np.inf, np.nan, 1e15, -1e-310], 200)

    def bits(values: np.ndarray) -> np.ndarray:
        return np.where(np.isnan(values), np.nan, values).view(np.int64)

    import biela.kernel.batch as batch

    batch.WORTH_A_THREAD, usual = 1, batch.WORTH_A_THREAD  # threads even for a small batch
    try:
        whole = bits(kernel.batch(X, threads=1))
        assert np.array_equal(whole, bits(kernel.batch(X, threads=2)))
        assert np.array_equal(whole, bits(kernel.batch(X, threads=5)))
    finally:
        batch.WORTH_A_THREAD = usual
    for first, last in ((0, 1), (5, 6), (3, 17), (1000, 2003)):
        assert np.array_equal(whole[first:last], bits(kernel.batch(X[first:last])))
    order = rng.permutation(2003)
    assert np.array_equal(whole[order], bits(kernel.batch(X[order])))


def test_batch_of_nothing() -> None:
    kernel = compile_kernels(functions, key=None, names=["rates"])["rates"]
    assert kernel.batch(0.0, np.zeros((0, 3)), []).shape == (0, 3)


def test_batch_with_one_time_per_sample() -> None:
    kernel = compile_kernels(functions, key=None, names=["rates"])["rates"]
    times, x = np.linspace(0, 1, 11), np.array([0.1, 0.2, 0.3])
    result = kernel.batch(times, x, [])
    np.testing.assert_allclose(result[:, 2], np.cos(times), rtol=1e-15)


def test_results_are_the_callers_own_also_of_calls_within_calls_and_threads() -> None:
    """Memory of a call serves the next one: nothing of it is handed out."""
    x = casadi.SX.sym("x", 2)
    kernel = compile_kernels(lambda: {"f": casadi.Function("f", [x], [2 * x, x[0] + x[1]])}, key=None, names=["f"])["f"]
    first, total = kernel([1.0, 2.0])
    kernel([3.0, 4.0])
    assert first.tolist() == [2.0, 4.0] and total.tolist() == [3.0]

    class Nested:
        """A vector that evaluates the kernel while it is asked for its numbers."""

        def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
            return kernel([5.0, 6.0])[0]

    assert kernel(Nested())[0].tolist() == [20.0, 24.0]
    with pytest.raises(ValueError, match="needs 2 numbers"):
        kernel([1.0])
    with ThreadPoolExecutor(4) as pool:
        sums = pool.map(lambda k: [float(kernel([k, i])[1][0]) for i in range(500)], range(8))
        assert [sum(s) for s in sums] == [500 * k + 499 * 250 for k in range(8)]
