"""Road vehicles, built from mechanisms and networks. A car is an ordinary machine; its axes are x forward, y left, z up.

| file | subject |
|---|---|
| part | how the parts of a car declare their data |
| car, look | a car from its parts, and what it looks like |
| suspension, wishbone | what carries a wheel: a guided hub, a double wishbone and its test rig |
| tyre/ | laws of slip, one file each, and the contact of a wheel with the road |
| road, aerodynamics | what acts on the car from outside |
| driveline, dry_friction | engine, clutch, gearbox, differentials and brakes as power networks |
| driver | pedals, gear and steering as laws of signals |
| manoeuvre, driven | what a test driver does, and the numbers that are reported |
| analysis | loads at rest, directional stability, where the energy went |

This room knows mechanisms, networks and how they are simulated. It must not know files, reports or the machines of the library.
"""
