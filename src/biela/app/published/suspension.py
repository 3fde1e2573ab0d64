"""Chapter 5 of a thesis on identification: a double-wishbone suspension, base sets T1 to T5, from full to relevant parameters.

A Spanish doctoral thesis on the identification of dynamic parameters of car suspensions. It prints no dimension, no inertia and no
coefficient of a trajectory; the machine is `biela.library.wishbone_suspension`, whose data are ours, so that the tables compare the
kind of result, not its digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from biela.app.published.figure import Curve, Panel, Progress, PublishedFigure, Work, number, words
from biela.base.array import Array
from biela.identify.design import Limits
from biela.identify.excitation import design_excitation
from biela.identify.least_squares import estimate
from biela.identify.numeric_rank import null_columns, numeric_base
from biela.identify.observation import observe
from biela.identify.reduction import Elimination, ReducedModel, contribution_of_all, eliminate
from biela.identify.regressor import Regressor
from biela.identify.structure import base_parameters
from biela.identify.trajectory import Fourier
from biela.library import wishbone_suspension as suspension
from biela.library.wishbone_suspension import parameter

SETS = ("T1", "T2", "T3", "T4", "T5")
LIMITS = ([-0.35, -0.35, -0.05], [0.35, 0.35, 0.05])  # rad, rad, m: lower arms and rack
PEAK = np.array([0.3, 0.3, 0.05])
FORCE_ERROR = 0.05
SWING, RATE = np.deg2rad(50.0), np.pi  # of the wheels: 50° sin(2π 0.5 Hz t)
COORDINATES = ("right arm [rad]", "left arm [rad]", "rack [m]", "right wheel [rad]", "left wheel [rad]")
FORCES = ("lift right [N]", "lift left [N]", "rack [N]", "wheel right [N·m]", "wheel left [N·m]")
TABLE_5_7 = {"T1": 1.13e12, "T2": 1.11e14, "T3": 9.55e13, "T4": 1.42e14, "T5": 1.21e19}
TABLE_5_9 = {  # T1: CAD value and value identified with 5 % force error
    "mx1": (-0.34, -3.5e4), "mz1": (0.0, -38.0), "mx2": (-0.16, 49.0), "mz2": (0.0, 45.0), "m3": (35.0, 1.1e5),
    "mx3": (-0.28, -1.2), "my3": (-0.14, -0.24), "mz3": (-1.4, -2.4e4), "Ixx3": (0.59, 5.1e4), "Ixy3": (-6.06e-3, -0.12),
}  # fmt: skip
TABLE_5_11 = {  # T2: theoretical value and value identified with 20 parameters
    "mx9": (10.0, 10.0), "mx1": (10.0, 10.0), "Iyy9": (-3.5, -3.6), "mz3": (0.093, 0.20), "mz11": (5.7, 6.3), "Iyy1": (-3.5, -3.5),
    "Ixx5": (0.57, 0.62), "Ixx13": (0.60, 0.62), "Izz3": (0.38, 0.34), "Izz11": (0.36, 0.42), "my11": (0.58, 0.21),
    "mx3": (-0.29, -0.34), "Ixx3": (-0.64, -0.91), "mx11": (-0.29, -0.23), "Ixx11": (-0.68, -1.2), "my3": (-0.14, -0.20),
    "Iyy10": (-0.038, -0.19), "Iyy2": (-0.038, -0.032), "mx7": (-0.71, -1.6), "mx15": (-0.63, 6.3),
}  # fmt: skip
TABLE_5_10 = {"T1": 16.25, "T2": 16.83, "T3": 16.26, "T4": 12.71, "T5": 31.50}  # E_p [%] with 20 parameters


class _Study:
    """Machine, its base sets, motions and observations; each computed once."""

    def __init__(self) -> None:
        machine = suspension.build()
        self.regressor = Regressor(
            machine, suspension.COORDINATES, parameters=("inertia",), channels=suspension.CHANNELS, start=suspension.start(machine)
        )
        first = base_parameters(self.regressor, dependent=suspension.dependent("T1"), confirm=False).base
        self.sets = {name: first.switch(suspension.dependent(name)) for name in SETS[:4]}

    def random(self, seed: int, amplitude: float = 1.0) -> DrivenMotion:
        """Return five harmonics of 0.5 Hz on arms and rack, with the wheels' own swing."""
        series = Fourier(5, 0.5)
        t = series.times(250)
        coefficients = series.random(3, np.random.default_rng(seed), -amplitude * PEAK, amplitude * PEAK, fill=1.0)
        parts = series.evaluate(coefficients, t)
        swing = [np.stack([_wheel(phase)(t)[k] for phase in (0.0, 0.3)], axis=1) for k in range(3)]
        return self.motion(t, *(np.hstack(pair) for pair in zip(parts, swing, strict=True)))

    def designed(self, name: str) -> DrivenMotion:
        """Return the motion optimised for a base set."""
        found = design_excitation(
            self.regressor, self.sets[name], Fourier(5, 0.5), Limits(LIMITS), samples=200,
            fixed={"K_right": _wheel(0.0), "K_left": _wheel(0.3)}, starts=6, runs=1, iterations=40,
        )  # fmt: skip
        t = Fourier(5, 0.5).times(250)
        return self.motion(t, *found.motion(t))

    def motion(self, t: Array, q: Array, v: Array, a: Array) -> DrivenMotion:
        whole = self.regressor.motion(q, v, a, t)
        return DrivenMotion(t, q, whole, self.regressor.predict(whole))

    def condition(self, name: str, motion: DrivenMotion) -> float:
        """Return κ of the observation matrix of a base set."""
        W = self.sets[name].columns(self.regressor.matrix(motion.whole))
        return float(np.linalg.cond(W.reshape(-1, W.shape[-1])))

    def known(self, name: str, motion: DrivenMotion) -> Array:
        """Return forces of springs and dampers, which are not identified."""
        base = self.sets[name]
        W = base.columns(self.regressor.matrix(motion.whole))
        return np.asarray(motion.forces - W @ base.combine(self.regressor.nominal))

    def path(
        self, name: str, measured: DrivenMotion, other: DrivenMotion, error: float, cad: float = 0.0, sizes: Any = None
    ) -> Elimination:
        """Return models of a base set from all parameters down to one, ordered by their contribution at drawing values."""
        base, rng = self.sets[name], np.random.default_rng(1)
        forces = measured.forces * (1 + error * rng.uniform(-1, 1, measured.forces.shape))
        nominal = self.regressor.nominal * (1 + cad * rng.uniform(-1, 1, len(self.regressor.nominal)))
        noisy = observe(self.regressor, measured.whole, forces).base(base)
        index = contribution_of_all(noisy, base.combine(nominal))
        check = observe(self.regressor, other.whole, other.forces).base(base)
        return eliminate(noisy, index, validation=check, sizes=sizes)


