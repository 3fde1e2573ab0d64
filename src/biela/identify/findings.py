"""Findings of an identification, in plain words: what is suspicious, or could not be known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from biela.base.array import Array
from biela.base.surface import command, setting
from biela.identify.columns import Column, parameter_name
from biela.identify.dataset import Dataset
from biela.identify.feasibility import POSITIVE_ENTRIES, FeasibleEstimate
from biela.identify.filtering import Filtering, lost_accelerations
from biela.identify.least_squares import HOPELESS, NOT_WHITE, Estimate, whiteness
from biela.identify.measurement import Form, Preparation, cutoff_finding, used_columns
from biela.identify.observation import Observation
from biela.identify.regressor import Regressor
from biela.identify.structure import Structure
from biela.identify.validation import PredictionError, validate

PLUS = " + …"
SENSITIVE = 4.0
"""Deviations by which a parameter may move with the cut-off before it is reported."""
REALLY = 1.1
"""Ratio of prediction errors from which one counts as larger than another."""
SURE = 3.0
"""Deviations that count as more than chance."""
ALIKE = 0.7
"""Correlation of measured and described efforts from which their ratio says something."""
ANOTHER_UNIT = 30.0
"""Ratio of measured and described efforts that looks like another unit."""
EXPLAINED = 0.7
"""Part of the squared residuals that may be left if a delay explains the rest."""
TURNS = 4 * np.pi
"""Movement of an angle without a unit that may be degrees [rad]."""
WRONG = 100.0
"""Prediction error of the described machine that asks for a wrong unit [%]."""
FOLLOWS = 0.3
"""Part of the squared residuals that dry friction must explain to be named."""
STILL = 0.02
"""Movement of validation data, relative to that of the data, below which the machine stands still."""


def of_data(regressor: Regressor, data: Sequence[Dataset], how: Preparation, filters: Mapping[str, Filtering]) -> Iterator[str]:
    """Report on each experiment: samples filled in, a cut-off too low, accelerations that are lost."""
    for experiment in data:
        yield from (f"{experiment.name}: {note}" for note in experiment.filled().notes)
        yield from cutoff_finding(regressor, experiment, how)
        lost = lost_accelerations(filters[experiment.name], 2 if how.form == "differential" else 1)
        yield from (f"{experiment.name}: {text}" for text in lost)


def of_angles(regressor: Regressor, experiments: Sequence[Dataset], described: PredictionError) -> Iterator[str]:
    """Name angles that look like degrees: no unit in the file, many turns, and efforts unlike those of the described machine."""
    for experiment in experiments if described.mean > WRONG else ():
        for name, column in zip(regressor.coordinates, used_columns(regressor, experiment), strict=False):
            kind, span = regressor.mechanism.joints[name.partition(".")[0]].type, float(np.ptp(experiment[column]))
            if kind.coordinates[0].unit == "rad" and span > TURNS and not experiment.units.get(column):
                remedy = f"say so in the file ({column} [deg]) or with {setting('units', {column: 'deg'})}"
                yield f"{experiment.name}: {column!r} has no unit and moves over {span:.3g} rad: if it is in degrees, {remedy}"


def of_cutoff(found: Estimate, moved: Mapping[float, Array], held: Observation, error: float) -> Iterator[str]:
    """Name parameters that depend on the cut-off more than their deviations tell, and a cut-off that predicts better."""
    if not moved or found.scaled_condition > HOPELESS:
        return
    changes = [np.abs(values - found.values) / np.maximum(found.deviations, 1e-300) for values in moved.values()]
    change = np.max(changes, axis=0)
    loose = [f"{found.names[k]} by {change[k]:.0f}" for k in np.argsort(-change) if change[k] > SENSITIVE]
    if loose:
        yield f"half or twice the cut-off moves {_some(loose, 5)} deviations: these hang on the filter"
    for (factor, values), moves in zip(moved.items(), changes, strict=True):
        other = validate(held, found.names, values).total
        if REALLY * other < error and float(moves.max(initial=0.0)) > SURE:
            better = f"{factor:g} times the cut-off predicts better ({other:.3g} %, not {error:.3g} %)"
            yield f"{better}: try another {setting('cutoff')}"


def _some(names: Sequence[str], most: int) -> str:
    """Name the first ones, and count the others."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def labels_of(structure: Structure) -> dict[str, str]:
    expressions = structure.base.expressions()
    return {n: n if expressions[n].strip() == n else n + PLUS for n in structure.base.independent}


