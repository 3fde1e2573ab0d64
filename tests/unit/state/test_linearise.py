"""Linear models: against differences of the nonlinear dynamics in independent coordinates, and closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, InconsistentStart, UnknownName
from biela.equations.layout import layout_of
from biela.lie import quaternion
from biela.mechanism.mechanism import Mechanism
from closed_forms import G, block, four_bar, pendulum
from sample_machines import Equations, random_loop, random_tree

H = 1e-6


def reduced_rates(
    m: Mechanism, e: Equations, x: np.ndarray, chosen: list[int], a: np.ndarray, b: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """State at which the independent coordinates moved by a and their rates by b, loops closed by Newton's method.

    Returns the velocity v and acceleration v̇ there, full vectors.
    """
    n_q, n_v = e.n_q, e.n_v
    dependent = [i for i in range(n_v) if i not in chosen]
    v0 = x[n_q : n_q + n_v]
    xi = np.zeros(n_v)
    xi[chosen] = a

    def residual(step: np.ndarray) -> np.ndarray:
        return np.atleast_1d(e("closure", e.moved(x, step))[0])

    for _ in range(20):
        Phi = residual(xi)
        if not Phi.size or np.abs(Phi).max() < 1e-15:
            break
        # the rows as functions of ξ, differentiated numerically at the moved point
        J = np.array([(residual(xi + d) - residual(xi - d)) / 2e-6 for d in 1e-6 * np.eye(n_v)]).T
        xi[dependent] -= np.linalg.lstsq(J[:, dependent], Phi, rcond=1e-9)[0]
    y = e.moved(x, xi)
    v = v0.copy()
    v[chosen] += b
    _, _, Gm, _ = e("closure", y)
    Gm = np.reshape(Gm, (-1, n_v))
    if dependent:
        v[dependent] = np.linalg.lstsq(Gm[:, dependent], -Gm[:, chosen] @ v[chosen], rcond=1e-9)[0]
    y[n_q : n_q + n_v] = v
    return xi, e("accelerations", y)[0]


def numeric_A(m: Mechanism, e: Equations, x: np.ndarray, names: tuple[str, ...]) -> np.ndarray:
    """Second half of A: d v̇_i / d(a, b) by central differences."""
    chosen = [layout_of(m).rate_names.index(name) for name in names]
    k = len(chosen)
    out = np.zeros((k, 2 * k))
    for j in range(2 * k):
        d = np.zeros(2 * k)
        d[j] = H
        ahead, behind = (reduced_rates(m, e, x, chosen, s * d[:k], s * d[k:])[1][chosen] for s in (1, -1))
        out[:, j] = (ahead - behind) / (2 * H)
    return out


@pytest.mark.parametrize("cut", [0, 2])
def test_loop_against_differences(cut: int) -> None:
    """A moving spatial loop with loads, any joint cut; A from symbols against the nonlinear reduced dynamics."""
    loop = random_loop(("helical", "planar", "universal", "cylindrical"), 101, cut=cut)
    m = loop.mechanism
    m.joint_spring("spring", "helical_0", 3.0, 0.4)
    m.spring("tie", m.ground.point("p", (1, 1, 1)), m.bodies["body_1"].point("q", (0.1, 0.2, 0.3)), 30.0, 2.0, 0.5)
    e = Equations(m)
    x = e.moving(e.state_of(loop.coordinates), np.random.default_rng(1), speed=0.5)
    model = m.linearise(biela.State(m, x))
    k = len(model.coordinates)
    assert k == 8 - 6
    expected = numeric_A(m, e, x, model.coordinates)
    assert model.A[:k, k:] == pytest.approx(np.eye(k))
    assert model.A[:k, :k] == pytest.approx(np.zeros((k, k)), abs=1e-12)
    assert model.A[k:] == pytest.approx(expected, rel=1e-5, abs=1e-5 * np.abs(expected).max())


def test_tree_with_quaternions_against_differences() -> None:
    """Spherical and free joints: z is the tangent of the configuration; ȧ = b − ω × a for rates in body axes."""
    m = random_tree(("spherical", "free", "revolute"), 102, chain=True)
    e = Equations(m)
    x = e.random_state(np.random.default_rng(2), speed=0.5)
    model = m.linearise(biela.State(m, x))
    k = e.n_v
    assert len(model.coordinates) == k
    expected = numeric_A(m, e, x, model.coordinates)
    assert model.A[k:] == pytest.approx(expected, abs=1e-6 * np.abs(expected).max())
    # first half: the difference of two motions, both at constant velocity, after a short time
    h = 1e-5
    v = x[e.n_q : e.n_q + e.n_v]
    for j in range(k):
        a = np.zeros(k)
        a[j] = 1e-4
        later = _difference(e, e.moved(x, h * v), e.moved(e.moved(x, a), h * v))
        assert (later - a) / (1e-4 * h) == pytest.approx(model.A[:k, j], abs=1e-3)


def _difference(e: Equations, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """ξ with x ⊕ ξ = y, by Newton's method on the retraction."""
    xi = np.zeros(e.n_v)
    for _ in range(6):

        def gap(z: np.ndarray) -> np.ndarray:
            return (e.moved(x, z) - y)[: e.n_q]

        J = np.array([(gap(xi + d) - gap(xi - d)) / 2e-5 for d in 1e-5 * np.eye(e.n_v)]).T
        xi = xi - np.linalg.lstsq(J, gap(xi), rcond=None)[0]
    return xi


