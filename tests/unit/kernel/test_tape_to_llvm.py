"""Compiled and interpreted kernels compute what CasADi computes: every operation, any expression, any input."""

from __future__ import annotations

import itertools
from typing import Any

import casadi
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from random_expressions import ALL, BINARY, N_INPUTS, certain, differences, functions, samples
from rounding import largest_intermediate

from biela.kernel import interpreter, native, processor, tape_to_llvm, vector_math
from biela.kernel.kernel import POINTERS, Kernel, compile_kernels
from biela.kernel.operation import NAMES, NUMBER
from biela.kernel.optimise import optimise
from biela.kernel.tape import Tape, read_tape

LANES = processor.lanes()
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-9, 710.0, -710.0, 1e12, -1e12, np.inf, -np.inf, np.nan]


def kernel_of(function: casadi.Function, backend: str = "native") -> Kernel:
    return compile_kernels(lambda: {"f": function}, key=None, names=["f"], backend=backend)["f"]


def run(tape: Tape, lanes: int, rows: np.ndarray, *, chunk: int | None = None, interpret: bool = False) -> np.ndarray:
    """Outputs (lanes, size) of the version with that many lanes, one row of inputs each."""
    plan = tape_to_llvm.plan(tape, chunk or tape_to_llvm.CHUNK)
    owner: interpreter.Trampoline | native.LinkedCode
    if interpret:
        owner = interpreter.Trampoline(tape, lanes)
        address = owner.address
    else:
        texts = tape_to_llvm.lower(tape, plan, lanes)
        owner = native.LinkedCode(native.compile_modules(texts, native.compact_machine), compact=True)
        address = owner.address(tape_to_llvm.ENTRY)
    given_ = np.ascontiguousarray(rows[:lanes].T)
    result = np.full((tape.signature.out_sizes[0], lanes), 1234.5)
    work = np.full(max(plan.work_size, tape.n_slots) * lanes, np.nan)
    arg, res = (np.array([array.ctypes.data], np.intp) for array in (given_, result))
    POINTERS(address)(arg.ctypes.data, res.ctypes.data, work.ctypes.data)
    assert owner is not None
    return result.T


@pytest.mark.parametrize("name", sorted(ALL))
def test_one_operation(name: str) -> None:
    """On a grid with all special values: within four units in the last place, infinities and NaN alike."""
    rng = np.random.default_rng(5)
    x = casadi.SX.sym("x", 2)
    operands = (x[0], x[1]) if name in BINARY else (x[0],)
    function = casadi.Function("f", [x], [ALL[name](*operands)])
    pairs = [*itertools.product(SPECIAL, SPECIAL)] if name in BINARY else [(s, 0.0) for s in SPECIAL]
    points = np.array([*pairs, *rng.uniform(-4, 4, (50, 2)), *rng.uniform(-1, 1, (50, 2))])
    tape = read_tape(function)
    expected = np.array([float(function(p)) for p in points])
    # results that hang on the sign of a zero are free
    comparable = np.array([certain(tape, [p], 1e-13)[0][0] for p in points])
    assert comparable.mean() > 0.6, comparable.mean()
    for kernel in (kernel_of(function), kernel_of(function, "interpreter")):
        scalar = np.array([kernel(p)[0] for p in points])
        lanes = kernel.batch(points)[:, 0]
        for computed in (scalar, lanes):
            np.testing.assert_allclose(computed[comparable], expected[comparable], rtol=1.2e-15, atol=1e-300)


def test_the_list_of_operations_is_complete() -> None:
    """Every operation we claim is emitted by some expression of these tests."""
    x = casadi.SX.sym("x", 2)
    seen = {
        "assign",
        "lift",
        "printme",
        "fma",
        "fms",
        "fnma",
    }  # assignments only arise inside larger functions; the others by special calls
    for name, build in ALL.items():
        tape = read_tape(casadi.Function("f", [x], [build(*((x[0], x[1]) if name in BINARY else (x[0],)))]))
        seen |= {NAMES[row] for row in tape.code[:, 0]}
    assert seen == set(NUMBER)


RANDOM = given(function=functions(), rows=samples(LANES), chunk=st.sampled_from([7, 20]))


def examples(number: int, **more: Any) -> settings:
    return settings(max_examples=number, deadline=None, suppress_health_check=list(HealthCheck), **more)


