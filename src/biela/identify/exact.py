"""The geometry of a machine in exact numbers: rationals, and rational functions of its free parameters.

A length of 0.34 m is 17/50; a rotation is a matrix of rationals that is orthogonal to the last digit; a free parameter stays a
symbol. Linear algebra over them has no rounding, so that a rank is a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from operator import add, mul, truediv
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from biela.base.errors import BielaError
from biela.lie import quaternion
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, Parameter

NICE = 1000
"""Rotations whose entries are fractions with denominators up to this are taken as exactly those."""
Element = Any
"""A number of the exact domain."""


class MissingLibrary(BielaError, ImportError):
    """A library that comes with an extra is not installed."""


def require_sympy() -> None:
    """Refuse to go on without SymPy, and say how to get it."""
    try:
        import sympy  # noqa: F401
    except ImportError:
        raise MissingLibrary("exact base parameters need SymPy:  pip install 'biela[identify]'") from None


def decimal(x: float) -> Fraction:
    """Return the number as it is written: 0.34 is 17/50, not the binary fraction nearest to it."""
    return Fraction(f"{float(x):.15g}")


def rational_rotation(R: ArrayLike) -> tuple[list[list[Fraction]], bool]:
    """Return a rotation of fractions within 1e-15 of R, exactly orthogonal; whether its entries are simple fractions."""
    entries = [[Fraction(float(x)).limit_denominator(NICE) for x in row] for row in np.asarray(R, float)]
    near = np.abs(np.array(entries, float) - np.asarray(R, float)).max() < 1e-14
    columns = list(zip(*entries, strict=True))
    products = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in columns] for x in columns]
    if near and products == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]:
        return entries, True
    w, x, y, z = (Fraction(float(c)) for c in np.asarray(quaternion.from_matrix(np.asarray(R, float))).ravel())
    n = w * w + x * x + y * y + z * z
    return [
        [(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n],
        [2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n],
        [2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n],
    ], False


class Numbers:
    """Exact numbers of one machine.

    Parameters
    ----------
    mechanism : the machine
    symbolic : keep the free parameters of its joints' places as symbols; False puts in their values

    Attributes
    ----------
    domain : SymPy's domain of the numbers, QQ or a field of rational functions
    exact : False if some rotation had to be rounded in its sixteenth digit
    """

    def __init__(self, mechanism: Mechanism, symbolic: bool = True):
        require_sympy()
        from sympy import QQ, Symbol

        self.exact, self.symbolic = True, symbolic
        joints = mechanism.joints.values() if symbolic else ()
        lengths = [x for j in joints for x in (*j.parent.position, *j.child.position, j.type.lead) if isinstance(x, Expression)]
        # parameters, and whatever of them is not a rational function, become symbols
        self._atoms = {_key(part): part for x in lengths for part in x.parts(_is_atom) if _is_atom(part)}
        symbols = {name: Symbol(name) for name in self._atoms}
        self.domain: Any = QQ.frac_field(*symbols.values()) if symbols else QQ
        self._generators = {name: self.domain.convert(symbol) for name, symbol in symbols.items()}

    @property
    def symbols(self) -> tuple[str, ...]:
        """Arguments of the numbers: free parameters, or expressions of them."""
        return tuple(self._atoms)

    def function(self, text: Element) -> Element:
        """Return a SymPy expression of the symbols in the domain."""
        return self.domain.from_sympy(text)

    def number(self, x: float | Expression) -> Element:
        """Return a number or an expression of free parameters."""
        if not isinstance(x, Expression):
            return self.rational(decimal(x))
        if not self.symbolic:
            return self.rational(decimal(x.evaluate(None)))
        done: dict[int, Element] = {}
        for part in x.parts(_is_atom):
            if _is_atom(part):
                done[id(part)] = self._generators[_key(part)]
                continue
            a, b = (done[id(e)] if isinstance(e, Expression) else self.rational(decimal(e)) for e in part.arguments)
            power = part.operation == "**"
            done[id(part)] = a ** int(part.arguments[1]) if power else {"+": add, "*": mul, "/": truediv}[part.operation](a, b)
        return done[id(x)]

    def rational(self, x: Fraction | int) -> Element:
        """Return a fraction in the domain."""
        from sympy import QQ

        x = Fraction(x)
        return self.domain.convert_from(QQ(x.numerator, x.denominator), QQ)

    def vector(self, x: Iterable[float | Expression]) -> list[Element]:
        return [self.number(e) for e in x]

    def rotation(self, R: ArrayLike) -> list[list[Element]]:
        """Return a rotation, exactly orthogonal."""
        entries, simple = rational_rotation(R)
        self.exact = self.exact and simple
        return [[self.rational(x) for x in row] for row in entries]

    def value(self, x: Element, parameters: Mapping[str, Fraction] | None = None) -> Fraction:
        """Return a number at the nominal values of the free parameters, or at others."""
        if not self._atoms:
            return Fraction(int(x.numerator), int(x.denominator))
        from sympy import QQ

        x = self.domain.convert(x)
        given = None if parameters is None else {k: float(v) for k, v in parameters.items()}
        known = {name: decimal(atom.evaluate(given)) for name, atom in self._atoms.items()} | dict(parameters or {})
        values = [QQ(known[name].numerator, known[name].denominator) for name in self._atoms]
        top, bottom = (Fraction(int(y.numerator), int(y.denominator)) for y in (x.numer(*values), x.denom(*values)))
        return top / bottom

    def echelon(self, rows: Sequence[Mapping[int, Element]], columns: int) -> tuple[list[dict[int, Element]], tuple[int, ...]]:
        """Return the reduced row echelon form of sparse rows, and the column of each pivot."""
        from sympy.polys.matrices import DomainMatrix

        content = {i: dict(row) for i, row in enumerate(rows) if row}
        reduced, pivots = DomainMatrix(content, (len(rows), columns), self.domain).rref()
        found = reduced.rep.to_sdm() if hasattr(reduced.rep, "to_sdm") else reduced.rep
        return [found[i] for i in range(len(pivots))], pivots

    def text(self, x: Element) -> str:
        """Return a number for people: an expression of parameters, a short fraction as decimal, or six digits."""
        if self._atoms:
            from sympy import factor

            expression = factor(self.domain.to_sympy(self.domain.convert(x)))
            if expression.free_symbols:
                return str(expression).replace("**", "^")
        return f"{float(self.value(x)):.6g}"


def _key(x: Expression) -> str:
    return x.name if isinstance(x, Parameter) else x.canonical()


def _is_atom(x: Expression) -> bool:
    """Tell whether it is a parameter, or no rational function of what it contains."""
    whole = x.operation == "**" and not isinstance(x.arguments[1], Expression) and float(x.arguments[1]).is_integer()
    return isinstance(x, Parameter) or not (whole or x.operation in ("+", "*", "/"))
