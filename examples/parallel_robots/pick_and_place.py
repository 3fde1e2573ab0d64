"""A five-bar robot moves its tip along a path: joint angles, motor torques, and how far the path can go."""

import numpy as np

import biela
from biela import motion
from biela.library import five_bar
from biela.simulation.inverse_kinematics import inverse_kinematics

robot = five_bar.build(gravity=(0, -9.81, 0))
home = five_bar.start(robot)

# motor angles that put the tip at a point; the guess keeps the elbows on their side
there = inverse_kinematics(robot, "tip", (0.06, 0.11, None), guess=home)
for name in ("left_shoulder", "right_shoulder"):
    print(f"{name:15} {there[f'{name}.angle'] / biela.deg:8.3f}°")

# up, over and down again in 0.8 s: three quintics, at rest where they meet
lift = motion.quintic(0.115, 0.2, before=0.095)
path = motion.pose(
    x=motion.quintic(0.07, 0.4, before=0.03, start=0.2),
    y=lift.then(motion.constant(0.115), at=0.6).then(motion.quintic(0.095, 0.2, before=0.115), at=0.6),
)
run = robot.inverse_dynamics({"tip": path}, 0.8, samples=400, guess=home, actuated=["left_motor", "right_motor"])
print(f"tip at the end: {run['tip.x'][-1] * 1e3:.3f}, {run['tip.y'][-1] * 1e3:.3f} mm")
for k, name in enumerate(run.actuated):
    torque = run.effort[:, k]
    print(f"{name:12} {torque.min() * 1e3:7.3f} to {torque.max() * 1e3:7.3f} mN·m")
print(f"conditioning: {run.conditioning.min():.2f} at its worst (0 is a dead point)")

# four methods, one result
for method in ("virtual_power", "projected", "absolute"):
    other = robot.inverse_dynamics(
        {"tip": path}, 0.8, samples=400, guess=home, actuated=["left_motor", "right_motor"], method=method
    )
    print(f"{method:15} differs by {np.abs(other.effort - run.effort).max() / np.abs(run.effort).max():.1e}")

# too high: the arms are fully stretched before the path ends
try:
    high = {"tip": motion.pose(x=0.05, y=motion.quintic(0.15, 0.5, before=0.1))}
    robot.inverse_dynamics(high, 0.5, guess=home, actuated=["left_motor", "right_motor"])
except biela.BielaError as error:
    print(error)
