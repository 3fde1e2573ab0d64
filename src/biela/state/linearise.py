"""Linearisation about a state, in independent coordinates; eigenvalues and modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.dataclass import dataclass
from biela.equations.rank import ASSEMBLED
from biela.errors import InconsistentStart, UnknownName, nearest
from biela.mechanism.mechanism import Mechanism
from biela.state.assemble import start_state
from biela.state.coordinates import pivoted_coordinates, tangent_basis
from biela.state.functions import MachineFunctions, functions_of, parameter_values, split_inputs
from biela.state.state import State

Matrix = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Linearisation:
    """ż = A z + B u, y = C z + D u, with z = (changes of the independent coordinates, changes of their rates, states of networks).

    Attributes
    ----------
    coordinates : names of the independent coordinates
    inputs, outputs : names of the columns of B and the rows of C
    states : names of the states of networks
    drift : ż at the state itself, zero at an equilibrium
    notes : remarks, such as a state that is not an equilibrium
    """

    A: Matrix
    B: Matrix
    C: Matrix
    D: Matrix
    coordinates: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    states: tuple[str, ...] = ()
    drift: Matrix = field(default_factory=lambda: np.zeros(0))
    notes: tuple[str, ...] = ()

    @property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of A [1/s], by rising imaginary part, then real part."""
        values = np.linalg.eigvals(self.A).astype(np.complex128)
        return values[np.lexsort((values.real, np.abs(values.imag)))]

    @property
    def stable(self) -> bool:
        """No eigenvalue with a positive real part (beyond rounding)."""
        values = self.eigenvalues
        scale = 1.0 + np.abs(values).max(initial=0.0)
        return bool(np.all(values.real < 1e-7 * scale))

    @property
    def modes(self) -> list[Eigenmode]:
        """Oscillations and decays, slowest first; a conjugate pair counts once."""
        values, vectors = np.linalg.eig(self.A)
        n = len(self.coordinates)
        out = [
            Eigenmode(complex(value), vectors[:n, k] / vectors[np.abs(vectors[:n, k]).argmax(), k], self.coordinates)
            for k, value in enumerate(values)
            if value.imag >= 0 and np.abs(vectors[:n, k]).max(initial=0.0) > 0
        ]
        return sorted(out, key=lambda mode: abs(mode.eigenvalue))

    def __repr__(self) -> str:
        modes = ", ".join(str(mode) for mode in self.modes[:4]) + (", …" if len(self.modes) > 4 else "")
        return (
            f"<Linearisation in {', '.join((*self.coordinates, *self.states)) or 'nothing'}: {len(self.inputs)} inputs, "
            f"{len(self.outputs)} outputs, {'stable' if self.stable else 'unstable'}; {modes}>"
        )


@dataclass(frozen=True, repr=False)
class Eigenmode:
    """An oscillation or a decay: eigenvalue [1/s] and shape over the independent coordinates, largest entry one."""

    eigenvalue: complex
    shape: NDArray[np.complex128]
    coordinates: tuple[str, ...]

    @property
    def frequency(self) -> float:
        """Damped frequency [Hz]."""
        return abs(self.eigenvalue.imag) / (2 * np.pi)

    @property
    def damping_ratio(self) -> float:
        """−Re λ / |λ|."""
        return -self.eigenvalue.real / abs(self.eigenvalue) if self.eigenvalue != 0 else 0.0

    def __str__(self) -> str:
        if self.eigenvalue.imag == 0:
            return f"{self.eigenvalue.real:.4g} 1/s"
        return f"{self.frequency:.4g} Hz, damping ratio {self.damping_ratio + 0.0:.3g}"

    def __repr__(self) -> str:
        largest = self.coordinates[int(np.abs(self.shape).argmax())] if len(self.coordinates) else ""
        return f"<Eigenmode {self}, mostly {largest}>"


def linearise(
    mechanism: Mechanism,
    start: State | Mapping[str, Any] | None = None,
    *,
    inputs: Mapping[str, Any] | None = None,
    outputs: Sequence[str] = (),
    independent: Sequence[str] | None = None,
    parameters: Mapping[str, float] | None = None,
) -> Linearisation:
    """Exact linear model about a state.

    With N(q) from q̇ = N v, the tangent ξ of the configuration, and the constraints G δξ = 0, G δv + D δξ = 0:

        δξ = T a,   δv = T b + S a,   T = [1; −G_d⁻¹ G_i],   S = [0; −G_d⁻¹ D T]
        ȧ = (N⁺(q̇_q N − Ṅ) T)_i a + b,     ḃ = (v̇_q N T + v̇_v S)_i a + (v̇_v T)_i b + (v̇_u)_i u

    where i, d are the independent and dependent entries. All derivatives are symbolic. Where wheels roll, δξ obeys fewer rows than
    δv: there are more coordinates a than rates b, and ȧ takes its part of δv.

    Parameters
    ----------
    start : where: a state, or coordinates to assemble from; the assembled drawing pose if omitted
    inputs : laws of inputs to close the loop with; numbers are the operating point
    outputs : signals for C and D
    independent : names of the coordinates to use as independent (`joint`, or `joint.rate` for joints with several)
    parameters : values of free parameters; those of the state, or nominal, if omitted

    About a state that moves or accelerates the model is ż = drift + A z + B u, and its `notes` say so.
    """
    state = start_state(mechanism, start, parameters)
    if state is start and parameters is not None:
        state = _at_parameters(state, parameters)
    u, laws = split_inputs(mechanism, inputs)
    functions = functions_of(mechanism, laws)
    t, x, _, p = state.arguments()
    arguments = (t, x, u if inputs else state.arguments()[2], p)
    layout = functions.layout
    F = functions.evaluate("jacobian", *arguments)[0]
    F_u = functions.evaluate("input_jacobian", *arguments)[0]
    chosen, moving, first, Z = _tangent(functions, arguments, F, independent)
    rows = [*(layout.v.start + i for i in moving), *layout.responding]  # rates of b and of networks, among those of x
    A = np.vstack([first, (F @ Z)[rows]])
    free = [i for i, name in enumerate(mechanism.actuators) if name not in laws]
    B = np.vstack([np.zeros((len(chosen), len(free))), F_u[np.ix_(rows, free)]])
    C, D = _output_matrices(functions, arguments, outputs, Z)
    rates = np.ravel(functions.evaluate("rates", *arguments)[0])
    drift = np.concatenate([x[layout.v][chosen], rates[rows]])
    names = tuple(layout.rate_names[i] for i in chosen)
    return Linearisation(
        A, B, C, D[:, free], names, tuple(list(mechanism.actuators)[i] for i in free), tuple(outputs),
        tuple(layout.entries[k][0] for k in layout.responding), drift, _remarks(drift, names, A),
    )  # fmt: skip


