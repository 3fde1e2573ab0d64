"""Kernels and routines for WebAssembly, run by wasmtime."""

import casadi as ca
import numpy as np
import pytest

from biela.kernel.kernel import compile_kernels
from biela.kernel.ship import routines
from biela.kernel.tape_to_llvm import ENTRY
from biela.kernel.wasm.binary import BinaryReader, signed, unsigned
from biela.kernel.wasm.link import link
from biela.kernel.wasm.object_file import Object
from wasm_host import Instance

pytest.importorskip("wasmtime")
ROOM = 1 << 20


def module_of(*functions: ca.Function) -> tuple[Instance, dict, int]:
    kernels = compile_kernels(lambda: {f.name(): f for f in functions}, key=None, names=[f.name() for f in functions])
    linked = link({name: (ENTRY, kernel.wasm_objects()[0]) for name, kernel in kernels.items()})
    return Instance(linked.module([], linked.start + ROOM)), linked.entries, linked.start


def test_numbers_are_read_as_they_were_written():
    for value in (0, 1, -1, 63, 64, -64, -65, 1000, -(10**5), 2**31 - 1, -(2**31)):
        for length in (1, 5):
            r = BinaryReader(signed(value, length))
            assert r.signed() == value
            assert r.ended
        if value >= 0:
            assert BinaryReader(unsigned(value, 5)).number() == value
            assert len(unsigned(value, 5)) == 5


@pytest.mark.parametrize("x", [0.3, -2.7, 40.0, 1e5, -3e7, 1e300, 0.0])
def test_every_function_gives_what_native_code_gives(x):
    s = ca.SX.sym("s")
    y = 0.5 + ca.fabs(s) / (1 + ca.fabs(s))
    values = [ca.sin(s), ca.cos(s), ca.tan(y), ca.asin(y / 2), ca.acos(y / 2), ca.atan(s), ca.atan2(s, y), ca.sinh(y),
              ca.cosh(y), ca.tanh(s), ca.asinh(y), ca.acosh(1 + y), ca.atanh(y / 2), ca.exp(y), ca.log(y), ca.log1p(y), ca.expm1(y),
              y**2.5, ca.hypot(s, y), ca.sign(s), ca.floor(y * 7), ca.ceil(y * 7), ca.fmod(y, 0.3), ca.copysign(y, s), ca.erf(y),
              ca.sqrt(y), s * y + 1, 1 - s * y, s * s - y, ca.if_else(s > y, s, y)]  # fmt: skip
    f = ca.Function("f", [s], [ca.vertcat(*values)])
    instance, entries, free = module_of(f)
    (found,) = instance.kernel(entries["f"], free, [x], [len(values)])
    expected = f(x).full().ravel()
    assert found == pytest.approx(expected, rel=4e-15, abs=4e-16)


def test_the_smaller_and_the_larger_of_two_numbers_ignore_what_is_not_a_number():
    s = ca.SX.sym("s", 2)
    f = ca.Function("f", [s], [ca.vertcat(ca.fmin(s[0], s[1]), ca.fmax(s[0], s[1]))])
    instance, entries, free = module_of(f)
    for pair in ((1.0, 2.0), (2.0, -1.0), (np.nan, 3.0), (3.0, np.nan), (-np.inf, np.inf)):
        (found,) = instance.kernel(entries["f"], free, [pair], [2])
        assert found.tolist() == [np.fmin(*pair), np.fmax(*pair)]


def test_sine_and_cosine_keep_their_digits_without_fused_products():
    s = ca.SX.sym("s")
    instance, entries, free = module_of(ca.Function("f", [s], [ca.vertcat(ca.sin(s), ca.cos(s))]))
    for x in np.concatenate([np.linspace(-30, 30, 200), np.arange(-50, 50) * np.pi / 4, [1e6, 1.2e6, 1e9]]):
        (found,) = instance.kernel(entries["f"], free, [x], [2])
        assert np.abs(found - [np.sin(x), np.cos(x)]).max() < 3e-16


def test_a_kernel_of_several_chunks_calls_them_in_its_own_objects():
    s = ca.SX.sym("s")
    chains = []
    for factor in (0.9, 0.8):
        y = s
        for k in range(2500):
            y = ca.sin(y * factor) + k * 1e-4 if k % 9 == 0 else y * factor + 0.1
        chains.append(ca.Function(f"f{factor}".replace(".", "_"), [s], [y]))
    instance, entries, free = module_of(*chains)
    for f in chains:
        (found,) = instance.kernel(entries[f.name()], free, [0.7], [1])
        assert found[0] == pytest.approx(float(f(0.7)), rel=1e-13)


def test_part_of_a_result_takes_part_of_the_code():
    s = ca.SX.sym("s")
    f = ca.Function("f", [s], [ca.vertcat(s + 1, ca.sin(s) ** 5, ca.exp(s))])
    (kernel,) = compile_kernels(lambda: {"f": f}, key=None, names=["f"]).values()
    whole, part = kernel.wasm_objects()[0], kernel.wasm_objects([0])[0]
    assert {name for name, _ in Object.read(whole[0]).imports} >= {"exp"}
    assert not Object.read(part[0]).imports
    linked = link({"f": (ENTRY, part)})
    (found,) = Instance(linked.module([], linked.start + ROOM)).kernel(linked.entries["f"], linked.start, [2.0], [3])
    assert found.tolist() == [3.0, 0.0, 0.0]


def test_all_shipped_routines_make_one_module():
    """That none is missing is checked in a fresh process (`test_shipped`): tests of methods add routines of their own here."""
    found = [one for r in routines().values() if (one := r.wasm())]
    assert len(found) > 20
    linked = link({str(k): one for k, one in enumerate(found)})
    assert set(linked.needs) <= {"pow"}
    Instance(linked.module([], linked.start))


def test_a_damaged_object_is_refused():
    with pytest.raises(ValueError, match="not a WebAssembly object"):
        Object.read(b"\x7fELF" + bytes(20))
    with pytest.raises(ValueError, match="no function 'gone'"):
        link({"x": ("gone", [])})
