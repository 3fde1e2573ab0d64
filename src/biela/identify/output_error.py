"""The output-error form: the machine is simulated with the measured efforts, and its motion is fitted to the measured one.

    y = H z + e,     ż = f(z, τ + w, x),     z = (q, v)                                                        (1)

Nothing is differentiated: readings y are compared with what a machine with the base parameters x would have shown (f:
`base_dynamics.py`), so that noisy and coarse encoders serve. e and w are white errors of readings and efforts; without w, errors
of the efforts would add up along the record. The simulation is a collocation over the samples (Lobatto IIIA of order four,
A-stable), with f_m in the middle of each interval s:

    z₊ = z + s/6 (f + 4 f_m + f₊) + G w,     z_m = ½ (z + z₊) + s/8 (f − f₊),     G = (s²/2, s) M⁻¹            (2)

The parameters are those that make the readings most likely. Each Gauss-Newton step linearises (2) about the present motion, with
exact derivatives by x, and a Kalman filter turns readings and derivatives into innovations, which are white:

    ε = y − H ẑ(x),     δx = argmin Σ ‖S^-½ (ε − ∂ε/∂x δx)‖²                                                  (3)

A smoother moves the motion to the one that is most likely with the new x (`linear_smoother.py`); parameters that are wrong at the
start do not let the machine run away, as in one long simulation. The variances of e and w are those of the restricted likelihood,
which counts what x took from the errors (`error_levels.py`).

References: Ljung (1999), System Identification, 7.4; Bock (1983), in Deuflhard & Hairer (eds.), Numerical Treatment of Inverse
Problems, 95-121, for motions as unknowns
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, LoopNotClosed
from biela.base.surface import setting
from biela.identify.base_dynamics import NotAMassMatrix, Rates, base_rates, efforts_of
from biela.identify.base_set import BaseSet
from biela.identify.dataset import Dataset
from biela.identify.error_levels import Levels, degrees_of_freedom, likeliest_levels, restricted_likelihood
from biela.identify.filtering import quantum_of, rounding_noise
from biela.identify.least_squares import NOT_WHITE, Estimate, Method, estimate, whiteness
from biela.identify.linear_smoother import Filtered, LinearMotion, filtered, smoothed
from biela.identify.measurement import Preparation, effort_inputs, measured_coordinates, output_columns
from biela.identify.observation import Observation, PoorData
from biela.identify.regressor import Regressor
from biela.state.consistent_motion import SingularPosition

ROUNDS, REST, STILL = 30, 0.02, 1e-4
"""Maximum number of Gauss-Newton steps; changes, relative to a parameter's deviation and a coordinate's movement, that end them."""
PARTS = (1.0, 0.5, 0.25, 0.125, 0.0625)
"""Parts of a step that are tried."""
TURNS, LEVEL = 10, 0.05
"""Turns of parameters and variances at most, and the change of the deviations of the errors, relative to them, that ends them."""
UNSEEN = 1e-3
"""Deviation of the errors, relative to the movement or the effort, below which its change does not matter."""
EXACT = 1e-7
"""Smallest deviation of a reading, relative to the movement, and of an effort, relative to its size. Readings that are multiples
of a step err by their rounding at least: those that stay the same for a while must not be taken for a machine that does."""
UNKNOWN = 10.0
"""Deviation of the state at the start, relative to the movement."""
LEAST_SAMPLES = 8
"""Samples of a record that can be simulated."""
LOST = 0.6
"""Error of a reading relative to the amplitude, or of an effort relative to its size, beyond which the machine does not follow."""


class SimulationDiverges(PoorData):
    """The simulated machine does not follow the measured one."""


@dataclass(frozen=True)
class MeasuredRun:
    """One experiment: n samples, and the n − 1 middles between them, in one array (samples first).

    Attributes
    ----------
    t, efforts : (2n − 1,), efforts by source or coordinate
    outputs : places in z of what was measured
    y : (n, outputs) readings
    z : (n, 2F) states of the measured motion, to begin with
    rounding : (outputs,) deviation of the error of rounding
    """

    t: Array
    efforts: Mapping[str, Array]
    outputs: tuple[int, ...]
    y: Array
    z: Array
    rounding: Array

    @property
    def step(self) -> float:
        return float(self.t[1] - self.t[0])

    @property
    def size(self) -> Array:
        """(2F,) movement of the states."""
        return np.asarray(np.maximum(np.ptp(self.z, axis=0), 1e-12))


def output_error_estimate(
    regressor: Regressor, experiments: Sequence[Dataset], how: Preparation, base: BaseSet, own: Observation,
    found: Estimate, starts: Sequence[Array], method: Method, ends: Sequence[float],
) -> Estimate:  # fmt: skip
    """Estimate base parameters by (1).

    Parameters
    ----------
    own, found : an observation in base parameters and its estimate; residuals of the result are its efforts, too
    starts : base parameters of physical machines, to begin with: the likelier ones first, others where these do not arrive
    ends : time at which the held-back samples of each experiment begin
    """
    if regressor.loops.places.quaternions:
        why = "the output-error form needs coordinates whose derivatives are their rates, unlike those of ball and free joints"
        raise DescriptionError(f"{why}: take the integral form, or other independent coordinates.")
    benches = [b for data, end in zip(experiments, ends, strict=True) if (b := _bench(regressor, data, how, end)) is not None]
    if not benches:
        raise PoorData("the data are too short to be simulated: measure longer.")
    fit = Fit(regressor, base, benches, method)
    for place, (name, _) in enumerate(fit.outputs):
        if not any(np.ptp(bench.y[:, place]) for bench in benches):
            why = "whatever holds it there is not in the efforts, with which the machine is simulated"
            remedy = f"Identify with {setting('form', 'integral')}, or with a machine in which it is fixed"
            raise PoorData(f"the readings of {name!r} do not change: {why}. {remedy}.")
    result = fit.solved(starts)
    white = whiteness(result.residuals)
    causes = "coarse steps of the encoder, lasting errors of the efforts, or something the model lacks (friction, elasticity)"
    findings = [
        f"what the readings of {name!r} add to the simulated motion is not white (probability {p:.1e}): {causes}. "
        "The deviations come from its spectrum"
        for (name, _), p in zip(fit.outputs, white, strict=True)
        if p < NOT_WHITE
    ]
    return replace(
        result, method=f"output error, with errors of {fit.errors()}", residuals=own.tau - own.W @ result.values,
        noise=found.noise, channels=found.channels, units=found.units, findings=(*found.findings, *findings),
    )  # fmt: skip


def _bench(regressor: Regressor, data: Dataset, how: Preparation, end: float) -> MeasuredRun | None:
    """Return the part of an experiment that is simulated; None where it is held back or too short. Where samples are left out,
    readings are means over an odd number of them: their noise stays white, and nothing is late."""
    from scipy.interpolate import CubicSpline
    from scipy.ndimage import uniform_filter1d

    data = data.filled()
    chosen = how.selection(regressor, data)
    every = (chosen.every - 1) // 2 * 2 + 1
    motion = measured_coordinates(regressor, data, how, every, chosen.filtering)
    cut = int(how.trim * len(motion))
    part = slice(cut, min(len(motion) - cut, int(np.searchsorted(motion.t, end))))
    t = motion.t[part]
    if len(t) < LEAST_SAMPLES:
        return None
    columns = output_columns(regressor, data)
    y = np.column_stack([data[name] for name in columns.values()])
    rounding = np.sqrt([rounding_noise(own, quantum_of(own)) / every for own in y.T])
    if every > 1:
        y = uniform_filter1d(y, every, axis=0, mode="nearest")[::every]
    times = np.concatenate([t, (t[:-1] + t[1:]) / 2])
    inputs = effort_inputs(regressor, data, every)
    efforts = {name: np.asarray(CubicSpline(t, values[part])(times)) for name, values in inputs.items()}
    z = np.hstack(regressor.independent(motion)[:2])[part]
    return MeasuredRun(times, efforts, tuple(columns), y[part], z, rounding)


class Fit:
    """Gauss-Newton over all experiments.

    Attributes
    ----------
    outputs, efforts : names and units of readings and efforts
    levels : deviations of readings and efforts
    """

    def __init__(self, regressor: Regressor, base: BaseSet, benches: Sequence[MeasuredRun], method: Method):
        regressor = regressor.of_coordinates
        self.regressor, self.base, self.benches, self.method = regressor, base, benches, method
        F = self.F = regressor.dof
        places = list(benches[0].outputs)
        if any(list(b.outputs) != places for b in benches):
            raise DescriptionError("rates were measured in some of the experiments only: leave these columns out.")
        units = ["rad" if regressor.effort_unit(name) == "N·m" else "m" for name in regressor.coordinates]
        self.outputs = [(regressor.coordinates[k], units[k]) for k in places if k < F]
        self.outputs += [(f"{regressor.coordinates[k - F]}.rate", f"{units[k - F]}/s") for k in places if k >= F]
        self.efforts = list(zip(regressor.channels, regressor.units, strict=True))
        self.movement = np.max([b.size[places] for b in benches], axis=0)
        least = np.maximum(EXACT * self.movement, np.max([b.rounding for b in benches], axis=0))
        self.size = np.max([self._sizes(b) for b in benches], axis=0)
        low, high = np.concatenate([least, EXACT * self.size]), np.concatenate([self.movement, self.size])
        self.levels = Levels(np.maximum(0.01 * self.movement, least), 0.01 * self.size, low, high)

    def _sizes(self, bench: MeasuredRun) -> Array:
        """Return (F,) root mean square of the efforts."""
        motion = self.regressor.motion(bench.z[:, : self.F], bench.z[:, self.F :], 0 * bench.z[:, self.F :])
        tau = efforts_of(self.regressor, motion, {name: values[: len(bench.z)] for name, values in bench.efforts.items()})
        return np.asarray(np.maximum(np.sqrt(np.mean(tau**2, axis=0)), 1e-12))

    def errors(self) -> str:
        """Return deviations of readings and efforts, in words."""
        readings, efforts = (
            ", ".join(f"{name} {value:.2g} {unit}" for (name, unit), value in zip(names, values, strict=True))
            for names, values in ((self.outputs, self.levels.e), (self.efforts, self.levels.w))
        )
        return f"readings {readings}, of efforts {efforts}"

    def solved(self, starts: Sequence[Array]) -> Estimate:
        """Solve from the likeliest start that arrives."""
        first = self.levels
        with np.errstate(all="ignore"):
            costs = [self._cost(x) for x in starts]
        for k in np.argsort(costs, kind="stable"):
            self.levels = first
            try:
                with np.errstate(all="ignore"):  # what runs away is found by its numbers
                    return self._solved(starts[k])
            except SimulationDiverges as error:
                why = error
            except np.linalg.LinAlgError:
                why = _diverges("it runs away")
        raise why

    def _cost(self, x: Array) -> float:
        """Return −2 ln of the likelihood of the measured motion; infinite where it cannot be simulated."""
        try:
            linear = self._linears(x, [b.z for b in self.benches])
            known = [replace(one, B=one.B[:, :, :0]) for one in linear]
            return 2 * restricted_likelihood(known, self.levels).value
        except (SimulationDiverges, np.linalg.LinAlgError):
            return np.inf

    def _solved(self, x: Array) -> Estimate:
        """Find parameters and motions with given variances, then variances about this motion, until these rest."""
        z = [b.z for b in self.benches]
        for _ in range(TURNS):
            x, z, linear = self._fitted(x, z)
            before, self.levels = self.levels, likeliest_levels(linear, self.levels)
            seen = np.exp(self.levels.logs) > UNSEEN * self.levels.most
            if np.abs(self.levels.logs - before.logs)[seen].max(initial=0.0) < LEVEL:
                break
        else:
            raise _diverges("the errors of readings and efforts find no rest")
        for (name, _), share in zip(self.outputs, 2 * self.levels.e / self.movement, strict=True):
            if share > LOST:
                raise _diverges(f"the readings of {name!r} are {100 * share:.0f} % of their amplitude off the simulated motion")
        for (name, _), share in zip(self.efforts, self.levels.w / self.size, strict=True):
            if share > LOST:
                raise _diverges(f"it follows only if the efforts on {name!r} are {100 * share:.0f} % off")
        found = self._regression([filtered(one, self.levels.e, self.levels.w) for one in linear])
        dof = 1 / (1 / found.dof + 1 / degrees_of_freedom(linear, self.levels))
        return replace(found, values=x + found.values, dof=dof)

    def _fitted(self, x: Array, z: list[Array]) -> tuple[Array, list[Array], list[LinearMotion]]:
        """Take Gauss-Newton steps until parameters and motions rest."""
        linear = self._linears(x, z)
        for _ in range(ROUNDS):
            passes = [filtered(one, self.levels.e, self.levels.w) for one in linear]
            found = self._regression(passes)
            at = np.append(found.values, 1.0)[:, None]
            moves = [smoothed(one, own, at)[0][:, :, 0] for one, own in zip(linear, passes, strict=True)]
            x, z, linear = self._moved(x, z, found.values, moves)
            still = max(float(np.abs(m / b.size).max()) for m, b in zip(moves, self.benches, strict=True))
            if still < STILL and np.all(np.abs(found.values) <= REST * found.deviations):
                return x, z, linear
        raise _diverges(f"{ROUNDS} steps find no rest")

    def _moved(self, x: Array, z: list[Array], dx: Array, moves: list[Array]) -> tuple[Array, list[Array], list[LinearMotion]]:
        """Return parameters and motions after a step, or half of it, and so on, where no machine has such parameters."""
        for part in PARTS:
            there = x + part * dx, [zb + part * move for zb, move in zip(z, moves, strict=True)]
            try:
                return *there, self._linears(*there)
            except SimulationDiverges as error:
                why = error
        raise why

    def _linears(self, x: Array, z: list[Array]) -> list[LinearMotion]:
        try:
            return [self._linear(b, zb, x) for b, zb in zip(self.benches, z, strict=True)]
        except (LoopNotClosed, SingularPosition, NotAMassMatrix, DescriptionError, np.linalg.LinAlgError) as error:
            raise _diverges(str(error).rstrip(".")) from None

    def _linear(self, bench: MeasuredRun, z: Array, x: Array) -> LinearMotion:
        """Return (2) about the motion z."""
        n, s, eye = len(z), bench.step, np.eye(2 * self.F)
        at = self._rates(bench, slice(0, n), z, x)
        mid = self._rates(bench, slice(n, None), (z[:-1] + z[1:]) / 2 + s / 8 * (at.f[:-1] - at.f[1:]), x)
        J, P = at.by_state, at.by_parameters
        gap = z[1:] - z[:-1] - s / 6 * (at.f[:-1] + 4 * mid.f + at.f[1:])
        behind = -eye - s / 6 * (J[:-1] + 4 * mid.by_state @ (eye / 2 + s / 8 * J[:-1]))
        ahead = eye - s / 6 * (J[1:] + 4 * mid.by_state @ (eye / 2 - s / 8 * J[1:]))
        by_x = -s / 6 * (P[:-1] + 4 * (mid.by_parameters + mid.by_state @ (s / 8 * (P[:-1] - P[1:]))) + P[1:])
        solved = np.linalg.solve(ahead, -np.concatenate([behind, by_x, gap[:, :, None]], axis=2))
        A, B, c = solved[:, :, : 2 * self.F], solved[:, :, 2 * self.F : -1], solved[:, :, -1]
        G = np.concatenate([s**2 / 2 * mid.by_efforts, s * mid.by_efforts], axis=1)
        places = list(bench.outputs)
        return LinearMotion(A, B, c, G, bench.y - z[:, places], places, np.diag((UNKNOWN * bench.size) ** 2))

    def _rates(self, bench: MeasuredRun, part: slice, z: Array, x: Array) -> Rates:
        efforts = {name: values[part] for name, values in bench.efforts.items()}
        return base_rates(self.regressor, self.base, z, bench.t[part], efforts, x)

    def _regression(self, passes: Sequence[Filtered]) -> Estimate:
        """Return δx of (3)."""
        if not all(np.all(np.isfinite(own.innovations)) for own in passes):
            raise _diverges("it runs away")
        white = np.concatenate([own.white for own in passes])
        names, readings = tuple(name for name, _ in self.outputs), np.concatenate([b.y for b in self.benches])
        W, tau, base, units = -white[:, :, :-1], white[:, :, -1], tuple(self.base.independent), ("1",) * len(names)
        seen = Observation(W, tau, base, names, units, readings, passive=names)
        return estimate(seen, "ordinary" if self.method == "weighted" else self.method)


def _diverges(why: str) -> SimulationDiverges:
    causes = "Wrong signs, units or delays of efforts, or a load that the model lacks, have this effect"
    remedy = f"If there are none, identify with {setting('form', 'integral')}"
    return SimulationDiverges(f"the machine cannot be simulated along its measurements: {why}. {causes}. {remedy}.")
