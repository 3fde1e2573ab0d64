"""Trees of hinged bodies beside Pinocchio and MuJoCo: single functions, and batches of runs on all cores.

One tree for each number of degrees of freedom: limbs of up to twelve bodies on the first one, hinge axes of any direction, random
masses and inertias. Both sides compute the same function at the same random states; the largest difference is shown.

| function | Pinocchio | biela |
|---|---|---|
| RNEA, ABA | `rneaInParallel`, `abaInParallel` on one thread: a loop in C++, no Python | kernel, called from a loop |
| RNEA derivatives: ∂τ/∂q, ∂τ/∂v, M | `computeRNEADerivatives` | kernel |
| ABA derivatives: ∂v̇/∂q, ∂v̇/∂v, M⁻¹ | `computeABADerivatives` | kernel |

Pinocchio's derivatives are called from Python, which costs a microsecond; its wheel has no loop for them. A batch is 10 ms at
0.1 ms with Runge-Kutta 4 on all cores: MuJoCo's `rollout` with a thread per core, contacts and everything else that the trees have
no use for switched off; biela's lanes and threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import casadi as ca
import numpy as np

import biela
from biela.equations.mass_matrix import dense, full
from biela.equations.state_jacobian import tree_solution
from biela.equations.tree_slopes import TreeSlopes
from biela.integrate.batch import integrate_batch
from biela.integrate.method.rk4 import RK4
from biela.integrate.system import Formulation, system_of
from biela.kernel.kernel import Kernel, compile_kernels
from biela.state.functions import functions_of

from .machines import GRAVITY

SIZES = (6, 12, 25, 50)
LIMB = 12
SAMPLES = 256
STEPS, STEP = 100, 1e-4
LONGEST = 300_000
"""Instructions beyond which a function is left out: the derivatives of fifty joints take minutes to compile."""
Call = Callable[[int, list[Any], list[Any], Any], float]
"""Time of a kernel: address, inputs, outputs, scratch memory."""


@dataclass(frozen=True)
class Link:
    """One body: hinged on its parent (−1: the ground) at a point, about an axis; principal inertia about its centre of mass."""

    parent: int
    point: Any
    axis: Any
    mass: float
    com: Any
    inertia: Any


def tree(size: int) -> list[Link]:
    """The tree of that many degrees of freedom."""
    rng = np.random.default_rng(size)
    links = []
    for i in range(size):
        axis = rng.normal(size=3)
        inertia = rng.uniform(0.5, 1.0, 3) * 1e-2
        links.append(Link(-1 if i == 0 else 0 if i % LIMB == 0 else i - 1, rng.uniform(-0.2, 0.2, 3),
                          axis / np.linalg.norm(axis), rng.uniform(0.5, 2.0), rng.uniform(-0.1, 0.1, 3), inertia))  # fmt: skip
    return links


@dataclass(frozen=True)
class Comparison:
    """Time of one evaluation [s], and the largest difference between both results as a part of the largest value."""

    size: int
    function: str
    instructions: int
    peer: float
    scalar: float
    lanes: float
    difference: float


# ------------------------------------------------------------------------------------------------------------------- biela


def build(links: list[Link]) -> biela.Mechanism:
    """Every hinge with a motor: its torque is an input."""
    m = biela.Mechanism(f"tree of {len(links)}", gravity=(0.0, -GRAVITY, 0.0))
    bodies: list[Any] = []
    for i, link in enumerate(links):
        bodies.append(m.body(f"body_{i}", mass=link.mass, com=tuple(link.com), inertia=np.diag(link.inertia)))
        carrier = m.ground if link.parent < 0 else bodies[link.parent]
        m.revolute(f"hinge_{i}", carrier, bodies[i], parent_point=tuple(link.point), axis=tuple(link.axis))
        m.motor(f"motor_{i}", f"hinge_{i}")
    return m


def kernels(m: biela.Mechanism) -> tuple[dict[str, Kernel], list[int]]:
    """The four functions, and where the joints of the description are among the coordinates."""
    d = functions_of(m).dynamics
    a = ca.SX.sym("a", d.model.n_v)
    functions = {
        "RNEA": ({"a": a}, {"tau": d.efforts_for(a)}),
        "ABA": ({}, {"vdot": d.vdot}),
        "RNEA derivatives": ({"a": a}, {"J": _rnea_derivatives(d, a)}),
        "ABA derivatives": ({}, {"J": _aba_derivatives(d)}),
    }
    names = {name: name.replace(" ", "_") for name in functions}
    made = compile_kernels(
        lambda: {names[name]: d.model.function(names[name], out, extra) for name, (extra, out) in functions.items()},
        key=None, names=list(names.values()), backend="native",
    )  # fmt: skip
    order = [m.topology.link_of(f"hinge_{i}").q.start for i in range(d.model.n_v)]
    return {name: made[own] for name, own in names.items()}, order


def _rnea_derivatives(d: Any, a: Any) -> Any:
    """∂τ/∂q, ∂τ/∂v, M."""
    tree = TreeSlopes(d.kinematics)
    return ca.horzcat(full(tree.slopes(a), 2 * d.model.n_v), dense(tree.mass))


def _aba_derivatives(d: Any) -> Any:
    """∂v̇/∂(q, v) = −M⁻¹ ∂τ/∂(q, v), with τ of the inverse dynamics at a = v̇, and M⁻¹."""
    n = d.model.n_v
    tree = TreeSlopes(d.kinematics)
    vdot, solve = tree_solution(d, tree)
    return ca.vertcat(*solve(ca.vertsplit(ca.horzcat(-full(tree.slopes(vdot), 2 * n), ca.SX.eye(n)))))


# --------------------------------------------------------------------------------------------------------------- Pinocchio


def model_of(links: list[Link]) -> Any:
    """Pinocchio's model."""
    import pinocchio as pin

    model = pin.Model()
    model.gravity.linear = np.array([0.0, -GRAVITY, 0.0])
    for i, link in enumerate(links):
        place = pin.SE3(np.eye(3), np.array(link.point))
        joint = model.addJoint(link.parent + 1, pin.JointModelRevoluteUnaligned(link.axis), place, f"hinge_{i}")
        model.appendBodyToJoint(joint, pin.Inertia(link.mass, link.com, np.diag(link.inertia)), pin.SE3.Identity())
    return model


