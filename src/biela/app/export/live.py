"""A machine as a page that simulates it, or as a module of WebAssembly for other pages."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

from biela.app.export.target import Asked, Written, target
from biela.app.run import simulator
from biela.base.atomic import write_whole
from biela.base.errors import BielaError
from biela.mechanism.load.user import takes_time
from biela.mechanism.motion import is_motion

API = {"biela.mjs": "live.mjs", "biela.d.ts": "live.d.ts"}
"""Files next to a module, from the assets of the pages: what loads it, and its types."""


@target(".wasm", ".html")
def write(asked: Asked) -> Written:
    """Write the machine with its methods; inputs that follow a function of time are left to the hands of the user."""
    from biela.report.page import PageSubject, write_live_page

    case, notes = asked.case(), []
    timed = [name for name, law in case.inputs.items() if is_motion(law) or (callable(law) and takes_time(law))]
    if timed:  # they would leave nothing to move
        case = replace(case, inputs={name: law for name, law in case.inputs.items() if name not in timed})
        notes = [f"inputs {', '.join(timed)} begin at zero: move their levers in the page."]
    history = case.simulate()
    plots = case.plots or [case.signals]
    module, why = simulator(history, case, plots, asked=True, full=True)
    if not module:
        raise BielaError(why or f"the run ended with status {history.status!r}: a page would begin with it.")
    if asked.path.suffix == ".html":
        about = PageSubject(case.name, case.description, case.source, plots, units=case.units, module=module)
        return Written(write_live_page(history, asked.path, about), notes)
    write_whole(asked.path, module)
    for name, asset in API.items():
        text = resources.files("biela.report").joinpath("assets", asset).read_text("utf-8")
        write_whole(asked.path.with_name(name), text)
    return Written(asked.path, [*notes, f"{' and '.join(API)} next to it load it: see docs/files/live.md."])
