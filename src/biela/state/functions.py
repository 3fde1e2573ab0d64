"""The compiled functions of a machine: derived, compiled and cached when first asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnknownName, nearest, warn
from biela.base.locks import WORK
from biela.base.session import Session, derived
from biela.equations.canonical import canonical, laws_text, traced
from biela.equations.layout import NetworkFacts, layout_of, network_facts
from biela.kernel import cache
from biela.kernel.kernel import Kernel, compile_kernels
from biela.lie.inertia import SpatialInertia
from biela.mechanism.frame import Body
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate, parameters_in, presenting

if TYPE_CHECKING:
    from biela.equations.dynamics import Dynamics


MOST_REQUESTS = 32
"""Number of requests (input laws, events, formulations) for which a machine keeps its compiled functions."""
SIGNALS = frozenset({"energies", "position", "velocity", "dynamics"})
MOST_COMPILED = 30_000
"""Largest number of instructions with which functions of signals are compiled; larger ones are interpreted."""
MATRICES = frozenset({"G", "J", "M", "dx", "du", "N", "Ndot", "D", "motion", "wrenches", "parents", "children", "T"})
"""Outputs of the functions of a machine that are matrices; see `biela.equations.functions`."""


LARGE_MACHINE, SECONDS_PER_BODY = 200, 0.04
"""Number of bodies from which the derivation time is announced, and that time for each body [s]."""


class LargeMachineWarning(UserWarning):
    """The equations of a machine take long to derive."""


@dataclass(repr=False, eq=False)
class MachineFunctions:
    """Kernels of one machine with given input laws, formulation and events; use `functions_of(mechanism, …)`.

    Only the function `events` depends on the events: all others are those of the same request without them, `plain`.
    """

    mechanism: Mechanism
    laws: dict[str, Any]
    stabilisation: Any
    events: tuple[Callable[[Any], Any], ...]
    _text: str
    _plain: MachineFunctions | None = None

    def __post_init__(self) -> None:
        self.layout = layout_of(self.mechanism)
        self._kernels: dict[str, Kernel] = {}
        self._dynamics: Dynamics | None = None
        self._session: Session = Session() if self._plain is None else self._plain._session

    def __reduce__(self) -> Any:
        """Copies and files hold the request; the functions are compiled (or found in the cache) again."""
        return functions_of, (self.mechanism, self.laws, self.stabilisation, self.events)

    @property
    def dynamics(self) -> Dynamics:
        """The symbolic equations; derived when first asked for."""
        if self._plain is not None:
            return self._plain.dynamics
        with WORK:
            if self._dynamics is None:
                from biela.equations.dynamics import Dynamics

                links = len(self.mechanism.topology.links)
                if links >= LARGE_MACHINE:
                    warn(
                        f"{self.mechanism.name!r} has {links} bodies: its equations take about {SECONDS_PER_BODY * links:.0f} s to "
                        "derive and compile when it is first used; the cache keeps them.",
                        LargeMachineWarning,
                    )
                self._dynamics = Dynamics(self.mechanism, self.laws, self.stabilisation)
            return self._dynamics

    def __getitem__(self, name: str) -> Kernel:
        if self._plain is not None and name != "events":
            return self._plain[name]
        if name not in self._kernels:
            with WORK:
                if name not in self._kernels:
                    kernel = compile_kernels(lambda: {name: self._function(name)}, key=self.key(name), names=[name])[name]
                    # a run evaluates signals once: of a large machine compiling them would take longer
                    if name == "network_guess" or name in SIGNALS and kernel.instructions > MOST_COMPILED:
                        kernel.backend = "interpreter"
                    self._kernels[name] = kernel
        return self._kernels[name]

    def part(self, name: str, places: Sequence[int]) -> Kernel:
        """Compile some values of a function of signals alone: nothing is computed for the others."""
        if self._plain is not None:
            return self._plain.part(name, places)
        label = f"{name}_{hashlib.sha256(repr(list(places)).encode()).hexdigest()[:16]}"

        def chosen() -> dict[str, Any]:
            import casadi as ca

            whole = self._function(name)
            given = whole.sx_in()
            values = ca.vertcat(*whole.call(given))
            return {label: ca.Function(label, given, [values[list(places)]], whole.name_in(), ["values"])}

        with WORK:
            if label not in self._kernels:
                self._kernels[label] = compile_kernels(chosen, key=self.key(label), names=[label])[label]
            return self._kernels[label]

    def key(self, name: str) -> str:
        """Return the key under which the disk cache keeps a function of this machine, or a fact about it."""
        owner = self if self._plain is None or name == "events" else self._plain
        return hashlib.sha256(f"{name}\n{owner._text}".encode()).hexdigest()

    def evaluate(self, name: str, t: float, x: Array, u: Array, p: Array, *extras: Array) -> tuple[Any, ...]:
        """Evaluate a function at one state; matrices keep two axes, however small they are."""
        kernel = self[name]
        outputs = kernel(t, x, u, p, *extras)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        return tuple(
            value.reshape(shape) if label in MATRICES else value if value.ndim == 1 else value.ravel()
            for label, shape, value in zip(kernel.out_names, kernel.out_shapes, outputs, strict=True)
        )

    def _function(self, name: str) -> Any:
        from biela.equations.functions import function

        return function(self.dynamics, name, self.events)

    @property
    def constrained(self) -> bool:
        """True if the machine has loops, couplings or prescribed motions."""
        return bool(self.mechanism.topology.cut or self.mechanism.couplings or self.mechanism.drives)

    @property
    def n_rows(self) -> int:
        """Number of constraint rows that carry an equation."""
        return sum(row.active for row in row_facts(self)) if self.constrained else 0

    @property
    def parameters(self) -> Array:
        """Nominal values of the free parameters."""
        return np.array([p.value for p in self.mechanism.parameters.values()])


def functions_of(
    mechanism: Mechanism,
    laws: Mapping[str, Any] | None = None,
    stabilisation: Any = None,
    events: Sequence[Callable[[Any], Any]] = (),
) -> MachineFunctions:
    """Return the compiled functions of a machine; the same object for the same request."""
    mechanism.topology  # noqa: B018 (freezes the mechanism)
    plain = functions_of(mechanism, laws, stabilisation) if events else None
    store, own = _requests(mechanism), machine_key(mechanism)
    # by what the laws and events say now, not by which objects they are: a function may change what it refers to
    with presenting({}, mechanism.parameters):  # a parameter of another machine is refused
        text = "\n".join([own, laws_text(laws or {}), repr(stabilisation), *(traced(e) for e in events)])
    with WORK:
        if text not in store:
            if len(store) >= MOST_REQUESTS:
                del store[next(k for k in store if k != "\n".join([own, "", "None"]))]
            store[text] = MachineFunctions(mechanism, dict(laws or {}), stabilisation, tuple(events), text, plain)
        return store[text]


@derived
def _requests(mechanism: Mechanism) -> dict[str, MachineFunctions]:
    """Return functions of the last requests, by the text of the request."""
    return {}


@derived
def machine_key(mechanism: Mechanism) -> str:
    """Return the hash of a description, its key in the disk cache; load facts about its networks from there."""
    key = hashlib.sha256(machine_text(mechanism).encode()).hexdigest()
    if mechanism.networks:
        facts = cache.fact(key, "networks", lambda: network_facts(mechanism).plain())
        network_facts.put(mechanism, NetworkFacts.from_plain(facts))
    return key


machine_text = derived(canonical)
"""The description of a machine as text; see `biela.equations.canonical`."""


class RowFacts(NamedTuple):
    """A constraint row: its owner and name, whether it constrains positions, whether it carries an equation."""

    owner: str
    label: str
    holonomic: bool
    active: bool


@derived
def row_facts(functions: MachineFunctions) -> list[RowFacts]:
    """Return all constraint rows. Cached on disk: a warm run derives nothing."""

    def derive() -> list[RowFacts]:
        d = functions.dynamics
        pairs = zip(d.all_rows, d.active, strict=True)
        return [RowFacts(row.owner, row.label, bool(row.holonomic), bool(active)) for row, active in pairs]

    return [RowFacts(*row) for row in cache.fact(functions.key("rows"), "rows", derive)]


def split_inputs(mechanism: Mechanism, inputs: Mapping[str, Any] | None, base: Array | None = None) -> tuple[Array, dict[str, Any]]:
    """Return constant inputs as the vector u, and laws of time or signals; inputs not given are those of `base`, or zero."""
    u = np.zeros(len(mechanism.actuators)) if base is None else np.array(base)
    if inputs is not None and not isinstance(inputs, Mapping):
        raise DescriptionError(f"inputs are {inputs!r}: give them by name, such as {{'motor': 2.0}}.")
    laws: dict[str, Any] = {}
    names = list(mechanism.actuators)
    for name, value in (inputs or {}).items():
        if name not in mechanism.actuators:
            raise UnknownName(
                f"no input {name!r}.{nearest(name, names)}"
                + ("" if names else " The machine has no actuators: add one with m.motor.")
            )
        if callable(value):
            laws[name] = value
        else:
            u[names.index(name)] = _number(value, f"input {name!r}", "a number, a function of time or a law of signals")
    return u, laws


def _number(value: Any, what: str, wanted: str = "a finite number") -> float:
    """Return a finite number; refuse anything else, and say what was given."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise DescriptionError(f"{what} is {value!r}: give {wanted}.") from None
    if not np.isfinite(number):
        raise DescriptionError(f"{what} is {number}: give a finite number.")
    return number


