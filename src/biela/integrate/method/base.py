"""Base of all integration methods: their options, the routines they are made of, and how they are found by name.

A method is a class in a file of its own, here or anywhere else:

    @method("heun")
    class Heun(RungeKutta):
        \"\"\"Heun's method of order 2.\"\"\"
        order = 2
        tableau = Explicit(a=((1.0,),), b=(0.5, 0.5))

From then on its name is valid wherever a method is named: in `simulate`, in machine files, on the command line.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, ToleranceNotReached, nearest
from biela.base.surface import setting
from biela.integrate.run_record import Needs, Record
from biela.integrate.system import ATOL, RTOL, Closure, System, base_tolerance

if TYPE_CHECKING:
    from biela.integrate.access import Routine
    from biela.integrate.outcome import Outcome


@dataclass(frozen=True)
class Method:
    """Integration method. Concrete methods are final: one file, one class each, whose name is that of the method."""

    name: ClassVar[str]
    order: ClassVar[int]
    needs: ClassVar[Needs]
    routines: ClassVar[Mapping[int, Routine]]
    """Routines of the method, by the field of a run's record (`DO_…`); none if it has a loop of its own."""
    kernels: ClassVar[tuple[str, ...]] = ()  # functions of the machine that the method needs besides the rates
    source: ClassVar[str] = ""  # publication of the method, for reports
    explicit: ClassVar[bool] = False  # stability limits the step; `growth` says where
    takes_networks_apart: ClassVar[bool] = False  # a mechanism and its networks step each at their own rate
    for_quaternions: ClassVar[tuple[str, ...]] = ()  # those of `kernels` without which it cannot step quaternions

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = vars(cls).get("name", cls.__name__)

    @property
    def closure(self) -> Closure:
        """Tolerances of closed constraints, unless the caller gives others."""
        return Closure()

    @property
    def fixed_step(self) -> float | None:
        """Size of the step if it is always the same [s], else None."""
        return getattr(self, "step", None)

    @property
    def needed(self) -> tuple[str, ...]:
        """Functions of the machine that it needs with these options."""
        return self.kernels

    @property
    def stage_times(self) -> tuple[float, ...]:
        """Times of the stages, as parts of the step."""
        return (0.0, 1.0)

    @classmethod
    def growth(cls, z: Any) -> Any:
        """Return |R(hλ)|, the growth of a mode ẋ = λx in one step."""
        raise NotImplementedError

    def prepare(self, record: Record, system: System) -> None:
        """Set options that only this method knows, and memory that others do not need."""

    def integrate(self, *arguments: Any) -> Outcome:
        """Run a method that has a loop of its own; see `driver.integrate`."""
        raise NotImplementedError

    def check(self, system: System) -> None:
        """Raise `ValueError` if the options make no sense, or the system lacks what the method needs."""
        step = self.fixed_step
        if step is not None and not (np.isfinite(step) and step > 0.0):
            raise ValueError(f"the step of {self.name} must be positive and finite, not {step!r}")
        if system.has_quaternions:
            system.require(f"{self.name} with quaternions", *self.for_quaternions)


@dataclass(frozen=True)
class FixedStep(Method):
    """Method of constant step."""

    step: float  # [s]


@dataclass(frozen=True)
class Adaptive(Method):
    """Method with an embedded error estimate, which chooses its steps unless `step` is given.

    A step is accepted when

        err² = mean over i of w_i (e_i / (atol·n_i + rtol·max(|x_i|, |x_i⁺|)))²  ≤ 1      (n_i: nominal size of a state)

    and the next one follows from err by a PI controller (Hairer, Nørsett & Wanner 1993, §IV.2 of volume II):
    h⁺ = h · safety · err^(−exponent) · err_before^memory.
    """

    rtol: float = RTOL
    atol: float = ATOL
    step: float | None = None  # fixed step instead of the adaptive one [s]
    first_step: float | None = None
    max_step: float = np.inf
    max_steps: int = 10_000_000  # steps tried, accepted or not, before the run ends with `TOO_MANY_STEPS`
    yields: bool = False  # end a run with `STIFF` as soon as stability dictates its steps
    sampling: float = 0.0
    """Distance of the times at which steps longer than that are inspected between their stages [s]; 0: nowhere. See `defect.py`."""
    weights: Array | None = field(default=None, compare=False)
    """w, of size n_x: 1 for q, v and states of networks, 0 for other extra states unless given."""

    @property
    def closure(self) -> Closure:
        """Tight for adaptive steps: near a singular position what is left open is felt many times over in the accelerations,
        and the error estimate would answer it with ever smaller steps. The steps are long enough to pay."""
        return Closure(position=1e-15, velocity=1e-14, acceptable=1e8) if self.step is None else Closure()

    @property
    def stage_gap(self) -> float:
        """Largest distance of neighbouring stages, as part of the step."""
        return float(np.diff(np.unique(self.stage_times)).max())

    safety: ClassVar[float] = 0.9
    exponent: ClassVar[float]  # exponent of the error in the choice of the next step
    memory: ClassVar[float] = 0.0  # exponent of the previous error
    stiff_limit: ClassVar[float] = np.inf  # |hλ| beyond which a step is held back by stability and not by accuracy

    def check(self, system: System) -> None:
        super().check(system)
        for name in ("rtol", "atol"):
            value = getattr(self, name)
            if not (np.isfinite(value) and value >= 0.0):
                raise ValueError(f"{name} of {self.name} must be zero or positive and finite, not {value!r}")
        if self.rtol + self.atol == 0.0:
            raise ValueError(f"{self.name} needs a tolerance: rtol and atol are both zero")
        if not self.max_step > 0.0 or (self.first_step is not None and not self.first_step > 0.0):
            raise ValueError(f"first_step and max_step of {self.name} must be positive")
        if self.weights is not None and np.shape(self.weights) != (system.n_x,):
            raise ValueError(f"weights of {self.name} must have {system.n_x} entries, one for each state")

    def error_weights(self, system: System) -> Array:
        """Return w, scaled to a sum of one."""
        given = system.counts if self.weights is None else self.weights
        weights = np.ones(system.n_x) if given is None else np.array(given, float)
        if given is None and (moving := system.n_q + system.n_v) > 0:
            weights[moving:] = 0.0
        total = float(weights.sum())
        if not total > 0.0 or weights.min() < 0.0:
            raise ValueError(f"weights of {self.name} must not be negative, and not all be zero")
        return weights / total


