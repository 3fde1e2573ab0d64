"""Values that stay on the stack, and numbers that become globals: fewer bytes, and the same results to the last bit."""

from __future__ import annotations

import pytest

from biela.kernel.wasm.binary import BinaryReader, section, unsigned, vector
from biela.kernel.wasm.fold import folded
from biela.kernel.wasm.link import pooled
from biela.kernel.wasm.share import shared

wasmtime = pytest.importorskip("wasmtime")

KIND = b"\x60\x02\x7c\x7c\x01\x7c"
"""(f64, f64) → f64."""
LOCALS = "(local $a f64) (local $b f64) (local $c f64) (local $early f64)"
PLAIN = """
  (local.set $a (f64.mul (local.get $x) (local.get $y)))
  (local.set $b (f64.add (local.get $a) (f64.const 0.1)))
  (f64.store (i32.const 0) (local.get $b))
  (f64.sub (local.get $b) (f64.const 0.1))"""
BODIES = {
    "a value used once, one used twice": PLAIN,
    "a local that changes": """
  (local.set $a (local.get $x))
  (local.set $b (f64.mul (local.get $a) (f64.const 3)))
  (local.set $a (local.get $y))
  (f64.add (local.get $b) (local.get $a))""",
    "an argument that changes": """
  (local.set $a (f64.mul (local.get $x) (f64.const 2)))
  (local.set $x (f64.const 7))
  (f64.add (local.get $a) (local.get $x))""",
    "a local that is read before it is written": """
  (local.set $a (f64.add (local.get $early) (local.get $x)))
  (local.set $early (f64.const 5))
  (f64.add (local.get $a) (local.get $early))""",
    "memory that is written after it was read": """
  (f64.store (i32.const 8) (local.get $x))
  (local.set $a (f64.load (i32.const 8)))
  (f64.store (i32.const 8) (local.get $y))
  (f64.add (local.get $a) (f64.mul (f64.load (i32.const 8)) (f64.const 10)))""",
    "calls in the middle of an expression": """
  (local.set $a (f64.add (local.get $x) (f64.const 1)))
  (local.set $b (f64.sub (call $twice (f64.mul (local.get $a) (local.get $y))) (local.get $a)))
  (f64.div (local.get $y) (f64.add (call $twice (local.get $b)) (local.tee $c (call $twice (local.get $a)))))""",
    "branches": """
  (local.set $a (f64.mul (local.get $x) (local.get $x)))
  (local.set $c (f64.sub (local.get $a) (local.get $y)))
  (if (f64.lt (local.get $x) (f64.const 1)) (then (local.set $b (local.get $c))) (else (local.set $b (f64.const 2))))
  (select (f64.add (local.get $b) (local.get $c)) (local.get $a) (f64.gt (local.get $y) (f64.const 0)))""",
}  # fmt: skip


def _module(text: str) -> bytes:
    return bytes(
        wasmtime.wat2wasm(f"""(module (memory (export "memory") 1)
 (func $twice (param f64) (result f64) (f64.add (local.get 0) (local.get 0)))
 (func (export "f") (param $x f64) (param $y f64) (result f64) {LOCALS} {text}))""")
    )


def _changed(module: bytes) -> bytes:
    """The module with all that makes code shorter; globals stand before the exports."""
    reader, parts = BinaryReader(module, 8), dict[int, bytes]()
    while not reader.ended:
        number = module[reader.at]
        reader.at += 1
        parts[number] = reader.bytes()
    code = BinaryReader(parts[10])
    bodies = [code.bytes() for _ in range(code.number())]
    bodies[1] = shared(folded(bodies[1], KIND), KIND)
    bodies, numbers = pooled(bodies, first=0)
    parts[6] = vector(numbers)
    parts[10] = vector(unsigned(len(body)) + body for body in bodies)
    return module[:8] + b"".join(section(k, parts[k]) for k in sorted(parts) if k)


def _results(module: bytes) -> list[object]:
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    made = wasmtime.Instance(store, wasmtime.Module(engine, module), [])
    exports = made.exports(store)
    pairs = [(0.5, 2.0), (3.0, -1.25), (-0.1, 0.7)]
    return [(exports["f"](store, *pair), bytes(exports["memory"].read(store, 0, 16))) for pair in pairs]


@pytest.mark.parametrize("name", BODIES)
def test_nothing_changes_but_the_length(name: str) -> None:
    module = _module(BODIES[name])
    assert _results(_changed(module)) == _results(module)


def test_a_value_that_is_used_once_needs_no_local() -> None:
    text = "(local.set $a (f64.mul (local.get $x) (local.get $y))) (f64.add (local.get $a) (local.get $x))"
    assert len(_changed(_module(text))) < len(_module(text))


def test_numbers_at_many_places_become_globals() -> None:
    many = "(local.get $x)" + "".join("(f64.mul (f64.const 0.1))" for _ in range(9))
    module = _module(many)
    short = _changed(module)
    assert len(short) < len(module) - 40 and _results(short) == _results(module)


def test_an_unknown_instruction_leaves_a_body_as_it_is() -> None:
    body = b"\x00\xfd\x0c" + bytes(16) + b"\x1a\x20\x00\x0b"
    assert folded(body, KIND) == body and pooled([body], 0) == ([body], [])
