"""Structure of the double-wishbone suspension: null columns, rank, transfers, the published base sets T1 to T5."""

from __future__ import annotations

import numpy as np
import pytest
import suspension_tables as tables

sympy = pytest.importorskip("sympy")
mpmath = pytest.importorskip("mpmath")

from biela.identify.base_set import InvalidBaseSet  # noqa: E402
from biela.identify.multiprecision import Multiprecision  # noqa: E402
from biela.identify.numeric_rank import null_columns  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402
from biela.library import wishbone_suspension as suspension  # noqa: E402
from biela.state.mobility import grubler, mobility  # noqa: E402
from identification_checks import closure_errors  # noqa: E402

ENTRIES = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
SHORT = {suspension.parameter(f"{e}{n}"): f"{e}{n}" for n in range(1, 16) for e in ENTRIES}


def make(parameters=("inertia",), **sizes):
    machine = suspension.build(**sizes)
    return Regressor(
        machine, suspension.COORDINATES, parameters=parameters, channels=suspension.CHANNELS, start=suspension.start(machine)
    )


@pytest.fixture(scope="module")
def regressor():
    return make()


@pytest.fixture(scope="module")
def structure(regressor):
    return base_parameters(regressor, dependent=suspension.dependent("T1"), confirm=False)


@pytest.fixture(scope="module")
def observed(regressor):
    """W at random samples within the range of the machine."""
    rng = np.random.default_rng(5)
    q, v, a = (rng.uniform(-1, 1, (24, 5)) * [s, s, 0.15 * s, 4.0 * s, 4.0 * s] for s in (0.35, 2.0, 20.0))
    return regressor.matrix(regressor.motion(q, v, a)).reshape(-1, 150)


def parsed(table, dependent):
    """{(independent, dependent): coefficient} of a published table, as SymPy expressions."""
    out = {}
    symbols = {d: sympy.Symbol(d) for d in dependent}
    for own, text in table.items():
        expression = sympy.expand(sympy.sympify(text))
        for name, symbol in symbols.items():
            coefficient = expression.coeff(symbol)
            if coefficient != 0:
                out[(own, name)] = coefficient
        alone = expression - sum(c * symbols[d] for (o, d), c in out.items() if o == own)
        assert sympy.expand(alone - sympy.Symbol(own)) == 0  # nothing but the parameter itself is left
    return out


def exactly(coefficients, base):
    """The coefficients of a published table as fractions of polynomials, in which equal expressions are equal."""
    return {k: base.numbers.domain.from_sympy(sympy.sympify(c)) for k, c in coefficients.items()}


def disagreements(exact, base):
    """Places where a published table and a derived set differ."""
    derived = {(SHORT[a], SHORT[b]): value for (a, b), value in base.beta.items()}
    zero = base.numbers.domain.zero
    return {k for k in set(exact) | set(derived) if exact.get(k, zero) != derived.get(k, zero)}


def test_mobility_is_five(regressor):
    machine = suspension.build()
    found = mobility(suspension.start(machine))
    assert grubler(machine) == found.measured == found.nearby == regressor.dof == 5
    kinds = [joint.type.kind for joint in machine.joints.values()]
    assert [kinds.count(k) for k in ("revolute", "spherical", "universal", "prismatic")] == [6, 8, 4, 3]


def closed_form(arm, rack):
    """G, D, H, L of the right side from the lower arm's angle and the rack's place, by elementary geometry; the steer angle."""
    L = suspension.LENGTHS
    E, A, J = (np.array(p) for p in (suspension.POINT_E, suspension.POINT_A, suspension.POINT_J))
    out = np.array([0.0, -np.cos(arm), -np.sin(arm)])
    G, strut = E + L["Ds2"] * out, E + (L["Ds2"] - L["Ds5"]) * out
    # |A + Ds4 (0, −cos φ, −sin φ) − G| = l7:  a cos φ + b sin φ = c
    gap = A - G
    a, b = -2 * L["Ds4"] * gap[1], -2 * L["Ds4"] * gap[2]
    c = L["l7"] ** 2 - gap @ gap - L["Ds4"] ** 2
    angle = np.arctan2(b, a) + np.arccos(c / np.hypot(a, b)) * np.array([1, -1])
    angle = angle[np.abs(angle).argmin()]
    D = A + L["Ds4"] * np.array([0.0, -np.cos(angle), -np.sin(angle)])
    Z = (D - G) / L["l7"]
    e1 = np.array([1.0, 0, 0]) - Z[0] * Z
    e1 /= np.linalg.norm(e1)
    e2 = np.cross(Z, e1)
    gap = (D + G) / 2 - J - np.array([0, rack, 0])
    a, b = 2 * L["Ds6"] * gap @ e1, 2 * L["Ds6"] * gap @ e2
    c = L["l4"] ** 2 - gap @ gap - L["Ds6"] ** 2
    steer = np.arctan2(b, a) + np.arccos(c / np.hypot(a, b)) * np.array([1, -1])
    steer = (steer + np.pi) % (2 * np.pi) - np.pi
    steer = steer[np.abs(steer).argmin()]
    H = (D + G) / 2 + L["Ds6"] * (np.cos(steer) * e1 + np.sin(steer) * e2)
    return G, D, H, strut, steer


