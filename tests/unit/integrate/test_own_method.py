"""Methods from files outside the library: a table and a name, and they are used like any other."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hand_machines import forced
from test_measured_order import NONE, measured_order, precise

import biela
from biela import files
from biela.base.errors import DescriptionError
from biela.integrate.driver import integrate
from biela.integrate.method.base import method, method_named, method_names
from biela.integrate.method.rk4 import RK4
from biela.integrate.system import Formulation
from command_line import biela_command

FILE = '''
"""Methods of our own."""
from dataclasses import replace
from biela.integrate.tableau import Explicit
from biela.integrate.method import rodas3
from biela.integrate.linearly_implicit import LinearlyImplicit
from biela.integrate.method.base import method
from biela.integrate.runge_kutta import EmbeddedRungeKutta, RungeKutta


@method("heun")
class Heun(RungeKutta):
    """Heun (1900), Zeitschrift für Mathematik und Physik 45, 23-38."""

    order = 2
    tableau = Explicit(a=((1.0,),), b=(0.5, 0.5))


@method("bogacki-shampine")
class BogackiShampine(EmbeddedRungeKutta):
    """Bogacki & Shampine (1989), Applied Mathematics Letters 2, 321-325."""

    order = 3
    tableau = Explicit(
        a=((1 / 2,), (0.0, 3 / 4), (2 / 9, 1 / 3, 4 / 9)),
        b=(2 / 9, 1 / 3, 4 / 9, 0.0),
        error=(2 / 9 - 7 / 24, 1 / 3 - 1 / 4, 4 / 9 - 1 / 3, -1 / 8),
    )


@method("heun-euler")
class HeunEuler(EmbeddedRungeKutta):
    """Heun's method with Euler's as its estimate: a pair whose last stage does not serve the next step."""

    order = 2
    tableau = Explicit(a=((1.0,),), b=(0.5, 0.5), error=(-0.5, 0.5))


@method("rodas3")
class Rodas3(LinearlyImplicit):
    """Sandu et al. (1997)."""

    order = 3
    table = replace(rodas3.TABLE, error=(0.0, 0.0, 0.0, 1.0))
'''
X0 = np.array([2.0, 1.5])


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The file, imported as a user imports it."""
    path = tmp_path_factory.mktemp("own") / "our_methods.py"
    path.write_text(FILE, "utf-8")
    spec = importlib.util.spec_from_file_location("our_methods", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def end() -> Any:
    return precise(lambda t, x: [x[1], -np.sin(x[0]) - 0.1 * x[1] + np.cos(t)], X0, 4.0)


@pytest.mark.parametrize("name", ["Heun", "BogackiShampine", "HeunEuler", "Rodas3"])
def test_measured_order(own: Any, name: str) -> None:
    kind = getattr(own, name)
    order = measured_order(forced(), kind, X0, end(), 4.0, [80, 160, 320], Formulation.PLAIN)
    assert order == pytest.approx(kind.order, abs=0.2)


@pytest.mark.parametrize("name", ["BogackiShampine", "HeunEuler", "Rodas3"])
def test_pairs_choose_their_steps_and_write_outputs_between_them(own: Any, name: str) -> None:
    times = np.linspace(0.0, 4.0, 41)
    method = getattr(own, name)(rtol=1e-6, atol=1e-6)
    outcome = integrate(forced(), method, 0.0, X0, NONE, NONE, times, formulation=Formulation.PLAIN)
    assert outcome.done
    assert outcome.steps[0] < 5000
    reference = integrate(forced(), RK4(step=1e-3), 0.0, X0, NONE, NONE, times, formulation=Formulation.PLAIN)
    dense = 1e-3 if name == "Rodas3" else 2e-5  # which has no continuous extension of its own: straight lines
    np.testing.assert_allclose(outcome.x, reference.x, atol=dense)


def pendulum() -> biela.Mechanism:
    m = biela.Mechanism("pendulum", gravity=(0, -9.81, 0))
    rod = m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=biela.rod(mass=1.0, length=1.0))
    m.revolute("A", m.ground, rod)
    return m


def test_in_python_in_a_file_and_on_the_command_line(own: Any, tmp_path: Path) -> None:
    m = pendulum()
    run = m.simulate({"A": 0.3}, duration=0.5, method="heun", step=1e-2)
    finer = m.simulate({"A": 0.3}, duration=0.5, method="rk4", step=1e-2)
    error = abs(run["A.angle"][-1] - finer["A.angle"][-1])
    assert 1e-7 < error < 1e-3
    path = tmp_path / "pendulum.yaml"
    files.save(m, path)
    path.write_text(path.read_text("utf-8") + "\nsimulation:\n  duration: 0.5\n  method: heun\n  step: 0.01\n", "utf-8")
    ready = files.read(path)
    assert ready.settings["method"] == "heun"
    done = biela_command("run", str(path), "--out", str(tmp_path / "out"), "--json")
    assert done.exit_code == 0, done.output
    assert "heun" in method_names()


def test_unknown_names_and_names_that_are_taken_are_refused(own: Any) -> None:
    with pytest.raises(DescriptionError, match=r"method 'hoin' is unknown"):
        method_named("hoin")
    with pytest.raises(DescriptionError, match=r"method 'rk4' exists already: RK4"):
        method("rk4")(own.Heun)


def test_all_methods_of_the_library_are_found() -> None:
    known = {"dormand-prince", "rk4", "adams-bashforth", "semi-implicit-euler", "munthe-kaas", "rosenbrock", "multi-rate"}
    assert known | {"cvode-bdf", "cvode-adams"} <= set(method_names())
    assert all(method_named(name)[0].source for name in known)
