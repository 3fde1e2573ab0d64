"""Settings of a run, as `biela.simulate` takes them, and the times of its outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.base.locks import cached_property
from biela.base.memory import refuse_too_large
from biela.base.surface import setting
from biela.integrate.method.base import Method, choose_method, is_number
from biela.integrate.system import ATOL, RTOL
from biela.mechanism.mechanism import Mechanism
from biela.simulation.event import Event
from biela.simulation.formulation import is_compliant, refuse_unknown

EVEN = 1e-9
"""Largest relative difference of intervals that count as equal."""
MOST_STEPS = 1e10
"""Largest number of steps of one run: hours of computing."""


@dataclass(frozen=True)
class Settings:
    """Settings of the integration; see `biela.simulate`."""

    method: str = "automatic"
    step: float | None = None
    rtol: float = RTOL
    atol: float | Mapping[str, float] = ATOL
    formulation: Any = "projected"
    duration: float = 10.0
    output_step: float | None = None
    max_step: float | None = None
    substeps: int | None = None
    outputs: Any = None

    @cached_property
    def integrator(self) -> Any:
        """Method with its options; anything unknown is refused."""
        refuse_unknown(self.formulation)
        return choose_method(self.method, self.step, self.rtol, self.atol, self.max_step, self.substeps)

    @property
    def compliant(self) -> bool:
        """True if elastic joints take the place of closed loops."""
        return is_compliant(self.formulation)

    def about(self, events: Sequence[Event]) -> dict[str, Any]:
        """Return the settings that a result keeps."""
        own = {**self.__dict__, "formulation": str(self.formulation), "duration": float(self.duration)}
        own["atol"] = dict(self.atol) if isinstance(self.atol, Mapping) else self.atol
        own.pop("integrator", None)
        own["outputs"] = None if self.outputs is None else [float(t) for t in self.outputs]
        return {**own, "events": [event.about() for event in events]}


def refuse_one_rate(method: Method, name: str, mechanism: Mechanism) -> None:
    """Refuse a multi-rate method without two sides: a mechanism that moves, and networks with states."""
    if not method.takes_networks_apart:
        return
    from biela.equations.layout import layout_of

    usual = f"{setting('method', 'dormand-prince')}, or {setting('method', 'rosenbrock')} if it is stiff"
    if not mechanism.networks:
        missing, instead = "has no networks", usual
    elif not mechanism.topology.n_v:
        missing, instead = "is a network without a mechanism", setting("method", "rosenbrock")
    elif not layout_of(mechanism).network_states:
        missing, instead = "has networks without states", usual
    else:
        return
    raise DescriptionError(
        f"method {name!r} steps a mechanism and its networks apart, but {mechanism.name!r} {missing}: use {instead}."
    )


def output_times(t0: float, duration: float, method: Any, output_step: float | None, outputs: Any = None) -> tuple[Array, Any]:
    """Return the times of the outputs, start and end among them. Fixed steps are shortened, if need be, so that outputs fall on
    steps; where outputs are not equally spaced, `pieces.py` does so from one to the next."""
    h = method.fixed_step if hasattr(method, "fixed_step") else None
    if not (is_number(duration) and duration > 0):
        raise DescriptionError(f"duration is {duration!r}: give a positive number of seconds.")
    if output_step is not None and not (is_number(output_step) and output_step > 0):
        raise DescriptionError(f"output_step is {output_step!r}: give a positive number of seconds.")
    refuse_too_many(duration, "step", h)
    if h is not None and h > duration * (1 + EVEN):
        raise DescriptionError(f"step is {h:g} s, longer than the run of {duration:g} s: give a shorter step.")
    refuse_too_many(duration, "max_step", getattr(method, "max_step", None))
    if outputs is not None:
        if output_step is not None:
            raise DescriptionError("give outputs or output_step, not both.")
        return _given_times(t0, duration, outputs), method
    if output_step is not None:
        many = duration / output_step  # these times, and copies of them, must fit into memory
        refuse_too_large(24 * many, f"a run with {many:.3g} outputs", "increase output_step.")
        count = max(1, round(many))
        if abs(count * output_step - duration) > EVEN * duration:
            whole = int(np.floor(duration / output_step))
            return np.append(t0 + output_step * np.arange(whole + 1), t0 + duration), method
    elif h is not None and duration / h <= 2000:
        count = max(1, round(duration / h))
    else:
        count = 1000
    if h is not None:
        method = replace(method, step=whole_steps(duration / count, h))
    return t0 + duration * np.arange(count + 1) / count, method


def refuse_too_many(duration: float, name: str, step: float | None) -> None:
    """Refuse a step so short that a run would have too many of them."""
    if step is not None and not duration / MOST_STEPS < step:
        raise DescriptionError(
            f"{name} is {step:g} s: a run of {duration:g} s would have {duration / step:.3g} steps, more than {MOST_STEPS:g}. "
            f"Give a longer {name} or a shorter duration."
        )


def whole_steps(interval: float, longest: float) -> float:
    """Return the longest step, up to a given one, of which there is a whole number in an interval."""
    return interval / max(1, int(np.ceil(interval / longest - EVEN)))


def _given_times(t0: float, duration: float, outputs: Any) -> Array:
    """Return the start, the times given, and the end."""
    try:
        given = np.array(outputs, float)
        good = given.ndim == 1 and bool(np.all(np.isfinite(given)) and np.all(np.diff(given) > 0))
    except (TypeError, ValueError):
        good = False
    if not good:
        raise DescriptionError(f"outputs are {outputs!r}: give a list of times, each later than the one before [s].")
    t_end = t0 + duration
    outside = given[(given < t0) | (given > t_end * (1 + EVEN))]
    if outside.size:
        raise DescriptionError(
            f"outputs contain {outside[0]:g} s, but the run goes from {t0:g} to {t_end:g} s: give times within it, or another "
            "duration."
        )
    inside = given[(given > t0) & (given < t_end - EVEN * duration)]
    return np.concatenate([[t0], inside, [t_end]])
