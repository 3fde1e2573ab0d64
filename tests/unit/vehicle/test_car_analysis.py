"""Trim, modes, directional stability, drives and the account of energy."""

import numpy as np
import pytest

from biela.library import quarter_car, renault_clio
from biela.vehicle.analysis import directional_modes, energy_shares, trim
from biela.vehicle.driver import Driver
from biela.vehicle.manoeuvre import KMH
from biela.vehicle.road import Road, Slope
from biela.vehicle.tyre import MagicFormula1987
from single_track import SingleTrack

CAR = renault_clio.car()


def test_quarter_car_has_the_published_modes():
    m = quarter_car.build()
    values = np.asarray(m.linearise(m.assemble()).eigenvalues)
    pairs = values[values.imag > 0.1]
    pairs = pairs[np.argsort(np.abs(pairs))]
    assert np.abs(pairs[0]) / (2 * np.pi) == pytest.approx(1.24, abs=0.02)  # with the tyre in series
    assert np.abs(pairs[1]) / (2 * np.pi) == pytest.approx(10.43, rel=0.01)
    assert np.sqrt(14900 / quarter_car.SPRUNG) / (2 * np.pi) == pytest.approx(1.305, abs=1e-3)


def test_trim_on_a_slope_shifts_load_to_the_rear():
    level, uphill = trim(CAR, settle=1.0), trim(CAR, Road((Slope(0.1),)))
    assert sum(level.loads.values()) == pytest.approx(8100.0, rel=1e-6)
    angle = np.arctan(0.1)
    rear = uphill.loads["rear_left"] + uphill.loads["rear_right"]
    # about the front contact: weight at 0.6 m height and 0.9156 m behind the axle
    expected = 8100 * (np.cos(angle) * 0.9156 + np.sin(angle) * 0.6) / 2.472
    assert rear == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("speed", [65 * KMH, 30.0])
def test_directional_stability_of_the_full_car(speed):
    """Eigenvalues of the full 3-D car against the single-track model with its whole mass and yaw inertia."""
    law = MagicFormula1987()
    twin = SingleTrack(
        CAR.mass, 2669.0, 0.9156, 1.5564, lambda a: 2 * law.force(a, 0, 2550.0), lambda a: 2 * law.force(a, 0, 1500.0)
    )
    found = directional_modes(CAR, speed)
    assert np.all(found.real < 0)
    # the tyres' relaxation slows them a little
    assert np.sort(np.abs(found)) == pytest.approx(np.sort(np.abs(twin.eigenvalues(speed))), rel=0.15)


@pytest.mark.parametrize(("drive", "differential"), [("rear", "open"), ("all", "locked")])
def test_other_drives_and_the_account_of_energy(drive, differential):
    car = renault_clio.car(drive=drive, differential=differential)
    m = car.build(Driver(throttle=0.6, gear=1, launch=261.8))
    run = m.simulate(car.start(m), 3.0, method="rk4", step=5e-4, output_step=5e-3)
    driven = "rear_left" if drive == "rear" else "front_left"
    assert run[f"{driven}.longitudinal_force"][-1] > 100
    if drive == "rear":
        assert run["front_left.longitudinal_force"][-1] < 0  # towed
    else:
        spins = [run[f"{w}_spin.rate"][-1] for w in ("front_left", "front_right")]
        assert spins[0] == pytest.approx(spins[1], abs=1e-6)
    shares = energy_shares(run)
    assert abs(shares["left over"]) < 2e-3 * shares["engine"]
    assert min(v for k, v in shares.items() if k != "left over") >= -1e-6
