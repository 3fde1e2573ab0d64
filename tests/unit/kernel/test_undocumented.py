"""Instructions that CasADi writes all at once are those that it tells one by one."""

from __future__ import annotations

from typing import Any

import casadi
import pytest
from random_expressions import ALL, BINARY

from biela.kernel.tape import SERIALISED, _one_instruction, instructions
from biela.kernel.undocumented import serialised_instructions


def long_function() -> casadi.Function:
    """Every operation, with sparse inputs and outputs, and constants of all signs."""
    x = casadi.SX.sym("x", casadi.Sparsity.lower(6))
    values = x.nonzeros()
    for k in range(3):
        for name, operation in sorted(ALL.items()):
            a, b = values[(7 * k + len(values)) % len(values)], values[-1] * (0.1 * k - 0.1)
            values.append(operation(a, b) if name in BINARY else operation(a + 2.5))
    out = casadi.SX(9, 40)
    for k, value in enumerate(values[:300]):
        out[k % 9, k // 9] = value
    return casadi.Function("f", [x, casadi.SX.sym("unused", 2)], [casadi.sum1(casadi.vertcat(*values)), out])


def told(function: Any) -> list[tuple[int, ...]]:
    return [_one_instruction(function, k) for k in range(function.n_instructions())]


def test_all_at_once_are_those_one_by_one() -> None:
    function = long_function()
    assert function.n_instructions() in SERIALISED
    written = serialised_instructions(function, _one_instruction)
    assert written is not None, "this version of CasADi writes functions in another way: instructions are read one by one"
    expected = told(function)
    assert [tuple(row[: len(one)].tolist()) for row, one in zip(written, expected, strict=True)] == expected


@pytest.mark.parametrize("text", ["", "abc", "zz", "ab" * 5000, None])
def test_another_way_of_writing_is_noticed(text: str | None) -> None:
    """Nothing, half a byte, other letters, other numbers, and the instructions in another order."""
    function = long_function()
    if text is None:
        before = serialised_instructions(function, _one_instruction)
        assert before is not None
        usual = function.serialize()
        code = "".join("abcdefghijklmnop"[h] for byte in before.tobytes() for h in (byte & 15, byte >> 4))
        at = usual.index(code)
        text = usual[:at] + code[32:] + code[:32] + usual[at + len(code) :]
        assert len(text) == len(usual)

    class Written:
        """The function, written in another way."""

        def __getattr__(self, name: str) -> Any:
            return getattr(function, name)

        def serialize(self) -> str:
            assert text is not None
            return text

    assert serialised_instructions(Written(), _one_instruction) is None  # type: ignore[arg-type]
    found = instructions(Written())  # type: ignore[arg-type]
    assert [tuple(row[: len(one)].tolist()) for row, one in zip(found, told(function), strict=True)] == told(function)
