"""Functions of time (or of any other variable): prescribed motions, loads, inputs, curves.

    from biela import motion

    motion.quintic(60 * deg, duration=1.5).then(motion.cycloid(0, 1.0, before=60 * deg))
    motion.spline([0, 0.4, 1.0], [0, 0.3, 0.1]) + 0.02 * motion.sine(1.0, frequency=5.0)

A function is written once and evaluated on numbers, on symbols or on jets (`jet.py`), so that its derivatives are exact
and it is compiled with the equations. A plain Python function of the variable serves as well: `lambda t: 0.1 * t**2`.
"""

from __future__ import annotations

from biela.base.checked import guard
from biela.mechanism.motion.base import Function, Motion, call, is_motion, sampled
from biela.mechanism.motion.combined import Clock, Scaled, Sequence, Sum, sequence
from biela.mechanism.motion.elementary import Constant, Fourier, Polynomial, Sine, constant, fourier, function, polynomial, sine
from biela.mechanism.motion.point_to_point import Cubic, Cycloid, Quintic, Step, Trapezoid, cubic, cycloid, quintic, step, trapezoid
from biela.mechanism.motion.pose import PoseMotion, pose
from biela.mechanism.motion.smooth import Jump, VelocityJump, jumps, warn_of_jumps
from biela.mechanism.motion.through_points import Spline, Table, spline, table

__all__ = [
    "Clock", "Constant", "Cubic", "Cycloid", "Fourier", "Function", "Jump", "Motion", "Polynomial", "PoseMotion", "Quintic",
    "Scaled", "Sequence", "Sine", "Spline", "Step", "Sum", "Table", "Trapezoid", "VelocityJump", "call", "constant", "cubic",
    "cycloid", "fourier", "function", "is_motion", "jumps", "polynomial", "pose", "quintic", "sampled", "sequence", "sine",
    "spline", "step", "table", "trapezoid", "warn_of_jumps",
]  # fmt: skip

guard(__name__)
