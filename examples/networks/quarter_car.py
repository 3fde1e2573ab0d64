"""A quarter car as a bond graph: causality, printed equations, poles, and how it filters the road."""

import numpy as np

from biela.network import Network, One, Zero
from biela.network.translation import damper, mass, spring, velocity

net = Network("quarter_car")
net.add(velocity("road"), Zero("tyre_force"), spring("tyre", 150e3), One("wheel_speed"), mass("wheel", 38.4))
net.add(
    Zero("strut_force"),
    One("strut"),
    spring("spring", 14.9e3),
    damper("damper", 475.0),
    One("body_speed"),
    mass("body", 250.0),
)
net.connect("road", "tyre_force", "wheel_speed", "strut_force", "body_speed", "body")
net.connect("tyre_force", "tyre")
net.connect("wheel_speed", "wheel")
net.connect("strut_force", "strut", "spring")
net.connect("strut", "damper")

print(net.check())
print(net.equations())

model = net.linearise(outputs=["body.flow"])
for pole in model.eigenvalues[::2]:
    print(f"pole at {abs(pole) / (2 * np.pi):.3f} Hz, damping ratio {-pole.real / abs(pole):.3f}")
magnitude, _ = model.bode(2 * np.pi * np.array([0.1, 1.2, 10.0]))
print("body over road at 0.1, 1.2 and 10 Hz:", ", ".join(f"{m:.1f} dB" for m in magnitude))

run = net.simulate(duration=3.0, inputs={"road": lambda t: 0.05 * 2 * np.pi * np.cos(2 * np.pi * t)})
print(
    f"energy balance closes to {np.abs(run['machine.energy'] - run['machine.energy'][0] - run['machine.work']).max():.1e} J"
)
with open("quarter_car.svg", "w", encoding="utf-8") as file:
    file.write(net.draw())
