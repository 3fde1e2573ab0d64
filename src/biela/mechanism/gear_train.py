"""Gear trains: couplings of joint coordinates that share coordinates, and what their ratios leave of the motion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.rank import ASSEMBLED, least_solution, rank
from biela.mechanism.coupling import CoordinateCoupling
from biela.mechanism.parameter import evaluate


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
    """Find the gear trains among the couplings of a machine, at given (or the nominal) parameters."""
    linear = {name: c for name, c in couplings.items() if c.terms and not c.curved}
    groups: list[set[str]] = []
    for name, coupling in linear.items():
        own = {(joint, k) for joint, k, _ in coupling.terms}
        touching = [g for g in groups if any(own & {(j, k) for j, k, _ in linear[other].terms} for other in g)]
        groups = [g for g in groups if g not in touching] + [{name}.union(*touching)]
    return [_train([linear[name] for name in linear if name in group], values) for group in groups]


def _train(couplings: list[CoordinateCoupling], values: Mapping[str, float] | None) -> Train:
    """Judge Σ factor · coordinate = offset for all couplings: the rank tells which motion is left."""
    places = list(dict.fromkeys((joint, k) for c in couplings for joint, k, _ in c.terms))
    A, b = np.zeros((len(couplings), len(places))), np.zeros((len(couplings), 1))
    for i, coupling in enumerate(couplings):
        b[i] = evaluate(coupling.offset, values)
        for name, k, factor in coupling.terms:
            A[i, places.index((name, k))] += evaluate(factor, values)
    gap = float(np.abs(A @ least_solution(A, b) - b).max())
    joints = tuple(dict.fromkeys(joint for joint, _ in places))
    contradictory = gap > ASSEMBLED * (1.0 + float(np.abs(b).max()))
    return Train(tuple(c.name for c in couplings), joints, rank(A) == len(places), contradictory)
