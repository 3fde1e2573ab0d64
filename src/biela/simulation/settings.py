"""Settings of a run, as `biela.simulate` takes them: one place for their defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from biela.base.dataclass import dataclass
from biela.base.locks import cached_property
from biela.integrate.method.base import choose_method
from biela.integrate.tolerance import ATOL, RTOL
from biela.simulation.event import Event
from biela.simulation.formulation import is_compliant, refuse_unknown


@dataclass(frozen=True)
class Settings:
    """How to integrate; see `biela.simulate`."""

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
        found = choose_method(self.method, self.step, self.rtol, self.atol, self.max_step, self.substeps)
        refuse_unknown(self.formulation)
        return found

    @property
    def compliant(self) -> bool:
        """Whether elastic joints take the place of closed loops."""
        return is_compliant(self.formulation)

    def about(self, events: Sequence[Event]) -> dict[str, Any]:
        """Return what a result keeps of the settings."""
        own = {**self.__dict__, "formulation": str(self.formulation), "duration": float(self.duration)}
        own["atol"] = dict(self.atol) if isinstance(self.atol, Mapping) else self.atol
        own.pop("integrator", None)
        own["outputs"] = None if self.outputs is None else [float(t) for t in self.outputs]
        return {**own, "events": [event.about() for event in events]}