def parameter_values(mechanism: Mechanism, given: Mapping[str, Any] | None, base: Array | None = None) -> Array:
    """Return values of the free parameters; those not given are those of `base`, or nominal."""
    names = list(mechanism.parameters)
    p = np.array([q.value for q in mechanism.parameters.values()]) if base is None else np.array(base)
    for name, value in (given or {}).items():
        if name not in names:
            raise UnknownName(f"no free parameter {name!r}.{nearest(name, names)} Declare it with m.parameter.")
        p[names.index(name)] = _number(value, f"parameter {name!r}")
    for body in mechanism.bodies.values() if given else ():
        if reason := impossible(body, dict(zip(names, p, strict=True))):
            raise DescriptionError(reason)
    return p


def impossible(body: Body, values: Mapping[str, float]) -> str:
    """Return why a body cannot have the mass and inertia that follow from values of parameters; empty if it can."""
    names = sorted(q.name for q in parameters_in((body.mass, body.com, body.inertia)))
    try:
        if names:
            SpatialInertia(*(evaluate(x, values) for x in (body.mass, body.com, body.inertia))).check()
    except (ValueError, ArithmeticError) as error:
        return f"body {body.name!r} at {', '.join(f'{name} = {values[name]:g}' for name in names)}: {error}"
    return ""