def test_pendulum_frequency() -> None:
    model = pendulum(0.8).linearise()
    assert model.coordinates == ("pivot",)
    assert model.A == pytest.approx(np.array([[0, 1], [-G / 0.8, 0]]), abs=1e-12)
    (mode,) = model.modes
    assert mode.frequency == pytest.approx(np.sqrt(G / 0.8) / (2 * np.pi), rel=1e-12)
    assert model.stable
    assert not pendulum(0.8).linearise({"pivot": np.pi}).stable


def test_damped_oscillator_with_input_and_output() -> None:
    m = block(mass=2.0)
    m.joint_spring("spring", "rail", 50.0, 4.0)
    m.motor("motor", "rail")
    model = m.linearise(outputs=["rail.position", "rail.acceleration", "spring.effort"])
    assert model.A == pytest.approx(np.array([[0, 1], [-25, -2]]))
    assert model.B == pytest.approx(np.array([[0], [0.5]]))
    assert model.C == pytest.approx(np.array([[1, 0], [-25, -2], [-50, -4]]))
    assert model.D == pytest.approx(np.array([[0], [0.5], [0]]))
    assert (model.inputs, model.outputs) == (("motor",), ("rail.position", "rail.acceleration", "spring.effort"))
    (mode,) = model.modes
    assert mode.damping_ratio == pytest.approx(4 / (2 * np.sqrt(50 * 2)), rel=1e-10)


def test_feedback_laws_close_the_loop() -> None:
    m = block(mass=2.0)
    m.motor("motor", "rail")
    model = m.linearise(inputs={"motor": lambda s: -50 * s["rail.position"] - 4 * s["rail.rate"]})
    assert model.A == pytest.approx(np.array([[0, 1], [-25, -2]]))
    assert model.inputs == ()


def test_double_pendulum_frequencies() -> None:
    """Two equal point masses on equal rods: ω² = (2 ± √2) g/l."""
    m = Mechanism("double", gravity=(0, -G, 0))
    m.revolute("one", m.ground, m.body("a", mass=1.0, com=(0, -0.6, 0)))
    m.revolute("two", "a", m.body("b", mass=1.0, com=(0, -0.6, 0)), parent_point=(0, -0.6, 0))
    modes = m.linearise().modes
    expected = np.sqrt((2 + np.array([-1, 1]) * np.sqrt(2)) * G / 0.6) / (2 * np.pi)
    assert [mode.frequency for mode in modes] == pytest.approx(expected, rel=1e-12)
    # shapes in absolute angles: b turns √2 times as far as a, with it or against it
    for mode, sign in zip(modes, (1, -1), strict=True):
        absolute = mode.shape[1] + mode.shape[0]
        assert (absolute / mode.shape[0]).real == pytest.approx(sign * np.sqrt(2), rel=1e-10)


