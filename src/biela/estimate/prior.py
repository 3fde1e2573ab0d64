"""Priors: what is known before the first reading.

A prior draws for each particle a closed state to start from (an *anchor*, on an assembly branch) and how far to go from there
along the machine's own motions. The dependent coordinates are then solved for on that branch, in small pieces.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError, warn
from biela.base.surface import setting
from biela.state.branches import branches
from biela.state.state import State

from .model import Model
from .noise import magnitude, root

Interval = tuple[float, float]


class PriorOutOfReach(BielaError):
    """A prior asks for positions in which the machine cannot be assembled."""


class BranchWarning(UserWarning):
    """A prior is on another assembly branch than the model."""


class Prior(ABC):
    """Draws initial particles."""

    @abstractmethod
    def draw(self, model: Model, count: int, rng: np.random.Generator) -> tuple[Array, Array]:
        """Return anchors (count, n_x), closed, and steps δ (count, n) from them."""

    def gaussian(self, model: Model) -> tuple[Array, Array]:
        """Return the mean state x and covariance (n, n), for filters that know nothing else."""
        raise DescriptionError(
            f"a {type(self).__name__} prior has no single mean: use {setting('filter', 'particle')}, or another "
            f"{setting('prior')} about one state."
        )


@dataclass(frozen=True)
class About(Prior):
    """Gaussian about a state.

    Attributes
    ----------
    state : closed state of the machine
    sigma : {name: standard deviation} of entries (`A`, `A.rate`, a network's state, a parameter), or a covariance matrix (n, n);
        entries that are not named are known exactly
    """

    state: State
    sigma: Mapping[str, float] | ArrayLike = field(default_factory=dict)

    def gaussian(self, model: Model) -> tuple[Array, Array]:
        x, gap, signs = model.closed(self.state.x, self.state.t)
        if gap > 1e3 * model.tolerance:
            raise PriorOutOfReach(f"the state of the prior is open by {gap:.3g}: assemble it with m.assemble(…).")
        if not (model.branches == signs).all(axis=1).any():
            warn(
                f"the prior is on another assembly branch than the state that the model of {model.mechanism.name!r} is about: a "
                "filter never leaves its branch, and will be sure of a wrong one. Assemble the prior near that state, "
                "m.assemble({…}, guess=start); or, if it is meant, give both: Model(m, about=[start, prior.state]).",
                BranchWarning,
            )
        if not isinstance(self.sigma, Mapping):
            P = np.asarray(self.sigma, float)
            if P.shape != (model.n, model.n):
                entries = f"{model.n} entries are estimated: {', '.join(model.names)}"
                raise DescriptionError(f"covariance of the prior has shape {P.shape}; {entries}.")
            root(P, "covariance of the prior", semidefinite=True)
            return x, P
        P = np.zeros((model.n, model.n))
        for name, value in self.sigma.items():
            i = model.entry(name)
            P[i, i] = magnitude(value, f"spread of {name!r} in the prior") ** 2
        return x, P

    @checked(nonnegative=("count",))
    def draw(self, model: Model, count: int, rng: np.random.Generator) -> tuple[Array, Array]:
        x, P = self.gaussian(model)
        L = root(P, "covariance of the prior", semidefinite=True)
        return np.repeat(x[None, :], count, axis=0), rng.standard_normal((count, model.n)) @ L.T


@dataclass(frozen=True)
class Uniform(Prior):
    """Uniform over ranges of the independent coordinates, on any of several assembly branches.

    Attributes
    ----------
    ranges : {entry: (low, high) or a list of such intervals}, of coordinates, rates, states or parameters; entries that are not
        named are those of the anchor
    anchors : closed states, one or more for each branch and interval; defaults to all assemblies at the middle of the intervals
    branch : function of the drawn values (count, n) that returns the index of the branch of each particle, branches being sorted by
        their signs; by default each branch is as likely as the others
    """

    ranges: Mapping[str, Any]
    anchors: Sequence[State] = ()
    branch: Callable[[Array], ArrayLike] | None = None

    @checked(nonnegative=("count",))
    def draw(self, model: Model, count: int, rng: np.random.Generator) -> tuple[Array, Array]:
        intervals = {model.entry(name): _intervals(value, name) for name, value in self.ranges.items()}
        X, signs = self._anchors(model, intervals)
        labels = np.unique(signs, axis=0)
        at_anchor = np.array([model.values(x) for x in X])
        wanted = np.repeat(at_anchor[:1], count, axis=0)
        for i, parts in intervals.items():
            wanted[:, i] = _uniform(parts, count, rng)
        if self.branch is None:
            chosen = rng.integers(len(labels), size=count)
        else:
            chosen = np.asarray(self.branch(wanted), int)
            if chosen.shape != (count,) or chosen.min() < 0 or chosen.max() >= len(labels):
                raise DescriptionError(f"`branch` must return an index below {len(labels)} for each of {count} particles.")
        own = np.array([int(np.flatnonzero((labels == s).all(axis=1))[0]) for s in signs])
        coordinates = [i for i in intervals if i < model.k]
        start = np.zeros(count, int)
        for label in range(len(labels)):
            mine, there = np.flatnonzero(chosen == label), np.flatnonzero(own == label)
            distance = np.abs(wanted[mine][:, None, coordinates] - at_anchor[there][None, :, coordinates]).sum(axis=2)
            start[mine] = there[distance.argmin(axis=1)] if coordinates else there[0]
        return X[start], wanted - at_anchor[start]

    def _anchors(self, model: Model, intervals: Mapping[int, list[Interval]]) -> tuple[Array, Array]:
        states = list(self.anchors)
        if not states:
            names = {i: model.names[i] for i in intervals if i < model.k}
            middles = ([0.5 * (low + high) for low, high in intervals[i]] for i in names)
            for middle in product(*middles):
                states += branches(model.mechanism, dict(zip(names.values(), middle, strict=True)))
        closed = [model.closed(s.x, s.t) for s in states]
        good = [(x, signs) for x, gap, signs in closed if gap <= 1e3 * model.tolerance]
        if not good:
            raise PriorOutOfReach(
                f"the machine cannot be assembled in the middle of the ranges of the prior: give {setting('ranges')} inside its "
                "reach, or anchors."
            )
        return np.array([x for x, _ in good]), np.array([signs for _, signs in good])


def half_turn(coordinate: int = 0) -> Callable[[Array], ArrayLike]:
    """Tie the branch to the half turn of a coordinate: one label where its sine is positive, the other where it is negative.

    It repeats the prior of a published filter, whose assembly solver started from a stretched linkage: q₁ < 0 (the positive
    determinant here) on the upper half turn.
    """
    return lambda values: (np.sin(values[:, coordinate]) > 0).astype(int)


def _intervals(value: Any, name: str) -> list[Interval]:
    parts = [(float(low), float(high)) for low, high in ([value] if np.ndim(value) == 1 else value)]
    for low, high in parts:
        if not -np.inf < low <= high < np.inf:
            raise DescriptionError(f"range of {name!r} in the prior is ({low:g}, {high:g}): give (low, high), low not above high.")
    return parts


def _uniform(parts: list[Interval], count: int, rng: np.random.Generator) -> Array:
    lows, highs = np.array(parts).T
    edges = np.concatenate([[0.0], np.cumsum(highs - lows)])
    u = rng.random(count) * (highs - lows).sum()
    which = np.clip(np.searchsorted(edges, u, side="right") - 1, 0, len(parts) - 1)
    return np.asarray(lows[which] + (u - edges[which]))
