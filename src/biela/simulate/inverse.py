"""Inverse dynamics along a motion: the efforts that make the driven joints move as told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biela.mechanism.mechanism import Mechanism
from biela.simulate.history import History


def inverse_dynamics(
    mechanism: Mechanism,
    motion: Mapping[str, Any],
    duration: float,
    *,
    samples: int = 1000,
    guess: Any = None,
    **options: Any,
) -> History:
    """Efforts, reactions and all other signals while the named joints follow given functions of time.

    The motion is prescribed on a copy of the machine and run there; the effort of joint `A` is the signal
    `A_drive.effort`. Joints that are neither driven nor tied by loops move freely, as they would in reality.

    Parameters
    ----------
    motion : joint name → function of time, such as `biela.sine(amplitude=0.5, period=2.0)`
    samples : number of outputs after the start
    guess : chooses the branch at the start, see `assemble`
    """
    from biela.simulate.assemble import assemble
    from biela.simulate.run import simulate

    driven = mechanism.edit()
    for joint, function in motion.items():
        driven.drive(joint, function)
    start = assemble(driven, guess=guess)
    return simulate(driven, start, duration, output_step=duration / samples, **options)
