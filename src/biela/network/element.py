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

import math
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from biela.errors import DescriptionError
from biela.mechanism.parameter import Expression, nominal, scalar
from biela.network.domain import Domain, domain

Law = Callable[[Any], Any]


def is_function(x: Any) -> bool:
    """Whether a value changes by itself: a function of time or of signals."""
    return callable(x) and not isinstance(x, Expression)


def check_name(name: Any) -> None:
    if not isinstance(name, str) or not name or not name.isidentifier():
        raise DescriptionError(
            f"{name!r} is not a name: use letters, digits and underscores, not starting with a digit."
        )


def _check(x: Any, what: str, *, positive: bool = False, active: bool = False, zero: bool = False) -> None:
    """Finite, and positive unless the element is allowed to be active; functions are taken as they are."""
    if is_function(x):
        return
    scalar(x, what)
    value = nominal(x)
    if positive and not active and (value < 0 or (value == 0 and not zero)):
        raise DescriptionError(
            f"{what} is {value:g}: a passive element needs {'a value not below zero' if zero else 'a positive value'}. "
            "If it is meant to feed energy, say active=True."
        )


@dataclass(frozen=True, eq=False)
class Element:
    """What every element has: a name, a number of equal copies for vector bonds, a domain."""

    kind: ClassVar[str] = ""
    ports: ClassVar[tuple[str, ...]] = ("",)
    vector: ClassVar[bool] = True  # whether `size` makes copies
    made_by: ClassVar[Any] = None  # the component it came from; see `biela.network.registry`
    name: str
    _: KW_ONLY
    size: int = 1
    domain: Domain | str | None = None

    def __post_init__(self) -> None:
        check_name(self.name)
        if not isinstance(self.size, int) or self.size < 1:
            raise DescriptionError(
                f"{self.kind} {self.name!r}: size is {self.size!r}; give a whole number of at least 1."
            )
        object.__setattr__(self, "domain", domain(self.domain))

    @property
    def label(self) -> str:
        return f"{self.kind} {self.name!r}"

    def port_domains(self) -> tuple[Any, ...]:
        """Domain of each port, None where it follows from the connection."""
        return (self.domain,) * len(self.ports)


@dataclass(frozen=True, eq=False)
class Zero(Element):
    """0-junction: one effort, flows sum to zero."""

    kind: ClassVar[str] = "0-junction"


@dataclass(frozen=True, eq=False)
class One(Element):
    """1-junction: one flow, efforts sum to zero."""

    kind: ClassVar[str] = "1-junction"


@dataclass(frozen=True, eq=False)
class Storage(Element):
    """I or C. `law` maps the stored quantity to the output; `energy` gives H, and the law is its derivative.

    causality : "integral" or "derivative" to prefer one
    """

    quantity: ClassVar[str] = ""
    _: KW_ONLY
    law: Law | None = None
    energy: Law | None = None
    initial: Any = 0.0
    causality: Literal["integral", "derivative"] | None = None
    active: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        given = [x is not None for x in (self.coefficient, self.law, self.energy)]
        if sum(given) != 1:
            raise DescriptionError(f"{self.label}: give either a value, or a law, or an energy.")
        if self.coefficient is not None:
            if is_function(self.coefficient):
                raise DescriptionError(
                    f"{self.label}: its value cannot change by itself, energy would appear from nowhere. Give a law of its "
                    f"{self.quantity}, or a field with one more port that does the work."
                )
            _check(self.coefficient, f"value of {self.label}", positive=True, active=self.active)
        for start in np.ravel(np.array(self.initial, dtype=object)):
            scalar(start, f"initial {self.quantity} of {self.label}")

    @property
    def coefficient(self) -> Any:
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class I(Storage):  # noqa: E742
    """Inertia: mass [kg], moment of inertia [kg·m²], inductance [H]. State: momentum p, `initial`."""

    kind: ClassVar[str] = "I"
    quantity: ClassVar[str] = "momentum"
    inertia: Any = None

    @property
    def coefficient(self) -> Any:
        return self.inertia


@dataclass(frozen=True, eq=False)
class C(Storage):
    """Compliance: of a spring [m/N], capacitance [F], of a volume [m³/Pa]. State: displacement q, `initial`."""

    kind: ClassVar[str] = "C"
    quantity: ClassVar[str] = "displacement"
    capacity: Any = None

    @property
    def coefficient(self) -> Any:
        return self.capacity


