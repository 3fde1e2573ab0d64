"""Results of a run: every signal by name, with its unit."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from biela import views
from biela.checked import Named, checked, guard, place, real_array
from biela.dataclass import dataclass
from biela.element.display import SI, System
from biela.errors import BielaError, DescriptionError, UnknownName, nearest, unknown
from biela.intake import MISSING, Unreadable
from biela.mechanism.mechanism import Mechanism
from biela.memory import TooLarge, refuse_too_large
from biela.simulation.netcdf import Variable
from biela.state.functions import MachineFunctions, machine_text
from biela.state.state import LEVELS, State, signal_names

if TYPE_CHECKING:
    import pandas
    import xarray

    from biela.simulation.accuracy import Accuracy
    from biela.simulation.companion import Repeatable
    from biela.state.reactions import Reactions

Array = NDArray[np.float64]
FEWER = "increase output_step, or look at part of the run: run.at([…])."
"""What to do about a run with too many outputs."""


@dataclass(frozen=True)
class Happening:
    """An event that happened: its name, time and state."""

    name: str
    time: float
    state: State


@dataclass
class History(Named):
    """What a run produced.

    `run["A.angle"]` is a signal over time. Signals are computed from the stored states when first asked for, all of one
    level in one compiled batch, so that outputs cost nothing during the run.

    Attributes
    ----------
    t : (n,) times [s]
    x : (n, n_x) states
    status : "done"; "doubtful" if energy or closure are off by more than the tolerances explain, or the estimated error is above
        1 % of an amplitude; "failed" for the sound part of a
        run that could not go on; or why the run ended early
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
        """Estimated error of the run, from companions with other steps or tolerances. A run beyond 1 % of an amplitude is marked.

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
        """Unit of a signal."""
        return self._place(name)[2]

    def __getitem__(self, name: str) -> Array:
        if isinstance(name, str) and name in ("t", "time"):
            return self.t
        level, entry, _ = self._place(name)
        if level not in self._levels:
            kernel = self.functions[LEVELS[level]]
            size = 8 * len(self.t) * (1 + self.x.shape[1] + int(sum(kernel.out_sizes)))
            refuse_too_large(size, f"{name!r}, with all signals computed with it, at {len(self.t)} outputs", FEWER)
            self._levels[level] = np.asarray(kernel.batch(self.t[:, None], self.x, self.u, self.p)).reshape(
                len(self.t), -1
            )
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
        """The state at an output, the last one by default; a run can go on from it."""
        place(index, len(self.t), "index of an output")
        return State(self.mechanism, self.x[index].copy(), float(self.t[index]), self.u, self.p, self.functions.laws)

    @checked
    def at(self, t: float | Sequence[float] | Array) -> State | History:
        """The state at any time within the run, or, at several times, the run with these as its outputs.

        By interpolation between the outputs with their rates, of order eight: as good as the run, if outputs are about as dense
        as steps, and refused if they are too far apart.
        """
        from biela.simulation.interpolation import states_at

        times = np.atleast_1d(real_array(t, "at: t"))
        if not times.size:
            raise DescriptionError("at: give one time at least.")
        x = states_at(self, times)
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

    def reactions(self, **options: Any) -> Reactions:
        """Wrenches in all joints, marked as determinate or not; see `biela.state.reactions`."""
        from biela.state.reactions import reactions

        return reactions(self, **options)

    # ------------------------------------------------------------------------------------------------ other views

    @checked
    def to_pandas(self, names: list[str] | None = None) -> pandas.DataFrame:
        """Signals as columns, time as index."""
        import pandas

        names = self.names if names is None else names
        return pandas.DataFrame({name: self[name] for name in names}, index=pandas.Index(self.t, name="time"))

    @checked
    def to_xarray(self, names: list[str] | None = None) -> xarray.Dataset:
        """Signals as variables with units, over the coordinate `time`; the states are in the variable `state`.

        The attributes hold the machine, the settings and the versions: what it takes to run it again.
        """
        import xarray

        time, variables = self.variables(names)
        return xarray.Dataset(variables, coords={"time": ("time", *time)}, attrs=self.attributes())

    @checked
    def variables(self, names: list[str] | None = None) -> tuple[tuple[Array, dict[str, str]], dict[str, Variable]]:
        """Times with their labels; signals, states, inputs and parameters as name → (dimensions, values, labels)."""
        names = self.names if names is None else names
        found: dict[str, Variable] = {name: (("time",), self[name], _labels(name, self.unit(name))) for name in names}
        found["state"] = (("time", "entry"), self.x, {"long_name": "q, v and extra states"})
        found["input"] = (("actuator",), self.u, {"long_name": "constant inputs, in the order of the actuators"})
        found["parameter"] = (("free_parameter",), self.p, {"long_name": "free parameters"})
        return (self.t, {"units": "s", "long_name": "time"}), found

    def attributes(self) -> dict[str, Any]:
        """What a file says about the run: the machine as a machine file, settings, versions, outcome."""
        import json

        from biela.simulation.provenance import versions

        text, remark = views.machine_file(self)
        accuracy = json.dumps(self.accuracy.as_dict())  # may change status and notes
        return {
            "title": f"biela run of {self.mechanism.name}", "machine": self.mechanism.name, "machine_file": text,
            "machine_file_remark": remark, "settings": json.dumps(_plain(self.settings)), **versions(), "status": self.status,
            "reason": self.reason, "steps": self.steps, "rejected": self.rejected, "evaluations": self.evaluations,
            "wall_time": self.wall_time,
            "closure_error": self.closure_error, "accuracy": accuracy, "notes": "; ".join(self.notes),
            "events": json.dumps([{"name": e.name, "time": e.time} for e in self.events]),
            "description": machine_text(self.mechanism),
        }  # fmt: skip

    @checked
    def save(self, path: str | Path) -> Path:
        """Write all signals: netCDF (.nc), Parquet (.parquet) or CSV (.csv).

        A crash or a full disk leaves the old file or the new one, never half.
        """
        from biela.simulation.provenance import save

        return save(self, Path(path))

    @checked
    def plot(self, *names: str, path: str | Path | None = None, units: System = SI, over: str = "") -> Any:
        """Draw signals over time, or over the signal `over`, one panel for each unit; writes a picture where a path is given.

        units : "SI", "engineering", or quantity → unit, such as {"pressure": "bar"}
        """
        return views.plot(self, names, path, units=units, over=over)

    @checked
    def report(self, path: str | Path | None = None) -> Path:
        """Write the report of the run: one page with 3-D playback, plots and data; `run.html` if no path is given."""
        return views.report(self, Path("run.html" if path is None else path))

    def show(self) -> Path:
        """Open the report of the run in the browser; gives the page, written to a temporary folder."""
        import tempfile
        import webbrowser

        page = self.report(Path(tempfile.mkdtemp(prefix="biela-")) / "report.html")
        webbrowser.open(page.as_uri())
        return page

    def _repr_html_(self) -> str:
        """The report inside a notebook."""
        return views.html(self)

    def summary(self) -> dict[str, Any]:
        """One object for scripts: final values, energy balance, closure, work and time."""
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


def _labels(name: str, unit: str) -> dict[str, str]:
    thing, _, quantity = name.partition(".")
    return {"units": unit or "1", "long_name": f"{quantity.replace('_', ' ')} of {thing.replace('_', ' ')}"}


def _plain(x: Any) -> Any:
    """What JSON can hold."""
    if isinstance(x, dict):
        return {str(k): _plain(v) for k, v in x.items()}
    if isinstance(x, list | tuple):
        return [_plain(v) for v in x]
    return x if x is None or isinstance(x, bool | int | float | str) else str(x)


@dataclass(frozen=True)
class Saved(Mapping[str, Any]):
    """A result read back from a file: signals by name, with units and the settings of the run."""

    data: xarray.Dataset

    @property
    def t(self) -> Array:
        """Times [s]."""
        return np.asarray(self.data.variables["time"].values)

    def unit(self, name: str) -> str:
        """Unit of a signal."""
        return str(self._variable(name).attrs.get("units", ""))

    def __getitem__(self, name: str) -> Array:
        return np.asarray(self._variable(name).values)

    def _variable(self, name: str) -> Any:
        if not isinstance(name, str) or name not in self.data:
            raise UnknownName(f"no signal {name!r} in the file.{nearest(name, list(self))}")
        return self.data.variables[name]  # `data[name]` looks at all signals for each

    def __iter__(self) -> Iterator[str]:
        return (str(name) for name in self.data)

    def __len__(self) -> int:
        return len(self.data)

    @property
    def machine_file(self) -> str:
        """Text of the machine file that describes the machine and the run; empty if it could not be written."""
        return str(self.data.attrs.get("machine_file", ""))

    @checked
    def plot(self, *names: str, path: str | Path | None = None, units: System = SI, over: str = "") -> Any:
        """Draw signals over time, or over the signal `over`; writes a picture where a path is given."""
        return views.plot(self, names, path, units=units, over=over)

    def _repr_html_(self) -> str:
        """Its main signals, in notebooks."""
        return views.html(self)

    def __repr__(self) -> str:
        return f"<result of {self.data.attrs.get('machine')!r}: {len(self.t)} outputs until {self.t[-1]:g} s, {len(self)} signals>"


@checked
def load(path: str | Path) -> Saved:
    """Read a result written by `History.save` (netCDF).

    Its digest is verified: what was changed or damaged is refused. A result of version 0.2 or older, or one that another program
    wrote again, has none, and a warning says so.

    Raises
    ------
    BielaError : if the file is not a result, or is damaged
    """
    import xarray

    from biela.simulation.foreign import read_tables

    path = Path(path)
    try:
        (variables, about), verified = read_tables(path)
        named = {name.replace(":", "/"): variable for name, variable in variables.items()}
        saved = Saved(xarray.Dataset(named, coords={"time": named.pop("time")}, attrs=about))
    except TooLarge:
        raise
    except (OSError, ValueError, KeyError, Unreadable) as error:
        if str(error) == MISSING:
            raise BielaError(f"there is no file {str(path)!r}.") from None
        said = (str(error).splitlines() or [type(error).__name__])[0].removesuffix(".")
        raise BielaError(f"{str(path)!r} is not a result of biela, or is damaged: {said}.") from None
    if not verified:
        warnings.warn(f"{str(path)!r} has no digest: damage to it would not be noticed.", stacklevel=2)
    return saved


guard(__name__)
