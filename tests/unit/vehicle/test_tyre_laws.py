"""Laws of slip against published tables, and what every law must do."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.element.declaration import declared
from biela.element.uses import use
from biela.files import loads
from biela.files.car import car_data, car_definitions
from biela.files.problem import FileError
from biela.library import renault_clio
from biela.vehicle.driven import drive
from biela.vehicle.road import Road
from biela.vehicle.tyre import ExponentialFriction, LateralLaw, LinearSlip, LinearSlipAngle, MagicFormula1987

LONGITUDINAL = [ExponentialFriction(), ExponentialFriction(coupled=True), LinearSlip()]
LATERAL = [MagicFormula1987(), LinearSlipAngle(30.0), LinearSlipAngle(cornering_stiffness=5e4)]


def test_longitudinal_law_of_the_clio():
    law = ExponentialFriction()
    slip = np.array([0.005, 0.01, 0.02, 0.05, 0.0976, 0.15, 0.2, 0.5, 1.0])
    published = [0.1998, 0.3623, 0.6009, 0.9229, 1.0066, 0.9814, 0.9447, 0.7762, 0.7450]
    assert law.rate() == pytest.approx(40.3936, abs=5e-5)
    assert law.friction(slip) == pytest.approx(published, abs=6e-5)
    fine = np.linspace(0, 1, 100_001)
    assert fine[law.friction(fine).argmax()] == pytest.approx(0.0976, abs=5e-5)
    assert law.peak(1.0) == pytest.approx(1.0066, abs=5e-5)
    assert law.stiffness(1.0) == pytest.approx(44.24, abs=5e-3)


def test_sliding_sideways_takes_grip_away_lengthwise():
    law = ExponentialFriction(coupled=True)
    rates = [law.rate(np.radians(a)) for a in (0, 1, 2, 5)]
    assert rates == pytest.approx([40.39, 29.81, 23.06, 12.72], abs=6e-3)


@pytest.mark.parametrize(
    ("load", "D", "slope", "E", "forces"),
    [
        (1500, 1466.8, 563.84, 0.1760, (277.9, 533.2, 927.5, 1306.4, 1460.4, 1463.0)),
        (2550, 2434.3, 836.03, -0.1957, (414.0, 805.3, 1454.3, 2153.2, 2429.9, 2418.7)),
        (4000, 3690.4, 1027.33, -0.7090, (511.4, 1009.4, 1911.1, 3096.6, 3676.8, 3666.7)),
    ],
)
def test_magic_formula_of_1987(load, D, slope, E, forces):
    law = MagicFormula1987()
    assert law.coefficients(load) == pytest.approx((D, slope, E), rel=1e-4)
    assert law.force(np.radians([0.5, 1, 2, 4, 8, 12]), 0.0, load) == pytest.approx(forces, abs=0.06)


@pytest.mark.parametrize("law", [*LONGITUDINAL, *LATERAL], ids=lambda x: type(x).__name__)
def test_laws_are_odd_smooth_at_rest_and_vanish_with_the_load(law):
    x = np.array([1e-7, 1e-3, 0.03, 0.2, 0.7])
    assert law.force(-x, 0.0, 2000.0) == pytest.approx(-law.force(x, 0.0, 2000.0), rel=1e-12)
    assert law.force(1e-7, 0.0, 2000.0) / 1e-7 == pytest.approx(law.stiffness(2000.0), rel=1e-4)
    assert law.force(0.05, 0.0, 0.0) == 0.0
    assert abs(law.force(0.05, 0.0, 0.5)) <= law.peak(0.5) * (1 + 1e-12)


def test_the_least_load_leaves_no_jump():
    law = MagicFormula1987()
    below, above = (law.force(0.02, 0.0, load) for load in (0.999999, 1.000001))
    assert below == pytest.approx(above, rel=1e-5)


def test_a_cornering_stiffness_knows_its_limit():
    """stiffness · α first, limit · F_z in the end, without a corner between; nothing in the air."""
    law = LinearSlipAngle(cornering_stiffness=5e4, limit=0.9)
    assert law.force(0.3, 0.0, np.array([0.0, 1e-9, 1000.0])) == pytest.approx([0.0, 9e-10, 900.0], rel=1e-6)
    angle = np.linspace(-0.2, 0.2, 4001)
    force = law.force(angle, 0.0, 2000.0)
    assert np.abs(force).max() <= 1800.0
    slope = np.gradient(force, angle)
    assert slope[2000] == pytest.approx(5e4, rel=1e-4)
    assert np.abs(np.diff(slope)).max() < 0.01 * 5e4
    free = LinearSlipAngle(cornering_stiffness=5e4)
    assert free.force(0.1, 0.0, 100.0) == pytest.approx(5e3, rel=1e-9)


def test_grip_does_not_vanish_again_at_large_loads():
    law = MagicFormula1987(a1=-100.0)  # D is largest at 5.055 kN and would vanish at 10.11 kN
    loads = np.linspace(4e3, 15e3, 1101)
    D = law.coefficients(loads)[0]
    assert D[loads < 5000.0] == pytest.approx((-0.1 * loads + 1011.0)[loads < 5000.0] * loads[loads < 5000.0] / 1000)
    assert D[loads > 5060.0] == pytest.approx(0.25 * 1011.0**2 / 100.0)
    assert np.all(law.force(0.1, 0.0, loads) > 0)
    assert law.largest_load == pytest.approx(10110.0)


def test_wrong_data_are_refused():
    with pytest.raises(DescriptionError, match="coefficient A of the longitudinal"):
        ExponentialFriction(A=-1.0)
    with pytest.raises(DescriptionError, match="give either a coefficient"):
        LinearSlipAngle()
    with pytest.raises(DescriptionError, match="coefficient a3 of the magic formula"):
        MagicFormula1987(a3=float("nan"))
    with pytest.raises(DescriptionError, match="coefficient a2 of the magic formula is -1200: it must be above zero"):
        MagicFormula1987(a2=-1200.0)
    with pytest.raises(DescriptionError, match="coefficient a4 of the magic formula is 2.4: above 2 the slope"):
        MagicFormula1987(a4=2.4)


def test_a_law_of_a_user_in_python_in_files_and_in_their_schema():
    use(Path(__file__).with_name("my_tyres.py"))
    Saturating = declared(LateralLaw.section)["saturating"].cls
    Washboard = declared("road")["washboard"].cls
    with pytest.raises(DescriptionError, match="friction of the lateral tyre law is -1: it must be above zero"):
        Saturating(-1.0)
    car = renault_clio.car()
    car = replace(car, tyre=replace(car.tyre, lateral=Saturating(0.8)))
    driven = drive(car, "curve", road=Road((Washboard(0.01, 2.0),)))
    text = car_data(driven).text()
    assert "lateral: {law: saturating, friction: 0.8}" in text
    assert "uses: [my_tyres.py]" in text
    again = loads(text, "car.yaml")
    assert again.subject.car == car
    assert again.subject.road == driven.subject.road
    changed = loads(text, "car.yaml", ["car.tyre.lateral.slope=0.2 deg^-1"]).subject.car
    assert changed.tyre.lateral.slope == pytest.approx(0.2 * 180 / np.pi)
    with pytest.raises(FileError, match="'grip' is not a key here"):
        loads(text.replace("friction:", "grip:"), "car.yaml")
    with pytest.raises(FileError, match="say which law: {law: magic_formula_1987 | linear_slip_angle | saturating, …}"):
        loads(text.replace("law: saturating", "law: saturate"), "car.yaml")
    with pytest.raises(FileError, match=r"a machine file alone never runs code: allow it with uses=\['of_nobody.py'\]"):
        loads(text.replace("my_tyres.py", "of_nobody.py"), "car.yaml")
    laws = car_definitions()["CarFile"]["properties"]["car"]["properties"]["tyre"]["properties"]["lateral"]["anyOf"]
    own = next(law for law in laws if law["properties"]["law"] == {"const": "saturating"})
    assert own["properties"]["slope"]["description"] == "c [1/rad]"
    level = drive(car, "curve").start()
    assert level["front_left.load"] == pytest.approx(car.load("front_left"), rel=1e-6)
    assert again.start()["front_left.deflection"] != level["front_left.deflection"]
