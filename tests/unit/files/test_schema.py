"""The JSON Schema says what the reader does: every library machine is valid under it, and common mistakes are not."""

from __future__ import annotations

from typing import Any

import pytest
from machines import SMALL, everything

from biela import files, library
from biela.files.document import read_document
from biela.library.machine_file import ready_text

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:
    return jsonschema.Draft202012Validator(files.json_schema())


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(files.json_schema())


@pytest.mark.parametrize("name", ["four-bar", "five-bar", "stewart-gough", "andrews-squeezer", "heavy-top"])
def test_library_machines_are_valid(name: str, validator: Any) -> None:
    assert not list(validator.iter_errors(read_document(ready_text(library.get(name)), name).data))


def test_everything_is_valid(validator: Any) -> None:
    assert not list(validator.iter_errors(read_document(files.dumps(everything()), "everything").data))


@pytest.mark.parametrize(
    ("old", "new"),
    [("type: revolute", "type: revolut"), ("gravity:", "gravty:"), ("[length/2, 0, 0]", "[length/2, 0]"), ("biela: 1", "biela: 7")],
)
def test_mistakes_are_seen_by_editors_too(old: str, new: str, validator: Any) -> None:
    assert list(validator.iter_errors(read_document(SMALL.replace(old, new), "bad").data))


CAR = ready_text(library.get("renault-clio"))


def test_cars_are_valid(validator: Any) -> None:
    from dataclasses import replace

    from biela.files.car import car_data
    from biela.library import renault_clio
    from biela.vehicle.driven import drive
    from biela.vehicle.road import Bump, FrictionPatch, HeightTable, Road, Slope
    from biela.vehicle.tyre import LinearSlip, LinearSlipAngle

    assert not list(validator.iter_errors(read_document(CAR, "clio").data))
    car = renault_clio.car(drive="all", differential="locked", ackermann=True, wind=(0.0, 5.0, 0.0))
    laws = {"longitudinal": LinearSlip(30.0, 1.1), "lateral": LinearSlipAngle(cornering_stiffness=5e4, limit=1.0)}
    car = replace(car, tyre=replace(car.tyre, **laws, combined="ellipse", relaxation_length=0.2))
    table = HeightTable((0.0, 1.0), [[0.0, 0.1], [0.0, 0.2]], (0.0, 1.0))
    road = Road((Slope(0.05), Bump(20.0, 1.0, 0.03, "left"), table), (FrictionPatch(0.3, x=(40.0, 60.0)),))
    text = car_data(drive(car, "curve", road=road, angle=0.02, gear=4, smooth=True)).text()
    files.loads(text, "x.yaml")
    assert not list(validator.iter_errors(read_document(text, "everything a car can have").data))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  gearbox:", "  gearbx:"),
        ("manoeuvre: standing-start", "manoeuvre: curv"),
        ("ratios:", "ratio:"),
        ("simulation:", "simulations:"),
        ("  tyre:", "  drive: middle\n  tyre:"),
        ("manoeuvre: standing-start", "manoeuvre: curve\nroad: [{type: slop, grade: 0.1}]"),
        ("manoeuvre: standing-start", "manoeuvre: curve\noptions: {angel: 0.1}"),
    ],
)
def test_mistakes_in_cars_are_seen_by_editors_too(old: str, new: str, validator: Any) -> None:
    assert old in CAR
    assert list(validator.iter_errors(read_document(CAR.replace(old, new, 1), "bad").data))
