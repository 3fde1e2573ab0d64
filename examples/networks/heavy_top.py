"""A heavy top as a bond graph of a rigid body on an elastic joint, compared with its exact solution."""

import numpy as np

from biela.lie import so3
from biela.network import Network, spatial

mass, length, tilt, spin = 1.0, 0.1, np.pi / 6, 300.0
R = np.asarray(so3.from_roll_pitch_yaw([tilt, 0, 0]))
net = Network("heavy_top")
net.add(
    spatial.body(
        "top", mass, (0.0012, 0.0012, 0.002), position=R @ [0, 0, length], rotation=R, rate=(0, 0, spin),
        points={"tip": (0, 0, -length)},
    ),
    spatial.joint("pivot", "spherical", stiffness=1e7, damping=300.0),
)  # fmt: skip
net.connect("top.tip", "pivot.child")
run = net.simulate(duration=0.2, output_step=1e-4)

inertia, momentum = 0.0012 + mass * length**2, 0.002 * spin
p = momentum**2 / (2 * inertia * mass * 9.81 * length)
lowest = np.arccos(p / 2 - np.sqrt(p * p / 4 - p * np.cos(tilt) + 1))
angle = np.arccos(run["top/position.value_3"] / length)
print(f"lowest tilt: {np.degrees(angle.max()):.4f}°, exact {np.degrees(lowest):.4f}°")
print(
    f"gap of the joint: {max(np.abs(run[f'pivot/gap_{x}_spring.displacement']).max() for x in 'xyz') * 1e6:.2f} µm at most"
)