def _tangent(
    functions: MachineFunctions, arguments: Any, F: Matrix, independent: Sequence[str] | None
) -> tuple[list[int], list[int], Matrix, Matrix]:
    """Entries of v that a and b stand for, the rows of ȧ, and Z with δx = Z z."""
    layout = functions.layout
    N, Ndot, G, D, holonomic = functions.evaluate("tangent", *arguments)
    placed = G[holonomic > 0.5]  # where wheels roll, fewer rows hold for positions than for velocities
    of_position = pivoted_coordinates(placed, layout.rate_names, independent)
    of_velocity = of_position if np.all(holonomic) else pivoted_coordinates(G, layout.rate_names)
    T, T_v = tangent_basis(placed, of_position), tangent_basis(G, of_velocity)
    chosen, (moving, follow) = of_position.independent, of_velocity
    S = np.zeros((layout.n_v, len(chosen)))
    if follow:
        S[follow] = -np.linalg.pinv(G[:, follow], rcond=ASSEMBLED) @ (D @ N @ T)
    turning = np.linalg.pinv(N) @ (F[layout.q, layout.q] @ N - Ndot)
    k, extra = len(chosen), layout.responding
    first = np.hstack([(turning @ T + S)[chosen], T_v[chosen], np.zeros((k, len(extra)))])
    Z = np.zeros((layout.n_x, first.shape[1]))
    Z[layout.q, :k], Z[layout.v, :k] = N @ T, S
    Z[layout.v, k : k + len(moving)] = T_v
    Z[extra, range(k + len(moving), Z.shape[1])] = 1.0
    return chosen, moving, first, Z


def _at_parameters(state: State, parameters: Mapping[str, float]) -> State:
    """The state with other parameters, if they do not open its loops."""
    moved = replace(state, p=parameter_values(state.mechanism, parameters))
    functions = functions_of(state.mechanism)
    gap = np.abs(functions.evaluate("closure", *moved.arguments())[0]).max(initial=0.0) if functions.n_rows else 0.0
    if gap > 1e-6:
        raise InconsistentStart(
            f"at these parameters the loops of the state are open by {gap:.3g}: assemble it with them, m.assemble(…, parameters=…)."
        )
    return moved


def _remarks(drift: Matrix, coordinates: Sequence[str], A: Matrix) -> tuple[str, ...]:
    """What to know about a state that is not an equilibrium."""
    k = len(coordinates)
    scale = 1.0 + float(np.abs(A).max(initial=0.0))
    if np.abs(drift).max(initial=0.0) <= 1e-6 * scale:
        return ()
    worst = int(np.abs(drift[: 2 * k]).argmax()) if k else 0
    what = (
        f"{coordinates[worst % k]} {'moves' if worst < k else 'accelerates'} at {drift[worst]:.3g}"
        if k
        else "networks change"
    )
    return (
        f"the state is not an equilibrium ({what}): the model describes deviations from the motion through it, for a short time, "
        "and its eigenvalues say nothing about stability. m.equilibrium() finds a position of rest.",
    )


def _output_matrices(
    functions: MachineFunctions, arguments: Any, outputs: Sequence[str], Z: Matrix
) -> tuple[Matrix, Matrix]:
    """C and D of chosen signals; their derivatives are evaluated once, so they are not compiled."""
    dynamics = functions.dynamics
    n_u = len(functions.mechanism.actuators)
    if not outputs:
        return np.zeros((0, Z.shape[1])), np.zeros((0, n_u))
    import casadi as ca

    for name in outputs:
        if name not in dynamics.signals:
            raise UnknownName(f"no signal {name!r}.{nearest(name, list(dynamics.signals))}")
    y = ca.vertcat(*(dynamics.signals[name].value() for name in outputs))
    m = dynamics.model
    f = ca.Function("outputs", [m.t, m.x, m.u, m.p], [ca.jacobian(y, m.x), ca.jacobian(y, m.u)])
    Y_x, Y_u = f(*arguments)
    return np.array(Y_x) @ Z, np.array(Y_u).reshape(len(outputs), n_u)
