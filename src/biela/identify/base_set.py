"""Base parameters: the combinations of parameters that efforts show, and the choice among their many forms.

What cannot be identified is a space of null vectors t, W t = 0. Any choice of as many *dependent* parameters, such that the rows
of t that belong to them are regular, gives a base set

    Φ_base = Φ_1 + β Φ_2,      W_2 = W_1 β,      β = −T_1 T_2⁻¹                                 (1)

with Φ_1 the independent parameters and Φ_2 the dependent ones. All sets describe the same machine; they differ in how well they
are conditioned and in how readable they are. The algebra is exact where the null vectors are (fractions, or rational functions of
the machine's free parameters), so that the rank of a proposed set is a fact, not an opinion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import checked, guard, reporter
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError, count, unknown
from biela.base.rank import rank
from biela.base.surface import setting
from biela.identify.exact import Element, Numbers


class InvalidBaseSet(BielaError, ValueError):
    """The proposed dependent parameters are not a base set's."""


@dataclass(frozen=True)
class Validity:
    """Exact answer to: may these parameters be the dependent ones?

    Attributes
    ----------
    valid : whether they may
    rank : rank of the base matrix over the proposed independent parameters; a base set has `wanted`
    cannot : proposed parameters that are base parameters by themselves, in every set
    """

    valid: bool
    rank: int
    wanted: int
    cannot: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class BaseSet:
    """A set of base parameters.

    Attributes
    ----------
    names : all parameters (columns of the regressor)
    independent : their names, one for each base parameter
    dependent : parameters that are grouped with independent ones
    null : parameters without any effect
    beta : (independent, dependent) exact coefficients, sparse: {(independent, dependent): coefficient}
    numbers : the exact numbers of the machine; None if the coefficients are floats
    exact : whether nothing was rounded on the way, and the coefficients hold for all lengths near the nominal ones
    nominal : free parameters of the geometry at whose nominal values alone the coefficients hold
    """

    names: tuple[str, ...]
    independent: tuple[str, ...]
    dependent: tuple[str, ...]
    null: tuple[str, ...]
    beta: Mapping[tuple[str, str], Element]
    numbers: Numbers | None = field(default=None, repr=False, compare=False)
    exact: bool = False
    forced: bool = False
    nominal: tuple[str, ...] = ()

    @property
    def rank(self) -> int:
        """Number of base parameters."""
        return len(self.independent)

    @property
    def coefficients(self) -> Array:
        """β as floats, (independent, dependent)."""
        out = np.zeros((len(self.independent), len(self.dependent)))
        rows, columns = ({n: i for i, n in enumerate(names)} for names in (self.independent, self.dependent))
        for (a, b), value in self.beta.items():
            out[rows[a], columns[b]] = float(value if self.numbers is None else self.numbers.value(value))
        return out

    @property
    def matrix(self) -> Array:
        """B with Φ_base = B Φ, (independent, all parameters)."""
        B = np.zeros((self.rank, len(self.names)))
        B[np.arange(self.rank), self._places(self.independent)] = 1.0
        B[:, self._places(self.dependent)] = self.coefficients
        return B

    def _places(self, names: Sequence[str]) -> list[int]:
        at = {n: k for k, n in enumerate(self.names)}
        return [at[n] for n in names]

    def combine(self, parameters: ArrayLike) -> Array:
        """Return Φ_base of all parameters."""
        return np.asarray(self.matrix @ self._sized(parameters, len(self.names), "parameters"))

    def columns(self, W: Array) -> Array:
        """Return W_base: the columns of the independent parameters."""
        if np.ndim(W) == 0 or np.shape(W)[-1] != len(self.names):
            raise DescriptionError(f"W has shape {np.shape(W)}: give a column for each of {len(self.names)} parameters.")
        return np.asarray(W)[..., self._places(self.independent)]

    def spread(self, base: ArrayLike) -> Array:
        """Return parameters with these base parameters: the independent ones take all, the others are zero."""
        out = np.zeros(len(self.names))
        out[self._places(self.independent)] = self._sized(base, len(self.independent), "base parameters")
        return out

    def expressions(self, short: Callable[[str], str] = str) -> dict[str, str]:
        """Return each base parameter for people: `knuckle.mass + arm.mass − 25 arm.Iyy`."""
        shorten = reporter(lambda name: str(short(name)), "short")
        shorter = {name: shorten(name) for name in self.names}
        grouped: dict[str, list[str]] = {name: [] for name in self.independent}
        for name in self.dependent:
            for own in self.independent:
                if (value := self.beta.get((own, name))) is not None:
                    text = f"{float(value):.6g}" if self.numbers is None else self.numbers.text(value)
                    grouped[own].append(_term(text, shorter[name]))
        return {name: " ".join([shorter[name], *terms]) for name, terms in grouped.items()}

    def __str__(self) -> str:
        parts = self.expressions()
        alone = [name for name, text in parts.items() if text == name]
        lines = [
            f"{count(len(self.names), 'parameter')}: {count(self.rank, 'base parameter')}, "
            f"{count(len(self.dependent), 'dependent parameter')}, {len(self.null)} without effect",
            *(f"  {text}" for name, text in parts.items() if name not in alone),
            *([f"  alone: {', '.join(alone)}"] if alone else []),
            *([f"  without effect: {', '.join(self.null)}"] if self.null else []),
            *(f"  {note}" for note in self.notes),
        ]
        return "\n".join(lines)

    @property
    def notes(self) -> list[str]:
        """Restrictions of the coefficients, if they do not hold for all lengths."""
        return [f"these combinations hold at the nominal value of {', '.join(self.nominal)} only"] if self.nominal else []

    def null_vectors(self) -> list[dict[str, Element]]:
        """Return one vector for each dependent or null parameter, W t = 0: t = e_dependent − β."""
        one = 1.0 if self.numbers is None else self.numbers.rational(1)
        rest = {name: {a: -value for (a, b), value in self.beta.items() if b == name} for name in self.dependent}
        return [{name: one} | rest.get(name, {}) for name in (*self.null, *self.dependent)]

    def validity(self, dependent: Sequence[str]) -> Validity:
        """Judge by exact rank whether these may be the dependent parameters."""
        self._refuse_unknown(dependent)
        chosen = [n for n in dependent if n not in self.null]
        alone = {n for n in self.independent if not any(a == n for a, _ in self.beta)}
        cannot = tuple(n for n in chosen if n in alone)
        # rows of the null vectors at the chosen parameters; every one that is missing in rank is missing in the base matrix
        vectors = self.null_vectors()[len(self.null) :]
        found = _rank([[v.get(n) for v in vectors] for n in chosen], self.numbers)
        if len(chosen) != len(self.dependent):
            reason = f"{count(len(chosen), 'parameter')} proposed as dependent, {len(self.dependent)} are needed"
            return Validity(False, min(self.rank, len(self.names) - len(self.null) - len(chosen)), self.rank, cannot, reason)
        if found == len(chosen):
            return Validity(True, self.rank, self.rank, (), "valid")
        rank = self.rank - (len(chosen) - found)
        reason = f"the remaining columns have rank {rank}, not {self.rank}"
        if cannot:
            reason += f"; base parameters by themselves in every set: {', '.join(cannot)}"
        return Validity(False, rank, self.rank, cannot, reason)

    def switch(self, dependent: Sequence[str]) -> BaseSet:
        """Return the base set with these dependent parameters, exactly; refused if there is none."""
        verdict = self.validity(dependent)
        if not verdict.valid:
            raise InvalidBaseSet(f"no base set has these dependent parameters: {verdict.reason}.")
        return self._ordered(list(dict.fromkeys([*self.null, *dependent, *self.names])))

    @checked(nonnegative=("seed",))
    def random(self, seed: int, dependent_among: Sequence[str] | None = None) -> BaseSet:
        """Return a random valid set; dependent parameters are taken in random order as far as they can be."""
        rng = np.random.default_rng(seed)
        order = [*self.null, *(str(n) for n in rng.permutation(list(self.names if dependent_among is None else dependent_among)))]
        self._refuse_unknown(order)
        return self._ordered(list(dict.fromkeys([*order, *self.names])))

    @staticmethod
    def _sized(given: ArrayLike, count: int, what: str) -> Array:
        values = np.asarray(given, float)
        if values.shape != (count,):
            raise DescriptionError(f"{what} have shape {values.shape}: give {count} numbers.")
        return values

    def _ordered(self, order: Sequence[str]) -> BaseSet:
        if self.numbers is None:
            remedy = f"call numeric_base again with {setting('dependent')}, or take the exact one of biela.identify.base_parameters"
            raise DescriptionError(f"a set from numbers cannot be switched exactly: {remedy}.")
        return from_null_vectors(self.names, self.null_vectors(), order, self.numbers, exact=self.exact, nominal=self.nominal)

    def _refuse_unknown(self, names: Sequence[str]) -> None:
        if strange := [name for name in names if name not in self.names]:
            raise unknown("parameter", strange[0], list(self.names))


