"""Scalar operations that a kernel is made of.

CasADi numbers its operations, and may number them differently in another version. Tapes that live in the disk cache
must outlast that, so they carry the numbers of this list; the translation happens once, where a tape is read.
"""

from __future__ import annotations

# name → number of operands that are values; input, constant and output have their own meaning of operands
ARITY: dict[str, int] = {
    "input": 0, "const": 0, "output": 1, "assign": 1,
    "add": 2, "sub": 2, "mul": 2, "div": 2, "neg": 1, "inv": 1, "sq": 1, "twice": 1, "sqrt": 1,
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2,
    "sinh": 1, "cosh": 1, "tanh": 1, "asinh": 1, "acosh": 1, "atanh": 1,
    "exp": 1, "log": 1, "log1p": 1, "expm1": 1, "pow": 2, "constpow": 2, "hypot": 2,
    "fabs": 1, "sign": 1, "floor": 1, "ceil": 1, "fmod": 2, "remainder": 2, "copysign": 2, "fmin": 2, "fmax": 2,
    "erf": 1,
    "lt": 2, "le": 2, "eq": 2, "ne": 2, "and": 2, "or": 2, "not": 1, "if_else_zero": 2,
    "lift": 2, "printme": 2,
    "fma": 3, "fms": 3, "fnma": 3,
}  # fmt: skip

FUSED = ("fma", "fms", "fnma")  # a·b + c, a·b − c, c − a·b in one rounding: not CasADi's, see `optimise.py`
ALIASES = ("assign", "lift", "printme")  # value of the first operand
NAMES: tuple[str, ...] = tuple(ARITY)
NUMBER: dict[str, int] = {name: number for number, name in enumerate(NAMES)}

# operations computed by the C library's function of the same name
LIBRARY_FUNCTIONS: tuple[str, ...] = (
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "exp", "log", "log1p", "expm1", "pow", "hypot", "erf", "fmod", "remainder",
)  # fmt: skip


def casadi_numbers() -> dict[int, int]:
    """Return CasADi's number of every operation → ours."""
    import casadi

    return {getattr(casadi, "OP_" + name.upper()): number for name, number in NUMBER.items() if name not in FUSED}
