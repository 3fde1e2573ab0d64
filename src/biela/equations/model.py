"""Symbols of a machine, and its description resolved into the frames the recursions use.

Internally every body is described in its *joint frame*: the frame of the joint that carries it, on its own side. Joint
axes are then unit vectors, and in a planar machine, however it is tilted, out-of-plane terms are exact zeros that
vanish from the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError, UnknownName, nearest
from biela.equations.inertia import InertialParameters
from biela.equations.layout import layout_of
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose
from biela.lie.symbol import as_symbol
from biela.mechanism.frame import Frame, rounded
from biela.mechanism.joint import JointType
from biela.mechanism.load.user import HOW_TO_WRITE_A_LAW
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion, call
from biela.mechanism.parameter import Expression, evaluate, resolving
from biela.mechanism.parts import Joint

GROUND = -1


@dataclass(frozen=True)
class LinkModel:
    """Moving body in its joint frame."""

    name: str
    parent: int
    joint: Joint
    type: JointType
    reversed: bool
    X_PJ: Pose  # where the joint sits on the parent, in the parent's joint frame
    X_BJ: Pose  # joint frame in the body frame the user knows
    inertia: InertialParameters
    q: slice
    v: slice


class MachineModel:
    """Symbols t, q, v, s, u, p of a mechanism and its resolved links.

    Parameters
    ----------
    mechanism : the machine
    laws : inputs given as functions of time or of signals, by actuator name; the others stay inputs u
    """

    def __init__(self, mechanism: Mechanism, laws: Mapping[str, Any] | None = None):
        self.mechanism = mechanism
        self.topology = mechanism.topology
        self.layout = layout_of(mechanism)
        self.n_q, self.n_v = self.topology.n_q, self.topology.n_v
        self.laws = dict(laws or {})
        self.t = ca.SX.sym("t")
        self.q = ca.SX.sym("q", self.n_q)
        self.v = ca.SX.sym("v", self.n_v)
        self.u = ca.SX.sym("u", len(mechanism.actuators))
        self.p = ca.SX.sym("p", len(mechanism.parameters))
        self.values = {name: self.p[i] for i, name in enumerate(mechanism.parameters)}
        self.s_network = ca.SX.sym("network", len(self.layout.network_states))
        for name, share in mechanism.schedules.items():
            self.values[name] = self.values[name] * self._share(name, share)
        self.gravity = ca.SX(self.resolve(mechanism.gravity))
        self.hints = {joint.name: ca.SX.sym(f"hint_{joint.name}", len(joint.type.hinted)) for joint in self.topology.cut}
        self.s_hint = column(h for h in self.hints.values() if h.numel())
        self.s_work = ca.SX.sym("work", 1)
        self.s = ca.vertcat(self.s_hint, self.s_network, self.s_work)
        self.links = self._links()
        self.rotors = self._rotors()

    def _share(self, name: str, share: Any) -> Any:
        """Return the factor of a parameter with a schedule: a function of time, or a state of a network."""
        if not isinstance(share, str):
            return call(share, self.t, self.values)
        states = [state.name for state in self.layout.network_states]
        if share not in states:
            raise UnknownName(f"schedule of {name!r}: no state {share!r} of a network.{nearest(share, states)}")
        return self.s_network[states.index(share)]

    @property
    def x(self) -> ca.SX:
        """State: configuration, velocity, extra states (turn hints of cut joints, work done on the machine)."""
        return ca.vertcat(self.q, self.v, self.s)

    @property
    def arguments(self) -> ca.SX:
        """(t, x, u, p), one under the other."""
        return ca.vertcat(self.t, self.x, self.u, self.p)

    def resolve(self, x: Any) -> Any:
        """Replace expressions of parameters by symbols, in all fields of a dataclass; numbers stay numbers."""
        if is_dataclass(x) and not isinstance(x, type):
            changed = {}
            for f in fields(x):
                value = getattr(x, f.name)
                if isinstance(value, Expression | Motion):
                    changed[f.name] = self.resolve(value)
                elif isinstance(value, tuple) and any(isinstance(e, Expression | Motion) for e in value):
                    changed[f.name] = tuple(self.resolve(e) if isinstance(e, Expression | Motion) else e for e in value)
            return replace(x, **changed) if changed else x
        return evaluate(x, self.values)

    def function(self, name: str, results: Mapping[str, Any], extras: Mapping[str, Any] | None = None) -> ca.Function:
        """Return a CasADi function of (t, x, u, p) and extra vectors; an extra `x` takes the place of the state."""
        inputs = {"t": self.t, "x": self.x, "u": self.u, "p": self.p} | dict(extras or {})
        values = [ca.densify(as_symbol(value)) for value in results.values()]
        return ca.Function(name, list(inputs.values()), values, list(inputs), list(results))

    def number(self, function: Callable[[], Any], what: str) -> ca.SX:
        """Return the single expression that a user's function returns, with parameters as symbols; others are refused by name."""
        try:
            with resolving(self.values, self.mechanism.parameters):
                value = ca.SX(function())
        except UnknownName as error:
            raise UnknownName(f"{what}: {error}") from None
        except BielaError as error:
            raise DescriptionError(f"{what}: {error}") from None
        except Exception as error:  # a user's function may raise anything
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise DescriptionError(f"{what} did not return an expression: {reason}. {HOW_TO_WRITE_A_LAW}") from error
        if value.shape != (1, 1):
            raise DescriptionError(f"{what} returned shape {value.shape}: it must return one number.")
        return value

    def body_index(self, frame: Frame) -> int:
        """Link that carries a frame; −1 for the ground."""
        return self.topology.index[frame.body.name]

    def drawn(self, frame: Frame) -> Pose:
        """Return X_BF: a user's frame on its body, as it was drawn."""
        return Pose(frame.rotation, self.resolve(frame.position))

    def frame_pose(self, frame: Frame) -> Pose:
        """Return X_IF: a user's frame in the joint frame of its body."""
        X_BF = self.drawn(frame)
        link = self.body_index(frame)
        return X_BF if link == GROUND else clean(self.links[link].X_BJ.inverse() @ X_BF)

    def hint(self, joint: Joint) -> ca.SX:
        """Return the full vector of coordinate hints of a cut joint; unhinted entries are zero."""
        full = [ca.SX(0)] * joint.type.n_q
        for k, entry in enumerate(joint.type.hinted):
            full[entry] = self.hints[joint.name][k]
        return ca.vertcat(*full)

    def _rotors(self) -> dict[int, ca.SX]:
        """Return entry of v → inertia that its rate sees besides that of the bodies."""
        found: dict[int, ca.SX] = {}
        for load in self.mechanism.loads.values():
            if load.view != "inertia":
                continue
            rotor: Any = self.resolve(load)
            link = self.topology.link_of(rotor.joint)
            if link is None:
                what = f"rotor {rotor.name!r} is on joint {rotor.joint!r}, which closes a loop"
                raise DescriptionError(f"{what}: let another joint of the loop close it (cut).")
            i = link.v.start + rotor.coordinate
            found[i] = found.get(i, 0) + ca.SX(rotor.inertia)
        return found

    def _links(self) -> list[LinkModel]:
        links: list[LinkModel] = []
        for link in self.topology.links:
            inner, outer = (link.joint.child, link.joint.parent) if link.reversed else (link.joint.parent, link.joint.child)
            X_inner = self.drawn(inner)
            if link.parent != GROUND:
                X_inner = links[link.parent].X_BJ.inverse() @ X_inner
            X_BJ, body = self.drawn(outer), link.body
            inertia = SpatialInertia(self.resolve(body.mass), self.resolve(body.com), self.resolve(body.inertia))
            links.append(
                LinkModel(
                    body.name, link.parent, link.joint, self.resolve(link.joint.type), link.reversed, clean(X_inner), X_BJ,
                    InertialParameters.of(inertia.moved(clean(X_BJ.inverse()))), link.q, link.v,
                )
            )  # fmt: skip
        return links


def clean(X: Pose) -> Pose:
    """Remove what is below the precision of numbers from a pose (see `rounded`; lengths below 1e-15 of the longest): nothing
    that was known changes, and symbols vanish."""
    R, p = X.rotation, X.position
    if isinstance(R, np.ndarray):
        R = rounded(R)
    if isinstance(p, np.ndarray) and p.dtype != object:
        p = np.where(np.abs(p) < 1e-15 * max(1.0, float(np.abs(p).max())), 0.0, p)
    return Pose(R, p)


def column(values: Iterable[Any]) -> ca.SX:
    """Stack expressions; of none, return an empty column."""
    entries = list(values)
    return ca.vertcat(*entries) if entries else ca.SX(0, 1)
