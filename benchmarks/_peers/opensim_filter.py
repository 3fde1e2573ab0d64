"""The particle filter of the double crank driven through OpenSim/Simbody: integrate, perturb, assemble, read the gyroscope.

Run as a script with the number of particles and of steps; prints CPU seconds per particle-step. As in the published program: one
Runge-Kutta-Merson integrator of accuracy 1e-3, initialised anew for every particle and step, and an assembly with the input locked.
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np
import opensim as osim

STEP = 0.006


def floating_angle(theta: float) -> float:
    """Angle of the floating bar relative to the input bar, on the branch with a negative one."""
    x, y = -2 + 4 * np.cos(theta), 4 * np.sin(theta)
    d = np.hypot(x, y)
    phi = np.arctan2(-y, -x) + np.arccos((9 + d * d - 16) / (6 * d))
    return float(np.mod(phi - theta + np.pi, 2 * np.pi) - np.pi)


def build() -> osim.Model:
    model = osim.Model()
    model.setGravity(osim.Vec3(0, -9.8, 0))
    bars = []
    for name, half in (("input", 2.0), ("floating", 1.5)):
        bars.append(osim.Body(name, 1.0, osim.Vec3(-half, 0, 0), osim.Inertia(1, 1, 1)))
        model.addBody(bars[-1])
    zero = osim.Vec3(0)
    model.addJoint(osim.PinJoint("A", model.getGround(), osim.Vec3(-2, 0, 0), zero, bars[0], osim.Vec3(-4, 0, 0), zero))
    model.addJoint(osim.PinJoint("B", bars[0], zero, zero, bars[1], osim.Vec3(-3, 0, 0), zero))
    model.addConstraint(osim.ConstantDistanceConstraint(model.getGround(), zero, bars[1], zero, 4.0))
    return model


def main() -> None:
    count, steps = int(sys.argv[1]), int(sys.argv[2])
    osim.Logger.setLevelString("off")
    model = build()
    state = model.initSystem()
    a, b = (model.getCoordinateSet().get(i) for i in range(2))
    rng = np.random.default_rng(1)
    q = np.array([[theta, floating_angle(theta)] for theta in rng.uniform(0, np.pi, count)])
    v, logw = np.zeros((count, 2)), np.zeros(count)
    began = process_time()
    for _ in range(steps):
        for i in range(count):
            a.setValue(state, q[i, 0], False)
            b.setValue(state, q[i, 1], False)
            a.setSpeedValue(state, v[i, 0])
            b.setSpeedValue(state, v[i, 1])
            state.setTime(0.0)
            manager = osim.Manager(model)
            manager.setIntegratorAccuracy(1e-3)
            manager.initialize(state)
            after = manager.integrate(STEP)
            a.setValue(after, a.getValue(after) + 0.02 * rng.standard_normal(), False)
            a.setLocked(after, True)
            model.assemble(after)
            a.setLocked(after, False)
            q[i] = a.getValue(after), b.getValue(after)
            v[i] = a.getSpeedValue(after), b.getSpeedValue(after)
            logw[i] -= 0.5 * ((v[i, 0] - 0.3) / 0.1) ** 2
        w = np.exp(logw - logw.max())
        if w.sum() ** 2 / (count * (w**2).sum()) < 0.5:
            chosen = np.searchsorted(np.cumsum(w / w.sum()), (np.arange(count) + rng.random()) / count).clip(0, count - 1)
            q, v, logw = q[chosen], v[chosen], np.zeros(count)
    cost = (process_time() - began) / (count * steps)
    gap = max(abs(np.hypot(-2 + 4 * np.cos(t) + 3 * np.cos(t + r), 4 * np.sin(t) + 3 * np.sin(t + r)) - 4) for t, r in q)
    assert gap < 1e-2, gap
    print(cost)


if __name__ == "__main__":
    main()
