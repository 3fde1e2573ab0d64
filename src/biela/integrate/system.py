"""System that a time loop integrates: the compiled kernels of a machine, their sizes, and how its constraints are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from math import inf
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.equations.layout import StateLayout
from biela.kernel.kernel import Kernel
from biela.state.functions import MachineFunctions

RTOL, ATOL = 1e-8, 1e-10  # default tolerances of adaptive methods: relative, and absolute for states of size one


class Formulation(IntEnum):
    """Ways in which the loop keeps a closed machine closed."""

    PLAIN = 0  # no constraints, or the rates contain them already (Baumgarte, penalty, compliant joints)
    PROJECTED = 1  # every accepted step is put back on the constraints, in position and velocity
    INDEPENDENT = 2  # only independent coordinates are integrated; every stage rebuilds the dependent ones from the constraints
    EVERY_STAGE = 3  # as projected, and every stage is put back on the constraints too


class Status(IntEnum):
    """End of the run of one lane."""

    RUNNING = 0
    DONE = 1
    STOPPED_BY_EVENT = 2
    STEP_TOO_SMALL = 3  # the tolerance cannot be reached: the step fell below the resolution of time
    NOT_FINITE = 4
    """The state became NaN or infinite, or a velocity exceeded 1e12: the step is too large, or the model explodes."""
    CLOSURE_LOST = 5  # the constraints could not be closed again after a step
    TOO_MANY_STEPS = 6
    INTERRUPTED = 7
    EVENTS_ACCUMULATE = 8  # the same event repeated at ever shorter intervals: Zeno behaviour
    SINGULAR = 9  # the steps collapsed, as they do at a singular position
    STIFF = 10  # stability dictates the steps of a method that yields to another one


@dataclass(frozen=True)
class Closure:
    """Tolerances of closed constraints.

    A lane is corrected when its position residual exceeds `position`, or its velocity residual
    `velocity`·(1 + max|v|), and then until it is below both. Rounding may forbid that; a residual that stops
    falling is accepted up to 100 times these values, and after the last iteration up to `acceptable` times. Beyond, the
    run ends with `CLOSURE_LOST`.
    """

    position: float = 1e-12  # [m, rad]
    velocity: float = 1e-10  # [m/s, rad/s] per unit of speed
    iterations: int = 10
    acceptable: float = 1e4
    """Next to a singular position a nearly redundant row cannot be corrected: what it leaves open in the velocities is accepted up
    to 1e-6 per unit of speed, at fixed steps as at adaptive ones."""
    jump: float = inf
    """[m/s, rad/s] per unit of speed: a step after which closing changes velocities by more is rejected, if steps are adaptive"""

    def __post_init__(self) -> None:
        if not (self.position > 0.0 and self.velocity > 0.0 and self.iterations >= 0):
            raise ValueError("closure tolerances must be positive, and the number of iterations not negative")


@dataclass(frozen=True)
class System:
    """Addresses of the compiled kernels of a machine (0: not there), sizes of its vectors, and lane count.

    The state is x = [q; v; s]: configuration, tangent velocity, extra states. A kernel has the C signature
    `void k(const double *const *arg, double *const *res, double *work)` and is given
    `arg = [t, x, u, p, e1, e2]`; entry i of lane l of a vector is at index i·lanes + l.

    kernel                extras               result
    --------------------  -------------------  ----------------------------------------------------------
    rates                                      ẋ = f(t, x, u, p)
    fused                                      ẋ, and what `residual` gives: one call where both are needed
    residual                                   max |Φ| (with quaternion norms), max |Φ̇|
    project                                    x after one Newton step of projection, quaternions normalised
    reconstruct           dependent mask       x after one Newton step of the dependent coordinates alone
    constraint_jacobian                        G (m × n_v, column-major), Φ̇ = G v + Φ_t
    retract               ξ                    q ⊕ ξ
    tangent_rate          ξ, η                 dexp⁻¹_ξ η
    jacobian                                   ∂f/∂x (column-major), ∂f/∂t, and f
    factors               J, d                 factors of d − J, and a margin, positive where they can be trusted
    solution              factors, b           k with (d − J) k = b
    events                                     g: an event happens where an entry changes sign
    motion                                     ẋ of the mechanism alone: states of networks stand still
    interface             v̇                    y and ẏ: what networks see of the mechanism

    Networks apart from their mechanism are a system of their own, `networks`, whose x is the end z = [networks; work] of the
    machine's x, and whose extras are y and ẏ; its `jacobian` gives ∂f/∂t along ẏ.
    """

    n_q: int
    n_v: int
    rates: int
    n_s: int = 0
    n_u: int = 0
    n_p: int = 0
    n_g: int = 0
    m: int = 0
    fused: int = 0
    residual: int = 0
    project: int = 0
    reconstruct: int = 0
    constraint_jacobian: int = 0
    retract: int = 0
    tangent_rate: int = 0
    jacobian: int = 0
    factors: int = 0
    solution: int = 0
    n_factors: int = 0
    events: int = 0
    motion: int = 0
    interface: int = 0
    n_y: int = 0
    networks: System | None = None
    lanes: int = 1
    nominal: Array | None = None  # (n_x,) sizes of the states, for absolute tolerances; all one if None
    counts: Array | None = None
    """(n_x,) 1 where the error of a state counts; if None, for q and v alone, or for all where there are none."""
    work_size: int = 0  # scratch doubles per lane: the largest need among the kernels
    owner: Any = None  # objects that must stay alive for the addresses to stay valid

    @property
    def n_x(self) -> int:
        return self.n_q + self.n_v + self.n_s

    @property
    def has_quaternions(self) -> bool:
        """True where a configuration has more entries than its velocity, as a unit quaternion has."""
        return self.n_q > self.n_v

    def promote(self, always: bool = False) -> None:
        """Compile the kernels that were interpreted often enough, or all that still are."""
        for kernel in self.owner.values() if isinstance(self.owner, dict) else ():
            if isinstance(kernel, Kernel):
                kernel.promote(always)
        if self.networks is not None:
            self.networks.promote(always)

    def require(self, reason: str, *kernels: str) -> None:
        """Raise `ValueError` unless all the named kernels are there."""
        missing = [name for name in kernels if not getattr(self, name)]
        if missing:
            raise ValueError(f"{reason} needs the kernel(s) {', '.join(missing)}, which this system does not have")


def system_of(
    functions: MachineFunctions, names: Sequence[str], lanes: bool = False, quick: bool = False,
    address: Callable[[Kernel], int] | None = None, atol: float | Mapping[str, float] = ATOL,
) -> System:  # fmt: skip
    """Collect the kernels that a time loop needs, by address; `lanes` for those that do several machines at once.

    A `quick` system does not wait for compilation: its kernels are interpreted until `promote` finds them worth compiling. A
    system for another place than this process knows its kernels by what `address` gives for each. `atol` may name single states.
    """
    rows = functions.n_rows
    quaternions = functions.layout.n_q > functions.layout.n_v
    wanted = {"rates", *names}
    if rows or quaternions:
        wanted |= {"project", "residual"}
    if not rows:
        wanted -= {"reconstruct", "constraint_jacobian", "fused"}
    n_factors = functions["factors"].out_sizes[0] if "factors" in wanted else 0
    if not n_factors:  # none, or too many for straight-line code
        wanted -= {"factors", "solution"}
    apart = {name for name in wanted if name.startswith("network_")}
    kernels = {name: functions[name] for name in sorted(wanted - apart)}
    nominal, counts = functions.layout.weights or (None, None)
    nominal = nominal_sizes(functions.layout, nominal, atol)
    return System(
        n_q=functions.layout.n_q, n_v=functions.layout.n_v, n_s=functions.layout.n_s, n_u=len(functions.mechanism.actuators),
        n_p=len(functions.mechanism.parameters), n_g=len(functions.events), m=rows, n_factors=n_factors,
        lanes=next(iter(kernels.values())).lanes if lanes else 1,
        work_size=max(k.work_size for k in kernels.values()), owner=kernels, nominal=nominal, counts=counts,
        n_y=functions["interface"].out_sizes[0] if apart else 0,
        networks=_networks_of(functions, lanes, quick, address) if apart else None, **_addresses(kernels, lanes, quick, address),
    )  # fmt: skip


def _addresses(kernels: Mapping[str, Kernel], lanes: bool, quick: bool, address: Callable[[Kernel], int] | None) -> dict[str, Any]:
    if address is not None:
        return {n: address(k) for n, k in kernels.items()}
    width = {name: kernel.lanes if lanes else 1 for name, kernel in kernels.items()}
    found = {name: k.address_for(width[name], 1) if quick else k.compiled(width[name]) for name, k in kernels.items()}
    if "jacobian" in found:  # the only one that writes to its place in a record, most of which stays zero
        found["jacobian"] = kernels["jacobian"].over_zeros(found["jacobian"])
    return found


def _networks_of(functions: MachineFunctions, lanes: bool, quick: bool, address: Callable[[Kernel], int] | None) -> System:
    """Collect the kernels of the networks alone, as a system of their own; see `biela.equations.interface`."""
    kernels = {name: functions[f"network_{name}"] for name in ("rates", "jacobian", "factors", "solution")}
    n_factors = kernels["factors"].out_sizes[0]
    if not n_factors:
        del kernels["factors"], kernels["solution"]
    return System(
        n_q=0, n_v=0, n_s=kernels["rates"].out_sizes[0], n_u=len(functions.mechanism.actuators),
        n_p=len(functions.mechanism.parameters), n_factors=n_factors,
        lanes=kernels["rates"].lanes if lanes else 1, work_size=max(k.work_size for k in kernels.values()), owner=kernels,
        **_addresses(kernels, lanes, quick, address),
    )  # fmt: skip


def base_tolerance(atol: float | Mapping[str, float]) -> float:
    """Return the absolute tolerance of states of size one."""
    return float(atol.get("", ATOL)) if isinstance(atol, Mapping) else atol


def nominal_sizes(layout: StateLayout, nominal: Array | None, atol: float | Mapping[str, float]) -> Array | None:
    """Return nominal sizes that give single states their own tolerance, by name, element or unit: `{"Pa": 10.0, "": 1e-9}`."""
    if not isinstance(atol, Mapping) or not set(atol) - {""}:
        return nominal
    base, sizes = base_tolerance(atol), np.ones(layout.n_x) if nominal is None else np.array(nominal)
    labels = [(s.name, s.name.rpartition(".")[0], s.unit) for s in layout.network_states]
    for key, value in atol.items():
        if not value > 0:
            raise DescriptionError(f"atol of {key!r} is {value!r}: tolerances are positive numbers.")
        places = [layout.networks.start + k for k, names in enumerate(labels) if key in names]
        if key and not places:
            known: list[Any] = sorted({n for names in labels for n in names})
            raise UnknownName(f"atol: no state or unit {key!r}.{nearest(key, known)}")
        sizes[places] = value / base
    return sizes
