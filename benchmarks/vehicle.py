"""The car: how much faster than real time, and what a batch of cars costs.

    python benchmarks/vehicle.py [--quick]

Standing start of the Renault Clio RL 1.1, 40 s, full 3-D car with tyres, driveline, clutch and shifts; then 256 cars of
different mass and tyres' rolling resistance in one batch, beside the same cars one by one (a sample of them).
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from biela.library import renault_clio
from biela.simulation.batch import simulate_batch
from biela.vehicle.driver import Driver


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repetitions and cars")
    quick = parser.parse_args().quick

    m = renault_clio.build()
    start = renault_clio.start(m)
    options = {"method": "rk4", "step": 1e-3, "output_step": 0.05}
    m.simulate(start, 0.1, **options)  # compiled before any clock starts
    best = min((_timed(lambda: m.simulate(start, 40.0, **options)) for _ in range(2 if quick else 5)), key=lambda r: r[0])
    cpu, wall, run = best
    balance = float(np.abs(run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]).max())
    print("standing start, 40 s, rk4 at 1 ms")
    print(f"  {wall:.3f} s wall, {cpu:.3f} s CPU: {40 / cpu:.0f} times faster than real time (CPU)")
    print(f"  energy error {balance:.3g} J of {run['machine.kinetic_energy'][-1]:.4g} J, closure error {run.closure_error:.2g}")

    count, seconds = (64, 5.0) if quick else (256, 10.0)
    factory = _cars(count)
    batch_cpu, batch_wall, _ = _timed(lambda: factory.batch(seconds))
    single_cpu, single_wall, _ = _timed(lambda: factory.singles(seconds, 4))
    gain = (single_cpu / 4) / (batch_cpu / count)
    print(f"{count} cars for {seconds:g} s in one batch: {1e3 * batch_cpu / count:.2f} ms CPU a car")
    print(f"one by one: {1e3 * single_cpu / 4:.2f} ms CPU a car; the batch is {gain:.1f} times cheaper ({batch_wall:.2f} s wall)")
    print(
        f"vehicle: real_time={40 / cpu:.4g} energy_error={balance:.4g} closure_error={run.closure_error:.3g} "
        f"batch_gain={gain:.4g} cars={count}"
    )


class _cars:
    """Cars that differ in the mass of the chassis and in how hard their tyres roll."""

    def __init__(self, count: int):
        from biela.vehicle.car import Chassis

        self.count = count
        base = renault_clio.car()
        m = renault_clio.car(chassis=Chassis(base.chassis.mass, base.chassis.inertia, base.chassis.height)).build(
            Driver(throttle=1.0, gear=1, launch=261.8)
        )
        self.m = m.edit()
        self.load = self.m.parameter("payload", 0.0, "N")
        self.m.wrench("payload_weight", "chassis", force=(0, 0, -1.0 * self.load))
        self.start = self.m.assemble({"car": (1, 0, 0, 0, 0, 0, base.chassis.height)})
        self.loads = np.linspace(0.0, 2000.0, count)
        self.options = {"method": "rk4", "step": 1e-3, "output_step": 0.1}
        # past the lock-up of the clutch, so that all that runs is compiled before any clock starts
        self.batch(2.0)
        self.singles(2.0, 1)

    def batch(self, seconds: float):
        return simulate_batch(self.m, self.start, seconds, parameters={"payload": self.loads}, threads=1, **self.options)

    def singles(self, seconds: float, n: int):
        for load in self.loads[:: max(len(self.loads) // n, 1)][:n]:
            self.m.simulate(self.start, seconds, parameters={"payload": float(load)}, **self.options)


def _timed(action):
    cpu, wall = time.process_time(), time.perf_counter()
    result = action()
    return time.process_time() - cpu, time.perf_counter() - wall, result


if __name__ == "__main__":
    main()