class DrivenMotion(NamedTuple):
    """Motion of the independent coordinates, with all bodies and with the exact forces it needs."""

    t: Array
    q: Array
    whole: Any
    forces: Array


def _wheel(phase: float) -> Any:
    """Return 50° sin(2πft) with its derivatives."""

    def swing(t: Any) -> tuple[Any, Any, Any]:
        angle = RATE * t + phase
        return SWING * np.sin(angle), SWING * RATE * np.cos(angle), -SWING * RATE**2 * np.sin(angle)

    return swing


def compute(progress: Progress) -> Iterator[PublishedFigure]:
    """Compute figures 5.6 to 5.8 and 5.12 to 5.28, with Tables 5.7 and 5.9 to 5.11."""
    study = _Study()
    progress("singular values of two random motions")
    yield from _ranks(study)
    motions = {}
    for name in SETS[:4]:
        progress(f"motion optimised for {name}")
        motions[name] = study.designed(name)
    motions["T5"], names = motions["T1"], study.regressor.names
    W = study.regressor.matrix(motions["T1"].whole)
    study.sets["T5"] = numeric_base(W, names, rank=83, dependent=suspension.dependent("T5"), forced=True).base
    yield _optimised(study, motions)
    validation = study.random(100, 0.8)
    yield _coordinates("5.13", "Validation trajectory TV", {"TV": validation})
    progress("full models")
    yield from _full(study, motions["T1"], validation)
    progress("reduction to relevant parameters")
    yield from _contributions(study, motions)
    yield from _reduced(study, motions, validation)