@dataclass(frozen=True, eq=False)
class Compression(C):
    """Compliance that others change, as a volume with a moving wall: its effort is the state, and the energy what flowed in.

        C ė = f,      dH/dt = e f

    `capacity` may be a number, a function of time, a law of signals `lambda s: …`, or a law of the effort and signals
    `lambda e, s: …`. State: `effort`, `initial`. Since C changes, H is not a function of the state: the network keeps one
    account for all compressions, or one for each with `audit`.
    """

    quantity: ClassVar[str] = "effort"

    def __post_init__(self) -> None:
        Element.__post_init__(self)
        if self.capacity is None or self.law is not None or self.energy is not None:
            raise DescriptionError(f"{self.label}: give its capacity.")
        _check(self.capacity, f"capacity of {self.label}", positive=True, active=self.active)
        for start in np.ravel(np.array(self.initial, dtype=object)):
            scalar(start, f"initial {self.quantity} of {self.label}")


@dataclass(frozen=True, eq=False)
class Elastic(Element):
    """Effort of a displacement that is known elsewhere: `effort` and `energy` are laws of signals, such as of a `Position`.

    The effort must be the derivative of the energy along the flow of its port. It has no state of its own.
    """

    kind: ClassVar[str] = "elastic"
    effort: Any
    energy: Any


@dataclass(frozen=True, eq=False)
class R(Element):
    """Dissipation: `resistance` of e = R f, or `effort` = a law of the flow, or `flow` = a law of the effort.

    A law that needs other signals too takes them second: `effort=lambda f, s: s["load.effort"] * f`.
    causality : "effort" or "flow", what it should compute
    """

    kind: ClassVar[str] = "R"
    resistance: Any = None
    _: KW_ONLY
    effort: Any = None
    flow: Any = None
    causality: Literal["effort", "flow"] | None = None
    active: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(x is not None for x in (self.resistance, self.effort, self.flow)) != 1:
            raise DescriptionError(
                f"{self.label}: give either a resistance, or effort=law of the flow, or flow=law of the effort."
            )
        if self.resistance is not None:
            _check(self.resistance, f"resistance of {self.label}", positive=True, active=self.active, zero=True)


@dataclass(frozen=True, eq=False)
class Source(Element):
    """Se or Sf. Without a value it is an input of the machine, called by its path."""

    value: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.value is not None:
            _check(self.value, f"value of {self.label}")


@dataclass(frozen=True, eq=False)
class Se(Source):
    """Source of effort."""

    kind: ClassVar[str] = "Se"


@dataclass(frozen=True, eq=False)
class Sf(Source):
    """Source of flow."""

    kind: ClassVar[str] = "Sf"


@dataclass(frozen=True, eq=False)
class TwoPort(Element):
    """TF or GY: power in at port a, out at port b. `domain_b` where it differs from `domain` (of port a)."""

    ports: ClassVar[tuple[str, ...]] = ("a", "b")
    ratio: Any
    _: KW_ONLY
    domain_b: Domain | str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        _check(self.ratio, f"ratio of {self.label}")
        if not is_function(self.ratio) and nominal(self.ratio) == 0:
            raise DescriptionError(f"ratio of {self.label} is zero: nothing would pass. Leave the element out.")
        object.__setattr__(self, "domain_b", domain(self.domain_b))

    def port_domains(self) -> tuple[Any, ...]:
        return (self.domain, self.domain_b)


@dataclass(frozen=True, eq=False)
class TF(TwoPort):
    """Transformer: f_b = ratio · f_a, e_a = ratio · e_b."""

    kind: ClassVar[str] = "TF"


@dataclass(frozen=True, eq=False)
class GY(TwoPort):
    """Gyrator: e_a = ratio · f_b, e_b = ratio · f_a."""

    kind: ClassVar[str] = "GY"


