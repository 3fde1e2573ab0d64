"""The columns of a regressor: which numbers of a machine are to be known, by name, with unit and value in the description.

| asked for | columns |
|---|---|
| `inertia` | ten of every moving body: `body.mass`, `body.mx` … `body.Izz` |
| `loads` | every linear coefficient (stiffness, damping, friction, …) that is not zero in the description |
| `friction` | viscous and Coulomb friction of every independent coordinate; loads `joint_friction` are added where there are none |
| `motor_inertia`, `offset` | one for each independent coordinate: `joint.motor_inertia`, `joint.offset` |
| a body's or load's name | all of its columns, also those that are zero |
| `load.stiffness`, `joint.offset`, … | that one |
| a free parameter's name | that one, if the efforts are linear in it |

Motor inertias and offsets are described by parameters of the machine called `joint_motor_inertia` and `joint_offset`, or zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import UnknownName, nearest
from biela.element.declaration import coefficients as linear_entries
from biela.element.declaration import with_coefficient
from biela.element.role import unit_on
from biela.element.units import printed
from biela.equations.regressor import TEN, TEN_UNITS
from biela.lie.inertia import SpatialInertia
from biela.mechanism.load.friction import JointFriction
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal

DRY = ("viscous", "coulomb")
"""Entries of a load of friction that `friction` asks for."""


@dataclass(frozen=True)
class Column:
    """A parameter: name, unit, value in the description, and what it belongs to."""

    name: str
    unit: str
    nominal: float
    kind: str  # "inertia", "load", "motor_inertia", "offset" or "parameter"
    owner: str
    entry: str


@dataclass(frozen=True)
class LoadCoefficient:
    """A coefficient of a load, and how to put another one in its place."""

    load: str
    entry: str
    unit: str
    value: Any

    @property
    def name(self) -> str:
        """Name of its column."""
        return f"{self.load}.{self.entry}"

    @property
    def symbol(self) -> str:
        """Name of the free parameter that stands for it while a regressor is derived."""
        return f"{self.load}__{self.entry}"


def body_columns(mechanism: Mechanism, name: str) -> list[Column]:
    """Return the ten columns of a body."""
    body = mechanism.bodies[name]
    values = SpatialInertia(nominal(body.mass), nominal(body.com), nominal(body.inertia)).parameters()
    rows = zip(TEN, TEN_UNITS, values, strict=True)
    return [Column(f"{name}.{entry}", unit, float(value), "inertia", name, entry) for entry, unit, value in rows]


def coefficients(mechanism: Mechanism, name: str) -> list[LoadCoefficient]:
    """Return the coefficients in which the effort of a load is linear."""
    load: Any = mechanism.loads[name]
    units = {"f": "N", "q": "m"}
    if load.view in ("coordinate", "inertia"):
        kind = mechanism.joints[load.joint].type
        units = {"f": kind.efforts[load.coordinate].unit, "q": kind.rates[load.coordinate].unit.removesuffix("/s")}
    return [LoadCoefficient(name, c.entry, printed(unit_on(c.unit, units)), c.value) for c in linear_entries(load)]


def with_symbols(mechanism: Mechanism, chosen: Iterable[LoadCoefficient]) -> None:
    """Put a free parameter in the place of each chosen coefficient of an open machine."""
    for c in chosen:
        symbol = mechanism.parameter(c.symbol, float(nominal(c.value)), c.unit)
        mechanism.loads[c.load] = with_coefficient(mechanism.loads[c.load], c.entry, symbol)


def with_friction(mechanism: Mechanism, places: Iterable[tuple[str, int]]) -> Mechanism:
    """Copy a machine, still open, with a load of friction on each of the joint coordinates (joint, number) that has none."""
    twin = mechanism.edit()
    there = {(load.joint, load.coordinate) for load in twin.loads.values() if isinstance(load, JointFriction)}
    for joint, k in places:
        if (joint, k) not in there:
            twin.friction(parameter_name(joint_label(twin, joint, k, "friction")), joint, coordinate=k)
    return twin


def joint_label(mechanism: Mechanism, joint: str, k: int, what: str = "") -> str:
    """Name a coordinate, `A` or `U.angle_1` where a joint has several, or what belongs to it: `A.offset`, `U.angle_1_offset`."""
    kind = mechanism.joints[joint].type
    names = [c.name for c in kind.coordinates] if kind.quaternion is None else [r.name for r in kind.rates]
    own = "_".join(filter(None, ("" if len(names) == 1 else names[k], what)))
    return f"{joint}.{own}" if own else joint


def joint_column(mechanism: Mechanism, joint: str, k: int, what: str) -> Column:
    """Return motor inertia or effort offset of a joint coordinate."""
    effort = mechanism.joints[joint].type.efforts[k].unit
    unit = effort if what == "offset" else ("kg·m²" if effort == "N·m" else "kg")
    label = joint_label(mechanism, joint, k, what)
    known = mechanism.parameters.get(parameter_name(label))
    return Column(label, unit, 0.0 if known is None else float(known.value), what, joint, str(k))


def parameter_name(label: str) -> str:
    """Name of the parameter of a machine that keeps an identified motor inertia or offset: `A_offset` for `A.offset`."""
    return label.replace(".", "_")


@dataclass
class WantedColumns:
    """Columns asked for, sorted by how they enter the equations."""

    bodies: list[str]
    coefficients: list[LoadCoefficient]
    parameters: list[str]
    motor_inertias: list[tuple[str, int]]
    offsets: list[tuple[str, int]]

    def columns(self, mechanism: Mechanism) -> list[Column]:
        """Return the columns in the order of the regressor, with their values in a machine."""
        free = [mechanism.parameters[name] for name in self.parameters]
        return [
            *(column for body in self.bodies for column in body_columns(mechanism, body)),
            *(Column(c.name, c.unit, float(nominal(c.value)), "load", c.load, c.entry) for c in self.coefficients),
            *(Column(p.name, p.unit, p.value, "parameter", p.name, p.name) for p in free),
            *(joint_column(mechanism, *place, "motor_inertia") for place in self.motor_inertias),
            *(joint_column(mechanism, *place, "offset") for place in self.offsets),
        ]


def wanted_columns(mechanism: Mechanism, wanted: Sequence[str], independent: Sequence[tuple[str, int]]) -> WantedColumns:
    """Return the columns that names ask for; see the module's text."""
    out = WantedColumns([], [], [], [], [])
    moving = [name for name, body in mechanism.bodies.items() if not body.is_ground]
    loads = {name: coefficients(mechanism, name) for name in mechanism.loads}
    every = [c for own in loads.values() for c in own]
    rubbing = {name for name, load in mechanism.loads.items() if isinstance(load, JointFriction)}
    by_joint = {"motor_inertia": out.motor_inertias, "offset": out.offsets}
    offered: dict[str, tuple[list[Any], Sequence[Any]]] = {name: (out.parameters, [name]) for name in mechanism.parameters}
    for name, joint in mechanism.joints.items():
        for k in range(joint.type.n_v):
            offered |= {joint_label(mechanism, name, k, what): (to, [(name, k)]) for what, to in by_joint.items()}
    offered |= {c.name: (out.coefficients, [c]) for c in every}
    offered |= {name: (out.coefficients, own) for name, own in loads.items() if own}
    offered |= {name: (out.bodies, [name]) for name in moving}
    offered |= {what: (to, independent) for what, to in by_joint.items()} | {
        "inertia": (out.bodies, moving),
        "loads": (out.coefficients, [c for c in every if nominal(c.value) != 0]),
        "friction": (out.coefficients, [c for c in every if c.load in rubbing and c.entry in DRY]),
    }
    for name in (wanted,) if isinstance(wanted, str) else wanted:
        if name not in offered:
            raise UnknownName(f"no parameter {name!r} to identify.{nearest(name, [*offered, *mechanism.loads])}")
        to, new = offered[name]
        to.extend(x for x in new if x not in to)
    out.bodies.sort(key=moving.index)
    return out


guard(__name__)
