"""Vocabulary of the FMI standard, 2.0 and 3.0, for FMUs that are read and those that are written: variables, units, names."""

from __future__ import annotations

from typing import NamedTuple

from biela.element.units import BASE as UNIT_BASE
from biela.element.units import DIGITS, parse_unit

DESCRIPTION = "modelDescription.xml"
CO_SIMULATION, MODEL_EXCHANGE = "co-simulation", "model-exchange"
BASE = ("kg", "m", "s", "A", "K", "mol", "cd", "rad")
"""Base units, in the order of `Dimension`."""
NUMBERS = {"Real", "Float32", "Float64"}
"""Types of real numbers, of FMI 2.0 and 3.0."""
NOT_EXCHANGED = {"String", "Binary", "Clock"}
"""Types of variables that have no value as a number."""
Dimension = tuple[int, ...]
"""Exponents of `BASE`."""
_SUPERSCRIPTS = {digit: superscript for superscript, digit in DIGITS.items()}


class Variable(NamedTuple):
    """Scalar variable of an FMU. A value in its unit is (SI − offset) / factor."""

    name: str
    reference: int
    causality: str
    variability: str
    unit: str = ""
    type: str = "Float64"
    start: float = 0.0
    factor: float = 1.0
    offset: float = 0.0
    dimension: Dimension | None = None
    """Exponents of its unit, if the FMU defines it."""
    nominal: float = 0.0
    initial: str = ""
    derivative: int | None = None
    """Value reference of the state that it is the derivative of."""
    description: str = ""

    @property
    def is_number(self) -> bool:
        """True for a real number: not a whole one, a text, nor true or false."""
        return self.type in NUMBERS

    @property
    def has_start(self) -> bool:
        """False where the standard forbids a start value: it follows from others."""
        return self.initial != "calculated" and self.causality != "independent"

    def to_si(self, x: float) -> float:
        """Return a value of the FMU in SI units."""
        return self.factor * x + self.offset

    def from_si(self, x: float) -> float:
        """Return a value in SI units as the FMU has it."""
        return (x - self.offset) / self.factor

    @property
    def si_unit(self) -> str:
        """Unit of the variable in the machine: its own if that is one of SI, else made of base units."""
        if self.factor == 1.0 and self.offset == 0.0:
            return self.unit or "1"
        powers = zip(BASE, self.dimension or (), strict=False)
        return "·".join(name + (str(e).translate(_SUPERSCRIPTS) if e != 1 else "") for name, e in powers if e) or "1"


def base_unit(text: str) -> tuple[Dimension, float] | None:
    """Return dimension and factor of a unit such as `N·m/rad`; None where it is not made of known ones."""
    found = parse_unit(text or "1")
    if found is None or any(e != int(e) for e in found.dimension):
        return None
    exponents = dict(zip(UNIT_BASE, map(int, found.dimension), strict=True)) | {"rad": found.angle}
    return tuple(exponents.get(name, 0) for name in BASE), found.factor