def far_from_casadi(function: casadi.Function, rows: np.ndarray, chunk: int) -> dict[str, list[str]]:
    """Ways to run a function, and where they differ from CasADi by more than 1e-12 of the largest value behind."""
    tape = read_tape(function)
    expected = [np.array(function(row)).ravel() for row in rows]
    versions = {
        "scalar": run(tape, 1, rows[:1]),
        "scalar in chunks": run(tape, 1, rows[:1], chunk=chunk),
        "lanes": run(tape, LANES, rows),
        "lanes in chunks": run(tape, LANES, rows, chunk=chunk),
        "interpreted": run(tape, 1, rows[:1], interpret=True),
        "interpreted lanes": run(tape, LANES, rows, interpret=True),
    }
    found = {
        way: [d for row, one, two in zip(rows, computed, expected, strict=False) for d in differences(tape, row, one, two)]
        for way, computed in versions.items()
    }
    return {way: texts for way, texts in found.items() if texts}


@examples(10)
@RANDOM
def test_random_expressions(function: casadi.Function, rows: np.ndarray, chunk: int) -> None:
    assert far_from_casadi(function, rows, chunk) == {}


@examples(100)
@RANDOM
def test_many_random_expressions(function: casadi.Function, rows: np.ndarray, chunk: int) -> None:
    assert far_from_casadi(function, rows, chunk) == {}


def bits(values: np.ndarray) -> np.ndarray:
    """Numbers bit by bit, signs of zeros included; one NaN is as good as another."""
    return np.where(np.isnan(values), np.nan, values).view(np.int64)


def other_bits(function: casadi.Function, rows: np.ndarray, chunk: int) -> list[str]:
    """Ways to run a function in lanes, and alone, that differ by a bit from the function compiled whole; and where that is far
    from CasADi."""
    tape, out = optimise(read_tape(function)), []
    for lanes in (1, LANES):
        computed = run(tape, lanes, rows)
        others = {"chunks": run(tape, lanes, rows, chunk=chunk), "interpreted": run(tape, lanes, rows, interpret=True)}
        out += [f"{way}, {lanes} lanes" for way, x in others.items() if not np.array_equal(bits(x), bits(computed))]
    for row, one, two in zip(rows, computed, map(function, rows), strict=True):  # those of the lanes
        out += differences(read_tape(function), row, one, np.array(two).ravel())
    return out


@examples(12, phases=[Phase.generate])
@RANDOM
def test_every_way_to_run_a_tape_gives_the_same_digits(function: casadi.Function, rows: np.ndarray, chunk: int) -> None:
    assert other_bits(function, rows, chunk) == []


@examples(100, phases=[Phase.generate])
@RANDOM
def test_every_way_to_run_many_tapes_gives_the_same_digits(function: casadi.Function, rows: np.ndarray, chunk: int) -> None:
    assert other_bits(function, rows, chunk) == []


def test_zeros_keep_their_signs_in_every_way_to_run_a_tape() -> None:
    """The larger of 0 and −0 is the second one, also where LLVM knows one of them when it compiles."""
    x = casadi.SX.sym("x", 2)
    pairs = [f(a, b) for f in (casadi.fmin, casadi.fmax) for a, b in ((x[0], x[1]), (x[0], 0), (0, x[1]), (x[0], -x[1]))]
    function = casadi.Function("f", [x], [casadi.vertcat(*pairs, *(1 / pair for pair in pairs))])
    tape = optimise(read_tape(function))
    rows = np.array([*itertools.product((0.0, -0.0, np.nan, 1.0), repeat=2)])
    for lanes in (1, LANES):
        for first in range(0, len(rows), lanes):
            some = np.resize(rows[first : first + lanes], (lanes, 2))
            whole, *others = (run(tape, lanes, some, **how) for how in ({}, {"chunk": 5}, {"interpret": True}))
            for other in others:
                np.testing.assert_array_equal(bits(other), bits(whole))
    np.testing.assert_array_equal(bits(run(tape, 1, np.array([[0.0, -0.0]]))[:, 4]), bits(np.array([-0.0])))


