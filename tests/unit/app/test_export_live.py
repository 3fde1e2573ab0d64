"""`biela export` to pages that simulate and to modules."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from command_line import biela_command

API = """
import { readFileSync } from "node:fs";
import { load } from "%s";
const machine = await load(readFileSync("%s"));
machine.set("left_motor", 1e-5);
const run = machine.run({ duration: 2, method: "rk4", step: 1e-3 });
const more = machine.on({ duration: 1 }), name = "left_shoulder.angle";
console.log(JSON.stringify([run.status, run.t.at(-1), run.signal(name).at(-1), run.unit(name), more.t.at(-1)]));
"""


def test_a_module_comes_with_what_loads_it(tmp_path: Path) -> None:
    """The calls of docs/files/live.md, in Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    done = biela_command("export", "five-bar", str(tmp_path / "five_bar.wasm"))
    assert done.exit_code == 0, done.stderr
    script = tmp_path / "try.mjs"
    script.write_text(API % (tmp_path / "biela.mjs", tmp_path / "five_bar.wasm"))
    said = subprocess.run([node, str(script)], capture_output=True, text=True, check=True).stdout
    status, t, angle, unit, later = json.loads(said)
    assert (status, unit) == ("done", "rad")
    assert (t, later) == (pytest.approx(2.0), pytest.approx(3.0))

    from biela import library

    case = library.get("five-bar")
    native = case.simulate(2.0, inputs={"left_motor": 1e-5}, method="rk4", step=1e-3)
    assert angle == pytest.approx(native["left_shoulder.angle"][-1], abs=1e-9)
    assert "export declare class Machine" in (tmp_path / "biela.d.ts").read_text()


def test_a_page_holds_its_machine_and_asks_for_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = biela_command("export", "four-bar", str(page))
    assert done.exit_code == 0, done.stderr
    text = page.read_text("utf-8")
    assert '"live": {"module": "' in text
    assert "'wasm-unsafe-eval'; worker-src blob:" in text
    assert "default-src 'none'" in text


def test_a_report_is_live_unless_its_machine_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from biela.app import run

    assert biela_command("run", "four-bar", "--out", str(tmp_path / "a")).exit_code == 0
    assert '"live": {' in (tmp_path / "a" / "report.html").read_text("utf-8")
    monkeypatch.setattr(run, "UNASKED_SIZE", 1000)
    assert biela_command("run", "four-bar", "--out", str(tmp_path / "b")).exit_code == 0
    assert '"live": {' not in (tmp_path / "b" / "report.html").read_text("utf-8")
    assert biela_command("run", "four-bar", "--live", "--out", str(tmp_path / "c")).exit_code == 0
    assert '"live": {' in (tmp_path / "c" / "report.html").read_text("utf-8")
