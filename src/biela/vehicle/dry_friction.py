"""Dry friction that truly sticks: clutches and brakes that lock without chatter.

A deflection ξ between −1 and 1, first a spring, then a slider:

    ξ̇ = (ω − |ω| ξ) / (θ₀ + |ω| τ),      T = capacity · (ξ + d ξ̇)

Sliding, ξ → ±1 and the torque is the capacity; at rest any torque below the capacity is held by the spring of
stiffness capacity/θ₀, so that nothing creeps. τ keeps the fast slider from becoming stiff: it reaches ±1 within τ.
Nothing switches, so nothing chatters, and a lock-up is an ordinary zero of the slip that an event may record.

Reference: Dahl (1968), *A solid friction model*, Aerospace Corporation TOR-0158(3107-18)-1
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from biela.lie.array import Operand
from biela.mechanism.parameter import scalar
from biela.network import Integrator, Network, R
from biela.network.context import NetworkSignals


def dry_friction(
    net: Network, name: str, junction: str, capacity: Any, *, angle: float = 2e-3, time: float = 2e-3, damping: float = 3e-3
) -> R:  # fmt: skip
    """Friction on a junction of rotation: the rate of a 1-junction, the slip across a 0-junction.

    Parameters
    ----------
    capacity : torque at which it slides [N·m]: a number or a law of signals; never negative
    angle : deflection of the spring when it begins to slide, θ₀ [rad]
    time, damping : τ and d [s]

    Signals: `name.effort` [N·m], `name.flow` (slip) [rad/s], `name_deflection.value` (ξ).
    """
    if not callable(capacity):
        scalar(capacity, f"capacity of friction {name!r}", nonnegative=True)
    for value, what in ((angle, "angle"), (time, "time")):
        scalar(value, f"{what} of friction {name!r}", positive=True)
    scalar(damping, f"damping of friction {name!r}", nonnegative=True)
    state = f"{name}_deflection"

    def rate(slip: Operand, s: NetworkSignals) -> Operand:
        speed = ca.fabs(slip)
        return (slip - speed * s[f"{state}.value"]) / (angle + speed * time)

    def torque(slip: Operand, s: NetworkSignals) -> Operand:
        limit = ca.fmax(capacity(s) if callable(capacity) else capacity, 0)
        return limit * (s[f"{state}.value"] + damping * rate(slip, s))

    element = R(name, effort=torque, domain="rotation")
    net.add(element, Integrator(state, lambda s: rate(s[f"{name}.flow"], s)))
    net.connect(junction, name)
    return element
