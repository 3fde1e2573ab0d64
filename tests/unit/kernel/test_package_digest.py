"""A kernel never goes stale: whichever file of biela, or of a user, a law is in, its change is seen by the next process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import biela
from biela.kernel import package_digest

SCRIPT = """
import sys, warnings
sys.path[:0] = sys.argv[1:]
import biela
from biela import library
from own_law import Push

warnings.simplefilter("ignore")

def slider(name, gravity=0.0):
    m = biela.Mechanism(name, gravity=(gravity, 0, 0))
    body = m.body("body", mass=2.0, com=(0, 0, 0), inertia=(1, 1, 1))
    m.prismatic("slide", m.ground, body, axis=(1, 0, 0))
    return m, body

def moved(m):
    start = m.assemble({"slide": 0.3}, rates={"slide": 4.0})
    return m.simulate(start, duration=0.1)["slide.position"][-1]

m, _ = slider("spring")
m.joint_spring("spring", "slide", stiffness=10.0)
print("mechanism", moved(m))
m, body = slider("air")
m.contact(biela.vehicle.Aerodynamics("air", body, drag_area=2.0))
print("vehicle", moved(m))
print("equations", moved(slider("fall", gravity=3.0)[0]))
m, body = slider("own")
m.contact(Push("push", body, size=6.0))
print("own", moved(m))
driven = library.get("motor-four-bar").simulate(duration=0.2).x[-1].sum()
print("network", driven)
print("lie", driven)
"""
OWN = """
from typing import Any
import casadi as ca
from dataclasses import dataclass
from biela.mechanism.load.contact import Action, Contact

@dataclass(frozen=True)
class Push(Contact):
    size: float = 1.0

    def act(self, motion: Any, signals: Any) -> Action:
        return Action(ca.vertcat(+self.size, 0, 0), ca.SX.zeros(3))
"""
CHANGES = {
    "lie": ("biela/lie/wrench.py", "xp.cross(w, F[:3]) + xp.cross(V[3:], f)", "xp.cross(w, F[:3]) - xp.cross(V[3:], f)"),
    "mechanism": ("biela/mechanism/load/spring_damper.py", "Effort(-elastic - other", "Effort(+elastic - other"),
    "vehicle": ("biela/vehicle/aerodynamics.py", "ca.vertcat(-drag,", "ca.vertcat(+drag,"),
    "equations": ("biela/equations/forward_dynamics.py", "ca.SX.zeros(3), -model.gravity", "ca.SX.zeros(3), +model.gravity"),
    "network": ("biela/network/element/resistance.py", "w.put(e, r * into * f,", "w.put(e, 2 * r * into * f,"),
    "own": ("own_law.py", "+self.size", "-self.size"),
}
"""Room → file with a law, and what is changed in it."""


def test_a_changed_law_of_every_room_is_seen_by_the_next_process(tmp_path: Path) -> None:
    package = Path(shutil.copytree(Path(biela.__file__).parent, tmp_path / "biela")).parent
    (tmp_path / "own_law.py").write_text(OWN)
    environment = {**os.environ, "BIELA_CACHE_DIR": str(tmp_path / "cache")}

    def run() -> dict[str, str]:
        command = [sys.executable, "-c", SCRIPT, str(package)]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return dict(map(str.split, done.stdout.splitlines()))  # type: ignore[arg-type]

    time.sleep(package_digest.SETTLED)  # what the digest is kept of
    before = run()
    assert run() == before
    for room, (file, old, new) in CHANGES.items():
        path = tmp_path / file
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))
        after = run()
        path.write_text(text)
        assert after[room] != before[room], room


def test_the_digest_follows_the_text_and_is_kept_for_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "room").mkdir()
    file = tmp_path / "room" / "law.py"
    file.write_text("x = 1\n")
    monkeypatch.setattr(package_digest, "PACKAGE", tmp_path)
    monkeypatch.setattr(package_digest, "SETTLED", -1.0)

    def digest() -> str:
        package_digest.source_hash.cache_clear()
        return package_digest.source_hash()

    first = digest()
    read: list[Path] = []
    real = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: (read.append(self), real(self))[1])
    assert digest() == first
    assert file not in read
    file.write_text("x = 2\n")  # as long as before
    second = digest()
    assert second != first
    file.write_text("x = 1\n")
    assert digest() == first
    package_digest.source_hash.cache_clear()


def test_nothing_is_kept_of_files_that_may_still_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "law.py").write_text("x = 1\n")
    monkeypatch.setattr(package_digest, "PACKAGE", tmp_path)
    saved: list[str] = []
    monkeypatch.setattr(package_digest.cache, "save", lambda *given: saved.append(given[0]))
    package_digest.source_hash.cache_clear()
    package_digest.source_hash()
    package_digest.source_hash.cache_clear()
    assert not saved
