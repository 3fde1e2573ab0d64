"""`biela export MACHINE FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import Changes, Machine, Uses, argument
from biela.cli.registry import verb
from biela.cli.terminal import note


@verb("Results and other files")
def export(
    name: Machine,
    target: Annotated[
        Path,
        argument(
            "FILE",
            "File to write: .yaml or .json (machine), .urdf or .xml (URDF, MJCF), .csv, .parquet, .nc or .html (result).",
        ),
    ],
    changes: Changes = None,
    uses: Uses = None,
) -> None:
    """Write a machine, or a result in another format; the ending of the file selects the format."""
    from biela.app.export import export

    written = export(name, target, changes or ())
    note(written.notes)
    print(f"wrote {written.path}")
