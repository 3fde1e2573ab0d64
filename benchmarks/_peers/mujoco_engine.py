"""MuJoCo: joint coordinates, loops closed by soft `connect` constraints made as hard as the step allows.

How it is called: `mj_step(model, data, nstep)`, one call for the whole run, the loop over steps in C. (`mujoco.rollout`
also stores every state and is a little slower.)

Settings, chosen by measuring:

- Constraint dynamics  a + d (b v + k r) = (1 − d) a₀  with impedance d = 0.9999, the largest MuJoCo accepts,
  stiffness k = 1/h² and damping b = 1/h for a step h. Softer loops lose accuracy, harder ones are unstable in
  Euler (b h > 1) or noisy in RK4. `refsafe`, which would soften them again, is off.
- `diagexact` takes the exact diagonal of the constraint-space inertia for the regularisation instead of MuJoCo's usual
  estimate: for 3 to 6 % of time the RK4 error of the double four-bar drops from 9e-5 to 8e-8 m.
- Newton solver, dense Jacobian: one iteration solves a problem with equality constraints alone. A tolerance of exactly
  zero would cost futile line searches, 1e-12 stops in time with the same digits.
- Everything the machines have no use for is disabled (contacts, limits, springs, islands, warm start, sensors):
  20 % faster, the same digits.

Euler is semi-implicit, hence the leapfrog method with its velocities half a step late. Where the acceleration is zero
at the start, as on the double four-bar, that shift vanishes: its positions there are of second order, and accurate.
"""

from __future__ import annotations

from typing import Any

import mujoco

from _common import measure

from .machines import DURATION, GRAVITY, Machine
from .outcome import Outcome, judge

UNUSED = (
    *("CONTACT", "FRICTIONLOSS", "LIMIT", "SPRING", "DAMPER", "ACTUATION", "SENSOR"),
    *("WARMSTART", "ISLAND", "MIDPHASE", "EULERDAMP", "AUTORESET", "REFSAFE"),
)

SETTINGS = "Newton, dense, impedance 0.9999, diagexact"


def run(machine: Machine, step: float, repeats: int) -> list[Outcome]:
    """Both integrators MuJoCo is usually run with: semi-implicit Euler and Runge-Kutta 4."""
    return [_run(machine, step, repeats, method) for method in ("Euler", "RK4")]


def _run(machine: Machine, step: float, repeats: int, method: str) -> Outcome:
    model = _model(machine, step, method)
    data = mujoco.MjData(model)
    steps = round(DURATION / step)

    def start() -> Any:
        mujoco.mj_resetData(model, data)  # the joint angles go back to their `ref`
        data.qvel[:] = machine.relative(machine.rates)
        return data

    timing, _ = measure(start, lambda data: mujoco.mj_step(model, data, steps), repeats)
    angles, rates = machine.absolute(data.qpos), machine.absolute(data.qvel)
    return judge("MuJoCo", method, machine, timing, steps, angles, rates, SETTINGS if machine.loops else "nothing unused")


def _model(machine: Machine, step: float, method: str) -> Any:
    """The machine in its start pose, where the compiler finds the second anchor of every loop by itself."""
    joint_angles = machine.relative(machine.angles)

    def body(i: int) -> str:
        rod = machine.rods[i]
        x, y = rod.pivot if rod.parent is None else (machine.rods[rod.parent].length, 0.0)
        angle = float(joint_angles[i])
        # only the inertia about z acts; the other two keep the triangle inequality
        return (
            f'<body name="{rod.name}" pos="{x} {y} 0" euler="0 0 {angle}">'
            f'<joint axis="0 0 1" ref="{angle}"/>'
            f'<inertial pos="{rod.length / 2} 0 0" mass="{rod.mass}" diaginertia="{(str(rod.inertia) + " ") * 3}"/>'
            f"{children(i)}</body>"
        )

    def children(parent: int | None) -> str:
        return "".join(body(i) for i, rod in enumerate(machine.rods) if rod.parent == parent)

    loops = "".join(
        f'<connect body1="{machine.rods[a].name}" body2="{machine.rods[b].name}" anchor="{machine.rods[a].length} 0 0"'
        f' solref="{-1 / step**2} {-1 / step}" solimp="0.9999 0.9999 0.001 0.5 2"/>'
        for a, b in machine.loops
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/>'
        f'<option timestep="{step}" gravity="0 {-GRAVITY} 0" integrator="{method}"'
        f' solver="Newton" iterations="3" tolerance="1e-12" jacobian="dense"/>'
        f"<worldbody>{children(None)}</worldbody><equality>{loops}</equality></mujoco>"
    )
    for name in UNUSED:
        model.opt.disableflags |= _bit(mujoco.mjtDisableBit, f"mjDSBL_{name}")
    model.opt.enableflags |= _bit(mujoco.mjtEnableBit, "mjENBL_DIAGEXACT")
    return model


def _bit(bits: Any, name: str) -> int:
    """Value of a flag; 0 where this version of MuJoCo does not know it."""
    return int(getattr(bits, name, 0))
