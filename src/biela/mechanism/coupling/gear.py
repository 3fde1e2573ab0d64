"""Couplings of joint coordinates: Σ factor · coordinate = offset. Gear pairs, rack and pinion, differentials, trains of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.dataclass import dataclass
from biela.element.declaration import element, family
from biela.element.role import Role, data, joint
from biela.errors import DescriptionError
from biela.mechanism.coupling.base import Coupling
from biela.mechanism.parameter import Scalar, evaluate


@family
class CoordinateCoupling(Coupling):
    """Σ factor · coordinate = offset over coordinates of joints.

    Signal `name.effort`: what it exerts on the first of its coordinates.
    """

    single = True  # whether its joints must have a single coordinate
    offset = 0.0

    rows = ("ratio",)

    def checked(self, machine: Any) -> Any:
        for name, _, _ in self.terms:
            J = machine.joints[name]
            what = f"{type(self).word.replace('_', ' ')} {self.name!r}"  # type: ignore[attr-defined]
            if J.type.quaternion is not None:
                raise DescriptionError(f"{what}: joint {name!r} is {J.type.kind}; it has no single angle to couple.")
            if self.single:
                J.coordinate(None, what)
        return self


@element("coupling")
class LinearCoupling(CoordinateCoupling):
    """Σ factor · coordinate = offset; `terms` are (joint, factor) or (joint, coordinate, factor).

    Signal `name.effort`: what it exerts on the first of its coordinates.
    """

    terms: tuple[tuple[str, int, Scalar], ...] = data(  # type: ignore[misc]
        Role("terms", "any"), about="list of {joint, coordinate, factor}; the coordinate where a joint has several"
    )
    offset: Scalar = data("any", default=0.0)  # type: ignore[assignment]

    single = False


@element("gear")
class Gear(CoordinateCoupling):
    """Gear pair: angle of `driven` = ratio · angle of `driver` + offset (negative ratio: outside gears).

    Signal `name.effort`: what the pair exerts on the driven joint [N·m].
    """

    driver: str = data(joint())
    driven: str = data(joint())
    ratio: Scalar = data("1")
    offset: Scalar = data("rad", default=0.0)  # type: ignore[assignment]

    @property
    def terms(self) -> tuple[tuple[str, int, Scalar], ...]:
        return (self.driven, 0, 1.0), (self.driver, 0, -self.ratio)


@element("rack_and_pinion")
class RackAndPinion(CoordinateCoupling):
    """Rack and pinion: position of the rack = radius · angle of the pinion + offset.

    Signal `name.effort`: force on the rack [N].
    """

    pinion: str = data(joint())
    rack: str = data(joint())
    radius: Scalar = data("m")
    offset: Scalar = data("m", default=0.0)  # type: ignore[assignment]

    @property
    def terms(self) -> tuple[tuple[str, int, Scalar], ...]:
        return (self.rack, 0, 1.0), (self.pinion, 0, -self.radius)


@dataclass(frozen=True)
class Train:
    """Linear couplings that share coordinates: a gear train.

    Attributes
    ----------
    couplings, joints : their names
    locked : the ratios leave no motion to any joint of it
    contradictory : ratios and offsets cannot hold together anywhere
    """

    couplings: tuple[str, ...]
    joints: tuple[str, ...]
    locked: bool
    contradictory: bool


def trains(couplings: Mapping[str, Any], values: Mapping[str, float] | None = None) -> list[Train]:
    """Gear trains among the couplings of a machine, at given (or the nominal) parameters."""
    linear = {name: c for name, c in couplings.items() if c.terms}
    groups: list[set[str]] = []
    for name, coupling in linear.items():
        own = {(joint, k) for joint, k, _ in coupling.terms}
        touching = [g for g in groups if any(own & {(j, k) for j, k, _ in linear[other].terms} for other in g)]
        groups = [g for g in groups if g not in touching] + [{name}.union(*touching)]
    return [_train([linear[name] for name in linear if name in group], values) for group in groups]


def _train(couplings: list[CoordinateCoupling], values: Mapping[str, float] | None) -> Train:
    """Σ factor · coordinate = offset for all of them: the rank tells what is left."""
    places = list(dict.fromkeys((joint, k) for c in couplings for joint, k, _ in c.terms))
    A, b = np.zeros((len(couplings), len(places))), np.zeros((len(couplings), 1))
    for i, coupling in enumerate(couplings):
        b[i] = evaluate(coupling.offset, values)
        for name, k, factor in coupling.terms:
            A[i, places.index((name, k))] += evaluate(factor, values)
    rank = int(np.linalg.matrix_rank(A, tol=1e-9 * max(float(np.abs(A).max()), 1e-300)))
    gap = float(np.abs(A @ np.linalg.lstsq(A, b, rcond=1e-9)[0] - b).max())
    joints = tuple(dict.fromkeys(joint for joint, _ in places))
    return Train(
        tuple(c.name for c in couplings), joints, rank == len(places), gap > 1e-9 * (1.0 + float(np.abs(b).max()))
    )
