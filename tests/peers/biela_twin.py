"""The machine in biela, and its state put together joint by joint."""

from __future__ import annotations

from typing import Any

import numpy as np
from machine_data import FREEDOMS, GROUND, Array, JointData, MachineData

from biela import Mechanism
from biela.mechanism import Joint
from biela.state.functions import MachineFunctions, functions_of
from biela.state.state import signal_names


class BielaTwin:
    """A mechanism with a motor on every joint coordinate. All vectors are by joint, in the order of the description.

    Parameters
    ----------
    free_cuts : let biela choose where to cut the loops, instead of at the joints that close them in the description
    """

    def __init__(self, data: MachineData, *, free_cuts: bool = False):
        self.data = data
        self.mechanism = m = Mechanism("twin", gravity=data.gravity)
        for body in data.bodies.values():
            m.body(
                body.name, mass=body.mass, com=body.com, inertia=body.moments, principal_axes=body.axes,
                position=body.drawing[:3, 3], rotation=body.drawing[:3, :3],
            )  # fmt: skip
        for joint in data.joints:
            self._add_joint(joint, None if free_cuts else joint.closes)
        for joint in data.joints:
            for k in range(FREEDOMS[joint.kind]):
                m.motor(f"{joint.name}_motor_{k}", joint.name, coordinate=k)
        self.functions: MachineFunctions = functions_of(m)
        # position of each joint's freedoms in biela's v, for the joints of the tree
        self.links = {link.joint.name: link for link in m.topology.links}
        self.cut = [joint.name for joint in m.topology.cut]

    def _add_joint(self, joint: JointData, cut: bool | None) -> None:
        m = self.mechanism
        X_parent, X_child = joint.X_parent, joint.X_child
        parent, child = (m.ground if name == GROUND else m.bodies[name] for name in (joint.parent, joint.child))
        options: dict[str, Any] = {"lead": joint.lead} if joint.kind == "helical" else {}
        if joint.style == "frames":
            ends: Any = (
                parent.frame(f"{joint.name}_P", X_parent[:3, 3], X_parent[:3, :3]),
                child.frame(f"{joint.name}_C", X_child[:3, 3], X_child[:3, :3]),
            )
        else:
            ends = (parent, child)
            drawing = np.eye(4) if joint.parent == GROUND else self.data.bodies[joint.parent].drawing
            frame = drawing @ X_parent if joint.style == "drawing" else X_parent
            options |= {"axis": frame[:3, 2], "second_axis": frame[:3, 1]}
            if joint.style == "drawing":
                options |= {"point": frame[:3, 3]}
            else:
                options |= {"parent_point": X_parent[:3, 3], "child_point": X_child[:3, 3]}
        getattr(m, joint.kind)(joint.name, *ends, cut=cut, **options)

    @property
    def order(self) -> Array:
        """Entries of the description's row of velocities, in the order of biela's v."""
        row = np.arange(sum(FREEDOMS[joint.kind] for joint in self.data.joints))
        parts = [row[self.data.freedoms[name]] for name in self.links]
        return np.concatenate(parts) if parts else np.zeros(0, int)

    def arguments(self, v: Array, u: Array | None = None) -> tuple[float, Array, Array, Array]:
        """(t, x, u, p) of the kernels: the description's configuration, with velocities and motor efforts."""
        q = [self.data.q[name] for name in self.links]
        hints = [self.data.q[joint.name][list(joint.type.hinted)] for joint in self.mechanism.topology.cut]
        x = np.concatenate([*q, v[self.order], *hints, [0.0]])
        return 0.0, x, np.zeros(len(self.mechanism.actuators)) if u is None else u, np.zeros(0)

    def evaluate(self, name: str, v: Array, u: Array | None = None, *extras: Array) -> tuple[Any, ...]:
        """Outputs of a compiled function of the machine."""
        return self.functions.evaluate(name, *self.arguments(v, u), *extras)

    def signals(self, v: Array, u: Array) -> dict[str, float]:
        """Every signal that depends on accelerations or forces, by name."""
        (values,) = self.evaluate("dynamics", v, u)
        return {name: values[entry] for name, (level, entry, _) in signal_names(self.functions).items() if level == 2}

    def accelerations(self, signals: dict[str, float]) -> Array:
        """v̇ of all joints, in the tree or not, as the signals tell them."""
        return np.array([signals[f"{name}.{label}"] for name, joint in self.mechanism.joints.items() for label in _labels(joint)])

    def joint_wrench(self, signals: dict[str, float], joint: str) -> Array:
        """Wrench [moment; force] of a joint on its child, at the child's joint frame."""
        return np.array([signals[f"{joint}.{part}_on_child_{axis}"] for part in ("moment", "force") for axis in "xyz"])


def _labels(joint: Joint) -> list[str]:
    """Names of a joint's accelerations, in the order of v."""
    if joint.type.kind == "free":
        return [f"{kind}_{axis}" for kind in ("angular_acceleration", "acceleration") for axis in "xyz"]
    return [rate.name.replace("rate", "acceleration") for rate in joint.type.rates]
