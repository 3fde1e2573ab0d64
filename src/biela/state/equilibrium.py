"""Static equilibrium: positions at which the machine stays at rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.checked import fitting
from biela.base.dataclass import dataclass
from biela.base.errors import NoEquilibrium
from biela.base.rank import least_solution, null_space
from biela.equations.layout import layout_of
from biela.mechanism.foreign import refuse_fmus
from biela.mechanism.mechanism import Mechanism
from biela.state.assemble import assemble, start_state
from biela.state.closing import ClosureProblem
from biela.state.coordinates import Partition, tangent_basis
from biela.state.functions import functions_of, split_inputs
from biela.state.linearise import linearise
from biela.state.state import State

NEIGHBOURS = 3
"""Number of positions of a pose, the nearest, to which a path from another position is sought."""
FLAT = 1e-7
"""Part of the largest stiffness below which a direction has none."""


@dataclass(frozen=True)
class Equilibrium:
    """A position of rest.

    Attributes
    ----------
    state : the state, at rest
    stable : whether small disturbances do not grow
    eigenvalues : of the linearised motion [1/s]
    residual : largest acceleration left [rad/s², m/s²]
    """

    state: State
    stable: bool
    eigenvalues: NDArray[np.complex128]
    residual: float

    def __repr__(self) -> str:
        return f"<Equilibrium of {self.state.mechanism.name!r}, {'stable' if self.stable else 'unstable'}: q = {self.state.q}>"


def equilibrium(
    mechanism: Mechanism,
    start: State | Mapping[str, Any] | None = None,
    *,
    inputs: Mapping[str, float] | None = None,
    parameters: Mapping[str, float] | None = None,
    stable: bool = True,
) -> Equilibrium:
    """Find the equilibrium that the machine settles in from a start, as if it moved in honey.

    The machine is led along its accelerations at rest, with the loops closed, until it hardly moves; Newton's method in
    independent coordinates does the rest. With `stable`, an unstable position is left again.

    Parameters
    ----------
    start : a state, or coordinates to assemble from; the assembled drawing pose if omitted
    inputs : actuator name → number or law
    parameters : values of free parameters; those of the start, or nominal, if omitted

    Raises
    ------
    NoEquilibrium : if the machine keeps falling, or no position of rest is near
    """
    fitting(equilibrium, locals())
    refuse_fmus(mechanism, "an equilibrium")
    u, laws = split_inputs(mechanism, inputs)
    state = start_state(mechanism, start, parameters)
    if state is start and parameters is not None:  # other lengths may have opened the loops
        state = assemble(mechanism, guess=state, t=state.t, parameters=parameters)
    state = replace(state, u=u, x=layout_of(mechanism).at_rest(state.x))
    search = _Search(mechanism, laws, state)
    rng = np.random.default_rng(7)
    found: Equilibrium | None = None
    for attempt in range(4):
        settled = search.newton(state.x) if attempt == 0 and not stable else None
        if settled is None:
            settled = search.newton(search.settle(state.x))
        if settled is not None:
            found = search.judge(settled)
            if found.stable or not stable:
                return found
            state = replace(state, x=search.moved(settled, rng.normal(0.0, 0.05, search.n_v)))
        else:
            state = replace(state, x=search.moved(state.x, rng.normal(0.0, 0.2, search.n_v)))
    if found is not None:
        return found
    raise NoEquilibrium(
        f"{mechanism.name!r} does not come to rest from this start: it keeps falling, or a load drives it on. "
        "Start nearer to the position you expect, or add what should hold it."
    )


def equilibria(
    mechanism: Mechanism,
    *,
    starts: int = 20,
    seed: int = 1,
    inputs: Mapping[str, float] | None = None,
    parameters: Mapping[str, float] | None = None,
) -> list[Equilibrium]:
    """Find different equilibria from many starts, stable ones first; see `equilibrium`.

    Poses that differ by whole turns are one, and so are those that lead into each other through positions of rest: a flywheel
    may stand at any angle.
    """
    fitting(equilibria, locals(), nonnegative=("starts", "seed"), most={"starts": 1e6})
    u, laws = split_inputs(mechanism, inputs)
    origin = replace(assemble(mechanism, parameters=parameters), u=u)
    search = _Search(mechanism, laws, origin)
    rng = np.random.default_rng(seed)
    found: list[tuple[Equilibrium, list[Array]]] = []  # each with all positions that are the same pose
    for k in range(starts):
        x = origin.x if k == 0 else search.moved(origin.x, rng.uniform(-np.pi, np.pi, search.n_v))
        for solution in (search.newton(x), search.newton(search.settle(x))):
            if solution is None:
                continue
            for _, family in found:
                if search.same(solution, family):
                    family.append(solution)
                    break
            else:
                found.append((search.judge(solution), [solution]))
    return sorted((e for e, _ in found), key=lambda e: not e.stable)


class _Search:
    """A search for equilibria of a machine with given inputs."""

    def __init__(self, mechanism: Mechanism, laws: dict[str, Any], start: State):
        self.functions = functions_of(mechanism, laws)
        self.mechanism, self.start = mechanism, start
        self.layout, self.n_v = self.functions.layout, self.functions.layout.n_v
        self.t, _, self.u, self.p = start.arguments()
        self.inputs = {name: laws.get(name, float(value)) for name, value in zip(mechanism.actuators, self.u, strict=True)}
        self.problem = ClosureProblem(functions_of(mechanism), self.t, self.p)
        self.unit = self.problem.step_unit

    def moved(self, x: Array, xi: Array) -> Array:
        """Return x moved along the tangent, loops closed again, at rest."""
        x = self.problem.moved(x, xi)
        return self.problem.with_hints(self.problem.solve(x).x) if self.functions.constrained else x

    def acceleration(self, x: Array) -> Array:
        return np.array(self.functions.evaluate("accelerations", self.t, x, self.u, self.p)[0])

    def settle(self, x: Array, steps: int = 3000) -> Array:
        """Follow the accelerations at rest; the step grows while they keep their direction and shrinks when they turn."""
        M = self.functions.evaluate("mass_matrix", self.t, x, self.u, self.p)[0]
        a = self.acceleration(x)
        eta = 1e-3
        for _ in range(steps):
            size = float(np.abs(a).max(initial=0.0))
            if size < 1e-6:
                break
            step = eta * a
            step *= min(1.0, 0.1 / float(np.abs(step).max()))
            trial = self.moved(x, step)
            a_new = self.acceleration(trial)
            if not np.all(np.isfinite(a_new)) or a_new @ M @ a < 0:
                eta *= 0.4
                if eta < 1e-12:
                    break
                continue
            x, a, eta = trial, a_new, eta * 1.25
        return x

    def newton(self, x: Array, iterations: int = 40) -> Array | None:
        """Apply Newton's method to the accelerations of the independent coordinates; None if it does not converge."""
        extra = self.layout.responding
        for _ in range(iterations):
            a = self.acceleration(x)
            if not np.all(np.isfinite(a)):
                return None
            J, chosen, moving = self._slopes(x)
            k, residual = len(chosen), a[moving]
            if extra:  # states of networks must be at rest too
                residual = np.append(residual, np.ravel(self.functions["rates"](self.t, x, self.u, self.p))[extra])
            if not J.size or np.abs(residual).max() < 1e-10 * (1 + np.abs(J).max()):
                return x
            full = least_solution(J, -residual)
            step = full[:k]
            if extra:
                x = x.copy()
                x[extra] += full[k:]
                if not k:
                    continue
            size = float(np.abs(step).max())
            if size == 0.0:  # forces that do not change with position: there is nowhere to go
                return None
            x = self.moved(x, self._tangent(x, chosen) @ step * min(1.0, 0.3 / size))
        return None

    def _slopes(self, x: Array) -> tuple[Array, list[int], list[int]]:
        """Return ∂(v̇, ṡ) by the independent coordinates and the states of networks; entries of v of the coordinates and of v̇."""
        model = linearise(self.mechanism, replace(self.start, x=x), inputs=self.inputs)
        k, names = len(model.coordinates), self.layout.rate_names
        J = np.delete(model.A[k:], range(k, k + len(model.rates)), axis=1)
        return J, [names.index(c) for c in model.coordinates], [names.index(c) for c in model.rates]

    def _tangent(self, x: Array, chosen: list[int]) -> Array:
        """Return motions of all coordinates that keep the loops closed, one column per independent coordinate."""
        dependent = [i for i in range(self.n_v) if i not in chosen]
        _, _, G, _, holonomic = self.functions.evaluate("tangent", self.t, x, self.u, self.p)
        return tangent_basis(G[holonomic > 0.5], Partition(chosen, dependent))  # what rolls may be put anywhere

    def same(self, x: Array, family: list[Array]) -> bool:
        """Return whether an equilibrium is one pose with others, up to whole turns and to motions that no force resists."""
        if any(self.problem.same(x, other) for other in family):
            return True
        near = sorted(family, key=lambda other: self._distance(x, other))[:NEIGHBOURS]
        return any(self.problem.same(self._led(x, other), other) for other in near)

    def _led(self, x: Array, other: Array, steps: int = 60) -> Array:
        """Lead x towards another equilibrium through positions of rest, along directions without stiffness."""
        step = 0.3
        for _ in range(steps):
            J, chosen, _ = self._slopes(x)
            flat = null_space(J, FLAT)[: len(chosen)] if J.size else np.eye(len(chosen))
            if not flat.size or step < 0.01:
                return x
            free = self._tangent(x, chosen) @ flat
            xi = free @ np.linalg.lstsq(free / self.unit[:, None], self._gap(x, other) / self.unit, rcond=FLAT)[0]
            size = float(np.abs(xi / self.unit).max())
            if size < 1e-10:
                return x
            rested = self.newton(self.moved(x, xi * min(1.0, step / size)), 8)
            if rested is None or self._distance(rested, other) >= self._distance(x, other):
                step *= 0.4
            else:
                x = rested
        return x

    def _distance(self, x: Array, other: Array) -> float:
        return float(np.linalg.norm(self._gap(x, other) / self.unit))

    def _gap(self, x: Array, other: Array) -> Array:
        """Return the difference of two positions along the tangent, angles by less than half a turn."""
        gap = np.array(self.layout.difference(other[self.layout.q], x[self.layout.q]), float)
        for link in self.mechanism.topology.links:
            if link.joint.type.quaternion is None:
                turning = [link.v.start + k for k, c in enumerate(link.joint.type.coordinates) if c.unit == "rad"]
                gap[turning] = np.angle(np.exp(1j * gap[turning]))
        return gap

    def judge(self, x: Array) -> Equilibrium:
        """Judge stability by the linearised motion."""
        state = replace(self.start, x=x)
        model = linearise(self.mechanism, state, inputs=self.inputs)
        return Equilibrium(state, model.stable, model.eigenvalues, float(np.abs(self.acceleration(x)).max(initial=0.0)))
