"""One scalar operation in, LLVM IR out, for one number or for a vector of lanes.

The text follows CasADi's interpreter for every input, infinities and NaN included. No operation has fast flags: what
is fused is decided in the tape (`optimise.py`), and every level of optimisation rounds alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from biela.kernel import processor, sincos, vector_math
from biela.kernel.llvm_text import declare, lane_by_lane, literal, piece_by_piece, type_suffix, value_type
from biela.kernel.operation import ARITY, FUSED

ARITHMETIC = {
    "add": "fadd {T} {a}, {b}", "sub": "fsub {T} {a}, {b}", "mul": "fmul {T} {a}, {b}", "div": "fdiv {T} {a}, {b}",
    "neg": "fneg {T} {a}", "inv": "fdiv {T} {one}, {a}", "sq": "fmul {T} {a}, {a}", "twice": "fadd {T} {a}, {a}",
}  # fmt: skip
# truth of a number is "not zero", as in C: NaN counts as true; comparisons with NaN are false, ≠ is true
LOGIC = {
    "and": ["{r}.a = fcmp une {T} {a}, {zero}", "{r}.b = fcmp une {T} {b}, {zero}", "{r}.c = and {I} {r}.a, {r}.b"],
    "or": ["{r}.a = fcmp une {T} {a}, {zero}", "{r}.b = fcmp une {T} {b}, {zero}", "{r}.c = or {I} {r}.a, {r}.b"],
    "not": ["{r}.c = fcmp oeq {T} {a}, {zero}"],
    "lt": ["{r}.c = fcmp olt {T} {a}, {b}"], "le": ["{r}.c = fcmp ole {T} {a}, {b}"],
    "eq": ["{r}.c = fcmp oeq {T} {a}, {b}"], "ne": ["{r}.c = fcmp une {T} {a}, {b}"],
}  # fmt: skip
INTRINSIC = ("sqrt", "fabs", "floor", "ceil", "copysign")
LIBRARY = {"constpow": "pow"}  # all other operations are the C library's function of the same name

# the smaller and the larger of two numbers: the second where they are equal, so that the sign of a zero is always the same (LLVM's
# minnum leaves it open), and the other one where one is NaN; sign(NaN) is NaN, sign(0) is 0; `if_else_zero` is exactly zero when
# the condition is false, whatever the other branch computed
SELECTED = {
    "sign": ["{r}.n = fcmp olt {T} {a}, {zero}", "{r}.p = fcmp ogt {T} {a}, {zero}",
             "{r}.q = select {I} {r}.p, {T} {one}, {T} {a}", "{r} = select {I} {r}.n, {T} {minus}, {T} {r}.q"],
    "if_else_zero": ["{r}.c = fcmp une {T} {a}, {zero}", "{r} = select {I} {r}.c, {T} {b}, {T} {zero}"],
} | {
    name: ["{r}.c = fcmp " + order + " {T} {a}, {b}", "{r}.q = select {I} {r}.c, {T} {a}, {T} {b}",
           "{r}.n = fcmp uno {T} {b}, {b}", "{r} = select {I} {r}.n, {T} {a}, {T} {r}.q"]
    for name, order in (("fmin", "olt"), ("fmax", "ogt"))
}  # fmt: skip
# products and sums rounded apart
APART = {"fma": "{r} = fadd {T} {r}.m, {c}", "fms": "{r} = fsub {T} {r}.m, {c}", "fnma": "{r} = fsub {T} {c}, {r}.m"}
WORK = "%work"  # what chunks and the interpreter call their scratch memory
TOGETHER = 4  # sines of one machine in a register; registers of eight slow some processors down for long after
RARE = {"!0": '!0 = !{!"branch_weights", i32 1, i32 1000000}'}


class Emitter:
    """Writer of operations on values of one type: `double` (lanes = 1) or `<lanes x double>`.

    In memory a scalar has `rows` such values, of which the code concerns number `row`. `lines` is the body of the function being
    written; `support` collects the declarations and helper functions that it needs. Without `fused` every operation is one that any
    processor has, WebAssembly included.
    """

    def __init__(self, lanes: int = 1, rows: int = 1, row: str = "0", fused: bool = True) -> None:
        self.lanes, self.rows, self.row, self.fused = lanes, rows, row, fused
        self.type, self.truth = value_type(lanes), value_type(lanes, "i1")
        self.lines: list[str] = []
        self.support: dict[str, str] = {}
        self._templates: dict[str, str] = {}
        self.block("begin")

    def block(self, label: str) -> None:
        """Start a basic block."""
        self.lines.append(f"{label}:")
        self._block = label

    def constant(self, value: float) -> str:
        return literal(value, self.lanes)

    def operation(self, name: str, result: str, a: str, b: str, c: str = "") -> None:
        """Write result = name(a, b, c)."""
        template = self._templates.get(name)
        if template is None:
            template = self._templates[name] = self._template(name)
        self.lines.append(template.format(r=result, a=a, b=b, c=c))

    def load(self, result: str, base: str, index: int | str) -> None:
        """Write result = base[index]."""
        self.lines += [f"{result}.p = {self._place(base, index)}", f"{result} = load {self.type}, ptr {result}.p, align 8"]

    def store(self, value: str, base: str, index: int | str, label: str) -> None:
        """Write base[index] = value; `label` names the place."""
        self.lines += [f"{label} = {self._place(base, index)}", f"store {self.type} {value}, ptr {label}, align 8"]

    def _place(self, base: str, index: int | str) -> str:
        """Return the address of a scalar; scratch memory serves one row after the other."""
        if base == WORK:
            return f"getelementptr inbounds {self.type}, ptr {base}, i64 {index}"
        return f"getelementptr inbounds [{self.rows} x {self.type}], ptr {base}, i64 {index}, i64 {self.row}"

    def small_angles(self, label: str, angles: Sequence[str]) -> list[str]:
        """Return operands for `sincos` equivalent to the given angles: themselves, unless one is enormous. One test serves all of
        them, because a branch in the middle of arithmetic costs registers."""
        T = self.type
        self.support.update(sincos.definitions(self.lanes, self.fused) | RARE)
        limit = self.constant(sincos.largest(self.fused) ** 2)
        for k, angle in enumerate(angles):
            self.lines.append(f"%{label}.s{k} = fmul {T} {angle}, {angle}")
            self.lines.append(f"%{label}.h{k} = fcmp ogt {T} %{label}.s{k}, {limit}")
            if k:
                so_far = f"%{label}.o{k - 1}" if k > 1 else f"%{label}.h0"
                self.lines.append(f"%{label}.o{k} = or {self.truth} {so_far}, %{label}.h{k}")
        test = f"%{label}.o{len(angles) - 1}" if len(angles) > 1 else f"%{label}.h0"
        if self.lanes > 1:
            self.lines += [f"%{label}.bits = bitcast {self.truth} {test} to i{self.lanes}"]
            self.lines += [f"%{label}.any = icmp ne i{self.lanes} %{label}.bits, 0"]
            test = f"%{label}.any"
        self.lines += [f"br i1 {test}, label %{label}.huge, label %{label}.ready, !prof !0", f"{label}.huge:"]
        reduce = sincos.reduction(self.lanes)
        self.lines += [f"%{label}.r{k} = call {T} {reduce}({T} {angle})" for k, angle in enumerate(angles)]
        self.lines += [f"br label %{label}.ready"]
        before = self._block
        self.block(f"{label}.ready")
        for k, angle in enumerate(angles):
            self.lines.append(f"%{label}.a{k} = phi {T} [{angle}, %{before}], [%{label}.r{k}, %{label}.huge]")
        return [f"%{label}.a{k}" for k in range(len(angles))]

    def sincos(self, sine: str, cosine: str, small_angle: str) -> None:
        """Write both functions of one angle, in line."""
        pair = f"{{{self.type}, {self.type}}}"
        self.lines.append(f"{sine}.pair = call {pair} {sincos.name(self.lanes)}({self.type} {small_angle})")
        self.lines.append(f"{sine} = extractvalue {pair} {sine}.pair, 0")
        self.lines.append(f"{cosine} = extractvalue {pair} {sine}.pair, 1")

    def sincos_together(self, angles: Sequence[str]) -> list[tuple[str, str, int]]:
        """Write sine and cosine of several numbers, side by side in registers; return the registers of each, and the place in them.

        A register of four takes little longer than one number, and rounds each alike. The last one is filled with its last angle.
        """
        wide = Emitter(min(TOGETHER, processor.width()))
        wide.lines, wide.support, wide._block = self.lines, self.support, self._block
        rows = [angles[first : first + wide.lanes] for first in range(0, len(angles), wide.lanes)]
        vectors = []
        for number, row in enumerate(rows):
            vector = "poison"
            for place in range(wide.lanes):
                angle, filled = row[min(place, len(row) - 1)], f"%together{number}.{place}"
                self.lines.append(f"{filled} = insertelement {wide.type} {vector}, double {angle}, i32 {place}")
                vector = filled
            vectors.append(vector)
        small = wide.small_angles("start", vectors)
        self._block = wide._block
        names = [(f"%sines{number}", f"%cosines{number}") for number in range(len(rows))]
        for (sines, cosines), vector in zip(names, small, strict=True):
            wide.sincos(sines, cosines, vector)
        return [(*names[number], place) for number, row in enumerate(rows) for place in range(len(row))]

    def pick(self, result: str, vector: str, place: int) -> None:
        """Write result = one number of a register that `sincos_together` has filled."""
        wide = value_type(min(TOGETHER, processor.width()))
        self.lines.append(f"{result} = extractelement {wide} {vector}, i32 {place}")

    def _template(self, name: str) -> str:
        arity = ARITY[name]
        if name in ARITHMETIC:
            lines = ["{r} = " + ARITHMETIC[name]]
        elif name in LOGIC:
            lines = [*LOGIC[name], "{r} = select {I} {r}.c, {T} {one}, {T} {zero}"]
        elif name in SELECTED:
            lines = SELECTED[name]
        elif not self.fused and name in APART:
            lines = ["{r}.m = fmul {T} {a}, {b}", APART[name]]
        elif name in FUSED:
            symbol = f"@llvm.fma.{type_suffix(self.lanes)}"
            self.support[symbol] = declare(symbol, 3, self.lanes)
            signs = {"fma": [], "fms": ["{r}.n = fneg {T} {c}"], "fnma": ["{r}.n = fneg {T} {a}"]}[name]
            a, c = "{r}.n" if name == "fnma" else "{a}", "{r}.n" if name == "fms" else "{c}"
            lines = [*signs, "{r} = call {T} " + symbol + "({T} " + a + ", {T} {b}, {T} " + c + ")"]
        else:
            symbol = f"@llvm.{name}.{type_suffix(self.lanes)}"
            if name in INTRINSIC:
                self.support[symbol] = declare(symbol, arity, self.lanes)
            else:
                symbol = self._function(LIBRARY.get(name, name), arity)
            lines = ["{r} = call {T} " + symbol + "({T} {a}" + (", {T} {b})" if arity == 2 else ")")]
        fixed = {
            "T": self.type, "I": self.truth, "r": "{r}", "a": "{a}", "b": "{b}", "c": "{c}",
            "one": self.constant(1.0), "zero": self.constant(0.0), "minus": self.constant(-1.0),
        }  # fmt: skip
        return "\n".join(lines).format(**fixed)

    def _function(self, name: str, arity: int) -> str:
        """Declare a function of the C library: its vector version where there is one, else lane by lane."""
        width = min(self.lanes, processor.width())
        if self.lanes > 1 and (vector := vector_math.vector_symbol(name, arity, width)):
            self.support["@" + vector] = declare("@" + vector, arity, width)
            if width == self.lanes:
                return "@" + vector
            pieces = f"@biela.pieces.{name}"
            self.support[pieces] = piece_by_piece(pieces, "@" + vector, arity, self.lanes, width)
            return pieces
        self.support["@" + name] = declare("@" + name, arity)
        if self.lanes == 1:
            return "@" + name
        each = f"@biela.each.{name}"
        self.support[each] = lane_by_lane(each, "@" + name, arity, self.lanes)
        return each
