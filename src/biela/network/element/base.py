"""The elements of a bond graph. Each is data: a name, its values, and which law ties effort and flow.

Power into an element counts positive, whichever way its bond points; sources deliver what they count negative.

    I   f = p / I,  ṗ = e          C   e = q / C,  q̇ = f          R   e = R f
    Se  e given                    Sf  f given
    TF  f_b = m f_a,  e_a = m e_b  GY  e_a = r f_b,  e_b = r f_a     (power in at a, out at b)
    0   equal efforts, Σ flows = 0 1   equal flows, Σ efforts = 0

A value is a number, an expression of free parameters, a function of time (`lambda t: …`, `biela.sine(…)`, `biela.table`)
or a law of signals (`lambda s: s["valve.opening"]`): that makes the modulated elements MSe, MSf, MTF, MGY and MR.

Reference: Karnopp, Margolis & Rosenberg (2012), *System Dynamics*, ch. 3-4
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from biela.base.checked import shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.mechanism.motion import call, is_motion
from biela.mechanism.parameter import Expression, Scalar, nominal, scalar
from biela.network.context import NetworkSignals
from biela.network.domain import Domain, domain

if TYPE_CHECKING:
    from biela.network.flat import Node as Node
    from biela.network.variables import Variables as Variables
else:  # the files of elements take both from here, for their signatures
    Node = Variables = Any

Law = Callable[[Any], Operand]
"""Law of signals, or of one variable."""


def is_function(x: object) -> bool:
    """Return True for a value that changes by itself: a function of time or of signals."""
    return callable(x) and not isinstance(x, Expression)


def check_name(name: object) -> None:
    """Refuse what cannot be a name."""
    if not isinstance(name, str) or not name or not name.isidentifier():
        raise DescriptionError(f"{shown(name)} is not a name: use letters, digits and underscores, not starting with a digit.")


def check_value(x: Operand, what: str, *, positive: bool = False, active: bool = False, zero: bool = False) -> None:
    """Refuse what is not finite, or not positive unless the element may be active; functions are taken as they are."""
    if is_function(x):
        return
    value = nominal(scalar(x, what))
    if positive and not active and (value < 0 or (value == 0 and not zero)):
        needs = "a value not below zero" if zero else "a positive value"
        raise DescriptionError(
            f"{what} is {value:g}: a passive element needs {needs}. If it is meant to feed energy, say active=True."
        )


class Wish(NamedTuple):
    """Wish of an element what to compute at its ports; see `biela.network.causality`.

    effort : the effort, else the flow
    dictated : it cannot do otherwise
    rank : whose wish comes first: 0 sources, 1 to 3 storages, 4 and 5 resistances
    """

    effort: bool
    dictated: bool
    rank: int


@dataclass(frozen=True, eq=False)
class Element:
    """Element of a bond graph: a name, a number of equal copies for vector bonds, a domain.

    integral : of a storage, whether it computes the effort in integral causality (C) or the flow (I); None if it stores nothing
    passes : of a transformer "same", of a gyrator "crossed": what it makes of an effort at the other side
    is_input : whether its value is an input of the machine
    """

    kind: ClassVar[str] = ""
    ports: ClassVar[tuple[str, ...]] = ("",)
    vector: ClassVar[bool] = True  # whether `size` makes copies
    accounted: ClassVar[float] = 0.0  # sign of the power that an audit counts: in (1), out (−1), not at all
    integral: ClassVar[bool | None] = None
    passes: ClassVar[str] = ""
    is_input: ClassVar[Any] = False
    made_by: ClassVar[Any] = None  # the component it came from; see `biela.network.registry`
    name: str
    _: KW_ONLY
    size: int = 1
    domain: Domain | str | None = None

    def __post_init__(self) -> None:
        check_name(self.name)
        if not isinstance(self.size, int) or self.size < 1:
            raise DescriptionError(f"{self.kind} {self.name!r}: size is {self.size!r}; give a whole number of at least 1.")
        if not isinstance(active := getattr(self, "active", False), bool):
            raise DescriptionError(f"{self.kind} {self.name!r}: active is {shown(active)}; give True or False.")
        object.__setattr__(self, "domain", domain(self.domain))

    @property
    def wish(self) -> Wish:
        """Variable that it wants to compute."""
        return Wish(True, False, 4)

    def is_backwards(self, gives_effort: bool) -> bool:
        """Return True where its law must be solved for its argument, to give the effort, or the flow."""
        return False

    @property
    def label(self) -> str:
        return f"{self.kind} {self.name!r}"

    def port_domains(self) -> tuple[Domain | str | None, ...]:
        """Return the domain of each port, None where it follows from the connection."""
        return (self.domain,) * len(self.ports)

    def define(self, w: Variables, node: Node) -> None:
        """Put the definitions of the variables that this element computes.

        e and f of a bond are its effort and flow along its arrow; `into` is +1 where the arrow points into the element, so that
        the flow into it is into · f and the power into it is into · e · f.
        """
        raise NotImplementedError

    @property
    def implied(self) -> tuple[str, ...]:
        """Names of data that follow from others, and are not written."""
        return ()

    def starts(self, component: int) -> list[Scalar]:
        """Return the initial values of the states of one of its copies; expressions of parameters are possible."""
        return []


def storage_wish(integral: bool, wanted: str | None = None) -> Wish:
    """Return the wish of a storage: integral causality, unless the other one is `wanted`; who says so is heard first, or last."""
    derivative = wanted == "derivative"
    return Wish(integral != derivative, False, 3 if derivative else 1 if wanted else 2)


def law_of_two(law: Any, x: Operand, view: NetworkSignals, values: Mapping[str, Operand]) -> Operand:
    """Return the value of a law of one variable, or of one variable and the signals."""
    if is_motion(law):
        return call(law, x, values)
    return law(x, view) if arguments(law) >= 2 else law(x)


def arguments(law: Any) -> int:
    """Return the number of arguments that a law takes."""
    if is_motion(law):
        return 1
    try:
        return len(inspect.signature(law).parameters)
    except (TypeError, ValueError):
        return 1
