"""Base parameters by transfer of inertia: known counts, and random machines judged in many digits and by singular values."""

from __future__ import annotations

import numpy as np
import pytest

import sample_machines as samples

pytest.importorskip("sympy")

import biela  # noqa: E402
from biela import library  # noqa: E402
from biela.app import identify as app  # noqa: E402
from biela.base.errors import UnknownName  # noqa: E402
from biela.identify import excitation  # noqa: E402
from biela.identify.base_set import InvalidBaseSet  # noqa: E402
from biela.identify.numeric_rank import numeric_base, rank_report  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402
from biela.lie.se3 import Pose  # noqa: E402
from biela.mechanism.mechanism import Mechanism  # noqa: E402

GRAVITIES = ((1.0, -8.0, 4.0), (0.0, 0.0, 0.0), None)  # None: along the axis of the first joint
KINDS = ("revolute", "prismatic", "cylindrical", "universal", "spherical", "helical", "planar", "fixed", "free")
LOOPS = (
    ("revolute", "universal", "spherical", "universal"), ("revolute", "spherical", "spherical", "cylindrical"),
    ("revolute", "cylindrical", "cylindrical", "cylindrical"), ("helical", "universal", "spherical", "planar"),
    ("prismatic", "spherical", "spherical", "revolute"), ("universal", "prismatic", "spherical", "revolute"),
    ("cylindrical", "planar", "spherical"), ("spherical", "revolute", "spherical"),
    ("planar", "spherical", "revolute", "helical"), ("revolute",) * 7,
)  # fmt: skip


def planar_2r(gravity=(0, -9.81, 0)) -> Mechanism:
    m = Mechanism("planar 2R", gravity=gravity)
    for name in ("upper", "lower"):
        m.body(name, mass=1.0, com=(0.4, 0.1, 0.0), inertia=(0.02, 0.1, 0.11))
    m.revolute("A", m.ground, "upper")
    m.revolute("B", "upper", "lower", parent_point=(0.8, 0, 0))
    return m


@pytest.mark.parametrize(("gravity", "wanted"), [((0, -9.81, 0), 6), ((0, 0, 0), 4), ((0, 0, -9.81), 4), ((3.0, 0, -9.0), 6)])
def test_planar_2r(gravity, wanted):
    """Rules by joint type alone would leave 10: the planar motion hides four more, gravity or its absence the rest."""
    found = base_parameters(planar_2r(gravity))
    assert found.base.rank == found.rank.rank == wanted and found.base.exact
    assert found.by_rules == len(found.transfers) == 20 - wanted


@pytest.mark.parametrize(("gravity", "wanted"), [(9.81, 8), (0.0, 4)])
def test_four_bar(gravity, wanted):
    ready = library.get("four-bar")
    machine = ready.build().edit()
    start = ready.start(ready.build())
    machine.set_gravity((0, -gravity, 0))
    found = base_parameters(Regressor(machine, ["A"], parameters=("inertia",), start=start))
    assert found.base.rank == found.rank.rank == wanted
    assert found.by_rules == len(found.transfers) == 30 - wanted


def test_two_bodies_with_a_hinge_have_17_of_20():
    """The published example, a body hinged to a free one, with l2 as a symbol."""
    m = Mechanism("hinged pair")
    l2 = m.parameter("l2", 0.7, "m")
    m.body("two", mass=2.0, com=(0.1, 0.2, 0.3), inertia=(0.2, 0.3, 0.4))
    m.body("five", mass=1.0, com=(0.1, 0.0, 0.2), inertia=(0.1, 0.2, 0.25))
    m.free("flight", m.ground, "two")
    m.revolute("hinge", "two", "five", parent_point=(l2, 0, 0), parent_axis=(0, 1, 0), child_axis=(1, 0, 0))
    found = base_parameters(m, dependent=["five.mass", "five.mx", "five.Izz"])
    assert found.base.rank == found.rank.rank == 17
    short = found.base.expressions(lambda name: name.replace("five.", "5").replace("two.", "2").replace("mass", "m"))
    assert short["two.mx"] == "2mx + l2 5m" and short["two.Ixy"] == "2Ixy − l2 5mx"
    assert short["two.Iyy"] == "2Iyy + l2^2 5m" and short["two.Izz"] == "2Izz + l2^2 5m + 5Izz"
    assert short["two.mass"] == "2m + 5m" and short["two.my"] == "2my + 5mx" and short["two.Ixx"] == "2Ixx + 5Izz"
    assert short["five.Iyy"] == "5Iyy − 5Izz" and short["five.my"] == "5my"


