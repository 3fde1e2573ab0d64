"""Observations: the regressor at measured samples, with the efforts measured there.

    W Φ = τ + τ_known

Rows belong to channels (one for each degree of freedom), and channels have units: forces and torques never share a norm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array, Indices
from biela.base.blas import one_thread
from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError, UnknownName, count, nearest
from biela.identify.base_set import BaseSet
from biela.identify.regressor import Regressor
from biela.state.consistent_motion import ConsistentMotion


class PoorData(BielaError, ValueError):
    """The data cannot give what is asked for."""


@checked
@dataclass(frozen=True)
class Observation:
    """A linear model of efforts at N samples of F channels.

    Attributes
    ----------
    W : (N, F, parameters)
    tau : (N, F) measured efforts, with what known loads exert moved to this side
    names : of the parameters
    channels, units : of the efforts
    measured : (N, F) the efforts as they were measured; `tau` if nothing was moved
    t : (N,) time of the samples, where it is known [s]
    x : (N, n_x) states of the regressor's machine at the samples, where they are known
    passive : channels on which nothing acts that is measured: their efforts are zero
    """

    W: Array
    tau: Array
    names: tuple[str, ...]
    channels: tuple[str, ...]
    units: tuple[str, ...]
    measured: Array | None = None
    t: Array | None = None
    x: Array | None = None
    passive: tuple[str, ...] = ()

    @property
    def samples(self) -> int:
        return len(self.W)

    @property
    def stacked(self) -> tuple[Array, Array]:
        """W and τ with samples and channels in one axis."""
        return self.W.reshape(-1, self.W.shape[2]), self.tau.ravel()

    @property
    def reference(self) -> Array:
        """Measured efforts, against which errors are relative."""
        return self.tau if self.measured is None else self.measured

    @checked
    def base(self, base: BaseSet) -> Observation:
        """Express the efforts in base parameters."""
        if tuple(base.names) != tuple(self.names):
            raise DescriptionError("the base set belongs to other parameters than the observation.")
        return replace(self, W=base.columns(self.W), names=base.independent)

    @checked
    def only(self, names: Sequence[str]) -> Observation:
        """Keep some of the parameters, the others taken as zero."""
        if strange := [name for name in names if name not in self.names]:
            raise UnknownName(f"no parameter {strange[0]!r} in the observation.{nearest(strange[0], list(self.names))}")
        at = [self.names.index(name) for name in names]
        return replace(self, W=self.W[:, :, at], names=tuple(names))

    @checked
    def weighted(self, weights: ArrayLike) -> Observation:
        """Multiply channels by weights (one over the standard deviation of their noise)."""
        w = np.asarray(weights, float)
        if w.shape != (len(self.channels),):
            raise DescriptionError(f"weights have the shape {w.shape}: give one for each of {', '.join(self.channels)}.")
        return replace(self, W=self.W * w[None, :, None], tau=self.tau * w, units=("1",) * len(self.units))

    @checked
    def reweighted(self, weights: ArrayLike) -> Observation:
        """Multiply squares of the samples by weights (N, F)."""
        w = np.asarray(weights, float)
        if w.shape != self.tau.shape or not np.all(w >= 0.0):
            raise DescriptionError(f"weights have the shape {w.shape}: give {self.tau.shape}, each zero or above.")
        root = np.sqrt(w)
        return replace(self, W=self.W * root[:, :, None], tau=self.tau * root, measured=self.reference * root)

    @checked
    def part(self, samples: slice | Indices) -> Observation:
        """Keep some of the samples: a slice, or their numbers."""
        if not isinstance(samples, slice):
            samples = np.asarray(samples)
            own = samples.ndim == 1 and np.issubdtype(samples.dtype, np.integer)
            if not own or np.any((samples < 0) | (samples >= self.samples)):
                raise DescriptionError(f"part: samples is neither a slice nor a list of numbers from 0 to {self.samples - 1}.")
        measured, t, x = (None if a is None else a[samples] for a in (self.measured, self.t, self.x))
        return replace(self, W=self.W[samples], tau=self.tau[samples], measured=measured, t=t, x=x)

    @checked
    def joined(self, *others: Observation) -> Observation:
        """Join several experiments."""
        if any((other.names, other.channels) != (self.names, self.channels) for other in others):
            raise DescriptionError("experiments with different parameters or channels cannot be joined.")
        parts = (self, *others)
        measured = np.concatenate([p.reference for p in parts])
        times, states = [p.t for p in parts if p.t is not None], [p.x for p in parts if p.x is not None]
        return replace(
            self, W=np.concatenate([p.W for p in parts]), tau=np.concatenate([p.tau for p in parts]), measured=measured,
            t=np.concatenate(times) if len(times) == len(parts) else None,
            x=np.concatenate(states) if len(states) == len(parts) else None,
        )  # fmt: skip

    @property
    def silent(self) -> tuple[str, ...]:
        """Parameters that the motion does not show: their columns of W are zero."""
        shown = np.any(self.W, axis=(0, 1))
        return tuple(name for name, own in zip(self.names, shown, strict=True) if not own)

    @checked
    def condition(self, scaled: bool = False) -> float:
        """Return the ratio of the largest to the smallest singular value of W, or of W with columns of length one."""
        W, _ = self.stacked
        if scaled:
            norms = np.linalg.norm(W, axis=0)
            if np.any(norms == 0.0):
                return float("inf")
            W = W / norms
        s = np.linalg.svd(W, compute_uv=False)
        return float(s[0] / s[-1]) if s.size and s[-1] > 0 else float("inf")


@one_thread("scipy.linalg")
@checked
def observe(regressor: Regressor, motion: ConsistentMotion, efforts: ArrayLike) -> Observation:
    """Evaluate the regressor at a motion, with measured efforts of its channels, (N, F); data that cannot serve are refused."""
    measured = np.asarray(efforts, float)
    if measured.shape != (len(motion), regressor.dof):
        names = ", ".join(regressor.channels)
        wanted = f"give ({len(motion)}, {regressor.dof}), one column for each of {names}"
        raise DescriptionError(f"efforts have shape {measured.shape}: {wanted}.")
    if not np.all(np.isfinite(measured)):
        n, k = np.argwhere(~np.isfinite(measured))[0]
        raise DescriptionError(f"effort {regressor.channels[k]!r} at sample {n} is not finite: drop or interpolate it first.")
    W, known = regressor.model(motion)
    own, channels, units = map(tuple, (regressor.names, regressor.channels, regressor.units))
    return Observation(W, measured + known, own, channels, units, measured, motion.t, motion.x, regressor.passive)


def check(observation: Observation) -> list[str]:
    """Report what is suspicious about data; raise what makes an estimate impossible.

    Raises
    ------
    PoorData : fewer equations than parameters, an effort channel that is zero throughout
    """
    W, tau = observation.stacked
    n, r = W.shape
    if n < r:
        data = f"{count(observation.samples, 'sample')} of {count(len(observation.channels), 'channel')}"
        few = f"{count(n, 'equation')} ({data}) for {count(r, 'parameter')}"
        raise PoorData(f"{few}: measure longer, or identify fewer parameters.")
    findings = []
    for k, channel in enumerate(observation.channels):
        column = observation.reference[:, k]
        if channel in observation.passive and np.any(observation.reference):
            continue
        if not np.any(column):
            raise PoorData(f"effort channel {channel!r} is zero throughout: is the sensor connected, and the column the right one?")
        if np.ptp(column) <= 1e-9 * np.abs(column).max():
            findings.append(f"effort channel {channel!r} is constant: it can show offsets and weights at rest only")
    if silent := observation.silent:
        beyond = f"nothing is known of {'them' if len(silent) > 1 else 'it'} beyond the description"
        findings.append(f"this motion does not show {', '.join(silent)}: {beyond}, whose values an identified machine keeps")
    if n < 4 * r:
        findings.append(f"only {n / r:.1f} equations for each parameter: statistics are poor below about ten")
    return findings


guard(__name__)
