"""Pressures that hold a machine at rest, and steady states of circuits.

Two pressures of a cylinder make one force, and a closed line may have any pressure: the pressures of a machine at rest are
not determined by its equilibrium. Newton's method on v̇ = 0, ṗ = 0 is then singular; each step is taken as the shortest one
(minimum norm, pressures in MPa), and `level` says how to choose among what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from biela.base.array import Array
from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.errors import InconsistentStart, NoEquilibrium, UnknownName, nearest
from biela.base.rank import null_space
from biela.base.surface import setting
from biela.state.functions import functions_of, split_inputs
from biela.state.state import State

Level = Literal["nearest", "rod", "mean", "smallest"]
MEGA = 1e6
"""Pressures are solved for in MPa, so that they are of the size of everything else."""
ATMOSPHERE = 1e5
"""[Pa]"""
UNDETERMINED = 1e-6
"""Singular values below this part of the largest belong to pressures that the equilibrium leaves free; larger than the limits for
loops, since slopes of orifices vary over many decades."""


@checked
def hold(
    state: State, *, level: Level | Sequence[str] = "nearest", inputs: Mapping[str, Any] | None = None, lowest: float | None = None
) -> State:
    """Return the state at rest with pressures that hold it there: v̇ = 0 and ṗ = 0, positions as they are.

    Parameters
    ----------
    level : what is free is chosen so that pressures stay "nearest" to those of the state; or rod sides keep theirs ("rod"); or
        the mean of both sides of each cylinder stays ("mean"); or the sum of squares is the "smallest" with none below
        `lowest`; or a list of states (or published names) that stay as they are
    inputs : valve openings and other inputs meanwhile; laws are taken at the state
    lowest : absolute pressure below which a solution is refused [Pa]; zero, or 1 bar for the "smallest" level, if omitted

    Other states that move (spools, filters, flows in pipes) come to rest with the pressures.

    Raises
    ------
    NoEquilibrium : if no pressures hold it: a joint without a cylinder, an open valve, a controller that goes on integrating
    InconsistentStart : if a chamber would have to pull
    """
    problem = _Problem(state, inputs)
    level = level if isinstance(level, str) else list(level)
    lowest = (ATMOSPHERE if level == "smallest" else 0.0) if lowest is None else lowest
    kept = problem.kept(level)
    free = [k for k in range(len(problem.pressures)) if k not in kept]
    if not problem.pressures:
        raise NoEquilibrium(f"{state.mechanism.name!r} has no pressures: nothing to choose. Use m.equilibrium().")
    extra = problem.means() if level == "mean" else np.zeros((0, len(problem.pressures)))
    x, null = problem.solve(free, extra)
    if level == "smallest":
        x = x.copy()
        x[problem.pressures] = MEGA * _smallest(x[problem.pressures] / MEGA, null, lowest / MEGA)
        x, _ = problem.solve(free, extra, x)
    values = x[problem.pressures]
    if values.min(initial=np.inf) < lowest - 1.0:
        worst = int(values.argmin())
        raise InconsistentStart(
            f"to hold {problem.machine!r}, {problem.label(problem.pressures[worst])} would have to be {values[worst]:.4g} Pa: a "
            "liquid bears no tension. Raise the level: more pressure on the other side, or another choice of level."
        )
    return problem.state(x)


@checked
def steady(state: State, *, inputs: Mapping[str, Any] | None = None, speeds: Literal["free", "given"] = "free") -> State:
    """Return the steady flow at the positions of a state: pressures (and, unless they are given, speeds) with v̇ = 0 and ṗ = 0.

    Positions stay as they are, so it is steady for as long as they hardly matter: pistons that move at constant speed.
    """
    problem = _Problem(state, inputs, rest=False)
    x, _ = problem.solve(list(range(len(problem.pressures))), np.zeros((0, len(problem.pressures))), moving=speeds == "free")
    return problem.state(x)


def _smallest(p: Array, null: Any, lowest: float) -> Array:
    """Return p + N z of least norm with no entry below the lowest: least distance programming (Lawson & Hanson 1974, ch. 23)."""
    from scipy.optimize import nnls

    if not null.shape[1]:
        return p
    apart = p - null @ (null.T @ p)
    E = np.vstack([null.T, lowest - apart])
    f = np.zeros(len(E))
    f[-1] = 1.0
    r = E @ nnls(E, f)[0] - f
    return np.asarray(apart if abs(r[-1]) < 1e-12 else apart + null @ (-r[:-1] / r[-1]))


@dataclass
class _Problem:
    """v̇ = 0 and ṡ = 0 as equations of the pressures (and speeds) at fixed positions."""

    start: State
    inputs: Mapping[str, Any] | None
    rest: bool = True

    def __post_init__(self) -> None:
        mechanism = self.start.mechanism
        self.t, x, u, self.p = self.start.arguments()
        self.u, laws = split_inputs(mechanism, self.inputs, u)
        self.machine, self.functions = mechanism.name, functions_of(mechanism, laws)
        self.layout, self.n_v = self.functions.layout, self.functions.layout.n_v
        self.x = self.layout.at_rest(x) if self.rest else np.array(x)
        self.names = [name for name, _ in self.layout.entries]
        networks = range(self.layout.networks.start, self.layout.networks.stop)
        self.pressures = [k for k in networks if self.names[k].endswith(".effort")]
        self.changing = self.layout.responding
        # what depends on nothing stays as it is: a mode, such as the gear engaged
        moving = np.any(self.functions.evaluate("jacobian", self.t, self.x, self.u, self.p)[0], axis=1)
        self.others = [k for k in self.changing if k not in self.pressures and moving[k]]
        self.published: dict[str, str] = {}
        for a in mechanism.networks.values():
            for name in a.graph.published:
                label = f"{a.prefix}{name}" if "." in name else f"{a.name}.{name}"
                self.published[label] = f"{a.prefix}{a.graph.stands_for(name)}"

    def label(self, place: int) -> str:
        """Return the name of a pressure: the published one if there is one."""
        name = self.names[place]
        return next((k for k, v in self.published.items() if v == name), name)

    def kept(self, level: Level | Sequence[str]) -> set[int]:
        """Return the pressures that stay as they are."""
        if isinstance(level, str) and level in ("nearest", "mean", "smallest"):
            return set()
        if level == "rod":
            return {k for k, place in enumerate(self.pressures) if self.label(place).endswith(".rod_pressure")}
        if isinstance(level, str):
            raise UnknownName(f"level {level!r} is unknown: 'nearest', 'rod', 'mean', 'smallest', or a list of pressures to keep.")
        found, names = set(), [self.names[place] for place in self.pressures]
        for name in level:
            if (own := self.published.get(name, name)) not in names:
                raise UnknownName(f"no pressure {name!r}.{nearest(name, [self.label(p) for p in self.pressures])}")
            found.add(names.index(own))
        return found

    def means(self) -> Any:
        """Return rows that keep the mean of both sides of each cylinder."""
        labels = [self.label(place) for place in self.pressures]
        rows = []
        for k, label in enumerate(labels):
            other = label.removesuffix("head_pressure") + "rod_pressure"
            if label.endswith(".head_pressure") and other in labels:
                row = np.zeros(len(labels))
                row[[k, labels.index(other)]] = 0.5
                rows.append(row)
        return np.array(rows).reshape(len(rows), len(labels))

    def residual(self, x: Array) -> Array:
        rates = np.ravel(self.functions["rates"](self.t, x, self.u, self.p))
        return np.concatenate([rates[self.layout.v], rates[self.changing]])

    def solve(self, free: list[int], extra: Any, x: Array | None = None, moving: bool = False) -> tuple[Array, Any]:
        """Solve from the pressures of the start; return the state, and directions that the equations leave free."""
        x = self.x.copy() if x is None else x
        places = [*(self.pressures[k] for k in free), *self.others]
        sizes = np.array([MEGA] * len(free) + [1.0] * len(self.others))
        rows = [*range(self.layout.v.start, self.layout.v.stop), *self.changing]
        directions = np.eye(self.n_v) if moving else np.zeros((self.n_v, 0))  # in which the machine may move
        if moving and self.functions.n_rows:
            directions = null_space(self.functions.evaluate("constraint_jacobian", self.t, x, self.u, self.p)[0])
        mean = extra @ x[self.pressures] / MEGA
        null = np.zeros((len(free), 0))
        # rows by their own size; a valve that is closed but for rounding (1e-6 1/s) determines nothing
        least = np.array([1e-9] * self.n_v + [1e-6 * MEGA if k in self.pressures else 1e-3 for k in self.changing])
        for _ in range(60):
            F = np.concatenate([self.residual(x), extra @ x[self.pressures] / MEGA - mean])
            J = self.functions.evaluate("jacobian", self.t, x, self.u, self.p)[0]
            A = np.hstack([J[np.ix_(rows, places)] * sizes, J[rows][:, self.layout.v] @ directions])
            A = np.vstack([A, np.hstack([extra[:, free], np.zeros((len(extra), A.shape[1] - len(free)))])])
            scale = np.maximum(np.abs(A).max(axis=1, initial=0.0), 1e-9)
            scale[: len(rows)] = np.maximum(scale[: len(rows)], least)
            A, b = A / scale[:, None], F / scale
            U, s, Vt = np.linalg.svd(A, full_matrices=True)
            rank = int(np.sum(s > UNDETERMINED * max(float(s[0]) if s.size else 0.0, 1e-300)))
            step = -Vt[:rank].T @ ((U.T @ b)[:rank] / s[:rank])
            null = Vt[rank:].T[: len(free)]
            if np.abs(step).max(initial=0.0) < 1e-12 * (1.0 + np.abs(x[places] / sizes).max(initial=0.0)):
                break  # what is held already stays as it is, to the last digit
            x = x.copy()
            x[places] += sizes * step[: len(places)]
            x[self.layout.v] += directions @ step[len(places) :]
        self._refuse_moving(x, scale)
        return x, null

    def _refuse_moving(self, x: Array, scale: Array) -> None:
        F = self.residual(x)
        left = np.abs(F[: self.n_v])
        if left.max(initial=0.0) > 1e-6:
            name = self.layout.rate_names[int(left.argmax())]
            raise NoEquilibrium(
                f"no pressures hold {self.machine!r} here: joint {name!r} accelerates at {left.max():.3g} whatever they "
                "are. A cylinder or motor must act on it: close its loop, lock the joint, or start from another position."
            )
        rates = np.abs(F[self.n_v :])
        # a valve closed but for rounding changes a pressure by less than 1 Pa/s: that is none
        tiny = np.array([1.0 if k in self.pressures else 0.0 for k in self.changing])
        flowing = np.where(rates < tiny, 0.0, rates / scale[self.n_v : self.n_v + len(self.changing)])
        if flowing.max(initial=0.0) > 1e-6:
            place = self.changing[int(flowing.argmax())]
            what = f"{self.names[place]!r} of {self.machine!r} keeps changing, whatever the pressures are"
            if place in self.pressures:
                what = f"the flows of {self.machine!r} do not balance at {self.names[place]!r}: oil keeps flowing there"
            raise NoEquilibrium(
                f"{what}. Close the valves with {setting('inputs')}, start where the references of the controllers are, or ask for "
                "a steady flow with `biela.steady`."
            )

    def state(self, x: Array) -> State:
        own = {self.names[k]: float(x[k]) for k in self.pressures}
        moved = replace(self.start, x=np.array(x), u=self.u)
        guesses = any(".guess" in name for name in self.names[self.layout.networks])
        return moved.with_states(own) if guesses else moved
