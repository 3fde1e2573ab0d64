"""The whole way: a machine and its measurements in, what can be known of it out.

found = identify(machine, data, coordinates=["A"], period=2.0)
print(found)                       # values with intervals, what cannot be known and why, how well efforts are predicted
found.machine                      # the machine with the new values: every body physical
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.blas import one_thread
from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, count
from biela.element.declaration import with_coefficient
from biela.element.units import typed
from biela.equations.regressor import TEN
from biela.identify import findings as find
from biela.identify import network_rows
from biela.identify.base_set import BaseSet
from biela.identify.columns import Column, parameter_name
from biela.identify.dataset import Dataset
from biela.identify.feasibility import FeasibleEstimate, feasible_estimate, feasible_near, infeasible_bodies
from biela.identify.filtering import Filtering
from biela.identify.instruments import instrumental_estimate
from biela.identify.least_squares import HOPELESS, Estimate, Method, estimate
from biela.identify.measurement import Preparation, directions, measured_observation, refuse_standstill, used_columns
from biela.identify.network_rows import RemovedNetworks
from biela.identify.observation import Observation
from biela.identify.output_error import output_error_estimate
from biela.identify.reduction import Elimination, contribution, eliminate
from biela.identify.regressor import Regressor
from biela.identify.robust import outlier_findings, outlying, sample_weights, without_spikes
from biela.identify.rounding import with_rounding
from biela.identify.sampling import even_parts, saturated
from biela.identify.structure import Structure, base_parameters
from biela.identify.validation import PredictionError, validate
from biela.lie.inertia import SpatialInertia
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parts import STORES, rebound
from biela.simulation.case import Case, machine_and_start
from biela.state.state import State

Start = State | Mapping[str, Any] | None
Estimator = Literal["auto", "weighted", "huber", "student", "instrumental"]
COMBINED = f"  ({find.PLUS.strip()}: a combination, of any sign, with parameters that cannot be told apart; the report shows all)"
MAX_CUTOFF_SAMPLES = 100_000
"""Maximum number of samples with which the cut-off is moved to see its effect."""


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
    networks, of_networks : networks of the machine, and coefficients of their components by path (`network_rows`)
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
    networks: RemovedNetworks | None = field(default=None, repr=False)
    of_networks: Mapping[str, Estimate] = field(default_factory=dict, repr=False)

    @property
    def labels(self) -> dict[str, str]:
        """Names of the base parameters, `name + …` where it is a combination of several parameters."""
        return find.labels_of(self.structure)

    @property
    def parameters(self) -> dict[str, float]:
        """Identified values of free parameters, motor inertias and offsets."""
        kinds = {c.name: c.kind for c in self.regressor.columns}
        values = zip(self.feasible.names, self.feasible.values, strict=True)
        return {name: float(x) for name, x in values if kinds[name] not in ("inertia", "load")}

    @property
    def machine(self) -> Mechanism:
        """The machine with the feasible values in place of the described ones; still open."""
        columns, values = self.regressor.columns, self.feasible.values
        if self.networks is None:
            return with_values(self.regressor.original, columns, values)
        whole = self.networks.machine
        own = [k for k, c in enumerate(columns) if c.kind != "load" or c.owner in whole.loads]
        twin = with_values(whole, [columns[k] for k in own], values[own])
        damping = network_rows.damping_at_ports(self.networks, self.feasible)
        return network_rows.with_coefficients(twin, self.networks, self.of_networks, damping)

    def __str__(self) -> str:
        base = self.structure.base
        reference = base.combine(self.regressor.nominal)
        lines = [
            f"{self.regressor.original.name}: {count(len(self.regressor.columns), 'parameter')}, of which {base.rank} "
            f"combinations can be known, {len(base.null)} have no effect",
            "",
            "base parameters (described, identified ± deviation)",
            self.estimate.table(list(reference), self.labels),
            *([COMBINED] if any(label.endswith(find.PLUS) for label in self.labels.values()) else []),
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


# long: a third of it is the signature and the documentation of its arguments
@one_thread("scipy.linalg")
@checked
def identify(
    machine: Mechanism | Case, data: Dataset | Sequence[Dataset], *, coordinates: Sequence[str] | None = None,
    channels: Sequence[str] | None = None, parameters: Sequence[str] = ("inertia", "loads"), start: Start = None,
    preparation: Preparation | None = None, validation: Dataset | Sequence[Dataset] | None = None,
    dependent: Sequence[str] | None = None, confirm: bool = True, estimator: Estimator = "auto",
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
    estimator : "weighted", "huber", "student" (see `least_squares`) or "instrumental" (see `instruments`); "auto" is weighted, or
        huber where residuals have outliers
    """
    machine, start = machine_and_start(machine, start)
    networks = network_rows.without_networks(machine) if machine.networks else None
    if networks is not None:
        machine = networks.bare
        if "loads" in parameters:  # of the loads at ports also those that are described without viscous friction
            parameters = (*parameters, *(f"{network_rows.friction_name(port)}.damping" for port in networks.actuators))
    regressor = Regressor(machine, coordinates, parameters=parameters, channels=channels, start=start)
    wrong = infeasible_bodies(regressor.columns, regressor.nominal)
    structure = base_parameters(regressor, dependent=dependent, confirm=confirm)
    how = preparation or Preparation()
    experiments, of_networks = _prepared(regressor, data, how, networks)
    refuse_standstill(regressor, experiments)
    observation = measured_observation(regressor, experiments, how)
    cut = max(1, int(0.8 * observation.samples)) if validation is None else observation.samples
    train, held = observation.part(slice(0, cut)), observation.part(slice(cut, None))
    judges = [] if validation is None else _prepared(regressor, validation, how, networks, of_networks)[0]
    if judges:
        held = measured_observation(regressor, judges, how)
    base = structure.base
    own, judge = train.base(base), held.base(base)
    reference = base.combine(regressor.nominal)
    found, feasible, method = _fitted(regressor, experiments, how, base, observation, cut, estimator)
    errors = {
        "described values": validate(judge, base.independent, reference),
        "base parameters": validate(judge, found.names, found.values),
        "feasible": validate(held, feasible.names, feasible.values),
    }
    reduced = None
    if found.scaled_condition > 1e4:
        sizes = sorted({*range(1, min(base.rank, 12)), *range(12, base.rank, max(1, base.rank // 20)), base.rank})
        reduced = eliminate(own, contribution(own, reference), validation=judge, sizes=sizes)
        step = reduced.chosen
        errors[f"{step.size} relevant parameters"] = validate(judge, step.names, step.values)
    filters = {experiment.name: how.selection(regressor, experiment).filtering for experiment in experiments}
    moved = {}
    if how.form != "output-error" and any(f.cutoff for f in filters.values()) and observation.samples <= MAX_CUTOFF_SAMPLES:
        for factor in (0.5, 2.0):
            other = measured_observation(regressor, experiments, replace(how, factor=factor)).part(slice(0, cut))
            moved[factor] = estimate(other.base(base), method).values
    signs = np.concatenate([directions(regressor, experiment, how) for experiment in experiments])[:cut]
    findings = [
        *(f"body {body!r} of the description is not physical: {why}" for body, why in wrong.items()),
        *find.of_data(regressor, experiments, how, filters),
        *find.of_angles(regressor, experiments, errors["described values"]),
        *found.findings,
        *outlier_findings(own, found.residuals, found.channels),
        *find.of_efforts(train, regressor.nominal, found, regressor.columns),
        *find.of_friction(regressor, own, found, signs),
        *find.of_validation(train, held, experiments, judges),
        *find.of_delay(own, found, min(e.step for e in experiments)),
        *find.of_estimate(structure, found, feasible, errors, reference, how.form),
        *find.of_cutoff(found, moved, judge, errors["base parameters"].total),
        *find.of_joints(regressor.columns),
        *([] if networks is None else network_rows.findings(networks, of_networks, feasible)),
    ]
    return Identification(
        regressor, structure, train, held, found, feasible, reduced, errors, tuple(findings), filters, moved, networks, of_networks
    )


def _prepared(
    regressor: Regressor, data: Dataset | Sequence[Dataset], how: Preparation, networks: RemovedNetworks | None,
    known: Mapping[str, Estimate] | None = None,
) -> tuple[list[Dataset], Mapping[str, Estimate]]:  # fmt: skip
    """Cut experiments into parts with equal intervals, without spikes; of machines with networks also find what their ports exert,
    and the coefficients of the networks, unless they are known."""
    parts: list[Dataset] = []
    for experiment in [data] if isinstance(data, Dataset) else data:
        columns = used_columns(regressor, experiment) if networks is None else networks.used_columns(regressor, experiment)
        noted = (*experiment.notes, *saturated(experiment, columns[regressor.dof :]))
        parts += even_parts(replace(experiment, notes=noted), columns)
    parts = [without_spikes(part) for part in parts]
    if networks is None:
        return parts, {}
    found = network_rows.network_estimates(networks, regressor, parts, how) if known is None else known
    return [network_rows.with_port_efforts(networks, regressor, part, how, found) for part in parts], found


def _fitted(
    regressor: Regressor, experiments: Sequence[Dataset], how: Preparation, base: BaseSet, observation: Observation, cut: int,
    estimator: Estimator,
) -> tuple[Estimate, FeasibleEstimate, Method]:  # fmt: skip
    """Estimate base parameters, then all parameters with every body physical, from the first `cut` samples; by which method."""
    train, reference = observation.part(slice(0, cut)), base.combine(regressor.nominal)
    own, simulated = train.base(base), estimator == "instrumental" or how.form == "output-error"
    given: Method = estimator if estimator in ("huber", "student") else "weighted"  # from which instruments start, too
    found, method = default_estimate(own) if estimator == "auto" else (estimate(own, given), given)
    found = found.completed(reference)
    if not simulated:
        found = with_rounding(found, method, own, regressor, experiments, how, base, slice(0, cut)).completed(reference)
    counted = train
    if method == "huber" or method == "student":
        counted = train.reweighted(sample_weights(found.residuals, method))
    feasible = feasible_estimate(counted, regressor.columns)
    if estimator == "instrumental":
        found = instrumental_estimate(regressor, experiments, how, base, own, feasible.values, slice(0, cut))
    elif how.form == "output-error":
        assert observation.t is not None
        counts = [len(how.selection(regressor, experiment).keep) for experiment in experiments]
        lasts = np.cumsum(counts)
        ends = [np.inf if k <= cut else float(observation.t[max(k - n, cut)]) for k, n in zip(lasts, counts, strict=True)]
        starts = base.combine(feasible.values), reference
        found = output_error_estimate(regressor, experiments, how, base, own, found, starts, method, ends)
    return found, feasible_near(base, found, train, regressor.columns) if simulated else feasible, method


def default_estimate(observation: Observation) -> tuple[Estimate, Method]:
    """Estimate with weights by channel, or with Huber's loss where residuals have outliers; return which of them, too."""
    found = estimate(observation, "weighted")
    if outlying(observation, found.residuals).any() and found.scaled_condition <= HOPELESS:
        return estimate(observation, "huber"), "huber"
    return found, "weighted"


def with_values(machine: Mechanism, columns: Sequence[Column], values: ArrayLike) -> Mechanism:
    """Return a copy of a machine with other bodies and loads, still open.

    Free parameters keep their nominal values (their identified ones are to be given where the machine is used). Motor inertias and
    offsets become parameters `A_motor_inertia`, `A_offset` of the machine: a run does not use them, a next identification does.
    """
    twin = machine.edit()
    x = dict(zip((c.name for c in columns), np.asarray(values, float), strict=True))
    for body in dict.fromkeys(c.owner for c in columns if c.kind == "inertia"):
        inertia = SpatialInertia.from_parameters(np.array([x[f"{body}.{entry}"] for entry in TEN]))
        try:
            inertia.check()
        except ValueError as error:
            raise DescriptionError(f"body {body!r} with the new values: {error}") from None
        tensor = tuple(tuple(map(float, row)) for row in (inertia.tensor + inertia.tensor.T) / 2)
        changed = replace(twin.bodies[body], mass=float(inertia.mass), com=tuple(map(float, inertia.com)), inertia=tensor)
        # the changed body takes the place of the old one; what stands on it moves over
        frames = {k: Frame(changed, k, f.position, f.rotation) for k, f in twin.bodies[body].frames.items()}
        object.__setattr__(changed, "frames", frames)
        twin.bodies[body] = changed
        for store in STORES[1:]:
            things = getattr(twin, store)
            things |= {key: rebound(thing, twin.bodies) for key, thing in things.items()}
    for column in columns:
        if column.kind == "load":
            twin.loads[column.owner] = with_coefficient(twin.loads[column.owner], column.entry, float(x[column.name]))
        elif column.kind in ("motor_inertia", "offset"):
            name, unit = parameter_name(column.name), typed(column.unit)
            twin.parameters.pop(name, None)
            twin.parameter(name, float(x[column.name]), unit)
    return twin
