"""Formulations: how closed loops are kept closed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from biela.equations.stabilisation import Baumgarte
from biela.errors import DescriptionError, UnknownName, nearest
from biela.mechanism import joint as joints
from biela.mechanism.load import Bushing
from biela.mechanism.mechanism import Joint, Mechanism
from biela.simulate.state import State

__all__ = ["Baumgarte", "Compliant", "compliant_twin"]


@dataclass(frozen=True)
class Compliant:
    """Stiffness and damping in place of joints, as in an elastic bond graph.

    Parameters
    ----------
    stiffness, damping : linear, of each constrained direction [N/m, N·s/m]
    length : turns them into angular ones, k·length² [m]
    joints : "closing" (those that close loops), "all" (every body is then free), or names
    """

    stiffness: float = 1e7
    damping: float = 1e3
    length: float = 0.1
    joints: str | tuple[str, ...] = "closing"


_FREE = {
    "revolute": (2,), "prismatic": (5,), "cylindrical": (2, 5), "spherical": (0, 1, 2), "planar": (2, 3, 4), "fixed": (),
}  # fmt: skip
"""Directions [angular x y z, linear x y z] in which a joint of each kind is free."""


def compliant_twin(start: State, options: Compliant) -> tuple[Mechanism, State]:
    """The machine with bushings in place of joints, and the same start state of it.

    Bodies that lose the joint that carried them fly free; loads, drives and sensors on a replaced joint are refused.
    """
    machine = start.mechanism
    names = _replaced(machine, options)
    twin = machine.edit()
    twin.name = f"{machine.name}, compliant"
    busy = machine.loaded_joints()
    topology = machine.topology
    for name in names:
        joint = machine.joints[name]
        if joint.type.kind not in _FREE:
            raise DescriptionError(
                f"joint {name!r} is {joint.type.kind}: it has no compliant form. Name other joints in Compliant(joints=…)."
            )
        if name in busy:
            raise DescriptionError(
                f"joint {name!r} carries a load, a drive or a coupling and cannot become compliant. Leave it out."
            )
        del twin.joints[name]
        k, c = options.stiffness, options.damping
        angular = options.length**2
        twin.loads[name] = Bushing(
            name, joint.parent, joint.child, (k * angular,) * 3 + (k,) * 3, (c * angular,) * 3 + (c,) * 3,
            tuple(i in _FREE[joint.type.kind] for i in range(6)),
        )  # fmt: skip
        link = topology.link_of(name)
        if link is not None:  # the body it carried flies free now
            flying = f"{link.body.name}_flight"
            twin.joints[flying] = Joint(flying, joints.Free(), twin.ground.origin, link.body.origin)
    return twin, _transfer(start, twin)


def _replaced(machine: Mechanism, options: Compliant) -> list[str]:
    topology = machine.topology
    if options.joints == "closing":
        return [joint.name for joint in topology.cut]
    if options.joints == "all":
        return list(machine.joints)
    wanted = (options.joints,) if isinstance(options.joints, str) else options.joints
    for name in wanted:
        if name not in machine.joints:
            raise UnknownName(f"Compliant: no joint {name!r}.{nearest(name, list(machine.joints))}")
    return list(wanted)


def _transfer(start: State, twin: Mechanism) -> State:
    """The same motion as a state of the twin: joints that stayed keep their coordinates, free bodies get pose and twist."""
    from biela.lie import quaternion
    from biela.simulate.assemble import with_hints
    from biela.simulate.compiled import compiled

    old, new = compiled(start.mechanism), compiled(twin)
    t, x_old, u, p = start.arguments()
    q_all, v_all, _ = old.evaluate("coordinates", t, x_old, u, p)
    motions = dict(
        zip(
            (link.body.name for link in start.mechanism.topology.links),
            old.evaluate("bodies", t, x_old, u, p)[0].T,
            strict=True,
        )
    )
    x = np.zeros(new.sizes.n_x)
    n_q = twin.topology.n_q
    places = _places(start.mechanism)
    for link in twin.topology.links:
        if link.joint.name in places:
            at_q, at_v = places[link.joint.name]
            q, v = q_all[at_q], v_all[at_v]
        else:
            motion = motions[link.body.name]
            q = np.concatenate([quaternion.from_matrix(motion[:9].reshape(3, 3).T), motion[9:12]])
            v = motion[12:18]
        x[link.q] = q
        x[n_q + link.v.start : n_q + link.v.stop] = v
    turns: dict[int, float] = {}  # counted so far by joints that stayed
    for name, (at_q, _) in _places(twin).items():
        if name in places:
            turns |= dict(enumerate(q_all[places[name][0]], at_q.start))
    return replace(start, mechanism=twin, x=with_hints(new, x, start.t, turns, p))


def _places(machine: Mechanism) -> dict[str, tuple[slice, slice]]:
    """Where each joint is among the coordinates and rates of all joints."""
    places, q, v = {}, 0, 0
    for joint in machine.joints.values():
        places[joint.name] = (slice(q, q + joint.type.n_q), slice(v, v + joint.type.n_v))
        q, v = q + joint.type.n_q, v + joint.type.n_v
    return places
