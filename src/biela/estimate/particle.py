"""Particle filter: sequential importance sampling with resampling, over the independent coordinates of any machine.

Each particle is a whole state of the machine, closed on its own assembly branch. One turn:

    xⁱ ← flow(xⁱ, h) ⊕ process noise           (Runge-Kutta 4 in independent coordinates; `noise.py`)
    log wⁱ ← log wⁱ − ½ (y(xⁱ) − z)ᵀ (m² R)⁻¹ (y(xⁱ) − z)          m: likelihood scale
    if (Σ w)²/(N Σ w²) < threshold:  resample (`resampling.py`), then jitter

References
----------
Gordon, Salmond & Smith (1993), IEE Proc. F 140, 107-113; Arulampalam et al. (2002), IEEE Trans. Signal Process. 50, 174-188;
Musso, Oudjane & Le Gland (2001), in Sequential Monte Carlo Methods in Practice, ch. 12 (regularised filters)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError

from . import record as at
from .cloud import Cloud, choose_integrator
from .estimator import Estimate, Estimator, IncompatibleReading, Track
from .log import Log
from .model import Model
from .noise import ProcessNoise
from .prior import Prior, PriorOutOfReach
from .random import MOST
from .resampling import effective_part, method_number, normalised
from .statistics import branch_probabilities, circular_mean, wrapped

Array = NDArray[np.float64]


class ParticleFilter(Estimator):
    """Bootstrap (or regularised) particle filter.

    Parameters
    ----------
    model, prior, noise : see `Model`, `Prior`, `ProcessNoise`
    particles : N
    step : longest step of the integrator [s]; an interval between readings is divided into equal steps not longer than it
    likelihood_scale : factor on the standard deviation of the readings in the weights; above one for a model that is not exact
    resampling : multinomial, stratified, systematic (default), residual or comb
    threshold : effective part of the particles below which to resample
    jitter : {entry: standard deviation} added after resampling
    proposal : "bootstrap", or "regularised" (jitter by a Gaussian kernel of the width that suits the cloud) or "roughening"
    bandwidth : factor on the width of the kernel, or K of roughening
    seed : of all random numbers: a run repeats to the last bit, on any number of threads
    integrator : "rk4", or "implicit" for stiff machines such as those with hydraulics
    reach : readings are unexplained when they are farther than this from what every particle predicts, in standard deviations
        (d of the weights above: the noise of the sensors times the likelihood scale; of several readings together). A sensor
        whose errors are as described comes with d² near the number of readings: 20 standard deviations are no error of its own
        but a fault, a wrong unit, or a cloud that has lost the machine
    reinitialise : when readings are unexplained, skip them, draw all particles from the prior again and go on from there, not
        raise `IncompatibleReading`; `restarts` counts. After the error the filter is at the time of the readings, as if they had
        been missing
    threads : as many as pay if omitted
    """

    name = "particle"

    def __init__(
        self,
        model: Model,
        prior: Prior,
        noise: ProcessNoise | None = None,
        *,
        particles: int = 1000,
        step: float = 0.01,
        likelihood_scale: float = 1.0,
        resampling: str = "systematic",
        threshold: float = 0.5,
        jitter: Mapping[str, float] | None = None,
        proposal: Literal["bootstrap", "regularised", "roughening"] = "bootstrap",
        bandwidth: float = 1.0,
        seed: int = 0,
        t: float = 0.0,
        memory: float = 0.0,
        reach: float = 20.0,
        reinitialise: bool = False,
        integrator: Literal["rk4", "implicit"] = "rk4",
        threads: int | None = None,
    ):
        super().__init__(model, t, memory)
        if int(particles) < 1:
            raise DescriptionError(f"{particles} particles: give one or more.")
        if not (likelihood_scale > 0 and 0 <= threshold <= 1 and step > 0 and bandwidth >= 0 and reach > 0):
            raise DescriptionError(
                "likelihood_scale, step and reach must be positive, threshold between 0 and 1, bandwidth not negative."
            )
        kinds = {"bootstrap": at.FIXED, "roughening": at.ROUGHENING, "regularised": at.REGULARISED}
        if proposal not in kinds:
            raise DescriptionError(f"no proposal {proposal!r}: it is {', '.join(kinds)}.")
        self.prior, self.noise = prior, noise or ProcessNoise()
        self.max_step, self.scale, self.seed = float(step), float(likelihood_scale), int(seed)
        self.reinitialise, self.restarts = reinitialise, 0
        self.cloud = Cloud(model, particles, threads)
        choose_integrator(self.cloud, integrator)
        table, option = self.cloud.table, self.cloud.option
        table[at.METHOD], table[at.JITTER_KIND], table[at.SEED] = method_number(resampling), kinds[proposal], self.seed
        table[at.DO_RESAMPLE] = 1
        option[at.THRESHOLD], option[at.BANDWIDTH], option[at.FARTHEST] = threshold, bandwidth, float(reach) ** 2
        J = self.cloud.arrays[at.JITTER]
        for name, value in (jitter or {}).items():
            J[model.entry(name), model.entry(name)] = float(value)
        self._whiteners: dict[tuple[bool, ...], Array] = {}
        self._maps: dict[float, Array] = {}
        self._present = np.zeros((1, len(model.channels)), bool)  # which readings of the last call were there
        self._rng = np.random.default_rng(self.seed)
        self.draw_prior()

    # ------------------------------------------------------------------------------------------------------- the cloud

    @property
    def particles(self) -> int:
        return self.cloud.N

    @property
    def resamplings(self) -> int:
        return int(self.cloud.table[at.RESAMPLINGS])

    @property
    def recovered(self) -> int:
        """Perturbations that led out of reach and were shortened or dropped."""
        return int(self.cloud.table[at.RECOVERED])

    @property
    def lost(self) -> int:
        """Particles that could not be put together any more; they carry no weight until resampling replaces them."""
        return int(self.cloud.table[at.FAILED])

    def draw_prior(self) -> None:
        """All particles anew from the prior, with equal weights."""
        model, cloud = self.model, self.cloud
        left, X, delta = np.arange(cloud.N), np.zeros((cloud.N, model.n_x)), np.zeros((cloud.N, model.n))
        for attempt in range(20):
            X[left], delta[left] = self.prior.draw(model, left.size, self._rng)
            cloud.set_states(X)
            cloud.set_parameters(np.repeat(model.p[None, :], cloud.N, axis=0))
            cloud.move(np.zeros((cloud.N, model.n)), self.t)  # the signs of the anchors' branches
            cloud.move(delta, self.t)
            wanted = np.array([0.0]) if not model.k else self._coordinates(X) + delta[:, : model.k]
            miss = np.abs(self._coordinates(cloud.states()) - wanted).max(axis=1, initial=0.0)
            left = np.flatnonzero(~(miss < 1e-9))
            if not left.size:
                break
            if attempt == 0 and left.size > 0.5 * cloud.N:
                raise PriorOutOfReach(self._out_of_reach(left, wanted))
        if left.size:
            raise PriorOutOfReach(self._out_of_reach(left, wanted))
        cloud.table[[at.RECOVERED, at.FAILED]] = 0
        cloud.set_equal_weights()

    def _coordinates(self, X: Array) -> Array:
        """Independent coordinates; zero for tangent entries."""
        values = X[:, self.model.places[: self.model.k]]
        values[:, self.model.tangent[: self.model.k]] = 0.0
        return values

    def _out_of_reach(self, left: Any, wanted: Array) -> str:
        k = self.model.k
        worst = ", ".join(f"{self.model.names[i]} = {wanted[left[0], i]:.4g}" for i in range(k))
        return (
            f"{left.size} of {self.cloud.N} particles of the prior cannot be put together, such as the one at {worst}: the "
            "prior is outside the reachable set. Narrow its ranges (four_bar.input_limits gives those of a four-bar), or give an "
            "anchor in each part."
        )

    # ------------------------------------------------------------------------------------------------------- filtering

    def _predict(self, t: float) -> None:
        self._prepare(np.array([t]), np.full((1, len(self.model.channels)), np.nan), t - self.t, update=False)
        self._go()

    def _update(self, z: Array) -> None:
        self._prepare(np.array([self.t]), z[None, :], 0.0, update=True, advance=False)
        self._go()

    def _advance(self, t: float, z: Array) -> None:
        """Prediction and update in one call."""
        if not t > self.t:
            super()._advance(t, z)
            return
        self._prepare(np.array([t]), z[None, :], t - self.t, update=bool(np.isfinite(z).any()))
        self.t = t
        self._go()

    def run(
        self,
        log: Log,
        *,
        normals: Array | None = None,
        jitter_normals: Array | None = None,
        uniforms: Array | None = None,
    ) -> Track:
        """Filter a log in one compiled call for each stretch of equal steps.

        Readings that no particle explains end it with `IncompatibleReading`; with `reinitialise` their sample is skipped (its row
        of the track has the innovation, and mean and spread of the new cloud), and the log goes on with the next one.

        Parameters
        ----------
        normals, jitter_normals, uniforms : random numbers from outside: (S, N, w) for process noise with w columns, (S, N, n) for
            jitter, (S,) for systematic resampling; for comparison with another implementation
        """
        z, t = log.columns(self.model.readings), log.t
        given = {at.GIVEN_NOISE: normals, at.GIVEN_JITTER: jitter_normals, at.GIVEN_UNIFORM: uniforms}
        parts, used = [], np.isfinite(z).sum(axis=1)
        for stretch, h in self._stretches(log):
            first, last = stretch.start, stretch.stop
            while first < last:  # once, and once more after each start from the prior
                piece = slice(first, last)
                numbers = {k: v[piece] for k, v in given.items() if v is not None}
                done = self._run_piece(t[piece], z[piece], h, numbers)
                parts.append(self._recorded(done))
                first += done
                if first < last:
                    parts.append(self._start_again(done, float(t[first])))
                    used[first] = 0
                    first += 1
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        return self._track(t, z, columns, used)

    def _run_piece(self, t: Array, z: Array, h: float, given: Mapping[int, Array]) -> int:
        """Steps until the end, or until readings are unexplained; how many."""
        cloud = self.cloud
        kept = {place: np.ascontiguousarray(v, float) for place, v in given.items()}
        self._prepare(t, z, h, update=True, advance=h > 0)
        for place, array in kept.items():
            cloud.table[place] = array.ctypes.data
        cloud.table[at.STATUS] = at.GOOD
        try:
            cloud.run(t.size)
        finally:
            for place in kept:
                cloud.table[place] = 0
        done = t.size if cloud.table[at.STATUS] == at.GOOD else int(cloud.table[at.STEP])
        self.t = float(t[min(done, t.size - 1)])
        if done < t.size and not self.reinitialise:
            raise IncompatibleReading(self._explain(done))
        return done

    def _recorded(self, steps: int) -> tuple[Array, ...]:
        """What the last run recorded of its first steps."""
        places = (at.OUT_MEAN, at.OUT_SPREAD, at.OUT_LINEAR, at.OUT_ESS, at.OUT_RESAMPLED, at.OUT_EVIDENCE, at.OUT_Y,
                  at.OUT_YVAR)  # fmt: skip
        return tuple(self.cloud.arrays[place][:steps].copy() for place in places)

    def _start_again(self, step: int, t: float) -> tuple[Array, ...]:
        """A new cloud from the prior, in place of the one that did not explain the readings of a step; the row of the track."""
        predicted = tuple(self.cloud.arrays[place][step : step + 1].copy() for place in (at.OUT_Y, at.OUT_YVAR))
        self._restart()
        missing = np.full((1, len(self.model.channels)), np.nan)
        self._prepare(np.array([t]), missing, 0.0, update=False, advance=False)
        self.cloud.run(1)
        mean, spread, linear, ess, resampled, *_ = self._recorded(1)
        return mean, spread, linear, ess, resampled, np.array([-np.inf]), *predicted

    def _restart(self) -> None:
        self.restarts += 1
        self.cloud.table[at.STATUS] = at.GOOD
        self.draw_prior()

    def _prepare(self, t: Array, z: Array, h: float, *, update: bool, advance: bool = True) -> None:
        """Tables for some steps of the same length."""
        cloud, n_y = self.cloud, len(self.model.channels)
        h = float(f"{h:.12g}")  # differences of times that are equal but for rounding
        if h not in self._maps:
            noise = self.noise.matrix(self.model, h) if h > 0 else np.zeros((self.model.n, 0))
            if noise.shape[1] > MOST:
                raise DescriptionError(f"process noise has {noise.shape[1]} components: {MOST} at most.")
            self._maps[h] = np.ascontiguousarray(noise)
        noise = self._maps[h]
        cloud._keep(at.NOISE_MAP, noise if noise.size else np.zeros(1))
        cloud._keep(at.TIMES, np.ascontiguousarray(t, float))
        cloud._keep(at.READINGS, np.ascontiguousarray(np.where(np.isfinite(z), z, 0.0)))
        patterns = self._present = np.isfinite(z)
        if (patterns == patterns[0]).all():
            cloud._keep(at.WHITEN, self._whitener(patterns[0]))
            stride = 0
        else:
            cloud._keep(at.WHITEN, np.array([self._whitener(row) for row in patterns]))
            stride = n_y * n_y
        substeps = max(1, int(np.ceil(h / self.max_step - 1e-9))) if h > 0 else 1
        for table in cloud.tables:
            table[at.N_W] = noise.shape[1]
            table[at.WHITEN_STRIDE] = stride
            table[at.SUBSTEPS] = substeps
            table[at.DO_ADVANCE], table[at.DO_UPDATE] = int(advance), int(update)
        cloud.option[at.STEP_SIZE] = h
        cloud.outputs(t.size)

    def _whitener(self, present: NDArray[np.bool_]) -> Array:
        """L⁻¹ of the covariance of the readings that are there, inflated; zero rows for the others."""
        key = tuple(bool(b) for b in present)
        if key not in self._whiteners:
            own = np.flatnonzero(present)
            W = np.zeros((len(present), len(present)))
            if own.size:
                L = np.linalg.cholesky(self.model.covariance[np.ix_(own, own)]) * self.scale
                W[np.ix_(own, own)] = np.linalg.inv(L)
            self._whiteners[key] = W
        return self._whiteners[key]

    def _go(self) -> None:
        """One step as prepared."""
        cloud = self.cloud
        cloud.table[at.STATUS] = at.GOOD
        cloud.run(1)
        if cloud.table[at.STATUS] == at.GOOD:
            return
        if not self.reinitialise:
            raise IncompatibleReading(self._explain(0))
        self._restart()

    def _explain(self, step: int) -> str:
        """Which reading no particle comes near to."""
        z = self.cloud.arrays[at.READINGS][step]
        y = self.cloud.predictions()
        sigma = np.sqrt(np.diag(self.model.covariance)) * self.scale
        with np.errstate(all="ignore"):
            miss = np.abs(self._wrapped(y - z)).min(axis=0) / sigma
        miss[~self._present[step]] = np.nan
        worst = int(np.nanargmax(miss)) if np.any(np.isfinite(miss)) else 0
        nearest = float(np.sqrt(self.cloud.arrays[at.DISTANCE][: self.cloud.N].min()))
        return (
            f"no particle explains the readings at {self.t:g} s: {self.model.readings[worst]!r} = {z[worst]:.6g}, "
            f"the nearest predicts {y[np.nanargmin(np.abs(y[:, worst] - z[worst])), worst]:.6g}, {miss[worst]:.3g} standard "
            f"deviations away (all readings together: {nearest:.3g}; reach = {np.sqrt(self.cloud.option[at.FARTHEST]):g}). Check "
            "the sensor and its unit, raise likelihood_scale or the process noise, or give reinitialise=True."
        )

    def _wrapped(self, difference: Array) -> Array:
        """Differences of readings (…, readings); of those that begin anew after a turn, the short way."""
        out = difference.copy()
        for j, period in enumerate(self.model.periods):
            if period > 0:
                out[..., j] -= period * np.round(out[..., j] / period)
        return out

    def _track(self, t: Array, z: Array, columns: list[Array], used: NDArray[np.int64]) -> Track:
        mean, spread, linear, ess, resampled, evidence, y, variance = columns
        sigma = np.sqrt(variance + self.scale**2 * np.diag(self.model.covariance))
        innovation = self._wrapped(z - y)
        nis = np.nansum((innovation / sigma) ** 2, axis=1)
        extras = {"ess": ess, "resampled": resampled, "evidence": evidence, "linear": linear}
        return Track(
            self.model.names, self.model.readings, t, mean, spread, y, innovation, sigma, nis,
            used, None, extras, self.scale,
        )  # fmt: skip

    # -------------------------------------------------------------------------------------------------------- estimates

    @property
    def weights(self) -> Array:
        """Weights that sum to one."""
        return normalised(self.cloud.log_weights)

    @property
    def effective_part(self) -> float:
        """Effective sample size over N."""
        return effective_part(self.cloud.log_weights)

    def values(self) -> Array:
        """(N, n) entries of all particles."""
        X, P = self.cloud.states(), self.cloud.parameters()
        places = self.model.places
        out = (
            np.column_stack([X[:, i] if i >= 0 else P[:, -1 - i] for i in places])
            if places.size
            else np.zeros((len(X), 0))
        )
        out[:, self.model.tangent] = np.nan
        return out

    def estimate(self) -> Estimate:
        """Mean (circular for angles) and covariance of the cloud; the state is the particle nearest to the mean on the
        likeliest branch."""
        values, w, model = self.values(), self.weights, self.model
        angles = model.angles > 0
        mean = w @ values
        for i in np.flatnonzero(angles):
            mean[i] = circular_mean(values[:, i], w)
        d = values - mean
        d[:, angles] = wrapped(d[:, angles])
        d[:, model.tangent] = 0.0
        covariance = (w[:, None] * d).T @ d
        probabilities = branch_probabilities(self.cloud.signs(), w)
        nearest = self._nearest(d, covariance, probabilities)
        state = model.state(self.cloud.states()[nearest], self.t, self.cloud.parameters()[nearest], self.u)
        return Estimate(self.t, model.names, mean, covariance, state, angles, probabilities)

    def _nearest(self, d: Array, covariance: Array, probabilities: Mapping[tuple[int, ...], float]) -> int:
        scale = np.sqrt(np.maximum(np.diag(covariance), 1e-300))
        distance = (d / scale) ** 2 @ np.ones(d.shape[1])
        if probabilities:
            best = max(probabilities, key=lambda label: probabilities[label])
            distance = np.where((self.cloud.signs() == np.array(best)).all(axis=1), distance, np.inf)
        return int(np.nanargmin(np.where(self.weights > 0, distance, np.inf)))

    # --------------------------------------------------------------------------------------------------- save and restore

    def snapshot(self) -> Any:
        cloud = self.cloud
        return (
            self.t, cloud.states(), cloud.parameters(), cloud.signs(), cloud.log_weights.copy(), cloud.arrays[at.LOST].copy(),
            cloud.option.copy(), int(cloud.table[at.COUNTER]), int(cloud.table[at.RESAMPLINGS]), self.u.copy(),
        )  # fmt: skip

    def restore(self, snapshot: Any) -> None:
        cloud = self.cloud
        self.t, X, P, signs, logw, lost, option, counter, resamplings, self.u[:] = snapshot
        cloud.set_states(X)
        cloud.set_parameters(P)
        cloud._fill(at.SIGN, signs)
        cloud.log_weights[:] = logw
        cloud.arrays[at.WEIGHT][: cloud.N] = normalised(logw)
        cloud.arrays[at.LOST][:] = lost
        cloud.option[:] = option
        cloud.table[at.COUNTER], cloud.table[at.RESAMPLINGS] = counter, resamplings
        self._inputs_changed()

    def _inputs_changed(self) -> None:
        self.cloud.set_inputs(self.u)
