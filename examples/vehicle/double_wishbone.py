"""A double wishbone on the rig: camber, toe, track and wheel rate over the travel of the wheel."""

import numpy as np

from biela.vehicle.suspension import SuspensionSpring
from biela.vehicle.wishbone import HardPoints, suspension_rig, sweep

points = HardPoints(
    lower_front=(0.15, 0.30, 0.18),
    lower_rear=(-0.15, 0.30, 0.18),
    lower_ball=(0.0, 0.66, 0.16),
    upper_front=(0.12, 0.40, 0.42),
    upper_rear=(-0.12, 0.40, 0.42),
    upper_ball=(-0.02, 0.62, 0.44),
    rack=(-0.13, 0.34, 0.22),
    tie_rod=(-0.13, 0.64, 0.21),
    spring_lower=(0.0, 0.52, 0.18),
    spring_upper=(0.0, 0.44, 0.62),
    wheel=(0.0, 0.74, 0.28),
)
rig = suspension_rig(points, SuspensionSpring(40e3))
print(rig.check())

result = sweep(rig, np.linspace(-0.06, 0.06, 7))
print("travel [mm]  camber [°]   toe [°]  track [mm]  wheel rate [N/mm]")
for row in zip(result.travel, result.camber, result.toe, result.track, result.rate, strict=True):
    z, camber, toe, y, rate = row
    print(
        f"{1e3 * z:11.0f}  {np.degrees(camber):10.3f}  {np.degrees(toe):8.3f}"
        f"  {1e3 * (y - result.track[3]):10.2f}  {rate / 1e3:17.2f}"
    )
