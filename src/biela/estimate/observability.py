"""Observability: what a set of sensors can see, before a filter is run.

Along a motion from a state, with the transition Φ_k from the start to step k and the measurement matrix H_k, the information that
the readings give about the start is

    O = Σ_k Φ_kᵀ H_kᵀ R⁻¹ H_k Φ_k

In units of what is known beforehand (the standard deviations D of a prior) D O D has one eigenvalue per direction of the state:
the readings reduce the uncertainty of that direction by √(1 + eigenvalue). A direction with an eigenvalue below `limit` is not
seen.
"""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError
from biela.state.state import State

from .kalman.error_state import ErrorStateKalmanFilter
from .model import Model
from .prior import About


class NotObservable(BielaError):
    """The sensors do not see everything that is to be estimated."""


@dataclass(frozen=True)
class Observability:
    """Report; `print` it.

    Attributes
    ----------
    names : entries of ξ
    gain : (n,) by how much the uncertainty of each entry falls, σ before / σ after (1: not at all)
    eigenvalues : of D O D, the largest first
    unseen : directions not seen, each {entry: share}
    duration : of the motion looked at [s]
    known : entries that are known exactly beforehand
    """

    names: tuple[str, ...]
    gain: Array
    eigenvalues: Array
    unseen: tuple[dict[str, float], ...]
    duration: float
    known: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        return not self.unseen

    def __str__(self) -> str:
        width = max(len(n) for n in self.names)
        lines = [f"within {self.duration:g} s the readings reduce the uncertainty of"]
        for name, gain in zip(self.names, self.gain, strict=True):
            remark = "   known beforehand" if name in self.known else "   not seen" if gain < 1.01 else ""
            lines.append(f"  {name.ljust(width)}  {gain:10.3g} times{remark}")
        unseen = [" ".join(f"{share:+.2f}·{name}" for name, share in direction.items()) for direction in self.unseen]
        return "\n".join([*lines, *(f"unseen direction: {parts}" for parts in unseen)])

    def require(self) -> None:
        """Raise `NotObservable` unless everything is seen."""
        if self.unseen:
            what = "; ".join(" and ".join(d) for d in self.unseen)
            raise NotObservable(
                f"the sensors do not see {what} (rank {len(self.names) - len(self.unseen)} of {len(self.names)}): add a sensor, "
                "know it beforehand with a small spread in the prior, or leave it out of what is estimated."
            )


MOST_STEPS = 1_000_000
"""Largest number of steps over which observability is judged."""


@one_thread()
def observability(
    model: Model, state: State, sigma: dict[str, float] | None = None, *, duration: float = 1.0, step: float = 0.01,
    limit: float = 0.02, integrator: str = "rk4",
) -> Observability:  # fmt: skip
    """Judge what the readings tell about each estimated entry, along the motion from a state.

    Parameters
    ----------
    sigma : {entry: standard deviation known beforehand, 0 for exactly}; 0.1 for those not named (rad, rad/s, m, …), a tenth of
        its value for a parameter or a state of a network
    limit : eigenvalue of D O D below which a direction counts as unseen: 0.02 is a gain of one per cent
    """
    x, _, _ = model.closed(state.x, state.t)
    values = model.values(x)
    D = np.full(model.n, 0.1)
    D[2 * model.k :] *= np.maximum(np.abs(values[2 * model.k :]), 1e-3)
    for name, value in (sigma or {}).items():
        D[model.entry(name)] = value
    filter = ErrorStateKalmanFilter(model, About(model.state(x, state.t), {}), step=step, t=state.t, integrator=integrator)
    steps = max(1, round(duration / step))
    if steps > MOST_STEPS:
        raise DescriptionError(f"observability: {duration:g} s in steps of {step:g} s are {steps:.3g}: give at most {MOST_STEPS}.")
    R_inverse = np.linalg.inv(model.covariance)
    transition, O = np.eye(model.n), np.zeros((model.n, model.n))
    for k in range(steps + 1):
        _, H = model.measured_linear(filter.mean[: model.n_x], filter.t, filter.mean[model.n_x :])
        H = H @ transition @ np.diag(D)
        O += H.T @ R_inverse @ H
        if k < steps:
            filter.predict(state.t + (k + 1) * step)
            transition = filter.transition @ transition
    own = np.flatnonzero(D > 0)  # what is known exactly needs no sensor
    eigenvalues, part = np.linalg.eigh(O[np.ix_(own, own)])
    vectors = np.zeros((model.n, own.size))
    vectors[own] = part
    after = np.linalg.inv(np.eye(model.n) + O)
    unseen = [
        {model.names[i]: float(vector[i]) for i in np.argsort(-np.abs(vector)) if abs(vector[i]) > 0.2}
        for value, vector in zip(eigenvalues, vectors.T, strict=True) if value < limit
    ]  # fmt: skip
    known = tuple(name for name, d in zip(model.names, D, strict=True) if d == 0.0)
    gain = 1 / np.sqrt(np.diag(after))
    return Observability(model.names, gain, eigenvalues[::-1], tuple(unseen), steps * step, known)


guard(__name__)