def rational_rotation(rng: np.random.Generator) -> np.ndarray:
    """A rotation of simple fractions, from a quaternion of small whole numbers."""
    q = np.zeros(4)
    while not np.any(q):
        q = rng.integers(-2, 3, 4).astype(float)
    w, x, y, z = q
    return np.array([
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]) / (q @ q)  # fmt: skip


def random_tree(seed: int) -> Mechanism:
    rng = np.random.default_rng(seed)
    m = Mechanism("tree", gravity=(0, 0, 0))
    bodies, first = [m.ground], None
    for i in range(int(rng.integers(1, 4))):
        kind = KINDS[rng.integers(len(KINDS) - (i > 0))]
        body, inner = samples.add_body(m, f"body_{i}", rng), bodies[rng.integers(len(bodies))]
        poses = [Pose(rational_rotation(rng), rng.integers(-4, 5, 3) / 10) for _ in range(2)]
        first = first or poses[0]
        samples.add_joint(m, kind, f"{kind}_{i}", inner, body, (poses[0], poses[1]), backwards=bool(rng.integers(2)))
        bodies.append(body)
    gravity = GRAVITIES[seed % 3]
    m.set_gravity(9.8 * first.rotation[:, 2] if gravity is None else gravity)
    return m


def random_loop(seed: int) -> Regressor:
    loop = samples.random_loop(LOOPS[seed % len(LOOPS)], seed)
    m = loop.mechanism.edit()
    joint = next(iter(m.joints.values()))
    frame = joint.parent if joint.parent.body.is_ground else joint.child
    gravity = GRAVITIES[seed % 3]
    m.set_gravity(9.8 * frame.rotation[:, 2] if gravity is None else gravity)
    guess, at = {}, 0
    for joint in m.joints.values():
        guess[joint.name] = loop.coordinates[at : at + joint.type.n_q]
        at += joint.type.n_q
    return Regressor(m, parameters=("inertia",), start={k: v for k, v in guess.items() if v.size})


def disagreements(regressor: Regressor) -> list[str]:
    """Exact rules, many digits and singular values: the same number, and the same span. What of it does not hold."""
    found = base_parameters(regressor)
    motion = regressor.random_motion(max(40, 3 * len(regressor.names)), seed=3)
    W = regressor.matrix(motion).reshape(-1, len(regressor.names))
    report = rank_report(W)
    null = np.zeros((len(regressor.names), len(regressor.names) - found.base.rank))
    for j, vector in enumerate(found.base.null_vectors()):
        for name, value in vector.items():
            null[regressor.names.index(name), j] = float(found.numbers.value(value))
    holds = {
        "rules and many digits": found.base.rank == found.rank.rank,
        # small machines have a clear gap in double precision
        "singular values": report.ambiguous or report.rank == found.rank.rank,
        "independent null vectors": np.linalg.matrix_rank(null) == null.shape[1],
        "null vectors": np.abs(W @ null).max() <= 1e-9 * (np.abs(W) @ np.abs(null)).max(),
    }
    return [what for what, true in holds.items() if not true]


@pytest.mark.parametrize("seed", [2, 35])
def test_random_trees(seed):
    assert not disagreements(Regressor(random_tree(seed), parameters=("inertia",)))


@pytest.mark.parametrize("seed", [7])
def test_random_loops(seed):
    assert not disagreements(random_loop(seed))


