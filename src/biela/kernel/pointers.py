"""Addresses in routines: read and write there, call a kernel.

Every kernel has the C signature

    void kernel(const double *const *arg, double *const *res, double *work)

`arg` and `res` are tables of addresses, one entry for each input and output vector.
"""

from __future__ import annotations

from biela.kernel.routine import Intrinsic, intrinsic
from biela.kernel.routine_value import BYTES, INTS, REALS, SINGLES, InstructionWriter, TypedValue


def _accessor(name: str, kind: str) -> Intrinsic:
    """Make the intrinsic that reads an address as a pointer of a kind."""

    def accessor(code: InstructionWriter, address: TypedValue) -> TypedValue:
        return code.pointer(kind, code.address(address.text))

    accessor.__name__ = name
    return intrinsic(accessor)


floats = _accessor("floats", REALS)  # floats(address): the doubles that start at an address
integers = _accessor("integers", INTS)  # integers(address): the 64-bit integers that start at an address
singles = _accessor("singles", SINGLES)  # singles(address): the 32-bit floating-point numbers that start at an address
octets = _accessor("octets", BYTES)  # octets(address): the bytes that start at an address


@intrinsic
def call_kernel(code: InstructionWriter, kernel: TypedValue, arg: TypedValue, res: TypedValue, work: TypedValue) -> None:
    """Call a kernel: call_kernel(kernel, arg, res, work), all four of which are addresses."""
    target, *rest = (code.address(a.text) for a in (kernel, arg, res, work))
    code.say(f"call void {target}({', '.join(f'ptr {a}' for a in rest)})")
