"""The text of a description: it changes with everything that changes the equations, and with nothing else."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np
import pytest

import biela
from biela.equations.canonical import canonical, traced
from biela.lie import array as xp
from biela.lie.traced import CASADI, UFUNCS, TextTape
from biela.mechanism.mechanism import Mechanism
from biela.network import C, Integrator, Network, One, R

GAIN = 2.0


class Data:
    stiffness = 3.0


def closing_over(k: float) -> Callable[[Any], Any]:
    return lambda s: k * s["A.angle"]


def with_default(k: float) -> Callable[[Any], Any]:
    def law(s: Any, k: float = k) -> Any:
        return k * s["A.angle"]

    return law


class Acting:
    def __init__(self, k: float) -> None:
        self.k = k

    def __call__(self, s: Any) -> Any:
        return self.k * s["A.angle"]


@pytest.mark.parametrize("make", [closing_over, with_default, Acting])
def test_a_value_inside_a_law_is_in_its_text(make: Callable[[float], Any]) -> None:
    assert traced(make(2.0)) == traced(make(2.0))
    assert traced(make(2.0)) != traced(make(2.0000000000000004))


def test_globals_and_attributes_of_classes_are_in_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def law(s: Any) -> Any:
        return GAIN * s["A.angle"] + Data.stiffness * s["A.rate"]

    before = traced(law)
    monkeypatch.setitem(globals(), "GAIN", 2.5)
    changed = traced(law)
    monkeypatch.setattr(Data, "stiffness", 4.0)
    assert len({before, changed, traced(law)}) == 3


LAWS: dict[str, Callable[[Any], Any]] = {
    "product": lambda s: 2 * s["A.angle"],
    "quotient": lambda s: s["A.angle"] / 2,
    "other way round": lambda s: 2 / s["A.angle"],
    "difference": lambda s: s["A.angle"] - 2,
    "power": lambda s: s["A.angle"] ** 2,
    "power of": lambda s: 2 ** s["A.angle"],
    "other signal": lambda s: 2 * s["B.angle"],
    "time": lambda s: 2 * s.time,
    "parameter": lambda s: 2 * s.parameter("A.angle"),
    "sine": lambda s: np.sin(s["A.angle"]),
    "hyperbolic": lambda s: xp.tanh(s["A.angle"]),
    "greater": lambda s: xp.fmax(s["A.angle"], 2),
    "smaller": lambda s: np.minimum(s["A.angle"], 2),
    "choice": lambda s: xp.where(s["A.angle"] > 2, s["A.angle"], 2),
    "choice at": lambda s: xp.where(s["A.angle"] >= 2, s["A.angle"], 2),
    "entry": lambda s: xp.stack(s["A.angle"], 2)[0],
    "other entry": lambda s: xp.stack(s["A.angle"], 2)[1],
    "number": lambda s: 2.0,
    "array": lambda s: s["A.angle"] * np.array([1.0, 2.0]),
    "other array": lambda s: s["A.angle"] * np.array([2.0, 1.0]),
}


def test_different_laws_have_different_texts_that_need_no_casadi() -> None:
    texts = {name: traced(law) for name, law in LAWS.items()}
    assert len(set(texts.values())) == len(texts)
    assert all(text.startswith("traced") for text in texts.values())


def test_what_cannot_be_written_down_is_left_to_casadi() -> None:
    own, branching = traced(lambda s: ca.sin(s["A.angle"])), traced(lambda s: ca.if_else(s.time > 1, 1.0, 2.0))
    assert not own.startswith("traced") and not branching.startswith("traced")
    assert own != traced(lambda s: ca.cos(s["A.angle"]))


@pytest.mark.parametrize("use", [bool, float, int, len, list, hash, lambda x: x[x], lambda x: np.heaviside(x, 0.5)])
def test_a_traced_symbol_has_no_value(use: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        use(TextTape().symbol("x"))


def test_casadi_knows_all_functions_that_are_traced() -> None:
    """What is traced without CasADi must be something that CasADi derives."""
    x, y = ca.SX.sym("x"), ca.SX.sym("y")
    for name in UFUNCS:
        ufunc = getattr(np, name)
        assert isinstance(ufunc(*(x, y)[: ufunc.nin]), ca.SX), name
    assert all(hasattr(ca, name) for name in CASADI)


def network(law: Any, *, initial: float = 0.0, capacity: float = 0.5) -> Mechanism:
    net = Network("n")
    net.add(
        One("v"), C("spring", capacity, initial=initial), R("damper", effort=law), Integrator("i", lambda s: s["damper.effort"])
    )
    net.connect("v", "spring")
    net.connect("v", "damper")
    m = Mechanism("m")
    m.attach(net)
    return m


def test_elements_and_laws_of_networks_are_in_the_text_and_starts_are_not() -> None:
    def cubic(k: float) -> Any:
        return lambda f: k * f**3

    def reading(signal: str) -> Any:
        return lambda f, s: f * s[signal]

    texts = [
        canonical(network(cubic(1.0))), canonical(network(cubic(2.0))), canonical(network(cubic(1.0), capacity=0.6)),
        canonical(network(reading("i.value"))), canonical(network(reading("spring.effort"))),
    ]  # fmt: skip
    assert len(set(texts)) == len(texts)
    assert canonical(network(cubic(1.0), initial=0.3)) == texts[0]
    assert not any("casadi" in text for text in texts)


def test_defaults_of_a_law_are_numbers_of_it() -> None:
    """`k=k` is how a loop gives a law its own value: no argument to be called with."""
    texts = [canonical(network(lambda f, s, k=k: k * f)) for k in (1.0, 2.0, 1.0)]
    assert texts[0] == texts[2] != texts[1]


def test_a_law_that_nothing_can_write_down_matches_nothing() -> None:
    def bad(f: Any) -> Any:
        raise RuntimeError

    assert canonical(network(bad)) != canonical(network(bad))


LIBRARY = """
import hashlib, sys
import biela
from biela.equations.canonical import canonical
for name in sys.argv[1:]:
    print(name, hashlib.sha256(canonical(biela.library.get(name).build()).encode()).hexdigest(), "casadi" in sys.modules)
"""


def test_every_library_machine_has_the_same_text_in_another_process() -> None:
    """Only the laws of tyres and drivers, and of bodies in bond graphs, are written down with CasADi."""
    cars = ["renault-clio", "coupled-pendulums", "top", "top-waves", "top-loops"]
    names = [name for name in biela.library.names() if name not in cars]
    command = [sys.executable, "-c", LIBRARY, *names, *cars]
    first = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    here = [hashlib.sha256(canonical(biela.library.get(n).build()).encode()).hexdigest() for n in [*names, *cars]]
    assert [line.split()[1] for line in first] == here
    assert all(line.endswith("False") for line in first[: len(names)])
