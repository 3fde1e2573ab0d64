"""The front of the package: some forty names and the rooms, each documented, typed, with a repr that says something."""

from __future__ import annotations

import base64
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import biela
from biela import files, library
from biela.element.declaration import Element


@pytest.fixture(scope="module")
def four_bar() -> biela.Mechanism:
    return library.get("four-bar").build()


ROOMS = {
    "app", "element", "estimate", "files", "identify", "library", "lie", "mechanism", "network", "report",
    "simulation", "vehicle",
}  # fmt: skip


def test_about_forty_names_besides_the_rooms() -> None:
    assert set(biela.__all__) >= ROOMS
    assert 30 <= len(set(biela.__all__) - ROOMS) <= 45
    assert set(dir(biela)) == {*biela.__all__, "__version__"}  # what tab completion offers
    for name in biela.__all__:
        assert getattr(biela, name) is not None


def test_rooms_need_no_import_of_their_own() -> None:
    code = (
        "import biela, types\n"
        "biela.identify.Regressor, biela.estimate.Model, biela.network.One, biela.vehicle.Car, biela.library.get\n"
        "biela.files.dumps, biela.element.element, biela.simulation.Baumgarte, biela.report\n"
        "assert isinstance(biela.simulate, types.FunctionType)\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    "name",
    [
        "check", "assemble", "branches", "equilibrium", "equilibria", "linearise", "simulate", "simulate_batch",
        "inverse_kinematics", "inverse_dynamics",
    ],
)  # fmt: skip
def test_doors_have_the_signature_of_their_function(name: str, four_bar: biela.Mechanism) -> None:
    function, door = getattr(biela, name), getattr(four_bar, name)
    signature = inspect.signature(function)
    first, *others = signature.parameters.values()
    assert first.name == "mechanism"
    assert inspect.signature(door) == signature.replace(parameters=others)
    assert not any(p.kind is p.VAR_KEYWORD for p in others), "an editor completes names, not **options"
    assert inspect.getdoc(door) == inspect.getdoc(function)
    assert getattr(biela.Mechanism, name) is function


def test_every_name_is_documented() -> None:
    for name in biela.__all__:
        value = getattr(biela, name)
        if not isinstance(value, float):
            assert len(inspect.getdoc(value) or "") > 20, name


def test_types_see_the_same_names_as_python() -> None:
    """Names are found late; the block for type checkers must list the same ones."""
    for package in ("biela", "biela.simulation", "biela.mechanism", "biela.files", "biela.vehicle"):
        module = importlib.import_module(package)
        source = Path(str(module.__file__)).read_text("utf-8")
        for name in module.__all__:
            if name not in ("deg", "rpm"):
                assert re.search(rf"^    from .*\b{name} as {name}\b", source, re.MULTILINE), f"{package}.{name}"
    assert (Path(biela.__file__).parent / "py.typed").exists()


