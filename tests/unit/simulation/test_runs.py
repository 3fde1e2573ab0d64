"""Runs: what can go wrong, by name; interruption; histories and their views."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import numpy as np
import pytest

import biela
from biela.base.errors import (
    BielaError,
    DescriptionError,
    SimulationError,
    SingularMass,
    StepTooLarge,
    ToleranceNotReached,
    UnknownName,
)
from biela.mechanism.mechanism import Mechanism
from closed_forms import G, block, four_bar, pendulum, period


def stiff_block() -> Mechanism:
    m = block()
    m.joint_spring("spring", "rail", 1e6)
    return m


@pytest.mark.parametrize("method", ["rk4", "semi-implicit-euler"])
def test_a_step_too_large_explodes_with_time_and_culprit(method: str) -> None:
    """ω = 1000 rad/s at 5 ms: beyond the stability limit of any explicit method."""
    with pytest.raises(
        StepTooLarge, match=r"exploded at t = [\d.e+-]+ s, first in joint 'rail': the step of 0\.005 s is too large.*Halve"
    ):
        stiff_block().simulate({"rail": 0.1}, 10.0, method=method, step=5e-3)


def test_a_force_that_becomes_infinite_is_found() -> None:
    m = block()
    m.user_effort("blowup", "rail", lambda s: s["rail.position"] ** 3 * 1e3 + s["rail.rate"] ** 3 * 1e3)
    with pytest.raises(SimulationError, match=r"t = 0\.\d+ s, first in joint 'rail'"):
        m.simulate(m.assemble({"rail": 1.0}, rates={"rail": 1.0}), 10.0)


def test_an_unreachable_tolerance_is_named() -> None:
    """Below rounding nothing can be met, and the tolerance is said to be the reason."""
    with pytest.raises((ToleranceNotReached, DescriptionError), match="(tolerance|rtol)"):
        pendulum().simulate({"pivot": 1.0}, 10.0, rtol=1e-18, atol=1e-20)


def test_a_jump_too_sharp_for_the_tolerance_is_located() -> None:
    """A force that chatters without end: the step shrinks to nothing where it starts."""
    m = block()
    m.user_effort("chatter", "rail", lambda s: -1e9 * (2 * (s["rail.position"] > 0) - 1))
    with pytest.raises(ToleranceNotReached, match=r"beyond t = .*'rail'.*Loosen rtol=…, look for a jump.*rosenbrock"):
        m.simulate(m.assemble(rates={"rail": 1.0}), 1.0, rtol=1e-12, atol=1e-14)


def test_a_dead_point_is_not_passed_by_force() -> None:
    """A driven four-bar whose crank cannot turn so far: the loops cannot be closed beyond the dead point."""
    m = four_bar().edit()
    m.drive("D", biela.polynomial(1.6, 1.0))  # the rocker cannot go round
    start = m.assemble(guess={"A": 1.0})
    with pytest.raises(
        SimulationError,
        match=r"dead point at t = 0\.898\d* s, D = 143\.13°, first in joint .*'D_drive' leads beyond it.*stays within reach",
    ):
        m.simulate(start, 5.0)


def test_nothing_with_mass() -> None:
    """A coordinate that moves nothing with inertia has no acceleration: said, not computed."""
    m = Mechanism("massless", gravity=(0, -G, 0))
    m.revolute("A", m.ground, m.body("arm"))
    m.revolute("B", "arm", m.body("tip", mass=1.0, com=(0, 0, 0.1)), parent_point=(1, 0, 0))
    with pytest.raises(SingularMass, match=r"nothing with inertia resists .*B.*Give the bodies"):
        m.simulate({"A": 0.3}, 1.0)
    assert not m.check().ok


def test_light_bodies_are_fine_where_heavy_ones_hang_on_them() -> None:
    m = Mechanism("light arm", gravity=(0, -G, 0))
    m.revolute("A", m.ground, m.body("arm"))
    m.fixed("weld", "arm", m.body("bob", mass=1.0), parent_point=(0, -1, 0))
    run = m.simulate({"A": 0.5}, 1.0, output_step=0.25)
    other = pendulum().simulate({"pivot": 0.5}, 1.0, output_step=0.25)
    assert run["A.angle"] == pytest.approx(other["pivot.angle"], abs=1e-8)


def test_ctrl_c_leaves_what_was_computed() -> None:
    """An interrupt from the progress call ends the run; the part so far is there, and can be continued."""
    m = pendulum()

    def impatient(t: float, steps: int) -> None:
        if t > 2.0:
            raise KeyboardInterrupt

    run = m.simulate({"pivot": 1.0}, 1e4, method="rk4", step=1e-3, output_step=0.01, progress=impatient)
    assert run.status == "interrupted"
    assert 2.0 <= run.t[-1] < 1e4
    assert np.all(np.isfinite(run["pivot.angle"]))
    on = m.simulate(run.final, 1.0, method="rk4", step=1e-3)
    assert on.t[0] == pytest.approx(run.t[-1])


BAD: dict[str, tuple[dict[str, object], type[BielaError], str]] = {
    "no duration": ({"duration": 0.0}, DescriptionError, "duration is 0.0: give a positive number"),
    "NaN duration": ({"duration": float("nan")}, DescriptionError, "duration is nan"),
    "negative step": ({"method": "rk4", "step": -1.0}, DescriptionError, "step is -1.0: give a positive number"),
    "missing step": ({"method": "rk4"}, DescriptionError, "method 'rk4' needs a step"),
    "unknown method": ({"method": "rk5"}, DescriptionError, "method 'rk5' is unknown. Did you mean 'rk4'"),
    "negative tolerance": ({"rtol": -1.0}, DescriptionError, "rtol is -1.0: tolerances are positive"),
    "NaN tolerance": ({"atol": float("nan")}, DescriptionError, "atol is nan"),
    "no tolerance": ({"rtol": 0.0, "atol": 0.0}, DescriptionError, "tolerances are positive"),
    "output step": ({"output_step": 0.0}, DescriptionError, "output_step is 0.0: give a positive"),
    "unknown input": ({"inputs": {"moter": 1.0}}, UnknownName, "no input 'moter'. Did you mean 'motor'"),
    "NaN input": ({"inputs": {"motor": float("nan")}}, DescriptionError, "input 'motor' is nan: give a finite number"),
    "unknown joint": ({"start": {"pivt": 1.0}}, UnknownName, "no joint 'pivt'. Did you mean 'pivot'"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_requests_are_refused_by_name(name: str) -> None:
    options, error, message = BAD[name]
    m = pendulum()
    m.motor("motor", "pivot")
    options = {"start": {"pivot": 1.0}, "duration": 1.0, **options}
    with pytest.raises(error, match=message):
        m.simulate(**options)  # type: ignore[arg-type]


def test_input_without_actuators_says_how_to_add_one() -> None:
    with pytest.raises(UnknownName, match=r"no input 'motor'.*no actuators: add one with m\.motor"):
        pendulum().simulate({"pivot": 1.0}, 1.0, inputs={"motor": 1.0})


def test_start_of_another_machine_is_refused() -> None:
    with pytest.raises(DescriptionError, match="the start state belongs to 'block', not to 'pendulum'"):
        pendulum().simulate(block().assemble(), 1.0)


def test_negative_mass_by_parameter_is_refused() -> None:
    m = Mechanism("pendulum")
    mass = m.parameter("mass", 1.0)
    m.revolute("pivot", m.ground, m.body("bob", mass=mass, com=(1, 0, 0)))
    with pytest.raises(DescriptionError, match="body 'bob'.*mass"):
        m.simulate({"pivot": 1.0}, 1.0, parameters={"mass": -1.0})


# ------------------------------------------------------------------------------------------------------- histories


@pytest.fixture(scope="module")
def swing() -> biela.History:
    m = pendulum(damping=0.1)
    return m.simulate({"pivot": 1.0}, 2.0, output_step=0.1)


def test_signals_of_a_history(swing: biela.History) -> None:
    assert swing.t == pytest.approx(np.linspace(0, 2, 21))
    assert swing["time"] is swing.t
    assert swing["pivot.angle"][0] == 1.0
    assert swing.unit("pivot.rate") == "rad/s"
    assert "pivot.angle" in swing
    assert "pivot.angel" not in swing
    assert swing["bob.x"] == pytest.approx(np.zeros(21))
    with pytest.raises(UnknownName, match="no signal 'pivot.angel'. Did you mean 'pivot.angle'"):
        swing["pivot.angel"]


def test_outputs_do_not_change_the_run() -> None:
    """The same steps whatever the outputs: dense output interpolates."""
    m = pendulum()
    coarse, fine = (m.simulate({"pivot": 1.0}, 2.0, output_step=h) for h in (1.0, 0.01))
    assert coarse.steps == fine.steps
    assert fine["pivot.angle"][-1] == coarse["pivot.angle"][-1]
    # between steps the interpolant is as good as the steps
    exact = m.simulate({"pivot": 1.0}, 2.0, output_step=0.01, rtol=1e-12, atol=1e-14)
    assert fine["pivot.angle"] == pytest.approx(exact["pivot.angle"], abs=1e-6)


def test_a_run_continues_from_its_last_state(swing: biela.History) -> None:
    m = swing.mechanism
    whole = m.simulate({"pivot": 1.0}, 4.0, output_step=0.1, rtol=1e-11, atol=1e-12)
    first = m.simulate({"pivot": 1.0}, 2.0, rtol=1e-11, atol=1e-12)
    rest = m.simulate(first.final, 2.0, output_step=0.1, rtol=1e-11, atol=1e-12)
    assert rest.t[0] == 2.0
    assert rest["pivot.angle"] == pytest.approx(whole["pivot.angle"][20:], abs=1e-8)
    assert rest["machine.work"][-1] == pytest.approx(whole["machine.work"][-1], abs=1e-8)


def test_states_know_the_laws_of_their_run() -> None:
    """Signals of the last state are those of the last output, input laws included."""
    m = pendulum()
    m.motor("motor", "pivot")
    run = m.simulate({"pivot": 1.0}, 1.0, inputs={"motor": lambda s: -3 * s["pivot.rate"]})
    for name in ("motor.effort", "pivot.acceleration", "motor.power"):
        assert run.final[name] == pytest.approx(run[name][-1], rel=1e-12)
    constant = m.simulate({"pivot": 1.0}, 1.0, inputs={"motor": 2.0})
    assert constant.final["motor.effort"] == 2.0


def test_save_and_load(swing: biela.History, tmp_path: Path) -> None:
    path = swing.save(tmp_path / "deep" / "run.nc")
    back = biela.load(path)
    assert back.t == pytest.approx(swing.t, abs=0)
    assert back["pivot.angle"] == pytest.approx(swing["pivot.angle"], abs=0)
    assert back.unit("pivot.angle") == "rad"
    assert back.data.attrs["machine"] == "pendulum"
    swing.save(tmp_path / "run.csv")
    header = (tmp_path / "run.csv").read_text().splitlines()[0]
    assert header.startswith("time,") and "pivot.angle" in header
    with pytest.raises(BielaError, match=r"cannot write 'run.xls': the ending says the format, netCDF \(\.nc\)"):
        swing.save(tmp_path / "run.xls")
    with pytest.raises(BielaError, match="no file"):
        biela.load(tmp_path / "nothing.nc")
    with pytest.raises(UnknownName, match="no signal 'pivot.angel' in the file. Did you mean 'pivot.angle'"):
        back["pivot.angel"]


def test_views(swing: biela.History) -> None:
    table = swing.to_pandas(["pivot.angle", "pivot.rate"])
    assert list(table.columns) == ["pivot.angle", "pivot.rate"]
    assert table.index.name == "time"
    data = swing.to_xarray(["pivot.angle"])
    assert data["pivot.angle"].attrs["units"] == "rad"


def test_summary_for_scripts(swing: biela.History) -> None:
    summary = swing.summary()
    assert {"machine", "duration", "final", "energy_error", "closure_error", "steps", "wall_time", "real_time_factor"} <= set(
        summary
    )
    assert summary["final"]["pivot.angle"] == pytest.approx(swing["pivot.angle"][-1])
    assert summary["energy_error"] < 1e-6


def test_energy_of_a_pendulum_is_kept() -> None:
    run = pendulum(1.0).simulate({"pivot": np.pi / 2}, 3 * period(1.0, np.pi / 2), rtol=1e-10)
    assert run.energy_error < 1e-7
    assert run["pivot.angle"][-1] == pytest.approx(np.pi / 2, abs=1e-6)


def test_kernels_of_forgotten_machines_are_freed_safely() -> None:
    """Code of machines that died in reference cycles is released by the garbage collector."""
    gc.freeze()  # the collector looks at these machines only, not at all that the tests before have left
    try:
        for k in range(8):
            m = pendulum(1.0 + k)
            m.circle = m  # type: ignore[attr-defined]
            gone = weakref.ref(m)
            assert np.isfinite(m.assemble({"pivot": 0.5})["pivot.acceleration"])
            del m
            gc.collect()
            assert gone() is None
    finally:
        gc.unfreeze()


def test_a_batch_is_its_single_runs() -> None:
    m = pendulum()
    m.motor("motor", "pivot")
    starts = [m.assemble({"pivot": angle}) for angle in (0.3, 1.0, 2.0, -0.5, 0.1)]
    batch = m.simulate_batch(starts, 1.0, output_step=0.25, inputs={"motor": np.array([0.0, 0.1, 0.2, 0.3, 0.4])})
    for k, start in enumerate(starts):
        run = m.simulate(start, 1.0, output_step=0.25, inputs={"motor": 0.1 * k})
        assert batch["pivot.angle"][:, k] == pytest.approx(run["pivot.angle"], abs=1e-10)
        assert batch.state(k)["motor.effort"] == pytest.approx(0.1 * k)
    with pytest.raises(DescriptionError, match="5 machines but 2 input values"):
        m.simulate_batch(starts, 1.0, inputs={"motor": np.array([0.0, 0.1])})
    with pytest.raises(UnknownName, match="no input 'moter'"):
        m.simulate_batch(starts, 1.0, inputs={"moter": np.zeros(5)})