def _ranks(study: _Study) -> Iterator[PublishedFigure]:
    motions = {"Trajectory 1": study.random(7), "Trajectory 2": study.random(3)}
    yield _coordinates("5.6", "Trajectories that are not optimised", motions)
    for which, (name, motion) in zip(("5.7", "5.8"), motions.items(), strict=True):
        W = study.regressor.matrix(motion.whole)
        null = set(null_columns(W, study.regressor.names))
        W = W[:, :, [k for k, x in enumerate(study.regressor.names) if x not in null]].reshape(-1, 150 - len(null))
        values = np.linalg.svd(W, compute_uv=False)
        ratio = np.maximum(values / values[0], 1e-20)
        tolerance = np.full(2, W.shape[0] * np.finfo(float).eps)
        curves = [Curve(np.arange(1.0, len(values) + 1), ratio, "sₖ/s₁", "dots")]
        curves.append(Curve(np.array([1.0, len(values)]), tolerance, "tolerance", "dashes"))
        said = [words("null columns", "35", len(null), len(null) == 35)]
        said.append(words("s₈₄/s₈₃", "no clear gap at 83", ratio[83] / ratio[82], ratio[83] > 1e-3 * ratio[82]))
        title = f"Singular values of the observation matrix, {name}"
        note = "Inertial parameters. The structural rank is 83; rounding leaves no gap there."
        yield PublishedFigure(which, title, [Panel(curves, "k", "sₖ/s₁", log="y")], said, note)


def _coordinates(which: str, title: str, motions: dict[str, DrivenMotion]) -> PublishedFigure:
    panels = [
        Panel([Curve(motion.t, motion.q[:, k], label) for k, label in enumerate(COORDINATES)], title=name)
        for name, motion in motions.items()
    ]
    return PublishedFigure(which, title, panels)


def _optimised(study: _Study, motions: dict[str, DrivenMotion]) -> PublishedFigure:
    figure = _coordinates("5.12", "Trajectories optimised for T1 to T4", {name: motions[name] for name in SETS[:4]})
    found = {name: study.condition(name, motions[name]) for name in SETS}
    said = [number(f"κ of {name}, Table 5.7", f"{TABLE_5_7[name]:.2e}", TABLE_5_7[name], k) for name, k in found.items()]
    worst = max(found[name] for name in SETS[:4])
    over = found["T5"] / worst
    said.append(words("κ of T5 over the largest other", "orders of magnitude larger", over, over > 10))
    note = "Table 5.7 belongs to data that are not printed; with ours the numbers differ. T5 uses the motion of T1."
    return replace(figure, agreements=said, note=note)


def _full(study: _Study, measured: DrivenMotion, other: DrivenMotion) -> Iterator[PublishedFigure]:
    """Draw figures 5.14 to 5.16: the full model predicts the validation exactly from exact forces, and not at all from others."""
    rng = np.random.default_rng(1)
    base = study.sets["T1"]
    W = base.columns(study.regressor.matrix(other.whole))
    known = study.known("T1", other)
    noise = 1 + FORCE_ERROR * rng.uniform(-1, 1, measured.forces.shape)
    values = [
        estimate(observe(study.regressor, measured.whole, forces).base(base)).values
        for forces in (measured.forces, measured.forces * noise)
    ]
    exact, noisy = (known + W @ found for found in values)
    size = np.abs(other.forces - known).max(axis=0)  # of what is identified, without springs and dampers
    errors = [np.abs(found - other.forces).max(axis=0) / size for found in (exact, noisy)]
    for which, title, channels in (
        ("5.14", "Forces of the right side, T1 with 83 parameters", (3, 0)),
        ("5.15", "Forces of the left side, T1 with 83 parameters", (4, 1)),
        ("5.16", "Force of the rack, T1 with 83 parameters", (2,)),
    ):
        panels, said = [], []
        for k in channels:
            three = [Curve(other.t, y[:, k], label) for label, y in (("exact forces", exact), ("5 % error", noisy))]
            panels.append(Panel([Curve(other.t, other.forces[:, k], "theory", "dashes"), *three], y=FORCES[k]))
            e = errors[0][k]
            said.append(words(f"{FORCES[k]}: largest error, from exact forces", "no difference seen", e, e < 1e-3, "of the peak"))
        if 0 in channels:
            e = errors[1][list(channels)].max()
            said.append(words("largest error, from forces with 5 %", "differs by far", e, e > 0.2, "of the peak"))
        yield PublishedFigure(which, title, panels, said)
    yield _table_5_9(study, dict(zip(base.independent, values[1], strict=True)))


def _table_5_9(study: _Study, found: dict[str, float]) -> PublishedFigure:
    """Compare CAD values, which our data give to the printed digits, with what 5 % force error makes of them in the full model."""
    base = study.sets["T1"]
    cad = dict(zip(base.independent, base.combine(study.regressor.nominal), strict=True))
    said = [
        number(f"CAD value of {x}", f"{printed:g}", printed, cad[parameter(x)], within=0.005)
        for x, (printed, _) in TABLE_5_9.items() if printed
    ]  # fmt: skip
    lost = [x for x, (printed, wrong) in TABLE_5_9.items() if abs(wrong - printed) > 100 * max(abs(printed), 0.1)]
    apart = max(abs(found[parameter(x)] - cad[parameter(x)]) / max(abs(cad[parameter(x)]), 0.1) for x in TABLE_5_9)
    said.append(words("largest error over the value", f"beyond 100 for {len(lost)} of 10", apart, apart > 100))
    panel = _values({"CAD": [cad[parameter(x)] for x in TABLE_5_9], "identified": [found[parameter(x)] for x in TABLE_5_9]})
    note = "Sizes of b1 to b10. The identified values are noise: their digits depend on the seed, in the source as here."
    return PublishedFigure("Table 5.9", "T1 identified with 5 % force error, 83 parameters", [panel], said, note)


