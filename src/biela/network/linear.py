"""Linear model of a network about a state: A, B, C, D, transfer functions, frequency response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.base.checked import guard, real_array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnknownName, nearest, unknown
from biela.lie.array import Operand
from biela.network.equations import Context, NetworkEquations
from biela.network.network import Network

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class LinearModel:
    """Linear model ẋ = A x + B u, y = C x + D u about a state, with the names of states, inputs and outputs."""

    A: Matrix
    B: Matrix
    C: Matrix
    D: Matrix
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of A [1/s], by rising imaginary part, then real part."""
        values = np.linalg.eigvals(self.A).astype(complex)
        return values[np.lexsort((values.real, np.abs(values.imag)))]

    def response(self, frequencies: ArrayLike, output: str | None = None, input: str | None = None) -> NDArray[np.complex128]:
        """Return G(iω) = C (iω − A)⁻¹ B + D from an input to an output, at angular frequencies [rad/s]."""
        i, j = self._place(output, self.outputs, "output"), self._place(input, self.inputs, "input")
        omega = np.atleast_1d(real_array(frequencies, "frequencies")).ravel()
        n = len(self.A)
        S = 1j * omega[:, None, None] * np.eye(n) - self.A
        B = np.broadcast_to(self.B[:, j : j + 1], (len(omega), n, 1)).astype(complex)
        try:
            return np.asarray(np.linalg.solve(S, B)[:, :, 0] @ self.C[i] + self.D[i, j])
        except np.linalg.LinAlgError:
            own = sorted({f"{abs(x.imag):.6g}" for x in np.linalg.eigvals(self.A) if abs(x.real) < 1e-9 * (1 + abs(x))})
            raise DescriptionError(
                f"response: undamped, the network resonates at {', '.join(own)} rad/s, where its response is infinite. Give other "
                "frequencies, or add a resistance."
            ) from None

    def bode(self, frequencies: ArrayLike, output: str | None = None, input: str | None = None) -> tuple[Matrix, Matrix]:
        """Return magnitude [dB] and phase [rad, continuous] of the frequency response."""
        G = self.response(frequencies, output, input)
        return 20 * np.log10(np.abs(G)), np.unwrap(np.angle(G))

    def transfer_function(self, output: str | None = None, input: str | None = None) -> tuple[Matrix, Matrix]:
        """Return numerator and denominator of G(s), highest power first: from the zeros (of the system matrix) and the poles."""
        from scipy.signal import ss2tf

        i, j = self._place(output, self.outputs, "output"), self._place(input, self.inputs, "input")
        numerator, denominator = ss2tf(self.A, self.B[:, [j]], self.C[[i]], self.D[i : i + 1, [j]])
        return numerator[0], denominator

    def plot_bode(self, frequencies: ArrayLike, output: str | None = None, input: str | None = None) -> Operand:
        """Return a figure with magnitude and phase; needs the extra `report`."""
        import matplotlib.pyplot as plt

        frequencies = np.atleast_1d(real_array(frequencies, "frequencies")).ravel()
        magnitude, phase = self.bode(frequencies, output, input)
        figure, (above, below) = plt.subplots(2, 1, sharex=True)
        above.semilogx(frequencies, magnitude)
        above.set_ylabel("magnitude [dB]")
        below.semilogx(frequencies, np.rad2deg(phase))
        below.set_ylabel("phase [°]")
        below.set_xlabel("angular frequency [rad/s]")
        for axes in (above, below):
            axes.grid(True, which="both", alpha=0.3)
        return figure

    @staticmethod
    def _place(name: str | None, names: tuple[str, ...], what: str) -> int:
        if name is None and len(names) == 1:
            return 0
        if name not in names:
            raise UnknownName(f"no {what} {name!r}.{nearest(str(name), list(names))}")
        return names.index(name)


def standalone(network: Network, name_values: bool = False) -> tuple[NetworkEquations, Operand, Operand]:
    """Return the equations of a network on its own, with the symbols of its inputs and free parameters."""
    parameters = network.all_parameters()
    p, inputs = ca.SX.sym("p", len(parameters)), list(network.graph.inputs())
    u = [ca.SX.sym(path) for path in inputs]
    values = {name: p[k] for k, name in enumerate(parameters)}
    context = Context(values=values, inputs=dict(zip(inputs, u, strict=True)), name_values=name_values)
    return NetworkEquations(network.causality, context), ca.vertcat(*u) if u else ca.SX(0, 1), p


def linearise(
    network: Network, start: Mapping[str, float] | None, *, inputs: Mapping[str, float] | None, outputs: Sequence[str]
) -> LinearModel:  # fmt: skip
    """Return the exact linear model about a state; derivatives are symbolic.

    Parameters
    ----------
    start : states by path, initial values elsewhere
    inputs : operating point of the inputs (sources without a value), zero if omitted
    outputs : signals for C and D
    """
    equations, u, p = standalone(network)
    nominal = {name: q.value for name, q in network.all_parameters().items()}
    names = list(network.graph.inputs())
    for name in inputs or {}:
        if name not in names:
            raise unknown("input", name, names)
    table = equations.signals
    for name in outputs:
        if name not in table:
            raise unknown("signal", name, list(table))
    y = ca.vertcat(*(table[name] for name in outputs)) if outputs else ca.SX(0, 1)
    x, xdot = equations.x, equations.xdot
    f = ca.Function(
        "linear", [equations.context.t, x, u, p],
        [ca.jacobian(xdot, x), ca.jacobian(xdot, u), ca.jacobian(y, x), ca.jacobian(y, u)],
    )  # fmt: skip
    x0 = equations.initial_state(nominal, start)
    point = [float((inputs or {}).get(name, 0.0)) for name in names]
    n, m = len(x0), len(names)
    shapes = ((n, n), (n, m), (len(outputs), n), (len(outputs), m))
    A, B, C, D = (
        np.array(value, float).reshape(shape)
        for value, shape in zip(f(0.0, x0, point, list(nominal.values())), shapes, strict=True)
    )
    kept = [k for k, s in enumerate(equations.states) if s.quantity != "energy"]  # accounts feed nothing back
    return LinearModel(
        A[np.ix_(kept, kept)], B[kept], C[:, kept], D,
        tuple(equations.states[k].name for k in kept), tuple(names), tuple(outputs),
    )  # fmt: skip


guard(__name__)