def test_positions_agree_with_elementary_geometry(regressor):
    """Over the whole range, to the last digits; and at rest with the published position."""
    G, D, _, _, steer = closed_form(0.0, 0.0)
    assert np.allclose([*G, *D], [0.02, -0.59, 0.20, 0.0, -0.574925, 0.519018], atol=1e-6)
    assert abs(np.degrees(steer) + 1.59) < 0.005
    rng = np.random.default_rng(2)
    q = rng.uniform(-1, 1, (30, 5)) * [0.35, 0.35, 0.05, 1.0, 1.0]
    motion = regressor.motion(q, 0 * q, 0 * q)
    assert max(closure_errors(regressor.loops, motion)) < 1e-14
    functions = regressor.functions
    columns = functions["bodies"].batch(motion.t, motion.x, np.zeros(3), functions.parameters)
    place = {link.body.name: np.asarray(columns)[:, 9:12, k] for k, link in enumerate(functions.mechanism.topology.links)}
    for n, (arm, _, rack, *_) in enumerate(q):
        G, D, H, L, _ = closed_form(arm, rack)
        for name, point in (("lower_arm", G), ("upper_arm", D), ("tie_rod", H), ("lower_strut", L)):
            assert np.abs(place[f"{name}_right"][n] - point).max() < 1e-14


def test_exactly_the_35_named_columns_vanish(regressor, observed):
    assert {SHORT[n] for n in null_columns(observed, regressor.names)} == set(tables.NULL)
    assert len(tables.NULL) == 35


def test_67_transfers_are_independent_and_null(structure, regressor, observed):
    assert len(structure.transfers) == structure.by_rules == 67
    assert structure.base.rank == 83 and structure.base.exact
    for transfer in structure.transfers:
        t = np.zeros(150)
        for name, value in transfer.vector.items():
            t[regressor.names.index(name)] = float(structure.numbers.value(value))
        assert np.abs(observed @ t).max() <= 1e-12 * (np.abs(observed) @ np.abs(t)).max()


def test_table_t1_is_derived_symbol_by_symbol(structure):
    base = structure.base
    assert {SHORT[n] for n in base.null} == set(tables.NULL)
    assert {SHORT[n] for n in base.independent} == set(tables.T1) and len(tables.T1) == 83
    coefficients = parsed(tables.T1, [SHORT[n] for n in base.dependent])
    assert {d for _, d in coefficients} == set(suspension.BASE_SETS["T1"].split())  # all 32
    assert not disagreements(exactly(coefficients, base), base)


def test_flipping_any_sign_of_t1_is_noticed(structure, regressor, observed):
    """Against the derivation and, independently, against the regressor: W₂ = W₁ β."""
    base = structure.base
    coefficients = parsed(tables.T1, [SHORT[n] for n in base.dependent])
    nominal = dict(suspension.LENGTHS)
    at = {SHORT[n]: k for k, n in enumerate(regressor.names)}
    numbers = {k: float(c.subs(nominal)) for k, c in coefficients.items()}
    columns = {}
    for (own, name), value in numbers.items():
        columns.setdefault(name, []).append((at[own], value))
    for name, terms in columns.items():
        gap = observed[:, at[name]] - sum(value * observed[:, k] for k, value in terms)
        rounding = 1e-10 * np.abs(observed[:, at[name]]).max()
        assert np.abs(gap).max() < rounding  # the table itself
        for k, value in terms:
            assert np.abs(gap + 2 * value * observed[:, k]).max() > 100 * rounding, (name, k)
    exact = exactly(coefficients, base)
    for key in exact:
        wrong = exact | {key: -exact[key]}
        assert disagreements(wrong, base) == {key}


