"""Formulations: methods that keep loops closed."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, SingularMass, UnknownName, nearest
from biela.equations.stabilisation import AugmentedLagrangian, Baumgarte, Penalty, Stabilisation
from biela.mechanism import joint as joints
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal, scalar
from biela.mechanism.parts import Joint
from biela.state.state import State

__all__ = ["AugmentedLagrangian", "Baumgarte", "Compliant", "Penalty", "compliant_twin"]

FormulationName = Literal["projected", "independent", "baumgarte", "augmented-lagrangian", "penalty", "compliant"]
NAMES: tuple[str, ...] = get_args(FormulationName)
STABILISED: dict[str, type[Stabilisation]] = {
    "baumgarte": Baumgarte, "augmented-lagrangian": AugmentedLagrangian, "penalty": Penalty,
}  # fmt: skip
"""Formulations that change the accelerations, by name."""


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

    def __post_init__(self) -> None:
        scalar(self.stiffness, "stiffness of Compliant", positive=True)
        scalar(self.damping, "damping of Compliant", nonnegative=True)
        scalar(self.length, "length of Compliant", positive=True)
        named = (self.joints,) if isinstance(self.joints, str) else self.joints
        if not isinstance(named, tuple | list) or not all(isinstance(name, str) for name in named):
            raise DescriptionError(f"joints of Compliant are {self.joints!r}: give 'closing', 'all', or names of joints.")


def stabilisation(formulation: Any) -> Stabilisation | None:
    """Return the change of the accelerations in a formulation, given by name or with numbers of its own; None if there is none."""
    if isinstance(formulation, Stabilisation):
        return formulation
    return STABILISED[formulation]() if formulation in STABILISED else None


def is_compliant(formulation: Any) -> bool:
    """Return whether a formulation puts bushings in place of joints."""
    return formulation == "compliant" or isinstance(formulation, Compliant)


def refuse_unknown(formulation: Any) -> None:
    """Refuse anything but a formulation."""
    if isinstance(formulation, Stabilisation | Compliant) or (isinstance(formulation, str) and formulation in NAMES):
        return
    raise DescriptionError(f"formulation {formulation!r} is unknown.{nearest(str(formulation), NAMES)}")


def written(text: str) -> Stabilisation | None:
    """Read the formulation that a result was saved with, such as "Baumgarte(alpha=20.0, beta=20.0)"; None if it has no numbers."""
    for cls in STABILISED.values():
        if text.startswith(f"{cls.__name__}("):
            call = ast.parse(text, mode="eval").body
            assert isinstance(call, ast.Call)
            return cls(**{str(k.arg): ast.literal_eval(k.value) for k in call.keywords})
    return None


def compliant_twin(start: State, options: Compliant) -> tuple[Mechanism, State]:
    """Return the machine with bushings in place of joints, and its start state.

    Replaced joints still measure: their coordinates, rates and what they carry keep their names, and loads, motors, drives
    and couplings on them act as before. Bodies that no joint ties to the ground any longer fly free.
    """
    machine = start.mechanism
    twin = machine.edit()
    twin.name = f"{machine.name}, compliant"
    k, c, angular = options.stiffness, options.damping, options.length**2
    values = (k * angular,) * 3 + (k,) * 3, (c * angular,) * 3 + (c,) * 3
    for name in _replaced(machine, options):
        joint = twin.joints[name]
        twin.joints[name] = replace(joint, elastic=True, cut=None)
        bushing = joint.type.compliant(name, joint.parent, joint.child, *values)
        if bushing is None:
            raise DescriptionError(
                f"joint {name!r} is {joint.type.kind}: it has no compliant form. Name other joints in Compliant(joints=…)."
            )
        twin.loads[name] = bushing
    flying = _fly(machine, twin)
    state = _transfer(start, twin)
    _refuse_massless_flight(machine, state, flying)
    return twin, state


def _fly(machine: Mechanism, twin: Mechanism) -> dict[str, str]:
    """Give a free joint to each part of the twin that nothing rigid ties to the ground: name of the joint → body."""
    group = {name: name for name in twin.bodies}

    def root(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    for joint in twin.joints.values():
        if not joint.elastic:
            group[root(joint.child.body.name)] = root(joint.parent.body.name)
    flying: dict[str, str] = {}
    for link in machine.topology.links:  # from the ground outwards: the innermost body of each part carries the others
        body = link.body.name
        if root(body) == root("ground"):
            continue
        name = f"{body}_flight"
        while name in twin.names():
            name += "_"
        twin.joints[name] = Joint(name, joints.Free(), twin.ground.origin, twin.bodies[body].origin)
        group[root(body)] = root("ground")
        flying[name] = body
    return flying


def _refuse_massless_flight(machine: Mechanism, state: State, flying: dict[str, str]) -> None:
    """Refuse free bodies without inertia about an axis; a slender body held by joints needs none about its own."""
    from biela.state.mobility import massless_coordinates

    def thin(body: str) -> bool:
        moments = np.linalg.eigvalsh(np.asarray(nominal(machine.bodies[body].inertia), float))
        return bool(nominal(machine.bodies[body].mass) == 0 or moments[0] <= 1e-12 * max(moments[-1], 1e-300))

    if not any(thin(body) for body in flying.values()):
        return
    loose = [flying.get(name, name) for name in massless_coordinates(state)]
    if loose:
        raise SingularMass(
            f"nothing with inertia resists every turn of {', '.join(map(repr, loose))} once the joints are compliant: the rigid "
            "joints no longer hold it. Give the body mass and, about each axis, a small inertia, or leave its joint rigid."
        )


def _replaced(machine: Mechanism, options: Compliant) -> list[str]:
    if options.joints == "closing":
        return [joint.name for joint in machine.topology.cut]
    if options.joints == "all":
        return list(machine.joints)
    wanted = (options.joints,) if isinstance(options.joints, str) else options.joints
    for name in wanted:
        if name not in machine.joints:
            raise UnknownName(f"Compliant: no joint {name!r}.{nearest(name, list(machine.joints))}")
    return list(wanted)


def _transfer(start: State, twin: Mechanism) -> State:
    """Return the motion as a state of the twin: joints that stayed keep their coordinates, free bodies get pose and twist."""
    from biela.lie import quaternion
    from biela.state.closing import with_turns
    from biela.state.functions import functions_of

    old, new = functions_of(start.mechanism), functions_of(twin)
    t, x_old, u, p = start.arguments()
    q_all, v_all, _ = old.evaluate("coordinates", t, x_old, u, p)
    bodies = [link.body.name for link in start.mechanism.topology.links]
    motions = dict(zip(bodies, old.evaluate("bodies", t, x_old, u, p)[0].T, strict=True))
    x = new.layout.neutral()
    x[new.layout.networks] = x_old[old.layout.networks]
    coordinates, rates = old.layout.coordinates, old.layout.rates
    for link in twin.topology.links:
        if (name := link.joint.name) in coordinates:
            q, v = q_all[coordinates[name]], v_all[rates[name]]
        else:
            motion = motions[link.body.name]
            q = np.concatenate([quaternion.from_matrix(motion[:9].reshape(3, 3).T), motion[9:12]])
            v = motion[12:18]
        x[link.q] = q
        x[new.layout.rates_of(name)] = v
    stayed = [(at.start, q_all[coordinates[name]]) for name, at in new.layout.coordinates.items() if name in coordinates]
    turns = {first + k: float(value) for first, values in stayed for k, value in enumerate(values)}  # counted so far
    return replace(start, mechanism=twin, x=with_turns(new, start.t, x, p, turns))


guard(__name__, "Compliant")