def of_estimate(
    structure: Structure, found: Estimate, feasible: FeasibleEstimate, errors: Mapping[str, PredictionError],
    reference: Array, form: Form,
) -> Iterator[str]:  # fmt: skip
    """Report on the estimate: what is not shown, badly conditioned, not white, not physical, or weakly known."""
    yield from structure.base.notes
    if structure.base.null:
        yield f"no motion of this machine shows {_some(structure.base.null, 4)}"
    if found.scaled_condition > HOPELESS:
        useless = f"{found.scaled_condition:.1e}: single base parameters and their deviations mean nothing"
        design = command("identify", "biela.identify.design_excitation(…)")
        remedy = f"use the reduced model, or design a better excitation with {design}"
        yield f"the scaled condition number is {useless}; {remedy}"
    white = whiteness(found.residuals)
    coloured = [repr(channel) for channel, p in zip(found.channels, white, strict=True) if p < NOT_WHITE]
    if coloured and form != "output-error":  # which judges by innovations
        yield (
            f"residuals of {', '.join(coloured)} are not white (probability {white.min():.1e}): filtered data, noise of the motion "
            "in the regressor (filter, or give the period), or something the model lacks, such as friction or elasticity. "
            f"The deviations come from their spectrum: {found.correlation:.2g} samples count as one"
        )
    shift = np.abs(structure.base.combine(feasible.values) - found.values) / np.maximum(found.deviations, 1e-300)
    if feasible.active and float(shift.max(initial=0.0)) > SURE:
        bodies = ", ".join(feasible.active)
        yield f"the data pull {bodies} to the edge of what a real body can be: noise, or a wrong model there"
    labels = labels_of(structure)
    zero = (reference == 0.0) & (np.abs(found.values) <= 3.0 * found.deviations)  # as described: nothing to be known better
    poor = (found.relative_deviations > 30.0) & ~zero & found.known
    weak = [labels[n] for n, is_poor in zip(found.names, poor, strict=True) if is_poor]
    if weak and found.scaled_condition <= HOPELESS:
        yield f"known to 30 % or worse: {_some(weak, 8)}. A next experiment should excite these"
    apart = np.abs(reference - found.values) > SURE * found.deviations
    if errors["base parameters"].total > REALLY * errors["described values"].total and apart.any():
        better = "the described values predict the held-back data better than the identified ones"
        yield f"{better}: the data are too poor, or too few"


def of_efforts(observation: Observation, nominal: Array, found: Estimate, columns: Sequence[Column]) -> Iterator[str]:
    """Name efforts whose sign or unit seems wrong: by the described values, and by frictions and inertias below zero."""
    known = observation.tau - observation.reference
    described = observation.W @ nominal - known
    for k, channel in enumerate(observation.channels):
        a, b = described[:, k], observation.reference[:, k]
        size = float(np.linalg.norm(a) * np.linalg.norm(b))
        if size == 0.0 or abs(a @ b) < ALIKE * size:
            continue
        gain = float(a @ b / (a @ a))
        if gain < 0.0:
            yield f"efforts of {channel!r} are opposite to those of the described machine: they may have the wrong sign"
        if not 1 / ANOTHER_UNIT < abs(gain) < ANOTHER_UNIT:
            ratio = f"efforts of {channel!r} are {abs(gain):.2g} times those of the described machine"
            yield f"{ratio}: they may have the wrong unit (N·m or mN·m; {setting('units')})"
    must = {c.name for c in columns if c.entry in POSITIVE_ENTRIES or c.kind == "motor_inertia" or c.entry == "mass"}
    negative = found.values < -SURE * found.deviations
    below = [name for name, is_negative in zip(found.names, negative, strict=True) if name in must and is_negative]
    if below and found.scaled_condition <= HOPELESS:
        names = f"{', '.join(below[:5])} {'are' if len(below) > 1 else 'is'}"
        yield f"{names} negative: efforts may have the wrong sign or unit (N·m or mN·m), or a rate the wrong sign"