@pytest.mark.parametrize("name", ["T2", "T3"])
def test_sets_t2_and_t3_follow_by_switching(structure, name):
    table = getattr(tables, name)
    base = structure.base.switch(suspension.dependent(name))
    assert {SHORT[n] for n in base.independent} == set(table) and base.rank == 83
    assert not disagreements(exactly(parsed(table, [SHORT[n] for n in base.dependent]), base), base)


def test_all_valid_sets_describe_the_same_machine(structure, regressor, observed):
    nominal = regressor.nominal
    efforts = observed @ nominal
    for name in ("T1", "T2", "T3", "T4"):
        base = structure.base.switch(suspension.dependent(name))
        again = base.columns(observed) @ base.combine(nominal)
        assert np.abs(again - efforts).max() < 1e-9 * np.abs(efforts).max()
    for seed in range(3):
        base = structure.base.random(seed)
        assert base.rank == 83
        again = base.columns(observed) @ base.combine(nominal)
        assert np.abs(again - efforts).max() < 1e-9 * np.abs(efforts).max()


def test_t5_is_refused_with_exact_rank_73(structure):
    verdict = structure.base.validity(suspension.dependent("T5"))
    assert (verdict.valid, verdict.rank, verdict.wanted) == (False, 73, 83)
    assert {SHORT[n] for n in verdict.cannot} == set("Ixy5 mz9 mz10 Ixz12 Iyz12 my13 Ixz13 Iyz13 mz14 mz15".split())
    with pytest.raises(InvalidBaseSet, match="rank 73, not 83"):
        structure.base.switch(suspension.dependent("T5"))


def test_data_reproduce_the_published_cad_values(structure, regressor):
    for name, wanted in (("T1", tables.T1_VALUES), ("T2", tables.T2_VALUES)):
        base = structure.base.switch(suspension.dependent(name))
        values = dict(zip((SHORT[n] for n in base.independent), base.combine(regressor.nominal), strict=True))
        for parameter, value in wanted.items():
            assert abs(values[parameter] - value) <= 0.5e-3 * max(abs(value), 1.0), (name, parameter)
        if name == "T1":  # printed with three digits
            assert abs(values["Ixy3"] + 0.00606) < 1e-8


def residual(judge, vectors):
    """log10 of |W t| / (|W| |t|) for each null vector t, in 60 digits: near −60 if it is one."""
    names = judge.regressor.names
    out = []
    with mpmath.workdps(60):
        W = judge.matrix(3, 60)
        largest = max(abs(w) for w in W.ravel())
        for vector in vectors:
            t = np.full(len(names), mpmath.mpf(0), dtype=object)
            for name, value in vector.items():
                t[names.index(name)] = mpmath.mpf(value.numerator) / value.denominator
            gap = max(abs(x) for x in W @ t) / (largest * max(abs(x) for x in t))
            out.append(float(mpmath.log10(gap)) if gap > 0 else -np.inf)
    return out


def test_structural_rank_in_many_digits(regressor, structure):
    """83, decided by more than 30 orders of magnitude, and the transfers hold to the last of 60 digits."""
    judge = Multiprecision(regressor)
    rank = judge.decomposition(expected=83)[0]
    assert rank.rank == 83 and rank.gap > 30 and {SHORT[n] for n in rank.null} == set(tables.NULL)
    vectors = [{n: structure.numbers.value(x) for n, x in v.items()} for v in structure.base.null_vectors()]
    assert max(residual(judge, vectors)) < -45  # the 32 dependent columns of T1 among them


def test_rank_is_87_with_stiffness_and_damping():
    found = base_parameters(make(("inertia", "loads")))
    assert found.rank.rank == found.base.rank == 87 and found.rank.gap > 30
    assert {"strut_right.stiffness", "strut_left.damping"} <= set(found.base.independent)


def test_strut_in_the_swing_plane_has_59_null_columns_and_rank_69():
    found = base_parameters(make(strut_top=0.02))
    assert (len(found.base.null), found.base.rank, found.rank.rank) == (59, 69, 69)
    assert found.by_rules == len(found.transfers) == 81


def test_rank_does_not_depend_on_the_dimensions():
    found = base_parameters(make(Ds2=0.37, Ds4=0.22, Ds5=0.08, l4=0.28, l7=0.31, DKx=0.013, DKz=-0.19))
    assert found.rank.rank == found.base.rank == 83