def _table_5_11(study: _Study, step: ReducedModel) -> PublishedFigure:
    """Compare relevant parameters of T2: which of the source's twenty are among ours, and their values."""
    base = study.sets["T2"]
    theory = dict(zip(base.independent, base.combine(study.regressor.nominal), strict=True))
    found = dict(zip(step.names, step.values, strict=True))
    common = [x for x in TABLE_5_11 if parameter(x) in found]
    signs = [np.sign(found[parameter(x)]) == np.sign(theory[parameter(x)]) for x in common]
    said = [
        words("parameters of the source's twenty among ours", "20", len(common), len(common) >= 15),
        words("of these, sign as in theory", "all (the source prints 19)", sum(signs), sum(signs) >= len(signs) - 1),
        *(number(f"theoretical value of {x}", f"{printed:g}", printed, theory[parameter(x)], within=0.2)
          for x, (printed, _) in TABLE_5_11.items()),
        *(number(f"identified value of {x}", f"{printed:g}", printed, found[parameter(x)], within=0.05)
          for x, (_, printed) in TABLE_5_11.items() if x in common),
    ]  # fmt: skip
    panel = _values({"theory": [theory[parameter(x)] for x in common], "identified": [found[parameter(x)] for x in common]})
    note = "The source prints values of a drawing with 20 % error, for data that are not printed. Ours differ with them."
    return PublishedFigure("Table 5.11", "T2 with 20 relevant parameters", [panel], said, note)


def _values(columns: dict[str, list[float]]) -> Panel:
    rows = [Curve(np.arange(1.0, len(y) + 1), np.maximum(np.abs(y), 1e-6), label, "sticks") for label, y in columns.items()]
    return Panel(rows, "parameter", "size [kg, kg·m, kg·m²]", log="y")


def _contributions(study: _Study, motions: dict[str, DrivenMotion]) -> Iterator[PublishedFigure]:
    """Draw figures 5.17 and 5.18: order and size of the contributions."""
    moved, top, said = [], [], []
    for name in SETS:
        base, observed = study.sets[name], observe(study.regressor, motions[name].whole, motions[name].forces)
        index = contribution_of_all(observed.base(base), base.combine(study.regressor.nominal))
        top.append(Curve(np.arange(1.0, 21), np.sort(index)[::-1][:20], name, "sticks"))
        if name == "T5":
            continue
        order = np.argsort(np.argsort(-index))
        rng = np.random.default_rng(1)
        rough = study.regressor.nominal * (1 + 0.6 * rng.uniform(-1, 1, len(study.regressor.nominal)))
        again = np.argsort(np.argsort(-contribution_of_all(observed.base(base), base.combine(rough))))
        first = np.flatnonzero(order < 20)
        moved.append(Curve.through(np.stack([order[first] + 1, again[first] + 1], axis=1), name, "dots"))
        kept = float(np.mean(again[first] < 20))
        said.append(words(f"{name}: of the 20 most important that stay so", "no important change", kept, kept >= 0.75))
    places = [Panel(moved, "place", "place with 60 % error")]
    yield PublishedFigure("5.17", "Order of the contributions with 60 % error of the drawing", places, said)
    yield PublishedFigure("5.18", "Contributions of the 20 most important parameters", [Panel(top[:4], "parameter", "ζ", log="y")])


