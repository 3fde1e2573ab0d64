"""Results of a run: every signal by name, with its unit, and states between the outputs.

States between outputs come from a polynomial with the states and rates of two outputs on each side, of degree seven. Its error is
of order eight in their distance, while methods have order five or less: it does not show as long as outputs are about as dense as
steps. The difference to the polynomial without the farthest output says whether they are. States that an event may have changed are
never mixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import Named, checked, guard, place, real_array
from biela.base.dataclass import dataclass
from biela.base.door import Door
from biela.base.errors import DescriptionError, unknown
from biela.base.memory import refuse_too_large
from biela.mechanism.mechanism import Mechanism
from biela.state.functions import MachineFunctions
from biela.state.state import LEVELS, State, signal_names

if TYPE_CHECKING:
    import pandas

    from biela.files.results.save import save as _save
    from biela.files.results.save import to_xarray as _to_xarray
    from biela.report.notebook import history_html as _history_html
    from biela.report.page import report as _report
    from biela.report.page import show as _show
    from biela.report.plot import plot as _plot
    from biela.simulation.accuracy import Accuracy
    from biela.simulation.companion import Repeatable
    from biela.state.reactions import Reactions

FEWER = "increase output_step, or look at part of the run: run.at([…])."
"""Remedy for a run with too many outputs."""
NODES = 4
"""Number of outputs that a polynomial goes through: where they are equally spaced, two on each side."""
TRUSTED = 1e-5
"""Largest difference of the two polynomials, as part of what the states change by among their nodes."""


@dataclass(frozen=True)
class Happening:
    """Occurrence of an event: its name, time and state."""

    name: str
    time: float
    state: State


@dataclass
class History(Named):
    """Results of a run.

    `run["A.angle"]` is a signal over time. Signals are computed from the stored states when first asked for, all of one
    level in one compiled batch, so that outputs cost nothing during the run.

    Attributes
    ----------
    t : (n,) times [s]
    x : (n, n_x) states
    status : "done"; "doubtful" if energy or closure are off by more than the tolerances explain, or the estimated error is above 1
        % of an amplitude; "failed" for the sound part of a run that could not go on; or why the run ended early
    reason : of a failed run, when, where and why it failed
    steps, rejected, evaluations : work done by the integrator
    wall_time : of the integration [s]
    closure_error : largest loop residual after any step [m, rad]
    events : what happened, in order of time
    notes : remarks of the run, such as a suspicion of stiffness
    """

    mechanism: Mechanism
    functions: MachineFunctions = field(repr=False)
    t: Array
    x: Array
    u: Array
    p: Array
    status: str = "done"
    steps: int = 0
    rejected: int = 0
    evaluations: int = 0
    wall_time: float = 0.0
    closure_error: float = 0.0
    events: list[Happening] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    _levels: dict[int, Array] = field(default_factory=dict, repr=False)
    _again: Repeatable | str = field(default="nothing was integrated.", repr=False)
    """The run, to be repeated with other steps; or why it cannot be."""
    _accuracy: Accuracy | None = field(default=None, repr=False)

    @property
    def accuracy(self) -> Accuracy:
        """Estimated error of the run, from companions with other steps or tolerances. A run beyond 1 % of an amplitude is doubtful.

        Runs with coarse settings are estimated when they end, others when this is first asked for: by status line, JSON, page,
        `summary` and `save`.
        """
        if self._accuracy is None:
            from biela.simulation.accuracy import judge

            judge(self)
        assert self._accuracy is not None
        return self._accuracy

    @property
    def duration(self) -> float:
        """Simulated time [s]."""
        return float(self.t[-1] - self.t[0])

    @property
    def real_time_factor(self) -> float:
        """Simulated time over wall time of the integration."""
        return self.duration / self.wall_time if self.wall_time > 0 else float("inf")

    @property
    def names(self) -> list[str]:
        """All signal names."""
        return list(signal_names(self.functions))

    @checked
    def unit(self, name: str) -> str:
        """Return the unit of a signal."""
        return self._place(name)[2]

    def __getitem__(self, name: str) -> Array:
        if isinstance(name, str) and name in ("t", "time"):
            return self.t
        level, entry, _ = self._place(name)
        if level not in self._levels:
            kernel = self.functions[LEVELS[level]]
            size = 8 * len(self.t) * (1 + self.x.shape[1] + int(sum(kernel.out_sizes)))
            refuse_too_large(size, f"{name!r}, with all signals computed with it, at {len(self.t)} outputs", FEWER)
            self._levels[level] = np.asarray(kernel.batch(self.t[:, None], self.x, self.u, self.p)).reshape(len(self.t), -1)
        return self._levels[level][:, entry]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in signal_names(self.functions)

    def _place(self, name: str) -> tuple[int, int, str]:
        table = signal_names(self.functions)
        if not isinstance(name, str) or name not in table:
            raise unknown("signal", name, list(table))
        return table[name]

    @checked
    def state(self, index: int = -1) -> State:
        """Return the state at an output, the last one by default; a run can go on from it."""
        place(index, len(self.t), "index of an output")
        return State(self.mechanism, self.x[index].copy(), float(self.t[index]), self.u, self.p, self.functions.laws)

    @checked
    def at(self, t: float | Sequence[float] | Array) -> State | History:
        """Return the state at any time within the run, or, at several times, the run with these as its outputs.

        Outputs and their rates are interpolated with order eight: as good as the run, if outputs are about as dense as steps, and
        refused if they are too far apart.
        """
        times = np.atleast_1d(real_array(t, "at: t"))
        if not times.size or times.ndim > 1:
            raise DescriptionError("at: give one time at least, or a list of times.")
        t0, t1 = float(self.t[0]), float(self.t[-1])
        if not np.all((times >= t0) & (times <= t1)):
            raise DescriptionError(f"run.at: give times from {t0:g} to {t1:g} s, which is what the run covers.")
        x = np.array([_state_at(self, float(t)) for t in times])
        if np.ndim(t) == 0:
            return State(self.mechanism, x[0], float(times[0]), self.u, self.p, self.functions.laws)
        return replace(self, t=times, x=x, notes=list(self.notes), _levels={})

    @property
    def final(self) -> State:
        """The last state."""
        return self.state(-1)

    @property
    def energy_error(self) -> float:
        """Largest |energy − initial energy − work of loads, inputs and prescribed motions| over the outputs [J]."""
        balance = self["machine.energy"] - self["machine.work"]
        return float(np.abs(balance - balance[0]).max())

    @property
    def energy_moved(self) -> tuple[float, float]:
        """Energy that moves about, by which the balance is judged, and what rounding explains of its error [J]."""
        from biela.simulation.audit import energy_moved

        return energy_moved(self)

    @property
    def explained_error(self) -> float | None:
        """Error of the energy balance that the tolerances explain [J]; None where the run had none."""
        from biela.simulation.audit import explained_error

        return explained_error(self)

    def reactions(self, **options: Any) -> Reactions:
        """Return the wrenches in all joints, marked as determinate or not; see `biela.state.reactions`."""
        from biela.state.reactions import reactions

        return reactions(self, **options)

    @checked
    def to_pandas(self, names: list[str] | None = None) -> pandas.DataFrame:
        """Return signals as columns, time as index."""
        import pandas

        names = self.names if names is None else names
        return pandas.DataFrame({name: self[name] for name in names}, index=pandas.Index(self.t, name="time"))

    if TYPE_CHECKING:
        to_xarray = _to_xarray
        save = _save
        plot = _plot
        report = _report
        show = _show
        _repr_html_ = _history_html
    else:
        to_xarray = Door("biela.files.results.save")
        save = Door("biela.files.results.save")
        plot = Door("biela.report.plot")
        report = Door("biela.report.page")
        show = Door("biela.report.page")
        _repr_html_ = Door("biela.report.notebook", "history_html")

    def summary(self) -> dict[str, Any]:
        """Return one object for scripts: final values, energy balance, closure, work and time."""
        names = [n for n, (level, _, _) in signal_names(self.functions).items() if level < 2]
        accuracy = self.accuracy.as_dict()  # may change status and notes
        return {
            "machine": self.mechanism.name, "duration": self.duration, "status": self.status, "reason": self.reason,
            "final": {name: float(self[name][-1]) for name in names}, "energy_error": self.energy_error,
            "closure_error": self.closure_error, "accuracy": accuracy, "steps": self.steps, "wall_time": self.wall_time,
            "real_time_factor": self.real_time_factor, "notes": list(self.notes),
        }  # fmt: skip

    def __repr__(self) -> str:
        error = self.accuracy.error
        off = "accuracy not known" if error is None else f"error {error:.1e}"
        return (
            f"<History of {self.mechanism.name!r}: {self.duration:g} s, {len(self.t)} outputs, {self.steps} steps, "
            f"{self.wall_time * 1e3:.3g} ms, closure {self.closure_error:.1e}, {off}, {self.status}>"
        )


def _state_at(history: History, t: float) -> Array:
    k = int(np.searchsorted(history.t, t))
    if history.t[k] == t:
        return np.array(history.x[k])
    nodes, states = _around(history, t, k)
    too_far = (
        f"run.at: the outputs around t = {t:g} s are too far apart to interpolate. Simulate with a smaller output_step, or with "
        "outputs=[…] at the times you need."
    )
    if len(nodes) < 2:
        raise DescriptionError(too_far)
    from scipy.interpolate import KroghInterpolator

    rates = [np.ravel(history.functions["rates"](a, x, history.u, history.p)) for a, x in zip(nodes, states, strict=True)]
    span = nodes.max() - nodes.min()

    def polynomial(some: Any) -> Array:
        values = np.stack([states[some], np.array(rates)[some]], axis=1).reshape(2 * len(nodes[some]), -1)
        values[1::2] *= span  # in units of the nodes' span, for the digits
        return np.asarray(KroghInterpolator(np.repeat((nodes[some] - t) / span, 2), values)(0.0))

    best = polynomial(slice(None))
    size = np.ptp(states, axis=0).max() + 1e-12 * np.abs(states).max()
    if np.abs(best - polynomial(slice(-1))).max() > TRUSTED * size:
        raise DescriptionError(too_far)
    functions = history.functions
    if functions.n_rows or functions.layout.n_q > functions.layout.n_v:  # close loops, normalise quaternions
        return np.ravel(functions["project"](t, best, history.u, history.p))
    return best


def _around(history: History, t: float, k: int) -> tuple[Array, Array]:
    """Return the nearest outputs and events around a time, nearest first, but none beyond an event."""
    first, last = max(k - NODES, 0), min(k + NODES, len(history.t))
    nodes = [(float(history.t[j]), history.x[j]) for j in range(first, last)]
    before = max((e.time for e in history.events if e.time <= t), default=-np.inf)
    after = [e for e in history.events if e.time > t][:1]
    nodes = [(a, x) for a, x in nodes if a >= before and (not after or a < after[0].time)]
    nodes += [(e.time, e.state.x) for e in after if e.time <= history.t[last - 1]]
    nearest = sorted(nodes, key=lambda node: abs(node[0] - t))[:NODES]
    return np.array([a for a, _ in nearest]), np.array([x for _, x in nearest])


guard(__name__)
