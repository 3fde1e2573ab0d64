"""Linearisation about a state, in independent coordinates; eigenvalues and modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.equations.rank import ASSEMBLED
from biela.errors import InconsistentStart, UnknownName, nearest
from biela.mechanism.mechanism import Mechanism
from biela.state.assemble import start_state
from biela.state.coordinates import pivoted_coordinates, tangent_basis
from biela.state.functions import functions_of, parameter_values, split_inputs
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
    notes : remarks, such as a state that is no equilibrium
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
    def modes(self) -> list[Mode]:
        """Oscillations and decays, slowest first; a conjugate pair counts once."""
        values, vectors = np.linalg.eig(self.A)
        n = len(self.coordinates)
        out = [
            Mode(complex(value), vectors[:n, k] / vectors[np.abs(vectors[:n, k]).argmax(), k], self.coordinates)
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
class Mode:
    """One mode: eigenvalue [1/s] and shape over the independent coordinates, largest entry one."""

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
        return f"<Mode {self}, mostly {largest}>"


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
    n_q, n_v, q, v = layout.n_q, layout.n_v, layout.q, layout.v
    F = functions.evaluate("jacobian", *arguments)[0]
    F_u = functions.evaluate("input_jacobian", *arguments)[0]
    N, Ndot, G, D, holonomic = functions.evaluate("tangent", *arguments)

    names = layout.rate_names
    placed = G[holonomic > 0.5]  # where wheels roll, fewer rows hold for positions than for velocities
    of_position = pivoted_coordinates(placed, names, independent)
    of_velocity = of_position if np.all(holonomic) else pivoted_coordinates(G, names)
    T, T_v = tangent_basis(placed, of_position), tangent_basis(G, of_velocity)
    chosen, (moving, follow) = of_position.independent, of_velocity
    S = np.zeros((n_v, len(chosen)))
    if len(follow):
        S[follow] = -np.linalg.pinv(G[:, follow], rcond=ASSEMBLED) @ (D @ N @ T)
    turning = np.linalg.pinv(N) @ (F[q, q] @ N - Ndot)
    V_q, V_v = F[v, q] @ N, F[v, v]
    k, k_v = len(chosen), len(moving)
    A = np.block([[(turning @ T + S)[chosen], T_v[chosen]], [(V_q @ T + V_v @ S)[moving], (V_v @ T_v)[moving]]])
    open_inputs = [i for i, name in enumerate(mechanism.actuators) if name not in laws]
    B = np.vstack([np.zeros((k, len(open_inputs))), F_u[v, open_inputs][moving]])
    to_state = np.block([[N @ T, np.zeros((n_q, k_v))], [S, T_v], [np.zeros((layout.n_s, k + k_v))]])
    extra = layout.responding
    if extra:  # states of networks follow the coordinates and their rates
        A = np.block(
            [
                [A, np.vstack([np.zeros((k, len(extra))), F[v, extra][moving]])],
                [(F @ to_state)[extra], F[np.ix_(extra, extra)]],
            ]
        )
        B = np.vstack([B, F_u[np.ix_(extra, open_inputs)]])
        to_state = np.hstack([to_state, np.eye(layout.n_x)[:, extra]])
    C, D_out = _output_matrices(functions, arguments, outputs, to_state)
    rates = np.ravel(functions.evaluate("rates", *arguments)[0])
    drift = np.concatenate([x[v][chosen], rates[v][moving], rates[extra]])
    return Linearisation(
        A, B, C, D_out[:, open_inputs], tuple(names[i] for i in chosen),
        tuple(list(mechanism.actuators)[i] for i in open_inputs), tuple(outputs), tuple(layout.entries[k][0] for k in extra),
        drift, _remarks(drift, [names[i] for i in chosen], A),
    )  # fmt: skip


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


def _remarks(drift: Matrix, coordinates: list[str], A: Matrix) -> tuple[str, ...]:
    """What to know about a state that is no equilibrium."""
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
        f"the state is no equilibrium ({what}): the model describes deviations from the motion through it, for a short time, and "
        "its eigenvalues say nothing about stability. m.equilibrium() finds a position of rest.",
    )


def _output_matrices(functions: Any, arguments: Any, outputs: Sequence[str], to_state: Matrix) -> tuple[Matrix, Matrix]:
    """C and D of chosen signals; their derivatives are evaluated once, so they are not compiled."""
    dynamics = functions.dynamics
    n_u = len(functions.mechanism.actuators)
    if not outputs:
        return np.zeros((0, to_state.shape[1])), np.zeros((0, n_u))
    import casadi as ca

    for name in outputs:
        if name not in dynamics.signals:
            raise UnknownName(f"no signal {name!r}.{nearest(name, list(dynamics.signals))}")
    y = ca.vertcat(*(dynamics.signals[name].value() for name in outputs))
    m = dynamics.model
    f = ca.Function("outputs", [m.t, m.x, m.u, m.p], [ca.jacobian(y, m.x), ca.jacobian(y, m.u)])
    Y_x, Y_u = f(*arguments)
    return np.array(Y_x) @ to_state, np.array(Y_u).reshape(len(outputs), n_u)
