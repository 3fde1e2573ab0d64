"""Parameters that a motion does not show: not known in every output, and as described in the identified machine."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("clarabel")

from biela.app.identify import summarise, table  # noqa: E402
from biela.identify.dataset import Dataset  # noqa: E402
from biela.identify.identification import Identification, identify  # noqa: E402
from biela.identify.measurement import Preparation  # noqa: E402
from biela.identify.observation import PoorData  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.mechanism.mechanism import Mechanism  # noqa: E402
from biela.report.identification import page  # noqa: E402
from identification_checks import two_links  # noqa: E402

T = np.arange(0.0, 6.0, 0.01)


@pytest.fixture(scope="module")
def arm() -> Mechanism:
    m = two_links()
    m.motor("first", "A")
    m.motor("second", "B")
    m.joint_spring("damper", "A", damping=0.3)
    m.joint_spring("still", "B", damping=0.2)
    return m


@pytest.fixture(scope="module")
def data(arm: Mechanism) -> Dataset:
    """B is held, so that its damper does nothing."""
    waves = np.array([2.0, 5.1]), np.array([0.7, 0.3])
    q, v, a = (sum(c * w**k * f(w * T) for w, c in zip(*waves, strict=True)) for k, f in enumerate((np.sin, np.cos, np.sin)))
    zero = 0.0 * T
    regressor = Regressor(arm, ["A", "B"])
    motion = regressor.motion(*(np.column_stack([x, zero]) for x in (q, v, -a)), T)
    efforts = regressor.matrix(motion) @ regressor.nominal
    efforts += 0.05 * np.random.default_rng(1).standard_normal(efforts.shape)
    return Dataset(T, {"A": q, "B": zero, "first": efforts[:, 0], "second": efforts[:, 1]}, "held.csv")


@pytest.mark.parametrize("estimator", ["auto", "instrumental"])
def test_what_a_motion_does_not_show(estimator: str, arm: Mechanism, data: Dataset) -> None:
    found: Identification = identify(
        arm, data, coordinates=["A", "B"], parameters=("inertia", "loads"), confirm=False, estimator=estimator
    )
    line = next(text for text in str(found).splitlines() if "still.damping" in text)
    assert line.split() == ["still.damping", "0.2", "not", "known"]
    assert any("does not show still.damping: nothing is known of it beyond the desc" in text for text in found.findings)
    assert found.estimate.scaled_condition < 10.0 and found.estimate["damper.damping"] == pytest.approx(0.3, rel=0.02)
    summary = summarise(found, "two")
    assert summary["not_known"] == ["still.damping"] and summary["values"]["still.damping"] is None
    assert summary["intervals"]["still.damping"] is None and summary["values"]["damper.damping"] is not None
    assert 'still.damping,N·m·s/rad,0.2,0.2,not known,"still.damping",,' in table(found).splitlines()
    assert "<td>not known</td><td>—</td><td>—</td>" in page(found, "two", None)
    assert found.machine.loads["still"].damping == 0.2 and found.machine.bodies["upper"].mass == 3.0
    assert not any("known to 30 % or worse: still" in text or "condition number" in text for text in found.findings)


def test_a_joint_that_is_held_cannot_be_simulated(arm: Mechanism, data: Dataset) -> None:
    """The output-error form refuses it by name; it took the angle for an effort whose sensor is not connected."""
    with pytest.raises(PoorData, match="the readings of 'B' do not change: whatever holds it there is not in the efforts"):
        identify(arm, data, coordinates=["A", "B"], confirm=False, preparation=Preparation(form="output-error"))
