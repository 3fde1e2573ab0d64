"""The single-track model: a car reduced to sideways motion and yaw, at constant speed. An oracle for the full car.

    m (v̇_y + v r) = F_f + F_r,      J ṙ = a F_f − b F_r + M,      α_f = δ − (v_y + a r)/v,   α_r = −(v_y − b r)/v

Linear tyres F = C α give the state matrix A of [v_y, r], whose eigenvalues are the directional modes, and the understeer
gradient K = m (b C_r − a C_f) / (L C_f C_r) of δ = L/R + K a_y. M is a moment of the lateral acceleration that the model
itself does not know, such as that of tyres which roll the harder the more they carry; none if it is not given.

Reference: Mitschke & Wallentowitz (2014), *Dynamik der Kraftfahrzeuge*, ch. 19
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.parameter import scalar

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class SingleTrack:
    """Mass [kg], yaw inertia [kg·m²], distances of the axles from the centre of mass [m], axle forces of slip angle [N].

    `front_force(α)` and `rear_force(α)` give the force of the whole axle at its static load.
    """

    mass: float
    yaw_inertia: float
    front: float
    rear: float
    front_force: Callable[[Any], Any]
    rear_force: Callable[[Any], Any]
    moment: Callable[[float], float] = lambda a_y: 0.0

    def __post_init__(self) -> None:
        for name in ("mass", "yaw_inertia", "front", "rear"):
            scalar(getattr(self, name), f"{name.replace('_', ' ')} of the single-track model", positive=True)

    @property
    def stiffness(self) -> tuple[float, float]:
        """Cornering stiffness of the axles [N/rad]."""
        h = 1e-6
        return tuple(float(f(h) - f(-h)) / (2 * h) for f in (self.front_force, self.rear_force))  # type: ignore[return-value]

    def matrix(self, speed: float) -> Vector:
        """A of [v_y, r]."""
        Cf, Cr = self.stiffness
        m, J, a, b, v = self.mass, self.yaw_inertia, self.front, self.rear, speed
        return np.array(
            [
                [-(Cf + Cr) / (m * v), (b * Cr - a * Cf) / (m * v) - v],
                [(b * Cr - a * Cf) / (J * v), -(a * a * Cf + b * b * Cr) / (J * v)],
            ]
        )

    def eigenvalues(self, speed: float) -> NDArray[np.complex128]:
        """Directional modes at a speed [1/s]."""
        return np.asarray(np.linalg.eigvals(self.matrix(speed)))

    @property
    def understeer_gradient(self) -> float:
        """K [rad·s²/m]."""
        Cf, Cr = self.stiffness
        return self.mass * (self.rear * Cr - self.front * Cf) / ((self.front + self.rear) * Cf * Cr)

    def steady_yaw_rate(self, speed: float, delta: float) -> float:
        """r = v δ / (L + K v²) [rad/s]."""
        return speed * delta / (self.front + self.rear + self.understeer_gradient * speed**2)

    def simulate(self, speed: float, steering: Callable[[float], float], times: Any) -> Vector:
        """Columns α_f, α_r, r, ψ, x, y at the times, from straight running."""
        from scipy.integrate import solve_ivp

        def slip(y: Any, t: float) -> tuple[float, float]:
            return steering(t) - (y[0] + self.front * y[1]) / speed, -(y[0] - self.rear * y[1]) / speed

        def rates(t: float, y: Any) -> list[float]:
            af, ar = slip(y, t)
            Ff, Fr = float(self.front_force(af)), float(self.rear_force(ar))
            turn = (self.front * Ff - self.rear * Fr + self.moment(speed * y[1])) / self.yaw_inertia
            c, s = np.cos(y[2]), np.sin(y[2])
            return [(Ff + Fr) / self.mass - speed * y[1], turn, y[1], speed * c - y[0] * s, speed * s + y[0] * c]

        solution = solve_ivp(rates, (0.0, times[-1]), [0.0] * 5, t_eval=times, rtol=1e-10, atol=1e-12, max_step=0.05)
        angles = np.array([slip(y, t) for t, y in zip(times, solution.y.T, strict=True)])
        return np.column_stack([angles, solution.y[1], solution.y[2], solution.y[3], solution.y[4]])
