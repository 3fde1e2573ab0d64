"""Car files: the Clio as text and back, other cars by changing numbers, and everything wrong told at once."""

from dataclasses import replace

import pytest

from biela import library
from biela.base.errors import DescriptionError
from biela.files import loads
from biela.files.car import car_data
from biela.files.problem import FileError
from biela.library import renault_clio
from biela.library.machine_file import ready_text
from biela.vehicle.driven import drive
from biela.vehicle.road import Bump, FrictionPatch, Road, Slope
from biela.vehicle.tyre import MagicFormula1987

TEXT = ready_text(library.get("renault-clio"))


def test_the_clio_as_text_and_back():
    driven = loads(TEXT, "clio.yaml")
    assert driven.subject.car == renault_clio.car()
    assert driven.subject.manoeuvre.name == "standing-start"
    assert driven.duration == 40.0
    assert driven.settings["step"] == 1e-3
    again = loads(car_data(driven).text(), "again.yaml")
    assert again.subject.car == driven.subject.car


def test_the_settings_of_a_result_of_a_car_are_those_of_a_car_file():
    """A result lists all settings, rtol included, which fixed steps do not use."""
    driven = loads(TEXT, "clio.yaml")
    listed = {**driven.settings, "rtol": 1e-8, "atol": 1e-10, "formulation": "projected", "max_step": None}
    again = loads(car_data(replace(driven, settings=listed)).text(), "again.yaml")
    assert again.settings == driven.settings
    with pytest.raises(DescriptionError, match="a car file cannot say rtol"):
        car_data(replace(driven, settings={**listed, "rtol": 1e-3})).text()


def test_everything_a_car_can_have_survives():
    car = renault_clio.car(drive="all", differential="locked", ackermann=True, wind=(0.0, 5.0, 0.0))
    car = replace(car, tyre=replace(car.tyre, lateral=MagicFormula1987(a2=900.0)))
    road = Road((Slope(0.05), Bump(20.0, 1.0, 0.03, "left")), (FrictionPatch(0.3, x=(40.0, 60.0)),))
    driven = drive(car, "curve", road=road, angle=0.02, gear=4)
    again = loads(car_data(driven).text(), "x.yaml")
    assert again.subject.car == car
    assert again.subject.road == road
    assert again.subject.values == driven.subject.values


def test_another_car_by_changing_numbers():
    driven = loads(TEXT, "x.yaml", ["car.chassis.mass=900 kg", "car.drive=rear", "manoeuvre=braking", "car.front.track=140 cm"])
    assert driven.subject.car.chassis.mass == 900.0
    assert driven.subject.car.drive == "rear"
    assert driven.subject.car.front.track == pytest.approx(1.4)
    assert driven.subject.manoeuvre.name == "braking"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("mass: 672.0080733944953 kg", "mass: 3 m", "it is a length [m], where a mass [kg] is needed"),
        ("  gearbox:", "  gearbx:", "Did you mean 'gearbox'"),
        ("ratios:", "ratio:", "'ratios' is missing: add it"),
        ("manoeuvre: standing-start", "manoeuvre: curv", "Did you mean 'curve'?"),
        ("  tyre:", "  tires:", "'tyre' is missing: add it"),
        ("stiffness: 14900 N/m", "stiffness: -5 N/m", "stiffness is -5: it must be above zero"),
        ("1500 rpm, 2000 rpm", "2000 rpm, 1500 rpm", "speeds must increase"),
        ("torque: [65,", "torque: [", "one finite torque for each"),
        ("simulation:", "simulations:", "a car file has no 'simulations'"),
        ("  rear:", "  rear: 3\n  other:", "needs its data as"),
        ("height: 0.67", "height: -0.67", "height of the chassis' centre of mass is -0.67"),
        ("stiffness: 150000 N/m", "stiffness: 5000 N/m", "Give a stiffness of at least"),
        ("duration: 40", "duration: 0", "duration is 0 s: it must be above zero"),
        ("manoeuvre: standing-start", "manoeuvre: braking\noptions: {speed: -5}", "option 'speed' of manoeuvre 'braking' is -5"),
        ("manoeuvre: standing-start", "manoeuvre: curve\noptions: {gear: 2.5}", "forward gear"),
        ("manoeuvre: standing-start", "manoeuvre: step-steer\noptions: {angle: 0}", "a car that is not steered"),
    ],
)
def test_wrong_cars_are_refused_with_their_line(old, new, said):
    assert old in TEXT
    with pytest.raises(FileError) as error:
        loads(TEXT.replace(old, new, 1), "wrong.yaml")
    assert said in str(error.value)
    assert "line " in str(error.value)


def test_all_problems_at_once():
    wrong = TEXT.replace("mass: 672.0080733944953 kg", "mass: 3 m").replace("reverse:", "revers:").replace("drag_area", "drg_area")
    with pytest.raises(FileError) as error:
        loads(wrong, "wrong.yaml")
    assert len(error.value.problems) >= 4
