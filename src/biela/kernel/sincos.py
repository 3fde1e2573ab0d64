"""Sine and cosine together, written in LLVM IR for any number of lanes.

A call to a library costs more than the function itself: it empties the registers around it. Written in line, both
functions of an angle take about 5 ns for one number and little more for eight. With n = round(2x/π),

    r = x − n·π/2,   |r| ≤ π/4 (and a little)                                  (1)

π/2 is split in three doubles P₁ + P₂ + P₃. With fused multiply-add x − n P₁ is exact: both terms are multiples of
2⁻⁵³ and their difference is below 1 (Cody & Waite); the others cost one rounding each. On |r| ≤ π/4

    sin r = r + r³ S(r²)           cos r = 1 − r²/2 + r⁴ C(r²)                  (2)

with the minimax polynomials of fdlibm (errors below 2⁻⁵⁸), and the quadrant n mod 4 says which is which and with what sign. This
holds for |x| ≤ 2³⁰; whoever writes the call first replaces larger angles by equivalent small ones (`reduction`, with the C library,
lane by lane). NaN and infinity give NaN by themselves. Error below 1 unit in the last place.

References
----------
Cody & Waite (1980), Software Manual for the Elementary Functions, ch. 8; fdlibm 5.3, k_sin.c and k_cos.c
"""

from __future__ import annotations

from biela.kernel.llvm_text import PURE, declare, lane_by_lane, literal, type_suffix, value_type

LARGEST_ANGLE = 2.0**30  # |x| beyond which (1) would need more parts of π/2
ROUND = 1.5 * 2.0**52  # adding it leaves the nearest integer in the last bits of the sum
HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33)
UNFUSED_LARGEST_ANGLE, UNFUSED_HALF_PI = 2.0**20, (1.57079632673412561417, 6.07710050630396597660e-11, 2.0222662487959506e-21)
"""π/2 without fused multiply-add: the first two parts of π/2 have 33 bits, so that their products with n are exact."""
SINE = (
    -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
    2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10,
)  # fmt: skip
COSINE = (
    4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
    -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
)  # fmt: skip


def name(lanes: int) -> str:
    """Return the symbol of sine and cosine for that many lanes."""
    return f"@biela.sincos.{type_suffix(lanes)}"


def reduction(lanes: int) -> str:
    """Return the symbol of the function that replaces enormous angles by small ones."""
    return f"@biela.reduce_angle.{type_suffix(lanes)}"


def largest(fused: bool) -> float:
    """Return |x| up to which (1) holds."""
    return LARGEST_ANGLE if fused else UNFUSED_LARGEST_ANGLE


