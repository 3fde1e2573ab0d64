"""The model a filter works with: a machine in independent coordinates, what is estimated, and what is measured.

The estimated vector is

    ξ = [a; b; s; p]      independent coordinates, their rates, states of networks, chosen parameters

For coordinates of revolute and prismatic joints a is the coordinate itself; for joints with quaternions it is a tangent vector at
the present rotation. Dependent coordinates follow from the loops, on the branch where a particle or a mean is.

Kernels (arguments t, x, u, p, and δ where the table says so), all of one chart, see `biela.equations.reduced`:

| name | result |
|---|---|
| rates | ẋ at a closed state; in place of v̇_d how the dependent coordinates curve |
| stage | x closed, ẋ there, largest gap left |
| close | x closed, gap, determinants whose signs label the branch |
| move | x ⊕ δ to first order; δ = [a; b; s] |
| difference | δ from another closed state x₀ (the fifth argument) to x |
| measure | predicted readings, then sine and cosine of each angle among the entries |
| linear | ∂ξ̇/∂ξ along the manifold |
| measure_linear | readings, ∂y/∂ξ along the manifold |
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import checked, is_real, real_array, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.base.locks import cached_property
from biela.base.rank import ASSEMBLED, conditioning, pivoted_columns, rank
from biela.base.surface import setting
from biela.equations.layout import Chart
from biela.kernel.kernel import Kernel, compile_kernels
from biela.mechanism.foreign import refuse_fmus
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.rows import rolls
from biela.mechanism.sensor import Errors
from biela.mechanism.sensor.base import Sensor
from biela.state.assemble import assemble
from biela.state.coordinates import best_coordinates, named_coordinates
from biela.state.functions import MachineFunctions, functions_of, parameter_values, split_inputs
from biela.state.state import State, signal_names

KERNELS = ("rates", "stage", "close", "move", "difference", "measure", "linear", "measure_linear")
CLOSED = 1e-12
"""Gap at which a loop counts as closed, for a machine of the size of a metre or less [m, rad]."""


@dataclass(frozen=True)
class Channel:
    """One measured number: a reading of a sensor."""

    name: str
    sensor: str
    signal: str
    unit: str
    period: float


def place_of(name: str, names: Iterable[str], unknown: str = "{!r} is not estimated.", remedy: str = "") -> int:
    """Return the place of a name among others; the error for an unknown one suggests the nearest."""
    known = list(names)
    if name not in known:
        raise UnknownName(f"{unknown.format(name)}{nearest(str(name), known)}{remedy}")
    return known.index(name)


def reading_labels(sensor: Sensor) -> list[str]:
    """Return names of the readings of a sensor: its own, or `sensor.quantity` where it has several."""
    if len(sensor.readings) == 1:
        return [sensor.name]
    return [f"{sensor.name}.{signal.rpartition('.')[2]}" for signal in sensor.readings]


class Model:
    """A machine as filters see it.

    Parameters
    ----------
    mechanism : the machine, with its sensors
    about : one or more states near which the filter will work; the independent coordinates are chosen for them. Defaults to the
        assembled drawing pose
    sensors : names of the sensors used; defaults to all that have noise
    independent : names of the independent coordinates (`joint`, or `joint.rate` where it has several); defaults to the best choice
    estimate : free parameters to be estimated along with the state
    inputs : actuator name → number, function of time, or law of signals
    parameters : values of free parameters; defaults to the nominal ones

    Attributes
    ----------
    k, n, n_x : number of independent coordinates, of estimated entries, of entries of a state
    names : entries of ξ
    places, estimated : places in x of the entries, without the parameters, which come last; places in p of the parameters
    angles, tangent : which entries are angles, and which are tangent vectors of rotations
    curved : places in x of the dependent coordinates, and of their rates, of joints without quaternions
    """

    @checked
    def __init__(
        self, mechanism: Mechanism, about: State | Sequence[State] | Mapping[str, Any] | None = None, *,
        sensors: Sequence[str] | None = None, independent: Sequence[str] | None = None, estimate: Sequence[str] = (),
        inputs: Mapping[str, Any] | None = None, parameters: Mapping[str, float] | None = None,
    ):  # fmt: skip
        refuse_fmus(mechanism, "a filter")
        self.mechanism = mechanism
        self.u, self.laws = split_inputs(mechanism, inputs)
        self.p = parameter_values(mechanism, parameters)
        self.functions = functions_of(mechanism, self.laws)
        states = self._states(about, parameters)
        self.about, self._about = states[0], states
        self.chart: Chart = choose_chart(functions_of(mechanism), states, independent)
        unknown, remedy = "no free parameter {!r} to estimate.", " Declare it with m.parameter."
        self.estimated = tuple(place_of(name, mechanism.parameters, unknown, remedy) for name in estimate)
        self.channels = self._channels(sensors)
        self._kernels: dict[str, Kernel] = {}
        self.k, self.n_x = len(self.chart.independent), self.functions.layout.n_x
        self._name_entries()
        self.n = len(self.names)

    def __repr__(self) -> str:
        reads = ", ".join(self.readings) or "nothing"
        return f"<Model of {self.mechanism.name!r}: estimates {', '.join(self.names)}; reads {reads}>"

    def _states(self, about: Any, parameters: Mapping[str, float] | None) -> list[State]:
        if about is None or isinstance(about, Mapping):
            return [assemble(self.mechanism, about, parameters=parameters)]
        states = [about] if isinstance(about, State) else list(about)
        if not states:
            raise DescriptionError("about: give one state at least.")
        if any(not isinstance(state, State) or state.mechanism is not self.mechanism for state in states):
            raise DescriptionError("`about` must be states of the same machine: assemble them with m.assemble(…).")
        return states

    def _channels(self, sensors: Sequence[str] | None) -> tuple[Channel, ...]:
        machine = self.mechanism
        table = signal_names(self.functions)
        if sensors is None:
            chosen = [s for s in machine.sensors.values() if s.errors != Errors()]
        else:
            for name in sensors:
                place_of(name, machine.sensors, "no sensor {!r}.", " Add it with m.encoder, m.gyroscope, …")
            chosen = [machine.sensors[name] for name in sensors]
        channels = []
        for sensor in chosen:
            for signal, label in zip(sensor.readings, reading_labels(sensor), strict=True):
                place_of(signal, table, f"sensor {sensor.name!r} reads {{!r}}, which is not a signal.")
                channels.append(Channel(label, sensor.name, signal, table[signal][2], float(sensor.period)))
        return tuple(channels)

    def _name_entries(self) -> None:
        """Set names, places and kinds of the entries of ξ."""
        layout, free, parameters = self.functions.layout, self.chart.independent, list(self.mechanism.parameters)
        links = [link for link in layout.topology.links for _ in link.joint.type.rates]  # of each entry of v
        quaternions = [link.joint.type.quaternion is not None for link in links]
        at_q = [link.q.start + i - link.v.start for i, link in enumerate(links)]
        units = [link.joint.type.coordinates[i - link.v.start].unit for i, link in enumerate(links)]
        coordinates = [layout.rate_names[i] for i in free]
        rates = [f"{name}.rate" if "." not in name else f"{name}_" for name in coordinates]
        states = [layout.entries[i][0] for i in layout.responding]
        self.names: tuple[str, ...] = (*coordinates, *rates, *states, *(parameters[i] for i in self.estimated))
        at_v = [layout.v.start + i for i in free]
        first = [v if quaternions[i] else at_q[i] for i, v in zip(free, at_v, strict=True)]
        self.places = np.array([*first, *at_v, *layout.responding], np.int64)
        self._estimated_places = np.array(self.estimated, np.int64)
        self.angles, self.tangent = np.zeros(len(self.names), np.int64), np.zeros(len(self.names), bool)
        self.angles[: self.k] = [not quaternions[i] and units[i] == "rad" for i in free]
        self.tangent[: self.k] = [quaternions[i] for i in free]
        self.curved = [(at_q[i], layout.v.start + i) for i in self.chart.dependent if not quaternions[i]]

    @property
    def readings(self) -> tuple[str, ...]:
        """Names of the measured numbers."""
        return tuple(c.name for c in self.channels)

    @checked
    def entry(self, name: str) -> int:
        """Return the place of an entry of ξ by its name; a joint's name is its coordinate, `joint.rate` its rate."""
        return place_of(name, self.names)

    @cached_property
    def tolerance(self) -> float:
        """Gap at which loops count as closed."""
        return CLOSED * max(1.0, self.size)

    @cached_property
    def size(self) -> float:
        """Size of the machine: the farthest joint from the frame of its body [m]."""
        frames = [frame for joint in self.mechanism.joints.values() for frame in (joint.parent, joint.child)]
        return float(max((np.abs(np.array(nominal(f.position), float)).max() for f in frames), default=1.0))

    @cached_property
    def by_sensor(self) -> dict[str, list[int]]:
        """Places of the readings of each sensor."""
        names = dict.fromkeys(c.sensor for c in self.channels)
        return {name: [i for i, c in enumerate(self.channels) if c.sensor == name] for name in names}

    @cached_property
    def covariance(self) -> Array:
        """Covariance of one sample of all readings."""
        R = np.zeros((len(self.channels), len(self.channels)))
        for name, rows in self.by_sensor.items():
            R[np.ix_(rows, rows)] = self.mechanism.sensors[name].errors.spread(len(rows))
        return R

    @cached_property
    def periods(self) -> Array:
        return np.array([c.period for c in self.channels])

    @cached_property
    def _equations(self) -> Any:
        from biela.equations.reduced import Reduced

        return Reduced(self.mechanism, self.chart, self.laws)

    @checked
    def kernel(self, name: str) -> Kernel:
        """Return a kernel of the table above; derived and compiled, or read from the cache, when first used."""
        if name not in self._kernels:
            place_of(name, KERNELS, "a model has no kernel {!r}.")
            outputs = [c.signal for c in self.channels] if name.startswith("measure") else []
            estimated = self.estimated if name.endswith("linear") else ()
            angles = [int(self.places[i]) for i in np.flatnonzero(self.angles)] if name == "measure" else []
            text = f"{self.functions.key(name)} {self.chart.text} {outputs} {estimated} {angles}"
            key = hashlib.sha256(text.encode()).hexdigest()
            build = lambda: {name: self._equations.function(name, outputs, estimated, angles)}  # noqa: E731
            self._kernels[name] = compile_kernels(build, key=key, names=[name])[name]
        return self._kernels[name]

    @cached_property
    def branches(self) -> Array:
        """(states, signs): branches of the states that the model is about."""
        return np.array([self.closed(state.x, state.t)[2] for state in self._about])

    def _at(self, x: ArrayLike, t: float, p: ArrayLike | None, u: ArrayLike | None = None) -> tuple[float, Array, Array, Array]:
        """Return arguments of the kernels, of the right sizes."""
        if not is_real(t):
            raise DescriptionError(f"time {shown(t)} is not a number.")
        given = (("x", x, self.n_x), ("u", self.u if u is None else u, len(self.u)), ("p", self.p if p is None else p, len(self.p)))
        X, U, P = (_vector(name, value, size) for name, value, size in given)
        return float(t), X, U, P

    @checked(own=("x", "t", "p"), positive=("iterations",), most={"iterations": 1000})
    def closed(self, x: Array, t: float = 0.0, p: Array | None = None, iterations: int = 10) -> tuple[Array, float, Array]:
        """Return x closed with its independent coordinates held; the gap left; the signs of its branch."""
        t, x, u, p = self._at(x, t, p)
        gap, signs = np.full(1, np.inf), np.zeros(0)
        for _ in range(iterations):
            x, gap, signs = (np.ravel(v) for v in self.kernel("close")(t, x, u, p))
            if float(gap[0]) <= self.tolerance:
                break
        return x, float(gap[0]), np.sign(signs)

    def values(self, x: Array, p: Array | None = None) -> Array:
        """Return entries of ξ at a state (NaN for the tangent entries of quaternions)."""
        _, x, _, p = self._at(x, 0.0, p)
        out = np.concatenate([x[self.places], p[self._estimated_places]])
        out[self.tangent] = np.nan
        return out

    def state(self, x: Array, t: float = 0.0, p: Array | None = None, u: Array | None = None) -> State:
        """Return a state of the machine, to read any signal from; the inputs u default to those of the model."""
        own = p is None
        t, x, u, p = self._at(x, t, p, u)
        return State(self.mechanism, x.copy(), t, u.copy(), self.p if own else p.copy(), self.laws or None)

    def measured(self, x: Array, t: float = 0.0, p: Array | None = None) -> Array:
        """Return readings without errors at a state."""
        t, x, u, p = self._at(x, t, p)
        y = np.ravel(self.kernel("measure")(t, x, u, p))
        return np.asarray(y[: len(self.channels)])

    def measured_linear(self, x: Array, t: float = 0.0, p: Array | None = None, u: Array | None = None) -> tuple[Array, Array]:
        """Return readings y without errors, and H = ∂y/∂ξ along the manifold."""
        y, H = self.kernel("measure_linear")(*self._at(x, t, p, u))
        return np.ravel(y), np.asarray(H).reshape(len(self.channels), self.n)

    def innovation(self, z: Array, y: Array) -> Array:
        """Return z − y of readings (…, channels), the short way round for those with a period."""
        z, y = (_numbers(name, value) for name, value in (("z", z), ("y", y)))
        try:
            out = np.asarray(z - y)
        except ValueError:
            raise DescriptionError(f"readings of shapes {z.shape} and {y.shape} cannot be compared.") from None
        if out.ndim == 0 or out.shape[-1] != len(self.channels):
            raise DescriptionError(f"readings of shape {out.shape}: the model has {len(self.channels)} channels.")
        for j in np.flatnonzero(self.periods):
            out[..., j] -= self.periods[j] * np.floor(out[..., j] / self.periods[j] + 0.5)
        return out