def peer_functions(model: Any) -> dict[str, Callable[[Any, Any, Any], tuple[float, Any]]]:
    """Pinocchio's four functions: (q, v, a or τ), one row per sample → time of an evaluation, result at the first sample."""
    import pinocchio as pin

    data, pool = model.createData(), pin.ModelPool(model, 1)

    def together(function: Any) -> Callable[[Any, Any, Any], tuple[float, Any]]:
        def call(q: Any, v: Any, x: Any) -> tuple[float, Any]:
            given, out = [np.asfortranarray(y.T) for y in (q, v, x)], np.zeros_like(q.T, order="F")
            return _best(lambda: function(1, pool, *given, out)) / len(q), out[:, 0].copy()

        return call

    def one_by_one(function: Any, keep: Callable[[Any], Any]) -> Callable[[Any, Any, Any], tuple[float, Any]]:
        def call(q: Any, v: Any, x: Any) -> tuple[float, Any]:
            rows = list(zip(q, v, x, strict=True))

            def work() -> None:
                for row in rows:
                    function(model, data, *row)

            return _best(work) / len(q), keep(function(model, data, *rows[0]))

        return call

    def symmetric(parts: Any) -> Any:
        first, second, last = (np.array(part) for part in parts)
        return np.hstack([first, second, np.triu(last) + np.triu(last, 1).T])

    return {
        "RNEA": together(pin.rneaInParallel),
        "ABA": together(pin.abaInParallel),
        "RNEA derivatives": one_by_one(pin.computeRNEADerivatives, symmetric),
        "ABA derivatives": one_by_one(pin.computeABADerivatives, symmetric),
    }


def _best(work: Callable[[], object], tries: int = 7) -> float:
    """Shortest of some tries [s]."""
    times = []
    for _ in range(tries):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)


