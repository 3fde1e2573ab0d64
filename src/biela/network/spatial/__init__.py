"""Bodies in space as bond graphs: rigid body with gyrator rings, point, frame rotation, elastic joints, spring, gravity.

Ports of motion have six components, [angular; linear], in the axes named in each docstring. The same blocks make pendulums,
tops and cars; every body keeps its six momenta as states, joints are stiff springs, and no derivative causality appears.

| here | in the bond-graph literature of vehicles |
|---|---|
| `rigid_body` | `body1`: six inertias, two rings of three gyrators |
| `point` | `point1`, `point2`: power variables moved between two points of a body |
| `frame_rotation` | `ctransf2`: from body axes to ground axes |
| `elastic_joint` | `fixa2`: six stiffness and damping pairs |
"""

from biela.base.checked import guard
from biela.network.spatial.body import body, rigid_body
from biela.network.spatial.frame import frame_change, frame_rotation, point
from biela.network.spatial.joint import elastic_joint, joint, spring_between

__all__ = [
    "body", "elastic_joint", "frame_change", "frame_rotation", "joint", "point", "rigid_body", "spring_between",
]  # fmt: skip

guard(__name__)