def of_joints(columns: Sequence[Column]) -> Iterator[str]:
    """Name rotor inertias and offsets, which the identified machine has as parameters, and no element."""
    names = [parameter_name(c.name) for c in columns if c.kind in ("motor_inertia", "offset")]
    if names:
        yield f"the identified machine has {_some(names, 4)} as parameters: identification uses them, simulation does not"


def of_validation(data: Observation, held: Observation, given: Sequence[Dataset], judges: Sequence[Dataset]) -> Iterator[str]:
    """Report on validation data, and why they cannot judge: they are the data themselves, or the machine stands still."""
    for judge in judges:
        yield from (f"{judge.name}: {note}" for note in judge.filled().notes)
        if any(_shared(judge, own) > 0.5 for own in given):
            yield f"{judge.name} is among the data and among the validation: its errors say nothing about other motions"
    if held.samples < 2:
        return
    moves, size = held.W.std(axis=0), data.W.std(axis=0)
    if float(np.linalg.norm(moves)) < STILL * float(np.linalg.norm(size)):
        still = "the machine stands still in the validation data: their errors say nothing about motion"
        yield f"{still}. Give others with {setting('validation')}"


def _shared(a: Dataset, b: Dataset) -> float:
    """Return the part of the different samples of one record that another one has, too."""
    names = sorted(a.columns.keys() & b.columns.keys())
    if not names:
        return 0.0
    rows = [np.ascontiguousarray(np.stack([x[n] for n in names], axis=1)) for x in (a, b)]
    own, other = (np.unique(r.view(np.dtype((np.void, r.itemsize * len(names))))) for r in rows)
    return float(np.isin(own, other).mean())


def of_delay(observation: Observation, found: Estimate, sampled: float) -> Iterator[str]:
    """Name efforts recorded later or earlier than the motion: residuals in proportion to the rate of change of the efforts.

    sampled : interval of the measurements [s], which tells what a small delay is
    """
    if observation.t is None or observation.samples < 100:
        return
    step = float(np.median(np.diff(observation.t)))
    for k, channel in enumerate(observation.channels):
        slope = np.gradient(observation.tau[:, k] - found.residuals[:, k], step)
        left = found.residuals[:, k]
        delay = -float(slope @ left / max(float(slope @ slope), 1e-300))
        without = left + delay * slope
        if abs(delay) > 0.3 * sampled and float(without @ without) < EXPLAINED * float(left @ left):
            late = f"{1e3 * abs(delay):.2g} ms {'after' if delay > 0 else 'before'} the motion, or more"
            yield f"efforts of {channel!r} seem to be recorded {late}: check the delays of both channels"


def of_friction(regressor: Regressor, observation: Observation, found: Estimate, signs: Array) -> Iterator[str]:
    """Name residuals that follow the direction of a motion: dry friction that the model lacks, and its size.

    signs : (N, coordinates) signs of the rates. What the parameters of the model can do with them is taken away first.
    """
    Q, _ = np.linalg.qr(observation.stacked[0])
    N, F = found.residuals.shape
    for k, channel in enumerate(found.channels):
        best = 0.0, "", 0.0
        for j, name in enumerate(regressor.coordinates):
            alone = np.zeros((N, F))
            alone[:, k] = signs[:, j]
            left = (alone.ravel() - Q @ (Q.T @ alone.ravel())).reshape(N, F)[:, k]
            residual, size = found.residuals[:, k], float(left @ left)
            if size > STILL * float(signs[:, j] @ signs[:, j]):
                amplitude = float(left @ residual) / size
                best = max(best, (amplitude**2 * size / max(float(residual @ residual), 1e-300), name, amplitude))
        share, name, amplitude = best
        if share > FOLLOWS:
            yield (
                f"residuals of {channel!r} follow the direction of {name!r} ({100 * share:.0f} % of their square): dry friction of "
                f"about {abs(amplitude):.2g} {found.units[k]}, which the model lacks. Add a load of type friction on "
                f"{name.partition('.')[0]!r}, or identify the friction of all joints besides "
                f"({setting('parameters', ('inertia', 'loads', 'friction'))})"
            )
