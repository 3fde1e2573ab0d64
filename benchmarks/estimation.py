"""State estimation in real time: particles and Kalman filters on machines with loops, beside OpenSim/Simbody and filterpy.

1. The double crank of a published study at its 6 ms step: particle-steps per second, iteration times, the same filter driven
   through OpenSim (pip `opensim`) in the same run.
2. The excavator with its hydraulics, 10 ms, on all cores.
3. Kalman filters of a four-bar per sample: whole log in one call, live `step`, filterpy (pip) on the same compiled model.

CPU times are of the thread that works, so that other programs do not count; wall times are shown beside them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any

import numpy as np

import biela
from _common import arguments, print_summary, print_table
from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.library import double_crank
from biela.library.parts import slender_rod

STEP = 0.006
NOISE = estimate.ProcessNoise(0.02, "angle_per_step")


# ------------------------------------------------------------------------------------------------------ particles


def crank_filter(count: int, threads: int = 1) -> tuple[estimate.ParticleFilter, estimate.Log]:
    m = double_crank.build()
    up, down = double_crank.start(m, 1.0, 1), double_crank.start(m, -1.0, -1)
    model = estimate.Model(m, [up, down], independent=["A"])
    prior = estimate.Uniform({"A": (0, 2 * np.pi)}, [up, down], estimate.half_turn())
    truth = simulate_truth(model, prior, [np.random.default_rng(2)], STEP, 2000, threads=1)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(3))
    filter = estimate.ParticleFilter(
        model,
        prior,
        NOISE,
        particles=count,
        step=STEP,
        likelihood_scale=10,
        reach=np.inf,
        jitter={"A.rate": 0.02},
        proposal="bootstrap",
        seed=1,
        threads=threads,
    )
    return filter, log


def particles(quick: bool) -> dict[str, float]:
    """Iteration times over the number of particles, on one core."""
    rows, found = [], {}
    per: dict[int, float] = {}
    for count in (200, 1_000, 10_000, 30_000):
        steps = 200 if quick else 1000
        filter, log = crank_filter(count)
        cpu, wall = [], []
        for k in range(steps):
            c, w = thread_time(), perf_counter()
            filter.advance(log.t[k], {"gyro": log.values[k, 0]})
            cpu.append(thread_time() - c)
            wall.append(perf_counter() - w)
        c, w = np.array(cpu[5:]) * 1e3, np.array(wall[5:]) * 1e3
        per[count] = float(np.median(c)) / count * 1e6
        rows.append([f"{count}", "6 ms", f"{np.median(c):.3f}", f"{np.percentile(c, 95):.3f}", f"{np.percentile(c, 99):.3f}",
                     f"{np.percentile(w, 99):.3f}", f"{per[count]:.0f}",
                     "yes" if np.percentile(c, 99) < 6.0 else "no"])  # fmt: skip
        found[f"p99_ms_{count}"] = float(np.percentile(c, 99))
    header = ["particles", "step", "CPU median ms", "p95", "p99", "wall p99", "CPU ns/particle-step", "real time"]
    print_table("double crank, one core: a whole iteration (motion, noise, closure, weights, resampling, mean)", header, rows)
    found["ns_per_particle_step"] = per[10_000]
    counts = np.array(list(per), float)
    found["linear_r2"] = float(np.corrcoef(counts, counts * np.array(list(per.values())))[0, 1] ** 2)
    return found


def opensim_filter(count: int, steps: int) -> float:
    """CPU seconds per particle-step of the same filter through OpenSim, in a process of its own (both bring a CasADi library)."""
    script = Path(__file__).parent / "_peers" / "opensim_filter.py"
    done = subprocess.run([sys.executable, str(script), str(count), str(steps)], capture_output=True, text=True)
    if done.returncode != 0:
        raise ImportError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "opensim failed")
    return float(done.stdout.split()[-1])


def beside_opensim(quick: bool, ours: float) -> dict[str, float]:
    try:
        peer = opensim_filter(20, 3 if quick else 15)
    except ImportError as error:
        print(f"\nOpenSim is left out ({error}): pip install biela[bench]")
        return {}
    filter, log = crank_filter(10_000)
    part = estimate.Log(log.t[:60], log.names, log.values[:60])
    began = process_time()
    filter.run(part)
    ours = (process_time() - began) / (60 * 10_000)
    rows = [
        ["biela", "RK4 6 ms, loops closed to 1e-12", f"{ours * 1e9:.0f}", f"{1 / ours / 1e6:.2f}"],
        ["OpenSim/Simbody", "Runge-Kutta-Merson 1e-3, Assembler", f"{peer * 1e9:.0f}", f"{1 / peer / 1e6:.5f}"],
    ]
    print_table(
        "the same particle filter through two engines, one core", ["engine", "how", "CPU ns/particle-step", "million/s"], rows
    )
    return {"opensim_ratio": peer / ours, "opensim_us": peer * 1e6}


# ------------------------------------------------------------------------------------------------------ excavator


def excavator(quick: bool) -> dict[str, float]:
    """200 and 500 particles of the excavator with its hydraulics at 10 ms, on all cores."""
    from biela.library import excavator as machine

    m = machine.build().edit()
    m.encoder("boom_encoder", "boom_pin", noise=0.01)
    m.gyroscope("arm_gyro", "arm", axes="y", noise=0.01)
    m.pressure_sensor("boom_head", "boom_cylinder/head_oil.effort", noise=2e5)
    start = machine.start(m)
    model = estimate.Model(m, start)
    steps = 100 if quick else 300
    truth = simulate_truth(
        model, estimate.About(start), [np.random.default_rng(0)], 0.01, steps, max_step=0.0025, integrator="implicit"
    )
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(1))
    k, n = model.k, model.n
    sigma = {name: 0.03 if i < k else 0.02 if i < 2 * k else 1e5 for i, name in enumerate(model.names)}
    walks = dict.fromkeys(model.names[2 * k :], 100000.0)
    cores, rows, found = os.cpu_count() or 1, [], {}
    for count in (200, 500):
        filter = estimate.ParticleFilter(
            model, estimate.About(start, sigma), estimate.ProcessNoise(0.05, states=walks), particles=count, step=0.0025,
            integrator="implicit", seed=1, threads=cores,
        )  # fmt: skip
        filter.advance(log.t[0], dict(zip(log.names, log.values[0], strict=True)))  # compiled, or loaded, by now
        wall, cpu = [], process_time()
        for j in range(1, steps):
            w = perf_counter()
            filter.advance(log.t[j], dict(zip(log.names, log.values[j], strict=True)))
            wall.append(1e3 * (perf_counter() - w))
        cpu = (process_time() - cpu) / (steps - 1) * 1e3
        rows.append([f"{count}", f"{n} states", f"{np.median(wall):.2f}", f"{np.percentile(wall, 99):.2f}",
                     f"{cpu:.2f}", f"{cpu / cores:.2f}",
                     "yes" if cpu / cores < 10 else "no"])  # fmt: skip
        found[f"excavator_{count}_ms"] = cpu / cores
        found[f"excavator_{count}_wall_ms"] = float(np.median(wall))
    header = ["particles", "model", "wall median ms", "wall p99", "CPU ms/step", f"CPU / {cores} cores", "real time at 10 ms"]
    print_table("excavator with hydraulics: 10 ms, linearly implicit steps of 2.5 ms", header, rows)
    return found


# ------------------------------------------------------------------------------------------------------ Kalman family


def four_bar() -> tuple[estimate.Model, Any]:
    m = biela.Mechanism("four-bar", gravity=(0, -9.81, 0))
    crank, coupler, rocker = (
        slender_rod(m, name, size, size) for name, size in (("crank", 2.0), ("coupler", 8.0), ("rocker", 5.0))
    )
    m.revolute("A", m.ground, crank)
    m.revolute("B", crank, coupler, parent_point=(2, 0, 0))
    m.revolute("C", coupler, rocker, parent_point=(8, 0, 0), child_point=(5, 0, 0))
    m.revolute("D", m.ground, rocker, parent_point=(10, 0, 0))
    m.gyroscope("gyro", coupler, axes="z", noise=9.84e-4)
    angle = np.pi / 3
    start = m.assemble({"A": angle}, guess={"A": angle, "B": np.radians(25) - angle, "D": np.radians(100)})
    return estimate.Model(m, start, independent=["A"]), start


def kalman(quick: bool) -> dict[str, float]:
    model, start = four_bar()
    h, steps = 0.005, 2000
    truth = simulate_truth(model, estimate.About(start), [np.random.default_rng(0)], h, steps, threads=1)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(1))
    prior, noise = estimate.About(start, {"A": 0.1, "A.rate": 0.1}), estimate.ProcessNoise(0.3)
    rows, found = [], {}
    for name in ("extended", "unscented", "error-state"):
        best = np.inf
        for _ in range(3 if quick else 10):
            filter = estimate.make_filter(name, model, prior, noise, step=h)
            began = thread_time()
            filter.run(log)
            best = min(best, (thread_time() - began) / steps)
        filter, live = estimate.make_filter(name, model, prior, noise, step=h), []
        for k in range(steps):
            began = thread_time()
            filter.step(log.t[k], {"gyro": log.values[k, 0]})
            live.append(thread_time() - began)
        rows.append(["biela", name, f"{best * 1e6:.2f}", f"{np.median(live) * 1e6:.1f}", f"{np.percentile(live, 99) * 1e6:.1f}"])
        key = name.replace("-", "_")
        found[f"{key}_us"], found[f"{key}_live_us"] = best * 1e6, float(np.median(live)) * 1e6
    try:
        for name, cost in filterpy_filters(model, start, log, noise, h, 200 if quick else 1000).items():
            rows.append(["filterpy", name, f"{cost * 1e6:.1f}", f"{cost * 1e6:.1f}", ""])
            found[f"filterpy_{name}_us"] = cost * 1e6
    except ImportError:
        print("\nfilterpy is not installed: pip install biela[bench]")
    print_table("Kalman filters of a four-bar, 5 ms", ["library", "filter", "log: CPU µs/sample", "live: median µs", "p99"], rows)
    return found


def filterpy_filters(model: estimate.Model, start: Any, log: Any, noise: Any, h: float, steps: int) -> dict[str, float]:
    """filterpy with the same compiled model called from Python: its extended and unscented filters."""
    from filterpy.kalman import ExtendedKalmanFilter, MerweScaledSigmaPoints, UnscentedKalmanFilter

    stage, linear, measure, move = (model.kernel(k) for k in ("stage", "linear", "measure_linear", "move"))
    n_q, i, origin = model.functions.layout.n_q, model.chart.independent[0], start.x

    def at(xi: Any) -> Any:
        x, _, _ = model.closed(np.ravel(move(0.0, origin, model.u, model.p, [xi[0] - origin[model.places[0]], xi[1]])))
        return x

    def flow(xi: Any, dt: float) -> Any:
        x = at(xi)

        def f(y: Any) -> Any:
            return np.ravel(stage(0.0, y, model.u, model.p)[1])

        k1 = f(x)
        k2 = f(x + 0.5 * dt * k1)
        k3 = f(x + 0.5 * dt * k2)
        k4 = f(x + dt * k3)
        y = x + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return np.array([y[model.places[0]], y[n_q + i]])

    costs = {}
    Q, R = noise.covariance(model, h), model.covariance
    ekf = ExtendedKalmanFilter(dim_x=2, dim_z=1)
    ekf.x, ekf.P, ekf.Q, ekf.R = model.values(start.x), 0.01 * np.eye(2), Q, R
    began = thread_time()
    for k in range(steps):
        A = np.asarray(linear(0.0, at(ekf.x), model.u, model.p))
        ekf.F = np.eye(2) + h * A + h * h / 2 * A @ A
        x = flow(ekf.x, h)
        ekf.P, ekf.x = ekf.F @ ekf.P @ ekf.F.T + Q, x
        ekf.update(
            log.values[k], lambda xi: np.asarray(measure(0.0, at(xi), model.u, model.p)[1]).reshape(1, 2),
            lambda xi: np.ravel(measure(0.0, at(xi), model.u, model.p)[0]),
        )  # fmt: skip
    costs["extended"] = (thread_time() - began) / steps
    points = MerweScaledSigmaPoints(2, alpha=1.0, beta=0.0, kappa=1.0)
    ukf = UnscentedKalmanFilter(
        dim_x=2, dim_z=1, dt=h, hx=lambda xi: np.ravel(measure(0.0, at(xi), model.u, model.p)[0]), fx=flow, points=points
    )
    ukf.x, ukf.P, ukf.Q, ukf.R = model.values(start.x), 0.01 * np.eye(2), Q, R
    began = thread_time()
    for k in range(steps):
        ukf.predict()
        ukf.update(log.values[k])
    costs["unscented"] = (thread_time() - began) / steps
    return costs


def main() -> None:
    quick = arguments(__doc__).parse_args().quick
    found = particles(quick)
    found |= beside_opensim(quick, found["ns_per_particle_step"] * 1e-9)
    found |= excavator(quick)
    found |= kalman(quick)
    print_summary("estimation", **found)


if __name__ == "__main__":
    main()
