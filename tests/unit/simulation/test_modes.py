"""Modes: values that rules change during a run, alone and in a batch."""

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.network import I, Mode, Network, One, R, Rule, Se


def two_speed(torque: float = 10.0) -> Network:
    """A rotor driven by a torque; from 3 rad/s on twice the drag, below 1 rad/s again the single one."""
    net = Network("box")
    net.add(One("shaft"), I("rotor", 2.0, domain="rotation"), Se("engine", torque, domain="rotation"))
    net.add(R("drag", lambda s: 1.0 * s["gear.value"], domain="rotation"))
    faster = Rule(lambda s: s["rotor.flow"] - 3.0, 2.0)
    slower = Rule(lambda s: s["rotor.flow"] - 1.0, 1.0, direction="falling")
    net.add(Mode("gear", initial=1, rules=[faster, slower]))
    net.connect("engine", "shaft")
    net.connect("shaft", "rotor")
    net.connect("shaft", "drag")
    return net


def test_a_mode_changes_at_the_very_moment():
    run = two_speed().simulate(duration=5.0, rtol=1e-10, atol=1e-12)
    changed = 2.0 * np.log(10.0 / 7.0)  # 10 (1 − exp(−t/2)) = 3
    assert [e.name for e in run.events] == ["gear.1"]
    assert run.events[0].time == pytest.approx(changed, abs=1e-9)
    after = run.t > changed
    exact = np.where(after, 5.0 - 2.0 * np.exp(-(run.t - changed)), 10.0 * (1.0 - np.exp(-run.t / 2.0)))
    assert np.abs(run["rotor.flow"] - exact).max() < 1e-8
    assert set(run["gear.value"][after]) == {2.0}
    assert set(run["gear.value"][~after]) == {1.0}


def test_every_machine_of_a_batch_changes_at_its_own_moment():
    m = biela.Mechanism("many")
    net = Network("box")
    drive = net.parameter("drive", 10.0)
    net.add(One("shaft"), I("rotor", 2.0, domain="rotation"), Se("engine", drive, domain="rotation"))
    net.add(R("drag", lambda s: 1.0 * s["gear.value"], domain="rotation"))
    net.add(Mode("gear", initial=1, rules=[Rule(lambda s: s["rotor.flow"] - 3.0, lambda s: s["gear.value"] + 1)]))
    net.connect("engine", "shaft")
    net.connect("shaft", "rotor")
    net.connect("shaft", "drag")
    m.attach(net, prefix="")
    torques = np.linspace(2.0, 20.0, 21)
    batch = biela.simulate_batch(m, duration=5.0, parameters={"drive": torques}, rtol=1e-10, atol=1e-12)
    assert set(batch.status) == {"done"}
    for k, torque in enumerate(torques):
        one = m.simulate(duration=5.0, parameters={"drive": torque}, rtol=1e-10, atol=1e-12)
        assert batch["rotor.flow"][-1, k] == pytest.approx(one["rotor.flow"][-1], abs=1e-8)
        assert batch["gear.value"][-1, k] == (2.0 if torque > 3.27 else 1.0)


def test_energy_is_accounted_for_across_changes():
    run = two_speed().simulate(duration=5.0, rtol=1e-10, atol=1e-12)
    assert np.abs(run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]).max() < 1e-7


def test_wrong_modes_are_refused():
    with pytest.raises(DescriptionError, match="'gear' is one number"):
        Mode("gear", initial=1, size=2)
    with pytest.raises(DescriptionError, match="is not a rule"):
        Mode("gear", initial=1, rules=["shift"])
    with pytest.raises(DescriptionError, match="direction is rising"):
        Rule(lambda s: s["a.flow"], 1.0, direction="up")  # type: ignore[arg-type]
    with pytest.raises(DescriptionError, match="law of signals"):
        Rule(3.0, 1.0)  # type: ignore[arg-type]
