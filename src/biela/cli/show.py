"""`biela show MACHINE`."""

from __future__ import annotations

from typing import Annotated

from biela.cli.options import Changes, Machine, Uses, between, case_of, option
from biela.cli.registry import verb


@verb("Describe machines")
def show(
    name: Machine, changes: Changes = None, uses: Uses = None,
    port: Annotated[int | None, option("Port; 0 for any free one.", default="8723, or a free one", check=between(0, 65535))] = None,
    host: Annotated[str, option("Address to listen on: 127.0.0.1, localhost or ::1.")] = "127.0.0.1",
    browser: Annotated[bool, option("Open the page in the browser.")] = True,
) -> None:  # fmt: skip
    """Show a machine in the browser: move its joints with sliders, play a simulation, or drive it with levers. Or show a study.

    $ biela show four-bar
    $ biela show my.yaml --set crank=50mm --port 8800
    $ biela show out/four-bar-sweep
    """
    from biela.studio.view import is_study, serve, serve_study

    if is_study(name):
        serve_study(name, host, port, browser, lambda line: print(line, flush=True))
    else:
        serve(case_of(name, changes), host, port, browser, lambda line: print(line, flush=True))