# -- names ----------------------------------------------------------------------------------------------------------------

_METHODS: dict[str, tuple[type[Method], dict[str, Any]]] = {}
M = TypeVar("M", bound=type[Method])
_FILES = {"automatic": "dormand_prince"}  # methods that have another name than their file → file
MAX_RTOL = 0.1  # relative tolerance beyond which no digit of a state is right
_FIRST = ("automatic", "dormand-prince", "rk4", "adams-bashforth", "semi-implicit-euler", "munthe-kaas", "rosenbrock")


def method(name: str, **options: Any) -> Callable[[M], M]:
    """Decorate a method's class with the name by which users know it, and options that go with the name."""

    def register(kind: M) -> M:
        own = _own(kind)
        if not own:  # biela's own names come first
            _load("")
        known = _METHODS.get(name)
        if known is not None and (known[0].__qualname__ != kind.__qualname__ or not own and _own(known[0])):
            raise DescriptionError(f"a method {name!r} exists already: {known[0].__qualname__}. Choose another name.")
        _METHODS[name] = kind, options
        return kind

    return register


def _own(kind: type[Method]) -> bool:
    return kind.__module__.startswith("biela.")


def method_named(name: str) -> tuple[type[Method], dict[str, Any]]:
    """Return the class of a method and the options that go with its name."""
    if name not in _METHODS:
        _load(_FILES.get(name, name.replace("-", "_")) if isinstance(name, str) else "")
    if name not in _METHODS:
        raise DescriptionError(f"method {name!r} is unknown.{nearest(name, method_names())}")
    return _METHODS[name]


def method_names() -> list[str]:
    """List all methods by name, those of the library and those that users have added."""
    _load("")
    return sorted(_METHODS, key=lambda name: (name not in _FIRST, name))


def method_source(name: object) -> str:
    """Return the publication of a method; nothing for what is not a method of integration."""
    try:
        return method_named(str(name))[0].source
    except DescriptionError:
        return ""


def choose_method(
    name: str, step: float | None = None, rtol: float = RTOL, atol: float | Mapping[str, float] = ATOL,
    max_step: float | None = None, substeps: int | None = None,
) -> Method:  # fmt: skip
    """Choose an integrator by its name, and give it its options; anything unknown is refused."""
    atol = base_tolerance(atol)
    for value, label in ((step, "step"), (max_step, "max_step")):
        if value is not None and not (is_number(value) and value > 0):
            raise DescriptionError(f"{label} is {value!r}: give a positive number of seconds.")
    for value, label in ((rtol, "rtol"), (atol, "atol")):
        if not (is_number(value) and value >= 0) or rtol + atol <= 0:
            raise DescriptionError(f"{label} is {value!r}: tolerances are positive numbers.")
    if rtol > MAX_RTOL:
        raise DescriptionError(f"rtol is {rtol:g}, a tolerance relative to the states: give {MAX_RTOL:g} or less.")
    if substeps is not None and (isinstance(substeps, bool) or not isinstance(substeps, Integral) or substeps < 1):
        raise DescriptionError(f"substeps is {substeps!r}: give a whole number of steps of the networks in one of the mechanism.")
    kind, options = method_named(name)
    accepted = {f.name for f in fields(kind)}
    if substeps is not None and "substeps" not in accepted:
        raise DescriptionError(
            f"method {name!r} has one step for all: leave out {setting('substeps')}, or use {setting('method', 'multi-rate')}."
        )
    if issubclass(kind, FixedStep) and step is None:
        raise DescriptionError(f"method {name!r} needs a step: give {setting('step', 1e-3)}.")
    if step is not None and "step" not in accepted:
        raise DescriptionError(
            f"method {name!r} chooses its own steps: leave out {setting('step', step)}, or use {setting('method', 'rk4')}."
        )
    if step is None and rtol < 1e-14 and atol < 1e-14:
        raise ToleranceNotReached(
            f"rtol = {rtol:g} with atol = {atol:g} is finer than the sixteen digits of a number: no method reaches it. "
            f"Use {setting('rtol', 1e-13)} or more."
        )
    given = {"step": step, "rtol": rtol, "atol": atol, "max_step": max_step, "substeps": substeps}
    wanted = {key: value for key, value in given.items() if key in accepted and value is not None}
    return kind(**{**wanted, **options})


def is_number(x: Any) -> bool:
    """Return whether x is a finite real number."""
    return isinstance(x, Real) and bool(np.isfinite(float(x)))


def _load(file: str) -> None:
    """Import the file of a method, or all files of this folder."""
    package = importlib.import_module(__package__)
    names = [module.name for module in pkgutil.iter_modules(package.__path__)]
    for each in [file] if file in names else names:
        importlib.import_module(f"{__package__}.{each}")