@pytest.mark.parametrize("cut", [False, True])
def test_spherical_pendulum_swings_alike_both_ways(cut: bool) -> None:
    m = Mechanism("ball", gravity=(0, 0, -G))
    bob = m.body("bob", mass=1.0, com=(0, 0, -0.5), inertia=(0.01, 0.01, 0.01))
    if cut:
        m.free("flight", m.ground, bob, cut=False)
    m.spherical("ball", m.ground, bob, cut=cut)
    values = m.linearise().eigenvalues
    w = np.sqrt(G * 0.5 / (0.25 + 0.01))
    assert sorted(np.abs(values.imag)) == pytest.approx([0, 0, w, w, w, w], abs=1e-5)
    assert np.abs(values.real).max() < 1e-5


def test_sleeping_top() -> None:
    """A top that stands upright is stable above ω_z = 2 √(m g l I) / I_z, and falls below it (Goldstein §5.7)."""
    mass, l, I, Iz = 1.5, 0.1, 0.02, 0.004  # noqa: E741
    limit = 2 * np.sqrt(mass * G * l * I) / Iz
    for factor, stable in ((1.2, True), (0.8, False)):
        m = Mechanism("top", gravity=(0, 0, -G))
        central = I - mass * l**2
        m.spherical("tip", m.ground, m.body("top", mass=mass, com=(0, 0, l), inertia=(central, central, Iz)))
        s = m.assemble(rates={"tip.rate_z": factor * limit})
        model = m.linearise(s)
        assert model.stable == stable
        # in body axes: ω' = (I_z − 2I)/2I ω_z ± √((I_z ω_z)² − 4 m g l I)/2I
        root = np.sqrt(complex((Iz * factor * limit) ** 2 - 4 * mass * G * l * I)) / (2 * I)
        centre = (Iz - 2 * I) / (2 * I) * factor * limit
        expected = sorted(np.abs(1j * (centre + sign * root)) for sign in (1, -1))
        measured = sorted(np.abs(model.eigenvalues))[2:]
        assert measured == pytest.approx(np.repeat(expected, 2), rel=1e-6)


def test_four_bar_swings_at_its_bottom() -> None:
    """Frequency of a four-bar about its rest, against half the second derivative of its energies."""
    m = four_bar()
    rest = m.equilibrium(m.assemble({"A": -1.5}, guess={"D": 1.5}))
    assert rest.stable
    (mode,) = m.linearise(rest.state).modes
    start = m.assemble({"A": rest.state["A.angle"] + 1e-4}, guess=rest.state)
    run = m.simulate(start, 4 / mode.frequency, events=[biela.Event("turn", "A.rate", "both")], rtol=1e-12, atol=1e-16)
    times = [e.time for e in run.events]
    assert np.diff(times).mean() == pytest.approx(0.5 / mode.frequency, rel=1e-4)


def test_wishes_for_independent_coordinates() -> None:
    m = four_bar()
    s = m.assemble({"A": 1.0}, guess={"D": 1.5})
    crank, rocker = (m.linearise(s, independent=[name]) for name in "AD")
    assert (crank.coordinates, rocker.coordinates) == (("A",), ("D",))
    # at rest, the motion of one is that of the other times their ratio: same eigenvalues up to the velocity term
    assert crank.A.shape == rocker.A.shape == (2, 2)
    with pytest.raises(DescriptionError, match="A, D cannot be independent together here"):
        m.linearise(s, independent=["A", "D"])
    with pytest.raises(UnknownName, match="no tree coordinate 'E' to be independent"):
        m.linearise(s, independent=["E"])
    with pytest.raises(UnknownName, match="no signal 'A.angel'"):
        m.linearise(s, outputs=["A.angel"])