def _reduced(study: _Study, motions: dict[str, DrivenMotion], validation: DrivenMotion) -> Iterator[PublishedFigure]:
    """Draw figures 5.19 to 5.28: errors of prediction and condition over the number of relevant parameters."""
    sizes = [*range(2, 42, 2), *range(45, 84, 5), 83]
    paths = {
        (error, cad): {name: study.path(name, motions[name], validation, error, cad, sizes) for name in SETS}
        for error in (0.0, FORCE_ERROR) for cad in (0.0, 0.6)
    }  # fmt: skip

    def curves(error: float, cad: float, what: str, most: int = 83) -> list[Curve]:
        found = []
        for name, path in paths[error, cad].items():
            steps = [step for step in path.steps if step.size <= most]
            found.append(Curve.through([(s.size, getattr(s, what)) for s in steps], name, "sticks"))
        return found

    def panel(error: float, cad: float, what: str, most: int = 83) -> Panel:
        title = f"{100 * cad:g} % error of the drawing"
        return Panel(curves(error, cad, what, most), "relevant parameters", "E_p [%]", title, log="y")

    first = [panel(0.0, cad, "error") for cad in (0.0, 0.6)]
    yield PublishedFigure("5.19", "Error on the identification trajectory, exact forces", first)
    exact, rough = paths[FORCE_ERROR, 0.0], paths[FORCE_ERROR, 0.6]
    forty = max(exact[name].of_size(40).condition for name in SETS[:4])
    condition = Panel(curves(FORCE_ERROR, 0.0, "condition"), "relevant parameters", "κ", log="y")
    beyond = words("largest of T1 to T4 with 40 parameters", "beyond 10⁵ above 40", forty, forty > 1e5)
    yield PublishedFigure("5.20", "Condition numbers of the reduced models", [condition], [beyond])
    for which, most in (("5.21", 83), ("5.22", 40)):
        both = [panel(FORCE_ERROR, cad, "error", most) for cad in (0.0, 0.6)]
        yield PublishedFigure(which, "Error on the identification trajectory, forces with 5 % error", both)
    for which, cad, found in (("5.23", 0.0, exact), ("5.24", 0.6, rough)):
        few, full = ({name: found[name].of_size(size).validation for name in SETS} for size in (20, 83))
        said = [
            words(f"{x}: 83 parameters over 20", "very large for the full model", full[x] / few[x], full[x] > 2 * few[x])
            for x in SETS[:4]
        ]
        if which == "5.23":
            said += [
                number(f"E_p of {x} with 20 parameters, Table 5.10", f"{TABLE_5_10[x]} %", TABLE_5_10[x], few[x], "%")
                for x in SETS[:4]
            ]
            worst = few["T5"] / max(few[x] for x in SETS[:4])
            said.append(words("E_p of T5 over the largest other", "the worst", worst, worst > 1))
        note = "Our data, not those of Table 5.10, and one seed; docs/theory/identification.md has the intervals over seeds."
        halves = [panel(FORCE_ERROR, cad, "validation", most) for most in (83, 30)]
        yield PublishedFigure(which, "Error on the validation trajectory TV", halves, said, note)
    yield from _predicted(study, motions, validation)


def _predicted(study: _Study, motions: dict[str, DrivenMotion], validation: DrivenMotion) -> Iterator[PublishedFigure]:
    """Draw figures 5.25 to 5.28: forces on TV by models of 20 parameters."""
    found = {}
    for name in SETS[:4]:
        step = study.path(name, motions[name], validation, FORCE_ERROR, 0.2, [20]).of_size(20)
        base = study.sets[name]
        W = base.columns(study.regressor.matrix(validation.whole))
        chosen = W[:, :, [base.independent.index(x) for x in step.names]]
        found[name] = study.known(name, validation) + chosen @ step.values
        if name == "T2":
            yield _table_5_11(study, step)
    for which, title, channels in (
        ("5.25", "Forces of the right side on TV, 20 parameters", (3, 0)),
        ("5.26", "Forces of the left side on TV, 20 parameters", (4, 1)),
        ("5.27", "Force of the rack on TV, 20 parameters", (2,)),
    ):
        panels = []
        for k in channels:
            models = [Curve(validation.t, y[:, k], name) for name, y in found.items()]
            panels.append(Panel([Curve(validation.t, validation.forces[:, k], "exact", "dashes"), *models], y=FORCES[k]))
        yield PublishedFigure(which, title, panels)
    gaps = {name: np.abs(y - validation.forces) for name, y in found.items()}
    errors = [Panel([Curve(validation.t, e[:, k], name) for name, e in gaps.items()], y=FORCES[k]) for k in (0, 2)]
    yield PublishedFigure("5.28", "Absolute error of the forces on TV, 20 parameters", errors)


WORK = Work(
    "suspension", "Identification of a car suspension, chapter 5",
    "A Spanish doctoral thesis on the identification of dynamic parameters. It prints no dimensions, inertias or trajectories: "
    "data and motions are ours, and the kind of result is compared, not its digits.",
    compute, machines=("wishbone-suspension",),
    missing=(("5.1 to 5.5, 5.9 to 5.11", "drawings and photographs; the machine: `biela show wishbone-suspension`"),),
)  # fmt: skip
