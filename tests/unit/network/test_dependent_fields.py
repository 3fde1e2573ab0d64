"""Multiport storages whose ports are dictated by others: derivative causality, port by port."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.network import TF, CField, I, IField, Network, One, R, Se, Sf, Zero

L1, L2, MUTUAL, EXTRA = 2.0, 3.0, 1.2, 0.7


def coupled_coils(extra: float | None, **prefer: str) -> Network:
    """Two coils with a mutual inductance; in series with the second one a coil of its own, as an element or lumped into it."""
    net = Network("coils")
    second = L2 + (0.0 if extra is not None else EXTRA)
    net.add(Se("u"), One("i1"), One("i2"), R("r1", 1.0), R("r2", 0.5))
    if extra is not None:
        net.add(I("series", extra, **prefer))  # type: ignore[arg-type]
        net.connect("i2", "series")
    net.add(IField("coils", ((L1, MUTUAL), (MUTUAL, second))))
    net.connect("u", "i1", "coils.1")
    net.connect("i1", "r1")
    net.connect("i2", "coils.2")
    net.connect("i2", "r2")
    return net


def test_a_port_of_an_inertia_field_that_another_inertia_dictates() -> None:
    tied, lumped = coupled_coils(EXTRA, causality="integral"), coupled_coils(None)
    assert [n.path for n in tied.causality.derivative] == ["coils"]
    assert "I-field 'coils' is not independent, 'series' dictates" in tied.check()
    assert tied.linearise().states == ("series.momentum", "coils.momentum_1")
    a, b = (net.linearise(outputs=("i1.flow", "i2.flow")) for net in (tied, lumped))
    assert np.allclose(np.sort(a.eigenvalues.real), np.sort(b.eigenvalues.real), rtol=1e-12)
    omega = np.array([0.1, 1.0, 10.0])
    for output in ("i1.flow", "i2.flow"):
        assert np.allclose(a.response(omega, output), b.response(omega, output), rtol=1e-11)


def test_energy_is_kept_with_every_port_dictated() -> None:
    """A field between two heavy rotors that dictate both its flows: reflected inertia, also of one given by its energy."""
    net = Network("rotors")
    net.add(One("a"), One("b"), I("ja", 4.0, initial=2.0, causality="integral"), I("jb", 5.0, causality="integral"))
    net.add(IField("gear_train", ((0.3, 0.1), (0.1, 0.2))), TF("belt", 0.5), Zero("torque"), R("slip", 3.0))
    net.connect("a", "ja")
    net.connect("b", "jb")
    net.connect("a", "gear_train.1")
    net.connect("b", "gear_train.2")
    net.connect("a", "belt", "torque", "b")
    net.connect("torque", "slip")
    run = net.simulate(duration=3.0, rtol=1e-10, atol=1e-12)
    J = np.array([[4.3, 0.1], [0.1, 5.2]])
    flows = np.stack([run["a.flow"], run["b.flow"]])
    assert np.abs(run["rotors.stored_energy"] - 0.5 * np.einsum("it,ij,jt->t", flows, J, flows)).max() < 1e-12
    assert np.abs(run["gear_train.momentum_2"] - (0.1 * flows[0] + 0.2 * flows[1])).max() < 1e-12
    balance = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(balance).max() < 1e-8 and run["machine.work"][-1] < -1e-3


def test_a_compliance_field_given_by_its_energy_and_dictated_by_a_source() -> None:
    """A non-linear C-field whose first effort is prescribed: its displacement follows from the inverse of the law."""
    net = Network("plate")
    net.add(Se("u", lambda t: 1.0 + 0.2 * ca.sin(t)), Zero("p"), Zero("q"), R("leak", 2.0), R("inlet", 1.0))
    net.add(CField("plate", energy=lambda x: 0.5 * x[0] ** 2 + 0.05 * x[0] ** 4 + 0.3 * x[0] * x[1] + x[1] ** 2, size=2))
    net.add(Sf("pump", 0.1))
    net.connect("u", "p", "plate.1")
    net.connect("p", "inlet")
    net.connect("pump", "q", "plate.2")
    net.connect("q", "leak")
    assert [n.path for n in net.causality.derivative] == ["plate"]
    run = net.simulate(duration=4.0, rtol=1e-10, atol=1e-12, output_step=0.01)
    x, y = run["plate.displacement_1"], run["plate.displacement_2"]
    assert np.abs(x + 0.2 * x**3 + 0.3 * y - (1.0 + 0.2 * np.sin(run.t))).max() < 1e-9
    slope = np.gradient(x, run.t)
    assert np.abs(run["plate.flow_1"] - slope)[2:-2].max() < 1e-4
    balance = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(balance).max() < 1e-7


@pytest.mark.parametrize("matrix", [((2.0, 0.5), (0.5, 1.0)), ((1.0, 0.0), (0.0, 1.0))])
def test_independent_ports_keep_integral_causality(matrix: tuple[tuple[float, float], ...]) -> None:
    net = Network("n")
    net.add(One("a"), One("b"), R("ra", 1.0), R("rb", 1.0), IField("m", matrix, initial=(1.0, 0.0)))
    net.connect("a", "m.1")
    net.connect("b", "m.2")
    net.connect("a", "ra")
    net.connect("b", "rb")
    assert not net.causality.derivative
    A = net.linearise().A
    assert np.allclose(A, -np.linalg.inv(np.array(matrix)))
