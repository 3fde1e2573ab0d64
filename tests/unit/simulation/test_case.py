"""Cases made by hand, and where a case stands for its machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import biela
from biela import files, library
from biela.app.run import run
from biela.base.errors import DescriptionError, UnknownName


@pytest.fixture(scope="module")
def pendulum() -> biela.Mechanism:
    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    m.revolute("A", m.ground, m.body("bob", mass=1.0), child_point=(0, 1, 0))
    return m


def test_a_case_of_a_machine(pendulum: biela.Mechanism, tmp_path: Path) -> None:
    case = biela.Case.of(pendulum, {"A": 0.3}, 0.2, plots=["A.angle", ("speeds", ["A.rate", "A.angle"])])
    assert (case.name, case.signals) == ("pendulum", ("A.angle", "A.rate"))
    assert biela.check(case).mobility == biela.check(pendulum, {"A": 0.3}).mobility
    assert run(case, str(tmp_path / "out")).result["A.angle"][0] == pytest.approx(0.3)
    assert case.save(tmp_path / "a.yaml").read_text("utf-8") == files.save(case, tmp_path / "b.yaml").read_text("utf-8")
    again = files.read(tmp_path / "a.yaml")
    assert again.duration == 0.2 and again.start().q == pytest.approx(case.start().q)


def test_what_is_no_case_is_refused(pendulum: Any) -> None:
    with pytest.raises(DescriptionError, match=r"case 'p': give functions.*or write Case\.of\(machine, start\)"):
        biela.Case("p", pendulum, {"A": 0.3})  # type: ignore[arg-type]
    with pytest.raises(DescriptionError, match=r"'pendulum' is a case.*write case\.simulate"):
        biela.simulate(biela.Case.of(pendulum))  # type: ignore[arg-type]
    with pytest.raises(DescriptionError, match=r"Case\.of\(3\): give a machine"):
        biela.Case.of(3)  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match=r"has no size 'n': it has none"):
        biela.Case.of(pendulum).sized(n=3)
    with pytest.raises(UnknownName, match=r"case 'four-bar' has no size 'cranck': it has .*crank.* Did you mean 'crank'"):
        library.get("four-bar").sized(cranck=3)


def test_the_room_of_elements_is_its_decorator() -> None:
    from biela.mechanism.load import CoordinateLoad, Effort

    @biela.element("quiet")
    class Quiet(CoordinateLoad):
        """Does nothing."""

        def act(self, at: Any, signals: Any) -> Effort:
            return Effort(0.0)

    assert biela.element.declared("loads")["quiet"].cls is Quiet