@pytest.mark.parametrize("cut", [0, 1])
def test_eigenvalues_do_not_depend_on_the_cut(cut: int) -> None:
    """About a position of rest (springs relaxed, no gravity): a property of the machine, not of its coordinates."""
    values = []
    for c in (2, cut):
        loop = random_loop(("helical", "planar", "universal", "cylindrical"), 103, cut=c)
        m = loop.mechanism
        m.gravity = (0.0, 0.0, 0.0)
        m.joint_spring("one", "helical_0", 30.0, 0.2, rest=loop["helical_0.angle"])
        m.joint_spring("two", "planar_1", 200.0, 0.5, rest=loop["planar_1.x"], coordinate="x")
        model = m.linearise(biela.State(m, Equations(m).state_of(loop.coordinates)))
        values.append(np.sort_complex(model.eigenvalues))
    assert len(values[0]) == 4
    assert values[1] == pytest.approx(values[0], rel=1e-7)


def test_quaternions_of_the_start_do_not_matter() -> None:
    """q and −q are the same rotation: same linear model."""
    m = Mechanism("ball", gravity=(0, 0, -G))
    m.spherical("ball", m.ground, m.body("bob", mass=1.0, com=(0, 0, -0.5), inertia=(0.01, 0.02, 0.015)))
    q = np.asarray(quaternion.exp(np.array([0.3, 0.2, 0.1])))
    models = [m.linearise(biela.State(m, np.array([*(s * q), 0.1, 0.2, 0.3, 0.0]))).A for s in (1, -1)]
    assert models[1] == pytest.approx(models[0], abs=1e-10)


def test_away_from_equilibrium_it_says_so() -> None:
    """ż = drift + A z: of a pendulum at θ the drift is (θ̇, −g sin θ), and notes name it; at rest below there is none."""
    m = pendulum()
    tilted = m.linearise(m.assemble({"pivot": 0.5}, rates={"pivot": 0.2}))
    assert tilted.drift == pytest.approx([0.2, -9.81 * np.sin(0.5)], rel=1e-12)
    assert tilted.A == pytest.approx(np.array([[0, 1], [-9.81 * np.cos(0.5), 0]]), abs=1e-12)
    assert "not an equilibrium (pivot accelerates at -4.7)" in tilted.notes[0]
    assert m.linearise().notes == ()


def test_at_other_parameters() -> None:
    """A pendulum of free length l: A = −g/l; a four-bar whose coupler grows must be assembled again."""
    m = Mechanism("pendulum", gravity=(0, -9.81, 0))
    length = m.parameter("length", 1.0)
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0), child_point=(0, length, 0))
    assert m.linearise(parameters={"length": 2.0}).A[1, 0] == pytest.approx(-9.81 / 2, rel=1e-12)
    assert m.linearise(m.assemble(), parameters={"length": 4.0}).A[1, 0] == pytest.approx(-9.81 / 4, rel=1e-12)
    assert m.equilibrium({"pivot": 0.3}, parameters={"length": 2.0}).eigenvalues.imag.max() == pytest.approx(
        np.sqrt(9.81 / 2), rel=1e-9
    )
    found = m.equilibria(starts=4, parameters={"length": 2.0})
    assert found[0].eigenvalues.imag.max() == pytest.approx(np.sqrt(9.81 / 2), rel=1e-9)
    assert found[0].state["bob.y"] == pytest.approx(-2.0, abs=1e-9)

    bar = Mechanism("four-bar", gravity=(0, -9.81, 0))
    reach = bar.parameter("reach", 1.0)
    for name, size in (("crank", 0.4), ("coupler", 1.0), ("rocker", 0.8)):
        bar.body(name, mass=1.0, com=(size / 2, 0, 0), inertia=biela.rod(mass=1.0, length=size))
    bar.revolute("A", bar.ground, "crank")
    bar.revolute("B", "crank", "coupler", parent_point=(0.4, 0, 0))
    bar.revolute("D", bar.ground, "rocker", parent_point=(1, 0, 0))
    bar.revolute("C", "coupler", "rocker", parent_point=(reach, 0, 0), child_point=(0.8, 0, 0))
    start = bar.assemble({"A": 1.0}, guess={"D": 1.5})
    with pytest.raises(InconsistentStart, match="at these parameters the loops of the state are open by 0"):
        bar.linearise(start, parameters={"reach": 1.1})
    rest = bar.equilibrium(start, parameters={"reach": 1.1})
    assert rest.state["machine.closure_error"] < 1e-10
    assert rest.state.arguments()[3][0] == 1.1
    assert rest.residual < 1e-8