@pytest.mark.parametrize("package", ["biela.mechanism.coupling", "biela.mechanism.load"])
def test_packages_of_elements_export_each_of_them(package: str) -> None:
    room = importlib.import_module(package)
    modules = [importlib.import_module(f"{package}.{m.name}") for m in pkgutil.iter_modules(room.__path__)]
    classes = [c for m in modules for c in vars(m).values() if inspect.isclass(c) and c.__module__ == m.__name__]
    elements = {c.__name__ for c in classes if issubclass(c, Element) and not c.__name__.startswith("_")}
    assert len(elements) > 15 and elements <= set(room.__all__)
    assert all(hasattr(room, name) for name in room.__all__)


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("Body", "from biela.mechanism import Body"),
        ("hollow_cylinder", "from biela.lie.inertia import hollow_cylinder"),
        ("dumps", "from biela.files import dumps"),
        ("Batch", "from biela.simulation import Batch"),
    ],
)
def test_names_that_live_elsewhere_say_where(name: str, remedy: str) -> None:
    with pytest.raises(AttributeError, match=remedy):
        getattr(biela, name)
    package = remedy.split()[1]
    assert hasattr(importlib.import_module(package), name)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_every_public_name_is_there_in_a_fresh_process() -> None:
    """Whatever was used before: each name is asked for first, in a fork of a process that has only imported biela."""
    code = """
import os, biela
for name in biela.__all__:
    if os.fork() == 0:
        getattr(biela, name)
        os._exit(0)
    if os.wait()[1]:
        print(name)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "", done.stderr[-2000:]


def test_import_stays_light() -> None:
    code = "import sys, biela\n"
    code += "print([m for m in ('casadi', 'scipy', 'xarray', 'matplotlib', 'pydantic') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


REPRS: dict[str, tuple[Callable[[biela.Mechanism], Any], str]] = {
    "mechanism": (lambda m: m, "<Mechanism 'four-bar': 3 bodies, 4 joints, 0 loads>"),
    "body": (lambda m: m.bodies["crank"], "<Body 'crank': 0.4 kg>"),
    "ground": (lambda m: m.ground, "<Ground>"),
    "joint": (lambda m: m.joints["A"], "<revolute 'A': ground → crank>"),
    "check": (lambda m: m.check(), "four-bar: 3 bodies, 4 joints, one loop\n  mobility 1"),
    "state": (lambda m: m.assemble({"A": 1.0}), "<State of 'four-bar' at t = 0 s: A 1"),
    "history": (lambda m: m.simulate({"A": 1.0}, 0.1), "<History of 'four-bar': 0.1 s"),
    "batch": (lambda m: m.simulate_batch([m.assemble({"A": a}) for a in (1.0, 1.1)], 0.1), "<Batch of 2 × 'four-bar'"),
    "equilibrium": (lambda m: m.equilibrium({"A": -1.0}), "<Equilibrium of 'four-bar', stable"),
    "linearisation": (lambda m: m.linearise(m.equilibrium({"A": -1.0}).state), "<Linearisation in "),
    "mode": (lambda m: m.linearise(m.equilibrium({"A": -1.0}).state).modes[0], "<Eigenmode 0.7283 Hz, damping ratio 0"),
    "ready": (lambda m: library.get("four-bar"), "<Case 'four-bar': crank, coupler and rocker"),
    "machine file": (lambda m: files.loads(files.dumps(m)), "<Case 'four-bar' from machine file, 10 s>"),
    "event": (lambda m: biela.Event("top", "A.angle"), "Event(name='top', when='A.angle'"),
    "sine": (lambda m: biela.sine(1.0, period=2.0), "Sine(amplitude=1.0"),
    "step": (lambda m: biela.step(1.0), "Step(before=0.0, after=1.0"),
    "table": (lambda m: biela.table([0, 1], [0, 1]), "Table(x=(0.0, 1.0)"),
    "polynomial": (lambda m: biela.polynomial(1, 2), "Polynomial(coefficients=(1"),
    "network": (lambda m: biela.Network("pump"), "<Network 'pump': 0 components"),
}  # fmt: skip


@pytest.mark.parametrize("what", REPRS)
def test_repr_says_what_it_is(what: str, four_bar: biela.Mechanism) -> None:
    make, text = REPRS[what]
    shown = repr(make(four_bar))
    assert text in shown
    assert " object at 0x" not in shown and len(shown) < 900


def test_notebooks_get_a_picture_where_one_helps(four_bar: biela.Mechanism, tmp_path: Path) -> None:
    run = four_bar.simulate({"A": 1.0}, 0.2)
    run.save(tmp_path / "r.nc")
    for thing in (four_bar, four_bar.assemble({"A": 1.0}), run, files.loads(files.dumps(four_bar))):
        text = thing._repr_html_()
        assert "<iframe srcdoc=" in text
        packed = text.partition("atob(&quot;")[2].partition("&quot;")[0]
        page = zlib.decompress(base64.b64decode(packed), wbits=-zlib.MAX_WBITS).decode()
        assert "canvas" in page and 'src="http' not in page and 'href="http' not in page
    saved = biela.load(tmp_path / "r.nc")._repr_html_()
    assert "result of" in saved and "data:image/png;base64," in saved
    check = four_bar.check()._repr_html_()
    assert "<td" in check and "mobility" in check and "closed by C: A – B – C – D" in check
    assert "<svg" in biela.Network("pump")._repr_svg_()


def test_machine_that_is_still_described_is_shown_and_stays_open() -> None:
    m = biela.Mechanism("<b>half</b>")
    arm = m.body("arm", mass=1.0)
    assert "No picture yet" in m._repr_html_()  # no joint ties it to the ground
    assert "&lt;b&gt;half" in m._repr_html_() and "<b>half" not in m._repr_html_()
    m.revolute("pivot", m.ground, arm, child_point=(0, 1, 0))
    assert "<iframe" in m._repr_html_()
    m.body("other", mass=1.0)  # nothing was frozen by looking


def test_one_version_everywhere() -> None:
    root = Path(__file__).parents[2]
    found = {
        "pyproject.toml": re.search(r'^version = "(.+)"$', (root / "pyproject.toml").read_text("utf-8"), re.MULTILINE),
        "CITATION.cff": re.search(r"^version: (.+)$", (root / "CITATION.cff").read_text("utf-8"), re.MULTILINE),
        "CHANGELOG.md": re.search(r"^## (\S+) – \d{4}-\d\d-\d\d$", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE),
    }
    assert {name: match and match[1] for name, match in found.items()} == dict.fromkeys(found, biela.__version__)
