"""What a law of slip answers. Longitudinal and lateral laws are chosen separately and may be mixed.

Slip κ > 0 drives the car forward; slip angle α > 0 pushes it to the left (+y):

    κ = (ω R − v_x) / max(|ω R|, |v_x|),      tan α = −v_y / |v_x|        at the wheel, in its own axes

All functions take numbers, arrays or symbols.
"""

from __future__ import annotations

from typing import Any, Protocol


class LongitudinalLaw(Protocol):
    """Force along the wheel."""

    def force(self, slip: Any, slip_angle: Any, load: Any) -> Any:
        """F_x [N] at slip κ, slip angle α [rad] and load F_z [N]."""

    def stiffness(self, load: Any) -> Any:
        """∂F_x/∂κ at rest [N]."""

    def peak(self, load: Any) -> Any:
        """Largest force [N]."""


class LateralLaw(Protocol):
    """Force across the wheel."""

    def force(self, slip_angle: Any, slip: Any, load: Any) -> Any:
        """F_y [N] at slip angle α [rad], slip κ and load F_z [N]."""

    def stiffness(self, load: Any) -> Any:
        """∂F_y/∂α at rest [N/rad]."""

    def peak(self, load: Any) -> Any:
        """Largest force [N]."""
