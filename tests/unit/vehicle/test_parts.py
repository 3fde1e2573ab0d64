"""Parts of cars: each datum is checked in its role when the part is made, and named if it does not fit."""

import pytest

import biela
from biela.base.errors import DescriptionError
from biela.element import choice, data, family, numbers, record
from biela.vehicle.car import Chassis
from biela.vehicle.part import Part
from biela.vehicle.suspension import DamperCurve, SuspensionSpring


@family
class Caliper(Part):
    """A part of a user."""

    noun = "the caliper"
    pistons: tuple[float, ...] = data(numbers("m^2", 2), about="areas")
    pad: str = data(choice("organic", "metal"), default="organic")
    clearance: float | None = data("m", default=None, bound="nonnegative")
    curve: DamperCurve | None = data(record(DamperCurve), default=None)


def test_data_are_checked_in_their_roles():
    made = Caliper([1, 2])
    assert made.pistons == (1.0, 2.0)
    assert made.clearance is None
    with pytest.raises(DescriptionError, match="pistons of the caliper has 3 entries: give 2"):
        Caliper((1, 2, 3))
    with pytest.raises(DescriptionError, match="entry 2 of pistons of the caliper is nan: give a finite number"):
        Caliper((1.0, float("nan")))
    with pytest.raises(DescriptionError, match="pad of the caliper is 'organic' or 'metal', not 'wood'"):
        Caliper((1, 2), "wood")
    with pytest.raises(DescriptionError, match="clearance of the caliper is -1: it must not be negative"):
        Caliper((1, 2), clearance=-1)
    with pytest.raises(DescriptionError, match="mass of the chassis is 'heavy': give a number"):
        Chassis("heavy", (1, 1, 1), 0.5)


def test_a_part_inside_a_part_may_be_given_by_its_data():
    points = (-1.0, 0.0, 1.0), (-300.0, 0.0, 200.0)
    assert Caliper((1, 2), curve=points).curve == DamperCurve(*points)
    assert SuspensionSpring(1e4, damper_curve={"speed": points[0], "force": points[1]}).damper_curve == DamperCurve(*points)


def test_free_parameters_are_numbers_too():
    m = biela.Mechanism("car")
    k = m.parameter("k", 2e4, "N/m")
    assert SuspensionSpring(k).stiffness is k
    with pytest.raises(DescriptionError, match="stiffness of a suspension spring is -20000"):
        SuspensionSpring(-1 * k)
