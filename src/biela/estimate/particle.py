"""Particle filter: sequential importance sampling with resampling, over the independent coordinates of any machine.

Each particle is a whole state of the machine, closed on its own assembly branch. One step:

    xⁱ ← flow(xⁱ, h) ⊕ process noise           (Runge-Kutta 4 in independent coordinates; `noise.py`)
    log wⁱ ← log wⁱ − ½ (y(xⁱ) − z)ᵀ (m² R)⁻¹ (y(xⁱ) − z)          m: likelihood scale
    if (Σ w)²/(N Σ w²) < threshold:  resample (`resampling.py`), then spread the copies (`regularise.py`)

References
----------
Gordon, Salmond & Smith (1993), IEE Proc. F 140, 107-113; Arulampalam et al. (2002), IEEE Trans. Signal Process. 50, 174-188;
Musso, Oudjane & Le Gland (2001), in Sequential Monte Carlo Methods in Practice, ch. 12 (regularised filters)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

import numpy as np

from biela.base.array import Array, Flags
from biela.base.checked import checked, shown
from biela.base.errors import DescriptionError
from biela.base.surface import setting
from biela.integrate.record import Field

from .cloud import Cloud, Integrator
from .estimator import CompiledFilter, Estimate, IncompatibleReading, Snapshot, Track
from .log import Log
from .model import Model
from .noise import ProcessNoise
from .prior import Prior, PriorOutOfReach
from .record import GOOD, MOST_NORMALS, at
from .registry import filter
from .resampling import effective_part, method_number, normalised
from .statistics import branch_probabilities, circular_mean, on_the_turn_of, wrapped


@filter("particle")
class ParticleFilter(CompiledFilter):
    """Particle filter, regularised unless the plain bootstrap filter is asked for.

    Parameters
    ----------
    model, prior, noise : see `Model`, `Prior`, `ProcessNoise`
    particles : N
    step : longest step of the integrator [s]; an interval between readings is divided into equal steps not longer than it
    likelihood_scale : factor on the standard deviation of the readings in the weights; above one for a model that is not exact
    resampling : multinomial, stratified, systematic (default), residual or comb
    threshold : effective part of the particles below which to resample
    jitter : {entry: standard deviation} of noise added after resampling
    proposal : "regularised": copies spread by a kernel of the cloud (`regularise.py`), and readings that few particles explain are
        used in several sweeps, so that the spread is right with little process noise too; or "bootstrap": the plain filter of
        1993, which is over-confident in what the sensors do not see, unless process noise spreads it
    seed : seed of all random numbers; a run repeats to the last bit, on any number of threads
    integrator : "rk4", or "implicit" for stiff machines such as those with hydraulics
    reach : readings are unexplained when they are farther than this from what every particle predicts, in standard deviations
        (d of the weights above, of all readings together: the noise of the sensors times the likelihood scale). A sensor
        whose errors are as described has d² near the number of readings. A distance of 20 standard deviations means a fault, a
        wrong unit, or a cloud that has lost the machine
    reinitialise : when readings are unexplained, skip them, draw all particles from the prior again and go on from there;
        `restarts` counts. Otherwise `IncompatibleReading` is raised, and the filter is at the time of the readings, as if they
        had been missing
    threads : defaults to as many as pay
    t : time of the prior [s]
    memory : how late a sample may come [s]
    """

    outputs: ClassVar[dict[int, tuple[str, ...]]] = {
        at.OUT_MEAN: ("n_d",), at.OUT_SPREAD: ("n_d",), at.OUT_LINEAR: ("n_d",), at.OUT_ESS: (), at.OUT_RESAMPLED: (),
        at.OUT_EVIDENCE: (), at.OUT_Y: ("n_y",), at.OUT_YVAR: ("n_y",),
    }  # fmt: skip

    @checked(
        positive=("particles", "step", "likelihood_scale", "reach"), nonnegative=("seed", "threshold"), infinite=("reach",),
        most={"particles": 1e8, "threshold": 1},
    )  # fmt: skip
    def __init__(
        self, model: Model, prior: Prior, noise: ProcessNoise | None = None, *, particles: int = 1000,
        step: float = 0.01, likelihood_scale: float = 1.0, resampling: str = "systematic", threshold: float = 0.5,
        jitter: Mapping[str, float] | None = None, proposal: Literal["regularised", "bootstrap"] = "regularised",
        seed: int = 0, t: float = 0.0, memory: float = 0.0, reach: float = 20.0, reinitialise: bool = False,
        integrator: Integrator = "rk4", threads: int | None = None,
    ):  # fmt: skip
        super().__init__(model, prior, noise, step, likelihood_scale, t, memory)
        self.seed, self.reach, self.reinitialise, self.restarts = int(seed), float(reach), reinitialise, 0
        rotations = np.flatnonzero(model.tangent)
        kernels = ["difference"] * bool(rotations.size)
        self.cloud = Cloud(model, particles, integrator=integrator, threads=threads, kernels=kernels)
        r = self.cloud.record
        r[at.METHOD], r[at.REGULARISED], r[at.SEED] = method_number(resampling), proposal == "regularised", self.seed
        r[at.THRESHOLD], r[at.FARTHEST] = threshold, self.reach**2
        r[at.TANGENT][: rotations.size], r[at.N_TANGENT] = rotations, rotations.size
        for name, value in (jitter or {}).items():
            r[at.FIXED_JITTER][model.entry(name)] = float(value)
        r[at.JITTER][0] = np.diag(r[at.FIXED_JITTER])
        self._whiteners: dict[bytes, Array] = {}
        self._rng = np.random.default_rng(self.seed)
        self.draw_prior()

    @property
    def particles(self) -> int:
        return self.cloud.N

    @property
    def resamplings(self) -> int:
        return int(self.cloud.record[at.RESAMPLINGS])

    @property
    def recovered(self) -> int:
        """Perturbations that led out of reach and were shortened or dropped."""
        return int(self.cloud.record[at.RECOVERED])

    @property
    def lost(self) -> int:
        """Particles that could not be assembled any more; they carry no weight until resampling replaces them."""
        return int(self.cloud.record[at.FAILED])

    def draw_prior(self) -> None:
        """Draw all particles from the prior, with equal weights."""
        model, cloud = self.model, self.cloud
        left, X, delta = np.arange(cloud.N), np.zeros((cloud.N, model.n_x)), np.zeros((cloud.N, model.n))
        for attempt in range(20):
            X[left], delta[left] = self.prior.draw(model, left.size, self._rng)
            cloud.set_states(X)
            cloud.set_parameters(np.repeat(model.p[None, :], cloud.N, axis=0))
            cloud.move(np.zeros((cloud.N, model.n)), self.t)  # the signs of the anchors' branches
            cloud.move(delta, self.t)
            wanted = self._coordinates(X) + np.where(model.tangent, 0.0, delta)[:, : model.k]
            miss = np.abs(self._coordinates(cloud.states()) - wanted).max(axis=1, initial=0.0)
            left = np.flatnonzero(~(miss < 1e-9))
            if not left.size:
                break
            if attempt == 19 or (attempt == 0 and left.size > 0.5 * cloud.N):
                worst = ", ".join(f"{model.names[i]} = {wanted[left[0], i]:.4g}" for i in range(model.k))
                raise PriorOutOfReach(
                    f"{left.size} of {cloud.N} particles of the prior cannot be assembled, such as the one at {worst}: the "
                    f"prior is outside the reachable set. Narrow {setting('ranges')}, or give an anchor in each part."
                )
        cloud.record[at.RECOVERED] = cloud.record[at.FAILED] = 0
        cloud.set_equal_weights()
        self._room = (0, -1.0)

    def _coordinates(self, X: Array) -> Array:
        """Return independent coordinates; zero for tangent entries."""
        values = X[:, self.model.places[: self.model.k]]
        values[:, self.model.tangent[: self.model.k]] = 0.0
        return values

    @checked
    def run(
        self, log: Log, *, normals: Array | None = None, jitter_normals: Array | None = None,
        uniforms: Array | None = None,
    ) -> Track:  # fmt: skip
        """Filter a log in one compiled call for each stretch of equal steps.

        Readings that no particle explains end it with `IncompatibleReading`; with `reinitialise` their sample is skipped (its row
        of the track has the innovation, and mean and spread of the new cloud), and the log goes on with the next one.

        Parameters
        ----------
        normals, jitter_normals, uniforms : random numbers from outside: (S, N, w) for process noise with w columns, (S, N, n) for
            jitter, (S,) for systematic resampling; for comparison with another implementation
        """
        z, t = log.columns(self.model.readings), log.t
        outside = {at.GIVEN_NOISE: normals, at.GIVEN_JITTER: jitter_normals, at.GIVEN_UNIFORM: uniforms}
        given = {place: None if x is None else np.asarray(x) for place, x in outside.items()}
        for own in given.values():
            if own is not None and (np.ndim(own) == 0 or len(own) != len(t)):
                raise DescriptionError(f"run: random numbers {shown(own)}: give a row for each of {len(t)} samples.")
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
        mean, spread, linear, ess, resampled, evidence, y, variance = map(np.concatenate, zip(*parts, strict=True))
        extras = {"ess": ess, "resampled": resampled, "evidence": evidence, "linear": linear}
        variance = variance + self.scale**2 * np.diag(self.model.covariance)
        nis = np.nansum(self.model.innovation(z, y) ** 2 / variance, axis=1)
        return self._track(t, z, (mean, spread, y, variance, nis, used, None), extras)

    def _run_piece(self, t: Array, z: Array, h: float, given: Mapping[Field, Array]) -> int:
        """Do steps until the end, or until readings are unexplained; return their number."""
        self._prepare(t, z, h, update=True)
        for field, numbers in given.items():
            self.cloud.give(field, numbers)
        try:
            self.cloud.run(t.size)
        finally:
            for field in given:
                self.cloud.give(field, None)
        r = self.cloud.record
        done = t.size if r[at.STATUS] == GOOD else r[at.STEP]
        self.t = float(t[min(done, t.size - 1)])
        if done < t.size and not self.reinitialise:
            raise IncompatibleReading(self._explain(done))
        return int(done)

    def _start_again(self, step: int, t: float) -> list[Array]:
        """Draw a cloud from the prior, in place of the one that did not explain the readings of a step; return the row of it."""
        r = self.cloud.record
        predicted = [r[field][step : step + 1].copy() for field in (at.OUT_Y, at.OUT_YVAR)]
        self.restarts += 1
        self.draw_prior()
        self._prepare(np.array([t]), np.full((1, len(self.model.channels)), np.nan), 0.0, update=False)
        self.cloud.run(1)
        return [*self._recorded(1)[:5], np.array([-np.inf]), *predicted]

    def _prepare(self, t: Array, z: Array, h: float, *, update: bool) -> None:
        super()._prepare(t, z, h, update=update)
        present, r = np.isfinite(z), self.cloud.record
        r[at.DO_UPDATE] = int(update and (len(z) > 1 or bool(present.any())))
        r[at.WHITEN_CHANGES] = int(not (present == present[0]).all())
        for step in range(len(z) if r[at.WHITEN_CHANGES] else 1):
            r[at.WHITEN][step] = self._whitener(present[step])

    def _make_room(self, steps: int, h: float) -> None:
        n_y = len(self.model.channels)
        if self._room[0] != steps:
            self.cloud.record.bind(at.WHITEN, np.zeros((steps, n_y, n_y)))
        super()._make_room(steps, h)

    def _set_noise(self, h: float) -> None:
        noise = self.noise.matrix(self.model, h)
        if noise.shape[1] > MOST_NORMALS:
            raise DescriptionError(f"process noise has {noise.shape[1]} components: {MOST_NORMALS} at most.")
        self.cloud.record.bind(at.NOISE_MAP, np.ascontiguousarray(noise))
        self.cloud.record[at.N_W] = noise.shape[1]

    def _whitener(self, present: Flags) -> Array:
        """Return L⁻¹ of the covariance of the readings that are there, inflated; zero rows for the others."""
        key = present.tobytes()
        if key not in self._whiteners:
            own = np.flatnonzero(present)
            W = np.zeros((len(present), len(present)))
            if own.size:
                L = np.linalg.cholesky(self.model.covariance[np.ix_(own, own)]) * self.scale
                W[np.ix_(own, own)] = np.linalg.inv(L)
            self._whiteners[key] = W
        return self._whiteners[key]

    def _go(self, t: Array, z: Array, h: float, *, update: bool) -> None:
        """Do one step."""
        self._prepare(t, z, h, update=update)
        self.cloud.run(1)
        if self.cloud.record[at.STATUS] == GOOD:
            return
        if not self.reinitialise:
            raise IncompatibleReading(self._explain(0))
        self.restarts += 1
        self.draw_prior()

    def _explain(self, step: int) -> str:
        """Say which reading no particle comes near to."""
        z, y = self.cloud.record[at.READINGS][step], self.cloud.predictions()
        sigma = np.sqrt(np.diag(self.model.covariance)) * self.scale
        miss = np.abs(self.model.innovation(z, y)).min(axis=0) / sigma
        worst = int(np.nanargmax(miss)) if np.any(np.isfinite(miss)) else 0
        closest = y[np.nanargmin(np.abs(y[:, worst] - z[worst])), worst] if np.isfinite(miss[worst]) else np.nan
        together = float(np.sqrt(self.cloud.record[at.DISTANCE].reshape(-1)[: self.cloud.N].min()))
        return (
            f"no particle explains the readings at {self.t:g} s: {self.model.readings[worst]!r} = {z[worst]:.6g}, "
            f"the nearest predicts {closest:.6g}, {miss[worst]:.3g} standard deviations away (all readings together: "
            f"{together:.3g}; reach = {self.reach:g}). Check the sensor and its unit, raise {setting('likelihood_scale')} or "
            f"{setting('noise')}, or give {setting('reinitialise', True)}."
        )

    @property
    def weights(self) -> Array:
        """Weights that sum to one."""
        return normalised(self.cloud.log_weights)

    @property
    def effective_part(self) -> float:
        """Effective sample size over N."""
        return effective_part(self.cloud.log_weights)

    def values(self) -> Array:
        """Return (N, n) entries of all particles."""
        out = self.cloud.values()
        out[:, self.model.tangent] = np.nan
        return out

    def estimate(self) -> Estimate:
        """Return mean (circular for angles, on the turn of the cloud) and covariance; the state is the particle nearest to the mean
        on the likeliest branch."""
        values, w, model = self.values(), self.weights, self.model
        angles = model.angles > 0
        mean = w @ values
        for i in np.flatnonzero(angles):
            mean[i] = on_the_turn_of(circular_mean(values[:, i], w), mean[i])
        d = values - mean
        d[:, angles] = wrapped(d[:, angles])
        d[:, model.tangent] = 0.0
        covariance = (w[:, None] * d).T @ d
        signs = self.cloud.signs()
        probabilities = branch_probabilities(signs, w)
        distance = d**2 @ (1.0 / np.maximum(np.diag(covariance), 1e-300))
        distance[w <= 0.0] = np.inf
        if len(probabilities) > 1:
            best = max(probabilities, key=lambda label: probabilities[label])
            distance[(signs != np.array(best)).any(axis=1)] = np.inf
        x, p = self.cloud.one(int(np.nanargmin(distance)))
        return Estimate(self.t, model.names, mean, covariance, model.state(x, self.t, p, self.u), angles, probabilities)

    def snapshot(self) -> Snapshot:
        cloud, r = self.cloud, self.cloud.record
        numbers = [(field, r[field]) for field in (at.LOG_SUM, at.EVIDENCE, at.COUNTER, at.RESAMPLINGS)]
        vectors = [(field, r[field].copy()) for field in (at.STATES, at.PARAMETERS, at.SIGN, at.LOGW, at.LOST)]
        return self.t, self.u.copy(), [*numbers, *vectors], cloud.weights.copy()

    def restore(self, snapshot: Snapshot) -> None:
        self.t, self.u[:], fields, self.cloud.weights[:] = snapshot
        for field, value in fields:
            self.cloud.record[field] = value
        self.inputs_changed()
