"""From bodies and joints to a spanning tree plus the joints that close loops.

The tree keeps the joints with few degrees of freedom and cuts those with many: a cut joint with f of them costs 6 − f
constraint rows and saves f coordinates. Among equals, joints that carry drives, loads or actuators stay in the tree,
then the joints nearest to the ground, so that branches are short.
"""

from __future__ import annotations

import heapq
from itertools import takewhile
from typing import TYPE_CHECKING

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, NotConnected

if TYPE_CHECKING:
    from biela.mechanism.frame import Body
    from biela.mechanism.mechanism import Mechanism
    from biela.mechanism.parts import Joint


@dataclass(frozen=True)
class Link:
    """A moving body with the joint that carries it; `reversed` when the joint's own child is the inner body."""

    body: Body
    joint: Joint
    parent: int  # index of the inner body among the links; −1 is the ground
    reversed: bool
    q: slice
    v: slice


@dataclass(frozen=True)
class Topology:
    """Spanning tree, in an order where parents come first, and the joints that close loops (or are held by a bushing)."""

    links: tuple[Link, ...]
    cut: tuple[Joint, ...]
    index: dict[str, int]  # body name → link index, the ground −1
    n_q: int
    n_v: int

    def path(self, body: int) -> list[int]:
        """Links from the ground outwards to `body`."""
        chain: list[int] = []
        while body >= 0:
            chain.append(body)
            body = self.links[body].parent
        return chain[::-1]

    def ancestor(self, a: int, b: int) -> int:
        """Return the outermost link that carries both a and b; −1 is the ground."""
        shared = takewhile(lambda pair: pair[0] == pair[1], zip(self.path(a), self.path(b), strict=False))
        return max((i for i, _ in shared), default=-1)

    def link_of(self, joint: str) -> Link | None:
        """Return the link carried by a tree joint; None for a cut one."""
        return next((link for link in self.links if link.joint.name == joint), None)

    def loop(self, joint: Joint) -> list[str]:
        """Return names of the joints of the loop that `joint` closes."""
        a, b = self.index[joint.parent.body.name], self.index[joint.child.body.name]
        common = self.path(self.ancestor(a, b))
        left, right = ([self.links[i].joint.name for i in self.path(end) if i not in common] for end in (a, b))
        return [*left, joint.name, *right[::-1]]


def spanning_tree(mechanism: Mechanism) -> Topology:
    """Grow the tree from the ground (Prim's algorithm), always by the cheapest joint to keep."""
    joints, busy = list(mechanism.joints.values()), mechanism.loaded_joints()
    order = {joint.name: i for i, joint in enumerate(joints)}
    at: dict[str, list[Joint]] = {name: [] for name in mechanism.bodies}
    for joint in joints:
        at[joint.parent.body.name].append(joint)
        at[joint.child.body.name].append(joint)

    ground = mechanism.ground.name
    depth = {ground: 0}
    kept: dict[str, tuple[Joint, str, str]] = {}  # joint name → joint, inner body, outer body
    frontier: list[tuple[tuple[int, int, int, int, int], str]] = []

    def offer(body: str) -> None:
        for joint in at[body]:
            if joint.elastic:
                continue  # it holds nothing by itself
            keep = {None: 1, False: 0, True: 2}[joint.cut]
            cost = (keep, joint.type.n_v, joint.name not in busy, depth[body], order[joint.name])
            heapq.heappush(frontier, (cost, joint.name))

    offer(ground)
    while frontier:
        _, name = heapq.heappop(frontier)
        joint = mechanism.joints[name]
        outer, inner = joint.parent.body.name, joint.child.body.name
        if inner not in depth:
            outer, inner = inner, outer
        if outer in depth or inner not in depth:
            continue
        depth[outer] = depth[inner] + 1
        kept[name] = (joint, inner, outer)
        offer(outer)

    if floating := [name for name in mechanism.bodies if name not in depth]:
        raise NotConnected(
            f"no chain of joints ties {', '.join(map(repr, floating))} to the ground. "
            f"Add the missing joint, or let the body fly with m.free(…, m.ground, {floating[0]!r})."
        )
    for joint in joints:
        if joint.cut is True and joint.name in kept:
            raise DescriptionError(f"joint {joint.name!r} cannot be cut: without it a part of the machine hangs loose.")
        if joint.cut is False and joint.name not in kept:
            raise DescriptionError(f"joint {joint.name!r} must be cut: every other joint of its loop must stay (cut=False).")
    return _number(kept, [j for j in joints if j.name not in kept], ground)


def _number(kept: dict[str, tuple[Joint, str, str]], cut: list[Joint], ground: str) -> Topology:
    """Give links and coordinates their indices, in the order the tree grew."""
    links: list[Link] = []
    index, q, v = {ground: -1}, 0, 0
    for joint, inner, outer in kept.values():
        n_q, n_v = joint.type.n_q, joint.type.n_v
        body = joint.child.body if joint.child.body.name == outer else joint.parent.body
        index[outer] = len(links)
        links.append(Link(body, joint, index[inner], body is joint.parent.body, slice(q, q + n_q), slice(v, v + n_v)))
        q, v = q + n_q, v + n_v
    return Topology(tuple(links), tuple(cut), index, q, v)
