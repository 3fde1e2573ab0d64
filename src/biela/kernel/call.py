"""What routines do with addresses: read and write there, call a kernel.

Every kernel has the C signature

    void kernel(const double *const *arg, double *const *res, double *work)

`arg` and `res` are tables of addresses, one entry for each input and output vector.
"""

from __future__ import annotations

from typing import Any

from biela.kernel.loop_value import BYTES, INTS, REALS, SINGLES
from biela.kernel.routine import intrinsic


@intrinsic
def floats(code: Any, address: Any) -> Any:
    """floats(address): the doubles that start at an address."""
    return code.pointer(REALS, code.address(address.text))


@intrinsic
def integers(code: Any, address: Any) -> Any:
    """integers(address): the 64-bit integers that start at an address."""
    return code.pointer(INTS, code.address(address.text))


@intrinsic
def singles(code: Any, address: Any) -> Any:
    """singles(address): the 32-bit floating-point numbers that start at an address."""
    return code.pointer(SINGLES, code.address(address.text))


@intrinsic
def octets(code: Any, address: Any) -> Any:
    """octets(address): the bytes that start at an address."""
    return code.pointer(BYTES, code.address(address.text))


@intrinsic
def call_kernel(code: Any, kernel: Any, arg: Any, res: Any, work: Any) -> None:
    """call_kernel(kernel, arg, res, work): all four are addresses."""
    target, *rest = (code.address(a.text) for a in (kernel, arg, res, work))
    code.say(f"call void {target}({', '.join(f'ptr {a}' for a in rest)})")
