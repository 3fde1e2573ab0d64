"""The whole way: a machine and its measurements in, what can be known of it out.

found = identify(machine, data, coordinates=["A"], period=2.0)
print(found)                       # values with intervals, what cannot be known and why, how well efforts are predicted
found.machine                      # the machine with the new values: every body physical
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.checked import checked
from biela.dataclass import dataclass
from biela.element.declaration import with_coefficient
from biela.equations.regressor import TEN
from biela.errors import DescriptionError, count
from biela.identify.columns import Column
from biela.identify.dataset import Dataset
from biela.identify.feasibility import FeasibleEstimate, feasible_estimate, infeasible_bodies
from biela.identify.filtering import Filtering, lost_accelerations
from biela.identify.least_squares import HOPELESS, NOT_WHITE, Estimate, estimate, whiteness
from biela.identify.measurement import Preparation, cutoff_finding, measured_observation, used_columns
from biela.identify.observation import Observation
from biela.identify.reduction import Elimination, contribution, eliminate
from biela.identify.regressor import Regressor
from biela.identify.sampling import even_parts
from biela.identify.structure import Structure, base_parameters
from biela.identify.validation import PredictionError, validate
from biela.lie.inertia import SpatialInertia
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case, machine_and_start

Array = NDArray[np.float64]


PLUS = " + …"
COMBINED = f"  ({PLUS.strip()}: a combination, of any sign, with parameters that cannot be told apart; the report shows it in full)"
MANY = 100_000
"""Samples above which the cut-off is not moved to see what that does."""
SENSITIVE = 4.0
"""Deviations by which a parameter may move with the cut-off before it is said."""
REALLY = 1.1
"""Ratio of prediction errors from which one counts as larger than another."""


@dataclass(frozen=True)
class Identification:
    """Result of an identification.

    Attributes
    ----------
    regressor, structure : what is linear in what, and what of it can be known
    data, validation : observations that were used, and those that were held back
    estimate : base parameters by weighted least squares
    feasible : all parameters, every body physical
    reduced : models with fewer parameters, where the full one is badly conditioned; else None
    errors : prediction errors on the validation data, model by model
    findings : what is suspicious or could not be known, in plain words
    filters : of each experiment, with the reason
    moved : base parameters with half and twice the cut-off, by that factor; empty where nothing is filtered
    """

    regressor: Regressor
    structure: Structure
    data: Observation = field(repr=False)
    validation: Observation = field(repr=False)
    estimate: Estimate
    feasible: FeasibleEstimate
    reduced: Elimination | None
    errors: Mapping[str, PredictionError]
    findings: tuple[str, ...]
    filters: Mapping[str, Filtering] = field(default_factory=dict, repr=False)
    moved: Mapping[float, Array] = field(default_factory=dict, repr=False)

    @property
    def labels(self) -> dict[str, str]:
        """Names of the base parameters, `name + …` where it is a combination of several parameters."""
        return _labels(self.structure)

    @property
    def parameters(self) -> dict[str, float]:
        """Identified values of free parameters, motor inertias and offsets: what `machine` has no place for."""
        kinds = {c.name: c.kind for c in self.regressor.columns}
        values = zip(self.feasible.names, self.feasible.values, strict=True)
        return {name: float(x) for name, x in values if kinds[name] not in ("inertia", "load")}

    @property
    def machine(self) -> Mechanism:
        """The machine with the feasible values in place of the described ones; still open."""
        return with_values(self.regressor.original, self.regressor.columns, self.feasible.values)

    def __str__(self) -> str:
        base = self.structure.base
        reference = base.combine(self.regressor.nominal)
        lines = [
            f"{self.regressor.original.name}: {count(len(self.regressor.columns), 'parameter')}, of which {base.rank} "
            f"combinations can be known, {len(base.null)} have no effect",
            "",
            "base parameters (described, identified ± deviation)",
            self.estimate.table(list(reference), self.labels),
            *([COMBINED] if any(label.endswith(PLUS) for label in self.labels.values()) else []),
            "",
            *(f"{name}: {filtering.reason}" for name, filtering in self.filters.items()),
            "",
            "prediction errors on data that were not used",
            *(f"  {name:28s} {error}" for name, error in self.errors.items()),
        ]
        if self.reduced is not None:
            lines += ["", self.reduced.reason]
        if self.findings:
            lines += ["", "findings", *(f"  - {text}" for text in self.findings)]
        return "\n".join(lines)


@checked
def identify(
    machine: Mechanism | Case, data: Dataset | Sequence[Dataset], *, coordinates: Sequence[str] | None = None,
    channels: Sequence[str] | None = None, parameters: Sequence[str] = ("inertia", "loads"), start: Any = None,
    preparation: Preparation | None = None, validation: Dataset | Sequence[Dataset] | None = None,
    dependent: Sequence[str] | None = None, confirm: bool = True,
) -> Identification:  # fmt: skip
    """Identify a machine from measurements.

    Parameters
    ----------
    data : one experiment or several, columns named like the machine's objects; see `biela.identify.dataset`
    coordinates, channels, parameters, start : see `Regressor`; the start of a case is its own
    preparation : filtering and differentiation
    validation : experiments held back for judging; the last fifth of the samples if omitted
    dependent : a particular base set
    confirm : check the rank in many digits
    """
    machine, start = machine_and_start(machine, start)
    regressor = Regressor(machine, coordinates, parameters=parameters, channels=channels, start=start)
    wrong = infeasible_bodies(regressor.columns, regressor.nominal)
    structure = base_parameters(regressor, dependent=dependent, confirm=confirm)
    how, experiments = preparation or Preparation(), _even(regressor, data)
    observation = measured_observation(regressor, experiments, how)
    cut = max(1, int(0.8 * observation.samples)) if validation is None else observation.samples
    train = _part(observation, slice(0, cut))
    held = _part(observation, slice(cut, None))
    if validation is not None:
        held = measured_observation(regressor, _even(regressor, validation), how)
    base = structure.base
    own, judge = train.base(base), held.base(base)
    found = estimate(own, "weighted")
    feasible = feasible_estimate(train, regressor.columns)
    reference = base.combine(regressor.nominal)
    errors = {
        "described values": validate(judge, base.independent, reference),
        "base parameters": validate(judge, found.names, found.values),
        "feasible": validate(held, feasible.names, feasible.values),
    }
    reduced = None
    if found.scaled_condition > 1e4:
        reduced = eliminate(own, contribution(own, reference), validation=judge, sizes=_sizes(base.rank))
        step = reduced.chosen
        errors[f"{step.size} relevant parameters"] = validate(judge, step.names, step.values)
    filters = {experiment.name: how.filtering(regressor, experiment) for experiment in experiments}
    moved = {}
    if any(f.cutoff for f in filters.values()) and observation.samples <= MANY:
        for factor in (0.5, 2.0):
            other = _part(measured_observation(regressor, experiments, replace(how, factor=factor)), slice(0, cut))
            moved[factor] = estimate(other.base(base), "weighted").values
    findings = [
        *(f"body {body!r} of the description is not physical: {why}" for body, why in wrong.items()),
        *_of_data(regressor, experiments, how, filters), *found.findings,
        *_findings(structure, found, feasible, errors, reference),
        *_moved(found, moved, judge, errors["base parameters"].total),
    ]  # fmt: skip
    return Identification(
        regressor, structure, train, held, found, feasible, reduced, errors, tuple(findings), filters, moved
    )


def _even(regressor: Regressor, data: Dataset | Sequence[Dataset]) -> list[Dataset]:
    """The columns that count, in parts with equal intervals."""
    given = [data] if isinstance(data, Dataset) else list(data)
    return [part for experiment in given for part in even_parts(experiment, used_columns(regressor, experiment))]


def _of_data(
    regressor: Regressor, experiments: Sequence[Dataset], how: Preparation, filters: Mapping[str, Filtering]
) -> Iterator[str]:
    """What is to be said of each experiment: samples filled in, a cut-off too low, accelerations that are lost."""
    for experiment in experiments:
        yield from (f"{experiment.name}: {note}" for note in experiment.filled().notes)
        yield from cutoff_finding(regressor, experiment, how)
        yield from (f"{experiment.name}: {text}" for text in lost_accelerations(filters[experiment.name]))


def _moved(found: Estimate, moved: Mapping[float, Array], held: Observation, error: float) -> list[str]:
    """What hangs on the cut-off more than the deviations tell, and whether another one would have predicted better."""
    if not moved or found.scaled_condition > HOPELESS:
        return []
    out = []
    changes = [np.abs(values - found.values) / np.maximum(found.deviations, 1e-300) for values in moved.values()]
    change = np.max(changes, axis=0)
    loose = [f"{found.names[k]} by {change[k]:.0f}" for k in np.argsort(-change) if change[k] > SENSITIVE]
    if loose:
        more = f" and {len(loose) - 5} more" if len(loose) > 5 else ""
        out.append(f"half or twice the cut-off moves {', '.join(loose[:5])}{more} deviations: these hang on the filter")
    for factor, values in moved.items():
        other = validate(held, found.names, values).total
        if REALLY * other < error:
            out.append(f"{factor:g} times the cut-off predicts better ({other:.3g} %, not {error:.3g} %): try --cutoff")
    return out


def _part(observation: Observation, samples: slice) -> Observation:
    measured = None if observation.measured is None else observation.measured[samples]
    return replace(observation, W=observation.W[samples], tau=observation.tau[samples], measured=measured)


def _sizes(rank: int) -> list[int]:
    steps = [*range(1, min(rank, 12)), *range(12, rank, max(1, rank // 20)), rank]
    return sorted(set(steps))


def _labels(structure: Structure) -> dict[str, str]:
    expressions = structure.base.expressions()
    return {n: n if expressions[n].strip() == n else n + PLUS for n in structure.base.independent}


def _findings(
    structure: Structure, found: Estimate, feasible: FeasibleEstimate, errors: Mapping[str, PredictionError],
    reference: Array,
) -> list[str]:  # fmt: skip
    out = structure.base.notes
    if structure.base.null:
        out.append(f"no motion of this machine shows {', '.join(structure.base.null)}")
    if found.scaled_condition > HOPELESS:
        out.append(
            f"the scaled condition number is {found.scaled_condition:.1e}: single base parameters and their deviations mean "
            "nothing; use the reduced model, or a better excitation (biela identify --design)"
        )
    white = whiteness(found.residuals)
    for channel, probability in zip(found.channels, white, strict=True):
        if probability < NOT_WHITE:
            out.append(
                f"residuals of {channel!r} are not white (probability {probability:.1e}): filtered data, noise of the motion in "
                "the regressor (filter, or give the period), or something the model lacks, such as friction or elasticity"
                + f". The deviations come from their spectrum: {found.correlation:.2g} samples count as one"
            )
    if feasible.active:
        out.append(
            f"the data pull {', '.join(feasible.active)} to the edge of what a real body can be: noise, or a wrong model there"
        )
    labels = _labels(structure)
    zero = (reference == 0.0) & (
        np.abs(found.values) <= 3.0 * found.deviations
    )  # as described: nothing to be known better
    weak = [
        labels[n] for n, s, z in zip(found.names, found.relative_deviations, zero, strict=True) if s > 30.0 and not z
    ]
    if weak and found.scaled_condition <= HOPELESS:
        shown = ", ".join(weak[:8]) + (f" and {len(weak) - 8} more" if len(weak) > 8 else "")
        out.append(f"known to 30 % or worse: {shown}. A next experiment should excite these")
    if errors["base parameters"].total > REALLY * errors["described values"].total:
        out.append(
            "the described values predict the held-back data better than the identified ones: the data are too poor, or too few"
        )
    return out


def with_values(machine: Mechanism, columns: Sequence[Column], values: Any) -> Mechanism:
    """A copy of a machine with other bodies and loads, still open.

    Free parameters keep their nominal values (their identified ones are to be given where the machine is used), and motor
    inertias and offsets, for which a description has no place, are left out.
    """
    twin = machine.edit()
    x = dict(zip((c.name for c in columns), np.asarray(values, float), strict=True))
    for body in dict.fromkeys(c.owner for c in columns if c.kind == "inertia"):
        inertia = SpatialInertia.from_parameters(np.array([x[f"{body}.{entry}"] for entry in TEN]))
        try:
            inertia.check()
        except ValueError as error:
            raise DescriptionError(f"body {body!r} with the new values: {error}") from None
        changed = replace(
            twin.bodies[body], mass=float(inertia.mass), com=tuple(map(float, inertia.com)),
            inertia=tuple(tuple(map(float, row)) for row in (inertia.tensor + inertia.tensor.T) / 2),
        )  # fmt: skip
        _exchange(twin, body, changed)
    for column in columns:
        if column.kind == "load":
            load = with_coefficient(twin.loads[column.owner], column.entry, float(x[column.name]))
            twin.loads[column.owner] = load
    return twin


def _exchange(machine: Mechanism, name: str, body: Any) -> None:
    """Put a changed body in the place of one; what stands on it moves over."""
    from biela.mechanism.frame import Frame
    from biela.mechanism.parts import STORES, rebound

    old = machine.bodies[name]
    object.__setattr__(body, "frames", {k: Frame(body, k, f.position, f.rotation) for k, f in old.frames.items()})
    machine.bodies[name] = body
    for store in STORES[1:]:
        things = getattr(machine, store)
        for key, thing in list(things.items()):
            things[key] = rebound(thing, machine.bodies)
