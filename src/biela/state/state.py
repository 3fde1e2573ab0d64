"""A state of a machine: configuration, velocity, turn counts, time."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.base.checked import Named, checked, guard, misfit, real_array
from biela.base.dataclass import dataclass
from biela.base.door import Door
from biela.base.errors import DescriptionError, unknown
from biela.base.session import derived
from biela.equations.layout import layout_of
from biela.kernel import cache
from biela.mechanism.mechanism import Mechanism
from biela.state.functions import MachineFunctions, functions_of

if TYPE_CHECKING:
    from biela.state.reactions import Reactions


class Assembly(NamedTuple):
    """Origin of an assembled state: the coordinates that were held, and whether a guess chose the branch."""

    coordinates: Mapping[str, Any]
    guessed: bool


@dataclass(frozen=True, eq=False)
class State(Named):
    """Time t, state x = [q; v; s] of a machine, with its constant inputs u, free parameters p and input laws.

    `state["A.angle"]` reads any signal; `state.with_rates({"A": 2.0})` sets it in motion.
    """

    mechanism: Mechanism
    x: Array
    t: float = 0.0
    u: Array | None = None
    p: Array | None = None
    laws: Mapping[str, Any] | None = None  # inputs that are functions of time or signals
    assembly: Assembly | None = None  # where loops were closed to find it

    def __post_init__(self) -> None:
        """Refuse an array of another length than the machine has states, inputs or parameters."""
        m = self.mechanism
        if not isinstance(m, Mechanism):
            raise misfit("State", "mechanism", m, "a Mechanism")
        sizes = {"x": layout_of(m).n_x, "u": len(m.actuators), "p": len(m.parameters)}
        for name, size in sizes.items():
            given = getattr(self, name)
            if given is None and name != "x":
                continue
            if not (type(given) is np.ndarray and given.dtype == np.float64):
                object.__setattr__(self, name, given := real_array(given, f"State: {name}", finite=False))
            if given.shape != (size,):
                raise DescriptionError(
                    f"State: {name} of {m.name!r} has shape {given.shape}: give {size} numbers. "
                    "m.assemble() makes a state of joint coordinates."
                )

    @property
    def names(self) -> list[str]:
        """Names of all signals."""
        return list(signal_names(functions_of(self.mechanism, self.laws)))

    @property
    def q(self) -> Array:
        """Configuration of the tree joints."""
        return self.x[layout_of(self.mechanism).q]

    @property
    def v(self) -> Array:
        """Velocities of the tree joints."""
        return self.x[layout_of(self.mechanism).v]

    def arguments(self) -> tuple[Any, Array, Array, Array]:
        """Return (t, x, u, p) as the kernels take them."""
        functions = functions_of(self.mechanism)
        u = np.zeros(len(self.mechanism.actuators)) if self.u is None else self.u
        return self.t, self.x, u, functions.parameters if self.p is None else self.p

    def __getitem__(self, name: str) -> float:
        return self.values(name)[0]

    @checked
    def values(self, *names: str) -> list[float]:
        """Return several signals; each level of them is evaluated once."""
        functions = functions_of(self.mechanism, self.laws)
        table = signal_names(functions)
        for name in names:
            if name not in table:
                raise unknown("signal", name, list(table))
        levels = {table[name][0] for name in names}
        values = {level: np.ravel(functions[LEVELS[level]](*self.arguments())) for level in levels}
        return [float(values[level][place]) for level, place, _ in (table[name] for name in names)]

    def with_rates(self, rates: Mapping[str, Any]) -> State:
        """Return the same position with given joint rates; the others follow from the loops, or are zero."""
        from biela.state.closing import close_velocities
        from biela.state.held import Held

        held = Held(self.mechanism, rates, "rates")
        return replace(self, x=close_velocities(functions_of(self.mechanism), *self.arguments(), held))

    @checked
    def with_states(self, values: Mapping[str, float]) -> State:
        """Return the state with states of networks set: `{"motor/coil": 0.2}`, or `{"motor/coil.momentum": 0.2}`."""
        from biela.state.network_start import solve_guesses, state_place

        layout, x, own = layout_of(self.mechanism), np.array(self.x), dict[str, dict[int, float]]()
        for name, value in values.items():
            k = state_place(self.mechanism, name)
            own.setdefault(layout.network_states[k].network, {})[k] = float(value)
        z = x[layout.networks]
        for network in (name for name in self.mechanism.networks if name in own):
            z[list(own[network])] = list(own[network].values())
            solve_guesses(self.mechanism, network, z, self.arguments()[3])
        return replace(self, x=x)

    def reactions(self, **options: Any) -> Reactions:
        """Return the wrenches in all joints, marked as determinate or not; see `biela.state.reactions`."""
        from biela.state.reactions import reactions

        return reactions(self, **options)

    @checked
    def at(self, t: float) -> State:
        """Return the state at another time."""
        return replace(self, t=t)

    _repr_html_ = Door("biela.report.notebook", "state_html")

    def __repr__(self) -> str:
        joints = []
        for link in self.mechanism.topology.links:
            numbers = np.array2string(self.q[link.q], precision=6, separator=", ")
            joints.append(f"{link.joint.name} {numbers[1:-1].strip() if link.joint.type.n_q == 1 else numbers}")
        return f"<State of {self.mechanism.name!r} at t = {self.t:g} s: {', '.join(joints)}>"


LEVELS = ("position", "velocity", "dynamics")


@derived
def signal_names(functions: MachineFunctions) -> dict[str, tuple[int, int, str]]:
    """Return signal name → (level, index among the signals of that level, unit). Cached on disk: a warm run derives nothing."""

    def derive() -> dict[str, tuple[int, int, str]]:
        from biela.equations.signals import signal_table

        counts = [itertools.count() for _ in LEVELS]
        table = signal_table(functions.dynamics).items()
        return {name: (signal.level, next(counts[signal.level]), signal.unit) for name, signal in table}

    found = cache.fact(functions.key("signals"), "signals", derive)
    return {name: (level, place, unit) for name, (level, place, unit) in found.items()}


guard(__name__)
