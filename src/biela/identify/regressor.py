"""The regressor of a machine with closed loops, for thousands of samples at once.

    W Φ = τ + τ_known,        W = Nᵀ K(q, v, v̇)

One row for each degree of freedom and sample; Φ is described in `biela.identify.columns`, K in `biela.equations.regressor`, the
basis N that removes the constraint forces below. τ are the measured efforts: on the independent coordinates, or of the actuators
that are named as channels.

    r = Regressor(machine, ["left_shoulder", "right_shoulder"])
    motion = r.motion(q, v, a, t)          # (N, F) each: everything else follows from the loops
    W = r.matrix(motion)                   # (N, F, parameters)
    r.names                                # 'left_crank.mass', 'left_crank.mx', …

With G v = 0 on the constraints, a basis N of the null space of G turns the equations K Φ = τ − Gᵀ λ into as many as there are
degrees of freedom, Nᵀ K Φ = Nᵀ τ. Three bases are offered; each is scaled to the *same* independent velocities,

    v = N v_i,     N[independent] = 1

so that a row of Nᵀ K is the effort on one physical coordinate, whatever the basis came from: with a fresh orthogonal basis at
each sample the rows would be arbitrary mixtures of forces and torques.

| method | basis | reference |
|---|---|---|
| partition | N_d = −G_d⁻¹ G_i, see `biela.state.coordinates` | Wehage & Haug (1982) |
| svd | right singular vectors of the zero singular values | Mani (1985), García de Jalón & Bayo (1994) |
| qr | last columns of Q in Gᵀ = Q R | Kim & Vanderploeg (1986) |
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import checked, guard
from biela.base.errors import DescriptionError, LoopNotClosed, UnknownName, count, nearest, unknown
from biela.base.locks import cached_property
from biela.base.rank import null_space, pivoted_columns, rank
from biela.equations.dynamics import Dynamics
from biela.equations.layout import layout_of
from biela.equations.regressor import RegressorEquations
from biela.identify.columns import joint_label, wanted_columns, with_friction, with_symbols
from biela.kernel.kernel import Kernel, compile_kernels
from biela.mechanism.mechanism import Mechanism
from biela.simulation.inverse import coordinates_of
from biela.state.closing import ClosureProblem
from biela.state.consistent_motion import ClosedLoops, ConsistentMotion, CoordinatePlaces
from biela.state.coordinates import preferred_coordinates
from biela.state.functions import MachineFunctions, functions_of, parameter_values
from biela.state.state import State

Method = Literal["partition", "svd", "qr"]
CHUNK = 2000
"""Samples whose tree regressor is held in memory at once."""


class Regressor:
    """Efforts of a machine, linear in what is to be identified.

    Parameters
    ----------
    mechanism : the machine; its prescribed motions are taken off, since the motion is what was measured
    coordinates : independent coordinates, `joint` or `joint.coordinate`, one for each degree of freedom; chosen if omitted
        (those with motors or drives first). A joint that closes a loop is put into the tree
    parameters : what to identify, see `biela.identify.columns`
    channels : actuators, or free parameters that are efforts, whose efforts are measured; the efforts on the independent
        coordinates if omitted
    start : state or coordinates near which the motion is: it chooses the branch; the drawing pose if omitted
    method : how constraint forces are removed: `partition`, `svd` or `qr`
    """

    @checked
    def __init__(
        self, mechanism: Mechanism, coordinates: Sequence[str] | None = None, *,
        parameters: Sequence[str] = ("inertia", "loads"), channels: Sequence[str] | None = None,
        start: State | Mapping[str, Any] | None = None, method: Method = "partition",
    ):  # fmt: skip
        if mechanism.networks:
            names = ", ".join(map(repr, mechanism.networks))
            why = "what it exerts on the machine is not linear in mechanical parameters"
            remedy = "here, take `without_networks(machine).bare` of `biela.identify.network_rows`"
            raise DescriptionError(f"{mechanism.name!r} has the network {names}: {why}. `identify` takes it off; {remedy}.")
        coordinates, channels = (None if x is None else list(x) for x in (coordinates, channels))
        self.original, self.method = mechanism, method
        bare = _bare(mechanism, coordinates or ())
        wanted = coordinates_of(start) if isinstance(start, State) else dict(start or {})
        self.start = layout_of(bare).at_rest(bare.assemble(guess=wanted).x)
        self.coordinates, self._independent = _independent(bare, self.start, coordinates)
        if "friction" in parameters:
            self.original, bare = (with_friction(m, self._independent) for m in (mechanism, bare))
        self.request = wanted_columns(bare, parameters, self._independent)
        self.columns = self.request.columns(bare)
        self.mechanism = twin = bare.edit()
        with_symbols(twin, self.request.coefficients)
        self.functions: MachineFunctions = functions_of(twin)
        self.parameter_channels = [c for c in channels or () if c not in twin.actuators]
        self.channels, self.channel_places = self._find_channels(channels)
        self.loops = ClosedLoops(self.functions, self._places(), self.start, self.functions.parameters)

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return [c.name for c in self.columns]

    @property
    def nominal(self) -> Array:
        """Φ of the description (CAD values)."""
        return np.array([c.nominal for c in self.columns])

    @property
    def dof(self) -> int:
        """Degrees of freedom: rows of the regressor for each sample."""
        return len(self._independent)

    @property
    def sources(self) -> list[str]:
        """Sources of effort on the machine: its actuators, and free parameters that are channels."""
        return [*self.mechanism.actuators, *self.parameter_channels]

    @property
    def units(self) -> list[str]:
        """Unit of the effort of each channel."""
        return [self.effort_unit(name) for name in self.channels]

    @checked
    def effort_unit(self, name: str) -> str:
        """Return the unit of the effort of an actuator, of a parameter that is a channel, or on an independent coordinate."""
        m = self.mechanism
        if name not in self.sources and name not in self.coordinates:
            raise unknown("effort", name, [*self.sources, *self.coordinates])
        if name in self.sources:
            return (getattr(m.actuators[name], "unit", "") if name in m.actuators else m.parameters[name].unit) or "N"
        joint, k = self._independent[self.coordinates.index(name)]
        return m.joints[joint].type.efforts[k].unit

    def __repr__(self) -> str:
        dof_in_words = count(self.dof, "degree of freedom", "degrees of freedom")
        return f"<Regressor of {self.original.name!r}: {count(len(self.columns), 'parameter')}, {dof_in_words}>"

    @checked
    def motion(self, q: ArrayLike, v: ArrayLike, a: ArrayLike, t: ArrayLike | None = None) -> ConsistentMotion:
        """Return consistent motion from the independent coordinates and their two derivatives, (N, F) each (t: (N,))."""
        Q, V, A = (np.atleast_2d(np.asarray(x, float)) for x in (q, v, a))
        places = self._places()
        for label, array, width in (("q", Q, len(places.q)), ("v", V, self.dof), ("a", A, self.dof)):
            if array.shape[1] != width:
                names = ", ".join(self.coordinates)
                raise DescriptionError(f"{label} has {count(array.shape[1], 'column')}: give {width}, for {names}.")
            if not np.all(np.isfinite(array)):
                n, k = np.argwhere(~np.isfinite(array))[0]
                raise DescriptionError(f"{label} of {self.coordinates[min(k, self.dof - 1)]!r} at sample {n} is not finite.")
        times = np.zeros(len(Q)) if t is None else np.atleast_1d(np.asarray(t, float))
        if times.ndim != 1 or not len(Q) == len(V) == len(A) == len(times):
            raise DescriptionError(f"t, q, v, a have {len(times)}, {len(Q)}, {len(V)} and {len(A)} samples: give equally many.")
        return self._with_basis(self.loops.motion(Q, V, A, times))

    @checked
    def independent(self, motion: ConsistentMotion) -> tuple[Array, Array, Array]:
        """Return q, v and a of the independent coordinates of a motion, (N, F) each."""
        places, first = self.loops.places, self.functions.layout.v.start
        v = motion.x[:, [first + i for i in places.v]]
        return motion.x[:, list(places.q)], v, motion.vdot[:, list(places.v)]

    @checked(positive=("samples",), nonnegative=("seed", "spread", "rate"), most={"samples": 1e7})
    def random_motion(self, samples: int, seed: int = 1, spread: float = 0.4, rate: float = 2.0) -> ConsistentMotion:
        """Return states reached from the start along random tangents (`spread` [rad, m] wide), closed again, with random velocities
        and accelerations of the independent coordinates (`rate` [rad/s, m/s] and its square wide): for rank decisions.

        Unlike a trajectory it needs no independent *positions*, so that it serves joints with quaternions as well.
        """
        rng, loops = np.random.default_rng(seed), self.loops
        problem = ClosureProblem(self.functions, 0.0, loops.p, tolerance=1e-13)
        found: list[Array] = []
        width, rate, attempts = float(spread), float(rate), 0
        while len(found) < samples:
            attempts += 1
            if attempts > 40 * samples:
                lacking = f"no {samples} closed positions within {spread:g} rad of the start"
                raise LoopNotClosed(f"{self.mechanism.name!r} hardly moves: {lacking}.")
            if attempts % (4 * samples) == 0:
                width *= 0.5
            attempt = problem.solve(problem.moved(loops.start, rng.uniform(-width, width, loops.n_v)))
            near_dead_point = loops.dependent and np.linalg.cond(loops.dependent_jacobian(attempt.x[None])[0]) > 1e6
            if attempt.residual <= 1e-11 and not near_dead_point:
                found.append(attempt.x)
        x = np.array(found)
        x[:, loops.layout.v] = 0.0
        if loops.dependent:
            x = loops._refined(x)
        v = rng.uniform(-rate, rate, (samples, self.dof))
        a = rng.uniform(-(rate**2), rate**2, (samples, self.dof))
        return self._with_basis(loops.at(x, v, a, np.zeros(samples)))

    @checked
    def at(self, parameters: Mapping[str, float]) -> Regressor:
        """Return the regressor at other values of free parameters: other lengths of the machine."""
        other, p = copy(self), parameter_values(self.mechanism, parameters)
        start = ClosureProblem(self.functions, 0.0, p, tolerance=1e-13).solve(self.start).x
        other.loops = ClosedLoops(self.functions, self._places(), start, p)
        return other

    @property
    def of_coordinates(self) -> Regressor:
        """The regressor with efforts on the independent coordinates in place of those of named actuators."""
        other = copy(self)
        other.channels, other.channel_places = list(self.coordinates), None
        return other

    @checked(positive=("samples",), nonnegative=("seed", "spread", "rate"), most={"samples": 1e7})
    def matrix_at_random(self, samples: int, seed: int, spread: float = 0.4) -> Array:
        """Return (rows, parameters): W of a random motion."""
        return self.matrix(self.random_motion(samples, seed, spread)).reshape(-1, len(self.columns))

    @checked
    def model(self, motion: ConsistentMotion) -> tuple[Array, Array]:
        """Return W, (N, F, parameters), and τ_known, (N, F): what loads whose coefficients are not identified exert on channels."""
        W, known = zip(*self._models(motion), strict=True)
        return np.concatenate(W), np.concatenate(known)

    @checked
    def matrix(self, motion: ConsistentMotion) -> Array:
        """Return W alone."""
        return self.model(motion)[0]

    @checked
    def predict(self, motion: ConsistentMotion, parameters: ArrayLike | None = None) -> Array:
        """Return (N, F): efforts of the channels that make the machine move so; at the described values if none are given."""
        values = self.nominal if parameters is None else np.asarray(parameters, float)
        if values.shape != (len(self.columns),):
            raise DescriptionError(f"give {len(self.columns)} parameters, not {values.size}.")
        return np.concatenate([W @ values - known for W, known in self._models(motion)])

    @checked
    def efforts(self, motion: ConsistentMotion, inputs: Mapping[str, ArrayLike]) -> Array:
        """Return (N, F): efforts on the independent coordinates of measured actuator efforts, by name; the others are zero."""
        names = self.sources
        u = np.zeros((len(motion), len(names)))
        for name, values in inputs.items():
            if name not in names:
                raise UnknownName(f"no actuator {name!r}.{nearest(name, names)}")
            column = np.asarray(values, float)
            if column.shape not in ((), (len(motion),)):
                raise DescriptionError(f"effort {name!r} has shape {column.shape}: give one for each of {len(motion)} samples.")
            u[:, names.index(name)] = column
        if self.channel_places is not None:
            return u[:, self.channel_places]
        pieces = [(motion[part], u[part]) for part in _chunks(len(motion))]
        return np.concatenate([np.einsum("nvf,nvu,nu->nf", own.basis, self.tree(own)[2], exerted) for own, exerted in pieces])

    @cached_property
    def passive(self) -> tuple[str, ...]:
        """Independent coordinates on which no actuator acts, such as a rope: their efforts are zero."""
        if self.channel_places is not None or not self.sources:
            return ()
        acting = self.efforts(self.random_motion(8), dict.fromkeys(self.sources, 1.0))
        largest = float(np.abs(acting).max(initial=0.0))
        return tuple(n for n, u in zip(self.channels, acting.T, strict=True) if np.abs(u).max() <= 1e-12 * largest)

    @cached_property
    def linear_model(self) -> RegressorEquations:
        """The equations in symbols, see `biela.equations.regressor`."""
        return self.linear_in(self.functions.dynamics)

    @checked
    def linear_in(self, dynamics: Dynamics) -> RegressorEquations:
        """Return the equations over other symbols of the same machine."""
        wanted, names = self.request, {c.symbol: c.name for c in self.request.coefficients}
        own = [*names, *wanted.parameters], wanted.motor_inertias, wanted.offsets, self.parameter_channels
        return RegressorEquations(dynamics, *own, bodies=wanted.bodies, names=names)

    @cached_property
    def kernel(self) -> Kernel:
        """K, τ_known and B of the tree, compiled."""
        wanted, symbols = self.request, [c.symbol for c in self.request.coefficients]
        text = repr((wanted.bodies, symbols, wanted.parameters, wanted.motor_inertias, wanted.offsets, self.parameter_channels))
        key = hashlib.sha256(f"{self.functions.key('regressor')} {text}".encode()).hexdigest()
        return compile_kernels(lambda: {"regressor": self.linear_model.function()}, key=key, names=["regressor"])["regressor"]

    def _models(self, motion: ConsistentMotion) -> Iterator[tuple[Array, Array]]:
        """Yield `model` in parts of limited size."""
        for part in _chunks(len(motion)):
            yield self.projected(motion[part], self.tree(motion[part]))

    @checked
    def tree(self, motion: ConsistentMotion) -> tuple[Array, Array, Array]:
        """Return K, τ_known and B of the tree."""
        u, p = np.zeros(len(self.mechanism.actuators)), self.loops.p
        K, known, B = self.kernel.batch(motion.t, motion.x, u, p, motion.vdot)
        n, n_v = len(motion), self.functions.layout.n_v
        return K.reshape(n, n_v, -1), known.reshape(n, n_v), B.reshape(n, n_v, -1)

    @checked
    def projected(self, motion: ConsistentMotion, tree: tuple[Array, Array, Array]) -> tuple[Array, Array]:
        """Return W and τ_known of the channels."""
        K, known, B = tree
        if (np.ndim(K), np.ndim(known), np.ndim(B)) != (3, 2, 3) or not len(K) == len(known) == len(B) == len(motion):
            raise DescriptionError("projected: give a motion, and what `tree` returns for it.")
        transposed = motion.basis.swapaxes(1, 2)
        W, rest = transposed @ K, (transposed @ known[:, :, None])[:, :, 0]
        if self.channel_places is None:
            return W, rest
        shares = transposed @ B[:, :, self.channel_places]  # efforts on the coordinates of a unit of each channel
        if np.linalg.cond(shares).max() > 1e10:
            names = ", ".join(self.channels)
            wanted = f"together they must act on all {self.dof} degrees of freedom"
            raise DescriptionError(f"the channels {names} cannot hold the machine at every sample: {wanted}.")
        solved = np.linalg.solve(shares, np.concatenate([W, rest[:, :, None]], axis=2))
        return solved[:, :, :-1], solved[:, :, -1]

    def _with_basis(self, motion: ConsistentMotion) -> ConsistentMotion:
        """Give a motion the basis of the method. Redundant rows do no harm: only the number of independent velocities counts."""
        if self.method == "partition" or not self.loops.dependent:
            return motion
        G, independent = self.loops.jacobian(motion.x), list(self.loops.places.v)
        of_rank = G.shape[2] - len(independent)
        if self.method == "svd":
            null = null_space(G, of_rank=of_rank)
        else:
            rows = sorted(pivoted_columns(G[0].T, of_rank))
            null = np.linalg.qr(G[:, rows, :].swapaxes(1, 2), mode="complete")[0][:, :, of_rank:]
        return replace(motion, basis=null @ np.linalg.inv(null[:, independent, :]))

    def _places(self) -> CoordinatePlaces:
        q, v, quaternions = [], [], []
        for joint, k in self._independent:
            link = self.mechanism.topology.link_of(joint)
            assert link is not None
            v.append(link.v.start + k)
            kind = link.joint.type
            if kind.quaternion is None:
                q.append(link.q.start + k)
            elif k == 0:  # all rates of such a joint are independent: its whole configuration is given
                quaternions.append(len(q) + kind.quaternion)
                q.extend(range(link.q.start, link.q.stop))
        return CoordinatePlaces(tuple(q), tuple(v), tuple(quaternions))

    def _find_channels(self, channels: Sequence[str] | None) -> tuple[list[str], list[int] | None]:
        if channels is None:
            return list(self.coordinates), None
        known = [*self.mechanism.actuators, *self.mechanism.parameters]
        if strange := [name for name in channels if name not in known]:
            raise UnknownName(f"no actuator {strange[0]!r}.{nearest(strange[0], known)}")
        if len(channels) != self.dof:
            remedy = "name one actuator for each, or omit channels and give the efforts of all actuators with r.efforts(…)"
            raise DescriptionError(f"{count(len(channels), 'channel')} for {self.dof} degrees of freedom: {remedy}.")
        return list(channels), [self.sources.index(name) for name in channels]


def _chunks(n: int) -> list[slice]:
    return [slice(k, min(k + CHUNK, n)) for k in range(0, max(n, 1), CHUNK)]


def _bare(mechanism: Mechanism, coordinates: Sequence[str]) -> Mechanism:
    """Return a copy without prescribed motions, with the joints of the independent coordinates in the tree."""
    twin = mechanism.edit()
    for name in list(twin.drives):
        twin.remove(name)
    for label in coordinates:
        joint = label.partition(".")[0]
        if joint not in twin.joints:
            raise UnknownName(f"coordinates: no joint {joint!r}.{nearest(joint, list(twin.joints))}")
        twin.joints[joint] = replace(twin.joints[joint], cut=False)
    return twin


def _independent(mechanism: Mechanism, x: Array, coordinates: Sequence[str] | None) -> tuple[list[str], list[tuple[str, int]]]:
    """Return names and (joint, number) of the independent coordinates."""
    places = [(link.joint.name, k) for link in mechanism.topology.links for k in range(link.joint.type.n_v)]
    if coordinates is None:
        chosen = [places[entry] for entry in preferred_coordinates(State(mechanism, x)).independent]
    else:
        chosen = []
        for label in coordinates:
            joint, _, which = label.partition(".")
            own = mechanism.joints[joint]
            whole = own.type.quaternion is not None and not which
            numbers = range(own.type.n_v) if whole else [own.coordinate(which or None, "independent coordinates")]
            chosen += [(joint, k) for k in numbers]
    names = [joint_label(mechanism, *pair) for pair in chosen]
    functions = functions_of(mechanism)
    G = functions.evaluate("closure", 0.0, x, np.zeros(len(mechanism.actuators)), functions.parameters)[2]
    dof = len(places) - rank(G)
    if len(chosen) != dof:
        dof_in_words = count(dof, "degree of freedom", "degrees of freedom")
        raise DescriptionError(f"{count(len(chosen), 'independent coordinate')} for {dof_in_words}: name {dof}.")
    if len(set(chosen)) < len(chosen):
        raise DescriptionError(f"independent coordinates {', '.join(names)}: one is named twice.")
    dependent = [k for k, place in enumerate(places) if place not in chosen]
    if rank(G[:, dependent]) < len(dependent):
        given = f"independent coordinates {', '.join(names)}"
        raise DescriptionError(f"{given} do not determine the machine: some of them depend on each other.")
    return names, chosen


guard(__name__)
