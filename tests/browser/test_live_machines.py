"""Every ready machine runs in Chromium and in Firefox as it does natively."""

from __future__ import annotations

import base64
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela import library
from biela.export.live import live_module
from biela.report.shell import asset
from native_spread import widened

PAGE = """<!doctype html><meta charset="utf-8"><title>machines</title><script id="host" type="text/plain">%s</script><script>
let host = null;
async function tried(text) {
  host ??= await import(URL.createObjectURL(new Blob([document.getElementById("host").textContent], { type: "text/javascript" })));
  const machine = await host.load(Uint8Array.from(atob(text), c => c.charCodeAt(0))), run = machine.run();
  return JSON.stringify({ status: run.status, t: run.t.at(-1), x: [...run.final], steps: run.steps });
}
document.documentElement.dataset.ready = "yes";
</script>"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("machines") / "page.html"
    path.write_text(PAGE % asset("live.mjs"), "utf-8")
    return path


def test_every_ready_machine_runs_in_the_browser(any_browser: Any, page: Path) -> None:
    any_browser.open(page.as_uri())
    for name in library.names():
        case = library.get(name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            history = case.simulate()
        module = live_module(history, case.settings, case.events, [s for s in case.signals if s in history]).module
        found = json.loads(any_browser.run(f"tried('{base64.b64encode(module).decode()}')"))
        assert found["status"] == ("done" if history.status == "done" else "stopped by an event"), name
        assert found["t"] == pytest.approx(history.t[-1]), name
        # rounding, or what the tolerances of the run leave open where a stiff method chose its steps
        most, settings = np.abs(history.x).max(axis=0), {"rtol": 1e-8, "atol": 1e-10, **case.settings}
        weights = history.functions.layout.weights
        nominal, counts = (1.0, most >= 0) if weights is None else (weights.nominal, weights.counts > 0)
        allowed = 1e-7 * (1.0 + most) + 10 * (settings["rtol"] * most + settings["atol"] * nominal)
        off = (np.abs(np.array(found["x"]) - history.x[-1]) / widened(name, case.settings, case.simulate, history, allowed))[counts]
        assert off.max() < 1.0, name
        print(f"{any_browser.name} {name}: {found['steps']} steps, {off.max():.1e} of what is allowed", flush=True)
    assert any_browser.messages == []
