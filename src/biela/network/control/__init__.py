"""Controllers and operator signals, compiled with the machine; their states are states of the network.

    net.add(control.pd("boom_control", reference, "boom.extension", rate="boom.speed", kp=3.0, kd=0.2))
    net.add(hydraulic.directional_valve("valve", oil, …, command="boom_control.output"))

The same description runs open loop with another command: a function of time, or None for an input of the machine.
"""

from biela.base.checked import guard
from biela.network.control.pid import lever, low_pass, pd, pid, rate_limiter, velocity_control
from biela.network.control.time_delay import time_delay

__all__ = ["lever", "low_pass", "pd", "pid", "rate_limiter", "time_delay", "velocity_control"]

guard(__name__)