def test_sums_are_fused_and_quotients_are_products() -> None:
    x = casadi.SX.sym("x", 6)
    a, b, c, d, e, f = casadi.vertsplit(x)
    product = a * b  # used twice: stays a product
    outputs = [a * e + c, c - d * e, d * d - f, product + c, product * d, a / f, b / f, c / 3]
    tape = optimise(read_tape(casadi.Function("f", [x], [casadi.vertcat(*outputs)])))
    names = [NAMES[row] for row in tape.code[:, 0]]
    if processor.has_fma():
        assert [names.count(name) for name in ("fma", "fms", "fnma", "add", "sub", "sq")] == [1, 1, 1, 1, 0, 0]
    assert names.count("inv") == 1 and names.count("div") == 0
    point = np.array([[1.5, -0.3, 0.7, 2.1, 0.9, 1.3]])
    expected = np.array(casadi.Function("f", [x], [casadi.vertcat(*outputs)])(point[0])).ravel()
    np.testing.assert_allclose(run(tape, 1, point)[0], expected, rtol=4e-16)


def test_random_expressions_are_mostly_comparable() -> None:
    """The property above means something: most values of a typical random function are compared."""
    rng = np.random.default_rng(1)
    x = casadi.SX.sym("x", N_INPUTS)
    compared = total = 0
    for _ in range(20):
        pool = [x[i] for i in range(N_INPUTS)]
        for name in rng.choice(sorted(ALL), 25):
            pool.append(ALL[name](*(pool[i] for i in rng.integers(0, len(pool), 2 if name in BINARY else 1))))
        tape = read_tape(casadi.Function("f", [x], [casadi.vertcat(*pool[N_INPUTS:])]))
        determined, _ = certain(tape, [rng.uniform(-4, 4, N_INPUTS)])
        compared, total = compared + determined.sum(), total + determined.size
    assert compared > 0.5 * total


def test_what_hangs_on_the_sign_of_nan_is_not_compared() -> None:
    """exp(±12) with the sign of NaN, which is free: acos has a value for one of the two."""
    x = casadi.SX.sym("x", 2)
    hanging = casadi.acos(casadi.exp(casadi.copysign(12 * x[0], x[1])))
    tape = read_tape(casadi.Function("f", [x], [casadi.vertcat(hanging, casadi.acos(5 * x[0]))]))
    assert certain(tape, [np.array([1.0, np.nan])])[0].tolist() == [False, True]


def chain_of_rods(n: int) -> casadi.Function:
    """Something of the size and kind of a machine: accumulated rotations, products, a few divisions."""
    q = casadi.SX.sym("q", n)
    position, angle, total = casadi.SX.zeros(2), 0, 0
    outputs = []
    for i in range(n):
        angle = angle + q[i]
        position = position + casadi.vertcat(casadi.cos(angle), casadi.sin(angle))
        total = total + casadi.dot(position, position) / (2 + casadi.cos(angle - q[0]))
        outputs.append(total * position[0] - position[1])
    return casadi.Function("chain", [q], [casadi.vertcat(*outputs)], ["q"], ["y"])


def test_values_travel_between_chunks() -> None:
    function = chain_of_rods(25)
    tape = read_tape(function)
    rows = np.random.default_rng(3).standard_normal((LANES, 25))
    expected = np.array([np.array(function(row)).ravel() for row in rows])
    scale = largest_intermediate(tape, [rows[0]])[0]
    for chunk in (25, 100, 5000):
        plan = tape_to_llvm.plan(tape, chunk)
        assert (plan.work_size > 0) == (chunk < len(tape))
        assert np.all(np.abs(run(tape, 1, rows, chunk=chunk)[0] - expected[0]) <= 1e-13 * scale)
        np.testing.assert_allclose(run(tape, LANES, rows, chunk=chunk), expected, rtol=1e-11)


def test_work_array_is_used_again() -> None:
    """Scratch memory follows the values alive at once, not the length of the tape."""
    tape = read_tape(chain_of_rods(400))
    assert len(tape) > 3000
    assert tape_to_llvm.plan(tape, 100).work_size < len(tape) / 3


def test_false_branch_is_exactly_zero() -> None:
    x = casadi.SX.sym("x")
    kernel = kernel_of(casadi.Function("f", [x], [casadi.if_else(x > 0, casadi.sqrt(x), 0)]))
    assert kernel(-1.0)[0] == 0.0
    assert kernel.batch([[-1.0], [4.0], [np.nan]])[:, 0].tolist() == [0.0, 2.0, 0.0]


