"""The constraint rows of a machine without its equations: closures of cut joints, couplings, drives, in the order in which
`biela.equations.constraints.constraint_rows` derives them."""

from __future__ import annotations

from typing import NamedTuple

from biela.mechanism.coupling import PairCoupling
from biela.mechanism.mechanism import Mechanism


class RowKind(NamedTuple):
    """Unit of the residual, and whether there is one: a wheel that rolls constrains its velocity alone."""

    unit: str
    holonomic: bool = True


def row_facts(mechanism: Mechanism) -> list[RowKind]:
    """For each row."""
    facts = [RowKind(unit) for joint in mechanism.topology.cut if not joint.elastic for unit in joint.type.closure_units]
    for coupling in mechanism.couplings.values():
        if isinstance(coupling, PairCoupling):
            facts += [RowKind(*pair) for pair in zip(coupling.units, coupling.holonomic, strict=True)]
        else:
            facts.append(RowKind(_unit(mechanism, *coupling.terms[0][:2])))
    return facts + [RowKind(_unit(mechanism, drive.joint, drive.coordinate)) for drive in mechanism.drives.values()]


def rolls(mechanism: Mechanism) -> list[str]:
    """Couplings that constrain velocities alone."""
    return [name for name, c in mechanism.couplings.items() if isinstance(c, PairCoupling) and not all(c.holonomic)]


def carriers(mechanism: Mechanism) -> list[str]:
    """Return names of what transmits wrenches: joints, then couplings of two frames, in the order of the description."""
    return [*mechanism.joints, *(name for name, c in mechanism.couplings.items() if isinstance(c, PairCoupling))]


def _unit(mechanism: Mechanism, joint: str, k: int) -> str:
    return mechanism.joints[joint].type.coordinates[k].unit