@pytest.mark.parametrize("seed", range(36))
def test_more_random_trees(seed):
    machine = random_tree(seed)
    if any(joint.type.n_v for joint in machine.joints.values()):
        assert not disagreements(Regressor(machine, parameters=("inertia",)))


@pytest.mark.parametrize("seed", range(20))
def test_more_random_loops(seed):
    assert not disagreements(random_loop(seed))


def test_gears_group_what_no_joint_rule_sees():
    """Two shafts with a gear: J = J_1 + n² J_2, although no joint ties the wheels to each other."""
    m = Mechanism("gear pair", gravity=(0, 0, -9.81))
    for name in ("pinion", "wheel"):
        m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.2))
    m.revolute("A", m.ground, "pinion")
    m.revolute("B", m.ground, "wheel", parent_point=(0.5, 0, 0))
    m.gear("mesh", "A", "B", ratio=-0.25)
    found = base_parameters(Regressor(m, ["A"], parameters=("inertia",)), convergence=["pinion"])
    assert found.base.rank == found.rank.rank == 1 and found.by_rules == 18 and len(found.transfers) == 19
    assert found.base.expressions() == {"pinion.Izz": "pinion.Izz + 0.0625 wheel.Izz"}


def parallelogram(other_crank=None):
    """Cranks of the length a, free; the second one of a length of its own if it is given."""
    m = Mechanism("parallelogram", gravity=(0, -9.81, 0))
    a = m.parameter("a", 1.0, "m")
    other = other_crank(m) if other_crank else a
    for name in ("b1", "b2", "b3"):
        m.body(name, mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
    m.revolute("A", m.ground, "b1")
    m.revolute("B", "b1", "b2", parent_point=(a, 0, 0))
    m.revolute("C", "b2", "b3", parent_point=(2.0, 0, 0), child_point=(other, 0, 0))
    m.revolute("D", m.ground, "b3", parent_point=(2.0, 0, 0))
    return m


def start_of(m):
    return m.assemble({"A": 1.0, "B": -1.0, "D": 1.0})


def test_formulas_with_a_free_length_hold_for_all_lengths_or_say_where():
    """Both cranks turn alike, so their moments add up, and the coupler is a point mass on them: a and a², not numbers at a = 1.
    If only one crank is free, the machine is a parallelogram at the nominal length alone, and every output says so."""
    m = parallelogram()
    found = base_parameters(Regressor(m, ["A"], parameters=("inertia",), start=start_of(m)))
    assert found.base.exact and not found.base.nominal and found.by_rules < len(found.transfers)
    text = found.base.expressions()
    assert text["b3.mx"] == "b3.mx + b1.mx + a b2.mass" and text["b3.Izz"] == "b3.Izz + b1.Izz + a^2 b2.mass"
    m = parallelogram(other_crank=lambda m: 1.0)
    found = base_parameters(Regressor(m, ["A"], parameters=("inertia",), start=start_of(m)))
    assert not found.base.exact and found.base.nominal == ("a",)
    assert found.base.expressions()["b3.Izz"] == "b3.Izz + b1.Izz + b2.mass"
    for base in (found.base, found.base.random(1)):
        assert "hold at the nominal value of a only" in str(base)


def test_lengths_that_are_equal_by_chance_are_not_taken_as_equal():
    """Two free cranks, both 1 m long: a parallelogram at these lengths, any four-bar near them."""
    m = parallelogram(other_crank=lambda m: m.parameter("c", 1.0, "m"))
    base = base_parameters(Regressor(m, ["A"], parameters=("inertia",), start=start_of(m))).base
    assert not base.exact and base.nominal == ("a", "c")


def isosceles_slider_crank(offset=None):
    """Crank and rod of the same length r, which is free unless the offset of the guide is given: then that is free."""
    m = Mechanism("isosceles slider-crank", gravity=(0, -9.81, 0))
    r, height = (m.parameter("r", 0.5, "m"), 0.0) if offset is None else (0.5, m.parameter("h", offset, "m"))
    for name in ("crank", "rod", "piston"):
        m.body(name, mass=1.0, com=(0.3, 0.1, 0), inertia=(0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "crank")
    m.revolute("B", "crank", "rod", parent_point=(r, 0, 0))
    m.prismatic("P", m.ground, "piston", parent_point=(0, height, 0), axis=(1, 0, 0))
    m.revolute("C", "rod", "piston", parent_point=(r, 0, 0))
    start = m.assemble({"A": 1.0}, guess={"B": -2.0, "P": 0.5})
    return Regressor(m, ["A"], parameters=("inertia",), start=start)


def test_formulas_of_a_free_length_do_not_depend_on_the_order_of_pivots():
    """The rod mirrors the crank: x of the piston is 2 r cos A. The multiprecision vectors list their entries in another order
    at each length."""
    base = base_parameters(isosceles_slider_crank()).base
    assert base.exact and base.expressions()["rod.Izz"] == "rod.Izz − 2*r crank.mx + crank.Izz − r^2 rod.mass"


def test_a_free_length_of_zero_is_not_taken_as_zero():
    base = base_parameters(isosceles_slider_crank(offset=0.0)).base
    assert not base.exact and base.nominal == ("h",)


def test_a_design_rests_on_the_confirmed_base(monkeypatch, tmp_path):
    """The rules alone leave five base parameters of a parallelogram, of which a design would optimise rounding errors."""
    m = parallelogram()
    assert base_parameters(Regressor(m, ["A"], parameters=("inertia",), start=start_of(m)), confirm=False).base.rank == 5
    used = []
    monkeypatch.setattr(excitation, "design_excitation", lambda regressor, base, *_, **__: used.append(base) or 1 / 0)
    case = biela.Case("parallelogram", parallelogram, start_of)
    with pytest.raises(ZeroDivisionError):
        app.design(case, tmp_path, coordinates=["A"], parameters=["inertia"], limits=["A=0.5:1.5"])
    assert used[0].rank == 3


def test_convergence_bodies_keep_their_parameters():
    machine = planar_2r()
    near, far = (base_parameters(machine, convergence=[name], confirm=False).base for name in ("upper", "lower"))
    assert "upper.mx" in near.independent and "lower.mass" in near.dependent
    assert "lower.mass" in far.independent
    with pytest.raises(UnknownName, match="no moving body 'uper'.*upper"):
        base_parameters(machine, convergence=["uper"], confirm=False)


def test_numeric_sets_equal_the_exact_one():
    r = Regressor(planar_2r(), parameters=("inertia",))
    exact = base_parameters(r, confirm=False).base
    W = r.matrix(r.random_motion(50))
    for method in ("svd", "qr"):
        found = numeric_base(W, r.names, method)
        assert found.base.rank == 6 and set(found.base.null) == set(exact.null) and not found.rank.ambiguous
        same = exact.switch(found.base.dependent)
        order = [same.dependent.index(n) for n in found.base.dependent]
        rows = [same.independent.index(n) for n in found.base.independent]
        assert np.allclose(same.coefficients[rows][:, order], found.base.coefficients, atol=1e-8)
    with pytest.raises(InvalidBaseSet, match="singular"):
        numeric_base(W, r.names, dependent=["lower.my"])
    assert numeric_base(W, r.names, dependent=["lower.my"], forced=True).condition > 1e12


def test_motor_inertia_at_the_ground_joins_the_moment_of_its_body():
    r = Regressor(planar_2r(), parameters=("inertia", "motor_inertia"))
    found = base_parameters(r)
    assert found.base.rank == found.rank.rank == 7 and found.by_rules == len(found.transfers)
    assert "upper.Izz" in found.base.dependent or "A.motor_inertia" in found.base.dependent


def test_hints_where_sympy_is_missing(monkeypatch):
    import builtins

    from biela.identify import exact

    real = builtins.__import__

    def refuse(name, *args, **options):
        if name == "sympy":
            raise ImportError(name)
        return real(name, *args, **options)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(biela.BielaError, match=r"pip install 'biela\[identify\]'"):
        exact.require_sympy()