def test_sine_and_cosine_of_any_angle() -> None:
    x = casadi.SX.sym("x", 2)
    function = casadi.Function("f", [x], [casadi.vertcat(casadi.sin(x), casadi.cos(x), casadi.sin(x[0] * x[1]))])
    rng = np.random.default_rng(8)
    sizes = 10.0 ** rng.uniform(-12, 18, 4000)
    near = np.arange(-500, 500) * np.pi / 2 + rng.choice([0, 1e-15, -1e-9], 1000)  # hardest: multiples of π/2
    points = np.concatenate([sizes * rng.choice([-1, 1], 4000), near])
    kernel = kernel_of(function)
    values = kernel.batch(points.reshape(-1, 2))
    single = np.array([kernel(p) for p in points.reshape(-1, 2)])
    expected = np.concatenate([np.sin(points.reshape(-1, 2)), np.cos(points.reshape(-1, 2))], axis=1)
    rtol = 2.3e-16 if processor.has_fma() else 9e-16  # the vector library promises four units in the last place
    for computed in (values, single):
        # where the library took over, the angle was rounded once
        np.testing.assert_allclose(computed[:, :4], expected, rtol=rtol, atol=3e-16)
        small = np.abs(points.reshape(-1, 2)) < 2.0**30
        both = np.concatenate([small, small], axis=1)
        np.testing.assert_allclose(computed[:, :4][both], expected[both], rtol=rtol, atol=0)


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9])
def test_sines_side_by_side_have_the_digits_of_single_ones(count: int) -> None:
    """However many angles share registers, whichever of them is enormous: compiled code and the interpreter agree."""
    x = casadi.SX.sym("x", count)
    angles = casadi.vertcat(x[0], *(x[k] + 0.5 * x[k - 1] for k in range(1, count)))
    late = casadi.sin(casadi.exp(x[0]))  # not known from the start
    function = casadi.Function("f", [x], [casadi.vertcat(casadi.sin(angles), casadi.cos(angles), late)])
    compiled, interpreted = (kernel_of(function, backend) for backend in ("native", "interpreter"))
    rows = np.random.default_rng(count).uniform(-9, 9, (2 + 4 * count, count))
    for k, large in enumerate((1e10, -3e200, np.inf, np.nan)):
        rows[2 + k * count : 2 + (k + 1) * count][np.eye(count, dtype=bool)] = large
    for row in rows:
        assert np.asarray(compiled(row)).tobytes() == np.asarray(interpreted(row)).tobytes()


def test_what_is_computed_twice_is_computed_once() -> None:
    """Also where CasADi, which compares a few levels, does not see it; x + y is y + x, x − y is not y − x."""

    def long_way(x: casadi.SX) -> casadi.SX:
        y = x[0]
        for _ in range(12):
            y = casadi.sin(y * x[1] + x[2]) / (1.5 + y)
        return y

    x = casadi.SX.sym("x", N_INPUTS)
    outputs = [long_way(x), x[0] - x[1], long_way(x) * 2 + (x[1] - x[0]), x[0] + x[1], casadi.exp(x[1] + x[0])]
    function = casadi.Function("f", [x], [casadi.vertcat(*outputs)])
    tape = optimise(read_tape(function))
    names = [NAMES[row[0]] for row in tape.code]
    assert (names.count("sin"), names.count("add")) == (12, 14 if processor.has_fma() else 26)
    assert 12 < [NAMES[row[0]] for row in read_tape(function).code].count("sin")
    rows = np.random.default_rng(5).standard_normal((LANES, N_INPUTS))
    expected = np.array([np.array(function(row)).ravel() for row in rows])
    np.testing.assert_allclose(run(tape, LANES, rows), expected, rtol=1e-12)


