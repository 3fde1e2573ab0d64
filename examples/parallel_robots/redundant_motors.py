"""A 3-RRR with a fourth motor: the same motion with smaller torques, shared by weights."""

import numpy as np

from biela import deg, motion
from biela.library import three_rrr

robot = three_rrr.build(gravity=(0, -9.81, 0))
turn = {
    "shoulder_1": 30 * deg + motion.cycloid(12 * deg, 1.0),
    "shoulder_2": 30 * deg + motion.cycloid(8 * deg, 1.0),
    "shoulder_3": 30 * deg + motion.spline([0, 0.4, 1.0], [0, 5 * deg, 11 * deg]),
}
shoulders = list(turn)

plain = robot.inverse_dynamics(turn, 1.0, samples=200, guess=three_rrr.GUESS)
four = robot.inverse_dynamics(turn, 1.0, samples=200, guess=three_rrr.GUESS, actuated=[*shoulders, "elbow_1"])
weak = robot.inverse_dynamics(
    turn, 1.0, samples=200, guess=three_rrr.GUESS, actuated=[*shoulders, "elbow_1"], weights={"elbow_1": 20.0}
)
for label, run in (("three motors", plain), ("four motors", four), ("a weak fourth", weak)):
    norm = np.sqrt((run.effort**2).sum(axis=1)).max()
    peaks = ", ".join(f"{peak:.3f}" for peak in np.abs(run.effort).max(axis=0))
    print(f"{label:14} largest torques {peaks} N·m, largest norm {norm:.3f} N·m")

# two motors are not enough, and biela names the degree of freedom without an actuator
try:
    robot.inverse_dynamics(turn, 1.0, guess=three_rrr.GUESS, actuated=shoulders[:2])
except Exception as error:
    print(error)