def _numbers(name: str, given: ArrayLike) -> Array:
    """Return an array of real numbers, of which some may be missing; floats are taken as they are."""
    if isinstance(given, np.ndarray) and given.dtype == np.float64:
        return given
    return np.asarray(real_array(given, name, finite=False), np.float64)


def _vector(name: str, given: ArrayLike, size: int) -> Array:
    """Return a vector of a size."""
    array = _numbers(name, given)
    if array.shape != (size,):
        raise DescriptionError(f"{name} has the shape {array.shape}: give {size} numbers.")
    return array


def choose_chart(functions: MachineFunctions, states: Sequence[State], wanted: Sequence[str] | None = None) -> Chart:
    """Choose independent coordinates about some closed states, and the closure rows from which the others follow.

    Columns of the constraint Jacobian are compared at all states: those of the dependent coordinates must span its range well at
    each of them. Coordinates asked for by name are kept independent.

    Parameters
    ----------
    wanted : coordinates to be independent (`joint`, or `joint.rate` where it has several); defaults to the best choice

    Raises
    ------
    DescriptionError : the loops tie the wanted coordinates to each other, or they are too few or too many
    """
    if rolling := rolls(functions.mechanism):
        raise DescriptionError(
            f"{', '.join(map(repr, rolling))} roll: more positions than speeds are free, and filters here take as many of both. "
            "Let the wheels slip a little instead (tyres, contacts), or lock them."
        )
    names = functions.layout.rate_names
    kept = tuple(k - functions.layout.networks.start for k in functions.layout.responding)
    n_v = len(names)
    looped = states if functions.n_rows else ()
    jacobians = [np.asarray(functions.evaluate("constraint_jacobian", *state.arguments())[0]) for state in looped]
    if not jacobians:
        if wanted is not None and set(wanted) != set(names):
            named_coordinates(wanted, names)
            what = f"without loops every coordinate is independent: {', '.join(names)}"
            raise DescriptionError(f"{what}. Leave out {setting('independent')}.")
        return Chart(tuple(range(n_v)), (), (), kept)
    full = max(rank(G) for G in jacobians)
    free = best_coordinates(jacobians, full).independent if wanted is None else named_coordinates(wanted, names)
    if len(set(free)) != n_v - full:
        who = f"the machine moves in {n_v - full} independent coordinates"
        raise DescriptionError(f"{who}; `independent` names {len(set(free))}.")
    dependent = [i for i in range(n_v) if i not in free]
    if min(conditioning(G[:, dependent], full) for G in jacobians) < ASSEMBLED:
        raise DescriptionError(
            f"{', '.join(names[i] for i in free)} cannot be independent here: in a state given, the loops tie them to each "
            f"other or leave another coordinate undetermined. Choose other coordinates, or leave out {setting('independent')}."
        )
    rows = sorted(pivoted_columns(jacobians[0][:, dependent].T, full))
    return Chart(tuple(free), tuple(dependent), tuple(rows), kept)