def compare_functions(sizes: tuple[int, ...], call_time: Call) -> Iterator[Comparison]:
    """Every function of every tree."""
    for size in sizes:
        links = tree(size)
        own, order = kernels(build(links))
        peer = peer_functions(model_of(links))
        rng = np.random.default_rng(1)
        q, v, x = (rng.uniform(-1.0, 1.0, (SAMPLES, size)) for _ in range(3))
        place = np.argsort(order)
        for name, kernel in own.items():
            if kernel.instructions > LONGEST:
                continue
            time, expected = peer[name](q, v, x)
            state = np.zeros(kernel.in_sizes[1])
            state[: 2 * size] = np.concatenate([q[0][place], v[0][place]])
            inverse = name.startswith("RNEA")
            inputs = [np.zeros(1), state, x[0] if not inverse else np.zeros(size), np.zeros(0)]
            inputs += [x[0][place]] if inverse else []
            found = np.asarray(kernel(*inputs))
            columns = order
            if found.ndim == 2:
                columns = [*order, *(size + k for k in order), *(2 * size + k for k in order)]
            found = found[order] if found.ndim == 1 else found[np.ix_(order, columns)]
            difference = float(np.abs(found - expected).max() / np.abs(expected).max())
            yield Comparison(size, name, kernel.instructions, time, _own_time(kernel, inputs, call_time, 1),
                             _own_time(kernel, inputs, call_time, kernel.lanes) / kernel.lanes, difference)  # fmt: skip


def _own_time(kernel: Kernel, inputs: list[Any], call_time: Call, lanes: int) -> float:
    given = [np.repeat(np.asarray(x, float), lanes) for x in inputs]
    results = [np.zeros(size * lanes) for size in kernel.out_sizes]
    return call_time(kernel.address if lanes == 1 else kernel.lane_address, given, results, np.zeros(kernel.work_size * lanes))


# ------------------------------------------------------------------------------------------------------------------ MuJoCo


def rollout_of(links: list[Link]) -> Any:
    """MuJoCo's model of a tree."""
    import mujoco

    from .mujoco_engine import UNUSED, _bit

    def text(values: Any) -> str:
        return " ".join(map(repr, map(float, values)))

    def body(i: int) -> str:
        link = links[i]
        joint = f'<joint name="hinge_{i}" axis="{text(link.axis)}"/>'
        inertial = f'<inertial pos="{text(link.com)}" mass="{link.mass}" diaginertia="{text(link.inertia)}"/>'
        return f'<body pos="{text(link.point)}">{joint}{inertial}{inside(i)}</body>'

    def inside(parent: int) -> str:
        return "".join(body(i) for i, link in enumerate(links) if link.parent == parent)

    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{STEP}" gravity="0 {-GRAVITY} 0" integrator="RK4"/><worldbody>{inside(-1)}</worldbody></mujoco>'
    )
    for name in UNUSED:
        model.opt.disableflags |= _bit(mujoco.mjtDisableBit, f"mjDSBL_{name}")
    return model


def compare_batches(size: int, machines: int) -> tuple[float, float, float]:
    """Wall time of one step of one machine in MuJoCo's rollout and in biela's batch [s], and how far their ends differ [rad]."""
    import mujoco
    from mujoco import rollout

    links = tree(size)
    model, m = rollout_of(links), build(links)
    threads = os.cpu_count() or 1
    rng = np.random.default_rng(2)
    q, v = rng.uniform(-1.0, 1.0, (2, machines, size))
    # the first entry of a full state is the time; the joints in the order in which the bodies are nested
    names = [mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, k) for k in range(size)]
    theirs = [int(name.removeprefix("hinge_")) for name in names]
    states = np.hstack([np.zeros((machines, 1)), q[:, theirs], v[:, theirs]])
    workers = [mujoco.MjData(model) for _ in range(threads)]
    last: list[Any] = []
    with rollout.Rollout(nthread=threads) as pool:
        peer = _best(lambda: last.append(pool.rollout(model, workers, states, nstep=STEPS)[0][:, -1]), 3)
    functions = functions_of(m)
    system = system_of(functions, [], lanes=True)
    places = [m.topology.link_of(f"hinge_{i}").q.start for i in range(size)]
    X = np.tile(m.assemble().x, (machines, 1))
    X[:, places], X[:, [size + k for k in places]] = q, v
    ends: list[Any] = []
    arguments = np.zeros((machines, size)), np.zeros((machines, 0)), np.array([STEPS * STEP])

    def work() -> None:
        ends.append(integrate_batch(system, RK4(STEP), 0.0, X, *arguments, formulation=Formulation.PLAIN).x[-1])

    work()
    own = _best(work, 3)
    gap = float(np.abs(last[-1][:, 1 : 1 + size] - ends[-1][:, places][:, theirs]).max())
    return peer / (machines * STEPS), own / (machines * STEPS), gap