@dataclass(frozen=True, eq=False)
class MatrixTF(Element):
    """Transformer of vector bonds: f_b = T f_a, e_a = Tᵀ e_b, with T of shape (n_b, n_a), power in at a, out at b.

    matrix : numbers, or a law of signals that returns the matrix; then say its `shape`
    orthogonal : T⁻¹ = Tᵀ, so that it may be used backwards too
    """

    kind: ClassVar[str] = "TF"
    ports: ClassVar[tuple[str, ...]] = ("a", "b")
    vector: ClassVar[bool] = False
    matrix: Any
    _: KW_ONLY
    shape: tuple[int, int] | None = None
    orthogonal: bool = False
    domain_b: Domain | str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "domain_b", domain(self.domain_b))
        if not is_function(self.matrix):
            T = np.array(self.matrix, dtype=object)
            if T.ndim != 2:
                raise DescriptionError(f"{self.label}: the matrix needs two axes.")
            for x in T.flat:
                scalar(x, f"entry of the matrix of {self.label}")
            object.__setattr__(self, "shape", T.shape)
        if self.shape is None:
            raise DescriptionError(f"{self.label}: say the shape (n_b, n_a) of the matrix that the law returns.")

    def port_domains(self) -> tuple[Any, ...]:
        n_b, n_a = self.shape  # type: ignore[misc]
        return (self.domain,) * n_a + (self.domain_b,) * n_b


@dataclass(frozen=True, eq=False)
class Field(Element):
    """n-port I, C or R: a matrix (positive definite; R: positive semidefinite symmetric part), or a scalar energy
    (I, C), or a vector law (R: efforts of the flows)."""

    vector: ClassVar[bool] = False
    matrix: Any = None
    _: KW_ONLY
    energy: Law | None = None
    law: Any = None
    initial: Any = None
    active: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(x is not None for x in (self.matrix, self.energy, self.law)) != 1:
            raise DescriptionError(f"{self.label}: give either a matrix, or an energy, or a law.")
        if self.matrix is not None:
            M = np.array(self.matrix, dtype=object)
            if M.ndim != 2 or M.shape[0] != M.shape[1]:
                raise DescriptionError(f"{self.label}: the matrix has shape {M.shape}; it must be square.")
            numbers = np.array([[float(nominal(x)) for x in row] for row in M])
            if not np.all(np.isfinite(numbers)):
                raise DescriptionError(f"{self.label}: the matrix is not finite.")
            object.__setattr__(self, "size", len(M))
            smallest = float(np.linalg.eigvalsh(0.5 * (numbers + numbers.T)).min())
            scale = float(np.abs(numbers).max())
            storing = self.kind != "R-field"
            if storing and np.abs(numbers - numbers.T).max() > 1e-9 * scale:
                raise DescriptionError(f"{self.label}: the matrix is not symmetric, so it would not conserve energy.")
            if not self.active and (smallest <= 1e-14 * scale if storing else smallest < -1e-12 * scale):
                raise DescriptionError(
                    f"{self.label}: the matrix has the eigenvalue {smallest:g}, so the element would feed energy. "
                    "If that is meant, say active=True."
                )
        if self.initial is not None and len(self.initial) != self.size:
            raise DescriptionError(f"{self.label}: {len(self.initial)} initial values for {self.size} ports.")

    def port_domains(self) -> tuple[Any, ...]:
        return (self.domain,) * self.size


@dataclass(frozen=True, eq=False)
class IField(Field):
    """f = M⁻¹ p, or f = ∂H/∂p of `energy`."""

    kind: ClassVar[str] = "I-field"
    quantity: ClassVar[str] = "momentum"


@dataclass(frozen=True, eq=False)
class CField(Field):
    """e = K q (stiffness matrix), or e = ∂H/∂q of `energy`."""

    kind: ClassVar[str] = "C-field"
    quantity: ClassVar[str] = "displacement"


@dataclass(frozen=True, eq=False)
class RField(Field):
    """e = R f, or e = law(f)."""

    kind: ClassVar[str] = "R-field"


@dataclass(frozen=True, eq=False)
class Sensor(Element):
    """At the end of an activated bond: measures and takes no power. Signal: `name.value`.

    measures : "effort" (of a 0-junction), "flow" (of a 1-junction), and their integrals "momentum", "displacement"
    """

    kind: ClassVar[str] = "sensor"
    measures: Literal["effort", "flow", "momentum", "displacement"]
    _: KW_ONLY
    initial: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.measures not in ("effort", "flow", "momentum", "displacement"):
            raise DescriptionError(
                f"{self.label}: measures {self.measures!r}; it can measure effort, flow, momentum or displacement."
            )

    @property
    def takes_effort(self) -> bool:
        """It receives the effort (and draws no flow), or else the flow (and returns no effort)."""
        return self.measures in ("effort", "momentum")


