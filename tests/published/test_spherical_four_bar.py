"""Spherical four-bar closed by a whole revolute joint: its closed form, and rows that vanish on the closed loop."""

from __future__ import annotations

import numpy as np
import pytest

from biela import deg
from biela.library import spherical_four_bar as linkage
from biela.lie import so3
from biela.mechanism.mechanism import Mechanism


@pytest.fixture(scope="module")
def run():  # type: ignore[no-untyped-def]
    m = linkage.build()
    return m.simulate(linkage.start(m), 3.0, output_step=0.01)


def test_it_moves_along_its_curve(run) -> None:  # type: ignore[no-untyped-def]
    """b(θ_A) · c(θ_D) = cos β, the angle of the coupler between the axes B and C (Chiang 1988, ch. 3)."""
    A, D = run["A.angle"], run["D.angle"]
    assert np.ptp(A) > 1.0 and np.ptp(D) > 0.3
    for a, d in zip(A[::20], D[::20], strict=True):
        b = so3.rotation_z(a) @ (0.0, -np.sin(linkage.CRANK), np.cos(linkage.CRANK))
        c = so3.rotation_x(-linkage.BASE) @ so3.rotation_z(-d) @ (0.0, np.sin(linkage.ROCKER), np.cos(linkage.ROCKER))
        assert b @ c == pytest.approx(np.cos(linkage.COUPLER), abs=1e-10)
    assert run.closure_error < 1e-10
    assert run.energy_error < 1e-6 * run["machine.kinetic_energy"].max()


def test_mobility_and_rows(run) -> None:  # type: ignore[no-untyped-def]
    """Grübler counts −2; of the five closure rows two say something, and none of them vanishes everywhere."""
    report = run.mechanism.check(run.state(0))
    assert report.mobility is not None
    assert (report.mobility.measured, report.mobility.counted) == (1, -2)
    assert len(report.mobility.redundant) == 3 and not report.mobility.vanishing


def test_hinges_at_the_centre_move_the_same(run) -> None:  # type: ignore[no-untyped-def]
    """Along their axes hinges may sit anywhere. Away from the centre the row along the axis has nothing but rounding left on
    the closed loop: taken for an equation, it would lock the machine."""
    m = linkage.build()
    twin = Mechanism("at the centre", gravity=m.gravity)
    for name, body in m.bodies.items():
        if not body.is_ground:
            twin.body(name, mass=body.mass, com=body.com, inertia=body.inertia)
    arcs = {"B": ("crank", "coupler", linkage.CRANK), "C": ("coupler", "rocker", linkage.COUPLER)}
    twin.revolute("A", twin.ground, "crank")
    for name, (inner, outer, arc) in arcs.items():
        twin.revolute(name, twin.bodies[inner].frame(name, rotation=(arc, 0, 0)), outer)
    foot = twin.ground.frame("D", rotation=(-linkage.BASE, 0, 0))
    twin.revolute("D", twin.bodies["rocker"].frame("D", rotation=(linkage.ROCKER, 0, 0)), foot)
    other = twin.simulate(linkage.start(twin), 1.0, output_step=0.01)
    assert other["A.angle"] == pytest.approx(run["A.angle"][:101], abs=1e-6)
    assert len(twin.check(other.state(0)).mobility.vanishing) == 3  # type: ignore[union-attr]


def test_all_arcs_of_the_library_machine() -> None:
    """The crank can turn round: shortest and longest arc together are shorter than the other two."""
    arcs = sorted((linkage.CRANK, linkage.COUPLER, linkage.ROCKER, linkage.BASE))
    assert arcs[0] + arcs[3] < arcs[1] + arcs[2]
    m = linkage.build()
    guess = linkage.start(m)
    for angle in np.arange(60, 421, 15) * deg:
        guess = m.assemble({"A": angle}, guess=guess)
        assert abs(guess["machine.closure_error"]) < 1e-12