def test_missing_vector_functions_fall_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without libmvec and without fused multiply-add the lanes call the C library one by one."""
    monkeypatch.setattr(vector_math, "vector_symbol", lambda name, arity, lanes: None)
    monkeypatch.setattr(processor, "has_fma", lambda: False)
    x = casadi.SX.sym("x", N_INPUTS)
    outputs = casadi.vertcat(casadi.sin(x[0]), casadi.exp(x[1]), casadi.atan2(x[2], x[3]), casadi.cos(x[0]))
    function = casadi.Function("f", [x], [outputs])
    rows = np.random.default_rng(2).standard_normal((LANES, N_INPUTS))
    expected = np.array([np.array(function(row)).ravel() for row in rows])
    np.testing.assert_allclose(run(read_tape(function), LANES, rows), expected, rtol=1e-15)


def test_a_lane_has_the_same_digits_however_lanes_share_registers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone, all lanes as one value, register after register in one chunk and in several, and interpreted."""
    monkeypatch.setattr(vector_math, "vector_symbol", lambda name, arity, lanes: None)
    tape = optimise(read_tape(chain_of_rods(8)))
    rows = np.random.default_rng(6).standard_normal((LANES, 8))
    alone = np.array([run(tape, 1, row[None])[0] for row in rows])
    for whole, chunk, interpret in ((10**6, None, False), (0, None, False), (0, 100, False), (0, None, True)):
        if interpret and not processor.has_fma():
            continue  # its sines come from the vector library, which an earlier test may have made it for
        monkeypatch.setattr(tape_to_llvm, "WHOLE", whole)
        np.testing.assert_array_equal(run(tape, LANES, rows, chunk=chunk, interpret=interpret), alone)


@pytest.mark.parametrize("lanes", sorted({2, 4, LANES} & set(range(LANES + 1))))
def test_other_widths(lanes: int) -> None:
    """Narrower vectors, as other processors use them."""
    function = chain_of_rods(8)
    rows = np.random.default_rng(4).standard_normal((lanes, 8))
    expected = np.array([np.array(function(row)).ravel() for row in rows])
    np.testing.assert_allclose(run(read_tape(function), lanes, rows), expected, rtol=1e-12)


def test_an_output_of_many_zeros_is_cleared_and_keeps_its_digits() -> None:
    """Thousands of stores of zeros took LLVM ten times as long as the rest of a Jacobian in lanes."""
    x = casadi.SX.sym("x", 2)
    values = [casadi.SX(0.0)] * 200
    values[3], values[150] = x[0] * x[1], x[1]
    function = casadi.Function("f", [x], [casadi.densify(casadi.vertcat(*values)), casadi.vertcat(x[0], 0, x[1])])
    tape = optimise(read_tape(function))
    assert tape.sparse == (0,)
    assert len(tape) < 20
    for backend in ("native", "interpreter"):
        kernel = compile_kernels(lambda: {"f": function}, key=None, names=["f"], backend=backend)["f"]
        for first, second in (kernel([2.0, 5.0]), [y[3] for y in kernel.batch([[2.0, 5.0]] * 9)]):
            assert np.flatnonzero(first).tolist() == [3, 150] and first[3] == 10.0 and first[150] == 5.0
            assert second.tolist() == [2.0, 0.0, 5.0]


@pytest.mark.parametrize("lanes", [1, LANES])
def test_behind_the_clearing_a_kernel_writes_only_what_can_differ_from_zero(lanes: int) -> None:
    """Time loops enter there: their memory holds zeros, and clearing a Jacobian takes a tenth of its time."""
    x = casadi.SX.sym("x", 2)
    values = [casadi.SX(0.0)] * 100
    values[7], values[80] = x[0] + x[1], x[1]
    function = casadi.Function("f", [x], [casadi.densify(casadi.vertcat(*values))])
    kernel, given_ = kernel_of(function), np.repeat([2.0, 5.0], lanes)
    work, found = np.empty(max(1, kernel.work_size) * lanes), []
    for address in (kernel.lane_address, kernel.address):
        assert kernel.over_zeros(address) != address
    address = kernel.address if lanes == 1 else kernel.lane_address
    for entry in (address, kernel.over_zeros(address)):
        result = np.full((100, lanes), 9.0)
        arg, res = (np.array([array.ctypes.data], np.intp) for array in (given_, result))
        POINTERS(entry)(arg.ctypes.data, res.ctypes.data, work.ctypes.data)
        assert (result[[7, 80]] == [[7.0], [5.0]]).all()
        found.append(np.delete(result, [7, 80], axis=0))
    assert (found[0] == 0.0).all() and (found[1] == 9.0).all()

    interpreted, dense = kernel_of(function, "interpreter"), kernel_of(casadi.Function("f", [x], [x * x]))
    for kernel in (interpreted, dense):  # nothing else to enter
        assert kernel.over_zeros(kernel.address) == kernel.address