def from_null_vectors(
    names: Sequence[str], vectors: Sequence[Mapping[str, Element]], order: Sequence[str], numbers: Numbers, *,
    exact: bool | None = None, nominal: tuple[str, ...] = (),
) -> BaseSet:  # fmt: skip
    """Return the base set of a null space, with dependent parameters taken as early in `order` as possible (1)."""
    if set(order) != set(names) or len(order) != len(names):
        raise DescriptionError("the order of preference must name every parameter once.")
    place = {name: k for k, name in enumerate(order)}
    rows, pivots = numbers.echelon([{place[n]: value for n, value in v.items()} for v in vectors], len(order))
    beta = {(order[j], order[p]): -x for row, p in zip(rows, pivots, strict=True) for j, x in row.items() if j != p}
    taken, grouped = {order[p] for p in pivots}, {name for _, name in beta}
    independent, dependent = tuple(n for n in names if n not in taken), tuple(n for n in names if n in taken & grouped)
    null = tuple(n for n in names if n in taken - grouped)
    exact = numbers.exact if exact is None else exact
    return BaseSet(tuple(names), independent, dependent, null, beta, numbers, exact, nominal=nominal)


def _rank(rows: Sequence[Sequence[Element | None]], numbers: Numbers | None) -> int:
    if not rows or not rows[0]:
        return 0
    if numbers is None:
        return rank(np.array([[0.0 if x is None else float(x) for x in row] for row in rows]))
    return len(numbers.echelon([{j: x for j, x in enumerate(row) if x is not None} for row in rows], len(rows[0]))[1])


def _term(coefficient: str, name: str) -> str:
    """Format a term: `+ 2 m`, `− m`, `− a*(b + c) m`, `+ (a + b) m`."""
    text = re.sub(r"\b(\w+)\^\(-(\d+)\)", r"1/\1^\2", coefficient)
    sign, rest = ("−", text[1:]) if text.startswith("-") and _product(text[1:]) else ("+", text)
    if rest == "1":
        return f"{sign} {name}"
    return f"{sign} {rest} {name}" if _product(rest) else f"{sign} ({rest}) {name}"


def _product(text: str) -> bool:
    """Tell whether nothing is added outside of brackets; exponents of numbers (1e-5) do not count."""
    depth = 0
    for k, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and character in "+-" and not (k > 0 and text[k - 1] == "e" and text[k - 2 : k - 1].isdigit()):
            return False
    return True


guard(__name__)