# long: one listing of machine code, instruction by instruction
def definitions(lanes: int, fused: bool = True) -> dict[str, str]:
    """Return the IR of `{T, T} @biela.sincos.…(T)`, `T @biela.reduce_angle.…(T)` and what they call; T = double or a vector. Where
    the processor has no fused multiply-add, products and sums are rounded apart."""
    T, J, B = (value_type(lanes, of) for of in ("double", "i64", "i1"))
    intrinsic, half_pi = f"@llvm.fma.{type_suffix(lanes)}", HALF_PI if fused else UNFUSED_HALF_PI

    def number(value: float) -> str:
        return literal(value, lanes)

    def integer(value: int) -> str:
        return str(value) if lanes == 1 else f"splat (i64 {value})"

    def fma(result: str, a: str, b: str, c: str) -> str:
        if not fused:
            return f"  {result}.m = fmul {T} {a}, {b}\n  {result} = fadd {T} {result}.m, {c}"
        return f"  {result} = call {T} {intrinsic}({T} {a}, {T} {b}, {T} {c})"

    def polynomial(letter: str, coefficients: tuple[float, ...]) -> list[str]:
        """Write Horner's rule in %z; the result is called %letter0."""
        top = len(coefficients) - 1
        names = [*(f"%{letter}{k}" for k in range(top)), number(coefficients[top])]
        return [fma(names[k], "%z", names[k + 1], number(coefficients[k])) for k in range(top - 1, -1, -1)]

    pair = f"{{{T}, {T}}}"
    lines = [
        f"define internal {pair} {name(lanes)}({T} %x) alwaysinline {PURE} {{",
        # (1) quadrant and remainder
        fma("%m", "%x", number(0.6366197723675814), number(ROUND)),
        f"  %n = fsub {T} %m, {number(ROUND)}",
        f"  %q = bitcast {T} %m to {J}",
        f"  %minus = fneg {T} %n",
        fma("%r1", "%minus", number(half_pi[0]), "%x"),
        fma("%r2", "%minus", number(half_pi[1]), "%r1"),
        fma("%r", "%minus", number(half_pi[2]), "%r2"),
        # (2) both functions of the remainder; 1 − r²/2 is corrected for its rounding
        f"  %z = fmul {T} %r, %r",
        *polynomial("s", SINE),
        f"  %rz = fmul {T} %r, %z",
        fma("%sine", "%rz", "%s0", "%r"),
        *polynomial("c", COSINE),
        f"  %zz = fmul {T} %z, %z",
        f"  %half = fmul {T} %z, {number(0.5)}",
        f"  %w = fsub {T} {number(1.0)}, %half",
        f"  %lost1 = fsub {T} {number(1.0)}, %w",
        f"  %lost = fsub {T} %lost1, %half",
        fma("%tail", "%zz", "%c0", "%lost"),
        f"  %cosine = fadd {T} %w, %tail",
        # odd quadrants swap them; the sign of sine turns in quadrants 2 and 3, of cosine in 1 and 2
        f"  %q1 = and {J} %q, {integer(1)}",
        f"  %odd = icmp ne {J} %q1, {integer(0)}",
        f"  %a = select {B} %odd, {T} %cosine, {T} %sine",
        f"  %b = select {B} %odd, {T} %sine, {T} %cosine",
        f"  %qs = shl {J} %q, {integer(62)}",
        f"  %as = and {J} %qs, {integer(-(2**63))}",
        f"  %ai = bitcast {T} %a to {J}",
        f"  %ax = xor {J} %ai, %as",
        f"  %signed_sine = bitcast {J} %ax to {T}",
        f"  %p = add {J} %q, {integer(1)}",
        f"  %ps = shl {J} %p, {integer(62)}",
        f"  %bs = and {J} %ps, {integer(-(2**63))}",
        f"  %bi = bitcast {T} %b to {J}",
        f"  %bx = xor {J} %bi, %bs",
        f"  %signed_cosine = bitcast {J} %bx to {T}",
        f"  %r.1 = insertvalue {pair} poison, {T} %signed_sine, 0",
        f"  %r.2 = insertvalue {pair} %r.1, {T} %signed_cosine, 1",
        f"  ret {pair} %r.2",
        "}",
    ]
    one = "@biela.reduce_one_angle"
    return {
        name(lanes): "\n".join(lines),
        reduction(lanes): lane_by_lane(reduction(lanes), one, 1, lanes),
        one: REDUCE_ONE.format(name=one, limit=literal(largest(fused) ** 2)),
        intrinsic: declare(intrinsic, 3, lanes),
        **{f"@{function}": declare(f"@{function}", arity) for function, arity in (("sin", 1), ("cos", 1), ("atan2", 2))},
    }


# an angle beyond the limit becomes the equivalent one in (−π, π]
REDUCE_ONE = """\
define internal double {name}(double %x) noinline cold nounwind willreturn memory(none) {{
  %square = fmul double %x, %x
  %huge = fcmp ogt double %square, {limit}
  br i1 %huge, label %library, label %same
library:
  %s = call double @sin(double %x)
  %c = call double @cos(double %x)
  %angle = call double @atan2(double %s, double %c)
  ret double %angle
same:
  ret double %x
}}"""
