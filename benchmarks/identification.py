"""Identification: regressor, symbolic base parameters and optimal excitation of the double-wishbone suspension; an open arm
beside Pinocchio.

    python benchmarks/identification.py [--quick]

Regressor: 1 000 samples, kinematics of the six loops included, everything compiled and warm. Pinocchio computes the same
joint torque regressor of a six-joint arm, one sample a call from Python, which is how its bindings offer it.
"""

from __future__ import annotations

from time import perf_counter, process_time

import numpy as np

import biela
from _common import arguments, measure, print_summary, print_table
from biela.identify.design import Limits
from biela.identify.excitation import design_excitation
from biela.identify.regressor import Regressor
from biela.identify.structure import base_parameters
from biela.identify.trajectory import Fourier
from biela.library import wishbone_suspension as suspension

SAMPLES = 1000
AXES = ((0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0))


def make_suspension() -> Regressor:
    machine = suspension.build()
    return Regressor(
        machine, suspension.COORDINATES, parameters=("inertia",), channels=suspension.CHANNELS, start=suspension.start(machine)
    )


def wheel(phase: float):
    A, w = np.deg2rad(50), np.pi
    return lambda t: (A * np.sin(w * t + phase), A * w * np.cos(w * t + phase), -A * w * w * np.sin(w * t + phase))


def make_arm() -> Regressor:
    m = biela.Mechanism("arm")
    inner = m.ground
    for i, axis in enumerate(AXES):
        link = m.body(f"link_{i + 1}", mass=3.0 / (1 + i), com=(0.18, 0.01, 0.02), inertia=(0.01, 0.02, 0.022))
        m.revolute(f"q{i + 1}", inner, link, parent_point=(0, 0, 0.2) if i == 0 else (0.4, 0, 0), axis=axis)
        inner = link
    return Regressor(m, [f"q{i + 1}" for i in range(6)], parameters=("inertia",))


def pinocchio_arm():
    """The same arm, and the regressor of N samples."""
    try:
        import pinocchio as pin
    except ImportError:
        return None
    model = pin.Model()
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    kinds = {(0, 0, 1): pin.JointModelRZ, (0, 1, 0): pin.JointModelRY, (1, 0, 0): pin.JointModelRX}
    parent = 0
    for i, axis in enumerate(AXES):
        place = pin.SE3(np.eye(3), np.array([0, 0, 0.2] if i == 0 else [0.4, 0, 0]))
        parent = model.addJoint(parent, kinds[axis](), place, f"q{i + 1}")
        model.appendBodyToJoint(
            parent, pin.Inertia(3.0 / (1 + i), np.array([0.18, 0.01, 0.02]), np.diag([0.01, 0.02, 0.022])), pin.SE3.Identity()
        )
    data = model.createData()

    def regressors(q, v, a):
        out = np.empty((len(q), 6, 60))
        for k in range(len(q)):
            out[k] = pin.computeJointTorqueRegressor(model, data, q[k], v[k], a[k])
        return out

    return regressors


def main() -> None:
    options = arguments(__doc__).parse_args()
    repeats = 3 if options.quick else 10
    rng = np.random.default_rng(1)
    rows = []

    susp = make_suspension()
    q, v, a = (rng.uniform(-1, 1, (SAMPLES, 5)) * [s, s, 0.15 * s, s, s] for s in (0.33, 2.0, 20.0))
    susp.matrix(susp.motion(q, v, a))
    regressor, _ = measure(lambda: None, lambda _: susp.matrix(susp.motion(q, v, a)), repeats)
    rows.append(
        ["suspension regressor", "1 000 samples, loops included", f"{1e3 * regressor.cpu:.0f} ms", f"{1e3 * regressor.wall:.0f} ms"]
    )

    base, _ = measure(lambda: None, lambda _: base_parameters(susp, confirm=False), 1 if options.quick else 3)
    rows.append(["suspension base parameters", "67 transfers, symbolic", f"{base.cpu:.2f} s", f"{base.wall:.2f} s"])
    structure = base_parameters(susp, dependent=suspension.dependent("T1"), confirm=False)
    assert structure.base.rank == 83 and len(structure.transfers) == 67

    cpu, wall = process_time(), perf_counter()
    found = design_excitation(
        susp, structure.base, Fourier(5, 0.5), Limits(([-0.35, -0.35, -0.05], [0.35, 0.35, 0.05])), samples=200,
        fixed={"K_right": wheel(0.0), "K_left": wheel(0.3)}, starts=20, runs=1, iterations=45 if options.quick else 120,
    )  # fmt: skip
    cpu, wall = process_time() - cpu, perf_counter() - wall
    gain = float(np.median(found.starts) / found.scaled_condition)
    rows.append(["suspension excitation", f"5 harmonics, {gain:.0f} times below the median start", f"{cpu:.1f} s", f"{wall:.1f} s"])

    arm, pin = make_arm(), pinocchio_arm()
    Q, V, A = rng.uniform(-1, 1, (3, SAMPLES, 6))
    W = arm.matrix(arm.motion(Q, V, A))
    ours, _ = measure(lambda: None, lambda _: arm.matrix(arm.motion(Q, V, A)), 3 * repeats)
    rows.append(["open arm, six joints", "biela, 1 000 samples", f"{1e3 * ours.cpu:.2f} ms", f"{1e3 * ours.wall:.2f} ms"])
    ratio = float("nan")
    if pin is None:
        rows.append(["", "Pinocchio: not installed (extra `peers`)", "", ""])
    else:
        theirs_W = pin(Q, V, A)
        order = [10 * b + k for b in range(6) for k in (0, 1, 2, 3, 4, 5, 7, 6, 8, 9)]  # Pinocchio: xx xy yy xz yz zz
        gap = np.abs(W[:, :, order] - theirs_W).max() / np.abs(W).max()
        assert gap < 1e-12, gap
        theirs, _ = measure(lambda: None, lambda _: pin(Q, V, A), 3 * repeats)
        ratio = theirs.cpu / ours.cpu
        rows.append(
            ["", f"Pinocchio, 1 000 samples (agrees to {gap:.0e})", f"{1e3 * theirs.cpu:.2f} ms", f"{1e3 * theirs.wall:.2f} ms"]
        )
    print_table("Identification", ["what", "how much", "CPU", "wall"], rows)
    print_summary(
        "identification", regressor_cpu=regressor.cpu, regressor_wall=regressor.wall, base_parameters_cpu=base.cpu,
        excitation_cpu=cpu, excitation_wall=wall, excitation_gain=gain, arm_cpu=ours.cpu, pinocchio_over_biela=ratio,
    )  # fmt: skip


if __name__ == "__main__":
    main()