@dataclass(frozen=True, eq=False)
class Position(Sensor):
    """Displacement at a 1-junction: that of an adjacent port on the machine plus `offset`, otherwise ∫ f dt from `initial`.

    On a line port the displacement is the length of the line, on a joint its coordinate. Nothing is integrated there, so
    it cannot drift.
    """

    measures: Literal["effort", "flow", "momentum", "displacement"] = "displacement"
    _: KW_ONLY
    offset: Any = 0.0


@dataclass(frozen=True, eq=False)
class Command(Element):
    """A signal that is an input of the machine, called by its path. Signal: `name.value`."""

    kind: ClassVar[str] = "command"
    ports: ClassVar[tuple[str, ...]] = ()
    vector: ClassVar[bool] = False
    _: KW_ONLY
    unit: str = "1"


@dataclass(frozen=True, eq=False)
class Watch(Element):
    """Something a run looks out for: it happens where `margin`, a law of signals, falls below zero. Signal: `name.margin`.

    action : "warn" once and go on, or "stop" the run there
    message : what to say; `{path}` is the component it is in, `{t}` the time
    """

    kind: ClassVar[str] = "watch"
    ports: ClassVar[tuple[str, ...]] = ()
    vector: ClassVar[bool] = False
    margin: Any
    _: KW_ONLY
    message: str = ""
    action: Literal["warn", "stop"] = "warn"
    unit: str = "1"


@dataclass(frozen=True, eq=False)
class Integrator(Element):
    """A signal with a memory: ẋ = rate, a law of signals that returns `size` numbers. Signal: `name.value` (`_1`, `_2`, …)."""

    kind: ClassVar[str] = "integrator"
    ports: ClassVar[tuple[str, ...]] = ()
    vector: ClassVar[bool] = False
    rate: Any
    _: KW_ONLY
    initial: Any = 0.0
    unit: str = "1"

    def __post_init__(self) -> None:
        super().__post_init__()
        starts = np.ravel(np.array(self.initial, dtype=object))
        if len(starts) not in (1, self.size) or not all(math.isfinite(nominal(x)) for x in starts):
            raise DescriptionError(f"{self.label}: give one finite initial value, or {self.size}.")


@dataclass(frozen=True)
class Rule:
    """When `when` passes through zero, a mode takes the value `to`; both laws of signals.

    direction : "rising", "falling" or "both"
    sets : other states of the machine's networks that change at the same moment, name → law of the signals just before:
        a shift that matches the engine to the new gear sets `driveline/flywheel`
    """

    when: Law
    to: Any
    direction: Literal["rising", "falling", "both"] = "rising"
    sets: Any = ()

    def __post_init__(self) -> None:
        if not callable(self.when):
            raise DescriptionError(
                f"rule: `when` is a law of signals, such as lambda s: s['shaft.flow'], not {self.when!r}."
            )
        if self.direction not in ("rising", "falling", "both"):
            raise DescriptionError(f"rule: direction is rising, falling or both, not {self.direction!r}.")
        object.__setattr__(self, "sets", tuple(dict(self.sets).items()))


def _no_rate(s: Any) -> Any:
    return 0.0


@dataclass(frozen=True, eq=False)
class Mode(Integrator):
    """A value that stays until a rule changes it: the gear engaged, a clutch locked or not. Signal: `name.value`.

    A run watches the rules as events and changes the value at the very moment; between them the equations are smooth.

        Mode("gear", initial=1, rules=[Rule(lambda s: s["engine.flow"] - 576.0, lambda s: s["gear.value"] + 1)])
    """

    kind: ClassVar[str] = "mode"
    rate: Any = _no_rate
    _: KW_ONLY
    rules: tuple[Rule, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.size != 1 or self.rate is not _no_rate:
            raise DescriptionError(f"{self.label} is one number without a rate: give initial and rules only.")
        object.__setattr__(self, "rules", tuple(self.rules))
        for rule in self.rules:
            if not isinstance(rule, Rule):
                raise DescriptionError(f"{self.label}: {rule!r} is not a rule: give Rule(when, to).")


@dataclass(frozen=True, eq=False)
class Output(Element):
    """A named signal of a law of signals. Signal: `name.value` (`_1`, `_2`, …)."""

    kind: ClassVar[str] = "output"
    ports: ClassVar[tuple[str, ...]] = ()
    vector: ClassVar[bool] = False
    law: Any
    _: KW_ONLY
    unit: str = "1"


MSe, MSf, MTF, MGY, MR = Se, Sf, TF, GY, R
"""The modulated elements: the same classes, with a function as value."""
